//! Combined attacks of ships and a ground force (8.9).

use crate::board::Hex;
use crate::document::Id;
use crate::naval::legal_orders::voyages::part;
use crate::naval::shore::stations_beside;
use crate::orders::{Move, Order, Sail, Together};
use crate::pack::Station;
use crate::position::ledger::{Hulls, Piece, initiative, is_naval};
use crate::{leaders::army, movement};

use super::super::Proposal;
use super::super::weights::Weights;
use super::battle_estimate::{Attack, FightEstimate, fight};
use super::naval_situation::{CommandedShips, NavalSituation};
use super::ship_weights::{COMMAND, IRONCLAD};

/// Those that are better with the ships than without, and good.
pub fn propose(view: &NavalSituation<'_, '_>) -> Vec<Proposal> {
    let mut proposals = Vec::new();
    for crew in view.crews().iter().filter(|crew| crew.naval) {
        let hulls = part(&crew.hulls, crew.most);
        let reach = view.reach(crew.at, crew.waters);
        for from in view.rules.pack.map.waterways().landings(crew.at) {
            if view.game.fresh_at(from, view.side) == 0 || view.game.demoralized_at(from, view.side) {
                continue;
            }
            for target in view.rules.pack.map.neighbors(from).filter(|there| view.foes.contains_key(there)) {
                let ends =
                    stations_beside(view.rules, target).filter(|at| reach.get(at).is_some_and(|danger| *danger <= 1));
                let Some(end) = ends.min_by_key(|at| (*at != crew.at, reach[at], *at)) else { continue };
                if !movement::crossable(view.rules, from, target) {
                    continue;
                }
                for party in parties(view, from) {
                    proposals.extend(proposal(view, crew, &hulls, (from, target, end), &party));
                }
            }
        }
    }
    proposals
}

/// A ground force that may attack.
struct Party {
    army: Option<Id>,
    leader: Option<Piece>,
    sp: u32,
    price: u32,
    /// The leaders who add their ratings.
    fights: Vec<Piece>,
}

/// The armies of a hex, and what leaders without an army can move.
fn parties(view: &NavalSituation<'_, '_>, from: Hex) -> Vec<Party> {
    let (rules, game, side) = (view.rules, view.game, view.side);
    let mut parties = Vec::new();
    for own in army::armies_at(rules, game, from, side) {
        let Some(commander) = army::commander(rules, game, &own) else { continue };
        let sp = army::fresh_sp(game, &own).min(army::commanded(rules, game, &own, |_| true));
        let fights = army::leaders(game, &own).into_iter().filter(|piece| *piece != commander).collect();
        let price = initiative(&rules.pack, &commander);
        parties.push(Party { army: Some(own), leader: None, sp, price, fights });
    }
    let here = game.leaders_at(&rules.pack, from, side).into_iter();
    for piece in here.filter(|piece| !is_naval(&rules.pack, piece) && view.may_board(piece)) {
        let sp = movement::sp_limit(rules, &piece).min(game.fresh_at(from, side));
        let price = initiative(&rules.pack, &piece);
        parties.push(Party { army: None, leader: Some(piece.clone()), sp, price, fights: vec![piece] });
    }
    parties.retain(|party| party.sp > 0);
    parties
}

fn proposal(
    view: &NavalSituation<'_, '_>,
    crew: &CommandedShips,
    hulls: &Hulls,
    (from, target, end): (Hex, Hex, Station),
    party: &Party,
) -> Option<Proposal> {
    let prize = view.targets().get(&target).copied().unwrap_or(0);
    let attack = |ships: bool| {
        let leaders: Vec<&Piece> = ships.then_some(&crew.leader).into_iter().chain(&party.fights).collect();
        let (side, hulls) = (view.side, ships.then_some(hulls));
        let attack = Attack { side, from, hex: target, sp: party.sp, hulls, ashore: None, leaders: &leaders };
        fight(view.rules, view.game, attack)
    };
    let goes = view.arrival_value(target, party.sp, prize) - view.departure_cost(from, party.sp);
    let foe = view.foes.get(&target).copied().unwrap_or(0);
    let (own, theirs) = (Weights::of(view.side).sp, Weights::of(view.side.other()).sp);
    let worth = |fought: FightEstimate| {
        let gain = fought.won * goes + fought.foe_lost * theirs - fought.lost * own;
        let morale = fought.foe_shaken * i64::from(foe.min(12)) - fought.shaken * i64::from(party.sp.min(12));
        (gain + morale * 9 - fought.sunk * IRONCLAD / 2) / 36
    };
    let (with, without) = (attack(true), attack(false));
    let price = crew.price + party.price;
    let (best, alone) = (worth(with) - COMMAND * i64::from(price), worth(without) - COMMAND * i64::from(party.price));
    let pays = view.picture.spendable_points(view.rules.pack.map.theater(from)) >= party.price;
    if !pays || best <= 0 || best < alone + 10 || with.won < 18 || price > view.game.initiative_left() {
        return None;
    }
    let Hulls { ships, river, ocean } = hulls.clone();
    let to = if end == crew.at { Vec::new() } else { vec![end] };
    let leader = Some(crew.leader.leader.clone());
    let sail = Sail { leader, from: Some(crew.at), ships, river, ocean, to, ..Sail::default() };
    let (leader, sp) = match &party.leader {
        Some(piece) => (Some(piece.leader.clone()), Some(party.sp)),
        None => (None, None),
    };
    let r#move = Move { army: party.army.clone(), leader, sp, path: vec![target], ..Move::default() };
    Some(Proposal { order: Order::Together(Together { sail, r#move, condition: None }), worth: best, price })
}
