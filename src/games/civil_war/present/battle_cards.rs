//! The combats of a step as cards: who fought, the odds and the column, dice and modifiers, losses, and how it ended.

use crate::engine::Position;
use crate::report::{BattleCard, CardSide, StepFacts};

use super::combat::{losses, shift_reason};
use super::event_groups::Groups;
use super::fights::{End, Fight};
use super::{picture, vocabulary};
use crate::CivilWar;
use crate::events::combat::{Addition, AdditionCause, Harm, Opening, Resolution};
use crate::position::ledger::Piece;

/// The cards of the combats that were fought in the step that began in `before`, in their order.
pub fn battles(rules: &CivilWar, before: &Position<CivilWar>, facts: &StepFacts) -> Vec<BattleCard> {
    let fights = Groups::of(rules, before, None, &facts.events).fights;
    fights.iter().filter(|fight| fight.is_told).map(|fight| card(rules, fight)).collect()
}

fn card(rules: &CivilWar, fight: &Fight) -> BattleCard {
    let table = match (&fight.opening, fight.column, fight.strengths) {
        (Some(opening), ..) => odds(rules, opening),
        (None, Some(column), _) => vec![format!("column {column}")],
        (None, None, Some([attackers, defenders])) => {
            vec![format!("{} to {}", attackers.total(), defenders.total())]
        }
        (None, None, None) => Vec::new(),
    };
    // An attack is placed on the hexside; a landing, which comes from far away, in its hex.
    let spot = |hex| picture::spot(rules, hex);
    let at = spot(fight.hex);
    let at = if fight.from.adjacent(fight.hex) { at.toward(spot(fight.from), 50) } else { at };
    let outcome = fight.outcome(rules);
    BattleCard {
        title: format!("{} in {}", fight.what, vocabulary::place(&rules.pack, fight.hex)),
        table,
        at: Some(at),
        sides: [side(rules, fight, 0), side(rules, fight, 1)],
        outcome: if outcome.is_empty() { "The combat waits for a decision.".to_owned() } else { outcome.join(" ") },
    }
}

/// The strengths with the column, and each shift.
fn odds(rules: &CivilWar, opening: &Opening) -> Vec<String> {
    let Opening { attackers, defenders, odds, shifts, resolution, .. } = opening;
    let strengths = format!("{attackers} to {defenders}");
    let first = match resolution {
        Resolution::Column(column) => format!("{strengths}: {}, column {column}", vocabulary::odds(odds)),
        Resolution::Overrun => format!("{strengths}: {odds}, an overrun"),
        Resolution::Hopeless => format!("{strengths}: worse than 1-3"),
    };
    let shifts = shifts.iter().map(|shift| {
        let way = if shift.left < 0 { "right" } else { "left" };
        let reason = shift_reason(rules, (opening.from, opening.hex), shift);
        format!("{} {way}: {reason}", shift.left.unsigned_abs())
    });
    std::iter::once(first).chain(shifts).collect()
}

/// The attacker or the defender.
fn side(rules: &CivilWar, fight: &Fight, at: usize) -> CardSide {
    let (side, does) = if at == 0 { (fight.side, "attacks") } else { (fight.side.other(), "defends") };
    let demoralized =
        fight.opening.as_ref().is_some_and(|begun| [begun.attacker_demoralized, begun.defender_demoralized][at]);
    let demoralized = if demoralized { ", demoralized" } else { "" };
    let strength = fight.strengths.map(|strengths| match strengths[at].sp {
        0 if strengths[at].more > 0 => "no strength points".to_owned(),
        sp => format!("{}{demoralized}", vocabulary::sp(sp)),
    });
    let throw = fight.dice.as_ref().map(|dice| [&dice.attacker, &dice.defender][at]);
    let cell = fight.result.as_ref().map(|result| [&result.attacker_reads, &result.defender_reads][at]);
    // The dice of a combat that is continued were added to in an earlier step.
    let earlier = cell.filter(|cell| throw.is_none() && cell.added != 0);
    let modifiers = match (throw, earlier) {
        (Some(throw), _) => modifiers(rules, &throw.additions),
        (None, Some(cell)) => vec![("modifiers".to_owned(), cell.added.into())],
        (None, None) => Vec::new(),
    };
    let added: i64 = modifiers.iter().map(|(_, points)| points).sum();
    let face = fight.faces[at];
    let read = cell.map(|cell| cell.total.into());
    let harm = fight.result.as_ref().map(|result| losses_text([&result.attacker, &result.defender][at]));
    let lost = match (fight.end, at) {
        (Some(End::Overrun(lost)), 1) | (Some(End::Hopeless(lost)), 0) => {
            Some(format!("loses {}", vocabulary::sp(lost)))
        }
        _ => None,
    };
    CardSide {
        side: side.id(),
        heading: format!("{} {does}", side.title()),
        force: led(rules, &fight.leaders[at]).into_iter().chain(strength).chain(others(fight, at)).collect(),
        dice: face.into_iter().map(u64::from).collect(),
        modifiers,
        total: read.or_else(|| throw.and(face).map(|face| i64::from(face) + added)),
        result: harm.or(lost).unwrap_or_default(),
    }
}

/// What counts beside the strength points, part by part, and the sum: what ships add, or what a hex is worth against a
/// landing.
fn others(fight: &Fight, at: usize) -> Vec<String> {
    let Some(strength) = fight.strengths.map(|strengths| strengths[at]).filter(|strength| strength.more > 0) else {
        return Vec::new();
    };
    let defence = fight.opening.as_ref().and_then(|opening| opening.defence);
    let mut parts = match (at, defence) {
        (0, _) => vec![format!("ships add {}", strength.more)],
        (_, Some(defence)) => {
            let parts = [("the hex", defence.hex), ("the city", defence.city), ("the fortification", defence.fort)];
            let counted = parts.into_iter().filter(|(_, points)| *points > 0);
            counted.map(|(what, points)| format!("{what} adds {points}")).collect()
        }
        (_, None) => vec![format!("the hex's own defense adds {}", strength.more)],
    };
    parts.push(format!("{} in all", strength.total()));
    parts
}

/// Who leads, the first with his name alone.
fn led(rules: &CivilWar, leaders: &[Piece]) -> Option<String> {
    let (first, others) = leaders.split_first()?;
    let name = vocabulary::leader_name(&rules.pack, &first.leader);
    Some(if others.is_empty() { name.to_owned() } else { format!("{name} and {} more", others.len()) })
}

/// What is added to a die, and why.
fn modifiers(rules: &CivilWar, additions: &[Addition]) -> Vec<(String, i64)> {
    let counts = |addition: &&Addition| !addition.void && addition.points != 0;
    let why = |addition: &Addition| match (addition.because, &addition.leader) {
        (AdditionCause::Rating | AdditionCause::Tinted, Some(piece)) => {
            vocabulary::leader_name(&rules.pack, &piece.leader).to_owned()
        }
        (AdditionCause::Minimum, _) => "against a demoralized force".to_owned(),
        (AdditionCause::Limit, _) => "over the limit".to_owned(),
        _ => "tactical rating".to_owned(),
    };
    additions.iter().filter(counts).map(|one| (why(one), one.points.into())).collect()
}

/// The losses of a side, in a few words.
fn losses_text(harm: &Harm) -> String {
    let lost = (harm.lost > 0).then(|| format!("loses {}", losses(harm)));
    let demoralized = (harm.demoralized && harm.left > 0).then(|| "demoralized".to_owned());
    let said: Vec<String> = lost.into_iter().chain(demoralized).collect();
    if said.is_empty() { "no loss".to_owned() } else { said.join("; ") }
}
