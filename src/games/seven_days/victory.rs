//! Victory (14).

use serde_json::{Value, json};

use crate::document::{Problem, from_value};

use crate::SevenDays;
use crate::events::Victory;
use crate::pack::Side;
use crate::position::ledger::{Game, Train};

/// Who has won at the end of the Daylight Phase (14.1, 14.2).
pub fn automatic(rules: &SevenDays, game: &Game) -> Option<(Side, Victory)> {
    let scenario = rules.scenario(game)?;
    if let Train::At(train) = game.train {
        let there = game.has_fresh(&rules.pack, scenario.richmond, Side::Union);
        if there && rules.has_path(game, scenario.richmond, train, Side::Union) {
            return Some((Side::Union, Victory::Richmond));
        }
    }
    let landings = [scenario.train, scenario.train_to];
    let taken = |area| {
        game.control(area) == Side::Confederate && rules.is_connected(game, area, scenario.richmond, Side::Confederate)
    };
    if matches!(game.train, Train::At(train) if taken(train)) {
        return Some((Side::Confederate, Victory::TrainTaken));
    }
    landings.into_iter().all(taken).then_some((Side::Confederate, Victory::BothLandings))
}

/// Who has won at the end of the last day (14.3).
pub fn at_last(rules: &SevenDays, game: &Game) -> (Side, Victory) {
    let Some(scenario) = rules.scenario(game) else { return (Side::Union, Victory::LastDay) };
    let ours = |area| game.control(area) == Side::Confederate;
    let won = if rules.train_has_moved(game) {
        ours(scenario.malvern_hill) && (ours(scenario.train) || ours(scenario.train_to))
    } else {
        ours(scenario.providence_church) && ours(scenario.train_to)
    };
    (if won { Side::Confederate } else { Side::Union }, Victory::LastDay)
}

/// The case by which somebody has won so.
pub fn rule(how: Victory) -> &'static str {
    match how {
        Victory::Richmond => "14.1",
        Victory::BothLandings | Victory::TrainTaken => "14.2",
        Victory::LastDay => "14.3",
    }
}

/// The outcome as documents have it.
pub fn outcome(side: Side, how: Victory) -> Value {
    json!({"winner": side, "how": how})
}

/// Ways in which a match ends without the rules.
const OTHERWISE: [&str; 4] = ["resigned", "default", "draw_agreed", "ruled"];

/// Whether a value is an outcome of this game.
///
/// # Errors
/// Everything that is wrong with it, with paths inside it.
pub fn check(outcome: &Value) -> Result<(), Vec<Problem>> {
    let advice = "write {winner: union, how: ruled}; the winner is union, confederate or none";
    let Some(map) = outcome.as_object() else {
        return Err(vec![Problem::new("an outcome must be a mapping").advice(advice)]);
    };
    let mut problems = Vec::new();
    let text = |key: &str| map.get(key).and_then(Value::as_str);
    let winner = text("winner");
    if !matches!(winner, Some("union" | "confederate" | "none")) {
        problems.push(Problem::new("an outcome must name the winner").in_path("winner").advice(advice));
    }
    let rules = map.get("how").and_then(|how| from_value::<Victory>(how).ok());
    let fits = match (rules, winner) {
        (Some(Victory::Richmond), winner) => winner == Some("union"),
        (Some(Victory::BothLandings | Victory::TrainTaken), winner) => winner == Some("confederate"),
        (Some(Victory::LastDay), winner) => winner != Some("none"),
        (None, _) => text("how").is_some_and(|how| OTHERWISE.contains(&how)),
    };
    if !fits {
        let problem = Problem::new("this game cannot be won in this way").in_path("how");
        problems
            .push(problem.advice(
                "one of richmond, both_landings, train_taken, last_day, resigned, default, draw_agreed, ruled",
            ));
    }
    for key in map.keys().filter(|key| !matches!(key.as_str(), "winner" | "how")) {
        problems.push(Problem::new("an outcome has no such field").in_path(key.clone()).advice(advice));
    }
    if problems.is_empty() { Ok(()) } else { Err(problems) }
}
