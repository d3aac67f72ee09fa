//! Legal voyages of the ships of one station: who may command which of them, with whom on board, and where to.

use crate::sorted::{SortedMap, SortedSet};
use std::collections::VecDeque;

use crate::board::Hex;

use super::super::route::{Guns, admitted};
use super::super::sail_order;
use crate::orders::{Load, Sail};
use crate::pack::{Side, Station, StationKind, Waters};
use crate::position::ledger::{Game, Hulls, Piece, Place, is_naval};
use crate::{CivilWar, movement, movement::territory};

/// The maximum distance of an offered voyage, in stations.
const MAX_DISTANCE: u32 = 60;

/// The ships of a side at a station that have not moved.
pub struct Fleet<'a> {
    rules: &'a CivilWar,
    game: &'a Game,
    side: Side,
    at: Station,
    guns: &'a Guns<'a>,
    hulls: Hulls,
    /// The adjacent hex with the most strength points that may board, and their number.
    loads: Option<(Hex, u32)>,
    /// The number of places to look for, as a multiple of the usual number.
    wide: usize,
}

impl<'a> Fleet<'a> {
    /// The ships there now. `guns`: the fortifications that fire at the side.
    pub fn new(rules: &'a CivilWar, game: &'a Game, side: Side, at: Station, guns: &'a Guns<'a>) -> Fleet<'a> {
        let hulls = game.fresh_hulls_at(at, side);
        let hexes = rules.pack.map.waterways().landings(at).into_iter();
        let loads = hexes.map(|hex| (hex, game.fresh_at(hex, side))).filter(|(_, sp)| *sp > 0);
        let loads = loads.max_by_key(|(hex, sp)| (*sp, *hex));
        Fleet { rules, game, side, at, guns, hulls, loads, wide: 1 }
    }

    /// The same ships, to more destinations: for a player who asks about them.
    pub fn wide(self) -> Fleet<'a> {
        Fleet { wide: 2, ..self }
    }

    /// Whether none of them may sail.
    pub fn is_empty(&self) -> bool {
        self.hulls.is_empty()
    }

    /// At most `most` voyages, a few for everybody who may sail: each naval leader there, adjacent ground leaders, and
    /// single ships.
    pub fn some(&self, most: usize) -> Vec<Sail> {
        let admirals = self.game.afloat_at(&self.rules.pack, self.at, self.side);
        let mut crews: Vec<Sail> = admirals.iter().flat_map(|piece| self.under_admiral(piece)).collect();
        let landings = self.rules.pack.map.waterways().landings(self.at).into_iter();
        let ground = landings.flat_map(|hex| self.game.leaders_at(&self.rules.pack, hex, self.side));
        let ground = ground.filter(|piece| !is_naval(&self.rules.pack, piece));
        crews.extend(ground.flat_map(|piece| self.under_general(&piece)).take(2));
        crews.extend(self.singles());
        self.voyages(crews, most)
    }

    /// What a naval leader with them takes along: with and without strength points and the ranking leader ashore.
    pub fn under_admiral(&self, piece: &Piece) -> Vec<Sail> {
        let Some(base) = self.commanded(piece) else { return Vec::new() };
        let strength = self.loads.map_or(0, |(_, sp)| sp).min(base.hulls().transports());
        let mut crews = vec![base.clone()];
        for sp in [strength, strength.saturating_sub(1)] {
            let load = self.loads.filter(|_| sp > 0).map(|(at, _)| Load { at, sp, leaders: Vec::new() });
            crews.extend(load.map(|load| Sail { load: Some(load), ..base.clone() }));
        }
        // First a landing, if there is anything to land.
        crews.sort_by_key(|crew| std::cmp::Reverse(crew.load.as_ref().map(|load| load.sp)));
        if let Some((hex, _)) = self.loads {
            let here = self.game.leaders_at(&self.rules.pack, hex, self.side);
            let chief = here.into_iter().filter(|piece| self.may_board(piece)).max_by_key(|piece| piece.rank);
            crews.extend(chief.into_iter().flat_map(|chief| self.carried(piece, &chief, hex)).take(1));
        }
        crews
    }

    /// A ground leader whom naval leaders with them carry, with strength points of his hex, and alone.
    pub fn with_general(&self, piece: &Piece, hex: Hex) -> Vec<Sail> {
        let admirals = self.game.afloat_at(&self.rules.pack, self.at, self.side);
        admirals.iter().flat_map(|admiral| self.carried(admiral, piece, hex)).collect()
    }

    fn carried(&self, admiral: &Piece, piece: &Piece, hex: Hex) -> Vec<Sail> {
        let Some(base) = self.commanded(admiral) else { return Vec::new() };
        let transports = base.hulls().transports();
        if transports == 0 {
            return Vec::new();
        }
        let strength = self.game.fresh_at(hex, self.side).min(transports);
        let mut each = vec![strength, strength.saturating_sub(1), 0];
        each.dedup();
        let load = |sp| Load { at: hex, sp, leaders: vec![piece.leader.clone()] };
        each.into_iter().map(|sp| Sail { load: Some(load(sp)), ..base.clone() }).collect()
    }

    /// What an adjacent ground leader commands: transports, each with a strength point of his hex.
    pub fn under_general(&self, piece: &Piece) -> Vec<Sail> {
        let Some(hex) = self.game.pieces.get(piece).and_then(Place::hex) else { return Vec::new() };
        if self.hulls.transports() == 0 || !movement::may_move(self.game, piece) {
            return Vec::new();
        }
        let strength = self.game.fresh_at(hex, self.side);
        let sp = (movement::sp_limit(self.rules, piece) / 2).min(self.hulls.transports()).min(strength);
        if sp == 0 {
            return Vec::new();
        }
        let carriers = part(&Hulls { ships: SortedSet::new(), ..self.hulls.clone() }, sp);
        let load = Some(Load { at: hex, sp, leaders: Vec::new() });
        vec![Sail { leader: Some(piece.leader.clone()), from: Some(self.at), load, ..of(&carriers) }]
    }

    /// One ship by itself, of each kind; a transport also with a strength point.
    pub fn singles(&self) -> Vec<Sail> {
        let mut crews = Vec::new();
        for kind in self.hulls.kinds() {
            let one = Hulls::one(&kind);
            let base = Sail { from: Some(self.at), ..of(&one) };
            let load =
                self.loads.filter(|_| one.transports() > 0).map(|(at, _)| Load { at, sp: 1, leaders: Vec::new() });
            crews.extend(load.map(|load| Sail { load: Some(load), ..base.clone() }));
            crews.push(base);
        }
        crews
    }

    /// What a naval leader commands, ironclads first (8.2.1); `None` if he has moved.
    fn commanded(&self, piece: &Piece) -> Option<Sail> {
        let unmoved = matches!(self.game.pieces.get(piece), Some(Place::Afloat { moved: false, .. }));
        let most = u32::from(self.rules.pack.charts.naval.leader_ships);
        let part = part(&self.hulls, most);
        (unmoved && !part.is_empty()).then(|| Sail { leader: Some(piece.leader.clone()), ..of(&part) })
    }

    fn may_board(&self, piece: &Piece) -> bool {
        !is_naval(&self.rules.pack, piece)
            && movement::may_move(self.game, piece)
            && crate::leaders::army::commanded_by(self.rules, self.game, piece).is_none()
    }

    /// At most `most` legal voyages of these crews, about equally many of each.
    pub fn voyages(&self, crews: Vec<Sail>, most: usize) -> Vec<Sail> {
        let mut orders: Vec<Sail> = Vec::new();
        let count = crews.len();
        // Where ships may go follows from the waters that each of them keeps to.
        let mut known: SortedMap<(bool, bool, Option<Hex>), Vec<Goal>> = SortedMap::new();
        for (n, base) in crews.into_iter().enumerate() {
            let share = most.saturating_sub(orders.len()).div_ceil(count - n);
            let only = |waters| base.hulls().may_go(&self.rules.pack, |own| own == waters);
            let alike = (only(Waters::River), only(Waters::Ocean), base.load.as_ref().map(|load| load.at));
            let goals = known.entry(alike).or_insert_with(|| self.goals(&base));
            let to = |goal: &Goal| {
                let land = goal.land.filter(|_| base.load.is_some());
                Sail { to: vec![goal.at], land, ..base.clone() }
            };
            let legal = |order: &Sail| {
                order.load.is_some() == order.land.is_some()
                    && !orders.contains(order)
                    && sail_order::check_with(self.rules, self.game, self.side, order, self.guns).is_ok()
            };
            let found: Vec<Sail> = goals.iter().map(to).filter(legal).take(share).collect();
            orders.extend(found);
        }
        let mut once: Vec<Sail> = Vec::new();
        orders.into_iter().for_each(|order| {
            if !once.contains(&order) {
                once.push(order);
            }
        });
        once
    }

    /// The nearest places of each kind: enemy ships; friendly strength points; an enemy city or enemy strength points;
    /// a hexside between two enemy hexes; and the next station.
    fn goals(&self, base: &Sail) -> Vec<Goal> {
        let Fleet { rules, game, side, at: from, guns, .. } = *self;
        let ways = rules.pack.map.waterways();
        let hulls = base.hulls();
        let ocean = hulls.may_go(&rules.pack, |waters| waters == Waters::Ocean);
        let kind = if ocean { Waters::Ocean } else { Waters::River };
        let loaded = base.load.as_ref().map(|load| load.at);
        let enemy = side.other();
        let mut seen = SortedSet::from([from]);
        let mut next = VecDeque::from([(from, 0)]);
        let mut found: [Vec<Goal>; 5] = Default::default();
        let quota = [1, 1, 2, 1, 1].map(|few| few * self.wide);
        while let Some((here, far)) = next.pop_front() {
            if here != from && ways.station_kind(here) != Some(StationKind::Sea) {
                let landings = ways.landings(here);
                let own = landings.iter().copied().find(|hex| game.sp_at(*hex, side) > 0 && Some(*hex) != loaded);
                let foe = |hex: &Hex| {
                    let city = rules.pack.map.city(*hex).is_some();
                    game.sp_at(*hex, enemy) > 0 || city && territory::controller(rules, game, *hex) == Some(enemy)
                };
                let target = landings.iter().copied().find(foe);
                let between = here.hexes().all(|hex| territory::controller(rules, game, hex) == Some(enemy));
                let kinds = [
                    guns.ships(here).then_some(None),
                    own.map(Some),
                    target.map(Some),
                    between.then_some(None),
                    Some(landings.first().copied()),
                ];
                for (n, land) in kinds.into_iter().enumerate() {
                    if let Some(land) = land
                        && found[n].len() < quota[n]
                    {
                        found[n].push(Goal { at: here, land });
                    }
                }
            }
            if far >= MAX_DISTANCE || found.iter().zip(quota).all(|(goals, quota)| goals.len() >= quota) {
                continue;
            }
            for step in ways.steps_of(here, kind) {
                if admitted(rules, &hulls, step.to) && seen.insert(step.to) {
                    next.push_back((step.to, far + 1));
                }
            }
        }
        found.into_iter().flatten().collect()
    }
}

/// An order to these ships.
fn of(hulls: &Hulls) -> Sail {
    let Hulls { ships, river, ocean } = hulls.clone();
    Sail { ships, river, ocean, ..Sail::default() }
}

/// As many of these ships, ironclads first.
pub fn part(hulls: &Hulls, most: u32) -> Hulls {
    let mut part = Hulls { ships: hulls.ships.iter().take(most as usize).cloned().collect(), ..Hulls::default() };
    part.river = hulls.river.min(most.saturating_sub(part.points()));
    part.ocean = hulls.ocean.min(most.saturating_sub(part.points()));
    part
}

/// A place that ships may go to.
struct Goal {
    at: Station,
    land: Option<Hex>,
}
