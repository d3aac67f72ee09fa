//! Suggestions for a draft's value that has the wrong form, in the player's own words.

use serde_json::{Map, Value, json};

use crate::document::{Id, Problem, inline, lookalikes};

/// What advice is made from.
pub struct Spoken<'s> {
    /// The line of the draft in which the value at a path begins.
    pub line: &'s dyn Fn(&str) -> Option<String>,
    /// A legal order of some kind.
    pub example: &'s dyn Fn(&str) -> Option<Value>,
    /// The ids of the secret choices that are asked for.
    pub asked: &'s [Id],
}

/// A problem with a value of the wrong form, with a suggestion for what to write instead.
pub fn advise(problem: Problem, body: &Value, spoken: &Spoken<'_>) -> Problem {
    let Spoken { line, example, asked } = *spoken;
    let Some(path) = problem.path.clone() else { return problem };
    let Some(value) = at(body, &path) else { return problem };
    let field = path.rsplit('.').next().unwrap_or_default().split('[').next().unwrap_or_default();
    let said = problem.message.as_str();
    if let Some(advice) = choice_advice(&path, body, asked) {
        return problem.advice(advice);
    }
    let id = value.get("id").unwrap_or(value).as_str();
    if let Some(odd) = id.filter(|_| !path.starts_with("comment")).and_then(lookalikes::in_text) {
        return problem.advice(odd.sentence());
    }
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

/// How to write a secret choice that has another form than `- {id: …, choice: …}`: a word alone, or `primary: east`.
fn choice_advice(path: &str, body: &Value, asked: &[Id]) -> Option<String> {
    let known = |id: &str| id == "id" || id == "choice" || id == "digest";
    let one = |entry: &Value| {
        let (word, choice) = match entry {
            Value::Object(fields) if fields.keys().any(|key| known(key)) => return None,
            Value::Object(fields) if fields.len() == 1 => {
                fields.iter().next().map(|(key, value)| (key.as_str(), value))?
            }
            Value::String(_) | Value::Number(_) => ("", entry),
            _ => return None,
        };
        let fits = |id: &&Id| !word.is_empty() && (id.as_str() == word || id.as_str().starts_with(&format!("{word}-")));
        let id = asked.iter().find(fits).or(asked.first()).map_or(word, Id::as_str);
        (!id.is_empty()).then(|| inline(&json!({"id": id, "choice": choice})))
    };
    let whole = body.get("commit")?;
    if path == "commit" && !whole.is_array() {
        let entry = one(whole)?;
        return Some(format!("write the id of the choice with it: commit: [{entry}]"));
    }
    let n: usize = path.strip_prefix("commit[")?.split(']').next()?.parse().ok()?;
    let entry = one(whole.get(n)?)?;
    Some(format!("name the choice and what you choose: - {entry}"))
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
    fn a_choice_in_another_form_is_written_with_its_id() {
        let asked: Vec<Id> = ["posture-1", "priority-2"].map(|id| id.parse().unwrap()).into();
        let advice = |path: &str, commit: Value| choice_advice(path, &json!({"commit": commit}), &asked);
        let told = |id: &str, choice: &str| Some(format!("{{id: {id}, choice: {choice}}}"));
        let part = |advice: Option<String>| {
            advice.map(|text| text[text.find('{').unwrap()..].trim_end_matches(']').to_owned())
        };
        assert_eq!(part(advice("commit", json!("assault"))), told("posture-1", "assault"));
        assert_eq!(part(advice("commit", json!({"priority": "east"}))), told("priority-2", "east"));
        assert_eq!(part(advice("commit[0]", json!(["assault"]))), told("posture-1", "assault"));
        assert_eq!(part(advice("commit[1].priority", json!([1, {"priority": "east"}]))), told("priority-2", "east"));
        assert_eq!(part(advice("commit[0].primary", json!([{"primary": "east"}]))), told("posture-1", "east"));
        assert_eq!(advice("commit[0].digest", json!([{"id": "posture-1", "digest": "x"}])), None);
        assert_eq!(choice_advice("commit", &json!({"commit": "assault"}), &[]), None);
    }

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
