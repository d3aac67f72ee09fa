//! Cards by their titles, and what is wrong with answers in advance.

use adjutant_core::document::Id;
use adjutant_core::engine::{Decision, Ruleset};
use adjutant_core::session::self_play::{Player, SelfPlay};
use adjutant_core::session::{Game, Rules, Session};
use longstreet::Longstreet;
use longstreet::side::Side;
use serde_json::{Value, json};

/// A battle whose first hands are drawn.
fn begun_battle(seed: u64) -> (SelfPlay, [Player; 2]) {
    let rules = Longstreet::shipped();
    let sides = rules.sides();
    let scenario: Id = "brawners_farm".parse().unwrap();
    let table = Rules(rules).setup(&scenario, &serde_json::Map::new()).unwrap();
    let mut play = SelfPlay::new(table, &sides, seed);
    let mut players = [Player::random(seed), Player::random(seed + 1)];
    let first: Vec<_> =
        sides.iter().zip(&mut players).map(|(side, player)| (side.clone(), play.plan(side, player).unwrap())).collect();
    play.step(&sides, &first).unwrap();
    (play, players)
}

#[test]
fn a_title_becomes_the_id_of_a_copy_in_the_hand() {
    let side = Side::Confederate.id();
    let pack = longstreet::pack::PACK.typed();
    for seed in 0..20 {
        let (play, mut players) = begun_battle(seed);
        let hand: Vec<String> = play
            .table
            .hand_tracker(&side)
            .unwrap()
            .cards()
            .known_cards("hand")
            .into_iter()
            .map(str::to_owned)
            .collect();
        let title = |id: &String| pack.card(Side::Confederate, id).unwrap().title.to_uppercase();
        let mut plan = play.plan(&side, &mut players[1]).unwrap();
        // Its cards two by two: by their titles, in any case, and by their ids.
        plan.act.orders = vec![json!({"movement": {"cards": [title(&hand[0]), title(&hand[1])]}})];
        let signed = play.table.concealed(&side, &plan.act).unwrap().act.orders;
        let cards: Vec<String> = serde_json::from_value(signed[0]["movement"]["cards"].clone()).unwrap();
        assert_eq!(cards.iter().map(title).collect::<Vec<_>>(), [title(&hand[0]), title(&hand[1])], "seed {seed}");
        assert!(cards.iter().all(|card| hand.contains(card)) && cards[0] != cards[1], "{cards:?} of {hand:?}");
        plan.act.orders = vec![json!({"movement": {"cards": [hand[0]]}}), json!({"end_turn": {}})];
        assert_eq!(play.table.concealed(&side, &plan.act).unwrap().act.orders, plan.act.orders);
    }
}

#[test]
fn a_title_in_an_answer_becomes_an_id_too() {
    let sides = Longstreet::shipped().sides();
    let pack = longstreet::pack::PACK.typed();
    let mut named = 0;
    let mut look = |table: &dyn Session, _: &[Value]| {
        for side in table.awaiting().into_iter().map(|awaited| awaited.side) {
            let held = table.hand_tracker(&side).expect("the owner's view").cards();
            for said in table.legal(&side).answers {
                let Some(card) = said["answer"]["morale"][0]["card"].as_str() else { continue };
                if !held.known_cards("hand").contains(&card)
                    || said["answer"]["morale"].as_array().map(Vec::len) != Some(1)
                {
                    continue;
                }
                let title = &pack.card(Side::named(&side).expect("a side"), card).expect("a card").title;
                let mut titled = said.clone();
                titled["answer"]["morale"][0]["card"] = json!(title);
                let act = Decision { answers: vec![titled], ..Decision::default() };
                let signed = table.concealed(&side, &act).unwrap_or_else(|why| panic!("{title}: {why:?}")).act.answers;
                let id = signed[0]["answer"]["morale"][0]["card"].as_str().expect("a card");
                assert!(held.known_cards("hand").contains(&id), "{id}");
                assert_eq!(&pack.card(Side::named(&side).expect("a side"), id).expect("a card").title, title);
                named += 1;
            }
        }
    };
    for seed in 0..4 {
        let (mut play, mut players) = begun_battle(seed);
        play.run(&sides, &mut players, 60, &mut look).expect("a match");
    }
    assert!(named > 3, "{named}");
}

/// A card that the side does not hold, by its title or its id, is refused when it signs.
#[test]
fn nobody_signs_a_card_that_he_does_not_hold() {
    let side = Side::Confederate.id();
    let pack = longstreet::pack::PACK.typed();
    let (play, mut players) = begun_battle(3);
    let own = play.table.hand_tracker(&side).unwrap().cards();
    let lacks = pack
        .deck(Side::Confederate, 1862)
        .into_iter()
        .find(|id| !own.known_cards("hand").contains(&id.as_str()))
        .unwrap();
    let mut plan = play.plan(&side, &mut players[1]).unwrap();
    plan.act.orders = vec![json!({"fire": {"card": lacks}})];
    let refused = play.table.check(&side, &plan.act).unwrap_err();
    assert!(refused.iter().any(|problem| problem.rule.as_deref() == Some("protocol 8.5")), "{refused:?}");
}

#[test]
fn answers_in_advance_have_a_form() {
    let rules = Longstreet::shipped();
    let scenario: Id = "brawners_farm".parse().unwrap();
    let game = rules.setup(&scenario, &serde_json::Map::new()).unwrap().game;
    let rule = |window: &str, says: Value| {
        let refused = rules.refuse_advance(&game, &Side::Federal.id(), window, &says);
        refused.map(|problem| problem.rule.unwrap_or_default())
    };
    let fuses =
        json!([{"card": "us_bad_fuses_1", "when": {"by": {"kinds": ["artillery"]}, "at": {"wings": ["left"]}}}]);
    assert_eq!(rule("after_fire", fuses.clone()), None);
    assert_eq!(rule("after_movement", fuses).as_deref(), Some("Interrupt"), "it has another moment");
    assert_eq!(rule("start", json!("pass")), None);
    assert_eq!(rule("start", json!("accept")).as_deref(), Some(""), "it is no list");
    assert_eq!(rule("after_fire", json!([{"card": "cs_bad_fuses_1"}])).as_deref(), Some("The Action Cards"));
    assert_eq!(rule("after_fire", json!([{"card": "us_bad_fuses_1", "if": 1}])).as_deref(), Some(""));
    assert_eq!(
        rule("morale", json!([{"spend": ["us_quickstep_1"], "cards": 2, "for": {"brigades": ["Gibbon"]}}])),
        None
    );
    assert_eq!(
        rule("morale", json!([{"spend": ["us_repeaters_1"]}])).as_deref(),
        Some("The Action Cards"),
        "not in 1862"
    );
    // Units are of the right side, brigades exist, places are on the table, and something may be played at all.
    let plan = |more: Value| {
        let mut plan = json!({"card": "us_bad_fuses_1"});
        more.as_object().into_iter().flatten().for_each(|(key, value)| plan[key] = value.clone());
        rule("after_fire", json!([plan]))
    };
    assert_eq!(
        plan(json!({"unit": "danville", "when": {"by": {"units": ["staunton"]}, "at": {"units": ["wi_2"]}}})),
        None
    );
    assert_eq!(plan(json!({"unit": "wi_2"})).as_deref(), Some("LS-9"), "it is played on the enemy");
    assert_eq!(plan(json!({"when": {"by": {"units": ["wi_2"]}}})).as_deref(), Some("LS-7"), "the enemy acts");
    assert_eq!(plan(json!({"when": {"at": {"units": ["danville"]}}})).as_deref(), Some("LS-7"), "on one's own");
    assert_eq!(plan(json!({"when": {"at": {"brigades": ["Baylor"]}}})).as_deref(), Some("LS-7"));
    assert_eq!(plan(json!({"to": {"east": 1, "north": 1}})).as_deref(), Some("LS-9"), "it needs no place");
    let confusion = |more: Value| {
        let mut plan = json!({"card": "us_confusion_1", "unit": "va_4"});
        more.as_object().into_iter().flatten().for_each(|(key, value)| plan[key] = value.clone());
        rule("after_movement", json!([plan]))
    };
    assert_eq!(confusion(json!({"to": {"east": 90, "north": 130}})), None);
    assert_eq!(confusion(json!({})).as_deref(), Some("LS-9"), "it goes somewhere");
    assert_eq!(confusion(json!({"to": {"east": 301, "north": 130}})).as_deref(), Some("LS-10"), "not off the table");
    assert_eq!(confusion(json!({"unit": null, "to": {"east": 90, "north": 130}})).as_deref(), Some("LS-9"));
    assert_eq!(rule("morale", json!([{"spend": []}])).as_deref(), Some("Morale Value"));
    assert_eq!(
        rule("morale", json!([{"spend": ["us_quickstep_1"], "for": {"units": ["va_4"]}}])).as_deref(),
        Some("LS-7")
    );
    assert_eq!(rule("confirm", json!("accept")), None);
    assert_eq!(rule("confirm", json!("pass")).as_deref(), Some(""));
}

/// In answers in advance too a title is a card of the hand, and who does not hold it is told so before he signs.
#[test]
fn a_title_in_an_answer_in_advance_becomes_an_id() {
    let side = Side::Confederate.id();
    let pack = longstreet::pack::PACK.typed();
    let (mut sealed, mut refused) = (0, 0);
    for seed in 0..20 {
        let (play, _) = begun_battle(seed);
        let own = play.table.hand_tracker(&side).unwrap().cards();
        for card in pack.of(Side::Confederate).filter(|card| card.in_use(1862)) {
            let says = json!([{"spend": [card.title], "cards": 1}]);
            let made = play.table.sealed(&side, &[("morale-2".parse().unwrap(), says)]);
            let held =
                own.known_cards("hand").into_iter().any(|id| pack.card(Side::Confederate, id).unwrap().id == card.id);
            match made {
                Ok(made) => {
                    let id = made[0].1[0]["spend"][0].as_str().unwrap();
                    assert!(own.known_cards("hand").contains(&id), "{id}");
                    assert_eq!(pack.card(Side::Confederate, id).unwrap().id, card.id);
                    sealed += 1;
                }
                Err(wrong) => {
                    assert!(!held, "{}", card.title);
                    assert_eq!(wrong[0].path.as_deref(), Some("commit[0].choice[0]"));
                    refused += 1;
                }
            }
        }
    }
    assert!(sealed > 20 && refused > 20, "{sealed}, {refused}");
}
