//! Refusals whose words are data: a table for each chapter, with a template for what is wrong and one for what to do
//! about it.

use std::sync::LazyLock;

use serde_json::Value;

use super::super::{naval_text, vocabulary};
use super::RefusalText;
use crate::board::Hex;
use crate::command::expense::Expense;
use crate::document::{Id, Problem, word_and_details};
use crate::engine::run::to_value;
use crate::movement::{self, territory};
use crate::pack::{Station, Waters};
use crate::position::ledger::{Hull, Hulls, Piece, Track};
use crate::refusal::Refusal;
use crate::report::grammar::{list, number};
use crate::report::template::{self, Values};
use crate::report::word_tables::{self, Phrases, RefusalRow, Table};

/// Reads the tables of all chapters.
///
/// # Errors
/// One of them is not such a table.
pub fn load() -> Result<Table<RefusalRow>, Problem> {
    word_tables::load(&[
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
    ])
}

static TABLE: LazyLock<Table<RefusalRow>> = LazyLock::new(|| load().unwrap_or_default());

/// What a refusal says; its code if it is in no table.
pub(super) fn words(text: &RefusalText<'_>, refusal: &Refusal) -> Problem {
    let (code, facts) = word_and_details(to_value(refusal));
    let Some(row) = TABLE.get(&code) else { return Problem::new(code.replace('_', " ")) };
    word_tables::problem(row, &mut Facts { text, facts: facts.unwrap_or_default(), row })
}

/// The facts of a refusal, and who reads it.
struct Facts<'a> {
    text: &'a RefusalText<'a>,
    facts: Value,
    row: &'static RefusalRow,
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
];

/// The forms in which fields of this game can be had.
pub const FORMS: [&str; 6] = ["adjective", "army", "track", "at_most", "spend_at_most", "all_points"];

impl Facts<'_> {
    /// `the enemy's`, `the Union's`.
    fn the_enemys(&self) -> String {
        match self.text.is_owner() {
            true => "the enemy's".to_owned(),
            false => vocabulary::possessive(self.text.side.other()).replace("The", "the"),
        }
    }

    /// Which strength points of a hex have moved.
    fn part(&self) -> String {
        let (your, place) = (self.text.your(), self.usual("hex").unwrap_or_default());
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
        let near = self.text.pack().map.neighbors(from).filter(|hex| is_open(from, *hex));
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

    /// A field in its usual form; `None` for a number.
    fn usual(&self, field: &str) -> Option<String> {
        let (text, pack) = (self.text, self.text.pack());
        Some(match field {
            "you" => text.you().to_owned(),
            "you_have" => text.you_have(),
            "your" => text.your().to_owned(),
            "yours" => if text.is_owner() { "yours" } else { text.your() }.to_owned(),
            "of_enemy" => text.of_enemy().to_owned(),
            "home" => self.home().unwrap_or_default(),
            "adjacent" => list(self.beside(|_, _| true), "or", "none"),
            "crossable" => list(self.crossable(), "or", "none"),
            "border" => self.border().unwrap_or_default().to_owned(),
            "fort_name" => self.fort_name().unwrap_or_default().to_owned(),
            "payers" | "own_payers" => {
                let tracks = self.payers(field == "own_payers").into_iter();
                list(tracks.map(|track| track.as_str().to_owned()), "or", "none")
            }
            "own_tracks" => {
                let tracks = self.payers(true).into_iter();
                list(tracks.map(|track| vocabulary::track(track).to_owned()), "or", "none")
            }
            "enemy" => text.enemy().to_owned(),
            "the_enemys" => self.the_enemys(),
            "part" => self.part(),
            "hexside" => self.hexside().unwrap_or_default(),
            "rest" => self.count(field).to_string(),
            "stay" => self.stay().map_or(String::new(), |hulls| naval_text::hulls(pack, &hulls)),
            "there" => {
                let kind = match self.get("waters") {
                    Some(Waters::Ocean) => "ocean transport",
                    _ => "river transport",
                };
                let count = self.count(field);
                if count == 0 { format!("no {kind}s") } else { number(count, kind) }
            }
            "army" => self.get(field).map_or(String::new(), |army| text.army(&army)),
            "leader" => {
                // A counter has its stars.
                let piece = self.get::<Piece>(field).filter(|piece| pack.leaders.contains_key(&piece.leader));
                let name = || self.get(field).map_or(String::new(), |leader| text.leader(&leader).to_owned());
                piece.map_or_else(name, |piece| vocabulary::leader(pack, &piece))
            }
            "ship" => self.get(field).map_or(String::new(), |id| naval_text::hull(pack, &Hull::Ship(id))),
            _ => match self.find(field)? {
                Value::String(word) => match word.parse() {
                    Ok(at) => naval_text::station(pack, at),
                    Err(_) => self.word(word, &Value::Null),
                },
                Value::Array(items) if items.iter().any(Value::is_object) => {
                    items.iter().map(|item| self.choice(item)).collect::<Vec<_>>().join("; ")
                }
                Value::Array(_) => self.list(field),
                Value::Object(_) => match self.get::<Hulls>(field) {
                    Some(hulls) => naval_text::hulls(pack, &hulls),
                    None => self.choice(self.find(field)?),
                },
                _ => return None,
            },
        })
    }

    /// The words for a value that is one of several.
    fn word(&self, word: &str, details: &Value) -> String {
        let mut facts = Facts { facts: self.facts.clone(), ..*self };
        facts.phrase(word, details).unwrap_or_else(|| word.to_owned())
    }

    /// The same for a value that has fields.
    fn choice(&self, value: &Value) -> String {
        let choices = value.as_object().into_iter().flatten();
        choices.map(|(word, details)| self.word(word, details)).collect()
    }
}

impl Values for Facts<'_> {
    fn facts(&self) -> &Value {
        &self.facts
    }

    fn phrases(&self) -> &'static Phrases {
        &self.row.words
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

    /// The words for a value that is one of several: those of the row, or a row of its own.
    fn phrase(&mut self, word: &str, details: &Value) -> Option<String> {
        let facts = if details.is_object() { details } else { &self.facts };
        let mut facts = Facts { facts: facts.clone(), ..*self };
        let words = self.row.words.get(word).or_else(|| TABLE.get(word).map(|row| &row.says))?;
        Some(template::expand(words, &mut facts))
    }

    fn own_words(&mut self, field: &str, form: &str) -> Option<String> {
        Some(match form {
            "" => return self.usual(field),
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
            _ => return None,
        })
    }

    fn own_condition(&self, field: &str) -> Option<bool> {
        Some(match field {
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
            _ => return None,
        })
    }
}
