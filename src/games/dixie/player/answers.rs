//! The player's answers, when asked and in advance (12.0).

use serde_json::{Value, json};

use crate::Dixie;
use crate::card_values::firepower;
use crate::engine::OwnCards;
use crate::events::Range;
use crate::ledger::Game;
use crate::legal::asked;
use crate::melee::strength;
use crate::orders::{Answer, Play, Question};
use crate::pack::{Card, Effect, Kind};
use crate::place::Place;
use crate::specials;
use crate::view::View;

use super::Plan;

/// What it answers.
pub fn answer(rules: &Dixie, game: &Game, question: &Question, own: Option<&OwnCards>) -> Option<Answer> {
    let view = View { rules, game, side: asked(game, question), own };
    Some(match question {
        Question::BeforeFire { .. } | Question::BeforeMelee { .. } => {
            let place = question.place();
            let wanted = match question {
                Question::BeforeMelee { .. } => against_melee(view, place),
                _ => against_fire(view, place),
            };
            specials::playable_specials(view, question, wanted)
        }
        Question::SecondRound { place } => {
            let [mine, theirs] = [view.side, view.side.other()].map(|side| strength(rules, game, *place, side));
            if mine >= theirs || game.defender(*place) == Some(view.side) {
                Answer::Fight {}
            } else {
                Answer::Disengage {}
            }
        }
        Question::Hits { .. } | Question::Withdraw { .. } | Question::TurnUp { .. } | Question::Outflanked { .. } => {
            return crate::legal::answers(rules, game, question, own).into_iter().next();
        }
    })
}

fn special_in_hand<'v>(view: View<'v>, effect: Effect) -> Option<&'v Card> {
    view.reserve().into_iter().find(|card| card.special == Some(effect))
}

/// The hits that a card of the enemy may score at a position, on average.
fn danger(card: &Card, range: Range) -> u8 {
    card.cv * firepower(card, range, true)
}

/// Specials against fire at a position: against its strongest card, then Cover. None is wasted on weak fire.
fn against_fire(view: View<'_>, place: Place) -> Vec<Play> {
    let (game, enemy) = (view.game, view.side.other());
    let known = |at: Place| {
        let there = game.cards_in(at, enemy).iter();
        there.filter_map(|placed| view.rules.card(game, enemy, &placed.card)).filter(|card| card.kind.is_troop())
    };
    let near = known(place).map(|card| (danger(card, Range::Short), card));
    let far = known(place.opposite()).filter(|card| card.kind == Kind::Artillery);
    let mut fire: Vec<(u8, &Card)> = near.chain(far.map(|card| (danger(card, Range::Long), card))).collect();
    fire.sort_by_key(|(danger, card)| (std::cmp::Reverse(*danger), card.number));
    if fire.iter().map(|(danger, _)| u32::from(*danger)).sum::<u32>() < 9 {
        return Vec::new();
    }
    let mut found = Vec::new();
    for effect in [Effect::UniformConfusion, Effect::Ammunition] {
        if let Some(special) = special_in_hand(view, effect) {
            let play =
                |card: &Card| Play { card: special.id.clone(), place: Some(place), target: Some(card.id.clone()) };
            found.extend(fire.iter().take(2).map(|(_, card)| play(card)));
        }
    }
    let cover = special_in_hand(view, Effect::Cover).map(|card| Play {
        card: card.id.clone(),
        place: Some(place),
        target: None,
    });
    found.extend(cover);
    found
}

/// Specials for a melee that the enemy has declared.
fn against_melee(view: View<'_>, place: Place) -> Vec<Play> {
    let effects = [Effect::RebelYell, Effect::BayonetCharge]
        .into_iter()
        .filter(|effect| specials::is_melee_special(view, *effect));
    let cards = effects.filter_map(|effect| special_in_hand(view, effect));
    cards.map(|card| Play { card: card.id.clone(), place: Some(place), target: None }).collect()
}

/// Its answers in advance: the specials that it would play if asked, in any position. It does not commit a Bayonet
/// Charge that it may need itself.
pub fn in_advance(game: &Game, view: View<'_>) -> Vec<(&'static str, Value)> {
    let places = || game.places.keys().copied().filter(|place| !game.cards_in(*place, view.side).is_empty());
    let says = |plays: Vec<Play>| if plays.is_empty() { json!("pass") } else { json!(Answer::Specials(plays)) };
    let mut found = vec![("before_fire", says(places().flat_map(|place| against_fire(view, place)).collect()))];
    if game.rules.melee {
        let attacks = view.own.is_some_and(|own| Plan::of(view.rules, game, (view.side, own), 0).may_fight_melee());
        let plays = if attacks { Vec::new() } else { places().flat_map(|place| against_melee(view, place)).collect() };
        found.push(("before_melee", says(plays)));
    }
    found
}
