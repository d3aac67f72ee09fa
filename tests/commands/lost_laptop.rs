//! docs/mail.md, "A lost laptop", walked as the page prints it: with no, one and several rounds played since the backup,
//! in each kind of match.

use std::fs;
use std::path::{Path, PathBuf};

use adjutant::chain::Chain;
use adjutant::document::write;
use adjutant::trust::Vault;
use serde_json::{Value, json};

use crate::hands::BULL_RUN;
use crate::match_by_mail::{Post, documents, plan};

/// A match by mail, and who plays which seat.
struct Table {
    post: Post,
    seats: Vec<(&'static str, &'static str)>,
}

impl Table {
    fn head_to_head(game: &[&str], sides: [&'static str; 2]) -> Table {
        let post = Post::begun_by(game, sides);
        Table { post, seats: vec![("bob", sides[1]), ("ann", sides[0])] }
    }

    /// Cat is the referee of Ann and Bob.
    fn refereed(game: &[&str]) -> Table {
        let post = Post::new();
        let seats = vec![("bob", "confederate"), ("ann", "union"), ("cat", "adjudicator")];
        let new = ["match", "new", "cat-matches/match", "--title", "Three", "--trust", "refereed"];
        post.run_ok("cat", &[&new[..], game].concat());
        post.run_ok("cat", &["match", "join", "cat-matches/match", "--seat", "adjudicator", "--name", "cat"]);
        let to = ["--to", "ann@example.org", "--to", "bob@example.org"];
        post.run_ok("cat", &[&["match", "invite", "cat-matches/match"][..], &to].concat());
        let charter = |who: &str| post.path(&format!("{who}-matches/match/charter.yaml"));
        let mail = "cat-matches/match/mail/out/charter.eml".to_owned();
        let mut invitation = mail;
        for (who, seat) in [("ann", "union"), ("bob", "confederate")] {
            let folder = format!("{who}-matches/match");
            post.run_ok(who, &["match", "accept", &invitation, &folder, "--seat", seat, "--name", who]);
            invitation = format!("{who}.yaml");
            fs::copy(charter(who), post.path(&invitation)).unwrap();
        }
        // Bob took the last seat, so he has signed; his charter goes round.
        for who in ["ann", "cat", "bob"] {
            fs::copy(post.path(&invitation), post.path("round.yaml")).unwrap();
            if who != "bob" {
                post.run_ok(who, &["receive", "round.yaml", "--folder", &format!("{who}-matches")]);
                post.run_ok(who, &["match", "sign", &format!("{who}-matches/match")]);
            } else {
                post.run_ok(who, &["receive", "round.yaml", "--folder", "bob-matches"]);
            }
            invitation = format!("{who}-signed.yaml");
            fs::copy(charter(who), post.path(&invitation)).unwrap();
        }
        post.run_ok("ann", &["receive", "cat-signed.yaml", "--folder", "ann-matches"]);
        let table = Table { post, seats };
        for (who, _) in &table.seats {
            let folder = table.post.folder(who);
            for (other, seat) in &table.seats {
                let address = format!("{seat}={other}@example.org");
                table.post.run_ok(who, &["mail", &folder, "--address", &address]);
            }
        }
        table.post.run_ok("cat", &["adjudicate", "cat-matches/match"]);
        table.post.run_ok("cat", &["mail", "cat-matches/match", "--send"]);
        table
    }

    /// Runs a command of the page in somebody's match folder.
    fn walk(&self, who: &str, args: &[&str]) -> String {
        let ran = self.post.command(who, args).current_dir(self.post.folder(who)).output().unwrap();
        let text = String::from_utf8([ran.stdout, ran.stderr].concat()).unwrap();
        assert_eq!(ran.status.code(), Some(0), "{args:?} as {who}:\n{text}");
        text
    }

    fn others(&self) -> impl Iterator<Item = &'static str> {
        self.seats.iter().map(|(who, _)| *who).filter(|who| *who != "bob")
    }

    fn receive(&self, who: &str) -> String {
        self.post.run_ok(who, &["receive", &self.post.mailbox(who), "--folder", &format!("{who}-matches")])
    }

    /// Everybody moves once; whether anything was mailed.
    fn round(&self) -> bool {
        let draft = |seat: &str, folder: &Path, secrets: &Path| {
            let mut draft = plan(folder, seat, 2, secrets, false);
            let lost = lost_choices(folder, seat, secrets);
            if !lost.is_empty() {
                draft["open"] = lost.into_iter().map(|id| json!({"id": id, "forfeit": true})).collect();
            }
            write(&draft)
        };
        let moves =
            |(who, seat): &(&str, &str)| self.post.moves_as(who, seat, |folder, secrets| draft(seat, folder, secrets));
        self.seats.iter().map(moves).fold(false, |any, one| any | one)
    }
}

/// The choices that a seat is to open and whose salts were drawn after its backup: they are forfeited, as the page says.
/// In a card game no salt is lost.
fn lost_choices(folder: &Path, seat: &str, secrets: &Path) -> Vec<String> {
    let files = documents(folder);
    let chain = Chain::build(&files).unwrap();
    let entry = chain.seats.entry(&seat.parse().unwrap()).unwrap();
    if entry.hidden.is_some() {
        return Vec::new();
    }
    let newest = chain.newest().unwrap().state;
    let asked = newest.typed.awaiting.iter().find(|asked| asked["seat"] == *seat).unwrap();
    let due: Vec<&str> = asked["open"].as_array().into_iter().flatten().filter_map(Value::as_str).collect();
    let vault = Vault::open(secrets).unwrap();
    let key = vault.load_key("default", || None).unwrap();
    let known = vault.choices(&key, &entry.seed.anchor).unwrap();
    let commits = chain.turns.values().filter(|turn| turn.typed.seat == entry.seat);
    let commits = commits.flat_map(|turn| turn.typed.commit.iter().flatten());
    let kept: Vec<&str> =
        commits.filter(|commit| known.contains_key(&commit.digest)).map(|commit| commit.id.as_str()).collect();
    due.into_iter().filter(|id| !kept.contains(id)).map(str::to_owned).collect()
}

/// What a command of the page is, checked against the page.
fn printed(command: &str) -> Vec<&str> {
    let page = fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join("docs/mail.md")).unwrap();
    let (_, section) = page.split_once("## A lost laptop").unwrap();
    let (section, _) = section.split_once("\n## ").unwrap();
    assert!(section.contains(command), "the page does not print `{command}`");
    command.split(' ').skip(1).collect()
}

/// Bob makes a backup, plays some rounds, and loses his secrets, and his match folder too with `folder_too`.
fn lose_and_recover(table: &Table, rounds: usize, folder_too: bool) {
    let post = &table.post;
    let what = format!("{rounds} rounds, folder lost: {folder_too}");
    let told = table.walk("bob", &printed("adjutant backup"));
    let file = told.split_whitespace().find_map(|word| word.strip_suffix(':').filter(|name| name.ends_with(".age")));
    let file = file.unwrap().to_owned();
    fs::rename(Path::new(&post.folder("bob")).join(&file), post.path("bob.age")).unwrap();
    for _ in 0..rounds {
        assert!(table.round(), "{what}: the match ends too early");
    }
    // What the others have mailed is in his mailbox.
    let seat = table.seats[0].1;
    let signed = own_turns(Path::new(&post.folder("bob")), seat);
    fs::remove_dir_all(post.path("bob-secrets")).unwrap();
    printed("adjutant restore adjutant-2026-11-25.age");
    post.run_ok("bob", &["restore", "bob.age"]);
    if folder_too {
        fs::remove_dir_all(post.path("bob-matches")).unwrap();
        fs::create_dir(post.path("bob-matches")).unwrap();
        table.receive("ann");
        let told = table.walk("ann", &printed("adjutant bundle --all"));
        let (bundle, _) = told.split_once(": ").unwrap();
        let bundle = Path::new(&post.folder("ann")).join(bundle).display().to_string();
        post.run_ok("bob", &["receive", &bundle, "--folder", "bob-matches"]);
    }
    table.receive("bob");
    let told = table.walk("bob", &printed("adjutant receipt"));
    assert!(told.contains("asks the other seats"), "{what}: {told}");
    let told = table.walk("bob", &printed("adjutant mail --send"));
    assert!(told.contains("Sent:"), "{what}: {told}");
    for who in table.others() {
        assert!(table.receive(who).contains("has restored a backup and asks"), "{what}: {who}");
        assert!(table.walk(who, &printed("adjutant receipt")).contains("who has restored a backup"), "{what}: {who}");
        assert!(table.walk(who, &printed("adjutant mail --send")).contains("Sent:"), "{what}: {who}");
    }
    let told = table.receive("bob");
    assert!(told.contains("answered, and you may sign again"), "{what}: {told}");
    printed("adjutant match status");
    table.walk("bob", &["match", "status"]);
    // Everything that he had mailed is his own again, byte for byte.
    let now = own_turns(Path::new(&post.folder("bob")), seat);
    for turn in &signed {
        assert!(now.contains(turn), "{what}: a turn of his is lost");
    }
}

fn own_turns(folder: &Path, seat: &str) -> Vec<Value> {
    let mut turns: Vec<PathBuf> = fs::read_dir(folder.join("turns")).unwrap().map(|one| one.unwrap().path()).collect();
    turns.retain(|path| path.display().to_string().contains(&format!("-{seat}")));
    turns.sort();
    let read = |path: &PathBuf| {
        let bytes = fs::read(path).unwrap();
        adjutant::document::read("turn", &bytes, adjutant::document::Form::Signed).unwrap().content
    };
    turns.iter().map(read).collect()
}

/// Plays on, and checks every copy.
fn play_on(table: &Table, most: usize, partial: bool) {
    for _ in 0..most {
        if !table.round() {
            break;
        }
    }
    for (who, _) in &table.seats {
        table.receive(who);
        let folder = table.post.folder(who);
        let more: &[&str] = if partial { &["--partial"] } else { &[] };
        table.post.run_ok(who, &[&["verify", &folder][..], more].concat());
        assert!(!Path::new(&folder).join("mail/conflicts").exists(), "{who} was sent two of one thing");
    }
}

#[test]
fn head_to_head_a_laptop_is_lost() {
    // One of them is played to its end.
    for (rounds, folder_too, more) in [(0, true, 3), (1, false, 3), (3, false, 40), (5, true, 3)] {
        let table = Table::head_to_head(&["--game", "crossroads"], ["union", "confederate"]);
        table.round();
        lose_and_recover(&table, rounds, folder_too);
        play_on(&table, more, more < 40);
    }
}

#[test]
fn in_a_refereed_match_a_laptop_is_lost() {
    for (rounds, folder_too) in [(0, false), (1, true), (5, false)] {
        let table = Table::refereed(&["--game", "crossroads"]);
        table.round();
        lose_and_recover(&table, rounds, folder_too);
        play_on(&table, 4, false);
    }
}

#[test]
fn in_a_card_game_a_laptop_is_lost() {
    for (rounds, folder_too) in [(0, true), (1, false), (5, true)] {
        let table = Table::head_to_head(BULL_RUN, ["usa", "csa"]);
        table.round();
        lose_and_recover(&table, rounds, folder_too);
        play_on(&table, 4, true);
    }
}

/// Receipts that are signed long after what they name go with the next mail, all of them and once.
#[test]
fn late_receipts_are_all_mailed() {
    let table = Table::head_to_head(&["--game", "crossroads"], ["union", "confederate"]);
    for _ in 0..4 {
        table.round();
    }
    table.receive("ann");
    // Each document came at a time of its own, and has a receipt of its own.
    let log = Path::new(&table.post.folder("ann")).join("mail/came");
    let times = fs::read_to_string(&log).unwrap();
    let apart = times.lines().enumerate().map(|(n, line)| {
        let digest = line.split(' ').next().unwrap();
        format!("{digest} 2026-11-20T{:02}:{:02}:00Z\n", 10 + n / 60, n % 60)
    });
    fs::write(&log, apart.collect::<String>()).unwrap();
    let told = table.walk("ann", &["receipt"]);
    let signed = told.lines().filter(|line| line.starts_with("Signed:")).count();
    assert!(signed >= 6, "{told}");
    let receipts = || fs::read_dir(Path::new(&table.post.folder("bob")).join("receipts")).map_or(0, Iterator::count);
    let before = receipts();
    table.walk("ann", &["mail", "--send"]);
    table.receive("bob");
    assert_eq!(receipts() - before, signed);
    assert!(table.walk("ann", &["mail", "--send"]).contains("nothing to mail"));
}
