//! Ships: where they are and how they move, from what the rulebook says about places that it names (2.1, 8, 9.3).

use adjutant::sorted::SortedSet;

use adjutant::board::Hex;
use adjutant::games::civil_war::pack::{Passage, Station, StationKind, Water, Waters, Waterways};

use crate::civil_war_map::whole_map::{FULL_MAP, hex};

fn ways() -> &'static Waterways {
    FULL_MAP.map().waterways()
}

fn at(text: &str) -> Station {
    let station = text.parse().expect("a station");
    assert!(ways().station_kind(station).is_some(), "no ship lies at {station}");
    station
}

/// The way to a place with the fewest shots by a fortress, one for each hexside of its hex and one for the hex itself
/// (8.4, 8.10).
fn shots(from: &str, to: &str, fortress: &str, ships: Waters) -> (Vec<String>, u32) {
    let fortress = FULL_MAP.at(fortress);
    let cost = |station: Station| Some(u32::from(station.borders(fortress)));
    let (way, cost) = ways().cheapest_route(at(from), at(to), ships, cost).expect("a way");
    (way.iter().map(Station::to_string).collect(), cost)
}

/// Whether ships come from one station to another without the hexsides and the hex of a fortress.
fn comes_without(from: &str, to: &str, fortress: &str, ships: Waters) -> bool {
    let fortress = FULL_MAP.at(fortress);
    ways().reached(at(from), ships, |station| !station.borders(fortress)).contains(&at(to))
}

fn passage(from: &str, to: &str) -> Option<Passage> {
    let to: Station = to.parse().expect("a station");
    ways().steps(from.parse().expect("a station")).iter().find(|step| step.to == to).map(|step| step.by)
}

#[test]
fn ships_of_the_ocean_go_round_florida_and_those_of_the_rivers_do_not() {
    // 2.1.10, 8.3, 8.4.
    let (atlantic, gulf) = (at("5220"), at("2330"));
    assert!(ways().reached(atlantic, Waters::Ocean, |_| true).contains(&gulf));
    let apart = ways().steps(at("3833")).iter().filter(|step| step.by == Passage::Florida).count();
    assert_eq!(apart, 1);
    // No way by coastal hexes and rivers alone leads from one sea to the other.
    let fernandina = Station::Hex(FULL_MAP.at("Fernandina"));
    let reached = ways().reached(fernandina, Waters::River, |_| true);
    assert!(!reached.contains(&Station::Hex(FULL_MAP.at("Cedar Keys"))));
    assert!(reached.contains(&Station::Hex(FULL_MAP.at("Charleston"))), "along the coast they go (8.4)");
    // Nor do those of the ocean without that step.
    let florida = |station: Station| station != at("3833");
    assert!(!ways().reached(atlantic, Waters::Ocean, florida).contains(&gulf));
}

#[test]
fn ships_of_the_rivers_never_enter_the_sea() {
    // 8.1, 8.4.
    for (station, lies) in ways().stations() {
        assert_eq!(
            lies == StationKind::Sea,
            FULL_MAP.map().hex(station.hexes().next().expect("a hex")).is_some_and(|data| {
                matches!(station, Station::Hex(_)) && data.terrain == adjutant::games::civil_war::pack::Terrain::AllSea
            })
        );
        for step in ways().steps_of(station, Waters::River) {
            assert_ne!(ways().station_kind(step.to), Some(StationKind::Sea), "{station} to {}", step.to);
        }
    }
}

#[test]
fn an_ironclad_does_not_cross_the_chesapeake_and_moves_up_its_western_shore() {
    // 8.4.
    let monroe = at("5410");
    let reached = ways().reached(monroe, Waters::River, |_| true);
    for up in ["5310", "5309", "5308", "5307", "5306", "5305"] {
        assert!(reached.contains(&at(up)), "{up}");
    }
    for across in ["Eastville", "Pungoteague", "Somers Cove"] {
        assert!(!reached.contains(&Station::Hex(FULL_MAP.at(across))), "{across}");
    }
    assert_eq!(passage("5410", "5510"), Some(Passage::Barred));
    assert!(ways().reached(monroe, Waters::Ocean, |_| true).contains(&Station::Hex(FULL_MAP.at("Eastville"))));
}

#[test]
fn fort_monroe_fires_three_times_at_an_ironclad_that_moves_up_the_coast() {
    // EX 8.4.1: once for each hexside of the river, and once as it enters the fortress hex.
    let (way, shots) = shots("5210/5310", "5309", "Fort Monroe", Waters::River);
    assert_eq!(shots, 3, "{way:?}");
    assert!(way.contains(&"5410".to_owned()), "{way:?}");
    assert!(!comes_without("5210/5310", "5309", "Fort Monroe", Waters::River));
}

#[test]
fn nobody_passes_fort_jackson_over_the_land_of_2031() {
    // EX 8.3.2.
    assert_eq!(ways().station_kind(at("2031")), Some(StationKind::Coast));
    assert!(ways().steps(at("2031")).iter().all(|step| matches!(step.to, Station::Hex(_))));
    assert!(!comes_without("2031", "1831/1931", "Fort Jackson", Waters::Ocean));
    assert!(!comes_without("2031", "1831/1931", "Fort Jackson", Waters::River));
}

#[test]
fn the_army_of_the_potomac_goes_by_the_bay_to_the_york() {
    // EX 8.7.6B: down the Potomac into 5308 and 5309, then into the York, and ashore in 5209.
    let way =
        ["5106/5206", "5107/5206", "5206/5207", "5207/5307", "5307/5308", "5308", "5309", "5309/5310", "5209/5309"];
    for pair in way.windows(2) {
        assert!(passage(pair[0], pair[1]).is_some(), "{} to {}", pair[0], pair[1]);
    }
    assert!(ways().landings(at("5209/5309")).contains(&hex("5209")));
    assert_eq!(ways().station_kind("5209".parse().expect("a station")), None, "5209 is not coastal");
    assert_eq!(passage("5307/5308", "5308"), Some(Passage::Mouth));
}

#[test]
fn the_attack_on_mobile_goes_by_two_hexsides_of_fort_morgan() {
    // EX 8.8: 2429/2530, 2429/2529, and ashore in 2428.
    assert_eq!(passage("2429/2529", "2429/2530"), Some(Passage::River));
    assert!(ways().landings(at("2429/2529")).contains(&hex("2428")));
    let sides: Vec<String> = ways().hexsides_of(hex("2429")).map(|side| side.to_string()).collect();
    assert_eq!(sides, ["2429/2529", "2429/2530"]);
    let (way, cost) = shots("5307", "2428/2528", "Fort Morgan", Waters::Ocean);
    assert_eq!(cost, 2, "{way:?}");
}

#[test]
fn the_lake_has_no_coast_and_fort_pike_its_three_hexsides() {
    // 2.1.12, 8.10.
    for side in ["1829/1830", "1829/1930", "1929/1930"] {
        let Station::Hexside(a, b) = at(side) else { panic!("{side}") };
        assert_eq!(FULL_MAP.map().hexside(a, b).map(|side| side.water), Some(Water::Lake), "{side}");
        for bank in [a, b] {
            assert_eq!(ways().station_kind(Station::Hex(bank)), None, "{bank} is no coast");
        }
    }
    let (way, cost) = shots("2230", "1829/1830", "Fort Pike", Waters::Ocean);
    assert_eq!(cost, 3, "{way:?}");
}

#[test]
fn ocean_going_ships_stay_below_memphis_and_out_of_the_tributaries() {
    // 8.3.
    let gulf = ways().reached(at("2033"), Waters::Ocean, |_| true);
    let of = |name: &str| -> SortedSet<Station> {
        let named = FULL_MAP.map().hexsides().filter(|(_, side)| side.name == name);
        named
            .filter_map(|((a, b), _)| Station::between(a, b))
            .filter(|side| ways().station_kind(*side).is_some())
            .collect()
    };
    let memphis = FULL_MAP.at("Memphis, Tennessee");
    assert!(of("Mississippi").iter().any(|side| side.borders(memphis) && gulf.contains(side)));
    for side in of("Mississippi").iter().filter(|side| gulf.contains(side)) {
        assert!(side.hexes().all(|hex| hex.row() >= memphis.row().saturating_sub(1)), "{side} lies above Memphis");
    }
    for tributary in ["Red", "Arkansas", "White", "Yazoo", "Ohio", "Tennessee", "Cumberland", "Missouri", "Illinois"] {
        let sides = of(tributary);
        assert!(!sides.is_empty(), "{tributary}");
        assert!(sides.is_disjoint(&gulf), "{tributary}");
        let river = ways().reached(at("1623/1724"), Waters::River, |_| true);
        assert!(sides.is_subset(&river), "ships of the rivers go up the {tributary}");
    }
    // They control nothing there either.
    let along = ways().hexsides_in_range(at("1625/1725"), 40, Waters::Ocean, |_| false);
    assert!(along.keys().all(|side| gulf.contains(side)));
}

#[test]
fn a_ships_control_reaches_five_hexsides_and_stops_at_a_fort() {
    // EX 8.5.7: from above the fort of Mobile in 2428, whose two hexsides are its own.
    let mobile = hex("2428");
    let free = ways().hexsides_in_range(at("2426/2527"), 5, Waters::River, |_| false);
    assert_eq!(free.values().max(), Some(&5));
    assert!(free.contains_key(&at("2428/2528")), "within five hexsides, but for the fort");
    let held = ways().hexsides_in_range(at("2426/2527"), 5, Waters::River, |side| side.borders(mobile));
    assert!(held.keys().all(|side| !side.borders(mobile)), "{held:?}");
    assert!(held.contains_key(&at("2427/2528")));
    assert_eq!(ways().hexsides_of(mobile).count(), 2, "the fortress in Mobile controls its two hexsides");
    // EX 9.3.9B: 1719/1720 on the Mississippi, five hexsides of it either way.
    let sides = ways().hexsides_in_range(at("1719/1720"), 5, Waters::River, |_| false);
    let mississippi = |side: &&Station| {
        let Station::Hexside(a, b) = side else { return false };
        FULL_MAP.map().hexside(*a, *b).is_some_and(|side| side.name == "Mississippi")
    };
    assert_eq!(sides.keys().filter(mississippi).count(), 11);
    // EX 8.9.7, 9.3.9A.
    for side in ["2618/2718", "1623/1724"] {
        at(side);
    }
}

#[test]
fn the_islands_lie_behind_navigable_water() {
    // 2.1.13.
    for (island, mainland) in [("2730", "2629"), ("4425", "4325"), ("5613", "5514")] {
        at(&format!("{mainland}/{island}"));
        at(island);
    }
}

#[test]
fn rivers_open_to_the_sea_at_their_mouths_alone() {
    // CW-185. Each water that carries ships has one mouth, but those that lie between two parts of the sea.
    let mut mouths: Vec<(String, Vec<&str>)> = Vec::new();
    let mut left: SortedSet<Station> = ways()
        .stations()
        .map(|(station, _)| station)
        .filter(|station| matches!(station, Station::Hexside(..)))
        .collect();
    let hexside = |station: Station| matches!(station, Station::Hexside(..));
    while let Some(first) = left.pop_first() {
        let part = ways().reached(first, Waters::River, hexside);
        left.retain(|side| !part.contains(side));
        let open = FULL_MAP.map().mouths.iter().filter(|mouth| {
            Station::between(mouth.between.0, mouth.between.1).is_some_and(|side| part.contains(&side))
        });
        mouths.push((first.to_string(), open.map(|mouth| mouth.name.as_str()).collect()));
    }
    for (part, names) in &mouths {
        assert!(!names.is_empty(), "the water of {part} has no mouth");
        let between = ["Pensacola Bay", "Savannah", "Wassaw Sound", "Croatan Sound", "Pamlico Sound"];
        assert!(names.len() == 1 || names.iter().all(|name| between.contains(name)), "{part}: {names:?}");
    }
    // A mouth is a hexside and a hex at its end; ships come in from every coast and sea that touches this end.
    for mouth in &FULL_MAP.map().mouths {
        let (a, b) = mouth.between;
        assert!(mouth.beyond.adjacent(a) && mouth.beyond.adjacent(b), "{}", mouth.name);
        let station = Station::between(a, b).expect("a hexside");
        let from = ways().steps(station).iter().filter(|step| step.by == Passage::Mouth);
        let from: SortedSet<Station> = from.map(|step| step.to).collect();
        let salt =
            |hex: &Hex| matches!(ways().station_kind(Station::Hex(*hex)), Some(StationKind::Sea | StationKind::Coast));
        let due: SortedSet<Station> = [a, b, mouth.beyond].iter().copied().filter(salt).map(Station::Hex).collect();
        assert_eq!(from, due, "{}", mouth.name);
        assert!(!from.is_empty(), "{}", mouth.name);
    }
}

#[test]
fn every_ship_of_the_ocean_comes_to_every_coast_and_to_all_open_water() {
    let reached = ways().reached(at("5220"), Waters::Ocean, |_| true);
    let lost: Vec<String> = ways()
        .stations()
        .filter(|(station, lies)| *lies != StationKind::Inland && !reached.contains(station))
        .map(|(station, _)| station.to_string())
        .collect();
    assert!(lost.is_empty(), "{lost:?}");
}

#[test]
fn each_step_can_be_taken_back() {
    for (from, _) in ways().stations() {
        for step in ways().steps(from) {
            assert!(ways().steps(step.to).iter().any(|back| back.to == from && back.by == step.by), "{from}");
        }
    }
}
