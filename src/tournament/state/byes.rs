//! Byes that players ask for (protocol 12.2 and 12.3).

use adjutant_core::document::Problem;
use adjutant_core::document::kinds::Id;

use super::apply::TournamentState;
use crate::crosstable::ByeKind;
use crate::documents::{ByeRequest, StageFormat};

/// A bye that a player has asked for in a round.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AskedBye {
    pub player: Id,
    /// Whether the announced rules grant it; otherwise the director decides.
    pub is_granted: bool,
    /// Why they do not grant it, as a clause.
    pub why_not: String,
}

impl TournamentState<'_> {
    /// Takes a player's request for a bye.
    pub(super) fn ask_for_bye(&mut self, request: &ByeRequest) -> Result<(), Problem> {
        let refuse = |message: String| Problem::new(message).in_path("round").rule("protocol 12.2");
        let (round, paired) = (request.round, self.rounds.len() as u32);
        if round <= paired {
            let problem = refuse(format!("round {round} is paired, so nobody can ask for a bye in it"));
            return Err(problem.advice("ask the director for more time for the game"));
        }
        let swiss = |stage: usize| matches!(self.tournament.stages[stage].format, StageFormat::Swiss { .. });
        match self.scheduled(round) {
            None => return Err(refuse(format!("the tournament has no round {round}"))),
            Some(scheduled) if !swiss(scheduled.stage) => {
                let problem = refuse(format!(
                    "players can ask for byes only in a Swiss stage, and round {round} is not part of one"
                ));
                return Err(problem.advice("ask the director for more time for the game"));
            }
            Some(_) => {}
        }
        if self.bye_requests.iter().any(|other| other.player == request.player && other.round == round) {
            return Err(refuse(format!("'{}' has already asked for a bye in round {round}", request.player)));
        }
        self.bye_requests.push(request.clone());
        Ok(())
    }

    /// The byes requested for the next round by players who may play in it.
    pub fn asked_byes(&self) -> Vec<AskedBye> {
        let next = self.rounds.len() as u32 + 1;
        let requests = self.bye_requests.iter().filter(|request| request.round == next);
        let here = requests.filter(|request| self.active().any(|player| player.id == request.player));
        let asked = here.map(|request| {
            let why_not = self.why_no_bye(&request.player, next);
            AskedBye {
                player: request.player.clone(),
                is_granted: why_not.is_none(),
                why_not: why_not.unwrap_or_default(),
            }
        });
        asked.collect()
    }

    /// Why the announced rules do not grant a bye.
    fn why_no_bye(&self, player: &Id, round: u32) -> Option<String> {
        let Some(rule) = self.tournament.byes else {
            return Some("the announcement does not say who gets one".to_owned());
        };
        let is_half = |bye: &&crate::documents::ByePlan| bye.player == *player && bye.kind == ByeKind::Half;
        let had = self.rounds.iter().flat_map(|round| &round.byes).filter(is_half).count() as u32;
        let last = (self.schedule().len() as u32).saturating_sub(rule.except_last.unwrap_or(0));
        match () {
            () if had >= rule.most => {
                Some(format!("each player may have {}, and this player has had {had}", rule.most))
            }
            () if round > last => Some(format!("there are no byes after round {last}")),
            () => None,
        }
    }
}
