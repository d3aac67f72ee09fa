//! `pack check`, `pack diff` and `pack show`: what a pack says, and whether it fits together.

use std::collections::{BTreeMap, BTreeSet};
use std::path::PathBuf;

use serde_json::{Value, json};

use super::folder::{Given, pack_in};
use crate::cli::{Answer, Failure, Format, out};
use crate::document::Problem;
use crate::rulesets::civil_war::pack::{Pack, Said, certainty, entries, unsourced};

#[derive(Debug, clap::Args)]
pub struct Check {
    /// The pack's folder [default: scenarios/civil_war, if it is here, else the program's own].
    folder: Option<PathBuf>,
}

#[derive(Debug, clap::Args)]
pub struct Diff {
    /// The one pack's folder.
    a: PathBuf,
    /// The other's.
    b: PathBuf,
}

#[derive(Debug, clap::Args)]
pub struct Show {
    /// What to show: a hex, a hexside, a town, a leader, a chart (5106, 5106/5206, grant, command_points)
    /// [default: how many entries each chart has].
    entry: Option<String>,
    /// The pack's folder [default: scenarios/civil_war, if it is here, else the program's own].
    #[arg(long, value_name = "DIR")]
    pack: Option<PathBuf>,
    /// Count the entries of each chart by where they come from.
    #[arg(long, conflicts_with = "entry")]
    certainty: bool,
}

/// Everything that does not fit, each with its file and entry.
pub fn check(args: &Check, format: Format) -> Answer {
    let given = Given::of(args.folder.as_deref());
    let files = given.files()?;
    let pack = Pack::parse(&files).map_err(|problem| given.refusal([problem]))?;
    let mut problems = pack.check_thoroughly();
    problems.extend(unsourced(&files));
    if !problems.is_empty() {
        return Err(given.refusal(problems));
    }
    let count = entries(&files).len();
    let words = || format!("{}: {count} entries, and all of them fit together.\n", given.name());
    out::answer(format, words, || json!({"ok": true, "entries": count, "problems": []}))
}

/// Every entry that the two packs have differently, by its place; no where there is one.
pub fn diff(args: &Diff, format: Format) -> Answer {
    let (a, b) = (entries(&pack_in(&args.a)?), entries(&pack_in(&args.b)?));
    let paths: BTreeSet<&String> = a.keys().chain(b.keys()).collect();
    let mut differing: Vec<_> = paths.into_iter().filter(|path| a.get(*path) != b.get(*path)).collect();
    differing.sort_by_cached_key(|path| by_number(path));
    let words = || match differing.len() {
        0 => "The packs say the same.\n".to_owned(),
        count => {
            let mut page = String::new();
            for path in &differing {
                page.push_str(&format!("{path}\n"));
                for (sign, entry) in [('-', a.get(*path)), ('+', b.get(*path))] {
                    page.extend(entry.map(|entry| format!("  {sign} {}\n", line(entry))));
                }
            }
            format!("{page}{count} {}.\n", if count == 1 { "entry differs" } else { "entries differ" })
        }
    };
    let data = || {
        let each = |path: &&String| json!({"entry": path, "a": a.get(*path), "b": b.get(*path)});
        json!({"ok": differing.is_empty(), "differing": differing.iter().map(each).collect::<Vec<Value>>()})
    };
    out::answer(format, words, data)?;
    if differing.is_empty() { Ok(()) } else { Err(Failure::No(Vec::new())) }
}

/// The entries that are asked for; or a table of all.
pub fn show(args: &Show, format: Format) -> Answer {
    let all = entries(&Given::of(args.pack.as_deref()).files()?);
    let Some(wanted) = &args.entry else { return table(&all, args.certainty, format) };
    let mut found: Vec<(&String, &Said)> = all.iter().filter(|(path, entry)| is_meant(path, entry, wanted)).collect();
    found.sort_by_cached_key(|(path, _)| by_number(path));
    if found.is_empty() {
        let problem = Problem::new(format!("the pack has no entry {wanted:?}"));
        return Err(Failure::no(
            problem.advice("name a hex, a hexside, a town, a leader or a chart; pack show lists the charts"),
        ));
    }
    let words = || found.iter().map(|(path, entry)| format!("{path}\n    {}\n", line(entry))).collect::<String>();
    let data = || Value::Object(found.iter().map(|(path, entry)| ((*path).clone(), json!(entry))).collect());
    out::answer(format, words, data)
}

/// A place as it is sorted: its numbers by their size, so that a roll of 2 stands before one of 10.
fn by_number(path: &str) -> Vec<(u64, String)> {
    let mut parts: Vec<(u64, String)> = Vec::new();
    let mut digits = false;
    for c in path.chars() {
        if c.is_ascii_digit() != digits || parts.is_empty() {
            digits = c.is_ascii_digit();
            parts.push((0, String::new()));
        }
        if let Some((number, text)) = parts.last_mut() {
            // What is no number stands before every number, as a chart's head before its rows.
            if let Some(digit) = c.to_digit(10).filter(|_| digits) {
                *number = number.saturating_mul(10).saturating_add(u64::from(digit)).max(1);
            }
            text.push(c);
        }
    }
    parts
}

/// Whether somebody who names `wanted` means this entry: by a part of its place, or by its name.
fn is_meant(path: &str, entry: &Said, wanted: &str) -> bool {
    let wanted = wanted.trim().to_lowercase();
    if wanted.is_empty() {
        return false;
    }
    let (file, place) = path.split_once(':').unwrap_or((path, ""));
    let named = entry.says.split(", ").any(|field| field.to_lowercase() == format!("name: {wanted}"));
    let within = place.to_lowercase() == wanted || place.to_lowercase().starts_with(&format!("{wanted}."));
    named || within || path == wanted || file == wanted || place.split('.').any(|part| part.to_lowercase() == wanted)
}

fn line(entry: &Said) -> String {
    match &entry.source {
        Some(source) => format!("{} [{source}]", entry.says),
        None => entry.says.clone(),
    }
}

fn table(all: &BTreeMap<String, Said>, by_source: bool, format: Format) -> Answer {
    let counted = certainty(all);
    let heads = ["stated", "implied", "external", "reconstructed", "no source", "all"];
    let sum = |row: &[usize; 5]| row.iter().sum::<usize>();
    let total = counted.values().fold([0; 5], |mut total, row| {
        total.iter_mut().zip(row).for_each(|(sum, count)| *sum += count);
        total
    });
    let words = || {
        let width = counted.keys().map(String::len).max().unwrap_or_default().max("all".len());
        let mut page = String::new();
        if by_source {
            let heads: String = heads.iter().map(|head| format!("  {head:>13}")).collect();
            page.push_str(&format!("{:width$}{heads}\n", ""));
        }
        for (chart, row) in counted.iter().map(|(chart, row)| (chart.as_str(), row)).chain([("all", &total)]) {
            let counts = row.iter().copied().filter(|_| by_source).chain([sum(row)]);
            let each = counts.map(|count| format!("  {count:>13}"));
            page.push_str(&format!("{chart:width$}{}\n", each.collect::<String>()));
        }
        page
    };
    let data = || {
        let row = |row: &[usize; 5]| {
            let counts = row.iter().copied().chain([sum(row)]);
            let fields = heads.iter().zip(counts).map(|(head, count)| (head.replace(' ', "_"), json!(count)));
            Value::Object(fields.collect())
        };
        let charts: BTreeMap<&String, Value> = counted.iter().map(|(chart, counts)| (chart, row(counts))).collect();
        json!({"charts": charts, "all": row(&total)})
    };
    out::answer(format, words, data)
}
