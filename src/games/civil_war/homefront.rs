//! The war at home: the Confederacy's production and imports, and the effects of shortages (3.5, 9.4); its two halves
//! when the Mississippi is lost (4.1.4, 4.1.5); Washington held or isolated (3.8, 4.1.6 to 4.1.9); the resulting
//! restrictions on allocations (4.1); states that change sides (2.1.3, 11.2.5, 15); and their militia (16).

mod allocation;
mod blockade;
mod militia;
mod mississippi;
mod states;
mod supply_loss;
mod washington;

pub use allocation::{all_priorities, allowed, bind, priorities_id, priorities_turn, repeated};
pub use blockade::phase as blockade;
pub use militia::{EntryEffects, entered, entry_effects};
pub use mississippi::{is_lost, update_mississippi};
pub use states::{convert, has_state_rules, may_join, overdue, special, take_rails_of_joined};
pub use supply_loss::{depot_distance, extra_build_cost, movement_penalty, rail_distance, ship_price, total};
pub use washington::{check_washington, update_washington};

use crate::pack::{Side, Theater};
use crate::position::ledger::Game;
use crate::refusal::Barred;

/// Why a side may spend no discretionary command points in a theater now, with the rule: the Union outside the East
/// while Washington is held or isolated (4.1.6d, 4.1.8c), the Confederacy beyond a lost Mississippi (4.1.4b). Naval
/// command points are separate (4.1.2a), and points spent without an action belong to no theater (CW-157).
pub fn no_discretionary(game: &Game, side: Side, theater: Theater) -> Option<(&'static str, Barred)> {
    match side {
        Side::Union if theater == Theater::East => None,
        Side::Union if game.washington_held => Some(("4.1.6d", Barred::WashingtonHeld)),
        Side::Union if game.isolated => Some(("4.1.8c", Barred::WashingtonIsolated)),
        Side::Confederate if theater.is_beyond_river() && game.mississippi_lost => {
            Some(("4.1.4b", Barred::MississippiLost))
        }
        _ => None,
    }
}

/// Takes back what hampers a side's discretionary points until something happens that may still happen: for orders that
/// come after dice. Whether there was anything to take back.
pub fn lift_discretionary_bars(game: &mut Game, side: Side) -> bool {
    let flags = match side {
        Side::Union => vec![&mut game.washington_held, &mut game.isolated],
        Side::Confederate => vec![&mut game.mississippi_lost],
    };
    let hampered = flags.iter().any(|flag| **flag);
    flags.into_iter().for_each(|flag| *flag = false);
    hampered
}
