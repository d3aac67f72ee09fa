//! Estimates how a fight between cards is likely to go, for a player that weighs its options: averages instead of dice.
//! No rule and no result depends on it.

/// A card in a fight: the average number of hits that it scores when it fires, and the chance that a hit routs it.
#[derive(Clone, Copy, Debug, Default)]
pub struct Unit {
    pub hits: f64,
    pub rout: f64,
}

/// A side's cards in a fight, and those that can follow.
#[derive(Clone, Copy, Debug, Default)]
pub struct Force {
    pub cards: f64,
    /// The average card.
    pub unit: Unit,
    /// How many can fight at once.
    pub most: f64,
    /// How many more can arrive in time, and how many of them at once.
    pub more: f64,
    pub rate: f64,
}

impl Force {
    /// A force of these cards, `most` of which can fight at once, while `more` can follow.
    pub fn of(units: &[Unit], most: usize, more: f64) -> Force {
        let cards = units.len() as f64;
        let mean = |value: fn(&Unit) -> f64| units.iter().map(value).sum::<f64>() / cards.max(1.0);
        let unit = Unit { hits: mean(|unit| unit.hits), rout: mean(|unit| unit.rout) };
        let most = most as f64;
        Force { cards: cards.min(most), unit, most, more: more + (cards - most).max(0.0), rate: 3.0 }
    }

    /// The same force, if only this many cards can arrive per turn.
    pub fn at_rate(self, rate: usize) -> Force {
        Force { rate: rate.min(3) as f64, ..self }
    }

    /// All of the force; cards that have not arrived yet count for less.
    pub fn left(&self) -> f64 {
        self.cards + 0.8 * self.more
    }

    fn fills_up(&mut self) {
        let come = (self.most - self.cards).clamp(0.0, self.more.min(self.rate));
        self.cards += come;
        self.more -= come;
    }
}

/// How many of these cards are left after hits that are spread evenly.
pub fn after(cards: f64, hits: f64, rout: f64) -> f64 {
    if cards < 0.05 { 0.0 } else { cards * (1.0 - rout).powf(hits / cards) }
}

/// A fight to the end, in which `first` fires first: what is left of both.
pub fn fight(mut first: Force, mut second: Force) -> (Force, Force) {
    for round in 0..24 {
        let (one, other) = if round % 2 == 0 { (&mut first, &mut second) } else { (&mut second, &mut first) };
        other.cards = after(other.cards, one.cards * one.unit.hits, other.unit.rout);
        one.fills_up();
        if other.cards < 0.4 {
            // Nobody holds the position any more, and the cards that would follow arrive too late.
            other.cards = 0.0;
            break;
        }
    }
    (first, second)
}

/// Rounds in which both fire at once, without reinforcements.
pub fn melee(mut one: Force, mut other: Force, rounds: usize) -> (f64, f64) {
    for _ in 0..rounds {
        let left = after(one.cards, other.cards * other.unit.hits, one.unit.rout);
        other.cards = after(other.cards, one.cards * one.unit.hits, other.unit.rout);
        one.cards = left;
    }
    (one.cards, other.cards)
}
