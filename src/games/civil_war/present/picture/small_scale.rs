//! The map at a small scale: who controls the ground, the front, the large forces with their strengths, and the
//! important cities. Text and lines are large enough to be readable when the whole map is a thousand pixels wide.

use crate::sorted::{SortedMap, SortedSet};

use crate::board::{Direction, Hex};
use crate::document::Id;
use crate::report::svg::legend::{Entry, stroke};
use crate::report::svg::{Form, Path, Point, Shape};

use super::super::vocabulary;
use super::Scene;
use super::base_map::outline_of;
use super::geometry::{PLACES, place};
use super::labels::{Anchor, Area, Labels, width};
use crate::leaders::army;
use crate::pack::{HexsideKind, Side, Terrain};

/// Cities with at least this many victory points are always named, others only where there is room.
const NAMED: u8 = 3;
const KNOWN: u8 = 2;
/// Strength points that are shown though no army commands them.
const GREAT: u32 = 5;
/// So many forces of each side are shown in any case, the largest.
const LARGEST: usize = 4;
/// Half the size of the counter of an army, and of a force without one.
const ARMY: (i32, i32) = (860, 420);
const FORCE: (i32, i32) = (460, 340);
/// The sizes of names.
const CITY: i32 = 400;
const NAME: i32 = 330;
const STATE: i32 = 460;
/// The radius of a city.
const DOT: i32 = 130;

/// The grounds in outline, without their hexes.
pub fn land(scene: &Scene) -> Vec<Shape> {
    let mut grounds: SortedMap<&str, SortedSet<Hex>> = SortedMap::new();
    for (hex, data) in scene.hexes() {
        let kind = if data.terrain == Terrain::AllSea { "far-sea" } else { "far-land" };
        grounds.entry(kind).or_default().insert(hex);
        if data.terrain == Terrain::Mountain {
            grounds.entry("far-mountain").or_default().insert(hex);
        }
    }
    grounds.into_iter().map(|(kind, hexes)| Shape::path(kind, outline_of(scene, &hexes))).collect()
}

/// The rivers on which ships go.
pub fn rivers(scene: &Scene) -> Vec<Shape> {
    let navigable = scene.map().hexsides().filter(|(_, side)| side.kind == HexsideKind::NavigableRiver);
    let seen = navigable.filter(|((a, b), _)| scene.contains(*a) || scene.contains(*b));
    let lines: Vec<Vec<Point>> = seen.filter_map(|(pair, _)| Some(super::lines::ends(scene, pair)?.to_vec())).collect();
    let path = Path::joined(&lines);
    if path.is_empty() { Vec::new() } else { vec![Shape::path("far-river", path)] }
}

/// The cities that count, with their names, and the states' names; what they cover is taken.
pub fn cities(scene: &Scene, labels: &mut Labels) -> [Vec<Shape>; 2] {
    let mut cities: Vec<(u8, Hex, &str)> = scene
        .hexes()
        .filter_map(|(hex, data)| {
            let vp = data.city.as_ref()?.vp;
            Some((vp, hex, vocabulary::bare_name(&scene.rules.pack, data.display_name())))
        })
        .filter(|(vp, hex, _)| *vp >= KNOWN || *vp > 0 && hex.is_western())
        .collect();
    cities.sort_by_key(|(vp, hex, _)| (std::cmp::Reverse(*vp), *hex));
    for (_, hex, _) in cities.iter().filter(|(vp, ..)| *vp >= NAMED) {
        labels.take(Area::around(scene.centre(*hex), 2 * DOT, 2 * DOT));
    }
    let mut shapes = Vec::new();
    for (vp, hex, name) in cities {
        let at = scene.centre(hex);
        let aside = DOT + 60;
        let anchors = [
            (at.by(aside, CITY / 3), Anchor::Start),
            (at.by(-aside, CITY / 3), Anchor::End),
            (at.by(0, DOT + CITY), Anchor::Middle),
            (at.by(0, -DOT - CITY / 4), Anchor::Middle),
            (at.by(aside, CITY), Anchor::Start),
            (at.by(-aside, CITY), Anchor::End),
            (at.by(aside, -CITY / 3), Anchor::Start),
            (at.by(-aside, -CITY / 3), Anchor::End),
        ];
        let anchors: Vec<(Point, Anchor)> =
            anchors.into_iter().filter(|anchor| on_sheet(scene, *anchor, width(name, CITY))).collect();
        let Some(words) = labels.place("far-city", CITY, name, &anchors, vp >= NAMED) else { continue };
        let title = format!(
            "{}, {}",
            vocabulary::place(&scene.rules.pack, hex),
            vocabulary::plural(vp.into(), "victory point")
        );
        shapes.push(Shape::circle("far-dot", at, DOT).titled(title));
        shapes.extend(words);
    }
    let mut states: SortedMap<&str, Vec<Point>> = SortedMap::new();
    for (hex, data) in scene.hexes().filter(|(_, data)| data.terrain != Terrain::AllSea) {
        if let Some(state) = data.states.first() {
            states.entry(vocabulary::state(&scene.rules.pack, state)).or_default().push(scene.centre(hex));
        }
    }
    let mut names = Vec::new();
    for (name, hexes) in states.into_iter().filter(|(_, hexes)| hexes.len() >= 30) {
        let name = name.to_uppercase();
        let wide = width(&name, STATE * 5 / 4);
        let mut anchors = super::names::anywhere(&hexes);
        anchors.retain(|anchor| on_sheet(scene, *anchor, wide));
        // Within the state, from head to foot of its letters, as far as it goes.
        let rows = super::names::Rows::of(&hexes);
        let outside = |at: Point| rows.outside(at, wide);
        anchors.sort_by_cached_key(|(at, _)| outside(*at) + outside(at.by(0, -STATE * 3 / 4)));
        names.extend(labels.place("far-state", STATE * 5 / 4, &name, &anchors, false).unwrap_or_default());
    }
    [shapes, names]
}

/// The side that controls a hex: the one that has taken it, or else the one that it is friendly to.
fn holder(scene: &Scene, hex: Hex) -> Option<Side> {
    let data = scene.map().hex(hex).filter(|data| data.terrain != Terrain::AllSea)?;
    let taken = scene.game.and_then(|game| game.control.get(&hex).copied());
    // A hex on a border is counted to the first of its states, so that the front has no gaps.
    taken.or_else(|| data.states.first().and_then(|state| scene.friends.get(state).copied().flatten()))
}

/// Whose the ground is.
pub fn control_fill(scene: &Scene) -> Vec<Shape> {
    let mut held: SortedMap<Side, SortedSet<Hex>> = SortedMap::new();
    for &hex in &scene.hexes {
        if let Some(side) = holder(scene, hex) {
            held.entry(side).or_default().insert(hex);
        }
    }
    let shape = |(side, hexes): (Side, SortedSet<Hex>)| {
        Shape::path(format!("{side}-wash"), outline_of(scene, &hexes))
            .titled(format!("held by {}", vocabulary::side(side)))
    };
    held.into_iter().map(shape).collect()
}

/// The line between the ground of the two sides.
pub fn front(scene: &Scene) -> Vec<Shape> {
    let mut confederate = vec![false; PLACES];
    for (hex, _) in scene.map().hexes() {
        confederate[place(hex)] = holder(scene, hex) == Some(Side::Confederate);
    }
    let mut lines = Vec::new();
    for &hex in &scene.hexes {
        if holder(scene, hex) != Some(Side::Union) {
            continue;
        }
        let facing = |side: &Direction| hex.neighbor(*side).is_some_and(|there| confederate[place(there)]);
        lines.extend(Direction::ALL.into_iter().filter(facing).map(|side| scene.side(hex, side).to_vec()));
    }
    let path = Path::joined(&lines);
    match path.is_empty() {
        true => Vec::new(),
        false => vec![Shape::path("front-rim", path.clone()), Shape::path("front", path)],
    }
}

/// A force as it is seen from afar.
struct LargeForce {
    side: Side,
    hex: Hex,
    sp: u32,
    armies: Vec<Id>,
}

/// The armies with names and strengths, and other large forces, each where it covers no other; if it is moved aside, a
/// line leads to its place. `labels` contains the space taken by cities and their names.
pub fn armies(scene: &Scene, mut labels: Labels) -> Vec<Shape> {
    let Some(game) = scene.game else { return Vec::new() };
    let mut all: Vec<LargeForce> = Vec::new();
    for hex in scene.occupied_hexes() {
        for side in Side::BOTH {
            let (sp, armies) = (game.sp_at(hex, side), army::armies_at(scene.rules, game, hex, side));
            if sp > 0 || !armies.is_empty() {
                all.push(LargeForce { side, hex, sp, armies });
            }
        }
    }
    all.sort_by_key(|great| (great.armies.is_empty(), std::cmp::Reverse(great.sp), great.hex, great.side));
    let mut shown = [0; 2];
    all.retain(|force| {
        let count = &mut shown[usize::from(force.side == Side::Confederate)];
        // In the Far West there are few, and all of them are small.
        let is_shown = force.sp >= GREAT || !force.armies.is_empty() || *count < LARGEST || force.hex.is_western();
        *count += usize::from(is_shown);
        is_shown
    });
    // The counters are drawn one after the other; the lines to them lie below all of them.
    let mut shapes = Vec::new();
    let mut lines = Vec::new();
    for great in all {
        let (x, y) = great.half(scene);
        let centre = scene.centre(great.hex);
        let places: Vec<(Point, Area)> = around(centre, (x, y))
            .into_iter()
            .map(|at| (at, Area::around(at, 2 * x + 60, 2 * y + 60)))
            .filter(|(_, area)| within(scene, *area))
            .collect();
        let Some(&(at, area)) = labels.least(&places) else { continue };
        labels.take(area);
        if at != centre {
            lines.push(Shape::path("far-lead", Path::line(&[centre, at])));
            lines.push(Shape::circle(format!("{}-force", great.side), centre, 90));
        }
        shapes.push(great.counter(scene, at, (x, y)));
    }
    lines.extend(shapes);
    lines
}

/// The possible places of a counter: on its hex, or else around it at increasing distances.
fn around(centre: Point, (x, y): (i32, i32)) -> Vec<Point> {
    let mut places = vec![centre];
    for ring in 1..=4 {
        let (far, high) = (x * (ring + 1) / 2 + 200 * ring, y * (ring + 1) / 2 + 200 * ring);
        places.extend(
            [(0, -high), (0, high), (far, 0), (-far, 0), (far, -high), (-far, -high), (far, high), (-far, high)]
                .map(|(right, down)| centre.by(right, down)),
        );
    }
    places
}

/// Half the size of the counter of armies of that name; without a name that of a force.
pub fn half(name: &str) -> (i32, i32) {
    if name.is_empty() { FORCE } else { (ARMY.0.max(width(name, NAME) / 2 + 80), ARMY.1) }
}

impl LargeForce {
    fn name(&self, scene: &Scene) -> String {
        let names: Vec<String> = self.armies.iter().map(|army| short_name(scene, army)).collect();
        names.join(", ")
    }

    /// Half its size.
    fn half(&self, scene: &Scene) -> (i32, i32) {
        half(&self.name(scene))
    }

    fn counter(&self, scene: &Scene, at: Point, half: (i32, i32)) -> Shape {
        let LargeForce { side, hex, sp, armies } = self;
        let cut = if *side == Side::Union { 0 } else { 130 };
        let mut parts = vec![Shape::path(format!("{side}-force far-counter"), Path::counter(at, half, cut))];
        let (down, up) = if armies.is_empty() { (190, 0) } else { (60, 330) };
        parts.push(Shape::text(format!("{side}-far-strength"), at.by(0, down), sp.to_string()));
        if up > 0 {
            parts.push(Shape::text(format!("{side}-far-name"), at.by(0, up), self.name(scene)));
        }
        let place = vocabulary::place(&scene.rules.pack, *hex);
        let who = match armies.is_empty() {
            true => String::new(),
            false => format!("{}, ", vocabulary::armies(&scene.rules.pack, armies)),
        };
        let said = format!("{}: {who}{} in {place}", side.title(), vocabulary::sp(*sp));
        Shape::new("far-force", Form::Group(parts)).titled(said)
    }
}

/// An army's name without what all of them have: `Potomac`.
fn short_name(scene: &Scene, army: &Id) -> String {
    let name = vocabulary::army_name(&scene.rules.pack, army);
    let short = name.trim_start_matches("the ").trim_start_matches("Army of the ").trim_start_matches("Army of ");
    short.to_owned()
}

/// What the signs mean.
pub fn legend() -> Vec<Entry> {
    let wash = |side: Side| move |at: Point| vec![Shape::rect(format!("{side}-wash"), at.by(-450, -220), 900, 440)];
    let counter = |side: Side| {
        move |at: Point| {
            let cut = if side == Side::Union { 0 } else { 130 };
            vec![
                Shape::path(format!("{side}-force far-counter"), Path::counter(at, FORCE, cut)),
                Shape::text(format!("{side}-far-strength"), at.by(0, 190), "9"),
            ]
        }
    };
    vec![
        Entry::new("union-wash", wash(Side::Union), "held by the Union"),
        Entry::new("confederate-wash", wash(Side::Confederate), "held by the Confederacy"),
        Entry::new("front", stroke(&["front-rim", "front"], 450), "the front"),
        Entry::new("union-force", counter(Side::Union), "Union army or force, strength points"),
        Entry::new("confederate-force", counter(Side::Confederate), "Confederate army or force"),
        Entry::new("far-dot", |at| vec![Shape::circle("far-dot", at, DOT)], "city that counts most"),
    ]
}

/// Whether a text of that width lies on the sheet.
fn on_sheet(scene: &Scene, (at, anchor): (Point, Anchor), width: i32) -> bool {
    let left = match anchor {
        Anchor::Start => at.x,
        Anchor::Middle => at.x - width / 2,
        Anchor::End => at.x - width,
    };
    left > 0 && left + width < scene.frame.width
}

/// Whether something lies on the sheet.
fn within(scene: &Scene, area: Area) -> bool {
    area.left >= 0 && area.top >= 0 && area.right <= scene.frame.width && area.bottom <= scene.frame.height
}
