//! `build`: a depot, a fort or a fortress (9.2, 14).

use crate::engine::StepContext;

use super::kind::{Begun, Names, OrderKind, Tested};
use super::{Build, Order, Work};
use crate::events::Event;
use crate::legality::form::Form;
use crate::legality::outlook::Outlook;
use crate::legality::uncertainty::{Doubts, StrengthBound};
use crate::pack::Side;
use crate::position::ledger::Game;
use crate::refusal::WorksRefusal;
use crate::{CivilWar, Procedure, command::payment, naval, supply::construction};

impl OrderKind for Build {
    fn names<'a>(&'a self, names: &mut Names<'a>) {
        names.hex("at", self.at);
    }

    fn check_form(&self, form: &mut Form<'_>) {
        if self.what == Work::Depot && form.on_map(self.at) && !construction::depot_place(form.rules, self.at) {
            form.refuse("build.at", "9.2.7a", WorksRefusal::DepotNeedsCity { hex: self.at, nearest: None });
        }
    }

    fn begin(&self, rules: &CivilWar, cx: StepContext<'_, CivilWar>, side: Side) -> Begun {
        let StepContext { game, events, .. } = cx;
        let points = construction::check_build(rules, game, side, self, &Doubts::default())?;
        let (what, at) = (self.what, self.at);
        payment::charge(game, events, construction::price_rule(what), side, points);
        construction::place_work(game, side, what, at);
        events.emit(if what == Work::Depot { "9.2.7a" } else { "9.1.5" }, &Event::Built { side, what, at });
        // Adjacent enemy ships are fired at, and leave (8.10.6a).
        let beside = if what == Work::Depot { None } else { naval::Flight::from(rules, game, side.other(), at) };
        Ok(beside.map(Procedure::Flight))
    }

    fn cost(&self, rules: &CivilWar, game: &Game, side: Side) -> u32 {
        construction::price(rules, game, side, self.what, self.at)
    }

    fn legal(rules: &CivilWar, game: &Game, side: Side) -> Vec<Order> {
        construction::legal(rules, game, side)
    }

    fn forecast(&self, outlook: &mut Outlook<'_>, certain: bool) -> Tested {
        let (side, what, at) = (outlook.side, self.what, self.at);
        let points = construction::check_build(outlook.rules, &outlook.game, side, self, &outlook.doubts)?;
        let known = !outlook.doubts.take_doubt();
        if certain {
            payment::spend(&mut outlook.game, side, &points);
        }
        match known && certain {
            true => {
                construction::place_work(&mut outlook.game, side, what, at);
                // Enemy ships next to it leave, and with them their control (8.10.6a).
                outlook.doubts.supply |=
                    outlook.game.squadrons.values().any(|enemy| enemy.side != side && enemy.at.borders(at));
            }
            false => outlook.doubts.suspect(&outlook.game, at, side, StrengthBound::NONE),
        }
        Ok(known)
    }
}
