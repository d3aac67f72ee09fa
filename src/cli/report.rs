//! `report`: the story of a step.

use serde_json::{Value, json};

use super::folder::{Folder, Place};
use super::play::{Match, Outgoing};
use super::{Answer, Failure, Format, out, words};
use crate::document::Problem;
use crate::document::kinds::Roll;
use crate::report::{Report, StepFacts};

/// Print the report of a step: the situation, each order with what came of it, each combat so that anyone can follow
/// it, and what is asked of whom next.
#[derive(Debug, clap::Args)]
pub struct Args {
    /// The step [default: the newest].
    step: Option<u64>,
    /// Write Markdown.
    #[arg(long)]
    markdown: bool,
    #[command(flatten)]
    place: Place,
}

pub fn run(args: Args, format: Format) -> Answer {
    let folder = Folder::read(&args.place.find()?)?;
    let found = Match::open(&folder)?;
    let step = args.step.unwrap_or(found.step());
    let state = state_of(&found, step)?;
    let before = before(&found, step)?;
    let report = of_step(&found, &before, &state)?;
    let text = if args.markdown { words::markdown(&report) } else { words::text(&report) };
    out::answer(format, || text, || json!(report))
}

/// The content of a state of the line.
///
/// # Errors
/// There is no such step.
pub fn state_of(found: &Match<'_>, step: u64) -> Result<Value, Failure> {
    let place = usize::try_from(step).ok().and_then(|step| found.chain.line.get(step));
    place.map(|step| step.state.document.content.clone()).ok_or_else(|| {
        let problem = Problem::new(format!("the match has no step {step}"));
        Failure::cannot(match found.chain.line.len() {
            0 => problem.advice("it has no state yet"),
            count => problem.advice(format!("its steps are 0 to {}", count - 1)),
        })
    })
}

fn before(found: &Match<'_>, step: u64) -> Result<Value, Failure> {
    let state = state_of(found, step.saturating_sub(1))?;
    Ok(state.get("position").cloned().unwrap_or_default())
}

/// The report of the step that a state resolves.
///
/// # Errors
/// A position does not read.
pub fn of_step(found: &Match<'_>, before: &Value, state: &Value) -> Result<Report, Failure> {
    let table = found.game.load(&state["position"]).map_err(Failure::no)?;
    let rolls: Vec<Roll> = serde_json::from_value(state["rolls"].clone()).unwrap_or_default();
    let events = state["events"].as_array().cloned().unwrap_or_default();
    let step = state["step"].as_u64().unwrap_or_default();
    let mut report = table.report(before, &StepFacts { step, rolls, events }).map_err(Failure::no)?;
    let charter = &found.chain.charter.typed;
    let names: Vec<String> = charter.seats.iter().map(|seat| format!("{} ({})", seat.name, seat.seat)).collect();
    if report.title.is_empty() {
        report.title = charter.title.clone();
    }
    let issued = state["issued"].as_str().unwrap_or_default();
    let line = format!("Step {step}, issued {issued}. {}", names.join(", "));
    report.subtitle = if report.subtitle.is_empty() { line } else { format!("{}. {line}", report.subtitle) };
    Ok(report)
}

/// The report of a new state, as text and Markdown, to be kept in `reports/`.
///
/// # Errors
/// A position does not read.
pub fn outgoing(found: &Match<'_>, before: &Value, state: &Value) -> Result<Vec<Outgoing>, Failure> {
    let report = of_step(found, before, state)?;
    let step = state["step"].as_u64().unwrap_or_default();
    let file = |ending: &str, text: String| Outgoing { name: format!("reports/{step:04}.{ending}"), text };
    Ok(vec![file("txt", words::text(&report)), file("md", words::markdown(&report))])
}
