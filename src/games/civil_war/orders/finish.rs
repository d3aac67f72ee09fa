//! `finish`: the half-pulse ends (4.2.19, CW-280).

use crate::engine::{Events, StepContext};

use super::Finish;
use super::kind::{Begun, OrderKind, Tested};
use crate::legality::outlook::Outlook;
use crate::pack::Side;
use crate::position::ledger::Game;
use crate::{CivilWar, command::action};

impl OrderKind for Finish {
    fn begin(&self, rules: &CivilWar, cx: StepContext<'_, CivilWar>, side: Side) -> Begun {
        action::finish(rules, cx.game, cx.events, side, self).map(|()| None)
    }

    fn cost(&self, _rules: &CivilWar, game: &Game, side: Side) -> u32 {
        action::leftover(game, side, self).points().values().sum()
    }

    fn forecast(&self, outlook: &mut Outlook<'_>, _certain: bool) -> Tested {
        // Nothing follows on the order that ends the half, and it always can be carried out.
        action::finish(outlook.rules, &mut outlook.game, &mut Events::default(), outlook.side, self)?;
        outlook.finished = true;
        Ok(true)
    }
}
