//! What armies do when the enemy enters their Reaction Radius (12.3).

use adjutant_derive::sparse;
use serde::{Deserialize, Serialize};

use crate::board::Hex;
use crate::document::Id;
use crate::engine::{Asked, Events, Input, Next, StepContext};

use crate::combat::{self, Assault};
use crate::events::Event;
use crate::leaders::LeaderLoss;
use crate::orders::{Answer, Go, Question, React, Reaction};
use crate::pack::Side;
use crate::position::force::{Force, force_hex};
use crate::position::ledger::{ArmyPlace, Game, Group, Piece, Place, counter, highest, is_cavalry};
use crate::{CivilWar, Reply, combat::retreat, leaders::army, movement::entering};

use super::passability::passable;
use super::reaction_radius::{covers, uncovered_leaders};

mod party;
pub mod reactor;
mod standing_orders;

pub use party::Party;
pub use standing_orders::{react_by_standing, reaction_by_standing};

/// The armies that a moving force has come near to: they roll before any of them decides (12.3.7). Only those of the
/// side whose half it is not (12.3.4), whether they have moved in their own half or not: it is no activation (6.1.8).
#[sparse(army)]
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Reactions {
    /// The phasing side.
    pub side: Side,
    /// Where its force is, and the hex that it has announced (12.3.5).
    pub from: Hex,
    pub hex: Hex,
    /// Its strength points.
    pub sp: u32,
    /// It is an army, whose own radius the reacting armies keep out of (12.3.10).
    pub army: bool,
    pub tries: Vec<ReactionAttempt>,
    /// Whose turn it is, and what it waits for.
    #[serde(default)]
    pub at: usize,
    #[serde(default)]
    pub stage: Stage,
}

/// One army's reaction, or by 21.9 that of the force in the announced hex.
#[sparse(may, rolled)]
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ReactionAttempt {
    /// The army's id, or `hex-5106` for the force of a hex.
    pub army: Id,
    /// Whether it may go; not known before it has rolled or declined.
    pub may: Option<bool>,
    /// Of the force of a hex: who was there when it rolled. Whoever comes later does not go with it (21.9, CW-301).
    pub rolled: Option<RolledForce>,
}

/// The force of a hex as it was when it rolled to react.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct RolledForce {
    pub sp: u32,
    pub leaders: Vec<Piece>,
}

/// How far the reactions have come.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Stage {
    /// The next army is asked whether it rolls.
    #[default]
    Ask,
    /// It rolls: by itself, or for all of its army group.
    Roll { together: bool },
    /// The next army that may go is asked where.
    Decide,
    /// It goes: enemies whom it overruns or finds alone are being checked.
    Going(Go),
    /// It has come there.
    Gone,
}

impl Reactions {
    /// The reactions to a force that is about to enter a hex. The announcement also says what stays behind: strength
    /// points that the orders leave in the hex no longer belong to the force (7.1.5a, 12.3.5).
    pub fn new(force: &Force, from: Hex, hex: Hex, sp: u32, armies: Vec<Id>) -> Reactions {
        let tries = armies.into_iter().map(|army| ReactionAttempt { army, may: None, rolled: None }).collect();
        let army = !force.armies.is_empty();
        Reactions { side: force.side, from, hex, sp, army, tries, at: 0, stage: Stage::Ask }
    }

    /// The next step.
    pub fn step(&mut self, rules: &CivilWar, cx: StepContext<'_, CivilWar>, input: Input<CivilWar>) -> Next<CivilWar> {
        let StepContext { game, events, .. } = cx;
        let enemy = self.side.other();
        match (self.stage.clone(), input) {
            (Stage::Ask, Input::Answer(Answer::React(react))) => {
                match react {
                    React::Decline => {
                        let army = self.tries[self.at].army.clone();
                        events.emit(rule(&army, "12.3.5"), &Event::ReactionDeclined { side: enemy, army });
                        self.tries[self.at].may = Some(false);
                    }
                    React::Roll => self.stage = Stage::Roll { together: false },
                    React::Together => self.stage = Stage::Roll { together: true },
                }
                Next::Continue
            }
            (Stage::Ask, _) => self.ask(rules, game),
            (Stage::Roll { together }, Input::Faces(faces)) => {
                let face = faces.first().copied().unwrap_or(1) as u32;
                self.apply_roll(rules, game, events, face, together);
                self.stage = Stage::Ask;
                Next::Continue
            }
            (Stage::Roll { .. }, _) => {
                let purpose = format!("reaction {}", self.tries[self.at].army);
                Next::Roll { purpose, rule: rule(&self.tries[self.at].army, "12.3.6"), count: 1, sides: 6 }
            }
            (Stage::Decide, Input::Answer(Answer::Reaction(Reaction::Stay))) => {
                let army = self.tries[self.at].army.clone();
                events.emit(rule(&army, "12.3.8"), &Event::ReactionStays { side: enemy, army });
                self.at += 1;
                Next::Continue
            }
            (Stage::Decide, Input::Answer(Answer::Reaction(Reaction::Go(go)))) => {
                self.stage = Stage::Going(go.clone());
                self.overrun(rules, game, events, &go)
            }
            (Stage::Decide, _) => self.decide(rules, game),
            (Stage::Going(go), _) => {
                self.stage = Stage::Gone;
                self.move_army(rules, game, events, &go)
            }
            (Stage::Gone, _) => {
                self.at += 1;
                self.stage = Stage::Decide;
                Next::Continue
            }
        }
    }

    /// Asks the next army that has neither rolled nor declined.
    fn ask(&mut self, rules: &CivilWar, game: &Game) -> Next<CivilWar> {
        let enemy = self.side.other();
        while let Some(at) = self.tries.iter().position(|one| one.may.is_none()) {
            self.at = at;
            let army = &self.tries[at].army;
            let (Some(_), Some(_)) = (reactor::hex_of(game, army), reactor::head(rules, game, army)) else {
                // Nobody leads it, so there is no initiative rating to exceed (CW-123).
                self.tries[at].may = Some(false);
                continue;
            };
            let together = self.group_leader(rules, game, at).is_some();
            let (hex, enemy_sp, army, rule) = (self.hex, self.sp, army.clone(), rule(army, "12.3.5"));
            let question = Question::React { side: enemy, army, hex, from: self.from, enemy_sp, together };
            return Next::Ask(Asked { side: enemy.id(), slug: "react", rule, question });
        }
        self.at = 0;
        self.stage = Stage::Decide;
        Next::Continue
    }

    /// The four-star leader by whose rating every army of the hex may roll at once (6.2.16a), if several of them are to
    /// roll.
    fn group_leader(&self, rules: &CivilWar, game: &Game, at: usize) -> Option<Piece> {
        let hex = army::hex_of(game, &self.tries[at].army)?;
        let together = |one: &&ReactionAttempt| one.may.is_none() && in_group(rules, game, &one.army, hex);
        let leader = game.ranking_leader(&rules.pack, hex, self.side.other()).filter(|piece| piece.rank == 4)?;
        (self.tries.iter().filter(together).count() > 1).then_some(leader)
    }

    /// Applies a reaction roll: if it exceeds the commander's initiative the army may react (12.3.6); -1 if it is
    /// demoralized, plus the rating of its highest cavalry leader; an unmodified 1 always fails (12.3.13, CW-125).
    fn apply_roll(&mut self, rules: &CivilWar, game: &Game, events: &mut Events, face: u32, together: bool) {
        let side = self.side.other();
        let army = self.tries[self.at].army.clone();
        let Some(hex) = reactor::hex_of(game, &army) else { return };
        let group = together.then(|| self.group_leader(rules, game, self.at)).flatten();
        let leaders = match together {
            true => game.leaders_at(&rules.pack, hex, side),
            false => reactor::leaders(rules, game, &army),
        };
        let Some(commander) = group.or_else(|| reactor::head(rules, game, &army)) else { return };
        let cavalry = highest(&rules.pack, leaders.into_iter().filter(|piece| is_cavalry(&rules.pack, piece)));
        let rating = |piece: &Piece| counter(&rules.pack, piece).map_or(0, |counter| u32::from(counter.tactical));
        let cavalry_rating = cavalry.as_ref().map_or(0, rating);
        let demoralized = game.demoralized_at(hex, side);
        let total = i64::from(face + cavalry_rating) - i64::from(demoralized);
        let initiative = counter(&rules.pack, &commander).map_or(6, |counter| u32::from(counter.initiative));
        let reacts = face > 1 && total > i64::from(initiative);
        let event = Event::ReactionRoll {
            side,
            army: army.clone(),
            commander,
            face,
            cavalry,
            cavalry_rating,
            demoralized,
            total,
            initiative,
            reacts,
        };
        events.emit(rule(&army, "12.3.6"), &event);
        for one in &mut self.tries {
            if one.army == army || together && one.may.is_none() && in_group(rules, game, &one.army, hex) {
                one.may = Some(reacts);
                one.note_force(rules, game);
            }
        }
    }

    /// Asks the next army that may react what it does. It need not move (12.3.8).
    fn decide(&mut self, rules: &CivilWar, game: &Game) -> Next<CivilWar> {
        let side = self.side.other();
        while let Some(one) = self.tries.get(self.at) {
            let at =
                reactor::hex_of(game, &one.army).filter(|_| one.may == Some(true) && one.is_still(rules, game, side));
            if at.is_none() {
                self.at += 1;
                continue;
            }
            let options = self.options(rules, game, &one.army);
            if options.is_empty() {
                self.at += 1;
                continue;
            }
            let army = one.army.clone();
            let question =
                Question::Reaction { side, army, hex: self.hex, from: self.from, enemy_sp: self.sp, options };
            let rule = rule(&one.army, "12.3.8");
            return Next::Ask(Asked { side: side.id(), slug: "reaction", rule, question });
        }
        Next::Return(Reply::Reacted)
    }

    /// The hexes that an army, all of it, may react to: one hex, by the terrain rules of its movement (12.3.8); the one
    /// that the enemy has announced (12.3.9); of others none in the radius of the moving army (12.3.10); no
    /// enemy-occupied one unless he is overrun (12.3.12), and never the one that the moving force is leaving.
    pub fn options(&self, rules: &CivilWar, game: &Game, army: &Id) -> Vec<Hex> {
        let Some(at) = reactor::hex_of(game, army) else { return Vec::new() };
        let side = self.side.other();
        let sp = match self.tries.iter().find(|one| one.army == *army) {
            Some(one) => one.most(rules, game),
            None => reactor::most(rules, game, army),
        };
        let open = |to: &Hex| self.open(rules, game, at, *to, side, sp);
        let mut options: Vec<Hex> = rules.pack.map.neighbors(at).filter(open).collect();
        options.sort();
        options
    }

    /// Whether this many strength points may react from one hex to another.
    fn open(&self, rules: &CivilWar, game: &Game, at: Hex, to: Hex, side: Side, sp: u32) -> bool {
        let near = self.army && to != self.hex && covers(rules, game, self.from, self.side, to, false);
        let assault = Assault { side, from: at, hex: to, sp, demoralized: game.demoralized_at(at, side) };
        to != self.from
            && !near
            && passable(rules, game, at, to, side).is_ok()
            && (game.sp_at(to, self.side) == 0 || combat::overruns(rules, game, assault))
    }

    fn why_closed(&self, rules: &CivilWar, game: &Game, at: Hex, to: Hex) -> (String, &'static str) {
        if to == self.from {
            return ("the enemy force moves out of that hex".to_owned(), "12.3.16");
        }
        if let Err(problem) = passable(rules, game, at, to, self.side.other()) {
            return (problem.message, "12.3.8");
        }
        if game.sp_at(to, self.side) > 0 {
            return (format!("the enemy holds {to} and would not be overrun"), "12.3.12");
        }
        (format!("{to} is in the reaction radius of the moving army"), "12.3.10")
    }

    /// Overruns the enemy in the hex, and deals with his leaders who are alone there (12.3.12).
    fn overrun(&self, rules: &CivilWar, game: &mut Game, events: &mut Events, go: &Go) -> Next<CivilWar> {
        let Some(from) = reactor::hex_of(game, &self.tries[self.at].army) else { return Next::Continue };
        let attackers = self.party(rules, game, go).map_or(0, |party| party.sp);
        combat::clear(rules, game, events, "12.3.12", (self.side.other(), from, go.to), attackers)
    }

    /// The army goes, or a part of it; friendly units that it finds there join it (12.3.11).
    fn move_army(&self, rules: &CivilWar, game: &mut Game, events: &mut Events, go: &Go) -> Next<CivilWar> {
        let side = self.side.other();
        let army = self.tries[self.at].army.clone();
        let Ok(party) = self.party(rules, game, go) else { return Next::Continue };
        if let Some(from) = force_hex(&army) {
            return self.move_force(rules, game, events, &party, (from, army, go));
        }
        let Some(from) = army::hex_of(game, &army) else { return Next::Continue };
        // What stays behind in the hex: what the party leaves, and what exceeds the army's maximum (12.1.2).
        let of_army = |group: &&Group| group.hex == from && group.army.as_ref().is_none_or(|own| *own == army);
        let own = game.groups.values().filter(|group| group.side == side).filter(of_army);
        let left = own.map(|group| group.sp).sum::<u32>().saturating_sub(party.sp);
        let leader = (!party.is_whole_army).then(|| party.leaders.first().cloned()).flatten();
        let cavalry = leader.as_ref().is_some_and(|piece| is_cavalry(&rules.pack, piece));
        let of_army = game.groups.iter().filter(|(_, group)| group.army.as_ref() == Some(&army));
        let numbers = of_army.map(|(number, _)| *number).collect();
        send(game, numbers, party.sp, go.to, party.is_whole_army.then_some(&army));
        for group in game.groups.values_mut().filter(|group| party.is_whole_army && group.hex == from) {
            if group.army.as_ref() == Some(&army) {
                group.army = None;
            }
        }
        for (piece, place) in &mut game.pieces {
            if let Place::Map { hex, army: own, .. } = place
                && own.as_ref() == Some(&army)
            {
                if party.leaders.contains(piece) {
                    *hex = go.to;
                    *own = party.is_whole_army.then(|| army.clone());
                } else if party.is_whole_army {
                    *own = None;
                }
            }
        }
        if party.is_whole_army {
            game.armies.insert(army.clone(), ArmyPlace::At(go.to));
        }
        let rule = if go.to == self.hex { "12.3.9" } else { "12.3.10" };
        events.emit(rule, &Event::Reacted { side, army, leader, from, to: go.to, sp: party.sp, left });
        arrive(rules, game, events, (side, go.to), cavalry)
    }

    /// A force without an army goes, or a part of it under one of its leaders (21.9, CW-301). It is no combat, so that
    /// nobody is revealed (5.5.2).
    fn move_force(
        &self,
        rules: &CivilWar,
        game: &mut Game,
        events: &mut Events,
        party: &Party,
        (from, force, go): (Hex, Id, &Go),
    ) -> Next<CivilWar> {
        let side = self.side.other();
        let left = game.sp_at(from, side).saturating_sub(party.sp);
        let leader = party.leaders.iter().find(|piece| go.leader.as_ref().is_none_or(|id| *id == piece.leader));
        let head = match go.leader {
            Some(_) => leader.cloned(),
            None => self.tries[self.at].head(rules, game),
        };
        let numbers = game.groups_at(from, side).map(|(number, _)| number).collect();
        send(game, numbers, party.sp, go.to, None);
        for piece in &party.leaders {
            if let Some(Place::Map { hex, .. }) = game.pieces.get_mut(piece) {
                *hex = go.to;
            }
        }
        let cavalry = head.as_ref().is_some_and(|piece| is_cavalry(&rules.pack, piece));
        let (to, sp) = (go.to, party.sp);
        events.emit("21.9", &Event::Reacted { side, army: force, leader: head, from, to, sp, left });
        arrive(rules, game, events, (side, to), cavalry)
    }
}

/// Moves strength points of these groups, the first ones first, as those of an army or of none.
fn send(game: &mut Game, numbers: Vec<u32>, mut sp: u32, to: Hex, army: Option<&Id>) {
    for number in numbers {
        let part = sp.min(game.groups.get(&number).map_or(0, |group| group.sp));
        if part > 0 {
            sp -= part;
            let number = game.split(number, part);
            if let Some(group) = game.groups.get_mut(&number) {
                group.hex = to;
                group.army = army.cloned();
            }
        }
    }
}

/// What has reacted enters its hex; friendly units that it finds there join an army (12.3.11).
fn arrive(
    rules: &CivilWar,
    game: &mut Game,
    events: &mut Events,
    (side, to): (Side, Hex),
    cavalry: bool,
) -> Next<CivilWar> {
    entering::enter(rules, game, events, to, side, entering::Entering::led(cavalry));
    retreat::spread_demoralization(game, events, to, side);
    army::update_membership(rules, game, events);
    game.tidy();
    LeaderLoss::procedure(uncovered_leaders(rules, game, side)).map_or(Next::Continue, Next::Call)
}

/// The rule under which an army or a force reacts: for a force without an army always 21.9.
fn rule(id: &Id, of_army: &'static str) -> &'static str {
    if force_hex(id).is_some() { "21.9" } else { of_army }
}

/// Whether an army is of the army group of a hex: it has a three-star general of its own (6.2.16).
fn in_group(rules: &CivilWar, game: &Game, army: &Id, hex: Hex) -> bool {
    let general = |piece: &Piece| piece.rank == 3 && army::may_command(rules, piece);
    army::hex_of(game, army) == Some(hex) && army::leaders(game, army).iter().any(general)
}

/// The answers worth offering to an army that may react: to stay; to go to each hex with everything, with one strength
/// point left, and with half; and a part under each of its leaders.
pub fn answers(rules: &CivilWar, game: &Game, reactions: &Reactions, options: &[Hex]) -> Vec<Answer> {
    let mut found = vec![Answer::Reaction(Reaction::Stay)];
    let Some(one) = reactions.tries.get(reactions.at) else { return found };
    let own = one.most(rules, game);
    let commander = one.head(rules, game);
    let others: Vec<Piece> =
        one.leaders(rules, game).into_iter().filter(|piece| Some(piece) != commander.as_ref()).collect();
    for &to in options {
        let whole = |sp| Go { to, leader: None, sp, leave: Vec::new() };
        let mut ways = vec![whole(None)];
        ways.extend([own - 1, own / 2].into_iter().filter(|sp| (1..own).contains(sp)).map(|sp| whole(Some(sp))));
        ways.dedup();
        ways.extend(others.iter().map(|piece| Go { leader: Some(piece.leader.clone()), ..whole(None) }));
        if let Some(piece) = others.first() {
            ways.push(Go { leave: vec![piece.leader.clone()], ..whole((own > 1).then_some(own - 1)) });
        }
        ways.retain(|go| reactions.party(rules, game, go).is_ok());
        found.extend(ways.into_iter().map(|go| Answer::Reaction(Reaction::Go(go))));
    }
    found
}
