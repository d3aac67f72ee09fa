//! What can be seen on the table: which cards are where, who is engaged, the stacking limits.

use crate::Dixie;
use crate::document::Id;
use crate::engine::cards::Pile;
use crate::engine::{CardTable, Next};
use crate::ledger::{Game, Placed, Position};
use crate::pack::{Card, CardSet, Edition, Effect, Kind};
use crate::place::{FIVE, Place, SHILOH, THREE};
use crate::side::Side;

/// The stacking limit of a position, including terrain (3.1).
pub const STACKING_LIMIT: u8 = 4;

impl Game {
    /// The cards of a side in a position except terrain.
    pub fn cards_in(&self, place: Place, side: Side) -> &[Placed] {
        self.places.get(&place).and_then(|position| position.cards.get(&side)).map_or(&[], Vec::as_slice)
    }

    /// The position with this name; `None` for the Reserve.
    pub fn position(&self, place: Place) -> Option<&Position> {
        self.places.get(&place)
    }

    /// Who defends a position (11.1).
    pub fn defender(&self, place: Place) -> Option<Side> {
        self.places.get(&place).map(|position| position.defender)
    }

    /// Whether enemy cards of a side stand in a position (8.1).
    pub fn has_enemies(&self, place: Place, side: Side) -> bool {
        !self.cards_in(place, side.other()).is_empty()
    }

    /// The place of a side's card, and its index in the list there: by its id, or by the id of its commitment.
    pub fn find(&self, side: Side, card: &str) -> Option<(Place, usize)> {
        let id = side.id();
        self.places.keys().find_map(|place| {
            let is_under = |laid: &str| CardTable::is_lay(laid) && self.cards.face(&id, laid) == Some(card);
            let same = |placed: &Placed| placed.card == card || is_under(&placed.card);
            Some((*place, self.cards_in(*place, side).iter().position(same)?))
        })
    }

    /// A card of a side in play.
    pub fn placed(&self, side: Side, card: &str) -> Option<&Placed> {
        let (place, at) = self.find(side, card)?;
        self.cards_in(place, side).get(at)
    }

    /// The same, to be changed.
    pub fn placed_mut(&mut self, side: Side, card: &str) -> Option<&mut Placed> {
        let (place, at) = self.find(side, card)?;
        self.places.get_mut(&place)?.cards.get_mut(&side)?.get_mut(at)
    }

    /// Whether a card lies face down.
    pub fn is_face_down(&self, side: Side, card: &str) -> bool {
        self.cards.is_face_down(&side.id(), card)
    }

    /// The name of a card for everybody: its id if it is known.
    pub fn public_name(&self, side: Side, card: &str) -> String {
        self.cards.face(&side.id(), card).unwrap_or(card).to_owned()
    }

    /// The ids of a side's face-down cards among these.
    pub fn face_down(&self, side: Side, cards: impl IntoIterator<Item = impl AsRef<str>>) -> Vec<Id> {
        let down = cards.into_iter().filter(|card| self.is_face_down(side, card.as_ref()));
        down.filter_map(|card| card.as_ref().parse().ok()).collect()
    }

    /// The ids of its face-down cards in a position.
    pub fn face_down_in(&self, place: Place, side: Side) -> Vec<Id> {
        self.face_down(side, self.cards_in(place, side).iter().map(|placed| &placed.card))
    }

    /// What reveals a side's face-down cards; `None` if there are none.
    pub fn reveal_cards(
        &self,
        side: Side,
        cards: impl IntoIterator<Item = impl AsRef<str>>,
        rule: &'static str,
    ) -> Option<Next<Dixie>> {
        let ids = self.face_down(side, cards);
        (!ids.is_empty()).then(|| Next::TurnUp { side: side.id(), ids, rule })
    }

    /// How many cards a side's Reserve has.
    pub fn reserve(&self, side: Side) -> usize {
        self.cards.count(&side.id(), "hand")
    }

    /// The two lines: the USA's from its left to its right, then the positions opposite.
    pub fn lines(&self) -> [&'static [Place]; 2] {
        match self.edition {
            Edition::Shiloh => [&SHILOH[0], &SHILOH[1]],
            _ if self.rules.five_positions => [&FIVE[0], &FIVE[1]],
            _ => [&THREE[0], &THREE[1]],
        }
    }

    /// The positions in a side's battleline: at Shiloh the USA's are all six, and the CSA has none (3.21).
    pub fn own_line(&self, side: Side) -> Vec<Place> {
        let [usa, across] = self.lines();
        match (self.edition, side) {
            (Edition::Shiloh, Side::Usa) => across.iter().chain(usa).copied().collect(),
            (Edition::Shiloh, Side::Csa) => Vec::new(),
            (_, Side::Usa) => usa.to_vec(),
            (_, Side::Csa) => across.to_vec(),
        }
    }

    /// Whether a position is in the enemy's battleline, so that a side has to show who occupies it (4.0, DX-6); at
    /// Shiloh also the one that wins for the USA on Day 2.
    pub fn must_show_troops(&self, side: Side, place: Place) -> bool {
        let enemy = self.own_line(side.other()).contains(&place) && place.line() != Some(side);
        let front = self.edition == Edition::Shiloh && side == Side::Usa && place == Place::FrontCenter;
        enemy || (front && self.day >= 2)
    }

    /// The adjacent positions in the same line (13.3).
    pub fn lateral(&self, place: Place) -> Vec<Place> {
        let line = self.lines().into_iter().find(|line| line.contains(&place)).unwrap_or(&[]);
        line.windows(2)
            .filter_map(|pair| match *pair {
                [one, two] if one == place => Some(two),
                [one, two] if two == place => Some(one),
                _ => None,
            })
            .collect()
    }

    /// Whether one position leads to another for a side (8.0): between the Reserve and its own line, and across the
    /// Centerline.
    pub fn adjacent(&self, side: Side, from: Place, to: Place) -> bool {
        let own = |place: Place| place.line() == Some(side) && self.places.contains_key(&place);
        match (from, to) {
            (Place::Reserve, Place::Reserve) => false,
            (Place::Reserve, place) | (place, Place::Reserve) => own(place),
            _ => from.opposite() == to && self.places.contains_key(&from) && self.places.contains_key(&to),
        }
    }

    /// Whether a card can be in a side's Reserve as far as everybody can see (3.2): it belongs to its set, and is not
    /// face up anywhere.
    pub fn may_hold(&self, set: &CardSet, side: Side, card: &str) -> bool {
        let deck = self.rules.decks.get(&side);
        let own = set.card(side, card).is_some() && deck.is_none_or(|deck| deck.iter().any(|other| other == card));
        own && self.reserve(side) > 0 && !self.is_face_up(side, card)
    }

    fn is_face_up(&self, side: Side, card: &str) -> bool {
        let Some(own) = self.cards.of(&side.id()) else { return false };
        let piles = own.piles.values().any(|pile| match pile {
            Pile::Open(cards) => cards.iter().any(|other| other == card),
            Pile::Hidden(_) => false,
        });
        piles || own.laid.values().filter_map(|laid| laid.value()?.as_str()).any(|other| other == card)
    }

    /// Whether an id belongs to a card that this turn lays, and that is not on the table yet.
    pub fn is_to_be_laid(&self, side: Side, card: &str) -> bool {
        let committed = |id: &Id| self.cards.of(&side.id()).is_some_and(|own| own.committed.contains_key(id));
        CardTable::is_lay(card) && card.parse().is_ok_and(|id| committed(&id))
    }

    /// The reinforcements that a side draws in a Battle Turn (9.0, 15.2).
    pub fn reinforcement_rate(&self, side: Side) -> u8 {
        match (self.edition, side) {
            (Edition::Shiloh, _) => 2,
            (Edition::Gettysburg, Side::Usa) if !self.rules.three_days => 2,
            _ => 1,
        }
    }
}

impl Dixie {
    /// The cards of the edition that is played.
    pub fn set(&self, game: &Game) -> &CardSet {
        self.pack.set(game.edition)
    }

    /// A side's public card: by its id, or by that of its commitment once it is revealed.
    pub fn card<'r>(&'r self, game: &Game, side: Side, card: &str) -> Option<&'r Card> {
        self.set(game).card(side, game.cards.face(&side.id(), card)?)
    }

    /// Whether a card in play counts as a troop card; a face-down card does (DX-6).
    pub fn is_troop(&self, game: &Game, side: Side, card: &str) -> bool {
        let Some(known) = game.cards.face(&side.id(), card) else { return true };
        self.set(game).card(side, known).is_some_and(|card| card.kind.is_troop())
    }

    /// The troop cards of a side in a position.
    pub fn troops<'g>(&self, game: &'g Game, place: Place, side: Side) -> Vec<&'g Placed> {
        game.cards_in(place, side).iter().filter(|placed| self.is_troop(game, side, &placed.card)).collect()
    }

    /// Whether a side has troop cards in a position.
    pub fn has_troops(&self, game: &Game, place: Place, side: Side) -> bool {
        game.cards_in(place, side).iter().any(|placed| self.is_troop(game, side, &placed.card))
    }

    /// Whether a side has visible troops in a position.
    pub fn shows_troops(&self, game: &Game, place: Place, side: Side) -> bool {
        self.troops(game, place, side).iter().any(|placed| !game.is_face_down(side, &placed.card))
    }

    /// Whether both sides have troops in a position (8.1).
    pub fn engaged(&self, game: &Game, place: Place) -> bool {
        Side::BOTH.into_iter().all(|side| self.has_troops(game, place, side))
    }

    /// The general of a side in a position (11.0).
    pub fn general<'r>(&'r self, game: &Game, place: Place, side: Side) -> Option<&'r Card> {
        // A card that was laid as a troop card is a decoy until it is revealed (13.6).
        let seen = game.cards_in(place, side).iter().filter(|placed| !placed.laid);
        let mut cards = seen.filter_map(|placed| self.card(game, side, &placed.card));
        cards.find(|card| card.kind == Kind::General)
    }

    /// The generals of a side in a position, as its list names them: one, except while cards move (11.0, DX-42).
    pub fn generals(&self, game: &Game, place: Place, side: Side) -> Vec<String> {
        let seen = game.cards_in(place, side).iter().filter(|placed| !placed.laid);
        let generals = seen.filter(|placed| self.kind(game, side, &placed.card) == Some(Kind::General));
        generals.map(|placed| placed.card.clone()).collect()
    }

    /// The terrain cards in a position.
    pub fn terrain<'r>(&'r self, game: &'r Game, place: Place) -> impl Iterator<Item = &'r Card> {
        let terrain = game.position(place).into_iter().flat_map(|position| &position.terrain);
        terrain.filter_map(|terrain| self.card(game, terrain.side, &terrain.card))
    }

    /// The most troop cards of a side that may stand in a position (3.1, 10.1, 11.3).
    pub fn stacking_limit(&self, game: &Game, place: Place, side: Side) -> u8 {
        let bonus = self.general(game, place, side).map_or(0, |general| general.stacking);
        self.room_beside_terrain(game, place) + bonus
    }

    /// The same without a general (10.1).
    pub fn room_beside_terrain(&self, game: &Game, place: Place) -> u8 {
        let terrain = game.position(place).map_or(0, |position| position.terrain.len() as u8);
        STACKING_LIMIT.saturating_sub(terrain)
    }

    /// By how many cards a side overstacks a position (8.4).
    pub fn overstacked_by(&self, game: &Game, place: Place, side: Side) -> u8 {
        (self.troops(game, place, side).len() as u8).saturating_sub(self.stacking_limit(game, place, side))
    }

    /// The Movement Limit of a position, if it has one (8.3, 10.3).
    pub fn movement_limit(&self, game: &Game, place: Place) -> Option<u8> {
        let water = self.terrain(game, place).find(|card| card.limit > 0)?;
        Some(water.limit + game.position(place).map_or(0, |position| position.fords))
    }

    /// The specials with this effect that a side has in a position.
    pub fn staying_specials<'r>(&'r self, game: &'r Game, place: Place, side: Side) -> impl Iterator<Item = &'r Card> {
        let seen = game.cards_in(place, side).iter().filter(|placed| !placed.laid);
        let cards = seen.filter_map(move |placed| self.card(game, side, &placed.card));
        cards.filter(|card| card.special.is_some_and(Effect::stays))
    }
}
