use serde_json::{Value, json};

use adjutant_core::document::from_tagged;
use adjutant_core::engine::Ruleset;
use adjutant_core::report::{BattleCard, StepFacts};
use civil_war::CivilWar;
use civil_war::events::Event;
use civil_war::present::battle_cards::*;
use civil_war::present::picture;

/// The cards of events that follow one another in a half-pulse of the Union.
fn dealt(events: Value) -> Vec<BattleCard> {
    let rules = CivilWar::shipped();
    let given = json!({"phasing": "union", "difference": 5,
        "union": {"at": {"4904": {"sp": 3, "leaders": ["patterson-2"]}}},
        "confederate": {"at": {"4905": {"sp": 3, "leaders": ["je_johnston-3", "jackson-1", "stuart-1"]}}}});
    let position = rules.case(&given).expect("a position");
    let events: Vec<Value> = events.as_array().expect("a list").clone();
    for event in &events {
        from_tagged::<Event>("event", event).expect("an event of the game");
    }
    battles(&rules, &position, &StepFacts { step: 3, rolls: Vec::new(), events, reader: None })
}

fn opening(shifts: Value) -> Value {
    json!({"event": "combat", "rule": "7.2", "side": "union", "hex": "4905", "from": "4904",
        "leader": "patterson-2", "attackers": 3, "attacker_size": "S", "defenders": 3, "defender_size": "S",
        "defending_leaders": ["je_johnston-3", "jackson-1", "stuart-1"], "attacker_demoralized": false,
        "defender_demoralized": false, "attacker_supplied": true, "defender_supplied": true, "chart": "E",
        "odds": "0", "shifts": shifts, "net": 0, "resolution": {"column": "E"}})
}

fn cell(side: &str, fire: &str, face: u8, added: u8) -> Value {
    json!({"side": side, "fire": fire, "column": "E", "size": "S", "face": face, "added": added,
        "total": face + added, "result": "d", "source": "rulebook 7.2"})
}

/// Patterson's attack on Winchester, as `examples/virginia-head-to-head` has it in step 20.
#[test]
fn a_combat_is_dealt_with_its_odds_dice_and_end() {
    let cards = dealt(json!([
        opening(json!([{"left": 1, "because": {"fort": "fort"}, "name": "Ft. Loudoun", "rule": "7.3.2"}])),
        {"event": "combat_dice", "rule": "7.4", "hex": "4905", "rerolls": 0,
            "attacker": {"side": "union", "purpose": "combat union", "face": 5, "additions": [], "added": 0, "total": 5},
            "defender": {"side": "confederate", "purpose": "combat confederate", "face": 3, "added": 2, "total": 5,
                "additions": [
                    {"leader": "patterson-2", "rating": 1, "points": 1, "because": "tinted", "rule": "7.4.4"},
                    {"leader": "je_johnston-3", "rating": 1, "points": 1, "because": "rating", "rule": "7.4.3"}]}},
        {"event": "combat_result", "rule": "7.2.7", "hex": "4905", "column": "E",
            "attacker_reads": cell("union", "Def", 5, 0), "defender_reads": cell("confederate", "Att", 3, 2),
            "attacker": {"side": "union", "had": 3, "lost": 0, "left": 3, "demoralized": true},
            "defender": {"side": "confederate", "had": 3, "lost": 1, "left": 2, "demoralized": false}},
        {"event": "retreated", "rule": "7.7.13", "side": "union", "from": "4905", "to": "4904"},
    ]));
    let [card] = cards.as_slice() else { panic!("one card: {cards:#?}") };
    assert_eq!(card.title, "Combat in Winchester (4905)");
    assert_eq!(card.table, ["3 to 3: difference 0, column E", "1 left: the defender is in a fort, Ft. Loudoun"]);
    let [union, confederate] = &card.sides;
    assert_eq!((union.heading.as_str(), union.side.as_str()), ("Union attacks", "union"));
    assert_eq!(union.force, ["Patterson", "3 strength points"]);
    assert_eq!((&union.dice[..], union.total), (&[5][..], Some(5)));
    assert_eq!(union.result, "demoralized");
    assert_eq!(confederate.force, ["J.E. Johnston and 2 more", "3 strength points"]);
    assert_eq!(confederate.modifiers, [("Patterson".to_owned(), 1), ("J.E. Johnston".to_owned(), 1)]);
    assert_eq!((&confederate.dice[..], confederate.total), (&[3][..], Some(5)));
    assert_eq!(confederate.result, "loses 1 strength point");
    assert_eq!(card.outcome, "The Union force retreats to Martinsburg (4904).");
}

#[test]
fn a_die_that_is_rolled_again_keeps_what_is_added_to_it() {
    let cards = dealt(json!([
        opening(json!([])),
        {"event": "combat_dice", "rule": "7.4", "hex": "4905", "rerolls": 1,
            "attacker": {"side": "union", "purpose": "combat union", "face": 1, "added": 1, "total": 2, "additions": [
                {"leader": "patterson-2", "rating": 1, "points": 1, "because": "rating", "rule": "7.4.3"}]},
            "defender": {"side": "confederate", "purpose": "combat confederate", "face": 3, "additions": [], "added": 0,
                "total": 3}},
        {"event": "reroll", "rule": "7.4.6", "side": "union", "die": "own", "face": 6},
    ]));
    assert_eq!((&cards[0].sides[0].dice[..], cards[0].sides[0].total), (&[6][..], Some(7)));
    assert_eq!(cards[0].outcome, "The combat waits for a decision.");
}

#[test]
fn an_attack_lies_between_its_hexes_and_a_landing_where_it_lands() {
    let rules = CivilWar::shipped();
    let spot = |hex: &str| picture::spot(&rules, hex.parse().expect("a hex"));
    let overrun = |from: &str| {
        let cards = dealt(json!([{"event": "overrun", "rule": "7.6", "side": "union", "hex": "4905", "from": from,
            "attackers": 12, "defenders": 1, "ratio": 12}]));
        cards[0].at
    };
    assert_eq!(overrun("4904"), Some(spot("4905").toward(spot("4904"), 50)));
    // From Washington, three hexes away.
    assert_eq!(overrun("5206"), Some(spot("4905")));
}

#[test]
fn an_overrun_has_a_card_without_dice() {
    let cards = dealt(json!([{"event": "overrun", "rule": "7.6", "side": "union", "hex": "4905", "from": "4904",
        "attackers": 12, "defenders": 1, "ratio": 12}]));
    assert_eq!(
        (cards[0].title.as_str(), &cards[0].table[..]),
        ("Overrun in Winchester (4905)", &["12 to 1".to_owned()][..])
    );
    assert_eq!(cards[0].sides[1].result, "loses 1 strength point");
    assert!(dealt(json!([])).is_empty());
}
