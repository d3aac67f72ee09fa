//! What a player can point at on the map: hexes with what stands in them, leaders and armies.

use crate::document::Id;
use crate::engine::run::to_value;
use crate::report::Target;

use super::picture::Scene;
use super::show::{hexes, one_leader};
use super::vocabulary;
use crate::CivilWar;
use crate::board::Hex;
use crate::leaders::army;
use crate::movement::territory;
use crate::pack::Side;
use crate::position::ledger::{Game, Group, Place, side_of};
use crate::sorted::SortedMap;

/// Every hex; every leader on the map whose name is known; every army.
pub fn targets(rules: &CivilWar, game: &Game) -> Vec<Target> {
    let pack = &rules.pack;
    let scene = Scene::full_map(rules, Some(game));
    let mut forces: SortedMap<Hex, Vec<String>> = SortedMap::new();
    for group in game.groups.values() {
        forces.entry(group.hex).or_default().push(force(group));
    }
    let hex = |(hex, _)| {
        let name = vocabulary::place(pack, hex);
        let held = territory::controller(rules, game, hex).map(|side: Side| side.id());
        let ground = hexes::western_ground(rules, game, hex).into_iter().map(|(_, words)| words);
        let state: Vec<String> = forces.get(&hex).into_iter().flatten().cloned().chain(ground).collect();
        let state = state.join("; ");
        Target::place(to_value(&hex), name, scene.corners(hex).to_vec()).of(held).described(state)
    };
    let mut targets: Vec<Target> = scene.hexes().map(hex).collect();
    let piece =
        |id: &Id, name: String, side: Side, hex: Hex| Target::piece(id.as_str(), name, &side.id()).at(to_value(&hex));
    targets.extend(game.pieces.iter().filter_map(|(one, place)| {
        let Place::Map { hex, down: false, .. } = place else { return None };
        let name = vocabulary::leader_name(pack, &one.leader).to_owned();
        let target = piece(&one.leader, name, side_of(pack, one)?, *hex);
        Some(target.described(one_leader(rules, game, one)))
    }));
    for side in Side::BOTH {
        let armies = army::on_map(rules, game, side);
        targets.extend(armies.map(|(army, hex)| piece(army, vocabulary::army_name(pack, army), side, hex)));
    }
    targets
}

/// `8 Union strength points, demoralized`.
fn force(group: &Group) -> String {
    let [moved, demoralized] = [(group.moved, ", have moved"), (group.demoralized, ", demoralized")]
        .map(|(is, words)| if is { words } else { "" });
    format!("{}, {}{demoralized}{moved}", group.side.title(), vocabulary::sp_of(group.sp, group.unit))
}
