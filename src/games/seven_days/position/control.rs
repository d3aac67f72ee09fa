//! Control of areas, and what changes with it: entrenchments, the Siege Guns, leaders left alone (7.2, 9.6, 11.2).

use crate::sorted::SortedSet;

use crate::board::Area;
use crate::document::Id;
use crate::engine::Events;

use crate::SevenDays;
use crate::events::{Deactivation, Event};
use crate::pack::Side;
use crate::position::ledger::{Game, Works};

impl SevenDays {
    /// How many entrenchments a side has in play (11.0).
    pub fn works_in_play(&self, game: &Game, side: Side) -> usize {
        game.works.values().filter(|works| works.side == side).count()
    }

    /// Whether a side has an entrenchment marker left (11.0).
    pub fn has_marker(&self, game: &Game, side: Side) -> bool {
        let most = self.pack.charts.entrenchments.get(&side).copied().unwrap_or(0);
        self.works_in_play(game, side) < usize::from(most)
    }

    /// Gives an area to the side that alone has units in it (7.2), with everything there: the enemy's entrenchment is
    /// removed, and one of the side's own replaces it if `dig` and the markers allow it (11.2, SD-96); the Siege Guns
    /// are captured (16.2). If neither or both sides have units, nothing changes. Enemy leaders who are alone there
    /// become Inactive; they still have to be placed (9.6).
    pub fn update_control(&self, game: &mut Game, events: &mut Events, area: Area, dig: bool) {
        let alone = |side: &Side| game.has_units(&self.pack, area, *side) && game.is_vacant(&self.pack, area, *side);
        let Some(side) = Side::BOTH.into_iter().find(alone) else { return };
        if game.control(area) != side {
            game.set_control(area, side);
            events.emit("7.2", &Event::Control { area, side });
        }
        if game.works.get(&area).is_some_and(|works| works.side != side) {
            game.works.remove(&area);
            let works = (dig && self.has_marker(game, side)).then_some(Works { side, level: 1 });
            game.works.extend(works.map(|works| (area, works)));
            events.emit("11.2", &Event::Entrenched { area, works });
        }
        if side == Side::Confederate && game.siege_guns == Some(area) {
            game.siege_guns = None;
            events.emit("16.2", &Event::GunsTaken { area });
        }
        let left: SortedSet<Id> = game.leaders_in(&self.pack, area, side.other()).cloned().collect();
        self.deactivate(game, events, &left, Deactivation::Alone);
        self.hold_bridges(game, events);
    }

    /// Flips leaders to their Inactive sides (9.6).
    pub fn deactivate(&self, game: &mut Game, events: &mut Events, who: &SortedSet<Id>, because: Deactivation) {
        let mut leaders = SortedSet::new();
        for id in who {
            if let Some(state) = game.leaders.get_mut(id).filter(|state| !state.inactive) {
                state.inactive = true;
                leaders.insert(id.clone());
            }
        }
        if !leaders.is_empty() {
            events.emit("9.6", &Event::Deactivated { leaders, because });
        }
    }

    /// The leaders in areas where only the enemy has units: they have to be placed elsewhere (9.6).
    pub fn stranded(&self, game: &Game) -> Vec<Id> {
        let alone = |id: &&Id| {
            let (Some(area), Some(side)) = (game.leader_at(id), self.side_of(id)) else { return false };
            !game.has_units(&self.pack, area, side) && game.has_units(&self.pack, area, side.other())
        };
        game.leaders.keys().filter(alone).cloned().collect()
    }
}
