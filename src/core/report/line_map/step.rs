//! The events of a step, in the lanes between the lines and the edges: how many cards moved where, and how many hits
//! each side took in which position.

use crate::report::grammar::number;
use crate::report::svg::{Form, Path, Point, Shape, arrows::bounds};
use crate::sorted::SortedMap;

use super::layout::{LANE_HIGH, Lane, Layout, POSITION};
use super::model::{LineMap, Spot, side};

/// The moves, as arrows.
pub fn move_arrows(map: &LineMap, layout: Layout) -> Vec<Shape> {
    // The moves of a side through a lane of a column, up or down, with the number of cards.
    let mut ways: SortedMap<(Lane, usize, bool, bool), usize> = SortedMap::new();
    for (second, from, to) in &map.moves {
        let column = to.or(*from).map_or(0, |spot| spot.column);
        for (lane, up) in lanes(*second, *from, *to) {
            *ways.entry((lane, column, *second, up)).or_default() += 1;
        }
    }
    let way = |(&(lane, column, second, up), cards): (&(Lane, usize, bool, bool), &usize)| {
        let words = format!("{}, {}", number(*cards, "card"), map.name(second));
        way(layout, (lane, column), (second, up), *cards).titled(words)
    };
    ways.iter().map(way).collect()
}

/// The hits that each side has taken in each position.
pub fn hits(map: &LineMap, layout: Layout) -> Vec<Shape> {
    let mut all: SortedMap<(Spot, bool), u32> = SortedMap::new();
    map.hits.iter().for_each(|(spot, second, hits)| *all.entry((*spot, *second)).or_default() += hits);
    let taken = |(&(spot, second), hits): (&(Spot, bool), &u32)| {
        let name = map.lines[usize::from(spot.second)].get(spot.column).map_or("", |stand| stand.name.as_str());
        let words = format!("{} on the {}, {name}", number(*hits, "hit"), map.name(second));
        taken(layout, (spot, second), *hits).titled(words)
    };
    all.iter().map(taken).collect()
}

/// The lanes that a move crosses, and whether it goes up.
fn lanes(second: bool, from: Option<Spot>, to: Option<Spot>) -> Vec<(Lane, bool)> {
    let (own, home) = if second { (Lane::Second, false) } else { (Lane::First, true) };
    let crosses = |spot: Spot| spot.second != second;
    match (from, to) {
        (None, Some(to)) if crosses(to) => vec![(own, home), (Lane::Center, home)],
        (None, _) => vec![(own, home)],
        (Some(from), None) if crosses(from) => vec![(Lane::Center, !home), (own, !home)],
        (_, None) => vec![(own, !home)],
        (Some(from), Some(to)) if crosses(from) && !crosses(to) => vec![(Lane::Center, !home)],
        _ => vec![(Lane::Center, home)],
    }
}

/// An arrow of a side, with the number of cards beside it.
fn way(layout: Layout, (lane, column): (Lane, usize), (second, up): (bool, bool), cards: usize) -> Shape {
    let slot = match (second, up) {
        (true, false) => 0,
        (true, true) => 1,
        (false, false) => 2,
        (false, true) => 3,
    };
    let (top, bottom) = Layout::lane(lane);
    let x = layout.left(column) + layout.width - 190 - slot * 250;
    let (tail, tip) = if up { (bottom - 40, top + 40) } else { (top + 40, bottom - 40) };
    let middle = Point { x: x + 60, y: (top + bottom) / 2 + 90 * if up { 1 } else { -1 } + 45 };
    let count = Shape::text("count", middle, cards.to_string());
    Shape::new("course", Form::Group(vec![arrow(second, x, (tail, tip)), count]))
}

/// An arrow upright from its tail to its tip.
pub fn arrow(second: bool, x: i32, (tail, tip): (i32, i32)) -> Shape {
    let neck = tip + 110 * (tail - tip).signum();
    let corners = [(-25, tail), (-25, neck), (-80, neck), (0, tip), (80, neck), (25, neck), (25, tail)];
    let path = Path::area(&corners.map(|(aside, y)| Point { x: x + aside, y }));
    Shape::path(format!("{}-move", side(second)), path)
}

/// The hits that a side has taken in a position, beside it.
fn taken(layout: Layout, (spot, second): (Spot, bool), hits: u32) -> Shape {
    let lane = if spot.second { Lane::Second } else { Lane::First };
    let aside = if second { 440 } else { 150 };
    let (top, _) = Layout::lane(lane);
    let at = Point { x: layout.left(spot.column) + aside, y: top + LANE_HIGH / 2 };
    Shape::new("hits-mark", Form::Group(hits_mark(second, at, &hits.to_string())))
}

/// A number of hits, in the shape used for the side that took them.
pub fn hits_mark(second: bool, at: Point, number: &str) -> Vec<Shape> {
    let form = match second {
        false => Shape::rect("first-hits", at.by(-115, -115), 230, 230),
        true => Shape::circle("second-hits", at, 125),
    };
    vec![form, Shape::text("hits-taken", at.by(0, 47), number)]
}

/// The part of the table that the step was about.
pub fn focus(map: &LineMap, layout: Layout) -> Option<(Point, Point)> {
    let corners = map.affected.iter().map(|spot| layout.corner(*spot));
    bounds(corners.flat_map(|corner| [corner, corner.by(layout.width, POSITION)]).collect::<Vec<_>>().into_iter())
}
