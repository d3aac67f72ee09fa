//! Leaders: losses, wounds, deaths and promotion (5.2, 5.4).

pub mod army;
pub mod leader_limits;
pub mod rally;
pub mod reveal;

use serde::{Deserialize, Serialize};

use crate::engine::{Events, Input, Next, StepContext};

use crate::events::{Cause, Event, Fate};
use crate::pack::{self, Side};
use crate::position::ledger::{Game, Piece, Place, side_of};
use crate::{CivilWar, Procedure, Reply};

/// One leader to be checked.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Check {
    pub piece: Piece,
    pub cause: Cause,
    /// He commanded an army in the combat (5.2.6).
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub commanding: bool,
    /// The first throw.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub total: Option<u32>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub fate: Option<Fate>,
}

/// Leader Loss Checks of all leaders of one combat, applied together (5.4.2).
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct LeaderLoss {
    /// In the order in which the dice are thrown.
    pub checks: Vec<Check>,
}

impl LeaderLoss {
    /// Checks of leaders for the same reason, in this order.
    pub fn new(pieces: Vec<Piece>, cause: Cause) -> LeaderLoss {
        LeaderLoss::of(pieces.into_iter().map(|piece| (piece, cause)))
    }

    /// Checks of these leaders, each for his reason, in this order.
    pub fn of(pieces: impl IntoIterator<Item = (Piece, Cause)>) -> LeaderLoss {
        let check = |(piece, cause)| Check { piece, cause, commanding: false, total: None, fate: None };
        LeaderLoss { checks: pieces.into_iter().map(check).collect() }
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

    /// The next check; after the last, the consequences of all of them.
    pub fn step(&mut self, rules: &CivilWar, cx: StepContext<'_, CivilWar>, input: Input<CivilWar>) -> Next<CivilWar> {
        let StepContext { game, events, .. } = cx;
        let due = next_turn(game);
        if let Some(check) = self.checks.iter_mut().find(|check| check.fate.is_none()) {
            match input {
                Input::Faces(faces) => check.apply_roll(rules, events, faces.iter().sum::<u64>() as u32, due),
                _ => {
                    let again = if check.total.is_some() { "_again" } else { "" };
                    let purpose = format!("leader_loss{again} {}", check.piece.leader);
                    return Next::Roll { purpose, rule: "5.4.2", count: 2, sides: 6 };
                }
            }
            return Next::Continue;
        }
        let commanders = army::commanders(rules, game);
        for check in &self.checks {
            check.apply(rules, game, events, due);
        }
        for check in &self.checks {
            check.promote(rules, game, events, due);
        }
        // Fates first, then successors, army by army (CW-37, 5.4.4). An army that is out of the game needs none.
        army::disband(rules, game, events);
        army::succeed(rules, game, events, &commanders);
        let fates = self.checks.iter().map(|check| (check.piece.clone(), check.fate.unwrap_or(Fate::Unhurt)));
        Next::Return(Reply::Fates(fates.collect()))
    }
}

impl Check {
    /// Looks up a roll on the Leader Loss Table (5.4.2).
    fn apply_roll(&mut self, rules: &CivilWar, events: &mut Events, thrown: u32, due: u8) {
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
        };
        events.emit("5.4.2", &event);
    }

    /// Takes the leader where his fate sends him (5.4.3; 5.2.7 for his other counters).
    fn apply(&self, rules: &CivilWar, game: &mut Game, events: &mut Events, due: u8) {
        match (self.fate, self.cause) {
            (Some(Fate::Killed), _) => kill(game, &self.piece),
            (Some(Fate::Wounded), _) => to_track(game, &self.piece, due),
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
        events.emit(rule, &Event::Eligible { side, piece: next, due });
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

/// A leader is dead: his higher counters on the track and in the pool go with him (5.2.7, CW-45).
fn kill(game: &mut Game, piece: &Piece) {
    for (other, place) in &mut game.pieces {
        if other.leader == piece.leader && other != piece && matches!(place, Place::Track(_) | Place::Pool) {
            *place = Place::Discarded;
        }
    }
    game.pieces.insert(piece.clone(), Place::Killed);
}

/// A leader leaves the map for the turn track, wounded or displaced: his promotion counter in the pool goes with him
/// (5.2.7, CW-48).
fn to_track(game: &mut Game, piece: &Piece, due: u8) {
    for (other, place) in &mut game.pieces {
        if other.leader == piece.leader && other != piece && *place == Place::Pool {
            *place = Place::Track(due);
        }
    }
    game.pieces.insert(piece.clone(), Place::Track(due));
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
