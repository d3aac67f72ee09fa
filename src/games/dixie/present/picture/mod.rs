//! The table as a picture: two battlelines across the Centerline, the USA's below, each position with the cards of both sides, a
//! green row for its terrain between them, and what is off the table at the edge.

mod cards;
pub mod layout;
mod legend;
mod step;
mod style;

use crate::Dixie;
use crate::engine::Position;
use crate::ledger::Game;
use crate::place::Place;
use crate::report::svg::{self, Details, Drawing, Path, Point, Role, Shape, layers, style as base};
use crate::report::{Pieces, StepFacts};
use crate::side::Side;
use crate::sorted::SortedMap;

use super::{line, names, statistics};
use layout::Layout;

const LAYERS: layers::Order = &[
    ("paper-layer", Role::Ground, Details::Always),
    ("positions", Role::Ground, Details::Always),
    ("holders", Role::Position, Details::Always),
    ("terrain-cards", Role::Position, Details::Always),
    ("cards", Role::Position, Details::Always),
    ("edges", Role::Position, Details::Always),
    ("moves", Role::Step, Details::Always),
    ("fire", Role::Step, Details::Always),
    ("heading", Role::Ground, Details::Always),
    (svg::KEY, Role::Ground, Details::Always),
];

/// The picture of a position, with what happened in a step.
pub fn draw(rules: &Dixie, position: &Position<Dixie>, facts: Option<&StepFacts>) -> Drawing {
    drawing(rules, &position.game, Some(changing(rules, &position.game, facts)))
}

/// The table, on which what changes stands as empty layers.
pub fn board(rules: &Dixie, position: &Position<Dixie>) -> Drawing {
    drawing(rules, &position.game, None)
}

/// What lies on the table, and what happened in a step.
pub fn pieces(rules: &Dixie, position: &Position<Dixie>, facts: Option<&StepFacts>) -> Pieces {
    let focus = facts.and_then(|facts| step::focus(&position.game, facts));
    layers::pieces(LAYERS, changing(rules, &position.game, facts), focus)
}

fn drawing(rules: &Dixie, game: &Game, changing: Option<Vec<(&'static str, Vec<Shape>)>>) -> Drawing {
    let layout = Layout::of(game);
    let title = format!("Dixie: {}", names::edition(game.edition));
    let mut shapes = SortedMap::from([
        ("positions", ground(game, layout)),
        ("heading", vec![Shape::text("title", Point { x: layout::MARGIN, y: 430 }, title.clone())]),
    ]);
    let seen = changing.map(|changing| {
        shapes.extend(changing);
        svg::classes(shapes.values().flatten())
    });
    let (signs, height) = layout::GRID.legend(legend::entries(), seen.as_ref(), layout::WIDTH, layout::KEY);
    let height = layout::KEY + height + 150;
    // A page cuts the key off here.
    let key = Shape::rect("paper", Point { x: 0, y: layout::KEY }, layout::WIDTH, height - layout::KEY);
    shapes.insert(svg::KEY, std::iter::once(key).chain(signs).collect());
    shapes.insert("paper-layer", vec![Shape::rect("paper", Point::default(), layout::WIDTH, height)]);
    Drawing {
        title,
        about: about(rules, game),
        width: layout::WIDTH,
        height,
        zoom: 100,
        style: &[base::BASE, style::STYLE],
        patterns: Vec::new(),
        layers: layers::stacked(LAYERS, shapes),
    }
}

/// The table in words.
fn about(rules: &Dixie, game: &Game) -> String {
    let one = |place: &Place| {
        let [usa, csa] = Side::BOTH.map(|side| line::stands(rules, game, *place, side));
        format!("{}: USA {usa}; CSA {csa}.", names::title(*place))
    };
    let [usa, across] = game.lines();
    let all: Vec<String> = across.iter().chain(usa).map(one).collect();
    format!("{}. {}", statistics::when(game).words, all.join(" "))
}

/// The positions with their names, and the Centerline.
fn ground(game: &Game, layout: Layout) -> Vec<Shape> {
    let mut shapes = Vec::new();
    for place in game.lines().into_iter().flatten() {
        let corner = layout.corner(*place);
        let class = if place.line() == Some(Side::Usa) { "usa-ground" } else { "csa-ground" };
        shapes.push(Shape::rect(class, corner, layout.width, layout::POSITION));
        shapes.push(Shape::text(layout.named("position-name"), corner.by(60, 165), names::title(*place)));
    }
    let y = layout::BAND + layout::BAND_HIGH / 2;
    let (left, right) = (layout::MARGIN, layout::WIDTH - layout::MARGIN);
    shapes.push(Shape::path("centerline", Path::line(&[Point { x: left, y }, Point { x: right, y }])));
    shapes
}

/// What changes from position to position, and what happened in a step.
fn changing(rules: &Dixie, game: &Game, facts: Option<&StepFacts>) -> Vec<(&'static str, Vec<Shape>)> {
    let layout = Layout::of(game);
    let (mut holders, mut terrain, mut drawn) = (Vec::new(), Vec::new(), Vec::new());
    for place in game.lines().into_iter().flatten() {
        let corner = layout.corner(*place);
        let held = line::holder(rules, game, *place);
        if held == "engaged" {
            holders.push(Shape::rect("engaged", corner, layout.width, layout::POSITION));
        }
        let words = if held == "engaged" { "both" } else { &held };
        holders.push(Shape::text(layout.named("holder"), corner.by(layout.width - 60, 165), words));
        terrain.extend(cards::terrain(rules, game, *place, layout));
        for side in Side::BOTH {
            drawn.extend(cards::zone(rules, game, (*place, side), layout));
        }
    }
    let step = facts.map(|facts| step::shapes(game, layout, facts)).unwrap_or_default();
    vec![
        ("holders", holders),
        ("terrain-cards", terrain),
        ("cards", drawn),
        ("edges", edges(game)),
        ("moves", step.0),
        ("fire", step.1),
    ]
}

/// What each side has off the table, at its edge; and when it is.
fn edges(game: &Game) -> Vec<Shape> {
    let mut shapes =
        vec![Shape::text("when", Point { x: layout::MARGIN, y: 680 }, format!("{}.", statistics::when(game).words))];
    for side in Side::BOTH {
        let count = |pile: &str| names::number(game.cards.count(&side.id(), pile));
        let (reserve, deck, lost) = (count("hand"), count("deck"), count("lost"));
        let words = format!("{}: Reserve {reserve}; Reinforcement deck {deck}; out of play {lost}", names::side(side));
        let y = if side == Side::Usa { layout::USA_EDGE } else { layout::CSA_EDGE };
        let corner = Point { x: layout::MARGIN, y };
        let wide = layout::WIDTH - 2 * layout::MARGIN;
        shapes.push(Shape::rect(format!("{side}-edge"), corner, wide, layout::EDGE_HIGH));
        shapes.push(Shape::text(format!("edge {side}-ink"), corner.by(100, 210), words));
    }
    shapes
}
