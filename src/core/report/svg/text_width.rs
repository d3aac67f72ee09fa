//! Estimates the width of text. The result is the same on every machine, because no font is consulted.
//!
//! [`width`] is what a text takes on average, for names on a map; [`widest`] is the most that it takes in any of the fonts
//! that a reader may have, for text in a box.

/// The approximate width of a text at a font size, in the unit of the size.
pub fn width(text: &str, size: i32) -> i32 {
    let wide = |c: char| match c {
        'i' | 'j' | 'l' | 't' | 'f' | 'r' | 'I' | '.' | ',' | '\'' | '-' | ' ' | '(' | ')' => 36,
        'm' | 'w' | 'M' | 'W' => 90,
        c if c.is_uppercase() => 72,
        _ => 59,
    };
    text.chars().map(wide).sum::<i32>() * size / 100
}

/// The widths of the printable ASCII characters in hundredths of the font size, from the space on: of Helvetica (as
/// Liberation Sans has them) and of DejaVu Sans, the larger.
const REGULAR: [u8; 95] = [
    32, 41, 46, 84, 64, 96, 78, 28, 40, 40, 50, 84, 32, 37, 32, 34, 64, 64, 64, 64, 64, 64, 64, 64, 64, 64, 34, 34, 84,
    84, 84, 56, 102, 69, 69, 73, 78, 67, 62, 78, 76, 30, 50, 67, 56, 87, 75, 79, 67, 79, 73, 67, 62, 74, 69, 99, 69,
    67, 69, 40, 34, 40, 84, 56, 50, 62, 64, 55, 64, 62, 36, 64, 64, 28, 28, 58, 28, 98, 64, 62, 64, 64, 42, 53, 40, 64,
    60, 82, 60, 60, 53, 64, 34, 64, 84,
];
/// The same for bold letters.
const BOLD: [u8; 95] = [
    35, 46, 53, 84, 70, 101, 88, 31, 46, 46, 53, 84, 38, 42, 38, 37, 70, 70, 70, 70, 70, 70, 70, 70, 70, 70, 40, 40,
    84, 84, 84, 62, 100, 78, 77, 74, 84, 69, 69, 83, 84, 38, 56, 78, 64, 100, 84, 86, 74, 86, 78, 73, 69, 82, 78, 111,
    78, 73, 73, 46, 37, 46, 84, 56, 50, 68, 72, 60, 72, 68, 44, 72, 72, 35, 35, 67, 35, 105, 72, 69, 72, 72, 50, 60,
    48, 72, 66, 93, 65, 66, 59, 72, 37, 72, 84,
];

/// The most that a text takes at a font size, in the unit of the size, in Helvetica, Arial, Liberation Sans or DejaVu
/// Sans.
pub fn widest(text: &str, size: i32, bold: bool) -> i32 {
    let widths = if bold { &BOLD } else { &REGULAR };
    let wide = |c: char| {
        let known = u32::from(c).checked_sub(32).and_then(|n| widths.get(usize::try_from(n).ok()?));
        known.map_or(100, |width| i32::from(*width))
    };
    (text.chars().map(wide).sum::<i32>() * size + 99) / 100
}

/// Breaks a text between words into lines that are at most this wide in any font.
pub fn wrap_widest(text: &str, size: i32, bold: bool, most: i32) -> Vec<String> {
    wrap_by(text, most, |words| widest(words, size, bold))
}

/// Breaks a text between words into lines of at most this width.
pub fn wrap(text: &str, size: i32, most: i32) -> Vec<String> {
    wrap_by(text, most, |words| width(words, size))
}

fn wrap_by(text: &str, most: i32, width: impl Fn(&str) -> i32) -> Vec<String> {
    let mut lines: Vec<String> = Vec::new();
    for word in text.split(' ') {
        match lines.last_mut() {
            Some(line) if width(line) + width(" ") + width(word) <= most => {
                line.push(' ');
                line.push_str(word);
            }
            _ => lines.push(word.to_owned()),
        }
    }
    lines
}

/// Cuts a text to a width.
pub fn fit(text: &str, size: i32, most: i32) -> String {
    fit_by(text, most, |words| width(words, size))
}

/// Cuts a text so that it is at most this wide in any font.
pub fn fit_widest(text: &str, size: i32, bold: bool, most: i32) -> String {
    fit_by(text, most, |words| widest(words, size, bold))
}

fn fit_by(text: &str, most: i32, width: impl Fn(&str) -> i32) -> String {
    if width(text) <= most {
        return text.to_owned();
    }
    let mut cut: String = text.to_owned();
    while !cut.is_empty() && width(&cut) + width("…") > most {
        cut.pop();
    }
    format!("{}…", cut.trim_end())
}
