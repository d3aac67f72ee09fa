//! The map as a picture: the ground, and the units of a position.

mod base_map;
mod control_cache;
pub mod geometry;
pub mod labels;
mod legend;
mod line_names;
mod lines;
mod marks;
mod moves;
mod names;
mod scene;
pub mod ships;
pub mod small_scale;
mod stacks;
pub mod style;
pub mod symbols;
pub mod text_angles;

use std::sync::{Arc, Mutex, PoisonError};

use crate::sorted::SortedMap;

use crate::board::Hex;
use crate::document::Problem;
use crate::report::svg::{self, Detail, Details, Drawing, Point, Role, Shape, arrows, layers};
use crate::report::{MapView, Pieces};

use super::map::selection;
use super::show::moment;
use super::tracks::Tracks;
use crate::CivilWar;
use crate::pack::Pack;
use crate::position::ledger::Game;
use control_cache::ControlLayers;
use labels::Labels;
use legend::Signs;

pub use scene::Scene;

/// Pictures with at most this many columns are shown at twice their size.
const FEW: usize = 12;

/// Pictures of what happened show the ground of each hex if they have at most this many hexes; larger ones show it in
/// outline.
const CLOSE: usize = 480;

/// Draws the map, or a part of it; with a position, its units; with a trail, the events of the step.
///
/// # Errors
/// There is no such part.
pub fn draw(rules: &CivilWar, game: Option<&Game>, view: &MapView, trail: Option<&Tracks>) -> Result<Drawing, Problem> {
    let about = trail.and_then(Tracks::neighborhood);
    let part = selection::find(rules, game, view, about.as_ref())?;
    let detail = view.detail();
    let zoom = match detail {
        Detail::Far if part.columns() <= FEW => 120,
        Detail::Far => 36,
        _ if part.columns() <= FEW => 200,
        _ => 135,
    };
    let title = match part.title.strip_prefix("The map") {
        Some(rest) => format!("The Civil War{rest}"),
        None => part.title,
    };
    // A title has one line; if the step happened elsewhere too, that is written below it.
    let (title, more) = match title.split_once("; more at ") {
        Some((title, places)) => (title.to_owned(), format!(" More happened at {places}.")),
        None => (title, String::new()),
    };
    let subtitle = match game {
        Some(game) => moment(rules, game) + &more,
        None => "The map at the start. A hex is 25 miles across.".to_owned(),
    };
    let mut scene = Scene { marked: true, ..Scene::new(rules, game, part.hexes) };
    if view.happened && scene.hexes.len() > CLOSE {
        let happened =
            trail.into_iter().flat_map(|trail| trail.hexes().into_keys().chain(trail.changed.iter().copied()));
        scene.described_hexes = Some(scene.occupied_hexes().into_iter().chain(happened).collect());
    }
    let mut labels = Labels::default();
    // The layers claim their places in this order, whatever covers what.
    let numbers = base_map::numbers(&scene, &mut labels);
    let places = symbols::places(&scene, &mut labels);
    let forces = symbols::forces(&scene, &mut labels);
    stacks::keep_clear(&scene, &mut labels);
    let works = symbols::works(&scene, &mut labels);
    let fleets = ships::fleets(&scene, &mut labels);
    lines::spare(&scene, &mut labels);
    let mut names = names::all(&scene, &fleets, &mut labels);
    let leaders = std::mem::take(&mut names.people);
    let (control_layers, ships) = (control_layers(&scene), ships::drawn(&scene, &fleets));
    let changing = Changing { control_layers, works, forces, ships, leaders };
    let sheet = Sheet { title, subtitle, zoom, detail: Some(detail) };
    Ok(finish(&scene, sheet, Fixed { numbers, places, names }, Some((changing, trail))))
}

/// Whose the ground is, layer by layer.
fn control_layers(scene: &Scene) -> ControlLayers {
    [
        ("wash", small_scale::control_fill(scene)),
        ("front", small_scale::front(scene)),
        ("fronts", base_map::fronts(scene)),
        ("control", base_map::control(scene)),
    ]
}

/// The permanent part of the map, and the area that it covers.
fn fixed(scene: &Scene) -> (Fixed, Labels) {
    let mut labels = Labels::default();
    let numbers = base_map::numbers(scene, &mut labels);
    let places = symbols::places(scene, &mut labels);
    // Where works are printed, works may be built again.
    symbols::works(scene, &mut labels);
    lines::spare(scene, &mut labels);
    // No name is placed where forces will be.
    let (kept, spared) = symbols::force_places(scene);
    kept.iter().for_each(|area| labels.take(*area));
    spared.into_iter().for_each(|area| labels.spare(area));
    let names = names::all(scene, &[], &mut labels);
    kept.iter().for_each(|area| labels.release(*area));
    (Fixed { numbers, places, names }, labels)
}

/// What the board covers from nearby, and what it covers from afar.
#[derive(Clone)]
struct Covered {
    near: Arc<Labels>,
    far: Arc<Labels>,
}

/// The area that the board covers, which each step needs again.
fn covered_by_board(rules: &CivilWar) -> Covered {
    static LAST: Mutex<Option<(Arc<Pack>, Covered)>> = Mutex::new(None);
    let mut last = LAST.lock().unwrap_or_else(PoisonError::into_inner);
    if let Some((_, covered)) = last.as_ref().filter(|(pack, _)| Arc::ptr_eq(pack, &rules.pack)) {
        return covered.clone();
    }
    let scene = Scene::full_map(rules, None);
    let (_, near) = fixed(&scene);
    let mut far = Labels::default();
    small_scale::cities(&scene, &mut far);
    let covered = Covered { near: Arc::new(near), far: Arc::new(far) };
    *last = Some((rules.pack.clone(), covered.clone()));
    covered
}

/// The whole map as it stays all match long, with what changes as empty layers.
pub fn board(rules: &CivilWar) -> Drawing {
    let scene = Scene::full_map(rules, None);
    let (fixed, _) = fixed(&scene);
    let subtitle = "A hex is 25 miles across.".to_owned();
    let sheet = Sheet { title: "The Civil War".to_owned(), subtitle, zoom: 135, detail: None };
    finish(&scene, sheet, fixed, None)
}

/// The pieces on the board in a position, and the events of the step.
pub fn pieces(rules: &CivilWar, game: &Game, trail: Option<&Tracks>) -> Pieces {
    let scene = Scene::full_map(rules, Some(game));
    let covered = covered_by_board(rules);
    let mut labels = Labels::over(covered.near.clone());
    let forces = symbols::forces(&scene, &mut labels);
    let works = symbols::works(&scene, &mut labels);
    let fleets = ships::fleets(&scene, &mut labels);
    let leaders = names::people(&scene, &scene.occupied_hexes(), &fleets, &mut labels);
    let (control_layers, ships) =
        (control_cache::cached_or_drawn(&rules.pack, game, || control_layers(&scene)), ships::drawn(&scene, &fleets));
    let changing = Changing { control_layers, works, forces, ships, leaders };
    let layers = changing.layers(&scene, trail, Labels::over(covered.far.clone()));
    layers::pieces(LAYERS, layers, trail.and_then(|trail| focus(&scene, trail)))
}

/// The part of the sheet that a step was about; none if nothing happened anywhere.
fn focus(scene: &Scene, trail: &Tracks) -> Option<(Point, Point)> {
    let about = trail.focus()?;
    arrows::bounds(scene.hexes.iter().filter(|hex| about.contains(**hex)).flat_map(|hex| scene.corners(*hex)))
}

/// The heading of a map, and its scale.
struct Sheet {
    title: String,
    subtitle: String,
    zoom: i32,
    /// The level of detail; `None` for a board, which contains all of them.
    detail: Option<Detail>,
}

/// The permanent part, as far as it depends on free space.
struct Fixed {
    numbers: Vec<Shape>,
    places: Vec<Shape>,
    names: names::Names,
}

/// The part that changes with the position.
struct Changing {
    control_layers: ControlLayers,
    works: Vec<Shape>,
    forces: Vec<Shape>,
    ships: Vec<Shape>,
    leaders: Vec<Shape>,
}

impl Changing {
    /// The changing layers from the bottom up. `far` is the area covered by the cities that are shown at the small
    /// scale.
    fn layers(self, scene: &Scene, trail: Option<&Tracks>, far: Labels) -> Vec<(&'static str, Vec<Shape>)> {
        let Changing { control_layers, works, forces, ships, leaders } = self;
        let mut layers = Vec::from(control_layers);
        layers.extend([
            ("armies", small_scale::armies(scene, far)),
            ("works", works),
            ("forces", forces),
            ("ships", ships),
            ("leaders", leaders),
            ("moves", trail.map(|trail| moves::courses(scene, trail)).unwrap_or_default()),
            ("combats", trail.map(|trail| marks::marks(scene, trail)).unwrap_or_default()),
        ]);
        layers
    }
}

/// The layers from the lowest up.
const LAYERS: layers::Order = &[
    ("paper-layer", Role::Ground, Details::Always),
    ("far-ground", Role::Ground, Details::Only(Detail::Far)),
    ("far-rivers", Role::Ground, Details::Only(Detail::Far)),
    ("ground", Role::Ground, Details::From(Detail::Middle)),
    ("borders", Role::Ground, Details::Always),
    ("coasts", Role::Ground, Details::From(Detail::Middle)),
    ("rivers", Role::Ground, Details::From(Detail::Middle)),
    ("heights", Role::Ground, Details::From(Detail::Middle)),
    ("regions", Role::Ground, Details::From(Detail::Middle)),
    ("railroads", Role::Ground, Details::From(Detail::Middle)),
    ("wash", Role::Position, Details::Only(Detail::Far)),
    ("front", Role::Position, Details::Only(Detail::Far)),
    ("fronts", Role::Position, Details::From(Detail::Middle)),
    ("control", Role::Position, Details::From(Detail::Middle)),
    ("moves", Role::Step, Details::Always),
    ("far-states", Role::Ground, Details::Only(Detail::Far)),
    ("far-cities", Role::Ground, Details::Only(Detail::Far)),
    ("numbers", Role::Ground, Details::From(Detail::Near)),
    ("places", Role::Ground, Details::From(Detail::Middle)),
    ("courses", Role::Ground, Details::From(Detail::Middle)),
    ("small-regions", Role::Ground, Details::From(Detail::Middle)),
    ("hamlets", Role::Ground, Details::From(Detail::Near)),
    ("names", Role::Ground, Details::From(Detail::Middle)),
    ("works", Role::Position, Details::From(Detail::Middle)),
    ("forces", Role::Position, Details::From(Detail::Middle)),
    ("ships", Role::Position, Details::From(Detail::Middle)),
    ("leaders", Role::Position, Details::From(Detail::Middle)),
    ("armies", Role::Position, Details::Only(Detail::Far)),
    ("combats", Role::Step, Details::Always),
    ("stacks", Role::Ground, Details::From(Detail::Middle)),
    ("heading", Role::Ground, Details::Always),
    (svg::KEY, Role::Ground, Details::Always),
];

/// Puts a drawing together. Without what changes and has happened it is a board.
fn finish(scene: &Scene, sheet: Sheet, fixed: Fixed, changing: Option<(Changing, Option<&Tracks>)>) -> Drawing {
    let Sheet { title, subtitle, zoom, detail } = sheet;
    let far = detail == Some(Detail::Far);
    let signs = match &changing {
        None => Signs::all(),
        Some((_, trail)) => Signs::of(scene, *trail),
    };
    let crowded = if changing.is_some() { stacks::crowded(scene) } else { Vec::new() };
    let crowded = if far { Vec::new() } else { crowded };
    let (stacks, listed) = stacks::list(scene, &crowded, scene.frame.height);
    let mut covered = Labels::default();
    let [far_cities, far_states] = small_scale::cities(scene, &mut covered);
    // Hamlets are read from nearby alone.
    let (hamlets, names) = fixed.names.ground.into_iter().partition(|name| name.class.starts_with("hamlet"));
    let middle = scene.hexes.first().map_or(Point::default(), |hex| scene.centre(*hex));
    let mut layers = SortedMap::from([
        ("ground", base_map::hexes(scene)),
        ("borders", base_map::borders(scene)),
        ("coasts", base_map::coast(scene)),
        ("rivers", lines::rivers(scene)),
        ("heights", lines::heights(scene)),
        ("regions", fixed.names.large),
        ("railroads", lines::rails(scene)),
        ("numbers", fixed.numbers),
        ("far-ground", small_scale::land(scene)),
        ("far-rivers", small_scale::rivers(scene)),
        ("far-states", far_states),
        ("far-cities", far_cities),
        ("hamlets", hamlets),
        ("places", fixed.places),
        ("courses", fixed.names.courses),
        ("small-regions", fixed.names.small),
        ("names", names),
        ("heading", legend::title(scene, &title, &subtitle, far)),
        ("stacks", stacks),
    ]);
    let seen = changing.map(|(changing, trail)| {
        layers.extend(changing.layers(scene, trail, covered));
        let shown = |class: &str| {
            let known = LAYERS.iter().find(|(layer, ..)| *layer == class);
            known.is_none_or(|(.., details)| detail.is_none_or(|detail| details.includes(detail)))
        };
        layers.retain(|class, _| shown(class));
        svg::classes(layers.values().flatten())
    });
    let (legend, below) = legend::legend(scene, &signs, seen.as_ref(), scene.frame.height + listed, far);
    let height = scene.frame.height + listed + below;
    layers.insert("paper-layer", vec![Shape::rect("paper", Point::default(), scene.frame.width, height)]);
    layers.insert(svg::KEY, legend);
    Drawing {
        about: match scene.described_hexes {
            None => format!("{subtitle} {} hexes; each shows its number, name and terrain.", scene.hexes.len()),
            Some(_) => {
                format!("{subtitle} {} hexes, terrain in outline; each force shows its hex number.", scene.hexes.len())
            }
        },
        title,
        width: scene.frame.width,
        height,
        origin: scene.frame.origin,
        zoom,
        style: style::STYLE,
        patterns: style::patterns(middle),
        layers: layers::stacked(LAYERS, layers),
    }
}

/// The sheets of a map that has two: what each covers on the board (2.1).
pub fn sheets(rules: &CivilWar) -> Vec<(&'static str, [Point; 2])> {
    let spots = spots(rules);
    let of = |western: bool| {
        let here = spots.iter().filter(move |(hex, _)| hex.is_western() == western);
        let (low, high) = arrows::bounds(here.flat_map(|(_, middle)| geometry::outline(*middle)))?;
        Some([low, high])
    };
    match (of(false), of(true)) {
        (Some(main), Some(west)) => vec![("Far West", west), ("Main map", main)],
        _ => Vec::new(),
    }
}

/// The middle of a hex on the board.
pub fn spot(rules: &CivilWar, hex: Hex) -> Point {
    let hexes: Vec<Hex> = rules.pack.map.hexes().map(|(hex, _)| hex).collect();
    geometry::centre(&geometry::around(&hexes), hex)
}

/// The middles of all hexes on the board.
pub fn spots(rules: &CivilWar) -> SortedMap<Hex, Point> {
    let hexes: Vec<Hex> = rules.pack.map.hexes().map(|(hex, _)| hex).collect();
    let frame = geometry::around(&hexes);
    hexes.iter().map(|&hex| (hex, geometry::centre(&frame, hex))).collect()
}
