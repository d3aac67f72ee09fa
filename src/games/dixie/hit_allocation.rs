//! Hits are applied to cards (7.3, 11.2).

use serde::{Deserialize, Serialize};

use crate::engine::ruleset::Asked;
use crate::engine::{Events, Input, Next, StepContext};
use crate::events::{EliminationReason, Event};
use crate::ledger::{Game, Placed};
use crate::morale::order_by_policy;
use crate::orders::{Answer, First, Question};
use crate::place::Place;
use crate::side::Side;
use crate::{Dixie, Reply};

/// Hits on the cards of a side in a position, still to be applied.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct HitAllocation {
    /// The owner of the cards.
    pub side: Side,
    pub place: Place,
    /// Hits on troops, and sixes, which hit generals and specials that stay on the table (11.2, 12.0).
    pub hits: u8,
    pub sixes: u8,
    /// The only card that takes hits (13.4).
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub target: Option<String>,
    /// Cards that have been chosen and are about to take hits.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub chosen: Vec<String>,
}

impl HitAllocation {
    /// The hits of enemy fire at a position.
    pub fn new(side: Side, place: Place, (hits, sixes): (u8, u8), target: Option<String>) -> HitAllocation {
        HitAllocation { side, place, hits, sixes, target, chosen: Vec::new() }
    }

    /// One step of the procedure.
    pub fn step(&mut self, rules: &Dixie, cx: StepContext<'_, Dixie>, input: Input<Dixie>) -> Next<Dixie> {
        let StepContext { game, standing, events } = cx;
        let (side, place) = (self.side, self.place);
        if let Input::Answer(Answer::Hits(cards)) = input {
            self.chosen = cards;
        }
        if self.chosen.is_empty() && self.hits > 0 {
            let (even, count) = self.next_hits(rules, game);
            if even.is_empty() {
                events.emit("7.3", &Event::Wasted { side, place, hits: self.hits });
                self.hits = 0;
                return Next::Continue;
            }
            let own = standing.get(&side.id()).cloned().unwrap_or_default();
            if own.hits == First::Ask && count < even.len() {
                let question = Question::Hits { place, hits: count as u8, cards: even };
                return Next::Ask(Asked { side: side.id(), slug: "hits", rule: "7.3", question });
            }
            self.chosen = order_by_policy(rules, game, side, even, own.hits, &own.first);
            self.chosen.truncate(count);
        }
        // A card that is hit is revealed (7.2).
        if let Some(shown) = game.reveal_cards(side, &self.chosen, "7.2") {
            return shown;
        }
        for card in std::mem::take(&mut self.chosen) {
            self.take_hit(rules, game, events, &card);
        }
        if self.hits > 0 {
            return Next::Continue;
        }
        for _ in 0..std::mem::take(&mut self.sixes) {
            self.apply_six(rules, game, events);
        }
        Next::Return(Reply::Done)
    }

    /// The cards that the next hits are distributed among, which are those with the fewest, and how many of them take
    /// one now (7.3).
    fn next_hits(&self, rules: &Dixie, game: &Game) -> (Vec<String>, usize) {
        let troops = rules.troops(game, self.place, self.side);
        let troops: Vec<&Placed> = match &self.target {
            Some(target) => {
                troops.into_iter().filter(|placed| game.public_name(self.side, &placed.card) == *target).collect()
            }
            None => troops,
        };
        if troops.is_empty() && self.target.is_none() {
            // Without troops, a revealed decoy is hit (13.6).
            let decoys = rules.decoys(game, self.place).into_iter().filter(|(side, _)| *side == self.side);
            let decoys: Vec<String> = decoys.map(|(_, card)| card).take(1).collect();
            return (decoys, 1);
        }
        let fewest = troops.iter().map(|placed| placed.hits).min().unwrap_or(0);
        let even: Vec<String> =
            troops.iter().filter(|placed| placed.hits == fewest).map(|placed| placed.card.clone()).collect();
        let count = even.len().min(self.hits.into());
        (even, count)
    }

    /// A card takes a hit; with more than its CV it is eliminated at once (7.3, DX-38).
    fn take_hit(&mut self, rules: &Dixie, game: &mut Game, events: &mut Events, card: &str) {
        let (side, place) = (self.side, self.place);
        let Some((kind, cv)) = rules.card(game, side, card).map(|card| (card.kind, card.cv)) else {
            self.hits = self.hits.saturating_sub(1);
            return;
        };
        if !kind.is_troop() {
            // It was not a troop card, and does not take the hit (13.6).
            game.eliminate(events, "13.6", (side, card), EliminationReason::Decoy);
            return;
        }
        self.hits = self.hits.saturating_sub(1);
        if game.hit(events, "7.3", (side, card), place) > cv {
            game.eliminate(events, "7.3", (side, card), EliminationReason::Hits);
        }
    }

    /// A six hits a general or a special that stays on the table, whichever has fewer hits (11.2, 12.0).
    fn apply_six(&self, rules: &Dixie, game: &mut Game, events: &mut Events) {
        let (side, place) = (self.side, self.place);
        let known = |placed: &&Placed| !rules.is_troop(game, side, &placed.card);
        let least = game.cards_in(place, side).iter().filter(known).min_by_key(|placed| placed.hits);
        if let Some(card) = least.map(|placed| placed.card.clone()) {
            game.hit(events, "11.2", (side, &card), place);
        }
    }
}

/// Whether an owner may name these cards for hits (7.3).
pub fn admits(hits: u8, among: &[String], cards: &[String]) -> bool {
    let differ = cards.iter().enumerate().all(|(n, card)| !cards[..n].contains(card));
    cards.len() == usize::from(hits) && differ && cards.iter().all(|card| among.contains(card))
}
