//! Suggestions for a draft's value that has the wrong form, in the player's own words.

use serde_json::{Map, Value, json};

use crate::document::Problem;
use crate::document::inline;

/// A problem with a value of the wrong form, with a suggestion for what to write instead. `line` is the line of the
/// draft in which the value begins, `example` a legal order of some kind.
pub fn advise(
    problem: Problem,
    body: &Value,
    line: &dyn Fn(&str) -> Option<String>,
    example: &dyn Fn(&str) -> Option<Value>,
) -> Problem {
    let Some(path) = problem.path.clone() else { return problem };
    let Some(value) = at(body, &path) else { return problem };
    let field = path.rsplit('.').next().unwrap_or_default().split('[').next().unwrap_or_default();
    let said = problem.message.as_str();
    let advice = if said.starts_with("expected one word with its details, found a mapping") {
        value.as_object().and_then(|entries| unindented(entries, line(&path).as_deref()))
    } else if said.starts_with("expected a list, found") {
        listed(field, value)
    } else if said.starts_with("expected a mapping, found") {
        example(field).map(|order| format!("name each detail, as in: - {}", inline(&order)))
    } else if said.ends_with("is not allowed here") {
        let kind = value.as_str().and_then(|words| words.split_whitespace().next()).map(str::to_lowercase);
        let order = kind.filter(|_| path.starts_with("orders[")).and_then(|kind| example(kind.trim_end_matches(':')));
        order.map(|order| format!("write a colon after the order, and its details in braces: - {}", inline(&order)))
    } else {
        value.as_str().and_then(|text| commas(field, text)).filter(|_| path.ends_with(']'))
    };
    match advice {
        Some(advice) => problem.advice(advice),
        None => problem,
    }
}

/// The value at a path such as `orders[0].move.path[1]`.
fn at<'v>(body: &'v Value, path: &str) -> Option<&'v Value> {
    let mut value = body;
    for step in path.split(['.', '[', ']']).filter(|step| !step.is_empty()) {
        value = match value {
            Value::Array(items) => items.get(step.parse::<usize>().ok()?)?,
            Value::Object(entries) => entries.get(step)?,
            _ => return None,
        };
    }
    Some(value)
}

/// Details that are not indented below the name of their order, or several orders after one dash.
fn unindented(entries: &Map<String, Value>, line: Option<&str>) -> Option<String> {
    // A name with nothing after its colon has no value, so it is not among the entries.
    let name = line.and_then(|line| line.trim().strip_prefix("- ")?.trim().strip_suffix(':'));
    if let Some(name) = name.filter(|name| !entries.contains_key(*name)) {
        let order = json!({name: entries});
        return Some(format!("indent the details further than `{name}`, or write: - {}", unbraced(&order)));
    }
    let each: Vec<String> =
        entries.iter().map(|(key, value)| format!("- {}", unbraced(&json!({key: value})))).collect();
    (each.len() > 1).then(|| format!("start each order with its own dash: {}", each.join(", then ")))
}

/// A value that should be a list.
fn listed(field: &str, value: &Value) -> Option<String> {
    if let ("orders" | "answers" | "commit" | "open", Value::Object(entries)) = (field, value) {
        return Some(format!("start each with a dash: {}", dashed(field, entries).join(", then ")));
    }
    if let ("orders", Value::String(text)) = (field, value)
        && let Some(order) = text.strip_prefix('-')
    {
        return Some(format!("write a space after the dash, and what the order needs in braces: - {order}: {{}}"));
    }
    let items = match (field, value) {
        // Each entry of these lists has details of its own.
        ("drop" | "ships", Value::Object(_)) => vec![value.clone()],
        ("burn", Value::Object(tracks)) => tracks.keys().map(|track| json!(track)).collect(),
        (_, Value::String(text)) if text.contains(',') => text.split(',').map(|part| json!(part.trim())).collect(),
        _ => {
            let mut items = Vec::new();
            leaves(value, &mut items);
            items.into_iter().cloned().collect()
        }
    };
    Some(format!("write it in brackets: {field}: {}", inline(&Value::Array(items))))
}

/// The entries of a list that was written as a mapping: orders by their kinds, answers and choices by their ids.
fn dashed(field: &str, entries: &Map<String, Value>) -> Vec<String> {
    let what = match field {
        "answers" => "answer",
        "commit" => "choice",
        _ => "forfeit",
    };
    // A single answer whose fields are on separate lines.
    if field != "orders" && entries.contains_key("id") {
        return vec![format!("- {}", inline(&Value::Object(entries.clone())))];
    }
    let entry = |(name, details): (&String, &Value)| match field {
        "orders" => format!("- {}", unbraced(&json!({name: details}))),
        _ => format!("- {}", inline(&json!({"id": name, what: details}))),
    };
    entries.iter().map(entry).collect()
}

/// Several hexes, areas or ids written as one entry of a list.
fn commas(field: &str, text: &str) -> Option<String> {
    let words: Vec<&str> = text.split_whitespace().collect();
    let number = |word: &&str| word.chars().all(|c| c.is_ascii_digit());
    let id =
        |word: &&str| word.contains('_') && word.chars().all(|c| c.is_ascii_lowercase() || "_-0123456789".contains(c));
    let several = words.len() > 1 && (words.iter().all(number) || words.iter().all(id));
    several.then(|| format!("write a comma between the entries: {field}: [{}]", words.join(", ")))
}

/// An order as a draft has it: without braces around the whole.
fn unbraced(order: &Value) -> String {
    let text = inline(order);
    text.strip_prefix('{').and_then(|text| text.strip_suffix('}')).map(str::to_owned).unwrap_or(text)
}

/// The values in a value, without its keys.
fn leaves<'v>(value: &'v Value, found: &mut Vec<&'v Value>) {
    match value {
        Value::Array(items) => items.iter().for_each(|item| leaves(item, found)),
        Value::Object(entries) => entries.values().for_each(|item| leaves(item, found)),
        Value::Null => {}
        leaf => found.push(leaf),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_should_be_a_list_is_written_as_one() {
        for (field, value, advice) in [
            ("drop", json!({"at": "2417", "sp": 1}), "drop: [{at: \"2417\", sp: 1}]"),
            ("ships", json!({"at": "2112/2211", "ships": ["benton"]}), "ships: [{at: \"2112/2211\", ships: [benton]}]"),
            ("burn", json!({"naval": 1}), "burn: [naval]"),
            ("path", json!("2417, 2317"), "path: [\"2417\", \"2317\"]"),
            ("path", json!("2417"), "path: [\"2417\"]"),
        ] {
            let told = listed(field, &value).unwrap();
            assert_eq!(told, format!("write it in brackets: {advice}"), "{value}");
        }
        for (field, value, advice) in [
            ("orders", json!({"pass": {}, "finish": {}}), "- pass: {}, then - finish: {}"),
            ("answers", json!({"id": "react-1", "answer": {"none": {}}}), "- {id: react-1, answer: {none: {}}}"),
            ("answers", json!({"react-1": {"none": {}}}), "- {id: react-1, answer: {none: {}}}"),
            ("commit", json!({"bid": 3}), "- {id: bid, choice: 3}"),
        ] {
            assert_eq!(listed(field, &value).unwrap(), format!("start each with a dash: {advice}"), "{value}");
        }
        let dash = listed("orders", &json!("-finish")).unwrap();
        assert!(dash.ends_with("- finish: {}"), "{dash}");
        assert_eq!(commas("path", "5106 5006").unwrap(), "write a comma between the entries: path: [5106, 5006]");
        let units = commas("units", "ap_hill_infantry magruder_infantry").unwrap();
        assert_eq!(units, "write a comma between the entries: units: [ap_hill_infantry, magruder_infantry]");
        assert_eq!(commas("path", "Bull Run"), None);
    }
}
