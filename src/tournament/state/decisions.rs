//! Decisions (protocol 12.4).

use adjutant_core::document::kinds::{Bytes32, Id};
use adjutant_core::document::{Problem, decode};

use super::apply::{Decided, TournamentState};
use crate::crosstable::{Scoring, show_points};
use crate::documents::{Decision, Effect};

impl TournamentState<'_> {
    /// Takes a decision and applies its effect.
    pub(super) fn decide(&mut self, digest: Bytes32, decision: &Decision) -> Result<(), Problem> {
        let refuse = |path: &str, message: String| Err(Problem::new(message).in_path(path).rule("protocol 12.4"));
        if decision.reason.trim().is_empty() {
            return refuse("reason", "a decision needs a reason".to_owned());
        }
        if let Some(on) = decision.on {
            match self.appeals.iter_mut().find(|appealed| appealed.digest == on) {
                Some(appealed) if appealed.decided.is_some() => {
                    return refuse("on", "this appeal has already been decided".to_owned());
                }
                Some(appealed) => appealed.decided = Some(digest),
                None if self.known.contains_key(&on) => {}
                None => return refuse("on", "the chain has no such document".to_owned()),
            }
        }
        let about = self.about(decision);
        self.no_party(&decision.by, &about.iter().collect::<Vec<_>>())?;
        if let Some(effect) = &decision.effect {
            self.carry_out(effect)?;
        }
        self.decisions.push(Decided { digest, number: self.next, decision: decision.clone() });
        Ok(())
    }

    /// The players whom a decision concerns.
    fn about(&self, decision: &Decision) -> Vec<Id> {
        let mut about = Vec::new();
        if let Some(on) = decision.on {
            about.extend(self.appeals.iter().filter(|one| one.digest == on).map(|one| one.appeal.player.clone()));
            let games = self.results.iter().filter(|(_, recorded)| recorded.digest == on);
            about.extend(games.filter_map(|(key, _)| self.players_of(*key).ok()).flatten());
        }
        match &decision.effect {
            Some(Effect::Withdraw(player) | Effect::Penalty { player, .. } | Effect::Key { player, .. }) => {
                about.push(player.clone());
            }
            Some(Effect::Extend { round, board, .. } | Effect::Replace { round, board, .. }) => {
                about.extend(self.players_of((*round, *board, 1)).into_iter().flatten());
            }
            None => {}
        }
        about
    }

    /// Gives a game more time.
    pub(super) fn extend(&mut self, round: u32, board: u32, until: &str) -> Result<(), Problem> {
        self.players_of((round, board, 1))?;
        if !decode::is_time(until) {
            let problem = Problem::new("this is not a time in UTC, such as 2026-11-20T17:00:00Z");
            return Err(problem.in_path("effect.extend.until").rule("protocol 12.4"));
        }
        self.extensions.insert((round, board), until.to_owned());
        Ok(())
    }
}

/// An effect in words.
pub fn effect_words(effect: &Effect, scoring: &Scoring) -> String {
    match effect {
        Effect::Withdraw(player) => format!("{player} plays no further rounds"),
        Effect::Penalty { player, points } => {
            let shown = show_points(i64::from(*points), scoring);
            format!("{player} loses {shown} {}", if shown == "1" { "point" } else { "points" })
        }
        Effect::Key { player, .. } => format!("{player} signs with another key"),
        Effect::Extend { round, board, until } => format!("board {board} of round {round} may be played until {until}"),
        Effect::Replace { round, board, leg } => {
            format!("the result of game {leg} on board {board} of round {round} is replaced")
        }
    }
}
