//! Turns as the `turns` of a case write them.

use serde_json::{Map, Value, json};

use super::super::choices::Opening;
use super::super::decision::Decision;
use super::super::session::{Request, Session};

/// An act as a case tells it. Salts and digests are no part of a case.
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

/// The turns of a case that begins at a table, to be filled in: who is asked for what. None where the position waits for
/// nobody but to be started.
pub fn asked_for(table: &dyn Session) -> Vec<Value> {
    let mut sides = Map::new();
    for awaited in table.awaiting() {
        let act = match awaited.want {
            Request::Orders(_) => json!({"orders": []}),
            Request::Answer { .. } | Request::Name { .. } => json!({"answers": []}),
            Request::Commit(ids) => json!({"commit": ids}),
            Request::Open(ids) => {
                let forfeits = ids.into_iter().map(|id| (id.to_string(), json!("forfeit")));
                json!({"open": forfeits.collect::<Map<String, Value>>()})
            }
            Request::Empty(_) | Request::TakeBack { .. } | Request::Draw(_) => continue,
        };
        sides.insert(awaited.side.to_string(), act);
    }
    if sides.is_empty() { Vec::new() } else { vec![Value::Object(sides)] }
}
