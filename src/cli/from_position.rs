//! A position of another match, from which a match begins.

use std::path::{Path, PathBuf};

use super::Failure;
use super::folder::Folder;
use super::match_args::{find_at, is_packed};
use super::open_match::Match;
use super::paths::Shown;
use super::report::state_of;
use super::suggested_commands::shell_quoted;
use crate::chain::successor;
use crate::document::{Problem, Value};
use crate::session::Session;

/// Where a match begins, if not at the set-up.
#[derive(Debug, Default, clap::Args)]
pub struct FromArgs {
    /// Begin at a position of the match in this folder, with its game, scenario and options.
    #[arg(long, value_name = "FOLDER", conflicts_with_all = ["ruleset", "scenario", "options"])]
    from: Option<PathBuf>,
    /// The position after this step [default: the newest].
    #[arg(long, value_name = "N", requires = "from", value_parser = step_number, allow_negative_numbers = true)]
    step: Option<u64>,
}

/// A position of a match that verifies, at which somebody else can begin.
pub struct OpenPosition<'a> {
    pub found: &'a Match<'a>,
    pub step: u64,
    /// The state, as its document has it.
    pub state: Value,
    pub table: Box<dyn Session>,
}

impl FromArgs {
    /// What is made of the position that was asked for; `None` if none was.
    ///
    /// # Errors
    /// The match does not verify, has no such step, or cannot be played on from there by others.
    pub fn read<T>(self, make: impl FnOnce(OpenPosition<'_>) -> Result<T, Failure>) -> Result<Option<T>, Failure> {
        let Some(named) = self.from else { return Ok(None) };
        let place = if is_packed(&named) { named } else { find_at(&named)? };
        let folder = Folder::read(&place)?;
        let made = {
            let found = Match::open_verified(&folder).map_err(|failure| not_to_begin_at(failure, &place))?;
            OpenPosition::of(&found, self.step).and_then(make)
        };
        folder.close();
        made.map(Some)
    }
}

fn step_number(text: &str) -> Result<u64, String> {
    text.parse().map_err(|_| "a step is a whole number: 0 for the set-up, 1 for the first that was played".to_owned())
}

/// The same failure, about the match that was named instead of the new one.
fn not_to_begin_at(failure: Failure, place: &Path) -> Failure {
    let Failure::Negative(mut told) = failure else { return failure };
    told.retain(|one| one.file.is_some());
    let problem = Problem::new(format!("{} does not verify, so no match begins at a position of it", place.shown()));
    let named = shell_quoted(place);
    let advice = format!("name another match; what is wrong with this one says `adjutant verify --folder {named}`");
    told.push(problem.rule("protocol 3").advice(advice).into());
    Failure::Negative(told)
}

impl<'a> OpenPosition<'a> {
    fn of(found: &'a Match<'a>, step: Option<u64>) -> Result<Self, Failure> {
        let step = step.unwrap_or_else(|| found.step());
        let state = state_of(found, step)?;
        let table = found.game.load(&state["position"]).map_err(Failure::no)?;
        let position = OpenPosition { found, step, state, table };
        match successor::bars_beginning(&*position.table) {
            Some(problem) => Err(position.barred(&problem.message, problem.advice.as_deref().unwrap_or_default())),
            None => Ok(position),
        }
    }

    /// The refusal to begin here.
    pub fn barred(&self, why: &str, advice: &str) -> Failure {
        let problem = Problem::new(format!("nobody else can play on from step {}: {why}", self.step));
        Failure::no_in(&self.found.folder.path, problem.rule("protocol 3").advice(advice.to_owned()))
    }
}
