//! Plans that a search has tried, in words and as data.

use serde_json::{Value, json};

use crate::document::{Id, inline};
use crate::session::search::Tried;
use crate::session::{Plan, Session};

/// Differences in log-odds below this, in thousandths, are not worth a word.
const SLIGHT: i64 = 20;

/// A chance in percent.
pub fn percent(chance: i64) -> String {
    format!("{} %", (chance + 50) / 100)
}

/// A text in which the cards that a plan lays have their names and not the ids of their commitments.
fn with_names(mut text: String, laid: &[(Id, Value)]) -> String {
    let mut laid: Vec<(&str, &str)> =
        laid.iter().filter_map(|(id, card)| Some((id.as_str(), card.as_str()?))).collect();
    // `card-12` before `card-1`.
    laid.sort_by_key(|(id, _)| std::cmp::Reverse(id.len()));
    for (id, card) in laid {
        text = text.replace(id, card);
    }
    text
}

/// What another plan brings less of, and more, than the best one.
pub fn why(best: &Tried, other: &Tried) -> String {
    let mut by: Vec<(i64, &str)> =
        best.signs.iter().map(|(what, effect)| (effect - other.signs.get(what).unwrap_or(&0), *what)).collect();
    by.sort_by_key(|(by, what)| (std::cmp::Reverse(by.abs()), *what));
    let named = |less: bool| {
        by.iter()
            .filter(|(by, _)| by.abs() >= SLIGHT && (*by > 0) == less)
            .map(|(_, what)| *what)
            .take(2)
            .collect::<Vec<_>>()
    };
    let part = |intro: &str, named: Vec<&str>| {
        if named.is_empty() { String::new() } else { format!("{intro} {}", named.join(" and ")) }
    };
    let (less, more) = (part(", behind in", named(true)), part(", ahead in", named(false)));
    less + &more
}

/// What a plan does, in words: its orders or answers.
pub fn said(table: &dyn Session, side: &Id, plan: &Plan) -> String {
    let orders = plan.act.orders.iter().map(|order| table.order_words(side, order).trim_end_matches('.').to_owned());
    // A secret choice is told by its value.
    let chosen = plan.choose.iter().map(|(_, value)| inline(value)).filter(|_| plan.act.orders.is_empty());
    let said: Vec<String> = orders.chain(plan.act.answers.iter().map(inline)).chain(chosen).collect();
    with_names(said.join("; "), &plan.choose)
}

/// A plan as data; chances are in ten-thousandths.
pub fn plan_data(tried: &Tried) -> Value {
    let choices: Vec<&Value> = tried.plan.choose.iter().map(|(_, value)| value).collect();
    let signs: Vec<Value> = tried.signs.iter().map(|(what, effect)| json!({"sign": what, "effect": effect})).collect();
    json!({"chance": tried.chance, "futures": tried.futures, "orders": tried.plan.act.orders,
           "answers": tried.plan.act.answers, "choices": choices, "signs": signs})
}
