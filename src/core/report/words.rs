//! The small words that every game needs: capitals, plurals, lists.

/// The same words with a capital.
pub fn capital(words: &str) -> String {
    let mut chars = words.chars();
    chars.next().map_or(String::new(), |first| first.to_uppercase().chain(chars).collect())
}

/// A count with its noun: `1 unit`, `2 units`.
pub fn plural(count: u32, noun: &str) -> String {
    if count == 1 { format!("1 {noun}") } else { format!("{count} {noun}s") }
}

/// The length of a list as a count.
pub fn count<T>(things: impl IntoIterator<Item = T>) -> u32 {
    u32::try_from(things.into_iter().count()).unwrap_or(u32::MAX)
}

/// Parts in a sentence: `a, b and c`; of none what is said of nothing.
pub fn list(parts: impl IntoIterator<Item = String>, word: &str, nothing: &str) -> String {
    let mut parts: Vec<String> = parts.into_iter().collect();
    match parts.pop() {
        None => nothing.to_owned(),
        Some(last) if parts.is_empty() => last,
        Some(last) => format!("{} {word} {last}", parts.join(", ")),
    }
}
