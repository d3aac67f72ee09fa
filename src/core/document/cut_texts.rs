//! Unquoted texts that a ` #` ends although the writer went on: `rules: Use map #2 and the optional rule #7`. To YAML
//! the rest of the line is a comment, and only `Use map` would be signed.

use super::lexer::{Style, Token};
use super::problem::{Mark, Problem};
use super::quotes::quoted;
use super::scalar::Plain;

/// The fields that hold prose. Elsewhere a comment after a value is a habit, and the value a single word.
const PROSE: &[&str] = &[
    "about",
    "case",
    "comment",
    "description",
    "director",
    "name",
    "note",
    "notes",
    "place",
    "prize",
    "prizes",
    "purpose",
    "reason",
    "rules",
    "text",
    "title",
    "why",
    "words",
];

/// An unquoted text and the comment right after it.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct CutText {
    /// Where the text begins, and where the comment does.
    text: Mark,
    hash: Mark,
    /// The comment, with its `#`.
    comment: String,
}

/// The unquoted texts that a comment on their last line ends.
pub(super) fn cut_texts(text: &str, tokens: &[Token]) -> Vec<CutText> {
    let cut = |token: &Token| {
        let end = token.end as usize;
        let rest = text[end..].split('\n').next().unwrap_or_default();
        let comment = rest.trim_start_matches(' ');
        let words = comment.strip_prefix('#').map(str::trim).filter(|words| !words.is_empty());
        words?;
        let before = &text[..end];
        let (lines, line) = (before.matches('\n').count(), before.rsplit('\n').next().unwrap_or_default());
        let column = line.chars().count() + (rest.len() - comment.len()) + 1;
        let number = |n: usize| u32::try_from(n).unwrap_or(u32::MAX);
        let hash = Mark { line: number(lines + 1), column: number(column) };
        Some(CutText { text: token.mark, hash, comment: comment.trim_end().to_owned() })
    };
    // A hash is rare, and each costs a count of the lines before it.
    if !text.contains(" #") {
        return Vec::new();
    }
    let plain = tokens.iter().filter(|token| token.style == Style::Plain(Plain::Text));
    plain.filter_map(cut).take(MOST).collect()
}

/// More than a person would write.
const MOST: usize = 200;

impl CutText {
    /// The place of the text.
    pub(super) fn place(&self) -> Mark {
        self.text
    }

    /// The problem, if the text that was kept is prose: in a field of prose, or of several words before a `#2` without
    /// a space.
    pub(super) fn problem(&self, path: String, field: &str, kept: &str) -> Option<Problem> {
        let glued = self.comment.chars().nth(1).is_some_and(|c| c != ' ');
        let prose = PROSE.contains(&field) || (glued && kept.contains(' '));
        prose.then(|| {
            let whole = format!("{kept} {}", self.comment);
            let advice = format!(
                "if the rest belongs to it, put the whole text in double quotes: {}; otherwise put the comment on a \
                 line of its own",
                shortened(&whole)
            );
            Problem::new(format!("a comment begins at this #, so the text would only be {}", shortened(kept)))
                .at(self.hash)
                .in_path(path)
                .rule("protocol 1")
                .advice(advice)
        })
    }
}

fn shortened(text: &str) -> String {
    let short: String = text.chars().take(120).collect();
    quoted(&if short.len() < text.len() { short + "…" } else { short })
}
