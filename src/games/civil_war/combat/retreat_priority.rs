//! Who must leave the hex (7.7.5–7.7.12).

use crate::events::combat::{Harm, Priority};

/// Who is left in the hex, and why.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RetreatDecision {
    pub who: WhoRetreats,
    pub priority: Priority,
}

/// Who must leave.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum WhoRetreats {
    /// Nobody is left to do so (7.7.6).
    Nobody,
    Attacker,
    Defender,
}

/// Who must leave the hex. `firm`: whether 7.7.8 or 7.7.8b protects the defender. A defender who was already
/// demoralized counts as demoralized here only if this combat demoralizes him again (CW-83).
pub fn decide_retreat(attacker: &Harm, defender: &Harm, firm: bool) -> RetreatDecision {
    let is = |who, priority| RetreatDecision { who, priority };
    let unharmed = |harm: &Harm| harm.lost == 0 && !harm.demoralized;
    if attacker.left == 0 || defender.left == 0 {
        is(WhoRetreats::Nobody, Priority::Eliminated)
    } else if unharmed(attacker) && unharmed(defender) {
        is(WhoRetreats::Attacker, Priority::NoResult)
    } else if firm {
        is(WhoRetreats::Attacker, Priority::Firm)
    } else if defender.before && defender.demoralized {
        is(WhoRetreats::Defender, Priority::DemoralizedAgain)
    } else if attacker.demoralized != defender.demoralized {
        is(if attacker.demoralized { WhoRetreats::Attacker } else { WhoRetreats::Defender }, Priority::OneDemoralized)
    } else {
        match attacker.lost.cmp(&defender.lost) {
            std::cmp::Ordering::Greater => is(WhoRetreats::Attacker, Priority::GreaterLoss),
            std::cmp::Ordering::Less => is(WhoRetreats::Defender, Priority::GreaterLoss),
            std::cmp::Ordering::Equal => is(WhoRetreats::Attacker, Priority::Identical),
        }
    }
}
