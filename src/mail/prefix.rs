//! What people and programs put before each line of a text that they quote, beside `>`: a mark such as `: ` or `- `, a
//! name, or the number of the line.

/// The same mark before each line, or a number with what separates it from the line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct LinePrefix<'t> {
    text: &'t str,
    /// What stands after the number, if it is a number.
    after_number: Option<&'t str>,
}

impl<'t> LinePrefix<'t> {
    /// The maximum length of a prefix.
    const LONGEST: usize = 40;

    /// What stands before a line, if it can be a prefix.
    pub fn of(text: &'t str) -> Option<LinePrefix<'t>> {
        if text.is_empty() || text.chars().count() > Self::LONGEST {
            return None;
        }
        let bare = text.trim_start();
        let after = bare.trim_start_matches(|c: char| c.is_ascii_digit());
        Some(LinePrefix { text, after_number: (after.len() < bare.len()).then_some(after) })
    }

    /// The line without it; `None` if the line does not begin with it. Blanks at its end may be lost if nothing follows.
    pub fn strip<'l>(&self, line: &'l str) -> Option<&'l str> {
        let Some(after) = self.after_number else {
            let bare = self.text.trim_end();
            return line
                .strip_prefix(self.text)
                .or_else(|| line.strip_prefix(bare).filter(|rest| rest.trim().is_empty()));
        };
        let number = line.trim_start();
        let rest = number.trim_start_matches(|c: char| c.is_ascii_digit());
        if rest.len() == number.len() {
            return None;
        }
        // A longer number may have taken the place of blanks after it.
        let column = || {
            let (head, tail) = line.split_at_checked(self.text.len())?;
            head.strip_suffix(' ').map(|_| tail).filter(|_| self.text.ends_with(' '))
        };
        let bare = after.trim_end();
        let is_empty = |rest: &&str| rest.trim().is_empty();
        column().or_else(|| rest.strip_prefix(after)).or_else(|| rest.strip_prefix(bare).filter(is_empty))
    }

    /// What it is, for messages.
    pub fn words(&self) -> String {
        match self.after_number {
            Some(_) => "its number".to_owned(),
            None => format!("'{}'", self.text),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_same_mark_or_a_number_is_taken_off() {
        for (prefix, line, expected) in [
            (": ", ": kind: turn", Some("kind: turn")),
            (": ", ":   - by: x", Some("  - by: x")),
            (": ", ":", Some("")),
            (": ", ":kind", None),
            (": ", "kind: turn", None),
            ("bob: ", "bob: kind: turn", Some("kind: turn")),
            ("» ", "» a", Some("a")),
            ("1: ", "12:   - by: x", Some("  - by: x")),
            ("     1\t", "    12\t  - by: x", Some("  - by: x")),
            ("1  ", "12   - by: x", Some("  - by: x")),
            ("1  ", "a", None),
            ("1. ", "2.", Some("")),
        ] {
            assert_eq!(LinePrefix::of(prefix).unwrap().strip(line), expected, "{prefix:?} {line:?}");
        }
        assert_eq!(LinePrefix::of(""), None);
        assert_eq!(LinePrefix::of(&"x".repeat(41)), None);
        assert_eq!(LinePrefix::of("1: ").unwrap().words(), "its number");
        assert_eq!(LinePrefix::of(": ").unwrap().words(), "': '");
    }
}
