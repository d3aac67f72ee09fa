//! Piles of unseen cards (protocol 8.3). The order of a deck is not fixed in advance, because its owner could compute
//! it; each card is determined when it is seen. The probabilities are exactly those of a shuffled deck.
//!
//! Without the secret, a program knows the same public facts but no cards: it moves and counts items without seeing
//! them.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use crate::document::Problem;

/// The maximum number of cards seen in one draw.
pub const MAX_AT_ONCE: usize = 1_000;

/// Gives a random number below its argument, which is at least 1: from a stream under the seat's hidden key
/// ([`Dice::numbers`](crate::trust::Dice::numbers)).
pub type Numbers<'n> = dyn FnMut(u64) -> u64 + 'n;

/// An item of a pile or a source: a card that has been seen, or a slot, which stands for an unseen card of the source
/// with that number.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(untagged)]
pub enum Item {
    Card(String),
    Slot(usize),
}

/// Where in a pile items are added.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum End {
    Top,
    #[default]
    Bottom,
}

/// The piles of one seat, by name, the top card first, and what its slots stand for. This is the owner's knowledge: the
/// public position contains only the number of items in each pile.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Piles {
    pub piles: BTreeMap<String, Vec<Item>>,
    /// The sources, by number. In each, cards come first, sorted by the bytes of their ids, then slots by number.
    pub sources: Vec<Vec<Item>>,
}

impl Piles {
    /// Piles of known cards, such as a whole deck before it is shuffled.
    pub fn of(piles: BTreeMap<String, Vec<String>>) -> Piles {
        let items = |cards: Vec<String>| cards.into_iter().map(Item::Card).collect();
        Piles { piles: piles.into_iter().map(|(name, cards)| (name, items(cards))).collect(), sources: Vec::new() }
    }

    /// How many items a pile has.
    pub fn count(&self, pile: &str) -> usize {
        self.piles.get(pile).map_or(0, Vec::len)
    }

    /// Shuffles piles together into one: their items become a new source, and the pile gets as many slots of that
    /// source. No randomness is used yet.
    pub fn shuffle(&mut self, piles: &[&str], to: &str) {
        let mut items: Vec<Item> = Vec::new();
        for pile in piles {
            items.append(self.piles.entry((*pile).to_owned()).or_default());
        }
        items.sort();
        let number = self.sources.len();
        let slots = vec![Item::Slot(number); items.len()];
        self.sources.push(items);
        self.piles.entry(to.to_owned()).or_default().extend(slots);
    }

    /// Looks at the top cards of a pile and leaves them there.
    ///
    /// # Errors
    /// The pile has fewer cards, or they are more than one draw may see.
    pub fn peek(&mut self, numbers: &mut Numbers<'_>, pile: &str, count: usize) -> Result<Vec<String>, Problem> {
        self.has(pile, count)?;
        (0..count).map(|at| self.resolve_item(numbers, pile, at)).collect()
    }

    /// Draws the top cards of a pile: sees them one by one and moves them.
    ///
    /// # Errors
    /// As [`Piles::peek`].
    pub fn draw(
        &mut self,
        numbers: &mut Numbers<'_>,
        pile: &str,
        count: usize,
        to: &str,
        at: End,
    ) -> Result<Vec<String>, Problem> {
        // A draw from a pile that runs out takes the rest of it.
        let count = count.min(self.count(pile));
        let seen = self.peek(numbers, pile, count)?;
        for _ in 0..count {
            self.move_top(pile, 1, to, at)?;
        }
        Ok(seen)
    }

    /// Takes random cards from a hand, one at a time: the hand is sorted by card id, a random number below its length
    /// is drawn, the card at that index is removed, and so on. No place in a hand is ever public.
    ///
    /// # Errors
    /// The hand has fewer cards, or contains an unseen one.
    pub fn pick(
        &mut self,
        numbers: &mut Numbers<'_>,
        hand: &str,
        count: usize,
        to: &str,
        at: End,
    ) -> Result<Vec<String>, Problem> {
        self.has(hand, count)?;
        let mut picked = Vec::with_capacity(count);
        for _ in 0..count {
            let items = self.piles.entry(hand.to_owned()).or_default();
            let mut order: Vec<usize> = (0..items.len()).collect();
            order.sort_by(|one, other| items[*one].cmp(&items[*other]));
            let place = numbers(order.len() as u64) as usize;
            match items.remove(order[place]) {
                Item::Card(card) => picked.push(card),
                slot @ Item::Slot(_) => {
                    items.push(slot);
                    return Err(Problem::new("a hand holds a card that nobody has seen").rule("protocol 8.3"));
                }
            }
        }
        picked.iter().for_each(|card| self.insert(vec![Item::Card(card.clone())], to, at));
        Ok(picked)
    }

    /// Moves the top items of a pile as they are, seen or unseen.
    ///
    /// # Errors
    /// The pile has fewer items.
    pub fn move_top(&mut self, pile: &str, count: usize, to: &str, at: End) -> Result<(), Problem> {
        self.has(pile, count)?;
        let items: Vec<Item> = self.piles.entry(pile.to_owned()).or_default().drain(..count).collect();
        self.insert(items, to, at);
        Ok(())
    }

    /// Moves a card that has been seen out of a pile.
    ///
    /// # Errors
    /// The card is not in the pile.
    pub fn play(&mut self, card: &str, pile: &str, to: &str, at: End) -> Result<(), Problem> {
        let items = self.piles.entry(pile.to_owned()).or_default();
        let place = items.iter().position(|item| matches!(item, Item::Card(id) if id == card));
        let place = place.ok_or_else(|| Problem::new(format!("{card} is not in {pile}")).rule("protocol 8.3"))?;
        let item = items.remove(place);
        self.insert(vec![item], to, at);
        Ok(())
    }

    /// Puts items on top of a pile or under it, in order.
    fn insert(&mut self, items: Vec<Item>, to: &str, at: End) {
        let pile = self.piles.entry(to.to_owned()).or_default();
        match at {
            End::Bottom => pile.extend(items),
            End::Top => drop(pile.splice(0..0, items)),
        }
    }

    /// Sees the item at a place of a pile. A known card needs no randomness; a slot is replaced by the card drawn for
    /// it.
    fn resolve_item(&mut self, numbers: &mut Numbers<'_>, pile: &str, at: usize) -> Result<String, Problem> {
        let items = self.piles.get_mut(pile).ok_or_else(|| too_few(pile, 0))?;
        let mut item = items[at].clone();
        // A source may contain slots of earlier sources, but never of itself or a later one.
        let card = loop {
            match item {
                Item::Card(card) => break card,
                Item::Slot(number) => {
                    let source = self.sources.get_mut(number).filter(|source| !source.is_empty());
                    let source =
                        source.ok_or_else(|| Problem::new("a slot stands for no card").rule("protocol 8.3"))?;
                    let place = numbers(source.len() as u64) as usize;
                    item = source.remove(place);
                }
            }
        };
        items[at] = Item::Card(card.clone());
        Ok(card)
    }

    fn has(&self, pile: &str, count: usize) -> Result<(), Problem> {
        if count > MAX_AT_ONCE {
            let problem = Problem::new(format!("a draw sees at most {MAX_AT_ONCE} cards, not {count}"));
            return Err(problem.rule("protocol 8.2"));
        }
        match self.count(pile) {
            there if there < count => Err(too_few(pile, there)),
            _ => Ok(()),
        }
    }
}

fn too_few(pile: &str, there: usize) -> Problem {
    Problem::new(format!("{pile} has only {there} cards")).rule("protocol 8.3")
}
