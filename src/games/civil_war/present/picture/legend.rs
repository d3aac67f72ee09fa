//! The title above the map, and the legend below it.

use crate::sorted::{SortedMap, SortedSet};

use crate::board::Hex;
use crate::report::svg::legend::{self, Entry, Grid};
use crate::report::svg::text_width::wrap;
use crate::report::svg::{Path, Point, Shape};

use super::super::tracks::{MoveKind, Sign, Tracks};
use super::geometry::{HALF, drawn_in};
use super::labels::width;
use super::small_scale::legend as far_signs;
use super::{Scene, base_map, lines, marks, moves, ships, symbols};
use crate::pack::{FortKind, HexData, HexsideKind, Side, Station, Terrain, Unit};
use crate::position::ledger::Group;

const GRID: Grid = Grid { width: 2400, height: 310, margin: 200, sign: (180, 150), words: (260, 42) };

/// The same from afar, where everything is shown smaller.
const SMALL_SCALE: Grid = Grid { width: 9200, height: 900, margin: 200, sign: (700, 450), words: (950, 130) };

/// The title; it is broken into lines where it is too long, and large from afar.
pub fn title(scene: &Scene, title: &str, subtitle: &str, far: bool) -> Vec<Shape> {
    let most = scene.frame.width - 2 * GRID.margin;
    let at = Point { x: GRID.margin, y: 400 };
    if far {
        return vec![
            Shape::text("title far-title", at.by(0, 170), title),
            Shape::text("subtitle far-subtitle", at.by(width(title, 760) + 400, 170), subtitle),
        ];
    }
    if width(title, 350) < most {
        return legend::title(at, true, title, (230, subtitle));
    }
    let mut shapes = Vec::new();
    let mut below = at.by(0, -120);
    for line in wrap(title, 235, most).into_iter().take(2) {
        shapes.push(Shape::text("small-title", below, line));
        below.y += 250;
    }
    // Below two lines there is room for one.
    let first = wrap(subtitle, 160, most).into_iter().next();
    shapes.extend(first.map(|line| Shape::text("subtitle", below.by(0, -40), line)));
    shapes
}

/// What the numbers of the hexes mark.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Reconstructed {
    /// What rests on a reconstruction: it is the exception.
    Exception,
    /// What does not: most of the map does.
    Rule,
}

impl Reconstructed {
    /// `None` if nothing of the picture rests on one, or nothing is marked.
    fn of(scene: &Scene) -> Option<Reconstructed> {
        let any = scene.marked && scene.hexes().any(|(_, data)| base_map::is_reconstructed(data));
        let rule = any && base_map::is_mostly_reconstructed(scene);
        any.then_some(if rule { Reconstructed::Rule } else { Reconstructed::Exception })
    }
}

/// The signs that are explained besides those of the ground.
pub struct Signs {
    /// Those of a position.
    position: bool,
    /// That of a reconstruction.
    reconstructed: Option<Reconstructed>,
    ways: SortedSet<(MoveKind, Side)>,
    /// Of each kind of mark one.
    marks: SortedMap<&'static str, (Sign, Side)>,
}

impl Signs {
    /// All that there are.
    pub fn all() -> Signs {
        let marks = [Sign::Combat(1), Sign::Overrun(2), Sign::Naval(3), Sign::Entered(2), Sign::Taken, Sign::Destroyed];
        Signs {
            position: true,
            reconstructed: None,
            ways: MoveKind::ALL.into_iter().flat_map(|way| Side::BOTH.map(|side| (way, side))).collect(),
            marks: marks.into_iter().map(|sign| (words_of(sign), (sign, Side::Union))).collect(),
        }
    }

    /// Those of a picture.
    pub fn of(scene: &Scene, trail: Option<&Tracks>) -> Signs {
        let seen = |at: &Station| at.hexes().any(|hex| scene.contains(hex));
        let courses = trail.into_iter().flat_map(|trail| &trail.courses);
        let marks = trail.into_iter().flat_map(|trail| &trail.marks).filter(|mark| seen(&mark.at));
        Signs {
            position: scene.game.is_some(),
            reconstructed: Reconstructed::of(scene),
            ways: courses.filter(|one| one.points.iter().any(seen)).map(|one| (one.way, one.side)).collect(),
            marks: marks.map(|mark| (words_of(mark.sign), (mark.sign, mark.side))).collect(),
        }
    }
}

/// A kind of mark in words.
fn words_of(sign: Sign) -> &'static str {
    match sign {
        Sign::Entered(_) => "entered; strength points",
        Sign::Taken => "taken from the enemy",
        Sign::Destroyed => "destroyed",
        Sign::Combat(_) => "combat, by its number",
        Sign::Overrun(_) => "overrun",
        Sign::Naval(_) => "naval combat",
    }
}

/// The legend below the map, from `top` downward, and how high it is. Of a picture on which these classes are seen it
/// explains no others.
pub fn legend(
    scene: &Scene,
    signs: &Signs,
    seen: Option<&SortedSet<String>>,
    top: i32,
    far: bool,
) -> (Vec<Shape>, i32) {
    let mut entries = entries(signs);
    let desert = |(_, data): (Hex, &HexData)| data.terrain == Terrain::Desert;
    if scene.hexes().any(desert) {
        let bare = |at: Point| vec![Shape::path("hex mountain-ground", Path::area(&drawn_in(at, 62)))];
        entries.insert(4, Entry::new("mountain-ground", bare, "desert"));
    }
    for (unit, side, letter, words) in COUNTERS {
        let is_one = |group: &Group| group.unit == Some(unit) && group.side == side && scene.contains(group.hex);
        if scene.game.is_some_and(|game| game.groups.values().any(is_one)) {
            let one = move |at| [symbols::force(at, side, 1), symbols::counter_mark(at, side, letter)].concat();
            entries.push(Entry::new("", one, words));
        }
    }
    if far {
        entries = far_signs();
    }
    let (mut shapes, height) = if far { SMALL_SCALE } else { GRID }.legend(entries, seen, scene.frame.width, top);
    for words in shapes.iter_mut().filter(|shape| far && shape.class == "legend") {
        words.class.push_str(" far-words");
    }
    // A page cuts the key off here.
    shapes.insert(0, Shape::rect("paper", Point { x: 0, y: top }, scene.frame.width, height + 100));
    (shapes, height + 100)
}

/// The counters of the Far West, with their letters.
const COUNTERS: [(Unit, Side, &str, &str); 3] = [
    (Unit::TexasRanger, Side::Confederate, "R", "Texas Rangers among them"),
    (Unit::CivilizedIndian, Side::Confederate, "I", "Civilized Indians"),
    (Unit::CivilizedIndian, Side::Union, "I", "Civilized Indians"),
];

/// The classes of fortifications.
const WORKS: &str = "union-work confederate-work nobody-work";

fn entries(signs: &Signs) -> Vec<Entry> {
    fn sign(draw: impl Fn(Point) -> Vec<Shape> + 'static) -> legend::Sign {
        Box::new(draw)
    }
    let ground = |terrain: Terrain| {
        sign(move |at| {
            let corners = drawn_in(at, 62).map(|corner| corner);
            vec![Shape::path(format!("hex {}", base_map::class(terrain)), Path::area(&corners))]
        })
    };
    let stroke = |classes| sign(legend::stroke(classes, 170));
    let barrier = |kind: HexsideKind| {
        sign(move |at| {
            let (mut bars, mut ways) = (Vec::new(), Path::default());
            lines::barrier(kind, [at.by(-205, 0), at.by(205, 0)], &mut bars, &mut ways);
            let class = if kind == HexsideKind::Impassable { "barred" } else { "ridge" };
            let paths = [(class, Path::joined(&bars)), ("way", ways)].into_iter().filter(|(_, path)| !path.is_empty());
            paths.map(|(class, path)| Shape::path(class, path)).collect()
        })
    };
    let work = |kind, side| sign(move |at| symbols::work(at, kind, Some(side)));
    let mut entries: Vec<(&str, legend::Sign, &str)> = vec![
        ("clear", ground(Terrain::Clear), "clear"),
        ("forest", ground(Terrain::Forest), "forest"),
        ("swamp", ground(Terrain::Swamp), "swamp"),
        ("mountain", ground(Terrain::Mountain), "mountain, entered by road"),
        ("sea", ground(Terrain::AllSea), "sea"),
        ("coast", stroke(&["coast"]), "coastal hex"),
        ("river", stroke(&["river"]), "river"),
        ("navigable", stroke(&["navigable"]), "navigable by all ships"),
        ("shallow", stroke(&["navigable", "shallow"]), "river ships only"),
        ("ridge", barrier(HexsideKind::Mountain), "impassable mountains"),
        ("ridge", barrier(HexsideKind::Gap), "mountains with a gap"),
        ("way", barrier(HexsideKind::Road), "road into a mountain hex"),
        ("barred", barrier(HexsideKind::Impassable), "impassable by land"),
        ("rail", stroke(&["rail", "ties"]), "railroad; arrow: off map"),
        ("border", stroke(&["border", "border-line"]), "state border"),
        ("union-edge", stroke(&["union-edge"]), "edge of Union territory"),
        ("confederate-edge", stroke(&["confederate-edge"]), "of Confederate territory"),
        ("city", sign(|at| symbols::city(at, 2)), "city, victory points"),
        ("town", sign(|at| symbols::city(at, 0)), "town worth none, for depots"),
        ("port", sign(|at| symbols::port(at.by(-30, 0), Some(3))), "port, port points"),
        ("site", sign(|at| symbols::site(at, 1)), "resource site, its points"),
        (WORKS, work(FortKind::Stockade, Side::Confederate), "Confederate stockade"),
        (WORKS, work(FortKind::Fort, Side::Confederate), "Confederate fort"),
        (WORKS, work(FortKind::Fortress, Side::Union), "Union fortress"),
    ];
    if signs.position {
        entries.extend([
            ("union-force", sign(|at| symbols::force(at, Side::Union, 7)), "Union strength points"),
            ("confederate-force", sign(|at| symbols::force(at, Side::Confederate, 7)), "Confederate strength points"),
            ("army", sign(|at| [symbols::force(at, Side::Union, 9), symbols::army_mark(at)].concat()), "with an army"),
            (
                "shaken",
                sign(|at| [symbols::force(at, Side::Confederate, 4), symbols::demoralized_mark(at)].concat()),
                "demoralized",
            ),
            ("depot", sign(symbols::depot), "depot"),
            ("union-ship", sign(|at| ships::hull(at, Side::Union, 4)), "Union ships, naval points"),
            ("confederate-ship", sign(|at| ships::hull(at, Side::Confederate, 2)), "Confederate ships"),
        ]);
    }
    match signs.reconstructed {
        Some(Reconstructed::Exception) => {
            let dagger = |at: Point| vec![Shape::text("number", at.by(0, 30), "†")];
            entries.push(("number", sign(dagger), "reconstructed, not printed"));
        }
        Some(Reconstructed::Rule) => {
            let known = |at: Point| vec![Shape::text("number known", at.by(0, 30), "4906")];
            entries.push(("", sign(known), "certain; the rest is reconstructed †"));
        }
        None => {}
    }
    entries.push((
        "",
        sign(|at| {
            // As long as a hex is wide; its words are farther to the right than those of shorter signs.
            let (from, to) = (at.by(-HALF / 2, 0), at.by(HALF * 3 / 2, 0));
            let mut bar = Path::line(&[from, to]);
            bar.add(&[from.by(0, -50), from.by(0, 50)]);
            bar.add(&[to.by(0, -50), to.by(0, 50)]);
            vec![Shape::path("scale", bar), Shape::text("legend", to.by(80, 42), "25 miles")]
        }),
        "",
    ));
    let mut entries: Vec<Entry> =
        entries.into_iter().map(|(classes, draw, words)| Entry::new(classes, draw, words)).collect();
    for &(way, side) in &signs.ways {
        let words = format!("{}: {}", side.title(), moves::words_of(way));
        entries.push(Entry::new("", move |at| moves::sample(at, side, way), words));
    }
    for (words, &(kind, side)) in &signs.marks {
        // A flag is drawn next to a captured place.
        let aside = if kind == Sign::Taken { 190 } else { 0 };
        entries.push(Entry::new("", move |at: Point| marks::sign(at.by(aside, 0), kind, side), *words));
    }
    entries
}
