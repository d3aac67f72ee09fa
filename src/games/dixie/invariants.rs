//! The invariants of every position.

use crate::document::Problem;
use crate::engine::Position;
use crate::engine::cards::TABLE;
use crate::ledger::Phase;
use crate::pack::Kind;
use crate::side::Side;
use crate::{Dixie, Procedure};

/// Every violated invariant.
pub fn broken(rules: &Dixie, position: &Position<Dixie>) -> Vec<Problem> {
    let game = &position.game;
    let settling =
        position.stack.iter().any(|procedure| matches!(procedure, Procedure::Disorder(_) | Procedure::AfterMoves(_)));
    let is_simultaneous = position.stack.iter().any(crate::is_simultaneous);
    let mut found = Vec::new();
    let mut wrong = |path: String, words: String| found.push(Problem::new(words).in_path(path));
    for side in Side::BOTH {
        let id = side.id();
        let decks = crate::options::decks(&rules.pack, game);
        let all: usize = decks.get(&id).into_iter().flat_map(|piles| piles.values()).map(Vec::len).sum();
        let piles = game.cards.of(&id).into_iter().flat_map(|own| own.piles.iter());
        let piles: usize = piles.filter(|(name, _)| name.as_str() != TABLE).map(|(_, pile)| pile.count()).sum();
        let rest = game.resting.iter().filter(|_| side == game.side);
        let mut seen: Vec<&str> = rest.map(String::as_str).collect();
        for (place, position) in &game.places {
            let terrain = position.terrain.iter().filter(|terrain| terrain.side == side).map(|terrain| &terrain.card);
            seen.extend(terrain.map(String::as_str));
            for placed in game.cards_in(*place, side) {
                seen.push(&placed.card);
                let at = format!("game.places.{place}.cards.{side}");
                match rules.card(game, side, &placed.card) {
                    None if !game.is_face_down(side, &placed.card) => wrong(at, format!("{} is no card", placed.card)),
                    None if placed.hits > 0 => wrong(at, format!("{} is hit and lies face down", placed.card)),
                    Some(card) if card.kind.is_troop() && placed.hits > card.cv => {
                        wrong(at, format!("{} has more hits than its CV", placed.card));
                    }
                    Some(card) if card.kind == Kind::Terrain && game.phase > Phase::Deployment && !placed.laid => {
                        wrong(at, format!("{} is terrain and stands among troops", placed.card));
                    }
                    _ => {}
                }
            }
            let calm = matches!(game.phase, Phase::Morale | Phase::Combat | Phase::Outflank) && !settling;
            if calm && game.won.is_none() && rules.overstacked_by(game, *place, side) > 0 {
                wrong(format!("game.places.{place}"), format!("{side} overstacks it"));
            }
            if position.terrain.len() > 2 {
                wrong(format!("game.places.{place}.terrain"), "there are more than two terrain cards".to_owned());
            }
            let generals = game.cards_in(*place, side).iter().filter(|placed| !placed.laid);
            let generals =
                generals.filter(|placed| rules.kind(game, side, &placed.card) == Some(Kind::General)).count();
            // While cards move, one may enter before the other leaves (DX-42).
            if generals > 1 && game.phase != Phase::Move && !settling {
                wrong(format!("game.places.{place}"), format!("{side} has two generals there"));
            }
            let alone =
                |side: Side| rules.has_troops(game, *place, side) && !rules.has_troops(game, *place, side.other());
            let seen = !rules.holds_face_down(game, *place, side);
            if alone(side) && seen && position.defender != side && game.won.is_none() && !is_simultaneous {
                wrong(format!("game.places.{place}.defender"), format!("{side} holds it alone"));
            }
        }
        if piles + seen.len() != all {
            wrong("game.cards".to_owned(), format!("{side} has {} cards of {all}", piles + seen.len()));
        }
        let count = seen.len();
        seen.sort_unstable();
        seen.dedup();
        if seen.len() != count {
            wrong("game.places".to_owned(), format!("a card of {side} is in two positions"));
        }
    }
    found
}
