//! The turn that the rulebook of Battle Cry of Freedom plays out, typed from docs/battle_cry_turn.md between two
//! mailboxes: each file by itself, with hidden hands and hidden command points.
#![cfg(unix)]

use std::fs;
use std::path::Path;

use serde_json::Value;

use crate::folders::copy_all;
use crate::hands::hand;
use crate::match_by_mail::Post;

/// The set-up takes an empty turn and two picks.
const SET_UP: u64 = 3;
/// The combat value of the attacker less the defender's, after each send of Antietam and Corinth, as the rulebook counts
/// it; the fourth of Corinth as its text has it without the Turning Movement (BC-5), the fifth corrected (BC-24).
const LEADS: [i64; 15] = [5, -1, 5, 0, 5, -2, 1, 0, 5, 3, 6, 1, 2, 0, 3];

/// The blocks of YAML under each heading of the page.
fn blocks() -> Vec<(String, String)> {
    let page = Path::new(env!("CARGO_MANIFEST_DIR")).join("docs/battle_cry_turn.md");
    let page = fs::read_to_string(page).unwrap();
    let mut heading = "";
    let mut found: Vec<(String, String)> = Vec::new();
    let mut inside = false;
    for line in page.lines() {
        match line {
            "```yaml" => {
                inside = true;
                found.push((heading.to_owned(), String::new()));
            }
            "```" => inside = false,
            line if inside => {
                *found.last_mut().unwrap() = {
                    let (heading, text) = found.last().unwrap().clone();
                    (heading, text + line + "\n")
                }
            }
            line => heading = line.strip_prefix('#').map_or(heading, |rest| rest.trim_start_matches(['#', ' '])),
        }
    }
    found
}

/// The state of a step, in somebody's folder.
fn state(post: &Post, who: &str, step: u64) -> Value {
    let path = Path::new(&post.folder(who)).join(format!("states/{step:04}.yaml"));
    let bytes = fs::read(path).unwrap();
    adjutant::document::read("state", &bytes, adjutant::document::Form::State).unwrap().content
}

/// Takes in what has come, and answers it.
fn receive(post: &Post, who: &str) {
    post.run_ok(who, &["receive", &post.mailbox(who), "--folder", &format!("{who}-matches"), "--adjudicate"]);
}

fn lead(event: &Value, attacker: &str) -> i64 {
    let of = |side: &str| event[side].as_array().into_iter().flatten().filter_map(|part| part[1].as_i64()).sum::<i64>();
    let (union, confederate) = (of("union"), of("confederate"));
    if attacker == "union" { union - confederate } else { confederate - union }
}

#[test]
fn the_turn_of_the_rulebook_is_typed_from_the_page() {
    let mut blocks = blocks();
    let (_, scenario) = blocks.remove(0);
    let post = Post::new();
    copy_all(&Path::new(env!("CARGO_MANIFEST_DIR")).join("scenarios/battle_cry"), &post.path("our_cards"));
    fs::write(post.path("our_cards/scenarios/example_of_play.yaml"), scenario).unwrap();
    post.run_ok("ann", &["pack", "check", "our_cards"]);
    let game = ["--game", "battle_cry", "--pack", "our_cards", "--scenario", "example_of_play"];
    let post = post.begin(&game, ["union", "confederate"]);
    for (heading, block) in &blocks {
        let (who, other, seat) = match heading.contains("Union") {
            true => ("ann", "bob", "union"),
            false => ("bob", "ann", "confederate"),
        };
        receive(&post, who);
        if post.awaited(who) != [seat] {
            // He moved last, and waits for the state.
            receive(&post, other);
            post.run_ok(other, &["mail", &post.folder(other), "--send"]);
            receive(&post, who);
        }
        assert_eq!(post.awaited(who), [seat], "{heading}");
        let mut text = format!("adjutant: 1\nkind: turn\n{block}");
        if block.contains("[CARD, CARD]") {
            // A resource of this file leaves the hand too.
            let held = hand(&post, who);
            let others: Vec<&String> = held.iter().filter(|card| !block.contains(card.as_str())).collect();
            let cards: Vec<&str> = others.iter().take(held.len() - 1 - 9).map(|card| card.as_str()).collect();
            text = text.replace("[CARD, CARD]", &format!("[{}]", cards.join(", ")));
        }
        fs::write(post.path("typed.yaml"), text).unwrap();
        post.run_ok(who, &["sign", "typed.yaml", "--folder", &post.folder(who), "--yes"]);
        post.run_ok(who, &["mail", &post.folder(who), "--send"]);
    }
    receive(&post, "ann");

    let steps = 1 + blocks.len() as u64;
    let states: Vec<Value> = (SET_UP + 1..=steps).map(|step| state(&post, "ann", step)).collect();
    println!("{} mails for the turn of the rulebook", states.len());
    assert!(states.len() <= 38, "{} mails", states.len());
    let events: Vec<&Value> = states.iter().flat_map(|state| state["events"].as_array().unwrap()).collect();
    let mut attacker = "confederate";
    let (mut leads, mut over) = (Vec::new(), Vec::new());
    for event in events {
        match event["event"].as_str().unwrap() {
            "settled" => leads.push(lead(event, attacker)),
            "battle_over" => {
                over.push((event["battle"].clone(), event["winner"].clone(), event["margin"].clone()));
                attacker = "union";
            }
            _ => {}
        }
    }
    assert_eq!(leads, LEADS);
    let result = |battle: &str, winner: &str, margin: u64| (battle.into(), winner.into(), margin.into());
    assert_eq!(over, [result("antietam", "confederate", 1), result("corinth", "union", 3)]);
    let last = &states.last().unwrap()["position"]["game"];
    let points = ["union", "confederate"].map(|side| last["sides"][side]["points"].as_u64().unwrap());
    assert_eq!((last["turn"].as_u64(), points), (Some(2), [8, 9]));
    assert_eq!(last["held"], serde_json::json!(["shiloh", "corinth"]));
    assert_eq!(last["removed"], serde_json::json!(["antietam"]));
    let generals = last["sides"]["union"]["generals"].as_array().unwrap();
    assert!(generals.iter().any(|one| one["card"] == "us_grant_3"), "{generals:?}");
    post.run_ok("ann", &["verify", &post.folder("ann"), "--partial"]);
}
