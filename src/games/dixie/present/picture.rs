//! The table of a position, for its picture and its text: [`LineMap`] draws it.

use super::{line, names, statistics};
use crate::Dixie;
use crate::changes::{DECK, HAND, LOST};
use crate::document::from_tagged;
use crate::events::Event;
use crate::ledger::{Game, Placed};
use crate::pack::Kind;
use crate::place::Place;
use crate::report::line_map::{LineMap, Mark, Stand, Strip};
use crate::report::{Block, Report, Section, StepFacts};
use crate::side::Side;

/// What the marks of cards mean, with the ratings beside them.
const MARKS: &[(Mark, &str)] = &[
    (Mark::Infantry, "infantry, its CV"),
    (Mark::Cavalry, "cavalry, its CV"),
    (Mark::Artillery, "artillery, fire and CV"),
    (Mark::General, "general, attack/defense"),
    (Mark::Other, "special"),
];
/// The same in text.
const KEY: &str = "i infantry, c cavalry, a artillery (fire at long and short range), g general (attack/defense), s special, ? face \
                   down; the number is the CV, each * a hit.";

/// The page of the table: the map, and the counts of what is off it.
pub fn page(rules: &Dixie, game: &Game, width: Option<usize>) -> Report {
    let map = table(rules, game, None);
    let section = |heading: &str, blocks: Vec<Block>| Section { heading: heading.to_owned(), blocks };
    let counts = line::section(rules, game).blocks.into_iter().skip(1).collect();
    let sections = vec![section("", map.text(width).to_vec()), section("Off the table", counts)];
    Report { title: "The table".to_owned(), subtitle: map.subtitle, sections }
}

/// The table with what happened in a step.
pub fn table(rules: &Dixie, game: &Game, facts: Option<&StepFacts>) -> LineMap {
    let off = |side: Side| {
        let [reserve, deck, lost] = [HAND, DECK, LOST].map(|pile| names::number(game.cards.count(&side.id(), pile)));
        format!("{}: Reserve {reserve}; Reinforcement deck {deck}; out of play {lost}", side.title())
    };
    let subtitle = format!("{}.", statistics::when(game).words);
    let [usa, across] = game.lines();
    let words = |place: &Place| {
        let [usa, csa] = Side::BOTH.map(|side| line::stands(rules, game, *place, side));
        format!(" {}: USA {usa}; CSA {csa}.", names::title(*place))
    };
    let mut map = LineMap {
        title: format!("Dixie: {}", names::edition(game.edition)),
        about: across.iter().chain(usa).fold(subtitle.clone(), |about, place| about + &words(place)),
        subtitle,
        sides: Side::BOTH.map(Side::title),
        off: Side::BOTH.map(off),
        marks: MARKS,
        key: KEY,
        lines: game.lines().map(|line| line.iter().map(|place| stand(rules, game, *place)).collect()),
        ..LineMap::default()
    };
    let events = facts.into_iter().flat_map(|facts| &facts.events);
    events.filter_map(|event| from_tagged("event", event).ok()).for_each(|event| step(game, &event, &mut map));
    map
}

fn stand(rules: &Dixie, game: &Game, place: Place) -> Stand {
    let engaged = rules.engaged(game, place);
    let fords = game.position(place).map_or(0, |position| position.fords);
    Stand {
        name: names::title(place),
        holder: if engaged { "both".to_owned() } else { line::holder(rules, game, place) },
        engaged,
        terrain: rules.terrain(game, place).map(names::full).collect(),
        beside: if fords > 0 { "Ford".to_owned() } else { String::new() },
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
            name: card.map_or(&placed.card, |card| &card.name).clone(),
            brief: rating.replace('F', ""),
            rating,
            hits: placed.hits,
            about: card.map_or("face down".to_owned(), names::full),
        }
    };
    let mut strips: Vec<Strip> = game.there(place, side).iter().map(strip).collect();
    strips.sort_by_key(|strip| strip.mark != Some(Mark::General));
    strips
}

/// What an event shows of a step.
fn step(game: &Game, event: &Event, map: &mut LineMap) {
    let second = |side: &Side| *side == Side::Csa;
    let places = match event {
        Event::Moved { side, from, to, .. } => {
            map.moves.push((second(side), line::spot(game, *from), line::spot(game, *to)));
            vec![*from, *to]
        }
        Event::Hit { side, place, hits, .. } => {
            map.hits.extend(line::spot(game, *place).map(|spot| (spot, second(side), u32::from(*hits))));
            vec![*place]
        }
        Event::Fired { from, at, .. } => vec![*from, *at],
        Event::Check { place, .. } | Event::Captured { place, .. } => vec![*place],
        _ => Vec::new(),
    };
    map.felt.extend(places.into_iter().filter_map(|place| line::spot(game, place)));
}
