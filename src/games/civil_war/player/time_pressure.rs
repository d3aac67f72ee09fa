//! The state of the war against the calendar: the Union has to win it by a date, and the Confederacy must not lose it.

use crate::CivilWar;
use crate::pack::Side;
use crate::position::ledger::Game;
use crate::victory::{self, Score};

use super::weights::Weights;

/// The margin that the Union should have by the end of a turn to be on course for the election and the end (17.3,
/// CW-277), interpolated between these points.
const COURSE: [(i64, i64); 6] = [(1, 12), (4, 32), (9, 45), (14, 56), (17, 65), (19, 115)];

/// How hard time presses a side, from 0 to 100: the Union always a little, and the more the further it is behind its
/// course.
pub fn pressure(rules: &CivilWar, game: &Game, side: Side) -> i64 {
    if side == Side::Confederate || !victory::is_running(rules, game) {
        return 0;
    }
    let weights = Weights::of(side);
    let behind = wanted_margin(game.turn.into()) - Score::of(rules, game).margin();
    (weights.press_base + 2 * behind).clamp(weights.press_least, 100)
}

/// The margin wanted by the end of a turn.
fn wanted_margin(turn: i64) -> i64 {
    let after = COURSE.iter().position(|&(at, _)| at >= turn).unwrap_or(COURSE.len() - 1).max(1);
    let ((t0, m0), (t1, m1)) = (COURSE[after - 1], COURSE[after]);
    m0 + (m1 - m0) * (turn.clamp(t0, t1) - t0) / (t1 - t0)
}

/// The value, in hundredths of a victory point, of an own strength point and of an enemy one when a side attacks: a
/// pressed side values its own less.
pub fn strength_point_values(side: Side, press: i64) -> (i64, i64) {
    let (own, theirs) = (Weights::of(side).sp, Weights::of(side.other()).sp);
    (own - own * press / 300, theirs + theirs * press / 400)
}
