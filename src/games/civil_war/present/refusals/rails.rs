//! The words for refused rail movement.

use crate::document::Problem;

use super::super::{naval_text, vocabulary};
use super::RefusalText;
use crate::refusal::{RailBar, RailRefusal as Refused};

/// What to do where no train goes.
const MARCH: &str = "march instead: a force does not both march and go by rail in one pulse";

impl RefusalText<'_> {
    pub(super) fn rail(&self, refusal: &Refused) -> Problem {
        match refusal {
            Refused::ArmyByRail { leader, army } => Problem::new(format!(
                "{} commands {}, and armies do not go by rail",
                self.leader(leader),
                self.army(army)
            ))
            .advice("send some of its strength points with other leaders of the army"),
            Refused::LeaderAloneByRail { leader } => {
                Problem::new(format!("{} needs no rail order to go alone", self.leader(leader)))
                    .advice("give a move order: your own rails cost him no movement points")
            }
            Refused::RailCapacityExceeded { capacity, used } => Problem::new(format!(
                "{} railroads can carry {} this turn, and have already carried {used}",
                self.your(),
                vocabulary::sp(*capacity)
            ))
            .advice(match capacity.saturating_sub(*used) {
                0 => "march instead".to_owned(),
                left => format!("write sp: {left} or less"),
            }),

            Refused::RailToSameHex { hex } => {
                Problem::new(format!("the strength points are in {} already", self.place(*hex)))
                    .advice("name another hex of your rails")
            }
            Refused::RailFromClosed { why } => {
                Problem::new(format!("rail movement cannot begin there: {}", self.rail_bar(why)))
                    .advice("begin in a hex with a railroad that you control")
            }
            Refused::RailToClosed { why } => {
                Problem::new(format!("rail movement cannot end there: {}", self.rail_bar(why))).advice(MARCH)
            }
            Refused::NoTrainLeaves { hex, bars } => Problem::new(format!(
                "{} rail movement cannot leave {}{}",
                self.your(),
                self.place(*hex),
                self.rail_bars(bars)
            ))
            .advice(MARCH),
            Refused::RailsNotJoined { from, to, nearest, bars } => {
                let (from, to) = (self.place(*from), self.place(*to));
                Problem::new(format!("{} rails do not join {from} and {to}{}", self.your(), self.rail_bars(bars)))
                    .advice(match nearest {
                        Some(nearest) => format!("go as far as {}, where they end", self.place(*nearest)),
                        None => format!("{MARCH}; the rails lead to no hex nearer to {to} than {from}"),
                    })
            }
        }
    }

    /// What stops rail movement, as the end of a sentence.
    fn rail_bars(&self, bars: &[RailBar]) -> String {
        let words: Vec<String> = bars.iter().map(|bar| self.rail_bar(bar)).collect();
        if words.is_empty() { String::new() } else { format!(": {}", words.join("; ")) }
    }

    fn rail_bar(&self, bar: &RailBar) -> String {
        match bar {
            RailBar::NoRailroad { hex } => format!("no railroad runs through {}", self.place(*hex)),
            RailBar::Enemy { hex } => format!("{} has strength points in {}", self.enemy(), self.place(*hex)),
            RailBar::EnemyRails { hex } => format!("{} controls the rails in {}", self.enemy(), self.place(*hex)),
            RailBar::Unconverted { hex } => {
                format!("{} is in both sides' territory, and nobody has converted its rails", self.place(*hex))
            }
            RailBar::NobodysRails { hex } => format!("nobody controls the rails in {} yet", self.place(*hex)),
            RailBar::Fortification { hex } => format!("{} has a fortification in {}", self.enemy(), self.place(*hex)),
            RailBar::Reaction { hex, army } => format!(
                "{} is in the reaction radius of {}, and {} no strength points there",
                self.place(*hex),
                self.army(army),
                self.you_have()
            ),
            RailBar::Ships { at, from, to } => format!(
                "{} ships at {} cut the rails between {} and {}",
                self.of_enemy(),
                naval_text::station(self.pack(), *at),
                self.place(*from),
                self.place(*to)
            ),
        }
    }
}
