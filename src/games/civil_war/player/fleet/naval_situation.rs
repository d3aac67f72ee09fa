//! The player's view of the water.

use crate::sorted::{SortedMap, SortedSet};
use std::cell::{OnceCell, RefCell};
use std::rc::Rc;

use crate::board::Hex;
use crate::document::Id;
use crate::events::combat::Defence;
use crate::naval::route::Guns;
use crate::naval::shore::stations_beside;
use crate::pack::{Side, Station, Waters};
use crate::position::ledger::{Game, Hulls, Piece, Place, Track, counter, initiative, is_naval};
use crate::{CivilWar, leaders::army, movement, movement::territory};

use super::super::Situation;

/// Ways past more guns than this are not thought of.
const DANGER: u32 = 2;
/// The war on water, as a side looks at it when it is about to give an order.
pub struct NavalSituation<'p, 'a> {
    pub picture: &'p Situation<'a>,
    pub rules: &'a CivilWar,
    pub game: &'a Game,
    pub side: Side,
    pub guns: Guns<'a>,
    /// Naval command points.
    naval: u32,
    /// What an order to ships may cost at most.
    pub most: u32,
    /// Strength points of each side, by hex.
    pub own: SortedMap<Hex, u32>,
    pub foes: SortedMap<Hex, u32>,
    prizes: OnceCell<SortedMap<Hex, i64>>,
    crews: OnceCell<Vec<CommandedShips>>,
    defences: RefCell<SortedMap<Hex, u32>>,
    reached: RefCell<Vec<(Station, Waters, Rc<Reach>)>>,
    /// The value of the best landing, by leader, start and number of strength points.
    pub landings: RefCell<SortedMap<Force, i64>>,
}

/// The leader of a landing, its start, its waters, and its number of strength points from which hex.
type Force = (Piece, Station, Waters, Hex, u32);

/// The minimum number of guns on the way to each station.
pub type Reach = SortedMap<Station, u32>;

/// Ships of one kind at one station, and their commander.
pub struct CommandedShips {
    pub leader: Piece,
    /// One of the navy.
    pub naval: bool,
    pub at: Station,
    /// The hex of a ground leader.
    pub ashore: Option<Hex>,
    pub waters: Waters,
    /// Those that have not moved, of that kind alone.
    pub hulls: Hulls,
    pub price: u32,
    /// How many points he commands: ships, and with a ground leader strength points too.
    pub most: u32,
}

impl<'p, 'a> NavalSituation<'p, 'a> {
    /// The view of the water; `None` if no command points can pay for ships.
    pub fn new(picture: &'p Situation<'a>) -> Option<NavalSituation<'p, 'a>> {
        let Situation { rules, game, side, .. } = *picture;
        let on = |track| game.side(side).commands.get(&track).copied().unwrap_or(0);
        let naval = if side == Side::Union { on(Track::Naval) } else { 0 };
        let most = (naval + on(Track::Discretionary)).min(game.initiative_left());
        if most == 0 {
            return None;
        }
        let (mut own, mut foes) = (SortedMap::new(), SortedMap::new());
        for group in game.groups.values() {
            *(if group.side == side { &mut own } else { &mut foes }).entry(group.hex).or_insert(0) += group.sp;
        }
        let guns = Guns::new(rules, game, side);
        let (prizes, crews) = (OnceCell::new(), OnceCell::new());
        let (reached, defences, landings) = (RefCell::default(), RefCell::default(), RefCell::default());
        Some(NavalSituation {
            picture,
            rules,
            game,
            side,
            guns,
            naval,
            most,
            own,
            foes,
            prizes,
            crews,
            defences,
            reached,
            landings,
        })
    }

    /// The weight of a price beyond its points: discretionary points can be used anywhere.
    pub fn price_weight(&self, price: u32) -> i64 {
        20 * i64::from(price.saturating_sub(self.naval))
    }

    /// The enemy hexes that are worth having, each with its worth in hundredths of a victory point.
    pub fn targets(&self) -> &SortedMap<Hex, i64> {
        self.prizes.get_or_init(|| self.find_targets())
    }

    fn find_targets(&self) -> SortedMap<Hex, i64> {
        let (rules, game, enemy) = (self.rules, self.game, self.side.other());
        let mut prizes: SortedMap<Hex, i64> = SortedMap::new();
        let mut shut: Vec<(Hex, i64)> = Vec::new();
        // Of the enemy's states: how many cities he still has there, and the points of all.
        let mut whole: SortedMap<Id, (i64, i64)> = SortedMap::new();
        for (hex, data) in rules.pack.map.hexes() {
            let Some(city) = data.city.as_ref().filter(|city| city.vp > 0) else { continue };
            if territory::is_enemy_state(rules, game, &city.state, self.side) {
                let (count, points) = whole.entry(city.state.clone()).or_default();
                *points += i64::from(city.vp);
                *count += i64::from(territory::controller(rules, game, hex) == Some(enemy));
            }
        }
        for (hex, data) in rules.pack.map.hexes() {
            let city = data.city.as_ref();
            if city.is_none() && data.fort.is_none() && !game.depots.contains_key(&hex) {
                continue;
            }
            if territory::controller(rules, game, hex) != Some(enemy) {
                continue;
            }
            let mut worth = 0;
            if let Some(city) = city {
                worth += 110 * i64::from(city.vp);
                if let Some((count, points)) = whole.get(&city.state).filter(|_| city.vp > 0) {
                    // A side that has all cities of a state gets their points twice (17.2).
                    worth += 100 * points / (count * count);
                }
                let points = city.imports.as_ref().map_or(0, |port| 15 * i64::from(port.points));
                worth += points + i64::from(city.port) * 10;
                shut.extend(city.imports.iter().flat_map(|port| &port.shut_by).map(|fort| (*fort, points)));
                let near = rules
                    .pack
                    .map
                    .neighbors(hex)
                    .filter(|there| territory::fort_holder(rules, game, *there) == Some(enemy));
                shut.extend(near.map(|fort| (fort, 25 * i64::from(city.vp))));
            }
            if territory::fort_holder(rules, game, hex) == Some(enemy) {
                worth += 25;
            }
            if game.depots.get(&hex) == Some(&enemy) {
                worth += 30;
            }
            if worth > 0 {
                *prizes.entry(hex).or_default() += worth;
            }
        }
        for (fort, more) in shut {
            if territory::fort_holder(rules, game, fort) == Some(enemy) {
                *prizes.entry(fort).or_default() += more;
            }
        }
        prizes
    }

    /// The stations that ships of a kind can reach without meeting enemy ships, and past how many guns.
    pub fn reach(&self, from: Station, waters: Waters) -> Rc<Reach> {
        let mut known = self.reached.borrow_mut();
        // A station that can be reached and left without passing guns leads to the same places.
        let free = |at: Station| self.guns.danger(at) == 0;
        let same = |(start, kind, reach): &&(Station, Waters, Rc<Reach>)| {
            *kind == waters && (*start == from || reach.get(&from) == Some(&0) && free(*start) && free(from))
        };
        if let Some((_, _, reach)) = known.iter().find(same) {
            return Rc::clone(reach);
        }
        let found = Rc::new(self.find_reach(from, waters));
        known.push((from, waters, Rc::clone(&found)));
        found
    }

    fn find_reach(&self, from: Station, waters: Waters) -> Reach {
        let ways = self.rules.pack.map.waterways();
        let mut reach = Reach::new();
        let mut waiting: Vec<Vec<Station>> = vec![Vec::new(); DANGER as usize + 1];
        waiting[0].push(from);
        for danger in 0..=DANGER {
            while let Some(here) = waiting[danger as usize].pop() {
                if reach.contains_key(&here) {
                    continue;
                }
                reach.insert(here, danger);
                if here != from && self.guns.ships(here) {
                    // There they fight, and go no further in thought.
                    continue;
                }
                for step in ways.steps_of(here, waters) {
                    if !reach.contains_key(&step.to) {
                        let guns = danger + u32::try_from(self.guns.forts(step.to).len()).unwrap_or(u32::MAX);
                        if let Some(list) = waiting.get_mut(guns as usize) {
                            list.push(step.to);
                        }
                    }
                }
            }
        }
        reach
    }

    /// Strength points outside armies that may leave a hex: captured enemy ground is not left empty, nor are
    /// fortifications.
    pub fn spare(&self, hex: Hex) -> u32 {
        if self.game.demoralized_at(hex, self.side) {
            return 0;
        }
        let free = self
            .game
            .groups_at(hex, self.side)
            .filter(|(_, group)| !group.moved && group.army.is_none() && group.unit.is_none());
        let free: u32 = free.map(|(_, group)| group.sp).sum();
        let all = self.own.get(&hex).copied().unwrap_or(0);
        let won = territory::has_feature(self.rules, hex) && territory::is_enemy(self.rules, self.game, hex, self.side);
        let guns = territory::fort_holder(self.rules, self.game, hex) == Some(self.side);
        free.min(all.saturating_sub((won || guns).into()))
    }

    /// The ground leaders who have to go along if this many strength points leave a hex, because each who stays needs
    /// one there (6.2.11c): the best in a fight first. `None` if they cannot all go.
    pub fn leaders_needed(&self, hex: Hex, sp: u32, least: usize) -> Option<Vec<Piece>> {
        let here = self.game.leaders_at(&self.rules.pack, hex, self.side).into_iter();
        let (mut free, stay): (Vec<Piece>, Vec<Piece>) =
            here.filter(|piece| !is_naval(&self.rules.pack, piece)).partition(|piece| self.may_board(piece));
        let left = self.own.get(&hex).copied().unwrap_or(0).saturating_sub(sp) as usize;
        let needed = (free.len() + stay.len()).saturating_sub(left).max(least.min(free.len()));
        let rating = |piece: &Piece| counter(&self.rules.pack, piece).map_or(0, |counter| counter.tactical);
        free.sort_by_key(|piece| (std::cmp::Reverse(rating(piece)), piece.rank, piece.clone()));
        free.truncate(needed);
        (free.len() == needed).then_some(free)
    }

    /// The cost of this many strength points leaving a hex, in hundredths of a victory point.
    pub fn departure_cost(&self, hex: Hex, sp: u32) -> i64 {
        let Some(at) = self.picture.chart.ix(hex) else { return 0 };
        let own = self.picture.own[at];
        let stand = self.picture.hold_value(at, own) - self.picture.hold_value(at, own.saturating_sub(sp));
        stand + self.nearby_need(hex, sp)
    }

    /// The value of this many coming to a hex, if the hex itself is then worth `prize` more.
    pub fn arrival_value(&self, hex: Hex, sp: u32, prize: i64) -> i64 {
        let Some(at) = self.picture.chart.ix(hex) else { return 0 };
        let (own, keep) = (self.picture.own[at], self.picture.keep[at]);
        let stand = self.picture.hold_value_for(at, own + sp, 0, keep + prize) - self.picture.hold_value(at, own);
        prize + stand + self.nearby_need(hex, sp)
    }

    /// How much a hex is near places where strength is needed.
    fn nearby_need(&self, hex: Hex, sp: u32) -> i64 {
        let Some(at) = self.picture.chart.ix(hex) else { return 0 };
        self.picture.importance(at) * i64::from(sp.min(12)) / 30
    }

    /// Everybody who may command ships now, with the ships of each kind with him.
    pub fn crews(&self) -> &[CommandedShips] {
        self.crews.get_or_init(|| self.find_crews())
    }

    fn find_crews(&self) -> Vec<CommandedShips> {
        let (rules, game, side) = (self.rules, self.game, self.side);
        let mut stations: SortedSet<Station> = SortedSet::new();
        stations.extend(game.squadrons.values().filter(|one| one.side == side && !one.moved).map(|one| one.at));
        let mut crews = Vec::new();
        for at in stations {
            let fresh = game.fresh_hulls_at(at, side);
            for waters in [Waters::Ocean, Waters::River] {
                let hulls = self.of_kind(&fresh, waters);
                if hulls.is_empty() {
                    continue;
                }
                for piece in game.afloat_at(&rules.pack, at, side) {
                    if initiative(&rules.pack, &piece) <= self.most && fresh_afloat(game, &piece) {
                        crews.push(self.crew(piece, at, None, waters, hulls.clone()));
                    }
                }
                for hex in rules.pack.map.waterways().landings(at) {
                    // Of the ground leaders there, the most effective for his price.
                    let here = game.leaders_at(&rules.pack, hex, side).into_iter();
                    let here = here.filter(|piece| !is_naval(&rules.pack, piece) && self.may_board(piece));
                    let best = here.min_by_key(|piece| {
                        (initiative(&rules.pack, piece), std::cmp::Reverse(movement::sp_limit(rules, piece)))
                    });
                    crews.extend(best.map(|piece| self.crew(piece, at, Some(hex), waters, hulls.clone())));
                }
            }
        }
        crews.retain(|crew| crew.price <= self.most);
        crews
    }

    fn crew(&self, leader: Piece, at: Station, ashore: Option<Hex>, waters: Waters, hulls: Hulls) -> CommandedShips {
        let naval = ashore.is_none();
        let price = initiative(&self.rules.pack, &leader);
        let most = match naval {
            true => self.rules.pack.charts.naval.leader_ships.into(),
            false => movement::sp_limit(self.rules, &leader),
        };
        CommandedShips { leader, naval, at, ashore, waters, hulls, price, most }
    }

    /// Whether a ground leader may go with ships: he commands no army, and has not moved.
    pub fn may_board(&self, piece: &Piece) -> bool {
        movement::may_move(self.game, piece) && army::commanded_by(self.rules, self.game, piece).is_none()
    }

    /// The ships among these that can go on waters of one kind.
    pub fn of_kind(&self, hulls: &Hulls, waters: Waters) -> Hulls {
        let rivers = hulls.on_rivers(&self.rules.pack);
        match waters {
            Waters::River => rivers,
            Waters::Ocean => {
                let mut oceans = hulls.clone();
                oceans.subtract(&rivers);
                oceans
            }
        }
    }

    /// What an enemy hex is worth in its defence against a landing (8.8.2f).
    pub fn defence(&self, hex: Hex) -> u32 {
        let find = || Defence::of(self.rules, self.game, hex, self.side.other()).strength();
        *self.defences.borrow_mut().entry(hex).or_insert_with(find)
    }

    /// The stations from which units go ashore in a hex, by the route under the fewest guns, not counting those of the
    /// hex itself; none where other guns would remain.
    pub fn berths(&self, reach: &Reach, hex: Hex) -> Option<(Station, u32)> {
        let ends = stations_beside(self.rules, hex).filter_map(|at| {
            let danger = *reach.get(&at)?;
            let forts = self.guns.forts(at);
            if forts.iter().any(|fort| *fort != hex) {
                return None;
            }
            Some((danger.saturating_sub(u32::try_from(forts.len()).unwrap_or(0)), at))
        });
        ends.min().map(|(danger, at)| (at, danger))
    }
}

/// Whether a naval leader is with ships, and has not moved.
fn fresh_afloat(game: &Game, piece: &Piece) -> bool {
    matches!(game.pieces.get(piece), Some(Place::Afloat { moved: false, .. }))
}
