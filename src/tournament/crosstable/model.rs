//! The parts of a table: players, rounds, boards and results.

use adjutant_core::document::Id;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// What was announced before the first round.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Plan {
    /// How many rounds are played for points, including those not yet paired; knock-out rounds do not count.
    pub rounds: u32,
    /// How many games each board of such a round plays: 1, or 2 with sides exchanged.
    pub legs: u32,
    /// What results are worth.
    pub scoring: Scoring,
    /// How tie-breaks treat rounds that were not played.
    pub unplayed: UnplayedRounds,
}

/// What the pairings of a Swiss depend on beside points, sides and seeds.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct SwissRules {
    /// How many rounds the Swiss has whose first half is accelerated by FIDE's Baku system (C.04.5.1); `None` if no
    /// round is.
    pub accelerated: Option<u32>,
    /// Points for the pairing alone, as a report file gives them.
    pub given: Vec<GivenPoints>,
    /// Players who do not meet.
    pub apart: Vec<Apart>,
}

/// Points that a player has when some rounds are paired, beside those that he has scored.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct GivenPoints {
    /// The first and the last of these rounds, from 1.
    pub rounds: [u32; 2],
    /// Who.
    pub player: usize,
    /// How many.
    pub points: i64,
}

/// Two players who do not meet in some rounds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Apart {
    /// The first and the last of these rounds, from 1.
    pub rounds: [u32; 2],
    /// Who.
    pub pair: [usize; 2],
}

impl Apart {
    /// Two players who do not meet in any round.
    pub fn always(pair: [usize; 2]) -> Apart {
        Apart { rounds: [1, u32::MAX], pair }
    }
}

/// Which version of FIDE's article on unplayed rounds (C.07, article 16) tie-breaks follow [TN-1].
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum UnplayedRounds {
    /// The text in force since March 2026: the dummy opponent of an unplayed round has at most half of the possible
    /// points, and after a forfeit at most the points of the opponent who was paired.
    #[default]
    Fide2026,
    /// The text before March 2026: the dummy opponent has the player's own points, without a limit.
    Fide2023,
}

/// The points for each result, as integers. 2 for a win and 1 for a draw with `per_point` 2 is the 1, ½, 0 of chess.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Scoring {
    /// For a game won.
    pub win: u32,
    /// For a game drawn.
    pub draw: u32,
    /// For a game lost.
    pub loss: u32,
    /// For a game won because the opponent did not play.
    pub forfeit_win: u32,
    /// For a game that the player did not play.
    pub forfeit_loss: u32,
    /// For each game of a round in which the pairing has no opponent for the player.
    pub full_bye: u32,
    /// For each game of a round that the player asked to miss and is granted half of.
    pub half_bye: u32,
    /// For each game of a round that the player misses.
    pub zero_bye: u32,
    /// How many of them make one point when points are shown.
    pub per_point: u32,
}

impl Scoring {
    /// The points for each kind of result and bye.
    pub fn worths(&self) -> [u32; 8] {
        let Scoring { win, draw, loss, forfeit_win, forfeit_loss, full_bye, half_bye, zero_bye, per_point: _ } = *self;
        [win, draw, loss, forfeit_win, forfeit_loss, full_bye, half_bye, zero_bye]
    }
}

impl Default for Scoring {
    /// As in chess: 1 for a win and for the pairing's bye, ½ for a draw and for a bye that was asked for, 0 otherwise.
    fn default() -> Self {
        Scoring {
            win: 2,
            draw: 1,
            loss: 0,
            forfeit_win: 2,
            forfeit_loss: 0,
            full_bye: 2,
            half_bye: 1,
            zero_bye: 0,
            per_point: 2,
        }
    }
}

/// A player of the tournament.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Player {
    /// The player's id in documents.
    pub id: Id,
    /// The player's name for people.
    pub name: String,
    /// The rating before the first round, by which players are seeded; players without one are seeded after all others.
    pub rating: Option<u32>,
    /// The first round that the player takes part in, from 1.
    pub enters: u32,
    /// The first round without the player, if he has withdrawn.
    pub leaves: Option<u32>,
    /// The player's place in the draw of lots; no two have the same.
    pub lot: u32,
    /// Points that decisions have taken from the player: standings count them, pairings and tie-breaks do not.
    pub penalty: u32,
}

/// How a round was paired, which determines who must be in it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Format {
    /// By points: every player present has a board or a bye.
    Swiss,
    /// By a schedule made before the first round: a player without a board has a free round, which costs nothing. A
    /// forfeited game counts as played in tie-breaks (C.07, article 15.2).
    RoundRobin,
    /// Winners advance; a player without a board is out. Its games bring no points.
    Knockout,
}

/// A round: who plays whom, and who does not play.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Round {
    /// How it was paired.
    pub format: Format,
    /// Who plays whom.
    pub boards: Vec<Board>,
    /// Who does not play.
    pub byes: Vec<Bye>,
}

/// Two players who meet.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Board {
    /// The players; the first plays the game's first side in a leg that is not exchanged.
    pub pair: [usize; 2],
    /// Their games, in order.
    pub legs: Vec<Leg>,
}

/// One game of a board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Leg {
    /// Whether the second of the pair plays the first side.
    pub exchanged: bool,
    /// How it ended; `None` while it runs.
    pub result: Option<LegResult>,
}

/// How a game ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct LegResult {
    /// By play or otherwise.
    pub how: How,
    /// The player of the pair who won it; `None` if it was drawn or both forfeited.
    pub winner: Option<usize>,
    /// By how much the winner won, in the game's own points; 0 if nobody won.
    pub margin: i64,
}

/// How a game came to its end.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum How {
    /// The rules of the game ended it.
    Played,
    /// It was begun, and the director judged it.
    Adjudicated,
    /// The loser did not play.
    Forfeit,
    /// Neither played; both lose.
    DoubleForfeit,
}

impl How {
    /// Whether there was a game: one that was played or adjudicated.
    pub fn is_played(self) -> bool {
        matches!(self, How::Played | How::Adjudicated)
    }
}

/// A player without a board in a round.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Bye {
    /// Who.
    pub player: usize,
    /// Why.
    pub kind: ByeKind,
}

/// Why a player has no board.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum ByeKind {
    /// The pairing had no opponent for him.
    Full,
    /// He asked for it, and is granted half.
    Half,
    /// He is absent.
    Zero,
}

impl Board {
    /// A board with this many games, every second one with sides exchanged.
    pub fn new(pair: [usize; 2], legs: u32) -> Board {
        Board { pair, legs: (0..legs).map(|leg| Leg { exchanged: leg % 2 == 1, result: None }).collect() }
    }
    /// The other player of the board.
    pub fn opponent(&self, player: usize) -> usize {
        if self.pair[0] == player { self.pair[1] } else { self.pair[0] }
    }
    /// Whether it has all its games, and all have ended.
    pub fn is_over(&self) -> bool {
        self.legs.iter().all(|leg| leg.result.is_some())
    }
}

impl Leg {
    /// Which side of the game a player of the pair plays: 0 the first, 1 the second.
    pub fn side(&self, board: &Board, player: usize) -> usize {
        usize::from(board.pair[1] == player) ^ usize::from(self.exchanged)
    }
}
