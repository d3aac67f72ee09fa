//! Hands on the command line and by mail: nobody sees a hand but its owner, and both are proved in the end.
#![cfg(unix)]

use std::fs;
use std::path::Path;

use adjutant::engine::Decks;
use serde_json::{Value, json};

use crate::by_mail::Post;

const BULL_RUN: &[&str] = &["--game", "dixie", "--scenario", "first_bull_run"];

fn hand(post: &Post, who: &str) -> Vec<String> {
    let told = post.yes(who, &["show", "hand", &post.folder(who), "--format", "json"]);
    let told: Value = serde_json::from_str(&told).unwrap_or_else(|error| panic!("{error}: {told}"));
    told["piles"]["hand"].as_array().unwrap().iter().map(|card| card.as_str().unwrap().to_owned()).collect()
}

/// What the piles hold before anything is done, which only the game knows.
fn decks() -> Decks {
    let game = adjutant::registry::games().shipped("dixie").unwrap();
    game.setup(&"first_bull_run".parse().unwrap(), &serde_json::Map::new()).unwrap().decks()
}

/// Every file of a folder, with its bytes as text.
fn everything(folder: &Path, found: &mut Vec<(String, String)>) {
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            everything(&path, found);
        } else {
            found.push((path.display().to_string(), String::from_utf8_lossy(&fs::read(&path).unwrap()).into_owned()));
        }
    }
}

#[test]
fn a_battle_by_mail_with_hands_that_nobody_else_sees() {
    let post = Post::begun_by(BULL_RUN, ["usa", "csa"]);
    let charter = fs::read_to_string(post.path("ann-matches/match/charter.yaml")).unwrap();
    assert_eq!(charter.matches("hidden: ").count(), 2, "{charter}");
    post.yes("bob", &["receive", &post.mailbox("bob"), "--folder", "bob-matches", "--adjudicate"]);
    let bobs = post.folder("bob");
    let held = hand(&post, "bob");
    assert_eq!(held.len(), 15, "the muster of the CSA at Bull Run (2.0): {held:?}");

    // The other side's hand is on another machine.
    let (code, told) = post.run("bob", &["show", "hand", "--seat", "usa", &bobs]);
    assert!(code == 2 && told.contains("its secret is not on this machine"), "{told}");
    assert!(post.yes("bob", &["show", "table", &bobs]).contains("hand: 18 cards"));
    let (code, told) = post.run("bob", &["disclose", &bobs]);
    assert!(code == 1 && told.contains("the match is not over") && told.contains("--surrender"), "{told}");

    // The draft lists the hand; a card that is not in it is refused, whoever else has it.
    let told = post.yes("bob", &["draft", &bobs]);
    let draft = told.split_whitespace().find(|word| word.ends_with(".yaml")).unwrap().trim_end_matches('.').to_owned();
    let text = fs::read_to_string(post.path(&draft)).unwrap();
    assert!(held.iter().all(|card| text.contains(card.as_str())), "{text}");
    let all = decks()
        .get(&"csa".parse::<adjutant::document::Id>().unwrap())
        .unwrap()
        .values()
        .flatten()
        .cloned()
        .collect::<Vec<String>>();
    let strange = all.into_iter().find(|card| !held.contains(card) && card.starts_with("va_")).unwrap();
    for (cards, says) in
        [(vec![strange.clone()], strange.as_str()), (vec![held[0].clone(), held[0].clone()], held[0].as_str())]
    {
        let deploy = json!({"adjutant": 1, "kind": "turn", "orders": [{"deploy": {"cards": {"csa_center": cards}}}]});
        fs::write(post.path("wrong.yaml"), deploy.to_string()).unwrap();
        let (code, told) = post.run("bob", &["check", "wrong.yaml", "--folder", &bobs]);
        assert!(code == 1 && told.contains(says), "{told}");
    }
    fs::remove_file(post.path(&draft)).unwrap();

    for _ in 0..4 {
        post.moves("bob", "csa", 2);
        post.moves("ann", "usa", 1);
    }
    // What is face down or in a hand stands in nothing that was mailed.
    let shown: Value =
        serde_json::from_str(&post.yes("bob", &["show", "hand", &post.folder("bob"), "--format", "json"])).unwrap();
    let mut secret: Vec<String> = hand(&post, "bob");
    secret.extend(shown["laid"].as_object().unwrap().values().map(|card| card.as_str().unwrap().to_owned()));
    assert!(!secret.is_empty());
    let mut files = Vec::new();
    everything(&post.path("ann-matches"), &mut files);
    files.retain(|(name, _)| !name.contains("/packs/"));
    let has = |text: &str, card: &str| {
        text.split(|c: char| !(c.is_ascii_alphanumeric() || c == '_')).any(|word| word == card)
    };
    // A card that lay open once may be in a hand again.
    let lay_open = |card: &str| {
        let shows = |line: &str| (line.contains("card: ") || line.contains("choice: ")) && has(line, card);
        files.iter().any(|(name, text)| name.contains("/states/") && text.lines().any(shows))
    };
    for card in secret.iter().filter(|card| !lay_open(card)) {
        let leaks: Vec<&String> = files.iter().filter(|(_, text)| has(text, card)).map(|(name, _)| name).collect();
        assert!(leaks.is_empty(), "{card} stands in {leaks:?}");
    }
    assert!(post.yes("bob", &["report", "--mine", &bobs]).contains("Only you see this"));

    // Bob gives up; both disclose, and both hands are proved.
    while !post.awaited("bob").iter().any(|seat| seat == "csa") {
        post.moves("ann", "usa", 1);
        post.yes("bob", &["receive", &post.mailbox("bob"), "--folder", "bob-matches", "--adjudicate"]);
        post.yes("bob", &["mail", &bobs, "--send"]);
    }
    assert!(post.yes("bob", &["disclose", &bobs, "--surrender"]).contains("You resign"));
    post.yes("bob", &["mail", &bobs, "--send"]);
    let told = post.yes("ann", &["receive", &post.mailbox("ann"), "--folder", "ann-matches", "--adjudicate"]);
    assert!(told.contains("discloses its hand: `adjutant disclose"), "{told}");
    let anns = post.folder("ann");
    let (code, told) = post.run("ann", &["verify", &anns]);
    assert!(code == 1 && told.contains("'usa' owes a disclosure: that it wins is not proved"), "{told}");
    post.yes("ann", &["verify", "--partial", &anns]);
    let (code, told) = post.run("ann", &["match", "continue", "ann-more/match", "--from", &anns]);
    assert!(code == 1 && told.contains("a match with hidden hands is not continued by another"), "{told}");
    // What somebody else has sent keeps nobody from disclosing.
    let junk = post.path("ann-matches/match/turns/junk.yaml");
    fs::write(&junk, "adjutant: 1\nkind: letter\n").unwrap();
    assert_eq!(post.run("ann", &["verify", "--partial", &anns]).0, 1);
    post.yes("ann", &["disclose", &anns]);
    fs::remove_file(junk).unwrap();
    post.yes("ann", &["mail", &anns, "--send"]);
    post.yes("bob", &["receive", &post.mailbox("bob"), "--folder", "bob-matches"]);
    post.yes("bob", &["disclose", &bobs]);
    post.yes("bob", &["mail", &bobs, "--send"]);
    post.yes("ann", &["receive", &post.mailbox("ann"), "--folder", "ann-matches"]);
    for who in ["ann", "bob"] {
        let told = post.yes(who, &["verify", &post.folder(who)]);
        assert!(told.contains("2 hands followed from the first card to the last"), "{told}");
    }
    if let Some(matches) = std::env::var_os("ADJUTANT_MATCHES") {
        let to = Path::new(&matches).join("hands");
        crate::losses::copy(&post.path("ann-matches/match"), &to);
        fs::write(to.join("decks.json"), json!(decks()).to_string()).unwrap();
    }
}
