//! A player's decisions depend only on his own cards and on what everybody sees: they stay the same when the enemy's
//! hidden cards are different.

use crate::self_play::{battles, table};
use adjutant_core::document::Id;
use adjutant_core::engine::{Decks, Ruleset};
use adjutant_core::session::self_play::{Player, SelfPlay};
use adjutant_core::session::{HandTracker, Session};
use dixie::Dixie;
use dixie::side::Side;
use serde_json::{Value, json};

/// The same table to one who has followed other cards of that side: its hand is of those that nobody has
/// seen, and what lies face down is not known.
fn with_another_hand(table: &dyn Session, side: &Id) -> Box<dyn Session> {
    let own = table.hand_tracker(side).unwrap().cards();
    let edition: dixie::pack::Edition = serde_json::from_value(table.position()["game"]["edition"].clone()).unwrap();
    let open = |card: &str| ["table", "lost"].iter().any(|pile| own.known_cards(pile).contains(&card));
    let pack = dixie::pack::PACK.typed();
    let set = pack.set(edition);
    let mut unseen: Vec<String> = set.of(Side::of(side)).map(|card| card.id.clone()).collect();
    unseen.retain(|card| !open(card));
    unseen.sort();
    let held = own.known_cards("hand");
    // What it holds comes first, and its hand is taken from the end.
    unseen.sort_by_key(|card| !held.contains(&card.as_str()));
    let mut piles = std::collections::BTreeMap::new();
    for pile in ["hand", "deck"] {
        let count = own.piles.get(pile).map_or(0, Vec::len).min(unseen.len());
        piles.insert(pile.to_owned(), unseen.split_off(unseen.len() - count));
    }
    piles.insert("set".to_owned(), unseen);
    let decks: Decks = [(side.clone(), piles.into_iter().collect())].into_iter().collect();
    let mut other = table.boxed_clone();
    other.follow(side, HandTracker::new(side, &decks));
    other
}

/// Plays a match, and holds every plan against that of a player whose enemy has other cards; how many plans.
fn plans(scenario: &str, options: &Value, seed: u64) -> usize {
    let sides = Dixie::shipped().sides();
    let mut play = SelfPlay::new(table(scenario, options), &sides, seed);
    let asks = json!({"ask_specials": true}).as_object().cloned().unwrap_or_default();
    play.standing.insert(sides[1].clone(), asks);
    let mut players = [Player::sensible(seed), Player::sensible(seed + 1)];
    let (mut held, mut swapped) = (0, 0);
    while play.table.outcome().is_none() && play.steps < 300 {
        let asked: Vec<Id> = play.table.awaiting().into_iter().map(|awaited| awaited.side).collect();
        let n = usize::from(!asked.contains(&sides[0]));
        let (side, enemy) = (&sides[n], &sides[1 - n]);
        let mut again = players[n].clone();
        let plan = play.plan(side, &mut players[n]).unwrap();
        let other = with_another_hand(&*play.table, enemy);
        let hand = |table: &dyn Session| {
            table
                .hand_tracker(enemy)
                .unwrap()
                .cards()
                .known_cards("hand")
                .iter()
                .map(|card| (*card).to_owned())
                .collect::<Vec<_>>()
        };
        swapped += usize::from(hand(&*other) != hand(&*play.table));
        let mut there = play.clone();
        there.table = other;
        let then = there.plan(side, &mut again).unwrap();
        assert_eq!(format!("{plan:?}"), format!("{then:?}"), "{scenario}, seed {seed}, step {}", play.steps);
        held += 1;
        play.step(&sides, &[(side.clone(), plan)]).unwrap();
    }
    assert!(swapped * 2 > held, "{scenario}: the hand was another in {swapped} of {held}");
    held
}

#[test]
fn a_plan_does_not_depend_on_the_hidden_cards_of_the_enemy() {
    let all = json!({"advanced": true, "decoys": true, "scouting": true});
    let mut held = 0;
    for scenario in ["first_bull_run", "shiloh", "gettysburg", "gettysburg_three_days"] {
        for seed in 0..battles(2) {
            held += plans(scenario, &all, seed);
            held += plans(scenario, &json!({}), seed);
        }
    }
    println!("{held} plans");
    assert!(held > 200, "{held}");
}
