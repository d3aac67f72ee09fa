//! Why something happened, in a few words that end a sentence.

use super::vocabulary;
use crate::events::combat::Priority;
use crate::events::{Demoralization, Destruction, StandReason, StopReason};
use crate::{CivilWar, leaders::army};

/// Why a march stops early (6.1).
pub fn stop_reason(rules: &CivilWar, because: &StopReason) -> String {
    match because {
        StopReason::Ordered => "its orders end the march here".to_owned(),
        StopReason::EnemyGround { hex } => {
            let place = vocabulary::place(&rules.pack, *hex);
            format!("{place} is enemy territory now, and strength points enter it only with a leader")
        }
        StopReason::InReach { hex, army } => {
            let place = vocabulary::place(&rules.pack, *hex);
            format!(
                "the force is demoralized, and {place} is in the reaction radius of {}",
                army::army_name(rules, army)
            )
        }
        StopReason::MayNotAttack { hex } => {
            format!("the force is demoralized and may not attack {}", vocabulary::place(&rules.pack, *hex))
        }
    }
}

/// Why cavalry stays (7.1.7).
pub fn screen_refusal_reason(because: StandReason) -> &'static str {
    match because {
        StandReason::Owner => "its owner chooses to fight",
        StandReason::LeaderLost => "its leader is lost",
    }
}

/// Why a force is demoralized (7.7, 9.1.3).
pub fn demoralization(because: Demoralization) -> &'static str {
    match because {
        Demoralization::CombatResult => "combat result",
        Demoralization::OutOfSupply => "out of supply",
    }
}

/// Why a force is destroyed (7.7.14, 7.7.15).
pub fn destruction(because: Destruction) -> &'static str {
    match because {
        Destruction::NowhereToRetreat => "it has no way to retreat",
        Destruction::NavigableRiver => "it cannot retreat across a navigable river",
    }
}

/// Who must retreat, and why (7.7.6 to 7.7.12).
pub fn must_retreat(because: Priority) -> &'static str {
    match because {
        Priority::Eliminated => "one side is eliminated",
        Priority::NoResult => "neither side suffered a result",
        Priority::Firm => "the defender cannot be driven from this hex",
        Priority::DemoralizedAgain => "it was already demoralized, and the result demoralizes it again",
        Priority::OneDemoralized => "it is the only force that was demoralized",
        Priority::GreaterLoss => "it lost more",
        Priority::Identical => "both sides suffered the same result, and then the attacker retreats",
    }
}
