//! A practice match that begins at a position of another match.

use serde_json::json;

use crate::chain::DocumentArena;
use crate::cli::from_position::OpenPosition;
use crate::cli::game_choice::ChosenGame;
use crate::cli::local_match::LocalMatch;
use crate::cli::open_match::Match;
use crate::cli::{CommandResult, Failure};
use crate::document::kinds::Ruling;
use crate::document::{Id, Value, harmless};

/// The position of a match that verifies.
pub struct PracticePosition {
    position: Value,
    /// The secret choices in progress that are not open yet: of which side, and what was chosen.
    choices: Vec<(Id, Id, Value)>,
    /// Which position it is, in words.
    origin: String,
    /// The same, short enough for a title.
    pub called: String,
}

/// What is played from a position, and how it begins. Secret choices that were not opened yet are those that the players
/// revealed later.
///
/// # Errors
/// One of them was never revealed, and the program can make none.
pub fn read(given: OpenPosition<'_>) -> Result<(ChosenGame, PracticePosition), Failure> {
    let OpenPosition { found, step, table, .. } = &given;
    let (chain, step) = (&found.chain, *step);
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
                return Err(given.barred("a secret choice was never revealed", "name another step with --step"));
            };
            choices.push((id.clone(), side, choice));
        }
    }
    let first = PracticePosition {
        position: given.state["position"].clone(),
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

impl PracticePosition {
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
