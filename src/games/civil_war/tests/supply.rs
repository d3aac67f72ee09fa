use serde_json::json;

use crate::opening::{hex, start};
use adjutant_core::board::Hex;
use adjutant_core::engine::Ruleset;
use civil_war::CivilWar;
use civil_war::naval::control::Bar;
use civil_war::pack::{FortKind, Side};
use civil_war::position::ledger::{ArmyPlace, Game, Group, Net, Totals, Works};
use civil_war::supply::*;

fn hexes(text: &str) -> Vec<Hex> {
    text.split_whitespace().map(hex).collect()
}

fn put(game: &mut Game, at: &str, side: Side) {
    game.add_group(Group::new(side, hex(at), 1));
}

#[test]
fn everybody_is_in_supply_as_the_war_begins() {
    let (rules, game) = start();
    for group in game.groups.values() {
        assert!(in_supply(&rules, &game, group.hex, group.side, None), "{} {}", group.side, group.hex);
    }
}

#[test]
fn two_hexes_to_the_rail_are_in_supply_and_three_are_not() {
    let (rules, mut game) = start();
    game.groups.clear();
    // 5308 lies two steps from the York River railroad at 5209: the Rappahannock does not stop a line.
    let overland =
        |at: &str| supply_line(&rules, &game, hex(at), Side::Confederate, None).map(|line| line.overland().len());
    assert_eq!(overland("5109"), Some(0));
    assert_eq!(overland("5208"), Some(1));
    assert_eq!(overland("5308"), Some(2));
    // Arlington is two hexes from Annapolis and three from Cockeysville.
    assert!(in_supply(&rules, &game, hex("5306"), Side::Confederate, None));
    assert!(!in_supply(&rules, &game, hex("5304"), Side::Confederate, None));
}

#[test]
fn a_line_does_not_enter_an_enemy_s_hex_nor_the_barred_one() {
    let (rules, mut game) = start();
    game.groups.clear();
    assert!(in_supply(&rules, &game, hex("5107"), Side::Confederate, None));
    assert!(in_supply(&rules, &game, hex("5008"), Side::Confederate, Some(hex("5108"))));
    put(&mut game, "5109", Side::Union);
    game.control.insert(hex("5109"), Side::Union);
    let line = supply_line(&rules, &game, hex("5108"), Side::Confederate, None).expect("by way of 5008 to the West");
    assert_eq!(line.segments.first(), Some(&Segment::ToRail { path: hexes("5008") }));
}

#[test]
fn washington_is_cut_off_at_annapolis_junction() {
    let (rules, mut game) = start();
    assert!(washington_connected(&rules, &game, hex("5206")));
    put(&mut game, "5205", Side::Confederate);
    assert!(!washington_connected(&rules, &game, hex("5206")));
    assert!(in_supply(&rules, &game, hex("5206"), Side::Union, None), "ten points of its own");
}

#[test]
fn the_sea_supplies_the_union_alone_until_foreign_powers_intervene() {
    let (rules, mut game) = start();
    game.groups.clear();
    let line = supply_line(&rules, &game, hex("5410"), Side::Union, None).expect("a line");
    assert_eq!(line, Line { to: hex("5410"), segments: Vec::new(), source: Source::Sea { at: hex("5410") } });
    assert!(!from_friendly_territory(&rules, &game, hex("5410"), Side::Union), "not by sea (10.2.7a)");
    game.intervention = true;
    assert_eq!(supply_line(&rules, &game, hex("5410"), Side::Union, None), None);
    assert!(supply_obstacles(&rules, &game, hex("5410"), Side::Union, None).expect("why").sea_shut);
}

/// Nobody on the map, and Confederate depots.
fn depots(at: &[&str]) -> (CivilWar, Game) {
    let (rules, mut game) = start();
    game.groups.clear();
    for at in at {
        game.depots.insert(hex(at), Side::Confederate);
    }
    (rules, game)
}

#[test]
fn a_depot_reaches_four_hexes_and_the_next_four_more() {
    // A depot at Chambersburg, where no rail is theirs; Bedford is two hexes from it.
    let (rules, mut game) = depots(&["5002"]);
    for at in ["4902", "4802"] {
        assert!(in_supply(&rules, &game, hex(at), Side::Confederate, None), "{at}");
    }
    assert_eq!(depot_choices(&rules, &game, hex("4802"), Side::Confederate, None), hexes("5002"));
    let line = supply_line(&rules, &game, hex("4802"), Side::Confederate, None).expect("a line");
    assert_eq!(line.segments, [Segment::ToDepot { depot: hex("5002"), path: hexes("4902 5002") }]);
    assert_eq!(line.source, Source::Depot { at: hex("5002") });
    // Lancaster is three hexes from Chambersburg, Bush River four; a second depot in York reaches further.
    for at in ["5302", "5404"] {
        assert!(in_supply(&rules, &game, hex(at), Side::Confederate, None), "{at}");
    }
    game.depots.insert(hex("5202"), Side::Confederate);
    assert_eq!(
        depot_choices(&rules, &game, hex("5404"), Side::Confederate, None),
        hexes("5202 5002"),
        "both are at hand"
    );
    game.depots.remove(&hex("5202"));
    game.depots.insert(hex("5002"), Side::Union);
    assert!(!in_supply(&rules, &game, hex("4802"), Side::Confederate, None), "the enemy's is none");
}

#[test]
fn the_want_of_supplies_shortens_both_ways() {
    let (rules, mut game) = depots(&["5002"]);
    let net = |total: u32| Some(Net { main: Totals { production: total, imports: 0 }, trans_mississippi: None });
    for (total, far, near) in [(70, true, true), (69, false, true), (50, false, true), (49, false, false)] {
        game.net = net(total);
        // Four hexes to the depot, and two to the rail.
        assert_eq!(in_supply(&rules, &game, hex("5404"), Side::Confederate, None), far, "{total}");
        assert_eq!(in_supply(&rules, &game, hex("5308"), Side::Confederate, None), near, "{total}");
        // Three and one.
        assert!(in_supply(&rules, &game, hex("5302"), Side::Confederate, None), "{total}");
        assert!(in_supply(&rules, &game, hex("5208"), Side::Confederate, None), "{total}");
    }
    game.net = net(9);
    assert!(in_supply(&rules, &game, hex("5204"), Side::Union, None), "the Union wants for nothing");
}

#[test]
fn an_army_s_radius_stops_a_line_but_where_friends_stand() {
    let (rules, mut game) = start();
    game.groups.clear();
    put(&mut game, "5006", Side::Union);
    game.control.insert(hex("5006"), Side::Union);
    game.armies.insert("potomac".parse().expect("an id"), ArmyPlace::At(hex("5006")));
    // From Alexandria rails lead to 5005 and 5006, and others begin at 5107: both sides lie in the radius of 5006.
    assert!(!in_supply(&rules, &game, hex("5106"), Side::Confederate, None));
    put(&mut game, "5107", Side::Confederate);
    assert!(in_supply(&rules, &game, hex("5106"), Side::Confederate, None), "a friend at 5107 keeps the line open");
    game.armies.clear();
    game.groups.retain(|_, group| group.side == Side::Union);
    assert!(in_supply(&rules, &game, hex("5106"), Side::Confederate, None), "without an army there is no radius");
}

#[test]
fn what_breaks_a_line_is_named() {
    let (rules, mut game) = start();
    game.groups.clear();
    let why = |game: &Game, at: &str| supply_obstacles(&rules, game, hex(at), Side::Confederate, None);
    assert_eq!(why(&game, "5106"), None);
    let far = why(&game, "5304").expect("why").rail.expect("rails");
    assert_eq!((far.hex, far.path, far.reach), (hex("5005"), hexes("5204 5105 5005"), 2));
    assert_eq!(far.because, Obstacle::TooFar);
    put(&mut game, "5205", Side::Union);
    put(&mut game, "5105", Side::Union);
    let shut = why(&game, "5204").expect("why").rail.expect("rails");
    assert_eq!((shut.hex, shut.path), (hex("5005"), hexes("5105 5005")));
    assert_eq!(shut.because, Obstacle::Closed(Closure::Enemy { hex: hex("5105") }));
    // Alexandria, its rails cut on both sides.
    game.groups.clear();
    for at in ["5005", "5006", "5107"] {
        put(&mut game, at, Side::Union);
        game.control.insert(hex(at), Side::Union);
    }
    let little = why(&game, "5106").expect("why").rail.expect("rails");
    let Obstacle::Rails { reached, needed, cuts } = little.because else { panic!("{little:?}") };
    assert_eq!((little.hex, reached.points, needed), (hex("5106"), 1, 9));
    let cuts: Vec<(Hex, Hex)> = cuts.iter().map(|cut| (cut.from, cut.to)).collect();
    assert_eq!(cuts, [(hex("5106"), hex("5005")), (hex("5106"), hex("5006"))]);
}

/// Clear ground that is friendly to nobody: hexes, each with its theater and whether it is a town, and a river.
fn ground(hexes: &[(&str, &str, bool)], river: &[(&str, &str)]) -> (CivilWar, Game) {
    let (rules, mut game) = start();
    let entry = |&(hex, theater, town): &(&str, &str, bool)| {
        let mut entry = json!({"name": hex, "terrain": "clear", "states": ["tennessee"], "theater": theater});
        if town {
            entry["city"] = json!({"name": hex, "vp": 0, "state": "tennessee"});
        }
        (hex.to_owned(), entry)
    };
    let hexes: serde_json::Map<String, serde_json::Value> = hexes.iter().map(entry).collect();
    let given = json!({"ground": {
        "states": {"tennessee": {"name": "Tennessee"}},
        "hexes": hexes,
        "hexsides": [{"name": "River", "kind": "navigable_river", "between": river}],
    }});
    let rules = rules.ground(&given).expect("ground").into_owned();
    game.groups.clear();
    game.pieces.clear();
    (rules, game)
}

#[test]
fn each_way_over_land_is_measured_where_it_begins() {
    let west = ["1010", "1011", "1012", "1013"].map(|hex| (hex, "west", false));
    let beyond = ["1015", "1016", "1017"].map(|hex| (hex, "trans_mississippi", false));
    let towns = [("1014", "trans_mississippi", true), ("1018", "trans_mississippi", true)];
    let all: Vec<(&str, &str, bool)> = west.into_iter().chain(beyond).chain(towns).collect();
    let (rules, mut game) = ground(&all, &[]);
    game.depots.extend([(hex("1014"), Side::Confederate), (hex("1018"), Side::Confederate)]);
    let choices = |game: &Game, at: &str| depot_choices(&rules, game, hex(at), Side::Confederate, None);
    let totals = |production: u32| Totals { production, imports: 0 };
    assert_eq!(choices(&game, "1010"), hexes("1018 1014"), "four hexes and four more");
    game.net = Some(Net { main: totals(90), trans_mississippi: Some(totals(60)) });
    assert_eq!(choices(&game, "1010"), hexes("1014"), "three only from the depot beyond the river");
    game.net = Some(Net { main: totals(60), trans_mississippi: Some(totals(90)) });
    assert_eq!(choices(&game, "1010"), [], "three only from the west");
    assert_eq!(choices(&game, "1011"), hexes("1018 1014"));
}

#[test]
fn two_empty_forts_do_not_wait_for_each_other() {
    // In a column: a Confederate depot, open ground, a Union fort, the river, a Confederate fort, a Union depot.
    let rest = ["1011", "1012", "1013"].map(|hex| (hex, "west", false));
    let all: Vec<(&str, &str, bool)> =
        [("1010", "west", true), ("1014", "west", true)].into_iter().chain(rest).collect();
    let (rules, mut game) = ground(&all, &[("1012", "1013")]);
    let fort = |side| Works::Held { side, kind: FortKind::Fort };
    game.works.extend([(hex("1012"), fort(Side::Union)), (hex("1013"), fort(Side::Confederate))]);
    game.depots.extend([(hex("1010"), Side::Confederate), (hex("1014"), Side::Union)]);
    for (at, holder) in [("1012", Side::Union), ("1013", Side::Confederate)] {
        assert!(!fort_in_force(&rules, &game, hex(at), holder), "{at}");
    }
    assert!(in_supply(&rules, &game, hex("1011"), Side::Union, None), "over the river, which nobody bars");
    // With a depot on its own side the Confederate fort is in force, and bars it.
    game.depots.insert(hex("1014"), Side::Confederate);
    game.depots.insert(hex("1010"), Side::Union);
    assert!(fort_in_force(&rules, &game, hex("1013"), Side::Confederate));
    assert!(!in_supply(&rules, &game, hex("1014"), Side::Union, None));
    assert!(!in_supply(&rules, &game, hex("1013"), Side::Union, None));
}

#[test]
fn a_union_line_goes_up_the_mississippi_to_rails_and_says_so() {
    let whole = CivilWar::shipped().for_scenario(&"campaign_1863".parse().expect("an id"));
    let position = |confederate: serde_json::Value| {
        let given = json!({
            "scenario": "campaign_1863", "phasing": "union",
            "union": {"at": {"1818": {"sp": 1}}}, "confederate": confederate,
        });
        whole.case(&given).expect("a position").game
    };
    // Past Helena and Memphis to the rails of the Union's at Cairo; a garrisoned fort at Memphis shuts the river, and
    // Fort Jackson the way to the sea.
    let game = position(json!({"at": {"2032": {"sp": 1}}}));
    let line = supply_line(&whole, &game, hex("1818"), Side::Union, None).expect("a line");
    let Some(Segment::River { hexsides, to: Some(_) }) = line.segments.first() else { panic!("{line:?}") };
    assert!(hexsides[0].borders(hex("1818")) && hexsides.iter().any(|at| at.borders(hex("1916"))), "{hexsides:?}");
    let Some(Segment::Rail { hexes: rails }) = line.segments.last() else { panic!("{line:?}") };
    assert_eq!(rails[0], hex("2211"));
    assert!(matches!(line.source, Source::Rail(_)));
    let mut game = position(json!({"at": {"2032": {"sp": 1}, "1916": {"sp": 1}}}));
    game.works.insert(hex("1916"), Works::Held { side: Side::Confederate, kind: FortKind::Fort });
    assert_eq!(supply_line(&whole, &game, hex("1818"), Side::Union, None), None);
    let why = supply_obstacles(&whole, &game, hex("1818"), Side::Union, None).expect("why");
    assert!(why.water.contains(&Bar::Fort(hex("1916"))) && why.water.contains(&Bar::Fort(hex("2032"))), "{why:?}");
}
