//! How Buchholz and Sonneborn-Berger count rounds that were not played (FIDE's tie-break regulations, C.07, article
//! 16).
//!
//! - A *requested bye* is a half or zero bye (16.1.1). A *voluntary* unplayed round is a requested bye or a loss by
//!   forfeit (16.1.2).
//! - As somebody's opponent, a player counts with his points, except that a requested bye after which he neither
//!   played, nor had a pairing bye, nor won by forfeit counts as a draw (16.2.5, 16.3.2). Everything else counts as it
//!   was scored (16.3.1).
//! - A player's own unplayed round is a game against a dummy with the player's own points (16.4). Since March 2026 the
//!   dummy's points are limited: after a forfeit to those of the paired opponent, adjusted as above (16.4.1), otherwise
//!   to a draw in every round of the tournament (16.4.2).
//! - In a schedule made before the first round a forfeit counts as a game with the opponent who was paired (15.2),
//!   points are not adjusted, and a round without a board counts for nothing.
//!
//! A game that is still running counts as played, with no points yet [TN-2]; a board of two games is one meeting
//! [TN-3].

use super::model::{Format, UnplayedRounds};
use super::player_card::{Outcome, PlayerCard};
use super::table::Crosstable;

/// What a round adds to Buchholz and Sonneborn-Berger.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Contribution {
    /// The points of the opponent, or of the dummy.
    pub opponent: i64,
    /// The points that the player scored in the round.
    pub scored: i64,
    /// Whether the player missed the round voluntarily.
    pub voluntary: bool,
}

/// The contributions of each player's rounds, in the order of the table.
pub(super) fn contributions(table: &Crosstable, cards: &[PlayerCard]) -> Vec<Vec<Contribution>> {
    let scheduled: Vec<bool> = table
        .rounds()
        .iter()
        .filter(|round| round.format != Format::Knockout)
        .map(|round| round.format == Format::RoundRobin)
        .collect();
    let draw = i64::from(table.scoring().draw) * i64::from(table.plan().legs);
    let adjusted: Vec<i64> = cards.iter().map(|card| adjusted(card, draw, &scheduled)).collect();
    let most = draw * i64::from(table.plan().rounds);
    let of_card = |card: &PlayerCard| {
        let own = card.points();
        let mut parts = Vec::new();
        for (entry, scheduled) in card.rounds.iter().zip(&scheduled) {
            let limit = |most: i64| match table.plan().unplayed {
                UnplayedRounds::Fide2026 => own.min(most),
                UnplayedRounds::Fide2023 => own,
            };
            let opponent = match entry.outcome {
                Outcome::Met(opponent) => adjusted[opponent],
                Outcome::Forfeited { opponent, .. } if *scheduled => adjusted[opponent],
                Outcome::Forfeited { opponent, .. } => limit(adjusted[opponent]),
                Outcome::Bye(_) if *scheduled => continue,
                Outcome::Bye(_) => limit(most),
                Outcome::Free => continue,
            };
            let voluntary = entry.outcome.is_voluntary() && !*scheduled;
            parts.push(Contribution { opponent, scored: entry.points, voluntary });
        }
        parts
    };
    cards.iter().map(of_card).collect()
}

/// A player's points for the tie-breaks of his opponents (16.3).
fn adjusted(card: &PlayerCard, draw: i64, scheduled: &[bool]) -> i64 {
    let last = card.rounds.iter().rposition(|entry| !entry.outcome.is_voluntary());
    let in_round = |(index, entry): (usize, &super::player_card::Entry)| {
        let open_end = last.is_none_or(|last| index > last);
        let as_draw = open_end && entry.outcome.is_requested_bye() && !scheduled[index];
        if as_draw { draw } else { entry.points }
    };
    card.rounds.iter().enumerate().map(in_round).sum()
}
