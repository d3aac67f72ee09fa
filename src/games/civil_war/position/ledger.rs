//! The ledger: what is on the table, and where. Everything else about a position follows from it. [`pieces`] has the
//! leaders' counters and their ranks, [`ships`] the navies, [`tracks`] the tracks and their points, [`hidden_leaders`]
//! face-down leaders, and [`limits`] what no position may exceed.

use crate::sorted::{SortedMap, SortedSet};

use adjutant_derive::sparse;
use serde::{Deserialize, Serialize};

use crate::board::Hex;
use crate::document::Id;

use crate::options::Options;
use crate::pack::{FortKind, Pack, Side, Unit};

pub mod hidden_leaders;
mod limits;
mod pieces;
mod ships;
mod tracks;

use hidden_leaders::HiddenLeaders;
use limits::{both_sides, few_groups, few_squadrons, points, small, total};
pub use pieces::{Piece, Place, by_command, counter, highest, initiative, is_cavalry, is_naval, side_of};
pub use ships::{Hull, Hulls, Navy, Squadron};
pub use tracks::{Points, Priorities, Track};

/// Where an army's counter is (12.1). One that has never been created has no entry.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum ArmyPlace {
    /// On the map.
    At(Hex),
    /// Reduced to nothing: gone for good (12.1).
    Destroyed,
}

/// What has been built on a hex, or made of what was printed there (14, CW-140).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, schemars::JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Works {
    /// A fortification of that kind, held by that side.
    Held { side: Side, kind: FortKind },
    /// Nothing any more: destroyed.
    Razed,
}

/// The Confederacy's supply totals as the Blockade Effects Phase found them, for the turn (9.4.1, 9.4.7).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, schemars::JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Totals {
    /// Points of cities and sites in friendly territory.
    #[serde(deserialize_with = "small")]
    pub production: u32,
    /// Points that come through the blockade.
    #[serde(deserialize_with = "small")]
    pub imports: u32,
}

impl Totals {
    /// The total used with the Supply Loss Schedule (9.4.8).
    pub fn total(self) -> u32 {
        self.production.saturating_add(self.imports)
    }
}

/// The state of the Confederate supply net (9.4).
#[sparse(all_but(main))]
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, schemars::JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Net {
    /// The whole Confederacy, or the part east of the Mississippi.
    pub main: Totals,
    /// The Trans-Mississippi, where the river is lost (9.4.9).
    pub trans_mississippi: Option<Totals>,
}

/// What an allocation to come must say (4.1).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize, schemars::JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Bound {
    /// Washington is held or isolated: the East is primary (4.1.6e, 4.1.8b).
    EastPrimary,
    /// The Mississippi is lost: the Trans-Mississippi is tertiary (4.1.4a).
    TransMississippiTertiary,
}

/// Strength points that are together and alike (2.3).
#[sparse(all_but(side, hex, sp))]
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Group {
    pub side: Side,
    pub hex: Hex,
    /// Strength points, about 5,000 men each; at least 1.
    #[serde(deserialize_with = "small")]
    pub sp: u32,
    /// Activated for movement in this pulse (6.1).
    pub moved: bool,
    pub demoralized: bool,
    /// Whether it has entered with its leader and is still moving: it is separate from other units in the hex.
    pub marching: bool,
    /// The army that they belong to (6.2.7).
    pub army: Option<Id>,
    /// What they are, if not ordinary strength points (2.3, 19).
    pub unit: Option<Unit>,
}

impl Group {
    /// Strength points at rest, fresh and in no army.
    pub fn new(side: Side, hex: Hex, sp: u32) -> Group {
        Group { side, hex, sp, moved: false, demoralized: false, marching: false, army: None, unit: None }
    }

    /// Whether another group is together with this one and alike in all but its strength.
    fn is_like(&self, other: &Group) -> bool {
        let Group { side, hex, sp: _, moved, demoralized, marching, army, unit } = self;
        *hex == other.hex
            && *side == other.side
            && (*moved, *demoralized, *marching) == (other.moved, other.demoralized, other.marching)
            && *army == other.army
            && *unit == other.unit
    }
}

/// What one side has besides its pieces.
#[sparse(all_but(navy))]
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Ledger {
    /// The allocation in force this turn (4.1).
    pub priorities: Option<Priorities>,
    /// Command points left (4.2).
    #[serde(deserialize_with = "points")]
    pub commands: Points,
    /// Strength points that wait on the Reinforcement Tracks (10.1).
    #[serde(deserialize_with = "points")]
    pub reinforcements: Points,
    /// Command points spent without an action this turn, by track: for the war elsewhere (CW-5).
    #[serde(deserialize_with = "points")]
    pub burnt: Points,
    /// Victory points so far; those for ground held are counted at the end.
    #[serde(deserialize_with = "total")]
    pub vp: i64,
    /// Strength points lost so far.
    #[serde(deserialize_with = "total")]
    pub lost: i64,
    /// Strength points moved by rail this turn (6.6).
    #[serde(deserialize_with = "small")]
    pub rail_used: u32,
    /// By turn: what the allocation for that turn must contain (4.1).
    pub bound: SortedMap<u8, Bound>,
    /// Its ships that are not on the map (10.4, 10.5).
    #[serde(default, skip_serializing_if = "Navy::is_empty")]
    pub navy: Navy,
}

/// The initiative of the pulse in progress (4.2).
#[sparse(free)]
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Pulse {
    /// The pulse's number in the turn, from 1.
    #[serde(deserialize_with = "small")]
    pub number: u32,
    pub winner: Side,
    /// The Initiative Dice Difference.
    #[serde(deserialize_with = "small")]
    pub difference: u32,
    /// Whose half it is.
    pub phasing: Side,
    /// How much of the difference the phasing side has still to spend.
    #[serde(deserialize_with = "small")]
    pub left: u32,
    /// The winner's free reinforcement is still due.
    pub free: bool,
}

/// The tribal Indians (CW-321).
#[sparse]
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, schemars::JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Tribes {
    /// The side for which they raid this turn.
    pub side: Option<Side>,
    /// Those that have raided this turn.
    pub raided: SortedSet<Id>,
}

/// Everything on the table.
#[sparse(all_but(scenario, turn, table_uses, table_total, sides, groups, pieces))]
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Game {
    pub scenario: Id,
    pub turn: u8,
    /// How often the Command Points Table has been used this turn: the box of the Table Use Track (4.2).
    #[serde(default, deserialize_with = "small")]
    pub table_uses: u32,
    /// The Command Point Table Total of the match (3.7).
    #[serde(default, deserialize_with = "small")]
    pub table_total: u32,
    pub pulse: Option<Pulse>,
    #[serde(deserialize_with = "both_sides")]
    pub sides: SortedMap<Side, Ledger>,
    /// Strength points, by the number of their group.
    #[serde(deserialize_with = "few_groups")]
    pub groups: SortedMap<u32, Group>,
    /// Ships on the map, by the number of their squadron (8.1).
    #[serde(deserialize_with = "few_squadrons")]
    pub squadrons: SortedMap<u32, Squadron>,
    /// Leaders' counters.
    pub pieces: SortedMap<Piece, Place>,
    /// Control markers: who controls a hex whose rail or city has changed hands since the start (2.1).
    pub control: SortedMap<Hex, Side>,
    /// Armies that have been created, by id (12.1).
    pub armies: SortedMap<Id, ArmyPlace>,
    /// Supply depots (9.2).
    pub depots: SortedMap<Hex, Side>,
    /// Fortifications built, upgraded or destroyed since the start, by hex (14).
    pub works: SortedMap<Hex, Works>,
    /// States converted since the start (2.1.3, 11.2): a neutral state and the side that has won it; a state friendly
    /// to one side and the other, to whom it is neutral now.
    pub converted: SortedMap<Id, Side>,
    /// States whose militia has been out (16).
    pub militia: SortedSet<Id>,
    /// The Confederacy's supply totals for the turn (9.4); `None` if the scenario does not use them.
    pub net: Option<Net>,
    /// The Union controls every city of the Mississippi (4.1.4). It changes the instant that one of them does.
    pub mississippi_lost: bool,
    /// A Confederate force was in Washington at a turn's end, and no Union force has been since (4.1.6, 4.1.7).
    pub washington_held: bool,
    /// Washington was found isolated at a turn's end, and has not been relieved since (4.1.8, 4.1.9).
    pub isolated: bool,
    /// Washington has been taken: foreign powers have intervened (4.1.6).
    pub intervention: bool,
    /// Leaders who are drawn face-down, by the option (CW-281).
    pub hidden: Option<HiddenLeaders>,
    /// Leaders who came untried, each with who he turned out to be (21.10).
    pub identified: SortedMap<Id, Id>,
    /// The optional rules that are played (CW-300).
    pub options: Options,
    /// The tribal Indians of the Far West (CW-321).
    pub tribes: Tribes,
}

impl Game {
    /// What a side has besides its pieces. Both sides always have an entry.
    pub fn side(&self, side: Side) -> &Ledger {
        &self.sides[&side]
    }

    /// The same, to change.
    pub fn side_mut(&mut self, side: Side) -> &mut Ledger {
        self.sides.entry(side).or_default()
    }

    /// The strength points of a side in a hex, marching or not.
    pub fn sp_at(&self, hex: Hex, side: Side) -> u32 {
        self.groups_at(hex, side).map(|(_, group)| group.sp).sum()
    }

    /// The ordinary strength points of a side in a hex, moved or not: without counters of the Far West (2.3).
    pub fn ordinary_at(&self, hex: Hex, side: Side) -> u32 {
        self.groups_at(hex, side).filter(|(_, group)| group.unit.is_none()).map(|(_, group)| group.sp).sum()
    }

    /// The ordinary strength points of a side in a hex that have not moved in this pulse, and still may (6.1.7).
    pub fn fresh_at(&self, hex: Hex, side: Side) -> u32 {
        self.fresh_of(hex, side, None)
    }

    /// The strength points of a kind that have not moved (19).
    pub fn fresh_of(&self, hex: Hex, side: Side, unit: Option<Unit>) -> u32 {
        let fresh = self.groups_at(hex, side).filter(|(_, group)| !group.moved && group.unit == unit);
        fresh.map(|(_, group)| group.sp).sum()
    }

    /// The strength points of a side in a hex that are counters of a kind (19).
    pub fn counters_at(&self, hex: Hex, side: Side, unit: Unit) -> u32 {
        self.groups_at(hex, side).filter(|(_, group)| group.unit == Some(unit)).map(|(_, group)| group.sp).sum()
    }

    /// The ordinary strength points of a side that have not moved in this pulse, by hex.
    pub fn fresh(&self, side: Side) -> SortedMap<Hex, u32> {
        let mut fresh: SortedMap<Hex, u32> = SortedMap::new();
        for group in self.groups.values().filter(|group| group.side == side && !group.moved && group.unit.is_none()) {
            *fresh.entry(group.hex).or_default() += group.sp;
        }
        fresh
    }

    /// The groups of a side in a hex.
    pub fn groups_at(&self, hex: Hex, side: Side) -> impl Iterator<Item = (u32, &Group)> {
        let here = move |group: &&Group| group.hex == hex && group.side == side;
        self.groups.iter().map(|(&number, group)| (number, group)).filter(move |(_, group)| here(group))
    }

    /// Whether a side's strength points in a hex are demoralized. They all are, or none (7.7).
    pub fn demoralized_at(&self, hex: Hex, side: Side) -> bool {
        self.groups_at(hex, side).any(|(_, group)| group.demoralized)
    }

    /// The side whose strength points are in a hex.
    pub fn occupier(&self, hex: Hex) -> Option<Side> {
        Side::BOTH.into_iter().find(|&side| self.sp_at(hex, side) > 0)
    }

    /// A side's leaders in a hex, by id.
    pub fn leaders_at(&self, pack: &Pack, hex: Hex, side: Side) -> Vec<Piece> {
        let here = |place: &Place| matches!(place, Place::Map { hex: at, .. } if *at == hex);
        let pieces = self.pieces.iter().filter(|(_, place)| here(place)).map(|(piece, _)| piece);
        pieces.filter(|piece| side_of(pack, piece) == Some(side)).cloned().collect()
    }

    /// A side's leaders on the map, with their hexes, by id.
    pub fn leaders_on_map<'a>(&'a self, pack: &'a Pack, side: Side) -> impl Iterator<Item = (Piece, Hex)> + 'a {
        self.pieces.iter().filter_map(move |(piece, place)| match place {
            Place::Map { hex, .. } if side_of(pack, piece) == Some(side) => Some((piece.clone(), *hex)),
            _ => None,
        })
    }

    /// The leader in command in a hex (5.1.2): the highest rank, infantry before cavalry, then the lowest seniority
    /// number (5.1.1, 5.1.1a, CW-54). A naval leader is returned only if there is no other: he commands nothing on land
    /// (5.1.1b).
    pub fn ranking_leader(&self, pack: &Pack, hex: Hex, side: Side) -> Option<Piece> {
        let (naval, ashore): (Vec<Piece>, Vec<Piece>) =
            self.leaders_at(pack, hex, side).into_iter().partition(|piece| is_naval(pack, piece));
        highest(pack, if ashore.is_empty() { naval } else { ashore })
    }

    /// The counter of a leader that is on the map, and its hex.
    pub fn find_leader(&self, leader: &Id) -> Option<(Piece, Hex, bool)> {
        self.pieces.iter().find_map(|(piece, place)| match place {
            Place::Map { hex, moved, .. } if piece.leader == *leader => Some((piece.clone(), *hex, *moved)),
            _ => None,
        })
    }

    /// The counter of a leader that is on the map, on land or with ships, and its place.
    pub fn on_hand(&self, leader: &Id) -> Option<(&Piece, &Place)> {
        let there = |place: &Place| matches!(place, Place::Map { .. } | Place::Afloat { .. });
        self.pieces.iter().find(|(piece, place)| piece.leader == *leader && there(place))
    }

    /// The counters in a side's Leader Pool, in the alphabetical order in which one is drawn (10.3).
    pub fn pool(&self, pack: &Pack, side: Side) -> Vec<Piece> {
        let drawn = |(piece, place): (&Piece, &Place)| {
            (*place == Place::Pool && side_of(pack, piece) == Some(side)).then(|| piece.clone())
        };
        self.pieces.iter().filter_map(drawn).collect()
    }

    /// All command points that a side has left.
    pub fn commands_left(&self, side: Side) -> u32 {
        self.side(side).commands.values().sum()
    }

    /// All reinforcements that wait for a side: strength points on its tracks and leaders in its pool.
    pub fn reinforcements_left(&self, pack: &Pack, side: Side) -> u32 {
        self.side(side).reinforcements.values().sum::<u32>() + self.pool(pack, side).len() as u32
    }

    /// Whether it is a side's half of the pulse.
    pub fn phasing(&self) -> Option<Side> {
        self.pulse.as_ref().map(|pulse| pulse.phasing)
    }

    /// How much of the dice difference the phasing side has still to spend (4.2); nothing between pulses.
    pub fn initiative_left(&self) -> u32 {
        self.pulse.as_ref().map_or(0, |pulse| pulse.left)
    }

    /// Puts strength points on the map as a group of their own.
    pub fn add_group(&mut self, group: Group) -> u32 {
        let number = self.groups.last_key_value().map_or(1, |(&last, _)| last + 1);
        self.groups.insert(number, group);
        number
    }

    /// Moves strength points from a group into a new one with the same marks; if it is all of them, the group itself is
    /// returned.
    pub fn split(&mut self, number: u32, sp: u32) -> u32 {
        match self.groups.get_mut(&number) {
            Some(group) if sp < group.sp => {
                group.sp -= sp;
                let part = Group { sp, ..group.clone() };
                self.add_group(part)
            }
            _ => number,
        }
    }

    /// Ends a pulse: what has moved in it may move in the next (6.1.7).
    pub fn rest(&mut self) {
        for group in self.groups.values_mut() {
            group.moved = false;
        }
        for squadron in self.squadrons.values_mut() {
            squadron.moved = false;
        }
        for place in self.pieces.values_mut() {
            if let Place::Map { moved, .. } | Place::Afloat { moved, .. } = place {
                *moved = false;
            }
        }
        self.tidy();
    }

    /// Merges groups at rest that are alike and in the same place into the one with the lowest number, so that equal
    /// positions are written alike. Moving groups keep their numbers.
    pub fn tidy(&mut self) {
        self.groups.retain(|_, group| group.sp > 0);
        self.tidy_ships();
        // Mostly there is nothing to join, which is seen at once.
        let mut resting: Vec<(Hex, Side)> =
            self.groups.values().filter(|group| !group.marching).map(|group| (group.hex, group.side)).collect();
        resting.sort_unstable();
        if resting.windows(2).all(|two| two[0] != two[1]) {
            return;
        }
        let mut joined: SortedMap<u32, Group> = SortedMap::new();
        for (number, group) in std::mem::take(&mut self.groups) {
            match joined.values_mut().find(|other| !group.marching && group.is_like(other)) {
                Some(other) => other.sp += group.sp,
                None => {
                    joined.insert(number, group);
                }
            }
        }
        self.groups = joined;
    }
}
