//! The driver: it owns the stack, passes dice and answers to procedures, and stops where a question has no answer.

use crate::sorted::SortedMap;

use serde_json::Value;

use crate::document::{Id, Problem};

use super::cards::{ASK, CardTable};
use super::choices::Opening;
use super::dice::{Dice, OpenedValue};
use super::events::{AnsweredBy, EngineEvent, Events, SeatEvent};
use super::position::{Pending, Position, Proposal};
use super::refusal::reasons;
use super::ruleset::{Input, Next, Ruleset, StepContext};
use super::side_bids;
use super::side_terms::SideTerms;

/// The maximum number of steps: a procedure that takes more will never end.
const STEPS: usize = 200_000;

/// Why the driver stopped.
#[derive(Clone, Debug, PartialEq)]
pub enum Stop {
    /// It waits; [`Position::pending`] says what for.
    Waiting,
    /// A roll was due, and there were no dice. Everything before it has happened; the position must be discarded.
    NoDice,
    /// Order `n` cannot be begun, for these reasons; if it is recalled, nothing is wrong with it. It and the orders
    /// after it are in `rest` and no longer in the queue.
    OrdersReturned { side: Id, n: usize, problems: Vec<Problem>, rest: Vec<Value>, recalled: bool },
    /// The procedure has returned, or the orders have been carried out.
    Done,
    /// The match is over.
    Over,
    /// The rules contradict themselves: a bug in the program.
    Fault(String),
}

/// Runs the innermost procedure, and what it calls, until something is needed from outside.
pub fn run<R: Ruleset>(
    rules: &R,
    position: &mut Position<R>,
    input: Input<R>,
    dice: &mut dyn Dice,
    events: &mut Events,
) -> Stop {
    run_to(rules, position, input, dice, events, Until::Rest)
}

/// How far the driver goes if nothing is needed from outside before.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Until {
    /// Until something is needed from outside.
    Rest,
    /// At most until a procedure returns and no more than this many are left.
    Depth(usize),
    /// At most until no orders wait and the last of them is carried out, with no more than this many procedures left.
    /// The position can then be started again.
    OrdersDone(usize),
}

/// Like [`run`], but at most as far as `until` says.
pub(crate) fn run_to<R: Ruleset>(
    rules: &R,
    position: &mut Position<R>,
    mut input: Input<R>,
    dice: &mut dyn Dice,
    events: &mut Events,
    until: Until,
) -> Stop {
    for _ in 0..STEPS {
        if let Until::OrdersDone(depth) = until
            && position.queue.is_none()
            && position.stack.len() <= depth
            && !position.stack.last().is_some_and(|procedure| rules.is_part_of_order(&position.game, procedure, &input))
        {
            rules.at_once(&mut position.game, events);
            position.pending = Some(Pending::Start);
            return Stop::Done;
        }
        let before = position.exchanged(rules);
        let next = if position.sides.as_ref().is_some_and(SideTerms::is_open) {
            side_bids::step(rules, position, input, events)
        } else {
            let Some(mut procedure) = position.stack.pop() else {
                return Stop::Fault("no procedure is under way".to_owned());
            };
            let cx = StepContext { game: &mut position.game, standing: &position.standing, events };
            let next = rules.step(cx, &mut procedure, input);
            if !matches!(next, Next::Return(_)) {
                position.stack.push(procedure);
            }
            next
        };
        if position.exchanged(rules) != before {
            if let Err(fault) = exchange(rules, position, events) {
                return Stop::Fault(fault);
            }
            dice.exchange_sides();
        }
        note_draws(rules, position, dice);
        input = match next {
            Next::Continue => Input::Proceed,
            Next::Return(_) if matches!(until, Until::Depth(depth) if position.stack.len() <= depth) => {
                return Stop::Done;
            }
            Next::Return(reply) => Input::Reply(reply),
            Next::Call(called) => {
                position.stack.push(called);
                Input::Proceed
            }
            Next::Roll { purpose, rule, count, sides } => match dice.roll(&purpose, rule, count, sides) {
                Some(faces) => Input::Faces(faces),
                None => return Stop::NoDice,
            },
            Next::TurnUp { side, ids, rule } => match turn_up_cards(rules, position, (&side, &ids, rule), dice, events)
            {
                Some(stop) => return stop,
                None => Input::Proceed,
            },
            Next::Ask(asked) => {
                while let Some(id) = sealed_answer(rules, position, (&asked.side, asked.slug), &asked.question) {
                    if let Some(stop) = turn_up_cards(rules, position, (&asked.side, &[id], asked.rule), dice, events) {
                        return stop;
                    }
                }
                position.asked += 1;
                let id = format!("{}-{}", asked.slug, position.asked);
                match find_answer(rules, position, (&asked.side, asked.slug), &asked.question) {
                    Err(fault) => return Stop::Fault(fault),
                    Ok(Some((by, answer))) => {
                        let told = to_value(&answer);
                        events.emit(asked.rule, &EngineEvent::Answered { side: asked.side, id, by, answer: told });
                        Input::Answer(answer)
                    }
                    Ok(None) => {
                        let rule = asked.rule.to_owned();
                        position.pending =
                            Some(Pending::Answer { side: asked.side, id, rule, question: asked.question });
                        return Stop::Waiting;
                    }
                }
            }
            Next::Orders { side } => match next_order(rules, position, &side, dice, events) {
                Some(Ok(next)) => next,
                Some(Err(stop)) => return stop,
                None => {
                    position.pending = Some(Pending::Orders { side });
                    return Stop::Waiting;
                }
            },
            Next::Dismiss(problem) => match &position.queue {
                // An order that finishes an action is in time even if nothing is left to finish.
                Some(queue) if queue.orders.len() == 1 && rules.skips_impossible_orders(&queue.orders) => {
                    position.queue = None;
                    Input::Proceed
                }
                Some(_) => return return_orders(position, vec![*problem]),
                None => Input::Proceed,
            },
            Next::Recall(problem) => match return_orders(position, vec![*problem]) {
                Stop::OrdersReturned { side, n, problems, rest, .. } => {
                    return Stop::OrdersReturned { side, n, problems, rest, recalled: true };
                }
                // No orders were left.
                _ => Input::Proceed,
            },
            // Both sides have committed to it already, together with an earlier opening.
            Next::Commit { id, .. } if position.is_committed(&id) => Input::Proceed,
            Next::Commit { id, rule } => {
                position.choices.entry(id.clone()).or_default();
                position.pending = Some(Pending::Commit { id, rule: rule.to_owned() });
                return Stop::Waiting;
            }
            Next::Reveal { id, rule } => {
                position.pending = Some(Pending::Open { id, rule: rule.to_owned() });
                return Stop::Waiting;
            }
            Next::Over(outcome) => {
                position.stack.clear();
                position.queue = None;
                position.pending = None;
                position.outcome = Some(outcome);
                return Stop::Over;
            }
        };
    }
    Stop::Fault(format!("the procedure does not come to rest: {:?}", position.stack.last()))
}

/// The players have exchanged sides: what a person has left behind under the name of his side moves with him, or ends.
fn exchange<R: Ruleset>(rules: &R, position: &mut Position<R>, events: &mut Events) -> Result<(), String> {
    if position.queue.is_some() || !position.choices.is_empty() {
        return Err("the sides are exchanged while orders or a secret choice are under way".to_owned());
    }
    position.standing.clear();
    if let Some(Proposal::StandingDraw { by } | Proposal::Draw { by } | Proposal::TakeBack { by, .. }) =
        &mut position.proposal
        && let Some(other) = rules.sides().into_iter().find(|side| side != by)
    {
        *by = other;
    }
    events.emit("protocol 3", &SeatEvent::Exchanged {});
    Ok(())
}

/// Passes to the dice what the step has drawn, in order.
fn note_draws<R: Ruleset>(rules: &R, position: &mut Position<R>, dice: &mut dyn Dice) {
    let drawn = rules.cards_mut(&mut position.game).map(CardTable::take_drawn).unwrap_or_default();
    drawn.iter().for_each(|draw| dice.draw(draw));
}

/// The commitment of a side's answer in advance to a question, if it is still sealed, or else of the part that is
/// needed next to follow it.
fn sealed_answer<R: Ruleset>(
    rules: &R,
    position: &Position<R>,
    (side, slug): (&Id, &str),
    question: &R::Question,
) -> Option<Id> {
    let own = &rules.cards(&position.game)?.of(side)?.advance;
    let answer = own.get(slug)?;
    let sealed = match answer.says.value() {
        None => answer,
        Some(says) if says.as_str() == Some(ASK) => return None,
        Some(says) => own.get(rules.next_part(position, side, question, says)?)?,
    };
    sealed.says.value().is_none().then(|| sealed.id.clone())
}

/// Reveals what a side has laid face down or answered in advance; `None` once all of it is open.
fn turn_up_cards<R: Ruleset>(
    rules: &R,
    position: &mut Position<R>,
    (side, ids, rule): (&Id, &[Id], &str),
    dice: &mut dyn Dice,
    events: &mut Events,
) -> Option<Stop> {
    let mut left = Vec::new();
    for id in ids {
        let Some(digest) = rules.cards(&position.game).and_then(|cards| cards.commitment(side, id)) else { continue };
        match dice.open(side, id, &digest) {
            OpenedValue::Choice(choice) => {
                if !turn_up_card(rules, position, (side, id), (&choice, rule), events) {
                    return Some(Stop::Over);
                }
            }
            OpenedValue::ByOwner => left.push(id.clone()),
            OpenedValue::NotHere => return Some(Stop::NoDice),
        }
    }
    if left.is_empty() {
        return None;
    }
    position.pending = Some(Pending::TurnUp { side: side.clone(), ids: left, rule: rule.to_owned() });
    Some(Stop::Waiting)
}

/// Reveals one of them. `false` if it is a card that cannot be there: then its side has lost (protocol 8.4).
pub(crate) fn turn_up_card<R: Ruleset>(
    rules: &R,
    position: &mut Position<R>,
    (side, id): (&Id, &Id),
    (choice, rule): (&Value, &str),
    events: &mut Events,
) -> bool {
    let decks = rules.decks(&position.game);
    let Some(cards) = rules.cards_mut(&mut position.game) else { return true };
    if cards.turn_up(events, rule, (side, id), choice, decks.get(side)) {
        return true;
    }
    position.stack.clear();
    position.queue = None;
    position.pending = None;
    position.outcome = Some(rules.outcome_by(&position.game, "lied", Some(side)));
    false
}

/// The answer that nobody needs to be asked for: by standing order, or because only one is legal.
fn find_answer<R: Ruleset>(
    rules: &R,
    position: &Position<R>,
    (side, slug): (&Id, &str),
    question: &R::Question,
) -> Result<Option<(AnsweredBy, R::Answer)>, String> {
    let legal = rules.answers(position, question, None);
    if legal.is_empty() {
        return Err(format!("a question without a legal answer: {question:?}"));
    }
    let advance = rules.cards(&position.game).and_then(|cards| cards.of(side)?.advance.get(slug)?.says.value());
    if let Some(says) = advance {
        let answer = Some(says).filter(|says| says.as_str() != Some(ASK));
        let answer = answer.and_then(|says| rules.advance_answer(position, side, question, says));
        return Ok(answer.filter(|answer| rules.admits(position, question, answer)).map(|a| (AnsweredBy::Advance, a)));
    }
    let default = rules.default_standing();
    let standing = position
        .standing
        .get(side)
        .or(default.as_ref())
        .and_then(|standing| rules.standing_answer(position, side, standing, question))
        .filter(|answer| rules.admits(position, question, answer));
    Ok(match standing {
        Some(answer) => Some((AnsweredBy::Standing, answer)),
        None if legal.len() == 1 => legal.into_iter().next().map(|only| (AnsweredBy::OnlyOne, only)),
        None => None,
    })
}

/// Takes the next order of `side` from the queue and begins it. An order that cannot be begun is skipped if the rules
/// say so, unless orders are only being tried out. `None` if the queue is empty.
fn next_order<R: Ruleset>(
    rules: &R,
    position: &mut Position<R>,
    side: &Id,
    dice: &mut dyn Dice,
    events: &mut Events,
) -> Option<Result<Input<R>, Stop>> {
    let tried = dice.tries(side);
    let queue = position.queue.as_mut()?;
    if queue.orders.is_empty() {
        position.queue = None;
        return None;
    }
    if queue.side != *side {
        let problem = rules.phase_is_over(&position.game, &queue.side, side);
        return Some(Err(return_orders(position, vec![problem])));
    }
    let order = queue.orders[0].clone();
    if let Some(problem) = rules.skip(&position.game, side, &order) {
        let reasons = reasons(&[problem]);
        let skipped = EngineEvent::Skipped { side: side.clone(), n: queue.first, order: to_value(&order), reasons };
        events.emit("protocol 3", &skipped);
        advance(position);
        return Some(Ok(Input::Proceed));
    }
    if let Some(first) = rules.precede(&position.game, side, &order) {
        position.stack.push(first);
        return Some(Ok(Input::Proceed));
    }
    let mut begun = events.empty_like();
    let n = queue.first;
    let told = EngineEvent::Order { side: side.clone(), n, order: to_value(&order) };
    begun.emit("protocol 3", &told);
    let before = rules.exchanged(&position.game);
    rules.foresee(&mut position.game, &queue.orders[1..]);
    let cx = StepContext { game: &mut position.game, standing: &position.standing, events: &mut begun };
    let taken_up = rules.begin(cx, side, &order);
    rules.foresee(&mut position.game, &[]);
    if rules.exchanged(&position.game) != before {
        return Some(Err(Stop::Fault("an order exchanges the sides".to_owned())));
    }
    let drawn = rules.cards_mut(&mut position.game).map(CardTable::take_drawn).unwrap_or_default();
    let passed_over =
        !tried && position.queue.as_ref().is_some_and(|queue| rules.skips_impossible_orders(&queue.orders[1..]));
    match taken_up {
        Err(problems) if passed_over => {
            let rule = problems.first().and_then(|problem| problem.rule.clone());
            let reasons = reasons(&problems);
            let skipped = EngineEvent::Skipped { side: side.clone(), n, order: to_value(&order), reasons };
            events.emit(rule.as_deref().unwrap_or("protocol 3"), &skipped);
            advance(position);
            Some(Ok(Input::Proceed))
        }
        Err(problems) => Some(Err(return_orders(position, problems))),
        Ok(procedure) => {
            events.extend(begun);
            drawn.iter().for_each(|draw| dice.draw(draw));
            advance(position);
            position.stack.extend(procedure);
            Some(Ok(Input::Proceed))
        }
    }
}

fn advance<R: Ruleset>(position: &mut Position<R>) {
    if let Some(queue) = &mut position.queue {
        queue.orders.remove(0);
        queue.first += 1;
        if queue.orders.is_empty() {
            position.queue = None;
        }
    }
}

fn return_orders<R: Ruleset>(position: &mut Position<R>, problems: Vec<Problem>) -> Stop {
    match position.queue.take() {
        Some(queue) => Stop::OrdersReturned {
            side: queue.side,
            n: queue.first,
            problems,
            rest: queue.orders.iter().map(to_value).collect(),
            recalled: false,
        },
        None => Stop::Fault("orders handed back that nobody gave".to_owned()),
    }
}

/// What a side supplied for the procedure that was waiting.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum SuppliedAnswer<R: Ruleset> {
    Answer(R::Answer),
    Name(Value),
}

/// Turns what has been recorded into the input that the innermost procedure waits for. `None` if it must go on waiting;
/// [`Position::pending`] is then up to date.
pub(crate) fn resume<R: Ruleset>(
    rules: &R,
    position: &mut Position<R>,
    said: Option<SuppliedAnswer<R>>,
    events: &mut Events,
) -> Option<Input<R>> {
    let pending = position.pending.take()?;
    match (pending, said) {
        (Pending::Start, _) => Some(Input::Proceed),
        (Pending::Orders { .. }, _) if position.queue.is_some() => Some(Input::Proceed),
        (Pending::Answer { side, id, rule, .. }, Some(SuppliedAnswer::Answer(answer))) => {
            let told = to_value(&answer);
            events.emit(&rule, &EngineEvent::Answered { side, id, by: AnsweredBy::Turn, answer: told });
            Some(Input::Answer(answer))
        }
        (Pending::TurnUp { side, ids, rule }, _) => {
            let closed = |id: &Id| rules.cards(&position.game).and_then(|cards| cards.commitment(&side, id)).is_some();
            if !ids.iter().any(closed) {
                return Some(Input::Proceed);
            }
            position.pending = Some(Pending::TurnUp { side, ids, rule });
            None
        }
        (Pending::Commit { id, rule }, _) => {
            if position.is_committed(&id) {
                return Some(Input::Proceed);
            }
            position.pending = Some(Pending::Commit { id, rule });
            None
        }
        (Pending::Open { id, rule }, _) => turn_up(rules, position, id, rule, events),
        (Pending::Name { id, rule, side }, Some(SuppliedAnswer::Name(value))) => {
            let mut chosen = SortedMap::new();
            for other in rules.sides() {
                let opened = position.choices.get(&id).and_then(|choice| choice.opened.get(&other)).cloned();
                match opened {
                    Some(Opening::Choice(choice)) => chosen.insert(other, choice),
                    _ => {
                        let by = Some(side.clone());
                        let (id, choice) = (id.clone(), value.clone());
                        events.emit(&rule, &EngineEvent::Named { side: other.clone(), id, choice, by });
                        chosen.insert(other, value.clone())
                    }
                };
            }
            position.choices.remove(&id);
            Some(Input::Chosen(chosen))
        }
        (pending, _) => {
            position.pending = Some(pending);
            None
        }
    }
}

/// Reveals a choice once both sides have opened or forfeited it (protocol 7).
fn turn_up<R: Ruleset>(
    rules: &R,
    position: &mut Position<R>,
    id: Id,
    rule: String,
    events: &mut Events,
) -> Option<Input<R>> {
    let sides = rules.sides();
    let opened = position.choices.get(&id).map(|choice| choice.opened.clone()).unwrap_or_default();
    if opened.len() < sides.len() {
        position.pending = Some(Pending::Open { id, rule });
        return None;
    }
    let stands = |side: &Id| match opened.get(side) {
        Some(Opening::Choice(value)) => Some(value.clone()),
        _ => None,
    };
    match (stands(&sides[0]), stands(&sides[1])) {
        (Some(first), Some(second)) => {
            position.choices.remove(&id);
            let [one, two] = sides;
            Some(Input::Chosen(SortedMap::from([(one, first), (two, second)])))
        }
        (None, None) => {
            position.choices.remove(&id);
            let mut chosen = SortedMap::new();
            for side in sides {
                let choice = position.default_choice(rules, &side, &id);
                let named = EngineEvent::Named { side: side.clone(), id: id.clone(), choice: choice.clone(), by: None };
                events.emit(&rule, &named);
                chosen.insert(side, choice);
            }
            Some(Input::Chosen(chosen))
        }
        (first, _) => {
            let [one, two] = sides;
            let side = if first.is_some() { one } else { two };
            position.pending = Some(Pending::Name { id, rule, side });
            None
        }
    }
}

/// Converts a typed value into data. The types of the rules always serialize.
pub fn to_value(thing: &impl serde::Serialize) -> Value {
    serde_json::to_value(thing).unwrap_or_else(|fault| Value::String(format!("unprintable: {fault}")))
}
