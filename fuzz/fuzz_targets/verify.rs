//! A match with one file altered, as it came or signed again with the true key: `verify` answers, says why it fails,
//! and what it says does not depend on the order of the files. The first three bytes choose the file, whether it is
//! signed again, and the place; the rest is put there.

#![no_main]

#[path = "../../tests/support/example.rs"]
mod example;

use std::sync::OnceLock;

use adjutant::chain::verify::verify;
use adjutant::chain::{Chain, Games, MatchFiles, sign, status};
use adjutant::document::{Form, Value, read, write};
use example::{Files, HEAD_TO_HEAD};
use libfuzzer_sys::fuzz_target;

/// The last step of the example that is tried.
const LAST: u64 = 12;

fn base() -> &'static (Files, MatchFiles, Games) {
    static BASE: OnceLock<(Files, MatchFiles, Games)> = OnceLock::new();
    BASE.get_or_init(|| {
        let files = example::prefix(&example::read_files(HEAD_TO_HEAD, true), LAST);
        let loaded = example::load(&files);
        let games = adjutant::registry::games();
        let verification = verify(&loaded, &games);
        assert!(verification.is_valid(false), "{:#?}", verification.failures);
        (files, loaded, games)
    })
}

/// The document signed again by whom it names, if it reads.
fn signed_again(text: &[u8]) -> Option<Vec<u8>> {
    let mut content = read("file", text, Form::State).ok()?.content;
    let fields = content.as_object_mut()?;
    fields.shift_remove("signatures");
    let seat = fields.get("responder").or(fields.get("seat")).and_then(Value::as_str)?.to_owned();
    example::seats(HEAD_TO_HEAD).into_iter().find(|(known, ..)| *known == seat)?;
    let sealed = sign::seal(&content, &example::id(&seat), &example::key(HEAD_TO_HEAD, &seat)).ok()?;
    Some(write(&sealed).into_bytes())
}

fuzz_target!(|input: &[u8]| {
    let [file, place, how, put @ ..] = input else { return };
    let (files, loaded, games) = base();
    let (name, text) = &files[usize::from(*file) % files.len()];
    let bytes = text.as_bytes();
    let from = bytes.len() * usize::from(*place) / 256;
    let to = if how & 2 == 0 { (from + put.len()).min(bytes.len()) } else { from };
    let mut altered = [&bytes[..from], put, &bytes[to..]].concat();
    if how & 1 == 1
        && let Some(signed) = signed_again(&altered)
    {
        altered = signed;
    }
    let mut harmed = loaded.clone();
    harmed.remove(name);
    harmed.add(name, &altered);
    let answer = verify(&harmed, games);
    for failure in &answer.failures {
        assert!(!failure.file.is_empty() && !failure.problem.message.is_empty());
    }
    if let Ok(chain) = Chain::build(&harmed) {
        status::status(&chain);
    }
    harmed.states.reverse();
    harmed.turns.reverse();
    let again = verify(&harmed, games);
    assert_eq!(answer.failures.len(), again.failures.len());
});
