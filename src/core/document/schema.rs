//! JSON Schemas of the documents, with which editors complete and check what a player writes.

use schemars::generate::SchemaSettings;
use serde_json::{Value, json};

use super::kinds::{Charter, Disclosure, Leave, Queue, Receipt, Refusal, State, Turn};

/// The schema of each kind of document, by name. A turn's orders, answers and standing orders are unrestricted here:
/// see [`turn_schema`].
pub fn schemas() -> Vec<(&'static str, Value)> {
    vec![
        ("charter", schema::<Charter>("charter")),
        ("turn", turn_schema(None, None, None)),
        ("state", schema::<State>("state")),
        ("refusal", schema::<Refusal>("refusal")),
        ("disclosure", schema::<Disclosure>("disclosure")),
        ("receipt", schema::<Receipt>("receipt")),
        ("leave", schema::<Leave>("leave")),
        ("queue", schema::<Queue>("queue")),
    ]
}

/// The schema of a turn, given the ruleset's schemas of an order, an answer, and the standing orders as a whole. Their
/// definitions (`$defs`) are merged into the turn's.
pub fn turn_schema(orders: Option<Value>, answers: Option<Value>, standing: Option<Value>) -> Value {
    let mut schema = schema::<Turn>("turn");
    let parts = [("orders", orders, true), ("answers", answers, true), ("standing", standing, false)];
    for (field, part, list) in parts {
        let Some(mut part) = part else { continue };
        if let Some(inner) = part.as_object_mut() {
            inner.remove("$schema");
            if let Some(Value::Object(definitions)) = inner.remove("$defs")
                && let Some(known) = schema.as_object_mut()
            {
                let known = known.entry("$defs").or_insert_with(|| json!({}));
                if let Some(known) = known.as_object_mut() {
                    known.extend(definitions);
                }
            }
        }
        schema["properties"][field] = if list { json!({"type": "array", "items": part}) } else { part };
    }
    schema
}

fn schema<T: schemars::JsonSchema>(kind: &str) -> Value {
    let mut schema = SchemaSettings::draft2020_12().into_generator().into_root_schema_for::<T>().to_value();
    // Each schema file describes one kind.
    schema["properties"]["kind"] = json!({"const": kind});
    schema
}
