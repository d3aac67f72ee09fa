//! A fleet's answers in mid-turn, and its standing orders.

use crate::CivilWar;
use crate::naval::route::Guns;
use crate::orders::{Answer, FleetStanding, Question};
use crate::pack::{Side, Station, Waters};
use crate::position::ledger::{Game, Hull};

/// What a raider sinks in a turn, in hundredths of a victory point (CW-205); and the value of each additional merchant
/// ship.
const RAID: i64 = 34;
const MERCHANT: i64 = 5;
/// The value of a naval command point used otherwise.
const COMMAND: i64 = 25;

/// The answer to a question about ships; `None` to any other.
pub fn answer(rules: &CivilWar, game: &Game, side: Side, question: &Question) -> Option<Answer> {
    match question {
        Question::Hit { options, .. } => hit(options).map(Answer::Hit),
        Question::Flight { options, .. } => {
            let guns = Guns::new(rules, game, side);
            let best = options.iter().min_by_key(|at| (guns.danger(**at), empty(game, side, **at), **at));
            best.copied().map(Answer::Flight)
        }
        Question::Pursuit { others, commands, .. } => {
            let last = rules.pack.scenario(game.scenario.as_str()).map_or(game.turn, |scenario| scenario.last_turn);
            let most = u32::from(rules.pack.charts.naval.raider_lost_on);
            Some(Answer::Pursuit(pursuit(others + 1, *commands, last.saturating_sub(game.turn).into(), most)))
        }
        _ => None,
    }
}

/// The standing orders of a fleet: they answer for the absent player as he would himself.
pub fn standing(rules: &CivilWar, game: &Game, side: Side) -> Option<FleetStanding> {
    let own = game.squadrons.values().any(|squadron| squadron.side == side);
    let raiders = u32::try_from(game.side(Side::Confederate).navy.at_sea.len()).unwrap_or(u32::MAX);
    if !own && raiders == 0 {
        return None;
    }
    let hits = vec![Hull::Transport(Waters::River), Hull::Transport(Waters::Ocean)];
    let commands = rules.pack.charts.naval.raider_lost_on.into();
    let last = rules.pack.scenario(game.scenario.as_str()).map_or(game.turn, |scenario| scenario.last_turn);
    let turns = last.saturating_sub(game.turn).into();
    let most = rules.pack.charts.naval.raider_lost_on.into();
    let pursuit = (side == Side::Union && raiders > 0).then(|| pursuit(raiders, commands, turns, most));
    Some(FleetStanding { hits, flight: Vec::new(), pursuit })
}

/// Which ship is missed least: transports, those of the rivers first; of ironclads any.
fn hit(options: &[Hull]) -> Option<Hull> {
    let rank = |hull: &&Hull| match hull {
        Hull::Transport(Waters::River) => 0,
        Hull::Transport(Waters::Ocean) => 1,
        Hull::Ship(_) => 2,
    };
    options.iter().min_by_key(rank).cloned()
}

/// Whether no other ship of the side lies at a station.
fn empty(game: &Game, side: Side, at: Station) -> bool {
    game.hulls_at(at, side).is_empty()
}

/// The best number of command points to spend against a number of raiders: each makes it more likely that a raider is
/// sunk, but lets those that get away sink more (3.4b, 8.11.2). `most`: the total of two dice that sinks one.
pub fn pursuit(raiders: u32, commands: u32, turns: i64, most: u32) -> u32 {
    let worth = |spent: u32| {
        let throws = (1..=6u32).flat_map(|one| (1..=6u32).map(move |two| one + two));
        let each = |dice: u32| match dice + spent >= most {
            // It would have gone on for a year on average, if the war lasts so long.
            true => RAID * turns.min(12),
            false => -MERCHANT * i64::from(dice + spent),
        };
        throws.map(each).sum::<i64>() * i64::from(raiders) / 36 - COMMAND * i64::from(spent)
    };
    (0..=commands).max_by_key(|spent| (worth(*spent), std::cmp::Reverse(*spent))).unwrap_or(0)
}
