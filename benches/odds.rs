//! `odds` against dice: orders of every kind reckoned exactly, with the time that takes, and then carried out a million
//! times in all by the rules themselves. What came of them is held against the chances.
//!
//! `cargo bench --bench odds [-- --times N]`

use std::collections::BTreeMap;
use std::thread;
use std::time::Instant;

use adjutant::document::Bytes32;
use adjutant::engine::{Dice, Position, Ruleset};
use adjutant::rulesets::civil_war::CivilWar;
use adjutant::rulesets::civil_war::chances::{End, odds, play};
use adjutant::rulesets::civil_war::orders::Order;
use adjutant::rulesets::civil_war::pack::Side;
use adjutant::trust::dice::Dice as Stream;
use serde_json::{Value, json};

/// Rolls of a key of its own for each time.
struct Fixed(Stream, u64);

impl Fixed {
    fn new(seed: u64) -> Fixed {
        let mut key = [0; 32];
        key[..8].copy_from_slice(&seed.to_le_bytes());
        Fixed(Stream { key: Bytes32(key) }, 0)
    }
}

impl Dice for Fixed {
    fn roll(&mut self, _: &str, _: &str, count: usize, sides: u64) -> Option<Vec<u64>> {
        self.1 += 1;
        self.0.roll(self.1, count, sides).ok()
    }
}

/// An order that a player may be thinking of.
struct Thought {
    what: &'static str,
    side: Side,
    given: Value,
    order: Value,
    /// Its share of all that is played.
    share: u64,
}

fn thoughts() -> Vec<Thought> {
    vec![
        Thought {
            what: "6 against 4, nobody rolls again",
            side: Side::Confederate,
            given: json!({
                "phasing": "confederate",
                "confederate": {"at": {"5006": {"sp": 6, "leaders": ["longstreet-2"]}}},
                "union": {"at": {"5106": {"sp": 4, "leaders": ["hooker-2"]}, "5206": {"sp": 1}}},
            }),
            order: json!({"move": {"leader": "longstreet", "sp": 6, "path": ["5106"]}}),
            share: 35,
        },
        Thought {
            what: "two armies, both roll again",
            side: Side::Union,
            given: json!({
                "phasing": "union",
                "difference": 9,
                "union": {
                    "at": {"5005": {"sp": 9, "leaders": ["mcclellan-3", "sumner-2"], "army": "potomac"}},
                    "standing": {"rerolls": "best"},
                },
                "confederate": {
                    "at": {"5006": {"sp": 8, "leaders": ["re_lee-3", "jackson-2"], "army": "northern_virginia"}},
                    "standing": {
                        "rerolls": "best",
                        "reaction": {"northern_virginia": {"when_enemy_sp_at_most": 1, "into": "announced"}},
                    },
                },
            }),
            order: json!({"move": {"army": "potomac", "path": ["5006"]}}),
            share: 25,
        },
        Thought {
            what: "a passage under one battery",
            side: Side::Union,
            given: json!({
                "scenario": "campaign_1862",
                "phasing": "union",
                "union": {"ships": {"4424": {"ocean": 6, "leaders": ["farragut-2"]}}},
                "confederate": {"at": {"4425": {"sp": 1}}},
            }),
            order: json!({"sail": {"leader": "farragut", "ocean": 6, "to": ["4324/4325"]}}),
            share: 10,
        },
        Thought {
            what: "transports against an ironclad, round by round",
            side: Side::Union,
            given: json!({
                "scenario": "campaign_1862",
                "phasing": "union",
                "union": {"ships": {"2112/2211": {"river": 4, "leaders": ["foote-2"]}}},
                "confederate": {"ships": {"2112/2113": {"ships": ["manassas"]}}},
            }),
            order: json!({"sail": {"leader": "foote", "river": 4, "to": ["2013/2114"]}}),
            share: 10,
        },
        Thought {
            what: "a common attack with ironclads (EX 8.9.7)",
            side: Side::Union,
            given: json!({
                "scenario": "campaign_1862",
                "phasing": "union",
                "union": {
                    "commands": {"naval": 3, "west": 3},
                    "at": {"2617": {"sp": 2, "leaders": ["grant-2"]}},
                    "ships": {"2518/2617": {
                        "ships": ["benton", "carondelet", "chillicothe", "cincinnati"],
                        "river": 2,
                        "leaders": ["foote-2"],
                    }},
                },
                "confederate": {
                    "at": {"2718": {"sp": 3}},
                    "ships": {"2618/2718": {"ships": ["manassas"]}},
                },
                "works": {"2718": {"held": {"side": "confederate", "kind": "fort"}}},
            }),
            order: json!({"together": {
                "sail": {"leader": "foote", "to": ["2618/2718"]},
                "move": {"leader": "grant", "sp": 2, "path": ["2717", "2718"]},
            }}),
            share: 10,
        },
        Thought {
            what: "a landing past an ironclad and a fort (EX 8.8)",
            side: Side::Union,
            given: json!({
                "scenario": "campaign_1864",
                "turn": 17,
                "phasing": "union",
                "union": {
                    "commands": {"naval": 4},
                    "at": {"5206": {"sp": 2, "leaders": ["schofield-2"]}},
                    "ships": {"5106/5206": {
                        "ships": ["canonicus", "mahopac", "monadnock", "tecumseh"],
                        "ocean": 2,
                        "leaders": ["farragut-2"],
                    }},
                    "standing": {"fleet": {"hits": ["mahopac", "ocean"]}},
                },
                "confederate": {"at": {"2428": {"sp": 1}}, "ships": {"2429/2530": {"ships": ["tennessee"]}}},
                "works": {"2428": {"held": {"side": "confederate", "kind": "fort"}}},
                "control": {"2529": "union"},
            }),
            order: json!({"sail": {
                "leader": "farragut",
                "load": {"at": "5206", "sp": 2, "leaders": ["schofield"]},
                "to": ["2429/2530", "2429/2529"],
                "land": "2428",
            }}),
            share: 10,
        },
    ]
}

/// How often each end came, of so many times from `first` on, on two threads.
fn played(
    rules: &CivilWar,
    position: &Position<CivilWar>,
    side: Side,
    order: &Order,
    times: u64,
) -> BTreeMap<End, u64> {
    let one = |range: std::ops::Range<u64>| {
        let mut found: BTreeMap<End, u64> = BTreeMap::new();
        for seed in range {
            let end = play(rules, position, side, order, &mut Fixed::new(seed)).expect("a legal order");
            *found.entry(end).or_default() += 1;
        }
        found
    };
    let mut found = BTreeMap::new();
    thread::scope(|scope| {
        let half = scope.spawn(|| one(0..times / 2));
        for part in [one(times / 2..times), half.join().expect("a thread")] {
            part.into_iter().for_each(|(end, count)| *found.entry(end).or_default() += count);
        }
    });
    found
}

fn number(chance: &num_rational::BigRational) -> f64 {
    let part = |number: &dyn std::fmt::Display| number.to_string().parse::<f64>().expect("a number");
    part(chance.numer()) / part(chance.denom())
}

fn main() {
    let arguments: Vec<String> = std::env::args().collect();
    let times = arguments.iter().position(|word| word == "--times").and_then(|at| arguments.get(at + 1)?.parse().ok());
    let times: u64 = times.unwrap_or(1_000_000);
    let shipped = CivilWar::shipped();
    println!(
        "{:<50} {:>9} {:>6} {:>9} {:>9} {:>8} {:>6} {:>7}",
        "", "reckoned", "ends", "played", "in", "chi2", "free", "worst"
    );
    for Thought { what, side, given, order, share } in thoughts() {
        let rules = shipped.ground(&given).expect("the ground").into_owned();
        let position = rules.case(&given).expect("a position");
        let order: Order = serde_json::from_value(order).expect("an order");
        let mut spent = Vec::new();
        let mut told = None;
        for _ in 0..7 {
            let started = Instant::now();
            told = Some(odds(&rules, &position, side, &order).expect("a legal order").0);
            spent.push(started.elapsed());
        }
        spent.sort();
        let told = told.expect("odds");
        let times = times * share / 100;
        let started = Instant::now();
        let found = played(&rules, &position, side, &order, times);
        let playing = started.elapsed();
        // Ends that are expected less than five times are taken together.
        let (mut chi2, mut free, mut worst, mut rest) = (0.0f64, -1i32, 0.0f64, (0.0f64, 0.0f64));
        let mut unknown: u64 = found.values().sum();
        for (end, chance) in &told.ends {
            let (chance, came) = (number(chance), found.get(end).copied().unwrap_or(0));
            unknown -= came;
            let (expected, came) = (chance * times as f64, came as f64);
            worst = worst.max((came - expected).abs() / (expected * (1.0 - chance)).sqrt().max(1e-9));
            if expected < 5.0 {
                rest = (rest.0 + expected, rest.1 + came);
                continue;
            }
            (chi2, free) = (chi2 + (came - expected).powi(2) / expected, free + 1);
        }
        if rest.0 > 0.0 {
            (chi2, free) = (chi2 + (rest.1 - rest.0).powi(2) / rest.0, free + 1);
        }
        println!(
            "{what:<50} {:>6.2} ms {:>6} {times:>9} {:>7.1} s {chi2:>8.1} {free:>6} {worst:>7.2}{}",
            spent[3].as_secs_f64() * 1e3,
            told.ends.len(),
            playing.as_secs_f64(),
            if unknown > 0 { format!("  {unknown} times another end!") } else { String::new() },
        );
    }
}
