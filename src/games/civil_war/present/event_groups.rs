//! The events of a step in groups: a march is told at once and before what it leads to, pulses in which nothing happens
//! together, a cost with what it was paid for. Each event of a combat knows its combat.

use serde_json::Value;

use super::fights::Fight;
use super::idle_pulses::{self, IdlePulses};
use super::{accounts, prompts};
use crate::board::Hex;
use crate::document::{Id, from_tagged};
use crate::engine::cards::CardEvent;
use crate::engine::events::{EngineEvent, SeatEvent};
use crate::engine::{Pending, Position};
use crate::events::Event;
use crate::movement::entry_cost;
use crate::pack::{Side, Station};
use crate::position::ledger::{Piece, Points};
use crate::{CivilWar, Procedure};

/// Command points that were paid, and the remaining initiative points.
pub type Price = (Points, u32);

/// Something that is told at once.
pub enum Item<'e> {
    /// An event of the game, with what was paid for it.
    Event {
        event: Box<Event>,
        value: &'e Value,
        price: Option<Price>,
        fight: Option<usize>,
        scene: Option<Station>,
    },
    /// A march, or a part of one that was interrupted.
    March(March),
    /// Points that were paid for nothing that is told.
    Cost(Price),
    Idle(IdlePulses),
    Engine(EngineEvent, &'e Value),
    Card(CardEvent, &'e Value),
    /// An event that this program does not know.
    Unknown(&'e Value),
}

/// A march, or a part of one.
#[derive(Clone, Debug)]
pub struct March {
    pub side: Side,
    pub leader: Option<Piece>,
    pub armies: Vec<Id>,
    /// Its strength; `None` if nothing is known of a march that continues.
    pub sp: Option<u32>,
    /// How many of its strength points are counters of the Far West, kind by kind.
    pub counters: [u32; 2],
    /// Where it begins, if that is known.
    pub from: Option<Hex>,
    /// Whether it continues after an interruption.
    pub is_continued: bool,
    pub entered: Vec<Hex>,
    /// The hex that it attacks, if it leads to a combat.
    pub against: Option<Hex>,
    /// Who was left where: strength points and leaders.
    pub dropped: Vec<(u32, Vec<Piece>, Hex)>,
    /// Movement points: all, and what was left last.
    pub allowance: u32,
    pub left: u32,
    pub supplied: bool,
    pub price: Option<Price>,
    /// The rules that it cites, its own first.
    pub rules: Vec<String>,
}

/// The events of a step in groups, and its combats.
pub struct Groups<'e> {
    pub items: Vec<Item<'e>>,
    pub fights: Vec<Fight>,
}

impl<'e> Groups<'e> {
    /// The events of the step that led from `before` to `after`, if that is known.
    pub fn of(
        rules: &CivilWar,
        before: &Position<CivilWar>,
        after: Option<&Position<CivilWar>>,
        events: &'e [Value],
    ) -> Groups<'e> {
        let mut grouper = Grouper {
            rules,
            before,
            groups: Groups { items: Vec::new(), fights: Vec::new() },
            march: None,
            price: None,
            order: None,
            scene: None,
        };
        for frame in &before.stack {
            match frame {
                Procedure::Combat(combat) => {
                    grouper.scene = Some(Station::Hex(combat.hex));
                    grouper.order = Some(0);
                    grouper.groups.fights = vec![Fight::continued(rules, combat)];
                }
                Procedure::Battle(battle) => grouper.scene = Some(battle.at),
                _ => {}
            }
        }
        let mut at = 0;
        while let Some(event) = events.get(at) {
            if let Some(idle) = idle_pulses::idle(&events[at..]) {
                at += idle.events;
                grouper.end_order();
                grouper.groups.items.push(Item::Idle(idle));
                continue;
            }
            at += 1;
            grouper.add(event);
        }
        grouper.end_cost();
        let Some(after) = after else { return grouper.groups };
        let is_fought = after.stack.iter().any(|frame| matches!(frame, Procedure::Combat(_)));
        if !is_fought {
            grouper.close_fights();
        }
        if let (Some(fight), true) = (grouper.groups.fights.last_mut().filter(|_| grouper.order.is_some()), is_fought) {
            fight.waits = Some(match &after.pending {
                Some(Pending::Answer { question, .. }) => {
                    format!(" for a decision: {}", prompts::decision(rules, question))
                }
                _ => " for a decision".to_owned(),
            });
        }
        grouper.groups
    }
}

struct Grouper<'e, 'a> {
    rules: &'a CivilWar,
    before: &'a Position<CivilWar>,
    groups: Groups<'e>,
    /// The index of the march that goes on.
    march: Option<usize>,
    /// What was paid, and is not told yet.
    price: Option<Price>,
    /// The first combat of the order that is being carried out, if there is one.
    order: Option<usize>,
    /// Where the latest fight was.
    scene: Option<Station>,
}

impl<'e> Grouper<'e, '_> {
    fn add(&mut self, value: &'e Value) {
        if let Ok(event) = from_tagged::<Event>("event", value) {
            self.event(event, value);
        } else if SeatEvent::of(value).is_some() {
            // Who plays which side is told with what passes between the players.
        } else if let Ok(event) = from_tagged::<EngineEvent>("event", value) {
            match event {
                EngineEvent::Order { .. } | EngineEvent::Skipped { .. } | EngineEvent::OrdersReturned { .. } => {
                    self.end_order();
                }
                EngineEvent::Answered { .. } => self.march = None,
                // What passes between the players interrupts nothing.
                _ => {}
            }
            self.groups.items.push(Item::Engine(event, value));
        } else if let Ok(event) = from_tagged::<CardEvent>("event", value) {
            self.groups.items.push(Item::Card(event, value));
        } else {
            self.groups.items.push(Item::Unknown(value));
        }
    }

    fn event(&mut self, event: Event, value: &'e Value) {
        match event {
            Event::Paid { points, left, .. } => {
                self.end_cost();
                self.march = None;
                self.price = Some((points, left));
            }
            Event::March { side, leader, armies, sp, rangers, indians, from, allowance, supplied } => {
                let march = March {
                    sp: Some(sp),
                    counters: [rangers, indians],
                    from: Some(from),
                    allowance,
                    left: allowance,
                    supplied,
                    leader,
                    armies,
                    price: self.price.take(),
                    ..March::unknown(side)
                };
                self.begin_march(march, value);
            }
            Event::Entered { side, hex, left, .. } => {
                if self.march.is_none() {
                    let march = self.continued_march(side, hex);
                    self.begin_march(March { allowance: left, ..march }, value);
                }
                self.on_march(value, |march| {
                    march.entered.push(hex);
                    march.left = left;
                });
            }
            Event::Dropped { hex, sp, ref leaders, .. } if self.march.is_some() => {
                self.on_march(value, |march| march.dropped.push((sp, leaders.clone(), hex)));
            }
            Event::Halted { because: None, .. } => self.march = None,
            event => {
                match &event {
                    Event::Phase { .. }
                    | Event::Initiative { .. }
                    | Event::Half { .. }
                    | Event::HalfOver { .. }
                    | Event::ActionOver { .. } => self.end_order(),
                    Event::Combat(opening) => {
                        // The hex attacked must be within reach, and counts like one that is entered.
                        let cost = entry_cost(self.rules, opening.hex);
                        if let Some(Item::March(march)) = self.march.and_then(|at| self.groups.items.get_mut(at)) {
                            march.left = march.left.saturating_sub(cost);
                            march.against = Some(opening.hex);
                        }
                    }
                    _ => {}
                }
                let fight = self.fight_of(&event);
                self.scene = match &event {
                    Event::NavalRound { at, .. } | Event::Battery { at, .. } => Some(*at),
                    Event::Lost { hex, .. } if fight.is_none() => Some(Station::Hex(*hex)),
                    _ => self.scene,
                };
                let follows = accounts::table::row_of(value).follows;
                // A raider's cruise names the points itself.
                let price = self.price.take_if(|_| !follows).filter(|_| !matches!(event, Event::Raid { .. }));
                if !follows {
                    self.march = None;
                }
                self.groups.items.push(Item::Event { event: Box::new(event), value, price, fight, scene: self.scene });
            }
        }
    }

    /// The combat to which an event belongs, which it may begin.
    fn fight_of(&mut self, event: &Event) -> Option<usize> {
        let first = self.order.unwrap_or(self.groups.fights.len());
        let is_new = matches!(event, Event::Combat(_));
        let mut known = (first..self.groups.fights.len()).rev().filter(|_| !is_new);
        known.find(|at| self.groups.fights[*at].read(event)).or_else(|| {
            let mut fight = Fight::begun_by(event)?;
            fight.read(event);
            self.scene = Some(Station::Hex(fight.hex));
            self.order = Some(first);
            self.groups.fights.push(fight);
            Some(self.groups.fights.len() - 1)
        })
    }

    fn begin_march(&mut self, mut march: March, value: &Value) {
        march.rules = accounts::cited(value);
        self.march = Some(self.groups.items.len());
        self.groups.items.push(Item::March(march));
    }

    fn on_march(&mut self, value: &Value, change: impl FnOnce(&mut March)) {
        if let Some(Item::March(march)) = self.march.and_then(|at| self.groups.items.get_mut(at)) {
            change(march);
            let new: Vec<String> =
                accounts::cited(value).into_iter().filter(|rule| !march.rules.contains(rule)).collect();
            march.rules.extend(new);
        }
    }

    /// A march that goes on into a hex: that of this order, or that of the position.
    fn continued_march(&self, side: Side, next: Hex) -> March {
        let orders = self
            .groups
            .items
            .iter()
            .rev()
            .take_while(|item| !matches!(item, Item::Engine(EngineEvent::Order { .. }, _)));
        let earlier = orders.into_iter().find_map(|item| match item {
            Item::March(march) if march.side == side => Some(march),
            _ => None,
        });
        if let Some(march) = earlier {
            let from = march.entered.last().copied().or(march.from);
            return March {
                from,
                is_continued: true,
                entered: Vec::new(),
                against: None,
                dropped: Vec::new(),
                price: None,
                ..march.clone()
            };
        }
        let found = self.before.stack.iter().rev().find_map(|frame| match frame {
            Procedure::March(march) if march.force.side == side && march.at != next => Some(march),
            _ => None,
        });
        let Some(march) = found else { return March { is_continued: true, ..March::unknown(side) } };
        let force = &march.force;
        March {
            leader: force.leader.clone(),
            armies: force.armies.clone(),
            sp: Some(force.sp(&self.before.game)),
            from: Some(march.at),
            is_continued: true,
            supplied: march.supplied,
            ..March::unknown(side)
        }
    }

    /// Ends the current order.
    fn end_order(&mut self) {
        self.end_cost();
        self.march = None;
        self.close_fights();
        (self.order, self.scene) = (None, None);
    }

    /// Ends the combats of the current order.
    fn close_fights(&mut self) {
        let first = self.order.unwrap_or(self.groups.fights.len());
        self.groups.fights[first..].iter_mut().for_each(Fight::close);
    }

    fn end_cost(&mut self) {
        let cost = self.price.take().map(Item::Cost);
        self.groups.items.extend(cost);
    }
}

impl March {
    /// A march of which nothing is known but its side.
    fn unknown(side: Side) -> March {
        March {
            side,
            leader: None,
            armies: Vec::new(),
            sp: None,
            counters: [0, 0],
            from: None,
            is_continued: false,
            entered: Vec::new(),
            against: None,
            dropped: Vec::new(),
            allowance: 0,
            left: 0,
            supplied: true,
            price: None,
            rules: Vec::new(),
        }
    }
}
