//! `decline`: the winner of the initiative declines the free reinforcement (21.2, CW-307).

use crate::engine::{Events, StepContext};

use super::kind::{Begun, OrderKind, Tested};
use super::{Decline, Order};
use crate::CivilWar;
use crate::document::Problem;
use crate::events::Event;
use crate::legality::form::Form;
use crate::legality::outlook::Outlook;
use crate::pack::Side;
use crate::position::ledger::Game;
use crate::refusal::TurnRefusal;

impl OrderKind for Decline {
    fn check_form(&self, form: &mut Form<'_>) {
        if !form.game.options.may_decline_free {
            let (refusal, rule) = not_allowed(form.game, form.side);
            form.refuse("decline", rule, refusal);
        }
    }

    fn begin(&self, rules: &CivilWar, cx: StepContext<'_, CivilWar>, side: Side) -> Begun {
        decline(rules, cx.game, cx.events, side)?;
        Ok(None)
    }

    fn legal(_rules: &CivilWar, game: &Game, _side: Side) -> Vec<Order> {
        let may = game.options.may_decline_free && game.pulse.as_ref().is_some_and(|pulse| pulse.free);
        if may { vec![Order::Decline(Decline::default())] } else { Vec::new() }
    }

    fn forecast(&self, outlook: &mut Outlook<'_>, certain: bool) -> Tested {
        let mut game = outlook.game.clone();
        decline(outlook.rules, &mut game, &mut Events::default(), outlook.side)?;
        if certain {
            outlook.game = game;
        }
        Ok(true)
    }

    fn may_be_first(&self) -> bool {
        true
    }
}

/// Why nothing is declined where the charter does not allow it: the winner must bring his free reinforcement in, and the
/// other side has none.
fn not_allowed(game: &Game, side: Side) -> (TurnRefusal, &'static str) {
    match &game.pulse {
        Some(pulse) if pulse.winner != side => (TurnRefusal::NothingToDecline, "4.2.5"),
        _ => (TurnRefusal::FreeReinforcementRequired, "4.2.5"),
    }
}

/// The free reinforcement is given up for this pulse; what waits goes on waiting.
fn decline(rules: &CivilWar, game: &mut Game, events: &mut Events, side: Side) -> Result<(), Vec<Problem>> {
    let refuse = |refusal: TurnRefusal, rule| Err(vec![refusal.problem(rules, side).in_path("decline").rule(rule)]);
    if !game.options.may_decline_free {
        let (refusal, rule) = not_allowed(game, side);
        return refuse(refusal, rule);
    }
    match &mut game.pulse {
        Some(pulse) if pulse.free => pulse.free = false,
        _ => return refuse(TurnRefusal::NothingToDecline, "21.2"),
    }
    events.emit("21.2", &Event::FreeDeclined { side });
    Ok(())
}
