//! `show map` as text: the areas where they lie, as far as a page of letters can tell it, and a table of them.

use crate::sorted::{SortedMap, SortedSet};

use crate::board::Area;
use crate::document::Problem;
use crate::report::{Block, MapView, Scale, Section, Span};
use crate::spelling;

use super::super::map_regions::{self, MapRegion};
use super::super::vocabulary;
use super::find;
use crate::SevenDays;
use crate::pack::Side;
use crate::position::ledger::{Game, Train};

/// The minimum and default width of a line, in letters.
const NARROW: usize = 40;
const WIDE: usize = 100;
/// How many letters are as wide as a line is high.
const SHAPE: i32 = 2;
/// Of no more areas each has its line in the table.
const FEW: usize = 16;
/// The default radius around a place, in areas.
const DEFAULT_RADIUS: u32 = 2;

/// The map or a part of it.
pub fn page(rules: &SevenDays, game: &Game, view: &MapView) -> Result<(String, Vec<Section>), Problem> {
    let areas = part(rules, game, view)?;
    let scale = view.scale.unwrap_or(Scale::Medium);
    let drawn = text_map(rules, game, &areas, view.width.unwrap_or(WIDE).max(NARROW), scale);
    let key = "A number with U or C is an area and the side that controls it; * marks an area that counts for victory; u and c give \
               the number of units there; + is a leader, # an entrenchment, T the Supply Train.";
    let blocks = vec![Block::Preformatted(drawn), Block::Paragraph(vec![Span::plain(key)])];
    let mut sections = vec![Section { heading: String::new(), blocks }];
    // Of a large part those in which there is nothing need no line.
    let has_row = |area: &Area| areas.len() <= FEW || scale == Scale::Large || is_listed(rules, game, *area);
    let (listed_areas, left): (SortedSet<Area>, SortedSet<Area>) = areas.iter().copied().partition(has_row);
    if scale != Scale::Small {
        sections.push(listed(rules, game, &listed_areas, left.len()));
    }
    Ok((title(view), sections))
}

/// Whether there is anything in an area, or it counts for victory.
fn is_listed(rules: &SevenDays, game: &Game, area: Area) -> bool {
    let anybody = |side: Side| {
        game.has_units(&rules.pack, area, side) || game.leaders_in(&rules.pack, area, side).next().is_some()
    };
    Side::BOTH.into_iter().any(anybody)
        || game.works.contains_key(&area)
        || game.train == Train::At(area)
        || rules.pack.map.area(area).is_some_and(|data| data.victory)
}

/// What the part that is asked for is called.
pub fn title(view: &MapView) -> String {
    let named = view.part.as_deref().and_then(known_part).map(|part| part.name().to_lowercase());
    match (&view.around, named) {
        (Some(around), _) => format!("The map around {}", around.trim()),
        (None, Some(named)) => format!(
            "The map {}",
            named.replace("chickahominy", "Chickahominy").replace("richmond", "Richmond").replace("james", "James")
        ),
        (None, None) => "The map".to_owned(),
    }
}

fn known_part(text: &str) -> Option<MapRegion> {
    let wanted = text.trim().to_lowercase();
    MapRegion::ALL.into_iter().find(|part| part.id() == wanted || part.name().to_lowercase() == wanted)
}

/// The areas of the part that is asked for.
///
/// # Errors
/// If there is no such part or place, or it has no area in common with another that is asked for.
pub fn part(rules: &SevenDays, game: &Game, view: &MapView) -> Result<SortedSet<Area>, Problem> {
    let mut areas: SortedSet<Area> = rules.pack.map.areas.keys().copied().collect();
    if view.columns.is_some() {
        let problem = Problem::new("this map has areas and no columns").rule("3.2");
        return Err(problem.advice("name a place to show what is around it, or a part: north, richmond, south"));
    }
    if let Some(text) = &view.part {
        let part = known_part(text).ok_or_else(|| {
            let problem = Problem::new(format!("the map has no part '{}'", text.trim()));
            problem.advice(spelling::instead(text, &MapRegion::ALL.map(MapRegion::id), "the parts are"))
        })?;
        areas.retain(|area| map_regions::of(rules, *area) == Some(part));
    }
    if let Some(text) = &view.around {
        // A bridge lies between two areas.
        let middles = find::area_of(rules, game, text).map(|area| vec![area]).or_else(|problem| {
            let bridge = find::bridge(rules, text).ok().and_then(|id| rules.pack.map.bridge(&id));
            bridge.map(|boundary| boundary.areas.to_vec()).ok_or(problem)
        })?;
        let near = within(rules, middles, view.radius.unwrap_or(DEFAULT_RADIUS));
        areas.retain(|area| near.contains(area));
    }
    if areas.is_empty() {
        return Err(Problem::new("these parts of the map do not overlap").rule("3.2"));
    }
    Ok(areas)
}

/// The areas within this many boundaries of one of these.
fn within(rules: &SevenDays, middles: Vec<Area>, radius: u32) -> SortedSet<Area> {
    let mut found = SortedSet::from_iter(middles);
    for _ in 0..radius.min(u32::try_from(rules.pack.map.areas.len()).unwrap_or(0)) {
        let next: Vec<Area> = found.iter().flat_map(|area| rules.pack.map.bordering(*area)).collect();
        found.extend(next);
    }
    found
}

/// The areas where they lie: as many letters wide as there is room.
fn text_map(rules: &SevenDays, game: &Game, areas: &SortedSet<Area>, width: usize, scale: Scale) -> String {
    let labels: SortedMap<Area, String> = areas.iter().map(|area| (*area, label(rules, game, *area, scale))).collect();
    let places = || areas.iter().filter_map(|area| Some((*area, rules.pack.map.area(*area)?.at)));
    let (left, right) = bounds(places().map(|(_, [x, _])| x));
    let (top, _) = bounds(places().map(|(_, [_, y])| y));
    let longest = labels.values().map(|label| label.chars().count()).max().unwrap_or(0);
    let room = i32::try_from(width.saturating_sub(longest)).unwrap_or(i32::MAX).max(1);
    let unit = ((right - left) / room).max(1);
    let mut rows: SortedMap<i32, Vec<(usize, String)>> = SortedMap::new();
    let mut order: Vec<(Area, [i32; 2])> = places().collect();
    order.sort_by_key(|(area, [x, y])| (*y, *x, *area));
    for (area, [x, y]) in order {
        let Some(label) = labels.get(&area) else { continue };
        let at = usize::try_from((x - left) / unit).unwrap_or(0);
        let mut row = (y - top) / unit.saturating_mul(SHAPE).max(1);
        // Where two would lie on each other, the lower one goes a line down.
        while rows.get(&row).is_some_and(|others| others.iter().any(|other| overlap(other, at, label))) {
            row += 1;
        }
        rows.entry(row).or_default().push((at, label.clone()));
    }
    let last = rows.keys().next_back().copied().unwrap_or(0);
    let lines = (0..=last).map(|row| {
        let mut line = String::new();
        let mut labels = rows.remove(&row).unwrap_or_default();
        labels.sort();
        for (at, label) in labels {
            let used = line.chars().count();
            line.push_str(&" ".repeat(at.saturating_sub(used)));
            line.push_str(&label);
        }
        line
    });
    lines.collect::<Vec<_>>().join("\n")
}

fn bounds(values: impl Iterator<Item = i32> + Clone) -> (i32, i32) {
    (values.clone().min().unwrap_or(0), values.max().unwrap_or(0))
}

fn overlap((at, label): &(usize, String), from: usize, other: &str) -> bool {
    let (end, other_end) = (at + label.chars().count(), from + other.chars().count());
    from <= end && *at <= other_end
}

/// An area in a few letters: `6U u3+#`.
fn label(rules: &SevenDays, game: &Game, area: Area, scale: Scale) -> String {
    let data = rules.pack.map.area(area);
    let control = match game.control(area) {
        Side::Union => 'U',
        Side::Confederate => 'C',
    };
    let victory = if data.is_some_and(|data| data.victory) { "*" } else { "" };
    let mut text = format!("{area}{control}{victory}");
    if scale == Scale::Small {
        return text;
    }
    for (side, letter) in [(Side::Union, 'u'), (Side::Confederate, 'c')] {
        let units = game.count(&rules.pack, area, side);
        let led = game.leaders_in(&rules.pack, area, side).next().is_some();
        if units > 0 || led {
            text.push_str(&format!(" {letter}{units}{}", if led { "+" } else { "" }));
        }
    }
    if game.works.contains_key(&area) {
        text.push('#');
    }
    if game.train == Train::At(area) {
        text.push('T');
    }
    if scale == Scale::Large {
        text.push_str(&data.map_or(String::new(), |data| format!(" {}", data.name)));
    }
    text
}

/// A table of areas, and how many are left out of it.
fn listed(rules: &SevenDays, game: &Game, areas: &SortedSet<Area>, left: usize) -> Section {
    let row = |area: &Area| -> Option<Vec<String>> {
        let data = rules.pack.map.area(*area)?;
        let mut marks = Vec::new();
        if let Some(works) = game.works.get(area) {
            marks.push(format!("works +{}", works.level));
        }
        if game.train == Train::At(*area) {
            marks.push("train".to_owned());
        }
        if game.siege_guns == Some(*area) {
            marks.push("siege guns".to_owned());
        }
        let force = |side: Side| {
            let fresh = game.units_at(&rules.pack, *area, side).filter(|(_, state, _)| !state.exhausted).count();
            let tired = game.count(&rules.pack, *area, side) - fresh;
            let leaders: Vec<String> =
                game.leaders_in(&rules.pack, *area, side).map(|id| vocabulary::leader(&rules.pack, id)).collect();
            let units = match (fresh, tired) {
                (0, 0) => String::new(),
                (fresh, 0) => fresh.to_string(),
                (fresh, tired) => format!("{fresh}, {tired} Exhausted"),
            };
            match (units.is_empty(), leaders.is_empty()) {
                (_, true) => units,
                (true, false) => leaders.join(", "),
                (false, false) => format!("{units}; {}", leaders.join(", ")),
            }
        };
        let victory = if data.victory { "*" } else { "" };
        Some(vec![
            area.to_string(),
            format!("{}{victory}", data.name),
            format!("{:+}", data.tem),
            game.control(*area).title().to_owned(),
            force(Side::Union),
            force(Side::Confederate),
            marks.join(", "),
        ])
    };
    let header = ["Area", "Name", "TEM †", "Control", "Union", "Confederate", ""].map(str::to_owned).to_vec();
    let rows = areas.iter().filter_map(row).collect();
    let left = match left {
        0 => String::new(),
        1 => " 1 more area is empty; --scale large lists it too.".to_owned(),
        left => format!(" {left} more areas are empty; --scale large lists them too."),
    };
    let note = format!("† Terrain is reconstructed (SD-2). * This area counts for victory.{left}");
    let blocks = vec![Block::Table { header, rows }, Block::Paragraph(vec![Span::plain(note)])];
    Section { heading: "The areas".to_owned(), blocks }
}
