//! Cards and hands as everybody sees them: how many cards each pile has, which are public, and which lie face down
//! under which commitment (`docs/protocol.md` section 8). No game and no position ever holds a card that is secret; the
//! owner's own view is computed beside it, from the same events and his secret.
//!
//! A game keeps a [`CardTable`] in its ledger ([`Ruleset::cards`](super::Ruleset::cards)) and calls its methods: draw,
//! look, shuffle, play, lay. Each records a [`CardEvent`], from which everything else follows.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::Value;

use super::events::Events;
use crate::document::{Bytes32, Id, Problem};
use crate::sorted::SortedMap;

/// All the cards of a game before anything is done with them: by side and pile, the top card first. A card's id is
/// unique in the match, even if several cards look alike.
pub type Decks = SortedMap<Id, SortedMap<String, Vec<String>>>;

/// The value of an answer in advance that leaves the question to its owner.
pub const ASK: &str = "ask";

/// The cards of both sides.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct CardTable {
    /// Whether the match is open-handed: nobody has a secret, everybody can work out every hand, and cards are laid by
    /// name.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub open_handed: bool,
    pub sides: SortedMap<Id, SideCards>,
    /// How many more cards a side draws for its first hand: a handicap (TN-19).
    #[serde(default, skip_serializing_if = "SortedMap::is_empty")]
    pub more_at_first: SortedMap<Id, u32>,
    /// What the current step has drawn, for the driver.
    #[serde(skip)]
    drawn: Vec<Draw>,
}

/// The cards of one side.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct SideCards {
    pub piles: SortedMap<String, Pile>,
    /// Cards that were laid face down, by the id of their commitment.
    #[serde(default, skip_serializing_if = "SortedMap::is_empty")]
    pub laid: SortedMap<Id, Sealed>,
    /// Cards that the current orders will lay, by the id of their commitment.
    #[serde(default, skip_serializing_if = "SortedMap::is_empty")]
    pub committed: SortedMap<Id, Bytes32>,
    /// Answers in advance, by the name of the question.
    #[serde(default, skip_serializing_if = "SortedMap::is_empty")]
    pub advance: SortedMap<String, Advance>,
    /// How many cards have been laid face down so far.
    #[serde(default, skip_serializing_if = "crate::document::is_zero")]
    pub lays: u64,
}

impl SideCards {
    /// What was laid under an id.
    fn laid_card(&self, id: &str) -> Option<&Sealed> {
        self.laid.iter().find(|(laid, _)| laid.as_str() == id).map(|(_, sealed)| sealed)
    }
}

/// A pile: face-up cards, or a number of hidden ones.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(untagged)]
pub enum Pile {
    /// Cards that the other side does not see, such as a deck or a hand: only their number.
    Hidden(usize),
    /// Cards that everybody sees, the top card first.
    Open(Vec<String>),
}

impl Default for Pile {
    fn default() -> Pile {
        Pile::Hidden(0)
    }
}

impl Pile {
    /// How many cards it has.
    pub fn count(&self) -> usize {
        match self {
            Pile::Hidden(count) => *count,
            Pile::Open(cards) => cards.len(),
        }
    }
}

/// A commitment to a card or an answer, or its opened value.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Sealed {
    /// Only the owner knows the value.
    Under(Bytes32),
    /// It has been opened.
    Open(Value),
}

impl Sealed {
    /// The value, once it is open.
    pub fn value(&self) -> Option<&Value> {
        match self {
            Sealed::Under(_) => None,
            Sealed::Open(value) => Some(value),
        }
    }
}

/// An answer in advance, with the id of its commitment.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Advance {
    pub id: Id,
    pub says: Sealed,
}

/// A hidden draw, as a state lists it (protocol 8.2).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Draw {
    pub side: Id,
    pub pile: String,
    pub count: usize,
    pub purpose: String,
    pub rule: String,
}

impl Draw {
    /// A draw of a side.
    pub fn of(side: Id, pile: &str, count: usize, purpose: &str, rule: &str) -> Draw {
        Draw { side, pile: pile.to_owned(), count, purpose: purpose.to_owned(), rule: rule.to_owned() }
    }
}

/// Something done with cards. Cards that only their owner sees are not named.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
#[schemars(tag = "event")]
pub enum CardEvent {
    /// Piles are shuffled together into one.
    Shuffled { side: Id, piles: Vec<String>, to: String },
    /// The top cards of a pile are drawn, and their owner sees them.
    Drawn { side: Id, pile: String, count: usize, to: String },
    /// The owner looks at the top cards of a pile.
    Looked { side: Id, pile: String, count: usize },
    /// Random cards are taken out of a hand.
    Picked { side: Id, pile: String, count: usize, to: String },
    /// The top cards of a pile move to another, unseen.
    Dealt { side: Id, pile: String, count: usize, to: String },
    /// A card is shown, and lies face up on the table.
    Played { side: Id, card: String, pile: String },
    /// A card is laid face down.
    Laid { side: Id, id: Id, pile: String },
    /// A card that lay face down, or an answer in advance, is revealed.
    TurnedUp { side: Id, id: Id, choice: Value },
    /// A card leaves the table: a face-up card by its name, a face-down one by its id.
    Left {
        side: Id,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        card: Option<String>,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        id: Option<Id>,
        to: String,
    },
    /// A side makes a claim about cards that only it knows.
    Claimed { side: Id, claim: Value },
    /// The card that a side has revealed cannot be the one it laid there.
    Lied { side: Id, id: Id, choice: Value },
}

impl CardEvent {
    /// The side whose cards it is about.
    pub fn side(&self) -> &Id {
        match self {
            CardEvent::Shuffled { side, .. }
            | CardEvent::Drawn { side, .. }
            | CardEvent::Looked { side, .. }
            | CardEvent::Picked { side, .. }
            | CardEvent::Dealt { side, .. }
            | CardEvent::Played { side, .. }
            | CardEvent::Laid { side, .. }
            | CardEvent::TurnedUp { side, .. }
            | CardEvent::Left { side, .. }
            | CardEvent::Claimed { side, .. }
            | CardEvent::Lied { side, .. } => side,
        }
    }
}

/// What an owner knows of his cards beyond the table.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct OwnCards {
    /// The cards of each pile, the top card first; `None` for a card that nobody has seen.
    pub piles: SortedMap<String, Vec<Option<String>>>,
    /// The cards that he has laid face down, by the id of their commitment.
    pub laid: SortedMap<Id, String>,
    /// What he has answered in advance, by the name of the question.
    pub advance: SortedMap<String, Value>,
}

impl OwnCards {
    /// The cards of a pile that he has seen, sorted.
    pub fn known_cards(&self, pile: &str) -> Vec<&str> {
        let mut seen: Vec<&str> = self.piles.get(pile).into_iter().flatten().flatten().map(String::as_str).collect();
        seen.sort_unstable();
        seen
    }

    /// Whether a card that he has seen is in this pile.
    pub fn contains(&self, pile: &str, card: &str) -> bool {
        self.piles.get(pile).is_some_and(|cards| cards.iter().flatten().any(|other| other == card))
    }

    /// The card that he has laid under this id.
    pub fn under(&self, id: &str) -> Option<&String> {
        self.laid.iter().find(|(laid, _)| laid.as_str() == id).map(|(_, card)| card)
    }

    /// The id under which he has laid a card.
    pub fn id_of(&self, card: &str) -> Option<&Id> {
        self.laid.iter().find(|(_, laid)| *laid == card).map(|(id, _)| id)
    }
}

impl CardTable {
    /// The table before anything is done: every pile has as many cards as its deck lists.
    pub fn new(decks: &Decks) -> CardTable {
        let mut table = CardTable::default();
        for (side, piles) in decks.iter() {
            let piles = piles.iter().map(|(name, cards)| (name.clone(), Pile::Hidden(cards.len()))).collect();
            table.sides.insert(side.clone(), SideCards { piles, ..SideCards::default() });
        }
        table
    }

    /// The cards of a side.
    pub fn of(&self, side: &Id) -> Option<&SideCards> {
        self.sides.get(side)
    }

    fn side_mut(&mut self, side: &Id) -> &mut SideCards {
        self.sides.entry(side.clone()).or_default()
    }

    /// How many cards a pile has.
    pub fn count(&self, side: &Id, pile: &str) -> usize {
        self.of(side).and_then(|own| own.piles.get(pile)).map_or(0, Pile::count)
    }

    /// How many more cards a side draws for its first hand.
    pub fn handicap(&self, side: &Id) -> usize {
        self.more_at_first.get(side).map_or(0, |more| *more as usize)
    }

    /// The problem if a side does not have as many cards as it began with, counting those on the table.
    pub fn lost_count(&self, side: &Id, decks: &Decks) -> Option<Problem> {
        let all: usize = decks.get(side).into_iter().flat_map(|piles| piles.values()).map(Vec::len).sum();
        let now: usize = self.of(side).into_iter().flat_map(|own| own.piles.values()).map(Pile::count).sum();
        (now != all).then(|| Problem::new(format!("{side} has {now} cards of {all}")).in_path("game.cards"))
    }

    /// The cards of a face-up pile.
    pub fn open(&self, side: &Id, pile: &str) -> &[String] {
        match self.of(side).and_then(|own| own.piles.get(pile)) {
            Some(Pile::Open(cards)) => cards,
            _ => &[],
        }
    }

    /// Makes a pile face up while it is empty: everybody sees its cards.
    pub fn make_face_up(&mut self, side: &Id, pile: &str) {
        self.side_mut(side).piles.insert(pile.to_owned(), Pile::Open(Vec::new()));
    }

    /// The card behind a name, or behind the id of a card that was laid. A name stands for itself; `None` for a card
    /// that is face down.
    pub fn face<'c>(&'c self, side: &Id, card: &'c str) -> Option<&'c str> {
        match self.of(side).and_then(|own| own.laid_card(card)) {
            Some(sealed) => sealed.value().and_then(Value::as_str),
            None => Some(card),
        }
    }

    /// Whether a value names a card of a side's deck that only its owner may have seen.
    pub fn names_hidden_card(&self, side: &Id, deck: Option<&SortedMap<String, Vec<String>>>, value: &Value) -> bool {
        let mut named = Vec::new();
        texts(value, &mut named);
        let own = self.of(side).filter(|_| !self.open_handed);
        let open = |card: &str| {
            let piles = own.into_iter().flat_map(|own| own.piles.values());
            let laid = own.into_iter().flat_map(|own| own.laid.values());
            piles.into_iter().any(|pile| matches!(pile, Pile::Open(cards) if has(cards, card)))
                || laid.into_iter().any(|laid| laid.value().and_then(Value::as_str) == Some(card))
        };
        let dealt = |card: &str| deck.into_iter().flat_map(|deck| deck.values()).any(|pile| has(pile, card));
        own.is_some() && named.into_iter().any(|card| dealt(card) && !open(card))
    }

    /// The table as the owner of a side sees it: he also sees the cards that he has laid.
    pub fn reveal_to_owner(&mut self, side: &Id, known: &OwnCards) {
        for (id, sealed) in self.side_mut(side).laid.iter_mut() {
            if let Some(card) = known.laid.get(id) {
                *sealed = Sealed::Open(Value::String(card.clone()));
            }
        }
    }

    /// Whether a card was laid under this id and is still on the table.
    pub fn is_laid(&self, side: &Id, card: &str) -> bool {
        self.of(side).is_some_and(|own| own.laid_card(card).is_some())
    }

    /// Whether a card lies face down under this id.
    pub fn is_face_down(&self, side: &Id, card: &str) -> bool {
        self.of(side).and_then(|own| own.laid_card(card)).is_some_and(|laid| laid.value().is_none())
    }

    /// The ids for the next `count` cards that a side lays.
    pub fn next_ids(&self, side: &Id, count: usize) -> Vec<Id> {
        let lays = self.of(side).map_or(0, |own| own.lays);
        (1..=count as u64).filter_map(|n| format!("card-{}", lays + n).parse().ok()).collect()
    }

    /// Whether an id has the form of a laid card's id.
    pub fn is_lay(id: &str) -> bool {
        id.strip_prefix("card-").is_some_and(|n| n.parse::<u64>().is_ok_and(|n| n > 0))
    }

    /// Shuffles piles together into one; also where they hold fewer than two cards.
    pub fn shuffle(&mut self, events: &mut Events, rule: &str, side: &Id, piles: &[&str], to: &str) {
        let mut moved = 0;
        for pile in piles {
            let pile = self.side_mut(side).piles.entry((*pile).to_owned()).or_default();
            moved += pile.count();
            *pile = match pile {
                Pile::Hidden(_) => Pile::Hidden(0),
                Pile::Open(_) => Pile::Open(Vec::new()),
            };
        }
        self.gain(side, to, moved);
        let piles = piles.iter().map(|pile| (*pile).to_owned()).collect();
        events.emit(rule, &CardEvent::Shuffled { side: side.clone(), piles, to: to.to_owned() });
    }

    /// Draws the top cards of a pile into a hand, or as many as there are. Returns how many.
    pub fn draw(&mut self, events: &mut Events, draw: Draw, to: &str) -> usize {
        let Draw { side, pile, rule, .. } = draw.clone();
        let count = draw.count.min(self.count(&side, &pile));
        if count > 0 {
            self.lose(&side, &pile, count);
            self.gain(&side, to, count);
            self.drawn.push(Draw { count, ..draw });
            events.emit(&rule, &CardEvent::Drawn { side, pile, count, to: to.to_owned() });
        }
        count
    }

    /// Lets the owner look at the top cards of a pile, or at as many as there are. Returns how many.
    pub fn peek(&mut self, events: &mut Events, draw: Draw) -> usize {
        let Draw { side, pile, rule, .. } = draw.clone();
        let count = draw.count.min(self.count(&side, &pile));
        if count > 0 {
            self.drawn.push(Draw { count, ..draw });
            events.emit(&rule, &CardEvent::Looked { side, pile, count });
        }
        count
    }

    /// Takes random cards out of a hand. Returns how many. The owner names them where the rules show them.
    pub fn pick(&mut self, events: &mut Events, draw: Draw, to: &str) -> usize {
        let Draw { side, pile, rule, .. } = draw.clone();
        let count = draw.count.min(self.count(&side, &pile));
        if count > 0 {
            self.lose(&side, &pile, count);
            self.gain(&side, to, count);
            self.drawn.push(Draw { count, ..draw });
            events.emit(&rule, &CardEvent::Picked { side, pile, count, to: to.to_owned() });
        }
        count
    }

    /// Moves the top cards of a pile to another, unseen, or as many as there are. Returns how many.
    pub fn deal(
        &mut self,
        events: &mut Events,
        rule: &str,
        side: &Id,
        (pile, count): (&str, usize),
        to: &str,
    ) -> usize {
        let count = count.min(self.count(side, pile));
        self.lose(side, pile, count);
        self.gain(side, to, count);
        let (side, pile) = (side.clone(), pile.to_owned());
        events.emit(rule, &CardEvent::Dealt { side, pile, count, to: to.to_owned() });
        count
    }

    /// Shows a card of a pile: it then lies face up on the table.
    pub fn play(&mut self, events: &mut Events, rule: &str, side: &Id, card: &str, pile: &str) {
        match self.side_mut(side).piles.entry(pile.to_owned()).or_default() {
            Pile::Hidden(count) => *count = count.saturating_sub(1),
            Pile::Open(cards) => cards.retain(|other| other != card),
        }
        self.push_face_up(side, TABLE, card);
        let (side, card) = (side.clone(), card.to_owned());
        events.emit(rule, &CardEvent::Played { side, card, pile: pile.to_owned() });
    }

    /// Lays a card of a pile face down, under an id that the turn commits to.
    pub fn lay(&mut self, events: &mut Events, rule: &str, side: &Id, id: &Id, pile: &str) {
        self.lose(side, pile, 1);
        let own = self.side_mut(side);
        if let Some(digest) = own.committed.remove(id) {
            own.laid.insert(id.clone(), Sealed::Under(digest));
        }
        events.emit(rule, &CardEvent::Laid { side: side.clone(), id: id.clone(), pile: pile.to_owned() });
    }

    /// Moves a card from the table to a pile, by its name or by the id under which it was laid. A face-down card stays
    /// unknown.
    pub fn leave(&mut self, events: &mut Events, rule: &str, side: &Id, card: &str, to: &str) {
        let face = self.face(side, card).map(str::to_owned);
        let id = card.parse::<Id>().ok().filter(|id| self.side_mut(side).laid.remove(id).is_some());
        if let (Some(face), Some(Pile::Open(cards))) = (&face, self.side_mut(side).piles.get_mut(TABLE)) {
            cards.retain(|other| other != face);
        }
        match (&face, self.side_mut(side).piles.entry(to.to_owned()).or_default()) {
            (Some(face), Pile::Open(cards)) => cards.push(face.clone()),
            (None, Pile::Open(_)) => {}
            (_, Pile::Hidden(count)) => *count += 1,
        }
        events.emit(rule, &CardEvent::Left { side: side.clone(), card: face, id, to: to.to_owned() });
    }

    /// Records a side's claim about cards that only it knows; the audit checks whether it is true.
    pub fn claim(&mut self, events: &mut Events, rule: &str, side: &Id, claim: Value) {
        events.emit(rule, &CardEvent::Claimed { side: side.clone(), claim });
    }

    /// Records the commitment to a card that will be laid.
    pub(crate) fn commit(&mut self, side: &Id, id: &Id, digest: Bytes32) {
        let own = self.side_mut(side);
        own.committed.insert(id.clone(), digest);
        own.lays += 1;
    }

    /// Removes commitments to cards that were not laid because their orders were not carried out.
    pub(crate) fn forget_committed(&mut self) {
        self.sides.values_mut().for_each(|own| own.committed.clear());
    }

    /// Replaces a side's answers in advance.
    pub(crate) fn set_advance(&mut self, side: &Id, advance: SortedMap<String, Advance>) {
        if let Some(own) = self.sides.get_mut(side) {
            own.advance = advance;
        }
    }

    /// Ends all answers in advance (protocol 8.4): they do not survive a take-back.
    pub(crate) fn end_advance(&mut self) {
        self.sides.values_mut().for_each(|own| own.advance.clear());
    }

    /// Removes the answers in advance that are still sealed, for calculations that cannot know them.
    pub(crate) fn forget_sealed(&mut self) {
        self.sides.values_mut().for_each(|own| own.advance.retain(|_, advance| advance.says.value().is_some()));
    }

    /// A side's commitment under an id, if it is still sealed.
    pub(crate) fn commitment(&self, side: &Id, id: &Id) -> Option<Bytes32> {
        let own = self.of(side)?;
        let advance = || own.advance.values().find(|advance| advance.id == *id).map(|advance| &advance.says);
        match own.laid.get(id).or_else(advance)? {
            Sealed::Under(digest) => Some(*digest),
            Sealed::Open(_) => None,
        }
    }

    /// Opens what a side has committed to under an id. `false` if it is a card that cannot be there: not in the deck,
    /// or face up elsewhere.
    pub(crate) fn turn_up(
        &mut self,
        events: &mut Events,
        rule: &str,
        (side, id): (&Id, &Id),
        choice: &Value,
        deck: Option<&SortedMap<String, Vec<String>>>,
    ) -> bool {
        let own = self.side_mut(side);
        if let Some(advance) = own.advance.values_mut().find(|advance| advance.id == *id) {
            advance.says = Sealed::Open(choice.clone());
        } else {
            let known =
                choice.as_str().filter(|card| deck.is_none_or(|deck| deck.values().any(|pile| has(pile, card))));
            let elsewhere = |card: &str| {
                let piles = own.piles.values().any(|pile| matches!(pile, Pile::Open(cards) if has(cards, card)));
                piles || own.laid.values().any(|laid| laid.value().and_then(Value::as_str) == Some(card))
            };
            if known.is_none_or(elsewhere) {
                let (side, id) = (side.clone(), id.clone());
                events.emit("protocol 8.4", &CardEvent::Lied { side, id, choice: choice.clone() });
                return false;
            }
            own.laid.insert(id.clone(), Sealed::Open(choice.clone()));
        }
        events.emit(rule, &CardEvent::TurnedUp { side: side.clone(), id: id.clone(), choice: choice.clone() });
        true
    }

    /// Takes what the current step has drawn.
    pub(crate) fn take_drawn(&mut self) -> Vec<Draw> {
        std::mem::take(&mut self.drawn)
    }

    fn push_face_up(&mut self, side: &Id, pile: &str, card: &str) {
        let pile = self.side_mut(side).piles.entry(pile.to_owned()).or_insert_with(|| Pile::Open(Vec::new()));
        if let Pile::Open(cards) = pile {
            cards.push(card.to_owned());
        }
    }

    fn gain(&mut self, side: &Id, pile: &str, count: usize) {
        if let Pile::Hidden(own) = self.side_mut(side).piles.entry(pile.to_owned()).or_default() {
            *own += count;
        }
    }

    fn lose(&mut self, side: &Id, pile: &str, count: usize) {
        match self.side_mut(side).piles.entry(pile.to_owned()).or_default() {
            Pile::Hidden(own) => *own = own.saturating_sub(count),
            Pile::Open(cards) => drop(cards.drain(..count.min(cards.len()))),
        }
    }
}

/// The question and the step in the id of an answer in advance, which has the form `WINDOW-STEP`.
pub fn parse_advance_id(id: &Id) -> Option<(&str, u64)> {
    let (window, step) = id.as_str().rsplit_once('-')?;
    if window == "card" || step.starts_with('0') {
        return None;
    }
    Some((window, step.parse().ok()?))
}

/// Every text in a value.
pub(crate) fn texts<'v>(value: &'v Value, found: &mut Vec<&'v str>) {
    match value {
        Value::String(text) => found.push(text),
        Value::Array(items) => items.iter().for_each(|item| texts(item, found)),
        Value::Object(fields) => fields.values().for_each(|field| texts(field, found)),
        _ => {}
    }
}

/// The pile of the cards that lie face up on the table.
pub const TABLE: &str = "table";

fn has(pile: &[String], card: &str) -> bool {
    pile.iter().any(|other| other == card)
}
