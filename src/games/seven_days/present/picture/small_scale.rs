//! The map as seen from afar: the towns that count, and for each area a card with the commands there and their
//! strengths.

use crate::sorted::{SortedMap, SortedSet};

use crate::board::Area;
use crate::document::Id;
use crate::report::svg::arrows::burst_of;
use crate::report::svg::text_width::width;
use crate::report::svg::{Form, Path, Point, Shape};

use super::super::show::battles;
use super::super::tracks::{MarkKind, Tracks};
use super::super::{vocabulary, whereabouts};
use super::Scene;
use super::counters::colour;
use super::free_space::Rect;
use super::label_placement::LabelPlacer;
use super::markers;
use super::moves::result;
use super::names;
use crate::pack::{AreaData, Leader, Side, Unit};
use crate::position::ledger::{Game, Train, UnitState};

/// The sizes of letters, those of a town and those of a card, and the heights of their lines.
const TOWN: i32 = 240;
const CARD: i32 = 280;
const ROW: i32 = 270;
const LINE: i32 = 330;
/// What lies round the lines of a card, and the bar before a command's name.
const EDGE: i32 = 60;
const BAR: i32 = 90;
/// What lies between a name and a number.
const GAP: i32 = 120;
/// The radius of the ring of an area that counts for victory, and of the dot of another.
const RING: i32 = 170;
const DOT: i32 = 70;
/// The size of a burst, in hundredths, and half its width.
const BURST: i32 = 180;

/// A town that is named: an area that counts for victory, or one in which there was a battle.
struct Town<'a> {
    data: &'a AreaData,
    lines: Vec<String>,
    rect: Rect,
}

/// The towns with the places of their names, and what the sheet has left.
fn towns<'a>(scene: &Scene<'a>) -> (Vec<Town<'a>>, LabelPlacer) {
    let fought: SortedSet<Area> = battles::all(scene.rules).into_iter().map(|battle| battle.area).collect();
    let mut places = LabelPlacer::new(scene.frame.width, scene.frame.height);
    let mut named: Vec<&AreaData> = scene.areas().filter(|data| data.victory || fought.contains(&data.id)).collect();
    named.sort_by_key(|data| (!data.victory, data.id));
    for data in &named {
        places.occupy(Rect::centered_at(scene.centre(data.id), 2 * radius(data), 2 * radius(data)));
    }
    let mut towns = Vec::new();
    for data in named {
        let lines = names::split_lines(&data.name);
        let wide = lines.iter().map(|line| width(line, TOWN)).max().unwrap_or(0);
        let high = i32::try_from(lines.len()).unwrap_or(1) * ROW;
        let near = scene.centre(data.id).by(0, -radius(data) - high / 2 - 30);
        let rect = places.place(near, (wide, high), &scene.corners(data.id));
        towns.push(Town { data, lines, rect });
    }
    (towns, places)
}

fn radius(data: &AreaData) -> i32 {
    if data.victory { RING } else { DOT }
}

/// The towns, with rings where they count for victory.
pub fn ground(scene: &Scene) -> Vec<Shape> {
    let mut shapes = Vec::new();
    for Town { data, lines, rect } in towns(scene).0 {
        let at = scene.centre(data.id);
        if data.victory {
            shapes.push(Shape::circle("victory-town", at, RING));
        }
        shapes.push(Shape::circle("town", at, DOT));
        let class = if data.victory { "town-name victory-name rim" } else { "town-name rim" };
        for (n, line) in (1..).zip(lines) {
            shapes.push(Shape::text(class, Point { x: rect.middle().x, y: rect.top() + n * ROW - 55 }, line));
        }
    }
    shapes
}

/// A town that counts for victory, as shown in a legend.
pub fn sample(at: Point) -> Vec<Shape> {
    vec![Shape::circle("victory-town", at, RING), Shape::circle("town", at, DOT)]
}

/// The cards, the Supply Train and the bursts of assaults, each clear of the others.
pub struct SmallScaleLayers {
    pub cards: Vec<Shape>,
    pub clashes: Vec<Shape>,
}

/// The pieces in a position, and the fights of the step.
pub fn position(scene: &Scene, game: &Game, tracks: Option<&Tracks>) -> SmallScaleLayers {
    let mut places = towns(scene).1;
    let mut afar = SmallScaleLayers { cards: Vec::new(), clashes: Vec::new() };
    if let Train::At(area) = game.train
        && scene.is_visible(area)
    {
        let rect = places.place(scene.centre(area).by(RING + 300, 0), (560, 400), &scene.corners(area));
        let parts = markers::scaled_wagon(rect.middle(), 200);
        afar.cards.push(Shape::new("store", Form::Group(parts)).titled("The Union Supply Train"));
    }
    for mark in tracks.iter().flat_map(|tracks| &tracks.marks).filter(|mark| scene.is_visible(mark.area)) {
        if let MarkKind::Assault(n, _, fate) = mark.sign {
            let rect = places.place(scene.centre(mark.area), (4 * BURST, 4 * BURST), &scene.corners(mark.area));
            let at = rect.middle();
            let words = format!("{n}{}", result(fate));
            afar.clashes.push(Shape::path("burst", burst_of(at, BURST)));
            afar.clashes.push(Shape::text("clash-number", at.by(0, 80), words));
        }
    }
    let bodies = whereabouts::main_bodies(scene.rules, game);
    let mut cards: Vec<Card> =
        scene.areas().flat_map(|data| Side::BOTH.map(|side| Card::of(scene, game, &bodies, data, side))).collect();
    cards.retain(|card| !card.lines.is_empty());
    // The largest have the first choice.
    cards.sort_by_key(|card| (std::cmp::Reverse(card.units), card.area));
    for card in cards {
        let rect = places.place(card.wanted(scene), card.size(), &scene.corners(card.area));
        afar.cards.push(card.drawn(scene, rect));
    }
    afar
}

/// A line of a card: the colour of the command, a name, and how many units are Fresh and Exhausted.
struct Line {
    colour: Option<String>,
    name: String,
    strength: String,
}

/// What a side has in an area.
struct Card {
    area: Area,
    side: Side,
    units: usize,
    lines: Vec<Line>,
    title: String,
}

/// How many units are Fresh and how many Exhausted: `4+2`.
fn strength(units: &[(&Unit, &UnitState)]) -> String {
    let tired = units.iter().filter(|(_, state)| state.exhausted).count();
    match tired {
        0 => units.len().to_string(),
        tired => format!("{}+{tired}", units.len() - tired),
    }
}

impl Card {
    fn of(scene: &Scene, game: &Game, bodies: &SortedMap<Id, Area>, data: &AreaData, side: Side) -> Card {
        let (pack, area) = (&scene.rules.pack, data.id);
        let mut left: Vec<(&Unit, &UnitState)> =
            game.units_at(pack, area, side).map(|(_, state, unit)| (unit, state)).collect();
        let units = left.len();
        let title = format!(
            "{} in {}: {}",
            side.title(),
            vocabulary::place(pack, area),
            vocabulary::plural(u32::try_from(units).unwrap_or(u32::MAX), "unit")
        );
        let mut lines = Vec::new();
        let army =
            |leader: &&Leader| leader.is_army() && leader.side == side && game.leader_at(&leader.id) == Some(area);
        for leader in pack.forces.leaders.values().filter(army) {
            lines.push(Line { colour: None, name: leader.name.clone(), strength: String::new() });
        }
        let main = |id| bodies.get(id) == Some(&area);
        let mut named = Vec::new();
        for command in pack.forces.commands.values().filter(|one| one.side == side && !one.independent && main(&one.id))
        {
            let (own, others) = left.into_iter().partition(|(unit, _)| unit.command == command.id);
            left = others;
            named.push((command, own));
        }
        named.sort_by_key(|(_, own): &(_, Vec<_>)| std::cmp::Reverse(own.len()));
        lines.extend(named.into_iter().map(|(command, own)| Line {
            colour: Some(command.colour.clone()),
            name: command.name.clone(),
            strength: strength(&own),
        }));
        if !left.is_empty() {
            let name = if lines.is_empty() { String::new() } else { "others".to_owned() };
            lines.push(Line { colour: None, name, strength: strength(&left) });
        }
        Card { area, side, units, lines, title }
    }

    /// The width and height.
    fn size(&self) -> (i32, i32) {
        let of = |line: &Line| {
            let bar = if line.colour.is_some() { BAR } else { 0 };
            let parts = [width(&line.name, CARD), width(&line.strength, CARD)];
            let gap = if parts.iter().all(|part| *part > 0) { GAP } else { 0 };
            bar + parts[0] + gap + parts[1]
        };
        let wide = self.lines.iter().map(of).max().unwrap_or(0);
        (wide + 2 * EDGE, i32::try_from(self.lines.len()).unwrap_or(1) * LINE + EDGE)
    }

    /// Where it would rather stand: below the middle of its area.
    fn wanted(&self, scene: &Scene) -> Point {
        scene
            .centre(self.area)
            .by(0, if scene.map().area(self.area).is_some_and(|data| data.victory) { 380 } else { 200 })
    }

    fn drawn(&self, scene: &Scene, rect: Rect) -> Shape {
        let side = self.side.as_str();
        let (at, (wide, high)) = (rect.middle(), self.size());
        let cut = if self.side == Side::Union { 0 } else { 60 };
        let mut parts = Vec::new();
        let centre = scene.centre(self.area);
        if !scene.is_in(self.area, at) {
            parts.push(Shape::path("pointer", Path::line(&[at, centre])));
        }
        parts.push(Shape::path(format!("{side}-card"), Path::counter(at, (wide / 2, high / 2), cut)));
        let (left, right) = (at.x - wide / 2 + EDGE, at.x + wide / 2 - EDGE);
        for (n, line) in (1..).zip(&self.lines) {
            let foot = rect.top() + EDGE / 2 + n * LINE - 75;
            let mut from = left;
            if let Some(name) = &line.colour {
                parts.push(Shape::rect(colour(name), Point { x: from, y: foot - 210 }, BAR - 35, 245));
                from += BAR;
            }
            if !line.name.is_empty() {
                let army = if line.strength.is_empty() { " army-card" } else { "" };
                parts.push(Shape::text(
                    format!("{side}-card-name{army}"),
                    Point { x: from, y: foot },
                    line.name.clone(),
                ));
            }
            if !line.strength.is_empty() {
                parts.push(Shape::text(
                    format!("{side}-card-strength"),
                    Point { x: right, y: foot },
                    line.strength.clone(),
                ));
            }
        }
        Shape::new("corps-card", Form::Group(parts)).titled(self.title.clone())
    }
}
