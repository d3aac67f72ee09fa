//! Orders, conditions and answers in plain words.

use crate::board::Area;
use crate::document::Id;

use super::vocabulary::{
    bridge, bridges, capital, leader, leaders, list, place, places, plural, unit, unit_or_leader, units,
    units_and_leaders,
};
use crate::orders::{Answer, Assault, Attack, CombinedBy, Condition, End, Loss, Move, Night, Order, Party, Regroup};
use crate::pack::Pack;
use crate::position::ledger::Outcome;
use crate::report::grammar::third_person;

/// An order, as somebody would give it: `move Jackson with Winder Infantry through … to …`.
pub fn order(pack: &Pack, order: &Order) -> String {
    let words = unconditional(pack, order);
    match order.condition() {
        Some(given) => format!("{words}, if {}", condition(pack, given)),
        None => words,
    }
}

/// An order without its condition.
pub fn unconditional(pack: &Pack, order: &Order) -> String {
    match order {
        Order::Assault(order) => assault(pack, order),
        Order::Move(order) => movement(pack, order),
        Order::Attack(order) => attack(pack, order),
        Order::End(order) => end(pack, order),
        Order::Regroup(order) => regroup(pack, order),
        Order::Pass(_) => "pass".to_owned(),
        Order::Relocate(_) => "give up the Advantage and relocate the Supply Train".to_owned(),
        Order::Wait(_) => "stop here and see the results".to_owned(),
        Order::Night(order) => night(pack, order),
    }
}

fn assault(pack: &Pack, order: &Assault) -> String {
    let from = place(pack, order.area);
    let mut text = match (&order.combined, &order.leader) {
        (Some(combined), _) => {
            let by = match combined.by {
                CombinedBy::Advantage => "with the Advantage",
                CombinedBy::LeeCommands => "with Lee Commands",
            };
            format!("begin a Combined Assault of {} from {from}, {by}", leaders(pack, &combined.leaders))
        }
        (None, Some(who)) => {
            format!("begin an Assault Impulse from {from}: {} tries to activate his command", leader(pack, who))
        }
        (None, None) => format!("begin an Assault Impulse from {from} with one unit and the Independent units"),
    };
    if !order.forced_march.is_empty() {
        text.push_str(&format!(", {} on a Forced March", units(pack, &order.forced_march)));
    }
    if let Some(rally) = &order.rally {
        let who = match rally.leaders.is_empty() {
            true => "the Inactive leaders".to_owned(),
            false => leaders(pack, &rally.leaders),
        };
        text.push_str(&format!("; before that, use the Advantage to rally {who} in {}", place(pack, rally.area)));
    }
    if let Some(build) = &order.build {
        let with = if build.engineers { " with the Engineers" } else { "" };
        text.push_str(&format!("; before that, try to build {}{with}", bridge(pack, &build.bridge)));
    }
    text
}

/// Areas that are passed and the last of them: `through A to B`; of none `nowhere`.
fn path_words(pack: &Pack, path: &[Area]) -> String {
    match path.split_last() {
        None => "nowhere".to_owned(),
        Some((to, [])) => format!("to {}", place(pack, *to)),
        Some((to, by)) => format!("through {} to {}", places(pack, by), place(pack, *to)),
    }
}

fn movement(pack: &Pack, order: &Move) -> String {
    let guns = order.siege_guns.then(|| "the Siege Guns".to_owned());
    let who = list(units_and_leaders(pack, &order.units, &order.leaders).into_iter().chain(guns), "and");
    let works = if order.leave_works { ", and place no entrenchment" } else { "" };
    format!("move {who} {}{works}", path_words(pack, &order.path))
}

fn attack(pack: &Pack, order: &Attack) -> String {
    let with = match order.units.is_empty() {
        true => "all units that may take part".to_owned(),
        false => units(pack, &order.units),
    };
    let mut text = format!("assault {} with {with}", place(pack, order.area));
    if let Some(point) = &order.point {
        text.push_str(&format!(", {} as Point Unit", unit(pack, point)));
    }
    if !order.spare.is_empty() {
        text.push_str(&format!(", without the Combat Rating of {}", leaders(pack, &order.spare)));
    }
    if order.stay {
        text.push_str(", and stay there if repulsed");
    }
    if order.leave_works {
        text.push_str(", and place no entrenchment");
    }
    text
}

fn end(pack: &Pack, order: &End) -> String {
    match order.demolish.is_empty() {
        true => "end the impulse".to_owned(),
        false => format!("try to destroy {} and end the impulse", bridges(pack, &order.demolish)),
    }
}

/// The end of an impulse in a report, after the side: `tries to destroy New Bridge and ends the impulse`.
pub fn end_clause(pack: &Pack, order: &End) -> String {
    match order.demolish.is_empty() {
        true => "ends the impulse".to_owned(),
        false => format!("tries to destroy {} and ends the impulse", bridges(pack, &order.demolish)),
    }
}

fn regroup(pack: &Pack, order: &Regroup) -> String {
    let parties = |to: &[Party]| {
        let party = |party: &Party| {
            let guns = party.siege_guns.then(|| "the Siege Guns".to_owned());
            let who = list(units_and_leaders(pack, &party.units, &party.leaders).into_iter().chain(guns), "and");
            format!("{who} to {}", place(pack, party.area))
        };
        list(to.iter().map(party), "and")
    };
    let first = format!("regroup from {}: {}", place(pack, order.from), parties(&order.to));
    match &order.and {
        None => first,
        Some(second) => {
            format!("{first}; and, with the Advantage, from {}: {}", place(pack, second.from), parties(&second.to))
        }
    }
}

fn night(pack: &Pack, order: &Night) -> String {
    let mut parts = Vec::new();
    if order.advantage {
        parts.push("use the Advantage for one more Replacement Point".to_owned());
    }
    if !order.replace.is_empty() {
        parts.push(format!("make {} Fresh", units(pack, &order.replace)));
    }
    if !order.entrench.is_empty() {
        parts.push(format!("entrench {}", places(pack, &order.entrench)));
    }
    if order.keep_engineers {
        parts.push("leave the Engineers at their bridge".to_owned());
    }
    match parts.is_empty() {
        true => "use no Replacement Points and entrench nowhere".to_owned(),
        false => format!("tonight {}", list(parts, "and")),
    }
}

/// How an assault ended, in a sentence: `a Repulse`.
pub fn outcome(outcome: Outcome) -> String {
    format!("a {}", capital(outcome.word()))
}

/// A condition as the end of a sentence that begins with `if`.
pub fn condition(pack: &Pack, given: &Condition) -> String {
    let mut parts = Vec::new();
    match given.activated {
        Some(true) => parts.push("a leader has activated his command".to_owned()),
        Some(false) => parts.push("no leader has activated his command".to_owned()),
        None => {}
    }
    if !given.clear.is_empty() {
        parts.push(format!("no enemies are in {}", places(pack, &given.clear)));
    }
    if !given.contested.is_empty() {
        parts.push(format!("{} Contested", verb(&places(pack, &given.contested), given.contested.len())));
    }
    if !given.ours.is_empty() {
        parts.push(format!("{} under friendly control", verb(&places(pack, &given.ours), given.ours.len())));
    }
    if !given.fresh.is_empty() {
        parts.push(format!("{} Fresh", verb(&units(pack, &given.fresh), given.fresh.len())));
    }
    for holds in &given.results {
        parts.push(format!("the assault on {} was {}", place(pack, holds.area), outcome(holds.was)));
    }
    if let Some(most) = given.impulse_at_most {
        parts.push(format!("the impulse number is at most {most}"));
    }
    match given.advantage {
        Some(true) => parts.push("the active side has the Advantage".to_owned()),
        Some(false) => parts.push("the active side does not have the Advantage".to_owned()),
        None => {}
    }
    if let Some(inner) = &given.not {
        parts.push(format!("it is not true that {}", condition(pack, inner)));
    }
    match parts.is_empty() {
        true => "nothing is required".to_owned(),
        false => list(parts, "and"),
    }
}

/// `A is`, `A and B are`.
fn verb(what: &str, count: usize) -> String {
    format!("{what} {}", if count == 1 { "is" } else { "are" })
}

/// An answer: `make McCall Infantry the Forward Unit`.
pub fn answer(pack: &Pack, answer: &Answer) -> String {
    let none_or = |none: &str, some: String, empty: bool| if empty { none.to_owned() } else { some };
    match answer {
        Answer::Rouse(true) => "use the Advantage to make the Army Leader Active".to_owned(),
        Answer::Rouse(false) => "leave the Army Leader Inactive".to_owned(),
        Answer::Train(true) => "relocate the Supply Train".to_owned(),
        Answer::Train(false) => "leave the Supply Train where it is".to_owned(),
        Answer::Screen(who) => none_or("do not screen", format!("screen with {}", units(pack, who)), who.is_empty()),
        Answer::Forward(who) => format!("make {} the Forward Unit", unit(pack, who)),
        Answer::Heroic(true) => "use the Advantage for a Heroic Defense: a Stalemate".to_owned(),
        Answer::Heroic(false) => "keep the Advantage and take the losses".to_owned(),
        Answer::Losses(taken) => none_or("take no losses", losses(pack, taken), taken.is_empty()),
        Answer::Withdraw(who) => {
            none_or("retreat no unit voluntarily", format!("retreat {} voluntarily", units(pack, who)), who.is_empty())
        }
        Answer::Retreat(to) => format!("retreat to {}", place(pack, *to)),
        Answer::Follow(to) => format!("place the leader in {}", place(pack, *to)),
        Answer::Place(at) => format!("place the leader in {}", place(pack, *at)),
        Answer::Hurt(who) => format!("roll for {}", leader(pack, who)),
        Answer::Remove(areas) => none_or(
            "remove no entrenchment",
            format!("remove the entrenchments in {}", places(pack, areas)),
            areas.is_empty(),
        ),
    }
}

/// What a side does by an answer, after its name: `makes McCall Infantry the Forward Unit`.
pub fn answer_clause(pack: &Pack, given: &Answer) -> String {
    match given {
        Answer::Rouse(false) => "leaves its Army Leader Inactive".to_owned(),
        Answer::Screen(who) if who.is_empty() => "does not screen".to_owned(),
        Answer::Heroic(false) => "keeps the Advantage and takes the losses".to_owned(),
        Answer::Losses(taken) if !taken.is_empty() => losses_by(pack, taken, ["exhausts", "retreats", "eliminates"]),
        given => third_person(&answer(pack, given)).unwrap_or_default(),
    }
}

/// Losses in their order: `exhaust McCall Infantry, then retreat it`.
pub fn losses(pack: &Pack, losses: &[Loss]) -> String {
    losses_by(pack, losses, ["exhaust", "retreat", "eliminate"])
}

/// The same with these verbs for the three ways to take them.
fn losses_by(pack: &Pack, losses: &[Loss], [exhaust, retreat, eliminate]: [&str; 3]) -> String {
    let verb = |loss: &Loss| match loss {
        Loss::Exhaust(_) => exhaust,
        Loss::Retreat(_) => retreat,
        Loss::Eliminate(_) => eliminate,
    };
    // Losses of one kind that follow each other share their verb.
    let alike = losses.chunk_by(|one, next| verb(one) == verb(next)).map(|alike| {
        let who = list(alike.iter().map(|loss| unit_or_leader(pack, loss.unit())), "and");
        alike.first().map_or(String::new(), |loss| format!("{} {who}", verb(loss)))
    });
    alike.collect::<Vec<_>>().join(", then ")
}

/// Casualty Points.
pub fn points(points: u32) -> String {
    plural(points, "Casualty Point")
}

/// Who takes part in an order, so that an index finds him.
pub fn people(order: &Order) -> Vec<&Id> {
    match order {
        Order::Assault(order) => {
            let combined = order.combined.iter().flat_map(|combined| &combined.leaders);
            order.leader.iter().chain(combined).collect()
        }
        Order::Move(order) => order.leaders.iter().collect(),
        Order::Regroup(order) => {
            let second = order.and.iter().flat_map(|second| &second.to);
            order.to.iter().chain(second).flat_map(|party| &party.leaders).collect()
        }
        _ => Vec::new(),
    }
}

/// The area that an order is about.
pub fn area_of(order: &Order) -> Option<Area> {
    match order {
        Order::Assault(order) => Some(order.area),
        Order::Move(order) => order.path.last().copied(),
        Order::Attack(order) => Some(order.area),
        Order::Regroup(order) => Some(order.from),
        Order::End(_) | Order::Pass(_) | Order::Relocate(_) | Order::Wait(_) | Order::Night(_) => None,
    }
}
