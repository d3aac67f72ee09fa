//! What a sensible player answers in mid-turn.

use crate::sorted::SortedSet;

use serde_json::{Value, json};

use crate::board::Area;

use super::board::build_search;
use super::evaluation::Evaluator;
use super::search_context::side_index;
use crate::orders::{Answer, Losses, Question, Standing};
use crate::pack::Side;
use crate::position::ledger::{Bid, Game};
use crate::{SevenDays, phases::bids};

/// A sensible answer: what standing orders answer by themselves, and otherwise with regard to the enemy.
pub fn answer(rules: &SevenDays, game: &Game, side: Side, question: &Question) -> Option<Answer> {
    let (context, board) = build_search(rules, game, side);
    let evaluator = Evaluator::new(&context);
    let worth = |area| evaluator.as_ref().map_or(0, |evaluator| evaluator.area_values[context.area_index(area)]);
    let power = |side: Side, area| board.nearby_strength[side_index(side)][context.area_index(area)];
    Some(match question {
        // It also makes Lee Commands possible; the Union keeps the Advantage for a Heroic Defense.
        Question::Rouse { .. } => Answer::Rouse(side == Side::Confederate),
        Question::Train { from, .. } => {
            let (ours, theirs) = (power(side, *from), power(side.other(), *from));
            Answer::Train(2 * theirs > ours)
        }
        Question::Heroic { area, points } => Answer::Heroic(*points >= if worth(*area) >= 300 { 2 } else { 4 }),
        Question::Losses { area, points, forward } => {
            let wanted = if worth(*area) >= 300 { Losses::Hold } else { Losses::Spare };
            Answer::Losses(rules.losses_by(game, (*area, side), *points, forward, wanted))
        }
        Question::Withdraw { area, units } => {
            let fresh = game.has_fresh(&rules.pack, *area, side);
            let goes = !fresh && worth(*area) < 300 && game.is_contested(&rules.pack, *area);
            Answer::Withdraw(if goes { units.iter().cloned().collect() } else { SortedSet::new() })
        }
        Question::Screen { area, units } => {
            Answer::Screen(if worth(*area) >= 1000 { SortedSet::new() } else { units.iter().cloned().collect() })
        }
        Question::Retreat { options, .. } => {
            let safe = |area| worth(area) + power(side, area) / 20 - power(side.other(), area) / 20;
            Answer::Retreat(options.iter().rev().copied().max_by_key(|area| safe(*area))?)
        }
        Question::Remove { areas } => {
            // Only entrenchments far behind the front are removed, so that there are markers for the front.
            let spare = !rules.has_marker(game, side);
            let idle = |area: &Area| spare && worth(*area) < 300 && power(side.other(), *area) * 8 < power(side, *area);
            Answer::Remove(areas.iter().copied().filter(idle).collect())
        }
        _ => return rules.standing_order_answer(game, side, &Standing::default(), question),
    })
}

/// A low bid for the side that it would rather play.
pub fn bid(seed: u64) -> Value {
    let side = if seed.is_multiple_of(2) { Side::Confederate } else { Side::Union };
    let bid = u32::try_from(seed % 4).unwrap_or(0).min(bids::MAX_BID);
    json!(Bid { side, bid })
}
