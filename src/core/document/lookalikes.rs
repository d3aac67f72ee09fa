//! Characters that keyboards and word processors write in place of the plain ones: no-break spaces, dashes, bullets,
//! typographic quotes, full-width letters, and characters that nobody sees. Text may contain them; where they stand
//! for a part of YAML, of a name or of a number, they are named.

use super::problem::{Mark, Problem};

/// A character that is easily taken for another.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LookAlike {
    pub character: char,
    /// Its name, with its article: `a no-break space`.
    pub name: String,
    /// The plain text that it is taken for; empty for a character that nobody sees.
    pub plain: String,
}

/// What each is called, and what it is taken for.
const NAMED: &[(char, &str, &str)] = &[
    ('\u{09}', "a tab", " "),
    ('\u{A0}', "a no-break space", " "),
    ('\u{1680}', "an ogham space", " "),
    ('\u{2000}', "an en quad", " "),
    ('\u{2001}', "an em quad", " "),
    ('\u{2002}', "an en space", " "),
    ('\u{2003}', "an em space", " "),
    ('\u{2004}', "a third of an em space", " "),
    ('\u{2005}', "a quarter of an em space", " "),
    ('\u{2006}', "a sixth of an em space", " "),
    ('\u{2007}', "a figure space", " "),
    ('\u{2008}', "a punctuation space", " "),
    ('\u{2009}', "a thin space", " "),
    ('\u{200A}', "a hair space", " "),
    ('\u{202F}', "a narrow no-break space", " "),
    ('\u{205F}', "a mathematical space", " "),
    ('\u{3000}', "an ideographic space", " "),
    ('\u{3164}', "a Hangul filler", " "),
    ('\u{AD}', "a soft hyphen", ""),
    ('\u{34F}', "a grapheme joiner", ""),
    ('\u{61C}', "an Arabic letter mark", ""),
    ('\u{180E}', "a vowel separator", ""),
    ('\u{200B}', "a zero-width space", ""),
    ('\u{200C}', "a zero-width non-joiner", ""),
    ('\u{200D}', "a zero-width joiner", ""),
    ('\u{200E}', "a left-to-right mark", ""),
    ('\u{200F}', "a right-to-left mark", ""),
    ('\u{202A}', "a left-to-right embedding", ""),
    ('\u{202B}', "a right-to-left embedding", ""),
    ('\u{202C}', "the end of a direction", ""),
    ('\u{202D}', "a left-to-right override", ""),
    ('\u{202E}', "a right-to-left override", ""),
    ('\u{2060}', "a word joiner", ""),
    ('\u{2061}', "an invisible function sign", ""),
    ('\u{2062}', "an invisible times sign", ""),
    ('\u{2063}', "an invisible separator", ""),
    ('\u{2064}', "an invisible plus sign", ""),
    ('\u{2066}', "a left-to-right isolate", ""),
    ('\u{2067}', "a right-to-left isolate", ""),
    ('\u{2068}', "a direction isolate", ""),
    ('\u{2069}', "the end of a direction isolate", ""),
    ('\u{FE0E}', "a variation selector", ""),
    ('\u{FE0F}', "a variation selector", ""),
    ('\u{FEFF}', "a byte-order mark", ""),
    ('\u{2010}', "a typographic hyphen", "-"),
    ('\u{2011}', "a no-break hyphen", "-"),
    ('\u{2012}', "a figure dash", "-"),
    ('\u{2013}', "an en dash", "-"),
    ('\u{2014}', "an em dash", "-"),
    ('\u{2015}', "a horizontal bar", "-"),
    ('\u{2212}', "a minus sign", "-"),
    ('\u{2796}', "a heavy minus sign", "-"),
    ('\u{FE58}', "a small em dash", "-"),
    ('\u{FE63}', "a small hyphen", "-"),
    ('\u{B7}', "a middle dot", "-"),
    ('\u{2022}', "a bullet", "-"),
    ('\u{2023}', "a triangular bullet", "-"),
    ('\u{2043}', "a hyphen bullet", "-"),
    ('\u{2219}', "a bullet operator", "-"),
    ('\u{25A0}', "a black square", "-"),
    ('\u{25A1}', "a white square", "-"),
    ('\u{25AA}', "a small black square", "-"),
    ('\u{25AB}', "a small white square", "-"),
    ('\u{25BA}', "a black pointer", "-"),
    ('\u{25CB}', "a white circle", "-"),
    ('\u{25CF}', "a black circle", "-"),
    ('\u{25E6}', "a white bullet", "-"),
    ('\u{2794}', "an arrow", "-"),
    ('\u{27A2}', "an arrowhead", "-"),
    ('\u{F0A7}', "a bullet of a symbol font", "-"),
    ('\u{F0B7}', "a bullet of a symbol font", "-"),
    ('\u{201C}', "a typographic quote", "\""),
    ('\u{201D}', "a typographic quote", "\""),
    ('\u{201E}', "a typographic quote", "\""),
    ('\u{201F}', "a typographic quote", "\""),
    ('\u{AB}', "a typographic quote", "\""),
    ('\u{BB}', "a typographic quote", "\""),
    ('\u{2033}', "a double prime", "\""),
    ('\u{2036}', "a reversed double prime", "\""),
    ('\u{275D}', "an ornamental quote", "\""),
    ('\u{275E}', "an ornamental quote", "\""),
    ('\u{301D}', "an ideographic quote", "\""),
    ('\u{301E}', "an ideographic quote", "\""),
    ('\u{301F}', "an ideographic quote", "\""),
    ('\u{300C}', "a corner bracket", "\""),
    ('\u{300D}', "a corner bracket", "\""),
    ('\u{2018}', "a typographic quote", "'"),
    ('\u{2019}', "a typographic quote", "'"),
    ('\u{201A}', "a typographic quote", "'"),
    ('\u{201B}', "a typographic quote", "'"),
    ('\u{2039}', "a typographic quote", "'"),
    ('\u{203A}', "a typographic quote", "'"),
    ('\u{2032}', "a prime", "'"),
    ('\u{2035}', "a reversed prime", "'"),
    ('\u{B4}', "an acute accent", "'"),
    ('\u{2BC}', "a typographic apostrophe", "'"),
    ('\u{2026}', "an ellipsis", "..."),
    ('\u{2236}', "a ratio sign", ":"),
    ('\u{A789}', "a typographic colon", ":"),
    ('\u{FE55}', "a small colon", ":"),
    ('\u{FE50}', "a small comma", ","),
    ('\u{3001}', "an ideographic comma", ","),
    ('\u{60C}', "an Arabic comma", ","),
    ('\u{2044}', "a fraction slash", "/"),
    ('\u{2215}', "a division slash", "/"),
    ('\u{FE5F}', "a small number sign", "#"),
    ('\u{FE5B}', "a small brace", "{"),
    ('\u{FE5C}', "a small brace", "}"),
    ('\u{3010}', "a lenticular bracket", "["),
    ('\u{3011}', "a lenticular bracket", "]"),
];

/// Letters of other alphabets that are written like Latin ones.
const LETTERS: &[(&str, &str, &str)] = &[
    (
        "a Cyrillic letter",
        "\u{430}\u{435}\u{43E}\u{440}\u{441}\u{443}\u{445}\u{456}\u{458}\u{455}\u{4BB}\u{501}\u{51B}\u{51D}\u{4CF}",
        "aeopcyxijshdqwl",
    ),
    (
        "a Cyrillic letter",
        "\u{410}\u{412}\u{415}\u{41A}\u{41C}\u{41D}\u{41E}\u{420}\u{421}\u{422}\u{423}\u{425}\u{406}\u{408}\u{405}\u{4C0}",
        "ABEKMHOPCTYXIJSI",
    ),
    ("a Greek letter", "\u{3BF}\u{3BD}\u{3B1}\u{3B9}\u{3C1}\u{3C5}\u{3BA}\u{3F2}\u{3F3}", "ovaipukcj"),
    (
        "a Greek letter",
        "\u{391}\u{392}\u{395}\u{396}\u{397}\u{399}\u{39A}\u{39C}\u{39D}\u{39F}\u{3A1}\u{3A4}\u{3A5}\u{3A7}\u{37F}\u{3F9}",
        "ABEZHIKMNOPTYXJC",
    ),
    ("a dotless letter", "\u{131}\u{237}", "ij"),
    ("the sign of a unit", "\u{212A}", "K"),
];

/// The letter of another alphabet, or of mathematics, that a character is, and the Latin one that it looks like.
fn letter(c: char) -> Option<LookAlike> {
    // The mathematical alphabets follow each other: capitals and small letters, in thirteen styles; then digits in five.
    let plain = match u32::from(c) {
        code @ 0x1D400..=0x1D6A3 => {
            let at = (code - 0x1D400) % 52;
            char::from_u32(if at < 26 { 0x41 + at } else { 0x61 + at - 26 })
        }
        code @ 0x1D7CE..=0x1D7FF => char::from_u32(0x30 + (code - 0x1D7CE) % 10),
        _ => None,
    };
    if let Some(plain) = plain {
        return Some(LookAlike { character: c, name: "a mathematical character".to_owned(), plain: plain.to_string() });
    }
    LETTERS.iter().find_map(|(name, letters, latin)| {
        let at = letters.chars().position(|letter| letter == c)?;
        let plain = latin.chars().nth(at)?;
        Some(LookAlike { character: c, name: (*name).to_owned(), plain: plain.to_string() })
    })
}

/// The invisible characters and line ends that no document may contain, by name.
const UNWRITABLE: &[(char, &str)] = &[
    ('\0', "a null character"),
    ('\u{7F}', "a delete character"),
    ('\u{85}', "a next-line character"),
    ('\u{2028}', "a line separator"),
    ('\u{2029}', "a paragraph separator"),
    ('\u{B}', "a vertical tab"),
    ('\u{C}', "a form feed"),
    ('\u{1B}', "an escape character"),
];

/// The name of a character that no document may contain; `a control character` where it has none of its own.
pub fn unwritable(c: char) -> String {
    let named = UNWRITABLE.iter().find(|(known, _)| *known == c).map(|(_, name)| *name);
    format!("{} ({})", named.unwrap_or("a control character"), code(c))
}

fn code(c: char) -> String {
    format!("U+{:04X}", u32::from(c))
}

/// What a character is taken for, if it is not what it seems.
pub fn look_alike(c: char) -> Option<LookAlike> {
    if c.is_ascii() && c != '\t' {
        return None;
    }
    if let Some((_, name, plain)) = NAMED.iter().find(|(known, ..)| *known == c) {
        return Some(LookAlike { character: c, name: (*name).to_owned(), plain: (*plain).to_owned() });
    }
    if let Some(found) = letter(c) {
        return Some(found);
    }
    // The full-width forms of ASCII, in its order.
    let plain = u32::from(c).checked_sub(0xFEE0).and_then(char::from_u32).filter(char::is_ascii_graphic)?;
    let kind = match plain {
        '0'..='9' => "a full-width digit",
        'A'..='Z' | 'a'..='z' => "a full-width letter",
        _ => "a full-width character",
    };
    Some(LookAlike { character: c, name: kind.to_owned(), plain: plain.to_string() })
}

impl LookAlike {
    /// What stands there: `“ is a typographic quote (U+201C)`, `there is a no-break space (U+00A0) here`.
    pub fn words(&self) -> String {
        let LookAlike { character, name, plain } = self;
        match plain.trim().is_empty() {
            true => format!("there is {name} ({}) here, which looks like {}", code(*character), self.seems()),
            false if letter(*character).is_some() => {
                format!("{character} is {name} ({}), which looks like {plain}", code(*character))
            }
            false => format!("{character} is {name} ({}), as word processors write", code(*character)),
        }
    }

    fn seems(&self) -> &'static str {
        if self.plain.is_empty() { "nothing" } else { "a space" }
    }

    /// What stands there, and what to write instead.
    pub fn sentence(&self) -> String {
        format!("{}; {}", self.words(), self.advice())
    }

    /// What to write instead.
    pub fn advice(&self) -> String {
        match self.plain.as_str() {
            "" => "delete it".to_owned(),
            " " => "write an ordinary space".to_owned(),
            "-" => "write a hyphen, -".to_owned(),
            "\"" => "write a straight \" or none".to_owned(),
            "'" => "write a straight ' or none".to_owned(),
            "..." => "write three dots, ...".to_owned(),
            plain => format!("write a plain {plain}"),
        }
    }
}

/// The first such character in a text, with what to write instead; an apostrophe between letters is none, and neither is a
/// letter in a text that is all in its own alphabet.
pub fn in_text(text: &str) -> Option<LookAlike> {
    let mut before = None;
    let latin = text.chars().any(|c| c.is_ascii_alphanumeric()) || text.chars().all(|c| look_alike(c).is_some());
    let mut letters = text.chars().peekable();
    while let Some(c) = letters.next() {
        let within = before.is_some_and(char::is_alphanumeric) && letters.peek().is_some_and(|c| c.is_alphanumeric());
        if let Some(found) =
            look_alike(c).filter(|found| !(within && found.plain == "'") && (latin || letter(c).is_none()))
        {
            return Some(found);
        }
        before = Some(c);
    }
    None
}

/// A problem with a text, or, if a character that is not what it seems has caused it, the problem of that character.
/// `problem_of` reads another text and says what is wrong with it.
pub(super) fn blame(text: &str, problem: Problem, problem_of: &dyn Fn(&str) -> Option<Problem>) -> Problem {
    let Some(mark) = problem.mark else { return problem };
    let suspects = suspects(text);
    // The text is read again with plain characters: on the line of the problem alone, or everywhere.
    let at = |line: u32| suspects.iter().filter(move |(place, _)| place.line == line).collect::<Vec<_>>();
    let everywhere: Vec<&(Mark, LookAlike)> = suspects.iter().collect();
    for of in [at(mark.line), everywhere] {
        let Some((place, found)) = of.iter().rfind(|(place, _)| place.line < mark.line).or(of.first()) else {
            continue;
        };
        let first = of.iter().find(|(other, _)| other.line == place.line).map_or((place, found), |(p, f)| (p, f));
        let later = problem_of(&with_plain(text, &of)).is_none_or(|next| next.mark > Some(mark));
        if later {
            return with_others(*first.0, first.1, &suspects);
        }
    }
    problem
}

/// The problem of a character, with the lines where there are others.
fn with_others(place: Mark, found: &LookAlike, all: &[(Mark, LookAlike)]) -> Problem {
    let mut lines: Vec<u32> = all.iter().map(|(mark, _)| mark.line).filter(|line| *line != place.line).collect();
    lines.dedup();
    let lines: Vec<String> = lines.iter().take(12).map(u32::to_string).collect();
    let also = match lines.as_slice() {
        [] => String::new(),
        [line] => format!("; look at line {line} too"),
        [lines @ .., last] => format!("; look at lines {} and {last} too", lines.join(", ")),
    };
    Problem::new(found.words()).at(place).rule("protocol 1").advice(found.advice() + &also)
}

/// The characters outside quotes and comments that are not what they seem, with their places.
fn suspects(text: &str) -> Vec<(Mark, LookAlike)> {
    let mut found = Vec::new();
    for_each_outside(text, |mark, _, c| found.extend(look_alike(c).map(|like| (mark, like))));
    found
}

/// The text with the plain characters in these places.
fn with_plain(text: &str, places: &[&(Mark, LookAlike)]) -> String {
    let mut corrected = String::with_capacity(text.len());
    let mut copied = 0;
    let mut places = places.iter().peekable();
    for_each_outside(text, |mark, at, c| {
        if let Some((_, found)) = places.next_if(|(place, _)| *place == mark) {
            corrected.push_str(&text[copied..at]);
            corrected.push_str(&found.plain);
            copied = at + c.len_utf8();
        }
    });
    corrected.push_str(&text[copied..]);
    corrected
}

/// Calls for each character outside quotes and comments, with its place and its byte.
fn for_each_outside(text: &str, mut of: impl FnMut(Mark, usize, char)) {
    let (mut line, mut column, mut before) = (1, 1, '\n');
    let (mut quote, mut comment) = (None, false);
    for (at, c) in text.char_indices() {
        // A quote opens only where a value may begin.
        let begins = matches!(before, '\n' | ' ' | '[' | '{' | ',') || look_alike(before).is_some();
        match c {
            '\n' => (quote, comment) = (None, false),
            _ if comment => {}
            _ if quote == Some(c) && before != '\\' => quote = None,
            _ if quote.is_some() => {}
            '#' if begins => comment = true,
            '"' | '\'' if begins => quote = Some(c),
            _ => of(Mark { line, column }, at, c),
        }
        (line, column) = if c == '\n' { (line + 1, 1) } else { (line, column + 1) };
        before = c;
    }
}
