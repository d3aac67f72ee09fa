//! What a match folder proves about a game of a tournament: that it verifies, that it is this game, and how it
//! ended (protocol 12.3).

use std::path::Path;

use tournament::state::{GameKey, TournamentState};

use crate::chain::Chain;
use crate::chain::adjudicate::Adjudication;
use crate::chain::verify::{NoticeKind, Verification};
use crate::cli::folder::Folder;
use crate::cli::outcome_words::outcome_words;
use crate::cli::verify::failure_problem;
use crate::cli::{Failure, earlier_matches};
use crate::document::{Bytes32, Charter, Id, Problem, Value};
use crate::session::Game;

/// A verified match.
pub struct MatchEvidence {
    pub match_id: Bytes32,
    pub charter: Charter,
    /// The newest state; the fields after it say how the match ended, if it is over.
    pub state: Option<Bytes32>,
    pub step: u64,
    pub is_over: bool,
    /// The seat that plays the winning side in the final position.
    pub winner: Option<Id>,
    /// The winner's lead in the game's own points, if the outcome has points.
    pub margin: u32,
    /// How the match ended, in words.
    pub words: String,
    /// Rulings in the match: each rests on the adjudicator's word.
    pub rulings: Vec<String>,
    /// What fails.
    pub failures: Vec<(String, Problem)>,
}

impl MatchEvidence {
    /// Verifies a match completely.
    ///
    /// # Errors
    /// The folder holds no match that can be read.
    pub fn of(path: &Path) -> Result<MatchEvidence, Failure> {
        let folder = Folder::read(path)?;
        let charter = folder.charter()?;
        let (before, lacking) = earlier_matches::all(&folder)?;
        let verdicts = folder.verify_with(&before);
        let failed = |one: &Verification| {
            let failures = one.failures.iter().map(|failure| (failure.file.to_string(), failure_problem(failure)));
            let unchecked = one.unchecked.iter().map(|(_, why)| (charter.file.clone(), Problem::new(why.clone())));
            failures.chain(unchecked).collect::<Vec<_>>()
        };
        let mut failures: Vec<(String, Problem)> = verdicts.iter().flat_map(failed).collect();
        if let Some(id) = lacking {
            failures
                .push((charter.file.clone(), Problem::new(format!("the match {id}, which it continues, is missing"))));
        }
        let rulings = verdicts.iter().flat_map(|one| &one.notices).filter(|notice| notice.kind == NoticeKind::Ruling);
        let rulings = rulings.map(|notice| format!("step {}: {}", notice.step, notice.text)).collect();
        let chain = folder.chain()?;
        let mut evidence = MatchEvidence::from_chain(&chain, &*folder.game()?);
        (evidence.rulings, evidence.failures) = (rulings, failures);
        Ok(evidence)
    }

    /// What a match claims, without verification: failures in it are not known.
    pub fn from_chain(chain: &Chain<'_>, game: &dyn Game) -> MatchEvidence {
        let newest = chain.newest().map(|newest| newest.state);
        let outcome = newest.and_then(|state| state.typed.outcome.clone());
        let (winner, margin) = match &outcome {
            Some(outcome) => (winning_seat(chain, game, outcome), lead(outcome)),
            None => (None, 0),
        };
        MatchEvidence {
            match_id: chain.match_id,
            charter: chain.charter.typed.clone(),
            state: newest.map(|state| state.digest),
            step: newest.map_or(0, |state| state.typed.step),
            is_over: outcome.is_some(),
            winner,
            margin,
            words: outcome.map(|outcome| outcome_words(chain, game, &outcome)).unwrap_or_default(),
            rulings: Vec::new(),
            failures: Vec::new(),
        }
    }

    /// The game of this tournament that the charter names.
    pub fn game(&self, season: &TournamentState<'_>) -> Option<GameKey> {
        let event = self.charter.event.as_ref().filter(|event| event.tournament == season.id)?;
        Some((event.round, event.board, event.leg))
    }

    /// The winning player, identified by his key.
    pub fn winning_player(&self, season: &TournamentState<'_>) -> Option<Id> {
        let winner = self.winner.as_ref()?;
        let entry = self.charter.seats.iter().find(|entry| entry.seat == *winner)?;
        season.players.iter().find(|player| player.keys.contains(&entry.key)).map(|player| player.id.clone())
    }

    /// Reasons why the match is not this game: another event, other terms, other players or sides.
    pub fn unfit(&self, season: &TournamentState<'_>, key: GameKey) -> Vec<Problem> {
        super::seats::unfit(&self.charter, season, key, true)
    }
}

/// The seat that plays the winning side in the final position.
fn winning_seat(chain: &Chain<'_>, game: &dyn Game, outcome: &Value) -> Option<Id> {
    let side: Id = outcome.get("winner")?.as_str()?.parse().ok()?;
    let table = Adjudication::newest(chain, game).ok()?.table;
    chain.seats.seat_of(&*table, &side).cloned()
}

/// The winner's lead, if the outcome gives points to both sides.
fn lead(outcome: &Value) -> u32 {
    let points = |side: &str| outcome.get("points")?.get(side)?.as_i64();
    let winner = outcome.get("winner").and_then(Value::as_str).unwrap_or_default();
    let all = outcome.get("points").and_then(Value::as_object);
    let best_other =
        all.into_iter().flat_map(|all| all.keys()).filter(|side| *side != winner).filter_map(|side| points(side));
    match (points(winner), best_other.max()) {
        (Some(own), Some(other)) => u32::try_from(own - other).unwrap_or(0),
        _ => 0,
    }
}
