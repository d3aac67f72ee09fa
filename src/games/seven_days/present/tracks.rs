//! What happened on the map in a step: ways that were gone, and where something was fought, taken or came in.

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

    /// Those who went the same way are one course.
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

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::super::test_reports::facts;
    use super::*;

    #[test]
    fn ways_and_marks() {
        let enter = |unit: &str, from: u8, to: u8| {
            json!({"event": "entered", "side": "confederate", "units": [unit], "leaders": [], "from": from, "to": to,
                "water": "open", "road": true, "cost": 1})
        };
        let events = json!([
            enter("winder_infantry", 2, 3), enter("winder_artillery", 2, 3), enter("winder_infantry", 3, 6),
            enter("winder_artillery", 3, 6),
            {"event": "assault", "area": 6, "side": "confederate", "mandatory": true, "units": ["winder_infantry"],
                "point": "winder_infantry", "forward": "mccall_infantry", "defenders": ["mccall_infantry"]},
            {"event": "assault_dice", "area": 6, "attack": [6, 6], "defense": [1, 1], "attack_total": 18, "defense_total": 9,
                "outcome": "success"},
            {"event": "retreated", "who": "mccall_infantry", "from": 6, "to": 7},
            {"event": "control", "area": 6, "side": "confederate"},
            {"event": "assault_over", "area": 6, "outcome": "rout"},
            {"event": "assault_over", "area": 9, "outcome": "repulse"},
            {"event": "bridge", "bridge": "new_bridge", "state": "destroyed"},
        ]);
        let trail = Tracks::of(&SevenDays::shipped(), &facts(&events, Vec::new()));
        let course = |n: usize| (trail.courses[n].way, trail.courses[n].who.len(), trail.courses[n].path.clone());
        assert_eq!(trail.courses.len(), 2);
        assert_eq!(course(0), (Way::March, 2, vec![Area(2), Area(3), Area(6)]));
        assert_eq!(course(1), (Way::Retreat, 1, vec![Area(6), Area(7)]));
        let signs: Vec<(Area, Sign)> = trail.marks.iter().map(|mark| (mark.area, mark.sign)).collect();
        assert_eq!(
            signs,
            [
                (Area(6), Sign::Assault(1, Some(Side::Confederate), Some(Fate::Won))),
                (Area(6), Sign::Taken(Side::Confederate)),
                (Area(9), Sign::Assault(2, None, Some(Fate::Repelled))),
            ]
        );
        assert_eq!(trail.areas(), [2, 3, 6, 7, 9].map(Area).into());
        assert_eq!(trail.blown, [Id::known("new_bridge")]);
    }
}
