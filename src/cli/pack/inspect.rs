//! `pack check`, `pack diff` and `pack show`: what a pack contains, and whether it is consistent.

use crate::sorted::{SortedMap, SortedSet};
use std::path::PathBuf;

use serde_json::{Value, json};

use super::folder::{GameOption, PackSource, pack_in};
use crate::cli::{CommandResult, Failure, Format, out};
use crate::document::Problem;
use crate::games::shared::{PackEntry, certainty};
use crate::registry;

#[derive(Debug, clap::Args)]
pub struct Check {
    /// The pack's folder [default: the game's pack in scenarios/ if there is one, else the program's own].
    folder: Option<PathBuf>,
    #[command(flatten)]
    of: GameOption,
}

#[derive(Debug, clap::Args)]
pub struct Diff {
    /// The first pack's folder.
    a: PathBuf,
    /// The second pack's folder.
    b: PathBuf,
}

#[derive(Debug, clap::Args)]
pub struct Show {
    /// What to show: a hex, a hexside, a town, a leader, a chart (5106, 5106/5206, grant, command_points), or an area,
    /// a boundary, a unit (6, 6/41, mccall_infantry) [default: the number of entries in each chart].
    entry: Option<String>,
    /// The pack's folder [default: the game's pack in scenarios/ if there is one, else the program's own].
    #[arg(long, value_name = "DIR")]
    pack: Option<PathBuf>,
    #[command(flatten)]
    of: GameOption,
    /// Count the entries of each chart by source.
    #[arg(long, conflicts_with = "entry")]
    certainty: bool,
}

/// Reports everything inconsistent, each with its file and entry.
pub fn check(args: &Check, format: Format) -> CommandResult {
    let given = PackSource::of(args.folder.as_deref(), args.of);
    let files = given.files()?;
    let data = args.of.data(&files);
    let problems = data.problems(&files).map_err(|problem| given.refusal([problem]))?;
    if !problems.is_empty() {
        return Err(given.refusal(problems));
    }
    let count = data.entries(&files).len();
    let words = || format!("{}: {count} entries, all consistent.\n", given.name());
    out::answer(format, words, || json!({"ok": true, "entries": count, "problems": []}))
}

/// Every entry that differs between two packs, by its path; the answer is no if there is one.
pub fn diff(args: &Diff, format: Format) -> CommandResult {
    let (a, b) = (pack_in(&args.a)?, pack_in(&args.b)?);
    let games = [&a, &b].map(registry::pack_for);
    if games[0].game != games[1].game {
        let problem =
            Problem::new(format!("the first is a pack of {}, the second a pack of {}", games[0].game, games[1].game));
        return Err(Failure::cannot_in(&args.b, problem.advice("name two packs of the same game")));
    }
    let [a, b] = [a, b].map(|files| games[0].entries(&files));
    let paths: SortedSet<&String> = a.keys().chain(b.keys()).collect();
    let mut differing: Vec<_> = paths.into_iter().filter(|path| a.get(*path) != b.get(*path)).collect();
    differing.sort_by_cached_key(|path| by_number(path));
    let words = || match differing.len() {
        0 => "The packs are the same.\n".to_owned(),
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
    if differing.is_empty() { Ok(()) } else { Err(Failure::Negative(Vec::new())) }
}

/// The requested entries, or a table of all.
pub fn show(args: &Show, format: Format) -> CommandResult {
    let files = PackSource::of(args.pack.as_deref(), args.of).files()?;
    let data = args.of.data(&files);
    let all = data.entries(&files);
    let Some(wanted) = &args.entry else { return table(&all, args.certainty, format) };
    let meant: Vec<&String> =
        all.iter().filter(|(path, entry)| is_meant(path, entry, wanted)).map(|(path, _)| path).collect();
    // Include the entries below each match.
    let of = |path: &String| {
        meant.iter().any(|meant| path.strip_prefix(*meant).is_some_and(|rest| rest.is_empty() || rest.starts_with('.')))
    };
    let mut found: Vec<(&String, &PackEntry)> = all.iter().filter(|(path, _)| of(path)).collect();
    found.sort_by_cached_key(|(path, _)| by_number(path));
    if found.is_empty() {
        let problem = Problem::new(format!("the pack has no entry {wanted:?}"));
        let advice = format!("name {}; `adjutant pack show` lists the charts", data.examples);
        return Err(Failure::no(problem.advice(advice)));
    }
    let words = || found.iter().map(|(path, entry)| format!("{path}\n    {}\n", line(entry))).collect::<String>();
    let data = || Value::Object(found.iter().map(|(path, entry)| ((*path).clone(), json!(entry))).collect());
    out::answer(format, words, data)
}

/// The sort key of a path: numbers are compared by value, so that a roll of 2 comes before one of 10.
fn by_number(path: &str) -> Vec<(u64, String)> {
    let mut parts: Vec<(u64, String)> = Vec::new();
    let mut digits = false;
    for c in path.chars() {
        if c.is_ascii_digit() != digits || parts.is_empty() {
            digits = c.is_ascii_digit();
            parts.push((0, String::new()));
        }
        if let Some((number, text)) = parts.last_mut() {
            // Text sorts before every number, as a chart's head comes before its rows.
            if let Some(digit) = c.to_digit(10).filter(|_| digits) {
                *number = number.saturating_mul(10).saturating_add(u64::from(digit)).max(1);
            }
            text.push(c);
        }
    }
    parts
}

/// Whether `wanted` means this entry: as part of its path, or as its name. An entry between two places can be named
/// from either end.
fn is_meant(path: &str, entry: &PackEntry, wanted: &str) -> bool {
    let wanted = wanted.trim().to_lowercase();
    if wanted.is_empty() {
        return false;
    }
    let turned = wanted.split_once('/').map(|(from, to)| format!("{to}/{from}"));
    let (file, place) = path.split_once(':').unwrap_or((path, ""));
    let place = place.to_lowercase();
    let named = entry.says.split(", ").any(|field| field.to_lowercase() == format!("name: {wanted}"));
    let within = place == wanted || place.starts_with(&format!("{wanted}."));
    let part = place.split('.').any(|part| part == wanted || turned.as_deref() == Some(part));
    named || within || part || path == wanted || file == wanted
}

fn line(entry: &PackEntry) -> String {
    match &entry.source {
        Some(source) => format!("{} [{source}]", entry.says),
        None => entry.says.clone(),
    }
}

fn table(all: &SortedMap<String, PackEntry>, by_source: bool, format: Format) -> CommandResult {
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
        let charts: SortedMap<&String, Value> = counted.iter().map(|(chart, counts)| (chart, row(counts))).collect();
        json!({"charts": charts, "all": row(&total)})
    };
    out::answer(format, words, data)
}
