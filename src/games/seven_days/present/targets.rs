//! What a player can point at on the map: areas, units and leaders.

use crate::engine::run::to_value;
use crate::report::Target;

use super::picture::Scene;
use super::vocabulary;
use crate::SevenDays;
use crate::board::Area;
use crate::position::ledger::Game;

/// Every area, and every unit and leader on the map.
pub fn targets(rules: &SevenDays, game: &Game) -> Vec<Target> {
    let Ok(scene) = Scene::full_map(rules) else { return Vec::new() };
    let pack = &rules.pack;
    let count = |area: Area| game.units.values().filter(|state| state.at == area).count();
    let area = |&area: &Area| {
        let units = match count(area) {
            0 => String::new(),
            1 => "1 unit".to_owned(),
            units => format!("{units} units"),
        };
        let target = Target::place(to_value(&area), vocabulary::place(pack, area), scene.corners(area));
        target.of(Some(game.control(area).id())).described(units)
    };
    let mut targets: Vec<Target> = pack.map.areas.keys().map(area).collect();
    targets.extend(game.units.iter().filter_map(|(id, state)| {
        let side = rules.side_of(id)?.id();
        let worn = if state.exhausted { ", Exhausted" } else { ", Fresh" };
        let target = Target::piece(id.as_str(), vocabulary::unit(pack, id), &side).at(to_value(&state.at));
        Some(target.described(vocabulary::unit_with_factors(pack, id) + worn))
    }));
    targets.extend(game.leaders.iter().filter_map(|(id, state)| {
        let (side, at) = (rules.side_of(id)?.id(), game.leader_at(id)?);
        let target = Target::piece(id.as_str(), vocabulary::leader(pack, id), &side).at(to_value(&at));
        Some(target.described(if state.inactive { "leader, Inactive" } else { "leader, Active" }))
    }));
    targets
}
