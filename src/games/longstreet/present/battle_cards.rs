//! Volleys and charges on cards: who fired or charged, what was rolled, what it cost.

use super::names;
use crate::Longstreet;
use crate::document::{Id, from_tagged};
use crate::events::Event;
use crate::ledger::Game;
use crate::orders::Dice;
use crate::report::{BattleCard, CardSide, StepFacts};
use crate::side::Side;

/// The volleys and charges of a step, each on a card.
pub fn cards(rules: &Longstreet, game: &Game, facts: &StepFacts) -> Vec<BattleCard> {
    let events: Vec<Event> = facts.events.iter().filter_map(|event| from_tagged("event", event).ok()).collect();
    events.iter().filter_map(|event| card(rules, game, event, &events)).collect()
}

/// What a unit takes by a fact: its hits, and its losses if they are applied in this step.
fn hits_taken(rules: &Longstreet, events: &[Event], n: u32, hits: u8, of: &Id) -> String {
    let lost = events.iter().filter_map(|event| match event {
        Event::Losses { fact, unit, saved, lost, bases, .. } if *fact == n && unit == of => {
            let (name, lost) = (names::unit(rules, unit), names::number(*lost, "base"));
            Some(format!("{name} loses {lost}, {saved} saved by morale, {bases} left"))
        }
        _ => None,
    });
    std::iter::once(format!("takes {}", names::number(hits, "hit"))).chain(lost).collect::<Vec<_>>().join("; ")
}

fn card(rules: &Longstreet, game: &Game, event: &Event, events: &[Event]) -> Option<BattleCard> {
    let one = |side: Side, verb: &str, units: &[Id], faces: &[u8], result: String| CardSide {
        side: side.id(),
        heading: format!("{} {verb}", side.title()),
        force: units.iter().map(|id| names::unit(rules, id)).collect(),
        dice: faces.iter().map(|face| u64::from(*face)).collect(),
        modifiers: Vec::new(),
        total: None,
        result,
    };
    let rolled = |dice: &Option<Dice>| dice.map_or("hits as declared".to_owned(), names::dice);
    let takes = |fact: &u32, hits: &u8, of: &Id| hits_taken(rules, events, *fact, *hits, of);
    let (title, table, sides, target) = match event {
        Event::Volley { fact, side, units, target, dice, faces, again, hits, .. } => {
            let all: Vec<u8> = faces.iter().chain(again).copied().collect();
            let rerolled = (!again.is_empty()).then(|| "misses rolled again".to_owned());
            let table = [names::dice(*dice)].into_iter().chain(rerolled).collect();
            let (scores, at) = (format!("scores {}", names::number(*hits, "hit")), std::slice::from_ref(target));
            let struck = one(side.other(), "is fired at", at, &[], takes(fact, hits, target));
            ("Fire", table, [one(*side, "fires", units, &all, scores), struck], target)
        }
        Event::Charged { fact, side, unit, target, losses, own_losses, .. } => {
            let Event::Charged { dice, faces, against, against_faces, .. } = event else { return None };
            let [who, at] = [unit, target].map(std::slice::from_ref);
            let charger = one(*side, "charges", who, faces, takes(fact, own_losses, unit));
            let charged = one(side.other(), "is charged", at, against_faces, takes(fact, losses, target));
            ("Charge", vec![rolled(dice), rolled(against)], [charger, charged], target)
        }
        _ => return None,
    };
    let at = rules.battle(game).and_then(|battle| Some(names::point(battle, game.units.get(target)?.at)));
    let outcome = format!("{} {}.", names::unit(rules, target), sides[1].result);
    Some(BattleCard { title: format!("{title} at {}", names::unit(rules, target)), table, at, sides, outcome })
}
