//! Decisions (protocol 12.4).

use adjutant_core::document::kinds::{Bytes32, Id};
use adjutant_core::document::{Problem, decode};

use super::apply::{Decided, TournamentState, unknown_player};
use crate::crosstable::{Scoring, show_points};
use crate::documents::{Decision, Effect};

/// How many players one decision can keep apart.
const MAX_APART: usize = 64;

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
            Some(Effect::Apart(players)) => about.extend(players.iter().cloned()),
            None => {}
        }
        about
    }

    /// Keeps some players apart: no two of them meet in a Swiss.
    pub(super) fn keep_apart(&mut self, players: &[Id]) -> Result<(), Problem> {
        let refuse = |problem: Problem| Err(problem.in_path("effect.apart").rule("protocol 12.4"));
        if let Some(unknown) = players.iter().find(|id| self.player(id).is_none()) {
            return refuse(unknown_player(unknown).advice("decide it when a roster lists him"));
        }
        if players.len() < 2 || players.len() > MAX_APART {
            return refuse(Problem::new(format!("between 2 and {MAX_APART} players can be kept apart")));
        }
        for (n, one) in players.iter().enumerate() {
            for other in &players[n + 1..] {
                if one == other {
                    return refuse(Problem::new(format!("'{one}' is named twice")));
                }
                if !self.is_kept_apart(one, other) {
                    self.apart.push([one.clone(), other.clone()]);
                }
            }
        }
        Ok(())
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
        Effect::Apart(players) => {
            let names: Vec<&str> = players.iter().map(Id::as_str).collect();
            format!("no two of {} meet in a Swiss", names.join(", "))
        }
    }
}
