//! Refuses parts of a case that do not change the position, because the author must have meant something by them.

use crate::sorted::SortedMap;

use crate::document::{Id, Problem};
use crate::engine::case::no_effect;

use super::{Given, marked};
use crate::SevenDays;
use crate::pack::Side;
use crate::position::ledger::{Game, Weather};

/// Refuses the first key of `given` that has no effect, or that names something missing; `game` is the position that it
/// describes.
///
/// # Errors
/// The key, why it has no effect, and what to write instead.
pub(super) fn refuse(rules: &SevenDays, given: &Given, game: &Game) -> Result<(), Problem> {
    moment(given)?;
    let options = &game.options;
    let needs = [
        ("weather_turns", given.weather_turns, options.weather, "weather"),
        ("siege_guns", given.siege_guns.is_some(), options.siege_guns, "siege_guns"),
        ("help_came", given.help_came, options.lincoln_sends_help, "lincoln_sends_help"),
        ("bridges", !given.bridges.is_empty(), options.bridges, "bridges"),
        ("engineers", given.engineers.is_some(), options.bridges, "bridges"),
        ("built", given.built, options.bridges, "bridges"),
        ("weather", given.weather == Weather::Rain, options.weather, "weather"),
    ];
    if let Some((key, _, _, option)) = needs.into_iter().find(|(_, given, on, _)| *given && !on) {
        let why = format!("the option `{option}` is not played");
        return Err(no_effect(
            &format!("given.{key}"),
            &why,
            &format!("write `options: {{{option}: true}}`, or leave it out"),
        ));
    }
    let mut seen: SortedMap<Id, String> = SortedMap::new();
    for (side, stacks) in [(Side::Union, &given.union), (Side::Confederate, &given.confederate)] {
        for (area, stack) in stacks {
            let path = format!("given.{side}.{area}");
            if stack.units.is_empty() && stack.leaders.is_empty() && stack.works.is_none() {
                let advice = "give it `units`, `leaders` or `works`, or leave the area out";
                return Err(no_effect(&path, "nothing is placed there", advice));
            }
            let listed = [("units", &stack.units), ("leaders", &stack.leaders)];
            for (key, n, text) in
                listed.into_iter().flat_map(|(key, list)| list.iter().enumerate().map(move |(n, text)| (key, n, text)))
            {
                let path = format!("{path}.{key}[{n}]");
                if let Some(first) = seen.insert(marked(text)?.0, path.clone()) {
                    let problem = Problem::new(format!("{text} is already in `{first}`")).in_path(path);
                    return Err(problem.advice("a counter is in one place: leave one of the two out"));
                }
            }
        }
    }
    for area in given.control.keys() {
        if let Some(problem) = rules.unknown_area(*area) {
            return Err(Problem { on_key: true, ..problem.in_path(format!("given.control.{area}")) });
        }
    }
    for id in given.away.keys() {
        let path = format!("given.away.{id}");
        let Some(leader) = rules.pack.forces.leaders.get(id) else {
            return Err(rules.unknown_leader(game, Side::Union, id).in_path(path));
        };
        if let Some(first) = seen.get(id) {
            let problem = Problem::new(format!("{} is already in `{first}`", leader.name)).in_path(path);
            return Err(problem.advice("leave one of the two out"));
        }
    }
    Ok(())
}

/// Refuses keys that belong to another moment than the case's.
fn moment(given: &Given) -> Result<(), Problem> {
    let at = given.at.as_deref().unwrap_or("daylight");
    let begins = format!("the case begins at `at: {at}`");
    if given.impulse.is_some() && at != "daylight" {
        let why = format!("{begins}, when there are no impulses");
        return Err(no_effect("given.impulse", &why, "leave it out, or write `at: daylight`"));
    }
    if given.active.is_some() && !matches!(at, "daylight" | "night") {
        let why = format!("{begins}, when neither side is active");
        return Err(no_effect("given.active", &why, "leave it out, or write `at: daylight` or `at: night`"));
    }
    Ok(())
}
