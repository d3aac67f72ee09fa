//! The schedule line by line, which no single position shows, and allocations that are bound.

use std::sync::Arc;

use crate::opening::start;
use adjutant_core::board::Hex;
use adjutant_core::document::Id;
use adjutant_core::engine::Ruleset;
use civil_war::homefront::*;
use civil_war::orders::Work;
use civil_war::pack::{Side, Theater};
use civil_war::position::ledger::{Bound, Game, Net, Priorities, Totals};

fn richmond() -> Hex {
    "5109".parse().expect("a hex")
}

/// The position with a total of production and imports.
fn at(game: &Game, total: u32) -> Game {
    let main = Totals { production: total.saturating_sub(1), imports: total.min(1) };
    Game { net: Some(Net { main, trans_mississippi: None }), ..game.clone() }
}

#[test]
fn each_line_of_the_schedule_begins_at_its_total() {
    let (mut rules, game) = start();
    // EX 9.4.7 has two for each; the rule's five at 79 shows against any chart below it (CW-151).
    let charts = &mut Arc::make_mut(&mut rules.pack).charts;
    let costs = &mut Arc::make_mut(charts).costs;
    (costs.build_depot, costs.build_fort, costs.upgrade_fort) = (2, 2, 2);
    // Total; more for a depot, for a fort, for a fortress; hexes to a depot, to a rail; points less; a ship.
    let lines = [
        (100, [0, 0, 0], 4, 2, 0, Some(2)),
        (99, [1, 1, 1], 4, 2, 0, Some(2)),
        (90, [1, 1, 1], 4, 2, 0, Some(2)),
        (89, [1, 1, 1], 4, 2, 0, Some(3)),
        (80, [1, 1, 1], 4, 2, 0, Some(3)),
        (79, [1, 1, 3], 4, 2, 0, Some(3)),
        (70, [1, 1, 3], 4, 2, 0, Some(3)),
        (69, [1, 1, 3], 3, 2, 0, Some(3)),
        (50, [1, 1, 3], 3, 2, 0, Some(3)),
        (49, [1, 1, 3], 3, 1, 0, Some(3)),
        (40, [1, 1, 3], 3, 1, 0, Some(3)),
        (39, [1, 1, 3], 3, 1, 1, Some(3)),
        (30, [1, 1, 3], 3, 1, 1, Some(3)),
        (29, [1, 1, 3], 3, 1, 1, Some(4)),
        (20, [1, 1, 3], 3, 1, 1, Some(4)),
        (19, [1, 1, 3], 3, 1, 1, None),
        (10, [1, 1, 3], 3, 1, 1, None),
        (9, [1, 1, 3], 3, 1, 2, None),
        (0, [1, 1, 3], 3, 1, 2, None),
    ];
    for (total, more, depot, rail, less, ship) in lines {
        let game = at(&game, total);
        let ours = Side::Confederate;
        let dearer = [Work::Depot, Work::Fort, Work::Fortress]
            .map(|what| extra_build_cost(&rules, &game, ours, what, richmond()));
        assert_eq!(dearer, more, "{total}");
        assert_eq!(depot_distance(&rules, &game, ours, richmond()), depot, "{total}");
        assert_eq!(rail_distance(&rules, &game, ours, richmond()), rail, "{total}");
        assert_eq!(movement_penalty(&rules, &game, ours, richmond(), 1), less, "{total}");
        assert_eq!(ship_price(&rules, &game, ours, Theater::East), ship, "{total}");
        let theirs = Side::Union;
        assert_eq!(
            civil_war::homefront::extra_build_cost(&rules, &game, theirs, Work::Fortress, richmond()),
            0,
            "{total}"
        );
        assert_eq!(movement_penalty(&rules, &game, theirs, richmond(), 1), 0, "{total}");
        assert_eq!(rail_distance(&rules, &game, theirs, richmond()), 2, "{total}");
        assert_eq!(ship_price(&rules, &game, theirs, Theater::East), Some(2), "{total}");
    }
}

#[test]
fn nothing_is_lost_where_nothing_is_reckoned() {
    let (rules, game) = start();
    assert_eq!(total(&game, Theater::East), None);
    assert_eq!(extra_build_cost(&rules, &game, Side::Confederate, Work::Depot, richmond()), 0);
    assert_eq!(depot_distance(&rules, &game, Side::Confederate, richmond()), 4);
}

#[test]
fn a_fortress_that_costs_five_at_least_does_not_become_cheaper() {
    let (rules, game) = start();
    let listed = u32::from(rules.pack.charts.costs.upgrade_fort);
    let price =
        |total| listed + extra_build_cost(&rules, &at(&game, total), Side::Confederate, Work::Fortress, richmond());
    assert_eq!(price(99), listed + 1);
    assert_eq!(price(79), 5.max(listed + 1));
}

#[test]
fn the_blockade_table_brings_forty_on_turn_one_and_never_more_than_the_ports_take() {
    let (rules, _) = start();
    let table = rules.pack.charts.blockade.as_ref().expect("the table");
    assert_eq!(table.imports(44, 10), 40);
    assert_eq!(table.imports(20, 40), 12);
    assert_eq!((table.imports(20, 34), table.imports(20, 44)), (14, 12), "read in the lower column");
    assert_eq!((table.imports(25, 50), table.imports(21, 40)), (13, 13), "12.5 and 12.6, to the nearest");
    assert_eq!((table.imports(0, 0), table.imports(60, 100)), (0, 0));
}

#[test]
fn a_bound_allocation_has_two_ways() {
    use Theater::{East, TransMississippi, West};
    let (_, mut game) = start();
    assert_eq!(allowed(&game, Side::Union, 2).len(), 6);
    game.side_mut(Side::Union).bound.insert(2, Bound::EastPrimary);
    game.side_mut(Side::Confederate).bound.insert(2, Bound::TransMississippiTertiary);
    let order = |of: &Priorities| [of.primary, of.secondary, of.tertiary];
    let union: Vec<_> = allowed(&game, Side::Union, 2).iter().map(order).collect();
    assert_eq!(union, [[East, West, TransMississippi], [East, TransMississippi, West]]);
    let confederate: Vec<_> = allowed(&game, Side::Confederate, 2).iter().map(order).collect();
    assert_eq!(confederate, [[East, West, TransMississippi], [West, East, TransMississippi]]);
    assert_eq!(allowed(&game, Side::Union, 3).len(), 6, "another turn's is free");
}

#[test]
fn a_position_that_says_what_cannot_be_at_home_is_found_out() {
    use Ruleset;
    type Change = fn(&mut Game);
    let (rules, _) = start();
    let sound = rules.setup(&"virginia_1861".parse().expect("an id"), &serde_json::Map::new()).expect("a position");
    let paths = |change: Change| {
        let mut position = sound.clone();
        change(&mut position.game);
        let broken = rules.invariants(&position);
        broken.into_iter().map(|problem| problem.path.unwrap_or_default()).collect::<Vec<_>>()
    };
    assert_eq!(paths(|_| {}), Vec::<String>::new());
    let turned: [(&str, Side, &[&str]); 3] = [
        ("dixie", Side::Union, &["game.converted.dixie"]),
        ("maryland", Side::Union, &["game.converted.maryland"]),
        ("maryland", Side::Confederate, &[]),
    ];
    for (state, side, expected) in turned {
        let mut position = sound.clone();
        position.game.converted.insert(state.parse().expect("an id"), side);
        let broken: Vec<String> = rules.invariants(&position).into_iter().filter_map(|problem| problem.path).collect();
        assert_eq!(broken, expected, "{state} {side}");
    }
    let bound = [
        (Side::Union, 1, Bound::EastPrimary, None),
        (Side::Union, 2, Bound::EastPrimary, None),
        (Side::Union, 3, Bound::EastPrimary, Some("game.sides.union.bound.3")),
        (Side::Union, 0, Bound::EastPrimary, Some("game.sides.union.bound.0")),
        (Side::Union, 2, Bound::TransMississippiTertiary, Some("game.sides.union.bound.2")),
        (Side::Confederate, 2, Bound::EastPrimary, Some("game.sides.confederate.bound.2")),
        (Side::Confederate, 2, Bound::TransMississippiTertiary, None),
    ];
    for (side, turn, bound, path) in bound {
        let mut position = sound.clone();
        position.game.side_mut(side).bound.insert(turn, bound);
        let broken: Vec<String> = rules.invariants(&position).into_iter().filter_map(|problem| problem.path).collect();
        assert_eq!(broken, path.into_iter().map(str::to_owned).collect::<Vec<_>>(), "{side} {turn} {bound:?}");
    }
    assert_eq!(paths(|game| game.mississippi_lost = true), ["game.mississippi_lost"]);
    let divided = |game: &mut Game| {
        let some = Totals { production: 40, imports: 2 };
        game.net = Some(Net { main: some, trans_mississippi: Some(some) });
    };
    assert_eq!(paths(divided), ["game.net.trans_mississippi"]);
}

#[test]
fn what_states_cannot_be_is_found_out() {
    use Ruleset;
    let (rules, _) = start();
    let broken = |scenario: &str, militia: &[&str], joined: &[(&str, Side)]| {
        let scenario = scenario.parse().expect("an id");
        let mut position = rules.setup(&scenario, &serde_json::Map::new()).expect("a position");
        let id = |text: &str| text.parse::<Id>().expect("an id");
        position.game.militia.extend(militia.iter().map(|state| id(state)));
        position.game.converted.extend(joined.iter().map(|(state, side)| (id(state), *side)));
        let found = rules.for_scenario(&scenario).invariants(&position);
        found.into_iter().filter_map(|problem| problem.path).collect::<Vec<_>>()
    };
    assert_eq!(broken("campaign_1861", &["virginia"], &[("kentucky", Side::Confederate)]), Vec::<String>::new());
    // Forts that are ground of their own have no militia, and the Virginia scenarios none at all (16).
    assert_eq!(broken("campaign_1861", &["monroe"], &[]), ["game.militia"]);
    assert_eq!(broken("virginia_1861", &["virginia"], &[]), ["game.militia"]);
    // Indian Territory joins nobody (15.5).
    assert_eq!(broken("campaign_1861", &[], &[("indian_territory", Side::Union)]), ["game.converted.indian_territory"]);
}

#[test]
fn kentucky_is_not_neutral_after_turn_3() {
    use Ruleset;
    let (rules, _) = start();
    let broken = |turn: u8, joined: Option<Side>| {
        let scenario = "campaign_1861".parse().expect("an id");
        let mut position = rules.setup(&scenario, &serde_json::Map::new()).expect("a position");
        position.game.turn = turn;
        let kentucky = "kentucky".parse().expect("an id");
        position.game.converted.extend(joined.map(|side| (kentucky, side)));
        let found = rules.for_scenario(&scenario).invariants(&position).into_iter();
        let found = found.filter(|problem| problem.path.as_deref() == Some("game.converted"));
        found.map(|problem| problem.message).collect::<Vec<_>>()
    };
    // 15.7: at the end of turn 3 it joins the Union, if it has joined nobody.
    assert_eq!(broken(3, None), Vec::<String>::new());
    let found = broken(4, None);
    assert_eq!(found.len(), 1);
    for words in ["Kentucky can no longer be neutral on turn 4", "kentucky: union or kentucky: confederate"] {
        assert!(found[0].contains(words), "{found:?}");
    }
    for side in Side::BOTH {
        assert_eq!(broken(4, Some(side)), Vec::<String>::new());
    }
}

#[test]
fn a_campaign_reads_the_schedule_of_the_charts() {
    use civil_war::victory;
    let (rules, _) = start();
    let scenario = rules.pack.scenario("campaign_1863").expect("the scenario");
    let schedule = &rules.pack.charts.victory_schedule;
    for turn in 9..19 {
        let (line, _) = victory::lines(&rules, scenario, turn).expect("a line");
        assert_eq!((line.union, line.confederate), (schedule[&turn].union, schedule[&turn].confederate), "{turn}");
    }
    assert!(victory::lines(&rules, scenario, 19).is_none(), "the last turn has figures of its own");
    let virginia = rules.pack.scenario("virginia_1862").expect("the scenario");
    assert!(victory::lines(&rules, virginia, 4).is_none());
}
