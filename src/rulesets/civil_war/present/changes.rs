//! What a ruling changes in a position, in words: forces, leaders, points; the rest by its path.

use std::collections::BTreeSet;

use serde_json::Value;

use crate::board::Hex;
use crate::engine::Position;
use crate::engine::run::to_value;
use crate::report::differences;

use super::super::CivilWar;
use super::super::ledger::{Game, Ledger, Points, Track};
use super::super::pack::Side;
use super::words;

/// Every difference between two positions, a sentence each.
pub fn changes(rules: &CivilWar, before: &Position<CivilWar>, after: &Position<CivilWar>) -> Vec<String> {
    let mut said = Vec::new();
    let (old, new) = (&before.game, &after.game);
    for side in Side::BOTH {
        for hex in hexes(old, side).union(&hexes(new, side)) {
            let (was, is) = (force(old, *hex, side), force(new, *hex, side));
            if was != is {
                let place = words::place(&rules.pack, *hex);
                said.push(format!("{} in {place}: {was}, now {is}.", words::side_cap(side)));
            }
        }
    }
    for piece in old.pieces.keys().collect::<BTreeSet<_>>().union(&new.pieces.keys().collect()) {
        let at = |game: &Game| words::whereabouts(&rules.pack, game, game.pieces.get(piece));
        if at(old) != at(new) {
            said.push(format!("{}: {}, now {}.", words::leader(&rules.pack, piece), at(old), at(new)));
        }
    }
    for side in Side::BOTH {
        let mut points = |what: &str, of: &dyn Fn(&Ledger) -> &Points| {
            for track in Track::ALL {
                let on = |game: &Game| of(game.side(side)).get(&track).copied().unwrap_or(0);
                if on(old) != on(new) {
                    let (whose, name) = (words::possessive(side), words::track(track));
                    said.push(format!("{whose} {name} {what}: {}, now {}.", on(old), on(new)));
                }
            }
        };
        points("command points", &|ledger| &ledger.commands);
        points("strength points that wait", &|ledger| &ledger.reinforcements);
        let (was, is) = (old.side(side).vp, new.side(side).vp);
        if was != is {
            said.push(format!("{} victory points: {was}, now {is}.", words::possessive(side)));
        }
    }
    let controlled: BTreeSet<&Hex> = old.control.keys().chain(new.control.keys()).collect();
    for hex in controlled {
        let by = |game: &Game| {
            let marker = game.control.get(hex);
            marker.map_or("no Control marker".to_owned(), |side| format!("a Control marker of {}", words::side(*side)))
        };
        if by(old) != by(new) {
            said.push(format!("{}: {}, now {}.", words::place(&rules.pack, *hex), by(old), by(new)));
        }
    }
    said.extend(differences(&rest(before), &rest(after)).iter().map(crate::report::Change::words));
    said
}

/// The hexes in which a side has strength points.
fn hexes(game: &Game, side: Side) -> BTreeSet<Hex> {
    game.groups.values().filter(|group| group.side == side).map(|group| group.hex).collect()
}

/// A side's strength points in a hex.
fn force(game: &Game, hex: Hex, side: Side) -> String {
    let sp = game.sp_at(hex, side);
    let moved: u32 = game.groups_at(hex, side).filter(|(_, group)| group.moved).map(|(_, group)| group.sp).sum();
    let mut said = words::sp(sp);
    if moved > 0 {
        said.push_str(&format!(", {moved} of them moved this pulse"));
    }
    if game.demoralized_at(hex, side) {
        said.push_str(", demoralized");
    }
    said
}

/// A position without what is told in words.
fn rest(position: &Position<CivilWar>) -> Value {
    let mut value = to_value(position);
    if let Some(game) = value.get_mut("game").and_then(Value::as_object_mut) {
        for told in ["groups", "pieces", "control"] {
            game.shift_remove(told);
        }
        for ledger in
            game.get_mut("sides").and_then(Value::as_object_mut).into_iter().flat_map(|sides| sides.values_mut())
        {
            if let Some(ledger) = ledger.as_object_mut() {
                for told in ["commands", "reinforcements", "vp"] {
                    ledger.shift_remove(told);
                }
            }
        }
    }
    value
}
