//! Changes on the table: cards enter, leave and take hits; who holds a position, and whether that wins the battle
//! (4.0).

use crate::Dixie;
use crate::document::Id;
use crate::engine::{CardTable, Events};
use crate::events::{EliminationReason, Event};
use crate::ledger::{BattleResult, CardAction, Eliminated, EndReason, Game, Phase, Placed, Terrain};
use crate::pack::{Edition, Kind};
use crate::place::Place;
use crate::side::Side;

/// The pile of cards out of play.
pub const LOST: &str = "lost";
/// The Reserve (3.2).
pub const HAND: &str = "hand";
/// The Reinforcement deck (2.0).
pub const DECK: &str = "deck";
/// Cards that are not used (2.0).
pub const UNUSED: &str = "set";
/// The Army of the Ohio, until it arrives (15.1).
pub const OHIO: &str = "ohio";

/// The cards held back until the nights, if Day 1 has its own cards (15.2).
pub const HELD_BACK: &str = "later";

impl Game {
    /// A card of the Reserve enters a position: face down under the id of its commitment, or face up by its name.
    pub fn enter(
        &mut self,
        events: &mut Events,
        rule: &str,
        (side, card): (Side, &str),
        place: Place,
        did: Option<CardAction>,
    ) {
        let laid = CardTable::is_lay(card);
        self.play_from_reserve(events, rule, side, card);
        self.add_card(side, place, Placed { card: card.to_owned(), hits: 0, did, laid });
    }

    /// The same for a decoy, even if hands are open and everybody sees what it is (13.6).
    pub fn enter_as_decoy(&mut self, events: &mut Events, rule: &str, (side, card): (Side, &str), place: Place) {
        self.enter(events, rule, (side, card), place, None);
        if let Some(placed) = self.placed_mut(side, card) {
            placed.laid = true;
        }
    }

    /// A card leaves the Reserve: it is laid face down, or played face up.
    pub fn play_from_reserve(&mut self, events: &mut Events, rule: &str, side: Side, card: &str) {
        match card.parse().ok().filter(|_| CardTable::is_lay(card)) {
            Some(id) => self.cards.lay(events, rule, &side.id(), &id, HAND),
            None => self.cards.play(events, rule, &side.id(), card, HAND),
        }
    }

    /// Adds a card to those of a side in a position.
    pub fn add_card(&mut self, side: Side, place: Place, placed: Placed) {
        if let Some(position) = self.places.get_mut(&place) {
            position.cards.entry(side).or_default().push(placed);
        }
    }

    /// Takes a card off its position; it stays on the table.
    pub fn take_off(&mut self, side: Side, card: &str) -> Option<(Place, Placed)> {
        let (place, at) = self.find(side, card)?;
        let position = self.places.get_mut(&place)?;
        let cards = position.cards.get_mut(&side)?;
        let lifted = cards.remove(at);
        if cards.is_empty() {
            position.cards.remove(&side);
        }
        Some((place, lifted))
    }

    /// Moves a card from one position to another, and records what it has done by that.
    pub fn move_card(
        &mut self,
        events: &mut Events,
        rule: &str,
        (side, card): (Side, &str),
        (from, to): (Place, Place),
        did: Option<CardAction>,
    ) {
        events.emit(rule, &Event::Moved { side, card: self.public_name(side, card), from, to });
        if let Some((_, mut placed)) = self.take_off(side, card) {
            placed.did = did.or(placed.did);
            self.add_card(side, to, placed);
        }
    }

    /// A card leaves the table for a pile; a face-down card stays face down. In the Reserve it rests until the next
    /// Battle Turn, unless it came there in the Morale Phase without having moved (8.0).
    pub fn move_to_pile(&mut self, events: &mut Events, rule: &str, (side, card): (Side, &str), pile: &str) {
        let down = self.is_face_down(side, card);
        if pile == HAND && self.phase != Phase::Morale && !down {
            self.held.push(self.public_name(side, card));
        }
        let moves = matches!(self.phase, Phase::Combat | Phase::Move | Phase::Outflank) && side == self.side;
        match self.take_off(side, card) {
            Some((_, placed)) if pile == HAND && down && moves => self.resting.push(placed.card),
            Some((_, placed)) => self.cards.leave(events, rule, &side.id(), &placed.card, pile),
            None => {}
        }
    }

    /// Face-down cards that have rested rejoin the Reserve (DX-16).
    pub fn end_rest(&mut self, events: &mut Events) {
        let side = self.side.id();
        for card in std::mem::take(&mut self.resting) {
            self.cards.leave(events, "8.0", &side, &card, HAND);
        }
    }

    /// A card goes from its position to the Reserve.
    pub fn withdraw(&mut self, events: &mut Events, rule: &str, side: Side, card: &str) {
        let (shown, from) = (self.public_name(side, card), self.find(side, card).map(|(place, _)| place));
        if let Some(from) = from {
            events.emit(rule, &Event::Moved { side, card: shown, from, to: Place::Reserve });
            self.move_to_pile(events, rule, (side, card), HAND);
        }
    }

    /// Removes a card from play.
    pub fn eliminate(
        &mut self,
        events: &mut Events,
        rule: &str,
        (side, card): (Side, &str),
        because: EliminationReason,
    ) {
        let (shown, place) = (self.public_name(side, card), self.find(side, card).map(|(place, _)| place));
        if let Some(place) = place {
            self.eliminated.push(Eliminated { side, card: shown.clone(), place, because });
            events.emit(rule, &Event::Eliminated { side, card: shown, place, because });
            self.move_to_pile(events, rule, (side, card), LOST);
        }
    }

    /// A special of the Reserve is used up.
    pub fn discard(&mut self, events: &mut Events, rule: &str, side: Side, card: &str) {
        self.cards.play(events, rule, &side.id(), card, HAND);
        self.cards.leave(events, rule, &side.id(), card, LOST);
    }

    /// A card in a position takes a hit; returns how many it has now.
    pub fn hit(&mut self, events: &mut Events, rule: &str, (side, card): (Side, &str), place: Place) -> u8 {
        let shown = self.public_name(side, card);
        let Some(placed) = self.placed_mut(side, card) else { return 0 };
        placed.hits += 1;
        let now = placed.hits;
        events.emit(rule, &Event::Hit { side, card: shown, place, hits: 1, now });
        now
    }

    /// Records what a card in play has done.
    pub fn record_action(&mut self, side: Side, card: &str, did: CardAction) {
        if let Some(placed) = self.placed_mut(side, card) {
            placed.did = Some(did);
        }
    }

    /// Moves a known terrain card from the cards of a position to its terrain.
    pub fn becomes_terrain(&mut self, side: Side, card: &str) {
        if let Some((place, placed)) = self.take_off(side, card)
            && let Some(position) = self.places.get_mut(&place)
        {
            position.terrain.push(Terrain { side, card: placed.card });
        }
    }

    /// A terrain card goes from its position to a pile.
    pub fn remove_terrain(&mut self, events: &mut Events, rule: &str, (side, card): (Side, &str), pile: &str) {
        for position in self.places.values_mut() {
            position.terrain.retain(|terrain| terrain.side != side || terrain.card != card);
        }
        self.cards.leave(events, rule, &side.id(), card, pile);
    }

    /// Begins a phase of the Battle Turn; the specials played in the last phase no longer count on their positions
    /// (12.0). Outflanking belongs to the Move Phase.
    pub fn begin_phase(&mut self, phase: Phase) {
        let part = |phase: Phase| if phase == Phase::Outflank { Phase::Move } else { phase };
        if part(phase) != part(self.phase) {
            self.played.retain(|played| played.place == Place::Reserve);
        }
        self.phase = phase;
    }

    /// Records that somebody has fought, engaged or drawn, so that the battle is not quiet (DX-8).
    pub fn reset_quiet_turns(&mut self) {
        self.quiet = 0;
    }
}

impl Dixie {
    /// A side's face-down cards that hold enemy positions: they must be revealed before that counts (4.0, 13.6, DX-6).
    pub fn face_down_occupiers(&self, game: &Game, side: Side) -> Vec<Id> {
        let alone = |place: Place| !self.has_troops(game, place, side.other());
        let held = |place: &Place| self.holds_face_down(game, *place, side) && alone(*place);
        game.places.keys().filter(|place| held(place)).flat_map(|place| game.face_down_in(*place, side)).collect()
    }

    /// Whether a side has only face-down cards in a position where it has to show its troops.
    pub fn holds_face_down(&self, game: &Game, place: Place, side: Side) -> bool {
        let hidden = game.must_show_troops(side, place) && !self.shows_troops(game, place, side);
        hidden && !game.face_down_in(place, side).is_empty()
    }

    /// Eliminates decoys that are revealed where troops have to show themselves, if there are no troops (13.6).
    fn eliminate_revealed_decoys(&self, game: &mut Game, events: &mut Events, place: Place) {
        for (side, decoy) in self.decoys(game, place) {
            if game.must_show_troops(side, place) && !self.has_troops(game, place, side) {
                game.eliminate(events, "13.6", (side, &decoy), EliminationReason::Decoy);
            }
        }
    }

    /// Applies what follows at once from the places of the cards (4.0, 10.4, 11.2): generals who are engaged alone are
    /// eliminated, unless cards can still move to or from them (DX-40); a side that holds a position alone defends it; a position without troops belongs to the line in
    /// which it lies (DX-37); and a side that holds enough positions wins.
    pub fn apply_immediate_effects(&self, game: &mut Game, events: &mut Events) {
        let places: Vec<Place> = game.places.keys().copied().collect();
        for &place in &places {
            if self.engaged(game, place) {
                for (side, decoy) in self.decoys(game, place) {
                    game.eliminate(events, "13.6", (side, &decoy), EliminationReason::Decoy);
                }
            }
            self.eliminate_revealed_decoys(game, events, place);
            if Side::BOTH.into_iter().any(|side| self.holds_face_down(game, place, side) && !self.engaged(game, place))
            {
                continue;
            }
            let without = Side::BOTH.map(|side| !self.has_troops(game, place, side));
            let enemies = Side::BOTH.map(|side| game.has_enemies(place, side));
            let moving = (game.phase == Phase::Move).then_some(game.side);
            let waits = moving.is_some_and(|side| self.waits_for_troops(game, place, side));
            for (n, side) in Side::BOTH.into_iter().enumerate().filter(|(n, _)| without[*n]) {
                let cards = game.cards_in(place, side).iter().filter(|placed| enemies[n] && (placed.laid || !waits));
                for card in cards.map(|placed| placed.card.clone()).collect::<Vec<_>>() {
                    game.eliminate(events, "11.2", (side, &card), EliminationReason::Alone);
                }
                if !without[1 - n] {
                    self.apply_holding(game, events, place, side.other());
                }
            }
            if without == [true; 2]
                && let Some(owner) = Side::BOTH.into_iter().find(|side| game.own_line(*side).contains(&place))
                && let Some(position) = game.places.get_mut(&place)
            {
                position.defender = owner;
            }
        }
        self.name_commanders(game, events);
        if game.won.is_none() {
            game.won = Side::BOTH
                .into_iter()
                .find_map(|side| self.winning_occupier(game, side))
                .map(|side| BattleResult { side: Some(side), how: EndReason::Occupation });
        }
    }

    /// Whether a side has a general or a special in a position, and no troops: while it moves, they may still come, or
    /// he may still leave (8.0, DX-40).
    fn waits_for_troops(&self, game: &Game, place: Place, side: Side) -> bool {
        game.cards_in(place, side).iter().any(|placed| !placed.laid) && !self.has_troops(game, place, side)
    }

    /// The revealed cards in a position that were laid as troops but are none (13.6).
    pub fn decoys(&self, game: &Game, place: Place) -> Vec<(Side, String)> {
        let of = |side: Side| {
            let down = game.cards_in(place, side).iter().filter(|placed| placed.laid);
            let others = down.filter(move |placed| !self.is_troop(game, side, &placed.card));
            others.map(move |placed| (side, placed.card.clone()))
        };
        Side::BOTH.into_iter().flat_map(of).collect()
    }

    /// A side holds a position alone (10.4, 11.1).
    fn apply_holding(&self, game: &mut Game, events: &mut Events, place: Place, side: Side) {
        if let Some(position) = game.places.get_mut(&place)
            && position.defender != side
        {
            position.defender = side;
            events.emit("10.4", &Event::Captured { side, place });
        }
    }

    /// The side that occupies the enemy positions that win the battle, if any (4.0, 13.8, 15.1).
    fn winning_occupier(&self, game: &Game, side: Side) -> Option<Side> {
        let alone = |place: Place| self.shows_troops(game, place, side) && !self.has_troops(game, place, side.other());
        let wins = match (game.edition, side) {
            (Edition::Shiloh, Side::Csa) => alone(Place::BackCenter),
            (Edition::Shiloh, Side::Usa) => game.day >= 2 && alone(Place::FrontCenter),
            _ => {
                let enemy = game.own_line(side.other());
                let needed = if game.rules.five_positions { 3 } else { 2 };
                enemy.into_iter().filter(|place| alone(*place)).count() >= needed
            }
        };
        wins.then_some(side)
    }

    /// The kind of a public card.
    pub fn kind(&self, game: &Game, side: Side, card: &str) -> Option<Kind> {
        self.card(game, side, card).map(|card| card.kind)
    }
}
