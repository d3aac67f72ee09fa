//! `schema`: the JSON Schemas with which an editor completes and checks a charter, a turn, a queue, a case or a
//! tournament plan.

use serde_json::{Value, json};

use super::{CommandResult, Failure, folder, out};
use crate::document::Problem;
use crate::document::decode::MAX_QUEUED;
use crate::document::schema::{schemas, turn_schema};
use crate::registry::DEFAULT_GAME;

/// Print the JSON Schema of a charter, a turn, a queue of turns, a case or the plan of a tournament.
///
/// A drafted turn names its schema in its first line, so that editors with a YAML language server complete it.
#[derive(Debug, clap::Args)]
pub struct Args {
    /// The kind of document.
    #[arg(value_enum)]
    kind: Which,
    /// The game whose orders the turn or case contains.
    #[arg(long, visible_alias = "game", default_value = DEFAULT_GAME)]
    ruleset: String,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
enum Which {
    /// The agreement that every seat signs.
    Charter,
    /// A player's turn, as a draft or signed.
    Turn,
    /// A position, orders, dice, and the expected result.
    Case,
    /// The plan of a tournament, as its director writes it.
    Plan,
    /// A player's turns for later steps, as a draft.
    Queue,
}

pub fn run(args: Args) -> CommandResult {
    out::print(&match args.kind {
        Which::Charter => charter(),
        Which::Plan => super::tournament::plan_schema(),
        Which::Turn => turn(&args.ruleset).map_err(Failure::cannot)?,
        Which::Queue => queue(&args.ruleset).map_err(Failure::cannot)?,
        Which::Case => {
            let game = folder::games().shipped(&args.ruleset).map_err(Failure::cannot)?;
            format!("{:#}\n", game.case_schema())
        }
    })
}

/// The schema of a charter, as `schemas/charter.json` holds it.
fn charter() -> String {
    let charter = schemas().into_iter().find(|(kind, _)| *kind == "charter").map(|(_, schema)| schema);
    format!("{:#}\n", charter.unwrap_or_default())
}

/// The schema of a turn in a game, as `schemas/GAME/turn.json` holds it: it is for a draft, which may leave out what
/// the program adds, and in which a choice may be in plain text.
///
/// # Errors
/// This build does not have the game.
pub fn turn(ruleset: &str) -> Result<String, Problem> {
    Ok(format!("{:#}\n", drafted_turn(ruleset)?))
}

/// The schema of a drafted queue in a game, as `schemas/GAME/queue.json` holds it.
///
/// # Errors
/// This build does not have the game.
pub fn queue(ruleset: &str) -> Result<String, Problem> {
    let turn = drafted_turn(ruleset)?;
    let condition = schemas().into_iter().find(|(kind, _)| *kind == "queue");
    let condition = condition.map(|(_, schema)| schema["$defs"]["QueueCondition"].clone()).unwrap_or_default();
    let step = json!({"type": "integer", "minimum": 1});
    let steps = json!({"type": "array", "items": step, "minItems": 2, "maxItems": 2});
    let mut fields = json!({
        "next": {"type": "integer", "minimum": 1, "description": "The number of the turn, counted after the next one."},
        "until": step, "step": step, "steps": steps, "if": condition, "unless": condition,
    });
    for field in ["orders", "answers", "standing", "commit"] {
        fields[field] = turn["properties"][field].clone();
    }
    let queued = json!({"type": "object", "properties": fields, "additionalProperties": false});
    let schema = json!({
        "$schema": turn["$schema"], "title": "Queue", "description": "Turns for later steps (protocol 13).", "type": "object",
        "properties": {
            "adjutant": {"const": 1}, "kind": {"const": "queue"},
            "turns": {"type": "array", "maxItems": MAX_QUEUED, "items": queued},
        },
        "required": ["adjutant", "kind", "turns"], "additionalProperties": false, "$defs": turn["$defs"],
    });
    Ok(format!("{schema:#}\n"))
}

fn drafted_turn(ruleset: &str) -> Result<Value, Problem> {
    let game = folder::games().shipped(ruleset)?;
    let [order, answer, standing] = game.schemas();
    let mut schema = turn_schema(Some(order), Some(answer), Some(standing));
    if let Some(required) = schema["required"].as_array_mut() {
        required.retain(|field| matches!(field.as_str(), Some("adjutant" | "kind" | "seat" | "step")));
    }
    let fields = &mut schema["properties"];
    let answer = fields["answers"]["items"].take();
    fields["answers"]["items"] = json!({
        "type": "object",
        "description": "The id of the question, and the answer to it.",
        "properties": {"id": {"type": "string"}, "answer": answer},
        "required": ["id", "answer"],
        "additionalProperties": false,
    });
    let commit = fields["commit"]["items"].take();
    fields["commit"]["items"] = json!({"anyOf": [commit, {
        "type": "object",
        "description": "A secret choice; `adjutant sign` puts its digest in its place.",
        "properties": {"id": {"$ref": "#/$defs/Id"}, "choice": game.choice_schema()},
        "required": ["id", "choice"],
        "additionalProperties": false,
    }]});
    for field in ["orders", "answers", "standing", "commit", "open"] {
        // A field that is empty in a draft counts as left out.
        let whole = fields[field].take();
        fields[field] = json!({"anyOf": [whole, {"type": "null"}]});
    }
    Ok(schema)
}
