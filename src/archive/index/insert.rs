//! Adding matches to an index and removing them.

use rusqlite::{Connection, ToSql, params};

use super::{Index, IndexError};
use crate::model::{Attached, Match, Tournament};

impl Index {
    /// Makes several changes in one transaction.
    ///
    /// # Errors
    /// One of them fails.
    pub fn transaction(&self, change: impl FnOnce(&Index) -> Result<(), IndexError>) -> Result<(), IndexError> {
        self.connection.execute_batch("BEGIN")?;
        change(self)?;
        Ok(self.connection.execute_batch("COMMIT")?)
    }

    /// Adds the match in a file, replacing what the index had about the file or the match.
    ///
    /// # Errors
    /// The file of the index cannot be written.
    pub fn insert(&self, name: &str, sha256: &str, bytes: u64, one: &Match) -> Result<(), IndexError> {
        self.remove(name)?;
        self.remove_match(&one.id)?;
        let to = &self.connection;
        let bytes = i64::try_from(bytes).unwrap_or(i64::MAX);
        execute(to, "INSERT INTO files VALUES (?, ?, ?, ?)", params![name, sha256, bytes, one.id])?;
        let (event, result) = (one.event.as_ref(), one.result.as_ref());
        execute(
            to,
            "INSERT INTO matches VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
            params![
                one.id,
                one.title,
                one.game,
                one.revision,
                one.scenario,
                one.options,
                one.trust,
                event.map(|event| &event.tournament),
                event.and_then(|event| sql_integer(event.round?)),
                event.and_then(|event| sql_integer(event.board?)),
                event.and_then(|event| sql_integer(event.leg?)),
                one.continues,
                one.written,
                one.began,
                one.ended,
                sql_integer(one.steps),
                one.when,
                result.is_some(),
                result.and_then(|result| result.winner.as_ref()),
                result.map(|result| &result.how),
                result.map(|result| &result.words),
                result.and_then(|result| result.margin),
                one.partial,
            ],
        )?;
        parts(to, one)
    }

    /// Records that a file does not verify, and removes what the index had from it.
    ///
    /// # Errors
    /// As [`Index::insert`].
    pub fn refuse(&self, name: &str, sha256: &str, why: &str) -> Result<(), IndexError> {
        self.remove(name)?;
        execute(&self.connection, "INSERT INTO refused VALUES (?, ?, ?)", params![name, sha256, why])
    }

    /// Removes a file and the match in it.
    ///
    /// # Errors
    /// As [`Index::insert`].
    pub fn remove(&self, name: &str) -> Result<(), IndexError> {
        execute(&self.connection, "DELETE FROM refused WHERE name = ?", params![name])?;
        let held =
            self.connection.query_row("SELECT match FROM files WHERE name = ?", [name], |row| row.get::<_, String>(0));
        match held {
            Ok(id) => self.remove_match(&id),
            Err(rusqlite::Error::QueryReturnedNoRows) => Ok(()),
            Err(error) => Err(error.into()),
        }
    }

    /// Replaces what the index has about tournaments.
    ///
    /// # Errors
    /// As [`Index::insert`].
    pub fn set_tournaments(&self, all: &[Tournament]) -> Result<(), IndexError> {
        let to = &self.connection;
        execute(to, "DELETE FROM tournaments", &[])?;
        all.iter().try_for_each(|one| {
            let of = params![one.id, one.title, one.director, one.key, one.announced];
            execute(to, "INSERT INTO tournaments VALUES (?, ?, ?, ?, ?)", of)
        })
    }

    /// Adds a file beside a match.
    ///
    /// # Errors
    /// As [`Index::insert`].
    pub fn attach(&self, one: &Attached) -> Result<(), IndexError> {
        self.detach(&one.match_id, &one.sha256)?;
        let to = &self.connection;
        let (match_id, bytes) = (&one.match_id, sql_integer(one.bytes));
        let of = params![match_id, one.sha256, one.name, bytes, one.person, one.key, one.brought, one.note, one.words];
        execute(
            to,
            "INSERT INTO attachments (match, sha256, name, bytes, person, key, brought, note, words) \
             VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)",
            of,
        )?;
        execute(to, "INSERT INTO search_attached (rowid, words) VALUES (last_insert_rowid(), ?)", params![one.words])
    }

    /// Removes a file beside a match.
    ///
    /// # Errors
    /// As [`Index::insert`].
    pub fn detach(&self, match_id: &str, sha256: &str) -> Result<(), IndexError> {
        let from = &self.connection;
        execute(
            from,
            "INSERT INTO search_attached (search_attached, rowid, words) \
             SELECT 'delete', n, words FROM attachments WHERE match = ? AND sha256 = ?",
            params![match_id, sha256],
        )?;
        execute(from, "DELETE FROM attachments WHERE match = ? AND sha256 = ?", params![match_id, sha256])
    }

    fn remove_match(&self, id: &str) -> Result<(), IndexError> {
        let from = &self.connection;
        execute(
            from,
            "INSERT INTO search (search, rowid, words) SELECT 'delete', n, words FROM reports WHERE match = ?",
            params![id],
        )?;
        for table in
            ["seats", "dice", "rolls", "decisions", "counts", "combats", "moments", "notices", "reports", "files"]
        {
            execute(from, &format!("DELETE FROM {table} WHERE match = ?"), params![id])?;
        }
        execute(from, "DELETE FROM matches WHERE id = ?", params![id])
    }
}

fn parts(to: &Connection, one: &Match) -> Result<(), IndexError> {
    let id = &one.id;
    for (n, seat) in numbered(&one.seats) {
        let of = params![id, n, seat.seat, seat.side, seat.name, seat.key, seat.fingerprint, one.result_of(seat)];
        execute(to, "INSERT INTO seats VALUES (?, ?, ?, ?, ?, ?, ?, ?)", of)?;
    }
    for (n, dice) in numbered(&one.dice) {
        let faces: Vec<String> = dice.faces.iter().map(u64::to_string).collect();
        let sum: u64 = dice.faces.iter().zip(1..).map(|(count, face)| count * face).sum();
        let counted = [dice.sides, dice.rolls, dice.total(), sum].map(sql_integer);
        let [sides, rolls, total, sum] = counted;
        let of = params![id, n, dice.side, sides, rolls, total, sum, faces.join(" ")];
        execute(to, "INSERT INTO dice VALUES (?, ?, ?, ?, ?, ?, ?, ?)", of)?;
    }
    for roll in &one.rolls {
        let faces: Vec<String> = roll.faces.iter().map(u64::to_string).collect();
        let counted =
            [roll.step, roll.n, roll.sides, roll.faces.len() as u64, roll.faces.iter().sum()].map(sql_integer);
        let [step, n, sides, dice, total] = counted;
        let (seat, player) = (&roll.seat, roll.seat.as_ref().and_then(|seat| one.name_of(seat)));
        let of =
            params![id, step, n, roll.side, seat, player, roll.purpose, roll.rule, sides, dice, total, faces.join(" ")];
        execute(to, "INSERT INTO rolls VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)", of)?;
    }
    for decision in &one.decisions {
        let (step, n) = (sql_integer(decision.step), sql_integer(decision.n));
        let (seat, player) = (&decision.seat, one.name_of(&decision.seat).unwrap_or_default());
        let of = params![id, step, n, decision.side, seat, player, decision.kind, decision.name, decision.value];
        execute(to, "INSERT INTO decisions VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)", of)?;
    }
    for (n, count) in numbered(&one.counts) {
        let of = params![id, n, count.title, count.tells, count.side, count.value];
        execute(to, "INSERT INTO counts VALUES (?, ?, ?, ?, ?, ?)", of)?;
    }
    for (n, combat) in numbered(&one.combats) {
        let of = params![
            id,
            n,
            sql_integer(combat.step),
            combat.place,
            combat.attacker,
            combat.defender,
            combat.odds,
            combat.attacker_result,
            combat.defender_result,
            combat.outcome
        ];
        execute(to, "INSERT INTO combats VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)", of)?;
    }
    for (n, moment) in numbered(&one.moments) {
        let (step, people) = (sql_integer(moment.step), &moment.people);
        let of = params![id, n, step, moment.kind, moment.words, moment.side, people, moment.peak, moment.weight];
        execute(to, "INSERT INTO moments VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)", of)?;
    }
    for (n, notice) in numbered(&one.notices) {
        let of = params![id, n, notice.kind, sql_integer(notice.step), notice.words];
        execute(to, "INSERT INTO notices VALUES (?, ?, ?, ?, ?)", of)?;
    }
    for (step, words) in &one.reports {
        execute(
            to,
            "INSERT INTO reports (match, step, words) VALUES (?, ?, ?)",
            params![id, sql_integer(*step), words],
        )?;
        execute(to, "INSERT INTO search (rowid, words) VALUES (last_insert_rowid(), ?)", params![words])?;
    }
    Ok(())
}

fn execute(to: &Connection, statement: &str, of: &[&dyn ToSql]) -> Result<(), IndexError> {
    to.prepare_cached(statement)?.execute(of)?;
    Ok(())
}

fn numbered<T>(all: &[T]) -> impl Iterator<Item = (i64, &T)> {
    (0..).zip(all)
}

/// A number as the index stores it.
fn sql_integer(number: u64) -> Option<i64> {
    i64::try_from(number).ok()
}
