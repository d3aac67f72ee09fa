//! What happened in a step, in the lanes between the lines and the edges: how many cards went where, and how many hits each side
//! took in which position.

use crate::document::from_tagged;
use crate::events::Event;
use crate::ledger::Game;
use crate::place::Place;
use crate::report::StepFacts;
use crate::report::svg::{Form, Path, Point, Shape, ways::bounds};
use crate::side::Side;
use crate::sorted::SortedMap;

use super::layout::{LANE_HIGH, Lane, Layout, POSITION};
use crate::present::names;

/// The moves of a side through a lane of a column, upward or downward, with the number of cards.
type Ways = SortedMap<(Lane, i32, Side, bool), usize>;

fn events(facts: &StepFacts) -> impl Iterator<Item = Event> {
    facts.events.iter().filter_map(|event| from_tagged::<Event>("event", event).ok())
}

/// The moves and the hits of a step.
pub fn shapes(game: &Game, layout: Layout, facts: &StepFacts) -> (Vec<Shape>, Vec<Shape>) {
    let (mut ways, mut hits): (Ways, SortedMap<(Place, Side), u32>) = Default::default();
    for event in events(facts) {
        match event {
            Event::Moved { side, from, to, .. } => {
                for (lane, up) in lanes(side, from, to) {
                    let place = if to == Place::Reserve { from } else { to };
                    *ways.entry((lane, layout.column(place), side, up)).or_default() += 1;
                }
            }
            Event::Hit { side, place, hits: taken, .. } if game.places.contains_key(&place) => {
                *hits.entry((place, side)).or_default() += u32::from(taken);
            }
            _ => {}
        }
    }
    let moves =
        ways.iter().map(|((lane, column, side, up), cards)| way(layout, (*lane, *column), (*side, *up), *cards));
    (moves.collect(), hits.iter().map(|((place, side), hits)| taken(layout, *place, *side, *hits)).collect())
}

/// The lanes that a move goes through, and whether upward.
fn lanes(side: Side, from: Place, to: Place) -> Vec<(Lane, bool)> {
    let (own, home) = match side {
        Side::Usa => (Lane::Usa, true),
        Side::Csa => (Lane::Csa, false),
    };
    let crosses = |place: Place| place != Place::Reserve && place.line() != Some(side);
    match (from, to) {
        (Place::Reserve, to) if crosses(to) => vec![(own, home), (Lane::Center, home)],
        (Place::Reserve, _) => vec![(own, home)],
        (from, Place::Reserve) if crosses(from) => vec![(Lane::Center, !home), (own, !home)],
        (_, Place::Reserve) => vec![(own, !home)],
        (from, to) if crosses(from) && !crosses(to) => vec![(Lane::Center, !home)],
        _ => vec![(Lane::Center, home)],
    }
}

/// An arrow of a side, with the number of cards beside it.
fn way(layout: Layout, (lane, column): (Lane, i32), (side, up): (Side, bool), cards: usize) -> Shape {
    let slot = match (side, up) {
        (Side::Csa, false) => 0,
        (Side::Csa, true) => 1,
        (Side::Usa, false) => 2,
        (Side::Usa, true) => 3,
    };
    let (top, bottom) = Layout::lane(lane);
    let x = layout.left(column) + layout.width - 190 - slot * 250;
    let (tail, tip) = if up { (bottom - 40, top + 40) } else { (top + 40, bottom - 40) };
    let count = Shape::text(
        "count",
        Point { x: x + 60, y: (top + bottom) / 2 + 90 * if up { 1 } else { -1 } + 45 },
        cards.to_string(),
    );
    let arrow = arrow(side, x, (tail, tip));
    Shape::new("course", Form::Group(vec![arrow, count])).titled(format!(
        "{} {}",
        names::number(cards),
        side.in_words()
    ))
}

/// An arrow upright from its tail to its tip.
pub fn arrow(side: Side, x: i32, (tail, tip): (i32, i32)) -> Shape {
    let neck = tip + 110 * (tail - tip).signum();
    let corners = [(-25, tail), (-25, neck), (-80, neck), (0, tip), (80, neck), (25, neck), (25, tail)];
    Shape::path(format!("{side}-move"), Path::area(&corners.map(|(aside, y)| Point { x: x + aside, y })))
}

/// The hits that a side has taken in a position, beside it.
fn taken(layout: Layout, place: Place, side: Side, hits: u32) -> Shape {
    let lane = if place.line() == Some(Side::Usa) { Lane::Usa } else { Lane::Csa };
    let aside = if side == Side::Usa { 150 } else { 440 };
    let (top, _) = Layout::lane(lane);
    let at = Point { x: layout.left(layout.column(place)) + aside, y: top + LANE_HIGH / 2 };
    let words = format!("{} on {} in {}", names::hits(hits), side.in_words(), names::place(place));
    Shape::new("hits-mark", Form::Group(hits_mark(side, at, &hits.to_string()))).titled(words)
}

/// A number of hits in the form of the side that took them.
pub fn hits_mark(side: Side, at: Point, number: &str) -> Vec<Shape> {
    let form = match side {
        Side::Usa => Shape::rect("usa-hits", at.by(-115, -115), 230, 230),
        Side::Csa => Shape::circle("csa-hits", at, 125),
    };
    vec![form, Shape::text("hits-taken", at.by(0, 47), number)]
}

/// The part of the table that a step was about.
pub fn focus(game: &Game, facts: &StepFacts) -> Option<(Point, Point)> {
    let layout = Layout::of(game);
    let places = events(facts).flat_map(|event| match event {
        Event::Moved { from, to, .. } => vec![from, to],
        Event::Fired { from, at, .. } => vec![from, at],
        Event::Hit { place, .. } | Event::Check { place, .. } | Event::Captured { place, .. } => vec![place],
        _ => Vec::new(),
    });
    let places: Vec<Place> = places.filter(|place| game.places.contains_key(place)).collect();
    let corners = places.iter().map(|place| layout.corner(*place));
    bounds(corners.flat_map(|corner| [corner, corner.by(layout.width, POSITION)]).collect::<Vec<_>>().into_iter())
}
