//! Marks of a position: flags of leaders, entrenchments, the Supply Train, the Siege Guns and the reach of the
//! gunboats.

use crate::report::svg::{Form, Path, Point, Shape};

use super::super::vocabulary;
use super::Scene;
use super::base_map::BADGE;
use super::free_space::{FreeSpace, Rect};
use crate::pack::{AreaData, Side};
use crate::position::ledger::{Game, Train, Works};

/// Takes the places of these marks in an area.
pub fn occupy_places(scene: &Scene, game: &Game, data: &AreaData, room: &mut FreeSpace) {
    let at = scene.centre(data.id);
    if game.works.contains_key(&data.id) {
        room.occupy(super::names::mark_room(at, false));
    }
    if game.train == Train::At(data.id) {
        room.occupy(super::names::mark_room(at, true));
    }
    if game.siege_guns == Some(data.id) {
        room.occupy(Rect::centered_at(guns_place(at), 220, 200));
    }
    if gunboat_effect(scene, game, data).is_some() {
        room.occupy(Rect::centered_at(ship_place(at), 300, 180));
    }
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
        let at = scene.centre(data.id).by(-BADGE - 215, 0);
        let title = format!(
            "{} in {}",
            vocabulary::capital(&vocabulary::works(*works)),
            vocabulary::place(&scene.rules.pack, data.id)
        );
        shapes.push(Shape::new("trench", Form::Group(trench(at, *works))).titled(title));
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

fn guns_place(at: Point) -> Point {
    at.by(BADGE + 180, -200)
}

fn ship_place(at: Point) -> Point {
    at.by(-BADGE - 170, -215)
}

/// What the gunboats do in an area: nothing out of their reach, and without the rule of 15.6.
fn gunboat_effect(scene: &Scene, game: &Game, data: &AreaData) -> Option<&'static str> {
    let landing = || scene.rules.scenario(game).is_some_and(|scenario| scenario.train == data.id);
    match game.options.gunboats {
        true if data.james => Some("The gunboats: +1 to a Union attack on the area, and to its Union defense"),
        true if landing() => Some("The gunboats: +1 to its Union defense"),
        _ => None,
    }
}

/// The Supply Train and the Siege Guns, right of the badges; left of them the gunboats where they reach.
pub fn supply_train_and_guns(scene: &Scene, game: &Game) -> Vec<Shape> {
    let mut shapes = Vec::new();
    if let Train::At(area) = game.train
        && scene.is_visible(area)
    {
        let at = scene.centre(area).by(BADGE + 230, 0);
        shapes.push(Shape::new("store", Form::Group(wagon(at))).titled("The Union Supply Train"));
    }
    if let Some(area) = game.siege_guns.filter(|area| scene.is_visible(*area)) {
        shapes.push(
            Shape::new("store", Form::Group(cannonballs(guns_place(scene.centre(area))))).titled("The Siege Guns"),
        );
    }
    for data in scene.areas() {
        let Some(title) = gunboat_effect(scene, game, data) else { continue };
        let ship = gunboat(ship_place(scene.centre(data.id)));
        shapes.push(Shape::new("store", Form::Group(ship)).titled(title));
    }
    shapes
}

/// A gunboat: a hull, a casemate and a funnel.
pub fn gunboat(at: Point) -> Vec<Shape> {
    let hull = [(-140, 10), (140, 10), (95, 75), (-95, 75)].map(|(x, y)| at.by(x, y));
    let house = [(-90, 10), (-60, -40), (60, -40), (90, 10)].map(|(x, y)| at.by(x, y));
    vec![
        Shape::rect("gunboat", at.by(-20, -90), 40, 50),
        Shape::path("gunboat-house", Path::area(&house)),
        Shape::path("gunboat", Path::area(&hull)),
    ]
}

/// A wagon.
pub fn wagon(at: Point) -> Vec<Shape> {
    scaled_wagon(at, 100)
}

/// The same of a size in hundredths.
pub fn scaled_wagon(at: Point, hundredths: i32) -> Vec<Shape> {
    let by = |x: i32, y: i32| at.by(x * hundredths / 100, y * hundredths / 100);
    let cover = [by(-130, 20), by(-110, -90), by(110, -90), by(130, 20)];
    let wheel = |x: i32| Shape::circle("wheel", by(x, 50), 42 * hundredths / 100);
    vec![Shape::path("canvas", Path::area(&cover)), wheel(-75), wheel(75)]
}

/// Cannonballs.
pub fn cannonballs(at: Point) -> Vec<Shape> {
    [(-50, 30), (50, 30), (0, -50)].map(|(x, y)| Shape::circle("ball", at.by(x, y), 50)).to_vec()
}
