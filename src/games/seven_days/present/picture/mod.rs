//! The map as a picture: areas as polygons with the pieces of a position, and the events of a step.

mod base_map;
pub mod counters;
pub mod free_space;
pub mod label_placement;
mod legend;
mod markers;
mod moves;
mod names;
pub mod river_names;
mod small_scale;
pub mod stack_summary;
mod stacks;
pub mod style;
mod tracks;
pub mod victory;
pub use victory::standing;

use crate::sorted::{SortedMap, SortedSet};

use crate::board::outlines::contains;
use crate::board::{Area, Outlines, outlines};
use crate::document::Problem;
use crate::report::svg::Detail::{self, Far, Middle, Near};
use crate::report::svg::{self, Details, Drawing, Point, Role, Shape, Viewport, ViewportMargins, arrows, layers};
use crate::report::{MapView, Pieces};

use super::tracks::Tracks;
use super::{report, show};
use crate::SevenDays;
use crate::pack::{AreaData, Map};
use crate::position::ledger::Game;
use names::Name;

/// The scale of the sheet relative to the pack's drawing, so that counters have room.
const SCALE: i32 = 2;
/// The margins around the areas, and the minimum width of a sheet, so that title and legend fit.
const ROOM: ViewportMargins = ViewportMargins { beside: 250, above: 850, below: 250, width: 9000, step: 1 };
/// Extra space above a part of the map, which is narrower: its title takes more lines.
const LINES: i32 = 450;
/// Pictures of at most this many areas are shown larger.
const FEW: usize = 16;

/// An area's middle lies high if it has so much more room below than above.
const HIGHER: i32 = 150;

/// What is drawn.
pub struct Scene<'a> {
    rules: &'a SevenDays,
    areas: SortedSet<Area>,
    outlines: Outlines,
    frame: Viewport,
    /// The names of the areas that are to be seen.
    names: SortedMap<Area, Name>,
}

/// A point of the pack's drawing in the sheet's size.
fn scaled(&(x, y): &(i32, i32)) -> Point {
    Point { x: x * SCALE, y: y * SCALE }
}

impl<'a> Scene<'a> {
    /// # Errors
    /// The areas of the pack cannot be drawn as polygons.
    fn new(rules: &'a SevenDays, areas: SortedSet<Area>) -> Result<Scene<'a>, Problem> {
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

    fn map(&self) -> &'a Map {
        &self.rules.pack.map
    }

    /// The areas that are visible.
    fn areas(&self) -> impl Iterator<Item = &'a AreaData> {
        self.map().areas.values().filter(|data| self.areas.contains(&data.id))
    }

    /// Whether an area is visible.
    fn is_visible(&self, area: Area) -> bool {
        self.areas.contains(&area)
    }

    /// The middle of an area on the sheet.
    fn centre(&self, area: Area) -> Point {
        self.map().area(area).map_or(Point::default(), |data| self.frame.at(scaled(&data.at.into())))
    }

    /// The corners of an area on the sheet.
    pub fn corners(&self, area: Area) -> Vec<Point> {
        self.outlines.area(area).iter().map(|point| self.frame.at(scaled(point))).collect()
    }

    /// Whether a point of the sheet lies in an area.
    fn is_in(&self, area: Area, at: Point) -> bool {
        let corners: Vec<(i32, i32)> = self.corners(area).iter().map(|at| (at.x, at.y)).collect();
        contains(&corners, (at.x, at.y))
    }

    /// The name of an area on the sheet.
    fn name(&self, area: Area) -> Option<&Name> {
        self.names.get(&area)
    }

    /// Whether an area has much more space below its middle than above.
    fn has_room_below(&self, area: Area) -> bool {
        let (at, corners) = (self.centre(area), self.corners(area));
        let above = corners.iter().map(|corner| at.y - corner.y).max().unwrap_or(0);
        let below = corners.iter().map(|corner| corner.y - at.y).max().unwrap_or(0);
        below > above + HIGHER
    }

    /// The edge of the country along an area, on the sheet.
    fn coast(&self, area: Area) -> Vec<Point> {
        self.outlines.coast(area).iter().map(|point| self.frame.at(scaled(point))).collect()
    }

    /// The line between two areas on the sheet.
    fn between(&self, a: Area, b: Area) -> Vec<Point> {
        self.outlines.boundary(a, b).iter().map(|point| self.frame.at(scaled(point))).collect()
    }
}

/// Draws the map or a part of it with its pieces; with tracks, also the events of the step.
///
/// # Errors
/// There is no such part.
pub fn draw(rules: &SevenDays, game: &Game, view: &MapView, tracks: Option<&Tracks>) -> Result<Drawing, Problem> {
    let mut areas = show::part(rules, game, view)?;
    let happened = tracks.map(|tracks| neighbourhood(rules, tracks)).filter(|_| view.happened);
    if let Some(happened) = happened.filter(|happened| !happened.is_empty()) {
        areas.retain(|area| happened.contains(area));
    }
    let zoom = if areas.len() <= FEW { 130 } else { 75 };
    let scene = Scene::new(rules, areas)?;
    let title = show::map_title(view).replacen("The map", "The Seven Days", 1);
    let subtitle = format!("{}. {}", report::title(rules, game), report::standing(rules, game).join(" "));
    Ok(assemble(&scene, Sheet { title, subtitle, zoom, detail: view.detail() }, Some((game, tracks))))
}

/// The areas where something happened, and their neighbours.
fn neighbourhood(rules: &SevenDays, tracks: &Tracks) -> SortedSet<Area> {
    let areas = tracks.areas();
    let beside: Vec<Area> = areas.iter().flat_map(|area| rules.pack.map.bordering(*area)).collect();
    areas.into_iter().chain(beside).collect()
}

/// The whole map, the same all match long, with empty layers for what changes.
///
/// # Errors
/// The areas of the pack cannot be drawn.
pub fn board(rules: &SevenDays) -> Result<Drawing, Problem> {
    let scene = Scene::full_map(rules)?;
    let subtitle = "June 26 to July 2, 1862.".to_owned();
    Ok(assemble(&scene, Sheet { title: "The Seven Days".to_owned(), subtitle, zoom: 75, detail: Near }, None))
}

/// The pieces on the board, and the events of the step.
pub fn pieces(rules: &SevenDays, game: &Game, tracks: Option<&Tracks>) -> Pieces {
    let Ok(scene) = Scene::full_map(rules) else { return Pieces::default() };
    layers::pieces(LAYERS, changing_layers(&scene, game, tracks), tracks.and_then(|tracks| focus(&scene, tracks)))
}

/// The part of the sheet that a step was about; `None` if nothing happened anywhere.
fn focus(scene: &Scene, tracks: &Tracks) -> Option<(Point, Point)> {
    let areas = tracks.areas();
    arrows::bounds(areas.iter().flat_map(|area| scene.corners(*area)))
}

/// The middles of the areas on the board.
pub fn area_centres(rules: &SevenDays) -> SortedMap<Area, Point> {
    let middle = |scene: &Scene| scene.areas.iter().map(|area| (*area, scene.centre(*area))).collect();
    let areas = rules.pack.map.areas.keys().copied().collect();
    Scene::without_names(rules, areas).map_or_else(|_| SortedMap::new(), |scene| middle(&scene))
}

/// What stands above a map, and how large it is shown.
struct Sheet {
    title: String,
    subtitle: String,
    zoom: i32,
    /// The scale at which it is shown, so that the legend explains what is visible.
    detail: Detail,
}

/// The layers from the bottom up. Permanent and changing layers form as few runs as possible, because a page paints
/// each run separately.
pub const LAYERS: layers::Order = &[
    ("paper-layer", Role::Ground, Details::Always),
    ("ground", Role::Ground, Details::Always),
    ("open-lines", Role::Ground, Details::From(Middle)),
    ("waters", Role::Ground, Details::Always),
    ("coast", Role::Ground, Details::Always),
    ("roads", Role::Ground, Details::From(Middle)),
    ("spans", Role::Ground, Details::From(Middle)),
    ("control", Role::Position, Details::Always),
    ("front", Role::Position, Details::Only(Far)),
    ("bridges", Role::Position, Details::From(Middle)),
    ("moves", Role::Step, Details::Always),
    ("river-names", Role::Ground, Details::From(Middle)),
    ("names", Role::Ground, Details::From(Middle)),
    ("badges", Role::Ground, Details::From(Middle)),
    ("towns", Role::Ground, Details::Only(Far)),
    ("heading", Role::Ground, Details::Always),
    (svg::KEY, Role::Ground, Details::Always),
    ("works", Role::Position, Details::From(Middle)),
    ("cards", Role::Position, Details::Only(Far)),
    ("clashes", Role::Step, Details::Only(Far)),
    ("stacks", Role::Position, Details::Only(Middle)),
    ("leaders", Role::Position, Details::Only(Near)),
    ("forces", Role::Position, Details::Only(Near)),
    ("stores", Role::Position, Details::From(Middle)),
    ("tracks", Role::Position, Details::Always),
    ("combats", Role::Step, Details::From(Middle)),
];

/// The pieces in a position, and what happened in a step.
fn changing_layers(scene: &Scene, game: &Game, tracks: Option<&Tracks>) -> Vec<(&'static str, Vec<Shape>)> {
    let (forces, leaders) = stacks::stacks(scene, game);
    let small_scale::SmallScaleLayers { cards, clashes } = small_scale::position(scene, game, tracks);
    vec![
        ("control", base_map::control(scene, game)),
        ("front", base_map::front(scene, game)),
        ("bridges", base_map::bridges(scene, game)),
        ("works", markers::works(scene, game)),
        ("cards", cards),
        ("clashes", clashes),
        ("stacks", stacks::summed(scene, game)),
        ("leaders", leaders),
        ("forces", forces),
        ("stores", markers::supply_train_and_guns(scene, game)),
        ("tracks", tracks::tracks(scene, game)),
        ("moves", tracks.map(|tracks| moves::movements(scene, tracks)).unwrap_or_default()),
        ("combats", tracks.map(|tracks| moves::marks(scene, tracks)).unwrap_or_default()),
    ]
}

/// Puts a drawing together. Without a position it is a board.
fn assemble(scene: &Scene, sheet: Sheet, position: Option<(&Game, Option<&Tracks>)>) -> Drawing {
    let Sheet { title, subtitle, zoom, detail } = sheet;
    let below = tracks::height(scene);
    let mut layers = SortedMap::from([
        ("ground", base_map::areas(scene)),
        ("open-lines", base_map::land_boundaries(scene)),
        ("waters", base_map::water_boundaries(scene)),
        ("coast", base_map::coast(scene)),
        ("roads", base_map::roads(scene)),
        ("spans", base_map::bridge_rails(scene)),
        ("river-names", river_names::names(scene)),
        ("names", names::names(scene)),
        ("badges", base_map::badges(scene)),
        ("towns", small_scale::ground(scene)),
        ("heading", legend::heading(scene, &title, &subtitle)),
    ]);
    let seen = position.map(|(game, tracks)| {
        // Each area is drawn in the style of the side that controls it.
        layers.remove("ground");
        layers.extend(changing_layers(scene, game, tracks));
        let shown = LAYERS.iter().filter(|(.., details)| details.includes(detail));
        svg::classes(shown.flat_map(|(class, ..)| layers.get(class).into_iter().flatten()))
    });
    let (legend, height) = legend::legend(scene, seen.as_ref(), scene.frame.height + below, detail == Far);
    let height = scene.frame.height + below + height;
    layers.insert("paper-layer", vec![Shape::rect("paper", Point::default(), scene.frame.width, height)]);
    layers.insert(svg::KEY, legend);
    Drawing {
        about: format!("{subtitle} {} areas, each with its number, name and terrain.", scene.areas.len()),
        title,
        width: scene.frame.width,
        height,
        zoom,
        style: style::STYLE,
        patterns: style::patterns(),
        layers: layers::stacked(LAYERS, layers),
    }
}
