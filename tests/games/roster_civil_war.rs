//! The shipped pack of *The Civil War* for the whole war (leaders, ships and the turn track), compared with known facts
//! about the printed game.

use adjutant::games::civil_war::pack::*;

fn counter<'a>(pack: &'a Pack, id: &str, rank: u8) -> &'a Counter {
    pack.leader(id).and_then(|leader| leader.counter(rank)).unwrap_or_else(|| panic!("there is no {id}-{rank}"))
}

#[test]
fn the_whole_war_has_its_leaders_of_both_sides() {
    let pack = Pack::shipped();
    let men = |side: Side| pack.leaders.values().filter(move |leader| leader.side == side && !leader.additional);
    assert!(men(Side::Union).count() > 30 && men(Side::Confederate).count() > 30);
    assert!(Side::BOTH.into_iter().flat_map(men).count() > 60);
    assert_eq!(pack.leaders.values().filter(|leader| leader.enters.is_none()).count(), 0);
    // Every theater has somebody to command each formation that can be formed there, and a cavalry leader.
    for id in ["grant", "curtis", "hooker", "as_johnston", "price", "re_lee"] {
        assert!(pack.leader(id).is_some_and(|leader| leader.counter(3).is_some()), "{id}");
    }
    // The leaders whom the rulebook's text or the public list of the first turn names.
    for (id, side, turn) in [
        ("halleck", Side::Union, 1),
        ("banks", Side::Union, 1),
        ("buell", Side::Union, 1),
        ("rosecrans", Side::Union, 1),
        ("pope", Side::Union, 1),
        ("burnside", Side::Union, 1),
        ("curtis", Side::Union, 1),
        ("foote", Side::Union, 1),
        ("mcdowell", Side::Union, 1),
        ("lyon", Side::Union, 1),
        ("sigel", Side::Union, 1),
        ("price", Side::Confederate, 1),
        ("beauregard", Side::Confederate, 1),
    ] {
        let leader = pack.leader(id).expect("a leader");
        let enters = leader.enters.as_ref().expect("a turn").turn;
        assert_eq!((leader.side, enters, leader.additional), (side, turn, false), "{id}");
    }
    let first = |id: &str| pack.leader(id).expect("a leader").counters[0].rank;
    assert_eq!(["halleck", "banks", "buell", "rosecrans"].map(first), [3; 4]);
    assert_eq!((["pope", "burnside"].map(first), first("curtis")), ([2; 2], 1));
}

#[test]
fn there_are_three_admirals() {
    // 8.2: Union, of two stars. 8.2.1 and 8.8: Farragut costs two commands and adds two; 8.9.7: Foote costs two.
    let pack = Pack::shipped();
    let admirals: Vec<&Leader> = pack.leaders.values().filter(|leader| leader.branch == Branch::Naval).collect();
    assert_eq!(admirals.iter().map(|leader| leader.id.as_str()).collect::<Vec<_>>(), ["farragut", "foote", "porter"]);
    assert!(admirals.iter().all(|leader| leader.side == Side::Union && leader.counters.len() == 1));
    let farragut = counter(&pack, "farragut", 2);
    assert_eq!((farragut.initiative, farragut.tactical, farragut.tactical_favours), (2, 2, Favours::Own));
    assert_eq!(counter(&pack, "foote", 2).initiative, 2);
}

#[test]
fn seniority_is_as_the_examples_compare_it() {
    let pack = Pack::shipped();
    let above = |side: Side, rank: u8| {
        let mut named: Vec<(u8, &str)> = pack
            .leaders
            .values()
            .filter(|leader| leader.side == side && leader.branch == Branch::Infantry)
            .filter_map(|leader| Some((leader.counter(rank)?.seniority, leader.id.as_str())))
            .collect();
        named.sort();
        named.into_iter().map(|(_, id)| id).collect::<Vec<_>>()
    };
    // 5.1.2, 5.1.3, 5.3.3: McClellan 1, Fremont 2, Grant 4, Burnside 11, Hooker 12; Lyon's stars are fewer there.
    let union = above(Side::Union, 3);
    let place = |id: &str| union.iter().position(|&other| other == id).expect("three stars");
    assert_eq!((union[0], union[1], union[3]), ("mcclellan", "fremont", "grant"));
    assert!(place("grant") < place("burnside") && place("burnside") < place("hooker"));
    assert!(place("grant") < place("lyon"));
    assert_eq!(pack.leader("lyon").expect("Lyon").counters[0].rank, 1);
    assert_eq!(above(Side::Confederate, 3)[..2], ["as_johnston", "re_lee"]);
}

#[test]
fn public_lists_of_ratings_are_kept() {
    let pack = Pack::shipped();
    // grognard.com, civwar1.txt: the slowest are Fremont and Halleck; our own Holmes of 1863 is as slow.
    let slow = |leader: &&Leader| leader.counters.iter().any(|counter| counter.initiative == 4);
    let slowest: Vec<&str> = pack.leaders.values().filter(slow).map(|leader| leader.id.as_str()).collect();
    assert_eq!(slowest, ["fremont", "halleck", "holmes"]);
    // grognard.com, civwar.txt: some rating of theirs helps the enemy.
    for id in ["sigel", "mcclernand", "howard", "fremont", "banks", "butler"] {
        let helps = |counter: &Counter| [counter.tactical_favours, counter.command_favours].contains(&Favours::Enemy);
        assert!(pack.leader(id).expect("a leader").counters.iter().any(helps), "{id}");
    }
    // The module's replacement leaders: stars, initiative, tactical rating, and whom it helps.
    for (id, rank, initiative, tactical, favours) in [
        ("rh_anderson", 1, 3, 1, Favours::Own),
        ("buckner", 1, 3, 1, Favours::Own),
        ("buckner", 2, 3, 0, Favours::Own),
        ("cheatham", 1, 3, 0, Favours::Own),
        ("cheatham", 2, 3, 1, Favours::Own),
        ("gb_crittenden", 1, 3, 0, Favours::Own),
        ("gb_crittenden", 2, 3, 1, Favours::Enemy),
        ("holmes", 1, 3, 1, Favours::Enemy),
        ("holmes", 2, 3, 0, Favours::Own),
        ("gw_smith", 2, 3, 0, Favours::Own),
        ("stewart", 1, 3, 1, Favours::Own),
        ("stewart", 2, 3, 0, Favours::Own),
    ] {
        let found = counter(&pack, id, rank);
        assert_eq!((found.initiative, found.tactical), (initiative, tactical), "{id}-{rank}");
        assert!(tactical == 0 || found.tactical_favours == favours, "{id}-{rank}");
        assert!(pack.leader(id).expect("a leader").additional, "{id}");
    }
    // Price is no cavalryman, and not brisk; Grant, Sherman, Lyon and Jackson can rise to three stars.
    let price = pack.leader("price").expect("Price");
    assert!(price.branch == Branch::Infantry && price.counters.iter().all(|counter| counter.initiative != 2));
    assert!(["grant", "sherman", "lyon", "jackson"].iter().all(|id| counter(&pack, id, 3).rank == 3));
}

#[test]
fn a_wrong_counter_is_found_out() {
    type Change = fn(&mut serde_json::Value);
    let wrongs: [(&str, Change); 5] = [
        ("naval leaders have two stars (8.2)", |foote| foote["counters"][0]["rank"] = 3.into()),
        ("there is no turn 20 to enter on", |foote| foote["enters"]["turn"] = 20.into()),
        ("there is no turn 0 to enter on", |foote| foote["enters"]["turn"] = 0.into()),
        ("only three and four stars command armies (5.3)", |foote| foote["counters"][0]["command"] = 1.into()),
        ("a four-star counter needs a three-star counter (5.2.6)", |foote| foote["counters"][0]["rank"] = 4.into()),
    ];
    for (words, change) in wrongs {
        let mut files = Pack::shipped_files().clone();
        let leaders = files["leaders.yaml"]["leaders"].as_array().expect("leaders");
        let at = leaders.iter().position(|leader| leader["id"] == "foote").expect("Foote");
        change(&mut files.get_mut("leaders.yaml").expect("the file")["leaders"][at]);
        let problems = Pack::parse(&files).expect("understood").check();
        assert!(
            problems
                .iter()
                .any(|p| p.message == words
                    && p.path.as_deref().is_some_and(|path| path.starts_with("leaders.yaml:foote"))),
            "{words}: {problems:?}"
        );
    }
}

// -- The turn track (2.2, 3.0, 6.6, 8.6, 9.4)

#[test]
fn nineteen_turns_five_a_year() {
    let charts = Pack::shipped().charts;
    assert_eq!((charts.last_turn(), charts.calendar.len()), (19, 19));
    let period = |turn: usize| charts.calendar[turn - 1].period.as_str();
    assert_eq!((period(1), period(4)), ("July-August 1861", "March-April 1862"));
    assert_eq!((period(17), period(19)), ("September-October 1864", "March-April 1865"));
    // From July 1861 to April 1865 are 46 months.
    assert_eq!(charts.calendar.iter().map(|row| u32::from(row.months)).sum::<u32>(), 46);
    for row in &charts.calendar {
        assert_eq!(row.months == 4, row.period.starts_with("November"), "{}", row.period);
    }
    // The two small scenarios have the same calendar.
    let pack = Pack::shipped();
    for scenario in pack.scenarios.values() {
        for named in &scenario.calendar {
            assert_eq!(named.period, period(named.turn.into()), "{} {}", scenario.id, named.turn);
        }
    }
}

#[test]
fn the_blockade_begins_with_the_forty_that_are_known() {
    // 9.4.4: imports are 40 on turn 1; 44 port points are open (CW-150). 8.6: sea lift is large after turn 4.
    let charts = Pack::shipped().charts;
    let table = charts.blockade.as_ref().expect("the table");
    let beginning = charts.beginning.as_ref().expect("figures");
    assert_eq!((beginning.production, beginning.imports), (100, 40));
    assert_eq!(table.imports(44, charts.blockade_percent(1)), 40);
    let lift: Vec<u8> = (1..=19).map(|turn| charts.sea_lift(turn)).collect();
    assert!(lift.is_sorted() && lift[4] > 2 * lift[3] && lift[2] < lift[3], "{lift:?}");
    assert_eq!((charts.blockade_percent(20), charts.sea_lift(20)), (0, 0));
}

// -- The war on the water (8)

#[test]
fn naval_combat_is_as_in_the_examples() {
    use NavalResult::{Damaged, None, Sunk};
    let charts = Pack::shipped().charts;
    let table = charts.naval_combat.as_ref().expect("the table");
    // EX 8.8, first round: one ship rolls 4; five with Farragut 1 + 2; the unmanned fortress 5.
    assert_eq!((table.ships(1, 4), table.ships(5, 3)), (None, None));
    assert_eq!(table.fort(FortKind::Fortress, false, 5), Damaged);
    // Second round: one ship rolls 5; four 3 + 2; the fortress 4, then 1.
    assert_eq!((table.ships(1, 5), table.ships(4, 5)), (None, Damaged));
    assert_eq!([4, 1].map(|die| table.fort(FortKind::Fortress, false, die)), [None; 2]);
    // 8.10: two single ships fight until a 6.
    assert_eq!((1..=6).map(|die| table.ships(1, die)).collect::<Vec<_>>(), [None, None, None, None, None, Damaged]);
    // Nothing counts for more than 6, and five ships are as good as nine.
    assert_eq!((table.ships(9, 8), table.ships(5, 6), table.ships(0, 6)), (Sunk, Sunk, None));
    assert_eq!(table.fort(FortKind::Stockade, true, 6), None);
}

#[test]
fn a_landing_at_mobile_meets_four() {
    // EX 8.8: a point each for the hex, the fort, the strength point and the city.
    let landing = Pack::shipped().charts.landing.clone().expect("figures");
    let fort = |kind: FortKind| landing.forts[&kind];
    assert_eq!(landing.hex + landing.sp + landing.city + fort(FortKind::Fort), 4);
    assert_eq!((fort(FortKind::Fortress), fort(FortKind::Stockade)), (2, 0));
}

#[test]
fn forts_fire_as_often_as_the_rulebook_says() {
    let pack = Pack::shipped();
    let shots = |name: &str| pack.charts.fort_shots.iter().find(|fort| fort.fort == name).map(|fort| fort.shots);
    let listed = ["Monroe", "Fisher", "Sumter", "Pulaski", "Gadsden", "Morgan", "Pike", "Jackson"];
    assert_eq!(listed.map(|name| shots(&format!("Ft. {name}"))), [2, 2, 1, 1, 2, 2, 3, 2].map(Some));
    assert_eq!(pack.charts.fort_shots.len(), 8);
}

#[test]
fn ships_come_when_they_first_served() {
    let pack = Pack::shipped();
    let ship = |id: &str| &pack.charts.ships[&id.parse().expect("an id")];
    // EX 10.5: the Virginia on turn 4. EX 8.5.7 and EX 8.8 name the Ozark, the Mahopac and the Tennessee.
    assert_eq!((ship("virginia").enters.turn, ship("virginia").side), (4, Side::Confederate));
    assert_eq!((ship("ozark").waters, ship("mahopac").waters), (Waters::River, Waters::Ocean));
    assert_eq!((ship("tennessee").side, ship("tennessee").kind), (Side::Confederate, ShipKind::Ironclad));
    let kinds = |side: Side, kind: ShipKind| {
        pack.charts.ships.values().filter(|ship| ship.side == side && ship.kind == kind).count()
    };
    assert_eq!((kinds(Side::Union, ShipKind::Raider), kinds(Side::Confederate, ShipKind::Raider)), (0, 6));
    // 2.3: a Union counter represents two or three ships, some larger ones a single ship.
    for ship in pack.charts.ships.values().filter(|ship| ship.side == Side::Union) {
        assert!(ship.with.len() <= 2, "{}", ship.name);
    }
    assert!(kinds(Side::Union, ShipKind::Ironclad) > 12 && kinds(Side::Confederate, ShipKind::Ironclad) > 12);
}

#[test]
fn wrong_charts_of_the_whole_war_are_found_out() {
    type Change = fn(&mut serde_json::Value);
    let wrongs: [(&str, Change); 18] = [
        ("known to be None, but the table has Damaged", |charts| {
            charts["naval_combat"]["columns"][0]["results"][4] = "damaged".into();
        }),
        ("a higher total does less", |charts| {
            charts["naval_combat"]["columns"][3]["results"][3] = "sunk".into();
        }),
        ("more strength does less", |charts| {
            charts["naval_combat"]["columns"][0]["results"][5] = "sunk".into();
            charts["naval_combat"]["columns"][1]["results"][5] = "damaged".into();
        }),
        ("there must be one result for each of 1 to 6", |charts| {
            charts["naval_combat"]["columns"][2]["results"] = serde_json::json!(["none"]);
        }),
        ("a stronger fortification defends less", |charts| charts["landing"]["forts"]["fort"] = 3.into()),
        ("a roll of two dice is 2 to 12", |charts| charts["naval"]["raider_lost_on"] = 13.into()),
        ("a hex has six hexsides", |charts| charts["fort_shots"][0]["shots"] = 7.into()),
        ("5410 has", |charts| charts["fort_shots"][0]["shots"] = 6.into()),
        ("commerce raiders are Confederate (8.1)", |charts| charts["ships"][0]["kind"] = "raider".into()),
        ("Confederate ironclads stay on the rivers (8.1)", |charts| charts["ships"][20]["waters"] = "ocean".into()),
        ("a Confederate counter is one ship (2.3)", |charts| {
            charts["ships"][20]["with"] = serde_json::json!(["Merrimack"]);
        }),
        ("there is no turn 0 to enter on", |charts| charts["ships"][3]["enters"]["turn"] = 0.into()),
        ("the turns must be numbered from 1 to 19", |charts| charts["calendar"][4]["turn"] = 6.into()),
        ("the winter turn four (3.0)", |charts| charts["calendar"][2]["months"] = 3.into()),
        ("the blockade must not weaken", |charts| charts["blockade_percents"][0]["percent"] = 50.into()),
        ("the turns must rise up to 19", |charts| charts["sea_lift"][4]["through_turn"] = 18.into()),
        ("its cities on the map have", |charts| charts["worth"]["states"][0]["points"] = 1.into()),
        ("the award must not be 0", |charts| charts["worth"]["awards"][0]["each"] = 0.into()),
    ];
    for (words, change) in wrongs {
        let mut files = Pack::shipped_files().clone();
        change(files.get_mut("charts.yaml").expect("the file"));
        let problems = Pack::parse(&files).expect("understood").check();
        let found = problems.iter().find(|problem| problem.message.contains(words));
        assert!(
            found.is_some_and(|p| p.path.as_deref().is_some_and(|path| path.starts_with("charts.yaml"))),
            "{words}: {problems:?}"
        );
    }
    let mut files = Pack::shipped_files().clone();
    let ships = &mut files.get_mut("charts.yaml").expect("the file")["ships"];
    ships[1]["id"] = ships[0]["id"].clone();
    assert!(Pack::parse(&files).expect_err("refused").message.contains("two ships carondelet"));
}
