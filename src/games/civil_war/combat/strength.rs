//! The strength that ships add to an attack (8.8.2e, 8.9.3b), and that of a hex against a landing (8.8.2f).

use crate::board::Hex;
use crate::events::combat::Defence;
use crate::pack::Side;
use crate::position::ledger::{Game, Hulls};
use crate::{CivilWar, movement::territory, naval, supply};

/// The ships that take part in an attack.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Support<'a> {
    pub hulls: &'a Hulls,
    /// The attackers come ashore from them (8.8); else they attack by land (8.9).
    pub landing: bool,
}

impl Support<'_> {
    /// What the ships add to this many strength points: in a landing their full value (8.8.2e), to an attack by land at
    /// most as much as there are strength points (8.9.3b).
    pub fn strength(self, rules: &CivilWar, sp: u32) -> u32 {
        if self.landing { self.full_value(rules) } else { self.full_value(rules).min(sp) }
    }

    /// Their full value.
    pub(super) fn full_value(self, rules: &CivilWar) -> u32 {
        if self.landing { naval::strength(rules, self.hulls) } else { naval::support(rules, self.hulls) }
    }
}

impl Defence {
    /// The strength of a hex that `side` defends, as it is now. An unmanned fortification out of supply counts nothing
    /// (8.5.2a, 9.1.5a).
    pub fn of(rules: &CivilWar, game: &Game, hex: Hex, side: Side) -> Defence {
        let chart = rules.pack.charts.landing.as_ref();
        let points = |part: Option<u8>| part.map_or(0, u32::from);
        let city = rules.pack.map.hex(hex).and_then(|data| data.city.as_ref());
        let fort = territory::fort(rules, game, hex).filter(|_| supply::fort_in_force(rules, game, hex, side));
        Defence {
            hex: points(chart.map(|chart| chart.hex)),
            sp: game.sp_at(hex, side) * points(chart.map(|chart| chart.sp)),
            city: points(city.and(chart).map(|chart| chart.city)),
            fort: points(fort.and_then(|fort| chart?.forts.get(&fort.kind).copied())),
            kind: fort.map(|fort| fort.kind),
        }
    }
}
