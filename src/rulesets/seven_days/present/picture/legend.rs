//! The title above the map, and below it what its signs mean.

use crate::board::Area;
use crate::document::Id;
use crate::report::svg::{Path, Point, Shape};

use super::super::super::ledger::Works;
use super::super::super::pack::{AreaData, BridgeState, Factors, Kind, Side, Source, Unit};
use super::super::trail::{Fate, Sign, Way};
use super::Scene;
use super::{counters, forces, ground, moves};

/// The width of an entry, and its height.
const WIDTH: i32 = 3300;
const HEIGHT: i32 = 590;
/// The room left and right.
const MARGIN: i32 = 250;

/// The title.
pub fn heading(scene: &Scene, title: &str, subtitle: &str) -> Vec<Shape> {
    let at = Point { x: MARGIN, y: 430 };
    let letters = i32::try_from(title.chars().count()).unwrap_or(0);
    let class = if letters * 230 < scene.frame.width { "title" } else { "small-title" };
    vec![Shape::text(class, at, title), Shape::text("subtitle", at.by(0, 240), subtitle)]
}

/// A sign as it is drawn at a point.
type Draw = Box<dyn Fn(Point) -> Vec<Shape>>;

/// The legend from `top` downward, and how high it is.
pub fn legend(scene: &Scene, top: i32) -> (Vec<Shape>, i32) {
    let entries = entries();
    let columns = usize::try_from((scene.frame.width - 2 * MARGIN) / WIDTH).unwrap_or(1).max(1);
    let rows = entries.len().div_ceil(columns);
    let mut shapes = Vec::new();
    for (n, (sign, words)) in entries.into_iter().enumerate() {
        // Down one column, then the next.
        let (column, row) = (n / rows, n % rows);
        let part = |n: usize| i32::try_from(n).unwrap_or(0);
        let at = Point { x: MARGIN + 300 + part(column) * WIDTH, y: top + 330 + part(row) * HEIGHT };
        shapes.extend(sign(at));
        shapes.push(Shape::text("legend", at.by(380, 50), words));
    }
    (shapes, i32::try_from(rows).unwrap_or(0) * HEIGHT + 150)
}

fn sign(draw: impl Fn(Point) -> Vec<Shape> + 'static) -> Draw {
    Box::new(draw)
}

/// A unit that stands for all of its kind.
fn sample(side: Side, kind: Kind, horse: bool) -> Unit {
    let source = || Source::Stated(String::new());
    Unit {
        id: Id::known("sample"),
        name: String::new(),
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

fn entries() -> Vec<(Draw, &'static str)> {
    let unit = |side, kind, horse, tired| {
        let unit = sample(side, kind, horse);
        sign(move |at| counters::counter(at, &unit, tired))
    };
    let stroke = |classes: &'static [&'static str]| {
        sign(move |at| {
            classes.iter().map(|class| Shape::path(*class, Path::line(&[at.by(-200, 0), at.by(200, 0)]))).collect()
        })
    };
    let land = |class: &'static str| sign(move |at| vec![Shape::rect(class, at.by(-200, -110), 400, 220)]);
    let badge = |victory| {
        let data = sample_area(victory);
        // Without what is told of it: a legend's area is none.
        sign(move |at| ground::badge(at, &data).into_iter().map(|shape| Shape { title: None, ..shape }).collect())
    };
    let bridge = |state| sign(move |at| ground::holder(at, state));
    let trench = |side| sign(move |at| forces::trench(at, Works { side, level: 2 }));
    let way = |side, way| {
        sign(move |at| {
            let path = Path::line(&[at.by(-220, 0), at.by(60, 0)]);
            moves::drawn(side, way, &path, [at.by(40, 110), at.by(230, 0), at.by(40, -110)])
        })
    };
    let burst = |fate| {
        let mark = Sign::Assault(1, None, Some(fate));
        sign(move |at| moves::drawn_sign(at.by(-430, 110), mark))
    };
    vec![
        (badge(false), "area: number, terrain"),
        (badge(true), "it counts for victory"),
        (land("union-land"), "under Union control"),
        (land("confederate-land"), "under Confederate control"),
        (stroke(&["open-line"]), "open boundary"),
        (stroke(&["minor-water"]), "minor water"),
        (stroke(&["major-water", "major-core"]), "major water, crossed at bridges"),
        (stroke(&["road-rim", "road"]), "road"),
        (bridge(BridgeState::Union), "bridge held by the Union"),
        (bridge(BridgeState::Confederate), "by the Confederacy"),
        (bridge(BridgeState::Destroyed), "destroyed"),
        (unit(Side::Union, Kind::Infantry, false, false), "Union infantry, Fresh"),
        (unit(Side::Union, Kind::Infantry, false, true), "Exhausted"),
        (unit(Side::Confederate, Kind::Cavalry, false, false), "Confederate cavalry"),
        (unit(Side::Confederate, Kind::Artillery, false, false), "artillery"),
        (unit(Side::Confederate, Kind::Artillery, true, false), "horse artillery"),
        (sign(|at| forces::flag(at, Side::Union, false)), "Union leader, Active"),
        (sign(|at| forces::flag(at, Side::Confederate, true)), "Confederate leader, Inactive"),
        (trench(Side::Union), "Union entrenchment"),
        (trench(Side::Confederate), "Confederate entrenchment"),
        (sign(forces::wagon), "Union Supply Train"),
        (way(Side::Union, Way::March), "Union march"),
        (way(Side::Confederate, Way::March), "Confederate march"),
        (way(Side::Confederate, Way::Regroup), "regroup"),
        (way(Side::Union, Way::Retreat), "retreat"),
        (burst(Fate::Won), "assault, by its number: won"),
        (burst(Fate::Undecided), "a stalemate"),
        (burst(Fate::Repelled), "repelled"),
    ]
}
