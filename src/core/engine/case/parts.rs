//! What a game says of its cases.

use schemars::{JsonSchema, SchemaGenerator};
use serde_json::{Value, json};

/// A kind of roll that a game makes.
#[derive(Clone, Copy, Debug)]
pub struct RollKind {
    /// The first word of its purpose.
    pub purpose: &'static str,
    /// What the second word names: a side, a leader; nothing where there is none.
    pub of: &'static str,
    /// The rule under which it is made; several are divided by commas.
    pub rule: &'static str,
    pub dice: usize,
    /// How many sides a die has; 0 where that depends on the position.
    pub sides: u64,
    /// What is rolled for.
    pub meaning: &'static str,
}

/// What the purpose of a roll names after its first word, where that is a side.
pub const SIDE: &str = "SIDE";

/// A roll of dice of six sides.
pub const fn roll(
    purpose: &'static str,
    of: &'static str,
    rule: &'static str,
    dice: usize,
    meaning: &'static str,
) -> RollKind {
    RollKind { purpose, of, rule, dice, sides: 6, meaning }
}

/// What a game says of its cases; the definitions of its types stand in the generator.
#[derive(Debug)]
pub struct CaseParts {
    /// The schema of `given`.
    pub given: Value,
    /// The game's events. Its definition bears the name `Event`.
    pub event: Value,
    /// The questions that it asks. Their definition bears the name `Question`.
    pub question: Value,
    /// Every kind of roll.
    pub rolls: &'static [RollKind],
}

impl CaseParts {
    /// Those of a game with these types: what its `given` is read into, its events and questions, and its rolls.
    pub fn of<G: JsonSchema, E: JsonSchema, Q: JsonSchema>(
        generator: &mut SchemaGenerator,
        rolls: &'static [RollKind],
    ) -> CaseParts {
        CaseParts { given: part::<G>(generator), event: part::<E>(generator), question: part::<Q>(generator), rolls }
    }

    /// The same where the cases are written in the keys of the ledger ([`super::overlay`]).
    pub fn of_ledger<G: JsonSchema, E: JsonSchema, Q: JsonSchema>(
        generator: &mut SchemaGenerator,
        rolls: &'static [RollKind],
    ) -> CaseParts {
        let ledger = G::json_schema(generator).to_value();
        CaseParts { given: super::overlay::schema(&ledger), ..CaseParts::of::<G, E, Q>(generator, rolls) }
    }

    /// Those of a game of which the schema says nothing.
    pub fn unknown() -> CaseParts {
        CaseParts { given: json!({}), event: json!({}), question: json!({}), rolls: &[] }
    }
}

pub(super) fn part<T: JsonSchema>(generator: &mut SchemaGenerator) -> Value {
    generator.subschema_for::<T>().to_value()
}
