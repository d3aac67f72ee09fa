//! The words for units, leaders and areas that are not there, or not the player's.

use crate::document::{Id, Problem};

use super::RefusalText;
use crate::legality::names::nearest;
use crate::refusal::NameRefusal;

impl RefusalText<'_> {
    pub(super) fn names(&self, refusal: &NameRefusal) -> Problem {
        match refusal {
            NameRefusal::EnemyCounter { id } => Problem::new(format!("{} belongs to {}", self.name(id), self.enemy())),
            NameRefusal::NotInPlay { id } => Problem::new(format!("{} is not in play", self.name(id))),
            NameRefusal::UnitEliminated { unit } => Problem::new(format!("{} is eliminated", self.name(unit))),
            NameRefusal::LeaderOffMap { leader } => Problem::new(format!("{} is off the map", self.name(leader))),
            NameRefusal::LeaderNotUnit { leader } => {
                Problem::new(format!("{} is a leader, not a unit", self.name(leader)))
                    .advice("name him under `leaders`, and units by their own ids")
            }
            NameRefusal::NoSuchUnit { unit } => {
                let near = nearest(self.pack().forces.units.keys(), unit);
                advised(Problem::new(format!("there is no unit '{unit}'")), near)
            }
            NameRefusal::NoSuchLeader { leader } => {
                let near = nearest(self.pack().forces.leaders.keys(), leader);
                advised(Problem::new(format!("there is no leader '{leader}'")), near)
            }
            NameRefusal::NoSuchArea { area } => {
                let last = self.pack().map.areas.keys().next_back().copied().unwrap_or_default();
                Problem::new(format!("there is no area {area}")).advice(format!("name an area from 1 to {last}"))
            }
            NameRefusal::NoSuchBridge { bridge } => {
                let boundaries = self.pack().map.boundaries.iter();
                let near = nearest(boundaries.filter_map(|boundary| Some(&boundary.bridge.as_ref()?.id)), bridge);
                advised(Problem::new(format!("there is no bridge '{bridge}'")), near)
            }
            NameRefusal::NamedTwice { id } => Problem::new(format!("the order names {} twice", self.name(id))),
        }
    }
}

fn advised(problem: Problem, near: Option<&Id>) -> Problem {
    match near {
        Some(near) => problem.advice(format!("did you mean '{near}'?")),
        None => problem.advice("see a draft or `adjutant legal` for the ids of all that may act"),
    }
}
