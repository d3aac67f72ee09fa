//! The tie-breaks that a tournament may list, and each player's values.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::model::{ByeKind, Format, Scoring};
use super::player_card::{Outcome, PlayerCard, leg_points};
use super::table::Crosstable;
use super::unplayed::{Contribution, contributions};

/// A way to order players with equal points. The articles are those of FIDE's tie-break regulations (C.07).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum TieBreak {
    /// The sum of the opponents' points (8.1), adjusted for unplayed rounds (16).
    Buchholz,
    /// The same without the lowest of them (14.1, 16.5).
    #[serde(rename = "buchholz_cut_1")]
    BuchholzCut1,
    /// The same without the two lowest (14.2).
    #[serde(rename = "buchholz_cut_2")]
    BuchholzCut2,
    /// The same without the lowest and the highest (14.3).
    BuchholzMedian,
    /// The sum, over the rounds, of the opponent's points times the points scored against him (9.1), adjusted as
    /// Buchholz is.
    SonnebornBerger,
    /// The points that the tied players took from each other (6).
    DirectEncounter,
    /// Games that brought as many points as a win, played or not (7.1).
    Wins,
    /// Games won by play or by the director's judgment (7.2).
    GamesWon,
    /// Games played with the second side (7.3).
    SecondSideGames,
    /// Games won with the second side (7.4).
    SecondSideWins,
    /// The sum of the points that the player had after each round (7.5).
    Progressive,
    /// The player's margins of victory minus those of his defeats, in the game's own points. Not one of FIDE's: a
    /// forfeit counts with the margin that its result states.
    Margin,
    /// The rating before the first round; players without one come last.
    Rating,
    /// The draw of lots: the lower lot is first.
    Lot,
}

impl TieBreak {
    /// All of them.
    pub const ALL: [TieBreak; 14] = [
        TieBreak::Buchholz,
        TieBreak::BuchholzCut1,
        TieBreak::BuchholzCut2,
        TieBreak::BuchholzMedian,
        TieBreak::SonnebornBerger,
        TieBreak::DirectEncounter,
        TieBreak::Wins,
        TieBreak::GamesWon,
        TieBreak::SecondSideGames,
        TieBreak::SecondSideWins,
        TieBreak::Progressive,
        TieBreak::Margin,
        TieBreak::Rating,
        TieBreak::Lot,
    ];

    /// Its name in the announcement.
    pub fn name(self) -> String {
        serde_json::to_value(self).ok().and_then(|name| name.as_str().map(str::to_owned)).unwrap_or_default()
    }

    /// Whether the smaller value is better: a place among tied players, or a lot.
    pub fn is_place(self) -> bool {
        matches!(self, TieBreak::DirectEncounter | TieBreak::Lot)
    }

    /// A value as people read it: points as decimals, the rest as it is.
    pub fn show(self, value: i64, scoring: &Scoring) -> String {
        let unit = i64::from(scoring.per_point);
        match self {
            TieBreak::Buchholz
            | TieBreak::BuchholzCut1
            | TieBreak::BuchholzCut2
            | TieBreak::BuchholzMedian
            | TieBreak::Progressive => decimal(value, unit),
            TieBreak::SonnebornBerger => decimal(value, unit * unit),
            _ => value.to_string(),
        }
    }
}

/// Points as people read them: `3.5` for seven half points.
pub fn show_points(points: i64, scoring: &Scoring) -> String {
    decimal(points, i64::from(scoring.per_point))
}

/// A fraction with as many digits as it needs, at most three.
fn decimal(value: i64, unit: i64) -> String {
    let unit = unit.max(1);
    let thousandths = i128::from(value.unsigned_abs()) * 1_000 / i128::from(unit);
    let sign = if value < 0 { "-" } else { "" };
    let text = format!("{sign}{}.{:03}", thousandths / 1_000, thousandths % 1_000);
    text.trim_end_matches('0').trim_end_matches('.').to_owned()
}

/// Each player's value for a tie-break, in the order of the table. `None` for an unknown rating; direct encounter is
/// not a value of a single player and is computed where players are tied.
pub(super) fn values(table: &Crosstable, cards: &[PlayerCard], tie_break: TieBreak) -> Vec<Option<i64>> {
    let players = 0..table.players().len();
    match tie_break {
        TieBreak::DirectEncounter => players.map(|_| None).collect(),
        TieBreak::Rating => table.players().iter().map(|player| player.rating.map(i64::from)).collect(),
        TieBreak::Lot => table.players().iter().map(|player| Some(i64::from(player.lot))).collect(),
        TieBreak::Buchholz => summed(table, cards, 0, 0),
        TieBreak::BuchholzCut1 => summed(table, cards, 1, 0),
        TieBreak::BuchholzCut2 => summed(table, cards, 2, 0),
        TieBreak::BuchholzMedian => summed(table, cards, 1, 1),
        TieBreak::SonnebornBerger => {
            let parts = contributions(table, cards);
            parts.iter().map(|parts| Some(parts.iter().map(|part| part.opponent * part.scored).sum())).collect()
        }
        TieBreak::Progressive => cards.iter().map(|card| Some(progressive(card))).collect(),
        TieBreak::Margin => cards.iter().map(|card| Some(card.rounds.iter().map(|entry| entry.margin).sum())).collect(),
        TieBreak::Wins => players.map(|player| Some(wins(table, &cards[player]))).collect(),
        TieBreak::GamesWon => players.map(|player| Some(games(table, player, |won, _| won))).collect(),
        TieBreak::SecondSideGames => players.map(|player| Some(games(table, player, |_, side| side == 1))).collect(),
        TieBreak::SecondSideWins => {
            players.map(|player| Some(games(table, player, |won, side| won && side == 1))).collect()
        }
    }
}

/// Buchholz without the `low` lowest and `high` highest values. Rounds that the player missed voluntarily are cut first
/// at the low end (16.5); at the high end there is no such exception.
fn summed(table: &Crosstable, cards: &[PlayerCard], low: usize, high: usize) -> Vec<Option<i64>> {
    let cut = |mut parts: Vec<Contribution>| {
        parts.sort_by_key(|part| (!part.voluntary, part.opponent));
        let mut kept: Vec<i64> = parts.iter().skip(low).map(|part| part.opponent).collect();
        kept.sort_unstable();
        let most = kept.len().saturating_sub(high);
        kept[..most].iter().sum()
    };
    contributions(table, cards).into_iter().map(|parts| Some(cut(parts))).collect()
}

fn progressive(card: &PlayerCard) -> i64 {
    let mut running = 0;
    card.rounds
        .iter()
        .map(|entry| {
            running += entry.points;
            running
        })
        .sum()
}

/// Games of rounds for points that brought as many points as a win.
fn wins(table: &Crosstable, card: &PlayerCard) -> i64 {
    let scoring = table.scoring();
    let scored = table.rounds().iter().filter(|round| round.format != Format::Knockout);
    let in_round = |(round, entry): (_, &super::player_card::Entry)| -> i64 {
        let round: &super::model::Round = round;
        match entry.outcome {
            Outcome::Met(_) | Outcome::Forfeited { .. } => {
                let board = round.boards.iter().find(|board| board.pair.contains(&card.player));
                let legs = board.into_iter().flat_map(|board| &board.legs);
                let won = legs.filter(|leg| {
                    leg.result.is_some() && leg_points(scoring, leg, card.player) == i64::from(scoring.win)
                });
                won.count() as i64
            }
            Outcome::Bye(kind) => {
                let each = match kind {
                    ByeKind::Full => scoring.full_bye,
                    ByeKind::Half => scoring.half_bye,
                    ByeKind::Zero => scoring.zero_bye,
                };
                if each == scoring.win { i64::from(table.plan().legs) } else { 0 }
            }
            Outcome::Free => 0,
        }
    };
    scored.zip(&card.rounds).map(in_round).sum()
}

/// Played games of rounds for points that meet a condition: whether the player won, and which side he had.
fn games(table: &Crosstable, player: usize, counts: impl Fn(bool, usize) -> bool) -> i64 {
    let boards = table.rounds().iter().filter(|round| round.format != Format::Knockout).flat_map(|round| &round.boards);
    let of_player = boards.filter(|board| board.pair.contains(&player));
    let legs = of_player.flat_map(|board| board.legs.iter().map(move |leg| (board, leg)));
    let counted = legs.filter(|(board, leg)| {
        leg.result.is_some_and(|result| {
            result.how.is_played() && counts(result.winner == Some(player), leg.side(board, player))
        })
    });
    counted.count() as i64
}
