//! Counts by hand, and whose dice are whose.

use serde_json::json;

use adjutant_core::document::Id;
use adjutant_core::document::kinds::Roll;
use adjutant_core::engine::{Position, Ruleset};
use adjutant_core::report::{Block, Present};
use civil_war::CivilWar;
use civil_war::pack::Side;
use civil_war::position::ledger::{Game, Hulls};
use civil_war::present::show::ledger_table;
use civil_war::present::statistics::{roller, tallies, when};
use civil_war::victory::Score;

fn values(position: &Position<CivilWar>, title: &str) -> Option<[i64; 2]> {
    tallies(&CivilWar::shipped(), position).iter().find(|tally| tally.title == title).map(|tally| tally.values)
}

fn campaign() -> Position<CivilWar> {
    let given = json!({"scenario": "campaign_1861", "turn": 3, "phasing": "confederate", "pulses": 3,
    "net": {"main": {"production": 90, "imports": 30}, "trans_mississippi": {"production": 10, "imports": 4}},
    "union": {
        "at": {"5206": {"sp": 7, "leaders": ["mcdowell-3"]}, "5106": {"sp": 2}},
        "ships": {"5512": {"ships": ["monitor"], "ocean": 2}},
        "commands": {"east": 5, "naval": 2},
        "reinforcements": {"east": 3, "west": 1},
        "pool": ["hooker-1"],
        "killed": ["lyon-1"],
        "vp": 4, "lost": 6,
    },
    "confederate": {
        "at": {"5109": {"sp": 9, "demoralized": true}},
        "navy": {"at_sea": ["alabama"]},
        "commands": {"west": 1},
        "vp": 1, "lost": 2,
    }});
    CivilWar::shipped().case(&given).expect("a position")
}

#[test]
fn what_is_counted_is_what_stands_there() {
    let position = campaign();
    for (title, wanted) in [
        ("Strength points on the map", [9, 9]),
        ("Strength points lost", [6, 2]),
        ("Command points left", [7, 1]),
        ("Reinforcements waiting", [5, 0]),
        ("Naval strength points afloat", [3, 1]),
        ("Leaders killed", [1, 0]),
        ("Supply of the Confederacy", [0, 134]),
    ] {
        assert_eq!(values(&position, title), Some(wanted), "{title}");
    }
    // 4 and 1 have been awarded; the ground is counted by the rules of victory.
    let rules = CivilWar::shipped();
    let score = Score::of(&rules, &position.game);
    assert_eq!(values(&position, "Victory points"), Some([score.union, score.confederate]));
    assert!(score.union >= 4 && score.confederate >= 1, "{score:?}");
    assert_eq!(values(&position, "Victory points with cities"), None);
}

#[test]
fn a_scenario_without_ships_and_home_counts_none() {
    let given = json!({"scenario": "virginia_1861", "phasing": "union", "union": {"vp": 3}, "confederate": {"vp": 1}});
    let position = CivilWar::shipped().case(&given).expect("a position");
    assert_eq!(values(&position, "Naval strength points afloat"), None);
    assert_eq!(values(&position, "Supply of the Confederacy"), None);
    // As the match would end now, and as it has ended.
    let now = Score::if_ended_now(&CivilWar::shipped(), &position.game);
    assert_eq!(values(&position, "Victory points with cities"), Some([now.union, now.confederate]));
    assert!(now.union >= 3 && now.confederate >= 1, "{now:?}");
    let over = Position {
        outcome: Some(json!({"by": "resigned", "points": {"union": 2, "confederate": 6},
        "winner": "confederate"})),
        ..position.clone()
    };
    assert_eq!(values(&over, "Victory points with cities"), Some([2, 6]));
    // Every count says what it is.
    for tally in tallies(&CivilWar::shipped(), &position) {
        assert!(tally.about.ends_with('.') && tally.about.len() > 20, "{tally:?}");
    }
}

#[test]
fn the_ledger_has_ships_and_supply_where_there_are_some() {
    let rows = |game: &Game| match ledger_table(&CivilWar::shipped(), game) {
        Block::Ledger { rows, .. } => rows,
        other => panic!("{other:?}"),
    };
    let mut position = campaign();
    // Of what waits to be bought, that of a later turn does not count.
    let river = |points| Hulls { river: points, ..Hulls::default() };
    let navy = &mut position.game.side_mut(Side::Confederate).navy;
    navy.due = [(2, river(1)), (3, river(1)), (4, river(5))].into();
    position.game.side_mut(Side::Union).navy.pool = river(3);
    let found = rows(&position.game);
    for (label, wanted) in [
        ("Strength points on the map", [9, 9]),
        ("Naval strength points afloat", [3, 1]),
        ("Naval strength points waiting", [3, 2]),
        ("Supply, production", [0, 100]),
        ("Supply, imports", [0, 34]),
    ] {
        assert!(found.contains(&(label.to_owned(), wanted)), "{label}: {found:?}");
    }
    let given = json!({"scenario": "virginia_1861", "phasing": "union"});
    let found = rows(&CivilWar::shipped().case(&given).expect("a position").game);
    let idle = |label: &str| label.starts_with("Naval") || label.starts_with("Supply");
    assert!(!found.iter().any(|(label, _)| idle(label)), "{found:?}");
}

#[test]
fn when_a_position_is() {
    let rules = CivilWar::shipped();
    let of = |given| when(&rules, &rules.case(&given).expect("a position").game);
    let half = of(json!({"scenario": "campaign_1861", "turn": 3, "phasing": "union", "pulses": 4}));
    assert_eq!(half.turn, 3);
    assert_eq!(half.words, "Turn 3, November 1861-February 1862, pulse 4, the Union's half-pulse");
    let between = of(json!({"scenario": "campaign_1861", "turn": 2, "at": "start"}));
    assert_eq!((between.turn, between.words.as_str()), (2, "Turn 2, September-October 1861"));
}

#[test]
fn the_parts_of_the_map_are_its_theaters() {
    let wanted = [("east", "East"), ("west", "West"), ("trans_mississippi", "Trans-Mississippi")];
    assert_eq!(CivilWar::shipped().parts(), wanted.map(|(id, name)| (id.to_owned(), name.to_owned())));
}

fn whose(position: &Position<CivilWar>, purpose: &str) -> Option<String> {
    let roll = Roll {
        n: 0,
        purpose: purpose.to_owned(),
        rule: "4.2.3".to_owned(),
        sides: Some(6),
        faces: Some(vec![1]),
        cards: None,
        order: None,
    };
    roller(&CivilWar::shipped(), position, &roll).as_ref().map(Id::to_string)
}

#[test]
fn every_roll_is_somebodys() {
    let position = campaign();
    for (purpose, side) in [
        ("initiative union", "union"),
        ("initiative confederate", "confederate"),
        ("commands confederate", "confederate"),
        ("leader_draw union", "union"),
        ("combat confederate", "confederate"),
        ("reroll union", "union"),
        ("naval_combat confederate", "confederate"),
        ("leader_loss mcdowell", "union"),
        ("leader_loss_again je_johnston", "confederate"),
        ("reaction northern_virginia", "confederate"),
        ("reaction potomac", "union"),
        ("raider alabama", "confederate"),
        // Fort Monroe, the Union's from the start.
        ("battery 5410", "union"),
    ] {
        assert_eq!(whose(&position, purpose).as_deref(), Some(side), "{purpose}");
    }
    for nobody in ["", "battery", "battery 0101", "leader_loss nobody", "weather", "weather today", "raider potomac"] {
        assert_eq!(whose(&position, nobody), None, "{nobody}");
    }
}

#[test]
fn a_fort_that_changed_hands_may_have_fired_for_either() {
    let given = json!({"scenario": "campaign_1861", "phasing": "union", "control": {"5410": "confederate"},
        "works": {"5106": {"held": {"side": "union", "kind": "fort"}}}});
    let position = CivilWar::shipped().case(&given).expect("a position");
    assert_eq!(whose(&position, "battery 5410"), None, "printed as the Union's, now the Confederacy's");
    assert_eq!(whose(&position, "battery 5106").as_deref(), Some("union"), "built");
}
