//! Lines of an answer on a terminal: they are broken at words, and what a reader copies stays whole.

use unicode_width::UnicodeWidthStr;

/// The minimum width of a line that is broken, in columns.
const NARROW: usize = 40;
/// The maximum width of the label of a line, with its indent, under which the rest of the line is not indented.
const LABEL: usize = 20;
/// How the line of a draft begins that tells an editor which schema to use.
const EDITOR_NOTE: &str = "# yaml-language-server:";

/// A line of an answer as lines that fit into so many columns. The first keeps its indent, the others are indented
/// further. A command and an entry of a turn stay whole, whatever their width; their note follows as a comment on lines
/// of its own. A word is never broken.
pub fn fitted(line: &str, width: usize) -> Vec<String> {
    let width = width.max(NARROW);
    if line.width() <= width {
        return vec![line.to_owned()];
    }
    let body = line.trim_start_matches(' ');
    let indent = &line[..line.len() - body.len()];
    if let Some(rest) = body.strip_prefix('#') {
        let text = rest.trim_start_matches(' ');
        let mark = format!("{indent}#{} ", &rest[1.min(rest.len())..rest.len() - text.len()]);
        return if body.starts_with(EDITOR_NOTE) { vec![line.to_owned()] } else { broken(&mark, &mark, text, width) };
    }
    let (copied, note) = copied_and_note(line);
    if is_copied(copied) {
        let mark = if body.starts_with("- ") { format!("{indent}  # ") } else { format!("{indent}# ") };
        let note = note.trim_start_matches(['#', ' ']);
        let below = if note.is_empty() { Vec::new() } else { broken(&mark, &mark, note, width) };
        return std::iter::once(copied.to_owned()).chain(below).collect();
    }
    let hang = body.find("  ").map_or(LABEL + 1, |at| {
        let text = body[at..].trim_start_matches(' ');
        indent.len() + body[..body.len() - text.len()].width()
    });
    let hang = if hang > LABEL { indent.len() + 2 } else { hang };
    broken(indent, &" ".repeat(hang), body, width)
}

/// A line without the note that follows two spaces and `#`, and this note with its `#`.
pub fn copied_and_note(line: &str) -> (&str, &str) {
    let mut quote = None;
    for (at, c) in line.char_indices() {
        match quote {
            Some(open) if c == open => quote = None,
            Some(_) => {}
            None if c == '"' => quote = Some(c),
            None if c == '#' && line[..at].ends_with("  ") => return (line[..at].trim_end(), &line[at..]),
            None => {}
        }
    }
    (line, "")
}

/// Whether a line without its note is a command of this program, or YAML that belongs into a turn.
fn is_copied(line: &str) -> bool {
    let body = line.trim_start_matches(' ');
    let field = body.trim_start_matches(|c: char| c.is_ascii_lowercase() || c == '_');
    let value = body.strip_prefix("- ").or(field.strip_prefix(": ").filter(|_| field.len() < body.len()));
    body.starts_with("adjutant ") || value.is_some_and(|value| value.starts_with(['{', '[', '"']))
}

/// Text broken at its spaces, with one prefix for the first line and another for the rest. A command in backticks is
/// one word.
fn broken(first: &str, rest: &str, text: &str, width: usize) -> Vec<String> {
    let mut lines = vec![first.to_owned()];
    let mut used = first.width();
    let mut is_fresh = true;
    for (gap, word) in words(text) {
        let wide = word.width();
        if !is_fresh && used + gap + wide > width {
            lines.push(rest.to_owned());
            used = rest.width();
            is_fresh = true;
        }
        let gap = if is_fresh { 0 } else { gap };
        if let Some(line) = lines.last_mut() {
            line.extend(std::iter::repeat_n(' ', gap));
            line.push_str(word);
        }
        used += gap + wide;
        is_fresh = false;
    }
    lines
}

/// The lines of a cell of so many columns, of which a longer word sticks out.
pub fn cell(text: &str, width: usize) -> Vec<String> {
    broken("", "", text, width)
}

/// The words of a text, each with the number of spaces before it.
fn words(text: &str) -> impl Iterator<Item = (usize, &str)> {
    let mut rest = text;
    std::iter::from_fn(move || {
        let from = rest.trim_start_matches(' ');
        let gap = rest.len() - from.len();
        let mut in_command = false;
        let end = from.char_indices().find(|&(at, c)| {
            let opens = c == '`' && (in_command || from[at + 1..].contains('`'));
            in_command ^= opens;
            c == ' ' && !in_command
        });
        let (word, after) = from.split_at(end.map_or(from.len(), |(at, _)| at));
        rest = after;
        (!word.is_empty()).then_some((gap, word))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn prose_is_broken_at_words_and_its_rest_is_indented() {
        let line = "  data         civil_war, cb06f1f0d8e88c8e0fb7faab0ff9f2d7a981d33adb27e58260c0cc9b0ba869e0";
        let digest = "               cb06f1f0d8e88c8e0fb7faab0ff9f2d7a981d33adb27e58260c0cc9b0ba869e0";
        assert_eq!(fitted(line, 80), ["  data         civil_war,", digest]);
        assert_eq!(fitted(line, 90), [line]);
        let prose = "one two three four five six seven eight nine ten";
        assert_eq!(fitted(prose, 40), ["one two three four five six seven eight", "  nine ten"]);
        assert_eq!(
            fitted(&format!("    {prose}"), 40),
            ["    one two three four five six seven", "      eight nine ten"]
        );
        // On a terminal that is too narrow, lines are as on one of 40 columns.
        assert_eq!(fitted(prose, 3), fitted(prose, 40));
    }

    #[test]
    fn no_word_is_lost_or_broken() {
        let samples = [
            "To move: Union (Ann Carter): the opening of the secret choice priorities-2, which `adjutant sign` adds for you.",
            "Wörter, die länger sind als üblich; \u{6f22}\u{5b57}\u{6f22}\u{5b57}\u{6f22}\u{5b57} und andere Zeichen, überall",
            "  1234567890123456789012345678901234567890123456789012345678901234567890  and more  words, `unclosed",
            "# a comment that is much longer than a line, with many words in it, one after the other",
        ];
        for line in samples {
            for width in 0..130 {
                let lines = fitted(line, width);
                let words = |text: &str| -> Vec<String> {
                    text.split(' ').filter(|word| !word.is_empty() && *word != "#").map(str::to_owned).collect()
                };
                assert_eq!(words(&lines.join(" ")), words(line));
                let wide = |line: &&String| line.width() > width.max(NARROW);
                let words_of = |line: &str| super::words(line.trim_start()).count();
                assert!(lines.iter().filter(wide).all(|line| words_of(line) == 1), "{width}: {lines:#?}");
            }
        }
    }

    #[test]
    fn an_entry_stays_whole_and_its_note_follows() {
        let entry = r#"  - {move: {leader: butler, sp: 2, path: ["5310"]}}"#;
        let note = "move Butler with 2 strength points to Yorktown (5310): attacks 1 strength point under Magruder";
        assert_eq!(
            fitted(&format!("{entry}  # {note}"), 80),
            [
                entry,
                "    # move Butler with 2 strength points to Yorktown (5310): attacks 1 strength",
                "    # point under Magruder"
            ]
        );
        let long = format!(r#"  - {{claim: "{} # not a note"}}"#, "word ".repeat(30));
        assert_eq!(fitted(&long, 80), [long.as_str()]);
        let accept = format!("take_back: {{to_step: 3}}  # {}", "to agree ".repeat(9).trim_end());
        assert_eq!(fitted(&accept, 80)[..1], ["take_back: {to_step: 3}"]);
        assert!(fitted(&accept, 80)[1..].iter().all(|line| line.starts_with("# ")));
    }

    #[test]
    fn a_command_stays_whole() {
        let command = format!("  adjutant sign '{}/drafts/0002-union.yaml'", "a folder/".repeat(9));
        assert_eq!(fitted(&command, 80), [command.as_str()]);
        assert_eq!(fitted(&format!("{command}   # and why"), 80), [command.as_str(), "  # and why"]);
        let quoted =
            "write your turn into the draft, then sign it with `adjutant sign 'my match/drafts/0002-union.yaml'`";
        let lines = fitted(quoted, 60);
        assert!(lines.contains(&"  `adjutant sign 'my match/drafts/0002-union.yaml'`".to_owned()), "{lines:#?}");
    }

    #[test]
    fn comments_stay_comments() {
        let line =
            "  # … and 29 more like these; --all lists them all, --for WHAT --to PLACE those that lead to a place";
        let lines = fitted(line, 80);
        assert!(lines.len() == 2 && lines.iter().all(|line| line.starts_with("  # ")), "{lines:#?}");
        let schema = format!("# yaml-language-server: $schema={}turn.schema.json", "folder/".repeat(12));
        assert_eq!(fitted(&schema, 80), [schema.as_str()]);
    }
}
