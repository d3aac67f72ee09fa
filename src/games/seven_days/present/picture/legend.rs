//! The title above the map, and below it what its signs mean.

use crate::sorted::SortedSet;

use crate::board::Area;
use crate::document::Id;
use crate::report::svg::legend::{self, Entry, Grid, Sign};
use crate::report::svg::text_width::wrap;
use crate::report::svg::{Path, Point, Shape};

use super::super::tracks::{self, AssaultResult, MovementKind};
use super::Scene;
use super::style::LETTERS;
use super::{base_map, counters, markers, moves, small_scale};
use crate::pack::{AreaData, BridgeState, Factors, Kind, Side, Source, Unit};
use crate::position::ledger::Works;

const GRID: Grid = Grid { width: 3850, height: 620, margin: 250, sign: (300, 330), words: (380, 50) };

/// The same for large letters, as the whole map needs them from afar.
const LARGE: Grid = Grid { width: 5700, ..GRID };

/// The title.
pub fn heading(scene: &Scene, title: &str, subtitle: &str) -> Vec<Shape> {
    let letters = i32::try_from(title.chars().count()).unwrap_or(0);
    let at = Point { x: GRID.margin, y: 430 };
    let mut lines = wrap(subtitle, LETTERS, scene.frame.width - 2 * GRID.margin).into_iter();
    let first = lines.next().unwrap_or_default();
    let mut shapes = legend::title(at, letters * 230 < scene.frame.width, title, (290, &first));
    shapes.extend((1..).zip(lines).map(|(n, line)| Shape::text("subtitle", at.by(0, 290 + n * 270), line)));
    shapes
}

/// The legend from `top` downward, and how high it is. Of a picture on which these classes are seen it explains no
/// others.
pub fn legend(scene: &Scene, seen: Option<&SortedSet<String>>, top: i32, large: bool) -> (Vec<Shape>, i32) {
    let entries = entries().into_iter().chain(commands(scene)).collect();
    let grid = if large { LARGE } else { GRID };
    let (mut signs, height) = grid.legend(entries, seen, scene.frame.width, top);
    for words in signs.iter_mut().filter(|shape| large && shape.class == "legend") {
        words.class.push_str(" large-words");
    }
    // A page cuts the key off here.
    let ground = Shape::rect("paper", Point { x: 0, y: top }, scene.frame.width, height + 150);
    (std::iter::once(ground).chain(signs).collect(), height + 150)
}

fn sign(draw: impl Fn(Point) -> Vec<Shape> + 'static) -> Sign {
    Box::new(draw)
}

/// A unit that stands for all of its kind.
fn sample(side: Side, kind: Kind, horse: bool) -> Unit {
    let source = || Source::Stated(String::new());
    Unit {
        id: Id::known("sample"),
        name: "Name".to_owned(),
        side,
        kind,
        horse,
        command: Id::known("sample"),
        factors: Factors { attack: 4, defense: 5, movement: 5 },
        reduced: None,
        garrison: false,
        source: source(),
        factors_source: source(),
    }
}

/// An area that stands for all.
fn sample_area(victory: bool) -> AreaData {
    let source = || Source::Stated(String::new());
    AreaData {
        id: Area(6),
        name: String::new(),
        tem: 3,
        at: [0, 0],
        control: Side::Union,
        victory,
        james: false,
        source: source(),
        tem_source: source(),
        control_source: source(),
    }
}

/// The bars of the commands, both sides' beside each other, from the darkest to the lightest colour.
fn commands(scene: &Scene) -> Vec<Entry> {
    let of = |colour: &str| {
        let all = scene.rules.pack.forces.commands.values().filter(|command| command.colour == colour);
        let mut all: Vec<(Side, &str)> = all.map(|command| (command.side, command.name.as_str())).collect();
        // The Independent units of both sides have the same name.
        all.sort_unstable();
        all.dedup_by_key(|(_, name)| *name);
        all.into_iter().map(|(_, name)| name).collect::<Vec<_>>().join(", ")
    };
    let named = counters::COLOURS.into_iter().map(|colour| (colour, of(colour))).filter(|(_, names)| !names.is_empty());
    let bar = |colour| move |at: Point| vec![Shape::rect(counters::colour(colour), at.by(-40, -150), 85, 300)];
    named
        .map(|(colour, names)| Entry::new(format!("{colour}-bar"), bar(colour), format!("{colour}: {names}")))
        .collect()
}

/// A card as a sample.
fn card(at: Point) -> Vec<Shape> {
    let outline = Path::counter(at.by(20, 0), (350, 170), 0);
    vec![Shape::path("union-card", outline), Shape::text("union-card-strength", at.by(345, 95), "4+2")]
}

/// The number on the counter of a stack.
fn sum(at: Point) -> Vec<Shape> {
    vec![
        Shape::path("union-fresh", Path::counter(at.by(20, 0), (190, 160), 0)),
        Shape::text("union-sum", at.by(20, 95), "9"),
    ]
}

fn entries() -> Vec<Entry> {
    let unit = |side, kind, horse, tired| {
        let unit = sample(side, kind, horse);
        sign(move |at| counters::counter(at, &unit, "yellow", tired))
    };
    let stroke = |classes| sign(legend::stroke(classes, 200));
    let land = |class: &'static str| sign(move |at| vec![Shape::rect(class, at.by(-200, -110), 400, 220)]);
    let badge = |victory| {
        let data = sample_area(victory);
        // Without a description: the area in a legend is not a real one.
        sign(move |at| base_map::badge(at, &data).into_iter().map(|shape| Shape { title: None, ..shape }).collect())
    };
    let bridge = |state| sign(move |at| base_map::holder_mark(at, state));
    let trench = |side| sign(move |at| markers::trench(at, Works { side, level: 2 }));
    let way = |side, way| {
        sign(move |at| {
            let path = Path::line(&[at.by(-220, 0), at.by(60, 0)]);
            moves::drawn(side, way, &path, Some([at.by(40, 110), at.by(230, 0), at.by(40, -110)]))
        })
    };
    let burst = |fate| {
        let mark = tracks::MarkKind::Assault(1, None, Some(fate));
        sign(move |at| moves::drawn_sign(at.by(-320, 400), mark))
    };
    let entries = vec![
        ("badge", badge(false), "area: number, terrain"),
        ("victory-ring", badge(true), "area that counts for victory"),
        ("union-land", land("union-land"), "under Union control"),
        ("confederate-land", land("confederate-land"), "under Confederate control"),
        ("victory-town", sign(small_scale::sample), "counts for victory"),
        ("front", stroke(&["front-rim", "front"]), "the front"),
        ("union-card confederate-card", sign(card), "command: Fresh + Exhausted units"),
        ("open-line", stroke(&["open-line"]), "open boundary"),
        ("minor-water", stroke(&["minor-water"]), "Minor Water boundary"),
        ("major-water", stroke(&["major-water", "major-core"]), "Major Water boundary, crossed only at bridges"),
        ("road", stroke(&["road-rim", "road"]), "road"),
        ("held", bridge(BridgeState::Union), "bridge held by the Union"),
        ("held", bridge(BridgeState::Confederate), "bridge held by the Confederacy"),
        ("cross", bridge(BridgeState::Destroyed), "destroyed bridge"),
        (
            "union-fresh",
            unit(Side::Union, Kind::Infantry, false, false),
            "Union infantry, Fresh: bar in its command's color",
        ),
        ("tired-line", unit(Side::Union, Kind::Infantry, false, true), "Exhausted"),
        ("confederate-fresh", unit(Side::Confederate, Kind::Cavalry, false, false), "Confederate cavalry"),
        ("kind-dot", unit(Side::Confederate, Kind::Artillery, false, false), "artillery"),
        ("kind-dot", unit(Side::Confederate, Kind::Artillery, true, false), "horse artillery"),
        ("leader", sign(|at| markers::flag(at, Side::Union, false)), "Union leader, Active"),
        (
            "confederate-resting union-resting",
            sign(|at| markers::flag(at, Side::Confederate, true)),
            "Confederate leader, Inactive",
        ),
        ("trench", trench(Side::Union), "Union entrenchment"),
        ("trench", trench(Side::Confederate), "Confederate entrenchment"),
        ("union-sum confederate-sum", sign(sum), "stack: number of units"),
        ("canvas", sign(markers::wagon), "Union Supply Train"),
        ("ball", sign(markers::cannonballs), "Union Siege Guns (16.2)"),
        ("gunboat", sign(markers::gunboat), "area supported by gunboats (15.6)"),
        ("union-way", way(Side::Union, MovementKind::March), "Union march"),
        ("confederate-way", way(Side::Confederate, MovementKind::March), "Confederate march"),
        ("regroup", way(Side::Confederate, MovementKind::Regroup), "regroup"),
        ("retreat", way(Side::Union, MovementKind::Retreat), "retreat"),
        ("burst", burst(AssaultResult::Won), "assault, by its number: won"),
        ("burst", burst(AssaultResult::Undecided), "Stalemate"),
        ("burst", burst(AssaultResult::Repelled), "repulsed"),
    ];
    entries.into_iter().map(|(classes, sign, words)| Entry::new(classes, sign, words)).collect()
}
