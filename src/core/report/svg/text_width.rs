//! Estimates the width of text. The result is the same on every machine, because no font is consulted.

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

/// Breaks a text between words into lines of at most this width.
pub fn wrap(text: &str, size: i32, most: i32) -> Vec<String> {
    let mut lines: Vec<String> = Vec::new();
    for word in text.split(' ') {
        match lines.last_mut() {
            Some(line) if width(line, size) + width(" ", size) + width(word, size) <= most => {
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
    if width(text, size) <= most {
        return text.to_owned();
    }
    let mut cut: String = text.to_owned();
    while !cut.is_empty() && width(&cut, size) + width("…", size) > most {
        cut.pop();
    }
    format!("{}…", cut.trim_end())
}
