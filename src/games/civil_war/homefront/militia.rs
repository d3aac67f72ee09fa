//! What strength points trigger by entering a state: a neutral state takes sides (15.7), an enemy state mobilizes its
//! militia (16).

use std::cmp::Reverse;

use crate::board::Hex;
use crate::document::Id;
use crate::engine::Events;
use crate::events::Event;
use crate::pack::{HexData, Militia, Side};
use crate::position::ledger::{Game, Group, Track};
use crate::{CivilWar, movement::territory, victory};

use super::states;

/// No militia comes out so near to the hex that the enemy enters (CW-273).
const NEAR: u32 = 1;

/// What a side's strength points trigger by entering hexes: see [`entry_effects`].
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct EntryEffects {
    /// Neutral states that go over to the enemy (15.7).
    pub violated: Vec<Id>,
    /// States that call out their militia, with its strength points (16).
    pub militia: Vec<(Id, u32)>,
}

/// What a side's strength points would trigger by entering these hexes. A border hex belongs to every state that shares
/// it (2.1.7), for militia to that of its city (CW-273). Nothing in a scenario without these rules.
pub fn entry_effects(rules: &CivilWar, game: &Game, hexes: &[Hex], side: Side) -> EntryEffects {
    let mut found = EntryEffects::default();
    if !states::has_state_rules(rules, game) {
        return found;
    }
    let data = hexes.iter().filter_map(|&hex| rules.pack.map.hex(hex));
    for (data, state) in data.flat_map(|data| data.states.iter().map(move |state| (data, state))) {
        let friend = territory::friendly_side(rules, game, state);
        let violated = friend.is_none() && states::special(rules, game, state).is_some_and(|row| row.inviolate);
        if violated && !found.violated.contains(state) {
            found.violated.push(state.clone());
        }
        let theirs = violated || friend == Some(side.other()) && is_for_militia_in(rules, data, state);
        if let Some(row) = militia(rules, game, state).filter(|_| theirs)
            && !found.militia.iter().any(|(other, _)| other == state)
        {
            found.militia.push((state.clone(), row.sp.into()));
        }
    }
    found
}

/// Whether a hex of a state is one in which its militia is called out: a city or town there is its own, or that of
/// ground without militia, as Washington and St. Louis (CW-273).
fn is_for_militia_in(rules: &CivilWar, data: &HexData, state: &Id) -> bool {
    let foreign = data.city.as_ref().map(|city| &city.state).filter(|own| *own != state);
    foreign.is_none_or(|own| !rules.pack.charts.militia.contains_key(own))
}

/// The militia of a state, if it has any that has not been out.
fn militia<'a>(rules: &'a CivilWar, game: &Game, state: &Id) -> Option<&'a Militia> {
    rules.pack.charts.militia.get(state).filter(|_| !game.militia.contains(state))
}

/// Strength points of a side have entered a hex in any way, or ended up there: a neutral state that nobody may enter
/// joins the other side (15.7), and a state of the other side mobilizes its militia, once (16).
pub fn entered(rules: &CivilWar, game: &mut Game, events: &mut Events, hex: Hex, side: Side) {
    let EntryEffects { violated, militia } = entry_effects(rules, game, &[hex], side);
    for state in violated {
        let points = victory::score_before(rules, game, events);
        events.emit("15.7", &Event::Violated { state: state.clone(), by: side, hex });
        states::join(rules, game, events, &state, side.other(), "15.7");
        victory::record_points(rules, game, points, events);
    }
    for (state, sp) in militia {
        mobilize(rules, game, events, (state, sp), hex, side.other());
    }
}

/// A state's militia comes out for its side: a strength point in each of its cities with victory points nearest to the
/// hex that the enemy enters, of equals in the more valuable, that its side controls, where no enemy is, and which are
/// not adjacent to that hex; what finds none waits on the Reinforcement Track of the nearest city's theater (16,
/// CW-273).
fn mobilize(rules: &CivilWar, game: &mut Game, events: &mut Events, (state, sp): (Id, u32), entered: Hex, side: Side) {
    let (map, enemy) = (&rules.pack.map, side.other());
    game.militia.insert(state.clone());
    let mut cities: Vec<(u32, Reverse<u8>, Hex)> = map
        .cities()
        .filter(|(_, city)| city.vp > 0 && city.state == state)
        .map(|(hex, city)| (hex.distance(entered), Reverse(city.vp), hex))
        .collect();
    cities.sort();
    let theater = map.theater(cities.first().map_or(entered, |(.., hex)| *hex));
    let open = |hex: &Hex| {
        territory::controller(rules, game, *hex) == Some(side)
            && game.sp_at(*hex, enemy) == 0
            && game.leaders_at(&rules.pack, *hex, enemy).is_empty()
            && game.depots.get(hex) != Some(&enemy)
            && hex.distance(entered) > NEAR
    };
    let at: Vec<Hex> = cities.into_iter().map(|(.., hex)| hex).filter(open).take(sp as usize).collect();
    let waiting = sp.saturating_sub(at.len() as u32);
    let track = Track::of(theater);
    let mut spread = Vec::new();
    for &hex in &at {
        // A stack has one marker, as for reinforcements (CW-97).
        let demoralized = game.demoralized_at(hex, side);
        game.add_group(Group { demoralized, ..Group::new(side, hex, 1) });
        spread.extend(demoralized.then_some(hex));
    }
    if waiting > 0 {
        *game.side_mut(side).reinforcements.entry(track).or_default() += waiting;
    }
    events.emit("16.1", &Event::Mobilized { side, state, at, waiting, track });
    for hex in spread {
        events.emit("CW-66", &Event::Spread { side, hex });
    }
}
