//! Writes a position as the `given` of a case.

use serde_json::{Value, json};

use crate::engine::{Pending, Position};

use super::notation;
use crate::SevenDays;
use crate::position::ledger::Phase;

/// The `given` that describes a position, as far as the notation allows.
pub fn given(rules: &SevenDays, position: &Position<SevenDays>) -> Value {
    let game = &position.game;
    let Value::Object(mut given) = notation(rules, position) else { return Value::Null };
    for key in ["phase", "advantage_used_by", "exchanged", "current"] {
        given.remove(key);
    }
    let asked = matches!(position.pending, Some(Pending::Orders { .. }));
    let moment = match game.phase {
        Phase::Bids => "bids",
        Phase::Dawn => "dawn",
        Phase::Night if asked => "night",
        Phase::Night | Phase::End => "end",
        Phase::Daylight => "daylight",
    };
    given.insert("at".to_owned(), json!(moment));
    given.insert("scenario".to_owned(), json!(game.scenario));
    if position.asked > 0 {
        given.insert("asked".to_owned(), json!(position.asked));
    }
    given.insert("options".to_owned(), json!(game.options));
    if game.phase != Phase::Daylight {
        given.remove("impulse");
    }
    if !asked {
        given.remove("active");
    }
    if !game.options.bridges {
        given.remove("bridges");
    }
    given.retain(|_, value| match value {
        Value::Null | Value::Bool(false) => false,
        Value::Object(fields) => !fields.is_empty(),
        Value::Array(items) => !items.is_empty(),
        _ => true,
    });
    Value::Object(given)
}

/// A position without the assignment of seats to sides.
pub fn normalized(position: &Position<SevenDays>) -> Position<SevenDays> {
    let mut position = position.clone();
    position.game.exchanged = false;
    position
}
