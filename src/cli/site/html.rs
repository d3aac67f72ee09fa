//! Text on a site: escaped text of players, names, times, links, tables.

use std::fmt::Write;

use crate::report::{markup, quoted};

/// The maximum number of characters in a name or title.
const NAME: usize = 80;

/// A name that somebody chose, on one line, shortened; it cannot reverse the writing direction around it.
pub fn name(text: &str) -> String {
    format!("<bdi class=\"name\">{}</bdi>", markup(&truncated(text)))
}

/// The same as plain text, for titles of pages.
pub fn truncated(text: &str) -> String {
    let text = crate::report::clean(text);
    match text.char_indices().nth(NAME) {
        None => text.into_owned(),
        Some((end, _)) => format!("{}…", &text[..end]),
    }
}

/// Text that somebody wrote, in paragraphs.
pub fn block_quote(text: &str) -> String {
    let (lines, left) = quoted(text);
    let mut out = String::from("<blockquote>");
    for line in lines.iter().filter(|line| !line.is_empty()) {
        let _ = write!(out, "<p dir=\"auto\">{}</p>", markup(line));
    }
    if left > 0 {
        let _ = write!(out, "<p class=\"faint\">(cut here: {left} more characters in the document)</p>");
    }
    out + "</blockquote>\n"
}

/// The same on one line.
pub fn inline_quote(text: &str) -> String {
    let (lines, left) = quoted(text);
    let more = if left > 0 { " …" } else { "" };
    format!("<bdi class=\"words\">{}{more}</bdi>", markup(&lines.join(" ")))
}

/// A document's time: `2026-11-20T17:00:00Z` as `2026-11-20 17:00 UTC`.
pub fn time(text: &str) -> String {
    match (text.get(..10), text.get(11..16)) {
        (Some(day), Some(hour)) => {
            format!("<time datetime=\"{}\">{} {} UTC</time>", markup(text), markup(day), markup(hour))
        }
        _ => markup(text),
    }
}

/// A digest that may break across lines anywhere.
pub fn digest(text: &impl ToString) -> String {
    format!("<code class=\"digest\">{}</code>", text.to_string())
}

/// A link; `words` is markup.
pub fn link(to: &str, words: &str) -> String {
    format!("<a href=\"{}\">{words}</a>", markup(to))
}

/// Words of the program as a sentence: with a capital and a full stop. They are markup.
pub fn sentence(words: &str) -> String {
    let mut chars = words.chars();
    let first = chars.next().map(|first| first.to_ascii_uppercase());
    first.into_iter().chain(chars).chain(['.']).collect()
}

/// A table in a box that scrolls if it is too wide; the head and rows are markup, and the columns in `figures` are
/// right-aligned.
pub fn table(label: &str, head: &[&str], rows: &[Vec<String>], figures: &[usize]) -> String {
    let class = |n: usize| if figures.contains(&n) { " class=\"figure\"" } else { "" };
    let mut out = format!(
        "<div class=\"wide\" tabindex=\"0\" role=\"group\" aria-label=\"{}\">\n<table>\n<thead><tr>",
        markup(label)
    );
    for (n, words) in head.iter().enumerate() {
        let _ = match words.is_empty() {
            true => write!(out, "<td></td>"),
            false => write!(out, "<th scope=\"col\"{}>{words}</th>", class(n)),
        };
    }
    out += "</tr></thead>\n<tbody>\n";
    for row in rows {
        out += "<tr>";
        for (n, cell) in row.iter().enumerate() {
            let _ = write!(out, "<td{}>{cell}</td>", class(n));
        }
        out += "</tr>\n";
    }
    out + "</tbody>\n</table>\n</div>\n"
}

/// Labels and values, as a definition list; both are markup.
pub fn facts(facts: &[(&str, String)]) -> String {
    let each = |(what, which): &(&str, String)| format!("<div><dt>{what}</dt><dd>{which}</dd></div>\n");
    format!("<dl class=\"facts\">\n{}</dl>\n", facts.iter().map(each).collect::<String>())
}
