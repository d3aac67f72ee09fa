//! Special cards (12.0, DX-30): when each may be played, and its effect.

use crate::Dixie;
use crate::engine::Events;
use crate::events::{Event, Refusal};
use crate::ledger::{CardAction, Game, Phase, Played};
use crate::orders::{Answer, Play, Question};
use crate::pack::{Effect, Kind};
use crate::place::Place;
use crate::side::Side;
use crate::view::{RefusalList, View};

/// What is wrong with a special that a side plays by an order.
pub fn refused(view: View<'_>, play: &Play) -> RefusalList {
    let card = play.card.clone();
    let Some(effect) = view.card(&play.card).and_then(|card| card.special) else {
        return vec![(Refusal::WrongKind { card }, "12.0")];
    };
    let mut found = in_hand_and_free(view, play, effect);
    let game = view.game;
    let combat = game.phase == Phase::Combat;
    let bad = || (Refusal::BadSpecial { card: card.clone() }, "12.0");
    let fits = match (effect, play.place) {
        (Effect::Sharpshooters, Some(place)) => combat && is_general(view, view.side.other(), play, place),
        (Effect::Ford, Some(place)) => view.rules.movement_limit(game, place).is_some(),
        (Effect::Railway, None) => true,
        (Effect::ColorGuard | Effect::JohnnyShiloh, Some(place)) => view.rules.has_troops(game, place, view.side),
        (Effect::Rally, None) => {
            combat && game.fought.is_empty() && play.target.as_ref().is_some_and(|card| game.routed.contains(card))
        }
        _ => false,
    };
    found.extend((!fits || !is_played_by_order(effect, play)).then(bad));
    found
}

/// Whether a special is one that its side plays by an order, with a position and a target if it needs them.
pub fn is_played_by_order(effect: Effect, play: &Play) -> bool {
    let needs = match effect {
        Effect::Sharpshooters => (true, true),
        Effect::Ford | Effect::ColorGuard | Effect::JohnnyShiloh => (true, false),
        Effect::Railway => (false, false),
        Effect::Rally => (false, true),
        _ => return false,
    };
    needs == (play.place.is_some(), play.target.is_some())
}

fn in_hand_and_free(view: View<'_>, play: &Play, effect: Effect) -> RefusalList {
    let mut found = Vec::new();
    if !view.in_reserve(&play.card) {
        found.push(view.not_in_reserve(&play.card, "12.0"));
    }
    if let Some(place) = play.place {
        if !view.game.places.contains_key(&place) {
            found.push((Refusal::NoPlace { place }, "12.0"));
        } else if specials_limit_reached(view.game, place, effect, &[]) {
            found.push((Refusal::SpecialLimit { place }, "12.0"));
        }
    }
    found
}

/// Whether a special belongs to the Move Phase (DX-30).
pub fn is_move_phase_special(effect: Effect) -> bool {
    effect.stays() || matches!(effect, Effect::Ford | Effect::FlankMarch)
}

/// Whether a special can no longer be played on a position in its phase, because either side has played two there, or
/// one of its kind (12.0, DX-35).
pub fn specials_limit_reached(game: &Game, place: Place, effect: Effect, more: &[Effect]) -> bool {
    // It begins the Move Phase.
    let begins = is_move_phase_special(effect) && game.phase < Phase::Move;
    let there = game.played.iter().filter(|played| played.place == place && !begins).map(|played| played.effect);
    let there: Vec<Effect> = there.chain(more.iter().copied()).collect();
    there.len() >= 2 || there.contains(&effect)
}

fn is_general(view: View<'_>, side: Side, play: &Play, place: Place) -> bool {
    let general = view.rules.general(view.game, place, side);
    view.rules.engaged(view.game, place)
        && general.is_some_and(|general| play.target.as_deref().is_some_and(|target| target == general.id))
}

/// Whether these specials may be played in answer to a question in the other side's combat (12.0).
pub fn may_answer(view: View<'_>, question: &Question, plays: &[Play]) -> bool {
    let mut effects: Vec<Effect> = Vec::new();
    for play in plays {
        let Some(effect) = view.card(&play.card).and_then(|card| card.special) else { return false };
        let place = question.place();
        let fits = match question {
            Question::BeforeFire { cards, .. } => match effect {
                Effect::Sharpshooters => is_general(view, view.side.other(), play, place),
                Effect::Cover => play.target.is_none(),
                Effect::Ammunition | Effect::UniformConfusion => {
                    play.target.as_ref().is_some_and(|c| cards.contains(c))
                }
                _ => false,
            },
            Question::BeforeMelee { .. } => is_melee_special(view, effect) && play.target.is_none(),
            _ => false,
        };
        let free = play.place == Some(place) && !specials_limit_reached(view.game, place, effect, &effects);
        if !fits || !free || !view.in_reserve(&play.card) || view.game.reserve(view.side) <= effects.len() {
            return false;
        }
        effects.push(effect);
    }
    !plays.is_empty()
}

/// The answer with those of these specials that fit the question, added one at a time as long as they do.
pub fn playable_specials(view: View<'_>, question: &Question, plays: Vec<Play>) -> Answer {
    let mut chosen: Vec<Play> = Vec::new();
    for play in plays {
        chosen.push(play);
        if !may_answer(view, question, &chosen) {
            chosen.pop();
        }
    }
    if chosen.is_empty() { Answer::Pass {} } else { Answer::Specials(chosen) }
}

/// Whether a special may be played on a melee (DX-30).
pub fn is_melee_special(view: View<'_>, effect: Effect) -> bool {
    match effect {
        Effect::BayonetCharge => true,
        Effect::RebelYell => view.side == Side::Csa,
        _ => false,
    }
}

/// Plays a special, by an order or in answer to a question: reports it, counts it, and discards it unless it stays on
/// the table.
pub fn play(rules: &Dixie, game: &mut Game, events: &mut Events, side: Side, play: &Play) -> Option<Effect> {
    let effect = rules.set(game).card(side, &play.card)?.special?;
    let Play { card, place, target } = play.clone();
    events.emit("12.0", &Event::Special { side, card: card.clone(), effect, place, target });
    game.played.push(Played { side, place: place.unwrap_or(Place::Reserve), effect });
    match place {
        Some(place) if effect.stays() => game.enter(events, "12.0", (side, &card), place, Some(CardAction::Played)),
        _ => game.discard(events, "12.0", side, &card),
    }
    Some(effect)
}

/// The immediate effect of a special that its own side plays; the caller makes the Sharpshooters' roll.
pub fn apply_immediate_effect(game: &mut Game, events: &mut Events, side: Side, play: &Play, effect: Effect) {
    match (effect, play.place, &play.target) {
        (Effect::Ford, Some(place), _) => {
            if let Some(position) = game.places.get_mut(&place) {
                position.fords += 1;
            }
        }
        (Effect::Rally, _, Some(card)) => {
            game.routed.retain(|routed| routed != card);
            game.cards.play(events, "12.0", &side.id(), card, crate::state_changes::LOST);
            game.cards.leave(events, "12.0", &side.id(), card, crate::state_changes::HAND);
            events.emit("12.0", &Event::Rallied { side, card: card.clone() });
        }
        _ => {}
    }
}

/// The Sharpshooters roll for a general: a 1 or a 2 hits him (DX-30).
pub fn sharpshot(rules: &Dixie, game: &mut Game, events: &mut Events, (side, target): (Side, &str), face: u64) {
    let enemy = side.other();
    let Some((place, _)) = game.find(enemy, target) else { return };
    if rules.kind(game, enemy, target) != Some(Kind::General) {
        return;
    }
    let hit = face <= 2;
    events.emit("12.0", &Event::Sharpshot { side, target: target.to_owned(), place, face, hit });
    if hit {
        game.hit(events, "12.0", (enemy, target), place);
    }
}
