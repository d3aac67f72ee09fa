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
pub enum Way {
    March,
    Regroup,
    Retreat,
}

impl Way {
    /// The word for it.
    pub fn word(self) -> &'static str {
        match self {
            Way::March => "march",
            Way::Regroup => "regroup",
            Way::Retreat => "retreat",
        }
    }
}

/// A way that was gone.
#[derive(Clone, Debug, PartialEq)]
pub struct Course {
    pub side: Side,
    pub way: Way,
    pub who: Vec<Id>,
    /// From where it began to where it ended.
    pub path: Vec<Area>,
}

/// What is marked on the map.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Sign {
    /// An assault, by its number in the step, and how it ended.
    Assault(u32, Option<Side>, Option<Fate>),
    /// An area has come under a side's control.
    Taken(Side),
    /// Units came in.
    Arrived(Side),
}

/// How an assault ended, from the attacker's view.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Fate {
    Repelled,
    Undecided,
    Won,
}

/// A mark in an area.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Mark {
    pub area: Area,
    pub sign: Sign,
}

/// What happened.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Tracks {
    pub courses: Vec<Course>,
    pub marks: Vec<Mark>,
    /// Bridges that were destroyed.
    pub blown: Vec<Id>,
}

impl Tracks {
    /// What happened in a step.
    pub fn of(rules: &SevenDays, facts: &StepFacts) -> Tracks {
        let mut trail = Tracks::default();
        for (item, _) in items(&facts.events) {
            match item {
                Item::Game(event) => trail.event(event),
                Item::Retreats { who, from, to } => {
                    if let Some(side) = who.first().and_then(|id| rules.side_of(id)) {
                        trail.courses.push(Course { side, way: Way::Retreat, who, path: vec![from, to] });
                    }
                }
                Item::Taken { areas, side } => {
                    trail.marks.extend(areas.into_iter().map(|area| Mark { area, sign: Sign::Taken(side) }));
                }
                Item::Engine(_) | Item::Unknown(_) => {}
            }
        }
        trail.gather();
        trail
    }

    fn event(&mut self, event: Event) {
        match event {
            Event::Entered { side, units, leaders, from, to, .. } => {
                let who: Vec<Id> = units.into_iter().chain(leaders).collect();
                let goes_on = |course: &&mut Course| course.who == who && course.path.last() == Some(&from);
                match self.courses.iter_mut().rev().find(goes_on) {
                    Some(course) => course.path.push(to),
                    None => self.courses.push(Course { side, way: Way::March, who, path: vec![from, to] }),
                }
            }
            Event::Regrouped { side, units, leaders, from, to } => {
                let who = units.into_iter().chain(leaders).collect();
                self.courses.push(Course { side, way: Way::Regroup, who, path: vec![from, to] });
            }
            Event::Arrived { side, area, .. } => self.marks.push(Mark { area, sign: Sign::Arrived(side) }),
            Event::Assault { area, side, .. } => self.begin(area, Some(side)),
            Event::AssaultDice { area, outcome, .. } | Event::AssaultOver { area, outcome } => {
                self.end(area, outcome);
            }
            Event::Bridge { bridge, state: BridgeState::Destroyed } => self.blown.push(bridge),
            _ => {}
        }
    }

    fn begin(&mut self, area: Area, side: Option<Side>) {
        let assault = |mark: &&Mark| matches!(mark.sign, Sign::Assault(..));
        let number = u32::try_from(self.marks.iter().filter(assault).count()).unwrap_or(u32::MAX).saturating_add(1);
        self.marks.push(Mark { area, sign: Sign::Assault(number, side, None) });
    }

    fn end(&mut self, area: Area, outcome: Outcome) {
        let here = |mark: &&mut Mark| mark.area == area && matches!(mark.sign, Sign::Assault(..));
        if self.marks.iter_mut().rev().find(here).is_none() {
            // It began in an earlier step.
            self.begin(area, None);
        }
        let ended = match outcome {
            Outcome::Repulse => Fate::Repelled,
            Outcome::Stalemate => Fate::Undecided,
            Outcome::Success | Outcome::Rout => Fate::Won,
        };
        if let Some(Mark { sign: Sign::Assault(_, _, fate), .. }) = self.marks.iter_mut().rev().find(here) {
            *fate = Some(ended);
        }
    }

    /// Movements along the same path become one.
    fn gather(&mut self) {
        let mut gathered: Vec<Course> = Vec::new();
        for course in std::mem::take(&mut self.courses) {
            let same =
                |other: &&mut Course| (other.side, other.way, &other.path) == (course.side, course.way, &course.path);
            match gathered.iter_mut().find(same) {
                Some(other) => other.who.extend(course.who),
                None => gathered.push(course),
            }
        }
        self.courses = gathered;
    }

    /// The areas in which something happened.
    pub fn areas(&self) -> SortedSet<Area> {
        let ways = self.courses.iter().flat_map(|course| course.path.iter().copied());
        ways.chain(self.marks.iter().map(|mark| mark.area)).collect()
    }
}
