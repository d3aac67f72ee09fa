//! The reports of a small match, compared with golden files: every step as text and as Markdown, and pictures of the
//! steps with fights. `ADJUTANT_BLESS=1 cargo test --test reports golden_reports::` rewrites them: read what changed.

use crate::example;
use std::path::Path;

use adjutant::chain::Chain;
use adjutant::document::{State, decode};
use adjutant::games::civil_war::CivilWar;
use adjutant::report::{MapView, Past, StepFacts, html, markdown, svg, text};
use adjutant::session::Game;
use adjutant::session::Rules;
use adjutant::session::{StepMeta, step_report};

/// The most pictures that are kept.
const PICTURES: usize = 4;

fn golden(name: &str, got: &str) {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/golden/match").join(name);
    if std::env::var_os("ADJUTANT_BLESS").is_some() {
        std::fs::create_dir_all(path.parent().expect("a folder")).expect("to make the folder");
        std::fs::write(&path, got).expect("to write the golden file");
    }
    let wanted = std::fs::read_to_string(&path).unwrap_or_default();
    let differs = wanted.lines().zip(got.lines()).position(|(a, b)| a != b);
    assert!(
        wanted == got,
        "{name} differs from line {}; look, then: ADJUTANT_BLESS=1 cargo test --test reports golden_reports::",
        differs.unwrap_or_else(|| wanted.lines().count().min(got.lines().count())) + 1
    );
}

#[test]
fn a_small_match_is_told_and_drawn() {
    let files = example::load(&example::read_files(example::HEAD_TO_HEAD, true));
    let chain = Chain::build(&files).expect("a chain");
    let game = Rules(CivilWar::shipped());
    let (mut as_text, mut as_markdown, mut drawn) = (String::new(), String::new(), 0);
    for (at, step) in chain.line.iter().enumerate() {
        let state: State = decode(&step.state.document).expect("a state");
        let turns: Vec<_> = step.turns.iter().map(|turn| turn.typed.clone()).collect();
        let meta = StepMeta::of(&chain.charter.typed, &state, &turns, Some(step.reveals.clone()));
        let table = game.load(&state.position).expect("a position");
        let before = &chain.line[at.saturating_sub(1)].state.document.content["position"];
        let facts =
            StepFacts { step: state.step, rolls: state.rolls.clone(), events: state.events.clone(), reader: None };
        let report = step_report(&meta, &*table, before, &facts).expect("a report");
        as_text += &(text::write(&report) + "\n");
        as_markdown += &(markdown::write(&report) + "\n");
        let fought = facts.events.iter().any(|event| event["event"] == "combat");
        if fought && drawn < PICTURES {
            drawn += 1;
            let view = MapView { happened: true, ..MapView::default() };
            let picture = table.draw(&view, None, Some(Past { before, facts: &facts })).expect("a picture");
            golden(&format!("{at:04}.svg"), &svg::write(&picture));
            // The page of that step is its report and that picture.
            let page = html::write(&report, Some(&picture));
            assert!(page.contains(&svg::page(&picture).map) && page.contains("<details class=\"audit\""), "step {at}");
        }
    }
    assert_eq!(drawn, PICTURES, "the match has too few combats");
    golden("reports.txt", &as_text);
    golden("reports.md", &as_markdown);
}
