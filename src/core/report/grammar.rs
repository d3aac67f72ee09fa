//! Small helpers with words that every game needs: capitals, plurals, lists, data in a sentence.

use std::borrow::Cow;

use serde_json::Value;

use crate::document::Id;

/// The heading of the section about the next move, also for the game's own part of it.
pub const ASKED: &str = "Next move";

/// The same words with a capital.
pub fn capital(words: &str) -> String {
    let mut chars = words.chars();
    chars.next().map_or(String::new(), |first| first.to_uppercase().chain(chars).collect())
}

/// Words in which an abbreviation or a title that ends in full stops gets no other at the end of a sentence: `4th U.S.`,
/// `Not so fast...`.
pub fn single_stops(words: &str) -> Cow<'_, str> {
    match (words.contains("...."), words.contains("...")) {
        (true, _) => Cow::Owned(words.replace("....", "...")),
        (_, false) if words.contains("..") => Cow::Owned(words.replace("..", ".")),
        _ => Cow::Borrowed(words),
    }
}

/// The name of a side by its id: `Union`; an abbreviation is capitalized, `USA`.
pub fn side_name(id: &str) -> String {
    if id.len() <= 3 { id.to_uppercase() } else { capital(id) }
}

/// What a roll is for, by its purpose: `fire at long range, USA` for `fire_at_long_range usa`, if that is one of the
/// sides.
pub fn roll(purpose: &str, sides: &[Id]) -> String {
    let said = purpose.replace('_', " ");
    match said.rsplit_once(' ') {
        Some((what, side)) if sides.iter().any(|one| one.as_str() == side) => format!("{what}, {}", side_name(side)),
        _ => said,
    }
}

/// A count with its noun: `1 unit`, `2 units`.
///
/// ```
/// use adjutant_core::report::grammar::plural;
///
/// assert_eq!(plural(1, "unit"), "1 unit");
/// assert_eq!(plural(0, "unit"), "0 units");
/// ```
pub fn plural(count: u32, noun: &str) -> String {
    if count == 1 { format!("1 {noun}") } else { format!("{count} {noun}s") }
}

/// A count of any whole number with its noun.
pub fn number(count: impl TryInto<u32>, noun: &str) -> String {
    plural(count.try_into().unwrap_or(u32::MAX), noun)
}

/// A player's remark in quotes, preceded by `before`; empty if there is none.
pub fn quoted(before: &str, words: &str) -> String {
    if words.is_empty() { String::new() } else { format!("{before}\"{words}\"") }
}

/// An instruction in the third person: `fires at the gun` for `fire at the gun`; `None` if it does not begin with a
/// verb.
///
/// ```
/// use adjutant_core::report::grammar::third_person;
///
/// assert_eq!(third_person("carry the works").as_deref(), Some("carries the works"));
/// assert_eq!(third_person("Lee's army"), None);
/// ```
pub fn third_person(phrase: &str) -> Option<String> {
    let (verb, rest) = phrase.split_once(' ').map_or((phrase, ""), |(verb, rest)| (verb, rest));
    let is_verb = !verb.is_empty() && verb.chars().all(|c| c.is_ascii_lowercase() || c == '-');
    let does = match verb {
        _ if !is_verb => return None,
        _ if ["s", "sh", "ch", "x", "z"].iter().any(|end| verb.ends_with(end)) => format!("{verb}es"),
        _ => match verb.strip_suffix('y').filter(|stem| !stem.ends_with(['a', 'e', 'o', 'u'])) {
            Some(stem) => format!("{stem}ies"),
            None => format!("{verb}s"),
        },
    };
    Some(if rest.is_empty() { does } else { format!("{does} {rest}") })
}

/// The length of a list as a count.
pub fn count<T>(things: impl IntoIterator<Item = T>) -> u32 {
    u32::try_from(things.into_iter().count()).unwrap_or(u32::MAX)
}

/// Face-down cards, by the ids under which they were laid: `2 face-down cards (card-7, card-8)`; a run of four or more
/// is shortened to its first and last.
pub fn face_down(ids: impl IntoIterator<Item = impl ToString>) -> String {
    let ids: Vec<String> = ids.into_iter().map(|id| id.to_string()).collect();
    let cards = if ids.len() == 1 { "a face-down card".to_owned() } else { number(ids.len(), "face-down card") };
    let number = |id: &String| id.rsplit('-').next().and_then(|n| n.parse::<u64>().ok());
    let in_a_row = |two: &[String]| number(&two[0]).map(|n| n + 1) == number(&two[1]) && number(&two[1]).is_some();
    match ids.as_slice() {
        [first, _, _, .., last] if ids.windows(2).all(in_a_row) => format!("{cards} ({first} to {last})"),
        _ => format!("{cards} ({})", ids.join(", ")),
    }
}

/// Parts in a sentence: `a, b and c`; `nothing` if there are none.
pub fn list(parts: impl IntoIterator<Item = String>, word: &str, nothing: &str) -> String {
    let mut parts: Vec<String> = parts.into_iter().collect();
    match parts.pop() {
        None => nothing.to_owned(),
        Some(last) if parts.is_empty() => last,
        Some(last) => format!("{} {word} {last}", parts.join(", ")),
    }
}

/// What is offered or asked for, as the object of a sentence: `a draw`.
pub fn proposed(proposal: &Value) -> String {
    let step = proposal.pointer("/take_back/to_step").or_else(|| proposal.get("to_step")).and_then(Value::as_u64);
    match step {
        Some(step) => format!("a take-back to the position of step {step}"),
        None if sentence(proposal).contains("draw") => "a draw".to_owned(),
        None => sentence(proposal),
    }
}

/// Data in a sentence, where nothing has better words for it.
pub fn sentence(value: &Value) -> String {
    match value {
        Value::String(text) => text.replace('_', " "),
        Value::Object(map) => map
            .iter()
            .map(|(key, value)| format!("{}: {}", key.replace('_', " "), sentence(value)))
            .collect::<Vec<_>>()
            .join(", "),
        Value::Array(items) => items.iter().map(sentence).collect::<Vec<_>>().join(", "),
        Value::Null => "nobody".to_owned(),
        other => other.to_string(),
    }
}
