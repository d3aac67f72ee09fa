//! The words for refused orders: for the player who gave the order, and for everybody who reads a report. They are data:
//! a table for each chapter, with templates for what is wrong and what to do about it.

use std::sync::LazyLock;

use serde_json::Value;

use super::vocabulary;
use crate::SevenDays;
use crate::board::Area;
use crate::document::{Id, Problem, word_and_details};
use crate::engine::refusal::{Audience, Voice};
use crate::engine::run::to_value;
use crate::legality::names::nearest;
use crate::pack::Side;
use crate::position::ledger::Outcome;
use crate::refusal::Refusal;
use crate::report::template::Values;
use crate::report::word_tables::{self, Phrases, RefusalRow, Table};

adjutant_core::refusal_words!(SevenDays, Side, words);

/// Reads the tables of all chapters.
///
/// # Errors
/// One of them is not such a table.
pub fn load() -> Result<Table<RefusalRow>, Problem> {
    word_tables::load(&[
        ("conditions.yaml", include_bytes!("refusals/conditions.yaml")),
        ("impulse.yaml", include_bytes!("refusals/impulse.yaml")),
        ("movement.yaml", include_bytes!("refusals/movement.yaml")),
        ("names.yaml", include_bytes!("refusals/names.yaml")),
        ("night.yaml", include_bytes!("refusals/night.yaml")),
    ])
}

/// What is wrong with an order of a side, and what to do about it; the code of a refusal that is in no table.
fn words(rules: &SevenDays, side: Side, to: Audience, refusal: &Refusal) -> Problem {
    static TABLE: LazyLock<Table<RefusalRow>> = LazyLock::new(|| load().unwrap_or_default());
    let (code, facts) = word_and_details(to_value(refusal));
    let Some(row) = TABLE.get(&code) else { return Problem::new(code.replace('_', " ")) };
    word_tables::problem(row, &mut Facts { rules, side, voice: side.voice(to), facts: facts.unwrap_or_default(), row })
}

/// The fields that are made from others, or that depend on the reader.
pub const MADE: &[&str] = &[
    "you",
    "you_do",
    "you_have",
    "you_control",
    "your",
    "enemy",
    "side",
    "next",
    "near",
    "last_area",
    "is_unit",
    "is_union",
];

/// The forms in which fields of this game can be had.
pub const FORMS: [&str; 4] = ["adjective", "Casualty Point", "Movement Factor", "Replacement Point"];

/// The facts of a refusal, and who reads it.
struct Facts<'a> {
    rules: &'a SevenDays,
    /// Whose order it is.
    side: Side,
    voice: Voice,
    facts: Value,
    row: &'static RefusalRow,
}

impl Facts<'_> {
    /// The name of the pack that is nearest to a misspelt one.
    fn near(&self) -> Option<&Id> {
        let pack = &self.rules.pack;
        let bridges = pack.map.boundaries.iter().filter_map(|boundary| Some(&boundary.bridge.as_ref()?.id));
        match (self.get::<Id>("unit"), self.get::<Id>("leader")) {
            (Some(unit), _) => nearest(pack.forces.units.keys(), &unit),
            (_, Some(leader)) => nearest(pack.forces.leaders.keys(), &leader),
            _ => nearest(bridges, &self.get("bridge")?),
        }
    }

    fn usual(&self, field: &str) -> Option<String> {
        let (pack, voice) = (&self.rules.pack, self.voice);
        Some(match field {
            "you" => voice.you().to_owned(),
            "you_do" => voice.you_do(),
            "you_have" => voice.you_have(),
            "you_control" => voice.you_control(),
            "your" => voice.your().to_owned(),
            "enemy" => voice.enemy().to_owned(),
            "next" => vocabulary::side(self.side.other()).to_owned(),
            "near" => self.near()?.to_string(),
            "last_area" => pack.map.areas.keys().next_back().copied().unwrap_or_default().to_string(),
            "area" | "from" | "to" => vocabulary::place(pack, self.get(field)?),
            "areas" => vocabulary::places(pack, &self.get::<Vec<Area>>(field)?),
            "bridge" => vocabulary::bridge(pack, &self.get(field)?),
            "id" | "unit" | "leader" | "who" | "acts" => self.rules.name_of(&self.get(field)?),
            "units" => vocabulary::list(self.get::<Vec<Id>>(field)?.iter().map(|id| self.rules.name_of(id)), "and"),
            "was" => self.get::<Outcome>(field)?.word().to_owned(),
            _ => return None,
        })
    }
}

impl Values for Facts<'_> {
    fn facts(&self) -> &Value {
        &self.facts
    }

    fn phrases(&self) -> &'static Phrases {
        &self.row.words
    }

    fn own_words(&mut self, field: &str, form: &str) -> Option<String> {
        match form {
            "" => self.usual(field),
            "adjective" => Some(self.side.title().to_owned()),
            _ => None,
        }
    }

    fn own_condition(&self, field: &str) -> Option<bool> {
        Some(match field {
            "near" => self.near().is_some(),
            "is_unit" => self.get::<Id>("id").is_some_and(|id| self.rules.pack.forces.units.contains_key(&id)),
            "is_union" => self.side == Side::Union,
            _ => return None,
        })
    }
}
