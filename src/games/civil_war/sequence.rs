//! The turn, phase by phase (3.1–3.10), and the theater priorities (4.1).

use crate::sorted::SortedMap;

use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::document::from_value;
use crate::engine::{Events, Input, Next, StepContext};

use crate::command::action::PulseFrame;
use crate::events::{Event, Phase, Score};
use crate::options::Options;
use crate::pack::{Branch, Scenario, Side};
use crate::position::ledger::{ArmyPlace, Game, Piece, Place, Points, Priorities, Works};
use crate::refusal::TurnRefusal;
use crate::{
    CivilWar, Procedure, command::command_points, far_west, homefront, leaders::army, leaders::chart::release,
    leaders::rally, naval, victory,
};

mod random_entry;

/// The turn in progress: the root of everything.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Turn {
    pub stage: Stage,
}

/// Where in the turn we are.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Stage {
    /// 3.2.
    Reinforcement,
    /// 3.2 by the option `random_entry`: a side's leaders are drawn; the branches of those who are still to be (20.5).
    Entry { side: Side, branches: Vec<Branch> },
    /// First turn only: choose the priorities that are used at once (4.1.3).
    FirstCommit,
    /// Turn up the priorities of this turn (3.3).
    Reveal,
    /// Each side's roll on the Command Points Table.
    Roll { side: Side },
    /// Choose the priorities of the next turn.
    Allocate,
    /// 3.4; where raiders are at sea.
    Raiders,
    /// 3.5; if the scenario uses production and imports.
    Blockade,
    /// By the option `far_west`, after 3.5: both sides roll for the tribal Indians (CW-321).
    Tribes { union: Option<u64> },
    /// 3.6.
    Action,
    /// 3.7 to 3.10.
    Close,
}

impl Turn {
    /// The step of the turn that follows.
    pub fn step(&mut self, rules: &CivilWar, cx: StepContext<'_, CivilWar>, input: Input<CivilWar>) -> Next<CivilWar> {
        let StepContext { game, events, .. } = cx;
        let Some(scenario) = rules.pack.scenarios.get(&game.scenario) else {
            return Next::Over(Value::Null);
        };
        let phase = |phase: Phase| Event::Phase { turn: game.turn, phase };
        match (self.stage.clone(), input) {
            (Stage::Reinforcement, _) => {
                events.emit("3.2", &phase(Phase::Reinforcement));
                for side in Side::BOTH {
                    let event = reinforce(rules, game, scenario, side);
                    if let Some(event) = event {
                        events.emit("10.1", &event);
                    }
                    if let Some(event) = naval::arrive(rules, game, scenario, side) {
                        events.emit("10.1.2a", &event);
                    }
                }
                far_west::arrive(rules, game, events);
                self.stage = match game.options.random_entry {
                    true => entry(rules, game, scenario, Side::Union),
                    false => command_phase(game, scenario, events),
                };
                Next::Continue
            }
            (Stage::Entry { side, mut branches }, input) => {
                if let Some(next) = random_entry::draw(rules, game, events, scenario, (side, &mut branches), input) {
                    self.stage = Stage::Entry { side, branches };
                    return next;
                }
                self.stage = match side {
                    Side::Union => entry(rules, game, scenario, Side::Confederate),
                    Side::Confederate => command_phase(game, scenario, events),
                };
                Next::Continue
            }
            (Stage::FirstCommit, _) => {
                self.stage = Stage::Reveal;
                homefront::bind(game, game.turn, events);
                commit(game.turn)
            }
            (Stage::Reveal, Input::Chosen(chosen)) => {
                for side in Side::BOTH {
                    let value = chosen.iter().find(|(id, _)| id.as_str() == side.as_str()).map(|(_, value)| value);
                    let read = value.and_then(|value| from_value::<Priorities>(value).ok());
                    let priorities = read.unwrap_or_else(|| homefront::all_priorities()[0]);
                    let turn = game.turn;
                    let ledger = game.side_mut(side);
                    ledger.priorities = Some(priorities);
                    ledger.bound.retain(|bound, _| *bound > turn);
                    events.emit("4.1.2", &Event::Allocation { side, turn: game.turn, priorities });
                }
                game.table_uses = 1;
                self.stage = Stage::Roll { side: Side::Union };
                Next::Continue
            }
            (Stage::Reveal, _) => match homefront::priorities_id(game.turn) {
                Some(id) => Next::Reveal { id, rule: "4.1.2" },
                None => Next::Over(Value::Null),
            },
            (Stage::Roll { side }, Input::Faces(faces)) => {
                let total = faces.iter().sum::<u64>() as u32;
                let event = command_points::receive(rules, game, side, total);
                events.emit("4.1.2", &event);
                self.stage = match side {
                    Side::Union => Stage::Roll { side: Side::Confederate },
                    Side::Confederate if game.turn < scenario.last_turn => Stage::Allocate,
                    Side::Confederate => next_after_commands(game, scenario),
                };
                Next::Continue
            }
            (Stage::Roll { side }, _) => {
                Next::Roll { purpose: format!("commands {side}"), rule: "3.3", count: 2, sides: 6 }
            }
            (Stage::Allocate, _) => {
                self.stage = next_after_commands(game, scenario);
                homefront::bind(game, game.turn + 1, events);
                commit(game.turn + 1)
            }
            (Stage::Raiders, Input::Reply(_)) => {
                self.stage = next_after_raiders(game, scenario);
                Next::Continue
            }
            (Stage::Raiders, _) => {
                events.emit("3.4", &phase(Phase::Raiders));
                Next::Call(Procedure::Raiders(naval::Raiders::new(game)))
            }
            (Stage::Blockade, _) => {
                homefront::blockade(rules, game, scenario, events);
                self.stage = before_action(game);
                Next::Continue
            }
            (Stage::Tribes { union }, Input::Faces(faces)) => {
                let roll = faces.iter().sum::<u64>();
                self.stage = match union {
                    None => Stage::Tribes { union: Some(roll) },
                    Some(union) => {
                        far_west::tribes::determine(game, events, [union, roll]);
                        Stage::Action
                    }
                };
                Next::Continue
            }
            (Stage::Tribes { union }, _) => {
                let side = if union.is_none() { Side::Union } else { Side::Confederate };
                Next::Roll { purpose: format!("tribes {side}"), rule: "CW-321", count: 1, sides: 6 }
            }
            (Stage::Action, Input::Reply(_)) => {
                self.stage = Stage::Close;
                let over = TurnRefusal::ActionPhaseOver.problem(rules, Side::Union).rule("4.2.9");
                Next::Dismiss(Box::new(over))
            }
            (Stage::Action, _) => {
                events.emit("3.6", &phase(Phase::Action));
                Next::Call(Procedure::Pulse(PulseFrame::new()))
            }
            (Stage::Close, _) => {
                table_use(game, scenario, events);
                let held = homefront::check_washington(rules, game, scenario, events);
                if held && let Some(outcome) = victory::determine(rules, game, scenario, true, events) {
                    return Next::Over(outcome);
                }
                events.emit("3.9", &Event::Phase { turn: game.turn, phase: Phase::Rally });
                rally::phase(rules, game, events);
                homefront::update_washington(rules, game, events);
                events.emit("3.10", &Event::Phase { turn: game.turn, phase: Phase::End });
                homefront::convert(rules, game, events);
                victory::score_off_map(game, scenario, events);
                if let Some(outcome) = victory::determine(rules, game, scenario, false, events) {
                    return Next::Over(outcome);
                }
                for side in Side::BOTH {
                    let ledger = game.side_mut(side);
                    ledger.commands.clear();
                    ledger.burnt.clear();
                    ledger.rail_used = 0;
                    ledger.navy.lifted = 0;
                    ledger.navy.yards.clear();
                }
                if game.turn >= scenario.last_turn {
                    return Next::Over(victory::final_outcome(rules, game, scenario, events));
                }
                game.turn += 1;
                game.table_uses = 0;
                self.stage = Stage::Reinforcement;
                Next::Continue
            }
        }
    }
}

/// The stage in which a side's leaders are drawn (20.5).
fn entry(rules: &CivilWar, game: &Game, scenario: &Scenario, side: Side) -> Stage {
    Stage::Entry { side, branches: random_entry::due(rules, game, scenario, side) }
}

/// The Command Phase begins (3.3).
fn command_phase(game: &Game, scenario: &Scenario, events: &mut Events) -> Stage {
    events.emit("3.3", &Event::Phase { turn: game.turn, phase: Phase::Command });
    if game.turn == scenario.first_turn { Stage::FirstCommit } else { Stage::Reveal }
}

/// The stage that follows on the Command Phase (3.1).
fn next_after_commands(game: &Game, scenario: &Scenario) -> Stage {
    match game.side(Side::Confederate).navy.at_sea.is_empty() {
        true => next_after_raiders(game, scenario),
        false => Stage::Raiders,
    }
}

/// The stage that follows on the Commerce Raider Phase (3.1).
fn next_after_raiders(game: &Game, scenario: &Scenario) -> Stage {
    if scenario.home_front.is_some() { Stage::Blockade } else { before_action(game) }
}

/// The stage before the Action Phase: with the Far West the roll for the tribes.
fn before_action(game: &Game) -> Stage {
    if game.options.far_west { Stage::Tribes { union: None } } else { Stage::Action }
}

fn commit(turn: u8) -> Next<CivilWar> {
    match homefront::priorities_id(turn) {
        Some(id) => Next::Commit { id, rule: "4.1.1" },
        None => Next::Over(Value::Null),
    }
}

/// The Reinforcement Phase of one side (3.2, 10.1.1, 10.1.2): strength points to the tracks, even beyond 19 (10.2.2a,
/// CW-23), and leaders to the pool: of each the lowest counter, because higher ones enter only by promotion (5.2.1),
/// unless the scenario names another (CW-171). Leaders on the turn track return as well (5.2.1b).
fn reinforce(rules: &CivilWar, game: &mut Game, scenario: &Scenario, side: Side) -> Option<Event> {
    let turn = game.turn;
    let mut sp = Points::new();
    let mut leaders = Vec::new();
    if let Some(arrivals) = scenario.arrivals(turn, side) {
        for (&track, &due) in &arrivals.sp {
            if due > 0 {
                sp.insert(track.into(), u32::from(due));
            }
        }
        for leader in &arrivals.leaders {
            if let Some((leader, counter)) = rules.pack.named_counter(leader) {
                let piece = Piece { leader: leader.id.clone(), rank: counter.rank };
                // By the option `random_entry` others come in the place of those who are new (20.5).
                let as_listed = !game.options.random_entry || random_entry::is_promotion(game, &piece);
                // Nobody who comes untried is promoted before he is known (21.10).
                let as_listed = as_listed
                    && (random_entry::is_promotion(game, &piece) || !rules.pack.untried.stands_for(&piece.leader));
                if as_listed && enters(game, &piece) {
                    leaders.push(piece);
                }
            }
        }
    }
    let returning: Vec<Piece> = game
        .pieces
        .iter()
        .filter(|(piece, place)| {
            is_due(rules, place, turn) && crate::position::ledger::side_of(&rules.pack, piece) == Some(side)
        })
        .map(|(piece, _)| piece.clone())
        .collect();
    leaders.extend(returning);
    for piece in &leaders {
        game.pieces.insert(piece.clone(), Place::Pool);
    }
    let tracks = &mut game.side_mut(side).reinforcements;
    for (&track, &due) in &sp {
        *tracks.entry(track).or_default() += due;
    }
    (!sp.is_empty() || !leaders.is_empty()).then_some(Event::Due { side, sp, leaders })
}

/// Whether a leader who is away returns on a turn: from the turn track, or from captivity by the chart of 22.1.
fn is_due(rules: &CivilWar, place: &Place, turn: u8) -> bool {
    let chart = &rules.pack.optional.leader_chart;
    match place {
        Place::Track(due) => *due <= turn,
        Place::Captive(since) => release(*since, chart.captivity, chart.last_return).is_some_and(|due| due <= turn),
        _ => false,
    }
}

/// Whether a leader enters on his turn with the counter that the scenario gives him. If he is already in play, neither
/// that counter nor a lower one enters (5.2.1); a higher one does, as a promotion (5.2.2), unless he is killed or
/// removed (5.2.7c, 5.3.3; CW-176).
fn enters(game: &Game, piece: &Piece) -> bool {
    let out = |place: &Place| matches!(place, Place::Killed | Place::Removed | Place::Terminated | Place::Captive(_));
    let mut others = game.pieces.iter().filter(|(other, _)| other.leader == piece.leader);
    others.all(|(other, place)| other.rank < piece.rank && !out(place))
}

/// The Command Point Table Use Phase (3.7) and the Confederacy's points for it (3.10b).
fn table_use(game: &mut Game, scenario: &Scenario, events: &mut Events) {
    events.emit("3.7", &Event::Phase { turn: game.turn, phase: Phase::TableUse });
    let uses = game.table_uses;
    game.table_total += uses;
    let vp = i64::from(uses) * i64::from(scenario.victory.awards.table_use);
    if vp > 0 {
        game.side_mut(Side::Confederate).vp += vp;
        events.emit("3.10", &Event::Scored { side: Side::Confederate, vp, cause: Score::TableUse { uses } });
    }
}

/// The set-up of a scenario as a ledger (18): pieces, armies, depots and works on the map, nothing else yet.
pub fn set_up(rules: &CivilWar, scenario: &Scenario) -> Game {
    let mut game = Game {
        scenario: scenario.id.clone(),
        turn: scenario.first_turn,
        table_uses: 0,
        table_total: 0,
        pulse: None,
        sides: Side::BOTH.into_iter().map(|side| (side, Default::default())).collect(),
        groups: SortedMap::new(),
        squadrons: SortedMap::new(),
        pieces: SortedMap::new(),
        control: SortedMap::new(),
        armies: SortedMap::new(),
        depots: SortedMap::new(),
        works: SortedMap::new(),
        converted: SortedMap::new(),
        militia: scenario.states.iter().flat_map(|states| states.militia_out.iter().cloned()).collect(),
        net: None,
        mississippi_lost: false,
        washington_held: false,
        isolated: false,
        intervention: false,
        hidden: None,
        identified: SortedMap::new(),
        options: Options::default(),
        tribes: Default::default(),
    };
    for side in Side::BOTH {
        for (&hex, garrison) in scenario.start(side) {
            if garrison.sp > 0 {
                let sp = u32::from(garrison.sp);
                game.add_group(crate::position::ledger::Group::new(side, hex, sp));
            }
            for leader in &garrison.leaders {
                if let Some((leader, counter)) = rules.pack.named_counter(leader) {
                    let piece = Piece { leader: leader.id.clone(), rank: counter.rank };
                    game.pieces.insert(piece, Place::on_map(hex));
                }
            }
            if garrison.depot {
                game.depots.insert(hex, side);
            }
            if let Some(army) = &garrison.army {
                game.armies.insert(army.clone(), ArmyPlace::At(hex));
            }
        }
    }
    naval::set_up(rules, scenario, &mut game);
    for (side, hexes) in
        [(Side::Union, &scenario.controlled.union), (Side::Confederate, &scenario.controlled.confederate)]
    {
        game.control.extend(hexes.iter().map(|&hex| (hex, side)));
    }
    let works = scenario.works.iter();
    game.works.extend(works.map(|(&hex, built)| (hex, Works::Held { side: built.owner, kind: built.kind })));
    // Who has fallen or been sent away before the scenario begins is known by the counter that did not return (5.4).
    for (ids, place) in [(&scenario.killed, Place::Killed), (&scenario.removed, Place::Removed)] {
        for (leader, counter) in ids.iter().filter_map(|id| rules.pack.named_counter(id)) {
            game.pieces.insert(Piece { leader: leader.id.clone(), rank: counter.rank }, place.clone());
        }
    }
    if let Some(past) = &scenario.so_far {
        for (&side, &points) in &past.points {
            game.side_mut(side).vp = points.into();
        }
        let prizes = victory::merchant_ship_points(scenario.victory.awards.merchants, past.merchants_sunk.into());
        game.side_mut(Side::Confederate).vp += prizes;
        game.converted = past.converted.clone();
        homefront::take_rails_of_joined(rules, &mut game);
    }
    // Of a hex with an army everybody is in one (6.2.7).
    army::update_membership(rules, &mut game, &mut Events::default());
    game.mississippi_lost = homefront::is_lost(rules, &game);
    game.tidy();
    game
}
