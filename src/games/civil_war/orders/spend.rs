//! `spend`: command points are spent without an action (4.2.19).

use crate::engine::{Events, StepContext};

use super::kind::{Begun, OrderKind, Tested};
use super::{Order, Spend};
use crate::legality::outlook::Outlook;
use crate::pack::Side;
use crate::position::ledger::Game;
use crate::{CivilWar, command::action};

impl OrderKind for Spend {
    fn begin(&self, rules: &CivilWar, cx: StepContext<'_, CivilWar>, side: Side) -> Begun {
        action::spend_without_action(rules, cx.game, cx.events, side, self).map(|()| None)
    }

    fn cost(&self, _rules: &CivilWar, _game: &Game, _side: Side) -> u32 {
        self.points().values().sum()
    }

    fn legal(_rules: &CivilWar, game: &Game, side: Side) -> Vec<Order> {
        action::spendable_tracks(game, side).into_iter().map(|track| Order::Spend(Spend::one(track, 1))).collect()
    }

    fn forecast(&self, outlook: &mut Outlook<'_>, certain: bool) -> Tested {
        let mut game = outlook.game.clone();
        action::spend_without_action(outlook.rules, &mut game, &mut Events::default(), outlook.side, self)?;
        if certain {
            outlook.game = game;
        }
        Ok(true)
    }
}
