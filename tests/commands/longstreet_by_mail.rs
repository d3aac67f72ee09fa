//! Longstreet by mail: a battle of more than twenty turns between two mailboxes, with hands that nobody else sees,
//! reshuffles of cards that nobody sees, and both hands proved at the end.
#![cfg(unix)]

use std::fs;
use std::path::Path;

use serde_json::{Value, json};

use crate::hands::{decks, everything, hand};
use crate::match_by_mail::{Post, plan};

/// The battle ends in the first Federal turn from this one on, and in no other way.
const TURNS: u64 = 22;
/// Until this turn nobody is asked for anything, and no card is named that is not played.
const QUIET: u64 = 6;
/// From here each side reshuffles once.
const RESHUFFLE: u64 = 9;

/// The shipped pack with a battle that only time decides.
fn own_pack(to: &Path) {
    let from = Path::new(env!("CARGO_MANIFEST_DIR")).join("scenarios/longstreet");
    fs::create_dir_all(to.join("scenarios")).unwrap();
    for name in ["cards.yaml", "scenarios/brawners_farm.yaml", "scenarios/millers_ford.yaml"] {
        let text = fs::read_to_string(from.join(name)).unwrap();
        let text = match name {
            "scenarios/brawners_farm.yaml" => {
                let kept = text.lines().filter(|line| !line.contains("destroyed: {bases"));
                let kept: String = kept.map(|line| format!("{line}\n")).collect();
                kept.replace("{turns: 24}", &format!("{{turns: {TURNS}}}"))
            }
            _ => text,
        };
        fs::write(to.join(name), text).unwrap();
    }
}

/// The newest state in somebody's folder: its turn, and the events of all states.
fn turn_and_events(post: &Post, who: &str) -> (u64, Vec<Value>) {
    let mut states: Vec<_> =
        fs::read_dir(Path::new(&post.folder(who)).join("states")).unwrap().map(|one| one.unwrap().path()).collect();
    states.sort();
    let (mut turn, mut events) = (0, Vec::new());
    for path in states {
        let bytes = fs::read(&path).unwrap();
        let state = adjutant::document::read("state", &bytes, adjutant::document::Form::State).unwrap().content;
        turn = state["position"]["game"]["turn"].as_u64().unwrap();
        events.extend(state["events"].as_array().cloned().unwrap_or_default());
    }
    (turn, events)
}

/// The sensible player's turn, quiet at first, and with a reshuffle when it is time.
fn draft(post: &Post, who: &str, seat: &str, (folder, secrets): (&Path, &Path)) -> String {
    let (turn, events) = turn_and_events(post, who);
    let mut draft = plan(folder, seat, 3, secrets, turn > QUIET);
    if let Some(orders) = draft.get_mut("orders").and_then(Value::as_array_mut) {
        let has = events.iter().any(|event| event["event"] == "reshuffled" && event["side"] == seat);
        let in_turn = || events.iter().rev().take_while(|event| event["event"] != "turn");
        let begins = !in_turn().any(|event| event["event"] == "invoked");
        if turn >= RESHUFFLE && !has && begins && orders[0].get("reshuffle").is_none() {
            orders.insert(0, json!({"reshuffle": {}}));
        }
        let quiet = json!({"interrupts": "pass", "morale": "pass", "facts": "accept", "interrupted": "go_on"});
        draft["standing"] = if turn <= QUIET { quiet } else { json!({"interrupted": "go_on"}) };
    }
    adjutant::document::write(&draft)
}

#[test]
fn a_battle_of_more_than_twenty_turns_by_mail() {
    let post = Post::new();
    own_pack(&post.path("our_battles"));
    post.run_ok("ann", &["pack", "check", "our_battles"]);
    let post = post.begin(
        &["--game", "longstreet", "--pack", "our_battles", "--scenario", "brawners_farm"],
        ["federal", "confederate"],
    );
    let mut files = 0;
    let mut looked = false;
    for _ in 0..400 {
        let sent = [
            post.moves_as("bob", "confederate", |folder, secrets| {
                draft(&post, "bob", "confederate", (folder, secrets))
            }),
            post.moves_as("ann", "federal", |folder, secrets| draft(&post, "ann", "federal", (folder, secrets))),
        ];
        files += sent.iter().filter(|sent| **sent).count();
        if !looked && turn_and_events(&post, "ann").0 >= QUIET {
            looked = true;
            no_hand_in_the_mail(&post);
        }
        if sent == [false, false] {
            break;
        }
    }
    let (turn, events) = turn_and_events(&post, "ann");
    assert!(looked && turn >= 20, "{turn} turns in {files} mails");
    println!("{turn} turns, {files} mails");
    let of = |name: &str, side: &str| events.iter().filter(|e| e["event"] == name && e["side"] == side).count();
    for side in ["federal", "confederate"] {
        assert!(of("reshuffled", side) >= 1 && of("volley", side) > 0, "{side}");
    }
    assert!(
        events.iter().any(|event| event["event"] == "ended" && event["how"] == "conditions"),
        "{:?}",
        events.last()
    );

    // Nobody knows what was removed, not even the owner of the cards.
    let shown: Value =
        serde_json::from_str(&post.run_ok("bob", &["show", "hand", &post.folder("bob"), "--format", "json"])).unwrap();
    let removed = shown["piles"]["removed"].as_array().unwrap();
    assert!(removed.len() >= 6 && removed.iter().all(Value::is_null), "{removed:?}");
    let shown = post.run_ok("bob", &["show", "hand", &post.folder("bob")]);
    let removed = |line: &str| line.starts_with("Removed") && line.contains("unseen");
    assert!(shown.lines().any(removed), "{shown}");

    // Both disclose, and both hands are followed from the first card to the last, including what was removed unseen.
    let (code, said) = post.run("ann", &["verify", &post.folder("ann")]);
    assert!(code == 1 && said.contains("owes a disclosure"), "{said}");
    for (who, other) in [("ann", "bob"), ("bob", "ann")] {
        post.run_ok(who, &["disclose", &post.folder(who)]);
        post.run_ok(who, &["mail", &post.folder(who), "--send"]);
        post.run_ok(other, &["receive", &post.mailbox(other), "--folder", &format!("{other}-matches")]);
    }
    for who in ["ann", "bob"] {
        let said = post.run_ok(who, &["verify", &post.folder(who)]);
        assert!(said.contains("2 hands followed from the first card to the last"), "{said}");
    }
    if let Some(matches) = std::env::var_os("ADJUTANT_MATCHES") {
        let to = Path::new(&matches).join("longstreet");
        crate::folders::copy_all(&post.path("ann-matches/match"), &to);
        fs::write(to.join("decks.json"), json!(decks("longstreet", "brawners_farm")).to_string()).unwrap();
    }
}

/// The cards of a hand are in no file that the other side has, its mail among them, unless their owner has named them
/// in an order that has come back to him. Cards that everybody knows he may hold are listed as options of a question.
fn no_hand_in_the_mail(post: &Post) {
    let mut looked_for = 0;
    for (who, other) in [("ann", "bob"), ("bob", "ann")] {
        let mut files = Vec::new();
        everything(&post.path(&format!("{other}-matches")), &mut files);
        files.retain(|(name, _)| name.ends_with(".yaml") && (name.contains("/turns/") || name.contains("/states/")));
        for (_, text) in files.iter_mut().filter(|(name, _)| name.contains("/states/")) {
            let read = adjutant::document::read("state", text.as_bytes(), adjutant::document::Form::State);
            let mut state = read.unwrap().content;
            state.as_object_mut().unwrap().remove("awaiting");
            *text = state.to_string();
        }
        for card in hand(post, who) {
            let has =
                |text: &str| text.split(|c: char| !(c.is_ascii_alphanumeric() || c == '_')).any(|word| word == card);
            let found: Vec<&String> = files.iter().filter(|(_, text)| has(text)).map(|(name, _)| name).collect();
            if !found.iter().any(|name| name.contains("/turns/")) {
                looked_for += 1;
                assert!(found.is_empty(), "{card} of {who} stands in {found:?}");
            }
        }
    }
    assert!(looked_for >= 4, "{looked_for} cards");
}
