//! What every pairing gives back: a round to be played, and what it could not avoid.

use super::model::{Board, Bye, Format, Round};
use super::table::Crosstable;

/// A round as it should be played.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Draft {
    /// The boards, the first of the standings first, without results; and the byes.
    pub round: Round,
    /// What the pairing could not avoid, in the order of the boards.
    pub breaches: Vec<Breach>,
}

/// What a pairing should avoid, and did not.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Breach {
    /// Two players meet again.
    Rematch([usize; 2]),
    /// A player has a bye although he had one, or won a round by forfeit.
    SecondBye(usize),
    /// A player will have played one side three times more often than the other.
    UnevenSides(usize),
    /// A player plays one side for the third time running.
    ThirdInARow(usize),
}

impl Breach {
    /// Whether the rules forbid it altogether, so that no legal pairing exists if it cannot be avoided.
    pub fn is_illegal(self) -> bool {
        matches!(self, Breach::Rematch(_) | Breach::SecondBye(_))
    }
}

/// Why a round has no legal pairing.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Unpaired {
    /// Fewer than two players are here.
    TooFew,
    /// Nobody who is asked to miss the round, or twice, can be: the places in the list of what was asked.
    BadAbsence(Vec<usize>),
    /// Whatever the boards, two players meet again or one has a second bye. The draft breaks the fewest rules: its breaches say
    /// which, and the director decides whether it is played.
    NoLegalPairing(Box<Draft>),
}

/// A round of boards that all play as many games as the plan says.
pub(super) fn round(table: &Crosstable, format: Format, pairs: Vec<[usize; 2]>, byes: Vec<Bye>) -> Round {
    let legs = table.plan().legs;
    Round { format, boards: pairs.into_iter().map(|pair| Board::new(pair, legs)).collect(), byes }
}
