//! Where positions are on the picture, and what can be pointed at there.

use super::{names, picture};
use crate::Dixie;
use crate::engine::run::to_value;
use crate::ledger::Game;
use crate::place::Place;
use crate::report::line_map::{self, Spot};
use crate::report::svg::Point;
use crate::report::{Target, TargetKind};
use crate::side::Side;

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

/// The positions, and the cards in them.
pub fn targets(rules: &Dixie, game: &Game) -> Vec<Target> {
    let map = picture::table(rules, game, None);
    let mut targets = Vec::new();
    for place in game.lines().into_iter().flatten().copied() {
        let Some(at) = spot(game, place) else { continue };
        let held = game.defender(place).map(|side| side.id());
        targets.push(Target::place(to_value(&place), names::title(place), map.position_outline(at)).of(held));
        for (second, side) in [false, true].into_iter().zip(Side::BOTH) {
            for (card, outline) in map.card_outlines(at, second) {
                let target = Target::piece(card.id.as_str(), card.name.clone(), &side.id()).at(to_value(&place));
                let hits =
                    if card.hits > 0 { format!(", {}", names::hits(u32::from(card.hits))) } else { String::new() };
                let described = target.described(format!("{}{hits}", card.about)).outlined(outline);
                targets.push(Target { kind: TargetKind::Card, ..described });
            }
        }
    }
    targets
}
