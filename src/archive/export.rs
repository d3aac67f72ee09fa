//! Exports everything in an index for other programs: tables as CSV, one JSON value, or SQL statements.

use std::io::{self, Write};

use rusqlite::types::ValueRef;
use serde_json::{Map, Value, json};

use crate::index::{Index, IndexError, SCHEMA, TABLES};

/// A table, row by row.
pub struct Table {
    pub name: &'static str,
    pub columns: Vec<String>,
    pub rows: Vec<Vec<Value>>,
}

impl From<io::Error> for IndexError {
    fn from(error: io::Error) -> IndexError {
        IndexError(error.to_string())
    }
}

impl Index {
    /// The names of the tables.
    pub fn tables() -> impl Iterator<Item = &'static str> {
        TABLES.iter().map(|(name, _)| *name)
    }

    /// A whole table, its rows ordered by its key; `None` if there is none of that name.
    ///
    /// # Errors
    /// The file cannot be read.
    pub fn table(&self, name: &str) -> Result<Option<Table>, IndexError> {
        let Some((name, order)) = TABLES.iter().find(|(table, _)| *table == name) else { return Ok(None) };
        let mut rows = self.connection().prepare(&format!("SELECT * FROM {name} ORDER BY {order}"))?;
        let columns: Vec<String> = rows.column_names().into_iter().map(str::to_owned).collect();
        let read = rows.query_map([], |row| {
            let value = |at: usize| {
                Ok(match row.get_ref(at)? {
                    ValueRef::Integer(number) => json!(number),
                    ValueRef::Text(text) => json!(String::from_utf8_lossy(text)),
                    _ => Value::Null,
                })
            };
            (0..columns.len()).map(value).collect()
        })?;
        let rows = read.collect::<Result<_, _>>()?;
        // The number of a report is internal to the index.
        Ok(Some(without(Table { name, columns, rows }, "reports", "n")))
    }

    fn each(&self, mut take: impl FnMut(Table) -> Result<(), IndexError>) -> Result<(), IndexError> {
        for (name, _) in TABLES {
            if let Some(table) = self.table(name)? {
                take(table)?;
            }
        }
        Ok(())
    }

    /// One JSON object, with a list of objects for each table.
    ///
    /// # Errors
    /// The file cannot be read, or `to` cannot be written.
    pub fn write_json(&self, to: &mut dyn Write) -> Result<(), IndexError> {
        let mut lead = "{";
        self.each(|table| {
            write!(to, "{lead}\n{}: [", json!(table.name))?;
            lead = ",";
            for (n, row) in table.rows.into_iter().enumerate() {
                let row: Map<String, Value> = table.columns.iter().cloned().zip(row).collect();
                let comma = if n == 0 { "" } else { "," };
                write!(to, "{comma}\n  {}", Value::Object(row))?;
            }
            Ok(write!(to, "\n]")?)
        })?;
        Ok(writeln!(to, "\n}}")?)
    }

    /// SQL statements that create the tables and fill them.
    ///
    /// # Errors
    /// As [`Index::write_json`].
    pub fn write_sql(&self, to: &mut dyn Write) -> Result<(), IndexError> {
        writeln!(
            to,
            "BEGIN;\n{}",
            SCHEMA.trim_end().replace("reports (n INTEGER NOT NULL PRIMARY KEY, match", "reports (match")
        )?;
        self.each(|table| {
            for row in &table.rows {
                let values: Vec<String> = row.iter().map(literal).collect();
                writeln!(to, "INSERT INTO {} VALUES ({});", table.name, values.join(", "))?;
            }
            Ok(())
        })?;
        Ok(writeln!(to, "COMMIT;")?)
    }
}

fn without(mut table: Table, name: &str, column: &str) -> Table {
    if let Some(at) = table.columns.iter().position(|one| one == column).filter(|_| table.name == name) {
        table.columns.remove(at);
        table.rows.iter_mut().for_each(|row| drop(row.remove(at)));
    }
    table
}

fn literal(value: &Value) -> String {
    match value {
        Value::String(text) => format!("'{}'", text.replace('\'', "''").replace('\0', "")),
        Value::Null => "NULL".to_owned(),
        other => other.to_string(),
    }
}

/// A table as CSV (RFC 4180), its columns in the first line. A text that a spreadsheet would take for a formula is
/// preceded by an apostrophe.
///
/// # Errors
/// `to` cannot be written.
pub fn write_csv(table: &Table, to: &mut dyn Write) -> io::Result<()> {
    let line = |cells: Vec<String>| format!("{}\r\n", cells.join(","));
    to.write_all(line(table.columns.iter().map(|name| cell(name)).collect()).as_bytes())?;
    for row in &table.rows {
        let cells = row.iter().map(|value| match value {
            Value::String(text) => cell(text),
            Value::Null => String::new(),
            other => other.to_string(),
        });
        to.write_all(line(cells.collect()).as_bytes())?;
    }
    Ok(())
}

fn cell(text: &str) -> String {
    let formula = text.starts_with(['=', '+', '-', '@', '\t', '\r']);
    let text = if formula { format!("'{text}") } else { text.to_owned() };
    match text.contains([',', '"', '\n', '\r']) || text.is_empty() {
        true => format!("\"{}\"", text.replace('"', "\"\"")),
        false => text,
    }
}
