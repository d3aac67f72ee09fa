//! `show place` and `show stack`: an area, its boundaries, and who stands there; a bridge.

use crate::board::Area;
use crate::document::Id;
use crate::report::{Block, Section, Span, Text};

use super::super::{map_regions, vocabulary};
use super::battles;
use super::page_parts::{dagger, facts, line, note, ruled, table};
use crate::SevenDays;
use crate::pack::{Boundary, Side, Water};
use crate::position::ledger::{Game, Train};

/// Everything about an area.
pub fn page(rules: &SevenDays, game: &Game, area: Area) -> Vec<Section> {
    let mut sections = vec![ground(rules, game, area), boundaries(rules, game, area)];
    sections.extend(stack(rules, game, area));
    sections.push(note(&["SD-1 to SD-5"]));
    sections
}

fn ground(rules: &SevenDays, game: &Game, area: Area) -> Section {
    let mut lines: Vec<(String, Text)> = Vec::new();
    if let Some(data) = rules.pack.map.area(area) {
        let mark = dagger(data.tem_source.is_reconstructed());
        lines.push(ruled("Terrain", format!("{:+}{mark} for the defender.", data.tem), "3.2.3"));
        if data.victory {
            lines.push(ruled("Victory", "This area counts for victory.", "3.2.6"));
        }
        if data.james && game.options.gunboats {
            lines.push(ruled("Gunboats", "They support the Union here.", "15.6"));
        }
    }
    if let Some(part) = map_regions::of(rules, area) {
        lines.push(line("Part", format!("{}.", part.name())));
    }
    let control = game.control(area);
    let state = if game.is_contested(&rules.pack, area) { ", and Contested" } else { "" };
    lines.push(ruled("Control", format!("{}{state}.", control.title()), "7.2"));
    if let Some(works) = game.works.get(&area) {
        lines.push(ruled("Entrenchment", format!("{}.", vocabulary::capital(&vocabulary::works(*works))), "11"));
    }
    if let Some(scenario) = rules.scenario(game) {
        if game.train == Train::At(area) {
            lines.push(ruled("Supply Train", "It is here.", "6.2.2"));
        } else if area == scenario.train_to && !rules.train_at_landing(game) {
            lines.push(ruled(
                "Supply Train",
                format!("It is {}.", vocabulary::train(&rules.pack, game.train)),
                "6.2.2",
            ));
        }
        if area == scenario.richmond {
            lines.push(ruled(
                "Richmond",
                "A Rout is not possible here; Confederate units with a path to it can take replacements.",
                "10.5",
            ));
        }
    }
    for battle in battles::all(rules).iter().filter(|battle| battle.area == area) {
        lines.push(line("Battle of 1862", format!("{}.", battle.called())));
    }
    if game.siege_guns == Some(area) {
        lines.push(ruled("Siege Guns", "They are here.", "16.2"));
    }
    facts("The ground", lines)
}

/// What an entry costs: off the roads all, and what it costs horsemen.
fn cost(rules: &SevenDays, game: &Game, side: Side, to: Area, road: bool) -> String {
    let enemies = game.has_units(&rules.pack, to, side.other());
    let plain = match enemies {
        true if game.has_fresh(&rules.pack, to, side.other()) => 4,
        true => 3,
        false if rules.under_guns(game, to, side) => 2,
        false => 1,
    };
    if road { plain.to_string() } else { format!("all ({plain})") }
}

fn boundaries(rules: &SevenDays, game: &Game, area: Area) -> Section {
    let map = &rules.pack.map;
    let row = |other: Area| -> Option<Vec<String>> {
        let boundary = map.boundary(area, other)?;
        let water = match boundary.water {
            Water::Open => "",
            Water::Minor => "minor",
            Water::Major => "major",
        };
        let road = if boundary.road { "road" } else { "" };
        let [union, confederate] = Side::BOTH.map(|side| match rules.can_cross(game, area, other) {
            true => cost(rules, game, side, area, boundary.road),
            false => "-".to_owned(),
        });
        let (place, control) = (vocabulary::place(&rules.pack, other), game.control(other).title().to_owned());
        let bridge = bridge_words(game, boundary);
        Some(vec![place, control, water.to_owned(), road.to_owned(), bridge, union, confederate])
    };
    let rows: Vec<Vec<String>> = map.bordering(area).filter_map(row).collect();
    let header = ["From", "Control", "Water †", "Road †", "Bridge", "Union", "Confed."];
    let mut section = table("Boundaries", &header, rows);
    let text = "The columns of the sides give the Movement Factors that it costs each to enter. Without a road, infantry and \
                artillery spend all their Movement Factors, and cavalry and horse artillery the number in brackets: all (4).";
    section.blocks.push(Block::Paragraph(vec![Span::plain(text), Span::plain(" "), Span::rule("9.2")]));
    section
}

fn bridge_words(game: &Game, boundary: &Boundary) -> String {
    let Some(bridge) = &boundary.bridge else { return String::new() };
    let state = game.bridges.get(&bridge.id).filter(|_| game.options.bridges);
    let state = state.map_or(String::new(), |state| format!(", {}", vocabulary::bridge_state(*state)));
    format!("{}{state}", bridge.name)
}

/// The pieces in an area.
pub fn stack(rules: &SevenDays, game: &Game, area: Area) -> Vec<Section> {
    let mut sections = Vec::new();
    for side in Side::BOTH {
        let ids: Vec<&Id> = game.units_at(&rules.pack, area, side).map(|(id, ..)| id).collect();
        let leaders: Vec<&Id> = game.leaders_in(&rules.pack, area, side).collect();
        if ids.is_empty() && leaders.is_empty() {
            continue;
        }
        let heading = format!("{}: {} (at most 10)", side.title(), vocabulary::plural(vocabulary::count(&ids), "unit"));
        let mut section = units(rules, game, &heading, &ids, false);
        if !leaders.is_empty() {
            let text = leaders.into_iter().map(|id| leader_words(rules, game, id));
            section.blocks.push(Block::List(text.map(|words| vec![Span::plain(words)]).collect()));
        }
        sections.push(section);
    }
    if sections.is_empty() {
        let words = "No units or leaders are here.";
        let blocks = vec![Block::Paragraph(vec![Span::plain(words)])];
        sections.push(Section { heading: "Who is there".to_owned(), blocks });
    }
    sections
}

/// A leader in a line: `Jackson, Active: initiative 4, combat 3; Jackson's command`.
pub fn leader_words(rules: &SevenDays, game: &Game, id: &Id) -> String {
    let name = vocabulary::leader(&rules.pack, id);
    let Some(leader) = rules.pack.forces.leaders.get(id) else { return name };
    let state = game.leaders.get(id);
    let active = if state.is_some_and(|state| state.inactive) { "Inactive" } else { "Active" };
    let successor = if state.is_some_and(|state| state.successor) { ", a successor" } else { "" };
    let mark = dagger(leader.ratings_source.is_reconstructed());
    match &leader.command {
        None => format!(
            "{name}, {active}{successor}: Army Leader; he is Active on a roll of {}{mark} or more.",
            leader.initiative
        ),
        Some(command) => format!(
            "{name}, {active}{successor}: initiative {}, combat {}{mark}; {}.",
            leader.initiative,
            leader.combat,
            vocabulary::command_of(&rules.pack, command)
        ),
    }
}

/// A table of units.
pub fn units(rules: &SevenDays, game: &Game, heading: &str, ids: &[&Id], places: bool) -> Section {
    let row = |id: &&Id| -> Option<Vec<String>> {
        let unit = rules.unit(id)?;
        let state = game.units.get(*id);
        let mark = dagger(unit.factors_source.is_reconstructed());
        let factors = format!("{}-{}-{}{mark}", unit.factors.attack, unit.factors.defense, unit.factors.movement);
        let kind = if unit.horse { "horse artillery" } else { unit.kind.word() };
        let condition = match state {
            Some(state) if state.exhausted => "Exhausted",
            Some(_) => "Fresh",
            None if game.lost.contains(*id) => "eliminated",
            None => "not in play",
        };
        let mut row = vec![unit.name.clone(), kind.to_owned(), factors, condition.to_owned()];
        row.push(match places {
            true => state.map_or(String::new(), |state| vocabulary::place(&rules.pack, state.at)),
            false => vocabulary::command_of(&rules.pack, &unit.command),
        });
        Some(row)
    };
    let last = if places { "Where" } else { "Command" };
    table(heading, &["Unit", "Kind", "Factors", "State", last], ids.iter().filter_map(row).collect())
}

/// A bridge: what it crosses, who holds it, and who stands at its ends.
pub fn bridge(rules: &SevenDays, game: &Game, id: &Id) -> Vec<Section> {
    let Some(boundary) = rules.pack.map.bridge(id) else { return Vec::new() };
    let [a, b] = boundary.areas;
    let places = format!("{} and {}", vocabulary::place(&rules.pack, a), vocabulary::place(&rules.pack, b));
    let mut lines = vec![ruled("Between", format!("{places}."), "3.2.5")];
    match game.bridges.get(id) {
        Some(state) if game.options.bridges => {
            lines.push(ruled("State", format!("{}.", vocabulary::capital(vocabulary::bridge_state(*state))), "15.4"));
        }
        _ => {
            lines.push(ruled("State", "It is intact; this match is played without the destruction of bridges.", "15.4"))
        }
    }
    if game.engineers.as_ref() == Some(id) {
        lines.push(ruled("Engineers", "They are at this bridge.", "15.4.4"));
    }
    let crossed = game.current.as_ref().and_then(|current| current.crossed.get(id));
    lines.push(ruled("Crossed", format!("{} of 5 units in this impulse.", crossed.copied().unwrap_or(0)), "9.5.2"));
    if game.options.bridges {
        let ends = Side::BOTH.map(|side| format!("{} {:+}", side.title(), rules.bridge_modifier(game, side, id)));
        lines.push(ruled(
            "Modifier",
            format!("Modifiers to build it (7 or more) or destroy it (9 or more): {}.", ends.join(", ")),
            "15.4.2",
        ));
    }
    let mut sections = vec![facts("The bridge", lines)];
    for area in boundary.areas {
        for mut section in stack(rules, game, area) {
            section.heading = format!("{}. {}", vocabulary::place(&rules.pack, area), section.heading);
            sections.push(section);
        }
    }
    sections
}
