//! `odds` against dice: orders of every kind are calculated exactly, with the time that takes, and then carried out a
//! million times in all by the rules themselves. The results are compared with the probabilities.
//!
//! `cargo bench --bench odds [-- --times N]`

#[path = "../tests/support/odds_positions.rs"]
mod odds_positions;

use std::collections::BTreeMap;
use std::thread;
use std::time::Instant;

use adjutant::document::Bytes32;
use adjutant::engine::{Dice, Position, Ruleset};
use adjutant::games::civil_war::CivilWar;
use adjutant::games::civil_war::chances::{OrderResult, odds, play};
use adjutant::games::civil_war::orders::Order;
use adjutant::games::civil_war::pack::Side;
use adjutant::trust::dice::Dice as Stream;
use odds_positions::Attack;

/// Rolls of a key of its own for each time.
struct SeededDice(Stream, u64);

impl SeededDice {
    fn new(seed: u64) -> SeededDice {
        let mut key = [0; 32];
        key[..8].copy_from_slice(&seed.to_le_bytes());
        SeededDice(Stream { key: Bytes32(key) }, 0)
    }
}

impl Dice for SeededDice {
    fn roll(&mut self, _: &str, _: &str, count: usize, sides: u64) -> Option<Vec<u64>> {
        self.1 += 1;
        self.0.roll(self.1, count, sides).ok()
    }
}

/// The kinds of order that are played, and the share of each in hundredths.
fn thoughts() -> [(Attack, u64); 6] {
    use odds_positions::{armies, grant_and_foote, mobile, passage, plain, rounds};
    [(plain(), 35), (armies(), 25), (passage(), 10), (rounds(), 10), (grant_and_foote(), 10), (mobile(), 10)]
}

/// How often each result occurred in this many combats from seed `first` on, in two threads.
fn played(
    rules: &CivilWar,
    position: &Position<CivilWar>,
    side: Side,
    order: &Order,
    times: u64,
) -> BTreeMap<OrderResult, u64> {
    let one = |range: std::ops::Range<u64>| {
        let mut found: BTreeMap<OrderResult, u64> = BTreeMap::new();
        for seed in range {
            let end = play(rules, position, side, order, &mut SeededDice::new(seed)).expect("a legal order");
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
    for (Attack { what, side, given, order }, share) in thoughts() {
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
