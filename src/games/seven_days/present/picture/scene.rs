//! What is drawn: which areas of the map, where they lie on the sheet, and their names.

use super::names::{self, Name};
use crate::SevenDays;
use crate::board::outlines::contains;
use crate::board::{Area, Outlines, outlines};
use crate::document::Problem;
use crate::pack::{AreaData, Map};
use crate::report::svg::{Point, Viewport, ViewportMargins};
use crate::sorted::{SortedMap, SortedSet};

/// The scale of the sheet relative to the pack's drawing, so that counters have room.
const SCALE: i32 = 2;
/// The margins around the areas, and the minimum width of a sheet, so that title and legend fit.
const ROOM: ViewportMargins = ViewportMargins { beside: 250, above: 850, below: 250, width: 9000, step: 1 };
/// Extra space above a part of the map, which is narrower: its title takes more lines.
const LINES: i32 = 450;
/// An area's middle lies high if it has so much more room below than above.
const HIGHER: i32 = 150;

/// What is drawn.
pub struct Scene<'a> {
    pub(super) rules: &'a SevenDays,
    pub(super) areas: SortedSet<Area>,
    pub(super) outlines: Outlines,
    pub(super) frame: Viewport,
    /// The names of the areas that are to be seen.
    pub(super) names: SortedMap<Area, Name>,
}

/// A point of the pack's drawing in the sheet's size.
fn scaled(&(x, y): &(i32, i32)) -> Point {
    Point { x: x * SCALE, y: y * SCALE }
}

impl<'a> Scene<'a> {
    /// Areas with their names.
    ///
    /// # Errors
    /// The areas of the pack cannot be drawn as polygons.
    pub(super) fn new(rules: &'a SevenDays, areas: SortedSet<Area>) -> Result<Scene<'a>, Problem> {
        let mut scene = Scene::without_names(rules, areas)?;
        scene.names = scene.areas().map(|data| (data.id, names::place(&scene, data))).collect();
        Ok(scene)
    }

    /// Areas without their names.
    ///
    /// # Errors
    /// The areas of the pack cannot be drawn as polygons.
    fn without_names(rules: &'a SevenDays, areas: SortedSet<Area>) -> Result<Scene<'a>, Problem> {
        let map = &rules.pack.map;
        let at = map.areas.iter().map(|(area, data)| (*area, data.at)).collect();
        let pairs: Vec<(Area, Area)> = map.boundaries.iter().map(|boundary| boundary.areas.into()).collect();
        let outlines = outlines(map.size, &at, &pairs).map_err(|flaw| {
            Problem::new(format!("this pack's map cannot be drawn: {flaw}")).advice("`show map` gives it as text")
        })?;
        let corners = areas.iter().flat_map(|area| outlines.area(*area)).map(scaled);
        let part = areas.len() < map.areas.len();
        let frame = Viewport::around(
            corners,
            ViewportMargins { above: if part { ROOM.above + LINES } else { ROOM.above }, ..ROOM },
        );
        Ok(Scene { rules, areas, outlines, frame, names: SortedMap::new() })
    }

    /// The whole map.
    pub fn full_map(rules: &'a SevenDays) -> Result<Scene<'a>, Problem> {
        Scene::new(rules, rules.pack.map.areas.keys().copied().collect())
    }

    /// The printed map.
    pub(super) fn map(&self) -> &'a Map {
        &self.rules.pack.map
    }

    /// The areas that are visible.
    pub(super) fn areas(&self) -> impl Iterator<Item = &'a AreaData> {
        self.map().areas.values().filter(|data| self.areas.contains(&data.id))
    }

    /// Whether an area is visible.
    pub(super) fn is_visible(&self, area: Area) -> bool {
        self.areas.contains(&area)
    }

    /// The middle of an area on the sheet.
    pub(super) fn centre(&self, area: Area) -> Point {
        self.map().area(area).map_or(Point::default(), |data| self.frame.at(scaled(&data.at.into())))
    }

    /// The corners of an area on the sheet.
    pub fn corners(&self, area: Area) -> Vec<Point> {
        self.outlines.area(area).iter().map(|point| self.frame.at(scaled(point))).collect()
    }

    /// Whether a point of the sheet lies in an area.
    pub(super) fn is_in(&self, area: Area, at: Point) -> bool {
        let corners: Vec<(i32, i32)> = self.corners(area).iter().map(|at| (at.x, at.y)).collect();
        contains(&corners, (at.x, at.y))
    }

    /// The name of an area on the sheet.
    pub(super) fn name(&self, area: Area) -> Option<&Name> {
        self.names.get(&area)
    }

    /// Whether an area has much more space below its middle than above.
    pub(super) fn has_room_below(&self, area: Area) -> bool {
        let (at, corners) = (self.centre(area), self.corners(area));
        let above = corners.iter().map(|corner| at.y - corner.y).max().unwrap_or(0);
        let below = corners.iter().map(|corner| corner.y - at.y).max().unwrap_or(0);
        below > above + HIGHER
    }

    /// The edge of the country along an area, on the sheet.
    pub(super) fn coast(&self, area: Area) -> Vec<Point> {
        self.outlines.coast(area).iter().map(|point| self.frame.at(scaled(point))).collect()
    }

    /// The line between two areas on the sheet.
    pub(super) fn between(&self, a: Area, b: Area) -> Vec<Point> {
        self.outlines.boundary(a, b).iter().map(|point| self.frame.at(scaled(point))).collect()
    }
}

/// The middles of the areas on the board.
pub fn area_centres(rules: &SevenDays) -> SortedMap<Area, Point> {
    let middle = |scene: &Scene| scene.areas.iter().map(|area| (*area, scene.centre(*area))).collect();
    let areas = rules.pack.map.areas.keys().copied().collect();
    Scene::without_names(rules, areas).map_or_else(|_| SortedMap::new(), |scene| middle(&scene))
}
