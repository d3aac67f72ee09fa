//! What is asked, and how it ended, in sentences: for the status, a draft, the next report.

use serde_json::Value;

use crate::document::Id;
use crate::engine::{Pending, Position};

use super::super::CivilWar;
use super::super::orders::{Order, Question};
use super::super::pack::{Level, Side};
use super::super::sequence::priorities_turn;
use super::{spoken, words};

/// What is asked now, with its rule.
pub fn asked(rules: &CivilWar, position: &Position<CivilWar>) -> Option<(String, String)> {
    match position.pending.as_ref()? {
        Pending::Start => None,
        Pending::Orders { side } => Some((orders_asked(rules, position, rules.side(side).ok()?)?, "4.2".to_owned())),
        Pending::Answer { rule, question, .. } => Some((question_words(rules, question), rule.clone())),
        Pending::Commit { id, rule } => {
            let how = "Neither side sees the other's before both are fixed.";
            Some((priorities_asked(rules, position, id, how)?, rule.clone()))
        }
        Pending::Open { id, rule } => {
            let how = "Both have fixed theirs, and now show them.";
            Some((priorities_asked(rules, position, id, how)?, rule.clone()))
        }
        Pending::Name { id, rule, .. } => {
            let how = "One side did not show its own, and the other names one for it.";
            Some((priorities_asked(rules, position, id, how)?, rule.clone()))
        }
    }
}

fn priorities_asked(rules: &CivilWar, position: &Position<CivilWar>, id: &Id, how: &str) -> Option<String> {
    let turn = words::turn(&rules.pack, &position.game, priorities_turn(id)?);
    Some(format!(
        "The order of the theaters for {turn}: which one is primary, secondary and tertiary on the Command Points \
         Table. {how}"
    ))
}

/// What a side may spend in its half.
fn orders_asked(rules: &CivilWar, position: &Position<CivilWar>, side: Side) -> Option<String> {
    let game = &position.game;
    let pulse = game.pulse.as_ref()?;
    let mut said = format!(
        "{} may spend up to {} of the difference in this half",
        words::side_cap(side),
        words::plural(pulse.left, "point"),
    );
    match game.commands_left(side) {
        0 => said.push_str("; it has no command points left, so reinforcements must be entered."),
        _ => said.push_str(&format!("; it has {}.", words::commands(&game.side(side).commands))),
    }
    let waiting = &game.side(side).reinforcements;
    let mut reinforcements = Vec::new();
    if waiting.values().any(|sp| *sp > 0) {
        let noun = if waiting.values().sum::<u32>() == 1 { "strength point" } else { "strength points" };
        reinforcements.push(format!("{} {noun}", words::points(waiting)));
    }
    match game.pool(&rules.pack, side).len() {
        0 => {}
        1 => reinforcements.push("1 leader in its pool".to_owned()),
        pool => reinforcements.push(format!("{pool} leaders in its pool")),
    }
    if !reinforcements.is_empty() {
        said.push_str(&format!(" To bring in it has {}.", words::list(reinforcements, "and")));
    }
    if pulse.free {
        said.push_str(" First it brings in one reinforcement, free.");
    }
    said.push_str(" What it cannot or will not use must be burnt.");
    Some(said)
}

fn question_words(rules: &CivilWar, question: &Question) -> String {
    match question {
        Question::Retreat { side, from, .. } => {
            format!("Where does the {} force in {} retreat to?", side.title(), words::place(&rules.pack, *from))
        }
        Question::React { .. } | Question::Reaction { .. } | Question::Screen { .. } => String::new(),
        Question::Reroll { side, hex, own, enemy, left } => format!(
            "In the combat in {} {} has thrown {own}, the enemy {enemy}. Is a die to be rolled again? It may be done {}.",
            words::place(&rules.pack, *hex),
            words::side(*side),
            words::times(*left)
        ),
    }
}

/// An outcome as the end of a sentence: `drawn by agreement, Union 0 to Confederate 0`.
pub fn outcome(value: &Value) -> Option<String> {
    let side = |field: &str| {
        let name = value.get(field)?.as_str()?;
        Side::BOTH.into_iter().find(|side| side.as_str() == name)
    };
    let points = |side: Side| value.get("points")?.get(side.as_str())?.as_i64();
    let score = match (points(Side::Union), points(Side::Confederate)) {
        (Some(union), Some(confederate)) => format!(", Union {union} to Confederate {confederate}"),
        _ => String::new(),
    };
    let winner = side("winner");
    let how = value.get("by").and_then(Value::as_str);
    let level: Option<Level> = value.get("level").and_then(|level| serde_json::from_value(level.clone()).ok());
    // A referee may state any outcome; one that is not of these is told as it stands.
    let known = value.as_object()?.keys().all(|key| matches!(key.as_str(), "by" | "level" | "points" | "winner"));
    let said = match (how, level, winner) {
        _ if !known => return None,
        (Some("draw_agreed"), None, None) => "drawn by agreement".to_owned(),
        (Some("resigned"), None, Some(winner)) => {
            format!("{} has resigned and {} wins", words::side(winner.other()), words::side(winner))
        }
        (Some("default"), None, Some(winner)) => {
            format!("{} loses by default and {} wins", words::side(winner.other()), words::side(winner))
        }
        (None, Some(level), Some(winner)) => format!("{} for {}", words::level(level), words::side(winner)),
        (None, Some(level), None) => words::level(level).to_owned(),
        _ => return None,
    };
    Some(said + &score)
}

/// An order as it would be carried out here: a march that ends where the enemy stands is an attack on him.
pub fn order(rules: &CivilWar, position: &Position<CivilWar>, side: Side, order: &Order) -> String {
    let said = spoken::order(&rules.pack, side, order);
    let Order::Move(march) = order else { return said };
    let Some(&last) = march.path.last() else { return said };
    let game = &position.game;
    let enemies = game.sp_at(last, side.other());
    if march.strength() == 0 || enemies == 0 {
        return said;
    }
    let whose = match game.ranking_leader(&rules.pack, last, side.other()) {
        Some(leader) => format!("{}'s {enemies}", words::leader_name(&rules.pack, &leader.leader)),
        None => format!("the enemy's {enemies}"),
    };
    format!("{said}: attacks {whose} there")
}
