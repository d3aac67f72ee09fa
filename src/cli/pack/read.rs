//! `pack check`, `pack diff` and `pack show`: what a pack says, and whether it fits together.

use std::collections::{BTreeMap, BTreeSet};
use std::path::PathBuf;

use serde_json::{Value, json};

use crate::cli::{Answer, Failure, Format, folder, out};
use crate::document::Problem;
use crate::rulesets::civil_war::pack::{Pack, Said, certainty, entries};

#[derive(Debug, clap::Args)]
pub struct Check {
    /// The pack's folder.
    #[arg(default_value = "scenarios/civil_war")]
    folder: PathBuf,
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
    /// The pack's folder.
    #[arg(long, value_name = "DIR", default_value = "scenarios/civil_war")]
    pack: PathBuf,
    /// Count the entries of each chart by where they come from.
    #[arg(long, conflicts_with = "entry")]
    certainty: bool,
}

/// Everything that does not fit, each with its file and entry.
pub fn check(args: &Check, format: Format) -> Answer {
    let files = folder::pack_in(&args.folder)?;
    let told = |problem| folder::in_pack(&args.folder, problem);
    let pack = Pack::parse(&files).map_err(|problem| Failure::No(vec![told(problem)]))?;
    let problems = pack.check_thoroughly();
    if !problems.is_empty() {
        return Err(Failure::No(problems.into_iter().map(told).collect()));
    }
    let count = entries(&files).len();
    let words = || format!("{}: {count} entries, and all of them fit together.\n", args.folder.display());
    out::answer(format, words, || json!({"ok": true, "entries": count, "problems": []}))
}

/// Every entry that the two packs have differently, by its place; no where there is one.
pub fn diff(args: &Diff, format: Format) -> Answer {
    let (a, b) = (entries(&folder::pack_in(&args.a)?), entries(&folder::pack_in(&args.b)?));
    let paths: BTreeSet<&String> = a.keys().chain(b.keys()).collect();
    let differing: Vec<_> = paths.into_iter().filter(|path| a.get(*path) != b.get(*path)).collect();
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
    let all = entries(&folder::pack_in(&args.pack)?);
    let Some(wanted) = &args.entry else { return table(&all, args.certainty, format) };
    let found: BTreeMap<&String, &Said> = all.iter().filter(|(path, entry)| is_meant(path, entry, wanted)).collect();
    if found.is_empty() {
        let problem = Problem::new(format!("the pack has no entry {wanted:?}"));
        return Err(Failure::no(
            problem.advice("name a hex, a hexside, a town, a leader or a chart; pack show lists the charts"),
        ));
    }
    let words = || found.iter().map(|(path, entry)| format!("{path}\n    {}\n", line(entry))).collect();
    out::answer(format, words, || json!(found))
}

/// Whether somebody who names `wanted` means this entry: by a part of its place, or by its name.
fn is_meant(path: &str, entry: &Said, wanted: &str) -> bool {
    let wanted = wanted.to_lowercase();
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
