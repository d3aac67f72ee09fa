//! The advice to a player before he signs: odds, warnings, what his cards can do; and that the sensible player sees
//! only his own cards.

use adjutant_core::document::Id;
use adjutant_core::engine::{OwnCards, Position, Ruleset};
use adjutant_core::report::{Chances, OrderOdds, Present};
use adjutant_core::session::Rules;
use longstreet::Longstreet;
use longstreet::ledger::{DECK, DISCARD, HAND, Invoked, Phase};
use longstreet::orders::Order;
use longstreet::side::Side;
use serde_json::{Value, json};

/// Brawner's Farm in a turn of the Confederate side, which holds these cards; this many are in its deck, and these were
/// discarded.
fn table(hand: &[&str], deck: usize, discards: &[&str]) -> (Longstreet, Position<Longstreet>, OwnCards) {
    use adjutant_core::engine::cards::Pile;
    let rules = Longstreet::shipped();
    let mut position = rules.setup(&"brawners_farm".parse().unwrap(), &serde_json::Map::new()).unwrap();
    let mut own = OwnCards::default();
    let game = &mut position.game;
    (game.turn, game.side, game.phase) = (3, Side::Confederate, Phase::Choice);
    for side in Side::BOTH {
        let piles = &mut game.cards.sides.get_mut(&side.id()).unwrap().piles;
        let (hand, deck, discards) = match side {
            Side::Confederate => (hand.len(), deck, discards.len()),
            Side::Federal => (6, 39, 0),
        };
        piles.insert(HAND.to_owned(), Pile::Hidden(hand));
        piles.insert(DECK.to_owned(), Pile::Hidden(deck));
        piles.insert(DISCARD.to_owned(), Pile::Hidden(discards));
    }
    let seen = |cards: &[&str]| cards.iter().map(|card| Some((*card).to_owned())).collect::<Vec<_>>();
    own.piles.insert(HAND.to_owned(), seen(hand));
    own.piles.insert(DISCARD.to_owned(), seen(discards));
    own.piles.insert(DECK.to_owned(), vec![None; deck]);
    (rules, position, own)
}

fn order(order: Value) -> Order {
    serde_json::from_value(order).expect("an order")
}

const HAND_OF_SIX: [&str; 6] = [
    "cs_quickstep_1",
    "cs_exposed_position_1",
    "cs_exposed_position_2",
    "cs_late_orders_1",
    "cs_rebel_yell_1",
    "cs_rebel_yell_2",
];

/// The odds of an order, with those of a hand.
fn odds(rules: &Longstreet, position: &Position<Longstreet>, own: &OwnCards, written: Value) -> (String, Value) {
    match rules.odds(position, &Side::Confederate.id(), Some(own), &order(written)) {
        Ok(OrderOdds::Supposed(_, Chances { blocks, data: value, .. })) => (format!("{blocks:?}"), value),
        other => panic!("{other:?}"),
    }
}

#[test]
fn a_draw_is_reckoned_by_what_its_owner_does_not_see() {
    let (rules, mut position, own) = table(&HAND_OF_SIX[..2], 20, &["cs_exposed_position_2", "cs_rebel_yell_1"]);
    position.game.phase = Phase::Movement;
    let (said, value) = odds(&rules, &position, &own, json!({"end_turn": {}}));
    // In 1862 the Confederate deck has 48 cards, nine fire modifiers among them; he sees four cards, two of those among
    // them. He draws four of the 44 others, of which seven are sought: none comes with 37*36*35*34 in 44*43*42*41.
    assert_eq!(value["draw"], json!(4));
    let none = num_rational(37 * 36 * 35 * 34, 44 * 43 * 42 * 41);
    assert_eq!(value["fire"], json!({"n": (none.1 - none.0).to_string(), "of": none.1.to_string()}));
    assert!(said.contains("A fire modifier") && said.contains("51.3%") && said.contains("7 of 44"), "{said}");
    // Where the hand is full, nothing comes.
    let (rules, mut position, own) = table(&HAND_OF_SIX, 20, &[]);
    position.game.phase = Phase::Movement;
    assert_eq!(odds(&rules, &position, &own, json!({"end_turn": {}})).1["draw"], json!(0));
}

/// At the start of a turn, before the enemy may interrupt, a reshuffle comes before everything else and is legal.
#[test]
fn a_reshuffle_is_looked_at_at_the_start_of_a_turn() {
    let (rules, mut position, own) = table(&HAND_OF_SIX[..5], 20, &HAND_OF_SIX[5..]);
    position.game.phase = Phase::Start;
    position.stack = rules.orders_of(&Side::Confederate.id());
    let found = rules.odds(&position, &Side::Confederate.id(), Some(&own), &order(json!({"reshuffle": {}})));
    let Ok(OrderOdds::Sure(after)) = found else { panic!("{found:?}") };
    // The deck and the one discard, less the six cards that are removed.
    assert_eq!((after.game.reshuffled, after.game.count(Side::Confederate, DECK)), (true, 15));
}

/// A fraction in its lowest terms.
fn num_rational(n: u64, of: u64) -> (u64, u64) {
    let (mut one, mut other) = (n, of);
    while other != 0 {
        (one, other) = (other, one % other);
    }
    (n / one, of / one)
}

#[test]
fn a_volley_and_what_morale_leaves_of_it() {
    let (rules, mut position, own) = table(&HAND_OF_SIX, 20, &[]);
    position.game.phase = Phase::Fire;
    position.game.invoked = Some(Invoked {
        cards: 1,
        modifier: Some("cs_exposed_position_2".into()),
        used: false,
        begun: false,
        charged: false,
    });
    position.game.units.get_mut(&"wi_2".parse::<Id>().unwrap()).unwrap().bases = 2;
    let volley = |reroll: bool| json!({"volley": {"units": ["va_4"], "target": "wi_2", "dice": {"count": 3, "hit_on": 5}, "reroll": reroll}});
    let (said, value) = odds(&rules, &position, &own, volley(false));
    // Three dice that hit on one face in three: 8, 12, 6 and 1 of 27; both bases are lost on 7, with a morale of 1 on
    // one.
    assert_eq!(value["hits"][1], json!({"n": "4", "of": "9"}));
    assert_eq!(value["hits_gone"][0], json!({"n": "7", "of": "27"}));
    assert_eq!(value["hits_gone"][1], json!({"n": "1", "of": "27"}));
    assert!(said.contains("All 2 are lost") && said.contains("2nd Wisconsin"), "{said}");
    // More hits than bases take no more than these: 19 of 27, not 1.
    position.game.units.get_mut(&"wi_2".parse::<Id>().unwrap()).unwrap().bases = 1;
    let (said, _) = odds(&rules, &position, &own, volley(false));
    assert!(said.contains(r#"["0", "0.7", "70.4% (19 in 27)"]"#), "{said}");
    // Misses that are rolled again miss on four faces in nine.
    assert_eq!(odds(&rules, &position, &own, volley(true)).1["hits"][0], json!({"n": "64", "of": "729"}));
    // Dice for anything else hit nobody: only their hits are told.
    let (said, value) = odds(&rules, &position, &own, json!({"roll": {"dice": {"count": 2, "hit_on": 6}}}));
    assert_eq!(value["hits"], json!([{"n": "25", "of": "36"}, {"n": "5", "of": "18"}, {"n": "1", "of": "36"}]));
    assert!(said.contains("Hits") && !said.contains("are lost") && value.get("hits_gone").is_none(), "{said}");
    let wrong = order(json!({"volley": {"units": ["wi_2"], "target": "va_4", "dice": {"count": 1, "hit_on": 5}}}));
    assert!(rules.odds(&position, &Side::Confederate.id(), Some(&own), &wrong).is_err());
}

#[test]
fn what_the_enemy_may_hold_is_reckoned_by_what_everybody_sees() {
    let (rules, mut position, own) = table(&HAND_OF_SIX, 20, &[]);
    let fire = || json!({"fire": {"card": "cs_quickstep_1"}});
    // Two Bad Fuses in the 45 cards of the Federal deck of 1862, of which six are in the hand.
    let chance = num_rational(45 * 44 - 39 * 38, 45 * 44);
    let (said, value) = odds(&rules, &position, &own, fire());
    assert_eq!(value["interrupt"], json!({"n": chance.0.to_string(), "of": chance.1.to_string()}));
    assert!(said.contains("its hand is any 6 of the 45 cards"), "{said}");
    // One of them lies among the discards for all to see.
    position.game.shown.insert(Side::Federal, vec!["us_bad_fuses_1".to_owned()]);
    let chance = num_rational(6, 44);
    assert_eq!(odds(&rules, &position, &own, fire()).1["interrupt"]["of"], json!(chance.1.to_string()));
    position.game.interrupt = Some("us_old_rivals_1".to_owned());
    assert!(odds(&rules, &position, &own, fire()).0.contains("cannot do so again"));
}

/// What is said of these orders, each with its place.
fn warned((rules, position, own): &(Longstreet, Position<Longstreet>, OwnCards), orders: Value) -> Vec<String> {
    let orders: Vec<Order> = serde_json::from_value(orders).expect("orders");
    let found = rules.warnings(position, &Side::Confederate.id(), Some(own), &orders);
    found
        .iter()
        .map(|one| {
            format!("{}: {} [{}]", one.path.as_deref().unwrap_or(""), one.clause(), one.rule.as_deref().unwrap_or(""))
        })
        .collect()
}

#[test]
fn warnings_of_cards() {
    let full = table(&HAND_OF_SIX, 20, &["cs_quickstep_2"]);
    let quiet = json!([{"movement": {"cards": ["cs_quickstep_1"]}}, {"move": {"unit": "va_4", "to": {"east": 95, "north": 120, "facing": 180}}},
        {"end_turn": {}}]);
    assert_eq!(warned(&full, quiet), [""; 0]);
    let said = |orders: Value, words: &str| {
        let found = warned(&full, orders.clone());
        assert_eq!(found.len(), 1, "{orders}: {found:?}");
        assert!(found[0].contains(words), "{orders}: {found:?}");
    };
    said(
        json!([{"fire": {"card": "cs_late_orders_1"}}]),
        "orders[0]: spends the last interrupt in your hand, Late Orders [Interrupt]",
    );
    said(
        json!([{"movement": {"cards": ["cs_quickstep_1", "cs_rebel_yell_1"]}}, {"end_turn": {}}]),
        "nothing that follows causes disorder [Disorder Requires Two Cards]",
    );
    said(
        json!([{"fire": {"card": "cs_quickstep_1", "modify": "cs_exposed_position_1"}}]),
        "plays Exposed Position, although no volley rolls its misses again [Modifying a Phase]",
    );
    said(json!([{"pass": {}}]), "orders[0]: passes, so that you cannot pass in the next turn [Pass]");
    said(json!([{"reshuffle": {}}]), "removes 6 cards by a reshuffle, although the deck still has 20");
    said(
        json!([{"fire": {"card": "cs_quickstep_1"}}, {"volley": {"units": ["va_4"], "target": "wi_2",
            "dice": {"count": 1, "hit_on": 6}}}, {"movement": {"cards": ["cs_rebel_yell_1"]}},
            {"move": {"unit": "va_4", "to": {"east": 95, "north": 120, "facing": 180}}}]),
        "orders[3]: moves 4th Virginia, which has fired in this turn and has smoke [LS-10]",
    );
    said(
        json!([{"movement": {"cards": ["cs_quickstep_1"]}}, {"move": {"unit": "va_4", "to": {"east": 9, "north": 12}}}]),
        "orders[1]: moves 4th Virginia by ",
    );
    let charge = |dice: Value| {
        let mut charge = json!({"unit": "va_4", "target": "in_19"});
        charge.as_object_mut().unwrap().extend(dice.as_object().unwrap().clone());
        json!([{"combat": {"cards": ["cs_quickstep_1"]}}, {"charge": charge}])
    };
    said(
        charge(json!({})),
        "orders[1]: charges 19th Indiana without dice or losses, so that no hits are counted [LS-12]",
    );
    assert_eq!(warned(&full, charge(json!({"losses": 1}))), [""; 0]);
    // A move without `facing` is nothing to be warned of: the unit keeps the one that it has.
    let kept = json!([{"movement": {"cards": ["cs_quickstep_1"]}}, {"move": {"unit": "va_4", "to": {"east": 95, "north": 120}}},
        {"end_turn": {}}]);
    assert_eq!(warned(&full, kept), [""; 0]);
    // Disorder that is ordered is what two cards are for.
    let paid = json!([{"movement": {"cards": ["cs_quickstep_1", "cs_rebel_yell_1"]}},
        {"move": {"unit": "va_4", "to": {"east": 95, "north": 120, "facing": 180}, "disorder": true}}]);
    assert_eq!(warned(&full, paid), [""; 0]);
}

#[test]
fn warnings_of_the_deck() {
    // The fourth reshuffle of the 36 cards of 1865 leaves 12.
    let discards: Vec<String> = (0..17).map(|n| format!("cs_card_{n}")).collect();
    let discards: Vec<&str> = discards.iter().map(String::as_str).collect();
    let fourth = table(&HAND_OF_SIX, 1, &discards);
    assert_eq!(
        warned(&fourth, json!([{"reshuffle": {}}])),
        ["orders[0]: leaves a deck of 12 cards after the reshuffle [Reshuffling Penalty]"]
    );
    let mut last = table(&HAND_OF_SIX, 0, &[]);
    last.1.game.reshuffled = true;
    assert_eq!(
        warned(&last, json!([{"pass": {}}])),
        ["orders[0]: loses the battle: you pass with no cards in your deck and discards [Pass]"]
    );
    let low = table(&HAND_OF_SIX, 2, &[]);
    let ends = json!([{"movement": {"cards": ["cs_quickstep_1"], "modify": null}}, {"end_turn": {}}]);
    assert_eq!(warned(&low, ends), [""; 0]);
    let more =
        json!([{"fire": {"card": "cs_rebel_yell_2"}}, {"movement": {"cards": ["cs_quickstep_1"]}}, {"end_turn": {}}]);
    let found = warned(&low, more);
    assert_eq!(found.len(), 1, "{found:?}");
    assert!(found[0].contains("orders[2]: ends with a redraw that empties the deck (cards left: 2)"), "{found:?}");
}

/// LS-22: a card is opened only when it is played, but the conditions of an answer are opened with it.
#[test]
fn what_an_answer_in_advance_shows_is_warned_of() {
    let (rules, position, _) = table(&HAND_OF_SIX, 20, &[]);
    let warned = |question: &str, says: Value| -> Vec<String> {
        let found = rules.advance_warnings(&position, &Side::Confederate.id(), question, &says);
        found.iter().map(|problem| format!("{}: {problem}", problem.path.as_deref().unwrap())).collect()
    };
    let shows = |n: usize, question: &str, what: &str| {
        format!(
            "[{}]: your answer to `{question}` shows the enemy {what} of entry {n} when it is opened, even if it plays no card \
             [LS-22]; leave out what he should not know",
            n - 1
        )
    };
    assert_eq!(warned("after_fire", json!("pass")), [""; 0]);
    assert_eq!(warned("after_fire", json!([{"card": "cs_bad_fuses_1"}])), [""; 0]);
    let guns = json!({"card": "cs_bad_fuses_1", "when": {"by": {"kinds": ["artillery"]}}});
    assert_eq!(warned("after_fire", json!([{"card": "cs_old_rivals_1"}, guns])), [shows(2, "after_fire", "`when`")]);
    let all = json!([{"card": "cs_confusion_1", "when": {"at": {"wings": ["left"]}}, "unit": "wi_2",
        "to": {"east": 100, "north": 100}}]);
    assert_eq!(warned("after_movement", all), [shows(1, "after_movement", "`when`, `unit` and `to`")]);
    let anybody = json!([{"card": "cs_bad_fuses_1", "when": {"by": {"kinds": ["infantry", "artillery"]}}}]);
    assert_eq!(
        warned("after_fire", anybody),
        [
            shows(1, "after_fire", "`when`"),
            "[0].card: your answer to `after_fire` shows the enemy Bad Fuses and plays it on nobody if no artillery acts: it goes \
             back to your hand [LS-22]; write `when: {by: {kinds: [artillery]}}` with it"
                .to_owned(),
        ]
    );
    let morale = json!([{"spend": ["cs_quickstep_1"], "cards": 2, "for": {"brigades": ["Baylor"]}}]);
    assert_eq!(warned("morale", morale), [shows(1, "morale", "`for` and `cards`")]);
    assert_eq!(warned("morale", json!([{"spend": ["cs_quickstep_1"]}])), [""; 0]);
    assert_eq!(warned("confirm", json!("accept")), [""; 0]);
}

#[test]
fn legal_plays_are_those_of_the_hand() {
    let (rules, position, own) = table(&HAND_OF_SIX, 20, &[]);
    let side = Side::Confederate.id();
    let legal: Vec<Value> = rules.legal(&position, &side, Some(&own)).iter().map(|order| json!(order)).collect();
    let has = |order: Value| legal.contains(&order);
    assert!(has(json!({"fire": {"card": "cs_quickstep_1"}})));
    assert!(has(json!({"fire": {"card": "cs_quickstep_1", "modify": "cs_exposed_position_1"}})));
    assert!(has(json!({"fire": {"card": "cs_exposed_position_1", "modify": "cs_exposed_position_2"}})));
    assert!(has(json!({"combat": {"cards": ["cs_quickstep_1"], "modify": "cs_rebel_yell_1"}})));
    let invoking: Vec<&Value> = legal.iter().filter(|order| order.get("fire").is_some()).collect();
    // Each card with no modifier and with each of the two that there are, but for itself.
    assert_eq!(invoking.len(), 16, "{invoking:?}");
    let named = json!(legal).to_string();
    assert!(!named.contains("cs_bad_fuses") && !named.contains("us_"), "{named}");
}

#[test]
fn the_player_sees_no_card_of_the_enemy() {
    let matches = [0, 1, 2, 3].map(|seed| ("millers_ford", seed));
    crate::sensible_player::assert_sees_own_cards_only(&Rules(Longstreet::shipped()), &matches, (12, 2));
}

/// He accepts what he himself might declare; what is far beyond it he disputes once, and a claim always.
#[test]
fn a_claim_is_not_believed_and_honest_facts_are() {
    let rules = Longstreet::shipped();
    let mut position = rules.setup(&"millers_ford".parse().unwrap(), &serde_json::Map::new()).unwrap();
    let game = &mut position.game;
    (game.turn, game.side, game.phase) = (2, Side::Confederate, Phase::Fire);
    let what = |dice: Value| {
        serde_json::from_value(
            json!({"volley": {"units": ["nc_5"], "target": "pa_11", "dice": dice, "faces": [1], "hits": 0}}),
        )
        .expect("a fact")
    };
    let honest = game.declare(Side::Confederate, what(json!({"count": 2, "hit_on": 6})));
    let wild = game.declare(Side::Confederate, what(json!({"count": 30, "hit_on": 2})));
    let claim = game.declare(
        Side::Confederate,
        serde_json::from_value(json!({"claim": {"condition": "withdrawn"}})).expect("a claim"),
    );
    let answer = |facts: &[u32]| {
        let question = serde_json::from_value(json!({"confirm": {"facts": facts}})).expect("a question");
        json!(rules.recommend_answer(&position, &Side::Federal.id(), &question, None))
    };
    assert_eq!(answer(&[honest]), json!({"accept": {}}));
    let disputes = answer(&[honest, wild, claim]);
    let disputed: Vec<&Value> = disputes["dispute"].as_array().unwrap().iter().map(|one| &one["fact"]).collect();
    assert_eq!(disputed, [&json!(wild), &json!(claim)]);
    let insisted = |fact: u32| {
        let question = serde_json::from_value(json!({"insisted": {"fact": fact, "why": ""}})).expect("a question");
        json!(rules.recommend_answer(&position, &Side::Federal.id(), &question, None))
    };
    assert_eq!(insisted(wild), json!({"yield": {}}));
    assert_eq!(insisted(claim), json!({"insist": {}}));
}
