//! The words for a refused reinforcement.

use crate::document::{Id, Problem};

use super::super::vocabulary;
use super::RefusalText;
use crate::refusal::ReinforceRefusal as Refused;

impl RefusalText<'_> {
    pub(super) fn reinforcement(&self, refusal: &Refused) -> Problem {
        match refusal {
            Refused::NoInitiativeToReinforce => {
                Problem::new("no initiative points are left, and a reinforcement uses 1")
                    .advice("wait for another pulse")
            }
            Refused::NothingWaitsOnTrack { track } => {
                Problem::new(format!("no strength points wait on the {} track", vocabulary::track(*track)))
            }
            Refused::LeaderPoolEmpty => Problem::new("the leader pool is empty"),
            Refused::LeaderNamed => {
                Problem::new("the leader who enters is drawn at random").advice("leave `leader` and `draw` out")
            }
            Refused::LeaderNotNamed => Problem::new("the order does not name the leader who enters")
                .advice("name the leader in your hand, as in `leader: hooker-1`; `adjutant show hand` shows him"),
            Refused::LeaderNotInPool { leader } => Problem::new(format!(
                "{} is not in {} leader pool",
                vocabulary::leader(self.pack(), leader),
                self.your()
            )),
            Refused::LeaderHandChanged { draw } => Problem::new("another leader has been drawn since").advice(format!(
                "bring him in with the next turn: a turn brings in only the leader whom you hold when you write it \
                     (`draw: {draw}`)"
            )),

            Refused::EntryOffMap { hex } => Problem::new(format!("{} is not on this map", self.place(*hex))),
            Refused::EntryInOtherTheater { hex, theater, bound_for } => Problem::new(format!(
                "{} is in the {theater}, but a strength point from the {bound_for} track enters in the {bound_for}",
                self.place(*hex)
            )),
            Refused::EntryDiscretionaryBarred { theater, because } => Problem::new(format!(
                "no discretionary reinforcements may enter in the {theater}: {}",
                self.barred(*because)
            )),
            Refused::EntryWithoutCity { hex } => {
                Problem::new(format!("{} has no city with victory points", self.place(*hex)))
            }
            Refused::EntryInEnemyTerritory { hex } => {
                Problem::new(format!("{} is {} territory", self.place(*hex), self.of_enemy()))
            }
            Refused::EntryInNeutralTerritory { hex } => {
                Problem::new(format!("{} is neutral territory", self.place(*hex)))
            }
            Refused::EntryEnemyThere { hex } => Problem::new(format!("{} is in {}", self.enemy(), self.place(*hex))),
            Refused::EntryCityNotControlled { hex } => {
                Problem::new(format!("{} not control {}", self.you_do(), self.place(*hex)))
            }
            Refused::EntryCityOutOfSupply { hex } => Problem::new(format!("{} is out of supply", self.place(*hex))),

            Refused::EntryArmyElsewhere { army, hex, open } => {
                Problem::new(format!("{} is not in {}", self.army(army), self.place(*hex))).advice(below_maximum(open))
            }
            Refused::EntryArmyFull { army, open } => {
                Problem::new(format!("{} is at its maximum", self.army(army))).advice(below_maximum(open))
            }
            Refused::EntryArmiesFull { hex, armies } => {
                let full = match armies.as_slice() {
                    [army] => format!("{} in {} is at its maximum", self.army(army), self.place(*hex)),
                    _ => format!("the armies in {} are at their maximum", self.place(*hex)),
                };
                Problem::new(format!("{full}, and {} no city there", self.you_have()))
            }
            Refused::EntryArmyUnsupplied { hex } => Problem::new(format!(
                "no supply line leads from {} to a supply source in friendly territory",
                self.place(*hex)
            )),

            Refused::EntryLeaderAlone { hex } => {
                Problem::new(format!("{} has no strength point or depot for a leader to join", self.place(*hex)))
            }
            Refused::EntryTooManyLeaders { hex, leaders, allowed } => Problem::new(format!(
                "{} has {}, and stacking allows {allowed} there: 1 for each strength point and depot",
                self.place(*hex),
                vocabulary::plural(*leaders, "leader")
            )),
        }
    }

    /// `enemy`, or the other side's name, before a noun.
    pub(super) fn of_enemy(&self) -> &'static str {
        if self.is_owner() { "enemy" } else { self.side.other().title() }
    }
}

/// Which armies a strength point may join instead.
fn below_maximum(open: &[Id]) -> String {
    match open {
        [] => "leave `army` out: no army in this hex can take a strength point".to_owned(),
        _ => format!("name one below its maximum: {}", vocabulary::list(open.iter().map(Id::to_string), "or")),
    }
}
