//! The war on water (8): ships, what they carry and what they control.
//!
//! [`control`] has the hexsides that ships control (8.5), [`route`] how they get from one station to the next (8.3,
//! 8.4); [`sail_order`] and [`cargo`] check a player's order, and [`voyage`] carries it out, with [`battle`] where they
//! are fired at (8.10), [`disembark`] where what they carry goes ashore, and [`combined_attack`] where a ground force
//! attacks with them (8.9), as [`together_order`] checks. [`shore`] has where ships and the shore meet,
//! [`sea_movement`] moves strength points without ships (8.7), [`admirals`] has naval leaders ashore (8.2.4).
//! [`arrivals`] has the ships that come due, [`mod@launch`] enters them (10.4, 10.5), [`raiders`] has the commerce raiders
//! (3.4, 8.11).

pub mod admirals;
pub mod arrivals;
pub mod attacking_ships;
pub mod battle;
pub mod cargo;
pub mod combined_attack;
pub mod control;
pub mod disembark;
pub mod entry_places;
pub mod flight;
pub mod launch;
pub mod legal_orders;
pub mod plan;
pub mod raiders;
pub mod route;
pub mod sail_order;
pub mod sea_movement;
pub mod shore;
pub mod together_order;
pub mod voyage;

pub use admirals::{ashore, board, meets_ships};
pub use arrivals::{arrive, sea_lift};
pub use battle::{Battle, Fire};
pub use cargo::staying;
pub use combined_attack::CombinedAttack;
pub use flight::Flight;
pub use launch::{Entering, launch, price as launch_price, set_up};
pub use legal_orders::legal;
pub use raiders::Raiders;
pub use sail_order::price;
pub use sea_movement::{ferried, price as sea_price, sea};
pub use voyage::Voyage;

use crate::document::{Id, Problem};

use crate::CivilWar;
use crate::orders::{Answer, FleetStanding, Question, Standing};
use crate::pack::{Ship, Side};
use crate::position::ledger::{Game, Hull, Hulls, Piece, initiative, side_of};

/// What ships count for when they fire or land: a point an ironclad, and one for every two transports, at least one for
/// any (8.8.2e, 8.10.2).
pub fn strength(rules: &CivilWar, hulls: &Hulls) -> u32 {
    parts(rules, hulls, u32::from(hulls.transports() > 0))
}

/// What ships add to a ground force: one point per ironclad, and one for every two transports; a single transport adds
/// nothing (8.9.3b, CW-262).
pub fn support(rules: &CivilWar, hulls: &Hulls) -> u32 {
    parts(rules, hulls, 0)
}

fn parts(rules: &CivilWar, hulls: &Hulls, least: u32) -> u32 {
    let ironclads = u32::try_from(hulls.ironclads(&rules.pack).count()).unwrap_or(u32::MAX);
    let each = u32::from(rules.pack.charts.naval.transports_a_point).max(1);
    ironclads.saturating_add((hulls.transports() / each).max(least))
}

/// The cost of a force on the water: its leader's initiative rating, or one command point for a single ship or strength
/// point (8.4.4a to 8.4.7, 8.7.2, 8.7.5, 8.7.6).
fn price_of(rules: &CivilWar, leader: Option<&Piece>) -> u32 {
    leader.map_or(u32::from(rules.pack.charts.costs.move_sp), |piece| initiative(&rules.pack, piece))
}

/// The same by the leader's name; `None` if he is not one of the side's leaders there.
fn price_under(rules: &CivilWar, game: &Game, side: Side, leader: Option<&Id>) -> u32 {
    let Some(id) = leader else { return price_of(rules, None) };
    let found = game.on_hand(id).filter(|(piece, _)| side_of(&rules.pack, piece) == Some(side));
    found.map_or(0, |(piece, _)| price_of(rules, Some(piece)))
}

/// Names in a side's standing orders for its fleet that do not exist: ships, and places where none can lie.
pub fn unknown_in(rules: &CivilWar, side: Option<Side>, fleet: &FleetStanding) -> Vec<Problem> {
    let ships = &rules.pack.charts.ships;
    let own = |ship: &&Ship| side.is_none_or(|side| ship.side == side);
    let hits = fleet.hits.iter().enumerate().filter_map(|(n, hull)| {
        let Hull::Ship(id) = hull else { return None };
        if ships.get(id).is_some_and(|ship| own(&ship)) {
            return None;
        }
        let near = ships.values().filter(own).map(|ship| ship.id.as_str());
        let near = near.min_by_key(|near| (strsim::levenshtein(near, id.as_str()), *near)).unwrap_or("river");
        let problem = Problem::new(format!("you have no ship '{id}'")).in_path(format!("fleet.hits[{n}]"));
        Some(problem.rule("8.10.5a").advice(format!("did you mean {near}?")))
    });
    let ways = rules.pack.map.waterways();
    let flight = fleet.flight.iter().enumerate().filter(|(_, at)| ways.station_kind(**at).is_none());
    let flight = flight.map(|(n, at)| {
        let problem = Problem::new(format!("ships cannot be at {at}")).in_path(format!("fleet.flight[{n}]"));
        problem.rule("8.3.1").advice("name navigable hexsides and coastal hexes")
    });
    hits.chain(flight).collect()
}

/// The answer that a side's standing orders give to a question about its ships, if they give one.
pub fn by_standing(standing: &Standing, question: &Question) -> Option<Answer> {
    let fleet = standing.fleet.as_ref()?;
    match question {
        Question::Hit { options, .. } => {
            let named = fleet.hits.iter().find(|hull| options.contains(hull));
            let transport = || options.iter().find(|hull| matches!(hull, Hull::Transport(_)));
            let hull = named.or_else(transport).or_else(|| options.first())?;
            (!fleet.hits.is_empty()).then(|| Answer::Hit(hull.clone()))
        }
        Question::Flight { options, .. } => {
            fleet.flight.iter().find(|at| options.contains(at)).map(|at| Answer::Flight(*at))
        }
        Question::Pursuit { commands, .. } => fleet.pursuit.map(|spent| Answer::Pursuit(spent.min(*commands))),
        _ => None,
    }
}

/// Whether a side has naval leaders: the Union, and by the option `csa_naval_leaders` the Confederacy (22.4, CW-331).
pub fn has_admirals(game: &Game, side: Side) -> bool {
    side == Side::Union || game.options.csa_naval_leaders
}
