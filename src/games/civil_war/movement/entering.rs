//! Strength points enter a hex: what changes hands there (2.1.5, 9.2.8a, 11.2, 14.3).

use crate::board::Hex;
use crate::document::Problem;
use crate::engine::Events;

use super::cavalry::cavalry_leader;
use super::territory::{controller, friendly_side, has_feature, is_friendly, original_holder};
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
    let rule = match (rules.pack.map.rail_hex(hex), how.cavalry) {
        (true, true) => "11.2.2",
        (true, false) => "11.2.1",
        (false, true) => "CW-160",
        (false, false) => "2.1",
    };
    let marker = (home != Some(side)).then_some(side);
    change_control(rules, game, events, hex, marker, (rule, Event::Control { side, hex }));
}

/// A side's half-pulse ends: where it has strength points in a hex with a Control marker of the enemy, the marker is
/// removed (2.1.5a), and with it an enemy fort (CW-283). Strength points that have entered the hex have done so already;
/// here are those that cavalry has brought and left there. A cavalry force leaves the marker (11.2.2).
pub fn end_half_pulse(rules: &CivilWar, game: &mut Game, events: &mut Events, side: Side) {
    let marked = game.control.iter().filter(|(_, holder)| **holder == side.other()).map(|(hex, _)| *hex);
    for hex in marked.collect::<Vec<Hex>>() {
        let home = original_holder(rules, game, hex);
        // What belongs to the enemy anyway needs no marker.
        let marker = home != Some(side.other()) && !is_friendly(rules, game, hex, side.other());
        if !marker || game.sp_at(hex, side) == 0 || cavalry_leader(rules, game, hex, side).is_some() {
            continue;
        }
        construction::capture_works(rules, game, events, hex, side);
        let event = match home == Some(side) {
            true => Event::Control { side, hex },
            false => Event::MarkerRemoved { side, hex },
        };
        change_control(rules, game, events, hex, None, ("2.1.5a", event));
    }
}

/// Gives a hex another Control marker, or none, with what follows for points and the Mississippi.
fn change_control(
    rules: &CivilWar,
    game: &mut Game,
    events: &mut Events,
    hex: Hex,
    marker: Option<Side>,
    (rule, event): (&str, Event),
) {
    let points = rules.pack.map.city(hex).and_then(|_| victory::score_before(rules, game, events));
    match marker {
        Some(side) => game.control.insert(hex, side),
        None => game.control.remove(&hex),
    };
    events.emit(rule, &event);
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
