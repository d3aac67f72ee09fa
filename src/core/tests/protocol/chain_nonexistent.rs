//! Documents about things that never existed, and refusals that nobody has seen: they harm no match, and excuse nobody
//! (protocol 6 and 9).

use crate::common;
use adjutant_core::chain::dispute::{MatchCopy, dispute};
use adjutant_core::chain::verify::{Check, NoticeKind, Proof};
use adjutant_core::document::kinds::TrustMode;
use adjutant_core::document::{Bytes32, Id, Kind, Problem, Value};
use adjutant_core::trust::Vault;
use common::{Rig, at_orders, eventful, id};
use serde_json::json;

const NEVER: Bytes32 = Bytes32([0xab; 32]);

fn done() -> Value {
    json!({"orders": [{"rest": {}}, {"done": {}}]})
}

fn refusal(rig: &Rig, step: u64, seat: &str) -> Value {
    json!({"adjutant": 1, "kind": "refusal", "match": rig.match_id(), "step": step, "of": NEVER, "seat": seat,
        "reasons": [{"message": "no"}], "issued": "2026-11-22T10:00:00Z"})
}

#[test]
fn a_document_about_what_never_was_is_told_with_its_signer_and_harms_nothing() {
    for trust in [TrustMode::HeadToHead, TrustMode::Refereed] {
        let mut rig = eventful(trust);
        rig.assert_verifies();
        let (signer, issuer) = match trust {
            TrustMode::HeadToHead => ("anna", "bert"),
            TrustMode::Refereed => ("south", "adjudicator"),
        };
        let mut turn = json!({"adjutant": 1, "kind": "turn", "match": rig.match_id(), "step": 3, "parent": NEVER,
            "seat": signer, "reveal": NEVER});
        turn["comment"] = json!("from nowhere");
        let mut state = rig.state();
        state.as_object_mut().unwrap().shift_remove("signatures");
        state["parent"] = json!(NEVER);
        state["step"] = json!(3);
        state["responder"] = json!(issuer);
        let documents = [(refusal(&rig, 3, signer), signer), (turn, signer), (state, issuer)];
        for (document, by) in documents {
            rig.sign_and_add("junk.yaml", &id(by), &document);
            let found = rig.assert_verifies();
            let told =
                |one: &&adjutant_core::chain::verify::Notice| one.file == "junk.yaml" && one.seat == Some(id(by));
            assert_eq!(found.notices.iter().filter(told).count(), 1, "{trust:?} {document}: {found:#?}");
            assert!(rig.with(|chain, _| chain.missing_documents().is_empty()), "nothing is missed");
            rig.drop_file("junk.yaml");
        }
    }
}

/// What the line rests on must be shown, as before.
#[test]
fn a_refusal_that_the_line_answers_must_show_what_it_refuses() {
    let mut rig = at_orders();
    let file = rig.turn("bert", json!({"orders": [{"raid": {"dice": 99}}]}));
    let problems = rig.respond().unwrap_err();
    rig.refuse_turn(&file, &problems);
    rig.play("bert", done());
    rig.assert_verifies();
    rig.drop_file(&file);
    let failure = rig.verify().failure(Check::Chain).cloned().expect("the refused turn is missed");
    assert_eq!(failure.proof, Proof::Withheld);
}

/// A refusal that nobody has excuses no second turn, and no second state of one who has gone on from the first.
#[test]
fn a_refusal_that_never_was_excuses_no_double_dealing() {
    let mut rig = at_orders();
    let file = rig.turn("bert", done());
    let mut second = common::alter::content(rig.text(&file));
    second.as_object_mut().unwrap().shift_remove("signatures");
    second["refusal"] = json!(NEVER);
    second["comment"] = json!("another");
    rig.respond().unwrap();
    rig.sign_and_add("turns/second.yaml", &id("bert"), &second);
    let failure = rig.verify().failure(Check::Chain).cloned().expect("two turns");
    assert_eq!((failure.seat, failure.proof), (Some(id("bert")), Proof::DoubleDealing));
    rig.drop_file("turns/second.yaml");

    // Of a state.
    let state = rig.state();
    let responder: Id = state["responder"].as_str().unwrap().parse().unwrap();
    let mut second = state.clone();
    second.as_object_mut().unwrap().shift_remove("signatures");
    second["refusal"] = json!(NEVER);
    rig.sign_and_add("states/second.yaml", &responder, &second);
    let proof = |rig: &Rig| rig.verify().failure(Check::Chain).map(|failure| failure.proof);
    assert_eq!(proof(&rig), Some(Proof::Withheld), "the refusal may be on its way");
    rig.drop_file("states/second.yaml");
    rig.play("anna", done());
    rig.sign_and_add("states/second.yaml", &responder, &second);
    assert_eq!(proof(&rig), Some(Proof::Withheld), "what somebody else has gone on from says nothing of its signer");
    rig.drop_file("states/second.yaml");
    rig.choose(2, &[("anna", "bold"), ("bert", "wary")]);
    rig.sign_and_add("states/second.yaml", &responder, &second);
    assert_eq!(proof(&rig), Some(Proof::DoubleDealing));
}

/// A refusal of something that never was, by somebody else, hides no unjust refusal of the same step.
#[test]
fn an_unjust_refusal_is_not_hidden_behind_another() {
    let mut rig = at_orders();
    let file = rig.turn("bert", done());
    rig.refuse_turn(&file, &[Problem::new("I do not like it")]);
    let step = rig.step() + 1;
    rig.play("bert", json!({"orders": [{"raid": {"dice": 1}}]}));
    let unjust = |rig: &Rig| rig.verify().failures.iter().any(|failure| failure.proof == Proof::UnjustRefusal);
    assert!(unjust(&rig));
    let junk = refusal(&rig, step, "bert");
    rig.sign_and_add("refusals/junk.yaml", &id("bert"), &junk);
    assert!(unjust(&rig));
}

/// What is merely withheld comes last: it hides nothing that proves something.
#[test]
fn a_dispute_names_what_proves_something_before_what_is_withheld() {
    let mut rig = at_orders();
    let early = rig.files.iter().find(|(name, _)| name.starts_with("turns/1-")).unwrap().0.clone();
    let file = rig.turn("bert", done());
    let mut second = common::alter::content(rig.text(&file));
    second.as_object_mut().unwrap().shift_remove("signatures");
    second["comment"] = json!("another");
    rig.respond().unwrap();
    rig.drop_file(&early);
    let named = |rig: &Rig| {
        let set = MatchCopy { name: "anna's".to_owned(), files: rig.load(), loose: false };
        dispute(&[set], &rig.games).unwrap().failure.unwrap().proof
    };
    assert_eq!(named(&rig), Proof::Withheld);
    rig.sign_and_add("turns/second.yaml", &id("bert"), &second);
    assert_eq!(named(&rig), Proof::DoubleDealing);
    assert!(rig.verify().notices.iter().all(|one| one.kind != NoticeKind::Ruling));
}

/// Protocol 1: what nobody could read again is not signed, and nothing of it is kept.
#[test]
fn a_document_above_the_limit_is_not_signed() {
    let folder = tempfile::tempdir().unwrap();
    let vault = Vault::open(folder.path().join("vault")).unwrap();
    let key = vault.create_key("one", None).unwrap();
    let anchor = vault.new_seed(&key, 1_024).unwrap().anchor;
    let charter = json!({"adjutant": 1, "kind": "charter", "title": "T".repeat(1 << 20),
        "seats": [{"seat": "north", "key": key.public(), "seed": {"anchor": anchor, "length": 1_024}}]});
    let mut ledger = vault.lock(&anchor).unwrap();
    let problem = ledger.sign(&key, Kind::Charter, 0, charter.clone(), &|_| false).unwrap_err();
    assert!(problem.message.contains("larger than 1 MiB"), "{problem}");
    assert!(ledger.documents().is_empty());
    let mut shorter = charter;
    shorter["title"] = json!("T");
    ledger.sign(&key, Kind::Charter, 0, shorter, &|_| false).unwrap();
}

/// Protocol 8.1: the secret of a hand serves one charter.
#[test]
fn a_hidden_value_of_another_charter_is_refused() {
    let folder = tempfile::tempdir().unwrap();
    let vault = Vault::open(folder.path().join("vault")).unwrap();
    let key = vault.create_key("one", None).unwrap();
    let charter = |anchor: Bytes32, hidden: Bytes32| {
        json!({"adjutant": 1, "kind": "charter", "title": "T",
            "seats": [{"seat": "north", "key": key.public(), "seed": {"anchor": anchor, "length": 1_024}, "hidden": hidden}]})
    };
    let sign = |hidden: Bytes32| {
        let anchor = vault.new_seed(&key, 1_024).unwrap().anchor;
        let signed = vault.lock(&anchor).unwrap().sign(&key, Kind::Charter, 0, charter(anchor, hidden), &|_| false);
        signed.map(drop)
    };
    sign(Bytes32([5; 32])).unwrap();
    assert!(vault.known_anchors().unwrap().contains_key(&Bytes32([5; 32])));
    let problem = sign(Bytes32([5; 32])).unwrap_err();
    assert_eq!(problem.rule.as_deref(), Some("protocol 8.1"), "{problem}");
    sign(Bytes32([6; 32])).unwrap();
}
