//! The result of every pairing method: a round to be played, and the breaches that could not be avoided.

use super::model::{Board, Bye, Format, Round};
use super::table::Crosstable;

/// A round as it should be played.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PairedRound {
    /// The boards without results, ordered by the standings; and the byes.
    pub round: Round,
    /// The breaches that could not be avoided, in the order of the boards.
    pub breaches: Vec<Breach>,
}

/// Something that a pairing should avoid.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Breach {
    /// Two players meet again.
    Rematch([usize; 2]),
    /// Two players meet who are kept apart.
    KeptApart([usize; 2]),
    /// A player has a second bye, or a bye after a win by forfeit.
    SecondBye(usize),
    /// A player will have played one side three times more often than the other.
    UnevenSides(usize),
    /// A player plays one side for the third time running.
    ThirdInARow(usize),
}

impl Breach {
    /// Whether the rules forbid it, so that no legal pairing exists if it cannot be avoided.
    pub fn is_illegal(self) -> bool {
        matches!(self, Breach::Rematch(_) | Breach::KeptApart(_) | Breach::SecondBye(_))
    }
}

/// Why a round has no legal pairing.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Unpaired {
    /// Fewer than two players are present.
    TooFew,
    /// Some requested byes are for players who cannot have one, or are listed twice: their indices in the list of
    /// requests.
    BadAbsence(Vec<usize>),
    /// However the boards are made up, two players meet again or one has a second bye. The draft breaks as few rules as
    /// possible: its breaches list them, and the director decides whether to play it.
    NoLegalPairing(Box<PairedRound>),
}

/// A round of boards that all have the plan's number of games.
pub(super) fn round(table: &Crosstable, format: Format, pairs: Vec<[usize; 2]>, byes: Vec<Bye>) -> Round {
    let legs = table.plan().legs;
    Round { format, boards: pairs.into_iter().map(|pair| Board::new(pair, legs)).collect(), byes }
}
