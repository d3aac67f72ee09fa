//! States that turn at a turn's end (2.1.3, 11.2).

use crate::board::Hex;
use crate::document::Id;
use crate::engine::Events;
use crate::rulesets::civil_war::events::Event;
use crate::rulesets::civil_war::ledger::Game;
use crate::rulesets::civil_war::pack::Side;
use crate::rulesets::civil_war::{CivilWar, territory, victory};

/// The states whose cities with victory points one side controls all, at a turn's end. One that is friendly to the other
/// side becomes neutral to the captor, and stays its owner's (2.1.3a), until its owner holds them all again (2.1.3b); its
/// rails do not go with it. A neutral one becomes the captor's, with its rails (6.5.2, 11.2.5, CW-154).
pub fn convert(rules: &CivilWar, game: &mut Game, events: &mut Events) {
    let points = victory::before(rules, game);
    for (state, data) in rules.pack.map.states.iter().filter(|(_, data)| data.whole) {
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
            None => {
                game.converted.insert(state.clone(), holder);
                let event = Event::Converted { state: state.clone(), to: holder, neutral: false, back: false };
                events.emit("11.2.5", &event);
                take_rails(rules, game, state, holder);
            }
        }
    }
    victory::tell(rules, game, points, events);
}

/// The side that controls every city with victory points of a state, if it has any.
fn holder(rules: &CivilWar, game: &Game, state: &Id) -> Option<Side> {
    let map = &rules.pack.map;
    let own = map.hexes().map(|(hex, _)| hex).filter(|&hex| map.city(hex).is_some_and(|city| city.state == *state));
    let mut cities = own.map(|hex| territory::controller(rules, game, hex));
    let first = cities.next()??;
    cities.all(|side| side == Some(first)).then_some(first)
}

/// The rails of a neutral state that a side has won become its own (11.2.5), but for hexes that the enemy occupies or
/// fortifies, and border hexes with a part of his ground (11.1.3, CW-154).
pub fn take_rails(rules: &CivilWar, game: &mut Game, state: &Id, side: Side) {
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
