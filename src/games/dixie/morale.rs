//! Morale (6.0), and what overstacking costs (8.4).

use serde::{Deserialize, Serialize};

use crate::card_values::passes;
use crate::engine::ruleset::Asked;
use crate::engine::sum::Sum;
use crate::engine::{Events, Input, Next, StepContext};
use crate::events::{EliminationReason, Event, MoraleCheckReason};
use crate::ledger::{Game, Phase};
use crate::orders::{Answer, First, Question};
use crate::pack::Card;
use crate::place::Place;
use crate::side::Side;
use crate::{Dixie, Procedure, Reply};

/// Morale checks, one after the other (6.0).
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct MoraleChecks {
    pub why: MoraleCheckReason,
    /// The cards still to be checked, generals before troops (11.2).
    pub left: Vec<(Side, String)>,
    /// Whether routed cards may be rallied (12.0).
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub rallies: bool,
}

/// A card's morale check with all its rolls; returns whether it passes. For a general only a six is fatal (11.2).
pub fn check(
    events: &mut Events,
    rule: &str,
    (side, card): (Side, &Card),
    (place, why): (Place, MoraleCheckReason),
    (value, faces): (Sum, Vec<u64>),
) -> bool {
    let needs = if card.kind.is_troop() { value.total() } else { 5 };
    let passed = faces.iter().all(|face| passes(*face, needs));
    events.emit(rule, &Event::Check { side, card: card.id.clone(), place, why, value, faces, passed });
    passed
}

impl MoraleChecks {
    /// Checks for hits on the cards of these sides, in one position or in all (6.0, 13.2).
    pub fn of_hits(
        rules: &Dixie,
        game: &Game,
        sides: &[Side],
        place: Option<Place>,
        why: MoraleCheckReason,
    ) -> MoraleChecks {
        let mut left = Vec::new();
        for &side in sides {
            let hit = |place: &Place| {
                let cards = game.cards_in(*place, side).iter().filter(|placed| placed.hits > 0);
                cards.map(|placed| placed.card.clone()).collect::<Vec<_>>()
            };
            let all = game.places.keys().filter(|other| place.is_none_or(|place| place == **other)).flat_map(hit);
            let (troops, others): (Vec<_>, Vec<_>) = all.partition(|card| rules.is_troop(game, side, card));
            left.extend(others.into_iter().chain(troops).map(|card| (side, card)));
        }
        left.sort_by_key(|(side, card)| rules.is_troop(game, *side, card));
        MoraleChecks { why, left, rallies: why == MoraleCheckReason::Hits }
    }

    /// One step of them.
    pub fn step(&mut self, rules: &Dixie, cx: StepContext<'_, Dixie>, input: Input<Dixie>) -> Next<Dixie> {
        let StepContext { game, events, .. } = cx;
        if let Input::Faces(faces) = input
            && !self.left.is_empty()
        {
            let (side, card) = self.left.remove(0);
            self.judge(rules, game, events, (side, &card), faces);
            // A general who is killed takes his stacking bonus with him (11.3).
            return Next::Continue;
        }
        if game.phase != Phase::Move
            && let Some(disorder) = Disorganization::due(rules, game)
        {
            return Next::Call(Procedure::Disorder(Disorganization {
                melee: self.why == MoraleCheckReason::Melee,
                ..disorder
            }));
        }
        self.left.retain(|(side, card)| game.placed(*side, card).is_some_and(|placed| placed.hits > 0));
        match self.left.first() {
            None => Next::Return(Reply::Done),
            Some((side, card)) => {
                let count = game.placed(*side, card).map_or(1, |placed| placed.hits.into());
                Next::Roll { purpose: format!("morale {side}"), rule: self.rule(), count, sides: 6 }
            }
        }
    }

    fn rule(&self) -> &'static str {
        match self.why {
            MoraleCheckReason::Hits => "6.0",
            MoraleCheckReason::Melee => "13.2",
            MoraleCheckReason::Disorganization => "8.4",
            MoraleCheckReason::ForceMarch => "8.6",
            MoraleCheckReason::Outflanking => "13.1",
            MoraleCheckReason::Support => "13.5",
            MoraleCheckReason::Scouting => "13.7",
        }
    }

    /// Applies a card's roll.
    fn judge(&self, rules: &Dixie, game: &mut Game, events: &mut Events, (side, card): (Side, &str), faces: Vec<u64>) {
        let Some((place, _)) = game.find(side, card) else { return };
        let Some(data) = rules.card(game, side, card) else { return };
        let troop = data.kind.is_troop();
        let value = rules.morale(game, (side, data), place, self.why == MoraleCheckReason::Melee);
        let rule = if troop { self.rule() } else { "11.2" };
        let passed = check(events, rule, (side, data), (place, self.why), (value, faces));
        if let Some(placed) = game.placed_mut(side, card) {
            placed.hits = 0;
        }
        if !passed {
            game.eliminate(events, rule, (side, card), EliminationReason::Routed);
            if self.rallies && troop {
                game.routed.push(data.id.clone());
            }
        }
    }
}

/// A position is overstacked: its cards check morale, those that fail go to the Reserve, and more follow until the rest
/// are within the stacking limit (8.4).
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Disorganization {
    pub side: Side,
    pub place: Place,
    /// Whether the checks have been made.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub checked: bool,
    /// Whether it happens among the checks of a melee (DX-39).
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub melee: bool,
}

impl Disorganization {
    /// The first overstacked position.
    pub fn due(rules: &Dixie, game: &Game) -> Option<Disorganization> {
        Side::BOTH.into_iter().find_map(|side| {
            let place = *game.places.keys().find(|place| rules.overstacked_by(game, **place, side) > 0)?;
            Some(Disorganization { side, place, checked: false, melee: false })
        })
    }

    /// One step of it.
    pub fn step(&mut self, rules: &Dixie, cx: StepContext<'_, Dixie>, input: Input<Dixie>) -> Next<Dixie> {
        let StepContext { game, standing, events } = cx;
        let Disorganization { side, place, checked, .. } = *self;
        let cards: Vec<String> = rules.troops(game, place, side).iter().map(|placed| placed.card.clone()).collect();
        if !checked {
            // A check needs the CV of each card.
            if let Some(shown) = game.reveal_cards(side, &cards, "8.4") {
                return shown;
            }
            let Input::Faces(faces) = input else {
                let purpose = format!("disorganization {side}");
                return Next::Roll { purpose, rule: "8.4", count: cards.len().max(1), sides: 6 };
            };
            self.checked = true;
            self.check(rules, game, events, &cards, &faces);
            return Next::Continue;
        }
        let over = rules.overstacked_by(game, place, side);
        if over == 0 {
            return Next::Return(Reply::Done);
        }
        let chosen = match input {
            Input::Answer(Answer::Withdraw(chosen)) => chosen,
            _ => {
                let own = standing.get(&side.id());
                let first = own.map_or(First::Weakest, |standing| standing.withdraw);
                if first == First::Ask {
                    let question = Question::Withdraw { place, count: over, cards };
                    return Next::Ask(Asked { side: side.id(), slug: "withdraw", rule: "8.4", question });
                }
                let mut order = order_by_policy(rules, game, side, cards, first, &[]);
                order.truncate(over.into());
                order
            }
        };
        for card in chosen {
            game.withdraw(events, "8.4", side, &card);
        }
        Next::Continue
    }

    fn check(&self, rules: &Dixie, game: &mut Game, events: &mut Events, cards: &[String], faces: &[u64]) {
        let Disorganization { side, place, .. } = *self;
        let over = rules.overstacked_by(game, place, side);
        events.emit("8.4", &Event::Disorganized { side, place, over });
        let mut failed = Vec::new();
        for (card, face) in cards.iter().zip(faces) {
            let Some(data) = rules.card(game, side, card) else { continue };
            if !data.kind.is_troop() {
                failed.push(card.clone());
                continue;
            }
            let value = rules.morale(game, (side, data), place, false);
            let why = MoraleCheckReason::Disorganization;
            if !check(events, "8.4", (side, data), (place, why), (value, vec![*face])) {
                failed.push(card.clone());
            }
        }
        for card in failed {
            game.withdraw(events, "8.4", side, &card);
        }
    }
}

/// Cards in the order of a policy, those named in `first` first. Face-down cards come after the others, in list order
/// (DX-14).
pub fn order_by_policy(
    rules: &Dixie,
    game: &Game,
    side: Side,
    mut cards: Vec<String>,
    policy: First,
    first: &[String],
) -> Vec<String> {
    let named = |card: &String| {
        let shown = game.public_name(side, card);
        first.iter().position(|other| *other == shown || other == card).unwrap_or(usize::MAX)
    };
    cards.sort_by_key(|card| {
        let cv = rules.card(game, side, card).map(|card| i64::from(card.cv));
        let rank = match (policy, cv) {
            (First::Listed, _) => 0,
            (_, None) => i64::MAX,
            (First::Strongest, Some(cv)) => -cv,
            (_, Some(cv)) => cv,
        };
        (named(card), rank)
    });
    cards
}
