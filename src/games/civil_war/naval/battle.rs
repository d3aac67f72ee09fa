//! Combat on water (8.10): ships against ships, and the guns of forts.

use adjutant_derive::sparse;
use serde::{Deserialize, Serialize};

use crate::board::Hex;
use crate::engine::{Asked, Events, Input, Next, StepContext};

use super::strength;
use crate::events::{Broadside, Cause, Event};
use crate::leaders::untried::{Identify, KnowsLeaders};
use crate::leaders::{LeaderLoss, next_turn};
use crate::orders::{Answer, Question};
use crate::pack::{NavalResult, Side, Station};
use crate::position::force::Force;
use crate::position::ledger::{Game, Group, Hull, Hulls, Piece, Place, counter, highest, is_naval};
use crate::{CivilWar, Procedure, Reply, leaders::army, movement::territory};

/// What moving ships meet at a station: enemy ships, round by round until one side has none, and after each round every
/// fortification that fires there; without enemy ships each fires once (8.8.2, 8.10.8, 8.10.9): so each fort has the
/// shots that 8.10.8a lists (CW-268). Ships take part as what they are when a round begins, transports by half their
/// number (8.10.10); both sides roll together (8.10.11).
///
/// The caller checks everybody on board once, when the voyage is over (8.2.3), for [`Cause::Afloat`]. Leaders of the
/// other side are checked here.
#[sparse(also, cargo, aboard, blows)]
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Battle {
    /// The moving side.
    pub side: Side,
    /// Its squadron.
    pub fleet: u32,
    /// Where they are.
    pub at: Station,
    /// Further stations whose enemy ships fight: those next to a hex that is invaded (8.10.1, 8.10.9).
    pub also: Vec<Station>,
    /// The hexes whose fortifications fire, in this order.
    pub forts: Vec<Hex>,
    /// Why they fire.
    #[serde(default, skip_serializing_if = "Fire::is_passing")]
    pub fire: Fire,
    /// What they carry, which a hit may fall on (8.10.5, 8.10.5b).
    pub cargo: Option<Force>,
    /// Everybody on board: the caller checks each of them once (8.2.3).
    pub aboard: Vec<Piece>,
    #[serde(default)]
    pub round: u32,
    #[serde(default, skip_serializing_if = "Stage::is_begin")]
    pub stage: Stage,
    /// Hits whose ships have still to be named, in this order.
    pub blows: Vec<PendingHit>,
}

/// Why fortifications fire at ships (8.10.6).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Fire {
    /// The ships enter a hexside or hex of theirs (8.10.8).
    #[default]
    Passing,
    /// They land, or attack with a ground force (8.10.7).
    Landing,
    /// The fortification has just been built next to them (8.10.6a).
    Built,
    /// They are placed there (10.4.2, 10.5.2).
    Entry,
}

impl Fire {
    fn is_passing(&self) -> bool {
        *self == Fire::Passing
    }

    fn rule(self, side: Side) -> &'static str {
        match (self, side) {
            (Fire::Passing, _) => "8.10.8",
            (Fire::Landing, _) => "8.10.7",
            (Fire::Built, _) => "8.10.6a",
            (Fire::Entry, Side::Union) => "10.4.2",
            (Fire::Entry, Side::Confederate) => "10.5.2",
        }
    }
}

/// How far a battle has come.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Stage {
    #[default]
    Begin,
    /// Untried leaders have shown who they are (21.10).
    Identified,
    /// Ships fire at ships: the Union's die, as soon as it is rolled.
    Broadsides { union: Option<u32> },
    /// The fortification of that place in the list fires.
    Guns { next: usize },
    /// It is over; those of the other side are being checked.
    Over,
}

impl Stage {
    fn is_begin(&self) -> bool {
        *self == Stage::Begin
    }
}

/// A hit whose ship is not named yet.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct PendingHit {
    /// Whose ship it falls on.
    pub side: Side,
    /// Sunk, else damaged, which sinks a Confederate ship as well (8.10.4).
    pub sunk: bool,
}

impl Battle {
    /// What a moving squadron meets at a station.
    pub fn new(side: Side, fleet: u32, at: Station, forts: Vec<Hex>, fire: Fire) -> Battle {
        let (also, blows, aboard) = (Vec::new(), Vec::new(), Vec::new());
        Battle { side, fleet, at, also, forts, fire, cargo: None, aboard, round: 0, stage: Stage::Begin, blows }
    }

    /// The battle's next step.
    pub fn step(&mut self, rules: &CivilWar, cx: StepContext<'_, CivilWar>, input: Input<CivilWar>) -> Next<CivilWar> {
        let StepContext { game, events, .. } = cx;
        if let Some(&blow) = self.blows.first() {
            return self.hit(rules, game, events, blow, input);
        }
        let afloat = !self.hulls(game, self.side).is_empty();
        let enemies = !self.hulls(game, self.side.other()).is_empty();
        match (self.stage, input) {
            (Stage::Begin, _) if afloat && enemies && game.options.untried_leaders => {
                self.stage = Stage::Identified;
                let sides = [self.side, self.side.other()].into_iter();
                let leaders: Vec<Piece> = sides.flat_map(|side| self.leaders(rules, game, side)).collect();
                let identify = Identify::of(rules, self.side, &leaders);
                identify.map_or(Next::Continue, |identify| Next::Call(Procedure::Identify(identify)))
            }
            (Stage::Begin | Stage::Identified, _) => {
                self.aboard.learn(game);
                self.cargo.learn(game);
                self.stage = if afloat && enemies { self.next_round() } else { Stage::Guns { next: 0 } };
                Next::Continue
            }
            (Stage::Broadsides { union: None }, Input::Faces(faces)) => {
                self.stage = Stage::Broadsides { union: Some(face(&faces)) };
                Next::Continue
            }
            (Stage::Broadsides { union: Some(union) }, Input::Faces(faces)) => {
                self.exchange(rules, game, events, union, face(&faces));
                self.stage = Stage::Guns { next: 0 };
                Next::Continue
            }
            (Stage::Broadsides { union }, _) => {
                let side = if union.is_none() { Side::Union } else { Side::Confederate };
                Next::Roll { purpose: format!("naval_combat {side}"), rule: "8.10.11", count: 1, sides: 6 }
            }
            (Stage::Guns { next }, Input::Faces(faces)) => {
                self.stage = Stage::Guns { next: next.saturating_add(1) };
                if let Some(&fort) = self.forts.get(next) {
                    self.battery(rules, game, events, fort, face(&faces));
                }
                Next::Continue
            }
            (Stage::Guns { next }, _) => match self.forts.get(next).filter(|_| afloat) {
                Some(fort) => {
                    let rule = self.fire.rule(self.side);
                    Next::Roll { purpose: format!("battery {fort}"), rule, count: 1, sides: 6 }
                }
                None => {
                    self.stage = if afloat && enemies { self.next_round() } else { Stage::Over };
                    Next::Continue
                }
            },
            (Stage::Over, Input::Reply(_)) => Next::Return(Reply::Battle),
            (Stage::Over, _) => {
                // Ships that lay here have fought: their leaders are checked at its end (8.2.3, 5.4.1b).
                let there = if self.round > 0 { self.leaders(rules, game, self.side.other()) } else { Vec::new() };
                match LeaderLoss::procedure(there.into_iter().map(|piece| (piece, Cause::Afloat))) {
                    Some(procedure) => Next::Call(procedure),
                    None => Next::Return(Reply::Battle),
                }
            }
        }
    }

    fn next_round(&mut self) -> Stage {
        self.round = self.round.saturating_add(1);
        Stage::Broadsides { union: None }
    }

    /// The stations where the battle is.
    fn stations(&self) -> impl Iterator<Item = Station> + '_ {
        std::iter::once(self.at).chain(self.also.iter().copied().filter(|at| *at != self.at))
    }

    /// The numbers of a side's squadrons in the battle: for the moving side, the one.
    fn squadrons(&self, game: &Game, side: Side) -> Vec<u32> {
        if side == self.side {
            return vec![self.fleet];
        }
        self.stations().flat_map(|at| game.squadrons_at(at, side)).map(|(number, _)| number).collect()
    }

    /// A side's ships in the battle.
    fn hulls(&self, game: &Game, side: Side) -> Hulls {
        let mut hulls = Hulls::default();
        for squadron in self.squadrons(game, side).iter().filter_map(|number| game.squadrons.get(number)) {
            hulls.join(squadron.hulls.clone());
        }
        hulls
    }

    /// A side's naval leaders with its ships in the battle.
    fn leaders(&self, rules: &CivilWar, game: &Game, side: Side) -> Vec<Piece> {
        let here = self.stations().flat_map(|at| game.afloat_at(&rules.pack, at, side));
        here.filter(|piece| is_naval(&rules.pack, piece)).collect()
    }

    /// A round between ships (8.10.11): both sides fire with what they had when it began, a Union naval leader adding
    /// his rating, since the enemy's ships are ironclads (8.10.3, 8.10.11a, 8.2.2); by the option a Confederate one too
    /// (22.4).
    fn exchange(&mut self, rules: &CivilWar, game: &Game, events: &mut Events, union: u32, confederate: u32) {
        let broadside = |side: Side, face: u32| {
            let hulls = self.hulls(game, side);
            let strength = strength(rules, &hulls);
            let leader = highest(&rules.pack, self.leaders(rules, game, side));
            let leader = leader.filter(|_| super::has_admirals(game, side));
            let added =
                leader.as_ref().and_then(|piece| counter(&rules.pack, piece)).map_or(0, |counter| counter.tactical);
            let table = rules.pack.charts.naval_combat.as_ref();
            let total = face.saturating_add(added.into());
            let result = table.map_or(NavalResult::None, |table| table.ships(strength, total));
            Broadside { hulls, strength, face, leader, added: added.into(), result }
        };
        let union = broadside(Side::Union, union);
        let confederate = broadside(Side::Confederate, confederate);
        self.apply_result(Side::Union, confederate.result);
        self.apply_result(Side::Confederate, union.result);
        events.emit("8.10.11", &Event::NavalRound { at: self.at, round: self.round, union, confederate });
    }

    /// A fortification fires at the moving ships: by its kind, and whether it is manned (8.10.2). They do not fire back
    /// (8.8.2c), and leaders do not help them (8.10.3).
    fn battery(&mut self, rules: &CivilWar, game: &Game, events: &mut Events, hex: Hex, face: u32) {
        let side = self.side.other();
        let Some(fort) = territory::fort(rules, game, hex) else { return };
        let (kind, manned) = (fort.kind, game.sp_at(hex, side) > 0);
        let table = rules.pack.charts.naval_combat.as_ref();
        let result = table.map_or(NavalResult::None, |table| table.fort(kind, manned, face));
        let event = Event::Battery { side, fort: hex, kind, manned, at: self.at, face, result };
        events.emit(self.fire.rule(self.side), &event);
        self.apply_result(self.side, result);
    }

    fn apply_result(&mut self, side: Side, result: NavalResult) {
        match result {
            NavalResult::None => {}
            NavalResult::Damaged => self.blows.push(PendingHit { side, sunk: false }),
            NavalResult::Sunk => self.blows.push(PendingHit { side, sunk: true }),
        }
    }

    /// A hit falls on a ship that its owner names, where he has more than one kind (8.10.5a).
    fn hit(
        &mut self,
        rules: &CivilWar,
        game: &mut Game,
        events: &mut Events,
        blow: PendingHit,
        input: Input<CivilWar>,
    ) -> Next<CivilWar> {
        let PendingHit { side, sunk } = blow;
        let mut options = self.hulls(game, side).kinds();
        let hull = match input {
            Input::Answer(Answer::Hit(hull)) if options.contains(&hull) => hull,
            _ if options.len() > 1 => {
                // A Confederate ship that is damaged is lost like one that is sunk (8.10.4).
                let sunk = sunk || side == Side::Confederate;
                let question = Question::Hit { side, at: self.at, sunk, options };
                return Next::Ask(Asked { side: side.id(), slug: "hit", rule: "8.10.5a", question });
            }
            _ => match options.pop() {
                Some(hull) => hull,
                None => {
                    self.blows.remove(0);
                    return Next::Continue;
                }
            },
        };
        self.blows.remove(0);
        let squadrons = self.squadrons(game, side);
        remove_ship(game, events, &squadrons, &hull, sunk);
        if side == self.side {
            self.cargo_hit(rules, game, events, &hull, sunk);
        }
        Next::Continue
    }

    /// A transport is hit: strength points for which no transport is left go down with it if it is sunk, and are back
    /// where they were taken on board if it is damaged, without a step or another shot (8.10.5, 8.10.5b).
    fn cargo_hit(&mut self, rules: &CivilWar, game: &mut Game, events: &mut Events, hull: &Hull, sunk: bool) {
        let left = self.hulls(game, self.side);
        let Some(cargo) = &mut self.cargo else { return };
        let there = |number: &u32| game.groups.get(number).map(|group| group.hex);
        let loaded = cargo.groups.iter().find_map(there);
        let over = cargo.sp(game).saturating_sub(left.transports());
        if let (Hull::Transport(_), Some(hex), 1..) = (hull, loaded, over) {
            match sunk {
                true => {
                    cargo.lose(game, over);
                    army::disband(rules, game, events);
                }
                false => put_back(game, cargo, over),
            }
            cargo.groups.retain(|number| game.groups.contains_key(number));
            let rule = if sunk { "8.10.5" } else { "8.10.5b" };
            events.emit(rule, &Event::CargoHit { side: self.side, sp: over, sunk, hex });
        }
        if left.is_empty() && sunk {
            // Leaders on the last ship are in the water: their check sends them to the turn track (5.4.1e).
            for piece in cargo.leaders() {
                if let Some(place @ Place::Map { .. }) = game.pieces.get_mut(piece) {
                    *place = Place::Afloat { at: self.at, moved: true, sailing: true };
                }
            }
        }
    }
}

fn face(faces: &[u64]) -> u32 {
    faces.first().and_then(|&face| u32::try_from(face).ok()).unwrap_or(1)
}

/// Removes a ship that is hit from the map (8.10.4). A sunk ship is out of the game; a damaged Union ship goes to the
/// next turn's space at once, whatever guns are on its way, and a damaged Confederate one is sunk.
pub fn remove_ship(game: &mut Game, events: &mut Events, squadrons: &[u32], hull: &Hull, sunk: bool) {
    let due = next_turn(game);
    for number in squadrons {
        let Some(squadron) = game.squadrons.get_mut(number) else { continue };
        if !squadron.hulls.remove(hull) {
            continue;
        }
        let (side, at) = (squadron.side, squadron.at);
        if squadron.hulls.is_empty() {
            game.squadrons.remove(number);
        }
        let back = !sunk && side == Side::Union;
        let navy = &mut game.side_mut(side).navy;
        match back {
            true => navy.due.entry(due).or_default().add(hull),
            false => navy.sunk.add(hull),
        }
        let event = Event::Hit { side, hull: hull.clone(), at, due: back.then_some(due) };
        events.emit("8.10.4", &event);
        return;
    }
}

/// Puts strength points of a cargo ashore again where they were taken on board: out of the group that has most, one
/// after the other. What stays on board keeps the numbers of its groups.
fn put_back(game: &mut Game, cargo: &Force, sp: u32) {
    for _ in 0..sp {
        let strength = |number: &&u32| game.groups.get(*number).map(|group| (group.sp, std::cmp::Reverse(**number)));
        let Some(number) = cargo.groups.iter().filter(|number| strength(number).is_some()).max_by_key(strength) else {
            return;
        };
        let Some(group) = game.groups.get_mut(number) else { return };
        group.sp = group.sp.saturating_sub(1);
        let back = Group { sp: 1, marching: false, moved: true, ..group.clone() };
        if group.sp == 0 {
            game.groups.remove(number);
        }
        game.add_group(back);
    }
}
