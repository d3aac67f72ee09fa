//! The invariants of every position.

use crate::sorted::SortedSet;

use crate::document::Problem;
use crate::engine::Position;

use crate::combat::retreat::UNITS_PER_BRIDGE;
use crate::pack::Side;
use crate::position::areas::STACKING_LIMIT;
use crate::position::ledger::{Game, LeaderPlace, Phase, Train};
use crate::position::supply::TRANSIT_TURNS;
use crate::{SevenDays, phases::bids as bidding};

/// The end of the Record Track (13.3.2): nine tens and nine.
const RECORD: u32 = 99;

/// Every violated invariant, with its path inside the position.
pub fn broken(rules: &SevenDays, position: &Position<SevenDays>) -> Vec<Problem> {
    let game = &position.game;
    let mut problems = known(rules, game);
    if !problems.is_empty() {
        // The remaining checks need known names.
        return problems;
    }
    let wrong = |path: String, message: String| Problem::new(message).in_path(path);
    let resting = !position
        .stack
        .iter()
        .any(|procedure| !matches!(procedure, crate::Procedure::Turn(_) | crate::Procedure::Impulse(_)));
    for &area in rules.pack.map.areas.keys() {
        for side in Side::BOTH {
            let count = game.count(&rules.pack, area, side);
            if count > STACKING_LIMIT {
                problems.push(
                    wrong("game.units".to_owned(), format!("one side has {count} units in area {area}")).rule("7.1"),
                );
            }
            let alone = count > 0 && game.is_vacant(&rules.pack, area, side);
            if resting && alone && game.control(area) != side {
                let message = format!("area {area} is not controlled by the only side that has units in it");
                problems.push(wrong("game.union_areas".to_owned(), message).rule("7.2"));
            }
            if resting && alone && game.works.get(&area).is_some_and(|works| works.side != side) {
                let message =
                    format!("the entrenchment in area {area} does not belong to the only side that has units in it");
                problems.push(wrong(format!("game.works.{area}"), message).rule("11.2"));
            }
        }
        if game.works.get(&area).is_some_and(|works| !(1..=2).contains(&works.level)) {
            problems.push(
                wrong(format!("game.works.{area}.level"), "an entrenchment is of level 1 or 2".to_owned()).rule("11.1"),
            );
        }
    }
    for side in Side::BOTH {
        let (have, most) =
            (rules.works_in_play(game, side), rules.pack.charts.entrenchments.get(&side).copied().unwrap_or(0));
        if have > usize::from(most) {
            problems.push(wrong("game.works".to_owned(), format!("one side has {have} entrenchments")).rule("11.0"));
        }
    }
    if resting && position.outcome.is_none() {
        for leader in rules.stranded(game) {
            problems
                .push(wrong(format!("game.leaders.{leader}"), format!("{leader} is alone among enemies")).rule("9.6"));
        }
    }
    let roots = position.stack.iter().filter(|procedure| matches!(procedure, crate::Procedure::Turn(_))).count();
    if position.stack.first().is_some_and(|procedure| !matches!(procedure, crate::Procedure::Turn(_))) || roots > 1 {
        problems.push(
            wrong("stack".to_owned(), "the stack must hold one turn, once, and everything else within it".to_owned())
                .rule("6.1"),
        );
    }
    let last = rules.scenario(game).map_or(7, |scenario| scenario.last_turn);
    if !(rules.first_day(game)..=last).contains(&game.turn) {
        problems.push(wrong("game.turn".to_owned(), format!("the match has no turn {}", game.turn)).rule("3.3"));
    }
    for (side, points) in game.points.iter().filter(|(_, points)| **points > RECORD) {
        let message = format!("the Record Track ends at {RECORD}, and there are {points} points");
        problems.push(wrong(format!("game.points.{side}"), message).rule("13.3.2"));
    }
    train(rules, game, last, &mut problems);
    if let Some(bids) = &game.bids {
        if game.phase != Phase::Bids {
            problems.push(wrong("game.bids".to_owned(), "the bids have already been decided".to_owned()).rule("16.1"));
        }
        for (side, bid) in bids.iter().filter(|(_, bid)| bid.bid > bidding::MAX_BID) {
            let message = format!("{} is not a legal bid: the most is {}", bid.bid, bidding::MAX_BID);
            problems.push(wrong(format!("game.bids.{side}"), message).rule("16.1.1"));
        }
    }
    if game.impulse > rules.pack.charts.last_impulse {
        problems.push(wrong("game.impulse".to_owned(), "the marker is beyond its track".to_owned()).rule("3.4"));
    }
    if let Some(current) = &game.current {
        if game.phase != Phase::Daylight && position.outcome.is_none() {
            problems.push(
                wrong("game.current".to_owned(), "an impulse is under way outside the Daylight Phase".to_owned())
                    .rule("6.3"),
            );
        }
        for (bridge, crossed) in &current.crossed {
            // Repulsed units may exceed the limit (9.5.2): each unit that crossed may come back.
            if *crossed > 2 * UNITS_PER_BRIDGE {
                problems.push(
                    wrong(format!("game.current.crossed.{bridge}"), format!("{crossed} crossings")).rule("9.5.2"),
                );
            }
        }
    }
    problems
}

/// The Supply Train is where it begins, where it goes, or in transit between the two for three days (6.2.2).
fn train(rules: &SevenDays, game: &Game, last: u8, problems: &mut Vec<Problem>) {
    let Some(scenario) = rules.scenario(game) else { return };
    let (from, to) = (scenario.train, scenario.train_to);
    let (message, advice) = match game.train {
        Train::At(area) if area != from && area != to => (
            format!("the Supply Train is never in area {area}"),
            format!("it is in {from}, in {to}, or under way: arrives: TURN"),
        ),
        Train::Arrives(turn) if turn < game.turn => {
            (format!("the Supply Train arrived on turn {turn}, which is over"), format!("then it is in {to}"))
        }
        Train::Arrives(turn)
            if turn > last.saturating_add(TRANSIT_TURNS) || turn > game.turn.saturating_add(TRANSIT_TURNS) =>
        {
            (
                format!("the Supply Train arrives {TRANSIT_TURNS} turns after it leaves, and not on turn {turn}"),
                format!("it arrives on turn {} or before", game.turn.saturating_add(TRANSIT_TURNS)),
            )
        }
        _ => return,
    };
    problems.push(Problem::new(message).in_path("game.train").rule("6.2.2").advice(advice));
}

/// Unknown names and places.
fn known(rules: &SevenDays, game: &Game) -> Vec<Problem> {
    let mut problems = Vec::new();
    if rules.scenario(game).is_none() {
        problems.push(Problem::new(format!("there is no scenario '{}'", game.scenario)).in_path("game.scenario"));
        return problems;
    }
    let area = |area| rules.unknown_area(area);
    for (id, state) in &game.units {
        let path = format!("game.units.{id}");
        if rules.unit(id).is_none() {
            problems.push(Problem::new(format!("there is no unit '{id}'")).in_path(path.clone()));
        }
        problems.extend(area(state.at).map(|problem| problem.in_path(path)));
        if game.lost.contains(id) {
            problems.push(Problem::new(format!("{id} is both in play and eliminated")).in_path("game.lost"));
        }
    }
    for id in game.lost.iter().filter(|id| rules.unit(id).is_none()) {
        problems.push(Problem::new(format!("there is no unit '{id}'")).in_path("game.lost"));
    }
    let mut army: SortedSet<Side> = SortedSet::new();
    for (id, state) in &game.leaders {
        let path = format!("game.leaders.{id}");
        let Some(leader) = rules.pack.forces.leaders.get(id) else {
            problems.push(Problem::new(format!("there is no leader '{id}'")).in_path(path));
            continue;
        };
        if leader.is_army() && !army.insert(leader.side) {
            problems.push(Problem::new("a side has two Army Leaders").in_path(path.clone()).rule("4.4.1"));
        }
        if let LeaderPlace::At(at) = state.place {
            problems.extend(area(at).map(|problem| problem.in_path(path)));
        }
    }
    for (at, path) in game
        .union_areas
        .iter()
        .map(|area| (area, "game.union_areas"))
        .chain(game.works.keys().map(|area| (area, "game.works")))
    {
        problems.extend(area(*at).map(|problem| problem.in_path(path)));
    }
    let bridges = game.bridges.keys().map(|id| (id, "game.bridges"));
    for (id, path) in bridges.chain(game.engineers.iter().map(|id| (id, "game.engineers"))) {
        problems.extend(rules.unknown_bridge(id).map(|problem| problem.in_path(path)));
    }
    problems.extend(game.siege_guns.and_then(area).map(|problem| problem.in_path("game.siege_guns")));
    if let Some(area) = game.current.as_ref().and_then(|current| current.area) {
        problems.extend(rules.unknown_area(area).map(|problem| problem.in_path("game.current.area")));
    }
    problems
}
