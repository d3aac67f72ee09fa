//! Journeys, lines of supply and changes of control that an example of the rulebook describes: the engine plays them on
//! the compiled map.

use std::collections::BTreeSet;

use adjutant::board::Hex;
use adjutant::engine::Events;
use adjutant::games::civil_war::orders::Rail;
use adjutant::games::civil_war::pack::Side;
use adjutant::games::civil_war::position::ledger::{Game, Group};
use adjutant::games::civil_war::supply::{Segment, Source};
use adjutant::games::civil_war::{homefront, movement, movement::rail, movement::territory, supply};

use crate::civil_war_map::whole_map::{FULL_MAP, hex};

/// The position with strength points of a side in some hexes.
fn with(game: &Game, side: Side, hexes: &[Hex]) -> Game {
    let mut game = game.clone();
    for &hex in hexes {
        game.add_group(Group::new(side, hex, 1));
    }
    game
}

/// The position in which a side has taken some hexes.
fn taken(game: &Game, side: Side, hexes: impl IntoIterator<Item = Hex>) -> Game {
    let mut game = game.clone();
    game.control.extend(hexes.into_iter().map(|hex| (hex, side)));
    game
}

#[test]
fn ex_9_3_9a_a_chain_of_depots_leads_from_the_arkansas_to_vicksburg() {
    let whole = &*FULL_MAP;
    let [post, camden, monroe] =
        ["Arkansas Post", "Camden, Arkansas", "Monroe, Louisiana"].map(|place| whole.at(place));
    let mut game = whole.game.clone();
    for depot in [post, camden, monroe] {
        game.depots.insert(depot, Side::Confederate);
    }
    let side = Side::Confederate;
    // Somebody within four hexes of Arkansas Post whom nothing else supplies; he is found, not chosen.
    let alone = |hex: &Hex| hex.distance(post) <= 4 && !supply::in_supply(&whole.rules, &whole.game, *hex, side, None);
    let by_chain = |hex: &Hex| {
        let line = supply::supply_line(&whole.rules, &game, *hex, side, None)?;
        (line.depots() == [post, camden, monroe]).then_some((*hex, line))
    };
    let (force, line) =
        whole.land().filter(alone).find_map(|hex| by_chain(&hex)).expect("a force that the chain supplies");
    assert!(matches!(line.source, Source::Rail(_)), "{:?}", line.source);
    let Some(Segment::Rail { hexes }) = line.segments.last() else { panic!("{:?}", line.segments) };
    let crossing = hexes.windows(2).any(|pair| *pair == [hex("1623"), hex("1724")]);
    assert!(crossing, "the line crosses the Mississippi at Vicksburg: {hexes:?}");
    assert!(supply::depot_choices(&whole.rules, &game, force, side, None).is_empty(), "no depot is used up");
    // With the crossing lost, one of the three depots must be the source.
    let cut = taken(&game, Side::Union, [hex("1724")]);
    let choices: BTreeSet<Hex> = supply::depot_choices(&whole.rules, &cut, force, side, None).into_iter().collect();
    assert_eq!(choices, [post, camden, monroe].into());
    // Each is no more than four hexes from the next.
    for pair in [post, camden, monroe].windows(2) {
        assert!(pair[0].distance(pair[1]) <= 4);
    }
}

#[test]
fn ex_9_3_9c_captured_rails_lead_to_the_sea_at_pensacola() {
    let whole = &*FULL_MAP;
    let (mobile, pensacola, morgan) = (whole.at("2428"), whole.at("Pensacola"), whole.at("Ft. Morgan"));
    let rails: Vec<Hex> = whole
        .by_rail(pensacola, None)
        .into_iter()
        .filter(|&hex| hex.distance(pensacola) <= 6 && (hex.distance(mobile) <= 5 || hex.distance(pensacola) <= 4))
        .collect();
    let game = taken(&whole.game, Side::Union, rails.iter().copied());
    let inland = rails.iter().copied().filter(|&hex| !whole.map().hex(hex).is_some_and(|data| data.coastal));
    let mut supplied = 0;
    for force in inland.filter(|&hex| whole.by_rail(pensacola, None).contains(&hex)) {
        let game = with(&game, Side::Union, &[force]);
        let line = supply::supply_line(&whole.rules, &game, force, Side::Union, None);
        let Some(line) = line else { continue };
        assert!(matches!(line.source, Source::Sea { .. }), "{force}: {:?}", line.source);
        supplied += 1;
    }
    assert!(supplied >= 4, "rails lead inland from Pensacola");
    // From Mobile, with nothing but its own line to Pensacola.
    let line = supply::supply_line(&whole.rules, &with(&game, Side::Union, &[mobile]), mobile, Side::Union, None);
    assert!(line.is_some(), "Mobile is fed by rail from the coast");
    // A force on the coast needs no line.
    let coast = supply::supply_line(&whole.rules, &game, pensacola, Side::Union, None).expect("a line");
    assert_eq!((coast.segments.len(), &coast.source), (0, &Source::Sea { at: pensacola }));
    // Fort Morgan is out of supply and nothing, unless a strength point is in it.
    assert!(!supply::fort_in_force(&whole.rules, &game, morgan, Side::Confederate));
    let manned = with(&game, Side::Confederate, &[morgan]);
    assert!(supply::fort_in_force(&whole.rules, &manned, morgan, Side::Confederate));
}

#[test]
fn ex_8_8_fort_morgan_is_out_of_supply_as_soon_as_mobile_falls() {
    let whole = &*FULL_MAP;
    let (mobile, morgan) = (whole.at("2428"), whole.at("Ft. Morgan"));
    assert!(supply::fort_in_force(&whole.rules, &whole.game, morgan, Side::Confederate), "it fires at the start");
    // The ships that have landed there control the bay (8.5.1), so no line can cross it (8.5.6): only land is left.
    let dry = |here: Hex, there: Hex| {
        there != mobile && movement::crossable(&whole.rules, here, there) && !whole.map().over_navigable(here, there)
    };
    let near = whole.map().neighbors(morgan).filter(|&there| dry(morgan, there));
    let around: BTreeSet<Hex> = near
        .flat_map(|here| whole.map().neighbors(here).filter(move |&there| dry(here, there)).chain([here]))
        .collect();
    let rails: Vec<&Hex> = around.iter().filter(|&&hex| whole.map().rail_hex(hex)).collect();
    assert!(rails.is_empty(), "{rails:?} still supply it without Mobile");
}

#[test]
fn ex_6_6_4_a_train_goes_from_monroe_over_the_mississippi_into_the_heart_of_the_confederacy() {
    let whole = &*FULL_MAP;
    let monroe = whole.at("Monroe, Louisiana");
    let game = with(&whole.game, Side::Confederate, &[monroe]);
    for to in ["Vicksburg", "Jackson, Mississippi", "Atlanta, Georgia", "Richmond, Virginia"] {
        let order = Rail { leader: None, from: Some(monroe), sp: None, to: whole.at(to), pay: None, condition: None };
        let plan = rail::check(&whole.rules, &game, Side::Confederate, &order);
        assert!(plan.is_ok(), "to {to}: {:?}", plan.err());
    }
    let order = |from: Hex, to: Hex| Rail { leader: None, from: Some(from), sp: None, to, pay: None, condition: None };
    // A line does not begin at a place beside it.
    let beside = whole.map().neighbors(monroe).find(|&hex| !whole.map().rail_hex(hex)).expect("a hex without rails");
    let aside = with(&whole.game, Side::Confederate, &[beside]);
    assert!(rail::check(&whole.rules, &aside, Side::Confederate, &order(beside, whole.at("Vicksburg"))).is_err());
    // Cut at Vicksburg, nothing crosses.
    let cut = taken(&game, Side::Union, [hex("1724")]);
    let far = rail::check(&whole.rules, &cut, Side::Confederate, &order(monroe, whole.at("Jackson, Mississippi")));
    assert!(far.is_err(), "no other line crosses the Mississippi");
}

#[test]
fn ex_6_5_3a_georgia_is_another_country_to_a_force_in_converted_carolina() {
    let whole = &*FULL_MAP;
    let (columbia, augusta) = (whole.at("Columbia, South Carolina"), whole.at("Augusta, Georgia"));
    let mut game = whole.game.clone();
    assert!(territory::is_enemy(&whole.rules, &game, columbia, Side::Union));
    game.converted.insert("south_carolina".parse().expect("an id"), Side::Union);
    assert!(!territory::is_enemy(&whole.rules, &game, columbia, Side::Union), "neutral now");
    assert!(territory::is_enemy(&whole.rules, &game, augusta, Side::Union), "and Georgia is not");
    // Augusta is right on the border: it can be entered from a hex that is entirely in South Carolina.
    let carolina = |hex: Hex| {
        whole.map().hex(hex).is_some_and(|data| data.states.iter().all(|state| state.as_str() == "south_carolina"))
    };
    let beside = |hex: Hex| carolina(hex) && movement::terrain_allows(&whole.rules, hex, augusta).is_ok();
    assert!(whole.map().neighbors(augusta).any(beside));
}

#[test]
fn ex_6_5_3b_the_north_is_open_to_a_force_in_arlington() {
    let whole = &*FULL_MAP;
    let arlington = hex("5106");
    assert!(territory::is_enemy(&whole.rules, &whole.game, arlington, Side::Union));
    for over in ["Washington", "Rockville"].map(|place| whole.at(place)) {
        assert_eq!(whole.map().hexside(arlington, over).map(|side| side.name.as_str()), Some("Potomac"));
        assert!(!territory::is_enemy(&whole.rules, &whole.game, over, Side::Union), "{over}");
        assert!(movement::passable(&whole.rules, &whole.game, arlington, over, Side::Union).is_ok());
    }
}

#[test]
fn ex_2_1_3_tennessee_turns_when_all_its_cities_are_taken_and_turns_back() {
    let whole = &*FULL_MAP;
    let state = "tennessee".parse().expect("an id");
    let cities: Vec<Hex> = whole.cities().filter(|(_, city)| city.state == state).map(|(hex, _)| hex).collect();
    let mut events = Events::default();
    let mut game = taken(&whole.game, Side::Union, cities.iter().copied().skip(1));
    homefront::convert(&whole.rules, &mut game, &mut events);
    assert!(!game.converted.contains_key(&state), "one city is still held");
    game.control.insert(cities[0], Side::Union);
    homefront::convert(&whole.rules, &mut game, &mut events);
    assert_eq!(game.converted.get(&state), Some(&Side::Union));
    assert_eq!(
        territory::friendly_side(&whole.rules, &game, &state),
        Some(Side::Confederate),
        "it stays the South's own"
    );
    let nashville = whole.at("Nashville, Tennessee");
    assert!(!territory::is_enemy(&whole.rules, &game, nashville, Side::Union), "neutral to the Union");
    cities.iter().for_each(|city| {
        game.control.remove(city);
    });
    homefront::convert(&whole.rules, &mut game, &mut events);
    assert!(!game.converted.contains_key(&state));
    assert!(territory::is_enemy(&whole.rules, &game, nashville, Side::Union));
}

#[test]
fn ex_11_2_3_cavalry_takes_nothing_in_columbus() {
    let whole = &*FULL_MAP;
    let refused =
        movement::entering::convertible(&whole.rules, &whole.game, whole.at("Columbus, Ohio"), Side::Confederate);
    assert_eq!(refused.expect_err("refused").rule.as_deref(), Some("11.2.3"));
}

#[test]
fn case_10_2_7_an_army_in_savannah_lives_by_the_sea_and_gets_no_reinforcements() {
    let whole = &*FULL_MAP;
    let savannah = whole.at("Savannah, Georgia");
    let game = with(&taken(&whole.game, Side::Union, [savannah]), Side::Union, &[savannah]);
    assert!(!supply::from_friendly_territory(&whole.rules, &game, savannah, Side::Union));
    // An army of the South in Philadelphia would need a line to Virginia.
    let philadelphia = whole.at("Philadelphia, Pennsylvania");
    let game = with(&whole.game, Side::Confederate, &[philadelphia]);
    assert!(!supply::from_friendly_territory(&whole.rules, &game, philadelphia, Side::Confederate));
    let richmond = whole.at("Richmond, Virginia");
    assert!(supply::from_friendly_territory(&whole.rules, &whole.game, richmond, Side::Confederate));
}

#[test]
fn case_4_1_9_an_army_of_the_south_on_both_lines_isolates_washington() {
    let whole = &*FULL_MAP;
    let washington = whole.at("Washington");
    let lines = ["York", "Philadelphia, Pennsylvania"].map(|place| whole.at(place));
    let one = with(&whole.game, Side::Confederate, &lines[..1]);
    assert!(supply::washington_connected(&whole.rules, &one, washington));
    let both = with(&whole.game, Side::Confederate, &lines);
    assert!(!supply::washington_connected(&whole.rules, &both, washington));
}

#[test]
fn marches_of_the_war_are_possible() {
    // 6.0: a force can go the length of the map in a turn. Each leg is a way over land of at most this many movement
    // points, by the terrain: Grant's to Vicksburg from Bruinsburg and Jackson, Sherman's to the sea, Bragg's to
    // Perryville, Lee's to Gettysburg, Jackson's up the Valley, Sibley's and Price's in Missouri.
    let whole = &*FULL_MAP;
    let legs = [
        ("Chattanooga", "Atlanta, Georgia", 8),
        ("Atlanta, Georgia", "Savannah, Georgia", 16),
        ("Savannah, Georgia", "Columbia, South Carolina", 12),
        ("Nashville, Tennessee", "Corinth, Mississippi", 12),
        ("Cairo", "Fort Donelson", 8),
        ("Winchester", "Gettysburg", 6),
        ("Staunton", "Winchester", 6),
        ("Chattanooga", "Perryville, Kentucky", 14),
        ("Springfield, Missouri", "Fort Smith", 10),
        ("Jackson, Mississippi", "Vicksburg", 4),
        ("Grafton", "Staunton", 8),
        ("Knoxville", "Cumberland Gap", 6),
    ];
    let mut wrong = Vec::new();
    for (from, to, most) in legs {
        let (from, to) = match (whole.place(from), whole.place(to)) {
            (Ok(from), Ok(to)) => (from, to),
            (a, b) => {
                wrong.extend(a.err().into_iter().chain(b.err()));
                continue;
            }
        };
        match points(from, to) {
            Some(points) if points <= most => {}
            found => wrong.push(format!("{from} to {to}: {found:?} movement points, not up to {most}")),
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// The fewest movement points from one hex to another over land.
fn points(from: Hex, to: Hex) -> Option<u32> {
    let whole = &*FULL_MAP;
    let mut best = std::collections::BTreeMap::new();
    let mut next = BTreeSet::from([(0, from)]);
    while let Some((far, here)) = next.pop_first() {
        if best.contains_key(&here) {
            continue;
        }
        best.insert(here, far);
        for there in whole.map().neighbors(here).filter(|&there| movement::crossable(&whole.rules, here, there)) {
            next.insert((far + movement::entry_cost(&whole.rules, there), there));
        }
    }
    best.get(&to).copied()
}
