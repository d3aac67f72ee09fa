//! What follows when all movement is completed: engaged cards are revealed (8.1), and overstacked positions are disorganized
//! (8.4).

use serde::{Deserialize, Serialize};

use crate::checks::Disorder;
use crate::document::Id;
use crate::engine::{Cx, Input, Next};
use crate::ledger::{Game, Phase};
use crate::side::Side;
use crate::{Dixie, Frame, Reply};

/// The end of movement; then the Battle Turn ends, or cards outflank.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct AfterMoves {
    /// Whether the side's Battle Turn ends with it.
    pub ends: bool,
}

impl AfterMoves {
    /// One step of it.
    pub fn step(&mut self, rules: &Dixie, cx: Cx<'_, Dixie>, _: Input<Dixie>) -> Next<Dixie> {
        let Cx { game, events, .. } = cx;
        for side in [game.side, game.side.other()] {
            let down = engaged_down(rules, game, side);
            if !down.is_empty() {
                return Next::TurnUp { side: side.id(), ids: down, rule: "8.1" };
            }
        }
        rules.settle(game, events);
        game.comes_to(if self.ends { Phase::Reinforce } else { Phase::Outflank });
        match Disorder::due(rules, game).filter(|_| game.won.is_none()) {
            Some(disorder) => Next::Call(Frame::Disorder(disorder)),
            None => Next::Return(if self.ends { Reply::End } else { Reply::Done }),
        }
    }
}

/// The face-down cards of a side that are engaged.
fn engaged_down(rules: &Dixie, game: &Game, side: Side) -> Vec<Id> {
    let engaged = game.places.keys().filter(|place| game.enemies(**place, side) && rules.engaged(game, **place));
    let cards = engaged.flat_map(|place| game.there(*place, side)).map(|placed| placed.card.as_str());
    game.face_down(side, cards.collect::<Vec<_>>())
}
