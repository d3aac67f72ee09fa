//! Implements [`Game`] for every [`Ruleset`].

use serde_json::{Map, Value};

use crate::document::{Id, Problem};

use crate::report::Present;

use super::rules::{Rules, RulesetSession, decode};
use super::{Game, Session};
use crate::engine::position::Position;
use crate::engine::side_bids;

impl<R: Present> Game for Rules<R> {
    fn id(&self) -> &'static str {
        R::ID
    }
    fn revision(&self) -> u32 {
        R::REVISION
    }
    fn sides(&self) -> [Id; 2] {
        self.0.sides()
    }
    fn has_teams(&self) -> bool {
        R::TEAMS
    }
    fn setup(&self, scenario: &Id, options: &Map<String, Value>) -> Result<Box<dyn Session>, Problem> {
        let position = side_bids::setup(&self.0, scenario, options)?;
        Ok(Box::new(RulesetSession::new(self.0.as_played(&position.game), position)))
    }
    fn load(&self, position: &Value) -> Result<Box<dyn Session>, Problem> {
        let position: Position<R> = decode("position", position)?;
        let table = RulesetSession::new(self.0.as_played(&position.game), position);
        let broken = Session::invariants(&table);
        if broken.is_empty() {
            return Ok(Box::new(table));
        }
        let told: Vec<&str> = broken.iter().map(|problem| problem.message.as_str()).collect();
        let problem = Problem::new(format!("this position is impossible: {}", told.join("; ")));
        Err(Problem { path: broken[0].path.clone(), ..problem }.under("position"))
    }
    fn load_unchecked(&self, position: &Value) -> Result<Box<dyn Session>, Problem> {
        let position: Position<R> = decode("position", position)?;
        let rules = self.0.as_played(&position.game);
        Ok(Box::new(RulesetSession::new(rules, position)))
    }
    fn broken(&self, position: &Value) -> Vec<Problem> {
        match decode("position", position) {
            Ok(position) => {
                let position: Position<R> = position;
                let rules = self.0.as_played(&position.game);
                let broken = Session::invariants(&RulesetSession::new(rules, position));
                broken.into_iter().map(|problem| problem.under("position")).collect()
            }
            Err(problem) => vec![problem],
        }
    }
    fn check_outcome(&self, outcome: &Value) -> Result<(), Vec<Problem>> {
        self.0.check_outcome(outcome)
    }
    fn case(&self, given: &Value) -> Result<Box<dyn Session>, Problem> {
        if let Some(whole) = crate::engine::case::whole_position(given)? {
            return self.load(whole).map_err(crate::engine::case::in_whole_position);
        }
        let rules = self.0.ground(given)?.into_owned();
        let position = rules.case(given)?;
        let table = RulesetSession::new(rules, position);
        match Session::invariants(&table).into_iter().next() {
            None => Ok(Box::new(table)),
            Some(broken) => Err(crate::engine::case::blamed(broken, given, &Session::position(&table))),
        }
    }
    fn case_schema(&self) -> Value {
        crate::engine::case::schema::schema(&self.0)
    }
    fn choice_schema(&self) -> Value {
        side_bids::choice_schema(&self.0)
    }
    fn outcome_words(&self, outcome: &Value) -> String {
        self.0.outcome_words(outcome, None)
    }
    fn schemas(&self) -> [Value; 3] {
        [
            schemars::schema_for!(R::Order).to_value(),
            schemars::schema_for!(R::Answer).to_value(),
            schemars::schema_for!(R::Standing).to_value(),
        ]
    }
}
