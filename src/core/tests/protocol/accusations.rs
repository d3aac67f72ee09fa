//! Accusations and what excuses them, case by case (docs/accusations.md); `one_cheat` plays them at random.

use adjutant_core::chain::charter;
use adjutant_core::chain::dispute::{MatchCopy, dispute};
use adjutant_core::chain::verify::accusations::ACCUSATIONS;
use adjutant_core::chain::verify::{Check, Failure, Proof, Verification};
use adjutant_core::chain::{MatchFiles, sign};
use adjutant_core::document::kinds::TrustMode;
use adjutant_core::document::{Problem, Value, digest, write};
use serde_json::json;

use crate::common::alter::content;
use crate::common::{HEAD_TO_HEAD, Rig, at_orders, entry, games, id, new_match, refereed_at_orders, secret};

fn done() -> Value {
    json!({"orders": [{"rest": {}}, {"done": {}}]})
}

fn bare(rig: &Rig, file: &str) -> Value {
    let mut document = content(rig.text(file));
    document.as_object_mut().unwrap().shift_remove("signatures");
    document
}

fn accusing(found: &Verification) -> Vec<&Failure> {
    found.failures.iter().filter(|failure| failure.proof.accuses()).collect()
}

/// A match in which anna refuses bert's turn, bert answers the refusal with another, and anna resolves the first all the
/// same; the names of both turns and of the state.
fn refused_and_resolved(trust: TrustMode) -> (Rig, [String; 3]) {
    let (mut rig, player) = match trust {
        TrustMode::HeadToHead => (at_orders(), "bert"),
        TrustMode::Refereed => (refereed_at_orders(), "north"),
    };
    let first = rig.turn(player, done());
    let issued = rig.now();
    let (responder, state) = rig.resolved(&issued).unwrap();
    rig.refuse_turn(&first, &[Problem::new("I do not like it")]);
    let second = rig.turn(player, done());
    rig.sign_and_add("states/resolved.yaml", &responder, &state);
    (rig, [first, second, "states/resolved.yaml".to_owned()])
}

#[test]
fn who_resolves_a_turn_that_he_refused_is_named_and_not_who_answered_the_refusal() {
    for trust in [TrustMode::HeadToHead, TrustMode::Refereed] {
        let (rig, [_, _, state]) = refused_and_resolved(trust);
        let responder = if trust == TrustMode::HeadToHead { "anna" } else { "adjudicator" };
        let found = rig.verify();
        let accused = accusing(&found);
        assert_eq!(accused[0].proof, Proof::DoubleDealing, "{found:#?}");
        for failure in accused {
            assert_eq!(
                (failure.seat.as_ref(), failure.file.as_str()),
                (Some(&id(responder)), state.as_str()),
                "{failure:#?}"
            );
        }
        let copies = [MatchCopy { name: "one".to_owned(), files: rig.load(), loose: false }];
        let said = dispute(&copies, &rig.games).unwrap();
        assert_eq!(said.failure.and_then(|failure| failure.seat), Some(id(responder)));
    }
}

/// The player refuses that state, and its responder replaces it by one that resolves the turn that stands.
#[test]
fn a_state_that_resolves_a_refused_turn_is_refused_and_replaced() {
    for trust in [TrustMode::HeadToHead, TrustMode::Refereed] {
        let (mut rig, [first, second, state]) = refused_and_resolved(trust);
        let player = if trust == TrustMode::HeadToHead { "bert" } else { "north" };
        let refusal = rig.refuse_state(player, "it resolves a turn that was refused");
        assert_eq!(rig.with(|chain, _| chain.open_refusals().len()), 1);
        rig.replace_state(refusal).unwrap();
        rig.assert_verifies();
        assert_eq!(rig.state()["turns"], json!([digest(&bare(&rig, &second))]));
        assert_eq!(rig.state()["reveal"], bare(&rig, &state)["reveal"], "and so the same dice");
        // Nothing else gives way to another turn: not a turn that stands.
        let mut other = bare(&rig, &rig.with(|chain, _| chain.newest().unwrap().state.file.clone()));
        other["turns"] = json!([digest(&bare(&rig, &first))]);
        let file = rig.with(|chain, _| chain.newest().unwrap().state.file.clone());
        let seat = id(other["responder"].as_str().unwrap());
        let signed = rig.sign(&seat, &other);
        rig.edit(&file, |_| write(&signed));
        assert!(accusing(&rig.verify()).iter().any(|failure| failure.seat.as_ref() == Some(&seat)));
    }
}

/// An illegal turn that was refused is no offence of its player, even if the responder resolves it all the same.
#[test]
fn an_illegal_turn_that_was_refused_is_laid_at_the_door_of_who_resolved_it() {
    let mut rig = at_orders();
    let legal = rig.turn("bert", done());
    let issued = rig.now();
    let (anna, mut state) = rig.resolved(&issued).unwrap();
    let mut illegal = bare(&rig, &legal);
    illegal["orders"] = json!([{"raid": {"dice": 99}}]);
    let illegal = rig.sign(&id("bert"), &illegal);
    rig.edit(&legal, |_| write(&illegal));
    rig.refuse_turn(&legal, &[Problem::new("ninety-nine")]);
    state["turns"] = json!([digest(&illegal)]);
    rig.sign_and_add("states/resolved.yaml", &anna, &state);
    let found = rig.verify();
    let accused = accusing(&found);
    assert!(accused.len() >= 2 && accused.iter().all(|failure| failure.seat == Some(id("anna"))), "{found:#?}");
}

/// Protocol 6: two turns, or two states, prove double dealing by themselves, whatever was altered before them.
#[test]
fn an_altered_file_does_not_hide_double_dealing() {
    let mut rig = at_orders();
    let second = rig.turn_content("bert", &json!({"orders": [{"rest": {}}]}));
    rig.play("bert", done());
    let of_anna = rig.step();
    rig.play("anna", done());
    let two_states = {
        let mut state = bare(&rig, &format!("states/{of_anna:04}.yaml"));
        assert_eq!(state["responder"], json!("anna"));
        state["issued"] = json!("2026-11-30T10:00:00Z");
        state
    };
    for altered in 0..=rig.step() {
        for (seat, document) in [("bert", &second), ("anna", &two_states)] {
            // One document alone proves nothing.
            if seat == "anna" && altered == of_anna {
                continue;
            }
            let mut rig_files = rig.files.clone();
            rig_files.push(("turns/0001-anna.yaml".to_owned(), write(&rig.sign(&id(seat), document))));
            let file = format!("states/{altered:04}.yaml");
            let text = rig_files.iter_mut().find(|(name, _)| *name == file).map(|(_, text)| text).unwrap();
            *text = text.replacen("issued: \"2026-11-2", "issued: \"2027-11-2", 1);
            let mut files = MatchFiles::default();
            rig_files.iter().for_each(|(name, text)| files.add(name, text.as_bytes()));
            let found = adjutant_core::chain::verify::verify(&files, &rig.games);
            assert!(found.failures.iter().any(|one| one.proof == Proof::Forgery && one.file == file), "{file}");
            let told = accusing(&found);
            let named = told.iter().any(|one| one.proof == Proof::DoubleDealing && one.seat == Some(id(seat)));
            assert!(named, "{file} is altered, and {seat} deals double: {found:#?}");
            assert!(told.iter().all(|one| one.seat == Some(id(seat))), "{found:#?}");
            let copies = [MatchCopy { name: "one".to_owned(), files, loose: false }];
            let said = dispute(&copies, &rig.games).unwrap();
            assert_eq!(said.failure.map(|one| (one.proof, one.seat)), Some((Proof::DoubleDealing, Some(id(seat)))));
        }
    }
}

/// Protocol 6: nobody can know what is on its way when a ruling is signed. Two turns are too many all the same.
#[test]
fn of_the_turns_that_crossed_a_ruling_one_is_in_order() {
    for ruling in
        [json!({"default": "north"}), json!({"take_back": {"to_step": 1}}), json!({"outcome": {"winner": "south"}})]
    {
        let mut rig = refereed_at_orders();
        let one = rig.turn_content("north", &done());
        let mut two = one.clone();
        two["comment"] = json!("another");
        let mut ruling = ruling;
        ruling["reason"] = json!("late");
        rig.rule(ruling).unwrap();
        rig.mail_turn("north", &one);
        rig.assert_verifies();
        rig.mail_turn("north", &two);
        let found = rig.verify();
        assert_eq!(accusing(&found).len(), 1, "{found:#?}");
        assert_eq!((accusing(&found)[0].proof, &accusing(&found)[0].seat), (Proof::DoubleDealing, &Some(id("north"))));
    }
}

/// Protocol 9, *Who may write what*: whatever a seat signs that it may not write, a finished match holds.
#[test]
fn what_nobody_may_write_harms_no_finished_match() {
    let mut rig = refereed_at_orders();
    rig.play("north", done());
    rig.play("south", json!({"offer": "resign"}));
    let before = rig.assert_verifies();
    let newest = rig.state();
    let documents: Vec<Value> =
        rig.files.iter().map(|(_, text)| content(text)).filter(|one| one["kind"] != "charter").collect();
    let issued = "2026-11-30T10:00:00Z";
    let mut count = 0;
    for seat in ["north", "south", "aide", "adjudicator"] {
        for of in &documents {
            let mut tried = vec![json!({
                "adjutant": 1, "kind": "refusal", "match": newest["match"], "step": of["step"], "of": digest(of), "seat": seat,
                "reasons": [{"message": "I lost"}], "issued": issued,
            })];
            let mut own = of.clone();
            own.as_object_mut().unwrap().shift_remove("signatures");
            let field = if of["kind"] == "state" { "responder" } else { "seat" };
            // Another's document under his own name; what he may write himself is another matter.
            let awaited = rig.with(|chain, _| {
                let parent = of["parent"].as_str().and_then(|parent| parent.parse().ok());
                let parent = parent.and_then(|parent| chain.states.get(&parent).copied());
                parent.is_some_and(|parent| chain.awaited(&parent.typed).contains(&&id(seat)))
            });
            if own[field] != json!(seat) && !(of["kind"] == "turn" && awaited) {
                own[field] = json!(seat);
                tried.push(own);
            }
            if seat != "adjudicator" {
                let mut ruling = newest.clone();
                ruling.as_object_mut().unwrap().shift_remove("signatures");
                ruling["parent"] = json!(digest(of));
                ruling["step"] = json!(of["step"].as_u64().unwrap() + 1);
                ruling["turns"] = json!([]);
                ruling["reveal"] = Value::Null;
                ruling["responder"] = json!(seat);
                ruling["ruling"] = json!({"reason": "I have won", "default": "north"});
                tried.push(ruling);
            }
            tried.push(json!({
                "adjutant": 1, "kind": "disclosure", "match": newest["match"], "seat": seat, "hand": "north", "state": digest(of),
                "secret": "11".repeat(32), "choices": [], "issued": issued,
            }));
            for document in tried {
                // The responder's own refusals are his to answer for.
                let refuses_turn = document["kind"] == "refusal" && of["kind"] == "turn";
                if seat == "adjudicator" && refuses_turn {
                    continue;
                }
                let mut files = rig.load();
                files.add("aaa.yaml", write(&rig.sign(&id(seat), &document)).as_bytes());
                let found = adjutant_core::chain::verify::verify(&files, &rig.games);
                assert!(found.is_valid(false), "{seat} {document:#?}: {found:#?}");
                assert_eq!(found.outcome, before.outcome);
                assert!(found.notices.iter().any(|one| one.file == "aaa.yaml"), "{seat} {document:#?}: {found:#?}");
                count += 1;
            }
        }
    }
    println!("{count} documents");
    assert!(count > 150, "{count}");
}

/// Protocol 3: a charter's sides are the game's, and one seat plays each where the game has no teams.
#[test]
fn verification_refuses_a_signed_charter_that_the_game_does_not_have() {
    type Changed<'c> = (&'c str, &'c str, &'c dyn Fn(&mut Value));
    let changes: [Changed<'_>; 6] = [
        ("seats[1].side", "the game has no side 'zzz'", &|charter| charter["seats"][1]["side"] = json!("zzz")),
        ("seats", "nobody plays 'north'", &|charter| charter["seats"][1]["side"] = json!("south")),
        ("scenario", "", &|charter| charter["scenario"] = json!("nowhere")),
        ("options.rounds", "", &|charter| charter["options"]["rounds"] = json!("many")),
        ("pace.days", "a clock has at most", &|charter| charter["pace"]["days"] = json!(9999)),
        ("packs[1].name", "pinned twice", &|charter| {
            let pin = json!({"name": "ground", "sha256": "11".repeat(32)});
            charter["packs"] = json!([pin, pin]);
        }),
    ];
    for (path, words, change) in changes {
        let mut text = charter::draft(&new_match(TrustMode::HeadToHead, 1));
        let secrets: Vec<_> = (1..=2).map(secret).collect();
        for ((seat, side), secret) in HEAD_TO_HEAD.iter().zip(&secrets) {
            text = charter::join(&text, &entry(seat, *side, secret)).unwrap();
        }
        change(&mut text);
        for ((seat, _), secret) in HEAD_TO_HEAD.iter().zip(&secrets) {
            text = sign::seal(&text, &id(seat), &secret.key).unwrap();
        }
        let mut files = MatchFiles::default();
        files.add("charter.yaml", write(&text).as_bytes());
        let found = adjutant_core::chain::verify::verify(&files, &games());
        let told = |one: &&Failure| one.problem.message.contains(words) && one.check == Check::Chain;
        let named = |one: &&Failure| one.file == "charter.yaml" && one.problem.path.as_deref() == Some(path);
        assert!(
            found.failures.iter().filter(told).any(|one| named(&one))
                || path == "packs[1].name" && found.failures.iter().any(|one| told(&one)),
            "{path}: {found:#?}"
        );
    }
}

/// docs/accusations.md has a row for each accusation, with the section that licenses it.
#[test]
fn the_page_lists_every_accusation() {
    let page = include_str!("../../../../docs/accusations.md");
    let rows: Vec<Vec<&str>> = page
        .lines()
        .filter(|line| line.starts_with("| `"))
        .map(|line| line.split('|').map(str::trim).filter(|cell| !cell.is_empty()).collect())
        .collect();
    let listed: Vec<(String, String, String)> =
        rows.iter().map(|row| (row[0].trim_matches('`').to_owned(), row[1].to_owned(), row[2].to_owned())).collect();
    let made: Vec<(String, String, String)> = ACCUSATIONS
        .iter()
        .map(|one| (one.name.to_owned(), one.section.to_owned(), format!("{:?}", one.proof)))
        .collect();
    assert_eq!(listed, made);
    assert!(rows.iter().all(|row| row.len() == 5 && !row[4].is_empty()), "{rows:#?}");
    // No accusation is made elsewhere.
    let source = include_str!("../../chain/verify/accusations.rs");
    for one in ACCUSATIONS {
        assert!(source.contains(&format!(" fn {}(", one.name)), "{}", one.name);
    }
    for source in [
        include_str!("../../chain/verify/chain_checks.rs"),
        include_str!("../../chain/verify/replay.rs"),
        include_str!("../../chain/verify/hands.rs"),
        include_str!("../../chain/verify/packs.rs"),
    ] {
        assert!(!source.contains("Proof::"), "an accusation outside accusations.rs");
    }
}
