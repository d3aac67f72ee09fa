//! Bids for the sides and handicaps (TN-19) in every game.

use adjutant::registry;
use adjutant_core::document::Id;
use adjutant_core::session::self_play::{Player, SelfPlay};
use serde_json::{Map, Value, json};

/// Each game with a scenario, and where its position shows what a handicap of 2 brings the second side.
const GAMES: [(&str, &str, &str); 8] = [
    ("crossroads", "meeting", "/game/field/handicap/confederate"),
    ("civil_war", "virginia_1861", "/game/sides/confederate/vp"),
    ("civil_war", "campaign_1861", "/game/sides/confederate/vp"),
    ("seven_days", "seven_days", "/game/points/confederate"),
    ("dixie", "first_bull_run", "/game/cards/sides/csa/piles/hand"),
    ("longstreet", "brawners_farm", "/game/cards/sides/confederate/piles/hand"),
    ("battle_cry", "gettysburg", "/game/cards/sides/confederate/piles/hand"),
    ("battle_cry", "campaign", "/game/cards/sides/confederate/piles/hand"),
];

fn options(options: Value) -> Map<String, Value> {
    options.as_object().expect("options").clone()
}

/// The positions of the first steps of a match that two players play.
fn played(game: &str, scenario: &'static str, with: Value, (seed, steps): (u64, u64), random: bool) -> Vec<Value> {
    let rules = registry::shared().shipped(game).expect(game);
    let sides = rules.sides();
    let table = rules.setup(&Id::known(scenario), &options(with)).expect(scenario);
    let mut play = SelfPlay::new(table, &sides, seed);
    let player = |seed| if random { Player::random(seed) } else { Player::sensible(seed) };
    let mut players = [player(seed), player(seed + 1)];
    let mut positions = Vec::new();
    let mut look = |table: &dyn adjutant_core::session::Session, _: &[Value]| {
        assert_eq!(table.invariants(), [], "{game} {scenario}, seed {seed}");
        positions.push(table.position());
    };
    play.run(&sides, &mut players, steps, &mut |table, events| look(table, events)).expect("legal plans");
    positions
}

#[test]
fn every_game_is_played_after_bids() {
    let (mut exchanged, mut given) = (0, 0);
    for (game, scenario, _) in GAMES {
        for seed in 0..4 {
            let positions = played(game, scenario, json!({"side_bids": true}), (seed * 7, 12), seed % 2 == 1);
            let last = positions.last().expect("a step");
            if game == "seven_days" {
                // By its own rule 16.1.
                assert_eq!(last.get("sides"), None);
                continue;
            }
            let settled = &last["sides"]["settled"];
            assert!(settled.is_object(), "{game} {scenario}, seed {seed}: {}", last["sides"]);
            exchanged += u32::from(settled["exchanged"] == true);
            given += u32::from(settled["handicap"].is_object());
            assert_eq!(positions[1]["pending"]["commit"]["id"], "bid", "the bids come first");
        }
    }
    assert!(exchanged > 3 && given > 3, "{exchanged} exchanges, {given} handicaps");
}

/// How much a place in a position holds: a number, a count of hidden cards, or open cards.
fn amount(position: &Value, place: &str) -> i64 {
    let found = position.pointer(place).unwrap_or(&Value::Null);
    let cards = found.get("hidden").or_else(|| found.get("open")).unwrap_or(found);
    cards.as_array().map_or_else(|| cards.as_i64().unwrap_or(0), |cards| cards.len() as i64)
}

#[test]
fn a_handicap_is_what_the_game_counts_or_deals() {
    for (game, scenario, place) in GAMES {
        let side = registry::shared().shipped(game).expect(game).sides()[1].clone();
        let handicap = json!({"handicap": {"side": side, "points": 2}});
        let first = |with: Value| {
            let positions = played(game, scenario, with, (5, 6), false);
            // The first position at which anything has been drawn, or else the first step.
            let drawn = positions.iter().find(|position| amount(position, place) > 0);
            drawn.unwrap_or(&positions[1]).clone()
        };
        let (even, uneven) = (first(json!({})), first(handicap));
        assert_eq!(amount(&uneven, place) - amount(&even, place), 2, "{game} {scenario}: {uneven}");
        let settled = json!({"settled": {"handicap": {"side": side, "points": 2}}});
        assert_eq!(uneven["sides"], settled, "{game} {scenario}");
        assert_eq!(even.get("sides"), None, "nothing is written where nothing is settled");
    }
}

#[test]
fn wrong_options_are_refused_with_what_to_write() {
    for (with, message, path) in [
        (json!({"side_bids": 3}), "the option `side_bids` has a wrong value: 3", "options.side_bids"),
        (json!({"handicap": 3}), "the option `handicap` has a wrong value", "options.handicap"),
        (json!({"handicap": {"side": "union"}}), "the option `handicap` has a wrong value", "options.handicap"),
        (
            json!({"handicap": {"side": "west", "points": 1}}),
            "the option `handicap` names a side that is not in the game: 'west'",
            "options.handicap.side",
        ),
        (
            json!({"handicap": {"side": "union", "points": 0}}),
            "the option `handicap` cannot give 0",
            "options.handicap.points",
        ),
        (
            json!({"handicap": {"side": "union", "points": 4000000000_u32}}),
            "the option `handicap` cannot give 4000000000",
            "options.handicap.points",
        ),
        (
            json!({"side_bids": true, "handicap": {"side": "union", "points": 1}}),
            "where the players bid for the sides, the bids decide",
            "options.handicap",
        ),
        (json!({"handycap": 1}), "there is no option `handycap`", "options.handycap"),
    ] {
        for game in ["civil_war", "crossroads", "seven_days"] {
            let scenario = GAMES.iter().find(|(id, ..)| *id == game).expect(game).1;
            let rules = registry::shared().shipped(game).expect(game);
            let problem = rules.setup(&Id::known(scenario), &options(with.clone())).expect_err("a refusal");
            if game == "seven_days" && path == "options.side_bids" {
                continue;
            }
            assert!(problem.message.starts_with(message), "{game}: {problem:?}");
            assert!(problem.path.as_deref().is_some_and(|at| at.starts_with(path)), "{game}: {problem:?}");
            assert!(problem.advice.is_some_and(|advice| !advice.is_empty()), "{game}");
        }
    }
}
