//! States that change sides at the end of a turn (2.1.3, 11.2, 15).

use crate::board::Hex;
use crate::document::Id;
use crate::engine::Events;
use crate::events::Event;
use crate::pack::{NeutralState, Side};
use crate::position::ledger::Game;
use crate::{CivilWar, movement::territory, victory};

/// Whether the chapters on neutral states and militia hold in full (15, 16).
pub fn has_state_rules(rules: &CivilWar, game: &Game) -> bool {
    rules.pack.scenarios.get(&game.scenario).is_some_and(|scenario| scenario.states.is_some())
}

/// Whether a neutral state can join a side: not one without cities with victory points, such as Indian Territory
/// (15.5). Unknown for a state that is only partly on the map.
pub fn may_join(rules: &CivilWar, state: &Id) -> bool {
    let here = rules.pack.map.cities().any(|(_, city)| city.vp > 0 && city.state == *state);
    here || rules.pack.charts.worth.as_ref().is_none_or(|worth| worth.states.iter().any(|row| row.state == *state))
}

/// The special rules of a neutral state that has joined nobody yet (15.6, 15.7).
pub fn special<'a>(rules: &'a CivilWar, game: &Game, state: &Id) -> Option<&'a NeutralState> {
    let own = rules.pack.charts.neutral_states.get(state)?;
    (has_state_rules(rules, game) && territory::friendly_side(rules, game, state).is_none()).then_some(own)
}

/// The neutral states that must have joined a side by now (15.7), and which, if nothing has moved them before.
pub fn overdue(rules: &CivilWar, game: &Game) -> Vec<(Id, Side)> {
    let late = |state: &NeutralState| {
        let joins = state.joins.filter(|joins| game.turn > joins.after)?;
        special(rules, game, &state.state)?;
        let whole = rules.pack.map.states.get(&state.state).is_some_and(|data| data.whole);
        whole.then_some((state.state.clone(), joins.side))
    };
    rules.pack.charts.neutral_states.values().filter_map(late).collect()
}

/// The states whose cities with victory points one side controls all, at a turn's end. One that is friendly to the
/// other side becomes neutral to the captor, and stays its owner's (2.1.3a), until its owner holds them all again
/// (2.1.3b); its rails do not go with it. A neutral one becomes the captor's, with its rails (6.5.2, 11.2.5, 15.3,
/// CW-154), unless it has rules of its own (15.6, 15.7).
pub fn convert(rules: &CivilWar, game: &mut Game, events: &mut Events) {
    let points = victory::score_before(rules, game, events);
    for (state, data) in rules.pack.map.states.iter().filter(|(_, data)| data.whole) {
        if let Some(own) = special(rules, game, state) {
            if let Some((side, rule)) = joining_side(rules, game, own) {
                join(rules, game, events, state, side, rule);
            }
            continue;
        }
        let Some(holder) = holder(rules, game, state) else { continue };
        let before = game.converted.get(state).copied();
        match data.friendly_to {
            Some(owner) if owner == holder => {
                if before.is_some() {
                    game.converted.remove(state);
                    let event = Event::Converted { state: state.clone(), to: owner, neutral: false, back: true };
                    events.emit("2.1.3b", &event);
                }
            }
            _ if before == Some(holder) => {}
            Some(_) => {
                game.converted.insert(state.clone(), holder);
                let event = Event::Converted { state: state.clone(), to: holder, neutral: true, back: false };
                events.emit("2.1.3a", &event);
            }
            None => join(rules, game, events, state, holder, "11.2.5"),
        }
    }
    victory::record_points(rules, game, points, events);
}

/// The side that a neutral state with special rules joins at the end of a turn, if any: the one that controls enough
/// points of its cities (15.6), or the one that gets it in the end (15.7).
fn joining_side(rules: &CivilWar, game: &Game, own: &NeutralState) -> Option<(Side, &'static str)> {
    let held = |side: Side| {
        let here =
            rules.pack.map.cities().filter(|(_, city)| city.state == own.state || own.with.contains(&city.state));
        let held = here.filter(|(hex, _)| territory::controller(rules, game, *hex) == Some(side));
        held.map(|(_, city)| u32::from(city.vp)).sum::<u32>()
    };
    let enough = |side: &Side| own.points.is_some_and(|points| held(*side) >= points.into());
    let won = Side::BOTH.into_iter().find(enough).map(|side| (side, "15.6"));
    let joins = own.joins.filter(|joins| game.turn >= joins.after).map(|joins| (joins.side, "15.7"));
    won.or(joins)
}

/// A neutral state joins a side, with its rails (11.2.5).
pub fn join(rules: &CivilWar, game: &mut Game, events: &mut Events, state: &Id, side: Side, rule: &str) {
    game.converted.insert(state.clone(), side);
    let event = Event::Converted { state: state.clone(), to: side, neutral: false, back: false };
    events.emit(rule, &event);
    take_rails(rules, game, state, side);
}

/// The side that controls every city with victory points of a state, if it has any.
fn holder(rules: &CivilWar, game: &Game, state: &Id) -> Option<Side> {
    let own = rules.pack.map.cities().filter(|(_, city)| city.vp > 0 && city.state == *state);
    let mut cities = own.map(|(hex, _)| territory::controller(rules, game, hex));
    let first = cities.next()??;
    cities.all(|side| side == Some(first)).then_some(first)
}

/// The rails of every neutral state that has joined a side are that side's (11.2.5), as in [`take_rails`].
pub fn take_rails_of_joined(rules: &CivilWar, game: &mut Game) {
    let neutral = |id: &Id| rules.pack.map.states.get(id).is_some_and(|state| state.friendly_to.is_none());
    for (state, side) in game.converted.clone().iter().filter(|(state, _)| neutral(state)) {
        take_rails(rules, game, state, *side);
    }
}

/// The rails of a neutral state that a side has won become its own (11.2.5), but for hexes that the enemy occupies or
/// fortifies, and border hexes with a part of his ground (11.1.3, CW-154).
fn take_rails(rules: &CivilWar, game: &mut Game, state: &Id, side: Side) {
    let enemy = side.other();
    let taken: Vec<Hex> = rules
        .pack
        .map
        .hexes()
        .filter(|(hex, data)| rules.pack.map.rail_hex(*hex) && data.states.contains(state))
        .map(|(hex, _)| hex)
        .filter(|&hex| {
            let shut = game.sp_at(hex, enemy) > 0
                || territory::fort_holder(rules, game, hex) == Some(enemy)
                || territory::is_enemy(rules, game, hex, side);
            !shut && territory::rail_marker(rules, game, hex) != Some(side)
        })
        .collect();
    game.control.extend(taken.into_iter().map(|hex| (hex, side)));
}
