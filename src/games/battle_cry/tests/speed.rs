//! How long `check` takes in a long campaign, against the floor: reading the same documents and checking their
//! signatures, without the game.
//!
//! `ADJUTANT_STEP=200 cargo test --release -p adjutant-battle-cry speed:: -- --nocapture` measures it at this step.

use std::time::{Duration, Instant};

use adjutant_core::chain::Chain;
use adjutant_core::chain::adjudicate::Adjudication;
use adjutant_core::chain::compose::parse_composed;
use adjutant_core::chain::hands;
use adjutant_core::engine::decision::Decision;

use crate::signed_match::SignedMatch;

/// The shortest of some times.
fn shortest(mut one: impl FnMut()) -> Duration {
    let time = |_| {
        let started = Instant::now();
        one();
        started.elapsed()
    };
    (0..5).map(time).min().expect("a time")
}

#[test]
fn check_in_a_long_campaign() {
    let step = std::env::var("ADJUTANT_STEP").ok().and_then(|text| text.parse().ok()).unwrap_or(12);
    let mut of = SignedMatch::new("campaign", false, 3);
    while of.rig.step() < step && !of.is_over() {
        of.step();
    }
    let seat = of.asked().remove(0);
    let (sight, plan) = of.plan(&seat).expect("a plan");
    let act = Decision { choices: plan.choose.clone(), ..plan.act.clone() };
    let alone = shortest(|| drop(sight.table.check(&sight.side, &act)));
    let content = of.rig.turn_content(seat.as_str(), &of.draft(&seat, &plan));
    let turn = parse_composed("draft", &content).expect("a turn");
    let files = of.rig.load();
    let floor = shortest(|| {
        let loaded = of.rig.load();
        std::hint::black_box(Chain::build(&loaded).expect("a chain").line.len());
    });
    let chain = Chain::build(&files).expect("a chain");
    let game = of.rig.games.for_charter(&chain.charter.typed, &files).expect("a game");
    let owner = &of.owners[&seat];
    let whole = shortest(|| {
        let stand = Adjudication::newest(&chain, &*game).expect("a position");
        assert!(stand.check_draft(&turn.typed).is_empty());
        assert!(hands::follow(&chain, &*game, owner).is_ok());
    });
    println!(
        "step {}: `check` of the rules {alone:?}; with the hand followed from the start {whole:?}; the floor, reading \
         {} documents, {floor:?}: {:.2} of it",
        of.rig.step(),
        of.rig.files.len(),
        (alone + whole).as_secs_f64() / floor.as_secs_f64()
    );
    // A share of the floor does not depend on the machine.
    assert!(alone + whole < 3 * floor, "{alone:?} and {whole:?} against {floor:?}");
}
