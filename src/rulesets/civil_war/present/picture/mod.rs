//! The map as a picture: the ground, and whoever stands on it in a position.

mod frame;
mod ground;
mod labels;
mod legend;
mod lines;
mod names;
mod ships;
mod style;
mod symbols;

use crate::board::Hex;
use crate::document::Problem;
use crate::report::MapView;
use crate::report::svg::{Drawing, Layer, Point, Role, Shape};

use super::super::ledger::Game;
use super::super::pack::{HexData, Map, Side};
use super::super::{CivilWar, territory};
use super::map::part;
use super::show::moment;
use frame::Frame;
use labels::Labels;

/// Pictures of no more columns are shown at twice their size.
const FEW: usize = 12;

/// What is drawn.
struct Scene<'a> {
    rules: &'a CivilWar,
    /// The position; none for the bare map.
    game: Option<&'a Game>,
    /// By number.
    hexes: Vec<Hex>,
    frame: Frame,
}

impl<'a> Scene<'a> {
    fn map(&self) -> &'a Map {
        &self.rules.pack.map
    }

    /// Whether a hex is to be seen.
    fn holds(&self, hex: Hex) -> bool {
        self.hexes.binary_search(&hex).is_ok()
    }

    /// The hexes that are to be seen.
    fn hexes(&self) -> impl Iterator<Item = (Hex, &'a HexData)> {
        self.hexes.iter().filter_map(|&hex| Some((hex, self.map().hex(hex)?)))
    }

    /// The side that a hex is friendly ground to.
    fn holder(&self, hex: Hex) -> Option<Side> {
        let data = self.map().hex(hex)?;
        let friend = |state| match self.game {
            Some(game) => territory::friend(self.rules, game, state),
            None => self.map().states.get(state)?.friendly_to,
        };
        let first = data.states.first().and_then(friend);
        if data.states.iter().all(|state| friend(state) == first) { first } else { None }
    }
}

/// Draws the map, or a part of it; with a position what stands there.
///
/// # Errors
/// If there is no such part.
pub fn draw(rules: &CivilWar, game: Option<&Game>, view: &MapView) -> Result<Drawing, Problem> {
    let part = part::find(rules, game, view)?;
    let zoom = if part.columns() <= FEW { 200 } else { 100 };
    let frame = Frame::around(&part.hexes);
    let scene = Scene { rules, game, hexes: part.hexes, frame };
    let mut labels = Labels::default();
    let (legend, below) = legend::legend(&scene);
    let subtitle = match game {
        Some(game) => moment(rules, game),
        None => "The ground as it is at the start. A hex is 25 miles across.".to_owned(),
    };
    let title = match part.title.strip_prefix("The map") {
        Some(rest) => format!("The Civil War{rest}"),
        None => part.title,
    };
    let height = scene.frame.height + below;
    // What is taken is told in this order, whatever lies over what.
    let numbers = ground::numbers(&scene, &mut labels);
    let places = symbols::places(&scene, &mut labels);
    let forces = symbols::forces(&scene, &mut labels);
    let fleets = ships::fleets(&scene, &mut labels);
    let names = names::places(&scene, &fleets, &mut labels);
    let [large, small] = names::regions(&scene, &mut labels);
    let courses = lines::names(&scene, &mut labels);
    let paper = vec![Shape::rect("paper", Point::default(), scene.frame.width, height)];
    let layers = [
        ("paper-layer", paper),
        ("ground", ground::hexes(&scene)),
        ("borders", ground::borders(&scene)),
        ("coasts", ground::coast(&scene)),
        ("fronts", ground::fronts(&scene)),
        ("rivers", lines::rivers(&scene)),
        ("heights", lines::heights(&scene)),
        ("regions", large),
        ("railroads", lines::rails(&scene)),
        ("numbers", numbers),
        ("places", places),
        ("forces", forces),
        ("ships", ships::drawn(&scene, &fleets)),
        ("courses", courses),
        ("small-regions", small),
        ("names", names),
        ("heading", legend::title(&scene, &title, &subtitle)),
        ("legend-layer", legend),
    ];
    Ok(Drawing {
        about: format!("{subtitle} {} hexes; each tells its number, name and terrain.", scene.hexes.len()),
        title,
        width: scene.frame.width,
        height,
        zoom,
        style: style::STYLE,
        patterns: style::patterns(),
        layers: layers.into_iter().map(|(class, shapes)| Layer { class, role: role(class), shapes }).collect(),
    })
}

/// What a layer of that class is drawn from.
fn role(class: &str) -> Role {
    match class {
        "fronts" | "places" | "forces" | "ships" => Role::Position,
        _ => Role::Ground,
    }
}

#[cfg(test)]
mod tests;
