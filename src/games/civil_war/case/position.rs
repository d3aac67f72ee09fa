//! The position that a case describes.

use serde_json::Value;

use crate::document::{Bytes32, Problem, decode_at};
use crate::engine::choices::Choice;
use crate::engine::{Pending, Position};
use crate::shared::find_scenario;
use crate::spelling::instead;

use super::overrides::default_scenario;
use super::{Fleet, Given, GivenSide, Marker, without_effect};
use crate::command::action::{PulseFrame, PulseStage};
use crate::pack::{Side, Unit};
use crate::position::ledger::hidden_leaders::HiddenLeaders;
use crate::position::ledger::{ArmyPlace, Game, Group, Hulls, Place, Pulse, Squadron};
use crate::sequence::{Stage, Turn};
use crate::{CivilWar, Procedure};

/// What `at` may be.
const MOMENTS: [&str; 5] = ["start", "raiders", "blockade", "initiative", "rally"];

/// The position that a case describes.
pub fn position(rules: &CivilWar, given: &Value) -> Result<Position<CivilWar>, Problem> {
    let given: Given = decode_at(None, "given", given)?;
    let Some(scenario) = given.scenario.clone().or_else(|| default_scenario(&rules.pack)) else {
        return Err(Problem::new("the pack has no scenario"));
    };
    let found = find_scenario(&rules.pack.scenarios, &scenario);
    let found = found.map_err(|problem| problem.in_path("given.scenario"))?;
    if let Some(at) = given.at.as_deref().filter(|at| !MOMENTS.contains(at)) {
        let problem = Problem::new(format!("there is no moment '{at}'")).in_path("given.at");
        return Err(problem.advice(instead(at, &MOMENTS, "the moments are")));
    }
    let mut game = crate::sequence::set_up(rules, found);
    game.options = given.options.of_position();
    if given.set_up {
        crate::far_west::set_up(rules, &mut game);
    } else {
        game.groups.clear();
        game.squadrons.clear();
        game.pieces.clear();
        game.control.clear();
        game.armies.clear();
        game.depots.clear();
        game.works.clear();
    }
    game.options = given.options.of_position();
    game.identified = given.identified.clone();
    game.turn = given.turn.unwrap_or(found.first_turn);
    game.table_uses = given.table_uses.unwrap_or(1);
    game.table_total = given.table_total.unwrap_or(0);
    place_markers(&mut game, &given);
    game.tribes = given.tribes.clone();
    game.works.extend(given.works.clone());
    game.converted = given.converted.clone();
    for (state, side) in crate::homefront::overdue(rules, &game) {
        game.converted.insert(state, side);
    }
    if let Some(militia) = &given.militia {
        game.militia = militia.clone();
    }
    (game.net, game.isolated, game.intervention) = (given.net, given.isolated, given.intervention);
    game.washington_held = given.washington_held;
    for (side, own) in [(Side::Union, &given.union), (Side::Confederate, &given.confederate)] {
        place(rules, &mut game, side, own)?;
    }
    crate::homefront::take_rails_of_joined(rules, &mut game);
    place_markers(&mut game, &given);
    game.mississippi_lost = crate::homefront::is_lost(rules, &game);
    without_effect::refuse(rules, &given, &game)?;
    crate::leaders::army::update_membership(rules, &mut game, &mut crate::engine::Events::default());
    game.tidy();
    if given.hidden_leaders || given.options.hidden_leaders {
        let mut hidden = HiddenLeaders::new(&rules.pack);
        for (side, own) in [(Side::Union, &given.union), (Side::Confederate, &given.confederate)] {
            hidden.set_pool(side, game.pool(&rules.pack, side), own.draws);
        }
        game.hidden = Some(hidden);
    }

    let mut stack = vec![Procedure::Turn(Turn { stage: Stage::Action })];
    let mut pulse = PulseFrame::new();
    pulse.pulses = given.pulses.unwrap_or(u32::from(given.phasing.is_some()));
    match (given.at.as_deref(), given.phasing) {
        (Some("start"), _) => stack = vec![Procedure::Turn(Turn { stage: Stage::Reinforcement })],
        (Some("raiders"), _) => stack = vec![Procedure::Turn(Turn { stage: Stage::Raiders })],
        (Some("blockade"), _) => stack = vec![Procedure::Turn(Turn { stage: Stage::Blockade })],
        (Some("rally"), _) => stack = vec![Procedure::Turn(Turn { stage: Stage::Close })],
        (Some("initiative"), _) => stack.push(Procedure::Pulse(pulse)),
        (None, Some(phasing)) => {
            let difference = given.difference.unwrap_or(10);
            let left = given.left.unwrap_or(difference);
            let (winner, free) = (given.winner.unwrap_or(phasing), given.free);
            game.pulse = Some(Pulse { number: pulse.pulses, winner, difference, phasing, left, free });
            pulse.stage = PulseStage::Half { side: phasing };
            stack.push(Procedure::Pulse(pulse));
        }
        _ => {
            let problem = Problem::new("the case does not say when it begins").in_path("given");
            return Err(problem.advice(
                "give `phasing: union` (or confederate), or `at:` start, raiders, blockade, initiative or rally",
            ));
        }
    }
    let mut position = Position::new(game, Procedure::Turn(Turn { stage: Stage::Action }));
    position.pending = match given.phasing {
        Some(side) if given.at.is_none() => Some(Pending::Orders { side: side.id() }),
        _ => Some(Pending::Start),
    };
    position.stack = stack;
    position.asked = given.asked;
    for (id, sides) in given.committed {
        let commitments = sides.into_iter().map(|side| (side.id(), Bytes32([0; 32]))).collect();
        position.choices.insert(id, Choice { commitments, ..Choice::default() });
    }
    for (side, own) in [(Side::Union, given.union), (Side::Confederate, given.confederate)] {
        if let Some(standing) = own.standing {
            position.standing.insert(side.id(), standing);
        }
    }
    Ok(position)
}

/// The Control markers as the case has them, whatever else the position brings.
fn place_markers(game: &mut Game, given: &Given) {
    for (&hex, marker) in &given.control {
        match marker {
            Marker::Union => game.control.insert(hex, Side::Union),
            Marker::Confederate => game.control.insert(hex, Side::Confederate),
            Marker::Nobody => game.control.remove(&hex),
        };
    }
}

fn place(rules: &CivilWar, game: &mut Game, side: Side, own: &GivenSide) -> Result<(), Problem> {
    for (&hex, stack) in &own.at {
        let demoralized = stack.demoralized;
        for (sp, moved) in [(stack.sp.saturating_sub(stack.moved), false), (stack.moved.min(stack.sp), true)] {
            if sp > 0 {
                game.add_group(Group { moved, demoralized, ..Group::new(side, hex, sp) });
            }
        }
        for (unit, sp) in [(Unit::TexasRanger, stack.texas_rangers), (Unit::CivilizedIndian, stack.civilized_indians)] {
            if sp > 0 {
                game.add_group(Group { demoralized, unit: Some(unit), ..Group::new(side, hex, sp) });
            }
        }
        for piece in &stack.leaders {
            let (moved, down) = (stack.leaders_moved.contains(piece), stack.down.contains(piece));
            game.pieces.insert(piece.clone(), Place::Map { hex, moved, army: None, down, marching: false });
        }
        for (army, corps) in &stack.armies {
            game.armies.insert(army.clone(), ArmyPlace::At(hex));
            if corps.sp > 0 {
                let group = Group { demoralized, army: Some(army.clone()), ..Group::new(side, hex, corps.sp) };
                game.add_group(group);
            }
            for piece in &corps.leaders {
                let (moved, down) = (stack.leaders_moved.contains(piece), stack.down.contains(piece));
                let place = Place::Map { hex, moved, army: Some(army.clone()), down, marching: false };
                game.pieces.insert(piece.clone(), place);
            }
        }
        if let Some(army) = &stack.army {
            game.armies.insert(army.clone(), ArmyPlace::At(hex));
        }
        if stack.depot {
            game.depots.insert(hex, side);
        }
    }
    for (&at, fleet) in &own.ships {
        let Fleet { ships, river, ocean, leaders, moved } = fleet;
        let (moved, hulls) = (*moved, Hulls { ships: ships.clone(), river: *river, ocean: *ocean });
        game.add_squadron(Squadron { side, at, hulls, moved, sailing: false });
        let place = Place::Afloat { at, moved, sailing: false };
        game.pieces.extend(leaders.iter().map(|piece| (piece.clone(), place.clone())));
    }
    game.side_mut(side).navy = own.navy.clone();
    let tracks = crate::position::ledger::Track::in_play(game.options.far_west);
    let plenty = || tracks.map(|track| (track, 19)).collect();
    let ledger = game.side_mut(side);
    ledger.commands = own.commands.clone().unwrap_or_else(plenty);
    if side == Side::Confederate {
        ledger.commands.remove(&crate::position::ledger::Track::Naval);
    }
    ledger.commands.retain(|_, points| *points > 0);
    ledger.reinforcements = own.reinforcements.clone();
    ledger.priorities = own.priorities.or(Some(crate::homefront::all_priorities()[0]));
    ledger.burnt = own.burnt.clone();
    ledger.vp = own.vp;
    ledger.lost = own.lost;
    ledger.rail_used = own.rail_used;
    ledger.bound = own.bound.clone();
    game.pieces.extend(own.removed.iter().map(|piece| (piece.clone(), Place::Removed)));
    game.pieces.extend(own.discarded.iter().map(|piece| (piece.clone(), Place::Discarded)));
    game.armies.extend(own.destroyed.iter().map(|army| (army.clone(), ArmyPlace::Destroyed)));
    game.pieces.extend(own.pool.iter().map(|piece| (piece.clone(), Place::Pool)));
    game.pieces.extend(own.track.iter().map(|(piece, due)| (piece.clone(), Place::Track(*due))));
    game.pieces.extend(own.captives.iter().map(|(piece, since)| (piece.clone(), Place::Captive(*since))));
    game.pieces.extend(own.terminated.iter().map(|piece| (piece.clone(), Place::Terminated)));
    game.pieces.extend(own.killed.iter().map(|piece| (piece.clone(), Place::Killed)));
    match game.pieces.keys().find(|piece| crate::position::ledger::counter(&rules.pack, piece).is_none()) {
        Some(piece) => {
            let problem = Problem::new(format!("there is no counter {piece}")).in_path(format!("given.{side}"));
            let leader = rules.pack.leaders.get(&piece.leader);
            let ranks = leader.map(|leader| leader.counters.iter().map(|one| format!("{}-{}", piece.leader, one.rank)));
            Err(match ranks {
                Some(ranks) => problem.advice(format!("he has {}", ranks.collect::<Vec<_>>().join(", "))),
                None => problem.advice("see `adjutant show leader NAME`"),
            })
        }
        None => Ok(()),
    }
}
