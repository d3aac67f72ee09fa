//! The result of a fight (7.1.16, 7.7): losses, who must leave, who takes the hex, and the leaders' checks.

use crate::engine::{Asked, Events, Next};

use super::{Combat, Fight, FightStep, RetreatDecision, WhoRetreats, decide_retreat, demoralize_in, lose_in};
use crate::events::combat::{Harm, Outcome};
use crate::events::{Cause, Demoralization, Destruction, Event};
use crate::leaders::LeaderLoss;
use crate::leaders::chart::Battle;
use crate::orders::Question;
use crate::pack::{CombatResult, FortKind};
use crate::position::ledger::{Game, Hull, Piece};
use crate::{CivilWar, Procedure, combat::retreat, movement::entering, movement::territory, supply::construction};

impl Combat {
    /// Depots that were the source of either side's supply are used up, however it ended (9.2.5, 9.2.6); by the option
    /// `no_effect_spends_no_depot` not if neither side suffered any result (21.4, CW-309).
    pub(super) fn spend_depots(&self, game: &mut Game, events: &mut Events, fight: &Fight) {
        if fight.no_effect {
            return;
        }
        for (owner, depot) in [(self.side(), self.depot), (self.side().other(), fight.defender_depot)] {
            if let Some(hex) = depot.filter(|hex| game.depots.get(hex) == Some(&owner)) {
                construction::spend_depot(game, events, hex);
            }
        }
    }

    /// Whether the defender can never be forced to leave: in a fortress, in supply, or on friendly ground at the map's
    /// edge (7.7.8, CW-9, CW-108).
    pub(super) fn cannot_be_dislodged(&self, rules: &CivilWar, game: &Game, fight: &Fight) -> bool {
        let Some(data) = rules.pack.map.hex(self.hex) else { return false };
        let enemy = self.side().other();
        let fortress = territory::fort(rules, game, self.hex)
            .is_some_and(|fort| fort.kind == FortKind::Fortress && fort.holder == Some(enemy));
        let edge = data.map_edge && territory::is_friendly(rules, game, self.hex, enemy);
        edge || (fortress && fight.defender_supplied)
    }

    /// Reads the table; then losses, and all that follows from them (7.1.16a). Where a ship is lost, its owner may have
    /// to choose it first.
    pub(super) fn resolve(
        &mut self,
        rules: &CivilWar,
        game: &mut Game,
        events: &mut Events,
        fight: &mut Fight,
    ) -> Next<CivilWar> {
        let outcome = self.current_outcome(rules, fight);
        let ships = outcome.attacker.ships;
        events.emit("7.2.7", &Event::CombatResult(Box::new(outcome)));
        let at_stake = if ships > 0 { self.ships_at_risk(rules, game) } else { Vec::new() };
        match at_stake.as_slice() {
            [] => self.apply_losses(rules, game, events, fight, None),
            [only] => self.apply_losses(rules, game, events, fight, Some(only)),
            _ => {
                fight.part = FightStep::Ship;
                Next::Continue
            }
        }
    }

    /// The result of the current dice.
    fn current_outcome(&self, rules: &CivilWar, fight: &Fight) -> Outcome {
        let (attack, defence) = (fight.attack_die.unwrap_or(0), fight.defence_die.unwrap_or(0));
        self.outcome(rules, fight, attack, defence, false)
    }

    /// The ships of which one is lost with a ground force that they support: an ironclad, or else a transport (8.9.5).
    fn ships_at_risk(&self, rules: &CivilWar, game: &Game) -> Vec<Hull> {
        let squadron = self.afloat.as_ref().and_then(|afloat| game.squadrons.get(&afloat.fleet));
        let Some(squadron) = squadron else { return Vec::new() };
        let ironclads: Vec<Hull> = squadron.hulls.ironclads(&rules.pack).cloned().map(Hull::Ship).collect();
        if ironclads.is_empty() { squadron.hulls.kinds() } else { ironclads }
    }

    /// Asks which of them it is (8.10.5a).
    pub(super) fn ask_for_ship(&self, rules: &CivilWar, game: &Game) -> Next<CivilWar> {
        let Some(afloat) = &self.afloat else { return Next::Continue };
        let (side, at, options) = (self.side(), afloat.at, self.ships_at_risk(rules, game));
        let question = Question::Hit { side, at, sunk: true, options };
        Next::Ask(Asked { side: side.id(), slug: "hit", rule: "8.9.5", question })
    }

    /// Applies losses and demoralization, determines who must leave, and begins the retreat (7.1.16a, 7.7.1, 7.7.2).
    /// Ships are never demoralized (8.8¶13, 8.9.5).
    pub(super) fn apply_losses(
        &mut self,
        rules: &CivilWar,
        game: &mut Game,
        events: &mut Events,
        fight: &mut Fight,
        ship: Option<&Hull>,
    ) -> Next<CivilWar> {
        let (side, enemy, hex, from) = (self.side(), self.side().other(), self.hex, self.from);
        let Outcome { attacker, defender, .. } = self.current_outcome(rules, fight);
        if attacker.sp_lost() > 0 {
            self.force.lose(game, attacker.sp_lost());
            let rule = if self.afloat.is_none() { "7.7.1" } else { self.rule_of_losses() };
            events.emit(rule, &Event::Lost { side, hex, sp: attacker.sp_lost(), left: attacker.left });
        }
        if let Some(hull) = ship {
            self.sink(game, events, hull);
        }
        if defender.sp_lost() > 0 {
            lose_in(game, hex, enemy, defender.sp_lost());
            let rule = if self.is_landing() { "8.8.6" } else { "7.7.1" };
            events.emit(rule, &Event::Lost { side: enemy, hex, sp: defender.sp_lost(), left: game.sp_at(hex, enemy) });
        }
        let by_result = |side| Event::Demoralized { side, hex, because: Demoralization::CombatResult };
        if attacker.demoralized && self.force.demoralize(game) {
            events.emit("7.7.2", &by_result(side));
        }
        if defender.demoralized && demoralize_in(game, hex, enemy) {
            events.emit("7.7.2", &by_result(enemy));
        }
        let RetreatDecision { who, priority } =
            decide_retreat(&attacker, &defender, self.cannot_be_dislodged(rules, game, fight));
        self.record(rules, game, fight, who);
        let leaves = match who {
            WhoRetreats::Attacker => Some(side),
            WhoRetreats::Defender => Some(enemy),
            WhoRetreats::Nobody => None,
        };
        if let Some(side) = leaves {
            events.emit(priority.rule(), &Event::MustRetreat { side, from: hex, because: priority });
        }
        // After the verdict, which it does not touch, and before the retreat, so that it spreads (9.1.3, CW-84).
        let unsupplied = |side| Event::Demoralized { side, hex, because: Demoralization::OutOfSupply };
        if !self.supplied && self.force.demoralize(game) {
            let rule = if self.is_landing() { "9.1.3g" } else { "9.1.3" };
            events.emit(rule, &unsupplied(side));
        }
        if !fight.defender_supplied && demoralize_in(game, hex, enemy) {
            events.emit("9.1.3", &unsupplied(enemy));
        }
        // Leaders of a hex whose last strength point is lost to a landing have no force to stay or go with (CW-36).
        let bereft = self.is_landing() && game.sp_at(hex, enemy) == 0;
        match who {
            WhoRetreats::Defender if bereft => {
                self.advance(rules, game, events, false);
                self.check_all(game, fight, Cause::Combat, Cause::Eliminated)
            }
            WhoRetreats::Defender => {
                fight.part = FightStep::Retreat;
                Next::Continue
            }
            WhoRetreats::Attacker if self.is_landing() => {
                // They go back with the ships that brought them, under fire again; the voyage handles that (8.8¶8).
                let eliminated = bereft && fight.defenders > fight.works;
                let defenders = if eliminated { Cause::Eliminated } else { Cause::Combat };
                self.check_all(game, fight, Cause::Combat, defenders)
            }
            WhoRetreats::Attacker => {
                let attackers = if retreat::may_return(rules, hex, from) {
                    self.force.end_movement(game);
                    events.emit("7.7.13", &Event::Retreated { side, from: hex, to: from });
                    retreat::spread_demoralization(game, events, from, side);
                    game.tidy();
                    Cause::Combat
                } else {
                    let sp = self.force.sp(game);
                    self.force.lose(game, sp);
                    let because = Destruction::NavigableRiver;
                    events.emit("7.7.14", &Event::Destroyed { side, hex, sp, because });
                    Cause::NoRetreat
                };
                self.check_all(game, fight, attackers, Cause::Combat)
            }
            WhoRetreats::Nobody => {
                let cause = |harm: &Harm| if harm.left == 0 { Cause::Eliminated } else { Cause::Combat };
                if attacker.left > 0 {
                    self.advance(rules, game, events, false);
                }
                let defenders =
                    if bereft && fight.defenders > fight.works { Cause::Eliminated } else { cause(&defender) };
                self.check_all(game, fight, cause(&attacker), defenders)
            }
        }
    }

    /// Records what optional rules ask of the result: how it went for both sides (22.1), and that it had no effect (21.4).
    fn record(&self, rules: &CivilWar, game: &Game, fight: &mut Fight, who: WhoRetreats) {
        if !game.options.variant_leaders && !game.options.no_effect_spends_no_depot {
            return;
        }
        let outcome = self.current_outcome(rules, fight);
        let none = |result: CombatResult| result.losses == 0 && !result.demoralized;
        fight.no_effect = game.options.no_effect_spends_no_depot
            && none(outcome.attacker_reads.result)
            && none(outcome.defender_reads.result);
        fight.battle = game.options.variant_leaders.then(|| Battle::of(self.side(), &outcome, who));
    }

    /// The rule by which an attacker's losses are taken: in a landing from its strength points alone (8.8¶13), with
    /// ships in support from both in turn (8.9.5).
    fn rule_of_losses(&self) -> &'static str {
        if self.is_landing() { "8.8¶13" } else { "8.9.5" }
    }

    /// A ship goes down with the ground force that it supports (8.9.5).
    fn sink(&self, game: &mut Game, events: &mut Events, hull: &Hull) {
        let Some(afloat) = &self.afloat else { return };
        let Some(squadron) = game.squadrons.get_mut(&afloat.fleet) else { return };
        if squadron.hulls.remove(hull) {
            if squadron.hulls.is_empty() {
                game.squadrons.remove(&afloat.fleet);
            }
            let side = self.side();
            game.side_mut(side).navy.sunk.add(hull);
            events.emit("8.9.5", &Event::Hit { side, hull: hull.clone(), at: afloat.at, due: None });
        }
    }

    /// One check for each leader who was in the combat when it began: the attacker's first, those of the ships before
    /// those on the ground (CW-37, CW-38, 8.8¶14, 8.9.4).
    pub(super) fn check_all(&self, game: &Game, fight: &mut Fight, attacker: Cause, defender: Cause) -> Next<CivilWar> {
        fight.part = FightStep::Checks;
        let own = self.force.leaders().map(|piece| (piece.clone(), attacker));
        let theirs = fight.defending_leaders.iter().map(|piece| (piece.clone(), defender));
        let all: Vec<(Piece, Cause)> = self.admiral(game).into_iter().chain(own).chain(theirs).collect();
        let commanders: Vec<Piece> = self.commander().into_iter().chain(&fight.defending_commander).cloned().collect();
        match all.is_empty() {
            true => Next::Continue,
            false => {
                let loss = LeaderLoss::of(all).commanding(&commanders);
                Next::Call(Procedure::LeaderLoss(loss.in_battle(fight.battle.clone(), &fight.large_armies)))
            }
        }
    }

    /// The attackers enter the hex; after an overrun they are still marching, and the march enters it like any other. A
    /// force that has come ashore goes no further (8.8.5).
    pub(super) fn advance(&self, rules: &CivilWar, game: &mut Game, events: &mut Events, marching: bool) {
        let (side, hex) = (self.side(), self.hex);
        let sp = self.force.sp(game);
        if sp == 0 {
            return;
        }
        self.force.place(game, hex);
        if marching {
            return;
        }
        self.force.end_movement(game);
        let rule = if self.is_landing() { "8.8.5" } else { "7.7.5" };
        events.emit(rule, &Event::Advanced { side, hex, from: self.from, sp });
        construction::lose_depot_in_combat(game, events, hex, side);
        // A naval leader lands them, whichever cavalry leaders are with them (8.8¶11).
        let cavalry = self.force.is_cavalry(rules) && self.afloat.as_ref().is_none_or(|afloat| afloat.leader.is_none());
        entering::enter(rules, game, events, hex, side, entering::Entering::led(cavalry));
        game.tidy();
    }
}
