//! Drawing, discarding and returning cards, and the turnover of decks (End of Game, BC-10 to BC-13).

use crate::engine::cards::TABLE;
use crate::engine::{Draw, Events};
use crate::events::{DiscardReason, DrawReason, Event, PointsReason};
use crate::ledger::{ASIDE, DECK, DISCARD, EndReason, Game, HAND, INCOMING, InPlay, Phase, RETURNED, Won};
use crate::pack::{Pack, Points, Theater};
use crate::shared::Side;

/// The highest command point totals (Command Points).
pub fn most_points(side: Side) -> u8 {
    match side {
        Side::Union => 15,
        Side::Confederate => 12,
    }
}

impl Game {
    /// A side draws cards: first those returned to its deck (BC-13). With its last card its discard pile becomes its
    /// next deck (BC-10): in phase H the draw then ends, and before combat the second deck ends the game (End of Game).
    pub fn draw_cards(&mut self, events: &mut Events, rule: &str, side: Side, wanted: usize, why: DrawReason) {
        let mut drawn = 0;
        // From a third deck cards come only by card play (End of Game).
        let barred = self.side(side).deck > 2 && !matches!(why, DrawReason::Card(_) | DrawReason::NewDay);
        while drawn < wanted && self.won.is_none() && !barred {
            let pile = if self.count(side, RETURNED) > 0 { RETURNED } else { DECK };
            let draw = Draw::of(side.id(), pile, wanted - drawn, why.purpose(), rule);
            let count = self.cards.draw(events, draw, HAND);
            drawn += count;
            if count == 0 {
                break;
            }
            if self.count(side, DECK) + self.count(side, RETURNED) == 0 && self.turn_deck(events, side) {
                break;
            }
        }
        events.emit(rule, &Event::Draws { side, count: drawn, wanted, why });
    }

    /// The discard pile becomes the next deck. `true` if the draw ends with it.
    fn turn_deck(&mut self, events: &mut Events, side: Side) -> bool {
        let deck = self.side(side).deck;
        self.cards.shuffle(events, "End of Game", &side.id(), &[DISCARD], DECK);
        self.side_mut(side).deck = (deck + 1).min(3);
        events.emit("End of Game", &Event::DeckTurned { side, deck: self.side(side).deck });
        if deck == 2 && self.phase < Phase::BattleOrder && self.phase != Phase::SetUp {
            self.won = Some(Won { side: Some(Side::Confederate), how: EndReason::DecksExhausted });
        }
        deck >= 2 && self.phase == Phase::BattleOrder
    }

    /// Cards of the hand go to the discard pile, for all to see (Discard, BC-12).
    pub fn discard(&mut self, events: &mut Events, rule: &str, side: Side, cards: &[String], why: DiscardReason) {
        for card in cards {
            self.cards.play(events, rule, &side.id(), card, HAND);
            self.cards.leave(events, rule, &side.id(), card, DISCARD);
        }
        if !cards.is_empty() {
            events.emit(rule, &Event::Discarded { side, cards: cards.to_vec(), why });
        }
    }

    /// Random cards of the hand return to the top of the deck (BC-13).
    pub fn return_random(&mut self, events: &mut Events, rule: &str, side: Side, count: usize) -> usize {
        let count = self.cards.pick(events, Draw::of(side.id(), HAND, count, "returned cards", rule), INCOMING);
        self.put_on_top(events, rule, side);
        if count > 0 {
            events.emit(rule, &Event::Returned { side, count });
        }
        count
    }

    /// The incoming cards go on top of those that were returned before (Play Deck).
    pub fn put_on_top(&mut self, events: &mut Events, rule: &str, side: Side) {
        let earlier = self.count(side, RETURNED);
        if earlier > 0 {
            self.cards.deal(events, rule, &side.id(), (RETURNED, earlier), INCOMING);
        }
        let all = self.count(side, INCOMING);
        if all > 0 {
            self.cards.deal(events, rule, &side.id(), (INCOMING, all), RETURNED);
        }
    }

    /// A general comes into play from the hand, or from those set aside.
    pub fn enter(&mut self, events: &mut Events, rule: &str, side: Side, card: &str, theater: Theater) {
        let aside = self.aside.entry(side).or_default();
        let pile = if aside.iter().any(|other| other == card) { ASIDE } else { HAND };
        aside.retain(|other| other != card);
        self.cards.play(events, rule, &side.id(), card, pile);
        self.side_mut(side).generals.push(InPlay { card: card.to_owned(), theater, engaged: false });
        events.emit(rule, &Event::Enters { side, general: card.to_owned(), theater });
    }

    /// A general leaves play for a pile; he may come back in either theater (G.4).
    pub fn leave_play(&mut self, events: &mut Events, rule: &str, side: Side, card: &str, to: &str) {
        self.cards.leave(events, rule, &side.id(), card, to);
        let own = self.side_mut(side);
        own.generals.retain(|general| general.card != card);
        if !own.veterans.iter().any(|other| other == card) {
            own.veterans.push(card.to_owned());
        }
    }

    /// Every card of a battle goes to the discard pile of its side (L).
    pub fn clear_table(&mut self, events: &mut Events, rule: &str) {
        for side in Side::BOTH {
            let own = self.side(side).generals.iter().map(|general| general.card.clone()).collect::<Vec<_>>();
            let table = self.cards.open(&side.id(), TABLE).to_vec();
            for card in table.into_iter().filter(|card| !own.contains(card)) {
                self.cards.leave(events, rule, &side.id(), &card, DISCARD);
            }
        }
    }

    /// Command points change, within their limits (Command Points, BC-17).
    pub fn change_points(&mut self, events: &mut Events, rule: &str, points: Points, why: &PointsReason) {
        for side in Side::BOTH {
            let own = self.side_mut(side);
            let now = (i16::from(own.points) + i16::from(points.of(side))).clamp(0, i16::from(most_points(side))) as u8;
            let change = (i16::from(now) - i16::from(own.points)) as i8;
            own.points = now;
            if points.of(side) != 0 {
                events.emit(rule, &Event::PointsChanged { side, change, points: now, why: why.clone() });
            }
        }
    }
}

impl DrawReason {
    /// The purpose, as a state lists it.
    pub fn purpose(&self) -> &'static str {
        match self {
            DrawReason::FirstHand => "first hand",
            DrawReason::Turn => "draw of the turn",
            DrawReason::Battle => "draw for the battle",
            DrawReason::Card(_) => "draw by a card",
            DrawReason::Cavalry(_) => "draw by cavalry",
            DrawReason::Exchange => "draw for a general",
            DrawReason::NewDay => "draw as the battle goes on",
        }
    }
}

/// Whether a general may enter a theater: his own at first, either in Deck Two or once he has been in play (G.4).
pub fn may_enter(pack: &Pack, game: &Game, side: Side, card: &str, theater: Theater) -> bool {
    let own = game.side(side);
    let home = pack.general(side, card).is_some_and(|general| general.theater == theater);
    home || own.deck >= 2 || own.veterans.iter().any(|other| other == card)
}
