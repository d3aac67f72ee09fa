//! The audit of a combat: its title and its lines, and the state of a combat that continues.

use crate::report::{Span, Text};

use super::vocabulary;
use crate::combat::{Combat, Stage};
use crate::events::combat::Opening;

/// A combat that is being described.
#[derive(Default)]
pub struct Audit {
    pub title: Text,
    pub lines: Vec<(String, Text)>,
}

impl Audit {
    pub(super) fn line(&mut self, label: &str, words: impl Into<String>, rule: &str) {
        let mut text = vec![Span::plain(words)];
        if !rule.is_empty() {
            text.extend([Span::plain(" "), Span::rule(rule)]);
        }
        self.lines.push((label.to_owned(), text));
    }

    /// Whether its last line is a player's decision.
    pub fn ends_in_decision(&self) -> bool {
        self.lines.last().is_some_and(|(label, _)| label == "Decision")
    }
}

/// The audit of a combat that begins, without its lines.
pub fn of(place: &str, opening: &Opening) -> Audit {
    let what = if opening.defence.is_some() { "Landing" } else { "Combat" };
    Audit { title: vec![Span::strong(format!("{what} in {place}"))], lines: Vec::new() }
}

/// The audit of a combat that began in an earlier step, with what stood when that step ended.
pub fn continued(place: &str, combat: Option<&Combat>) -> Audit {
    let mut audit = Audit { title: vec![Span::strong(format!("Combat in {place}, continued"))], lines: Vec::new() };
    if let Some(said) = combat.and_then(so_far) {
        audit.line("Before this step", said, "");
    }
    audit
}

/// Strengths, column and dice of a combat that is being fought.
pub fn so_far(combat: &Combat) -> Option<String> {
    let Combat { force, stage: Stage::Fight(fight), .. } = combat else { return None };
    let side = &force.side;
    let die = |face: Option<u8>| face.map_or("not yet rolled".to_owned(), |face| face.to_string());
    let again = match [fight.rerolls, fight.defender_rerolls] {
        [0, 0] => String::new(),
        [left, 0] => format!(" The attacker may still reroll {}, the defender may not.", vocabulary::times(left)),
        [0, left] => format!(" The defender may still reroll {}, the attacker may not.", vocabulary::times(left)),
        [attacker, defender] => {
            let [attacker, defender] = [attacker, defender].map(vocabulary::times);
            format!(" The attacker may still reroll {attacker}, the defender {defender}.")
        }
    };
    Some(format!(
        "{} of {} against {} of {} on column {}; attacker's die {}, defender's die {}.{again}",
        vocabulary::sp(fight.attackers),
        vocabulary::side(*side),
        fight.defenders,
        vocabulary::side(side.other()),
        fight.column,
        die(fight.attack_die),
        die(fight.defence_die),
    ))
}
