//! A question to the user at a terminal before something irrevocable is signed.

use super::check::warning_words;
use super::open_match::Match;
use super::prompts::signed_turn;
use super::question::ask;
pub use super::question::is_interactive;
use super::turn_draft::Draft;
use super::{CommandResult, Failure, Format};
use crate::chain::adjudicate::Adjudication;
use crate::document::Problem;
use crate::document::harmless;
use crate::document::kinds::SeatEntry;

/// Whether warnings are asked about.
#[derive(Clone, Copy, Debug, Default, clap::Args)]
pub struct ConfirmArgs {
    /// Sign a legal draft without asking, whatever its warnings.
    #[arg(long, short)]
    yes: bool,
}

impl ConfirmArgs {
    /// Shows the warnings about a legal draft and asks once whether to sign it anyway, if somebody sits at a terminal.
    /// Nothing is asked if there is no warning, with `--yes`, in a script, or if the step is signed already.
    ///
    /// # Errors
    /// The answer is not yes.
    pub fn ask_of(
        self,
        draft: &Draft,
        found: &Match<'_>,
        adjudication: &Adjudication<'_, '_>,
        seat: &SeatEntry,
        format: Format,
    ) -> CommandResult {
        if self.yes || !is_interactive(format) || signed_turn(found, seat).is_some() {
            return Ok(());
        }
        let warnings = draft.warnings(adjudication, seat);
        if warnings.is_empty() || !draft.problems(found, adjudication, seat).is_empty() {
            return Ok(());
        }
        let shown: Vec<String> =
            warnings.iter().map(|warning| format!("{}\n", harmless(&warning_words(warning)))).collect();
        let question = format!("{}Sign it anyway? [y/N] ", shown.concat());
        if ask(&question) {
            return Ok(());
        }
        let problem = Problem::new("nothing was signed, and nothing has changed");
        Err(Failure::no(problem.advice("change the draft, or sign it as it is with --yes")))
    }
}
