//! Names that are not known, and what may be meant by them.

use crate::board::Area;
use crate::document::{Id, Problem};

use super::SevenDays;
use super::ledger::Game;
use super::pack::Side;

impl SevenDays {
    /// The name of a unit or leader; its id if it has none.
    pub fn name_of(&self, id: &Id) -> String {
        let leader = || self.pack.forces.leaders.get(id).map(|leader| leader.name.clone());
        self.unit(id).map(|unit| unit.name.clone()).or_else(leader).unwrap_or_else(|| id.to_string())
    }

    /// The same, of several.
    pub fn names_of<'i>(&self, ids: impl IntoIterator<Item = &'i Id>) -> String {
        ids.into_iter().map(|id| self.name_of(id)).collect::<Vec<_>>().join(", ")
    }

    /// That a unit is none that a side has in play.
    pub fn unknown_unit(&self, game: &Game, side: Side, id: &Id) -> Problem {
        match self.unit(id) {
            Some(unit) if unit.side != side => Problem::new(format!("{} is the enemy's", unit.name)).rule("4.1"),
            Some(unit) if game.lost.contains(id) => Problem::new(format!("{} is eliminated", unit.name)).rule("10.6"),
            Some(unit) => Problem::new(format!("{} is not in play", unit.name)).rule("5.2"),
            None => self.no_unit(id),
        }
    }

    /// That the pack has no unit of that id.
    pub fn no_unit(&self, id: &Id) -> Problem {
        if let Some(leader) = self.pack.forces.leaders.get(id) {
            let problem = Problem::new(format!("{} is a leader, and no unit", leader.name)).rule("4.4");
            return problem.advice("name him as a leader, and units by their own ids");
        }
        advised(Problem::new(format!("there is no unit '{id}'")), nearest(self.pack.forces.units.keys(), id))
    }

    /// That a leader is none that a side has on the map.
    pub fn unknown_leader(&self, game: &Game, side: Side, id: &Id) -> Problem {
        match self.pack.forces.leaders.get(id) {
            Some(leader) if leader.side != side => {
                Problem::new(format!("{} is the enemy's", leader.name)).rule("4.4.1")
            }
            Some(leader) if game.leaders.contains_key(id) => {
                Problem::new(format!("{} is off the map", leader.name)).rule("15.2")
            }
            Some(leader) => Problem::new(format!("{} is not in play", leader.name)).rule("4.4.1"),
            None => {
                let near = nearest(self.pack.forces.leaders.keys(), id);
                advised(Problem::new(format!("there is no leader '{id}'")), near)
            }
        }
    }

    /// That the map has no area of that number.
    pub fn unknown_area(&self, area: Area) -> Option<Problem> {
        let last = self.pack.map.areas.keys().next_back().copied().unwrap_or_default();
        let problem = Problem::new(format!("there is no area {area}")).rule("3.2");
        self.pack.map.area(area).is_none().then(|| problem.advice(format!("the areas are 1 to {last}")))
    }

    /// That no bridge has that id.
    pub fn unknown_bridge(&self, id: &Id) -> Option<Problem> {
        let bridges = || self.pack.map.boundaries.iter().filter_map(|boundary| Some(&boundary.bridge.as_ref()?.id));
        let problem = || Problem::new(format!("there is no bridge '{id}'")).rule("15.4");
        (!bridges().any(|bridge| bridge == id)).then(|| advised(problem(), nearest(bridges(), id)))
    }
}

/// The known id that is nearest to one that is not, if it is near enough to be meant.
pub fn nearest<'i>(known: impl Iterator<Item = &'i Id>, id: &Id) -> Option<&'i Id> {
    let distance = |known: &Id| strsim::levenshtein(known.as_str(), id.as_str());
    let near = known.min_by_key(|known| (distance(known), *known))?;
    (distance(near) <= 1 + near.as_str().len() / 3).then_some(near)
}

fn advised(problem: Problem, near: Option<&Id>) -> Problem {
    match near {
        Some(near) => problem.advice(format!("'{near}' is the nearest")),
        None => problem.advice("a draft and `adjutant legal` write the ids of all who may act"),
    }
}
