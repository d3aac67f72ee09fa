//! Citations: their notation, the places that may be cited, and the citations found.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write as _;

use crate::coverage::book::Book;

/// A place in a rulebook. `4.2¶12` and `4.2.12` are the same place.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct Place {
    pub chapter: u32,
    pub section: u32,
    pub paragraph: Option<u32>,
    pub letter: Option<char>,
    pub example: bool,
    /// The heading, in a book that has no numbers; its chapter is then how many headings come before it, and one.
    pub heading: Option<&'static str>,
}

#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Cited {
    Place(Place),
    Ruling(u32),
}

impl Place {
    /// The paragraph, or section, that a lettered entry belongs to.
    pub fn without_letter(&self) -> Place {
        Place { letter: None, ..self.clone() }
    }
}

/// A number without leading zeros at the start of `text`, and its length in bytes.
fn number(text: &str) -> Option<(u32, usize)> {
    let length = text.bytes().take_while(u8::is_ascii_digit).count();
    let digits = &text[..length];
    if length == 0 || length > 3 || digits.starts_with('0') {
        return None;
    }
    Some((digits.parse().ok()?, length))
}

/// The citation of `book` at the start of `text`, and its length in bytes. It must end where the word ends.
pub fn citation(book: &Book, text: &str) -> Option<(Cited, usize)> {
    let (cited, length) = if let Some(rest) = text.strip_prefix(book.prefix) {
        let (number, length) = number(rest)?;
        (Cited::Ruling(number), book.prefix.len() + length)
    } else {
        let example = text.strip_prefix("EX ");
        let (place, length) = place(book, example.unwrap_or(text), example.is_some())?;
        (Cited::Place(place), length + if example.is_some() { 3 } else { 0 })
    };
    let mut after = text[length..].chars();
    let ends = match after.next() {
        Some('.') => !after.next().is_some_and(|next| next.is_ascii_digit()),
        Some(next) => !next.is_alphanumeric() && next != '¶' && next != '_' && next != '%',
        None => true,
    };
    ends.then_some((cited, length))
}

/// A heading at the start of `text`, the longest that matches, and the letter of a sentence after a point:
/// `Reshuffle.b`.
fn heading(book: &Book, text: &str, example: bool) -> Option<(Place, usize)> {
    let known = book.headings.iter().enumerate().filter(|(_, heading)| text.starts_with(**heading));
    let (before, &heading) = known.max_by_key(|(_, heading)| heading.len())?;
    let mut after = text[heading.len()..].chars();
    let letter = match (after.next(), after.next(), after.next()) {
        (Some('.'), Some(letter), next) if letter.is_ascii_lowercase() && !next.is_some_and(char::is_alphanumeric) => {
            Some(letter)
        }
        _ => None,
    };
    let length = heading.len() + if letter.is_some() { 2 } else { 0 };
    let chapter = before as u32 + 1;
    Some((Place { chapter, section: 0, paragraph: None, letter, example, heading: Some(heading) }, length))
}

fn place(book: &Book, text: &str, example: bool) -> Option<(Place, usize)> {
    if !book.headings.is_empty() {
        return heading(book, text, example);
    }
    let (chapter, mut at) = number(text)?;
    if chapter > book.last_chapter || !text[at..].starts_with('.') {
        return None;
    }
    let rest = &text[at + 1..];
    // The text directly under a chapter's heading: 10.0.
    let own = book.zero_sections && rest.starts_with('0') && !rest[1..].starts_with(|c: char| c.is_ascii_digit());
    let (section, length) = if own { (0, 1) } else { number(rest)? };
    at += 1 + length;
    let mut paragraph = None;
    for mark in [".", "¶"] {
        if let Some((found, length)) = text[at..].strip_prefix(mark).and_then(number) {
            paragraph = Some(found);
            at += mark.len() + length;
            break;
        }
    }
    let letter = text[at..].chars().next().filter(char::is_ascii_alphabetic);
    at += usize::from(letter.is_some());
    // Capital letters are examples' own: 6.5.3A.
    let example = example || letter.is_some_and(|letter| letter.is_ascii_uppercase());
    Some((Place { chapter, section, paragraph, letter, example, heading: None }, at))
}

/// Every citation in running text. A bare `2.5` may be a figure; only what names a paragraph is certainly meant.
pub fn citations(book: &Book, text: &str) -> Vec<Cited> {
    let mut found = Vec::new();
    let mut at = 0;
    let mut before = ' ';
    while let Some(here) = text[at..].chars().next() {
        let starts = !before.is_alphanumeric() && !matches!(before, '.' | '¶' | '_' | '/' | '$' | '+');
        match starts.then(|| citation(book, &text[at..])).flatten() {
            Some((cited, length)) if is_meant(&cited, &text[..at]) => {
                at += length;
                before = '0';
                found.push(cited);
            }
            _ => {
                at += here.len_utf8();
                before = here;
            }
        }
    }
    found
}

/// In running text a heading of one letter is meant only in brackets, or after "phase": "A" is also a word.
fn is_meant(cited: &Cited, earlier: &str) -> bool {
    let bare = matches!(cited, Cited::Place(Place { heading: Some(heading), .. }) if heading.len() == 1);
    !bare || ["(", "phase ", "phases ", "Phase "].iter().any(|word| earlier.ends_with(word))
}

/// The citation that a whole string is.
pub fn exactly(book: &Book, text: &str) -> Option<Cited> {
    citation(book, text).filter(|(_, length)| *length == text.len()).map(|(cited, _)| cited)
}

/// The citations of each place, and those of places that do not exist.
#[derive(Default)]
pub struct Citations {
    /// By place, the files of the rules' code, and those of the crate's own tests.
    pub code: BTreeMap<Place, BTreeSet<String>>,
    pub tested: BTreeMap<Place, BTreeSet<String>>,
    /// By place, the cases that show it at work, and those that show it refusing.
    pub positive: BTreeMap<Place, BTreeSet<String>>,
    pub negative: BTreeMap<Place, BTreeSet<String>>,
    pub ruled: BTreeMap<Place, BTreeSet<u32>>,
    pub complaints: Vec<String>,
}

impl Citations {
    /// Credits `target` with what cites `place`, which only restates it.
    pub fn credit(&mut self, place: &Place, target: &Place) {
        for cases in [&mut self.code, &mut self.tested, &mut self.positive, &mut self.negative] {
            if let Some(names) = cases.get(place).cloned() {
                cases.entry(target.clone()).or_default().extend(names);
            }
        }
        if let Some(rulings) = self.ruled.get(place).cloned() {
            self.ruled.entry(target.clone()).or_default().extend(rulings);
        }
    }
}

/// The places that may be cited.
pub struct GameEntry {
    pub book: &'static Book,
    pub places: BTreeSet<Place>,
    pub not_indexed: BTreeSet<u32>,
    pub rulings: BTreeSet<u32>,
}

impl GameEntry {
    fn has(&self, cited: &Cited) -> bool {
        match cited {
            Cited::Place(place) => self.not_indexed.contains(&place.chapter) || self.places.contains(place),
            Cited::Ruling(number) => self.rulings.contains(number),
        }
    }

    /// Complains of `cited` unless it exists, or is in prose and may be a mere figure.
    pub fn demand(&self, cited: &Cited, prose: bool, place: &str, complaints: &mut Vec<String>) {
        let figure = prose && matches!(cited, Cited::Place(place) if place.paragraph.is_none());
        if !figure && !self.has(cited) {
            complaints.push(match cited {
                Cited::Place(at) => format!("{place}: {} is not in {}", show(at), self.book.index),
                Cited::Ruling(number) => {
                    format!("{place}: {}{number} is not in {}", self.book.prefix, self.book.rulings)
                }
            });
        }
    }
}

pub fn show(place: &Place) -> String {
    let mut text = if place.example { "EX ".to_owned() } else { String::new() };
    match (place.heading, place.letter) {
        (Some(heading), Some(letter)) => return format!("{text}{heading}.{letter}"),
        (Some(heading), None) => return text + heading,
        _ => {}
    }
    let _ = write!(text, "{}.{}", place.chapter, place.section);
    if let Some(paragraph) = place.paragraph {
        let _ = write!(text, ".{paragraph}");
    }
    text.extend(place.letter);
    text
}
