//! The words for refused orders about an army.

use crate::document::Problem;

use super::super::vocabulary;
use super::RefusalText;
use crate::orders::Removal;
use crate::refusal::ArmyRefusal as Refused;

impl RefusalText<'_> {
    pub(super) fn of_army(&self, refusal: &Refused) -> Problem {
        let charts = &self.pack().charts;
        match refusal {
            // Its advice is added where it is refused: the names that come near.
            Refused::UnknownArmy { army } => Problem::new(format!("there is no army '{army}'")),
            Refused::ArmyOfEnemy { army } => Problem::new(format!("{} belongs to {}", self.army(army), self.enemy())),
            Refused::ArmyEliminated { army } => Problem::new(format!("{} has been eliminated", self.army(army))),
            Refused::ArmyNotFormed { army } => {
                let problem = Problem::new(format!("{} has not been formed", self.army(army)));
                match charts.armies.get(army) {
                    Some(data) => problem.advice(format!("form it in the {} with a `create` order", data.theater)),
                    None => problem,
                }
            }

            Refused::NoArmiesInScenario => Problem::new("this scenario has no armies")
                .advice("move strength points with leaders: each leads as many as his rank allows"),
            Refused::ArmyOfOtherTheater { army, hex, theater } => {
                let own = charts.armies.get(army).map_or(*theater, |data| data.theater);
                Problem::new(format!(
                    "{} is formed in the {own}, and {} is in the {theater}",
                    self.army(army),
                    self.place(*hex)
                ))
                .advice("form it there first, then move it")
            }
            Refused::ArmyAlreadyFormed { army, hex } => {
                Problem::new(format!("{} already exists: it is in {}", self.army(army), self.place(*hex)))
                    .advice("form another army")
            }
            Refused::ArmyFormedOnce { army } => {
                Problem::new(format!("{} has been eliminated, and each army is formed once", self.army(army)))
                    .advice("form another")
            }
            Refused::NoStrengthForArmy { hex } => {
                Problem::new(format!("{} has no strength point for an army", self.place(*hex)))
                    .advice("move one there: each army needs at least 1")
            }
            Refused::NoGeneralForArmy { hex } => {
                Problem::new(format!("no general in {} can command an army", self.place(*hex)))
                    .advice("move a three-star general of infantry there who commands no other army")
            }
            Refused::ArmyOfDemoralized { hex } => {
                Problem::new(format!("{} force in {} is demoralized", self.your(), self.place(*hex)))
                    .advice("rally it first")
            }
            Refused::ArmyFormedOutOfSupply { hex } => {
                Problem::new(format!("{} is out of supply", self.place(*hex))).advice("open a supply line to it first")
            }

            Refused::NoCommanderToRemove { army } => {
                Problem::new(format!("{} has no commander to remove", self.army(army))).advice("leave the order out")
            }
            Refused::CommanderNotThreeStar { leader, stars } => Problem::new(format!(
                "{} has {}, and only three-star commanders can be removed",
                self.leader(leader),
                vocabulary::stars(*stars)
            ))
            .advice("move him away: a four-star general may leave his army"),
            Refused::NoSuccessor { army } => {
                Problem::new(format!("{} has no other three-star general to take command", self.army(army)))
                    .advice("move one into its hex first")
            }
            Refused::NoTwoStarCounter { leader } => {
                Problem::new(format!("{} has no two-star counter", self.leader(leader)))
                    .advice("write fate: removed, or fate: moved")
            }
            Refused::RemovalWithPath { army, fate } => {
                let fate = match fate {
                    Removal::Demoted => "demoted",
                    Removal::Removed | Removal::Moved => "removed",
                };
                Problem::new(format!("the commander of {} does not move when he is {fate}", self.army(army)))
                    .advice("leave the path out, or write fate: moved")
            }

            Refused::TransferToItself { army } => {
                Problem::new(format!("{} cannot transfer anything to itself", self.army(army)))
                    .advice("name two armies in one hex")
            }
            Refused::TransferBetweenHexes { from, to } => {
                Problem::new(format!("{} and {} are not in the same hex", self.army(from), self.army(to)))
                    .advice("move them into one hex first")
            }
            Refused::NothingTransferred => {
                Problem::new("the order transfers nothing").advice("name strength points or leaders")
            }
            Refused::TransferTakesAll { army, sp } => {
                Problem::new(format!("{} has {}, and at least 1 must stay", self.army(army), vocabulary::sp(*sp)))
                    .advice("leave 1 with it: an army without strength points is eliminated")
            }
            Refused::TransferOverMaximum { army, open: 0 } => {
                Problem::new(format!("{} is at its maximum", self.army(army)))
                    .advice("transfer no strength points to it")
            }
            Refused::TransferOverMaximum { army, open } => Problem::new(format!(
                "{} may take {}",
                self.army(army),
                vocabulary::plural(*open, "more strength point")
            ))
            .advice("transfer no more than that"),
            Refused::TransferLeaderElsewhere { leader, army } => {
                Problem::new(format!("{} is not with {}", self.leader(leader), self.army(army)))
                    .advice("name leaders of that army")
            }
            Refused::TransferTakesCommanders { army } => {
                Problem::new(format!("nobody would be left to command {}", self.army(army)))
                    .advice("leave a general who may command it: each army has its own commander")
            }
        }
    }
}
