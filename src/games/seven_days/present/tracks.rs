//! What happened on the map in a step: movements, and where there was a fight, a capture or an arrival.

use crate::sorted::SortedSet;

use crate::board::Area;
use crate::document::Id;
use crate::report::StepFacts;

use super::event_groups::{Groups, Item, March};
use super::fights::Fight;
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
        let Groups { items, fights } = Groups::after(None, &facts.events);
        let mut marked = 0;
        for group in items {
            if let Some((at, fight)) = group.fight.filter(|at| *at == marked).zip(fights.get(marked)) {
                tracks.assault(at, fight);
                marked += 1;
            }
            match group.item {
                Item::Game(event) => tracks.event(event),
                Item::Retreats { who, from, to } => {
                    if let Some(side) = who.first().and_then(|id| rules.side_of(id)) {
                        tracks.movements.push(Movement { side, way: MovementKind::Retreat, who, path: vec![from, to] });
                    }
                }
                Item::March(march) => tracks.march(march),
                Item::Taken { areas, side } => tracks.taken(&areas, side),
                Item::Engine(_) | Item::Unknown => {}
            }
        }
        tracks.merge_movements();
        tracks
    }

    fn march(&mut self, march: March) {
        for leg in march.legs {
            let who: Vec<Id> = leg.units.into_iter().chain(leg.leaders).collect();
            let goes_on = |course: &&mut Movement| course.who == who && course.path.last() == Some(&leg.from);
            match self.movements.iter_mut().rev().find(goes_on) {
                Some(course) => course.path.extend(leg.path),
                None => {
                    let path = std::iter::once(leg.from).chain(leg.path).collect();
                    self.movements.push(Movement { side: march.side, way: MovementKind::March, who, path });
                }
            }
        }
        for group in march.taken {
            if let Item::Taken { areas, side } = group.item {
                self.taken(&areas, side);
            }
        }
    }

    fn taken(&mut self, areas: &[Area], side: Side) {
        self.marks.extend(areas.iter().map(|area| Mark { area: *area, sign: MarkKind::Taken(side) }));
    }

    fn event(&mut self, event: Event) {
        match event {
            Event::Regrouped { side, units, leaders, from, to } => {
                let who = units.into_iter().chain(leaders).collect();
                self.movements.push(Movement { side, way: MovementKind::Regroup, who, path: vec![from, to] });
            }
            Event::Arrived { side, area, .. } => self.marks.push(Mark { area, sign: MarkKind::Arrived(side) }),
            Event::Bridge { bridge, state: BridgeState::Destroyed } => self.destroyed_bridges.push(bridge),
            _ => {}
        }
    }

    /// An assault of this step, or one that began earlier and has a result now.
    fn assault(&mut self, at: usize, fight: &Fight) {
        let ended = fight.outcome.map(|outcome| match outcome {
            Outcome::Repulse => AssaultResult::Repelled,
            Outcome::Stalemate => AssaultResult::Undecided,
            Outcome::Success | Outcome::Rout => AssaultResult::Won,
        });
        if ended.is_some() || !fight.is_continued {
            let number = u32::try_from(at).unwrap_or(u32::MAX).saturating_add(1);
            self.marks.push(Mark { area: fight.area, sign: MarkKind::Assault(number, fight.side, ended) });
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
