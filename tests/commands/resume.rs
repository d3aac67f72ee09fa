//! A match interrupted at every kind of question, written to disk, and resumed by new processes of the command-line
//! program, continues like the example match that was not interrupted: the same turns, byte for byte, and the same
//! states except for the times at which they were issued.

use crate::example;
use crate::seat;
use std::collections::BTreeMap;
use std::path::Path;
use std::process::Command;

use adjutant::chain::{Chain, MatchFiles};
use adjutant::document::{Id, Value, write};
use example::{HEAD_TO_HEAD, REFEREED};
use seat::{draft_of, secrets};

/// The name of what a state asks for: the kind of question, where it is a question.
fn kind_of(asked: &Value) -> String {
    let fields = asked.as_object().expect("a mapping");
    let what = fields.keys().find(|key| *key != "seat").expect("what is asked");
    match asked[what]["question"].as_object().and_then(|question| question.keys().next()) {
        Some(question) => format!("{what} {question}"),
        None => what.clone(),
    }
}

/// For every kind of question, the first step that asks it and is answered directly.
fn questions(files: &MatchFiles) -> BTreeMap<String, usize> {
    let chain = Chain::build(files).expect("a chain");
    let mut found = BTreeMap::new();
    for (at, step) in chain.line.iter().enumerate() {
        let Some(next) = chain.line.get(at + 1) else { break };
        let awaited = chain.awaited(&step.state.typed).len();
        let plain = next.state.typed.ruling.is_none()
            && next.state.typed.refusal.is_none()
            && chain.turns_to(&step.state.digest).len() == awaited;
        if let Some(asked) = step.state.typed.awaiting.first().filter(|_| plain) {
            found.entry(kind_of(asked)).or_insert(at);
        }
    }
    found
}

#[track_caller]
fn adjutant(home: &Path, args: &[&str]) {
    let mut command = Command::new(env!("CARGO_BIN_EXE_adjutant"));
    let ran = command.args(args).env("ADJUTANT_HOME", home).output().expect("the program runs");
    let (out, err) = (String::from_utf8_lossy(&ran.stdout), String::from_utf8_lossy(&ran.stderr));
    assert!(ran.status.success(), "adjutant {}\n{out}{err}", args.join(" "));
}

/// A state without the fields that two adjudicators may write differently because they work at different times.
fn timeless(mut state: Value) -> Value {
    let fields = state.as_object_mut().expect("a mapping");
    for field in ["issued", "received", "signatures"] {
        fields.shift_remove(field);
    }
    state
}

/// Resumes the example after step `at`: every awaited seat signs its turn, and the responder answers, each in a process
/// of its own that knows nothing but the folder and its secrets.
fn resume(example: &str, all: &example::Files, at: usize) {
    let whole = example::load(all.iter().filter(|(name, _)| !name.starts_with("packs/")));
    let chain = Chain::build(&whole).expect("a chain");
    let (here, next) = (&chain.line[at], &chain.line[at + 1]);
    let place = tempfile::tempdir().expect("a folder");
    let folder = place.path().join("match");
    for (name, text) in example::prefix(all, at as u64) {
        let path = folder.join(name);
        std::fs::create_dir_all(path.parent().expect("a folder")).expect("a folder");
        std::fs::write(path, text).expect("a file");
    }
    let shown = folder.to_str().expect("a plain path");
    let home = |seat: &Id| {
        let home = place.path().join(format!("secrets-{seat}"));
        if !home.exists() {
            secrets(&home, example, seat.as_str());
        }
        home
    };
    for turn in &next.turns {
        let seat = &turn.typed.seat;
        let draft = place.path().join(format!("{seat}.yaml"));
        std::fs::write(&draft, draft_of(&turn.document.content)).expect("a draft");
        let draft = draft.to_str().expect("a plain path");
        // The folder is all that is left of the signing log too.
        adjutant(&home(seat), &["sign", draft, "--folder", shown, "--seat", seat.as_str(), "--recover", shown]);
        let written = std::fs::read_to_string(folder.join(&turn.file)).expect("the turn");
        let (_, original) = all.iter().find(|(name, _)| *name == turn.file).expect("the turn");
        assert_eq!(written, *original, "{example}, after step {at}");
    }
    let responder = &next.state.typed.responder;
    adjutant(&home(responder), &["adjudicate", "--folder", shown, "--seat", responder.as_str(), "--recover", shown]);
    let file = folder.join(format!("states/{:04}.yaml", at + 1));
    let text = std::fs::read(&file).expect("the state");
    let state = adjutant::document::read("state", &text, adjutant::document::Form::State).expect("it reads").content;
    let (state, original) = (timeless(state), timeless(next.state.document.content.clone()));
    assert_eq!(write(&state), write(&original), "{example}, after step {at}: {:?}", here.state.typed.awaiting);
    adjutant(&home(responder), &["verify", shown]);
}

#[test]
fn a_match_resumed_at_any_kind_of_question_goes_on_as_one_that_was_not_interrupted() {
    let mut left =
        vec!["empty", "commit", "open", "name", "orders", "answer retreat", "answer reroll", "take_back", "draw"];
    let mut resumed = Vec::new();
    for name in [HEAD_TO_HEAD, REFEREED] {
        let files = example::read_files(name, false);
        let loaded = example::load(files.iter().filter(|(name, _)| !name.starts_with("packs/")));
        for (kind, at) in questions(&loaded) {
            // Once each, but commitments and openings in both modes: one after the other, and all at once.
            if left.contains(&kind.as_str()) || ["commit", "open"].contains(&kind.as_str()) {
                left.retain(|other| *other != kind);
                resume(name, &files, at);
                resumed.push(format!("{name} {at} {kind}"));
            }
        }
    }
    println!("resumed: {resumed:?}");
    assert!(left.is_empty(), "never asked in the examples: {left:?}");
}
