//! What arrives is checked against the charter and the turns.

use std::collections::BTreeMap;

use serde_json::json;

use super::*;
use crate::chain::charter;
use crate::chain::hands::HandOwner;
use crate::cli::mail::match_folders;
use crate::cli::paths::Shown;
use crate::document::kinds::{Pace, RulesetPin, TrustMode};
use crate::document::{decode_at, write as write_yaml};
use crate::hidden::hidden_digest;

/// A match with escrow that three players have joined, each with his own folder of secrets; the adjudicator's folder.
struct Joined {
    root: tempfile::TempDir,
    charter: ParsedDocument<Charter>,
    vaults: Vec<(Vault, SigningKey)>,
}

impl Joined {
    fn new() -> Joined {
        let root = tempfile::tempdir().unwrap();
        let new = charter::NewMatch {
            title: "Entrusted".to_owned(),
            date: "2026-11-20T18:00:00Z".to_owned(),
            ruleset: RulesetPin { id: id("toy_cards"), revision: 1 },
            packs: Vec::new(),
            scenario: id("duel"),
            options: serde_json::Map::new(),
            trust: TrustMode::Refereed,
            pace: Pace { days: 3, ..Pace::default() },
            continues: None,
            from: None,
            event: None,
        };
        let mut text = charter::with_escrow(charter::draft(&new));
        let mut vaults = Vec::new();
        for (name, side) in [("adjudicator", None), ("anna", Some(id("south"))), ("bert", Some(id("north")))] {
            let vault = Vault::open(root.path().join(format!("{name}-secrets"))).unwrap();
            let key = vault.create_key("default", None).unwrap();
            let seed = vault.new_seed(&key, 1024).unwrap();
            let secret = side.is_some().then(|| vault.new_hidden(&key, &seed.anchor).unwrap());
            let hidden = secret.map(|secret| hidden_digest(&key.public(), &secret));
            let entry = SeatEntry { seat: id(name), side, name: name.to_owned(), key: key.public(), seed, hidden };
            text = charter::join(&text, &entry).unwrap();
            vaults.push((vault, key));
        }
        let charter = match_folders::charter(write_yaml(&text).as_bytes()).unwrap();
        Joined { root, charter, vaults }
    }

    fn folder(&self) -> &Path {
        self.root.path()
    }

    fn secrets(&self, n: usize) -> (&Vault, &SigningKey) {
        (&self.vaults[n].0, &self.vaults[n].1)
    }

    fn entry(&self, n: usize) -> &SeatEntry {
        &self.charter.typed.seats[n]
    }

    fn secret(&self, n: usize) -> Bytes32 {
        self.vaults[n].0.hidden(&self.vaults[n].1, &self.entry(n).seed.anchor).unwrap()
    }

    /// A seat's secret, encrypted as its program does it.
    fn entrusted(&self, n: usize) -> Vec<u8> {
        let elsewhere = tempfile::tempdir().unwrap();
        let path = entrust_secret(elsewhere.path(), &self.charter, self.entry(n), self.secrets(n), false);
        std::fs::read(path.unwrap().unwrap()).unwrap()
    }

    /// The result of filing a file that arrives.
    fn came(&self, bytes: &[u8], turns: &[&Turn]) -> Result<String, String> {
        let told = |failure: Failure| match failure {
            Failure::Negative(told) | Failure::Cannot(told) => told[0].problem.message.clone(),
        };
        let one = decrypt(&self.vaults[0].1, bytes).map_err(|problem| problem.message)?;
        let (escrow, _) = entrusted_to(self.folder(), &self.charter, self.entry(0), self.secrets(0)).map_err(told)?;
        match file(self.folder(), &self.charter, (&escrow, one, bytes), turns).map_err(told)? {
            EscrowFiling::Known => Ok("known".to_owned()),
            EscrowFiling::Filed { path, .. } => Ok(path.strip_prefix(self.folder()).unwrap().shown()),
        }
    }

    fn is_complete(&self) -> Result<(), String> {
        let complete = must_be_complete(self.folder(), &self.charter, self.entry(0), self.secrets(0));
        complete.map_err(|failure| match failure {
            Failure::Negative(told) | Failure::Cannot(told) => {
                told.iter().map(|one| one.problem.message.clone()).collect::<Vec<_>>().join("; ")
            }
        })
    }

    fn sealed(&self, entrusted: &Entrusted) -> Vec<u8> {
        age_file::seal(&self.entry(0).key, &entrusted.write()).unwrap()
    }
}

fn id(text: &str) -> Id {
    text.parse().unwrap()
}

#[test]
fn the_adjudicator_signs_when_every_secret_has_come() {
    let joined = Joined::new();
    assert_eq!(joined.is_complete(), Err("the escrow file of anna and bert has not arrived".to_owned()));
    let berts = joined.entrusted(2);
    assert_eq!(joined.came(&berts, &[]), Ok("escrow/bert.age".to_owned()));
    assert_eq!(joined.came(&berts, &[]), Ok("known".to_owned()));
    assert_eq!(joined.came(&joined.entrusted(2), &[]), Ok("known".to_owned()), "the same in another file");
    std::fs::write(joined.folder().join("escrow/anna.age"), &berts[..berts.len() - 1]).unwrap();
    let told = joined.is_complete().unwrap_err();
    assert!(told.starts_with("this file is damaged; the escrow file of anna has not arrived"), "{told}");
    // The name of a file is irrelevant, and an existing file is not overwritten.
    assert_eq!(joined.came(&joined.entrusted(1), &[]), Ok("escrow/anna-2.age".to_owned()));
    assert_eq!(joined.is_complete(), Ok(()));
    // He keeps what was entrusted to him.
    std::fs::remove_dir_all(joined.folder().join(FOLDER)).unwrap();
    assert_eq!(joined.is_complete(), Ok(()));
    let kept = joined.vaults[0].0.escrow(&joined.vaults[0].1, &joined.entry(0).seed.anchor).unwrap();
    assert_eq!(kept, BTreeMap::from([(id("anna"), joined.secret(1)), (id("bert"), joined.secret(2))]));
    // The players wait for nobody.
    assert!(must_be_complete(joined.folder(), &joined.charter, joined.entry(1), joined.secrets(1)).is_ok());
}

#[test]
fn what_does_not_fit_is_not_filed() {
    let joined = Joined::new();
    let right = Entrusted::Secret { match_id: joined.charter.digest, seat: id("bert"), secret: joined.secret(2) };
    let wrong = Entrusted::Secret { match_id: joined.charter.digest, seat: id("bert"), secret: joined.secret(1) };
    let elsewhere = Entrusted::Secret { match_id: Bytes32([7; 32]), seat: id("bert"), secret: joined.secret(2) };
    let stranger = Entrusted::Secret { match_id: joined.charter.digest, seat: id("cleo"), secret: joined.secret(2) };
    let cut = &joined.sealed(&right)[..150];
    for (bytes, says) in [
        (joined.sealed(&wrong), "not the secret to which the charter commits 'bert'"),
        (joined.sealed(&elsewhere), "belongs to another match"),
        (joined.sealed(&stranger), "'cleo' has no hidden hand"),
        (age_file::seal(&joined.entry(1).key, &right.write()).unwrap(), "encrypted to another key"),
        (
            age_file::seal(&joined.entry(0).key, b"adjutant/1 escrow\n").unwrap(),
            "neither the secret of a hand nor the choices",
        ),
        (cut.to_vec(), "damaged"),
        (right.write().to_vec(), "not an escrow file"),
    ] {
        let told = joined.came(&bytes, &[]).unwrap_err();
        assert!(told.contains(says), "{told}");
    }
    assert!(files_in(joined.folder()).is_empty());
}

/// A turn of bert's that lays a card, and the escrow for it.
fn lays(joined: &Joined, card: &str, refusal: Option<Bytes32>) -> (Turn, Entrusted) {
    let owner = HandOwner { seat: id("bert"), secret: joined.secret(2), choices: Vec::new() };
    let (match_id, zeros) = (joined.charter.digest, Bytes32([0; 32]));
    let choices = vec![(id("card-1"), json!(card))];
    let mut turn = json!({"adjutant": 1, "kind": "turn", "match": match_id, "step": 4, "parent": zeros, "seat": "bert",
                          "reveal": zeros, "commit": owner.commits(&match_id, (4, refusal.as_ref()), &choices)});
    if let Some(refusal) = refusal {
        turn["refusal"] = json!(refusal);
    }
    let turn = decode_at(None, "", &turn).unwrap();
    (turn, Entrusted::Choices(Choices { match_id, step: 4, seat: id("bert"), choices }))
}

#[test]
fn choices_are_filed_beside_the_turn_that_they_fit() {
    let joined = Joined::new();
    joined.came(&joined.entrusted(2), &[]).unwrap();
    let (first, choices) = lays(&joined, "n1a", None);
    let (second, others) = lays(&joined, "n2a", Some(Bytes32([5; 32])));
    let sealed = joined.sealed(&choices);
    assert!(joined.came(&sealed, &[]).unwrap_err().contains("which is missing"));
    assert!(
        joined.came(&joined.sealed(&others), &[&first]).unwrap_err().contains("does not match what the turn of 'bert'")
    );
    assert_eq!(joined.came(&sealed, &[&first]), Ok("escrow/0004-bert.age".to_owned()));
    assert_eq!(joined.came(&joined.sealed(&choices), &[&first]), Ok("known".to_owned()));
    // The turn that replaces it, for the same step.
    assert_eq!(joined.came(&joined.sealed(&others), &[&first, &second]), Ok("escrow/0004-bert-2.age".to_owned()));
    let (escrow, unfit) = entrusted_to(joined.folder(), &joined.charter, joined.entry(0), joined.secrets(0)).unwrap();
    assert!(escrow.has(&first) && escrow.has(&second) && unfit.is_empty());
}

#[test]
fn a_file_that_was_made_stays_where_nothing_is_new() {
    let joined = Joined::new();
    let make = |again| entrust_secret(joined.folder(), &joined.charter, joined.entry(1), joined.secrets(1), again);
    let path = make(true).unwrap().unwrap();
    let first = std::fs::read(&path).unwrap();
    make(true).unwrap();
    assert_eq!(std::fs::read(&path).unwrap(), first);
    make(false).unwrap();
    assert_ne!(std::fs::read(&path).unwrap(), first);
    assert!(
        entrust_secret(joined.folder(), &joined.charter, joined.entry(0), joined.secrets(0), false).unwrap().is_none()
    );
}
