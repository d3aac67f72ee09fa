//! What comes of assaults (10, 13.1, 15.2, 15.5), in sentences.

use super::super::order_text;
use super::super::vocabulary::{self, plural};
use super::{Sentence, SentenceWriter, modified, verb};
use crate::events::{Elimination, Event, Fate};
use crate::report::text_builder::TextBuilder;

impl SentenceWriter<'_> {
    pub(super) fn losses(&mut self, event: &Event) -> Option<Sentence> {
        let sentence = match event {
            Event::Exhausted { units } => {
                let change = verb(units, "becomes", "become");
                Sentence::plain("Exhausted", format!("{} {change} Exhausted.", self.units(units)))
            }
            Event::CasualtyPoints { points, spared, lost, .. } => {
                let mut words = format!("The defender takes {}", order_text::points(*points));
                if *spared > 0 {
                    words.push_str(&format!("; the entrenchment absorbs {spared} more"));
                }
                if *lost > 0 {
                    words.push_str(&format!("; {lost} more cannot be absorbed"));
                }
                Sentence::plain("Losses", format!("{words}."))
            }
            Event::Eliminated { units, because, .. } => {
                let is = verb(units, "is", "are");
                let why = match because {
                    Elimination::Repulsed => ", repulsed while Exhausted",
                    Elimination::Stalemate => ", being an Exhausted Forward Unit",
                    Elimination::Losses => "",
                    Elimination::NoRetreat => ", unable to retreat",
                    Elimination::Garrison => ", because the garrison may not leave Richmond",
                };
                Sentence::plain("Eliminated", format!("{} {is} eliminated{why}.", self.units(units)))
            }
            Event::Reduced { unit, by, .. } => {
                let (unit, by) = (vocabulary::unit(self.pack(), unit), vocabulary::unit_with_factors(self.pack(), by));
                Sentence::plain("Reduced", format!("{unit} is replaced by {by}, Exhausted."))
            }
            Event::Retreated { who, from, to } => self.retreats(std::slice::from_ref(who), *from, *to),
            Event::Placed { leader, at } => {
                Sentence::plain("Leader", format!("{} is placed in {}.", self.leader(leader), self.place(*at)))
            }
            Event::LeaderEliminated { leader } => {
                let words = format!("{} is eliminated with the last unit of his command.", self.leader(leader));
                Sentence::plain("Leader", words)
            }
            Event::LeaderCheck { leader, dice, modifier, fate } => {
                let sum = dice[0].saturating_add(dice[1]);
                let came = match fate {
                    Fate::Unhurt => "he is unhurt",
                    Fate::Casualty => "he is wounded",
                    Fate::Killed => "he is killed",
                };
                let words = TextBuilder::words(format!(
                    "The assault dice are equal: {} rolls {} and {}",
                    self.leader(leader),
                    dice[0],
                    dice[1]
                ));
                let words = words.roll(self.rolls.take(dice));
                Sentence::new("Leader", words.append(format!(", total {sum}{}: {came}.", modified(sum, *modifier))))
            }
            Event::LeaderGone { leader, place } => {
                let words = format!("{} is {}.", self.leader(leader), vocabulary::whereabouts(self.pack(), *place));
                Sentence::plain("Leader", words)
            }
            Event::AssaultOver { outcome, .. } => {
                Sentence::plain("Final result", format!("The assault is {}.", order_text::outcome(*outcome)))
            }
            Event::AssaultDice { attack_total, defense_total, outcome, .. } => {
                let words = match i32::from(*attack_total) - i32::from(*defense_total) {
                    margin @ 1.. => format!(", by {}", plural(margin.unsigned_abs(), "point")),
                    _ => String::new(),
                };
                let words =
                    format!("{attack_total} against {defense_total}: {}{words}.", order_text::outcome(*outcome));
                Sentence::plain("Result", words)
            }
            _ => return None,
        };
        Some(sentence)
    }
}
