//! Facts that follow from the rules, computed by the engine from the compiled map and not written down anywhere.

use adjutant::sorted::{SortedMap, SortedSet};
use std::sync::Arc;

use serde_json::json;

use adjutant::board::Hex;
use adjutant::document::Id;
use adjutant::engine::Events;
use adjutant::games::civil_war::pack::{FortKind, HexsideKind, HomeFront, Port, Scenario, Side, Terrain, Theater};
use adjutant::games::civil_war::position::ledger::{Game, Group, Totals, Works};
use adjutant::games::civil_war::{CivilWar, homefront, movement, movement::territory, sequence, supply};

use crate::civil_war_map::whole_map::{FULL_MAP, FullMap, hex};

/// The cities of a side, by name.
fn cities_of(side: Side) -> Vec<(Hex, String)> {
    let whole = &*FULL_MAP;
    let own = whole
        .cities()
        .filter(|(_, city)| territory::friendly_side(&whole.rules, &whole.game, &city.state) == Some(side));
    own.map(|(hex, city)| (hex, city.name.clone())).collect()
}

/// The cities that 10.2.5 lists, as far as they lie on this map.
fn listed() -> SortedSet<Hex> {
    let cities = [
        "Plymouth",
        "Port Hudson",
        "Alexandria, Louisiana",
        "Shreveport",
        "Marshall, Texas",
        "Sabine City",
        "Galveston",
    ];
    cities.iter().map(|city| FULL_MAP.at(city)).collect()
}

/// Whether of a side's cities exactly these are out of supply.
fn begin_out_of_supply(game: &Game, side: Side, listed: &SortedSet<Hex>) {
    let whole = &*FULL_MAP;
    let cities = cities_of(side);
    assert!(cities.len() > 20, "{side} has {} cities", cities.len());
    let found: SortedSet<Hex> = cities
        .into_iter()
        .map(|(hex, _)| hex)
        .filter(|&hex| !supply::in_supply(&whole.rules, game, hex, side, None))
        .collect();
    let named =
        |hexes: SortedSet<&Hex>| hexes.into_iter().map(|&hex| whole.map().number_and_name(hex)).collect::<Vec<_>>();
    assert!(
        found == *listed,
        "{side}: out of supply though not listed: {:?}; listed though in supply: {:?}",
        named(found.difference(listed).collect()),
        named(listed.difference(&found).collect()),
    );
}

#[test]
fn exactly_the_cities_that_the_rulebook_lists_begin_out_of_supply() {
    begin_out_of_supply(&FULL_MAP.game, Side::Confederate, &listed());
    begin_out_of_supply(&FULL_MAP.game, Side::Union, &SortedSet::new());
}

#[test]
fn so_do_they_where_the_war_is_set_up() {
    let whole = &*FULL_MAP;
    let from_the_start = |scenario: &&Scenario| scenario.ground.is_none() && scenario.first_turn == 1;
    for scenario in whole.rules.pack.scenarios.values().filter(from_the_start) {
        let game = sequence::set_up(&whole.rules, scenario);
        begin_out_of_supply(&game, Side::Confederate, &listed());
        begin_out_of_supply(&game, Side::Union, &SortedSet::new());
        assert!(supply::washington_connected(&whole.rules, &game, scenario.washington), "{}", scenario.id);
    }
}

/// A position in which rail hexes have been cut: they are in Confederate hands.
fn cut(hexes: &[Hex]) -> Game {
    let mut game = FULL_MAP.game.clone();
    game.control.extend(hexes.iter().map(|&hex| (hex, Side::Confederate)));
    game
}

fn isolated(hexes: &[Hex]) -> bool {
    !supply::washington_connected(&FULL_MAP.rules, &cut(hexes), FULL_MAP.at("Washington"))
}

#[test]
fn washington_is_isolated_by_cutting_the_lines_to_york_and_philadelphia() {
    // 4.1.9: "essentially". Found by cutting every rail hex, and every pair of them, that the Union has in the East.
    let whole = &*FULL_MAP;
    let (washington, baltimore) = (whole.at("Washington"), whole.at("Baltimore"));
    assert!(!isolated(&[]), "it is connected at the start");
    let east: Vec<Hex> = whole
        .by_rail(washington, Some(Side::Union))
        .into_iter()
        .filter(|&hex| hex != washington && whole.map().theater(hex) == Theater::East)
        .collect();
    let alone: SortedSet<Hex> = east.iter().copied().filter(|&hex| isolated(&[hex])).collect();
    // The one line that leaves Washington runs to Baltimore; no single cut beyond Baltimore isolates it.
    let road = rail_way(whole, washington, baltimore);
    assert!(alone.iter().all(|hex| road.contains(hex)), "{alone:?} isolate it, and lie not only on {road:?}");
    let (york, philadelphia) = (whole.at("York"), whole.at("Philadelphia, Pennsylvania"));
    // The line to York continues to Harrisburg.
    let (to_york, to_philadelphia) = (rail_way(whole, baltimore, york), rail_way(whole, baltimore, philadelphia));
    let beyond_york = rail_way(whole, york, whole.at("Harrisburg"));
    assert!(!isolated(&[york]) && !isolated(&[philadelphia]), "either line alone is enough");
    let mut pairs = SortedSet::new();
    for (n, &one) in east.iter().enumerate().filter(|(_, hex)| !alone.contains(hex)) {
        for &other in east[n + 1..].iter().filter(|hex| !alone.contains(hex)) {
            if isolated(&[one, other]) {
                pairs.insert((one, other));
            }
        }
    }
    assert!(!pairs.is_empty(), "no two cuts isolate it");
    let northern = |hex: &Hex| to_york.contains(hex) || beyond_york.contains(hex);
    let on_both =
        |(a, b): &(Hex, Hex)| northern(a) && to_philadelphia.contains(b) || northern(b) && to_philadelphia.contains(a);
    let others: Vec<_> = pairs.iter().filter(|pair| !on_both(pair)).collect();
    assert!(others.is_empty(), "{others:?} isolate it, and are not on the lines {to_york:?} and {to_philadelphia:?}");
    // Each cut of the one line goes with each of the other.
    let lines = |of: &[Hex]| of.iter().copied().filter(|hex| *hex != baltimore).collect::<Vec<_>>();
    for &one in &lines(&to_york) {
        for &other in &lines(&to_philadelphia) {
            let pair = (one.min(other), one.max(other));
            assert!(one == other || pairs.contains(&pair), "{one} and {other} do not isolate it");
        }
    }
}

/// The rail hexes of a shortest route from one place to another.
fn rail_way(whole: &FullMap, from: Hex, to: Hex) -> Vec<Hex> {
    let mut before = SortedMap::from([(from, from)]);
    let mut next = std::collections::VecDeque::from([from]);
    while let Some(here) = next.pop_front() {
        for there in whole.map().neighbors(here).filter(|&there| whole.map().rail(here, there)) {
            before.entry(there).or_insert_with(|| {
                next.push_back(there);
                here
            });
        }
    }
    let mut way = vec![to];
    while let Some(&at) = before.get(way.last().expect("a hex")).filter(|_| way.last() != Some(&from)) {
        way.push(at);
    }
    way
}

/// The Blockade Effects Phase of a position on turn 1, with the ports that the map prints.
pub fn blockade_effects(game: &Game) -> Totals {
    let whole = &*FULL_MAP;
    let ports: SortedMap<Hex, Port> =
        whole.map().hexes().filter_map(|(hex, data)| Some((hex, data.city.as_ref()?.imports.clone()?))).collect();
    let home: HomeFront = serde_json::from_value(json!({
        "production_elsewhere": 0,
        "ports_elsewhere": 0,
        "source": {"stated": "9.4"},
    }))
    .expect("a home front");
    let scenario = whole.rules.pack.scenarios.values().next().expect("a scenario").clone();
    let scenario = Scenario { home_front: Some(HomeFront { ports, ..home }), ..scenario };
    let mut game = Game { turn: 1, ..game.clone() };
    homefront::blockade(&whole.rules, &mut game, &scenario, &mut Events::default());
    game.net.expect("reckoned").main
}

#[test]
fn production_begins_at_a_hundred_and_imports_at_forty() {
    // 9.4.2, 9.4.4: 140 together.
    let whole = &*FULL_MAP;
    let points: u32 = cities_of(Side::Confederate)
        .iter()
        .filter_map(|(hex, _)| whole.map().city(*hex))
        .map(|city| u32::from(city.vp))
        .sum();
    let sites: u32 =
        whole.map().hexes().filter_map(|(_, data)| data.site.as_ref()).map(|site| u32::from(site.vp)).sum();
    assert_eq!((points, sites), (99, 1), "cities of the eleven states, and sites");
    assert_eq!(blockade_effects(&whole.game), Totals { production: 100, imports: 40 });
}

#[test]
fn the_ports_that_fortresses_shut_would_bring_more() {
    // 9.4.4: imports are 40 because Petersburg, Norfolk and Pensacola are lost already; 9.4.6: Charleston goes with
    // Ft. Sumter.
    let whole = &*FULL_MAP;
    let with = |place: &str, side: Side| {
        let mut game = whole.game.clone();
        game.control.insert(whole.at(place), side);
        blockade_effects(&game).imports
    };
    for fortress in ["Ft. Monroe", "Ft. Pickens"] {
        assert!(with(fortress, Side::Confederate) > 40, "{fortress} shuts nothing");
    }
    assert!(with("Ft. Sumter", Side::Union) < 40);
}

#[test]
fn the_valley_is_left_by_its_gaps_alone() {
    // 6.3.3: a valley, not gaps. Its walls are mountains, with the gaps that the Virginia ground names.
    let whole = &*FULL_MAP;
    let valley = ["4905", "4906", "4806", "4807", "4708", "4709"].map(hex);
    let inside =
        whole.reach(valley[0], |here, there| valley.contains(&there) && movement::crossable(&whole.rules, here, there));
    assert_eq!(inside.len(), valley.len(), "it hangs together");
    let (mut gaps, mut open) = (SortedSet::new(), SortedSet::new());
    for &here in &valley {
        for there in whole.map().neighbors(here).filter(|there| !valley.contains(there)) {
            if !movement::crossable(&whole.rules, here, there) {
                continue;
            }
            match whole.map().hexside(here, there) {
                Some(side) if matches!(side.kind, HexsideKind::Gap | HexsideKind::Road) => {
                    gaps.insert(side.name.as_str());
                }
                _ => {
                    open.insert(there);
                }
            }
        }
    }
    let names = [
        "Brocks Gap",
        "Chester Gap",
        "James River Turnpike",
        "Manassas Gap",
        "Panther Gap",
        "Rockfish Gap",
        "Snickers Gap",
        "Staunton and Parkersburg Turnpike",
        "Swift Run Gap",
        "Thorntons Gap",
    ];
    assert_eq!(gaps.into_iter().collect::<Vec<_>>(), names);
    // Down the Valley to the Potomac, and up it over the James.
    assert_eq!(open, ["4804", "4805", "4904", "4710"].map(hex).into());
}

#[test]
fn forts_on_the_islands_keep_the_enemy_out() {
    // 6.3.4, 7.5.6; on Roanoke Island as soon as one is built there, while without one it may be entered (2.1.13).
    let whole = &*FULL_MAP;
    let refused = |game: &Game, island: Hex, side: Side| {
        let around = whole.map().neighbors(island).filter(|&there| !whole.is_sea(there));
        let ways: Vec<_> = around.map(|there| movement::passable(&whole.rules, game, there, island, side)).collect();
        assert!(!ways.is_empty(), "{island} has a shore across");
        let refused = ways.iter().filter(|way| way.is_err()).count();
        assert!(refused == 0 || refused == ways.len(), "{island} is open on one side");
        refused > 0
    };
    assert!(refused(&whole.game, whole.at("Ft. Pickens"), Side::Confederate));
    assert!(!refused(&whole.game, whole.at("Ft. Pickens"), Side::Union));
    assert!(refused(&whole.game, whole.at("Ft. Pulaski"), Side::Union));
    let roanoke = whole.at("Roanoke Island");
    assert!(!refused(&whole.game, roanoke, Side::Union));
    let mut game = whole.game.clone();
    game.works.insert(roanoke, Works::Held { side: Side::Confederate, kind: FortKind::Fort });
    assert!(!refused(&game, roanoke, Side::Union), "unmanned and out of supply it is nothing (9.1.5)");
    game.add_group(Group::new(Side::Confederate, roanoke, 1));
    assert!(refused(&game, roanoke, Side::Union));
    assert!(!refused(&game, roanoke, Side::Confederate));
}

#[test]
fn rails_belong_to_whom_the_rule_says() {
    // 11.1: a side's own hexes and border hexes without the enemy's ground; Missouri's and West Virginia's are the
    // Union's.
    let whole = &*FULL_MAP;
    let mut wrong = Vec::new();
    for (hex, data) in whole.map().hexes().filter(|(hex, _)| whole.map().rail_hex(*hex)) {
        let friends: SortedSet<Option<Side>> =
            data.states.iter().map(|state| whole.map().states[state].friendly_to).collect();
        let loyal = data.states.iter().any(|state| matches!(state.as_str(), "missouri" | "west_virginia"));
        let has = |side: Side| friends.contains(&Some(side));
        let due = match (has(Side::Union) || loyal, has(Side::Confederate)) {
            (true, false) => Some(Side::Union),
            (false, true) => Some(Side::Confederate),
            _ => None,
        };
        let found = whole.map().rail_owner_at_start(hex);
        if found != due {
            wrong.push(format!("{} in {:?}: {found:?}, not {due:?}", whole.map().number_and_name(hex), data.states));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn every_hex_on_land_can_be_marched_to_or_is_known_not_to_be() {
    let whole = &*FULL_MAP;
    let reached = whole.by_land(whole.at("Richmond, Virginia"));
    assert!(reached.contains(&whole.at("Washington")) && reached.contains(&whole.at("St. Louis")));
    // Mountains that no road enters (CW-190), and islands that a shore of salt water divides from the main.
    let no_road = |hex: Hex| {
        whole.terrain(hex) == Some(Terrain::Mountain)
            && whole.map().neighbors(hex).all(|there| whole.kind(hex, there) != Some(HexsideKind::Road))
    };
    let island = |hex: Hex| {
        whole.map().hex(hex).is_some_and(|data| data.coastal)
            && whole
                .map()
                .neighbors(hex)
                .all(|there| whole.is_sea(there) || whole.kind(hex, there) == Some(HexsideKind::Impassable))
    };
    let lost: Vec<String> = whole
        .land()
        .filter(|&hex| !reached.contains(&hex) && !no_road(hex) && !island(hex))
        .map(|hex| whole.map().number_and_name(hex))
        .collect();
    assert!(lost.is_empty(), "nobody comes to {lost:?}");
    let closed: Vec<Hex> = whole.land().filter(|&hex| no_road(hex)).collect();
    assert!(closed.len() <= 5, "{closed:?} have no road");
}

#[test]
fn every_city_of_points_is_reached_from_its_capital() {
    let whole = &*FULL_MAP;
    for (side, capital) in [(Side::Confederate, "Richmond, Virginia"), (Side::Union, "Washington")] {
        let reached = whole.by_land(whole.at(capital));
        let lost: Vec<_> = cities_of(side).into_iter().filter(|(hex, _)| !reached.contains(hex)).collect();
        assert!(lost.is_empty(), "nobody marches from {capital} to {lost:?}");
    }
}

#[test]
fn theaters_hold_their_states_and_the_great_river_divides_them() {
    let whole = &*FULL_MAP;
    let mut of: SortedMap<&Id, SortedMap<Theater, usize>> = SortedMap::new();
    for hex in whole.land() {
        let data = whole.map().hex(hex).expect("land");
        if let [state] = data.states.as_slice() {
            *of.entry(state).or_default().entry(data.theater).or_default() += 1;
        }
    }
    for (state, theaters) in &of {
        assert_eq!(theaters.len(), 1, "{state} lies in {theaters:?}");
    }
    let of = |state: &str| of.get(&state.parse::<Id>().expect("an id"))?.keys().next().copied();
    for (state, theater) in
        [("virginia", Theater::East), ("georgia", Theater::West), ("louisiana", Theater::TransMississippi)]
    {
        assert_eq!(of(state), Some(theater), "{state}");
    }
    for (hex, city) in whole.cities() {
        // St. Louis, the District and the forts on foreign ground have no hex for themselves.
        let state = &city.state;
        let theater = whole.map().theater(hex);
        assert_eq!(of(state.as_str()).unwrap_or(theater), theater, "{} in {state}", city.name);
    }
    // Above Louisiana the Mississippi divides the West from what lies beyond it.
    for ((a, b), _) in whole.map().hexsides().filter(|(_, side)| side.name == "Mississippi") {
        let beyond = |hex: Hex| whole.map().theater(hex) == Theater::TransMississippi;
        let louisiana =
            |hex: Hex| whole.map().hex(hex).is_some_and(|data| data.states.iter().any(|id| id.as_str() == "louisiana"));
        if !louisiana(a) || !louisiana(b) {
            assert!(beyond(a) != beyond(b) || louisiana(a) || louisiana(b) || a.row() <= 4, "{a}/{b}");
        }
    }
}

#[test]
fn the_union_has_one_city_beyond_the_mississippi() {
    // 10.2.4.
    let whole = &*FULL_MAP;
    let beyond = |hex: Hex| whole.map().theater(hex) == Theater::TransMississippi;
    let cities: Vec<_> = cities_of(Side::Union).into_iter().filter(|(hex, _)| beyond(*hex)).collect();
    assert_eq!(cities.iter().map(|(_, name)| name.as_str()).collect::<Vec<_>>(), ["St. Louis"]);
}

#[test]
fn states_hang_together_and_share_their_border_hexes() {
    let whole = &*FULL_MAP;
    let lies = |hex: Hex, state: &Id| whole.map().hex(hex).is_some_and(|data| data.states.contains(state));
    let mut wrong = Vec::new();
    for state in whole.map().states.keys() {
        let hexes: Vec<Hex> = whole.land().filter(|&hex| lies(hex, state)).collect();
        let Some(&first) = hexes.first() else {
            wrong.push(format!("{state} has no hex"));
            continue;
        };
        let mut left: SortedSet<Hex> = hexes.iter().copied().collect();
        let mut parts = Vec::new();
        let mut from = Some(first);
        while let Some(hex) = from {
            let part = whole.reach(hex, |_, there| lies(there, state));
            left.retain(|hex| !part.contains(hex));
            parts.push(part);
            from = left.first().copied();
        }
        parts.sort_by_key(|part| std::cmp::Reverse(part.len()));
        // Water separates Virginia from its eastern shore, and only the tips of Iowa's hexes are on the map.
        let whole_by_itself = |hex: &Hex| whole.map().hex(*hex).is_some_and(|data| !data.coastal && !data.map_edge);
        for part in parts.iter().skip(1).filter(|part| part.iter().any(whole_by_itself)) {
            wrong.push(format!("{state} has {part:?} apart"));
        }
    }
    let single = |state: &Id| whole.land().filter(|&hex| lies(hex, state)).count() == 1;
    for hex in whole.land() {
        let data = whole.map().hex(hex).expect("land");
        for state in data.states.iter().filter(|state| !single(state)) {
            if !data.map_edge && !whole.map().neighbors(hex).any(|there| lies(there, state)) {
                wrong.push(format!("{hex} lies in {state}, and nothing beside it"));
            }
        }
        if data.states.len() > 3 {
            wrong.push(format!("{hex} lies in {:?}", data.states));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn no_hex_lies_on_both_banks_of_a_river_that_is_a_border() {
    // 6.5.3B, 8.7.2: one crosses the Potomac from Virginia into Maryland, and hexes along the Ohio are on one bank.
    let whole = &*FULL_MAP;
    let borders: [(&str, &[&str], &[&str]); 3] = [
        ("Potomac", &["maryland", "columbia"], &["virginia", "west_virginia"]),
        ("Ohio", &["ohio", "indiana", "illinois"], &["west_virginia", "kentucky"]),
        ("Mississippi", &["illinois", "kentucky", "tennessee", "mississippi"], &["missouri", "iowa", "arkansas"]),
    ];
    let mut wrong = SortedSet::new();
    for (river, left, right) in borders {
        for ((a, b), _) in whole.map().hexsides().filter(|(_, side)| side.name == river) {
            for bank in [a, b] {
                let states = &whole.map().hex(bank).expect("a bank").states;
                let on = |bank: &[&str]| states.iter().any(|state| bank.contains(&state.as_str()));
                if on(left) && on(right) {
                    wrong.insert(format!("{} on the {river} lies in {states:?}", whole.map().number_and_name(bank)));
                }
            }
            // Where both banks are whole, each has its own.
            let of = |bank: Hex| whole.map().hex(bank).map(|data| data.states.clone()).unwrap_or_default();
            if let ([one], [other]) = (of(a).as_slice(), of(b).as_slice())
                && one == other
                && river != "Mississippi"
                && whole.kind(a, b) == Some(HexsideKind::NavigableRiver)
                && left.iter().chain(right).any(|state| *state == one.as_str())
                && !(river == "Ohio" && one.as_str() == "pennsylvania")
            {
                wrong.insert(format!("both banks of the {river} at {a}/{b} lie in {one}"));
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.into_iter().collect::<Vec<_>>().join("\n"));
}

#[test]
fn towns_lie_in_the_state_of_their_name() {
    // A name that occurs twice is given with its state.
    let whole = &*FULL_MAP;
    let mut wrong = Vec::new();
    for (hex, data) in whole.map().hexes() {
        let city = data.city.iter().map(|city| &city.name);
        for name in [&data.name].into_iter().chain(&data.also).chain(city).filter(|name| !name.contains(" of ")) {
            let Some((_, state)) = name.rsplit_once(", ") else { continue };
            let Some((id, _)) = whole.map().states.iter().find(|(_, data)| data.name == state) else { continue };
            if !data.states.contains(id) {
                wrong.push(format!("{name} in {hex} lies in {:?}", data.states));
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn the_mississippi_is_lost_with_the_last_of_its_seven_cities() {
    // 4.1.4, with the list of the rule as a scenario has it.
    let whole = &*FULL_MAP;
    let seven = ["New Orleans", "Baton Rouge", "Port Hudson", "Vicksburg", "Memphis, Tennessee", "Cairo", "St. Louis"]
        .map(|city| whole.at(city));
    let mut pack = (*whole.rules.pack).clone();
    let scenario = Arc::make_mut(&mut pack.scenarios).get_mut(&whole.game.scenario).expect("the scenario");
    scenario.mississippi = seven.to_vec();
    let rules = CivilWar::new(pack);
    let mut game = whole.game.clone();
    let held = seven.iter().filter(|&&city| territory::controller(&rules, &game, city) == Some(Side::Union));
    assert_eq!(held.count(), 2, "Cairo and St. Louis are the Union's already");
    for city in seven.into_iter().take(5) {
        assert!(!homefront::is_lost(&rules, &game));
        game.control.insert(city, Side::Union);
    }
    assert!(homefront::is_lost(&rules, &game));
}

#[test]
fn a_hex_is_some_twenty_five_miles() {
    // 6.0. By the gazetteer's latitudes and longitudes, between all cities of points that lie far apart; a way along
    // the grain of the hexes is a seventh longer than across it.
    let whole = &*FULL_MAP;
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/scenarios/civil_war/sources/towns.yaml");
    let towns: serde_json::Value = serde_yaml::from_str(&std::fs::read_to_string(path).expect("towns")).expect("towns");
    let at = |town: &serde_json::Value| Some((town["lat"].as_f64()?.to_radians(), town["lon"].as_f64()?.to_radians()));
    let mut cities = Vec::new();
    for (hex, city) in whole.cities() {
        let towns = towns["towns"].as_object().expect("towns").values();
        let base = city.name.split(", ").next().unwrap_or_default();
        let mut named =
            towns.filter(|town| town["vp"].as_u64().is_some_and(|vp| vp > 0) && town["name"].as_str() == Some(base));
        if let (Some(town), None) = (named.next(), named.next()) {
            cities.push((hex, at(town).expect("a place")));
        }
    }
    assert!(cities.len() > 50, "{} cities found", cities.len());
    let mut ratios = Vec::new();
    for (n, (here, (lat, lon))) in cities.iter().enumerate() {
        for (there, (other_lat, other_lon)) in &cities[n + 1..] {
            let hexes = here.distance(*there);
            if hexes < 8 {
                continue;
            }
            let (dlat, dlon) = (other_lat - lat, other_lon - lon);
            let a = (dlat / 2.0).sin().powi(2) + lat.cos() * other_lat.cos() * (dlon / 2.0).sin().powi(2);
            ratios.push((3958.8 * 2.0 * a.sqrt().asin() / f64::from(hexes), *here, *there));
        }
    }
    let mean = ratios.iter().map(|(miles, ..)| miles).sum::<f64>() / ratios.len() as f64;
    println!("{mean:.1} miles a hex, between {} pairs of cities", ratios.len());
    assert!((22.0..=26.0).contains(&mean), "{mean:.1} miles a hex");
    let odd: Vec<_> = ratios.iter().filter(|(miles, ..)| !(18.0..=29.0).contains(miles)).collect();
    assert!(odd.is_empty(), "{odd:?}");
}

#[test]
fn ships_can_enter_where_the_rule_puts_them() {
    // 10.4.3: river-going ships by Union cities on navigable rivers, in supply; 10.4.4: those of the sea in Eastern
    // cities on the coast or where the ocean can be reached; 10.5.2: ironclads by Confederate cities on navigable
    // rivers.
    let whole = &*FULL_MAP;
    let ocean = |(a, b): (Hex, Hex)| whole.map().hexside(a, b).is_some_and(|side| !side.river_ships_only);
    let places = |side: Side, fits: &dyn Fn(Hex) -> bool| {
        let supplied = |hex: Hex| supply::in_supply(&whole.rules, &whole.game, hex, side, None);
        let cities = cities_of(side).into_iter().filter(|(hex, _)| fits(*hex) && supplied(*hex));
        cities.map(|(_, name)| name).collect::<SortedSet<_>>()
    };
    let rivers = places(Side::Union, &|hex| !whole.waters(hex).is_empty());
    assert!(["Cairo", "St. Louis", "Cincinnati", "Pittsburgh"].iter().all(|city| rivers.contains(*city)), "{rivers:?}");
    let east = |hex: Hex| whole.map().theater(hex) == Theater::East;
    let salt =
        |hex: Hex| whole.map().hex(hex).is_some_and(|data| data.coastal) || whole.waters(hex).into_iter().any(ocean);
    let seas = places(Side::Union, &|hex| east(hex) && salt(hex));
    assert!(["Washington", "Baltimore", "Philadelphia"].iter().all(|city| seas.contains(*city)), "{seas:?}");
    assert!(!seas.contains("Pittsburgh"));
    let ironclads = places(Side::Confederate, &|hex| !whole.waters(hex).is_empty());
    for city in ["Norfolk", "Richmond", "Wilmington", "Charleston", "Savannah", "Mobile", "New Orleans", "Memphis"] {
        assert!(ironclads.contains(city), "{city} is not among {ironclads:?}");
    }
}

#[test]
fn armies_can_be_formed_where_they_were() {
    // 12.1: in each army's theater lies a city of its side that is in supply.
    let whole = &*FULL_MAP;
    for (id, army) in &whole.rules.pack.charts.armies {
        let home = cities_of(army.side).into_iter().any(|(hex, _)| {
            whole.map().theater(hex) == army.theater
                && supply::in_supply(&whole.rules, &whole.game, hex, army.side, None)
        });
        assert!(home, "{id} has nowhere to be formed in the {}", army.theater);
    }
}
