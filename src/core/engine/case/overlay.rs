//! The case notation of games that have none of their own: the set-up of a scenario, in which keys of the ledger are
//! replaced.

use crate::sorted::SortedMap;

use serde_json::{Map, Value, json};

use crate::document::{Id, Problem, decode_at};
use crate::engine::{Pending, Position, Ruleset};

/// The position that a case describes. `scenario` is the default scenario.
///
/// # Errors
/// A key is not known, or its value does not fit.
pub fn position<R: Ruleset>(rules: &R, scenario: &str, given: &Value) -> Result<Position<R>, Problem> {
    let Value::Object(mut given) = given.clone() else {
        return Err(Problem::new("this is not a mapping")
            .in_path("given")
            .advice("write the keys that are not as set up"));
    };
    let mut beside = |key: &str| given.shift_remove(key);
    let scenario = beside("scenario").unwrap_or_else(|| json!(scenario));
    let scenario: Id = decode_at(None, "given.scenario", &scenario)?;
    let options: Map<String, Value> =
        decode_at(None, "given.options", &beside("options").unwrap_or_else(|| json!({})))?;
    let active = beside("active").map(|side| decode_at::<Id>(None, "given.active", &side)).transpose()?;
    let standing = beside("standing").unwrap_or_else(|| json!({}));
    let standing: SortedMap<Id, R::Standing> = decode_at(None, "given.standing", &standing)?;
    let asked = decode_at(None, "given.asked", &beside("asked").unwrap_or_else(|| json!(0)))?;
    let mut position = rules.setup(&scenario, &options).map_err(|problem| problem.under("given"))?;
    let mut game = json!(position.game);
    if let Some(ledger) = game.as_object_mut() {
        ledger.extend(given);
    }
    position.game = decode_at(None, "given", &game)?;
    if let Some(side) = active {
        if !rules.sides().contains(&side) {
            return Err(Problem::new(format!("there is no side '{side}'")).in_path("given.active"));
        }
        position.stack = rules.orders_of(&side);
        position.pending = Some(Pending::Orders { side });
    }
    (position.standing, position.asked) = (standing, asked);
    Ok(position)
}

/// The position in this notation, which is also its `given`.
pub fn notation<R: Ruleset>(position: &Position<R>) -> Value {
    let mut written = json!(position.game);
    let beside = json!({"standing": position.standing, "asked": position.asked});
    if let (Some(ledger), Value::Object(beside)) = (written.as_object_mut(), beside) {
        ledger.extend(beside);
        if let Some(Pending::Orders { side }) = &position.pending {
            ledger.insert("active".to_owned(), json!(side));
        }
    }
    written
}
