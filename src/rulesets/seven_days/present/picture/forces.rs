//! Units and leaders of a position, entrenchments, the Supply Train and the Siege Guns.

use crate::board::Area;
use crate::document::Id;
use crate::report::svg::{Form, Path, Point, Shape};

use super::super::super::ledger::{Game, Train, Works};
use super::super::super::pack::Side;
use super::super::words;
use super::Scene;
use super::counters::{HIGH, PITCH, counter};
use super::ground::{BADGE, lines_of};

/// A stack is at most so many counters wide.
const ACROSS: usize = 4;
/// The height of a leader's line.
const LINE: i32 = 160;

/// Where a side's stack stands in an area: who controls it below the name, the other above the badge.
struct Place {
    at: Point,
    /// Rows go down from the point, or up.
    down: bool,
}

/// Units, and leaders.
pub fn forces(scene: &Scene, game: &Game) -> (Vec<Shape>, Vec<Shape>) {
    let (mut units, mut leaders) = (Vec::new(), Vec::new());
    for data in scene.areas() {
        for side in Side::BOTH {
            let own: Vec<&Id> = game.units_at(&scene.rules.pack, data.id, side).map(|(id, ..)| id).collect();
            let led: Vec<&Id> = game.leaders_in(&scene.rules.pack, data.id, side).collect();
            let below = game.control(data.id) == side;
            let centre = scene.centre(data.id);
            let place = match below {
                true => Place { at: centre.by(0, BADGE + 60 + lines_of(&data.name) * 140), down: true },
                false => Place { at: centre.by(0, -BADGE - 80), down: false },
            };
            let drawn = stack(scene, game, data.id, side, &own, &place);
            let rows = i32::try_from(own.len().div_ceil(ACROSS)).unwrap_or(0);
            units.extend(drawn);
            leaders.extend(names(scene, game, &led, &place, rows));
        }
    }
    (units, leaders)
}

/// The counters of a side in an area.
fn stack(scene: &Scene, game: &Game, area: Area, side: Side, own: &[&Id], place: &Place) -> Vec<Shape> {
    let mut shapes = Vec::new();
    // Commands stand together, infantry first.
    let mut own: Vec<_> = own.iter().filter_map(|id| Some((scene.rules.unit(id)?, &game.units[*id]))).collect();
    own.sort_by_key(|(unit, _)| (unit.command.clone(), unit.kind, unit.id.clone()));
    let rows = own.len().div_ceil(ACROSS).max(1);
    let wide = own.len().div_ceil(rows);
    for (n, (unit, state)) in own.iter().enumerate() {
        let (column, row) = (n % wide, n / wide);
        let in_row = wide.min(own.len() - row * wide);
        let part = |n: usize| i32::try_from(n).unwrap_or(0);
        let left = -(part(in_row) - 1) * PITCH.0 / 2;
        let down = if place.down { part(row) } else { part(row) - part(rows) + 1 };
        let first = if place.down { HIGH } else { -HIGH };
        let at = place.at.by(left + part(column) * PITCH.0, first + down * PITCH.1);
        let condition = if state.exhausted { "Exhausted" } else { "Fresh" };
        let said = format!(
            "{}: {}, {condition}, {}, in {}",
            side.title(),
            words::unit_with_factors(&scene.rules.pack, &unit.id),
            words::command_of(&scene.rules.pack, &unit.command),
            words::place(&scene.rules.pack, area)
        );
        shapes.push(Shape::new("unit", Form::Group(counter(at, unit, state.exhausted))).titled(said));
    }
    shapes
}

/// The leaders of a side in an area, beyond its counters: a full flag is Active, an empty one Inactive.
fn names(scene: &Scene, game: &Game, led: &[&Id], place: &Place, rows: i32) -> Vec<Shape> {
    let mut shapes = Vec::new();
    for (n, id) in led.iter().enumerate() {
        let n = i32::try_from(n).unwrap_or(0);
        let beyond = rows * PITCH.1 + n * LINE;
        let at = if place.down { place.at.by(0, beyond + 125) } else { place.at.by(0, -beyond - 20) };
        let Some(leader) = scene.rules.pack.forces.leaders.get(*id) else { continue };
        let inactive = game.leaders.get(*id).is_some_and(|state| state.inactive);
        let army = if leader.is_army() { " army-leader" } else { "" };
        let class = format!("leader-name{army}{}", if inactive { " resting" } else { "" });
        let half = i32::try_from(leader.name.chars().count()).unwrap_or(0) * 50;
        let mut parts = flag(at.by(-half - 100, -12), leader.side, inactive);
        parts.push(Shape::text(format!("{class} rim"), at, leader.name.clone()));
        parts.push(Shape::text(class, at, leader.name.clone()));
        let state = if inactive { "Inactive" } else { "Active" };
        let said = match leader.is_army() {
            true => format!("{}, who leads the {} army, {state}", leader.name, leader.side.title()),
            false => format!("{}, initiative {}, combat {}, {state}", leader.name, leader.initiative, leader.combat),
        };
        shapes.push(Shape::new("leader", Form::Group(parts)).titled(said));
    }
    shapes
}

/// A leader's flag.
pub fn flag(at: Point, side: Side, inactive: bool) -> Vec<Shape> {
    let side = match side {
        Side::Union => "union",
        Side::Confederate => "confederate",
    };
    let cloth = match side {
        "union" => vec![at, at.by(75, 0), at.by(75, -60), at.by(0, -60)],
        // A swallow's tail.
        _ => vec![at, at.by(85, 0), at.by(50, -30), at.by(85, -60), at.by(0, -60)],
    };
    let state = if inactive { "resting" } else { "mark" };
    let class = if inactive { format!("{side}-{state}") } else { format!("{side}-mark") };
    vec![Shape::path("pole", Path::line(&[at.by(0, 30), at.by(0, -64)])), Shape::path(class, Path::area(&cloth))]
}

/// Entrenchments, left of the badges.
pub fn works(scene: &Scene, game: &Game) -> Vec<Shape> {
    let mut shapes = Vec::new();
    for data in scene.areas() {
        let Some(works) = game.works.get(&data.id) else { continue };
        let at = scene.centre(data.id).by(-BADGE - 200, 0);
        let said = format!("{} in {}", words::capital(&words::works(*works)), words::place(&scene.rules.pack, data.id));
        shapes.push(Shape::new("trench", Form::Group(trench(at, *works))).titled(said));
    }
    shapes
}

/// An entrenchment: a wall with its angles outward, and its value.
pub fn trench(at: Point, works: Works) -> Vec<Shape> {
    let class = match works.side {
        Side::Union => "union-mark",
        Side::Confederate => "confederate-mark",
    };
    let wall =
        [(-150, 70), (-150, -20), (-100, -85), (-50, -20), (0, -85), (50, -20), (100, -85), (150, -20), (150, 70)];
    let words = match works.side {
        Side::Union => "union-factors",
        Side::Confederate => "confederate-factors",
    };
    vec![
        Shape::path(class, Path::area(&wall.map(|(x, y)| at.by(x, y)))),
        Shape::text(words, at.by(0, 55), format!("{:+}", works.level)),
    ]
}

/// The Supply Train and the Siege Guns, right of the badges.
pub fn stores(scene: &Scene, game: &Game) -> Vec<Shape> {
    let mut shapes = Vec::new();
    if let Train::At(area) = game.train
        && scene.holds(area)
    {
        let at = scene.centre(area).by(BADGE + 230, 0);
        shapes.push(Shape::new("store", Form::Group(wagon(at))).titled("The Union Supply Train"));
    }
    if let Some(area) = game.siege_guns.filter(|area| scene.holds(*area)) {
        let at = scene.centre(area).by(BADGE + 210, -170);
        shapes.push(Shape::new("store", Form::Group(balls(at))).titled("The Siege Guns"));
    }
    shapes
}

/// A wagon.
pub fn wagon(at: Point) -> Vec<Shape> {
    let cover = [at.by(-130, 20), at.by(-110, -90), at.by(110, -90), at.by(130, 20)];
    vec![
        Shape::path("canvas", Path::area(&cover)),
        Shape::circle("wheel", at.by(-75, 50), 42),
        Shape::circle("wheel", at.by(75, 50), 42),
    ]
}

/// Cannonballs.
pub fn balls(at: Point) -> Vec<Shape> {
    [(-50, 30), (50, 30), (0, -50)].map(|(x, y)| Shape::circle("ball", at.by(x, y), 50)).to_vec()
}
