//! The player's weights for everything that it compares. Where the sides' weights differ, they were tuned in campaigns
//! that it played against itself (`benches/campaigns.rs`).

use crate::pack::Side;

/// The weights of a side. Worths are hundredths of a victory point.
#[derive(Clone, Copy, Debug)]
pub struct Weights {
    /// The value of a command point that could be used for something better.
    pub command: i64,
    /// Subtracted from a march of a single strength point that captures nothing and meets nobody.
    pub petty: i64,
    /// How many fifths of its value a captured city counts; one without supply `hold_hungry`.
    pub hold: i64,
    pub hold_hungry: i64,
    /// For marching to where strength is wanted, by strength point.
    pub nearer: i64,
    /// For standing together near the enemy, by pairs of strength points, and elsewhere.
    pub front: i64,
    pub rear: i64,
    /// For demoralizing an enemy strength point.
    pub shaken: i64,
    /// The additional cost of an own demoralized one, as a percentage.
    pub own_shaken: i64,
    /// For driving the enemy from a hex, by strength point.
    pub driven: i64,
    /// For beating a handful that is alone.
    pub hunted: i64,
    /// For an even attack, by how hard time presses.
    pub pressed: i64,
    /// For what others may do to the demoralized after it.
    pub follow: i64,
    /// Taken off for each strength point beyond what an army can use.
    pub crowd: i64,
    /// Strength points that a hex may have beyond its army.
    pub room: u32,
    /// The value of a strength point to its side: the Union has more of them to come.
    pub sp: i64,
    /// How strongly time presses a side that is on course; and the minimum.
    pub press_base: i64,
    pub press_least: i64,
    /// Taken off for going where no supply comes, and by strength point.
    pub hunger_base: i64,
    pub hunger: i64,
    /// The price of a reinforcement where a wide difference could pay for an army's march.
    pub enter_price: u32,
    /// When danger threatens a place: from which percentage of the own strength on, and how fast it grows.
    pub lost_from: i64,
    pub lost_slope: i64,
    /// How little the risk to the garrison itself counts.
    pub swallowed: i64,
    /// Worth of what one has, and of what one may win, in hundredths.
    pub keep: i64,
    pub gain: i64,
    /// The weight of an army's gain from those who join it, and in reserve.
    pub host_gain: i64,
    pub host_reserve: i64,
    /// For a strength point that enters with an army.
    pub enter_army: i64,
    /// For entering near where strength is wanted: the larger, the less.
    pub enter_pull: i64,
    /// Taken off for a leader's entry.
    pub leader_price: i64,
    /// The assumed probability, in percent, that an army near the path intervenes.
    pub met: i64,
    /// How much of a beaten enemy's strength is no danger for a while, in hundredths.
    pub beaten: u32,
    /// For leaders and strength with the foremost army.
    pub first: i64,
}

impl Weights {
    /// Those of a side.
    pub const fn of(side: Side) -> Weights {
        match side {
            Side::Union => UNION,
            Side::Confederate => CONFEDERATE,
        }
    }
}

const UNION: Weights = Weights {
    command: 9,
    petty: 30,
    hold: 6,
    hold_hungry: 3,
    nearer: 20,
    front: 8,
    rear: 3,
    shaken: 9,
    own_shaken: 110,
    driven: 3,
    hunted: 30,
    pressed: 10,
    follow: 90,
    crowd: 20,
    room: 3,
    sp: 24,
    press_base: 40,
    press_least: 20,
    hunger_base: 40,
    hunger: 16,
    enter_price: 2,
    lost_from: 60,
    lost_slope: 75,
    swallowed: 160,
    keep: 75,
    gain: 130,
    host_gain: 14,
    host_reserve: 4,
    enter_army: 26,
    enter_pull: 14,
    leader_price: 20,
    met: 50,
    beaten: 75,
    first: 15,
};

const CONFEDERATE: Weights = Weights { nearer: 10, sp: 36, gain: 100, ..UNION };
