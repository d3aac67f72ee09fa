//! A combat card: both sides, what they rolled and lost, and how it ended, in one small self-contained picture.

use super::svg::text_width::wrap_widest;
use super::svg::{Details, Drawing, Form, Layer, Path, Point, Role, Shape, style};
use crate::document::Id;

/// A combat, as shown on a card.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BattleCard {
    /// The place: `Shiloh (2416)`.
    pub title: String,
    /// How the result was looked up, one line each: the odds, the column with its shifts.
    pub table: Vec<String>,
    /// The place on the board, in tenths of a pixel.
    pub at: Option<Point>,
    /// The attacker first.
    pub sides: [CardSide; 2],
    /// How it ended, in a sentence.
    pub outcome: String,
}

/// A side of a combat.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CardSide {
    pub side: Id,
    /// What it does: `Union attacks`.
    pub heading: String,
    /// Who fights, one line each: the leader, the strength.
    pub force: Vec<String>,
    /// The faces that it rolled.
    pub dice: Vec<u64>,
    /// The modifiers, and why they apply: `Grant`, 2.
    pub modifiers: Vec<(String, i64)>,
    /// The sum of faces and modifiers; `None` if the game adds nothing up.
    pub total: Option<i64>,
    /// Its losses: `loses 2 strength points; demoralized`.
    pub result: String,
}

/// The width of a card; this and all lengths below are in tenths of a pixel.
pub const WIDTH: i32 = 4400;
/// Left blank at each side.
pub const MARGIN: i32 = 140;
const LINE: i32 = 190;
const HALF: i32 = WIDTH / 2 - MARGIN;
const BAND: i32 = 260;
/// The side of a die.
pub const DIE: i32 = 240;
const TITLE: i32 = 170;
/// The size of the letters.
pub const TEXT: i32 = 128;

const STYLE: &str = "\
.card{fill:#fffdf6;stroke:#3a362e;stroke-width:1.6}
.card-rule{fill:none;stroke:#c9c3b5;stroke-width:1}
.card-union{fill:#0072b2}.card-confederate{fill:#f2a93b}.card-other{fill:#6b6557}
text.card-title{font-size:17px;font-weight:bold;text-anchor:start}
text.card-text{font-size:12.8px;text-anchor:start}
text.card-strong{font-size:12.8px;font-weight:bold;text-anchor:start}
text.card-union-heading{font-size:13.5px;font-weight:bold;fill:#ffffff;text-anchor:start}
text.card-confederate-heading{font-size:13.5px;font-weight:bold;text-anchor:start}
text.card-other-heading{font-size:13.5px;font-weight:bold;fill:#ffffff;text-anchor:start}
.die{fill:#ffffff;stroke:#1a1a1a;stroke-width:1.4}
text.die-face{font-size:15px;font-weight:bold}
";

impl BattleCard {
    /// The card as a picture.
    pub fn drawing(&self) -> Drawing {
        let (shapes, height) = self.shapes(Point::default());
        drawing(self.title.clone(), self.words(), (WIDTH, height), shapes)
    }

    /// The shapes of the card, starting at a corner, and its height.
    fn shapes(&self, corner: Point) -> (Vec<Shape>, i32) {
        let mut shapes = Vec::new();
        let mut at = corner.by(MARGIN, MARGIN + TITLE);
        let most = WIDTH - 2 * MARGIN;
        lines(&mut shapes, &mut at, "card-title", TITLE, TITLE * 6 / 5, most, &self.title);
        at.y += 20;
        self.table.iter().for_each(|line| lines(&mut shapes, &mut at, "card-text", TEXT, LINE, most, line));
        let top = at.y - LINE / 2;
        let mut bottom = top;
        for (n, side) in (0..).zip(&self.sides) {
            let left = at.x + n * (HALF + MARGIN);
            bottom = bottom.max(side.draw(&mut shapes, Point { x: left, y: top }, HALF - MARGIN / 2));
        }
        let rule = Point { x: at.x, y: bottom };
        shapes.push(Shape::path("card-rule", Path::line(&[rule, rule.by(most, 0)])));
        at.y = bottom + LINE;
        lines(&mut shapes, &mut at, "card-strong", TEXT, LINE, most, &self.outcome);
        let height = at.y - LINE / 2 + MARGIN / 2 - corner.y;
        shapes.insert(0, Shape::rect("card", corner.by(8, 8), WIDTH - 16, height - 16));
        (shapes, height)
    }

    /// The style sheet of every card.
    pub fn style() -> &'static str {
        STYLE
    }

    /// The same in words, for readers who cannot see it.
    pub fn words(&self) -> String {
        let side = |side: &CardSide| {
            let faces: Vec<String> = side.dice.iter().map(u64::to_string).collect();
            let rolls = if faces.is_empty() { String::new() } else { format!(", rolls {}", faces.join(" and ")) };
            format!("{} ({}){rolls}: {}.", side.heading, side.force.join(", "), side.result)
        };
        let [attacker, defender] = self.sides.each_ref().map(side);
        [self.table.join("; ") + ".", attacker, defender, self.outcome.clone()].join(" ")
    }
}

/// Several cards on one sheet, one below the other, under the title of the match and lines that say when it was and who
/// plays.
pub fn sheet(title: &str, about: &[String], cards: &[BattleCard]) -> Drawing {
    let mut shapes = Vec::new();
    let mut at = Point { x: MARGIN, y: MARGIN + TITLE };
    let most = WIDTH - 2 * MARGIN;
    lines(&mut shapes, &mut at, "card-title", TITLE, TITLE * 6 / 5, most, title);
    at.y += 20;
    about.iter().for_each(|line| lines(&mut shapes, &mut at, "card-text", TEXT, LINE, most, line));
    let mut top = at.y;
    for card in cards {
        let (drawn, height) = card.shapes(Point { x: 0, y: top });
        shapes.extend(drawn);
        top += height + MARGIN;
    }
    shapes.insert(0, Shape::rect("paper", Point::default(), WIDTH, (top - MARGIN).max(MARGIN)));
    let words: Vec<String> = cards.iter().map(|card| format!("{}: {}", card.title, card.words())).collect();
    drawing(title.to_owned(), words.join(" "), (WIDTH, (top - MARGIN).max(MARGIN)), shapes)
}

fn drawing(title: String, about: String, (width, height): (i32, i32), shapes: Vec<Shape>) -> Drawing {
    Drawing {
        title,
        about,
        width,
        height,
        origin: Point::default(),
        zoom: 100,
        style: &[style::BASE, STYLE],
        patterns: Vec::new(),
        layers: vec![Layer { class: "battle-card", role: Role::Step, details: Details::Always, shapes }],
    }
}

impl CardSide {
    /// Draws it downward from a corner in a column of this width, and returns its height.
    fn draw(&self, shapes: &mut Vec<Shape>, corner: Point, width: i32) -> i32 {
        let known = match self.side.as_str() {
            "union" | "usa" | "federal" => "union",
            "confederate" | "csa" => "confederate",
            _ => "other",
        };
        // The corners of their bands also tell the sides apart.
        let cut = if known == "confederate" { 70 } else { 0 };
        let middle = corner.by(width / 2, BAND / 2);
        shapes.push(Shape::path(format!("card-{known}"), Path::counter(middle, (width / 2, BAND / 2), cut)));
        shapes.push(Shape::text(format!("card-{known}-heading"), corner.by(90, BAND / 2 + 48), self.heading.as_str()));
        let mut at = corner.by(0, BAND + LINE);
        self.force.iter().for_each(|line| lines(shapes, &mut at, "card-text", TEXT, LINE, width, line));
        if !self.dice.is_empty() {
            let row = at.by(0, -TEXT);
            // As many per row as fit; a single row has words beside it.
            let (count, in_row) = (i32::try_from(self.dice.len()).unwrap_or(1), (width / (DIE + 50)).max(1));
            for (n, face) in (0..).zip(&self.dice) {
                let die = row.by(n % in_row * (DIE + 50), n / in_row * (DIE + 50));
                shapes.push(Shape::rect("die", die, DIE, DIE));
                shapes.push(Shape::text("die-face", die.by(DIE / 2, DIE / 2 + 52), face.to_string()));
            }
            let last = row.by(0, (count - 1) / in_row * (DIE + 50));
            let dice = if count > in_row { 0 } else { count * (DIE + 50) };
            let mut said: Vec<String> =
                self.modifiers.iter().map(|(why, points)| format!("{} {why}", signed(*points))).collect();
            if let Some(total) = self.total.filter(|_| !said.is_empty()) {
                said.push(format!("= {total}"));
            }
            let below = if count > in_row { DIE / 2 + LINE } else { 0 };
            let mut beside = last.by(dice + 30, DIE / 2 + 48 + below);
            lines(shapes, &mut beside, "card-text", TEXT, LINE, width - dice - 30, &said.join(", "));
            at.y = (last.y + DIE + LINE).max(beside.y);
        }
        lines(shapes, &mut at, "card-strong", TEXT, LINE, width, &self.result);
        at.y
    }
}

/// A modifier with its sign; a minus sign, not a hyphen.
fn signed(points: i64) -> String {
    if points < 0 { format!("\u{2212}{}", points.unsigned_abs()) } else { format!("+{points}") }
}

/// Writes a text, downward from a point, on as many lines as it takes, and moves the point below them.
fn lines(shapes: &mut Vec<Shape>, at: &mut Point, class: &str, size: i32, line: i32, most: i32, text: &str) {
    let bold = class != "card-text";
    for words in wrap_widest(text, size, bold, most).into_iter().filter(|words| !words.is_empty()) {
        shapes.push(Shape::new(class, Form::Text { at: *at, turn: 0, text: words }));
        at.y += line;
    }
}
