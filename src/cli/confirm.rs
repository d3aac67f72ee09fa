//! A question to the user at a terminal before something irrevocable is signed.

use std::io::{self, BufRead, IsTerminal, Write};

use super::check::warning_words;
use super::open_match::Match;
use super::prompts::signed_turn;
use super::turn_draft::Draft;
use super::{CommandResult, Failure, Format, progress};
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
        if is_confirmed(&shown.concat(), "Sign it anyway?") {
            return Ok(());
        }
        let problem = Problem::new("nothing was signed, and nothing has changed");
        Err(Failure::no(problem.advice("change the draft, or sign it as it is with --yes")))
    }
}

/// Whether there is a user who can see a question and answer it.
pub fn is_interactive(format: Format) -> bool {
    format == Format::Text && io::stdin().is_terminal() && io::stderr().is_terminal()
}

/// Shows something to the user at the terminal and asks a question; anything but yes counts as no.
pub fn is_confirmed(shown: &str, question: &str) -> bool {
    let ask = || -> io::Result<bool> {
        let mut err = io::stderr().lock();
        write!(err, "{shown}{question} [y/N] ")?;
        err.flush()?;
        let mut answer = String::new();
        io::stdin().lock().read_line(&mut answer)?;
        Ok(matches!(answer.trim().to_lowercase().as_str(), "y" | "yes"))
    };
    progress::suspend(ask).unwrap_or(false)
}
