//! Ships: fleets that sail, transports that carry, landings, common attacks, ships that enter.
//!
//! [`sea`] is what a player sees of the water: whose guns reach where, what lies on it, which hexes are worth having.
//! [`fight`] reckons battles. Each other part proposes orders of one kind: [`launch`] ships that enter, [`landing`]
//! landings and the way to where one can be made, [`lift`] movement by sea, [`rivers`] fleets that take control and fight
//! ships, [`together`] attacks with a ground force, [`admirals`] naval leaders on their way to ships. [`answers`] has what is
//! asked in mid-turn.

mod admirals;
mod answers;
mod fight;
mod landing;
mod launch;
mod lift;
mod rivers;
mod sea;
#[cfg(test)]
mod tests;
mod together;

use super::{Picture, Proposal};
use crate::rulesets::civil_war::orders::Order;
use crate::rulesets::civil_war::pack::Side;

pub use answers::{answer, standing};
use sea::View;

/// What a command point is felt, in hundredths of a victory point.
const COMMAND: i64 = 9;
/// An ironclad lost for good.
const IRONCLAD: i64 = 60;
/// A point of transports lost for good.
const TRANSPORT: i64 = 25;
/// A ship that is damaged, and back next turn for the price of a launch.
const DAMAGED: i64 = 8;

/// Orders that are worth giving.
pub fn propose(picture: &Picture<'_>) -> Vec<Proposal> {
    let Some(view) = View::new(picture) else { return Vec::new() };
    let mut proposals = launch::propose(&view);
    if picture.game.squadrons.values().any(|squadron| squadron.side == picture.side) {
        proposals.extend(rivers::propose(&view));
        if picture.side == Side::Union {
            proposals.extend(landing::propose(&view));
            proposals.extend(together::propose(&view));
        }
    }
    if picture.side == Side::Union {
        proposals.extend(lift::propose(&view));
        proposals.extend(admirals::propose(&view));
    }
    for proposal in &mut proposals {
        // What marches is paid for from other tracks too.
        if !matches!(proposal.order, Order::Together(_) | Order::Move(_)) {
            proposal.worth -= view.dear(proposal.price);
        }
    }
    proposals.retain(|proposal| proposal.worth > 0);
    proposals.sort_by_key(|proposal| std::cmp::Reverse(proposal.worth));
    proposals
}
