//! Turns what somebody types into a full-text query. Everything is a valid search: only quotation marks, which make a
//! phrase, and a star after the beginning of a word have a meaning.

/// The query for the words of a search, all of which a report must contain; `None` if there is no word.
pub fn expression(text: &str) -> Option<String> {
    let parts: Vec<String> = parts(text).into_iter().filter_map(|part| phrase(&part)).collect();
    (!parts.is_empty()).then(|| parts.join(" AND "))
}

/// Splits a text at spaces outside quotation marks.
fn parts(text: &str) -> Vec<String> {
    let (mut parts, mut part, mut quoted) = (Vec::new(), String::new(), false);
    for c in text.chars() {
        match c {
            '"' | '“' | '”' | '„' => {
                quoted = !quoted;
                parts.push(std::mem::take(&mut part));
            }
            c if c.is_whitespace() && !quoted => parts.push(std::mem::take(&mut part)),
            // The index's own text would end at such a character.
            '\0' => part.push(' '),
            c => part.push(c),
        }
    }
    parts.push(part);
    parts
}

/// A phrase in the index's quotation marks.
fn phrase(part: &str) -> Option<String> {
    let words = part.trim();
    if !words.chars().any(char::is_alphanumeric) {
        return None;
    }
    let begun = words.len() > 1 && words.ends_with('*');
    Some(format!("\"{}\"{}", words.trim_end_matches('*'), if begun { "*" } else { "" }))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_phrases_and_beginnings() {
        let of = |text: &str| expression(text).unwrap_or_default();
        assert_eq!(of("Shiloh Grant  wounded"), r#""Shiloh" AND "Grant" AND "wounded""#);
        assert_eq!(of(r#""Stonewall Jackson" wound*"#), r#""Stonewall Jackson" AND "wound"*"#);
        assert_eq!(of("„Bull Run“"), r#""Bull Run""#, "an opening mark of any language");
        assert_eq!(of(r#"unclosed "Bull Run"#), r#""unclosed" AND "Bull Run""#);
    }

    #[test]
    fn no_character_has_a_meaning() {
        let of = |text: &str| expression(text).unwrap_or_default();
        assert_eq!(
            of("Grant AND NOT (x) ^y z:w -v"),
            r#""Grant" AND "AND" AND "NOT" AND "(x)" AND "^y" AND "z:w" AND "-v""#
        );
        assert_eq!(of("O'Neil; DROP TABLE"), r#""O'Neil;" AND "DROP" AND "TABLE""#);
        for nothing in ["", "  ", "***", "\"\"", "-- ' ;", "\0"] {
            assert_eq!(expression(nothing), None, "{nothing:?}");
        }
    }
}
