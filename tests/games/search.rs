//! The player that searches: it knows no more than its seat, and the same search finds the same plan.

use adjutant::document::Id;
use adjutant::registry;
use adjutant::session::search::{Found, Origin, Secrets, Settings, search};
use adjutant::session::self_play::{Player, SelfPlay};
use adjutant::session::{Request, Session, imagined};
use rand_chacha::ChaCha20Rng;
use rand_chacha::rand_core::SeedableRng;
use serde_json::Map;

/// A match of a game's first scenario after some sensible steps, at a position in which a side is asked for orders.
fn match_in_progress(id: &str, steps: u64) -> (SelfPlay, [Id; 2], Id) {
    let entry = registry::GAMES.iter().find(|entry| entry.id == id).unwrap();
    let game = entry.make(&entry.shipped()).unwrap();
    let table = game.setup(&entry.scenario.0.parse().unwrap(), &Map::new()).unwrap();
    let sides = game.sides();
    let mut play = SelfPlay::new(table, &sides, 7);
    let mut players = [Player::sensible(1), Player::sensible(2)];
    for more in steps.. {
        play.run(&sides, &mut players, more, &mut |_, _| {}).unwrap();
        let asked = play.table.awaiting();
        if let Some(asked) = asked.into_iter().find(|awaited| matches!(awaited.want, Request::Orders(_))) {
            return (play, sides, asked.side);
        }
        assert!(play.table.outcome().is_none(), "{id}: nobody is asked for orders");
    }
    unreachable!("the match ends")
}

/// A short search.
fn short(table: &dyn Session, sides: &[Id; 2], side: &Id) -> Found {
    let settings = Settings { turns: 1, candidates: 5, ..Settings::new(20, 3) };
    search(table, sides, side, &Secrets::new(), settings, &mut |_, _| true).unwrap()
}

/// The chosen plan and what was found of every other.
fn told(found: &Found) -> String {
    let plans = found.tried.iter().map(|tried| (&tried.plan.act, &tried.plan.choose, tried.chance, tried.futures));
    format!("{:?}", plans.collect::<Vec<_>>())
}

#[test]
fn the_strong_player_does_not_look_at_the_other_hand() {
    for id in ["dixie", "longstreet", "battle_cry"] {
        let (play, sides, side) = match_in_progress(id, 9);
        let other = sides.iter().find(|other| **other != side).unwrap();
        let usual = told(&short(&*play.table, &sides, &side));
        let real = play.table.hand_tracker(other).unwrap().cards();
        for seed in 0..2 {
            let mut random = ChaCha20Rng::seed_from_u64(seed);
            let mut table = play.table.clone();
            let hand = imagined::hand(&*table, other, table.hand_tracker(&side), &mut random);
            assert_ne!(hand.cards(), real, "{id}: the other hand is the same");
            table.follow(other, hand);
            assert_eq!(told(&short(&*table, &sides, &side)), usual, "{id}: another hand, another plan");
        }
    }
}

#[test]
fn an_imagined_hand_agrees_with_what_everybody_sees() {
    for id in ["dixie", "longstreet", "battle_cry"] {
        let (play, sides, side) = match_in_progress(id, 9);
        let other = sides.iter().find(|other| **other != side).unwrap();
        let mut random = ChaCha20Rng::seed_from_u64(5);
        let hand = imagined::hand(&*play.table, other, play.table.hand_tracker(&side), &mut random).cards();
        let real = play.table.hand_tracker(other).unwrap().cards();
        for (name, cards) in real.piles.iter() {
            assert_eq!(hand.piles.get(name).map_or(0, Vec::len), cards.len(), "{id}: {name}");
        }
        assert_eq!(hand.laid.keys().collect::<Vec<_>>(), real.laid.keys().collect::<Vec<_>>(), "{id}");
        let mut known: Vec<&String> = hand.piles.values().flatten().flatten().chain(hand.laid.values()).collect();
        let (all, deck) = (known.len(), play.table.decks());
        known.sort();
        known.dedup();
        assert_eq!(known.len(), all, "{id}: a card is in two places");
        let of_side: Vec<&String> = deck.get(other).unwrap().values().flatten().collect();
        assert!(known.iter().all(|card| of_side.contains(card)), "{id}: a card is not the side's");
    }
}

#[test]
fn the_same_search_finds_the_same_plan_and_an_interrupted_one_has_a_plan() {
    for id in ["crossroads", "dixie"] {
        let (play, sides, side) = match_in_progress(id, 5);
        let found = short(&*play.table, &sides, &side);
        assert_eq!(told(&found), told(&short(&*play.table, &sides, &side)), "{id}");
        assert!(found.tried.len() > 1 && found.best().futures > 0, "{id}: nothing was compared");
        assert!(play.table.check(&side, &found.best().plan.act).is_ok(), "{id}: the plan is not legal");
        let (settings, secrets) = (Settings::new(1_000, 3), Secrets::new());
        let stopped = search(&*play.table, &sides, &side, &secrets, settings, &mut |played, _| played < 3).unwrap();
        assert!(stopped.stopped);
        assert_eq!(stopped.best().origin, Origin::Sensible, "{id}: three futures decide nothing");
    }
}

#[test]
fn what_one_side_expects_to_win_the_other_expects_to_lose() {
    for entry in registry::GAMES {
        let (play, sides, _) = match_in_progress(entry.id, 12);
        let chances = [0, 1].map(|n| play.table.winning_chance(&sides[n]));
        assert_eq!(chances[0] + chances[1], 10_000, "{}: {chances:?}", entry.id);
        assert!(!play.table.signs(&sides[0]).is_empty(), "{} names no signs", entry.id);
    }
}
