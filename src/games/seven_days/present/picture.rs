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
mod scene;
mod small_scale;
pub mod stack_summary;
mod stacks;
pub mod style;
mod tracks;
pub mod victory;
pub use scene::{Scene, area_centres};
pub use victory::standing;

use crate::sorted::{SortedMap, SortedSet};

use crate::board::Area;
use crate::document::Problem;
use crate::report::svg::Detail::{self, Far, Middle, Near};
use crate::report::svg::{self, Details, Drawing, Point, Role, Shape, arrows, layers};
use crate::report::{MapView, Pieces};

use super::tracks::Tracks;
use super::{report, show};
use crate::SevenDays;
use crate::position::ledger::Game;

/// Pictures of at most this many areas are shown larger.
const FEW: usize = 16;

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
    (svg::TRACKS, Role::Position, Details::Always),
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
        (svg::TRACKS, tracks::tracks(scene, game)),
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
        origin: scene.frame.origin,
        zoom,
        style: style::STYLE,
        patterns: style::patterns(),
        layers: layers::stacked(LAYERS, layers),
    }
}
