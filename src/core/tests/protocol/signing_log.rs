//! The signing log: no crash, second process or restored backup makes an honest seat sign twice (protocol 4).

use std::collections::BTreeSet;
use std::io::{BufRead, Read, Write};
use std::path::{Path, PathBuf};

use adjutant_core::document::{Bytes32, Kind, Value, canonical};
use adjutant_core::trust::{SeedChain, Signed, SignedDocument, SigningKey, SigningLog, Vault, choice_digest, verify};
use proptest::prelude::*;
use serde_json::json;
use sha2::{Digest, Sha256};

/// One seat of a match in its own vault, its charter signed.
struct Seat {
    vault: Vault,
    key: SigningKey,
    chain: SeedChain,
    charter: Value,
    match_id: Bytes32,
}

const NEVER: &dyn Fn(Bytes32) -> bool = &|_| false;

fn charter_of(key: &SigningKey, anchor: Bytes32, other_anchor: Bytes32, title: &str) -> Value {
    json!({
        "adjutant": 1, "kind": "charter", "title": title,
        "seats": [
            {"seat": "union", "key": key.public(), "seed": {"anchor": anchor, "length": 1024}},
            {"seat": "confederate", "key": Bytes32([9; 32]), "seed": {"anchor": other_anchor, "length": 1024}},
        ],
    })
}

fn seat(dir: &Path) -> Seat {
    let vault = Vault::open(dir).unwrap();
    let key = SigningKey::from_seed(&[1; 32]);
    let pin = vault.new_seed(&key, 1024).unwrap();
    let chain = vault.seed(&key, &pin.anchor).unwrap();
    let charter = charter_of(&key, pin.anchor, Bytes32([8; 32]), "Manassas");
    let signed = vault.lock(&pin.anchor).unwrap().sign(&key, Kind::Charter, 0, charter, NEVER).unwrap();
    let Signed::Fresh(signed) = signed else { panic!("a charter signed for the first time is fresh") };
    Seat { vault, key, chain, match_id: signed.digest, charter: signed.document }
}

impl Seat {
    fn turn(&self, step: u64, reveal: u32, comment: &str) -> Value {
        json!({
            "adjutant": 1, "kind": "turn", "match": self.match_id, "step": step, "seat": "union",
            "reveal": self.chain.reveal(reveal).unwrap(), "comment": comment,
        })
    }

    fn ledger(&self) -> SigningLog {
        let mut ledger = self.vault.lock(&self.chain.anchor()).unwrap();
        ledger.check_reveals(&[]).unwrap();
        ledger
    }

    fn log(&self) -> PathBuf {
        self.vault.dir().join("seeds").join(self.chain.anchor().to_string()).join("log")
    }

    fn sign_turn(&self, step: u64, reveal: u32, comment: &str) -> Signed {
        self.ledger().sign(&self.key, Kind::Turn, step, self.turn(step, reveal, comment), NEVER).unwrap()
    }
}

fn entry(signed: &SignedDocument) -> (u64, Bytes32, Bytes32) {
    (signed.step, signed.document["reveal"].as_str().unwrap().parse().unwrap(), signed.digest)
}

#[test]
fn what_is_signed_holds_and_is_in_the_log() {
    let folder = tempfile::tempdir().unwrap();
    let seat = seat(folder.path());
    let signed = seat.sign_turn(1, 1, "on to Richmond");
    let document = signed.document();
    let signature = document.signature().unwrap();
    assert_eq!((signature.by.as_str(), signature.key), ("union", seat.key.public()));
    assert_eq!(document.digest, canonical::digest(&document.document));
    let message = canonical::message(Kind::Turn, document.digest);
    verify(&signature.key, message.as_bytes(), &signature.sig).unwrap();
    assert_eq!(seat.ledger().signed(Kind::Turn, 1), std::slice::from_ref(document));
    assert_eq!(seat.ledger().match_id(), Some(seat.match_id));
}

#[test]
fn another_document_for_the_same_step_is_not_signed() {
    let folder = tempfile::tempdir().unwrap();
    let seat = seat(folder.path());
    let first = seat.sign_turn(1, 1, "attack");
    assert!(matches!(first, Signed::Fresh(_)));
    assert_eq!(seat.sign_turn(1, 1, "retreat"), Signed::Reissued(first.document().clone()));
    assert_eq!(seat.sign_turn(1, 1, "attack"), Signed::Reissued(first.document().clone()));
    assert!(matches!(seat.sign_turn(2, 2, "retreat"), Signed::Fresh(_)), "another step is another matter");
}

#[test]
fn after_a_refusal_another_document_with_the_same_reveal_is_signed_once() {
    let folder = tempfile::tempdir().unwrap();
    let seat = seat(folder.path());
    let first = seat.sign_turn(1, 1, "attack").document().digest;
    let refused = |digest| digest == first;
    let sign = |comment| seat.ledger().sign(&seat.key, Kind::Turn, 1, seat.turn(1, 1, comment), &refused);
    let again = sign("attack").unwrap_err();
    assert!(again.message.contains("same turn that was refused"), "{again}");
    let second = sign("retreat").unwrap();
    assert!(matches!(second, Signed::Fresh(_)));
    assert_eq!(sign("stand").unwrap(), Signed::Reissued(second.document().clone()));
}

#[test]
fn refusals_of_different_documents_are_different() {
    let folder = tempfile::tempdir().unwrap();
    let seat = seat(folder.path());
    let sign = |of: u8| {
        let refusal = json!({
            "adjutant": 1, "kind": "refusal", "match": seat.match_id, "step": 3, "of": Bytes32([of; 32]), "seat": "union",
        });
        seat.ledger().sign(&seat.key, Kind::Refusal, 3, refusal, NEVER).unwrap()
    };
    let (one, two) = (sign(1), sign(2));
    assert!(matches!((&one, &two), (Signed::Fresh(_), Signed::Fresh(_))));
    assert_eq!(sign(1), Signed::Reissued(one.document().clone()));
}

#[test]
fn one_seed_signs_one_charter() {
    let folder = tempfile::tempdir().unwrap();
    let seat = seat(folder.path());
    let anchor = seat.chain.anchor();
    let sign = |charter: Value| seat.vault.lock(&anchor).unwrap().sign(&seat.key, Kind::Charter, 0, charter, NEVER);
    assert!(matches!(sign(seat.charter.clone()).unwrap(), Signed::Reissued(_)));
    let other = sign(charter_of(&seat.key, anchor, Bytes32([7; 32]), "Manassas")).unwrap_err();
    assert!(other.message.contains("committed to another charter"), "{other}");

    let fresh = seat.vault.new_seed(&seat.key, 1024).unwrap().anchor;
    let sign = |charter: Value| seat.vault.lock(&fresh).unwrap().sign(&seat.key, Kind::Charter, 0, charter, NEVER);
    let known = sign(charter_of(&seat.key, fresh, Bytes32([8; 32]), "Shiloh")).unwrap_err();
    assert!(known.message.contains("known from another charter"), "{known}");
    let twice = sign(charter_of(&seat.key, fresh, fresh, "Shiloh")).unwrap_err();
    assert!(twice.message.contains("occurs twice"), "{twice}");
    let absent = sign(charter_of(&seat.key, anchor, Bytes32([6; 32]), "Shiloh")).unwrap_err();
    assert!(absent.message.contains("no seat"), "{absent}");
    assert!(matches!(sign(charter_of(&seat.key, fresh, Bytes32([6; 32]), "Shiloh")).unwrap(), Signed::Fresh(_)));
}

#[test]
fn what_is_not_this_seats_is_not_signed() {
    let folder = tempfile::tempdir().unwrap();
    let seat = seat(folder.path());
    let changed = |field: &str, value: Value| {
        let mut turn = seat.turn(1, 1, "");
        turn[field] = value;
        seat.ledger().sign(&seat.key, Kind::Turn, 1, turn, NEVER).unwrap_err().message
    };
    assert!(changed("seat", json!("confederate")).contains("not this seat's to sign"));
    assert!(changed("match", json!(Bytes32([3; 32]))).contains("for the match"));
    assert!(changed("kind", json!("state")).contains("not a turn for step 1"));
    assert!(changed("step", json!(2)).contains("not a turn for step 1"));
    assert!(changed("reveal", json!(seat.chain.reveal(2).unwrap())).contains("not due"));
    assert!(changed("reveal", json!(Bytes32([3; 32]))).contains("not due"));
    let stranger = SigningKey::from_seed(&[2; 32]);
    let problem = seat.ledger().sign(&stranger, Kind::Turn, 1, seat.turn(1, 1, ""), NEVER).unwrap_err();
    assert!(problem.message.contains("not this seat's to sign"), "{problem}");
    assert!(seat.ledger().signed(Kind::Turn, 1).is_empty());
}

/// A signed document that nobody can read would end the match for its signer: the step is spent.
#[test]
fn what_nobody_could_read_back_is_not_signed() {
    let folder = tempfile::tempdir().unwrap();
    let seat = seat(folder.path());
    let nested = (0..70).fold(json!(1), |inner, _| json!([inner]));
    for (value, what) in [
        (json!([{"move": {"path": [null]}}]), "`orders[0].move.path[0]` is null"),
        (json!([{"done": null}]), "`orders[0].done` is null"),
        (json!(null), "`orders` is null"),
        (json!([nested]), "64 levels"),
        (json!(["x".repeat(2 << 20)]), "larger than 1 MiB"),
    ] {
        let mut turn = seat.turn(1, 1, "");
        turn["orders"] = value;
        let problem = seat.ledger().sign(&seat.key, Kind::Turn, 1, turn, NEVER).unwrap_err();
        assert!(problem.message.contains("this turn cannot be sent") && problem.message.contains(what), "{problem}");
    }
    assert!(seat.ledger().signed(Kind::Turn, 1).is_empty());
    seat.sign_turn(1, 1, "attack");
}

#[test]
fn a_reveal_is_spent_once() {
    let folder = tempfile::tempdir().unwrap();
    let seat = seat(folder.path());
    seat.sign_turn(1, 1, "attack");
    let problem = seat.ledger().sign(&seat.key, Kind::Turn, 2, seat.turn(2, 1, ""), NEVER).unwrap_err();
    assert!(problem.message.contains("is already used in the turn for step 1"), "{problem}");
}

#[test]
fn a_log_that_was_not_compared_with_the_match_signs_no_turn() {
    let folder = tempfile::tempdir().unwrap();
    let seat = seat(folder.path());
    let mut ledger = seat.vault.lock(&seat.chain.anchor()).unwrap();
    let problem = ledger.sign(&seat.key, Kind::Turn, 1, seat.turn(1, 1, ""), NEVER).unwrap_err();
    assert!(problem.message.contains("was not checked against"), "{problem}");
}

#[test]
fn a_log_torn_at_any_byte_forgets_only_what_never_left() {
    let folder = tempfile::tempdir().unwrap();
    let seat = seat(folder.path());
    let first = seat.sign_turn(1, 1, "attack");
    let before = std::fs::metadata(seat.log()).unwrap().len() as usize;
    seat.sign_turn(2, 2, "pursue");
    let whole = std::fs::read(seat.log()).unwrap();
    for cut in before..whole.len() {
        std::fs::write(seat.log(), &whole[..cut]).unwrap();
        assert_eq!(seat.sign_turn(1, 1, "retreat"), Signed::Reissued(first.document().clone()), "cut at {cut}");
        let other = seat.sign_turn(2, 2, "halt");
        assert!(matches!(other, Signed::Fresh(_)), "cut at {cut}");
        assert_eq!(seat.sign_turn(2, 2, "pursue"), Signed::Reissued(other.document().clone()), "cut at {cut}");
    }
}

#[test]
fn a_damaged_log_signs_nothing_until_it_is_made_whole() {
    let folder = tempfile::tempdir().unwrap();
    let seat = seat(folder.path());
    let first = seat.sign_turn(1, 1, "attack");
    let mut bytes = std::fs::read(seat.log()).unwrap();
    bytes[90] ^= 1;
    std::fs::write(seat.log(), &bytes).unwrap();

    let mut ledger = seat.ledger();
    let problem = ledger.sign(&seat.key, Kind::Turn, 1, seat.turn(1, 1, "retreat"), NEVER).unwrap_err();
    assert!(problem.message.contains("damaged") && problem.advice.is_some(), "{problem}");
    let copies = [first.document().document.clone(), seat.charter.clone()];
    assert_eq!(ledger.adopt(&seat.key.public(), &copies).unwrap(), 2);
    drop(ledger);
    assert_eq!(seat.sign_turn(1, 1, "retreat"), Signed::Reissued(first.document().clone()));
    assert_eq!(std::fs::read(seat.log().with_extension("damaged-1")).unwrap(), bytes);
}

#[test]
fn a_whole_record_that_is_no_signed_document_is_damage() {
    let folder = tempfile::tempdir().unwrap();
    let seat = seat(folder.path());
    seat.sign_turn(1, 1, "attack");
    let good = std::fs::read(seat.log()).unwrap();
    let digest = "11".repeat(32);
    for json in [
        r#"{"kind":"turn","step":2}"#.to_owned(),
        format!(r#"{{"kind":"turn","step":2,"match":"{digest}","digest":"{digest}","document":"no mapping"}}"#),
        format!(r#"{{"kind":"turn","step":2,"digest":"{digest}","document":{{}}}}"#),
        format!(r#"{{"kind":"turn","step":2,"match":"{digest}","digest":"{digest}","document":{{}},"more":1}}"#),
    ] {
        let line = format!("{} {} {json}\n", json.len(), Bytes32(Sha256::digest(&json).into()));
        std::fs::write(seat.log(), [good.as_slice(), line.as_bytes()].concat()).unwrap();
        let problem = seat.ledger().sign(&seat.key, Kind::Turn, 2, seat.turn(2, 2, "halt"), NEVER).unwrap_err();
        assert!(problem.message.contains("damaged"), "{json}: {problem}");
    }
    std::fs::write(seat.log(), &good).unwrap();
    assert!(matches!(seat.sign_turn(2, 2, "halt"), Signed::Fresh(_)));
}

#[test]
fn who_signs_a_charter_goes_on_in_its_match_at_once() {
    let folder = tempfile::tempdir().unwrap();
    let vault = Vault::open(folder.path()).unwrap();
    let key = SigningKey::from_seed(&[1; 32]);
    let anchor = vault.new_seed(&key, 1024).unwrap().anchor;
    let mut ledger = vault.lock(&anchor).unwrap();
    assert_eq!(ledger.match_id(), None);
    let charter = charter_of(&key, anchor, Bytes32([8; 32]), "Manassas");
    let signed = ledger.sign(&key, Kind::Charter, 0, charter, NEVER).unwrap().document().clone();
    assert_eq!(ledger.match_id(), Some(signed.digest));
    ledger.check_reveals(&[]).unwrap();
    let chain = vault.seed(&key, &anchor).unwrap();
    let seat = Seat { vault, key, chain, charter: signed.document, match_id: signed.digest };
    let turn = ledger.sign(&seat.key, Kind::Turn, 1, seat.turn(1, 1, "attack"), NEVER).unwrap();
    assert!(matches!(turn, Signed::Fresh(_)));
    // What else is signed does not take the charter's place.
    assert_eq!(ledger.match_id(), Some(seat.match_id));
}

#[test]
fn a_restored_backup_signs_nothing_until_it_knows_what_it_signed() {
    let folder = tempfile::tempdir().unwrap();
    let seat = seat(folder.path());
    let backup = std::fs::read(seat.log()).unwrap();
    let first = seat.sign_turn(1, 1, "attack");
    let second = seat.sign_turn(2, 2, "pursue");
    let chain = [entry(first.document()), entry(second.document())];
    std::fs::write(seat.log(), backup).unwrap();

    let mut ledger = seat.vault.lock(&seat.chain.anchor()).unwrap();
    let problem = ledger.check_reveals(&chain).unwrap_err();
    assert!(problem.message.contains("backup") && problem.advice.is_some(), "{problem}");
    assert!(problem.message.contains("has no such document"), "{problem}");
    assert!(ledger.sign(&seat.key, Kind::Turn, 1, seat.turn(1, 1, "retreat"), NEVER).is_err());

    let copies = [first.document(), second.document()].map(|signed| signed.document.clone());
    assert_eq!(ledger.adopt(&seat.key.public(), &copies).unwrap(), 2);
    assert_eq!(ledger.adopt(&seat.key.public(), &copies).unwrap(), 0, "what is there is not taken twice");
    ledger.check_reveals(&chain).unwrap();
    let signed = ledger.sign(&seat.key, Kind::Turn, 1, seat.turn(1, 1, "retreat"), NEVER).unwrap();
    assert_eq!(signed, Signed::Reissued(first.document().clone()));
    drop(ledger);
    assert!(matches!(seat.sign_turn(3, 3, "camp"), Signed::Fresh(_)));
}

#[test]
fn a_backup_from_between_a_refused_turn_and_its_replacement_is_noticed() {
    let folder = tempfile::tempdir().unwrap();
    let seat = seat(folder.path());
    let first = seat.sign_turn(1, 1, "attack");
    let refused = |digest| digest == first.document().digest;
    let backup = std::fs::read(seat.log()).unwrap();
    let second = seat.ledger().sign(&seat.key, Kind::Turn, 1, seat.turn(1, 1, "retreat"), &refused).unwrap();
    std::fs::write(seat.log(), backup).unwrap();
    let problem = seat.ledger().check_reveals(&[entry(second.document())]).unwrap_err();
    assert!(problem.message.contains("another document with its reveal"), "{problem}");
}

#[test]
fn only_what_this_key_truly_signed_is_adopted() {
    let folder = tempfile::tempdir().unwrap();
    let seat = seat(folder.path());
    let signed = seat.sign_turn(1, 1, "attack").document().document.clone();
    let key = seat.key.public();
    let mut ledger = seat.ledger();

    let mut forged = signed.clone();
    forged["comment"] = json!("retreat");
    assert!(ledger.adopt(&key, &[forged]).unwrap_err().message.contains("is not valid"));

    let mut foreign = signed.clone();
    foreign["signatures"][0]["key"] = json!(Bytes32([9; 32]));
    assert_eq!(ledger.adopt(&key, &[foreign, json!({}), json!(null)]).unwrap(), 0);

    let elsewhere = tempfile::tempdir().unwrap();
    let other_match = self::seat(elsewhere.path()).sign_turn(1, 1, "attack").document().document.clone();
    assert!(ledger.adopt(&key, &[other_match]).unwrap_err().message.contains("for the match"));
    assert_eq!(ledger.documents().len(), 2);
}

#[test]
fn threads_that_race_sign_one_document() {
    let folder = tempfile::tempdir().unwrap();
    let seat = seat(folder.path());
    let signed: Vec<Signed> = std::thread::scope(|scope| {
        let seat = &seat;
        let threads: Vec<_> =
            (0..8).map(|thread| scope.spawn(move || seat.sign_turn(1, 1, &format!("plan {thread}")))).collect();
        threads.into_iter().map(|thread| thread.join().unwrap()).collect()
    });
    let digests: BTreeSet<Bytes32> = signed.iter().map(|signed| signed.document().digest).collect();
    assert_eq!(digests.len(), 1);
    assert_eq!(signed.iter().filter(|signed| matches!(signed, Signed::Fresh(_))).count(), 1);
}

#[test]
fn who_cannot_wait_is_told_that_another_signs() {
    let folder = tempfile::tempdir().unwrap();
    let seat = seat(folder.path());
    let held = seat.ledger();
    let problem = seat.vault.try_lock(&seat.chain.anchor()).unwrap_err();
    assert!(problem.message.contains("another run") && problem.advice.is_some(), "{problem}");
    drop(held);
    seat.vault.try_lock(&seat.chain.anchor()).unwrap();
}

/// What a second process does in the test below; alone, it signs in a vault of its own.
#[test]
fn a_process_signs_a_turn() {
    let Ok(given) = std::env::var("ADJUTANT_TEST_VAULT") else {
        let folder = tempfile::tempdir().unwrap();
        assert!(matches!(seat(folder.path()).sign_turn(1, 1, "alone"), Signed::Fresh(_)));
        return;
    };
    let vault = Vault::open(given).unwrap();
    let key = SigningKey::from_seed(&[1; 32]);
    let anchor = vault.anchors().unwrap()[0];
    let mut ledger = vault.lock(&anchor).unwrap();
    let (charter, match_id) = (ledger.documents()[0].document.clone(), ledger.match_id().unwrap());
    ledger.check_reveals(&[]).unwrap();
    let chain = vault.seed(&key, &anchor).unwrap();
    let seat = Seat { vault, key, chain, charter, match_id };
    let comment = format!("process {}", std::process::id());
    ledger.sign(&seat.key, Kind::Turn, 1, seat.turn(1, 1, &comment), NEVER).unwrap();
}

#[test]
fn processes_that_race_sign_one_document() {
    let folder = tempfile::tempdir().unwrap();
    let seat = seat(folder.path());
    let children: Vec<_> = (0..4)
        .map(|_| {
            std::process::Command::new(std::env::current_exe().unwrap())
                .args(["--exact", "signing_log::a_process_signs_a_turn", "--quiet"])
                .env("ADJUTANT_TEST_VAULT", folder.path())
                .stdout(std::process::Stdio::null())
                .spawn()
                .unwrap()
        })
        .collect();
    for mut child in children {
        assert!(child.wait().unwrap().success());
    }
    assert_eq!(seat.ledger().signed(Kind::Turn, 1).len(), 1);
}

#[test]
fn choices_are_kept_and_opened() {
    let folder = tempfile::tempdir().unwrap();
    let seat = seat(folder.path());
    let (union, id) = ("union".parse().unwrap(), "priorities-2".parse().unwrap());
    let choice = json!({"primary": "east", "secondary": "west"});
    let mut ledger = seat.ledger();
    let first = ledger.commit(&seat.key, &seat.match_id, &union, &id, &choice).unwrap();
    let second = ledger.commit(&seat.key, &seat.match_id, &union, &id, &choice).unwrap();
    assert_ne!(first.digest, second.digest, "each commitment has its own salt");
    for commit in [&first, &second] {
        let open = ledger.opening(&seat.key, &commit.digest).unwrap();
        let (salt, opened) = (open.salt.unwrap(), open.choice.unwrap());
        assert_eq!((&open.id, &opened), (&id, &choice));
        assert_eq!(choice_digest(&seat.match_id, &salt, &id, &union, &opened), commit.digest);
    }
    assert!(ledger.opening(&SigningKey::from_seed(&[2; 32]), &first.digest).is_err());
    assert!(ledger.opening(&seat.key, &Bytes32([0; 32])).unwrap_err().advice.unwrap().contains("forfeit"));
}

#[test]
fn keys_are_kept_by_name() {
    let folder = tempfile::tempdir().unwrap();
    let vault = Vault::open(folder.path().join("vault")).unwrap();
    let advice = |name: &str| vault.load_key(name, || None).err().and_then(|problem| problem.advice).unwrap();
    assert!(advice("union").contains("adjutant keygen"), "there is none yet");
    let open = vault.create_key("union", None).unwrap();
    assert!(advice("onion").contains("the keys here are: union"));
    let locked = vault.create_key("referee", Some("fort sumter")).unwrap();
    assert_eq!(vault.load_key("union", || None).unwrap().public(), open.public());
    let asked = vault.load_key("referee", || Some("fort sumter".to_owned())).unwrap();
    assert_eq!(asked.public(), locked.public());
    assert!(vault.load_key("referee", || Some("fort pickens".to_owned())).is_err());
    assert_eq!(vault.public_key("referee").unwrap(), locked.public());
    assert_eq!(vault.key_names().unwrap(), ["referee", "union"]);
    assert_eq!(vault.name_of(&locked.public()).unwrap().as_deref(), Some("referee"));
    assert_eq!(vault.name_of(&Bytes32([1; 32])).unwrap(), None);

    let fixture = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/fixtures/keys/plain");
    let fixture = fixture.to_str().unwrap();
    let loaded = vault.load_key(fixture, || None).unwrap();
    assert_eq!(vault.public_key(fixture).unwrap(), loaded.public());
    assert_eq!(vault.public_key(&format!("{fixture}.pub")).unwrap(), loaded.public());

    assert!(vault.create_key("union", None).unwrap_err().message.contains("already"));
    for bad in ["../union", "Union", "a/b", "", "union.pub"] {
        assert!(vault.create_key(bad, None).is_err(), "{bad:?}");
    }
    let missing = vault.load_key("confederate", || None).unwrap_err();
    assert!(missing.advice.unwrap().contains("referee, union"));
    assert!(vault.load_key(folder.path().to_str().unwrap(), || None).unwrap_err().message.contains("is not a file"));
}

#[test]
fn a_seed_opens_under_its_own_key_only() {
    let folder = tempfile::tempdir().unwrap();
    let seat = seat(folder.path());
    let anchor = seat.chain.anchor();
    assert_eq!(seat.vault.seed(&seat.key, &anchor).unwrap().reveal(5), seat.chain.reveal(5));
    let other = seat.vault.seed(&SigningKey::from_seed(&[2; 32]), &anchor).unwrap_err();
    assert!(other.message.contains("another key"), "{other}");
    assert!(seat.vault.seed(&seat.key, &Bytes32([0; 32])).unwrap_err().advice.is_some());
    assert!(seat.vault.lock(&Bytes32([0; 32])).is_err());
    assert!(seat.vault.new_seed(&seat.key, 10).is_err());

    let root = seat.log().with_file_name("root");
    let text = std::fs::read_to_string(&root).unwrap();
    for at in [0, 20, text.len() / 2, text.len() - 10] {
        std::fs::write(&root, &text[..at]).unwrap();
        assert!(seat.vault.seed(&seat.key, &anchor).unwrap_err().message.contains("damaged"));
    }
}

#[cfg(unix)]
#[test]
fn secrets_are_for_their_owner_only() {
    use std::os::unix::fs::PermissionsExt;
    fn walk(path: &Path, seen: &mut Vec<(PathBuf, u32)>) {
        let metadata = std::fs::metadata(path).unwrap();
        seen.push((path.to_owned(), metadata.permissions().mode() & 0o777));
        if metadata.is_dir() {
            std::fs::read_dir(path).unwrap().for_each(|entry| walk(&entry.unwrap().path(), seen));
        }
    }
    let folder = tempfile::tempdir().unwrap();
    let dir = folder.path().join("outer/vault");
    let seat = seat(&dir);
    seat.vault.create_key("union", Some("fort sumter")).unwrap();
    seat.sign_turn(1, 1, "attack");
    let (union, id) = ("union".parse().unwrap(), "bid".parse().unwrap());
    seat.ledger().commit(&seat.key, &seat.match_id, &union, &id, &json!(12)).unwrap();
    let mut seen = Vec::new();
    walk(&dir, &mut seen);
    for name in ["root", "log", "salts", "union", "seeds"] {
        assert!(seen.iter().any(|(path, _)| path.ends_with(name)), "{name} is there");
    }
    for (path, mode) in seen {
        let expected = if path.is_dir() { 0o700 } else { 0o600 };
        assert_eq!(mode, expected, "{}", path.display());
    }
}

#[test]
fn no_secret_is_written_in_the_clear_or_shown() {
    let folder = tempfile::tempdir().unwrap();
    let seat = seat(folder.path());
    let (union, id) = ("union".parse().unwrap(), "bid".parse().unwrap());
    let mut ledger = seat.ledger();
    let commit = ledger.commit(&seat.key, &seat.match_id, &union, &id, &json!("a secret bid")).unwrap();
    let salt = ledger.opening(&seat.key, &commit.digest).unwrap().salt.unwrap().to_string();
    let root = seat.chain.reveal(1024).unwrap().to_string();
    let shown = format!("{ledger:?} {:?} {:?} {:?}", seat.vault, seat.key, seat.chain);
    let files: String = ["root", "log", "salts"]
        .iter()
        .map(|name| std::fs::read_to_string(seat.log().with_file_name(name)).unwrap())
        .collect();
    for text in [shown, files] {
        for secret in [&root, &salt, "a secret bid"] {
            assert!(!text.contains(secret));
        }
    }
}

/// What a process that will be killed does in the test below: it signs turn after turn, and says so after each.
#[test]
fn a_process_signs_until_it_is_killed() {
    let given = std::env::var("ADJUTANT_TEST_KILLED").ok();
    let own = tempfile::tempdir().unwrap();
    let (vault, last) = match &given {
        Some(dir) => (Vault::open(dir).unwrap(), 1_000),
        None => (seat(own.path()).vault, 3),
    };
    let key = SigningKey::from_seed(&[1; 32]);
    let anchor = vault.anchors().unwrap()[0];
    let chain = vault.seed(&key, &anchor).unwrap();
    let ledger = vault.lock(&anchor).unwrap();
    let (charter, match_id) = (ledger.documents()[0].document.clone(), ledger.match_id().unwrap());
    drop(ledger);
    let seat = Seat { vault, key, chain, charter, match_id };
    for step in 1..=last {
        let signed = seat.sign_turn(step, step as u32, "until killed");
        if given.is_some() {
            // Not `println!`, which the test harness may keep to itself.
            writeln!(std::io::stdout().lock(), "signed {}", signed.document().digest).unwrap();
        }
        assert_eq!(seat.sign_turn(step, step as u32, "other").document().digest, signed.document().digest);
    }
}

#[test]
fn what_a_killed_process_gave_out_is_in_its_log() {
    for lines in [1, 2, 5, 9] {
        let folder = tempfile::tempdir().unwrap();
        let seat = seat(folder.path());
        let mut child = std::process::Command::new(std::env::current_exe().unwrap())
            .args(["--exact", "signing_log::a_process_signs_until_it_is_killed", "--nocapture"])
            .env("ADJUTANT_TEST_KILLED", folder.path())
            .stdout(std::process::Stdio::piped())
            .spawn()
            .unwrap();
        let mut output = std::io::BufReader::new(child.stdout.take().unwrap());
        let mut given_out: Vec<Bytes32> = Vec::new();
        let digest_in = |line: &str| line.split("signed ").nth(1).and_then(|hex| hex.trim().parse::<Bytes32>().ok());
        let mut line = String::new();
        while given_out.len() < lines && output.read_line(&mut line).unwrap() > 0 {
            given_out.extend(digest_in(&line));
            line.clear();
        }
        child.kill().unwrap();
        child.wait().unwrap();
        let mut rest = String::new();
        output.read_to_string(&mut rest).unwrap();
        // A last line without its end was not given out.
        given_out.extend(rest.split_inclusive('\n').filter(|line| line.ends_with('\n')).filter_map(digest_in));

        assert!(given_out.len() >= lines);
        let ledger = seat.ledger();
        for (index, digest) in given_out.iter().enumerate() {
            assert_eq!(ledger.signed(Kind::Turn, index as u64 + 1)[0].digest, *digest);
        }
        drop(ledger);
        let next = seat.ledger().documents().len() as u64;
        assert!(matches!(seat.sign_turn(next, next as u32, "after the crash"), Signed::Fresh(_)));
    }
}

/// What may befall a seat.
#[derive(Clone, Debug)]
enum LogAction {
    /// It is asked to sign a turn for the newest step.
    Sign(u8),
    /// Its newest turn is refused.
    Refused,
    /// Its newest turn is resolved: the match goes on.
    Resolved,
    /// The program dies while it adds a record to the log.
    Crash(usize),
    /// It makes a copy of its folder of secrets.
    Backup,
    /// It goes back to that copy.
    Restore,
}

fn actions() -> impl Strategy<Value = Vec<LogAction>> {
    let action = prop_oneof![
        4 => (0u8..3).prop_map(LogAction::Sign),
        1 => Just(LogAction::Refused),
        2 => Just(LogAction::Resolved),
        1 => (1usize..300).prop_map(LogAction::Crash),
        1 => Just(LogAction::Backup),
        1 => Just(LogAction::Restore),
    ];
    proptest::collection::vec(action, 1..40)
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(24))]

    /// Whatever happens, of all turns given out for one step all but the last were refused.
    #[test]
    fn no_fate_makes_an_honest_seat_sign_twice(actions in actions()) {
        let folder = tempfile::tempdir().unwrap();
        let seat = seat(folder.path());
        let mut step = 1;
        let mut given_out: Vec<SignedDocument> = Vec::new();
        let mut refused: BTreeSet<Bytes32> = BTreeSet::new();
        let mut backup = std::fs::read(seat.log()).unwrap();
        for action in actions {
            match action {
                LogAction::Sign(plan) => {
                    let mut ledger = seat.vault.lock(&seat.chain.anchor()).unwrap();
                    let chain: Vec<_> = given_out.iter().map(entry).collect();
                    if ledger.check_reveals(&chain).is_err() {
                        let before = ledger.sign(&seat.key, Kind::Turn, step, seat.turn(step, step as u32, ""), NEVER);
                        prop_assert!(before.is_err(), "a log that lacks something signs nothing");
                        let copies: Vec<Value> = given_out.iter().map(|signed| signed.document.clone()).collect();
                        ledger.adopt(&seat.key.public(), &copies).unwrap();
                        ledger.check_reveals(&chain).unwrap();
                    }
                    let comment = format!("plan {plan} after {} refusals", refused.len());
                    let void = |digest| refused.contains(&digest);
                    let turn = seat.turn(step, step as u32, &comment);
                    let signed = ledger.sign(&seat.key, Kind::Turn, step, turn, &void).unwrap();
                    if let Signed::Fresh(signed) = signed {
                        given_out.push(signed);
                    }
                }
                LogAction::Refused => {
                    refused.extend(given_out.last().filter(|turn| turn.step == step).map(|turn| turn.digest));
                }
                LogAction::Resolved => {
                    let stands = given_out.last().is_some_and(|turn| turn.step == step && !refused.contains(&turn.digest));
                    step += u64::from(stands);
                }
                LogAction::Crash(bytes) => {
                    let log = std::fs::read(seat.log()).unwrap();
                    let last = log.split_inclusive(|byte| *byte == b'\n').next_back().unwrap().to_vec();
                    let torn = [&log[..], &last[..bytes.min(last.len() - 1)]].concat();
                    std::fs::write(seat.log(), torn).unwrap();
                }
                LogAction::Backup => backup = std::fs::read(seat.log()).unwrap(),
                LogAction::Restore => std::fs::write(seat.log(), &backup).unwrap(),
            }
            for (index, turn) in given_out.iter().enumerate() {
                let replaced = given_out[index + 1..].iter().any(|later| later.step == turn.step);
                prop_assert!(!replaced || refused.contains(&turn.digest), "two turns for step {}", turn.step);
            }
        }
    }
}
