//! Every ruling that code, data or a case cites is in the list of its game, once.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};

const ROOT: &str = env!("CARGO_MANIFEST_DIR");

/// All files below a folder whose name ends so.
fn files(folder: &Path, endings: &[&str], found: &mut Vec<PathBuf>) {
    for entry in fs::read_dir(folder).into_iter().flatten().flatten() {
        let path = entry.path();
        if path.is_dir() {
            files(&path, endings, found);
        } else if endings.iter().any(|ending| path.to_string_lossy().ends_with(ending)) {
            found.push(path);
        }
    }
}

/// The numbers that follow `CW-`, or another list's letters, in a text.
fn cited(prefix: &str, text: &str) -> BTreeSet<u32> {
    let digits = |rest: &str| rest.chars().take_while(char::is_ascii_digit).collect::<String>();
    text.split(prefix).skip(1).filter_map(|rest| digits(rest).parse().ok()).collect()
}

#[test]
fn every_ruling_of_the_civil_war_that_is_cited_stands_in_the_list() {
    stand_in_the_list("CW-", "docs/rulings/civil_war.md");
}

#[test]
fn every_ruling_of_the_seven_days_that_is_cited_stands_in_the_list() {
    let list = stand_in_the_list("SD-", "docs/rulings/seven_days.md");
    for ruling in list.split("\n## ").skip(1) {
        let parts = ["\n*Unclear:* ", "\n*Choice:* ", "\n*Reason:* "].map(|part| ruling.find(part));
        assert!(parts.is_sorted() && parts[0].is_some(), "a part is missing, or out of order: {ruling}");
    }
}

#[test]
fn every_ruling_of_dixie_that_is_cited_stands_in_the_list() {
    stand_in_the_list("DX-", "docs/rulings/dixie.md");
}

#[test]
fn every_ruling_of_battle_cry_that_is_cited_stands_in_the_list() {
    stand_in_the_list("BC-", "docs/rulings/battle_cry.md");
}

#[test]
fn every_ruling_of_longstreet_that_is_cited_stands_in_the_list() {
    stand_in_the_list("LS-", "docs/rulings/longstreet.md");
}

/// The list, which must contain everything that is cited.
fn stand_in_the_list(prefix: &str, file: &str) -> String {
    let list = fs::read_to_string(Path::new(ROOT).join(file)).expect("the rulings");
    let mut known = BTreeMap::new();
    for heading in list.lines().filter(|line| line.starts_with(&format!("## {prefix}"))) {
        for number in cited(prefix, heading).into_iter().take(1) {
            *known.entry(number).or_insert(0) += 1;
        }
    }
    let twice: Vec<_> = known.iter().filter(|(_, count)| **count > 1).collect();
    assert!(twice.is_empty(), "numbers given twice: {twice:?}");

    let mut sources = vec![Path::new(ROOT).join(file)];
    for folder in ["src", "scenarios", "tests/cases", "docs/coverage"] {
        files(&Path::new(ROOT).join(folder), &[".rs", ".yaml", ".md"], &mut sources);
    }
    let mut missing = Vec::new();
    let mut seen = 0;
    for path in &sources {
        let numbers = cited(prefix, &fs::read_to_string(path).unwrap_or_default());
        seen += numbers.len();
        let unknown = numbers.iter().filter(|number| !known.contains_key(number));
        missing.extend(unknown.map(|number| format!("{prefix}{number} in {path:?}")));
    }
    assert!(seen > known.len() + 10, "the citations are found");
    assert!(missing.is_empty(), "{}", missing.join("\n"));
    list
}
