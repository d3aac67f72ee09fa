//! The plans that a search compares.

use rand_chacha::ChaCha20Rng;
use rand_chacha::rand_core::{Rng, SeedableRng};
use serde_json::Value;

use crate::document::Id;
use crate::engine::decision::Decision;
use crate::engine::side_terms::BID;
use crate::session::plan::Plan;
use crate::session::{RandomPlayer, Request, Session};

/// Where a candidate comes from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Origin {
    /// It is what the sensible player would do.
    Sensible,
    /// What he would do in another mood.
    OtherMood,
    /// His plan, with one order left out, added or replaced.
    Variation,
    /// Legal orders or an answer, drawn from all.
    Sampled,
    /// What was done, of a match that is over.
    Played,
}

impl Origin {
    /// Whether other plans are measured by this one, so that it is tried to the end.
    pub fn is_measure(self) -> bool {
        matches!(self, Origin::Sensible | Origin::Played)
    }
}

/// How often more is tried than there is room for, before fewer candidates are accepted.
const TRIES: usize = 3;

/// The candidates of a side, that which was `played` and the sensible plan first; each passes `check`, and no two are the
/// same.
pub fn of(
    table: &dyn Session,
    side: &Id,
    (played, sensible): (Option<Plan>, Plan),
    most: usize,
    seed: u64,
) -> Vec<(Origin, Plan)> {
    let asked = table.awaiting().into_iter().find(|awaited| awaited.side == *side).map(|awaited| awaited.want);
    let mut random = ChaCha20Rng::seed_from_u64(seed ^ 0x5EED);
    let first = played.map_or_else(|| (Origin::Sensible, sensible.clone()), |played| (Origin::Played, played));
    let mut found = List { table, side, most, plans: vec![first] };
    found.push(Origin::Sensible, Some(sensible.clone()));
    match asked {
        Some(Request::Orders(_)) => {
            for mood in 1..=4 {
                found.push(Origin::OtherMood, table.recommend_plan(side, seed.wrapping_add(mood)));
            }
            orders(&mut found, table, side, &sensible, &mut random);
        }
        Some(Request::Answer { .. } | Request::Name { .. }) => {
            let mut answers = table.legal(side).answers;
            while !answers.is_empty() && found.has_room() {
                let answer = answers.swap_remove(below(&mut random, answers.len()));
                let act = Decision { answers: vec![answer], ..Decision::default() };
                found.push(Origin::Sampled, plan_of(table, side, act));
            }
        }
        Some(Request::Commit(ids)) => {
            // Who bids for a side may play the other one in the end: what his side comes to says nothing about his bid.
            for id in ids.into_iter().filter(|id| id.as_str() != BID) {
                for value in table.choice_values(side, &id) {
                    let mut plan = sensible.clone();
                    let choices = plan.choose.iter_mut().chain(&mut plan.act.choices);
                    choices.filter(|(other, _)| *other == id).for_each(|(_, chosen)| chosen.clone_from(&value));
                    found.push(Origin::Variation, Some(plan));
                }
            }
        }
        _ => {}
    }
    found.plans
}

/// Variations of the sensible orders, and legal ones.
fn orders(found: &mut List<'_>, table: &dyn Session, side: &Id, sensible: &Plan, random: &mut ChaCha20Rng) {
    let choices = sensible.choose.clone();
    let base = Decision { choices, ..sensible.act.clone() }.by_name().orders;
    let mut legal = table.legal(side).orders;
    legal.retain(|order| table.may_be_imagined(order));
    // A game whose turns are single orders has few: all of them are tried.
    if base.len() <= 1 {
        let mut left = legal.clone();
        while !left.is_empty() && found.has_room() {
            let order = left.swap_remove(below(random, left.len()));
            found.orders(Origin::Sampled, vec![order]);
        }
    }
    for left_out in (0..base.len()).rev().filter(|_| base.len() > 1) {
        if found.plans.len() * 2 < found.most {
            found.orders(Origin::Variation, without(&base, left_out));
        }
    }
    let mut player = RandomPlayer::new(random.next_u64());
    for _ in 0..found.most * TRIES {
        if !found.has_room() || legal.is_empty() {
            break;
        }
        let Some(order) = player.pick(&legal) else { break };
        let at = below(random, base.len() + 1);
        match below(random, 4) {
            0 | 1 => {
                // Most turns end with an order that ends them.
                let mut orders = base.clone();
                orders.insert(at.min(base.len().saturating_sub(1)), order);
                found.orders(Origin::Variation, orders);
            }
            2 => {
                let mut orders = base.clone();
                if let Some(place) = orders.get_mut(at) {
                    *place = order;
                }
                found.orders(Origin::Variation, orders);
            }
            _ => {
                let imagined = |plan: &Plan| plan.act.orders.iter().all(|order| table.may_be_imagined(order));
                found.push(Origin::Sampled, player.plan(table, side).filter(imagined));
            }
        }
        if legal.len() > 64 {
            legal.swap_remove(below(random, legal.len()));
        }
    }
}

fn without(orders: &[Value], at: usize) -> Vec<Value> {
    orders.iter().enumerate().filter(|(n, _)| *n != at).map(|(_, order)| order.clone()).collect()
}

fn below(random: &mut ChaCha20Rng, limit: usize) -> usize {
    (random.next_u64() % limit.max(1) as u64) as usize
}

/// An act as a plan, with the commitments to the cards that it lays.
fn plan_of(table: &dyn Session, side: &Id, act: Decision) -> Option<Plan> {
    match table.hand_tracker(side) {
        Some(_) => table.concealed(side, &act).ok(),
        None => Some(Plan { act, ..Plan::default() }),
    }
}

/// The candidates so far.
struct List<'t> {
    table: &'t dyn Session,
    side: &'t Id,
    most: usize,
    plans: Vec<(Origin, Plan)>,
}

impl List<'_> {
    fn has_room(&self) -> bool {
        self.plans.len() < self.most
    }

    fn orders(&mut self, origin: Origin, orders: Vec<Value>) {
        let act = Decision { orders, ..Decision::default() };
        let plan = (!act.orders.is_empty()).then(|| plan_of(self.table, self.side, act)).flatten();
        self.push(origin, plan);
    }

    /// Adds a plan that is new and legal.
    fn push(&mut self, origin: Origin, plan: Option<Plan>) {
        let Some(plan) = plan.filter(|_| self.has_room()) else { return };
        let same = |(_, other): &(Origin, Plan)| {
            other.act.orders == plan.act.orders
                && other.act.answers == plan.act.answers
                && other.act.open == plan.act.open
                && other.choose == plan.choose
        };
        if !self.plans.iter().any(same) && self.table.check(self.side, &plan.act).is_ok() {
            self.plans.push((origin, plan));
        }
    }
}
