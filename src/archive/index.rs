//! The index of an archive: an SQLite file, made only from the files of the archive.

mod details;
mod find;
mod insert;

use std::fmt;
use std::path::Path;

use rusqlite::{Connection, OpenFlags};

pub use details::Details;
pub use find::{AttachedHit, Filter, Found, Hit, Row};

/// How the file identifies itself: `Adjt` in the header, and the version of its tables.
const APPLICATION: i32 = 0x4164_6a74;
const FORM: i32 = 2;

/// The tables that are exported, in this order, with the columns that order their rows.
pub const TABLES: [(&str, &str); 14] = [
    ("matches", "id"),
    ("seats", "match, n"),
    ("dice", "match, n"),
    ("rolls", "match, step, n"),
    ("decisions", "match, step, n"),
    ("counts", "match, n"),
    ("combats", "match, n"),
    ("moments", "match, n"),
    ("notices", "match, n"),
    ("reports", "match, step"),
    ("attachments", "match, sha256"),
    ("tournaments", "id"),
    ("files", "name"),
    ("refused", "name"),
];

/// The tables. Each column is an integer or a text.
pub const SCHEMA: &str = "\
CREATE TABLE matches (id TEXT NOT NULL PRIMARY KEY, title TEXT NOT NULL, game TEXT NOT NULL, revision INTEGER NOT NULL,
  scenario TEXT NOT NULL, options TEXT NOT NULL, trust TEXT NOT NULL, tournament TEXT, round INTEGER, board INTEGER, leg INTEGER,
  continues TEXT, written TEXT NOT NULL, began TEXT NOT NULL, ended TEXT NOT NULL, steps INTEGER NOT NULL, at TEXT NOT NULL,
  finished INTEGER NOT NULL, winner TEXT, how TEXT, words TEXT, margin INTEGER, partial INTEGER NOT NULL);
CREATE TABLE seats (match TEXT NOT NULL, n INTEGER NOT NULL, seat TEXT NOT NULL, side TEXT, name TEXT NOT NULL,
  key TEXT NOT NULL, fingerprint TEXT NOT NULL, result TEXT, PRIMARY KEY (match, n));
CREATE TABLE dice (match TEXT NOT NULL, n INTEGER NOT NULL, side TEXT, sides INTEGER NOT NULL, rolls INTEGER NOT NULL,
  dice INTEGER NOT NULL, total INTEGER NOT NULL, faces TEXT NOT NULL, PRIMARY KEY (match, n));
CREATE TABLE rolls (match TEXT NOT NULL, step INTEGER NOT NULL, n INTEGER NOT NULL, side TEXT, seat TEXT, player TEXT,
  purpose TEXT NOT NULL, rule TEXT NOT NULL, sides INTEGER NOT NULL, dice INTEGER NOT NULL, total INTEGER NOT NULL,
  faces TEXT NOT NULL, PRIMARY KEY (match, step, n)) WITHOUT ROWID;
CREATE TABLE decisions (match TEXT NOT NULL, step INTEGER NOT NULL, n INTEGER NOT NULL, side TEXT, seat TEXT NOT NULL,
  player TEXT NOT NULL, kind TEXT NOT NULL, name TEXT NOT NULL, value TEXT NOT NULL, PRIMARY KEY (match, step, n)) WITHOUT ROWID;
CREATE TABLE counts (match TEXT NOT NULL, n INTEGER NOT NULL, title TEXT NOT NULL, tells TEXT NOT NULL, side TEXT NOT NULL,
  value INTEGER NOT NULL, PRIMARY KEY (match, n));
CREATE TABLE combats (match TEXT NOT NULL, n INTEGER NOT NULL, step INTEGER NOT NULL, place TEXT NOT NULL,
  attacker TEXT NOT NULL, defender TEXT NOT NULL, odds TEXT NOT NULL, attacker_result TEXT NOT NULL,
  defender_result TEXT NOT NULL, outcome TEXT NOT NULL, PRIMARY KEY (match, n));
CREATE TABLE moments (match TEXT NOT NULL, n INTEGER NOT NULL, step INTEGER NOT NULL, kind TEXT NOT NULL, words TEXT NOT NULL,
  side TEXT, people TEXT NOT NULL, peak TEXT, weight INTEGER NOT NULL, PRIMARY KEY (match, n));
CREATE TABLE notices (match TEXT NOT NULL, n INTEGER NOT NULL, kind TEXT NOT NULL, step INTEGER NOT NULL, words TEXT NOT NULL,
  PRIMARY KEY (match, n));
CREATE TABLE reports (n INTEGER NOT NULL PRIMARY KEY, match TEXT NOT NULL, step INTEGER NOT NULL, words TEXT NOT NULL,
  UNIQUE (match, step));
CREATE TABLE attachments (n INTEGER NOT NULL PRIMARY KEY, match TEXT NOT NULL, sha256 TEXT NOT NULL, name TEXT NOT NULL,
  bytes INTEGER NOT NULL, person TEXT NOT NULL, key TEXT NOT NULL, brought TEXT NOT NULL, note TEXT NOT NULL,
  words TEXT NOT NULL, UNIQUE (match, sha256));
CREATE TABLE tournaments (id TEXT NOT NULL PRIMARY KEY, title TEXT NOT NULL, director TEXT NOT NULL, key TEXT NOT NULL,
  announced TEXT NOT NULL);
CREATE TABLE files (name TEXT NOT NULL PRIMARY KEY, sha256 TEXT NOT NULL, bytes INTEGER NOT NULL, match TEXT NOT NULL);
CREATE TABLE refused (name TEXT NOT NULL PRIMARY KEY, sha256 TEXT NOT NULL, why TEXT NOT NULL);
";

/// The full-text indexes of reports and of attached files. They store no text of their own.
const SEARCH: &str = "\
CREATE VIRTUAL TABLE search USING fts5 (words, content='reports', content_rowid='n', \
tokenize='porter unicode61 remove_diacritics 2'); \
CREATE VIRTUAL TABLE search_attached USING fts5 (words, content='attachments', content_rowid='n', \
tokenize='porter unicode61 remove_diacritics 2');";

/// What is wrong with an index, or with the system under it.
#[derive(Debug)]
pub struct IndexError(pub String);

impl fmt::Display for IndexError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl From<rusqlite::Error> for IndexError {
    fn from(error: rusqlite::Error) -> IndexError {
        IndexError(error.to_string())
    }
}

/// An open index.
#[derive(Debug)]
pub struct Index {
    connection: Connection,
}

impl Index {
    /// Creates an index in a file that is empty or does not exist.
    ///
    /// # Errors
    /// The file cannot be written.
    pub fn create(path: &Path) -> Result<Index, IndexError> {
        let index = Index::with(path, OpenFlags::SQLITE_OPEN_READ_WRITE | OpenFlags::SQLITE_OPEN_CREATE)?;
        index.unguarded()?;
        index.connection.execute_batch(&format!(
            "PRAGMA application_id = {APPLICATION}; PRAGMA user_version = {FORM}; BEGIN; {SCHEMA} {SEARCH} COMMIT;"
        ))?;
        Ok(index)
    }

    /// Opens an index for changes, for exclusive use.
    ///
    /// # Errors
    /// The file is not an index of this version.
    pub fn change(path: &Path) -> Result<Index, IndexError> {
        let index = Index::with(path, OpenFlags::SQLITE_OPEN_READ_WRITE)?;
        index.unguarded()?;
        index.checked()
    }

    /// Opens an index for queries.
    ///
    /// # Errors
    /// The file is not an index of this version.
    pub fn open(path: &Path) -> Result<Index, IndexError> {
        Index::with(path, OpenFlags::SQLITE_OPEN_READ_ONLY)?.checked()
    }

    fn with(path: &Path, how: OpenFlags) -> Result<Index, IndexError> {
        Ok(Index { connection: Connection::open_with_flags(path, how | OpenFlags::SQLITE_OPEN_NO_MUTEX)? })
    }

    /// Turns the journal off: the index is written to a temporary file, which is then renamed.
    fn unguarded(&self) -> Result<(), IndexError> {
        Ok(self
            .connection
            .execute_batch("PRAGMA journal_mode = OFF; PRAGMA synchronous = OFF; PRAGMA temp_store = MEMORY;")?)
    }

    fn checked(self) -> Result<Index, IndexError> {
        let number = |name: &str| -> Result<i32, rusqlite::Error> {
            self.connection.query_row(&format!("PRAGMA {name}"), [], |row| row.get(0))
        };
        match (number("application_id")?, number("user_version")?) {
            (APPLICATION, FORM) => Ok(self),
            _ => Err(IndexError("this is not the index of an archive, or it is of another version".to_owned())),
        }
    }

    /// Finishes a change: everything is in the file.
    ///
    /// # Errors
    /// The file cannot be written.
    pub fn close(self) -> Result<(), IndexError> {
        self.connection.execute_batch(
            "INSERT INTO search (search) VALUES ('optimize'); \
             INSERT INTO search_attached (search_attached) VALUES ('optimize')",
        )?;
        self.connection.close().map_err(|(_, error)| error.into())
    }

    /// Whether the file is intact, and its full-text index matches its reports.
    ///
    /// # Errors
    /// The file cannot be read.
    pub fn is_sound(&self) -> Result<bool, IndexError> {
        let said: String = self.connection.query_row("PRAGMA integrity_check(1)", [], |row| row.get(0))?;
        Ok(said == "ok")
    }

    pub(crate) fn connection(&self) -> &Connection {
        &self.connection
    }
}

#[cfg(test)]
#[path = "index/tests.rs"]
mod tests;
