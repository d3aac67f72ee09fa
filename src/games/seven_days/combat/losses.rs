//! Casualty Points: what they cost, and how a side may take them (10.6).

use crate::sorted::{SortedMap, SortedSet};

use crate::board::Area;
use crate::document::{Id, Problem};

use crate::SevenDays;
use crate::orders::Loss;
use crate::pack::Side;
use crate::position::ledger::Game;
use crate::refusal::ImpulseRefusal;

/// One complete fate of a unit: how many points it absorbs, and how.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LossOption {
    pub points: u32,
    pub losses: Vec<Loss>,
    /// Whether it, or its reduced unit, stays in the area.
    pub stays: bool,
    /// Whether it, or its reduced unit, retreats.
    pub retreats: bool,
    /// Whether it is eliminated.
    pub lost: bool,
}

/// A unit while losses are taken: its state after the losses so far.
struct Struck {
    exhausted: bool,
    gone: bool,
}

impl SevenDays {
    /// Every possible fate of a unit in an area, beginning with no loss (10.6). Includes its reduced unit (15.5), which
    /// takes losses after it.
    pub fn loss_options(&self, game: &Game, area: Area, id: &Id) -> Vec<LossOption> {
        let Some(state) = game.units.get(id) else { return Vec::new() };
        let fate = |points, losses: &[Loss], stays, lost| {
            let retreats = matches!(losses.last(), Some(Loss::Retreat(_)));
            LossOption { points, losses: losses.to_vec(), stays, retreats, lost }
        };
        let (exhaust, retreat, eliminate) =
            (Loss::Exhaust(id.clone()), Loss::Retreat(id.clone()), Loss::Eliminate(id.clone()));
        let can_retreat = self.can_retreat(game, id, area);
        let mut fates = vec![fate(0, &[], true, false)];
        let reduced = self.replacement(game, id);
        let stays = reduced.is_some();
        if state.exhausted {
            if can_retreat {
                fates.push(fate(1, &[retreat], false, false));
            }
            fates.push(fate(2, std::slice::from_ref(&eliminate), stays, true));
        } else {
            fates.push(fate(1, std::slice::from_ref(&exhaust), true, false));
            if can_retreat {
                fates.push(fate(2, &[exhaust, retreat], false, false));
            }
            fates.push(fate(3, std::slice::from_ref(&eliminate), stays, true));
        }
        if let Some(reduced) = reduced {
            // It appears Exhausted (SD-48).
            let first = if state.exhausted { 2 } else { 3 };
            if can_retreat {
                fates.push(fate(first + 1, &[eliminate.clone(), Loss::Retreat(reduced.clone())], false, true));
            }
            fates.push(fate(first + 2, &[eliminate, Loss::Eliminate(reduced)], false, true));
        }
        fates
    }

    /// Every total of points that the units of an area can absorb, with whether a unit stays: everything that SD-25
    /// allows, with no more retreats than there is room for. With a Forward Unit, only those in which it absorbs some.
    fn sums(&self, game: &Game, area: Area, side: Side, forward: Option<&Id>) -> SortedSet<(u32, bool)> {
        let room = self.retreat_room(game, area, side);
        // Points, retreats, and whether a unit stays.
        let mut sums = SortedSet::from([(0, 0, false)]);
        for (id, ..) in game.units_at(&self.pack, area, side) {
            let fates = self.loss_options(game, area, id);
            let fates: Vec<&LossOption> = fates.iter().filter(|fate| fate.points > 0 || Some(id) != forward).collect();
            let with = |(points, gone, stays): &(u32, usize, bool), fate: &LossOption| {
                (points + fate.points, gone + usize::from(fate.retreats), *stays || fate.stays)
            };
            let more = sums.iter().flat_map(|sum| fates.iter().map(move |fate| with(sum, fate)));
            sums = more.filter(|(_, gone, _)| *gone <= room).collect();
        }
        sums.into_iter().map(|(points, _, stays)| (points, stays)).collect()
    }

    /// The most points that the units of an area can absorb (10.6, SD-24).
    pub fn most_points(&self, game: &Game, area: Area, side: Side) -> u32 {
        self.sums(game, area, side, None).last().map_or(0, |(points, _)| *points)
    }

    /// Whether this many points empty the area, however they are taken (SD-23).
    pub fn must_empty(&self, game: &Game, area: Area, side: Side, points: u32) -> bool {
        let sums = self.sums(game, area, side, None);
        sums.iter().filter(|(_, stays)| *stays).all(|(most, _)| *most < points)
    }

    /// Checks losses: the first is the Forward Unit's, each is possible after those before it, and their total is what
    /// is due, or the next larger possible total (10.6, SD-24, SD-25). Leaders take none (4.0).
    ///
    /// # Errors
    /// What is wrong with them.
    pub fn check_losses(
        &self,
        game: &Game,
        (area, side): (Area, Side),
        points: u32,
        forward: &Id,
        losses: &[Loss],
    ) -> Result<(), Problem> {
        let mut struck: SortedMap<Id, Struck> = game
            .units_at(&self.pack, area, side)
            .map(|(id, state, _)| (id.clone(), Struck { exhausted: state.exhausted, gone: false }))
            .collect();
        let refused = |refusal: ImpulseRefusal, rule: &str| Err(refusal.problem(self, side).rule(rule));
        if losses.first().is_none_or(|first| first.unit() != forward) {
            return refused(ImpulseRefusal::ForwardUnitFirst { unit: forward.clone() }, "10.6");
        }
        let (mut taken, mut retreats, room) = (0, 0, self.retreat_room(game, area, side));
        for loss in losses {
            let named = || loss.unit().clone();
            let Some(unit) = struck.get_mut(loss.unit()).filter(|unit| !unit.gone) else {
                return refused(ImpulseRefusal::LossElsewhere { unit: named(), area }, "10.6");
            };
            if taken >= points {
                return refused(ImpulseRefusal::TooManyLosses { unit: named(), points }, "10.6");
            }
            match loss {
                Loss::Exhaust(_) if unit.exhausted => {
                    return refused(ImpulseRefusal::ExhaustsTwice { unit: named() }, "10.6");
                }
                Loss::Exhaust(_) => {
                    unit.exhausted = true;
                    taken += 1;
                }
                Loss::Retreat(_) if !unit.exhausted => {
                    return refused(ImpulseRefusal::FreshUnitRetreats { unit: named() }, "10.6");
                }
                Loss::Retreat(id) => {
                    if retreats >= room || !self.can_retreat(game, id, area) {
                        return refused(ImpulseRefusal::NoRetreat { unit: named() }, "10.7.4");
                    }
                    unit.gone = true;
                    retreats += 1;
                    taken += 1;
                }
                Loss::Eliminate(id) => {
                    taken += if unit.exhausted { 2 } else { 3 };
                    unit.gone = true;
                    if let Some(reduced) = self.replacement(game, id) {
                        struck.insert(reduced, Struck { exhausted: true, gone: false });
                    }
                }
            }
        }
        let due = self.due(game, area, side, points, forward);
        if taken != due {
            return refused(ImpulseRefusal::WrongLosses { due, taken }, "10.6");
        }
        Ok(())
    }

    /// How many of the due points are taken: exactly as many, or else the next larger possible total, or everything
    /// that the units can absorb.
    pub fn due(&self, game: &Game, area: Area, side: Side, points: u32, forward: &Id) -> u32 {
        let sums = self.sums(game, area, side, Some(forward));
        let least = sums.range((points, false)..).next().map(|(points, _)| *points);
        least.unwrap_or_else(|| self.most_points(game, area, side))
    }

    /// The legal losses with the lowest cost by a measure of each unit's fate; of equal ones the first in the order of
    /// the units. `stay`: whether a unit must stay if possible.
    pub fn best_losses(
        &self,
        game: &Game,
        (area, side): (Area, Side),
        points: u32,
        forward: &Id,
        stay: bool,
        measure: &dyn Fn(&Id, &LossOption) -> i64,
    ) -> Vec<Loss> {
        let due = self.due(game, area, side, points, forward);
        let mut ids: Vec<&Id> = game.units_at(&self.pack, area, side).map(|(id, ..)| id).collect();
        ids.sort_by_key(|id| *id != forward);
        let room = self.retreat_room(game, area, side);
        // By points taken, retreats and whether a unit stays: the lowest cost, and the losses.
        let mut best = SortedMap::from([((0, 0, false), (0, Vec::new()))]);
        for id in ids {
            let mut next: SortedMap<(u32, usize, bool), (i64, Vec<Loss>)> = SortedMap::new();
            let fates = self.loss_options(game, area, id);
            for ((taken, gone, stays), (cost, losses)) in &best {
                for fate in fates.iter().filter(|fate| fate.points > 0 || id != forward) {
                    let key = (taken + fate.points, gone + usize::from(fate.retreats), *stays || fate.stays);
                    if key.0 > due || key.1 > room {
                        continue;
                    }
                    let cost = cost + measure(id, fate);
                    if next.get(&key).is_none_or(|(known, _)| cost < *known) {
                        next.insert(key, (cost, losses.iter().chain(&fate.losses).cloned().collect()));
                    }
                }
            }
            best = next;
        }
        let mut found: Vec<(bool, i64, Vec<Loss>)> = best
            .into_iter()
            .filter(|((taken, ..), _)| *taken == due)
            .map(|((_, _, stays), (cost, losses))| (!stays, cost, losses))
            .collect();
        // Staying comes first if a unit must stay, or else only at equal cost.
        found.sort_by_key(|(empty, cost, _)| if stay { (*empty, *cost, *empty) } else { (false, *cost, *empty) });
        found.into_iter().next().map(|(_, _, losses)| losses).unwrap_or_default()
    }
}
