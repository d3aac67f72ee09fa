//! Tables as Apache Parquet files: integers (`INT64`) and texts (`BYTE_ARRAY` as UTF-8), one page for each column of a row group,
//! plainly encoded and compressed with gzip. That is a small part of the format, and all that an export needs: DuckDB, Spark
//! and others read it. The same rows give the same bytes.

use std::io::{self, Write};

use flate2::Compression;
use flate2::write::GzEncoder;
use serde_json::Value;

use crate::export::Column;

/// A row group ends after this many rows, or this many bytes.
const ROWS: usize = 100_000;
const BYTES: usize = 32 << 20;

const MAGIC: &[u8] = b"PAR1";

// Numbers of the format (parquet.thrift).
const INT64: i64 = 2;
const BYTE_ARRAY: i64 = 6;
const OPTIONAL: i64 = 1;
const UTF8: i64 = 0;
const GZIP: i64 = 2;
const PLAIN: i64 = 0;
const RLE: i64 = 3;
const DATA_PAGE: i64 = 0;

/// Writes one table.
pub struct ParquetWriter<'w> {
    to: &'w mut dyn Write,
    offset: u64,
    columns: Vec<ColumnBuffer>,
    /// Rows that are not written yet, and all of them.
    buffered: usize,
    rows: u64,
    groups: Vec<Group>,
}

/// The values of a column that are not written yet.
struct ColumnBuffer {
    column: Column,
    /// Whether each row has a value.
    is_there: Vec<bool>,
    values: Vec<u8>,
}

/// A row group that is written.
struct Group {
    rows: usize,
    chunks: Vec<Chunk>,
}

struct Chunk {
    offset: u64,
    plain: u64,
    packed: u64,
}

impl<'w> ParquetWriter<'w> {
    /// Begins a file.
    ///
    /// # Errors
    /// `to` cannot be written.
    pub fn new(columns: Vec<Column>, to: &'w mut dyn Write) -> io::Result<ParquetWriter<'w>> {
        to.write_all(MAGIC)?;
        let buffer = |column| ColumnBuffer { column, is_there: Vec::new(), values: Vec::new() };
        let columns = columns.into_iter().map(buffer).collect();
        Ok(ParquetWriter { to, offset: MAGIC.len() as u64, columns, buffered: 0, rows: 0, groups: Vec::new() })
    }

    /// Adds a row: a value for each column.
    ///
    /// # Errors
    /// As [`ParquetWriter::new`].
    pub fn row(&mut self, row: &[Value]) -> io::Result<()> {
        for (buffer, value) in self.columns.iter_mut().zip(row) {
            buffer.add(value);
        }
        self.buffered += 1;
        self.rows += 1;
        let bytes: usize = self.columns.iter().map(|buffer| buffer.values.len()).sum();
        if self.buffered >= ROWS || bytes >= BYTES { self.end_group() } else { Ok(()) }
    }

    /// Writes what is left, and the footer.
    ///
    /// # Errors
    /// As [`ParquetWriter::new`].
    pub fn finish(mut self) -> io::Result<()> {
        if self.buffered > 0 {
            self.end_group()?;
        }
        let footer = self.footer();
        self.to.write_all(&footer)?;
        self.to.write_all(&(footer.len() as u32).to_le_bytes())?;
        self.to.write_all(MAGIC)
    }

    fn end_group(&mut self) -> io::Result<()> {
        let rows = std::mem::take(&mut self.buffered);
        let mut chunks = Vec::new();
        for buffer in &mut self.columns {
            let page = buffer.take_page();
            let mut packer = GzEncoder::new(Vec::new(), Compression::fast());
            packer.write_all(&page)?;
            let packed = packer.finish()?;
            let header = page_header(rows, page.len(), packed.len());
            self.to.write_all(&header)?;
            self.to.write_all(&packed)?;
            let (head, body) = (header.len() as u64, packed.len() as u64);
            chunks.push(Chunk { offset: self.offset, plain: head + page.len() as u64, packed: head + body });
            self.offset += head + body;
        }
        self.groups.push(Group { rows, chunks });
        Ok(())
    }

    fn footer(&self) -> Vec<u8> {
        let mut thrift = Thrift::default();
        thrift.integer(1, I32, 1);
        thrift.list(2, STRUCT, self.columns.len() + 1);
        thrift.begin();
        thrift.text(4, "schema");
        thrift.integer(5, I32, self.columns.len() as i64);
        thrift.end();
        for ColumnBuffer { column, .. } in &self.columns {
            thrift.begin();
            thrift.integer(1, I32, kind(column));
            thrift.integer(3, I32, OPTIONAL);
            thrift.text(4, &column.name);
            if !column.is_integer {
                thrift.integer(6, I32, UTF8);
            }
            thrift.end();
        }
        thrift.integer(3, I64, self.rows as i64);
        thrift.list(4, STRUCT, self.groups.len());
        for group in &self.groups {
            thrift.begin();
            thrift.list(1, STRUCT, group.chunks.len());
            for (chunk, ColumnBuffer { column, .. }) in group.chunks.iter().zip(&self.columns) {
                thrift.begin();
                thrift.integer(2, I64, chunk.offset as i64);
                thrift.field(3, STRUCT);
                thrift.begin();
                thrift.integer(1, I32, kind(column));
                thrift.list(2, I32, 2);
                thrift.zigzag(PLAIN);
                thrift.zigzag(RLE);
                thrift.list(3, BINARY, 1);
                thrift.bytes(column.name.as_bytes());
                thrift.integer(4, I32, GZIP);
                thrift.integer(5, I64, group.rows as i64);
                thrift.integer(6, I64, chunk.plain as i64);
                thrift.integer(7, I64, chunk.packed as i64);
                thrift.integer(9, I64, chunk.offset as i64);
                thrift.end();
                thrift.end();
            }
            thrift.integer(2, I64, group.chunks.iter().map(|chunk| chunk.plain as i64).sum());
            thrift.integer(3, I64, group.rows as i64);
            thrift.end();
        }
        thrift.text(6, "adjutant");
        thrift.end_message()
    }
}

impl ColumnBuffer {
    fn add(&mut self, value: &Value) {
        let before = self.values.len();
        match (value, self.column.is_integer) {
            (Value::Number(number), true) => {
                self.values.extend(number.as_i64().unwrap_or_default().to_le_bytes());
            }
            (Value::String(text), false) => {
                self.values.extend((text.len() as u32).to_le_bytes());
                self.values.extend(text.as_bytes());
            }
            _ => {}
        }
        self.is_there.push(self.values.len() > before);
    }

    /// The body of a page with what is buffered: which rows have a value, then the values.
    fn take_page(&mut self) -> Vec<u8> {
        let groups = self.is_there.len().div_ceil(8);
        let mut levels = Vec::with_capacity(groups + 5);
        varint(&mut levels, (groups as u64) << 1 | 1);
        levels.extend(
            self.is_there.chunks(8).map(|eight| {
                eight.iter().enumerate().fold(0u8, |byte, (at, is_there)| byte | u8::from(*is_there) << at)
            }),
        );
        let mut page = (levels.len() as u32).to_le_bytes().to_vec();
        page.append(&mut levels);
        page.append(&mut self.values);
        self.is_there.clear();
        page
    }
}

fn kind(column: &Column) -> i64 {
    if column.is_integer { INT64 } else { BYTE_ARRAY }
}

fn page_header(rows: usize, plain: usize, packed: usize) -> Vec<u8> {
    let mut thrift = Thrift::default();
    thrift.integer(1, I32, DATA_PAGE);
    thrift.integer(2, I32, plain as i64);
    thrift.integer(3, I32, packed as i64);
    thrift.field(5, STRUCT);
    thrift.begin();
    thrift.integer(1, I32, rows as i64);
    thrift.integer(2, I32, PLAIN);
    thrift.integer(3, I32, RLE);
    thrift.integer(4, I32, RLE);
    thrift.end();
    thrift.end_message()
}

// Types of Thrift's compact protocol.
const I32: u8 = 5;
const I64: u8 = 6;
const BINARY: u8 = 8;
const LIST: u8 = 9;
const STRUCT: u8 = 12;

/// A message in Thrift's compact protocol. Fields are written in ascending order.
#[derive(Default)]
struct Thrift {
    out: Vec<u8>,
    /// The number of the last field in this structure, and of those around it.
    last: u8,
    around: Vec<u8>,
}

impl Thrift {
    fn field(&mut self, number: u8, kind: u8) {
        self.out.push((number - self.last) << 4 | kind);
        self.last = number;
    }

    fn integer(&mut self, number: u8, kind: u8, value: i64) {
        self.field(number, kind);
        self.zigzag(value);
    }

    fn zigzag(&mut self, value: i64) {
        varint(&mut self.out, (value << 1 ^ value >> 63) as u64);
    }

    fn text(&mut self, number: u8, text: &str) {
        self.field(number, BINARY);
        self.bytes(text.as_bytes());
    }

    fn bytes(&mut self, bytes: &[u8]) {
        varint(&mut self.out, bytes.len() as u64);
        self.out.extend(bytes);
    }

    fn list(&mut self, number: u8, kind: u8, len: usize) {
        self.field(number, LIST);
        if len < 15 {
            self.out.push((len as u8) << 4 | kind);
        } else {
            self.out.push(0xf0 | kind);
            varint(&mut self.out, len as u64);
        }
    }

    fn begin(&mut self) {
        self.around.push(std::mem::take(&mut self.last));
    }

    fn end(&mut self) {
        self.out.push(0);
        self.last = self.around.pop().unwrap_or_default();
    }

    fn end_message(mut self) -> Vec<u8> {
        self.out.push(0);
        self.out
    }
}

fn varint(out: &mut Vec<u8>, mut value: u64) {
    while value >= 128 {
        out.push(value as u8 | 128);
        value >>= 7;
    }
    out.push(value as u8);
}

#[cfg(test)]
mod tests {
    use std::io::Read;

    use super::*;
    use serde_json::json;

    fn written(rows: &[Vec<Value>]) -> Vec<u8> {
        let columns = [("word", false), ("number", true)];
        let columns = columns.map(|(name, is_integer)| Column { name: name.to_owned(), is_integer }).to_vec();
        let mut out = Vec::new();
        let mut writer = ParquetWriter::new(columns, &mut out).unwrap();
        rows.iter().for_each(|row| writer.row(row).unwrap());
        writer.finish().unwrap();
        out
    }

    #[test]
    fn a_page_is_laid_out_by_hand() {
        let out = written(&[vec![json!("ab"), json!(1)], vec![Value::Null, json!(-1)], vec![json!(""), Value::Null]]);
        assert!(out.starts_with(MAGIC) && out.ends_with(MAGIC));
        // After the first page's header comes its body, packed.
        let at = out.windows(2).position(|two| two == [0x1f, 0x8b]).unwrap();
        let mut page = Vec::new();
        flate2::read::GzDecoder::new(&out[at..]).read_to_end(&mut page).unwrap();
        // Two bytes of levels: one group of eight, rows 0 and 2 of it; then the lengths and bytes of two texts.
        assert_eq!(page, [&[2, 0, 0, 0, 3, 0b101, 2, 0, 0, 0][..], b"ab", &[0, 0, 0, 0]].concat());
        // The header: a data page (0) of 16 bytes, packed in so many, with 3 rows, plain (0), levels in runs (3).
        let packed = out[at..].windows(2).position(|two| two == [0x15, 0]).unwrap();
        assert_eq!(
            out[4..at],
            [0x15, 0, 0x15, 32, 0x15, (packed << 1) as u8, 0x2c, 0x15, 6, 0x15, 0, 0x15, 6, 0x15, 6, 0, 0]
        );
    }

    #[test]
    fn the_same_rows_give_the_same_bytes_and_none_a_whole_file() {
        let rows = vec![vec![json!("x"), json!(7)]; 3];
        assert_eq!(written(&rows), written(&rows));
        let none = written(&[]);
        let length = u32::from_le_bytes(none[none.len() - 8..none.len() - 4].try_into().unwrap());
        assert_eq!(none.len(), 4 + length as usize + 8);
    }

    #[test]
    fn numbers_of_the_protocol() {
        let mut out = Vec::new();
        varint(&mut out, 300);
        assert_eq!(out, [0xac, 2]);
        let mut thrift = Thrift::default();
        [0, -1, 1, -2].into_iter().for_each(|value| thrift.zigzag(value));
        assert_eq!(thrift.out, [0, 1, 2, 3]);
    }
}
