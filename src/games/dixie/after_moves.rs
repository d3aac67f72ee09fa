//! What follows the completion of all movement: engaged cards are revealed (8.1), and overstacked positions are
//! disorganized (8.4).

use serde::{Deserialize, Serialize};

use crate::engine::{Input, Next, StepContext};
use crate::ledger::Phase;
use crate::morale::Disorganization;
use crate::place::Place;
use crate::{Dixie, Procedure, Reply};

/// The end of movement; then the Battle Turn ends, or cards outflank.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct AfterMoves {
    /// Whether the side's Battle Turn ends with it.
    pub ends: bool,
}

impl AfterMoves {
    /// One step of it.
    pub fn step(&mut self, rules: &Dixie, cx: StepContext<'_, Dixie>, _: Input<Dixie>) -> Next<Dixie> {
        let StepContext { game, events, .. } = cx;
        for side in [game.side, game.side.other()] {
            let engaged = |place: &&Place| game.has_enemies(**place, side) && rules.engaged(game, **place);
            let cards = game.places.keys().filter(engaged).flat_map(|place| game.cards_in(*place, side));
            if let Some(shown) = game.reveal_cards(side, cards.map(|placed| &placed.card), "8.1") {
                return shown;
            }
        }
        game.begin_phase(if self.ends { Phase::Reinforce } else { Phase::Outflank });
        let side = game.side;
        for place in game.places.keys().copied().collect::<Vec<_>>() {
            // One general stays; dice can have kept him from leaving (11.0, DX-42).
            for second in rules.generals(game, place, side).into_iter().skip(1) {
                game.withdraw(events, "11.0", side, &second);
            }
        }
        rules.apply_immediate_effects(game, events);
        match Disorganization::due(rules, game).filter(|_| game.won.is_none()) {
            Some(disorder) => Next::Call(Procedure::Disorder(disorder)),
            None => Next::Return(if self.ends { Reply::End } else { Reply::Done }),
        }
    }
}
