//! Nothing that anybody else reads depends on a hand: each step of sensible matches comes out the same, to the byte,
//! with the secrets of both sides, without any, and with other hands behind the same acts; and nothing that a player is
//! told about the enemy depends on the enemy's hidden cards.
//!
//! `ADJUTANT_MATCHES=20 cargo test -p adjutant-battle-cry leaks:: -- --nocapture` looks at this many matches of each kind.

use std::collections::BTreeMap;

use adjutant_core::document::Id;
use adjutant_core::engine::decision::Decision;
use adjutant_core::engine::{Decks, Ruleset};
use adjutant_core::report::{OptionsFor, Show, StepFacts};
use adjutant_core::session::self_play::{Player, SelfPlay};
use adjutant_core::session::{Game as _, HandTracker, Plan, Request, Rules, Session};
use battle_cry::BattleCry;
use serde_json::{Value, json};

use crate::self_play::matches;

fn game() -> Rules<BattleCry> {
    Rules(BattleCry::shipped())
}

/// What an owner with other cards knows: a hand as large as his, of cards that nobody has seen.
fn another_hand(table: &dyn Session, side: &Id) -> HandTracker {
    let own = table.hand_tracker(side).expect("a hand").cards();
    let decks = table.decks();
    let mut piles: BTreeMap<String, Vec<String>> = BTreeMap::new();
    let hidden = ["hand", "deck", "returned"];
    for (pile, cards) in own.piles.iter().filter(|(pile, _)| !hidden.contains(&pile.as_str())) {
        piles.insert(pile.clone(), cards.iter().flatten().cloned().collect());
    }
    let open: Vec<&String> = piles.values().flatten().collect();
    let mut unseen: Vec<String> = decks[side].values().flatten().filter(|card| !open.contains(card)).cloned().collect();
    let held = own.known_cards("hand");
    // What it holds comes last, and goes to the other piles, as far as there is room.
    unseen.sort_by_key(|card| (held.contains(&card.as_str()), card.clone()));
    for pile in hidden {
        let count = own.piles.get(pile).map_or(0, Vec::len).min(unseen.len());
        piles.insert(pile.to_owned(), unseen.drain(..count).collect());
    }
    let decks: Decks = [(side.clone(), piles.into_iter().collect())].into_iter().collect();
    HandTracker::new(side, &decks)
}

/// The table to one who follows other cards of these sides.
pub fn with_other_hands(table: &dyn Session, sides: &[&Id]) -> Box<dyn Session> {
    let mut other = table.boxed_clone();
    for side in sides {
        other.follow(side, another_hand(table, side));
    }
    other
}

/// What everybody reads of a plan.
fn open_part(plans: &[(Id, Plan)]) -> Vec<(Id, Plan)> {
    let mut open = plans.to_vec();
    open.iter_mut().for_each(|(_, plan)| plan.act.choices.clear());
    open
}

/// Sees the match before a step, the plans, the table after it, and what happened.
type Look<'l> = &'l mut dyn FnMut(&SelfPlay, &[(Id, Plan)], &SelfPlay, &[Value]);

/// Plays matches; `look` sees the match before each step, the plans, the table after it, and what happened.
fn played(scenario: &str, (count, most): (u64, u64), look: Look<'_>) {
    let sides = BattleCry::shipped().sides();
    for seed in 0..count {
        let start = game().setup(&scenario.parse().unwrap(), &serde_json::Map::new()).unwrap();
        let mut play = SelfPlay::new(start, &sides, seed);
        let mut players = [Player::sensible(seed), Player::sensible(seed + 1_000)];
        while play.table.outcome().is_none() && play.steps < most {
            let starts = play.table.awaiting().iter().all(|awaited| matches!(awaited.want, Request::Empty(_)));
            let mut plans = Vec::new();
            for (side, player) in sides.iter().zip(&mut players) {
                if plans.is_empty() || starts {
                    plans.extend(play.plan(side, player).map(|plan| (side.clone(), plan)));
                }
            }
            let before = play.clone();
            let events = play.step(&sides, &plans).expect("a step");
            look(&before, &plans, &play, &events);
        }
    }
}

/// The reports of a step, for everybody and for a side.
fn reports(table: &dyn Session, before: &Value, facts: &StepFacts, readers: &[Option<&Id>]) -> Vec<String> {
    let report = |reader: &Option<&Id>| {
        let facts = StepFacts { reader: reader.cloned(), ..facts.clone() };
        format!("{:?}", table.report(before, &facts).expect("a report"))
    };
    readers.iter().map(report).collect()
}

/// A step comes out the same for whoever resolves it, and its reports tell each reader his own cards at most.
fn same_for_all(scenario: &str, range: (u64, u64)) {
    let game = game();
    let sides = game.sides();
    let (mut steps, mut opened) = (0, 0);
    played(scenario, range, &mut |before, plans, after, events| {
        let position = before.table.position();
        let blind = game.load(&position).expect("a position");
        // Whoever resolves a turn knows his own hand alone.
        let mut other = blind.boxed_clone();
        for side in sides.iter().filter(|side| plans.len() == 1 && plans[0].0 != **side) {
            other.follow(side, another_hand(&*before.table, side));
        }
        let next = after.table.position().to_string();
        for (who, table) in [("without secrets", &*blind), ("with another hand", &*other)] {
            let (table, said) = before.resolved(table, &sides, &open_part(plans)).expect(who);
            assert_eq!(json!(said).to_string(), json!(events).to_string(), "{scenario}, step {}, {who}", after.steps);
            assert_eq!(table.position().to_string(), next, "{scenario}, step {}, {who}", after.steps);
        }
        let facts = StepFacts { step: after.steps, rolls: Vec::new(), events: events.to_vec(), reader: None };
        let blind = game.load(&after.table.position()).expect("a position");
        let public = reports(&*blind, &position, &facts, &[None]);
        assert_eq!(reports(&*after.table, &position, &facts, &[None]), public, "{scenario}, step {}", after.steps);
        for (n, side) in sides.iter().enumerate() {
            let other = with_other_hands(&*after.table, &[&sides[1 - n]]);
            let readers = [None, Some(side)];
            assert_eq!(
                reports(&*other, &position, &facts, &readers),
                reports(&*after.table, &position, &facts, &readers),
                "{scenario}, step {}: {side} reads of the enemy's hand",
                after.steps
            );
        }
        // No report and no event names a card that stays in a hand.
        let said = format!("{public:?} {}", json!(events));
        for side in &sides {
            let own = after.table.hand_tracker(side).expect("a hand").cards();
            let was = before.table.hand_tracker(side).expect("a hand").cards();
            for card in own.known_cards("hand").into_iter().filter(|card| !was.known_cards("table").contains(card)) {
                let named = ["\"", " ", "'"].iter().any(|mark| said.contains(&format!("{mark}{card}{mark}")));
                let gives_back = was.known_cards("aside").contains(&card) || was.known_cards("discard").contains(&card);
                let asked = plans.iter().any(|(_, plan)| json!(plan.act.orders).to_string().contains(card));
                // A play that has lost its ground comes back, and what was named in an order is known.
                assert!(
                    !named || gives_back || asked || is_announced(before, card),
                    "{scenario}: {card} is named: {said}"
                );
            }
        }
        opened += events.iter().filter(|event| event["event"] == "turned_up").count();
        steps += 1;
    });
    println!("{scenario}: {steps} steps, {opened} openings, each the same");
    assert!(steps > 20 && opened > 0, "{steps}, {opened}");
}

/// Whether an announced send, or an answer to it, names a card.
fn is_announced(before: &SelfPlay, card: &str) -> bool {
    before.table.position()["game"]["battle"].to_string().contains(&format!("\"{card}\""))
}

#[test]
fn gettysburg_is_the_same_whatever_the_hands() {
    same_for_all("gettysburg", (matches(3), 200));
}

#[test]
fn deck_two_is_the_same_whatever_the_hands() {
    same_for_all("deck_two", (matches(1), 60));
}

#[test]
fn the_campaign_is_the_same_whatever_the_hands() {
    same_for_all("campaign", (matches(2), 50));
}

/// Everything that a player is told when he plans.
fn told(table: &dyn Session, side: &Id) -> Vec<String> {
    let plan = table.recommend_plan(side, 7).expect("a plan");
    let legal = table.legal(side);
    let act = Decision { orders: plan.act.orders.clone(), ..Decision::default() };
    let mut found = vec![
        format!("{plan:?}"),
        format!("{legal:?}"),
        format!("{:?}", table.draft_notes(side)),
        format!("{:?}", table.recommend_advance(side, &plan.act)),
        format!("{:?}", table.odds(side, &act)),
        format!("{:?} {:?}", table.warnings(side, &act), table.preview(side, &act)),
        format!("{:?}", table.check(side, &plan.act)),
    ];
    for order in legal.orders.iter().step_by((legal.orders.len() / 6).max(1)) {
        let act = Decision { orders: vec![order.clone()], ..Decision::default() };
        found.push(format!("{order}: {:?} {:?}", table.check(side, &act), table.odds(side, &act)));
    }
    for show in [Show::Track, Show::Standing(None), Show::Map(Default::default())] {
        found.push(format!("{show:?}: {:?}", table.show(&show, Some(side))));
    }
    let own = table.hand_tracker(side).expect("a hand").cards();
    for card in own.known_cards("hand").into_iter().take(6) {
        found.push(format!(
            "{card}: {:?} {}",
            table.options(side, &OptionsFor::new(card)),
            table.card_words(side, card)
        ));
    }
    found
}

/// Drafts, `legal`, `odds`, `hint` and warnings of one seat stay the same when the enemy's hidden cards are others.
#[test]
fn what_a_player_is_told_does_not_depend_on_the_hand_of_the_enemy() {
    let sides = BattleCry::shipped().sides();
    let (mut looked, mut swapped) = (0, 0);
    for (scenario, most, every) in [("gettysburg", 60, 3), ("deck_two", 40, 5), ("campaign", 50, 5)] {
        played(scenario, (matches(1), most), &mut |before, plans, _, _| {
            let [(side, _)] = plans else { return };
            if !before.steps.is_multiple_of(every) || before.table.legal(side).orders.is_empty() {
                return;
            }
            let enemy = sides.iter().find(|other| *other != side).expect("an enemy");
            let other = with_other_hands(&*before.table, &[enemy]);
            let hand = |table: &dyn Session| table.hand_tracker(enemy).expect("a hand").cards().piles["hand"].clone();
            swapped += usize::from(hand(&*other) != hand(&*before.table));
            looked += 1;
            let (said, then) = (told(&*before.table, side), told(&*other, side));
            assert_eq!(said, then, "{scenario}, step {}", before.steps);
        });
    }
    println!("{looked} positions, the hand another in {swapped}");
    assert!(looked > 20 && swapped * 10 >= looked * 9, "{looked}, {swapped}");
}

/// The number and the ids of what is sealed follow from what everybody knows: the same acts with another hand seal the
/// same.
#[test]
fn what_is_sealed_tells_nothing_of_a_hand() {
    let sides = BattleCry::shipped().sides();
    let mut sealed = 0;
    for (scenario, most) in [("gettysburg", 60), ("deck_two", 40), ("campaign", 80)] {
        played(scenario, (matches(1), most), &mut |before, plans, _, _| {
            for (side, plan) in plans {
                let ids = |commits: &[(Id, Value)]| {
                    let mut ids: Vec<String> = commits.iter().map(|(id, _)| id.to_string()).collect();
                    ids.sort();
                    ids
                };
                let other = with_other_hands(&*before.table, &[side]);
                let step = before.steps + 1;
                // The order of battle is left out where the generals that come in openly tell it.
                let of_hand = |id: &&String| !id.starts_with("card-") && !id.starts_with("first_battle-");
                let windows = other.recommend_advance(side, &plan.act).into_iter();
                let mut then: Vec<String> = windows.map(|(name, _)| format!("{name}-{step}")).collect();
                then.sort();
                let now = ids(&plan.choose);
                let [now, then] = [&now, &then].map(|ids| ids.iter().filter(of_hand).collect::<Vec<_>>());
                assert_eq!(now, then, "{scenario}, step {step}: {side}");
                sealed += now.len();
                // What names no card is sealed by the program in the same way.
                for order in [json!({"pass": {}}), json!({"send": {}}), json!({"lay": {"east": 3, "west": 2}})] {
                    let act = Decision { orders: vec![order.clone()], ..Decision::default() };
                    let by = |table: &dyn Session| {
                        let mut plan = table.concealed(side, &act).ok()?;
                        plan.commits_in_advance(step);
                        Some((ids(&plan.choose), format!("{:?}", plan.act.orders)))
                    };
                    assert_eq!(by(&*before.table), by(&*other), "{scenario}, step {step}: {order}");
                }
            }
            assert_eq!(sides.len(), 2);
        });
    }
    assert!(sealed > 200, "{sealed}");
}
