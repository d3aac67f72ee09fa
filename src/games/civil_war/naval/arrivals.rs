//! Ships that become due (3.2c, 10.1.2a, 10.4, 10.5), and the Union's sea transport capacity (8.6).

use crate::sorted::SortedSet;

use crate::document::Id;

use crate::CivilWar;
use crate::events::Event;
use crate::leaders::next_turn;
use crate::pack::{Scenario, Side, Waters};
use crate::position::ledger::{Game, Hull, Hulls, Navy};

/// The ships of a side in its Reinforcement Phase (3.2c, 10.1.2a): those of the scenario, those that were damaged
/// (8.10.4), and those that have waited.
///
/// The Union's go to the Naval Pool, transports as far as there are counters for them; the rest is due again next turn
/// (10.4.3). The Confederacy's stay on the track, a turn further, until they are bought (10.5.1).
pub fn arrive(rules: &CivilWar, game: &mut Game, scenario: &Scenario, side: Side) -> Option<Event> {
    let (turn, next) = (game.turn, next_turn(game));
    let mut hulls = Hulls::default();
    if let Some(arrivals) = scenario.arrivals(turn, side) {
        let known = known(game, side);
        hulls.ships.extend(arrivals.ships.iter().filter(|id| !known.contains(*id)).cloned());
        for (&waters, &points) in &arrivals.transports {
            add_transports(&mut hulls, waters, points.into());
        }
    }
    let navy = &mut game.side_mut(side).navy;
    let due: Vec<u8> = navy.due.range(..=turn).map(|(&due, _)| due).collect();
    due.iter().filter_map(|due| navy.due.remove(due)).for_each(|waiting| hulls.join(waiting));
    if hulls.is_empty() {
        return None;
    }
    match side {
        Side::Confederate => {
            navy.due.insert(turn, hulls.clone());
        }
        Side::Union => {
            let late = without_counters(rules, game, &hulls);
            hulls.subtract(&late);
            let navy = &mut game.side_mut(side).navy;
            navy.pool.join(hulls.clone());
            if !late.is_empty() {
                navy.due.entry(next).or_default().join(late);
            }
        }
    }
    (!hulls.is_empty()).then_some(Event::ShipsDue { side, hulls })
}

/// Ships of a side, by id, that are in play already, or gone.
fn known(game: &Game, side: Side) -> SortedSet<Id> {
    let Navy { pool, due, at_sea, sunk, .. } = &game.side(side).navy;
    let own = game.squadrons.values().filter(|squadron| squadron.side == side).map(|squadron| &squadron.hulls);
    let all = own.chain([pool, sunk]).chain(due.values()).flat_map(|hulls| &hulls.ships);
    all.chain(at_sea).cloned().collect()
}

/// The transports of these for which no counter is free, all others being on the map or in the pool (10.4.3).
fn without_counters(rules: &CivilWar, game: &Game, hulls: &Hulls) -> Hulls {
    let mut late = Hulls::default();
    for counters in &rules.pack.charts.transports {
        let waters = counters.waters;
        let own = game.squadrons.values().filter(|squadron| squadron.side == Side::Union);
        let out: u32 = own.map(|squadron| squadron.hulls.of(waters)).sum();
        let out = out.saturating_add(game.side(Side::Union).navy.pool.of(waters));
        let room = u32::from(counters.points).saturating_sub(out);
        add_transports(&mut late, waters, hulls.of(waters).saturating_sub(room));
    }
    late
}

fn add_transports(hulls: &mut Hulls, waters: Waters, points: u32) {
    for _ in 0..points {
        hulls.add(&Hull::Transport(waters));
    }
}

/// Strength points that the Union may move by sea this turn (8.6.1): none any more after foreign intervention (4.1.6c).
pub fn sea_lift(rules: &CivilWar, game: &Game) -> u32 {
    if game.intervention { 0 } else { rules.pack.charts.sea_lift(game.turn).into() }
}
