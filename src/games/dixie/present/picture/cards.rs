//! Cards as strips: the mark of the kind, the name, hits as dots, the ratings.

use crate::Dixie;
use crate::ledger::{Game, Placed};
use crate::pack::{Card, Kind};
use crate::place::Place;
use crate::report::svg::letters::width;
use crate::report::svg::{Form, Path, Point, Shape};
use crate::side::Side;

use super::super::names;
use super::layout::{Layout, PITCH, TERRAIN};

/// The height of a strip.
const HIGH: i32 = 240;
/// The room for the mark.
const MARK: i32 = 300;
/// The most strips in a column of a zone.
const ROWS: usize = 5;
/// What a hit takes.
const DOT: i32 = 130;

/// A text cut to a width.
pub fn fit(text: &str, size: i32, most: i32) -> String {
    if width(text, size) <= most {
        return text.to_owned();
    }
    let mut cut: String = text.to_owned();
    while !cut.is_empty() && width(&cut, size) + width("…", size) > most {
        cut.pop();
    }
    format!("{}…", cut.trim_end())
}

/// The terrain of a position, in its row.
pub fn terrain(rules: &Dixie, game: &Game, place: Place, layout: Layout) -> Vec<Shape> {
    let fords = game.position(place).map_or(0, |position| position.fords);
    let mut said: Vec<String> = rules.terrain(game, place).map(names::full).collect();
    if let Some(last) = said.last_mut().filter(|_| fords > 0) {
        *last = format!("{last} + Ford");
    }
    let corner = layout.zone(place, Side::Usa).by(0, -TERRAIN + 20);
    let (wide, count) = (layout.width - 120, i32::try_from(said.len()).unwrap_or(1).max(1));
    let each = (wide - (count - 1) * 30) / count;
    let strip = |(n, words): (i32, String)| {
        let at = corner.by(n * (each + 30), 0);
        let size = layout.letters();
        let shown = fit(&words, size, each - 120);
        let shapes = vec![
            Shape::rect("terrain", at, each, TERRAIN - 50),
            Shape::text(layout.named("card-name"), at.by(60, 145), shown),
        ];
        Shape::new("ground-card", Form::Group(shapes)).titled(words)
    };
    (0..).zip(said).map(strip).collect()
}

/// The cards of a side in a position: generals first, in as many columns as it takes.
pub fn zone(rules: &Dixie, game: &Game, (place, side): (Place, Side), layout: Layout) -> Vec<Shape> {
    let mut cards: Vec<&Placed> = game.there(place, side).iter().collect();
    cards.sort_by_key(|placed| rules.kind(game, side, &placed.card) != Some(Kind::General));
    let halves = cards.len() > ROWS;
    let most = if halves { 2 * ROWS } else { ROWS };
    let corner = layout.zone(place, side);
    let wide = if halves { (layout.width - 120 - 30) / 2 } else { layout.width - 120 };
    let spot = |n: usize| {
        let at = |n: usize| i32::try_from(n).unwrap_or(0);
        corner.by(at(n / ROWS) * (wide + 30), at(n % ROWS) * PITCH)
    };
    let over = cards.len().saturating_sub(most);
    let shown = if over > 0 { most - 1 } else { cards.len() };
    let mut shapes: Vec<Shape> = Vec::new();
    for (n, placed) in cards.iter().take(shown).enumerate() {
        let name = |card: &Card| (card.name.clone(), names::full(card));
        let card = rules.card(game, side, &placed.card);
        let (short, full) = card.map_or_else(|| (placed.card.clone(), "face down".to_owned()), name);
        let hits = if placed.hits > 0 { format!(", {}", names::hits(placed.hits)) } else { String::new() };
        let strip = strip(card, (side, &short), placed.hits, (spot(n), wide), layout);
        shapes.push(strip.titled(format!("{}, {full}{hits}, {}", names::side(side), names::title(place))));
    }
    if over > 0 {
        let words = format!("and {} more", over + 1);
        shapes.push(Shape::text(layout.named("card-name"), spot(shown).by(60, 165), words));
    }
    shapes
}

/// A card, or one that lies face down, from a corner on.
pub fn strip(
    card: Option<&Card>,
    (side, name): (Side, &str),
    hits: u8,
    (at, wide): (Point, i32),
    layout: Layout,
) -> Shape {
    let size = layout.letters();
    let middle = at.by(wide / 2, HIGH / 2);
    let cut = if side == Side::Csa { 50 } else { 0 };
    let back = if card.is_none() { "-back" } else { "" };
    let ink = if card.is_none() { "back-ink".to_owned() } else { format!("{side}-ink") };
    let mut shapes = vec![Shape::path(format!("{side}-card{back}"), Path::counter(middle, (wide / 2, HIGH / 2), cut))];
    shapes.extend(mark(card.map(|card| card.kind), at.by(MARK / 2 + 10, HIGH / 2)));
    let ratings = card.map_or(String::new(), names::rating);
    // A narrow column has no room for more than the numbers.
    let ratings = if layout.columns > 3 { ratings.replace('F', "") } else { ratings };
    let right = at.x + wide - 50;
    if !ratings.is_empty() {
        let class = format!("{} {ink}", layout.named("card-rating"));
        shapes.push(Shape::text(class, Point { x: right, y: at.y + 165 }, ratings.clone()));
    }
    let mut end = right - width(&ratings, size) * 9 / 8 - 40;
    for _ in 0..hits.min(5) {
        shapes.push(Shape::circle("hit", Point { x: end - DOT / 2, y: middle.y }, 55));
        end -= DOT;
    }
    let start = at.x + MARK + 20;
    let shown = fit(name, size, (end - start).max(0));
    shapes.push(Shape::text(format!("{} {ink}", layout.named("card-name")), Point { x: start, y: at.y + 165 }, shown));
    Shape::new("piece", Form::Group(shapes))
}

/// The mark of a kind about a point: a cross for infantry, a slash for cavalry, a dot for artillery, a star for a general, a
/// diamond for the rest, a question mark for a card that lies face down.
pub fn mark(kind: Option<Kind>, at: Point) -> Vec<Shape> {
    let (x, y) = (105, 75);
    let (low, high) = (at.by(-x, y), at.by(x, -y));
    let mut shapes = vec![Shape::rect("mark", at.by(-x, -y), 2 * x, 2 * y)];
    let line = |from: Point, to: Point| Shape::path("mark-line", Path::line(&[from, to]));
    match kind {
        Some(Kind::Infantry) => shapes.extend([line(low, high), line(at.by(-x, -y), at.by(x, y))]),
        Some(Kind::Cavalry) => shapes.push(line(low, high)),
        Some(Kind::Artillery) => shapes.push(Shape::circle("mark-full", at, 40)),
        Some(Kind::General) => shapes.push(Shape::text("mark-text", at.by(0, 45), "★")),
        Some(Kind::Terrain | Kind::Special) => {
            let corners = [at.by(-70, 0), at.by(0, -60), at.by(70, 0), at.by(0, 60)];
            shapes.push(Shape::path("mark-full", Path::area(&corners)));
        }
        None => shapes.push(Shape::text("mark-text", at.by(0, 42), "?")),
    }
    shapes
}
