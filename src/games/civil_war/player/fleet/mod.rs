//! Ships: fleets, transports, landings, combined attacks, entering ships.
//!
//! [`naval_situation`] is the player's view of the water: whose guns reach where, which ships are on it, which hexes
//! are worth having. [`battle_estimate`] estimates battles. Each other module proposes one kind of order: [`launch`]
//! entering ships, [`landing`] landings and voyages to where one can be made, [`sea_movement`] movement by sea,
//! [`rivers`] fleets that take control of rivers and fight ships, [`combined_attack`] attacks with a ground force,
//! [`admirals`] naval leaders on their way to ships. [`answers`] answers questions in mid-turn.

mod admirals;
pub mod answers;
mod battle_estimate;
mod combined_attack;
mod landing;
mod launch;
mod naval_situation;
mod rivers;
mod sea_movement;

use super::{Proposal, Situation};
use crate::CivilWar;
use crate::board::Hex;
use crate::naval::shore::stations_beside;
use crate::orders::Order;
use crate::pack::{Side, Waters};
use crate::position::ledger::Game;

pub use answers::{answer, standing};
use naval_situation::NavalSituation;

/// The weight of a command point, in hundredths of a victory point.
const COMMAND: i64 = 9;
/// An ironclad lost for good.
const IRONCLAD: i64 = 60;
/// A point of transports lost for good.
const TRANSPORT: i64 = 25;
/// A ship that is damaged, and back next turn for the price of a launch.
const DAMAGED: i64 = 8;

/// Orders that are worth giving.
pub fn propose(picture: &Situation<'_>) -> Vec<Proposal> {
    let Some(view) = NavalSituation::new(picture) else { return Vec::new() };
    let mut proposals = launch::propose(&view);
    if picture.game.squadrons.values().any(|squadron| squadron.side == picture.side) {
        proposals.extend(rivers::propose(&view));
        if picture.side == Side::Union {
            proposals.extend(landing::propose(&view));
            proposals.extend(combined_attack::propose(&view));
        }
    }
    if picture.side == Side::Union {
        proposals.extend(sea_movement::propose(&view));
        proposals.extend(admirals::propose(&view));
    }
    for proposal in &mut proposals {
        // What marches is paid for from other tracks too.
        if !matches!(proposal.order, Order::Together(_) | Order::Move(_)) {
            proposal.worth -= view.price_weight(proposal.price);
        }
    }
    proposals.retain(|proposal| proposal.worth > 0);
    proposals.sort_by_key(|proposal| std::cmp::Reverse(proposal.worth));
    proposals
}

/// The Confederate river cities where Union ships may land, with the estimated danger in eighths of a strength point,
/// which grows with the number of transports. Danger on the coast is always counted.
pub fn landings(rules: &CivilWar, game: &Game, side: Side) -> Vec<(Hex, u32)> {
    let fleet = game.squadrons.values().filter(|squadron| squadron.side == Side::Union);
    let transports: u32 = fleet.map(|squadron| squadron.hulls.transports()).sum();
    if side == Side::Union || transports == 0 {
        return Vec::new();
    }
    let ways = rules.pack.map.waterways();
    let inland = |hex: &Hex| rules.pack.map.hex(*hex).is_some_and(|data| !data.coastal);
    let places = rules.pack.map.cities().map(|(hex, _)| hex).filter(inland);
    let places = places.filter(|hex| stations_beside(rules, *hex).any(|at| ways.admits(at, Waters::River)));
    places.map(|hex| (hex, 4 + transports.min(6))).collect()
}
