//! Refereed matches in which both seats entrust their hands to the adjudicator (protocol 8.6).

use std::collections::{BTreeMap, BTreeSet};

use adjutant_core::chain::adjudicate::Adjudication;
use adjutant_core::chain::charter;
use adjutant_core::chain::compose;
use adjutant_core::chain::escrow::{self, Choices, Entrusted, Escrow};
use adjutant_core::chain::hands;
use adjutant_core::chain::verify::{Check, Notice, NoticeKind, Proof};
use adjutant_core::document::kinds::TrustMode;
use adjutant_core::document::{Bytes32, Id, Problem, Value};
use adjutant_core::engine::Decision;
use adjutant_core::session::Plan;
use adjutant_core::session::self_play::Player;
use adjutant_core::trust::Vault;
use serde_json::json;

use crate::common::id;
use crate::hidden_match::{Table, ordered, players};

/// A match with escrow, and what the adjudicator has of it.
pub(crate) struct Entrusting {
    pub(crate) table: Table,
    pub(crate) escrow: Escrow,
}

impl Entrusting {
    pub(crate) fn new(turns: u64, luck: u8) -> Entrusting {
        let table = Table::under(TrustMode::Refereed, false, (turns, luck), charter::with_escrow);
        let mut entrusting = Entrusting { table, escrow: Escrow::default() };
        let secrets: Vec<(Id, Bytes32)> =
            entrusting.table.owners.values().map(|owner| (owner.seat.clone(), owner.secret)).collect();
        for (n, (seat, secret)) in secrets.into_iter().enumerate() {
            assert_eq!(entrusting.missing_secrets().len(), 2 - n);
            let match_id = entrusting.table.rig.match_id();
            entrusting.take(Entrusted::Secret { match_id, seat, secret }).unwrap();
        }
        assert!(entrusting.missing_secrets().is_empty());
        entrusting
    }

    fn missing_secrets(&self) -> Vec<Id> {
        self.table.rig.with(|chain, _| self.escrow.missing_secrets(&chain.charter.typed).into_iter().cloned().collect())
    }

    /// Takes in a file as it was decrypted.
    fn take(&mut self, one: Entrusted) -> Result<(), Problem> {
        let read = Entrusted::read(&one.write()).unwrap();
        self.table.rig.with(|chain, _| self.escrow.take(chain.charter, read))
    }

    /// What a plan entrusts beside the turn for the next step.
    fn choices(&self, seat: &str, plan: &Plan) -> Choices {
        let (match_id, step) = (self.table.rig.match_id(), self.table.rig.step() + 1);
        let mut choices = plan.choose.clone();
        choices.sort_by(|one, two| one.0.cmp(&two.0));
        Choices { match_id, step, seat: id(seat), choices }
    }

    /// Whether what a turn that waits commits to has come; and whether the hand allows it, if it has.
    fn judge(&self, file: &str) -> (bool, Option<bool>) {
        self.table.rig.with(|chain, game| {
            let turn = &chain.turns.values().find(|turn| turn.file == file).unwrap().typed;
            let owner = self.escrow.owner(&turn.seat).unwrap();
            let allows = Adjudication::newest(chain, game).unwrap().hand_allows(turn, &owner);
            (self.escrow.has(turn), allows)
        })
    }

    /// A turn of a seat, signed and mailed with what it entrusts; the name of its file.
    pub(crate) fn turn(&mut self, seat: &str, plan: &Plan) -> String {
        let choices = self.choices(seat, plan);
        let draft = self.table.draft(&id(seat), plan);
        let file = self.table.rig.turn(seat, draft);
        if !plan.choose.is_empty() {
            self.take(Entrusted::Choices(choices)).unwrap();
            assert!(self.judge(&file).0, "all has come");
        }
        file
    }

    /// The adjudicator resolves the turns that wait, and opens what is needed of every seat.
    pub(crate) fn respond(&mut self) -> Value {
        let issued = self.table.rig.now();
        let seat = id("adjudicator");
        let content = self.table.rig.with(|chain, game| {
            let reveal = compose::next_reveal(chain, &seat, &self.table.rig.secrets[&seat].seeds).unwrap();
            let openings = self.escrow.openings(chain);
            let stand = Adjudication::newest(chain, game).unwrap();
            stand.resolve_with(&chain.open_turns(), reveal, &openings, None, &issued).unwrap().content
        });
        let name = format!("states/{:04}.yaml", content["step"].as_u64().unwrap());
        self.table.rig.sign_and_add(&name, &seat, &content)
    }

    fn step(&mut self, players: &mut BTreeMap<Id, Player>) {
        for seat in self.table.asked() {
            let plan = self.table.plan(&seat, players.get_mut(&seat).unwrap()).unwrap_or_default();
            let file = self.turn(seat.as_str(), &plan);
            assert_eq!(self.judge(&file).1, Some(true), "an honest turn is allowed");
        }
        self.respond();
    }

    pub(crate) fn play(&mut self, random: bool, seed: u64) {
        let mut players = players(random, seed);
        while !self.table.is_over() {
            self.step(&mut players);
        }
    }

    pub(crate) fn disclose(&mut self) {
        self.table.disclose("anna");
        self.table.disclose("bert");
    }
}

#[test]
fn the_adjudicator_opens_what_is_needed_of_every_seat() {
    let mut opened = 0;
    for (random, seed) in [(true, 0), (true, 1), (false, 2)] {
        let mut entrusting = Entrusting::new(8, seed as u8);
        entrusting.play(random, seed);
        let before = entrusting.table.rig.verify();
        assert!(before.is_valid(true) && !before.is_valid(false), "{before:#?}");
        entrusting.disclose();
        assert_eq!(entrusting.table.rig.assert_verifies().counts.hands, 2);
        opened += entrusting.table.rig.with(|chain, _| {
            assert!(
                chain.line.iter().all(|step| step.state.typed.awaiting.iter().all(|one| one.get("open").is_none()))
            );
            chain.line.iter().flat_map(|step| step.state.typed.opened.iter().flatten()).count()
        });
    }
    assert!(opened > 8, "{opened} choices are opened");
}

/// A match in which bert, who has the north, is asked for orders; with a card of his hand, and one that is not.
pub(crate) fn at_berts_turn() -> (Entrusting, String, String) {
    let mut entrusting = Entrusting::new(4, 3);
    let mut both = players(false, 1);
    while entrusting.table.asked() != [id("bert")] || entrusting.table.rig.asked()[0].1.get("orders").is_none() {
        entrusting.step(&mut both);
    }
    let hand = entrusting.table.hand("bert");
    let held = hand.known_cards("hand")[0].to_owned();
    let all = (1..=6).flat_map(|n| ["a", "b"].map(|copy| format!("n{n}{copy}")));
    let other = all.into_iter().find(|card| hand.piles.values().flatten().flatten().all(|seen| seen != card)).unwrap();
    (entrusting, held, other)
}

/// A plan of bert's to lay a card, whether he holds it or not.
pub(crate) fn lays(entrusting: &Entrusting, held: &str, laid: &str) -> Plan {
    let mut plan = ordered(&entrusting.table, "bert", json!([{"lay": {"card": held}}, {"done": {}}]));
    plan.choose[0].1 = json!(laid);
    plan.act.choices.clone_from(&plan.choose);
    plan
}

#[test]
fn a_turn_counts_only_with_what_it_commits_to() {
    let (mut entrusting, held, other) = at_berts_turn();
    let plan = lays(&entrusting, &held, &held);
    let right = entrusting.choices("bert", &plan);
    let draft = entrusting.table.draft(&id("bert"), &plan);
    let file = entrusting.table.rig.turn("bert", draft);
    assert_eq!(entrusting.judge(&file), (false, None), "nothing has come yet");
    let more = [right.choices.clone(), vec![(id("card-9"), json!("n1a"))]].concat();
    for wrong in [
        Choices { step: right.step + 1, ..right.clone() },
        Choices { seat: id("anna"), ..right.clone() },
        Choices { choices: Vec::new(), ..right.clone() },
        Choices { choices: more, ..right.clone() },
        Choices { choices: vec![(right.choices[0].0.clone(), json!(other))], ..right.clone() },
        Choices { choices: vec![(id("card-9"), json!(held))], ..right.clone() },
    ] {
        entrusting.take(Entrusted::Choices(wrong.clone())).unwrap();
        assert!(!entrusting.judge(&file).0, "{wrong:?}");
    }
    entrusting.take(Entrusted::Choices(right)).unwrap();
    assert_eq!(entrusting.judge(&file), (true, Some(true)));
}

#[test]
fn what_does_not_fit_the_charter_is_not_taken() {
    let (mut entrusting, ..) = at_berts_turn();
    let match_id = entrusting.table.rig.match_id();
    let (secret, other) = (entrusting.table.owners[&id("bert")].secret, Bytes32([9; 32]));
    let of = |match_id, seat: &str, secret| Entrusted::Secret { match_id, seat: id(seat), secret };
    let choices = Choices { match_id, step: 3, seat: id("adjudicator"), choices: Vec::new() };
    for (wrong, says) in [
        (of(match_id, "bert", other), "not the secret to which the charter commits 'bert'"),
        (of(match_id, "anna", secret), "not the secret to which the charter commits 'anna'"),
        (of(other, "bert", secret), "belongs to another match"),
        (of(match_id, "cleo", secret), "'cleo' has no hidden hand"),
        (of(match_id, "adjudicator", secret), "'adjudicator' has no hidden hand"),
        (Entrusted::Choices(choices.clone()), "'adjudicator' has no hidden hand"),
        (Entrusted::Choices(Choices { match_id: other, seat: id("bert"), ..choices }), "belongs to another match"),
    ] {
        let message = entrusting.take(wrong).unwrap_err().message;
        assert!(message.contains(says), "{message}");
    }
}

#[test]
fn what_was_taken_is_here_and_nothing_else() {
    let (mut entrusting, held, _) = at_berts_turn();
    let match_id = entrusting.table.rig.match_id();
    let own = entrusting.table.owners[&id("bert")].secret;
    let secret = |seat: &str, secret| Entrusted::Secret { match_id, seat: id(seat), secret };
    assert!(entrusting.escrow.contains(&secret("bert", own)));
    assert!(!entrusting.escrow.contains(&secret("anna", own)));
    assert!(!entrusting.escrow.contains(&secret("bert", Bytes32([9; 32]))));
    let secrets = entrusting.table.owners.values().map(|owner| (owner.seat.clone(), owner.secret));
    assert_eq!(*entrusting.escrow.secrets(), secrets.collect::<BTreeMap<_, _>>());
    let choices = Entrusted::Choices(entrusting.choices("bert", &lays(&entrusting, &held, &held)));
    assert!(!entrusting.escrow.contains(&choices));
    entrusting.take(choices.clone()).unwrap();
    assert!(entrusting.escrow.contains(&choices));
}

#[test]
fn a_refusal_by_the_hand_is_borne_out_when_it_is_disclosed() {
    let (mut entrusting, held, other) = at_berts_turn();
    let plan = lays(&entrusting, &held, &other);
    let file = entrusting.turn("bert", &plan);
    assert_eq!(entrusting.judge(&file), (true, Some(false)));
    let refusal = entrusting.table.rig.refuse_turn(&file, &[escrow::reason()]);
    let reasons = entrusting.table.rig.with(|chain, _| json!(chain.refusals[&refusal].typed.reasons));
    assert_eq!(reasons, json!([{"message": "the hand does not allow this turn", "rule": "8.6"}]));
    // While the hand is hidden, nobody is blamed.
    entrusting.play(false, 1);
    let found = entrusting.table.rig.verify();
    assert!(found.failures.is_empty(), "{found:#?}");
    let told = |notice: &&adjutant_core::chain::verify::Notice| notice.text.contains(&file);
    assert_eq!(found.notices.iter().find(told).unwrap().kind, NoticeKind::Pending);
    entrusting.disclose();
    let found = entrusting.table.rig.assert_verifies();
    assert!(!found.notices.iter().any(|notice| notice.text.contains(&file)), "{found:#?}");
}

#[test]
fn what_a_refused_turn_committed_to_is_disclosed() {
    let (mut entrusting, held, other) = at_berts_turn();
    let plan = lays(&entrusting, &held, &other);
    let file = entrusting.turn("bert", &plan);
    entrusting.table.rig.refuse_turn(&file, &[escrow::reason()]);
    let step = entrusting.table.rig.step() + 1;
    entrusting.play(false, 1);
    entrusting.table.disclose("anna");
    let mut told = entrusting.table.disclose("bert");
    entrusting.table.rig.drop_file("disclosures/bert.yaml");
    let choices = told["choices"].as_array_mut().unwrap();
    let refused = json!({"step": step, "id": plan.choose[0].0, "choice": other});
    assert!(choices.contains(&refused), "{choices:#?}");
    for replaced in [None, Some(json!({"step": step, "id": plan.choose[0].0, "choice": held}))] {
        let mut told = told.clone();
        let choices = told["choices"].as_array_mut().unwrap();
        choices.retain(|one| *one != refused);
        choices.extend(replaced);
        entrusting.table.rig.sign_and_add("disclosures/bert.yaml", &id("bert"), &told);
        let found = entrusting.table.rig.verify();
        let failure = found.failure(Check::Hands).unwrap();
        assert_eq!((failure.seat.clone(), failure.step), (Some(id("bert")), Some(step)), "{failure:#?}");
        entrusting.table.rig.drop_file("disclosures/bert.yaml");
    }
}

/// Protocol 8.7: where a refusal by the hand or the turn that it refuses is not here, what is disclosed of it accuses
/// nobody; what is disclosed of another step does.
#[test]
fn what_is_disclosed_of_a_refused_turn_that_is_not_here_accuses_nobody() {
    let (mut entrusting, held, other) = at_berts_turn();
    let plan = lays(&entrusting, &held, &other);
    let file = entrusting.turn("bert", &plan);
    entrusting.table.rig.refuse_turn(&file, &[escrow::reason()]);
    let step = entrusting.table.rig.step() + 1;
    entrusting.play(false, 1);
    entrusting.table.disclose("anna");
    let mut told = entrusting.table.disclose("bert");
    entrusting.table.rig.assert_verifies();
    let rig = &mut entrusting.table.rig;
    let refusal = rig.files.iter().map(|(name, _)| name.clone()).find(|name| name.starts_with("refusals/")).unwrap();
    let whole = rig.files.clone();
    for name in [&file, &refusal] {
        rig.drop_file(name);
        let found = rig.verify();
        assert_eq!(found.failure(Check::Hands), None, "without {name}");
        let what = format!("what 'bert' committed to as {} in step {step}", plan.choose[0].0);
        let unchecked = found.unchecked.iter().any(|(check, text)| *check == Check::Hands && text.contains(&what));
        assert!(unchecked, "without {name}: {found:#?}");
        rig.files.clone_from(&whole);
    }
    let choices = told["choices"].clone();
    for (missing, of) in [(None, step), (Some(&file), step + 1)] {
        missing.into_iter().for_each(|name| rig.drop_file(name));
        rig.drop_file("disclosures/bert.yaml");
        told["choices"] = choices.clone();
        told["choices"].as_array_mut().unwrap().insert(0, json!({"step": of, "id": "card-99", "choice": other}));
        rig.sign_and_add("disclosures/bert.yaml", &id("bert"), &told);
        let found = rig.verify();
        assert_eq!(found.failure(Check::Hands).and_then(|failure| failure.step), Some(of), "{found:#?}");
        rig.files.clone_from(&whole);
    }
}

/// A match in which an honest turn was refused by 8.6, and then something was played in its place; what the audit says.
fn refused_unjustly(then: impl Fn(&Entrusting, &str) -> Plan) -> adjutant_core::chain::verify::Verification {
    let (mut entrusting, held, _) = at_berts_turn();
    let plan = lays(&entrusting, &held, &held);
    let file = entrusting.turn("bert", &plan);
    assert_eq!(entrusting.judge(&file), (true, Some(true)));
    entrusting.table.rig.refuse_turn(&file, &[escrow::reason()]);
    let again = then(&entrusting, &held);
    entrusting.turn("bert", &again);
    entrusting.respond();
    entrusting.play(false, 1);
    assert!(entrusting.table.rig.verify().failures.is_empty());
    entrusting.disclose();
    entrusting.table.rig.verify()
}

#[test]
fn a_refusal_by_the_hand_that_is_not_borne_out_is_held_against_the_adjudicator() {
    let done = |_: &Entrusting, _: &str| {
        let act = Decision { orders: vec![json!({"done": {}})], ..Decision::default() };
        Plan { act, ..Plan::default() }
    };
    let found = refused_unjustly(done);
    let failure = found.failure(Check::Hands).unwrap_or_else(|| panic!("{found:#?}"));
    assert_eq!((failure.proof, failure.seat.clone()), (Proof::UnjustRefusal, Some(id("adjudicator"))));
    // Where the same was done in the end, there is no harm.
    let found = refused_unjustly(|entrusting, held| lays(entrusting, held, held));
    assert!(found.is_valid(false), "{found:#?}");
    assert!(found.notices.iter().any(|notice| notice.kind == NoticeKind::Refusal), "{found:#?}");
}

#[test]
fn without_escrow_nobody_refuses_by_the_hand() {
    let mut table = Table::under(TrustMode::Refereed, false, (4, 3), |draft| draft);
    let seat = table.asked()[0].clone();
    let file = table.rig.turn(seat.as_str(), json!({}));
    table.rig.refuse_turn(&file, &[escrow::reason()]);
    let found = table.rig.verify();
    assert!(found.notices.iter().any(|notice| notice.kind == NoticeKind::Refusal), "{found:#?}");
}

#[test]
fn what_is_entrusted_lies_wrapped_beside_the_seed_and_goes_into_a_backup() {
    let dirs = tempfile::tempdir().unwrap();
    let vault = Vault::open(dirs.path().join("his")).unwrap();
    let (key, other) = (vault.create_key("his", None).unwrap(), vault.create_key("other", None).unwrap());
    let anchor = vault.new_seed(&key, 1024).unwrap().anchor;
    assert!(vault.escrow(&key, &anchor).unwrap().is_empty());
    let secrets = BTreeMap::from([(id("anna"), Bytes32([1; 32])), (id("bert"), Bytes32([2; 32]))]);
    vault.keep_escrow(&key, &anchor, &secrets).unwrap();
    assert_eq!(vault.escrow(&key, &anchor).unwrap(), secrets);
    assert!(vault.escrow(&other, &anchor).is_err());
    let file = dirs.path().join(format!("his/seeds/{anchor}/escrow"));
    assert!(!std::fs::read_to_string(&file).unwrap().contains("\"anna\""));
    let restored = Vault::open(dirs.path().join("new")).unwrap();
    restored.restore(&vault.secrets().unwrap()).unwrap();
    assert_eq!(restored.escrow(&key, &anchor).unwrap(), secrets);
    // What is kept for one seed is none of another.
    let second = vault.new_seed(&key, 1024).unwrap().anchor;
    std::fs::copy(&file, dirs.path().join(format!("his/seeds/{second}/escrow"))).unwrap();
    assert!(vault.escrow(&key, &second).is_err());
}

#[test]
fn the_adjudicator_discloses_in_the_place_of_a_seat_that_does_not() {
    let mut entrusting = Entrusting::new(6, 2);
    entrusting.play(false, 2);
    entrusting.table.disclose("anna");
    let content = |of: &Entrusting, seat: &str| {
        let owner = of.escrow.owner(&id(seat)).unwrap();
        of.table
            .rig
            .with(|chain, _| hands::disclosure_by(chain, &id("adjudicator"), &owner, "2026-11-22T10:00:00Z").unwrap())
    };
    let told = content(&entrusting, "bert");
    assert_eq!((&told["seat"], &told["hand"]), (&json!("adjudicator"), &json!("bert")));
    let owed = |of: &Entrusting| -> Vec<Id> {
        of.table.rig.with(|chain, _| chain.owed_disclosures().into_iter().cloned().collect())
    };
    assert_eq!(owed(&entrusting), [id("bert")]);
    entrusting.table.rig.sign_and_add("disclosures/bert.yaml", &id("adjudicator"), &told);
    assert!(owed(&entrusting).is_empty());
    assert_eq!(entrusting.table.rig.assert_verifies().counts.hands, 2);
    // The seat may still do so itself.
    entrusting.table.rig.drop_file("disclosures/bert.yaml");
    entrusting.table.rig.sign_and_add("disclosures/bert-2.yaml", &id("adjudicator"), &told);
    entrusting.table.disclose("bert");
    assert_eq!(entrusting.table.rig.assert_verifies().counts.hands, 2);
    entrusting.table.rig.drop_file("disclosures/bert-2.yaml");
    entrusting.table.rig.drop_file("disclosures/bert.yaml");

    // What is false in it is his who signed it.
    let mut other = told.clone();
    other["secret"] = json!(Bytes32([9; 32]));
    entrusting.table.rig.sign_and_add("disclosures/bert.yaml", &id("adjudicator"), &other);
    let found = entrusting.table.rig.verify();
    let failure = found.failure(Check::Hands).unwrap();
    assert_eq!((failure.seat.clone(), failure.proof), (Some(id("adjudicator")), Proof::FalseHand), "{failure:#?}");
    entrusting.table.rig.drop_file("disclosures/bert.yaml");

    // Nobody else discloses for another, and he for nobody without a hand.
    let mut hers = told.clone();
    hers["seat"] = json!("anna");
    let mut of_nobody = told.clone();
    of_nobody["hand"] = json!("adjudicator");
    for (by, wrong) in [("anna", hers), ("adjudicator", of_nobody)] {
        entrusting.table.rig.sign_and_add("disclosures/bert.yaml", &id(by), &wrong);
        let found = entrusting.table.rig.verify();
        assert_eq!(found.failures, []);
        let told =
            |one: &&Notice| one.file == "disclosures/bert.yaml" && one.text.contains("cannot disclose the hand of");
        assert_eq!(found.notices.iter().filter(told).count(), 1, "{found:#?}");
        assert_eq!(owed(&entrusting), [id("bert")]);
        entrusting.table.rig.drop_file("disclosures/bert.yaml");
    }
}

#[test]
fn a_charter_with_escrow_needs_an_adjudicator_and_hidden_hands() {
    let problems = |trust, open_handed, terms: fn(Value) -> Value| -> Vec<String> {
        let table = Table::under(trust, open_handed, (4, 1), |draft| draft);
        table.rig.with(|chain, game| {
            let text = terms(chain.charter.document.content.clone());
            let charter = adjutant_core::document::decode_at(None, "", &text).unwrap();
            charter::check(&charter, game, &BTreeSet::new()).iter().map(ToString::to_string).collect()
        })
    };
    let no: fn(Value) -> Value = |mut draft| {
        draft["escrow"] = json!(false);
        draft
    };
    for (trust, open_handed, terms, says) in [
        (TrustMode::HeadToHead, false, charter::with_escrow as fn(Value) -> Value, "a head-to-head match has none"),
        (TrustMode::Refereed, true, charter::with_escrow, "there is no hidden hand"),
        (TrustMode::Refereed, false, no, "`true` or is left out"),
    ] {
        let told = problems(trust, open_handed, terms);
        assert!(told.len() == 1 && told[0].contains(says) && told[0].contains("8.6"), "{told:?}");
    }
    assert_eq!(problems(TrustMode::Refereed, false, charter::with_escrow), Vec::<String>::new());
}
