//! Fire and melee on cards: who fired, what was rolled, what it cost.

use super::groups::{self, Group, Told};
use super::{names, picture, volleys};
use crate::Dixie;
use crate::events::{Event, Range};
use crate::ledger::Game;
use crate::report::say::Rolls;
use crate::report::words::list;
use crate::report::{BattleCard, CardSide, StepFacts};
use crate::side::Side;

/// The combats among events that are in groups, each on a card.
pub fn cards(rules: &Dixie, game: &Game, facts: &StepFacts) -> Vec<BattleCard> {
    let volley = |event| match groups::group(event)? {
        Group::Volley { fired, after } => card(rules, game, &fired, &after),
        Group::Checks { .. } | Group::Moves { .. } => None,
    };
    facts.events.iter().filter_map(volley).collect()
}

fn card(rules: &Dixie, game: &Game, fired: &[Event], after: &[Told]) -> Option<BattleCard> {
    let Event::Fired { side, from, at, range, .. } = fired.first()? else { return None };
    let told = volleys::volley(rules, game, fired, after, &mut Rolls::default())?;
    let sides = [*side, side.other()].map(|one| {
        let own = fired.iter().filter_map(|event| match event {
            Event::Fired { side, card, faces, hits, .. } if *side == one => Some((card, faces, u32::from(*hits))),
            _ => None,
        });
        let own: Vec<_> = own.collect();
        let taken: u32 = after.iter().map(|told| hits_on(&told.event, one)).sum();
        let scored: u32 = own.iter().map(|(_, _, hits)| hits).sum();
        let fires = if *range == Range::Melee { "fights" } else { "fires" };
        let verb = if own.is_empty() { "is fired at" } else { fires };
        let scores = if own.is_empty() { String::new() } else { format!("scores {}; ", names::hits(scored)) };
        CardSide {
            side: one.id(),
            heading: format!("{} {verb}", names::side(one)),
            force: vec![match own.is_empty() {
                true => list(struck(rules, game, after, one), "and", "cards that are not named"),
                false => list(own.iter().map(|(card, ..)| names::card(rules, game, one, card)), "and", "nobody"),
            }],
            dice: own.iter().flat_map(|(_, faces, _)| (*faces).clone()).collect(),
            modifiers: Vec::new(),
            total: None,
            result: format!("{scores}takes {}", names::hits(taken)),
        }
    });
    Some(BattleCard {
        title: names::title(*at),
        table: vec![if from == at {
            "in its own position".to_owned()
        } else {
            format!("from {}", names::place(*from))
        }],
        at: Some(picture::middle(game, *at)),
        sides,
        outcome: told.say.flat(),
    })
}

fn hits_on(event: &Event, side: Side) -> u32 {
    match event {
        Event::Hit { side: own, hits, .. } if *own == side => u32::from(*hits),
        _ => 0,
    }
}

/// The cards of a side that took hits, each once.
fn struck(rules: &Dixie, game: &Game, after: &[Told], side: Side) -> Vec<String> {
    let mut found: Vec<String> = Vec::new();
    for told in after {
        if let Event::Hit { side: own, card, .. } = &told.event {
            let name = names::card(rules, game, *own, card);
            if *own == side && !found.contains(&name) {
                found.push(name);
            }
        }
    }
    found
}
