//! Raids of tribal Indians on stockades (CW-321): worth a try where the points have no better use.

use super::{Proposal, Situation};
use crate::far_west::tribes;
use crate::orders::Order;

/// Raids that are worth their price: a stockade is a victory point, and one raid in three or six eliminates it.
pub fn propose(picture: &Situation<'_>) -> Vec<Proposal> {
    let (rules, game, side) = (picture.rules, picture.game, picture.side);
    let eliminates = i64::from(rules.pack.far_west.tribes.eliminates_on);
    let each = i64::from(rules.pack.far_west.tribes.vp) * 100;
    let worth = |order: &crate::orders::Raid| {
        let guarded = rules.pack.map.neighbors(order.at).any(|hex| game.sp_at(hex, side.other()) > 0);
        (7 - eliminates - i64::from(guarded)).max(0) * each / 6
    };
    let price = tribes::price(rules);
    let raids = tribes::legal(rules, game, side).into_iter();
    raids.map(|raid| Proposal { worth: worth(&raid), order: Order::Raid(raid), price }).collect()
}
