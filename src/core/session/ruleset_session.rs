//! Implements [`Session`] for every [`Ruleset`].

use serde_json::{Value, json};

use crate::document::{Bytes32, Id, Problem};

use crate::report::svg::Drawing;
use crate::report::{AdvanceSample, MapView, Past, Present, Report, Show, StepFacts};

use super::cards::{HandTracker, texts};
use super::plan::Plan;
use super::request_check::name_id;
use super::rules::{RulesetSession, Unfinished, decode};
use super::{Adjudicated, Awaited, Legal, Request, Session};
use crate::engine::cards::{ASK, CardTable, Decks, OwnCards};
use crate::engine::choices::Choice;
use crate::engine::decision::{Decision, replace_texts};
use crate::engine::dice::Dice;
use crate::engine::events::Events;
use crate::engine::lookahead;
use crate::engine::position::{Pending, Position, Proposal};
use crate::engine::prospects::{self, Sign};
use crate::engine::run::{Until, to_value};

impl<R: Present> Session for RulesetSession<R> {
    fn boxed_clone(&self) -> Box<dyn Session> {
        Box::new(self.clone())
    }

    fn position(&self) -> Value {
        to_value(&self.position)
    }

    fn notation(&self) -> Value {
        self.rules.notation(&self.position)
    }

    fn to_given(&self) -> Result<Value, Problem> {
        if self.position.outcome.is_some() {
            let problem = Problem::new("the match is over in this position");
            return Err(problem.advice("take an earlier step"));
        }
        let mut position = self.position.clone();
        position.proposal = None;
        let given = self.rules.to_given(&position);
        let read = self.rules.ground(&given).and_then(|rules| rules.case(&given));
        let normalized = |position: &Position<R>| {
            let mut position = self.rules.normalized(position);
            // Only the chain knows sealed values: the rules ask only who has committed.
            let commitments = position.choices.values_mut().flat_map(|choice| choice.commitments.values_mut());
            commitments.for_each(|digest| *digest = Bytes32([0; 32]));
            to_value(&position)
        };
        match read {
            Ok(read) if normalized(&read) == normalized(&position) => Ok(given),
            _ => Ok(crate::engine::case::with_whole_position(&to_value(&position))),
        }
    }

    fn view(&self, side: Option<&Id>) -> Value {
        to_value(&*self.rules.view(&self.position, side))
    }

    fn decks(&self) -> Decks {
        self.rules.decks(&self.position.game)
    }

    fn cards(&self) -> Option<&CardTable> {
        self.rules.cards(&self.position.game)
    }

    fn open_hands(&mut self) {
        if let Some(cards) = self.rules.cards_mut(&mut self.position.game) {
            cards.open_handed = true;
        }
    }

    fn end_advance(&mut self) {
        if let Some(cards) = self.rules.cards_mut(&mut self.position.game) {
            cards.end_advance();
        }
    }

    fn hurry(&mut self) {
        self.hasty = true;
    }

    fn follow(&mut self, side: &Id, own: HandTracker) {
        self.own.insert(side.clone(), own);
    }

    fn hand_tracker(&self, side: &Id) -> Option<&HandTracker> {
        self.own.get(side)
    }

    fn is_claim_true(&self, side: &Id, claim: &Value, own: &OwnCards) -> bool {
        self.rules.is_claim_true(&self.position.game, side, claim, own)
    }

    fn advance_questions(&self, side: &Id) -> Vec<&'static str> {
        if self.rules.cards(&self.position.game).is_none_or(|cards| cards.open_handed) {
            return Vec::new();
        }
        self.rules.advance_questions(&self.position.game, side)
    }

    fn advance_parts(&self, side: &Id) -> Vec<&'static str> {
        match self.advance_questions(side).is_empty() {
            true => Vec::new(),
            false => {
                let count = self.rules.advance_part_count(&self.position.game, side);
                self.rules.advance_part_names().iter().take(count).copied().collect()
            }
        }
    }

    fn in_parts(&self, side: &Id, choices: &[(Id, Value)]) -> Vec<(Id, Value)> {
        match self.own.get(side).filter(|_| !self.advance_parts(side).is_empty()) {
            Some(own) => self.divided(side, choices, &own.cards()),
            None => choices.to_vec(),
        }
    }

    fn whole_advance(&self, says: &[(String, Value)]) -> Vec<(String, Value)> {
        let names = self.rules.advance_part_names();
        let (parts, questions): (Vec<_>, Vec<_>) =
            says.iter().cloned().partition(|(window, _)| names.contains(&window.as_str()));
        let value_of = |text: &str| parts.iter().find(|(part, _)| part == text)?.1.as_str().map(str::to_owned);
        let whole = |(window, mut says): (String, Value)| {
            replace_texts(&mut says, &value_of);
            (window, says)
        };
        questions.into_iter().map(whole).collect()
    }

    fn recommend_advance(&self, side: &Id, act: &Decision) -> Vec<(&'static str, Value)> {
        let asked = self.awaiting().into_iter().find(|awaited| awaited.side == *side).map(|awaited| awaited.want);
        let plays = matches!(asked, Some(Request::Orders(_) | Request::Answer { .. }));
        let Some(own) = self.own.get(side).filter(|_| plays && !self.advance_questions(side).is_empty()) else {
            return Vec::new();
        };
        let mut used = Vec::new();
        act.orders
            .iter()
            .chain(&act.answers)
            .chain(act.choices.iter().map(|(_, choice)| choice))
            .for_each(|said| texts(said, &mut used));
        let uses = |says: &Value| {
            let mut named = Vec::new();
            texts(says, &mut named);
            named.iter().any(|card| used.contains(card))
        };
        let says = self.rules.recommend_advance(&self.position, side, &own.cards()).into_iter();
        says.map(|(window, says)| if uses(&says) { (window, json!(ASK)) } else { (window, says) }).collect()
    }

    fn concealed(&self, side: &Id, act: &Decision) -> Result<Plan, Vec<Problem>> {
        self.conceal(side, act)
    }

    fn sealed(&self, side: &Id, choices: &[(Id, Value)]) -> Result<Vec<(Id, Value)>, Vec<Problem>> {
        match self.own_cards(side) {
            Some(own) => self.advance_by_id(side, choices, &own),
            None => Ok(choices.to_vec()),
        }
    }

    fn awaiting(&self) -> Vec<Awaited> {
        let position = &self.position;
        let sides = self.rules.sides();
        let other = |by: &Id| sides.iter().find(|side| *side != by).cloned();
        match &position.proposal {
            Some(Proposal::TakeBack { by, to_step }) => {
                let want = Request::TakeBack { to_step: *to_step };
                return other(by).map(|side| Awaited::new(side, want)).into_iter().collect();
            }
            Some(Proposal::Draw { by }) => {
                return other(by).map(|side| Awaited::new(side, Request::Draw(true))).into_iter().collect();
            }
            Some(Proposal::StandingDraw { .. }) | None => {}
        }
        let one = |side: &Id, want: Request| vec![Awaited::new(side.clone(), want)];
        match &position.pending {
            None => Vec::new(),
            Some(Pending::Start) => sides.iter().map(|side| Awaited::new(side.clone(), Request::Empty(true))).collect(),
            Some(Pending::Orders { side }) => one(side, Request::Orders(self.rules.brief(position, side))),
            Some(Pending::Answer { side, id, rule, question }) => {
                let options = self.rules.answers(position, question, None).iter().map(to_value).collect();
                let (id, rule, question) = (id.clone(), rule.clone(), to_value(question));
                one(side, Request::Answer { id, rule, question, options })
            }
            Some(Pending::TurnUp { side, ids, .. }) => one(side, Request::Open(ids.clone())),
            Some(Pending::Commit { id, .. }) => self.uncommitted(id),
            // In a match that begins at a position of another, commitments are made anew.
            Some(Pending::Open { id, .. }) if position.is_to_be_made(id) => self.uncommitted(id),
            Some(Pending::Open { id, .. }) => {
                let done = position.choices.get(id);
                let left = sides.iter().filter(|side| !done.is_some_and(|done| done.opened.contains_key(*side)));
                let early = position.early_choice(&self.rules, id);
                let may_commit: Vec<Id> = early.into_iter().collect();
                left.map(|side| {
                    let (side, want) = (side.clone(), Request::Open(vec![id.clone()]));
                    Awaited { side, want, may_commit: may_commit.clone() }
                })
                .collect()
            }
            Some(Pending::Name { id, rule, side }) => {
                let loser = other(side);
                let options = loser.map(|loser| position.choice_values(&self.rules, &loser, id));
                let (id, rule) = (name_id(id), rule.clone());
                one(side, Request::Name { id, rule, options: options.unwrap_or_default() })
            }
        }
    }

    fn exchanged(&self) -> bool {
        self.position.exchanged(&self.rules)
    }

    fn exchanged_in(&self, position: &Value) -> Result<bool, Problem> {
        let position: Position<R> = decode("position", position)?;
        Ok(position.exchanged(&self.rules))
    }

    fn outcome(&self) -> Option<Value> {
        self.position.outcome.clone()
    }

    fn conclude(&mut self, how: &str, loser: Option<&Id>) -> Value {
        let outcome = self.rules.outcome_by(&self.position.game, how, loser);
        self.set_outcome(outcome.clone());
        outcome
    }

    fn set_outcome(&mut self, outcome: Value) {
        self.position.stack.clear();
        self.position.queue = None;
        self.position.pending = None;
        self.position.proposal = None;
        self.position.outcome = Some(outcome);
    }

    fn commitment(&self, side: &Id, choice: &Id) -> Option<Bytes32> {
        let chosen = || self.position.choices.get(choice)?.commitments.get(side).copied();
        let laid = || self.rules.cards(&self.position.game)?.commitment(side, choice);
        chosen().or_else(laid)
    }

    fn is_choice(&self, id: &Id) -> bool {
        self.position.choices.contains_key(id)
    }

    fn choice_values(&self, side: &Id, id: &Id) -> Vec<Value> {
        self.position.choice_values(&self.rules, side, id)
    }

    fn proposal(&self) -> Option<Proposal> {
        self.position.proposal.clone()
    }

    fn set_proposal(&mut self, proposal: Option<Proposal>) {
        self.position.proposal = proposal;
    }

    fn check(&self, side: &Id, act: &Decision) -> Result<(), Vec<Problem>> {
        let found = self.review(side, act, Events::discarding()).found;
        if found.is_empty() { Ok(()) } else { Err(found.into_problems()) }
    }

    fn unreadable(&self, side: &Id, act: &Decision) -> Vec<Problem> {
        self.not_understood(side, act)
    }

    fn undecided(&self, side: &Id, act: &Decision) -> Vec<usize> {
        self.review(side, act, Events::discarding()).undecided
    }

    fn adjudicate(&mut self, acts: &[(Id, Decision)], dice: &mut dyn Dice) -> Result<Vec<Value>, Vec<Problem>> {
        let (after, events) = self.after(acts, dice, Until::Rest).map_err(|unfinished| unfinished.problems)?;
        *self = after;
        Ok(events)
    }

    fn adjudicated(&self, acts: &[(Id, Decision)], dice: &mut dyn Dice) -> Result<Adjudicated, Vec<Problem>> {
        let (after, events) = self.after(acts, dice, Until::Rest).map_err(|unfinished| unfinished.problems)?;
        Ok((Box::new(after), events))
    }

    fn played(
        &self,
        acts: &[(Id, Decision)],
        dice: &mut dyn Dice,
        orders_of: Option<usize>,
    ) -> Result<Adjudicated, Unfinished> {
        let (after, events) = self.after(acts, dice, orders_of.map_or(Until::Rest, Until::OrdersDone))?;
        Ok((Box::new(after), events))
    }

    fn answers_by_default(&self) -> bool {
        self.rules.default_standing().is_some()
    }

    fn legal(&self, side: &Id) -> Legal {
        let mut legal = Legal::default();
        for awaited in self.awaiting().into_iter().filter(|awaited| awaited.side == *side) {
            match awaited.want {
                Request::Orders(_) => {
                    let orders = self.rules.legal(&self.position, side, self.own_cards(side).as_ref());
                    legal.orders = orders.iter().map(to_value).collect();
                    legal.standing =
                        self.rules.standing_samples(&self.position.game, side).iter().map(to_value).collect();
                }
                Request::Answer { id, mut options, .. } | Request::Name { id, mut options, .. } => {
                    if let (Some(own), Some(Pending::Answer { question, .. })) =
                        (self.own_cards(side), &self.position.pending)
                    {
                        let known = self.rules.answers(&self.position, question, Some(&own));
                        options = known.iter().map(to_value).collect();
                    }
                    legal.answers = options.into_iter().map(|answer| json!({"id": id, "answer": answer})).collect();
                }
                Request::Commit(ids) => {
                    let values = |id: &Id| self.position.choice_values(&self.rules, side, id);
                    legal.choices = ids.into_iter().map(|id| (id.clone(), values(&id))).collect();
                }
                Request::Open(_) => {
                    let values = |id: &Id| self.position.choice_values(&self.rules, side, id);
                    legal.choices = awaited.may_commit.into_iter().map(|id| (id.clone(), values(&id))).collect();
                }
                Request::Empty(_) | Request::TakeBack { .. } | Request::Draw(_) => {}
            }
        }
        legal
    }

    fn recommend_plan(&self, side: &Id, seed: u64) -> Option<Plan> {
        let Awaited { want, may_commit, .. } = self.awaiting().into_iter().find(|awaited| awaited.side == *side)?;
        let mut plan = Plan::default();
        let want = match want {
            // Openings are the caller's task, who has the chosen values.
            Request::Open(_) => Request::Commit(may_commit),
            want => want,
        };
        match want {
            Request::Empty(_) => {}
            Request::Orders(_) => {
                let own = self.own_cards(side);
                let mut orders = self.rules.recommend_orders(&self.position, side, own.as_ref(), seed);
                if orders.is_empty() {
                    let order = if self.hasty { lookahead::hasty_order } else { lookahead::order };
                    orders.extend(order(&self.rules, &self.position, side, seed));
                }
                plan.act.orders = orders.iter().map(to_value).collect();
                let standing = self.rules.recommend_standing(&self.position, side);
                plan.act.standing = standing.and_then(|standing| to_value(&standing).as_object().cloned());
            }
            Request::Answer { id, .. } => {
                let Some(Pending::Answer { question, .. }) = &self.position.pending else { return None };
                let own = self.own_cards(side);
                let answer = self.rules.recommend_answer(&self.position, side, question, own.as_ref());
                let answer = answer.or_else(|| match self.hasty {
                    true => lookahead::hasty_answer(&self.rules, &self.position, side, question, seed),
                    false => lookahead::answer(&self.rules, &self.position, side, question),
                })?;
                plan.act.answers = vec![json!({"id": id, "answer": to_value(&answer)})];
            }
            Request::Name { id, options, .. } => {
                plan.act.answers = vec![json!({"id": id, "answer": options.first()?})];
            }
            Request::Commit(ids) => {
                for id in ids {
                    let value = self.position.recommend_choice(&self.rules, side, &id, seed);
                    plan.act.commit.push((id.clone(), Bytes32([0; 32])));
                    plan.act.choices.push((id.clone(), value.clone()));
                    plan.choose.push((id, value));
                }
            }
            Request::Open(_) | Request::TakeBack { .. } | Request::Draw(_) => return None,
        }
        let plays = !plan.act.orders.is_empty() || !plan.act.answers.is_empty();
        if self.own.contains_key(side) && plays {
            plan = self.conceal(side, &plan.act).ok()?;
        }
        Some(plan)
    }

    fn may_be_imagined(&self, order: &Value) -> bool {
        decode::<R::Order>("", order).is_ok_and(|order| self.rules.may_be_imagined(&order))
    }

    fn signs(&self, side: &Id) -> Vec<Sign> {
        self.rules.signs(&self.position, side)
    }

    fn winning_chance(&self, side: &Id) -> i64 {
        match &self.position.outcome {
            Some(outcome) => prospects::of_outcome(outcome, side),
            None => prospects::chance(&self.signs(side)),
        }
    }

    fn may_lie(&self, side: &Id, card: &str, id: &Id) -> bool {
        self.rules.may_lie(&self.position.game, side, card, id)
    }

    fn choices(&self) -> Vec<Id> {
        self.position.choices.keys().cloned().collect()
    }

    fn begin_anew(&mut self) {
        let position = &mut self.position;
        position.proposal = None;
        position.choices.values_mut().for_each(|choice| *choice = Choice::default());
        position.pending = match position.pending.take() {
            // Both commit to the choice first, since nobody has.
            Some(Pending::Name { id, rule, .. }) => Some(Pending::Open { id, rule }),
            pending => pending,
        };
    }

    fn invariants(&self) -> Vec<Problem> {
        let mut broken = self.rules.invariants(&self.position);
        let over = self.position.outcome.is_some();
        if over == self.position.pending.is_some() {
            let problem = Problem::new("a match that is not over must wait for a turn, and one that is over must not");
            broken.push(problem.in_path(if over { "outcome" } else { "pending" }));
        }
        if !over && self.position.stack.is_empty() {
            broken.push(Problem::new("nothing is under way, and the match is not over").in_path("stack"));
        }
        if let Some(Err(problems)) = self.position.outcome.as_ref().map(|outcome| self.rules.check_outcome(outcome)) {
            broken.extend(problems.into_iter().map(|problem| problem.under("outcome")));
        }
        match decode::<Position<R>>("", &self.position()) {
            Ok(read) if read == self.position => {}
            Ok(_) => broken.push(Problem::new("the position, written and read again, is a different one")),
            Err(problem) => broken.push(Problem::new(format!("the position does not read back: {problem}"))),
        }
        broken
    }

    fn procedures(&self) -> Vec<String> {
        let name = |procedure: &R::Procedure| match to_value(procedure) {
            Value::Object(map) => map.keys().next().cloned().unwrap_or_default(),
            Value::String(name) => name,
            other => other.to_string(),
        };
        self.position.stack.iter().map(name).collect()
    }

    fn report(&self, before: &Value, facts: &StepFacts) -> Result<Report, Problem> {
        let before = decode("position", before)?;
        let reader = facts.reader.as_ref();
        let (before, after) = (self.rules.view(&before, reader), self.rules.view(&self.position, reader));
        Ok(self.rules.report(&before, &after, facts))
    }

    fn show(&self, what: &Show, reader: Option<&Id>) -> Result<Report, Problem> {
        self.rules.show(&self.rules.view(&self.position, reader), what)
    }

    fn draw(&self, view: &MapView, reader: Option<&Id>, past: Option<Past<'_, Value>>) -> Result<Drawing, Problem> {
        let after = self.rules.view(&self.position, reader);
        let drawing = match past {
            None => self.rules.draw(&after, view, None),
            Some(Past { before, facts }) => {
                let before = decode("position", before)?;
                let before = self.rules.view(&before, reader);
                self.rules.draw(&after, view, Some(Past { before: &before, facts }))
            }
        };
        Ok(drawing?.at(view.detail()))
    }

    fn draft_notes(&self, side: &Id) -> Vec<String> {
        let position = self.rules.view(&self.position, Some(side));
        self.rules.draft_notes(&position, side, self.own_cards(side).as_ref())
    }

    fn card_in_draft(&self, side: &Id, card: &str) -> String {
        match self.own.get(side) {
            Some(own) => self.rules.card_in_draft(&self.position, side, &own.cards(), card),
            None => self.rules.card_words(&self.position, side, card),
        }
    }

    fn advance_samples(&self, side: &Id) -> Option<(&'static str, Vec<AdvanceSample>)> {
        self.rules.advance_samples(&self.position, side)
    }
}

impl<R: Present> RulesetSession<R> {
    /// The sides that have yet to commit to a choice.
    fn uncommitted(&self, id: &Id) -> Vec<Awaited> {
        let done = self.position.choices.get(id);
        let sides = self.rules.sides().into_iter();
        let left = sides.filter(|side| !done.is_some_and(|done| done.commitments.contains_key(side)));
        left.map(|side| Awaited::new(side, Request::Commit(vec![id.clone()]))).collect()
    }
}
