//! What can be done with ships and by sea: of a naval leader, of a leader or a hex beside ships, of the ships themselves.

use std::collections::BTreeSet;

use crate::board::Hex;
use crate::document::Id;

use super::super::super::ledger::{Hulls, Piece, Place, is_naval};
use super::super::super::naval::{order::beside, sample, way::Guns};
use super::super::super::orders::{Order, Sail, Sea};
use super::super::super::pack::{Side, Station};
use super::super::{water, words};
use super::Desk;

/// Orders apart by who leads, since that sets their price: in the order in which leaders come.
fn by_leader(orders: Vec<Order>) -> Vec<(Option<Id>, Vec<Order>)> {
    let mut parts: Vec<(Option<Id>, Vec<Order>)> = Vec::new();
    for order in orders {
        let leader = match &order {
            Order::Sail(order) => order.leader.clone(),
            Order::Sea(order) => order.leader.clone(),
            _ => None,
        };
        match parts.iter_mut().find(|(other, _)| *other == leader) {
            Some((_, part)) => part.push(order),
            None => parts.push((leader, vec![order])),
        }
    }
    parts
}

/// Of the ships of a station at most so many voyages are looked for.
const VOYAGES: usize = 24;

impl Desk<'_> {
    /// What a naval leader with ships can do: sail, attack with a ground force, ship others by sea, and go ashore.
    pub(super) fn admiral(&mut self, piece: &Piece, at: Station) {
        let name = words::leader_name(&self.rules.pack, &piece.leader).to_owned();
        let led = |order: &Sail| order.leader.as_ref() == Some(&piece.leader);
        let mut orders: Vec<Order> = self.sails(at).into_iter().filter(led).map(Order::Sail).collect();
        if orders.is_empty() {
            // The next station, which says why not.
            let next = self.rules.pack.map.waterways().steps(at).first().map(|step| step.to);
            let order = Sail { leader: Some(piece.leader.clone()), to: next.into_iter().collect(), ..Sail::default() };
            orders.push(Order::Sail(order));
        }
        self.offer(format!("{name} sails with ships"), "8.2.1", orders);
        let orders = sample::attacks(self.rules, self.game, self.side, piece);
        self.add(format!("{name} attacks with ships, together with a ground force"), "8.9.1", orders, Vec::new());
        let ways = self.rules.pack.map.waterways();
        let by_sea = ways.landings(at).into_iter().filter(|hex| self.game.fresh_at(*hex, self.side) > 0);
        let by_sea: Vec<Sea> = by_sea.flat_map(|hex| self.seas(hex)).collect();
        let by_sea = by_sea.into_iter().filter(|order| order.leader.as_ref() == Some(&piece.leader));
        self.add(format!("{name} takes others by sea"), "8.7.6", by_sea.map(Order::Sea).collect(), Vec::new());
        let orders = sample::rides(self.rules, self.game, self.side, piece);
        self.add(format!("{name} goes ashore alone"), "8.2.4c", orders, Vec::new());
    }

    /// What a ground leader can do on the water.
    pub(super) fn passage(&mut self, piece: &Piece, hex: Hex) {
        let name = words::leader_name(&self.rules.pack, &piece.leader).to_owned();
        let led = |leader: &Option<_>| leader.as_ref() == Some(&piece.leader);
        let sails: Vec<Sail> = beside(self.rules, hex).flat_map(|at| self.sails(at)).collect();
        let sails = sails.into_iter().filter(|order| led(&order.leader)).map(Order::Sail).collect();
        self.add(format!("{name} sails with ships that lie beside him"), "8.4.7", sails, Vec::new());
        let seas = self.seas(hex).into_iter().filter(|order| led(&order.leader)).map(Order::Sea).collect();
        self.add(format!("{name} goes by sea with strength points"), "8.7.5", seas, Vec::new());
    }

    /// What can be done on the water from a hex.
    pub(super) fn shore(&mut self, hex: Hex) {
        let stations: Vec<Station> = beside(self.rules, hex).collect();
        for at in stations {
            self.ships(at);
        }
        for (leader, orders) in by_leader(self.seas(hex).into_iter().map(Order::Sea).collect()) {
            let what = match leader {
                Some(leader) => {
                    format!("{} goes by sea with strength points", words::leader_name(&self.rules.pack, &leader))
                }
                None => "One strength point goes by sea".to_owned(),
            };
            self.add(what, "8.7", orders, Vec::new());
        }
    }

    /// What the ships of a station can do.
    pub(super) fn ships(&mut self, at: Station) {
        if self.game.hulls_at(at, self.side).is_empty() {
            return;
        }
        let mut orders: Vec<Order> = self.sails(at).into_iter().map(Order::Sail).collect();
        if orders.is_empty() {
            let next = self.rules.pack.map.waterways().steps(at).first().map(|step| step.to);
            let kind = self.game.hulls_at(at, self.side).kinds().into_iter().next();
            let one = kind.map(|kind| Hulls::one(&kind)).unwrap_or_default();
            let (ships, river, ocean) = (one.ships, one.river, one.ocean);
            let to = next.into_iter().collect();
            orders.push(Order::Sail(Sail { from: Some(at), ships, river, ocean, to, ..Sail::default() }));
        }
        let naval: Vec<Piece> = self.game.afloat_at(&self.rules.pack, at, self.side);
        let place = water::station(&self.rules.pack, at);
        for (leader, orders) in by_leader(orders) {
            let what = match leader {
                Some(leader) => {
                    format!("{} sails with ships at {place}", words::leader_name(&self.rules.pack, &leader))
                }
                None => format!("One ship sails by itself from {place}"),
            };
            self.offer(what, "8.3.3", orders);
        }
        for piece in naval.iter().filter(|piece| is_naval(&self.rules.pack, piece)) {
            let name = words::leader_name(&self.rules.pack, &piece.leader).to_owned();
            let orders = sample::attacks(self.rules, self.game, self.side, piece);
            self.add(format!("{name} attacks with ships, together with a ground force"), "8.9.1", orders, Vec::new());
        }
    }

    /// Where a naval leader is with ships.
    pub(super) fn afloat(&self, leader: &Id) -> Option<(Piece, Station)> {
        self.game.pieces.iter().find_map(|(piece, place)| match place {
            Place::Afloat { at, .. } if piece.leader == *leader => Some((piece.clone(), *at)),
            _ => None,
        })
    }

    fn sails(&self, at: Station) -> Vec<Sail> {
        let guns = Guns::new(self.rules, self.game, self.side);
        sample::sails_of(self.rules, self.game, self.side, at, &guns, VOYAGES)
    }

    fn seas(&self, hex: Hex) -> Vec<Sea> {
        if self.side == Side::Confederate || self.game.fresh_at(hex, self.side) == 0 {
            return Vec::new();
        }
        let ours = self.game.groups.values().filter(|group| group.side == self.side).map(|group| group.hex);
        let ours: BTreeSet<Hex> = ours.collect();
        let goals: Vec<Hex> = ours.into_iter().filter(|hex| beside(self.rules, *hex).next().is_some()).collect();
        sample::seas_of(self.rules, self.game, self.side, hex, &goals)
    }
}
