//! Movement by land (6.1–6.5): the check of a `move` order, and the march that carries it out.

use adjutant_derive::sparse;
use serde::{Deserialize, Serialize};

use crate::board::Hex;
use crate::engine::{Events, Input, Next, StepContext};

use crate::combat::{self, Assault, Combat, Ended};
use crate::document::Id;
use crate::events::{Cause, Event, StopReason};
use crate::leaders::LeaderLoss;
use crate::leaders::untried::KnowsLeaders;
use crate::movement::reaction::{Reactions, reactor};
use crate::movement::screening::Screening;
use crate::naval::attacking_ships::AttackingShips;
use crate::orders::{Captured, Condition, DropOff};
use crate::position::force::Force;
use crate::position::ledger::{Game, Piece, Place, by_command};
use crate::{CivilWar, Procedure, Reply, combat::retreat, leaders::army, leaders::reveal};

/// A force on the march.
#[sparse(drop, convert, depots, stop, depot, afloat, fought)]
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct March {
    pub force: Force,
    /// Where it is now.
    pub at: Hex,
    /// The hexes still to enter.
    pub path: Vec<Hex>,
    pub drop: Vec<DropOff>,
    /// The hexes in which cavalry spends a movement point more (11.2.2).
    pub convert: Vec<Hex>,
    /// What happens to enemy depots on the way (9.2).
    pub depots: Option<Captured>,
    /// Where the march ends before the end of its path.
    pub stop: Option<Condition>,
    /// Movement points left.
    pub left: u32,
    /// Supplied when it was activated (9.1).
    pub supplied: bool,
    /// The depot that a combat will use up (9.2.5).
    pub depot: Option<Hex>,
    /// How many hexes it has entered.
    #[serde(default)]
    pub entered: u32,
    /// How far it has come with the next hex.
    #[serde(default, skip_serializing_if = "Entry::is_new")]
    pub entry: Entry,
    /// The ships that attack the last hex of its path with it (8.9).
    pub afloat: Option<AttackingShips>,
    /// It has fought with them, and their leader has been checked.
    pub fought: bool,
}

/// How far a march has come with the next hex of its path.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Entry {
    /// Nothing has been said about it.
    #[default]
    New,
    /// The enemy's armies have reacted to it, or could not (12.3).
    Announced,
    /// The enemy's cavalry has retreated before it: the march ends there (7.1.7b).
    Screened,
    /// The enemy's cavalry stays, or there is none (7.1.7).
    Contested,
    /// The march is over; leaders whom an army has come near are being checked (12.3.17).
    Over,
}

impl Entry {
    fn is_new(&self) -> bool {
        *self == Entry::New
    }
}

impl March {
    /// The march's next step: it enters the next hex, or fights for it (6.1.2), or halts: at the end of its path, after
    /// a fight, or where it may not attack (6.1.6, CW-64, CW-67). Before it enters, armies whose radius it enters may
    /// react (7.1.4a, 7.1.5, 12.3), again at each further entry (7.1.5c), and cavalry may retreat before combat (7.1.7,
    /// 6.1.2a). If they go elsewhere the march continues (7.1.5b); if they are in the hex it fights (7.1.5d).
    pub fn step(&mut self, rules: &CivilWar, cx: StepContext<'_, CivilWar>, input: Input<CivilWar>) -> Next<CivilWar> {
        let StepContext { game, events, .. } = cx;
        if self.entry == Entry::Over {
            return Next::Return(self.reply());
        }
        if game.options.untried_leaders {
            self.force.learn(game);
            if let Some(afloat) = &mut self.afloat {
                afloat.leader.learn(game);
            }
        }
        match input {
            Input::Reply(Reply::Combat(Ended::Fought)) => {
                self.fought = self.afloat.is_some() && self.path.len() == 1;
                return self.over(rules, game, events);
            }
            Input::Reply(Reply::Combat(Ended::Overrun)) => return self.enter(rules, game, events),
            Input::Reply(Reply::Reacted) => self.entry = Entry::Announced,
            Input::Reply(Reply::Screened(gone)) => {
                self.entry = if gone { Entry::Screened } else { Entry::Contested };
            }
            _ => {}
        }
        self.force.forget_the_lost(game, self.at);
        if self.force.has_groups() && self.force.sp(game) == 0 {
            return self.over(rules, game, events);
        }
        let side = self.force.side;
        if self.entered == 0 && self.force.is_cavalry(rules) && self.convert_here() {
            // It may take the hex that it is in during a later activation (11.2.2).
            let how = entering::Entering { cavalry: true, converts: true, depots: self.depots, stays: true };
            entering::enter(rules, game, events, self.at, side, how);
        }
        if self.entry == Entry::New
            && let Some(stop) = &self.stop
            && self.left_behind_start()
            && stop.fails(game, side).is_none()
        {
            let because = Some(StopReason::Ordered);
            events.emit("6.1.6", &Event::Halted { side, hex: self.at, because });
            return self.over(rules, game, events);
        }
        let Some(&next) = self.path.first() else {
            events.emit("6.1.6", &Event::Halted { side, hex: self.at, because: None });
            return self.over(rules, game, events);
        };
        if !self.force.has_groups() {
            return self.enter(rules, game, events);
        }
        // A state may have taken sides since the march was ordered (15.7).
        if self.entered > 0 && self.force.leader.is_none() && territory::is_enemy(rules, game, next, side) {
            let because = Some(StopReason::EnemyGround { hex: next });
            events.emit("15.7", &Event::Halted { side, hex: self.at, because });
            return self.over(rules, game, events);
        }
        let (sp, demoralized) = (self.force.sp(game), self.force.demoralized(game));
        if self.entry == Entry::New {
            let armies = reaction_radius::armies_covering(rules, game, next, side);
            if demoralized && let Some(army) = armies.first() {
                let because = Some(StopReason::InReach { hex: next, army: army.clone() });
                events.emit("7.7.3l", &Event::Halted { side, hex: self.at, because });
                return self.over(rules, game, events);
            }
            let (from, attacking) = (self.at, army::attacking(rules, game, &self.force));
            let assault = Assault { side, from, hex: next, sp: attacking, demoralized };
            // A demoralized force that may not attack announces nothing.
            let force = reactor::force_without_army(rules, game, next, side.other())
                .filter(|_| !demoralized || combat::overruns(rules, game, assault));
            if !armies.is_empty() || force.is_some() {
                let rule = if armies.is_empty() { "21.9" } else { "7.1.4a" };
                let armies: Vec<Id> = armies.into_iter().chain(force).collect();
                events.emit(rule, &Event::Announced { side, from, hex: next, sp, armies: armies.clone() });
                return Next::Call(Procedure::Reaction(Reactions::new(&self.force, from, next, sp, armies)));
            }
            self.entry = Entry::Announced;
        }
        if game.sp_at(next, side.other()) == 0 {
            return self.enter(rules, game, events);
        }
        if self.entry == Entry::Announced {
            if let Some(screen) = Screening::possible(rules, game, &self.force, self.at, next) {
                return Next::Call(Procedure::Screening(screen));
            }
            self.entry = Entry::Contested;
        }
        let assault =
            Assault { side, from: self.at, hex: next, sp: army::attacking(rules, game, &self.force), demoralized };
        if demoralized && !combat::overruns(rules, game, assault) {
            let because = Some(StopReason::MayNotAttack { hex: next });
            events.emit("CW-67", &Event::Halted { side, hex: self.at, because });
            return self.over(rules, game, events);
        }
        let (force, supplied, depot) = (self.force.clone(), self.supplied, self.depot);
        let combat = Combat::new(force, next, self.at, supplied, depot);
        Next::Call(Procedure::Combat(match self.afloat.clone().filter(|_| self.path.len() == 1) {
            Some(afloat) => combat.with_ships(afloat),
            None => combat,
        }))
    }

    /// What the march returns: to ships that it attacks with, whether there was a fight.
    fn reply(&self) -> Reply {
        if self.fought { Reply::Combat(Ended::Fought) } else { Reply::Done }
    }

    /// Whether it has entered a hex already.
    fn left_behind_start(&self) -> bool {
        self.entered > 0
    }

    /// Enters the next hex of the path: ground changes hands, demoralization spreads among strength points but never
    /// leaders (6.1.10d, 6.1.10e), some units drop off, and enemy leaders who are alone there are overtaken (5.4.1c,
    /// CW-65). Other units there stay: nothing is picked up (6.2.4a), and there is no stacking limit (6.1.9).
    fn enter(&mut self, rules: &CivilWar, game: &mut Game, events: &mut Events) -> Next<CivilWar> {
        if self.path.is_empty() {
            return self.over(rules, game, events);
        }
        let (side, hex) = (self.force.side, self.path.remove(0));
        let cost = step_cost(rules, game, self.force.has_groups(), self.at, hex, side);
        self.left = self.left.saturating_sub(cost);
        self.at = hex;
        self.entered += 1;
        let screened = self.entry == Entry::Screened;
        self.entry = Entry::New;
        self.force.place(game, hex);
        events.emit("6.1.3", &Event::Entered { side, hex, cost, left: self.left });
        if screened {
            self.path.clear();
        }
        if !self.force.has_groups() {
            return Next::Continue;
        }
        let cavalry = self.force.is_cavalry(rules);
        if cavalry && self.entered > reveal::MAX_HEXES_UNREVEALED {
            reveal::reveal(rules, game, events, self.force.leader.as_slice());
        }
        let converts = cavalry && self.convert_here();
        let how = entering::Entering { cavalry, converts, depots: self.depots, stays: false };
        entering::enter(rules, game, events, hex, side, how);
        retreat::spread_demoralization(game, events, hex, side);
        self.drop_off(game, events);
        let found = by_command(&rules.pack, game.leaders_at(&rules.pack, hex, side.other()));
        let alone = found.into_iter().map(|piece| (piece, Cause::Overtaken));
        let mut alone: Vec<_> = alone.collect();
        for (piece, cause) in reaction_radius::uncovered_leaders(rules, game, side) {
            if !alone.iter().any(|(other, _)| *other == piece) {
                alone.push((piece, cause));
            }
        }
        LeaderLoss::procedure(alone).map_or(Next::Continue, Next::Call)
    }

    /// Cavalry spends a movement point more where its orders say so (11.2.2).
    fn convert_here(&mut self) -> bool {
        let here = self.convert.iter().position(|hex| *hex == self.at);
        match here {
            Some(n) if self.left > 0 => {
                self.convert.remove(n);
                self.left -= 1;
                true
            }
            _ => false,
        }
    }

    /// Leaves strength points and leaders behind where the order says so; they have moved (6.2.4b, 6.2.4c, CW-60).
    fn drop_off(&mut self, game: &mut Game, events: &mut Events) {
        let Some(at) = self.drop.iter().position(|drop| drop.at == self.at) else { return };
        let drop = self.drop.remove(at);
        let mut left = drop.sp.min(self.force.sp(game).saturating_sub(1));
        let sp = left;
        for &number in self.force.groups.clone().iter() {
            let has = game.groups.get(&number).map_or(0, |group| group.sp);
            // An army that would leave nobody behind would be out of the game (12.1.3).
            let spare = if self.force.armies.is_empty() { has } else { has.saturating_sub(1) };
            let part = left.min(spare);
            if part == 0 {
                continue;
            }
            left -= part;
            let apart = game.split(number, part);
            if apart == number {
                self.force.groups.retain(|group| *group != number);
            }
            if let Some(group) = game.groups.get_mut(&apart) {
                group.marching = false;
                group.army = None;
            }
        }
        let (leaders, others): (Vec<Piece>, Vec<Piece>) =
            std::mem::take(&mut self.force.others).into_iter().partition(|piece| drop.leaders.contains(&piece.leader));
        self.force.others = others;
        for (piece, place) in &mut game.pieces {
            if let Place::Map { army, marching, .. } = place
                && drop.leaders.contains(&piece.leader)
            {
                (*army, *marching) = (None, false);
            }
        }
        events.emit("6.2.4", &Event::Dropped { side: self.force.side, hex: self.at, sp, leaders });
    }

    /// The force is at rest; armies that have retreated or advanced may have come near to leaders alone (12.3.17).
    fn over(&mut self, rules: &CivilWar, game: &mut Game, events: &mut Events) -> Next<CivilWar> {
        self.force.end_movement(game);
        army::update_membership(rules, game, events);
        game.tidy();
        self.entry = Entry::Over;
        let sides = [self.force.side, self.force.side.other()];
        let covered = sides.into_iter().flat_map(|side| reaction_radius::uncovered_leaders(rules, game, side));
        LeaderLoss::procedure(covered).map_or(Next::Return(self.reply()), Next::Call)
    }
}

pub mod cavalry;
mod check;
pub mod entering;
mod left_behind;
mod legal_moves;
mod movers;
pub mod passability;
mod path;
mod plan;
pub mod rail;
pub mod reaction;
pub mod reaction_radius;
pub mod screening;
pub mod stacking;
pub mod terrain;
pub mod territory;

pub use check::{activate, check, check_ride, ride, set_out};
pub use left_behind::left_behind;
pub use legal_moves::legal;
pub use movers::{cost, detach_strength, has_moved, may_leave, may_move, sp_limit, stay_behind};
pub use passability::{passable, step_cost};
pub use path::attacking;
use path::lone_leader_s_end;
pub use plan::Plan;
pub use terrain::{crossable, entry_cost, terrain_allows};
