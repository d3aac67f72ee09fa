//! What `dispute` tells a referee, and the letter that he can send to both players.

use std::fs;
use std::path::Path;

use adjutant::chain::sign::seal;
use adjutant::document::{Form, Id, Value, read, write};
use adjutant::trust::Vault;

use crate::folders::copy_all;
use crate::match_by_mail::Post;

/// Two copies of a match in which Bob has moved: Ann's and Bob's.
fn two_copies() -> Post {
    let post = Post::begun(&["--game", "crossroads"]);
    for _ in 0..3 {
        post.moves("bob", "confederate", 1);
        post.moves("ann", "union", 1);
    }
    post.run_ok("bob", &["receive", &post.mailbox("bob"), "--folder", "bob-matches"]);
    copy_all(Path::new(&post.folder("ann")), &post.path("hers"));
    copy_all(Path::new(&post.folder("ann")), &post.path("his"));
    post
}

fn last_turn(post: &Post, seat: &str) -> String {
    let mut names: Vec<String> = fs::read_dir(post.path("his/turns"))
        .unwrap()
        .map(|one| one.unwrap().file_name().into_string().unwrap())
        .filter(|name| name.contains(seat))
        .collect();
    names.sort();
    format!("turns/{}", names.pop().unwrap())
}

fn content(post: &Post, file: &str) -> Value {
    read(file, &fs::read(post.path(file)).unwrap(), Form::Signed).unwrap().content
}

#[test]
fn an_altered_copy_is_told_by_its_fields() {
    let post = two_copies();
    let turn = last_turn(&post, "confederate");
    let file = format!("his/{turn}");
    let mut altered = content(&post, &file);
    altered["comment"] = "We run.".into();
    fs::write(post.path(&file), write(&altered)).unwrap();
    let (code, told) = post.run("cat", &["dispute", "hers", "his", "--letter", "letter.txt"]);
    assert_eq!(code, 1, "{told}");
    for words in ["It names Bob (Confederate).", "was altered: `comment` from nothing to \"We run.\"", "letter.txt"] {
        assert!(told.contains(words), "{words}: {told}");
    }
    let letter = fs::read_to_string(post.path("letter.txt")).unwrap();
    for words in [
        "To Bob (Confederate), Ann (Union).",
        "What was found",
        "- `comment` from nothing to \"We run.\"",
        "It counts against",
        "What it does not prove",
        "-----BEGIN ADJUTANT TURN-----",
    ] {
        assert!(letter.contains(words), "{words}: {letter}");
    }
    assert!(letter.lines().all(|line| line.len() <= 78), "{letter}");
    // The letter itself carries the document that counts.
    fs::create_dir(post.path("cat-matches/match")).unwrap();
    copy_all(&post.path("hers"), &post.path("cat-matches/match"));
    fs::remove_file(post.path("cat-matches/match").join(&turn)).unwrap();
    post.run("cat", &["receive", "letter.txt", "--folder", "cat-matches"]);
    post.run_ok("cat", &["verify", "cat-matches/match"]);
    let (_, told) = post.run("cat", &["dispute", "hers", "his", "--format", "json"]);
    let told: Value = serde_json::from_str(&told).unwrap();
    assert_eq!(told["differences"]["fields"][0]["field"], "comment", "{told}");
    assert_eq!(told["differences"]["fields"][0]["to"], "We run.", "{told}");
}

#[test]
fn two_turns_of_one_player_are_told_by_name_and_by_what_differs() {
    let post = two_copies();
    let turn = last_turn(&post, "confederate");
    let mut other = content(&post, &format!("his/{turn}"));
    other.as_object_mut().unwrap().shift_remove("signatures");
    other["comment"] = "In other words.".into();
    let key = Vault::open(post.path("bob-secrets")).unwrap().load_key("default", || None).unwrap();
    let seat: Id = "confederate".parse().unwrap();
    fs::write(post.path(&format!("his/{turn}")), write(&seal(&other, &seat, &key).unwrap())).unwrap();
    let (code, letter) = post.run("cat", &["dispute", "hers", "his", "--letter", "-"]);
    assert_eq!(code, 1, "{letter}");
    for words in [
        "Bob (Confederate), with the key",
        "Both files",
        "`comment`: \"In other words.\"",
        "The rule",
        "double dealing by Bob (Confederate)",
        "What it does not prove",
    ] {
        assert!(letter.contains(words), "{words}: {letter}");
    }
    assert_eq!(letter.matches("-----BEGIN ADJUTANT TURN-----").count(), 2, "{letter}");
    // What differs is the comment, and nothing against Ann.
    assert!(!letter.contains("dealing by Ann"), "{letter}");
}
