//! The words for impulses, assaults, attacks and regroups that the rules forbid (8, 10, 12).

use crate::document::Problem;

use super::super::vocabulary;
use super::RefusalText;
use crate::refusal::{Ending, ImpulseRefusal};

impl RefusalText<'_> {
    #[allow(clippy::too_many_lines, reason = "an arm for each refusal")]
    pub(super) fn impulse(&self, refusal: &ImpulseRefusal) -> Problem {
        match refusal {
            ImpulseRefusal::Waits => Problem::new("the turn file ends at the `wait` before this order").advice(LATER),
            ImpulseRefusal::Overtaken { night } => {
                let part = if *night { "night" } else { "impulse" };
                Problem::new(format!(
                    "the {} {part} ends before this order, and {} moves next",
                    self.side.title(),
                    self.next()
                ))
                .advice(LATER)
            }
            ImpulseRefusal::EndedBy { order } => {
                let your = self.your();
                let what = match order {
                    Ending::End => format!("{your} impulse ends with the `end` before this order"),
                    Ending::Pass => format!("the pass ends {your} impulse"),
                    Ending::Regroup => format!("the regroup ends {your} impulse"),
                    Ending::Relocate => format!("the relocation replaces {your} impulse"),
                    Ending::Night => format!("the `night` order ends {your} Night Phase"),
                };
                Problem::new(format!("{what}; {} moves next", self.next())).advice(LATER)
            }
            ImpulseRefusal::ImpulseOver => {
                Problem::new(format!("{} impulse is over; {} moves next", self.your(), self.next())).advice(LATER)
            }
            ImpulseRefusal::NoAssaultImpulse => {
                Problem::new("no Assault Impulse is under way").advice("begin one: assault: {area: …, leader: …}")
            }
            ImpulseRefusal::NotDaylight => {
                Problem::new("it is not the Daylight Phase").advice("give the one order of the Night Phase: night")
            }
            ImpulseRefusal::ImpulseUnderWay => Problem::new("an impulse is under way").advice("end it first: end: {}"),

            ImpulseRefusal::WithoutAdvantage { used } => {
                Problem::new(format!("{} not have the Advantage", self.you_do())).advice(match used {
                    false => "leave out what uses it: the enemy has the Advantage until he uses it",
                    true => {
                        "leave out what uses it: the Advantage has been used, and nobody has it until the phase or impulse is over"
                    }
                })
            }
            ImpulseRefusal::AdvantageUsedTwice => {
                Problem::new("the Advantage can be used for one thing only").advice("rally leaders or combine two, not both")
            }

            ImpulseRefusal::NobodyInActiveArea { area } => {
                Problem::new(format!("{} no units in {}", self.you_have(), self.place(*area)))
                    .advice("choose an Active Area with units to activate")
            }
            ImpulseRefusal::NobodyToRally { area } => {
                Problem::new(format!("no Inactive Subordinate Leader is in {}", self.place(*area)))
                    .advice("name an area with one, or leave `rally` out")
            }
            ImpulseRefusal::CannotRally { leader, area } => Problem::new(format!(
                "{} is not an Inactive Subordinate Leader in {}",
                self.name(leader),
                self.place(*area)
            ))
            .advice("leave him out: only Inactive Subordinate Leaders of the area rally"),
            ImpulseRefusal::LeaderAndCombined => {
                Problem::new("an order activates one leader by a die roll or two leaders together, not both")
                    .advice("leave `leader` out")
            }
            ImpulseRefusal::ArmyLeaderCannotActivate { leader } => {
                Problem::new(format!("{} is an Army Leader and has no command to activate", self.name(leader)))
                    .advice("name a Subordinate Leader, or order a Combined Assault")
            }
            ImpulseRefusal::LeaderElsewhere { leader, area } => {
                Problem::new(format!("{} is in {}", self.name(leader), self.place(*area)))
                    .advice("activate a leader in the area where he is")
            }
            ImpulseRefusal::LeaderInactive { leader } => Problem::new(format!("{} is Inactive", self.name(leader)))
                .advice("wait for the next dawn, or rally him with the Advantage"),
            ImpulseRefusal::CombinesWithHimself { leader } => {
                Problem::new(format!("a Combined Assault activates two different leaders, and this order names {} twice", self.name(leader)))
            }
            ImpulseRefusal::ArmyLeaderInactive => Problem::new(format!("{} Army Leader is Inactive", self.your()))
                .advice("leave `combined` out: only an Active Army Leader activates two leaders"),
            ImpulseRefusal::ArmyLeaderElsewhere { area } => {
                Problem::new(format!("{} Army Leader is not in {}", self.your(), self.place(*area)))
                    .advice("leave `combined` out: he must be in the same area as the two leaders")
            }
            ImpulseRefusal::OnlyLeeCommands => {
                Problem::new("only Lee can use Lee Commands").advice("use the Advantage: by: advantage")
            }
            ImpulseRefusal::LeeHasCommanded => Problem::new("Lee has already used Lee Commands this turn")
                .advice("use the Advantage, or wait: he can use Lee Commands once a turn"),
            ImpulseRefusal::NoForcedMarch => {
                Problem::new("this match is played without Forced March").advice("leave `forced_march` out")
            }
            ImpulseRefusal::ForcedMarchExhausted { unit } => {
                Problem::new(format!("{} is Exhausted", self.name(unit))).advice(FORCED_MARCH)
            }
            ImpulseRefusal::ForcedMarchElsewhere { unit } => {
                Problem::new(format!("{} is not in the Active Area", self.name(unit))).advice(FORCED_MARCH)
            }

            ImpulseRefusal::NotInActiveArea { unit, area } => {
                Problem::new(format!("{} was not in the Active Area when the impulse began", self.name(unit)))
                    .advice(format!("leave it out: only units that began in {} act", self.place(*area)))
            }
            ImpulseRefusal::DoneForImpulse { id } => {
                let problem = Problem::new(format!("{} can do no more in this impulse", self.name(id)));
                match self.pack().forces.units.contains_key(id) {
                    true => problem.advice("leave it out: it has assaulted, or has met the enemy"),
                    false => problem,
                }
            }
            ImpulseRefusal::OtherUnitActs { unit, acts } => Problem::new(format!(
                "{} is not activated: {} is the only unit that may act",
                self.name(unit),
                self.name(acts)
            ))
            .advice("leave it out: apart from that unit, only Independent units act"),
            ImpulseRefusal::CommandNotActivated { unit } => {
                Problem::new(format!("{} does not belong to an activated command", self.name(unit)))
                    .advice("leave it out: only the activated command and Independent units act")
            }

            ImpulseRefusal::NoEnemyThere { area } => Problem::new(format!("no enemies are in {}", self.place(*area)))
                .advice("use `move` to enter an area without enemies"),
            ImpulseRefusal::AlreadyAssaulted { area } => {
                Problem::new(format!("{} has already been assaulted in this impulse", self.place(*area)))
                    .advice("leave this order out: an area is assaulted once an impulse")
            }
            ImpulseRefusal::AttackerElsewhere { unit, area } => {
                Problem::new(format!("{} is not in {}", self.name(unit), self.place(*area)))
                    .advice("leave it out: units assault the enemies in their own area")
            }
            ImpulseRefusal::MustAssault { unit, area } => {
                Problem::new(format!("{} has entered {} and must assault", self.name(unit), self.place(*area)))
                    .advice("leave `units` out, or name it there")
            }
            ImpulseRefusal::PointUnitNotAssaulting { unit } => {
                Problem::new(format!("{} does not take part in the assault", self.name(unit)))
                    .advice("choose the Point Unit from those that assault")
            }
            ImpulseRefusal::PointUnitExhausted { unit } => {
                Problem::new(format!("{} is Exhausted and cannot be the Point Unit", self.name(unit)))
                    .advice("choose a Fresh unit")
            }
            ImpulseRefusal::PointUnitArtillery { unit } => {
                Problem::new(format!("{} is artillery and cannot be the Point Unit here", self.name(unit)))
                    .advice("choose infantry or cavalry: artillery leads only an assault in the Contested Active Area")
            }
            ImpulseRefusal::NoPointUnit => Problem::new("none of the units can be the Point Unit")
                .advice("let a Fresh unit lead, but not artillery that has entered the area"),
            ImpulseRefusal::SparesOtherLeader { leader, area } => {
                Problem::new(format!("{} is not an activated leader in {}", self.name(leader), self.place(*area)))
                    .advice("leave him out")
            }
            ImpulseRefusal::StillToAssault { area } => {
                Problem::new(format!("{} must still be assaulted", self.place(*area)))
                    .advice(format!("order the assault first: attack: {{area: {area}}}"))
            }

            ImpulseRefusal::ArmyLeaderActive => Problem::new(format!("{} Army Leader is Active", self.your()))
                .advice("leave `and` out: two areas regroup together only while he is Inactive"),
            ImpulseRefusal::RegroupsTwice { area } => {
                Problem::new(format!("the order regroups from {} twice", self.place(*area)))
                    .advice("name two areas, or leave `and` out")
            }
            ImpulseRefusal::NobodyRegroups { from } => {
                Problem::new(format!("no unit or leader regroups from {}", self.place(*from)))
                    .advice("write which units and leaders go where")
            }
            ImpulseRefusal::NobodyRegroupsTo { to } => {
                Problem::new(format!("no unit or leader regroups to {}", self.place(*to)))
                    .advice("name units or leaders")
            }
            ImpulseRefusal::RegroupsTooFar { from, to } => {
                Problem::new(format!("units cannot regroup from {} to {}", self.place(*from), self.place(*to)))
                    .advice(REGROUP)
            }
            ImpulseRefusal::RegroupsToContested { to } => {
                Problem::new(format!("{} is Contested", self.place(*to))).advice(REGROUP)
            }
            ImpulseRefusal::RegroupsToEnemy { to } => {
                Problem::new(format!("{} controls {}", self.enemy(), self.place(*to))).advice(REGROUP)
            }
            ImpulseRefusal::NoRoomToRegroup { to, units } => {
                let advice = match units.len() {
                    1 => "send it to another area, or let it stay",
                    _ => "send them to another area, or let them stay",
                };
                let units = vocabulary::list(units.iter().map(|id| self.name(id)), "and");
                Problem::new(format!("{units} cannot go to {}, which would then have more than ten units", self.place(*to)))
                    .advice(advice)
            }
            ImpulseRefusal::NotInRegroup { id, from } => {
                Problem::new(format!("{} is not in {}", self.name(id), self.place(*from)))
            }

            ImpulseRefusal::TrainIsUnions => {
                Problem::new("the Supply Train belongs to the Union").advice("leave it out")
            }
            ImpulseRefusal::TrainLeavesAtDawn => {
                Problem::new("after the first turn the Supply Train is relocated at dawn")
                    .advice("order it in your standing orders: train: relocate")
            }
            ImpulseRefusal::TrainHasLeft { area } => {
                Problem::new(format!("the Supply Train has already left {}", self.place(*area)))
                    .advice("leave this order out: it relocates once")
            }

            ImpulseRefusal::ForwardUnitFirst { unit } => {
                Problem::new(format!("{} is the Forward Unit and must take the first point", self.name(unit)))
                    .advice("write the loss of this unit first")
            }
            ImpulseRefusal::LossElsewhere { unit, area } => {
                Problem::new(format!("{} is not in {}", self.name(unit), self.place(*area)))
                    .advice("leave it out: only units in the area take losses, until they leave it")
            }
            ImpulseRefusal::TooManyLosses { unit, points } => {
                let (are, unit) = (if *points == 1 { "is" } else { "are" }, self.name(unit));
                let points = vocabulary::plural(*points, "Casualty Point");
                Problem::new(format!("only {points} {are} due, and these losses take more")).advice(format!("leave {unit} out"))
            }
            ImpulseRefusal::ExhaustsTwice { unit } => {
                Problem::new(format!("{} is already Exhausted", self.name(unit))).advice("retreat it, or eliminate it")
            }
            ImpulseRefusal::FreshUnitRetreats { unit } => {
                Problem::new(format!("{} is Fresh and cannot retreat", self.name(unit))).advice("Exhaust it first")
            }
            ImpulseRefusal::NoRetreat { unit } => {
                Problem::new(format!("{} has no way to retreat", self.name(unit)))
                    .advice("eliminate it, or let another unit take the loss")
            }
            ImpulseRefusal::WrongLosses { due, taken } => {
                let due = vocabulary::plural(*due, "Casualty Point");
                Problem::new(format!("{} must take {due}, and these losses come to {taken}", self.you()))
                    .advice("count 1 for each unit that you Exhaust or retreat, 3 for each Fresh unit and 2 for each Exhausted unit that you eliminate")
            }
        }
    }

    /// The side that moves after this one.
    fn next(&self) -> &'static str {
        vocabulary::side(self.side.other())
    }
}

/// What to do with an order that comes too late.
const LATER: &str = "leave this order out and give it in your next turn";
/// Who makes a Forced March (15.3).
const FORCED_MARCH: &str = "name Fresh units of the Active Area";
/// Where units regroup to (8.1.2).
const REGROUP: &str = "regroup to an adjacent area that you control and that is not Contested";
