//! The record as seen by whoever checks an order against the rules: everybody, or a player who knows his own cards.

use crate::Longstreet;
use crate::board::table::Goal;
use crate::document::Id;
use crate::engine::OwnCards;
use crate::events::Refusal;
use crate::ledger::{Game, HAND, OUT_OF_GAME};
use crate::pack::{Card, Effect};
use crate::shared::table::{BattleUnit, Unit, UnitData};
use crate::side::Side;

/// The objections of the rules, each with the heading of its rule.
pub type RefusalList = crate::engine::refusal::RefusalList<Refusal>;

impl Longstreet {
    /// The units of a side, including those that are gone.
    pub fn force<'v>(&'v self, game: &'v Game, side: Side) -> impl Iterator<Item = BattleUnit<'v>> {
        let all = self.battle(game).map(|battle| battle.of(side)).unwrap_or_default();
        all.iter().filter_map(|data| Some(BattleUnit { data, unit: game.units.get(&data.id)? }))
    }

    /// Who a unit is, and whose.
    pub fn unit(&self, game: &Game, id: &Id) -> Option<(Side, &UnitData)> {
        self.battle(game).and_then(|battle| battle.unit(id))
    }

    /// Whether a place is on the table.
    pub fn is_on_table(&self, game: &Game, at: impl Into<Goal>) -> bool {
        self.battle(game).is_some_and(|battle| battle.is_on_table(at.into().spot()))
    }
}

/// The record as used for checking a side's orders.
#[derive(Clone, Copy, Debug)]
pub struct View<'v> {
    pub rules: &'v Longstreet,
    pub game: &'v Game,
    pub side: Side,
    /// The side's own cards, where they are known. The rules themselves never ask for them.
    pub own: Option<&'v OwnCards>,
}

impl<'v> View<'v> {
    /// As everybody sees it.
    pub fn of(rules: &'v Longstreet, game: &'v Game, side: Side) -> View<'v> {
        View { rules, game, side, own: None }
    }

    /// A card of the side's deck, as this year has it.
    pub fn card(&self, id: &str) -> Option<&'v Card> {
        self.rules.pack.card(self.side, id).filter(|card| card.in_use(self.game.year))
    }

    /// Whether a card of the side allows misses to be rolled again.
    pub fn rerolls(&self, id: &str) -> bool {
        self.card(id).is_some_and(|card| card.effect == Effect::RerollMisses)
    }

    /// Whether the hand contains the card, or may contain it as far as everybody can see.
    pub fn in_hand(&self, id: &str) -> bool {
        match self.own {
            Some(own) => own.known_cards(HAND).contains(&id),
            None => {
                let out = |card: &String| card == id;
                self.card(id).is_some()
                    && self.game.count(self.side, HAND) > 0
                    && !self.game.cards.open(&self.side.id(), OUT_OF_GAME).iter().any(out)
                    && !self.game.shown.get(&self.side).is_some_and(|shown| shown.iter().any(out))
            }
        }
    }

    /// The ids of the cards that the hand has, or may have.
    pub fn hand(&self) -> Vec<String> {
        match self.own {
            Some(own) => own.known_cards(HAND).into_iter().map(str::to_owned).collect(),
            None => {
                let deck = self.rules.pack.deck(self.side, self.game.year);
                deck.into_iter().filter(|id| self.in_hand(id)).collect()
            }
        }
    }

    /// What is wrong with cards that leave the hand together.
    pub fn discards_refused<'c>(&self, cards: impl Iterator<Item = &'c String>, rule: &'static str) -> RefusalList {
        let (mut found, mut named) = (Vec::new(), Vec::new());
        for card in cards {
            let titled = || self.rules.pack.titled(self.side, card).is_some();
            if self.card(card).is_none() && self.own.is_some() && titled() {
                // Its player has written a title, and no other copy is in his hand.
                found.push((Refusal::NotInHand { card: card.clone() }, rule));
            } else if self.card(card).is_none() {
                found.push((Refusal::NoSuchCard { card: card.clone() }, "The Action Cards"));
            } else if named.contains(&card) {
                found.push((Refusal::Twice { card: card.clone() }, rule));
            } else if !self.in_hand(card) || named.len() >= self.game.count(self.side, HAND) {
                found.push((Refusal::NotInHand { card: card.clone() }, rule));
            }
            named.push(card);
        }
        found
    }

    /// A unit of the side: who it is, and how it stands.
    pub fn own_unit(&self, id: &Id) -> Result<(&'v UnitData, &'v Unit), Refusal> {
        self.unit(id, self.side, |unit| Refusal::NotOwn { unit })
    }

    /// A unit of the enemy's.
    pub fn enemy_unit(&self, id: &Id) -> Result<(&'v UnitData, &'v Unit), Refusal> {
        self.unit(id, self.side.other(), |unit| Refusal::NotEnemy { unit })
    }

    fn unit(&self, id: &Id, of: Side, not: fn(Id) -> Refusal) -> Result<(&'v UnitData, &'v Unit), Refusal> {
        match (self.rules.unit(self.game, id), self.game.units.get(id)) {
            (Some((side, _)), _) if side != of => Err(not(id.clone())),
            (Some((_, data)), Some(unit)) if unit.is_in_play() => Ok((data, unit)),
            (Some(_), Some(_)) => Err(Refusal::UnitGone { unit: id.clone() }),
            _ => Err(Refusal::NoSuchUnit { unit: id.clone() }),
        }
    }
}
