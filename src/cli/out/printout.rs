//! An answer in words: lines in tones, lines of a turn, pages.

use anstyle::{AnsiColor, Effects, Style};

use super::fit;
use crate::cli::suggested_commands;
use crate::document::harmless;

/// The tone of a line, shown by its color; the words alone say everything.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Tone {
    /// It verifies, or it is legal.
    Good,
    /// It does not verify, or it is illegal.
    Bad,
    /// Not wrong, but worth a look.
    Caution,
    /// What the lines below are about.
    Title,
    /// What explains another line.
    Note,
}

/// An answer in words.
#[derive(Clone, Debug, Default)]
pub struct Printout {
    parts: Vec<Part>,
    is_fitted: bool,
    is_paged: bool,
}

#[derive(Clone, Debug)]
enum Part {
    /// Lines in a tone or without one. They may contain what players wrote.
    Lines(Option<Tone>, String),
    /// Lines of a turn in YAML, and sentences between them. They may contain what players wrote.
    Turn(String),
    /// A page made by a report writer for standard output, already harmless.
    Page(String),
}

impl Printout {
    /// Adds lines.
    pub fn line(&mut self, words: impl Into<String>) {
        self.parts.push(Part::Lines(None, words.into()));
    }
    /// Adds lines in a tone.
    pub fn tone(&mut self, tone: Tone, words: impl Into<String>) {
        self.parts.push(Part::Lines(Some(tone), words.into()));
    }
    /// Adds lines of a turn and sentences: notes behind `#` have the tone of notes, and lines such as `orders:` that of
    /// titles.
    pub fn turn(&mut self, yaml: impl Into<String>) {
        self.parts.push(Part::Turn(yaml.into()));
    }
    /// Adds what a report writer made for [`page`](super::page).
    pub fn page(&mut self, page: String) {
        self.parts.push(Part::Page(page));
    }
    /// Adds what another answer says.
    pub fn append(&mut self, other: Printout) {
        self.parts.extend(other.parts);
    }
    /// The same answer, its lines broken at words where the terminal is too narrow for them.
    pub fn fitted(mut self) -> Self {
        self.is_fitted = true;
        self
    }
    /// The same answer, shown in a pager if it is longer than the screen.
    pub fn paged(mut self) -> Self {
        self.is_paged = true;
        self
    }
    /// Whether it is shown in a pager.
    pub fn is_paged(&self) -> bool {
        self.is_paged
    }

    /// The text for standard output. `width`: the columns of the terminal, if it is one.
    pub fn written(&self, color: bool, width: Option<usize>) -> String {
        let width = width.filter(|_| self.is_fitted);
        let mut text = String::new();
        for part in &self.parts {
            let (words, painted): (&String, &dyn Fn(&str) -> String) = match part {
                Part::Page(page) => {
                    text += page;
                    continue;
                }
                Part::Lines(None, words) => (words, &str::to_owned),
                Part::Lines(Some(tone), words) => (words, &|line| toned(*tone, line, color)),
                Part::Turn(words) => (words, &|line| turn_line(line, color)),
            };
            for line in suggested_commands::complete(words).lines().map(harmless) {
                match width {
                    Some(width) => {
                        fit::fitted(&line, width).iter().for_each(|line| text += &format!("{}\n", painted(line)))
                    }
                    None => text += &format!("{}\n", painted(&line)),
                }
            }
        }
        text
    }
}

impl From<String> for Printout {
    fn from(words: String) -> Self {
        Printout { parts: vec![Part::Lines(None, words)], ..Printout::default() }
    }
}

/// A line in its tone, if there is color.
pub fn toned(tone: Tone, words: &str, color: bool) -> String {
    let fore = |color: AnsiColor| Style::new().fg_color(Some(color.into()));
    let style = match tone {
        Tone::Good => fore(AnsiColor::Green),
        Tone::Bad => fore(AnsiColor::Red).bold(),
        Tone::Caution => fore(AnsiColor::Yellow),
        Tone::Title => Style::new().bold(),
        Tone::Note => Style::new().effects(Effects::DIMMED),
    };
    if color && !words.is_empty() { format!("{style}{words}{style:#}") } else { words.to_owned() }
}

/// A line of a turn with its note and titles in their tones.
fn turn_line(line: &str, color: bool) -> String {
    let (copied, note) = fit::copied_and_note(line);
    if line.trim_start().starts_with('#') {
        toned(Tone::Note, line, color)
    } else if !note.is_empty() {
        let gap = &line[copied.len()..line.len() - note.len()];
        format!("{copied}{gap}{}", toned(Tone::Note, note, color))
    } else if line.ends_with(':') && !line.starts_with(' ') {
        toned(Tone::Title, line, color)
    } else {
        line.to_owned()
    }
}
