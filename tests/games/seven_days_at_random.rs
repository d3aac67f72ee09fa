//! Whole games of the Seven Days played at random, with every invariant after every step: the plain game, the advanced
//! one, and every option.
//!
//! `ADJUTANT_IMPULSES=100000 cargo test --test games seven_days_at_random:: matches -- --nocapture` plays this many
//! impulses and prints how often each order, question, answer, procedure, event and rule was met with;
//! `ADJUTANT_FIRST=235` begins with that match.

use crate::random_match;
use std::collections::{BTreeMap, BTreeSet};

use adjutant::document::Id;
use adjutant::games::seven_days::SevenDays;
use adjutant::session::{Game, Rules};
use adjutant::session::{RandomPlayer, Session};
use random_match::{EventCounts, RandomPlayRules, Start, by_mood, key};
use serde_json::{Map, Value, json};

const SCENARIO: &str = "seven_days";

/// Random play of the Seven Days. An eager player gives one order at a time: he seeks the enemy, and tries what is
/// rare.
struct AtRandom;

/// What an order may say beyond where and who.
const DETAILS: [&str; 16] = [
    "leader",
    "combined",
    "rally",
    "build",
    "forced_march",
    "leaders",
    "siege_guns",
    "leave_works",
    "point",
    "spare",
    "stay",
    "demolish",
    "and",
    "advantage",
    "replace",
    "entrench",
];

impl RandomPlayRules for AtRandom {
    fn game(&self) -> Box<dyn Game> {
        Box::new(Rules(SevenDays::shipped()))
    }

    fn eager(&self, player: &mut RandomPlayer, table: &dyn Session, side: &Id) -> Vec<Value> {
        let legal = table.legal(side).orders;
        let enemies = enemies(&table.position(), side);
        let those = |wanted: &dyn Fn(&Value) -> bool| -> Vec<Value> {
            legal.iter().filter(|order| wanted(order)).cloned().collect()
        };
        let into = |order: &Value| {
            let path = order["move"]["path"].as_array();
            path.and_then(|path| path.last()?.as_u64()).is_some_and(|area| enemies.contains(&area))
        };
        let idle = |order: &Value| matches!(key(order).as_str(), "wait" | "pass" | "end");
        let has = |kind: &'static str, field: &'static str| those(&|order| order[kind].get(field).is_some());
        let mut moods = vec![
            ("attack", those(&|order| key(order) == "attack")),
            ("into", those(&into)),
            ("lead", has("assault", "leader")),
            ("go", those(&|order| !idle(order))),
            ("any", legal.clone()),
        ];
        let rare = [
            ("combined", has("assault", "combined")),
            ("rally", has("assault", "rally")),
            ("build", has("assault", "build")),
            ("march", has("assault", "forced_march")),
            ("demolish", has("end", "demolish")),
            ("guns", has("move", "siege_guns")),
            ("both", has("regroup", "and")),
            ("relocate", those(&|order| key(order) == "relocate")),
            ("entrench", has("night", "entrench")),
        ];
        moods.extend(rare);
        by_mood(player, &moods).into_iter().collect()
    }

    fn aspects(&self, order: &Value) -> Vec<String> {
        let kind = key(order);
        let said = DETAILS.into_iter().filter(|field| order[&kind].get(field).is_some());
        said.map(|field| format!("{kind}: {field}")).collect()
    }

    fn outcome(&self, outcome: &Value) -> (String, Option<i64>) {
        (format!("{} {}", outcome["winner"], outcome["how"]), None)
    }

    fn condition(&self, order: &Value, n: u64) -> Option<Value> {
        let area = 30 + n % 16;
        let conditions = [
            json!({"ours": [area]}),
            json!({"clear": [area], "advantage": true}),
            json!({"not": {"contested": [area]}}),
            json!({"activated": true, "impulse_at_most": n % 10}),
            json!({"results": [{"area": area, "was": "success"}]}),
            json!({"fresh": ["richmond_infantry"]}),
        ];
        (key(order) != "night").then(|| conditions[n as usize % conditions.len()].clone())
    }

    fn offers_once(&self) -> bool {
        true
    }

    fn ends_turn(&self, order: &Value) -> bool {
        key(order) == "wait"
    }

    fn scope(&self, position: &Value) -> Value {
        let game = &position["game"];
        json!([game["turn"], game["phase"], game["impulse"], game["active"]])
    }
}

/// The areas with enemies of a side.
fn enemies(position: &Value, side: &Id) -> BTreeSet<u64> {
    let pack = SevenDays::shipped().pack;
    let enemy = |unit: &str| {
        let unit = pack.forces.units.get(&unit.parse::<Id>().expect("an id")).expect("a unit of the pack");
        unit.side.as_str() != side.as_str()
    };
    let units = position["game"]["units"].as_object().expect("units").iter();
    units.filter(|(unit, _)| enemy(unit)).filter_map(|(_, state)| state["at"].as_u64()).collect()
}

fn setting(name: &str, usual: u64) -> u64 {
    std::env::var(name).ok().and_then(|text| text.parse().ok()).unwrap_or(usual)
}

/// Every option by itself; `advanced` is six of them.
const OPTIONS: [&str; 13] = [
    "advanced",
    "weather",
    "leader_casualties",
    "forced_march",
    "bridges",
    "reduced_divisions",
    "gunboats",
    "side_bids",
    "siege_guns",
    "alternate_army_leader",
    "alternate_start",
    "lincoln_sends_help",
    "jackson_sleeps",
];

/// The options of a match: none, the advanced game, everything, or each other rule in turn beside the plain or the
/// advanced game.
fn options(match_number: u64) -> Map<String, Value> {
    let names: Vec<&str> = match match_number % 6 {
        0 => Vec::new(),
        1 => vec!["advanced"],
        2 | 3 => OPTIONS.to_vec(),
        n => {
            let one = OPTIONS[(match_number / 6) as usize % OPTIONS.len()];
            if n == 4 { vec![one] } else { vec![one, "advanced"] }
        }
    };
    names.into_iter().map(|name| (name.to_owned(), json!(true))).collect()
}

fn assert_all_found(kind: &str, found: &BTreeMap<String, u32>, wanted: &[&str]) {
    let missing: Vec<&&str> = wanted.iter().filter(|name| !found.contains_key(**name)).collect();
    assert!(missing.is_empty(), "no {kind} {missing:?}; met: {found:?}");
}

#[test]
fn random_matches_reach_everything_and_break_nothing() {
    let (first, wanted) = (setting("ADJUTANT_FIRST", 0), setting("ADJUTANT_IMPULSES", 400));
    let mut met = EventCounts::default();
    let mut seed = first;
    while u64::from(met.beats) < wanted {
        let options = options(seed);
        let eager = seed % 7 != 0;
        random_match::play(&AtRandom, &Start::Played(SCENARIO, &options), (seed, eager), &mut met, |_| {});
        if seed % 100 == 99 {
            println!("match {seed} is over, {} steps in all", met.steps);
        }
        seed += 1;
    }
    println!("matches {first} to {}\n{}", seed - 1, met.histogram());
    assert_all_found("order", &met.orders, &["assault", "move", "attack", "end", "regroup", "pass", "wait", "night"]);
    assert_all_found("question", &met.questions, &["retreat", "forward", "withdraw", "screen"]);
    let events = [
        "phase",
        "impulse",
        "activation",
        "entered",
        "control",
        "assault",
        "values",
        "assault_dice",
        "assault_over",
        "exhausted",
        "retreated",
        "replacements",
        "sunset",
        "army_leader",
        "victory",
    ];
    assert_all_found("event", &met.events, &events);
    if wanted < 50_000 {
        return;
    }
    // Rare orders occur only in many matches.
    let orders = [
        "relocate",
        "assault: combined",
        "assault: rally",
        "assault: build",
        "assault: forced_march",
        "move: siege_guns",
        "attack: spare",
        "attack: stay",
        "end: demolish",
        "regroup: and",
        "night: advantage",
        "night: entrench",
    ];
    assert_all_found("order", &met.orders, &orders);
    let questions = [
        "rouse", "train", "screen", "forward", "heroic", "losses", "withdraw", "retreat", "follow", "place", "hurt",
        "remove",
    ];
    assert_all_found("question", &met.questions, &questions);
    let events = [
        "bids",
        "bid_tie",
        "weather",
        "weather_to_turn",
        "weather_turned",
        "refreshed",
        "sleeps",
        "help",
        "arrived",
        "train_leaves",
        "train_arrives",
        "advantage_used",
        "advantage_passed",
        "rallied",
        "lee_commands",
        "combined_activation",
        "single_unit",
        "forced_march",
        "deactivated",
        "guns_moved",
        "guns_taken",
        "regrouped",
        "screened",
        "entrenched",
        "casualty_points",
        "eliminated",
        "reduced",
        "placed",
        "leader_check",
        "leader_gone",
        "bridge_work",
        "bridge",
        "engineers",
        "refit",
        "replaced",
        "exchanged",
        "halted",
    ];
    assert_all_found("event", &met.events, &events);
}

#[test]
fn every_order_that_legal_offers_passes_check() {
    let plain = Map::new();
    let mut tried = random_match::offers_pass(&AtRandom, &Start::Played(SCENARIO, &plain), 1_000..1_001, 17);
    tried += random_match::offers_pass(&AtRandom, &Start::Played(SCENARIO, &options(2)), 1_001..1_003, 17);
    assert!(tried > 900, "only {tried} orders were tried");
}

#[test]
fn the_same_match_is_played_twice_alike_even_when_written_down_at_every_step() {
    random_match::twice_alike(&AtRandom, &Start::Played(SCENARIO, &options(2)), 7);
}

#[test]
fn nothing_is_refused_that_some_roll_makes_legal() {
    let seeds = 2_000..2_000 + 3 * random_match::times();
    let (turns, longest, diced) = random_match::turns_pass(&AtRandom, &Start::Played(SCENARIO, &options(2)), seeds);
    println!("{turns} turns, the longest of {longest} orders, {diced} with dice");
    assert!(turns > 100 && diced > 50 && longest == 6, "{turns} turns, longest {longest}, {diced} with dice");
}
