//! The names of areas, and which part of an area is occupied before any pieces are placed.

use crate::board::Area;
use crate::report::svg::text_width::width;
use crate::report::svg::{Point, Shape};

use super::Scene;
use super::base_map::{BADGE, crossing};
use super::free_space::{FreeSpace, Rect};
use crate::pack::AreaData;

/// The height of a line, and the size of its letters with a little room beside them.
const LINE: i32 = 165;
const LETTERS: i32 = 155;
/// How far a name may stand from the middle of its area so that no road is below it.
const MAX_NAME_DISTANCE: i32 = 950;
/// About the size of a mark beside a badge: an entrenchment, the Supply Train.
const MARK: (i32, i32) = (340, 200);

/// A name on the sheet.
pub struct Name {
    lines: Vec<String>,
    pub rect: Rect,
}

/// Where the badge of an area is.
pub fn badge_room(at: Point, victory: bool) -> Rect {
    let side = 2 * (BADGE + if victory { 75 } else { 20 });
    Rect::centered_at(at, side, side)
}

/// Where the mark left of a badge is, or right of it.
pub fn mark_room(at: Point, right: bool) -> Rect {
    let aside = BADGE + 225;
    Rect::centered_at(at.by(if right { aside } else { -aside }, 0), MARK.0, MARK.1)
}

/// An area with its badge and its bridges, and the roads across it.
pub fn free_space(scene: &Scene, data: &AreaData) -> FreeSpace {
    let (area, at) = (data.id, scene.centre(data.id));
    let mut room = FreeSpace::new(&scene.corners(area));
    room.occupy(badge_room(at, data.victory));
    for boundary in scene.map().boundaries.iter().filter(|boundary| boundary.areas.contains(&area)) {
        let over = crossing(scene, boundary);
        if boundary.road {
            room.avoid_line([at, over]);
        }
        if boundary.bridge.is_some() {
            room.occupy(Rect::centered_at(over, 270, 270));
        }
    }
    room
}

/// The name of an area: above or below its badge, or as near as it has room and no road is struck through it.
pub fn place(scene: &Scene, data: &AreaData) -> Name {
    let lines = split_lines(&data.name);
    let width = lines.iter().map(|line| width(line, LETTERS)).max().unwrap_or(0);
    let height = i32::try_from(lines.len()).unwrap_or(1) * LINE;
    let at = scene.centre(data.id);
    let mut room = free_space(scene, data);
    room.occupy(mark_room(at, false));
    room.occupy(mark_room(at, true));
    let down = BADGE + 40 + if data.victory { 50 } else { 0 } + height / 2;
    // On the narrower side, so that those who come have the wider one.
    let wanted = at.by(0, if scene.has_room_below(data.id) { -down } else { down });
    let near = |rect: &Rect| crate::report::svg::arrows::distance(rect.middle(), at) <= MAX_NAME_DISTANCE;
    let found = room.find_off_lines(width, height, wanted).filter(near).or_else(|| room.find(width, height, wanted));
    Name { lines, rect: found.unwrap_or_else(|| Rect::centered_at(wanted, width, height)) }
}

/// The names.
pub fn names(scene: &Scene) -> Vec<Shape> {
    let mut shapes = Vec::new();
    for data in scene.areas() {
        let Some(Name { lines, rect }) = scene.name(data.id) else { continue };
        for (n, line) in lines.iter().enumerate() {
            let down = rect.top() + 130 + i32::try_from(n).unwrap_or(0) * LINE;
            let at = Point { x: rect.middle().x, y: down };
            shapes.push(Shape::text("area-name rim", at, line.clone()));
        }
    }
    shapes
}

/// Where the name of an area stands.
pub fn name_rect(scene: &Scene, area: Area) -> Option<Rect> {
    scene.name(area).map(|name| name.rect)
}

/// A name in lines of about equal length, if it is a long one.
pub fn split_lines(name: &str) -> Vec<String> {
    const LONG: usize = 13;
    let letters = name.chars().count();
    if letters <= LONG {
        return vec![name.to_owned()];
    }
    let breaks = name.char_indices().filter(|(_, c)| matches!(c, ' ' | '/'));
    let best = breaks.min_by_key(|(at, _)| name[..*at].chars().count().abs_diff(letters / 2));
    match best {
        Some((at, '/')) => vec![name[..=at].to_owned(), name[at + 1..].to_owned()],
        Some((at, _)) => vec![name[..at].to_owned(), name[at + 1..].to_owned()],
        None => vec![name.to_owned()],
    }
}
