//! `show`: parts of a position for a reader.

use crate::board::{Direction, Hex};
use crate::document::{Id, Problem};
use crate::engine::Position;
use crate::report::{Block, Report, Section, Show, Span, Text};

use super::super::ledger::{Game, Piece, Place, Track};
use super::super::pack::{Favours, Side, Theater};
use super::super::supply::Line;
use super::super::{CivilWar, supply, territory};
use super::{map, spoken, words};

/// How alike a name must be to be offered as the one that was meant.
const ALIKE: f64 = 0.7;

/// Part of a position.
pub fn show(rules: &CivilWar, position: &Position<CivilWar>, what: &Show) -> Result<Report, Problem> {
    let game = &position.game;
    let (title, sections) = match what {
        Show::Map => ("The map".to_owned(), whole_map(rules, game, usize::MAX)),
        Show::MapWithin(width) => ("The map".to_owned(), whole_map(rules, game, *width)),
        Show::Hex(text) | Show::Place(text) => {
            let hex = find_hex(rules, text)?;
            (words::place(&rules.pack, hex), vec![ground(rules, game, hex), around(rules, game, hex)])
        }
        Show::Stack(text) => {
            // A stack may be named by a leader who stands in it.
            let led = find_leader(rules, text).ok().and_then(|leader| game.find_leader(&leader));
            let hex = find_hex(rules, text).or_else(|problem| led.map(|(_, hex, _)| hex).ok_or(problem))?;
            (format!("In {}", words::place(&rules.pack, hex)), vec![stack(rules, game, hex)])
        }
        Show::Leader(text) => {
            let id = find_leader(rules, text)?;
            (words::leader_name(&rules.pack, &id).to_owned(), leader(rules, game, &id))
        }
        Show::Track => ("The tracks".to_owned(), tracks(rules, game)),
        Show::Standing(side) => ("Standing orders".to_owned(), standing(rules, position, side.as_ref())?),
    };
    let subtitle = moment(rules, game);
    Ok(Report { title, subtitle, sections })
}

/// The moment of the match: `Turn 1, July-August 1861. Pulse 3, the Union's half.`
pub fn moment(rules: &CivilWar, game: &Game) -> String {
    let turn = words::turn(&rules.pack, game, game.turn);
    let pulse = match &game.pulse {
        Some(pulse) => format!(" Pulse {}, the {} half.", pulse.number, pulse.phasing.title()),
        None => String::new(),
    };
    format!("T{}.{pulse}", turn.trim_start_matches('t'))
}

/// The map, from west to east in as many sections as its width asks for, with what its signs mean, and the forces.
fn whole_map(rules: &CivilWar, game: &Game, width: usize) -> Vec<Section> {
    let legend = map::legend().into_iter().map(|line| vec![Span::plain(line)]).collect();
    let mut sections: Vec<Section> = map::sections(rules, game, width)
        .into_iter()
        .map(|(heading, drawn)| Section { heading, blocks: vec![Block::Preformatted(drawn)] })
        .collect();
    if let Some(last) = sections.last_mut() {
        last.blocks.push(Block::List(legend));
    }
    for side in Side::BOTH {
        sections.push(Section {
            heading: format!("{} forces", side.title()),
            blocks: vec![stack_table(rules, game, side)],
        });
    }
    sections
}

/// A table of a side's stacks.
pub fn stack_table(rules: &CivilWar, game: &Game, side: Side) -> Block {
    let header = ["Where", "SP", "Leaders", "Notes"].map(str::to_owned).to_vec();
    Block::Table { header, rows: map::stacks(rules, game, side) }
}

/// The hex of a number or a name.
///
/// # Errors
/// If there is none; the advice names the nearest.
pub fn find_hex(rules: &CivilWar, text: &str) -> Result<Hex, Problem> {
    let ground = &rules.pack.map;
    if let Ok(hex) = text.trim().parse::<Hex>() {
        if ground.hex(hex).is_some() {
            return Ok(hex);
        }
        let nearest = ground.hexes().map(|(other, _)| other).min_by_key(|other| (other.distance(hex), *other));
        let problem = Problem::new(format!("hex {hex} does not lie on the map of this scenario")).rule("2.1");
        return Err(match nearest {
            Some(near) => problem.advice(format!("the nearest that does is {}", words::place(&rules.pack, near))),
            None => problem,
        });
    }
    nearest(text, &named_hexes(rules)).copied().map_err(|near| {
        let problem = Problem::new(format!("there is no place '{text}' on the map of this scenario"));
        problem.advice(advice(near, "give a hex number, as on the map, or the name of a town"))
    })
}

/// Every name on the map with its hex: places, cities, forts.
fn named_hexes(rules: &CivilWar) -> Vec<(&str, Hex)> {
    let named = rules.pack.map.hexes().flat_map(|(hex, data)| {
        let city = data.city.as_ref().map(|city| city.name.as_str());
        let fort = data.fort.as_ref().map(|fort| fort.name.as_str());
        let names = [Some(data.name.as_str()), city, fort].into_iter().flatten();
        names.chain(data.also.iter().map(String::as_str)).map(move |name| (name, hex))
    });
    named.collect()
}

/// The leader of an id or name.
///
/// # Errors
/// If there is none; the advice names the nearest.
pub fn find_leader(rules: &CivilWar, text: &str) -> Result<Id, Problem> {
    // A counter, as in mcdowell-3, is as good as the man.
    let person = text.parse::<Piece>().map_or(text.to_owned(), |piece| piece.leader.as_str().to_owned());
    let leaders = rules.pack.leaders.values();
    let named: Vec<(&str, Id)> = leaders
        .flat_map(|leader| [(leader.id.as_str(), leader.id.clone()), (leader.name.as_str(), leader.id.clone())])
        .collect();
    nearest(&person, &named).cloned().map_err(|near| {
        let problem = Problem::new(format!("there is no leader '{text}'"));
        problem.advice(advice(near, "write the name as on his counter"))
    })
}

/// How to write what a name in a draft is meant for: a leader's id, a place's number.
pub fn suggest(rules: &CivilWar, field: &str, written: &str) -> Option<String> {
    match field {
        "leader" | "name" => Some(match find_leader(rules, written) {
            Ok(id) => format!("{} is written {id}", words::leader_name(&rules.pack, &id)),
            Err(problem) => problem.advice?,
        }),
        "at" | "path" | "to" | "toward" | "retreat" | "ours" | "theirs" | "empty" | "demoralized" => {
            let named = named_hexes(rules);
            let near = match nearest(written, &named) {
                Ok(hex) => return Some(format!("{} is written \"{hex}\"", words::place(&rules.pack, *hex))),
                Err(near) => near,
            };
            let near = named.iter().filter(|(name, _)| near.contains(name));
            let mut near: Vec<String> = near.map(|(name, hex)| format!("\"{hex}\" ({name})")).collect();
            near.dedup();
            Some(match near.is_empty() {
                true => "write the number of the hex, as on the map".to_owned(),
                false => format!("did you mean {}?", words::list(near, "or")),
            })
        }
        _ => None,
    }
}

fn advice(near: Vec<&str>, otherwise: &str) -> String {
    match near.is_empty() {
        true => otherwise.to_owned(),
        false => format!("did you mean {}?", words::list(near.into_iter().map(str::to_owned), "or")),
    }
}

/// The entry of that name, or of the only name that begins so; else the names that are most like it.
fn nearest<'a, T: PartialEq>(text: &str, named: &'a [(&'a str, T)]) -> Result<&'a T, Vec<&'a str>> {
    let plain = |name: &str| name.to_lowercase().chars().filter(|c| c.is_alphanumeric()).collect::<String>();
    let wanted = plain(text);
    if let Some((_, found)) = named.iter().find(|(name, _)| plain(name) == wanted) {
        return Ok(found);
    }
    let begins: Vec<&(&str, T)> = named.iter().filter(|(name, _)| plain(name).starts_with(&wanted)).collect();
    if let Some((_, found)) = begins.first()
        && !wanted.is_empty()
        && begins.iter().all(|(_, other)| other == found)
    {
        return Ok(found);
    }
    // Long texts are compared by their start, so that a hostile one costs nothing.
    let wanted: String = wanted.chars().take(40).collect();
    let mut near: Vec<(f64, &str)> =
        named.iter().map(|(name, _)| (strsim::jaro_winkler(&plain(name), &wanted), *name)).collect();
    near.sort_by(|a, b| b.0.total_cmp(&a.0).then(a.1.cmp(b.1)));
    let mut near: Vec<&str> = near.into_iter().filter(|(alike, _)| *alike >= ALIKE).map(|(_, name)| name).collect();
    near.dedup_by_key(|name| plain(name));
    near.truncate(3);
    Err(near)
}

fn line(label: &str, words: impl Into<String>) -> (String, Text) {
    (label.to_owned(), vec![Span::plain(words)])
}

fn ground(rules: &CivilWar, game: &Game, hex: Hex) -> Section {
    let mut lines = Vec::new();
    if let Some(data) = rules.pack.map.hex(hex) {
        if data.name != words::place_name(&rules.pack, hex).unwrap_or_default() {
            lines.push(line("Also known as", data.name.clone()));
        }
        if !data.also.is_empty() {
            lines.push(line("Here too", data.also.join(", ")));
        }
        lines.push(line("Terrain", words::terrain(data.terrain)));
        let states: Vec<String> = data
            .states
            .iter()
            .filter_map(|id| rules.pack.map.states.get(id))
            .map(|state| match state.friendly_to {
                Some(side) => format!("{} ({})", state.name, side.title()),
                None => format!("{} (neutral)", state.name),
            })
            .collect();
        if !states.is_empty() {
            lines.push(line("State", words::list(states, "and")));
        }
        let held = match territory::controller(rules, game, hex) {
            Some(side) => words::side(side).to_owned(),
            None => "nobody".to_owned(),
        };
        lines.push(line("Controlled by", held));
        if let Some(city) = &data.city {
            let port = if city.port { ", a port" } else { "" };
            lines
                .push(line("Town", format!("{}, {}{port}", city.name, words::plural(city.vp.into(), "victory point"))));
        }
        if let Some(fort) = &data.fort {
            lines.push(line("Fortification", format!("{}, a {}", fort.name, words::fort(fort.kind))));
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
            lines.push(line("Railroad", words::list(rails, "and")));
        }
        let marks = [
            (data.coastal, "on the coast"),
            (data.map_edge, "at the map's edge"),
            (data.north_edge, "at the northern edge, where rails lead to the rest of the Union"),
        ];
        let marks: Vec<String> =
            marks.into_iter().filter(|(holds, _)| *holds).map(|(_, words)| words.to_owned()).collect();
        if !marks.is_empty() {
            lines.push(line("Place", words::list(marks, "and")));
        }
        let mark = if data.source.is_reconstructed() { "† " } else { "" };
        lines.push(line("Source", format!("{mark}{}", data.source)));
    }
    let mut blocks = vec![Block::Audit { title: Text::new(), lines }];
    blocks.extend(occupants(rules, game, hex));
    Section { heading: String::new(), blocks }
}

fn around(rules: &CivilWar, game: &Game, hex: Hex) -> Section {
    let header = ["Side", "Hex", "Terrain", "Between", "Rail", "There"].map(str::to_owned).to_vec();
    let row = |direction: Direction| {
        let there = hex.neighbour(direction)?;
        let data = rules.pack.map.hex(there)?;
        let between = rules.pack.map.hexside(hex, there).map_or(String::new(), |side| {
            if side.name.is_empty() {
                words::hexside(side.kind).to_owned()
            } else {
                format!("{} ({})", side.name, words::hexside(side.kind))
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
            words::place(&rules.pack, there),
            words::terrain(data.terrain).to_owned(),
            between,
            rail.to_owned(),
            who.join(", "),
        ])
    };
    let rows = Direction::ALL.into_iter().filter_map(row).collect();
    Section { heading: "Around it".to_owned(), blocks: vec![Block::Table { header, rows }] }
}

fn stack(rules: &CivilWar, game: &Game, hex: Hex) -> Section {
    let mut blocks = occupants(rules, game, hex);
    if blocks.is_empty() {
        blocks.push(Block::Paragraph(vec![Span::plain("Nobody stands here.")]));
    }
    Section { heading: String::new(), blocks }
}

/// Who stands in a hex: a list a side.
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
            let mut words = words::sp(group.sp);
            for (holds, mark) in [
                (group.moved, "moved this pulse"),
                (group.demoralized, "demoralized"),
                (group.marching, "on the march"),
            ] {
                if holds {
                    words.push_str(", ");
                    words.push_str(mark);
                }
            }
            points.push(vec![Span::plain(words)]);
        }
        for piece in &leaders {
            points.push(vec![Span::plain(one_leader(rules, game, piece))]);
        }
        if sp > 0 {
            points.push(vec![Span::plain(supply_words(rules, game, hex, side)), Span::plain(" "), Span::rule("9.2")]);
        }
        blocks.push(Block::Paragraph(vec![Span::strong(format!("{}:", words::side_cap(side)))]));
        blocks.push(Block::List(points));
    }
    blocks
}

/// How a force is supplied, if it is.
fn supply_words(rules: &CivilWar, game: &Game, hex: Hex, side: Side) -> String {
    match supply::supply_line(rules, game, hex, side, None) {
        None => "out of supply".to_owned(),
        Some(Line::Sea) => "in supply by sea".to_owned(),
        Some(Line::Rail { overland, rail, reached }) => {
            let way = match overland.split_last() {
                None => "on the railroad".to_owned(),
                Some((_, [])) => format!("over land to the railroad in {}", words::place(&rules.pack, rail)),
                Some((_, by)) => format!(
                    "over land by way of {} to the railroad in {}",
                    words::places(&rules.pack, by),
                    words::place(&rules.pack, rail)
                ),
            };
            let to = match (reached.north, reached.points) {
                (true, _) => "which leads to the North".to_owned(),
                (false, points) => format!("which connects towns worth {}", words::plural(points, "point")),
            };
            format!("in supply {way}, {to}")
        }
    }
}

/// A leader in a stack, with what is printed on his counter.
fn one_leader(rules: &CivilWar, game: &Game, piece: &Piece) -> String {
    let mut text = words::leader(&rules.pack, piece);
    if let Some(leader) = rules.pack.leaders.get(&piece.leader)
        && let Some(counter) = leader.counter(piece.rank)
    {
        let limit = rules.pack.charts.sp_limit(piece.rank, leader.branch);
        text = format!(
            "{text}: {}, initiative {}, tactical {}, moves up to {}",
            words::branch(leader.branch),
            counter.initiative,
            rating(counter.tactical, counter.tactical_favours),
            words::sp(limit.into()),
        );
    }
    if let Some(Place::Map { moved: true, .. }) = game.pieces.get(piece) {
        text.push_str("; moved this pulse");
    }
    text
}

/// A rating: one that is tinted helps the enemy.
fn rating(value: u8, favours: Favours) -> String {
    match favours {
        Favours::Enemy if value > 0 => format!("{value} for the enemy"),
        _ => value.to_string(),
    }
}

fn leader(rules: &CivilWar, game: &Game, id: &Id) -> Vec<Section> {
    let Some(leader) = rules.pack.leaders.get(id) else { return Vec::new() };
    let pieces = game.pieces.iter().filter(|(piece, _)| piece.leader == *id);
    let mut lines = vec![
        line("Side", leader.side.title()),
        line("Branch", words::branch(leader.branch)),
        line("Name in orders", id.as_str()),
    ];
    let mut placed = false;
    for (piece, at) in pieces {
        lines.push(line(&format!("His {}-star counter", piece.rank), words::whereabouts(&rules.pack, game, Some(at))));
        placed = true;
    }
    if !placed {
        lines.push(line("Where", words::whereabouts(&rules.pack, game, None)));
    }
    if let Some((_, hex, _)) = game.find_leader(id) {
        let sp = game.sp_at(hex, leader.side);
        lines.push(line("With", words::sp(sp)));
    }
    let header = ["Stars", "Seniority", "Initiative", "Tactical", "Options", "Moves"].map(str::to_owned).to_vec();
    let rows = leader
        .counters
        .iter()
        .map(|counter| {
            vec![
                counter.rank.to_string(),
                counter.seniority.to_string(),
                counter.initiative.to_string(),
                rating(counter.tactical, counter.tactical_favours),
                rating(counter.command, counter.command_favours),
                words::sp(rules.pack.charts.sp_limit(counter.rank, leader.branch).into()),
            ]
        })
        .collect();
    let sources = leader
        .counters
        .iter()
        .map(|counter| {
            let mark = if counter.source.is_reconstructed() { "† " } else { "" };
            vec![Span::plain(format!("{}: {mark}{}", words::stars(counter.rank), counter.source))]
        })
        .collect();
    vec![
        Section { heading: String::new(), blocks: vec![Block::Audit { title: Text::new(), lines }] },
        Section { heading: "His counters".to_owned(), blocks: vec![Block::Table { header, rows }] },
        Section { heading: "Where the ratings come from".to_owned(), blocks: vec![Block::List(sources)] },
    ]
}

/// Command points, reinforcements and victory points of both sides.
pub fn ledger_table(rules: &CivilWar, game: &Game) -> Block {
    let header = ["", "Union", "Confederate"].map(str::to_owned).to_vec();
    let mut rows = Vec::new();
    let both = |label: String, of: &dyn Fn(Side) -> u32| {
        let [union, confederate] = Side::BOTH.map(of);
        vec![label, union.to_string(), confederate.to_string()]
    };
    for track in Track::ALL {
        let of = |side: Side| game.side(side).commands.get(&track).copied().unwrap_or(0);
        if Side::BOTH.into_iter().any(|side| of(side) > 0) {
            rows.push(both(format!("Commands, {}", words::track(track)), &of));
        }
    }
    if rows.is_empty() {
        rows.push(both("Commands".to_owned(), &|side| game.commands_left(side)));
    }
    for track in Track::ALL {
        let of = |side: Side| game.side(side).reinforcements.get(&track).copied().unwrap_or(0);
        if Side::BOTH.into_iter().any(|side| of(side) > 0) {
            rows.push(both(format!("Reinforcements, {}", words::track(track)), &of));
        }
    }
    rows.push(both("Leaders in the pool".to_owned(), &|side| game.pool(&rules.pack, side).len() as u32));
    let sum = |side: Side| game.groups.values().filter(|group| group.side == side).map(|group| group.sp).sum();
    rows.push(both("Strength points on the map".to_owned(), &sum));
    let signed = |label: &str, of: &dyn Fn(Side) -> i64| {
        let [union, confederate] = Side::BOTH.map(of);
        vec![label.to_owned(), union.to_string(), confederate.to_string()]
    };
    rows.push(signed("Strength points lost", &|side| game.side(side).lost));
    rows.push(signed("Victory points so far", &|side| game.side(side).vp));
    Block::Table { header, rows }
}

fn tracks(rules: &CivilWar, game: &Game) -> Vec<Section> {
    let scenario = rules.pack.scenarios.get(&game.scenario);
    let mut sections = vec![Section { heading: "Both sides".to_owned(), blocks: vec![ledger_table(rules, game)] }];
    let mut points = Vec::new();
    let ends = u8::try_from(game.table_uses).ok().and_then(|at| rules.pack.charts.table_use.get(&at));
    let mut table = format!("The Command Points Table has {} this turn", times(game.table_uses));
    if let Some(row) = ends {
        let totals = words::list(row.ends_on.iter().map(u8::to_string), "or");
        match row.ends_on.is_empty() {
            true => table.push_str("; a tied initiative roll brings new command points"),
            false => table.push_str(&format!("; a tied initiative roll of {totals} ends the Action Phase")),
        }
    }
    points.push(vec![Span::plain(format!("{table}. ")), Span::rule("4.2")]);
    if game.table_total > 0 {
        let so_far = times(game.table_total + game.table_uses);
        points.push(vec![Span::plain(format!("It has {so_far} in the match so far."))]);
    }
    if let Some(pulse) = &game.pulse {
        let words = format!(
            "In pulse {} {} won the initiative by {}; in the {} half {} of the difference is left to spend. ",
            pulse.number,
            words::side(pulse.winner),
            pulse.difference,
            pulse.phasing.title(),
            pulse.left
        );
        points.insert(0, vec![Span::plain(words), Span::rule("4.2")]);
    }
    for side in Side::BOTH {
        if let Some(priorities) = &game.side(side).priorities {
            let text = format!("{} puts the {}. ", words::side_cap(side), words::priorities(priorities));
            points.push(vec![Span::plain(text), Span::rule("4.1")]);
        }
        if !game.side(side).burnt.is_empty() {
            let text = format!(
                "{} has burnt {} this turn, for the war elsewhere. ",
                words::side_cap(side),
                words::points(&game.side(side).burnt)
            );
            points.push(vec![Span::plain(text), Span::rule("CW-5")]);
        }
        let pool = game.pool(&rules.pack, side);
        if !pool.is_empty() {
            let text = format!("In the {} leader pool: {}. ", side.title(), words::leaders(&rules.pack, &pool));
            points.push(vec![Span::plain(text), Span::rule("10.3")]);
        }
    }
    sections.push(Section { heading: "On the tracks".to_owned(), blocks: vec![Block::List(points)] });

    let mut rows = Vec::new();
    if let Some(scenario) = scenario {
        for turn in scenario.first_turn..=scenario.last_turn {
            let mut due = Vec::new();
            for side in Side::BOTH {
                let waiting: Vec<Piece> = game
                    .pieces
                    .iter()
                    .filter(|(piece, at)| {
                        **at == Place::Track(turn) && super::super::ledger::side_of(&rules.pack, piece) == Some(side)
                    })
                    .map(|(piece, _)| piece.clone())
                    .collect();
                if !waiting.is_empty() {
                    due.push(format!("{}: {}", side.title(), words::leaders(&rules.pack, &waiting)));
                }
            }
            let now = if turn == game.turn { " (now)" } else { "" };
            let period = scenario.period(turn).unwrap_or_default();
            rows.push(vec![turn.to_string(), format!("{period}{now}"), due.join("; ")]);
        }
    }
    let header = ["Turn", "Period", "Leaders due back"].map(str::to_owned).to_vec();
    sections.push(Section { heading: "The turn track".to_owned(), blocks: vec![Block::Table { header, rows }] });
    if let Some(scenario) = scenario {
        sections.push(victory(scenario, game));
    }
    sections
}

fn times(count: u32) -> String {
    match count {
        0 => "not been used".to_owned(),
        1 => "been used once".to_owned(),
        2 => "been used twice".to_owned(),
        count => format!("been used {count} times"),
    }
}

fn victory(scenario: &super::super::pack::Scenario, game: &Game) -> Section {
    let victory = &scenario.victory;
    let difference = game.side(Side::Union).vp - game.side(Side::Confederate).vp;
    let mut points = vec![
        format!(
            "Union points less Confederate points, at the end of turn {}: so far {difference:+}.",
            scenario.last_turn
        ),
        format!(
            "{} or more: {} for the Union; {} or more: {}.",
            victory.union_decisive,
            words::level(super::super::pack::Level::Decisive),
            victory.union_marginal,
            words::level(super::super::pack::Level::Marginal)
        ),
        format!(
            "{} or less: {} for the Confederacy; {} or less: {}.",
            victory.confederate_decisive,
            words::level(super::super::pack::Level::Decisive),
            victory.confederate_marginal,
            words::level(super::super::pack::Level::Marginal)
        ),
    ];
    for theater in Theater::ALL {
        if let Some(award) = scenario.elsewhere.points.get(&theater) {
            let award = words::plural((*award).into(), "point");
            points.push(format!(
                "The {}: {award} each turn to the side that burns more of that track.",
                words::theater(theater)
            ));
        }
    }
    let points = points.into_iter().map(|text| vec![Span::plain(text)]).collect();
    Section { heading: "What wins".to_owned(), blocks: vec![Block::List(points)] }
}

fn standing(rules: &CivilWar, position: &Position<CivilWar>, only: Option<&Id>) -> Result<Vec<Section>, Problem> {
    let only = only.map(|id| rules.side(id)).transpose()?;
    let mut sections = Vec::new();
    for side in Side::BOTH.into_iter().filter(|side| only.is_none_or(|only| only == *side)) {
        let orders = position.standing.iter().find(|(id, _)| id.as_str() == side.as_str()).map(|(_, orders)| orders);
        let mut lines = orders.map_or(Vec::new(), |orders| spoken::standing(&rules.pack, orders));
        if lines.is_empty() {
            lines.push("None: whatever is left open is asked.".to_owned());
        }
        let points = lines.into_iter().map(|line| vec![Span::plain(line)]).collect();
        sections.push(Section { heading: side.title().to_owned(), blocks: vec![Block::List(points)] });
    }
    Ok(sections)
}
