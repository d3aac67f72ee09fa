//! Outcomes of games that one side wins or nobody does: `{winner: union, how: more_points}`.

use serde_json::{Value, json};

use crate::document::{Id, Problem};

/// The ways in which any match may end, besides those in a game's own rules.
const PROTOCOL_ENDINGS: [&str; 5] = ["resigned", "default", "draw_agreed", "ruled", "lied"];

/// A way in which a game's own rules end a match, and who can win so: sides, or `none`.
pub type EndCondition = (&'static str, &'static [&'static str]);

/// The other of the two sides.
fn other<'a>(sides: &'a [Id; 2], side: &Id) -> &'a Id {
    if sides[0] == *side { &sides[1] } else { &sides[0] }
}

/// The outcome when a side defaults or resigns, or when the players agree on a draw.
pub fn by(sides: &[Id; 2], how: &str, loser: Option<&Id>) -> Value {
    match loser {
        Some(loser) => json!({"winner": other(sides, loser), "how": how}),
        None => json!({"winner": "none", "how": how}),
    }
}

/// Checks that a value is an outcome of a game that ends in one of these ways, or as any match may.
///
/// # Errors
/// Everything that is wrong with it, with paths inside it.
pub fn check(sides: &[Id; 2], ends: &[EndCondition], outcome: &Value) -> Result<(), Vec<Problem>> {
    let [one, two] = sides;
    let advice = format!("write {{winner: {one}, how: ruled}}; the winner is {one}, {two} or none");
    let Some(map) = outcome.as_object() else {
        return Err(vec![Problem::new("an outcome must be a mapping").advice(advice)]);
    };
    let text = |key: &str| map.get(key).and_then(Value::as_str);
    let mut problems = Vec::new();
    if !text("winner").is_some_and(|winner| winner == "none" || sides.iter().any(|side| side.as_str() == winner)) {
        problems.push(Problem::new("an outcome must name the winner").in_path("winner").advice(advice.as_str()));
    }
    let fits = |how: &str| match ends.iter().find(|(end, _)| *end == how) {
        Some((_, winners)) => text("winner").is_some_and(|winner| winners.contains(&winner)),
        None => PROTOCOL_ENDINGS.contains(&how),
    };
    if !text("how").is_some_and(fits) {
        let known: Vec<&str> = ends.iter().map(|(end, _)| *end).chain(PROTOCOL_ENDINGS).collect();
        let problem = Problem::new("this game cannot be won in this way").in_path("how");
        problems.push(problem.advice(format!("write one of {}", known.join(", "))));
    }
    for key in map.keys().filter(|key| !matches!(key.as_str(), "winner" | "how")) {
        problems.push(Problem::new("an outcome has no such field").in_path(key.clone()).advice(advice.as_str()));
    }
    if problems.is_empty() { Ok(()) } else { Err(problems) }
}

/// An outcome as the end of a sentence: `the Union wins: more points`. `who` names a side; `own` describes how the
/// game's own rules end a match, with the winner if there is one. `None` for an outcome of another form, which a
/// referee may state.
pub fn words(
    sides: &[Id; 2],
    outcome: &Value,
    who: impl Fn(&Id) -> String,
    own: impl Fn(&str, Option<&Id>) -> Option<String>,
) -> Option<String> {
    let known = outcome.as_object()?.keys().all(|key| matches!(key.as_str(), "winner" | "how"));
    let how = outcome.get("how").and_then(Value::as_str)?;
    let named = outcome.get("winner").and_then(Value::as_str)?;
    let winner = sides.iter().find(|side| side.as_str() == named).filter(|_| known);
    match (winner, how) {
        (Some(side), "resigned") => Some(format!("{} has resigned and {} wins", who(other(sides, side)), who(side))),
        (Some(side), "default") => Some(format!("{} loses by default and {} wins", who(other(sides, side)), who(side))),
        (Some(side), "lied") => {
            Some(format!("{} has opened a card that it cannot have, and {} wins", who(other(sides, side)), who(side)))
        }
        (Some(side), "ruled") => Some(format!("{} wins by a ruling", who(side))),
        (Some(side), how) => own(how, Some(side)).map(|why| format!("{} wins: {why}", who(side))),
        (None, "draw_agreed") if known => Some("drawn by agreement".to_owned()),
        (None, "ruled") if known && named == "none" => Some("drawn by a ruling".to_owned()),
        (None, how) if known && named == "none" => own(how, None).map(|why| format!("drawn: {why}")),
        (None, _) => None,
    }
}
