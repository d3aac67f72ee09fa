//! Whole matches between players each of whom sees only his own cards: every invariant holds after every step, and
//! nothing that the rules do needs a card that nobody may know.
//!
//! `ADJUTANT_BATTLES=500 cargo test -p adjutant-longstreet matches:: -- --nocapture` plays this many matches of each
//! kind, and prints who won and how.

use std::collections::{BTreeMap, BTreeSet};

use adjutant_core::document::{Bytes32, Id};
use adjutant_core::engine::Ruleset;
use adjutant_core::pack::table::UnitData;
use adjutant_core::session::self_play::{Player, SelfPlay};
use adjutant_core::session::{Game, Rules, Session};
use longstreet::Longstreet;
use longstreet::pack::Moment;
use longstreet::side::Side;
use serde_json::{Value, json};

fn battles(usual: u64) -> u64 {
    std::env::var("ADJUTANT_BATTLES").ok().and_then(|text| text.parse().ok()).unwrap_or(usual)
}

/// The battle, or, where it is called `endless`, Brawner's Farm without any condition of victory.
fn table(battle: &str, options: &Value) -> Box<dyn Session> {
    let mut pack = longstreet::pack::PACK.typed();
    if battle == "endless" {
        pack.battles.values_mut().for_each(|battle| battle.victory.clear());
    }
    let battle: Id = battle.replace("endless", "brawners_farm").parse().unwrap();
    Rules(Longstreet::new(pack)).setup(&battle, &options.as_object().cloned().unwrap_or_default()).unwrap()
}

/// What each owner knows is what the rules let him know: his hand and discards, none of his deck, and none of the cards
/// that were removed (Reshuffling Penalty); no card is in two places, and none is lost.
fn audit(table: &dyn Session, sides: &[Id; 2]) {
    for side in sides {
        let own = table.hand_tracker(side).expect("both hands are followed").cards();
        let pile = |name: &str| own.piles.get(name).cloned().unwrap_or_default();
        for unseen in ["deck", "removed"] {
            assert!(pile(unseen).iter().all(Option::is_none), "{side} knows of its {unseen}");
        }
        for seen in ["hand", "discard", "gone"] {
            assert!(pile(seen).iter().all(Option::is_some), "{side} does not know its {seen}");
        }
        let mut known: Vec<String> = own.piles.values().flatten().flatten().cloned().collect();
        let (count, all) = (known.len(), own.piles.values().map(Vec::len).sum::<usize>());
        known.sort_unstable();
        known.dedup();
        assert_eq!(known.len(), count, "a card of {side} is in two places");
        let deck = table.decks().get(side).map_or(0, |piles| piles.values().map(Vec::len).sum::<usize>());
        assert_eq!(all, deck, "{side} has lost a card");
        let public = &table.position()["game"]["cards"]["sides"][side.as_str()]["piles"];
        for name in ["deck", "hand", "discard", "removed"] {
            assert_eq!(public[name].as_u64(), Some(pile(name).len() as u64), "{side}: {name}");
        }
    }
}

/// What a match at random came to: its end, its turns, its turn files.
struct Played {
    end: String,
    turns: u64,
    mails: u64,
    kinds: BTreeMap<String, u64>,
}

fn play(battle: &str, options: &Value, standing: Option<Value>, seed: u64) -> Played {
    let sides = Longstreet::shipped().sides();
    let mut play = SelfPlay::new(table(battle, options), &sides, seed);
    for side in &sides {
        if let Some(standing) = standing.as_ref().and_then(Value::as_object) {
            play.standing.insert(side.clone(), standing.clone());
        }
    }
    let mut players = [Player::random(seed), Player::random(seed + 1_000)];
    let mut kinds = BTreeMap::new();
    let mut look = |table: &dyn Session, events: &[Value]| {
        let broken = table.invariants();
        assert!(broken.is_empty(), "{battle}, seed {seed}: {broken:?}\n{events:#?}\n{:#}", table.position());
        audit(table, &sides);
        for event in events {
            *kinds.entry(event["event"].as_str().unwrap().to_owned()).or_default() += 1;
        }
    };
    let over = play.run(&sides, &mut players, 5_000, &mut look);
    let over = over.unwrap_or_else(|why| {
        let asked: Vec<String> = play.table.awaiting().iter().map(|awaited| format!("{awaited:?}")).collect();
        panic!("{battle} {options}, seed {seed}, step {}: {why:#?} {asked:?}", play.steps)
    });
    let over = over.unwrap_or_else(|| panic!("{battle}, seed {seed}: no end after {} steps", play.steps));
    let end = format!("{} {}", over["winner"], over["how"]).replace('"', "");
    let turns = play.table.position()["game"]["turn"].as_u64().unwrap();
    Played { end, turns, mails: play.turns.values().sum(), kinds }
}

/// Plays matches at random; the events that ever happened in them.
fn play_random_matches(battle: &str, options: &Value, standing: Option<&Value>, usual: u64) -> BTreeMap<String, u64> {
    let (mut ends, mut turns, mut mails, mut all) = (BTreeMap::<String, u64>::new(), 0, 0, BTreeMap::new());
    let count = battles(usual);
    for seed in 0..count {
        let played = play(battle, options, standing.cloned(), seed);
        *ends.entry(played.end).or_default() += 1;
        turns += played.turns;
        mails += played.mails;
        for (kind, count) in played.kinds {
            *all.entry(kind).or_default() += count;
        }
    }
    println!(
        "{battle} {options} at random: {ends:?} of {count}; {} turns, {:.2} turn files each",
        turns / count.max(1),
        mails as f64 / turns.max(1) as f64
    );
    all
}

#[test]
fn random_brawners_farm() {
    let happened = play_random_matches("brawners_farm", &json!({}), None, 30);
    // Whatever may happen does.
    for event in [
        "reshuffled",
        "invoked",
        "interrupted",
        "volley",
        "moved",
        "charged",
        "marked",
        "confirmed",
        "disputed",
        "insists",
        "withdrawn",
        "amended",
        "yielded",
        "morale",
        "losses",
        "unit_gone",
        "passed",
        "redrawn",
        "smoke_removed",
        "picked",
        "dealt",
    ] {
        assert!(happened.contains_key(event), "{event} never happens: {happened:?}");
    }
}

#[test]
fn random_millers_ford() {
    play_random_matches("millers_ford", &json!({}), None, 20);
    play_random_matches("millers_ford", &json!({"year": 1865, "hand": {"federal": 4, "confederate": 8}}), None, 10);
}

/// Without conditions of victory each battle ends by a pass of a side that has neither deck nor discards (Pass).
#[test]
fn random_until_the_cards_are_gone() {
    let quiet = json!({"interrupts": "pass", "morale": "pass", "facts": "accept"});
    for seed in 0..battles(8) {
        let played = play("endless", &json!({"hand": {"federal": 9, "confederate": 9}}), Some(quiet.clone()), seed);
        assert!(played.end.ends_with("no_cards"), "seed {seed}: {}", played.end);
        assert!(played.kinds["reshuffled"] >= 6, "seed {seed}: {:?}", played.kinds);
    }
}

#[test]
fn random_quiet_matches() {
    let quiet = json!({"interrupts": "pass", "morale": "pass", "facts": "accept", "interrupted": "go_on"});
    play_random_matches("brawners_farm", &json!({"year": 1861}), Some(&quiet), 10);
}

/// Whoever resolves a turn without a hand comes to the same position and the same events, to the byte.
#[test]
fn both_see_the_same() {
    let sides = Longstreet::shipped().sides();
    for seed in 0..battles(10) {
        let mut with = SelfPlay::new(table("brawners_farm", &json!({})), &sides, seed);
        let mut blind = table("brawners_farm", &json!({}));
        let mut players = [Player::random(seed), Player::random(seed + 1_000)];
        while with.table.outcome().is_none() && with.steps < 400 {
            let asked: Vec<Id> = with.table.awaiting().into_iter().map(|awaited| awaited.side).collect();
            let mut plans = Vec::new();
            for (side, player) in sides.iter().zip(&mut players) {
                if asked.contains(side) && (plans.is_empty() || with.steps == 0) {
                    plans.extend(with.plan(side, player).map(|plan| (side.clone(), plan)));
                }
            }
            let mut without = with.clone();
            without.table = blind;
            let events = with.step(&sides, &plans).expect("it is legal");
            assert_eq!(without.step(&sides, &plans).expect("it is legal for everybody"), events);
            assert_eq!(without.table.position().to_string(), with.table.position().to_string(), "seed {seed}");
            blind = without.table;
        }
    }
}

/// Sealed answers in advance, whatever they say, are opened, followed, and true; a turn that nothing in them leaves
/// open is one mail.
#[test]
fn random_answers_in_advance() {
    let rules = Longstreet::shipped();
    let sides = rules.sides();
    let (mut by_advance, mut interrupts, mut morale, mut opened, mut unplayed) = (0, 0, 0, 0, 0);
    for seed in 0..battles(15) {
        let mut shown = BTreeSet::new();
        let mut play = SelfPlay::new(table("brawners_farm", &json!({})), &sides, seed);
        let mut players = [Player::random(seed), Player::random(seed + 1_000)];
        while play.table.outcome().is_none() && play.steps < 3_000 {
            let asked: Vec<Id> = play.table.awaiting().into_iter().map(|awaited| awaited.side).collect();
            let mut plans = Vec::new();
            for (side, player) in sides.iter().zip(&mut players) {
                if asked.contains(side) && (plans.is_empty() || play.steps == 0) {
                    let mut plan = play.plan(side, player).expect("it is asked");
                    if !plan.act.orders.is_empty() || !plan.act.answers.is_empty() {
                        for (window, says) in policies(&rules, &*play.table, side, seed + play.steps) {
                            let id: Id = format!("{window}-{}", play.steps + 1).parse().unwrap();
                            plan.act.commit.push((id.clone(), Bytes32([0; 32])));
                            plan.act.choices.push((id.clone(), says.clone()));
                            plan.choose.push((id, says));
                        }
                        if seed % 3 > 0 {
                            plan.divide(&*play.table, side);
                        }
                        plan.act.commit.sort();
                    }
                    plans.push((side.clone(), plan));
                }
            }
            let events = play.step(&sides, &plans).unwrap_or_else(|why| panic!("seed {seed}: {why:?}\n{plans:?}"));
            let broken = play.table.invariants();
            assert!(broken.is_empty(), "seed {seed}: {broken:?}\n{events:#?}");
            audit(&*play.table, &sides);
            if seed % 3 > 0 {
                opened += shows_no_hand(&*play.table, &sides, &events, &mut shown);
            }
            for event in events {
                by_advance += u64::from(event["by"] == "advance");
                interrupts += u64::from(event["event"] == "interrupted");
                morale += u64::from(event["event"] == "morale");
            }
        }
        assert!(play.table.outcome().is_some(), "seed {seed}: no end");
        unplayed += shown.len() as u64;
    }
    println!("{unplayed} cards opened and not played");
    assert!(unplayed * 4 < opened, "{unplayed} of {opened}");
    println!("{by_advance} answers in advance, {interrupts} interrupts, {morale} cards for morale, {opened} opened");
    assert!(by_advance > 100 && interrupts > 5 && morale > 5, "{by_advance} {interrupts} {morale}");
    assert!(opened > 50, "{opened}");
}

/// Nothing that a step opens, and nothing that lies open in the position that follows, names a card which its owner still
/// holds ("your enemy may not inspect your hand", LS-22), but for one that was opened to be played and cannot be played at
/// that moment: those are added to `shown`. Orders name their cards openly. How much was opened.
fn shows_no_hand(table: &dyn Session, sides: &[Id; 2], events: &[Value], shown: &mut BTreeSet<String>) -> u64 {
    let public = table.position()["game"]["cards"].to_string();
    let parts = events.iter().filter(|event| {
        event["event"] == "turned_up" && event["id"].as_str().is_some_and(|id| id.starts_with("held_"))
    });
    let cards: Vec<&str> = parts.filter_map(|event| event["choice"].as_str()).collect();
    let plays = |card: &&str| events.iter().any(|event| event["event"] == "played" && event["card"] == **card);
    shown.extend(cards.iter().filter(|card| !plays(card)).map(|card| (*card).to_owned()));
    for side in sides {
        let own = table.hand_tracker(side).expect("both hands are followed").cards();
        for card in own.known_cards("hand").into_iter().filter(|card| !shown.contains(*card)) {
            let named = format!("\"{card}\"");
            assert!(!public.contains(&named), "the position names {card} of {side}: {public}\n{events:#?}");
            let opens = |event: &&Value| matches!(event["event"].as_str(), Some("turned_up" | "answered"));
            let told = events.iter().filter(opens).find(|event| event.to_string().contains(&named));
            assert!(told.is_none(), "{side} still holds {card}: {told:?}");
        }
    }
    events.iter().filter(|event| event["event"] == "turned_up").count() as u64
}

/// An answer in advance to every window, by what the side holds.
fn policies(rules: &Longstreet, table: &dyn Session, side: &Id, seed: u64) -> Vec<(&'static str, Value)> {
    let owner = Side::named(side).unwrap();
    let own = table.hand_tracker(side).expect("it is followed").cards();
    let hand: Vec<String> = own.known_cards("hand").into_iter().map(str::to_owned).collect();
    let one_in =
        |n: u64, what: u64| (seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(what) >> 33).is_multiple_of(n);
    let mut found = Vec::new();
    for (n, moment) in Moment::ALL.into_iter().enumerate() {
        let plan = |id: &String| {
            let card = rules.pack.card(owner, id).filter(|card| card.interrupt == Some(moment))?;
            let mut plan = json!({"card": id});
            if card.effect.needs_place() {
                plan["to"] = json!({"east": 100, "north": 100});
            }
            if card.effect.targets_unit() && card.effect.needs_place() {
                let units = &table.position()["game"]["units"];
                let there = |unit: &&UnitData| units[unit.id.as_str()]["bases"].as_u64() > Some(0);
                let there = |unit: &&UnitData| there(unit) && units[unit.id.as_str()]["gone"].is_null();
                let battle = rules.pack.battles.values().next().expect("a battle");
                plan["unit"] = json!(battle.of(owner.other()).iter().find(there)?.id);
            }
            if one_in(3, 7) {
                plan["when"] = json!({"at": {"wings": ["left", "center"]}});
            }
            Some(plan)
        };
        let plans: Vec<Value> = hand.iter().filter_map(plan).collect();
        let says = match () {
            () if one_in(9, n as u64) => json!("ask"),
            () if plans.is_empty() || one_in(4, 20 + n as u64) => json!("pass"),
            () => json!(plans),
        };
        found.push((moment.window(), says));
    }
    let spend = json!([{"spend": hand, "cards": 2, "from": 1}]);
    found.push(("morale", if one_in(3, 40) || hand.is_empty() { json!("pass") } else { spend }));
    found.push(("confirm", if one_in(5, 50) { json!("ask") } else { json!("accept") }));
    found
}
