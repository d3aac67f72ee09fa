//! Battle moves (8.0 to 8.5).

use crate::Dixie;
use crate::engine::refusal::RefusalListExt;
use crate::engine::{CardTable, Events};
use crate::events::{Event, Refusal};
use crate::ledger::{CardAction, Game, Phase, Placed};
use crate::orders::Order;
use crate::pack::Kind;
use crate::place::Place;
use crate::side::Side;
use crate::view::{RefusalList, View};

/// A move of cards from one position along a path, as written.
#[derive(Clone, Copy, Debug)]
pub struct Route<'o> {
    pub cards: &'o [String],
    pub path: &'o [Place],
    /// Whether troops may make two moves: on a force march (8.6).
    pub forced: bool,
}

/// Whether moves may be made now: after combat, and before cards outflank (5.0, 13.1).
pub fn move_phase_refused(game: &Game) -> Option<(Refusal, &'static str)> {
    let now = matches!(game.phase, Phase::Combat | Phase::Move);
    (!now).then_some((Refusal::WrongPhase { phase: Phase::Move }, "5.0"))
}

impl Route<'_> {
    /// Where a card starts: the Reserve, if it is not on the table.
    fn start(&self, view: View<'_>, card: &str) -> Option<Place> {
        view.place(card).or_else(|| view.in_reserve(card).then_some(Place::Reserve))
    }

    /// Why the rules forbid it.
    pub fn refused(&self, view: View<'_>) -> RefusalList {
        let mut found = view.names(self.cards, "8.0");
        found.extend(move_phase_refused(view.game));
        let mut from = None;
        for card in self.cards {
            let Some(start) = self.start(view, card) else {
                let unknown = CardTable::is_lay(card) || view.rules.set(view.game).card(view.side, card).is_none();
                let refusal = match (view.rests(card), unknown) {
                    (true, _) => (Refusal::HasActed { card: card.clone() }, "8.0"),
                    (false, true) => (Refusal::NoSuchCard { card: card.clone() }, "8.0"),
                    (false, false) => view.not_in_reserve(card, "8.0"),
                };
                found.push(refusal);
                continue;
            };
            found.when(*from.get_or_insert(start) != start, Refusal::Apart { card: card.clone() }, "8.0");
            found.extend(self.card_refused(view, card, start));
        }
        let Some(from) = from.filter(|_| found.is_empty()) else { return found };
        found.extend(self.path_refused(view, from));
        if found.is_empty() {
            found.extend(self.crossing_refused(view, from));
            found.extend(self.generals_refused(view));
            found.extend(self.stacking_refused(view, from));
        }
        found
    }

    fn card_refused(&self, view: View<'_>, card: &str, start: Place) -> Option<(Refusal, &'static str)> {
        let named = card.to_owned();
        if view.placed(card).is_some_and(|placed| placed.did.is_some())
            || view.game.held.iter().any(|held| held == card)
        {
            return Some((Refusal::HasActed { card: named }, "8.0"));
        }
        let kind = view.kind(card);
        let two = matches!(kind, Some(Kind::Cavalry | Kind::General)) || self.forced;
        if self.path.len() > if two { 2 } else { 1 } {
            return Some((Refusal::TooFar { card: named }, "8.5"));
        }
        match kind {
            Some(Kind::Terrain) => Some((Refusal::FixedCard { card: named }, "10.2")),
            Some(Kind::Special) if start == Place::Reserve => Some((Refusal::WrongKind { card: named }, "12.0")),
            _ => None,
        }
    }

    fn path_refused(&self, view: View<'_>, from: Place) -> RefusalList {
        let (game, side) = (view.game, view.side);
        let mut found = Vec::new();
        if self.path.is_empty() {
            return vec![(Refusal::NoPlace { place: from }, "8.0")];
        }
        let mut at = from;
        for &to in self.path {
            found.when(!game.adjacent(side, at, to), Refusal::NotAdjacent { from: at, to }, "8.0");
            // An engaged card can only go where there are no enemies, and from its own line only to the Reserve (8.2).
            let back = to == Place::Reserve || at.line() != Some(side);
            if at == from && game.has_enemies(at, side) && (game.has_enemies(to, side) || !back) {
                found.push((Refusal::Engaged { place: to }, "8.2"));
            }
            at = to;
        }
        if let [one, two] = *self.path {
            let card = || self.cards.first().cloned().unwrap_or_default();
            let engages = game.has_enemies(one, side) || (game.has_enemies(from, side) && game.has_enemies(two, side));
            found.when(engages, Refusal::EngageAndDisengage { card: card() }, "8.5");
            found.when(two == from, Refusal::NotAdjacent { from: one, to: two }, "8.5");
        }
        found
    }

    /// The positions with a Movement Limit that this move crosses into or out of; each of its cards counts there (8.3).
    fn crossings(&self, view: View<'_>, from: Place) -> Vec<Place> {
        let mut at = from;
        let mut crossed = Vec::new();
        for &to in self.path {
            if at != Place::Reserve && to != Place::Reserve {
                let limited = |place: &Place| {
                    view.game.defender(*place) == Some(view.side.other())
                        && view.rules.movement_limit(view.game, *place).is_some()
                };
                crossed.extend([at, to].into_iter().filter(limited));
            }
            at = to;
        }
        crossed
    }

    fn limit_count(&self, view: View<'_>) -> u8 {
        let exempt = |card: &String| matches!(view.kind(card), Some(Kind::General | Kind::Special));
        self.cards.iter().filter(|card| !exempt(card)).count() as u8
    }

    fn crossing_refused(&self, view: View<'_>, from: Place) -> Option<(Refusal, &'static str)> {
        let count = self.limit_count(view);
        self.crossings(view, from).into_iter().find_map(|place| {
            let limit = view.rules.movement_limit(view.game, place)?;
            let crossed = view.game.position(place).map_or(0, |position| position.crossed);
            (count > 0 && crossed + count > limit).then_some((Refusal::CrossingLimit { place, limit }, "8.3"))
        })
    }

    /// At most one general is in a position when all have moved (11.0, DX-42).
    fn generals_refused(&self, view: View<'_>) -> Option<(Refusal, &'static str)> {
        let last = *self.path.last()?;
        let coming = self.cards.iter().filter(|card| view.kind(card) == Some(Kind::General)).count();
        let there = view.rules.generals(view.game, last, view.side);
        let staying = there.iter().filter(|general| !view.leaves_later(general, last)).count();
        let too_many = last != Place::Reserve && coming > 0 && coming + staying > 1;
        too_many.then_some((Refusal::TwoGenerals { place: last }, "11.0"))
    }

    /// Disengaging is always allowed (8.2, DX-17).
    fn stacking_refused(&self, view: View<'_>, from: Place) -> Option<(Refusal, &'static str)> {
        let last = *self.path.last()?;
        if last == Place::Reserve || view.game.has_enemies(from, view.side) {
            return None;
        }
        let bonus = self.cards.iter().filter_map(|card| view.card(card)).map(|card| card.stacking).max();
        let coming = Coming { troops: self.limit_count(view), terrain: 0, bonus: bonus.unwrap_or(0) };
        let most = coming.over_limit(view, last)?;
        Some((Refusal::TooMany { place: last, most }, "8.1"))
    }

    /// Carries it out for the given cards.
    pub fn carry_out(&self, rules: &Dixie, game: &mut Game, events: &mut Events, side: Side, cards: &[String]) {
        let view = View::of(rules, game, side);
        let Some(from) = self.cards.first().and_then(|card| self.start(view, card)) else { return };
        let Some(&last) = self.path.last() else { return };
        let crossings = self.crossings(view, from);
        let counted = Route { cards, ..*self }.limit_count(view);
        let engages = game.has_enemies(last, side);
        let (did, rule) = if engages {
            (CardAction::Engaged, "8.1")
        } else if game.has_enemies(from, side) {
            (CardAction::Disengaged, "8.2")
        } else {
            (CardAction::Moved, if self.path.len() > 1 && !self.forced { "8.5" } else { "8.0" })
        };
        for place in crossings {
            if let Some(position) = game.places.get_mut(&place) {
                position.crossed += counted;
            }
        }
        for card in cards {
            move_one(game, events, (side, card), (from, last), did, rule);
        }
        if engages {
            game.reset_quiet_turns();
        }
        game.begin_phase(Phase::Move);
    }
}

/// What comes into a position and counts for its stacking limit.
#[derive(Clone, Copy, Debug)]
pub struct Coming {
    pub troops: u8,
    pub terrain: u8,
    /// The stacking bonus of a general who comes with them (11.3).
    pub bonus: u8,
}

impl Coming {
    /// The limit that it exceeds when all have moved (8.0, DX-17): cards that the same turn file moves out later do not
    /// count, nor, where no enemies are, those that can still move (8.4); a general who comes later brings his bonus.
    pub fn over_limit(self, view: View<'_>, place: Place) -> Option<u8> {
        let (game, rules, side) = (view.game, view.rules, view.side);
        let engages = game.has_enemies(place, side);
        let there = rules.troops(game, place, side);
        let goes = |placed: &&&Placed| match engages {
            true => view.leaves_later(&placed.card, place),
            false => placed.did.is_none(),
        };
        let staying = there.len() - there.iter().filter(goes).count();
        let stacking = |card: &String| view.card(card).map_or(0, |card| card.stacking);
        let generals = rules.generals(game, place, side);
        let generals = generals.iter().filter(|general| !view.leaves_later(general, place)).map(stacking);
        let later = view.moves_later().filter(|(_, to)| *to == place).map(|(card, _)| stacking(card));
        let bonus = generals.chain(later).max().unwrap_or(0).max(self.bonus);
        let most = rules.room_beside_terrain(game, place).saturating_sub(self.terrain) + bonus;
        (staying + usize::from(self.troops) > usize::from(most)).then_some(most)
    }
}

impl<'v> View<'v> {
    /// The cards that later orders of the same turn file move, and where to (8.0).
    pub fn moves_later(self) -> impl Iterator<Item = (&'v String, Place)> {
        self.game.coming.iter().flat_map(|order| {
            let (cards, path, general) = match order {
                Order::Move { cards, path } => (cards.as_slice(), path.last(), None),
                Order::ForceMarch { cards, path, general } => (cards.as_slice(), path.last(), general.as_ref()),
                _ => (&[][..], None, None),
            };
            path.into_iter().flat_map(move |last| cards.iter().chain(general).map(|card| (card, *last)))
        })
    }

    /// Whether a card in a position has yet to move, and a later order moves it away.
    fn leaves_later(self, card: &str, place: Place) -> bool {
        let waits = self.placed(card).is_some_and(|placed| placed.did.is_none());
        waits && self.moves_later().any(|(other, to)| to != place && self.key(other) == self.key(card))
    }
}

/// One card goes from a place to another.
fn move_one(
    game: &mut Game,
    events: &mut Events,
    (side, card): (Side, &str),
    (from, to): (Place, Place),
    did: CardAction,
    rule: &str,
) {
    if from == Place::Reserve {
        let shown = game.public_name(side, card);
        game.enter(events, rule, (side, card), to, Some(did));
        events.emit(rule, &Event::Moved { side, card: shown, from, to });
    } else if to == Place::Reserve {
        game.withdraw(events, rule, side, card);
    } else {
        game.move_card(events, rule, (side, card), (from, to), Some(did));
    }
}
