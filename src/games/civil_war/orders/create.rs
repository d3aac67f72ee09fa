//! `create`: an army is formed (12.1).
use crate::board::Hex;
use crate::document::Id;
use crate::engine::{Events, StepContext};

use super::kind::{Begun, Names, OrderKind, Tested, Written};
use super::{Create, Order};
use crate::command::payment;
use crate::events::Event;
use crate::leaders::LeaderLoss;
use crate::legality::forecast::at_once::AtOnce;
use crate::legality::form::Form;
use crate::legality::outlook::Outlook;
use crate::movement::reaction_radius;
use crate::pack::Side;
use crate::position::ledger::{ArmyPlace, Game, Piece, Place};
use crate::refusal::ArmyRefusal;
use crate::supply::Supplies;
use crate::{CivilWar, leaders::army};

impl OrderKind for Create {
    fn names<'a>(&'a self, names: &mut Names<'a>) {
        names.hex("at", self.at);
    }

    fn check_form(&self, form: &mut Form<'_>) {
        if form.rules.pack.scenarios.get(&form.game.scenario).is_some_and(|scenario| !scenario.armies) {
            return form.refuse("create", "CW-11", ArmyRefusal::NoArmiesInScenario);
        }
        form.check_army("create.army", &self.army);
        let theater = form.rules.pack.map.theater(self.at);
        let data = form.rules.pack.charts.armies.get(&self.army).filter(|data| data.side == form.side);
        // By the option `free_armies` any theater will do (20.2).
        let bound = data.filter(|_| !form.game.options.free_armies);
        if bound.is_some_and(|data| data.theater != theater && form.on_map(self.at)) {
            let (army, hex) = (self.army.clone(), self.at);
            form.refuse("create.at", "12.1.2", ArmyRefusal::ArmyOfOtherTheater { army, hex, theater });
        }
    }

    fn begin(&self, rules: &CivilWar, cx: StepContext<'_, CivilWar>, side: Side) -> Begun {
        let StepContext { game, events, .. } = cx;
        let points = army::may_create(&Supplies::new(rules, game, side), self)?;
        payment::charge(game, events, "12.1", side, points);
        let Create { army, at, .. } = self;
        game.armies.insert(army.clone(), ArmyPlace::At(*at));
        // If there is another army in the hex, the new one takes units that belong to no army, and from the other its
        // general and at least one strength point; the rest by `transfer`.
        let none = &mut Events::default();
        let founder = army::founder(rules, game, side, *at);
        let own = |game: &Game, group: &Option<Id>| group.as_ref().map_or(0, |army| army::sp(game, army));
        let spare = game.groups_at(*at, side).filter(|(_, group)| own(game, &group.army) > 1);
        let first = spare.max_by_key(|(number, group)| (own(game, &group.army), std::cmp::Reverse(*number)));
        let first = first.map(|(number, _)| number);
        if army::sp(game, army) == 0
            && !loose(game, side, *at)
            && let Some(number) = first
        {
            let number = game.split(number, 1);
            if let Some(group) = game.groups.get_mut(&number) {
                group.army = Some(army.clone());
            }
        }
        if let Some(piece) = founder
            && let Some(Place::Map { army: own, .. }) = game.pieces.get_mut(&piece)
        {
            *own = Some(army.clone());
        }
        army::update_membership(rules, game, none);
        game.tidy();
        let (sp, commander) = (army::sp(game, army), army::commander(rules, game, army));
        if let Some(commander) = commander {
            events.emit("12.1", &Event::ArmyCreated { side, army: army.clone(), at: *at, sp, commander });
        }
        Ok(LeaderLoss::procedure(reaction_radius::uncovered_leaders(rules, game, side)))
    }

    fn cost(&self, rules: &CivilWar, _game: &Game, _side: Side) -> u32 {
        rules.pack.charts.costs.create_army.into()
    }

    fn legal(rules: &CivilWar, game: &Game, side: Side) -> Vec<Order> {
        army::legal(rules, game, side)
    }

    fn forecast(&self, outlook: &mut Outlook<'_>, certain: bool) -> Tested {
        outlook.at_once(self, certain)
    }
}

impl AtOnce for Create {
    fn is_certain(&self, outlook: &Outlook<'_>, (path, rule): (&str, &str)) -> bool {
        let (rules, game, side, at) = (outlook.rules, &outlook.game, outlook.side, self.at);
        match (path, rule) {
            ("create.at", "7.7.3j") => !outlook.doubts.hex(at),
            // Strength points, a general, supply: one of them at least is missing.
            ("create.at", "12.1.1" | "5.3.4") => {
                let armies = army::armies_at(rules, game, at, side).len() as u32;
                let free = |piece: &Piece| army::free_to_command(rules, game, piece);
                let comes = |piece: &Piece| army::may_command(rules, piece);
                !outlook.doubts.hex(at)
                    && (game.sp_at(at, side) <= armies
                        || !game.leaders_at(&rules.pack, at, side).iter().any(free)
                            && !outlook.doubts.leaders_perhaps_in(at).any(comes)
                        || !outlook.doubts.supply && !Supplies::new(rules, game, side).in_supply(at))
            }
            // An army is formed once (12.1.3), in its theater, where armies are formed.
            (_, rule) => matches!(rule, "12.1" | "12.1.2" | "12.1.3" | "CW-11"),
        }
    }

    fn spread_doubt(&self, outlook: &mut Outlook<'_>, _before: &Game, certain: bool) {
        // If anything is done with the known ledger, this is.
        if certain {
            outlook.regroup(self);
        }
        outlook.may_affect_named(&self.value(), 0);
        let at = certain.then_some(self.at);
        outlook.doubts.armies.entry(self.army.clone()).and_modify(|known| *known = known.or(at)).or_insert(at);
    }
}

/// Whether strength points of a hex are in no army.
fn loose(game: &Game, side: Side, hex: Hex) -> bool {
    game.groups_at(hex, side).any(|(_, group)| group.army.is_none() && group.unit.is_none())
}
