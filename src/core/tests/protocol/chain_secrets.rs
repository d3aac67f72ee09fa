//! Reveals and rolls that differ from what was committed to, though everything is signed: who is responsible for them
//! (protocol 4, 5, 9).

use crate::common;
use adjutant_core::chain::verify::{Check, Failure, Proof, Verification, verify};
use adjutant_core::chain::{Chain, MatchFiles};
use adjutant_core::document::kinds::TrustMode;
use adjutant_core::document::{Bytes32, Value, digest};
use adjutant_core::trust::{Dice, dice_key};
use common::alter::{Resigner, content};
use common::{Rig, at_orders, eventful, id, refereed_at_orders};
use serde_json::json;

type Change<'a> = &'a dyn Fn(&mut Value);

fn load(files: &[(String, String)]) -> MatchFiles {
    let mut loaded = MatchFiles::default();
    files.iter().for_each(|(name, text)| loaded.add(name, text.as_bytes()));
    loaded
}

/// The files after a document was changed, and it and all that names it signed anew by everybody.
fn changed(rig: &Rig, name: &str, change: impl FnOnce(&mut Value)) -> Vec<(String, String)> {
    let mut document = content(rig.text(name));
    change(&mut document);
    Resigner::new(&rig.files, rig.keys()).resigned(name, &document)
}

fn verified(rig: &Rig, files: &[(String, String)]) -> Verification {
    verify(&load(files), &rig.games)
}

/// The link of a seat's chain that comes `by` links after the one that a document reveals.
fn later_link(rig: &Rig, seat: &str, reveal: &Value, by: u32) -> Bytes32 {
    let seeds = &rig.secrets[&id(seat)].seeds;
    let at = (1..1024).find(|at| json!(seeds.reveal(*at).unwrap()) == *reveal).expect("a link of the chain");
    seeds.reveal(at + by).unwrap()
}

/// A head-to-head match with some steps of one turn each; the files of bert's turn and of the state after it.
fn played() -> (Rig, String, String) {
    let mut rig = at_orders();
    let turn = rig.turn("bert", json!({"orders": [{"raid": {"dice": 6}}, {"done": {}}]}));
    let state = rig.respond().unwrap();
    if rig.asked()[0].1.get("answer").is_some() {
        let question = rig.asked()[0].1["answer"]["id"].clone();
        rig.play("anna", json!({"answers": [{"id": question, "answer": {"stand": {}}}]}));
    }
    rig.play("anna", json!({"orders": [{"rest": {}}, {"done": {}}]}));
    rig.choose(2, &[("anna", "bold"), ("bert", "wary")]);
    rig.assert_verifies();
    (rig, turn, state)
}

fn false_reveal(verification: &Verification) -> Option<&Failure> {
    verification.failure(Check::Reveals)
}

#[test]
fn a_reveal_that_does_not_follow_accuses_whoever_signed_it() {
    let (rig, turn, state) = played();
    for (file, seat) in [(&turn, "bert"), (&state, "anna")] {
        for by in [1, 2] {
            let link = later_link(&rig, seat, &content(rig.text(file))["reveal"], by);
            for reveal in [link, Bytes32([0x11; 32])] {
                let found = verified(&rig, &changed(&rig, file, |document| document["reveal"] = json!(reveal)));
                let failure = false_reveal(&found).unwrap_or_else(|| panic!("{file} {by}: {found:#?}"));
                assert_eq!((&failure.file, &failure.seat, failure.proof), (file, &Some(id(seat)), Proof::FalseReveal));
                assert_eq!(failure.problem.path.as_deref(), Some("reveal"));
                let line = rig.text(file).lines().position(|line| line.starts_with("reveal: ")).unwrap() + 1;
                assert_eq!(failure.problem.mark.map(|mark| mark.line as usize), Some(line), "{failure:#?}");
            }
        }
    }
}

#[test]
fn every_reveal_and_every_roll_is_counted() {
    let (rig, ..) = played();
    let documents: Vec<Value> = rig.files.iter().map(|(_, text)| content(text)).collect();
    let reveals = documents.iter().filter(|document| document["reveal"].is_string()).count();
    let rolls: usize = documents.iter().filter_map(|document| Some(document["rolls"].as_array()?.len())).sum();
    let counts = rig.verify().counts;
    assert!(reveals > 8 && rolls > 0);
    assert_eq!((counts.reveals, counts.rolls), (reveals, rolls));
}

/// The number that a message gives is the number of the link in the seat's chain, whoever's turn it was.
#[test]
fn the_reveal_that_was_due_is_told_by_its_number() {
    let (rig, turn, _) = played();
    let reveal = content(rig.text(&turn))["reveal"].clone();
    let seeds = &rig.secrets[&id("bert")].seeds;
    let number = (1..1024).find(|at| json!(seeds.reveal(*at).unwrap()) == reveal).unwrap();
    let found = verified(&rig, &changed(&rig, &turn, |document| document["reveal"] = json!("11".repeat(32))));
    let message = &false_reveal(&found).expect("a failure").problem.message;
    assert!(message.contains(&format!("reveal number {number}:")), "{message}");
}

/// Protocol 6: after a ruling the links are due again that were due before it.
#[test]
fn a_ruling_passes_over_no_reveal() {
    let rig = eventful(TrustMode::Refereed);
    let ruling = rig.files.iter().find(|(_, text)| content(text).get("ruling").is_some()).expect("a ruling");
    let ruling = digest(&content(&ruling.1));
    let answer = |text: &str| content(text)["kind"] == "turn" && content(text)["parent"] == json!(ruling);
    let (turn, text) = rig.files.iter().find(|(_, text)| answer(text)).expect("a turn that answers it");
    let later = later_link(&rig, "south", &content(text)["reveal"], 1);
    let found = verified(&rig, &changed(&rig, turn, |document| document["reveal"] = json!(later)));
    let failure = false_reveal(&found).unwrap_or_else(|| panic!("{found:#?}"));
    assert_eq!((&failure.file, &failure.seat), (turn, &Some(id("south"))));
}

/// A state that leaves out one of two turns, or resolves an older one in its place, is its responder's fault; the seat
/// has shown the link of the turn that is left out, and goes on from there.
#[test]
fn a_seat_whose_turn_a_false_state_passes_over_signed_no_false_reveal() {
    let mut rig = refereed_at_orders();
    rig.play("north", json!({"orders": [{"rest": {}}, {"done": {}}]}));
    rig.play("south", json!({"orders": [{"rest": {}}, {"done": {}}]}));
    rig.choose(2, &[("north", "bold"), ("south", "wary")]);
    rig.play("north", json!({"orders": [{"rest": {}}, {"done": {}}]}));
    rig.assert_verifies();
    let states: Vec<(String, Value)> = rig.files.iter().map(|(name, text)| (name.clone(), content(text))).collect();
    let two = |document: &Value| document["turns"].as_array().is_some_and(|turns| turns.len() == 2);
    let both: Vec<&(String, Value)> = states.iter().filter(|(_, document)| two(document)).collect();
    assert!(both.len() >= 4, "both choose at once, and open at once, in two rounds");
    let only_the_adjudicator = |found: &Verification, what: &str| {
        assert!(!found.failures.is_empty(), "{what}");
        let others = found.failures.iter().find(|failure| failure.seat != Some(id("adjudicator")));
        assert_eq!(others, None, "{what}");
        assert!(found.failures.iter().all(|failure| failure.proof != Proof::FalseReveal), "{what}: {found:#?}");
    };
    for (n, (name, document)) in both.iter().enumerate() {
        for out in [0, 1] {
            let without = changed(&rig, name, |state| {
                state["turns"].as_array_mut().unwrap().remove(out);
            });
            only_the_adjudicator(&verified(&rig, &without), &format!("{name} without its turn {out}"));
            if n > 0 {
                let older = both[n - 1].1["turns"][out].clone();
                let again = changed(&rig, name, |state| state["turns"][out] = older);
                only_the_adjudicator(&verified(&rig, &again), &format!("{name} with an older turn {out}"));
            }
        }
        assert!(document["reveal"].is_string());
    }
    // Once the seat has gone on, the link that was passed over excuses no other: the next must follow.
    let (name, _) = both[0];
    let without = changed(&rig, name, |state| {
        state["turns"].as_array_mut().unwrap().remove(0);
    });
    let (last, text) = without.iter().rfind(|(name, _)| name.starts_with("turns/")).unwrap();
    let mut turn = content(text);
    assert_eq!(turn["seat"], "north");
    turn["reveal"] = json!(later_link(&rig, "north", &turn["reveal"], 1));
    let found = verified(&rig, &Resigner::new(&without, rig.keys()).resigned(last, &turn));
    let failure = false_reveal(&found).unwrap_or_else(|| panic!("{found:#?}"));
    assert_eq!((&failure.file, &failure.seat, failure.proof), (last, &Some(id("north")), Proof::FalseReveal));
}

/// The steps in which a seat reveals a link, with the files, in the order of its chain.
fn revealed(rig: &Rig, seat: &str) -> Vec<String> {
    let seeds = &rig.secrets[&id(seat)].seeds;
    let link = |at: u32| json!(seeds.reveal(at).unwrap());
    let holds = |at: u32| rig.files.iter().find(|(_, text)| content(text)["reveal"] == link(at));
    (1..).map_while(|at| holds(at).map(|(name, _)| name.clone())).collect()
}

/// Protocol 4: the link in a turn that is missing lies between those before it and after it.
#[test]
fn reveals_follow_each_other_across_turns_that_are_missing() {
    let (rig, ..) = played();
    let turns: Vec<String> = revealed(&rig, "bert").into_iter().filter(|name| name.starts_with("turns/")).collect();
    assert!(turns.len() >= 4);
    for gone in &turns[..turns.len() - 1] {
        let files: Vec<(String, String)> = rig.files.iter().filter(|(name, _)| name != gone).cloned().collect();
        let found = verified(&rig, &files);
        assert_eq!(false_reveal(&found), None, "without {gone}");
        assert!(found.unchecked.iter().all(|(check, _)| *check != Check::Reveals), "without {gone}: {found:#?}");
        // The next link but one is no more in order across the gap than elsewhere.
        let next = &turns[turns.iter().position(|turn| turn == gone).unwrap() + 1];
        let later = later_link(&rig, "bert", &content(rig.text(next))["reveal"], 1);
        let mut crooked = changed(&rig, next, |turn| turn["reveal"] = json!(later));
        crooked.retain(|(name, _)| name != gone);
        let found = verified(&rig, &crooked);
        let failure = false_reveal(&found).unwrap_or_else(|| panic!("without {gone}: {found:#?}"));
        assert_eq!((&failure.file, failure.proof), (next, Proof::FalseReveal), "without {gone}");
    }
}

fn rolled(rig: &Rig) -> (String, Value) {
    let rolled = |document: &Value| document["rolls"].as_array().is_some_and(|rolls| !rolls.is_empty());
    rig.files.iter().map(|(name, text)| (name.clone(), content(text))).find(|(_, document)| rolled(document)).unwrap()
}

#[test]
fn dice_that_were_not_rolled_accuse_whoever_signed_them() {
    let (rig, ..) = played();
    let (name, state) = rolled(&rig);
    let sides = state["rolls"][0]["sides"].as_u64().unwrap();
    let changes: [(&str, &str, Change<'_>); 3] = [
        ("faces", "by the dice key of this state", &|roll| {
            roll["faces"][1] = json!(roll["faces"][1].as_u64().unwrap() % sides + 1);
        }),
        ("n", "rolls are numbered without gaps; this is number 0", &|roll| roll["n"] = json!(1)),
        ("order", "a shuffle of 3 cards lists 2", &|roll| {
            let fields = roll.as_object_mut().unwrap();
            fields.shift_remove("sides");
            fields.shift_remove("faces");
            fields.insert("cards".to_owned(), json!(3));
            fields.insert("order".to_owned(), json!([1, 2]));
        }),
    ];
    for (path, words, change) in changes {
        let found = verified(&rig, &changed(&rig, &name, |state| change(&mut state["rolls"][0])));
        let failure = found.failure(Check::Rolls).unwrap_or_else(|| panic!("{words}: {found:#?}"));
        assert!(failure.problem.message.contains(words), "{failure:#?}");
        assert_eq!((&failure.file, &failure.seat, failure.proof), (&name, &Some(id("anna")), Proof::FalseState));
        assert_eq!(failure.problem.path, Some(format!("rolls[0].{path}")));
        assert_eq!(failure.problem.rule.as_deref(), Some("protocol 5"));
        assert!(failure.problem.mark.is_some());
    }
    // Of several false rolls of a step the first is named.
    let found = verified(
        &rig,
        &changed(&rig, &name, |state| {
            let mut roll = state["rolls"][0].clone();
            roll["n"] = json!(7);
            state["rolls"] = json!([roll, roll]);
        }),
    );
    assert_eq!(
        found.failure(Check::Rolls).and_then(|failure| failure.problem.path.clone()).as_deref(),
        Some("rolls[0].n")
    );
}

/// A shuffle is held against the dice key as a roll is, though the toy game has no cards.
#[test]
fn a_shuffle_is_checked_like_a_roll() {
    let (rig, ..) = played();
    let (name, state) = rolled(&rig);
    let n = state["rolls"].as_array().unwrap().len() as u64;
    let files = rig.load();
    let chain = Chain::build(&files).unwrap();
    let step = &chain.line[state["step"].as_u64().unwrap() as usize];
    let right = Dice { key: dice_key(&chain.match_id, &step.reveals) }.shuffle(n, 5).unwrap();
    let with = |order: &[u64]| {
        let roll = json!({"n": n, "purpose": "deck", "rule": "T9", "cards": 5, "order": order});
        verified(&rig, &changed(&rig, &name, |state| state["rolls"].as_array_mut().unwrap().push(roll)))
    };
    // The game asked for no shuffle, which is another failure.
    let found = with(&right);
    assert_eq!(found.failure(Check::Rolls), None);
    assert!(found.failure(Check::Adjudication).is_some(), "{found:#?}");
    let mut wrong = right.clone();
    wrong.swap(0, 4);
    let found = with(&wrong);
    let failure = found.failure(Check::Rolls).unwrap_or_else(|| panic!("{found:#?}"));
    assert_eq!(failure.problem.path, Some(format!("rolls[{n}].order")));
    let list = right.iter().map(u64::to_string).collect::<Vec<_>>().join(", ");
    assert_eq!(failure.problem.message, format!("roll {n} should be {list}, by the dice key of this state"));
}

/// Without the reveal that the dice are made of, rolls are neither right nor wrong.
#[test]
fn rolls_that_rest_on_a_missing_turn_are_not_checked() {
    let mut rig = at_orders();
    let turn = rig.turn("bert", json!({"orders": [{"raid": {"dice": 6}}]}));
    let state = rig.respond().unwrap();
    let step = content(rig.text(&state))["step"].as_u64().unwrap();
    rig.drop_file(&turn);
    let rolls = |change: &dyn Fn(&mut Value)| verified(&rig, &changed(&rig, &state, change));
    let words = format!("the rolls of step {step}, because turns/000{step}-bert.yaml (bert's turn");
    let told = |found: &Verification| {
        found.unchecked.iter().any(|(check, text)| *check == Check::Rolls && text.contains(&words))
    };
    let found = rolls(&|_| {});
    assert!(told(&found), "{:#?}", found.unchecked);
    let reveal = format!("the reveal of bert in step {step}, because turns/000{step}-bert.yaml (bert's turn");
    let of_bert = |(check, text): &&(Check, String)| *check == Check::Reveals && text.contains(&reveal);
    assert_eq!(found.unchecked.iter().filter(of_bert).count(), 1, "{:#?}", found.unchecked);
    let found =
        rolls(&|state| state["rolls"][0]["faces"][0] = json!(state["rolls"][0]["faces"][0].as_u64().unwrap() % 6 + 1));
    assert!(told(&found) && found.failure(Check::Rolls).is_none(), "{found:#?}");
    // A state that rolls nothing has nothing to check.
    let found = rolls(&|state| state["rolls"] = json!([]));
    assert!(!told(&found), "{:#?}", found.unchecked);
}
