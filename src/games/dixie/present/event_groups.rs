//! Groups the events of a step for description: related events are described at once, and events of the cards are
//! dropped if the game's own event says the same.

use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::document::from_tagged;
use crate::engine::CardEvent;
use crate::events::{EliminationReason, Event, MoraleCheckReason, Range};
use crate::place::Place;
use crate::report::event_groups::EventGroup;
use crate::side::Side;

/// Several events that are reported together, in the form of an event.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Group {
    /// Cards fire from one position at another; then the consequences.
    Volley { fired: Vec<Event>, after: Vec<RuledEvent> },
    /// Cards of a side check their morale, for one reason.
    Checks { side: Side, why: MoraleCheckReason, checks: Vec<Event> },
    /// Cards that lay face down in fire are revealed, and take its hits.
    Hits { first: Event, more: Vec<RuledEvent> },
    /// Cards go the same way.
    Moves { side: Side, cards: Vec<String>, from: Place, to: Place },
}

/// An event with its rule.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct RuledEvent {
    pub rule: String,
    pub event: Event,
}

impl EventGroup for Group {
    type Event = Event;

    fn from_single(event: &Event) -> Option<Group> {
        Some(match event.clone() {
            event @ Event::Fired { .. } => Group::Volley { fired: vec![event], after: Vec::new() },
            event @ Event::Hit { .. } => Group::Hits { first: event, more: Vec::new() },
            event @ Event::Check { side, why, .. } => Group::Checks { side, why, checks: vec![event] },
            Event::Moved { side, card, from, to } => Group::Moves { side, cards: vec![card], from, to },
            _ => return None,
        })
    }

    fn join(&mut self, first: &str, event: &Event, rule: &str) -> bool {
        let ruled = RuledEvent { rule: rule.to_owned(), event: event.clone() };
        match (self, event) {
            (Group::Volley { fired, after }, Event::Fired { .. }) => {
                let same = after.iter().all(|ruled| matches!(ruled.event, Event::HeldFire { .. }))
                    && fired.first().is_some_and(|one| aim(one) == aim(event));
                fired.extend(same.then(|| event.clone()));
                same
            }
            (Group::Volley { fired, after }, Event::HeldFire { side, .. }) => {
                let same =
                    fired.first().is_some_and(|one| matches!(one, Event::Fired { side: own, .. } if own == side));
                after.extend(same.then_some(ruled));
                same
            }
            (Group::Volley { after, .. }, Event::Hit { .. } | Event::Wasted { .. } | Event::Covered { .. })
            | (
                Group::Volley { after, .. },
                Event::Eliminated { because: EliminationReason::Hits | EliminationReason::Decoy, .. },
            ) => {
                after.push(ruled);
                true
            }
            (Group::Hits { first, more }, Event::Hit { .. } | Event::Wasted { .. })
            | (
                Group::Hits { first, more },
                Event::Eliminated { because: EliminationReason::Hits | EliminationReason::Decoy, .. },
            ) => {
                let same = hit_position(first) == hit_position(event);
                more.extend(same.then_some(ruled));
                same
            }
            (Group::Checks { side, why, checks, .. }, Event::Check { side: own, why: reason, .. }) => {
                let same = (*side, *why) == (*own, *reason);
                checks.extend(same.then(|| event.clone()));
                same
            }
            (
                Group::Checks { side, checks, .. },
                Event::Eliminated { side: own, card, because: EliminationReason::Routed, .. },
            ) => {
                let failed =
                    |check: &Event| matches!(check, Event::Check { card: one, passed: false, .. } if one == card);
                side == own && checks.iter().any(failed)
            }
            (Group::Moves { side, cards, from, to }, Event::Moved { side: own, card, from: start, to: end }) => {
                let same = (*side, *from, *to) == (*own, *start, *end) && first == rule;
                cards.extend(same.then(|| card.clone()));
                same
            }
            _ => false,
        }
    }

    fn is_covered(card: &CardEvent, before: &[Value], after: &[Value]) -> bool {
        let game = |value: &Value| from_tagged::<Event>("event", value).ok();
        let next = || after.iter().find_map(game);
        let last = || before.iter().rev().find_map(game);
        let is = |event: Option<Event>, id: &str| {
            event.is_some_and(|event| match event {
                Event::Moved { card, .. }
                | Event::Eliminated { card, .. }
                | Event::Special { card, .. }
                | Event::Terrain { card, .. }
                | Event::Rallied { card, .. }
                | Event::WaterRemoved { card, .. }
                | Event::Returned { card, .. } => card == id,
                _ => false,
            })
        };
        match card {
            CardEvent::Drawn { .. } => matches!(next(), Some(Event::Reinforced { .. } | Event::Night { .. })),
            CardEvent::Laid { id, .. } => matches!(next(), Some(Event::Deployed { .. })) || is(next(), id.as_str()),
            // A claim follows from the order or answer, which is reported.
            CardEvent::Claimed { .. } => true,
            CardEvent::TurnedUp { choice, .. } => choice.get("turn_up").is_some(),
            CardEvent::Played { card, .. } => {
                matches!(next(), Some(Event::Deployed { .. })) || is(next(), card) || is(last(), card)
            }
            CardEvent::Left { card, id, .. } => {
                let by_name = card.as_deref().is_some_and(|card| is(last(), card) || is(next(), card));
                // A face-down card has gone to the Reserve before it rested there.
                by_name || (card.is_none() && id.is_some())
            }
            _ => false,
        }
    }
}

/// Who takes hits, and where.
fn hit_position(event: &Event) -> Option<(Side, Place)> {
    match event {
        Event::Hit { side, place, .. } | Event::Wasted { side, place, .. } | Event::Eliminated { side, place, .. } => {
            Some((*side, *place))
        }
        _ => None,
    }
}

/// Who fires from where at what; in a melee both sides fight.
fn aim(event: &Event) -> Option<(Option<Side>, Place, Place, Range)> {
    let Event::Fired { side, from, at, range, .. } = event else { return None };
    Some(((*range != Range::Melee).then_some(*side), *from, *at, *range))
}
