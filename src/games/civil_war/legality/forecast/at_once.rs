//! Orders that are done at once, when their turn comes after something in doubt.

use crate::document::{Id, Problem};
use crate::engine::{Events, Input, Next, StepContext};

use crate::legality::check;
use crate::legality::outlook::{Outlook, is_lack_of_points};
use crate::naval::Voyage;
use crate::orders::kind::OrderKind;
use crate::position::ledger::{Game, initiative};
use crate::{Procedure, movement};

/// A kind of order that is done at once, without a march. [`Outlook::at_once`] tests it in advance.
pub trait AtOnce: OrderKind {
    /// The leader on whom its price and place depend, with the path of his name.
    fn led_by(&self) -> Option<(&'static str, &Id)> {
        None
    }

    /// The initiative points that it costs at least, whatever becomes of the doubts.
    fn least_cost(&self, outlook: &Outlook<'_>) -> u32 {
        match outlook.is_leader_certain(self.led_by().map(|(_, leader)| leader)) {
            true => self.cost(outlook.rules, &outlook.game, outlook.side).max(1),
            false => 1,
        }
    }

    /// Whether part of its price is paid only on the way.
    fn is_paid_in_parts(&self) -> bool {
        false
    }

    /// Whether a fault at that path and under that rule stands however the doubts are resolved.
    fn is_certain(&self, outlook: &Outlook<'_>, path_and_rule: (&str, &str)) -> bool;

    /// Puts in doubt whatever it may do; what it is certain to use up is used up. It is paid for. `before`: the ledger
    /// before it.
    fn spread_doubt(&self, outlook: &mut Outlook<'_>, before: &Game, certain: bool);
}

impl Outlook<'_> {
    /// Tests an order that is done at once. If anything is in doubt, its result is unknown. Returns whether nothing
    /// about it is in doubt.
    ///
    /// # Errors
    /// What is wrong however the doubts are resolved.
    pub fn at_once(&mut self, order: &dyn AtOnce, certain: bool) -> Result<bool, Vec<Problem>> {
        if self.doubts.any() {
            if let Err(mut problems) = self.check_certain(order) {
                let price = self.clone().price(order, certain).err().unwrap_or_default();
                // That its leader has moved says why all else is missing.
                if price.iter().any(|problem| !is_lack_of_points(problem)) {
                    return Err(price);
                }
                problems.extend(price);
                return Err(problems);
            }
            self.price(order, certain)?;
            self.may_do_anything(order, certain);
            return Ok(false);
        }
        let mut game = self.game.clone();
        let mut events = Events::default();
        let cx = StepContext { game: &mut game, standing: &self.standing.standing, events: &mut events };
        match check::begin(self.rules, cx, self.side, order)? {
            None if certain => {
                self.game = game;
                Ok(true)
            }
            Some(Procedure::Voyage(voyage)) if certain && self.sails(&mut game, voyage.clone()) => {
                self.game = game;
                Ok(true)
            }
            _ => {
                self.price(order, certain)?;
                self.may_do_anything(order, certain);
                Ok(false)
            }
        }
    }

    /// What no die changes about an order with an uncertain result: its price, and that its leader has not moved
    /// before.
    fn price(&mut self, order: &dyn AtOnce, certain: bool) -> Result<(), Vec<Problem>> {
        let led = order.led_by();
        if let Some((path, leader, who)) = led.and_then(|(path, id)| Some((path, id, self.doubts.leader(id)?))) {
            if who.moved {
                return Err(vec![movement::has_moved(self.rules, self.side, leader).in_path(path)]);
            }
            if who.pieces.len() != 1 {
                // Another counter, with another price, may represent him by then.
                let prices = who.pieces.iter().map(|piece| initiative(&self.rules.pack, piece));
                let least = prices.min().unwrap_or(1).max(1);
                self.doubts.points = true;
                return self.pay_at_least(least, order.key(), certain);
            }
        }
        let mut game = self.game.clone();
        let cx = StepContext { game: &mut game, standing: &self.standing.standing, events: &mut Events::default() };
        match check::begin(self.rules, cx, self.side, order) {
            Ok(_) if certain => {
                let commands = game.side(self.side).commands.clone();
                self.game.side_mut(self.side).commands = commands;
                self.game.pulse = game.pulse;
            }
            Ok(_) => {}
            Err(problems) if problems.iter().any(is_lack_of_points) => {
                return Err(problems.into_iter().filter(is_lack_of_points).collect());
            }
            Err(_) => {
                self.doubts.points = true;
                self.pay_at_least(order.least_cost(self), order.key(), certain)?;
            }
        }
        // Of an attack together the ground force is paid for only if the ships come so far (CW-256).
        self.doubts.points |= order.is_paid_in_parts();
        Ok(())
    }

    /// An order that is done at once may do anything with what it names, as far as that is in doubt; [`Outlook::price`]
    /// knows its cost.
    fn may_do_anything(&mut self, order: &dyn AtOnce, certain: bool) {
        let points = self.doubts.points;
        let before = self.game.clone();
        order.spread_doubt(self, &before, certain);
        self.doubts.points = points;
        if let (Some((_, leader)), true) = (order.led_by(), certain) {
            self.doubts.suspect_leader(&before, leader).moved = true;
        }
    }

    /// Forms or changes an army in the known ledger, if possible. Who commands, and which units are where, stays in
    /// doubt.
    pub fn regroup(&mut self, order: &dyn AtOnce) {
        let mut game = self.game.clone();
        let cx = StepContext { game: &mut game, standing: &self.standing.standing, events: &mut Events::default() };
        if let Ok(None) = check::begin(self.rules, cx, self.side, order) {
            // It is paid for already.
            let commands = self.game.side(self.side).commands.clone();
            game.side_mut(self.side).commands = commands;
            game.pulse = self.game.pulse.take();
            self.game = game;
        }
    }

    /// Carries out a voyage as far as it needs no dice or answers. Returns whether it reaches its end.
    fn sails(&self, game: &mut Game, mut voyage: Voyage) -> bool {
        let mut events = Events::default();
        loop {
            let cx = StepContext { game, standing: &self.standing.standing, events: &mut events };
            match voyage.step(self.rules, cx, Input::Proceed) {
                Next::Continue => {}
                Next::Return(_) => return true,
                _ => return false,
            }
        }
    }
}
