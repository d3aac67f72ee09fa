//! The ground: areas, what is along their boundaries, roads, bridges, names and numbers, and who controls it.

use crate::report::svg::{
    Form, Path, Point, Shape,
    arrows::{along, heading},
};

use super::super::vocabulary;
use super::Scene;
use crate::pack::{AreaData, Boundary, BridgeState, Side, Water};
use crate::position::ledger::Game;

/// The radius of the badge with an area's number.
pub const BADGE: i32 = 250;
/// Half the length of a bridge.
const SPAN: i32 = 150;

/// The polygons.
pub fn areas(scene: &Scene) -> Vec<Shape> {
    let shape = |data: &AreaData| Shape::path("land", Path::area(&scene.corners(data.id))).titled(area_title(data));
    scene.areas().map(shape).collect()
}

/// An area in words.
fn area_title(data: &AreaData) -> String {
    let victory = if data.victory { ", counts for victory" } else { "" };
    let james = if data.james { ", on the James" } else { "" };
    format!("{} {}: terrain {:+}{victory}{james}", data.id, data.name, data.tem)
}

/// The same as far as a side controls it.
pub fn control(scene: &Scene, game: &Game) -> Vec<Shape> {
    let shape = |data: &AreaData| {
        let side = game.control(data.id);
        let class = match side {
            Side::Union => "union-land",
            Side::Confederate => "confederate-land",
        };
        let title = format!("{}; {} control", area_title(data), side.title());
        Shape::path(class, Path::area(&scene.corners(data.id))).titled(title)
    };
    scene.areas().map(shape).collect()
}

/// The boundaries of which a part is to be seen.
fn boundaries<'a>(scene: &'a Scene) -> impl Iterator<Item = &'a Boundary> {
    scene.map().boundaries.iter().filter(|boundary| boundary.areas.iter().any(|area| scene.is_visible(*area)))
}

/// The front: the boundaries between what one side controls and what the other does.
pub fn front(scene: &Scene, game: &Game) -> Vec<Shape> {
    let apart = boundaries(scene).filter(|one| game.control(one.areas[0]) != game.control(one.areas[1]));
    let path = Path::joined(&apart.map(|Boundary { areas: [a, b], .. }| scene.between(*a, *b)).collect::<Vec<_>>());
    if path.is_empty() {
        return Vec::new();
    }
    vec![Shape::path("front-rim", path.clone()), Shape::path("front", path)]
}

/// Boundaries on open ground.
pub fn land_boundaries(scene: &Scene) -> Vec<Shape> {
    let open = boundaries(scene).filter(|boundary| boundary.water == Water::Open);
    let path = Path::joined(&open.map(|Boundary { areas: [a, b], .. }| scene.between(*a, *b)).collect::<Vec<_>>());
    if path.is_empty() { Vec::new() } else { vec![Shape::path("open-line", path)] }
}

/// Boundaries along water.
pub fn water_boundaries(scene: &Scene) -> Vec<Shape> {
    let along = |water: Water| {
        let found = boundaries(scene).filter(|boundary| boundary.water == water);
        Path::joined(&found.map(|Boundary { areas: [a, b], .. }| scene.between(*a, *b)).collect::<Vec<_>>())
    };
    let (minor, major) = (along(Water::Minor), along(Water::Major));
    let drawn = [("minor-water", minor), ("major-water", major.clone()), ("major-core", major)];
    drawn.into_iter().filter(|(_, path)| !path.is_empty()).map(|(class, path)| Shape::path(class, path)).collect()
}

/// The edge of the country.
pub fn coast(scene: &Scene) -> Vec<Shape> {
    let path = Path::joined(&scene.areas().map(|data| scene.coast(data.id)).collect::<Vec<_>>());
    if path.is_empty() { Vec::new() } else { vec![Shape::path("edge-line", path)] }
}

/// Where the line between two areas crosses their boundary.
pub fn crossing(scene: &Scene, boundary: &Boundary) -> Point {
    let [a, b] = boundary.areas;
    let line = scene.between(a, b);
    line.get(line.len() / 2).copied().unwrap_or_else(|| scene.centre(a).toward(scene.centre(b), 50))
}

/// Roads, from the middle of an area over the boundary to the middle of the next.
pub fn roads(scene: &Scene) -> Vec<Shape> {
    let mut path = Path::default();
    for boundary in boundaries(scene).filter(|boundary| boundary.road) {
        let [a, b] = boundary.areas;
        let over = crossing(scene, boundary);
        match (scene.is_visible(a), scene.is_visible(b)) {
            (true, true) => path.add(&[scene.centre(a), over, scene.centre(b)]),
            (true, false) => path.add(&[scene.centre(a), over]),
            (false, true) => path.add(&[over, scene.centre(b)]),
            (false, false) => {}
        }
    }
    if path.is_empty() { Vec::new() } else { vec![Shape::path("road-rim", path.clone()), Shape::path("road", path)] }
}

/// The direction in which a boundary is crossed.
fn crossing_direction(scene: &Scene, boundary: &Boundary) -> (i32, i32) {
    let [a, b] = boundary.areas;
    heading(scene.centre(a), scene.centre(b))
}

/// Bridges: two rails across the water.
pub fn bridge_rails(scene: &Scene) -> Vec<Shape> {
    let mut shapes = Vec::new();
    for boundary in boundaries(scene) {
        let Some(bridge) = &boundary.bridge else { continue };
        let (at, over) = (crossing(scene, boundary), crossing_direction(scene, boundary));
        let mut rails = Path::default();
        for aside in [-55, 55] {
            rails.add(&[along(at, over, -SPAN, aside), along(at, over, SPAN, aside)]);
        }
        let [a, b] = boundary.areas;
        let deck =
            [(-SPAN, -55), (SPAN, -55), (SPAN, 55), (-SPAN, 55)].map(|(ahead, right)| along(at, over, ahead, right));
        let parts = vec![Shape::path("deck", Path::area(&deck)), Shape::path("rails", rails)];
        shapes.push(Shape::new("span", Form::Group(parts)).titled(format!("{} ({a}-{b})", bridge.name)));
    }
    shapes
}

/// Who holds the bridges: a square is the Union's, a lozenge the Confederate's, a cross destroyed.
pub fn bridges(scene: &Scene, game: &Game) -> Vec<Shape> {
    if !game.options.bridges {
        return Vec::new();
    }
    let mut shapes = Vec::new();
    for boundary in boundaries(scene) {
        let Some(bridge) = &boundary.bridge else { continue };
        let Some(state) = game.bridges.get(&bridge.id) else { continue };
        let at = crossing(scene, boundary);
        let title = format!(
            "{} is {}",
            vocabulary::capital(&vocabulary::bridge_between(&scene.rules.pack, &bridge.id)),
            vocabulary::bridge_state(*state)
        );
        shapes.push(Shape::new("held", Form::Group(holder_mark(at, *state))).titled(title));
        if game.engineers.as_ref() == Some(&bridge.id) {
            let engineers =
                vec![Shape::circle("tag", at.by(150, -110), 80), Shape::text("tag-text", at.by(150, -72), "E")];
            shapes.push(Shape::new("held", Form::Group(engineers)).titled("The Engineers"));
        }
    }
    shapes
}

/// The mark of a bridge's holder.
pub fn holder_mark(at: Point, state: BridgeState) -> Vec<Shape> {
    match state {
        BridgeState::Union => vec![Shape::rect("union-mark", at.by(-50, -50), 100, 100)],
        BridgeState::Confederate => {
            let corners = [at.by(0, -72), at.by(72, 0), at.by(0, 72), at.by(-72, 0)];
            vec![Shape::path("confederate-mark", Path::area(&corners))]
        }
        BridgeState::Destroyed => {
            let mut cross = Path::line(&[at.by(-95, -95), at.by(95, 95)]);
            cross.add(&[at.by(95, -95), at.by(-95, 95)]);
            vec![Shape::path("cross-rim", cross.clone()), Shape::path("cross", cross)]
        }
    }
}

/// The badges: the number above, the terrain below, ringed in red where the area counts for victory.
pub fn badges(scene: &Scene) -> Vec<Shape> {
    scene.areas().flat_map(|data| badge(scene.centre(data.id), data)).collect()
}

/// A badge.
pub fn badge(at: Point, data: &AreaData) -> Vec<Shape> {
    let mut parts = Vec::new();
    if data.victory {
        parts.push(Shape::circle("victory-ring", at, BADGE + 62));
    }
    parts.extend([
        Shape::circle("badge", at, BADGE),
        Shape::path("badge-line", Path::line(&[at.by(-BADGE, 35), at.by(BADGE, 35)])),
        Shape::text("area-number", at.by(0, -8), data.id.to_string()),
        Shape::text("terrain", at.by(0, 178), format!("{:+}", data.tem)),
    ]);
    vec![Shape::new("identifier", Form::Group(parts)).titled(area_title(data))]
}
