//! What a ruling changes in a position, in words: forces, leaders, points; anything else by its path.

use crate::sorted::SortedSet;

use serde_json::Value;

use crate::board::Hex;
use crate::engine::Position;
use crate::engine::run::to_value;
use crate::report::differences;

use super::{leader_location, vocabulary};
use crate::CivilWar;
use crate::pack::Side;
use crate::position::ledger::{ArmyPlace, Game, Ledger, Points, Track, Works};
use crate::report::grammar::capital;

/// Every difference between two positions, a sentence each.
pub fn changes(rules: &CivilWar, before: &Position<CivilWar>, after: &Position<CivilWar>) -> Vec<String> {
    let mut said = Vec::new();
    let (old, new) = (&before.game, &after.game);
    for side in Side::BOTH {
        for hex in hexes(old, side).union(&hexes(new, side)) {
            let (was, is) = (force(old, *hex, side), force(new, *hex, side));
            if was != is {
                let place = vocabulary::place(&rules.pack, *hex);
                said.push(format!("{} in {place}: {was}, now {is}.", vocabulary::side_cap(side)));
            }
        }
    }
    for piece in old.pieces.keys().collect::<SortedSet<_>>().union(&new.pieces.keys().collect()) {
        let at = |game: &Game| leader_location::whereabouts(&rules.pack, game, game.pieces.get(piece));
        if at(old) != at(new) {
            said.push(format!("{}: {}, now {}.", vocabulary::leader(&rules.pack, piece), at(old), at(new)));
        }
    }
    for side in Side::BOTH {
        let mut points = |what: &str, of: &dyn Fn(&Ledger) -> &Points| {
            for track in Track::in_play(true) {
                let on = |game: &Game| of(game.side(side)).get(&track).copied().unwrap_or(0);
                if on(old) != on(new) {
                    let (whose, name) = (vocabulary::possessive(side), vocabulary::track(track));
                    said.push(format!("{whose} {name} {what}: {}, now {}.", on(old), on(new)));
                }
            }
        };
        points("command points", &|ledger| &ledger.commands);
        points("reinforcements waiting", &|ledger| &ledger.reinforcements);
        let (was, is) = (old.side(side).vp, new.side(side).vp);
        if was != is {
            said.push(format!("{} victory points: {was}, now {is}.", vocabulary::possessive(side)));
        }
    }
    for id in old.armies.keys().collect::<SortedSet<_>>().union(&new.armies.keys().collect()) {
        let at = |game: &Game| match game.armies.get(*id) {
            None => "not formed".to_owned(),
            Some(ArmyPlace::At(hex)) => format!("in {}", vocabulary::place(&rules.pack, *hex)),
            Some(ArmyPlace::Destroyed) => "eliminated".to_owned(),
        };
        if at(old) != at(new) {
            let name = capital(&vocabulary::army(&rules.pack, id));
            said.push(format!("{name}: {}, now {}.", at(old), at(new)));
        }
    }
    for hex in old.depots.keys().collect::<SortedSet<_>>().union(&new.depots.keys().collect()) {
        let of = |game: &Game| {
            let depot = game.depots.get(*hex);
            depot.map_or("no depot".to_owned(), |side| format!("a depot of {}", vocabulary::side(*side)))
        };
        if of(old) != of(new) {
            said.push(format!("{}: {}, now {}.", vocabulary::place(&rules.pack, **hex), of(old), of(new)));
        }
    }
    for hex in old.works.keys().collect::<SortedSet<_>>().union(&new.works.keys().collect()) {
        let of = |game: &Game| match game.works.get(*hex) {
            None => "nothing built or destroyed".to_owned(),
            Some(Works::Held { side, kind }) => format!("a {} of {}", vocabulary::fort(*kind), vocabulary::side(*side)),
            Some(Works::Razed) => "its fortification destroyed".to_owned(),
        };
        if of(old) != of(new) {
            said.push(format!("{}: {}, now {}.", vocabulary::place(&rules.pack, **hex), of(old), of(new)));
        }
    }
    let controlled: SortedSet<&Hex> = old.control.keys().chain(new.control.keys()).collect();
    for hex in controlled {
        let by = |game: &Game| {
            let marker = game.control.get(hex);
            marker.map_or("no Control marker".to_owned(), |side| {
                format!("a Control marker of {}", vocabulary::side(*side))
            })
        };
        if by(old) != by(new) {
            said.push(format!("{}: {}, now {}.", vocabulary::place(&rules.pack, *hex), by(old), by(new)));
        }
    }
    said.extend(differences(&rest(before), &rest(after)).iter().map(crate::report::Change::words));
    said
}

/// The hexes in which a side has strength points.
fn hexes(game: &Game, side: Side) -> SortedSet<Hex> {
    game.groups.values().filter(|group| group.side == side).map(|group| group.hex).collect()
}

/// A side's strength points in a hex.
fn force(game: &Game, hex: Hex, side: Side) -> String {
    let sp = game.sp_at(hex, side);
    let moved = game.ordinary_at(hex, side) - game.fresh_at(hex, side);
    let mut said = vocabulary::sp(sp);
    if moved > 0 {
        said.push_str(&format!(", {moved} of them moved this pulse"));
    }
    if game.demoralized_at(hex, side) {
        said.push_str(", demoralized");
    }
    said
}

/// A position without what is described in words.
fn rest(position: &Position<CivilWar>) -> Value {
    let mut value = to_value(position);
    if let Some(game) = value.get_mut("game").and_then(Value::as_object_mut) {
        for field in ["groups", "pieces", "control", "armies", "depots", "works"] {
            game.shift_remove(field);
        }
        for ledger in
            game.get_mut("sides").and_then(Value::as_object_mut).into_iter().flat_map(|sides| sides.values_mut())
        {
            if let Some(ledger) = ledger.as_object_mut() {
                for field in ["commands", "reinforcements", "vp"] {
                    ledger.shift_remove(field);
                }
            }
        }
    }
    value
}
