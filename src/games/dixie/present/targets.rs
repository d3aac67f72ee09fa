//! What a player can point at on the table: positions, and the cards in them.

use super::picture_positions::spot;
use super::{names, picture};
use crate::Dixie;
use crate::engine::run::to_value;
use crate::ledger::Game;
use crate::report::{Target, TargetKind};
use crate::side::Side;

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
