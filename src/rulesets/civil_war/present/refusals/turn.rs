//! The words for orders that come at the wrong moment.

use crate::document::Problem;

use super::super::super::refusal::TurnRefusal;
use super::Voice;

impl Voice<'_> {
    pub(super) fn turn(&self, refusal: &TurnRefusal) -> Problem {
        match refusal {
            TurnRefusal::HalfOver => Problem::new(match self.is_owner() {
                true => "your half of the pulse is over".to_owned(),
                false => format!("the {} half of the pulse is over", self.side.title()),
            }),
            TurnRefusal::ActionPhaseOver => Problem::new("the Action Phase is over"),
            TurnRefusal::FreeReinforcementFirst => {
                Problem::new("the winner of the initiative enters one free reinforcement first")
                    .advice("begin with a reinforce order")
            }
        }
    }
}
