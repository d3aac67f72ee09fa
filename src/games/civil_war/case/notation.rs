//! Writes a position in the notation of cases.

use crate::sorted::{SortedMap, SortedSet};

use serde_json::{Value, json};

use crate::board::Hex;
use crate::engine::Position;

use crate::CivilWar;
use crate::pack::{Side, Station, Unit};
use crate::position::ledger::{ArmyPlace, Game, Hulls, Piece, Place, Tribes};

/// A position in the notation of cases: the `given` that would describe it.
pub fn notation(rules: &CivilWar, position: &Position<CivilWar>) -> Value {
    let game = &position.game;
    let mut position_fields = serde_json::Map::new();
    position_fields.insert("turn".to_owned(), json!(game.turn));
    position_fields.insert("table_uses".to_owned(), json!(game.table_uses));
    position_fields.insert("table_total".to_owned(), json!(game.table_total));
    if let Some(pulse) = &game.pulse {
        position_fields.insert("phasing".to_owned(), json!(pulse.phasing));
        position_fields.insert("winner".to_owned(), json!(pulse.winner));
        position_fields.insert("difference".to_owned(), json!(pulse.difference));
        position_fields.insert("left".to_owned(), json!(pulse.left));
        position_fields.insert("free".to_owned(), json!(pulse.free));
    }
    position_fields.insert("control".to_owned(), json!(game.control));
    position_fields.insert("works".to_owned(), json!(game.works));
    position_fields.insert("converted".to_owned(), json!(game.converted));
    position_fields.insert("militia".to_owned(), json!(game.militia));
    position_fields.insert("net".to_owned(), json!(game.net));
    position_fields.insert("mississippi_lost".to_owned(), json!(game.mississippi_lost));
    position_fields.insert("washington_held".to_owned(), json!(game.washington_held));
    position_fields.insert("isolated".to_owned(), json!(game.isolated));
    position_fields.insert("intervention".to_owned(), json!(game.intervention));
    if game.hidden.is_some() {
        position_fields.insert("hidden_leaders".to_owned(), json!(true));
    }
    if !game.options.is_plain() {
        position_fields.insert("options".to_owned(), json!(game.options));
    }
    if game.tribes != Tribes::default() {
        position_fields.insert("tribes".to_owned(), json!(game.tribes));
    }
    if !game.identified.is_empty() {
        position_fields.insert("identified".to_owned(), json!(game.identified));
    }
    for side in Side::BOTH {
        let mut stacks: SortedMap<Hex, serde_json::Map<String, Value>> = SortedMap::new();
        for group in game.groups.values().filter(|group| group.side == side) {
            let stack = stacks.entry(group.hex).or_default();
            let add = |stack: &mut serde_json::Map<String, Value>, key: &str| {
                let sum = stack.get(key).and_then(Value::as_u64).unwrap_or(0) + u64::from(group.sp);
                stack.insert(key.to_owned(), json!(sum));
            };
            match group.unit {
                None => add(stack, "sp"),
                Some(Unit::TexasRanger) => add(stack, "texas_rangers"),
                Some(Unit::CivilizedIndian) => add(stack, "civilized_indians"),
            }
            if group.moved && group.unit.is_none() {
                add(stack, "moved");
            }
            if group.demoralized {
                stack.insert("demoralized".to_owned(), json!(true));
            }
        }
        let mut at: SortedMap<Hex, Vec<Piece>> = SortedMap::new();
        for (piece, hex) in game.leaders_on_map(&rules.pack, side) {
            at.entry(hex).or_default().push(piece);
        }
        for (army, hex) in crate::leaders::army::on_map(rules, game, side) {
            let stack = stacks.entry(hex).or_default();
            stack.insert("army".to_owned(), json!(army));
            let armies = stack.entry("armies").or_insert_with(|| json!({}));
            armies[army.as_str()] = json!({
                "sp": crate::leaders::army::sp(game, army),
                "leaders": crate::leaders::army::leaders(game, army),
                "commander": crate::leaders::army::commander(rules, game, army),
            });
        }
        for (&hex, _) in game.depots.iter().filter(|(_, owner)| **owner == side) {
            stacks.entry(hex).or_default().insert("depot".to_owned(), json!(true));
        }
        for (hex, leaders) in at {
            let hidden = |piece: &&Piece| matches!(game.pieces.get(*piece), Some(Place::Map { down: true, .. }));
            let down: Vec<&Piece> = leaders.iter().filter(hidden).collect();
            let stack = stacks.entry(hex).or_default();
            if !down.is_empty() {
                stack.insert("down".to_owned(), json!(down));
            }
            stack.insert("leaders".to_owned(), json!(leaders));
        }
        let own = |place: &dyn Fn(&Place) -> bool| -> Vec<Piece> {
            let pieces = game.pieces.iter().filter(|(_, at)| place(at)).map(|(piece, _)| piece.clone());
            pieces.filter(|piece| crate::position::ledger::side_of(&rules.pack, piece) == Some(side)).collect()
        };
        let track: SortedMap<String, u8> = own(&|at| matches!(at, Place::Track(_)))
            .into_iter()
            .filter_map(|piece| match game.pieces.get(&piece) {
                Some(Place::Track(due)) => Some((piece.to_string(), *due)),
                _ => None,
            })
            .collect();
        let captives: SortedMap<String, u8> = own(&|at| matches!(at, Place::Captive(_)))
            .into_iter()
            .filter_map(|piece| match game.pieces.get(&piece) {
                Some(Place::Captive(since)) => Some((piece.to_string(), *since)),
                _ => None,
            })
            .collect();
        let ledger = game.side(side);
        let entry = json!({
            "at": stacks,
            "ships": fleets(rules, game, side),
            "navy": ledger.navy,
            "commands": ledger.commands,
            "reinforcements": ledger.reinforcements,
            "pool": own(&|at| *at == Place::Pool),
            "track": track,
            "killed": own(&|at| *at == Place::Killed),
            "discarded": own(&|at| *at == Place::Discarded),
            "removed": own(&|at| *at == Place::Removed),
            "destroyed": game.armies.iter().filter(|(army, place)| {
                **place == ArmyPlace::Destroyed && rules.pack.charts.armies.get(*army).is_some_and(|data| data.side == side)
            }).map(|(army, _)| army).collect::<Vec<_>>(),
            "rail_used": ledger.rail_used,
            "bound": ledger.bound,
            "priorities": ledger.priorities,
            "burnt": ledger.burnt,
            "vp": ledger.vp,
            "lost": ledger.lost,
        });
        let draws = game.hidden.as_ref().map(|hidden| ("draws".to_owned(), json!(hidden.draws(side))));
        // Only the variant leader system has these.
        let terminated = own(&|at| *at == Place::Terminated);
        let variant = [
            ("captives", (!captives.is_empty()).then(|| json!(captives))),
            ("terminated", (!terminated.is_empty()).then(|| json!(terminated))),
        ];
        let variant = variant.into_iter().filter_map(|(key, value)| Some((key.to_owned(), value?)));
        let fields = entry.as_object().into_iter().flatten().map(|(key, value)| (key.clone(), value.clone()));
        position_fields.insert(side.as_str().to_owned(), fields.chain(draws).chain(variant).collect());
    }
    Value::Object(position_fields)
}

/// A side's ships on the map, in the notation of cases.
fn fleets(rules: &CivilWar, game: &Game, side: Side) -> SortedMap<Station, Value> {
    let at: SortedSet<Station> = game.squadrons.values().filter(|one| one.side == side).map(|one| one.at).collect();
    let ships_value = |at: Station| {
        let Hulls { ships, river, ocean } = game.hulls_at(at, side);
        let moved = game.squadrons_at(at, side).any(|(_, squadron)| squadron.moved);
        let leaders = game.afloat_at(&rules.pack, at, side);
        json!({"ships": ships, "river": river, "ocean": ocean, "leaders": leaders, "moved": moved})
    };
    at.into_iter().map(|at| (at, ships_value(at))).collect()
}
