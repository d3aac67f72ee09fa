//! What a player can point at on a board: places, pieces and cards, each with its value in orders and its outline.

use std::fmt::Write;

use serde::Serialize;
use serde_json::Value;

use super::sanitize::markup;
use super::svg::{Point, Tenths};
use crate::document::Id;

/// The kind of a target.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum TargetKind {
    /// A hex, an area or a position.
    Place,
    /// A unit, a leader or a general.
    Piece,
    /// A card.
    Card,
}

impl TargetKind {
    /// The attribute of its element in a picture: `data-place`.
    fn attribute(self) -> &'static str {
        match self {
            TargetKind::Place => "data-place",
            TargetKind::Piece => "data-piece",
            TargetKind::Card => "data-card",
        }
    }
}

/// Something on the board that orders can name.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Target {
    pub kind: TargetKind,
    /// As orders write it: `"2412"`, `45`, `grant`.
    pub id: Value,
    /// What people call it: `Washington (5206)`.
    pub name: String,
    /// The place where it is, as orders write it; `None` for a place.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub at: Option<Value>,
    /// The side that it belongs to, or that controls it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub side: Option<Id>,
    /// What it is and how it is, in a few words: `infantry, strength 3, shaken`.
    pub state: String,
    /// Its corners on the board, in tenths of a pixel; empty if it can only be found through the place where it is.
    #[serde(skip)]
    pub outline: Vec<Point>,
}

impl Target {
    /// A place with its corners.
    pub fn place(id: impl Into<Value>, name: impl Into<String>, outline: Vec<Point>) -> Target {
        Target {
            kind: TargetKind::Place,
            id: id.into(),
            name: name.into(),
            at: None,
            side: None,
            state: String::new(),
            outline,
        }
    }

    /// A piece of a side.
    pub fn piece(id: impl Into<Value>, name: impl Into<String>, side: &Id) -> Target {
        Target { kind: TargetKind::Piece, side: Some(side.clone()), ..Target::place(id, name, Vec::new()) }
    }

    /// The same where it stands.
    pub fn at(self, place: impl Into<Value>) -> Target {
        Target { at: Some(place.into()), ..self }
    }

    /// The same under the control of a side, if anybody controls it.
    pub fn of(self, side: Option<Id>) -> Target {
        Target { side, ..self }
    }

    /// The same with what it is and how it is.
    pub fn described(self, state: impl Into<String>) -> Target {
        Target { state: state.into(), ..self }
    }

    /// The same with its corners.
    pub fn outlined(self, outline: Vec<Point>) -> Target {
        Target { outline, ..self }
    }

    /// Its id as text: `2412`.
    pub fn key(&self) -> String {
        self.id.as_str().map_or_else(|| self.id.to_string(), str::to_owned)
    }

    /// What it is called, whose it is, and its state: what a pointer over it shows.
    fn title(&self) -> String {
        match self.state.as_str() {
            "" => self.name.clone(),
            state => format!("{}: {state}", self.name),
        }
    }
}

/// The corners of a rectangle.
pub fn rectangle(corner: Point, width: i32, height: i32) -> Vec<Point> {
    vec![corner, corner.by(width, 0), corner.by(width, height), corner.by(0, height)]
}

/// The uppermost layer of a picture: the outlines of what can be pointed at, places below pieces. Each element names
/// its target in an attribute, `data-place`, `data-piece` or `data-card`.
pub fn layer(targets: &[Target]) -> String {
    let mut out = "<g class=\"targets\">\n".to_owned();
    let drawn =
        |kind: TargetKind| targets.iter().filter(move |target| target.kind == kind && !target.outline.is_empty());
    for target in [TargetKind::Place, TargetKind::Piece, TargetKind::Card].into_iter().flat_map(drawn) {
        let corners = target.outline.iter().map(|at| format!("{},{}", Tenths(at.x), Tenths(at.y)));
        let _ = writeln!(
            out,
            "<polygon {}=\"{}\" points=\"{}\"><title>{}</title></polygon>",
            target.kind.attribute(),
            markup(&target.key()),
            corners.collect::<Vec<_>>().join(" "),
            markup(&target.title())
        );
    }
    out += "</g>\n";
    out
}

/// The targets that a value names, such as an order, in the order in which it names them; each once.
pub fn named_in(value: &Value, known: &dyn Fn(&Value) -> bool) -> Vec<Value> {
    let mut found = Vec::new();
    collect(value, known, &mut found);
    found
}

fn collect(value: &Value, known: &dyn Fn(&Value) -> bool, found: &mut Vec<Value>) {
    match value {
        Value::Array(items) => items.iter().for_each(|item| collect(item, known, found)),
        // A mapping may name things in its keys: `{east: 3}`, `{card: place}`.
        Value::Object(fields) => fields.iter().for_each(|(key, value)| {
            collect(&Value::from(key.as_str()), known, found);
            collect(value, known, found);
        }),
        one if known(one) && !found.contains(one) => found.push(one.clone()),
        _ => {}
    }
}
