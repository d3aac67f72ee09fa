//! Orders that bring somebody to an area: by every open path, or what is in the way.

use crate::sorted::{SortedMap, SortedSet};

use crate::board::Area;
use crate::document::{Id, Problem, inline};
use crate::engine::{Events, Position, Ruleset, StepContext};
use crate::report::Offer;

use super::super::vocabulary;
use super::Subject;
use crate::SevenDays;
use crate::combat::retreat::UNITS_PER_BRIDGE;
use crate::orders::{Assault, Move, Order, Party, Regroup};
use crate::pack::Side;
use crate::position::ledger::{Game, LeaderPlace};
use crate::projection;

/// Somebody who would go, and to where.
pub struct DestinationSearch<'a> {
    pub rules: &'a SevenDays,
    pub position: &'a Position<SevenDays>,
    pub side: Side,
    pub subject: &'a Subject,
    pub to: Area,
}

/// Those who go together.
#[derive(Clone, Debug, PartialEq)]
struct MarchGroup {
    from: Area,
    units: Vec<Id>,
    leaders: Vec<Id>,
}

impl MarchGroup {
    /// The one whose path is searched: the others follow.
    fn first(&self) -> Option<&Id> {
        self.units.first().or(self.leaders.first())
    }

    fn move_order(&self, path: Vec<Area>) -> Move {
        Move { units: self.units.clone(), leaders: self.leaders.clone(), path, ..Move::default() }
    }
}

/// The result for a kind of order: the legal orders by cost, or else the smallest set of objections.
#[derive(Default)]
struct Found {
    legal: SortedMap<u8, Vec<Order>>,
    because: Vec<Problem>,
}

impl Found {
    fn refused(&mut self, problems: Vec<Problem>) {
        if self.because.is_empty() || problems.len() < self.because.len() {
            self.because = problems;
        }
    }
}

impl DestinationSearch<'_> {
    /// What brings the subject there now, and at what cost.
    pub fn offers(&self) -> Vec<Offer<Order>> {
        let game = &self.position.game;
        match game.current {
            Some(_) => self.moves(),
            None => self.impulses().into_iter().chain(self.regroups()).collect(),
        }
    }

    /// The groups that may be meant: each unit alone, everybody in an area, and its leaders.
    fn march_groups(&self, game: &Game) -> Vec<MarchGroup> {
        let (rules, side) = (self.rules, self.side);
        let unit_at = |id: &Id| game.units.get(id).map(|state| state.at);
        let leaders_in = |at: Area| game.leaders_in(&rules.pack, at, side).cloned().collect::<Vec<Id>>();
        let units_in = |at: Area| game.units_at(&rules.pack, at, side).map(|(id, ..)| id.clone()).collect::<Vec<Id>>();
        let commanded = |id: &Id, command: &Id| rules.unit(id).is_some_and(|unit| unit.command == *command);
        let with = |from: Area, units: Vec<Id>, leaders: Vec<Id>| -> Vec<MarchGroup> {
            let alone = units.iter().map(|id| MarchGroup { from, units: vec![id.clone()], leaders: Vec::new() });
            let mut found: Vec<MarchGroup> = alone.collect();
            for leader in &leaders {
                found.push(MarchGroup { from, units: Vec::new(), leaders: vec![leader.clone()] });
            }
            for most in [units.len(), usize::from(UNITS_PER_BRIDGE)] {
                let all =
                    MarchGroup { from, units: units.iter().take(most).cloned().collect(), leaders: leaders.clone() };
                let without = MarchGroup { leaders: Vec::new(), ..all.clone() };
                found.extend([all, without].into_iter().filter(|all| all.units.len() + all.leaders.len() > 1));
            }
            found
        };
        let found = match self.subject {
            Subject::Unit(id) => {
                let group = |from| MarchGroup { from, units: vec![id.clone()], leaders: Vec::new() };
                unit_at(id).map(|from| vec![group(from)]).unwrap_or_default()
            }
            Subject::Leader(id) => {
                let Some(from) = game.leader_at(id) else { return Vec::new() };
                let command = rules.pack.forces.leaders.get(id).and_then(|leader| leader.command.as_ref());
                let own = units_in(from).into_iter().filter(|unit| command.is_some_and(|of| commanded(unit, of)));
                let found = with(from, own.collect(), vec![id.clone()]);
                found.into_iter().filter(|group| group.leaders.contains(id)).collect()
            }
            Subject::Command(command) => {
                let places: SortedSet<Area> =
                    game.units.keys().filter(|id| commanded(id, command)).filter_map(unit_at).collect();
                let led = |id: &Id| {
                    rules.pack.forces.leaders.get(id).is_some_and(|leader| leader.command.as_ref() == Some(command))
                };
                let of = |from: Area| {
                    let units = units_in(from).into_iter().filter(|id| commanded(id, command)).collect();
                    with(from, units, leaders_in(from).into_iter().filter(led).collect())
                };
                places.into_iter().flat_map(of).collect()
            }
            Subject::Area(at) => with(*at, units_in(*at), leaders_in(*at)),
        };
        let mut each: Vec<MarchGroup> = Vec::new();
        for group in found {
            if group.from != self.to && !each.contains(&group) {
                each.push(group);
            }
        }
        each
    }

    /// Why an order is not legal in this position, if it is not.
    fn try_order(&self, game: &Game, order: &Order) -> Result<(), Vec<Problem>> {
        let mut trial = game.clone();
        let cx = StepContext { game: &mut trial, standing: &self.position.standing, events: &mut Events::discarding() };
        self.rules.begin(cx, &self.side.id(), order).map(|_| ())
    }

    /// Marches in the impulse that is under way.
    fn moves(&self) -> Vec<Offer<Order>> {
        let found = self.marches(&self.position.game);
        if found.legal.is_empty() {
            return self.unavailable("Move", "9.2", found.because);
        }
        let offer = |(cost, orders): (u8, Vec<Order>)| Offer {
            what: "Move".to_owned(),
            cost: vocabulary::plural(cost.into(), "Movement Factor"),
            rule: "9.2".to_owned(),
            orders,
            more: None,
            because: Vec::new(),
        };
        found.legal.into_iter().map(offer).collect()
    }

    /// The marches of everybody who may be meant, in a game in which an impulse is under way.
    fn marches(&self, game: &Game) -> Found {
        let mut found = Found::default();
        for group in self.march_groups(game) {
            let way = group.first().and_then(|who| self.cheapest_path(game, who, group.from));
            let known = way.is_some();
            let Some((path, cost)) = way.or_else(|| Some((self.shortest_path(group.from)?, 0))) else { continue };
            let order = Order::Move(group.move_order(path));
            match self.try_order(game, &order) {
                // A path that was closed to the first is closed to the others.
                Ok(()) if known => found.legal.entry(cost).or_default().push(order),
                Ok(()) => {}
                Err(problems) => found.refused(problems),
            }
        }
        found
    }

    /// The cheapest path of a unit or leader to the area with its remaining Movement Factors, and the cost.
    fn cheapest_path(&self, game: &Game, who: &Id, from: Area) -> Option<(Vec<Area>, u8)> {
        let mut done = SortedSet::new();
        let mut next = vec![(0_u8, Vec::<Area>::new(), game.clone())];
        while let Some(n) = (0..next.len()).min_by_key(|n| (next[*n].0, next[*n].1.len(), next[*n].1.clone())) {
            let (cost, path, game) = next.swap_remove(n);
            let at = path.last().copied().unwrap_or(from);
            if !path.is_empty() && at == self.to {
                return Some((path, cost));
            }
            let met = !path.is_empty() && game.has_units(&self.rules.pack, at, self.side.other());
            if met || !done.insert(at) {
                continue;
            }
            for there in self.rules.adjacent(&game, at).filter(|there| !done.contains(there)) {
                let Ok(entry) = self.rules.entry(&game, self.side, who, at, there) else { continue };
                let mut after = game.clone();
                if let Some(state) = after.units.get_mut(who) {
                    state.at = there;
                } else if let Some(state) = after.leaders.get_mut(who) {
                    state.place = LeaderPlace::At(there);
                }
                if let Some(current) = &mut after.current {
                    *current.spent.entry(who.clone()).or_insert(0) += entry.mf;
                }
                let path = path.iter().copied().chain([there]).collect();
                next.push((cost.saturating_add(entry.mf), path, after));
            }
        }
        None
    }

    /// The shortest path to the area, whatever it costs and whoever is on it: to try it, and learn what is in the way.
    fn shortest_path(&self, from: Area) -> Option<Vec<Area>> {
        let game = &self.position.game;
        let mut found: SortedMap<Area, Vec<Area>> = SortedMap::from([(from, Vec::new())]);
        let mut next = vec![from];
        while !next.is_empty() && !found.contains_key(&self.to) {
            let mut after = Vec::new();
            for here in next {
                for there in self.rules.adjacent(game, here) {
                    if !found.contains_key(&there) {
                        let path = found[&here].iter().copied().chain([there]).collect();
                        found.insert(there, path);
                        after.push(there);
                    }
                }
            }
            next = after;
        }
        found.remove(&self.to).filter(|path| !path.is_empty())
    }

    /// Assault Impulses in which the subject, once activated, could go there.
    fn impulses(&self) -> Vec<Offer<Order>> {
        let game = &self.position.game;
        let mut because = Vec::new();
        let mut offers: Vec<Offer<Order>> = Vec::new();
        let places: SortedSet<Area> = self.march_groups(game).iter().map(|group| group.from).collect();
        for area in places {
            let plain = Assault { area, ..Assault::default() };
            let leaders = game.leaders_in(&self.rules.pack, area, self.side);
            let led = leaders.map(|leader| Assault { leader: Some(leader.clone()), ..plain.clone() });
            for assault in led.chain([plain.clone()]) {
                let order = Order::Assault(assault);
                let after = match projection::after_order(self.rules, self.position, game, self.side, &order) {
                    Ok(Some(ahead)) => ahead.game,
                    Ok(None) => continue,
                    Err(problems) => {
                        because.push(problems);
                        continue;
                    }
                };
                let found = self.marches(&after);
                because.push(found.because);
                for (cost, marches) in found.legal {
                    // The largest group represents all that could go at the same cost.
                    let Some(march) = marches.iter().max_by_key(|march| size(march)) else { continue };
                    let then = serde_json::to_value(march).map(|march| inline(&march)).unwrap_or_default();
                    offers.push(Offer {
                        what: format!("Begin an Assault Impulse, and once active go on with {then}"),
                        cost: vocabulary::plural(cost.into(), "Movement Factor"),
                        rule: "8.1.1, 9.2".to_owned(),
                        orders: vec![order.clone()],
                        more: None,
                        because: Vec::new(),
                    });
                }
            }
        }
        if !offers.is_empty() {
            return offers;
        }
        because.retain(|problems| !problems.is_empty());
        let least = because.into_iter().min_by_key(Vec::len).unwrap_or_default();
        self.unavailable("Begin an Assault Impulse and move there", "8.1.1", least)
    }

    /// Regroups that end there.
    fn regroups(&self) -> Vec<Offer<Order>> {
        let mut found = Found::default();
        for group in self.march_groups(&self.position.game) {
            let MarchGroup { from, units, leaders } = group;
            let party = Party {
                area: self.to,
                units: units.into_iter().collect(),
                leaders: leaders.into_iter().collect(),
                ..Party::default()
            };
            let order = Order::Regroup(Regroup { from, to: vec![party], ..Regroup::default() });
            match self.try_order(&self.position.game, &order) {
                Ok(()) => found.legal.entry(0).or_default().push(order),
                Err(problems) => found.refused(problems),
            }
        }
        match found.legal.remove(&0) {
            None => self.unavailable("Regroup", "8.1.2", found.because),
            Some(orders) => vec![Offer {
                what: "Regroup".to_owned(),
                cost: String::new(),
                rule: "8.1.2".to_owned(),
                orders,
                more: None,
                because: Vec::new(),
            }],
        }
    }

    fn unavailable(&self, what: &str, rule: &str, because: Vec<Problem>) -> Vec<Offer<Order>> {
        if because.is_empty() {
            return Vec::new();
        }
        let (what, rule) = (what.to_owned(), rule.to_owned());
        vec![Offer { what, cost: String::new(), rule, orders: Vec::new(), more: None, because }]
    }
}

/// How many go.
fn size(order: &Order) -> usize {
    match order {
        Order::Move(order) => order.units.len() + order.leaders.len(),
        _ => 0,
    }
}
