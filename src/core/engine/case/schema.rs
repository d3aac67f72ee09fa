//! The JSON Schema of a case, generated from the types that read it.

use schemars::generate::SchemaSettings;
use serde_json::{Map, Value, json};

use crate::document::Id;

use super::super::events::{EngineEvent, SeatEvent};
use super::super::ruleset::Ruleset;
use super::Case;
use super::parts::{CaseParts, RollKind, part};

/// The schema of a game's cases.
pub fn schema<R: Ruleset>(rules: &R) -> Value {
    let mut generator = SchemaSettings::draft2020_12().into_generator();
    let CaseParts { given, event, question: _, rolls } = rules.case_parts(&mut generator);
    let order = part::<R::Order>(&mut generator);
    let answer = part::<R::Answer>(&mut generator);
    let standing = part::<R::Standing>(&mut generator);
    let engine = [part::<EngineEvent>(&mut generator), part::<SeatEvent>(&mut generator)];
    let mut schema = generator.into_root_schema_for::<Case>().to_value();
    let events: Vec<Value> = engine
        .iter()
        .chain([&event])
        .flat_map(|events| variants(&schema, events))
        .map(|one| expected_event(&schema, &one))
        .collect();
    schema["title"] = json!(format!("A case of {}", R::ID));
    schema["properties"]["ruleset"] = json!({"const": R::ID, "description": "The game."});
    schema["properties"]["given"] = given;
    let sides: Map<String, Value> =
        rules.sides().iter().map(|side: &Id| (side.to_string(), json!({"$ref": "#/$defs/ActText"}))).collect();
    schema["properties"]["turns"]["items"] =
        json!({"type": "object", "properties": sides, "additionalProperties": false});
    let act = &mut schema["$defs"]["ActText"]["properties"];
    act["orders"]["items"] = order;
    act["standing"] = json!({"anyOf": [standing, {"type": "null"}]});
    let by_id = json!({
        "type": "object",
        "description": "The id of a question, or its kind, and the answer.",
        "properties": {"id": {"type": "string"}, "answer": {"anyOf": [answer, rules.choice_schema()]}},
        "required": ["id", "answer"],
        "additionalProperties": false,
    });
    let by_kind = json!({
        "type": "object",
        "description": "The kind of the question that is asked, and the answer.",
        "minProperties": 1,
        "propertyNames": {"pattern": "^(?!id$|answer$)[a-z_]+$"},
    });
    let entry = json!({"anyOf": [by_id, by_kind]});
    schema["$defs"]["AnswersText"] = json!({"anyOf": [{"type": "array", "items": entry}, by_id, by_kind]});
    let purposes: Vec<Value> = rolls.iter().map(RollKind::purpose).collect();
    schema["$defs"]["DiceText"]["anyOf"][1]["properties"]["purpose"] = json!({"anyOf": purposes});
    let event = json!({"anyOf": events});
    schema["$defs"]["ExpectedEvent"] = event;
    for list in ["events", "not_events"] {
        schema["$defs"]["Expect"]["properties"][list]["items"] = json!({"$ref": "#/$defs/ExpectedEvent"});
    }
    schema
}

impl RollKind {
    fn purpose(&self) -> Value {
        let RollKind { purpose, of, rule, dice, sides, meaning } = self;
        let many = if *dice == 1 { "a die".to_owned() } else { format!("{dice} dice") };
        let sides =
            if *sides == 0 { "as many sides as there are to choose from".to_owned() } else { format!("{sides} sides") };
        let pattern = if of.is_empty() { format!("^{purpose}$") } else { format!("^{purpose}( [a-z0-9_-]+)?$") };
        json!({
            "title": if of.is_empty() { (*purpose).to_owned() } else { format!("{purpose} {of}") },
            "description": format!("{meaning} [{rule}]: {many} of {sides}"),
            "pattern": pattern,
        })
    }
}

/// The variants of an enum of events.
fn variants(schema: &Value, events: &Value) -> Vec<Value> {
    resolved(schema, events).get("oneOf").and_then(Value::as_array).cloned().unwrap_or_default()
}

/// The schema that a `$ref` refers to, or the schema itself.
fn resolved<'a>(schema: &'a Value, part: &'a Value) -> &'a Value {
    let name = part.get("$ref").and_then(Value::as_str).and_then(|path| path.strip_prefix("#/$defs/"));
    name.map_or(part, |name| &schema["$defs"][name])
}

/// The schema of an expected event: its name, and any of its fields, each in part.
fn expected_event(schema: &Value, event: &Value) -> Value {
    let mut fields = Map::new();
    for properties in [&event["properties"], &resolved(schema, event)["properties"]] {
        for (name, field) in properties.as_object().into_iter().flatten() {
            let told = match (name.as_str(), field.get("description")) {
                ("event", _) => field.clone(),
                (_, Some(description)) => json!({"description": description}),
                (_, None) => json!({}),
            };
            fields.insert(name.clone(), told);
        }
    }
    fields.insert("rule".to_owned(), json!({"type": "string", "description": "The rule."}));
    json!({
        "type": "object",
        "description": event["description"],
        "properties": fields,
        "required": ["event"],
        "additionalProperties": false,
    })
}
