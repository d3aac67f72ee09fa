//! Plays a case.

use serde_json::Value;

use crate::document::{Id, Problem, inline};

use crate::engine::case::refusals::placed;
use crate::engine::case::{Case, DiceText, Played, compare};
use crate::engine::decision::Decision;
use crate::engine::dice::{Scripted, ScriptedDice};
use crate::session::{Game, Request, Session};

impl Case {
    /// Plays the case.
    ///
    /// # Errors
    /// The position cannot be read: what is wrong with it, and where in the case.
    pub fn play(&self, game: &dyn Game) -> Result<Played, Problem> {
        let mut table = game.case(&self.given)?;
        self.check_events(game)?;
        let mut dice = ScriptedDice::new(self.dice.iter().map(|entry| match entry {
            DiceText::Face(face) => Scripted { purpose: None, faces: vec![*face] },
            DiceText::Roll { purpose, faces } => Scripted { purpose: Some(purpose.clone()), faces: faces.clone() },
        }));
        let mut told = Played::default();
        let mut refused = Vec::new();
        let started = (0..self.turns.len()).map(Some);
        let turns: Vec<Option<usize>> = match waits_to_start(table.as_ref()) {
            true => std::iter::once(None).chain(started).collect(),
            false => started.collect(),
        };
        // How many procedures were running when orders were last asked for and given.
        let mut orders_of = None;
        let mut whole = true;
        for (n, &turn) in turns.iter().enumerate() {
            let last = n + 1 == turns.len();
            let asked = asked(table.as_ref());
            let sides = turn.and_then(|turn| self.turns.get(turn)).into_iter().flatten();
            let acts: Vec<(Id, Decision)> =
                sides.map(|(side, act)| (side.clone(), act.act(asked.as_deref()))).collect();
            if acts.iter().any(|(_, act)| !act.orders.is_empty()) {
                let orders = table.awaiting().iter().any(|awaited| matches!(awaited.want, Request::Orders(_)));
                orders_of = orders.then(|| table.procedures().len()).or(orders_of);
            }
            match table.played(&acts, &mut dice, orders_of.filter(|_| self.stop && last)) {
                Ok((after, events)) => {
                    table = after;
                    told.events.extend(events);
                }
                Err(unfinished) => {
                    told.events.extend(unfinished.events);
                    whole = dice.complaints.is_empty();
                    if whole && last {
                        refused = unfinished.problems;
                    } else if whole {
                        let side = if acts.len() == 1 { acts.first().map(|(side, _)| side) } else { None };
                        told.differences.push(turn_refused(turn, side, &unfinished.problems));
                    }
                    break;
                }
            }
            let broken = table.invariants();
            let place = turn.map_or("given".to_owned(), |turn| format!("turns[{turn}]"));
            let broken = broken.into_iter().map(|broken| {
                Problem::new(format!("it leads to an impossible position: {broken}")).in_path(place.clone())
            });
            told.differences.extend(broken);
        }
        if self.stop && orders_of.is_none() && refused.is_empty() {
            let problem = Problem::new("`stop` has no effect, since the case gives no orders").in_path("stop");
            told.differences.push(problem.advice("leave it out"));
        }
        self.compare_refusals(&refused, &mut told.differences);
        for (entry, complaint) in std::mem::take(&mut dice.complaints) {
            let path = if self.dice.is_empty() { "turns".to_owned() } else { format!("dice[{entry}]") };
            told.differences.push(Problem::new(complaint).in_path(path));
        }
        if dice.left() > 0 && refused.is_empty() && whole {
            let message = match dice.left() {
                1 => "one scripted roll was never made".to_owned(),
                left => format!("{left} scripted rolls were never made"),
            };
            told.differences.push(Problem::new(message).in_path(format!("dice[{}]", dice.taken())));
        }
        compare::events(&self.expect, &told.events, &mut told.differences);
        if whole {
            self.compare_position(table.as_ref(), &mut told.differences);
        }
        (told.rolls, told.due) = (dice.rolled, dice.due);
        Ok(told)
    }

    /// Compares the final position with what is expected.
    fn compare_position(&self, table: &dyn Session, differences: &mut Vec<Problem>) {
        if let Some(expected) = &self.expect.position {
            compare::values("position", "expect.position", expected, &table.notation(), differences);
        }
        if let Some(expected) = &self.expect.awaiting {
            // Where a case has been stopped, nobody is asked for anything.
            let awaiting = table.awaiting().into_iter().filter(|awaited| !matches!(awaited.want, Request::Empty(_)));
            let awaiting: Vec<Value> = awaiting.map(|awaited| awaited.to_value("side", &awaited.side)).collect();
            if expected.len() != awaiting.len() {
                let wanted = inline(&Value::Array(expected.clone()));
                let found = inline(&Value::Array(awaiting.clone()));
                let problem = Problem::new(format!("awaiting: expected {wanted}, found {found}"));
                differences.push(problem.in_path("expect.awaiting"));
            }
            for (n, (expected, found)) in expected.iter().zip(&awaiting).enumerate() {
                let path = format!("expect.awaiting[{n}]");
                compare::values(&format!("awaiting[{n}]"), &path, expected, found, differences);
            }
        }
        if let Some(expected) = &self.expect.outcome {
            let found = table.outcome().unwrap_or(Value::Null);
            compare::values("outcome", "expect.outcome", expected, &found, differences);
        }
    }
}

/// The problem that a turn before the last is refused. `side` is set if it is the only one that gives the turn.
fn turn_refused(turn: Option<usize>, side: Option<&Id>, problems: &[Problem]) -> Problem {
    let reasons: Vec<String> = problems.iter().map(placed).collect();
    let Some(turn) = turn else {
        return Problem::new(format!("the case cannot begin: {}", reasons.join("; "))).in_path("given");
    };
    let problem = Problem::new(format!("turn {} is refused: {}", turn + 1, reasons.join("; ")));
    let within = side.zip(problems.first().and_then(|problem| problem.path.as_ref()));
    problem.in_path(match within {
        Some((side, path)) => format!("turns[{turn}].{side}.{path}"),
        None => format!("turns[{turn}]"),
    })
}

fn waits_to_start(table: &dyn Session) -> bool {
    table.awaiting().iter().any(|awaited| matches!(awaited.want, Request::Empty(_)))
}

/// The id of the current question.
fn asked(table: &dyn Session) -> Option<String> {
    table.awaiting().into_iter().find_map(|awaited| match awaited.want {
        Request::Answer { id, .. } | Request::Name { id, .. } => Some(id),
        _ => None,
    })
}
