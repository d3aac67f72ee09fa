//! The effects of a lack of supplies: the Supply Loss Schedule (9.4.7, 9.4.8).

use crate::board::Hex;
use crate::orders::Work;
use crate::pack::{Side, SupplyLoss, Theater};
use crate::position::ledger::Game;
use crate::{CivilWar, supply::costs};

/// The total of production and imports with which the schedule is used in a theater this turn; `None` if the scenario
/// does not use it. The Trans-Mississippi has its own while the river is lost (9.4.9).
pub fn total(game: &Game, theater: Theater) -> Option<u32> {
    let net = game.net?;
    let apart = net.trans_mississippi.filter(|_| theater.is_beyond_river());
    Some(apart.unwrap_or(net.main).total())
}

/// The lines of the schedule that are in force for a side in a hex: all down to that of its total (9.4.7), from 99 on
/// (3.5b, CW-152). None for the Union.
fn in_force<'a>(
    rules: &'a CivilWar,
    game: &Game,
    side: Side,
    hex: Hex,
) -> impl Iterator<Item = &'a SupplyLoss> + use<'a> {
    in_theater(rules, game, side, rules.pack.map.theater(hex))
}

/// The same for a theater.
fn in_theater<'a>(
    rules: &'a CivilWar,
    game: &Game,
    side: Side,
    theater: Theater,
) -> impl Iterator<Item = &'a SupplyLoss> + use<'a> {
    let total = total(game, theater).filter(|_| side == Side::Confederate);
    rules.pack.charts.supply_losses(total.unwrap_or(u32::MAX))
}

/// Command points more than the chart's that a work costs a side in a hex (4.2.21, 9.4.8a): 1 from 99 on, and in all 5
/// to make a fort a fortress from 79 on.
pub fn extra_build_cost(rules: &CivilWar, game: &Game, side: Side, what: Work, hex: Hex) -> u32 {
    let mut more = 0;
    let mut least = 0;
    for line in in_force(rules, game, side, hex) {
        more += u32::from(line.dearer);
        if what == Work::Fortress {
            least = least.max(line.fortress.map_or(0, u32::from));
        }
    }
    more.max(least.saturating_sub(costs::build_cost(rules, what)))
}

/// By how many movement points a force of this many strength points is slowed when it sets out from a hex (6.1.11a,
/// 9.4.8d). Leaders alone need no supply and lose none (CW-155).
pub fn movement_penalty(rules: &CivilWar, game: &Game, side: Side, hex: Hex, sp: u32) -> u32 {
    in_force(rules, game, side, hex).filter(|_| sp > 0).map(|line| u32::from(line.slower)).sum()
}

/// Hexes that a side's line of supply from a hex may go to a depot (9.4.8c).
pub fn depot_distance(rules: &CivilWar, game: &Game, side: Side, hex: Hex) -> u32 {
    let cut = in_force(rules, game, side, hex).filter_map(|line| line.depot_distance).min();
    cut.unwrap_or(rules.pack.charts.supply.depot_distance).into()
}

/// Hexes that a side's line of supply from a hex may go to a railroad (9.4.8c).
pub fn rail_distance(rules: &CivilWar, game: &Game, side: Side, hex: Hex) -> u32 {
    let cut = in_force(rules, game, side, hex).filter_map(|line| line.rail_distance).min();
    cut.unwrap_or(rules.pack.charts.supply.rail_distance).into()
}

/// The command points that it costs a side to enter a ship in a theater (9.4.8b); `None` if it may not. Raiders use the
/// total of the main part (CW-242).
pub fn ship_price(rules: &CivilWar, game: &Game, side: Side, theater: Theater) -> Option<u32> {
    let mut price = rules.pack.charts.costs.enter_naval;
    for line in in_theater(rules, game, side, theater) {
        if line.no_ships {
            return None;
        }
        price = line.ship.unwrap_or(price);
    }
    Some(price.into())
}
