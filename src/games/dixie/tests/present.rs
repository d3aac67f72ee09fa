//! How matches are reported and drawn: reports of random matches, a prepared step, and the picture of the table.

use std::collections::BTreeSet;

use crate::report_checks::{overlaps, steps, words};
use crate::self_play::table;
use adjutant_core::document::Id;
use adjutant_core::engine::{Decision, Ruleset};
use adjutant_core::report::model::{MapView, Show};
use adjutant_core::report::{Chances, Past, Present, text};
use adjutant_core::session::self_play::{Player, SelfPlay};
use adjutant_core::session::{Game, Plan, Rules, Session};
use dixie::Dixie;
use dixie::side::Side;
use serde_json::{Value, json};

#[test]
fn every_event_of_matches_at_random_has_words() {
    let rules = Dixie::shipped();
    let further = json!({"advanced": true, "decoys": true, "scouting": true});
    let mut seen = BTreeSet::new();
    for (scenario, options, seed, most) in [
        ("first_bull_run", json!({}), 1, 300),
        ("first_bull_run", further.clone(), 2, 400),
        ("shiloh", json!({"third_division": true}), 3, 400),
        ("gettysburg", further, 4, 400),
        ("gettysburg_three_days", json!({"corps_integrity": true}), 5, 400),
    ] {
        steps(&rules, (scenario, &options), seed, most, |before, after, facts, _| {
            let report = rules.report(before, after, facts);
            for said in words(&report) {
                let odd = said.contains(['{', '}', '_', '"']) || said.contains("  ") || said.contains(" .");
                assert!(!odd, "{scenario}, step {}: {said}", facts.step);
            }
            for event in &facts.events {
                seen.insert(event["event"].as_str().expect("a name").to_owned());
            }
            for moment in rules.moments(before, after, facts) {
                assert!(
                    moment.words.ends_with('.') || moment.rules == ["5.0"] || moment.words.ends_with("ends"),
                    "{}",
                    moment.words
                );
            }
            rules.battles(before, after, facts).iter().for_each(|card| assert!(!card.words().contains('_')));
            assert!(!rules.current_winner(after).expect("a sentence").contains('_'));
        });
    }
    for name in [
        "fired",
        "hit",
        "check",
        "moved",
        "eliminated",
        "captured",
        "terrain",
        "reinforced",
        "melee",
        "special",
        "drawn",
        "laid",
        "left",
        "turned_up",
        "shuffled",
    ] {
        assert!(seen.contains(name), "no {name} in {seen:?}");
    }
}

#[test]
fn pictures_of_matches_at_random_have_no_label_over_another() {
    let rules = Dixie::shipped();
    let five = five_positions();
    let mut drawn = 0;
    for (scenario, options, seed) in [
        ("first_bull_run", json!({"advanced": true}), 11),
        ("shiloh", json!({}), 12),
        ("gettysburg", json!({}), 13),
        ("first_bull_run", five, 14),
    ] {
        steps(&rules, (scenario, &options), seed, 150, |before, after, facts, _| {
            let drawing = rules.draw(after, &MapView::default(), Some(Past { before, facts })).expect("a picture");
            assert_eq!(drawing.width, 9000);
            let found = overlaps(&drawing);
            assert!(found.is_empty(), "{scenario}, step {}: {found:#?}", facts.step);
            let map = text::write(&rules.show(after, &Show::Map(MapView::within(80))).expect("a map"));
            assert!(map.lines().all(|line| line.chars().count() <= 90), "{map}");
            drawn += 1;
        });
    }
    assert!(drawn > 200);
}

/// A match with five positions, each side with the first cards of its set that the points allow.
fn five_positions() -> Value {
    let pack = Dixie::shipped().pack;
    let deck = |side| {
        let mut left = 400;
        let cards = pack.set(dixie::pack::Edition::BullRun).of(side).filter(|card| {
            let fits = card.points <= left;
            left -= if fits { card.points } else { 0 };
            fits
        });
        cards.map(|card| card.id.clone()).collect::<Vec<_>>()
    };
    let decks = json!({"usa": deck(dixie::side::Side::Usa), "csa": deck(dixie::side::Side::Csa)});
    json!({"five_positions": true, "decks": decks})
}

/// Who asks what fire may come to is told by his own cards, also where they lie face down: a die for each point of CV,
/// and from no hit to a hit on each.
#[test]
fn odds_know_the_askers_own_face_down_cards() {
    let rules = Dixie::shipped();
    let sides = rules.sides();
    let set = rules.pack.set(dixie::pack::Edition::BullRun).clone();
    let mut asked = 0;
    let mut look = |table: &dyn Session, _: &[Value]| {
        for side in table.awaiting().into_iter().map(|awaited| awaited.side) {
            let own = table.hand_tracker(&side).expect("the owner's view").cards();
            for order in table.legal(&side).orders {
                let Some([card]) = order["fire"]["cards"].as_array().map(Vec::as_slice) else { continue };
                let at = Side::of(&side);
                let game: dixie::ledger::Game =
                    serde_json::from_value(table.position()["game"].clone()).expect("a game");
                let Some(id) = own.laid.keys().find(|id| card == id.as_str() || card == &own.laid[*id]) else {
                    continue;
                };
                let Some((from, _)) = game.find(at, id.as_str()).filter(|_| game.is_face_down(at, id.as_str())) else {
                    continue;
                };
                // Terrain would change the dice.
                if [from, from.opposite()].iter().any(|place| !game.places[place].terrain.is_empty()) {
                    continue;
                }
                let act = Decision { orders: vec![order.clone()], ..Decision::default() };
                let odds = table.odds(&side, &act).unwrap_or_else(|why| panic!("{order}: {why:?}"));
                let value = &odds[0].chances.as_ref().expect("chances").data;
                let data = set.card(at, &own.laid[id]).expect("a card");
                assert_eq!(value["hits"].as_array().map(Vec::len), Some(usize::from(data.cv) + 1), "{order}");
                asked += 1;
                // Fire that is to stop at a hit has the same chances up to that, and says that it stops.
                let mut until = act.clone();
                until.orders[0]["fire"]["until_hits"] = json!(1);
                let odds = table.odds(&side, &until).unwrap_or_else(|why| panic!("{order}: {why:?}"));
                let Chances { blocks, data: same, line } = odds[0].chances.as_ref().expect("chances");
                assert!(line.as_ref().is_some_and(|line| line.contains("hits on average")), "{line:?}");
                assert_eq!(same["hits"], value["hits"], "{order}");
                assert!(format!("{blocks:?}").contains("The order stops at 1 hit"), "{blocks:?}");
            }
        }
    };
    for seed in 0..12 {
        let scenario: Id = "first_bull_run".parse().expect("an id");
        let table = Rules(Dixie::shipped()).setup(&scenario, &serde_json::Map::new()).expect("a set-up");
        let mut play = SelfPlay::new(table, &sides, seed);
        let mut players = [Player::sensible(seed), Player::sensible(seed + 1_000)];
        play.run(&sides, &mut players, 12, &mut look).expect("a match");
    }
    assert!(asked > 0, "no face-down card could fire");
}

#[test]
fn positions_of_a_deployment_stand_under_cards() {
    let rules = Dixie::shipped();
    let table = rules.setup(&"first_bull_run".parse().unwrap(), &serde_json::Map::new()).unwrap();
    let said = rules.suggest_key(&table.game, "deploy", "csa_left", &json!(["sc_8"]));
    let wanted = "write the positions under `cards`: - {deploy: {cards: {csa_left: [sc_8]}}}";
    assert_eq!(said.as_deref(), Some(wanted));
    // Neither a field that is no position nor another order.
    assert_eq!(rules.suggest_key(&table.game, "deploy", "banner", &json!([])), None);
    assert_eq!(rules.suggest_key(&table.game, "move", "csa_left", &json!([])), None);
}

/// Everything that is wrong with these orders of the CSA, which deploys, with its place, as its player is told.
fn wrong(options: &Value, orders: Value) -> Vec<String> {
    let mut play = SelfPlay::new(table("first_bull_run", options), &Dixie::shipped().sides(), 1);
    let empty = Dixie::shipped().sides().map(|side| (side, Plan::default()));
    play.step(&Dixie::shipped().sides(), &empty).unwrap();
    let table = Rules(Dixie::shipped()).load_unchecked(&play.table.position()).unwrap();
    let act = Decision { orders: orders.as_array().unwrap().clone(), ..Decision::default() };
    let problems = table.check(&Side::Csa.id(), &act).unwrap_err();
    problems.iter().map(|problem| format!("{}: {problem}", problem.path.as_deref().unwrap_or_default())).collect()
}

#[test]
fn an_unknown_position_is_answered_with_those_of_the_battle() {
    let all =
        "he positions of this battle are usa_left, usa_center, usa_right, csa_left, csa_center, csa_right and reserve";
    let like = format!("did you mean usa_left or csa_left? T{all}");
    for (place, advice) in [("nowhere", format!("t{all}")), ("left", like.clone())] {
        let said = wrong(&json!({}), json!([{"decoy": {"card": "va_2", "place": place}}]));
        assert_eq!(said, [format!("orders[0].decoy.place: `{place}` is not allowed here; {advice}")]);
    }
    let said = wrong(&json!({}), json!([{"deploy": {"left": ["va_2"]}}]));
    assert_eq!(said[0], format!("orders[0].deploy.left: there is no field `left`; write it under `cards`; {like}"));
}

/// 13.6: what is wrong with a decoy stands where the decoy is named.
#[test]
fn a_faulty_decoy_is_marked_at_its_own_field() {
    let cards = json!({"csa_left": ["card-1"], "csa_center": ["card-2"], "csa_right": ["card-3"]});
    let of_decoys = |options: Value, decoys: Value| -> Vec<String> {
        let said = wrong(&options, json!([{"deploy": {"cards": cards, "decoys": decoys}}]));
        said.into_iter().filter(|said| said.contains("[13.6]")).collect()
    };
    assert_eq!(
        of_decoys(json!({}), json!(["card-1"])),
        ["orders[0].deploy.decoys: this match is played without decoys [13.6]; give another order"]
    );
    let said = of_decoys(json!({"decoys": true}), json!(["card-1", "card-9"]));
    assert!(said.len() == 1 && said[0].starts_with("orders[0].deploy.decoys[1]: "), "{said:?}");
}
