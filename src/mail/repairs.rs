//! Recovers documents from text that mail has altered, with a series of repairs, from none to joining wrapped lines. A
//! repair cannot do harm, because a signature is valid only for exactly what was signed; so each repair is tried until
//! a signature is valid.

use std::borrow::Cow;

use crate::prefix::LinePrefix;
use crate::typography::Typeset;
use crate::{armor, normalize};

/// The most documents that one part may contain outside armor.
const MAX_DOCUMENTS: usize = 64;
/// The maximum length of a document (protocol 1); mail can lengthen it only by a limited factor.
const LONGEST_DOCUMENT: usize = 2 << 20;
const LONGEST: usize = 4 * LONGEST_DOCUMENT;
/// The maximum number of lines, even with an empty line after each node and wrapped strings.
const MAX_LINES: usize = 400_000;

/// The most versions of texts with typographic characters that are tried for one part, and their most bytes.
const MAX_VERSIONS: usize = 2_000;
const MAX_TRIED: usize = 32 << 20;
/// The maximum length of such a text: what people type is no longer.
const LONGEST_TYPESET: usize = 256 << 10;

/// The maximum length of a line of a wrapped document.
const LONGEST_LINE: usize = 8_000;

/// The verdict, by a caller that knows the keys, on bytes that may be a document.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// It is a document with valid signatures.
    Valid,
    /// It can be read, but something is wrong with it.
    Wrong(String),
    /// It cannot be read.
    Unreadable(String),
}

/// How a document was recovered from the text around it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Repair {
    None,
    Cut,
    Typography,
    Unwrapped,
    Armor,
}

impl Repair {
    /// What was done, in words; `None` if nothing was.
    pub fn words(self) -> Option<&'static str> {
        match self {
            Repair::None => None,
            Repair::Cut => Some("surrounding text removed"),
            Repair::Typography => Some("quotation marks, dashes, spaces or capitals restored"),
            Repair::Unwrapped => Some("wrapped lines rejoined"),
            Repair::Armor => Some("read from its armor"),
        }
    }
}

/// A document, or what seems to have been one.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Found {
    /// Its name in a bundle, if it came from one.
    pub name: Option<String>,
    /// Its valid bytes, or else the bytes as they came.
    pub bytes: Vec<u8>,
    pub repair: Repair,
    /// Why it is not accepted.
    pub fault: Option<String>,
}

/// The caller's judgment, with its latest verdicts: several repairs may give the same bytes, and judging takes long.
struct Judge<'j> {
    judge: &'j mut dyn FnMut(&[u8]) -> Verdict,
    last: Vec<(Vec<u8>, Verdict)>,
    /// How many versions of pretty texts may still be tried, and how many bytes of them.
    versions: usize,
    bytes: usize,
}

impl Judge<'_> {
    /// How many of the latest verdicts are remembered.
    const REMEMBERED: usize = 4;

    fn of(&mut self, bytes: &[u8]) -> Verdict {
        if let Some((_, verdict)) = self.last.iter().find(|(known, _)| known == bytes) {
            return verdict.clone();
        }
        let verdict = (self.judge)(bytes);
        if self.last.len() == Self::REMEMBERED {
            self.last.remove(0);
        }
        self.last.push((bytes.to_vec(), verdict.clone()));
        verdict
    }
}

/// Every document in a part. `judge` gives its verdict on bytes; for the same bytes it must always be the same.
pub fn documents(bytes: &[u8], judge: &mut dyn FnMut(&[u8]) -> Verdict) -> Vec<Found> {
    let found = |bytes: &[u8], repair, fault| Found { name: None, bytes: bytes.to_vec(), repair, fault };
    let mut judge = Judge { judge, last: Vec::new(), versions: MAX_VERSIONS, bytes: MAX_TRIED };
    let judge = &mut judge;
    let whole = match bytes.len() > LONGEST_DOCUMENT {
        true => Verdict::Unreadable(String::new()),
        false => judge.of(bytes),
    };
    if whole == Verdict::Valid {
        return vec![found(bytes, Repair::None, None)];
    }
    let decoded = normalize::decode(bytes);
    let decoded = with_line_ends(&decoded);
    let armored = armored(&decoded, judge);
    // A mail carries its documents in armor and also as text; those found in armor are not looked for again.
    if armored.iter().any(|one| one.fault.is_none()) {
        return armored;
    }
    let mut plain = Vec::new();
    if decoded.len() <= LONGEST {
        for version in versions(&decoded) {
            let mut more = loose(&version, judge);
            if more.is_empty() {
                more = prefixed(&version, judge);
            }
            let regions = !plain.is_empty();
            let better = |list: &[Found]| list.iter().filter(|one| one.fault.is_none()).count();
            if !regions || better(&more) > better(&plain) {
                plain = more;
            }
            if !plain.is_empty() && better(&plain) == plain.len() {
                break;
            }
        }
    }
    match whole {
        // It can be read as it is; if no repair helps, that is what is wrong.
        Verdict::Wrong(why) if !plain.iter().any(|one| one.fault.is_none()) => {
            vec![found(bytes, Repair::None, Some(why))]
        }
        _ => armored.into_iter().chain(plain).collect(),
    }
}

/// The text with line ends that everybody uses: on old Macs, lines end in CR alone.
fn with_line_ends(text: &str) -> Cow<'_, str> {
    match text.contains('\r') && !text.contains('\n') {
        true => Cow::Owned(text.replace('\r', "\n")),
        false => Cow::Borrowed(text),
    }
}

/// The text as it is, and as it was before a program quoted or reformatted it.
fn versions(text: &str) -> Vec<Cow<'_, str>> {
    let mut versions = vec![Cow::Borrowed(text)];
    let unquoted = normalize::unquoted_printable(text);
    let bare = normalize::without_tags(unquoted.as_deref().unwrap_or(text));
    versions.extend(unquoted.into_iter().chain(bare).map(Cow::Owned));
    versions
}

fn armored(text: &str, judge: &mut Judge<'_>) -> Vec<Found> {
    let mut pieces = armor::find(text);
    if pieces.iter().any(|piece| piece.files.is_err()) || pieces.is_empty() {
        for version in versions(text).into_iter().skip(1) {
            let others = armor::find(&version);
            let whole = |pieces: &[armor::Piece]| pieces.iter().filter(|piece| piece.files.is_ok()).count();
            if whole(&others) > whole(&pieces) || pieces.is_empty() {
                pieces = others;
            }
        }
    }
    let mut all = Vec::new();
    for piece in pieces {
        match piece.files {
            Err(damage) => all.push(Found {
                name: None,
                bytes: Vec::new(),
                repair: Repair::Armor,
                fault: Some(format!(
                    "the armor that begins at line {} ({}) is damaged: {damage}",
                    piece.line, piece.label
                )),
            }),
            Ok(files) => all.extend(files.into_iter().map(|file| Found {
                fault: match judge.of(&file.bytes) {
                    Verdict::Valid => None,
                    Verdict::Wrong(why) | Verdict::Unreadable(why) => Some(why),
                },
                name: (piece.label == "BUNDLE").then_some(file.name),
                bytes: file.bytes,
                repair: Repair::Armor,
            })),
        }
    }
    all
}

/// The documents written as plain text.
fn loose(text: &str, judge: &mut Judge<'_>) -> Vec<Found> {
    // Most texts contain none, and the list of lines is large.
    if !text.lines().any(|line| start(line).is_some()) {
        return Vec::new();
    }
    let lines: Vec<&str> = text.lines().collect();
    let starts: Vec<(usize, usize)> =
        lines.iter().enumerate().filter_map(|(n, line)| Some((n, start(line)?))).take(MAX_DOCUMENTS).collect();
    let mut all = Vec::new();
    for (n, (from, indent)) in starts.iter().enumerate() {
        let to = starts.get(n + 1).map_or(lines.len(), |(next, _)| *next);
        all.push(region(&lines[*from..to], *indent, judge));
    }
    all
}

/// The documents in a text each of whose lines begins with the same mark.
fn prefixed(text: &str, judge: &mut Judge<'_>) -> Vec<Found> {
    let starts = text.lines().enumerate().filter_map(|(n, line)| Some((n, prefix(line)?)));
    let starts: Vec<(usize, LinePrefix<'_>)> = starts.take(MAX_DOCUMENTS).collect();
    if starts.is_empty() {
        return Vec::new();
    }
    let lines: Vec<&str> = text.lines().collect();
    let mut all = Vec::new();
    for (from, prefix) in starts {
        let within: Vec<&str> = lines[from..].iter().map_while(|line| prefix.strip(line)).take(MAX_LINES).collect();
        // Running text may contain these words too: no key follows there.
        if !within.iter().skip(1).find(|line| !line.trim().is_empty()).is_some_and(|line| begins(line)) {
            continue;
        }
        let mut found = region(&within, 0, judge);
        found.fault = found.fault.map(|why| {
            let why = if why.is_empty() { String::new() } else { format!(", and without that {why}") };
            format!(
                "a document seems to be here, but each line begins with {}{why}: ask the sender to attach the file itself, \
                 or to paste the armor",
                prefix.words()
            )
        });
        all.push(found);
    }
    all
}

/// What stands before the first line of a document.
fn prefix(line: &str) -> Option<LinePrefix<'_>> {
    let line = line.trim_end();
    let before = line.strip_suffix(FIRST)?;
    LinePrefix::of(before)
}

/// The first line of a document, as our programs write it.
const FIRST: &str = "adjutant: 1";

/// Where in a line a document begins: at `adjutant: 1`, after marks of quotation, with or without a name, and spaces.
fn start(line: &str) -> Option<usize> {
    let marks = |c: char| matches!(c, '>' | '|') || c.is_whitespace() || normalize::is_invisible(c);
    let rest = normalize::after_quotation(line).trim_start_matches(marks);
    let head = rest.char_indices().nth(20).map_or(rest, |(end, _)| &rest[..end]);
    let plain = normalize::plain(head);
    // A telephone begins it with a capital, and other keyboards write a colon that includes the blank.
    let word = plain.get(..8).is_some_and(|word| word.eq_ignore_ascii_case("adjutant"));
    let is_first =
        word && plain[8..].trim_start().strip_prefix(':').is_some_and(|rest| rest.trim_start().starts_with('1'));
    is_first.then(|| line.len() - rest.len())
}

fn region(lines: &[&str], indent: usize, judge: &mut Judge<'_>) -> Found {
    if lines.len() > MAX_LINES {
        let fault = Some(format!("it has more than {MAX_LINES} lines, too many for a document"));
        return Found { name: None, bytes: Vec::new(), repair: Repair::Cut, fault };
    }
    let lines = unquoted(lines, &lines[0][..indent]);
    let found = repaired(&lines, judge);
    if found.fault.is_none() {
        return found;
    }
    // What a keyboard or an editor does to a whole text, before anything else happened to it.
    for version in rewritten(&lines) {
        let lines: Vec<&str> = version.iter().map(|line| &**line).collect();
        let other = repaired(&lines, judge);
        if other.fault.is_none() {
            return Found { repair: other.repair.max(Repair::Typography), ..other };
        }
    }
    found
}

/// The lines with small letters where a telephone has put capitals, and with blanks instead of wide ones before them.
fn rewritten<'t>(lines: &[&'t str]) -> Vec<Vec<Cow<'t, str>>> {
    let mut versions = Vec::new();
    let is_capital = |line: &&&str| line.starts_with(|c: char| c.is_ascii_uppercase());
    if lines.first().filter(is_capital).is_some() {
        let small = |line: &'t str| match line.trim_start().starts_with(|c: char| c.is_ascii_uppercase())
            && begins(line.trim_start())
        {
            true => {
                let at = line.len() - line.trim_start().len();
                Cow::Owned(format!("{}{}{}", &line[..at], line[at..at + 1].to_ascii_lowercase(), &line[at + 1..]))
            }
            false => Cow::Borrowed(line),
        };
        let first = |(n, line): (usize, &&'t str)| if n == 0 { small(line) } else { Cow::Borrowed(*line) };
        versions.push(lines.iter().enumerate().map(first).collect());
        versions.push(lines.iter().map(|line| small(line)).collect());
    }
    let is_wide = |c: char| matches!(c, '\t' | '\u{3000}');
    let is_indented = |line: &&str| line.chars().take_while(|c| c.is_whitespace()).any(is_wide);
    if lines.iter().any(is_indented) {
        for width in [2, 4, 8] {
            versions.push(lines.iter().map(|line| expanded(line, width)).collect());
        }
    }
    versions
}

/// A line with tabs before it expanded to columns of this width, and each ideographic space to two blanks.
fn expanded(line: &str, width: usize) -> Cow<'_, str> {
    let content = line.trim_start();
    let indent = &line[..line.len() - content.len()];
    let column = indent.chars().fold(0, |column: usize, c| match c {
        '\t' => (column / width + 1) * width,
        '\u{3000}' => column + 2,
        _ => column + 1,
    });
    match indent.contains(['\t', '\u{3000}']) {
        true => Cow::Owned(format!("{}{content}", " ".repeat(column))),
        false => Cow::Borrowed(line),
    }
}

/// The document in lines that may have been cut, made pretty or wrapped.
fn repaired(lines: &[&str], judge: &mut Judge<'_>) -> Found {
    // If all characters are plain already, half of the repairs change nothing.
    let is_plain = lines.iter().all(|line| normalize::is_plain(line));
    let made: Vec<Cow<'_, str>> =
        if is_plain { Vec::new() } else { lines.iter().map(|line| normalize::plain(line)).collect() };
    let plain: Vec<&str> = made.iter().map(|line| &**line).collect();
    let plain = (!is_plain).then_some(plain.as_slice());
    let rungs: [(Repair, &dyn Fn() -> Option<String>); 4] = [
        (Repair::Cut, &|| Some(with_ends(ended(lines)))),
        (Repair::Typography, &|| Some(with_ends(ended(plain?)))),
        (Repair::Unwrapped, &|| Some(unwrapped(lines))),
        (Repair::Unwrapped, &|| Some(unwrapped(plain?))),
    ];
    let mut wrong: Option<(String, String)> = None;
    for (repair, repaired) in rungs {
        let Some(text) = repaired() else { continue };
        match judge.of(text.as_bytes()) {
            Verdict::Valid => return Found { name: None, bytes: text.into_bytes(), repair, fault: None },
            Verdict::Wrong(why) => wrong = Some((text, why)),
            Verdict::Unreadable(why) if wrong.is_none() => wrong = Some((text, why)),
            Verdict::Unreadable(_) => {}
        }
    }
    if !is_plain && let Some(text) = typeset(lines, judge) {
        return Found { name: None, bytes: text.into_bytes(), repair: Repair::Typography, fault: None };
    }
    let (text, why) = wrong.unwrap_or_default();
    Found { name: None, bytes: text.into_bytes(), repair: Repair::Cut, fault: Some(why) }
}

/// The document in lines that were made pretty, if its author typed some of their typographic characters himself.
fn typeset(lines: &[&str], judge: &mut Judge<'_>) -> Option<String> {
    if lines.iter().map(|line| line.len()).sum::<usize>() > LONGEST_TYPESET {
        return None;
    }
    let ways: [fn(&[&str]) -> String; 2] = [|lines| with_ends(ended(lines)), unwrapped];
    // A way in which the document cannot be read at all leads nowhere: only texts in quotes differ from now on.
    let mut dead = [false; 2];
    for version in Typeset::read(lines).versions() {
        let lines: Vec<&str> = version.lines().map(str::trim_end).collect();
        for (dead, way) in dead.iter_mut().zip(ways) {
            if *dead || judge.versions == 0 || judge.bytes < version.len() {
                continue;
            }
            judge.versions -= 1;
            judge.bytes -= version.len();
            let text = way(&lines);
            match judge.of(text.as_bytes()) {
                Verdict::Valid => return Some(text),
                Verdict::Wrong(_) => {}
                Verdict::Unreadable(_) => *dead = true,
            }
        }
    }
    None
}

/// The lines without the prefix that a reply put before each of them.
fn unquoted<'t>(lines: &[&'t str], prefix: &str) -> Vec<&'t str> {
    let bare = prefix.trim_end();
    let line = |line: &&'t str| {
        let rest = line.strip_prefix(prefix).or_else(|| line.strip_prefix(bare));
        rest.unwrap_or(*line).trim_end()
    };
    lines.iter().map(line).collect()
}

/// The lines up to the last one of the signatures, which our programs write last.
fn ended<'l, 't>(lines: &'l [&'t str]) -> &'l [&'t str] {
    let Some(signatures) = lines.iter().position(|line| line.starts_with("signatures:")) else { return lines };
    let more =
        lines[signatures + 1..].iter().take_while(|line| line.starts_with([' ', '-']) && !line.starts_with("--"));
    &lines[..signatures + 1 + more.count()]
}

/// These lines joined into one text.
fn with_ends(lines: &[&str]) -> String {
    let mut text = String::with_capacity(lines.iter().map(|line| line.len() + 1).sum());
    for line in lines {
        text += line;
        text.push('\n');
    }
    text
}

/// The lines, with those joined that a mail program has wrapped: a line that begins neither a key nor a list entry
/// belongs to the line before it. Ends after the signatures.
fn unwrapped(lines: &[&str]) -> String {
    let mut whole = String::with_capacity(lines.iter().map(|line| line.len() + 1).sum());
    // Where the last of them begins, if there is one.
    let mut last: Option<usize> = None;
    // What is still open at the end of the last of them.
    let mut open = Open::default();
    let mut signed = false;
    for line in lines {
        let bare = line.trim_start();
        if bare.is_empty() {
            continue;
        }
        let Some(from) = last.filter(|_| open.is_any() || !begins(bare)) else {
            let stray = signed && !line.starts_with([' ', '-']) || line.starts_with("--");
            if stray {
                break;
            }
            signed |= line.starts_with("signatures:");
            if last.is_some() {
                whole.push('\n');
            }
            last = Some(whole.len());
            whole += line;
            open = Open::default();
            open.read(line);
            continue;
        };
        // After a complete signature nothing more belongs to the document.
        if signed && !open.is_any() && whole.ends_with('"') {
            break;
        }
        if whole.len() - from > LONGEST_LINE {
            break;
        }
        // No line is empty.
        if !whole.ends_with(' ') {
            whole.push(' ');
            open.read(" ");
        }
        whole += bare;
        open.read(bare);
    }
    whole.push('\n');
    whole
}

/// Whether a line begins a key or a list entry.
fn begins(bare: &str) -> bool {
    if let Some(rest) = bare.strip_prefix('-') {
        return rest.is_empty() || rest.starts_with(' ');
    }
    let (key, rest) = match bare.strip_prefix('"').and_then(|quoted| quoted.split_once('"')) {
        Some((key, rest)) => (key, rest.trim_start()),
        None => bare.split_at(bare.find(':').unwrap_or(0)),
    };
    let word = key.chars().all(|c| c.is_ascii_alphanumeric() || matches!(c, '_' | '-'));
    !key.is_empty() && word && rest.starts_with(':') && (rest.len() == 1 || rest[1..].starts_with(' '))
}

/// Whether a quoted string or a bracket is open at the end of a line, as far as it has been read.
struct Open {
    depth: i32,
    quote: Option<char>,
    /// Whether the last character was a backslash in a string, so that the next one cannot end it.
    escaped: bool,
    before: char,
}

impl Default for Open {
    fn default() -> Self {
        Open { depth: 0, quote: None, escaped: false, before: ' ' }
    }
}

impl Open {
    fn read(&mut self, text: &str) {
        for c in text.chars() {
            if std::mem::take(&mut self.escaped) {
                continue;
            }
            match self.quote {
                Some('"') if c == '\\' => self.escaped = true,
                Some(mark) if c == mark => self.quote = None,
                Some(_) => {}
                // A quote inside a word is an apostrophe.
                None if matches!(c, '"' | '\'') && !self.before.is_alphanumeric() => self.quote = Some(c),
                None => self.depth += i32::from(matches!(c, '[' | '{')) - i32::from(matches!(c, ']' | '}')),
            }
            self.before = c;
        }
    }

    fn is_any(&self) -> bool {
        self.quote.is_some() || self.depth > 0
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const TURN: &str = "adjutant: 1\nkind: turn\nmatch: \"c948964dd0a1ae61ceb4a951e1a00bb1b3e2fcf1a6a66a2df26f83674dc57f8b\"\n\
                        step: 3\nseat: union\norders:\n  - move: {army: potomac, path: [\"5006\", \"5007\", \"5008\", \"5009\", \"5010\"]}\n\
                        \x20 - \"attack\": {army: potomac, at: \"5108\"}\ncomment: \"On to Richmond, as the papers say; we shall be there by the end of July if the\n  roads are dry.\"\n\
                        signatures:\n  - by: union\n    key: \"a4be236aedb2082ceb46649ef0c9af01fbd96f7ca4dcbe7fc5ddb0c0fa26685a\"\n\
                        \x20   sig: \"OBvwKjiewkwH5IQ1gE2iT4lDliTuKTXe6LYOv9siKPP5hE4/+7MR k+OOE0Bw+xaq2MN+7vlXT0HYC/F7qb9jDQ==\"\n";

    /// The words of the content, however they are folded.
    fn content(text: &str) -> Vec<String> {
        text.split_whitespace().map(str::to_owned).collect()
    }

    fn judge(bytes: &[u8]) -> Verdict {
        let text = String::from_utf8_lossy(bytes);
        let own: Vec<&str> =
            TURN.lines().filter(|line| !line.contains("roads")).map(|line| line.split(':').next().unwrap()).collect();
        let keys: Vec<&str> = text
            .lines()
            .filter(|line| !line.contains("roads are") || line.contains("comment"))
            .map(|line| line.split(':').next().unwrap())
            .collect();
        match content(&text) == content(TURN) && keys == own {
            true => Verdict::Valid,
            false if text.starts_with("adjutant: 1") => Verdict::Wrong("the signature does not hold".into()),
            false => Verdict::Unreadable("this is no document".into()),
        }
    }

    fn wrapped(text: &str, width: usize, prefix: &str) -> String {
        let mut out = String::new();
        for line in text.lines() {
            let mut rest = line;
            while rest.len() > width {
                let Some(at) = rest[..width].rfind(' ').filter(|at| !rest[..*at].trim().is_empty()) else { break };
                out += &format!("{prefix}{}\n", &rest[..at]);
                rest = &rest[at + 1..];
            }
            out += &format!("{prefix}{rest}\n");
        }
        out
    }

    #[test]
    fn the_same_bytes_are_judged_once() {
        // An unclosed bracket: it cannot be read as it is or after any repair, and most repairs change nothing.
        let hostile = format!("adjutant: 1\nkind: turn\norders: {}\n", "[".repeat(200));
        let mut seen: Vec<Vec<u8>> = Vec::new();
        let found = documents(hostile.as_bytes(), &mut |bytes| {
            assert!(!seen.iter().any(|other| other == bytes));
            seen.push(bytes.to_vec());
            Verdict::Unreadable("it ends nowhere".into())
        });
        assert_eq!(found[0].fault.as_deref(), Some("it ends nowhere"));
        assert_eq!(seen.len(), 1);
    }

    #[test]
    fn what_has_more_lines_than_any_document_is_not_repaired() {
        let lines = |count: usize| format!("Hi\nadjutant: 1\n{}", "a:\n".repeat(count - 1));
        for (count, judged) in [(MAX_LINES, true), (MAX_LINES + 1, false)] {
            let mut seen = 0;
            let found = documents(lines(count).as_bytes(), &mut |_| {
                seen += 1;
                Verdict::Unreadable("equal keys".into())
            });
            assert_eq!(seen > 1, judged, "{count} lines: judged {seen} times");
            let [one] = found.as_slice() else { panic!("{} found", found.len()) };
            assert_eq!(one.fault.as_ref().is_some_and(|why| why.contains("more than 400000 lines")), !judged);
        }
    }

    #[test]
    fn a_document_is_found_in_what_mail_makes_of_it() {
        let quoted: String = TURN.lines().map(|line| format!("> > {line}\n")).collect();
        let list = "_______________\nwargames mailing list\nhttps://example.org/list\n";
        let pretty: String = {
            let mut open = false;
            TURN.chars()
                .map(|c| {
                    if c == '"' {
                        open = !open;
                        if open { '“' } else { '”' }
                    } else {
                        c
                    }
                })
                .collect()
        };
        for (what, text, repair) in [
            ("as it is", TURN.to_owned(), Repair::None),
            ("greeting and footer", format!("Hi Cleo,\n\n{TURN}-- \nBob\n"), Repair::Cut),
            ("list footer", format!("{TURN}\n{list}"), Repair::Cut),
            ("quoted", format!("Bob wrote:\n{quoted}\nThanks!\n"), Repair::Cut),
            ("quoted with initials", TURN.lines().map(|line| format!("BB> {line}\n")).collect(), Repair::Cut),
            ("quoted with a name", TURN.lines().map(|line| format!("> Bob Brown> {line}\n")).collect(), Repair::Cut),
            ("line ends of old Macs", format!("Hi\n\n{TURN}").replace('\n', "\r"), Repair::Cut),
            ("forwarded, indented", TURN.lines().map(|line| format!("    {line}\n")).collect(), Repair::Cut),
            ("CR LF within text", format!("Hi\r\n{}", TURN.replace('\n', "\r\n")), Repair::Cut),
            ("typographic quotes", pretty.clone(), Repair::Typography),
            ("no-break spaces", format!("Hi\n{}", TURN.replace(' ', "\u{a0}")), Repair::Typography),
            ("a capital of a telephone", TURN.replacen("adjutant", "Adjutant", 1), Repair::Typography),
            (
                "a capital before each line",
                TURN.replace("adjutant", "Adjutant").replace("kind", "Kind").replace("    sig:", "    Sig:"),
                Repair::Typography,
            ),
            ("French quotes with blanks", pretty.replace('“', "«\u{a0}").replace('”', "\u{a0}»"), Repair::Typography),
            (
                "French quotes with narrow blanks",
                pretty.replace('“', "«\u{202f}").replace('”', "\u{202f}»"),
                Repair::Typography,
            ),
            ("full-width quotes", TURN.replace('"', "＂"), Repair::Typography),
            ("full-width colons", TURN.replace(": ", "：").replace(":\n", "：\n"), Repair::Typography),
            ("ideographic spaces", TURN.replace("  ", "\u{3000}"), Repair::Typography),
            ("tabs as indent", TURN.replace("\n    ", "\n\t"), Repair::Typography),
            ("wrapped at 72", wrapped(TURN, 72, ""), Repair::Unwrapped),
            ("wrapped at 60 with a footer", format!("{}\n-- \nBob\n", wrapped(TURN, 60, "")), Repair::Unwrapped),
            ("quoted, then wrapped", wrapped(TURN, 66, "> "), Repair::Unwrapped),
            ("all at once", format!("Hi\n{}\n{list}", wrapped(&pretty, 64, "> ")), Repair::Unwrapped),
            (
                "quoted-printable",
                format!("Hi\n{}", TURN.replace('=', "=3D").replace("potomac", "poto=\nmac")),
                Repair::Cut,
            ),
            (
                "a page",
                format!("<html><body>Hi<pre>{}</pre></body></html>", TURN.replace('>', "&gt;").replace('"', "&quot;")),
                Repair::Cut,
            ),
        ] {
            let found = documents(text.as_bytes(), &mut judge);
            let [one] = found.as_slice() else { panic!("{what}: {found:?}") };
            assert_eq!(
                (&one.fault, one.repair),
                (&None, repair),
                "{what}:\n{text}\n{}",
                String::from_utf8_lossy(&one.bytes)
            );
        }
    }

    #[test]
    fn any_mark_before_each_line_is_taken_off() {
        let marks = [": ", "} ", "% ", "# ", "» ", "› ", "* ", "- ", "+ ", "&gt; ", "bob: ", "> : ", "\u{2022} ", "~"];
        let with = |mark: &str| TURN.lines().map(|line| format!("{mark}{line}\n")).collect::<String>();
        let numbered = |form: fn(usize) -> String| -> String {
            TURN.lines().enumerate().map(|(n, line)| format!("{}{line}\n", form(n + 1))).collect()
        };
        let numbers: [fn(usize) -> String; 4] =
            [|n| format!("{n}: "), |n| format!("{n:6}\t"), |n| format!("{n:<4}"), |n| format!("{n}. ")];
        let all = marks.iter().map(|mark| with(mark)).chain(numbers.into_iter().map(numbered));
        for text in all {
            let text = format!("Bob wrote:\n{text}\nThanks!\n");
            let found = documents(text.as_bytes(), &mut judge);
            let [one] = found.as_slice() else { panic!("{text}: {found:?}") };
            assert_eq!(
                (&one.fault, one.repair),
                (&None, Repair::Cut),
                "{text}\n{}",
                String::from_utf8_lossy(&one.bytes)
            );
        }
        let told = |text: &str| documents(text.as_bytes(), &mut judge)[0].fault.clone().unwrap();
        let bad = with(": ").replace("Richmond", "Norfolk");
        assert_eq!(
            told(&bad),
            "a document seems to be here, but each line begins with ': ', and without that the signature does not hold: ask \
             the sender to attach the file itself, or to paste the armor"
        );
        assert!(
            told(&numbered(|n| format!("{n}: ")).replace("Richmond", "Norfolk")).contains("begins with its number")
        );
        assert!(documents(b"I write adjutant: 1\nand then more\n", &mut judge).is_empty());
    }

    #[test]
    fn what_does_not_hold_is_told_and_kept_apart() {
        let bad = TURN.replace("Richmond", "Norfolk");
        let text = format!("Two turns:\n\n{bad}\nand\n\n{TURN}");
        let found = documents(text.as_bytes(), &mut judge);
        assert_eq!(found.len(), 2);
        assert_eq!(found[0].fault.as_deref(), Some("the signature does not hold"));
        assert_eq!(found[1].fault, None);
        assert_eq!(documents(bad.as_bytes(), &mut judge)[0].fault.as_deref(), Some("the signature does not hold"));
        assert!(documents(b"Nothing of the kind, adjutant: 1", &mut judge).is_empty());
        assert!(documents(b"", &mut judge).is_empty());
    }

    #[test]
    fn armor_goes_before_what_stands_beside_it() {
        let armor = armor::wrap("TURN", &[], TURN.as_bytes());
        let text = format!("Hi\n{armor}\n> {}", TURN.replace("Richmond", "Norfolk"));
        let found = documents(text.as_bytes(), &mut judge);
        assert_eq!(
            found.iter().map(|one| (one.repair, one.fault.is_none())).collect::<Vec<_>>(),
            [(Repair::Armor, true)]
        );
        // If the armor is damaged, the text beside it is used.
        let text = format!("{}\n{TURN}", armor.replacen('Q', "q", 1).replacen('a', "b", 1));
        let found = documents(text.as_bytes(), &mut judge);
        assert!(
            found.iter().any(|one| one.fault.is_none())
                && found.iter().any(|one| one.fault.as_deref().is_some_and(|why| why.contains("damaged"))),
            "{found:?}"
        );
        let page = format!("<p>{}</p>", armor.replace('\n', "<br>").replace('=', "=3D"));
        assert_eq!(documents(page.as_bytes(), &mut judge).len(), 1);
        let quoted = armor
            .replace('=', "=3D")
            .lines()
            .map(|line| format!("{}=\n{}\n", &line[..line.len() / 2], &line[line.len() / 2..]))
            .collect::<String>();
        assert_eq!(documents(quoted.as_bytes(), &mut judge)[0].fault, None, "{quoted}");
    }

    proptest::proptest! {
        #[test]
        fn any_text_is_answered(text in "[ >|\\-\"'a-z:{}\\[\\]\n]{0,300}") {
            documents(format!("> adjutant: 1\n{text}").as_bytes(), &mut judge);
        }
    }
}
