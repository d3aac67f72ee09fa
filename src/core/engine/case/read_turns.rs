//! Converts the turns of a case into acts.

use serde_json::{Map, Value};

use crate::document::Bytes32;

use super::super::choices::Opening;
use super::super::decision::Decision;
use super::{ActText, AnswersText};

impl ActText {
    /// The act. `asked` is the id of the current question, for answers that name only its kind.
    pub(crate) fn act(&self, asked: Option<&str>) -> Decision {
        let opening = |value: &Value| match value.as_str() {
            Some("forfeit") => Opening::Forfeit,
            _ => Opening::Choice(value.clone()),
        };
        Decision {
            orders: self.orders.clone(),
            answers: self.answers.with_ids(asked),
            standing: self.standing.clone(),
            commit: self.commit.iter().map(|id| (id.clone(), Bytes32([0; 32]))).collect(),
            open: self.open.iter().map(|(id, value)| (id.clone(), opening(value))).collect(),
            choices: Vec::new(),
        }
    }
}

impl AnswersText {
    /// The answers in the form of a turn file, each with the id of its question.
    fn with_ids(&self, asked: Option<&str>) -> Vec<Value> {
        match self {
            AnswersText::List(entries) => entries.iter().map(|entry| with_id(entry, asked)).collect(),
            AnswersText::Kinds(kinds) if kinds.contains_key("id") => {
                vec![with_id(&Value::Object(kinds.clone()), asked)]
            }
            AnswersText::Kinds(kinds) => {
                let one = |(kind, answer): (&String, &Value)| Map::from_iter([(kind.clone(), answer.clone())]);
                kinds.iter().map(|entry| with_id(&Value::Object(one(entry)), asked)).collect()
            }
        }
    }
}

/// Adds the id of the question to an answer that names only the question's kind.
fn with_id(entry: &Value, asked: Option<&str>) -> Value {
    let Some(fields) = entry.as_object() else { return entry.clone() };
    let is_asked = |kind: &str| asked.is_some_and(|id| id.strip_prefix(kind).is_some_and(|rest| rest.starts_with('-')));
    let id_of = |kind: &str| asked.filter(|_| is_asked(kind)).unwrap_or(kind).to_owned();
    let (id, answer) = match (fields.get("id").and_then(Value::as_str), fields.get("answer")) {
        (Some(id), Some(answer)) if fields.len() == 2 => (id_of(id), answer.clone()),
        _ => match fields.iter().next() {
            Some((kind, answer)) if fields.len() == 1 && kind != "id" && kind != "answer" => {
                // An answer that names a choice for the other side has no key of its own.
                let whole = kind == "name" || answer.as_object().is_some_and(|inside| inside.contains_key(kind));
                let answer = match whole {
                    true => answer.clone(),
                    false => Value::Object(Map::from_iter([(kind.clone(), answer.clone())])),
                };
                (id_of(kind), answer)
            }
            _ => return entry.clone(),
        },
    };
    Value::Object(Map::from_iter([("id".to_owned(), Value::String(id)), ("answer".to_owned(), answer)]))
}
