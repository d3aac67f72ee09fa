//! Two players who have nothing but a mailbox each: the other receives what one signs, and no file is copied by hand.
#![cfg(unix)]

use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use adjutant::chain::adjudicate::Adjudication;
use adjutant::chain::hands::{self, HandOwner};
use adjutant::chain::{Chain, MatchFiles};
use adjutant::document::{Id, write};
use adjutant::session::{Plan, SensiblePlayer, Session};
use adjutant::trust::Vault;
use serde_json::{Map, Value, json};

/// Puts a mail into the Maildir of everybody to whom it is addressed. Thousands are mailed, so it starts few programs.
const DELIVER: &str = r#"#!/bin/sh
head= to= name=
while IFS= read -r line && [ -n "$line" ]; do
  case $line in
    [!\ \	]*) name=${line%%:*} ;;
  esac
  [ "$name" = To ] && to="$to $line"
  head="$head$line
"
done
{ printf '%s\n' "$head"; cat; } > "$POST/mail"
for who in ann bob cat; do
  case $to in *"<$who@example.org>"*)
    number=1000
    [ -e "$POST/$who/number" ] && read -r number < "$POST/$who/number"
    echo $((number + 1)) > "$POST/$who/number"
    { echo "Received: from here by there; Fri, 20 Nov 2026 10:00:00 +0000"; cat "$POST/mail"; } > "$POST/$who/new/$number"
  esac
done
"#;

pub struct Post {
    pub root: tempfile::TempDir,
}

impl Post {
    pub fn new() -> Post {
        let post = Post { root: tempfile::tempdir().unwrap() };
        for who in ["ann", "bob", "cat"] {
            for part in ["new", "cur", "tmp"] {
                fs::create_dir_all(post.path("post").join(who).join(part)).unwrap();
            }
        }
        fs::write(post.path("deliver"), DELIVER).unwrap();
        fs::set_permissions(post.path("deliver"), fs::Permissions::from_mode(0o755)).unwrap();
        for who in ["ann", "bob", "cat"] {
            fs::create_dir(post.path(&format!("{who}-matches"))).unwrap();
            post.run_ok(who, &["keygen"]);
        }
        post
    }

    pub fn path(&self, name: &str) -> PathBuf {
        self.root.path().join(name)
    }

    pub fn command(&self, who: &str, args: &[&str]) -> Command {
        let mut command = Command::new(env!("CARGO_BIN_EXE_adjutant"));
        command.args(args).current_dir(self.root.path()).env("ADJUTANT_PASSPHRASE", "a pass phrase");
        command.env("ADJUTANT_HOME", self.path(&format!("{who}-secrets"))).env("POST", self.path("post"));
        // A backup's passphrase costs next to nothing here.
        command.env("ADJUTANT_WORK", "8");
        command.env("ADJUTANT_SENDMAIL", format!("'{}' -t", self.path("deliver").display()));
        command
    }

    pub fn run(&self, who: &str, args: &[&str]) -> (i32, String) {
        let ran = self.command(who, args).output().unwrap();
        let text = [ran.stdout, ran.stderr].concat();
        (ran.status.code().unwrap(), String::from_utf8(text).unwrap())
    }

    pub fn run_ok(&self, who: &str, args: &[&str]) -> String {
        let (code, text) = self.run(who, args);
        assert_eq!(code, 0, "{args:?} as {who}:\n{text}");
        text
    }

    /// Gives bytes to `receive -`.
    pub fn receive(&self, who: &str, bytes: &[u8]) -> (i32, String) {
        use std::io::Write;
        let mut command = self.command(who, &["receive", "-", "--folder", &format!("{who}-matches")]);
        let mut child = command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
        child.stdin.take().unwrap().write_all(bytes).unwrap();
        let ran = child.wait_with_output().unwrap();
        let text = [ran.stdout, ran.stderr].concat();
        (ran.status.code().unwrap(), String::from_utf8(text).unwrap())
    }

    pub fn mailbox(&self, who: &str) -> String {
        self.path("post").join(who).display().to_string()
    }

    /// The match folder of somebody.
    pub fn folder(&self, who: &str) -> String {
        let below = |path: PathBuf| -> Vec<PathBuf> {
            fs::read_dir(path).map(|all| all.map(|one| one.unwrap().path()).collect()).unwrap_or_default()
        };
        let root = self.path(&format!("{who}-matches"));
        let all = below(root.clone()).into_iter().chain(below(root.join("offered")));
        let found: Vec<PathBuf> = all.filter(|path| path.join("charter.yaml").exists()).collect();
        assert_eq!(found.len(), 1, "{found:?}");
        found[0].display().to_string()
    }

    /// A match that both have signed, by mail alone.
    pub fn begun(game: &[&str]) -> Post {
        Post::begun_by(game, ["union", "confederate"])
    }

    /// The same, with the sides of Ann and Bob.
    pub fn begun_by(game: &[&str], sides: [&'static str; 2]) -> Post {
        Post::new().begin(game, sides)
    }

    /// The same for two players who have met before.
    pub fn begin(self, game: &[&str], sides: [&'static str; 2]) -> Post {
        let post = self;
        let new = [&["match", "new", "ann-matches/match", "--title", "By mail"][..], game].concat();
        post.run_ok("ann", &new);
        post.run_ok("ann", &["match", "join", "ann-matches/match", "--seat", sides[0], "--name", "Ann"]);
        let own = format!("{}=ann@example.org", sides[0]);
        post.run_ok(
            "ann",
            &["mail", "ann-matches/match", "--address", &own, "--to", "Bob <bob@example.org>", "--send"],
        );
        let told = post.run_ok("bob", &["receive", &post.mailbox("bob"), "--folder", "bob-matches"]);
        assert!(told.contains("match join bob-matches/offered/by-mail-"), "{told}");
        let bobs = post.folder("bob");
        post.run_ok("bob", &["match", "join", &bobs, "--seat", sides[1], "--name", "Bob"]);
        post.run_ok("bob", &["match", "sign", &bobs]);
        let own = format!("{}=bob@example.org", sides[1]);
        let hers = format!("{}=ann@example.org", sides[0]);
        post.run_ok("bob", &["mail", &bobs, "--address", &own, "--address", &hers, "--send"]);
        let told = post.run_ok("ann", &["receive", &post.mailbox("ann"), "--folder", "ann-matches"]);
        assert!(told.contains(&format!("which {} has joined", sides[1])), "{told}");
        assert!(told.contains("adjutant mail --address") && told.contains(&own), "{told}");
        post.run_ok("ann", &["match", "sign", "ann-matches/match"]);
        post.run_ok("ann", &["adjudicate", "ann-matches/match"]);
        let his = format!("{}=bob@example.org", sides[1]);
        post.run_ok("ann", &["mail", "ann-matches/match", "--address", &his, "--send"]);
        post
    }

    /// Whether the match has ended by the rules, as it may with some cards before anybody gives up.
    pub fn is_over(&self, who: &str) -> bool {
        self.status(who)["next"]["over"].is_object()
    }

    fn status(&self, who: &str) -> Value {
        let status = self.run_ok(who, &["match", "status", &self.folder(who), "--format", "json"]);
        serde_json::from_str(&status).unwrap()
    }

    /// Whose move it is, in somebody's copy.
    pub fn awaited(&self, who: &str) -> Vec<String> {
        let status = self.status(who);
        let turns = status["next"]["turns"].as_array().cloned().unwrap_or_default();
        // Where a state is due, they are names of files.
        let open = turns.iter().filter(|one| one.is_object() && one["turn"].is_null());
        open.map(|one| one["seat"].as_str().unwrap().to_owned()).collect()
    }

    /// Takes in what came, answers it, and signs and mails a turn where one is due. Whether anything was mailed.
    pub fn moves(&self, who: &str, seat: &str, seed: u64) -> bool {
        self.moves_as(who, seat, |folder, secrets| write(&plan(folder, seat, seed, secrets, false)))
    }

    /// The same with a draft made from the folder and the secrets of the player to move.
    pub fn moves_as(&self, who: &str, seat: &str, draft: impl Fn(&Path, &Path) -> String) -> bool {
        let making = draft;
        let folder = self.folder(who);
        let root = format!("{who}-matches");
        self.run_ok(who, &["receive", &self.mailbox(who), "--folder", &root, "--adjudicate"]);
        while self.awaited(who).iter().any(|one| one == seat) {
            let draft = self.path(&format!("{who}-draft.yaml"));
            fs::write(&draft, making(Path::new(&folder), &self.path(&format!("{who}-secrets")))).unwrap();
            self.run_ok(who, &["sign", &draft.display().to_string(), "--folder", &folder, "--yes"]);
            fs::remove_file(draft).unwrap();
        }
        self.run_ok(who, &["mail", &folder, "--send"]).contains("Sent:")
    }
}

/// The sensible player's move as a draft, knowing his own cards; with answers in advance, if asked for.
pub fn plan(folder: &Path, seat: &str, seed: u64, secrets: &Path, in_advance: bool) -> Value {
    let files = documents(folder);
    let games = adjutant::registry::games();
    let chain = Chain::build(&files).unwrap();
    let game = games.for_charter(&chain.charter.typed, &files).unwrap();
    let mut stand = Adjudication::newest(&chain, &*game).unwrap();
    let step = chain.newest().unwrap().state.typed.step + 1;
    let id: Id = seat.parse().unwrap();
    let side = stand.side_of(&id).unwrap().clone();
    if stand.table.cards().is_some() {
        let mut owner = owner(&chain, &id, secrets);
        recall(&mut owner, &chain, &*stand.table, &side);
        stand.table.follow(&side, hands::follow(&chain, &*game, &owner).unwrap().pop().unwrap());
    }
    let mut plan = SensiblePlayer::new(seed).plan(&*stand.table, &side).unwrap_or_default();
    plan.commits_in_advance(step);
    let Plan { act, mut choose, .. } = plan;
    if in_advance {
        let says = stand.table.recommend_advance(&side, &act).into_iter();
        choose.extend(says.map(|(window, says)| (format!("{window}-{step}").parse().unwrap(), says)));
    }
    let mut fields: Map<String, Value> =
        json!({"adjutant": 1, "kind": "turn", "step": step, "seat": seat}).as_object().unwrap().clone();
    if !act.orders.is_empty() {
        fields.insert("orders".into(), act.orders.into());
    }
    if !act.answers.is_empty() {
        fields.insert("answers".into(), act.answers.into());
    }
    if let Some(standing) = act.standing {
        fields.insert("standing".into(), standing.into());
    }
    if !choose.is_empty() {
        let all: Vec<Value> = choose.iter().map(|(id, choice)| json!({"id": id, "choice": choice})).collect();
        fields.insert("commit".into(), all.into());
    }
    Value::Object(fields)
}

/// The documents of a match folder.
pub fn documents(folder: &Path) -> MatchFiles {
    let mut files = MatchFiles::default();
    for part in ["", "states", "turns", "refusals", "packs/longstreet", "packs/longstreet/scenarios"] {
        for entry in fs::read_dir(folder.join(part)).into_iter().flatten() {
            let path = entry.unwrap().path();
            if path.extension().is_some_and(|ending| ending == "yaml") {
                files.add(&path.display().to_string(), &fs::read(&path).unwrap());
            }
        }
    }
    files
}

/// The owner of a hand, by the secrets on his machine.
pub fn owner(chain: &Chain<'_>, seat: &Id, secrets: &Path) -> HandOwner {
    let vault = Vault::open(secrets).unwrap();
    let key = vault.load_key("default", || None).unwrap();
    let anchor = chain.seats.entry(seat).unwrap().seed.anchor;
    let known = vault.choices(&key, &anchor).unwrap();
    let turns = chain.turns.values().filter(|turn| turn.typed.seat == *seat);
    let commits =
        turns.flat_map(|turn| turn.typed.commit.iter().flatten().map(move |commit| (turn.typed.step, commit)));
    let choices =
        commits.filter_map(|(step, commit)| Some((step, commit.id.clone(), known.get(&commit.digest)?.clone())));
    HandOwner { seat: seat.clone(), secret: vault.hidden(&key, &anchor).unwrap(), choices: choices.collect() }
}

/// Finds the choices that a restored backup lacks, as the program does: by trying every card against the digest.
fn recall(owner: &mut HandOwner, chain: &Chain<'_>, table: &dyn Session, side: &Id) {
    let decks = table.decks();
    let cards: Vec<Value> =
        decks.get(side).into_iter().flat_map(|piles| piles.values().flatten()).map(|card| json!(card)).collect();
    for turn in chain.turns.values().filter(|turn| turn.typed.seat == owner.seat) {
        for commit in turn.typed.commit.iter().flatten() {
            let (step, id) = (turn.typed.step, &commit.id);
            if owner.choices.iter().any(|(known, other, _)| (*known, other) == (step, id)) {
                continue;
            }
            let choices = cards.iter().map(|card| (step, id.clone(), card.clone())).collect();
            let one = HandOwner { choices, ..owner.clone() };
            let found = one.chosen(&chain.match_id, &turn.typed, id, &commit.digest).cloned();
            owner.choices.extend(found.map(|card| (step, id.clone(), card)));
        }
    }
}

fn played(game: &[&str], most: usize) -> Post {
    let post = Post::begun(game);
    for _ in 0..most {
        let sent = [post.moves("bob", "confederate", 2), post.moves("ann", "union", 1)];
        if sent == [false, false] {
            break;
        }
    }
    // The last mover's documents arrive too.
    post.run_ok("bob", &["receive", &post.mailbox("bob"), "--folder", "bob-matches"]);
    for who in ["ann", "bob"] {
        post.run_ok(who, &["verify", &post.folder(who)]);
    }
    let states = |who: &str| -> Vec<Vec<u8>> {
        let mut names: Vec<PathBuf> =
            fs::read_dir(Path::new(&post.folder(who)).join("states")).unwrap().map(|one| one.unwrap().path()).collect();
        names.sort();
        names.iter().map(|name| fs::read(name).unwrap()).collect()
    };
    let (hers, his) = (states("ann"), states("bob"));
    let both = hers.len().min(his.len());
    assert_eq!(hers[..both], his[..both]);
    assert!(both > 3);
    post
}

#[test]
fn a_whole_match_is_played_between_two_mailboxes() {
    let post = played(&["--game", "crossroads"], 200);
    for who in ["ann", "bob"] {
        let status = post.run_ok(who, &["match", "status", &post.folder(who)]);
        assert!(status.contains("The match is over"), "{status}");
        // The mails are kept as evidence.
        assert!(fs::read_dir(Path::new(&post.folder(who)).join("mail")).unwrap().count() > 3);
    }
}

/// The same for the first of the large games; a whole match of it with `ADJUTANT_BY_MAIL=all`.
#[test]
fn the_civil_war_is_played_between_two_mailboxes() {
    let whole = std::env::var("ADJUTANT_BY_MAIL").is_ok_and(|wanted| wanted == "all");
    let post = played(&[], if whole { 400 } else { 3 });
    let status = post.run_ok("ann", &["match", "status", &post.folder("ann")]);
    assert!(!whole || status.contains("The match is over"), "{status}");
    if whole {
        let mails = |who: &str| fs::read_dir(post.path("post").join(who).join("new")).unwrap().count();
        println!("{status}\nmails to ann {}, to bob {}", mails("ann"), mails("bob"));
    }
}

#[test]
fn an_invitation_is_accepted_in_one_go() {
    let post = Post::new();
    post.run_ok("ann", &["match", "new", "ann-matches/match", "--title", "By mail", "--game", "crossroads"]);
    let (code, told) = post.run("ann", &["match", "invite", "ann-matches/match", "--to", "bob@example.org"]);
    assert!(code != 0 && told.contains("no seat of this match"), "{told}");
    post.run_ok("ann", &["match", "join", "ann-matches/match", "--seat", "union", "--name", "Ann"]);
    let invite = [
        "match",
        "invite",
        "ann-matches/match",
        "--to",
        "Bob <bob@example.org>",
        "--from",
        "ann@example.org",
        "--send",
    ];
    post.run_ok("ann", &invite);
    let mail = fs::read_dir(post.path("post/bob/new")).unwrap().next().unwrap().unwrap().path().display().to_string();
    // It says what is played, and which seat is left.
    let text = fs::read_to_string(&mail).unwrap().replace("=\n", "").replace('\n', " ");
    for wanted in [
        "- Game: Crossroads, the teaching game, A meeting engagement.",
        "- Your side: Confederate. Ann takes Union.",
        "- Clock: an answer within ",
        "- Length: about 55 mails in all.",
        "- How to win: The side that controls areas worth more points wins",
        "Adjutant is a free program with which two people play a wargame by e-mail",
        "The current charter of 'By mail': Crossroads, the teaching game, A meeting engagement, head-to-head, an answer within 7 days.",
        "Nobody has taken confederate yet. To take a seat, save this mail and run",
        "adjutant match accept MAIL FOLDER --seat confederate --name NAME",
    ] {
        assert!(text.contains(wanted), "{wanted}: {text}");
    }
    let accept =
        |seat: &str| post.run("bob", &["match", "accept", &mail, "bob-matches/match", "--seat", seat, "--name", "Bob"]);
    let (code, told) = accept("union");
    assert!(code != 0 && !post.path("bob-matches/match").exists(), "{told}");
    let (code, told) = accept("confederate");
    assert!(code == 0 && told.contains("Signed for confederate"), "{told}");
    let (code, told) = accept("confederate");
    assert!(code == 2 && told.contains("already has a charter.yaml"), "{told}");
    post.run_ok(
        "bob",
        &[
            "mail",
            "bob-matches/match",
            "--address",
            "union=ann@example.org",
            "--address",
            "confederate=bob@example.org",
            "--send",
        ],
    );
    let told = post.run_ok("ann", &["receive", &post.mailbox("ann"), "--folder", "ann-matches"]);
    assert!(told.contains("which confederate has joined"), "{told}");
    post.run_ok("ann", &["match", "sign", "ann-matches/match"]);
    post.run_ok("ann", &["adjudicate", "ann-matches/match"]);
    let (code, told) = post.run("ann", &invite);
    assert!(code == 1 && told.contains("the match has begun"), "{told}");
}

#[test]
fn whatever_mail_makes_of_a_turn_is_taken_in_once() {
    let post = Post::begun(&["--game", "crossroads"]);
    post.moves("bob", "confederate", 2);
    let sent = fs::read_dir(post.path("post/ann/new")).unwrap().map(|one| one.unwrap().path()).max().unwrap();
    let mail = fs::read_to_string(&sent).unwrap();
    let armor = &mail[mail.find("-----BEGIN").unwrap()..];
    let end = armor.find("-----END").unwrap();
    let armor = &armor[..end + armor[end..].find("\n").unwrap() + 1];
    let quoted: String = armor.lines().map(|line| format!("> {}\n", line.trim_end())).collect();
    // One changed letter counts as damage, and nothing is taken in.
    let at = armor.find("\n\n").or(armor.find("\r\n\r\n")).unwrap() + 12;
    let other = if &armor[at..=at] == "Q" { "R" } else { "Q" };
    let (code, told) = post.receive("ann", format!("{}{other}{}", &armor[..at], &armor[at + 1..]).as_bytes());
    assert_eq!(code, 1, "{told}");
    assert!(told.contains("is damaged"), "{told}");
    let (code, told) = post.receive("ann", quoted.as_bytes());
    assert_eq!(code, 0, "{told}");
    assert!(told.contains("new document"), "{told}");
    let (code, told) = post.receive("ann", mail.as_bytes());
    assert_eq!(code, 0, "{told}");
    assert!(told.contains("nothing new") && told.contains("known"), "{told}");
}

#[test]
fn what_is_no_mail_of_ours_is_told_and_changes_nothing() {
    let post = Post::begun(&["--game", "crossroads"]);
    let before = fs::read_dir(post.path("ann-matches/match")).unwrap().count();
    for junk in [
        &b""[..],
        b"hello",
        b"From: a@b\nSubject: x\n\nhello\n",
        &[0xff; 1000],
        b"PK\x03\x04xxxx",
        b"adjutant: 1\nkind: turn\n",
    ] {
        let (code, told) = post.receive("ann", junk);
        assert_eq!(code, 1, "{told}");
        assert!(told.contains("nothing new"), "{told}");
    }
    let (code, told) = post.run("ann", &["receive", "nowhere", "--folder", "ann-matches"]);
    assert!(code == 2 && told.contains("there is no such file"), "{told}");
    assert_eq!(fs::read_dir(post.path("ann-matches/match")).unwrap().count(), before);
}

#[test]
fn a_second_turn_of_a_step_is_kept_apart_and_said_loudly() {
    let post = Post::begun(&["--game", "crossroads"]);
    post.run_ok("bob", &["receive", &post.mailbox("bob"), "--folder", "bob-matches", "--adjudicate"]);
    let folder = post.folder("bob");
    // Bob signs twice, with two copies of his secrets.
    let copy = |from: &str, to: &str| {
        let done = Command::new("cp").args(["-r", from, to]).current_dir(post.root.path()).status().unwrap();
        assert!(done.success());
    };
    copy("bob-secrets", "rob-secrets");
    copy("bob-matches", "rob-matches");
    let robs = folder.replace("bob-matches", "rob-matches");
    for (who, folder, seed) in [("bob", &folder, 2), ("rob", &robs, 3)] {
        let mut text = write(&plan(Path::new(folder), "confederate", seed, Path::new(""), false));
        if who == "rob" {
            text += "comment: another one\n";
        }
        let draft = post.path(&format!("{who}.yaml"));
        fs::write(&draft, text).unwrap();
        post.run_ok(who, &["sign", &draft.display().to_string(), "--folder", folder, "--yes"]);
        post.run_ok(who, &["mail", folder, "--address", "union=ann@example.org", "--send"]);
    }
    let (code, told) = post.run("ann", &["receive", &post.mailbox("ann"), "--folder", "ann-matches"]);
    assert_eq!(code, 1, "{told}");
    assert!(told.contains("double dealing") && told.contains("mail/conflicts"), "{told}");
    post.run_ok("ann", &["verify", "ann-matches/match"]);
    // The command in it can be pasted, and shows what the two prove.
    let command = told.split('`').find(|part| part.starts_with("adjutant dispute")).expect("a command");
    let words: Vec<&str> = command.split(' ').skip(1).collect();
    let (code, told) = post.run("ann", &words);
    assert!(code == 1 && told.contains("both have a valid signature of this seat"), "{command}: {told}");
    // The folder alone shows the same, since the second document is kept in it; and the status says so.
    let (code, told) = post.run("ann", &["dispute", "ann-matches/match"]);
    assert!(code == 1 && told.contains("both have a valid signature of this seat"), "{told}");
    let (_, told) = post.run("ann", &["match", "status", "ann-matches/match"]);
    assert!(told.contains("Somebody has signed two different documents for one place"), "{told}");
    assert!(told.contains("adjutant dispute ann-matches/match"), "{told}");
}

#[test]
fn a_bundle_has_what_the_other_lacks() {
    let post = Post::begun(&["--game", "crossroads"]);
    for _ in 0..2 {
        post.moves("bob", "confederate", 2);
        post.moves("ann", "union", 1);
    }
    let folder = post.folder("ann");
    let all = post.run_ok("ann", &["bundle", &folder, "--all", "--out", "-"]);
    assert!(all.starts_with("-----BEGIN ADJUTANT BUNDLE-----\nMatch: "), "{all}");
    post.run_ok("ann", &["bundle", &folder, "--out", "lacking.txt"]);
    post.run_ok("ann", &["bundle", &folder, "--all", "--zip", "--out", "all.zip"]);
    let lacking = fs::metadata(post.path("lacking.txt")).unwrap().len();
    assert!(lacking < all.len() as u64);
    // A third person, who has nothing, takes in the whole match from either player.
    for (who, from) in [("carl", "all.zip"), ("dora", "all.txt")] {
        fs::write(post.path("all.txt"), &all).unwrap();
        fs::create_dir(post.path(&format!("{who}-matches"))).unwrap();
        post.run_ok(who, &["receive", from, "--folder", &format!("{who}-matches")]);
        post.run_ok(who, &["verify", &post.folder(who)]);
    }
}

#[test]
fn many_matches_are_told_in_one_table_the_overdue_first() {
    let post = Post::begun(&["--game", "crossroads"]);
    for n in 1..20 {
        let folder = format!("ann-matches/league/game-{n:02}");
        post.run_ok("ann", &["match", "new", &folder, "--title", &format!("League game {n}"), "--game", "crossroads"]);
    }
    let old = post.path("ann-matches/old");
    let done = Command::new("cp")
        .args(["-r", "examples/virginia-refereed"])
        .arg(&old)
        .current_dir(env!("CARGO_MANIFEST_DIR"))
        .status();
    assert!(done.unwrap().success());
    // It waits for an answer since its fifth step, long ago.
    for part in ["states", "turns", "refusals"] {
        for entry in fs::read_dir(old.join(part)).unwrap() {
            let path = entry.unwrap().path();
            let step: u32 = path.file_name().unwrap().to_str().unwrap()[..4].parse().unwrap();
            if step > 5 {
                fs::remove_file(path).unwrap();
            }
        }
    }
    let told = post.run_ok("ann", &["match", "status", "ann-matches"]);
    let lines: Vec<&str> = told.lines().collect();
    assert_eq!(lines.len(), 23, "{told}");
    assert!(
        lines[0].starts_with("match ") && lines[1].contains("overdue") && lines[1].ends_with("ann-matches/old"),
        "{told}"
    );
    assert!(lines[2].contains("By mail") && lines[2].contains("Bob (Confederate)"), "{told}");
    assert!(lines[22].contains("21 matches; 0 waiting for you, 1 overdue."), "{told}");
    post.moves("bob", "confederate", 2);
    post.run_ok("ann", &["receive", &post.mailbox("ann"), "--folder", "ann-matches"]);
    let mine = post.run_ok("ann", &["match", "status", "ann-matches", "--mine"]);
    assert!(mine.contains("You (Union) to ") && mine.contains("1 match; 1 waiting for you"), "{mine}");
    let json: Value =
        serde_json::from_str(&post.run_ok("ann", &["match", "status", "ann-matches", "--format", "json"])).unwrap();
    assert_eq!(json["matches"].as_array().unwrap().len(), 21);
    assert_eq!(json["matches"][0]["overdue"], json!(true));
}

#[test]
fn a_strangers_charter_changes_nothing_and_stops_nothing() {
    let post = Post::begun(&["--game", "crossroads"]);
    let path = post.path("ann-matches/match/charter.yaml");
    let charter = fs::read_to_string(&path).unwrap();
    // Somebody without a seat has signed it.
    let eve = format!("  - by: eve\n    key: \"{}\"\n    sig: \"{}==\"\n", "ab".repeat(32), "A".repeat(86));
    let (code, told) = post.receive("ann", format!("{charter}{eve}").as_bytes());
    assert!(code == 1 && told.contains("'eve' has signed this charter but has no seat in it"), "{told}");
    // Another match, under a name that no file can have; and one of a game that nobody knows.
    let terms = charter.split("signatures:").next().unwrap();
    for (what, other) in [
        ("long", terms.replace("title: By mail", &format!("title: {}", "a".repeat(300)))),
        ("game", terms.replace("id: crossroads", "id: nogame")),
    ] {
        assert_ne!(other, terms, "{what}");
        let (code, told) = post.receive("ann", other.as_bytes());
        assert!(code == 0 && told.contains("To take a seat in this match, run"), "{what}: {told}");
    }
    assert_eq!(fs::read_to_string(&path).unwrap(), charter);
    post.run_ok("ann", &["verify", "ann-matches/match"]);
}
