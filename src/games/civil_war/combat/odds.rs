//! Strengths, odds and column shifts (7.1.8, 7.1.9, 7.2, 7.3, 7.5): what a combat would be, before any die.

use crate::board::Hex;

use super::strength::Support;
use crate::events::combat::{Defence, Resolution, Shift, ShiftCause};
use crate::pack::{Attack, HexsideKind, Odds, Side};
use crate::position::ledger::Game;
use crate::{CivilWar, movement::territory};

/// An attack that is about to be made, or thought about.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Assault {
    /// The attacking side.
    pub side: Side,
    pub from: Hex,
    pub hex: Hex,
    /// Strength points that attack.
    pub sp: u32,
    pub demoralized: bool,
}

/// What an attack would meet.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Assessment {
    /// Strength points that attack, and what ships add to them.
    pub attackers: u32,
    /// All enemy strength points in the hex (7.1); against a landing, the strength of the hex.
    pub defenders: u32,
    /// That worth, part by part.
    pub defence: Option<Defence>,
    pub defender_demoralized: bool,
    pub odds: Odds,
    pub shifts: Vec<Shift>,
    pub net: i8,
    pub resolution: Resolution,
}

/// Assesses an attack on the units now in the hex: all strength points in it defend, with or without a leader (7.1.8b),
/// but no ships next to it (8.9.7); then the chart and the shifts (7.1.8, 7.1.9, 7.6.3).
pub fn assess(rules: &CivilWar, game: &Game, assault: Assault) -> Assessment {
    assess_with(rules, game, assault, None)
}

/// The same with ships. They add to the attack's strength; a landing is resisted by the strength of the hex instead of
/// its terrain and fortification (8.8.2e to 8.8.2g, 8.9.3b), but demoralization counts here too (CW-251), and high odds
/// overrun (CW-250).
pub fn assess_with(rules: &CivilWar, game: &Game, assault: Assault, support: Option<Support<'_>>) -> Assessment {
    let defender = assault.side.other();
    let landing = support.is_some_and(|support| support.landing);
    let defence = landing.then(|| Defence::of(rules, game, assault.hex, defender));
    let defenders = defence.map_or_else(|| game.sp_at(assault.hex, defender), Defence::strength);
    let attackers = assault.sp + support.map_or(0, |support| support.strength(rules, assault.sp));
    let defender_demoralized = game.demoralized_at(assault.hex, defender);
    let odds = Odds::of(attackers, defenders);
    let mut shifts = if landing { Vec::new() } else { terrain_shifts(rules, game, assault) };
    shifts.extend(morale(assault.demoralized, defender_demoralized));
    let net = shifts.iter().map(|shift| shift.left).sum();
    let resolution = match odds.shifted(net) {
        Attack::Hopeless => Resolution::Hopeless,
        Attack::Column(letter) => Resolution::Column(letter),
        Attack::Overrun => Resolution::Overrun,
    };
    Assessment { attackers, defenders, defence, defender_demoralized, odds, shifts, net, resolution }
}

/// Whether the attack would be an overrun, which no die decides (7.6): 8 to 1 after everything is counted, so 7 to 1 is
/// not one even against demoralized defenders (7.6.1a, CW-74). A demoralized force may make no other attack (CW-68).
pub fn overruns(rules: &CivilWar, game: &Game, assault: Assault) -> bool {
    assess(rules, game, assault).resolution == Resolution::Overrun
}

/// The shifts of an attack by land for its ground, each with its reason: that of the hex attacked, and the hexside that
/// the attacker crosses (7.5.1, 7.5.2).
fn terrain_shifts(rules: &CivilWar, game: &Game, assault: Assault) -> Vec<Shift> {
    let charts = &rules.pack.charts;
    let map = &rules.pack.map;
    let mut shifts = Vec::new();
    let mut add = |left: u8, because, name: Option<String>, rule: &str, reconstructed| {
        if left > 0 {
            let left = i8::try_from(left).unwrap_or(i8::MAX);
            shifts.push(Shift { left, because, name, rule: rule.to_owned(), reconstructed });
        }
    };
    if let Some(data) = map.hex(assault.hex) {
        let kind = data.terrain;
        let reconstructed = data.source.is_reconstructed();
        add(charts.terrain_shift(kind), ShiftCause::Terrain(kind), None, "7.5.2", reconstructed);
    }
    if let Some(side) = map.hexside(assault.from, assault.hex) {
        let rule = match side.kind {
            HexsideKind::Gap | HexsideKind::Road => "7.5.4",
            HexsideKind::River => "7.5.5",
            HexsideKind::NavigableRiver => "7.5.6",
            HexsideKind::Mountain | HexsideKind::Impassable => "7.5.2",
        };
        let reconstructed = side.source.is_reconstructed();
        let left = charts.hexside_shift(side.kind);
        add(left, ShiftCause::Hexside(side.kind), Some(side.name.clone()), rule, reconstructed);
    }
    let held = |fort: &territory::Fortification| fort.holder == Some(assault.side.other());
    if let Some(fort) = territory::fort(rules, game, assault.hex).filter(held) {
        let reconstructed = charts.forts.get(&fort.kind).is_some_and(|row| row.source.is_reconstructed());
        let left = charts.fort_shift(fort.kind);
        add(left, ShiftCause::Fort(fort.kind), fort.name.map(str::to_owned), "CW-108", reconstructed);
    }
    let sum: i8 = shifts.iter().map(|shift| shift.left).sum();
    let most = i8::try_from(charts.max_shift).unwrap_or(i8::MAX);
    if sum > most {
        shifts.push(plain(most - sum, ShiftCause::Limit, "7.5.2"));
    }
    shifts
}

/// The shifts for demoralization (7.7.3, 7.6.3).
fn morale(attacker: bool, defender: bool) -> impl Iterator<Item = Shift> {
    let against_defender = defender.then(|| plain(-1, ShiftCause::DemoralizedDefender, "7.7.3"));
    let against_attacker = attacker.then(|| plain(1, ShiftCause::DemoralizedAttacker, "7.6.3"));
    against_defender.into_iter().chain(against_attacker)
}

fn plain(left: i8, because: ShiftCause, rule: &str) -> Shift {
    Shift { left, because, name: None, rule: rule.to_owned(), reconstructed: false }
}

/// The ratio or differential in figures (7.3): `2-1`, `+1, +2`, `5-1`; below the table `1-4` and worse as they are.
pub fn odds_words(rules: &CivilWar, attackers: u32, defenders: u32) -> String {
    match Odds::of(attackers, defenders) {
        Odds::Column(letter) => {
            let found = rules.pack.charts.columns.iter().find(|column| column.letter == letter);
            found.map_or_else(|| letter.to_string(), |column| column.odds.clone())
        }
        Odds::Hopeless => match attackers {
            0 => "0-1".to_owned(),
            _ => format!("1-{}", defenders.div_ceil(attackers)),
        },
        Odds::Long(_) | Odds::OverrunUnless(_) | Odds::Overrun => match defenders {
            0 => "no defenders".to_owned(),
            _ => format!("{}-1", attackers / defenders),
        },
    }
}
