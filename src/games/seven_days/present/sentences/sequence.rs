//! The events of the turn and its impulses (6, 8, 12, 13, 14), in sentences.

use crate::sorted::SortedMap;

use super::super::vocabulary::{self, list, plural, side, side_cap};
use super::{Sentence, SentenceWriter, modified, verb};
use crate::events::{AdvantageUse, Deactivation, Event, Victory};
use crate::pack::Side;
use crate::position::ledger::{Bid, ImpulseKind, Weather};
use crate::report::text_builder::TextBuilder;

impl SentenceWriter<'_> {
    pub(super) fn sequence(&mut self, event: &Event) -> Option<Sentence> {
        let sentence = match event {
            Event::Bids { bids, exchanged, points } => Sentence::plain("", bids_words(bids, *exchanged, points)),
            Event::BidTie { dice } => {
                let rolls = dice.iter().map(|(by, die)| format!("{} {die}", side(*by)));
                Sentence::plain(
                    "",
                    format!("The bids are equal, and the higher die roll decides: {}.", list(rolls, "and")),
                )
            }
            Event::Weather { die, weather } => {
                let then = match weather {
                    Weather::Rain => " for the weather: rain.",
                    Weather::Clear => " for the weather: clear.",
                };
                let roll = self.rolls.take(&[*die]);
                Sentence::new("", TextBuilder::words(format!("The Union rolls {die}")).roll(roll).append(then))
            }
            Event::WeatherToTurn { weather } => {
                let what = vocabulary::weather(*weather);
                let words = format!("The weather changes to {what} in the next Union impulse.");
                Sentence::plain("Weather", words)
            }
            Event::WeatherTurned { weather: Weather::Rain } => Sentence::plain("Weather", "It begins to rain."),
            Event::WeatherTurned { weather: Weather::Clear } => Sentence::plain("Weather", "The rain stops."),
            Event::ArmyLeader { leader, side: by, die, modifier, active } => {
                let (name, state) = (self.leader(leader), if *active { "Active" } else { "Inactive" });
                match die {
                    None => Sentence::plain("", format!("{name} is {state} today, without a die roll.")),
                    Some(die) => {
                        let words =
                            TextBuilder::words(format!("{} rolls {die}", side_cap(*by))).roll(self.rolls.take(&[*die]));
                        let then = format!(" for {name}{}: he is {state}.", modified(*die, *modifier));
                        Sentence::new("", words.append(then))
                    }
                }
            }
            Event::Refreshed { leaders } => {
                let is = verb(leaders, "is", "are");
                Sentence::plain("", format!("{} {is} Active again.", self.leaders(leaders)))
            }
            Event::Sleeps { leader, die, asleep } => {
                let then = if *asleep { ": he sleeps today." } else { ": he does not sleep." };
                let words = TextBuilder::words(format!("The die roll for {} is {die}", self.leader(leader)));
                Sentence::new("", words.roll(self.rolls.take(&[*die])).append(then))
            }
            Event::Help { die, came } => {
                let then = if *came { ": Lincoln sends McDowell." } else { ": no help comes today." };
                let words = TextBuilder::words(format!("The die roll for help from Washington is {die}"));
                Sentence::new("", words.roll(self.rolls.take(&[*die])).append(then))
            }
            Event::Arrived { area, units, leaders, .. } => {
                let arrive = if vocabulary::is_singular(units, leaders) { "arrives" } else { "arrive" };
                let who =
                    vocabulary::units_and_leaders(self.pack(), units, leaders).unwrap_or_else(|| "Nobody".to_owned());
                Sentence::plain("", format!("{who} {arrive} in {}.", self.place(*area)))
            }
            Event::TrainLeaves { from, arrives } => {
                let day = vocabulary::day(self.pack(), *arrives);
                let words = format!("The Supply Train leaves {}; it arrives on {day}.", self.place(*from));
                Sentence::plain("", words)
            }
            Event::TrainArrives { at } => {
                Sentence::plain("", format!("The Supply Train arrives at {}.", self.place(*at)))
            }
            Event::Impulse { side: by, kind, areas, .. } => self.impulse(*by, *kind, areas),
            Event::AdvantageUsed { side: by, use_for } => {
                Sentence::plain("Advantage", format!("{} uses the Advantage {}.", side_cap(*by), used_for(*use_for)))
            }
            Event::AdvantagePassed { to } => {
                Sentence::plain("Advantage", format!("The Advantage passes to {}.", side(*to)))
            }
            Event::Rallied { area, leaders } => {
                let is = verb(leaders, "is", "are");
                let words =
                    format!("{} {is} rallied in {} and {is} Active again.", self.leaders(leaders), self.place(*area));
                Sentence::plain("", words)
            }
            Event::LeeCommands { leader, area } => {
                let words = format!(
                    "{} uses Lee Commands in {}; he cannot use it again this turn.",
                    self.leader(leader),
                    self.place(*area)
                );
                Sentence::plain("", words)
            }
            Event::Activation { leader, die, modifier, needs, activated, .. } => {
                let name = self.leader(leader);
                let mark = self.rated(leader);
                let words = TextBuilder::words(format!("{name} rolls {die}"));
                let came = if *activated { "his command activates" } else { "his command does not activate" };
                let modified = modified(*die, *modifier);
                let then = format!(" to activate his command{modified}; he needs {needs}{mark}, and {came}.");
                Sentence::new("", words.roll(self.rolls.take(&[*die])).append(then))
            }
            Event::CombinedActivation { leaders, .. } => Sentence::plain(
                "",
                format!("{} activate their commands together, without a die roll.", self.leaders(leaders)),
            ),
            Event::SingleUnit { unit, .. } => Sentence::plain(
                "",
                format!(
                    "{} is the only unit that may act, apart from Independent units.",
                    vocabulary::unit(self.pack(), unit)
                ),
            ),
            Event::ForcedMarch { units } => {
                let make = verb(units, "makes", "make");
                Sentence::plain("", format!("{} {make} a Forced March.", self.units(units)))
            }
            Event::Sunset { total, impulse, ends } => self.sunset(*total, *impulse, *ends),
            Event::TrackEnds {} => Sentence::plain("", "The Impulses Track has reached its end: the day ends."),
            Event::Deactivated { leaders, because } => {
                let (change, who) = (verb(leaders, "becomes", "become"), self.leaders(leaders));
                let why = match because {
                    Deactivation::Activated => "after activating",
                    Deactivation::Combined => "after a Combined Assault",
                    Deactivation::Alone => "when left without a friendly unit",
                    Deactivation::Asleep => "because he sleeps",
                };
                Sentence::plain("Leaders", format!("{who} {change} Inactive {why}."))
            }
            Event::Refit { units } => {
                let refit = verb(units, "refits and is", "refit and are");
                Sentence::plain("", format!("{} {refit} Fresh again.", self.units(units)))
            }
            Event::Replacements { side: by, received, used, reserve } => {
                let words = format!(
                    "{} receives {}, uses {used}, and has {reserve} in reserve.",
                    side_cap(*by),
                    plural(*received, "Replacement Point"),
                );
                Sentence::plain("", words)
            }
            Event::Replaced { units } => {
                let is = verb(units, "is", "are");
                Sentence::plain("", format!("{} {is} Fresh again.", self.units(units)))
            }
            Event::Victory { side: by, how } => {
                Sentence::plain("", format!("{} wins: {}.", side_cap(*by), victory(*how, *by)))
            }
            _ => return None,
        };
        Some(sentence)
    }

    fn impulse(&self, by: Side, kind: ImpulseKind, areas: &[crate::board::Area]) -> Sentence {
        let from = vocabulary::places(self.pack(), areas);
        let words = match kind {
            ImpulseKind::Assault => format!("{} chooses {from} as the Active Area.", side_cap(by)),
            ImpulseKind::Regroup => format!("{} regroups from {from}.", side_cap(by)),
            ImpulseKind::Pass => format!("{} passes.", side_cap(by)),
            ImpulseKind::Relocate => format!("{} gives up its impulse to relocate the Supply Train.", side_cap(by)),
        };
        Sentence::plain("", words)
    }

    fn sunset(&mut self, total: u8, impulse: u8, ends: bool) -> Sentence {
        // A roll that has been told already was made for something else first.
        let roll = self.rolls.take_two(total);
        let then = match (ends, total == impulse) {
            (true, _) => format!(" against impulse {impulse}: the day ends."),
            (false, true) => ", equal to the impulse number: the day goes on.".to_owned(),
            (false, false) => format!(" against impulse {impulse}: the day goes on."),
        };
        Sentence::new("Sunset", TextBuilder::words(format!("The Sunset roll is {total}")).roll(roll).append(then))
    }
}

/// What the Advantage is used for, behind `uses the Advantage`.
fn used_for(of: AdvantageUse) -> &'static str {
    match of {
        AdvantageUse::ArmyLeader => "to make its Army Leader Active",
        AdvantageUse::Rally => "to rally leaders",
        AdvantageUse::CombinedRegroup => "for a Combined Regroup",
        AdvantageUse::CombinedAssault => "for a Combined Assault",
        AdvantageUse::HeroicDefence => "for a Heroic Defense: the Success becomes a Stalemate",
        AdvantageUse::Replacement => "for one more Replacement Point",
        AdvantageUse::SupplyTrain => "to relocate the Supply Train",
    }
}

/// How a match was won, behind `wins:`.
pub fn victory(how: Victory, by: Side) -> String {
    match how {
        Victory::Richmond => "a Fresh Union unit is in Richmond, with a path to the Supply Train".to_owned(),
        Victory::BothLandings => {
            "White House Landing and Harrison's Landing are both under Confederate control".to_owned()
        }
        Victory::TrainTaken => "the Supply Train is captured".to_owned(),
        Victory::LastDay if by == Side::Union => {
            "on the last day the Confederacy does not control the areas that it needs".to_owned()
        }
        Victory::LastDay => "on the last day it controls the areas that it needs".to_owned(),
    }
}

fn bids_words(bids: &SortedMap<Side, Bid>, exchanged: bool, points: &SortedMap<Side, u32>) -> String {
    let bid =
        |(seat, bid): (&Side, &Bid)| format!("the {} player bids {} for {}", seat.title(), bid.bid, side(bid.side));
    let seats = if exchanged { "they exchange sides" } else { "they keep their sides" };
    let received = points.iter().filter(|(_, points)| **points > 0);
    let received =
        received.map(|(by, points)| format!("{} begins with {}", side(*by), plural(*points, "Replacement Point")));
    let text = list(bids.iter().map(bid), "and");
    let after: String = received.map(|words| format!("; {words}")).collect();
    format!("{}: {seats}{after}.", vocabulary::capital(&text))
}
