//! The map drawn in text: flat-topped hexes, even columns half a hex lower, as on the printed sheet. The whole map or a
//! part of it, at one of three scales, in as many sections as the page's width requires.

mod canvas;
mod hex_signs;
mod large;
mod medium;
pub mod selection;
mod ships;
mod small;

use crate::sorted::SortedMap;

use crate::board::Hex;
use crate::document::Problem;
use crate::report::{Block, MapView, Run, Scale, Section, Span, Tint};

use super::show::find::namesakes;
use super::vocabulary;
use crate::pack::{Side, Terrain, Unit};
use crate::position::ledger::Game;
use crate::{CivilWar, leaders::army, movement::territory};
use selection::Selection;

/// The assumed width of an unlimited page when the scale is chosen.
const PAGE: usize = 130;
/// On a page so wide the whole map is drawn in more detail, in two sections.
const WIDE: usize = 140;
/// Ground of at most this many hexes is drawn large, in several sections if necessary.
const FEW: usize = 150;

/// The map as asked for: its title, and the drawing with what its signs mean, and the forces on it.
///
/// # Errors
/// If the part that is asked for does not exist.
pub fn report(rules: &CivilWar, game: &Game, view: &MapView) -> Result<(String, Vec<Section>), Problem> {
    let part = selection::find(rules, Some(game), view, None)?;
    let scale = view.scale.unwrap_or_else(|| scale(view, &part));
    let mut sections: Vec<Section> = drawings(rules, game, &part.hexes, scale, view.width.unwrap_or(usize::MAX))
        .into_iter()
        .map(|(heading, drawn)| Section { heading, blocks: vec![Block::Drawn(drawn)] })
        .collect();
    if let Some(last) = sections.last_mut() {
        let legend: &[&str] = match scale {
            Scale::Small => &small::LEGEND,
            Scale::Medium => &medium::LEGEND,
            Scale::Large => &large::LEGEND,
        };
        let is_desert = |hex: &Hex| rules.pack.map.hex(*hex).is_some_and(|data| data.terrain == Terrain::Desert);
        let desert = part.hexes.iter().any(is_desert);
        let words = |line: &str| match desert {
            true => line.replace("m mountain", "m mountain, d desert"),
            false => line.to_owned(),
        };
        last.blocks.push(Block::List(legend.iter().map(|line| vec![Span::plain(words(line))]).collect()));
    }
    if scale != Scale::Large {
        sections.extend(places(rules, game, &part));
    }
    for side in Side::BOTH {
        let header = ["Where", "SP", "Leaders", "Notes"].map(str::to_owned).to_vec();
        let rows = stacks(rules, game, side, |hex| part.contains(hex));
        let table = Block::Table { header, rows };
        sections.push(Section { heading: format!("{} forces", side.title()), blocks: vec![table] });
    }
    sections.extend(ships::table(rules, game, |hex| part.contains(hex)));
    if let Some(said) = view.around.as_ref().and_then(|text| namesakes(rules, game, text, &part.middles)) {
        sections.insert(0, Section { heading: String::new(), blocks: vec![Block::Paragraph(vec![Span::plain(said)])] });
    }
    Ok((part.title, sections))
}

/// The largest scale at which a part fits; ground of a few hexes is drawn large on any page.
fn scale(view: &MapView, part: &Selection) -> Scale {
    let fits = large::PITCH * part.columns() + large::MARGIN <= view.width.unwrap_or(PAGE);
    match view.around {
        _ if fits => Scale::Large,
        None if part.hexes.len() <= FEW => Scale::Large,
        None if part.is_whole_map && view.width.is_none_or(|width| width < WIDE) => Scale::Small,
        _ => Scale::Medium,
    }
}

/// The hexes in sections no wider than that, from west to east, each with its heading. Neighboring sections have a
/// column in common, so that nothing is torn apart. One that holds all has no heading.
fn drawings(rules: &CivilWar, game: &Game, hexes: &[Hex], scale: Scale, width: usize) -> Vec<(String, Vec<Vec<Run>>)> {
    let draw = |hexes: &[Hex]| match scale {
        Scale::Small => small::draw(rules, game, hexes),
        Scale::Medium => medium::draw(rules, game, hexes),
        Scale::Large => large::draw(rules, game, hexes),
    };
    let (pitch, margin) = match scale {
        Scale::Small => (small::PITCH, small::MARGIN),
        Scale::Medium => (medium::PITCH, medium::MARGIN),
        Scale::Large => (large::PITCH, large::MARGIN),
    };
    let columns = || hexes.iter().map(|hex| i16::from(hex.col()));
    let (Some(west), Some(east)) = (columns().min(), columns().max()) else {
        let nothing = Run { text: "There are no hexes.".to_owned(), tint: Tint::None };
        return vec![(String::new(), vec![vec![nothing]])];
    };
    // Fewer than two columns show no neighbors.
    let fit = i16::try_from(width.saturating_sub(margin) / pitch).unwrap_or(i16::MAX).max(2);
    if east - west < fit {
        return vec![(String::new(), draw(hexes))];
    }
    // As many sections as are needed, of columns as equal as may be.
    let parts = (east - west + fit - 2) / (fit - 1);
    let step = (east - west + parts - 1) / parts;
    let column = |column: i16| i8::try_from(column).map_or_else(|_| column.to_string(), selection::called);
    (0..parts)
        .map(|part| (west + part * step, (west + (part + 1) * step).min(east)))
        .take_while(|(from, to)| from < to)
        .map(|(from, to)| {
            let within = |hex: &&Hex| (from..=to).contains(&i16::from(hex.col()));
            let hexes: Vec<Hex> = hexes.iter().filter(within).copied().collect();
            (format!("From column {} to column {}", column(from), column(to)), draw(&hexes))
        })
        .collect()
}

/// The cities, fortifications and depots of a part, by name: what a map without names needs.
fn places(rules: &CivilWar, game: &Game, part: &Selection) -> Option<Section> {
    let pack = &rules.pack;
    let data = || part.hexes.iter().filter_map(|&hex| Some((hex, pack.map.hex(hex)?)));
    let mut cities: SortedMap<&str, Vec<String>> = SortedMap::new();
    for (hex, city) in data().filter_map(|(hex, data)| Some((hex, data.city.as_ref()?))).filter(|(_, city)| city.vp > 0)
    {
        cities.entry(vocabulary::state(pack, &city.state)).or_default().push(format!(
            "{} {hex} ({})",
            vocabulary::bare_name(pack, &city.name),
            city.vp
        ));
    }
    let mut points: Vec<(String, Vec<String>)> =
        cities.into_iter().map(|(state, cities)| (format!("Cities in {state}"), cities)).collect();
    for side in Side::BOTH {
        let forts = data().filter_map(|(hex, data)| {
            let fort = territory::fort(rules, game, hex).filter(|fort| fort.holder == Some(side))?;
            Some(format!("{} {hex}", fort.name.unwrap_or(data.display_name())))
        });
        points.push((format!("{} fortifications", side.title()), forts.collect()));
        let depots = data().filter(|(hex, _)| game.depots.get(hex) == Some(&side));
        points.push((
            format!("{} depots", side.title()),
            depots.map(|(hex, data)| format!("{} {hex}", data.display_name())).collect(),
        ));
    }
    let points: Vec<_> = points
        .into_iter()
        .filter(|(_, names)| !names.is_empty())
        .map(|(what, names)| vec![Span::strong(format!("{what}:")), Span::plain(format!(" {}", names.join(", ")))])
        .collect();
    (!points.is_empty()).then(|| Section { heading: "Places".to_owned(), blocks: vec![Block::List(points)] })
}

/// Every stack of a side on these hexes: place, strength points, leaders, marks.
pub fn stacks(rules: &CivilWar, game: &Game, side: Side, within: impl Fn(Hex) -> bool) -> Vec<Vec<String>> {
    let mut found: SortedMap<Hex, ()> =
        game.groups.values().filter(|group| group.side == side).map(|group| (group.hex, ())).collect();
    found.extend(game.leaders_on_map(&rules.pack, side).map(|(_, hex)| (hex, ())));
    found
        .into_keys()
        .filter(|&hex| within(hex))
        .map(|hex| {
            let mut leaders = game.leaders_at(&rules.pack, hex, side);
            leaders.sort_by_key(|piece| std::cmp::Reverse(piece.rank));
            let leaders = if leaders.is_empty() { String::new() } else { vocabulary::leaders(&rules.pack, &leaders) };
            let mut marks: Vec<String> = army::armies_at(rules, game, hex, side)
                .iter()
                .map(|own| vocabulary::army_name(&rules.pack, own))
                .collect();
            if game.demoralized_at(hex, side) {
                marks.push("demoralized".to_owned());
            }
            let counters = Unit::ALL.into_iter().map(|unit| (unit, game.counters_at(hex, side, unit)));
            for (unit, count) in counters.filter(|(_, count)| *count > 0) {
                marks.push(vocabulary::sp_of(count, Some(unit)));
            }
            let moved = game.ordinary_at(hex, side) - game.fresh_at(hex, side);
            if moved > 0 {
                marks.push(format!("{moved} moved"));
            }
            if game.depots.get(&hex) == Some(&side) {
                marks.push("depot".to_owned());
            }
            if territory::is_enemy(rules, game, hex, side) {
                marks.push("in enemy territory".to_owned());
            }
            vec![vocabulary::place(&rules.pack, hex), game.sp_at(hex, side).to_string(), leaders, marks.join(", ")]
        })
        .collect()
}
