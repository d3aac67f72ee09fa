//! What the page asks, and what it is answered.

use std::path::PathBuf;

use serde_json::{Value, json};

use crate::cli::out::Failure;
use crate::document::Problem;

/// The most bytes of a question.
pub const MAX_BODY: usize = 1 << 20;

/// A question of the page: its name, and its fields.
#[derive(Clone, Debug)]
pub struct Question {
    pub name: String,
    pub fields: Value,
}

impl Question {
    /// A field as text.
    pub fn text(&self, field: &str) -> Option<&str> {
        self.fields.get(field).and_then(Value::as_str)
    }

    /// A field as a list.
    pub fn list(&self, field: &str) -> &[Value] {
        self.fields.get(field).and_then(Value::as_array).map_or(&[], Vec::as_slice)
    }
}

/// An answer: a value with its status in HTTP.
#[derive(Debug)]
pub struct Answer {
    pub status: u16,
    pub value: Value,
    /// Whether the match has changed through it, so that it must be read again.
    pub changes_match: bool,
    /// The folder of the match that is served from now on, if it is another.
    pub opens: Option<PathBuf>,
    /// Why the question was refused.
    pub refused: Option<Failure>,
}

impl Answer {
    /// The value that was asked for.
    pub fn of(value: Value) -> Answer {
        Answer { status: 200, value, changes_match: false, opens: None, refused: None }
    }

    /// The question concerns a step, or a draft, that is no longer the newest.
    pub fn changed() -> Answer {
        let problem = Problem::new("the match has gone on, or its draft was changed elsewhere");
        Answer { status: 409, ..Answer::refused(Failure::no(problem.advice("look at it again"))) }
    }

    /// The question cannot be answered.
    pub fn refused(failure: Failure) -> Answer {
        let problems = match &failure {
            Failure::Negative(problems) | Failure::Cannot(problems) => problems,
        };
        let value = json!({"problems": problems.iter().map(|one| problem_value(&one.problem)).collect::<Vec<_>>()});
        Answer { status: 422, value, changes_match: false, opens: None, refused: Some(failure) }
    }
}

impl From<Result<Value, Failure>> for Answer {
    fn from(result: Result<Value, Failure>) -> Answer {
        result.map_or_else(Answer::refused, Answer::of)
    }
}

/// A problem as data: where it is in the draft, what is wrong, by which rule, and what to do.
fn problem_value(problem: &Problem) -> Value {
    let Problem { path, message, rule, advice, .. } = problem;
    json!({"path": path, "message": message, "rule": rule, "advice": advice})
}

/// Several problems as data.
pub fn problem_values(problems: &[Problem]) -> Vec<Value> {
    problems.iter().map(problem_value).collect()
}
