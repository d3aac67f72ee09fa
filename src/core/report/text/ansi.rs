//! Color in text: marks in a line that is yet to be wrapped, and the escape sequences that replace them in the end.
//!
//! Only the standard terminal colors are used, as the owner of the terminal has set them. No information is in the
//! colors alone.

use anstyle::{AnsiColor, Reset, Style};
use unicode_width::UnicodeWidthStr;

/// Text that is set off from the rest.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum AnsiStyle {
    /// Titles, headings, table headers, emphasized words.
    Strong,
    /// Rules, labels, lines: what is read only when it is looked for.
    Faint,
    /// A roll.
    Roll,
    /// The mark of a player's own words.
    Said,
    /// The first of two sides.
    First,
    /// The second of two sides.
    Second,
    /// The ground of the first.
    FirstGround,
    /// The ground of the second.
    SecondGround,
}

const ALL: [AnsiStyle; 8] = [
    AnsiStyle::Strong,
    AnsiStyle::Faint,
    AnsiStyle::Roll,
    AnsiStyle::Said,
    AnsiStyle::First,
    AnsiStyle::Second,
    AnsiStyle::FirstGround,
    AnsiStyle::SecondGround,
];
/// The mark that begins the first of [`ALL`]; those of the others follow it. [`clean`](super::clean) lets no control
/// character through, so a player's text cannot contain marks.
const FIRST: u8 = 0x0E;
/// The mark that ends any of them.
const OFF: char = '\u{2}';

impl AnsiStyle {
    fn mark(self) -> char {
        let at = ALL.iter().position(|one| *one == self).unwrap_or(0);
        char::from(FIRST + at as u8)
    }

    fn of(mark: char) -> Option<AnsiStyle> {
        let at = u32::from(mark).checked_sub(u32::from(FIRST))?;
        ALL.get(usize::try_from(at).ok()?).copied()
    }

    fn style(self) -> Style {
        let style = Style::new();
        let color = |color: AnsiColor| style.fg_color(Some(color.into()));
        match self {
            AnsiStyle::Strong => style.bold(),
            AnsiStyle::Faint => style.dimmed(),
            AnsiStyle::Roll => color(AnsiColor::Cyan),
            AnsiStyle::Said => color(AnsiColor::Green).bold(),
            AnsiStyle::First => color(AnsiColor::Blue).bold(),
            AnsiStyle::Second => color(AnsiColor::Red).bold(),
            AnsiStyle::FirstGround => color(AnsiColor::Blue),
            AnsiStyle::SecondGround => color(AnsiColor::Red),
        }
    }
}

fn is_mark(c: char) -> bool {
    c == OFF || AnsiStyle::of(c).is_some()
}

/// A text between marks; spaces around it stay outside, so that line breaks do not change.
pub fn paint(ink: AnsiStyle, text: &str) -> String {
    let inner = text.trim();
    if inner.is_empty() {
        return text.to_owned();
    }
    let before = text.len() - text.trim_start().len();
    let after = &text[before + inner.len()..];
    format!("{}{}{inner}{OFF}{after}", &text[..before], ink.mark())
}

/// The width of a text on a page.
pub fn width(text: &str) -> usize {
    match text.contains(is_mark) {
        true => text.chars().filter(|c| !is_mark(*c)).collect::<String>().width(),
        false => text.width(),
    }
}

/// The lines into which one was broken; each gets its own begin and end marks.
pub fn carry(lines: Vec<String>) -> Vec<String> {
    let mut open = None;
    let whole = |line: String| {
        let mut text = open.map(String::from).unwrap_or_default() + &line;
        for c in line.chars().filter(|c| is_mark(*c)) {
            open = (c != OFF).then_some(c);
        }
        text.extend(open.map(|_| OFF));
        text
    };
    lines.into_iter().map(whole).collect()
}

/// A line for the terminal, without trailing spaces.
pub fn finish(line: &str) -> String {
    let end = line.trim_end_matches(|c: char| c.is_whitespace() || is_mark(c)).len();
    let mut out = String::with_capacity(line.len());
    for c in line[..end].chars().chain(line[end..].chars().filter(|c| is_mark(*c))) {
        match AnsiStyle::of(c) {
            Some(ink) => out += &ink.style().render().to_string(),
            None if c == OFF => out += &Reset.render().to_string(),
            None => out.push(c),
        }
    }
    out
}
