//! Ships: fleets that sail, transports that carry, landings, common attacks, ships that enter.
//!
//! [`sea`] is what a player sees of the water: whose guns reach where, what lies on it, which hexes are worth having.
//! [`fight`] reckons battles. Each other part proposes orders of one kind: [`launch`] ships that enter, [`landing`]
//! landings and the way to where one can be made, [`lift`] movement by sea, [`rivers`] fleets that take control and fight
//! ships, [`together`] attacks with a ground force, [`admirals`] naval leaders on their way to ships. [`answers`] has what is
//! asked in mid-turn.

mod admirals;
pub mod answers;
mod fight;
mod landing;
mod launch;
mod lift;
mod rivers;
mod sea;
mod together;

use super::{Picture, Proposal};
use crate::CivilWar;
use crate::board::Hex;
use crate::naval::shore::beside;
use crate::orders::Order;
use crate::pack::{Side, Waters};
use crate::position::ledger::Game;

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

/// The river cities of the Confederacy that Union ships may land at, with the danger, in eighths of a strength point, that
/// is to be reckoned with there: the greater the more transports there are. That of the coast is reckoned with always.
pub fn landings(rules: &CivilWar, game: &Game, side: Side) -> Vec<(Hex, u32)> {
    let fleet = game.squadrons.values().filter(|squadron| squadron.side == Side::Union);
    let transports: u32 = fleet.map(|squadron| squadron.hulls.transports()).sum();
    if side == Side::Union || transports == 0 {
        return Vec::new();
    }
    let ways = rules.pack.map.waterways();
    let inland = |hex: &Hex| rules.pack.map.hex(*hex).is_some_and(|data| !data.coastal);
    let places = rules.pack.map.cities().map(|(hex, _)| hex).filter(inland);
    let places = places.filter(|hex| beside(rules, *hex).any(|at| ways.admits(at, Waters::River)));
    places.map(|hex| (hex, 4 + transports.min(6))).collect()
}
