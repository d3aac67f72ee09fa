//! The sizes of report pages, which are mailed and archived: each contains its map, and opens by itself.
//! `ADJUTANT_PAGES=all cargo test --release --test reports page_sizes:: -- --nocapture` measures every step of the
//! examples.

use adjutant::chain::Chain;
use adjutant::document::{State, decode};
use adjutant::report::{MapView, Past, StepFacts, html};
use adjutant::session::{StepMeta, step_report};

use crate::example::{self, CAMPAIGN, SEVEN_DAYS};

/// The most bytes of a page of a step in which little happened, and of any step.
const SMALL: usize = 150_000;
const LARGEST: usize = 200_000;
/// A step counts as small with at most this many events.
const FEW: usize = 12;

/// The bytes of the page of each step, with how much happened in it.
fn sizes(name: &str, every: usize) -> Vec<(usize, usize, usize)> {
    let files = example::load(&example::read_files(name, true));
    let chain = Chain::build(&files).expect("a chain");
    let game = adjutant::registry::games().for_charter(&chain.charter.typed, &files).expect("a game");
    let mut sizes = Vec::new();
    for (at, step) in chain.line.iter().enumerate().filter(|(at, _)| at % every == 1 % every) {
        let state: State = decode(&step.state.document).expect("a state");
        let turns: Vec<_> = step.turns.iter().map(|turn| turn.typed.clone()).collect();
        let meta = StepMeta::of(&chain.charter.typed, &state, &turns, Some(step.reveals.clone()));
        let table = game.load(&state.position).expect("a position");
        let before = &chain.line[at.saturating_sub(1)].state.document.content["position"];
        let facts =
            StepFacts { step: state.step, rolls: state.rolls.clone(), events: state.events.clone(), reader: None };
        let report = step_report(&meta, &*table, before, &facts).expect("a report");
        let view = MapView { happened: true, ..MapView::default() };
        let picture = table.draw(&view, None, Some(Past { before, facts: &facts })).expect("a picture");
        sizes.push((at, facts.events.len(), html::write(&report, Some(&picture)).len()));
    }
    sizes
}

#[test]
fn a_page_is_small_enough_to_mail() {
    let all = std::env::var_os("ADJUTANT_PAGES").is_some();
    for (name, every) in [(CAMPAIGN, 41), (SEVEN_DAYS, 7)] {
        let mut sizes = sizes(name, if all { 1 } else { every });
        for &(at, events, bytes) in &sizes {
            let most = if events <= FEW { SMALL } else { LARGEST };
            assert!(bytes <= most, "{name}, step {at}: {bytes} bytes, {events} events");
        }
        sizes.sort_by_key(|(.., bytes)| *bytes);
        let sum: usize = sizes.iter().map(|(.., bytes)| bytes).sum();
        let [median, largest] = [sizes.len() / 2, sizes.len() - 1].map(|at| sizes[at]);
        println!("{name}: {} pages, {sum} bytes in all, median {median:?}, largest {largest:?}", sizes.len());
    }
}
