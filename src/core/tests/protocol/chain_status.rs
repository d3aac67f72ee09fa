//! Who sits where, whose move it is, and a step as a case (`chain::seats`, `chain::status`, `chain::step_case`).

use crate::common;
use adjutant_core::chain::adjudicate::Adjudication;
use adjutant_core::chain::status::{Asked, Next, Status, status};
use adjutant_core::chain::{Chain, MatchFiles, charter, sign, step_case};
use adjutant_core::document::kinds::TrustMode;
use adjutant_core::document::{Problem, Value, write};
use common::{HEAD_TO_HEAD, REFEREED, Rig, at_orders, entry, games, id, new_match, refereed_at_orders, secret};
use serde_json::json;

fn done() -> Value {
    json!({"orders": [{"rest": {}}, {"done": {}}]})
}

fn of(rig: &Rig) -> Status {
    rig.with(|chain, _| status(chain))
}

fn asked(rig: &Rig) -> Vec<Asked> {
    match of(rig).next {
        Next::Turns(asked) => asked,
        other => panic!("{other:?}"),
    }
}

/// The status of a match of which only a charter is here.
fn of_charter(text: &str) -> Next {
    let mut files = MatchFiles::default();
    files.add("charter.yaml", text.as_bytes());
    status(&Chain::build(&files).unwrap()).next
}

#[test]
fn a_match_waits_for_signatures_and_then_for_its_set_up() {
    for (trust, seats, issuer) in
        [(TrustMode::HeadToHead, HEAD_TO_HEAD, "anna"), (TrustMode::Refereed, REFEREED, "adjudicator")]
    {
        let mut content = charter::draft(&new_match(trust, 1));
        for (n, (seat, side)) in (1..).zip(seats) {
            content = charter::join(&content, &entry(seat, *side, &secret(n))).unwrap();
        }
        let all: Vec<_> = seats.iter().map(|(seat, _)| id(seat)).collect();
        for n in 0..seats.len() {
            assert_eq!(of_charter(&write(&content)), Next::Signatures(all[n..].to_vec()));
            content = sign::seal(&content, &all[n], &secret(n as u8 + 1).key).unwrap();
        }
        assert_eq!(of_charter(&write(&content)), Next::SetUp(id(issuer)));
        // It was changed after it was signed.
        content["title"] = json!("Another match");
        assert_eq!(of_charter(&write(&content)), Next::Charter(all));
    }
}

#[test]
fn what_is_asked_stands_with_the_turn_that_is_here_and_the_refusal_that_it_answers() {
    let mut rig = at_orders();
    let now = of(&rig);
    let newest = rig.state();
    assert_eq!((now.step, now.pace_days, now.match_id), (newest["step"].as_u64(), 3, rig.match_id()));
    assert_eq!(now.title, "A match of the toy game");
    assert_eq!(now.since.as_deref(), newest["issued"].as_str());
    // Three days after the state of 2026-11-21.
    assert_eq!(now.due, now.since.map(|since| since.replacen("11-21", "11-24", 1)));
    assert!(now.missing.is_empty());
    let [bert] = &asked(&rig)[..] else { panic!("{:?}", of(&rig)) };
    assert_eq!((bert.seat.as_str(), bert.name.as_str()), ("bert", "Mx bert"));
    assert_eq!(bert.what, newest["awaiting"][0]);
    assert_eq!((&bert.turn, &bert.refused), (&None, &None));

    let illegal = rig.turn("bert", json!({"orders": [{"raid": {"dice": 99}}]}));
    assert_eq!(of(&rig).next, Next::State { seat: id("anna"), turns: vec![illegal.clone()] });
    let refusal = rig.refuse_turn(&illegal, &[Problem::new("too many dice")]);
    let [bert] = &asked(&rig)[..] else { panic!("{:?}", of(&rig)) };
    let file = rig.with(|chain, _| chain.refusals[&refusal].file.clone());
    assert_eq!((&bert.turn, &bert.refused), (&None, &Some(file)));
    assert_eq!(bert.reasons.len(), 1);
    let again = rig.turn("bert", done());
    assert_eq!(of(&rig).next, Next::State { seat: id("anna"), turns: vec![again] });
}

#[test]
fn of_two_turns_the_one_that_is_here_waits_for_the_other() {
    let mut rig = refereed_at_orders();
    rig.play("north", done());
    rig.play("south", done());
    let commit = |rig: &Rig, seat: &str| rig.commit(seat, "stance-2", "bold");
    let north = rig.turn("north", commit(&rig, "north"));
    let both = asked(&rig);
    let turns: Vec<_> = both.iter().map(|asked| (asked.seat.as_str(), asked.turn.clone())).collect();
    assert_eq!(turns, [("north", Some(north.clone())), ("south", None)]);
    // What was refused is no more to be answered once the turn in its place is here.
    let refusal = rig.refuse_turn(&north, &[Problem::new("it is torn")]);
    let file = rig.with(|chain, _| chain.refusals[&refusal].file.clone());
    assert_eq!((&asked(&rig)[0].turn, &asked(&rig)[0].refused), (&None, &Some(file)));
    let north = rig.turn("north", commit(&rig, "north"));
    assert_eq!((&asked(&rig)[0].turn, &asked(&rig)[0].refused), (&Some(north.clone()), &None));
    let south = rig.turn("south", commit(&rig, "south"));
    assert_eq!(of(&rig).next, Next::State { seat: id("adjudicator"), turns: vec![north, south] });
}

#[test]
fn a_refused_state_waits_for_its_replacement_and_a_match_that_is_over_for_nothing() {
    let mut rig = at_orders();
    rig.play("bert", done());
    let refusal = rig.refuse_state("bert", "I do not believe it");
    let file = rig.with(|chain, _| chain.refusals[&refusal].file.clone());
    assert_eq!(of(&rig).next, Next::Replacement { seat: id("anna"), refusal: file });
    rig.replace_state(refusal).unwrap();
    assert_eq!(asked(&rig)[0].seat, id("anna"));
    rig.play("anna", json!({"offer": "resign"}));
    let over = of(&rig);
    assert_eq!(over.next, Next::Over(json!({"winner": "north", "how": "resigned"})));
    assert_eq!(over.due, None);
    assert!(over.since.is_some());
}

/// Protocol 3: who issues, who answers whom, who acts for a side, before and after the sides are exchanged.
#[test]
fn seats_play_their_sides_and_answer_to_each_other() {
    for trust in [TrustMode::HeadToHead, TrustMode::Refereed] {
        let mut new = new_match(trust, 2);
        new.options.insert("exchange".to_owned(), json!("choice"));
        let refereed = trust == TrustMode::Refereed;
        let (seats, north, south) =
            if refereed { (REFEREED, "north", "south") } else { (HEAD_TO_HEAD, "bert", "anna") };
        let mut rig = Rig::new(games(), &new, seats);
        let sides = |rig: &Rig| -> (Vec<Option<String>>, Vec<Option<String>>) {
            rig.with(|chain, game| {
                let table = Adjudication::newest(chain, game).unwrap().table;
                let (all, text) = (&chain.seats, |id: Option<&_>| id.map(ToString::to_string));
                let of = |seat: &str| text(all.side_of(&*table, &id(seat)));
                let by = |side: &str| text(all.seat_of(&*table, &id(side)));
                let mut names: Vec<&str> = seats.iter().map(|(seat, _)| *seat).collect();
                names.push("nobody");
                (names.into_iter().map(of).collect(), ["north", "south", "nobody"].map(by).to_vec())
            })
        };
        let some = |names: &[&str]| -> Vec<Option<String>> {
            names.iter().map(|name| (!name.is_empty()).then(|| (*name).to_owned())).collect()
        };
        let of_seats =
            if refereed { some(&["", "north", "south", "south", ""]) } else { some(&["south", "north", ""]) };
        assert_eq!(sides(&rig), (of_seats, some(&[north, south, ""])));
        if refereed {
            rig.play_all(&[("north", json!({})), ("south", json!({})), ("aide", json!({}))]);
        } else {
            rig.play("anna", json!({}));
        }
        rig.choose(1, &[(north, "bold"), (south, "wary")]);
        let of_seats =
            if refereed { some(&["", "south", "north", "north", ""]) } else { some(&["north", "south", ""]) };
        let (exchanged, by) = sides(&rig);
        assert_eq!((exchanged, &by[..2]), (of_seats, &some(&[south, north])[..]));

        rig.with(|chain, _| {
            let seats = &chain.seats;
            let responder = |seat: &str| seats.responder_to(&id(seat)).map(|seat| seat.as_str());
            let (first, judge) = if refereed { ("adjudicator", Some("adjudicator")) } else { ("anna", None) };
            assert_eq!(seats.first_issuer().map(|seat| seat.as_str()), Some(first));
            assert_eq!(seats.adjudicator().map(|seat| seat.as_str()), judge);
            let answers = if refereed { ["adjudicator"; 2] } else { ["anna", "bert"] };
            assert_eq!([responder(north), responder(south)], answers.map(Some));
            assert_eq!(responder("adjudicator"), None);
            assert_eq!(responder("nobody"), refereed.then_some("adjudicator"));
            assert_eq!(seats.index(&id(north)), Some(1));
            assert_eq!(seats.index(&id("nobody")), None);
            assert_eq!(seats.key(&id(north)), Some(&rig.secrets[&id(north)].key.public()));
            assert_eq!(seats.entry(&id("nobody")), None);
        });
    }
}

fn case(rig: &Rig, at: u64, played: bool) -> Result<Value, Problem> {
    rig.with(|chain, game| step_case::case(&Adjudication::at(chain, game, at as usize).unwrap(), played))
}

#[test]
fn a_step_as_a_case_has_the_turns_and_the_dice_that_were_played() {
    let mut rig = at_orders();
    let at = rig.step();
    let asked = case(&rig, at, false).unwrap();
    assert_eq!((&asked["turns"], &asked["dice"]), (&json!([{"north": {"orders": []}}]), &json!([])));
    assert_eq!((&asked["case"], &asked["ruleset"]), (&json!(format!("what if, after step {at}")), &json!("toy")));
    let problem = case(&rig, at, true).unwrap_err();
    assert_eq!(problem.message, format!("nothing has been played after step {at} yet"));

    let orders = json!([{"rest": {}}, {"raid": {"dice": 4}}, {"done": {}}]);
    rig.play("bert", json!({"orders": orders, "comment": "Forward."}));
    let state = rig.state();
    let played = case(&rig, at, true).unwrap();
    assert_eq!(played["turns"], json!([{"north": {"orders": orders}}]));
    let roll = &state["rolls"][0];
    assert_eq!(played["dice"], json!([{"purpose": roll["purpose"], "faces": roll["faces"]}]));
    assert_eq!(played["given"], asked["given"]);
    // What a seat merely passes is no turn of a case.
    let rig = at_orders();
    assert_eq!(case(&rig, 0, true).unwrap()["turns"], json!([]));
}

#[test]
fn what_is_none_of_the_games_is_no_case() {
    let refused = |rig: &Rig, at: u64, words: &str| {
        let problem = case(rig, at, true).unwrap_err();
        assert!(problem.message.contains(words), "{words} {problem:?}");
        assert!(problem.advice.as_deref().is_some_and(|advice| advice.contains("--played")), "{problem:?}");
    };
    let mut rig = at_orders();
    let at = rig.step();
    rig.play("bert", json!({"take_back": {"to_step": 1}}));
    rig.play("anna", json!({}));
    rig.play("bert", json!({"take_back": {"to_step": 1}}));
    rig.play("anna", json!({"take_back": {"to_step": 1}}));
    refused(&rig, at, "the turn of 'bert' proposes a take-back or a draw, which a case cannot contain");
    refused(&rig, at + 1, "the turn of 'anna' declines what is proposed");
    refused(&rig, at + 3, "the turn of 'anna' accepts what is proposed");

    let mut rig = at_orders();
    let turn = rig.turn("bert", json!({"offer": "resign"}));
    rig.respond().unwrap();
    refused(&rig, at, "the turn of 'bert' resigns");
    rig.drop_file(&turn);
    refused(&rig, at, &format!("a turn that step {} resolves is not in this folder", at + 1));

    let mut rig = refereed_at_orders();
    let at = rig.step();
    let position = rig.state()["position"].clone();
    rig.rule(json!({"reason": "a slip", "position": position})).unwrap();
    refused(&rig, at, &format!("step {} is a ruling of the adjudicator", at + 1));
}
