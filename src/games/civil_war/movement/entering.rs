//! Strength points enter a hex: what changes hands there (2.1.5, 9.2.8a, 11.2, 14.3).

use crate::board::Hex;
use crate::document::Problem;
use crate::engine::Events;

use super::territory::{controller, friendly_side, has_feature, original_holder};
use crate::events::Event;
use crate::orders::Captured;
use crate::pack::Side;
use crate::position::ledger::Game;
use crate::refusal::MoveRefusal;
use crate::{CivilWar, homefront, supply::construction, victory};

/// How strength points enter a hex.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Entering {
    /// Whether a cavalry leader leads them, who takes nothing without spending an extra movement point (11.2.2).
    pub cavalry: bool,
    /// Whether that cavalry leader spends it.
    pub converts: bool,
    /// What becomes of an enemy depot (9.2.8a); captured without it.
    pub depots: Option<Captured>,
    /// Whether they are already there.
    pub stays: bool,
}

impl Entering {
    /// Under such a leader, as in an advance or a retreat.
    pub fn led(cavalry: bool) -> Entering {
        Entering { cavalry, ..Entering::default() }
    }
}

/// Strength points enter a hex. An enemy depot is captured or destroyed, by cavalry too (9.2.8a, CW-143). Rail, city
/// and fortress change hands, whoever held them, and an enemy fort is destroyed (2.1.5, 11.2.1, CW-69, CW-141).
/// Strength points under a cavalry leader leave these unchanged, even if they stay (11.2.2), unless they spend an extra
/// movement point where something can be taken ([`convertible`]). Before all this the state may take sides, or mobilize
/// its militia (15.7, 16).
pub fn enter(rules: &CivilWar, game: &mut Game, events: &mut Events, hex: Hex, side: Side, how: Entering) {
    if !how.stays {
        homefront::entered(rules, game, events, hex, side);
    }
    construction::take_depot(game, events, hex, side, how.depots.unwrap_or(Captured::Capture));
    if how.cavalry && !(how.converts && convertible(rules, game, hex, side).is_ok()) {
        return;
    }
    construction::capture_works(rules, game, events, hex, side);
    if !has_feature(rules, hex) {
        return;
    }
    let home = original_holder(rules, game, hex);
    if game.control.get(&hex).copied().or(home) == Some(side) {
        return;
    }
    let points = rules.pack.map.city(hex).and_then(|_| victory::score_before(rules, game, events));
    if home == Some(side) {
        game.control.remove(&hex);
    } else {
        game.control.insert(hex, side);
    }
    let rule = match (rules.pack.map.rail_hex(hex), how.cavalry) {
        (true, true) => "11.2.2",
        (true, false) => "11.2.1",
        (false, true) => "CW-160",
        (false, false) => "2.1",
    };
    events.emit(rule, &Event::Control { side, hex });
    victory::record_points(rules, game, points, events);
    homefront::update_mississippi(rules, game, events);
}

/// Whether cavalry takes anything in a hex for a movement point more (11.2.2, CW-160): never where there is a city with
/// victory points that the enemy controls in territory friendly to him (11.2.3).
///
/// # Errors
/// Why it does not. The problem has no path.
pub fn convertible(rules: &CivilWar, game: &Game, hex: Hex, side: Side) -> Result<(), Problem> {
    let refuse = |rule: &str, refusal: MoveRefusal| Err(refusal.problem(rules, side).rule(rule));
    let fort = construction::has_enemy_fort(rules, game, hex, side);
    if !fort && !has_feature(rules, hex) {
        return refuse("11.2.2", MoveRefusal::ConvertNothing { hex });
    }
    if !fort && controller(rules, game, hex) == Some(side) {
        return refuse("11.2.2", MoveRefusal::ConvertOwn { hex });
    }
    let home = rules.pack.map.city(hex).and_then(|city| friendly_side(rules, game, &city.state));
    if home == Some(side.other()) && game.control.get(&hex) != Some(&side) {
        return refuse("11.2.3", MoveRefusal::ConvertEnemyCity { hex });
    }
    Ok(())
}
