//! AREA ratings that carry over from one tournament to the next: worked out from the signed results of the earlier ones.

use std::collections::BTreeMap;
use std::path::PathBuf;

use tournament::crosstable::area_rating::{self, PlayerRating};
use tournament::state::{Player, TournamentState};

use super::folder::{TournamentFolder, TournamentOption};
use crate::cli::Failure;
use crate::cli::paths::Shown;
use crate::document::{Bytes32, Problem};

/// The ratings with which earlier tournaments have ended, by the keys of their players.
#[derive(Debug, Default)]
pub struct CarriedRatings {
    by_key: BTreeMap<Bytes32, u32>,
}

/// The ratings of a tournament's players after its games: each starts with his rating on the roster, or 5000.
pub fn after(season: &TournamentState<'_>) -> Vec<PlayerRating> {
    let rated = season.players.iter().filter_map(|player| Some((player, player.rating?)));
    let before: Vec<PlayerRating> = rated
        .map(|(player, rating)| PlayerRating { player: player.id.to_string(), rating: i64::from(rating), games: 0 })
        .collect();
    area_rating::rate(&before, &season.rated_games())
}

impl CarriedRatings {
    /// Reads them from the folders of tournaments, the earliest first; of two tournaments the later one counts.
    ///
    /// # Errors
    /// A folder has no tournament, its documents do not verify, or it is not over.
    pub fn read(folders: &[PathBuf]) -> Result<CarriedRatings, Failure> {
        let mut carried = CarriedRatings::default();
        for path in folders {
            let folder = TournamentFolder::read(&TournamentOption::at(Some(path.clone())).find()?)?;
            let chain = folder.chain()?;
            let season = folder.complete_season(&chain)?;
            if !season.is_over() {
                let problem = Problem::new("this tournament is not over, so its ratings may still change");
                return Err(Failure::no_in(
                    path,
                    problem.advice("carry its ratings over when every game has a result"),
                ));
            }
            for rated in after(&season) {
                let player = season.players.iter().find(|player| player.id.as_str() == rated.player);
                let rating = u32::try_from(rated.rating.max(0)).unwrap_or(u32::MAX);
                let keys = player.into_iter().flat_map(|player| &player.keys);
                carried.by_key.extend(keys.map(|key| (*key, rating)));
            }
        }
        Ok(carried)
    }

    /// The rating of whoever has this key.
    pub fn of(&self, key: &Bytes32) -> Option<u32> {
        self.by_key.get(key).copied()
    }

    /// What is wrong with the ratings on a tournament's rosters, if they are these.
    pub fn differences(&self, season: &TournamentState<'_>, folders: &[PathBuf]) -> Vec<Problem> {
        let names: Vec<String> = folders.iter().map(|folder| folder.shown()).collect();
        let wrong = |player: &Player| {
            let carried = player.keys.iter().find_map(|key| self.of(key));
            (player.rating != carried).then(|| {
                let said = |rating: Option<u32>| rating.map_or("no rating".to_owned(), |rating| rating.to_string());
                let message = format!(
                    "'{}' has {} on the roster, and {} after {}",
                    player.id,
                    said(player.rating),
                    said(carried),
                    names.join(" and ")
                );
                Problem::new(message).rule("TN-7")
            })
        };
        season.players.iter().filter_map(wrong).collect()
    }
}
