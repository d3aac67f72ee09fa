//! The words for a refused rally.

use crate::board::Hex;
use crate::document::Problem;

use super::super::vocabulary;
use super::RefusalText;
use crate::refusal::RallyRefusal as Refused;

impl RefusalText<'_> {
    pub(super) fn rally(&self, refusal: &Refused) -> Problem {
        match refusal {
            Refused::NothingToRally { hex, demoralized } => {
                Problem::new(format!("{} force in {} is not demoralized", self.your(), self.place(*hex)))
                    .advice(self.rallying_advice(demoralized))
            }
            Refused::NobodyToRally { hex, demoralized } => {
                Problem::new(format!("{} no strength points in {}", self.you_have(), self.place(*hex)))
                    .advice(self.rallying_advice(demoralized))
            }
            Refused::NoLeaderToRally { hex } => {
                Problem::new(format!("no leader is in {} to rally the force", self.place(*hex)))
                    .advice("move a leader there, or wait for the Rally Phase")
            }
            Refused::NavalLeaderToRally { hex } => Problem::new(format!(
                "only a naval leader is in {}, and naval leaders rally nobody on land",
                self.place(*hex)
            ))
            .advice("move another leader there, or wait for the Rally Phase"),
            Refused::RallyOutOfSupply { hex } => {
                Problem::new(format!("{} force in {} is out of supply", self.your(), self.place(*hex)))
                    .advice("open a supply line to it first")
            }
        }
    }

    /// Which forces a player may rally instead.
    fn rallying_advice(&self, demoralized: &[Hex]) -> String {
        match demoralized {
            [] => "leave the order out: no force of yours is demoralized".to_owned(),
            hexes => {
                format!(
                    "name a demoralized force: {}",
                    vocabulary::list(hexes.iter().map(|&hex| self.place(hex)), "or")
                )
            }
        }
    }
}
