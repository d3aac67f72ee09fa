//! The words for what is ordered for the night and cannot be done (11.1, 13).

use crate::document::Problem;

use super::super::vocabulary;
use super::RefusalText;
use crate::refusal::NightRefusal;

impl RefusalText<'_> {
    pub(super) fn night(&self, refusal: &NightRefusal) -> Problem {
        match refusal {
            NightRefusal::NotNight => Problem::new("it is not the Night Phase")
                .advice("give an order for an impulse: assault, regroup or pass"),
            NightRefusal::NoReplacementsOnLastDay => {
                Problem::new("no replacements come on the last day").advice("leave `advantage` out")
            }
            NightRefusal::TooFewReplacementPoints { used, have } => Problem::new(format!(
                "the order uses {}, and {} {have}",
                vocabulary::plural(*used, "Replacement Point"),
                self.you_have()
            ))
            .advice("name fewer units: each takes one point"),
            NightRefusal::RefitsByItself { unit } => {
                Problem::new(format!("{} is artillery and refits automatically", self.name(unit)))
                    .advice("leave it out")
            }
            NightRefusal::ReplacesFreshUnit { unit } => {
                Problem::new(format!("{} is Fresh", self.name(unit))).advice("leave it out")
            }
            NightRefusal::NoReplacementPath { unit, to } => {
                let (unit, to) = (self.name(unit), self.place(*to));
                Problem::new(format!("no path of areas that {} leads from {unit} to {to}", self.you_control()))
                    .advice(format!("leave it out, or open a path from it to {to}"))
            }
            NightRefusal::NoInfantryToEntrench { area } => {
                Problem::new(format!("{} no infantry in {}", self.you_have(), self.place(*area)))
                    .advice("entrench areas where your infantry stands")
            }
            NightRefusal::EnemyEntrenched { area } => {
                Problem::new(format!("{} is entrenched in {}", self.enemy(), self.place(*area)))
                    .advice("leave this area out")
            }
            NightRefusal::FullyEntrenched { area } => {
                Problem::new(format!("the entrenchment in {} cannot be improved further", self.place(*area)))
                    .advice("leave this area out")
            }
            NightRefusal::NoEntrenchmentsLeft => {
                Problem::new(format!("all {} entrenchment markers are in play", self.your()))
                    .advice("remove some in the End Phase, or improve areas that have one")
            }
            NightRefusal::NoEngineersAtBridge => {
                Problem::new("no Engineers are at a bridge").advice("leave `keep_engineers` out")
            }
        }
    }
}
