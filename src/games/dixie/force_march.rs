//! Force marches (8.6).

use serde::{Deserialize, Serialize};

use crate::card_values::base_morale;
use crate::engine::{Input, Next, StepContext};
use crate::events::{MoraleCheckReason, Refusal};
use crate::ledger::{CardAction, Phase};
use crate::morale::check;
use crate::moves::Route;
use crate::pack::Kind;
use crate::place::Place;
use crate::side::Side;
use crate::view::{RefusalList, View};
use crate::{Dixie, Reply};

/// Infantry or artillery that make two moves, each after a morale check.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct March {
    pub side: Side,
    pub cards: Vec<String>,
    pub path: Vec<Place>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub general: Option<String>,
}

impl March {
    fn all_cards(&self) -> Vec<String> {
        self.cards.iter().chain(&self.general).cloned().collect()
    }

    /// Why the rules forbid it.
    pub fn refused(&self, view: View<'_>) -> RefusalList {
        let all = self.all_cards();
        let mut found = Route { cards: &all, path: &self.path, forced: true }.refused(view);
        for card in &self.cards {
            if !matches!(view.kind(card), Some(Kind::Infantry | Kind::Artillery)) {
                found.push((Refusal::WrongKind { card: card.clone() }, "8.6"));
            } else if view.card(card).is_some_and(|card| card.horse) {
                // Horse artillery never gets two moves.
                found.push((Refusal::WrongKind { card: card.clone() }, "7.2"));
            }
        }
        if self.path.len() != 2 {
            found.push((Refusal::TooFar { card: self.cards.first().cloned().unwrap_or_default() }, "8.6"));
        }
        if let Some(card) = &self.general {
            if view.kind(card) != Some(Kind::General) {
                found.push((Refusal::WrongKind { card: card.clone() }, "8.6"));
            } else if view.place(card).is_none() {
                // He helps only units that he is deployed with.
                found.push((Refusal::GeneralElsewhere { card: card.clone() }, "8.6"));
            }
        }
        found
    }

    /// Makes the single roll, and the moves of the cards that pass.
    pub fn step(&mut self, rules: &Dixie, cx: StepContext<'_, Dixie>, input: Input<Dixie>) -> Next<Dixie> {
        let StepContext { game, events, .. } = cx;
        let side = self.side;
        let Input::Faces(faces) = input else {
            let (purpose, count) = (format!("force march {side}"), self.cards.len());
            return Next::Roll { purpose, rule: "8.6", count, sides: 6 };
        };
        let place = self.cards.first().and_then(|card| game.find(side, card)).map_or(Place::Reserve, |found| found.0);
        let mut marching = Vec::new();
        for (card, face) in self.cards.iter().zip(faces) {
            let Some(data) = rules.card(game, side, card) else { continue };
            let general = self.general.as_ref().and_then(|general| rules.card(game, side, general));
            let helps = general.filter(|general| rules.commands(game, side, general, data));
            let value =
                helps.into_iter().fold(base_morale(data), |sum, general| sum.and(&general.id, general.attack.into()));
            if check(events, "8.6", (side, data), (place, MoraleCheckReason::ForceMarch), (value, vec![face])) {
                marching.push(card.clone());
            } else if place == Place::Reserve {
                game.held.push(card.clone());
            } else {
                game.record_action(side, card, CardAction::Held);
            }
        }
        // The general stays with his troops if none of them marches.
        if !marching.is_empty() {
            marching.extend(self.general.clone());
            let all = self.all_cards();
            Route { cards: &all, path: &self.path, forced: true }.carry_out(rules, game, events, side, &marching);
        }
        game.begin_phase(Phase::Move);
        Next::Return(Reply::Done)
    }
}
