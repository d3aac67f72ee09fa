//! Sentences about cards that suit any game: a game supplies the words for its cards and piles
//! ([`Present::card_words`], [`Present::pile_words`]), and its own sentences where it has more to say.

use serde_json::Value;

use super::grammar::{capital, face_down, list, plural, sentence};
use super::text_builder::TextBuilder;
use super::{EventText, Kind, Present};
use crate::document::{Id, from_tagged};
use crate::engine::cards::CardTable;
use crate::engine::{CardEvent, Position};

/// A side's revealed answer in advance, as something it does; with its content, if that says more than the answer that
/// follows.
pub fn in_advance<R: Present>(rules: &R, side: &Id, id: &Id, says: &Value) -> String {
    let said = match (id.as_str().rsplit_once('-'), says.as_str()) {
        (_, Some("ask")) => Some("it decides when asked".to_owned()),
        (Some((window, _)), None) => rules.revealed_words(side, window, says),
        _ => None,
    };
    format!("reveals {}{}", advance(rules, id), said.map_or(String::new(), |said| format!(": {said}")))
}

/// An answer in advance, by the question that it answers: `its answer in advance (before fire)`.
pub fn advance<R: Present>(rules: &R, id: &Id) -> String {
    let window = id.as_str().rsplit_once('-').map_or(id.as_str(), |(window, _)| window);
    format!("its answer in advance ({})", rules.window_words(window))
}

/// An event of the cards as a sentence; `None` for any other event.
pub fn card_event_text<R: Present>(rules: &R, before: &Position<R>, event: &Value) -> Option<EventText> {
    let event = from_tagged::<CardEvent>("event", event).ok()?;
    let words = TextBuilder::words(words(rules, before, &event));
    let told = match &event {
        CardEvent::TurnedUp { .. } => EventText::new(Kind::Other, words),
        CardEvent::Lied { .. } => EventText::new(Kind::Score, words).first(),
        _ => EventText { text: words, ..EventText::default() },
    };
    Some(told.of(event.side().clone(), None))
}

fn words<R: Present>(rules: &R, before: &Position<R>, event: &CardEvent) -> String {
    let side = event.side();
    let (whose, pile) = (rules.side_words(side), |pile: &str| rules.pile_words(pile));
    let who = capital(&whose);
    let cards = |count: usize, what: &str| plural(u32::try_from(count).unwrap_or(u32::MAX), what);
    let card = |card: &str| rules.card_words(before, side, card);
    match event {
        CardEvent::Shuffled { piles, to, .. } if piles.iter().all(|one| one == to) => {
            format!("{who} shuffles its {}.", pile(to))
        }
        CardEvent::Shuffled { piles, to, .. } => {
            let others = piles.iter().filter(|one| *one != to).map(|one| pile(one));
            format!("{who} shuffles its {} into its {}.", list(others, "and", "cards"), pile(to))
        }
        CardEvent::Drawn { pile: from, count, to, .. } => {
            format!("{who} draws {} from its {} into its {}.", cards(*count, "card"), pile(from), pile(to))
        }
        CardEvent::Looked { pile: at, count: 1, .. } => format!("{who} looks at the top card of its {}.", pile(at)),
        CardEvent::Looked { pile: at, count, .. } => {
            format!("{who} looks at the top {count} cards of its {}.", pile(at))
        }
        CardEvent::Picked { pile: from, count, to, .. } => {
            format!("{who} moves {} from its {} to its {}.", cards(*count, "random card"), pile(from), pile(to))
        }
        CardEvent::Dealt { pile: from, count, to, .. } => {
            format!("{who} moves {} from its {} to its {}.", cards(*count, "unseen card"), pile(from), pile(to))
        }
        CardEvent::Played { card: one, pile: from, .. } => {
            format!("{who} plays {} from its {}.", card(one), pile(from))
        }
        CardEvent::Laid { id, pile: from, .. } => format!("{who} lays {} from its {}.", face_down([id]), pile(from)),
        CardEvent::TurnedUp { id, choice, .. } => match choice.as_str().filter(|_| CardTable::is_lay(id.as_str())) {
            Some(face) => format!("{who} reveals {id}: {}.", card(face)),
            None => format!("{who} {}.", in_advance(rules, side, id, choice)),
        },
        CardEvent::Left { card: one, id, to, .. } => {
            let what = match (one, id) {
                (Some(face), _) => card(face),
                (None, Some(id)) => face_down([id]),
                (None, None) => "a card".to_owned(),
            };
            format!("{} leaves the table and goes to the {} of {whose}.", capital(&what), pile(to))
        }
        CardEvent::Claimed { .. } => {
            format!("{who} states something about cards that only it knows; the audit compares it with the truth.")
        }
        CardEvent::Lied { id, choice, .. } => {
            let said = choice.as_str().map_or_else(|| sentence(choice), card);
            format!("{who} reveals {id} as {said}, which cannot lie there.")
        }
    }
}
