//! `queue`: turns that are signed for later steps, in every family of games; what is played from a queue is what would
//! have been played without one.
#![cfg(unix)]

use std::fs;
use std::path::Path;
use std::process::Command;

use adjutant::document::{Value, write};
use serde_json::json;

use crate::match_by_mail::{Post, plan};

const CROSSROADS: &[&str] = &["--game", "crossroads"];

/// A copy of everything that both players have: the same dice will fall in it.
fn twin(post: &Post) -> Post {
    let twin = Post { root: tempfile::tempdir().unwrap() };
    let copied = Command::new("cp").arg("-a").arg(post.path(".")).arg(twin.path(".")).status().unwrap();
    assert!(copied.success());
    twin
}

fn json_of(text: &str) -> Value {
    serde_json::from_str(text).unwrap()
}

fn status(post: &Post, who: &str) -> Value {
    json_of(&post.run_ok(who, &["match", "status", &post.folder(who), "--format", "json"]))
}

fn step(post: &Post, who: &str) -> u64 {
    status(post, who)["step"].as_u64().unwrap()
}

/// The content of a document in a match folder.
fn content(post: &Post, who: &str, name: &str) -> Value {
    let path = Path::new(&post.folder(who)).join(name);
    let bytes = fs::read(&path).unwrap_or_else(|error| panic!("{name}: {error}"));
    adjutant::document::read(name, &bytes, adjutant::document::Form::State).unwrap().content
}

fn state(post: &Post, who: &str, step: u64) -> Value {
    content(post, who, &format!("states/{step:04}.yaml"))
}

/// Whether the newest state asks a seat for orders.
fn asks_orders(state: &Value, seat: &str) -> bool {
    state["awaiting"].as_array().unwrap().iter().any(|one| one["seat"] == seat && !one["orders"].is_null())
}

fn receive(post: &Post, who: &str) {
    let root = format!("{who}-matches");
    post.run_ok(who, &["receive", &post.mailbox(who), "--folder", &root, "--adjudicate"]);
}

fn is_awaited(post: &Post, who: &str, seat: &str) -> bool {
    post.awaited(who).iter().any(|one| one == seat)
}

/// Signs one turn of the sensible player; answers what he wrote.
fn sign(post: &Post, who: &str, seat: &str) -> Value {
    let folder = post.folder(who);
    let drafted = plan(Path::new(&folder), seat, 7, &post.path(&format!("{who}-secrets")), false);
    let draft = post.path(&format!("{who}-draft.yaml"));
    fs::write(&draft, write(&drafted)).unwrap();
    post.run_ok(who, &["sign", &draft.display().to_string(), "--folder", &folder, "--yes"]);
    fs::remove_file(draft).unwrap();
    drafted
}

fn mail(post: &Post, who: &str) {
    post.run_ok(who, &["mail", &post.folder(who), "--send"]);
}

/// Plays on, Bob's turns and Ann's, until Ann has orders to give for which `stop` says so, and answers what `stop` gives.
fn play_until<T>(post: &Post, seats: [&str; 2], mut turn: impl FnMut(&str, u64) -> Option<T>) -> T {
    for _ in 0..60 {
        for (who, seat) in ["ann", "bob"].into_iter().zip(seats) {
            receive(post, who);
            while is_awaited(post, who, seat) {
                if who == "ann"
                    && let Some(found) = turn(who, step(post, who))
                {
                    return found;
                }
                if is_awaited(post, who, seat) {
                    sign(post, who, seat);
                }
            }
            mail(post, who);
        }
    }
    panic!("it never came to that");
}

fn queue_file(post: &Post, turns: &Value) -> String {
    let path = post.path("queue.yaml");
    fs::write(&path, write(&json!({"adjutant": 1, "kind": "queue", "turns": turns}))).unwrap();
    path.display().to_string()
}

/// Ann has orders to give. In a copy of the match she plays on; in the match she queues what she then ordered in her next
/// turn. The same happens, down to the dice, and both copies verify.
fn plays_the_same(game: &[&str], seats: [&'static str; 2], in_the_open: bool) {
    let post = Post::begun_by(game, seats);
    let seat = seats[0];
    let first = play_until(&post, seats, |who, at| asks_orders(&state(&post, who, at), seat).then_some(at));
    let twin = twin(&post);
    sign(&twin, "ann", seat);
    mail(&twin, "ann");
    let (at, drafted) = play_until(&twin, seats, |who, at| {
        (at > first && asks_orders(&state(&twin, who, at), seat)).then(|| (at, sign(&twin, "ann", seat)))
    });
    mail(&twin, "ann");
    receive(&twin, "bob");
    let live = state(&twin, "bob", at + 1);

    let folder = post.folder("ann");
    let happened = (first + 1..=at).rev().find_map(|step| state(&twin, "ann", step)["events"].get(0).cloned());
    let happened: Vec<Value> = happened.into_iter().collect();
    let mut turn = json!({"next": 1, "until": at + 9, "if": {"happened": happened}});
    for field in ["orders", "standing", "commit"] {
        drafted.get(field).into_iter().for_each(|value| turn[field] = value.clone());
    }
    let file = queue_file(&post, &json!([turn]));
    let said = post.run_ok("ann", &["queue", "sign", &file, "--folder", &folder]);
    assert!(said.contains("queues/0001-") && said.contains("your next turn but this one"), "{said}");
    let (code, said) = post.run("ann", &["queue", "play", &folder]);
    assert_eq!(code, 1, "it is not due yet: {said}");
    sign(&post, "ann", seat);
    mail(&post, "ann");
    let played = play_until(&post, seats, |who, at| {
        let (code, said) = post.run(who, &["queue", "play", &folder]);
        assert!(code == 0 || said.contains("no queued turn is due now"), "{said}");
        (code == 0).then_some(at)
    });
    assert_eq!(played, at);
    mail(&post, "ann");
    receive(&post, "bob");
    let state = state(&post, "bob", at + 1);
    for field in ["rolls", "events", "awaiting", "reveal", "draws"] {
        assert_eq!(state[field], live[field], "{field}");
    }
    mail(&post, "bob");
    receive(&post, "ann");
    let name = format!("turns/{:04}-{seat}.yaml", at + 1);
    let turn = content(&post, "bob", &name);
    // Both sides have the same bytes.
    for name in [name, format!("states/{:04}.yaml", at + 1), format!("queues/0001-{seat}.yaml")] {
        let [ann, bob] = ["ann", "bob"].map(|who| fs::read(Path::new(&post.folder(who)).join(&name)).unwrap());
        assert_eq!(ann, bob, "{name}");
    }
    // Now and then the cards that come leave nothing to hide: a turn that says no more than what was queued shows it.
    let hides = ["commit", "open"].iter().any(|part| turn.get(*part).is_some());
    let in_the_open = in_the_open || turn["orders"] == drafted["orders"] && !hides;
    assert_eq!(turn["queued"].get("opened").is_some(), in_the_open, "{turn}");
    for who in ["ann", "bob"] {
        let said = post.run_ok(who, &["verify", &post.folder(who), "--partial"]);
        let words = if in_the_open { "was played as queued at step" } else { "which its player has not opened" };
        assert!(said.contains("queued: step") && said.contains(words), "{said}");
    }
    let report = post.run_ok("bob", &["report", "--folder", &post.folder("bob"), &(at + 1).to_string()]);
    let report = report.split_whitespace().collect::<Vec<_>>().join(" ");
    assert!(report.contains("turn 1 of queue 1") && report.contains("[protocol 13]"), "{report}");
}

#[test]
fn in_crossroads_a_queued_turn_is_what_would_have_been_played() {
    plays_the_same(CROSSROADS, ["union", "confederate"], true);
}

#[test]
fn in_the_civil_war_a_queued_turn_is_what_would_have_been_played() {
    plays_the_same(&["--game", "civil-war"], ["union", "confederate"], true);
}

#[test]
fn in_a_game_of_cards_a_queued_turn_shows_no_card() {
    plays_the_same(&["--game", "dixie", "--scenario", "first_bull_run"], ["usa", "csa"], false);
}

/// Ann has orders to give in a match of Crossroads.
fn at_orders(options: &[&str]) -> (Post, String) {
    let post = Post::begun(&[CROSSROADS, options].concat());
    play_until(&post, ["union", "confederate"], |who, at| asks_orders(&state(&post, who, at), "union").then_some(()));
    let folder = post.folder("ann");
    (post, folder)
}

/// What somebody queued for his side is not played for the other one, which he has bid for.
#[test]
fn a_queue_ends_when_the_players_exchange_sides() {
    let post = Post::begun(&[CROSSROADS, &["--option", "side_bids"]].concat());
    let (seats, folder) = (["union", "confederate"], post.folder("ann"));
    let settled = |at: u64| state(&post, "ann", at)["position"]["sides"].get("settled").is_some();
    let at = play_until(&post, seats, |who, at| {
        let asked = state(&post, who, at)["awaiting"].to_string();
        asked.contains(r#""commit":["bid"]"#).then_some(at)
    });
    let turn = json!({"next": 1, "until": at + 9, "commit": [{"id": "posture-1", "choice": "assault"}]});
    post.run_ok("ann", &["queue", "sign", &queue_file(&post, &json!([turn])), "--folder", &folder]);
    // Bob, whose sensible player bids 3 at most, has the side that Ann wants.
    let bid = post.path("bid.yaml");
    fs::write(&bid, "adjutant: 1\nkind: turn\ncommit: [{id: bid, choice: {side: confederate, bid: 10}}]\n").unwrap();
    post.run_ok("ann", &["sign", &bid.display().to_string(), "--folder", &folder, "--yes"]);
    mail(&post, "ann");
    let then = play_until(&post, seats, |_, at| settled(at).then_some(at));
    assert_eq!(state(&post, "ann", then)["position"]["sides"]["settled"]["exchanged"], true);
    let said = post.run_ok("ann", &["queue", "list", &folder]);
    assert!(said.contains("The queue has ended: the players have exchanged sides since it was signed"), "{said}");
    let (code, said) = post.run("ann", &["queue", "play", &folder]);
    assert_eq!(code, 1, "{said}");
}

#[test]
fn go_plays_what_is_queued_and_says_so() {
    let (post, folder) = at_orders(&[]);
    let file = queue_file(&post, &json!([{"next": 1, "orders": [{"done": {}}]}]));
    post.run_ok("ann", &["queue", "add", &file, "--folder", &folder, "--mail"]);
    let said = post.run_ok("ann", &["match", "status", &folder]);
    assert!(said.contains("Queued: 1 turn of the Union for later steps (queue 1, signed after step"), "{said}");
    sign(&post, "ann", "union");
    let mut told = Value::Null;
    for _ in 0..30 {
        for who in ["ann", "bob"] {
            receive(&post, who);
            if who == "bob" {
                while is_awaited(&post, who, "confederate") {
                    sign(&post, who, "confederate");
                }
                mail(&post, who);
                continue;
            }
            let done = json_of(&post.run_ok(who, &["go", &folder, "--send", "--format", "json"]));
            let one = &done["matches"][0];
            if one["queued"].get(0).is_some() {
                told = one["queued"][0].clone();
            } else if is_awaited(&post, who, "union") {
                let draft = one["draft"].as_str().unwrap().to_owned();
                sign(&post, who, "union");
                let _ = fs::remove_file(post.path(&draft));
                mail(&post, who);
            }
        }
        if !told.is_null() {
            break;
        }
    }
    assert!(told.as_str().unwrap().starts_with("Turn 1 of your queue 1 was played at step "), "{told}");
    // Bob has had the queue before the turn, and sees what was queued.
    receive(&post, "bob");
    let bob = post.folder("bob");
    assert!(Path::new(&bob).join("queues/0001-union.yaml").exists());
    assert!(post.run_ok("bob", &["verify", &bob]).contains("was played as queued"));
}

#[test]
fn what_is_queued_is_listed_and_withdrawn() {
    let (post, folder) = at_orders(&["--open-queues"]);
    let said = post.run_ok("ann", &["queue", "list", &folder]);
    assert_eq!(said, "You have queued nothing.\n");
    let (code, said) = post.run("ann", &["queue", "withdraw", &folder]);
    assert!(code == 1 && said.contains("you have queued nothing"), "{said}");
    let said = post.run_ok("ann", &["queue", "draft", &folder]);
    assert!(said.contains("drafts/queue.yaml"), "{said}");
    // The example is of a position in which orders are asked for.
    post.run_ok("ann", &["queue", "sign", "--folder", &folder]);
    let said = post.run_ok("ann", &["queue", "list", &folder]);
    assert!(
        said.starts_with("Queue 1, signed after step ") && said.contains("  1. your next turn but this one"),
        "{said}"
    );
    // The charter asks that it is shown.
    let queue = content(&post, "ann", "queues/0001-union.yaml");
    assert_eq!(queue["shown"].as_array().unwrap().len(), 1, "{queue}");
    mail(&post, "ann");
    receive(&post, "bob");
    let said = post.run_ok("bob", &["queue", "list", "--seat", "union", &post.folder("bob")]);
    assert!(said.contains("  1. your next turn but this one") && !said.contains("due now"), "{said}");
    let said = post.run_ok("ann", &["queue", "withdraw", &folder]);
    assert!(said.contains("nothing is queued any more"), "{said}");
    let said = post.run_ok("ann", &["queue", "list", "--format", "json", &folder]);
    assert_eq!(json_of(&said)["turns"], json!([]));
    assert_eq!(content(&post, "ann", "queues/0002-union.yaml")["number"], 2);
    post.run_ok("ann", &["verify", &folder, "--partial"]);
}

#[test]
fn what_cannot_be_queued_is_named_with_its_place() {
    let (post, folder) = at_orders(&[]);
    let now = step(&post, "ann");
    let (code, said) = post.run("bob", &["match", "new", "m", "--title", "t", "--game", "dixie", "--open-queues"]);
    assert!(code == 2 && said.contains("would show the hands of this game"), "{said}");
    let head = "adjutant: 1\nkind: queue\nturns:\n";
    let wrong = [
        ("- orders: [{done: {}}]\n", ":4:", "does not say when it is played", "next: 1"),
        ("- next: 1\n", ":4:", "this turn does nothing", "orders"),
        ("- next: 0\n  orders: [{done: {}}]\n", ":4:", "`next` counts from 1", "next: 1"),
        ("- step: 1\n  orders: [{done: {}}]\n", ":4:", "at the earliest", "adjutant sign"),
        ("- steps: [90, 80]\n  orders: [{done: {}}]\n", ":4:", "step 80 comes before step 90", "later"),
        ("- next: 1\n  step: 90\n  orders: [{done: {}}]\n", ":4:", "in two ways", "keep one"),
        ("- next: 1\n  orders: [{dnoe: {}}]\n", ":5:", "`dnoe`", "`done`"),
        ("- next: 1\n  if: {postion: {}}\n  orders: [{done: {}}]\n", ":5:", "`postion`", "`position`"),
        ("- next: 1\n  offer: resign\n", ":5:", "no field `offer`", "orders"),
        ("- next: 1\n  orders: []\n", ":4:", "this turn does nothing", "orders"),
        ("- next: 1\n  if: {happened: [march]}\n  orders: [{done: {}}]\n", ":5:", "each is a mapping", "event: combat"),
        // A pattern without its value would always fit.
        (
            "- next: 1\n  if: {position: {acted: }}\n  orders: [{done: {}}]\n",
            ":5:",
            "this key has no value",
            "leave the key out",
        ),
        // What is signed has no null.
        (
            "- next: 1\n  unless: {happened: [{event: [null]}]}\n  orders: [{done: {}}]\n",
            ":5:",
            "null",
            "leave the field out",
        ),
        (
            "- next: 1\n  unless: {position: {pending: null}}\n  orders: [{done: {}}]\n",
            ":5:",
            "null",
            "leave the field out",
        ),
        ("- next: 1\n  orders: [{done: {a: [null]}}]\n", ":5:", "null", "leave the field out"),
        ("[]\n", ":3:", "no turn", "withdraw"),
    ];
    for (text, place, what, advice) in wrong {
        let path = post.path("queue.yaml");
        let text = if text == "[]\n" { head.replace("turns:\n", "turns: []\n") } else { format!("{head}{text}") };
        fs::write(&path, &text).unwrap();
        let (code, said) = post.run("ann", &["queue", "sign", &path.display().to_string(), "--folder", &folder]);
        assert_eq!(code, 1, "{text}: {said}");
        let placed = text.contains("turns: []") || said.contains(&format!("queue.yaml{place}"));
        assert!(placed && said.contains(what) && said.contains(advice), "{text}: {said}");
    }
    assert!(!Path::new(&folder).join("queues").exists(), "nothing is written");
    assert_eq!(step(&post, "ann"), now);
}
