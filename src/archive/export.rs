//! Exports everything in an index for other programs: tables as CSV, JSON Lines or Parquet, one JSON value, or SQL statements.

use std::io::{self, Write};

use rusqlite::types::ValueRef;
use serde_json::{Map, Value, json};

use crate::index::{Index, IndexError, SCHEMA, TABLES};
use crate::parquet::ParquetWriter;

/// The tables whose rows have numbers for the full-text index.
const NUMBERED: [&str; 2] = ["reports", "attachments"];

/// A column of a table.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Column {
    pub name: String,
    /// Whether it has integers, and no texts.
    pub is_integer: bool,
}

/// The form of a table in a file of its own.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TableForm {
    /// CSV (RFC 4180), the columns in the first line. A text that a spreadsheet would take for a formula is preceded by an
    /// apostrophe.
    Csv,
    /// A JSON object on each line.
    JsonLines,
    /// Apache Parquet.
    Parquet,
}

impl TableForm {
    /// The ending of the names of such files, without the dot.
    pub fn ending(self) -> &'static str {
        match self {
            TableForm::Csv => "csv",
            TableForm::JsonLines => "jsonl",
            TableForm::Parquet => "parquet",
        }
    }
}

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
        let Some((name, _)) = TABLES.iter().find(|(table, _)| *table == name) else { return Ok(None) };
        let mut rows = Vec::new();
        self.each_row(name, |row| {
            rows.push(row);
            Ok(())
        })?;
        let columns = self.columns(name)?.into_iter().map(|column| column.name).collect();
        Ok(Some(Table { name, columns, rows }))
    }

    /// The columns of a table; none if there is no such table.
    ///
    /// # Errors
    /// The file cannot be read.
    pub fn columns(&self, name: &str) -> Result<Vec<Column>, IndexError> {
        let mut found = self.connection().prepare("SELECT name, type FROM pragma_table_info(?) ORDER BY cid")?;
        let column = |row: &rusqlite::Row<'_>| {
            Ok(Column { name: row.get(0)?, is_integer: row.get::<_, String>(1)? == "INTEGER" })
        };
        let all: Vec<Column> = found.query_map([name], column)?.collect::<Result<_, _>>()?;
        // The numbers of texts are internal to the index.
        let is_numbered = NUMBERED.contains(&name);
        Ok(all.into_iter().filter(|column| !is_numbered || column.name != "n").collect())
    }

    /// Calls a function for each row of a table, in the order of its key; for none if there is no such table.
    ///
    /// # Errors
    /// The file cannot be read, or the function fails.
    pub fn each_row(
        &self,
        name: &str,
        mut take: impl FnMut(Vec<Value>) -> Result<(), IndexError>,
    ) -> Result<(), IndexError> {
        let Some((name, order)) = TABLES.iter().find(|(table, _)| *table == name) else { return Ok(()) };
        let columns: Vec<String> = self.columns(name)?.into_iter().map(|column| column.name).collect();
        let query = format!("SELECT {} FROM {name} ORDER BY {order}", columns.join(", "));
        let mut found = self.connection().prepare(&query)?;
        let mut rows = found.query([])?;
        while let Some(row) = rows.next()? {
            let value = |at: usize| {
                Ok(match row.get_ref(at)? {
                    ValueRef::Integer(number) => json!(number),
                    ValueRef::Text(text) => json!(String::from_utf8_lossy(text)),
                    _ => Value::Null,
                })
            };
            take((0..columns.len()).map(value).collect::<Result<_, rusqlite::Error>>()?)?;
        }
        Ok(())
    }

    /// Writes a table.
    ///
    /// # Errors
    /// The file cannot be read, or `to` cannot be written.
    pub fn write_table(&self, name: &str, form: TableForm, to: &mut dyn Write) -> Result<(), IndexError> {
        let columns = self.columns(name)?;
        match form {
            TableForm::Csv => {
                write_cells(columns.iter().map(|column| cell(&column.name)), to)?;
                self.each_row(name, |row| Ok(write_cells(row.iter().map(csv_value), to)?))
            }
            TableForm::JsonLines => self.each_row(name, |row| {
                let row: Map<String, Value> = columns.iter().map(|column| column.name.clone()).zip(row).collect();
                Ok(writeln!(to, "{}", Value::Object(row))?)
            }),
            TableForm::Parquet => {
                let mut writer = ParquetWriter::new(columns, to)?;
                self.each_row(name, |row| Ok(writer.row(&row)?))?;
                Ok(writer.finish()?)
            }
        }
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
        let mut schema = SCHEMA.trim_end().to_owned();
        for name in NUMBERED {
            schema = schema.replace(&format!("{name} (n INTEGER NOT NULL PRIMARY KEY, "), &format!("{name} ("));
        }
        writeln!(to, "BEGIN;\n{schema}")?;
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

fn literal(value: &Value) -> String {
    match value {
        Value::String(text) => format!("'{}'", text.replace('\'', "''").replace('\0', "")),
        Value::Null => "NULL".to_owned(),
        other => other.to_string(),
    }
}

fn write_cells(cells: impl Iterator<Item = String>, to: &mut dyn Write) -> io::Result<()> {
    to.write_all(format!("{}\r\n", cells.collect::<Vec<_>>().join(",")).as_bytes())
}

fn csv_value(value: &Value) -> String {
    match value {
        Value::String(text) => cell(text),
        Value::Null => String::new(),
        other => other.to_string(),
    }
}

fn cell(text: &str) -> String {
    let formula = text.starts_with(['=', '+', '-', '@', '\t', '\r']);
    let text = if formula { format!("'{text}") } else { text.to_owned() };
    match text.contains([',', '"', '\n', '\r']) || text.is_empty() {
        true => format!("\"{}\"", text.replace('"', "\"\"")),
        false => text,
    }
}
