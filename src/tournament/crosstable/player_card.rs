//! The table from one player's point of view: the result of each round.

use super::model::{Bye, ByeKind, Format, How, Leg, Round, Scoring};
use super::table::Crosstable;

/// A player's rounds that are played for points. Knock-out rounds are left out.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PlayerCard {
    /// Whose it is.
    pub player: usize,
    /// Each round for points, in order.
    pub rounds: Vec<Entry>,
}

/// The result of a round for a player.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Entry {
    /// What happened.
    pub outcome: Outcome,
    /// The points that it brought.
    pub points: i64,
    /// His margins of victory in this round, minus those of his defeats, in the game's own points.
    pub margin: i64,
}

/// What happened to a player in a round.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Outcome {
    /// He met this opponent: at least one game was played, is still running or was adjudicated.
    Met(usize),
    /// No game of the board was played. In a schedule made before the first round it counts as played.
    Forfeited {
        /// Who was paired with him.
        opponent: usize,
        /// Whether he won at least one game of the board by forfeit.
        won: bool,
    },
    /// He had no board. A player who is not listed at all has [`ByeKind::Zero`].
    Bye(ByeKind),
    /// The schedule gives him no board in this round.
    Free,
}

impl PlayerCard {
    /// The card of a player.
    pub fn of(table: &Crosstable, player: usize) -> PlayerCard {
        let scored = table.rounds().iter().filter(|round| round.format != Format::Knockout);
        PlayerCard { player, rounds: scored.map(|round| entry(table, round, player)).collect() }
    }
    /// The cards of all players, in the order of the table.
    pub fn all(table: &Crosstable) -> Vec<PlayerCard> {
        (0..table.players().len()).map(|player| PlayerCard::of(table, player)).collect()
    }
    /// The points of all rounds together.
    pub fn points(&self) -> i64 {
        self.rounds.iter().map(|entry| entry.points).sum()
    }
    /// The points of the first `rounds` rounds.
    pub fn points_after(&self, rounds: usize) -> i64 {
        self.rounds.iter().take(rounds).map(|entry| entry.points).sum()
    }
}

impl Outcome {
    /// Whether a game took place, or is still running.
    pub fn is_met(self) -> bool {
        matches!(self, Outcome::Met(_))
    }
    /// The opponent of the pairing, whether there was a game or not.
    pub fn opponent(self) -> Option<usize> {
        match self {
            Outcome::Met(opponent) | Outcome::Forfeited { opponent, .. } => Some(opponent),
            Outcome::Bye(_) | Outcome::Free => None,
        }
    }
    /// Whether the player asked to miss the round or was absent (C.07, article 16.1.1).
    pub fn is_requested_bye(self) -> bool {
        matches!(self, Outcome::Bye(ByeKind::Half | ByeKind::Zero))
    }
    /// Whether the player missed the round voluntarily: by a requested bye or a loss by forfeit (C.07, article 16.1.2).
    pub fn is_voluntary(self) -> bool {
        self.is_requested_bye() || matches!(self, Outcome::Forfeited { won: false, .. })
    }
}

fn entry(table: &Crosstable, round: &Round, player: usize) -> Entry {
    let plan = table.plan();
    if let Some(board) = round.boards.iter().find(|board| board.pair.contains(&player)) {
        let opponent = board.opponent(player);
        let forfeited = board.legs.iter().all(|leg| leg.result.is_some_and(|result| !result.how.is_played()));
        let won = board.legs.iter().any(|leg| leg.result.is_some_and(|result| result.winner == Some(player)));
        let outcome = if forfeited { Outcome::Forfeited { opponent, won } } else { Outcome::Met(opponent) };
        let points = board.legs.iter().map(|leg| leg_points(&plan.scoring, leg, player)).sum();
        let margin = board.legs.iter().map(|leg| leg_margin(leg, player)).sum();
        return Entry { outcome, points, margin };
    }
    let bye = round.byes.iter().find(|Bye { player: other, .. }| *other == player).map(|bye| bye.kind);
    let kind = match (bye, round.format) {
        (None, Format::RoundRobin | Format::Knockout) => {
            return Entry { outcome: Outcome::Free, points: 0, margin: 0 };
        }
        (bye, _) => bye.unwrap_or(ByeKind::Zero),
    };
    let each = match kind {
        ByeKind::Full => plan.scoring.full_bye,
        ByeKind::Half => plan.scoring.half_bye,
        ByeKind::Zero => plan.scoring.zero_bye,
    };
    Entry { outcome: Outcome::Bye(kind), points: i64::from(each) * i64::from(plan.legs), margin: 0 }
}

/// The points of a game for a player of the board; `None` while it runs.
pub(super) fn leg_points(scoring: &Scoring, leg: &Leg, player: usize) -> i64 {
    let Some(result) = leg.result else { return 0 };
    let won = result.winner == Some(player);
    i64::from(match (result.how, result.winner) {
        (How::DoubleForfeit, _) => scoring.forfeit_loss,
        (How::Forfeit, _) if won => scoring.forfeit_win,
        (How::Forfeit, _) => scoring.forfeit_loss,
        (_, None) => scoring.draw,
        (_, Some(_)) if won => scoring.win,
        (_, Some(_)) => scoring.loss,
    })
}

fn leg_margin(leg: &Leg, player: usize) -> i64 {
    match leg.result.map(|result| (result.winner, result.margin)) {
        Some((Some(winner), margin)) if winner == player => margin,
        Some((Some(_), margin)) => -margin,
        _ => 0,
    }
}
