//! Every ruling that code, data or a case cites stands in the list, once.

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

/// The numbers that follow `CW-` in a text.
fn cited(text: &str) -> BTreeSet<u32> {
    let digits = |rest: &str| rest.chars().take_while(char::is_ascii_digit).collect::<String>();
    text.split("CW-").skip(1).filter_map(|rest| digits(rest).parse().ok()).collect()
}

#[test]
fn every_ruling_that_is_cited_stands_in_the_list() {
    let list = fs::read_to_string(Path::new(ROOT).join("docs/rulings/civil_war.md")).expect("the rulings");
    let mut known = BTreeMap::new();
    for heading in list.lines().filter(|line| line.starts_with("## CW-")) {
        for number in cited(heading).into_iter().take(1) {
            *known.entry(number).or_insert(0) += 1;
        }
    }
    let twice: Vec<_> = known.iter().filter(|(_, count)| **count > 1).collect();
    assert!(twice.is_empty(), "numbers given twice: {twice:?}");

    let mut sources = Vec::new();
    for folder in ["src", "scenarios", "tests/cases", "docs/coverage"] {
        files(&Path::new(ROOT).join(folder), &[".rs", ".yaml", ".md"], &mut sources);
    }
    let mut missing = Vec::new();
    let mut seen = 0;
    for path in &sources {
        let numbers = cited(&fs::read_to_string(path).unwrap_or_default());
        seen += numbers.len();
        missing
            .extend(numbers.iter().filter(|number| !known.contains_key(number)).map(|n| format!("CW-{n} in {path:?}")));
    }
    assert!(seen > 10, "the citations are found");
    assert!(missing.is_empty(), "{}", missing.join("\n"));
}
