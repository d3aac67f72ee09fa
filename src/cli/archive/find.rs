//! `archive find`: matches, and what happened in them.

use std::collections::{BTreeMap, BTreeSet};

use archive::index::{AttachedHit, Filter, Found, Hit, Row};
use archive::query::expression;
use serde_json::{Value, json};

use super::archive_folder::Archive;
use super::attachments::places;
use super::filter_args::FilterArgs;
use super::match_count::count;
use super::open_index::open_for_query;
use crate::cli::out::{self, Printout};
use crate::cli::paths::Shown;
use crate::cli::{CommandResult, Failure, Format};
use crate::document::Problem;
use crate::report::grammar::side_name;

/// Find matches, or steps by the words of their reports.
///
/// Without words it lists matches, newest first. With words it lists the steps whose reports contain all of them, in
/// any grammatical form: `archive find Shiloh Grant wounded`. Words in quotation marks must be next to each other, as
/// in '"Stonewall Jackson" wounded'; an asterisk stands for the rest of a word, as in 'entrench*'. It also searches the files
/// that `archive attach` has put beside matches.
#[derive(Debug, clap::Args)]
pub struct Args {
    /// The words.
    words: Vec<String>,
    /// List at most this many matches, or steps.
    #[arg(long, value_name = "COUNT", default_value_t = 20)]
    limit: u64,
    #[command(flatten)]
    wanted: FilterArgs,
}

pub fn run(archive: &Archive, args: Args, format: Format) -> CommandResult {
    let index = open_for_query(archive)?;
    let filter = args.wanted.filter(archive, &index)?;
    let fault = |fault| archive.fault(&fault);
    let text = args.words.join(" ");
    if args.words.is_empty() {
        let found = index.matches(&filter, Some(args.limit)).map_err(fault)?;
        return out::answer(
            format,
            || listed(archive, &found),
            || json!({"all": found.all, "matches": values(archive, &found.first)}),
        );
    }
    let Some(wanted) = expression(&text) else {
        let problem = Problem::new(format!("there is no word in '{text}'"));
        return Err(Failure::cannot(problem.advice("give words from a report: `adjutant archive find Shiloh`")));
    };
    let hits = index.find(&wanted, &filter, Some(args.limit)).map_err(fault)?;
    let attached = index.find_attached(&wanted, &filter, Some(args.limit)).map_err(fault)?;
    let ids: BTreeSet<&String> =
        hits.first.iter().map(|hit| &hit.id).chain(attached.first.iter().map(|hit| &hit.id)).collect();
    let ids: Vec<String> = ids.into_iter().cloned().collect();
    let matches = match ids.is_empty() {
        true => Found { first: Vec::new(), all: 0 },
        false => index.matches(&Filter { ids, ..Filter::default() }, None).map_err(fault)?,
    };
    let by_id: BTreeMap<&str, &Row> = matches.first.iter().map(|row| (row.id.as_str(), row)).collect();
    let words = || {
        let mut words = hit_list(archive, &text, &hits, &by_id);
        attached_list(&mut words, archive, &attached, &by_id);
        words
    };
    let value = || {
        let hit = |hit: &Hit| {
            let row = by_id.get(hit.id.as_str());
            json!({"match": hit.id, "title": row.map(|row| &row.title), "ended": row.map(|row| &row.ended), "step": hit.step,
                   "snippet": flat(&hit.snippet), "file": archive.file_of(&hit.id)})
        };
        let steps: Vec<Value> = hits.first.iter().map(hit).collect();
        let file = |hit: &AttachedHit| {
            let title = by_id.get(hit.id.as_str()).map(|row| &row.title);
            json!({"match": hit.id, "title": title, "name": hit.name, "by": hit.person, "snippet": flat(&hit.snippet),
                   "file": places(archive, &hit.id, &hit.sha256)[1]})
        };
        let files: Vec<Value> = attached.first.iter().map(file).collect();
        json!({"all": hits.all, "steps": steps, "all_files": attached.all, "files": files})
    };
    out::answer(format, words, value)
}

/// Matches as data.
pub fn values(archive: &Archive, rows: &[Row]) -> Vec<Value> {
    let with_file = |row: &Row| {
        let mut value = json!(row);
        value["file"] = json!(archive.file_of(&row.id));
        value
    };
    rows.iter().map(with_file).collect()
}

fn listed(archive: &Archive, found: &Found<Row>) -> Printout {
    let mut words = Printout::default();
    words.line(match (found.all, found.first.len() as u64) {
        (0, _) => "No match in this archive meets these conditions.".to_owned(),
        (all, first) if first < all => format!("The latest {first} of {}; --limit shows more.", count(all)),
        (all, _) => format!("{}.", count(all)),
    });
    for row in &found.first {
        words.line("\n");
        head(&mut words, archive, row);
        words.line(format!("  {}", players(row)));
        words.line(format!("  {}", ended(row)));
    }
    words
}

fn head(words: &mut Printout, archive: &Archive, row: &Row) {
    words.line(format!("{} ({}, {})", row.title, row.scenario, day(&row.ended)));
    words.line(format!("  {}", archive.file_of(&row.id).shown()));
}

fn players(row: &Row) -> String {
    let seats = row.seats.iter().filter_map(|seat| Some(format!("{} ({})", seat.name, side_name(seat.side.as_ref()?))));
    seats.collect::<Vec<_>>().join(" against ")
}

fn ended(row: &Row) -> String {
    let how = row.result.as_ref().map_or("not over", |result| &result.words);
    let mut said = format!("{} steps; {how}", row.steps);
    if row.notices > 0 {
        said += &format!("; {} on a person's word", rests(row.notices));
    }
    if row.partial {
        said += "; not fully checked";
    }
    said
}

fn rests(count: u64) -> String {
    if count == 1 { "1 thing rests".to_owned() } else { format!("{count} things rest") }
}

fn hit_list(archive: &Archive, text: &str, hits: &Found<Hit>, by_id: &BTreeMap<&str, &Row>) -> Printout {
    let mut words = Printout::default();
    let steps = |count: u64| if count == 1 { "1 step".to_owned() } else { format!("{count} steps") };
    words.line(match (hits.all, hits.first.len() as u64) {
        (0, _) => format!("No report has all of these words: {text}"),
        (all, first) if first < all => format!("The first {first} of {}; --limit shows more.", steps(all)),
        (all, _) => format!("{}.", steps(all)),
    });
    let mut last = None;
    for hit in &hits.first {
        if last != Some(&hit.id) {
            words.line("\n");
            if let Some(row) = by_id.get(hit.id.as_str()) {
                head(&mut words, archive, row);
            }
            last = Some(&hit.id);
        }
        words.line(format!("  step {}: {}", hit.step, flat(&hit.snippet)));
    }
    words
}

/// The files beside matches that have the words, if any has.
fn attached_list(words: &mut Printout, archive: &Archive, hits: &Found<AttachedHit>, by_id: &BTreeMap<&str, &Row>) {
    if hits.all == 0 {
        return;
    }
    let files = if hits.all == 1 { "1 file".to_owned() } else { format!("{} files", hits.all) };
    let shown = hits.first.len() as u64;
    let first = if shown < hits.all { format!(" (the first {shown}; --limit shows more)") } else { String::new() };
    words.line(format!("\n{files} beside matches, which nothing proves but who brought them{first}:"));
    for hit in &hits.first {
        let title = by_id.get(hit.id.as_str()).map_or("", |row| row.title.as_str());
        words.line(format!("  {}, brought by {}, beside {title}", hit.name, hit.person));
        words.line(format!("    {}", places(archive, &hit.id, &hit.sha256)[1].shown()));
        words.line(format!("    {}", flat(&hit.snippet)));
    }
}

/// A text on one line.
fn flat(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

fn day(time: &str) -> &str {
    time.get(..10).unwrap_or(time)
}
