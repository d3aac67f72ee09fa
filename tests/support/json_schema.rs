//! Checks whether a value has the shape that a JSON Schema describes, for the part of the standard that our schemas
//! use. Patterns are ignored, except for those of a first word.

use serde_json::{Map, Value};

/// Schema keywords that this ignores.
const SILENT: [&str; 10] =
    ["$schema", "$defs", "$id", "title", "description", "default", "format", "pattern", "uniqueItems", "examples"];

/// The place where a value violates its schema, if any.
pub fn fault(root: &Value, schema: &Value, value: &Value, path: &str) -> Option<String> {
    let rules = match schema {
        Value::Bool(true) => return None,
        Value::Bool(false) => return Some(format!("{path}: nothing may stand here")),
        Value::Object(rules) => rules,
        _ => return Some(format!("{path}: the schema is no schema")),
    };
    rules.iter().find_map(|(keyword, rule)| one(root, rules, keyword, rule, value, path))
}

fn one(
    root: &Value,
    rules: &Map<String, Value>,
    keyword: &str,
    rule: &Value,
    value: &Value,
    path: &str,
) -> Option<String> {
    let fits = |schema: &Value| fault(root, schema, value, path).is_none();
    let faulty = |wrong: bool| wrong.then(|| format!("{path}: {value} against {keyword} {rule}"));
    let list = rule.as_array().map(Vec::as_slice).unwrap_or_default();
    let count = rule.as_u64().and_then(|count| usize::try_from(count).ok()).unwrap_or_default();
    match keyword {
        "$ref" => {
            let pointer = rule.as_str().expect("a reference").trim_start_matches('#');
            fault(root, root.pointer(pointer).unwrap_or_else(|| panic!("{rule} leads nowhere")), value, path)
        }
        "type" => {
            let is = |name: &Value| match name.as_str() {
                Some("object") => value.is_object(),
                Some("array") => value.is_array(),
                Some("string") => value.is_string(),
                Some("integer") => value.is_i64() || value.is_u64(),
                Some("boolean") => value.is_boolean(),
                Some("null") => value.is_null(),
                other => panic!("unknown type {other:?}"),
            };
            faulty(!if list.is_empty() { is(rule) } else { list.iter().any(is) })
        }
        "const" => faulty(value != rule),
        "enum" => faulty(!list.contains(value)),
        "minimum" => faulty(value.as_i64().zip(rule.as_i64()).is_some_and(|(value, least)| value < least)),
        "maximum" => faulty(value.as_i64().zip(rule.as_i64()).is_some_and(|(value, most)| value > most)),
        "minItems" => faulty(value.as_array().is_some_and(|items| items.len() < count)),
        "maxItems" => faulty(value.as_array().is_some_and(|items| items.len() > count)),
        "minProperties" => faulty(value.as_object().is_some_and(|fields| fields.len() < count)),
        "anyOf" => {
            let faults: Vec<String> = list.iter().filter_map(|schema| fault(root, schema, value, path)).collect();
            // The innermost fault says most.
            (faults.len() == list.len()).then(|| faults.into_iter().max_by_key(String::len).unwrap_or_default())
        }
        "oneOf" => faulty(list.iter().filter(|schema| fits(schema)).count() != 1),
        "allOf" => list.iter().find_map(|schema| fault(root, schema, value, path)),
        "not" => faulty(fits(rule)),
        "required" => faulty(
            value.as_object().is_some_and(|fields| list.iter().any(|key| !fields.contains_key(key.as_str().unwrap()))),
        ),
        "items" => value.as_array().and_then(|items| {
            items.iter().enumerate().find_map(|(n, item)| fault(root, rule, item, &format!("{path}[{n}]")))
        }),
        "prefixItems" => value.as_array().and_then(|items| {
            let pairs = items.iter().zip(list).enumerate();
            pairs.into_iter().find_map(|(n, (item, schema))| fault(root, schema, item, &format!("{path}[{n}]")))
        }),
        "properties" => value.as_object().and_then(|fields| {
            let known = fields.iter().filter_map(|(key, field)| Some((key, field, rule.get(key)?)));
            known.into_iter().find_map(|(key, field, schema)| fault(root, schema, field, &format!("{path}.{key}")))
        }),
        "patternProperties" => value.as_object().and_then(|fields| {
            let schema = rule.as_object().and_then(|patterns| patterns.values().next()).expect("a pattern");
            fields.iter().find_map(|(key, field)| fault(root, schema, field, &format!("{path}.{key}")))
        }),
        // Keys that a pattern takes are not looked at.
        "additionalProperties" if rules.contains_key("patternProperties") => None,
        "additionalProperties" => value.as_object().and_then(|fields| {
            let known = |key: &String| rules.get("properties").is_some_and(|known| known.get(key).is_some());
            let mut others = fields.iter().filter(|(key, _)| !known(key));
            others.find_map(|(key, field)| fault(root, rule, field, &format!("{path}.{key}")))
        }),
        "propertyNames" => None,
        silent if SILENT.contains(&silent) => None,
        other => panic!("{path}: the schema says {other}, which is not looked at"),
    }
}
