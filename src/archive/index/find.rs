//! Queries of an index: matches that pass a filter, and steps whose reports contain certain words.

use serde::Serialize;

use super::{Index, IndexError};
use crate::model::{Dice, Event, Outcome, Seat};

/// Which matches are wanted: those that meet every condition that is set.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Filter {
    /// Only these, by their ids; if empty, any.
    pub ids: Vec<String>,
    /// Players who all took part on a side, each given by alternative names or keys; `result` and `side` refer to the
    /// first one.
    pub players: Vec<Vec<String>>,
    /// `won`, `lost`, `drawn` or `open`.
    pub result: Option<&'static str>,
    pub side: Option<String>,
    pub game: Option<String>,
    pub scenario: Option<String>,
    pub event: Option<String>,
    /// Days, such as `2026-01-01`, between which it ended, or was last played.
    pub since: Option<String>,
    pub until: Option<String>,
}

/// A match that was found.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Row {
    pub id: String,
    pub title: String,
    pub game: String,
    pub scenario: String,
    pub event: Option<Event>,
    pub began: String,
    pub ended: String,
    pub steps: u64,
    pub result: Option<Outcome>,
    pub partial: bool,
    pub seats: Vec<Seat>,
    #[serde(skip)]
    pub dice: Vec<Dice>,
    /// How many of its facts rest on somebody's word.
    pub notices: u64,
}

/// A step whose report contains the words.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Hit {
    pub id: String,
    pub step: u64,
    /// The words in context, each between `[` and `]`.
    pub snippet: String,
}

/// A file beside a match whose text contains the words.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct AttachedHit {
    pub id: String,
    /// The digest of the file, what it was called, and who brought it.
    pub sha256: String,
    pub name: String,
    pub person: String,
    /// The words in context, each between `[` and `]`.
    pub snippet: String,
}

/// The first results, and how many there are in all.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Found<T> {
    pub first: Vec<T>,
    pub all: u64,
}

/// Parameters of a statement.
#[derive(Default)]
struct Wanted {
    conditions: Vec<String>,
    values: Vec<String>,
}

impl Wanted {
    fn of(filter: &Filter) -> Wanted {
        let mut wanted = Wanted::default();
        if !filter.ids.is_empty() {
            wanted.conditions.push(format!("m.id IN ({})", marks(filter.ids.len())));
            wanted.values.extend(filter.ids.iter().cloned());
        }
        let mut seated = |names: Option<&Vec<String>>, side: Option<&String>, result: Option<&str>| {
            let mut seat = "EXISTS (SELECT 1 FROM seats s WHERE s.match = m.id AND s.side IS NOT NULL".to_owned();
            if let Some(names) = names {
                let marks = marks(names.len());
                seat += &format!(" AND (s.name IN ({marks}) OR s.key IN ({marks}))");
                wanted.values.extend(names.iter().chain(names).cloned());
            }
            for (column, value) in [("side", side.map(String::as_str)), ("result", result)] {
                if let Some(value) = value {
                    seat += &format!(" AND s.{column} = ?");
                    wanted.values.push(value.to_owned());
                }
            }
            wanted.conditions.push(seat + ")");
        };
        let first = filter.players.first();
        if first.is_some() || filter.side.is_some() || filter.result.is_some() {
            seated(first, filter.side.as_ref(), filter.result);
        }
        filter.players.iter().skip(1).for_each(|names| seated(Some(names), None, None));
        for (condition, value) in [
            ("m.game = ?", &filter.game),
            ("m.scenario = ?", &filter.scenario),
            ("m.tournament = ?", &filter.event),
            ("substr(m.ended, 1, 10) >= ?", &filter.since),
            ("substr(m.ended, 1, 10) <= ?", &filter.until),
        ] {
            if let Some(value) = value {
                wanted.conditions.push(condition.to_owned());
                wanted.values.push(value.clone());
            }
        }
        wanted
    }

    fn where_clause(&self) -> String {
        match self.conditions.is_empty() {
            true => String::new(),
            false => format!(" WHERE {}", self.conditions.join(" AND ")),
        }
    }
}

/// This many placeholders for parameters.
fn marks(count: usize) -> String {
    vec!["?"; count].join(", ")
}

/// A count from SQLite.
fn count(number: i64) -> u64 {
    u64::try_from(number).unwrap_or_default()
}

impl Index {
    /// The matches that pass a filter, latest first, up to `limit`.
    ///
    /// # Errors
    /// The file cannot be read.
    pub fn matches(&self, filter: &Filter, limit: Option<u64>) -> Result<Found<Row>, IndexError> {
        let wanted = Wanted::of(filter);
        let clause = wanted.where_clause();
        let values = || rusqlite::params_from_iter(&wanted.values);
        let all: i64 =
            self.connection
                .query_row(&format!("SELECT count(*) FROM matches m{clause}"), values(), |row| row.get(0))?;
        let limit = limit.and_then(|limit| i64::try_from(limit).ok()).unwrap_or(-1);
        let mut rows = self.connection.prepare(&format!(
            "SELECT m.id, m.title, m.game, m.scenario, m.tournament, m.round, m.board, m.leg, m.began, m.ended, m.steps, \
             m.finished, m.winner, m.how, m.words, m.margin, m.partial, \
             (SELECT count(*) FROM notices n WHERE n.match = m.id) \
             FROM matches m{clause} ORDER BY m.ended DESC, m.id LIMIT {limit}"
        ))?;
        let found = rows.query_map(values(), |row| {
            let number = |at: usize| Ok::<_, rusqlite::Error>(row.get::<_, Option<i64>>(at)?.map(count));
            let event = match row.get::<_, Option<String>>(4)? {
                Some(tournament) => Some(Event { tournament, round: number(5)?, board: number(6)?, leg: number(7)? }),
                None => None,
            };
            let result = match row.get(11)? {
                true => Some(Outcome {
                    winner: row.get(12)?,
                    how: row.get::<_, Option<String>>(13)?.unwrap_or_default(),
                    words: row.get::<_, Option<String>>(14)?.unwrap_or_default(),
                    margin: row.get(15)?,
                }),
                false => None,
            };
            Ok(Row {
                id: row.get(0)?,
                title: row.get(1)?,
                game: row.get(2)?,
                scenario: row.get(3)?,
                event,
                began: row.get(8)?,
                ended: row.get(9)?,
                steps: count(row.get(10)?),
                result,
                partial: row.get(16)?,
                seats: Vec::new(),
                dice: Vec::new(),
                notices: count(row.get(17)?),
            })
        })?;
        let mut first = found.collect::<Result<Vec<Row>, _>>()?;
        first.iter_mut().try_for_each(|row| self.fill(row))?;
        Ok(Found { first, all: count(all) })
    }

    fn fill(&self, row: &mut Row) -> Result<(), IndexError> {
        let mut seats = self
            .connection
            .prepare_cached("SELECT seat, side, name, key, fingerprint FROM seats WHERE match = ? ORDER BY n")?;
        let of_seat = |row: &rusqlite::Row<'_>| {
            let (seat, side, name) = (row.get(0)?, row.get(1)?, row.get(2)?);
            Ok(Seat { seat, side, name, key: row.get(3)?, fingerprint: row.get(4)? })
        };
        row.seats = seats.query_map([&row.id], of_seat)?.collect::<Result<_, _>>()?;
        let mut dice =
            self.connection.prepare_cached("SELECT side, sides, rolls, faces FROM dice WHERE match = ? ORDER BY n")?;
        let of_dice = |row: &rusqlite::Row<'_>| {
            let faces: String = row.get(3)?;
            let faces = faces.split(' ').filter_map(|count| count.parse().ok()).collect();
            Ok(Dice { side: row.get(0)?, sides: count(row.get(1)?), rolls: count(row.get(2)?), faces })
        };
        row.dice = dice.query_map([&row.id], of_dice)?.collect::<Result<_, _>>()?;
        Ok(())
    }

    /// The steps whose reports contain all words of an expression, in the matches that pass a filter: the latest match
    /// first, its steps in order.
    ///
    /// # Errors
    /// The file cannot be read.
    pub fn find(&self, expression: &str, filter: &Filter, limit: Option<u64>) -> Result<Found<Hit>, IndexError> {
        let wanted = Wanted::of(filter);
        let conditions: String = wanted.conditions.iter().map(|condition| format!(" AND {condition}")).collect();
        let from = format!(
            "FROM search JOIN reports r ON r.n = search.rowid JOIN matches m ON m.id = r.match WHERE search MATCH ?{conditions}"
        );
        let given = || {
            let values = std::iter::once(expression).chain(wanted.values.iter().map(String::as_str));
            rusqlite::params_from_iter(values)
        };
        let all: i64 = self.connection.query_row(&format!("SELECT count(*) {from}"), given(), |row| row.get(0))?;
        let limit = limit.and_then(|limit| i64::try_from(limit).ok()).unwrap_or(-1);
        let mut rows = self.connection.prepare(&format!(
            "SELECT m.id, r.step, snippet(search, 0, '[', ']', '…', 24) {from} ORDER BY m.ended DESC, m.id, r.step LIMIT {limit}"
        ))?;
        let found =
            rows.query_map(given(), |row| Ok(Hit { id: row.get(0)?, step: count(row.get(1)?), snippet: row.get(2)? }))?;
        Ok(Found { first: found.collect::<Result<_, _>>()?, all: count(all) })
    }

    /// The files beside matches that pass a filter whose texts contain all words of an expression: beside the latest match
    /// first.
    ///
    /// # Errors
    /// The file cannot be read.
    pub fn find_attached(
        &self,
        expression: &str,
        filter: &Filter,
        limit: Option<u64>,
    ) -> Result<Found<AttachedHit>, IndexError> {
        let wanted = Wanted::of(filter);
        let conditions: String = wanted.conditions.iter().map(|condition| format!(" AND {condition}")).collect();
        let from = format!(
            "FROM search_attached JOIN attachments a ON a.n = search_attached.rowid JOIN matches m ON m.id = a.match \
             WHERE search_attached MATCH ?{conditions}"
        );
        let given = || {
            let values = std::iter::once(expression).chain(wanted.values.iter().map(String::as_str));
            rusqlite::params_from_iter(values)
        };
        let all: i64 = self.connection.query_row(&format!("SELECT count(*) {from}"), given(), |row| row.get(0))?;
        let limit = limit.and_then(|limit| i64::try_from(limit).ok()).unwrap_or(-1);
        let mut rows = self.connection.prepare(&format!(
            "SELECT m.id, a.sha256, a.name, a.person, snippet(search_attached, 0, '[', ']', '…', 24) {from} \
             ORDER BY m.ended DESC, m.id, a.sha256 LIMIT {limit}"
        ))?;
        let found = rows.query_map(given(), |row| {
            let (id, sha256, name, person) = (row.get(0)?, row.get(1)?, row.get(2)?, row.get(3)?);
            Ok(AttachedHit { id, sha256, name, person, snippet: row.get(4)? })
        })?;
        Ok(Found { first: found.collect::<Result<_, _>>()?, all: count(all) })
    }

    /// The tournaments whose announcements the archive has: id and title, in the order of their ids.
    ///
    /// # Errors
    /// The file cannot be read.
    pub fn tournaments(&self) -> Result<Vec<(String, String)>, IndexError> {
        let mut rows = self.connection.prepare("SELECT id, title FROM tournaments ORDER BY id")?;
        let found = rows.query_map([], |row| Ok((row.get(0)?, row.get(1)?)))?;
        Ok(found.collect::<Result<_, _>>()?)
    }

    /// Every name of a kind in the index, in order: `player`, `side`, `game`, `scenario` or `event`.
    ///
    /// # Errors
    /// The file cannot be read.
    pub fn names(&self, kind: &str) -> Result<Vec<String>, IndexError> {
        let (column, table) = match kind {
            "player" => ("name", "seats WHERE side IS NOT NULL"),
            "side" => ("side", "seats WHERE side IS NOT NULL"),
            "event" => ("tournament", "matches WHERE tournament IS NOT NULL"),
            "scenario" => ("scenario", "matches"),
            _ => ("game", "matches"),
        };
        let mut names = self.connection.prepare(&format!("SELECT DISTINCT {column} FROM {table} ORDER BY 1"))?;
        let names = names.query_map([], |row| row.get(0))?;
        Ok(names.collect::<Result<_, _>>()?)
    }

    /// The keys whose fingerprints begin like this, ignoring spaces.
    ///
    /// # Errors
    /// The file cannot be read.
    pub fn keys(&self, fingerprint: &str) -> Result<Vec<String>, IndexError> {
        let digits: String = fingerprint.chars().filter(char::is_ascii_digit).collect();
        let mut keys = self.connection.prepare(
            "SELECT DISTINCT key FROM seats WHERE substr(replace(fingerprint, ' ', ''), 1, length(?1)) = ?1 ORDER BY 1",
        )?;
        let keys = keys.query_map([digits], |row| row.get(0))?;
        Ok(keys.collect::<Result<_, _>>()?)
    }

    /// The files of the index with their digests: those whose matches it contains, and those that do not verify, with
    /// the reason.
    ///
    /// # Errors
    /// The file cannot be read.
    pub fn files(&self) -> Result<Vec<(String, String, Option<String>)>, IndexError> {
        let mut files = self.connection.prepare(
            "SELECT name, sha256, NULL FROM files UNION ALL SELECT name, sha256, why FROM refused ORDER BY 1",
        )?;
        let files = files.query_map([], |row| Ok((row.get(0)?, row.get(1)?, row.get(2)?)))?;
        Ok(files.collect::<Result<_, _>>()?)
    }
}
