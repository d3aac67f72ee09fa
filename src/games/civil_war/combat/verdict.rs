//! Who must leave the hex (7.7.5–7.7.12).

use crate::events::combat::{Harm, Priority};

/// Who is left in the hex, and why.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Verdict {
    pub goes: Goes,
    pub priority: Priority,
}

/// Who must leave.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Goes {
    /// Nobody is left to do so (7.7.6).
    Nobody,
    Attacker,
    Defender,
}

/// Who must leave the hex. `firm`: whether 7.7.8 or 7.7.8b protects the defender. A defender who was already
/// demoralized counts as demoralized here only if this combat demoralizes him again (CW-83).
pub fn verdict(attacker: &Harm, defender: &Harm, firm: bool) -> Verdict {
    let is = |goes, priority| Verdict { goes, priority };
    let unharmed = |harm: &Harm| harm.lost == 0 && !harm.demoralized;
    if attacker.left == 0 || defender.left == 0 {
        is(Goes::Nobody, Priority::Eliminated)
    } else if unharmed(attacker) && unharmed(defender) {
        is(Goes::Attacker, Priority::NoResult)
    } else if firm {
        is(Goes::Attacker, Priority::Firm)
    } else if defender.before && defender.demoralized {
        is(Goes::Defender, Priority::DemoralizedAgain)
    } else if attacker.demoralized != defender.demoralized {
        is(if attacker.demoralized { Goes::Attacker } else { Goes::Defender }, Priority::OneDemoralized)
    } else {
        match attacker.lost.cmp(&defender.lost) {
            std::cmp::Ordering::Greater => is(Goes::Attacker, Priority::GreaterLoss),
            std::cmp::Ordering::Less => is(Goes::Defender, Priority::GreaterLoss),
            std::cmp::Ordering::Equal => is(Goes::Attacker, Priority::Identical),
        }
    }
}
