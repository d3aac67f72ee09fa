//! `review`: what decided a match that is over.

use std::fs;
use std::path::Path;
use std::process::Command;

use serde_json::Value;

fn run(args: &[&str], home: &Path) -> (i32, String) {
    let ran = Command::new(env!("CARGO_BIN_EXE_adjutant"))
        .args(args)
        .env("ADJUTANT_HOME", home)
        .env("ADJUTANT_CACHE", "off")
        .output()
        .unwrap();
    (ran.status.code().unwrap(), String::from_utf8([ran.stdout, ran.stderr].concat()).unwrap())
}

/// The curve has every step, luck is told of steps with dice alone, and nobody is told of decisions that were not looked at.
#[test]
fn a_match_that_is_over_is_reviewed() {
    let home = tempfile::tempdir().unwrap();
    let (code, text) =
        run(&["review", "examples/battle-cry-gettysburg", "--futures", "0", "--format", "json"], home.path());
    assert_eq!(code, 0, "{text}");
    let review: Value = serde_json::from_str(&text).unwrap();
    let states = fs::read_dir("examples/battle-cry-gettysburg/states").unwrap().count();
    let curve = review["curve"].as_array().unwrap();
    assert_eq!(curve.len(), states);
    let (first, last) = (&curve[0]["chance"], &curve[states - 1]["chance"]);
    assert!((1..10_000).contains(&first.as_i64().unwrap()), "{first}");
    assert!([0, 5_000, 10_000].contains(&last.as_i64().unwrap()), "{last}: the match is over");
    assert_eq!(review["decisions"], serde_json::json!([]));
    let (code, text) = run(&["review", "examples/battle-cry-gettysburg", "--futures", "0"], home.path());
    assert_eq!(code, 0, "{text}");
    assert!(review["luck"].as_array().unwrap().iter().all(|luck| !luck["rolled"].as_array().unwrap().is_empty()));
    assert!(text.contains("Winning chance of the") && text.contains("\nLuck\n"), "{text}");
}

/// While a match runs, nobody is advised; when it is over, a practice match has its decisions reviewed, twice the same.
#[test]
fn a_match_is_reviewed_only_when_it_is_over() {
    let home = tempfile::tempdir().unwrap();
    let folder = home.path().join("alone").display().to_string();
    assert_eq!(run(&["practice", "new", &folder, "--game", "crossroads"], home.path()).0, 0);
    let (code, text) = run(&["review", &folder], home.path());
    assert!(code == 1 && text.contains("is not over") && text.contains("practice hint"), "{text}");
    for _ in 0..60 {
        if run(&["practice", "hint", &folder, "--write", "--force"], home.path()).0 != 0 {
            break;
        }
        let (code, text) = run(&["practice", "go", &folder, "--yes"], home.path());
        assert_eq!(code, 0, "{text}");
    }
    let reviewed = run(&["review", &folder, "--futures", "4"], home.path());
    assert_eq!(reviewed.0, 0, "{}", reviewed.1);
    for words in ["Winning chance of the Union", "Luck", "Decisions of the Union", "Decisions of the Confederacy"] {
        assert!(reviewed.1.contains(words), "{words}: {}", reviewed.1);
    }
    assert_eq!(run(&["review", &folder, "--futures", "4"], home.path()), reviewed);
}
