//! What an index contains about one match beyond its row.

use super::{Index, IndexError};
use crate::model::{Count, Moment, Notice};

/// What happened in a match, the game's final statistics, and what rests on somebody's word.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Details {
    pub moments: Vec<Moment>,
    pub counts: Vec<Count>,
    pub notices: Vec<Notice>,
}

impl Index {
    /// The details of a match, by its id; empty if the index does not have it.
    ///
    /// # Errors
    /// The file cannot be read.
    pub fn details(&self, id: &str) -> Result<Details, IndexError> {
        let number =
            |row: &rusqlite::Row<'_>, at: usize| Ok::<_, rusqlite::Error>(row.get::<_, i64>(at)?.unsigned_abs());
        let mut moments = self.connection.prepare_cached(
            "SELECT step, kind, words, side, people, peak, weight FROM moments WHERE match = ? ORDER BY n",
        )?;
        let moment = |row: &rusqlite::Row<'_>| {
            let (kind, words, side) = (row.get(1)?, row.get(2)?, row.get(3)?);
            let (people, peak, weight) = (row.get(4)?, row.get(5)?, row.get(6)?);
            Ok(Moment { step: number(row, 0)?, kind, words, side, people, peak, weight })
        };
        let mut counts = self
            .connection
            .prepare_cached("SELECT title, tells, side, value FROM counts WHERE match = ? ORDER BY n")?;
        let count = |row: &rusqlite::Row<'_>| {
            Ok(Count { title: row.get(0)?, tells: row.get(1)?, side: row.get(2)?, value: row.get(3)? })
        };
        let mut notices =
            self.connection.prepare_cached("SELECT kind, step, words FROM notices WHERE match = ? ORDER BY n")?;
        let notice =
            |row: &rusqlite::Row<'_>| Ok(Notice { kind: row.get(0)?, step: number(row, 1)?, words: row.get(2)? });
        Ok(Details {
            moments: moments.query_map([id], moment)?.collect::<Result<_, _>>()?,
            counts: counts.query_map([id], count)?.collect::<Result<_, _>>()?,
            notices: notices.query_map([id], notice)?.collect::<Result<_, _>>()?,
        })
    }
}
