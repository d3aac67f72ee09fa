//! The sequence of play (2), and how orders are begun (3, 4).

use serde::{Deserialize, Serialize};
use serde_json::json;

use crate::board::Area;
use crate::combat::{Fight, go};
use crate::document::{Id, Problem, from_value};
use crate::engine::{Events, Input, Next};
use crate::orders::{Event, Game, Order, Posture, Refusal};
use crate::shared::Side;
use crate::shared::areas::UnitState;
use crate::{Context, Crossroads, Procedure, STACK};

/// Where a round stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Stage {
    /// It begins, and both sides choose a posture (2.1).
    Postures,
    Reveal,
    /// They roll for the first move (2.2).
    Initiative,
    /// A side gives orders, as the last of both or not (2.3).
    Orders(Side, bool),
}

impl Stage {
    /// One step of the round.
    pub fn step(&mut self, rules: &Crossroads, cx: Context<'_>, input: Input<Crossroads>) -> Next<Crossroads> {
        let Context { game, events, .. } = cx;
        let beaten = game.field.beaten(&rules.pack).is_some();
        if beaten || matches!((*self, &input), (Stage::Orders(_, true), Input::Reply(true))) {
            if beaten || game.round >= game.rounds {
                return end(rules, game, events);
            }
            game.round += 1;
            game.postures.clear();
            game.acted.clear();
            *self = Stage::Postures;
        }
        let id = format!("posture-{}", game.round).parse().unwrap_or(Id::known("posture"));
        match (*self, input) {
            (Stage::Postures, _) => {
                events.emit("2", &Event::Round { round: game.round });
                *self = Stage::Reveal;
                Next::Commit { id, rule: "2.1" }
            }
            (Stage::Reveal, Input::Chosen(chosen)) => {
                let posture = |side: Side| chosen.get(&side.id()).and_then(|value| from_value(value).ok());
                game.postures = Side::BOTH.map(|side| (side, posture(side).unwrap_or(Posture::Hold))).into();
                *self = Stage::Initiative;
                Next::Continue
            }
            (Stage::Reveal, _) => Next::Reveal { id, rule: "2.1" },
            (Stage::Initiative, Input::Faces(faces)) => {
                let total = |n: usize, side| {
                    faces.get(n).map_or(0, |face| face + u64::from(game.postures.get(&side) == Some(&Posture::March)))
                };
                let [union, confederate] = [total(0, Side::Union), total(1, Side::Confederate)];
                let first = if union > confederate { Side::Union } else { Side::Confederate };
                let rolls = [(Side::Union, union), (Side::Confederate, confederate)].into();
                events.emit("2.2", &Event::Initiative { postures: game.postures.clone(), rolls, first });
                *self = Stage::Orders(first, false);
                Next::Continue
            }
            (Stage::Initiative, _) => Next::Roll { purpose: "initiative".to_owned(), rule: "2.2", count: 2, sides: 6 },
            (Stage::Orders(side, false), Input::Reply(true)) => {
                *self = Stage::Orders(side.other(), true);
                Next::Continue
            }
            (Stage::Orders(side, _), _) => Next::Orders { side: side.id() },
        }
    }
}

/// The final scoring (6.1).
fn end(rules: &Crossroads, game: &Game, events: &mut Events) -> Next<Crossroads> {
    let points = Side::BOTH.map(|side| game.field.points(&rules.pack, side));
    let (winner, how) = match game.field.beaten(&rules.pack) {
        Some(loser) => (Some(loser.other()), "no_enemies_left"),
        None if points[0] == points[1] => (None, "equal_points"),
        None => (Some(if points[0] > points[1] { Side::Union } else { Side::Confederate }), "more_points"),
    };
    events.emit("6.1", &Event::Ended { points: Side::BOTH.into_iter().zip(points).collect(), winner });
    Next::Over(json!({"winner": winner.map_or("none", Side::as_str), "how": how}))
}

impl Order {
    /// The units that act.
    pub fn units(&self) -> &[Id] {
        match self {
            Order::March { unit, .. } | Order::Rally { unit } => std::slice::from_ref(unit),
            Order::Attack { units, .. } => units,
            Order::Done {} => &[],
        }
    }

    /// Begins the order: the procedure that carries it out, `None` if it is carried out.
    ///
    /// # Errors
    /// What the rules hold against it, each with its rule.
    pub fn begin(&self, rules: &Crossroads, cx: Context<'_>, side: Side) -> Result<Option<Procedure>, Vec<Problem>> {
        let Context { game, events, .. } = cx;
        let refused = self.refused(rules, game, side);
        if !refused.is_empty() {
            return Err(refused.into_iter().map(|(refusal, rule)| refusal.to_owner(rules, side).rule(rule)).collect());
        }
        game.acted.extend(self.units().iter().cloned());
        match self {
            Order::March { unit, to } => go(game, events, (side, unit, *to), "3.1"),
            Order::Rally { unit } => {
                game.field.units.entry(unit.clone()).and_modify(|state| state.shaken = false);
                events.emit("4.1", &Event::Rallied { side, unit: unit.clone() });
            }
            Order::Attack { units, area } => {
                return Ok(Some(Procedure::Combat(Fight { side, units: units.clone(), area: *area, beaten: false })));
            }
            Order::Done {} => return Ok(Some(Procedure::Done {})),
        }
        Ok(None)
    }

    /// What the rules hold against the order of a side, each with its rule.
    pub fn refused(&self, rules: &Crossroads, game: &Game, side: Side) -> Vec<(Refusal, &'static str)> {
        let pack = &rules.pack;
        let (mut found, mut acted) = (Vec::new(), game.acted.clone());
        for unit in self.units().iter().cloned() {
            let state = game.field.of_side(pack, side).find(|(id, _)| **id == unit).map(|(_, state)| state);
            let Some(&UnitState { at: from, shaken }) = state else {
                found.push((Refusal::NotInPlay { unit }, "1.2"));
                continue;
            };
            let apart = |to: Area| !pack.adjacent(from).any(|area| area == to);
            found.extend(match *self {
                _ if !acted.insert(unit.clone()) => Some((Refusal::HasActed { unit }, "2.3")),
                Order::March { to, .. } if apart(to) => Some((Refusal::NotAdjacent { from, to }, "3.1")),
                Order::Rally { .. } if !shaken => Some((Refusal::InOrder { unit }, "4.1")),
                Order::Attack { area: to, .. } if apart(to) => Some((Refusal::NotAdjacent { from, to }, "5.1")),
                Order::Attack { .. } if shaken => Some((Refusal::Shaken { unit }, "5.1")),
                _ => None,
            });
        }
        let nobody = |area| game.field.units_in(pack, area, side.other()).is_empty();
        found.extend(match *self {
            Order::March { to, .. } if !game.field.has_room(pack, to, side, (1, STACK)) => {
                Some((Refusal::NoRoom { area: to }, "1.3"))
            }
            Order::Attack { ref units, .. } if units.is_empty() => Some((Refusal::NoUnits, "5.1")),
            Order::Attack { area, .. } if nobody(area) => Some((Refusal::NoEnemies { area }, "5.1")),
            _ => None,
        });
        found
    }
}

/// Legal orders of a side: all but attacks by some of those who could attack together.
pub fn legal(rules: &Crossroads, game: &Game, side: Side) -> Vec<Order> {
    let mut orders = Vec::new();
    let own: Vec<Id> = game.field.of_side(&rules.pack, side).map(|(id, _)| id.clone()).collect();
    for &area in rules.pack.areas.keys() {
        orders.extend(own.iter().map(|unit| Order::March { unit: unit.clone(), to: area }));
        let attack = |units: &[Id]| Order::Attack { units: units.to_vec(), area };
        let can = |unit: &&Id| attack(std::slice::from_ref(*unit)).refused(rules, game, side).is_empty();
        let mut able: Vec<Id> = own.iter().filter(can).cloned().collect();
        able.sort_by_key(|unit| std::cmp::Reverse(rules.pack.strength(unit)));
        orders.extend(able.chunks(1).filter(|_| able.len() > 1).chain([able.as_slice()]).map(attack));
    }
    orders.extend(own.into_iter().map(|unit| Order::Rally { unit }));
    orders.push(Order::Done {});
    orders.retain(|order| order.refused(rules, game, side).is_empty());
    orders
}
