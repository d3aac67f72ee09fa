//! What can be done with ships and by sea: by a naval leader, by a leader or a hex next to ships, by the ships
//! themselves.

use crate::sorted::SortedSet;

use crate::board::Hex;
use crate::document::Id;

use super::super::{naval_text, vocabulary};
use super::OptionList;
use crate::CivilWar;
use crate::leaders::army::hex_of;
use crate::naval::legal_orders::{self, voyages::Fleet};
use crate::naval::{launch, sea_movement::OpenWater, shore::stations_beside};
use crate::orders::{Launch, Launched, Order, Sail, Sea};
use crate::pack::{Side, Station, Waters};
use crate::position::ledger::{Game, Hull, Hulls, Piece, Place, is_naval};
use crate::supply::Supplies;

/// The maximum number of voyages searched for the ships of a station.
const VOYAGES: usize = 24;
/// The maximum number of destinations for a force by sea.
const ENDS: usize = 12;

/// Groups orders by leader, who determines the price: in the order of first appearance.
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

/// Where a ship is, in words.
pub(super) fn whereabouts(rules: &CivilWar, game: &Game, side: Side, id: &Id) -> String {
    let pack = &rules.pack;
    let called = crate::report::grammar::capital(&naval_text::hull(pack, &Hull::Ship(id.clone())));
    if let Some(at) = station_of(game, id) {
        return format!("{called}, at {}", naval_text::between(pack, at));
    }
    let navy = &game.side(side).navy;
    let due = navy.due.iter().find(|(_, hulls)| hulls.ships.contains(id)).map(|(turn, _)| *turn);
    let place = match due {
        _ if navy.pool.ships.contains(id) => "in the Naval Pool".to_owned(),
        _ if navy.sunk.ships.contains(id) => "sunk".to_owned(),
        _ if navy.at_sea.contains(id) => "in the At Sea Box, where it raids".to_owned(),
        Some(turn) if turn > game.turn => format!("due on {}", vocabulary::turn(pack, game, turn)),
        Some(_) => "waiting to be bought".to_owned(),
        None => "not in play".to_owned(),
    };
    format!("{called}, {place}")
}

fn station_of(game: &Game, id: &Id) -> Option<Station> {
    game.squadrons.values().find(|squadron| squadron.hulls.ships.contains(id)).map(|squadron| squadron.at)
}

impl<'a> OptionList<'a> {
    /// What a naval leader with ships can do: sail, attack with a ground force, ship others by sea, and go ashore.
    pub(super) fn admiral(&mut self, piece: &Piece, at: Station) {
        let name = vocabulary::leader_name(&self.rules.pack, &piece.leader).to_owned();
        let fleet = self.fleet(at);
        let crews = fleet.under_admiral(piece);
        let mut orders: Vec<Order> = fleet.voyages(crews, VOYAGES).into_iter().map(Order::Sail).collect();
        if orders.is_empty() {
            // The next station, which says why not.
            let order = Sail { leader: Some(piece.leader.clone()), to: self.adjacent_stations(at), ..Sail::default() };
            orders.push(Order::Sail(order));
        }
        self.offer(format!("{name} sails with ships"), "8.2.1", orders);
        self.attacks(piece);
        let landings = self.rules.pack.map.waterways().landings(at).into_iter();
        let shores: Vec<Hex> = landings.filter(|hex| self.game.fresh_at(*hex, self.side) > 0).collect();
        let bases = shores
            .into_iter()
            .flat_map(|hex| legal_orders::sea_forces_led_by(self.rules, self.game, self.side, hex, piece));
        let bases: Vec<Sea> = bases.collect();
        self.by_sea(format!("{name} sends strength points by sea"), "8.7.6", bases);
        let orders = legal_orders::admiral_goes_ashore(self.rules, self.game, self.side, piece);
        self.add(format!("{name} goes ashore alone"), "8.2.4c", orders, Vec::new());
    }

    /// What a naval leader without ships can do: travel to some, ship others by sea.
    pub(super) fn admiral_ashore(&mut self, piece: &Piece, hex: Hex) {
        let name = vocabulary::leader_name(&self.rules.pack, &piece.leader).to_owned();
        self.rides(piece, hex);
        let order = Sail { leader: Some(piece.leader.clone()), ..Sail::default() };
        self.offer(format!("{name} sails with ships"), "8.2.1", [Order::Sail(order)]);
        let bases = legal_orders::sea_forces_led_by(self.rules, self.game, self.side, hex, piece);
        self.by_sea(format!("{name} sends strength points by sea"), "8.7.6", bases);
    }

    /// What a ground leader can do on the water: command adjacent ships, be carried by a naval leader's, go by sea.
    pub(super) fn passage(&mut self, piece: &Piece, hex: Hex) {
        let name = vocabulary::leader_name(&self.rules.pack, &piece.leader).to_owned();
        for at in self.fleets_beside(hex) {
            let fleet = self.fleet(at);
            let place = naval_text::station(&self.rules.pack, at);
            let mut crews = fleet.under_general(piece);
            if crews.is_empty() {
                // It says why not.
                let to = self.adjacent_stations(at);
                crews.push(Sail { leader: Some(piece.leader.clone()), from: Some(at), to, ..Sail::default() });
            }
            let found = fleet.voyages(crews.clone(), VOYAGES);
            let orders = if found.is_empty() { self.ashore(crews, at) } else { found };
            self.offer(format!("{name} sails with ships at {place}"), "8.4.7", orders.into_iter().map(Order::Sail));
            let crews = fleet.with_general(piece, hex);
            for (leader, found) in by_leader(fleet.voyages(crews, VOYAGES).into_iter().map(Order::Sail).collect()) {
                let with = leader.map_or(String::new(), |id| vocabulary::leader_name(&self.rules.pack, &id).to_owned());
                self.add(format!("{name} goes along with {with}'s ships"), "8.4.6", found, Vec::new());
            }
        }
        if self.on_ocean(hex) {
            let bases = legal_orders::sea_forces_led_by(self.rules, self.game, self.side, hex, piece);
            self.by_sea(format!("{name} moves by sea with strength points"), "8.7.5", bases);
        }
    }

    /// What can be done on the water from a hex.
    pub(super) fn shore(&mut self, hex: Hex) {
        for at in self.fleets_beside(hex) {
            self.ships(at);
        }
        if self.side == Side::Confederate || self.game.fresh_at(hex, self.side) == 0 || !self.on_ocean(hex) {
            return;
        }
        let bases = legal_orders::sea_forces(self.rules, self.game, self.side, hex);
        for (leader, orders) in by_leader(bases.into_iter().map(Order::Sea).collect()) {
            let what = match leader {
                Some(leader) => {
                    format!("{} moves by sea with strength points", vocabulary::leader_name(&self.rules.pack, &leader))
                }
                None => "One strength point moves by sea".to_owned(),
            };
            let bases = orders.into_iter().filter_map(|order| match order {
                Order::Sea(order) => Some(order),
                _ => None,
            });
            let bases: Vec<Sea> = bases.collect();
            self.by_sea(what, "8.7", bases);
        }
    }

    /// What the ships of a station can do.
    pub(super) fn ships(&mut self, at: Station) {
        if !self.game.hulls_at(at, self.side).is_empty() {
            self.voyages(at, &|_| true);
        }
    }

    /// What a single ship can do: sail, alone or with others, or enter.
    pub(super) fn ship(&mut self, id: &Id) {
        match station_of(self.game, id) {
            Some(at) => self.voyages(at, &|order| order.ships.contains(id)),
            None => self.offer_entry(id),
        }
    }

    /// Voyages of the ships of a station, by who leads them, and their attacks with a ground force.
    fn voyages(&mut self, at: Station, wanted: &dyn Fn(&Sail) -> bool) {
        let fleet = self.fleet(at);
        let mut orders = fleet.some(VOYAGES);
        orders.retain(wanted);
        if orders.is_empty() {
            // One ship to the next station, which says why not.
            let kinds = self.game.hulls_at(at, self.side).kinds().into_iter();
            let one = kinds.map(|kind| Hulls::one(&kind)).map(|Hulls { ships, river, ocean }| Sail {
                from: Some(at),
                ships,
                river,
                ocean,
                to: self.adjacent_stations(at),
                ..Sail::default()
            });
            orders.extend(one.filter(|order| wanted(order)).take(1));
        }
        let place = naval_text::station(&self.rules.pack, at);
        for (leader, orders) in by_leader(orders.into_iter().map(Order::Sail).collect()) {
            let what = match leader {
                Some(leader) => {
                    format!("{} sails with ships at {place}", vocabulary::leader_name(&self.rules.pack, &leader))
                }
                None => format!("One ship sails by itself from {place}"),
            };
            self.offer(what, "8.3.3", orders);
        }
        for piece in self.game.afloat_at(&self.rules.pack, at, self.side) {
            if is_naval(&self.rules.pack, &piece) {
                self.attacks(&piece);
            }
        }
    }

    /// Attacks of a naval leader's ships with a ground force (8.9).
    fn attacks(&mut self, piece: &Piece) {
        let name = vocabulary::leader_name(&self.rules.pack, &piece.leader);
        let what = format!("{name} attacks with ships, together with a ground force");
        self.add(what, "8.9.1", legal_orders::combined_attacks(self.rules, self.game, self.side, piece), Vec::new());
    }

    /// Ships that wait, at some stations.
    pub(super) fn entries(&mut self, stations: &[Station]) {
        let waiting = launch::waiting(self.game, self.side);
        let mut lists = vec![waiting.clone()];
        let river = waiting.on_rivers(&self.rules.pack);
        let mut ocean = waiting.clone();
        ocean.subtract(&river);
        lists.extend([river, ocean]);
        lists.extend(waiting.ships.iter().map(|id| Hulls::one(&Hull::Ship(id.clone()))));
        lists.retain(|hulls| !hulls.is_empty());
        lists.dedup();
        let each = lists.iter().flat_map(|hulls| stations.iter().map(move |at| entry(hulls, Some(*at))));
        let each: Vec<Order> = each.collect();
        self.offer("Bring in ships".to_owned(), launch_rule(self.side), each);
    }

    /// A ship that waits, wherever it may enter.
    fn offer_entry(&mut self, id: &Id) {
        if !launch::waiting(self.game, self.side).ships.contains(id) {
            return;
        }
        let one = Hulls::one(&Hull::Ship(id.clone()));
        let waters = if one.on_rivers(&self.rules.pack).is_empty() && self.side == Side::Union {
            Waters::Ocean
        } else {
            Waters::River
        };
        let places = launch::places(&Supplies::new(self.rules, self.game, self.side), waters);
        let orders = places.into_iter().map(Some).chain([None]).map(|at| entry(&one, at));
        let orders: Vec<Order> = orders.collect();
        self.offer("Bring it in".to_owned(), launch_rule(self.side), orders);
    }

    /// Forces by sea to coastal hexes with friendly units; if none may go, why the first may not.
    fn by_sea(&mut self, what: String, rule: &str, bases: Vec<Sea>) {
        if self.side == Side::Confederate {
            return;
        }
        let ours = self.game.groups.values().filter(|group| group.side == self.side).map(|group| group.hex);
        let ours: SortedSet<Hex> = ours.collect();
        let goals: Vec<Hex> = ours.into_iter().filter(|hex| self.on_ocean(*hex)).collect();
        let open = OpenWater::new(self.rules, self.game, self.side);
        let found = bases.iter().flat_map(|base| {
            let elsewhere: Vec<Hex> = goals.iter().copied().filter(|hex| self.from(base) != Some(*hex)).collect();
            legal_orders::sea_moves(&open, base, &elsewhere, ENDS)
        });
        let mut orders: Vec<Order> = found.map(Order::Sea).collect();
        if orders.is_empty() {
            // The first of them, to everywhere else: it says why not.
            let first = bases.first().into_iter();
            let to = first.flat_map(|base| goals.iter().map(move |to| (base, *to)));
            let to = to.filter(|(base, to)| self.from(base) != Some(*to));
            orders.extend(to.map(|(base, to)| Order::Sea(Sea { to: Some(to), ..base.clone() })));
        }
        self.offer(what, rule, orders);
    }

    /// Where a force by sea is.
    fn from(&self, order: &Sea) -> Option<Hex> {
        let leader = || Some(self.game.find_leader(order.leader.as_ref()?)?.1);
        let army = || hex_of(self.game, order.army.as_ref()?);
        order.from.or_else(army).or_else(leader)
    }

    /// Where a naval leader is with ships.
    pub(super) fn afloat(&self, leader: &Id) -> Option<(Piece, Station)> {
        self.game.pieces.iter().find_map(|(piece, place)| match place {
            Place::Afloat { at, .. } if piece.leader == *leader => Some((piece.clone(), *at)),
            _ => None,
        })
    }

    fn fleet(&self, at: Station) -> Fleet<'a> {
        Fleet::new(self.rules, self.game, self.side, at, self.guns).wide()
    }

    /// Voyages that show why none is possible: to the next station, putting the cargo ashore there.
    fn ashore(&self, crews: Vec<Sail>, at: Station) -> Vec<Sail> {
        let to = self.adjacent_stations(at);
        let land = to.first().and_then(|at| self.rules.pack.map.waterways().landings(*at).first().copied());
        crews.into_iter().map(|crew| Sail { to: to.clone(), land, ..crew }).collect()
    }

    /// The stations next to a station.
    fn adjacent_stations(&self, at: Station) -> Vec<Station> {
        self.rules.pack.map.waterways().steps(at).first().map(|step| step.to).into_iter().collect()
    }

    /// The stations next to a hex with ships of the side.
    fn fleets_beside(&self, hex: Hex) -> Vec<Station> {
        stations_beside(self.rules, hex).filter(|at| !self.game.hulls_at(*at, self.side).is_empty()).collect()
    }

    /// Whether ocean ships can reach a hex.
    fn on_ocean(&self, hex: Hex) -> bool {
        stations_beside(self.rules, hex).any(|at| self.rules.pack.map.waterways().admits(at, Waters::Ocean))
    }
}

fn entry(hulls: &Hulls, at: Option<Station>) -> Order {
    let Hulls { ships, river, ocean } = hulls.clone();
    Order::Launch(Launch { ships: vec![Launched { at, ships, river, ocean }], pay: None, condition: None })
}

/// The rule by which a side's ships enter.
fn launch_rule(side: Side) -> &'static str {
    if side == Side::Union { "10.4.1" } else { "10.5.1" }
}
