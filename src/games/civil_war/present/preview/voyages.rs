//! What voyages promise before any die is rolled: whose guns and ships they meet, and which landings are unpromising.

use crate::sorted::SortedMap;

use crate::board::Hex;

use super::super::{naval_text, vocabulary};
use super::Encounter;
use crate::CivilWar;
use crate::combat::{Assault, Support, assess_with};
use crate::naval::{self, route::Guns, sail_order, shore, together_order::check_together};
use crate::orders::{Sail, Together};
use crate::pack::{Side, Station};
use crate::position::ledger::{Game, Hulls};

/// What a `sail` order comes to.
pub fn sail(rules: &CivilWar, game: &Game, side: Side, order: &Sail) -> Vec<Encounter> {
    let Ok(plan) = sail_order::check(rules, game, side, order) else { return Vec::new() };
    let target = order.land.filter(|hex| !shore::can_disembark(rules, game, side, *hex));
    let mut said: Vec<Encounter> = fire(rules, game, side, &plan.way, target).into_iter().collect();
    if let (Some(hex), Some(from)) = (target, plan.loaded) {
        let (mut hulls, mut sp) = (plan.hulls, plan.sp);
        for drop in &order.drop {
            hulls.subtract(&naval::staying(drop));
            sp = sp.saturating_sub(drop.sp);
        }
        let assault = Assault { side, from, hex, sp, demoralized: false };
        said.push(odds(rules, game, assault, &hulls, true));
    }
    said
}

/// What a `together` order comes to: `sp` strength points attack with the ships.
pub fn together(rules: &CivilWar, game: &Game, side: Side, order: &Together) -> Vec<Encounter> {
    let Ok((plan, hex)) = check_together(rules, game, side, order) else { return Vec::new() };
    let mut said: Vec<Encounter> = fire(rules, game, side, &plan.way, Some(hex)).into_iter().collect();
    if let Some((from, sp)) = super::attackers(rules, game, side, &order.r#move) {
        let demoralized = game.demoralized_at(from.0, side);
        let assault = Assault { side, from: from.1, hex, sp, demoralized };
        said.push(odds(rules, game, assault, &plan.hulls, false));
    }
    said
}

/// How often ships are fired at on a route, and where enemy ships are on it; a minimum, because rounds between ships
/// may continue. `target`: a hex that is attacked from the route's end, whose guns fire once there, and on the way only
/// together with enemy ships (CW-278).
fn fire(rules: &CivilWar, game: &Game, side: Side, way: &[Station], target: Option<Hex>) -> Option<Encounter> {
    let guns = Guns::new(rules, game, side);
    let mut shots: SortedMap<Hex, u32> = SortedMap::new();
    let last = way.len().saturating_sub(1);
    for (n, at) in way.iter().enumerate() {
        let waits = |fort: &Hex| Some(*fort) == target && (n == last || !guns.ships(*at));
        for fort in guns.forts(*at).into_iter().filter(|fort| !waits(fort)) {
            *shots.entry(fort).or_default() += 1;
        }
    }
    if let Some(hex) = target.filter(|hex| guns.fires(*hex)) {
        *shots.entry(hex).or_default() += 1;
    }
    let met = way.iter().filter(|at| guns.ships(**at)).map(|at| naval_text::station(&rules.pack, *at));
    let met: Vec<String> = met.collect();
    let forts = shots
        .iter()
        .map(|(hex, shots)| format!("{} {}", vocabulary::place(&rules.pack, *hex), vocabulary::times(*shots)));
    let forts: Vec<String> = forts.collect();
    let parts = [
        (!forts.is_empty()).then(|| format!("draws fire from {}", vocabulary::list(forts, "and"))),
        (!met.is_empty()).then(|| format!("meets enemy ships at {}", vocabulary::list(met, "and"))),
    ];
    let parts: Vec<String> = parts.into_iter().flatten().collect();
    let does = (!parts.is_empty()).then(|| parts.join(", and "))?;
    Some(Encounter { does, consequence: String::new(), rule: "8.10.8", danger: true })
}

/// What an attack with ships would meet.
fn odds(rules: &CivilWar, game: &Game, assault: Assault, hulls: &Hulls, landing: bool) -> Encounter {
    let found = assess_with(rules, game, assault, Some(Support { hulls, landing }));
    let (does, rule) = if landing { ("lands in", "8.8.2") } else { ("attacks", "8.9.3") };
    let ships = found.attackers.saturating_sub(assault.sp);
    let (place, sp, defenders) = (vocabulary::place(&rules.pack, assault.hex), assault.sp, found.defenders);
    let does = format!("{does} {place} with {} and {ships} for the ships against {defenders}", vocabulary::sp(sp));
    Encounter::attack(does, found.resolution, found.attackers < defenders, rule)
}
