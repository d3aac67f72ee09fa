//! What a name that somebody writes is meant for: an area, a bridge, a leader, a unit, a command.

use serde_json::Value;

use crate::board::Area;
use crate::document::{Id, Problem};
use crate::spelling::{self, NameMatch, parts, plain};

use super::super::vocabulary;
use super::battles;
use crate::SevenDays;
use crate::pack::Side;
use crate::position::ledger::Game;

/// At most this many names are offered.
const OFFERED: usize = 5;
/// Longer texts are cut to this many characters.
const LONGEST: usize = 40;

/// Something of a name.
type Named<T> = (String, T);

/// What a text stands for.
///
/// # Errors
/// If there is no such thing, or several; the names of those, or of what is most like it.
fn resolve<T: Clone + PartialEq>(text: &str, named: &[Named<T>]) -> Result<T, Vec<String>> {
    let named: Vec<(&str, T)> = named.iter().map(|(name, thing)| (name.as_str(), thing.clone())).collect();
    let owned = |name: &str| name.to_owned();
    match spelling::match_name(text, &named) {
        NameMatch::One(thing) => Ok(thing),
        NameMatch::Several(found) => Err(found.into_iter().take(OFFERED).map(|(name, _)| owned(name)).collect()),
        NameMatch::Near(near) => Err(near.into_iter().map(|(_, name)| owned(name)).collect()),
    }
}

/// That there is nothing of that name, with what is most like it.
fn unknown(what: &str, text: &str, near: &[String], otherwise: &str) -> Problem {
    let text: String = text.trim().chars().take(LONGEST).collect();
    let problem = Problem::new(format!("there is no {what} '{text}'"));
    problem.advice(match near {
        [] => otherwise.to_owned(),
        near => format!("did you mean {}?", vocabulary::list(near.iter().cloned(), "or")),
    })
}

fn named_areas(rules: &SevenDays) -> Vec<Named<Area>> {
    // A name may be two: `Gaines Mill/Cold Harbor`.
    let each = |name: &str| name.split('/').map(str::to_owned).chain([name.to_owned()]).collect::<Vec<_>>();
    rules.pack.map.areas.values().flat_map(|data| each(&data.name).into_iter().map(|name| (name, data.id))).collect()
}

fn named_bridges(rules: &SevenDays) -> Vec<Named<Id>> {
    let bridges = rules.pack.map.boundaries.iter().filter_map(|boundary| boundary.bridge.as_ref());
    bridges
        .flat_map(|bridge| [(bridge.name.clone(), bridge.id.clone()), (bridge.id.to_string(), bridge.id.clone())])
        .collect()
}

fn named_leaders(rules: &SevenDays) -> Vec<Named<Id>> {
    let leaders = rules.pack.forces.leaders.values();
    leaders.flat_map(|one| [(one.name.clone(), one.id.clone()), (one.id.to_string(), one.id.clone())]).collect()
}

fn named_units(rules: &SevenDays) -> Vec<Named<Id>> {
    let units = rules.pack.forces.units.values();
    units.flat_map(|one| [(one.name.clone(), one.id.clone()), (one.id.to_string(), one.id.clone())]).collect()
}

fn named_commands(rules: &SevenDays) -> Vec<Named<Id>> {
    let commands = rules.pack.forces.commands.values();
    commands
        .flat_map(|one| {
            let led = rules.pack.forces.leader_of(&one.id).map(|leader| (leader.name.clone(), one.id.clone()));
            let bare = (!one.independent).then(|| (one.name.clone(), one.id.clone()));
            [Some((vocabulary::command(one), one.id.clone())), bare, Some((one.id.to_string(), one.id.clone())), led]
        })
        .flatten()
        .collect()
}

/// The area of a number or a name, or of a battle that was fought there.
///
/// # Errors
/// If there is none, or several; the advice names them, or the nearest.
pub fn area(rules: &SevenDays, text: &str) -> Result<Area, Problem> {
    if let Ok(number) = text.trim().parse::<Area>() {
        return match rules.unknown_area(number) {
            None => Ok(number),
            Some(problem) => Err(problem),
        };
    }
    let areas = named_areas(rules);
    let named: Vec<(&str, Area)> = areas.iter().map(|(name, area)| (name.as_str(), *area)).collect();
    let near: Vec<&str> = match spelling::match_name(text, &named) {
        NameMatch::One(area) => return Ok(area),
        NameMatch::Several(found) => found.into_iter().take(OFFERED).map(|(name, _)| name).collect(),
        NameMatch::Near(_) => {
            if let Some(area) = battles::area(rules, text) {
                return Ok(area);
            }
            let fought = battles::all(rules);
            let others = fought.iter().flat_map(|battle| battle.names.iter().copied());
            spelling::near(text, named.iter().map(|(name, _)| *name).chain(others))
                .into_iter()
                .map(|(_, name)| name)
                .collect()
        }
    };
    let near: Vec<String> = near.into_iter().map(str::to_owned).collect();
    Err(unknown("area", text, &near, "give its number, as on the map, or its name").rule("3.2"))
}

/// A place on the map.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Place {
    Area(Area),
    Bridge(Id),
}

/// What has a name on the map: an area, or a bridge.
///
/// # Errors
/// As [`area`].
pub fn place(rules: &SevenDays, text: &str) -> Result<Place, Problem> {
    match area(rules, text) {
        Ok(area) => Ok(Place::Area(area)),
        // Two places of one word are told apart before a bridge is looked for.
        Err(problem) => bridge(rules, text).map(Place::Bridge).map_err(|_| suggest_other_page(rules, text, problem)),
    }
}

/// A text that was to name a place or a leader, and names something else: where that is shown.
fn suggest_other_page(rules: &SevenDays, text: &str, problem: Problem) -> Problem {
    if text.trim().parse::<u64>().is_ok() {
        return problem;
    }
    match (leader_named(rules, text), unit_near(rules, text)) {
        (Ok(id), _) => problem.advice(format!("for the leader use `adjutant show leader {id}`")),
        (Err(_), Some(ids)) => problem.advice(format!("for a unit use {ids}")),
        (Err(_), None) => problem,
    }
}

/// The commands that show the units that a text names, if it names some: a division's infantry and its artillery may
/// have one name.
fn unit_near(rules: &SevenDays, text: &str) -> Option<String> {
    let named = named_units(rules);
    let wanted = plain(text);
    let fits = |name: &str| plain(name) == wanted || parts(name).next().is_some_and(|part| part == wanted);
    let ids: crate::sorted::SortedSet<&Id> = named.iter().filter(|(name, _)| fits(name)).map(|(_, id)| id).collect();
    (!ids.is_empty() && ids.len() <= OFFERED)
        .then(|| vocabulary::list(ids.into_iter().map(|id| format!("`adjutant show unit {id}`")), "or"))
}

/// The unit that a text names, if it names nothing else.
pub fn unit_only(rules: &SevenDays, text: &str) -> Option<Id> {
    let other = area(rules, text).is_ok() || leader_named(rules, text).is_ok();
    if other { None } else { unit(rules, text).ok() }
}

/// The bridge of a name or id.
///
/// # Errors
/// If there is none; the advice names the nearest, or all.
pub fn bridge(rules: &SevenDays, text: &str) -> Result<Id, Problem> {
    let named = named_bridges(rules);
    resolve(text, &named).map_err(|near| {
        let all = rules.pack.map.boundaries.iter().filter_map(|boundary| boundary.bridge.as_ref());
        let all = vocabulary::list(all.map(|bridge| bridge.name.clone()), "and");
        unknown("bridge", text, &near, &format!("the bridges are {all}")).rule("15.4")
    })
}

/// The leader of a name or id.
///
/// # Errors
/// If there is none, or several; the advice names them, or the nearest.
pub fn leader(rules: &SevenDays, text: &str) -> Result<Id, Problem> {
    leader_named(rules, text).map_err(|problem| match unit_near(rules, text) {
        Some(ids) => problem.advice(format!("for a unit use {ids}")),
        None => problem,
    })
}

fn leader_named(rules: &SevenDays, text: &str) -> Result<Id, Problem> {
    let otherwise = "write the name as on his counter, or the id as `adjutant legal` does";
    resolve(text, &named_leaders(rules)).map_err(|near| unknown("leader", text, &near, otherwise).rule("4.4.1"))
}

/// The unit of a name or id.
///
/// # Errors
/// As [`leader`].
pub fn unit(rules: &SevenDays, text: &str) -> Result<Id, Problem> {
    let otherwise = "write the name as on its counter, or the id as `adjutant legal` does";
    resolve(text, &named_units(rules)).map_err(|near| unknown("unit", text, &near, otherwise).rule("4.2"))
}

/// A command, or a side's whole army.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum CommandOrArmy {
    Command(Id),
    Army(Side),
}

/// The command of a name, an id or its leader; or the whole army of a side or Army Leader.
///
/// # Errors
/// If there is none, or several; the advice names them, or the nearest.
pub fn army(rules: &SevenDays, text: &str) -> Result<CommandOrArmy, Problem> {
    let mut named: Vec<Named<CommandOrArmy>> =
        named_commands(rules).into_iter().map(|(name, id)| (name, CommandOrArmy::Command(id))).collect();
    for (side, name) in [(Side::Union, "Army of the Potomac"), (Side::Confederate, "Army of Northern Virginia")] {
        let heads = rules.pack.forces.leaders.values().filter(|leader| leader.side == side && leader.is_army());
        named.extend(heads.map(|leader| (leader.name.clone(), CommandOrArmy::Army(side))));
        named.extend([name, side.as_str()].map(|name| (name.to_owned(), CommandOrArmy::Army(side))));
    }
    let otherwise = "name a command by its leader or number, or an army by its side";
    resolve(text, &named).map_err(|near| unknown("command", text, &near, otherwise).rule("4.3.3"))
}

/// An area by number or name, or the one where a leader or unit stands.
///
/// # Errors
/// If there is none; the advice names what is most like it.
pub fn area_of(rules: &SevenDays, game: &Game, text: &str) -> Result<Area, Problem> {
    let place = match area(rules, text) {
        Ok(area) => return Ok(area),
        Err(problem) => problem,
    };
    let found = match (leader(rules, text), unit(rules, text)) {
        (Ok(id), _) => (vocabulary::leader(&rules.pack, &id), game.leader_at(&id)),
        (Err(_), Ok(id)) => (vocabulary::unit(&rules.pack, &id), game.units.get(&id).map(|state| state.at)),
        (Err(_), Err(_)) => {
            if text.trim().parse::<u64>().is_ok() {
                return Err(place);
            }
            let areas = named_areas(rules).into_iter().map(|(name, area)| (name, area.to_string()));
            let others = named_leaders(rules).into_iter().chain(named_units(rules));
            let all: Vec<Named<String>> = areas.chain(others.map(|(name, id)| (name, id.to_string()))).collect();
            let near = spelling::near(text, all.iter().map(|(name, _)| name.as_str()));
            let near: Vec<String> = near.into_iter().map(|(_, name)| name.to_owned()).collect();
            let otherwise = "give the number of an area, or the name of an area, a leader or a unit";
            return Err(unknown("area, leader or unit", text, &near, otherwise));
        }
    };
    let absent = format!("{} is not on the map", found.0);
    found.1.ok_or_else(|| Problem::new(absent).advice("name an area, or a leader or unit that is on the map"))
}

/// How to write what a name in a draft is meant for: an id, or an area's number.
pub fn suggest(rules: &SevenDays, field: &str, written: &str) -> Option<String> {
    let written_so = |name: String, id: String| format!("{name} is written {id}");
    let advised = |problem: Problem| problem.advice;
    match field {
        "leader" | "leaders" | "spare" | "hurt" => match leader_named(rules, written) {
            Ok(id) => Some(written_so(vocabulary::leader(&rules.pack, &id), id.to_string())),
            Err(problem) => advised(problem),
        },
        "units" | "point" | "forward" | "forced_march" | "replace" | "fresh" | "exhaust" | "eliminate" | "screen"
        | "withdraw" => match unit(rules, written) {
            Ok(id) => Some(written_so(vocabulary::unit(&rules.pack, &id), id.to_string())),
            // In standing orders these two are words such as `always`.
            Err(problem) if matches!(field, "screen" | "withdraw") => {
                advised(problem).filter(|advice| advice.starts_with("did you mean"))
            }
            Err(problem) => advised(problem),
        },
        "bridge" | "demolish" => match bridge(rules, written) {
            Ok(id) => Some(written_so(vocabulary::capital(&vocabulary::bridge(&rules.pack, &id)), id.to_string())),
            Err(problem) => advised(problem),
        },
        "area" | "path" | "from" | "entrench" | "clear" | "contested" | "ours" | "retreat" | "follow" | "place"
        | "remove" | "retreat_to" | "areas" => match area(rules, written) {
            Ok(at) => Some(format!("{} is written {at}", vocabulary::place(&rules.pack, at))),
            Err(problem) => advised(problem),
        },
        _ => None,
    }
}

/// The standard form, which is signed, of a name in a draft, and its title; `None` where it is in that form already, or
/// where the meaning is ambiguous.
pub fn standard(rules: &SevenDays, field: &str, written: &str) -> Option<(Value, String)> {
    fn only<T: Clone + PartialEq>(text: &str, named: &[Named<T>]) -> Option<T> {
        let named: Vec<(&str, T)> = named.iter().map(|(name, thing)| (name.as_str(), thing.clone())).collect();
        spelling::certain(text, &named)
    }
    let id = |id: Id, called: String| (Value::from(id.as_str()), called);
    let found = match field {
        "leader" | "leaders" | "spare" | "hurt" | "by" => {
            let found = only(written, &named_leaders(rules))?;
            id(found.clone(), vocabulary::leader(&rules.pack, &found))
        }
        "units" | "point" | "forward" | "forced_march" | "replace" | "fresh" | "exhaust" | "eliminate" | "screen"
        | "withdraw" => {
            let found = only(written, &named_units(rules))?;
            id(found.clone(), vocabulary::unit(&rules.pack, &found))
        }
        "bridge" | "demolish" => {
            let found = only(written, &named_bridges(rules))?;
            id(found.clone(), vocabulary::capital(&vocabulary::bridge(&rules.pack, &found)))
        }
        "area" | "path" | "from" | "entrench" | "clear" | "contested" | "ours" | "retreat" | "follow" | "place"
        | "remove" | "retreat_to" | "areas" => {
            // `Mechanicsville (5)`, as the program itself writes it.
            let numbered = written.trim_end().strip_suffix(')').and_then(|text| text.rsplit_once('('));
            let (name, number) = numbered.map_or((written, None), |(name, number)| (name, number.parse::<Area>().ok()));
            let found = only(name, &named_areas(rules)).filter(|found| number.is_none_or(|number| number == *found))?;
            (serde_json::to_value(found).ok()?, vocabulary::place(&rules.pack, found))
        }
        "ask" | "winner" => (Value::from(spelling::enumerated(written)), spelling::enumerated(written)),
        "side" => (Value::from(spelling::enumerated(written)), spelling::enumerated(written)),
        _ => return None,
    };
    (found.0.as_str() != Some(written)).then_some(found)
}

/// How to write the value of a field that the order does not have: the field of another order.
pub fn suggest_key(within: &str, field: &str, written: &Value) -> Option<String> {
    let areas: Vec<String> = match written {
        Value::Array(items) => items.iter().map(Value::to_string).collect(),
        one => vec![one.to_string()],
    };
    let areas: Vec<&String> = areas.iter().filter(|text| text.trim_matches('"').parse::<Area>().is_ok()).collect();
    let last = areas.last();
    match (within, field) {
        ("move", "to" | "at" | "area" | "via" | "into") => {
            let path: Vec<&str> = areas.iter().map(|area| area.as_str()).collect();
            last.map(|_| format!("name every area that is entered, in order: path: [{}]", path.join(", ")))
        }
        ("move", "unit" | "leader") => Some(format!("name them in a list: {field}s: [{}]", text(written))),
        ("assault", "from" | "at" | "active") | ("attack", "at" | "target" | "into") => {
            last.map(|area| format!("name the area under `area`: area: {area}"))
        }
        ("assault", "leaders") => {
            Some("one leader rolls: leader: …; two are activated by combined: {leaders: […], by: …}".to_owned())
        }
        ("attack", "leader" | "leaders") => {
            Some("activated leaders in the area add their Combat Rating; spare: […] keeps one out".to_owned())
        }
        ("regroup", "area" | "at") => last.map(|area| format!("name where they are now: from: {area}")),
        ("night", "refit" | "fresh" | "units") => {
            Some("artillery refits automatically; name other units under replace: […]".to_owned())
        }
        _ => None,
    }
}

fn text(value: &Value) -> String {
    value.as_str().map_or_else(|| value.to_string(), str::to_owned)
}
