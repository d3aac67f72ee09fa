//! `show supply`: the supply line of a hex, segment by segment, or what breaks it.

use crate::board::Hex;
use crate::report::{Block, Section, Span, Text};

use super::super::{naval_text, vocabulary};
use crate::naval::control::Bar;
use crate::pack::{Exit, Side, Station};
use crate::position::ledger::Game;
use crate::report::grammar::capital;
use crate::supply::{
    Closure, Line, Obstacle, Reached, Segment, Source, UnusableSource, depot_choices, supply_line, supply_obstacles,
};
use crate::{CivilWar, movement::territory};

/// How a force is supplied, if it is.
pub fn sentence(rules: &CivilWar, game: &Game, hex: Hex, side: Side) -> String {
    let Some(line) = supply_line(rules, game, hex, side, None) else { return "out of supply".to_owned() };
    let depots = line.depots();
    let over = match depots.is_empty() {
        true => String::new(),
        false => format!(" via the depots in {}", vocabulary::places(&rules.pack, &depots)),
    };
    match &line.source {
        Source::Sea { .. } => format!("in supply{over} by sea"),
        Source::Depot { at } => format!("in supply{over}, the last of them in {}", vocabulary::place(&rules.pack, *at)),
        Source::Rail(reached) if base(rules, side, reached).is_some() => {
            let to = base(rules, side, reached).map_or(String::new(), |base| match base.hex == hex {
                true => format!(" at the base: {}", base.to),
                false => format!(" overland from the base {}: {}", vocabulary::place(&rules.pack, base.hex), base.to),
            });
            format!("in supply{over}{to}")
        }
        Source::Rail(reached) => {
            let way = match (over.is_empty(), line.overland().split_last()) {
                (false, _) => over,
                (true, None) => " on the railroad".to_owned(),
                (true, Some((rail, []))) => {
                    format!(" overland to the railroad in {}", vocabulary::place(&rules.pack, *rail))
                }
                (true, Some((rail, by))) => format!(
                    " overland via {} to the railroad in {}",
                    vocabulary::places(&rules.pack, by),
                    vocabulary::place(&rules.pack, *rail)
                ),
            };
            let to = match (reached.north, reached.points) {
                (true, _) => "which leads to the North".to_owned(),
                (false, points) => format!("which connects cities worth {}", vocabulary::plural(points, "point")),
            };
            format!("in supply{way}, {to}")
        }
    }
}

/// The pages of a hex: one for each side with units there, or else for the side that controls it.
pub fn pages(rules: &CivilWar, game: &Game, hex: Hex) -> Vec<Section> {
    let there: Vec<Side> = Side::BOTH.into_iter().filter(|&side| game.sp_at(hex, side) > 0).collect();
    let sides = match (there.is_empty(), territory::controller(rules, game, hex)) {
        (false, _) => there,
        (true, Some(side)) => vec![side],
        (true, None) => Side::BOTH.to_vec(),
    };
    sides.into_iter().map(|side| page(rules, game, hex, side)).collect()
}

fn page(rules: &CivilWar, game: &Game, hex: Hex, side: Side) -> Section {
    let who = match game.sp_at(hex, side) {
        0 => format!("A {} force here would be", side.title()),
        1 => format!("The {} strength point here is", side.title()),
        sp => format!("The {sp} {} strength points here are", side.title()),
    };
    let (state, lines) = match supply_line(rules, game, hex, side, None) {
        Some(line) => ("in supply", segment_rows(rules, game, side, &line)),
        None => ("out of supply", obstacle_rows(rules, game, hex, side)),
    };
    let title = vec![Span::strong(format!("{who} {state}."))];
    Section { heading: side.title().to_owned(), blocks: vec![Block::Audit { title, lines }] }
}

/// A line of the page: its label, what it says, and the rule.
fn supply_line_row(label: &str, words: String, rule: &str) -> (String, Text) {
    (label.to_owned(), vec![Span::plain(format!("{words} ")), Span::rule(rule)])
}

/// A supply line, segment by segment, and its source.
fn segment_rows(rules: &CivilWar, game: &Game, side: Side, line: &Line) -> Vec<(String, Text)> {
    let pack = &rules.pack;
    let mut lines = Vec::new();
    let at_base = matches!(&line.source, Source::Rail(reached) if base(rules, side, reached).is_some());
    // No railroad joins a base.
    for segment in line.segments.iter().filter(|one| !at_base || !matches!(one, Segment::Rail { .. })) {
        lines.push(match segment {
            Segment::ToRail { path } if at_base => match path.split_last() {
                None => supply_line_row(
                    "Base",
                    format!("It is at the base {}.", vocabulary::place(pack, line.to)),
                    "CW-316",
                ),
                Some((base, by)) => supply_line_row(
                    "Overland",
                    format!("{} to the base {}.", way(rules, by), vocabulary::place(pack, *base)),
                    "CW-316",
                ),
            },
            Segment::ToRail { path } => match path.split_last() {
                None => supply_line_row(
                    "Rail",
                    format!("It is on the railroad in {}.", vocabulary::place(pack, line.to)),
                    "9.2.2",
                ),
                Some((rail, by)) => supply_line_row(
                    "Overland",
                    format!("{} to the railroad in {}.", way(rules, by), vocabulary::place(pack, *rail)),
                    "9.2.2",
                ),
            },
            Segment::Rail { hexes } => {
                supply_line_row("By rail", format!("Through {}.", vocabulary::places(pack, hexes)), "9.3.4")
            }
            Segment::River { hexsides, to } => along_river(rules, hexsides, *to),
            Segment::ToDepot { depot, path } => match path.split_last() {
                None => supply_line_row(
                    "Depot",
                    format!(
                        "The depot in {}, in the same \
                                               hex.",
                        vocabulary::place(pack, *depot)
                    ),
                    "9.2.4",
                ),
                Some((_, by)) => supply_line_row(
                    "Overland",
                    format!("{} to the depot in {}.", way(rules, by), vocabulary::place(pack, *depot)),
                    "9.2.4",
                ),
            },
        });
    }
    lines.push(match &line.source {
        Source::Rail(reached) => supply_line_row(
            "Source",
            match base(rules, side, reached) {
                Some(base) => format!("The base {}: {}.", vocabulary::place(&rules.pack, base.hex), base.to),
                None => format!("The railroad leads to {}.", reached_cities_text(rules, side, reached)),
            },
            if at_base { "CW-316" } else { "9.2.2" },
        ),
        Source::Sea { at } => {
            supply_line_row("Source", format!("The sea, at {}.", vocabulary::place(pack, *at)), "9.3.10")
        }
        Source::Depot { at } => supply_line_row(
            "Source",
            format!("The depot in {}, which a combat here uses up.", vocabulary::place(pack, *at)),
            "9.2.5",
        ),
    });
    if let [_, others @ ..] = depot_choices(rules, game, line.to, side, None).as_slice()
        && !others.is_empty()
    {
        let others = vocabulary::list(others.iter().map(|&hex| vocabulary::place(pack, hex)), "or");
        lines.push(supply_line_row(
            "Choice",
            format!("Its owner may choose to use up another depot first: {others}."),
            "9.3.2a",
        ));
    }
    lines
}

/// A way along rivers.
fn along_river(rules: &CivilWar, hexsides: &[Station], to: Option<Hex>) -> (String, Text) {
    let pack = &rules.pack;
    let mut names: Vec<String> = Vec::new();
    for at in hexsides {
        let side = match at {
            Station::Hexside(a, b) => pack.map.hexside(*a, *b).filter(|side| !side.name.is_empty()),
            Station::Hex(_) => None,
        };
        let name = side.map(naval_text::named);
        names.extend(name.filter(|name| names.last() != Some(name)));
    }
    let names = if names.is_empty() { "the river".to_owned() } else { vocabulary::list(names, "and") };
    let ends = match hexsides {
        [one] => format!(" at {one}"),
        [first, .., last] => format!(" from {first} to {last}"),
        [] => String::new(),
    };
    match to {
        Some(hex) => {
            supply_line_row("By river", format!("Along {names}{ends}, to {}.", vocabulary::place(pack, hex)), "9.3.5")
        }
        None => supply_line_row("By river", format!("Along {names}{ends}, to the sea."), "9.3.11"),
    }
}

/// The beginning of a way over land.
fn way(rules: &CivilWar, by: &[Hex]) -> String {
    match by {
        [] => "One hex".to_owned(),
        by => format!("Via {}", vocabulary::places(&rules.pack, by)),
    }
}

/// The base of the Far West where a line ends (CW-316).
fn base<'a>(rules: &'a CivilWar, side: Side, reached: &Reached) -> Option<&'a Exit> {
    rules.pack.map.bases.iter().find(|base| base.side == side && reached.exits.contains(&base.hex))
}

/// What a railroad leads to: `cities worth 8 points: Richmond (5109) 5 and Petersburg (5110) 3`.
fn reached_cities_text(rules: &CivilWar, side: Side, reached: &Reached) -> String {
    // The North alone is enough (9.2.3): its cities need no list.
    if reached.north {
        return "the North".to_owned();
    }
    let place = |hex: Hex| vocabulary::place(&rules.pack, hex);
    let mut parts = Vec::new();
    for &hex in &reached.cities {
        let city = rules.pack.map.hex(hex).and_then(|data| data.city.as_ref());
        parts.push(format!("{} {}", place(hex), city.map_or(0, |city| city.vp)));
    }
    if let Some(base) = base(rules, side, reached) {
        return format!("the base {}: {}", place(base.hex), base.to);
    }
    for exit in &rules.pack.map.exits {
        if exit.side == side && reached.exits.contains(&exit.hex) {
            parts.push(format!("{} {}, off the map from {}", exit.to, exit.vp, place(exit.hex)));
        }
    }
    match parts.is_empty() {
        true => "no cities".to_owned(),
        false => {
            format!("cities worth {}: {}", vocabulary::plural(reached.points, "point"), vocabulary::list(parts, "and"))
        }
    }
}

/// What breaks the line where there is none.
fn obstacle_rows(rules: &CivilWar, game: &Game, hex: Hex, side: Side) -> Vec<(String, Text)> {
    let Some(why) = supply_obstacles(rules, game, hex, side, None) else { return Vec::new() };
    let mut lines = Vec::new();
    match &why.rail {
        None => lines.push(supply_line_row("Rail", "No friendly railroad is within reach.".to_owned(), "9.2.2")),
        Some(rail) => lines.extend(obstacle(rules, side, "Rail", ("the nearest friendly railroad", "9.2.2"), rail)),
    }
    match &why.depot {
        None => lines.push(supply_line_row("Depot", "No friendly depot is within reach.".to_owned(), "9.2.4")),
        Some(depot) => lines.extend(obstacle(rules, side, "Depot", ("the nearest friendly depot", "9.2.4"), depot)),
    }
    lines.extend(why.water.iter().map(|by| {
        let commands = if matches!(by, Bar::Fort(_)) { "command" } else { "are on" };
        supply_line_row("Water", format!("{} {commands} the water route.", capital(&commander(rules, by))), "9.3.9")
    }));
    if why.sea_shut {
        lines.push(supply_line_row("Sea", "Foreign powers have closed the sea to the Union.".to_owned(), "9.3.10a"));
    }
    lines
}

fn obstacle(
    rules: &CivilWar,
    side: Side,
    label: &str,
    (what, rule): (&str, &str),
    broken: &UnusableSource,
) -> Vec<(String, Text)> {
    let place = vocabulary::place(&rules.pack, broken.hex);
    let what = capital(what);
    let far = vocabulary::hexes(broken.path.len() as u32);
    match &broken.because {
        Obstacle::TooFar => {
            let reach = vocabulary::hexes(broken.reach);
            vec![supply_line_row(
                label,
                format!(
                    "{what}: {place}, {far} away overland; a supply line may be {reach} at \
                                      most."
                ),
                rule,
            )]
        }
        Obstacle::Closed(closed) => {
            vec![supply_line_row(
                label,
                format!("{what}: {place}, {far} away overland, but {}.", closure_text(rules, closed)),
                "9.3.13",
            )]
        }
        Obstacle::Rails { reached, needed, cuts } => {
            let leads = reached_cities_text(rules, side, reached);
            let leads =
                leads.strip_prefix('C').map_or_else(|| leads.replacen("No", "no", 1), |rest| format!("c{rest}"));
            let said =
                format!("It reaches the railroad in {place}, which leads to {leads}; {needed} points are needed.");
            let mut lines = vec![supply_line_row(label, said, "9.2.2b")];
            lines.extend(cuts.iter().map(|cut| {
                let (from, to) = (vocabulary::place(&rules.pack, cut.from), vocabulary::place(&rules.pack, cut.to));
                supply_line_row(
                    "Cut",
                    format!("Between {from} and {to}: {}.", closure_text(rules, &cut.because)),
                    "9.3.13",
                )
            }));
            lines
        }
    }
}

/// Whose guns command a river.
fn commander(rules: &CivilWar, by: &Bar) -> String {
    match by {
        Bar::Fort(hex) => format!("the guns of {}", vocabulary::place(&rules.pack, *hex)),
        Bar::Ships(at) => format!("enemy ships at {}", naval_text::station(&rules.pack, *at)),
    }
}

/// Why a line cannot go on.
fn closure_text(rules: &CivilWar, closed: &Closure) -> String {
    let place = |hex: &Hex| vocabulary::place(&rules.pack, *hex);
    match closed {
        Closure::Enemy { hex } => format!("the enemy is in {}", place(hex)),
        Closure::Radius { hex, army } => {
            format!("{} is in the reaction radius of {}", place(hex), vocabulary::army(&rules.pack, army))
        }
        Closure::Attacker { hex } => format!("the attacker comes from {}", place(hex)),
        Closure::River { from, to, by } => {
            format!("{} command the river between {} and {}", commander(rules, by), place(from), place(to))
        }
        Closure::Rails { hex, owner: Some(side) } => {
            format!("the railroad in {} is controlled by {}", place(hex), vocabulary::side(*side))
        }
        Closure::Rails { hex, owner: None } => format!("the railroad in {} is controlled by neither side", place(hex)),
    }
}
