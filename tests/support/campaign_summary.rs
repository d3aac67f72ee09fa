//! What many campaigns come to, side by side with what happened in the war.
#![allow(dead_code)]

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write as _;

use adjutant::rulesets::civil_war::pack::{Pack, Side};

use super::campaign::{Played, Strength};

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

/// Everything that can be said of so many matches of a scenario.
pub fn summary(scenario: &str, all: &[Played]) -> String {
    let mut text = String::new();
    let faults: usize = all.iter().map(|played| played.faults.len()).sum();
    let _ = writeln!(text, "{} matches of {scenario}, {faults} faults", all.len());
    results(&mut text, all);
    by_turn(&mut text, all);
    cities(&mut text, all);
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

fn by_turn(text: &mut String, all: &[Played]) {
    let turns: BTreeSet<u64> = all.iter().flat_map(|played| played.strengths.keys().copied()).collect();
    let _ = writeln!(text, "\nat the end of the turn, median (quartiles):");
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
        let _ = writeln!(text, "{turn:>5} | {} | {}", half(Side::Union), half(Side::Confederate));
    }
}

fn cities(text: &mut String, all: &[Played]) {
    let map = &Pack::shipped().map;
    let count = all.len().max(1) as u64;
    let _ = writeln!(text, "\ncities taken, in % of the matches, on the median turn; held at the end:");
    let mut lines: Vec<(u8, String)> = Vec::new();
    let worth = map.hexes().filter_map(|(hex, data)| Some((hex, data.city.as_ref().filter(|city| city.vp > 0)?)));
    for (hex, city) in worth {
        let taken = |side: Side| {
            let turns: Vec<i64> =
                all.iter().filter_map(|played| played.taken.get(&(hex, side)).map(|&turn| turn as i64)).collect();
            let often = turns.len() as u64;
            let share = 100 * often / count;
            let when = if often == 0 { String::new() } else { format!("turn {}", quartiles(turns)[1]) };
            (often, format!("{share:>3} % {when:<8}"))
        };
        let (union, confederate) = (taken(Side::Union), taken(Side::Confederate));
        if union.0 + confederate.0 == 0 {
            continue;
        }
        let held = |side: Side| {
            all.iter().filter(|played| played.held.get(&hex).copied().flatten() == Some(side)).count() as u64 * 100
                / count
        };
        lines.push((
            city.vp,
            format!(
                "  {:<26} {:>2} VP  Union {}  Confederacy {}  held {:>3} % / {:>3} %",
                format!("{} {hex}", city.name),
                city.vp,
                union.1,
                confederate.1,
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
