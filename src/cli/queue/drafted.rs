//! The draft of a queue: what the player writes before it is sealed and signed.

use std::path::Path;

use serde::Deserialize;
use serde_json::{Map, Value, json};

use crate::chain::adjudicate::Adjudication;
use crate::chain::queue::{MAX_CONDITION, RULE, is_long};
use crate::cli::local_match::as_draft;
use crate::cli::open_match::Match;
use crate::cli::paths::Shown;
use crate::cli::{Diagnostic, Failure, files, out};
use crate::document::decode::MAX_QUEUED;
use crate::document::kinds::{QueueCondition, QueuedChoice, QueuedTurn, SeatEntry};
use crate::document::{
    Document, Form, Id, Kind, Problem, decode_at, decode_kind, from_value, inline, null_within, read as read_document,
};
use crate::engine::Decision;

/// How many steps a turn has at most, for each that comes before it in the queue, unless the player says otherwise.
const STEPS_FOR_EACH: u64 = 20;

/// The schema file that a drafted queue names.
pub const SCHEMA: &str = "queue.schema.json";

/// A queued turn as its player writes it.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct DraftedTurn {
    #[serde(default)]
    step: Option<u64>,
    #[serde(default)]
    steps: Option<Vec<u64>>,
    #[serde(default)]
    next: Option<u64>,
    #[serde(default)]
    until: Option<u64>,
    #[serde(default, rename = "if")]
    only_if: Option<QueueCondition>,
    #[serde(default)]
    unless: Option<QueueCondition>,
    #[serde(default)]
    orders: Option<Vec<Value>>,
    #[serde(default)]
    answers: Option<Vec<Value>>,
    #[serde(default)]
    standing: Option<Map<String, Value>>,
    #[serde(default)]
    commit: Option<Vec<QueuedChoice>>,
}

/// Reads the draft of a queue: the turns in the form that is sealed.
///
/// # Errors
/// The file cannot be read or is not a queue, or a turn in it cannot be understood; the line is quoted.
pub fn read(
    path: &Path,
    found: &Match<'_>,
    adjudication: &Adjudication<'_, '_>,
    entry: &SeatEntry,
) -> Result<Vec<QueuedTurn>, Failure> {
    let bytes = files::read(path, Form::Draft.max_bytes() as u64)?;
    let bytes = &*files::in_utf8(&bytes);
    let text = String::from_utf8_lossy(bytes).into_owned();
    let printed = |problem: Problem| Diagnostic { problem, file: Some(path.to_owned()), text: Some(text.clone()) };
    let refused = |problem: Problem| Failure::Negative(vec![printed(problem)]);
    // A condition whose value was forgotten would hold more often than it was meant to.
    read_document(&path.shown(), bytes, Form::Pack).map_err(refused)?;
    let document = read_document(&path.shown(), bytes, Form::Draft).map_err(refused)?;
    let kind = decode_kind(&document).map_err(refused)?;
    let placed = |problem: Problem| {
        let mut problem = if problem.rule.is_some() { problem } else { problem.rule(RULE) };
        problem.mark = problem.mark.or_else(|| document.place_of(&problem)).or_else(|| nearest(&document, &problem));
        problem
    };
    if kind != Kind::Queue {
        let problem = Problem::new(format!("this is a {}, not a queue", kind.as_str())).in_path("kind");
        return Err(refused(placed(problem.advice("see an example with `adjutant queue draft`"))));
    }
    let known = ["adjutant", "kind", "turns"];
    let fields = document.content.as_object().into_iter().flatten();
    if let Some((field, _)) = fields.into_iter().find(|(field, _)| !known.contains(&field.as_str())) {
        let problem = Problem::new("the draft of a queue has only `turns`").in_path(field.as_str());
        return Err(refused(placed(problem.advice("leave this line out: the program adds the rest"))));
    }
    let written = document.content.get("turns").and_then(Value::as_array);
    let Some(written) = written.filter(|turns| turns.len() <= MAX_QUEUED) else {
        let problem = Problem::new(format!("`turns` is a list of at most {MAX_QUEUED} turns")).in_path("turns");
        return Err(refused(placed(problem.advice("see an example with `adjutant queue draft`"))));
    };
    let is_open = found.chain.charter.typed.open_queues == Some(true);
    let side = adjudication.side_of(&entry.seat).cloned().unwrap_or_else(|| entry.seat.clone());
    let (mut turns, mut problems) = (Vec::new(), Vec::new());
    for (n, turn) in written.iter().enumerate() {
        let path = format!("turns[{n}]");
        if let Some(problem) = null_within(turn, &path) {
            problems.push(problem);
            continue;
        }
        let decoded = decode_at::<DraftedTurn>(Some(&document), &path, turn);
        match decoded.and_then(|turn| queued(turn, &path, found.step())) {
            Ok(turn) if is_open && turn.commit.is_some() => {
                let problem =
                    Problem::new("the charter shows queued turns to everybody, and this one has a secret choice");
                problems.push(
                    problem
                        .in_path(format!("{path}.commit"))
                        .advice("leave `commit` out, and choose when you are asked"),
                );
            }
            Ok(turn) => {
                let (turn, wrong) = in_form(turn, (found, adjudication), (entry, &side))?;
                problems.extend(wrong.into_iter().map(|problem| within(problem, &path)));
                turns.push(turn);
            }
            Err(problem) => problems.push(problem),
        }
    }
    match problems.is_empty() {
        true => Ok(turns),
        false => Err(Failure::Negative(out::diagnostics(problems, |problem| printed(placed(problem))))),
    }
}

fn nearest(document: &Document, problem: &Problem) -> Option<crate::document::Mark> {
    document.nearest_mark(problem.path.as_deref().unwrap_or_default())
}

/// A problem with a turn, at its place in the queue.
fn within(mut problem: Problem, turn: &str) -> Problem {
    problem.path = Some(match &problem.path {
        Some(path) if !path.is_empty() => format!("{turn}.{path}"),
        _ => turn.to_owned(),
    });
    // Marks are of the text that the program wrote from the turn.
    problem.mark = None;
    problem
}

/// The turn with its steps counted, `now` being that of the newest state.
fn queued(turn: DraftedTurn, path: &str, now: u64) -> Result<QueuedTurn, Problem> {
    let DraftedTurn { step, steps, next, until, only_if, unless, orders, answers, standing, commit } = turn;
    let wrong = |field: &str, message: String, advice: &str| {
        let path = if field.is_empty() { path.to_owned() } else { format!("{path}.{field}") };
        Err(Problem::new(message).in_path(path).rule(RULE).advice(advice))
    };
    let first = now + 2;
    let (from, until, next) = match (step, steps.as_deref(), next, until) {
        (Some(step), None, None, None) => (step, step, None),
        (None, Some([from, until]), None, None) => (*from, *until, None),
        (None, Some(_), ..) => {
            return wrong("steps", "this is no first and last step".to_owned(), "write `steps: [8, 12]`");
        }
        (None, None, Some(next), until) => {
            (first, until.unwrap_or(now + 1 + STEPS_FOR_EACH * next.clamp(1, 1000)), Some(next))
        }
        (None, None, None, None) => {
            let advice = "write `next: 1` for your next turn but this one, `step: 8`, or `steps: [8, 12]`";
            return wrong("", "this turn does not say when it is played".to_owned(), advice);
        }
        _ => {
            let advice = "keep one of `next`, `step` and `steps`; `until` goes with `next`";
            return wrong("", "this turn says in two ways when it is played".to_owned(), advice);
        }
    };
    if is_long(only_if.as_ref(), unless.as_ref()) {
        let message = format!("the conditions of a queued turn have at most {MAX_CONDITION} values");
        return wrong("", message, "name fewer fields: a pattern need not name all of them");
    }
    if next.is_some_and(|next| !(1..=1000).contains(&next)) {
        let advice = "write `next: 1` for your next turn but this one";
        return wrong("next", "`next` counts from 1 to 1,000".to_owned(), advice);
    }
    if from < first || until < from {
        let message = match until < from && from >= first {
            true => format!("step {until} comes before step {from}"),
            false => format!("a turn is queued for step {first} at the earliest: step {} is the next one", now + 1),
        };
        let field = if step.is_some() {
            "step"
        } else if steps.is_some() {
            "steps"
        } else {
            "until"
        };
        return wrong(field, message, "name a later step, or sign your turn with `adjutant sign`");
    }
    for (field, condition) in [("if", &only_if), ("unless", &unless)] {
        let Some(condition) = condition else { continue };
        for (list, patterns) in [("happened", &condition.happened), ("ordered", &condition.ordered)] {
            let other = patterns.iter().flatten().position(|pattern| !pattern.is_object());
            if let Some(n) = other {
                let advice = "write fields and values of an event or an order, as the states and turns have them: `{event: combat}`";
                let message = "this can fit no event and no order: each is a mapping".to_owned();
                return wrong(&format!("{field}.{list}[{n}]"), message, advice);
            }
        }
    }
    let does = |list: Option<usize>| list.is_some_and(|length| length > 0);
    let lists = [orders.as_ref().map(Vec::len), answers.as_ref().map(Vec::len), commit.as_ref().map(Vec::len)];
    if !lists.into_iter().any(does) && standing.is_none() {
        let advice = "write its `orders`, `answers`, `standing` or `commit`";
        return wrong("", "this turn does nothing".to_owned(), advice);
    }
    Ok(QueuedTurn { from, until, next, only_if, unless, orders, answers, standing, commit })
}

/// A queued turn with every name replaced by the form that is signed, and what in it cannot be understood.
fn in_form(
    turn: QueuedTurn,
    (found, adjudication): (&Match<'_>, &Adjudication<'_, '_>),
    (entry, side): (&SeatEntry, &Id),
) -> Result<(QueuedTurn, Vec<Problem>), Failure> {
    let whole = json!(turn);
    let fields = ["orders", "answers", "standing", "commit"];
    let body = fields.iter().filter_map(|field| Some(((*field).to_owned(), whole.get(field)?.clone())));
    let draft = as_draft(found, &entry.seat, Value::Object(body.collect()))?.in_form(&*adjudication.table);
    let body = draft.decisions(&fields);
    let mut whole = whole;
    body.iter().for_each(|(field, value)| whole[field] = value.clone());
    let turn: QueuedTurn = from_value(&whole).map_err(Failure::cannot)?;
    let act = Decision {
        orders: turn.orders.clone().unwrap_or_default(),
        standing: turn.standing.clone(),
        ..Decision::default()
    };
    let problems = adjudication.table.unreadable(side, &act);
    Ok((turn, problems))
}

/// An example of a queue after the state of this step, with an order of the game.
pub fn example(now: u64, order: Option<&Value>) -> String {
    let order = order.map_or_else(|| "{ORDER: {}}".to_owned(), inline);
    let mut text = format!(
        "# yaml-language-server: $schema={SCHEMA}\n# Turns for later steps. `adjutant queue sign` signs them, and `adjutant go` plays each when its step comes.\n\
         # Of the turns for one step the first is played whose condition holds; if none holds, the whole queue ends.\n\
         adjutant: 1\n\
         kind: queue\n\
         turns:\n\
         # Your next turn but this one:\n  - next: 1\n    orders:\n      - {order}\n"
    );
    let (first, last) = (now + 4, now + 9);
    text += &format!(
        "# At a step from {first} to {last}, and only if all this holds; each line that you leave out is no condition:\n\
         #  - steps: [{first}, {last}]\n\
         #    if:\n\
         #      ordered: [{order}]     # the enemy has given an order with these fields since\n\
         #      happened: [{{event: …}}]     # an event with these fields has happened since (states/)\n\
         #      position: {{…}}     # the position then has these fields\n\
         #    unless:     # as `if`: not if any of it holds\n\
         #      happened: [{{event: …}}]\n\
         #    orders:\n\
         #      - {order}\n"
    );
    text
}
