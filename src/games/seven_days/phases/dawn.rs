//! The Dawn Phase (6.2): what arrives, who is Active, who goes first; and what optional rules add (16).

use crate::sorted::SortedSet;

use crate::board::Area;
use crate::document::Id;
use crate::engine::Events;

use crate::SevenDays;
use crate::events::{Deactivation, Event};
use crate::pack::{Scenario, Side};
use crate::position::ledger::{Game, LeaderPlace, LeaderState, Phase, Train, UnitState};

/// Begins the turn and resets the counts of the last one.
pub fn begin(game: &mut Game, events: &mut Events) {
    game.phase = Phase::Dawn;
    game.impulse = 0;
    game.active = None;
    game.lee_commanded = false;
    game.army_moved.clear();
    game.built = false;
    game.weather_turns = false;
    events.emit("6.2", &Event::Phase { turn: game.turn, phase: Phase::Dawn });
}

/// What is due arrives (6.2.2, 16.4).
pub fn arrivals(rules: &SevenDays, game: &mut Game, events: &mut Events) {
    let Some(scenario) = rules.scenario(game) else { return };
    if matches!(game.train, Train::Arrives(turn) if turn <= game.turn) {
        game.train = Train::At(scenario.train_to);
        events.emit("6.2.2", &Event::TrainArrives { at: scenario.train_to });
    }
    if game.options.alternate_start && game.turn == scenario.first_turn {
        for area in north(scenario) {
            arrive(rules, game, events, scenario, Side::Confederate, area);
        }
    }
}

/// The areas whose Confederates arrive only on June 26 if the game begins a day earlier (16.4, SD-59).
pub fn north(scenario: &Scenario) -> Vec<Area> {
    let at = |id: &str| scenario.leaders.iter().find(|(_, ids)| ids.iter().any(|leader| leader.as_str() == id));
    let areas: SortedSet<Area> = ["jackson", "stuart"].iter().filter_map(|id| Some(*at(id)?.0)).collect();
    areas.into_iter().collect()
}

/// Places the units that a scenario sets up in an area there, or, if the enemy is there, in the nearest area that the
/// side controls.
fn arrive(rules: &SevenDays, game: &mut Game, events: &mut Events, scenario: &Scenario, side: Side, area: Area) {
    let of = |ids: Option<&SortedSet<Id>>| ids.cloned().unwrap_or_default();
    let (units, leaders) = (of(scenario.units.get(&area)), of(scenario.leaders.get(&area)));
    place(rules, game, events, side, area, (units, leaders), "16.4");
}

/// Brings units and leaders onto the map in an area; if there is no room, in the nearest one under control.
fn place(
    rules: &SevenDays,
    game: &mut Game,
    events: &mut Events,
    side: Side,
    wanted: Area,
    (units, leaders): (SortedSet<Id>, SortedSet<Id>),
    rule: &'static str,
) {
    let mut places: Vec<(u32, Area)> =
        rules.distances(game, wanted).into_iter().map(|(area, distance)| (distance, area)).collect();
    places.sort_unstable();
    let mut left: Vec<Id> = units.into_iter().collect();
    let mut leaders = leaders;
    for (_, area) in places {
        if left.is_empty() && leaders.is_empty() {
            return;
        }
        if !game.is_free(&rules.pack, area, side) {
            continue;
        }
        let mut came = SortedSet::new();
        while rules.has_room(game, area, side) && !left.is_empty() {
            let id = left.remove(0);
            game.units.insert(id.clone(), UnitState { at: area, exhausted: false });
            came.insert(id);
        }
        if came.is_empty() && !left.is_empty() {
            continue;
        }
        let with = std::mem::take(&mut leaders);
        for id in &with {
            let state = LeaderState { place: LeaderPlace::At(area), inactive: false, successor: false };
            game.leaders.insert(id.clone(), state);
        }
        events.emit(rule, &Event::Arrived { side, area, units: came, leaders: with });
    }
}

/// Whether a side's Army Leader is Active or Inactive this turn without a die roll (6.2.1): on the first turn Lee is
/// Active and McClellan is not; on June 25 it is the other way round (SD-59).
pub fn active_without_roll(rules: &SevenDays, game: &Game, side: Side) -> Option<bool> {
    let first = rules.scenario(game).map_or(1, |scenario| scenario.first_turn);
    match game.turn {
        turn if turn == first => Some(side == Side::Confederate),
        turn if turn < first => Some(side == Side::Union),
        _ => None,
    }
}

/// The die roll for an Army Leader, and its result (6.2.1).
pub fn army_leader(rules: &SevenDays, game: &mut Game, events: &mut Events, side: Side, die: Option<u8>) {
    let Some(leader) = rules.army_leader(game, side).cloned() else { return };
    let needs = rules.pack.forces.leaders.get(&leader).map_or(7, |leader| i16::from(leader.initiative));
    let modifier = -i8::from(side == Side::Union && rules.train_has_moved(game));
    let rolled = die.map(|die| i16::from(die) + i16::from(modifier) >= needs);
    let active = rolled.or_else(|| active_without_roll(rules, game, side)).unwrap_or(false);
    if let Some(state) = game.leaders.get_mut(&leader) {
        state.inactive = !active;
    }
    let modifier = if die.is_some() { modifier } else { 0 };
    events.emit("6.2.1", &Event::ArmyLeader { leader, side, die, modifier, active });
}

/// Inactive Subordinate Leaders turn to their Active sides (6.2).
pub fn refresh(rules: &SevenDays, game: &mut Game, events: &mut Events) {
    let mut leaders = SortedSet::new();
    for (id, state) in &mut game.leaders {
        let army = rules.pack.forces.leaders.get(id).is_some_and(crate::pack::Leader::is_army);
        if state.inactive && !army {
            state.inactive = false;
            leaders.insert(id.clone());
        }
    }
    if !leaders.is_empty() {
        events.emit("6.2", &Event::Refreshed { leaders });
    }
}

/// The side that has the first impulse (6.3): the Confederacy on the first turn and whenever Lee is Active.
pub fn first(rules: &SevenDays, game: &Game) -> Side {
    match active_without_roll(rules, game, Side::Confederate) {
        Some(true) => Side::Confederate,
        Some(false) => Side::Union,
        None if rules.army_active(game, Side::Confederate) => Side::Confederate,
        None => Side::Union,
    }
}

/// Jackson, if he is on the map (16.6).
fn jackson(rules: &SevenDays, game: &Game) -> Option<Id> {
    let leader = rules.pack.forces.leaders.keys().find(|id| id.as_str() == "jackson")?;
    game.leader_at(leader).map(|_| leader.clone())
}

/// Whether a die is rolled for Jackson (16.6, SD-61).
pub fn may_sleep(rules: &SevenDays, game: &Game) -> bool {
    game.options.jackson_sleeps && jackson(rules, game).is_some()
}

/// On a 1 or 2 he stays asleep (16.6, SD-61).
pub fn sleeps(rules: &SevenDays, game: &mut Game, events: &mut Events, die: u8) {
    let Some(leader) = jackson(rules, game) else { return };
    let asleep = die <= 2;
    events.emit("16.6", &Event::Sleeps { leader: leader.clone(), die, asleep });
    if asleep {
        rules.deactivate(game, events, &SortedSet::from([leader]), Deactivation::Asleep);
    }
}

/// Whether a die is rolled for help from Washington: from the third day on, until it has arrived (16.5, SD-60).
pub fn may_help(rules: &SevenDays, game: &Game) -> bool {
    let first = rules.scenario(game).map_or(1, |scenario| scenario.first_turn);
    game.options.lincoln_sends_help && !game.help_came && game.turn >= first + 2
}

/// On a 5 or 6 McDowell arrives by water, where the Supply Train is or will be (16.5, SD-60).
pub fn help(rules: &SevenDays, game: &mut Game, events: &mut Events, die: u8) {
    let came = die >= 5;
    events.emit("16.5", &Event::Help { die, came });
    let Some(scenario) = rules.scenario(game).filter(|_| came) else { return };
    game.help_came = true;
    let listed = scenario.optional.iter().find(|(id, _)| id.as_str() == "help").map(|(_, ids)| ids.as_slice());
    let (leaders, units) =
        listed.unwrap_or_default().iter().cloned().partition(|id| rules.pack.forces.leaders.contains_key(id));
    let wanted = rules.source(game, Side::Union).unwrap_or(scenario.train);
    place(rules, game, events, Side::Union, wanted, (units, leaders), "16.5");
}
