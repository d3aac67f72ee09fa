//! Movement by sea without ships (8.7): strength points to where ships wait for them, and to captured places on the
//! coast.

use crate::sorted::{SortedMap, SortedSet};

use crate::board::Hex;
use crate::movement;
use crate::naval::cargo::sea_lift_left;
use crate::naval::sea_movement::{OpenWater, check_with};
use crate::naval::shore::{can_disembark, stations_beside};
use crate::orders::{Order, Sea};
use crate::pack::{Station, Waters};
use crate::position::ledger::{initiative, is_naval};

use super::super::Proposal;
use super::landing::first;
use super::naval_situation::NavalSituation;
use super::ship_weights::COMMAND;

/// Places from which strength points are taken, at most.
const FROM: usize = 4;
/// Proposals, at most.
const FEW: usize = 4;

/// Movement by sea that is worth its commands.
pub fn propose(view: &NavalSituation<'_, '_>) -> Vec<Proposal> {
    let lift = sea_lift_left(view.rules, view.game, view.side);
    if lift == 0 {
        return Vec::new();
    }
    let coasts: Vec<Hex> = view.own.keys().copied().filter(|hex| by_sea(view, *hex)).collect();
    let mut from: Vec<(i64, Hex)> = Vec::new();
    for &hex in coasts.iter().filter(|hex| view.spare(**hex) > 0) {
        from.push((view.departure_cost(hex, 1), hex));
    }
    from.sort_unstable();
    from.truncate(FROM);
    if from.is_empty() {
        return Vec::new();
    }
    let wanted = bases(view);
    let mut proposals = Vec::new();
    for &(_, hex) in &from {
        for party in parties(view, hex, lift) {
            let costs = view.departure_cost(hex, party.sp) + COMMAND * i64::from(party.price);
            for &to in coasts.iter().filter(|to| **to != hex) {
                let bonus = wanted.get(&to).map_or(0, |(sp, each)| each * i64::from(party.sp.min(*sp)));
                let worth = view.arrival_value(to, party.sp, 0) + bonus - costs;
                if worth > 0 {
                    proposals.push((worth, party.price, Sea { to: Some(to), ..party.order.clone() }));
                }
            }
        }
    }
    proposals.sort_by_key(|(worth, ..)| std::cmp::Reverse(*worth));
    let open = OpenWater::new(view.rules, view.game, view.side);
    let legal = proposals.into_iter().filter(|(.., order)| check_with(order, &open).is_ok());
    let proposal = |(worth, price, order)| Proposal { order: Order::Sea(order), worth, price };
    legal.take(FEW).map(proposal).collect()
}

/// Whether strength points may come and go by sea at a hex, as far as the water says.
fn by_sea(view: &NavalSituation<'_, '_>, hex: Hex) -> bool {
    let open = |at: &Station| view.rules.pack.map.waterways().admits(*at, Waters::Ocean) && view.guns.danger(*at) == 0;
    stations_beside(view.rules, hex).any(|at| open(&at))
}

/// Where ships and their leader wait for strength points to land with: how many, and what each is good for there.
fn bases(view: &NavalSituation<'_, '_>) -> SortedMap<Hex, (u32, i64)> {
    let mut bases = SortedMap::new();
    for crew in view.crews().iter().filter(|crew| crew.waters == Waters::Ocean && crew.hulls.transports() > 0) {
        let hexes = match crew.ashore {
            Some(hex) => vec![hex],
            None => view.rules.pack.map.waterways().landings(crew.at),
        };
        for hex in hexes.into_iter().filter(|hex| can_disembark(view.rules, view.game, view.side, *hex)) {
            let most = crew.hulls.transports().min(if crew.naval { crew.most } else { crew.most / 2 });
            let have = view.spare(hex).min(most);
            let now = if have > 0 { first(view, crew, hex, have) } else { 0 };
            let then = first(view, crew, hex, most);
            if most > have && then > now {
                let wanted = most - have;
                let each = (then - now) / 2 / i64::from(wanted);
                let best = bases.entry(hex).or_insert((wanted, each));
                *best = (*best).max((wanted, each));
            }
        }
    }
    bases
}

/// Strength points of a hex that may go together.
struct Party {
    sp: u32,
    price: u32,
    order: Sea,
}

/// A single strength point, and as many as each of the leaders there can move.
fn parties(view: &NavalSituation<'_, '_>, from: Hex, lift: u32) -> Vec<Party> {
    let spare = view.spare(from).min(lift);
    let one = Sea { from: Some(from), ..Sea::default() };
    let mut parties = Vec::new();
    if view.leaders_needed(from, 1, 0).is_some_and(|along| along.is_empty()) {
        parties.push(Party { sp: 1, price: 1, order: one.clone() });
    }
    let mut seen = SortedSet::new();
    for piece in view.game.leaders_at(&view.rules.pack, from, view.side) {
        if is_naval(&view.rules.pack, &piece) || !view.may_board(&piece) {
            continue;
        }
        let price = initiative(&view.rules.pack, &piece);
        let sp = spare.min(movement::sp_limit(view.rules, &piece));
        let alone = view.leaders_needed(from, sp, 1).is_some_and(|along| along.len() == 1);
        if alone && (sp >= 2 || parties.is_empty()) && price <= view.most && seen.insert((price, sp)) {
            let order = Sea { leader: Some(piece.leader), sp: Some(sp), ..one.clone() };
            parties.push(Party { sp, price, order });
        }
    }
    parties
}
