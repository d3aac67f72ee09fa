//! What is read from the events of a step.

use serde_json::{Value, json};

use crate::opening::hex;
use adjutant_core::document::from_tagged;
use adjutant_core::engine::{Position, Ruleset};
use adjutant_core::report::StepFacts;
use civil_war::CivilWar;
use civil_war::pack::{Side, Station};
use civil_war::present::tracks::{Course, MoveKind, Sign, Tracks};

fn position(rules: &CivilWar) -> Position<CivilWar> {
    let union = json!({"at": {"5206": {"sp": 12, "leaders": ["mcdowell-3"]}, "5106": {"sp": 1}}});
    rules
        .case(&json!({"phasing": "union", "difference": 5, "union": union, "confederate": {"at": {"5006": {"sp": 9}}}}))
        .expect("a position")
}

/// The trail of events in a pulse of the Union; each must be known to the game.
fn trail(events: Value) -> Tracks {
    let rules = CivilWar::shipped();
    let position = position(&rules);
    let events = events.as_array().expect("a list").clone();
    for event in &events {
        let known = from_tagged::<civil_war::events::Event>("event", event);
        assert!(known.is_ok(), "{event}: {known:?}");
    }
    let facts = StepFacts { step: 1, rolls: Vec::new(), events, reader: None };
    Tracks::of(&rules, &position, &position.game, &facts)
}

fn hexes(course: &Course) -> Vec<String> {
    course.points.iter().map(Station::to_string).collect()
}

fn march(from: &str) -> Value {
    json!({"event": "march", "rule": "6.1", "side": "union", "leader": "mcdowell-3", "sp": 6, "from": from,
        "allowance": 4, "supplied": true})
}

fn entered(hex: &str) -> Value {
    json!({"event": "entered", "rule": "6.1.3", "side": "union", "hex": hex, "cost": 1, "left": 1})
}

fn combat(from: &str, hex: &str) -> Value {
    json!({"event": "combat", "rule": "7.2", "side": "union", "hex": hex, "from": from, "leader": "mcdowell-3",
        "attackers": 6, "attacker_size": "M", "defenders": 9, "defender_size": "M", "defending_leaders": [],
        "attacker_demoralized": false, "defender_demoralized": false, "attacker_supplied": true,
        "defender_supplied": true, "chart": "B", "odds": "1-2", "shifts": [], "net": 0,
        "resolution": {"column": "B"}})
}

#[test]
fn a_march_a_combat_and_what_came_of_it() {
    let trail = trail(json!([
        march("5206"),
        entered("5106"),
        combat("5106", "5006"),
        {"event": "lost", "rule": "7.7", "side": "confederate", "hex": "5006", "sp": 2, "left": 7},
        {"event": "demoralized", "rule": "7.7", "side": "confederate", "hex": "5006", "because": "combat_result"},
        {"event": "retreated", "rule": "7.7.13", "side": "confederate", "from": "5006", "to": "4906"},
        {"event": "retreated", "rule": "7.7.13", "side": "confederate", "from": "4906", "to": "4806"},
        {"event": "advanced", "rule": "7.7.5", "side": "union", "hex": "5006", "from": "5106", "sp": 6},
        {"event": "leader_check", "rule": "5.4.2", "side": "union", "piece": "mcdowell-3", "cause": "combat", "total": 2,
            "again": null, "fate": "killed", "due": null},
    ]));
    let ways: Vec<(Side, MoveKind, Vec<String>)> =
        trail.courses.iter().map(|course| (course.side, course.way, hexes(course))).collect();
    let way = |side, way, points: &[&str]| (side, way, points.iter().map(|at| (*at).to_owned()).collect());
    assert_eq!(
        ways,
        [
            way(Side::Union, MoveKind::March, &["5206", "5106"]),
            way(Side::Union, MoveKind::Attack, &["5106", "5006"]),
            way(Side::Confederate, MoveKind::Retreat, &["5006", "4906", "4806"]),
            way(Side::Union, MoveKind::Advance, &["5106", "5006"]),
        ]
    );
    assert_eq!(trail.courses[0].who, "McDowell with 6 strength points");
    let [mark] = trail.marks.as_slice() else { panic!("{:?}", trail.marks) };
    assert_eq!((mark.sign, mark.at, mark.side), (Sign::Combat(1), Station::Hex(hex("5006")), Side::Union));
    for told in [
        "1. Combat in Manassas (5006): the Union under McDowell attacks with 6 strength points against 9 and wins.",
        "The Confederate force retreats to New Market (4806).",
        "McDowell is killed.",
    ] {
        assert!(mark.title.contains(told), "no '{told}' in {}", mark.title);
    }
}

#[test]
fn losses_elsewhere_are_none_of_the_combat() {
    let trail = trail(json!([
        combat("5106", "5006"),
        {"event": "lost", "rule": "9.1", "side": "confederate", "hex": "2414", "sp": 2, "left": 7},
        {"event": "half_over", "rule": "4.2.6", "side": "union", "unspent": 0},
        {"event": "lost", "rule": "9.1", "side": "confederate", "hex": "5006", "sp": 2, "left": 7},
    ]));
    assert!(!trail.marks[0].title.contains("loses"), "{}", trail.marks[0].title);
}

#[test]
fn rails_ships_and_who_came_in() {
    let trail = trail(json!([
        {"event": "railed", "rule": "6.6", "side": "union", "leader": null, "sp": 3, "from": "5206", "to": "5106",
            "used": 3, "capacity": 10},
        {"event": "sailed", "rule": "8.3.5", "side": "union", "leader": null, "hulls": {"ocean": 2}, "from": "5106/5206",
            "way": ["5107/5206", "5206/5207", "5207/5307"], "sp": 1},
        {"event": "moored", "rule": "8.3.5", "side": "union", "hulls": {"ocean": 2}, "at": "5206/5207"},
        {"event": "reinforced", "rule": "10.2", "side": "union", "from": "east", "at": "5206", "free": false},
        {"event": "reinforced", "rule": "10.2", "side": "union", "from": "east", "at": "5206", "free": true},
        {"event": "control", "rule": "2.1", "side": "union", "hex": "5109"},
        {"event": "control", "rule": "2.1", "side": "confederate", "hex": "5109"},
    ]));
    let [rail, ships] = trail.courses.as_slice() else { panic!("{:?}", trail.courses) };
    assert_eq!(
        (rail.way, hexes(rail).first().cloned(), hexes(rail).last().cloned()),
        (MoveKind::Rail, Some("5206".to_owned()), Some("5106".to_owned()))
    );
    // As far as they got.
    assert_eq!(hexes(ships), ["5106/5206", "5107/5206", "5206/5207"]);
    assert_eq!(ships.who, "2 ocean transports, with 1 strength point");
    let signs: Vec<(Sign, Side)> = trail.marks.iter().map(|mark| (mark.sign, mark.side)).collect();
    assert_eq!(signs, [(Sign::Entered(2), Side::Union), (Sign::Taken, Side::Confederate)]);
}

#[test]
fn rails_are_followed_hex_by_hex() {
    let rules = CivilWar::shipped();
    let map = &rules.pack.map;
    // Fredericksburg and Petersburg, with Richmond between them.
    let trail = trail(json!([
        {"event": "railed", "rule": "6.6", "side": "confederate", "leader": null, "sp": 3, "from": "5110", "to": "5108",
            "used": 3, "capacity": 10},
    ]));
    assert_eq!(hexes(&trail.courses[0]), ["5110", "5109", "5108"]);
    assert!(map.rail(hex("5110"), hex("5109")) && map.rail(hex("5109"), hex("5108")));
}

#[test]
fn a_march_that_was_interrupted_goes_on_from_where_the_position_has_it() {
    // Nobody is under way in this position, so nobody knows whence.
    assert!(trail(json!([entered("5106")])).is_empty());
    // After a combat on its way it goes on.
    let trail =
        trail(json!([march("5206"), entered("5106"), combat("5106", "5006"), entered("5006"), entered("4906")]));
    assert_eq!(hexes(&trail.courses[0]), ["5206", "5106", "5006", "4906"]);
}

#[test]
fn the_neighborhood_is_where_most_happened() {
    let near =
        trail(json!([march("5206"), entered("5106"), combat("5106", "5006")])).neighborhood().expect("somewhere");
    // The combat in 5006 is in its middle.
    assert_eq!((near.columns, near.rows), ((46, 54), (3, 9)));
    assert_eq!((near.about.first(), near.elsewhere.as_slice()), (Some(&hex("5006")), [].as_slice()));
    assert!(near.contains(hex("5206")) && !near.contains(hex("4506")));
    // A little thing far off is told of, and not shown.
    let reinforced = json!({"event": "reinforced", "rule": "10.2", "side": "confederate", "from": "west", "at": "1715",
        "free": false});
    let two = trail(json!([march("5206"), entered("5106"), combat("5106", "5006"), reinforced]));
    let two = two.neighborhood().expect("somewhere");
    assert_eq!((two.columns, two.rows, two.elsewhere), (near.columns, near.rows, vec![hex("1715")]));
    assert_eq!(trail(json!([])).neighborhood(), None);
}

#[test]
fn one_looks_where_most_happened_and_not_along_a_railroad() {
    let railed = json!({"event": "railed", "rule": "6.6", "side": "union", "sp": 1, "from": "1715", "to": "5206",
        "used": 1, "capacity": 2});
    let both = trail(json!([railed.clone(), march("5206"), entered("5106"), combat("5106", "5006")]));
    let look = both.focus().expect("somewhere");
    assert!(look.contains(hex("5006")) && look.contains(hex("5206")) && !look.contains(hex("1715")), "{look:?}");
    assert!(look.columns.1 - look.columns.0 < 16, "{look:?}");
    // Of a journey alone, one of its ends.
    let alone = trail(json!([railed])).focus().expect("somewhere");
    assert!(alone.contains(hex("1715")) != alone.contains(hex("5206")), "{alone:?}");
    assert_eq!(trail(json!([])).focus(), None);
}

#[test]
fn where_nothing_happened_it_is_what_changed() {
    let rules = CivilWar::shipped();
    let before = position(&rules);
    let mut after = before.game.clone();
    for group in after.groups.values_mut().filter(|group| group.hex == hex("5006")) {
        group.sp -= 1;
    }
    let facts = StepFacts { step: 1, rolls: Vec::new(), events: Vec::new(), reader: None };
    let trail = Tracks::of(&rules, &before, &after, &facts);
    assert_eq!(trail.changed.iter().copied().collect::<Vec<_>>(), [hex("5006")]);
    assert_eq!(trail.neighborhood().expect("somewhere").about, [hex("5006")]);
}
