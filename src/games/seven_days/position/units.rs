//! What happens to units: they are Exhausted or eliminated, and a leader is eliminated with the last unit of his
//! command (9.6, 13.1, 15.5).

use crate::sorted::SortedSet;

use crate::board::Area;
use crate::document::Id;
use crate::engine::Events;

use crate::SevenDays;
use crate::events::{Elimination, Event};
use crate::position::ledger::{Game, UnitState};

impl SevenDays {
    /// Flips units to their Exhausted sides (13.1).
    pub fn exhaust<'i>(
        &self,
        game: &mut Game,
        events: &mut Events,
        who: impl IntoIterator<Item = &'i Id>,
        rule: &'static str,
    ) {
        let mut units = SortedSet::new();
        for id in who {
            if let Some(state) = game.units.get_mut(id).filter(|state| !state.exhausted) {
                state.exhausted = true;
                units.insert(id.clone());
            }
        }
        if !units.is_empty() {
            events.emit(rule, &Event::Exhausted { units });
        }
    }

    /// Removes units from the map. In the advanced game some are replaced by a reduced unit, Exhausted (15.5, SD-48); a
    /// leader is eliminated with the last unit of his command (9.6).
    pub fn eliminate(
        &self,
        game: &mut Game,
        events: &mut Events,
        who: &SortedSet<Id>,
        because: Elimination,
        rule: &'static str,
    ) {
        let mut places: Vec<(Id, Area)> = Vec::new();
        for id in who {
            if let Some(state) = game.units.remove(id) {
                game.lost.insert(id.clone());
                places.push((id.clone(), state.at));
            }
        }
        let areas: SortedSet<Area> = places.iter().map(|(_, at)| *at).collect();
        for area in areas {
            let units = places.iter().filter(|(_, at)| *at == area).map(|(id, _)| id.clone()).collect();
            events.emit(rule, &Event::Eliminated { units, area, because });
        }
        for (unit, area) in places {
            if let Some(by) = self.replacement(game, &unit) {
                game.units.insert(by.clone(), UnitState { at: area, exhausted: true });
                events.emit("15.5", &Event::Reduced { unit, by, area });
            }
        }
        self.orphans(game, events);
    }

    /// The reduced unit that replaces a unit when it is eliminated (15.5).
    pub fn replacement(&self, game: &Game, unit: &Id) -> Option<Id> {
        let reduced = self.unit(unit)?.reduced.clone().filter(|_| game.options.reduced_divisions)?;
        (!game.units.contains_key(&reduced) && !game.lost.contains(&reduced)).then_some(reduced)
    }

    /// Eliminates leaders whose commands are gone (9.6).
    fn orphans(&self, game: &mut Game, events: &mut Events) {
        let gone: Vec<Id> = game.leaders.keys().filter(|id| self.is_orphan(game, id)).cloned().collect();
        for leader in gone {
            game.leaders.remove(&leader);
            if let Some(current) = &mut game.current {
                current.leaders.remove(&leader);
                current.entered.remove(&leader);
            }
            events.emit("9.6", &Event::LeaderEliminated { leader });
        }
    }

    /// Whether a Subordinate Leader has no unit of his command left.
    fn is_orphan(&self, game: &Game, leader: &Id) -> bool {
        let Some(command) = self.pack.forces.leaders.get(leader).and_then(|leader| leader.command.as_ref()) else {
            return false;
        };
        !game.units.keys().any(|id| self.unit(id).is_some_and(|unit| unit.command == *command))
    }
}
