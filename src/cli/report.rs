//! `report`: the story of a step.

use serde_json::{Value, json};

use super::folder::{Folder, Place};
use super::play::{Match, Outgoing};
use super::{Answer, Failure, Format, out};
use crate::document::kinds::Reason;
use crate::document::{Document, Id, Problem, State, Turn};
use crate::report::{Report, StepFacts, StepMeta, markdown, step_report, text};

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
    let found = Match::open_to_read(&folder)?;
    let step = args.step.unwrap_or(found.step());
    let state = state_of(&found, step)?;
    let report = of_step(&found, &state)?;
    match (format, args.markdown) {
        (Format::Json, _) => out::answer(format, String::new, || json!(report)),
        (_, true) => out::print(&markdown::write(&report)),
        (_, false) => out::print(&text::write(&report)),
    }
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

/// The report of the step that a state resolves. The state need not be in the folder yet; what it names must be.
///
/// # Errors
/// The state or a position does not read.
pub fn of_step(found: &Match<'_>, content: &Value) -> Result<Report, Failure> {
    let chain = &found.chain;
    let state: State =
        crate::document::decode(&Document::unplaced("the state", content.clone())).map_err(Failure::no)?;
    let table = found.game.load(&state.position).map_err(Failure::no)?;
    let turns: Vec<Turn> =
        state.turns.iter().filter_map(|digest| chain.turns.get(digest)).map(|turn| turn.typed.clone()).collect();
    let parent = chain.line.iter().find(|step| step.state.digest == state.parent);
    let before = parent.and_then(|step| step.state.document.content.get("position")).unwrap_or(&state.position);
    let mut reveals = match parent {
        Some(step) => step.reveals.clone(),
        None => chain.seats.entries.iter().map(|entry| entry.seed.anchor).collect(),
    };
    let new = turns.iter().map(|turn| (&turn.seat, Some(turn.reveal))).chain([(&state.responder, state.reveal)]);
    for (seat, reveal) in new {
        if let (Some(at), Some(reveal)) = (chain.seats.index(seat), reveal) {
            reveals[at] = reveal;
        }
    }
    let mut meta = StepMeta::of(&chain.charter.typed, &state, &turns, Some(reveals));
    meta.refused = turns.iter().flat_map(|turn| refused_before(found, turn)).collect();
    let facts = StepFacts { step: state.step, rolls: state.rolls.clone(), events: state.events.clone(), reader: None };
    step_report(&meta, &*table, before, &facts).map_err(Failure::no)
}

/// The turns that a turn replaces because they were refused, the first of them first.
fn refused_before(found: &Match<'_>, turn: &Turn) -> Vec<(Id, Vec<Reason>)> {
    let chain = &found.chain;
    let mut refused = Vec::new();
    let mut named = turn.refusal;
    // A hostile folder may lead in a circle: no more refusals are followed than there are.
    for _ in 0..chain.refusals.len() {
        let Some(refusal) = named.and_then(|digest| chain.refusals.get(&digest)) else { break };
        let Some(first) = chain.turns.get(&refusal.typed.of) else { break };
        refused.push((first.typed.seat.clone(), refusal.typed.reasons.clone()));
        named = first.typed.refusal;
    }
    refused.reverse();
    refused
}

/// The report of a new state, as text and Markdown, to be kept in `reports/`.
///
/// # Errors
/// As [`of_step`].
pub fn outgoing(found: &Match<'_>, state: &Value) -> Result<Vec<Outgoing>, Failure> {
    let report = of_step(found, state)?;
    let step = state["step"].as_u64().unwrap_or_default();
    let file = |ending: &str, text: String| Outgoing { name: format!("reports/{step:04}.{ending}"), text };
    Ok(vec![file("txt", text::write(&report)), file("md", markdown::write(&report))])
}
