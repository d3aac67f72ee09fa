//! What a reader sees of a game of areas: its map, the names on it, and the facts about each.

use serde_json::Value;

use crate::sorted::SortedMap;

use super::area_map::{AreaMap, Counter, Ground, counter_corners, spot};
use super::grammar::{capital, plural};
use super::svg::Point;
use super::{Follow, Named, Past, Present, Tally, TallyKind, Target, Whereabouts};
use crate::board::Area;
use crate::document::{Id, from_value};
use crate::engine::Position;
use crate::engine::run::to_value;
use crate::pack::Side;
use crate::pack::areas::{AreaData, AreaPack, Field, Unit, UnitState};

/// The map of a game of areas with its units and the events of a step: events with `side`, `from` and `to` are moves,
/// those named `combat` with an `area` are combats. `None` for a game without such a map.
pub fn map_of<R: Present>(rules: &R, position: &Position<R>, past: Option<Past<'_, Position<R>>>) -> Option<AreaMap> {
    let (pack, field) = rules.area_pack().zip(rules.field(position))?;
    let mut map = map(pack, field, &capital(R::ID), format!("{}.", capital(&rules.when(position).words)));
    for event in past.iter().flat_map(|past| &past.facts.events) {
        let area = |key: &str| event.get(key).and_then(|area| from_value::<Area>(area).ok());
        let side = event.get("side").and_then(|side| from_value::<Side>(side).ok());
        if let (Some(side), Some(from), Some(to)) = (side, area("from"), area("to")) {
            map.moves.push((side.as_str(), from, to));
        }
        if event.get("event").is_some_and(|name| name == "combat") {
            map.combats.extend(area("area"));
        }
    }
    Some(map)
}

/// The statistics of a field.
pub fn tallies(pack: &AreaPack, field: &Field) -> Vec<Tally> {
    let strength = |side| field.of_side(pack, side).map(|(id, _)| pack.strength(id)).sum();
    let points = "Of the areas that a side controls.";
    vec![
        Tally {
            title: "Points",
            about: points,
            values: Side::BOTH.map(|side| field.points(pack, side)),
            kind: TallyKind::Score,
        },
        Tally {
            title: "Strength",
            about: "Of the units in play.",
            values: Side::BOTH.map(strength),
            kind: TallyKind::Other,
        },
    ]
}

fn map(pack: &AreaPack, field: &Field, title: &str, subtitle: String) -> AreaMap {
    let ground = |(&area, data): (&Area, &AreaData)| {
        let note = format!("{}, cover {}", plural(data.points.unsigned_abs() as u32, "point"), data.cover);
        let side = field.control.get(&area).map_or("", |side| side.as_str());
        Ground { area, at: data.at, name: data.name.clone(), note, side }
    };
    let both = Side::BOTH.into_iter().flat_map(|side| field.of_side(pack, side).map(move |one| (side, one)));
    let counters = both.map(|(side, (id, state))| {
        let lines = [pack.unit(id.as_str()), pack.strength(id).to_string()];
        Counter { id: id.clone(), area: state.at, side: side.as_str(), lines, tired: state.shaken }
    });
    AreaMap {
        title: title.to_owned(),
        subtitle,
        size: pack.size,
        areas: pack.areas.iter().map(ground).collect(),
        boundaries: pack.boundaries.clone(),
        counters: counters.collect(),
        ..AreaMap::default()
    }
}

/// Where every unit in play is.
pub fn whereabouts(pack: &AreaPack, field: &Field) -> Vec<Whereabouts> {
    let units = Side::BOTH.into_iter().flat_map(|side| field.of_side(pack, side).map(move |unit| (side, unit)));
    let found = units.filter_map(|(side, (id, state))| {
        let (name, place) = (pack.unit(id.as_str()), pack.place(state.at));
        Some(Whereabouts { kind: Follow::Unit, name, side: side.id(), at: middle(pack, state.at)?, place })
    });
    found.collect()
}

/// What has become of the units since an earlier field, in a clause each.
pub fn end_words(pack: &AreaPack, before: &Field, end: &Field) -> String {
    let became = |(id, old): (&Id, &UnitState)| {
        let name = pack.unit(id.as_str());
        let Some(new) = end.units.get(id) else { return Some(format!("{name} is eliminated")) };
        let goes = (new.at != old.at).then(|| format!("goes to {}", pack.place(new.at)));
        let state = match (old.shaken, new.shaken) {
            (false, true) => Some("is shaken".to_owned()),
            (true, false) => Some("is in order again".to_owned()),
            _ => None,
        };
        let words: Vec<String> = state.into_iter().chain(goes).collect();
        (!words.is_empty()).then(|| format!("{name} {}", words.join(" and ")))
    };
    let found: Vec<String> = before.units.iter().filter_map(became).collect();
    if found.is_empty() { "nothing changes".to_owned() } else { found.join(", ") }
}

/// The middle of an area on the board.
pub fn middle(pack: &AreaPack, area: Area) -> Option<Point> {
    pack.areas.get(&area).map(|data| spot(data.at))
}

/// Every area and every unit.
pub fn names(pack: &AreaPack) -> Vec<Named> {
    let area = |(area, data): (&Area, &AreaData)| Named::new(&data.name, area, pack.place(*area));
    let unit = |(id, unit): (&Id, &Unit)| Named::new(&unit.name, id, unit.name.as_str());
    pack.areas.iter().map(area).chain(pack.units.iter().map(unit)).collect()
}

/// The areas and the units in play, with their outlines.
pub fn targets(pack: &AreaPack, field: &Field) -> Vec<Target> {
    let map = map(pack, field, "", String::new());
    let mut corners = map.area_corners();
    let about = |value: &Value| {
        let named = Named { name: String::new(), value: value.clone(), called: String::new() };
        let shown = |(what, words): (&str, String)| match what {
            "state" => Some(words),
            "points" | "cover" | "strength" => Some(format!("{what} {words}")),
            _ => None,
        };
        facts(pack, field, &named).into_iter().filter_map(shown).collect::<Vec<_>>().join(", ")
    };
    let area = |&area: &Area| {
        let target = Target::place(to_value(&area), pack.place(area), corners.remove(&area).unwrap_or_default());
        let state = about(&target.id);
        target.of(field.control.get(&area).map(|side| side.id())).described(state)
    };
    let mut targets: Vec<Target> = pack.areas.keys().map(area).collect();
    for (at, counter) in map.counter_places() {
        let Some(unit) = pack.units.get(&counter.id) else { continue };
        let target = Target::piece(counter.id.as_str(), unit.name.clone(), &unit.side.id());
        let state = about(&target.id);
        targets.push(target.at(to_value(&counter.area)).described(state).outlined(counter_corners(at)));
    }
    targets
}

/// The facts about an area or a unit.
pub fn facts(pack: &AreaPack, field: &Field, about: &Named) -> Vec<(&'static str, String)> {
    let units: SortedMap<&str, (&Id, &Unit)> = pack.units.iter().map(|(id, unit)| (id.as_str(), (id, unit))).collect();
    if let Some((id, unit)) = about.value.as_str().and_then(|id| units.get(id)) {
        let (at, state) = match field.units.get(*id) {
            None => ("off the map".to_owned(), "eliminated"),
            Some(state) => (pack.place(state.at), if state.shaken { "shaken" } else { "in order" }),
        };
        let (side, strength) = (unit.side.title().to_owned(), unit.strength.to_string());
        return vec![("side", side), ("strength", strength), ("at", at), ("state", state.to_owned())];
    }
    let area = from_value::<Area>(&about.value).ok();
    let Some((area, data)) = area.and_then(|area| Some((area, pack.areas.get(&area)?))) else { return Vec::new() };
    let here = Side::BOTH.into_iter().flat_map(|side| field.units_in(pack, area, side));
    let here: Vec<String> = here.map(|id| pack.unit(id.as_str())).collect();
    let beside: Vec<String> = pack.adjacent(area).map(|area| area.to_string()).collect();
    vec![
        ("points", data.points.to_string()),
        ("cover", data.cover.to_string()),
        ("beside", beside.join(", ")),
        ("control", field.control.get(&area).map_or("nobody", |side| side.title()).to_owned()),
        ("units", if here.is_empty() { "none".to_owned() } else { here.join(", ") }),
    ]
}
