//! Victory points and who wins (3.10, 4.1; the scenario's own awards).

use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

use crate::document::Problem;
use crate::document::decode::decode_at;

use crate::engine::Events;

use super::events::{self, Event};
use super::ledger::{Game, Track};
use super::pack::{Level, Scenario, Side};
use super::{CivilWar, territory};

/// The war beyond the map (CW-5): in each theater of the scenario's list, the side that burnt more points of that
/// theater's track this turn scores.
pub fn elsewhere(game: &mut Game, scenario: &Scenario, events: &mut Events) {
    for (&theater, &points) in &scenario.elsewhere.points {
        let burnt = |side: Side| game.side(side).burnt.get(&Track::of(theater)).copied().unwrap_or(0);
        let (union, confederate) = (burnt(Side::Union), burnt(Side::Confederate));
        let side = match union.cmp(&confederate) {
            std::cmp::Ordering::Greater => Side::Union,
            std::cmp::Ordering::Less => Side::Confederate,
            std::cmp::Ordering::Equal => continue,
        };
        let vp = i64::from(points);
        game.side_mut(side).vp += vp;
        events.emit("CW-5", &Event::Scored { side, vp, cause: events::Score::Elsewhere { theater } });
    }
}

/// The points of cities that a side controls in ground that is not friendly to it.
pub fn city_points(rules: &CivilWar, game: &Game, side: Side) -> u32 {
    let cities = rules.pack.map.hexes().filter_map(|(hex, data)| Some((hex, data.city.as_ref()?)));
    let won = cities.filter(|(hex, city)| {
        let state = rules.pack.map.states.get(&city.state);
        let home = state.is_some_and(|state| state.friendly_to == Some(side));
        !home && territory::controller(rules, game, *hex) == Some(side)
    });
    won.map(|(_, city)| u32::from(city.vp)).sum()
}

/// The last reckoning: ground is scored, and the winner named.
pub fn reckon(rules: &CivilWar, game: &mut Game, scenario: &Scenario, events: &mut Events) -> Value {
    let awards = &scenario.victory.awards;
    for side in Side::BOTH {
        let points = city_points(rules, game, side);
        let vp = i64::from(points) * i64::from(awards.city_factor);
        if vp > 0 {
            game.side_mut(side).vp += vp;
            events.emit("CW-7", &Event::Scored { side, vp, cause: events::Score::Cities { points } });
        }
    }
    let (union, confederate) = (game.side(Side::Union).vp, game.side(Side::Confederate).vp);
    let difference =
        i32::try_from(union - confederate).unwrap_or(if union > confederate { i32::MAX } else { i32::MIN });
    let (winner, level) = scenario.victory.verdict(difference);
    events.emit("CW-7", &Event::Ended { union, confederate, winner, level });
    json!(Outcome { by: None, level: Some(level), points: Score::of(game), winner })
}

/// How a match ended, as a state records it and a referee's ruling may state it:
/// `{level: marginal, points: {union: 6, confederate: 3}, winner: union}`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Outcome {
    /// What ended it before the last reckoning. Without it, the points did.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub by: Option<How>,
    /// How good the victory is by points; a draw has no winner.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub level: Option<Level>,
    /// Victory points.
    pub points: Score,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub winner: Option<Side>,
}

/// What ends a match before its time.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum How {
    Resigned,
    Default,
    DrawAgreed,
}

/// Victory points of both sides.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Score {
    pub union: i64,
    pub confederate: i64,
}

impl How {
    /// The engine's word for it.
    pub fn of(word: &str) -> Option<How> {
        serde_json::from_value(json!(word)).ok()
    }
}

impl Score {
    /// The points so far.
    pub fn of(game: &Game) -> Score {
        Score { union: game.side(Side::Union).vp, confederate: game.side(Side::Confederate).vp }
    }
}

/// Whether a value is an outcome: it has the shape of one, and its parts agree.
///
/// # Errors
/// What is wrong with it, with paths inside it.
pub fn check(outcome: &Value) -> Result<(), Vec<Problem>> {
    let advice =
        "write it as {level: marginal, points: {union: 6, confederate: 3}, winner: union}; a draw names no winner";
    let read: Outcome = decode_at(None, "", outcome).map_err(|problem| match problem.advice {
        Some(_) => vec![problem],
        None => vec![problem.advice(advice)],
    })?;
    let refuse = |path: &str, message: &str| Err(vec![Problem::new(message).in_path(path).advice(advice)]);
    match (read.by, read.level, read.winner) {
        (None, None, _) => refuse("", "an outcome says its `level`: draw, marginal or decisive"),
        (Some(_), Some(_), _) => refuse("level", "a match that a side gives up has no level"),
        (None, Some(Level::Draw), None) | (Some(How::DrawAgreed), None, None) => Ok(()),
        (None, Some(Level::Draw), Some(_)) | (Some(How::DrawAgreed), None, Some(_)) => {
            refuse("winner", "nobody wins a draw")
        }
        (_, _, None) => refuse("", "the `winner` is missing"),
        (_, _, Some(_)) => Ok(()),
    }
}
