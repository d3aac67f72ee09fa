//! A practice match that begins at a position of another match.

use std::path::PathBuf;

use serde_json::json;

use crate::chain::DocumentArena;
use crate::cli::folder::Folder;
use crate::cli::game_choice::ChosenGame;
use crate::cli::local_match::LocalMatch;
use crate::cli::match_args::{find_at, is_packed};
use crate::cli::open_match::Match;
use crate::cli::report::state_of;
use crate::cli::{CommandResult, Failure};
use crate::document::kinds::Ruling;
use crate::document::{Id, Problem, Value, harmless};
use crate::engine::Proposal;

/// Where a practice match begins, if not at the set-up.
#[derive(Debug, Default, clap::Args)]
pub struct FromArgs {
    /// Begin at a position of the match in this folder, with its game, scenario and options. Secret choices that were not
    /// opened yet are those that the players revealed later.
    #[arg(long, value_name = "FOLDER", conflicts_with_all = ["ruleset", "scenario", "options"])]
    from: Option<PathBuf>,
    /// The position after this step [default: the newest].
    #[arg(long, value_name = "N", requires = "from")]
    step: Option<u64>,
}

/// The position of a match that verifies.
pub struct FirstPosition {
    position: Value,
    /// The secret choices in progress that are not open yet: of which side, and what was chosen.
    choices: Vec<(Id, Id, Value)>,
    /// Which position it is, in words.
    origin: String,
    /// The same, short enough for a title.
    pub called: String,
}

impl FromArgs {
    /// The position that was asked for, with what is played; `None` if none was.
    ///
    /// # Errors
    /// The match does not verify, has no such step, or cannot be played on from there by others.
    pub fn read(self) -> Result<Option<(ChosenGame, FirstPosition)>, Failure> {
        let Some(named) = self.from else { return Ok(None) };
        let place = if is_packed(&named) { named } else { find_at(&named)? };
        let folder = Folder::read(&place)?;
        let found = {
            let found = Match::open_verified(&folder)?;
            read(&found, self.step)
        };
        folder.close();
        found.map(Some)
    }
}

fn read(found: &Match<'_>, step: Option<u64>) -> Result<(ChosenGame, FirstPosition), Failure> {
    let chain = &found.chain;
    let step = step.unwrap_or_else(|| found.step());
    let state = state_of(found, step)?;
    let table = found.game.load(&state["position"]).map_err(Failure::no)?;
    let refuse = |why: &str, advice: &str| {
        let problem = Problem::new(format!("nobody else can play on from step {step}: {why}"));
        Err(Failure::no_in(&found.folder.path, problem.advice(advice.to_owned())))
    };
    if table.cards().is_some() {
        return refuse(
            "the players hold cards that only they know",
            "practice a battle of this game from its beginning",
        );
    }
    if table.outcome().is_some() {
        return refuse("the match is over", "name an earlier step with --step");
    }
    if matches!(table.proposal(), Some(Proposal::TakeBack { .. } | Proposal::Draw { .. })) {
        return refuse("a player waits for the answer to his proposal", "name the step before it with --step");
    }
    if table.exchanged() {
        return refuse("the players have exchanged their sides", "name a step before that with --step");
    }
    let title = harmless(&chain.charter.typed.title).into_owned();
    let mut origin =
        format!("This match begins at the position after step {step} of '{title}', match {}.", chain.match_id);
    let mut choices = Vec::new();
    for id in table.choices() {
        for side in found.game.sides().into_iter().filter(|side| table.commitment(side, &id).is_some()) {
            let revealed = revealed(found, step, &side, &id);
            origin += &match &revealed {
                Some(_) => format!(" The choice {id} of {side} is the one that was revealed later."),
                None => format!(" The choice {id} of {side} was never revealed, and the program has made one."),
            };
            let Some(choice) = revealed.or_else(|| table.choice_values(&side, &id).into_iter().next()) else {
                return refuse("a secret choice was never revealed", "name another step with --step");
            };
            choices.push((id.clone(), side, choice));
        }
    }
    let first = FirstPosition {
        position: state["position"].clone(),
        origin,
        choices,
        called: format!("step {step} of '{title}'"),
    };
    Ok((ChosenGame::of(found)?, first))
}

/// What a side chose in secret, as it revealed it after a step.
fn revealed(found: &Match<'_>, step: u64, side: &Id, choice: &Id) -> Option<Value> {
    let chain = &found.chain;
    let later = chain.line.iter().filter(|one| one.state.typed.step > step);
    let turns = later.flat_map(|one| &one.state.typed.turns).filter_map(|digest| chain.turns.get(digest));
    let own =
        turns.filter(|turn| chain.seats.entry(&turn.typed.seat).is_some_and(|entry| entry.side.as_ref() == Some(side)));
    let mut opened = own.flat_map(|turn| turn.typed.open.iter().flatten()).filter(|open| open.id == *choice);
    opened.next()?.choice.clone()
}

impl FirstPosition {
    /// Sets up a match that has just begun, and rules that its position is this one.
    ///
    /// # Errors
    /// A file cannot be written.
    pub fn rule(self, party: &LocalMatch) -> CommandResult {
        let shelf = DocumentArena::default();
        let mut course = party.course(&shelf)?;
        course.answer(None)?;
        // The seats commit to the choices anew, since a commitment holds in one match alone.
        let mut position = self.position;
        for (id, side, choice) in &self.choices {
            let digest = course.commit(side, id, choice)?;
            position["choices"][id.as_str()]["commitments"][side.as_str()] = json!(digest);
        }
        let ruling = Ruling {
            reason: self.origin,
            rule: None,
            default: None,
            outcome: None,
            position: Some(position),
            take_back: None,
        };
        course.rule(&ruling)
    }
}
