//! Reinforcements enter (10.2, 10.3).

use crate::sorted::SortedSet;

use adjutant_derive::sparse;
use serde::{Deserialize, Serialize};

use crate::board::Hex;
use crate::document::{Id, Problem};
use crate::engine::{Events, Input, Next, StepContext};

use crate::events::{Cause, Event};
use crate::far_west::counters;
use crate::leaders::LeaderLoss;
use crate::leaders::leader_limits::{leader_capacity, room_for_leader};
use crate::legality::uncertainty::Doubts;
use crate::orders::{Captured, Order, Reinforce, Source};
use crate::pack::{Side, Unit};
use crate::position::ledger::{Game, Group, Piece, Place, Track, by_command};
use crate::present::{place, plural, track_name};
use crate::refusal::ReinforceRefusal;
use crate::supply::Supplies;
use crate::{
    CivilWar, Procedure, Reply, command::payment, homefront, leaders::army, movement::stacking, movement::territory,
    supply::construction,
};

/// A leader is drawn from the pool for a hex that was named before, one of the navy like any other (10.3.1a, 10.3.3,
/// 5.5.1a, CW-46).
#[sparse(army)]
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Draw {
    pub side: Side,
    pub at: Hex,
    pub free: bool,
    /// The army of that hex that he joins, where the order names one.
    pub army: Option<Id>,
}

impl Draw {
    /// The draw's next step: a die with as many sides as the pool has counters, which lie in alphabetical order; no die
    /// where only one is left.
    pub fn step(&mut self, rules: &CivilWar, cx: StepContext<'_, CivilWar>, input: Input<CivilWar>) -> Next<CivilWar> {
        let pool = cx.game.pool(&rules.pack, self.side);
        let drawn = match input {
            Input::Faces(faces) => {
                let face = faces.first().copied().unwrap_or(1);
                usize::try_from(face).ok().and_then(|face| pool.get(face.checked_sub(1)?))
            }
            _ if pool.len() > 1 => {
                let purpose = format!("leader_draw {}", self.side);
                return Next::Roll { purpose, rule: "10.3", count: 1, sides: pool.len() as u64 };
            }
            _ => pool.first(),
        };
        if let Some(piece) = drawn {
            self.place(rules, cx.game, cx.events, piece);
            army::update_membership(rules, cx.game, cx.events);
        }
        Next::Return(Reply::Done)
    }

    /// Puts the drawn counter on the map, face-down, because the enemy must not learn who he is (5.5.1, 5.5.1b,
    /// 10.3.1c, CW-161); there he stays (10.3.1b). A promotion replaces the lower counter wherever it is (5.2.2,
    /// 5.2.2a, 10.3.4, CW-47), face-up or face-down like that one (5.5.3); a lower counter that is not on the map will
    /// not be drawn any more (5.2.7, CW-45). A leader who was drawn face-down is revealed instead (CW-281).
    fn place(&self, rules: &CivilWar, game: &mut Game, events: &mut Events, piece: &Piece) {
        let (side, free) = (self.side, self.free);
        let lower: Vec<(Piece, Place)> = game
            .pieces
            .iter()
            .filter(|(other, _)| other.leader == piece.leader && other.rank < piece.rank)
            .map(|(other, place)| (other.clone(), place.clone()))
            .collect();
        let hidden = game.hidden.is_some();
        // By the option `leaders_revealed` everybody is face-up at once (21.3, CW-308).
        // Stand Watie is always face-up (2.3).
        let always_up = counters::led_by(rules, piece) == Some(Unit::CivilizedIndian);
        let down = !hidden && !game.options.leaders_revealed && !always_up;
        let mut place = Place::Map { hex: self.at, moved: false, army: self.army.clone(), down, marching: false };
        let mut replaces = None;
        for (other, was) in lower {
            if matches!(was, Place::Map { .. }) {
                place = was.clone();
                replaces = Some(other.clone());
            }
            if !matches!(was, Place::Killed | Place::Terminated) {
                game.pieces.insert(other, Place::Discarded);
            }
        }
        let at = match place {
            Place::Map { hex, .. } => hex,
            _ => self.at,
        };
        game.pieces.insert(piece.clone(), place);
        let entered = piece.clone();
        let event = match hidden {
            true => Event::Placed { side, piece: entered, at, free },
            false => Event::Drawn { side, piece: entered, at, free },
        };
        events.emit("10.3.1", &event);
        if let Some(replaces) = replaces {
            events.emit("5.2.2", &Event::Promoted { side, piece: piece.clone(), replaces, at });
        }
    }
}

/// Begins a `reinforce` order. The winner's free reinforcement comes first and costs nothing; every other uses one
/// point of the dice difference, and no commands (10.2.1a, 4.2.5a). Entering is no movement (10.1.2c).
///
/// # Errors
/// Every reason why the rules forbid it.
pub fn begin(
    rules: &CivilWar,
    cx: StepContext<'_, CivilWar>,
    side: Side,
    order: &Reinforce,
) -> Result<Option<Procedure>, Vec<Problem>> {
    let StepContext { game, events, .. } = cx;
    check(rules, game, side, order, &Doubts::default())?;
    let at = order.at;
    let free = game.pulse.as_ref().is_some_and(|pulse| pulse.free);
    if free {
        if let Some(pulse) = &mut game.pulse {
            pulse.free = false;
        }
    } else {
        payment::use_initiative(game, 1);
    }
    let Some(track) = order.from.track() else {
        let draw = Draw { side, at, free, army: order.army.clone() };
        let Some(piece) = &order.leader else { return Ok(Some(Procedure::Draw(draw))) };
        if let Some(hidden) = &mut game.hidden {
            hidden.reveal(events, side, piece);
        }
        draw.place(rules, game, events, piece);
        army::update_membership(rules, game, events);
        return Ok(None);
    };
    place_sp(rules, game, events, side, (track, free), at, order.army.as_ref());
    // A city still belongs to its side if an enemy leader is alone there (CW-177).
    let alone = by_command(&rules.pack, game.leaders_at(&rules.pack, at, side.other()));
    Ok(LeaderLoss::procedure(alone.into_iter().map(|piece| (piece, Cause::Overtaken))))
}

/// Puts a strength point of a track on the map. It joins an army there, up to its maximum (6.2.7d): the named one, or
/// the first of several (CW-122); it stays outside a full one (10.2.9). An enemy depot in a city that the enemy does
/// not hold is captured (9.2.8a, CW-177).
pub fn place_sp(
    rules: &CivilWar,
    game: &mut Game,
    events: &mut Events,
    side: Side,
    (track, free): (Track, bool),
    at: Hex,
    army: Option<&Id>,
) {
    let waiting = &mut game.side_mut(side).reinforcements;
    if let Some(sp) = waiting.get_mut(&track) {
        *sp = sp.saturating_sub(1);
    }
    waiting.retain(|_, sp| *sp > 0);
    // A stack has one marker: what joins a demoralized force is demoralized (CW-66, CW-97).
    let demoralized = game.demoralized_at(at, side);
    game.add_group(Group { demoralized, army: army.cloned(), ..Group::new(side, at, 1) });
    events.emit("10.2.1", &Event::Reinforced { side, from: track, at, free });
    if demoralized {
        events.emit("CW-66", &Event::Spread { side, hex: at });
    }
    if let Some(army) = army {
        events.emit("10.2.7", &Event::Joined { side, army: army.clone(), hex: at, sp: 1 });
    }
    construction::take_depot(game, events, at, side, Captured::Capture);
    army::update_membership(rules, game, events);
    game.tidy();
}

/// Every reason why a reinforcement may not enter in this way; doubtful facts are taken in the order's favour.
///
/// # Errors
/// All of them. Paths begin with `reinforce`.
pub fn check(
    rules: &CivilWar,
    game: &Game,
    side: Side,
    order: &Reinforce,
    doubts: &Doubts,
) -> Result<(), Vec<Problem>> {
    let mut problems = Vec::new();
    let (free, left) = game.pulse.as_ref().map_or((false, 0), |pulse| (pulse.free, pulse.left));
    if !free && left == 0 {
        let refusal = ReinforceRefusal::NoInitiativeToReinforce;
        problems.push(refusal.problem(rules, side).in_path("reinforce").rule("10.2.1"));
    }
    match order.from.track() {
        Some(track) => {
            let waiting = game.side(side).reinforcements.get(&track).copied().unwrap_or(0);
            if waiting == 0 {
                let problem = ReinforceRefusal::NothingWaitsOnTrack { track }.problem(rules, side);
                let problem = problem.in_path("reinforce.from").rule("10.2.1");
                problems.push(problem.advice(waiting_advice(rules, game, side)));
            }
        }
        None if game.pool(&rules.pack, side).len() <= doubts.draws as usize => {
            let problem = ReinforceRefusal::LeaderPoolEmpty.problem(rules, side);
            let problem = problem.in_path("reinforce.from").rule("10.3.1");
            problems.push(problem.advice(waiting_advice(rules, game, side)));
        }
        None => {}
    }
    if let Some((refusal, field)) = check_names(game, side, order) {
        let rule = if game.hidden.is_some() { "CW-281" } else { "10.3.1" };
        problems.push(refusal.problem(rules, side).in_path(format!("reinforce.{field}")).rule(rule));
    }
    let supplies = Supplies::new(rules, game, side);
    let misplaced = misplaced(&supplies, order.from, order.at, order.army.as_ref(), doubts);
    if !misplaced.is_empty() {
        let advice = open_to(&supplies, order.from);
        problems.extend(misplaced.into_iter().map(|problem| match problem.path {
            Some(_) => problem,
            None => problem.in_path("reinforce.at").advice(advice.clone()),
        }));
    }
    if order.from.track().is_some() && !doubts.hex(order.at) {
        let over = stacking::refusal(rules, game, (order.at, side), 1, &[]);
        problems.extend(over.map(|problem| problem.in_path("reinforce.at")));
    }
    if problems.is_empty() { Ok(()) } else { Err(problems) }
}

/// What is wrong with the leader whom an order names, or does not name, as far as is public; and where.
fn check_names(game: &Game, side: Side, order: &Reinforce) -> Option<(ReinforceRefusal, &'static str)> {
    let Some(hidden) = game.hidden.as_ref().filter(|_| order.from == Source::Leaders) else {
        let named = order.leader.is_some() || order.draw.is_some();
        return named.then_some((ReinforceRefusal::LeaderNamed, "leader"));
    };
    match &order.leader {
        None => Some((ReinforceRefusal::LeaderNotNamed, "leader")),
        Some(leader) if !hidden.leaders(side).contains(leader) => {
            Some((ReinforceRefusal::LeaderNotInPool { leader: leader.clone() }, "leader"))
        }
        Some(_) if order.draw != Some(hidden.draws(side)) => {
            Some((ReinforceRefusal::LeaderHandChanged { draw: hidden.draws(side) }, "draw"))
        }
        Some(_) => None,
    }
}

/// The maximum number of suitable hexes named.
const NAMED: usize = 12;

/// The hexes that are open to a reinforcement from there, and the armies that make them so, in words.
fn open_to(supplies: &Supplies<'_>, from: Source) -> String {
    let Supplies { rules, game, side, .. } = *supplies;
    let open = places(supplies, &candidates(rules, game, side), from);
    let theater = from.track().and_then(Track::theater);
    if open.is_empty() {
        let absent = theater.filter(|theater| !rules.pack.map.theaters().contains(theater));
        return match absent {
            Some(theater) => {
                format!("leave it on its track: the map of this scenario has no hexes in the {theater}")
            }
            None => "leave the order out: there is no city or army where this reinforcement may enter now".to_owned(),
        };
    }
    let named = |&hex: &Hex| {
        let called = place(&rules.pack, hex);
        let hosts: Vec<String> = match rules.pack.map.city(hex) {
            Some(_) => Vec::new(),
            None => army::armies_at(rules, game, hex, side).iter().map(|army| army::army_name(rules, army)).collect(),
        };
        if hosts.is_empty() { called } else { format!("{called}, to {}", hosts.join(" or ")) }
    };
    let more = open.len().saturating_sub(NAMED);
    let more = if more > 0 { format!("; `adjutant legal --all` lists {more} more") } else { String::new() };
    format!("name a hex that it may enter: {}{more}", open.iter().take(NAMED).map(named).collect::<Vec<_>>().join("; "))
}

/// What waits, in words.
fn waiting_advice(rules: &CivilWar, game: &Game, side: Side) -> String {
    let mut parts: Vec<String> = game
        .side(side)
        .reinforcements
        .iter()
        .filter(|(_, sp)| **sp > 0)
        .map(|(&track, &sp)| format!("{} on the {} track", plural(sp, "strength point"), track_name(track)))
        .collect();
    let pool = game.pool(&rules.pack, side).len();
    if pool > 0 {
        parts.push(plural(pool as u32, "leader"));
    }
    match parts.is_empty() {
        true => "remove the order: no reinforcements are available".to_owned(),
        false => format!("choose from the reinforcements available: {}", parts.join(", ")),
    }
}

/// Why a reinforcement may not enter in that hex; `None` if it may: in the theater of its track (10.2.3, 10.2.3a), in a
/// city ([`no_city`]) or into an army ([`no_army`]), wherever that is (10.2.8).
pub fn misplaced(supplies: &Supplies<'_>, from: Source, at: Hex, named: Option<&Id>, doubts: &Doubts) -> Vec<Problem> {
    let Supplies { rules, game, side, .. } = *supplies;
    let mut problems = Vec::new();
    let refuse = |rule: &str, refusal: ReinforceRefusal| refusal.problem(rules, side).rule(rule);
    if rules.pack.map.hex(at).is_none() {
        return vec![refuse("10.2.4", ReinforceRefusal::EntryOffMap { hex: at })];
    }
    problems.extend(barred_theater(supplies, from, at).into_iter().map(|(rule, refusal)| refuse(rule, refusal)));
    if doubts.hex(at) {
        // An army may be there when the time comes, if there is one at all.
        if army::on_map(rules, game, side).next().is_none() {
            problems.extend(no_city_ground(rules, game, at, side));
        }
        return problems;
    }
    let armies = army::armies_at(rules, game, at, side);
    if let Some(Err(problem)) = named.map(|army| army::army_of_side(rules, game, side, army)) {
        problems.push(problem.in_path("reinforce.army"));
        return problems;
    }
    if let Some(army) = named {
        let open = || armies.iter().filter(|army| army::free_capacity(rules, game, army) > 0).cloned().collect();
        let wrong = match armies.contains(army) {
            false => {
                let refusal = ReinforceRefusal::EntryArmyElsewhere { army: army.clone(), hex: at, open: open() };
                Some(refuse("10.2.7", refusal))
            }
            true if from == Source::Leaders || army::free_capacity(rules, game, army) > 0 => None,
            true => Some(refuse("10.2.9", ReinforceRefusal::EntryArmyFull { army: army.clone(), open: open() })),
        };
        if let Some(problem) = wrong {
            problems.push(problem.in_path("reinforce.army"));
            return problems;
        }
    }
    let city = no_city(supplies, at, doubts);
    if !city.is_empty() {
        match armies.is_empty() {
            true => problems.extend(city),
            false => problems.extend(no_army(supplies, from, at, &armies, doubts)),
        }
    }
    if from == Source::Leaders {
        let allowed = leader_capacity(game, side, at);
        if allowed == 0 {
            problems.push(refuse("10.3.2", ReinforceRefusal::EntryLeaderAlone { hex: at }));
        } else if !room_for_leader(rules, game, side, at) {
            let leaders = game.leaders_at(&rules.pack, at, side).len() as u32;
            problems.push(refuse("CW-52", ReinforceRefusal::EntryTooManyLeaders { hex: at, leaders, allowed }));
        } else if doubts.joined(at) > 0 {
            doubts.note_doubt();
        }
    }
    problems
}

/// Why nothing from there enters in the theater of a hex.
fn barred_theater(supplies: &Supplies<'_>, from: Source, at: Hex) -> Vec<(&'static str, ReinforceRefusal)> {
    let Supplies { rules, game, side, .. } = *supplies;
    let theater = rules.pack.map.theater(at);
    let mut barred = Vec::new();
    if let Some(bound_for) = from.track().and_then(Track::theater)
        && bound_for != theater
    {
        barred.push(("10.2.3", ReinforceRefusal::EntryInOtherTheater { hex: at, theater, bound_for }));
    }
    // The Confederacy's alone are barred: of the Union only Commands are (4.1.4b, 4.1.6d).
    if from == Source::Discretionary
        && side == Side::Confederate
        && let Some((_, because)) = homefront::no_discretionary(game, side, theater)
    {
        barred.push(("10.2.3b", ReinforceRefusal::EntryDiscretionaryBarred { theater, because }));
    }
    barred
}

/// What is wrong with the ground of a hex as a city where reinforcements enter: it must have a city with victory points
/// in friendly territory (10.2.4, 10.2.4a).
fn no_city_ground(rules: &CivilWar, game: &Game, at: Hex, side: Side) -> Vec<Problem> {
    let mut problems = Vec::new();
    let mut refuse = |refusal: ReinforceRefusal| problems.push(refusal.problem(rules, side).rule("10.2.4"));
    if rules.pack.map.city(at).is_none() {
        refuse(ReinforceRefusal::EntryWithoutCity { hex: at });
    }
    if !territory::is_friendly(rules, game, at, side) && !territory::is_friendly_city(rules, game, at, side) {
        refuse(match territory::is_enemy(rules, game, at, side) {
            true => ReinforceRefusal::EntryInEnemyTerritory { hex: at },
            false => ReinforceRefusal::EntryInNeutralTerritory { hex: at },
        });
    }
    problems
}

/// Why reinforcements may not enter in the city of a hex: the ground, the enemy (10.2.4, 10.2.4a), or supply (9.1.6,
/// 10.2.3): which those of 10.2.6 are not when the war begins. This applies to leaders too (10.3.2, 10.3.2a, CW-97, CW-98).
fn no_city(supplies: &Supplies<'_>, at: Hex, doubts: &Doubts) -> Vec<Problem> {
    let Supplies { rules, game, side, .. } = *supplies;
    let refuse = |rule: &str, refusal: ReinforceRefusal| refusal.problem(rules, side).rule(rule);
    let mut problems = no_city_ground(rules, game, at, side);
    if game.sp_at(at, side.other()) > 0 {
        problems.push(refuse("10.2.4", ReinforceRefusal::EntryEnemyThere { hex: at }));
    } else if territory::controller(rules, game, at) != Some(side) {
        problems.push(refuse("10.2.4", ReinforceRefusal::EntryCityNotControlled { hex: at }));
    }
    if problems.is_empty() && !doubts.supply() && !supplies.in_supply(at) {
        problems.push(refuse("9.1.6", ReinforceRefusal::EntryCityOutOfSupply { hex: at }));
    }
    problems
}

/// Why reinforcements may not enter into the armies of a hex: they have no room for a strength point (10.2.9), though
/// for any number of leaders (10.3.2b), or no line to a source in friendly territory (10.2.7).
fn no_army(supplies: &Supplies<'_>, from: Source, at: Hex, armies: &[Id], doubts: &Doubts) -> Option<Problem> {
    let Supplies { rules, game, side, .. } = *supplies;
    let refuse = |rule: &str, refusal: ReinforceRefusal| refusal.problem(rules, side).rule(rule);
    if from != Source::Leaders && armies.iter().all(|army| army::free_capacity(rules, game, army) == 0) {
        return Some(refuse("10.2.9", ReinforceRefusal::EntryArmiesFull { hex: at, armies: armies.to_vec() }));
    }
    if !doubts.supply() && !supplies.from_friendly_territory(at) {
        return Some(refuse("10.2.7", ReinforceRefusal::EntryArmyUnsupplied { hex: at }));
    }
    None
}

/// That a hex has no room for another leader (CW-52), in words. `anchors`: its strength points and depots.
pub fn crowded(here: &str, anchors: u32, leaders: usize) -> String {
    let leaders = plural(leaders as u32, "leader");
    format!("{here} has {leaders} and room for {anchors}, one for each strength point and depot")
}

/// The hexes in which a reinforcement may enter at all, by number: those of cities with victory points, and of armies.
fn candidates(rules: &CivilWar, game: &Game, side: Side) -> Vec<Hex> {
    let cities = rules.pack.map.cities().map(|(hex, _)| hex);
    let armies = army::on_map(rules, game, side).map(|(_, hex)| hex);
    let hexes: SortedSet<Hex> = cities.chain(armies).collect();
    hexes.into_iter().collect()
}

/// The hexes among these in which a reinforcement from there may enter now.
fn places(supplies: &Supplies<'_>, candidates: &[Hex], from: Source) -> Vec<Hex> {
    candidates.iter().copied().filter(|&hex| is_open(supplies, from, hex)).collect()
}

/// Whether a reinforcement from there may enter in a hex now. What bars a theater and whether a leader finds room are
/// seen at once, and what supplies the hex takes a search.
pub fn is_open(supplies: &Supplies<'_>, from: Source, at: Hex) -> bool {
    let Supplies { rules, game, side, .. } = *supplies;
    barred_theater(supplies, from, at).is_empty()
        && (from != Source::Leaders || room_for_leader(rules, game, side, at))
        && misplaced(supplies, from, at, None, &Doubts::default()).is_empty()
        && (from == Source::Leaders || stacking::refusal(rules, game, (at, side), 1, &[]).is_none())
}

/// What waits for a side, each source once.
pub fn waiting(rules: &CivilWar, game: &Game, side: Side) -> Vec<Source> {
    let mut sources = Vec::new();
    for from in [Source::East, Source::West, Source::TransMississippi, Source::Discretionary] {
        let sp = from.track().and_then(|track| game.side(side).reinforcements.get(&track)).copied();
        if sp.unwrap_or(0) > 0 {
            sources.push(from);
        }
    }
    if !game.pool(&rules.pack, side).is_empty() {
        sources.push(Source::Leaders);
    }
    sources
}

/// Whether a side has a reinforcement that has a hex to go to.
pub fn any_possible(rules: &CivilWar, game: &Game, side: Side) -> bool {
    let mut hexes = candidates(rules, game, side);
    // In great cities it is found soonest.
    hexes.sort_by_key(|hex| std::cmp::Reverse(rules.pack.map.city(*hex).map_or(0, |city| city.vp)));
    let supplies = Supplies::new(rules, game, side);
    let open = |from: Source| hexes.iter().any(|&hex| is_open(&supplies, from, hex));
    waiting(rules, game, side).into_iter().any(open)
}

/// Legal reinforce orders: every source with every hex that is open to it, and with each of several armies there.
pub fn legal(rules: &CivilWar, game: &Game, side: Side) -> Vec<Order> {
    let (free, left) = game.pulse.as_ref().map_or((false, 0), |pulse| (pulse.free, pulse.left));
    if !free && left == 0 {
        return Vec::new();
    }
    let mut orders = Vec::new();
    let (supplies, hexes) = (Supplies::new(rules, game, side), candidates(rules, game, side));
    for from in waiting(rules, game, side) {
        for at in places(&supplies, &hexes, from) {
            let several =
                Some(army::armies_at(rules, game, at, side)).filter(|armies| armies.len() > 1).unwrap_or_default();
            let open = several
                .into_iter()
                .filter(|army| from == Source::Leaders || army::free_capacity(rules, game, army) > 0);
            for army in std::iter::once(None).chain(open.map(Some)) {
                orders.push(Order::Reinforce(Reinforce { army, ..Reinforce::new(from, at) }));
            }
        }
    }
    orders
}
