//! The notation of positions in cases: what is not named is default (DESIGN: cases).

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use serde::Deserialize;
use serde_json::{Value, json};

use crate::board::Hex;
use crate::document::{Bytes32, Id, Problem, decode_at};
use crate::engine::choices::Choice;
use crate::engine::{Pending, Position};

use super::action::{PulseFrame, PulseStage};
use super::ledger::{
    ArmyPlace, Bound, Game, Group, Hulls, Navy, Net, Piece, Place, Points, Priorities, Pulse, Squadron, Works,
};
use super::orders::Standing;
use super::pack::{Side, Station};
use super::sequence::{Stage, Turn};
use super::{CivilWar, Frame};

mod idle;
mod rolls;
mod written;

pub use rolls::parts;
pub use written::{essence, given};

/// `given:` of a case.
#[derive(Clone, Debug, Default, Deserialize, schemars::JsonSchema)]
#[serde(deny_unknown_fields, default)]
struct Given {
    /// The scenario whose calendar and awards hold; the first on a part of the map unless told.
    scenario: Option<Id>,
    /// Start from the scenario's set-up; else from an empty map.
    set_up: bool,
    /// The turn; the scenario's first unless told.
    turn: Option<u8>,
    /// How often the Command Points Table has been used this turn (4.2); once unless told.
    table_uses: Option<u32>,
    /// The Command Point Table Total of the match (3.7); 0 unless told.
    table_total: Option<u32>,
    /// How many pulses have been played; 1 in a half-pulse and else 0 unless told.
    pulses: Option<u32>,
    /// `start` (the turn's first phase), `raiders` (its Commerce Raider Phase), `blockade` (its Blockade Effects Phase),
    /// `initiative` (the next initiative roll), `rally` (the turn's end); without it a half-pulse of `phasing`.
    at: Option<String>,
    /// Whose half it is: the first who is asked for orders.
    phasing: Option<Side>,
    /// Who won the initiative; the phasing side unless told.
    winner: Option<Side>,
    /// The difference of the dice (4.2); 10 unless told.
    difference: Option<u32>,
    /// How much of it is left; all of it unless told.
    left: Option<u32>,
    /// The winner's free reinforcement is still due.
    free: bool,
    /// What the Union has.
    union: GivenSide,
    /// What the Confederacy has.
    confederate: GivenSide,
    /// Control markers (2.1): whose hexes with a rail, a city or a fortress are, if not as the map has it.
    control: BTreeMap<Hex, Side>,
    /// Ground of the case's own, as `map.yaml` has it.
    #[serde(rename = "ground")]
    _ground: Option<Value>,
    /// Leaders of the case's own, as `leaders.yaml` has them.
    #[serde(rename = "leaders")]
    _leaders: Option<Value>,
    /// What is different in the scenario: its fields.
    #[serde(rename = "scenario_with")]
    _scenario_with: Option<Value>,
    /// Fortifications built or destroyed since the start.
    works: BTreeMap<Hex, Works>,
    /// States that have turned. Kentucky has joined the Union by turn 4 unless told (15.7).
    converted: BTreeMap<Id, Side>,
    /// States whose militia has been out; those of the scenario unless told.
    militia: Option<BTreeSet<Id>>,
    /// The Confederacy's supply totals of the turn.
    net: Option<Net>,
    /// Washington was held by the Confederacy at a turn's end, and no Union force has been there since (4.1.6, 4.1.7).
    washington_held: bool,
    /// Washington was isolated at a turn's end, and has not been relieved since (4.1.8, 4.1.9).
    isolated: bool,
    /// Foreign powers have intervened (4.1.6).
    intervention: bool,
    /// Choices that lie face down: which sides have committed to them (4.1).
    committed: BTreeMap<Id, BTreeSet<Side>>,
    /// How many questions have been asked so far: the number in the next one's id is one more.
    asked: u64,
    /// The whole position as a state of a match has it, in place of all other keys: what `--from` writes in the middle of
    /// an order or of a secret choice, where the other keys do not tell all.
    #[serde(rename = "whole_position")]
    _whole_position: Option<Value>,
}

#[derive(Clone, Debug, Default, Deserialize, schemars::JsonSchema)]
#[serde(deny_unknown_fields, default)]
struct GivenSide {
    /// What stands where.
    at: BTreeMap<Hex, Stack>,
    /// Ships, by the hexside or coastal hex where they lie.
    ships: BTreeMap<Station, Fleet>,
    /// Ships that are not on the map.
    navy: Navy,
    /// Command points by track; plenty on every track unless told.
    commands: Option<Points>,
    /// Strength points that wait on the reinforcement tracks; none unless told.
    reinforcements: Points,
    /// Leaders in the pool, from which they are drawn (10.3).
    pool: Vec<Piece>,
    /// Counters on the turn track, by turn.
    track: BTreeMap<Piece, u8>,
    /// Leaders who have been killed.
    killed: Vec<Piece>,
    /// The theaters of the turn, most important first (4.1); east, west, trans_mississippi unless told.
    priorities: Option<Priorities>,
    /// Command points burnt this turn, by track: for the war elsewhere (CW-5).
    burnt: Points,
    /// Victory points so far; those for ground held are counted at the end.
    vp: i64,
    /// Strength points lost so far.
    lost: i64,
    /// Standing orders, as a turn has them.
    standing: Option<Standing>,
    /// Leaders in the Removed Leaders Box.
    removed: Vec<Piece>,
    /// Counters out of play: replaced by a higher rank, or discarded (5.2).
    discarded: Vec<Piece>,
    /// Armies that are gone for good.
    destroyed: Vec<Id>,
    /// Strength points moved by rail this turn (6.6).
    rail_used: u32,
    /// Allocations to come that are bound, by turn (4.1).
    bound: BTreeMap<u8, Bound>,
}

/// A stack: `{sp: 5, leaders: [meade-2], demoralized: true}`.
#[derive(Clone, Debug, Default, Deserialize, schemars::JsonSchema)]
#[serde(deny_unknown_fields, default)]
struct Stack {
    /// Strength points.
    sp: u32,
    /// Of those, how many have moved this pulse.
    moved: u32,
    /// Leaders with them.
    leaders: Vec<Piece>,
    /// All of these strength points are demoralized.
    demoralized: bool,
    /// Leaders of these who have not been revealed.
    down: Vec<Piece>,
    /// Leaders of these who have moved this pulse.
    leaders_moved: Vec<Piece>,
    /// The army that all of it belongs to, up to its maximum.
    army: Option<Id>,
    /// Where several armies stand: each with its strength points and leaders, besides those above.
    armies: BTreeMap<Id, Corps>,
    /// A supply depot stands there.
    depot: bool,
}

/// Ships that lie together.
#[derive(Clone, Debug, Default, Deserialize, schemars::JsonSchema)]
#[serde(deny_unknown_fields, default)]
struct Fleet {
    /// Ironclads and raiders by name.
    ships: BTreeSet<Id>,
    /// River transport points.
    river: u32,
    /// Ocean transport points.
    ocean: u32,
    /// Leaders on board.
    leaders: Vec<Piece>,
    /// They have moved this pulse.
    moved: bool,
}

/// One of several armies in a hex.
#[derive(Clone, Debug, Default, Deserialize, schemars::JsonSchema)]
#[serde(deny_unknown_fields, default)]
struct Corps {
    /// Its strength points.
    sp: u32,
    /// Its leaders.
    leaders: Vec<Piece>,
}

/// The game with the ground, counters and scenario that a case brings of its own.
///
/// # Errors
/// If they are not understood.
pub fn ground(rules: &CivilWar, given: &Value) -> Result<CivilWar, Problem> {
    let part = |key: &str| given.get(key).filter(|value| !value.is_null());
    let named = given.get("scenario").and_then(Value::as_str).and_then(|id| id.parse::<Id>().ok());
    let scenario = named.or_else(|| usual(&rules.pack));
    let rules = scenario.as_ref().map_or_else(|| rules.clone(), |id| rules.on(id));
    if part("ground").is_none() && part("leaders").is_none() && part("scenario_with").is_none() {
        return Ok(rules);
    }
    let mut pack = (*rules.pack).clone();
    let misread = |key: &str| Problem::new("this is not understood").in_path(format!("given.{key}"));
    if let Some(value) = part("ground") {
        let value = value.as_object().cloned().ok_or_else(|| misread("ground"))?;
        pack.map = super::pack::Map::of_case(value, &pack.map)?.into();
    }
    if let Some(value) = part("leaders") {
        let leaders = value.as_array().ok_or_else(|| misread("leaders"))?;
        for (n, value) in leaders.iter().enumerate() {
            let mut value = value.clone();
            for counter in value.get_mut("counters").and_then(Value::as_array_mut).into_iter().flatten() {
                if let Some(counter) = counter.as_object_mut() {
                    counter.entry("source").or_insert(json!({"reconstructed": "the case's own counter"}));
                }
            }
            let leader: super::pack::Leader = serde_path_to_error::deserialize(value).map_err(|error| {
                let path = format!("given.leaders[{n}].{}", error.path());
                Problem::new(error.inner().to_string()).in_path(path)
            })?;
            Arc::make_mut(&mut pack.leaders).insert(leader.id.clone(), leader);
        }
    }
    if let Some(with) = part("scenario_with") {
        let (id, found) = scenario
            .as_ref()
            .and_then(|id| pack.scenarios.get_key_value(id))
            .map(|(id, found)| (id.clone(), found))
            .ok_or_else(|| misread("scenario"))?;
        let mut value = serde_json::to_value(found).map_err(|error| Problem::new(error.to_string()))?;
        let with = with.as_object().ok_or_else(|| misread("scenario_with"))?;
        if let Some(fields) = value.as_object_mut() {
            fields.extend(with.clone());
        }
        let scenario = serde_path_to_error::deserialize(value).map_err(|error| {
            let path = format!("given.scenario_with.{}", error.path());
            Problem::new(error.inner().to_string()).in_path(path)
        })?;
        Arc::make_mut(&mut pack.scenarios).insert(id, scenario);
    }
    Ok(CivilWar::as_it_is(pack))
}

/// The scenario of a case that names none: the pack's first on part of the map, else its first.
fn usual(pack: &super::pack::Pack) -> Option<Id> {
    let part = pack.scenarios.values().find(|scenario| scenario.ground.is_some());
    part.map(|scenario| scenario.id.clone()).or_else(|| pack.scenarios.keys().next().cloned())
}

/// The position that a case describes.
pub fn position(rules: &CivilWar, given: &Value) -> Result<Position<CivilWar>, Problem> {
    let given: Given = decode_at(None, "given", given)?;
    let Some(scenario) = given.scenario.clone().or_else(|| usual(&rules.pack)) else {
        return Err(Problem::new("the pack has no scenario"));
    };
    let Some(found) = rules.pack.scenarios.get(&scenario) else {
        return Err(Problem::new(format!("there is no scenario '{scenario}'")).in_path("given.scenario"));
    };
    let mut game = super::sequence::set_up(rules, found);
    if !given.set_up {
        game.groups.clear();
        game.squadrons.clear();
        game.pieces.clear();
        game.control.clear();
        game.armies.clear();
        game.depots.clear();
        game.works.clear();
    }
    game.turn = given.turn.unwrap_or(found.first_turn);
    game.table_uses = given.table_uses.unwrap_or(1);
    game.table_total = given.table_total.unwrap_or(0);
    game.control.extend(given.control.clone());
    game.works.extend(given.works.clone());
    game.converted = given.converted.clone();
    for (state, side) in super::homefront::overdue(rules, &game) {
        game.converted.insert(state, side);
    }
    if let Some(militia) = &given.militia {
        game.militia = militia.clone();
    }
    (game.net, game.isolated, game.intervention) = (given.net, given.isolated, given.intervention);
    game.washington_held = given.washington_held;
    game.mississippi_lost = super::homefront::is_lost(rules, &game);
    for (side, own) in [(Side::Union, &given.union), (Side::Confederate, &given.confederate)] {
        place(rules, &mut game, side, own)?;
    }
    idle::refuse(rules, &given, &game)?;
    super::army::muster(rules, &mut game, &mut crate::engine::Events::default());
    game.tidy();

    let mut stack = vec![Frame::Turn(Turn { stage: Stage::Action })];
    let mut pulse = PulseFrame::new();
    pulse.pulses = given.pulses.unwrap_or(u32::from(given.phasing.is_some()));
    match (given.at.as_deref(), given.phasing) {
        (Some("start"), _) => stack = vec![Frame::Turn(Turn { stage: Stage::Reinforcement })],
        (Some("raiders"), _) => stack = vec![Frame::Turn(Turn { stage: Stage::Raiders })],
        (Some("blockade"), _) => stack = vec![Frame::Turn(Turn { stage: Stage::Blockade })],
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
            return Err(problem.advice(
                "give `phasing: union` (or confederate), or `at:` start, raiders, blockade, initiative or rally",
            ));
        }
    }
    let mut position = Position::new(game, Frame::Turn(Turn { stage: Stage::Action }));
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
                game.add_group(Group { moved, demoralized, ..Group::new(side, hex, sp) });
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
    ledger.rail_used = own.rail_used;
    ledger.bound = own.bound.clone();
    game.pieces.extend(own.removed.iter().map(|piece| (piece.clone(), Place::Removed)));
    game.pieces.extend(own.discarded.iter().map(|piece| (piece.clone(), Place::Discarded)));
    game.armies.extend(own.destroyed.iter().map(|army| (army.clone(), ArmyPlace::Destroyed)));
    game.pieces.extend(own.pool.iter().map(|piece| (piece.clone(), Place::Pool)));
    game.pieces.extend(own.track.iter().map(|(piece, due)| (piece.clone(), Place::Track(*due))));
    game.pieces.extend(own.killed.iter().map(|piece| (piece.clone(), Place::Killed)));
    match game.pieces.keys().find(|piece| super::ledger::counter(&rules.pack, piece).is_none()) {
        Some(piece) => {
            let problem = Problem::new(format!("there is no counter {piece}")).in_path(format!("given.{side}"));
            let leader = rules.pack.leaders.get(&piece.leader);
            let ranks = leader.map(|leader| leader.counters.iter().map(|one| format!("{}-{}", piece.leader, one.rank)));
            Err(match ranks {
                Some(ranks) => problem.advice(format!("he has {}", ranks.collect::<Vec<_>>().join(", "))),
                None => problem.advice("`adjutant show leader NAME` tells who there is"),
            })
        }
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
    told.insert("works".to_owned(), json!(game.works));
    told.insert("converted".to_owned(), json!(game.converted));
    told.insert("militia".to_owned(), json!(game.militia));
    told.insert("net".to_owned(), json!(game.net));
    told.insert("mississippi_lost".to_owned(), json!(game.mississippi_lost));
    told.insert("washington_held".to_owned(), json!(game.washington_held));
    told.insert("isolated".to_owned(), json!(game.isolated));
    told.insert("intervention".to_owned(), json!(game.intervention));
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
        for (army, hex) in super::army::on_map(rules, game, side) {
            let stack = stacks.entry(hex).or_default();
            stack.insert("army".to_owned(), json!(army));
            let armies = stack.entry("armies").or_insert_with(|| json!({}));
            armies[army.as_str()] = json!({
                "sp": super::army::sp(game, army),
                "leaders": super::army::leaders(game, army),
                "commander": super::army::commander(rules, game, army),
            });
        }
        for (&hex, _) in game.depots.iter().filter(|(_, owner)| **owner == side) {
            stacks.entry(hex).or_default().insert("depot".to_owned(), json!(true));
        }
        for (hex, leaders) in at {
            let hidden = |piece: &&Piece| matches!(game.pieces.get(*piece), Some(Place::Map { down: true, .. }));
            let down: Vec<&Piece> = leaders.iter().filter(hidden).collect();
            let stack = stacks.entry(hex).or_default();
            if !down.is_empty() {
                stack.insert("down".to_owned(), json!(down));
            }
            stack.insert("leaders".to_owned(), json!(leaders));
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
            "ships": fleets(rules, game, side),
            "navy": ledger.navy,
            "commands": ledger.commands,
            "reinforcements": ledger.reinforcements,
            "pool": own(&|at| *at == Place::Pool),
            "track": track,
            "killed": own(&|at| *at == Place::Killed),
            "discarded": own(&|at| *at == Place::Discarded),
            "removed": own(&|at| *at == Place::Removed),
            "destroyed": game.armies.iter().filter(|(army, place)| {
                **place == ArmyPlace::Destroyed && rules.pack.charts.armies.get(*army).is_some_and(|data| data.side == side)
            }).map(|(army, _)| army).collect::<Vec<_>>(),
            "rail_used": ledger.rail_used,
            "bound": ledger.bound,
            "priorities": ledger.priorities,
            "burnt": ledger.burnt,
            "vp": ledger.vp,
            "lost": ledger.lost,
        });
        told.insert(side.as_str().to_owned(), entry);
    }
    Value::Object(told)
}

/// A side's ships on the map, in the notation of cases.
fn fleets(rules: &CivilWar, game: &Game, side: Side) -> BTreeMap<Station, Value> {
    let at: BTreeSet<Station> = game.squadrons.values().filter(|one| one.side == side).map(|one| one.at).collect();
    let tell = |at: Station| {
        let Hulls { ships, river, ocean } = game.hulls_at(at, side);
        let moved = game.squadrons_at(at, side).any(|(_, squadron)| squadron.moved);
        let leaders = game.afloat_at(&rules.pack, at, side);
        json!({"ships": ships, "river": river, "ocean": ocean, "leaders": leaders, "moved": moved})
    };
    at.into_iter().map(|at| (at, tell(at))).collect()
}
