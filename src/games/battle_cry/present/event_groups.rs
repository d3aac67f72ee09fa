//! Events that are told at once, those of the cards that the game's own events tell, and what is added to events so that
//! each sentence is complete: names in place of the ids of cards, and headings around a settlement.

use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

use super::names;
use crate::BattleCry;
use crate::combat_value::Part;
use crate::document::from_tagged;
use crate::engine::CardEvent;
use crate::engine::events::EngineEvent;
use crate::events::{Event, Wanted};
use crate::ledger::{DECK, Game, Play};
use crate::orders::Half;
use crate::pack::{Effect, Theater};
use crate::report::StepFacts;
use crate::report::event_groups::{EventGroup, grouped};
use crate::shared::Side;
use crate::sorted::SortedMap;

/// Several events that are reported together, in the form of an event; or a heading.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Group {
    /// Generals of a side come into play, theater by theater.
    Enter { side: Side, generals: Vec<(String, Theater)> },
    /// Generals of a side disengage.
    Disengage { side: Side, generals: Vec<String> },
    /// A card that a side has to cancel is saved by another.
    Saved { side: Side, card: String, by: String, saver: String },
    /// A side's orders begin, or those after a settlement.
    Orders { side: Side },
    /// The settlement of a side's send begins.
    Settlement { side: Side },
}

impl EventGroup for Group {
    type Event = Event;

    fn from_single(event: &Event) -> Option<Group> {
        match event {
            Event::Enters { side, general, theater } => {
                Some(Group::Enter { side: *side, generals: vec![(general.clone(), *theater)] })
            }
            Event::Disengaged { side, general } => {
                Some(Group::Disengage { side: *side, generals: vec![general.clone()] })
            }
            _ => None,
        }
    }

    fn join(&mut self, _: &str, event: &Event, _: &str) -> bool {
        match (self, event) {
            (Group::Enter { side, generals }, Event::Enters { side: own, general, theater }) if side == own => {
                generals.push((general.clone(), *theater));
                true
            }
            (Group::Disengage { side, generals }, Event::Disengaged { side: own, general }) if side == own => {
                generals.push(general.clone());
                true
            }
            _ => false,
        }
    }

    fn is_covered(card: &CardEvent, before: &[Value], _: &[Value]) -> bool {
        let recovered = |event: &Value| {
            let event = from_tagged::<CardEvent>("event", event);
            matches!(event, Ok(CardEvent::Left { to, .. }) if to == DECK)
        };
        match card {
            // The deck is shuffled by itself only in the set-up, or around a card that returns to it.
            CardEvent::Shuffled { piles, .. } => {
                piles.len() > 1 || piles[0] != DECK || before.last().is_some_and(recovered)
            }
            CardEvent::Left { to, .. } => to != DECK,
            // An answer in advance is told with the answer.
            CardEvent::TurnedUp { id, .. } => crate::engine::CardTable::is_lay(id.as_str()),
            CardEvent::Drawn { .. }
            | CardEvent::Picked { .. }
            | CardEvent::Dealt { .. }
            | CardEvent::Played { .. }
            | CardEvent::Laid { .. } => true,
            CardEvent::Looked { .. } | CardEvent::Claimed { .. } | CardEvent::Lied { .. } => false,
        }
    }
}

/// The facts of a step prepared for description.
pub fn annotated(rules: &BattleCry, before: &Game, after: &Game, facts: &StepFacts) -> StepFacts {
    let facts = grouped::<Group>(facts);
    let mut known = names::on_table(rules, before);
    let mut events = Vec::new();
    for value in &facts.events {
        let event = from_tagged::<Event>("event", value).ok();
        learn(rules, event.as_ref(), &mut known);
        let mut value = value.clone();
        if let Some(Event::Canceled { side, card, by }) = &event
            && let Some(saver) = saver(rules, after, card, by)
        {
            let (side, card, by) = (*side, card.clone(), by.clone());
            value["event"] = json!("together");
            value["together"] = json!(Group::Saved { side, card, by, saver });
        }
        match &event {
            Some(Event::Announced { .. }) => {
                let on = value.pointer_mut("/play/target");
                on.into_iter().for_each(|on| name_cards(on, &known));
            }
            Some(_) => name_cards(&mut value, &known),
            None => {}
        }
        if let Some(Event::Settled { side, .. }) = event {
            let begins = events.iter().rposition(ends_before_settlement).map_or(0, |at| at + 1);
            // By the letter each card is settled as it is played.
            if !events[begins..].iter().any(is_announced) {
                events.insert(begins, heading(&Group::Settlement { side }));
            }
        }
        let engine = from_tagged::<EngineEvent>("event", &value);
        let after = events.last().is_some_and(is_settled) && events.iter().rev().any(is_settlement);
        if let (Ok(EngineEvent::Order { side, .. }), true) = (engine, after) {
            events.push(heading(&Group::Orders { side: Side::of(&side) }));
        }
        events.push(value);
    }
    StepFacts { events, ..facts }
}

/// The card that saves another from this one, if it does.
fn saver(rules: &BattleCry, after: &Game, card: &str, by: &str) -> Option<String> {
    let threat = Some((card.to_owned(), by.to_owned()));
    let saver = after.battle.as_ref()?.table.iter().find(|played| played.saves == threat)?;
    crate::view::stands(rules, after, &saver.card).then(|| names::half(rules, &saver.card, saver.half))
}

fn heading(group: &Group) -> Value {
    json!({"event": "together", "together": group})
}

fn is_settled(event: &Value) -> bool {
    event["event"] == "settled"
}

fn is_announced(event: &Value) -> bool {
    event["event"] == "announced"
}

/// Whether it is the heading of a settlement.
fn is_settlement(event: &Value) -> bool {
    event.pointer("/together/settlement").is_some()
}

/// Whether what follows may be a settlement: an order has begun, or a send was handed over.
fn ends_before_settlement(event: &Value) -> bool {
    let engine = from_tagged::<EngineEvent>("event", event);
    matches!(engine, Ok(EngineEvent::Order { .. })) || event["event"] == "sent" || is_settled(event)
}

/// What an event says of a card of the battle.
fn learn(rules: &BattleCry, event: Option<&Event>, known: &mut SortedMap<String, String>) {
    match event {
        Some(Event::Announced { side, play, .. }) => {
            known.extend(play.card.clone().map(|card| (card, announced(rules, *side, play))));
        }
        Some(Event::Reacted { card, half, .. }) => {
            known.insert(card.clone(), names::half(rules, card, *half));
        }
        Some(Event::Engaged { side, general, card: Some(card) }) => {
            let title = forced_attack(rules, *side, card).map_or("Frontal Assault", Part::title);
            known.insert(card.clone(), names::with_general(rules, Some(general), title));
        }
        Some(Event::BattleBegins { .. }) => known.clear(),
        _ => {}
    }
}

/// The half of a card with which a side attacks that has to: the first of +1.
pub fn forced_attack<'r>(rules: &'r BattleCry, side: Side, card: &str) -> Option<Part<'r>> {
    let parts = [Half::Upper, Half::Lower].into_iter().filter_map(|half| rules.pack.part(side, card, half));
    parts.into_iter().find(|part| Wanted::PlusOneAttack.admits(*part))
}

/// An announced card by its name, with the general who engages for it.
pub fn announced(rules: &BattleCry, side: Side, play: &Play) -> String {
    let part = play.card.as_deref().and_then(|card| rules.pack.part(side, card, play.half));
    let engages = part.is_some_and(|part| part.stars() > 0 && !part.effects().contains(&Effect::BringGeneral {}));
    let general = play.general.as_deref().filter(|_| engages);
    names::with_general(rules, general, part.map_or("a card", Part::title))
}

/// Replaces the ids of cards by their names.
fn name_cards(value: &mut Value, known: &SortedMap<String, String>) {
    match value {
        Value::String(text) => {
            if let Some(name) = known.get(text.as_str()) {
                text.clone_from(name);
            }
        }
        Value::Array(items) => items.iter_mut().for_each(|item| name_cards(item, known)),
        Value::Object(fields) => fields.values_mut().for_each(|field| name_cards(field, known)),
        _ => {}
    }
}
