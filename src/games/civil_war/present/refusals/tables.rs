//! Refusals whose words are data: a table for each chapter, with a template for what is wrong and one for what to do
//! about it.

use std::sync::LazyLock;

use serde::Deserialize;
use serde::de::DeserializeOwned;
use serde_json::Value;

use super::super::template::{self, Values};
use super::super::{naval_text, vocabulary};
use super::RefusalText;
use crate::board::Hex;
use crate::command::expense::Expense;
use crate::document::{Form, Id, Problem, decode, from_value, read, word_and_details};
use crate::engine::run::to_value;
use crate::movement::{self, territory};
use crate::pack::{Station, Waters};
use crate::position::ledger::{Hull, Hulls, Piece, Track};
use crate::refusal::Refusal;
use crate::report::grammar::{list, number};
use crate::sorted::SortedMap;

/// The words for a refusal, as templates.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct Row {
    /// What is wrong.
    pub says: String,
    /// What to do about it; nothing if empty.
    pub advice: String,
    /// The words for the values of its fields.
    pub words: SortedMap<String, String>,
}

/// The words for refusals, by their codes.
pub type Table = SortedMap<String, Row>;

/// Reads the tables of all chapters.
///
/// # Errors
/// One of them is not such a table.
pub fn load() -> Result<Table, Problem> {
    let chapters: [(&str, &[u8]); 10] = [
        ("armies.yaml", include_bytes!("armies.yaml")),
        ("conditions.yaml", include_bytes!("conditions.yaml")),
        ("construction.yaml", include_bytes!("construction.yaml")),
        ("movement.yaml", include_bytes!("movement.yaml")),
        ("naval.yaml", include_bytes!("naval.yaml")),
        ("payment.yaml", include_bytes!("payment.yaml")),
        ("rails.yaml", include_bytes!("rails.yaml")),
        ("rally.yaml", include_bytes!("rally.yaml")),
        ("reinforcements.yaml", include_bytes!("reinforcements.yaml")),
        ("turn.yaml", include_bytes!("turn.yaml")),
    ];
    let mut all = Table::new();
    for (name, bytes) in chapters {
        all.extend(decode::<Table>(&read(name, bytes, Form::Pack)?)?);
    }
    Ok(all)
}

static TABLE: LazyLock<Table> = LazyLock::new(|| load().unwrap_or_default());

/// What a refusal says; its code if it is in no table.
pub(super) fn words(text: &RefusalText<'_>, refusal: &Refusal) -> Problem {
    let (code, facts) = word_and_details(to_value(refusal));
    let Some(row) = TABLE.get(&code) else { return Problem::new(code.replace('_', " ")) };
    let mut facts = Facts { text, facts: facts.unwrap_or_default(), row };
    let problem = Problem::new(template::expand(&row.says, &mut facts));
    match template::expand(&row.advice, &mut facts) {
        advice if advice.is_empty() => problem,
        advice => problem.advice(advice),
    }
}

/// The facts of a refusal, and who reads it.
struct Facts<'a> {
    text: &'a RefusalText<'a>,
    facts: Value,
    row: &'static Row,
}

/// The fields that are made from others, or that depend on the reader.
pub const MADE: &[&str] = &[
    "you",
    "you_have",
    "your",
    "yours",
    "enemy",
    "the_enemys",
    "of_enemy",
    "owner",
    "there",
    "rest",
    "part",
    "stay",
    "hexside",
    "known",
    "home",
    "upgrades",
    "many",
    "adjacent",
    "crossable",
    "border",
    "fort_name",
    "payers",
    "own_payers",
    "own_tracks",
    "example",
];

/// The forms in which a field can be had, besides a noun that is counted and verbs for one and several.
pub const FORMS: [&str; 8] = ["", "id", "adjective", "army", "track", "at_most", "spend_at_most", "all_points"];

impl Facts<'_> {
    /// A fact by its name; `is.at` is one within another.
    fn find(&self, field: &str) -> Option<&Value> {
        field.split('.').try_fold(&self.facts, |value, name| value.get(name))
    }

    fn get<T: DeserializeOwned>(&self, field: &str) -> Option<T> {
        from_value(self.find(field)?).ok()
    }

    fn count(&self, field: &str) -> u32 {
        match field {
            // Transports of one kind that are there or wait.
            "there" => {
                let kind: Option<Waters> = self.get("waters");
                let hulls = self.get::<Hulls>("have").zip(kind);
                hulls.map_or_else(|| self.get("have").unwrap_or_default(), |(hulls, kind)| hulls.of(kind))
            }
            // What may still be moved.
            "rest" => {
                let sums = [("all", "moved"), ("has", "moved"), ("capacity", "lifted"), ("capacity", "used")];
                let known = sums.into_iter().find(|(all, gone)| self.find(all).and(self.find(gone)).is_some());
                known.map_or(0, |(all, gone)| self.count(all).saturating_sub(self.count(gone)))
            }
            field => match self.find(field) {
                Some(Value::Array(items)) => items.len() as u32,
                _ => self.get(field).unwrap_or_default(),
            },
        }
    }

    /// `the enemy's`, `the Union's`.
    fn the_enemys(&self) -> String {
        match self.text.is_owner() {
            true => "the enemy's".to_owned(),
            false => vocabulary::possessive(self.text.side.other()).replace("The", "the"),
        }
    }

    /// Which strength points of a hex have moved.
    fn part(&self) -> String {
        let (your, place) = (self.text.your(), self.usual("hex"));
        match (self.count("all"), self.count("moved")) {
            (1, _) => format!("{your} strength point in {place}"),
            (2, 2) => format!("both of {your} strength points in {place}"),
            (all, moved) if all == moved => format!("all {all} of {your} strength points in {place}"),
            (all, moved) => format!("{moved} of {your} {all} strength points in {place}"),
        }
    }

    /// The transports that would stay with strength points, if there can be so many of the ocean.
    fn stay(&self) -> Option<Hulls> {
        let ocean: u32 = self.get("ocean")?;
        let river = self.count("sp").checked_sub(ocean)?;
        Some(Hulls { river, ocean, ..Hulls::default() })
    }

    /// The hexes on both sides of the hexside where ships are to be.
    fn hexside(&self) -> Option<String> {
        let Station::Hexside(a, b) = self.get("at")? else { return None };
        Some(format!("{} and {}", self.text.place(a), self.text.place(b)))
    }

    /// The name of the hexside between two hexes.
    fn border(&self) -> Option<&str> {
        let side = self.text.pack().map.hexside(self.get("from")?, self.get("to")?)?;
        Some(side.name.as_str()).filter(|name| !name.is_empty())
    }

    /// The hexes beside the one where a step begins: all, or those into which it can lead.
    fn beside(&self, is_open: impl Fn(Hex, Hex) -> bool) -> Vec<String> {
        let Some(from) = self.get::<Hex>("from") else { return Vec::new() };
        let near = self.text.pack().map.neighbours(from).filter(|hex| is_open(from, *hex));
        near.map(|hex| hex.to_string()).collect()
    }

    fn crossable(&self) -> Vec<String> {
        self.beside(|from, to| movement::crossable(self.text.rules, from, to))
    }

    /// The name of the printed fortification of a hex, if it is not the name of the hex.
    fn fort_name(&self) -> Option<&str> {
        let hex = self.get("hex")?;
        let fort = territory::printed_fort(self.text.rules, hex)?;
        let place = self.text.place(hex);
        Some(fort.name.as_str()).filter(|name| !name.is_empty() && !place.contains(name))
    }

    /// The theater in which an army is formed.
    fn home(&self) -> Option<String> {
        Some(self.text.pack().charts.armies.get(&self.get::<Id>("army")?)?.theater.to_string())
    }

    /// The tracks that may pay, without the discretionary one if `own`.
    fn payers(&self, own: bool) -> Vec<Track> {
        let (purse, theater) = (self.get::<Expense>("purse"), self.get("theater"));
        let tracks = purse.zip(theater).map(|(purse, theater)| purse.tracks(self.text.side, theater));
        let mut tracks = tracks.unwrap_or_default();
        tracks.retain(|track| !own || *track != Track::Discretionary);
        tracks
    }

    /// The words for a list: of places or ids, one of them; of armies or leaders, all.
    fn list(&self, field: &str) -> String {
        if let Some(places) = self.get::<Vec<Station>>(field) {
            return list(places.into_iter().map(|at| naval_text::station(self.text.pack(), at)), "or", "none");
        }
        let ids: Vec<Id> = self.get(field).unwrap_or_default();
        match field {
            "armies" => vocabulary::armies(self.text.pack(), &ids),
            "others" => list(ids.iter().map(|leader| self.text.leader(leader).to_owned()), "and", "nobody"),
            _ => list(ids.iter().map(Id::to_string), "or", "none"),
        }
    }

    fn usual(&self, field: &str) -> String {
        let (text, pack) = (self.text, self.text.pack());
        match field {
            "you" => return text.you().to_owned(),
            "you_have" => return text.you_have(),
            "your" => return text.your().to_owned(),
            "yours" => return if text.is_owner() { "yours" } else { text.your() }.to_owned(),
            "of_enemy" => return text.of_enemy().to_owned(),
            "home" => return self.home().unwrap_or_default(),
            "adjacent" => return list(self.beside(|_, _| true), "or", "none"),
            "crossable" => return list(self.crossable(), "or", "none"),
            "border" => return self.border().unwrap_or_default().to_owned(),
            "fort_name" => return self.fort_name().unwrap_or_default().to_owned(),
            "payers" | "own_payers" => {
                let tracks = self.payers(field == "own_payers").into_iter();
                return list(tracks.map(|track| track.as_str().to_owned()), "or", "none");
            }
            "own_tracks" => {
                let tracks = self.payers(true).into_iter();
                return list(tracks.map(|track| vocabulary::track(track).to_owned()), "or", "none");
            }
            "example" => return "spend: {east: 1}".to_owned(),
            "enemy" => return text.enemy().to_owned(),
            "the_enemys" => return self.the_enemys(),
            "part" => return self.part(),
            "hexside" => return self.hexside().unwrap_or_default(),
            "rest" => return self.count(field).to_string(),
            "stay" => return self.stay().map_or(String::new(), |hulls| naval_text::hulls(pack, &hulls)),
            "there" => {
                let kind = match self.get("waters") {
                    Some(Waters::Ocean) => "ocean transport",
                    _ => "river transport",
                };
                let count = self.count(field);
                return if count == 0 { format!("no {kind}s") } else { number(count, kind) };
            }
            "army" => return self.get(field).map_or(String::new(), |army| text.army(&army)),
            "leader" => {
                // A counter has its stars.
                let piece = self.get::<Piece>(field).filter(|piece| pack.leaders.contains_key(&piece.leader));
                let name = || self.get(field).map_or(String::new(), |leader| text.leader(&leader).to_owned());
                return piece.map_or_else(name, |piece| vocabulary::leader(pack, &piece));
            }
            "ship" => return self.get(field).map_or(String::new(), |id| naval_text::hull(pack, &Hull::Ship(id))),
            _ => {}
        }
        if let Some(at) = self.get::<Station>(field) {
            return naval_text::station(pack, at);
        }
        match self.find(field) {
            Some(Value::String(word)) => self.phrase(word, &Value::Null),
            Some(Value::Number(count)) => count.to_string(),
            Some(Value::Array(items)) if items.iter().any(Value::is_object) => {
                items.iter().map(|item| self.choice(item)).collect::<Vec<_>>().join("; ")
            }
            Some(Value::Array(_)) => self.list(field),
            Some(Value::Object(_)) if self.get::<Hulls>(field).is_some() => {
                naval_text::hulls(pack, &self.get(field).unwrap_or_default())
            }
            Some(value @ Value::Object(_)) => self.choice(value),
            _ => String::new(),
        }
    }

    /// The words for a value that is one of several: those of the row, or a row of its own. `details` are its fields.
    fn phrase(&self, word: &str, details: &Value) -> String {
        let facts = if details.is_object() { details } else { &self.facts };
        let mut facts = Facts { facts: facts.clone(), ..*self };
        let words = self.row.words.get(word).or_else(|| TABLE.get(word).map(|row| &row.says));
        words.map_or_else(|| word.to_owned(), |words| template::expand(words, &mut facts))
    }

    /// The same for a value that has fields.
    fn choice(&self, value: &Value) -> String {
        let choices = value.as_object().into_iter().flatten();
        choices.map(|(word, details)| self.phrase(word, details)).collect()
    }
}

impl Values for Facts<'_> {
    fn value(&mut self, field: &str, form: &str) -> String {
        match form {
            "" => self.usual(field),
            "id" => self.find(field).and_then(Value::as_str).unwrap_or_default().to_owned(),
            "adjective" => if field == "enemy" { self.text.side.other() } else { self.text.side }.title().to_owned(),
            "army" => self.get(field).map_or(String::new(), |army| self.text.army(&army)),
            "track" => self.get::<Track>(field).map_or("", vocabulary::track).to_owned(),
            "all_points" => match self.count(field) {
                1 => "the only strength point".to_owned(),
                2 => "both strength points".to_owned(),
                all => format!("all {all} strength points"),
            },
            "spend_at_most" => match self.count(field) {
                1 => "spend only 1".to_owned(),
                most => format!("spend {most} or fewer"),
            },
            // How many strength points the order may name.
            "at_most" => match self.count(field) {
                most @ (0 | 1) => format!("write `sp: {most}`"),
                most => format!("write `sp: {most}` or less"),
            },
            form => template::counted(self.count(field), form),
        }
    }

    fn is_there(&self, field: &str) -> bool {
        match field {
            "owner" => self.text.is_owner(),
            "there" | "rest" => self.count(field) > 0,
            "hexside" => self.hexside().is_some(),
            "stay" => self.stay().is_some(),
            "home" => self.home().is_some(),
            "own_payers" => !self.payers(true).is_empty(),
            "border" => self.border().is_some(),
            "fort_name" => self.fort_name().is_some(),
            "crossable" => !self.crossable().is_empty(),
            "upgrades" => ["kind", "what"].iter().all(|field| self.find(field).is_some_and(|word| word == "fort")),
            "many" => ["leaders", "armies", "others"].iter().any(|field| self.count(field) > 1),
            "known" => self.get::<Id>("ship").is_some_and(|id| self.text.pack().charts.ships.contains_key(&id)),
            field => self.find(field).is_some_and(template::is_set),
        }
    }
}
