//! The answer to each question of the page.

use serde_json::{Value, json};

use super::draft_file::DraftFile;
use super::draft_text::FIELDS;
use super::played_match::Board;
use super::requests::{Answer, Question, problem_values};
use super::{commands, new_match, offers, picture, position, terminal};
use crate::cli::check::{examine, warning_words};
use crate::cli::local_match::{Player, as_draft};
use crate::cli::{Failure, draft, report, schema as schemas};
use crate::document::{Problem, harmless};
use crate::report::{ASKED, Section, html};

/// The answer to a question. A question about a state that is not the newest any more is not answered.
pub fn answer(board: &Board<'_, '_>, question: &Question, file: &mut DraftFile) -> Answer {
    if question.fields.get("parent").is_some_and(|parent| !parent.is_null() && *parent != json!(board.parent())) {
        return Answer::changed();
    }
    if matches!(question.name.as_str(), "offers" | "check" | "odds" | "hint" | "save" | "play" | "sign")
        && let Err(failure) = board.must_play()
    {
        return Answer::refused(failure);
    }
    match question.name.as_str() {
        "position" => {
            file.read(board);
            position::position(board, file).into()
        }
        "picture" => picture::picture(board, question).into(),
        "story" => story(board, question).into(),
        "offers" => offers::offers(board, question).into(),
        "check" => check(board, question).into(),
        "odds" => odds(board, question).into(),
        "hint" => hint(board).into(),
        "schema" => schema(board).into(),
        "events" => {
            Answer::of(json!({"step": board.found.step(), "parent": board.parent(), "terminal": terminal::state(),
            "draft": if file.is_current() { json!(file.digest()) } else { json!("changed") }}))
        }
        "again" => match new_match::begin(board) {
            Ok((value, folder)) => Answer { opens: Some(folder), ..Answer::of(value) },
            Err(failure) => Answer::refused(failure),
        },
        "save" => save(board, question, file),
        "play" | "sign" | "adjudicate" | "withdraw" | "letter" | "receive" => commands::run(board, question, file),
        name => {
            let problem = Problem::new(format!("the board has no answer to '{name}'"));
            Answer { status: 404, ..Answer::refused(Failure::cannot(problem.advice("see docs/board.md"))) }
        }
    }
}

/// Everything that is wrong with a draft; or what it does, and what is probably unwanted in it.
fn check(board: &Board<'_, '_>, question: &Question) -> Result<Value, Failure> {
    let decisions = Board::decisions(question);
    let orders = decisions.get("orders").and_then(Value::as_array).cloned().unwrap_or_default();
    let words: Vec<String> = orders.iter().map(|order| board.table().order_words(&board.side, order)).collect();
    let problems = match board.draft(&decisions) {
        Ok(draft) => match examine(board.found, &board.adjudication, &board.entry, &draft) {
            Ok(findings) => {
                let said = findings.warnings.iter().map(warning_words).collect::<Vec<_>>();
                return Ok(json!({"ok": true, "orders": words, "notes": findings.notes,
                    "warnings": problem_values(&findings.warnings), "warned": said,
                    "undecided": findings.undecided}));
            }
            Err(problems) => problem_values(&problems),
        },
        Err(failure) => Answer::refused(failure).value["problems"].as_array().cloned().unwrap_or_default(),
    };
    Ok(json!({"ok": false, "orders": words, "problems": problems}))
}

/// What each order of a draft may lead to.
fn odds(board: &Board<'_, '_>, question: &Question) -> Result<Value, Failure> {
    let decisions = Board::decisions(question);
    let act = board.act(Board::orders(&decisions));
    let supposed = board.table().supposing(&board.side, &act);
    let table = supposed.as_ref().map_or(board.table(), |(table, _)| &**table);
    let odds = table
        .odds(&board.side, &act)
        .map_err(|problems| Failure::Negative(crate::cli::out::diagnostics(problems, Into::into)))?;
    let one = |one: crate::session::session_text::OrderChances| {
        let line = one.chances.as_ref().and_then(|chances| chances.line.clone());
        let (blocks, value) = one.chances.map_or((Vec::new(), Value::Null), |chances| (chances.blocks, chances.data));
        let page = html::sections(&[Section { heading: String::new(), blocks }], 4);
        json!({"order": one.words, "line": line, "html": page, "chances": value})
    };
    Ok(json!({"orders": odds.into_iter().map(one).collect::<Vec<_>>(), "supposed": supposed.map(|(_, what)| what)}))
}

/// What the sensible player would do; in a practice match only.
fn hint(board: &Board<'_, '_>) -> Result<Value, Failure> {
    board.must_be_practised()?;
    let asked = board.found.asked(&board.entry.seat).cloned().unwrap_or_default();
    let body = Player::Sensible(board.found.step()).body(&board.adjudication, &board.side, &asked);
    Ok(json!({"draft": body}))
}

/// The JSON Schema of a turn, from which forms are made.
fn schema(board: &Board<'_, '_>) -> Result<Value, Failure> {
    let text = schemas::turn(board.found.chain.charter.typed.ruleset.id.as_str()).map_err(Failure::cannot)?;
    let fault = |error: serde_json::Error| Failure::cannot(Problem::new(format!("the schema is damaged: {error}")));
    serde_json::from_str(&text).map_err(fault)
}

/// How many reports an answer has at most.
const STORIES: usize = 40;

/// The reports of steps in order, for reading; of the newest step if none is named. Of many steps, the newest.
fn story(board: &Board<'_, '_>, question: &Question) -> Result<Value, Failure> {
    let newest = board.found.step();
    let from = question.fields.get("from").and_then(Value::as_u64).unwrap_or(newest).min(newest);
    let to = question.fields.get("to").and_then(Value::as_u64).unwrap_or(newest).min(newest);
    if from > to {
        let problem = Problem::new(format!("no step is after {from} and before {to}"));
        return Err(Failure::no(
            problem.in_path("from").advice("give the earlier step as `from` and the later one as `to`"),
        ));
    }
    let line = &board.found.chain.line;
    let mut steps = Vec::new();
    for step in line.iter().rev().filter(|step| (from..=to).contains(&step.state.typed.step)).take(STORIES) {
        let mut told = report::of_step(board.found, &step.state.document.content)?;
        // What to write into a file does not concern a reader of the page.
        told.sections.retain(|section| section.heading != ASKED);
        let page = html::sections(&told.sections, 3);
        steps.push(
            json!({"step": step.state.typed.step, "title": harmless(&told.title), "subtitle": harmless(&told.subtitle), "html": page}),
        );
    }
    // The newest are those that are kept; they are told in order.
    steps.reverse();
    Ok(json!({"steps": steps, "newest": newest}))
}

/// Writes a draft, if nobody else has changed it since the page read it.
fn save(board: &Board<'_, '_>, question: &Question, file: &mut DraftFile) -> Answer {
    let known = question.fields.get("digest").unwrap_or(&Value::Null);
    if !file.is_current() || *known != json!(file.digest()) {
        file.read(board);
        return Answer::changed();
    }
    let written = write(board, question, file);
    written.map(|()| json!({"digest": file.digest(), "file": board.draft_path()})).into()
}

/// Writes decisions into the draft's file.
fn write(board: &Board<'_, '_>, question: &Question, file: &mut DraftFile) -> Result<(), Failure> {
    draft::must_be_asked(board.found, &board.entry)?;
    if !question.fields.get("draft").is_some_and(Value::is_object) {
        let problem = Problem::new("the question has no draft to be saved");
        return Err(Failure::no(problem.in_path("draft").advice("give a mapping with the decisions")));
    }
    let given = as_draft(board.found, &board.entry.seat, Value::Object(Board::decisions(question)))?;
    let decisions = given.in_form(board.table()).decisions(&FIELDS);
    if question.fields.get("set_aside") == Some(&json!(true)) {
        file.set_aside()?;
    }
    let fresh = || draft::text(board.found, &board.adjudication, &board.entry);
    let text = file.text(&decisions, board.table(), fresh)?;
    draft::write_schema(board.found, &board.draft_path())?;
    file.write(&text)
}
