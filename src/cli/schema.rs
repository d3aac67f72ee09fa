//! `schema`: the JSON Schemas with which an editor completes and checks a charter or a turn.

use serde_json::Value;

use super::{Answer, out};
use crate::document::{Charter, Turn};

/// Print the JSON Schema of a charter or a turn.
///
/// A drafted turn names its schema in its first line, so that editors with a YAML language server complete it.
#[derive(Debug, clap::Args)]
pub struct Args {
    /// The kind of document.
    #[arg(value_enum)]
    kind: Which,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
enum Which {
    /// The agreement that every seat signs.
    Charter,
    /// What a seat does at one step.
    Turn,
}

pub fn run(args: Args) -> Answer {
    out::print(&match args.kind {
        Which::Charter => charter(),
        Which::Turn => turn(),
    })
}

/// The schema of a charter, as `schemas/charter.json` holds it.
pub fn charter() -> String {
    format!("{:#}\n", schemars::schema_for!(Charter).to_value())
}

/// The schema of a turn, as `schemas/turn.json` holds it.
pub fn turn() -> String {
    let value: Value = schemars::schema_for!(Turn).to_value();
    format!("{value:#}\n")
}
