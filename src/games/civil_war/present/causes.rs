//! Why something happened, in a few words that end a sentence.

use super::vocabulary;
use crate::events::combat::Priority;
use crate::events::{Demoralization, Destruction, Halt, Stand};
use crate::{CivilWar, leaders::army};

/// Why a march stops early (6.1).
pub fn halt(rules: &CivilWar, because: &Halt) -> String {
    match because {
        Halt::Ordered => "its orders end the march here".to_owned(),
        Halt::EnemyGround { hex } => {
            let place = vocabulary::place(&rules.pack, *hex);
            format!("{place} is enemy territory now, and strength points enter it only with a leader")
        }
        Halt::InReach { hex, army } => {
            let place = vocabulary::place(&rules.pack, *hex);
            format!("the force is demoralized, and {place} is in the reaction radius of {}", army::called(rules, army))
        }
        Halt::MayNotAttack { hex } => {
            format!("the force is demoralized and may not attack {}", vocabulary::place(&rules.pack, *hex))
        }
    }
}

/// Why cavalry stays (7.1.7).
pub fn stand(because: Stand) -> &'static str {
    match because {
        Stand::Owner => "its owner chooses to fight",
        Stand::LeaderLost => "its leader is lost",
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
