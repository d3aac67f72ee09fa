//! Sentences about what is asked, and about the outcome: for the status, drafts, and the next report.

use serde_json::Value;

use crate::board::Hex;
use crate::document::{Id, from_value};
use crate::engine::{Pending, Position};

use super::{decision_context, naval_text, order_text, risks, vocabulary};
use crate::events::Check;
use crate::homefront::priorities_turn;
use crate::movement::reaction::reactor::{head, hex_of, most, sp};
use crate::orders::{Answer, Order, Question, Reaction};
use crate::pack::{Level, Side};
use crate::position::force::force_hex;
use crate::{CivilWar, Procedure};

/// What is asked now, with its rule.
pub fn asked(rules: &CivilWar, position: &Position<CivilWar>) -> Option<(String, String)> {
    match position.pending.as_ref()? {
        Pending::Start | Pending::TurnUp { .. } => None,
        Pending::Orders { side } => Some((orders_asked(rules, position, rules.side(side).ok()?)?, "4.2".to_owned())),
        Pending::Answer { rule, question, .. } => Some((question_words(rules, position, question), rule.clone())),
        Pending::Commit { id, rule } | Pending::Open { id, rule } => {
            let how = match matches!(&position.pending, Some(Pending::Open { .. })) && !position.is_to_be_made(id) {
                false => "Both choices are revealed once both sides have committed.",
                true => "Both sides have committed and now reveal their choices.",
            };
            Some((priorities_asked(rules, position, id, how)?, rule.clone()))
        }
        Pending::Name { id, rule, .. } => {
            let how = "One side did not reveal its choice, and the other side now makes it.";
            Some((priorities_asked(rules, position, id, how)?, rule.clone()))
        }
    }
}

fn priorities_asked(rules: &CivilWar, position: &Position<CivilWar>, id: &Id, how: &str) -> Option<String> {
    let turn = vocabulary::turn(&rules.pack, &position.game, priorities_turn(id)?);
    Some(format!(
        "Resource Allocation for {turn}: the primary, secondary and tertiary theaters on the Command Points Table. \
         {how}"
    ))
}

/// What a side may spend in its half-pulse.
fn orders_asked(rules: &CivilWar, position: &Position<CivilWar>, side: Side) -> Option<String> {
    let game = &position.game;
    let pulse = game.pulse.as_ref()?;
    let mut said = format!(
        "{} may spend up to {} in this half-pulse",
        vocabulary::side_cap(side),
        vocabulary::plural(pulse.left, "initiative point"),
    );
    match game.commands_left(side) {
        0 => said.push_str("; it has no command points left and can only bring in reinforcements."),
        _ => said.push_str(&format!("; it has {}.", vocabulary::commands(&game.side(side).commands))),
    }
    let waiting = &game.side(side).reinforcements;
    let mut reinforcements = Vec::new();
    if waiting.values().any(|sp| *sp > 0) {
        let noun = if waiting.values().sum::<u32>() == 1 { "strength point" } else { "strength points" };
        reinforcements.push(format!("{} {noun}", vocabulary::points(waiting)));
    }
    match game.pool(&rules.pack, side).len() {
        0 => {}
        1 => reinforcements.push("1 leader in its pool".to_owned()),
        pool => reinforcements.push(format!("{pool} leaders in its pool")),
    }
    if !reinforcements.is_empty() {
        said.push_str(&format!(" Reinforcements waiting: {}.", vocabulary::list(reinforcements, "and")));
    }
    if pulse.free {
        said.push_str(match game.options.may_decline_free {
            true => " It must first bring in its free reinforcement, or decline it.",
            false => " It must first bring in its free reinforcement.",
        });
    }
    said.push_str(" It must spend all of its initiative points if it can. Unused points are lost.");
    Some(said)
}

fn question_words(rules: &CivilWar, position: &Position<CivilWar>, question: &Question) -> String {
    let pack = &rules.pack;
    match question {
        Question::Removal { side, piece, army } => {
            let commands = army.as_ref().map_or(String::new(), |army| {
                format!(" He commands {}, and another general takes over if he goes.", vocabulary::army(pack, army))
            });
            format!(
                "{} has lost the combat, and may remove {} at no cost. Does he stay, or go to the Removed Leaders \
                 Box?{commands}",
                vocabulary::side_cap(*side),
                vocabulary::leader(pack, piece)
            )
        }
        Question::Hit { .. } | Question::Pursuit { .. } => naval_text::question(pack, question).unwrap_or_default(),
        Question::Flight { .. } => risks::flight(rules, &position.game, question).unwrap_or_default(),
        Question::Retreat { side, from, .. } => {
            format!("Where does the {} force in {} retreat?", side.title(), vocabulary::place(pack, *from))
        }
        Question::React { side, army, hex, from, enemy_sp, together } => {
            let mut said = format!(
                "{} {}",
                approach_text(rules, position, *side, (*from, *hex), *enemy_sp),
                may_react(rules, position, army)
            );
            if let Some((piece, needed)) =
                decision_context::react_together(rules, &position.game, army, *side).filter(|_| *together)
            {
                let name = vocabulary::leader_name(pack, &piece.leader);
                said.push_str(&format!(
                    " Or it may roll once for every army in its hex, using {name}'s initiative: it then \
                     reacts {needed}."
                ));
            }
            said.push_str(&match force_hex(army) {
                None => " An army that reacts moves one hex, whole or in part, or stays.".to_owned(),
                Some(_) => format!(
                    " If it may react it moves one hex with at most {}, or stays; what stays is attacked.",
                    vocabulary::sp(most(rules, &position.game, army))
                ),
            });
            said
        }
        Question::Reaction { side, army, hex, from, enemy_sp, options } => {
            let mut said = format!(
                "{} {} may react. Does it stay, or does it move to {}?",
                approach_text(rules, position, *side, (*from, *hex), *enemy_sp),
                crate::report::grammar::capital(&army_text(rules, position, army)),
                vocabulary::list(options.iter().map(|&to| vocabulary::place(pack, to)), "or"),
            );
            if options.contains(hex) {
                said.push_str(&format!(
                    " In {} it would be attacked and be the defender.",
                    vocabulary::place(pack, *hex)
                ));
            }
            said
        }
        Question::Screen { side, hex, from, leader, enemy_sp } => format!(
            "{} Does the cavalry there, {} under {}, retreat before combat? Its leader makes a Leader Loss Check \
             first: if he is lost, the cavalry stays and fights; otherwise it retreats and the attacker's march ends \
             there.",
            approach_text(rules, position, *side, (*from, *hex), *enemy_sp),
            vocabulary::sp(position.game.sp_at(*hex, *side)),
            vocabulary::leader(pack, leader),
        ),
        Question::Reroll { side, hex, own, enemy, left } => {
            let combat = position.stack.iter().find_map(|frame| match frame {
                Procedure::Combat(combat) => Some(combat),
                _ => None,
            });
            let stands = combat.and_then(|combat| decision_context::current_winner(rules, combat));
            let theirs = combat.map_or(0, |combat| combat.options_left(side.other()));
            let after = match theirs {
                0 => String::new(),
                left => format!(" Then {} may reroll, {}.", vocabulary::side(side.other()), vocabulary::times(left)),
            };
            format!(
                "In the combat in {}, {} has rolled {own} and {} {enemy}.{} Does {} reroll a die? It may do so \
                 {}.{after}",
                vocabulary::place(pack, *hex),
                vocabulary::side(*side),
                vocabulary::side(side.other()),
                stands.map_or(String::new(), |said| format!(" {said}")),
                vocabulary::side(*side),
                vocabulary::times(*left)
            )
        }
    }
}

/// The subject of a question, as the end of a sentence, with the hexes concerned.
pub fn decision(rules: &CivilWar, question: &Question) -> String {
    let pack = &rules.pack;
    let or = |hexes: &[Hex]| vocabulary::list(hexes.iter().map(|&hex| vocabulary::place(pack, hex)), "or");
    match question {
        Question::Retreat { side, from, options } => {
            format!("the {} force in {} must retreat to {}", side.title(), vocabulary::place(pack, *from), or(options))
        }
        Question::Reroll { side, .. } => format!("{} may reroll a die", vocabulary::side(*side)),
        Question::React { army, hex, .. } => {
            format!("{} may roll for reaction into {}", vocabulary::army(pack, army), vocabulary::place(pack, *hex))
        }
        Question::Reaction { army, options, .. } => {
            format!("{} may react into {}", vocabulary::army(pack, army), or(options))
        }
        Question::Screen { hex, .. } => {
            format!("the cavalry in {} may retreat before combat", vocabulary::place(pack, *hex))
        }
        Question::Hit { side, at, .. } => {
            format!("{} chooses which ship at {} is hit", vocabulary::side(*side), naval_text::station(pack, *at))
        }
        Question::Flight { side, at, .. } => {
            format!("{} chooses where the ships at {} go", vocabulary::side(*side), naval_text::station(pack, *at))
        }
        Question::Removal { side, piece, .. } => {
            format!("{} may remove {} after the defeat", vocabulary::side(*side), vocabulary::leader(pack, piece))
        }
        Question::Pursuit { side, .. } => format!("{} may spend points to hunt raiders", vocabulary::side(*side)),
    }
}

/// Who approaches, from where and how strong.
fn approach_text(
    rules: &CivilWar,
    position: &Position<CivilWar>,
    side: Side,
    (from, hex): (Hex, Hex),
    sp: u32,
) -> String {
    format!(
        "{} is about to enter {} from {}: {}.",
        vocabulary::side_cap(side.other()),
        vocabulary::place(&rules.pack, hex),
        vocabulary::place(&rules.pack, from),
        decision_context::marching(rules, position, sp)
    )
}

/// An army with its strength and place: `the Army of Northern Virginia (10 strength points in Manassas (5006))`.
fn army_text(rules: &CivilWar, position: &Position<CivilWar>, army: &Id) -> String {
    let name = vocabulary::army(&rules.pack, army);
    match hex_of(&position.game, army) {
        Some(_) if force_hex(army).is_some() => format!("{name}, {},", vocabulary::sp(sp(&position.game, army))),
        Some(hex) => {
            format!("{name}, {} in {},", vocabulary::sp(sp(&position.game, army)), vocabulary::place(&rules.pack, hex))
        }
        None => name,
    }
}

/// Whether an army rolls, and what it needs.
fn may_react(rules: &CivilWar, position: &Position<CivilWar>, army: &Id) -> String {
    let host = army_text(rules, position, army);
    let needed = head(rules, &position.game, army).map_or(String::new(), |piece| {
        format!(" It reacts {}.", decision_context::reacts(rules, &position.game, army, &piece))
    });
    format!("Does {host} roll for reaction?{needed}")
}

/// What an order has in common with others of its list: the marches of a leader or an army, those of single strength
/// points, the voyages of a fleet, what comes from one track.
pub fn similarity_key(order: &Order) -> String {
    format!("{} {}", order.kind().key(), order.words().similarity())
}

/// An answer to what is asked here.
pub fn answer(rules: &CivilWar, position: &Position<CivilWar>, answer: &Answer) -> String {
    let said = order_text::answer(&rules.pack, answer);
    let Some(Pending::Answer { question, .. }) = &position.pending else { return said };
    match (question, answer) {
        (Question::Reaction { hex, .. }, Answer::Reaction(Reaction::Go(go))) if go.to == *hex => {
            format!("{said}, which the enemy is about to enter and attack")
        }
        (Question::Reaction { army, .. }, Answer::Reaction(Reaction::Stay)) if force_hex(army).is_some() => {
            "leave the force where it is".to_owned()
        }
        (Question::Flight { side, .. }, Answer::Flight(to)) => {
            with_risks(said, risks::of_stations(rules, &position.game, *side, &[*to]))
        }
        _ => said,
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
    let level: Option<Level> = value.get("level").and_then(|level| from_value(level).ok());
    // A referee may state any outcome; one of another form is given as it is.
    let known = value
        .as_object()?
        .keys()
        .all(|key| matches!(key.as_str(), "by" | "check" | "level" | "points" | "turn" | "winner"));
    let said = match (how, level, winner) {
        _ if !known => return None,
        (Some("draw_agreed"), None, None) => "drawn by agreement".to_owned(),
        (Some("resigned"), None, Some(winner)) => {
            format!("{} has resigned and {} wins", vocabulary::side(winner.other()), vocabulary::side(winner))
        }
        (Some("default"), None, Some(winner)) => {
            format!("{} loses by default and {} wins", vocabulary::side(winner.other()), vocabulary::side(winner))
        }
        (None, Some(level), Some(winner)) => format!("{} for {}", vocabulary::level(level), vocabulary::side(winner)),
        (None, Some(level), None) => vocabulary::level(level).to_owned(),
        _ => return None,
    };
    let check: Option<Check> = value.get("check").and_then(|check| from_value(check).ok());
    let turn = value.get("turn").and_then(Value::as_u64).map_or(String::new(), |turn| format!(" on turn {turn}"));
    let check = check.map_or(String::new(), |check| format!(", {}{turn}", vocabulary::check(check)));
    Some(said + &check + &score)
}

/// An order as it would be carried out here: a march that ends where the enemy is is an attack on him; for ships, what
/// fires at them and whom they meet.
pub fn order(rules: &CivilWar, position: &Position<CivilWar>, side: Side, order: &Order) -> String {
    let said = order_text::order(&rules.pack, side, order);
    with_risks(said, order.words().risks(rules, &position.game, side))
}

/// What is done, and what it meets.
fn with_risks(said: String, risks: Vec<String>) -> String {
    if risks.is_empty() { said } else { format!("{said}: {}", vocabulary::list(risks, "and")) }
}
