//! Words of commands that people paste, in a form that means the same in `sh` and in PowerShell.
//!
//! In single quotes `sh` takes everything literally but `'`, and PowerShell everything but `'` and the typographic
//! single quotes, which it takes for `'`. In double quotes `sh` replaces `$`, `` ` ``, `\` and (when typed) `!`;
//! PowerShell replaces `$` and `` ` ``, and ends the string at `"` and at the typographic double quotes. A word that
//! needs both kinds is put together from parts. `sh` joins parts always; PowerShell only if the word begins without a
//! quotation mark.
//!
//! Windows PowerShell 5 does not pass a `"` within a word on to a program; later ones do.

use std::path::Path;

/// Characters that stand for themselves in both shells.
fn is_plain(c: char) -> bool {
    c.is_ascii_alphanumeric() || "-./:=@_".contains(c)
}

/// What cannot stand in a line that somebody pastes: it ends the line, or a terminal acts on it.
pub fn is_unwritable(c: char) -> bool {
    c.is_control() || matches!(c, '\u{2028}' | '\u{2029}')
}

/// What PowerShell takes for a single quote.
fn is_single(c: char) -> bool {
    matches!(c, '\'' | '\u{2018}'..='\u{201b}')
}

/// What may not stand in double quotes in one of the shells.
fn not_in_double(c: char) -> bool {
    matches!(c, '"' | '\u{201c}'..='\u{201e}' | '$' | '`' | '\\' | '!')
}

/// A path as a word of a command, not mistaken for an option.
pub fn path(path: &Path) -> String {
    let shown = writable(&path.display().to_string());
    match shown.starts_with(['/', '.', '\\']) || shown.get(1..2) == Some(":") {
        true => word(&shown),
        // A word that begins with a dash would be an option, and one that begins with a quotation mark could not be
        // put together.
        false if shown.starts_with('-') || mixed(&shown) => word(&format!("./{shown}")),
        false => word(&shown),
    }
}

/// A text with `?` for each character that no line can have, so that it stays one word. This program makes no folder with
/// such a name, and takes none.
fn writable(text: &str) -> String {
    text.replace(is_unwritable, "?")
}

/// An option with its value, as one or two words.
pub fn option(name: &str, value: &str) -> String {
    let value = &writable(value);
    let begins_plain = value.starts_with(is_plain) && !value.starts_with(['@', '=']);
    match value.starts_with('-') || (mixed(value) && !begins_plain) {
        true => word(&format!("{name}={value}")),
        false => format!("{name} {}", word(value)),
    }
}

/// Whether a word needs both kinds of quotes.
fn mixed(text: &str) -> bool {
    text.contains(is_single) && text.contains(not_in_double)
}

/// A text as one word. One that needs both kinds of quotes must begin with a plain character: [`path`] and [`option`]
/// see to that.
pub fn word(text: &str) -> String {
    match () {
        () if !text.is_empty() && text.chars().all(is_plain) && !text.starts_with(['@', '=']) => text.to_owned(),
        () if !text.contains(is_single) => format!("'{text}'"),
        () if !text.contains(not_in_double) => format!("\"{text}\""),
        () => joined(text),
    }
}

/// A word of plain, single-quoted and double-quoted parts.
fn joined(text: &str) -> String {
    let kind = |c: char| match () {
        () if is_single(c) => '"',
        () if is_plain(c) => ' ',
        () => '\'',
    };
    let letters: Vec<char> = text.chars().collect();
    let parts = letters.chunk_by(|one, other| kind(*one) == kind(*other)).map(|part| {
        let text: String = part.iter().collect();
        match kind(part[0]) {
            ' ' => text,
            mark => format!("{mark}{text}{mark}"),
        }
    });
    parts.collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The arguments of a line as PowerShell 7 passes them to a program, by the rules of its about_Parsing and
    /// about_Quoting_Rules for argument mode; `None` where it would do more than pass words.
    fn powershell(line: &str) -> Option<Vec<String>> {
        let letters: Vec<char> = line.chars().collect();
        let (mut words, mut at) = (Vec::new(), 0);
        let double = |c: char| matches!(c, '"' | '\u{201c}'..='\u{201e}');
        while at < letters.len() {
            if letters[at] == ' ' {
                at += 1;
                continue;
            }
            let quoted_first = is_single(letters[at]) || double(letters[at]);
            if matches!(letters[at], '@' | '#' | '<' | '>' | '(' | '{' | '&' | '|' | ';' | ',') {
                return None;
            }
            let mut word = String::new();
            loop {
                match letters.get(at).copied() {
                    None | Some(' ') => break,
                    Some(c) if is_single(c) => {
                        at += 1;
                        loop {
                            match (letters.get(at).copied()?, letters.get(at + 1).copied()) {
                                (c, Some(next)) if is_single(c) && is_single(next) => {
                                    word.push(c);
                                    at += 2;
                                }
                                (c, _) if is_single(c) => break,
                                (c, _) => {
                                    word.push(c);
                                    at += 1;
                                }
                            }
                        }
                        at += 1;
                    }
                    Some(c) if double(c) => {
                        at += 1;
                        loop {
                            match letters.get(at).copied()? {
                                '$' | '`' => return None,
                                c if double(c) && letters.get(at + 1).copied().is_some_and(double) => {
                                    word.push(c);
                                    at += 2;
                                }
                                c if double(c) => break,
                                c => {
                                    word.push(c);
                                    at += 1;
                                }
                            }
                        }
                        at += 1;
                    }
                    Some('$' | '`' | '(' | ')' | '{' | '}' | '&' | '|' | ';' | ',' | '<' | '>') => return None,
                    Some(c) => {
                        word.push(c);
                        at += 1;
                        continue;
                    }
                }
                // A quoted string at the beginning is a word by itself.
                if quoted_first && word_ends(&letters, at) {
                    break;
                }
                if quoted_first {
                    return None;
                }
            }
            words.push(word);
        }
        Some(words)
    }

    fn word_ends(letters: &[char], at: usize) -> bool {
        letters.get(at).is_none_or(|c| *c == ' ')
    }

    /// Texts that people and programs have trouble with.
    const HOSTILE: [&str; 28] = [
        "Ann",
        "Ann Archer",
        "Bob O'Neil",
        "Bob O\u{2019}Neil",
        "Dee \"Buster\" O'Neil",
        "Dee \u{201c}Buster\u{201d} O\u{2019}Neil",
        "'",
        "''",
        "\"",
        "'\"'\"",
        "it's $HOME",
        "$(id)",
        "`id`",
        "it's `id`",
        "C:\\Users\\Ann's\\",
        "\\",
        "-",
        "--help",
        "-it's `x`",
        "@it's $x",
        "=x",
        "Hi! it's me",
        "M\u{fc}ller \u{1f600}",
        "a,b;c|d&e<f>g(h)i{j}k[l]m*n?o~p#q%r^s",
        "~",
        "",
        "  two  blanks ",
        "\u{201a}low\u{2018} \u{201b}odd\u{201b}",
    ];

    #[test]
    fn a_word_means_the_same_in_both_shells() {
        for text in HOSTILE {
            let line = format!("adjutant x {} end", option("--name", text));
            let expected: Vec<&str> = match option("--name", text).contains("--name=") {
                true => vec!["--name=", text],
                false => vec!["--name", text],
            };
            for words in [shlex::split(&line), powershell(&line)] {
                let words = words.unwrap_or_else(|| panic!("{line}"));
                let found = words[2..words.len() - 1].join(" ");
                let joined = if expected[0].ends_with('=') { expected.concat() } else { expected.join(" ") };
                assert_eq!(found, joined, "{line}");
            }
            if !text.is_empty() {
                let line = format!("adjutant x {} end", path(Path::new(text)));
                for words in [shlex::split(&line), powershell(&line)] {
                    let words = words.unwrap_or_else(|| panic!("{line}"));
                    let named = words[2].strip_prefix("./").unwrap_or(&words[2]);
                    assert!(words.len() == 4 && named == text && !words[2].starts_with('-'), "{line}: {words:?}");
                }
            }
        }
    }

    #[test]
    fn words_keep_the_simplest_form() {
        for (text, quoted) in [
            ("ann/drafts", "ann/drafts"),
            ("union=ann@example.org", "union=ann@example.org"),
            ("3/12=14", "3/12=14"),
            ("Ann Archer", "'Ann Archer'"),
            ("ann's war", "\"ann's war\""),
            ("it's $5", "it\"'\"s' $'5"),
        ] {
            assert_eq!(word(text), quoted);
        }
        assert_eq!(path(Path::new("-x")), "./-x");
        assert_eq!(option("--name", "-x"), "--name=-x");
        assert_eq!(option("--name", "-x y"), "'--name=-x y'");
    }

    /// Every text of a few such characters, in every order.
    #[test]
    fn texts_of_every_mixture_mean_the_same() {
        let letters: Vec<char> = "a -'\"$`\\!\u{2019}\u{201d}@=".chars().collect();
        let mut count = 0;
        for length in 1..=4 {
            for number in 0..letters.len().pow(length) {
                let pick = |place: u32| letters[number / letters.len().pow(place) % letters.len()];
                let text: String = (0..length).map(pick).collect();
                let line = option("--name", &text);
                let [sh, ps] =
                    [shlex::split(&line), powershell(&line)].map(|words| words.unwrap_or_else(|| panic!("{line}")));
                assert_eq!(sh, ps, "{line}");
                assert!(sh.join(" ") == format!("--name {text}") || sh.join(" ") == format!("--name={text}"), "{line}");
                count += 1;
            }
        }
        assert_eq!(count, 13 + 13 * 13 + 13 * 13 * 13 + 13 * 13 * 13 * 13);
    }
}
