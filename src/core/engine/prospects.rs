//! Who is winning: signs that a game names, and the winning chance that follows from them.
//!
//! A sign is a difference between the two sides, such as the troops on the table, with its weight in log-odds. Everything
//! is in integers, so that the same position has the same chance on every machine. The weights are fitted to matches
//! between the program's own players; `docs/balance.md` shows how often what they promise comes true.

use serde_json::Value;

use crate::document::Id;

/// Certainty: winning chances are counted in ten-thousandths. A draw counts half.
pub const CERTAIN: i64 = 10_000;

/// The step of the table of the logistic curve, in thousandths of log-odds.
const STEP: i64 = 250;
/// The chances at log-odds of 0, 250, 500, … thousandths.
const CURVE: [i64; 33] = [
    5000, 5622, 6225, 6792, 7311, 7773, 8176, 8520, 8808, 9047, 9241, 9399, 9526, 9627, 9707, 9770, 9820, 9859, 9890,
    9914, 9933, 9948, 9959, 9968, 9975, 9981, 9985, 9988, 9991, 9993, 9994, 9996, 9997,
];

/// A sign of who is winning, as one side sees it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Sign {
    /// What it counts, as it reads after "more": `troops on the table`.
    pub what: &'static str,
    /// By how much the side is ahead in it; negative if it is behind.
    pub lead: i64,
    /// What one unit of it adds to the log-odds of winning, in thousandths.
    pub weight: i64,
}

impl Sign {
    /// A sign.
    pub const fn new(what: &'static str, lead: i64, weight: i64) -> Sign {
        Sign { what, lead, weight }
    }

    /// What it adds to the log-odds of winning, in thousandths.
    pub fn effect(&self) -> i64 {
        self.lead * self.weight
    }
}

/// The winning chance that follows from signs, in ten-thousandths; never certain.
pub fn chance(signs: &[Sign]) -> i64 {
    logistic(signs.iter().map(Sign::effect).sum())
}

/// The chance at log-odds in thousandths, by the table and linear between its values.
fn logistic(odds: i64) -> i64 {
    let (at, rest) = ((odds.abs() / STEP) as usize, odds.abs() % STEP);
    let value = match (CURVE.get(at), CURVE.get(at + 1)) {
        (Some(here), Some(next)) => here + (next - here) * rest / STEP,
        _ => CURVE[CURVE.len() - 1],
    };
    if odds < 0 { CERTAIN - value } else { value }
}

/// What an outcome is to a side: won, lost or drawn.
pub fn of_outcome(outcome: &Value, side: &Id) -> i64 {
    match outcome.get("winner").and_then(Value::as_str) {
        Some(winner) if winner == side.as_str() => CERTAIN,
        Some("none") | None => CERTAIN / 2,
        Some(_) => 0,
    }
}
