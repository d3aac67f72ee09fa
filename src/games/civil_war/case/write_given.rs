//! Writes a position as the `given` of a case.

use crate::sorted::SortedMap;

use serde_json::{Map, Value, json};

use crate::document::Id;
use crate::engine::choices::Choice;
use crate::engine::{Pending, Position};

use super::notation;
use crate::pack::Side;
use crate::position::ledger::{Game, Place};
use crate::sequence::Stage;
use crate::{CivilWar, Procedure, homefront};

/// What `given` says of a position, as far as its notation reaches.
pub fn given(rules: &CivilWar, position: &Position<CivilWar>) -> Value {
    let game = &position.game;
    let Value::Object(mut given) = notation(rules, position) else { return Value::Null };
    given.remove("mississippi_lost");
    given.insert("scenario".to_owned(), json!(game.scenario));
    given.insert("control".to_owned(), markers(rules, game));
    match (&game.pulse, &position.pending) {
        (Some(pulse), Some(Pending::Orders { .. })) => {
            given.insert("pulses".to_owned(), json!(pulse.number));
        }
        _ => {
            for key in ["phasing", "winner", "difference", "left", "free"] {
                given.remove(key);
            }
            let moment = match position.stack.as_slice() {
                [Procedure::Turn(turn)] => match turn.stage {
                    Stage::Reinforcement => Some("start"),
                    Stage::Raiders => Some("raiders"),
                    Stage::Blockade => Some("blockade"),
                    Stage::Close => Some("rally"),
                    _ => None,
                },
                _ => None,
            };
            given.extend(moment.map(|moment| ("at".to_owned(), json!(moment))));
        }
    }
    for side in Side::BOTH {
        if let Some(own) = given.get_mut(side.as_str()).and_then(Value::as_object_mut) {
            own.insert("at".to_owned(), stacks(rules, position, side));
            own.extend(position.standing.get(&side.id()).map(|standing| ("standing".to_owned(), json!(standing))));
            if side == Side::Confederate
                && let Some(commands) = own.get_mut("commands").and_then(Value::as_object_mut)
            {
                commands.remove("naval");
            }
            own.retain(|key, value| key == "commands" || !is_empty(value));
        }
    }
    let committed = |choice: &Choice| choice.commitments.keys().cloned().collect::<Vec<Id>>();
    let committed = position.choices.iter().map(|(id, choice)| (id.to_string(), json!(committed(choice))));
    given.insert("committed".to_owned(), Value::Object(committed.collect()));
    if position.asked > 0 {
        given.insert("asked".to_owned(), json!(position.asked));
    }
    given.retain(|_, value| !is_empty(value));
    // States may all have had their militia out, or none.
    given.insert("militia".to_owned(), json!(game.militia));
    Value::Object(given)
}

/// The Control markers, and `nobody` where there is none although a neutral state's rails would bring one (11.2.5).
fn markers(rules: &CivilWar, game: &Game) -> Value {
    let mut brought = game.clone();
    homefront::take_rails_of_joined(rules, &mut brought);
    let marker = |hex| game.control.get(hex).map_or_else(|| json!("nobody"), |side| json!(side));
    Value::Object(brought.control.keys().map(|hex| (hex.to_string(), marker(hex))).collect())
}

/// Whether a value is empty, so that it need not be written.
fn is_empty(value: &Value) -> bool {
    match value {
        Value::Null | Value::Bool(false) => true,
        Value::Object(fields) => fields.is_empty(),
        Value::Array(items) => items.is_empty(),
        _ => false,
    }
}

/// A side's units on the ground, hex by hex, those of each army separately.
fn stacks(rules: &CivilWar, position: &Position<CivilWar>, side: Side) -> Value {
    let game = &position.game;
    let mut stacks: SortedMap<String, Map<String, Value>> = SortedMap::new();
    let add = |within: &mut Map<String, Value>, key: &str, sp: u32| {
        let sum = within.get(key).and_then(Value::as_u64).unwrap_or(0) + u64::from(sp);
        within.insert(key.to_owned(), json!(sum));
    };
    let list = |within: &mut Map<String, Value>, key: &str, item: Value| {
        if let Some(items) = within.entry(key).or_insert_with(|| json!([])).as_array_mut() {
            items.push(item);
        }
    };
    let corps = |stack: &mut Map<String, Value>, army: &str, put: &dyn Fn(&mut Map<String, Value>)| {
        let armies = stack.entry("armies").or_insert_with(|| json!({}));
        if let Some(armies) = armies.as_object_mut()
            && let Some(one) = armies.entry(army).or_insert_with(|| json!({})).as_object_mut()
        {
            put(one);
        }
    };
    for group in game.groups.values().filter(|group| group.side == side) {
        let stack = stacks.entry(group.hex.to_string()).or_default();
        match &group.army {
            Some(army) => corps(stack, army.as_str(), &|one| add(one, "sp", group.sp)),
            None if group.unit.is_some() => {
                let rangers = group.unit == Some(crate::pack::Unit::TexasRanger);
                add(stack, if rangers { "texas_rangers" } else { "civilized_indians" }, group.sp);
            }
            None => {
                add(stack, "sp", group.sp);
                if group.moved {
                    add(stack, "moved", group.sp);
                }
            }
        }
        if group.demoralized {
            stack.insert("demoralized".to_owned(), json!(true));
        }
    }
    for (piece, hex) in game.leaders_on_map(&rules.pack, side) {
        let Some(Place::Map { moved, army, down, .. }) = game.pieces.get(&piece) else { continue };
        let stack = stacks.entry(hex.to_string()).or_default();
        match army {
            Some(army) => corps(stack, army.as_str(), &|one| list(one, "leaders", json!(piece))),
            None => list(stack, "leaders", json!(piece)),
        }
        for (key, is) in [("down", *down), ("leaders_moved", *moved)] {
            if is {
                list(stack, key, json!(piece));
            }
        }
    }
    for (&hex, _) in game.depots.iter().filter(|(_, owner)| **owner == side) {
        stacks.entry(hex.to_string()).or_default().insert("depot".to_owned(), json!(true));
    }
    json!(stacks)
}

/// A position whose groups and squadrons are numbered by where and what they are.
pub fn normalized(position: &Position<CivilWar>) -> Position<CivilWar> {
    let mut position = position.clone();
    let game = &mut position.game;
    game.groups = numbered(std::mem::take(&mut game.groups));
    game.squadrons = numbered(std::mem::take(&mut game.squadrons));
    position
}

fn numbered<T: serde::Serialize>(things: SortedMap<u32, T>) -> SortedMap<u32, T> {
    let mut things: Vec<T> = things.into_values().collect();
    things.sort_by_cached_key(|thing| json!(thing).to_string());
    (1..).zip(things).collect()
}
