//! What a player can point at on a board: places, pieces and cards, each with its value in orders and its outline.

use std::fmt::Write;

use serde::Serialize;
use serde_json::Value;

use super::sanitize::markup;
use super::svg::{self, Details, Drawing, Layer, Path, Point, Role, Shape, Tenths};
use crate::document::Id;
use crate::sorted::SortedMap;

/// The class of the layer of outlines.
pub const LAYER: &str = "targets";

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
        key(&self.id)
    }

    /// What it is called and how it is.
    fn words(&self) -> String {
        match self.state.as_str() {
            "" => self.name.clone(),
            state if state.starts_with(&self.name) => state.to_owned(),
            state => format!("{}: {state}", self.name),
        }
    }
}

/// Targets with what a pointer over each tells.
struct Told<'t> {
    targets: &'t [Target],
    places: SortedMap<String, &'t Target>,
    /// What is at each place.
    stacks: SortedMap<String, Vec<&'t Target>>,
}

impl<'t> Told<'t> {
    fn new(targets: &'t [Target]) -> Told<'t> {
        let places = targets.iter().filter(|target| target.kind == TargetKind::Place);
        let mut stacks: SortedMap<String, Vec<&Target>> = SortedMap::new();
        for target in targets {
            if let Some(at) = &target.at {
                stacks.entry(key(at)).or_default().push(target);
            }
        }
        Told { targets, places: places.map(|place| (place.key(), place)).collect(), stacks }
    }

    /// What has an outline, places below pieces.
    fn outlined(&self) -> impl Iterator<Item = &'t Target> {
        let targets = self.targets;
        let drawn = move |kind| targets.iter().filter(move |target| target.kind == kind && !target.outline.is_empty());
        [TargetKind::Place, TargetKind::Piece, TargetKind::Card].into_iter().flat_map(drawn)
    }

    /// Everything else that is at a target's place.
    fn beside(&self, target: &Target) -> impl Iterator<Item = &'t Target> {
        let place = target.at.as_ref().map_or_else(|| target.key(), key);
        self.stacks.get(&place).cloned().unwrap_or_default().into_iter().filter(move |one| !std::ptr::eq(*one, target))
    }

    /// A target with its ratings, its place, and everything else that is there.
    fn words(&self, target: &'t Target) -> String {
        let place = target.at.as_ref().and_then(|at| self.places.get(&key(at)).copied());
        let mut said: Vec<String> = Vec::new();
        for one in std::iter::once(target).chain(place).chain(self.beside(target)) {
            let words = one.words();
            if !said.contains(&words) {
                said.push(words);
            }
        }
        said.join(". ")
    }
}

/// An id as text.
fn key(id: &Value) -> String {
    id.as_str().map_or_else(|| id.to_string(), str::to_owned)
}

/// The outlines of the pieces, and of the places where something is, each with what a pointer over it tells.
pub fn hover(targets: &[Target]) -> Vec<Shape> {
    let told = Told::new(targets);
    let is_worth = |target: &&Target| !target.state.is_empty() || told.beside(target).next().is_some();
    let shape = |target: &Target| Shape::path("", Path::area(&target.outline)).titled(told.words(target));
    told.outlined().filter(is_worth).map(shape).collect()
}

/// A layer for [`hover`], which lies on everything but what happened, as far as that is uppermost.
pub fn add_layer(layers: &mut Vec<Layer>, shapes: Vec<Shape>) {
    let at = layers.iter().rposition(|layer| layer.role != Role::Step).map_or(0, |last| last + 1);
    layers.insert(at, Layer { class: LAYER, role: Role::Position, details: Details::Always, shapes });
}

/// A drawing of a part of a board with what a pointer tells. `origin` is that of the board on which the targets lie.
pub fn hovered(mut drawing: Drawing, targets: &[Target], origin: Point) -> Drawing {
    let ground =
        drawing.layers.iter().filter(|layer| !["paper-layer", "heading", svg::KEY, svg::TRACKS].contains(&layer.class));
    let Some((low, high)) = svg::extent(ground.flat_map(|layer| &layer.shapes)) else { return drawing };
    let seen = |at: &Point| (low.x..=high.x).contains(&at.x) && (low.y..=high.y).contains(&at.y);
    let mut here = targets.to_vec();
    for target in &mut here {
        let moved = |at: &Point| at.by(origin.x - drawing.origin.x, origin.y - drawing.origin.y);
        target.outline = target.outline.iter().map(moved).collect();
        if !target.outline.iter().all(seen) {
            target.outline.clear();
        }
    }
    add_layer(&mut drawing.layers, hover(&here));
    drawing
}

/// The corners of a rectangle.
pub fn rectangle(corner: Point, width: i32, height: i32) -> Vec<Point> {
    vec![corner, corner.by(width, 0), corner.by(width, height), corner.by(0, height)]
}

/// The uppermost layer of a picture: the outlines of what can be pointed at, places below pieces. Each element names
/// its target in an attribute, `data-place`, `data-piece` or `data-card`.
pub fn layer(targets: &[Target]) -> String {
    let mut out = format!("<g class=\"{LAYER}\">\n");
    let told = Told::new(targets);
    for target in told.outlined() {
        let corners = target.outline.iter().map(|at| format!("{},{}", Tenths(at.x), Tenths(at.y)));
        let _ = writeln!(
            out,
            "<polygon {}=\"{}\" points=\"{}\"><title>{}</title></polygon>",
            target.kind.attribute(),
            markup(&target.key()),
            corners.collect::<Vec<_>>().join(" "),
            markup(&told.words(target))
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
