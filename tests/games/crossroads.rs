//! The teaching game: its page and its cases describe the same rules as its code, whole matches keep every invariant,
//! and the player that looks one order ahead beats a random one.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};

use adjutant::document::{Id, Value};
use adjutant::engine::decision::Decision;
use adjutant::games::crossroads::Crossroads;
use adjutant::session::{Game, Rules};
use adjutant::session::{RandomPlayer, SensiblePlayer, Session};
use serde_json::{Map, json};

use crate::random_match::SeededDice;

/// Most lines of code that the teaching game may have.
const MAX_LINES: usize = 755;

fn root(path: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join(path)
}

/// The files in a folder, by name.
fn files(folder: &str) -> BTreeMap<String, String> {
    let entries = fs::read_dir(root(folder)).unwrap().map(|entry| entry.unwrap().path());
    let read =
        |path: PathBuf| (path.file_name().unwrap().to_string_lossy().into_owned(), fs::read_to_string(&path).unwrap());
    entries.filter(|path| path.is_file()).map(read).collect()
}

fn code() -> BTreeMap<String, String> {
    files("src/games/crossroads").into_iter().filter(|(name, _)| name.ends_with(".rs")).collect()
}

/// The numbers of rules between quotation marks.
fn cited(text: &str) -> BTreeSet<String> {
    let quoted = text.split('"').skip(1).step_by(2);
    let rule =
        |part: &&str| part.split_once('.').is_some_and(|(a, b)| a.parse::<u8>().is_ok() && b.parse::<u8>().is_ok());
    quoted.filter(rule).map(str::to_owned).collect()
}

#[test]
fn it_is_as_small_as_its_tutorial_says() {
    let lines: usize = code().values().map(|text| text.lines().count()).sum();
    assert!(lines <= MAX_LINES, "the teaching game has {lines} lines");
}

#[test]
fn page_code_and_cases_speak_of_the_same_rules() {
    let page = fs::read_to_string(root("docs/crossroads.md")).unwrap();
    let rules: BTreeSet<String> =
        page.split("**").skip(1).step_by(2).filter(|part| part.contains('.')).map(str::to_owned).collect();
    assert_eq!(rules.len(), 18, "{rules:?}");
    let of_cases: BTreeSet<String> =
        files("tests/cases/crossroads").keys().map(|name| name.split('-').next().unwrap().to_owned()).collect();
    assert_eq!(of_cases, rules, "every rule has a case, and every case a rule");
    let of_code: BTreeSet<String> = code().values().flat_map(|text| cited(text)).collect();
    assert!(of_code.is_subset(&rules), "{:?}", of_code.difference(&rules));
    assert!(of_code.len() > 8, "{of_code:?}");
}

/// A position of a case.
fn table(given: &Value) -> Box<dyn Session> {
    Rules(Crossroads::shipped()).case(given).expect("a position")
}

/// Hale has 4 points and a die, Pruitt 3, cover 1 and a die: of 36 throws, Hale has more in 15, and takes a hit in 21.
#[test]
fn a_preview_tells_the_chances_of_an_attack() {
    let side: Id = "union".parse().unwrap();
    let before = table(&json!({"active": "union", "field": {
        "units": {"hale": {"at": 1}, "pruitt": {"at": 3}}, "control": {"1": "union", "3": "confederate"}}}));
    let orders = vec![json!({"attack": {"units": ["hale"], "area": 3}})];
    let said = before.preview(&side, &Decision { orders, ..Decision::default() });
    assert!(said.len() == 1 && said[0].starts_with("Order 1: ") && said[0].contains("(58.3%)"), "{said:?}");
}

#[test]
fn an_outcome_tells_the_points() {
    let mut table = table(&json!({"active": "union", "round": 5, "field": {
        "units": {"hale": {"at": 4}, "calder": {"at": 6}}, "control": {"4": "union", "6": "confederate"}}}));
    let done = Decision { orders: vec![json!({"done": {}})], ..Decision::default() };
    table.adjudicate(&[("union".parse().unwrap(), done)], &mut SeededDice::new(1)).unwrap();
    assert_eq!(table.outcome_words().as_deref(), Some("the Union wins: 3 points to 1"));
}

/// Plays a match to its end, with a sensible player for the sides that are named.
fn play(seed: u64, options: &Value, sensible: &[&str]) -> Box<dyn Session> {
    let scenario: Id = "meeting".parse().unwrap();
    let mut table =
        Rules(Crossroads::shipped()).setup(&scenario, &options.as_object().cloned().unwrap_or_default()).unwrap();
    let mut dice = SeededDice::new(seed);
    let (mut random, mut sensible_player) = (RandomPlayer::new(seed), SensiblePlayer::new(seed));
    let mut acts: Vec<(Id, Decision)> = Vec::new();
    for step in 0..1_000 {
        table.adjudicate(&acts, &mut dice).unwrap_or_else(|why| panic!("{seed}, {step}: {acts:?}: {why:?}"));
        let broken = table.invariants();
        assert!(broken.is_empty(), "{seed}, {step}: {broken:?}\n{}", table.position());
        if table.outcome().is_some() {
            return table;
        }
        acts.clear();
        for awaited in table.awaiting() {
            let plan = match sensible.contains(&awaited.side.as_str()) {
                true => sensible_player.plan(table.as_ref(), &awaited.side),
                false => random.plan(table.as_ref(), &awaited.side),
            };
            acts.extend(plan.map(|plan| (awaited.side, plan.act)));
        }
    }
    panic!("match {seed} does not end");
}

#[test]
fn two_hundred_matches_at_random_keep_every_invariant() {
    let mut ends: BTreeMap<String, u32> = BTreeMap::new();
    for seed in 0..200 {
        let rounds = 3 + seed % 7;
        let table = play(seed, &json!({"rounds": rounds}), &[]);
        *ends.entry(table.outcome().unwrap()["how"].to_string()).or_default() += 1;
    }
    assert_eq!(ends.values().sum::<u32>(), 200);
    assert!(ends.len() > 1, "{ends:?}");
}

#[test]
fn who_looks_one_order_ahead_beats_chance() {
    let mut won = 0;
    for seed in 0..10 {
        let side = ["union", "confederate"][usize::from(seed % 2 == 1)];
        won += u32::from(play(seed, &json!({}), &[side]).outcome().unwrap()["winner"] == side);
    }
    assert!(won >= 8, "{won} of 10 matches");
}

#[test]
fn an_option_that_does_not_fit_is_refused() {
    let scenario: Id = "meeting".parse().unwrap();
    let told = |options: Value| {
        let options: Map<String, Value> = options.as_object().cloned().unwrap();
        Rules(Crossroads::shipped()).setup(&scenario, &options).map(|_| ()).expect_err("no such option")
    };
    assert_eq!(told(json!({"rounds": 12})).path.as_deref(), Some("options.rounds"));
    assert!(told(json!({"round": 4})).advice.unwrap().contains("rounds"));
}
