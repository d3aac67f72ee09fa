//! Battles on cards: who fought, the cards in play, and who won.

use super::names;
use crate::BattleCry;
use crate::document::from_tagged;
use crate::engine::sum::Sum;
use crate::events::Event;
use crate::report::grammar::number;
use crate::report::{BattleCard, CardSide, StepFacts};
use crate::shared::Side;

/// The battles that ended in a step, each on a card. The facts have names in place of ids.
pub fn cards(rules: &BattleCry, attacker: Option<Side>, facts: &StepFacts) -> Vec<BattleCard> {
    let mut attacker = attacker.unwrap_or_default();
    let mut found = Vec::new();
    for event in facts.events.iter().filter_map(|event| from_tagged::<Event>("event", event).ok()) {
        match event {
            Event::BattleBegins { attacker: begins, .. } => attacker = begins,
            Event::BattleOver { battle, winner, union, confederate, margin, major } => {
                let name = names::battle(rules, &battle);
                let side = |one: Side| {
                    let sum = if one == Side::Union { &union } else { &confederate };
                    let does = if one == attacker { "attacks" } else { "defends" };
                    let cards = |sum: &Sum| {
                        let line = |(what, points): &(String, i64)| {
                            let what = if what == "city" { "the city's defense" } else { what };
                            format!("{points:+} {what}")
                        };
                        sum.0.iter().map(line).collect::<Vec<_>>()
                    };
                    CardSide {
                        side: one.id(),
                        heading: format!("{} {does}", one.title()),
                        force: cards(sum),
                        dice: Vec::new(),
                        modifiers: Vec::new(),
                        total: Some(sum.total()),
                        result: format!("combat value {}", sum.total()),
                    }
                };
                let by =
                    if margin > 0 { format!(" by {}", number(margin.unsigned_abs(), "point")) } else { String::new() };
                let how = if major { ", a Major Victory" } else { "" };
                found.push(BattleCard {
                    title: name.clone(),
                    table: vec![names::lead(union.total(), confederate.total())],
                    at: None,
                    sides: [side(attacker), side(attacker.other())],
                    outcome: format!("{} wins at {name}{by}{how}.", winner.opening()),
                });
            }
            _ => {}
        }
    }
    found
}
