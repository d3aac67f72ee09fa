//! What happened on the map in a step: movements, and where there was a fight, a capture or an arrival.

use crate::sorted::SortedSet;

use crate::board::Area;
use crate::document::Id;
use crate::report::StepFacts;

use super::event_groups::{Item, items};
use crate::SevenDays;
use crate::events::Event;
use crate::pack::{BridgeState, Side};
use crate::position::ledger::Outcome;

/// How a way was gone.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum MovementKind {
    March,
    Regroup,
    Retreat,
}

impl MovementKind {
    /// The word for it.
    pub fn word(self) -> &'static str {
        match self {
            MovementKind::March => "march",
            MovementKind::Regroup => "regroup",
            MovementKind::Retreat => "retreat",
        }
    }
}

/// A way that was gone.
#[derive(Clone, Debug, PartialEq)]
pub struct Movement {
    pub side: Side,
    pub way: MovementKind,
    pub who: Vec<Id>,
    /// From where it began to where it ended.
    pub path: Vec<Area>,
}

/// What is marked on the map.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum MarkKind {
    /// An assault, by its number in the step, and how it ended.
    Assault(u32, Option<Side>, Option<AssaultResult>),
    /// An area has come under a side's control.
    Taken(Side),
    /// Units came in.
    Arrived(Side),
}

/// How an assault ended, from the attacker's view.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum AssaultResult {
    Repelled,
    Undecided,
    Won,
}

/// A mark in an area.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Mark {
    pub area: Area,
    pub sign: MarkKind,
}

/// What happened.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Tracks {
    pub movements: Vec<Movement>,
    pub marks: Vec<Mark>,
    /// Bridges that were destroyed.
    pub destroyed_bridges: Vec<Id>,
}

impl Tracks {
    /// What happened in a step.
    pub fn of(rules: &SevenDays, facts: &StepFacts) -> Tracks {
        let mut tracks = Tracks::default();
        for (item, _) in items(&facts.events) {
            match item {
                Item::Game(event) => tracks.event(event),
                Item::Retreats { who, from, to } => {
                    if let Some(side) = who.first().and_then(|id| rules.side_of(id)) {
                        tracks.movements.push(Movement { side, way: MovementKind::Retreat, who, path: vec![from, to] });
                    }
                }
                Item::Taken { areas, side } => {
                    tracks.marks.extend(areas.into_iter().map(|area| Mark { area, sign: MarkKind::Taken(side) }));
                }
                Item::Engine(_) | Item::Unknown(_) => {}
            }
        }
        tracks.merge_movements();
        tracks
    }

    fn event(&mut self, event: Event) {
        match event {
            Event::Entered { side, units, leaders, from, to, .. } => {
                let who: Vec<Id> = units.into_iter().chain(leaders).collect();
                let goes_on = |course: &&mut Movement| course.who == who && course.path.last() == Some(&from);
                match self.movements.iter_mut().rev().find(goes_on) {
                    Some(course) => course.path.push(to),
                    None => self.movements.push(Movement { side, way: MovementKind::March, who, path: vec![from, to] }),
                }
            }
            Event::Regrouped { side, units, leaders, from, to } => {
                let who = units.into_iter().chain(leaders).collect();
                self.movements.push(Movement { side, way: MovementKind::Regroup, who, path: vec![from, to] });
            }
            Event::Arrived { side, area, .. } => self.marks.push(Mark { area, sign: MarkKind::Arrived(side) }),
            Event::Assault { area, side, .. } => self.begin(area, Some(side)),
            Event::AssaultDice { area, outcome, .. } | Event::AssaultOver { area, outcome } => {
                self.end(area, outcome);
            }
            Event::Bridge { bridge, state: BridgeState::Destroyed } => self.destroyed_bridges.push(bridge),
            _ => {}
        }
    }

    fn begin(&mut self, area: Area, side: Option<Side>) {
        let assault = |mark: &&Mark| matches!(mark.sign, MarkKind::Assault(..));
        let number = u32::try_from(self.marks.iter().filter(assault).count()).unwrap_or(u32::MAX).saturating_add(1);
        self.marks.push(Mark { area, sign: MarkKind::Assault(number, side, None) });
    }

    fn end(&mut self, area: Area, outcome: Outcome) {
        let here = |mark: &&mut Mark| mark.area == area && matches!(mark.sign, MarkKind::Assault(..));
        if self.marks.iter_mut().rev().find(here).is_none() {
            // It began in an earlier step.
            self.begin(area, None);
        }
        let ended = match outcome {
            Outcome::Repulse => AssaultResult::Repelled,
            Outcome::Stalemate => AssaultResult::Undecided,
            Outcome::Success | Outcome::Rout => AssaultResult::Won,
        };
        if let Some(Mark { sign: MarkKind::Assault(_, _, fate), .. }) = self.marks.iter_mut().rev().find(here) {
            *fate = Some(ended);
        }
    }

    /// Movements along the same path become one.
    fn merge_movements(&mut self) {
        let mut gathered: Vec<Movement> = Vec::new();
        for course in std::mem::take(&mut self.movements) {
            let same =
                |other: &&mut Movement| (other.side, other.way, &other.path) == (course.side, course.way, &course.path);
            match gathered.iter_mut().find(same) {
                Some(other) => other.who.extend(course.who),
                None => gathered.push(course),
            }
        }
        self.movements = gathered;
    }

    /// The areas in which something happened.
    pub fn areas(&self) -> SortedSet<Area> {
        let ways = self.movements.iter().flat_map(|course| course.path.iter().copied());
        ways.chain(self.marks.iter().map(|mark| mark.area)).collect()
    }
}
