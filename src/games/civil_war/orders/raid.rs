//! `raid`: a tribe raids an enemy stockade (CW-321).

use crate::engine::{Events, StepContext};

use super::kind::{Begun, Names, OrderKind, Tested};
use super::{Order, Raid};
use crate::far_west::tribes;
use crate::legality::outlook::Outlook;
use crate::pack::Side;
use crate::position::ledger::Game;
use crate::{CivilWar, Procedure};

impl OrderKind for Raid {
    fn names<'a>(&'a self, names: &mut Names<'a>) {
        names.hex("at", self.at);
    }

    fn begin(&self, rules: &CivilWar, cx: StepContext<'_, CivilWar>, side: Side) -> Begun {
        tribes::begin(rules, cx.game, cx.events, side, self).map(|raid| Some(Procedure::TribalRaid(raid)))
    }

    fn cost(&self, rules: &CivilWar, _game: &Game, _side: Side) -> u32 {
        tribes::price(rules)
    }

    fn legal(rules: &CivilWar, game: &Game, side: Side) -> Vec<Order> {
        tribes::legal(rules, game, side).into_iter().map(Order::Raid).collect()
    }

    fn forecast(&self, outlook: &mut Outlook<'_>, certain: bool) -> Tested {
        let mut game = outlook.game.clone();
        let doubtful = outlook.doubts.hex(self.at);
        match tribes::begin(outlook.rules, &mut game, &mut Events::default(), outlook.side, self) {
            Err(_) if doubtful => return Ok(false),
            begun => begun?,
        };
        if certain {
            outlook.game = game;
        }
        Ok(!doubtful)
    }
}
