//! Command points: what pays for an order, and the effect on the pulse (4.2, 6.4).

use crate::document::Problem;
use crate::engine::Events;

use super::expense::Expense;
use crate::events::Event;
use crate::pack::{Side, Theater};
use crate::position::ledger::{Game, Points, Track};
use crate::refusal::PayRefusal;
use crate::{CivilWar, homefront};

/// The points that pay `cost` for an action in `theater`, which is where the force is (4.2.20, 6.4.4a): as the order
/// says, or else from the theater's own track first, then from the discretionary one, which may be used anywhere and
/// mixed with others (4.2.20a). `priced`: the rule that sets the cost.
///
/// # Errors
/// Every reason why they cannot pay: paths are relative to the order's details.
pub fn payment_for(
    rules: &CivilWar,
    game: &Game,
    side: Side,
    theater: Theater,
    cost: (u32, &str),
    named: Option<&Points>,
) -> Result<Points, Vec<Problem>> {
    payment_from(rules, game, side, Expense::Land, theater, cost, named)
}

/// [`payment_for`] for any kind of action.
///
/// # Errors
/// As there.
pub fn payment_from(
    rules: &CivilWar,
    game: &Game,
    side: Side,
    purse: Expense,
    theater: Theater,
    (cost, priced): (u32, &str),
    named: Option<&Points>,
) -> Result<Points, Vec<Problem>> {
    let tracks = purse.tracks(side, theater);
    let mut problems: Vec<Problem> = Vec::new();
    if let Some(left) = initiative_shortfall(game, cost) {
        problems.push(PayRefusal::CostsMoreThanInitiative { cost, left }.problem(rules, side).rule("4.2.1"));
    }
    let have = &game.side(side).commands;
    let on = |track: Track| have.get(&track).copied().unwrap_or(0);
    let barred = homefront::no_discretionary(game, side, theater);
    let points = match named {
        Some(points) => {
            for (track, &paid) in points {
                let path = format!("pay.{}", track.as_str());
                if !tracks.contains(track) {
                    let refusal = PayRefusal::TrackDoesNotPay { track: *track, purse, theater };
                    problems.push(refusal.problem(rules, side).in_path(path).rule(purse.rule(side)));
                } else if *track == Track::Discretionary
                    && paid > 0
                    && let Some((rule, because)) = barred
                {
                    let refusal = PayRefusal::DiscretionaryBarred { purse, theater, because };
                    problems.push(refusal.problem(rules, side).in_path(path).rule(rule));
                } else if paid > on(*track) {
                    let refusal = PayRefusal::PaidMoreThanTrack { track: *track, paid, left: on(*track) };
                    problems.push(refusal.problem(rules, side).in_path(path).rule("4.2"));
                }
            }
            let sum: u32 = points.values().fold(0, |sum, &paid| sum.saturating_add(paid));
            if sum != cost {
                let refusal = PayRefusal::PaidOtherThanCost { paid: sum, cost };
                problems.push(refusal.problem(rules, side).in_path("pay").rule(priced));
            }
            points.iter().filter(|(_, paid)| **paid > 0).map(|(&track, &paid)| (track, paid)).collect()
        }
        None => {
            let mut rest = cost;
            let mut parts = Vec::new();
            for &track in tracks.iter().filter(|track| **track != Track::Discretionary) {
                let own = on(track).min(rest);
                rest -= own;
                parts.push((track, own));
            }
            let (own, discretionary) = (cost - rest, on(Track::Discretionary));
            if let Some((rule, because)) = barred
                && rest > 0
            {
                let refusal = PayRefusal::TooFewWithoutDiscretionary { cost, own, purse, theater, because };
                problems.push(refusal.problem(rules, side).rule(rule));
            } else if rest > discretionary {
                let refusal = PayRefusal::TooFewCommands { cost, own, discretionary, purse, theater };
                problems.push(refusal.problem(rules, side).rule("4.2"));
            }
            parts.push((Track::Discretionary, rest));
            parts.into_iter().filter(|(_, paid)| *paid > 0).collect()
        }
    };
    if problems.is_empty() { Ok(points) } else { Err(problems) }
}

/// The remaining initiative points, if an action costs more (4.2.1).
fn initiative_shortfall(game: &Game, cost: u32) -> Option<u32> {
    game.pulse.as_ref().map(|pulse| pulse.left).filter(|left| cost > *left)
}

/// Whether the dice difference has room for what an order costs at least.
///
/// # Errors
/// It has not; the path is that of the order, which `order` names.
pub fn within_initiative(
    rules: &CivilWar,
    game: &Game,
    side: Side,
    least: u32,
    order: &str,
) -> Result<(), Vec<Problem>> {
    let Some(left) = initiative_shortfall(game, least) else { return Ok(()) };
    let refusal = PayRefusal::CostsMoreThanInitiativeAtLeast { cost: least, left };
    Err(vec![refusal.problem(rules, side).rule("4.2.1").in_path(order)])
}

/// What pays for an order, if there is no other objection to it. `order`: its key, which becomes the prefix of paths in
/// problems with the payment.
///
/// # Errors
/// All objections.
pub fn payment_unless_refused(
    mut problems: Vec<Problem>,
    order: &str,
    settled: Result<Points, Vec<Problem>>,
) -> Result<Points, Vec<Problem>> {
    match settled {
        Ok(points) if problems.is_empty() => return Ok(points),
        Ok(_) => {}
        Err(unpaid) => problems.extend(unpaid.into_iter().map(|problem| problem.under(order))),
    }
    Err(problems)
}

/// [`spend`], reporting the remaining initiative points as well. `rule`: the one that sets the cost.
pub fn charge(game: &mut Game, events: &mut Events, rule: &str, side: Side, points: Points) {
    spend(game, side, &points);
    let left = game.initiative_left();
    events.emit(rule, &Event::Paid { side, points, left });
}

/// Takes points off their tracks and off the dice difference. They were settled before.
pub fn spend(game: &mut Game, side: Side, points: &Points) {
    let ledger = game.side_mut(side);
    for (track, paid) in points {
        if let Some(have) = ledger.commands.get_mut(track) {
            *have = have.saturating_sub(*paid);
        }
    }
    ledger.commands.retain(|_, left| *left > 0);
    use_initiative(game, points.values().sum());
}

/// Uses up part of the dice difference (4.2).
pub fn use_initiative(game: &mut Game, points: u32) {
    if let Some(pulse) = &mut game.pulse {
        pulse.left = pulse.left.saturating_sub(points);
    }
}
