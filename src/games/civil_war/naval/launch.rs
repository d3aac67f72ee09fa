//! Ships enter (10.4, 10.5).

use crate::sorted::SortedSet;

use serde::{Deserialize, Serialize};

use crate::board::Hex;
use crate::document::Problem;
use crate::engine::{Events, Input, Next, StepContext};

use super::battle::{Battle, Fire};
use super::entry_places;
use super::route::Guns;
use crate::command::expense::Expense;
use crate::command::payment;
use crate::events::Event;
use crate::orders::{Launch, Launched, Order};
use crate::pack::{Berth, Scenario, ShipKind, Side, Station, Theater, Waters};
use crate::position::ledger::{Game, Hulls, Piece, Place, Points, Squadron};
use crate::present::waiting_ships;
use crate::refusal::NavalRefusal;
use crate::supply::Supplies;
use crate::{CivilWar, Procedure, Reply, homefront};

/// The maximum number of places offered for ships of one kind.
const ENOUGH: usize = 6;

/// Ships that have been placed where enemy guns or ships are: each squadron is fought at once (10.4.2, 10.5.2, CW-243).
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Entering {
    pub side: Side,
    /// The squadrons that have still to be fired at, by number.
    pub fleets: Vec<u32>,
}

impl Entering {
    /// The next step.
    pub fn step(&mut self, rules: &CivilWar, cx: StepContext<'_, CivilWar>, input: Input<CivilWar>) -> Next<CivilWar> {
        let game = cx.game;
        if let Input::Reply(_) = input
            && !self.fleets.is_empty()
        {
            let done = self.fleets.remove(0);
            if let Some(squadron) = game.squadrons.get_mut(&done) {
                squadron.sailing = false;
            }
        }
        match self.fleets.first().and_then(|number| Some((*number, game.squadrons.get(number)?.at))) {
            Some((fleet, at)) => {
                let forts = super::control::guns(rules, game, at, self.side);
                Next::Call(Procedure::Battle(Battle::new(self.side, fleet, at, forts, Fire::Entry)))
            }
            None => {
                game.tidy();
                super::board(rules, game);
                Next::Return(Reply::Done)
            }
        }
    }
}

/// Begins a `launch` order of the phasing side: the Union's ships out of the Naval Pool, all that it names for one
/// price (10.4.1); the Confederacy's from the turn track, each for its own (10.5.1). Entering is no movement.
///
/// # Errors
/// Every reason why the rules forbid it.
pub fn launch(
    rules: &CivilWar,
    cx: StepContext<'_, CivilWar>,
    side: Side,
    order: &Launch,
) -> Result<Option<Procedure>, Vec<Problem>> {
    let StepContext { game, events, .. } = cx;
    let (points, yards) = check(&Supplies::new(rules, game, side), order)?;
    let rule = if side == Side::Union { "10.4.1" } else { "10.5.1" };
    payment::charge(game, events, rule, side, points);
    game.side_mut(side).navy.yards.extend(yards);
    let mut fleets = Vec::new();
    for launched in &order.ships {
        let Some(number) = enter(rules, game, events, side, launched) else { continue };
        // All that enter at one place are fired at once (CW-243).
        let together = |other: &&u32| game.squadrons.get(*other).map(|squadron| squadron.at) == launched.at;
        match fleets.iter().find(together).copied().zip(game.squadrons.get(&number).cloned()) {
            Some((first, squadron)) => {
                game.squadrons.remove(&number);
                if let Some(all) = game.squadrons.get_mut(&first) {
                    all.hulls.join(squadron.hulls);
                }
            }
            None => fleets.push(number),
        }
    }
    game.tidy();
    super::board(rules, game);
    Ok((!fleets.is_empty()).then_some(Procedure::Entering(Entering { side, fleets })))
}

/// Puts ships where they enter. The number of their squadron, if it is fired at or meets the enemy there.
fn enter(rules: &CivilWar, game: &mut Game, events: &mut Events, side: Side, launched: &Launched) -> Option<u32> {
    let hulls = launched.hulls();
    let navy = &mut game.side_mut(side).navy;
    match side {
        Side::Union => navy.pool.subtract(&hulls),
        Side::Confederate => {
            navy.due.values_mut().for_each(|due| due.subtract(&hulls));
            navy.due.retain(|_, due| !due.is_empty());
        }
    }
    let rule = match (side, launched.at) {
        (Side::Union, _) if hulls.on_rivers(&rules.pack).is_empty() => "10.4.3",
        (Side::Union, _) => "10.4.2",
        (Side::Confederate, Some(_)) => "10.5.2",
        (Side::Confederate, None) => "10.5.3",
    };
    events.emit(rule, &Event::Launched { side, hulls: hulls.clone(), at: launched.at });
    let Some(at) = launched.at else {
        game.side_mut(side).navy.at_sea.extend(hulls.ships);
        return None;
    };
    let met = !super::control::guns(rules, game, at, side).is_empty() || !game.hulls_at(at, side.other()).is_empty();
    let number = game.add_squadron(Squadron { side, at, hulls, moved: false, sailing: met });
    met.then_some(number)
}

/// The command points that a `launch` order costs: two for the Union's pool (10.4.1), for each Confederate ship two or,
/// by the Supply Loss Schedule, more (10.5.1, 9.4.8b).
pub fn price(rules: &CivilWar, game: &Game, side: Side, order: &Launch) -> u32 {
    plan(&Supplies::new(rules, game, side), order).cost
}

/// The plan of a `launch` order.
struct Plan {
    cost: u32,
    /// Where it is paid for, as far as that matters to discretionary points (4.1.4b, 4.1.6d).
    theater: Theater,
    /// The cities at which it enters ironclads (10.5.2).
    yards: SortedSet<Hex>,
    problems: Vec<Problem>,
}

/// What pays for a `launch` order, and its yards.
fn check(supplies: &Supplies<'_>, order: &Launch) -> Result<(Points, SortedSet<Hex>), Vec<Problem>> {
    let Supplies { rules, game, side, .. } = *supplies;
    let Plan { cost, theater, yards, problems } = plan(supplies, order);
    let rule = if side == Side::Union { "10.4.1" } else { "10.5.1" };
    let settled = payment::payment_from(rules, game, side, Expense::Naval, theater, (cost, rule), order.pay.as_ref());
    payment::payment_unless_refused(problems, "launch", settled).map(|points| (points, yards))
}

fn plan(supplies: &Supplies<'_>, order: &Launch) -> Plan {
    let Supplies { rules, game, side, .. } = *supplies;
    let cost = if side == Side::Union { rules.pack.charts.costs.enter_naval.into() } else { 0 };
    let mut plan = Plan { cost, theater: Theater::East, yards: SortedSet::new(), problems: Vec::new() };
    let mut left = waiting(game, side);
    let waiting_text = waiting_ships(&rules.pack, &left);
    let rule = if side == Side::Union { "10.4.1" } else { "10.5.1" };
    if order.ships.is_empty() {
        let problem = NavalRefusal::NoShipLaunched.problem(rules, side).in_path("launch.ships").rule(rule);
        plan.problems.push(problem.advice(waiting_text.clone()));
    }
    for (n, launched) in order.ships.iter().enumerate() {
        let path = |field: &str| format!("launch.ships[{n}].{field}");
        let hulls = launched.hulls();
        let mut wrong = |field: &str, refusal: NavalRefusal| {
            let problem = refusal.problem(rules, side).in_path(path(field)).rule(rule);
            plan.problems.push(problem.advice(waiting_text.clone()));
        };
        if hulls.is_empty() {
            wrong("ships", NavalRefusal::NoShipLaunched);
        }
        for id in hulls.ships.iter().filter(|id| !left.ships.contains(*id)) {
            wrong("ships", NavalRefusal::ShipNotWaiting { ship: id.clone() });
        }
        for (field, waters) in [("river", Waters::River), ("ocean", Waters::Ocean)] {
            let (named, have) = (hulls.of(waters), left.of(waters));
            if named > have {
                wrong(field, NavalRefusal::TransportsNotWaiting { waters, named, have });
            }
        }
        left.subtract(&hulls);
        match side {
            Side::Union => plan.problems.extend(entry_places::check_union_entry(supplies, launched, &path)),
            Side::Confederate => plan.buy(supplies, launched, &path),
        }
    }
    plan
}

impl Plan {
    /// What Confederate ships cost, each for itself, and which cities build them (10.5.1 to 10.5.3, 9.4.8b).
    fn buy(&mut self, supplies: &Supplies<'_>, launched: &Launched, path: &dyn Fn(&str) -> String) {
        let Supplies { rules, game, side, .. } = *supplies;
        for id in &launched.ships {
            let theater = match entry_places::confederate_entry_city(supplies, id, launched.at, &self.yards) {
                Ok(None) => Theater::East,
                Ok(Some(city)) => {
                    self.yards.insert(city);
                    rules.pack.map.theater(city)
                }
                Err(problem) => {
                    self.problems.push(problem.in_path(path("at")));
                    continue;
                }
            };
            if theater.is_beyond_river() {
                self.theater = theater;
            }
            match homefront::ship_price(rules, game, Side::Confederate, theater) {
                Some(price) => self.cost = self.cost.saturating_add(price),
                None => {
                    let problem = NavalRefusal::TooPoorForShips.problem(rules, side);
                    self.problems.push(problem.in_path(path("ships")).rule("9.4.8b"));
                }
            }
        }
    }
}

/// The ships that a side may enter now: of the Union its Naval Pool, of the Confederacy those on the track that are
/// due.
pub fn waiting(game: &Game, side: Side) -> Hulls {
    let navy = &game.side(side).navy;
    match side {
        Side::Union => navy.pool.clone(),
        Side::Confederate => navy.due.range(..=game.turn).fold(Hulls::default(), |mut sum, (_, hulls)| {
            sum.join(hulls.clone());
            sum
        }),
    }
}

/// Places where a side's ships of that kind may enter: those near the enemy first, but those under his guns or among
/// his ships after all safe ones, and at most one of these (10.4.2, 10.5.2, CW-243).
pub fn places(supplies: &Supplies<'_>, waters: Waters) -> Vec<Station> {
    let Supplies { rules, game, side, .. } = *supplies;
    let guns = Guns::new(rules, game, side);
    let enemies: Vec<Hex> = game.groups.values().filter(|group| group.side != side).map(|group| group.hex).collect();
    let mut open = entry_places::open_entry_places(supplies, waters);
    open.sort_by_cached_key(|(hex, at)| {
        (guns.danger(*at), enemies.iter().map(|enemy| enemy.distance(*hex)).min(), *hex, *at)
    });
    let mut seen = SortedSet::new();
    open.retain(|(hex, _)| seen.insert(*hex));
    let (safe, risky): (Vec<Station>, Vec<Station>) =
        open.into_iter().map(|(_, at)| at).partition(|at| guns.danger(*at) == 0);
    safe.into_iter().take(ENOUGH).chain(risky.into_iter().take(1)).collect()
}

/// Legal `launch` orders: the whole Naval Pool at once, those of the rivers and those of the ocean each at some places
/// near the enemy, safe ones first; of Confederate ships each that is due.
pub fn legal(rules: &CivilWar, game: &Game, side: Side) -> Vec<Order> {
    let waiting = waiting(game, side);
    if waiting.is_empty() || game.initiative_left() < u32::from(rules.pack.charts.costs.enter_naval) {
        return Vec::new();
    }
    let supplies = Supplies::new(rules, game, side);
    let near = |hulls: &Hulls, waters| if hulls.is_empty() { Vec::new() } else { places(&supplies, waters) };
    let mut lists: Vec<Vec<Launched>> = Vec::new();
    match side {
        Side::Union => {
            let rivers = waiting.on_rivers(&rules.pack);
            let mut oceans = waiting.clone();
            oceans.subtract(&rivers);
            let (on_rivers, on_oceans) = (near(&rivers, Waters::River), near(&oceans, Waters::Ocean));
            for n in 0..on_rivers.len().max(on_oceans.len()) {
                let pick = |places: &[Station], hulls: &Hulls| {
                    let at = places.get(n).or(places.last()).copied()?;
                    let Hulls { ships, river, ocean } = hulls.clone();
                    Some(Launched { at: Some(at), ships, river, ocean })
                };
                lists.push(pick(&on_rivers, &rivers).into_iter().chain(pick(&on_oceans, &oceans)).collect());
            }
        }
        Side::Confederate => {
            let places = near(&waiting, Waters::River);
            for id in &waiting.ships {
                let ships = SortedSet::from([id.clone()]);
                let raider = rules.pack.charts.ships.get(id).is_some_and(|ship| ship.kind == ShipKind::Raider);
                let at: Vec<Option<Station>> = match raider {
                    true => vec![None],
                    false => places.iter().copied().map(Some).collect(),
                };
                lists.extend(at.into_iter().map(|at| vec![Launched { at, ships: ships.clone(), river: 0, ocean: 0 }]));
            }
        }
    }
    let orders = lists.into_iter().map(|ships| Launch { ships, pay: None, condition: None });
    orders.filter(|order| check(&supplies, order).is_ok()).map(Order::Launch).collect()
}

/// Places the ships that a scenario begins with: on the map with their leaders, in the Naval Pool, at sea, or gone
/// (18).
pub fn set_up(rules: &CivilWar, scenario: &Scenario, game: &mut Game) {
    for squadron in &scenario.ships {
        let points = |waters| squadron.transports.get(&waters).copied().map_or(0, u32::from);
        let ships = squadron.ships.iter().cloned().collect();
        let hulls = Hulls { ships, river: points(Waters::River), ocean: points(Waters::Ocean) };
        let side = squadron.side;
        let at = match squadron.at {
            Berth::Hexside(a, b) => Station::between(a, b),
            Berth::Hex(hex) => Some(Station::Hex(hex)),
            Berth::NavalPool => {
                game.side_mut(side).navy.pool.join(hulls);
                continue;
            }
            Berth::AtSea => {
                game.side_mut(side).navy.at_sea.extend(hulls.ships);
                continue;
            }
        };
        let Some(at) = at else { continue };
        game.add_squadron(Squadron { side, at, hulls, moved: false, sailing: false });
        for leader in &squadron.leaders {
            if let Some((leader, counter)) = rules.pack.named_counter(leader) {
                let piece = Piece { leader: leader.id.clone(), rank: counter.rank };
                game.pieces.insert(piece, Place::Afloat { at, moved: false, sailing: false });
            }
        }
    }
    for id in &scenario.sunk {
        if let Some(ship) = rules.pack.charts.ships.get(id) {
            game.side_mut(ship.side).navy.sunk.ships.insert(id.clone());
        }
    }
    let merchants = scenario.so_far.as_ref().map_or(0, |past| u32::from(past.merchants_sunk));
    game.side_mut(Side::Confederate).navy.merchants = merchants;
}
