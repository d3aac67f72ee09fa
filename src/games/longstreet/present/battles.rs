//! Volleys and charges on cards: who fired or charged, what was rolled, what it cost.

use super::{names, picture};
use crate::Longstreet;
use crate::document::{Id, from_tagged};
use crate::events::Event;
use crate::ledger::Game;
use crate::report::words::list;
use crate::report::{BattleCard, CardSide, StepFacts};
use crate::side::Side;

/// The volleys and charges of a step, each on a card.
pub fn cards(rules: &Longstreet, game: &Game, facts: &StepFacts) -> Vec<BattleCard> {
    let events: Vec<Event> = facts.events.iter().filter_map(|event| from_tagged("event", event).ok()).collect();
    events.iter().filter_map(|event| card(rules, game, event, &events)).collect()
}

/// What becomes of a unit by a fact: its losses, if they are applied in this step.
fn result(rules: &Longstreet, events: &[Event], n: u32, hits: u8, of: &[&Id]) -> String {
    let lost = events.iter().filter_map(|event| match event {
        Event::Losses { fact, unit, saved, lost, bases, .. } if *fact == n && of.contains(&unit) => {
            let morale = if *saved > 0 { format!(" ({saved} removed by morale)") } else { String::new() };
            let loss = if *lost == 0 { "no base".to_owned() } else { names::number(*lost, "base") };
            Some(format!("{} loses {loss}{morale}, {bases} left", names::unit(rules, unit)))
        }
        _ => None,
    });
    let scored = if hits == 0 { "takes no hit".to_owned() } else { format!("takes {}", names::number(hits, "hit")) };
    std::iter::once(scored).chain(lost).collect::<Vec<_>>().join("; ")
}

fn card(rules: &Longstreet, game: &Game, event: &Event, events: &[Event]) -> Option<BattleCard> {
    let unit = |id: &Id| names::unit(rules, id);
    let dice = |faces: &[u8]| faces.iter().map(|face| u64::from(*face)).collect::<Vec<_>>();
    let one = |side: Side, verb: &str, units: &[&Id], dice: Vec<u64>, result: String| CardSide {
        side: side.id(),
        heading: format!("{} {verb}", names::side(side)),
        force: units.iter().map(|id| unit(id)).collect(),
        dice,
        modifiers: Vec::new(),
        total: None,
        result,
    };
    let (title, table, sides, target, outcome) = match event {
        Event::Volley { fact, side, units, target, dice: rolled, faces, again, hits, .. } => {
            let firing: Vec<&Id> = units.iter().collect();
            let mut table = vec![names::dice(*rolled)];
            let misses = if again.len() == 1 { "1 miss" } else { "misses" };
            table.extend((!again.is_empty()).then(|| format!("{misses} rolled again")));
            let all: Vec<u8> = faces.iter().chain(again).copied().collect();
            let struck = result(rules, events, *fact, *hits, &[target]);
            let sides = [
                one(*side, "fires", &firing, dice(&all), format!("scores {}", names::number(*hits, "hit"))),
                one(side.other(), "is fired at", &[target], Vec::new(), struck),
            ];
            let who = list(units.iter().map(unit), "and", "nobody");
            (
                format!("Fire at {}", unit(target)),
                table,
                sides,
                target,
                format!("{who}: {}.", names::number(*hits, "hit")),
            )
        }
        Event::Charged {
            fact,
            side,
            unit: who,
            target,
            dice: own,
            faces,
            against,
            against_faces,
            losses,
            own_losses,
            ..
        } => {
            let told = |what: &str, dice: &Option<crate::orders::Dice>| match dice {
                Some(dice) => format!("{what}: {}", names::dice(*dice)),
                None => format!("{what}: declared"),
            };
            let table = vec![told("charge", own), told("against it", against)];
            let sides = [
                one(*side, "charges", &[who], dice(faces), result(rules, events, *fact, *own_losses, &[who])),
                one(
                    side.other(),
                    "is charged",
                    &[target],
                    dice(against_faces),
                    result(rules, events, *fact, *losses, &[target]),
                ),
            ];
            let [theirs, own] = [losses, own_losses].map(|hits| names::number(*hits, "hit"));
            let outcome = format!("{theirs} on {}, {own} on {}.", unit(target), unit(who));
            (format!("Charge at {}", unit(target)), table, sides, target, outcome)
        }
        _ => return None,
    };
    let at = rules.battle(game).and_then(|battle| Some(picture::at(battle, game.units.get(target)?.at)));
    Some(BattleCard { title, table, at, sides, outcome })
}
