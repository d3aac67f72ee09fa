//! Cards as strips: the mark of the kind, the name, hits as dots, the ratings.

use crate::report::grammar::number;
use crate::report::svg::text_width::{fit, width};
use crate::report::svg::{Form, Path, Point, Shape};
use crate::report::targets::rectangle;

use super::layout::{Layout, PITCH, TERRAIN};
use super::model::{LineMap, LinePosition, Mark, Spot, Strip, side};

/// The height of a strip.
const HIGH: i32 = 240;
/// The room for the mark.
const MARK: i32 = 300;
/// The most strips in a column of a zone.
const ROWS: usize = 5;
/// What a hit takes.
const DOT: i32 = 130;

/// The terrain of a position, in its row.
pub fn terrain(stand: &LinePosition, spot: Spot, layout: Layout) -> Vec<Shape> {
    let mut said = stand.terrain.clone();
    if let Some(last) = said.last_mut().filter(|_| !stand.terrain_note.is_empty()) {
        *last = format!("{last}, {}", stand.terrain_note);
    }
    let corner = layout.zone(spot, false).by(0, -TERRAIN + 20);
    let (wide, count) = (layout.width - 120, i32::try_from(said.len()).unwrap_or(1).max(1));
    let each = (wide - (count - 1) * 30) / count;
    let strip = |(n, words): (i32, String)| {
        let at = corner.by(n * (each + 30), 0);
        let shown = fit(&words, layout.letters(), each - 120);
        let shapes = vec![
            Shape::rect("terrain", at, each, TERRAIN - 50),
            Shape::text(layout.named("card-name"), at.by(60, 145), shown),
        ];
        Shape::new("ground-card", Form::Group(shapes)).titled(words)
    };
    (0..).zip(said).map(strip).collect()
}

/// Where the cards of a side lie in a position, in as many columns as needed.
pub struct Zone {
    corner: Point,
    wide: i32,
    /// How many cards are shown, and how many are not.
    shown: usize,
    over: usize,
}

impl Zone {
    /// The zone of a side in a position.
    pub fn of(stand: &LinePosition, (spot, second): (Spot, bool), layout: Layout) -> Zone {
        let cards = stand.cards[usize::from(second)].len();
        let halves = cards > ROWS;
        let most = if halves { 2 * ROWS } else { ROWS };
        let wide = if halves { (layout.width - 120 - 30) / 2 } else { layout.width - 120 };
        let over = cards.saturating_sub(most);
        Zone { corner: layout.zone(spot, second), wide, shown: if over > 0 { most - 1 } else { cards }, over }
    }

    /// The corner of the place of a card.
    fn place(&self, n: usize) -> Point {
        let size = |n: usize| i32::try_from(n).unwrap_or(0);
        self.corner.by(size(n / ROWS) * (self.wide + 30), size(n % ROWS) * PITCH)
    }

    /// The corners of the cards that are shown.
    pub fn outlines(&self) -> impl Iterator<Item = Vec<Point>> {
        (0..self.shown).map(|n| rectangle(self.place(n), self.wide, HIGH))
    }
}

/// The cards of a side in a position.
pub fn zone(map: &LineMap, stand: &LinePosition, (spot, second): (Spot, bool), layout: Layout) -> Vec<Shape> {
    let cards = &stand.cards[usize::from(second)];
    let zone = Zone::of(stand, (spot, second), layout);
    let mut shapes: Vec<Shape> = Vec::new();
    for (n, card) in cards.iter().take(zone.shown).enumerate() {
        let hits = if card.hits > 0 { format!(", {}", number(card.hits, "hit")) } else { String::new() };
        let words = format!("{}, {}{hits}, {}", map.name(second), card.about, stand.name);
        shapes.push(strip(card, second, (zone.place(n), zone.wide), layout).titled(words));
    }
    if zone.over > 0 {
        let words = format!("and {} more", zone.over + 1);
        shapes.push(Shape::text(layout.named("card-name"), zone.place(zone.shown).by(60, 165), words));
    }
    shapes
}

/// A card, or a face-down card, starting at a corner.
fn strip(card: &Strip, second: bool, (at, wide): (Point, i32), layout: Layout) -> Shape {
    let size = layout.letters();
    let middle = at.by(wide / 2, HIGH / 2);
    let (cut, side) = (if second { 50 } else { 0 }, side(second));
    let back = if card.mark.is_none() { "-back" } else { "" };
    let ink = if card.mark.is_none() { "back-ink".to_owned() } else { format!("{side}-ink") };
    let mut shapes = vec![Shape::path(format!("{side}-card{back}"), Path::counter(middle, (wide / 2, HIGH / 2), cut))];
    shapes.extend(mark(card.mark, at.by(MARK / 2 + 10, HIGH / 2)));
    // In a narrow column there is room only for the numbers.
    let rating = if layout.is_narrow() { &card.brief } else { &card.rating };
    let right = at.x + wide - 50;
    if !rating.is_empty() {
        let class = format!("{} {ink}", layout.named("card-rating"));
        shapes.push(Shape::text(class, Point { x: right, y: at.y + 165 }, rating.as_str()));
    }
    let mut end = right - width(rating, size) * 9 / 8 - 40;
    for _ in 0..card.hits.min(5) {
        shapes.push(Shape::circle("hit", Point { x: end - DOT / 2, y: middle.y }, 55));
        end -= DOT;
    }
    let start = at.x + MARK + 20;
    let shown = fit(&card.name, size, (end - start).max(0));
    shapes.push(Shape::text(format!("{} {ink}", layout.named("card-name")), Point { x: start, y: at.y + 165 }, shown));
    Shape::new("piece", Form::Group(shapes))
}

/// The mark of a kind at a point: a cross for infantry, a slash for cavalry, a dot for artillery, a star for a general,
/// a diamond for anything else, a question mark for a face-down card.
pub fn mark(kind: Option<Mark>, at: Point) -> Vec<Shape> {
    let (x, y) = (105, 75);
    let (low, high) = (at.by(-x, y), at.by(x, -y));
    let mut shapes = vec![Shape::rect("mark", at.by(-x, -y), 2 * x, 2 * y)];
    let line = |from: Point, to: Point| Shape::path("mark-line", Path::line(&[from, to]));
    match kind {
        Some(Mark::Infantry) => shapes.extend([line(low, high), line(at.by(-x, -y), at.by(x, y))]),
        Some(Mark::Cavalry) => shapes.push(line(low, high)),
        Some(Mark::Artillery) => shapes.push(Shape::circle("mark-full", at, 40)),
        Some(Mark::General) => shapes.push(Shape::text("mark-text", at.by(0, 45), "★")),
        Some(Mark::Other) => {
            let corners = [at.by(-70, 0), at.by(0, -60), at.by(70, 0), at.by(0, 60)];
            shapes.push(Shape::path("mark-full", Path::area(&corners)));
        }
        None => shapes.push(Shape::text("mark-text", at.by(0, 42), "?")),
    }
    shapes
}
