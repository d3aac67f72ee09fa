//! Fire and melee on cards: who fired, what was rolled, what it cost.

use super::event_groups::{Group, RuledEvent};
use super::{combat_audits, names, picture_positions};
use crate::Dixie;
use crate::events::{Event, Range};
use crate::ledger::Game;
use crate::report::event_groups;
use crate::report::text_builder::Rolls;
use crate::report::{BattleCard, CardSide, StepFacts};

/// The combats among events that are in groups, each on a card.
pub fn cards(rules: &Dixie, game: &Game, facts: &StepFacts) -> Vec<BattleCard> {
    let volley = |event| match event_groups::group(event)? {
        Group::Volley { fired, after } => card(rules, game, &fired, &after),
        Group::Hits { .. } | Group::Checks { .. } | Group::Moves { .. } => None,
    };
    facts.events.iter().filter_map(volley).collect()
}

fn card(rules: &Dixie, game: &Game, fired: &[Event], after: &[RuledEvent]) -> Option<BattleCard> {
    let Event::Fired { side, from, at, range, .. } = fired.first()? else { return None };
    let text = combat_audits::volley(rules, game, fired, after, &mut Rolls::default())?;
    let sides = [*side, side.other()].map(|one| {
        let (mut own, mut scored) = (Vec::new(), 0);
        for event in fired {
            if let Event::Fired { side, card, faces, hits, .. } = event
                && *side == one
            {
                // A line for each card: its dice would not stand in one row.
                let rolled = combat_audits::faces(faces);
                own.push(format!("{} rolls {rolled}", names::card(rules, game, one, card)));
                scored += u32::from(*hits);
            }
        }
        let (mut struck, mut taken) = (Vec::new(), 0);
        for RuledEvent { event, .. } in after {
            if let Event::Hit { side, card, hits, .. } = event
                && *side == one
            {
                struck.push(names::card(rules, game, one, card));
                taken += u32::from(*hits);
            }
        }
        struck.sort_unstable();
        struck.dedup();
        let (taken, scores) = (names::hits(taken), names::hits(scored));
        let verb = if *range == Range::Melee { "fights" } else { "fires" };
        let (verb, force, result) = match own.is_empty() {
            true => ("is fired at", struck, format!("takes {taken}")),
            false => (verb, own, format!("scores {scores}; takes {taken}")),
        };
        let heading = format!("{} {verb}", one.title());
        CardSide { side: one.id(), heading, force, dice: Vec::new(), modifiers: Vec::new(), total: None, result }
    });
    Some(BattleCard {
        title: names::title(*at),
        table: vec![if from == at {
            "in its own position".to_owned()
        } else {
            format!("from {}", names::place(*from))
        }],
        at: picture_positions::middle(game, *at),
        sides,
        outcome: text.text.flat(),
    })
}
