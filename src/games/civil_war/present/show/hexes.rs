//! `show hex`, `show place`, `show stack`: the ground, and its units.

use crate::board::{Direction, Hex};
use crate::document::Id;
use crate::report::{Block, Section, Span, Text};

use super::super::{naval_text, vocabulary};
use super::labelled_line::line;
use super::supply;
use crate::pack::{Favours, FortKind, Side, Terrain};
use crate::position::ledger::{Game, Piece, Place};
use crate::{CivilWar, leaders::army, movement::territory};

/// The ground of a hex, and who stands on it.
pub fn terrain_section(rules: &CivilWar, game: &Game, hex: Hex) -> Section {
    let mut lines = Vec::new();
    if let Some(data) = rules.pack.map.hex(hex) {
        if data.name != vocabulary::place_name(&rules.pack, hex).unwrap_or_default() {
            lines.push(line("Also known as", data.name.clone()));
        }
        if !data.also.is_empty() {
            lines.push(line("Also here", data.also.join(", ")));
        }
        lines.push(line("Terrain", vocabulary::terrain(data.terrain)));
        lines.extend(western_ground(rules, game, hex).into_iter().map(|(label, words)| line(label, words)));
        let states: Vec<String> = data.states.iter().filter_map(|id| state(rules, game, id)).collect();
        if !states.is_empty() {
            lines.push(line("State", vocabulary::list(states, "and")));
        }
        lines.push(territory_text(rules, game, hex));
        let held = match territory::controller(rules, game, hex) {
            Some(side) => vec![Span::plain(vocabulary::side(side))],
            None if territory::has_feature(rules, hex) => {
                vec![Span::plain("neither side until strength points enter it "), Span::rule("2.1.5")]
            }
            None => vec![Span::plain("neither side while it is empty "), Span::rule("2.1.6a")],
        };
        lines.push(("Controlled by".to_owned(), held));
        if let Some(city) = &data.city {
            let port = if city.port { ", a port" } else { "" };
            lines.push(line(
                "City",
                format!("{}, {}{port}", city.name, vocabulary::plural(city.vp.into(), "victory point")),
            ));
        }
        if let Some(site) = &data.site {
            let worth = vocabulary::plural(site.vp.into(), "victory point");
            lines.push(line("Resource site", format!("{}, {worth} for production", site.name)));
        }
        if let Some(said) = fortification(rules, game, hex) {
            lines.push(line("Fortification", said));
        }
        if let Some(side) = game.depots.get(&hex) {
            lines.push(line("Depot", format!("of {}", vocabulary::side(*side))));
        }
        if let Some(ships) = ships(rules, game, hex) {
            lines.push(line("Ships", ships));
        }
        let rails: Vec<String> = rules
            .pack
            .map
            .railroads
            .iter()
            .filter(|railroad| railroad.line.contains(&hex))
            .map(|railroad| railroad.name.clone())
            .collect();
        if !rails.is_empty() {
            // Names have an "and" of their own.
            lines.push(line("Railroad", rails.join("; ")));
        }
        let marks = [
            (data.coastal, "on the coast"),
            (data.map_edge, "on the map edge"),
            (data.north_edge, "on the northern edge, where railroads lead to the rest of the Union"),
        ];
        let marks: Vec<String> =
            marks.into_iter().filter(|(holds, _)| *holds).map(|(_, words)| words.to_owned()).collect();
        if !marks.is_empty() {
            lines.push(line("Location", vocabulary::list(marks, "and")));
        }
        let mark = if data.source.is_reconstructed() { "† " } else { "" };
        lines.push(line("Source", format!("{mark}{}", data.source)));
    }
    let mut blocks = vec![Block::Audit { title: Text::new(), lines }];
    blocks.extend(occupants(rules, game, hex));
    Section { heading: String::new(), blocks }
}

/// What a hex of the Far West has of its own: a desert, a tribe, a base of supply.
pub fn western_ground(rules: &CivilWar, game: &Game, hex: Hex) -> Vec<(&'static str, String)> {
    let west = &rules.pack.far_west;
    if !game.options.far_west {
        return Vec::new();
    }
    let is_desert = rules.pack.map.hex(hex).is_some_and(|data| data.terrain == Terrain::Desert);
    let desert = west.desert_of(hex).filter(|_| is_desert).map(|name| ("Desert", name.to_owned()));
    let tribe = west.tribes.homes.iter().find(|(_, home)| **home == hex);
    let tribe = tribe.map(|(tribe, _)| ("Tribe", format!("the {} raid from here", vocabulary::tribe(tribe))));
    let base = west.bases.iter().find(|base| base.hex == hex);
    let base = base.map(|base| ("Base", format!("a base of {}: {}", vocabulary::side(base.side), base.to)));
    desert.into_iter().chain(tribe).chain(base).collect()
}

/// The ships that lie in a hex or on its hexsides (8.4.2).
fn ships(rules: &CivilWar, game: &Game, hex: Hex) -> Option<String> {
    let mut said = Vec::new();
    for squadron in game.squadrons.values().filter(|squadron| squadron.at.borders(hex)) {
        let (side, ships) = (squadron.side.title(), naval_text::hulls(&rules.pack, &squadron.hulls));
        said.push(format!("{side}: {ships} ({})", squadron.at));
    }
    (!said.is_empty()).then(|| said.join("; "))
}

/// Whose territory a hex is, and because of which state (2.1.3, 2.1.7): `enemy territory to the Union, because part of
/// it lies in Tennessee; neutral to the Confederacy`.
fn territory_text(rules: &CivilWar, game: &Game, hex: Hex) -> (String, Text) {
    let states = rules.pack.map.hex(hex).map(|data| data.states.as_slice()).unwrap_or_default();
    let because = |side: Side| {
        let theirs = states.iter().filter(|state| territory::is_enemy_state(rules, game, state, side));
        let names: Vec<String> =
            theirs.filter_map(|state| rules.pack.map.states.get(state)).map(|state| state.name.clone()).collect();
        match names.is_empty() || names.len() == states.len() {
            true => String::new(),
            false => format!(", because part of it lies in {}", vocabulary::list(names, "and")),
        }
    };
    let kinds = Side::BOTH.map(|side| (territory::kind(rules, game, hex, side), side));
    let said = match kinds {
        [(one, _), (other, _)] if one == other && one != "enemy" => format!("{one} to both sides"),
        kinds => {
            // Whose it is comes first.
            let mut kinds = kinds.to_vec();
            kinds.sort_by_key(|(kind, _)| ["friendly", "enemy", "neutral"].iter().position(|known| known == kind));
            let said =
                kinds.iter().map(|(kind, side)| format!("{kind} to {}{}", vocabulary::side(*side), because(*side)));
            said.collect::<Vec<_>>().join("; ")
        }
    };
    let rule = if states.len() < 2 { "2.1.3" } else { "2.1.7" };
    ("Territory".to_owned(), vec![Span::plain(said + " "), Span::rule(rule)])
}

/// A state with whose it is.
fn state(rules: &CivilWar, game: &Game, id: &Id) -> Option<String> {
    let state = rules.pack.map.states.get(id)?;
    Some(format!("{} ({})", state.name, allegiance(rules, game, id)?))
}

/// The side of a state, and what has happened to it (2.1.3, 11.2).
pub fn allegiance(rules: &CivilWar, game: &Game, id: &Id) -> Option<String> {
    let state = rules.pack.map.states.get(id)?;
    Some(match (state.friendly_to, game.converted.get(id)) {
        (Some(side), None) => side.title().to_owned(),
        (Some(side), Some(to)) => {
            format!("{}, but neutral to {}, which controls its cities", side.title(), vocabulary::side(*to))
        }
        (None, None) => "neutral".to_owned(),
        (None, Some(to)) => format!("has joined {}", vocabulary::side(*to)),
    })
}

/// The fortification of a hex: what is printed there, built or destroyed.
fn fortification(rules: &CivilWar, game: &Game, hex: Hex) -> Option<String> {
    let said = |name: Option<&str>, kind| {
        let named = name.map_or(String::new(), |name| format!("{name}, "));
        format!("{named}a {}", vocabulary::fort(kind))
    };
    let printed = || {
        let fate = |kind| if kind == FortKind::Stockade { ", eliminated for good" } else { ", destroyed" };
        territory::printed_fort(rules, hex).map(|fort| said(Some(&fort.name), fort.kind) + fate(fort.kind))
    };
    let Some(fort) = territory::fort(rules, game, hex) else { return printed() };
    let held = match fort.holder {
        Some(side) => format!(", held by {}", vocabulary::side(side)),
        None => ", held by neither side while enemy cavalry is in it".to_owned(),
    };
    Some(said(fort.name, fort.kind) + &held)
}

/// The hexes around one.
pub fn around(rules: &CivilWar, game: &Game, hex: Hex) -> Section {
    let header = ["Direction", "Hex", "Terrain", "Hexside", "Rail", "Forces"].map(str::to_owned).to_vec();
    let row = |direction: Direction| {
        let there = hex.neighbor(direction)?;
        let data = rules.pack.map.hex(there)?;
        let between = rules.pack.map.hexside(hex, there).map_or(String::new(), |side| {
            if side.name.is_empty() {
                vocabulary::between(side).to_owned()
            } else {
                format!("{} ({})", side.name, vocabulary::between(side))
            }
        });
        let rail = if rules.pack.map.rail(hex, there) { "yes" } else { "" };
        let who: Vec<String> = Side::BOTH
            .into_iter()
            .filter(|&side| game.sp_at(there, side) > 0)
            .map(|side| format!("{} {}", side.title(), game.sp_at(there, side)))
            .collect();
        Some(vec![
            direction.name().to_owned(),
            vocabulary::place(&rules.pack, there),
            vocabulary::terrain(data.terrain).to_owned(),
            between,
            rail.to_owned(),
            who.join(", "),
        ])
    };
    let rows = Direction::ALL.into_iter().filter_map(row).collect();
    Section { heading: "Around it".to_owned(), blocks: vec![Block::Table { header, rows }] }
}

/// The pieces in a hex.
pub fn stack(rules: &CivilWar, game: &Game, hex: Hex) -> Section {
    let mut blocks = occupants(rules, game, hex);
    if blocks.is_empty() {
        blocks.push(Block::Paragraph(vec![Span::plain("No forces are here.")]));
    }
    Section { heading: String::new(), blocks }
}

/// The pieces in a hex: one list per side.
fn occupants(rules: &CivilWar, game: &Game, hex: Hex) -> Vec<Block> {
    let mut blocks = Vec::new();
    for side in Side::BOTH {
        let sp = game.sp_at(hex, side);
        let leaders = game.leaders_at(&rules.pack, hex, side);
        if sp == 0 && leaders.is_empty() {
            continue;
        }
        let mut points = Vec::new();
        for (_, group) in game.groups_at(hex, side) {
            let mut text = vocabulary::sp_of(group.sp, group.unit);
            if let Some(own) = &group.army {
                text.push_str(&format!(" of {}", vocabulary::army(&rules.pack, own)));
            }
            for (holds, mark) in [
                (group.moved, "moved this pulse"),
                (group.demoralized, "demoralized"),
                (group.marching, "on the march"),
            ] {
                if holds {
                    text.push_str(", ");
                    text.push_str(mark);
                }
            }
            points.push(vec![Span::plain(text)]);
        }
        for piece in &leaders {
            points.push(vec![Span::plain(one_leader(rules, game, piece))]);
        }
        if sp > 0 {
            points.push(vec![
                Span::plain(supply::sentence(rules, game, hex, side)),
                Span::plain(" "),
                Span::rule("9.2"),
            ]);
        }
        blocks.push(Block::Paragraph(vec![Span::strong(format!("{}:", vocabulary::side_cap(side)))]));
        blocks.push(Block::List(points));
    }
    blocks
}

/// A leader in a stack, with what is printed on his counter.
pub fn one_leader(rules: &CivilWar, game: &Game, piece: &Piece) -> String {
    let mut text = vocabulary::leader(&rules.pack, piece);
    if let Some(leader) = rules.pack.leaders.get(&piece.leader)
        && let Some(counter) = leader.counter(piece.rank)
    {
        let limit = rules.pack.charts.sp_limit(piece.rank, leader.branch);
        text = format!(
            "{text}: {}, initiative {}, tactical {}, moves up to {}",
            vocabulary::branch(leader.branch),
            counter.initiative,
            rating(counter.tactical, counter.tactical_favours),
            vocabulary::sp(limit.into()),
        );
    }
    if let Some(own) = army::commanded_by(rules, game, piece) {
        text.push_str(&format!("; commands {}", vocabulary::army(&rules.pack, own)));
    }
    if let Some(Place::Map { moved, down, .. }) = game.pieces.get(piece) {
        for (holds, mark) in [(*moved, "moved this pulse"), (*down, "face-down")] {
            if holds {
                text.push_str(&format!("; {mark}"));
            }
        }
    }
    text
}

/// A rating: one that is tinted helps the enemy.
pub fn rating(value: u8, favours: Favours) -> String {
    match favours {
        Favours::Enemy if value > 0 => format!("{value} (favors the enemy)"),
        _ => value.to_string(),
    }
}
