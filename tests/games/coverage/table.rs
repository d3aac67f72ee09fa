//! Writes the coverage table.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write as _;

use crate::coverage::book::Book;
use crate::coverage::citations::{Citations, Place};
use crate::coverage::index::{Entry, Kind, Scope};

/// How far an entry is implemented.
#[derive(Clone, Copy, PartialEq)]
enum Done {
    Yes,
    /// Only the paragraph that it belongs to is cited.
    Paragraph,
    No,
}

fn done(entry: &Entry, place: &Place, found: &Citations) -> Done {
    let cited = |place: &Place| match entry.kind {
        Kind::Example => found.positive.contains_key(place),
        _ => found.code.contains_key(place),
    };
    match (cited(place), place.letter.is_some() && !place.example && cited(&place.without_letter())) {
        (true, _) => Done::Yes,
        (false, true) => Done::Paragraph,
        (false, false) => Done::No,
    }
}

pub fn table(book: &Book, entries: &[(Place, &Entry)], found: &Citations) -> String {
    let code = match book.names_files {
        true => "the files of the rules' code that cite the entry; `¶` only its paragraph as a whole",
        false => "the rules' code cites the entry; `¶` only its paragraph as a whole",
    };
    let tests = match book.names_files {
        true => "- *tests*: the files of the crate's own tests that cite it.\n",
        false => "",
    };
    let mut out = format!(
        "# Coverage of {}\n\n\
         Made by `tests/games/coverage/` from `{}`, the index of the rulebook's cases, and from what cites them.\n\
         Do not edit it: `ADJUTANT_BLESS=1 cargo test --test games coverage::` writes it anew.\n\n\
         - *code*: {code}; MISSING neither.\n\
         \x20 For a worked example: a case names it. `as {}`: the entry restates that one, which is credited and counted.\n\
         {tests}- *positive*, *negative*: how many cases show the rule at work, or refusing something.\n\
         - *ruled*: the rulings that speak of it.\n\n\
         ## Totals\n\n\
         | scope | entries | code | ¶ only | missing | positive | negative | examples | as cases |\n\
         |---|---:|---:|---:|---:|---:|---:|---:|---:|\n",
        book.title,
        book.index.rsplit('/').next().unwrap_or(book.index),
        book.restated,
    );
    for &scope in book.scopes {
        let of = |wanted: bool| {
            entries.iter().filter(move |(_, entry)| {
                entry.counts() && entry.scope == scope && (entry.kind == Kind::Example) == wanted
            })
        };
        let count = |state| of(false).filter(|(place, entry)| done(entry, place, found) == state).count();
        let cased = |cases: &BTreeMap<Place, BTreeSet<String>>| {
            of(false).filter(|(place, _)| cases.contains_key(place)).count()
        };
        let _ = writeln!(
            out,
            "| {} | {} | {} | {} | {} | {} | {} | {} | {} |",
            scope.name(),
            of(false).count(),
            count(Done::Yes),
            count(Done::Paragraph),
            count(Done::No),
            cased(&found.positive),
            cased(&found.negative),
            of(true).count(),
            of(true).filter(|(place, entry)| done(entry, place, found) == Done::Yes).count(),
        );
    }
    for (title, lines) in lacking(book, entries, found) {
        let _ = write!(out, "\n## {title} ({})\n\n", lines.len());
        out.push_str(if lines.is_empty() { "None.\n" } else { "" });
        out.extend(lines);
    }
    let differs =
        |(_, entry): &(Place, &Entry)| Some(format!("- {} ({}): {}\n", entry.id, entry.what, entry.differs.as_ref()?));
    let differing: Vec<String> = entries.iter().filter_map(differs).collect();
    if !differing.is_empty() {
        let _ = write!(out, "\n## Where the program differs ({})\n\n{}", differing.len(), differing.concat());
    }
    let unbreakable: Vec<String> = made(book, entries)
        .filter_map(|(_, entry)| Some(format!("- {}: {}: {}\n", entry.id, entry.what, entry.unbreakable.as_ref()?)))
        .collect();
    let _ = write!(
        out,
        "\n## Implemented prohibitions that no order or answer can break ({})\n\n{}",
        unbreakable.len(),
        unbreakable.concat()
    );
    let mut chapter = 0;
    for (place, entry) in entries {
        if place.chapter != chapter {
            chapter = place.chapter;
            let title = place.heading.map_or_else(|| format!("Chapter {chapter}"), str::to_owned);
            let (tests, line) = if book.names_files { (" tests |", "---|") } else { ("", "") };
            let _ = write!(
                out,
                "\n## {title}\n\n| id | what | scope | code |{tests} positive | negative | ruled |\n\
                 |---|---|---|---|{line}---:|---:|---|\n"
            );
        }
        row(book, &mut out, place, entry, found);
    }
    out
}

/// The counts for the scopes that are implemented.
fn made<'a, 'e>(book: &'a Book, entries: &'a [(Place, &'e Entry)]) -> impl Iterator<Item = &'a (Place, &'e Entry)> {
    entries.iter().filter(|(_, entry)| entry.counts() && book.built.contains(&entry.scope))
}

/// Implemented rules that lack their code, their case or their refusal: a title, and a line for each entry.
pub fn lacking(book: &Book, entries: &[(Place, &Entry)], found: &Citations) -> [(&'static str, Vec<String>); 3] {
    let lines = |wanted: &dyn Fn(&Place, &Entry) -> bool| {
        let wanted = made(book, entries).filter(|(place, entry)| wanted(place, entry));
        wanted.map(|(_, entry)| format!("- {}: {}\n", entry.id, entry.what)).collect()
    };
    let missing = |place: &Place, entry: &Entry| done(entry, place, found) == Done::No;
    [
        (
            "Implemented, but cited by no code",
            lines(&|place, entry| entry.kind != Kind::Example && missing(place, entry)),
        ),
        (
            "Implemented worked examples without a case",
            lines(&|place, entry| entry.kind == Kind::Example && missing(place, entry)),
        ),
        (
            "Implemented prohibitions without a negative case",
            lines(&|place, entry| {
                entry.kind == Kind::Prohibition && entry.unbreakable.is_none() && !found.negative.contains_key(place)
            }),
        ),
    ]
}

/// The files that cite a place, by name.
fn files(citing: &BTreeMap<Place, BTreeSet<String>>, place: &Place) -> String {
    let names: Vec<&str> = citing.get(place).into_iter().flatten().map(String::as_str).collect();
    names.join(", ")
}

fn row(book: &Book, out: &mut String, place: &Place, entry: &Entry, found: &Citations) {
    let code = match (done(entry, place, found), &entry.see) {
        (_, Some(other)) => format!("as {other}"),
        _ if !entry.counts() => "—".to_owned(),
        (Done::Yes, _) if book.names_files && !place.example => files(&found.code, place),
        (Done::Yes, _) => "yes".to_owned(),
        (Done::Paragraph, _) => "¶".to_owned(),
        (Done::No, _) => "MISSING".to_owned(),
    };
    let count = |cases: &BTreeMap<Place, BTreeSet<String>>| {
        cases.get(place).map_or(String::new(), |names| names.len().to_string())
    };
    let mut ruled: BTreeSet<String> =
        found.ruled.get(place).into_iter().flatten().map(|number| format!("{}{number}", book.prefix)).collect();
    ruled.extend(entry.ruling.clone());
    let ruled: Vec<String> = ruled.into_iter().collect();
    let notes = entry.note.iter().chain(&entry.differs).map(|note| format!(" ({note})"));
    let note: String = notes.collect();
    let scope = if entry.scope == Scope::None { "" } else { entry.scope.name() };
    let tests = match book.names_files {
        true => format!(" {} |", files(&found.tested, place)),
        false => String::new(),
    };
    let _ = writeln!(
        out,
        "| {} | {}{note} | {scope} | {code} |{tests} {} | {} | {} |",
        entry.id,
        entry.what,
        count(&found.positive),
        count(&found.negative),
        ruled.join(", "),
    );
}
