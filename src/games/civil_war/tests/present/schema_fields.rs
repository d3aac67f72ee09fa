//! For tests: which fields a template may ask for, by the schema of what it describes.

use std::collections::BTreeSet;

use civil_war::present::template;
use serde_json::Value;

/// The names of all fields of a part of a schema, and of what they contain.
pub fn fields(root: &Value, part: &Value) -> BTreeSet<String> {
    let mut found = BTreeSet::new();
    collect(root, part, &mut BTreeSet::new(), &mut found);
    found
}

fn collect(root: &Value, part: &Value, seen: &mut BTreeSet<String>, found: &mut BTreeSet<String>) {
    match part {
        Value::Object(parts) => {
            for (key, part) in parts {
                match (key.as_str(), part.as_str()) {
                    ("$ref", Some(path)) if seen.insert(path.to_owned()) => {
                        let target = root.pointer(path.trim_start_matches('#')).expect("a definition");
                        collect(root, target, seen, found);
                    }
                    ("properties", _) => {
                        found.extend(part.as_object().expect("properties").keys().cloned());
                        collect(root, part, seen, found);
                    }
                    _ => collect(root, part, seen, found),
                }
            }
        }
        Value::Array(parts) => parts.iter().for_each(|part| collect(root, part, seen, found)),
        _ => {}
    }
}

/// What templates ask for that is no field and no form of one. A noun that is counted, and verbs for one and several,
/// are forms too.
pub fn unknown<'t>(
    templates: impl IntoIterator<Item = &'t String>,
    known: &BTreeSet<String>,
    made: &[&str],
    forms: &[&str],
) -> Vec<String> {
    let mut wrong = Vec::new();
    for text in templates {
        for (name, form) in template::fields(text) {
            let form = form.unwrap_or_default();
            let counts = form.chars().all(|c| c.is_ascii_lowercase() || matches!(c, ' ' | '/'));
            let inner = name.rsplit('.').next().expect("a name");
            if !(known.contains(inner) || made.contains(&name)) || !(forms.contains(&form) || counts) {
                wrong.push(format!("{{{name}:{form}}} in '{text}'"));
            }
        }
    }
    wrong
}
