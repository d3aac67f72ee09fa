//! The search index: what pages are about, and the words of all reports. The words are in several files by their
//! first letters, and a browser loads only those that it needs.

use std::collections::{BTreeMap, BTreeSet};

use serde_json::{Value, json};

use super::files::{CacheEntry, Site};
use super::report::Step;
use crate::cli::Failure;
use crate::report::clean;
use crate::report::replay::packed;

/// The maximum length of an entry's text.
const LONGEST: usize = 600;

/// What can be searched.
#[derive(Debug, Default)]
pub struct Search {
    entries: Vec<Value>,
    reports: Vec<Value>,
    /// For each word, the numbers of the reports that contain it.
    words: BTreeMap<String, Vec<usize>>,
}

impl Search {
    /// Adds a page: its kind, its title, its path, and the text by which it is found, all plain.
    pub fn entry(&mut self, kind: &str, title: &str, to: &str, text: &str) {
        self.entries.push(json!([kind, clean(title), to, clean(&one_line(text))]));
    }

    /// Adds the reports of a match: the base name of its files, its title, the path of its page of reports, and its
    /// steps.
    pub fn reports(&mut self, called: &str, title: &str, to: &str, steps: &[Step]) {
        let n = self.reports.len();
        self.reports.push(json!([called, clean(title), to]));
        for word in steps.iter().flat_map(|step| words_of(&step.text)).collect::<BTreeSet<_>>() {
            self.words.entry(word).or_default().push(n);
        }
    }

    /// Adds the search files to a site, and returns the path of the one that names the others.
    ///
    /// # Errors
    /// A system error.
    pub fn write<F: CacheEntry>(self, site: &mut Site<F>) -> Result<String, Failure> {
        let mut parts: BTreeMap<&str, BTreeMap<&String, Vec<usize>>> = BTreeMap::new();
        for (word, reports) in &self.words {
            // Numbers are stored as differences, which compress better.
            let before = std::iter::once(0).chain(reports.iter().copied());
            let steps = reports.iter().zip(before).map(|(n, before)| n - before).collect();
            parts.entry(part_of(word)).or_default().insert(word, steps);
        }
        let mut paths = BTreeMap::new();
        for (part, words) in parts {
            let text = format!("adjutantWords({},{});\n", json!(part), json!(packed(&words)));
            paths.insert(part, site.share(&format!("words-{part}"), "js", &text)?);
        }
        let index = json!({"entries": self.entries, "reports": self.reports, "words": paths});
        site.share("search", "js", &format!("adjutantIndex({});\n", json!(packed(&index))))
    }
}

/// The part of the index that contains a word; the script in the browser computes the same.
fn part_of(word: &str) -> &str {
    match word.as_bytes().first() {
        Some(b'a'..=b'z') => &word[..1],
        Some(b'0'..=b'9') => "0",
        _ => "other",
    }
}

/// The words of a text; the script in the browser splits texts in the same way.
fn words_of(text: &str) -> BTreeSet<String> {
    let lower = text.to_lowercase();
    lower.split(|c: char| !c.is_alphanumeric()).filter(|word| word.chars().count() > 1).map(str::to_owned).collect()
}

fn one_line(text: &str) -> String {
    let text: String = text.chars().take(LONGEST).collect();
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_are_taken_apart_at_whatever_is_no_letter_or_digit() {
        let words: Vec<String> = words_of("Grant’s army, at Shiloh: Grant 12–3 É").into_iter().collect();
        assert_eq!(words, ["12", "army", "at", "grant", "shiloh"]);
        assert_eq!(["army", "12", "écu"].map(part_of), ["a", "0", "other"]);
    }
}
