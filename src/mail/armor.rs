//! Armor: documents as lines of letters and digits that pass unharmed through every mail program, messenger and forum
//! (docs/protocol.md, appendix A). Writing is strict, reading is lenient: whatever is around, between or before the
//! lines is ignored, and a checksum shows whether all of them are there.

use std::io::{Read, Write};

use data_encoding::{BASE64, BASE64_NOPAD};
use flate2::Compression;
use flate2::read::ZlibDecoder;
use flate2::write::ZlibEncoder;
use sha2::{Digest, Sha256};

use crate::bundle::{self, File};
use crate::normalize;
use crate::prefix::LinePrefix;

/// The length of a line of armor: short enough to be quoted several times before it is wrapped.
const LINE: usize = 64;
/// The label of armor with several files.
const BUNDLE: &str = "BUNDLE";
/// The maximum size of a single document: the limit of a state (protocol 1).
const MAX_OF_ONE: usize = 2 << 20;
/// The most pieces of armor in one text.
const MAX_PIECES: usize = 256;
/// The most lines at the beginning that may not be data.
const MAX_HEADERS: usize = 16;
/// The maximum length of a label.
const LONGEST_LABEL: usize = 16;
/// The most words of headers on the same line as data.
const MAX_WORDS: usize = 48;

/// A document in armor. `label` is its kind in capitals, such as `TURN`; `headers` are names and values for people,
/// which must not be trusted.
pub fn wrap(label: &str, headers: &[(&str, String)], document: &[u8]) -> String {
    lines(label, headers, document)
}

/// Several files in one piece of armor.
pub fn wrap_bundle(headers: &[(&str, String)], files: &[File]) -> String {
    lines(BUNDLE, headers, &bundle::join(files))
}

fn lines(label: &str, headers: &[(&str, String)], contents: &[u8]) -> String {
    let packed = deflate(contents);
    let mut text = format!("-----BEGIN ADJUTANT {label}-----\n");
    for (name, value) in headers {
        // A header that a mail program wraps would be taken for data.
        let value: String = value.chars().map(|c| if c.is_control() { ' ' } else { c }).take(48).collect();
        // It must not look like the beginning of another piece either.
        let value = value.replace("--", "-").replace("--", "-");
        text += &format!("{name}: {}\n", value.trim());
    }
    text += "\n";
    let letters = BASE64.encode(&packed);
    for line in letters.as_bytes().chunks(LINE) {
        text += std::str::from_utf8(line).unwrap_or_default();
        text += "\n";
    }
    text + &format!("={}\n-----END ADJUTANT {label}-----\n", checksum(&packed))
}

fn deflate(contents: &[u8]) -> Vec<u8> {
    let mut encoder = ZlibEncoder::new(Vec::new(), Compression::best());
    // Neither writing to memory nor finishing it fails.
    let _ = encoder.write_all(contents);
    encoder.finish().unwrap_or_default()
}

fn checksum(packed: &[u8]) -> String {
    Sha256::digest(packed)[..4].iter().map(|byte| format!("{byte:02x}")).collect()
}

/// What was found between a begin and an end marker.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Piece {
    /// The word after `BEGIN ADJUTANT`, in capitals.
    pub label: String,
    /// The line of the text at which it begins, from 1.
    pub line: usize,
    /// Its files, or what is damaged.
    pub files: Result<Vec<File>, String>,
}

/// Every piece of armor in a text, in order.
pub fn find(text: &str) -> Vec<Piece> {
    let plain = normalize::plain(text);
    let markers = markers(&plain);
    let mut pieces = Vec::new();
    let (mut line, mut counted, mut room) = (1, 0, bundle::MAX_BYTES);
    for (n, marker) in markers.iter().enumerate().filter(|(_, marker)| marker.begins).take(MAX_PIECES) {
        let end = markers.get(n + 1);
        let body = &plain[marker.to..end.map_or(plain.len(), |end| end.from)];
        let ended = end.is_some_and(|end| !end.begins);
        // The dashes are on the same line as the marker.
        let start = marker.from + plain[marker.from..].len() - plain[marker.from..].trim_start().len();
        line += plain[counted..start].matches('\n').count();
        counted = start;
        pieces.push(Piece {
            label: marker.label.clone(),
            line,
            files: open(before(&plain, start), body, ended).and_then(|packed| files(&marker.label, &packed, &mut room)),
        });
    }
    pieces
}

struct Marker {
    begins: bool,
    label: String,
    from: usize,
    to: usize,
}

/// `-----BEGIN ADJUTANT WORD-----` and its end marker, in any case, with any dashes, wrapped or quoted.
fn markers(plain: &str) -> Vec<Marker> {
    let mut found = Vec::new();
    if !names_us(plain) {
        return found;
    }
    let upper = plain.to_ascii_uppercase();
    for (at, _) in upper.match_indices("ADJUTANT") {
        let before = upper[..at].trim_end_matches(|c: char| !c.is_ascii_alphanumeric());
        let begins = before.ends_with("BEGIN");
        if at - before.len() > 24 || !begins && !before.ends_with("END") {
            continue;
        }
        let start = before.len() - if begins { 5 } else { 3 };
        let dashes = &upper[..start];
        let last = found.last().map_or(0, |marker: &Marker| marker.to);
        let from = dashes.trim_end_matches([' ', '-', '*', '_']).len().max(last.min(start));
        let dashed = dashes[from..].contains('-') || from == last && last > 0;
        let rest = &upper[at + 8..];
        let gap = rest.len() - rest.trim_start_matches(|c: char| !c.is_ascii_alphanumeric()).len();
        let label: String = rest[gap..].chars().take_while(char::is_ascii_alphabetic).take(LONGEST_LABEL + 1).collect();
        if label.len() > LONGEST_LABEL {
            continue;
        }
        let end = at + 8 + gap + label.len();
        let after = &upper[end..];
        let to = end + (after.len() - after.trim_start_matches([' ', '-', '*', '_']).len());
        // Running text does not have dashes before and after it.
        if dashed && gap <= 24 && !label.is_empty() && upper[end..to].contains('-') {
            found.push(Marker { begins, label, from, to });
        }
    }
    found
}

/// Whether a text mentions this program, in any case. Copying a long text takes long, and most texts never mention it.
fn names_us(text: &str) -> bool {
    let bytes = text.as_bytes();
    let named = |at: usize| {
        let word = at.checked_sub(2).and_then(|from| bytes.get(from..from + 8));
        word.is_some_and(|word| word.eq_ignore_ascii_case(b"adjutant"))
    };
    ['J', 'j'].iter().any(|letter| text.match_indices(*letter).any(|(at, _)| named(at)))
}

/// What stands on the line of a marker before it.
fn before(plain: &str, start: usize) -> &str {
    &plain[plain[..start].rfind('\n').map_or(0, |at| at + 1)..start]
}

/// The data between two markers, once its checksum holds; `before` is what stands before the first on its line.
fn open(before: &str, body: &str, ended: bool) -> Result<Vec<u8>, String> {
    let quoted = |c: char| matches!(c, '>' | '|' | '#' | '%' | '*') || c.is_whitespace();
    // Data has no `>`.
    let bare = |line| normalize::after_quotation(line).trim_matches(quoted);
    let lines: Vec<&str> = body.lines().map(bare).filter(|line| !line.is_empty()).collect();
    // Data has no colon, and this program never wraps headers; but others may have inserted words.
    let headed = lines.iter().take(MAX_HEADERS).rposition(|line| line.contains(':')).map_or(0, |at| at + 1);
    let starts = std::iter::once(headed).chain((0..=lines.len().min(MAX_HEADERS)).filter(|at| *at != headed));
    for start in starts {
        if let Some(packed) = checked(&lines[start..]) {
            return Ok(packed);
        }
    }
    // The same mark or a number before each line, which may be a letter of data.
    if let Some(prefix) = LinePrefix::of(before) {
        let lines: Vec<&str> = body.lines().skip(1).map(|line| prefix.strip(line).unwrap_or(line).trim()).collect();
        let headed = lines.iter().take(MAX_HEADERS).rposition(|line| line.contains(':')).map_or(0, |at| at + 1);
        if let Some(packed) = checked(&lines[headed..]) {
            return Ok(packed);
        }
    }
    // Everything on one line, headers included.
    let words: Vec<&str> = body.split_whitespace().filter(|word| !word.ends_with('>')).collect();
    if let Some(packed) = (0..words.len().min(MAX_WORDS)).find_map(|start| checked(&words[start..])) {
        return Ok(packed);
    }
    Err(damage(&lines[headed..], ended))
}

/// The bytes in these lines, if the checksum at their end matches.
fn checked(lines: &[&str]) -> Option<Vec<u8>> {
    let (letters, sum) = letters(lines)?;
    let packed = BASE64_NOPAD.decode(letters.as_bytes()).ok()?;
    (checksum(&packed) == sum).then_some(packed)
}

/// The letters of data, and the checksum after them.
fn letters(lines: &[&str]) -> Option<(String, String)> {
    let kept = |c: &char| c.is_ascii_alphanumeric() || matches!(c, '+' | '/' | '=');
    let all: String = lines.iter().flat_map(|line| line.chars()).filter(kept).collect();
    let (data, sum) = all.split_at_checked(all.len().checked_sub(8)?)?;
    // Quoted-printable turns the equals sign into `=3D`.
    let data = data.strip_suffix("=3D").or(data.strip_suffix('='))?;
    let hex = sum.bytes().all(|byte| byte.is_ascii_hexdigit());
    hex.then(|| (data.replace("=3D", "").replace('=', ""), sum.to_ascii_lowercase()))
}

/// What is wrong with lines whose checksum does not match, as precisely as possible.
fn damage(lines: &[&str], ended: bool) -> String {
    let Some((letters, _)) = letters(lines) else {
        return match ended {
            true => "its last line, `=` and eight digits, is missing or changed".to_owned(),
            false => "its end is missing: the text was cut off".to_owned(),
        };
    };
    let data = &lines[..lines.len().saturating_sub(1)];
    let foreign = |line: &str| line.chars().find(|c| !c.is_ascii_alphanumeric() && !matches!(c, '+' | '/' | '=' | ' '));
    if let Some((n, c)) = data.iter().enumerate().find_map(|(n, line)| Some((n, foreign(line)?))) {
        return format!(
            "line {} of its data has the character '{}', which does not belong there",
            n + 1,
            c.escape_debug()
        );
    }
    // If most lines have the length in which they were written, one that does not is to blame.
    let whole = data.iter().filter(|line| line.len() == LINE).count();
    let odd = data.iter().rposition(|_| true).and_then(|last| data[..last].iter().position(|line| line.len() != LINE));
    match odd {
        Some(n) if whole * 2 > data.len() => {
            format!("line {} of its data has {} characters instead of {LINE}", n + 1, data[n].len())
        }
        _ if letters.len() % 4 == 1 => "characters of its data are missing".to_owned(),
        _ => "its checksum does not match: characters are missing or changed".to_owned(),
    }
}

/// The content of a piece of armor. All pieces of a text together are limited to the size of one bundle.
fn files(label: &str, packed: &[u8], room: &mut usize) -> Result<Vec<File>, String> {
    let most = if label == BUNDLE { *room } else { MAX_OF_ONE.min(*room) };
    let mut contents = Vec::new();
    let read = ZlibDecoder::new(packed).take(most as u64 + 1).read_to_end(&mut contents);
    *room = room.saturating_sub(contents.len());
    if contents.len() > most {
        let limit = if label == BUNDLE { bundle::MAX_BYTES } else { MAX_OF_ONE };
        return Err(format!("it holds more than {} MiB, the limit", limit >> 20));
    }
    read.map_err(|_| "its data was not written by this program".to_owned())?;
    match label {
        BUNDLE => bundle::split(&contents),
        _ => Ok(vec![File::new(format!("{}.yaml", label.to_ascii_lowercase()), contents)]),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const TURN: &str = "adjutant: 1\nkind: turn\nmatch: \"c948964dd0a1ae61ceb4a951e1a00bb1b3e2fcf1a6a66a2df26f83674dc57f8b\"\n\
                        step: 3\nparent: \"283111aa5f1c83ce7d6ecbff8f102c9a70f8e54b22db06a5bacaa5cc130ee416\"\nseat: union\n\
                        reveal: \"63236dcac24f17a2ab48b3b9722382b3bfd2f77a94621500ad97eec9c893a882\"\norders:\n  - move: {army: potomac, path: [\"5006\", \"5007\"]}\n\
                        comment: On to Richmond\nsignatures:\n  - by: union\n    key: \"a4be236aedb2082ceb46649ef0c9af01fbd96f7ca4dcbe7fc5ddb0c0fa26685a\"\n\
                        \x20   sig: \"OBvwKjiewkwH5IQ1gE2iT4lDliTuKTXe6LYOv9siKPP5hE4/+7MR k+OOE0Bw+xaq2MN+7vlXT0HYC/F7qb9jDQ==\"\n";

    fn armored() -> String {
        wrap(
            "TURN",
            &[("Match", "c948964d First Bull Run: a day in July".into()), ("Step", "3".into())],
            TURN.as_bytes(),
        )
    }

    fn survived(text: &str) -> bool {
        let found = find(text);
        matches!(found.as_slice(), [Piece { files: Ok(files), .. }] if files[0].bytes == TURN.as_bytes())
    }

    #[test]
    fn a_turn_takes_about_a_dozen_lines() {
        let text = armored();
        assert!(survived(&text));
        assert!(text.lines().count() <= 16, "{text}");
        assert!(text.lines().all(|line| line.len() <= LINE));
    }

    #[test]
    fn what_mail_does_to_it_does_not_matter() {
        let text = armored();
        let each = |change: &dyn Fn(&str) -> String| text.lines().map(change).collect::<Vec<_>>().join("\n");
        let wrapped = |width: usize| {
            each(&|line| line.as_bytes().chunks(width).map(String::from_utf8_lossy).collect::<Vec<_>>().join("\n"))
        };
        let mangled = [
            ("quoted", each(&|line| format!("> {line}"))),
            ("quoted with initials", each(&|line| format!("BB> {line}"))),
            ("quoted with initials twice", each(&|line| format!("AA> B.B.>> {line}"))),
            ("quoted with a name", each(&|line| format!("Bob O'Brown> {line}"))),
            ("quoted with initials, in one line", each(&|line| format!("BB> {line}")).replace('\n', " ")),
            ("behind plus signs", each(&|line| format!("+ {line}"))),
            ("behind a name", each(&|line| format!("bob: {line}"))),
            ("numbered", text.lines().enumerate().map(|(n, line)| format!("{:>4}: {line}\n", n + 1)).collect()),
            ("quoted thrice", each(&|line| format!("> >| {line}"))),
            ("indented", each(&|line| format!("\t   {line}   "))),
            ("CR LF", text.replace('\n', "\r\n")),
            ("blank lines between", text.replace('\n', "\n\n")),
            (
                "one line",
                text.split_once("\n\n").map(|(head, rest)| format!("{head}\n\n{}", rest.replace('\n', " "))).unwrap(),
            ),
            ("one line, headers too", text.replace('\n', " ")),
            ("wrapped at 76, quoted", wrapped(50).replace('\n', "\n>> ")),
            ("em dashes", text.replace("-----", "—–-")),
            ("one em dash", text.replace("-----", "—")),
            ("zero width", text.replace('e', "\u{200b}e").replace("ADJ", "A\u{feff}DJ")),
            ("no-break spaces", text.replace(' ', "\u{a0}")),
            ("small letters in the marks", text.replace("BEGIN ADJUTANT TURN", "Begin Adjutant Turn")),
            ("bold", text.replace("-----BEGIN", "**-----BEGIN").replace("TURN-----\n", "TURN-----**\n")),
            ("quoted-printable", text.replace('=', "=3D")),
            ("without its headers", each(&|line| if line.contains(':') { String::new() } else { line.to_owned() })),
            ("headers wrapped", text.replace("First Bull", "First\nBull")),
            (
                "text around",
                format!("Hi Cleo,\n\nto begin: an Adjutant turn - enjoy\n{text}\n-- \nBob\n> -----END of mail-----"),
            ),
            (
                "capitals of the checksum",
                text.replace(&text[text.rfind("\n=").unwrap()..], &text[text.rfind("\n=").unwrap()..].to_uppercase()),
            ),
        ];
        for (what, text) in mangled {
            assert!(survived(&text), "{what}:\n{text}\n{:?}", find(&text));
        }
        let page = format!("<html><body><p>Hi</p><pre>{}</pre></body></html>", text.replace('\n', "<br>\r\n"));
        assert!(survived(&normalize::without_tags(&page).unwrap()));
    }

    #[test]
    fn one_lost_or_changed_character_is_damage_that_is_named() {
        let text = armored();
        let start = text.find("\n\n").unwrap() + 2;
        let end = text.rfind("-----END").unwrap();
        for at in start..end {
            let lost = format!("{}{}", &text[..at], &text[at + 1..]);
            let other = if &text[at..=at] == "Q" { "R" } else { "Q" };
            let changed = format!("{}{other}{}", &text[..at], &text[at + 1..]);
            for damaged in [lost, changed] {
                // Padding and ends of lines are no part of it.
                let same = survived(&damaged);
                let free = matches!(&text[at..=at], "\n" | "=") && damaged.len() < text.len();
                assert!(same == free || same && text[at..].starts_with("=="), "{at}: {damaged}");
                assert!(same || find(&damaged)[0].files.as_ref().unwrap_err().len() > 20);
            }
        }
        let line = text.lines().nth(5).unwrap();
        let lost = text.replace(line, &line[1..]);
        assert!(
            find(&lost)[0].files.as_ref().unwrap_err().contains("line 2 of its data has 63 characters"),
            "{:?}",
            find(&lost)
        );
        let cut = &text[..end - 40];
        assert!(find(cut)[0].files.as_ref().unwrap_err().contains("cut off"), "{:?}", find(cut));
    }

    #[test]
    fn bundles_and_several_pieces_are_found() {
        let files = vec![File::new("charter.yaml", "a"), File::new("states/0000.yaml", "b".repeat(100_000))];
        let text = format!("{}\nand\n{}", wrap_bundle(&[], &files), armored());
        let found = find(&text);
        assert_eq!(found.len(), 2);
        assert_eq!((found[0].label.as_str(), found[0].files.as_ref().unwrap()), ("BUNDLE", &files));
        assert_eq!(found[1].label, "TURN");
        assert!(found[1].line > found[0].line + 5);
    }

    #[test]
    fn what_inflates_without_end_is_refused() {
        let text = wrap("STATE", &[], &vec![b' '; MAX_OF_ONE + 1]);
        assert!(text.len() < 5_000);
        assert!(find(&text)[0].files.as_ref().unwrap_err().contains("2 MiB"));
        assert!(find(&wrap("STATE", &[], &vec![b' '; MAX_OF_ONE]))[0].files.is_ok());
        assert!(
            find(&lines(BUNDLE, &[], &vec![b' '; bundle::MAX_BYTES + 1]))[0]
                .files
                .as_ref()
                .unwrap_err()
                .contains("64 MiB")
        );
    }

    /// Pieces that another program wrote, and what is in them (docs/protocol.md, appendix A).
    #[test]
    fn vectors_of_another_program_read_as_given() {
        let vectors: serde_json::Value = serde_json::from_str(include_str!("../../tests/vectors/armor.json")).unwrap();
        let list = |name: &str| vectors[name].as_array().unwrap().clone();
        for one in list("armor") {
            let found = find(one["text"].as_str().unwrap());
            let files: Vec<(String, String)> = found[0]
                .files
                .as_ref()
                .unwrap()
                .iter()
                .map(|file| (file.name.clone(), String::from_utf8(file.bytes.clone()).unwrap()))
                .collect();
            assert_eq!(serde_json::json!(files), one["files"], "{}", one["what"]);
        }
        for one in list("damaged") {
            assert!(find(one["text"].as_str().unwrap())[0].files.is_err(), "{}", one["what"]);
        }
        let page = include_str!("../../docs/protocol.md");
        assert!(page.contains(list("armor")[0]["text"].as_str().unwrap()));
    }

    proptest::proptest! {
        #[test]
        fn any_text_is_answered(text in ".{0,300}", noise in "[-–— \n>BEGINADJUTANTTURNEND=a-z]{0,200}") {
            find(&text);
            find(&noise);
            find(&format!("-----BEGIN ADJUTANT TURN-----{noise}-----END ADJUTANT TURN-----"));
        }

        #[test]
        fn any_document_comes_through(bytes in proptest::collection::vec(proptest::num::u8::ANY, 0..2000)) {
            let found = find(&wrap("STATE", &[], &bytes));
            proptest::prop_assert_eq!(&found[0].files.as_ref().unwrap()[0].bytes, &bytes);
        }
    }
}
