//! Leaders: losses, wounds, deaths and promotion (5.2, 5.4); by the option `variant_leaders` by the chart of 22.1
//! ([`chart`]), with additional leaders for those who are lost ([`replacements`], 22.3).

pub mod army;
pub mod chart;
mod departures;
pub mod leader_limits;
pub mod rally;
pub mod replacements;
pub mod reveal;
pub mod untried;

use adjutant_derive::sparse;
use serde::{Deserialize, Serialize};

use crate::engine::{Events, Input, Next, StepContext};

use crate::events::{Cause, Event, Fate};
use crate::orders::{Answer, Removing};
use crate::pack::{self, Side};
use crate::position::ledger::{Game, Piece, Place, side_of};
use crate::{CivilWar, Procedure, Reply};

use chart::Battle;
use departures::{kill, leave, to_track};
use replacements::Call;

/// One leader to be checked.
#[sparse(all_but(piece, cause))]
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Check {
    pub piece: Piece,
    pub cause: Cause,
    /// He commanded an army in the combat (5.2.6).
    pub commanding: bool,
    /// That army was a large one (22.1).
    pub large_army: bool,
    /// The first throw; by the chart of 22.1 with its modifier.
    pub total: Option<u32>,
    pub fate: Option<Fate>,
    /// The turn on which he returns from a serious wound (22.1).
    pub due: Option<u8>,
    /// Whether his owner removes him after a defeat, where he may (22.1).
    pub removing: Option<Removing>,
}

/// Leader Loss Checks of all leaders of one combat, applied together (5.4.2).
#[sparse(all_but(checks))]
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct LeaderLoss {
    /// In the order in which the dice are thrown.
    pub checks: Vec<Check>,
    /// How the combat went, by the option `variant_leaders` (22.1).
    pub battle: Option<Battle>,
    /// Their consequences have been applied.
    pub applied: bool,
    /// Additional leaders who are still to be drawn (22.3).
    pub calls: Vec<Call>,
}

impl LeaderLoss {
    /// Checks of leaders for the same reason, in this order.
    pub fn new(pieces: Vec<Piece>, cause: Cause) -> LeaderLoss {
        LeaderLoss::of(pieces.into_iter().map(|piece| (piece, cause)))
    }

    /// Checks of these leaders, each for his reason, in this order.
    pub fn of(pieces: impl IntoIterator<Item = (Piece, Cause)>) -> LeaderLoss {
        let check = |(piece, cause)| Check {
            piece,
            cause,
            commanding: false,
            large_army: false,
            total: None,
            fate: None,
            due: None,
            removing: None,
        };
        let checks = pieces.into_iter().map(check).collect();
        LeaderLoss { checks, battle: None, applied: false, calls: Vec::new() }
    }

    /// The checks of these leaders as a procedure, if there are any.
    pub fn procedure(pieces: impl IntoIterator<Item = (Piece, Cause)>) -> Option<Procedure> {
        let loss = LeaderLoss::of(pieces);
        (!loss.checks.is_empty()).then_some(Procedure::LeaderLoss(loss))
    }

    /// The same, recording who commanded an army.
    pub fn commanding(mut self, commanders: &[Piece]) -> LeaderLoss {
        for check in &mut self.checks {
            check.commanding = commanders.contains(&check.piece);
        }
        self
    }

    /// The same, recording how the combat went and who commanded a large army in it (22.1).
    pub fn in_battle(mut self, battle: Option<Battle>, large_armies: &[Piece]) -> LeaderLoss {
        self.battle = battle;
        for check in &mut self.checks {
            check.large_army = large_armies.contains(&check.piece);
        }
        self
    }

    /// The next check; after the last, the consequences of all of them.
    pub fn step(&mut self, rules: &CivilWar, cx: StepContext<'_, CivilWar>, input: Input<CivilWar>) -> Next<CivilWar> {
        let StepContext { game, events, .. } = cx;
        let due = next_turn(game);
        if let Some(check) = self.checks.iter_mut().find(|check| check.fate.is_none()) {
            match input {
                Input::Faces(faces) => {
                    let thrown = faces.iter().sum::<u64>() as u32;
                    match game.options.variant_leaders {
                        true => check.apply_chart(rules, game, events, thrown),
                        false => check.apply_roll(rules, game, events, thrown, due),
                    }
                }
                _ => {
                    let purpose = match check.total {
                        None => "leader_loss",
                        Some(_) if check.is_seriously_wounded(rules, game) => "serious_wound",
                        Some(_) => "leader_loss_again",
                    };
                    let purpose = format!("{purpose} {}", check.piece.leader);
                    return Next::Roll { purpose, rule: table_rule(game), count: 2, sides: 6 };
                }
            }
            return Next::Continue;
        }
        if !self.applied {
            if let Input::Answer(Answer::Removal(removing)) = input
                && let Some(check) = self.next_removal(rules, game)
            {
                let check = &mut self.checks[check];
                check.removing = Some(removing);
                if let (Removing::Keep, Some(side)) = (removing, side_of(&rules.pack, &check.piece)) {
                    events.emit("22.1", &Event::Kept { side, piece: check.piece.clone() });
                }
                return Next::Continue;
            }
            if let Some(check) = self.next_removal(rules, game) {
                // An army that has been destroyed with its force is out of the game before anybody is asked.
                army::disband(rules, game, events);
                return self.checks[check].ask_removal(rules, game);
            }
            self.apply(rules, game, events, due);
            self.applied = true;
            return Next::Continue;
        }
        if let Some(next) = self.replace(rules, game, events, input) {
            return next;
        }
        let fates = self.checks.iter().map(|check| (check.piece.clone(), check.fate.unwrap_or(Fate::Unhurt)));
        Next::Return(Reply::Fates(fates.collect()))
    }

    /// Takes everybody where his fate sends him. Fates first, then successors, army by army (CW-37, 5.4.4). An army that
    /// is out of the game needs none.
    fn apply(&mut self, rules: &CivilWar, game: &mut Game, events: &mut Events, due: u8) {
        let commanders = army::commanders(rules, game);
        for check in &self.checks {
            self.calls.extend(check.apply(rules, game, events, due));
        }
        match game.options.variant_leaders {
            true => self.promote_by_chart(rules, game, events, due),
            false => self.checks.iter().for_each(|check| check.promote(rules, game, events, due)),
        }
        army::disband(rules, game, events);
        army::succeed(rules, game, events, &commanders);
    }
}

/// The rule by which leaders are checked.
fn table_rule(game: &Game) -> &'static str {
    if game.options.variant_leaders { "22.1" } else { "5.4.2" }
}

impl Check {
    /// Looks up a roll on the Leader Loss Table (5.4.2).
    fn apply_roll(&mut self, rules: &CivilWar, game: &Game, events: &mut Events, thrown: u32, due: u8) {
        let row = rules.pack.charts.leader_loss.get(&self.piece.rank);
        let total = u8::try_from(thrown).unwrap_or(u8::MAX);
        let (first, again, fate) = match self.total {
            None => (thrown, None, row.map_or(pack::Fate::Unhurt, |row| row.first(total))),
            Some(first) => (first, Some(thrown), row.map_or(pack::Fate::Unhurt, |row| row.second(total))),
        };
        self.total = Some(first);
        let fate = match fate {
            pack::Fate::Unhurt => Fate::Unhurt,
            pack::Fate::Wounded => Fate::Wounded,
            pack::Fate::Killed => Fate::Killed,
            pack::Fate::RollAgain => return,
        };
        let (fate, spared) = self.spared(rules, game, fate);
        self.fate = Some(fate);
        let Some(side) = side_of(&rules.pack, &self.piece) else { return };
        let event = Event::LeaderCheck {
            side,
            piece: self.piece.clone(),
            cause: self.cause,
            total: first,
            again,
            fate,
            due: (fate == Fate::Wounded).then_some(due),
            reconstructed: row.is_some_and(|row| row.source.is_reconstructed()),
            force_lost: false,
            spared,
        };
        events.emit(if spared { "20.1" } else { "5.4.2" }, &event);
    }

    /// A fate as it is for him: by the option `jackson_lyon_live` those two are wounded where others are killed (20.1,
    /// CW-304). Returns whether that has saved him.
    fn spared(&self, rules: &CivilWar, game: &Game, fate: Fate) -> (Fate, bool) {
        let lives = game.options.jackson_lyon_live && rules.pack.optional.spared.leaders.contains(&self.piece.leader);
        if lives && fate == Fate::Killed { (Fate::Wounded, true) } else { (fate, false) }
    }

    /// Takes the leader where his fate sends him (5.4.3; 5.2.7 for his other counters). Returns the call for another
    /// leader, if he is lost (22.3).
    fn apply(&self, rules: &CivilWar, game: &mut Game, events: &mut Events, due: u8) -> Option<Call> {
        let call = || Call::of(rules, game, &self.piece);
        match (self.fate, self.cause) {
            (Some(Fate::Killed), _) => {
                let call = call();
                kill(game, &self.piece, Place::Killed);
                return call;
            }
            (Some(Fate::Terminated), _) => {
                let call = call();
                kill(game, &self.piece, Place::Terminated);
                return call;
            }
            (Some(Fate::Captured), _) => {
                let call = call();
                return chart::capture(rules, game, events, &self.piece).then_some(call).flatten();
            }
            (Some(Fate::SeriouslyWounded), _) => leave(game, &self.piece, Place::Track(self.due.unwrap_or(due))),
            (Some(Fate::Wounded), _) => to_track(game, &self.piece, due),
            _ if self.removing == Some(Removing::Remove) => chart::remove(rules, game, events, &self.piece),
            (_, Cause::Combat | Cause::Screen) => {}
            (_, Cause::Afloat) if !self.is_without_ship(rules, game) => {}
            (_, cause) => {
                to_track(game, &self.piece, due);
                let rule = match cause {
                    Cause::Overrun => "7.6.2",
                    Cause::Overtaken => "5.4.1",
                    Cause::Hopeless => "7.2.3",
                    Cause::Eliminated => "CW-36",
                    Cause::Covered => "12.3.17",
                    Cause::Afloat => "5.4.1e",
                    Cause::Combat | Cause::Screen | Cause::NoRetreat => "7.7.15",
                };
                if let Some(side) = side_of(&rules.pack, &self.piece) {
                    events.emit(rule, &Event::Displaced { side, piece: self.piece.clone(), due });
                }
            }
        }
        None
    }

    /// Whether he is on the water without a ship of his side.
    fn is_without_ship(&self, rules: &CivilWar, game: &Game) -> bool {
        let side = side_of(&rules.pack, &self.piece);
        match (game.pieces.get(&self.piece), side) {
            (Some(Place::Afloat { at, .. }), Some(side)) => game.hulls_at(*at, side).is_empty(),
            _ => false,
        }
    }

    /// Makes a leader eligible for promotion who survived a combat unhurt and on the map (5.2.4, 5.2.5, CW-42 to
    /// CW-44).
    fn promote(&self, rules: &CivilWar, game: &mut Game, events: &mut Events, due: u8) {
        let high = self.total.unwrap_or(0) >= u32::from(rules.pack.charts.promotion_from);
        if self.cause != Cause::Combat || self.fate != Some(Fate::Unhurt) || !high {
            return;
        }
        let Some(next) = promotion(rules, game, &self.piece, self.commanding) else { return };
        let Some(side) = side_of(&rules.pack, &self.piece) else { return };
        game.pieces.insert(next.clone(), Place::Track(due));
        let rule = match self.piece.rank {
            1 => "5.2.4",
            2 => "5.2.5",
            _ => "5.2.6",
        };
        events.emit(rule, &Event::Eligible { side, piece: next, due, chart: false });
    }
}

/// The turn from which on generals of three stars may rise (5.2.6a).
const FOUR_STARS_FROM: u8 = 8;

/// The counter that a leader may become eligible for: leaders of one and two stars whenever they have fought, of three
/// stars if they commanded an army in the battle (5.2.6, 6.2.15), from turn 8 on (5.2.6a); only Grant and Sherman have
/// a four-star counter. `None` if there is none, or if it is already on its way (CW-44).
fn promotion(rules: &CivilWar, game: &Game, piece: &Piece, commanding: bool) -> Option<Piece> {
    let next = rules.pack.leaders.get(&piece.leader)?.promotion(piece.rank)?;
    let next = Piece { leader: piece.leader.clone(), rank: next.rank };
    let may = piece.rank <= 2 || commanding && game.turn >= FOUR_STARS_FROM;
    (may && !game.pieces.contains_key(&next)).then_some(next)
}

/// The turn after this one.
pub fn next_turn(game: &Game) -> u8 {
    game.turn.saturating_add(1)
}

/// At the end of a pulse, leaders without strength points or a depot go to the turn track (6.2.10, CW-51).
pub fn remove_lone_leaders(rules: &CivilWar, game: &mut Game, events: &mut Events) {
    let due = next_turn(game);
    for side in Side::BOTH {
        let alone: Vec<_> = game
            .leaders_on_map(&rules.pack, side)
            .filter(|(_, hex)| leader_limits::leader_capacity(game, side, *hex) == 0)
            .collect();
        for (piece, hex) in alone {
            to_track(game, &piece, due);
            events.emit("6.2.10", &Event::LeftAlone { side, piece, hex, due });
        }
    }
}
