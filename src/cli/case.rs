//! `case`: a position, orders and dice, and what must come of them.

use std::path::PathBuf;

use serde_json::{Value, json};

use super::out::{self, Tone, Words};
use super::{Answer, Failure, Format, Told, files, folder};
use crate::document::{Document, Form, Problem, harmless, read};
use crate::engine::case::Case;

/// Run case files: a position, orders and scripted dice, and what must come out.
///
/// Prints what differs and answers no if anything does. A case is a referee's question to the program, a bug report,
/// and the unit of its own tests.
#[derive(Debug, clap::Args)]
pub struct Args {
    /// The case files.
    #[arg(required = true)]
    files: Vec<PathBuf>,
}

pub fn run(args: Args, format: Format) -> Answer {
    let mut results: Vec<(PathBuf, String, Vec<String>)> = Vec::new();
    for path in &args.files {
        let bytes = files::read(path, Form::Draft.max_bytes() as u64)?;
        let text = String::from_utf8_lossy(&bytes).into_owned();
        let refused = |problem: Problem, document: Option<&Document>| {
            let mut problem = problem;
            if problem.mark.is_none() {
                problem.mark = document.and_then(|document| document.place_of(&problem));
            }
            Failure::Cannot(vec![Told { problem, file: Some(path.clone()), text: Some(text.clone()) }])
        };
        let document = read(&path.display().to_string(), &bytes, Form::Draft).map_err(|one| refused(one, None))?;
        let case = Case::read(&document.content).map_err(|problem| refused(problem, Some(&document)))?;
        let game = folder::games().shipped(case.ruleset.as_str());
        let game = game.map_err(|problem| refused(problem.in_path("ruleset"), Some(&document)))?;
        let differences = case.run(&*game);
        results.push((path.clone(), case.case, differences));
    }
    let differing = results.iter().filter(|(_, _, differences)| !differences.is_empty()).count();
    let words = || {
        let mut words = Words::default();
        for (path, case, differences) in &results {
            let (verdict, tone) = match differences.is_empty() {
                true => ("as expected", Tone::Good),
                false => ("differs", Tone::Bad),
            };
            let case = case.split_whitespace().collect::<Vec<_>>().join(" ");
            words.tone(tone, format!("{}: {verdict} ({})", path.display(), harmless(&case)));
            // What was found may fill several lines.
            let lines = differences.iter().flat_map(|difference| difference.lines());
            lines.for_each(|line| words.say(format!("  {}", harmless(line))));
        }
        words.say(format!("{} of {} cases as expected", results.len() - differing, results.len()));
        words
    };
    let value = || {
        let cases: Vec<Value> = results
            .iter()
            .map(|(path, case, differences)| json!({"file": path, "case": case, "differences": differences}))
            .collect();
        json!({"ok": differing == 0, "cases": cases})
    };
    out::answer(format, words, value)?;
    if differing == 0 { Ok(()) } else { Err(Failure::No(Vec::new())) }
}
