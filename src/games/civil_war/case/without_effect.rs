//! Refuses parts of a case that do not change the position, because the author must have meant something by them.

use crate::sorted::SortedMap;

use crate::document::Problem;
use crate::engine::case::no_effect;

use super::{Given, GivenSide, Stack};
use crate::pack::{Side, Theater};
use crate::position::ledger::{Game, Piece, Track, Tribes, side_of};
use crate::{CivilWar, movement::territory};

/// Refuses the first key of `given` that has no effect; `game` is the position that it describes.
///
/// # Errors
/// The key, why it has no effect, and what to write instead.
pub(super) fn refuse(rules: &CivilWar, given: &Given, game: &Game) -> Result<(), Problem> {
    moment(given)?;
    for (side, own) in [(Side::Union, &given.union), (Side::Confederate, &given.confederate)] {
        for (&hex, stack) in &own.at {
            alone(stack).map_err(|problem| problem.under(&format!("given.{side}.at.{hex}")))?;
        }
        for (at, fleet) in &own.ships {
            if fleet.ships.is_empty() && fleet.river + fleet.ocean == 0 && fleet.leaders.is_empty() {
                return Err(no_effect("", "no ship is named there", "name ships, or leave the place out")
                    .under(&format!("given.{side}.ships[\"{at}\"]")));
            }
        }
        sided(rules, side, own)?;
        once(own).map_err(|problem| problem.under(&format!("given.{side}")))?;
    }
    if given.confederate.commands.as_ref().is_some_and(|commands| commands.contains_key(&Track::Naval)) {
        let problem =
            no_effect("given.confederate.commands.naval", "only the Union has naval command points", "leave it out");
        return Err(problem.rule("4.1"));
    }
    if given.tribes != Tribes::default() && !given.options.far_west {
        let why = "only with the option `far_west` do tribes raid";
        return Err(no_effect("given.tribes", why, "add `options: {far_west: true}`, or leave it out").rule("CW-321"));
    }
    for id in given.committed.keys() {
        if crate::homefront::priorities_turn(id).is_none_or(|turn| turn < game.turn) {
            let why = "only priorities for a later turn can be committed, as `priorities-5`";
            return Err(no_effect(&format!("given.committed.{id}"), why, "leave it out").rule("4.1"));
        }
    }
    ground(rules, given, game)
}

/// What belongs to a moment that is not the case's.
fn moment(given: &Given) -> Result<(), Problem> {
    let Some(at) = given.at.as_deref() else { return Ok(()) };
    let why = format!("the case begins at `at: {at}`, but this belongs to a half-pulse");
    let advice = "remove it, or remove `at` and say whose half-pulse it is: `phasing: union`";
    let half = [
        ("winner", given.winner.is_some()),
        ("difference", given.difference.is_some()),
        ("left", given.left.is_some()),
        ("free", given.free),
        // The number of pulses follows from the half-pulse being played.
        ("phasing", given.phasing.is_some() && (at != "initiative" || given.pulses.is_some())),
        ("pulses", given.pulses.is_some() && at != "initiative"),
    ];
    match half.into_iter().find(|(_, given)| *given) {
        Some((key, _)) => Err(no_effect(&format!("given.{key}"), &why, advice)),
        None => Ok(()),
    }
}

/// Refuses what a stack says about units that are not in it.
fn alone(stack: &Stack) -> Result<(), Problem> {
    let Stack { sp, moved, leaders, demoralized, down, leaders_moved, army, armies, depot, .. } = stack;
    let counters = stack.texas_rangers > 0 || stack.civilized_indians > 0;
    if *sp == 0 && !counters && leaders.is_empty() && army.is_none() && armies.is_empty() && !depot {
        return Err(no_effect(
            "",
            "nothing is placed there",
            "give it `sp`, `leaders` or a `depot`, or leave the hex out",
        ));
    }
    if moved > sp {
        let why = format!("{moved} strength points cannot have moved out of {sp}");
        return Err(no_effect("moved", &why, "give `sp` as well, at least as many as have moved"));
    }
    if *demoralized && *sp == 0 && !counters && armies.values().all(|corps| corps.sp == 0) {
        return Err(no_effect("demoralized", "there are no strength points there", "give `sp`, or leave it out"));
    }
    let of_armies = |piece: &&Piece| armies.values().any(|corps| corps.leaders.contains(piece));
    for (key, pieces) in [("down", down), ("leaders_moved", leaders_moved)] {
        if let Some(piece) = pieces.iter().find(|piece| !leaders.contains(piece) && !of_armies(piece)) {
            let why = format!("{piece} is not among the `leaders` of this hex");
            return Err(no_effect(key, &why, "name him in `leaders` as well"));
        }
    }
    Ok(())
}

/// Every leader that a side names, with his place in its part of `given`.
fn listed(own: &GivenSide) -> Vec<(&Piece, String)> {
    let on_map = own.at.iter().flat_map(|(hex, stack)| {
        let corps =
            stack.armies.iter().map(move |(army, corps)| (format!("at.{hex}.armies.{army}.leaders"), &corps.leaders));
        std::iter::once((format!("at.{hex}.leaders"), &stack.leaders)).chain(corps)
    });
    let afloat = own.ships.iter().map(|(at, fleet)| (format!("ships[\"{at}\"].leaders"), &fleet.leaders));
    let off = [
        ("pool", &own.pool),
        ("killed", &own.killed),
        ("removed", &own.removed),
        ("discarded", &own.discarded),
        ("terminated", &own.terminated),
    ];
    let off = off.into_iter().map(|(key, pieces)| (key.to_owned(), pieces));
    let listed = on_map
        .chain(afloat)
        .chain(off)
        .flat_map(|(path, pieces)| pieces.iter().enumerate().map(move |(n, piece)| (piece, format!("{path}[{n}]"))));
    let listed = listed.chain(own.captives.keys().map(|piece| (piece, format!("captives.{piece}"))));
    listed.chain(own.track.keys().map(|piece| (piece, format!("track.{piece}")))).collect()
}

/// Leaders of the enemy among a side's own, and theaters that come twice in its order.
fn sided(rules: &CivilWar, side: Side, own: &GivenSide) -> Result<(), Problem> {
    let other = side.other();
    for (piece, path) in listed(own) {
        if side_of(&rules.pack, piece) == Some(other) {
            let problem = Problem::new(format!("{piece} is a leader of the {other} side"));
            let problem = problem.in_path(format!("given.{side}.{path}")).rule("5.1");
            return Err(problem.advice(format!("name leaders of the {side} side here, and him under `{other}`")));
        }
    }
    let Some(order) = own.priorities else { return Ok(()) };
    let twice = match order {
        order if order.secondary == order.primary => Some(("secondary", order.secondary)),
        order if order.tertiary == order.primary || order.tertiary == order.secondary => {
            Some(("tertiary", order.tertiary))
        }
        _ => None,
    };
    match twice {
        None => Ok(()),
        Some((key, theater)) => {
            let problem = Problem::new(format!("{} is named twice", theater.as_str()));
            let problem = problem.in_path(format!("given.{side}.priorities.{key}")).rule("4.1");
            let all = Theater::ALL.map(Theater::as_str).join(", ");
            Err(problem.advice(format!("name each theater once: {all}")))
        }
    }
}

/// A counter that is in two places at once: only one of them would hold.
fn once(own: &GivenSide) -> Result<(), Problem> {
    let mut seen: SortedMap<&Piece, String> = SortedMap::new();
    for (piece, path) in listed(own) {
        if let Some(first) = seen.insert(piece, path.clone()) {
            let problem = Problem::new(format!("{piece} is already in `{first}`")).in_path(path);
            return Err(problem.advice("a counter is in one place: leave one of the two out"));
        }
    }
    Ok(())
}

/// Fortifications that are there, or missing, anyway. What a case says about control, states and its scenario may be
/// true anyway: that is information for the reader.
fn ground(rules: &CivilWar, given: &Given, game: &Game) -> Result<(), Problem> {
    let mut without = game.clone();
    for &hex in given.works.keys() {
        let kept = without.works.remove(&hex);
        if territory::fort(rules, &without, hex).map(|fort| (fort.kind, fort.owner))
            == territory::fort(rules, game, hex).map(|fort| (fort.kind, fort.owner))
        {
            let why = format!("{hex} has no other fortification, so this changes nothing");
            return Err(no_effect(&format!("given.works.{hex}"), &why, "leave it out"));
        }
        without.works.extend(kept.map(|works| (hex, works)));
    }
    Ok(())
}
