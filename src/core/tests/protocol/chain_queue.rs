//! Queued turns (protocol 13): what shows that a turn was queued, when a queue ends, and what nobody gains by lying.

use adjutant_core::chain::queue::{Due, Queued, digest_of, fits};
use adjutant_core::chain::verify::NoticeKind;
use adjutant_core::document::kinds::{QueuedTurn, TrustMode};
use adjutant_core::document::{Bytes32, Value, digest, from_value};
use serde_json::json;

use crate::common::{HEAD_TO_HEAD, Rig, at_orders, games, id, new_match, refereed_at_orders};

const SALT: Bytes32 = Bytes32([7; 32]);

fn turn(value: Value) -> QueuedTurn {
    from_value(value).unwrap()
}

/// The content of a queue after the newest state.
fn queue_content(rig: &Rig, seat: &str, number: u64, turns: &[QueuedTurn]) -> Value {
    let match_id = rig.match_id();
    let digests: Vec<Bytes32> = turns
        .iter()
        .zip(1..)
        .map(|(one, place)| digest_of(&match_id, &SALT, &id(seat), (number, place), one))
        .collect();
    let state = rig.state();
    json!({
        "adjutant": 1, "kind": "queue", "match": match_id, "seat": seat, "number": number,
        "after": state["step"], "state": digest(&state), "turns": digests, "written": "2026-11-21T00:00:00Z",
    })
}

/// Signs a queue; answers its digest.
fn queue(rig: &mut Rig, seat: &str, number: u64, turns: &[QueuedTurn]) -> Bytes32 {
    let content = queue_content(rig, seat, number, turns);
    add(rig, seat, &content)
}

fn add(rig: &mut Rig, seat: &str, content: &Value) -> Bytes32 {
    let name = format!("queues/{}-{seat}.yaml", rig.files.len());
    digest(&rig.sign_and_add(&name, &id(seat), content))
}

/// The draft with which a queued turn is played.
fn played(turn: &QueuedTurn, queue: Bytes32, place: u64) -> Value {
    let mut draft = json!({"queued": {"queue": queue, "place": place, "opened": turn.opened(SALT)}});
    let whole = json!(turn);
    for field in ["orders", "answers", "standing"] {
        whole.get(field).into_iter().for_each(|value| draft[field] = value.clone());
    }
    draft
}

fn due_now(rig: &Rig, seat: &str, turns: &[QueuedTurn]) -> Result<Option<u64>, String> {
    rig.with(|chain, _| match chain.due(chain.queue_of(&id(seat)).unwrap(), turns) {
        Due::Nothing => Ok(None),
        Due::Turn(place, _) => Ok(Some(place)),
        Due::Ended(why) => Err(why),
    })
}

/// What is shown of the newest turn that says it was queued.
fn shown(rig: &Rig) -> Queued {
    rig.with(|chain, _| {
        let turns = chain.line.iter().rev().flat_map(|step| &step.turns);
        turns.into_iter().find_map(|turn| chain.queued(turn)).unwrap()
    })
}

/// What is wrong with what it says; the match verifies all the same, and nobody is accused.
#[track_caller]
fn untrue(rig: &Rig) -> String {
    let verification = rig.assert_verifies();
    let Queued::Untrue(why) = shown(rig) else { panic!("{:?}", shown(rig)) };
    let told =
        verification.notices.iter().filter(|one| one.kind == NoticeKind::Queued).any(|one| one.text.contains(&why));
    assert!(told, "{why}: {:?}", verification.notices);
    why
}

fn rest() -> Value {
    json!({"orders": [{"rest": {}}]})
}

/// Bert has 6 points, is asked for orders, and rests; the queued raid is for the turn after that.
fn raid(at: &Rig) -> QueuedTurn {
    let step = at.step() + 2;
    let north = if at.asked()[0].0 == "bert" { "bert" } else { "north" };
    assert_eq!(at.asked()[0].0, north);
    turn(json!({
        "from": step, "until": step + 3, "next": 1, "if": {"position": {"game": {"strength": {"north": 7}}}},
        "orders": [{"raid": {"dice": 4}}, {"done": {}}],
    }))
}

#[test]
fn a_queued_turn_is_played_when_its_condition_holds_and_everybody_can_see_that_it_was_queued() {
    for (mut rig, north) in [(at_orders(), "bert"), (refereed_at_orders(), "north")] {
        let turns = [raid(&rig)];
        let queue = queue(&mut rig, north, 1, &turns);
        assert_eq!(
            due_now(&rig, north, &turns),
            Ok(None),
            "the turn that is asked for now is not one of the next ones"
        );
        rig.play(north, rest());
        assert_eq!(due_now(&rig, north, &turns), Ok(Some(1)));
        rig.play(north, played(&turns[0], queue, 1));
        assert_eq!(shown(&rig), Queued::Proven { number: 1, place: 1 });
        let told = rig.assert_verifies().notices.into_iter().find(|one| one.kind == NoticeKind::Queued).unwrap();
        let step = rig.step();
        let words = format!("the turn of '{north}' was played as queued at step {step}: it is turn 1 of queue 1");
        assert!(told.text.starts_with(&words) && told.step == step, "{told:?}");
        assert_eq!(due_now(&rig, north, &turns), Ok(None), "it is played once");
    }
}

/// Whether a turn was queued, withdrawn or written on the day changes no die: the reveals are the same.
#[test]
fn the_dice_are_those_of_the_same_turn_without_a_queue() {
    let states = [true, false].map(|queued| {
        let mut rig = at_orders();
        let turns = [raid(&rig)];
        if queued {
            let queue = queue(&mut rig, "bert", 1, &turns);
            rig.play("bert", rest());
            rig.play("bert", played(&turns[0], queue, 1));
        } else {
            rig.play("bert", rest());
            rig.play("bert", json!({"orders": turns[0].orders}));
        }
        let state = rig.state();
        ["rolls", "events", "position", "awaiting", "reveal"].map(|field| state[field].clone())
    });
    assert_eq!(states[0], states[1]);
    assert!(!states[0][0].as_array().unwrap().is_empty());
}

/// Plays a whole match in which each seat orders what is in its list; where `queued`, each queues its next orders as it
/// orders, so that all but the first turns are played from queues. Answers the states.
fn play_out(lists: [&[Value]; 2], queued: bool) -> (Vec<Value>, usize) {
    let mut rig = at_orders();
    let (mut states, mut played_from, mut round) = (Vec::new(), 0, 1);
    let mut at = [0, 0];
    let mut queues: [Option<(Bytes32, QueuedTurn)>; 2] = [None, None];
    while let Some((seat, asked)) = rig.asked().first().cloned() {
        let n = usize::from(seat == "bert");
        if asked.get("orders").is_some() {
            let orders = |at: usize| lists[n].get(at).cloned().unwrap_or_else(|| json!([{"done": {}}]));
            let due = queues[n].take();
            let draft = match due {
                Some((queue, turn)) => {
                    assert_eq!(due_now(&rig, &seat, std::slice::from_ref(&turn)), Ok(Some(1)));
                    played_from += 1;
                    played(&turn, queue, 1)
                }
                None => json!({"orders": orders(at[n])}),
            };
            at[n] += 1;
            if queued {
                let next =
                    turn(json!({"from": rig.step() + 2, "until": rig.step() + 99, "next": 1, "orders": orders(at[n])}));
                let number = at[n] as u64;
                let digest = queue(&mut rig, &seat, number, std::slice::from_ref(&next));
                queues[n] = Some((digest, next));
            }
            rig.play(&seat, draft);
        } else if let Some(question) = asked.get("answer") {
            rig.play(&seat, json!({"answers": [{"id": question["id"], "answer": {"stand": {}}}]}));
        } else {
            round += 1;
            rig.choose(round, &[("anna", "bold"), ("bert", "wary")]);
        }
        states.push(rig.state());
    }
    let told = rig.assert_verifies().notices.into_iter().filter(|one| one.kind == NoticeKind::Queued);
    assert_eq!(told.filter(|one| one.text.contains("was played as queued")).count(), played_from);
    (states, played_from)
}

/// Matches whose turns are played from queues come to the same, state by state, as those without queues.
#[test]
fn a_match_that_is_played_from_queues_is_the_same_match() {
    let mut number = 1_u64;
    let mut draw = |below: u64| {
        number = number.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (number >> 33) % below
    };
    let mut all = 0;
    for _ in 0..12 {
        let lists: Vec<Vec<Value>> = (0..2)
            .map(|_| {
                let one = |draw: &mut dyn FnMut(u64) -> u64| match draw(3) {
                    0 => json!([{"raid": {"dice": 1}}]),
                    1 => json!([{"rest": {}}]),
                    _ => json!([{"rest": {}}, {"done": {}}]),
                };
                (0..4 + draw(4)).map(|_| one(&mut draw)).collect()
            })
            .collect();
        let (with, played) = play_out([&lists[0], &lists[1]], true);
        let (without, none) = play_out([&lists[0], &lists[1]], false);
        assert_eq!(none, 0);
        assert_eq!(with.len(), without.len());
        for (one, other) in with.iter().zip(&without) {
            for field in ["rolls", "events", "position", "awaiting", "outcome", "reveal"] {
                assert_eq!(one[field], other[field], "{field}");
            }
        }
        all += played;
    }
    assert!(all > 60, "{all} turns from queues");
}

/// A turn that waits for what the enemy orders, with another for the case that he does not.
#[test]
fn of_several_turns_the_first_is_due_whose_condition_holds() {
    let turns = |after: u64| {
        let step = after + 2;
        [
            turn(
                json!({"from": step, "until": step + 9, "next": 1, "if": {"ordered": [{"raid": {}}]}, "orders": [{"done": {}}]}),
            ),
            turn(
                json!({"from": step, "until": step + 9, "next": 1, "unless": {"ordered": [{"raid": {}}]}, "orders": [{"rest": {}}]}),
            ),
        ]
    };
    let mut rig = at_orders();
    let turns = turns(rig.step());
    queue(&mut rig, "anna", 1, &turns);
    rig.play("bert", json!({"orders": [{"rest": {}}, {"done": {}}]}));
    assert_eq!(rig.asked()[0].0, "anna");
    assert_eq!(due_now(&rig, "anna", &turns), Ok(Some(2)));
    // Her own order is not the enemy's, and an event is seen by everybody.
    let happened = |event: Value| {
        let mut one = turns[0].clone();
        one.only_if = from_value(json!({"happened": [event]})).unwrap();
        [one]
    };
    assert_eq!(due_now(&rig, "anna", &happened(json!({"event": "rested", "side": "north"}))), Ok(Some(1)));
    let why = due_now(&rig, "anna", &happened(json!({"event": "rested", "side": "south"}))).unwrap_err();
    assert!(why.ends_with("what it waits for has not happened"), "{why}");
}

#[test]
fn a_queue_ends_when_play_leaves_it() {
    // The condition fails.
    let mut rig = at_orders();
    let turns = [raid(&rig)];
    queue(&mut rig, "bert", 1, &turns);
    rig.play("bert", json!({"orders": [{"raid": {"dice": 1}}], "standing": {"always": {"stand": {}}}}));
    while rig.asked()[0].1.get("answer").is_some() {
        let (seat, asked) = rig.asked()[0].clone();
        rig.play(&seat, json!({"answers": [{"id": asked["answer"]["id"], "answer": {"stand": {}}}]}));
    }
    let why = due_now(&rig, "bert", &turns).unwrap_err();
    assert!(why.starts_with("turn 1 of it is not played at step") && why.ends_with("the position is another"), "{why}");
    // The player plays another turn.
    let mut rig = at_orders();
    let turns = [raid(&rig)];
    queue(&mut rig, "bert", 1, &turns);
    rig.play("bert", rest());
    rig.play("bert", rest());
    assert!(due_now(&rig, "bert", &turns).unwrap_err().starts_with("another turn was played at step"));
    // It is refused.
    let mut rig = at_orders();
    let mut turns = [raid(&rig)];
    turns[0].orders = Some(vec![json!({"raid": {"dice": 99}})]);
    let digest = queue(&mut rig, "bert", 1, &turns);
    rig.play("bert", rest());
    let name = rig.turn("bert", played(&turns[0], digest, 1));
    let problems = rig.respond().unwrap_err();
    rig.refuse_turn(&name, &problems);
    assert_eq!(due_now(&rig, "bert", &turns).unwrap_err(), "the turn that was played from it was refused");
    // Its last step has passed.
    let mut rig = at_orders();
    let turns =
        [turn(json!({"from": rig.step() + 2, "until": rig.step() + 2, "answers": [{"id": "q", "answer": {}}]}))];
    queue(&mut rig, "bert", 1, &turns);
    rig.play("bert", rest());
    rig.play("bert", rest());
    assert_eq!(due_now(&rig, "bert", &turns).unwrap_err(), "its last step has passed");
}

/// The state after which it was signed is refused and replaced: what was queued then was queued for another match.
#[test]
fn a_queue_ends_with_the_state_that_it_follows() {
    let mut rig = at_orders();
    rig.turn("bert", rest());
    let issued = rig.now();
    let (seat, mut wrong) = rig.resolved(&issued).unwrap();
    wrong["position"]["game"]["strength"]["south"] = json!(1);
    rig.sign_and_add("states/wrong.yaml", &seat, &wrong);
    let turns = [turn(json!({"from": rig.step() + 2, "until": 99, "orders": [{"rest": {}}]}))];
    queue(&mut rig, "anna", 1, &turns);
    let refusal = rig.refuse_state("bert", "a point is missing");
    rig.replace_state(refusal).unwrap();
    assert_eq!(due_now(&rig, "anna", &turns).unwrap_err(), "the state after which it was signed was replaced");
}

#[test]
fn what_was_not_queued_is_not_shown_as_queued() {
    // Play on from a queue: bert rests, and then plays `alter` of the queued turn.
    let play = |before: &dyn Fn(&mut Rig), alter: &dyn Fn(&mut Value)| {
        let mut rig = at_orders();
        let turns = [raid(&rig)];
        let digest = queue(&mut rig, "bert", 1, &turns);
        before(&mut rig);
        rig.play("bert", rest());
        let mut draft = played(&turns[0], digest, 1);
        alter(&mut draft);
        rig.play("bert", draft);
        rig
    };
    let same = |_: &mut Rig| {};
    type Alteration<'a> = (&'a str, &'a dyn Fn(&mut Value));
    let altered: [Alteration<'_>; 6] = [
        ("turn 1 of queue 1 is another", &|draft| draft["orders"] = json!([{"done": {}}])),
        ("turn 1 of queue 1 is another", &|draft| draft["queued"]["opened"]["if"] = json!({})),
        ("turn 1 of queue 1 is another", &|draft| draft["queued"]["opened"]["until"] = json!(99)),
        ("turn 1 of queue 1 is another", &|draft| draft["queued"]["opened"]["salt"] = json!(Bytes32([8; 32]))),
        ("queue 1 has no turn 2", &|draft| draft["queued"]["place"] = json!(2)),
        ("queue 1 has no turn 0", &|draft| draft["queued"]["place"] = json!(0)),
    ];
    for (why, alter) in altered {
        assert_eq!(untrue(&play(&same, alter)), why);
    }
    // Withdrawn, replaced by another, or signed twice under one number.
    let withdrawn = |rig: &mut Rig| {
        queue(rig, "bert", 2, &[]);
    };
    assert_eq!(untrue(&play(&withdrawn, &|_| {})), "queue 1 was replaced by queue 2 before");
    let rival = |rig: &mut Rig| {
        queue(rig, "bert", 1, &[]);
    };
    let rig = play(&rival, &|_| {});
    assert_eq!(untrue(&rig), "'bert' has signed two queues with the number 1");
    assert!(rig.with(|chain, _| chain.queue_of(&id("bert")).is_none()), "neither is in force");
    // What another seat withdraws is its own.
    let other = |rig: &mut Rig| {
        queue(rig, "anna", 2, &[]);
    };
    assert_eq!(shown(&play(&other, &|_| {})), Queued::Proven { number: 1, place: 1 });
    // The opponent drops the queue: nothing is proved, and nothing is lost.
    let mut rig = play(&same, &|_| {});
    let name = rig.files.iter().find(|(name, _)| name.starts_with("queues/")).unwrap().0.clone();
    rig.drop_file(&name);
    assert_eq!(shown(&rig), Queued::Unknown);
    rig.assert_verifies();
    // A turn that shows no more than its place has a secret choice.
    let rig = play(&same, &|draft| drop(draft["queued"].as_object_mut().unwrap().shift_remove("opened")));
    assert_eq!(shown(&rig), Queued::Sealed { number: 1, place: 1 });
    rig.assert_verifies();
}

#[test]
fn a_queue_serves_no_other_step_and_no_other_seat() {
    // Signed when the state that the turn answers was known.
    let mut rig = at_orders();
    let late = turn(json!({"from": rig.step() + 1, "until": 99, "orders": [{"rest": {}}]}));
    let digest = queue(&mut rig, "bert", 1, std::slice::from_ref(&late));
    rig.play("bert", played(&late, digest, 1));
    assert!(untrue(&rig).starts_with("its queue was signed after step"));
    // Played twice, though it is for one turn; withdrawn afterwards changes nothing.
    let mut rig = at_orders();
    let twice = turn(json!({"from": rig.step() + 2, "until": 99, "orders": [{"rest": {}}]}));
    let digest = queue(&mut rig, "bert", 1, std::slice::from_ref(&twice));
    rig.play("bert", rest());
    rig.play("bert", played(&twice, digest, 1));
    queue(&mut rig, "bert", 2, &[]);
    assert_eq!(shown(&rig), Queued::Proven { number: 1, place: 1 });
    rig.drop_file(&rig.files.last().unwrap().0.clone());
    rig.play("bert", played(&twice, digest, 1));
    assert_eq!(untrue(&rig), "turn 1 of queue 1 was played before");
    // Its condition fails, its steps are over, or it is not that turn.
    for (alter, why) in [
        (
            json!({"if": {"position": {"game": {"strength": {"north": 9}}}}}),
            "turn 1 of queue 1 was not due: the position is another",
        ),
        (json!({"unless": {"happened": [{"event": "rested"}]}}), "turn 1 of queue 1 was not due: its `unless` holds"),
        (json!({"next": 2}), "turn 1 of queue 1 is not for step"),
        (json!({"until": 1}), "turn 1 of queue 1 is not for step"),
    ] {
        let mut rig = at_orders();
        let mut queued = json!({"from": rig.step() + 2, "until": 99, "orders": [{"rest": {}}]});
        queued.as_object_mut().unwrap().extend(alter.as_object().unwrap().clone());
        let queued = turn(queued);
        let digest = queue(&mut rig, "bert", 1, std::slice::from_ref(&queued));
        rig.play("bert", rest());
        rig.play("bert", played(&queued, digest, 1));
        let told = untrue(&rig);
        assert!(told.starts_with(why), "{told}");
    }
    // Another seat's queue, and a state that the match does not have.
    let mut rig = at_orders();
    let queued = turn(json!({"from": rig.step() + 2, "until": 99, "orders": [{"rest": {}}]}));
    let digest = queue(&mut rig, "anna", 1, std::slice::from_ref(&queued));
    rig.play("bert", rest());
    rig.play("bert", played(&queued, digest, 1));
    assert_eq!(untrue(&rig), "the queue that it names is another seat's");
    let mut rig = at_orders();
    let mut content = queue_content(&rig, "bert", 1, std::slice::from_ref(&queued));
    content["state"] = json!(Bytes32([3; 32]));
    let digest = add(&mut rig, "bert", &content);
    rig.play("bert", rest());
    rig.play("bert", played(&queued, digest, 1));
    assert_eq!(untrue(&rig), "its queue follows a state that the match does not have");
}

/// A queue of another match is no document of this one; a queued turn of another match has another digest.
#[test]
fn a_queue_is_of_one_match() {
    let mut rig = at_orders();
    let queued = turn(json!({"from": rig.step() + 2, "until": 99, "orders": [{"rest": {}}]}));
    let mut content = queue_content(&rig, "bert", 1, std::slice::from_ref(&queued));
    let mine = digest_of(&rig.match_id(), &SALT, &id("bert"), (1, 1), &queued);
    assert_eq!(content["turns"], json!([mine]));
    assert_ne!(digest_of(&Bytes32([1; 32]), &SALT, &id("bert"), (1, 1), &queued), mine);
    content["match"] = json!(Bytes32([1; 32]));
    add(&mut rig, "bert", &content);
    rig.with(|chain, _| {
        assert!(chain.queues.is_empty());
        assert!(chain.bad[0].problem.message.contains("belongs to another match"), "{:?}", chain.bad);
    });
}

/// The charter may ask that queued turns are shown at once: a sealed queue shows nothing then.
#[test]
fn open_queues_show_their_turns() {
    let mut charter = Rig::new(games(), &new_match(TrustMode::HeadToHead, 2), HEAD_TO_HEAD);
    let mut content = charter.with(|chain, _| chain.charter.document.content.clone());
    content["open_queues"] = json!(true);
    content.as_object_mut().unwrap().shift_remove("signatures");
    charter.files.clear();
    charter.seal(content);
    for shows in [true, false] {
        let mut rig = Rig::with_secrets(
            games(),
            [1, 2].iter().zip(["anna", "bert"]).map(|(n, seat)| (id(seat), crate::common::secret(*n))).collect(),
        );
        rig.files = charter.files.clone();
        rig.play("anna", json!({}));
        rig.choose(1, &[("anna", "bold"), ("bert", "wary")]);
        let turns = [raid(&rig)];
        let mut content = queue_content(&rig, "bert", 1, &turns);
        if shows {
            content["shown"] = json!([{"salt": SALT, "turn": turns[0]}]);
        }
        let digest = add(&mut rig, "bert", &content);
        rig.play("bert", rest());
        rig.play("bert", played(&turns[0], digest, 1));
        match shows {
            true => assert_eq!(shown(&rig), Queued::Proven { number: 1, place: 1 }),
            false => assert_eq!(untrue(&rig), "queue 1 does not show its turns, as the charter asks"),
        }
    }
}

#[test]
fn a_pattern_fits_what_has_everything_that_it_names() {
    let position = json!({"game": {"units": [{"id": "u1", "at": 3}, {"id": "u2", "at": 4}], "round": 2}});
    for pattern in [
        json!({}),
        json!({"game": {}}),
        json!({"game": {"round": 2}}),
        json!({"game": {"units": [{"id": "u2", "at": 4}]}}),
        json!({"game": {"units": []}}),
    ] {
        assert!(fits(&pattern, &position), "{pattern}");
    }
    for pattern in [
        json!({"game": {"round": 3}}),
        json!({"game": {"units": [{"id": "u1", "at": 4}]}}),
        json!({"game": {"units": {}}}),
        json!({"games": {}}),
        json!([]),
    ] {
        assert!(!fits(&pattern, &position), "{pattern}");
    }
}
