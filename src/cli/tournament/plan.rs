//! The plan of a tournament, as the director writes it: games by their names, and everything with a default left out.

use std::path::Path;

use adjutant_mail::compose::is_address;
use schemars::JsonSchema;
use serde::Deserialize;
use serde_json::{Map, Value, json};
use tournament::crosstable::{Scoring, TieBreak, UnplayedRounds};
use tournament::documents::{ByeRule, GamePlan, Official, Seeding, Stage, StageFormat, TeamRule, TimeLimit};

use crate::chain::charter::check_holidays;
use crate::cli::matches::clock_args::holiday_of;
use crate::cli::paths::Shown;
use crate::cli::{Diagnostic, Failure, files, folder, seat, wall_clock};
use crate::document::kinds::{Away, Pace, PackPin, RulesetPin, TrustMode};
use crate::document::{Form, Id, Problem, decode, read};

/// The plan of a tournament, as the director writes it; everything optional has a usual value.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Plan {
    /// The title of the tournament.
    pub title: String,
    /// The director's name.
    pub director: String,
    /// The director's mail address, to which players send what they sign.
    #[serde(default)]
    pub email: Option<String>,
    /// Those who judge the games that the director plays himself.
    #[serde(default)]
    pub deputies: Vec<Official>,
    /// How players are numbered before the first round; if absent, by lot.
    #[serde(default)]
    pub seeding: Option<Seeding>,
    /// The games that are played.
    pub games: Vec<PlannedGame>,
    /// The stages, one after the other.
    pub stages: Vec<Stage>,
    /// The points for each result; if absent, 2 for a win and 1 for a draw.
    #[serde(default)]
    pub scoring: Option<Scoring>,
    /// The tie-breaks, in the order in which they count; if absent, the usual ones for the first stage with standings.
    #[serde(default)]
    pub tie_breaks: Option<Vec<TieBreak>>,
    /// How tie-breaks treat rounds that were not played.
    #[serde(default)]
    pub unplayed: Option<UnplayedRounds>,
    /// How long a round may take, and what happens to a game that is not over then.
    #[serde(default)]
    pub limit: Option<TimeLimit>,
    /// Which byes players get on request; if absent, the director decides on each.
    #[serde(default)]
    pub byes: Option<ByeRule>,
    /// How many players can be in the tournament at a time; later entries wait for a place. If absent, everybody may play.
    #[serde(default)]
    pub most_players: Option<u32>,
    /// If players are in teams that have standings of their own: how many members count, and whether they are kept apart.
    #[serde(default)]
    pub teams: Option<TeamRule>,
    /// Days on which no clock of any game runs, in UTC.
    #[serde(default)]
    pub holidays: Vec<Holiday>,
    /// Further rules, in words.
    #[serde(default)]
    pub rules: Option<String>,
}

/// Days on which no clock runs.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Holiday {
    /// The first day, such as 2026-12-24.
    pub from: String,
    /// The last day.
    pub to: String,
}

impl Holiday {
    /// The holiday as a charter has it.
    fn as_times(&self, path: &str) -> Result<Away, Failure> {
        holiday_of(&self.from, &self.to).map_err(|message| {
            let problem = Problem::new(message).in_path(path.to_owned());
            Failure::cannot(problem.rule("protocol 11"))
        })
    }
}

/// A game that is played in the tournament.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct PlannedGame {
    /// The name by which the stages refer to it.
    pub id: Id,
    /// The game, as in `match new --game`.
    pub game: Id,
    /// The scenario; if absent, the game's first.
    #[serde(default)]
    pub scenario: Option<Id>,
    /// The options of the game, by their names.
    #[serde(default)]
    pub options: Map<String, Value>,
    /// Who adjudicates; if absent, the players do, head to head.
    #[serde(default)]
    pub trust: Option<TrustMode>,
    /// The clock; if absent, 7 days for each answer.
    #[serde(default)]
    pub pace: Option<Pace>,
}

/// The schema of a plan, as `schemas/plan.json` holds it.
pub fn plan_schema() -> String {
    format!("{:#}\n", json!(schemars::schema_for!(Plan)))
}

/// The tie-breaks for a tournament whose plan names none: the usual ones for its first stage with standings.
fn usual_tie_breaks(stages: &[Stage]) -> Vec<TieBreak> {
    let of = |format: &StageFormat| match format {
        StageFormat::Swiss { .. } => Some(swiss_tie_breaks()),
        // Everybody has the same opponents.
        StageFormat::RoundRobin { .. } | StageFormat::Pools { .. } => {
            Some(vec![TieBreak::DirectEncounter, TieBreak::Wins, TieBreak::SonnebornBerger, TieBreak::Margin])
        }
        StageFormat::Knockout { .. } => None,
    };
    // In a pure knock-out, the round in which a player is eliminated decides his place.
    let first = stages.iter().find_map(|stage| of(&stage.format));
    first.unwrap_or_else(|| vec![TieBreak::GamesWon, TieBreak::Margin])
}

/// The usual tie-breaks of a Swiss.
pub fn swiss_tie_breaks() -> Vec<TieBreak> {
    vec![TieBreak::BuchholzCut1, TieBreak::Buchholz, TieBreak::DirectEncounter, TieBreak::Wins, TieBreak::Margin]
}

/// The plan in a file.
///
/// # Errors
/// It cannot be read, or contains something that a plan does not have.
pub fn read_plan(path: &Path) -> Result<Plan, Failure> {
    let bytes = files::read(path, files::MAX_BYTES)?;
    let refused = |problem: Problem| {
        let text = Some(String::from_utf8_lossy(&bytes).into_owned());
        Failure::Negative(vec![Diagnostic { problem, file: Some(path.to_owned()), text }])
    };
    let document = read(&path.shown(), &bytes, Form::Draft).map_err(refused)?;
    let cut = document.cut_texts();
    if !cut.is_empty() {
        let text = String::from_utf8_lossy(&bytes).into_owned();
        let place = |problem| Diagnostic { problem, file: Some(path.to_owned()), text: Some(text.clone()) };
        return Err(Failure::Negative(cut.into_iter().map(place).collect()));
    }
    let plan: Plan = decode(&document).map_err(refused)?;
    match plan.email.as_ref().filter(|email| !is_address(email)) {
        None => Ok(plan),
        Some(wrong) => {
            let problem = Problem::new(format!("'{wrong}' is not a mail address")).in_path("email");
            let mark = document.place_of(&problem);
            Err(refused(Problem { mark, ..problem }.advice("write name@example.org")))
        }
    }
}

/// A failure of a plan with its file, and with the place of what is wrong.
pub fn located(path: &Path, failure: Failure) -> Failure {
    let Ok(bytes) = files::read(path, files::MAX_BYTES) else { return failure };
    let Ok(document) = read(&path.shown(), &bytes, Form::Draft) else { return failure };
    let text = String::from_utf8_lossy(&bytes).into_owned();
    let place = |one: Diagnostic| match &one.problem.path {
        Some(_) if one.file.is_none() => {
            let mark = document
                .place_of(&one.problem)
                .or_else(|| document.nearest_mark(one.problem.path.as_deref().unwrap_or_default()));
            Diagnostic {
                problem: Problem { mark, ..one.problem },
                file: Some(path.to_owned()),
                text: Some(text.clone()),
            }
        }
        _ => one,
    };
    match failure {
        Failure::Negative(all) => Failure::Negative(all.into_iter().map(place).collect()),
        Failure::Cannot(all) => Failure::Cannot(all.into_iter().map(place).collect()),
    }
}

impl Plan {
    /// The content of the announcement, without the director's key and the draw of lots.
    ///
    /// # Errors
    /// This build has no such game, or the game has no such scenario or option.
    pub fn announcement(&self) -> Result<Map<String, Value>, Failure> {
        let holiday = |(n, holiday): (usize, &Holiday)| holiday.as_times(&format!("holidays[{n}]"));
        let holidays: Vec<Away> = self.holidays.iter().enumerate().map(holiday).collect::<Result<_, _>>()?;
        let pinned = |(n, game): (usize, &PlannedGame)| game.pinned(&format!("games[{n}]"), &holidays);
        let games: Vec<GamePlan> = self.games.iter().enumerate().map(pinned).collect::<Result<_, _>>()?;
        let mut fields = Map::new();
        let mut put = |key: &str, value: Value| drop(fields.insert(key.to_owned(), value));
        put("title", json!(self.title));
        put("date", json!(wall_clock::now()));
        if !self.deputies.is_empty() {
            put("deputies", json!(self.deputies));
        }
        put("seeding", json!(self.seeding.unwrap_or(Seeding::Lot)));
        put("games", json!(games));
        put("stages", json!(self.stages));
        put("scoring", json!(self.scoring.clone().unwrap_or_default()));
        put("tie_breaks", json!(self.tie_breaks.clone().unwrap_or_else(|| usual_tie_breaks(&self.stages))));
        put("unplayed", json!(self.unplayed.unwrap_or_default()));
        if let Some(limit) = &self.limit {
            put("limit", json!(limit));
        }
        if let Some(byes) = &self.byes {
            put("byes", json!(byes));
        }
        if let Some(most) = self.most_players {
            put("most_players", json!(most));
        }
        if let Some(teams) = &self.teams {
            put("teams", json!(teams));
        }
        if let Some(rules) = &self.rules {
            put("rules", json!(rules));
        }
        Ok(fields)
    }
}

impl PlannedGame {
    /// The game, pinned to the revision and data of this program.
    fn pinned(&self, at: &str, holidays: &[Away]) -> Result<GamePlan, Failure> {
        let known = *folder::games()
            .find(self.game.as_str())
            .map_err(|problem| Failure::cannot(problem.in_path(format!("{at}.game"))))?;
        let packs = known.shipped();
        let made = folder::games().game(known.id, known.revision, &packs).map_err(Failure::cannot)?;
        let scenario = match &self.scenario {
            Some(scenario) => scenario.clone(),
            None => seat::id("scenario", known.scenario.0)?,
        };
        made.setup(&scenario, &self.options).map_err(|problem| {
            let path = problem.path.clone().unwrap_or_else(|| "scenario".to_owned());
            Failure::cannot(problem.in_path(format!("{at}.{path}")))
        })?;
        let pin = |(name, pack): (&String, &crate::document::PackFiles)| {
            Ok(PackPin { name: seat::id("pack", name)?, sha256: pack.digest() })
        };
        let mut pace = self.pace.clone().unwrap_or(Pace { days: 7, ..Pace::default() }).capped();
        if !holidays.is_empty() {
            pace.holidays.get_or_insert_default().extend_from_slice(holidays);
        }
        if let Some(problem) = check_holidays(pace.holidays.as_deref().unwrap_or_default()) {
            return Err(Failure::cannot(problem.under(at)));
        }
        Ok(GamePlan {
            id: self.id.clone(),
            ruleset: RulesetPin { id: seat::id("game", known.id)?, revision: known.revision },
            packs: packs.iter().map(pin).collect::<Result<_, Failure>>()?,
            scenario,
            options: self.options.clone(),
            trust: self.trust.unwrap_or(TrustMode::HeadToHead),
            pace,
            sides: made.sides(),
        })
    }
}

/// An example plan to start from: the most common settings, and the rest as comments.
pub const EXAMPLE: &str = "\
# The plan of a tournament. Change what you like, then announce it:
#   adjutant tournament new FOLDER --plan FILE
title: Spring tournament
director: Dora Diaz
# Where players send what they sign (`adjutant tournament send`):
# email: dora@example.org
# Deputies judge the games that the director plays in; by id, name and key (`adjutant keygen` shows it):
# deputies:
#   - {id: dan, name: Dan Dorn, key: \"0000000000000000000000000000000000000000000000000000000000000000\"}

# What is played: games, with their scenarios and options, as in `match new`.
games:
  - {id: crossroads, game: crossroads}
  - {id: bull_run, game: dixie, scenario: first_bull_run, trust: refereed, pace: {days: 5, bank: 20}}

# The stages, one after the other. Other formats: {round_robin: {cycles: 2}}, {pools: {size: 4, cycles: 2}},
# {knockout: {players: 8}}; {swiss: {rounds: 9, acceleration: baku}} for a large field. With `legs: 2` a board plays two games, the second with exchanged sides.
stages:
  - {format: {swiss: {rounds: 5}}, games: [crossroads, bull_run]}

# Seeding: rating (highest first), or lot.
seeding: lot
# Without tie_breaks, the usual ones for the first format apply; here they are
# tie_breaks: [buchholz_cut_1, buchholz, direct_encounter, wins, margin]
# scoring: {win: 2, draw: 1, loss: 0, forfeit_win: 2, forfeit_loss: 0, full_bye: 2, half_bye: 1, zero_bye: 0, per_point: 2}

# The days for the games of a round, and what happens to an unfinished game then: adjudicate, draw or double_forfeit.
limit: {days: 90, unfinished: adjudicate}
# The half-point byes that a player gets on request: at most one, and none in the last round. Without `byes` you decide on each.
byes: {most: 1, except_last: 1}
# Room for so many players; later entries wait until somebody leaves:
# most_players: 16
# Teams with standings of their own: how many members count, and whether members of one team do not meet in a Swiss:
# teams: {counted: 2, apart: true}
# Days on which no clock runs, in UTC:
# holidays:
#   - {from: \"2026-12-24\", to: \"2027-01-01\"}
rules: An unfinished game is won by the side that is ahead in victory points; if they are level, it is a draw.
";
