//! Counters: of the Union boxes, of the Confederacy boxes with cut corners. On the left a bar in the colour of the
//! command (4.3.3), beside it the name, below that the sign of the kind and the factors. An Exhausted one is pale, with
//! a broken edge and a line across.

use crate::report::svg::text_width::width;
use crate::report::svg::{Path, Point, Shape};

use crate::pack::{Kind, Side, Unit};

/// Half the width of a counter, and half its height.
pub const HALF_WIDTH: i32 = 305;
pub const HALF_HEIGHT: i32 = 160;
/// How far the middles of two counters lie apart.
pub const PITCH: (i32, i32) = (2 * HALF_WIDTH + 20, 2 * HALF_HEIGHT + 20);
/// How much of a corner is cut off.
const CUT: i32 = 45;
/// The width of the bar.
const BAR: i32 = 72;
/// Where the factors stand from the middle of a counter.
pub const FACTORS: (i32, i32) = (BAR / 2 + 85, 114);
/// The size of the letters of a name.
pub const LETTERS: i32 = 97;
/// How wide a name may be.
pub const NAME: i32 = 2 * HALF_WIDTH - BAR + 5;

/// The colours of the commands (4.3.3), from the darkest to the lightest.
pub const COLOURS: [&str; 11] =
    ["black", "purple", "brown", "blue", "red", "green", "grey", "teal", "rose", "yellow", "white"];

/// The class of a command's colour; one that the rulebook does not know is drawn in stripes.
pub fn colour(name: &str) -> String {
    let known = COLOURS.contains(&name);
    format!("bar {}-bar", if known { name } else { "other" })
}

/// A counter with its middle at a point, with a bar of that colour.
pub fn counter(at: Point, unit: &Unit, colour_name: &str, exhausted: bool) -> Vec<Shape> {
    let (side, cut) = match unit.side {
        Side::Union => ("union", 0),
        Side::Confederate => ("confederate", CUT),
    };
    let state = if exhausted { "tired" } else { "fresh" };
    let mut shapes = vec![Shape::path(format!("{side}-{state}"), outline(at, cut))];
    if exhausted {
        let across = Path::line(&[at.by(-HALF_WIDTH + BAR, HALF_HEIGHT), at.by(HALF_WIDTH - CUT, -HALF_HEIGHT)]);
        shapes.push(Shape::path("tired-line", across));
    }
    shapes.push(Shape::path(colour(colour_name), bar(at, cut)));
    let tired = if exhausted { "tired-" } else { "" };
    let middle = at.by(BAR / 2, 0);
    shapes.extend(kind_symbol(middle.by(-185, 72), unit.kind, unit.horse));
    // Words come last: what stands before them is the same on many counters.
    let name = short(&unit.name);
    if !name.is_empty() {
        shapes.push(Shape::text(format!("{side}-{tired}name"), middle.by(0, -55), name));
    }
    let factors = format!("{}-{}-{}", unit.factors.attack, unit.factors.defense, unit.factors.movement);
    shapes.push(Shape::text(format!("{side}-{tired}factors"), at.by(FACTORS.0, FACTORS.1), factors));
    shapes
}

/// The bar of a command.
pub fn bar(at: Point, cut: i32) -> Path {
    let corners = [
        (-HALF_WIDTH + cut, -HALF_HEIGHT),
        (-HALF_WIDTH + BAR, -HALF_HEIGHT),
        (-HALF_WIDTH + BAR, HALF_HEIGHT),
        (-HALF_WIDTH + cut, HALF_HEIGHT),
        (-HALF_WIDTH, HALF_HEIGHT - cut),
        (-HALF_WIDTH, -HALF_HEIGHT + cut),
    ];
    polygon(at, &corners)
}

/// The edge of a counter, with its corners cut off so far.
fn outline(at: Point, cut: i32) -> Path {
    let corners = [
        (-HALF_WIDTH + cut, -HALF_HEIGHT),
        (HALF_WIDTH - cut, -HALF_HEIGHT),
        (HALF_WIDTH, -HALF_HEIGHT + cut),
        (HALF_WIDTH, HALF_HEIGHT - cut),
        (HALF_WIDTH - cut, HALF_HEIGHT),
        (-HALF_WIDTH + cut, HALF_HEIGHT),
        (-HALF_WIDTH, HALF_HEIGHT - cut),
        (-HALF_WIDTH, -HALF_HEIGHT + cut),
    ];
    polygon(at, &corners)
}

/// A polygon without the corners that are the same as the one before.
fn polygon(at: Point, corners: &[(i32, i32)]) -> Path {
    let mut points: Vec<Point> = corners.iter().map(|(x, y)| at.by(*x, *y)).collect();
    points.dedup();
    if points.first() == points.last() {
        points.pop();
    }
    Path::area(&points)
}

/// The sign of a kind: crossed bayonets, a single sabre, a cannonball; with a sabre too for horse artillery.
fn kind_symbol(at: Point, kind: Kind, horse: bool) -> Vec<Shape> {
    let sabre = || Path::line(&[at.by(-60, 46), at.by(60, -46)]);
    let mut shapes = vec![Shape::rect("kind-box", at.by(-66, -52), 132, 104)];
    match kind {
        Kind::Infantry => {
            let mut path = sabre();
            path.add(&[at.by(-60, -46), at.by(60, 46)]);
            shapes.push(Shape::path("kind-line", path));
        }
        Kind::Cavalry => shapes.push(Shape::path("kind-line", sabre())),
        Kind::Artillery => {
            if horse {
                shapes.push(Shape::path("kind-line", sabre()));
            }
            shapes.push(Shape::circle("kind-dot", at, 30));
        }
    }
    shapes
}

/// What a counter has in short, and what it stands for.
pub const ABBREVIATIONS: [(&str, &str); 5] = [
    ("Pennsylvania", "Penn."),
    ("New York", "N.Y."),
    ("North Carolina", "N. Car."),
    ("Corps Reserve", "C. Res."),
    ("White House", "Wh. House"),
];

/// A unit's name as a counter has room for it: without its kind, which the sign tells, and with what is often written
/// in short in short: `8 Penn.` Of a longer one in another pack the longest of its words is cut.
pub fn short(name: &str) -> String {
    let kept = |word: &&str| !["Infantry", "Artillery", "Cavalry", "Horse", "(reduced)"].contains(word);
    let mut name = name.split_whitespace().filter(kept).collect::<Vec<_>>().join(" ");
    for (long, short) in ABBREVIATIONS {
        name = name.replace(long, short);
    }
    let mut words: Vec<(String, bool)> = name.split(' ').map(|word| (word.to_owned(), false)).collect();
    // Every word with its full stop, if it is cut.
    let joined = |words: &[(String, bool)]| {
        words.iter().map(|(word, cut)| format!("{word}{}", if *cut { "." } else { "" })).collect::<Vec<_>>().join(" ")
    };
    // A number stays whole: `III` cut short is another.
    let number = |word: &str| word.chars().all(|c| c.is_ascii_digit() || matches!(c, 'I' | 'V' | 'X'));
    while width(&joined(&words), LETTERS) > NAME {
        let long = words.iter_mut().filter(|(word, _)| word.chars().count() > 1 && !number(word));
        // Of equally long ones the last.
        let Some((word, cut)) = long.max_by_key(|(word, _)| word.chars().count()) else { break };
        word.pop();
        *cut = true;
    }
    joined(&words)
}
