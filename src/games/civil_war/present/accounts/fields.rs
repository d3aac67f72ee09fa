//! The fields of an event in words, for the templates of the table. Some are made from several fields of the event, such
//! as `force`: its strength points and leaders.

use serde_json::Value;

use crate::board::Hex;
use crate::document::Id;
use crate::report::grammar::list;
use crate::report::template::Values;
use crate::report::word_tables::{EventRow, Phrases};

use super::super::{naval_text, vocabulary};
use super::writer::Writer;
use crate::leaders::army;
use crate::pack::{NavalResult, Side, Station};
use crate::position::force::force_hex;
use crate::position::ledger::{Bound, Hull, Hulls, Piece, Points, Priorities, Track};

/// The fields of an event, and what the table says of it.
pub struct Fields<'w, 'a> {
    pub writer: &'w mut Writer<'a>,
    pub event: &'w Value,
    pub row: &'static EventRow,
}

/// The fields that no event has, and that are made from others.
pub const MADE: [&str; 14] = [
    "arrivals",
    "enemy",
    "force",
    "cargo",
    "company",
    "effect",
    "promotion_from",
    "own",
    "joins",
    "reverts",
    "fought",
    "scene",
    "radius",
    "waits",
];

/// The forms in which fields of this game can be had.
pub const FORMS: [&str; 17] = [
    "adjective",
    "whose",
    "name",
    "stars",
    "track",
    "army",
    "turn",
    "he",
    "it",
    "times",
    "lead",
    "troops",
    "last",
    "duty",
    "neutrality",
    "tribal",
    "arriving",
];

impl Fields<'_, '_> {
    /// The side that a field names.
    pub fn side(&self, field: &str) -> Option<Side> {
        match field {
            "enemy" => self.get("side").map(Side::other),
            field => self.get(field),
        }
    }

    /// The side that acts, by the table.
    pub fn acting_side(&self) -> Option<Side> {
        match self.row.side.as_str() {
            "" => self.side("side"),
            side => Side::BOTH.into_iter().find(|one| one.as_str() == side).or_else(|| self.side(side)),
        }
    }

    /// Where it happens, by the table: at a place, where an army is, or where the latest fight was.
    pub fn site(&self) -> Option<Station> {
        let field = self.row.at.as_str();
        let army = self.get(field).and_then(|army| army::hex_of(self.writer.game, &army)).map(Station::Hex);
        match field {
            "scene" => self.writer.scene,
            "army" => self.writer.scene.or(army),
            field => self.station(field).or(army),
        }
    }

    /// The place that a field names: a hex, or where ships lie.
    pub fn station(&self, field: &str) -> Option<Station> {
        self.find(field)?.as_str()?.parse().ok()
    }

    /// The leaders that a field names, one or several.
    pub fn leaders(&self, field: &str) -> Vec<Piece> {
        let one = self.get::<Piece>(field).map(|piece| vec![piece]);
        one.or_else(|| self.get(field)).unwrap_or_default()
    }

    /// Strength points and leaders, without the one who leads the others.
    fn group(&self, strength: Option<String>, leaders: &str) -> Vec<String> {
        let first: Option<Piece> = self.get("leader");
        let others = self.leaders(leaders).into_iter().filter(|piece| Some(piece) != first.as_ref());
        strength.into_iter().chain(others.map(|piece| self.writer.leader(&piece))).collect()
    }

    /// What arrives in the Far West.
    fn arrivals(&self) -> Vec<String> {
        let counters = |field: &str, noun: &str| {
            Some(self.count(field)).filter(|count| *count > 0).map(|count| vocabulary::plural(count, noun))
        };
        let units = [counters("rangers", "Texas Ranger counter"), counters("indians", "Civilized Indian counter")];
        let leaders = self.leaders("leaders");
        let leaders = leaders.iter().map(|piece| self.writer.leader(piece));
        self.strength().into_iter().chain(units.into_iter().flatten()).chain(leaders).collect()
    }

    /// The mark of what arrives in the Far West, by the entry of its turn track.
    fn arrival_mark(&mut self) -> String {
        let (rules, hex, turn) = (self.writer.rules, self.get::<Hex>("hex"), self.writer.game.turn);
        let mut entries = rules.pack.far_west.arrivals.iter().filter(|arrival| arrival.turn == turn);
        let entry = entries.find(|arrival| arrival.at.iter().any(|post| Some(post.hex) == hex));
        self.writer.dagger("what arrives in the Far West", entry.map(|arrival| &arrival.source))
    }

    fn strength(&self) -> Option<String> {
        Some(self.count("sp")).filter(|sp| *sp > 0).map(vocabulary::sp)
    }

    /// The parts of a field that consists of several things.
    fn parts(&self, field: &str) -> Vec<String> {
        let pack = &self.writer.rules.pack;
        match field {
            "force" => self.group(self.strength(), "leaders"),
            "cargo" => self.group(self.strength(), "aboard"),
            _ => {
                let army = self.get("army").map(|army| vocabulary::army(pack, &army));
                let army = army.map(|army| format!("{army} ({})", vocabulary::sp(self.count("sp"))));
                self.group(Some(army.unwrap_or_else(|| self.troops())), "leaders")
            }
        }
    }

    /// Those who may react: armies, or else forces without one, which are named by their hexes (21.9).
    fn reacting(&self, armies: bool) -> Vec<Id> {
        let all = self.get::<Vec<Id>>("armies").unwrap_or_default();
        all.into_iter().filter(|id| force_hex(id).is_none() == armies).collect()
    }

    /// Strength points of a side: `a Union strength point`.
    fn troops(&self) -> String {
        let title = self.side("side").map_or("", Side::title);
        match self.count("sp") {
            1 => format!("a {title} strength point"),
            sp => format!("{sp} {title} strength points"),
        }
    }

    /// A state, with the mark of what the charts say of its neutrality.
    fn neutral_state(&mut self, field: &str) -> String {
        let Some(id) = self.get::<Id>(field) else { return String::new() };
        let pack = &self.writer.rules.pack;
        let (name, row) = (vocabulary::state(pack, &id), pack.charts.neutral_states.get(&id));
        let what = format!("the chart entry for {name}");
        format!("{name}{}", self.writer.dagger(&what, row.map(|row| &row.source)))
    }

    /// A field in its usual form; `None` for a word or a number.
    fn usual(&self, field: &str) -> Option<String> {
        let pack = &self.writer.rules.pack;
        Some(match field.rsplit('.').next().unwrap_or(field) {
            "enemy" => self.side(field).map_or("", vocabulary::side).to_owned(),
            "arrivals" => list(self.arrivals(), "and", "nobody"),
            "tribe" => self.get(field).map_or(String::new(), |tribe| vocabulary::tribe(&tribe)),
            "force" | "cargo" | "company" => list(self.parts(field), "and", "nobody"),
            "sp" => vocabulary::sp(self.count(field)),
            "army" => self.get(field).map_or(String::new(), |army| vocabulary::army(pack, &army)),
            "armies" => vocabulary::armies(pack, &self.get::<Vec<_>>(field).unwrap_or_default()),
            "radius" => vocabulary::armies(pack, &self.reacting(true)),
            "state" => self.get(field).map_or(String::new(), |id| vocabulary::state(pack, &id).to_owned()),
            "hull" | "raider" => self.get::<Hull>(field).map_or(String::new(), |hull| naval_text::hull(pack, &hull)),
            "hulls" => naval_text::hulls(pack, &self.get(field).unwrap_or_default()),
            "points" => vocabulary::commands(&self.get::<Points>(field).unwrap_or_default()),
            "priorities" => self.get::<Priorities>(field).map_or(String::new(), |order| vocabulary::priorities(&order)),
            "effect" => self.effect().to_owned(),
            "scene" => self.writer.scene.map_or(String::new(), |at| naval_text::station(pack, at)),
            "promotion_from" => pack.charts.promotion_from.to_string(),
            _ => {
                let side = self.side(field).map(|side| vocabulary::side(side).to_owned());
                let station = side.or_else(|| Some(naval_text::station(pack, self.station(field)?)));
                let piece = station.or_else(|| Some(self.writer.leader(&self.get::<Piece>(field)?)));
                let name = |id: Id| pack.leaders.contains_key(&id).then(|| self.writer.name(&id));
                return piece.or_else(|| name(self.find(field)?.as_str()?.parse().ok()?));
            }
        })
    }

    /// What a shot does to the other side's ships: those of the Confederacy that are damaged are lost (8.10.4).
    fn effect(&self) -> &'static str {
        let target = self.side("enemy").unwrap_or(Side::Union);
        self.get("result").map_or("", |result: NavalResult| naval_text::effect(result, target))
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
        let others = |field| self.leaders(field).into_iter().filter(|piece| Some(piece) != self.get("leader").as_ref());
        match field {
            "force" => self.count("sp") + self.leaders("leaders").len() as u32,
            "company" => self.count("sp") + others("leaders").count() as u32,
            "hulls" => self.get::<Hulls>("hulls").map_or(0, |hulls| hulls.points()),
            field => self.get(field).unwrap_or_default(),
        }
    }

    fn own_words(&mut self, field: &str, form: &str) -> Option<String> {
        let (pack, game) = (&self.writer.rules.pack, self.writer.game);
        let piece = self.get::<Piece>(field);
        Some(match form {
            "" => return self.usual(field),
            "adjective" => self.side(field).map_or("", Side::title).to_owned(),
            "whose" => self.side(field).map_or("", vocabulary::possessive).to_owned(),
            "name" => piece.map_or(String::new(), |piece| self.writer.name(&piece.leader)),
            "stars" => piece.map_or(String::new(), |piece| vocabulary::stars(piece.rank)),
            "track" => self.get::<Track>(field).map_or("", vocabulary::track).to_owned(),
            "army" => self.get(field).map_or(String::new(), |army| vocabulary::army(pack, &army)),
            "turn" => vocabulary::turn(pack, game, self.get(field).unwrap_or_default()),
            "he" | "it" => self.writer.return_text(form, self.get(field).unwrap_or_default()),
            "times" => vocabulary::times(self.count(field)),
            "lead" => vocabulary::lead_text(self.get(field).unwrap_or_default()),
            "troops" => self.troops(),
            "last" => {
                let last = self.get::<Vec<Station>>(field).and_then(|way| way.last().copied());
                last.map_or(String::new(), |at| naval_text::station(pack, at))
            }
            "duty" => self.get::<Bound>(field).map_or("", vocabulary::bound).to_owned(),
            "neutrality" => self.neutral_state(field),
            "tribal" => {
                let source = &self.writer.rules.pack.far_west.tribes.source;
                self.writer.dagger("the raids of tribal Indians", Some(source))
            }
            "arriving" => self.arrival_mark(),
            _ => return None,
        })
    }

    fn own_condition(&self, field: &str) -> Option<bool> {
        let set = |field| self.get::<bool>(field).unwrap_or_default();
        Some(match field {
            "own" => self.side("by") == self.side("side"),
            "joins" => {
                self.event["rule"].as_str().is_some_and(|rule| rule.starts_with("15."))
                    && !set("neutral")
                    && !set("back")
            }
            "reverts" => set("neutral") && set("back"),
            "fought" => self.writer.fought,
            "radius" | "waits" => !self.reacting(field == "radius").is_empty(),
            "scene" => matches!(self.writer.scene, Some(Station::Hex(_))),
            "arrivals" => !self.arrivals().is_empty(),
            "force" | "cargo" | "company" => !self.parts(field).is_empty(),
            _ => return None,
        })
    }
}
