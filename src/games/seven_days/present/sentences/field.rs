//! The events of the map (7, 9, 11, 15.4, 16.2), in sentences.

use super::super::vocabulary::{self, capital, side_cap};
use super::{Sentence, SentenceWriter, modified, verb};
use crate::events::{BridgeWork, Event};
use crate::pack::{BridgeState, Side};
use crate::report::shared_sections;
use crate::report::text_builder::TextBuilder;

impl SentenceWriter<'_> {
    pub(super) fn field(&mut self, event: &Event) -> Option<Sentence> {
        let sentence = match event {
            Event::Halted { units, area, because } => {
                let stop = if units.len() == 1 { "stops" } else { "stop" };
                let who = capital(&vocabulary::list(
                    units.iter().map(|id| vocabulary::unit_or_leader(self.pack(), id)),
                    "and",
                ));
                let side = units.first().and_then(|id| self.rules.side_of(id)).unwrap_or(Side::Union);
                let because = shared_sections::because(self.rules, &side.id(), std::slice::from_ref(because));
                Sentence::plain("", format!("{who} {stop} in {}: {because}.", self.place(*area)))
            }
            Event::Control { area, side } => self.taken(&[*area], *side),
            Event::GunsMoved { to } => Sentence::plain("", format!("The Siege Guns move to {}.", self.place(*to))),
            Event::GunsTaken { area } => {
                Sentence::plain("", format!("The Siege Guns are captured in {}.", self.place(*area)))
            }
            Event::Regrouped { units, leaders, from, to, .. } => {
                let regroup = if vocabulary::is_singular(units, leaders) { "regroups" } else { "regroup" };
                let who =
                    vocabulary::units_and_leaders(self.pack(), units, leaders).unwrap_or_else(|| "Nobody".to_owned());
                Sentence::plain("", format!("{who} {regroup} from {} to {}.", self.place(*from), self.place(*to)))
            }
            Event::Screened { units, area } => {
                let screen = verb(units, "screens", "screen");
                let words = format!("{} {screen} in {}.", self.units(units), self.place(*area));
                Sentence::plain("Screen", words)
            }
            Event::Entrenched { area, works } => {
                let place = self.place(*area);
                let words = match works {
                    Some(works) => format!("{place} now has {}.", vocabulary::works(*works)),
                    None => format!("The entrenchment in {place} is removed."),
                };
                Sentence::plain("Works", words)
            }
            Event::BridgeWork { side, bridge, work, die, modifier, done } => {
                let what = match work {
                    BridgeWork::Build => "build",
                    BridgeWork::Demolish => "destroy",
                };
                let bridge = vocabulary::bridge_between(self.pack(), bridge);
                let came = if *done { "succeeds" } else { "fails" };
                let words = TextBuilder::words(format!("{} rolls {die}", side_cap(*side)));
                let then = format!(" to {what} {bridge}{}, and {came}.", modified(*die, *modifier));
                Sentence::new("Bridge", words.roll(self.rolls.take(&[*die])).append(then))
            }
            Event::Bridge { bridge, state } => {
                let bridge = capital(&vocabulary::bridge_between(self.pack(), bridge));
                let words = match state {
                    BridgeState::Destroyed => format!("{bridge} is destroyed."),
                    BridgeState::Union => format!("{bridge} comes under Union control."),
                    BridgeState::Confederate => format!("{bridge} comes under Confederate control."),
                };
                Sentence::plain("Bridge", words)
            }
            Event::Engineers { bridge } => {
                let words = match bridge {
                    Some(bridge) => {
                        format!("The Engineers move to {}.", vocabulary::bridge_between(self.pack(), bridge))
                    }
                    None => "The Engineers return.".to_owned(),
                };
                Sentence::plain("Bridge", words)
            }
            _ => return None,
        };
        Some(sentence)
    }
}
