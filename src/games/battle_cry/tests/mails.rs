//! How many mails a turn takes, counted as states mailed, between sensible players: with everything sealed in advance,
//! with nothing, and by the letter.
//!
//! `ADJUTANT_MATCHES=20 cargo test -p adjutant-battle-cry mails:: -- --nocapture` counts this many matches of each kind.

use adjutant_core::document::Id;
use adjutant_core::engine::Ruleset;
use adjutant_core::session::self_play::{Player, SelfPlay};
use adjutant_core::session::{Game as _, Plan, Rules};
use battle_cry::BattleCry;
use serde_json::{Map, Value, json};

/// What is sealed with the files.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Sealed {
    /// Everything that the sensible player would seal.
    All,
    /// Nothing, and no send is held.
    Nothing,
}

/// What was counted of matches.
#[derive(Default)]
struct Count {
    matches: usize,
    mails: usize,
    turns: usize,
    battles: usize,
    sends: usize,
    /// The most mails of a turn.
    most: usize,
}

impl Count {
    /// Mails of a turn, in tenths.
    fn of_a_turn(&self) -> usize {
        10 * self.mails / self.turns.max(1)
    }
}

fn matches(usual: u64) -> u64 {
    std::env::var("ADJUTANT_MATCHES").ok().and_then(|text| text.parse().ok()).unwrap_or(usual)
}

/// A plan of the sensible player without anything that is sealed, or written for what may follow a pass.
fn unsealed(play: &SelfPlay, side: &Id, player: &mut Player) -> Option<Plan> {
    let mut plan = player.plan(&*play.table, side)?;
    plan.advance.clear();
    if let Some(pass) = plan.act.orders.iter().position(|order| order.get("pass").is_some()) {
        plan.act.orders.truncate(pass + 1);
    }
    for order in &mut plan.act.orders {
        if order.get("hold").is_some() {
            *order = json!({"send": {}});
        }
    }
    Some(plan)
}

/// Plays matches to their ends.
fn counted(scenario: &str, options: Value, sealed: Sealed, matches: u64) -> Count {
    let rules = BattleCry::shipped();
    let sides = rules.sides();
    let options: Map<String, Value> = options.as_object().unwrap().clone();
    let mut all = Count { matches: matches as usize, ..Count::default() };
    for seed in 0..matches {
        let table = Rules(BattleCry::shipped()).setup(&scenario.parse().unwrap(), &options).unwrap();
        let mut play = SelfPlay::new(table, &sides, seed);
        let mut players = [Player::sensible(seed), Player::sensible(seed + 1_000)];
        let mut before = 0;
        while play.table.outcome().is_none() {
            let asked: Vec<Id> = play.table.awaiting().into_iter().map(|awaited| awaited.side).collect();
            let of = |(n, side): (usize, &Id)| asked.contains(side).then(|| (n, side.clone()));
            let moving: Vec<(usize, Id)> = sides.iter().enumerate().filter_map(of).collect();
            // Both begin; then one side at a time acts.
            let moving = if play.steps == 0 { &moving[..] } else { &moving[..1] };
            let mut plans = Vec::new();
            for (n, side) in moving {
                let player = &mut players[*n];
                let plan = match sealed {
                    Sealed::All => play.plan(side, player),
                    Sealed::Nothing => unsealed(&play, side, player),
                };
                plans.push((side.clone(), plan.expect("a plan")));
            }
            let events = play.step(&sides, &plans);
            let events = events
                .unwrap_or_else(|why| panic!("{scenario}, {options:?}, {sealed:?}, seed {seed}: {why:#?} {plans:#?}"));
            let broken = play.table.invariants();
            assert!(broken.is_empty(), "{broken:?}");
            let count = |name: &str| events.iter().filter(|event| event["event"] == name).count();
            all.battles += count("battle_over");
            all.sends += count("sent") + count("passed");
            if count("turn") > 0 {
                all.most = all.most.max(play.steps as usize - before);
                before = play.steps as usize;
            }
        }
        all.mails += play.steps as usize;
        all.turns += play.table.position()["game"]["turn"].as_u64().unwrap() as usize;
    }
    let tenths = |whole: usize, of: usize| format!("{:.1}", whole as f64 / of.max(1) as f64);
    println!(
        "{scenario} {} {sealed:?}: {} mails a match, {} a turn, at most {}; {} turns, {} battles a turn, {} sends and passes a battle",
        Value::Object(options),
        tenths(all.mails, all.matches),
        tenths(all.mails, all.turns),
        all.most,
        tenths(all.turns, all.matches),
        tenths(all.battles, all.turns),
        tenths(all.sends, all.battles),
    );
    all
}

/// The options and what is sealed, as docs/battle_cry.md lists them.
fn kinds() -> [(Value, Sealed); 5] {
    [
        (json!({}), Sealed::All),
        (json!({}), Sealed::Nothing),
        (json!({"interrupts": "card"}), Sealed::All),
        (json!({"by_the_letter": true}), Sealed::All),
        (json!({"by_the_letter": true}), Sealed::Nothing),
    ]
}

#[test]
fn the_mails_of_a_campaign() {
    let all = kinds().map(|(options, sealed)| counted("campaign", options, sealed, matches(1)));
    let [usual, nothing, ..] = &all;
    assert!(usual.of_a_turn() <= 200, "{} tenths", usual.of_a_turn());
    assert!(nothing.of_a_turn() <= 280, "{} tenths", nothing.of_a_turn());
}

#[test]
fn the_mails_of_gettysburg() {
    for (options, sealed) in kinds() {
        counted("gettysburg", options, sealed, matches(2));
    }
}

#[test]
fn the_mails_of_deck_one() {
    for (options, sealed) in kinds() {
        counted("deck_one", options, sealed, matches(0));
    }
}
