//! `show fleet` and `show river`: where ships are, what they carry and control, and what is due.

use crate::sorted::{SortedMap, SortedSet};
use std::collections::VecDeque;

use crate::document::Problem;
use crate::report::{Block, Section, Span, Text};

use super::super::{naval_text, vocabulary};
use super::find::{NamedFeature, find_things};
use super::labelled_line::line;
use super::tracks;
use crate::naval::control::{self, Bar};
use crate::pack::{Side, Station, StationKind, Waters};
use crate::position::ledger::{Game, Hulls, Piece, Squadron};
use crate::report::grammar::capital;
use crate::{CivilWar, naval};

/// The page of all fleets, or of the ships that a name refers to: a ship, a naval leader, a place, a hexside.
///
/// # Errors
/// It does not refer to ships; the advice says where there are some.
pub fn page(rules: &CivilWar, game: &Game, text: Option<&str>) -> Result<(String, Vec<Section>), Problem> {
    let Some(text) = text else { return Ok(("The fleets".to_owned(), all(rules, game))) };
    let found = named_stations(rules, game, text);
    let [first, ..] = found[..] else { return Err(none(rules, game, text)) };
    let heads = found.len() > 1;
    let sections = found.iter().map(|&at| Section {
        heading: if heads { capital(&naval_text::station(&rules.pack, at)) } else { String::new() },
        blocks: vec![Block::Audit { title: Text::new(), lines: lines(rules, game, at) }],
    });
    let title = match heads {
        true => format!("Ships at '{}'", text.trim()),
        false => format!("Ships at {}", naval_text::station(&rules.pack, first)),
    };
    Ok((title, sections.collect()))
}

/// The stations with ships that a name stands for.
fn named_stations(rules: &CivilWar, game: &Game, text: &str) -> Vec<Station> {
    let stations: SortedSet<Station> = game.squadrons.values().map(|squadron| squadron.at).collect();
    let lower = text.trim().to_lowercase();
    let of_ship = |squadron: &&Squadron| {
        let named = |id: &crate::document::Id| {
            let name = rules.pack.charts.ships.get(id).map_or("", |ship| ship.name.as_str());
            id.as_str() == lower || name.to_lowercase() == lower
        };
        squadron.hulls.ships.iter().any(named)
    };
    if let Some(squadron) = game.squadrons.values().find(of_ship) {
        return vec![squadron.at];
    }
    if let Ok(station) = text.trim().parse::<Station>()
        && stations.contains(&station)
    {
        return vec![station];
    }
    let led = |piece: &Piece| {
        let name = vocabulary::leader_name(&rules.pack, &piece.leader);
        piece.leader.as_str() == lower || name.to_lowercase() == lower
    };
    let with = |at: Station| Side::BOTH.into_iter().flat_map(move |side| game.afloat_at(&rules.pack, at, side));
    if let Some(&at) = stations.iter().find(|&&at| with(at).any(|piece| led(&piece))) {
        return vec![at];
    }
    let things = find_things(rules, text).map(|found| found.things).unwrap_or_default();
    let touches = |at: &Station| {
        things.iter().any(|thing| match thing {
            NamedFeature::Hex(hex) => at.borders(*hex),
            NamedFeature::Hexsides(name) => name_of(rules, *at) == Some(*name),
            _ => false,
        })
    };
    stations.into_iter().filter(touches).collect()
}

fn none(rules: &CivilWar, game: &Game, text: &str) -> Problem {
    let stations: SortedSet<Station> = game.squadrons.values().map(|squadron| squadron.at).collect();
    let at = stations.iter().take(3).map(|&at| naval_text::station(&rules.pack, at));
    let advice = match stations.is_empty() {
        true => "no ship is on the map".to_owned(),
        false => format!("there are ships at {}; `show fleet` lists them all", vocabulary::list(at, "and")),
    };
    Problem::new(format!("there are no ships at '{}'", text.trim())).rule("8.1").advice(advice)
}

fn name_of(rules: &CivilWar, at: Station) -> Option<&str> {
    match at {
        Station::Hexside(a, b) => rules.pack.map.hexside(a, b).map(|side| side.name.as_str()),
        Station::Hex(_) => None,
    }
}

/// The name of a hexside's water, and the same as it is called in a sentence.
fn water_names(rules: &CivilWar, at: Station) -> Option<(&str, String)> {
    match at {
        Station::Hexside(a, b) => {
            rules.pack.map.hexside(a, b).map(|side| (side.name.as_str(), naval_text::named(side)))
        }
        Station::Hex(_) => None,
    }
}

/// The ships at a station, and their effect there.
fn lines(rules: &CivilWar, game: &Game, at: Station) -> Vec<(String, Text)> {
    let pack = &rules.pack;
    let mut lines = vec![line("Where", naval_text::between(pack, at))];
    for side in Side::BOTH {
        let hulls = game.hulls_at(at, side);
        if hulls.is_empty() {
            continue;
        }
        let moved = if game.squadrons_at(at, side).any(|(_, one)| one.moved) { ", moved this pulse" } else { "" };
        lines.push(line(side.title(), format!("{}{moved}", capital(&naval_text::hulls(pack, &hulls)))));
        let leaders = game.afloat_at(pack, at, side);
        if !leaders.is_empty() {
            lines.push(line("Under", vocabulary::leaders(pack, &leaders)));
        }
        let points = vocabulary::plural(naval::strength(rules, &hulls), "point");
        lines.push((
            "In combat".to_owned(),
            vec![
                Span::plain(format!("{points}, {} afloat ", vocabulary::plural(hulls.points(), "ship"))),
                Span::rule("8.10.2"),
            ],
        ));
        if matches!(at, Station::Hexside(..)) {
            let radius = u32::from(pack.charts.naval.control_radius);
            let held = control::controlled(rules, game, side);
            let near = pack.map.waterways().hexsides_in_range(at, radius, Waters::River, |_| false);
            let reach: Vec<Station> = near.into_keys().filter(|there| held.contains(there)).collect();
            let rivers: SortedSet<(&str, String)> = reach.iter().filter_map(|&one| water_names(rules, one)).collect();
            let rivers = vocabulary::list(rivers.into_iter().map(|(_, called)| called), "and");
            let said = match reach.is_empty() {
                true => "nothing: an enemy ironclad is near ".to_owned(),
                false => format!("{} of {rivers} ", vocabulary::plural(reach.len() as u32, "hexside")),
            };
            lines.push(("Controls".to_owned(), vec![Span::plain(said), Span::rule("8.5.1")]));
        }
        let beside: Vec<String> = pack
            .map
            .waterways()
            .landings(at)
            .into_iter()
            .filter_map(|hex| {
                let sp = game.sp_at(hex, side);
                (sp > 0).then(|| format!("{} in {}", vocabulary::sp(sp), vocabulary::place(pack, hex)))
            })
            .collect();
        if side == Side::Union && !beside.is_empty() {
            let said = format!("{} ", vocabulary::list(beside, "and"));
            lines.push(("Can carry".to_owned(), vec![Span::plain(said), Span::rule("8.4.4")]));
        }
    }
    lines
}

/// Every fleet, side by side, and what is not on the map.
fn all(rules: &CivilWar, game: &Game) -> Vec<Section> {
    let pack = &rules.pack;
    let header = ["Where", "Ships", "Under", "Strength"].map(str::to_owned).to_vec();
    let mut sections = Vec::new();
    for side in Side::BOTH {
        let stations: SortedSet<Station> =
            game.squadrons.values().filter(|one| one.side == side).map(|one| one.at).collect();
        let row = |at: Station| {
            let hulls = game.hulls_at(at, side);
            let leaders = game.afloat_at(pack, at, side);
            let leaders = if leaders.is_empty() { String::new() } else { vocabulary::leaders(pack, &leaders) };
            vec![
                naval_text::between(pack, at),
                naval_text::hulls(pack, &hulls),
                leaders,
                naval::strength(rules, &hulls).to_string(),
            ]
        };
        let rows: Vec<Vec<String>> = stations.into_iter().map(row).collect();
        let mut blocks = match rows.is_empty() {
            true => vec![Block::Paragraph(vec![Span::plain("No ship is on the map.")])],
            false => vec![Block::Table { header: header.clone(), rows }],
        };
        let points = tracks::navy(rules, game, side);
        if !points.is_empty() {
            blocks.push(Block::List(points));
        }
        sections.push(Section { heading: side.title().to_owned(), blocks });
    }
    sections
}

/// The page of a river or bay, hexside by hexside from its mouth: what is on its banks, whose ships and guns control
/// it.
///
/// # Errors
/// There is no navigable water of that name; the advice names the most similar.
pub fn river(rules: &CivilWar, game: &Game, text: &str) -> Result<(String, Vec<Section>), Problem> {
    let things = find_things(rules, text)?;
    let named = things.things.iter().find_map(|thing| match thing {
        NamedFeature::Hexsides(name) if stations(rules, name).next().is_some() => Some(*name),
        _ => None,
    });
    let Some(name) = named else {
        let problem = Problem::new(format!("'{}' is not a navigable river, bay or sound", text.trim())).rule("8.3.1");
        let names: SortedSet<&str> =
            rules.pack.map.waterways().stations().filter_map(|(at, _)| name_of(rules, at)).collect();
        let near = names.into_iter().take(6).map(str::to_owned);
        return Err(problem.advice(format!("there are {} and others", vocabulary::list(near, "and"))));
    };
    let held = Side::BOTH.map(|side| control::controlled(rules, game, side));
    let header = ["Hexside", "Banks", "Ships", "Commanded by", "Note"].map(str::to_owned).to_vec();
    let rows = in_order(rules, name).into_iter().map(|at| row(rules, game, at, &held)).collect();
    let blocks = vec![Block::Table { header, rows }];
    let title = stations(rules, name).find_map(|at| water_names(rules, at)).map(|(_, called)| capital(&called));
    Ok((title.unwrap_or_else(|| name.to_owned()), vec![Section { heading: String::new(), blocks }]))
}

fn stations<'a>(rules: &'a CivilWar, name: &'a str) -> impl Iterator<Item = Station> + 'a {
    let all = rules.pack.map.waterways().stations().map(|(at, _)| at);
    all.filter(move |&at| name_of(rules, at) == Some(name))
}

/// The hexsides of a river in the order of their distance from its mouth: from the sea, or the water that it runs into.
fn in_order(rules: &CivilWar, name: &str) -> Vec<Station> {
    let ways = rules.pack.map.waterways();
    let own: SortedSet<Station> = stations(rules, name).collect();
    let leads_out = |at: &&Station| {
        let mut steps = ways.steps(**at).iter();
        steps.any(|step| !own.contains(&step.to) && !matches!(step.to, Station::Hexside(..)))
    };
    let mouth = own.iter().find(leads_out);
    // A tributary begins at the end that another river's hexside touches.
    let joins = |at: &&Station| ways.steps(**at).iter().any(|step| !own.contains(&step.to));
    let Some(&first) = mouth.or_else(|| own.iter().find(joins)).or(own.first()) else { return Vec::new() };
    let mut far: SortedMap<Station, u32> = SortedMap::from([(first, 0)]);
    let mut next = VecDeque::from([first]);
    while let Some(here) = next.pop_front() {
        let apart = far.get(&here).copied().unwrap_or(0);
        for step in ways.steps(here) {
            if own.contains(&step.to) && !far.contains_key(&step.to) {
                far.insert(step.to, apart + 1);
                next.push_back(step.to);
            }
        }
    }
    let mut order: Vec<Station> = own.into_iter().collect();
    order.sort_by_key(|at| (far.get(at).copied().unwrap_or(u32::MAX), *at));
    order
}

/// A hexside's row.
fn row(rules: &CivilWar, game: &Game, at: Station, held: &[SortedSet<Station>; 2]) -> Vec<String> {
    let pack = &rules.pack;
    let Station::Hexside(a, b) = at else { return Vec::new() };
    let banks = [a, b].map(|hex| vocabulary::place_name(pack, hex).unwrap_or("open ground").to_owned());
    let ships = Side::BOTH.into_iter().filter_map(|side| {
        let hulls: Hulls = game.hulls_at(at, side);
        (!hulls.is_empty()).then(|| format!("{}: {}", side.title(), naval_text::hulls(pack, &hulls)))
    });
    let guns =
        Side::BOTH.into_iter().find_map(|side| match control::barred(rules, game, (a, b), side.other(), false) {
            Some(Bar::Fort(hex)) => Some(format!("{} guns in {}", side.title(), vocabulary::place(pack, hex))),
            _ => None,
        });
    let [union, confederate] = [held[0].contains(&at), held[1].contains(&at)];
    let command = guns.unwrap_or_else(|| {
        match (union, confederate) {
            (true, true) => "both: contested",
            (true, false) => "Union ships",
            (false, true) => "Confederate ships",
            (false, false) => "",
        }
        .to_owned()
    });
    let mut notes = Vec::new();
    if pack.map.waterways().station_kind(at) == Some(StationKind::Inland) {
        notes.push("river ships only".to_owned());
    }
    if pack.map.rail(a, b) {
        notes.push("rail".to_owned());
    }
    vec![at.to_string(), banks.join(" | "), ships.collect::<Vec<_>>().join("; "), command, notes.join(", ")]
}
