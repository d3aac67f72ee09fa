//! `show hand` and `show table`: cards as their owner sees them, and as everybody does.

use serde_json::json;

use super::out::Printout;
use super::own_hand::{self, Key};
use super::{CommandResult, Failure, Format, out};
use crate::chain::adjudicate::Adjudication;
use crate::document::kinds::SeatEntry;
use crate::document::{Id, Problem, Value};
use crate::engine::cards::{OwnCards, Pile};
use crate::report::grammar::capital;
use crate::report::{Block, Report, Section, Span, Text};
use crate::session::Session;

/// Prints what a seat knows of its cards; `key` gives its private key.
///
/// # Errors
/// The game has no hands, or the seat's secret is not on this machine.
pub fn hand(adjudication: &Adjudication<'_, '_>, entry: &SeatEntry, key: Key<'_>, format: Format) -> CommandResult {
    if !own_hand::has_hands(adjudication) {
        return Err(no_cards());
    }
    let owner = own_hand::find_owner(adjudication, entry, key)?.ok_or_else(|| {
        let problem =
            Problem::new(format!("the hand of '{}' is hidden, and its secret is not on this machine", entry.seat));
        Failure::cannot(problem.rule("protocol 8.1").advice("`adjutant show table` shows what everybody sees"))
    })?;
    let Some(own) = own_hand::known(adjudication, &owner)? else {
        let problem = Problem::new("one of the secret choices of this seat is not on this machine");
        return Err(Failure::no(problem.rule("protocol 8.8").advice("it is on the machine that signed the turn")));
    };
    let side = adjudication.side_of(&entry.seat).cloned().unwrap_or_else(|| entry.seat.clone());
    let cards = own.cards();
    let words = || Printout::from(hand_words(&*adjudication.table, &side, &cards)).fitted().paged();
    let value = || json!({"seat": entry.seat, "piles": cards.piles, "laid": cards.laid, "advance": cards.advance});
    out::answer(format, words, value)
}

/// What a side knows of its cards, as lines of text.
pub fn hand_words(table: &dyn Session, side: &Id, cards: &OwnCards) -> String {
    known_cards(table, side, cards, &|card| table.card_words(side, card))
}

/// The same in a draft, where each card also says what it may do now.
pub fn hand_in_draft(table: &dyn Session, side: &Id, cards: &OwnCards) -> String {
    known_cards(table, side, cards, &|card| table.card_in_draft(side, card))
}

fn known_cards(table: &dyn Session, side: &Id, cards: &OwnCards, words: &dyn Fn(&str) -> String) -> String {
    let mut text = String::new();
    let pile_name = |pile: &str| capital(&table.pile_words(pile));
    let shown = |(pile, items): &(&String, &Vec<Option<String>>)| !items.is_empty() && table.shows_pile(pile);
    let mut piles: Vec<_> = cards.piles.iter().filter(shown).collect();
    piles.sort_by_key(|(pile, _)| pile.as_str() != "hand");
    for (pile, items) in piles {
        let seen = cards.known_cards(pile);
        let unseen = items.len() - seen.len();
        text += &match (seen.len(), unseen) {
            (0, unseen) => format!("{}: {}, unseen\n", pile_name(pile), out::counted(unseen, table.card_noun())),
            (seen, 0) => format!("{} ({seen}):\n", pile_name(pile)),
            (seen, unseen) => format!("{} ({seen}, and {unseen} that you have not seen):\n", pile_name(pile)),
        };
        seen.iter().for_each(|card| text += &format!("  {}\n", card_line(card, words(card))));
    }
    if !cards.laid.is_empty() {
        text += "Face down on the table:\n";
        for id in in_order(cards.laid.keys()) {
            let Some(card) = cards.laid.get(id) else { continue };
            let at = table.face_down_place(side, id).map_or(String::new(), |at| format!(" {at}"));
            text += &format!("  {id}{at}: {}\n", card_line(card, words(card)));
        }
    }
    if !cards.advance.is_empty() {
        text += "Answered in advance:\n";
        let says: Vec<(String, Value)> =
            cards.advance.iter().map(|(window, says)| (window.clone(), says.clone())).collect();
        for (window, says) in table.whole_advance(&says) {
            text += &format!("  {window}: {}\n", crate::document::inline(&says));
        }
    }
    text
}

/// Where a card lies that a page tells of by its id, as its owner alone knows: adds a line to the page.
pub fn add_own_place(adjudication: &Adjudication<'_, '_>, entry: &SeatEntry, key: Key<'_>, page: &mut Report) {
    let table = &adjudication.table;
    let side = adjudication.side_of(&entry.seat).unwrap_or(&entry.seat);
    let Some(cards) = table.cards().filter(|cards| !cards.open_handed) else { return };
    for block in page.sections.iter_mut().flat_map(|section| &mut section.blocks) {
        let Block::Audit { lines, .. } = block else { continue };
        let Some((_, id)) = lines.iter().find(|(what, _)| what == "Id") else { continue };
        let [Span::Plain(id)] = &id[..] else { continue };
        let owner = own_hand::find_owner(adjudication, entry, key).ok().flatten();
        let Some(own) = owner.and_then(|owner| own_hand::known(adjudication, &owner).ok()?) else { return };
        let own = own.cards();
        let found = own.piles.keys().find(|pile| own.known_cards(pile).contains(&id.as_str()));
        let hidden = |pile: &&String| cards.open(side, pile).is_empty() && table.shows_pile(pile);
        let place = found.filter(hidden).map(|pile| capital(&table.pile_words(pile)));
        lines.extend(place.map(|place| ("Only you see".to_owned(), vec![Span::plain(place)])));
    }
}

/// The ids of cards in the order in which they were laid.
fn in_order<'i>(ids: impl Iterator<Item = &'i Id>) -> Vec<&'i Id> {
    let mut ids: Vec<&Id> = ids.collect();
    ids.sort_by_key(|id| id.as_str().rsplit('-').next().and_then(|n| n.parse::<u64>().ok()));
    ids
}

/// What only the owner of a hand knows about some steps: what he drew, and what he holds at the end.
///
/// # Errors
/// The game has no hands, or none whose secret is on this machine.
pub fn owners_section(
    adjudication: &Adjudication<'_, '_>,
    entry: &SeatEntry,
    key: Key<'_>,
    steps: impl Iterator<Item = u64>,
) -> Result<Section, Failure> {
    let owner = own_hand::find_owner(adjudication, entry, key)?.ok_or_else(|| match entry.side {
        Some(_) => no_cards(),
        None => no_hand(),
    })?;
    let after = own_hand::own_cards_by_step(adjudication, &owner)?;
    let side = adjudication.side_of(&entry.seat).cloned().unwrap_or_else(|| entry.seat.clone());
    let words = |card: &str| adjudication.table.card_words(&side, card);
    let mut lines: Vec<Text> = Vec::new();
    let mut last = None;
    for step in steps {
        let Some(now) = usize::try_from(step).ok().and_then(|at| after.get(at)) else { continue };
        let before = step.checked_sub(1).and_then(|at| after.get(at as usize));
        let shown = |pile: &&String| adjudication.table.shows_pile(pile);
        let known = |cards: &OwnCards, card: &str| {
            let seen = cards.piles.keys().filter(shown).any(|pile| cards.known_cards(pile).contains(&card));
            seen || cards.id_of(card).is_some()
        };
        let drawn: Vec<String> = (now.piles.keys().filter(shown))
            .flat_map(|pile| now.known_cards(pile))
            .filter(|card| before.is_none_or(|before| !known(before, card)))
            .map(&words)
            .collect();
        if !drawn.is_empty() {
            lines.push(vec![Span::plain(format!("Step {step}: you see {}.", drawn.join("; ")))]);
        }
        last = Some(now);
    }
    if let Some(own) = last {
        hand_words(&*adjudication.table, &side, own)
            .lines()
            .for_each(|line| lines.push(vec![Span::plain(line.to_owned())]));
    }
    let heading = "Only you see this".to_owned();
    Ok(Section { heading, blocks: lines.into_iter().map(Block::Paragraph).collect() })
}

/// A card's id, which orders use, and its description.
fn card_line(card: &str, words: String) -> String {
    if words == card { words } else { format!("{card}  # {words}") }
}

/// Prints the cards that everybody can see.
///
/// # Errors
/// The game has no cards.
pub fn table(table: &dyn Session, format: Format) -> CommandResult {
    let cards = table.cards().ok_or_else(no_cards)?;
    let words = || {
        let mut text = String::new();
        for (side, own) in cards.sides.iter() {
            text += &format!("{}:\n", capital(&table.side_words(side)));
            let shown = |(name, pile): &(&String, &Pile)| pile.count() > 0 && table.shows_pile(name);
            for (pile, there) in own.piles.iter().filter(shown) {
                let pile = table.pile_words(pile);
                match there {
                    Pile::Hidden(count) => {
                        text += &format!("  {pile}: {}\n", out::counted(*count, table.card_noun()));
                    }
                    Pile::Open(open) => {
                        text += &format!("  {pile} ({}):\n", open.len());
                        open.iter()
                            .for_each(|card| text += &format!("    {card}  # {}\n", table.card_words(side, card)));
                    }
                }
            }
            let closed = own.laid.iter().filter(|(_, laid)| laid.value().is_none()).map(|(id, _)| id);
            let closed: Vec<String> = in_order(closed)
                .into_iter()
                .map(|id| {
                    format!("{id}{}", table.face_down_place(side, id).map_or(String::new(), |at| format!(" {at}")))
                })
                .collect();
            if !closed.is_empty() {
                text += &format!("  face down on the table: {}\n", closed.join(", "));
            }
            let turned = own
                .laid
                .iter()
                .filter_map(|(id, laid)| Some(format!("{id} {}", laid.value().and_then(Value::as_str)?)));
            let turned: Vec<String> = turned.collect();
            if !turned.is_empty() {
                text += &format!("  revealed on the table: {}\n", turned.join(", "));
            }
        }
        Printout::from(text).fitted().paged()
    };
    out::answer(format, words, || json!(cards))
}

/// The failure for somebody who plays no side, such as a referee.
fn no_hand() -> Failure {
    let problem = Problem::new("you play no side in this match, so you have no hand");
    Failure::cannot(problem.advice("`adjutant report` without --mine shows what everybody sees"))
}

pub fn no_cards() -> Failure {
    let problem = Problem::new("this game is not played with cards");
    Failure::cannot(problem.advice("`adjutant show map` shows its map"))
}
