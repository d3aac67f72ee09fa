//! The words for moves that the rules forbid (7, 9), and for bridges and the Siege Guns (15.4, 16.2).

use crate::board::Area;
use crate::document::{Id, Problem};

use super::super::vocabulary;
use super::RefusalText;
use crate::pack::Side;
use crate::refusal::MoveRefusal;

impl RefusalText<'_> {
    #[allow(clippy::too_many_lines, reason = "an arm for each refusal")]
    pub(super) fn movement(&self, refusal: &MoveRefusal) -> Problem {
        let from_to = |from: Area, to: Area| format!("from {} to {}", self.place(from), self.place(to));
        let first = |who: &Id, what: &str, to: Area| {
            Problem::new(format!("{}{what} cannot be the first to enter {}", self.name(who), self.place(to)))
        };
        match refusal {
            MoveRefusal::NobodyMoves => {
                Problem::new("the order moves no unit or leader").advice("name units or leaders")
            }
            MoveRefusal::NoPath => Problem::new("the path is empty").advice("name the areas to enter"),
            MoveRefusal::NotTogether { areas } => Problem::new(format!(
                "the units and leaders of this order are in different areas: {}",
                vocabulary::places(self.pack(), areas)
            ))
            .advice("give each area its own order: one move takes units and leaders of one area along one path"),

            MoveRefusal::PathBeginsHere { area } => {
                Problem::new(format!("the path begins with {}, where they are", self.place(*area)))
                    .advice("leave out the start: name only the areas that they enter")
            }
            MoveRefusal::PathRepeats { area } => {
                Problem::new(format!("the path names {} twice in a row", self.place(*area)))
                    .advice("name each area once: units leave an area by entering another")
            }
            MoveRefusal::NotAdjacent { from, to } => {
                Problem::new(format!("{} is not adjacent to {}", self.place(*to), self.place(*from)))
                    .advice(format!("see `adjutant show area {from}` for the adjacent areas"))
            }
            MoveRefusal::NoBridge { from, to } => Problem::new(format!("there is no bridge {}", from_to(*from, *to)))
                .advice(format!("cross a Major Water boundary at a bridge: see `adjutant show area {from}`")),
            MoveRefusal::BridgeDestroyed { from, to, bridge } => Problem::new(format!(
                "{} is destroyed, so nobody can cross {}",
                vocabulary::bridge(self.pack(), bridge),
                from_to(*from, *to)
            ))
            .advice("cross a Major Water boundary at a bridge that is not destroyed"),
            MoveRefusal::BridgeUsedUp { from, to, most } => Problem::new(format!(
                "{} already crossed the bridge between {} and {} in this impulse",
                if *most == 1 { "1 unit has".to_owned() } else { format!("{most} units have") },
                self.place(*from),
                self.place(*to)
            ))
            .advice("go another way: no more units may cross this bridge in this impulse"),
            MoveRefusal::LeavesContested { who, from, to } => Problem::new(format!(
                "{} cannot go from {}, which is Contested, to {}, which is not Free",
                self.name(who),
                self.place(*from),
                self.place(*to)
            ))
            .advice("leave a Contested Area for a Free Area"),
            MoveRefusal::EntersAssaulted { area } => {
                Problem::new(format!("{} has already been assaulted in this impulse", self.place(*area)))
                    .advice("go another way: no unit may enter it until the impulse is over")
            }
            MoveRefusal::AreaFull { area } => {
                Problem::new(format!("{} is full: it has ten of {} units", self.place(*area), self.your())).advice(
                    "choose another area: no unit may enter this one or pass through it (if stacking allows some of \
                     the units there, move each with its own order)",
                )
            }
            MoveRefusal::LeavesRoad { who, from, to } => Problem::new(format!(
                "{} has already spent Movement Factors, and no road leads {}",
                self.name(who),
                from_to(*from, *to)
            ))
            .advice("stay on roads: leaving them costs all Movement Factors (SD-13)"),
            MoveRefusal::TooFewMovementFactors { who, to, left, cost } => Problem::new(format!(
                "{} has {} left, and {} costs {cost}",
                self.name(who),
                match left {
                    0 => "no Movement Factors".to_owned(),
                    left => vocabulary::plural(u32::from(*left), "Movement Factor"),
                },
                self.place(*to)
            ))
            .advice("end the path earlier, or go another way"),
            MoveRefusal::MeetsEnemies => Problem::new("enemies are in the area"),
            MoveRefusal::PathGoesOn { area } => {
                Problem::new(format!("enemies are in {}, where the path must end", self.place(*area)))
                    .advice("end the path there")
            }

            MoveRefusal::LeaderEntersFirst { leader, to } => {
                first(leader, "", *to).advice("move him with a unit, or after one has entered")
            }
            MoveRefusal::ExhaustedEntersFirst { unit, to } => {
                first(unit, " is Exhausted and", *to).advice("let a Fresh unit go first, as the Point Unit")
            }
            MoveRefusal::ArtilleryEntersFirst { unit, to } => {
                first(unit, " is artillery and", *to).advice("let infantry or cavalry go first, as the Point Unit")
            }

            MoveRefusal::ArmyLeaderWaits { leader } => Problem::new(format!(
                "{} moves only in an impulse in which a Subordinate Leader has activated his command",
                self.name(leader)
            ))
            .advice("leave him out, or activate a command first"),
            MoveRefusal::ArmyLeaderHasMoved { leader } => {
                Problem::new(format!("{} has already moved this turn", self.name(leader)))
                    .advice("leave him out: an Army Leader moves once a turn")
            }
            MoveRefusal::LeaderNotActivated { leader } => {
                Problem::new(format!("{} is not activated", self.name(leader))).advice(WHICH_LEADERS)
            }
            MoveRefusal::LeaderLeftAlone { leader } => {
                Problem::new(format!("{} was left alone and is Inactive", self.name(leader))).advice(WHICH_LEADERS)
            }
            MoveRefusal::InactiveLeaderAlone { leader } => {
                Problem::new(format!("{} is Inactive, and no unit goes with him", self.name(leader)))
                    .advice("name a unit that goes the same way")
            }

            MoveRefusal::NoBridgeRules => Problem::new("this match is played without the destruction of bridges")
                .advice("leave `build` and `demolish` out"),
            MoveRefusal::BridgeElsewhere { bridge, area } => Problem::new(format!(
                "{} is not on a boundary of {}, the Active Area",
                vocabulary::bridge(self.pack(), bridge),
                self.place(*area)
            ))
            .advice("name a bridge of the Active Area"),
            MoveRefusal::BridgeStands { bridge } => {
                Problem::new(format!("{} is not destroyed", vocabulary::bridge(self.pack(), bridge)))
                    .advice("leave it out")
            }
            MoveRefusal::BuildsInEnemyArea { area } => {
                Problem::new(format!("{} not control {}", self.you_do(), self.place(*area)))
                    .advice("build only where you control the Active Area")
            }
            MoveRefusal::NoPathToBase { area } => {
                let base = match self.side {
                    Side::Confederate => "Richmond",
                    Side::Union => "one of the landings",
                };
                Problem::new(format!(
                    "no path of areas that {} leads from {} to {base}",
                    self.you_control(),
                    self.place(*area)
                ))
                .advice("build only where such a path leads to your base")
            }
            MoveRefusal::HasBuiltBridge => {
                Problem::new(format!("{} already built a bridge this turn", self.you_have()))
                    .advice("leave it out: the Confederacy builds one bridge a turn")
            }
            MoveRefusal::EngineersAreUnions => {
                Problem::new("the Engineers belong to the Union").advice("leave `engineers` out")
            }
            MoveRefusal::EngineersElsewhere { bridge } => {
                Problem::new(format!("the Engineers are at {}", vocabulary::bridge(self.pack(), bridge)))
                    .advice("leave `engineers` out: they come back when that bridge is built, or at night")
            }
            MoveRefusal::BridgeNotHeld { bridge } => {
                Problem::new(format!("{} not control {}", self.you_do(), vocabulary::bridge(self.pack(), bridge)))
                    .advice("destroy bridges that you control")
            }
            MoveRefusal::NoEnemyAtBridge { bridge } => Problem::new(format!(
                "{} is at neither end of {}",
                self.enemy(),
                vocabulary::bridge(self.pack(), bridge)
            ))
            .advice("destroy a bridge only where the enemy contests or controls one of its areas"),
            MoveRefusal::NobodyAtBridge { area } => {
                Problem::new(format!("no unit was in {}, the Active Area, when the impulse began", self.place(*area)))
                    .advice("destroy bridges of an Active Area in which units begin the impulse")
            }

            MoveRefusal::NoSiegeGuns => {
                Problem::new("there are no Siege Guns in this match").advice("leave `siege_guns` out")
            }
            MoveRefusal::SiegeGunsAreUnions => {
                Problem::new("the Siege Guns belong to the Union").advice("leave `siege_guns` out")
            }
            MoveRefusal::SiegeGunsAlone => {
                Problem::new("the Siege Guns move only with a unit").advice("name a unit that goes the same way")
            }
            MoveRefusal::SiegeGunsElsewhere { area } => {
                Problem::new(format!("the Siege Guns are in {}", self.place(*area))).advice(SIEGE_GUNS)
            }
            MoveRefusal::SiegeGunsNotThere { area } => {
                Problem::new(format!("the Siege Guns are not in {}", self.place(*area)))
                    .advice("leave `siege_guns` out")
            }
            MoveRefusal::SiegeGunsHaveMoved => {
                Problem::new("the Siege Guns have already moved in this impulse").advice(SIEGE_GUNS)
            }
            MoveRefusal::SiegeGunsNotActive { area } => {
                Problem::new(format!("the Siege Guns are in {}, which is not the Active Area", self.place(*area)))
                    .advice(SIEGE_GUNS)
            }
            MoveRefusal::SiegeGunsTooFar => {
                Problem::new("the Siege Guns move only one area, along a road").advice(SIEGE_GUNS)
            }
            MoveRefusal::SiegeGunsOffRoad { from, to } => {
                Problem::new(format!("no road leads {}", from_to(*from, *to)))
                    .advice("leave `siege_guns` out, or regroup them along a road")
            }
        }
    }
}

/// Which leaders may move (9.1.2).
const WHICH_LEADERS: &str =
    "move a leader who has activated his command, or an Inactive one together with a unit of the Active Area";
/// How the Siege Guns move (16.2).
const SIEGE_GUNS: &str = "move them once an impulse, from the Active Area, one area along a road, with a Union unit";
