//! A march in sentences: those that go the same way are described together.

use super::event_groups::{Leg, March};
use super::vocabulary;
use crate::pack::Pack;

/// The paths, each once, with those who took it: one sentence each. `costs`: whether to mention Movement Factors.
pub fn sentences(pack: &Pack, march: &March, costs: bool) -> Vec<String> {
    let mut ways: Vec<Leg> = Vec::new();
    for leg in &march.legs {
        match ways.iter_mut().find(|way| (way.from, &way.path, way.cost) == (leg.from, &leg.path, leg.cost)) {
            Some(way) => {
                way.units.extend(leg.units.iter().cloned());
                way.leaders.extend(leg.leaders.iter().cloned());
            }
            None => ways.push(leg.clone()),
        }
    }
    ways.iter().map(|way| words(pack, way, costs)).collect()
}

fn words(pack: &Pack, way: &Leg, costs: bool) -> String {
    let who = vocabulary::units_and_leaders(pack, &way.units, &way.leaders).unwrap_or_else(|| "Nobody".to_owned());
    let go = if vocabulary::is_singular(&way.units, &way.leaders) { "moves" } else { "move" };
    let mut text = format!("{who} {go} from {}", vocabulary::place(pack, way.from));
    if let Some((to, by)) = way.path.split_last() {
        if !by.is_empty() {
            text.push_str(&format!(" through {}", vocabulary::places(pack, by)));
        }
        text.push_str(&format!(" to {}", vocabulary::place(pack, *to)));
    }
    if costs {
        text.push_str(&format!(" for {}", vocabulary::plural(way.cost, "Movement Factor")));
    }
    text + "."
}
