//! Clocks and losses by mail: receipts, leave and reminders; restoring a backup; a match that continues under a new
//! charter.
#![cfg(unix)]

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use serde_json::Value;

use crate::folders::copy_all;
use crate::match_by_mail::Post;

const CROSSROADS: &[&str] = &["--game", "crossroads"];
const CLOCK: &[&str] = &[
    "--game",
    "crossroads",
    "--pace-days",
    "3",
    "--bank-days",
    "10",
    "--increment-days",
    "1",
    "--leave-days",
    "14",
    "--grace-days",
    "2",
    "--on-miss",
    "claim",
];

fn json(text: &str) -> Value {
    serde_json::from_str(text).unwrap_or_else(|error| panic!("{error}: {text}"))
}

fn files_in(folder: &str, part: &str) -> Vec<PathBuf> {
    let all = fs::read_dir(Path::new(folder).join(part)).into_iter().flatten();
    let mut all: Vec<PathBuf> = all.map(|one| one.unwrap().path()).filter(|path| path.is_file()).collect();
    all.sort();
    all
}

#[test]
fn what_came_is_confirmed_and_the_clock_is_told_with_its_evidence() {
    let post = Post::begun(CLOCK);
    let status = post.run_ok("ann", &["match", "status", "ann-matches/match"]);
    let clock = "an answer within 3 days, 10 days in reserve, 1 more day with each answer, 14 days of leave, 2 days of grace for a \
                 first late answer; a late answer means that the other side may claim the match; the reserve grows up to 20 days";
    assert!(status.contains(clock), "{status}");
    // Bob's server took Ann's turn in on 20 November at ten, as his mailbox says.
    let told =
        post.run_ok("bob", &["receive", &post.mailbox("bob"), "--folder", "bob-matches", "--receipt", "--adjudicate"]);
    assert!(told.contains("documents came on 2026-11-20 10:00 UTC"), "{told}");
    let bobs = post.folder("bob");
    assert_eq!(files_in(&bobs, "receipts").len(), 1);
    // A document that has a receipt does not get a second one.
    assert!(post.run_ok("bob", &["receipt", &bobs]).contains("no receipt to sign"));
    post.run_ok("bob", &["mail", &bobs, "--send"]);
    let told = post.run_ok("ann", &["receive", &post.mailbox("ann"), "--folder", "ann-matches"]);
    assert!(told.contains("The receipt of confederate for step 1"), "{told}");
    for who in ["ann", "bob"] {
        let clock = json(&post.run_ok(who, &["match", "clock", &post.folder(who), "--format", "json"]));
        let first = &clock["periods"][0];
        assert_eq!((first["seat"].as_str(), first["to"]["evidence"].as_str()), (Some("union"), Some("receipt")));
        assert_eq!(first["to"]["time"], "2026-11-20T10:00:00Z");
        assert_eq!(clock["seats"][0]["reserve_seconds"], 11 * 24 * 3600, "with what the answer has gained: {clock}");
        let words = post.run_ok(who, &["match", "clock", &post.folder(who)]);
        assert!(words.contains("2026-11-20 10:00 UTC (by receipts/0001-confederate.yaml)"), "{words}");
        assert!(words.contains("The program decides nothing from this"), "{words}");
    }
    // Times have those of the reader's zone beside them, on his screen alone.
    let away = |args: &[&str]| {
        let ran = post.command("ann", args).env("TZ", "XYZ-13").output().unwrap();
        String::from_utf8([ran.stdout, ran.stderr].concat()).unwrap()
    };
    for (args, shown) in [
        (&["match", "clock", "ann-matches/match"][..], "2026-11-20 10:00 UTC (23:00 +13:00) (by receipts/"),
        (&["match", "status", "ann-matches/match"], " +13:00)"),
        (&["remind", "ann-matches/match"], " +13:00) to answer"),
    ] {
        assert!(away(args).contains(shown), "{}", away(args));
        assert!(!away(&[args, &["--utc"]].concat()).contains("+13:00"), "{args:?}");
    }
    away(&["remind", "ann-matches/match", "--early"]);
    let mail = fs::read_to_string(post.path("ann-matches/match/mail/out/reminder-0001-to-confederate.eml")).unwrap();
    assert!(mail.contains(" UTC") && !mail.contains("+13:00"), "{mail}");
    let (code, told) = post.run("bob", &["receive", &post.mailbox("bob"), "--folder", &bobs, "--server", "my mail"]);
    assert!(code == 2 && told.contains("'my mail' is not the name of a mail server"), "{told}");
    let table = json(&post.run_ok("ann", &["match", "status", "ann-matches", "--mine", "--format", "json"]));
    assert!(table["matches"].is_array());
    // Leave, as far as the charter grants it.
    let (code, told) = post.run("bob", &["match", "leave", &bobs, "--days", "15"]);
    assert!(code == 1 && told.contains("only 14 more days of leave") && told.contains("protocol 11"), "{told}");
    let (code, told) = post.run("bob", &["match", "leave", &bobs, "--days", "5", "--from", "2026-01-01"]);
    assert!(code == 1 && told.contains("cannot begin before"), "{told}");
    let (code, told) = post.run("bob", &["match", "leave", &bobs, "--days", "5", "--from", "9999-01-01"]);
    assert!(code == 1 && told.contains("within a hundred years"), "{told}");
    let (code, told) = post.run("bob", &["match", "leave", &bobs, "--days", "5", "--from", "tomorrow"]);
    assert!(code == 2 && told.contains("is not a date"), "{told}");
    let told = post.run_ok("bob", &["match", "leave", &bobs, "--days", "5", "--from", "2099-12-20", "--mail"]);
    assert!(told.contains("on leave for 5 days, from 2099-12-20 00:00 UTC to 2099-12-25 00:00 UTC"), "{told}");
    let clock = json(&post.run_ok("bob", &["match", "clock", &bobs, "--format", "json"]));
    assert_eq!(clock["seats"][1]["leave_days_left"], 9);
    // It is Bob's move: he is reminded before his time is up only if Ann insists.
    let (code, told) = post.run("ann", &["remind", "ann-matches/match"]);
    assert!(code == 1 && told.contains("is not late") && told.contains("--early"), "{told}");
    let told = post.run_ok("ann", &["remind", "ann-matches/match", "--early", "--send"]);
    assert!(told.contains("Sent:"), "{told}");
    let mail = fs::read_to_string(post.path("ann-matches/match/mail/out/reminder-0001-to-confederate.eml")).unwrap();
    for words in ["Dear Bob,", "is waiting for you", "please ignore this mail", "Yours,"] {
        assert!(mail.contains(words), "{words}: {mail}");
    }
    let (code, told) = post.run("bob", &["remind", &bobs]);
    assert!(code == 1 && told.contains("nobody else has to answer"), "{told}");
    for who in ["ann", "bob"] {
        post.run_ok(who, &["verify", &post.folder(who)]);
    }
}

/// A pause that one player offers and the other accepts stops both clocks, and a call starts them again.
#[test]
fn both_clocks_stand_still_while_both_players_agree() {
    let post = Post::begun(CLOCK);
    let (anns, bobs) = (post.folder("ann"), post.folder("bob"));
    let (code, told) = post.run("ann", &["match", "pause", &anns, "--until", "2020-01-01"]);
    assert!(code == 1 && told.contains("cannot end before it begins"), "{told}");
    let (code, told) = post.run("ann", &["match", "pause", &anns, "--end"]);
    assert!(code == 1 && told.contains("you have agreed to no pause"), "{told}");
    let (code, told) = post.run("ann", &["match", "pause", &anns, "--until", "9999-12-31"]);
    assert!(code == 1 && told.contains("at most 3650 days"), "{told}");
    // An offer is withdrawn at once, and a later one replaces an earlier one, on the same day too.
    post.run_ok("ann", &["match", "pause", &anns, "--days", "3"]);
    let told = post.run_ok("ann", &["match", "pause", &anns, "--end"]);
    assert!(told.contains("withdraws the offer of a pause"), "{told}");
    post.run_ok("ann", &["match", "pause", &anns, "--until", "2027-12-20"]);
    let told = post.run_ok("ann", &["match", "pause", &anns, "--until", "2027-12-24"]);
    assert_eq!(files_in(&anns, "leaves").len(), 4);
    assert!(
        told.contains("agrees to a pause until 2027-12-24 00:00 UTC") && told.contains("as soon as Bob agrees"),
        "{told}"
    );
    post.run_ok("ann", &["mail", &anns, "--send"]);
    let mail = fs::read_to_string(post.path("post/mail")).unwrap();
    assert!(mail.contains("agrees to a pause until 2027-12-24 00:00 UTC"), "{mail}");
    post.run_ok("bob", &["receive", &post.mailbox("bob"), "--folder", &bobs]);
    let told = post.run_ok("bob", &["match", "status", &bobs]);
    assert!(told.contains("offers a pause until 2027-12-24 00:00 UTC") && told.contains("is due by"), "{told}");
    let told = post.run_ok("bob", &["match", "pause", &bobs]);
    assert!(told.contains("until 2027-12-24 00:00 UTC") && told.contains("All clocks stand still."), "{told}");
    let told = post.run_ok("bob", &["match", "status", &bobs]);
    assert!(
        told.contains("All clocks stand still until 2027-12-24 00:00 UTC") && !told.contains("is due by"),
        "{told}"
    );
    let clock = json(&post.run_ok("bob", &["match", "clock", &bobs, "--format", "json"]));
    assert_eq!(clock["pause"], serde_json::json!({"until": "2027-12-24T00:00:00Z"}));
    let told = post.run_ok("bob", &["match", "pause", &bobs, "--end"]);
    assert!(told.contains("start again then"), "{told}");
    let until = json(&post.run_ok("bob", &["match", "clock", &bobs, "--format", "json"]))["pause"]["until"].clone();
    let left = chrono::DateTime::parse_from_rfc3339(until.as_str().unwrap()).unwrap().to_utc() - chrono::Utc::now();
    assert!(left <= chrono::TimeDelta::days(1) && left > chrono::TimeDelta::hours(23), "{until}");
    post.run_ok("bob", &["verify", &bobs]);
}

/// Leave in all matches of a folder at once: as much as each has left; what grants none is named.
#[test]
fn leave_is_declared_in_every_match_at_once() {
    let post = Post::begun(CLOCK);
    let (code, told) = post.run("ann", &["match", "leave", "--all", "bob-matches/none", "--days", "20"]);
    assert!(code == 2 && told.contains("cannot be read"), "{told}");
    let told = post.run_ok("ann", &["match", "leave", "--all", "ann-matches", "--days", "20"]);
    assert!(told.contains("on leave for 14 days") && told.contains("mail each with"), "{told}");
    let (code, told) = post.run("ann", &["match", "leave", "--all", "ann-matches", "--days", "20"]);
    assert!(
        code == 0 && told.contains("on leave for"),
        "days that it has in common with the first cost nothing: {told}"
    );
    let (code, told) =
        post.run("ann", &["match", "leave", "--all", "ann-matches", "--days", "2", "--from", "2099-12-20"]);
    assert!(code == 1 && told.contains("ann-matches") && told.contains("only 0 more days"), "{told}");
    let (code, told) = {
        fs::create_dir(post.path("empty")).unwrap();
        post.run("ann", &["match", "leave", "--all", "empty", "--days", "2"])
    };
    assert!(code == 1 && told.contains("you have no seat"), "{told}");
}

/// Run again and again, `remind --all` writes once to whoever has to answer, until something else is awaited.
#[test]
fn nobody_is_reminded_twice_of_the_same_answer() {
    let post = Post::begun(CLOCK);
    let all = |who: &str, args: &[&str]| {
        let told =
            post.run_ok(who, &[&["remind", "--all", &format!("{who}-matches"), "--format", "json"], args].concat());
        json(&told)["mails"].as_array().unwrap().clone()
    };
    let box_of = |who: &str| fs::read_dir(post.path("post").join(who).join("new")).unwrap().count();
    let (anns, bobs) = (box_of("ann"), box_of("bob"));
    // Bob has days to answer Ann's first turn.
    assert!(all("ann", &["--send"]).is_empty());
    // What is only written counts for nothing.
    assert_eq!(all("ann", &["--early"])[0]["sent"], false);
    let sent = all("ann", &["--early", "--send"]);
    assert_eq!(
        (sent.len(), &sent[0]["sent"], &sent[0]["to"][0]),
        (1, &Value::Bool(true), &"Bob <bob@example.org>".into())
    );
    for _ in 0..2 {
        assert!(all("ann", &["--early", "--send"]).is_empty());
    }
    assert_eq!((box_of("ann"), box_of("bob")), (anns, bobs + 1));
    let mail = fs::read_to_string(post.path("ann-matches/match/mail/out/reminder-0000-to-confederate.eml")).unwrap();
    for words in ["Dear Bob,", "The charter promises an answer within 3 days", "adjutant go --send"] {
        assert!(mail.replace("=\r\n", "").replace("\r\n", " ").contains(words), "{words}: {mail}");
    }
    // He answers, and of what is awaited then he can be reminded again.
    post.run_ok("bob", &["receive", &post.mailbox("bob"), "--folder", "bob-matches", "--adjudicate"]);
    post.run_ok("bob", &["mail", &post.folder("bob"), "--send"]);
    post.run_ok("ann", &["receive", &post.mailbox("ann"), "--folder", "ann-matches"]);
    assert_eq!(all("ann", &["--early", "--send"]).len(), 1);
    assert!(all("ann", &["--early", "--send"]).is_empty());
    fs::create_dir(post.path("empty")).unwrap();
    let (code, told) = post.run("ann", &["remind", "--all", "empty"]);
    assert!(code == 1 && told.contains("there is no match"), "{told}");
}

const AUTHORITY: &str = "[tsa]\ndefault_tsa = one\n[one]\nserial = SERIAL\ndefault_policy = 1.2.3.4.1\ndigests = sha256\n\
                         signer_digest = sha256\n";

/// A timestamp by a test authority, made with openssl: it is kept next to its document, and checked.
#[test]
fn a_timestamp_lies_beside_the_document_that_it_is_of() {
    let post = Post::begun(CROSSROADS);
    let openssl = |args: &[&str]| {
        let ran = Command::new("openssl").args(args).current_dir(post.root.path()).output().unwrap();
        assert!(ran.status.success(), "{args:?}: {}", String::from_utf8_lossy(&ran.stderr));
    };
    let serial = post.path("serial").display().to_string();
    fs::write(post.path("tsa.cnf"), AUTHORITY.replace("SERIAL", &serial)).unwrap();
    openssl(&[
        "req",
        "-x509",
        "-newkey",
        "rsa:2048",
        "-nodes",
        "-keyout",
        "key.pem",
        "-out",
        "ca.pem",
        "-days",
        "3650",
        "-subj",
        "/CN=An authority for a test",
        "-addext",
        "extendedKeyUsage=critical,timeStamping",
    ]);
    let digest = post.run_ok("ann", &["digest", "ann-matches/match/turns/0001-union.yaml"]);
    let digest = digest.split_whitespace().find(|word| word.len() == 64).unwrap().to_owned();
    let stamp = |digest: &str| {
        openssl(&["ts", "-query", "-digest", digest, "-sha256", "-cert", "-out", "q.tsq"]);
        openssl(&[
            "ts",
            "-reply",
            "-queryfile",
            "q.tsq",
            "-signer",
            "ca.pem",
            "-inkey",
            "key.pem",
            "-config",
            "tsa.cnf",
            "-out",
            "r.tsr",
        ]);
    };
    stamp(&digest);
    let keep =
        |more: &[&str]| post.run("ann", &[&["receipt", "ann-matches/match", "--timestamp", "r.tsr"], more].concat());
    let (code, told) = keep(&[]);
    assert!(
        code == 0 && told.contains("is not checked") && told.contains("turns/0001-union.yaml existed on"),
        "{told}"
    );
    let (code, told) = keep(&["--ca", "ca.pem"]);
    assert!(code == 0 && told.contains("is valid under those certificates"), "{told}");
    let words = post.run_ok("ann", &["match", "clock", "ann-matches/match"]);
    assert!(words.contains("A timestamp shows that turns/0001-union.yaml existed on"), "{words}");
    // Of nothing here; of another authority; no timestamp at all.
    stamp(&"ab".repeat(32));
    let (code, told) = keep(&[]);
    assert!(code == 1 && told.contains("not a document of this match"), "{told}");
    stamp(&digest);
    openssl(&[
        "req",
        "-x509",
        "-newkey",
        "rsa:2048",
        "-nodes",
        "-keyout",
        "k2.pem",
        "-out",
        "other.pem",
        "-subj",
        "/CN=Other",
    ]);
    let (code, told) = keep(&["--ca", "other.pem"]);
    assert!(code == 1 && told.contains("is not valid under these certificates"), "{told}");
    fs::write(post.path("r.tsr"), "nothing").unwrap();
    let (code, told) = keep(&[]);
    assert!(code == 1 && told.contains("not an RFC 3161 timestamp"), "{told}");
}

/// Bob's laptop is lost after he has signed and mailed a turn which Ann has not taken in, and his backup is older than
/// that.
#[test]
fn a_backup_signs_nothing_until_the_others_have_answered() {
    let post = Post::begun(CROSSROADS);
    post.moves("bob", "confederate", 1);
    post.moves("ann", "union", 1);
    let told = post.run_ok("bob", &["backup", "bob.age"]);
    assert!(told.contains("1 key and the secrets of 1 match"), "{told}");
    let (code, told) = post.run("bob", &["backup", "bob.age"]);
    assert!(code == 2 && told.contains("already exists"), "{told}");
    assert!(fs::read(post.path("bob.age")).unwrap().starts_with(b"age-encryption.org/v1\n-> scrypt "));
    let before = post.path("bob-before");
    copy_all(Path::new(&post.folder("bob")), &before);
    assert!(post.moves("bob", "confederate", 1), "Bob signs and mails something after the backup");
    let signed = newest_turn(&post.folder("bob"), "confederate");
    // The loss: the secrets are gone, and of the match there is an older copy.
    fs::remove_dir_all(post.path("bob-secrets")).unwrap();
    let folder = post.folder("bob");
    fs::remove_dir_all(&folder).unwrap();
    copy_all(&before, Path::new(&folder));
    let mut wrong = post.command("bob", &["restore", "bob.age"]);
    let ran = wrong.env("ADJUTANT_PASSPHRASE", "another").output().unwrap();
    assert_eq!(ran.status.code(), Some(1));
    assert!(String::from_utf8_lossy(&ran.stderr).contains("not the passphrase"));
    let (code, told) = post.run("bob", &["restore", "deliver"]);
    assert!(code == 1 && told.contains("cannot be read as a backup"), "{told}");
    let told = post.run_ok("bob", &["restore", "bob.age"]);
    assert!(told.contains("You can sign with them again once the other players"), "{told}");
    // He sees the state that he has answered, and would answer it again.
    post.run("bob", &["receive", &post.mailbox("bob"), "--folder", "bob-matches"]);
    let status = post.run_ok("bob", &["match", "status", &folder]);
    assert!(status.contains("Your secrets come from a backup: before you sign, ask"), "{status}");
    let (code, told) = post.run("bob", &["adjudicate", &folder]);
    assert!(code == 1 && told.contains("your secrets come from a backup") && told.contains("protocol 4"), "{told}");
    let told = post.run_ok("bob", &["receipt", &folder]);
    assert!(told.contains("asks the other seats which of your documents they have"), "{told}");
    let (code, told) = post.run("bob", &["adjudicate", &folder]);
    assert!(code == 1 && told.contains("wait for the answer of union"), "{told}");
    assert!(post.run_ok("bob", &["mail", &folder, "--send"]).contains("Sent:"));
    // Ann takes in all her mail, his turn first, and answers.
    let told = post.run_ok("ann", &["receive", &post.mailbox("ann"), "--folder", "ann-matches"]);
    assert!(told.contains("has restored a backup and asks"), "{told}");
    let told = post.run_ok("ann", &["receipt", "ann-matches/match"]);
    assert!(told.contains("answers confederate, who has restored a backup"), "{told}");
    assert!(post.run_ok("ann", &["mail", "ann-matches/match", "--send"]).contains("Sent:"));
    let told = post.run_ok("bob", &["receive", &post.mailbox("bob"), "--folder", "bob-matches"]);
    assert!(told.contains("the others have answered, and you may sign again"), "{told}");
    // The turn that he had signed is his own again, and no other.
    assert_eq!(newest_turn(&folder, "confederate"), signed);
    assert!(!post.path(&format!("{folder}/mail/conflicts")).exists());
    play_on(&post);
    // A salt that was drawn after the backup is lost; all else is played.
    for who in ["ann", "bob"] {
        post.run_ok(who, &["verify", &post.folder(who), "--partial"]);
    }
}

/// Both move as long as there is anything to mail.
fn play_on(post: &Post) {
    for _ in 0..200 {
        if [post.moves("bob", "confederate", 2), post.moves("ann", "union", 1)] == [false, false] {
            return;
        }
    }
    panic!("the match does not end");
}

fn newest_turn(folder: &str, seat: &str) -> Vec<u8> {
    let own = |path: &PathBuf| path.display().to_string().ends_with(&format!("{seat}.yaml"));
    fs::read(files_in(folder, "turns").into_iter().rfind(own).unwrap()).unwrap()
}

/// What is left in reserve and of the leave, and the leave that has not ended, stand in the new charter; the players read
/// them before they sign, and the clock of the new match begins with them.
#[test]
fn the_clocks_of_a_match_go_on_as_they_stood() {
    let post = Post::begun(CLOCK);
    post.run_ok("bob", &["receive", &post.mailbox("bob"), "--folder", "bob-matches", "--receipt", "--adjudicate"]);
    let bobs = post.folder("bob");
    post.run_ok("bob", &["match", "leave", &bobs, "--days", "5", "--from", "2099-12-20"]);
    // Two of these days were declared before.
    let told = post.run_ok("bob", &["match", "leave", &bobs, "--days", "4", "--from", "2099-12-23"]);
    assert!(told.contains("so they cost 2 days of your leave"), "{told}");
    let (code, told) = post.run("bob", &["match", "leave", &bobs, "--days", "8", "--from", "2098-01-01"]);
    assert!(code == 1 && told.contains("only 7 more days of leave"), "{told}");
    let told = post.run_ok("bob", &["match", "continue", "bob-more/match", "--from", &bobs, "--left", "union"]);
    assert!(told.contains("match invite"), "{told}");
    let charter = fs::read(post.path("bob-more/match/charter.yaml")).unwrap();
    let charter = adjutant_core::document::read("c", &charter, adjutant_core::document::Form::Draft).unwrap().content;
    let day = 24 * 3600;
    let clocks = &charter["continues"]["clocks"];
    assert_eq!(clocks[0], serde_json::json!({"seat": "union", "reserve": 11 * day, "leave": 14 * day}));
    // It is his move since the twentieth, so his reserve is what the clock says.
    let clock = json(&post.run_ok("bob", &["match", "clock", &bobs, "--format", "json"]));
    let (left, told) = (clock["seats"][1]["reserve_seconds"].as_i64(), clocks[1]["reserve"].as_i64());
    assert!((0..600).contains(&(told.unwrap() - left.unwrap())), "{clocks} {clock}");
    assert_eq!(clocks[1]["leave"], 7 * day);
    let away = serde_json::json!([{"from": "2099-12-20T00:00:00Z", "until": "2099-12-27T00:00:00Z"}]);
    assert_eq!(clocks[1]["away"], away);
    let told = post.run_ok("bob", &["match", "status", "bob-more/match"]);
    assert!(told.contains(" and 7 days of leave, is on leave from 2099-12-20"), "{told}");
    let told = post.run_ok("bob", &["match", "status", &bobs]);
    assert!(
        told.contains("A charter that continues this match from step") && told.contains("once all have signed"),
        "{told}"
    );
}

/// Bob has lost everything: the match continues under a new charter, with a new key of his, and both parts are verified
/// as one.
#[test]
fn a_match_goes_on_after_a_loss() {
    let post = Post::begun(CROSSROADS);
    for _ in 0..3 {
        post.moves("bob", "confederate", 1);
        post.moves("ann", "union", 1);
    }
    fs::remove_dir_all(post.path("bob-secrets")).unwrap();
    fs::remove_dir_all(post.path("bob-matches")).unwrap();
    fs::create_dir(post.path("bob-matches")).unwrap();
    // And whatever he was mailed.
    files_in(&post.mailbox("bob"), "new").iter().for_each(|mail| fs::remove_file(mail).unwrap());
    post.run_ok("bob", &["keygen"]);
    let go_on = ["match", "continue", "ann-more/match", "--from", "ann-matches/match"];
    let (code, told) = post.run("ann", &[&go_on[..], &["--step", "99"]].concat());
    assert!(code == 1 && told.contains("no step 99"), "{told}");
    let (code, told) = post.run("ann", &[&go_on[..], &["--lost", "texas"]].concat());
    assert!(code == 2 && told.contains("no seat 'texas'"), "{told}");
    assert!(!post.path("ann-more").exists(), "nothing was begun");
    // A folder with something in it is left alone, whatever fails.
    fs::create_dir_all(post.path("ann-more/match")).unwrap();
    fs::write(post.path("ann-more/match/letters.txt"), "mine").unwrap();
    let (code, told) = post.run("ann", &[&go_on[..], &["--key", "none"]].concat());
    assert!(code == 2 && told.contains("this folder already exists"), "{told}");
    assert!(post.path("ann-more/match/letters.txt").exists());
    fs::remove_dir_all(post.path("ann-more")).unwrap();
    let told = post.run_ok("ann", &[&go_on[..], &["--lost", "confederate"]].concat());
    assert!(told.contains("match invite --to ADDRESS"), "{told}");
    let more = "ann-more/match";
    post.run_ok("ann", &["match", "invite", more, "--to", "Bob <bob@example.org>", "--send"]);
    let mail = files_in(&post.mailbox("bob"), "new").pop().unwrap().display().to_string();
    let told =
        post.run_ok("bob", &["match", "accept", &mail, "bob-matches/match", "--seat", "confederate", "--name", "Bob"]);
    assert!(told.contains("plays with a new key; by signing you attest to that"), "{told}");
    let (his, hers) = ("confederate=bob@example.org", "union=ann@example.org");
    post.run_ok("bob", &["mail", "bob-matches/match", "--address", his, "--address", hers, "--send"]);
    post.run_ok("ann", &["receive", &post.mailbox("ann"), "--folder", "ann-more"]);
    let told = post.run_ok("ann", &["match", "sign", more]);
    assert!(told.contains("continues") && told.contains("all have signed"), "{told}");
    // The old match says where it goes on.
    let told = post.run_ok("ann", &["match", "status", "ann-matches/match"]);
    assert!(told.contains("This match is continued from step ") && told.contains("ann-more/match: nothing"), "{told}");
    assert!(!told.contains("To move") && !told.contains("due by"), "{told}");
    let told = post.run_ok("ann", &["verify", "ann-matches/match"]);
    assert!(told.contains("This match is continued from step "), "{told}");
    let told = post.run_ok("ann", &["match", "status", "ann-matches", "ann-more"]);
    assert!(told.contains("Continued in "), "{told}");
    post.run_ok("ann", &["adjudicate", more]);
    post.run_ok("ann", &["mail", more, "--address", his, "--send"]);
    // From here on it is a match like any other.
    fs::rename(post.path("ann-matches"), post.path("ann-old")).unwrap();
    fs::rename(post.path("ann-more"), post.path("ann-matches")).unwrap();
    play_on(&post);
    let status = post.run_ok("ann", &["match", "status", "ann-matches/match"]);
    assert!(status.contains("The match is over"), "{status}");
    let told = post.run_ok("ann", &["verify", "ann-matches/match"]);
    assert!(told.contains("'confederate' has lost its secrets"), "{told}");
    assert!(told.contains("it continues a match of") && told.contains("ann-matches/match/earlier"), "{told}");
    let answer = json(&post.run_ok("ann", &["verify", "ann-matches/match", "--format", "json"]));
    assert_eq!((&answer["ok"], &answer["earlier"][0]["ok"]), (&Value::Bool(true), &Value::Bool(true)));
    let report = post.run_ok("ann", &["report", "0", "ann-matches/match"]);
    assert!(report.contains("The match continues under a new charter") && report.contains("an empty turn"), "{report}");
    // In an archive it is one file, with the match that it goes on with.
    post.run_ok("ann", &["archive", "add", "--archive", "kept", "ann-matches/match"]);
    let file = files_in(&post.path("kept").display().to_string(), "matches").pop().unwrap().display().to_string();
    let told = post.run_ok("ann", &["verify", &file]);
    assert!(told.contains("it continues a match of") && told.contains("'confederate' has lost its secrets"), "{told}");
    let told = post.run_ok("ann", &["archive", "verify", "--archive", "kept"]);
    assert!(told.contains("on a person's word: ") && told.contains("'confederate' has lost its secrets"), "{told}");
    let (code, told) = post.run("bob", &["archive", "add", "--archive", "his", "bob-matches/match"]);
    assert!(code == 1 && told.contains("which is missing"), "{told}");
    // Bob has no copy of the earlier match, and is told so.
    let (code, told) = post.run("bob", &["verify", "bob-matches/match"]);
    assert!(code == 1 && told.contains("which is missing"), "{told}");
    post.run_ok("bob", &["verify", "bob-matches/match", "--partial"]);
    // `.ci/run` has it checked by a verifier in another language.
    if let Some(matches) = std::env::var_os("ADJUTANT_MATCHES") {
        copy_all(&post.path("ann-matches/match"), &Path::new(&matches).join("goes-on"));
    }
    // The earlier match without its last state: the state from which the match continues is missing.
    let last = files_in(&post.path("ann-matches/match/earlier").display().to_string(), "states").pop().unwrap();
    fs::remove_file(last).unwrap();
    let (code, told) = post.run("ann", &["verify", "ann-matches/match"]);
    assert!(code == 1 && told.contains("is not on the line"), "{told}");
}

/// A referee invites both players at once; they accept independently, and nobody has to wait for another round of mail.
#[test]
fn two_who_are_invited_at_once_both_join() {
    let post = Post::new();
    let new = ["match", "new", "ann-matches/match", "--title", "Three", "--trust", "refereed"];
    post.run_ok("ann", &[&new[..], CROSSROADS].concat());
    let referee = ["match", "join", "ann-matches/match", "--seat", "adjudicator", "--name", "Ann", "--key", "default"];
    post.run_ok("ann", &referee);
    post.run_ok("ann", &["match", "invite", "ann-matches/match", "--to", "bob@example.org", "--to", "cat@example.org"]);
    let mail = "ann-matches/match/mail/out/charter.eml";
    let accept = |who: &str, folder: &str, seat: &str| {
        let told =
            post.run_ok(who, &["match", "accept", mail, folder, "--seat", seat, "--name", who, "--key", "default"]);
        assert!(!told.contains("Signed for"), "one is still missing: {told}");
    };
    accept("bob", "bob-matches/match", "union");
    accept("cat", "cat-matches/match", "confederate");
    // A copy of a charter file, under a name of its own, is accepted in place of its match folder.
    let charter = |who: &str| {
        let name = format!("{who}.yaml");
        fs::copy(post.path(&format!("{who}-matches/match/charter.yaml")), post.path(&name)).unwrap();
        name
    };
    let told = post.run_ok("ann", &["receive", &charter("bob"), &charter("cat"), "--folder", "ann-matches"]);
    assert!(told.contains("which union has joined") && told.contains("which confederate has joined"), "{told}");
    let told = post.run_ok("ann", &["match", "sign", "ann-matches/match"]);
    assert!(told.contains("Signed for adjudicator"), "{told}");
    let hers = charter("ann");
    for (who, folder) in [("cat", "cat-matches"), ("bob", "bob-matches")] {
        let told = post.run_ok(who, &["receive", &hers, "--folder", folder]);
        assert!(told.contains("has joined"), "{told}");
        post.run_ok(who, &["match", "sign", &format!("{folder}/match")]);
        post.run_ok("ann", &["receive", &charter(who), "--folder", "ann-matches"]);
    }
    let told = post.run_ok("ann", &["adjudicate", "ann-matches/match"]);
    assert!(told.contains("The match is set up"), "{told}");
}

/// A match continues under a new charter while both sides have committed to face-down choices, and then once more:
/// nothing is lost, and the choices are opened in the third match.
#[test]
fn choices_that_lie_face_down_are_opened_two_matches_later() {
    let post = Post::begun(CROSSROADS);
    for _ in 0..3 {
        post.moves("bob", "confederate", 1);
        post.moves("ann", "union", 1);
    }
    // Both have committed, and neither has opened.
    let face_down = |path: &PathBuf| fs::read_to_string(path).unwrap().contains("open: [posture-1]");
    let states = files_in(&post.path("ann-matches/match").display().to_string(), "states");
    let state = states.into_iter().find(face_down).unwrap();
    let step = state.file_stem().unwrap().to_string_lossy().parse::<u64>().unwrap().to_string();
    let mut at = vec!["--step", step.as_str()];
    let mut old = "ann-matches/match".to_owned();
    for round in ["second", "third"] {
        let more = format!("{round}/match");
        post.run_ok("ann", &[&["match", "continue", &more, "--from", &old][..], &at].concat());
        at.clear();
        post.run_ok("ann", &["match", "invite", &more, "--to", "Bob <bob@example.org>"]);
        let his = format!("bob-{round}/match");
        let mail = format!("{more}/mail/out/charter.eml");
        post.run_ok("bob", &["match", "accept", &mail, &his, "--seat", "confederate", "--name", "Bob"]);
        let charter = format!("{round}.yaml");
        fs::copy(post.path(&format!("{his}/charter.yaml")), post.path(&charter)).unwrap();
        post.run_ok("ann", &["receive", &charter, "--folder", round]);
        post.run_ok("ann", &["match", "sign", &more]);
        post.run_ok("ann", &["adjudicate", &more]);
        old = more;
    }
    post.run_ok("ann", &["mail", "third/match", "--again"]);
    // Only the third is played on.
    for (who, of) in [("ann", "third"), ("bob", "bob-third")] {
        fs::rename(post.path(&format!("{who}-matches")), post.path(&format!("{who}-old"))).unwrap();
        fs::rename(post.path(of), post.path(&format!("{who}-matches"))).unwrap();
        files_in(&post.mailbox(who), "new").iter().for_each(|mail| fs::remove_file(mail).unwrap());
    }
    post.run_ok("ann", &["mail", "ann-matches/match", "--again", "--send"]);
    play_on(&post);
    let status = post.run_ok("ann", &["match", "status", "ann-matches/match"]);
    assert!(status.contains("The match is over"), "{status}");
    let answer = json(&post.run_ok("ann", &["verify", "ann-matches/match", "--format", "json"]));
    assert_eq!(answer["earlier"].as_array().unwrap().len(), 2, "{answer}");
    let forfeits = fs::read_dir(post.path("ann-matches/match/states")).unwrap();
    let forfeits =
        forfeits.filter(|one| fs::read_to_string(one.as_ref().unwrap().path()).unwrap().contains("forfeited"));
    assert_eq!(forfeits.count(), 0);
    if let Some(matches) = std::env::var_os("ADJUTANT_MATCHES") {
        copy_all(&post.path("ann-matches/match"), &Path::new(&matches).join("goes-on-twice"));
    }
}

/// Bob has Ann's turn, and knows its dice; he says that his laptop is lost. The charter of the match that goes on lists
/// the turn, everybody who signs it is shown it, and the verifier tells of it.
#[test]
fn a_turn_that_waits_when_the_match_goes_on_is_shown_and_recorded() {
    let post = Post::begun(CROSSROADS);
    // Ann's turn has come to Bob; he does not answer it.
    let waits_here = || {
        let newest = files_in(&post.folder("bob"), "states").len();
        Path::new(&post.folder("bob")).join(format!("turns/{newest:04}-union.yaml")).exists()
    };
    for round in 0.. {
        assert!(round < 20, "Ann never moves alone");
        post.moves("ann", "union", 1);
        post.run_ok("bob", &["receive", &post.mailbox("bob"), "--folder", "bob-matches"]);
        if round > 2 && waits_here() {
            break;
        }
        post.moves("bob", "confederate", 1);
    }
    let waits = "the turn of 'union' for step";
    let more = ["match", "continue", "bob-more/match", "--from", &post.folder("bob")];
    let told = post.run_ok("bob", &more);
    assert!(told.contains(waits) && told.contains("'confederate', who was to answer it, may know its dice"), "{told}");
    let charter = fs::read_to_string(post.path("bob-more/match/charter.yaml")).unwrap();
    assert!(charter.contains("unanswered:"), "{charter}");
    post.run_ok("bob", &["match", "invite", "bob-more/match", "--to", "Ann <ann@example.org>"]);
    let mail = "bob-more/match/mail/out/charter.eml";
    // Her copy of the match is beside the new folder. A charter that is silent about the turn is not signed.
    let silent: String = {
        let document =
            adjutant::document::read("charter", charter.as_bytes(), adjutant::document::Form::Signed).unwrap();
        let mut content = document.content;
        content["continues"].as_object_mut().unwrap().shift_remove("unanswered");
        content.as_object_mut().unwrap().shift_remove("signatures");
        adjutant::document::write(&content)
    };
    fs::write(post.path("silent.yaml"), silent).unwrap();
    let accept = ["match", "accept", "silent.yaml", "ann-matches/silent", "--seat", "union", "--name", "Ann"];
    post.run("ann", &accept);
    copy_all(&post.path("bob-more/match/states"), &post.path("ann-matches/silent/states"));
    let (code, told) = post.run("ann", &["match", "sign", "ann-matches/silent"]);
    assert!(code == 1 && told.contains("the charter does not say so") && told.contains("sign nothing"), "{told}");
    fs::remove_dir_all(post.path("ann-matches/silent")).unwrap();
    let told = post.run_ok("ann", &["match", "accept", mail, "ann-matches/more", "--seat", "union", "--name", "Ann"]);
    assert!(told.contains(waits) && told.contains("the new match rolls others"), "{told}");
    assert!(told.contains("unanswered   turn"), "{told}");
    // Bob signs, too, and the match is verified with the one before it.
    fs::copy(post.path("ann-matches/more/charter.yaml"), post.path("hers.yaml")).unwrap();
    post.run_ok("bob", &["receive", "hers.yaml", "--folder", "bob-more"]);
    let told = post.run_ok("bob", &["match", "sign", "bob-more/match", "--yes"]);
    assert!(told.contains(waits), "{told}");
    let (_, told) = post.run("bob", &["verify", "bob-more/match", "--partial"]);
    assert!(told.contains("continued: step 0") && told.contains(waits), "{told}");
}
