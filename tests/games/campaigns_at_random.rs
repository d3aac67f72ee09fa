//! Random play of the whole war, from each of its four beginnings, with every invariant after every step.
//!
//! `ADJUTANT_STEPS=2000 cargo test --test games campaigns_at_random:: -- --nocapture` plays this many acts of each
//! campaign and prints what was met with; `ADJUTANT_FIRST=3` begins with that match. `ADJUTANT_OPTIONS=attrition,stacking`
//! plays them with these optional rules, and `ADJUTANT_STEPS` also says how long those with each single option are.

use crate::random_civil_war;
use std::collections::BTreeMap;

use adjutant::games::civil_war::options::NAMES;
use random_civil_war::{EventCounts, Start};
use serde_json::{Map, Value};

/// The most acts of one match: its later turns differ little, while another match has other dice.
const LONGEST: u32 = 400;

fn number(name: &str) -> Option<u32> {
    std::env::var(name).ok().and_then(|text| text.parse().ok())
}

/// The optional rules of these names.
fn options<'a>(names: impl IntoIterator<Item = &'a str>) -> Map<String, Value> {
    names.into_iter().map(|name| (name.to_owned(), Value::Bool(true))).collect()
}

/// The optional rules with which all campaigns are to be played.
fn wanted_options() -> Map<String, Value> {
    let named = std::env::var("ADJUTANT_OPTIONS").unwrap_or_default();
    options(named.split(',').filter(|name| !name.is_empty()))
}

/// Half-pulses of a campaign in which nothing breaks and somebody is always asked.
fn at_random(campaign: &str) {
    let wanted = number("ADJUTANT_STEPS").unwrap_or(30);
    let (mut met, options) = (EventCounts::default(), wanted_options());
    for seed in u64::from(number("ADJUTANT_FIRST").unwrap_or(0)).. {
        let most = LONGEST.min(wanted - met.steps);
        // The one that attacks and the one that does anything, in turn.
        let how = (seed, seed % 2 == 0);
        let table =
            random_civil_war::play_until(&Start::Played(campaign, &options), how, &mut met, |step| step >= most);
        println!("{campaign}, match {seed}: turn {}", table.position()["game"]["turn"]);
        if met.steps >= wanted {
            break;
        }
    }
    println!("{campaign}: {}", met.histogram());
    assert!(met.beats > wanted / 8, "{} half-pulses in {wanted} acts", met.beats);
    let seen = |kinds: &BTreeMap<String, u32>, wanted: &[&str]| {
        let missing: Vec<&&str> = wanted.iter().filter(|kind| !kinds.contains_key(**kind)).collect();
        assert!(missing.is_empty(), "never met: {missing:?}; met: {kinds:?}");
    };
    seen(&met.orders, &["move"]);
    if wanted >= 1_000 {
        let orders =
            ["build", "create", "destroy", "move: army", "rail", "rally", "reinforce", "remove", "spend", "transfer"];
        seen(&met.orders, &orders);
        seen(&met.questions, &["react", "reaction", "reroll", "retreat"]);
        seen(&met.events, &["control", "combat_result", "retreated", "supply", "scored"]);
    }
}

#[test]
fn from_1861_nothing_breaks_at_random() {
    at_random("campaign_1861");
}

#[test]
fn from_1862_nothing_breaks_at_random() {
    at_random("campaign_1862");
}

#[test]
fn from_1863_nothing_breaks_at_random() {
    at_random("campaign_1863");
}

#[test]
fn from_1864_nothing_breaks_at_random() {
    at_random("campaign_1864");
}

/// Two campaigns with each optional rule, and two with all that go together: with hidden leaders, and with untried ones.
/// `ADJUTANT_RULES=untried_leaders,together` plays only these sets.
#[test]
fn with_each_optional_rule_nothing_breaks_at_random() {
    // The pack that is shipped has no leaders for 22.2.
    let names = || NAMES.into_iter().filter(|name| *name != "modified_leaders");
    let without = |excluded: &[&str]| names().filter(|name| !excluded.contains(name)).collect::<Vec<_>>();
    let hidden = without(&["leaders_revealed", "untried_leaders", "far_west"]);
    let untried = without(&["hidden_leaders", "random_entry"]);
    let wanted = std::env::var("ADJUTANT_RULES").unwrap_or_default();
    let is_wanted = |names: &Vec<&str>| {
        let name = if names.len() > 1 { "together" } else { names[0] };
        wanted.is_empty() || wanted.split(',').any(|one| one == name)
    };
    let sets = names().map(|name| vec![name]).chain([hidden, untried]).filter(is_wanted);
    let (steps, first) = (number("ADJUTANT_STEPS").unwrap_or(50), u64::from(number("ADJUTANT_FIRST").unwrap_or(0)));
    let matches = u64::from(number("ADJUTANT_MATCHES").unwrap_or(1));
    for names in sets {
        let (mut met, options) = (EventCounts::default(), options(names.iter().copied()));
        for seed in first..first + matches {
            let campaign = ["campaign_1862", "campaign_1864"][seed as usize % 2];
            let start = Start::Played(campaign, &options);
            random_civil_war::play_until(&start, (seed, seed % 2 == 0), &mut met, |step| step >= steps);
        }
        assert!(met.steps > 0 && !met.events.is_empty(), "{names:?}");
        let rules: Vec<&String> = met.rules.keys().filter(|rule| rule.starts_with("2")).collect();
        println!("{names:?}: {} steps; {rules:?}; {:?}", met.steps, met.questions);
    }
}
