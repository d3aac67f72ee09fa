//! Writes turns in the form of a case's `turns`.

use serde_json::{Map, Value, json};

use super::super::choices::Opening;
use super::super::decision::Decision;

/// An act as a case states it, without salts and digests.
pub fn as_written(act: &Decision) -> Value {
    let mut fields = Map::new();
    if !act.orders.is_empty() {
        fields.insert("orders".to_owned(), json!(act.orders));
    }
    if !act.answers.is_empty() {
        fields.insert("answers".to_owned(), json!(act.answers));
    }
    if let Some(standing) = &act.standing {
        fields.insert("standing".to_owned(), json!(standing));
    }
    if !act.commit.is_empty() {
        let ids: Vec<&str> = act.commit.iter().map(|(id, _)| id.as_str()).collect();
        fields.insert("commit".to_owned(), json!(ids));
    }
    if !act.open.is_empty() {
        let opened = act.open.iter().map(|(id, opening)| match opening {
            Opening::Choice(choice) => (id.to_string(), choice.clone()),
            Opening::Forfeit => (id.to_string(), json!("forfeit")),
        });
        fields.insert("open".to_owned(), Value::Object(opened.collect()));
    }
    Value::Object(fields)
}
