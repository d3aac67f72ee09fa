//! Friendly, enemy and neutral ground, and who controls a hex (2.1, 6.5, 11).

use crate::board::Hex;
use crate::document::{Id, Problem};
use crate::engine::Events;

use crate::events::Event;
use crate::orders::Captured;
use crate::pack::{Fort, FortKind, Side};
use crate::position::ledger::{Game, Works};
use crate::refusal::MoveRefusal;
use crate::{CivilWar, homefront, supply::works, victory};

/// Whether a hex is enemy ground to a side: any of its states is friendly to the other and has not been converted (2.1.3,
/// 2.1.7, 6.5.2). Who stands there or controls it does not matter (2.1.6, 6.5.5a). Fort Monroe is Union ground within
/// Virginia (2.1.15), Fort Pickens beside Florida (2.1.13a): the map has a state for each.
pub fn is_enemy(rules: &CivilWar, game: &Game, hex: Hex, side: Side) -> bool {
    states(rules, hex).iter().any(|state| is_enemy_state(rules, game, state, side))
}

/// Whether a state makes enemy ground of its hexes: one that is converted stays its owner's, and is neutral to who has
/// converted it (2.1.3a).
pub fn is_enemy_state(rules: &CivilWar, game: &Game, state: &Id, side: Side) -> bool {
    friend(rules, game, state) == Some(side.other()) && game.converted.get(state) != Some(&side)
}

/// Whether a hex is friendly ground to a side: all its states are.
pub fn is_friendly(rules: &CivilWar, game: &Game, hex: Hex, side: Side) -> bool {
    let states = states(rules, hex);
    !states.is_empty() && states.iter().all(|state| friend(rules, game, state) == Some(side))
}

/// Whether a city lies in a side's friendly territory: its state is what counts, by the dot, also in a border hex
/// (2.1.14, 10.2.5, CW-276).
pub fn is_friendly_city(rules: &CivilWar, game: &Game, hex: Hex, side: Side) -> bool {
    let city = rules.pack.map.hex(hex).and_then(|data| data.city.as_ref());
    city.is_some_and(|city| friend(rules, game, &city.state) == Some(side))
}

/// The side that a state is friendly to: the one whose it was from the start, whoever has converted it since (2.1.3a);
/// of a neutral state the one that has converted it (6.5.2, 11.2.5).
pub fn friend(rules: &CivilWar, game: &Game, state: &Id) -> Option<Side> {
    let own = rules.pack.map.states.get(state)?.friendly_to;
    own.or_else(|| game.converted.get(state).copied())
}

fn states(rules: &CivilWar, hex: Hex) -> &[Id] {
    rules.pack.map.hex(hex).map(|data| data.states.as_slice()).unwrap_or_default()
}

/// What kind of ground a hex is to a side, in a word.
pub fn kind(rules: &CivilWar, game: &Game, hex: Hex, side: Side) -> &'static str {
    match (is_enemy(rules, game, hex, side), is_friendly(rules, game, hex, side)) {
        (true, _) => "enemy",
        (_, true) => "friendly",
        _ => "neutral",
    }
}

/// Whether a hex has something that a Control marker can stand for: a rail, a city, a resource site, a printed fortress
/// or stockade (2.1.5). Forts have none: who enters one destroys it (CW-141).
pub fn has_feature(rules: &CivilWar, hex: Hex) -> bool {
    let city = || rules.pack.map.hex(hex).is_some_and(|data| data.city.is_some() || data.site.is_some());
    rules.pack.map.rail_hex(hex) || city() || printed(rules, hex).is_some_and(changes_hands)
}

/// The fortification printed in a hex.
pub fn printed(rules: &CivilWar, hex: Hex) -> Option<&Fort> {
    rules.pack.map.hex(hex)?.fort.as_ref()
}

/// Whether a printed fortification changes hands when it is entered (2.1.5); else it is destroyed (CW-141).
pub fn changes_hands(fort: &Fort) -> bool {
    fort.kind != FortKind::Fort
}

/// The side that holds everything in a hex before anybody enters it; `None` if nobody does, or not one side all.
fn original(rules: &CivilWar, game: &Game, hex: Hex) -> Option<Side> {
    let data = rules.pack.map.hex(hex)?;
    let mut owners = Vec::new();
    if let Some(city) = &data.city {
        owners.push(friend(rules, game, &city.state));
    }
    if let Some(site) = &data.site {
        owners.push(friend(rules, game, &site.state));
    }
    if let Some(fort) = data.fort.as_ref().filter(|fort| changes_hands(fort)) {
        owners.push(Some(fort.owner));
    }
    if rules.pack.map.rail_hex(hex) {
        owners.push(rules.pack.map.rail_owner_at_start(hex));
    }
    let first = *owners.first()?;
    if owners.iter().all(|owner| *owner == first) { first } else { None }
}

/// The side that controls a hex (2.1.6a, 2.1.6b). Where there is a rail, a city or a fortification: the Control marker,
/// else the side that held it from the start; that cavalry stands there changes nothing (11.2.2). Elsewhere: who
/// occupies it, else the side that it is friendly to.
pub fn controller(rules: &CivilWar, game: &Game, hex: Hex) -> Option<Side> {
    let friend = || Side::BOTH.into_iter().find(|&side| is_friendly(rules, game, hex, side));
    if has_feature(rules, hex) {
        return game.control.get(&hex).copied().or_else(|| original(rules, game, hex));
    }
    game.occupier(hex).or_else(friend)
}

/// The side whose rails those of a hex are, wherever an enemy stands (11.1.1, 11.1.3). The rails themselves are there for
/// good (11.1.2), West Virginia's for the Union from the start (15.4): whoever has taken them has them as if they had
/// always been his (11.2.4).
pub fn rail_marker(rules: &CivilWar, game: &Game, hex: Hex) -> Option<Side> {
    let owner = rules.pack.map.rail_owner_at_start(hex);
    if owner.is_none() && !rules.pack.map.rail_hex(hex) {
        return None;
    }
    game.control.get(&hex).copied().or(owner)
}

/// The side that may use the rails of a hex, if one may and no enemy stands there (11.1, 11.2).
pub fn rail_controller(rules: &CivilWar, game: &Game, hex: Hex) -> Option<Side> {
    rail_marker(rules, game, hex).filter(|owner| game.sp_at(hex, owner.other()) == 0)
}

/// A fortification as it stands now.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Fortification<'a> {
    pub kind: FortKind,
    /// The name that the map prints, if it prints one.
    pub name: Option<&'a str>,
    /// It was built, or made of a printed fort (14, CW-140): it is not as the map prints it.
    pub built: bool,
    /// Whose it is, whoever stands in it.
    pub owner: Side,
    /// Who holds it, manned or not. Nobody does while the other side's cavalry stands in it, which takes nothing
    /// (CW-115).
    pub holder: Option<Side>,
}

/// The fortification of a hex: what has been built there, else what is printed and has not been destroyed (2.1.5, 14).
pub fn fort<'a>(rules: &'a CivilWar, game: &Game, hex: Hex) -> Option<Fortification<'a>> {
    let printed = printed(rules, hex);
    let (kind, owner, built) = match (game.works.get(&hex), printed) {
        (Some(Works::Held { side, kind }), _) => (*kind, *side, true),
        (Some(Works::Razed), _) | (None, None) => return None,
        (None, Some(fort)) => {
            let marker = game.control.get(&hex).copied().filter(|_| changes_hands(fort));
            (fort.kind, marker.unwrap_or(fort.owner), false)
        }
    };
    let holder = (game.sp_at(hex, owner.other()) == 0).then_some(owner);
    Some(Fortification { kind, name: printed.map(|fort| fort.name.as_str()), built, owner, holder })
}

/// The side that holds the fort or fortress of a hex, manned or not (2.1.5, CW-115).
pub fn fort_holder(rules: &CivilWar, game: &Game, hex: Hex) -> Option<Side> {
    fort(rules, game, hex).filter(|fort| fort.kind != FortKind::Stockade)?.holder
}

/// How strength points enter a hex.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Entering {
    /// Under a cavalry leader, who takes nothing without spending a movement point more (11.2.2).
    pub cavalry: bool,
    /// Under a cavalry leader who spends it.
    pub converts: bool,
    /// What becomes of an enemy depot (9.2.8a); captured without it.
    pub depots: Option<Captured>,
    /// They stand there already.
    pub stays: bool,
}

impl Entering {
    /// Under such a leader, as in an advance or a retreat.
    pub fn led(cavalry: bool) -> Entering {
        Entering { cavalry, ..Entering::default() }
    }
}

/// Strength points enter a hex. An enemy's depot is captured or burnt, by cavalry too (9.2.8a, CW-143). Rail, city and
/// fortress change hands, whoever's they were, and an enemy's fort is destroyed (2.1.5, 11.2.1, CW-69, CW-141). Strength
/// points under a cavalry leader leave these as they are, also if they stay (11.2.2), unless they spend a movement point
/// more where that takes anything ([`convertible`]). First of all the state may take sides, or call out its militia (15.7,
/// 16).
pub fn enter(rules: &CivilWar, game: &mut Game, events: &mut Events, hex: Hex, side: Side, how: Entering) {
    if !how.stays {
        homefront::entered(rules, game, events, hex, side);
    }
    works::take_depot(game, events, hex, side, how.depots.unwrap_or(Captured::Capture));
    if how.cavalry && !(how.converts && convertible(rules, game, hex, side).is_ok()) {
        return;
    }
    works::storm(rules, game, events, hex, side);
    if !has_feature(rules, hex) {
        return;
    }
    let home = original(rules, game, hex);
    if game.control.get(&hex).copied().or(home) == Some(side) {
        return;
    }
    let points = rules.pack.map.city(hex).and_then(|_| victory::before(rules, game, events));
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
    homefront::look(rules, game, events);
}

/// Whether cavalry takes anything in a hex for a movement point more (11.2.2, CW-160): never where there is a city with
/// victory points that the enemy controls in territory friendly to him (11.2.3).
///
/// # Errors
/// Why it does not. The problem has no path.
pub fn convertible(rules: &CivilWar, game: &Game, hex: Hex, side: Side) -> Result<(), Problem> {
    let refuse = |rule: &str, refusal: MoveRefusal| Err(refusal.problem(rules, side).rule(rule));
    let fort = works::has_enemy_fort(rules, game, hex, side);
    if !fort && !has_feature(rules, hex) {
        return refuse("11.2.2", MoveRefusal::ConvertNothing { hex });
    }
    if !fort && controller(rules, game, hex) == Some(side) {
        return refuse("11.2.2", MoveRefusal::ConvertOwn { hex });
    }
    let home = rules.pack.map.city(hex).and_then(|city| friend(rules, game, &city.state));
    if home == Some(side.other()) && game.control.get(&hex) != Some(&side) {
        return refuse("11.2.3", MoveRefusal::ConvertEnemyCity { hex });
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    use crate::sequence;

    fn hex(text: &str) -> Hex {
        text.parse().expect("a hex")
    }

    fn start() -> (CivilWar, Game) {
        let rules = CivilWar::shipped();
        let scenario = rules.pack.scenario("virginia_1861").expect("the scenario").clone();
        let game = sequence::set_up(&rules, &scenario);
        (rules, game)
    }

    #[test]
    fn a_border_hex_with_an_enemy_part_is_enemy() {
        let (rules, game) = start();
        assert_eq!(kind(&rules, &game, hex("4805"), Side::Union), "enemy");
        assert_eq!(kind(&rules, &game, hex("4805"), Side::Confederate), "neutral");
        assert_eq!(kind(&rules, &game, hex("5206"), Side::Union), "friendly");
        assert_eq!(kind(&rules, &game, hex("4705"), Side::Confederate), "neutral");
    }

    #[test]
    fn infantry_converts_and_the_owner_takes_back_without_a_marker() {
        let (rules, mut game) = start();
        let mut events = Events::default();
        let manassas = hex("5006");
        assert_eq!(controller(&rules, &game, manassas), Some(Side::Confederate));
        enter(&rules, &mut game, &mut events, manassas, Side::Union, Entering::led(true));
        assert_eq!(controller(&rules, &game, manassas), Some(Side::Confederate), "cavalry does not convert");
        enter(&rules, &mut game, &mut events, manassas, Side::Union, Entering::led(false));
        assert_eq!(controller(&rules, &game, manassas), Some(Side::Union));
        assert_eq!(game.control.get(&manassas), Some(&Side::Union));
        enter(&rules, &mut game, &mut events, manassas, Side::Confederate, Entering::led(false));
        assert_eq!(controller(&rules, &game, manassas), Some(Side::Confederate));
        assert!(!game.control.contains_key(&manassas));
        assert_eq!(events.as_slice().len(), 2);
    }

    #[test]
    fn a_neutral_city_on_a_union_railroad_is_nobodys_before_it_is_entered() {
        let (rules, mut game) = start();
        let ferry = hex("5004");
        assert_eq!(controller(&rules, &game, ferry), None);
        assert_eq!(rail_controller(&rules, &game, ferry), Some(Side::Union));
        enter(&rules, &mut game, &mut Events::default(), ferry, Side::Union, Entering::led(false));
        assert_eq!(controller(&rules, &game, ferry), Some(Side::Union));
    }

    #[test]
    fn a_hex_without_a_feature_takes_no_marker() {
        let (rules, mut game) = start();
        let mut events = Events::default();
        enter(&rules, &mut game, &mut events, hex("5007"), Side::Union, Entering::led(false));
        assert!(events.as_slice().is_empty());
        assert!(game.control.is_empty());
    }
}
