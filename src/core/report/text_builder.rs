//! Builders of running text, with references to rolls, rules and notes.

use super::grammar::single_stops;
use super::{Span, Text};
use crate::document::kinds::Roll;

/// A text under construction.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct TextBuilder(Text);

impl TextBuilder {
    /// Starts with words.
    pub fn words(words: impl Into<String>) -> TextBuilder {
        TextBuilder::default().append(words)
    }

    /// Appends words. An abbreviation at the end of a sentence needs no full stop of its own.
    pub fn append(mut self, words: impl Into<String>) -> TextBuilder {
        let words = words.into();
        let before = match self.0.pop() {
            Some(Span::Plain(last)) => last,
            other => {
                self.0.extend(other);
                String::new()
            }
        };
        let words = single_stops(&(before + &words)).into_owned();
        self.0.extend((!words.is_empty()).then_some(Span::Plain(words)));
        self
    }

    /// Appends a roll, if its number is known.
    pub fn roll(self, n: Option<u64>) -> TextBuilder {
        let Some(n) = n else { return self };
        let mut said = self.append(" ");
        said.0.push(Span::Roll(n));
        said
    }

    /// Appends the rule that the text is based on; nothing if `rule` is not a rule.
    pub fn rule(self, rule: &str) -> TextBuilder {
        if rule.is_empty() || rule == "orders" {
            return self;
        }
        let mut said = self.append(" ");
        said.0.push(Span::rule(rule));
        said
    }

    /// The text.
    pub fn text(self) -> Text {
        self.0
    }

    /// Only its words, without rules and rolls.
    pub fn flat(&self) -> String {
        flat(&self.0)
    }
}

/// Only the words of a text, without rules and rolls.
pub fn flat(text: &Text) -> String {
    let words = text.iter().filter_map(|span| match span {
        Span::Plain(words) | Span::Strong(words) => Some(words.as_str()),
        Span::Rule(_) | Span::Roll(_) => None,
    });
    let mut out = words.collect::<String>().split_whitespace().collect::<Vec<_>>().join(" ");
    for mark in [".", ",", ";", ":"] {
        out = out.replace(&format!(" {mark}"), mark);
    }
    out
}

/// The rolls of a step, each mentioned once, in order.
#[derive(Clone, Debug, Default)]
pub struct Rolls {
    /// Each roll, and whether it has been mentioned.
    all: Vec<(Roll, bool)>,
}

impl Rolls {
    /// Rolls, none of them mentioned yet.
    pub fn new(rolls: &[Roll]) -> Rolls {
        Rolls { all: rolls.iter().map(|roll| (roll.clone(), false)).collect() }
    }

    /// The number of the next unmentioned roll with this purpose.
    pub fn of(&mut self, purpose: &str) -> Option<u64> {
        self.find(|roll| roll.purpose == purpose)
    }

    /// The number of the next unmentioned roll with these faces.
    pub fn take(&mut self, faces: &[u8]) -> Option<u64> {
        let faces: Vec<u64> = faces.iter().map(|face| u64::from(*face)).collect();
        self.find(|roll| roll.faces.as_ref() == Some(&faces))
    }

    /// The number of the next unmentioned roll of two dice with this sum.
    pub fn take_two(&mut self, total: u8) -> Option<u64> {
        let fits = |faces: &Vec<u64>| faces.len() == 2 && faces.iter().sum::<u64>() == u64::from(total);
        self.find(|roll| roll.faces.as_ref().is_some_and(fits))
    }

    fn find(&mut self, fits: impl Fn(&Roll) -> bool) -> Option<u64> {
        let (roll, reported) = self.all.iter_mut().find(|(roll, reported)| !*reported && fits(roll))?;
        *reported = true;
        Some(roll.n)
    }
}

/// Footnotes on what a result is based on, each with a mark.
#[derive(Clone, Debug, Default)]
pub struct Notes {
    all: Vec<String>,
    /// Whether nobody reads them, so that nothing is marked.
    silent: bool,
}

impl Notes {
    /// Notes that nobody reads.
    pub fn silent() -> Notes {
        Notes { all: Vec::new(), silent: true }
    }

    /// The mark of a note, with a space before it.
    pub fn mark(&mut self, note: String) -> String {
        if self.silent {
            return String::new();
        }
        let at = self.all.iter().position(|other| *other == note).unwrap_or_else(|| {
            self.all.push(note);
            self.all.len() - 1
        });
        format!(" {}", dagger(at))
    }

    /// The words without their marks, and the notes that these referred to.
    pub fn unmarked(self, mut words: String) -> (String, Vec<String>) {
        for at in (0..self.all.len()).rev() {
            words = words.replace(&format!(" {}", dagger(at)), "");
        }
        (words, self.all)
    }

    /// The notes with their marks.
    pub fn listed(&self) -> Vec<String> {
        self.all.iter().enumerate().map(|(at, note)| format!("{}: {note}", dagger(at))).collect()
    }
}

/// The mark of the note at this index: letters, because digits next to figures would mislead.
fn dagger(at: usize) -> String {
    match u8::try_from(at) {
        Ok(at @ 0..26) => format!("†{}", char::from(b'a' + at)),
        _ => format!("†{}", at + 1),
    }
}
