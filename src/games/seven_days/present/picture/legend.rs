//! The title above the map, and below it what its signs mean.

use crate::sorted::SortedSet;

use crate::board::Area;
use crate::document::Id;
use crate::report::svg::{Path, Point, Shape};

use super::super::tracks::{Fate, Sign, Way};
use super::Scene;
use super::{counters, forces, ground, moves, stacks};
use crate::pack::{AreaData, BridgeState, Factors, Kind, Side, Source, Unit};
use crate::position::ledger::Works;

/// The width of an entry, and its height.
const WIDTH: i32 = 3850;
const HEIGHT: i32 = 620;
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

/// What is explained: the classes of which one must be seen, the sign, and what it means.
type Entry = (String, Draw, String);

/// The legend from `top` downward, and how high it is. Of a picture on which these classes are seen it explains no others.
pub fn legend(scene: &Scene, seen: Option<&SortedSet<String>>, top: i32) -> (Vec<Shape>, i32) {
    let is_seen = |classes: &str| seen.is_none_or(|seen| classes.split(' ').any(|class| seen.contains(class)));
    let told = entries().into_iter().chain(commands(scene)).filter(|(classes, ..)| is_seen(classes));
    let entries: Vec<(Draw, String)> = told.map(|(_, sign, words)| (sign, words)).collect();
    let columns = usize::try_from((scene.frame.width - 2 * MARGIN) / WIDTH).unwrap_or(1).max(1);
    let rows = entries.len().div_ceil(columns);
    let height = i32::try_from(rows).unwrap_or(0) * HEIGHT + 150;
    // A page cuts the key off here.
    let mut shapes = vec![Shape::rect("paper", Point { x: 0, y: top }, scene.frame.width, height)];
    for (n, (sign, words)) in entries.into_iter().enumerate() {
        // Down one column, then the next.
        let (column, row) = (n / rows, n % rows);
        let part = |n: usize| i32::try_from(n).unwrap_or(0);
        let at = Point { x: MARGIN + 300 + part(column) * WIDTH, y: top + 330 + part(row) * HEIGHT };
        shapes.extend(sign(at));
        shapes.push(Shape::text("legend", at.by(380, 50), words));
    }
    (shapes, height)
}

fn sign(draw: impl Fn(Point) -> Vec<Shape> + 'static) -> Draw {
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
    let bar = |colour| sign(move |at| vec![Shape::rect(counters::colour(colour), at.by(-40, -150), 85, 300)]);
    named.map(|(colour, names)| (format!("{colour}-bar"), bar(colour), format!("{colour}: {names}"))).collect()
}

fn entries() -> Vec<Entry> {
    let unit = |side, kind, horse, tired| {
        let unit = sample(side, kind, horse);
        sign(move |at| counters::counter(at, &unit, "yellow", tired))
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
    let entries = vec![
        ("badge", badge(false), "area: number, terrain"),
        ("victory-ring", badge(true), "area that counts for victory"),
        ("union-land", land("union-land"), "under Union control"),
        ("confederate-land", land("confederate-land"), "under Confederate control"),
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
            "Union infantry, Fresh: bar in its command's colour",
        ),
        ("tired-line", unit(Side::Union, Kind::Infantry, false, true), "Exhausted"),
        ("confederate-fresh", unit(Side::Confederate, Kind::Cavalry, false, false), "Confederate cavalry"),
        ("kind-dot", unit(Side::Confederate, Kind::Artillery, false, false), "artillery"),
        ("kind-dot", unit(Side::Confederate, Kind::Artillery, true, false), "horse artillery"),
        ("leader", sign(|at| forces::flag(at, Side::Union, false)), "Union leader, Active"),
        (
            "confederate-resting union-resting",
            sign(|at| forces::flag(at, Side::Confederate, true)),
            "Confederate leader, Inactive",
        ),
        ("trench", trench(Side::Union), "Union entrenchment"),
        ("trench", trench(Side::Confederate), "Confederate entrenchment"),
        ("count", sign(|at| stacks::count(at, 9)), "number of units in the stack"),
        ("canvas", sign(forces::wagon), "Union Supply Train"),
        ("ball", sign(forces::balls), "Union Siege Guns (16.2)"),
        ("gunboat", sign(forces::gunboat), "area supported by gunboats (15.6)"),
        ("union-way", way(Side::Union, Way::March), "Union march"),
        ("confederate-way", way(Side::Confederate, Way::March), "Confederate march"),
        ("regroup", way(Side::Confederate, Way::Regroup), "regroup"),
        ("retreat", way(Side::Union, Way::Retreat), "retreat"),
        ("burst", burst(Fate::Won), "assault, by its number: won"),
        ("burst", burst(Fate::Undecided), "Stalemate"),
        ("burst", burst(Fate::Repelled), "repulsed"),
    ];
    entries.into_iter().map(|(classes, sign, words)| (classes.to_owned(), sign, words.to_owned())).collect()
}
