//! What a player is offered, and what the program seals for him, over random hands: never a card that he does not hold.

use std::collections::BTreeSet;

use adjutant_core::document::Id;
use adjutant_core::engine::{Decision, Ruleset};
use adjutant_core::session::self_play::{Player, SelfPlay};
use adjutant_core::session::{Game, Request, Rules, Session};
use longstreet::Longstreet;
use longstreet::pack::Moment;
use longstreet::side::Side;
use serde_json::{Value, json};

/// The cards of a side that a value names.
fn cards_in(value: &Value, deck: &BTreeSet<String>, found: &mut Vec<String>) {
    match value {
        Value::String(text) if deck.contains(text) => found.push(text.clone()),
        Value::Array(items) => items.iter().for_each(|item| cards_in(item, deck, found)),
        Value::Object(fields) => fields.values().for_each(|item| cards_in(item, deck, found)),
        _ => {}
    }
}

/// Everything that names a card, as an act of a side that is asked for orders or for an answer.
fn acts_with(table: &dyn Session, side: &Id, card: &str) -> Vec<Decision> {
    let want = table.awaiting().into_iter().find(|awaited| awaited.side == *side).map(|awaited| awaited.want);
    match want {
        Some(Request::Orders(_)) => {
            let orders = [
                json!({"fire": {"card": card}}),
                json!({"movement": {"cards": [card]}}),
                json!({"combat": {"cards": [card, card]}}),
                json!({"fire": {"card": card, "modify": card}}),
            ];
            orders.map(|order| Decision { orders: vec![order], ..Decision::default() }).into()
        }
        Some(Request::Answer { id, .. }) => {
            let answers = [
                json!({"interrupt": {"card": card}}),
                json!({"morale": [{"card": card, "fact": 1}]}),
                json!({"accept": {"morale": [{"card": card, "fact": 1}]}}),
            ];
            let act = |answer: Value| vec![json!({"id": id, "answer": answer})];
            answers.map(|answer| Decision { answers: act(answer), ..Decision::default() }).into()
        }
        _ => Vec::new(),
    }
}

/// Answers in advance that name a card, each with `pass` for the other questions.
fn advance_with(card: &str, step: u64) -> Vec<Vec<(Id, Value)>> {
    let windows: Vec<&str> = Moment::ALL.map(Moment::window).into_iter().chain(["morale"]).collect();
    let one = |named: &&str| {
        let says = |window: &str| match (window == *named, window) {
            (true, "morale") => json!([{"spend": [card]}]),
            (true, _) => json!([{"card": card}]),
            _ => json!("pass"),
        };
        let all = windows.iter().map(|window| (format!("{window}-{step}").parse().unwrap(), says(window)));
        all.chain([(format!("confirm-{step}").parse().unwrap(), json!("accept"))]).collect()
    };
    windows.iter().map(one).collect()
}

#[test]
fn no_card_that_is_not_held_is_offered_or_signed() {
    let rules = Rules(Longstreet::shipped());
    let sides = rules.sides();
    let (mut offers, mut signed) = (0, 0);
    for seed in 0..3 {
        let table = rules.setup(&"brawners_farm".parse().unwrap(), &serde_json::Map::new()).unwrap();
        let mut play = SelfPlay::new(table, &sides, seed);
        let mut players = [Player::random(seed), Player::random(seed + 77)];
        while play.table.outcome().is_none() && play.steps < 16 {
            let asked: Vec<Id> = play.table.awaiting().into_iter().map(|awaited| awaited.side).collect();
            let mut plans = Vec::new();
            for (side, player) in sides.iter().zip(&mut players).filter(|(side, _)| asked.contains(side)) {
                let own = play.table.hand_tracker(side).unwrap().cards();
                let deck: BTreeSet<String> =
                    play.table.decks().get(side).unwrap().values().flatten().cloned().collect();
                let legal = play.table.legal(side);
                let mut named = Vec::new();
                legal.orders.iter().chain(&legal.answers).for_each(|offer| cards_in(offer, &deck, &mut named));
                named.extend(
                    deck.iter()
                        .filter(|card| {
                            play.table.draft_notes(side).iter().any(|note| {
                                note.split(|c: char| !c.is_alphanumeric() && c != '_').any(|word| word == *card)
                            })
                        })
                        .cloned(),
                );
                for card in named {
                    assert!(own.contains("hand", &card), "seed {seed}: {side} is offered {card}");
                    offers += 1;
                }
                let lacks =
                    deck.iter().filter(|card| !own.contains("hand", card)).nth((seed + play.steps) as usize % 30);
                if let Some(card) = lacks {
                    for act in acts_with(&*play.table, side, card) {
                        let refused = match play.table.concealed(side, &act) {
                            Ok(plan) => play.table.check(side, &plan.act).is_err(),
                            Err(_) => true,
                        };
                        assert!(refused, "seed {seed}: {side} signs {card}: {act:?}");
                        signed += 1;
                    }
                    for choices in advance_with(card, play.steps + 1) {
                        assert!(play.table.sealed(side, &choices).is_err(), "seed {seed}: {side} seals {card}");
                        signed += 1;
                    }
                }
                if plans.is_empty() || play.steps == 0 {
                    plans.push((side.clone(), play.plan(side, player).expect("it is asked")));
                }
            }
            play.step(&sides, &plans).unwrap();
        }
    }
    println!("{offers} cards offered, {signed} acts refused");
    assert!(offers > 200 && signed > 200, "{offers} {signed}");
    assert_eq!(Side::BOTH.map(Side::id), Longstreet::shipped().sides());
}
