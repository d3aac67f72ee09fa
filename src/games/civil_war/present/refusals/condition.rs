//! The words for a condition that does not hold.

use crate::document::Problem;

use super::super::vocabulary;
use super::RefusalText;
use crate::refusal::Unmet;

impl RefusalText<'_> {
    pub(super) fn condition(&self, unmet: &Unmet) -> Problem {
        Problem::new(match unmet {
            Unmet::NoneOfOurs { hex } => {
                format!("{} no strength points in {}", self.you_have(), self.place(*hex))
            }
            Unmet::NoEnemy { hex } => format!("no enemy strength points are in {}", self.place(*hex)),
            Unmet::NotEmpty { hex } => format!("{} is not empty", self.place(*hex)),
            Unmet::OwnStrength { hex, sp } => {
                format!("{} {} in {}", self.you_have(), vocabulary::sp(*sp), self.place(*hex))
            }
            Unmet::EnemyStrength { hex, sp } => {
                format!("{} has {} in {}", self.enemy(), vocabulary::sp(*sp), self.place(*hex))
            }
            Unmet::LeaderElsewhere { leader, hex } => {
                format!("{} is not in {}", self.leader(leader), self.place(*hex))
            }
            Unmet::NotDemoralized { hex } => {
                format!("{} force in {} is not demoralized", self.your(), self.place(*hex))
            }
            Unmet::NotHolds => "the condition under `not` holds".to_owned(),
        })
    }
}
