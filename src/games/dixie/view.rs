//! The table as seen by whoever checks an order against the rules: everybody, or a player who knows his own cards.

use crate::Dixie;
use crate::engine::refusal::RefusalListExt;
use crate::engine::{CardTable, OwnCards};
use crate::events::{EliminationReason, Refusal};
use crate::ledger::{Game, Placed};
use crate::pack::{Card, Kind};
use crate::place::Place;
use crate::side::Side;

/// The objections of the rules, each with its rule.
pub type RefusalList = crate::engine::refusal::RefusalList<Refusal>;

/// The table as used for checking a side's orders.
#[derive(Clone, Copy, Debug)]
pub struct View<'v> {
    pub rules: &'v Dixie,
    pub game: &'v Game,
    pub side: Side,
    /// The side's own cards, where they are known. The rules themselves never ask for them.
    pub own: Option<&'v OwnCards>,
}

impl<'v> View<'v> {
    /// As everybody sees it.
    pub fn of(rules: &'v Dixie, game: &'v Game, side: Side) -> View<'v> {
        View { rules, game, side, own: None }
    }

    /// A card as the ledger names it: the id of its commitment, if its owner means a face-down card.
    pub fn key(&self, card: &str) -> String {
        let laid =
            self.own.and_then(|own| own.id_of(card)).filter(|id| self.game.find(self.side, id.as_str()).is_some());
        laid.map_or_else(|| card.to_owned(), |id| id.as_str().to_owned())
    }

    /// A card in play, or one of the Reserve that is named.
    pub fn card(&self, card: &str) -> Option<&'v Card> {
        let key = self.key(card);
        let secret = self.own.and_then(|own| own.under(&key));
        let set = self.rules.set(self.game);
        match secret {
            Some(name) => set.card(self.side, name),
            None => set.card(self.side, self.game.cards.face(&self.side.id(), &key)?),
        }
    }

    /// What kind of card it is; nothing for one that lies face down.
    pub fn kind(&self, card: &str) -> Option<Kind> {
        self.card(card).map(|card| card.kind)
    }

    /// Where it stands.
    pub fn place(&self, card: &str) -> Option<Place> {
        self.game.find(self.side, &self.key(card)).map(|(place, _)| place)
    }

    /// Its markers.
    pub fn placed(&self, card: &str) -> Option<&'v Placed> {
        self.game.placed(self.side, &self.key(card))
    }

    /// Whether it can come from the Reserve: a card that this turn lays, or a named card that is nowhere else.
    pub fn in_reserve(&self, card: &str) -> bool {
        if CardTable::is_lay(card) {
            return self.game.reserve(self.side) > 0 && self.game.is_to_be_laid(self.side, card);
        }
        match self.own {
            Some(own) => own.contains("hand", card),
            None => self.game.may_hold(self.rules.set(self.game), self.side, card),
        }
    }

    /// That a card is not in the Reserve, or what has happened to it in this Battle Turn.
    pub fn not_in_reserve(&self, card: &str, rule: &'static str) -> (Refusal, &'static str) {
        let card = card.to_owned();
        let gone = self.game.eliminated.iter().rev().find(|gone| gone.side == self.side && gone.card == card);
        match gone {
            Some(gone) => {
                let rule = match gone.because {
                    EliminationReason::Alone => "11.2",
                    EliminationReason::Decoy => "13.6",
                    EliminationReason::Hits => "7.3",
                    EliminationReason::Routed => "6.0",
                };
                (Refusal::Eliminated { card, place: gone.place, because: gone.because }, rule)
            }
            None => (Refusal::NotInReserve { card }, rule),
        }
    }

    /// Whether a card has gone to the Reserve face down in this Battle Turn, and rests there (DX-16).
    pub fn rests(&self, card: &str) -> bool {
        let id = self.own.and_then(|own| own.id_of(card)).map_or(card, |id| id.as_str());
        self.game.resting.iter().any(|resting| resting == id)
    }

    /// What is wrong with a list of cards by itself: none, a duplicate, or a name that is not a card.
    pub fn names(&self, cards: &[String], rule: &'static str) -> RefusalList {
        let mut found = Vec::new();
        found.when(cards.is_empty(), Refusal::NoCards, rule);
        for (n, card) in cards.iter().enumerate() {
            if cards[..n].iter().any(|other| self.key(other) == self.key(card)) {
                found.push((Refusal::Twice { card: card.clone() }, rule));
            }
        }
        found
    }
}
