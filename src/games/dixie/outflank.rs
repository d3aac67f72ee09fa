//! Outflanking (13.1).

use serde::{Deserialize, Serialize};

use crate::after_moves::AfterMoves;
use crate::engine::{Cx, Events, Input, Next};
use crate::events::{Event, NoFire, Range, Refusal, Why};
use crate::fire::{Done, Fire, Scored};
use crate::ledger::{Did, Game, Phase};
use crate::orders::Play;
use crate::pack::{Card, Effect, Kind};
use crate::place::Place;
use crate::side::Side;
use crate::specials;
use crate::values::{own_morale, passes};
use crate::view::{Refused, View};
use crate::{Dixie, Frame, Reply};

/// Cards of the Reserve that go for a flank.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Outflank {
    pub side: Side,
    pub place: Place,
    pub cards: Vec<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub general: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub special: Option<String>,
    /// Whether it was tried; what passed fires.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub tried: bool,
}

impl Outflank {
    /// What the rules hold against it.
    pub fn refused(&self, view: View<'_>) -> Refused {
        let (game, rules, place) = (view.game, view.rules, self.place);
        if !game.rules.outflanking {
            return vec![(Refusal::NotPlayed { option: "outflanking".to_owned() }, "13.1")];
        }
        let mut found = view.names(&self.cards, "13.1");
        if !matches!(game.phase, Phase::Combat | Phase::Move | Phase::Outflank) {
            found.push((Refusal::WrongPhase { phase: Phase::Outflank }, "5.0"));
        }
        found.extend(game.returned.then_some((Refusal::AfterReturn, "8.0")));
        let barred = rules.terrain(game, place).any(|card| card.no_outflanking);
        if !place.is_flank() || !game.places.contains_key(&place) || barred {
            found.push((Refusal::NoFlank { place }, "13.1"));
            return found;
        }
        if !rules.engaged(game, place) {
            found.push((Refusal::NotEngaged { place }, "13.1"));
        }
        let all = self.cards.iter().chain(&self.general).chain(&self.special);
        let in_hand = all.clone().filter(|card| !view.in_reserve(card) || game.held.contains(*card));
        found.extend(in_hand.map(|card| (Refusal::NotInReserve { card: card.clone() }, "13.1")));
        if all.count() > game.reserve(view.side) {
            found.push((Refusal::NoCards, "13.1"));
        }
        for card in self.cards.iter().filter(|card| !view.kind(card).is_some_and(Kind::is_troop)) {
            found.push((Refusal::WrongKind { card: card.clone() }, "13.1"));
        }
        for card in self.general.iter().filter(|card| view.kind(card) != Some(Kind::General)) {
            found.push((Refusal::WrongKind { card: card.clone() }, "13.1"));
        }
        if self.general.is_some() && rules.general(game, place, view.side).is_some() {
            found.push((Refusal::TwoGenerals { place }, "11.0"));
        }
        let flank_march = |card: &&String| view.card(card).and_then(|card| card.special) == Some(Effect::FlankMarch);
        for card in self.special.iter().filter(|card| !flank_march(card)) {
            found.push((Refusal::BadSpecial { card: card.clone() }, "12.0"));
        }
        if self.special.is_some() && specials::is_full(game, place, Effect::FlankMarch, &[]) {
            found.push((Refusal::SpecialLimit { place }, "12.0"));
        }
        // A general who goes along brings his bonus (11.3).
        let bonus = self.general.as_ref().and_then(|card| view.card(card)).map_or(0, |general| general.stacking);
        let (count, most) = (self.cards.len() as u8, rules.limit(game, place, view.side) + bonus);
        // Those that have failed count among those that try.
        let (flanked, repelled) = game.position(place).map_or((0, 0), |there| (there.flanked, there.repelled));
        if count + repelled + rules.troops(game, place, view.side).len() as u8 > most {
            found.push((Refusal::TooMany { place, most }, "13.1"));
        }
        if let Some(limit) = rules.movement_limit(game, place)
            && game.defender(place) != Some(view.side)
            && flanked + count > limit
        {
            found.push((Refusal::CrossingLimit { place, limit }, "13.1"));
        }
        found
    }

    /// One step of it.
    pub fn step(&mut self, rules: &Dixie, cx: Cx<'_, Dixie>, input: Input<Dixie>) -> Next<Dixie> {
        let Cx { game, events, .. } = cx;
        if self.tried {
            return Next::Return(Reply::Done);
        }
        // They come after all movement is complete.
        if game.phase != Phase::Outflank {
            return Next::Call(Frame::AfterMoves(AfterMoves { ends: false }));
        }
        // What was turned up then may have been decoys: only who is engaged can be outflanked.
        if !rules.engaged(game, self.place) {
            let (side, place, because) = (self.side, self.place, NoFire::Enough);
            for card in self.cards.clone() {
                events.emit("13.1", &Event::HeldFire { side, card, place, because });
            }
            return Next::Return(Reply::Done);
        }
        let Input::Faces(faces) = input else {
            let (purpose, count) = (format!("outflanking {}", self.side), self.cards.len());
            return Next::Roll { purpose, rule: "13.1", count, sides: 6 };
        };
        self.tried = true;
        let cards = self.arrive(rules, game, events, &faces);
        if cards.is_empty() || !rules.engaged(game, self.place) {
            return Next::Again;
        }
        let (side, place) = (self.side, self.place);
        Next::Call(Frame::Fire(Fire {
            side,
            from: place,
            at: place,
            range: Range::Short,
            cards,
            target: None,
            until: None,
            asked: false,
            shots: Vec::new(),
            scored: Scored::default(),
            cover: false,
            silent: None,
            confused: None,
            done: Done::default(),
        }))
    }

    /// Those that pass engage; the others stay in the Reserve, and have lost their turn.
    fn arrive(&self, rules: &Dixie, game: &mut Game, events: &mut Events, faces: &[u64]) -> Vec<String> {
        let (side, place) = (self.side, self.place);
        let general = self.general.as_ref().and_then(|card| rules.card(game, side, card));
        let mut sure = false;
        if let Some(card) = self.special.clone() {
            let play = Play { card, place: Some(place), target: None };
            sure = specials::play(rules, game, events, side, &play).is_some();
        }
        let mut cards = Vec::new();
        for (n, (card, face)) in self.cards.iter().zip(faces).enumerate() {
            let Some(data) = rules.card(game, side, card) else { continue };
            let helps = general.filter(|general| rules.commands(game, side, general, data));
            let value = flanking(data, helps);
            let passed = passes(*face, value.total()) || (sure && n == 0);
            let (why, faces) = (Why::Outflanking, vec![*face]);
            events.emit("13.1", &Event::Check { side, card: card.clone(), place, why, value, faces, passed });
            if passed {
                cards.push(card.clone());
            } else {
                game.held.push(card.clone());
            }
        }
        let general = self.general.iter().filter(|_| !cards.is_empty());
        for card in cards.iter().chain(general) {
            game.enter(events, "13.1", (side, card), place, Some(Did::Engaged));
            events.emit("13.1", &Event::Moved { side, card: card.clone(), from: Place::Reserve, to: place });
        }
        if let Some(position) = game.places.get_mut(&place) {
            position.flanked += self.cards.len() as u8;
            position.repelled += (self.cards.len() - cards.len()) as u8;
        }
        game.stirs();
        cards
    }
}

/// What a card needs to outflank: cavalry finds it easier, artillery harder.
fn flanking(card: &Card, general: Option<&Card>) -> crate::engine::sum::Sum {
    let arm = match card.kind {
        Kind::Cavalry => 1,
        Kind::Artillery => -1,
        _ => 0,
    };
    let sum = own_morale(card).and("outflanking", arm);
    general.into_iter().fold(sum, |sum, general| sum.and(&general.id, general.attack.into()))
}
