//! Shows problems to people: the line concerned, the place marked, the rule, and what to do.

use std::borrow::Cow;

use annotate_snippets::{AnnotationKind, Group, Level, Origin, Renderer, Snippet};

use super::problem::{Mark, Problem};

/// How many characters of a line are quoted; of a longer line, those around the mark.
const QUOTED: usize = 160;

/// Renders problems of a text. `name` is the text's name, `text` the whole text; with `color`, terminal colors are
/// used. Everything from the text or the messages is made [`harmless`] first.
pub fn render(name: &str, text: &str, problems: &[Problem], color: bool) -> String {
    let renderer = if color { Renderer::styled() } else { Renderer::plain() };
    let renderer = renderer.term_width(200);
    let name = harmless(name);
    let mut out = String::new();
    for problem in problems {
        let title = harmless(&problem.message);
        let mut group = Group::with_title(Level::ERROR.primary_title(title.as_ref()));
        let path = problem.path.as_deref().filter(|path| !path.is_empty()).map(harmless);
        let quoted = problem.mark.and_then(|mark| Some((mark, Quoted::of(text, mark)?)));
        // If the line is quoted in full, the snippet counts the column; otherwise the column has to be stated.
        let exact = quoted.as_ref().is_some_and(|(mark, quoted)| quoted.column() == mark.column as usize);
        if !exact {
            let mut origin = Origin::path(name.as_ref());
            if let Some(mark) = problem.mark {
                origin = origin.line(mark.line as usize).char_column(mark.column as usize);
            }
            group = group.element(origin);
        }
        if let Some((mark, quoted)) = &quoted {
            let annotation = AnnotationKind::Primary.span(quoted.start..quoted.end);
            let annotation = match &path {
                Some(path) => annotation.label(path.as_ref()),
                None => annotation,
            };
            let snippet = Snippet::source(quoted.text.as_str()).line_start(mark.line as usize).annotation(annotation);
            group = group.element(if exact { snippet.path(name.as_ref()) } else { snippet });
        } else if let Some(path) = &path {
            group = group.element(Level::NOTE.message(format!("in {path}")));
        }
        if let Some(rule) = &problem.rule {
            group = group.element(Level::NOTE.with_name("rule").message(harmless(rule).into_owned()));
        }
        if let Some(advice) = &problem.advice {
            group = group.element(Level::HELP.message(harmless(advice).into_owned()));
        }
        out.push_str(&renderer.render(&[group]));
        out.push('\n');
    }
    out
}

/// A quoted line, and the bytes of it to mark.
struct Quoted {
    text: String,
    start: usize,
    end: usize,
}

impl Quoted {
    /// The column of the mark in the quoted line, from 1.
    fn column(&self) -> usize {
        self.text[..self.start].chars().count() + 1
    }

    fn of(text: &str, mark: Mark) -> Option<Quoted> {
        let text = text.strip_prefix('\u{FEFF}').unwrap_or(text);
        let line = text.split('\n').nth((mark.line as usize).checked_sub(1)?)?;
        let line = line.strip_suffix('\r').unwrap_or(line);
        let column = (mark.column as usize).saturating_sub(1);
        // Enough to see the start of a short line, and both sides of the mark in a long one.
        let long = line.chars().nth(QUOTED).is_some();
        let skipped = if long { column.saturating_sub(QUOTED / 2) } else { 0 };
        let mut quoted = Quoted { text: String::new(), start: 0, end: 0 };
        if skipped > 0 {
            quoted.text.push('…');
        }
        let mut shown = line.chars().skip(skipped);
        let mut placed = false;
        for (number, c) in shown.by_ref().take(QUOTED).enumerate() {
            let start = quoted.text.len();
            push_harmless(c, &mut quoted.text);
            if skipped + number == column {
                (quoted.start, quoted.end, placed) = (start, quoted.text.len(), true);
            }
        }
        if shown.next().is_some() {
            quoted.text.push('…');
        }
        if !placed {
            // The problem is at or beyond the end of the line.
            quoted.text.push(' ');
            (quoted.start, quoted.end) = (quoted.text.len() - 1, quoted.text.len());
        }
        Some(quoted)
    }
}

/// A text in which everything that could control a terminal or mislead the eye is made visible: control characters,
/// line ends, direction marks and zero-width characters become `\u{…}`.
pub fn harmless(text: &str) -> Cow<'_, str> {
    if !text.chars().any(is_harmful) {
        return Cow::Borrowed(text);
    }
    let mut out = String::with_capacity(text.len() + 16);
    text.chars().for_each(|c| push_harmless(c, &mut out));
    Cow::Owned(out)
}

/// What is wrong with a name or a title that others read: it is one line of at most `most` characters, with something to
/// read in it, and with nothing that controls a terminal or misleads the eye.
pub fn fault_of_name(what: &str, text: &str, most: usize) -> Option<Problem> {
    let count = text.chars().count();
    if text.trim().is_empty() {
        return Some(Problem::new(format!("the {what} is empty")).advice("write something that others can read"));
    }
    if text.chars().any(is_harmful) {
        let shown = harmless(&text.chars().take(most).collect::<String>()).into_owned();
        let message = format!("the {what} has control characters or characters that one does not see: {shown}");
        return Some(Problem::new(message).advice("leave them out"));
    }
    (count > most)
        .then(|| Problem::new(format!("the {what} has {count} characters")).advice(format!("write at most {most}")))
}

fn push_harmless(c: char, out: &mut String) {
    if is_harmful(c) {
        out.extend(c.escape_unicode());
    } else {
        out.push(c);
    }
}

fn is_harmful(c: char) -> bool {
    c.is_control()
        || super::quotes::is_forbidden(c)
        || matches!(c,
            '\u{AD}' | '\u{34F}' | '\u{61C}' | '\u{115F}' | '\u{1160}' | '\u{17B4}' | '\u{17B5}'
            | '\u{180B}'..='\u{180F}' | '\u{200B}'..='\u{200F}' | '\u{202A}'..='\u{202E}'
            | '\u{2060}'..='\u{206F}' | '\u{3164}' | '\u{FFA0}' | '\u{FFF0}'..='\u{FFFB}'
            | '\u{E0000}'..='\u{E0FFF}')
}
