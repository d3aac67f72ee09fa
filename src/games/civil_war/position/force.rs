//! What moves and fights together: a leader with strength points, strength points alone, an army, or several armies
//! (6.2, 12.2).

use adjutant_derive::sparse;
use serde::{Deserialize, Serialize};

use crate::board::Hex;
use crate::document::Id;

use crate::CivilWar;
use crate::pack::Side;
use crate::position::ledger::{ArmyPlace, Game, Piece, Place, is_cavalry};

/// A moving or fighting force.
#[sparse(all_but(side))]
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Force {
    pub side: Side,
    /// Who leads it: an army's commander, if it is one.
    pub leader: Option<Piece>,
    /// The other leaders of its armies.
    pub others: Vec<Piece>,
    /// The numbers of its groups of strength points; empty for a leader alone.
    pub groups: Vec<u32>,
    /// The armies that it consists of.
    pub armies: Vec<Id>,
}

impl Force {
    /// Its strength points.
    pub fn sp(&self, game: &Game) -> u32 {
        self.groups.iter().filter_map(|number| game.groups.get(number)).map(|group| group.sp).sum()
    }

    /// Whether any of it is demoralized.
    pub fn demoralized(&self, game: &Game) -> bool {
        self.groups.iter().filter_map(|number| game.groups.get(number)).any(|group| group.demoralized)
    }

    /// Whether it set out with strength points.
    pub fn has_groups(&self) -> bool {
        !self.groups.is_empty()
    }

    /// All its leaders, the one in command first.
    pub fn leaders(&self) -> impl Iterator<Item = &Piece> {
        self.leader.iter().chain(&self.others)
    }

    /// Whether it is led as cavalry (6.2.18).
    pub fn is_cavalry(&self, rules: &CivilWar) -> bool {
        self.leader.as_ref().is_some_and(|piece| is_cavalry(&rules.pack, piece))
    }

    /// Whether a cavalry leader is in it.
    pub fn has_cavalry_leader(&self, rules: &CivilWar) -> bool {
        self.leaders().any(|piece| is_cavalry(&rules.pack, piece))
    }

    /// Takes all of it to a hex.
    pub fn place(&self, game: &mut Game, hex: Hex) {
        for number in &self.groups {
            if let Some(group) = game.groups.get_mut(number) {
                group.hex = hex;
            }
        }
        for piece in self.leaders() {
            if let Some(Place::Map { hex: at, .. }) = game.pieces.get_mut(piece) {
                *at = hex;
            }
        }
        for army in &self.armies {
            if let Some(place @ ArmyPlace::At(_)) = game.armies.get_mut(army) {
                *place = ArmyPlace::At(hex);
            }
        }
    }

    /// Ends its movement.
    pub fn end_movement(&self, game: &mut Game) {
        for number in &self.groups {
            if let Some(group) = game.groups.get_mut(number) {
                group.marching = false;
            }
        }
        for piece in self.leaders() {
            if let Some(Place::Map { marching, .. }) = game.pieces.get_mut(piece) {
                *marching = false;
            }
        }
    }

    /// Takes strength points off it and counts them as lost: of several armies one after the other from the one that
    /// has most (CW-129).
    pub fn lose(&self, game: &mut Game, sp: u32) {
        for _ in 0..sp {
            let strength =
                |number: &&u32| game.groups.get(*number).map(|group| (group.sp, std::cmp::Reverse(**number)));
            let Some(&number) = self.groups.iter().max_by_key(strength) else { return };
            lose(game, number, 1);
        }
    }

    /// Demoralizes it. Returns whether any of it was not demoralized.
    pub fn demoralize(&self, game: &mut Game) -> bool {
        let mut any = false;
        for number in &self.groups {
            if let Some(group) = game.groups.get_mut(number) {
                any |= !std::mem::replace(&mut group.demoralized, true);
            }
        }
        any
    }

    /// Removes from it what has been lost or left behind.
    pub fn forget_the_lost(&mut self, game: &Game, hex: Hex) {
        let here = |piece: &Piece| game.pieces.get(piece).and_then(Place::hex) == Some(hex);
        self.others.retain(here);
        if self.leader.as_ref().is_some_and(|piece| !here(piece)) {
            self.leader = None;
        }
    }
}

/// The name under which the force of a hex reacts that is no army (21.9): `hex-5106`.
pub fn force_id(hex: Hex) -> Option<Id> {
    format!("hex-{hex}").parse().ok()
}

/// The hex whose force an id names in this way; `None` for an army's id.
pub fn force_hex(id: &Id) -> Option<Hex> {
    id.as_str().strip_prefix("hex-")?.parse().ok()
}

/// Takes strength points off a group and counts them as lost.
pub fn lose(game: &mut Game, number: u32, sp: u32) {
    let Some(group) = game.groups.get_mut(&number) else { return };
    let lost = sp.min(group.sp);
    let side = group.side;
    group.sp -= lost;
    if group.sp == 0 {
        game.groups.remove(&number);
    }
    game.side_mut(side).lost += i64::from(lost);
}
