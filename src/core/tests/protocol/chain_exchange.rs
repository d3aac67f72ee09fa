//! Players who exchange their sides during a match (protocol 3), through signed documents.

use crate::common;
use adjutant_core::chain::adjudicate::Adjudication;
use adjutant_core::document::kinds::TrustMode;
use adjutant_core::document::{Document, State, Turn, Value, decode};
use adjutant_core::report::{StepFacts, text};
use adjutant_core::session::{StepMeta, step_report};
use common::alter::{every_change_is_found, every_derived_change_is_found};
use common::{HEAD_TO_HEAD, REFEREED, Rig, games, id, new_match};
use serde_json::json;

/// A match of this many rounds at whose `exchange` (`choice`, `round`) the players change their sides.
fn rig(trust: TrustMode, rounds: u64, exchange: &str) -> Rig {
    let mut new = new_match(trust, rounds);
    new.options.insert("exchange".to_owned(), json!(exchange));
    let seats = if trust == TrustMode::Refereed { REFEREED } else { HEAD_TO_HEAD };
    let mut rig = Rig::new(games(), &new, seats);
    match trust {
        TrustMode::HeadToHead => rig.play("anna", json!({})),
        TrustMode::Refereed => rig.play_all(&[("north", json!({})), ("south", json!({})), ("aide", json!({}))]),
    }
    rig
}

fn asked(rig: &Rig) -> Vec<String> {
    rig.asked().into_iter().map(|(seat, _)| seat).collect()
}

/// The report of the newest step.
fn report(rig: &Rig) -> String {
    rig.with(|chain, game| {
        let step = chain.newest().expect("a state");
        let state: State = decode(&Document::unplaced("", step.state.document.content.clone())).expect("a state");
        let before = chain.line[chain.line.len() - 2].state.document.content["position"].clone();
        let turns: Vec<Turn> = step.turns.iter().map(|turn| turn.typed.clone()).collect();
        let meta = StepMeta::of(&chain.charter.typed, &state, &turns, None);
        let table = game.load(&state.position).expect("a position");
        let facts = StepFacts { step: state.step, rolls: state.rolls, events: state.events, reader: None };
        let told = text::write(&step_report(&meta, &*table, &before, &facts).expect("a report"));
        told.split_whitespace().collect::<Vec<_>>().join(" ")
    })
}

#[test]
fn head_to_head_the_first_choice_exchanges_the_sides() {
    // The charter has anna play the south and bert the north.
    let mut rig = rig(TrustMode::HeadToHead, 2, "choice");
    assert_eq!(asked(&rig), ["bert"], "who issues the state comes first");
    let mut with_standing = rig.commit("bert", "stance-1", "wary");
    with_standing["standing"] = json!({"always": {"stand": {}}});
    rig.play("bert", with_standing);
    assert_eq!(rig.state()["position"]["standing"], json!({"north": {"always": {"stand": {}}}}));
    rig.choose(1, &[("anna", "bold"), ("bert", "wary")]);
    let state = rig.state();
    assert_eq!(state["position"]["game"]["exchanged"], true);
    assert_eq!(
        state["position"]["game"]["stance"],
        json!({"north": "wary", "south": "bold"}),
        "by the sides of before"
    );
    assert_eq!(state["position"].get("standing"), None, "nobody is bound by what another has left behind");
    let events: Vec<&Value> = state["events"].as_array().unwrap().iter().map(|event| &event["event"]).collect();
    assert_eq!(events, ["opened", "exchanged"]);

    // The north gives orders first, and anna plays it now.
    assert_eq!(asked(&rig), ["anna"]);
    let told = report(&rig);
    assert!(
        told.contains(
            "The players exchange sides: Mx anna now plays the North side, Mx bert now plays the South side."
        ),
        "{told}"
    );
    assert!(told.contains("Mx anna (North): orders."), "{told}");
    assert!(told.contains("North: Mx anna."), "{told}");
    rig.assert_verifies();
    // Bert cannot order for the side that he no longer plays.
    let problems = rig.problems("bert", json!({"orders": [{"done": {}}]}));
    assert_eq!(problems[0].message, "'bert' is not asked to move; the state awaits anna");

    rig.play("anna", json!({"orders": [{"rest": {}}, {"raid": {"dice": 7}}, {"done": {}}]}));
    while rig.asked()[0].1.get("answer").is_some() {
        let (seat, asked) = rig.asked().remove(0);
        assert_eq!(seat, "bert", "the south is asked");
        rig.play("bert", json!({"answers": [{"id": asked["answer"]["id"], "answer": {"fall_back": {}}}]}));
    }
    assert_eq!(rig.state()["position"]["game"]["strength"]["north"], 7);
    assert_eq!(asked(&rig), ["bert"]);
    rig.play("bert", json!({"orders": [{"done": {}}]}));
    // The next choice is made and opened under the new sides; the digests hang on seats.
    rig.choose(2, &[("anna", "wary"), ("bert", "bold")]);
    assert_eq!(rig.state()["position"]["game"]["stance"], json!({"north": "wary", "south": "bold"}));
    rig.assert_verifies();
    // Anna resigns: the north, which she plays, has lost.
    rig.play("anna", json!({"offer": "resign"}));
    let verification = rig.assert_verifies();
    assert_eq!(verification.outcome, Some(json!({"winner": "south", "how": "resigned"})));
}

#[test]
fn refereed_a_team_exchanges_its_side_after_a_round_and_a_take_back_takes_it_back() {
    let mut rig = rig(TrustMode::Refereed, 3, "round");
    rig.choose(1, &[("north", "bold"), ("south", "bold")]);
    rig.play("north", json!({"orders": [{"rest": {}}, {"done": {}}], "standing": {"always": {"fall_back": {}}}}));
    assert_eq!(asked(&rig), ["south"]);
    // What would be ordered after the exchange is refused with the reason.
    let problems = rig.problems("south", json!({"orders": [{"done": {}}, {"rest": {}}]}));
    assert_eq!(problems[0].message, "the round is over, and the sides are exchanged");
    assert_eq!((problems[0].rule.as_deref(), problems[0].path.as_deref()), (Some("T6"), Some("orders[1]")));
    rig.play("south", json!({"orders": [{"done": {}}]}));
    let before = rig.step() - 1;
    assert_eq!(rig.state()["position"]["game"]["exchanged"], true);
    assert_eq!(rig.state()["position"].get("standing"), None);
    // Both commit; the team's first seat acts, its other looks on.
    assert_eq!(asked(&rig), ["north", "south"]);
    rig.choose(2, &[("north", "bold"), ("south", "wary")]);
    assert_eq!(rig.state()["position"]["game"]["stance"], json!({"north": "wary", "south": "bold"}));
    assert_eq!(asked(&rig), ["south"], "it plays the north");
    rig.assert_verifies();

    // A ruling that the seat north loses: it plays the south.
    let default = rig.with(|chain, game| {
        let ruling = serde_json::from_value(json!({"reason": "silence", "default": "north"})).unwrap();
        Adjudication::newest(chain, game).unwrap().rule(&ruling, None, "2026-11-21T09:00:00Z").unwrap().content
    });
    assert_eq!(default["outcome"], json!({"winner": "north", "how": "default"}));

    // Back to before the exchange: south plays the south again, and is asked for its orders.
    rig.play("south", json!({"take_back": {"to_step": before}}));
    assert_eq!(asked(&rig), ["north"]);
    rig.play("north", json!({"take_back": {"to_step": before}}));
    assert_eq!(rig.state()["position"]["game"].get("exchanged"), None);
    assert_eq!(rig.state()["position"]["standing"], json!({"north": {"always": {"fall_back": {}}}}));
    assert_eq!(asked(&rig), ["south"]);
    let told = report(&rig);
    assert!(told.contains("Mx north (South) accepts the take-back to the position of step"), "{told}");
    assert!(told.contains("Mx south (South): orders."), "{told}");
    rig.play("south", json!({"orders": [{"rest": {}}, {"done": {}}]}));
    assert_eq!(asked(&rig), ["north", "south"]);
    rig.assert_verifies();
    // A referee's position may exchange them too: who is asked follows from it.
    rig.choose(2, &[("north", "bold"), ("south", "wary")]);
    let mut position = rig.state()["position"].clone();
    position["game"].as_object_mut().unwrap().shift_remove("exchanged");
    rig.rule(json!({"reason": "they never agreed to it", "position": position})).unwrap();
    assert_eq!(asked(&rig), ["north"], "who plays the north by the charter");
    rig.assert_verifies();
}

#[test]
fn an_offer_of_a_draw_remains_its_seats() {
    // Anna, who is the south when she offers, is the north when her offer stands; she offers in the turn that ends the
    // round, or in the one before.
    for before in [false, true] {
        let mut rig = rig(TrustMode::HeadToHead, 3, "round");
        rig.choose(1, &[("anna", "bold"), ("bert", "wary")]);
        rig.play("bert", json!({"orders": [{"done": {}}]}));
        if before {
            rig.play("anna", json!({"orders": [{"rest": {}}], "offer": "draw"}));
            assert_eq!(rig.state()["position"]["proposal"], json!({"standing_draw": {"by": "south"}}));
            rig.play("anna", json!({"orders": [{"done": {}}]}));
        } else {
            rig.play("anna", json!({"orders": [{"done": {}}], "offer": "draw"}));
            assert!(report(&rig).contains("Mx anna (South) proposes a draw."), "{}", report(&rig));
        }
        assert_eq!(rig.state()["position"]["proposal"], json!({"standing_draw": {"by": "north"}}));
        assert_eq!(asked(&rig), ["bert"]);
        assert!(report(&rig).contains("Mx anna (North) has offered a draw."), "{}", report(&rig));
        rig.assert_verifies();
        rig.play("bert", json!({"offer": "draw"}));
        assert_eq!(rig.assert_verifies().outcome, Some(json!({"winner": "none", "how": "draw_agreed"})));
    }
}

/// A match with an exchange in it, over.
fn finished_match(trust: TrustMode, exchange: &str) -> Rig {
    let mut rig = rig(trust, 2, exchange);
    let seats = if trust == TrustMode::Refereed { ["north", "south"] } else { ["anna", "bert"] };
    for round in 1..=2 {
        rig.choose(round, &[(seats[0], "bold"), (seats[1], "wary")]);
        for _ in 0..2 {
            let seat = asked(&rig).remove(0);
            rig.play(&seat, json!({"orders": [{"raid": {"dice": 3}}, {"done": {}}]}));
            while let Some((seat, entry)) = rig.asked().into_iter().find(|(_, entry)| entry.get("answer").is_some()) {
                rig.play(&seat, json!({"answers": [{"id": entry["answer"]["id"], "answer": {"stand": {}}}]}));
            }
        }
    }
    assert!(rig.assert_verifies().outcome.is_some(), "{:#?}", rig.state());
    rig
}

#[test]
fn every_changed_field_of_such_a_match_is_found() {
    for (trust, exchange) in [(TrustMode::HeadToHead, "choice"), (TrustMode::Refereed, "round")] {
        let rig = finished_match(trust, exchange);
        assert!(every_change_is_found(&rig.files, &rig.games, 1) > 80);
        assert!(every_derived_change_is_found(&rig.files, &rig.games, rig.keys(), 1) > 60);
    }
}

/// Somebody with all keys who lets the sides stay as they were is found out.
#[test]
fn a_state_that_hides_the_exchange_is_found() {
    let mut rig = rig(TrustMode::HeadToHead, 2, "choice");
    while !rig.asked().iter().any(|(_, asked)| asked.get("open").is_some()) {
        let seat = asked(&rig).remove(0);
        rig.play(&seat, rig.commit(&seat, "stance-1", "bold"));
    }
    let seat = asked(&rig).remove(0);
    rig.play(&seat, common::open(&seat, "stance-1", "bold"));
    let seat = asked(&rig).remove(0);
    rig.turn(&seat, common::open(&seat, "stance-1", "bold"));
    let issued = rig.now();
    let (responder, mut state) = rig.resolved(&issued).unwrap();
    state["position"]["game"].as_object_mut().unwrap().shift_remove("exchanged");
    assert_eq!(state["awaiting"][0]["seat"], "anna");
    state["awaiting"][0]["seat"] = json!("bert");
    rig.sign_and_add("states/hidden.yaml", &responder, &state);
    let verification = rig.verify();
    let failure = verification.failure(adjutant_core::chain::verify::Check::Adjudication).expect("a failure");
    assert_eq!(failure.seat, Some(responder));
    assert_eq!(failure.problem.path.as_deref(), Some("position.game.exchanged"), "{failure:?}");
}

/// The rules may exchange the sides only where nothing hangs in the air.
#[test]
fn sides_are_not_exchanged_while_a_choice_is_under_way() {
    let rig = rig(TrustMode::Refereed, 2, "choice");
    rig.with(|_, game| {
        use adjutant_core::engine::choices::Opening;
        use adjutant_core::engine::{Decision, NoDice};
        let mut position = rig.state()["position"].clone();
        position["choices"]["other"] = json!({"commitments": {}});
        let mut table = game.load(&position).unwrap();
        let choice = id("stance-1");
        let both = |act: &dyn Fn() -> Decision| ["north", "south"].map(|side| (id(side), act()));
        let commit = || Decision { commit: vec![(choice.clone(), common::salt("x"))], ..Decision::default() };
        table.adjudicate(&both(&commit), &mut NoDice).unwrap();
        let open = || Decision { open: vec![(choice.clone(), Opening::Choice(json!("bold")))], ..Decision::default() };
        let problems = table.adjudicate(&both(&open), &mut NoDice).unwrap_err();
        assert!(problems[0].message.contains("the sides are exchanged while"), "{problems:?}");
    });
}
