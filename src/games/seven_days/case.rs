//! The notation of positions in cases; whatever is not mentioned has its default value (DESIGN: cases).

use crate::sorted::{SortedMap, SortedSet};

use serde::{Deserialize, Serialize};
use serde_json::{Map, Value, json};

use crate::board::Area;
use crate::document::{Id, Problem, decode_at};
use crate::engine::{Pending, Position};
use crate::shared::find_scenario;
use crate::spelling::instead;

use crate::options::Options;
use crate::orders::Standing;
use crate::pack::{BridgeState, Side};
use crate::phases::impulse::{ImpulseProcedure, Stage as ImpulseStage};
use crate::position::ledger::{Advantage, Game, LeaderPlace, LeaderState, Phase, Train, UnitState, Weather, Works};
use crate::position::stage::{Stage, Turn};
use crate::{Procedure, SevenDays};

mod rolls;
mod without_effect;
mod write_given;

pub use rolls::parts;
pub use write_given::{given, normalized};

/// `given:` of a case.
#[derive(Clone, Debug, Default, Deserialize, schemars::JsonSchema)]
#[serde(deny_unknown_fields, default)]
struct Given {
    /// The scenario, with its map and calendar; the pack's first by default.
    scenario: Option<Id>,
    /// Start from the scenario's set-up instead of an empty map.
    set_up: bool,
    /// Optional rules in play, as in a charter: `{weather: true}`; none by default.
    options: Map<String, Value>,
    /// The turn; the second by default.
    turn: Option<u8>,
    /// `bids`, `dawn` (the turn begins), `daylight` (an impulse of `active`), `night` (of `active`), `end`;
    /// `daylight` by default.
    at: Option<String>,
    /// The side whose impulse or night it is; the Confederacy by default.
    active: Option<Side>,
    /// The impulse's number; 2 by default.
    impulse: Option<u8>,
    /// The side that has the Advantage; the Union by default.
    advantage: Option<Side>,
    /// The Army Leaders who are Active.
    armies_active: SortedSet<Side>,
    /// The day's weather (15.1); clear by default.
    weather: Weather,
    /// The weather changes in the next Union impulse (15.1.3).
    weather_turns: bool,
    /// Lee Commands has been used this turn (8.1.4).
    lee_commanded: bool,
    /// The sides whose Army Leader has moved this turn (9.1.2a).
    army_moved: SortedSet<Side>,
    /// What the Union has, by area.
    union: SortedMap<Area, Stack>,
    /// What the Confederacy has, by area.
    confederate: SortedMap<Area, Stack>,
    /// Which side controls areas (7.2), if not the side with units there or as on the map.
    control: SortedMap<Area, Side>,
    /// Replacement Points in reserve (13.3); none by default.
    points: SortedMap<Side, u32>,
    /// The Supply Train: the area where it is, or `{arrives: 4}` in transit; as in the scenario by default.
    train: Option<TrainText>,
    /// Bridges (15.4) that are not as in the scenario.
    bridges: SortedMap<Id, BridgeState>,
    /// The bridge at which the Union Engineers are (15.4).
    engineers: Option<Id>,
    /// The Confederacy has built a bridge this turn (15.4.3).
    built: bool,
    /// The area of the Siege Guns (16.2).
    siege_guns: Option<Area>,
    /// Help from Washington has arrived (16.5).
    help_came: bool,
    /// Units that have been eliminated.
    lost: SortedSet<Id>,
    /// Leaders off the map, and until when: `{jackson: {wounded: 3}}`.
    away: SortedMap<Id, LeaderPlace>,
    /// Standing orders by side, as in a turn file.
    standing: SortedMap<Side, Standing>,
    /// How many questions have been asked so far: the next one has the next number in its id.
    asked: u64,
    /// The whole position as in a state of a match, instead of all other keys: what `--from` writes in the middle of
    /// an order or of a secret choice, where the other keys cannot describe everything.
    #[serde(rename = "whole_position")]
    _whole_position: Option<Value>,
}

/// Where the Supply Train is: an area, or `{arrives: 4}`.
#[derive(Clone, Copy, Debug, Deserialize, schemars::JsonSchema)]
#[serde(untagged)]
enum TrainText {
    At(Area),
    Arrives { arrives: u8 },
}

/// What a side has in an area. A `-` behind a name: Exhausted, or Inactive.
#[derive(Clone, Debug, Default, Serialize, Deserialize, schemars::JsonSchema)]
#[serde(deny_unknown_fields, default)]
struct Stack {
    /// Units.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    units: Vec<String>,
    /// Leaders.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    leaders: Vec<String>,
    /// The level of its entrenchment there (11).
    #[serde(skip_serializing_if = "Option::is_none")]
    works: Option<u8>,
}

/// A name, with or without a trailing `-`.
fn marked(text: &str) -> Result<(Id, bool), Problem> {
    let (name, mark) = text.strip_suffix('-').map_or((text, false), |name| (name, true));
    let id = name.parse().map_err(|expected: String| Problem::new(format!("'{text}': {expected}")))?;
    Ok((id, mark))
}

/// The position that a case describes.
///
/// # Errors
/// The notation cannot be read, or names something that the pack does not have.
pub fn position(rules: &SevenDays, given: &Value) -> Result<Position<SevenDays>, Problem> {
    let given: Given = decode_at(None, "given", given)?;
    let scenario = match &given.scenario {
        Some(id) => find_scenario(&rules.pack.scenarios, id).map_err(|problem| problem.in_path("given.scenario"))?,
        None => {
            let first = rules.pack.scenarios.values().next();
            first.ok_or_else(|| Problem::new("the pack has no scenario").in_path("given.scenario"))?
        }
    };
    let options = Options::read(&given.options)?;
    let mut game = if given.set_up { rules.set_up(scenario, options) } else { rules.empty(scenario, options) };
    for (side, stacks) in [(Side::Union, &given.union), (Side::Confederate, &given.confederate)] {
        for (area, stack) in stacks {
            place(rules, &mut game, side, *area, stack)?;
        }
    }
    without_effect::refuse(rules, &given, &game)?;
    for (&area, &side) in &given.control {
        game.set_control(area, side);
    }
    game.turn = given.turn.unwrap_or(if given.set_up { game.turn } else { 2 });
    game.weather = given.weather;
    game.weather_turns = given.weather_turns;
    game.lee_commanded = given.lee_commanded;
    game.army_moved = given.army_moved;
    game.points = given.points;
    game.bridges.extend(given.bridges);
    game.engineers = given.engineers;
    game.built = given.built;
    game.help_came = given.help_came;
    game.lost.extend(given.lost);
    if let Some(area) = given.siege_guns {
        game.siege_guns = Some(area);
    }
    if let Some(train) = given.train {
        game.train = match train {
            TrainText::At(area) => Train::At(area),
            TrainText::Arrives { arrives } => Train::Arrives(arrives),
        };
    }
    for (id, place) in given.away {
        game.leaders.insert(id, LeaderState { place, inactive: false, successor: false });
    }
    if let Some(side) = given.advantage.or((!given.set_up).then_some(Side::Union)) {
        game.advantage = Advantage::Held(side);
    }
    for side in Side::BOTH {
        let active = given.armies_active.contains(&side);
        if let Some(leader) = rules.army_leader(&game, side).cloned()
            && let Some(state) = game.leaders.get_mut(&leader)
        {
            state.inactive = !active;
        }
    }
    let active = given.active.unwrap_or(Side::Confederate);
    let mut position = start(rules, game, given.at.as_deref(), active, given.impulse)?;
    position.asked = given.asked;
    position.standing.extend(given.standing.into_iter().map(|(side, standing)| (side.id(), standing)));
    Ok(position)
}

/// Puts a stack on the map; if the other side has nobody in the area, its side controls the area.
fn place(rules: &SevenDays, game: &mut Game, side: Side, area: Area, stack: &Stack) -> Result<(), Problem> {
    let at = |problem: Problem| problem.in_path(format!("given.{side}.{area}"));
    if let Some(problem) = rules.unknown_area(area) {
        return Err(at(problem));
    }
    for text in &stack.units {
        let (id, exhausted) = marked(text).map_err(at)?;
        if rules.unit(&id).is_none_or(|unit| unit.side != side) {
            return Err(at(rules.unknown_unit(game, side, &id)));
        }
        game.units.insert(id, UnitState { at: area, exhausted });
    }
    for text in &stack.leaders {
        let (id, inactive) = marked(text).map_err(at)?;
        if rules.pack.forces.leaders.get(&id).is_none_or(|leader| leader.side != side) {
            return Err(at(rules.unknown_leader(game, side, &id)));
        }
        game.leaders.insert(id, LeaderState { place: LeaderPlace::At(area), inactive, successor: false });
    }
    if !stack.units.is_empty() {
        if game.is_vacant(&rules.pack, area, side) {
            game.set_control(area, side);
        } else {
            // Both sides are there: control as printed on the map.
            let printed = rules.pack.map.area(area).map_or(side, |data| data.control);
            game.set_control(area, printed);
        }
    }
    game.works.extend(stack.works.map(|level| (area, Works { side, level })));
    Ok(())
}

/// The procedures of a moment in the turn.
fn start(
    rules: &SevenDays,
    mut game: Game,
    at: Option<&str>,
    active: Side,
    impulse: Option<u8>,
) -> Result<Position<SevenDays>, Problem> {
    let (stage, phase) = match at {
        Some("bids") => (Stage::Bids, Phase::Bids),
        Some("dawn") => (Stage::Dawn, Phase::Dawn),
        None | Some("daylight") => (Stage::Impulse(active), Phase::Daylight),
        Some("night") => (Stage::Night(active), Phase::Night),
        Some("end") => (Stage::Close, Phase::Night),
        Some(other) => {
            let problem = Problem::new(format!("there is no moment '{other}'")).in_path("given.at");
            let known = ["bids", "dawn", "daylight", "night", "end"];
            return Err(problem.advice(instead(other, &known, "the moments are")));
        }
    };
    game.phase = phase;
    if phase == Phase::Daylight {
        game.impulse = impulse.unwrap_or(2);
    }
    let mut position = rules.opening(game);
    position.stack = vec![Procedure::Turn(Turn { stage })];
    match phase {
        Phase::Daylight => {
            let procedure = ImpulseProcedure { stage: ImpulseStage::Orders, ..ImpulseProcedure::new(active) };
            position.game.active = Some(active);
            position.stack.push(Procedure::Impulse(procedure));
            position.pending = Some(Pending::Orders { side: active.id() });
            // Rain that the last roll has brought begins with the Union's next impulse (15.1.3).
            if active == Side::Union && position.game.weather_turns {
                position.stack.pop();
                position.pending = Some(Pending::Start);
            }
        }
        Phase::Night if at == Some("night") => {
            position.game.active = Some(active);
            position.pending = Some(Pending::Orders { side: active.id() });
        }
        _ => {}
    }
    Ok(position)
}

/// The position in the notation of cases.
pub fn notation(rules: &SevenDays, position: &Position<SevenDays>) -> Value {
    let game = &position.game;
    let mut sides: SortedMap<Side, SortedMap<Area, Stack>> = SortedMap::new();
    let mark = |id: &Id, marked: bool| if marked { format!("{id}-") } else { id.to_string() };
    for (id, state) in &game.units {
        if let Some(side) = rules.side_of(id) {
            let stack = sides.entry(side).or_default().entry(state.at).or_default();
            stack.units.push(mark(id, state.exhausted));
        }
    }
    let mut away = SortedMap::new();
    for (id, state) in &game.leaders {
        match (state.place, rules.side_of(id)) {
            (LeaderPlace::At(area), Some(side)) => {
                let stack = sides.entry(side).or_default().entry(area).or_default();
                stack.leaders.push(mark(id, state.inactive));
            }
            (place, _) => {
                away.insert(id.clone(), place);
            }
        }
    }
    for (area, works) in &game.works {
        sides.entry(works.side).or_default().entry(*area).or_default().works = Some(works.level);
    }
    let armies: SortedSet<Side> = Side::BOTH.into_iter().filter(|side| rules.army_active(game, *side)).collect();
    let areas = rules.pack.map.areas.keys();
    let control: SortedMap<Area, Side> = areas.map(|area| (*area, game.control(*area))).collect();
    let train = match game.train {
        Train::At(area) => json!(area),
        Train::Arrives(turn) => json!({"arrives": turn}),
    };
    let (holder, used) = match game.advantage {
        Advantage::Held(side) => (Some(side), None),
        Advantage::UsedBy(side) => (None, Some(side)),
    };
    json!({
        "turn": game.turn, "phase": game.phase, "impulse": game.impulse, "active": game.active,
        "advantage": holder, "advantage_used_by": used, "armies_active": armies, "weather": game.weather,
        "weather_turns": game.weather_turns, "lee_commanded": game.lee_commanded, "army_moved": game.army_moved,
        "union": sides.get(&Side::Union), "confederate": sides.get(&Side::Confederate), "control": control,
        "points": game.points, "train": train, "bridges": game.bridges, "engineers": game.engineers,
        "built": game.built, "siege_guns": game.siege_guns, "help_came": game.help_came, "lost": game.lost,
        "away": away, "exchanged": game.exchanged, "current": game.current,
        "standing": position.standing,
    })
}
