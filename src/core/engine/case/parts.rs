//! What a game declares about its cases.

use schemars::{JsonSchema, SchemaGenerator};
use serde_json::{Value, json};

/// A kind of roll that the game makes.
#[derive(Clone, Copy, Debug)]
pub struct RollKind {
    /// The first word of its purpose.
    pub purpose: &'static str,
    /// What the second word of the purpose names, such as a side or a leader; empty if there is none.
    pub of: &'static str,
    /// The rule under which it is made; several are separated by commas.
    pub rule: &'static str,
    pub dice: usize,
    /// The number of sides of a die; 0 if it depends on the position.
    pub sides: u64,
    /// What the roll is for.
    pub meaning: &'static str,
}

/// The value of [`RollKind::of`] where it is a side.
pub const SIDE: &str = "SIDE";

/// A roll of six-sided dice.
pub const fn roll(
    purpose: &'static str,
    of: &'static str,
    rule: &'static str,
    dice: usize,
    meaning: &'static str,
) -> RollKind {
    RollKind { purpose, of, rule, dice, sides: 6, meaning }
}

/// What a game declares about its cases; its type definitions are in the generator.
#[derive(Debug)]
pub struct CaseParts {
    /// The schema of `given`.
    pub given: Value,
    /// The schema of the game's events, defined under the name `Event`.
    pub event: Value,
    /// The schema of the questions that it asks, defined under the name `Question`.
    pub question: Value,
    /// Every kind of roll.
    pub rolls: &'static [RollKind],
}

impl CaseParts {
    /// The parts of a game with these types for `given`, events and questions, and with these rolls.
    pub fn of<G: JsonSchema, E: JsonSchema, Q: JsonSchema>(
        generator: &mut SchemaGenerator,
        rolls: &'static [RollKind],
    ) -> CaseParts {
        CaseParts { given: part::<G>(generator), event: part::<E>(generator), question: part::<Q>(generator), rolls }
    }

    /// The same for a game whose cases are written with the keys of the ledger ([`super::overlay`]).
    pub fn of_ledger<G: JsonSchema, E: JsonSchema, Q: JsonSchema>(
        generator: &mut SchemaGenerator,
        rolls: &'static [RollKind],
    ) -> CaseParts {
        let ledger = G::json_schema(generator).to_value();
        CaseParts { given: overlaid(&ledger), ..CaseParts::of::<G, E, Q>(generator, rolls) }
    }

    /// The parts of a game about which the schema says nothing.
    pub fn unknown() -> CaseParts {
        CaseParts { given: json!({}), event: json!({}), question: json!({}), rolls: &[] }
    }
}

pub(super) fn part<T: JsonSchema>(generator: &mut SchemaGenerator) -> Value {
    generator.subschema_for::<T>().to_value()
}

/// The keys that `given` may have besides those of the ledger ([`super::overlay`]), and their meaning.
const POSITION_KEYS: [(&str, &str); 5] = [
    ("scenario", "The scenario; the game's first by default."),
    ("options", "Options, as in a charter."),
    ("active", "The side that is asked for orders; without it the scenario begins."),
    ("standing", "Standing orders by side, as in a turn file."),
    ("asked", "How many questions have been asked so far."),
];

/// The schema of `given`, made from that of the ledger by making every key optional.
fn overlaid(ledger: &Value) -> Value {
    let mut schema = ledger.clone();
    if let Some(fields) = schema.as_object_mut() {
        fields.remove("required");
        let known = fields.entry("properties").or_insert_with(|| json!({}));
        POSITION_KEYS.into_iter().for_each(|(key, words)| known[key] = json!({"description": words}));
    }
    schema
}
