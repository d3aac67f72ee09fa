//! The form of `cmd`, typed at its prompt.
//!
//! `cmd` replaces `%NAME%` first, wherever it is, then acts on `&`, `|`, `<`, `>`, `(`, `)` and `^` outside of double
//! quotes. The program takes the line apart itself: blanks separate words, double quotes keep them together, and a
//! backslash before a double quote makes it literal. So a word with `"` or `%` has a caret before every character that
//! `cmd` would act on, and one behind every `%`, so that no name of a variable can follow it.

use super::letters::is_plain;

/// A text as one word.
pub fn word(text: &str) -> String {
    let plain = |c: char| is_plain(c) || c == '\\';
    if !text.is_empty() && text.chars().all(plain) {
        return text.to_owned();
    }
    let for_program = for_program(text);
    if !text.contains(['"', '%']) {
        return for_program;
    }
    let mut after_percent = false;
    let marked = for_program.chars().map(|c| {
        let marks = after_percent || "\"%&|<>()^!".contains(c);
        after_percent = c == '%';
        marks.then_some('^').into_iter().chain([c]).collect::<String>()
    });
    marked.collect()
}

/// A text in double quotes, as programs on Windows read it: backslashes are doubled before a quote and at the end.
fn for_program(text: &str) -> String {
    let mut quoted = String::from("\"");
    let mut backslashes = 0;
    for c in text.chars() {
        if c == '"' {
            quoted.extend(std::iter::repeat_n('\\', backslashes + 1));
        }
        backslashes = if c == '\\' { backslashes + 1 } else { 0 };
        quoted.push(c);
    }
    quoted.extend(std::iter::repeat_n('\\', backslashes));
    quoted + "\""
}

/// The words of a command; `None` where `cmd` would do more than pass words.
pub fn split(line: &str) -> Option<Vec<String>> {
    if replaces_variable(line) {
        return None;
    }
    let (mut passed, mut quoted) = (String::new(), false);
    let mut letters = line.chars();
    while let Some(c) = letters.next() {
        match c {
            '^' if !quoted => passed.push(letters.next()?),
            '&' | '|' | '<' | '>' | '(' | ')' if !quoted => return None,
            c => {
                quoted ^= c == '"';
                passed.push(c);
            }
        }
    }
    Some(winsplit::split(&passed))
}

/// Whether a line has the name of a variable that may be set, between two percent signs or up to a colon.
fn replaces_variable(line: &str) -> bool {
    let mut parts = line.split('%').skip(1).peekable();
    std::iter::from_fn(|| parts.next().filter(|_| parts.peek().is_some())).any(|between| {
        let name = between.split(':').next().unwrap_or_default();
        !name.is_empty() && !name.contains('^')
    })
}
