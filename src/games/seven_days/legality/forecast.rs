//! What can be said about later orders, whose legality still depends on dice, answers or earlier orders.
//!
//! Orders are tried in every course that the impulse may take, for example with and without the leader's activation. An
//! order is wrong if it is legal in none of the courses in which its condition holds. Once a course reaches an
//! assault's dice or a question, it is open; from then on an order is refused only for facts that nothing in an impulse
//! can change: which units began in the Active Area, and whose command is activated.

use crate::document::{Id, Problem};
use crate::engine::run::{Stop, run};
use crate::engine::{Dice, Events, Forecast, Input, LaterOrder, NoDice, Pending, Position, Ruleset, StepContext};

use crate::orders::Order;
use crate::pack::Side;
use crate::phases::impulse::{ImpulseProcedure, Stage};
use crate::position::ledger::{Game, ImpulseKind, Phase, SingleUnit};
use crate::refusal::{Ending, ImpulseRefusal};
use crate::{Procedure, SevenDays};

/// A course that an impulse may take.
#[derive(Clone, Debug)]
enum Branch {
    /// Nothing is left to chance: the side gives its next order here.
    At(Box<Position<SevenDays>>),
    /// Dice or answers have intervened; this was the position before them, in the same impulse.
    Open(Box<Game>),
    /// Anything is possible.
    Unknown,
    /// The other side moves.
    Over,
}

/// What an order does in a course.
enum OrderEffect {
    /// It is skipped.
    Passed,
    /// It may be carried out: the courses after it; empty if the turn waits there.
    Carried(Vec<Branch>),
}

/// What can be said about the remaining orders at a position where something is about to be decided.
pub fn forecast(
    rules: &SevenDays,
    position: &Position<SevenDays>,
    side: Side,
    orders: &[LaterOrder<'_, Order>],
) -> Forecast {
    let mut forecast = Forecast::default();
    let outlook = Forecaster { rules, side };
    let mut courses = outlook.begin(position);
    let mut last: Option<&'static str> = ending_key(position);
    for (n, later) in orders.iter().enumerate() {
        if let Some((last, next)) = last.and_then(|last| Some((last, outlook.next_after(position, last)?))) {
            match later {
                LaterOrder::Order(Order::Night(_)) if next == Next::Night => forecast.undecided.push(n),
                LaterOrder::Order(_) => forecast.problems.push((n, already_ended(rules, last, side))),
                LaterOrder::Faulty(_) => {}
            }
            continue;
        }
        let over = courses.iter().all(|course| matches!(course, Branch::Over));
        match later {
            LaterOrder::Faulty(written) => {
                let key = written.as_object().and_then(|order| order.keys().next());
                let key = key.map_or("", String::as_str);
                courses = courses.into_iter().map(|course| outlook.refused(course, key)).collect();
            }
            LaterOrder::Order(order) => {
                let (mut next, mut mended) = (Vec::new(), Vec::new());
                let (mut carried, mut refused) = (false, None);
                for course in &courses {
                    match outlook.after(course, order) {
                        Ok(OrderEffect::Passed) => {
                            next.push(course.clone());
                            mended.push(course.clone());
                        }
                        Ok(OrderEffect::Carried(found)) => {
                            carried = true;
                            next.extend(found);
                        }
                        Err(problems) => {
                            refused = refused.or(Some(problems));
                            mended.push(outlook.refused(course.clone(), order.name()));
                        }
                    }
                }
                match refused.filter(|_| !carried) {
                    Some(problems) => {
                        forecast.problems.extend(problems.into_iter().map(|problem| (n, problem)));
                        courses = mended;
                    }
                    None => {
                        forecast.undecided.push(n);
                        // If the turn waits in every course, the later orders are returned, which is nobody's fault.
                        courses = if next.is_empty() { vec![Branch::Unknown] } else { next };
                    }
                }
            }
        }
        last = last.or_else(|| closing_key(later).filter(|_| !over));
    }
    forecast
}

/// What comes after a side's part of the day or night.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Next {
    /// The other side gives orders.
    Enemy,
    /// Its own night (6.3.1): the marker leaves the track.
    Night,
}

/// The key of an order that always ends an impulse or a night; `None` for any other.
fn closing_key(later: &LaterOrder<'_, Order>) -> Option<&'static str> {
    let of = |name: &str| ["end", "pass", "regroup", "relocate", "night"].into_iter().find(|known| *known == name);
    match later {
        LaterOrder::Order(order) => of(order.name()).filter(|_| order.condition().is_none()),
        LaterOrder::Faulty(written) => {
            let (name, details) = written.as_object()?.iter().next()?;
            of(name).filter(|_| details.get("if").is_none())
        }
    }
}

/// The key of the order that is ending an impulse when the driver stops.
fn ending_key(position: &Position<SevenDays>) -> Option<&'static str> {
    match position
        .stack
        .iter()
        .rev()
        .find_map(|procedure| if let Procedure::Impulse(impulse) = procedure { Some(impulse) } else { None })
    {
        Some(impulse) if !matches!(impulse.stage, Stage::Begin | Stage::Orders) => {
            Some(match position.game.current.as_ref()?.kind {
                ImpulseKind::Assault => "end",
                ImpulseKind::Regroup => "regroup",
                ImpulseKind::Pass => "pass",
                ImpulseKind::Relocate => "relocate",
            })
        }
        _ => None,
    }
}

/// The problem of an order after one that ends its side's part.
fn already_ended(rules: &SevenDays, last: &str, side: Side) -> Problem {
    let (order, rule) = match last {
        "pass" => (Ending::Pass, "8.1.3"),
        "regroup" => (Ending::Regroup, "8.1.2"),
        "relocate" => (Ending::Relocate, "6.2.2"),
        "night" => (Ending::Night, "13.2"),
        _ => (Ending::End, "8.1"),
    };
    ImpulseRefusal::EndedBy { order }.problem(rules, side).rule(rule)
}

/// The reason for orders that remain when the other side is to give its own. Reports tell it to both sides.
pub fn phase_is_over(rules: &SevenDays, game: &Game, side: Side) -> Problem {
    let night = game.phase == Phase::Night && side == Side::Union;
    let rule = if night { "13.2" } else { "8.1" };
    ImpulseRefusal::Overtaken { night }.problem(rules, side).rule(rule)
}

/// The possible courses of a side's orders.
struct Forecaster<'a> {
    rules: &'a SevenDays,
    side: Side,
}

impl Forecaster<'_> {
    /// Who gives orders after an order that ends the side's part; `None` if that is not certain.
    fn next_after(&self, position: &Position<SevenDays>, last: &str) -> Option<Next> {
        match (self.side, last) {
            // After its night, the next day may begin with its own impulse (6.3).
            (Side::Confederate, "night") => None,
            (Side::Confederate, _) | (Side::Union, "night") => Some(Next::Enemy),
            (Side::Union, _) if position.game.phase != Phase::Daylight => None,
            (Side::Union, _) if position.game.impulse >= self.rules.pack.charts.last_impulse => Some(Next::Night),
            (Side::Union, _) => Some(Next::Enemy),
        }
    }

    /// The courses from a position where something is about to be decided.
    fn begin(&self, position: &Position<SevenDays>) -> Vec<Branch> {
        match (&position.pending, position.stack.last()) {
            (Some(Pending::Orders { .. }), _) => vec![self.waiting_branch(position.clone())],
            // An order was refused here, and is one of the remaining ones.
            (None, Some(Procedure::Impulse(ImpulseProcedure { stage: Stage::Orders, .. }) | Procedure::Turn(_))) => {
                match position.game.active {
                    Some(side) if side != self.side => vec![Branch::Over],
                    Some(_) => vec![Branch::At(Box::new(position.clone()))],
                    None => vec![Branch::Unknown],
                }
            }
            (None, Some(Procedure::Activation(_) | Procedure::Build(_))) => self.roll_branches(position),
            (None, _) | (Some(Pending::Answer { .. }), _) => vec![undecided(position)],
            _ => vec![Branch::Unknown],
        }
    }

    /// The course at a position that waits for orders.
    fn waiting_branch(&self, position: Position<SevenDays>) -> Branch {
        match &position.pending {
            Some(Pending::Orders { side }) if *side == self.side.id() => Branch::At(Box::new(position)),
            Some(Pending::Orders { .. }) => Branch::Over,
            _ => undecided(&position),
        }
    }

    /// The courses after a roll that is due, highest first; those with the same result are merged.
    fn roll_branches(&self, position: &Position<SevenDays>) -> Vec<Branch> {
        let mut found: Vec<Position<SevenDays>> = Vec::new();
        let mut courses = Vec::new();
        for face in (1..=6).rev() {
            let mut after = position.clone();
            let stop = self.run(&mut after, Input::Faces(vec![face]));
            if !found.contains(&after) {
                courses.extend(self.stopped(after.clone(), &stop));
                found.push(after);
            }
        }
        courses
    }

    fn run(&self, position: &mut Position<SevenDays>, input: Input<SevenDays>) -> Stop {
        (position.pending, position.queue) = (None, None);
        let dice: &mut dyn Dice = &mut NoDice;
        run(self.rules, position, input, dice, &mut Events::discarding())
    }

    /// The courses from where the driver stopped.
    fn stopped(&self, position: Position<SevenDays>, stop: &Stop) -> Vec<Branch> {
        match stop {
            Stop::Waiting => vec![self.waiting_branch(position)],
            Stop::NoDice if matches!(position.stack.last(), Some(Procedure::Activation(_) | Procedure::Build(_))) => {
                self.roll_branches(&position)
            }
            Stop::NoDice => vec![undecided(&position)],
            _ => vec![Branch::Unknown],
        }
    }

    /// What an order does in a course.
    ///
    /// # Errors
    /// Why it is not legal in it.
    fn after(&self, course: &Branch, order: &Order) -> Result<OrderEffect, Vec<Problem>> {
        let side = self.side.id();
        match course {
            Branch::Unknown => Ok(OrderEffect::Carried(vec![Branch::Unknown])),
            // Whether its condition holds there is unknown, and it is not legal.
            Branch::Over if order.condition().is_some() => Ok(OrderEffect::Passed),
            Branch::Over => Err(vec![ImpulseRefusal::ImpulseOver.problem(self.rules, self.side).rule("8.1")]),
            Branch::Open(game) => match order.condition() {
                Some(_) => Ok(OrderEffect::Carried(vec![course.clone()])),
                None => match self.permanent_problems(game, order) {
                    problems if problems.is_empty() => Ok(OrderEffect::Carried(vec![course.clone()])),
                    problems => Err(problems),
                },
            },
            Branch::At(position) => {
                if self.rules.skip(&position.game, &side, order).is_some() {
                    return Ok(OrderEffect::Passed);
                }
                let mut after = (**position).clone();
                let cx =
                    StepContext { game: &mut after.game, standing: &after.standing, events: &mut Events::discarding() };
                let procedure = self.rules.begin(cx, &side, order)?;
                if matches!(order, Order::Wait(_)) {
                    return Ok(OrderEffect::Carried(Vec::new()));
                }
                after.stack.extend(procedure);
                let stop = self.run(&mut after, Input::Proceed);
                Ok(OrderEffect::Carried(self.stopped(after, &stop)))
            }
        }
    }

    /// What no die and no answer in this impulse can change: units that did not begin in the Active Area, or whose
    /// command is not activated.
    fn permanent_problems(&self, game: &Game, order: &Order) -> Vec<Problem> {
        let Some(current) = &game.current else { return Vec::new() };
        let units: Vec<(String, &Id)> = match order {
            Order::Move(order) => {
                let units = order.units.iter().enumerate();
                units.map(|(n, id)| (format!("move.units[{n}]"), id)).collect()
            }
            Order::Attack(order) => order.units.iter().map(|id| ("attack.units".to_owned(), id)).collect(),
            _ => return Vec::new(),
        };
        // Units that enter play in an assault replace others (15.5), and what they may do is a separate question.
        let there = units.into_iter().filter(|(_, id)| game.units.contains_key(*id));
        let mut settled = current.clone();
        settled.done.clear();
        if matches!(settled.single, SingleUnit::One(_)) && game.options.reduced_divisions {
            settled.single = SingleUnit::Any;
        }
        let refused = there.filter_map(|(path, id)| {
            let problem = self.rules.may_act(game, &settled, self.side, id).err()?;
            Some(problem.in_path(path))
        });
        refused.collect()
    }

    /// A course after an order that was refused, and that may be corrected to any order of its kind.
    fn refused(&self, course: Branch, key: &str) -> Branch {
        match (course, key) {
            (Branch::Over, _) => Branch::Over,
            (course, "move" | "attack") => opened(course),
            _ => Branch::Unknown,
        }
    }
}

/// A course in which something undecided has happened since.
fn undecided(position: &Position<SevenDays>) -> Branch {
    match position.game.current {
        Some(_) => Branch::Open(Box::new(position.game.clone())),
        None => Branch::Unknown,
    }
}

/// A course after an unknown move or assault.
fn opened(course: Branch) -> Branch {
    match course {
        Branch::At(position) => {
            let mut course = undecided(&position);
            // It may have named another unit as the single one.
            if let Branch::Open(game) = &mut course
                && let Some(current) = &mut game.current
                && current.single != SingleUnit::Nobody
            {
                current.single = SingleUnit::Any;
            }
            course
        }
        course => course,
    }
}
