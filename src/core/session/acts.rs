//! Acts: what they say, tried out and carried out.

use serde_json::{Value, json};

use crate::document::{Bytes32, Id, Problem};

use crate::report::Present;

use super::dry_run::DryRun;
use super::wanted::salvage_said;
use super::{Seated, Unfinished};
use crate::engine::choices::Opening;
use crate::engine::decision::Decision;
use crate::engine::dice::Dice;
use crate::engine::events::{EngineEvent, Events, Forfeit};
use crate::engine::position::{Pending, Proposal, Queue};
use crate::engine::ruleset::Ruleset;
use crate::engine::run::{Said, Until, resume};

/// An act whose parts have their types.
pub(super) struct Typed<R: Ruleset> {
    /// `None` for an order that does not read.
    pub(super) orders: Vec<Option<R::Order>>,
    pub(super) said: Option<Said<R>>,
    standing: Option<R::Standing>,
    commit: Vec<(Id, Bytes32)>,
    open: Vec<(Id, Opening)>,
}

impl<R: Ruleset> Typed<R> {
    /// The orders before the first that does not read.
    pub(super) fn reading(&self) -> impl Iterator<Item = &R::Order> {
        self.orders.iter().map_while(Option::as_ref)
    }
}

/// What a look at an act finds.
pub(super) struct Looked<R: Ruleset> {
    pub(super) found: Found,
    /// Orders, by number, that could not be tested in full.
    pub(super) undecided: Vec<usize>,
    /// Where the trial came to rest, if the act was tried.
    dry_run: Option<DryRun<R>>,
}

/// What is wrong with an act: with single orders, by their number, and with the rest of it.
#[derive(Default)]
pub(super) struct Found {
    orders: Vec<(usize, Problem)>,
    rest: Vec<Problem>,
}

impl Found {
    pub(super) fn is_empty(&self) -> bool {
        self.orders.is_empty() && self.rest.is_empty()
    }

    /// Adds what a trial has found; what it says too of an order is not said twice.
    fn told_by_trial(&mut self, tried: Vec<(usize, Problem)>) {
        let same =
            |n: usize, problem: &Problem| tried.iter().any(|(m, told)| *m == n && told.message == problem.message);
        self.orders.retain(|(n, problem)| !same(*n, problem));
        self.orders.extend(tried);
    }

    /// All of it, order by order.
    pub(super) fn into_problems(mut self) -> Vec<Problem> {
        self.orders.sort_by_key(|(n, _)| *n);
        self.orders.into_iter().map(|(_, problem)| problem).chain(self.rest).collect()
    }
}

impl<R: Present> Seated<R> {
    /// Gives the parts of an act their types, as far as they read, and holds them against what is asked.
    fn understand(&self, side: &Id, act: &Decision) -> (Typed<R>, Found) {
        let mut found = Found::default();
        let mut problems = Vec::new();
        let mut orders = Vec::new();
        for (n, order) in act.orders.iter().enumerate() {
            let path = format!("orders[{n}]");
            let (read, wrong): (Option<R::Order>, Vec<Problem>) = salvage_said(&path, order);
            let named = read.iter().flat_map(|order| self.rules.misnamed(&self.position.game, side, order));
            let named: Vec<Problem> = named.map(|problem| problem.under(&path)).collect();
            orders.push(read.filter(|_| wrong.is_empty()));
            let wrong = wrong.into_iter().map(|problem| self.suggested(problem, "orders", &json!(act.orders)));
            found.orders.extend(wrong.chain(named).map(|problem| (n, problem)));
        }
        let standing = match &act.standing {
            None => None,
            Some(written) => {
                let (read, wrong): (Option<R::Standing>, _) = salvage_said("standing", &Value::Object(written.clone()));
                let whole = wrong.is_empty();
                problems.extend(wrong.into_iter().map(|problem| self.suggested(problem, "standing", &json!(written))));
                let check = |standing: &R::Standing| self.rules.check_standing(&self.position.game, side, standing);
                problems.extend(read.iter().flat_map(check).map(|problem| problem.under("standing")));
                read.filter(|_| whole)
            }
        };
        let said = self.understand_answers(side, act, &mut problems);
        self.match_want(side, act, &mut problems);
        found.rest = problems;
        (Typed { orders, said, standing, commit: act.commit.clone(), open: act.open.clone() }, found)
    }

    /// Everything that can be said of an act before it is carried out, and where its trial came to rest; what happened in
    /// it is told to `events`.
    pub(super) fn look_at(&self, side: &Id, act: &Decision, events: Events) -> Looked<R> {
        let (typed, mut found) = self.understand(side, act);
        // Orders that are asked for are tried whatever else is wrong with the turn.
        let orders = self.asks_orders_of(side) && !act.orders.is_empty();
        if !orders && !found.is_empty() {
            return Looked { found, undecided: Vec::new(), dry_run: None };
        }
        let (tried, dry_run) = self.dry_run(side, &typed, &act.orders, events);
        found.told_by_trial(tried.problems);
        found.rest.extend(tried.fault);
        Looked { found, undecided: tried.undecided, dry_run: Some(dry_run) }
    }

    /// Whether orders are asked of a side.
    fn asks_orders_of(&self, side: &Id) -> bool {
        let proposed = matches!(self.position.proposal, Some(Proposal::TakeBack { .. } | Proposal::Draw { .. }));
        !proposed && matches!(&self.position.pending, Some(Pending::Orders { side: asked }) if asked == side)
    }

    /// The table after these acts, each of which is checked first, and what happened.
    pub(super) fn after(
        &self,
        acts: &[(Id, Decision)],
        dice: &mut dyn Dice,
        until: Until,
    ) -> Result<(Self, Vec<Value>), Unfinished> {
        if let ([(side, act)], Until::Rest) = (acts, until) {
            let Looked { found, dry_run, .. } = self.look_at(side, act, Events::default());
            return match dry_run {
                Some(dry_run) if found.is_empty() => dry_run.go_on(dice),
                _ => Err(found.into_problems().into()),
            };
        }
        let mut typed = Vec::new();
        for (side, act) in acts {
            let found = self.look_at(side, act, Events::unheard()).found;
            if !found.is_empty() {
                return Err(found.into_problems().into());
            }
            typed.push((side, self.understand(side, act).0));
        }
        self.carry_out(&typed, dice, until)
    }
}

impl<R: Ruleset> Seated<R> {
    /// Resolves acts that were checked.
    fn carry_out(
        &self,
        acts: &[(&Id, Typed<R>)],
        dice: &mut dyn Dice,
        until: Until,
    ) -> Result<(Self, Vec<Value>), Unfinished> {
        let mut after = self.clone();
        let mut events = Events::default();
        let mut said = None;
        for (side, act) in acts {
            after.record(side, act, &mut events);
            said = said.or(act.said.clone());
        }
        let input = resume(&after.rules, &mut after.position, said, &mut events);
        after.run_out(input, dice, events, until)
    }

    /// Writes down what an act brings, before anything is resolved.
    pub(super) fn record(&mut self, side: &Id, act: &Typed<R>, events: &mut Events) {
        let position = &mut self.position;
        if let Some(standing) = &act.standing {
            position.standing.insert(side.clone(), standing.clone());
            if *standing == R::Standing::default() {
                position.standing.remove(side);
            }
            events.emit("protocol 3", &EngineEvent::Standing { side: side.clone() });
        }
        for (id, digest) in &act.commit {
            position.choices.entry(id.clone()).or_default().commitments.insert(side.clone(), *digest);
            events.emit("protocol 7", &EngineEvent::Committed { side: side.clone(), id: id.clone() });
        }
        for (id, opening) in &act.open {
            let legal = self.rules.choice_values(&position.game, side, id);
            let (opening, event) = match opening {
                Opening::Choice(choice) if legal.contains(choice) => {
                    let event = EngineEvent::Opened { side: side.clone(), id: id.clone(), choice: choice.clone() };
                    (opening.clone(), event)
                }
                other => {
                    let because = match other {
                        Opening::Forfeit => Forfeit::NotOpened,
                        Opening::Choice(_) => Forfeit::IllegalChoice,
                    };
                    (Opening::Forfeit, EngineEvent::Forfeited { side: side.clone(), id: id.clone(), because })
                }
            };
            position.choices.entry(id.clone()).or_default().opened.insert(side.clone(), opening);
            events.emit("protocol 7", &event);
        }
        let orders: Vec<R::Order> = act.reading().cloned().collect();
        if !orders.is_empty() {
            position.queue = Some(Queue { side: side.clone(), first: 0, orders });
        }
    }
}
