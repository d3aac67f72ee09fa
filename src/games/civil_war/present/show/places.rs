//! `show place` and `show hex`: anything on the map that has a name or a number.

use crate::sorted::SortedSet;

use crate::board::Hex;
use crate::document::{Id, Problem};
use crate::report::{Block, Section, Span, Text};

use super::super::hexside_lines::connected_order;
use super::super::vocabulary;
use super::find::{Found, NamedFeature, called, find_things, hexes_of, likeliest, qualified, qualified_name};
use super::hexes;
use super::labelled_line::line;
use crate::CivilWar;
use crate::movement::territory;
use crate::pack::Side;
use crate::position::ledger::Game;
use crate::report::grammar::capital;

/// The page of a name: the hex, river, railroad or state that it refers to, or all of them.
///
/// # Errors
/// There is nothing of that name; the advice names the most similar.
pub fn page(rules: &CivilWar, game: &Game, text: &str) -> Result<(String, Vec<Section>), Problem> {
    let found = find_things(rules, text)?;
    let places = hexes_of(&found.things);
    if found.begun && places.len() > 1 {
        return Ok((capital(text.trim()), vec![hexes_with_prefix(rules, text, &found)]));
    }
    let things = found.things;
    let chosen = match places[..] {
        [only] => Some(only),
        _ => likeliest(rules, text, &places),
    };
    let mut sections = Vec::new();
    let mut title = None;
    if let Some(hex) = chosen {
        title = Some(vocabulary::place(&rules.pack, hex));
        sections.extend([hexes::terrain_section(rules, game, hex), hexes::around(rules, game, hex)]);
    }
    let others: Vec<Hex> = places.into_iter().filter(|hex| Some(*hex) != chosen).collect();
    if !others.is_empty() {
        sections.push(hexes_of_one_name(rules, text, &others, chosen.is_some()));
    }
    for thing in things {
        let called = called(rules, &thing);
        let lines = match thing {
            NamedFeature::Hex(_) => continue,
            NamedFeature::Hexsides(name) => hexsides(rules, name),
            NamedFeature::Railroad(name) => railroad(rules, name),
            NamedFeature::State(id) => state(rules, game, id),
        };
        // The first thing of the name is the page's title.
        let heading = match title {
            Some(_) => called,
            None => {
                title = Some(called);
                String::new()
            }
        };
        sections.push(Section { heading, blocks: vec![Block::Audit { title: Text::new(), lines }] });
    }
    Ok((title.unwrap_or_else(|| capital(text.trim())), sections))
}

/// Several hexes whose names only begin like this: a list, and how to ask for one of them.
fn hexes_with_prefix(rules: &CivilWar, text: &str, found: &Found<'_>) -> Section {
    let names: Vec<String> = hexes_of(&found.things).into_iter().map(|hex| found.called(rules, text, hex)).collect();
    let count = format!("{} places have names that begin like this: ", names.len());
    let said = count + &vocabulary::list(names, "and") + ". Ask for one by its whole name or its number.";
    Section { heading: String::new(), blocks: vec![Block::Paragraph(vec![Span::plain(said)])] }
}

/// Several hexes of one name.
fn hexes_of_one_name(rules: &CivilWar, text: &str, places: &[Hex], besides: bool) -> Section {
    let header = ["Place", "Hex", "Terrain", "City"].map(str::to_owned).to_vec();
    let row = |&hex: &Hex| {
        let data = rules.pack.map.hex(hex)?;
        let city = data.city.as_ref().map_or(String::new(), |city| {
            format!("{}, {}", city.name, vocabulary::plural(city.vp.into(), "victory point"))
        });
        Some(vec![
            qualified_name(rules, text, hex),
            hex.to_string(),
            vocabulary::terrain(data.terrain).to_owned(),
            city,
        ])
    };
    let heading = if besides { "Other places of this name" } else { "" };
    let mut blocks = vec![Block::Table { header, rows: places.iter().filter_map(row).collect() }];
    if let Some(first) = places.first() {
        let named = qualified(rules, text, *first).replace(" (", "' or '").replace(')', "'");
        blocks.push(Block::Paragraph(vec![Span::plain(format!("Ask for one as '{named}."))]));
    }
    Section { heading: heading.to_owned(), blocks }
}

/// The hexsides of a name from one end to the other, and the towns along them.
fn hexsides(rules: &CivilWar, name: &str) -> Vec<(String, Text)> {
    let map = &rules.pack.map;
    let sides = map.hexsides().filter(|(_, side)| side.name == name).map(|(between, _)| between).collect();
    let sides = connected_order(sides);
    let mut stretches: Vec<(&str, Vec<String>)> = Vec::new();
    let mut towns = Vec::new();
    let mut marked = false;
    for &(a, b) in &sides {
        let Some(side) = map.hexside(a, b) else { continue };
        marked |= side.source.is_reconstructed();
        let said = format!("{a}/{b}");
        match stretches.last_mut() {
            Some((words, stretch)) if *words == vocabulary::between(side) => stretch.push(said),
            _ => stretches.push((vocabulary::between(side), vec![said])),
        }
        for hex in [a, b] {
            if map.hex(hex).is_some_and(|data| data.city.is_some()) && !towns.contains(&hex) {
                towns.push(hex);
            }
        }
    }
    let mut lines: Vec<(String, Text)> = stretches
        .into_iter()
        .map(|(words, sides)| line(&capital(words), format!("{}: {}", sides.len(), sides.join(", "))))
        .collect();
    if !towns.is_empty() {
        lines.push(line("Cities along it", vocabulary::places(&rules.pack, &towns)));
    }
    let sources: SortedSet<String> = sides
        .iter()
        .filter_map(|(a, b)| map.hexside(*a, *b))
        .map(|side| side.source.to_string().trim_end_matches('.').to_owned())
        .collect();
    let mark = if marked { "† " } else { "" };
    lines.push(line("Source", format!("{mark}{}", sources.into_iter().collect::<Vec<_>>().join("; "))));
    lines
}

/// The stations of the railroads of a name.
fn railroad(rules: &CivilWar, name: &str) -> Vec<(String, Text)> {
    let map = &rules.pack.map;
    let mut lines = Vec::new();
    let mut owners = SortedSet::new();
    for railroad in map.railroads.iter().filter(|railroad| railroad.name == name) {
        let stations: Vec<String> = railroad.line.iter().map(|&hex| vocabulary::place(&rules.pack, hex)).collect();
        lines.push(line("Runs through", stations.join(", ")));
        owners.extend(railroad.line.iter().map(|&hex| map.rail_owner_at_start(hex)));
        if let Some(source) = &railroad.source {
            let mark = if source.is_reconstructed() { "† " } else { "" };
            lines.push(line("Source", format!("{mark}{source}")));
        }
    }
    let owners = owners.into_iter().map(|owner| owner.map_or("neither side", vocabulary::side).to_owned());
    lines.insert(0, line("Controlled at the start by", vocabulary::list(owners, "and")));
    lines
}

/// A state: whose it is, and its cities.
fn state(rules: &CivilWar, game: &Game, id: &Id) -> Vec<(String, Text)> {
    let map = &rules.pack.map;
    let mut lines = Vec::new();
    if let Some(said) = hexes::allegiance(rules, game, id) {
        lines.push(line("Allegiance", said));
    }
    let ground = map.hexes().filter(|(_, data)| data.states.contains(id)).count();
    lines.push(line("Area", vocabulary::hexes(ground as u32)));
    let mut total = 0;
    for side in Side::BOTH.map(Some).into_iter().chain([None]) {
        let cities = map.hexes().filter_map(|(hex, data)| {
            let city = data.city.as_ref().filter(|city| city.state == *id && city.vp > 0)?;
            (territory::controller(rules, game, hex) == side).then_some((hex, city))
        });
        let cities: Vec<String> = cities
            .map(|(hex, city)| {
                total += u32::from(city.vp);
                format!("{} ({hex}) {}", city.name, city.vp)
            })
            .collect();
        if !cities.is_empty() {
            let label = format!("Cities of {}", side.map_or("neither side", vocabulary::side));
            lines.push(line(&label, cities.join(", ")));
        }
    }
    lines.push(line("Total", vocabulary::plural(total, "victory point")));
    if let Some(state) = map.states.get(id) {
        let mark = if state.source.is_reconstructed() { "† " } else { "" };
        lines.push(line("Source", format!("{mark}{}", state.source)));
    }
    lines
}
