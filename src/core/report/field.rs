//! What a reader sees of a field of areas: its map, the names on it, and what there is to say of each.

use std::collections::BTreeMap;

use super::Named;
use super::area_map::{AreaMap, Counter, Ground, spot};
use super::svg::Point;
use super::words::plural;
use crate::board::Area;
use crate::document::{Id, from_value};
use crate::pack::Side;
use crate::pack::areas::{AreaData, AreaPack, Field, Unit};

/// The map with whoever stands there.
pub fn map(pack: &AreaPack, field: &Field, title: &str, subtitle: String) -> AreaMap {
    let ground = |(&area, data): (&Area, &AreaData)| {
        let note = format!("{}, cover {}", plural(data.points.unsigned_abs() as u32, "point"), data.cover);
        let side = field.control.get(&area).map_or("", |side| side.as_str());
        Ground { area, at: data.at, name: data.name.clone(), note, side }
    };
    let both = Side::BOTH.into_iter().flat_map(|side| field.of_side(pack, side).map(move |one| (side, one)));
    let counters = both.map(|(side, (id, state))| {
        let lines = [pack.unit(id.as_str()), pack.strength(id).to_string()];
        Counter { area: state.at, side: side.as_str(), lines, tired: state.shaken }
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

/// What there is to say of an area or a unit.
pub fn facts(pack: &AreaPack, field: &Field, about: &Named) -> Vec<(&'static str, String)> {
    let units: BTreeMap<&str, (&Id, &Unit)> = pack.units.iter().map(|(id, unit)| (id.as_str(), (id, unit))).collect();
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
    let here = Side::BOTH.into_iter().flat_map(|side| field.there(pack, area, side));
    let here: Vec<String> = here.map(|id| pack.unit(id.as_str())).collect();
    let beside: Vec<String> = pack.beside(area).map(|area| area.to_string()).collect();
    vec![
        ("points", data.points.to_string()),
        ("cover", data.cover.to_string()),
        ("beside", beside.join(", ")),
        ("control", field.control.get(&area).map_or("nobody", |side| side.title()).to_owned()),
        ("units", if here.is_empty() { "none".to_owned() } else { here.join(", ") }),
    ]
}
