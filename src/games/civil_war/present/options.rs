//! `legal --for`: what a leader, an army or a hex can do now, and at what cost; or why it can do nothing.

use crate::sorted::SortedMap;

use crate::board::Hex;
use crate::document::{Id, Problem};
use crate::engine::{Events, Pending, Position, Ruleset, StepContext};
use crate::report::{Offer, Options, OptionsFor};

use super::{leader_location, vocabulary};
use crate::leaders::army::{self, commanded_by, commander, hex_of, may_command};
use crate::legality::uncertainty::Doubts;
use crate::naval::{route::Guns, shore::stations_beside};
use crate::orders::{Create, Move, Order, Rail};
use crate::pack::{Side, Station, Unit};
use crate::position::ledger::{Game, Piece, Place, by_command, is_cavalry, is_naval};
use crate::{CivilWar, movement};

mod naval_options;
mod subject;

use subject::Subject;

/// The maximum number of examples of each kind for a hex.
pub const FEW: usize = 4;
/// What costs nothing.
const FREE: &str = "free";
/// How many steps are searched for a leader alone.
const RIDE: usize = 12;

/// What the subject can do; with `to`, only what reaches that place.
pub fn options(
    rules: &CivilWar,
    position: &Position<CivilWar>,
    side: Side,
    asked: &OptionsFor<'_>,
) -> Result<Options<Order>, Problem> {
    let (text, most) = (asked.subject, asked.most(FEW));
    let to = asked.to.map(|place| super::show::find_hex(rules, place)).transpose()?;
    let subject = subject::find(rules, &position.game, side, text)?;
    let mut game = position.game.clone();
    let mut notes = Vec::new();
    match (&position.pending, &mut game.pulse) {
        (Some(Pending::Orders { side: asked }), Some(pulse)) if asked.as_str() == side.as_str() => {
            if std::mem::take(&mut pulse.free) {
                let said = "You must first bring in your free reinforcement; these orders may follow it.";
                notes.push((said.to_owned(), "4.2.5".to_owned()));
            }
        }
        _ => notes.push((format!("{} is not asked for orders now.", vocabulary::side_cap(side)), "4.2".to_owned())),
    }
    let asked = matches!(&position.pending, Some(Pending::Orders { side: asked }) if asked.as_str() == side.as_str());
    let guns = Guns::new(rules, &game, side);
    let mut desk =
        OptionList { rules, game: &game, position, side, guns: &guns, most: usize::MAX, to, offers: Vec::new() };
    let title = match &subject {
        Subject::Leader(id) => {
            desk.notes_of_leader(id, &mut notes);
            if asked {
                desk.leader(id);
            }
            let at =
                game.pieces.iter().find(|(piece, place)| piece.leader == *id && !matches!(place, Place::Discarded));
            match at {
                Some((piece, place)) => {
                    format!(
                        "{}, {}",
                        vocabulary::leader(&rules.pack, piece),
                        leader_location::whereabouts(&rules.pack, &game, Some(place))
                    )
                }
                None => format!("{}, not in play yet", vocabulary::leader_name(&rules.pack, id)),
            }
        }
        Subject::Army(id) => {
            if asked {
                desk.army(id);
            }
            let place = hex_of(&game, id)
                .map_or("not on the map".to_owned(), |hex| format!("in {}", vocabulary::place(&rules.pack, hex)));
            format!("{}, {place}", crate::report::grammar::capital(&vocabulary::army(&rules.pack, id)))
        }
        Subject::Hex(hex) => {
            notes.extend(subject::namesake(rules, &game, side, text));
            desk.most = most;
            if asked {
                desk.hex(*hex);
            }
            vocabulary::place(&rules.pack, *hex)
        }
        Subject::Ship(id) => {
            if asked {
                desk.ship(id);
            }
            naval_options::whereabouts(rules, &game, side, id)
        }
        Subject::Ships(at) => {
            if asked {
                desk.ships(*at);
                desk.entries(&[*at]);
            }
            let hulls = game.hulls_at(*at, side);
            let lie = if hulls.is_empty() { "no ships of yours".to_owned() } else { super::hulls(&rules.pack, &hulls) };
            format!("{}: {lie}", super::naval_text::between(&rules.pack, *at))
        }
    };
    let title = to.map_or(title.clone(), |to| format!("{title}, to {}", vocabulary::place(&rules.pack, to)));
    Ok(Options { title, notes, offers: desk.offers })
}

/// A list of offers in the making.
pub struct OptionList<'a> {
    pub rules: &'a CivilWar,
    /// As if the free reinforcement had been entered.
    pub game: &'a Game,
    pub position: &'a Position<CivilWar>,
    pub side: Side,
    /// What fires at ships of the side.
    pub guns: &'a Guns<'a>,
    pub most: usize,
    /// Only orders that reach this hex are searched.
    pub to: Option<Hex>,
    pub offers: Vec<Offer<Order>>,
}

impl OptionList<'_> {
    /// Adds the legal ones of these orders; if there are none, the objections to the first.
    pub(super) fn offer(&mut self, what: String, rule: &str, orders: impl IntoIterator<Item = Order>) {
        let mut because = Vec::new();
        let mut legal: Vec<Order> = Vec::new();
        for order in orders {
            match self.check_order(&order) {
                Ok(()) => legal.push(order),
                // The order with the fewest objections shows best what is in the way.
                Err(problems) if because.is_empty() || problems.len() < because.len() => because = problems,
                Err(_) => {}
            }
        }
        self.add(what, rule, legal, because);
    }

    pub(super) fn add(&mut self, what: String, rule: &str, mut orders: Vec<Order>, mut because: Vec<Problem>) {
        if let Some(to) = self.to {
            orders.retain(|order| order.words().ends_at(to));
        }
        let cost = orders.first().map_or(String::new(), |order| self.price(order));
        let more = orders.len().saturating_sub(self.most);
        orders.truncate(self.most);
        if !orders.is_empty() {
            because.clear();
        } else if because.is_empty() {
            return;
        }
        let hint = "name the leader, the army or the ships, or give a destination with --to".to_owned();
        let more = (more > 0).then_some((more, hint));
        self.offers.push(Offer { what, cost, rule: rule.to_owned(), orders, more, because });
    }

    fn price(&self, order: &Order) -> String {
        match (order, order.kind().cost(self.rules, self.game, self.side)) {
            (Order::Reinforce(_), _) => "1 initiative point, no command points".to_owned(),
            (_, 0) => FREE.to_owned(),
            (_, cost) => vocabulary::plural(cost, "command point"),
        }
    }

    /// Whether the rules allow an order now.
    pub(super) fn check_order(&self, order: &Order) -> Result<(), Vec<Problem>> {
        if let Order::Move(order) = order {
            return movement::check(self.rules, self.game, self.side, order, &Doubts::default()).map(|_| ());
        }
        let mut game = self.game.clone();
        let cx = StepContext { game: &mut game, standing: &self.position.standing, events: &mut Events::default() };
        self.rules.begin(cx, &self.side.id(), order).map(|_| ())
    }

    /// Why a leader is not where he could do anything.
    fn notes_of_leader(&self, id: &Id, notes: &mut Vec<(String, String)>) {
        if self.game.find_leader(id).is_some() || self.afloat(id).is_some() {
            return;
        }
        let first = self.rules.pack.map.hexes().next().map(|(hex, _)| vec![hex]).unwrap_or_default();
        let order = Move { leader: Some(id.clone()), path: first, ..Move::default() };
        if let Err(problems) = movement::check(self.rules, self.game, self.side, &order, &Doubts::default()) {
            let why = problems.into_iter().find(|problem| problem.path.as_deref() == Some("move.leader"));
            notes.extend(why.map(|problem| (format!("{}.", problem.message), problem.rule.unwrap_or_default())));
        }
    }

    /// What a leader can do.
    fn leader(&mut self, id: &Id) {
        if let Some((piece, at)) = self.afloat(id) {
            return self.admiral(&piece, at);
        }
        let Some((piece, hex, _)) = self.game.find_leader(id) else { return };
        let pack = &self.rules.pack;
        if is_naval(pack, &piece) {
            return self.admiral_ashore(&piece, hex);
        }
        let name = vocabulary::leader_name(pack, id).to_owned();
        if let Some(own) = commanded_by(self.rules, self.game, &piece).cloned() {
            self.army_marches(&own);
        }
        self.marches(&piece, hex);
        if piece.rank == 4 && army::armies_at(self.rules, self.game, hex, self.side).len() > 1 {
            let base = Move { leader: Some(id.clone()), army_group: true, ..Move::default() };
            let orders = self.reachable_marches(&base, hex);
            self.offer(format!("{name} marches with every army in his hex"), "6.2.16", orders);
        }
        if is_cavalry(pack, &piece) {
            let base = Move { leader: Some(id.clone()), sp: Some(1), convert: vec![hex], ..Move::default() };
            self.offer(
                format!(
                    "{name} takes control of the railroad or city in his \
                                hex"
                ),
                "11.2.2",
                [Order::Move(base)],
            );
        }
        self.rides(&piece, hex);
        self.trains(Some(&piece), hex);
        self.passage(&piece, hex);
        self.rally(hex);
        if may_command(self.rules, &piece) {
            self.creations(hex);
        }
    }

    /// What an army can do.
    fn army(&mut self, id: &Id) {
        let Some(hex) = hex_of(self.game, id) else {
            let hexes = army::hexes_with_commanders(self.rules, self.game, self.side);
            let orders =
                hexes.into_iter().map(|at| Order::Create(Create { army: id.clone(), at, pay: None, condition: None }));
            let orders: Vec<Order> = orders.collect();
            self.offer(format!("Form {}", vocabulary::army(&self.rules.pack, id)), "12.1.1", orders);
            return;
        };
        self.army_marches(id);
        self.removals(id);
        self.transfers(id, hex);
        self.reinforcements(hex, Some(id));
        self.rally(hex);
        let others = army::leaders(self.game, id);
        let head = commander(self.rules, self.game, id);
        for piece in by_command(&self.rules.pack, others).into_iter().filter(|piece| Some(piece) != head.as_ref()) {
            let few = if self.to.is_some() { usize::MAX } else { FEW };
            let most = std::mem::replace(&mut self.most, few);
            self.marches(&piece, hex);
            self.most = most;
        }
        self.works(hex);
    }

    /// What can be done in a hex.
    fn hex(&mut self, hex: Hex) {
        for own in army::armies_at(self.rules, self.game, hex, self.side) {
            self.army_marches(&own);
            self.removals(&own);
            self.transfers(&own, hex);
        }
        for piece in by_command(&self.rules.pack, self.game.leaders_at(&self.rules.pack, hex, self.side)) {
            if is_naval(&self.rules.pack, &piece) {
                self.rides(&piece, hex);
            } else if commanded_by(self.rules, self.game, &piece).is_none() {
                self.marches(&piece, hex);
                self.rides(&piece, hex);
                self.trains(Some(&piece), hex);
            }
        }
        let mut kinds: Vec<Option<Unit>> = self.game.groups_at(hex, self.side).map(|(_, group)| group.unit).collect();
        kinds.sort_unstable();
        kinds.dedup();
        for unit in kinds {
            let base = Move { from: Some(hex), unit, ..Move::default() };
            let orders = self.reachable_marches(&base, hex);
            let most = std::mem::replace(&mut self.most, usize::MAX);
            self.offer(format!("{} marches without a leader", one_of(unit)), "6.2.3", orders);
            self.most = most;
            if unit.is_none() {
                self.trains(None, hex);
            }
        }
        self.shore(hex);
        if self.rules.pack.map.hex(hex).is_some_and(|data| data.city.is_some()) {
            let berths: Vec<Station> = stations_beside(self.rules, hex).filter(|at| at.borders(hex)).collect();
            self.entries(&berths);
        }
        self.in_hex(hex);
    }

    /// The march of an army under its commander.
    fn army_marches(&mut self, id: &Id) {
        let Some(hex) = hex_of(self.game, id) else { return };
        let called = crate::report::grammar::capital(&vocabulary::army(&self.rules.pack, id));
        let who = commander(self.rules, self.game, id);
        let under = who.map_or(String::new(), |piece| {
            format!(" under {}", vocabulary::leader_name(&self.rules.pack, &piece.leader))
        });
        let orders = self.reachable_marches(&Move { army: Some(id.clone()), ..Move::default() }, hex);
        self.offer(format!("{called} marches{under}"), "6.2.7a", orders);
    }

    /// The march of a leader with as many strength points as he may move.
    fn marches(&mut self, piece: &Piece, hex: Hex) {
        let fresh = self.game.fresh_at(hex, self.side);
        let most = movement::sp_limit(self.rules, piece).min(fresh.max(1));
        let name = vocabulary::leader_name(&self.rules.pack, &piece.leader).to_owned();
        let base = |sp| Move { leader: Some(piece.leader.clone()), sp: Some(sp), ..Move::default() };
        // Fewer if that many cannot go, because those who stay must not be left alone.
        let mut orders = Vec::new();
        for sp in (1..=most).rev() {
            let found = self.reachable_marches(&base(sp), hex);
            let legal = found.iter().any(|order| self.check_order(order).is_ok());
            match self.to {
                // A player who asks for a place sees every number that can go there.
                Some(_) if legal => orders.extend(found),
                Some(_) => {}
                None => orders = found,
            }
            if legal && self.to.is_none() {
                break;
            }
        }
        if orders.is_empty() {
            orders = self.reachable_marches(&base(most), hex);
        }
        self.offer(format!("{name} marches with strength points"), "6.2.4", orders);
    }

    /// A leader alone, to wherever strength points of his side are.
    fn rides(&mut self, piece: &Piece, hex: Hex) {
        let name = vocabulary::leader_name(&self.rules.pack, &piece.leader).to_owned();
        let base = Move { leader: Some(piece.leader.clone()), ..Move::default() };
        let ways = self.shortest_paths(hex, RIDE);
        let ends = ways.into_iter().filter(|(end, _)| match self.to {
            Some(to) => *end == to,
            None => self.game.sp_at(*end, self.side) > 0,
        });
        let mut orders: Vec<Order> = ends.map(|(_, path)| Order::Move(Move { path, ..base.clone() })).collect();
        if orders.is_empty() {
            let near: Vec<Hex> = self.rules.pack.map.neighbors(hex).take(1).collect();
            let path = self.to.and_then(|to| self.shortest_path(hex, to)).unwrap_or(near);
            orders.push(Order::Move(Move { path, ..base }));
        }
        self.offer(format!("{name} travels alone"), "6.2.2", orders);
    }

    /// The shortest paths by steps from a hex to all others that are not the enemy's.
    pub(super) fn shortest_paths(&self, from: Hex, most: usize) -> SortedMap<Hex, Vec<Hex>> {
        let mut found: SortedMap<Hex, Vec<Hex>> = SortedMap::from([(from, Vec::new())]);
        let mut next = vec![from];
        for _ in 0..most {
            if next.is_empty() {
                break;
            }
            let mut after = Vec::new();
            for here in next {
                for there in self.rules.pack.map.neighbors(here) {
                    let open = movement::passable(self.rules, self.game, here, there, self.side).is_ok()
                        && self.game.sp_at(there, self.side.other()) == 0;
                    if open && !found.contains_key(&there) {
                        let path = found[&here].iter().copied().chain([there]).collect();
                        found.insert(there, path);
                        after.push(there);
                    }
                }
            }
            next = after;
        }
        found.remove(&from);
        found
    }

    /// Marches of a force to every hex that it can reach: attacks first, then the nearest. If none is legal, the first
    /// step, which shows why.
    fn reachable_marches(&self, base: &Move, from: Hex) -> Vec<Order> {
        let order = |path: Vec<Hex>| Move { path, ..base.clone() };
        let enemy = |hex: Hex| self.game.sp_at(hex, self.side.other()) > 0;
        let may = |order: &Move| movement::check(self.rules, self.game, self.side, order, &Doubts::default()).is_ok();
        let mut found: Vec<Vec<Hex>> = vec![Vec::new()];
        let mut seen = vec![from];
        let mut next = 0;
        while let Some(path) = found.get(next).cloned() {
            next += 1;
            let here = path.last().copied().unwrap_or(from);
            if !path.is_empty() && enemy(here) {
                continue;
            }
            let mut around: Vec<Hex> = self.rules.pack.map.neighbors(here).collect();
            around.sort();
            for there in around {
                if seen.contains(&there) || !movement::crossable(self.rules, here, there) {
                    continue;
                }
                let path: Vec<Hex> = path.iter().copied().chain([there]).collect();
                if may(&order(path.clone())) {
                    seen.push(there);
                    found.push(path);
                }
            }
        }
        found.remove(0);
        if let Some(to) = self.to {
            found.retain(|path| path.last() == Some(&to));
            if found.is_empty() {
                found.extend(self.shortest_path(from, to));
            }
        }
        if found.is_empty() {
            let step = self.rules.pack.map.neighbors(from).find(|&to| movement::crossable(self.rules, from, to));
            found.extend(step.map(|step| vec![step]));
        }
        found.sort_by_key(|path| {
            let end = path.last().copied();
            (!end.is_some_and(enemy), path.len(), end)
        });
        found.into_iter().map(|path| Order::Move(order(path))).collect()
    }

    /// The shortest path to a hex, however far it is and whoever is there: to try it, and learn what is in the way.
    fn shortest_path(&self, from: Hex, to: Hex) -> Option<Vec<Hex>> {
        let near = |path: &Vec<Hex>| path.last().is_some_and(|last| movement::crossable(self.rules, *last, to));
        let ways = self.shortest_paths(from, usize::MAX);
        let beside = || self.rules.pack.map.neighbors(to).filter_map(|hex| ways.get(&hex)).filter(|path| near(path));
        let step =
            movement::crossable(self.rules, from, to) && self.rules.pack.map.neighbors(from).any(|hex| hex == to);
        match ways.get(&to) {
            Some(path) => Some(path.clone()),
            None if step => Some(vec![to]),
            None => {
                let shortest = beside().min_by_key(|path| (path.len(), path.to_vec()))?;
                Some(shortest.iter().copied().chain([to]).collect())
            }
        }
    }

    /// Trains from a hex to where friends or cities are.
    fn trains(&mut self, piece: Option<&Piece>, from: Hex) {
        if !self.rules.pack.map.rail_hex(from) {
            return;
        }
        let map = &self.rules.pack.map;
        let ends = map.hexes().map(|(hex, _)| hex).filter(|&hex| {
            let matters = map.city(hex).is_some() || self.game.sp_at(hex, self.side) > 0;
            hex != from && map.rail_hex(hex) && self.to.map_or(matters, |to| hex == to)
        });
        let fresh = self.game.fresh_at(from, self.side);
        let sp = piece.map_or(1, |piece| movement::sp_limit(self.rules, piece).min(fresh));
        let left = crate::movement::rail::capacity_left(self.rules, self.game, self.side);
        let order = |to| Rail {
            leader: piece.map(|piece| piece.leader.clone()),
            from: piece.is_none().then_some(from),
            sp: Some(sp.min(left).max(1)),
            to,
            pay: None,
            condition: None,
        };
        let orders: Vec<Order> = ends.map(|to| Order::Rail(order(to))).collect();
        let who = match piece {
            Some(piece) => {
                format!(
                    "{} moves by rail with strength points",
                    vocabulary::leader_name(&self.rules.pack, &piece.leader)
                )
            }
            None => "One strength point moves by rail".to_owned(),
        };
        self.offer(who, "6.6.1", orders);
    }
}

/// A strength point of a kind at the beginning of a sentence.
fn one_of(unit: Option<Unit>) -> &'static str {
    match unit {
        None => "One strength point",
        Some(Unit::TexasRanger) => "One Texas Ranger",
        Some(Unit::CivilizedIndian) => "One Civilized Indian counter",
    }
}
