//! How bold the player is, depending on time, its prospects and the prize.

use super::Plan;
use crate::pack::Edition;
use crate::place::Place;
use crate::side::Side;

impl Plan<'_> {
    /// By how much it overrates or underrates its own fire.
    pub fn boldness(&self) -> f64 {
        let (own, enemy) = (self.army(self.side), self.army(self.side.other()).max(1.0));
        // The side with more troops can afford losses.
        let strength = (own / enemy - 1.0).clamp(-0.5, 1.5);
        let humour = (self.seed.wrapping_mul(0x9E37_79B9) ^ u64::from(self.game.turn / 2)) % 7;
        let humour = humour as f64 / 60.0;
        let quiet = f64::from(self.game.quiet) * self.patience();
        strength * 0.5 + self.time() + humour + quiet + self.time_pressure()
    }

    /// In a battle of several days, time favours the side with more cards to come; in a battle of one day nothing ends
    /// with it.
    fn time(&self) -> f64 {
        if self.game.edition != Edition::Shiloh && !self.game.rules.three_days {
            return 0.0;
        }
        (self.cards_to_come(self.side.other()) as f64 - self.cards_to_come(self.side) as f64) / 20.0
    }

    /// How much bolder each quiet Battle Turn makes it before the battle is drawn (DX-8): a side that holds what it
    /// needs can wait.
    fn patience(&self) -> f64 {
        match (self.game.edition, self.side) {
            (Edition::Shiloh, Side::Usa) if self.game.day > 1 => 0.4,
            (Edition::Shiloh, _) => 0.0,
            _ => 0.25,
        }
    }

    /// What the end of the day, or of the battle, demands of a side (15.0).
    fn time_pressure(&self) -> f64 {
        // Nobody likes an endless battle.
        let weary = f64::from(self.game.turn.saturating_sub(20)) * 0.02;
        match (self.game.edition, self.side) {
            // Without the Center-Front by nightfall the battle is lost (15.1).
            (Edition::Shiloh, Side::Csa) if self.game.day == 1 => 1.5,
            (Edition::Shiloh, Side::Usa) if self.game.day == 1 => 0.0,
            (Edition::Shiloh, Side::Usa) => 0.2,
            // A side that has not won in three days has lost; a side that wins by waiting waits (15.2).
            (Edition::Gettysburg, Side::Csa) if self.game.rules.three_days => 4.0,
            (Edition::Gettysburg, Side::Usa) if self.game.rules.three_days => -0.3,
            // The attacker is fired at first: so the smaller army waits, and so does the one that holds Bull Run.
            (Edition::Gettysburg, Side::Csa) => weary - 1.2,
            (Edition::BullRun, Side::Csa) => weary - 0.5,
            _ => weary,
        }
    }

    /// The value of a position to its attacker: 0 for none, 1 for an average one.
    pub fn position_value(&self, place: Place) -> f64 {
        if self.game.edition == Edition::Shiloh {
            return match place {
                Place::FrontCenter | Place::BackCenter => 1.3,
                _ => 0.0,
            };
        }
        let held = |side: Side, line: Side| {
            let line = self.game.places.keys().filter(|place| place.line() == Some(line));
            line.filter(|place| self.has(**place, side) > 0 && self.has(**place, side.other()) == 0).count()
        };
        let (side, enemy) = (self.side, self.side.other());
        if place.line() == Some(side) {
            // Losing one more position loses the battle.
            return if held(enemy, side) > 0 { 1.4 } else { 1.0 };
        }
        if held(side, enemy) > 0 { 1.3 } else { 1.0 }
    }
}
