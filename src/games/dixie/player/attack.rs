//! Where the player attacks, and where it retreats.

use super::Plan;
use crate::engine::attrition::{Force, fight};
use crate::events::Range;
use crate::pack::Card;
use crate::place::Place;

/// Cards that will cross into a position, with the general who goes with them.
#[derive(Clone, Debug)]
pub struct Attack {
    pub from: Place,
    pub to: Place,
    pub cards: Vec<String>,
}

impl Plan<'_> {
    /// The attacks of this turn, planned before any fire: those that are likely to win, and those that a fight needs.
    pub fn attacks(&self) -> Vec<Attack> {
        let bold = self.boldness();
        let mut found: Vec<(f64, Attack)> = Vec::new();
        for from in self.line() {
            let to = from.opposite();
            if self.game.has_enemies(from, self.side) {
                // It is engaged here, or has lost the position: only the Reserve can come.
                if self.has(from, self.side) == 0 {
                    found.extend(self.attack(Place::Reserve, from, bold));
                }
            } else if self.has(from, self.side) > 0 {
                found.extend(self.attack(from, to, bold));
            }
        }
        found.sort_by(|one, other| other.0.total_cmp(&one.0));
        found.into_iter().map(|(_, attack)| attack).collect()
    }

    /// An attack from a place, if it is worthwhile, and how promising it is.
    fn attack(&self, from: Place, to: Place, bold: f64) -> Option<(f64, Attack)> {
        let (side, enemy) = (self.side, self.side.other());
        let prize = self.position_value(to);
        let pool = if from == Place::Reserve { self.fresh() } else { self.movable(from) };
        let theirs = self.has(to, enemy);
        let general = self.leader(from, to);
        let bonus = general.map_or(0, |general| usize::from(general.stacking));
        let crossing = self.rules.movement_limit(&self.game, to).map_or(usize::MAX, usize::from);
        let crossing = if from == Place::Reserve { usize::MAX } else { crossing };
        let space = self.room(to) + bonus;
        let room = space.min(crossing);
        if theirs == 0 {
            return self.occupy_vacant(from, to, pool, room);
        }
        if prize == 0.0 && self.has(to, side) == 0 {
            return None;
        }
        let stay = usize::from(self.must_stay(from) && pool.len() >= self.has(from, side));
        let coming: Vec<String> = pool.iter().take(room.min(pool.len().saturating_sub(stay))).cloned().collect();
        if coming.is_empty() {
            return None;
        }
        let help = general.map_or(0, |general| general.attack);
        let view = self.view();
        let unit = |card: &String| self.unit(side, view.card(card), to, Range::Short, help);
        let mut units = self.units(to, side, Range::Short);
        units.extend(coming.iter().map(unit));
        let fronts =
            1.0 + self.game.places.keys().filter(|place| **place != to && self.engaged(**place)).count() as f64;
        let behind = pool.len().saturating_sub(coming.len() + stay) as f64;
        let reserve = if from == Place::Reserve { 0.0 } else { self.reserves(side) * 0.7 / fronts };
        let most = self.has(to, side) + space;
        let own = Force::of(&units, most, behind + reserve).at_rate(crossing);
        let theirs = self.enemy_force(to, fronts);
        let mut hopes = own;
        hopes.unit.hits *= (1.0 + bold) * prize;
        let (after, own_after) = fight(theirs, hopes);
        let wins = after.cards < 0.4 && own_after.cards > 0.4;
        // The defender of a position across the Centerline fills it up (3.21).
        let defends = self.game.defender(to) == Some(side) && prize > 0.0;
        if !wins && !defends {
            return None;
        }
        let cards = general.map(|general| general.id.clone()).into_iter().chain(coming).collect();
        Some((own_after.left() - after.left(), Attack { from, to, cards }))
    }

    /// The enemy's force in a position, including what can reach it: the enemy's Reserve can reach only its own line at
    /// once.
    pub fn enemy_force(&self, place: Place, fronts: f64) -> Force {
        let enemy = self.side.other();
        let units = self.units(place, enemy, Range::Short);
        let most = usize::from(self.rules.stacking_limit(&self.game, place, enemy));
        let more = match place.line() == Some(enemy) {
            true => self.reserves(enemy) / fronts,
            false => self.has(place.opposite(), enemy) as f64,
        };
        Force::of(&units, most.max(units.len()), more)
    }

    /// A position without enemy troops is taken at once, by as few cards as can hold it.
    fn occupy_vacant(&self, from: Place, to: Place, mut pool: Vec<String>, room: usize) -> Option<(f64, Attack)> {
        let stay = usize::from(self.must_stay(from));
        if self.has(to, self.side) > 0 || from == Place::Reserve {
            return None;
        }
        pool.truncate(room.min(3).min(pool.len().saturating_sub(stay)));
        (!pool.is_empty()).then_some((9.0, Attack { from, to, cards: pool }))
    }

    /// Whether a card has to stay in a position that the Reserve cannot fill, because an adjacent enemy would envelop
    /// it (13.3).
    pub fn must_stay(&self, from: Place) -> bool {
        let enemy = self.side.other();
        let beside = || self.game.lateral(from).into_iter().any(|place| self.has(place, enemy) > 0);
        from != Place::Reserve && self.fresh().is_empty() && self.game.rules.enfilade && beside()
    }

    /// The general who would lead an attack.
    fn leader(&self, from: Place, to: Place) -> Option<&Card> {
        if self.rules.general(&self.game, to, self.side).is_some() {
            return None;
        }
        if from == Place::Reserve {
            return self.generals().into_iter().max_by_key(|card| (card.attack + card.stacking, card.number));
        }
        let general = self.rules.general(&self.game, from, self.side)?;
        let rests = self.view().placed(&general.id).is_some_and(|placed| placed.did.is_none());
        (rests && general.attack + general.stacking > 0).then_some(general)
    }

    /// The positions that it leaves: across the Centerline, where it would lose its cards for nothing.
    pub fn retreats(&self) -> Vec<Place> {
        let (side, bold) = (self.side, self.boldness());
        let lost = |place: &Place| {
            if !self.engaged(*place) || place.line() == Some(side) || self.game.has_enemies(place.opposite(), side) {
                return false;
            }
            let units = self.units(*place, side, Range::Short);
            let most = usize::from(self.rules.stacking_limit(&self.game, *place, side));
            let behind = self.movable(place.opposite()).len() as f64;
            let mut own = Force::of(&units, most, behind);
            own.unit.hits *= (1.0 + bold) * self.position_value(*place).max(1.0);
            let theirs = self.enemy_force(*place, 1.0);
            let (own_after, after) = fight(own, theirs);
            // What it kills before it is eliminated, compared with what it would keep.
            let kills = theirs.left() - after.left();
            own_after.cards < 0.4 && kills < 0.6 * own.cards && own.cards > 1.5
        };
        self.places().into_iter().filter(lost).collect()
    }
}
