//! What one side's turn asks of the game, once its envelope is verified.

use serde_json::{Map, Value};

use crate::document::kinds::Open;
use crate::document::{Bytes32, Id, Turn, nodes};

use super::cards::CardTable;
use super::choices::Opening;

/// The content of a turn that concerns the game. Fields are untyped; the ruleset gives them their types.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Decision {
    pub orders: Vec<Value>,
    pub answers: Vec<Value>,
    pub standing: Option<Map<String, Value>>,
    pub commit: Vec<(Id, Bytes32)>,
    pub open: Vec<(Id, Opening)>,
    /// The choices behind the commitments, where the owner's secrets are here. They are not sent, and no result depends
    /// on them.
    pub choices: Vec<(Id, Value)>,
}

impl Decision {
    /// Takes the decision from a turn. The chain checks whether openings match their commitments.
    pub fn of_turn(turn: &Turn) -> Decision {
        let opening = |open: &Open| match (&open.choice, open.forfeit) {
            (Some(choice), None) => Opening::Choice(choice.clone()),
            _ => Opening::Forfeit,
        };
        Decision {
            orders: turn.orders.clone().unwrap_or_default(),
            answers: turn.answers.clone().unwrap_or_default(),
            standing: turn.standing.clone(),
            commit: turn.commit.iter().flatten().map(|commit| (commit.id.clone(), commit.digest)).collect(),
            open: turn.open.iter().flatten().map(|open| (open.id.clone(), opening(open))).collect(),
            choices: Vec::new(),
        }
    }

    /// The same with the names of the cards that its orders lay in place of the ids under which it commits to them: as their
    /// player writes them. It then commits to none of these.
    pub fn by_name(mut self) -> Decision {
        let (laid, others): (Vec<_>, Vec<_>) =
            self.choices.into_iter().partition(|(id, _)| CardTable::is_lay(id.as_str()));
        let name = |text: &str| laid.iter().find(|(id, _)| id.as_str() == text)?.1.as_str().map(str::to_owned);
        self.orders.iter_mut().for_each(|order| replace_texts(order, &name));
        Decision { choices: others, ..self }
    }

    /// The number of nodes (protocol 1) in orders, answers, standing orders and opened choices.
    pub fn size(&self) -> usize {
        let standing = self.standing.iter().flatten().map(|(_, value)| 1 + nodes(value));
        let opened = self.open.iter().map(|(_, opening)| match opening {
            Opening::Choice(choice) => nodes(choice),
            Opening::Forfeit => 1,
        });
        self.orders.iter().chain(&self.answers).map(nodes).chain(standing).chain(opened).sum()
    }

    /// Whether it asks for nothing at all.
    pub fn is_empty(&self) -> bool {
        self.orders.is_empty()
            && self.answers.is_empty()
            && self.standing.is_none()
            && self.commit.is_empty()
            && self.open.is_empty()
    }
}

/// Replaces every text in a value for which there is another.
pub fn replace_texts(value: &mut Value, other: &dyn Fn(&str) -> Option<String>) {
    match value {
        Value::String(text) => {
            if let Some(other) = other(text) {
                *text = other;
            }
        }
        Value::Array(items) => items.iter_mut().for_each(|item| replace_texts(item, other)),
        Value::Object(fields) => fields.values_mut().for_each(|field| replace_texts(field, other)),
        _ => {}
    }
}
