//! The tracks below the map: the days, the impulses with the Advantage, and the Replacement Points.

use crate::report::svg::{Form, Path, Point, Shape};

use super::super::{statistics, vocabulary};
use super::Scene;
use super::base_map::holder_mark;
use super::markers::wagon;
use super::victory;
use crate::pack::BridgeState;
use crate::pack::Side;
use crate::position::ledger::{Advantage, Game, Phase, Train, Weather};

/// The width of a day's box and of an impulse's, and the height of both.
const DAY: i32 = 1000;
const BOX: i32 = 700;
const BOX_HEIGHT: i32 = 520;
const LEFT: i32 = 250;
/// What lies between two tracks.
const GAP: i32 = 130;

/// The tracks from left to right, each with how far right and down of the first it begins: side by side, if the sheet
/// has room for that.
fn places(scene: &Scene) -> [(i32, i32); 3] {
    let charts = &scene.rules.pack.charts;
    let boxes = |n: usize, wide: i32| i32::try_from(n).unwrap_or(0) * wide;
    let impulses = boxes(charts.turns.len(), DAY) + GAP;
    let points = impulses + boxes(usize::from(charts.last_impulse) + 1, BOX) + GAP;
    match LEFT + points + 5900 <= scene.frame.width {
        true => [(0, 0), (impulses, 0), (points, 0)],
        false => [(0, 0), (0, BOX_HEIGHT + GAP), (0, 2 * (BOX_HEIGHT + GAP) - 40)],
    }
}

/// The height of the tracks.
pub fn height(scene: &Scene) -> i32 {
    places(scene)[2].1 + BOX_HEIGHT + victory::height(scene) + 320
}

/// The tracks as they stand.
pub fn tracks(scene: &Scene, game: &Game) -> Vec<Shape> {
    let from = Point { x: LEFT, y: scene.frame.height + 80 };
    let [first, second, third] = places(scene).map(|(right, down)| from.by(right, down));
    let mut shapes = days(scene, game, first);
    shapes.extend(impulses(scene, game, second));
    let points = Side::BOTH.map(|side| format!("{} {}", side.title(), statistics::points(game, side))).join(", ");
    shapes.extend(victory::panel(scene, game, from.y + places(scene)[2].1 + BOX_HEIGHT + 60));
    shapes.push(Shape::text("points", third.by(0, 240), format!("Replacement Points in reserve: {points}")));
    shapes
}

fn cell(at: Point, wide: i32, now: bool, words: String) -> Vec<Shape> {
    let class = if now { "box now" } else { "box" };
    vec![Shape::rect(class, at, wide - 20, BOX_HEIGHT), Shape::text("box-text", at.by(wide / 2 - 10, 210), words)]
}

/// The days: where the Supply Train is on its way to, and the weather.
fn days(scene: &Scene, game: &Game, from: Point) -> Vec<Shape> {
    let turns = scene.rules.pack.charts.turns.iter().filter(|turn| turn.turn >= 1 || game.turn == 0);
    let mut shapes = Vec::new();
    for (n, turn) in turns.enumerate() {
        let at = from.by(i32::try_from(n).unwrap_or(0) * DAY, 0);
        let now = turn.turn == game.turn;
        let mut parts = cell(at, DAY, now, turn.date.clone());
        let middle = at.by(DAY / 2 - 10, 430);
        if game.train == Train::Arrives(turn.turn) {
            parts.extend(wagon(middle));
        } else if now && game.weather == Weather::Rain {
            parts.push(Shape::text("box-text", middle, "rain"));
        } else if now && game.phase != Phase::Daylight {
            // `the end of the day` is wider than its box.
            let words = if game.phase == Phase::End { "evening" } else { vocabulary::phase(game.phase) };
            parts.push(Shape::text("box-text", middle, words));
        }
        shapes.push(Shape::new("day", Form::Group(parts)).titled(turn.date.clone()));
    }
    shapes
}

/// The Impulses Track: the Advantage marker stands on it with its holder's side up.
fn impulses(scene: &Scene, game: &Game, from: Point) -> Vec<Shape> {
    let mut shapes = Vec::new();
    for n in 0..=scene.rules.pack.charts.last_impulse {
        // As many as the sheet has room for in a line.
        let at = from.by(i32::from(n) * BOX, 0);
        if at.x + BOX > scene.frame.width {
            break;
        }
        let now = n == game.impulse && game.phase == Phase::Daylight;
        let mut parts = cell(at, BOX, now, n.to_string());
        if n == game.impulse {
            let middle = at.by(BOX / 2 - 10, 370);
            let (holder_of, title) = match game.advantage {
                Advantage::Held(side) => (side, format!("{} has the Advantage", vocabulary::side_cap(side))),
                Advantage::UsedBy(side) => {
                    (side.other(), format!("{} has used the Advantage", vocabulary::side_cap(side)))
                }
            };
            parts.extend(holder_mark(middle, BridgeState::held_by(holder_of)));
            shapes.push(Shape::new("impulse", Form::Group(parts)).titled(title));
        } else {
            shapes.push(Shape::new("impulse", Form::Group(parts)));
        }
    }
    let end = from.by(0, BOX_HEIGHT + 25);
    shapes.push(Shape::path("box-line", Path::line(&[end, end.by(BOX, 0)])));
    shapes
}
