//! Victory points and the winner (3.10, 4.1, 17; the scenario's own awards).

use adjutant_derive::sparse;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

use crate::board::Hex;
use crate::document::decode::decode_at;
use crate::document::{Problem, from_value};

use crate::engine::Events;

use crate::events::{self, Check, Event};
use crate::pack::{City, Level, Line, Scenario, Schedule, Side, Source};
use crate::position::ledger::{Game, Track};
use crate::{CivilWar, movement::territory};

/// The war beyond the map (CW-5): in each theater of the scenario's list, the side that spent more points of that
/// theater's track without an action this turn scores.
pub fn score_off_map(game: &mut Game, scenario: &Scenario, events: &mut Events) {
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
    let won = rules.pack.map.cities().filter(|(hex, city)| {
        let state = rules.pack.map.states.get(&city.state);
        let home = state.is_some_and(|state| state.friendly_to == Some(side));
        !home && territory::controller(rules, game, *hex) == Some(side)
    });
    won.map(|(_, city)| u32::from(city.vp)).sum()
}

/// A Confederate point for every `each` merchant ships that raiders have sunk (17.2, CW-274).
pub fn score_merchants(rules: &CivilWar, game: &mut Game, before: u32, events: &mut Events) {
    let each = rules.pack.scenarios.get(&game.scenario).and_then(|scenario| scenario.victory.awards.merchants);
    let sunk = game.side(Side::Confederate).navy.merchants;
    let vp = merchant_ship_points(each, sunk) - merchant_ship_points(each, before);
    if vp > 0 {
        game.side_mut(Side::Confederate).vp += vp;
        let cause = events::Score::Merchants { sunk };
        events.emit("17.2.2", &Event::Scored { side: Side::Confederate, vp, cause });
    }
}

/// The points for this many merchant ships.
pub fn merchant_ship_points(each: Option<u8>, sunk: u32) -> i64 {
    each.filter(|each| *each > 0).map_or(0, |each| i64::from(sunk / u32::from(each)))
}

/// Whether points are counted as they happen (17.1, CW-274).
pub fn is_running(rules: &CivilWar, game: &Game) -> bool {
    running(rules, game).is_some()
}

fn running<'a>(rules: &'a CivilWar, game: &Game) -> Option<(&'a Scenario, &'a Schedule)> {
    let scenario = rules.pack.scenarios.get(&game.scenario)?;
    Some((scenario, scenario.victory.schedule.as_ref()?))
}

/// The points of a side's ground where points are counted as they happen (17.1, 17.2.3, 17.2.4, CW-274): those of the
/// cities that it controls in ground that was not friendly to it from the start, including neutral states (15.2), and
/// those in an enemy state that it has converted once more.
pub fn captured_city_points(rules: &CivilWar, game: &Game, side: Side) -> i64 {
    let Some((scenario, _)) = running(rules, game) else { return 0 };
    let awards = &scenario.victory.awards;
    let each = |(hex, city): (Hex, &City)| {
        let home = rules.pack.map.states.get(&city.state).and_then(|state| state.friendly_to);
        if home == Some(side) || territory::controller(rules, game, hex) != Some(side) {
            return None;
        }
        let converted = home.is_some() && game.converted.get(&city.state) == Some(&side);
        let factor = i64::from(awards.city_factor) + if converted { i64::from(awards.state_factor) } else { 0 };
        Some(i64::from(city.vp) * factor)
    };
    rules.pack.map.cities().filter_map(each).sum()
}

/// Records the points of both sides if they have changed because something happened to cities or states (17.1).
pub fn record_points(rules: &CivilWar, game: &Game, before: Option<Score>, events: &mut Events) {
    let Some(before) = before else { return };
    let now = Score::of(rules, game);
    if before != now {
        let Score { union, confederate } = now;
        events.emit("17.1", &Event::Points { union, confederate, margin: now.margin() });
    }
}

/// The points before something happens to cities or states, for [`record_points`]; `None` if they are not counted then,
/// or nobody listens.
pub fn score_before(rules: &CivilWar, game: &Game, events: &Events) -> Option<Score> {
    (events.are_recorded() && is_running(rules, game)).then(|| Score::of(rules, game))
}

/// The lines of a turn on the Victory Schedule (17.4), and where they come from.
pub fn lines<'a>(rules: &'a CivilWar, scenario: &'a Scenario, turn: u8) -> Option<(Line, &'a Source)> {
    let schedule = scenario.victory.schedule.as_ref()?;
    match schedule.lines.is_empty() {
        true => {
            let row = rules.pack.charts.victory_schedule.get(&turn)?;
            Some((Line { union: row.union, confederate: row.confederate }, &row.source))
        }
        false => {
            let (_, line) = schedule.lines.range(..=turn).next_back()?;
            Some((*line, &schedule.source))
        }
    }
}

/// A Victory Determination Check in a scenario that counts points as they happen (17.3): when a turn ends, and at once
/// when a Confederate force is found in Washington (4.1.6a). What ended the match, if it has ended.
pub fn determine(
    rules: &CivilWar,
    game: &Game,
    scenario: &Scenario,
    washington: bool,
    events: &mut Events,
) -> Option<Value> {
    scenario.victory.schedule.as_ref()?;
    let score = Score::of(rules, game);
    let margin = score.margin();
    if !washington && game.turn >= scenario.last_turn {
        return Some(end(game, score, verdict(scenario, margin), Check::End, events));
    }
    let (Line { union, confederate }, _) = lines(rules, scenario, game.turn)?;
    let checked = |events: &mut Events, rule: &str| {
        events.emit(rule, &Event::Checked { turn: game.turn, margin, union, confederate });
    };
    if washington {
        checked(events, "4.1.6a");
        let won = margin <= i64::from(confederate);
        return won.then(|| end(game, score, (Some(Side::Confederate), Level::Decisive), Check::Washington, events));
    }
    checked(events, "17.3");
    let election = scenario.victory.election.as_ref().filter(|election| election.turn == game.turn);
    if margin >= i64::from(union) {
        return Some(end(game, score, (Some(Side::Union), Level::Decisive), Check::Schedule, events));
    }
    if election.is_some_and(|election| margin < i64::from(election.union_at_least)) {
        return Some(end(game, score, (Some(Side::Confederate), Level::Decisive), Check::Election, events));
    }
    let lost = margin <= i64::from(confederate);
    lost.then(|| end(game, score, (Some(Side::Confederate), Level::Decisive), Check::Schedule, events))
}

/// Who would win with the current points if the last turn had ended (17.3, CW-7); `None` if the scenario is not known.
pub fn current_winner(rules: &CivilWar, game: &Game) -> Option<(Option<Side>, Level)> {
    let scenario = rules.pack.scenarios.get(&game.scenario)?;
    Some(verdict(scenario, Score::if_ended_now(rules, game).margin()))
}

/// The winner with this margin, when the last turn has ended.
fn verdict(scenario: &Scenario, margin: i64) -> (Option<Side>, Level) {
    let margin = i32::try_from(margin).unwrap_or(if margin > 0 { i32::MAX } else { i32::MIN });
    scenario.victory.verdict(margin)
}

fn end(game: &Game, score: Score, (winner, level): (Option<Side>, Level), check: Check, events: &mut Events) -> Value {
    let Score { union, confederate } = score;
    let rule = if check == Check::Washington { "4.1.6a" } else { "17.3" };
    let (level, check) = (level, Some(check));
    events.emit(rule, &Event::Ended { union, confederate, winner, level, check });
    json!(Outcome { by: None, check, level: Some(level), points: score, turn: Some(game.turn), winner })
}

/// The final count where ground is scored once: it is scored, and the winner named (CW-7).
pub fn final_outcome(rules: &CivilWar, game: &mut Game, scenario: &Scenario, events: &mut Events) -> Value {
    let awards = &scenario.victory.awards;
    for side in Side::BOTH {
        let points = city_points(rules, game, side);
        let vp = i64::from(points) * i64::from(awards.city_factor);
        if vp > 0 {
            game.side_mut(side).vp += vp;
            events.emit("CW-7", &Event::Scored { side, vp, cause: events::Score::Cities { points } });
        }
    }
    let points = Score::of(rules, game);
    let Score { union, confederate } = points;
    let (winner, level) = verdict(scenario, points.margin());
    events.emit("CW-7", &Event::Ended { union, confederate, winner, level, check: None });
    json!(Outcome { by: None, check: None, level: Some(level), points, turn: None, winner })
}

/// How a match ended, as a state records it and a referee's ruling may state it:
/// `{level: marginal, points: {union: 6, confederate: 3}, winner: union}`.
#[sparse(all_but(points))]
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Outcome {
    /// What ended it before the final count; absent if the points did.
    pub by: Option<EarlyEnd>,
    /// Which check of the points ended it, where they are looked at every turn (17.3).
    pub check: Option<Check>,
    /// How good the victory is by points; a draw has no winner.
    pub level: Option<Level>,
    /// Victory points.
    pub points: Score,
    /// The turn of that check.
    pub turn: Option<u8>,
    pub winner: Option<Side>,
}

/// What ends a match before its time.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum EarlyEnd {
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

impl EarlyEnd {
    /// The engine's word for it.
    pub fn of(word: &str) -> Option<EarlyEnd> {
        from_value(json!(word)).ok()
    }
}

impl Score {
    /// The points so far: those already scored, plus the ground held if that is counted as it is (17.1).
    pub fn of(rules: &CivilWar, game: &Game) -> Score {
        let of = |side: Side| game.side(side).vp.saturating_add(captured_city_points(rules, game, side));
        Score { union: of(Side::Union), confederate: of(Side::Confederate) }
    }

    /// The points if a match ends early: ground that is scored once, in the final count (CW-7), counts as it would
    /// then.
    pub fn if_ended_now(rules: &CivilWar, game: &Game) -> Score {
        let score = Score::of(rules, game);
        match rules.pack.scenarios.get(&game.scenario) {
            Some(scenario) if scenario.victory.schedule.is_none() => {
                let factor = i64::from(scenario.victory.awards.city_factor);
                let cities = |side: Side| i64::from(city_points(rules, game, side)) * factor;
                Score {
                    union: score.union.saturating_add(cities(Side::Union)),
                    confederate: score.confederate.saturating_add(cities(Side::Confederate)),
                }
            }
            _ => score,
        }
    }

    /// The points of a side.
    pub fn side(self, side: Side) -> i64 {
        match side {
            Side::Union => self.union,
            Side::Confederate => self.confederate,
        }
    }

    /// Union points less Confederate points.
    pub fn margin(self) -> i64 {
        self.union.saturating_sub(self.confederate)
    }
}

/// Checks that a value is an outcome: it has the right form, and its parts agree.
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
    if read.by.is_some() && read.check.is_some() {
        return refuse("check", "a match that a side gives up does not end by a check of the points");
    }
    if read.check.is_some() != read.turn.is_some() {
        return refuse("turn", "a check of the points and its `turn` must be given together");
    }
    match (read.by, read.level, read.winner) {
        (None, None, _) => refuse("", "an outcome must have a `level`: draw, marginal or decisive"),
        (Some(_), Some(_), _) => refuse("level", "a match that a side gives up has no level"),
        (None, Some(Level::Draw), None) | (Some(EarlyEnd::DrawAgreed), None, None) => Ok(()),
        (None, Some(Level::Draw), Some(_)) | (Some(EarlyEnd::DrawAgreed), None, Some(_)) => {
            refuse("winner", "a draw has no winner")
        }
        (_, _, None) => refuse("", "the `winner` is missing"),
        (_, _, Some(_)) => Ok(()),
    }
}
