//! Statistics of many campaigns, next to what happened in the war.
#![allow(dead_code)]

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write as _;

use adjutant::board::Hex;
use adjutant::games::civil_war::pack::{Pack, Side};
use serde::Deserialize;

use super::campaign::{Played, Strength};

/// What happened in the war.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct History {
    pub strengths: Strengths,
    pub cities: Cities,
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Strengths {
    pub source: String,
    pub turns: Vec<Returns>,
}

/// Strength points by the returns.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Returns {
    pub turn: u64,
    pub union: i64,
    pub confederate: i64,
    #[serde(default)]
    pub union_lost: Option<i64>,
    #[serde(default)]
    pub confederate_lost: Option<i64>,
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Cities {
    pub source: String,
    pub taken: Vec<Taken>,
}

/// A city's capture.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Taken {
    pub at: Hex,
    pub by: Side,
    pub date: String,
    pub what: String,
    /// Where the day was read.
    pub source: String,
}

impl Taken {
    /// The turn of this day: five turns to a year from March on, the winter being the last of them; July 1861 begins
    /// the first. `None`: the day is not in the war.
    pub fn turn(&self) -> Option<u64> {
        let mut parts = self.date.split('-').map(|part| part.parse::<u64>().ok());
        let (year, month) = (parts.next()??, parts.next()??);
        let (year, place) = match month {
            1 | 2 => (year - 1, 4),
            3..=10 => (year, (month - 3) / 2),
            11 | 12 => (year, 4),
            _ => return None,
        };
        (5 * year + place).checked_sub(5 * 1861 + 1)
    }
}

impl History {
    /// The table in `docs/data`.
    pub fn known() -> History {
        serde_yaml::from_str(include_str!("../../docs/data/history.yaml")).expect("what happened in the war")
    }

    fn taken(&self, hex: Hex, side: Side) -> Option<u64> {
        self.cities.taken.iter().find(|taken| taken.at == hex && taken.by == side)?.turn()
    }
}

/// The lower quartile, the median, and the upper quartile.
fn quartiles(values: impl IntoIterator<Item = i64>) -> [i64; 3] {
    let mut values: Vec<i64> = values.into_iter().collect();
    values.sort_unstable();
    let at = |part: usize| values.get((values.len().saturating_sub(1)) * part / 4).copied().unwrap_or(0);
    [at(1), at(2), at(3)]
}

fn shown([low, middle, high]: [i64; 3]) -> String {
    format!("{middle} ({low}-{high})")
}

/// The complete summary of these matches of a scenario.
pub fn summary(scenario: &str, all: &[Played]) -> String {
    let mut text = String::new();
    let faults: usize = all.iter().map(|played| played.faults.len()).sum();
    let _ = writeln!(text, "{} matches of {scenario}, {faults} faults", all.len());
    results(&mut text, all);
    let history = History::known();
    by_turn(&mut text, all, &history);
    cities(&mut text, all, &history);
    counted(&mut text, all);
    text
}

fn results(text: &mut String, all: &[Played]) {
    let mut results: BTreeMap<String, u64> = BTreeMap::new();
    for played in all {
        let by = played.outcome.as_ref().and_then(|outcome| outcome["by"].as_str()).unwrap_or("");
        let result = format!("{} {} {by}", played.winner(), played.level());
        *results.entry(result.trim().to_owned()).or_default() += 1;
    }
    let _ = writeln!(text, "\nresults:");
    for (result, count) in results {
        let _ = writeln!(text, "  {count:>5}  {result}");
    }
    let mut margins: Vec<i64> = all.iter().map(Played::margin).collect();
    margins.sort_unstable();
    let _ = writeln!(text, "margin (Union less Confederacy): {}", shown(quartiles(margins.iter().copied())));
    let _ = writeln!(text, "  from {} to {}", margins.first().unwrap_or(&0), margins.last().unwrap_or(&0));
    let numbers = |of: &dyn Fn(&Played) -> u64| shown(quartiles(all.iter().map(|played| of(played) as i64)));
    let _ = writeln!(text, "steps {}", numbers(&|played| played.steps));
    let _ = writeln!(text, "rolls {}", numbers(&|played| played.rolls));
    let _ = writeln!(text, "combats {}", numbers(&Played::combats));
    let _ = writeln!(text, "the last turn {}", numbers(&|played| played.turn));
    let capital = |at: &str, by: Side| {
        let hex: Hex = at.parse().expect("a hex");
        let turns: Vec<i64> = all.iter().filter_map(|played| played.taken.get(&(hex, by)).map(|&t| t as i64)).collect();
        match turns.len() {
            0 => "never".to_owned(),
            times => format!("in {times} of {}, on turn {}", all.len(), shown(quartiles(turns))),
        }
    };
    let _ = writeln!(text, "Washington taken {}", capital("5206", Side::Confederate));
    let _ = writeln!(text, "Richmond taken {}", capital("5109", Side::Union));
    let seconds: f64 = all.iter().map(|played| played.time.as_secs_f64()).sum();
    let thought: f64 = all.iter().map(|played| played.thought.as_secs_f64()).sum();
    let steps: u64 = all.iter().map(|played| played.steps).sum();
    let _ = writeln!(
        text,
        "seconds a match {:.1}, {:.0} % of it thought; {:.1} ms a step",
        seconds / all.len().max(1) as f64,
        100.0 * thought / seconds.max(1e-9),
        1e3 * seconds / steps.max(1) as f64
    );
}

fn by_turn(text: &mut String, all: &[Played], history: &History) {
    let turns: BTreeSet<u64> = all.iter().flat_map(|played| played.strengths.keys().copied()).collect();
    let _ = writeln!(text, "\nat the end of the turn, median (quartiles); last what the returns say (SP, lost):");
    let _ = writeln!(
        text,
        "{:>5} | {:^15} {:^15} {:^8} {:^9} | {:^15} {:^15} {:^8} {:^9}",
        "turn", "Union SP", "lost", "waiting", "VP", "Confed. SP", "lost", "waiting", "VP"
    );
    for turn in turns {
        let of = |side: Side, what: fn(&Strength) -> i64| {
            let those = all.iter().filter_map(|played| played.strengths.get(&turn)?.get(&side));
            quartiles(those.map(what))
        };
        let half = |side: Side| {
            format!(
                "{:^15} {:^15} {:^8} {:^9}",
                shown(of(side, |strength| strength.sp)),
                shown(of(side, |strength| strength.lost)),
                of(side, |strength| strength.waiting)[1],
                of(side, |strength| strength.vp)[1],
            )
        };
        let lost = |lost: Option<i64>| lost.map_or(String::new(), |lost| format!(", {lost}"));
        let returns = history.strengths.turns.iter().find(|returns| returns.turn == turn).map(|returns| {
            let (union, confederate) = (lost(returns.union_lost), lost(returns.confederate_lost));
            format!("Union {}{union}; Confederacy {}{confederate}", returns.union, returns.confederate)
        });
        let (union, confederate) = (half(Side::Union), half(Side::Confederate));
        let line = format!("{turn:>5} | {union} | {confederate} | {}", returns.unwrap_or_default());
        let _ = writeln!(text, "{}", line.trim_end_matches([' ', '|']));
    }
}

fn cities(text: &mut String, all: &[Played], history: &History) {
    let map = &Pack::shipped().map;
    let count = all.len().max(1);
    let share = |often: usize| 100 * often / count;
    let _ = writeln!(
        text,
        "\ncities taken in % of the matches, on the median turn, and the turn of history; held at the end:"
    );
    let mut lines: Vec<(u8, String)> = Vec::new();
    let worth = map.hexes().filter_map(|(hex, data)| Some((hex, data.city.as_ref().filter(|city| city.vp > 0)?)));
    for (hex, city) in worth {
        let taken = |side: Side| -> Vec<i64> {
            all.iter().filter_map(|played| played.taken.get(&(hex, side)).map(|&turn| turn as i64)).collect()
        };
        let known = Side::BOTH.map(|side| history.taken(hex, side));
        if known == [None, None] && Side::BOTH.into_iter().all(|side| taken(side).is_empty()) {
            continue;
        }
        let told = |side: Side, known: Option<u64>| {
            let turns = taken(side);
            let often = share(turns.len());
            let when = if turns.is_empty() { "-".to_owned() } else { quartiles(turns)[1].to_string() };
            let known = known.map_or("-".to_owned(), |turn| turn.to_string());
            format!("{often:>3} % {when:>2} ({known:>2})")
        };
        let held = |side: Side| {
            share(all.iter().filter(|played| played.held.get(&hex).copied().flatten() == Some(side)).count())
        };
        lines.push((
            city.vp,
            format!(
                "  {:<30} {:>2} VP   Union {}   Confederacy {}   held {:>3} % / {:>3} %",
                format!("{} {hex}", city.name),
                city.vp,
                told(Side::Union, known[0]),
                told(Side::Confederate, known[1]),
                held(Side::Union),
                held(Side::Confederate)
            ),
        ));
    }
    lines.sort_by_key(|(vp, _)| std::cmp::Reverse(*vp));
    for (_, line) in lines {
        let _ = writeln!(text, "{line}");
    }
}

fn counted(text: &mut String, all: &[Played]) {
    let count = all.len().max(1) as f64;
    type Counts = BTreeMap<(String, Side), u64>;
    let mut part = |title: &str, of: &dyn Fn(&Played) -> Counts| {
        let mut sums: BTreeMap<String, [u64; 2]> = BTreeMap::new();
        for played in all {
            for ((name, side), n) in of(played) {
                sums.entry(name).or_default()[usize::from(side == Side::Confederate)] += n;
            }
        }
        let _ = writeln!(text, "\n{title} {:>width$} {:>12}", "Union", "Confederacy", width = 42 - title.len());
        for (name, [union, confederate]) in sums {
            let _ = writeln!(text, "  {name:<30} {:>10.1} {:>12.1}", union as f64 / count, confederate as f64 / count);
        }
    };
    part("orders, a match:", &|played| played.orders.clone());
    part("what happened, a match:", &|played| played.events.clone());
    let mut causes: BTreeMap<(&str, Side), Vec<i64>> = BTreeMap::new();
    for played in all {
        for ((cause, side), vp) in &played.scored {
            causes.entry((cause, *side)).or_default().push(*vp);
        }
    }
    let _ = writeln!(text, "\npoints scored, on average over all matches:");
    for ((cause, side), points) in causes {
        let sum: i64 = points.iter().sum();
        let _ = writeln!(text, "  {cause:<30} {:<12} {:>8.1}", side.as_str(), sum as f64 / count);
    }
}
