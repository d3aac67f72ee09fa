//! The fields of an event in words, for the templates of the table. Some are made from several fields of the event, such
//! as `company`: units and leaders.

use serde_json::Value;

use crate::board::Area;
use crate::document::Id;
use crate::engine::Reason;
use crate::events::Victory;
use crate::report::grammar::{capital, plural};
use crate::report::shared_sections;
use crate::report::template::Values;
use crate::report::word_tables::{EventRow, Phrases};
use crate::sorted::SortedMap;

use super::super::{order_text, vocabulary};
use super::writer::Writer;
use crate::pack::Side;
use crate::position::ledger::{Bid, LeaderPlace, Outcome, Works};

/// The fields of an event, and what the table says of it.
pub struct Fields<'w, 'a> {
    pub writer: &'w mut Writer<'a>,
    pub event: &'w Value,
    pub row: &'static EventRow,
    /// The rolls that the words mention, each behind a [`ROLL`].
    pub rolls: Vec<u64>,
}

/// Where a template refers to a roll.
pub const ROLL: char = '\u{fffc}';

/// The fields that no event has, and that are made from others.
pub const MADE: [&str; 8] = ["company", "modified", "state", "rated", "total", "equal", "margin", "decided"];

/// The forms in which fields of this game can be had.
pub const FORMS: [&str; 8] =
    ["adjective", "roll", "day", "each", "factors", "whereabouts", "Casualty Point", "Replacement Point"];

impl Fields<'_, '_> {
    /// The units or leaders that a field names, one or several.
    pub fn ids(&self, field: &str) -> Vec<Id> {
        let one = self.get::<Id>(field).map(|id| vec![id]);
        one.or_else(|| self.get(field)).unwrap_or_default()
    }

    /// The areas that a field names, one or several.
    fn areas(&self, field: &str) -> Vec<Area> {
        let one = self.get::<Area>(field).map(|area| vec![area]);
        one.or_else(|| self.get(field)).unwrap_or_default()
    }

    /// The side that acts, by the table.
    pub fn acting_side(&self) -> Option<Side> {
        let field = if self.row.side.is_empty() { "side" } else { self.row.side.as_str() };
        let named = Side::BOTH.into_iter().find(|side| side.as_str() == field).or_else(|| self.get(field));
        named.or_else(|| self.writer.rules.side_of(self.ids(field).first()?))
    }

    /// Where it happens, by the table.
    pub fn site(&self) -> Option<Area> {
        let field = self.row.at.as_str();
        let bridge = || Some(self.writer.pack().map.bridge(&self.get(field)?)?.areas[0]);
        self.areas(field).first().copied().or_else(bridge)
    }

    /// The units and the leaders of an event; those who retreat are both.
    fn company(&self) -> (Vec<Id>, Vec<Id>) {
        let (rules, who) = (self.writer.rules, self.ids("who"));
        let is_leader = |id: &Id| rules.pack.forces.leaders.contains_key(id) && rules.unit(id).is_none();
        let (leaders, units): (Vec<Id>, Vec<Id>) = who.into_iter().partition(is_leader);
        (self.ids("units").into_iter().chain(units).collect(), self.ids("leaders").into_iter().chain(leaders).collect())
    }

    /// The die or the sum of the dice.
    fn rolled(&self) -> u8 {
        let dice: Option<[u8; 2]> = self.get("dice");
        dice.map_or_else(|| self.get("die").unwrap_or_default(), |[one, two]| one.saturating_add(two))
    }

    /// How much more the attacker's total is.
    fn margin(&self) -> i32 {
        let total = |field| i32::from(self.get::<i16>(field).unwrap_or_default());
        total("attack_total") - total("defense_total")
    }

    /// A die roll, with its number where the report mentions it.
    fn roll(&mut self, field: &str) -> String {
        let (faces, roll) = match (self.get::<[u8; 2]>(field), self.get::<u8>(field).unwrap_or_default()) {
            (Some(dice), _) => (format!("{} and {}", dice[0], dice[1]), self.writer.rolls.take(&dice)),
            // A roll that has been told already was made for something else first.
            (None, total) if field == "total" => (total.to_string(), self.writer.rolls.take_two(total)),
            (None, die) => (die.to_string(), self.writer.rolls.take(&[die])),
        };
        self.rolls.extend(roll);
        faces + &roll.map_or(String::new(), |_| ROLL.to_string())
    }

    /// A field in its usual form; `None` for a word or a number.
    fn usual(&mut self, field: &str) -> Option<String> {
        let pack = self.writer.pack();
        Some(match field {
            "company" => {
                let (units, leaders) = self.company();
                vocabulary::units_and_leaders(pack, &units, &leaders).unwrap_or_else(|| "nobody".to_owned())
            }
            "modified" => match self.get::<i8>("modifier").unwrap_or_default() {
                0 => String::new(),
                modifier => format!(", modified by {modifier:+} to {}", i16::from(self.rolled()) + i16::from(modifier)),
            },
            "state" if self.find("active").is_some() => {
                if self.is_there("active") { "Active" } else { "Inactive" }.to_owned()
            }
            "rated" => self.writer.rated(&self.get("leader")?),
            "decided" => self.writer.decided.take().unwrap_or_default().to_owned(),
            "total" => self.rolled().to_string(),
            "area" | "areas" | "from" | "at" => vocabulary::places(pack, &self.areas(field)),
            "to" => match self.get::<Side>(field) {
                Some(side) => vocabulary::side(side).to_owned(),
                None => vocabulary::places(pack, &self.areas(field)),
            },
            "side" => vocabulary::side(self.get(field)?).to_owned(),
            "unit" => vocabulary::unit(pack, &self.get(field)?),
            "units" => vocabulary::units(pack, &self.ids(field)),
            "leader" | "leaders" => vocabulary::leaders(pack, &self.ids(field)),
            "bridge" => vocabulary::bridge_between(pack, &self.get(field)?),
            "works" => vocabulary::works(self.get::<Works>(field)?),
            "outcome" => order_text::outcome(self.get::<Outcome>(field)?),
            "how" => vocabulary::victory(self.get::<Victory>(field)?, self.get("side")?),
            "because" if self.find(field)?.is_object() => {
                let side = self.ids("units").first().and_then(|id| self.writer.rules.side_of(id));
                let reason = self.get::<Reason>(field)?;
                shared_sections::because(self.writer.rules, &side.unwrap_or(Side::Union).id(), &[reason])
            }
            "bids" => {
                let bid = |(seat, bid): (Side, Bid)| {
                    format!("the {} player bids {} for {}", seat.title(), bid.bid, vocabulary::side(bid.side))
                };
                vocabulary::list(self.get::<SortedMap<Side, Bid>>(field)?.into_iter().map(bid), "and")
            }
            "points" => {
                let received = self.get::<SortedMap<Side, u32>>(field)?.into_iter().filter(|(_, points)| *points > 0);
                let begins = |(side, points)| {
                    format!("; {} begins with {}", vocabulary::side(side), plural(points, "Replacement Point"))
                };
                received.map(begins).collect()
            }
            "dice" => {
                let roll = |(side, die): (Side, u8)| format!("{} {die}", vocabulary::side(side));
                vocabulary::list(self.get::<SortedMap<Side, u8>>(field)?.into_iter().map(roll), "and")
            }
            _ => return None,
        })
    }
}

impl Values for Fields<'_, '_> {
    fn facts(&self) -> &Value {
        self.event
    }

    fn phrases(&self) -> &'static Phrases {
        &self.row.words
    }

    fn count(&self, field: &str) -> u32 {
        match field {
            "company" => {
                let (units, leaders) = self.company();
                if vocabulary::is_singular(&units, &leaders) { 1 } else { 2 }
            }
            "area" => vocabulary::count(self.areas(field)),
            "margin" => self.margin().unsigned_abs(),
            "units" | "leaders" => vocabulary::count(self.ids(field)),
            field => self.get(field).unwrap_or_default(),
        }
    }

    fn own_words(&mut self, field: &str, form: &str) -> Option<String> {
        let pack = self.writer.pack();
        Some(match form {
            "" => return self.usual(field),
            "adjective" => self.get(field).map_or("", Side::title).to_owned(),
            "roll" => self.roll(field),
            "day" => vocabulary::day(pack, self.get(field)?),
            "each" => {
                let names = self.ids(field).into_iter().map(|id| vocabulary::unit_or_leader(pack, &id));
                capital(&vocabulary::list(names, "and"))
            }
            "factors" => vocabulary::unit_with_factors(pack, &self.get(field)?),
            "whereabouts" => vocabulary::whereabouts(pack, self.get::<LeaderPlace>(field)?),
            _ => return None,
        })
    }

    fn own_condition(&self, field: &str) -> Option<bool> {
        Some(match field {
            "equal" => !self.is_there("ends") && self.find("total") == self.find("impulse"),
            "margin" => self.margin() > 0,
            _ => return None,
        })
    }
}
