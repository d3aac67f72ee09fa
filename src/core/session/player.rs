//! Players that the program supplies. [`RandomPlayer`], for tests, benchmarks and the demo, picks anything that `legal`
//! offers; [`SensiblePlayer`] follows the game's own idea of good play.

use crate::sorted::SortedMap;

use rand_chacha::ChaCha20Rng;
use rand_chacha::rand_core::{Rng, SeedableRng};
use serde_json::Value;

use crate::document::{Bytes32, Id};

use super::{Plan, Request, Session};
use crate::engine::choices::Opening;
use crate::engine::decision::Decision;

/// A player that picks at random among what is legal. The same seed plays the same match.
#[derive(Clone, Debug)]
pub struct RandomPlayer {
    random: ChaCha20Rng,
    /// The chosen values, until they are opened.
    chosen: SortedMap<(Id, Id), Value>,
}

impl Plan {
    /// Divides the answers in advance of a side into parts, each sealed by itself.
    pub fn divide(&mut self, table: &dyn Session, side: &Id) {
        self.choose = table.in_parts(side, &self.choose);
        for (id, says) in &self.choose {
            if !self.act.commit.iter().any(|(other, _)| other == id) {
                self.act.commit.push((id.clone(), Bytes32([0; 32])));
            }
            match self.act.choices.iter_mut().find(|(other, _)| other == id) {
                Some((_, written)) => written.clone_from(says),
                None => self.act.choices.push((id.clone(), says.clone())),
            }
        }
        self.act.commit.sort();
    }
}

impl RandomPlayer {
    /// A player with this seed.
    pub fn new(seed: u64) -> Self {
        RandomPlayer { random: ChaCha20Rng::seed_from_u64(seed), chosen: SortedMap::new() }
    }

    /// A random number below `limit`, which is at least 1.
    fn below(&mut self, limit: usize) -> usize {
        (self.random.next_u64() % limit.max(1) as u64) as usize
    }

    /// One of these orders. Its kind is picked first, so that kinds with few instances are not crowded out.
    pub fn pick(&mut self, orders: &[Value]) -> Option<Value> {
        let mut kinds: SortedMap<&str, Vec<&Value>> = SortedMap::new();
        for order in orders {
            let kind = order.as_object().and_then(|order| order.keys().next()).map_or("", String::as_str);
            kinds.entry(kind).or_default().push(order);
        }
        let kinds: Vec<Vec<&Value>> = kinds.into_values().collect();
        let kind = kinds.get(self.below(kinds.len()))?;
        kind.get(self.below(kind.len())).map(|order| (*order).clone())
    }

    fn one_in(&mut self, chance: usize) -> bool {
        self.below(chance) == 0
    }

    /// What `side` does now; `None` if nothing is asked of it. The plan passes `check`.
    pub fn plan(&mut self, table: &dyn Session, side: &Id) -> Option<Plan> {
        let want = table.awaiting().into_iter().find(|awaited| awaited.side == *side)?.want;
        let mut plan = Plan::default();
        let legal = table.legal(side);
        match want {
            Request::Empty(_) | Request::TakeBack { .. } | Request::Draw(_) => {}
            Request::Orders(_) => {
                plan.act.orders = self.orders(table, side, &legal.orders);
                if !legal.standing.is_empty() && self.one_in(8) {
                    let n = self.below(legal.standing.len());
                    plan.act.standing = legal.standing[n].as_object().cloned();
                    // Orders that passed under other standing orders may have to wait for an answer under these, and
                    // are checked again.
                    if !passes(table, side, &plan.act) {
                        plan.act.standing = None;
                    }
                }
            }
            Request::Answer { .. } | Request::Name { .. } => {
                let n = self.below(legal.answers.len());
                plan.act.answers = legal.answers.get(n).cloned().into_iter().collect();
            }
            Request::Commit(_) => self.commit(side, legal.choices, &mut plan),
            Request::Open(ids) => {
                for id in ids {
                    // A side with a hand forfeits nothing (protocol 8.4).
                    let keeps = table.hand_tracker(side).is_some();
                    let chosen = self.chosen.remove(&(side.clone(), id.clone())).filter(|_| !self.one_in(16) || keeps);
                    let opening = chosen.or_else(|| own_choice(table, side, &id));
                    let opening = opening.map_or(Opening::Forfeit, Opening::Choice);
                    plan.act.open.push((id, opening));
                }
                // Some players wait, and look at their command points first.
                let choices = legal.choices.into_iter().filter(|_| !self.one_in(3)).collect();
                self.commit(side, choices, &mut plan);
            }
        }
        match table.hand_tracker(side) {
            Some(_) => table.concealed(side, &plan.act).ok(),
            None => Some(plan),
        }
    }

    /// Commits to a value of each of these choices.
    fn commit(&mut self, side: &Id, choices: Vec<(Id, Vec<Value>)>, plan: &mut Plan) {
        for (id, values) in choices {
            let n = self.below(values.len());
            let value = values.get(n).cloned().unwrap_or(Value::Null);
            self.chosen.insert((side.clone(), id.clone()), value.clone());
            plan.act.commit.push((id.clone(), Bytes32([0; 32])));
            plan.act.choices.push((id.clone(), value.clone()));
            plan.choose.push((id, value));
        }
    }

    /// One order, or a few that pass `check` together.
    fn orders(&mut self, table: &dyn Session, side: &Id, legal: &[Value]) -> Vec<Value> {
        let mut orders = Vec::new();
        if legal.is_empty() {
            return orders;
        }
        let tries = 1 + self.below(4);
        for _ in 0..tries {
            orders.extend(self.pick(legal));
            let act = Decision { orders: orders.clone(), ..Decision::default() };
            if orders.len() > 1 && !passes(table, side, &act) {
                orders.pop();
            }
        }
        orders
    }
}

/// Whether an act of a side passes `check`.
fn passes(table: &dyn Session, side: &Id, act: &Decision) -> bool {
    match table.hand_tracker(side) {
        Some(_) => table.concealed(side, act).is_ok_and(|plan| table.check(side, &plan.act).is_ok()),
        None => table.check(side, act).is_ok(),
    }
}

/// The value behind a side's face-down card or answer in advance.
fn own_choice(table: &dyn Session, side: &Id, id: &Id) -> Option<Value> {
    let own = table.hand_tracker(side)?;
    own.cards().laid.get(id).cloned().map(Value::String).or_else(|| own.chosen(id).cloned())
}

/// A player for beginners: in every second of its turns it does anything legal, otherwise what the game advises.
#[derive(Clone, Debug)]
pub struct EasyPlayer {
    random: RandomPlayer,
    sensible: SensiblePlayer,
}

impl EasyPlayer {
    /// A player with this seed.
    pub fn new(seed: u64) -> Self {
        EasyPlayer { random: RandomPlayer::new(seed), sensible: SensiblePlayer::new(seed) }
    }

    /// What `side` does now; `None` if nothing is asked of it. The plan passes `check`.
    pub fn plan(&mut self, table: &dyn Session, side: &Id) -> Option<Plan> {
        let want = table.awaiting().into_iter().find(|awaited| awaited.side == *side)?.want;
        // Choices are opened by whoever made them; so the sensible player makes them all.
        let decides = matches!(want, Request::Orders(_) | Request::Answer { .. } | Request::Name { .. });
        match decides && self.random.one_in(2) {
            true => self.random.plan(table, side),
            false => self.sensible.plan(table, side),
        }
    }
}

/// A player that follows the game's own advice ([`Session::recommend_plan`]). The same seed plays the same match.
#[derive(Clone, Debug)]
pub struct SensiblePlayer {
    seed: u64,
    /// The chosen values, until they are opened.
    chosen: SortedMap<(Id, Id), Value>,
}

impl SensiblePlayer {
    /// A player with this seed.
    pub fn new(seed: u64) -> Self {
        SensiblePlayer { seed, chosen: SortedMap::new() }
    }

    /// Tells the player what its side has committed to, where another player made the commitment.
    pub(super) fn remember(&mut self, side: &Id, id: &Id, value: &Value) {
        self.chosen.insert((side.clone(), id.clone()), value.clone());
    }

    /// What `side` does now; `None` if nothing is asked of it. The plan passes `check`.
    pub fn plan(&mut self, table: &dyn Session, side: &Id) -> Option<Plan> {
        let want = table.awaiting().into_iter().find(|awaited| awaited.side == *side)?.want;
        let mut plan = table.recommend_plan(side, self.seed)?;
        for (id, value) in &plan.choose {
            self.chosen.insert((side.clone(), id.clone()), value.clone());
        }
        if let Request::Open(ids) = want {
            for id in ids {
                let chosen = self.chosen.remove(&(side.clone(), id.clone())).or_else(|| own_choice(table, side, &id));
                plan.act.open.push((id, chosen.map_or(Opening::Forfeit, Opening::Choice)));
            }
        }
        Some(plan)
    }
}
