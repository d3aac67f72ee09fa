//! Fire and melee on cards: who fired, what was rolled, what it cost.

use super::event_groups::{Group, RuledEvent};
use super::{combat_audits, names, picture_positions};
use crate::Dixie;
use crate::events::{Event, Range};
use crate::ledger::Game;
use crate::report::event_groups;
use crate::report::grammar::list;
use crate::report::text_builder::Rolls;
use crate::report::{BattleCard, CardSide, StepFacts};
use crate::side::Side;

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
        let struck = Struck::by(rules, game, after, one);
        let (taken, scores) = (struck.words(), names::hits(scored));
        let verb = if *range == Range::Melee { "fights" } else { "fires" };
        let (verb, force, result) = match own.is_empty() {
            true => ("is fired at", struck.cards, format!("takes {taken}")),
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

/// What hits do to a side, as the report counts them.
#[derive(Default)]
struct Struck {
    /// Everybody who is hit.
    cards: Vec<String>,
    taken: u32,
    /// Generals and specials that a six hits as well (11.2): these are no hits of the fire.
    by_sixes: Vec<String>,
    covered: u32,
    wasted: u32,
}

impl Struck {
    fn by(rules: &Dixie, game: &Game, after: &[RuledEvent], side: Side) -> Struck {
        let mut struck = Struck::default();
        for RuledEvent { rule, event } in after {
            match event {
                Event::Hit { side: whose, card, hits, .. } if *whose == side => {
                    match rule.as_str() {
                        "11.2" => struck.by_sixes.push(names::short_name(rules, game, side, card)),
                        _ => struck.taken += u32::from(*hits),
                    }
                    struck.cards.push(names::card(rules, game, side, card));
                }
                Event::Covered { side: whose, hits, .. } if *whose == side => struck.covered += u32::from(*hits),
                Event::Wasted { side: whose, hits, .. } if *whose == side => struck.wasted += u32::from(*hits),
                _ => {}
            }
        }
        for cards in [&mut struck.cards, &mut struck.by_sixes] {
            cards.sort_unstable();
            cards.dedup();
        }
        struck
    }

    /// After `takes`: `2 hits; a six hits Elzey`.
    fn words(&self) -> String {
        let mut said = vec![names::hits(self.taken)];
        if self.covered > 0 {
            said.push(format!("cover takes away {}", names::hits(self.covered)));
        }
        if self.wasted > 0 {
            said.push(format!("no card is left to take {}", names::hits(self.wasted)));
        }
        if !self.by_sixes.is_empty() {
            said.push(format!("sixes hit {}", list(self.by_sixes.iter().cloned(), "and", "nobody")));
        }
        said.join("; ")
    }
}
