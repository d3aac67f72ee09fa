//! Reinforcements enter (10.2, 10.3).

use serde::{Deserialize, Serialize};

use crate::board::Hex;
use crate::document::Problem;
use crate::engine::{Cx, Events, Input, Next};

use super::doubts::Doubts;
use super::events::Event;
use super::ledger::{Game, Group, Piece, Place, Track};
use super::orders::{Order, Reinforce, Source};
use super::pack::Side;
use super::present::plural;
use super::{CivilWar, Frame, Reply, pay, supply, territory};

/// A leader is drawn from the pool for a hex that was named before (10.3.1a, 5.5.1a, CW-46).
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Draw {
    pub side: Side,
    pub at: Hex,
    pub free: bool,
}

impl Draw {
    /// The draw's next step: a die with as many sides as the pool has counters, which lie in alphabetical order; no die
    /// where only one is left.
    pub fn step(&mut self, rules: &CivilWar, cx: Cx<'_, CivilWar>, input: Input<CivilWar>) -> Next<CivilWar> {
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
            self.place(cx.game, cx.events, piece);
        }
        Next::Return(Reply::Done)
    }

    /// Puts the drawn counter on the map, where it stays (10.3.1b). A promotion takes the place of the lower counter, wherever that is (5.2.2,
    /// 5.2.2a, 10.3.4, CW-47); a lower counter that is not on the map will not be drawn any more (5.2.7, CW-45).
    fn place(&self, game: &mut Game, events: &mut Events, piece: &Piece) {
        let (side, free) = (self.side, self.free);
        let lower: Vec<(Piece, Place)> = game
            .pieces
            .iter()
            .filter(|(other, _)| other.leader == piece.leader && other.rank < piece.rank)
            .map(|(other, place)| (other.clone(), place.clone()))
            .collect();
        let mut place = Place::Map { hex: self.at, moved: false, army: None, down: true };
        let mut replaces = None;
        for (other, was) in lower {
            if matches!(was, Place::Map { .. }) {
                place = was.clone();
                replaces = Some(other.clone());
            }
            if was != Place::Killed {
                game.pieces.insert(other, Place::Discarded);
            }
        }
        let at = match place {
            Place::Map { hex, .. } => hex,
            _ => self.at,
        };
        game.pieces.insert(piece.clone(), place);
        events.emit("10.3.1", &Event::Drawn { side, piece: piece.clone(), at, free });
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
    cx: Cx<'_, CivilWar>,
    side: Side,
    order: &Reinforce,
) -> Result<Option<Frame>, Vec<Problem>> {
    let Cx { game, events, .. } = cx;
    check(rules, game, side, order, &Doubts::default())?;
    let at = order.at;
    let free = game.pulse.as_ref().is_some_and(|pulse| pulse.free);
    if free {
        if let Some(pulse) = &mut game.pulse {
            pulse.free = false;
        }
    } else {
        pay::use_difference(game, 1);
    }
    let Some(track) = order.from.track() else {
        return Ok(Some(Frame::Draw(Draw { side, at, free })));
    };
    let waiting = &mut game.side_mut(side).reinforcements;
    if let Some(sp) = waiting.get_mut(&track) {
        *sp = sp.saturating_sub(1);
    }
    waiting.retain(|_, sp| *sp > 0);
    // A stack has one marker: what joins a demoralized force is demoralized (CW-66, CW-97).
    let demoralized = game.demoralized_at(at, side);
    game.add_group(Group { demoralized, ..Group::new(side, at, 1) });
    game.tidy();
    events.emit("10.2.1", &Event::Reinforced { side, from: track, at, free });
    if demoralized {
        events.emit("CW-66", &Event::Spread { side, hex: at });
    }
    Ok(None)
}

/// Every reason why a reinforcement may not enter so; what is in doubt is not held against it.
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
        let problem = Problem::new("nothing of the dice difference is left").in_path("reinforce").rule("10.2.1");
        problems.push(problem.advice("a reinforcement uses one point of it"));
    }
    match order.from.track() {
        Some(track) => {
            let waiting = game.side(side).reinforcements.get(&track).copied().unwrap_or(0);
            if waiting == 0 {
                let message = format!("no strength points wait on the {} track", track.as_str());
                let problem = Problem::new(message).in_path("reinforce.from").rule("10.2.1");
                problems.push(problem.advice(waiting_advice(rules, game, side)));
            }
        }
        None if game.pool(&rules.pack, side).len() <= doubts.draws as usize => {
            let problem = Problem::new("the Leader Pool is empty").in_path("reinforce.from").rule("10.3.1");
            problems.push(problem.advice(waiting_advice(rules, game, side)));
        }
        None => {}
    }
    let misplaced = misplaced(rules, game, side, order.from, order.at, doubts);
    if !misplaced.is_empty() {
        let open = places(rules, game, side, order.from);
        let advice = if open.is_empty() {
            "no hex is open to it now".to_owned()
        } else {
            let named = open.iter().map(|&hex| name(rules, hex)).collect::<Vec<_>>();
            format!("open to it: {}", named.join(", "))
        };
        problems.extend(misplaced.into_iter().map(|problem| problem.in_path("reinforce.at").advice(advice.clone())));
    }
    if problems.is_empty() { Ok(()) } else { Err(problems) }
}

/// What waits, in words.
fn waiting_advice(rules: &CivilWar, game: &Game, side: Side) -> String {
    let mut parts: Vec<String> = game
        .side(side)
        .reinforcements
        .iter()
        .filter(|(_, sp)| **sp > 0)
        .map(|(track, sp)| format!("{} {sp}", track.as_str()))
        .collect();
    let pool = game.pool(&rules.pack, side).len();
    if pool > 0 {
        parts.push(format!("leaders {pool}"));
    }
    if parts.is_empty() { "nothing waits".to_owned() } else { format!("what waits: {}", parts.join(", ")) }
}

fn name(rules: &CivilWar, hex: Hex) -> String {
    match rules.pack.map.hex(hex) {
        Some(data) => format!("{hex} ({})", data.called()),
        None => hex.to_string(),
    }
}

/// Why a reinforcement may not enter in that hex; nothing if it may (9.1.6, 10.2.3, 10.2.3a, 10.2.4, 10.2.4a, 10.3.2,
/// 10.3.2a, CW-97, CW-98).
fn misplaced(rules: &CivilWar, game: &Game, side: Side, from: Source, at: Hex, doubts: &Doubts) -> Vec<Problem> {
    let mut problems = Vec::new();
    let mut refuse = |rule: &str, message: String| problems.push(Problem::new(message).rule(rule));
    let Some(data) = rules.pack.map.hex(at) else {
        refuse("10.2.4", format!("hex {at} is not on this map"));
        return problems;
    };
    let here = name(rules, at);
    if let Some(theater) = from.track().and_then(Track::theater)
        && theater != data.theater
    {
        refuse("10.2.3", format!("{here} lies in the {}, and the strength point is for the {theater}", data.theater));
    }
    if data.city.as_ref().is_none_or(|city| city.vp == 0) {
        refuse("10.2.4", format!("{here} has no city with victory points"));
    }
    if !territory::is_friendly(rules, at, side) {
        refuse("10.2.4", format!("{here} is {} territory", territory::kind(rules, at, side)));
    }
    if doubts.hex(at) {
        return problems;
    }
    if game.sp_at(at, side.other()) > 0 {
        refuse("10.2.4", format!("the enemy is in {here}"));
    } else if territory::controller(rules, game, at) != Some(side) {
        refuse("10.2.4", format!("the enemy controls {here}"));
    }
    if from == Source::Leaders {
        let (sp, leaders) = (game.sp_at(at, side), game.leaders_at(&rules.pack, at, side).len());
        if sp == 0 {
            refuse("10.3.2", format!("{here} has no strength point for a leader to join"));
        } else if !room_for_leader(rules, game, side, at) {
            refuse("CW-52", crowded(&here, sp, leaders));
        } else if doubts.joined(at) > 0 {
            doubts.meet();
        }
    }
    if problems.is_empty() && !doubts.supply() && !supply::in_supply(rules, game, at, side, None) {
        problems.push(Problem::new(format!("{here} is out of supply")).rule("9.1.6"));
    }
    problems
}

/// That a hex has no room for another leader (CW-52), in words.
pub fn crowded(here: &str, sp: u32, leaders: usize) -> String {
    let (sp, leaders) = (plural(sp, "strength point"), plural(leaders as u32, "leader"));
    format!("{here} has {sp} and {leaders}: one more leader would be too many")
}

/// Whether one more leader may join a hex by himself: there must be a strength point for each, except in Washington
/// (6.2.11, 6.2.11a, CW-52).
pub fn room_for_leader(rules: &CivilWar, game: &Game, side: Side, at: Hex) -> bool {
    let sp = game.sp_at(at, side);
    let leaders = game.leaders_at(&rules.pack, at, side).len();
    sp > 0 && (sp as usize > leaders || is_washington(rules, game, at))
}

/// Whether it is the hex of Washington.
pub fn is_washington(rules: &CivilWar, game: &Game, at: Hex) -> bool {
    rules.pack.scenarios.get(&game.scenario).is_some_and(|scenario| scenario.washington == at)
}

/// The hexes in which a reinforcement from there may enter now, by number.
fn places(rules: &CivilWar, game: &Game, side: Side, from: Source) -> Vec<Hex> {
    let none = Doubts::default();
    let cities = rules.pack.map.hexes().filter(|(_, data)| data.city.as_ref().is_some_and(|city| city.vp > 0));
    cities.map(|(hex, _)| hex).filter(|&hex| misplaced(rules, game, side, from, hex, &none).is_empty()).collect()
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
    let none = Doubts::default();
    let open = |from: Source| {
        let mut hexes = rules.pack.map.hexes();
        hexes.any(|(hex, data)| data.city.is_some() && misplaced(rules, game, side, from, hex, &none).is_empty())
    };
    waiting(rules, game, side).into_iter().any(open)
}

/// Legal reinforce orders: every source with every hex that is open to it.
pub fn legal(rules: &CivilWar, game: &Game, side: Side) -> Vec<Order> {
    let (free, left) = game.pulse.as_ref().map_or((false, 0), |pulse| (pulse.free, pulse.left));
    if !free && left == 0 {
        return Vec::new();
    }
    let mut orders = Vec::new();
    for from in waiting(rules, game, side) {
        let open = places(rules, game, side, from);
        orders.extend(open.into_iter().map(|at| Order::Reinforce(Reinforce { from, at, army: None, condition: None })));
    }
    orders
}
