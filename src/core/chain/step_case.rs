//! Turns a step of a match into a case, to try out what would have happened otherwise.

use serde_json::{Map, Value, json};

use crate::document::kinds::Roll;
use crate::document::{Problem, from_value};
use crate::engine::{Decision, case};
use crate::session::{Game, Session};

use super::adjudicate::{Adjudication, TurnAction};

/// The position after a step as a case. With `played`, it includes the turns that answered the state and the dice that
/// were rolled.
///
/// # Errors
/// The match is over; or what was played cannot be part of a case: an offer, a take-back, a ruling, or a turn that is
/// missing.
pub fn case(adjudication: &Adjudication<'_, '_>, played: bool) -> Result<Value, Problem> {
    let step = adjudication.state().typed.step;
    let given = adjudication.table.to_given()?;
    let (turns, dice) =
        if played { replayed(adjudication)? } else { (skeleton(adjudication.game, &given)?, Vec::new()) };
    Ok(json!({
        "case": format!("what if, after step {step}"),
        "rule": "?",
        "ruleset": adjudication.game.id(),
        "given": given,
        "turns": turns,
        "dice": dice,
        "expect": {},
    }))
}

/// Empty turns to be filled in. Proposals between the players are not part of the position of a case.
fn skeleton(game: &dyn Game, given: &Value) -> Result<Vec<Value>, Problem> {
    let table: Box<dyn Session> = game.case(given)?;
    Ok(crate::session::case::asked_for(&*table))
}

/// The turns that answered the state, and the dice that were rolled.
fn replayed(adjudication: &Adjudication<'_, '_>) -> Result<(Vec<Value>, Vec<Value>), Problem> {
    let step = adjudication.state().typed.step;
    let refuse = |what: String| Problem::new(what).advice("leave out `--played`, and write turns of your own");
    let Some(next) = adjudication.chain.line.get(adjudication.at + 1) else {
        return Err(refuse(format!("nothing has been played after step {step} yet")));
    };
    if next.state.typed.ruling.is_some() {
        return Err(refuse(format!("step {} is a ruling of the adjudicator, and nothing was played", step + 1)));
    }
    if next.turns.len() < next.state.typed.turns.len() {
        return Err(refuse(format!("a turn that step {} resolves is not in this folder", step + 1)));
    }
    let mut sides = Map::new();
    for turn in &next.turns {
        let Some(side) = adjudication.side_of(&turn.typed.seat) else { continue };
        let what = match adjudication.meaning(&turn.typed) {
            Some(TurnAction::Play) => {
                let act = case::as_written(&Decision::of_turn(&turn.typed));
                if act.as_object().is_some_and(|act| !act.is_empty()) {
                    sides.insert(side.to_string(), act);
                }
                continue;
            }
            Some(TurnAction::Resign) => "resigns",
            Some(TurnAction::Propose(_)) => "proposes a take-back or a draw",
            Some(TurnAction::Accept(_)) => "accepts what is proposed",
            Some(TurnAction::Decline(_)) => "declines what is proposed",
            None => "cannot be understood",
        };
        let problem = refuse(format!("the turn of '{}' {what}, which a case cannot contain", turn.typed.seat));
        return Err(problem.rule("protocol 6"));
    }
    let state = next.state.document.content.get("rolls").cloned().unwrap_or_default();
    let rolls: Vec<Roll> = from_value(state)?;
    let dice = rolls.iter().map(|roll| match &roll.faces {
        Some(faces) => Ok(json!({"purpose": roll.purpose, "faces": faces})),
        None => Err(refuse("a case cannot contain a shuffle of cards".to_owned())),
    });
    let dice = dice.collect::<Result<Vec<Value>, Problem>>()?;
    Ok((if sides.is_empty() { Vec::new() } else { vec![Value::Object(sides)] }, dice))
}
