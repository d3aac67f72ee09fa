//! Voyages of ships (8.3, 8.4): they enter one station after the other, are fired at and fight where they must, and
//! land their cargo.

use adjutant_derive::sparse;
use serde::{Deserialize, Serialize};

use crate::board::Hex;
use crate::engine::{Events, Input, Next, StepContext};

use super::attacking_ships::AttackingShips;
use super::battle::{Battle, Fire};
use super::cargo;
use super::combined_attack::{CombinedAttack, CombinedAttackOrder};
use super::disembark::put_ashore;
use super::route::{self, Guns};
use super::shore::{can_disembark, stations_beside};
use crate::combat::{Combat, Ended};
use crate::events::{Cause, Event};
use crate::leaders::LeaderLoss;
use crate::leaders::untried::KnowsLeaders;
use crate::movement::reaction::Reactions;
use crate::orders::Landed;
use crate::pack::{Side, Station};
use crate::position::force::Force;
use crate::position::ledger::{Game, Hulls, Piece, Place, Squadron, by_command, is_naval};
use crate::{CivilWar, Procedure, Reply, combat::retreat, leaders::army, movement::reaction_radius};

/// A voyage. The cargo counts as being where it was loaded until it goes ashore. So the cargo of a damaged ship is back
/// there without further steps (8.10.5), and so is a landing that has failed (8.8.7).
#[sparse(all_but(side, fleet, supplied, way, wake, stage))]
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Voyage {
    pub side: Side,
    /// The number of the squadron.
    pub fleet: u32,
    /// Who commands the ships, a naval leader or not.
    pub leader: Option<Piece>,
    /// The cargo, still in the hex where it was loaded.
    pub cargo: Option<Force>,
    /// Where it was taken on.
    pub loaded: Option<Hex>,
    /// Supplied when it was activated (9.1.3).
    pub supplied: bool,
    /// The depot that a landing will use up.
    pub depot: Option<Hex>,
    /// The stations still to enter.
    pub way: Vec<Station>,
    /// The stations behind it, the first where it set out.
    pub wake: Vec<Station>,
    pub drop: Vec<Landed>,
    /// Where the cargo still on board at the end goes ashore.
    pub land: Option<Hex>,
    /// How far it has come.
    #[serde(default)]
    pub stage: Stage,
    /// Naval leaders with the ships.
    pub crew: Vec<Piece>,
    /// Who was on board when they were fired at: each is checked once, at the end (8.2.3, 5.4.1b).
    pub shot_at: Vec<Piece>,
    /// A landing has been fought, and its leaders have been checked (8.8.14).
    pub checked: bool,
    /// The fortification of the hex that they land in has fired (8.10.7).
    pub braved: bool,
    /// Whether the cargo has been counted against the turn's capacity (8.6.2).
    pub lifted: bool,
    /// The ground force that attacks with them at the end of their voyage (8.9).
    pub attack: Option<Box<CombinedAttackOrder>>,
}

/// How far ships have come.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Stage {
    /// They enter the next station.
    #[default]
    Under,
    /// They have entered it, and fight there.
    Fought,
    /// What they carry is about to go ashore.
    Arrived,
    /// The enemy reacts to that (8.8.4).
    Announced,
    /// The hex is being fought for.
    Landing,
    /// They go back because the attack has failed (8.4.3a).
    Back,
    /// They have gone back to a station, and are being fired at again.
    Repassing,
    /// It is over; leaders are being checked.
    Over,
}

impl Voyage {
    /// The voyage's next step: the ships enter the next station, and fight what they meet there (8.3.5, 8.8.2a,
    /// 8.10.8); at some stations they put units ashore (8.4.9); at the end they land what is left on board, or just
    /// stay there, and go no further (8.3.5a).
    pub fn step(&mut self, rules: &CivilWar, cx: StepContext<'_, CivilWar>, input: Input<CivilWar>) -> Next<CivilWar> {
        let StepContext { game, events, .. } = cx;
        if game.options.untried_leaders {
            self.leader.learn(game);
            self.cargo.learn(game);
            self.crew.learn(game);
            self.shot_at.learn(game);
        }
        if !matches!(self.stage, Stage::Landing | Stage::Over) {
            self.forget_the_lost(game);
        }
        let afloat = game.squadrons.get(&self.fleet).filter(|squadron| !squadron.hulls.is_empty());
        let Some(at) = afloat.map(|squadron| squadron.at).filter(|_| self.stage != Stage::Over) else {
            return self.finish_voyage(rules, game, events);
        };
        match (self.stage, input) {
            (Stage::Under, _) => match self.way.is_empty() {
                true => self.arrive(rules, game, events, at),
                false => {
                    let next = self.way.remove(0);
                    self.wake.push(at);
                    self.enter(rules, game, events, next)
                }
            },
            (Stage::Fought, _) => {
                if let Some(n) = self.drop.iter().position(|drop| drop.from == at) {
                    let drop = self.drop.remove(n);
                    return self.drop_off(rules, game, events, &drop);
                }
                self.stage = Stage::Under;
                Next::Continue
            }
            (Stage::Arrived, _) => self.announce(rules, game, events),
            (Stage::Announced, _) => self.land(rules, game, events),
            (Stage::Landing, input) => self.landed(rules, game, events, &input),
            (Stage::Back | Stage::Repassing | Stage::Over, _) => match self.wake.pop() {
                Some(before) => self.enter(rules, game, events, before),
                None => self.finish_voyage(rules, game, events),
            },
        }
    }

    /// Removes from the cargo what has been lost on the way, or put back where it came from (8.10.4, 8.10.5).
    fn forget_the_lost(&mut self, game: &Game) {
        let marching = |piece: &Piece| matches!(game.pieces.get(piece), Some(Place::Map { marching: true, .. }));
        if let Some(cargo) = &mut self.cargo {
            cargo.groups.retain(|number| game.groups.get(number).is_some_and(|group| group.marching));
            cargo.others.retain(marching);
            if cargo.leader.as_ref().is_some_and(|piece| !marching(piece)) {
                cargo.leader = (!cargo.others.is_empty()).then(|| cargo.others.remove(0));
            }
            if cargo.groups.is_empty() && cargo.leader.is_none() {
                self.cargo = None;
            }
        }
    }

    /// The ships enter a station. Enemy ships there fight them (8.3.2a, 8.10.9), and the fortifications next to it fire
    /// (8.3.2, 8.10.8). The fortification of a hex where they are to land against the enemy waits for the landing when
    /// they enter any of its hexsides, unless enemy ships defend it (8.10.7, CW-278).
    fn enter(&mut self, rules: &CivilWar, game: &mut Game, events: &mut Events, at: Station) -> Next<CivilWar> {
        let back = matches!(self.stage, Stage::Back | Stage::Repassing);
        if let Some(squadron) = game.squadrons.get_mut(&self.fleet) {
            squadron.at = at;
        }
        for piece in &self.crew {
            if let Some(Place::Afloat { at: there, .. }) = game.pieces.get_mut(piece) {
                *there = at;
            }
        }
        if !back && route::at_sea(rules, at) {
            self.count(rules, game, events);
        }
        self.stage = if back { Stage::Repassing } else { Stage::Fought };
        if !back && self.way.is_empty() && self.attack.is_some() {
            return self.support(rules, game, at);
        }
        let target = self.target(rules, game).filter(|_| !back);
        let guns = Guns::new(rules, game, self.side);
        let (mut forts, ships) = (guns.forts(at), guns.ships(at));
        match target {
            Some(hex) if ships && self.way.is_empty() => return self.run_defences(rules, game, hex, at),
            Some(hex) if !ships => forts.retain(|fort| *fort != hex),
            _ => {}
        }
        if forts.is_empty() && !ships {
            return Next::Continue;
        }
        self.battle(rules, game, Battle::new(self.side, self.fleet, at, forts, Fire::Passing))
    }

    /// The hex that they are to land in against the enemy, while they have somebody to land.
    fn target(&self, rules: &CivilWar, game: &Game) -> Option<Hex> {
        self.land.filter(|hex| self.cargo.is_some() && !can_disembark(rules, game, self.side, *hex))
    }

    /// The ships come before a hex that is landed in: the enemy's ships on all of its hexsides fight them, and its
    /// fortification fires, after each round again (8.8.2b to 8.8.2d, 8.10.7, 8.10.9).
    fn run_defences(&mut self, rules: &CivilWar, game: &Game, hex: Hex, at: Station) -> Next<CivilWar> {
        let guns = Guns::new(rules, game, self.side);
        self.braved = true;
        let mut forts = if guns.ships(at) { guns.forts(at) } else { Vec::new() };
        if guns.fires(hex) && !forts.contains(&hex) {
            forts.push(hex);
        }
        let also: Vec<Station> =
            stations_beside(rules, hex).filter(|there| *there != at && guns.ships(*there)).collect();
        if forts.is_empty() && also.is_empty() && !guns.ships(at) {
            return Next::Continue;
        }
        let battle = Battle::new(self.side, self.fleet, at, forts, Fire::Landing);
        self.battle(rules, game, Battle { also, ..battle })
    }

    /// The ships come before a hex that a ground force is to attack with them: the enemy's ships at that station fight
    /// them, and what fires there, or in the hex, fires after each round, or once (8.9.3, 8.10.6).
    fn support(&mut self, rules: &CivilWar, game: &Game, at: Station) -> Next<CivilWar> {
        let guns = Guns::new(rules, game, self.side);
        self.braved = true;
        let mut forts = guns.forts(at);
        let target = self.attack.as_ref().map(|attack| attack.target);
        forts.extend(target.filter(|hex| guns.fires(*hex) && !at.borders(*hex)));
        if forts.is_empty() && !guns.ships(at) {
            return Next::Continue;
        }
        self.battle(rules, game, Battle::new(self.side, self.fleet, at, forts, Fire::Landing))
    }

    fn battle(&mut self, rules: &CivilWar, game: &Game, battle: Battle) -> Next<CivilWar> {
        let aboard = self.aboard(rules, game);
        if !self.checked {
            self.shot_at
                .extend(aboard.iter().filter(|piece| !self.shot_at.contains(piece)).cloned().collect::<Vec<_>>());
        }
        Next::Call(Procedure::Battle(Battle { cargo: self.cargo.clone(), aboard, ..battle }))
    }

    /// Everybody with the ships: naval leaders, then passengers.
    fn aboard(&self, rules: &CivilWar, game: &Game) -> Vec<Piece> {
        let afloat = |piece: &&Piece| matches!(game.pieces.get(*piece), Some(Place::Afloat { .. }));
        let naval = by_command(&rules.pack, self.crew.iter().filter(afloat).cloned().collect());
        naval.into_iter().chain(self.cargo.iter().flat_map(Force::leaders).cloned()).collect()
    }

    /// Strength points on board count against the turn's lift, once (8.6.2).
    fn count(&mut self, rules: &CivilWar, game: &mut Game, events: &mut Events) {
        let sp = self.cargo.as_ref().map_or(0, |cargo| cargo.sp(game));
        if self.lifted || sp == 0 {
            return;
        }
        self.lifted = true;
        let (side, capacity) = (self.side, super::sea_lift(rules, game));
        let navy = &mut game.side_mut(side).navy;
        navy.lifted = navy.lifted.saturating_add(sp);
        let used = navy.lifted;
        events.emit("8.6.2", &Event::Lifted { side, sp, used, capacity });
    }

    /// Part of the cargo goes ashore, with ships that stay there (8.4.9): a separate voyage that has arrived. Leaders
    /// alone take no ship from the others (8.4.8); leaders whose strength points have been lost stay on board.
    fn drop_off(&mut self, rules: &CivilWar, game: &mut Game, events: &mut Events, drop: &Landed) -> Next<CivilWar> {
        let (side, from) = (self.side, drop.from);
        let Some(cargo) = &mut self.cargo else { return Next::Continue };
        let shut = drop.sp == 0 && !can_disembark(rules, game, side, drop.at);
        if shut || drop.sp > 0 && !cargo.has_groups() {
            return Next::Continue;
        }
        let mut left = drop.sp;
        let mut groups = Vec::new();
        for number in cargo.groups.clone() {
            let part = left.min(game.groups.get(&number).map_or(0, |group| group.sp));
            if part > 0 {
                left -= part;
                let apart = game.split(number, part);
                cargo.groups.retain(|group| *group != apart);
                groups.push(apart);
            }
        }
        let here = |piece: &Piece| drop.leaders.contains(&piece.leader);
        let all: Vec<Piece> = cargo.leaders().cloned().collect();
        let (with, rest): (Vec<Piece>, Vec<Piece>) = all.into_iter().partition(here);
        let (mut with, mut rest) = (with.into_iter(), rest.into_iter());
        let force = Force { side, leader: with.next(), others: with.collect(), groups, armies: Vec::new() };
        (cargo.leader, cargo.others) = (rest.next(), rest.collect());
        if !cargo.has_groups() && cargo.leader.is_none() {
            self.cargo = None;
        }
        if !force.has_groups() {
            if force.leader.is_none() {
                // A hit on the way has sunk what was to go ashore here.
                return Next::Continue;
            }
            let leaders = force.leaders().cloned().collect();
            let event = Event::Ashore { side, hex: drop.at, from, sp: 0, leaders };
            return put_ashore(rules, game, events, &force, drop.at, ("8.4.8", &event))
                .map_or(Next::Continue, Next::Call);
        }
        let mut hulls = Hulls::default();
        let sp = force.sp(game);
        if let Some(squadron) = game.squadrons.get_mut(&self.fleet) {
            hulls = cargo::transports_left_with(drop, sp, &squadron.hulls);
            squadron.hulls.subtract(&hulls);
        }
        let fleet = game.add_squadron(Squadron { side, at: from, hulls, moved: true, sailing: true });
        let part = Voyage {
            side,
            fleet,
            leader: None,
            cargo: Some(force),
            loaded: self.loaded,
            supplied: self.supplied,
            depot: self.depot,
            way: Vec::new(),
            wake: self.wake.clone(),
            drop: Vec::new(),
            land: Some(drop.at),
            stage: Stage::Arrived,
            crew: Vec::new(),
            shot_at: Vec::new(),
            checked: false,
            braved: false,
            lifted: self.lifted,
            attack: None,
        };
        Next::Call(Procedure::Voyage(part))
    }

    /// The end of the voyage: the cargo goes ashore, or the ships just stay there.
    fn arrive(&mut self, rules: &CivilWar, game: &mut Game, events: &mut Events, at: Station) -> Next<CivilWar> {
        if let Some(attack) = &self.attack {
            if !self.braved {
                return self.support(rules, game, at);
            }
            self.stage = Stage::Landing;
            let afloat = AttackingShips { fleet: self.fleet, at, leader: self.admiral(rules, game), landing: false };
            let together = CombinedAttack::new(self.side, attack.order.clone(), afloat);
            return Next::Call(Procedure::Together(together));
        }
        match (self.land, &self.cargo) {
            (Some(hex), Some(_)) => {
                if !self.braved && self.target(rules, game).is_some() {
                    return self.run_defences(rules, game, hex, at);
                }
                self.stage = Stage::Arrived;
                Next::Continue
            }
            // Nobody is left to land against the enemy (8.8.8a).
            (Some(hex), None) if !can_disembark(rules, game, self.side, hex) => {
                self.turn_back(rules, game, events, "8.8.8a")
            }
            _ => self.rest_or_return(rules, game, events),
        }
    }

    /// Armies that reach the hex may react before anybody goes ashore (8.8.4, CW-264, CW-267).
    fn announce(&mut self, rules: &CivilWar, game: &mut Game, events: &mut Events) -> Next<CivilWar> {
        self.stage = Stage::Announced;
        let (Some(hex), Some(cargo), Some(from)) = (self.land, &self.cargo, self.loaded) else { return Next::Continue };
        let (side, sp) = (self.side, cargo.sp(game));
        let armies = if sp == 0 { Vec::new() } else { reaction_radius::armies_covering(rules, game, hex, side) };
        if armies.is_empty() {
            return Next::Continue;
        }
        if cargo.demoralized(game) {
            // Ships that would have closed the river to the army have been sunk on the way (7.7.3).
            return self.turn_back(rules, game, events, "7.7.3l");
        }
        events.emit("8.8.4", &Event::Announced { side, from, hex, sp, armies: armies.clone() });
        Next::Call(Procedure::Reaction(Reactions::new(cargo, from, hex, sp, armies)))
    }

    /// They go ashore: without a fight where the hex is open to them (8.4.5, 8.4.8), else as a landing (8.8).
    fn land(&mut self, rules: &CivilWar, game: &mut Game, events: &mut Events) -> Next<CivilWar> {
        self.stage = Stage::Landing;
        let (Some(hex), Some(cargo)) = (self.land, self.cargo.clone()) else { return Next::Continue };
        if route::on_coast(rules, hex) {
            self.count(rules, game, events);
        }
        if !can_disembark(rules, game, self.side, hex) {
            return self.invade(rules, game, cargo, hex);
        }
        let side = self.side;
        let from = game.squadrons.get(&self.fleet).map_or(Station::Hex(hex), |squadron| squadron.at);
        let (sp, leaders) = (cargo.sp(game), cargo.leaders().cloned().collect());
        self.cargo = None;
        let event = Event::Ashore { side, hex, from, sp, leaders };
        put_ashore(rules, game, events, &cargo, hex, ("8.4.5", &event)).map_or(Next::Continue, Next::Call)
    }

    /// They land against the enemy (8.8.2e to 8.8.2g), by their strength points: leaders alone do not (8.8.1).
    fn invade(&mut self, rules: &CivilWar, game: &Game, cargo: Force, hex: Hex) -> Next<CivilWar> {
        let (Some(from), Some(squadron)) = (self.loaded, game.squadrons.get(&self.fleet)) else {
            return Next::Continue;
        };
        if cargo.sp(game) == 0 {
            return Next::Continue;
        }
        let leader = self.admiral(rules, game);
        let afloat = AttackingShips { fleet: self.fleet, at: squadron.at, leader, landing: true };
        Next::Call(Procedure::Combat(Combat::new(cargo, hex, from, self.supplied, self.depot).with_ships(afloat)))
    }

    /// The highest naval leader with the ships (8.8¶12).
    fn admiral(&self, rules: &CivilWar, game: &Game) -> Option<Piece> {
        self.aboard(rules, game).into_iter().find(|piece| is_naval(&rules.pack, piece))
    }

    /// Whether the cargo has come ashore, or the ground force has taken the hex; if not, the ships return to where they
    /// began, with everything still on board (8.4.3a, 8.8¶8, 8.9.6).
    fn landed(
        &mut self,
        rules: &CivilWar,
        game: &mut Game,
        events: &mut Events,
        input: &Input<CivilWar>,
    ) -> Next<CivilWar> {
        if matches!(input, Input::Reply(Reply::Combat(Ended::Fought))) {
            // Everybody has been checked except naval leaders other than the highest (8.8¶14, 8.9.4).
            self.checked = true;
            let highest = self.admiral(rules, game);
            self.shot_at = self.crew.iter().filter(|piece| Some(*piece) != highest.as_ref()).cloned().collect();
        }
        if let Some(attack) = &self.attack {
            return match game.sp_at(attack.target, self.side) {
                0 => self.turn_back(rules, game, events, "8.9.6"),
                _ => self.rest_or_return(rules, game, events),
            };
        }
        if let (Some(cargo), Some(hex)) = (&self.cargo, self.land) {
            let there = |number: &u32| game.groups.get(number).is_some_and(|group| group.hex == hex);
            if !cargo.groups.iter().any(there) {
                let rule = if cargo.sp(game) == 0 { "8.8¶8a" } else { "8.8¶8" };
                return self.turn_back(rules, game, events, rule);
            }
            cargo.end_movement(game);
            self.cargo = None;
            army::update_membership(rules, game, events);
            game.tidy();
        }
        self.rest_or_return(rules, game, events)
    }

    /// The ships stay where they are, or go back the way they came if they may not end under guns (8.4.3, 8.4.3a).
    fn rest_or_return(&mut self, rules: &CivilWar, game: &mut Game, events: &mut Events) -> Next<CivilWar> {
        let at = game.squadrons.get(&self.fleet).map(|squadron| squadron.at);
        let guns = Guns::new(rules, game, self.side);
        match at.is_some_and(|at| !guns.forts(at).is_empty()) && !self.wake.is_empty() {
            true => self.turn_back(rules, game, events, "8.4.3a"),
            false => self.finish_voyage(rules, game, events),
        }
    }

    /// The ships go back the way they came (CW-265).
    fn turn_back(&mut self, rules: &CivilWar, game: &mut Game, events: &mut Events, rule: &str) -> Next<CivilWar> {
        let squadron = game.squadrons.get(&self.fleet).map(|squadron| (squadron.at, squadron.hulls.clone()));
        let (Some((from, hulls)), Some(&to)) = (squadron, self.wake.first()) else {
            return self.finish_voyage(rules, game, events);
        };
        events.emit(rule, &Event::TurnedBack { side: self.side, hulls, from, to });
        self.stage = Stage::Back;
        Next::Continue
    }

    /// The ships stay where they are; leaders who were with them when they were fired at are checked (8.2.3, 5.4.1b).
    fn finish_voyage(&mut self, rules: &CivilWar, game: &mut Game, events: &mut Events) -> Next<CivilWar> {
        if self.stage == Stage::Over {
            return Next::Return(Reply::Done);
        }
        let side = self.side;
        if let Some(squadron) = game.squadrons.get_mut(&self.fleet) {
            squadron.sailing = false;
            let (hulls, at): (Hulls, Station) = (squadron.hulls.clone(), squadron.at);
            if !hulls.is_empty() {
                events.emit("8.3.5", &Event::Moored { side, hulls, at });
            }
        }
        for piece in self.crew.iter().chain(&self.shot_at) {
            if let Some(Place::Afloat { sailing, .. }) = game.pieces.get_mut(piece) {
                *sailing = false;
            }
        }
        if let Some(cargo) = self.cargo.take() {
            cargo.end_movement(game);
            if let Some(hex) = self.loaded {
                // Demoralized by a landing that has failed, they are back among their own (7.7.3).
                retreat::spread_demoralization(game, events, hex, side);
            }
        }
        army::update_membership(rules, game, events);
        game.tidy();
        self.stage = Stage::Over;
        let there = |piece: &Piece| matches!(game.pieces.get(piece), Some(Place::Map { .. } | Place::Afloat { .. }));
        let checked = std::mem::take(&mut self.shot_at).into_iter().filter(there).map(|piece| (piece, Cause::Afloat));
        let mut checked: Vec<_> = checked.collect();
        for (piece, cause) in
            [side, side.other()].into_iter().flat_map(|side| reaction_radius::uncovered_leaders(rules, game, side))
        {
            if !checked.iter().any(|(other, _)| *other == piece) {
                checked.push((piece, cause));
            }
        }
        LeaderLoss::procedure(checked).map_or(Next::Return(Reply::Done), Next::Call)
    }
}
