//! Escrow on the command line and by mail: two players entrust their hands to a referee, in a battle of Dixie (protocol
//! 8.6).
#![cfg(unix)]

use std::fs;
use std::path::{Path, PathBuf};
use std::time::Duration;

use adjutant::chain::Chain;
use adjutant::chain::compose::next_reveal;
use adjutant::cli::age_file::ssh_ed25519;
use adjutant::document::canonical::canonical_complete;
use adjutant::document::{Id, Kind, write};
use adjutant::trust::Vault;

use serde_json::{Value, json};

use crate::hands::{BULL_RUN, decks, everything, hand};
use crate::hostile_files::MAX_MEMORY_IN_TESTS;
use crate::hostile_files::measure::{run, snapshot};
use crate::match_by_mail::{Post, documents, owner, plan};

const MATCH: [&str; 6] = ["match", "new", "ann-matches/match", "--title", "Entrusted", "--escrow"];
const ADDRESSES: [&str; 6] = [
    "--address",
    "usa=ann@example.org",
    "--address",
    "csa=bob@example.org",
    "--address",
    "adjudicator=cat@example.org",
];

/// Runs a command with more words behind it.
fn with<'w>(words: &[&'w str], more: &[&'w str]) -> Vec<&'w str> {
    [words, more].concat()
}

/// The newest mail to somebody.
fn newest_mail(post: &Post, who: &str) -> PathBuf {
    let mails = fs::read_dir(post.path("post").join(who).join("new")).unwrap();
    mails.map(|mail| mail.unwrap().path()).max().unwrap()
}

/// Ann, Bob and Cat have joined, and nobody has signed.
fn joined() -> Post {
    let post = Post::new();
    post.run_ok("ann", &[&MATCH[..], &["--trust", "refereed"], BULL_RUN].concat());
    post.run_ok("ann", &["match", "join", "ann-matches/match", "--seat", "usa", "--name", "Ann"]);
    post.run_ok("ann", &["mail", "ann-matches/match", "--to", "bob@example.org", "--send"]);
    post.run_ok("bob", &["receive", &post.mailbox("bob"), "--folder", "bob-matches"]);
    let bobs = post.folder("bob");
    let (code, output) = post.run("bob", &["match", "join", &bobs, "--seat", "csa", "--name", "Bob", "--open"]);
    assert!(code == 2 && output.contains("entrusted to the adjudicator") && output.contains("8.6"), "{output}");
    post.run_ok("bob", &["match", "join", &bobs, "--seat", "csa", "--name", "Bob"]);
    post.run_ok("bob", &with(&["mail", &bobs, "--to", "cat@example.org", "--send"], &ADDRESSES[..4]));
    let mail = newest_mail(&post, "cat").display().to_string();
    let output =
        post.run_ok("cat", &["match", "accept", &mail, "cat-matches/match", "--seat", "adjudicator", "--name", "Cat"]);
    assert!(!output.contains("Signed"), "the adjudicator signs when the hands have come: {output}");
    post.run_ok("cat", &with(&["mail", "cat-matches/match", "--send"], &ADDRESSES));
    for who in ["ann", "bob"] {
        let root = format!("{who}-matches");
        post.run_ok(who, &["receive", &post.mailbox(who), "--folder", &root]);
    }
    post
}

/// The same, signed by all and set up.
fn begun() -> Post {
    let post = joined();
    let (code, output) = post.run("cat", &["match", "sign", "cat-matches/match"]);
    assert!(code == 1 && output.contains("the escrow file of usa and csa has not arrived"), "{output}");
    for (who, seat) in [("ann", "usa"), ("bob", "csa")] {
        let folder = post.folder(who);
        let output = post.run_ok(who, &["match", "sign", &folder]);
        assert!(output.contains("the adjudicator knows both hands"), "{output}");
        let sealed = Path::new(&folder).join(format!("escrow/{seat}.age"));
        assert!(fs::read(&sealed).unwrap().starts_with(b"age-encryption.org/v1\n"));
        post.run_ok(who, &with(&["mail", &folder, "--send"], &ADDRESSES));
        let output = post.run_ok("cat", &["receive", &post.mailbox("cat"), "--folder", "cat-matches"]);
        assert!(output.contains(&format!("The secret of the hand of {seat}")), "{output}");
    }
    post.run_ok("cat", &["match", "sign", "cat-matches/match"]);
    post.run_ok("cat", &["adjudicate", "cat-matches/match"]);
    post.run_ok("cat", &["mail", "cat-matches/match", "--send"]);
    post
}

/// Cat answers the mail that has come, and mails the answer.
fn adjudicates(post: &Post) -> String {
    let (_, output) = post.run("cat", &["receive", &post.mailbox("cat"), "--folder", "cat-matches", "--adjudicate"]);
    post.run_ok("cat", &["mail", "cat-matches/match", "--send"]);
    output
}

fn receives(post: &Post, who: &str) -> String {
    post.run_ok(who, &["receive", &post.mailbox(who), "--folder", &format!("{who}-matches")])
}

/// Both move, and Cat resolves it.
fn round(post: &Post) {
    post.moves("bob", "csa", 2);
    adjudicates(post);
    post.moves("ann", "usa", 1);
    adjudicates(post);
}

/// An age file to the adjudicator, as `age -R` makes it.
fn sealed(chain: &Chain<'_>, plain: &[u8]) -> Vec<u8> {
    let to = chain.seats.entry(&"adjudicator".parse().unwrap()).unwrap();
    ssh_ed25519::seal(&to.key, plain).unwrap()
}

/// Bob signs a turn with a program of his own: his honest one, except that he lays a card that he does not hold. What
/// it commits to he entrusts truthfully. Returns the step and the card; `None` where his turn would lay no card.
fn lies(post: &Post) -> Option<(u64, String)> {
    let (folder, secrets, seat) = (PathBuf::from(post.folder("bob")), post.path("bob-secrets"), id("csa"));
    let mut turn = plan(&folder, "csa", 2, &secrets, false);
    let mut choices: Vec<(Id, Value)> =
        turn["commit"].as_array()?.iter().map(|one| (id(one["id"].as_str().unwrap()), one["choice"].clone())).collect();
    choices.sort_by(|one, two| one.0.cmp(&two.0));
    let held = hand(post, "bob");
    let card =
        decks("dixie", "first_bull_run")[&seat].values().flatten().find(|card| !held.contains(card)).unwrap().clone();
    let lay = choices.iter_mut().find(|(id, _)| id.as_str().starts_with("card-"))?;
    lay.1 = json!(card);

    let files = documents(&folder);
    let chain = Chain::build(&files).unwrap();
    let parent = chain.newest().unwrap();
    let step = parent.state.typed.step + 1;
    let vault = Vault::open(&secrets).unwrap();
    let key = vault.load_key("default", || None).unwrap();
    let anchor = chain.seats.entry(&seat).unwrap().seed.anchor;
    turn["match"] = json!(chain.match_id);
    turn["parent"] = json!(parent.state.digest);
    turn["reveal"] = json!(next_reveal(&chain, &seat, &vault.seed(&key, &anchor).unwrap()).unwrap());
    turn["commit"] = json!(owner(&chain, &seat, &secrets).commits(&chain.match_id, (step, None), &choices));
    let mut ledger = vault.lock(&anchor).unwrap();
    ledger.check_reveals(&chain.signed_by(&seat)).unwrap();
    let signed = ledger.sign(&key, Kind::Turn, step, turn, &|_| false).unwrap();
    fs::write(folder.join(format!("turns/{step:04}-csa.yaml")), write(&signed.document().document)).unwrap();

    let choices: Vec<Value> = choices.iter().map(|(id, choice)| json!({"id": id, "choice": choice})).collect();
    let form = json!({"match": chain.match_id, "step": step, "seat": "csa", "choices": choices});
    fs::write(folder.join(format!("escrow/{step:04}-csa.age")), sealed(&chain, &canonical_complete(&form))).unwrap();
    Some((step, card))
}

fn id(text: &str) -> Id {
    text.parse().unwrap()
}

/// The path of a file in somebody's copy of the match.
fn of(post: &Post, who: &str, name: &str) -> PathBuf {
    Path::new(&post.folder(who)).join(name)
}

#[test]
fn a_battle_in_which_the_referee_knows_both_hands() {
    let post = begun();
    // A turn that comes without the contents of its commitments does not count as a turn yet.
    let lied = (0..6).find_map(|_| {
        receives(&post, "bob");
        let lied = post.awaited("bob").iter().any(|seat| seat == "csa").then(|| lies(&post)).flatten();
        lied.or_else(|| {
            round(&post);
            None
        })
    });
    let (step, card) = lied.expect("Bob lays a card");
    let turn = format!("turns/{step:04}-csa.yaml");
    let came = of(&post, "bob", &turn).display().to_string();
    let (code, output) = post.run("cat", &["adjudicate", &came, "--folder", "cat-matches/match"]);
    assert!(code == 0 && output.contains(&format!("csa: the escrow file for {turn}")), "{output}");
    assert!(!of(&post, "cat", &format!("states/{step:04}.yaml")).exists());

    // With them the turn is refused because of the hand, and nobody learns more.
    post.run_ok("bob", &["mail", &post.folder("bob"), "--send"]);
    let output = adjudicates(&post);
    assert!(output.contains("the hand does not allow this turn"), "{output}");
    let refusal = fs::read_to_string(of(&post, "cat", &format!("refusals/{step:04}-adjudicator.yaml"))).unwrap();
    assert!(refusal.contains("rule: \"8.6\"") && refusal.matches("message:").count() == 1, "{refusal}");
    assert!(!refusal.contains(&card), "{refusal}");
    let output = receives(&post, "ann");
    assert!(output.contains("refus"), "{output}");
    assert!(!of(&post, "ann", "escrow").join(format!("{step:04}-csa.age")).exists(), "it is for the referee alone");

    // Bob plays honestly from then on.
    (0..2).for_each(|_| round(&post));
    while !post.awaited("bob").iter().any(|seat| seat == "csa") {
        if post.is_over("bob") {
            return;
        }
        round(&post);
        receives(&post, "bob");
    }

    // Cards in a hand or face down are in nothing that the other player has, nor in anything mailed to both.
    let mut files = Vec::new();
    everything(&post.path("ann-matches"), &mut files);
    files.retain(|(name, _)| !name.contains("/packs/"));
    let has = |text: &str, card: &str| {
        text.split(|c: char| !(c.is_ascii_alphanumeric() || c == '_')).any(|word| word == card)
    };
    let lay_open = |card: &str| files.iter().any(|(name, text)| name.contains("/states/") && has(text, card));
    for card in hand(&post, "bob").iter().filter(|card| !lay_open(card)) {
        let leaks: Vec<&String> = files.iter().filter(|(_, text)| has(text, card)).map(|(name, _)| name).collect();
        assert!(leaks.is_empty(), "{card} stands in {leaks:?}");
    }
    assert!(of(&post, "cat", "escrow").exists());
    let theirs = fs::read_dir(of(&post, "ann", "escrow")).unwrap();
    let theirs: Vec<String> = theirs.map(|one| one.unwrap().file_name().into_string().unwrap()).collect();
    assert!(theirs.iter().all(|name| name.contains("usa")), "{theirs:?}");

    // Verifying says of the refusal that it is not proved yet.
    let output = post.run_ok("cat", &["verify", "--partial", "cat-matches/match"]);
    assert!(output.contains(&format!("will show whether its hand allowed {turn}")), "{output}");

    // Bob gives up, and never discloses. The referee does in his place, once the match is over.
    let (code, output) = post.run("cat", &["disclose", "cat-matches/match", "--for", "csa"]);
    assert!(code == 1 && output.contains("the match is not over"), "{output}");
    assert!(post.run_ok("bob", &["disclose", &post.folder("bob"), "--surrender"]).contains("You resign"));
    post.run_ok("bob", &["mail", &post.folder("bob"), "--send"]);
    let output = adjudicates(&post);
    assert!(output.contains("the adjudicator can: `adjutant disclose --for csa"), "{output}");
    let (code, output) = post.run("cat", &["verify", "cat-matches/match"]);
    assert!(code == 1 && output.contains("'usa' owes a disclosure: its win is not proved"), "{output}");
    receives(&post, "ann");
    let anns = post.folder("ann");
    for (who, place, args, says) in [
        ("ann", anns.as_str(), &["--for", "csa"][..], "'usa' cannot disclose the hand of 'csa'"),
        ("cat", "cat-matches/match", &["--for", "adjudicator"], "'adjudicator' has no hidden hand"),
        ("cat", "cat-matches/match", &[], "--for SEAT"),
    ] {
        let (code, output) = post.run(who, &with(&["disclose", place], args));
        assert!(code == 1 && output.contains(says) && output.contains("protocol 8."), "{output}");
    }
    post.run_ok("ann", &["disclose", &anns]);
    post.run_ok("ann", &["mail", &anns, "--send"]);
    receives(&post, "cat");
    let (code, output) = post.run("cat", &["disclose", "cat-matches/match", "--for", "usa"]);
    assert!(code == 1 && output.contains("'usa' has disclosed its hand"), "{output}");
    let output = post.run_ok("cat", &["disclose", "cat-matches/match", "--for", "csa"]);
    assert!(output.contains("'adjudicator' discloses the hand of 'csa'"), "{output}");
    post.run_ok("cat", &["mail", "cat-matches/match", "--send"]);
    for who in ["ann", "bob"] {
        let output = receives(&post, who);
        assert!(output.contains("The disclosure of csa, by the adjudicator"), "{output}");
    }
    let proved = |who: &str| {
        let output = post.run_ok(who, &["verify", &post.folder(who)]);
        assert!(output.contains("2 hands followed from the first card to the last"), "{output}");
    };
    ["ann", "bob", "cat"].into_iter().for_each(proved);
    let disclosed = fs::read_to_string(of(&post, "ann", "disclosures/csa-adjudicator.yaml")).unwrap();
    assert!(has(&disclosed, &card), "what the refused turn laid is disclosed too: {disclosed}");
    keep(&post, "escrow-by-the-referee");

    // He may still do so himself, with the same result.
    post.run_ok("bob", &["disclose", &post.folder("bob")]);
    post.run_ok("bob", &["mail", &post.folder("bob"), "--send"]);
    receives(&post, "ann");
    proved("ann");
    keep(&post, "escrow");
}

#[test]
fn a_file_of_escrow_that_does_not_fit_is_not_taken() {
    let post = joined();
    post.run_ok("ann", &["match", "sign", &post.folder("ann")]);
    let hers = fs::read(of(&post, "ann", "escrow/usa.age")).unwrap();
    let files = documents(Path::new(&post.folder("cat")));
    let chain = Chain::build(&files).unwrap();
    let secret = |who: &str, seat: &str| {
        let vault = Vault::open(post.path(&format!("{who}-secrets"))).unwrap();
        let key = vault.load_key("default", || None).unwrap();
        vault.hidden(&key, &chain.seats.entry(&id(seat)).unwrap().seed.anchor).unwrap()
    };
    let line = |id: &dyn std::fmt::Display, seat: &str, secret: &dyn std::fmt::Display| {
        sealed(&chain, format!("adjutant/1 escrow {id} {seat} {secret}\n").as_bytes())
    };
    let (match_id, own, zeros) = (chain.match_id, secret("ann", "usa"), "0".repeat(64));
    let mut changed = hers.clone();
    *changed.last_mut().unwrap() ^= 1;
    for (bytes, says) in [
        (hers[..hers.len() - 7].to_vec(), "damaged"),
        (changed, "damaged"),
        (line(&zeros, "usa", &own), "is missing, or somebody"),
        (line(&match_id, "csa", &own), "not the secret to which the charter commits 'csa'"),
        (line(&match_id, "usa", &zeros), "not the secret to which the charter commits 'usa'"),
        (line(&match_id, "adjudicator", &own), "'adjudicator' has no hidden hand"),
        (sealed(&chain, b"adjutant/1 escrow"), "neither the secret of a hand nor the choices"),
    ] {
        let (_, output) = post.receive("cat", &bytes);
        assert!(output.contains(says), "{says}: {output}");
        assert!(!of(&post, "cat", "escrow/usa.age").exists() && !of(&post, "cat", "escrow/csa.age").exists());
    }
    // To whom it is not encrypted it says nothing.
    let (_, output) = post.receive("bob", &hers);
    assert!(output.contains("not the adjudicator's in any match here"), "{output}");
    let (code, output) = post.receive("cat", &hers);
    assert!(code == 0 && output.contains("The secret of the hand of usa in 'Entrusted'"), "{output}");
}

#[test]
fn escrow_needs_a_referee_and_hands() {
    let post = Post::new();
    for (more, says, next) in [
        ([&["--trust", "head-to-head"][..], BULL_RUN].concat(), "no referee to entrust a hand to", "--trust refereed"),
        (["--trust", "refereed", "--game", "crossroads"].to_vec(), "no hands", "leave --escrow out"),
    ] {
        let (code, output) = post.run("ann", &with(&MATCH, &more));
        assert!(code == 2 && output.contains(says) && output.contains(next) && output.contains("8.6"), "{output}");
        assert!(!post.path("ann-matches/match/charter.yaml").exists());
    }
    // Nor is it written into a charter by hand.
    post.run_ok("ann", &with(&MATCH[..5], BULL_RUN));
    let charter = post.path("ann-matches/match/charter.yaml");
    let text = fs::read_to_string(&charter).unwrap() + "escrow: true\n";
    fs::write(&charter, text).unwrap();
    let (code, output) = post.run("ann", &["match", "join", "ann-matches/match", "--seat", "usa", "--name", "Ann"]);
    assert!(
        code == 1 && output.contains("a head-to-head match has none") && output.contains("--trust refereed"),
        "{output}"
    );
}

/// A mail with this attachment.
fn mail_with(name: &str, attachment: &[u8]) -> Vec<u8> {
    let head = "From: ann@example.org\nTo: cat@example.org\nSubject: My hand\nMIME-Version: 1.0\nContent-Type: \
                multipart/mixed; boundary=q\n\n--q\nContent-Type: application/octet-stream; name=";
    let data = data_encoding::BASE64.encode(attachment);
    let lines: Vec<&str> = data.as_bytes().chunks(76).map(|line| std::str::from_utf8(line).unwrap()).collect();
    format!("{head}{name}\nContent-Transfer-Encoding: base64\n\n{}\n--q--\n", lines.join("\n")).into_bytes()
}

/// Files in a tar archive, compressed.
fn tgz(files: &[(&str, &[u8])]) -> Vec<u8> {
    let mut archive = tar::Builder::new(flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::best()));
    for (name, bytes) in files {
        let mut header = tar::Header::new_gnu();
        header.set_size(bytes.len() as u64);
        archive.append_data(&mut header, name, *bytes).unwrap();
    }
    archive.into_inner().unwrap().finish().unwrap()
}

/// Whoever can mail to the adjudicator can send him a file that costs much to open: an age file with a thousand stanzas to
/// his key, archives that unpack to a thousand times their size.
#[test]
fn escrow_mails_that_cost_much_are_put_aside_at_once() {
    let post = joined();
    let files = documents(Path::new(&post.folder("cat")));
    let chain = Chain::build(&files).unwrap();
    let right = sealed(&chain, b"adjutant/1 escrow");
    let from = right.windows(3).position(|three| three == b"\n->").unwrap() + 1;
    let to = right.windows(4).position(|four| four == b"\n---").unwrap() + 1;
    let stanzas = [&right[..from], &right[from..to].repeat(1_000), &right[to..]].concat();
    let zeros = [&right[..], &vec![0; 60 << 20]].concat();
    let one = tgz(&[("usa.age", &zeros)]);
    let many = tgz(&vec![("inner.tar.gz", one.as_slice()); 400]);
    let unpacks = "unpack to more than 64 MiB, or to more than 50 times its size";
    for (name, attachment, says) in [
        ("usa.age", stanzas, "usa.age: it is encrypted to a key that is not the adjudicator's"),
        ("usa.tar.gz", one, unpacks),
        ("usa.tar.gz", many, unpacks),
    ] {
        let mail = post.path("bomb.eml");
        fs::write(&mail, mail_with(name, &attachment)).unwrap();
        let before = snapshot(&post.path("cat-matches"));
        let args = ["receive", mail.to_str().unwrap(), "--folder", "cat-matches"];
        let ran = run(post.root.path(), post.root.path(), &post.path("cat-secrets"), None, &args);
        assert!(ran.code == Some(1) && ran.output.contains(says), "{says}: {}", ran.output);
        assert_eq!(snapshot(&post.path("cat-matches")), before);
        println!("{name}, {} bytes: {:?} and {} MB", attachment.len(), ran.time, ran.memory >> 20);
        assert!(
            ran.time < Duration::from_secs(1) && ran.memory < MAX_MEMORY_IN_TESTS,
            "{:?}, {}",
            ran.time,
            ran.memory
        );
    }
}

/// Keeps a match for the stranger to verify, where one is asked for.
fn keep(post: &Post, name: &str) {
    if let Some(matches) = std::env::var_os("ADJUTANT_MATCHES") {
        let to = Path::new(&matches).join(name);
        crate::folders::copy_all(&PathBuf::from(post.folder("ann")), &to);
        fs::write(to.join("decks.json"), json!(decks("dixie", "first_bull_run")).to_string()).unwrap();
    }
}
