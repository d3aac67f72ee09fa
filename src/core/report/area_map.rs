//! A map of areas with counters, for a game without drawings of its own: polygons colored by who controls them, names,
//! counters, the moves of a step as arrows, a burst for each combat, and a legend.

use crate::sorted::SortedMap;

use super::Pieces;
use super::svg::arrows::{Arrow, ArrowStyle, bounds, burst};
use super::svg::legend::{Entry, Grid, title};
use super::svg::text_width::widest;
use super::svg::{self, Details, Drawing, Form, Path, Point, Role, Shape, layers, style};
use super::targets::rectangle;
use crate::board::outlines::contains;
use crate::board::{Area, Outlines, outlines};
use crate::document::{Id, Problem};

/// An area as it is drawn.
#[derive(Clone, Debug)]
pub struct Ground {
    pub area: Area,
    /// The middle, in tenths of a pixel from the upper left corner of the map.
    pub at: [i32; 2],
    pub name: String,
    /// What is printed below the name: points, cover.
    pub note: String,
    /// The side that controls it, as the prefix of CSS classes: `union`; empty for nobody.
    pub side: &'static str,
}

/// A counter.
#[derive(Clone, Debug)]
pub struct Counter {
    /// The unit.
    pub id: Id,
    pub area: Area,
    pub side: &'static str,
    /// The text on it, on two lines.
    pub lines: [String; 2],
    /// Whether its reduced side is up.
    pub tired: bool,
}

/// Everything that a picture shows.
#[derive(Clone, Debug, Default)]
pub struct AreaMap {
    pub title: String,
    pub subtitle: String,
    /// Width and height of the map.
    pub size: [i32; 2],
    pub areas: Vec<Ground>,
    /// Areas that share a boundary.
    pub boundaries: Vec<(Area, Area)>,
    pub counters: Vec<Counter>,
    /// The moves of the step: side, from, to.
    pub moves: Vec<(&'static str, Area, Area)>,
    /// Where there was combat.
    pub combats: Vec<Area>,
}

const LAYERS: layers::Order = &[
    ("paper-layer", Role::Ground, Details::Always),
    ("ground", Role::Ground, Details::Always),
    ("control", Role::Position, Details::Always),
    ("names", Role::Ground, Details::Always),
    ("counters", Role::Position, Details::Always),
    ("moves", Role::Step, Details::Always),
    ("combats", Role::Step, Details::Always),
    ("heading", Role::Ground, Details::Always),
    (svg::KEY, Role::Ground, Details::Always),
];

const MARGIN: i32 = 250;
/// The height reserved for the title above the map.
const TITLE: i32 = 850;
/// The size of a counter.
const COUNTER: (i32, i32) = (760, 400);
const ARROW: Arrow = Arrow { begin: 0, end: 0, head: 220, broad: 120, into: 30, bend: 120 };
/// What stands in an area about its middle: how far its name reaches up, and its counters down; the size of the name.
const ABOVE: i32 = 350;
const BELOW: i32 = 540;
const NAME: i32 = 190;
/// How far from the middle of an area its name and counters may be moved to find room, and in which steps.
const ASIDE: i32 = 840;
const STEP: i32 = 60;
const GRID: Grid = Grid { width: 2900, height: 560, margin: MARGIN, sign: (400, 330), words: (460, 50) };

/// The style sheet. Nothing is shown by color alone: one side has square corners and solid ground, the other cut
/// corners and hatched ground.
const STYLE: &str = "\
.land{fill:#fdf9ec;stroke:#8a8474;stroke-width:1.6}
.union-land{fill:#d9e8f4;stroke:#8a8474;stroke-width:1.6}
.confederate-land{fill:#f8e3bf;stroke:#8a8474;stroke-width:1.6;stroke-dasharray:7 4}
text.area-name{font-size:19px;font-weight:bold}text.area-note{font-size:14px}
.union-counter{fill:#0072b2;stroke:#00324f;stroke-width:1.8}
.confederate-counter{fill:#f2a93b;stroke:#5a3300;stroke-width:1.8}
.union-tired{fill:#d7e8f4;stroke:#00324f;stroke-width:1.8}
.confederate-tired{fill:#fdeed3;stroke:#5a3300;stroke-width:1.8}
.tired{stroke-dasharray:4 2.4}
text.counter{font-size:15px;font-weight:bold}text.union-text{fill:#ffffff}text.tired-text{fill:#1a1a1a}
";

/// The rest of the style sheet, after the arrows.
const REST: &str = "\
.burst{fill:#fff0a0;stroke:#7a0019;stroke-width:1.8;stroke-linejoin:round}
text.rim{stroke:#ffffff;stroke-width:6;stroke-linejoin:round;paint-order:stroke}
text.title{font-size:36px;font-weight:bold;text-anchor:start}
text.subtitle{font-size:15px;text-anchor:start}
text.legend{font-size:14.5px;text-anchor:start}
";

/// How large a map is drawn, in tenths of its own measure: names and counters fit into their areas.
const SCALE: i32 = 13;

/// A length of the map on the sheet.
fn scaled(length: i32) -> i32 {
    length * SCALE / 10
}

/// The place of a point of the map on the sheet.
fn placed((x, y): (i32, i32)) -> Point {
    Point { x: scaled(x) + MARGIN, y: scaled(y) + TITLE }
}

/// The middle of an area on the sheet.
pub fn spot(at: [i32; 2]) -> Point {
    placed((at[0], at[1]))
}

impl AreaMap {
    fn outlines(&self) -> Result<Outlines, Problem> {
        let at = self.areas.iter().map(|ground| (ground.area, ground.at)).collect();
        outlines(self.size, &at, &self.boundaries).map_err(|flaw| {
            let problem = Problem::new(format!("the map cannot be drawn: {flaw}"));
            problem.advice("move the middles of areas, or correct the boundaries")
        })
    }

    /// Where the name and the counters of each area stand: as near to its middle as its outline has room for them.
    fn blocks(&self, outlines: &Outlines) -> SortedMap<Area, Point> {
        self.areas.iter().map(|ground| (ground.area, block(ground, &corners(outlines, ground.area)))).collect()
    }

    /// The same; without outlines the middles.
    fn middles(&self) -> SortedMap<Area, Point> {
        match self.outlines() {
            Ok(outlines) => self.blocks(&outlines),
            Err(_) => self.areas.iter().map(|ground| (ground.area, spot(ground.at))).collect(),
        }
    }

    /// The picture of a position.
    ///
    /// # Errors
    /// The middles and boundaries leave no polygons.
    pub fn draw(&self) -> Result<Drawing, Problem> {
        self.drawing(true)
    }

    /// The board, with empty layers for everything that changes.
    ///
    /// # Errors
    /// As [`AreaMap::draw`].
    pub fn board(&self) -> Result<Drawing, Problem> {
        self.drawing(false)
    }

    /// The pieces on the board, and what happened in the step.
    pub fn pieces(&self) -> Pieces {
        let about = self.moves.iter().flat_map(|(_, from, to)| [*from, *to]).chain(self.combats.iter().copied());
        let middles = self.middles();
        let focus = bounds(about.filter_map(|area| middles.get(&area).copied()));
        match self.outlines() {
            Ok(outlines) => layers::pieces(LAYERS, self.changing(&outlines), focus),
            Err(_) => Pieces::default(),
        }
    }

    /// The corners of each area on the sheet; empty if the map cannot be drawn.
    pub fn area_corners(&self) -> SortedMap<Area, Vec<Point>> {
        let Ok(outlines) = self.outlines() else { return SortedMap::new() };
        self.areas.iter().map(|ground| (ground.area, corners(&outlines, ground.area))).collect()
    }

    /// The counters, area by area, each with its middle on the sheet.
    pub fn counter_places(&self) -> Vec<(Point, &Counter)> {
        let mut places = Vec::new();
        for (area, middle) in self.middles() {
            let here: Vec<&Counter> = self.counters.iter().filter(|counter| counter.area == area).collect();
            let first = middle.by(-COUNTER.0 / 2 * (here.len() as i32 - 1), 330);
            places.extend(here.into_iter().enumerate().map(|(n, one)| (first.by(COUNTER.0 * n as i32, 0), one)));
        }
        places
    }

    fn drawing(&self, position: bool) -> Result<Drawing, Problem> {
        let outlines = self.outlines()?;
        let (width, bottom) = (scaled(self.size[0]) + 2 * MARGIN, scaled(self.size[1]) + TITLE + MARGIN);
        let blocks = self.blocks(&outlines);
        let mut shapes = SortedMap::from([
            ("names", self.areas.iter().flat_map(|ground| names(ground, blocks[&ground.area])).collect::<Vec<_>>()),
            ("heading", title(Point { x: MARGIN, y: 430 }, true, &self.title, (240, &self.subtitle))),
        ]);
        let bare = |ground: &Ground| polygon(&outlines, "land", ground);
        shapes.insert("ground", self.areas.iter().map(bare).collect());
        let seen = position.then(|| {
            shapes.extend(self.changing(&outlines));
            svg::classes(shapes.values().flatten())
        });
        let (signs, height) = GRID.legend(legend(), seen.as_ref(), width, bottom);
        let height = bottom + height + 150;
        // A page cuts off the legend here.
        let key = Shape::rect("paper", Point { x: 0, y: bottom }, width, height - bottom);
        shapes.insert(svg::KEY, std::iter::once(key).chain(signs).collect());
        shapes.insert("paper-layer", vec![Shape::rect("paper", Point::default(), width, height)]);
        Ok(Drawing {
            title: self.title.clone(),
            about: format!("{} {} areas, each with its number and name.", self.subtitle, self.areas.len()),
            width,
            height,
            origin: Point::default(),
            zoom: 100,
            style: &[style::BASE, STYLE, style::WAYS, REST],
            patterns: Vec::new(),
            layers: layers::stacked(LAYERS, shapes),
        })
    }

    /// The layers that change: the pieces of a position, and the events of a step.
    fn changing(&self, outlines: &Outlines) -> Vec<(&'static str, Vec<Shape>)> {
        let held = self.areas.iter().filter(|ground| !ground.side.is_empty());
        let control = held.map(|ground| polygon(outlines, &format!("{}-land", ground.side), ground)).collect();
        let blocks = self.blocks(outlines);
        let arrow = |(side, from, to): &(&'static str, Area, Area)| {
            let (from, to) = (*blocks.get(from)?, *blocks.get(to)?);
            // It runs from the edge of what stands in one area to that in the other.
            let (path, head) = ARROW.through(vec![edge(from, to), edge(to, from)], true)?;
            Some(Shape::new("course", Form::Group(arrow_style(side).drawn(&path, head))))
        };
        let counters = self.counter_places().into_iter().map(|(at, one)| counter(at, one)).collect();
        let bursts = self.combats.iter().filter_map(|area| {
            let at = blocks.get(area)?;
            Some(Shape::path("burst", burst(at.by(0, -480))))
        });
        vec![
            ("control", control),
            ("counters", counters),
            ("moves", self.moves.iter().filter_map(arrow).collect()),
            ("combats", bursts.collect()),
        ]
    }
}

fn arrow_style(side: &'static str) -> ArrowStyle {
    ArrowStyle { side, double: side == "confederate", ties: false, kind: "" }
}

/// The corners of a counter about its middle.
pub fn counter_corners(at: Point) -> Vec<Point> {
    rectangle(at.by(-COUNTER.0 / 2 + 30, -COUNTER.1 / 2), COUNTER.0 - 60, COUNTER.1)
}

fn corners(outlines: &Outlines, area: Area) -> Vec<Point> {
    outlines.area(area).iter().map(|at| placed(*at)).collect()
}

fn polygon(outlines: &Outlines, class: &str, ground: &Ground) -> Shape {
    let corners = corners(outlines, ground.area);
    let title = format!("{} ({}): {}", ground.name, ground.area, ground.note);
    Shape::path(class, Path::area(&corners)).titled(title)
}

/// What is printed on an area.
fn name(ground: &Ground) -> String {
    format!("{} {}", ground.area, ground.name)
}

/// Where the name and two counters of an area have the most room, near its middle.
fn block(ground: &Ground, corners: &[Point]) -> Point {
    let outline: Vec<(i32, i32)> = corners.iter().map(|at| (at.x, at.y)).collect();
    let middle = spot(ground.at);
    let (named, broad) = (widest(&name(ground), NAME, true) / 2, COUNTER.0 * 9 / 10);
    let edges = [(named, -ABOVE), (named, -150), (named * 3 / 4, 60), (broad, 130), (broad, BELOW)];
    let outside = |at: Point| {
        let points = edges.iter().flat_map(|(half, down)| [(at.x - half, at.y + down), (at.x + half, at.y + down)]);
        points.filter(|point| !contains(&outline, *point)).count()
    };
    let steps = || (-ASIDE / STEP..=ASIDE / STEP).map(|n| n * STEP);
    let mut offsets: Vec<(i32, i32)> = steps().flat_map(|down| steps().map(move |right| (right, down))).collect();
    offsets.sort_by_key(|(right, down)| right.abs() + down.abs());
    let mut best: Option<(usize, (i32, i32))> = None;
    for (right, down) in offsets {
        let outside = outside(middle.by(right, down));
        if best.is_none_or(|(least, _)| outside < least) {
            best = Some((outside, (right, down)));
        }
        if outside == 0 {
            break;
        }
    }
    best.map_or(middle, |(_, (right, down))| middle.by(right, down))
}

/// Where a line from what stands at one point to another point leaves it.
fn edge(from: Point, to: Point) -> Point {
    let (right, down) = (to.x - from.x, to.y - from.y);
    let aside = COUNTER.0 + 40;
    let far = if down < 0 { ABOVE + 40 } else { BELOW + 40 };
    // In thousandths of the way; a third of it is left between the two in any case.
    let part = |room: i32, way: i32| if way == 0 { 1000 } else { room * 1000 / way.abs() };
    let part = part(aside, right).min(part(far, down)).min(350);
    from.by(right * part / 1000, down * part / 1000)
}

fn names(ground: &Ground, at: Point) -> Vec<Shape> {
    let name = name(ground);
    vec![
        Shape::text("area-name rim", at.by(0, -180), name),
        Shape::text("area-note rim", at.by(0, 40), ground.note.clone()),
    ]
}

/// A counter centred at a point: square for the Union, with cut corners for the other side.
fn counter(at: Point, counter: &Counter) -> Shape {
    let cut = if counter.side == "union" { 0 } else { 80 };
    let outline = Path::counter(at, (COUNTER.0 / 2 - 30, COUNTER.1 / 2), cut);
    let (class, ink) = if counter.tired { ("tired tired", "tired-text") } else { ("counter", "") };
    let text = |down, words: &String| {
        let class = if ink.is_empty() { format!("counter {}-text", counter.side) } else { format!("counter {ink}") };
        Shape::text(class, at.by(0, down), words.clone())
    };
    let [above, below] = &counter.lines;
    let shapes = vec![Shape::path(format!("{}-{class}", counter.side), outline), text(-30, above), text(140, below)];
    Shape::new("piece", Form::Group(shapes)).titled(counter.lines.join(", "))
}

fn legend() -> Vec<Entry> {
    let sample = |side: &'static str, tired| {
        let one =
            Counter { id: Id::known("unit"), area: Area(1), side, lines: ["Name".to_owned(), "4".to_owned()], tired };
        move |at: Point| vec![Shape { title: None, ..counter(at, &one) }]
    };
    let way = |side| {
        move |at: Point| {
            let path = Path::line(&[at.by(-220, 0), at.by(60, 0)]);
            arrow_style(side).drawn(&path, Some([at.by(40, 110), at.by(230, 0), at.by(40, -110)]))
        }
    };
    let land = |class: &'static str| move |at: Point| vec![Shape::rect(class, at.by(-200, -110), 400, 220)];
    vec![
        Entry::new("union-land", land("union-land"), "under Union control"),
        Entry::new("confederate-land", land("confederate-land"), "under Confederate control"),
        Entry::new("union-counter", sample("union", false), "Union unit, its strength"),
        Entry::new("confederate-counter", sample("confederate", false), "Confederate unit"),
        Entry::new("tired", sample("union", true), "shaken"),
        Entry::new("union-way", way("union"), "Union march"),
        Entry::new("confederate-way", way("confederate"), "Confederate march"),
        Entry::new("burst", |at: Point| vec![Shape::path("burst", burst(at))], "combat"),
    ]
}
