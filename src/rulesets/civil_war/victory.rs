//! Victory points and who wins (3.10, 4.1; the scenario's own awards).

use serde_json::Value;

use crate::engine::Events;

use super::events::{Event, Score};
use super::ledger::{Game, Track};
use super::pack::{Scenario, Side};
use super::{CivilWar, territory};

/// The war beyond the map (CW-5): in each theater of the scenario's list, the side that burnt more points of that
/// theater's track this turn scores.
pub fn elsewhere(game: &mut Game, scenario: &Scenario, events: &mut Events) {
    for (&theater, &points) in &scenario.elsewhere.points {
        let burnt = |side: Side| game.side(side).burnt.get(&Track::of(theater)).copied().unwrap_or(0);
        let (union, confederate) = (burnt(Side::Union), burnt(Side::Confederate));
        let side = match union.cmp(&confederate) {
            std::cmp::Ordering::Greater => Side::Union,
            std::cmp::Ordering::Less => Side::Confederate,
            std::cmp::Ordering::Equal => continue,
        };
        let vp = i64::from(points);
        game.side_mut(side).vp += vp;
        events.emit("CW-5", &Event::Scored { side, vp, cause: Score::Elsewhere { theater } });
    }
}

/// The points of cities that a side controls in ground that is not friendly to it.
pub fn city_points(rules: &CivilWar, game: &Game, side: Side) -> u32 {
    let cities = rules.pack.map.hexes().filter_map(|(hex, data)| Some((hex, data.city.as_ref()?)));
    let won = cities.filter(|(hex, city)| {
        let state = rules.pack.map.states.get(&city.state);
        let home = state.is_some_and(|state| state.friendly_to == Some(side));
        !home && territory::controller(rules, game, *hex) == Some(side)
    });
    won.map(|(_, city)| u32::from(city.vp)).sum()
}

/// The last reckoning: ground is scored, and the winner named.
pub fn reckon(rules: &CivilWar, game: &mut Game, scenario: &Scenario, events: &mut Events) -> Value {
    let awards = &scenario.victory.awards;
    for side in Side::BOTH {
        let points = city_points(rules, game, side);
        let vp = i64::from(points) * i64::from(awards.city_factor);
        if vp > 0 {
            game.side_mut(side).vp += vp;
            events.emit("CW-7", &Event::Scored { side, vp, cause: Score::Cities { points } });
        }
    }
    let (union, confederate) = (game.side(Side::Union).vp, game.side(Side::Confederate).vp);
    let difference =
        i32::try_from(union - confederate).unwrap_or(if union > confederate { i32::MAX } else { i32::MIN });
    let (winner, level) = scenario.victory.verdict(difference);
    events.emit("CW-7", &Event::Ended { union, confederate, winner, level });
    let mut outcome = serde_json::json!({"level": level, "points": {"union": union, "confederate": confederate}});
    if let Some(winner) = winner {
        outcome["winner"] = serde_json::json!(winner);
    }
    outcome
}
