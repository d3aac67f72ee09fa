//! The time of each writer for every step of a whole match, compared with the lower bound: reading the same states
//! strictly, which every writer has to do first. Then the page of the whole match, its parts and its size.
//!
//! `cargo bench --bench report_writers`; `ADJUTANT_MATCH=DIR` measures the match in that folder.

#[path = "../tests/support/example.rs"]
mod example;

use std::hint::black_box;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use adjutant::chain::Chain;
use adjutant::document::{Form, State, decode, read};
use adjutant::games::civil_war::CivilWar;
use adjutant::report::replay::{CardNames, Match, Replay, ReplayStep, Side};
use adjutant::report::{MapView, Past, Report, StepFacts, html, markdown, svg, text};
use adjutant::session::Rules;
use adjutant::session::{Game, Session};
use adjutant::session::{StepMeta, step_report};
use serde_json::{Value, json};

/// A step with all that a writer may want.
struct Step {
    table: Box<dyn Session>,
    before: Value,
    facts: StepFacts,
    meta: StepMeta,
    report: Report,
}

impl Step {
    fn past(&self) -> Past<'_, Value> {
        Past { before: &self.before, facts: &self.facts }
    }
}

fn main() {
    let folder = std::env::var_os("ADJUTANT_MATCH").map_or_else(|| example::folder(example::CAMPAIGN), PathBuf::from);
    let sources = states(&folder);
    let files = example::load(&example::read_files(&folder.display().to_string(), true));
    let chain = Chain::build(&files).expect("a chain");
    let game = Rules(CivilWar::shipped());
    let steps: Vec<Step> = (0..chain.line.len()).map(|at| step(&chain, at, &game)).collect();
    println!("{}: {} steps", folder.display(), steps.len());

    let floor = timed(|| {
        for (name, bytes) in &sources {
            black_box(read(name, bytes, Form::State).expect("a state"));
        }
    });
    let each = |what: &str, took: Duration| {
        let a_step = took.as_secs_f64() * 1e6 / steps.len() as f64;
        println!("{what:<52} {a_step:9.1} µs a step  {:6.2} of the floor", took.as_secs_f64() / floor.as_secs_f64());
    };
    each("the floor: reading the states", floor);
    let writer = |what: &str, write: &dyn Fn(&Step) -> usize| {
        let mut bytes = 0;
        each(what, timed(|| bytes = steps.iter().map(write).sum::<usize>()));
        println!("{:<52} {:9.1} KiB a step", "", bytes as f64 / 1024.0 / steps.len() as f64);
    };
    writer("the report, from the position", &|step| {
        step_report(&step.meta, &*step.table, &step.before, &step.facts).expect("a report").sections.len()
    });
    writer("plain text", &|step| text::write(&step.report).len());
    writer("Markdown", &|step| markdown::write(&step.report).len());
    writer("the sections as HTML", &|step| html::sections(&step.report.sections, 2).len());
    let happened = MapView { happened: true, ..MapView::default() };
    writer("a picture of where something happened", &|step| {
        svg::write(&step.table.draw(&happened, None, Some(step.past())).expect("a picture")).len()
    });
    writer("a page with that picture", &|step| {
        let picture = step.table.draw(&happened, None, Some(step.past())).expect("a picture");
        html::write(&step.report, Some(&picture)).len()
    });
    writer("a picture of the whole map", &|step| {
        svg::write(&step.table.draw(&MapView::default(), None, Some(step.past())).expect("a picture")).len()
    });
    writer("what stands on the board, as shapes", &|step| {
        let pieces = step.table.pieces(None, Some(step.past())).expect("pieces");
        pieces.layers.iter().flat_map(|layer| &layer.shapes).map(|shape| svg::fragment(shape).len()).sum()
    });
    writer("what happened, in lines", &|step| {
        step.table.moments(&step.before, &step.facts).expect("moments").iter().map(|moment| moment.words.len()).sum()
    });
    let mut size = 0;
    let took = timed(|| size = page(&chain, &steps).len());
    each("the page of the whole match", took);
    println!("that page: {} KiB in {:.2} s", size.div_ceil(1024), took.as_secs_f64());
}

/// The shortest of three runs.
fn timed(mut run: impl FnMut()) -> Duration {
    let once = |_| {
        let started = Instant::now();
        run();
        started.elapsed()
    };
    (0..3).map(once).min().unwrap_or_default()
}

/// The files of the states.
fn states(folder: &Path) -> Vec<(String, Vec<u8>)> {
    let files = std::fs::read_dir(folder.join("states")).expect("states").map(|entry| entry.expect("a file").path());
    let mut files: Vec<PathBuf> = files.collect();
    files.sort();
    files.into_iter().map(|path| (path.display().to_string(), std::fs::read(&path).expect("a state"))).collect()
}

fn step(chain: &Chain<'_>, at: usize, game: &dyn Game) -> Step {
    let line = &chain.line[at];
    let state: State = decode(&line.state.document).expect("a state");
    let turns: Vec<_> = line.turns.iter().map(|turn| turn.typed.clone()).collect();
    let meta = StepMeta::of(&chain.charter.typed, &state, &turns, Some(line.reveals.clone()));
    let table = game.load(&state.position).expect("a position");
    let before = chain.line[at.saturating_sub(1)].state.document.content["position"].clone();
    let facts = StepFacts { step: state.step, rolls: state.rolls, events: state.events, reader: None };
    let report = step_report(&meta, &*table, &before, &facts).expect("a report");
    Step { table, before, facts, meta, report }
}

/// The page of the whole match, from the steps as they are read.
fn page(chain: &Chain<'_>, steps: &[Step]) -> String {
    let first = &steps[0];
    let mut replay = Replay::new(&Match {
        title: chain.charter.typed.title.clone(),
        game: "civil_war".to_owned(),
        match_id: chain.match_id,
        sides: ["union", "confederate"].map(|id| Side { id: example::id(id), player: String::new() }),
        parts: first.table.parts(),
        outcome: None,
        doubt: None,
        cards: CardNames::default(),
        board: first.table.board(None).ok(),
    });
    for (step, line) in steps.iter().zip(&chain.line) {
        replay.push(ReplayStep {
            digest: line.state.digest,
            when: step.table.when(),
            report: step_report(&step.meta, &*step.table, &step.before, &step.facts).expect("a report"),
            pieces: step.table.pieces(None, Some(step.past())).expect("pieces"),
            hover: Vec::new(),
            moments: step.table.moments(&step.before, &step.facts).expect("moments"),
            current_winner: None,
            battles: Vec::new(),
            whereabouts: Vec::new(),
            tallies: step.table.tallies(),
            rolls: step.facts.rolls.iter().map(|roll| (roll.clone(), step.table.roller(roll))).collect(),
        });
    }
    let states: Vec<&Value> = chain.line.iter().map(|step| &step.state.document.content).collect();
    let turns: Vec<&Value> = chain.turns.values().map(|turn| &turn.document.content).collect();
    let charter = &chain.charter.document.content;
    replay.write(&json!({"charter": charter, "states": states, "turns": turns, "refusals": [], "disclosures": []}))
}
