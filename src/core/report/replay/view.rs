//! The content of the page as data. Every text in it has been made harmless; only `html`, the board and its shapes
//! contain markup, escaped by this crate's writers.

use crate::sorted::{SortedMap, SortedSet};
use std::collections::HashMap;

use serde_json::{Value, json};

use super::{Match, ReplayStep};
use crate::document::Id;
use crate::report::battle_card::BattleCard;
use crate::report::fairness::Faces;
use crate::report::grammar::side_name;
use crate::report::history::{Follow, Highlight, Kind, Pieces, Tally, TallyKind, Whereabouts};
use crate::report::html;
use crate::report::sanitize::clean;
use crate::report::svg::{self, Layer, Point, Role, Shape};
use crate::report::targets;

/// The level of the headings in the report of a step.
const LEVEL: u8 = 3;
/// Dice with more sides are not counted face by face.
const SIDES: u64 = 100;
/// The most characters of a name, and of the title in the heading, where it takes as many lines as it needs.
const NAME: usize = 80;
const TITLE: usize = 400;

/// A shape on a layer, both by number.
type Placed = (usize, usize);

/// A statistic, step by step, for each side.
#[derive(Debug)]
struct Series {
    title: &'static str,
    about: &'static str,
    decides: bool,
    lines: [Vec<i64>; 2],
}

/// From a step on: the place in words, and its point; `None` after somebody has left the map.
type Station = (usize, String, Option<Point>);

#[derive(Debug)]
pub struct View {
    head: Value,
    sides: [Id; 2],
    /// The classes of the layers that change.
    layers: Vec<&'static str>,
    shapes: Vec<String>,
    /// The number of each layer.
    numbers: HashMap<String, usize>,
    /// The number of each distinct shape.
    known: HashMap<Shape, usize>,
    /// The numbers of each layer's shapes in the last step.
    last: Vec<Vec<usize>>,
    /// The shapes on the board after the last step.
    standing: SortedSet<Placed>,
    steps: Vec<Value>,
    /// The sections of each step's report, each with its heading.
    sections: Vec<Vec<(String, String)>>,
    moments: Vec<Value>,
    series: Vec<Series>,
    /// Whom a reader may follow: kind, name and side, with the stations of the way.
    followed: SortedMap<(Follow, String, Id), Vec<Station>>,
    /// The faces of each side's dice, by number of sides.
    faces: SortedMap<(usize, u64), Vec<u64>>,
}

impl View {
    pub fn new(of: &Match) -> View {
        let board = of.board.clone().map(|mut board| {
            targets::add_layer(&mut board.layers, Vec::new());
            board
        });
        let changing = |layer: &&Layer| layer.role != Role::Ground;
        let layers: Vec<&'static str> =
            board.iter().flat_map(|board| board.layers.iter().filter(changing)).map(|layer| layer.class).collect();
        // The events of a step are on the board only during that step.
        let passing: Vec<&str> = board
            .iter()
            .flat_map(|board| board.layers.iter().filter(|layer| layer.role == Role::Step))
            .map(|layer| layer.class)
            .collect();
        let map = board.as_ref().map(|board| {
            let (mut board, key) = svg::parted(board);
            // The page has a title of its own.
            board.layers.retain(|layer| layer.class != "heading");
            let mut map = json!({
                "ground": svg::board(&board),
                "width": pixels(board.width),
                "height": pixels(board.height),
                "zoom": board.zoom,
                "layers": layers,
                "passing": passing,
            });
            if let Some(key) = key {
                map["key"] = Value::String(key.write());
            }
            map
        });
        let side = |side: &super::Side| json!({"id": side.id, "name": side_name(side.id.as_str()), "player": named(&side.player)});
        let parts: Vec<Value> =
            of.parts.iter().map(|(id, name)| json!({"id": clean(id), "name": clean(name)})).collect();
        let players =
            of.sides.each_ref().map(|side| format!("{}: {}", side_name(side.id.as_str()), named(&side.player)));
        let head = json!({
            "v": 1,
            "title": if of.title.trim().is_empty() { "A match".to_owned() } else { shortened(&of.title, TITLE) },
            "doubt": of.doubt.as_ref().map(|doubt| clean(doubt)),
            "subtitle": players.join(". ") + ".",
            "version": concat!("adjutant ", env!("CARGO_PKG_VERSION")),
            "game": clean(&of.game),
            "outcome": of.outcome.as_ref().map(|outcome| clean(outcome)),
            "match": of.match_id,
            "sides": of.sides.each_ref().map(side),
            "parts": parts,
            "map": map,
            "cards": of.cards.cards.iter().map(|(side, cards)| (side.as_str(), harmless(cards))).collect::<SortedMap<_, _>>(),
            "piles": harmless(&of.cards.piles),
        });
        View {
            head,
            sides: of.sides.each_ref().map(|side| side.id.clone()),
            layers,
            shapes: Vec::new(),
            numbers: HashMap::new(),
            known: HashMap::new(),
            last: Vec::new(),
            standing: SortedSet::new(),
            steps: Vec::new(),
            sections: Vec::new(),
            moments: Vec::new(),
            series: Vec::new(),
            followed: SortedMap::new(),
            faces: SortedMap::new(),
        }
    }

    /// Adds a step; `before` are the pieces after the previous one.
    pub fn push(&mut self, frame: &ReplayStep, before: Option<&Pieces>) {
        let n = self.steps.len();
        let mut now = SortedSet::new();
        // A shape keeps its index in its layer: what a position draws first lies below.
        let mut order = Vec::new();
        let layers = &frame.pieces.layers;
        let mut last = std::mem::take(&mut self.last);
        last.resize_with(layers.len(), Vec::new);
        for ((layer, numbers), place) in layers.iter().zip(&mut last).zip(0..) {
            let Some(at) = self.layers.iter().position(|class| *class == layer.class) else { continue };
            // Much of what was there stays.
            if before.and_then(|before| before.layers.get(place)) != Some(layer) {
                *numbers = layer.shapes.iter().map(|shape| self.number(shape)).collect();
            }
            order.extend(numbers.iter().map(|number| (at, *number)).filter(|placed| now.insert(*placed)));
        }
        self.last = last;
        if let Some(at) = self.layers.iter().position(|class| *class == targets::LAYER) {
            let numbers: Vec<usize> = frame.hover.iter().map(|shape| self.number(shape)).collect();
            order.extend(numbers.into_iter().map(|number| (at, number)).filter(|placed| now.insert(*placed)));
        }
        let drop: Vec<Placed> = self.standing.difference(&now).copied().collect();
        let put: Vec<Placed> = order.into_iter().filter(|placed| !self.standing.contains(placed)).collect();
        self.standing = now;
        let rolls: Vec<Value> = frame
            .rolls
            .iter()
            .filter_map(|(roll, side)| {
                let faces = roll.faces.as_ref()?;
                Some(json!({"n": roll.n, "side": side, "sides": roll.sides, "faces": faces, "rule": clean(&roll.rule)}))
            })
            .collect();
        self.count(frame);
        self.steps.push(json!({
            "n": n,
            "turn": frame.when.turn,
            "when": clean(&frame.when.words),
            "turn_name": clean(&frame.when.name),
            "digest": frame.digest,
            "drop": drop,
            "put": put,
            "focus": frame.pieces.focus.map(|(from, to)| {
                [pixels(from.x), pixels(from.y), pixels(to.x - from.x), pixels(to.y - from.y)]
            }),
            "battles": frame.battles.iter().map(battle).collect::<Vec<_>>(),
            "stands": frame.current_winner.as_ref().map(|words| clean(words)),
            "headline": headline(&frame.moments),
            "rolls": rolls,
        }));
        let headings = frame.report.sections.iter().map(|section| section.heading.clone());
        self.sections.push(headings.zip(html::each_section(&frame.report.sections, LEVEL)).collect());
        self.moments.extend(frame.moments.iter().map(|moment| highlight_json(n, moment)));
    }

    /// The number of a shape, a new one if no equal shape was written before.
    fn number(&mut self, shape: &Shape) -> usize {
        if let Some(number) = self.known.get(shape) {
            return *number;
        }
        let next = self.shapes.len();
        let number = *self.numbers.entry(svg::fragment(shape)).or_insert_with_key(|fragment| {
            self.shapes.push(fragment.clone());
            next
        });
        self.known.insert(shape.clone(), number);
        number
    }

    fn count(&mut self, frame: &ReplayStep) {
        let n = self.steps.len();
        for tally in &frame.tallies {
            let at = self.series.iter().position(|series| series.title == tally.title).unwrap_or_else(|| {
                let Tally { title, about, kind, .. } = *tally;
                let decides = kind == TallyKind::Score;
                self.series.push(Series { title, about, decides, lines: [vec![0; n], vec![0; n]] });
                self.series.len() - 1
            });
            for (line, value) in self.series[at].lines.iter_mut().zip(tally.values) {
                line.push(value);
            }
        }
        // A statistic that is no longer counted keeps its last value.
        for line in self.series.iter_mut().flat_map(|series| &mut series.lines) {
            let last = line.last().copied().unwrap_or(0);
            line.resize(n + 1, last);
        }
        let mut there = SortedSet::new();
        for Whereabouts { kind, name, side, at, place } in &frame.whereabouts {
            let who = (*kind, clean(name).into_owned(), side.clone());
            there.insert(who.clone());
            let way = self.followed.entry(who).or_default();
            if way.last().is_none_or(|(_, _, last)| *last != Some(*at)) {
                way.push((n, clean(place).into_owned(), Some(*at)));
            }
        }
        // Somebody who has left the map continues without a place.
        for (who, way) in &mut self.followed {
            if way.last().is_some_and(|(_, _, last)| last.is_some()) && !there.contains(who) {
                way.push((n, String::new(), None));
            }
        }
        for (roll, side) in &frame.rolls {
            let by = side.as_ref().and_then(|side| self.sides.iter().position(|other| other == side));
            if let (Some(by), Some(sides @ ..=SIDES), Some(faces)) = (by, roll.sides, &roll.faces) {
                self.faces.entry((by, sides)).or_default().extend(faces);
            }
        }
    }

    pub fn into_value(self) -> Value {
        let View { mut head, sides, shapes, mut steps, sections, moments, series, followed, faces, .. } = self;
        if let Some(map) = head.get_mut("map").and_then(Value::as_object_mut) {
            map.insert("shapes".to_owned(), json!(shapes));
        }
        let line = |Series { title, about, decides, lines: [one, other] }: &Series| {
            let lines = [json!({"side": sides[0], "values": one}), json!({"side": sides[1], "values": other})];
            json!({"title": title, "about": about, "decides": decides, "lines": lines})
        };
        let series: Vec<Value> = series.iter().map(line).collect();
        let (written, numbers) = by_heading(sections);
        for (step, numbers) in steps.iter_mut().zip(numbers) {
            step["html"] = json!(numbers);
        }
        let way = |(step, place, at): &Station| match at {
            Some(at) => json!([step, place, pixels(at.x), pixels(at.y)]),
            None => json!([step]),
        };
        let followed: Vec<Value> = followed
            .iter()
            .map(|((kind, name, side), stations)| {
                let way: Vec<Value> = stations.iter().map(way).collect();
                json!({"kind": kind.as_str(), "name": name, "side": side, "way": way})
            })
            .collect();
        let dice: Vec<Value> = faces.into_iter().map(|((by, size), faces)| fairness(&sides[by], size, faces)).collect();
        for (key, value) in [
            ("sections", json!(written)),
            ("steps", Value::Array(steps)),
            ("moments", Value::Array(moments)),
            ("series", Value::Array(series)),
            ("followed", Value::Array(followed)),
            ("dice", Value::Array(dice)),
        ] {
            head[key] = value;
        }
        head
    }
}

/// The sections of all reports grouped by heading, because similar texts compress well side by side; and for each
/// report the numbers of its own sections.
fn by_heading(reports: Vec<Vec<(String, String)>>) -> (Vec<String>, Vec<Vec<usize>>) {
    let mut places: Vec<(usize, usize)> = Vec::new();
    for (report, sections) in reports.iter().enumerate() {
        places.extend((0..sections.len()).map(|section| (report, section)));
    }
    places.sort_by_key(|&(report, section)| (&reports[report][section].0, report, section));
    let mut numbers: Vec<Vec<usize>> = reports.iter().map(|sections| vec![0; sections.len()]).collect();
    for (number, &(report, section)) in places.iter().enumerate() {
        numbers[report][section] = number;
    }
    let written = places.iter().map(|&(report, section)| reports[report][section].1.clone()).collect();
    (written, numbers)
}

/// How a side's dice of one size fell.
fn fairness(side: &Id, size: u64, faces: Vec<u64>) -> Value {
    let faces = Faces::count(size, faces);
    let thousandths = |value: u64| value as f64 / 1000.0;
    let test = faces.test();
    json!({
        "side": side,
        "sides": size,
        "counts": faces.counts,
        "total": faces.total(),
        "mean": faces.mean().map(thousandths),
        "expected": thousandths((size + 1) * 500),
        "chi2": test.map(|(statistic, _)| thousandths(statistic)),
        "p": test.map(|(_, p)| thousandths(p)),
    })
}

/// The line that says most about a step.
fn headline(moments: &[Highlight]) -> String {
    let weight = |moment: &&Highlight| match moment.kind {
        Kind::Combat => 6,
        Kind::Control => 5,
        Kind::Leader => 4,
        Kind::Order => 3,
        Kind::Turn => 2,
        Kind::Score => 1,
        Kind::Other => 0,
    };
    // The first of several equal ones.
    let found = moments.iter().rev().max_by_key(weight);
    found.map_or(String::new(), |moment| clean(&moment.words).into_owned())
}

/// A combat: where it was, in words, and its card as SVG without a style sheet.
fn battle(card: &BattleCard) -> Value {
    let at = card.at.map(|Point { x, y }| [pixels(x), pixels(y)]);
    json!({"title": clean(&card.title), "at": at, "words": clean(&card.words()), "card": svg::board(&card.drawing())})
}

fn highlight_json(step: usize, moment: &Highlight) -> Value {
    let each = |texts: &[String]| texts.iter().map(|text| clean(text).into_owned()).collect::<Vec<_>>();
    json!({
        "step": step,
        "kind": moment.kind.as_str(),
        "text": clean(&moment.words),
        "side": moment.side,
        "part": moment.part.as_ref().map(|part| clean(part)),
        "at": moment.at.map(|Point { x, y }| [pixels(x), pixels(y)]),
        "people": each(&moment.people),
        "rules": each(&moment.rules),
        "peak": moment.peak.as_ref().map(|peak| clean(peak)),
        "weight": moment.weight,
    })
}

/// Tenths of a pixel as pixels.
fn pixels(tenths: i32) -> f64 {
    f64::from(tenths) / 10.0
}

/// Names by their ids, made harmless.
fn harmless(names: &SortedMap<String, String>) -> SortedMap<String, String> {
    names.iter().map(|(id, name)| (id.clone(), clean(name).into_owned())).collect()
}

/// A title or a name, which a charter does not limit, made harmless and shortened.
fn named(name: &str) -> String {
    shortened(name, NAME)
}

/// A text made harmless, with at most this many characters.
fn shortened(name: &str, most: usize) -> String {
    let name = clean(name);
    match name.char_indices().nth(most) {
        None => name.into_owned(),
        Some((end, _)) => format!("{}…", &name[..end]),
    }
}
