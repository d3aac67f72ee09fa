//! Washington held or isolated (3.8, 4.1.6 to 4.1.9).

use crate::engine::Events;
use crate::events::{Event, Phase, Score};
use crate::pack::{Scenario, Side};
use crate::position::ledger::Game;
use crate::{CivilWar, supply};

/// Looks at Washington when the Action Phase is over, before anybody rallies (3.8). A Confederate force there scores,
/// less if it is demoralized or out of supply (4.1.6b), and brings foreign powers in for good (4.1.6c). Without one,
/// Washington is isolated if its railroads do not reach the North, and that scores too (4.1.8, 4.1.8a, 17.2.2, CW-156).
/// Whether such a force is there.
pub fn check_washington(rules: &CivilWar, game: &mut Game, scenario: &Scenario, events: &mut Events) -> bool {
    events.emit("3.8", &Event::Phase { turn: game.turn, phase: Phase::Washington });
    let awards = &scenario.victory.awards;
    let city = scenario.washington;
    if rules.pack.map.hex(city).is_none() {
        return false;
    }
    if game.sp_at(city, Side::Confederate) > 0 {
        let firm = !game.demoralized_at(city, Side::Confederate)
            && supply::in_supply(rules, game, city, Side::Confederate, None);
        let vp = i64::from(if firm { awards.washington_held } else { awards.washington_held_weakly });
        game.washington_held = true;
        game.side_mut(Side::Confederate).vp += vp;
        events.emit(
            "4.1.6b",
            &Event::Scored { side: Side::Confederate, vp, cause: Score::Washington { supplied: firm } },
        );
        if !game.intervention {
            game.intervention = true;
            events.emit("4.1.6c", &Event::Intervention);
        }
        return true;
    }
    if !supply::washington_connected(rules, game, city) {
        let vp = i64::from(awards.washington_isolated);
        game.isolated = true;
        game.side_mut(Side::Confederate).vp += vp;
        events.emit("4.1.8a", &Event::Scored { side: Side::Confederate, vp, cause: Score::Isolated });
    }
    false
}

/// Washington is regained at once when any Union force is there, in supply or not (4.1.7), and relieved at once when
/// its railroads connect with the North again (4.1.9). Points already scored remain (4.1.7, 4.1.9b).
pub fn update_washington(rules: &CivilWar, game: &mut Game, events: &mut Events) {
    let Some(city) = rules.pack.scenarios.get(&game.scenario).map(|scenario| scenario.washington) else { return };
    if game.washington_held && game.sp_at(city, Side::Union) > 0 {
        game.washington_held = false;
        events.emit("4.1.7", &Event::Regained);
    }
    if game.isolated && supply::washington_connected(rules, game, city) {
        game.isolated = false;
        events.emit("4.1.9", &Event::Relieved);
    }
}
