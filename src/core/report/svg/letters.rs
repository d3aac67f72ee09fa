//! How much room words take. The same on every machine: no font is asked.

/// About how wide a text is in a type of that size, in the unit of the size.
pub fn width(text: &str, size: i32) -> i32 {
    let wide = |c: char| match c {
        'i' | 'j' | 'l' | 't' | 'f' | 'r' | 'I' | '.' | ',' | '\'' | '-' | ' ' | '(' | ')' => 36,
        'm' | 'w' | 'M' | 'W' => 90,
        c if c.is_uppercase() => 72,
        _ => 59,
    };
    text.chars().map(wide).sum::<i32>() * size / 100
}

/// A text in lines of no more than that width, broken between words.
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

/// A text cut to a width.
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
