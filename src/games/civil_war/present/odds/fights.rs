//! How the fights of an order begin, in the words of reports: strengths, odds, each column shift, and each leader's
//! modifier.

use serde_json::{Value, json};

use crate::document::Id;
use crate::report::{Block, Span, StepFacts, Text};

use super::super::accounts::Writer;
use super::super::audit::Audit;
use super::super::{audit, combat, narrator, naval_text, vocabulary};
use crate::CivilWar;
use crate::events::combat::{Dice, Opening, Throw};
use crate::events::{Broadside, Event};
use crate::pack::Side;
use crate::position::ledger::Game;

/// An audit for each fight, and what in them is reconstructed.
pub fn fight_audits(rules: &CivilWar, game: &Game, fights: &[Event]) -> Vec<Block> {
    let facts = StepFacts { step: 0, rolls: Vec::new(), events: Vec::new(), reader: None::<Id> };
    let mut writer = Writer::new(rules, game, &facts);
    let mut audits: Vec<Audit> = Vec::new();
    for fight in fights {
        match (fight, audits.last_mut()) {
            (Event::Combat(opening), _) => {
                let mut audit = audit::of(&writer.place(opening.hex), opening);
                combat::opening(&mut writer, &mut audit, opening);
                audits.push(audit);
            }
            (Event::CombatDice(dice), Some(audit)) => combat::before_the_dice(&mut writer, audit, dice),
            (Event::NavalRound { at, union, confederate, .. }, _) => {
                let title = vec![Span::strong(format!("Ships fight at {}", naval_text::station(&rules.pack, *at)))];
                let lines = [(Side::Union, union), (Side::Confederate, confederate)]
                    .map(|(side, shot)| (side.title().to_owned(), broadside(rules, shot)));
                audits.push(Audit { title, lines: lines.into() });
            }
            _ => {}
        }
    }
    let notes = narrator::reconstructed(&writer).unwrap_or_default();
    let audits = audits.into_iter().map(|audit| Block::Audit { title: audit.title, lines: audit.lines });
    audits.chain(notes).collect()
}

fn broadside(rules: &CivilWar, shot: &Broadside) -> Text {
    let points = vocabulary::plural(shot.strength, "point");
    match (&shot.leader, shot.added) {
        (Some(piece), 1..) => vec![
            Span::plain(format!(
                "fires with {points}, +{} for {}'s tactical rating {} ",
                shot.added,
                vocabulary::leader_name(&rules.pack, &piece.leader),
                shot.added
            )),
            Span::rule("8.10.3"),
            Span::plain("."),
        ],
        _ => {
            vec![Span::plain(format!("fires with {points}; no modifier.")), Span::plain(" "), Span::rule("8.10.3")]
        }
    }
}

/// The same as data.
pub fn value(fights: &[Event]) -> Value {
    let mut list: Vec<Value> = Vec::new();
    for fight in fights {
        match (fight, list.last_mut()) {
            (Event::Combat(opening), _) => list.push(begun(opening)),
            (Event::CombatDice(dice), Some(fight)) => added(dice, fight),
            (Event::NavalRound { at, union, confederate, .. }, _) => {
                let shot =
                    |shot: &Broadside| json!({"strength": shot.strength, "leader": shot.leader, "added": shot.added});
                list.push(json!({"at": at, "union": shot(union), "confederate": shot(confederate)}));
            }
            _ => {}
        }
    }
    Value::Array(list)
}

fn begun(opening: &Opening) -> Value {
    json!({"hex": opening.hex, "from": opening.from, "attackers": opening.attackers, "defenders": opening.defenders,
           "chart": opening.chart, "odds": opening.odds, "shifts": opening.shifts, "net": opening.net,
           "resolution": opening.resolution})
}

fn added(dice: &Dice, fight: &mut Value) {
    let die = |throw: &Throw, rerolls: u32| json!({"side": throw.side, "additions": throw.additions, "added": throw.added, "rerolls": rerolls});
    fight["attacker"] = die(&dice.attacker, dice.rerolls);
    fight["defender"] = die(&dice.defender, dice.defender_rerolls);
}
