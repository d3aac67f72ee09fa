//! The campaigns on the whole map, on land and water, played at random with every invariant after every step, and with
//! an independent count of ships, strength points and the sea transport capacity.
//!
//! `ADJUTANT_PULSES=4000 cargo test --test games ships_at_random:: -- --nocapture` plays that many half-pulses and
//! prints how often each order, question, answer, procedure, event and rule occurred. `ADJUTANT_FIRST=235` begins with
//! that match.

use crate::random_civil_war;
use std::collections::BTreeMap;

use adjutant::games::civil_war::pack::{Pack, Scenario, Side, Waters};
use adjutant::session::Game;
use adjutant::session::{RandomPlayer, Request, Session};
use random_civil_war::{EventCounts, SeededDice, game, key};
use serde_json::{Map, Value};

const CAMPAIGNS: [&str; 4] = ["campaign_1862", "campaign_1863", "campaign_1861", "campaign_1864"];

/// Half-pulses of one match: a campaign is not played to its end here.
const HALVES: u32 = 60;

fn setting(name: &str, usual: u64) -> u64 {
    std::env::var(name).ok().and_then(|text| text.parse().ok()).unwrap_or(usual)
}

/// Quantities that must not change except through events: ships by kind, wherever they are.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
struct Tally {
    river: u64,
    ocean: u64,
    named: u64,
}

impl Tally {
    fn add(&mut self, hulls: &Value) {
        self.river += hulls["river"].as_u64().unwrap_or(0);
        self.ocean += hulls["ocean"].as_u64().unwrap_or(0);
        self.named += hulls["ships"].as_array().map_or(0, |ships| ships.len() as u64);
    }

    /// Every ship of a position: on the map, in pools, due, at sea, sunk.
    fn of(position: &Value) -> Tally {
        let mut tally = Tally::default();
        for (_, squadron) in position["game"]["squadrons"].as_object().into_iter().flatten() {
            tally.add(&squadron["hulls"]);
        }
        for (_, side) in position["game"]["sides"].as_object().into_iter().flatten() {
            let navy = &side["navy"];
            tally.add(&navy["pool"]);
            tally.add(&navy["sunk"]);
            tally.named += navy["at_sea"].as_array().map_or(0, |ships| ships.len() as u64);
            for (_, hulls) in navy["due"].as_object().into_iter().flatten() {
                tally.add(hulls);
            }
        }
        tally
    }
}

/// Strength points of both sides on the map, and lost.
fn strength(position: &Value) -> i64 {
    let groups = position["game"]["groups"].as_object().into_iter().flatten();
    let there: i64 = groups.map(|(_, group)| group["sp"].as_i64().unwrap_or(0)).sum();
    let sides = position["game"]["sides"].as_object().into_iter().flatten();
    there + sides.map(|(_, side)| side["lost"].as_i64().unwrap_or(0)).sum::<i64>()
}

/// Strength points that enter through these events: reinforcements, and militia that appears in its cities (16).
fn entered(events: &[Value]) -> i64 {
    let each = |event: &Value| match event["event"].as_str() {
        Some("reinforced") => 1,
        Some("mobilized") => event["at"].as_array().map_or(0, |at| at.len() as i64),
        _ => 0,
    };
    events.iter().map(each).sum()
}

/// The ships of both sides that a campaign brings on a turn.
fn arriving(scenario: &Scenario, turn: u64) -> Tally {
    let mut tally = Tally::default();
    let turn = u8::try_from(turn).expect("a turn");
    for arrivals in Side::BOTH.into_iter().filter_map(|side| scenario.arrivals(turn, side)) {
        let points = |waters| arrivals.transports.get(&waters).copied().map_or(0, u64::from);
        tally.river += points(Waters::River);
        tally.ocean += points(Waters::Ocean);
        tally.named += arrivals.ships.len() as u64;
    }
    tally
}

/// One of the legal orders: on the water as often as on land, where there is one.
fn choose(player: &mut RandomPlayer, table: &dyn Session, side: &adjutant::document::Id) -> Vec<Value> {
    let legal = table.legal(side).orders;
    let afloat = |order: &&Value| matches!(key(order).as_str(), "sail" | "sea" | "together" | "launch");
    let (water, land): (Vec<Value>, Vec<Value>) = legal.iter().cloned().partition(|order| afloat(&order));
    let kinds: BTreeMap<String, Vec<Value>> = water.into_iter().fold(BTreeMap::new(), |mut kinds, order| {
        let landing = order["sail"].get("land").is_some();
        let name = key(&order) + if landing { " land" } else { "" };
        kinds.entry(name).or_insert_with(Vec::new).push(order);
        kinds
    });
    let mut moods: Vec<Vec<Value>> = kinds.into_values().collect();
    // Orders that cost nothing could go on for ever.
    let free = |order: &&Value| matches!(key(order).as_str(), "destroy" | "transfer");
    moods.push(land.iter().filter(|order| !free(order)).cloned().collect());
    moods.push(land);
    moods.retain(|orders| !orders.is_empty());
    let names: Vec<Value> = (0..moods.len()).map(Value::from).collect();
    let mood = player.pick(&names).and_then(|mood| mood.as_u64()).unwrap_or(0) as usize;
    moods.get(mood).and_then(|orders| player.pick(orders)).into_iter().collect()
}

/// Plays a part of a campaign.
fn play(game: &dyn Game, scenario: &str, seed: u64, met: &mut EventCounts) {
    let pack = Pack::shipped();
    let campaign = pack.scenario(scenario).expect("the scenario");
    let mut table = game.setup(&scenario.parse().expect("an id"), &Map::new()).expect("the scenario");
    let mut dice = SeededDice::new(seed);
    let mut player = RandomPlayer::new(seed);
    let mut before = table.position();
    let mut happened = table.adjudicate(&[], &mut dice).expect("the start");
    let first = met.beats;
    for step in 0.. {
        let position = table.position();
        let at = || format!("{scenario}, match {seed}, step {step}");
        let broken = table.invariants();
        assert!(broken.is_empty(), "{}: {broken:?}\n{position}", at());
        met.note(&happened);
        let sp = entered(&happened);
        let (turn, then) = (&position["game"]["turn"], &before["game"]["turn"]);
        let mut ships = Tally::of(&before);
        if step == 0 || turn != then {
            let new = arriving(campaign, turn.as_u64().expect("a turn"));
            ships.river += new.river;
            ships.ocean += new.ocean;
            ships.named += new.named;
        }
        assert_eq!(Tally::of(&position), ships, "{}: ships\n{before}\n{happened:?}", at());
        // A rally costs a strength point without a word of its own in the count of losses.
        assert!(strength(&position) <= strength(&before) + sp, "{}: strength points\n{happened:?}", at());
        met.steps += 1;
        if table.outcome().is_some() || met.beats - first >= HALVES {
            met.purposes.extend(dice.purposes);
            return;
        }
        for frame in table.procedures() {
            *met.frames.entry(frame).or_default() += 1;
        }
        let awaiting = table.awaiting();
        let awaited = awaiting.first().unwrap_or_else(|| panic!("{}: nobody is asked", at()));
        if let Request::Answer { question, .. } = &awaited.want {
            *met.questions.entry(key(question)).or_default() += 1;
        }
        let mut plan = player.plan(table.as_ref(), &awaited.side).expect("something is asked");
        if !plan.act.orders.is_empty() {
            let chosen = choose(&mut player, table.as_ref(), &awaited.side);
            if !chosen.is_empty() {
                plan.act.orders = chosen;
            }
        }
        for order in &plan.act.orders {
            *met.orders.entry(key(order)).or_default() += 1;
        }
        before = position;
        let acts = [(awaited.side.clone(), plan.act)];
        happened = match table.adjudicate(&acts, &mut dice) {
            Ok(events) => events,
            Err(problems) => panic!("{}: {acts:?} is refused: {problems:?}\nfrom {}", at(), table.notation()),
        };
    }
}

#[test]
fn campaigns_on_land_and_water_keep_every_invariant() {
    let game = game();
    let (wanted, first) = (setting("ADJUTANT_PULSES", 120), setting("ADJUTANT_FIRST", 0));
    let mut met = EventCounts::default();
    let mut seed = first;
    while u64::from(met.beats) < wanted {
        play(&game, CAMPAIGNS[(seed % 4) as usize], seed, &mut met);
        seed += 1;
    }
    println!("matches {first} to {seed}\n{}", met.histogram());
    let missing: Vec<&str> =
        ["sail", "sea", "launch"].into_iter().filter(|kind| !met.orders.contains_key(*kind)).collect();
    assert!(missing.is_empty(), "never ordered: {missing:?}");
    if met.beats >= 2_000 {
        for (what, found) in [("together", &met.orders), ("hit", &met.questions), ("pursuit", &met.questions)] {
            assert!(found.contains_key(what), "never met: {what}");
        }
    }
}
