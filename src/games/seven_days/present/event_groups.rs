//! The events of a step in groups: a march is told at once, with the areas that it takes; those who retreat the same way,
//! and areas that come under control together, are one event. Each event of an assault knows its assault.

use serde_json::{Value, json};

use super::fights::Fight;
use super::prompts;
use crate::SevenDays;
use crate::board::Area;
use crate::document::{Id, from_tagged};
use crate::engine::Position;
use crate::engine::events::{EngineEvent, SeatEvent};
use crate::events::Event;
use crate::pack::Side;
use crate::report::event_groups::rule_of;

/// Something that is told at once.
#[derive(Clone, Debug, PartialEq)]
pub struct Group {
    pub item: Item,
    /// The event as data; of several that are one, with their units, leaders or areas as a list.
    pub value: Value,
    /// The assault to which it belongs.
    pub fight: Option<usize>,
}

#[derive(Clone, Debug, PartialEq)]
pub enum Item {
    Game(Event),
    Engine(EngineEvent),
    March(March),
    /// Several retreat the same way.
    Retreats {
        who: Vec<Id>,
        from: Area,
        to: Area,
    },
    /// Several areas come under a side's control.
    Taken {
        areas: Vec<Area>,
        side: Side,
    },
    /// An event that this program does not know.
    Unknown,
}

/// Units and leaders on the march.
#[derive(Clone, Debug, PartialEq)]
pub struct March {
    pub side: Side,
    pub legs: Vec<Leg>,
    /// The area that was entered last.
    pub to: Area,
    /// The areas that it brings under a side's control.
    pub taken: Vec<Group>,
}

/// The path of one unit or leader, or of several that go together.
#[derive(Clone, Debug, PartialEq)]
pub struct Leg {
    pub units: Vec<Id>,
    pub leaders: Vec<Id>,
    pub from: Area,
    pub path: Vec<Area>,
    /// Movement Factors that it cost each.
    pub cost: u32,
}

impl Group {
    /// The rule that it cites.
    pub fn rule(&self) -> &str {
        rule_of(&self.value)
    }

    /// Whether another event is told with it; if so, it is added.
    fn joins(&mut self, other: &Group) -> bool {
        let same = self.rule() == other.rule();
        match (&mut self.item, &other.item) {
            (Item::Retreats { who, from, to }, Item::Retreats { who: one, from: a, to: b })
                if same && (*from, *to) == (*a, *b) =>
            {
                who.extend(one.iter().cloned());
                self.value["who"] = json!(who);
                true
            }
            (Item::Taken { areas, side }, Item::Taken { areas: one, side: by }) if same && side == by => {
                areas.extend(one);
                self.value["area"] = json!(areas);
                true
            }
            (Item::March(march), Item::March(step)) => {
                march.enter(step);
                self.value = other.value.clone();
                true
            }
            (Item::March(march), Item::Taken { .. }) => {
                if !march.taken.last_mut().is_some_and(|last| last.joins(other)) {
                    march.taken.push(other.clone());
                }
                true
            }
            _ => false,
        }
    }
}

impl March {
    /// Somebody enters the next area.
    fn enter(&mut self, step: &March) {
        (self.side, self.to) = (step.side, step.to);
        for leg in &step.legs {
            let goes_on = |known: &&mut Leg| {
                (&known.units, &known.leaders) == (&leg.units, &leg.leaders) && known.path.last() == Some(&leg.from)
            };
            match self.legs.iter_mut().find(goes_on) {
                Some(known) => {
                    known.path.extend(&leg.path);
                    known.cost += leg.cost;
                }
                None => self.legs.push(leg.clone()),
            }
        }
    }
}

/// The events of a step in groups, and its assaults.
#[derive(Clone, Debug, Default)]
pub struct Groups {
    pub items: Vec<Group>,
    pub fights: Vec<Fight>,
}

impl Groups {
    /// The events of a step that began in this position.
    pub fn of(rules: &SevenDays, before: &Position<SevenDays>, events: &[Value]) -> Groups {
        let fight = prompts::assault_in_progress(before).filter(|fight| fight.forward.is_some());
        Groups::after(fight.map(|fight| Fight::in_progress(rules, &before.game, fight)), events)
    }

    /// The events of a step that began during this assault, if during one.
    pub fn after(fight: Option<Fight>, events: &[Value]) -> Groups {
        let mut current = fight.as_ref().map(|_| 0);
        let mut groups = Groups { items: Vec::new(), fights: fight.into_iter().collect() };
        // Who plays which side is described outside the game's events.
        let of_game = |event: &&Value| SeatEvent::of(event).is_none();
        for value in events.iter().filter(of_game) {
            let (item, value) = (item(value), value.clone());
            if let Item::Game(event) = &item
                && let Some(fight) = Fight::begun_by(event)
                && (current.is_none() || matches!(event, Event::Assault { .. }))
            {
                current = Some(groups.fights.len());
                groups.fights.push(fight);
            }
            let group = Group { item, value, fight: current };
            if !groups.items.last_mut().is_some_and(|last| last.fight == current && last.joins(&group)) {
                groups.items.push(group);
            }
            if let Some(event) = groups.items.last() {
                let fight = current.and_then(|at| groups.fights.get_mut(at));
                current = current.filter(|_| fight.is_some_and(|fight| fight.read(event)));
            }
        }
        groups
    }
}

fn item(event: &Value) -> Item {
    match from_tagged::<Event>("event", event) {
        Ok(Event::Retreated { who, from, to }) => Item::Retreats { who: vec![who], from, to },
        Ok(Event::Control { area, side }) => Item::Taken { areas: vec![area], side },
        Ok(Event::Entered { side, units, leaders, from, to, cost, .. }) => {
            let leg = Leg { units, leaders, from, path: vec![to], cost: cost.into() };
            Item::March(March { side, legs: vec![leg], to, taken: Vec::new() })
        }
        Ok(known) => Item::Game(known),
        Err(_) => from_tagged::<EngineEvent>("event", event).map_or(Item::Unknown, Item::Engine),
    }
}
