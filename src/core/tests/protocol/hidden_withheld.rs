//! Matches with hidden hands in which somebody withholds a document, or sends one to harm an honest seat (protocol 8
//! and 9).

use adjutant_core::chain::Chain;
use adjutant_core::chain::adjudicate::Adjudication;
use adjutant_core::chain::compose;
use adjutant_core::chain::verify::{Check, NoticeKind, Proof};
use adjutant_core::document::kinds::{Ruling, TrustMode};
use adjutant_core::document::{Bytes32, Problem, Value, digest};
use adjutant_core::engine::Decision;
use serde_json::json;

use crate::common::{Rig, id};
use crate::hidden_match::{Table, at_berts_turn, ordered, orders_of_bert, players};

/// A match that is over, both hands disclosed.
fn disclosed(trust: TrustMode, seed: u64) -> Table {
    let mut table = Table::new(trust, false, 6, seed as u8);
    table.play(&mut players(false, seed), 400);
    table.disclose("anna");
    table.disclose("bert");
    table.rig.assert_verifies();
    table
}

fn without(rig: &Rig, name: &str) -> Rig {
    let mut less = Rig::with_secrets(crate::common::games(), Default::default());
    less.files = rig.files.iter().filter(|(other, _)| other != name).cloned().collect();
    assert_eq!(less.files.len() + 1, rig.files.len());
    less
}

/// A turn that is not here may have opened what seems to be owed, or made what seems to be disclosed for nothing.
#[test]
fn a_withheld_turn_does_not_accuse_the_seat_that_discloses() {
    let (mut commits, mut opens, mut cut) = (0, 0, 0);
    for seed in 0..3 {
        let table = disclosed(TrustMode::HeadToHead, seed);
        let turns: Vec<&(String, String)> =
            table.rig.files.iter().filter(|(name, _)| name.starts_with("turns/")).collect();
        for (name, text) in turns {
            let found = without(&table.rig, name).verify();
            commits += usize::from(text.contains("\ncommit:"));
            opens += usize::from(text.contains("\nopen:"));
            assert!(!found.is_valid(true), "{name} is missed");
            let from = |(check, text): &(Check, String)| {
                *check == Check::Hands && text.contains("the hand of 'bert' from step")
            };
            cut += usize::from(found.unchecked.iter().any(from));
            assert_eq!(found.failure(Check::Hands), None, "without {name}");
            assert!(found.failures.iter().all(|failure| failure.proof == Proof::Withheld), "{name}: {found:#?}");
        }
    }
    assert!(commits > 3 && opens > 0, "{commits} turns commit, {opens} open");
    assert!(cut > 0, "without the reveal of a turn nobody knows what is drawn");
}

/// Protocol 8.7: whoever has disclosed upon a state cannot refuse it any more: the lie that his disclosure shows stays
/// proved.
#[test]
fn a_seat_that_has_disclosed_upon_a_state_cannot_refuse_it() {
    let mut table = Table::new(TrustMode::HeadToHead, false, 4, 2);
    table.play(&mut players(false, 2), 400);
    let responder = table.rig.state()["responder"].as_str().unwrap().to_owned();
    let other = if responder == "anna" { "bert" } else { "anna" };
    let mut early = Rig::with_secrets(crate::common::games(), Default::default());
    std::mem::swap(&mut early.secrets, &mut table.rig.secrets);
    early.files.clone_from(&table.rig.files);
    early.refuse_state(other, "no");
    assert_eq!(early.with(|chain, _| chain.open_refusals().len()), 1, "before it discloses it may");
    std::mem::swap(&mut early.secrets, &mut table.rig.secrets);
    table.disclose(other);
    table.rig.refuse_state(other, "no");
    assert_eq!(table.rig.with(|chain, _| chain.open_refusals().len()), 0);
    let found = table.rig.verify();
    assert_eq!(found.failures, []);
    let words =
        format!("'{other}' signed a refusal that changes nothing: '{other}' refuses a state that it has answered");
    assert!(found.notices.iter().any(|notice| notice.text == words), "{found:#?}");
}

/// Protocol 8.7: a ruling may go on from a state before a disclosure upon it has come. That is told, and no ruling is
/// signed once it is here.
#[test]
fn a_ruling_after_a_disclosure_is_told_and_not_signed() {
    let mut table = disclosed(TrustMode::Refereed, 1);
    let back = json!({"reason": "a slip", "take_back": {"to_step": 1}});
    let problem = table.rig.rule(back.clone()).unwrap_err();
    assert_eq!(problem.rule.as_deref(), Some("protocol 8.7"), "{problem}");
    let ruling: Ruling = serde_json::from_value(back).unwrap();
    let content = table.rig.with(|chain, game| {
        assert!(chain.early_disclosures().is_empty(), "the match is over");
        Adjudication::newest(chain, game)
            .unwrap()
            .preview_ruling(&ruling, None, "2026-11-22T11:00:00Z")
            .unwrap()
            .content
    });
    table.rig.sign_and_add("states/ruled.yaml", &id("adjudicator"), &content);
    let found = table.rig.verify();
    assert_eq!(found.failures, []);
    for seat in ["anna", "bert"] {
        let told = |kind, words: String| found.notices.iter().any(|one| one.kind == kind && one.text.contains(&words));
        assert!(told(NoticeKind::Ruling, format!("'{seat}' has disclosed its hand at")), "{found:#?}");
        assert!(told(NoticeKind::Pending, format!("'{seat}' has disclosed the secret of its hand")), "{found:#?}");
    }
    assert_eq!(table.rig.with(|chain, _| chain.early_disclosures().len()), 2);
}

/// What somebody else has sent keeps nobody from disclosing: the line is worked out without it.
#[test]
fn the_line_is_worked_out_without_what_lies_beside_it() {
    let mut table = Table::new(TrustMode::HeadToHead, false, 4, 2);
    table.play(&mut players(false, 2), 400);
    let whole = table.rig.files.len();
    table.disclose("anna");
    let state = table.rig.state();
    let mut lie = crate::common::alter::content(table.rig.text("disclosures/anna.yaml"));
    lie.as_object_mut().unwrap().shift_remove("signatures");
    lie["secret"] = json!(Bytes32([9; 32]));
    table.rig.sign_and_add("disclosures/lie.yaml", &id("anna"), &lie);
    let turn = json!({"adjutant": 1, "kind": "turn", "match": state["match"], "step": table.rig.step() + 1,
        "parent": digest(&state), "seat": "bert", "reveal": Bytes32([7; 32])});
    table.rig.sign_and_add("turns/late.yaml", &id("bert"), &turn);
    assert!(!table.rig.verify().failures.is_empty());
    let beside: Vec<String> =
        table.rig.with(|chain, _| chain.unneeded_files().into_iter().map(str::to_owned).collect());
    table.rig.files.retain(|(name, _)| !beside.contains(name));
    assert_eq!(table.rig.files.len(), whole, "{beside:?}");
    assert_eq!(table.rig.verify().failures, []);
}

/// The salts of commitments follow from the refusal: a turn that commits and is refused without reason does the same
/// when it is mailed again.
#[test]
fn an_unjust_refusal_of_a_turn_that_lays_is_mended_by_the_same_acts() {
    let (mut table, held, _) = at_berts_turn();
    let plan = ordered(&table, "bert", json!([{"lay": {"card": held}}]));
    let first = table.draft(&id("bert"), &plan);
    let file = table.rig.turn("bert", first.clone());
    table.rig.refuse_turn(&file, &[Problem::new("I do not like it")]);
    let again = table.draft(&id("bert"), &plan);
    assert_ne!(first["commit"][0]["digest"], again["commit"][0]["digest"]);
    table.rig.turn("bert", again);
    table.respond().unwrap();
    let found = table.rig.verify();
    assert_eq!(found.failures, []);
    assert!(
        found.notices.iter().any(|one| one.text.contains("the same acts were adjudicated in the end")),
        "{found:#?}"
    );
}

/// Protocol 8.1: open-handed a turn is held against the hand, which everybody can work out.
#[test]
fn with_open_hands_a_card_that_is_not_held_is_refused() {
    let (mut table, held, other) = orders_of_bert(TrustMode::HeadToHead, true);
    let lays = |card: &str| json!({"orders": [{"lay": {"card": card}}, {"done": {}}]});
    assert_eq!(table.rig.problems("bert", lays(&held)), []);
    let problems = table.rig.problems("bert", lays(&other));
    assert!(problems.iter().any(|problem| problem.message.contains(&other)), "{problems:#?}");
    let file = table.rig.turn("bert", lays(&other));
    let problems = table.rig.respond().unwrap_err();
    assert!(problems.iter().any(|problem| problem.message.contains(&other)), "{problems:#?}");
    table.rig.refuse_turn(&file, &problems);
    table.rig.turn("bert", lays(&held));
    table.rig.respond().unwrap();
    let found = table.rig.assert_verifies();
    assert!(found.notices.iter().all(|notice| notice.kind != NoticeKind::Refusal), "the refusal was just");
}

/// Protocol 7: one opening of a choice in a turn, and none that is longer than a choice may be.
#[test]
fn a_choice_is_opened_once_and_is_short() {
    let (mut table, held, _) = at_berts_turn();
    let plan = ordered(&table, "bert", json!([{"lay": {"card": held}}]));
    table.turn(&id("bert"), &plan);
    table.respond().unwrap();
    assert_eq!(table.asked(), [id("bert")]);
    let open = |choice: &str| json!({"id": "card-1", "salt": Bytes32([0; 32]), "choice": choice});
    for (opens, says) in [
        (vec![open("n1a"), open("n1a")], "is opened twice"),
        (vec![open("n1a"), json!({"id": "card-1", "forfeit": true})], "is opened twice"),
        (vec![open(&"x".repeat(4_095))], "has more than 4096 bytes"),
    ] {
        let problems = table.rig.problems("bert", json!({"orders": [{"done": {}}], "open": opens}));
        assert!(problems.iter().any(|problem| problem.message.contains(says)), "{says}: {problems:#?}");
    }
    let problems = table.rig.problems("bert", json!({"orders": [{"done": {}}], "open": [open(&"x".repeat(4_094))]}));
    assert!(problems.iter().all(|problem| !problem.message.contains("bytes")), "{problems:#?}");
}

/// Protocol 8.2: a ruling turns up no card, and says of nobody that he lied.
#[test]
fn a_ruling_turns_no_card_up_and_calls_nobody_a_liar() {
    let (mut table, held, _) = orders_of_bert(TrustMode::Refereed, false);
    let plan = ordered(&table, "bert", json!([{"lay": {"card": held}}]));
    table.turn(&id("bert"), &plan);
    table.respond().unwrap();
    let mut position = table.rig.state()["position"].clone();
    assert!(table.rig.with(|chain, game| {
        let ruling = serde_json::from_value(json!({"reason": "the same", "position": position})).unwrap();
        Adjudication::newest(chain, game).unwrap().preview_ruling(&ruling, None, "2026-11-22T11:00:00Z").is_ok()
    }));
    position["pending"] = json!({"turn_up": {"side": "north", "ids": ["card-1"], "rule": "C4"}});
    let problem = table.rig.rule(json!({"reason": "x", "position": position})).unwrap_err();
    assert_eq!(problem.rule.as_deref(), Some("protocol 8.2"), "{problem}");
    let ended = |how: &str| json!({"reason": "x", "outcome": {"winner": "south", "how": how}});
    let problem = table.rig.rule(ended("lied")).unwrap_err();
    assert!(problem.message.contains("a ruling cannot say that a side has lied"), "{problem}");
    table.rig.rule(ended("points")).unwrap();
}

/// Standing orders are read by everybody: what lies face down is named by its id in them, and what is hidden not at
/// all.
#[test]
fn standing_orders_name_no_hidden_card() {
    let (table, held, _) = at_berts_turn();
    let second = table.hand("bert").known_cards("hand")[1].to_owned();
    let owner = table.owners[&id("bert")].clone();
    let concealed = |card: &str| {
        table.rig.with(|chain: &Chain<'_>, game| {
            let mut there = Adjudication::newest(chain, game).unwrap().table;
            let own = adjutant_core::chain::hands::follow(chain, game, &owner).unwrap().pop().unwrap();
            there.follow(&id("north"), own);
            let standing = json!({"always": {"show": {"card": card}}}).as_object().cloned();
            let act = Decision { orders: vec![json!({"lay": {"card": held}})], standing, ..Decision::default() };
            there.concealed(&id("north"), &act)
        })
    };
    let plan = concealed(&held).unwrap();
    assert_eq!(plan.act.standing.map(Value::Object), Some(json!({"always": {"show": {"card": "card-1"}}})));
    let problems = concealed(&second).unwrap_err();
    assert_eq!(problems[0].path.as_deref(), Some("standing"), "{problems:#?}");
    assert!(problems[0].message.contains(&second), "{problems:#?}");
}

/// What a refusal quotes may be of any length, and the refusal is read all the same.
#[test]
fn a_refusal_quotes_no_more_than_can_be_read() {
    let (table, ..) = at_berts_turn();
    let reasons: Vec<Problem> =
        (0..300).map(|_| Problem::new("'".repeat(1_000_000)).in_path("x".repeat(9_000))).collect();
    table.rig.with(|chain, _| {
        let refusal = compose::refuse(chain, Bytes32([1; 32]), 3, &id("anna"), &reasons, "2026-11-22T11:00:00Z");
        let refusal = refusal.unwrap();
        adjutant_core::document::fits_as_written(&refusal, adjutant_core::document::Kind::Refusal).unwrap();
        assert_eq!(refusal["reasons"].as_array().unwrap().len(), 201);
        assert_eq!(refusal["reasons"][200]["message"], json!("and 100 more"));
    });
}
