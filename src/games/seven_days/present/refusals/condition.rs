//! The words for a condition that does not hold.

use crate::document::Problem;

use super::RefusalText;
use crate::refusal::Unmet;

impl RefusalText<'_> {
    pub(super) fn condition(&self, unmet: &Unmet) -> Problem {
        Problem::new(match unmet {
            Unmet::NotActivated => "no leader has activated his command".to_owned(),
            Unmet::Activated => "a leader has activated his command".to_owned(),
            Unmet::NotClear { area } => format!("enemies are in {}", self.place(*area)),
            Unmet::NotContested { area } => format!("{} is not Contested", self.place(*area)),
            Unmet::NotOurs { area } => format!("{} not control {}", self.you_do(), self.place(*area)),
            Unmet::NotFresh { unit } => format!("{} is not Fresh", self.name(unit)),
            Unmet::OtherResult { area, was } => {
                format!("{} has seen no {} in this impulse", self.place(*area), was.word())
            }
            Unmet::TooLate { impulse, at_most } => format!("it is impulse {impulse}, and the limit is {at_most}"),
            Unmet::NoAdvantage => format!("{} not have the Advantage", self.you_do()),
            Unmet::HasAdvantage => format!("{} the Advantage", self.you_have()),
            Unmet::NotHolds => "the condition under `not` holds".to_owned(),
        })
    }
}
