//! The cards of the other side as a player may imagine them: everything that everybody sees is as it is, and the rest is
//! dealt at random from the cards that nobody has seen. The hand that the other side really holds is never looked at.

use std::collections::BTreeMap;

use rand_chacha::ChaCha20Rng;
use rand_chacha::rand_core::Rng;
use serde_json::Value;

use super::Session;
use super::cards::{FACE_DOWN, HandTracker};
use crate::document::Id;
use crate::engine::cards::{Pile, Sealed, TABLE};
use crate::hidden::piles::{Item, Piles};

/// The pile from which sides draw.
const DECK: &str = "deck";
/// Piles whose cards not even their owner has seen, where his own pile of that name does not tell.
const UNSEEN: [&str; 2] = [DECK, "removed"];

/// The cards of `side`, imagined. `like` are the imagining player's own: a pile of which he has not seen all cards is
/// one that its owner has not seen either.
pub fn hand(table: &dyn Session, side: &Id, like: Option<&HandTracker>, random: &mut ChaCha20Rng) -> HandTracker {
    let decks = table.decks();
    let own = decks.get(side).cloned().unwrap_or_default();
    let public = table.cards().and_then(|cards| cards.of(side)).cloned().unwrap_or_default();
    let mut pool: Vec<String> = own.values().flatten().cloned().collect();
    let mut piles: BTreeMap<String, Vec<Item>> = BTreeMap::new();
    let mut laid: BTreeMap<Id, String> = BTreeMap::new();
    for (name, pile) in public.piles.iter() {
        let open: &[String] = if let Pile::Open(cards) = pile { cards } else { &[] };
        pool.retain(|card| !open.contains(card));
        piles.insert(name.clone(), open.iter().cloned().map(Item::Card).collect());
    }
    for (id, sealed) in public.laid.iter() {
        if let Sealed::Open(Value::String(card)) = sealed {
            pool.retain(|other| other != card);
            laid.insert(id.clone(), card.clone());
            put(&mut piles, TABLE, card.clone());
        }
    }
    pool.sort();
    shuffle(&mut pool, random);
    let unseen = |pile: &str| is_unseen(like, pile);
    // A pile that began with cards, other than the deck, has none but those.
    for (name, pile) in public.piles.iter().filter(|(name, _)| name.as_str() != DECK) {
        let first = own.get(name).filter(|first| !first.is_empty());
        if let (Pile::Hidden(count), Some(first)) = (pile, first) {
            let mut from: Vec<usize> = (0..pool.len()).filter(|at| first.contains(&pool[*at])).collect();
            from.truncate(*count);
            from.into_iter().rev().for_each(|at| put(&mut piles, name, pool.remove(at)));
        }
    }
    for (id, _) in public.laid.iter().filter(|(_, sealed)| sealed.value().is_none()) {
        let Some(at) = pool.iter().position(|card| table.may_lie(side, card, id)) else { continue };
        let card = pool.remove(at);
        put(&mut piles, FACE_DOWN, card.clone());
        laid.insert(id.clone(), card);
    }
    for (name, pile) in public.piles.iter() {
        if let Pile::Hidden(count) = pile
            && !unseen(name)
        {
            let lacks = count.saturating_sub(piles.get(name).map_or(0, Vec::len)).min(pool.len());
            pool.drain(..lacks).for_each(|card| put(&mut piles, name, card));
        }
    }
    // What is left is in the piles that nobody has seen, in an order that is decided as the cards are drawn.
    for (name, pile) in public.piles.iter() {
        if let Pile::Hidden(count) = pile
            && unseen(name)
        {
            piles.insert(name.clone(), vec![Item::Slot(0); *count]);
        }
    }
    let mut source: Vec<Item> = pool.into_iter().map(Item::Card).collect();
    source.sort();
    HandTracker::of(side, &decks, Piles { piles, sources: vec![source] }, laid)
}

/// Adds a card to a pile, unless it is there.
fn put(piles: &mut BTreeMap<String, Vec<Item>>, pile: &str, card: String) {
    let pile = piles.entry(pile.to_owned()).or_default();
    let card = Item::Card(card);
    if !pile.contains(&card) {
        pile.push(card);
    }
}

/// Whether not even the owner of a pile knows its cards.
fn is_unseen(like: Option<&HandTracker>, pile: &str) -> bool {
    let cards = like.map(HandTracker::cards);
    match cards.as_ref().and_then(|own| own.piles.get(pile)).filter(|cards| !cards.is_empty()) {
        Some(cards) => cards.iter().any(Option::is_none),
        None => UNSEEN.contains(&pile),
    }
}

/// Puts cards into a random order.
fn shuffle(cards: &mut [String], random: &mut ChaCha20Rng) {
    for at in (1..cards.len()).rev() {
        cards.swap(at, (random.next_u64() % (at as u64 + 1)) as usize);
    }
}
