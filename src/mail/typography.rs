//! Undoes typography where it has changed the structure of a document, and leaves alone what its author may have typed
//! himself. Outside quotes our documents are plain ASCII; inside them nobody can tell a curly quote of the author from
//! one of his telephone, so both are offered, and the signature decides.

use crate::normalize::{is_dash, is_invisible, is_plain_character, plain};

/// The most versions of one text.
pub const MAX_VERSIONS: usize = 600;
/// The most doubtful characters of a text that are looked at one by one.
const MAX_DOUBTFUL: usize = 500;

/// A text as it may have been before a program made it pretty.
pub struct Typeset {
    pieces: Vec<Piece>,
}

enum Piece {
    /// Certain.
    Fixed(String),
    /// A character of the content as it came, and what it may have been.
    Doubtful(Vec<String>),
}

impl Typeset {
    /// Reads the lines of a document.
    pub fn read(lines: &[&str]) -> Typeset {
        let mut reader = Reader { pieces: Vec::new(), open: false, of_key: false, depth: 0, before: None };
        for (n, line) in lines.iter().enumerate() {
            let next = lines[n + 1..].iter().map(|line| line.trim()).find(|line| !line.is_empty());
            reader.line(line, next);
            reader.fixed('\n');
        }
        Typeset { pieces: reader.pieces }
    }

    /// The text as it came, apart from its structure, then with some kinds of characters made plain, then with single
    /// ones: at most [`MAX_VERSIONS`].
    pub fn versions(&self) -> impl Iterator<Item = String> {
        self.choices().into_iter().map(|choice| self.text(&choice))
    }

    fn doubtful(&self) -> Vec<&[String]> {
        let one = |piece: &'_ Piece| matches!(piece, Piece::Doubtful(_));
        let list = self.pieces.iter().filter(|piece| one(piece));
        list.map(|piece| if let Piece::Doubtful(list) = piece { list.as_slice() } else { &[] }).collect()
    }

    /// Which of its forms each doubtful character has, in the order in which the versions are offered.
    fn choices(&self) -> Vec<Vec<usize>> {
        let doubtful = self.doubtful();
        let counts: Vec<usize> = doubtful.iter().map(|forms| forms.len()).collect();
        let mut kinds: Vec<&[String]> = doubtful.clone();
        kinds.sort_unstable();
        kinds.dedup();
        let by_kind = |forms: &[usize]| -> Vec<usize> {
            doubtful.iter().map(|one| kinds.binary_search(one).map_or(0, |at| forms[at])).collect()
        };
        // A program treats all characters of a kind alike: it has changed none, those of one kind, or all.
        let kept = vec![0; kinds.len()];
        let mut bases = vec![by_kind(&kept)];
        for (at, kind) in kinds.iter().enumerate() {
            bases.extend((1..kind.len()).map(|form| {
                let mut forms = kept.clone();
                forms[at] = form;
                by_kind(&forms)
            }));
        }
        bases.push(by_kind(&vec![1; kinds.len()]));
        if counts.len() > MAX_DOUBTFUL {
            bases.truncate(MAX_VERSIONS);
            return bases;
        }
        let of_kinds: Vec<usize> = kinds.iter().map(|kind| kind.len()).collect();
        let mixed = products(&of_kinds, MAX_VERSIONS / 4).into_iter().map(|forms| by_kind(&forms));
        // Its author may have typed one of them himself, or more; of few characters, every combination is tried.
        let count = counts.iter().try_fold(1_usize, |product, count| product.checked_mul(*count));
        let few = count.is_some_and(|count| count <= MAX_VERSIONS / 2);
        let every = if few { products(&counts, MAX_VERSIONS) } else { Vec::new() };
        let singles = bases.iter().flat_map(|base| (0..counts.len()).map(|at| flipped(base, at)));
        let pairs = bases.iter().flat_map(|base| {
            let others = |first: usize| (first + 1..counts.len()).map(move |second| (first, second));
            (0..counts.len()).flat_map(others).map(|(first, second)| flipped(&flipped(base, first), second))
        });
        let mut all: Vec<Vec<usize>> = Vec::new();
        for choice in bases.iter().cloned().chain(mixed).chain(every).chain(singles).chain(pairs) {
            if all.len() == MAX_VERSIONS {
                break;
            }
            if !all.contains(&choice) {
                all.push(choice);
            }
        }
        all
    }

    fn text(&self, choice: &[usize]) -> String {
        let mut choice = choice.iter();
        let piece = |piece: &Piece| match piece {
            Piece::Fixed(text) => text.clone(),
            Piece::Doubtful(forms) => choice.next().and_then(|at| forms.get(*at)).unwrap_or(&forms[0]).clone(),
        };
        self.pieces.iter().map(piece).collect()
    }
}

/// The same choice with another form of one character.
fn flipped(choice: &[usize], at: usize) -> Vec<usize> {
    let mut other = choice.to_vec();
    other[at] = usize::from(other[at] == 0);
    other
}

/// Every combination of numbers below these counts, at most `most`.
fn products(counts: &[usize], most: usize) -> Vec<Vec<usize>> {
    let mut all = vec![vec![0; counts.len()]];
    while all.len() < most {
        let mut next = all[all.len() - 1].clone();
        let Some(at) = (0..counts.len()).find(|at| next[*at] + 1 < counts[*at]) else { break };
        next[..at].fill(0);
        next[at] += 1;
        all.push(next);
    }
    all
}

struct Reader {
    pieces: Vec<Piece>,
    /// Whether a quoted text is open, and whether it began where a key may be.
    open: bool,
    of_key: bool,
    /// How many brackets are open.
    depth: usize,
    /// The last character of this line outside of a quoted text that is no blank.
    before: Option<char>,
}

impl Reader {
    fn fixed(&mut self, c: char) {
        match self.pieces.last_mut() {
            Some(Piece::Fixed(text)) => text.push(c),
            _ => self.pieces.push(Piece::Fixed(c.to_string())),
        }
    }

    fn line(&mut self, line: &str, next: Option<&str>) {
        let chars: Vec<char> = line.chars().collect();
        self.before = None;
        let mut at = self.blanks(&chars, 0);
        // The dashes of a list.
        while !self.open
            && chars.get(at).is_some_and(|c| is_bullet(*c))
            && chars.get(at + 1).is_none_or(|c| is_blank(*c))
        {
            self.fixed('-');
            at = self.blanks(&chars, at + 1);
        }
        while at < chars.len() {
            at += match self.open {
                true => self.inside(&chars, at, next),
                false => self.outside(&chars, at),
            };
        }
    }

    /// Blanks of any kind before the content of a line.
    fn blanks(&mut self, chars: &[char], from: usize) -> usize {
        let mut at = from;
        while let Some(c) = chars.get(at).filter(|c| is_blank(**c) || is_invisible(**c)) {
            if is_blank(*c) {
                self.fixed(' ');
            }
            at += 1;
        }
        at
    }

    /// A character outside of quoted text, where everything is plain, and how many of them that takes.
    fn outside(&mut self, chars: &[char], at: usize) -> usize {
        let c = chars[at];
        let c = if matches!(c, '：' | '，') { c } else { bracket(c) };
        if is_quote(c) {
            let begins = self.before.is_none_or(|before| matches!(before, ':' | ',' | '[' | '{'));
            self.open = begins;
            self.of_key = self.before != Some(':');
            self.before = Some('"');
            self.fixed('"');
            // The blanks within French quotes belong to these.
            let blanks = if c == '«' && begins { blanks_at(chars, at + 1) } else { 0 };
            if blanks > 0 {
                self.pieces.push(Piece::Doubtful(vec![String::new(), " ".to_owned()]));
            }
            return 1 + blanks;
        }
        match c {
            '[' | '{' => self.depth += 1,
            ']' | '}' => self.depth = self.depth.saturating_sub(1),
            '…' => {
                "...".chars().for_each(|dot| self.fixed(dot));
                self.before = Some('.');
                return 1;
            }
            '—' | '–' => self.pieces.push(Piece::Doubtful(vec!["-".to_owned(), "--".to_owned()])),
            // A full-width colon or comma includes its blank.
            '：' | '，' => {
                self.fixed(if c == '：' { ':' } else { ',' });
                if chars.get(at + 1).is_some_and(|next| !is_blank(*next)) {
                    self.fixed(' ');
                }
                self.before = Some(if c == '：' { ':' } else { ',' });
                return 1;
            }
            _ => {}
        }
        if !matches!(c, '—' | '–') {
            plain(c.encode_utf8(&mut [0; 4])).chars().for_each(|c| self.fixed(c));
        }
        if !is_blank(c) && !is_invisible(c) {
            self.before = Some(c);
        }
        1
    }

    /// A character within quoted text, and how many of them that takes.
    fn inside(&mut self, chars: &[char], at: usize, next: Option<&str>) -> usize {
        let c = chars[at];
        if c == '\\' {
            self.fixed('\\');
            let Some(escaped) = chars.get(at + 1) else { return 1 };
            self.fixed(if is_quote(*escaped) { '"' } else { *escaped });
            return 2;
        }
        if is_quote(c) && (c == '"' || self.closes(&chars[at + 1..], next)) {
            self.open = false;
            self.before = Some('"');
            self.fixed('"');
            return 1;
        }
        let blanks = blanks_at(chars, at);
        if blanks > 0 && chars.get(at + blanks) == Some(&'»') && self.closes(&chars[at + blanks + 1..], next) {
            self.pieces.push(Piece::Doubtful(vec![String::new(), " ".to_owned()]));
            return blanks;
        }
        let forms: &[&str] = match c {
            '\t' => {
                self.fixed(' ');
                return 1;
            }
            '…' => &["..."],
            '—' | '–' => &["-", "--"],
            _ if is_quote(c) => &["\\\""],
            _ if is_plain_character(c) => {
                self.fixed(c);
                return 1;
            }
            _ => &[],
        };
        let mut all = vec![c.to_string()];
        match forms {
            [] => all.push(plain(&all[0]).into_owned()),
            forms => all.extend(forms.iter().map(|form| (*form).to_owned())),
        }
        self.pieces.push(Piece::Doubtful(all));
        1
    }

    /// Whether a curly quote ends the quoted text, by what follows it.
    fn closes(&self, rest: &[char], next: Option<&str>) -> bool {
        let mut rest = rest.iter().filter(|c| !is_blank(**c) && !is_invisible(**c));
        match rest.next().map(|c| bracket(*c)) {
            Some(':') => self.of_key,
            Some(',' | ']' | '}') => self.depth > 0,
            Some(_) => false,
            None if self.depth > 0 => {
                next.is_none_or(|next| next.chars().next().is_some_and(|c| matches!(bracket(c), ',' | ']' | '}')))
            }
            None => next.is_none_or(begins_an_entry),
        }
    }
}

/// Whether a line begins a key or a list entry, or cannot belong to a text.
fn begins_an_entry(line: &str) -> bool {
    let bare = line.trim_start_matches(|c| is_blank(c) || is_invisible(c));
    let mut chars = bare.chars();
    if chars.next().is_some_and(is_bullet) && chars.next().is_none_or(is_blank) {
        return true;
    }
    let key: String = bare.chars().take_while(|c| c.is_ascii_alphanumeric() || matches!(c, '_' | '-')).collect();
    let after = &bare[key.len()..];
    let quoted = bare.starts_with(is_quote) && bare.contains(':');
    quoted
        || !key.is_empty() && after.strip_prefix(':').is_some_and(|rest| rest.is_empty() || rest.starts_with(is_blank))
}

/// A full-width bracket, colon or comma as a plain one; any other character as it is.
fn bracket(c: char) -> char {
    match c {
        '［' => '[',
        '］' => ']',
        '｛' => '{',
        '｝' => '}',
        '：' => ':',
        '，' => ',',
        c => c,
    }
}

/// How many blanks stand at a place.
fn blanks_at(chars: &[char], at: usize) -> usize {
    chars[at.min(chars.len())..].iter().take_while(|c| is_blank(**c)).count()
}

fn is_blank(c: char) -> bool {
    c == ' ' || plain(c.encode_utf8(&mut [0; 4])) == " "
}

/// Whether a character is a double quotation mark of any kind.
fn is_quote(c: char) -> bool {
    plain(c.encode_utf8(&mut [0; 4])) == "\""
}

/// Whether a character may stand for the dash of a list.
fn is_bullet(c: char) -> bool {
    is_dash(c) || matches!(c, '•' | '·' | '‣')
}

#[cfg(test)]
mod tests {
    use super::*;

    const TURN: &str = "adjutant: 1\nkind: turn\nreveal: \"0088\"\ncommit:\n  - id: posture-1\n    \"0\": [\"a\", \"b\"]\n\
                        comment: \"Voilà – that was “near” Müller’s… 3 × 2;\u{a0}From \\\"here\\\" on, I\n  attack.\"\nplan: Bob's - x\nsignatures:\n  - by: \
                        confederate\n    sig: \"hU3w/m\n      I+l1\"\n";

    fn reaches(changed: &str) -> bool {
        let lines: Vec<&str> = changed.lines().collect();
        Typeset::read(&lines).versions().any(|text| text == TURN)
    }

    #[test]
    fn structure_is_made_plain_and_content_is_left_to_choose() {
        let structural = |from: &str, to: &str| -> String {
            // Only outside of the comment.
            let at = TURN.find("comment").unwrap();
            let end = TURN.find("plan").unwrap();
            format!("{}{}{}", TURN[..at].replace(from, to), &TURN[at..end], TURN[end..].replace(from, to))
        };
        for changed in [
            TURN.to_owned(),
            structural("\"", "“"),
            structural("\"", "”"),
            structural("- ", "– "),
            structural("- ", "•\u{a0}"),
            structural("  ", "\u{a0} "),
            structural("'", "’"),
            structural(" - x", " — x"),
            TURN.replace('"', "”"),
            TURN.replace("\"Voilà", "“Voilà").replace("attack.\"", "attack.”"),
            TURN.replace(' ', "\u{a0}"),
            TURN.replace("\\\"", "\\“"),
            TURN.replace("\"Voilà", "«\u{a0}Voilà").replace("attack.\"", "attack.\u{a0}»"),
            structural("\"0088\"", "«\u{202f}0088\u{202f}»"),
            structural("[\"a\", \"b\"]", "［＂a＂，＂b＂］"),
            structural(": ", "："),
        ] {
            let lines: Vec<&str> = changed.lines().collect();
            assert!(reaches(&changed), "{changed:?}\n{:?}", Typeset::read(&lines).versions().next());
        }
        // A program that has changed every mark of one kind, and one that has changed a single one.
        let own = "comment: \"it's 'so' -- see\"\n";
        for changed in ["it’s ‘so’ — see", "it's 'so’ -- see", "it’s 'so' – see"] {
            let text = own.replace("it's 'so' -- see", changed);
            let lines: Vec<&str> = text.lines().collect();
            assert!(Typeset::read(&lines).versions().any(|text| text == own), "{changed}");
        }
    }

    #[test]
    fn the_number_of_versions_is_bounded() {
        for text in ["’…—".repeat(2_000), "“a” ".repeat(500), "\u{a0}–’".repeat(3)] {
            let line = format!("comment: “{text}”");
            let versions: Vec<String> = Typeset::read(&[&line]).versions().collect();
            assert!(versions.len() <= MAX_VERSIONS, "{}", versions.len());
            assert!(versions.iter().all(|text| text.starts_with("comment: \"")));
        }
    }

    proptest::proptest! {
        #[test]
        fn any_text_is_answered(text in "[ “”’–…\"\\\\a:,\\[\\]{}\n\u{a0}-]{0,80}") {
            let lines: Vec<&str> = text.lines().collect();
            proptest::prop_assert!(Typeset::read(&lines).versions().count() <= MAX_VERSIONS);
        }

        /// Whatever a program makes pretty outside of the comment, one of the versions is the text before it.
        #[test]
        fn a_structure_that_was_made_pretty_comes_back(seed in proptest::collection::vec(0_u8..4, 400)) {
            let (from, to) = (TURN.find("Voilà").unwrap(), TURN.find(".\"\nplan").unwrap());
            let mut seed = seed.into_iter();
            let pretty = |c: char, n: u8| match (c, n) {
                ('"', 1) => '“',
                ('"', 2) => '”',
                ('"', 3) => '„',
                (' ', 1) => '\u{a0}',
                (' ', 2) => '\u{2009}',
                ('\'', 1) => '’',
                (c, _) => c,
            };
            let changed: String = TURN
                .char_indices()
                .map(|(at, c)| if (from..to).contains(&at) { c } else { pretty(c, seed.next().unwrap_or(0)) })
                .collect();
            proptest::prop_assert!(reaches(&changed), "{}", changed);
        }
    }
}
