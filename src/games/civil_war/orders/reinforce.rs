//! `reinforce`: a strength point or a leader enters (10.2, 10.3).

use crate::document::Id;
use crate::engine::{Events, StepContext};

use super::kind::{Begun, Names, OrderKind, Tested};
use super::{Order, Reinforce};
use crate::legality::form::Form;
use crate::legality::outlook::Outlook;
use crate::legality::uncertainty::{Doubts, StrengthBound};
use crate::pack::Side;
use crate::position::ledger::{Game, Place, is_naval};
use crate::{CivilWar, command::payment, reinforcements};

impl OrderKind for Reinforce {
    fn names<'a>(&'a self, names: &mut Names<'a>) {
        names.hex("at", self.at);
    }

    fn check_form(&self, form: &mut Form<'_>) {
        if let Some(army) = &self.army {
            form.check_army("reinforce.army", army);
        }
    }

    fn begin(&self, rules: &CivilWar, cx: StepContext<'_, CivilWar>, side: Side) -> Begun {
        reinforcements::begin(rules, cx, side, self)
    }

    fn legal(rules: &CivilWar, game: &Game, side: Side) -> Vec<Order> {
        reinforcements::legal(rules, game, side)
    }

    fn forecast(&self, outlook: &mut Outlook<'_>, certain: bool) -> Tested {
        let (side, at) = (outlook.side, self.at);
        let (game, doubts) = outlook.with_stand_ins();
        reinforcements::check(outlook.rules, &game, side, self, &doubts)?;
        outlook.doubts.note_doubts_of(&doubts);
        let known = !outlook.doubts.take_doubt();
        if certain {
            match &mut outlook.game.pulse {
                Some(pulse) if pulse.free => pulse.free = false,
                _ => payment::use_initiative(&mut outlook.game, 1),
            }
        }
        let Some(track) = self.from.track() else {
            outlook.draws(at, certain);
            return Ok(known);
        };
        if !certain {
            outlook.doubts.suspect(&outlook.game, at, side, StrengthBound::fresh(1));
            return Ok(known);
        }
        if outlook.doubts.hex(at) {
            if let Some(waiting) = outlook.game.side_mut(side).reinforcements.get_mut(&track) {
                *waiting = waiting.saturating_sub(1);
            }
            outlook.doubts.add(at, 1);
        } else {
            let (events, army) = (&mut Events::default(), self.army.as_ref());
            reinforcements::place_sp(outlook.rules, &mut outlook.game, events, side, (track, false), at, army);
        }
        Ok(known)
    }

    fn is_reinforcement(&self) -> bool {
        true
    }
}

impl Outlook<'_> {
    /// The ledger with a stand-in from the pool for each leader who has certainly arrived in a hex, whoever he is, so
    /// that the limits on leaders are counted. Of those drawn, as many as could be promoted where they are, or go on
    /// board, are not counted.
    fn with_stand_ins(&self) -> (Game, Doubts) {
        let (mut game, mut doubts) = (self.game.clone(), self.doubts.clone());
        let mut aside = 0;
        let mut names: Vec<Id> = Vec::new();
        let mut stand_ins = Vec::new();
        for piece in self.game.pool(&self.rules.pack, self.side) {
            let rises = self.game.find_leader(&piece.leader).is_some() || names.contains(&piece.leader);
            match rises || is_naval(&self.rules.pack, &piece) {
                true => aside += 1,
                false => stand_ins.push(piece.clone()),
            }
            names.push(piece.leader);
        }
        for (hex, drawn) in self.doubts.drawn() {
            for _ in aside..drawn {
                let Some(piece) = stand_ins.pop() else { break };
                game.pieces.insert(piece, Place::on_map(hex));
                doubts.draws = doubts.draws.saturating_sub(1);
            }
        }
        (game, doubts)
    }
}
