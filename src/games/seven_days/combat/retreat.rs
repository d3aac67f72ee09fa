//! Retreats (10.7): unit by unit, by the priorities.

use crate::sorted::{SortedMap, SortedSet};

use serde::{Deserialize, Serialize};

use crate::board::Area;
use crate::document::Id;
use crate::engine::{Asked, Events, Input, Next, StepContext};

use crate::events::{Elimination, Event};
use crate::options::is_false;
use crate::orders::{Answer, Question};
use crate::pack::Side;
use crate::position::areas::STACKING_LIMIT;
use crate::position::ledger::Game;
use crate::{Reply, SevenDays};

/// How many units may cross a bridge in one impulse (9.5.2).
pub const UNITS_PER_BRIDGE: u8 = 5;

/// Units retreating from an area.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Retreat {
    pub side: Side,
    pub from: Area,
    /// The units that still have to retreat, the next one first.
    pub units: Vec<Id>,
    /// For attackers, the areas that they came from (10.7).
    #[serde(default, skip_serializing_if = "SortedMap::is_empty")]
    pub back: SortedMap<Id, Area>,
    /// Whether they were repulsed in a Mandatory Assault: then bridges do not limit them (9.5.2).
    #[serde(default, skip_serializing_if = "is_false")]
    pub repulsed: bool,
    /// Whether they retreat voluntarily: a unit with nowhere to go then stays (9.4, 10.7.3).
    #[serde(default, skip_serializing_if = "is_false")]
    pub willing: bool,
    /// Whether they screen, rather than retreat from an assault (9.4).
    #[serde(default, skip_serializing_if = "is_false")]
    pub screening: bool,
    /// The full areas that the first unit has passed through (10.7.1).
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub passed: Vec<Area>,
}

impl Retreat {
    /// A retreat of a side's units from an area.
    pub fn new(side: Side, from: Area, units: Vec<Id>) -> Retreat {
        Retreat {
            side,
            from,
            units,
            back: SortedMap::new(),
            repulsed: false,
            willing: false,
            screening: false,
            passed: Vec::new(),
        }
    }

    pub fn step(
        &mut self,
        rules: &SevenDays,
        cx: StepContext<'_, SevenDays>,
        input: Input<SevenDays>,
    ) -> Next<SevenDays> {
        let StepContext { game, events, .. } = cx;
        let Some(unit) = self.units.first().cloned() else { return Next::Return(Reply::Done) };
        if let Input::Answer(Answer::Retreat(to)) = input {
            self.retreat_unit(rules, game, events, &unit, to);
            return Next::Continue;
        }
        if !game.units.contains_key(&unit) {
            self.next();
            return Next::Continue;
        }
        let first = self.passed.is_empty().then(|| self.back.get(&unit).copied()).flatten();
        let mut options = match first {
            Some(back) if self.repulsed || rules.bridge_open(game, self.from, back) => vec![back],
            Some(_) if self.willing => Vec::new(),
            _ => self.options(rules, game),
        };
        let garrison = rules.unit(&unit).is_some_and(|unit| unit.garrison);
        if garrison {
            // Only home (SD-70).
            options.retain(|to| *to == rules.richmond(game) && rules.has_room(game, *to, self.side));
        }
        match options.as_slice() {
            [] if self.willing => {
                self.next();
                Next::Continue
            }
            [] => {
                self.next();
                let because = if garrison { Elimination::Garrison } else { Elimination::NoRetreat };
                rules.eliminate(game, events, &SortedSet::from([unit.clone()]), because, "10.7.4");
                self.retreat_reduced_unit(rules, game, &unit);
                Next::Continue
            }
            [only] => {
                self.retreat_unit(rules, game, events, &unit, *only);
                Next::Continue
            }
            _ => Next::Ask(Asked {
                side: self.side.id(),
                slug: "retreat",
                rule: "10.7.2",
                question: Question::Retreat { unit, from: self.from, options },
            }),
        }
    }

    /// Where the first unit may retreat to from where it is now: all areas of the highest priority available (10.7.2).
    pub fn options(&self, rules: &SevenDays, game: &Game) -> Vec<Area> {
        let at = self.passed.last().copied().unwrap_or(self.from);
        let open = |to: &Area| {
            game.control(*to) == self.side
                && *to != self.from
                && !self.passed.contains(to)
                && (self.repulsed || rules.bridge_open(game, at, *to))
        };
        let all: Vec<Area> = rules.adjacent(game, at).filter(open).collect();
        let room = |to: &Area| rules.has_room(game, *to, self.side);
        let free = |to: &Area| game.is_vacant(&rules.pack, *to, self.side);
        let chosen = |wanted: &dyn Fn(&Area) -> bool| -> Vec<Area> { all.iter().copied().filter(wanted).collect() };
        let by_priority =
            [chosen(&|to| room(to) && free(to)), chosen(&room), chosen(&|to| self.leads_to_room(rules, game, *to))];
        by_priority.into_iter().find(|areas| !areas.is_empty()).unwrap_or_default()
    }

    /// Whether a path leads from a full area to one that is not full (10.7.1).
    fn leads_to_room(&self, rules: &SevenDays, game: &Game, full: Area) -> bool {
        let mut seen: SortedSet<Area> = self.passed.iter().copied().chain([self.from, full]).collect();
        let mut next = vec![full];
        while let Some(area) = next.pop() {
            for to in rules.adjacent(game, area) {
                let open = self.repulsed || rules.bridge_open(game, area, to);
                if open && game.control(to) == self.side && seen.insert(to) {
                    if rules.has_room(game, to, self.side) {
                        return true;
                    }
                    next.push(to);
                }
            }
        }
        false
    }

    /// Takes a unit to an area, or through it if it is full.
    fn retreat_unit(&mut self, rules: &SevenDays, game: &mut Game, events: &mut Events, unit: &Id, to: Area) {
        let at = self.passed.last().copied().unwrap_or(self.from);
        rules.count_crossing(game, at, to);
        if !rules.has_room(game, to, self.side) {
            self.passed.push(to);
            return;
        }
        if self.willing && !self.screening {
            // A Fresh unit becomes Exhausted by going (SD-26).
            rules.exhaust(game, events, [unit], "13.1");
        }
        if let Some(state) = game.units.get_mut(unit) {
            state.at = to;
        }
        if let Some(current) = &mut game.current {
            current.entered.remove(unit);
        }
        let rule = if self.screening { "9.4" } else { "10.7" };
        events.emit(rule, &Event::Retreated { who: unit.clone(), from: self.from, to });
        self.next();
    }

    /// An attacker's reduced unit has to retreat as well if it replaces a unit that had nowhere to go (15.5, SD-48).
    fn retreat_reduced_unit(&mut self, rules: &SevenDays, game: &Game, whole: &Id) {
        let reduced = rules.unit(whole).and_then(|unit| unit.reduced.clone());
        let here = |id: &Id| game.units.get(id).is_some_and(|state| state.at == self.from);
        if let (Some(reduced), Some(&back)) = (reduced.filter(here), self.back.get(whole)) {
            self.back.insert(reduced.clone(), back);
            self.units.insert(0, reduced);
        }
    }

    fn next(&mut self) {
        self.units.remove(0);
        self.passed.clear();
    }
}

impl SevenDays {
    /// Whether another unit of a side may end in an area (7.1).
    pub fn has_room(&self, game: &Game, area: Area, side: Side) -> bool {
        game.count(&self.pack, area, side) < STACKING_LIMIT
    }

    /// Whether one more unit may cross from an area to another in this impulse (9.5.2).
    pub fn bridge_open(&self, game: &Game, from: Area, to: Area) -> bool {
        let bridge = self.pack.map.boundary(from, to).and_then(|boundary| boundary.bridge.as_ref());
        let crossed = |id: &Id| game.current.as_ref().and_then(|current| current.crossed.get(id)).copied().unwrap_or(0);
        bridge.is_none_or(|bridge| crossed(&bridge.id) < UNITS_PER_BRIDGE)
    }

    /// Counts a unit's crossing from an area to another (9.5.2).
    pub fn count_crossing(&self, game: &mut Game, from: Area, to: Area) {
        let bridge = self.pack.map.boundary(from, to).and_then(|boundary| boundary.bridge.as_ref());
        if let (Some(bridge), Some(current)) = (bridge, &mut game.current) {
            let crossed = current.crossed.entry(bridge.id.clone()).or_insert(0);
            *crossed = crossed.saturating_add(1);
        }
    }

    /// Whether a unit in an area could retreat from it at all (10.7.2, 10.7.4).
    pub fn can_retreat(&self, game: &Game, unit: &Id, from: Area) -> bool {
        let Some(counter) = self.unit(unit) else { return false };
        let options = Retreat::new(counter.side, from, Vec::new()).options(self, game);
        match counter.garrison {
            true => {
                let richmond = self.richmond(game);
                options.contains(&richmond) && self.has_room(game, richmond, counter.side)
            }
            false => !options.is_empty(),
        }
    }

    /// How many of a side's units could retreat from an area one after the other, each to the one of its options that
    /// is nearest to the side's base (7.1, 9.5.2, SD-25).
    pub fn retreat_room(&self, game: &Game, from: Area, side: Side) -> usize {
        let units: Vec<Id> = game.units_at(&self.pack, from, side).map(|(id, ..)| id.clone()).collect();
        let (all, mut trial) = (units.len(), game.clone());
        let mut retreat = Retreat::new(side, from, units);
        while let Some(unit) = retreat.units.first().cloned() {
            let options = retreat.options(self, &trial);
            let Some(to) = self.nearest_home(&trial, side, &options) else { break };
            retreat.retreat_unit(self, &mut trial, &mut Events::discarding(), &unit, to);
        }
        all - retreat.units.len()
    }

    /// The city of Richmond.
    pub fn richmond(&self, game: &Game) -> Area {
        self.scenario(game).map_or(Area(44), |scenario| scenario.richmond)
    }
}
