//! `go`: an exchange by mail is one command.
#![cfg(unix)]

use std::fs;
use std::path::Path;
use std::time::{Duration, Instant};

use adjutant::document::write;
use serde_json::Value;

use crate::match_by_mail::{Post, plan};

const GAME: [&str; 4] = ["--game", "crossroads", "--pack", "scenarios/crossroads"];

fn set(post: &Post, who: &str, settings: &str) {
    fs::write(post.path(&format!("{who}-secrets")).join("go.yaml"), settings).unwrap();
}

fn go(post: &Post, who: &str) -> Value {
    let said = post.run_ok(who, &["go", &format!("{who}-matches"), "--format", "json"]);
    serde_json::from_str(&said).unwrap()
}

fn begun() -> Post {
    let pack = Path::new(env!("CARGO_MANIFEST_DIR")).join("scenarios/crossroads").display().to_string();
    let post = Post::begun(&[GAME[0], GAME[1], GAME[2], &pack]);
    for who in ["ann", "bob"] {
        set(&post, who, &format!("mailboxes: [{}]\nsend: true\nauto: forced\n", post.mailbox(who)));
    }
    post
}

/// Writes the plan of the sensible player over the draft that `go` has made, and signs and mails it.
fn sign(post: &Post, who: &str, seat: &str, draft: &str) -> String {
    let folder = post.folder(who);
    let plan = plan(Path::new(&folder), seat, 7, &post.path(&format!("{who}-secrets")), false);
    fs::write(draft, write(&plan)).unwrap();
    post.run_ok(who, &["sign", draft, "--folder", &folder, "--yes"])
}

#[test]
fn a_whole_match_is_played_by_go_and_sign() {
    let post = begun();
    let players = [("ann", "union"), ("bob", "confederate")];
    let (mut signed, mut quiet) = (0, 0);
    while quiet < 4 {
        for (who, seat) in players {
            let done = go(&post, who);
            let one = &done["matches"][0];
            let mailed = one["mails"].as_array().unwrap();
            assert!(mailed.iter().all(|mail| mail["sent"] == true), "{done}");
            assert!(one["happened"].as_array().unwrap().len() <= 5, "{done}");
            // Every step that was told has a page, and the page is there.
            for page in one["pages"].as_array().unwrap() {
                assert!(post.path(page.as_str().unwrap()).exists(), "{done}");
            }
            let draft = one["draft"].as_str();
            quiet = if mailed.is_empty() && draft.is_none() { quiet + 1 } else { 0 };
            if let Some(draft) = draft {
                sign(&post, who, seat, &post.path(draft).display().to_string());
                signed += 1;
                let again = go(&post, who);
                assert!(!again["matches"][0]["mails"].as_array().unwrap().is_empty(), "{again}");
                assert!(again["matches"][0]["draft"].is_null(), "{again}");
            }
        }
    }
    assert!(post.is_over("ann") && post.is_over("bob"));
    assert!(signed > 4, "{signed} turns");
    // Nothing is due: it says so, and writes nothing.
    let said = post.run_ok("ann", &["go", "ann-matches"]);
    assert!(said.contains("1 match. Nothing is due."), "{said}");
    for (who, _) in players {
        let folder = post.folder(who);
        let steps = fs::read_dir(format!("{folder}/states")).unwrap().count();
        let pages = fs::read_dir(format!("{folder}/reports")).unwrap();
        let pages =
            pages.filter(|page| page.as_ref().unwrap().path().extension().is_some_and(|ending| ending == "html"));
        assert_eq!(pages.count(), steps, "{who}: a page for every step");
        post.run_ok(who, &["verify", &folder]);
    }
}

#[test]
fn what_it_says_names_the_next_commands() {
    let post = begun();
    // Whoever moves first is told so, with a draft and how to go on.
    let said = [post.run_ok("ann", &["go", "ann-matches"]), post.run_ok("bob", &["go", "bob-matches"])].concat();
    assert!(said.contains("Your move. Next:\n") && said.contains("--mail`"), "{said}");
    assert!(said.contains("With the map: "), "{said}");
    // The draft says how one wins and how it stands.
    let drafts = ["ann", "bob"].map(|who| format!("{}/drafts", post.folder(who)));
    let drafts = drafts.iter().flat_map(|folder| fs::read_dir(folder).into_iter().flatten().flatten());
    let drafts: Vec<_> = drafts.map(|file| file.path()).filter(|path| !path.ends_with("turn.schema.json")).collect();
    assert!(!drafts.is_empty());
    for draft in drafts {
        let text = fs::read_to_string(draft).unwrap();
        assert!(text.contains("\n# How to win: The side that controls areas worth more points wins"), "{text}");
        assert!(text.contains("\n# How it stands: "), "{text}");
    }
    post.run_ok("ann", &["go", "ann-matches"]);
    // Another run repeats no story, but still says whose move it is.
    let again = [post.run_ok("ann", &["go", "ann-matches"]), post.run_ok("bob", &["go", "bob-matches"])].concat();
    assert!(again.contains("Your move. Next:\n") && !again.contains("With the map: "), "{again}");
}

#[test]
fn bad_settings_are_named_with_their_place_and_change_nothing() {
    let post = begun();
    let before = fs::read_dir(post.folder("bob")).unwrap().count();
    let wrong = [
        ("mailboxes: [mail]\n", "go.yaml:1:13", "this is not a whole path"),
        ("mailbox: [/tmp]\n", "go.yaml:1:", "mailbox"),
        ("auto: always\n", "go.yaml:1:", "always"),
        ("send: [\n", "go.yaml:", ""),
    ];
    for (settings, place, what) in wrong {
        set(&post, "bob", settings);
        let (code, said) = post.run("bob", &["go", "bob-matches"]);
        assert_eq!(code, 2, "{settings}: {said}");
        assert!(said.contains(place) && said.contains(what), "{settings}: {said}");
        assert_eq!(fs::read_dir(post.folder("bob")).unwrap().count(), before);
    }
    fs::remove_file(post.path("bob-secrets").join("go.yaml")).unwrap();
    let (code, said) = post.run("bob", &["go", "nowhere"]);
    assert!(code == 2 && said.contains("there is no such folder"), "{said}");
    fs::create_dir(post.path("empty")).unwrap();
    let (code, said) = post.run("bob", &["go", "empty"]);
    assert!(code == 1 && said.contains("there is no match"), "{said}");
}

#[test]
fn nothing_is_signed_at_once_unless_the_player_has_said_so() {
    let post = begun();
    for who in ["ann", "bob"] {
        set(&post, who, &format!("mailboxes: [{}]\n", post.mailbox(who)));
    }
    let turns = |who: &str| {
        let seat = if who == "ann" { "-union" } else { "-confederate" };
        let files = fs::read_dir(format!("{}/turns", post.folder(who))).into_iter().flatten().flatten();
        files.filter(|file| file.file_name().to_string_lossy().contains(seat)).count()
    };
    let before = (turns("ann"), turns("bob"));
    for who in ["ann", "bob", "ann", "bob"] {
        let done = go(&post, who);
        // Mails are written, and nothing is sent.
        assert!(done["matches"][0]["mails"].as_array().unwrap().iter().all(|mail| mail["sent"] == false), "{done}");
    }
    // What the other has signed comes by mail, and nobody has signed anything.
    assert_eq!((turns("ann"), turns("bob")), before);
}

#[test]
fn what_comes_while_it_watches_is_told() {
    let post = begun();
    let told = post.path("told");
    let script = post.path("tell");
    fs::write(&script, format!("#!/bin/sh\nprintf '%s\\n' \"$1\" >> '{}'\n", told.display())).unwrap();
    fs::set_permissions(&script, std::os::unix::fs::PermissionsExt::from_mode(0o755)).unwrap();
    let settings = |who: &str| {
        format!("mailboxes: [{}]\nsend: true\nauto: forced\ntell: ['{}']\n", post.mailbox(who), script.display())
    };
    // The one who does not move first watches; the other moves.
    let first = ["ann", "bob"].into_iter().find(|who| !go(&post, who)["matches"][0]["draft"].is_null()).unwrap();
    let (mover, watcher) = if first == "ann" { ("ann", "bob") } else { ("bob", "ann") };
    let seat = if mover == "ann" { "union" } else { "confederate" };
    set(&post, watcher, &settings(watcher));
    let mut watching = post.command(watcher, &["go", &format!("{watcher}-matches"), "--watch", "1"]);
    let mut watching =
        watching.stdout(std::process::Stdio::null()).stderr(std::process::Stdio::null()).spawn().unwrap();
    let draft = go(&post, mover)["matches"][0]["draft"].as_str().unwrap().to_owned();
    sign(&post, mover, seat, &post.path(&draft).display().to_string());
    go(&post, mover);
    let begun = Instant::now();
    while !told.exists() && begun.elapsed() < Duration::from_secs(120) {
        std::thread::sleep(Duration::from_millis(100));
    }
    watching.kill().unwrap();
    watching.wait().unwrap();
    assert!(fs::read_to_string(&told).unwrap_or_default().contains("By mail: "), "nothing was told");
}

/// A mail that comes while a round runs is taken in by the next one, though nothing else changes.
#[test]
fn mail_that_comes_during_a_round_is_not_missed() {
    let post = begun();
    // An invitation to a second match, held back.
    let pack = Path::new(env!("CARGO_MANIFEST_DIR")).join("scenarios/crossroads").display().to_string();
    post.run_ok(
        "ann",
        &["match", "new", "ann-matches/second", "--title", "Second", "--game", "crossroads", "--pack", &pack],
    );
    post.run_ok("ann", &["match", "join", "ann-matches/second", "--seat", "union", "--name", "Ann"]);
    let mails = || {
        let all = fs::read_dir(post.path("post/bob/new")).unwrap();
        all.map(|one| one.unwrap().path()).collect::<std::collections::BTreeSet<_>>()
    };
    let before = mails();
    post.run_ok("ann", &["match", "invite", "ann-matches/second", "--to", "bob@example.org", "--send"]);
    let held = post.path("held");
    fs::rename(mails().difference(&before).next().unwrap(), &held).unwrap();
    // Bob's first round answers a turn, and while it sends its mail the invitation comes.
    let script = post.path("during");
    let comes = post.path("post/bob/new/during");
    let text = format!(
        "#!/bin/sh\ncat > /dev/null\n[ -e '{0}' ] && mv '{0}' '{1}'\nexit 0\n",
        held.display(),
        comes.display()
    );
    fs::write(&script, text).unwrap();
    fs::set_permissions(&script, std::os::unix::fs::PermissionsExt::from_mode(0o755)).unwrap();
    let mut watching = post.command("bob", &["go", "bob-matches", "--watch", "1"]);
    watching.env("ADJUTANT_SENDMAIL", script.display().to_string());
    let mut watching =
        watching.stdout(std::process::Stdio::null()).stderr(std::process::Stdio::null()).spawn().unwrap();
    let offered = || fs::read_dir(post.path("bob-matches/offered")).map_or(0, Iterator::count);
    let begun = Instant::now();
    while offered() < 2 && begun.elapsed() < Duration::from_secs(60) {
        std::thread::sleep(Duration::from_millis(100));
    }
    watching.kill().unwrap();
    watching.wait().unwrap();
    assert!(comes.exists(), "the invitation came during a round");
    assert_eq!(offered(), 2);
}

/// A round writes unsent mails again and again; that is no news, even where the matches lie in the mailbox.
#[test]
fn what_a_round_writes_starts_no_other() {
    let post = begun();
    set(&post, "bob", &format!("mailboxes: [{}, {}]\n", post.mailbox("bob"), post.path("bob-matches").display()));
    let said = post.path("said");
    let mut watching = post.command("bob", &["go", "bob-matches", "--watch", "1", "--format", "json"]);
    let mut watching =
        watching.stdout(fs::File::create(&said).unwrap()).stderr(std::process::Stdio::null()).spawn().unwrap();
    let rounds = || fs::read_to_string(&said).unwrap().matches("\"known\":").count();
    let begun = Instant::now();
    while rounds() == 0 && begun.elapsed() < Duration::from_secs(60) {
        std::thread::sleep(Duration::from_millis(100));
    }
    std::thread::sleep(Duration::from_secs(4));
    watching.kill().unwrap();
    watching.wait().unwrap();
    assert!(fs::read_to_string(&said).unwrap().contains(".eml"), "an unsent mail was written");
    assert_eq!(rounds(), 1);
}

/// Who has `go` refuse a turn is told why.
#[test]
fn the_reasons_of_a_refusal_are_told() {
    let post = begun();
    let first = ["ann", "bob"].into_iter().find(|who| !go(&post, who)["matches"][0]["draft"].is_null()).unwrap();
    let (mover, seat, other) = if first == "ann" { ("ann", "union", "bob") } else { ("bob", "confederate", "ann") };
    let draft = go(&post, mover)["matches"][0]["draft"].as_str().unwrap().to_owned();
    sign(&post, mover, seat, &post.path(&draft).display().to_string());
    let turns = format!("{}/turns", post.folder(mover));
    let mut signed: Vec<_> = fs::read_dir(&turns).unwrap().map(|one| one.unwrap().path()).collect();
    signed.retain(|path| path.to_string_lossy().contains(&format!("-{seat}")));
    signed.sort();
    let turn = signed.pop().unwrap();
    // The same turn with an order that is not asked for, signed again with the key.
    let text = fs::read(&turn).unwrap();
    let mut content = adjutant::document::read("turn", &text, adjutant::document::Form::Signed).unwrap().content;
    content["orders"] = serde_json::json!([{"march": {"unit": "hale", "to": 7}}]);
    content.as_object_mut().unwrap().shift_remove("signatures");
    let vault = adjutant::trust::Vault::open(post.path(&format!("{mover}-secrets"))).unwrap();
    let key = vault.load_key("default", || None).unwrap();
    let illegal = adjutant::chain::sign::seal(&content, &seat.parse().unwrap(), &key).unwrap();
    fs::write(post.path(&format!("post/{other}/new/illegal.yaml")), write(&illegal)).unwrap();
    // Whatever else the mover has sent is taken in first.
    let states = format!("{}/states", post.folder(mover));
    for state in fs::read_dir(states).unwrap() {
        let state = state.unwrap();
        let name = state.file_name().to_string_lossy().into_owned();
        fs::copy(state.path(), post.path(&format!("post/{other}/new/{name}"))).unwrap();
    }
    let done = go(&post, other);
    let one = &done["matches"][0];
    let refused = one["refused"].as_array().unwrap();
    assert!(!refused.is_empty() && one["signed"] == true, "{done}");
    let file = fs::read_dir(format!("{}/refusals", post.folder(other))).unwrap().next().unwrap().unwrap().path();
    let text = fs::read(file).unwrap();
    let refusal = adjutant::document::read("refusal", &text, adjutant::document::Form::Signed).unwrap().content;
    for (reason, told) in refusal["reasons"].as_array().unwrap().iter().zip(refused) {
        assert!(told.as_str().unwrap().starts_with(reason["message"].as_str().unwrap()), "{reason} {told}");
    }
    // It is told once.
    assert_eq!(go(&post, other)["matches"][0]["refused"], serde_json::json!([]));
}

/// A charter goes round once in each form: not again before somebody else has signed it.
#[test]
fn a_circulating_charter_is_mailed_once() {
    let pack = Path::new(env!("CARGO_MANIFEST_DIR")).join("scenarios/crossroads").display().to_string();
    let post = Post::new();
    let new = ["match", "new", "ann-matches/match", "--title", "Round", "--game", "crossroads", "--pack", &pack];
    post.run_ok("ann", &new);
    post.run_ok("ann", &["match", "join", "ann-matches/match", "--seat", "union", "--name", "Ann"]);
    set(&post, "ann", "send: true\n");
    // Nobody has taken the other seat: there is nobody to mail it to, which is no fault.
    assert_eq!(go(&post, "ann")["matches"][0]["mails"], serde_json::json!([]));
    post.run_ok("ann", &["match", "invite", "ann-matches/match", "--to", "bob@example.org", "--send"]);
    // Bob has no match yet, and takes the invitation in all the same.
    set(&post, "bob", &format!("# what go does\nmailboxes: [{}]\nsend: true\n", post.mailbox("bob")));
    let said = post.run_ok("bob", &["go", "bob-matches"]);
    assert!(said.contains("'Round'") || said.contains("charter"), "{said}");
    let bobs = post.folder("bob");
    // It is not his match before he joins it: he is told so, and nothing is wrong.
    let said = post.run_ok("bob", &["go", "bob-matches"]);
    assert!(said.contains("1 match to others or not joined"), "{said}");
    post.run_ok("bob", &["match", "join", &bobs, "--seat", "confederate", "--name", "Bob"]);
    let (own, hers) = ("confederate=bob@example.org", "union=ann@example.org");
    post.run_ok("bob", &["mail", &bobs, "--address", own, "--address", hers]);
    let mailed = || go(&post, "bob")["matches"][0]["mails"].as_array().unwrap().len();
    assert_eq!((mailed(), mailed(), mailed()), (1, 0, 0), "joined");
    post.run_ok("bob", &["match", "sign", &bobs]);
    assert_eq!((mailed(), mailed()), (1, 0), "signed");
    // Whoever asks for it has it again.
    assert!(post.run_ok("bob", &["mail", &bobs, "--send"]).contains("Sent:"));
}

/// A mailbox that is not there is told, and the others are read.
#[test]
fn one_missing_mailbox_stops_nothing_else() {
    let post = begun();
    let missing = post.path("not-mounted");
    set(&post, "bob", &format!("mailboxes: [{}, {}]\n", missing.display(), post.mailbox("bob")));
    let (code, said) = post.run("bob", &["go", "bob-matches"]);
    assert!(code == 1 && said.contains("not-mounted: there is no such file or folder"), "{said}");
    assert!(!fs::read_dir(format!("{}/states", post.folder("bob"))).unwrap().flatten().collect::<Vec<_>>().is_empty());
    // A file in which everything is a comment says nothing.
    set(&post, "bob", "# mailboxes: [~/Maildir]\n\n  # send: true\n");
    assert_eq!(post.run("bob", &["go", "bob-matches"]).0, 0);
}

/// Two turns by one seat for one step: the alarm is given, and nothing is answered before the player has seen it.
#[test]
fn nothing_is_answered_where_a_seat_has_contradicted_itself() {
    let post = begun();
    let first = ["ann", "bob"].into_iter().find(|who| !go(&post, who)["matches"][0]["draft"].is_null()).unwrap();
    let (mover, seat, other) = if first == "ann" { ("ann", "union", "bob") } else { ("bob", "confederate", "ann") };
    let draft = go(&post, mover)["matches"][0]["draft"].as_str().unwrap().to_owned();
    go(&post, other);
    // The mover signs on two computers, each with a copy of everything.
    let home = post.path("post/mail-of-two");
    fs::create_dir_all(&home).unwrap();
    let copy = |from: &Path, to: &Path| {
        assert!(std::process::Command::new("cp").arg("-r").arg(from).arg(to).status().unwrap().success());
    };
    let (folder, secrets) = (post.folder(mover), post.path(&format!("{mover}-secrets")));
    let (twin, twin_secrets) = (post.path("twin"), post.path("twin-secrets"));
    copy(Path::new(&folder), &twin);
    copy(&secrets, &twin_secrets);
    let own = plan(Path::new(&folder), seat, 7, &secrets, false);
    for (n, (place, keys)) in [(Path::new(&folder), &secrets), (&twin, &twin_secrets)].into_iter().enumerate() {
        let mut turn = own.clone();
        if n == 1 {
            turn["comment"] = "On second thoughts.".into();
        }
        let name = Path::new(&draft).file_name().unwrap();
        let draft = place.join("drafts").join(name);
        fs::write(&draft, write(&turn)).unwrap();
        let draft = draft.display().to_string();
        let mut sign = post.command(mover, &["sign", &draft, "--folder", &place.display().to_string(), "--yes"]);
        assert!(sign.env("ADJUTANT_HOME", keys).output().unwrap().status.success());
        let turn = place.join("turns").join(name);
        fs::copy(turn, home.join(format!("{n}.yaml"))).unwrap();
    }
    let states = || fs::read_dir(format!("{}/states", post.folder(other))).unwrap().count();
    let before = states();
    let mailbox = home.display().to_string();
    let (code, said) = post.run(other, &["go", &format!("{other}-matches"), "--mailbox", &mailbox]);
    assert!(code == 1 && said.contains("double dealing") && said.contains("nothing is answered now"), "{said}");
    assert_eq!(states(), before, "{said}");
    // He goes on all the same.
    let (_, said) = post.run(other, &["go", &format!("{other}-matches"), "--mailbox", &mailbox]);
    assert_eq!(states(), before + 1, "{said}");
}
