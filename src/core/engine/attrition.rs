//! How a fight of cards is likely to go, for a player who weighs it: averages instead of dice. No rule and no result rests on it.

/// A card in a fight: the hits that it scores on average when it fires, and the chance that a hit routs it.
#[derive(Clone, Copy, Debug, Default)]
pub struct Unit {
    pub hits: f64,
    pub rout: f64,
}

/// The cards of a side in a fight, and those that can follow.
#[derive(Clone, Copy, Debug, Default)]
pub struct Force {
    pub cards: f64,
    /// Of a card, on average.
    pub unit: Unit,
    /// The most that can fight at once.
    pub most: f64,
    /// How many more can come in time, and how many of them at once.
    pub more: f64,
    pub rate: f64,
}

impl Force {
    /// These cards, `most` of which can fight at once, while others follow.
    pub fn of(units: &[Unit], most: usize, more: f64) -> Force {
        let cards = units.len() as f64;
        let mean = |value: fn(&Unit) -> f64| units.iter().map(value).sum::<f64>() / cards.max(1.0);
        let unit = Unit { hits: mean(|unit| unit.hits), rout: mean(|unit| unit.rout) };
        let most = most as f64;
        Force { cards: cards.min(most), unit, most, more: more + (cards - most).max(0.0), rate: 3.0 }
    }

    /// The same, where so many cards a turn can come.
    pub fn at_rate(self, rate: usize) -> Force {
        Force { rate: rate.min(3) as f64, ..self }
    }

    /// All of it, those counted less that are not there yet.
    pub fn left(&self) -> f64 {
        self.cards + 0.8 * self.more
    }

    fn fills_up(&mut self) {
        let come = (self.most - self.cards).clamp(0.0, self.more.min(self.rate));
        self.cards += come;
        self.more -= come;
    }
}

/// What hits leave of so many cards, the hits dealt out evenly.
pub fn after(cards: f64, hits: f64, rout: f64) -> f64 {
    if cards < 0.05 { 0.0 } else { cards * (1.0 - rout).powf(hits / cards) }
}

/// A fight to the end, in which one side fires first: what is left of both.
pub fn fight(mut first: Force, mut second: Force) -> (Force, Force) {
    for round in 0..24 {
        let (one, other) = if round % 2 == 0 { (&mut first, &mut second) } else { (&mut second, &mut first) };
        other.cards = after(other.cards, one.cards * one.unit.hits, other.unit.rout);
        one.fills_up();
        if other.cards < 0.4 {
            // Nobody holds the position any more, and those who would follow come too late.
            other.cards = 0.0;
            break;
        }
    }
    (first, second)
}

/// Rounds in which both fire at once, and nobody follows.
pub fn melee(mut one: Force, mut other: Force, rounds: usize) -> (f64, f64) {
    for _ in 0..rounds {
        let left = after(one.cards, other.cards * other.unit.hits, one.unit.rout);
        other.cards = after(other.cards, one.cards * one.unit.hits, other.unit.rout);
        one.cards = left;
    }
    (one.cards, other.cards)
}
