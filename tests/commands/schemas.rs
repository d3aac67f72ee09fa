//! The schemas in `schemas/` are those of this build. `ADJUTANT_BLESS=1 cargo test --test commands schemas::` rewrites
//! them.

use std::collections::BTreeSet;
use std::path::Path;
use std::process::Command;

/// The schema that a command prints is the one that is kept in `schemas/`.
fn is_kept(arguments: &[&str], file: &str) {
    let made = Command::new(env!("CARGO_BIN_EXE_adjutant")).arg("schema").args(arguments).output().unwrap();
    assert!(made.status.success());
    let made = String::from_utf8(made.stdout).unwrap();
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("schemas").join(file);
    if std::env::var_os("ADJUTANT_BLESS").is_some() {
        std::fs::create_dir_all(path.parent().unwrap()).unwrap();
        std::fs::write(&path, &made).unwrap();
    }
    let kept = std::fs::read_to_string(&path).unwrap_or_default();
    assert!(kept == made, "schemas/{file} is stale: run ADJUTANT_BLESS=1 cargo test --test commands schemas::");
}

#[test]
fn the_schemas_are_not_stale() {
    is_kept(&["charter"], "charter.json");
    is_kept(&["plan"], "plan.json");
    let games = adjutant::registry::games().ids();
    for game in &games {
        is_kept(&["turn", "--ruleset", game], &format!("{game}/turn.json"));
        is_kept(&["queue", "--ruleset", game], &format!("{game}/queue.json"));
        is_kept(&["case", "--ruleset", game], &format!("{game}/case.json"));
    }
    // No schemas are kept of a game that no longer exists.
    let kept = std::fs::read_dir(Path::new(env!("CARGO_MANIFEST_DIR")).join("schemas")).unwrap();
    let folders = kept.map(|entry| entry.unwrap()).filter(|entry| entry.path().is_dir());
    let folders: BTreeSet<String> = folders.map(|entry| entry.file_name().into_string().unwrap()).collect();
    assert_eq!(folders, games.into_iter().map(str::to_owned).collect());
}

/// The schemas that editors get for a part of a turn: they do not validate, they only give the bounds needed for
/// completion.
#[test]
fn the_schema_of_a_turn_bounds_tracks_paths_and_theaters() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("schemas/civil_war/turn.json");
    let schema: serde_json::Value = serde_json::from_str(&std::fs::read_to_string(path).unwrap()).unwrap();
    let pay = &schema["$defs"]["Move"]["properties"]["pay"];
    assert_eq!(pay["additionalProperties"], false, "{pay:#}");
    assert_eq!(pay["properties"]["trans_mississippi"]["type"], "integer");
    assert_eq!(pay["minProperties"], 1);
    assert_eq!(schema["$defs"]["Spend"]["minProperties"], 1);
    assert_eq!(schema["$defs"]["Rail"]["properties"]["pay"]["minProperties"], 1);
    assert_eq!(schema["$defs"]["Hex"]["pattern"], "^B?[0-9]{4}$");
    assert_eq!(schema["$defs"]["Hex"]["maximum"], 9999);
    let text = schema.to_string();
    assert!(text.contains(r#""primary":{"enum":["east","west","trans_mississippi"]}"#), "theaters are named");
}
