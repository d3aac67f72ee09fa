//! `legal --for`: what a leader, a command, a unit or an area can do now, and at what cost; or why it can do nothing.

use crate::board::Area;
use crate::document::{Id, Problem};
use crate::engine::{Events, Pending, Position, Ruleset, StepContext};
use crate::report::{Offer, Options, OptionsFor};

use super::show::find;
use super::vocabulary;
use crate::SevenDays;
use crate::orders::{Assault, Attack, Move, Order, Party, Regroup};
use crate::pack::Side;
use crate::position::ledger::{Game, Phase};
use crate::projection;

mod destination;

/// The maximum number of examples of each kind.
const FEW: usize = 12;

/// Who or what is asked about.
#[derive(Clone, Debug, PartialEq)]
enum Subject {
    Leader(Id),
    Unit(Id),
    Command(Id),
    Area(Area),
}

/// What the subject can do; with `to`, only what reaches that place.
pub fn options(
    rules: &SevenDays,
    position: &Position<SevenDays>,
    side: Side,
    for_whom: &OptionsFor<'_>,
) -> Result<Options<Order>, Problem> {
    let subject = subject(rules, &position.game, side, for_whom.subject)?;
    let to = for_whom.to.map(|place| find::area(rules, place)).transpose()?;
    let game = &position.game;
    let asked = matches!(&position.pending, Some(Pending::Orders { side: asked }) if asked.as_str() == side.as_str());
    let mut options =
        Options { title: title(rules, game, &subject), notes: notes(rules, game, side, &subject), offers: Vec::new() };
    if !asked {
        options
            .notes
            .insert(0, (format!("{} is not asked for orders now.", vocabulary::side_cap(side)), "8.1".to_owned()));
        return Ok(options);
    }
    if let Some(to) = to {
        options.title = format!("{}, to {}", options.title, vocabulary::place(&rules.pack, to));
        if at(game, &subject) == Some(to) {
            let text = format!("{} is there already.", vocabulary::capital(&called(rules, &subject)));
            options.notes.push((text, "3.2".to_owned()));
        } else if game.phase == Phase::Daylight {
            options.offers = destination::DestinationSearch { rules, position, side, subject: &subject, to }.offers();
        } else {
            options.notes.push(("Units and leaders move only in the Daylight Phase.".to_owned(), "6.3".to_owned()));
        }
    }
    let wanted = |order: &Order| about(rules, game, order, &subject) && to.is_none_or(|to| ends_in(order, to));
    let legal: Vec<Order> = rules.legal(position, &side.id(), None).into_iter().filter(wanted).collect();
    let kinds = if to.is_some() { &KINDS[ASSAULT..=ASSAULT] } else { &KINDS[..] };
    let few = for_whom.most(FEW);
    for &(what, rule, fits) in kinds {
        let mut orders: Vec<Order> = legal.iter().filter(|order| fits(order)).cloned().collect();
        let because = match orders.is_empty() && to.is_none() {
            true => refused(rules, position, side, &subject, fits),
            false => Vec::new(),
        };
        if orders.is_empty() && because.is_empty() {
            continue;
        }
        let more = orders.len().saturating_sub(few);
        let cost = orders.first().map_or(String::new(), |order| cost(rules, game, side, order));
        orders.truncate(few);
        let more = (more > 0).then(|| (more, "name a unit or a leader, or a destination with --to".to_owned()));
        options.offers.push(Offer { what: what.to_owned(), cost, rule: rule.to_owned(), orders, more, because });
    }
    Ok(options)
}

/// A kind of order: what it does, its rule, and whether an order belongs to it.
type Kind = (&'static str, &'static str, fn(&Order) -> bool);

const KINDS: [Kind; 7] = [
    ("Begin an Assault Impulse", "8.1.1", |order| matches!(order, Order::Assault(order) if order.combined.is_none())),
    ("Begin a Combined Assault", "12.1", |order| matches!(order, Order::Assault(order) if order.combined.is_some())),
    ("Move", "9.2", |order| matches!(order, Order::Move(_))),
    ("Assault", "10", |order| matches!(order, Order::Attack(_))),
    (
        "End the impulse and destroy a bridge",
        "15.4.1",
        |order| matches!(order, Order::End(order) if !order.demolish.is_empty()),
    ),
    ("Regroup", "8.1.2", |order| matches!(order, Order::Regroup(_))),
    ("Play the Night Phase", "13.2", |order| matches!(order, Order::Night(_))),
];

/// The index of the assault itself, which is made where its units are.
const ASSAULT: usize = 3;

/// Where a subject is, if it is in one area.
fn at(game: &Game, subject: &Subject) -> Option<Area> {
    match subject {
        Subject::Leader(id) => game.leader_at(id),
        Subject::Unit(id) => game.units.get(id).map(|state| state.at),
        Subject::Area(area) => Some(*area),
        Subject::Command(_) => None,
    }
}

/// What a subject is called.
fn called(rules: &SevenDays, subject: &Subject) -> String {
    match subject {
        Subject::Leader(id) => vocabulary::leader(&rules.pack, id),
        Subject::Unit(id) => vocabulary::unit(&rules.pack, id),
        Subject::Area(area) => vocabulary::place(&rules.pack, *area),
        Subject::Command(id) => vocabulary::command_of(&rules.pack, id),
    }
}

fn subject(rules: &SevenDays, game: &Game, side: Side, text: &str) -> Result<Subject, Problem> {
    if let Ok(area) = find::area(rules, text) {
        return Ok(Subject::Area(area));
    }
    let own =
        |id: &Id| match rules.side_of(id) {
            Some(of) if of == side => Ok(()),
            _ => Err(Problem::new(format!("{} belongs to the enemy", vocabulary::unit_or_leader(&rules.pack, id)))
                .rule("4.1")),
        };
    if let Ok(id) = find::leader(rules, text) {
        own(&id)?;
        return Ok(Subject::Leader(id));
    }
    if let Ok(id) = find::unit(rules, text) {
        own(&id)?;
        return Ok(Subject::Unit(id));
    }
    if let Ok(find::CommandOrArmy::Command(id)) = find::army(rules, text) {
        return match rules.pack.forces.commands.get(&id) {
            Some(command) if command.side == side => Ok(Subject::Command(id)),
            _ => Err(Problem::new(format!("{} belongs to the enemy", vocabulary::command_of(&rules.pack, &id)))
                .rule("4.3.3")),
        };
    }
    find::area_of(rules, game, text).map(Subject::Area)
}

fn title(rules: &SevenDays, game: &Game, subject: &Subject) -> String {
    let pack = &rules.pack;
    match subject {
        Subject::Leader(id) => {
            let place = game
                .leaders
                .get(id)
                .map_or("not in play".to_owned(), |state| vocabulary::whereabouts(pack, state.place));
            format!("{}, {place}", vocabulary::leader(pack, id))
        }
        Subject::Unit(id) => {
            let place = game
                .units
                .get(id)
                .map_or("not on the map".to_owned(), |state| format!("in {}", vocabulary::place(pack, state.at)));
            format!("{}, {place}", vocabulary::unit(pack, id))
        }
        Subject::Command(id) => vocabulary::capital(&vocabulary::command_of(pack, id)),
        Subject::Area(area) => vocabulary::place(pack, *area),
    }
}

/// What the player must know first.
fn notes(rules: &SevenDays, game: &Game, side: Side, subject: &Subject) -> Vec<(String, String)> {
    let mut notes = Vec::new();
    match subject {
        Subject::Leader(id) => {
            let state = game.leaders.get(id);
            let army = rules.pack.forces.leaders.get(id).is_some_and(crate::pack::Leader::is_army);
            if state.is_some_and(|state| state.inactive) {
                let until = match army {
                    true => "He is Inactive; he may become Active at the next dawn.",
                    false => "He is Inactive until the next dawn, unless the Advantage rallies him.",
                };
                notes.push((until.to_owned(), "9.6".to_owned()));
            }
            if army {
                notes.push((
                    "An Army Leader activates no units; he moves once a turn, in an impulse in which a Subordinate Leader has activated his command.".to_owned(),
                    "9.1.2a".to_owned(),
                ));
            } else if game.leader_at(id).is_some() && game.phase == Phase::Daylight {
                let words = match projection::activation_roll_needed(rules, game, side, id) {
                    1 => "He activates his command on any roll.".to_owned(),
                    7 => "He cannot activate his command today.".to_owned(),
                    least => format!("He activates his command on a roll of {least} or more."),
                };
                notes.push((words, "8.1.1".to_owned()));
            }
        }
        Subject::Unit(id) => {
            if let Some(state) = game.units.get(id).filter(|_| game.current.is_some()) {
                let left = rules.mf_left(game, id);
                let tired = if state.exhausted { "; it is Exhausted" } else { "" };
                notes.push((
                    format!("It has {} left{tired}.", vocabulary::plural(left.into(), "Movement Factor")),
                    "9.2".to_owned(),
                ));
            }
        }
        Subject::Command(_) | Subject::Area(_) => {}
    }
    notes
}

/// Whether an order is about the subject.
fn about(rules: &SevenDays, game: &Game, order: &Order, subject: &Subject) -> bool {
    let units = units_of(order);
    let leaders = super::order_text::people(order);
    match subject {
        Subject::Leader(id) => leaders.contains(&id),
        Subject::Unit(id) => units.contains(&id),
        Subject::Command(id) => {
            let of = |unit: &&Id| rules.unit(unit).is_some_and(|unit| unit.command == *id);
            let led = |leader: &&Id| {
                rules.pack.forces.leaders.get(*leader).is_some_and(|leader| leader.command.as_ref() == Some(id))
            };
            units.iter().any(of) || leaders.iter().any(led)
        }
        Subject::Area(area) => {
            let here =
                |id: &&Id| game.units.get(*id).map(|state| state.at).or_else(|| game.leader_at(id)) == Some(*area);
            match order {
                Order::Assault(order) => order.area == *area,
                Order::Attack(order) => order.area == *area,
                Order::Regroup(order) => {
                    order.from == *area || order.and.as_ref().is_some_and(|second| second.from == *area)
                }
                Order::Night(order) => order.entrench.contains(area) || order.replace.iter().any(|id| here(&id)),
                Order::End(order) => order
                    .demolish
                    .iter()
                    .any(|id| rules.pack.map.bridge(id).is_some_and(|boundary| boundary.areas.contains(area))),
                _ => units.iter().chain(&leaders).any(here),
            }
        }
    }
}

/// Whether an order ends in an area.
fn ends_in(order: &Order, to: Area) -> bool {
    match order {
        Order::Move(order) => order.path.last() == Some(&to),
        Order::Attack(order) => order.area == to,
        Order::Regroup(order) => {
            let second = order.and.iter().flat_map(|second| &second.to);
            order.to.iter().chain(second).any(|party| party.area == to)
        }
        _ => false,
    }
}

/// The units that an order names.
fn units_of(order: &Order) -> Vec<&Id> {
    match order {
        Order::Assault(order) => order.forced_march.iter().collect(),
        Order::Move(order) => order.units.iter().collect(),
        Order::Attack(order) => order.units.iter().chain(&order.point).collect(),
        Order::Regroup(order) => {
            let second = order.and.iter().flat_map(|second| &second.to);
            order.to.iter().chain(second).flat_map(|party| &party.units).collect()
        }
        Order::Night(order) => order.replace.iter().collect(),
        Order::End(_) | Order::Pass(_) | Order::Relocate(_) | Order::Wait(_) => Vec::new(),
    }
}

/// What an order costs, in words.
fn cost(rules: &SevenDays, game: &Game, side: Side, order: &Order) -> String {
    match order {
        // Each takes the whole impulse, which is no price.
        Order::Assault(_) | Order::Regroup(_) => String::new(),
        Order::Move(order) => {
            let first = order.units.first().or_else(|| order.leaders.first());
            let cost = first.and_then(|id| {
                let from = game.units.get(id).map(|state| state.at).or_else(|| game.leader_at(id))?;
                rules.entry(game, side, id, from, *order.path.first()?).ok()
            });
            cost.map_or("Movement Factors".to_owned(), |cost| vocabulary::plural(cost.mf.into(), "Movement Factor"))
        }
        Order::Night(order) => vocabulary::plural(vocabulary::count(&order.replace), "Replacement Point"),
        Order::Attack(_) | Order::End(_) | Order::Pass(_) | Order::Relocate(_) | Order::Wait(_) => "free".to_owned(),
    }
}

/// Why the subject cannot give an order of a kind that it might be expected to give; empty if nobody would expect it.
fn refused(
    rules: &SevenDays,
    position: &Position<SevenDays>,
    side: Side,
    subject: &Subject,
    fits: fn(&Order) -> bool,
) -> Vec<Problem> {
    let game = &position.game;
    let by_day = game.phase == Phase::Daylight;
    let Some(at) = at(game, subject).filter(|_| by_day) else { return Vec::new() };
    let (units, leaders) = match subject {
        Subject::Leader(id) => (Vec::new(), vec![id.clone()]),
        Subject::Unit(id) => (vec![id.clone()], Vec::new()),
        Subject::Area(_) | Subject::Command(_) => (Vec::new(), Vec::new()),
    };
    let near = rules.adjacent(game, at).next();
    let tries = match game.current {
        None => vec![
            Order::Assault(Assault { area: at, leader: leaders.first().cloned(), ..Assault::default() }),
            Order::Regroup(Regroup {
                from: at,
                to: near
                    .map(|area| Party {
                        area,
                        units: units.iter().cloned().collect(),
                        leaders: leaders.iter().cloned().collect(),
                        ..Party::default()
                    })
                    .into_iter()
                    .collect(),
                ..Regroup::default()
            }),
        ],
        Some(_) => vec![
            Order::Move(Move { units: units.clone(), leaders, path: near.into_iter().collect(), ..Move::default() }),
            Order::Attack(Attack { area: at, units: units.into_iter().collect(), ..Attack::default() }),
        ],
    };
    let Some(order) = tries.into_iter().find(fits) else { return Vec::new() };
    let mut trial = game.clone();
    let cx = StepContext { game: &mut trial, standing: &position.standing, events: &mut Events::discarding() };
    rules.begin(cx, &side.id(), &order).err().unwrap_or_default()
}
