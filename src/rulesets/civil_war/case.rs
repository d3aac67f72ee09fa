//! The notation of positions in cases: what is not named is default (DESIGN: cases).

use std::collections::BTreeMap;

use serde::Deserialize;
use serde_json::{Value, json};

use crate::board::Hex;
use crate::document::{Id, Problem};
use crate::engine::{Pending, Position};

use super::action::{PulseFrame, PulseStage};
use super::ledger::{Game, Group, Piece, Place, Points, Priorities, Pulse};
use super::orders::Standing;
use super::pack::Side;
use super::sequence::{Stage, Turn};
use super::{CivilWar, Frame};

/// `given:` of a case.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(deny_unknown_fields, default)]
struct Given {
    /// The scenario whose calendar and awards hold; the pack's first unless told.
    scenario: Option<Id>,
    /// Start from the scenario's set-up; else from an empty map.
    set_up: bool,
    turn: Option<u8>,
    table_uses: Option<u32>,
    table_total: Option<u32>,
    /// How many pulses have been played.
    pulses: Option<u32>,
    /// `start` (the turn's first phase), `initiative` (the next initiative roll), `rally` (the turn's end); without it
    /// a half-pulse of `phasing`.
    at: Option<String>,
    /// Whose half it is: the first who is asked for orders.
    phasing: Option<Side>,
    /// Who won the initiative; the phasing side unless told.
    winner: Option<Side>,
    /// The dice difference; large unless told.
    difference: Option<u32>,
    /// How much of it is left; all of it unless told.
    left: Option<u32>,
    /// The winner's free reinforcement is still due.
    free: bool,
    union: GivenSide,
    confederate: GivenSide,
    control: BTreeMap<Hex, Side>,
}

#[derive(Clone, Debug, Default, Deserialize)]
#[serde(deny_unknown_fields, default)]
struct GivenSide {
    /// What stands where.
    at: BTreeMap<Hex, Stack>,
    /// Plenty on every track unless told.
    commands: Option<Points>,
    reinforcements: Points,
    pool: Vec<Piece>,
    /// Counters on the turn track, by turn.
    track: BTreeMap<Piece, u8>,
    killed: Vec<Piece>,
    priorities: Option<Priorities>,
    burnt: Points,
    vp: i64,
    lost: i64,
    standing: Option<Standing>,
}

/// A stack: `{sp: 5, leaders: [meade-2], demoralized: true}`.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(deny_unknown_fields, default)]
struct Stack {
    sp: u32,
    /// Of those, how many have moved this pulse.
    moved: u32,
    leaders: Vec<Piece>,
    demoralized: bool,
}

/// The position that a case describes.
pub fn position(rules: &CivilWar, given: &Value) -> Result<Position<CivilWar>, Problem> {
    let given: Given = serde_path_to_error::deserialize(given).map_err(|error| {
        let path = format!("given.{}", error.path());
        Problem::new(error.inner().to_string()).in_path(path)
    })?;
    let first = rules.pack.scenarios.keys().next().cloned();
    let Some(scenario) = given.scenario.clone().or(first) else {
        return Err(Problem::new("the pack has no scenario"));
    };
    let Some(found) = rules.pack.scenarios.get(&scenario) else {
        return Err(Problem::new(format!("there is no scenario '{scenario}'")).in_path("given.scenario"));
    };
    let mut game = super::sequence::set_up(rules, found);
    if !given.set_up {
        game.groups.clear();
        game.pieces.clear();
        game.control.clear();
    }
    game.turn = given.turn.unwrap_or(found.first_turn);
    game.table_uses = given.table_uses.unwrap_or(1);
    game.table_total = given.table_total.unwrap_or(0);
    game.control.extend(given.control.clone());
    for (side, own) in [(Side::Union, &given.union), (Side::Confederate, &given.confederate)] {
        place(rules, &mut game, side, own)?;
    }
    game.tidy();

    let mut stack = vec![Frame::Turn(Turn { stage: Stage::Action })];
    let mut pulse = PulseFrame::new();
    pulse.pulses = given.pulses.unwrap_or(u32::from(given.phasing.is_some()));
    match (given.at.as_deref(), given.phasing) {
        (Some("start"), _) => stack = vec![Frame::Turn(Turn { stage: Stage::Reinforcement })],
        (Some("rally"), _) => stack = vec![Frame::Turn(Turn { stage: Stage::Close })],
        (Some("initiative"), _) => stack.push(Frame::Pulse(pulse)),
        (None, Some(phasing)) => {
            let difference = given.difference.unwrap_or(10);
            let left = given.left.unwrap_or(difference);
            let (winner, free) = (given.winner.unwrap_or(phasing), given.free);
            game.pulse = Some(Pulse { number: pulse.pulses, winner, difference, phasing, left, free });
            pulse.stage = PulseStage::Half { side: phasing };
            stack.push(Frame::Pulse(pulse));
        }
        _ => {
            let problem = Problem::new("the case does not say at what moment it begins").in_path("given");
            return Err(problem.advice("give `phasing: union` (or confederate), or `at:` start, initiative or rally"));
        }
    }
    let mut position = Position::new(game, Frame::Turn(Turn { stage: Stage::Action }));
    position.pending = match given.phasing {
        Some(side) if given.at.is_none() => Some(Pending::Orders { side: side.id() }),
        _ => Some(Pending::Start),
    };
    position.stack = stack;
    for (side, own) in [(Side::Union, given.union), (Side::Confederate, given.confederate)] {
        if let Some(standing) = own.standing {
            position.standing.insert(side.id(), standing);
        }
    }
    let broken = super::invariants::invariants(rules, &position);
    match broken.into_iter().next() {
        None => Ok(position),
        Some(broken) => Err(broken.in_path("given")),
    }
}

fn place(rules: &CivilWar, game: &mut Game, side: Side, own: &GivenSide) -> Result<(), Problem> {
    for (&hex, stack) in &own.at {
        let demoralized = stack.demoralized;
        for (sp, moved) in [(stack.sp.saturating_sub(stack.moved), false), (stack.moved.min(stack.sp), true)] {
            if sp > 0 {
                game.add_group(Group { side, hex, sp, moved, demoralized, marching: false });
            }
        }
        for piece in &stack.leaders {
            game.pieces.insert(piece.clone(), Place::Map { hex, moved: false });
        }
    }
    let plenty = || super::ledger::Track::ALL.into_iter().map(|track| (track, 19)).collect();
    let ledger = game.side_mut(side);
    ledger.commands = own.commands.clone().unwrap_or_else(plenty);
    if side == Side::Confederate {
        ledger.commands.remove(&super::ledger::Track::Naval);
    }
    ledger.commands.retain(|_, points| *points > 0);
    ledger.reinforcements = own.reinforcements.clone();
    ledger.priorities = own.priorities.or(Some(super::sequence::all_priorities()[0]));
    ledger.burnt = own.burnt.clone();
    ledger.vp = own.vp;
    ledger.lost = own.lost;
    game.pieces.extend(own.pool.iter().map(|piece| (piece.clone(), Place::Pool)));
    game.pieces.extend(own.track.iter().map(|(piece, due)| (piece.clone(), Place::Track(*due))));
    game.pieces.extend(own.killed.iter().map(|piece| (piece.clone(), Place::Killed)));
    match game.pieces.keys().find(|piece| super::ledger::counter(&rules.pack, piece).is_none()) {
        Some(piece) => Err(Problem::new(format!("there is no counter {piece}")).in_path("given")),
        None => Ok(()),
    }
}

/// A position in the notation of cases: what `given` would say of it.
pub fn notation(rules: &CivilWar, position: &Position<CivilWar>) -> Value {
    let game = &position.game;
    let mut told = serde_json::Map::new();
    told.insert("turn".to_owned(), json!(game.turn));
    told.insert("table_uses".to_owned(), json!(game.table_uses));
    told.insert("table_total".to_owned(), json!(game.table_total));
    if let Some(pulse) = &game.pulse {
        told.insert("phasing".to_owned(), json!(pulse.phasing));
        told.insert("winner".to_owned(), json!(pulse.winner));
        told.insert("difference".to_owned(), json!(pulse.difference));
        told.insert("left".to_owned(), json!(pulse.left));
        told.insert("free".to_owned(), json!(pulse.free));
    }
    told.insert("control".to_owned(), json!(game.control));
    for side in Side::BOTH {
        let mut stacks: BTreeMap<Hex, serde_json::Map<String, Value>> = BTreeMap::new();
        for group in game.groups.values().filter(|group| group.side == side) {
            let stack = stacks.entry(group.hex).or_default();
            let add = |stack: &mut serde_json::Map<String, Value>, key: &str| {
                let sum = stack.get(key).and_then(Value::as_u64).unwrap_or(0) + u64::from(group.sp);
                stack.insert(key.to_owned(), json!(sum));
            };
            add(stack, "sp");
            if group.moved {
                add(stack, "moved");
            }
            if group.demoralized {
                stack.insert("demoralized".to_owned(), json!(true));
            }
        }
        let mut at: BTreeMap<Hex, Vec<Piece>> = BTreeMap::new();
        for (piece, hex) in game.leaders_on_map(&rules.pack, side) {
            at.entry(hex).or_default().push(piece);
        }
        for (hex, leaders) in at {
            stacks.entry(hex).or_default().insert("leaders".to_owned(), json!(leaders));
        }
        let own = |place: &dyn Fn(&Place) -> bool| -> Vec<Piece> {
            let pieces = game.pieces.iter().filter(|(_, at)| place(at)).map(|(piece, _)| piece.clone());
            pieces.filter(|piece| super::ledger::side_of(&rules.pack, piece) == Some(side)).collect()
        };
        let track: BTreeMap<String, u8> = own(&|at| matches!(at, Place::Track(_)))
            .into_iter()
            .filter_map(|piece| match game.pieces.get(&piece) {
                Some(Place::Track(due)) => Some((piece.to_string(), *due)),
                _ => None,
            })
            .collect();
        let ledger = game.side(side);
        let entry = json!({
            "at": stacks,
            "commands": ledger.commands,
            "reinforcements": ledger.reinforcements,
            "pool": own(&|at| *at == Place::Pool),
            "track": track,
            "killed": own(&|at| *at == Place::Killed),
            "priorities": ledger.priorities,
            "burnt": ledger.burnt,
            "vp": ledger.vp,
            "lost": ledger.lost,
        });
        told.insert(side.as_str().to_owned(), entry);
    }
    Value::Object(told)
}
