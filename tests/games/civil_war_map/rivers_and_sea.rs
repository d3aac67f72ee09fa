//! Rivers and the sea: consequences of the rules for ships, computed on the compiled map.

use std::collections::BTreeSet;

use adjutant::board::Hex;
use adjutant::games::civil_war::movement;
use adjutant::games::civil_war::pack::HexsideKind;

use crate::civil_war_map::whole_map::{Between, FULL_MAP, FullMap, Waters, hex};

/// How often the fort of a hex fires at ships that go from the sea to a place by way of its water: the smallest number
/// of its hexsides that they can enter on the way (8.10.8).
///
/// # Errors
/// There is no such way.
pub fn shots(whole: &FullMap, fort: Hex, to: Hex) -> Result<u32, String> {
    let waters = Waters::navigable(whole);
    let own: BTreeSet<Between> = whole.waters(fort).into_iter().collect();
    let system = waters.distances(own.clone(), |_| true, |_| 0);
    let mouths = waters.mouths(whole).into_iter().filter(|side| system.contains_key(side));
    let far = waters.distances(mouths, |_| true, |side| u32::from(own.contains(&side)));
    let goal = whole.waters(to);
    let least = |goal: &mut dyn Iterator<Item = &Between>| goal.filter_map(|side| far.get(side)).min().copied();
    // Past the fort, where the place has water of its own.
    let past = least(&mut goal.iter().filter(|side| !own.contains(side)));
    past.or_else(|| least(&mut goal.iter())).ok_or(format!("no way from the sea past {fort} to {to}"))
}

#[test]
fn the_rivers_are_trees_that_lead_to_the_sea() {
    let whole = &*FULL_MAP;
    let waters = Waters::navigable(whole);
    let mouths = waters.mouths(whole);
    let mut wrong = Vec::new();
    for (part, loops) in waters.parts() {
        let names: BTreeSet<&str> =
            part.iter().filter_map(|&(a, b)| Some(whole.map().hexside(a, b)?.name.as_str())).collect();
        if !loops.is_empty() {
            wrong.push(format!("{names:?} run in a circle by {loops:?}"));
        }
        if mouths.is_disjoint(&part) {
            wrong.push(format!("{names:?} ({} hexsides) have no mouth", part.len()));
        }
    }
    let rivers = Waters::of(whole, |kind, _| matches!(kind, HexsideKind::River | HexsideKind::NavigableRiver));
    for (_, loops) in rivers.parts() {
        for (a, b) in loops {
            let name = whole.map().hexside(a, b).map(|side| side.name.as_str()).unwrap_or_default();
            wrong.push(format!("{name} runs in a circle by {a}/{b}, with the rivers that carry no ships"));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn an_unnavigable_reach_never_lies_below_a_navigable_one() {
    // Seen from the sea: a ship that cannot be reached by ships does not float. By the way of all rivers, each
    // navigable hexside is nearest to the sea by navigable ones.
    let whole = &*FULL_MAP;
    let waters = Waters::navigable(whole);
    let reached = waters.distances(waters.mouths(whole), |_| true, |_| 1);
    let lost: Vec<&Between> = waters.sides.iter().filter(|side| !reached.contains_key(side)).collect();
    assert!(lost.is_empty(), "no ship comes to {lost:?}");
    // Nor does a ship of the sea go where it would have to pass a hexside that it may not.
    let open = |side: Between| !whole.map().hexside(side.0, side.1).is_some_and(|side| side.river_ships_only);
    let reached = waters.distances(waters.mouths(whole), open, |_| 1);
    let lost: Vec<&Between> = waters.sides.iter().filter(|side| open(**side) && !reached.contains_key(side)).collect();
    assert!(lost.is_empty(), "no ship of the sea comes to {lost:?}");
}

#[test]
fn hexes_beside_the_sea_are_coastal_and_others_lie_on_salt_water() {
    let whole = &*FULL_MAP;
    let mut wrong = Vec::new();
    for hex in whole.land() {
        let beside = whole.map().neighbors(hex).any(|there| whole.is_sea(there));
        let coastal = whole.map().hex(hex).is_some_and(|data| data.coastal);
        if beside && !coastal {
            wrong.push(format!("{hex} touches the sea and is not coastal (2.1.11)"));
        }
        // Otherwise the sea is near, or the hex is on a bay or sound that ships pass.
        let bay = |side: &Between| {
            let name = whole.map().hexside(side.0, side.1).map(|side| side.name.as_str()).unwrap_or_default();
            ["Bay", "Sound", "Harbor"].iter().any(|water| name.ends_with(water))
        };
        let near = whole.map().hexes().any(|(there, _)| whole.is_sea(there) && there.distance(hex) <= 2)
            || whole.waters(hex).iter().any(bay);
        if coastal && !near {
            wrong.push(format!("{hex} is coastal, and no sea is near"));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn the_islands_are_cut_off_by_navigable_water_alone() {
    // 2.1.13, 7.5.6.
    let whole = &*FULL_MAP;
    for island in ["2730", "4425", "5613"].map(hex) {
        for there in whole.map().neighbors(island).filter(|&there| !whole.is_sea(there)) {
            assert_eq!(whole.kind(island, there), Some(HexsideKind::NavigableRiver), "{island}/{there}");
        }
    }
    // And no other fortress is.
    let fortress = |data: &adjutant::games::civil_war::pack::HexData| {
        data.fort.as_ref().is_some_and(|fort| fort.kind == adjutant::games::civil_war::pack::FortKind::Fortress)
    };
    let forts = whole.map().hexes().filter(|(_, data)| fortress(data)).map(|(hex, _)| hex);
    let cut_off = |&hex: &Hex| {
        let mut open = whole
            .map()
            .neighbors(hex)
            .filter(|&there| !whole.is_sea(there) && movement::crossable(&whole.rules, there, hex));
        !open.any(|there| whole.kind(there, hex) != Some(HexsideKind::NavigableRiver))
    };
    let cut_off: Vec<Hex> = forts.filter(cut_off).collect();
    assert_eq!(cut_off, ["2730", "4425"].map(hex), "7.5.6: the only two");
}

/// Whether one marches from one place to another over land and rivers, by hexes that are not left out.
fn marches(from: &str, to: &str, without: impl Fn(Hex) -> bool) -> bool {
    let whole = &*FULL_MAP;
    let open = |here, there| !without(there) && movement::crossable(&whole.rules, here, there);
    whole.reach(whole.at(from), open).contains(&whole.at(to))
}

#[test]
fn nobody_marches_over_open_water() {
    // CW-210. From one shore to the other where nothing lies between them but water, ferries counted as marching.
    for (from, to) in [
        ("5410", "5510"),
        ("5410", "5511"),
        ("5510", "5511"),
        ("5404", "5505"),
        ("5508", "5509"),
        ("Lewes", "Cape May"),
        ("Milford", "Cape May"),
        ("Dover, Delaware", "Bridgeton"),
        ("Edenton", "Plymouth"),
        ("Elizabeth City", "Columbia, North Carolina"),
        ("Hatteras Inlet", "Swan Quarter"),
        ("Fort Morgan", "Bon Secour"),
        ("Fort Morgan", "Spanish Fort"),
        ("New Orleans", "Ponchatoula"),
        ("Fort Pike", "Madisonville, Louisiana"),
        ("Proctorsville", "2029"),
        ("Galveston", "0731"),
        ("0531", "0630"),
        ("New Iberia", "1431"),
    ] {
        let (here, there) = (FULL_MAP.at(from), FULL_MAP.at(to));
        assert!(here.adjacent(there), "{from} and {to} do not touch");
        assert!(!movement::crossable(&FULL_MAP.rules, here, there), "one marches from {from} to {to}");
        assert!(!movement::crossable(&FULL_MAP.rules, there, here), "one marches from {to} to {from}");
    }
    // Also by longer ways: without the hexes at the heads of the bays.
    assert!(!marches("Eastville", "Cape Henry", |hex| hex.row() <= 4));
    assert!(!marches("Lewes", "Cape May", |hex| hex.row() <= 4 && hex.col() >= 55));
    assert!(!marches("Hatteras Inlet", "Swan Quarter", |_| false), "nobody comes to the banks of Hatteras");
}

#[test]
fn salt_water_is_crossed_where_the_rulebook_says_and_where_it_is_narrow() {
    // 2.1.13 and CW-210: every hexside of a bay, sound or lake that ships pass and armies cross.
    let map = FULL_MAP.map();
    let crossed: Vec<String> = map
        .hexsides()
        .filter(|(_, side)| !side.water.is_river() && !side.impassable)
        .map(|((a, b), _)| format!("{a}/{b}"))
        .collect();
    let islands = ["2629/2730", "2729/2730", "2730/2829", "4325/4425", "4326/4425"];
    let roanoke = ["5513/5613", "5514/5613", "5612/5613", "5613/5614"];
    let narrows = ["1930/2029", "2428/2528", "2428/2529", "4622/4623"];
    let mut due: Vec<&str> = islands.into_iter().chain(roanoke).chain(narrows).collect();
    due.sort_unstable();
    assert_eq!(crossed, due);
    for (island, shore) in [("2730", "2629"), ("4425", "4325"), ("5613", "5514"), ("0631", "0531")] {
        assert!(movement::crossable(&FULL_MAP.rules, hex(shore), hex(island)), "{shore} to {island}");
    }
}

#[test]
fn no_railroad_runs_over_open_water_and_that_of_new_orleans_runs_round_the_lake() {
    let map = FULL_MAP.map();
    for (a, b) in map.rails() {
        assert!(!map.hexside(a, b).is_some_and(|side| side.is_barred()), "{a}/{b}");
    }
    let line = map.railroads.iter().find(|line| line.name.starts_with("New Orleans, Jackson")).expect("the railroad");
    let (city, lake) = (FULL_MAP.at("New Orleans"), hex("1829"));
    assert!(line.line.contains(&city) && line.line.contains(&lake) && line.line.contains(&hex("1730")));
    // West of the Mississippi no railroad begins at Baton Rouge.
    let rouge = FULL_MAP.at("Baton Rouge");
    assert!(!map.neighbors(rouge).any(|there| map.rail(rouge, there) && map.over_navigable(rouge, there)));
}
