//! What a card does once it stands, and what it forces upon the enemy (Battle Events, Special Events; BC-6).

use serde_json::{Value, json};

use crate::BattleCry;
use crate::combat_value::Counted;
use crate::engine::Events;
use crate::events::{ChoiceWanted, DiscardReason, DrawReason, Event, Wanted};
use crate::ledger::{DECK, DISCARD, Game, HAND, Play, Played, Send};
use crate::orders::{Choice, ForcedAttack, Half};
use crate::pack::{Cancelled, Effect, PlayCard};
use crate::shared::Side;
use crate::view::View;

/// The claim that a hand has no card but generals.
pub const NO_OTHERS: &str = "no_cards_but_generals";

/// Whether an effect forces something upon the enemy.
pub fn is_forcing(effect: &Effect) -> bool {
    matches!(
        effect,
        Effect::EnemyDiscards { .. }
            | Effect::EnemyEngages { .. }
            | Effect::EnemyCancels(_)
            | Effect::EnemyAttacks {}
            | Effect::EnemyWeakens {}
            | Effect::Wound {}
    )
}

/// Something that a play forces upon the enemy, with what he may choose from.
#[derive(Clone, Debug, PartialEq)]
pub enum Forced {
    /// So many cards of the hand, generals only where they may be.
    Discard { cards: usize, generals: bool },
    /// One of these generals engages.
    Engage(Vec<String>),
    /// One of these cards in play is canceled, or turned to its reverse value.
    Cancel(Vec<String>),
    /// A +1 attack card is played, if there is one.
    Attack,
    /// One of these engaged generals is wounded.
    Wounded(Vec<String>),
}

impl Forced {
    /// The field of the choice.
    pub fn wanted(&self) -> ChoiceWanted {
        match self {
            Forced::Discard { .. } => ChoiceWanted::Discard,
            Forced::Engage(_) => ChoiceWanted::Engage,
            Forced::Cancel(_) => ChoiceWanted::Cancel,
            Forced::Attack => ChoiceWanted::Attack,
            Forced::Wounded(_) => ChoiceWanted::Wounded,
        }
    }
}

/// What an event forces upon a side, as the table stands; nothing where nothing can be done.
pub fn forced(view: View<'_>, effect: &Effect) -> Option<Forced> {
    let owned = |cards: Vec<&str>| cards.into_iter().map(str::to_owned).collect::<Vec<_>>();
    let table = view.table()?;
    let cancellable = |what: Cancelled| owned(table.cancellable(view.side, what, view.pack()));
    let free: Vec<String> = view.free_generals().map(str::to_owned).collect();
    let some = |cards: Vec<String>, make: fn(Vec<String>) -> Forced| (!cards.is_empty()).then(|| make(cards));
    let hand = view.game.count(view.side, HAND);
    match effect {
        Effect::EnemyDiscards { cards, generals } => {
            let cards = usize::from(*cards).min(hand);
            (cards > 0).then_some(Forced::Discard { cards, generals: *generals })
        }
        Effect::EnemyEngages { .. } if !free.is_empty() => Some(Forced::Engage(free)),
        Effect::EnemyEngages { or_cancels: true } => some(cancellable(Cancelled::BattleEvent), Forced::Cancel),
        Effect::EnemyCancels(what) => some(cancellable(*what), Forced::Cancel),
        Effect::EnemyWeakens {} => some(weakened(view), Forced::Cancel),
        Effect::EnemyAttacks {} => (hand > 0 && !free.is_empty()).then_some(Forced::Attack),
        Effect::Wound {} => {
            let engaged = view.present().filter(|one| one.engaged).map(|one| one.card.clone()).collect();
            some(engaged, Forced::Wounded)
        }
        _ => None,
    }
}

/// The cards that may be weakened: attached ones with a reverse value, and +1 attack cards.
fn weakened(view: View<'_>) -> Vec<String> {
    let Some(table) = view.table() else { return Vec::new() };
    let fits = |card: &&Counted<'_>| card.attacks() && (card.value == 1 || turns(view.rules, card));
    table.of(view.side).filter(fits).map(|card| card.played.card.clone()).collect()
}

/// Whether a card can still be turned to its reverse value.
fn turns(rules: &BattleCry, card: &Counted<'_>) -> bool {
    let reverse = rules.pack.shown(card.played).effects().iter().find_map(|effect| match effect {
        Effect::Attached { reverse, .. } if *reverse > 0 => Some(*reverse),
        _ => None,
    });
    reverse.is_some_and(|reverse| card.value > reverse)
}

/// A play that stands has its effects.
pub fn apply(rules: &BattleCry, game: &mut Game, events: &mut Events, sent: &Send, (n, play): (usize, &Play)) {
    let side = sent.side;
    let Some(card) = &play.card else {
        let general = play.general.clone().unwrap_or_default();
        return game.draw_cards(events, "Cavalry General", side, 1, DrawReason::Cavalry(general));
    };
    let Some(part) = rules.pack.part(side, card, play.half) else { return };
    let choice = sent.choices.iter().find(|choice| usize::from(choice.play) == n + 1);
    for effect in part.effects() {
        match effect {
            Effect::Draw(count) => {
                game.draw_cards(events, "I.6", side, usize::from(*count), DrawReason::Card(card.clone()));
            }
            Effect::AttackCap(cap) => {
                let Some(battle) = &mut game.battle else { continue };
                let most = battle.attack_caps.entry(side.other()).or_insert(*cap);
                *most = (*most).min(*cap);
            }
            Effect::EnemyAttacksFirst {} => {
                game.battle.iter_mut().for_each(|battle| battle.attacker = side.other());
            }
            Effect::NoMoreValues {} => game.battle.iter_mut().for_each(|battle| battle.no_more_values.push(side)),
            Effect::BringGeneral {} | Effect::Disengage {} => game.move_general(rules, events, side, play),
            Effect::Recover {} => recover(game, events, side, play.take.as_deref().unwrap_or_default()),
            effect => force(rules, game, events, (side, card), effect, choice),
        }
    }
}

/// A card of the discard pile goes into the deck, which is shuffled.
fn recover(game: &mut Game, events: &mut Events, side: Side, card: &str) {
    // It may have been shuffled meanwhile, with the rest of the discard pile.
    if !game.cards.open(&side.id(), DISCARD).iter().any(|other| other == card) {
        return;
    }
    game.cards.play(events, "I.6", &side.id(), card, DISCARD);
    game.cards.leave(events, "I.6", &side.id(), card, DECK);
    game.cards.shuffle(events, "I.6", &side.id(), &[DECK], DECK);
}

/// Something is forced upon the enemy: as he has chosen, or, where that has become impossible, the first possibility.
fn force(
    rules: &BattleCry,
    game: &mut Game,
    events: &mut Events,
    (side, card): (Side, &str),
    effect: &Effect,
    choice: Option<&Choice>,
) {
    let enemy = side.other();
    let Some(forced) = forced(View::of(rules, game, enemy), effect) else {
        if is_forcing(effect) {
            events.emit("BC-6", &Event::NothingToDo { side: enemy, card: card.to_owned() });
        }
        return;
    };
    let chosen = |named: Option<&String>, from: &[String], events: &mut Events| {
        if let (Some(choice), true) = (choice, named.is_none_or(|named| !from.contains(named))) {
            events.emit("BC-41", &Event::ChoiceReplaced { side: enemy, choice: choice.clone() });
        }
        named.filter(|named| from.contains(named)).or(from.first()).cloned().unwrap_or_default()
    };
    match forced {
        Forced::Discard { cards, generals } => {
            let named = choice.map(|choice| choice.discard.clone()).unwrap_or_default();
            let named: Vec<String> = named.into_iter().take(cards).collect();
            game.discard(events, "I.6", enemy, &named, DiscardReason::Card(card.to_owned()));
            if named.len() < cards && !generals && game.count(enemy, HAND) > 0 {
                claim_no_others(game, events, enemy);
            }
        }
        Forced::Engage(from) => {
            let general = chosen(choice.and_then(|choice| choice.engage.as_ref()), &from, events);
            game.set_engaged(enemy, &general, true);
            events.emit("Engage", &Event::Engaged { side: enemy, general, card: None });
        }
        Forced::Cancel(from) => {
            let named = chosen(choice.and_then(|choice| choice.cancel.as_ref()), &from, events);
            cancel(rules, game, events, (card, effect), (enemy, named));
        }
        Forced::Attack => match choice.and_then(|choice| choice.attack.as_ref()) {
            Some(attack) => forced_attack(rules, game, events, enemy, attack),
            None => claim_no_others(game, events, enemy),
        },
        Forced::Wounded(from) => {
            let general = chosen(choice.and_then(|choice| choice.wounded.as_ref()), &from, events);
            wound(rules, game, events, card, (enemy, general));
        }
    }
}

/// A card is canceled, or turned to its reverse value.
fn cancel(
    rules: &BattleCry,
    game: &mut Game,
    events: &mut Events,
    (by, effect): (&str, &Effect),
    (side, card): (Side, String),
) {
    let can_turn = View::of(rules, game, side)
        .table()
        .is_some_and(|table| table.card(&card).is_some_and(|counted| turns(rules, counted)));
    let turns = *effect == Effect::EnemyWeakens {} && can_turn;
    let Some(battle) = &mut game.battle else { return };
    for played in &mut battle.table {
        if turns && played.card == card {
            played.turned = Some(by.to_owned());
        }
        if !turns && played.card == by {
            played.cancels.push(card.clone());
        }
    }
    let by = by.to_owned();
    let event = if turns { Event::Reduced { side, card, by } } else { Event::Canceled { side, card, by } };
    events.emit("Cancel", &event);
}

/// A side plays the +1 attack card that it is forced to play.
fn forced_attack(rules: &BattleCry, game: &mut Game, events: &mut Events, side: Side, attack: &ForcedAttack) {
    let ForcedAttack { card, half, general } = attack;
    let free = View::of(rules, game, side).free_generals().any(|free| free == general);
    if !free {
        return;
    }
    let fitting = View::of(rules, game, side).fitting(card, *half, Wanted::PlusOneAttack);
    let half = fitting.map_or(Half::Frontal, |(half, _)| half);
    game.cards.play(events, "I.7", &side.id(), card, HAND);
    game.set_engaged(side, general, true);
    let played = Played { general: Some(general.clone()), ..Played::plain(card, side, half) };
    game.battle.iter_mut().for_each(|battle| battle.table.push(played.clone()));
    events.emit("I.7", &Event::Engaged { side, general: general.clone(), card: Some(card.clone()) });
}

/// A general is wounded, unless an immediate card saves him (Immediately). The events he engaged for stay in play.
fn wound(rules: &BattleCry, game: &mut Game, events: &mut Events, by: &str, (side, general): (Side, String)) {
    let saved_from = (general.clone(), by.to_owned());
    let saver =
        game.battle.iter().flat_map(|battle| &battle.table).find(|played| played.saves.as_ref() == Some(&saved_from));
    let saver = saver.map(|played| played.card.clone()).filter(|card| crate::view::stands(rules, game, card));
    let (owned, by) = (general.clone(), by.to_owned());
    if let Some(saver) = saver {
        events.emit("Immediately", &Event::Spared { side, general: owned, by: saver });
        return;
    }
    game.leave_play(events, "Immediately", side, &general, DISCARD);
    *game.wounded.entry(side).or_insert(0) += 1;
    events.emit("Immediately", &Event::Wounded { side, general: owned, by });
}

/// A side claims that its hand has no card but generals, and those that its answers to the send name (BC-6).
fn claim_no_others(game: &mut Game, events: &mut Events, side: Side) {
    let sent = game.battle.as_ref().and_then(|battle| battle.sent.as_ref());
    let named: Vec<String> = sent.into_iter().flat_map(Send::hand_cards).cloned().collect();
    let claim = if named.is_empty() { json!(NO_OTHERS) } else { json!({ NO_OTHERS: named }) };
    game.cards.claim(events, "BC-6", &side.id(), claim);
}

/// Whether such a claim is true; `None` for another one.
pub fn is_claim_true(rules: &BattleCry, side: Side, claim: &Value, own: &crate::engine::OwnCards) -> Option<bool> {
    let named = match claim.as_str() {
        Some(claim) => (claim == NO_OTHERS).then(Vec::new)?,
        None => claim.get(NO_OTHERS)?.as_array()?.iter().filter_map(Value::as_str).collect(),
    };
    let other = |card: &&str| matches!(rules.pack.card(side, card), Some(PlayCard::Halves(_))) && !named.contains(card);
    Some(!own.known_cards(HAND).iter().any(other))
}
