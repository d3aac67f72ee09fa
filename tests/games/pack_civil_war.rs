//! The shipped pack of *The Civil War* compared with known facts about the printed game.

use adjutant::board::Hex;
use adjutant::document::{PackFiles, Value};
use adjutant::games::civil_war::pack::*;

fn hex(text: &str) -> Hex {
    text.parse().expect("a hex")
}

/// The ground of the Virginia scenarios.
fn virginia() -> Map {
    let pack = Pack::shipped();
    pack.with_scenario_map(pack.scenario("virginia_1861").expect("a scenario")).map.as_ref().clone()
}

fn complaints(pack: &Pack) -> Vec<String> {
    pack.check().iter().map(|p| format!("{}: {p}", p.path.as_deref().unwrap_or("?"))).collect()
}

#[test]
fn the_shipped_pack_fits_together() {
    let problems = complaints(&Pack::shipped());
    assert!(problems.is_empty(), "{}", problems.join("\n"));
}

// -- The map (2.1, 6.3, 8.7, 12.3)

#[test]
fn the_hexes_that_the_rulebook_names_are_what_it_says() {
    let map = Pack::shipped().map;
    for valley in ["4905", "4906", "4806", "4807", "4708", "4709"] {
        let data = map.hex(hex(valley)).expect("the Valley");
        assert_eq!(data.terrain, Terrain::Clear, "{valley}");
        assert!(matches!(data.source, Source::Stated(_)), "{valley}");
    }
    for coastal in ["5308", "5309", "5310"] {
        assert!(map.hex(hex(coastal)).expect("a coast").coastal, "{coastal}");
    }
    assert!(!map.hex(hex("5209")).expect("the York").coastal);
    let kind = |a: &str, b: &str| map.hexside(hex(a), hex(b)).map(|side| side.kind);
    assert_eq!(kind("5004", "5005"), Some(HexsideKind::Mountain));
    assert_eq!(kind("5005", "5004"), Some(HexsideKind::Mountain));
    assert_eq!(kind("4905", "5004"), Some(HexsideKind::Mountain));
    assert_eq!(kind("5106", "5206"), Some(HexsideKind::NavigableRiver));
    assert_eq!(kind("5106", "5107"), None);
    assert!(virginia().hex(hex("2428")).is_none(), "Mobile is far away");
}

#[test]
fn the_ground_agrees_with_the_example_of_reaction() {
    // 12.3 A to D: Washington, 5106, 5107, the Wilderness, 5108, one movement point each; two shifts in the Wilderness.
    let pack = Pack::shipped();
    let path = ["5206", "5106", "5107", "5007", "5108"].map(hex);
    for step in path.windows(2) {
        assert!(step[0].adjacent(step[1]));
        let terrain = pack.map.hex(step[1]).expect("on the ground").terrain;
        assert_eq!(pack.charts.movement_cost(terrain), Some(1));
    }
    let (wilderness, river) =
        (pack.map.hex(path[3]).expect("land"), pack.map.hexside(path[2], path[3]).expect("a river"));
    assert_eq!(pack.charts.terrain_shift(wilderness.terrain) + pack.charts.hexside_shift(river.kind), 2);
    assert_eq!(pack.map.hex(path[4]).expect("land").terrain, Terrain::Clear);
    for step in ["5107", "5207", "5208", "5109"].map(hex).windows(2) {
        assert!(step[0].adjacent(step[1]) && pack.map.hex(step[1]).is_some());
    }
    let fort = pack.map.hex(path[0]).expect("Washington").fort.clone().expect("its fortress");
    assert_eq!((fort.kind, fort.owner), (FortKind::Fortress, Side::Union));
}

#[test]
fn a_force_in_arlington_has_the_north_across_the_river() {
    // 6.5.3B: Maryland and the District both border 5106, which is entirely in Virginia.
    let map = Pack::shipped().map;
    let states = |at: Hex| map.hex(at).expect("land").states.iter().map(|id| id.to_string()).collect::<Vec<_>>();
    assert_eq!(states(hex("5106")), ["virginia"]);
    let across: Vec<String> = map.neighbors(hex("5106")).flat_map(states).collect();
    assert!(across.contains(&"maryland".to_owned()) && across.contains(&"columbia".to_owned()));
}

#[test]
fn the_potomac_can_be_followed_from_the_mountains_to_the_bay() {
    let map = Pack::shipped().map;
    for river in ["Potomac", "Rappahannock", "James"] {
        let sides: Vec<(Hex, Hex)> =
            map.hexsides().filter(|(_, side)| side.name == river).map(|(between, _)| between).collect();
        // Two hexsides of one river meet where three hexes do: they share one hex, and their others touch.
        let meet = |a: &(Hex, Hex), b: &(Hex, Hex)| {
            let shared = [a.0, a.1].iter().filter(|hex| [b.0, b.1].contains(hex)).count();
            let all: std::collections::BTreeSet<Hex> = [a.0, a.1, b.0, b.1].into();
            shared == 1 && all.iter().all(|x| all.iter().all(|y| x == y || x.adjacent(*y)))
        };
        let mut reached = vec![sides[0]];
        let mut at = 0;
        while at < reached.len() {
            let here = reached[at];
            reached.extend(
                sides.iter().filter(|side| meet(side, &here)).filter(|s| !reached.contains(s)).collect::<Vec<_>>(),
            );
            at += 1;
        }
        assert_eq!(reached.len(), sides.len(), "{river} has a break");
    }
}

#[test]
fn every_place_on_land_can_be_marched_to() {
    let map = virginia();
    let mountain = |at: Hex| map.hex(at).is_some_and(|data| data.terrain == Terrain::Mountain);
    let open = |a: Hex, b: Hex| match map.hexside(a, b).map(|side| side.kind) {
        Some(HexsideKind::Mountain | HexsideKind::Impassable) => false,
        Some(HexsideKind::Road) => true,
        _ => !mountain(a) && !mountain(b),
    };
    let land: Vec<Hex> = map.hexes().filter(|(_, data)| data.terrain != Terrain::AllSea).map(|(hex, _)| hex).collect();
    let mut reached = vec![hex("5206")];
    let mut at = 0;
    while at < reached.len() {
        let here = reached[at];
        let next = map.neighbors(here).filter(|&there| land.contains(&there) && open(here, there));
        let new: Vec<Hex> = next.filter(|there| !reached.contains(there)).collect();
        reached.extend(new);
        at += 1;
    }
    let cut_off: Vec<&Hex> = land.iter().filter(|hex| !reached.contains(hex)).collect();
    assert!(cut_off.is_empty(), "{cut_off:?}");
    assert!((70..=110).contains(&land.len()), "{}", land.len());
}

#[test]
fn rails_join_what_they_joined() {
    let map = virginia();
    let reach = |from: &str, side: Side| {
        let mut reached = vec![hex(from)];
        let mut at = 0;
        while at < reached.len() {
            let here = reached[at];
            for there in map.neighbors(here) {
                if map.rail(here, there) && map.rail_owner_at_start(there) == Some(side) && !reached.contains(&there) {
                    reached.push(there);
                }
            }
            at += 1;
        }
        reached
    };
    let south = reach("5109", Side::Confederate);
    for place in ["4708", "4710", "5006", "5108", "5110", "5411", "4906"] {
        assert!(south.contains(&hex(place)), "{place} by rail from Richmond");
    }
    let north = reach("5206", Side::Union);
    for place in ["5305", "5306", "5202", "5403", "5104", "4704"] {
        assert!(north.contains(&hex(place)), "{place} by rail from Washington");
    }
    assert!(!south.iter().any(|hex| north.contains(hex)));
    assert_eq!(map.rail_owner_at_start(hex("4904")), Some(Side::Union), "11.1");
    assert_eq!(map.rail_owner_at_start(hex("5107")), Some(Side::Confederate));
    assert_eq!(map.rail_owner_at_start(hex("5308")), None);
    assert!(map.rail_hex(hex("5106")) && !map.rail_hex(hex("5308")));
}

#[test]
fn each_side_has_a_source_of_supply_at_home() {
    let pack = Pack::shipped();
    let at_home = |side: Side| -> u32 {
        let cities = pack.map.hexes().filter_map(|(_, data)| data.city.as_ref());
        let friendly = cities.filter(|city| pack.map.states[&city.state].friendly_to == Some(side));
        friendly.map(|city| u32::from(city.vp)).sum()
    };
    assert!(at_home(Side::Confederate) >= u32::from(pack.charts.supply.city_points));
    assert!(at_home(Side::Union) >= u32::from(pack.charts.supply.washington_points));
    assert!(pack.map.exits.iter().any(|exit| exit.side == Side::Union && pack.map.hex(exit.hex).unwrap().north_edge));
}

#[test]
fn virginia_is_worth_what_the_summary_says() {
    let map = virginia();
    let cities = map.hexes().filter_map(|(_, data)| data.city.as_ref());
    let virginia: u8 = cities.filter(|city| city.state.as_str() == "virginia").map(|city| city.vp).sum();
    assert_eq!(virginia + 1, 16, "with Danville, beyond the ground");
}

// -- Command points (4.1, 4.2)

#[test]
fn the_known_rows_of_the_command_points_table() {
    let charts = Pack::shipped().charts;
    let row = |total| {
        let row = charts.command_row(total).expect("a row");
        (row.primary, row.secondary, row.tertiary, row.discretionary, row.union_naval)
    };
    assert_eq!(row(8), (6, 4, 1, 1, 3));
    assert_eq!(row(5), (5, 3, 2, 2, 2));
    assert!(charts.command_row(1).is_none() && charts.command_row(13).is_none());
    assert_eq!(charts.track_maximum, 19);
}

#[test]
fn the_table_use_track() {
    let charts = Pack::shipped().charts;
    let ends = |r#box| (2..=12).filter(|&total| charts.tie_ends(r#box, total)).collect::<Vec<u8>>();
    assert!(ends(1).is_empty());
    assert_eq!(ends(2), [7]);
    assert_eq!(ends(3), [5, 6, 7, 8, 9]);
    assert_eq!(ends(4).len(), 11);
    assert_eq!(ends(5).len(), 11);
}

// -- Odds (7.2, 7.3, 7.6)

#[test]
fn odds_of_the_examples() {
    use Attack::Column as Final;
    use Odds::*;
    for (attacker, defender, odds) in [
        (6, 2, Column('K')),
        (5, 2, Column('J')),
        (5, 3, Column('F')),
        (9, 6, Column('G')),
        (6, 4, Column('F')),
        (4, 3, Column('F')),
        (21, 4, Long(2)),
        (9, 1, OverrunUnless(2)),
        (8, 1, OverrunUnless(1)),
        (11, 1, OverrunUnless(4)),
        (12, 1, Overrun),
        (4, 1, Column('L')),
        (7, 1, Long(4)),
        (3, 3, Column('E')),
        (2, 3, Column('D')),
        (1, 2, Column('B')),
        (2, 5, Column('A')),
        (1, 3, Column('A')),
        (1, 4, Hopeless),
        (2, 7, Hopeless),
        (10, 13, Column('C')),
        (16, 10, Column('H')),
        (0, 3, Hopeless),
        (3, 0, Overrun),
    ] {
        assert_eq!(Odds::of(attacker, defender), odds, "{attacker} v {defender}");
    }
    let after = |attacker, defender, left| Odds::of(attacker, defender).shifted(left);
    assert_eq!(after(5, 1, 2), Final('K'), "7.3.4");
    assert_eq!(after(21, 4, 3), Final('J'), "swamp and an unnavigable river");
    assert_eq!(after(21, 4, 1), Final('L'));
    assert_eq!(after(8, 1, 0), Attack::Overrun, "7.6.3");
    assert_eq!(after(8, 1, 1), Final('L'), "7.6.3, forest");
    assert_eq!(after(7, 1, -1), Final('L'), "7.6: a demoralized defender is not overrun at 7-1");
    assert_eq!(after(12, 1, 4), Attack::Overrun);
    assert_eq!(after(4, 1, -1), Final('L'));
    assert_eq!(after(1, 3, 4), Final('A'));
    assert_eq!(after(3, 3, 4), Final('A'));
    assert_eq!(after(4, 3, 1), Final('E'), "8.9.7");
    assert_eq!(after(1, 4, -1), Attack::Hopeless);
}

#[test]
fn odds_never_fall_when_the_attacker_grows() {
    let rank = |attack: Attack| match attack {
        Attack::Hopeless => 0,
        Attack::Column(letter) => 1 + COLUMNS.iter().position(|&column| column == letter).expect("a column"),
        Attack::Overrun => 12,
    };
    for defender in 1..=25 {
        for left in -1..=4 {
            for attacker in 1..=60 {
                let (less, more) = (Odds::of(attacker, defender), Odds::of(attacker + 1, defender));
                // A large differential below 2-1 lies on the chart beside a ratio; it must not pass it.
                assert!(rank(less.shifted(left)) <= rank(more.shifted(left)), "{attacker} v {defender}, {left} left");
                assert!(rank(less.shifted(left)) >= rank(less.shifted(left + 1)), "{attacker} v {defender}");
            }
        }
    }
}

// -- The Combat Results Table (7.2)

#[test]
fn the_known_cells_of_the_combat_results_table() {
    let crt = &Pack::shipped().charts.crt;
    for (column, fire, size, total, result) in [
        ('J', Fire::Def, Size::M, 4, "d1"),
        ('J', Fire::Att, Size::S, 8, "d"),
        ('J', Fire::Def, Size::S, 5, "d1"),
        ('J', Fire::Def, Size::M, 5, "d2"),
        ('J', Fire::Def, Size::L, 5, "d2"),
        ('J', Fire::Att, Size::M, 2, "-"),
        ('G', Fire::Def, Size::M, 5, "d1"),
        ('G', Fire::Att, Size::M, 3, "d1"),
        ('G', Fire::Att, Size::M, 4, "d1"),
        ('G', Fire::Att, Size::M, 5, "d1"),
        ('G', Fire::Att, Size::M, 6, "d1"),
        ('G', Fire::Att, Size::M, 7, "d2"),
        ('G', Fire::Att, Size::M, 8, "d2"),
        ('F', Fire::Def, Size::M, 7, "d2"),
        ('F', Fire::Att, Size::M, 4, "d1"),
        ('E', Fire::Def, Size::M, 5, "d1"),
        ('E', Fire::Att, Size::S, 6, "d"),
    ] {
        let cell = crt.result(column, fire, size, total);
        assert_eq!(cell.to_string(), result, "{column} {fire:?} {size:?} {total}");
        assert!(!crt.source_of(column, fire, size, total).is_reconstructed());
    }
    assert!(crt.source_of('A', Fire::Def, Size::L, 12).is_reconstructed());
    assert_eq!(crt.result('E', Fire::Def, Size::M, 0), crt.result('E', Fire::Def, Size::M, 1));
    assert_eq!(crt.result('E', Fire::Def, Size::M, 99), crt.result('E', Fire::Def, Size::M, 12));
    assert_eq!([3, 4, 9, 10].map(Size::of), [Size::S, Size::M, Size::M, Size::L]);
}

#[test]
fn the_table_bears_out_the_designers_notes() {
    let crt = &Pack::shipped().charts.crt;
    for size in Size::ALL {
        let (def, att) = (crt.expected('E', Fire::Def, size), crt.expected('E', Fire::Att, size));
        assert!(def.losses_of_6.abs_diff(att.losses_of_6) <= 3, "losses at even odds are nearly equal: {size:?}");
        assert!(def.demoralized_of_6 >= 4 && att.demoralized_of_6 >= 4, "most battles demoralize: {size:?}");
        assert!(att.losses_of_6 >= def.losses_of_6, "the rifle favours the defence: {size:?}");
    }
    for column in COLUMNS {
        let decided = Size::ALL.map(|size| crt.decided_of_36(column, size));
        assert!(decided[0] >= decided[1] && decided[1] >= decided[2], "{column}: {decided:?}");
    }
    assert!(crt.decided_of_36('E', Size::S) > 2 * crt.decided_of_36('E', Size::L));
    for size in Size::ALL {
        let carried = COLUMNS.map(|column| crt.carried_of_36(column, size));
        assert!(carried.is_sorted(), "better odds carry the field more often: {carried:?}");
        assert!(carried[4] < 18, "the attacker fails more often than not at even odds: {carried:?}");
        assert!(carried[10] > 18, "and carries the field at 4-1: {carried:?}");
    }
}

#[test]
fn the_pages_about_the_tables_are_up_to_date() {
    let charts = Pack::shipped().charts;
    for (name, page) in [("combat", charts.crt.page()), ("tables", charts.page())] {
        let path = format!("{}/docs/charts/{name}.md", env!("CARGO_MANIFEST_DIR"));
        if std::env::var_os("ADJUTANT_BLESS").is_some() {
            std::fs::write(&path, &page).expect("the page can be written");
        }
        let written = std::fs::read_to_string(&path).unwrap_or_default();
        let advice = "run: ADJUTANT_BLESS=1 cargo test --test games pack_civil_war::";
        assert!(written == page, "docs/charts/{name}.md is stale; {advice}");
    }
}

// -- Terrain, leaders and limits (5.1 to 5.4, 6.2, 7.5)

#[test]
fn terrain_shifts_of_the_example() {
    // 7.5.7: gap and forest 3, gap 2, swamp 2, swamp and navigable river 4.
    let charts = Pack::shipped().charts;
    let shift = |terrain, side: Option<HexsideKind>| {
        charts.terrain_shift(terrain) + side.map_or(0, |kind| charts.hexside_shift(kind))
    };
    assert_eq!(shift(Terrain::Forest, Some(HexsideKind::Gap)), 3);
    assert_eq!(shift(Terrain::Clear, Some(HexsideKind::Gap)), 2);
    assert_eq!(shift(Terrain::Swamp, None), 2);
    assert_eq!(shift(Terrain::Swamp, Some(HexsideKind::NavigableRiver)), 4);
    assert_eq!(shift(Terrain::Mountain, Some(HexsideKind::Road)), 2);
    assert_eq!(shift(Terrain::Clear, Some(HexsideKind::River)), 1);
    assert_eq!((charts.fort_shift(FortKind::Fort), charts.fort_shift(FortKind::Fortress)), (1, 2));
    assert_eq!((charts.max_shift, charts.max_addition), (4, 6));
    assert_eq!(charts.movement_cost(Terrain::Swamp), Some(2));
    assert_eq!(charts.movement_cost(Terrain::AllSea), None);
}

#[test]
fn the_leader_loss_table() {
    let charts = Pack::shipped().charts;
    let fates = |rank: u8| (2..=12).map(|total| charts.leader_loss[&rank].first(total)).collect::<Vec<_>>();
    let with = |changes: &[(usize, Fate)]| {
        let mut fates = vec![Fate::Unhurt; 11];
        changes.iter().for_each(|&(total, fate)| fates[total - 2] = fate);
        fates
    };
    assert_eq!(fates(1), with(&[(4, Fate::Killed), (5, Fate::Wounded)]), "5.4.2");
    assert_eq!(fates(2), with(&[(3, Fate::Killed), (6, Fate::Wounded)]), "CW-3");
    for rank in [3, 4] {
        assert_eq!(fates(rank), with(&[(2, Fate::RollAgain)]), "5.4.2");
        for total in 2..=12 {
            let fate = if total == 7 { Fate::Killed } else { Fate::Wounded };
            assert_eq!(charts.leader_loss[&rank].second(total), fate, "5.4.2");
        }
    }
    assert_eq!(charts.promotion_from, 7);
}

#[test]
fn limits_allowances_and_costs() {
    let charts = Pack::shipped().charts;
    assert_eq!([1, 2, 3, 4].map(|rank| charts.sp_limit(rank, Branch::Infantry)), [2, 6, 6, 6]);
    assert_eq!([1, 2, 3].map(|rank| charts.sp_limit(rank, Branch::Cavalry)), [1, 2, 3]);
    assert_eq!(charts.sp_limit(2, Branch::Naval), 0);
    assert_eq!((charts.allowances.infantry, charts.allowances.cavalry, charts.allowances.leader_alone), (4, 6, 12));
    assert_eq!((charts.costs.move_sp, charts.costs.move_leader, charts.costs.build_depot), (1, 1, 2));
    assert_eq!((charts.supply.rail_distance, charts.supply.depot_distance, charts.supply.city_points), (2, 4, 9));
    assert_eq!([1, 7, 8, 13, 18].map(|turn| charts.rail_capacity(Side::Confederate, turn)), [4, 4, 3, 2, 1]);
    assert_eq!(charts.rail_capacity(Side::Union, 19), 6);
}

#[test]
fn the_stated_figures_of_leaders() {
    let pack = Pack::shipped();
    let counter =
        |id: &str, rank: u8| pack.leader(id).and_then(|leader| leader.counter(rank)).expect("a counter").clone();
    assert_eq!(pack.leader("mcdowell").expect("McDowell").counters[0].rank, 3);
    assert_eq!(counter("mcclellan", 3).seniority, 1);
    assert_eq!((counter("fremont", 3).seniority, counter("fremont", 3).initiative), (2, 4));
    assert_eq!(counter("burnside", 3).seniority, 11);
    assert_eq!((counter("hooker", 3).seniority, counter("hooker", 3).initiative), (12, 3));
    let lee = counter("re_lee", 3);
    assert_eq!((lee.seniority, lee.initiative, lee.command), (2, 2, 3));
    assert_eq!(counter("je_johnston", 3).initiative, 3);
    assert_eq!(counter("beauregard", 3).initiative, 3);
    for rank in 1..=3 {
        assert_eq!((counter("jackson", rank).tactical, counter("jackson", rank).tactical_favours), (2, Favours::Own));
    }
    let stuart = pack.leader("stuart").expect("Stuart");
    assert_eq!((stuart.branch, stuart.counters[0].rank, stuart.counters[0].tactical), (Branch::Cavalry, 1, 1));
    assert_eq!(counter("banks", 3).tactical_favours, Favours::Enemy);
    let seniority = |id: &str, rank: u8| counter(id, rank).seniority;
    assert_eq!((seniority("as_johnston", 3), seniority("grant", 3)), (1, 4));
    assert_eq!((counter("bragg", 3).initiative, counter("van_dorn", 3).initiative), (3, 2));
    assert_eq!((counter("cleburne", 1).initiative, counter("sherman", 2).initiative), (3, 2));
    for (id, favours) in [("polk", Favours::Enemy), ("mcclernand", Favours::Enemy), ("meade", Favours::Own)] {
        assert_eq!((counter(id, 2).tactical, counter(id, 2).tactical_favours), (1, favours), "{id}");
    }
    let forrest = pack.leader("forrest").expect("Forrest");
    assert!(forrest.branch == Branch::Cavalry && forrest.counters.iter().all(|counter| counter.tactical == 2));
    // 5.2.6: only these two rise to four stars; 5.3.4: no other horseman of three than Sheridan.
    let with = |rank: u8| pack.leaders.values().filter(move |leader| leader.counter(rank).is_some());
    assert_eq!(with(4).map(|leader| leader.id.as_str()).collect::<Vec<_>>(), ["grant", "sherman"]);
    let horsemen = with(3).filter(|leader| leader.branch == Branch::Cavalry);
    assert_eq!(horsemen.map(|leader| leader.id.as_str()).collect::<Vec<_>>(), ["sheridan"]);
    assert!(pack.leaders.values().all(|leader| leader.promotion(4).is_none()));
    assert_eq!(pack.leader("jackson").and_then(|jackson| jackson.promotion(1)).map(|counter| counter.rank), Some(2));
    assert!(matches!(counter("hooker", 3).source_of(Figure::Seniority), Source::Stated(_)));
    assert!(counter("hooker", 3).source_of(Figure::Tactical).is_reconstructed());
}

// -- The scenario

#[test]
fn mcdowell_begins_in_washington_with_seven() {
    let pack = Pack::shipped();
    let scenario = pack.scenario("virginia_1861").expect("the scenario");
    let washington = &scenario.start(Side::Union)[&scenario.washington];
    assert_eq!((scenario.washington, washington.sp), (hex("5206"), 7));
    assert!(washington.leaders.iter().any(|id| id.as_str() == "mcdowell"));
    assert!(matches!(washington.source, Source::Stated(_)));
    assert_eq!(scenario.period(1), Some("July-August 1861"));
    assert!(scenario.arrivals(1, Side::Union).is_some() && scenario.arrivals(9, Side::Union).is_none());
    assert!(pack.scenario("Virginia 1861").is_none());
    assert!(pack.scenario("gettysburg").is_none());
}

#[test]
fn every_difference_has_a_verdict_and_they_rise() {
    let pack = Pack::shipped();
    let victory = &pack.scenario("virginia_1861").expect("the scenario").victory;
    let rank = |difference| match victory.verdict(difference) {
        (Some(Side::Confederate), Level::Decisive) => 0,
        (Some(Side::Confederate), Level::Marginal) => 1,
        (None, Level::Draw) => 2,
        (Some(Side::Union), Level::Marginal) => 3,
        (Some(Side::Union), Level::Decisive) => 4,
        other => panic!("{other:?}"),
    };
    let ranks: Vec<i32> = (-60..=60).map(rank).collect();
    assert!(ranks.is_sorted());
    assert_eq!((0..=4).filter(|rank| ranks.contains(rank)).count(), 5);
}

// -- Packs that are wrong

fn with(file: &str, change: impl FnOnce(&mut Value)) -> PackFiles {
    let mut files = Pack::shipped_files().clone();
    change(files.get_mut(file).expect("a file"));
    files
}

#[test]
fn a_pack_that_is_not_understood_is_refused_with_the_place() {
    let refusal = |files: PackFiles| Pack::from_files(&files).expect_err("refused");
    let misspelt = refusal(with("map.yaml", |map| map["hexes"]["5106"]["terain"] = "clear".into()));
    assert!(misspelt.message.contains("terain"), "{misspelt}");
    assert!(
        misspelt.path.as_deref().is_some_and(|path| path.starts_with("map.yaml:hexes.5106")),
        "{:?}",
        misspelt.path
    );
    let column = refusal(with("charts.yaml", |charts| {
        charts["crt"]["Def"].as_object_mut().expect("columns").shift_remove("K");
    }));
    assert!(column.message.contains("column K"), "{column}");
    let short = refusal(with("charts.yaml", |charts| charts["crt"]["Att"]["E"]["S"] = "d d d".into()));
    assert!(short.message.contains("12 results"), "{short}");
    let cell = refusal(with("charts.yaml", |charts| charts["crt"]["Att"]["E"]["S"] = "x d d d d d d d d d d d".into()));
    assert!(cell.message.contains("combat result"), "{cell}");
    let twice = refusal(with("leaders.yaml", |leaders| leaders["leaders"][1]["id"] = "mcdowell".into()));
    assert!(twice.message.contains("two leaders mcdowell"), "{twice}");
    let twice = refusal(with("map.yaml", |map| {
        map["hexsides"][0]["between"][1] = map["hexsides"][0]["between"][0].clone();
    }));
    assert!(twice.message.contains("twice"), "{twice}");
    let named = refusal(with("scenarios/virginia_1861.yaml", |scenario| scenario["id"] = "other".into()));
    assert!(named.message.contains("holds the scenario other"), "{named}");
    let mut files = Pack::shipped_files().clone();
    files.insert("notes.txt", Value::Null);
    assert!(refusal(files).message.contains("notes.txt"));
    let mut files = Pack::shipped_files().clone();
    files.remove("charts.yaml");
    assert!(refusal(files).message.contains("charts.yaml"));
    let null = refusal(with("map.yaml", |map| *map = Value::Null));
    assert!(null.path.as_deref().is_some_and(|path| path.starts_with("map.yaml")));
}

#[test]
fn a_pack_that_does_not_fit_together_is_found_out() {
    type Change = fn(&mut Value);
    let wrongs: [(&str, &str, Change); 21] = [
        ("map.yaml", "are not adjacent", |map| map["hexsides"][0]["between"][0] = serde_json::json!(["5106", "5109"])),
        ("map.yaml", "joins hexes that are not adjacent", |map| map["railroads"][0]["line"][1] = "5109".into()),
        ("map.yaml", "there is no state dixie", |map| map["hexes"]["5106"]["states"] = serde_json::json!(["dixie"])),
        ("map.yaml", "its city is in another state", |map| map["hexes"]["5106"]["city"]["state"] = "maryland".into()),
        ("map.yaml", "without six neighbors", |map| {
            map["hexes"].as_object_mut().expect("hexes").shift_remove("5007");
        }),
        ("map.yaml", "must give a case", |map| map["hexes"]["5106"]["source"] = serde_json::json!({"stated": " "})),
        ("charts.yaml", "gives less", |charts| charts["command_points"][5]["primary"] = 3.into()),
        ("charts.yaml", "known to be d1", |charts| {
            charts["crt"]["Def"]["J"]["M"] = "- d d d d2 d2 d2 d3 d3 d3 d3 d3".into();
        }),
        ("charts.yaml", "falls from", |charts| charts["crt"]["Def"]["A"]["S"] = "d3 - - - - - - - - - - -".into()),
        ("charts.yaml", "losses must be below promotion", |charts| {
            charts["leader_loss"][1]["killed_on"] = serde_json::json!([9]);
        }),
        ("charts.yaml", "a higher percentage must not bring in more", |charts| {
            charts["blockade"]["rows"][44]["imports"][3] = 41.into();
        }),
        ("charts.yaml", "more port points must not bring in less", |charts| {
            charts["blockade"]["rows"][44]["imports"][1] = 40.into();
        }),
        ("charts.yaml", "more comes in than the ports can take", |charts| {
            charts["blockade"]["rows"][0]["imports"][0] = 1.into();
        }),
        ("charts.yaml", "there must be one number for each percentage", |charts| {
            charts["blockade"]["rows"][0]["imports"] = serde_json::json!([0]);
        }),
        ("charts.yaml", "the totals must fall from line to line", |charts| {
            charts["supply_loss"][1]["at_most"] = 99.into()
        }),
        ("map.yaml", "has no city with victory points", |map| map["states"]["monroe"]["whole"] = true.into()),
        ("map.yaml", "the site is in another state", |map| {
            map["hexes"]["5106"]["site"] = serde_json::json!({"name": "Kilns", "vp": 1, "state": "maryland"});
        }),
        ("leaders.yaml", "have seniority", |leaders| leaders["leaders"][0]["counters"][0]["seniority"] = 1.into()),
        ("scenarios/virginia_1861.yaml", "there is no leader napoleon", |scenario| {
            scenario["reinforcements"][0]["union"]["leaders"][0] = "napoleon".into();
        }),
        ("scenarios/virginia_1861.yaml", "stuart enters twice", |scenario| {
            scenario["reinforcements"][0]["confederate"]["leaders"][0] = "stuart".into();
        }),
        ("scenarios/virginia_1861.yaml", "both sides are there", |scenario| {
            let there = scenario["setup"]["union"]["5105"].clone();
            scenario["setup"]["union"]["5006"] = there;
        }),
    ];
    for (file, words, change) in wrongs {
        let files = with(file, change);
        let pack = Pack::parse(&files).expect("understood");
        assert!(Pack::from_files(&files).is_err(), "{words}");
        let problems = complaints(&pack);
        assert!(problems.iter().any(|problem| problem.contains(words)), "{words}: {problems:?}");
    }
}

#[test]
fn a_scenario_with_armies_that_does_not_fit_is_found_out() {
    type Change = fn(&mut Value);
    let wrongs: [(&str, Change); 20] = [
        ("there is no counter jackson-4; there is jackson-1, jackson-2, jackson-3", |scenario| {
            scenario["setup"]["confederate"]["4806"]["leaders"][0] = "jackson-4".into();
        }),
        ("there is no counter hancock-3", |scenario| {
            scenario["reinforcements"][3]["union"]["leaders"][0] = "hancock-3".into();
        }),
        ("longstreet enters twice", |scenario| {
            scenario["reinforcements"][0]["confederate"]["leaders"][0] = "longstreet-1".into();
        }),
        ("ewell-2 is on the other side", |scenario| {
            scenario["reinforcements"][0]["union"]["leaders"][0] = "ewell-2".into();
        }),
        ("there is no army virginia; the side has cumberland, james, potomac, southwest, tennessee", |scenario| {
            scenario["setup"]["union"]["5410"]["army"] = "virginia".into();
        }),
        ("the Army of Northern Virginia is on the other side", |scenario| {
            scenario["setup"]["union"]["5410"]["army"] = "northern_virginia".into();
        }),
        ("the army potomac is in two hexes", |scenario| {
            scenario["setup"]["union"]["4905"]["army"] = "potomac".into();
        }),
        ("the Army of the Cumberland is formed in the West (12.1)", |scenario| {
            scenario["setup"]["union"]["4905"]["army"] = "cumberland".into();
        }),
        ("the Army of the Potomac has at most 25 strength points", |scenario| {
            scenario["setup"]["union"]["5410"]["sp"] = 26.into();
        }),
        ("the Army of Northern Virginia has no strength points", |scenario| {
            scenario["setup"]["confederate"]["5109"]["sp"] = 0.into();
        }),
        // Sheridan of three stars is cavalry (5.3.4); Longstreet has two.
        ("there is no three-star leader to command the Army of the Potomac (5.3.1)", |scenario| {
            scenario["setup"]["union"]["5410"]["leaders"] = serde_json::json!(["sheridan-3", "sumner"]);
        }),
        ("there is no three-star leader to command the Army of Northern Virginia (5.3.1)", |scenario| {
            scenario["setup"]["confederate"]["5109"]["leaders"] = serde_json::json!(["longstreet-2"]);
        }),
        ("this scenario has no armies (12.1)", |scenario| scenario["armies"] = false.into()),
        ("a depot must be in a city or a stockade (9.2)", |scenario| {
            scenario["setup"]["confederate"]["4806"]["depot"] = true.into();
        }),
        ("there are more leaders than strength points and depots (6.2)", |scenario| {
            scenario["setup"]["confederate"]["4806"]["sp"] = 1.into();
        }),
        ("turn 6 has no percentage from 0 to 100", |scenario| {
            scenario["home_front"]["blockade"]["6"] = 101.into();
        }),
        ("there is no city in 4806", |scenario| scenario["mississippi"] = serde_json::json!(["4806"])),
        ("must be one of the parts that are off this map", |scenario| {
            scenario["mississippi"] = serde_json::json!(["5109"]);
            scenario["home_front"]["production_elsewhere"] = 3.into();
        }),
        ("the Blockade Table ends at 60 port points", |scenario| {
            scenario["home_front"]["ports_elsewhere"] = 57.into();
        }),
        ("there is no port", |scenario| {
            scenario["home_front"]["ports"]["5109"] = serde_json::json!({"points": 2});
        }),
    ];
    for (words, change) in wrongs {
        let files = with("scenarios/virginia_1862.yaml", change);
        let problems = complaints(&Pack::parse(&files).expect("understood"));
        assert!(problems.iter().any(|problem| problem.contains(words)), "{words}: {problems:?}");
    }
    // A stockade holds a depot, where no city does.
    let mut files = with("scenarios/virginia_1862.yaml", |scenario| {
        scenario["setup"]["confederate"]["4806"]["depot"] = true.into();
        scenario["works"]["4806"] =
            serde_json::json!({"owner": "confederate", "kind": "stockade", "source": {"reconstructed": "a test"}});
    });
    assert_eq!(complaints(&Pack::parse(&files).expect("understood")), Vec::<String>::new());
    let scenario = files.get_mut("scenarios/virginia_1862.yaml").expect("the scenario");
    scenario["works"]["9999"] = scenario["works"]["4806"].clone();
    let problems = complaints(&Pack::parse(&files).expect("understood"));
    assert!(problems.iter().any(|problem| problem.contains("there is no hex 9999")), "{problems:?}");
}

/// Every scalar of a document, one at a time, with a value put in its place.
fn spoil(value: &mut Value, at: &mut usize, with: &Value) -> bool {
    let children: Vec<&mut Value> = match value {
        Value::Array(list) => list.iter_mut().collect(),
        Value::Object(map) => map.values_mut().collect(),
        _ if *at == 0 => {
            *value = with.clone();
            return true;
        }
        _ => {
            *at -= 1;
            return false;
        }
    };
    children.into_iter().any(|child| spoil(child, at, with))
}

/// How many scalars a document has.
fn scalars(value: &Value) -> usize {
    match value {
        Value::Array(list) => list.iter().map(scalars).sum(),
        Value::Object(map) => map.values().map(scalars).sum(),
        _ => 1,
    }
}

#[test]
fn no_spoilt_entry_makes_the_reader_or_the_check_panic() {
    let values =
        [Value::Null, true.into(), (-1).into(), 0.into(), 255.into(), u64::MAX.into(), "".into(), "9999".into()];
    let shipped = Pack::shipped_files();
    let mut tried = 0;
    for name in shipped.names() {
        // Every fifth entry, of long files some hundred: each with the next value.
        let step = (scalars(&shipped[name]) / 100).max(5);
        for (nth, n) in (0..).step_by(step).enumerate() {
            let mut files = shipped.clone();
            let value = &values[nth % values.len()];
            if !spoil(files.get_mut(name).expect("a file"), &mut { n }, value) {
                break;
            }
            if let Ok(pack) = Pack::parse(&files) {
                pack.check();
                pack.charts.crt.page();
            }
            tried += 1;
        }
    }
    assert!(tried > 300, "{tried}");
}

#[test]
fn the_shipped_files_lie_within_the_profile_of_a_pinned_pack() {
    // Mappings, lists, strings, integers and truth values: nothing that two readers could read differently.
    fn walk(value: &Value, path: &str) {
        match value {
            Value::Null => panic!("{path} is null"),
            Value::Number(number) => assert!(number.is_i64() || number.is_u64(), "{path} is {number}"),
            Value::Array(list) => list.iter().enumerate().for_each(|(at, item)| walk(item, &format!("{path}[{at}]"))),
            Value::Object(map) => map.iter().for_each(|(key, item)| walk(item, &format!("{path}.{key}"))),
            Value::Bool(_) | Value::String(_) => {}
        }
    }
    for (name, value) in Pack::shipped_files().iter() {
        walk(value, name);
    }
}
