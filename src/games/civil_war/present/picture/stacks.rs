//! Stacks that a hex cannot show in full: of several leaders or armies, or of both sides. Each has a number in its hex,
//! and is listed in full below the map.

use crate::board::Hex;
use crate::report::svg::text_width::wrap;
use crate::report::svg::{Point, Shape};

use super::super::vocabulary;
use super::Scene;
use super::labels::{Area, Labels};
use super::symbols::force_place;
use crate::leaders::army;
use crate::pack::Side;
use crate::position::ledger::by_command;

/// The size of the letters.
const SIZE: i32 = 118;
/// The height of a line, and the room between two stacks.
const LINE: i32 = 165;
const APART: i32 = 70;
/// The least width of a column, and the room left and right of it.
const COLUMN: i32 = 7000;
const MARGIN: i32 = 200;
/// How far the words stand from the beginning of a column.
const INDENT: i32 = 190;
/// The radius of a number's circle.
const TAG: i32 = 60;

/// A listed stack, by its index in the list.
pub struct Stack {
    hex: Hex,
    /// The place, then each side, in words.
    said: Vec<String>,
}

/// The listed stacks, by hex.
pub fn crowded(scene: &Scene) -> Vec<Stack> {
    let Some(game) = scene.game else { return Vec::new() };
    let pack = &scene.rules.pack;
    let mut stacks = Vec::new();
    for hex in scene.occupied_hexes() {
        let mut said = vec![vocabulary::place(pack, hex)];
        let mut crowded = false;
        for side in Side::BOTH {
            let leaders = by_command(pack, game.leaders_at(pack, hex, side));
            let sp = game.sp_at(hex, side);
            if sp == 0 && leaders.is_empty() {
                continue;
            }
            let armies = army::armies_at(scene.rules, game, hex, side);
            // The second side that stands there makes it crowded too.
            crowded |= leaders.len() > 1 || armies.len() > 1 || said.len() > 1;
            let mut line = format!("{}: {}", side.title(), vocabulary::sp(sp));
            if !armies.is_empty() {
                line = format!("{line}, {}", vocabulary::armies(pack, &armies));
            }
            if !leaders.is_empty() {
                line = format!("{line}; {}", vocabulary::leaders(pack, &leaders));
            }
            said.push(line);
        }
        if crowded {
            stacks.push(Stack { hex, said });
        }
    }
    stacks
}

/// Takes the places of the numbers in the hexes.
pub fn keep_clear(scene: &Scene, labels: &mut Labels) {
    for stack in crowded(scene) {
        labels.take(Area::around(tag_place(scene, stack.hex), 2 * TAG, 2 * TAG));
    }
}

/// Where the number of a stack stands: on the corner of the first force.
fn tag_place(scene: &Scene, hex: Hex) -> Point {
    force_place(scene.centre(hex)).by(-122, -92)
}

/// The numbers in the hexes, and the list from `top` downward; with its height.
pub fn list(scene: &Scene, stacks: &[Stack], top: i32) -> (Vec<Shape>, i32) {
    if stacks.is_empty() {
        return (Vec::new(), 0);
    }
    let room = scene.frame.width - 2 * MARGIN;
    let columns = (room / COLUMN).max(1);
    let each = room / columns;
    let mut shapes = vec![Shape::text("legend listed", Point { x: MARGIN, y: top + 130 }, "Stacks, by their numbers")];
    let wrapped: Vec<Vec<String>> = stacks
        .iter()
        .map(|stack| stack.said.iter().flat_map(|line| wrap(line, SIZE, each - INDENT - MARGIN)).collect())
        .collect();
    let height = |lines: &Vec<String>| i32::try_from(lines.len()).unwrap_or(0) * LINE + APART;
    let all: i32 = wrapped.iter().map(height).sum();
    let mut at = Point { x: MARGIN, y: top + LINE + APART };
    let first = at.y;
    let mut lowest = first;
    for (n, (stack, lines)) in stacks.iter().zip(&wrapped).enumerate() {
        let number = (n + 1).to_string();
        // Down one column as far as its share of all, then the next.
        if at.y - first >= (all + columns - 1) / columns && at.x + 2 * each <= scene.frame.width {
            at = Point { x: at.x + each, y: first };
        }
        shapes.extend(tag(tag_place(scene, stack.hex), &number));
        shapes.extend(tag(at.by(70, 85), &number));
        for (line, words) in lines.iter().enumerate() {
            let class = if line == 0 { "legend listed" } else { "legend" };
            let down = i32::try_from(line).unwrap_or(0) * LINE;
            shapes.push(Shape::text(class, at.by(INDENT, 125 + down), words.as_str()));
        }
        at.y += height(lines);
        lowest = lowest.max(at.y);
    }
    (shapes, lowest - top + APART)
}

/// A number in a circle.
fn tag(at: Point, number: &str) -> Vec<Shape> {
    vec![Shape::circle("tag", at, TAG), Shape::text("small", at.by(0, 30), number)]
}
