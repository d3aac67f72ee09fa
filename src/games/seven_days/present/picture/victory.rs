//! The areas that count for victory, below the map: on which days, and whose each is now (14).

use crate::board::Area;
use crate::report::svg::text_width::{width, wrap};
use crate::report::svg::{Form, Point, Shape};

use super::super::vocabulary;
use super::Scene;
use super::style::LETTERS;
use crate::pack::{AreaData, Scenario};
use crate::position::ledger::{Game, Train};
use crate::{SevenDays, victory};

const LEFT: i32 = 250;
const GAP: i32 = 120;
/// The least width of a box, its height, and the height of a line.
const NARROW: i32 = 4200;
const BOX_HEIGHT: i32 = 1420;
const LINE: i32 = 270;
/// What stands above the boxes.
const HEADING: i32 = 380;

/// Where the boxes stand: of how many columns, and how wide each is.
fn columns(scene: &Scene) -> (i32, i32) {
    let room = scene.frame.width - 2 * LEFT + GAP;
    let columns = (room / (NARROW + GAP)).clamp(1, count(scene).max(1));
    (columns, room / columns - GAP)
}

/// How many areas of the map count; none where only a part of it is to be seen.
fn count(scene: &Scene) -> i32 {
    let whole = scene.areas.len() == scene.map().areas.len();
    let victory = scene.areas().filter(|data| data.victory).count();
    if whole { i32::try_from(victory).unwrap_or(0) } else { 0 }
}

/// How high all of it is.
pub fn height(scene: &Scene) -> i32 {
    let (count, (columns, _)) = (count(scene), columns(scene));
    if count == 0 { 0 } else { HEADING + (count + columns - 1) / columns * (BOX_HEIGHT + GAP) }
}

/// A box for each area, from a height downward.
pub fn panel(scene: &Scene, game: &Game, top: i32) -> Vec<Shape> {
    if count(scene) == 0 {
        return Vec::new();
    }
    let title = format!("Victory areas: {}", standing(scene.rules, game));
    let about =
        format!("At once: what wins on any day. {}: what the Confederacy must control.", last_day(scene.rules, game));
    let at = Point { x: LEFT, y: top + 240 };
    let aside = width(&title, LETTERS * 21 / 20) + GAP;
    let mut shapes = vec![Shape::text("panel-title", at, title), Shape::text("victory-line", at.by(aside, 0), about)];
    let (columns, wide) = columns(scene);
    for (n, data) in (0..).zip(scene.areas().filter(|data| data.victory)) {
        let corner =
            Point { x: LEFT + n % columns * (wide + GAP), y: top + HEADING + n / columns * (BOX_HEIGHT + GAP) };
        let control = game.control(data.id);
        let mut parts = vec![
            Shape::rect(format!("{}-land", control.as_str()), corner, wide, BOX_HEIGHT),
            Shape::rect("victory-box", corner, wide, BOX_HEIGHT),
            Shape::text("victory-area rim", corner.by(120, LINE), vocabulary::place(&scene.rules.pack, data.id)),
        ];
        let held = format!("{} control", control.title());
        let days = days(scene, game, data);
        let lines = std::iter::once(held).chain(days.iter().flat_map(|day| wrap(day, LETTERS, wide - 240)));
        for (row, line) in (2..).zip(lines) {
            parts.push(Shape::text("victory-line rim", corner.by(120, row * LINE - 10), line));
        }
        shapes.push(Shape::new("victory", Form::Group(parts)));
    }
    shapes
}

/// The last day of the scenario: `July 2`.
fn last_day(rules: &SevenDays, game: &Game) -> String {
    let last = rules.scenario(game).map_or(0, |scenario| scenario.last_turn);
    vocabulary::day(&rules.pack, last)
}

/// Who wins if all stays as it is: `as things stand, the Union wins on July 2`.
pub fn standing(rules: &SevenDays, game: &Game) -> String {
    let (side, when) = match victory::automatic(rules, game) {
        Some((side, _)) => (side, "at the end of the day".to_owned()),
        None => (victory::on_last_day(rules, game).0, format!("on {}", last_day(rules, game))),
    };
    format!("as things stand, {} wins {when}.", vocabulary::side(side))
}

/// When an area counts, and with which other (14).
fn days(scene: &Scene, game: &Game, data: &AreaData) -> Vec<String> {
    let rules = scene.rules;
    let Some(scenario) = rules.scenario(game) else { return Vec::new() };
    let name = |area: Area| rules.pack.map.area(area).map_or_else(String::new, |data| data.name.clone());
    let last = last_day(scene.rules, game);
    let mut days: Vec<String> = any_day(scenario, game, data.id, &name).into_iter().collect();
    let with = match (rules.train_has_moved(game), data.id) {
        (true, area) if area == scenario.malvern_hill => Some("a landing".to_owned()),
        (true, area) if area == scenario.train || area == scenario.train_to => Some(name(scenario.malvern_hill)),
        (true, area) if area == scenario.providence_church => {
            days.push("no more: the train has moved".to_owned());
            None
        }
        (false, area) if area == scenario.providence_church => Some(name(scenario.train_to)),
        (false, area) if area == scenario.train_to => Some(name(scenario.providence_church)),
        (false, area) if area == scenario.malvern_hill => {
            days.push(format!("{last}, if the train moves"));
            None
        }
        _ => None,
    };
    days.extend(with.map(|with| format!("{last}: with {with}")));
    days
}

/// What an area decides on any day.
fn any_day(scenario: &Scenario, game: &Game, area: Area, name: &dyn Fn(Area) -> String) -> Option<String> {
    let landings = [scenario.train, scenario.train_to];
    if area == scenario.richmond {
        return Some("At once: a Fresh Union unit in it".to_owned());
    }
    let other = landings.iter().find(|other| **other != area).filter(|_| landings.contains(&area))?;
    match game.train == Train::At(area) {
        true => Some("At once: captured with the train".to_owned()),
        false => Some(format!("At once: with {}", name(*other))),
    }
}
