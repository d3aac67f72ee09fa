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
mod ship_weights;

use super::{Proposal, Situation};
use crate::orders::Order;
use crate::pack::Side;

pub use answers::{answer, standing};
use naval_situation::NavalSituation;

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
