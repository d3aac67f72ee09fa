//! What an owner knows of his cards: the events of a match, followed step by step with his secret. The audit follows
//! the same events with the disclosed secret, and stops at the first false statement (protocol 8.7).

use std::collections::BTreeMap;

use serde_json::Value;

use crate::document::{Id, Problem, from_tagged};
pub use crate::engine::cards::parse_advance_id;
pub(super) use crate::engine::cards::texts;
use crate::engine::cards::{CardEvent, Decks, OwnCards, TABLE};
use crate::engine::events::EngineEvent;
use crate::hidden::piles::{End, Item, Numbers, Piles};
use crate::report::grammar::sentence;
use crate::sorted::SortedMap;

/// The place of an owner's face-down cards on the table.
pub(super) const FACE_DOWN: &str = "face down";

/// A side's cards, as its owner knows them.
#[derive(Clone, Debug, PartialEq)]
pub struct HandTracker {
    side: Id,
    piles: Piles,
    laid: BTreeMap<Id, String>,
    /// The values behind the commitments that are still sealed.
    chosen: BTreeMap<Id, Value>,
    /// The piles that had cards at the start: what everybody knows of them says nothing about a hand.
    first: Vec<String>,
}

/// A false statement about a card.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Lie {
    pub rule: String,
    /// What was said or done.
    pub statement: String,
    /// What is true.
    pub truth: String,
}

impl Lie {
    /// As a problem with the turn that says it.
    pub fn problem(&self) -> Problem {
        Problem::new(format!("{}, but {}", self.statement, self.truth)).rule(self.rule.clone())
    }
}

/// Gives the random numbers of the side's next draw; `None` if they are not known yet.
pub type NextDraw<'n> = dyn FnMut() -> Option<Box<Numbers<'static>>> + 'n;

impl HandTracker {
    /// The side's cards before anything is done with them.
    pub fn new(side: &Id, decks: &Decks) -> HandTracker {
        let own = decks.get(side).cloned().unwrap_or_default();
        let first = own.iter().filter(|(_, cards)| !cards.is_empty()).map(|(name, _)| name.clone()).collect();
        let piles = Piles::of(own.into_iter().collect());
        HandTracker { side: side.clone(), piles, laid: BTreeMap::new(), chosen: BTreeMap::new(), first }
    }

    /// The side's cards as they lie now.
    pub(super) fn of(side: &Id, decks: &Decks, piles: Piles, laid: BTreeMap<Id, String>) -> HandTracker {
        HandTracker { piles, laid, ..HandTracker::new(side, decks) }
    }

    /// The side whose cards they are.
    pub fn side(&self) -> &Id {
        &self.side
    }

    /// Records what the owner has committed to: a card that is laid, or an answer in advance.
    pub fn commit(&mut self, id: &Id, choice: &Value) {
        self.chosen.insert(id.clone(), choice.clone());
    }

    /// Removes answers in advance: they last until the seat's next turn, and end with a take-back.
    pub fn end_advance(&mut self) {
        self.chosen.retain(|id, _| parse_advance_id(id).is_none());
    }

    /// What the owner has committed to under an id.
    pub fn chosen(&self, id: &Id) -> Option<&Value> {
        self.chosen.get(id)
    }

    /// Follows the events of a step, or of its beginning, as far as the random numbers of its draws are known; `true`
    /// if that is to the end. `claims` decides whether a claim is true.
    ///
    /// # Errors
    /// The first false statement, with its index among the events.
    pub fn follow(
        &mut self,
        events: &[Value],
        next_draw: &mut NextDraw<'_>,
        claims: &dyn Fn(&Value, &OwnCards) -> bool,
    ) -> Result<bool, (usize, Lie)> {
        for (n, event) in events.iter().enumerate() {
            let Ok(card_event) = from_tagged::<CardEvent>("event", event) else { continue };
            if *card_event.side() != self.side {
                continue;
            }
            let rule = event.get("rule").and_then(Value::as_str).unwrap_or("protocol 8").to_owned();
            let lie = |(statement, truth): (String, String)| (n, Lie { rule: rule.clone(), statement, truth });
            if !self.one(card_event, next_draw, claims).map_err(lie)? {
                return Ok(false);
            }
        }
        Ok(true)
    }

    /// Follows one event; `false` if the random numbers of its draw are not known.
    fn one(
        &mut self,
        event: CardEvent,
        next_draw: &mut NextDraw<'_>,
        claims: &dyn Fn(&Value, &OwnCards) -> bool,
    ) -> Result<bool, (String, String)> {
        let impossible = |problem: Problem| ("cards were moved".to_owned(), problem.message);
        match event {
            CardEvent::Shuffled { piles, to, .. } => {
                let piles: Vec<&str> = piles.iter().map(String::as_str).collect();
                self.piles.shuffle(&piles, &to);
            }
            CardEvent::Drawn { pile, count, to, .. } => {
                let Some(mut numbers) = next_draw() else { return Ok(false) };
                self.piles.draw(&mut *numbers, &pile, count, &to, End::Bottom).map_err(impossible)?;
            }
            CardEvent::Looked { pile, count, .. } => {
                let Some(mut numbers) = next_draw() else { return Ok(false) };
                self.piles.peek(&mut *numbers, &pile, count).map_err(impossible)?;
            }
            CardEvent::Picked { pile, count, to, .. } => {
                let Some(mut numbers) = next_draw() else { return Ok(false) };
                self.piles.pick(&mut *numbers, &pile, count, &to, End::Bottom).map_err(impossible)?;
            }
            CardEvent::Dealt { pile, count, to, .. } => {
                self.piles.move_top(&pile, count, &to, End::Bottom).map_err(impossible)?;
            }
            CardEvent::Played { card, pile, .. } => self.take(&card, &pile, TABLE, "shows")?,
            CardEvent::Laid { id, pile, .. } => {
                let Some(choice) = self.chosen.remove(&id) else { return Ok(false) };
                let card = choice.as_str().unwrap_or_default().to_owned();
                self.take(&card, &pile, FACE_DOWN, "lays")?;
                self.laid.insert(id, card);
            }
            CardEvent::TurnedUp { id, choice, .. } => {
                if let Some(card) = self.laid.get(&id).cloned() {
                    if choice.as_str() != Some(&card) {
                        let statement = format!("'{}' reveals {id} as {}", self.side, plain(&choice));
                        return Err((statement, format!("it laid {card} there")));
                    }
                    self.take(&card, FACE_DOWN, TABLE, "reveals")?;
                } else if let Some(chosen) = self.chosen.get(&id).filter(|chosen| **chosen != choice) {
                    let statement = format!("'{}' reveals {id} as {}", self.side, plain(&choice));
                    return Err((statement, format!("it had committed to {}", plain(chosen))));
                }
            }
            CardEvent::Left { card, id, to, .. } => {
                let laid = id.and_then(|id| self.laid.remove(&id));
                let from = if card.is_some() { TABLE } else { FACE_DOWN };
                if let Some(card) = laid.or(card) {
                    self.take(&card, from, &to, "takes back")?;
                }
            }
            CardEvent::Claimed { claim, .. } => {
                // A card revealed in the step in which it was laid is known as well.
                let own = OwnCards { laid: self.laid.clone().into_iter().collect(), ..self.cards() };
                if !claims(&claim, &own) {
                    let statement = format!("'{}' claims about its cards: {}", self.side, sentence(&claim));
                    let named = |(id, _): &(&Id, &String)| mentions(&claim, id.as_str());
                    let laid = own.laid.iter().filter(named).map(|(id, card)| format!("it laid {card} as {id}"));
                    let truth: Vec<String> = laid.chain([self.truth(&own)]).collect();
                    return Err((statement, truth.join("; ")));
                }
            }
            CardEvent::Lied { .. } => {}
        }
        Ok(true)
    }

    /// Moves a named card from where it is claimed to be.
    fn take(&mut self, card: &str, from: &str, to: &str, does: &str) -> Result<(), (String, String)> {
        let found = self.piles.play(card, from, to, End::Bottom);
        found.map_err(|_| {
            let own = self.cards();
            let elsewhere = own.piles.iter().find(|(_, cards)| cards.iter().flatten().any(|other| other == card));
            let truth = match elsewhere {
                Some((pile, _)) => format!("it is in its {pile}"),
                None => match own.known_cards(from) {
                    seen if seen.is_empty() => self.truth(&own),
                    seen => format!("its {from} has {}", seen.join(", ")),
                },
            };
            (format!("'{}' {does} {card} of its {from}", self.side), truth)
        })
    }

    /// What a side holds, in words.
    fn truth(&self, own: &OwnCards) -> String {
        let piles = own.piles.iter().map(|(name, _)| (name, own.known_cards(name)));
        let piles = piles.filter(|(name, seen)| !seen.is_empty() && *name != TABLE && !self.first.contains(name));
        let piles: Vec<String> = piles.map(|(name, seen)| format!("its {name} has {}", seen.join(", "))).collect();
        if piles.is_empty() { "it holds no card that it has seen".to_owned() } else { piles.join("; ") }
    }

    /// What the owner knows.
    pub fn cards(&self) -> OwnCards {
        let card = |item: &Item| match item {
            Item::Card(card) => Some(card.clone()),
            Item::Slot(_) => None,
        };
        let piles = self.piles.piles.iter().filter(|(name, _)| name.as_str() != FACE_DOWN);
        let piles = piles.map(|(name, items)| (name.clone(), items.iter().map(card).collect()));
        let advance =
            self.chosen.iter().filter_map(|(id, value)| Some((parse_advance_id(id)?.0.to_owned(), value.clone())));
        let turned_up =
            |card: &String| self.piles.piles.get(TABLE).is_some_and(|table| table.contains(&Item::Card(card.clone())));
        let laid = self.laid.iter().filter(|(_, card)| !turned_up(card)).map(|(id, card)| (id.clone(), card.clone()));
        OwnCards { piles: piles.collect(), laid: laid.collect::<SortedMap<_, _>>(), advance: advance.collect() }
    }
}

/// Whether a text stands somewhere in a value.
fn mentions(value: &Value, text: &str) -> bool {
    let mut found = Vec::new();
    texts(value, &mut found);
    found.contains(&text)
}

/// The secret choices (protocol 7) that a side has committed to or opened in these events, without cards and answers in
/// advance.
pub fn secret_choices(events: &[Value], side: &Id) -> SecretChoices {
    let mut found = SecretChoices::default();
    for event in events {
        match from_tagged::<EngineEvent>("event", event) {
            Ok(EngineEvent::Committed { side: by, id }) if by == *side => found.committed.push(id),
            Ok(EngineEvent::Opened { side: by, .. } | EngineEvent::Forfeited { side: by, .. }) if by == *side => {
                found.opened = true;
            }
            _ => {}
        }
    }
    found
}

/// What a side did with secret choices in a step.
#[derive(Debug, Default)]
pub struct SecretChoices {
    /// The ids of the choices that it has committed to.
    pub committed: Vec<Id>,
    /// Whether it has opened one.
    pub opened: bool,
}

fn plain(value: &Value) -> String {
    value.as_str().map_or_else(|| value.to_string(), str::to_owned)
}
