//! A player's own program refuses exactly what the audit would find false: no match comes to a stand because of what a
//! side has claimed about its cards.

use std::collections::BTreeMap;

use crate::self_play::{battles, table};
use adjutant_core::document::{Bytes32, Id};
use adjutant_core::engine::{CardTable, Decision, OwnCards, Ruleset};
use adjutant_core::session::self_play::{Player, SelfPlay};
use adjutant_core::session::{Game, Plan, Rules, Session};
use dixie::Dixie;
use dixie::deploy;
use dixie::ledger;
use dixie::side::Side;
use serde_json::{Value, json};

/// Numbers that look random, by splitmix64.
struct Random(u64);

impl Random {
    fn below(&mut self, limit: usize) -> usize {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut mixed = self.0;
        mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        ((mixed ^ (mixed >> 31)) % limit.max(1) as u64) as usize
    }
}

/// The side that is asked for orders.
fn mover(table: &dyn Session) -> Id {
    table.awaiting().into_iter().next().unwrap().side
}

/// The same table to everybody: it follows nobody's cards.
fn public(table: &dyn Session) -> Box<dyn Session> {
    Rules(Dixie::shipped()).load_unchecked(&table.position()).unwrap()
}

/// The match after its first turns, which are empty.
fn begun(scenario: &str, options: &Value, seed: u64) -> SelfPlay {
    let sides = Dixie::shipped().sides();
    let mut play = SelfPlay::new(table(scenario, options), &sides, seed);
    let empty: Vec<(Id, Plan)> = sides.iter().map(|side| (side.clone(), Plan::default())).collect();
    play.step(&sides, &empty).unwrap();
    play
}

/// Plays on with sensible players until nobody deploys any more.
fn until_battle(play: &mut SelfPlay, most: u64) {
    let sides = Dixie::shipped().sides();
    let mut players = [Player::sensible(1), Player::sensible(2)];
    let last = play.steps + most;
    while play.steps < last && play.table.position()["game"]["phase"] == "deployment" && play.table.outcome().is_none()
    {
        let steps = play.steps + 1;
        play.run(&sides, &mut players, steps, &mut |_, _| {}).unwrap();
    }
    assert_ne!(play.table.position()["game"]["phase"], "deployment", "{:?}", play.table.awaiting());
}

/// A deployment of held cards at random: too many, too few, generals and terrain anywhere, decoys as the case may be.
fn deployment(play: &SelfPlay, side: &Id, random: &mut Random) -> Value {
    let own = play.table.hand_tracker(side).unwrap().cards();
    let mut hand: Vec<String> = own.known_cards("hand").into_iter().map(str::to_owned).collect();
    let position = play.table.position();
    let places: Vec<String> = position["game"]["places"].as_object().unwrap().keys().cloned().collect();
    let shiloh = position["game"]["edition"] == "shiloh";
    let places: Vec<String> = places.into_iter().filter(|place| shiloh || place.starts_with(side.as_str())).collect();
    let decoys_played = position["game"]["rules"]["decoys"] == true;
    let mut cards: BTreeMap<String, Vec<String>> = BTreeMap::new();
    let mut decoys = Vec::new();
    let most = 1 + random.below(5);
    for place in &places {
        for _ in 0..random.below(most + 2).min(hand.len()) {
            let card = hand.remove(random.below(hand.len()));
            if decoys_played && random.below(6) == 0 {
                decoys.push(card.clone());
            }
            cards.entry(place.clone()).or_default().push(card);
        }
    }
    match decoys.is_empty() {
        true => json!({"deploy": {"cards": cards}}),
        false => json!({"deploy": {"cards": cards, "decoys": decoys}}),
    }
}

/// Whether the audit would find the claim about a deployment true.
fn is_true(play: &SelfPlay, side: &Id, plan: &Plan) -> bool {
    let rules = Dixie::shipped();
    let position = play.table.position();
    let game: ledger::Game = serde_json::from_value(position["game"].clone()).unwrap();
    let mut own: OwnCards = play.table.hand_tracker(side).unwrap().cards();
    let lays = plan.act.choices.iter().filter(|(id, _)| CardTable::is_lay(id.as_str()));
    lays.for_each(|(id, card)| drop(own.laid.insert(id.clone(), card.as_str().unwrap().to_owned())));
    if own.laid.is_empty() {
        return true;
    }
    let cards: deploy::Deployment = serde_json::from_value(plan.act.orders[0]["deploy"]["cards"].clone()).unwrap();
    let turn_up = plan.act.choices.iter().find(|(id, _)| id.as_str().starts_with("turn_up"));
    let turn_up = turn_up.map_or(json!([]), |(_, says)| says["turn_up"].clone());
    let turn_up: Vec<String> = serde_json::from_value(turn_up).unwrap();
    rules.is_claim_true(&game, side, &deploy::claim(1, &cards, &turn_up), &own)
}

/// 3.1, 3.21, 13.6: of random deployments of held cards those are signed that are legal for everybody and true of the
/// cards, and after each of them the match goes on.
#[test]
fn a_deployment_is_signed_if_it_is_legal_and_true() {
    let sides = Dixie::shipped().sides();
    let (mut signed, mut refused, mut only_by_hand) = (0, 0, 0);
    for scenario in ["first_bull_run", "shiloh", "gettysburg"] {
        for options in [json!({}), json!({"decoys": true})] {
            for seed in 0..battles(6) {
                let mut play = begun(scenario, &options, seed);
                let mut random = Random(seed);
                let mut players = [Player::sensible(seed), Player::sensible(seed + 1)];
                // The side that deploys last is tried too.
                for _ in 0..2 {
                    if play.table.position()["game"]["phase"] != "deployment" {
                        break;
                    }
                    let side = mover(&*play.table);
                    for _ in 0..20 {
                        let orders = vec![deployment(&play, &side, &mut random)];
                        let act = Decision { orders: orders.clone(), ..Decision::default() };
                        let mut plan = play.table.concealed(&side, &act).unwrap();
                        plan.commits_in_advance(play.steps + 1);
                        let legal = public(&*play.table).check(&side, &plan.act).is_ok();
                        let checked = play.table.check(&side, &plan.act);
                        let right = legal && is_true(&play, &side, &plan);
                        assert_eq!(checked.is_ok(), right, "{scenario} {options} {orders:?} {checked:?}");
                        match checked {
                            Ok(()) => {
                                signed += 1;
                                let mut there = play.clone();
                                there.step(&sides, &[(side.clone(), plan)]).unwrap();
                                until_battle(&mut there, 4);
                            }
                            Err(problems) => {
                                refused += 1;
                                only_by_hand += usize::from(legal);
                                let placed = |path: &Option<String>| {
                                    path.as_deref().is_some_and(|path| path.starts_with("orders[0]"))
                                };
                                assert!(problems.iter().all(|p| p.rule.is_some()), "{problems:?}");
                                assert!(problems.iter().any(|p| placed(&p.path)), "{problems:?}");
                            }
                        }
                    }
                    let n = usize::from(side != sides[0]);
                    let plan = play.plan(&side, &mut players[n]).unwrap();
                    play.step(&sides, &[(side, plan)]).unwrap();
                }
            }
        }
    }
    println!("{signed} deployments signed, {refused} refused, {only_by_hand} of them because of the hand alone");
    assert!(signed > 60 && only_by_hand > 200, "{signed} {refused} {only_by_hand}");
}

/// 12.0: an answer in advance is signed if the specials that it names are in the Reserve, and then it can be opened.
#[test]
fn an_answer_in_advance_is_signed_if_its_cards_are_in_the_reserve() {
    let sides = Dixie::shipped().sides();
    let options = json!({"advanced": true});
    let (mut signed, mut refused) = (0, 0);
    for seed in 0..battles(8) {
        let mut play = begun("first_bull_run", &options, seed);
        until_battle(&mut play, 6);
        let mut random = Random(seed);
        let mut players = [Player::sensible(seed), Player::sensible(seed + 1)];
        for _ in 0..4 {
            let side = mover(&*play.table);
            let step = play.steps + 1;
            let own = play.table.hand_tracker(&side).unwrap().cards();
            let rules = Dixie::shipped();
            let all: Vec<&str> = rules
                .pack
                .set(dixie::pack::Edition::BullRun)
                .of(Side::of(&side))
                .filter(|card| card.special.is_some() || card.number % 5 == 0)
                .map(|card| card.id.as_str())
                .collect();
            let held = own.known_cards("hand");
            for _ in 0..20 {
                let mut says = || {
                    let cards: Vec<&str> = (0..=random.below(2))
                        .map(|_| match random.below(2) {
                            0 => all[random.below(all.len())],
                            _ => held[random.below(held.len())],
                        })
                        .collect();
                    let place = ["usa_left", "csa_left", "usa_center"][random.below(3)];
                    let plays: Vec<Value> = cards.iter().map(|card| json!({"card": card, "place": place})).collect();
                    (cards.iter().all(|card| held.contains(card)), json!({"specials": plays}))
                };
                let (fire, melee) = (says(), says());
                let choices: Vec<(Id, Value)> = [("before_fire", &fire.1), ("before_melee", &melee.1)]
                    .into_iter()
                    .map(|(window, says)| (format!("{window}-{step}").parse().unwrap(), says.clone()))
                    .collect();
                let commit = choices.iter().map(|(id, _)| (id.clone(), Bytes32([0; 32]))).collect();
                let act = Decision { orders: vec![json!({"end_turn": {}})], commit, choices, ..Decision::default() };
                let plan = play.table.concealed(&side, &act).unwrap();
                let checked = play.table.check(&side, &plan.act);
                assert_eq!(checked.is_ok(), fire.0 && melee.0, "{act:?} {held:?} {checked:?}");
                match checked {
                    Ok(()) => {
                        signed += 1;
                        let mut there = play.clone();
                        there.step(&sides, &[(side.clone(), plan)]).unwrap();
                        let last = there.steps + 2;
                        there.run(&sides, &mut players.clone(), last, &mut |_, _| {}).unwrap();
                    }
                    Err(problems) => {
                        refused += 1;
                        assert!(
                            problems.iter().all(|p| p.path.as_deref().unwrap().starts_with("commit[")),
                            "{problems:?}"
                        );
                    }
                }
            }
            let n = usize::from(side != sides[0]);
            let plan = play.plan(&side, &mut players[n]).unwrap();
            play.step(&sides, &[(side, plan)]).unwrap();
            if play.table.outcome().is_some() || play.table.legal(&mover(&*play.table)).orders.is_empty() {
                break;
            }
        }
    }
    println!("{signed} answers in advance signed, {refused} refused");
    assert!(signed > 40 && refused > 200, "{signed} {refused}");
}

/// 8.0, 13.6: without decoys only troops of the Reserve are laid face down, also if a player writes the ids himself.
#[test]
fn only_troops_of_the_reserve_are_laid() {
    let mut play = begun("first_bull_run", &json!({}), 3);
    until_battle(&mut play, 6);
    let side = mover(&*play.table);
    let own = play.table.hand_tracker(&side).unwrap().cards();
    let (rules, position) = (Dixie::shipped(), play.table.position());
    let game: ledger::Game = serde_json::from_value(position["game"].clone()).unwrap();
    let id = game.cards.next_ids(&side, 1).pop().unwrap();
    let set = rules.pack.set(dixie::pack::Edition::BullRun);
    let (mut laid, mut refused) = (0, 0);
    for card in set.of(Side::of(&side)) {
        // Full positions are refused whatever the card is.
        for place in ["csa_left", "csa_center", "csa_right"] {
            let act = Decision {
                orders: vec![json!({"move": {"cards": [id], "path": [place]}})],
                commit: vec![(id.clone(), Bytes32([0; 32]))],
                choices: vec![(id.clone(), json!(card.id))],
                ..Decision::default()
            };
            if public(&*play.table).check(&side, &act).is_err() {
                continue;
            }
            let right = own.contains("hand", &card.id) && card.kind.is_troop();
            let checked = play.table.check(&side, &act);
            assert_eq!(checked.is_ok(), right, "{} {checked:?}", card.id);
            *if right { &mut laid } else { &mut refused } += 1;
        }
    }
    assert!(laid > 3 && refused > 20, "{laid} {refused}");
}
