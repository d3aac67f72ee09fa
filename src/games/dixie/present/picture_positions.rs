//! Where positions are on the picture.

use crate::ledger::Game;
use crate::place::Place;
use crate::report::line_map::{self, Spot};
use crate::report::svg::Point;

/// Where a position is in the two lines; nothing for the Reserve.
pub fn spot(game: &Game, place: Place) -> Option<Spot> {
    let in_line = |(second, line): (bool, &[Place])| {
        Some(Spot { second, column: line.iter().position(|other| *other == place)? })
    };
    [false, true].into_iter().zip(game.lines()).find_map(in_line)
}

/// The middle of a position on the picture.
pub fn middle(game: &Game, place: Place) -> Option<Point> {
    spot(game, place).map(|spot| line_map::middle(game.lines()[0].len(), spot))
}
