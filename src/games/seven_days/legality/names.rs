//! Unknown names, and what may be meant by them.

use crate::board::Area;
use crate::document::{Id, Problem};

use crate::SevenDays;
use crate::pack::Side;
use crate::position::ledger::Game;
use crate::refusal::NameRefusal;

impl SevenDays {
    /// The name of a unit or leader; its id if it has none.
    pub fn name_of(&self, id: &Id) -> String {
        let leader = || self.pack.forces.leaders.get(id).map(|leader| leader.name.clone());
        self.unit(id).map(|unit| unit.name.clone()).or_else(leader).unwrap_or_else(|| id.to_string())
    }

    /// The problem that a side has no such unit in play.
    pub fn unknown_unit(&self, game: &Game, side: Side, id: &Id) -> Problem {
        let unit = id.clone();
        let (refusal, rule) = match self.unit(id) {
            Some(known) if known.side != side => (NameRefusal::EnemyCounter { id: unit }, "4.1"),
            Some(_) if game.lost.contains(id) => (NameRefusal::UnitEliminated { unit }, "10.6"),
            Some(_) => (NameRefusal::NotInPlay { id: unit }, "5.2"),
            None => return self.no_unit(side, id),
        };
        refusal.problem(self, side).rule(rule)
    }

    /// The problem that the pack has no unit with this id, addressed to a side.
    pub fn no_unit(&self, side: Side, id: &Id) -> Problem {
        if self.pack.forces.leaders.contains_key(id) {
            return NameRefusal::LeaderNotUnit { leader: id.clone() }.problem(self, side).rule("4.4");
        }
        NameRefusal::NoSuchUnit { unit: id.clone() }.problem(self, side)
    }

    /// The problem that a side has no such leader on the map.
    pub fn unknown_leader(&self, game: &Game, side: Side, id: &Id) -> Problem {
        let leader = id.clone();
        let (refusal, rule) = match self.pack.forces.leaders.get(id) {
            Some(known) if known.side != side => (NameRefusal::EnemyCounter { id: leader }, "4.4.1"),
            Some(_) if game.leaders.contains_key(id) => (NameRefusal::LeaderOffMap { leader }, "15.2"),
            Some(_) => (NameRefusal::NotInPlay { id: leader }, "4.4.1"),
            None => return NameRefusal::NoSuchLeader { leader }.problem(self, side),
        };
        refusal.problem(self, side).rule(rule)
    }

    /// The problem that the map has no area with this number. The words are the same for both sides.
    pub fn unknown_area(&self, area: Area) -> Option<Problem> {
        let problem = || NameRefusal::NoSuchArea { area }.problem(self, Side::Union).rule("3.2");
        self.pack.map.area(area).is_none().then(problem)
    }

    /// The problem that no bridge has this id. The words are the same for both sides.
    pub fn unknown_bridge(&self, id: &Id) -> Option<Problem> {
        let problem = || NameRefusal::NoSuchBridge { bridge: id.clone() }.problem(self, Side::Union).rule("15.4");
        self.pack.map.bridge(id).is_none().then(problem)
    }
}

/// The most similar known id, if it is similar enough to be meant.
pub fn nearest<'i>(known: impl Iterator<Item = &'i Id>, id: &Id) -> Option<&'i Id> {
    let distance = |known: &Id| strsim::levenshtein(known.as_str(), id.as_str());
    let near = known.min_by_key(|known| (distance(known), *known))?;
    (distance(near) <= 1 + near.as_str().len() / 3).then_some(near)
}
