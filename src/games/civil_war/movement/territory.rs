//! Friendly, enemy and neutral ground, and who controls a hex (2.1, 6.5, 11).

use crate::board::Hex;
use crate::document::Id;

use crate::CivilWar;
use crate::pack::{Fort, FortKind, Side};
use crate::position::ledger::{Game, Works};

/// Whether a hex is enemy ground to a side: any of its states is friendly to the other side and has not been converted
/// (2.1.3, 2.1.7, 6.5.2). Who is in it or controls it does not matter (2.1.6, 6.5.5a). Fort Monroe is Union ground
/// within Virginia (2.1.15), Fort Pickens next to Florida (2.1.13a): the map has a state for each.
pub fn is_enemy(rules: &CivilWar, game: &Game, hex: Hex, side: Side) -> bool {
    states(rules, hex).iter().any(|state| is_enemy_state(rules, game, state, side))
}

/// Whether a state makes its hexes enemy ground: a converted one remains its owner's, and is neutral to the side that
/// converted it (2.1.3a).
pub fn is_enemy_state(rules: &CivilWar, game: &Game, state: &Id, side: Side) -> bool {
    friendly_side(rules, game, state) == Some(side.other()) && game.converted.get(state) != Some(&side)
}

/// Whether a hex is friendly ground to a side: all its states are.
pub fn is_friendly(rules: &CivilWar, game: &Game, hex: Hex, side: Side) -> bool {
    let states = states(rules, hex);
    !states.is_empty() && states.iter().all(|state| friendly_side(rules, game, state) == Some(side))
}

/// Whether a city is in a side's friendly territory: its state counts, given by the dot even in a border hex (2.1.14,
/// 10.2.5, CW-276).
pub fn is_friendly_city(rules: &CivilWar, game: &Game, hex: Hex, side: Side) -> bool {
    let city = rules.pack.map.hex(hex).and_then(|data| data.city.as_ref());
    city.is_some_and(|city| friendly_side(rules, game, &city.state) == Some(side))
}

/// The side that a state is friendly to: its original side, whoever has converted it since (2.1.3a); for a neutral
/// state the one that has converted it (6.5.2, 11.2.5).
pub fn friendly_side(rules: &CivilWar, game: &Game, state: &Id) -> Option<Side> {
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

/// Whether a hex has something that a Control marker can represent: a rail, a city, a resource site, a printed fortress
/// or stockade (2.1.5). Not forts: whoever enters one destroys it (CW-141).
pub fn has_feature(rules: &CivilWar, hex: Hex) -> bool {
    let city = || rules.pack.map.hex(hex).is_some_and(|data| data.city.is_some() || data.site.is_some());
    rules.pack.map.rail_hex(hex) || city() || printed_fort(rules, hex).is_some_and(changes_hands)
}

/// The fortification printed in a hex.
pub fn printed_fort(rules: &CivilWar, hex: Hex) -> Option<&Fort> {
    rules.pack.map.hex(hex)?.fort.as_ref()
}

/// Whether a printed fortification changes hands when it is entered (2.1.5); else it is destroyed (CW-141).
pub fn changes_hands(fort: &Fort) -> bool {
    fort.kind != FortKind::Fort
}

/// The side that holds everything in a hex before anybody enters it; `None` if nobody does, or not one side alone.
pub(super) fn original_holder(rules: &CivilWar, game: &Game, hex: Hex) -> Option<Side> {
    let data = rules.pack.map.hex(hex)?;
    let mut owners = Vec::new();
    if let Some(city) = &data.city {
        owners.push(friendly_side(rules, game, &city.state));
    }
    if let Some(site) = &data.site {
        owners.push(friendly_side(rules, game, &site.state));
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

/// The side that controls a hex (2.1.6a, 2.1.6b). With a rail, a city or a fortification: by the Control marker, or
/// else the side that held it from the start; cavalry in it changes nothing (11.2.2, CW-284). Elsewhere: the side that occupies
/// it, or else the side that it is friendly to.
pub fn controller(rules: &CivilWar, game: &Game, hex: Hex) -> Option<Side> {
    let friend = || Side::BOTH.into_iter().find(|&side| is_friendly(rules, game, hex, side));
    if has_feature(rules, hex) {
        return game.control.get(&hex).copied().or_else(|| original_holder(rules, game, hex));
    }
    game.occupier(hex).or_else(friend)
}

/// The side that owns the rails of a hex, wherever an enemy is (11.1.1, 11.1.3). The rails themselves are permanent
/// (11.1.2), West Virginia's are the Union's from the start (15.4); a side that has taken rails has them as if they had
/// always been its own (11.2.4).
pub fn rail_marker(rules: &CivilWar, game: &Game, hex: Hex) -> Option<Side> {
    let owner = rules.pack.map.rail_owner_at_start(hex);
    if owner.is_none() && !rules.pack.map.rail_hex(hex) {
        return None;
    }
    game.control.get(&hex).copied().or(owner)
}

/// The side that may use the rails of a hex, if any may and no enemy is there (11.1, 11.2).
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
    /// Its owner, whoever is in it.
    pub owner: Side,
    /// Who holds it, manned or not. Nobody does while the other side's cavalry is in it, which takes nothing (CW-115).
    pub holder: Option<Side>,
}

/// The fortification of a hex: what has been built there, or else what is printed and has not been destroyed (2.1.5,
/// 14).
pub fn fort<'a>(rules: &'a CivilWar, game: &Game, hex: Hex) -> Option<Fortification<'a>> {
    let printed = printed_fort(rules, hex);
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
