//! Each kind of moment, from events made by hand.

use serde_json::{Value, json};

use adjutant_core::document::{Id, from_tagged, from_value, word_and_details};
use adjutant_core::engine::Ruleset;
use adjutant_core::engine::run::to_value;
use adjutant_core::report::{Highlight, Kind, StepFacts};
use civil_war::CivilWar;
use civil_war::events::Event;
use civil_war::present::accounts::cited;
use civil_war::present::highlights::{moments, rulings_in};
use civil_war::present::picture::spot;

/// The highlights of events that follow one another in a pulse of the Union.
fn highlights_of(events: Value) -> Vec<Highlight> {
    let rules = CivilWar::shipped();
    let given = json!({"phasing": "union", "difference": 5,
        "union": {"at": {"5206": {"sp": 7, "leaders": ["mcdowell-3", "hooker-1"], "army": "potomac"}}},
        "confederate": {"at": {"5006": {"sp": 5, "leaders": ["je_johnston-3"], "army": "northern_virginia"}}}});
    let position = rules.case(&given).expect("a position");
    let events: Vec<Value> = events.as_array().expect("a list").clone();
    for event in &events {
        if let Ok(known) = from_tagged::<Event>("event", event) {
            assert_eq!(word_and_details(to_value(&known)).0, event["event"]);
        }
    }
    let facts = StepFacts { step: 3, rolls: Vec::new(), events, reader: None };
    moments(&rules, &position, &position, &facts)
}

/// The only moment of an event.
#[track_caller]
fn one(event: Value) -> Highlight {
    let mut found = highlights_of(json!([event]));
    assert_eq!(found.len(), 1, "{found:#?}");
    found.remove(0)
}

/// That an event becomes a highlight of that kind, in these words, and who is named.
#[track_caller]
fn is(event: Value, kind: Kind, side: Option<&str>, words: &str, people: &[&str]) {
    let rule = event["rule"].clone();
    let moment = one(event);
    assert_eq!((moment.kind, moment.words.as_str()), (kind, words));
    assert_eq!(moment.side.as_ref().map(Id::as_str), side, "{moment:?}");
    assert_eq!(moment.people, people, "{moment:?}");
    assert_eq!(moment.rules.first().map(String::as_str), rule.as_str(), "{moment:?}");
}

fn order(order: Value) -> Value {
    json!({"event": "order", "rule": "protocol 3", "side": "union", "n": 0, "order": order})
}

fn march(leader: Value, armies: Value, sp: u32) -> Value {
    json!({"event": "march", "rule": "6.1.3", "side": "union", "leader": leader, "armies": armies, "sp": sp,
        "from": "5206", "allowance": 4, "supplied": true})
}

fn entered(hex: &str) -> Value {
    json!({"event": "entered", "rule": "6.1.3", "side": "union", "hex": hex, "cost": 1, "left": 3})
}

fn control(hex: &str) -> Value {
    json!({"event": "control", "rule": "2.1", "side": "union", "hex": hex})
}

fn words(found: &[Highlight]) -> Vec<&str> {
    found.iter().map(|moment| moment.words.as_str()).collect()
}

#[test]
fn a_turn_is_a_heading_and_no_other_phase_is() {
    let phase = |phase: &str| json!({"event": "phase", "rule": "3.2", "turn": 2, "phase": phase});
    is(phase("reinforcement"), Kind::Turn, None, "Turn 2, September-October 1861", &[]);
    assert!(highlights_of(json!([phase("command"), phase("action"), phase("rally"), phase("end")])).is_empty());
}

#[test]
fn what_needs_no_line_has_none() {
    let quiet = json!([
        {"event": "initiative", "rule": "4.2.3", "pulse": 1, "union": 7, "confederate": 3, "winner": "union",
            "difference": 4},
        {"event": "half", "rule": "4.2.6", "side": "union", "difference": 4, "free": false},
        {"event": "paid", "rule": "6.2.4", "side": "union", "points": {"east": 2}, "left": 2},
        {"event": "reaction_declined", "rule": "12.3.5", "side": "confederate", "army": "northern_virginia"},
        {"event": "half_over", "rule": "4.2.7", "side": "union", "unspent": 4},
        {"event": "committed", "rule": "protocol 7", "side": "union", "id": "priorities-1"},
    ]);
    assert!(highlights_of(quiet.clone()).is_empty(), "{:#?}", highlights_of(quiet));
}

#[test]
fn a_march_is_one_line_and_what_it_takes_follows() {
    // Richmond is a city; Aquia is none.
    let found = highlights_of(json!([
        order(json!({"move": {"leader": "mcdowell", "sp": 6, "path": ["5107", "5108", "5109"]}})),
        march(json!("mcdowell-3"), json!([]), 6),
        entered("5107"),
        control("5107"),
        {"event": "dropped", "rule": "6.2.4", "side": "union", "hex": "5107", "sp": 2, "leaders": ["hooker-1"]},
        entered("5109"),
        control("5109"),
        {"event": "half_over", "rule": "4.2.7", "side": "union", "unspent": 0},
    ]));
    assert_eq!(
        words(&found),
        [
            "McDowell (3 stars) marches with 6 strength points from Washington (5206) via Aquia (5107) to Richmond \
             (5109), leaving 2 strength points and Hooker (1 star) in Aquia (5107).",
            "The Union takes control of Richmond (5109).",
        ]
    );
    assert_eq!((found[0].kind, found[1].kind), (Kind::Order, Kind::Control));
    assert_eq!(found[0].people, ["McDowell", "Hooker"]);
    assert_eq!(found[0].rules, ["6.1.3", "6.2.4"]);
    assert_eq!(found[0].part.as_deref(), Some("east"));
    let rules = CivilWar::shipped();
    assert_eq!(found[0].at, Some(spot(&rules, "5206".parse().expect("a hex"))));
    assert_eq!(found[1].at, Some(spot(&rules, "5109".parse().expect("a hex"))));
    assert_ne!(found[0].at, found[1].at);
}

#[test]
fn an_army_marches_with_its_officers() {
    let found = highlights_of(json!([
        order(json!({"move": {"army": "potomac", "path": ["5106"]}})),
        march(json!("mcdowell-3"), json!(["potomac"]), 7),
        entered("5106"),
        {"event": "halted", "rule": "12.3.4", "side": "union", "hex": "5106", "because": "ordered"},
    ]));
    assert_eq!(
        words(&found),
        ["The Army of the Potomac marches with 7 strength points under McDowell (3 stars) from Washington (5206) to \
          Alexandria (5106). The march stops in Alexandria (5106): its orders end the march here."]
    );
    assert_eq!(found[0].people, ["McDowell", "Hooker"]);
}

#[test]
fn an_order_of_which_nothing_else_is_told_is_told_itself() {
    let found = highlights_of(json!([
        order(json!({"rally": {"at": "5206"}})),
        {"event": "paid", "rule": "5.6", "side": "union", "points": {"east": 2}, "left": 2},
        order(json!({"build": {"what": "depot", "at": "5206"}})),
        {"event": "built", "rule": "9.2.7a", "side": "union", "what": "depot", "at": "5206"},
    ]));
    assert_eq!(
        words(&found),
        ["The Union's order: rally the force in Washington (5206).", "The Union builds a depot in Washington (5206)."]
    );
    assert_eq!(found[0].rules, ["protocol 3"]);
    assert!(found[0].at.is_some());
}

fn opening(resolution: Value) -> Value {
    json!({"event": "combat", "rule": "7.2", "side": "union", "hex": "5310", "from": "5309", "leader": "mcdowell-3",
        "attackers": 6, "attacker_size": "M", "defenders": 2, "defender_size": "S", "defending_leaders": ["magruder-1"],
        "attacker_demoralized": false, "defender_demoralized": false, "attacker_supplied": true,
        "defender_supplied": true, "chart": "J", "odds": "3-1",
        "shifts": [{"left": 1, "because": {"terrain": "forest"}, "rule": "7.5.2", "reconstructed": true}],
        "net": 1, "resolution": resolution})
}

fn result(lost: [u32; 2], demoralized: [bool; 2]) -> Value {
    let cell = |side: &str, fire: &str| {
        json!({"side": side, "fire": fire, "column": "K", "size": "M", "face": 3, "added": 0, "total": 3, "result": "d1",
            "source": "reconstructed: CW-1", "reconstructed": true})
    };
    json!({"event": "combat_result", "rule": "7.2.7", "hex": "5310", "column": "K",
        "attacker_reads": cell("union", "Def"), "defender_reads": cell("confederate", "Att"),
        "attacker": {"side": "union", "had": 6, "lost": lost[0], "left": 6 - lost[0], "demoralized": demoralized[0]},
        "defender": {"side": "confederate", "had": 2, "lost": lost[1], "left": 2 - lost[1],
            "demoralized": demoralized[1]}})
}

fn retreated(side: &str, from: &str, to: &str) -> Value {
    json!({"event": "retreated", "rule": "7.7.13", "side": side, "from": from, "to": to})
}

#[test]
fn a_combat_is_one_line_whatever_belongs_to_it() {
    let advanced =
        json!({"event": "advanced", "rule": "7.7.5", "side": "union", "hex": "5310", "from": "5309", "sp": 5});
    let found = highlights_of(json!([
        opening(json!({"column": "K"})),
        result([1, 0], [false, true]),
        {"event": "lost", "rule": "7.7.1", "side": "union", "hex": "5310", "sp": 1, "left": 5},
        {"event": "demoralized", "rule": "7.7.2", "side": "confederate", "hex": "5310", "because": "combat_result"},
        {"event": "must_retreat", "rule": "7.7.9", "side": "confederate", "from": "5310", "because": "demoralized_again"},
        retreated("confederate", "5310", "5210"),
        retreated("confederate", "5210", "5209"),
        advanced,
        {"event": "leader_check", "rule": "5.4.2", "side": "union", "piece": "mcdowell-3", "cause": "combat", "total": 5,
            "fate": "unhurt"},
    ]));
    assert_eq!(
        words(&found),
        [
            "Combat in Yorktown (5310): the Union under McDowell attacks with 6 strength points against 2 under Magruder and wins. \
             Losses: Union 1, Confederate 0; the Confederate force is demoralized. The Confederate force retreats to White \
             House (5209)."
        ]
    );
    let Highlight { kind, side, part, people, rules, .. } = &found[0];
    assert_eq!((*kind, part.as_deref()), (Kind::Combat, Some("east")));
    assert_eq!(side.as_ref().map(Id::as_str), Some("union"));
    assert_eq!(people, &["McDowell", "Magruder"]);
    // Its own rules, each once, and the rulings on ground and table that it rests on.
    assert_eq!(rules, &["7.2", "7.5.2", "CW-13", "7.2.7", "CW-1", "7.7.1", "7.7.2", "7.7.9", "7.7.13", "7.7.5"]);
}

#[test]
fn an_attack_that_fails_is_thrown_back_and_may_be_destroyed() {
    let head =
        "Combat in Yorktown (5310): the Union under McDowell attacks with 6 strength points against 2 under Magruder";
    let fought = |then: Value| {
        let found = highlights_of(json!([opening(json!({"column": "K"})), result([2, 0], [true, false]), then]));
        assert_eq!(found.len(), 1, "{found:#?}");
        found[0].words.clone()
    };
    assert_eq!(
        fought(retreated("union", "5310", "5309")),
        format!(
            "{head} and is thrown back. Losses: Union 2, Confederate 0; the Union force is demoralized. The Union force \
             retreats to Urbanna (5309)."
        )
    );
    let destroyed = json!({"event": "destroyed", "rule": "7.7.14", "side": "union", "hex": "5310", "sp": 4,
        "because": "navigable_river"});
    assert_eq!(
        fought(destroyed),
        format!(
            "{head} and is thrown back. Losses: Union 6 (force destroyed), Confederate 0. A \
             Union force of 4 strength points is destroyed in Yorktown (5310)."
        )
    );
}

#[test]
fn overruns_and_hopeless_attacks_are_combats() {
    let overrun = json!({"event": "overrun", "rule": "7.6.2", "side": "union", "hex": "5310", "from": "5309",
        "attackers": 6, "defenders": 2, "ratio": 3});
    let found = highlights_of(json!([opening(json!("overrun")), overrun]));
    assert_eq!(
        words(&found),
        [
            "Combat in Yorktown (5310): the Union under McDowell attacks with 6 strength points against 2 under Magruder and overruns \
             the Confederate force, which loses 2 strength points."
        ]
    );
    // One in the midst of a retreat stands by itself.
    is(
        overrun,
        Kind::Combat,
        Some("union"),
        "Overrun in Yorktown (5310): the Union attacks with 6 strength points against 2 and overruns the Confederate \
         force, which loses 2 strength points.",
        &[],
    );
    let hopeless = json!({"event": "hopeless", "rule": "7.2.3", "side": "union", "hex": "5310", "from": "5309",
        "attackers": 6, "defenders": 2});
    let found = highlights_of(json!([opening(json!("hopeless")), hopeless]));
    assert_eq!(found.len(), 1);
    assert!(found[0].words.ends_with("against 2 under Magruder and loses them all in a hopeless attack."), "{found:?}");
}

#[test]
fn a_combat_goes_on_in_the_next_step() {
    // A position in which the attacker is asked whether to roll again, from the first question of a real combat.
    let rules = CivilWar::shipped();
    let fight = json!({"column": "K", "attackers": 6, "defenders": 5, "defender_demoralized": false,
        "defender_supplied": true, "defending_leaders": ["je_johnston-3"], "attack_die": 3, "defence_die": 4,
        "part": "choose", "rerolls": 1});
    let given = json!({"phasing": "union",
        "union": {"at": {"5106": {"sp": 6, "leaders": ["mcdowell-3"]}}},
        "confederate": {"at": {"5006": {"sp": 5, "leaders": ["je_johnston-3"]}}}});
    let mut position = rules.case(&given).expect("a position");
    let group = *position.game.groups.iter().find(|(_, group)| group.sp == 6).expect("the Union").0;
    let combat = json!({"force": {"side": "union", "leader": "mcdowell-3", "groups": [group]}, "hex": "5006",
        "from": "5106", "supplied": true, "stage": {"fight": fight}});
    let combat = from_value(combat).expect("a combat");
    position.stack.push(civil_war::Procedure::Combat(combat));
    let highlights_after = |events: Value, after| {
        let events = events.as_array().expect("a list").clone();
        moments(&rules, &position, after, &StepFacts { step: 3, events, ..StepFacts::default() })
    };
    let reroll = json!({"event": "reroll", "rule": "7.4.6", "side": "union", "die": "own", "face": 6});
    let head = "Combat in Manassas (5006), continued: the Union under McDowell attacks with 6 strength points against 5 under J.E. \
                Johnston";
    // Nothing of it happens: nothing is told.
    assert!(highlights_after(json!([]), &position).is_empty());
    let found = highlights_after(json!([reroll.clone()]), &position);
    assert_eq!(words(&found), [format!("{head}. It waits for a decision.")]);
    let mut over = position.clone();
    over.stack.pop();
    let found = highlights_after(json!([reroll, retreated("union", "5006", "5106")]), &over);
    assert_eq!(words(&found), [format!("{head} and is thrown back. The Union force retreats to Alexandria (5106).")]);
    assert_eq!(found[0].people, ["McDowell", "J.E. Johnston"]);
}

#[test]
fn leaders_are_named_where_they_are_hurt() {
    let check = |fate: &str, due: Value| {
        json!({"event": "leader_check", "rule": "5.4.2", "side": "confederate", "piece": "magruder-1", "cause": "combat",
            "total": 2, "fate": fate, "due": due})
    };
    let after = |event: Value| {
        let found = highlights_of(json!([opening(json!({"column": "K"})), event]));
        assert_eq!(found.len(), 2, "{found:#?}");
        found[1].clone()
    };
    let killed = after(check("killed", json!(null)));
    assert_eq!((killed.kind, killed.words.as_str()), (Kind::Leader, "Magruder (1 star) is killed in Yorktown (5310)."));
    assert_eq!((killed.people.as_slice(), killed.part.as_deref()), (["Magruder".to_owned()].as_slice(), Some("east")));
    assert_eq!(
        after(check("wounded", json!(2))).words,
        "Magruder (1 star) is wounded in Yorktown (5310); he may return in turn 2, September-October 1861."
    );
    is(
        json!({"event": "eligible", "rule": "5.2.4", "side": "union", "piece": "hooker-2", "due": 2}),
        Kind::Leader,
        Some("union"),
        "Hooker is unhurt on a roll of 7 or more and earns promotion to 2 stars: the new counter is in the leader \
         pool from turn 2, \
         September-October 1861.",
        &["Hooker"],
    );
    is(
        json!({"event": "drawn", "rule": "10.3", "side": "union", "piece": "hooker-1", "at": "5206", "free": true}),
        Kind::Leader,
        Some("union"),
        "The Union draws Hooker (1 star) from its leader pool as the free reinforcement and places him in Washington \
         (5206).",
        &["Hooker"],
    );
    is(
        json!({"event": "takes_command", "rule": "5.4.4", "side": "union", "army": "potomac", "piece": "hooker-3",
            "how": "senior"}),
        Kind::Leader,
        Some("union"),
        "Hooker (3 stars) takes command of the Army of the Potomac as its senior leader.",
        &["Hooker"],
    );
    is(
        json!({"event": "promoted", "rule": "5.2.2", "side": "union", "piece": "hooker-2", "replaces": "hooker-1",
            "at": "5206"}),
        Kind::Leader,
        Some("union"),
        "Hooker is promoted from 1 star to 2 stars in Washington (5206).",
        &["Hooker"],
    );
}

#[test]
fn orders_of_every_kind() {
    is(
        json!({"event": "reinforced", "rule": "10.2.1", "side": "union", "from": "east", "at": "5206", "free": false}),
        Kind::Order,
        Some("union"),
        "A Union strength point from the East track enters Washington (5206).",
        &[],
    );
    is(
        json!({"event": "railed", "rule": "6.6.1", "side": "union", "leader": "hooker-1", "sp": 2, "from": "5206",
            "to": "5305", "used": 2, "capacity": 6}),
        Kind::Order,
        Some("union"),
        "Hooker (1 star) with 2 strength points moves by rail from Washington (5206) to Baltimore (5305).",
        &["Hooker"],
    );
    is(
        json!({"event": "sea_moved", "rule": "8.7.2", "side": "union", "sp": 1, "leaders": [], "from": "5305",
            "to": "5206", "used": 1, "capacity": 4}),
        Kind::Order,
        Some("union"),
        "A Union strength point moves by sea from Baltimore (5305) to Washington (5206).",
        &[],
    );
    is(
        json!({"event": "rallied", "rule": "5.6", "side": "union", "hex": "5206", "leader": "mcdowell"}),
        Kind::Order,
        Some("union"),
        "McDowell rallies the Union force in Washington (5206).",
        &["McDowell"],
    );
    is(
        json!({"event": "army_created", "rule": "12.1.1", "side": "union", "army": "potomac", "at": "5206", "sp": 7,
            "commander": "mcdowell-3"}),
        Kind::Order,
        Some("union"),
        "The Army of the Potomac is formed in Washington (5206): 7 strength points under McDowell (3 stars).",
        &["McDowell"],
    );
    // Johnston commands the army that reacts.
    is(
        json!({"event": "reacted", "rule": "12.3.8", "side": "confederate", "army": "northern_virginia", "leader": null,
            "from": "5006", "to": "5107", "sp": 5, "left": 0}),
        Kind::Order,
        Some("confederate"),
        "The Army of Northern Virginia reacts from Manassas (5006) to Aquia (5107).",
        &["J.E. Johnston"],
    );
    let sailed = json!({"event": "sailed", "rule": "8.3.5", "side": "union", "leader": "farragut-2",
        "hulls": {"ships": ["monitor"], "ocean": 4}, "from": "5410", "way": ["5512"], "sp": 2, "aboard": ["burnside-2"]});
    let ashore = json!({"event": "ashore", "rule": "8.4.5", "side": "union", "hex": "5412", "from": "5512", "sp": 2,
        "leaders": ["burnside-2"]});
    let found = highlights_of(json!([sailed, ashore]));
    assert_eq!(found.len(), 1, "{found:#?}");
    assert!(
        found[0].words.starts_with(
            "Farragut (2 stars) sails with the Monitor and 4 ocean transports, carrying 2 \
                                       strength points and Burnside (2 stars), from Fort Monroe (5410) to \
                                       "
        ),
        "{found:?}"
    );
    assert!(found[0].words.contains(". 2 strength points and Burnside (2 stars) go ashore in "), "{found:?}");
    assert_eq!(
        (found[0].people.join(" "), found[0].rules.join(" ")),
        ("Farragut Burnside".into(), "8.3.5 8.4.5".into())
    );
}

#[test]
fn the_war_on_water_is_told_shot_by_shot() {
    let battery = json!({"event": "battery", "rule": "8.10.6", "side": "confederate", "fort": "5411", "kind": "fort",
        "manned": true, "at": "5410/5411", "face": 6, "result": "sunk"});
    let hit = json!({"event": "hit", "rule": "8.10.4", "side": "union", "hull": "monitor", "at": "5410/5411"});
    let side = |face: u32, result: &str| {
        json!({"hulls": {"ships": ["monitor"]}, "strength": 1, "face": face,
        "result": result})
    };
    let round = json!({"event": "naval_round", "rule": "8.10.11", "at": "5410/5411", "round": 1,
        "union": side(2, "none"), "confederate": side(5, "damaged")});
    let found = highlights_of(json!([round, battery, hit]));
    assert_eq!(found.len(), 3, "{found:#?}");
    assert!(found.iter().all(|moment| moment.kind == Kind::Combat && moment.at == found[0].at && moment.at.is_some()));
    assert!(found[0].words.starts_with("Round 1 at 5410/5411"), "{found:?}");
    assert!(found[1].words.ends_with("and rolls 6: a ship is sunk."), "{found:?}");
    assert_eq!(found[2].words, "The Monitor is sunk.");
    // The phasing side's fight, the guns of the fort, and whoever has sunk the ship.
    let sides: Vec<&str> = found.iter().filter_map(|moment| moment.side.as_ref()).map(Id::as_str).collect();
    assert_eq!(sides, ["union", "confederate", "confederate"]);
    // Between two hexes it is in the middle of the way from one to the other.
    let rules = CivilWar::shipped();
    let [a, b] = ["5410", "5411"].map(|hex| spot(&rules, hex.parse().expect("a hex")));
    assert_eq!(found[0].at.map(|at| (2 * at.x, 2 * at.y)), Some((a.x + b.x, a.y + b.y)));
}

#[test]
fn points_the_war_at_home_and_the_end() {
    is(
        json!({"event": "scored", "rule": "3.10", "side": "confederate", "vp": 1, "cause": {"table_use": {"uses": 2}}}),
        Kind::Score,
        Some("confederate"),
        "The Confederacy scores 1 victory point: the Command Points Table was used twice this turn.",
        &[],
    );
    is(
        json!({"event": "ended", "rule": "17.3", "union": 7, "confederate": 3, "winner": "union", "level": "marginal"}),
        Kind::Score,
        Some("union"),
        "The Union has 7 victory points, the Confederacy 3: a marginal victory for the Union. The Union is 4 points ahead; \
         a Union lead of 0 or more is a marginal victory for the Union.",
        &[],
    );
    is(
        json!({"event": "supply", "rule": "9.4.5", "production": 90, "ports": 40, "blockade": 25, "imports": 30,
            "total": 120}),
        Kind::Other,
        Some("confederate"),
        "The Confederacy produces 90 points of supply; with port capacity for 40 points and a blockade of 25% \
         it imports 30: 120 in total.",
        &[],
    );
    is(
        json!({"event": "mississippi", "rule": "4.1.4", "lost": true}),
        Kind::Other,
        Some("union"),
        "The Confederacy loses control of the Mississippi and is cut in two.",
        &[],
    );
    is(
        json!({"event": "intervention", "rule": "4.1.6c"}),
        Kind::Other,
        Some("confederate"),
        "Washington is taken, and foreign powers intervene for the Confederacy.",
        &[],
    );
    is(
        json!({"event": "raid", "rule": "3.4", "raider": "alabama", "dice": 8, "added": 0, "merchants": 8, "lost": false,
            "sunk_so_far": 20}),
        Kind::Other,
        Some("confederate"),
        "The Alabama rolls 8 and sinks 8 merchant ships (20 since the war began).",
        &[],
    );
    is(
        json!({"event": "converted", "rule": "2.1.3", "state": "missouri", "to": "union", "neutral": false,
            "back": false}),
        Kind::Control,
        Some("union"),
        "The Union controls all victory point cities of Missouri, which joins it.",
        &[],
    );
    is(
        json!({"event": "depot_lost", "rule": "9.2.8", "side": "confederate", "hex": "5006", "how": "captured"}),
        Kind::Control,
        Some("union"),
        "The Union captures the Confederate depot in Manassas (5006).",
        &[],
    );
}

#[test]
fn a_force_that_rallies_by_itself_has_one_line_with_its_loss() {
    let lost = |hex: &str| json!({"event": "lost", "rule": "3.9", "side": "union", "hex": hex, "sp": 1, "left": 3});
    let found = highlights_of(json!([
        lost("5206"),
        lost("5106"),
        {"event": "rallied", "rule": "3.9", "side": "union", "hex": "5206"},
        {"event": "not_rallied", "rule": "3.9", "side": "union", "hex": "5106"},
    ]));
    assert_eq!(
        words(&found),
        [
            "The demoralized Union force in Washington (5206) loses 1 strength point; 3 remain. The Union force in \
             Washington (5206) rallies.",
            "The demoralized Union force in Alexandria (5106) loses 1 strength point; 3 remain. The Union force in \
             Alexandria (5106) is out of supply and stays demoralized.",
        ]
    );
}

#[test]
fn what_passes_between_the_players() {
    let said = |event: Value| one(event).words;
    let rally = json!({"rally": {"at": "5206"}});
    assert_eq!(
        said(json!({"event": "skipped", "rule": "orders", "side": "union", "n": 1, "order": rally,
            "reasons": [{"code": "not_empty", "facts": {"hex": "5106"}}]})),
        "An order of the Union is skipped, because Alexandria (5106) is not empty: rally the force in Washington (5206)."
    );
    assert_eq!(
        said(json!({"event": "handed_back", "rule": "6.5", "side": "union", "n": 1, "orders": [rally, rally],
            "reasons": [{"code": "half_over", "rule": "4.2.6"}]})),
        "Orders 2 and 3 of the Union were not carried out. The Union half-pulse is over. Their points are \
         returned."
    );
    let offer = |event: &str| {
        one(json!({"event": event, "rule": "protocol 6", "side": "confederate", "proposal": {"draw": true}}))
    };
    assert_eq!(offer("proposed").words, "The Confederacy proposes a draw.");
    assert_eq!((offer("accepted").kind, offer("declined").kind), (Kind::Score, Kind::Other));
    assert_eq!(said(json!({"event": "resigned", "rule": "protocol 6", "side": "union"})), "The Union resigns.");
    // What no game knows is not told in an index.
    assert!(highlights_of(json!([{"event": "gremlin", "rule": "1.1"}])).is_empty());
}

#[test]
fn rules_and_words_are_cleaned() {
    let event = json!({"event": "x", "rule": "7.2", "shifts": [{"rule": "7.5.2"}, {"rule": "7.5.2"}, {"rule": ""}]});
    assert_eq!(cited(&event), ["7.2", "7.5.2"]);
    assert!(cited(&json!({"event": "order", "rule": "orders", "order": {}})).is_empty());
    assert_eq!(rulings_in("cells (CW-1); ratings (CW-204), CW-, CW-x"), ["CW-1", "CW-204"]);
}
