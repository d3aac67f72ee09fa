//! `match new --from`: two players begin at a position of a match that others played.
#![cfg(unix)]

use std::fs;
use std::path::Path;

use adjutant::document::{Form, Value, read};

use crate::match_by_mail::{Post, plan};

fn document(path: &Path) -> Value {
    read("state", &fs::read(path).unwrap(), Form::State).unwrap().content
}

/// A step of the example after which orders are due, while both sides' priorities for the next turn lie face down.
fn source() -> (String, u64) {
    let folder = crate::example::folder(crate::example::HEAD_TO_HEAD);
    let fits = |step: &u64| {
        let state = document(&folder.join(format!("states/{step:04}.yaml")));
        let orders = state["awaiting"].as_array().unwrap().iter().any(|one| one.get("orders").is_some());
        orders && state["position"]["choices"]["priorities-2"].is_object()
    };
    let step = (20..70).find(fits).expect("a step with orders and with priorities face down");
    (folder.display().to_string(), step)
}

/// They agree on the position by signing, choose anew what was secret, and both copies verify.
#[test]
fn two_play_on_from_a_position_of_others() {
    let (source, step) = source();
    let number = step.to_string();
    let post = Post::new().begin(&["--from", &source, "--step", &number], ["confederate", "union"]);
    let origin = document(&Path::new(&source).join(format!("states/{step:04}.yaml")));
    let bobs = post.folder("bob");
    let zero = document(&post.path("ann-matches/match/states/0000.yaml"));
    let mut kept = origin["position"].clone();
    kept["choices"] = serde_json::json!({"priorities-2": {"commitments": {}}});
    assert_eq!(zero["position"], kept);
    let charter = document(&post.path("ann-matches/match/charter.yaml"));
    assert_eq!(charter["from"]["match"], origin["match"]);
    assert_eq!(charter["from"]["step"], step);
    let terms = post.run_ok("bob", &["match", "sign", &bobs]);
    assert!(terms.contains(&format!("begins at    the position after step {step} of the match")), "{terms}");
    let draft = |seat: &'static str| {
        move |folder: &Path, secrets: &Path| adjutant::document::write(&plan(folder, seat, 3, secrets, false))
    };
    let turn = || {
        let states = fs::read_dir(post.path("ann-matches/match/states")).unwrap();
        let names = states.map(|one| one.unwrap().file_name().into_string().unwrap());
        let newest = names.filter(|name| name != "before.yaml").max().unwrap();
        document(&post.path("ann-matches/match/states").join(newest))["position"]["game"]["turn"].clone()
    };
    let first = turn();
    for _ in 0..200 {
        if turn() != first {
            break;
        }
        post.moves_as("bob", "union", draft("union"));
        post.moves_as("ann", "confederate", draft("confederate"));
    }
    assert_ne!(turn(), first, "the next turn has begun, with priorities that were chosen in this match");
    // Ann has the match that it comes from, and Bob has the position alone.
    let anns = post.run_ok("ann", &["verify", "ann-matches/match"]);
    assert!(anns.contains("it begins at a position of a match of"), "{anns}");
    let told = post.run_ok("bob", &["verify", &bobs]);
    assert!(!told.contains("missing"), "{told}");
    assert!(!anns.contains("word"), "{anns}");
    for told in ["0", "1"] {
        let report = post.run_ok("bob", &["report", told, &bobs]);
        assert!(report.contains(&format!("The match begins at a position of another: after step {step}")), "{report}");
    }
    fs::remove_dir_all(post.path("ann-matches/match/earlier")).unwrap();
    let anns = post.run_ok("ann", &["verify", "ann-matches/match"]);
    assert!(anns.contains("that the position was reached is the word of those who signed the charter"), "{anns}");
}

/// A charter alone is no invitation: the position is missing.
#[test]
fn a_charter_without_its_position_says_what_is_missing() {
    let (source, step) = source();
    let post = Post::new();
    post.run_ok("ann", &["match", "new", "one", "--title", "One", "--from", &source, "--step", &step.to_string()]);
    post.run_ok("ann", &["match", "join", "one", "--seat", "union", "--name", "Ann"]);
    fs::copy(post.path("one/charter.yaml"), post.path("c12.yaml")).unwrap();
    let args = ["match", "accept", "c12.yaml", "two", "--seat", "confederate", "--name", "Bob"];
    let (code, told) = post.run("bob", &args);
    assert!(code == 1 && told.contains("from which this match begins, is missing"), "{told}");
    assert!(told.contains("the mail with the invitation") && told.contains("the folder of the other player"), "{told}");
    // A match that does not verify is named itself.
    let (code, told) = post.run("ann", &["match", "new", "three", "--title", "Three", "--from", "one"]);
    assert!(code != 0 && !told.contains("--folder three"), "{told}");
}

/// Whoever is asked to sign a charter with another position than it names signs nothing.
#[test]
fn a_changed_position_is_not_signed() {
    let (source, step) = source();
    let post = Post::new();
    let number = step.to_string();
    post.run_ok("ann", &["match", "new", "one", "--title", "One", "--from", &source, "--step", &number]);
    let path = post.path("one/states/before.yaml");
    let text = fs::read_to_string(&path).unwrap();
    fs::write(&path, text.replacen("turn: ", "turn: 1", 1)).unwrap();
    for (who, seat) in [("ann", "union"), ("bob", "confederate")] {
        post.run_ok(who, &["match", "join", "one", "--seat", seat, "--name", who]);
    }
    let (code, told) = post.run("bob", &["match", "sign", "one"]);
    assert_eq!(code, 1, "{told}");
    assert!(told.contains("states/before.yaml is not the state from which this match begins"), "{told}");
    let (code, told) = post.run("ann", &["match", "invite", "one", "--to", "cat@example.org"]);
    assert!(code == 1 && told.contains("it or the charter was changed"), "{told}");
    assert!(!document(&post.path("one/charter.yaml")).as_object().unwrap().contains_key("signatures"));
    // The step is changed in the charter, so that it names another than the state that lies here.
    fs::write(&path, &text).unwrap();
    let charter = post.path("one/charter.yaml");
    let changed = fs::read_to_string(&charter).unwrap().replacen(&format!("step: {step}"), "step: 3", 1);
    fs::write(&charter, changed).unwrap();
    let (code, told) = post.run("bob", &["match", "sign", "one"]);
    assert_eq!(code, 1, "{told}");
    assert!(told.contains(&format!("the state named is that of step {step}")), "{told}");
}

#[test]
fn what_nobody_else_can_play_on_from_is_refused() {
    let (source, step) = source();
    let post = Post::new();
    let number = step.to_string();
    let hands = crate::example::folder("dixie").display().to_string();
    for (args, why) in [
        (vec!["--from", &source], "the match is over"),
        (vec!["--from", &source, "--step", "999"], "the match has no step 999"),
        (vec!["--from", &hands, "--step", "10"], "cards that only they know"),
        (vec!["--from", &source, "--step", &number, "--scenario", "virginia_1862"], "cannot be used with"),
        (vec!["--from", &source, "--step", &number, "--escrow"], "cannot be used with"),
        (vec!["--step", &number], "--from"),
        (vec!["--from", &source, "--step", "-1"], "a step is a whole number"),
        (vec!["--from", "nowhere"], "there is no such folder"),
    ] {
        let (code, told) = post.run("ann", &[&["match", "new", "one", "--title", "One"][..], &args].concat());
        assert!((code == 1 || code == 2) && told.contains(why), "{args:?}: {told}");
        assert!(!post.path("one").exists(), "{args:?}");
    }
}
