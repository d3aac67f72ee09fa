//! The charters of a round: one for each game, which names its players' sides and keys and waits for them to join.

use std::path::PathBuf;

use tournament::state::{GameKey, TournamentState};

use super::folder::TournamentFolder;
use super::result::match_folder;
use super::seats::of_leg;
use crate::chain::charter::{self, NewMatch};
use crate::cli::{Failure, files, wall_clock};
use crate::document::kinds::TournamentGame;
use crate::document::write as as_text;

/// Writes those charters of a round that do not exist yet.
///
/// # Errors
/// A charter cannot be written.
pub fn write(folder: &TournamentFolder, season: &TournamentState<'_>, round: u32) -> Result<Vec<PathBuf>, Failure> {
    let mut written = Vec::new();
    for key in season.games().into_iter().filter(|key| key.0 == round) {
        let path = match_folder(folder, key).join("charter.yaml");
        let Some(new) = new_match(season, key).filter(|_| !path.exists()) else { continue };
        files::write(&path, as_text(&charter::draft(&new)).as_bytes())
            .map_err(|problem| Failure::cannot_in(&path, problem))?;
        written.push(path);
    }
    Ok(written)
}

/// The charter of a game before anybody joins.
pub fn new_match(season: &TournamentState<'_>, key: GameKey) -> Option<NewMatch> {
    let (round, board, leg) = key;
    let plan = season.game_of(season.round(round)?)?;
    let [first, second] = season.players_of(key).ok()?;
    let name = |id| season.player(id).map_or_else(|| id.to_string(), |player| player.name.clone());
    let of_leg = of_leg(leg);
    Some(NewMatch {
        title: format!(
            "{}, round {round}, board {board}{of_leg}: {} – {}",
            season.tournament.title,
            name(&first),
            name(&second)
        ),
        date: wall_clock::now(),
        ruleset: plan.ruleset.clone(),
        packs: plan.packs.clone(),
        scenario: plan.scenario.clone(),
        options: plan.options.clone(),
        trust: plan.trust,
        pace: plan.pace.clone(),
        continues: None,
        from: None,
        event: Some(TournamentGame { tournament: season.id, round, board, leg }),
    })
}
