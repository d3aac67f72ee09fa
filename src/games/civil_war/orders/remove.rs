//! `remove`: an army loses its commander (5.3.3).
use crate::board::Hex;
use crate::engine::StepContext;

use super::kind::{Begun, Names, OrderKind, Tested, Written};
use super::{Move, Removal, Remove};
use crate::command::payment;
use crate::events::{Event, Succession};
use crate::legality::forecast::at_once::AtOnce;
use crate::legality::form::Form;
use crate::legality::outlook::Outlook;
use crate::pack::Side;
use crate::position::ledger::{Game, Piece, Place};
use crate::refusal::ArmyRefusal;
use crate::{CivilWar, Procedure, leaders::army, movement};

impl OrderKind for Remove {
    fn names<'a>(&'a self, names: &mut Names<'a>) {
        names.hexes("path", &self.path);
    }

    fn check_form(&self, form: &mut Form<'_>) {
        form.check_army("remove.army", &self.army);
        match self.fate {
            Removal::Moved if self.path.is_empty() => form.empty("remove.path"),
            Removal::Moved => form.path("remove.path", None, &self.path),
            Removal::Removed | Removal::Demoted if !self.path.is_empty() => {
                form.refuse(
                    "remove.path",
                    "5.3.3",
                    ArmyRefusal::RemovalWithPath { army: self.army.clone(), fate: self.fate },
                );
            }
            Removal::Removed | Removal::Demoted => {}
        }
    }

    fn begin(&self, rules: &CivilWar, cx: StepContext<'_, CivilWar>, side: Side) -> Begun {
        let StepContext { game, events, .. } = cx;
        let (piece, hex, points) = army::may_remove(rules, game, side, self)?;
        payment::charge(game, events, "5.3.3", side, points);
        let (army, fate) = (self.army.clone(), self.fate);
        events.emit("5.3.3", &Event::CommanderRemoved { side, army: army.clone(), piece: piece.clone(), fate });
        let mut march = None;
        match fate {
            Removal::Removed => {
                game.pieces.insert(piece.clone(), Place::Removed);
            }
            Removal::Demoted => {
                let lower = Piece { leader: piece.leader.clone(), rank: 2 };
                let place = game.pieces.insert(piece.clone(), Place::Discarded);
                game.pieces.insert(lower, place.unwrap_or(Place::on_map(hex)));
            }
            Removal::Moved => {
                if let Some(Place::Map { army, moved, marching, .. }) = game.pieces.get_mut(&piece) {
                    (*army, *moved, *marching) = (None, true, true);
                }
                let order = Move { leader: Some(piece.leader.clone()), path: self.path.clone(), ..Move::default() };
                march = Some(movement::ride(rules, events, side, &order, piece, hex));
            }
        }
        game.tidy();
        if let Some(piece) = army::commander(rules, game, &army) {
            let how = Succession::Senior;
            events.emit("5.3.2", &Event::TakesCommand { side, army, piece, how });
        }
        Ok(march.map(Procedure::March))
    }

    fn cost(&self, rules: &CivilWar, _game: &Game, _side: Side) -> u32 {
        rules.pack.charts.costs.remove_commander.into()
    }

    fn forecast(&self, outlook: &mut Outlook<'_>, certain: bool) -> Tested {
        outlook.at_once(self, certain)
    }
}

impl AtOnce for Remove {
    fn is_certain(&self, outlook: &Outlook<'_>, (path, rule): (&str, &str)) -> bool {
        let army = &self.army;
        let next = |piece: &Piece| piece.rank == 3 && army::may_command(outlook.rules, piece);
        let comes = |hex: Hex| outlook.doubts.leaders_perhaps_in(hex).any(next);
        let hex = army::hex_of(&outlook.game, army);
        match (path, rule) {
            ("remove.army", "12.1") => !outlook.doubts.armies.contains_key(army),
            ("remove.army", "12.1.3") => true,
            ("remove.army", "5.3.3") => outlook.is_army_certain(army) && hex.is_some_and(|hex| !comes(hex)),
            ("remove.army", "5.3.3a") => outlook.is_army_certain(army),
            ("remove.fate", "5.3.3d") => outlook.is_army_certain(army) && hex.is_some_and(|hex| !outlook.may_lead(hex)),
            _ => false,
        }
    }

    fn spread_doubt(&self, outlook: &mut Outlook<'_>, before: &Game, certain: bool) {
        if certain {
            outlook.regroup(self);
        }
        outlook.may_affect_named(&self.value(), 0);
        let commander = army::commander(outlook.rules, before, &self.army);
        for piece in commander.iter().filter(|_| self.fate == Removal::Demoted) {
            let lower = Piece { leader: piece.leader.clone(), rank: 2 };
            outlook.doubts.suspect_leader(before, &piece.leader).pieces.push(lower);
        }
    }
}
