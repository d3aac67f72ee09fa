//! What dice, or the other side, may have changed before an order's turn comes.
//!
//! The check of an order consults this before it raises an objection that need not be true any more. Doubts are
//! resolved in the order's favour, so that nothing is refused that some roll could make legal.

use crate::sorted::SortedMap;
use std::cell::Cell;

use crate::board::Hex;
use crate::document::Id;

use crate::pack::Side;
use crate::position::ledger::{Game, Hulls, Piece};

/// The maximum number of own strength points in a doubtful hex.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct StrengthBound {
    pub all: u32,
    /// Of them, those that have not moved in this half.
    pub fresh: u32,
}

/// Where a leader in doubt may be.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct PossibleLocations {
    /// The counters that may represent him, the most likely first.
    pub pieces: Vec<Piece>,
    /// The hexes in which he may be, the likeliest first.
    pub hexes: Vec<Hex>,
    /// He may be anywhere.
    pub anywhere: bool,
    /// He has certainly moved in this pulse.
    pub moved: bool,
}

/// Own ships that may lie anywhere.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Fleet {
    all: Hulls,
    /// Of them, those that may still sail in this pulse.
    fresh: Hulls,
}

/// What is in doubt; by default nothing.
#[derive(Clone, Debug, Default)]
pub struct Doubts {
    /// Ships that may have come to a station, besides those already there.
    pub fleet: Fleet,
    /// Armies that may have been formed, where; `None` if it is not certain that they have.
    pub armies: SortedMap<Id, Option<Hex>>,
    hexes: SortedMap<Hex, StrengthBound>,
    /// How many leaders may have come to a hex, besides those already there.
    joined: SortedMap<Hex, u32>,
    /// How many of them were certainly drawn, though not which ones.
    drawn: SortedMap<Hex, u32>,
    leaders: SortedMap<Id, PossibleLocations>,
    /// Leaders that were certainly drawn from the pool, though not which.
    pub draws: u32,
    /// Supply lines and fortifications that depend on them.
    pub supply: bool,
    /// Whether fewer points may be left than the ledger says.
    pub points: bool,
    met: Cell<bool>,
}

impl Doubts {
    /// Whether anything at all is in doubt.
    pub fn any(&self) -> bool {
        let Doubts { fleet, armies, hexes, joined, drawn: _, leaders, draws, supply, points, met: _ } = self;
        !fleet.is_empty()
            || !armies.is_empty()
            || !hexes.is_empty()
            || !joined.is_empty()
            || !leaders.is_empty()
            || *draws > 0
            || *supply
            || *points
    }

    /// Whether anything may have changed in a hex. Remembers that it was asked in vain.
    pub fn hex(&self, hex: Hex) -> bool {
        self.hexes.contains_key(&hex) && self.note_doubt()
    }

    /// Whether supply lines may have changed. Remembers that it was asked in vain.
    pub fn supply(&self) -> bool {
        self.supply && self.note_doubt()
    }

    /// The own strength points of a hex: all, and those that have not moved; at most, where they are in doubt.
    pub fn strength(&self, game: &Game, hex: Hex, side: Side) -> StrengthBound {
        match self.hexes.get(&hex) {
            Some(most) => {
                self.note_doubt();
                *most
            }
            None => strength(game, hex, side),
        }
    }

    /// The hexes in doubt, with the own strength points there at most.
    pub fn strengths(&self) -> impl Iterator<Item = (Hex, StrengthBound)> {
        self.hexes.iter().map(|(&hex, &most)| (hex, most))
    }

    /// How many leaders may have joined a hex.
    pub fn joined(&self, hex: Hex) -> u32 {
        self.joined.get(&hex).copied().unwrap_or(0)
    }

    /// What is known about a leader in doubt.
    pub fn leader(&self, leader: &Id) -> Option<&PossibleLocations> {
        self.leaders.get(leader)
    }

    /// Armies that have certainly been formed, if they could be, with their hexes.
    pub fn formed(&self) -> impl Iterator<Item = (&Id, Hex)> {
        self.armies.iter().filter_map(|(army, at)| Some((army, (*at)?)))
    }

    /// A leader is no longer in doubt.
    pub fn forget_leader(&mut self, leader: &Id) {
        self.leaders.remove(leader);
    }

    /// Leaders in doubt who may be in a hex, by the counters that may represent them.
    pub fn leaders_perhaps_in(&self, hex: Hex) -> impl Iterator<Item = &Piece> {
        let there = move |who: &&PossibleLocations| who.anywhere || who.hexes.contains(&hex);
        self.leaders.values().filter(there).flat_map(|who| &who.pieces)
    }

    /// Notes that a check went on although something was in doubt; always true.
    pub fn note_doubt(&self) -> bool {
        self.met.set(true);
        true
    }

    /// Whether a check has met with a doubt since the last time this was asked.
    pub fn take_doubt(&self) -> bool {
        self.met.take()
    }

    /// Puts a hex in doubt: the units there now, and at most this many more.
    pub fn suspect(&mut self, game: &Game, hex: Hex, side: Side, more: StrengthBound) {
        let most = self.hexes.entry(hex).or_insert_with(|| strength(game, hex, side));
        most.all = most.all.saturating_add(more.all);
        most.fresh = most.fresh.saturating_add(more.fresh);
        self.supply = true;
    }

    /// Strength points have certainly left a doubtful hex, or may no longer move there.
    pub fn use_up(&mut self, hex: Hex, sp: u32) {
        if let Some(most) = self.hexes.get_mut(&hex) {
            most.fresh = most.fresh.saturating_sub(sp);
        }
    }

    /// Strength points have certainly entered a hex in doubt.
    pub fn add(&mut self, hex: Hex, sp: u32) {
        if let Some(most) = self.hexes.get_mut(&hex) {
            most.all = most.all.saturating_add(sp);
            most.fresh = most.fresh.saturating_add(sp);
        }
    }

    /// A leader may have joined a hex; if `certain`, somebody was drawn for it.
    pub fn join(&mut self, hex: Hex, certain: bool) {
        *self.joined.entry(hex).or_default() += 1;
        *self.drawn.entry(hex).or_default() += u32::from(certain);
    }

    /// For each hex, how many leaders were certainly drawn for it.
    pub fn drawn(&self) -> impl Iterator<Item = (Hex, u32)> {
        self.drawn.iter().map(|(&hex, &drawn)| (hex, drawn))
    }

    /// Adds what a check with other doubts has met.
    pub fn note_doubts_of(&self, others: &Doubts) {
        self.met.set(self.met.get() | others.met.get());
    }

    /// What is known about a leader who is in doubt from now on.
    pub fn suspect_leader(&mut self, game: &Game, leader: &Id) -> &mut PossibleLocations {
        self.leaders.entry(leader.clone()).or_insert_with(|| match game.find_leader(leader) {
            Some((piece, hex, moved)) => {
                PossibleLocations { pieces: vec![piece], hexes: vec![hex], anywhere: false, moved }
            }
            None => PossibleLocations::default(),
        })
    }
}

impl Fleet {
    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.all.is_empty()
    }

    /// Some more, which may or may not sail in this pulse.
    pub fn join(&mut self, hulls: &Hulls, fresh: bool) {
        self.all.join(hulls.clone());
        if fresh {
            self.fresh.join(hulls.clone());
        }
    }

    /// Ships, and all that may have come to them.
    pub fn with_all(&self, mut hulls: Hulls) -> Hulls {
        hulls.join(self.all.clone());
        hulls
    }

    /// Ships that may still sail, and all such that may have come to them.
    pub fn with_fresh(&self, mut hulls: Hulls) -> Hulls {
        hulls.join(self.fresh.clone());
        hulls
    }
}

impl StrengthBound {
    /// None.
    pub const NONE: StrengthBound = StrengthBound { all: 0, fresh: 0 };
    /// Any number.
    pub const ANY: StrengthBound = StrengthBound { all: u32::MAX, fresh: u32::MAX };
    /// This many strength points, which have moved.
    pub fn moved(sp: u32) -> StrengthBound {
        StrengthBound { all: sp, fresh: 0 }
    }
    /// This many strength points, which have not moved.
    pub fn fresh(sp: u32) -> StrengthBound {
        StrengthBound { all: sp, fresh: sp }
    }
}

fn strength(game: &Game, hex: Hex, side: Side) -> StrengthBound {
    StrengthBound { all: game.ordinary_at(hex, side), fresh: game.fresh_at(hex, side) }
}
