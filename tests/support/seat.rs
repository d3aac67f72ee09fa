//! A seat of an example, played with the program itself: its folder of secrets, and its drafts.

use std::path::Path;

use adjutant::document::{Value, write};
use adjutant::trust::{Vault, secret};
use serde_json::{Map, json};

use super::example;

/// A folder of secrets with the key and the seed of one seat, as if it had joined from there.
pub fn secrets(home: &Path, example: &str, seat: &str) {
    let vault = Vault::open(home).expect("a vault");
    let (key, seeds) = (example::key(example, seat), example::seeds(example, seat));
    vault.keep_key("default", &key, None).expect("a key");
    let anchor = seeds.anchor();
    let root = seeds.reveal(example::length(example)).expect("the root");
    let root = secret::wrap(&key, &format!("seed {anchor}"), &root.0);
    let file = json!({"anchor": anchor, "length": example::length(example), "key": key.public(), "root": root});
    let folder = home.join("seeds").join(anchor.to_string());
    std::fs::create_dir_all(&folder).expect("a folder");
    std::fs::write(folder.join("root"), file.to_string()).expect("a file");
}

/// The player's decision as he would have drafted it.
pub fn draft_of(turn: &Value) -> String {
    let decided = ["orders", "answers", "standing", "commit", "open", "take_back", "offer", "comment"];
    let fields = turn.as_object().expect("a mapping").iter().filter(|(key, _)| decided.contains(&key.as_str()));
    let mut draft = Map::from_iter([("adjutant".to_owned(), json!(1)), ("kind".to_owned(), json!("turn"))]);
    draft.extend(fields.map(|(key, value)| (key.clone(), value.clone())));
    write(&Value::Object(draft))
}
