//! Sealed standing orders (CW-282): a side's answer to a question, given in advance, which nobody can read until the
//! question comes.

use serde_json::Value;

use crate::CivilWar;
use crate::document::{Id, Problem, from_value};
use crate::engine::{Position, Ruleset};
use crate::orders::{Answer, Question, React, Reaction, Screen, Standing};
use crate::position::ledger::Game;

/// The answer that does nothing: an army does not roll or stays, cavalry does not retreat.
const PASS: &str = "pass";

/// The questions that may be answered under seal: those that only the side is asked that does not move.
const WINDOWS: [&str; 4] = ["react", "reaction", "retreat", "screen"];

/// The questions that may be answered under seal, by the option `hidden_leaders`.
pub fn windows(game: &Game) -> Vec<&'static str> {
    game.hidden.as_ref().map_or_else(Vec::new, |_| WINDOWS.to_vec())
}

/// What a sealed standing order answers to its question; `None` if it does not apply.
pub fn answer(
    rules: &CivilWar,
    position: &Position<CivilWar>,
    side: &Id,
    question: &Question,
    says: &Value,
) -> Option<Answer> {
    if says.as_str() == Some(PASS) {
        return pass(question);
    }
    let standing: Standing = from_value(says).ok()?;
    rules.standing_answer(position, side, &standing, question)
}

fn pass(question: &Question) -> Option<Answer> {
    match question {
        Question::React { .. } => Some(Answer::React(React::Decline)),
        Question::Reaction { .. } => Some(Answer::Reaction(Reaction::Stay)),
        Question::Screen { .. } => Some(Answer::Screen(Screen::Stand)),
        _ => None,
    }
}

/// What is wrong with a sealed standing order by itself: it must answer its question, and contain nothing else.
pub fn refuse(rules: &CivilWar, game: &Game, side: &Id, window: &str, says: &Value) -> Option<Problem> {
    if says.as_str() == Some(PASS) && window != "retreat" {
        return None;
    }
    let standing: Standing = match from_value(says) {
        Ok(standing) => standing,
        Err(problem) => return Some(problem.rule("CW-282")),
    };
    let (part, only) = part(window, &standing);
    if standing != only || standing == Standing::default() {
        let problem = Problem::new(format!("an answer sealed for '{window}' may say only `{part}: …`"));
        return Some(problem.rule("CW-282").advice("write it as under `standing`"));
    }
    rules.check_standing(game, side, &standing).into_iter().next()
}

/// The part of standing orders that answers a question: its name, and standing orders with nothing else.
fn part(window: &str, standing: &Standing) -> (&'static str, Standing) {
    let of = standing.clone();
    match window {
        "retreat" => ("retreat", Standing { retreat: of.retreat, ..Standing::default() }),
        "screen" => ("screen", Standing { screen: of.screen, ..Standing::default() }),
        _ => ("reaction", Standing { reaction: of.reaction, ..Standing::default() }),
    }
}
