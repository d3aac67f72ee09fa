//! The events of a step that have a place on the map: who moved along which path, and what happened where. The
//! [`picture`](super::picture) draws them.

mod paths;
mod read_event;

use crate::sorted::{SortedMap, SortedSet};

use crate::board::Hex;
use crate::engine::Position;
use crate::report::StepFacts;

use super::event_groups::Groups;
use crate::CivilWar;
use crate::pack::{Side, Station};
use crate::position::ledger::Game;

pub use paths::Neighborhood;

/// How somebody went.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum MoveKind {
    March,
    Rail,
    /// By ship, or by sea without ships.
    Water,
    /// An attack, as far as the hexside.
    Attack,
    /// Into the hex that was won.
    Advance,
    Reaction,
    Retreat,
}

impl MoveKind {
    pub const ALL: [MoveKind; 7] = [
        MoveKind::March,
        MoveKind::Rail,
        MoveKind::Water,
        MoveKind::Attack,
        MoveKind::Advance,
        MoveKind::Reaction,
        MoveKind::Retreat,
    ];
}

/// A way that somebody went.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Course {
    pub side: Side,
    pub way: MoveKind,
    /// From where to where, and what lies between.
    pub points: Vec<Station>,
    /// Who it was, in words: `McDowell with 6 strength points`.
    pub who: String,
}

/// What came about.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Sign {
    /// Strength points, if any, and leaders or ships came in.
    Entered(u32),
    /// A city or a fortification changed hands.
    Taken,
    /// A force was destroyed.
    Destroyed,
    /// A combat, by its number in the step.
    Combat(u32),
    /// The same, in which the defender was overrun.
    Overrun(u32),
    /// Ships fought, or were fired at.
    Naval(u32),
}

/// A place where something came about.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Mark {
    pub at: Station,
    /// Where the attack on it came from.
    pub from: Option<Station>,
    pub sign: Sign,
    /// Whose it was; of a combat the attacker.
    pub side: Side,
    /// What it was, in sentences.
    pub title: String,
}

/// What happened in a step.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Tracks {
    pub courses: Vec<Course>,
    pub marks: Vec<Mark>,
    /// The hexes that have changed: their units, or who controls them.
    pub changed: SortedSet<Hex>,
}

impl Tracks {
    /// What happened in the step that led from `before` to `after`.
    pub fn of(rules: &CivilWar, before: &Position<CivilWar>, after: &Game, facts: &StepFacts) -> Tracks {
        let groups = Groups::of(rules, before, None, &facts.events);
        let told = vec![false; groups.fights.len()];
        let mut reader = Reader { rules, before, trail: Tracks::default(), now: Now::default(), fights: 0, told };
        groups.items.into_iter().for_each(|item| reader.item(item, &groups.fights));
        let mut trail = reader.trail;
        trail.courses.retain(|course| course.points.len() > 1);
        trail.changed = changed(&before.game, after);
        trail
    }

    /// Whether nothing happened anywhere.
    pub fn is_empty(&self) -> bool {
        self.courses.is_empty() && self.marks.is_empty()
    }

    /// The hexes in which something happened, and how much.
    pub fn hexes(&self) -> SortedMap<Hex, u32> {
        let mut hexes = SortedMap::new();
        let mut add = |at: Station, weight: u32| at.hexes().for_each(|hex| *hexes.entry(hex).or_default() += weight);
        for course in &self.courses {
            // Something passing by on a long journey is not what the step was about, nor is its start.
            let far = matches!(course.way, MoveKind::Rail | MoveKind::Water);
            let last = course.points.len().saturating_sub(1);
            for (n, at) in course.points.iter().enumerate() {
                add(*at, u32::from(!far || n == last));
            }
        }
        for mark in &self.marks {
            add(mark.at, if mark.sign >= Sign::Destroyed { 6 } else { 2 });
            mark.from.into_iter().for_each(|from| add(from, 1));
        }
        hexes
    }
}

/// The hexes that differ between two positions.
fn changed(before: &Game, after: &Game) -> SortedSet<Hex> {
    let hex_contents = |game: &Game| -> SortedSet<(Hex, String)> {
        let mut sums: SortedMap<(Hex, Side, bool), u32> = SortedMap::new();
        for group in game.groups.values() {
            *sums.entry((group.hex, group.side, group.demoralized)).or_default() += group.sp;
        }
        let forces =
            sums.into_iter().map(|((hex, side, shaken), sp)| (hex, format!("{} {shaken} {sp}", side.as_str())));
        let leaders = game
            .pieces
            .iter()
            .filter_map(|(piece, place)| Some((place.hex()?, format!("{} {}", piece.leader, piece.rank))));
        let control = game.control.iter().map(|(hex, side)| (*hex, format!("held {}", side.as_str())));
        let depots = game.depots.iter().map(|(hex, side)| (*hex, format!("depot {}", side.as_str())));
        let works = game.works.iter().map(|(hex, works)| (*hex, format!("{works:?}")));
        forces.chain(leaders).chain(control).chain(depots).chain(works).collect()
    };
    hex_contents(before).symmetric_difference(&hex_contents(after)).map(|(hex, _)| *hex).collect()
}

/// What is in progress while the events are read.
#[derive(Default)]
struct Now {
    /// The march and the voyage of each side, by the number of their course.
    marching: SortedMap<Side, usize>,
    sailing: SortedMap<Side, usize>,
    /// The fight on the water whose rounds are still to be described.
    naval: Option<usize>,
}

/// Reads events one after the other.
struct Reader<'a> {
    rules: &'a CivilWar,
    before: &'a Position<CivilWar>,
    trail: Tracks,
    now: Now,
    /// How many combats there have been.
    fights: u32,
    /// Which of the combats on land are marked.
    told: Vec<bool>,
}
