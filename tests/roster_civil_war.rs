//! The leaders of the shipped pack of *The Civil War*, all theaters, against what is known of the printed counters.

use adjutant::rulesets::civil_war::pack::*;

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
    // Every theater has somebody to command what can be formed there, and somebody who rides.
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
        ("no turn 20 to enter on", |foote| foote["enters"]["turn"] = 20.into()),
        ("no turn 0 to enter on", |foote| foote["enters"]["turn"] = 0.into()),
        ("only three and four stars command armies (5.3)", |foote| foote["counters"][0]["command"] = 1.into()),
        ("four stars are won with three (5.2.6)", |foote| foote["counters"][0]["rank"] = 4.into()),
    ];
    for (words, change) in wrongs {
        let mut files = Pack::shipped_files();
        let leaders = files["leaders.yaml"]["leaders"].as_array().expect("leaders");
        let at = leaders.iter().position(|leader| leader["id"] == "foote").expect("Foote");
        change(&mut files.get_mut("leaders.yaml").expect("the file")["leaders"][at]);
        let problems = Pack::parse(&files).expect("understood").check();
        assert!(
            problems.iter().any(|p| p.message == words && p.path.as_deref() == Some("leaders.yaml:foote")),
            "{words}: {problems:?}"
        );
    }
}
