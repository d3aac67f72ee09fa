//! Characters that keyboards and word processors write in place of the plain ones.

use adjutant_core::document::lookalikes::{in_text, look_alike};
use adjutant_core::document::{Form, read};

/// Every character that is not what it seems.
fn all() -> Vec<char> {
    let every = (0x80..=0x10_FFFF).filter_map(char::from_u32);
    every.filter(|c| look_alike(*c).is_some()).collect()
}

/// Drafts in which a character stands where YAML or a number wants the plain one it is taken for, with its line.
fn drafts(c: char, plain: &str) -> Vec<(String, u32)> {
    let text = |line: &str| format!("adjutant: 1\nkind: turn\norders:\n{line}\n  - {{pass: {{}}}}\n");
    match plain {
        // An indentation, and the space after a dash and after a colon.
        " " => vec![
            (text(&format!("{c}{c}- {{march: {{to: 4}}}}")), 4),
            (text(&format!("  -{c}{{march: {{to: 4}}}}")), 4),
            (text(&format!("  - {{march:{c}{{to: 4}}}}")), 4),
        ],
        "-" => vec![(text(&format!("  {c} {{march: {{to: 4}}}}")), 4)],
        "\"" => vec![(text(&format!("  - {{{c}march{c}: {{to: 4}}}}")), 4)],
        "'" => vec![(text(&format!("  - {{{c}march{c}: {{to: 4}}}}")), 4)],
        ":" => vec![(text(&format!("  - {{march{c} {{to: 4}}}}")), 4)],
        "" => vec![(text(&format!("  - {{ma{c}rch: {{to: 4}}}}")), 4)],
        "{" => vec![(text(&format!("  - {c}march: {{to: 4}}}}")), 4)],
        "}" => vec![(text(&format!("  - {{march: {{to: 4}}{c}")), 4)],
        _ => Vec::new(),
    }
}

#[test]
fn each_of_them_is_named_with_its_place_wherever_it_breaks_a_text() {
    let mut tried = 0;
    for c in all().into_iter().filter(|c| *c != '\u{feff}') {
        let found = look_alike(c).unwrap();
        for (text, line) in drafts(c, &found.plain) {
            for form in [Form::Draft, Form::Signed] {
                let problem = read("draft.yaml", text.as_bytes(), form).unwrap_err();
                let (mark, said) = (problem.mark.unwrap(), problem.to_string());
                assert_eq!(mark.line, line, "{c:?} in {text}{said}");
                let at = text.lines().nth(3).unwrap().chars().position(|other| other == c).unwrap() + 1;
                assert_eq!(mark.column as usize, at, "{c:?} in {text}{said}");
                assert!(said.contains(&format!("U+{:04X}", u32::from(c))) && said.contains(&found.name), "{said}");
                assert!(said.ends_with(&found.advice()), "{said}");
                tried += 1;
            }
        }
    }
    assert!(tried > 250, "{tried}");
}

#[test]
fn the_ones_that_keyboards_write_are_among_them() {
    let typed = "\u{a0}\u{202f}\u{2009}\u{3000}\u{200b}\u{200d}\u{ad}\u{2060}\u{feff}\u{200e}\u{202a}•‣–—−‒‐‑“”„«»‘’‚‹›…：，－１Ａ［｛＃＂＇、";
    for c in typed.chars() {
        assert!(look_alike(c).is_some(), "{c:?}");
    }
    for c in "é日本Яß€".chars().chain(' '..='~') {
        assert_eq!(look_alike(c), None, "{c:?}");
    }
    assert_eq!(in_text("Bob O’Neil"), None);
    assert_eq!(in_text("‘Stonewall’").map(|found| found.character), Some('‘'));
}

#[test]
fn text_may_contain_them() {
    for c in all().into_iter().filter(|c| *c != '\u{feff}') {
        let text = format!("adjutant: 1\ncomment: \"On to{c}Richmond\"\nother: a # {c}\n");
        let read = read("draft.yaml", text.as_bytes(), Form::Draft).unwrap();
        assert_eq!(read.content["comment"], format!("On to{c}Richmond"));
    }
}

#[test]
fn a_fault_of_another_kind_keeps_its_message() {
    // With a straight apostrophe the text would still need quotes.
    let problem = read("draft.yaml", "a: Bob’s idea: go\n".as_bytes(), Form::Draft).unwrap_err();
    assert!(problem.message.contains("this key needs quotes"), "{problem}");
}

#[test]
fn all_their_lines_are_named_at_once() {
    let text = "adjutant: 1\norders:\n  • {pass: {}}\n  – {pass: {}}\n\u{a0} - {pass: {}}\n";
    let said = read("draft.yaml", text.as_bytes(), Form::Draft).unwrap_err().to_string();
    assert!(said.starts_with("line 3, column 3: • is a bullet (U+2022)"), "{said}");
    assert!(said.ends_with("look at lines 4 and 5 too"), "{said}");
}

/// A letter of another alphabet is named in a name or a key that is otherwise Latin, and not in words of that alphabet.
#[test]
fn letters_of_other_alphabets_are_named_among_latin_ones() {
    for (text, plain, name) in [
        ("\u{430}ssault", "a", "Cyrillic"),
        ("posture\u{2010}1", "-", "hyphen"),
        ("uni\u{43E}n", "o", "Cyrillic"),
        ("\u{3C5}nion", "u", "Greek"),
        ("\u{1D41A}ssault", "a", "mathematical"),
        ("h\u{131}ll", "i", "dotless"),
        ("\u{212A}ent", "K", "unit"),
        // Nothing of it is Latin, and all of it looks so.
        ("\u{441}\u{43E}\u{440}\u{435}", "c", "Cyrillic"),
    ] {
        let found = in_text(text).unwrap_or_else(|| panic!("{text}"));
        assert_eq!(found.plain, plain, "{text}");
        assert!(found.words().contains(name), "{}", found.words());
    }
    assert_eq!(in_text("\u{43F}\u{440}\u{438}\u{432}\u{435}\u{442}"), None);
    let draft = "adjutant: 1\nkind: turn\n\u{441}ommit:\n  - {id: posture-1, choice: hold}\n";
    let problem = read("draft.yaml", draft.as_bytes(), Form::Draft).unwrap_err();
    assert_eq!(problem.message, "\u{441} is a Cyrillic letter (U+0441), which looks like c");
    assert_eq!(problem.mark.map(|mark| (mark.line, mark.column)), Some((3, 1)));
}
