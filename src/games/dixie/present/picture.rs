//! The table of a position, for its picture and its text: [`LineMap`] draws it.

use super::picture_positions::spot;
use super::{names, statistics};
use crate::Dixie;
use crate::document::from_tagged;
use crate::events::Event;
use crate::ledger::{Game, Placed};
use crate::pack::Kind;
use crate::place::Place;
use crate::report::StepFacts;
use crate::report::line_map::{LineMap, LinePosition, Mark, Strip};
use crate::side::Side;
use crate::state_changes::{DECK, HAND, LOST};

/// What the marks of cards mean, with the ratings beside them.
const MARKS: &[(Mark, &str)] = &[
    (Mark::Infantry, "infantry, its CV"),
    (Mark::Cavalry, "cavalry, its CV"),
    (Mark::Artillery, "artillery, fire and CV"),
    (Mark::General, "general, attack/defense"),
    (Mark::Other, "special"),
];
/// The same in text.
const KEY: &str = "i infantry, c cavalry, a artillery (fire at long and short range), g general (attack/defense, + stacking \
                   bonus), s special, ? face down; the number is the CV, each * a hit.";

/// The table with what happened in a step.
pub fn table(rules: &Dixie, game: &Game, facts: Option<&StepFacts>) -> LineMap {
    let off = |side: Side| {
        let [reserve, deck, lost] = [HAND, DECK, LOST].map(|pile| names::number(game.cards.count(&side.id(), pile)));
        format!("{}: Reserve {reserve}; Reinforcement deck {deck}; out of play {lost}", side.title())
    };
    let mut map = LineMap {
        title: format!("Dixie: {}", names::edition(game.edition)),
        subtitle: format!("{}.", statistics::when(game).words),
        sides: Side::BOTH.map(Side::title),
        off: Side::BOTH.map(off),
        marks: MARKS,
        key: KEY,
        lines: game.lines().map(|line| line.iter().map(|place| line_position(rules, game, *place)).collect()),
        ..LineMap::default()
    };
    let events = facts.into_iter().flat_map(|facts| &facts.events);
    for event in events {
        // A six that hits a general or a special as well is no hit of the fire (11.2).
        let by_six = event["rule"] == "11.2";
        if let Ok(event) = from_tagged("event", event) {
            step(game, &event, by_six, &mut map);
        }
    }
    map
}

/// A position with all that is in it.
pub fn line_position(rules: &Dixie, game: &Game, place: Place) -> LinePosition {
    let fords = game.position(place).map_or(0, |position| position.fords);
    LinePosition {
        name: names::title(place),
        holder: game.defender(place).map_or("nobody", Side::title),
        engaged: rules.engaged(game, place),
        terrain: rules.terrain(game, place).map(names::full_name).collect(),
        terrain_note: if fords > 0 { format!("Ford +{fords}") } else { String::new() },
        cards: Side::BOTH.map(|side| strips(rules, game, place, side)),
    }
}

/// The cards of a side in a position: generals first.
fn strips(rules: &Dixie, game: &Game, place: Place, side: Side) -> Vec<Strip> {
    let strip = |placed: &Placed| {
        let card = rules.card(game, side, &placed.card);
        let rating = card.map_or(String::new(), names::rating);
        Strip {
            mark: card.map(|card| match card.kind {
                Kind::Infantry => Mark::Infantry,
                Kind::Cavalry => Mark::Cavalry,
                Kind::Artillery => Mark::Artillery,
                Kind::General => Mark::General,
                Kind::Terrain | Kind::Special => Mark::Other,
            }),
            id: card.map_or(&placed.card, |card| &card.id).clone(),
            name: card.map_or(&placed.card, |card| &card.name).clone(),
            brief: rating.replace('F', ""),
            rating,
            hits: placed.hits,
            about: card.map_or("face down".to_owned(), names::full_name),
        }
    };
    let mut strips: Vec<Strip> = game.cards_in(place, side).iter().map(strip).collect();
    strips.sort_by_key(|strip| strip.mark != Some(Mark::General));
    strips
}

/// What an event shows of a step.
fn step(game: &Game, event: &Event, by_six: bool, map: &mut LineMap) {
    let second = |side: &Side| *side == Side::Csa;
    let places = match event {
        Event::Moved { side, from, to, .. } => {
            map.moves.push((second(side), spot(game, *from), spot(game, *to)));
            vec![*from, *to]
        }
        Event::Hit { side, place, hits, .. } => {
            let spot = spot(game, *place).filter(|_| !by_six);
            map.hits.extend(spot.map(|spot| (spot, second(side), u32::from(*hits))));
            vec![*place]
        }
        Event::Fired { from, at, .. } => vec![*from, *at],
        Event::Check { place, .. } | Event::Captured { place, .. } => vec![*place],
        _ => Vec::new(),
    };
    map.affected.extend(places.into_iter().filter_map(|place| spot(game, place)));
}
