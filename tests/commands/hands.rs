//! Hands on the command line and by mail: only the owner sees a hand, and both are proved at the end.
#![cfg(unix)]

use std::fs;
use std::path::Path;

use adjutant::engine::Decks;
use serde_json::{Value, json};

use crate::match_by_mail::Post;

pub const BULL_RUN: &[&str] = &["--game", "dixie", "--scenario", "first_bull_run"];

pub fn hand(post: &Post, who: &str) -> Vec<String> {
    let output = post.run_ok(who, &["show", "hand", &post.folder(who), "--format", "json"]);
    let output: Value = serde_json::from_str(&output).unwrap_or_else(|error| panic!("{error}: {output}"));
    output["piles"]["hand"].as_array().unwrap().iter().map(|card| card.as_str().unwrap().to_owned()).collect()
}

/// The contents of the piles before anything is done, which only the game knows.
pub fn decks(game: &str, scenario: &str) -> Decks {
    let game = adjutant::registry::games().shipped(game).unwrap();
    game.setup(&scenario.parse().unwrap(), &serde_json::Map::new()).unwrap().decks()
}

/// Every file of a folder, with its bytes as text.
pub fn everything(folder: &Path, found: &mut Vec<(String, String)>) {
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
    post.run_ok("bob", &["receive", &post.mailbox("bob"), "--folder", "bob-matches", "--adjudicate"]);
    let bobs = post.folder("bob");
    let held = hand(&post, "bob");
    assert_eq!(held.len(), 15, "the muster of the CSA at Bull Run (2.0): {held:?}");

    // The other side's hand is on another machine.
    let (code, output) = post.run("bob", &["show", "hand", "--seat", "usa", &bobs]);
    assert!(code == 2 && output.contains("its secret is not on this machine"), "{output}");
    assert!(post.run_ok("bob", &["show", "table", &bobs]).contains("Reserve: 18 cards"));
    let (code, output) = post.run("bob", &["disclose", &bobs]);
    assert!(code == 1 && output.contains("the match is not over") && output.contains("--surrender"), "{output}");

    // The draft lists the hand; a card that is not in it is refused, whoever else has it.
    let output = post.run_ok("bob", &["draft", &bobs]);
    let draft =
        output.split_whitespace().find(|word| word.ends_with(".yaml")).unwrap().trim_end_matches('.').to_owned();
    let text = fs::read_to_string(post.path(&draft)).unwrap();
    assert!(held.iter().all(|card| text.contains(card.as_str())), "{text}");
    let all = decks("dixie", "first_bull_run")
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
        let (code, output) = post.run("bob", &["check", "wrong.yaml", "--folder", &bobs]);
        assert!(code == 1 && output.contains(says), "{output}");
    }
    // Only their owner can know that ten cards of his are too many: nobody else sees which of them are troops.
    let deploy = json!({"adjutant": 1, "kind": "turn", "orders": [{"deploy": {"cards": {"csa_center": held[..10]}}}]});
    fs::write(post.path("wrong.yaml"), deploy.to_string()).unwrap();
    for command in ["check", "sign"] {
        let (code, output) = post.run("bob", &[command, "wrong.yaml", "--folder", &bobs]);
        let why =
            ["the stacking limit of", "only one general", "cannot be played here", "already has two terrain cards"];
        assert!(code == 1 && why.iter().any(|why| output.contains(why)), "{command}: {output}");
        assert!(!output.contains("claims") && !output.contains("does not commit"), "{command}: {output}");
    }
    // One mistake is told once, however often the card is named, beside an unknown card in another order.
    let twice = json!({"deploy": {"cards": {"csa_center": [held[0], held[0]], "csa_left": ["va_99"]}}});
    fs::write(post.path("wrong.yaml"), json!({"adjutant": 1, "kind": "turn", "orders": [twice]}).to_string()).unwrap();
    let (code, output) = post.run("bob", &["check", "wrong.yaml", "--folder", &bobs]);
    assert!(code == 1 && output.contains("is named twice") && output.contains("va_99"), "{output}");
    assert!(output.contains(&format!("{} is named twice", held[0])), "{output}");
    assert!(!output.contains("does not commit") && !output.contains("va_99 is not in your Reserve"), "{output}");
    fs::remove_file(post.path(&draft)).unwrap();

    for _ in 0..4 {
        post.moves("bob", "csa", 2);
        post.moves("ann", "usa", 1);
    }
    // Cards face down or in a hand are in nothing that was mailed.
    let shown: Value =
        serde_json::from_str(&post.run_ok("bob", &["show", "hand", &post.folder("bob"), "--format", "json"])).unwrap();
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
    assert!(post.run_ok("bob", &["report", "--mine", &bobs]).contains("Only you see this"));

    // Bob gives up; both disclose, and both hands are proved.
    while !post.awaited("bob").iter().any(|seat| seat == "csa") {
        if post.is_over("bob") {
            return;
        }
        post.moves("ann", "usa", 1);
        post.run_ok("bob", &["receive", &post.mailbox("bob"), "--folder", "bob-matches", "--adjudicate"]);
        post.run_ok("bob", &["mail", &bobs, "--send"]);
    }
    post.closed(["usa", "csa"]);
    for who in ["ann", "bob"] {
        let output = post.run_ok(who, &["verify", &post.folder(who)]);
        assert!(output.contains("2 hands followed from the first card to the last"), "{output}");
    }
    if let Some(matches) = std::env::var_os("ADJUTANT_MATCHES") {
        let to = Path::new(&matches).join("hands");
        crate::folders::copy_all(&post.path("ann-matches/match"), &to);
        fs::write(to.join("decks.json"), json!(decks("dixie", "first_bull_run")).to_string()).unwrap();
    }
}

const HIDDEN_LEADERS: &[&str] = &["--scenario", "campaign_1861", "--option", "hidden_leaders"];

/// The card piles of the war before anything is done, which only the game knows.
fn pools() -> Decks {
    let game = adjutant::registry::games().shipped("civil_war").unwrap();
    let options = json!({"hidden_leaders": true}).as_object().unwrap().clone();
    game.setup(&"campaign_1861".parse().unwrap(), &options).unwrap().decks()
}

/// The leader whom somebody holds, if he holds one.
fn held(post: &Post, who: &str) -> Option<String> {
    let output = post.run_ok(who, &["show", "hand", &post.folder(who), "--format", "json"]);
    let output: Value = serde_json::from_str(&output).unwrap_or_else(|error| panic!("{error}: {output}"));
    output["piles"]["leaders in hand"].as_array()?.first()?.as_str().map(str::to_owned)
}

/// The leaders of whom a side may hold one, as everybody sees them.
fn pool(post: &Post, who: &str, seat: &str) -> Vec<String> {
    let position = position(&newest(post, who));
    let leaders = position["game"]["hidden"]["sides"][seat]["leaders"].as_array().cloned().unwrap_or_default();
    leaders.iter().filter_map(Value::as_str).map(str::to_owned).collect()
}

/// The newest state that somebody has.
fn newest(post: &Post, who: &str) -> String {
    let states = fs::read_dir(Path::new(&post.folder(who)).join("states")).unwrap();
    fs::read_to_string(states.map(|one| one.unwrap().path()).max().unwrap()).unwrap()
}

/// Leaders lie face down until they are placed, priorities are sealed as ever, and a standing order is sealed too
/// (CW-281, CW-282).
#[test]
fn the_civil_war_with_leaders_whom_nobody_else_sees() {
    let post = Post::begun(HIDDEN_LEADERS);
    let charter = fs::read_to_string(post.path("ann-matches/match/charter.yaml")).unwrap();
    assert!(charter.contains("hidden_leaders: true") && charter.matches("hidden: ").count() == 2, "{charter}");
    let seats = [("bob", "confederate", 2), ("ann", "union", 1)];
    let asks_orders = |who: &str| post.run_ok(who, &["match", "status", &post.folder(who)]).contains("orders");
    // Both choose priorities twice, and roll; then somebody holds a leader.
    let mut round = 0;
    let (who, seat, leader) = 'held: loop {
        for (who, seat, seed) in seats {
            let root = format!("{who}-matches");
            post.run_ok(who, &["receive", &post.mailbox(who), "--folder", &root, "--adjudicate"]);
            // Somebody else must be in the pool, for whom he might be taken.
            let several = || pool(&post, who, seat).len() > 1;
            let holds = held(&post, who)
                .filter(|_| post.awaited(who).contains(&seat.to_owned()) && asks_orders(who) && several());
            if let Some(leader) = holds {
                break 'held (who, seat, leader);
            }
            post.moves(who, seat, seed);
        }
        round += 1;
        assert!(round < 30, "nobody holds a leader");
    };
    let folder = post.folder(who);
    let other = if who == "ann" { "bob" } else { "ann" };
    let shown = post.run_ok(who, &["show", "hand", &folder]);
    assert!(shown.contains("Leaders in hand (1):") && shown.contains(&leader), "{shown}");
    assert!(!shown.to_lowercase().contains("elsewhere"), "{shown}");
    post.run_ok(who, &["mail", &folder, "--send"]);
    post.run_ok(other, &["receive", &post.mailbox(other), "--folder", &format!("{other}-matches")]);
    let table = post.run_ok(other, &["show", "table", &post.folder(other)]);
    assert!(table.contains("leaders in hand: 1 leader") && !table.contains(&leader), "{table}");
    let (code, output) = post.run(other, &["show", "hand", "--seat", seat, &post.folder(other)]);
    assert!(code == 2 && output.contains("its secret is not on this machine"), "{output}");
    // `legal` offers him alone, and the draft has him.
    let legal = post.run_ok(who, &["legal", &folder, "--seat", seat, "--all"]);
    let brings: Vec<&str> = legal.lines().filter(|line| line.contains("from: leaders")).collect();
    assert!(brings.iter().all(|line| line.contains(&leader)), "{brings:?}");
    let output = post.run_ok(who, &["draft", &folder]);
    let draft =
        output.split_whitespace().find(|word| word.ends_with(".yaml")).unwrap().trim_end_matches('.').to_owned();
    let text = fs::read_to_string(post.path(&draft)).unwrap();
    assert!(text.contains("Your leaders, which nobody else sees") && text.contains(&leader), "{text}");
    assert!(text.contains("choice: ask"), "{text}");
    fs::remove_file(post.path(&draft)).unwrap();

    // A leader who is not in the hand is refused; the other side cannot rule out that he is.
    let order = brings.first().expect("a hex for him").trim().trim_start_matches("- ").split("  #").next().unwrap();
    let order: Value = serde_json::from_str::<Value>(order).unwrap_or_else(|_| inline(order));
    let pool = pool(&post, who, seat);
    let another = pool.iter().find(|one| **one != leader).unwrap().clone();
    let turn = |leader: &str, more: Value| {
        let mut order = order.clone();
        order["reinforce"]["leader"] = json!(leader);
        order["reinforce"].as_object_mut().unwrap().remove("draw");
        let mut turn = json!({"adjutant": 1, "kind": "turn", "orders": [order]});
        turn.as_object_mut().unwrap().extend(more.as_object().unwrap().clone());
        fs::write(post.path("turn.yaml"), turn.to_string()).unwrap();
    };
    turn(&another, json!({}));
    let (code, output) = post.run(who, &["check", "turn.yaml", "--folder", &folder]);
    assert!(code == 1 && output.contains(&format!("you do not hold {another}")), "{output}");
    assert!(output.contains("shows your cards"), "{output}");
    // Sealed contents are in nothing that is mailed.
    let step = position_step(&newest(&post, who)) + 1;
    let sealed = json!({"commit": [
        {"id": format!("react-{step}"), "choice": "pass"},
        {"id": format!("reaction-{step}"), "choice": "ask"},
        {"id": format!("retreat-{step}"), "choice": {"retreat": {"toward": "4711"}}},
        {"id": format!("screen-{step}"), "choice": {"screen": {"before_sp": 77}}},
    ]});
    turn(&leader, sealed);
    post.run_ok(who, &["check", "turn.yaml", "--folder", &folder]);
    post.run_ok(who, &["sign", "turn.yaml", "--folder", &folder, "--yes"]);
    post.run_ok(who, &["mail", &folder, "--send"]);
    fs::remove_file(post.path("turn.yaml")).unwrap();
    assert!(post.run_ok(who, &["show", "hand", &folder]).contains(&leader));
    let root = format!("{other}-matches");
    post.run_ok(other, &["receive", &post.mailbox(other), "--folder", &root, "--adjudicate"]);
    post.run_ok(other, &["mail", &post.folder(other), "--send"]);
    let state = newest(&post, other);
    assert!(state.contains("event: placed") && state.contains(&leader), "{state}");
    let mut files = Vec::new();
    everything(Path::new(&post.folder(other)), &mut files);
    assert!(files.iter().all(|(_, text)| !text.contains("before_sp: 77")), "a sealed order was mailed");

    let report = post.run_ok(other, &["report", &post.folder(other)]);
    assert!(report.contains("reveals"), "{report}");
    post.run_ok(who, &["receive", &post.mailbox(who), "--folder", &format!("{who}-matches")]);
    let mine = post.run_ok(who, &["report", "--mine", &folder]);
    // The next one is drawn just before the side gives orders again: at once, unless its half-pulse was over with this.
    if let Some(next) = held(&post, who) {
        assert!(report.contains("draws its next leader face down"), "{report}");
        assert!(mine.contains("Only you see this") && mine.contains(&next), "{mine}");
    }
    assert!(post.run_ok(who, &["show", "hand", &folder]).contains("screen: {screen: {before_sp: 77}}"));

    for _ in 0..3 {
        for (who, seat, seed) in seats {
            post.moves(who, seat, seed);
        }
    }
    while !post.awaited("bob").iter().any(|seat| seat == "confederate") {
        if post.is_over("bob") {
            return;
        }
        post.moves("ann", "union", 1);
        post.run_ok("bob", &["receive", &post.mailbox("bob"), "--folder", "bob-matches", "--adjudicate"]);
        post.run_ok("bob", &["mail", &post.folder("bob"), "--send"]);
    }
    post.closed(["union", "confederate"]);
    for who in ["ann", "bob"] {
        let output = post.run_ok(who, &["verify", &post.folder(who)]);
        assert!(output.contains("2 hands followed from the first card to the last"), "{output}");
    }
    let page = post.path("page.html").display().to_string();
    post.run_ok("ann", &["replay", &post.folder("ann"), "--out", &page]);
    if let Some(matches) = std::env::var_os("ADJUTANT_MATCHES") {
        let to = Path::new(&matches).join("leaders");
        crate::folders::copy_all(&post.path("ann-matches/match"), &to);
        fs::write(to.join("decks.json"), json!(pools()).to_string()).unwrap();
    }
}

/// An order as the program prints it.
fn inline(text: &str) -> Value {
    let form = adjutant::document::Form::Draft;
    let whole = adjutant::document::read("an order", format!("order: {text}\n").as_bytes(), form).unwrap();
    whole.content["order"].clone()
}

fn state_of(text: &str) -> Value {
    adjutant::document::read("a state", text.as_bytes(), adjutant::document::Form::State).unwrap().content
}

fn position(state: &str) -> Value {
    state_of(state)["position"].clone()
}

fn position_step(state: &str) -> u64 {
    state_of(state)["step"].as_u64().unwrap()
}

impl Post {
    /// Bob gives up, and both disclose.
    fn closed(&self, [anns, bobs]: [&str; 2]) {
        let (ann, bob) = (self.folder("ann"), self.folder("bob"));
        assert!(self.run_ok("bob", &["disclose", &bob, "--surrender"]).contains("You resign"));
        self.run_ok("bob", &["mail", &bob, "--send"]);
        let output = self.run_ok("ann", &["receive", &self.mailbox("ann"), "--folder", "ann-matches", "--adjudicate"]);
        assert!(output.contains("discloses its hand: `adjutant disclose"), "{output}");
        let (code, output) = self.run("ann", &["verify", &ann]);
        assert!(
            code == 1 && output.contains(&format!("'{anns}' owes a disclosure: its win is not proved")),
            "{output}"
        );
        assert!(output.contains(&format!("'{bobs}' owes a disclosure")), "{output}");
        self.run_ok("ann", &["verify", "--partial", &ann]);
        let keep = ["archive", "add", "--archive", "kept", &ann];
        let (code, output) = self.run("ann", &keep);
        assert!(code == 1 && output.contains("something in the match could not be checked"), "{output}");
        self.run_ok("ann", &[&keep[..], &["--partial"]].concat());
        let (code, output) = self.run("ann", &["match", "continue", "ann-more/match", "--from", &ann]);
        assert!(
            code == 1 && output.contains("a match with hidden hands cannot be continued under a new charter"),
            "{output}"
        );
        // Files that somebody else has sent do not keep anybody from disclosing.
        let junk = self.path("ann-matches/match/turns/junk.yaml");
        fs::write(&junk, "adjutant: 1\nkind: letter\n").unwrap();
        assert_eq!(self.run("ann", &["verify", "--partial", &ann]).0, 1);
        self.run_ok("ann", &["disclose", &ann]);
        fs::remove_file(junk).unwrap();
        self.run_ok("ann", &["mail", &ann, "--send"]);
        self.run_ok("bob", &["receive", &self.mailbox("bob"), "--folder", "bob-matches"]);
        self.run_ok("bob", &["disclose", &bob]);
        self.run_ok("bob", &["mail", &bob, "--send"]);
        self.run_ok("ann", &["receive", &self.mailbox("ann"), "--folder", "ann-matches"]);
        // With the disclosures it is proved whole.
        assert!(self.run_ok("ann", &keep).starts_with("grown: "));
    }
}
