//! Checks the consistency of an announcement (protocol 12.1).

use std::collections::BTreeSet;

use adjutant_core::chain::charter::check_holidays;
use adjutant_core::document::kinds::{Bytes32, Id};
use adjutant_core::document::{Problem, decode};
use adjutant_core::trust::keys::check_public;
use sha2::{Digest, Sha256};

use crate::crosstable::{Crosstable, Plan};
use crate::documents::{Stage, StageFormat, Tournament};

/// The maximum number of stages, games or deputies.
const MAX_ENTRIES: usize = 64;
/// The maximum number of rounds of a stage, and of points for a game.
const MAX_ROUNDS: u32 = 999;

/// The announcement's commitment to the seed that the first round reveals.
pub fn lots_commitment(seed: &Bytes32) -> Bytes32 {
    Bytes32(Sha256::new().chain_update(b"adjutant/1 lots\n").chain_update(seed.0).finalize().into())
}

/// Checks that the announcement contains everything it needs, once each.
///
/// # Errors
/// The first problem, with its path.
pub fn check_announcement(tournament: &Tournament) -> Result<(), Problem> {
    let refuse = |path: String, message: String| Err(Problem::new(message).in_path(path).rule("protocol 12.1"));
    if !decode::is_time(&tournament.date) {
        return refuse("date".to_owned(), "this is not a time in UTC, such as 2026-11-20T17:00:00Z".to_owned());
    }
    let deputies = tournament.deputies.as_deref().unwrap_or_default();
    let mut ids = BTreeSet::new();
    for (n, official) in std::iter::once(&tournament.director).chain(deputies).enumerate() {
        let path = if n == 0 { "director".to_owned() } else { format!("deputies[{}]", n - 1) };
        check_public(&official.key).map_err(|problem| problem.in_path(format!("{path}.key")))?;
        if (official.id.as_str() == "director") != (n == 0) {
            return refuse(
                format!("{path}.id"),
                "the id `director` belongs to the director, and no deputy can have it".to_owned(),
            );
        }
        if !ids.insert(&official.id) {
            return refuse(format!("{path}.id"), format!("two officials have the id '{}'", official.id));
        }
    }
    let mut games = BTreeSet::new();
    for (n, game) in tournament.games.iter().enumerate() {
        if !games.insert(&game.id) {
            return refuse(format!("games[{n}].id"), format!("two games have the id '{}'", game.id));
        }
        if game.sides[0] == game.sides[1] {
            return refuse(format!("games[{n}].sides"), "a game must have two sides".to_owned());
        }
        if let Some(problem) = check_holidays(game.pace.holidays.as_deref().unwrap_or_default()) {
            return Err(problem.under(&format!("games[{n}]")));
        }
    }
    if tournament.stages.is_empty() {
        return refuse("stages".to_owned(), "a tournament must have at least one stage".to_owned());
    }
    if [deputies.len(), tournament.games.len(), tournament.stages.len()].iter().any(|count| *count > MAX_ENTRIES) {
        return refuse(String::new(), format!("a tournament has at most {MAX_ENTRIES} deputies, games and stages"));
    }
    for (n, stage) in tournament.stages.iter().enumerate() {
        let path = format!("stages[{n}]");
        if stage.games.is_empty() {
            return refuse(format!("{path}.games"), "a stage must name the games of its rounds".to_owned());
        }
        if let Some(unknown) = stage.games.iter().find(|game| !games.contains(game)) {
            return refuse(format!("{path}.games"), unknown_game(unknown));
        }
        if stage.legs.is_some_and(|legs| !(1..=2).contains(&legs)) {
            return refuse(format!("{path}.legs"), "a board must have one game or two".to_owned());
        }
        let sound = match stage.format {
            StageFormat::Swiss { rounds, .. } => (1..=MAX_ROUNDS).contains(&rounds),
            StageFormat::RoundRobin { cycles } => (1..=2).contains(&cycles),
            StageFormat::Pools { size, cycles } => size >= 2 && (1..=2).contains(&cycles),
            StageFormat::Knockout { players } => players.is_none_or(|players| players >= 2),
        };
        if !sound {
            let message = "a stage must have at least one round, one or two cycles, and at least two players in a pool or knock-out";
            return refuse(format!("{path}.format"), message.to_owned());
        }
        if n > 0 && matches!(stage.format, StageFormat::Swiss { acceleration: Some(_), .. }) {
            let message = "only the first stage can be accelerated: later its points have sorted the players";
            return refuse(format!("{path}.format.swiss.acceleration"), message.to_owned());
        }
    }
    if tournament.most_players.is_some_and(|most| most < 2) {
        return refuse("most_players".to_owned(), "a tournament must have room for two players".to_owned());
    }
    if tournament.teams.is_some_and(|teams| teams.counted == Some(0)) {
        return refuse("teams.counted".to_owned(), "at least one member of each team must count".to_owned());
    }
    if tournament.byes.is_some_and(|byes| byes.most > MAX_ROUNDS || byes.except_last.unwrap_or(0) > MAX_ROUNDS) {
        return refuse("byes".to_owned(), format!("a player can have at most {MAX_ROUNDS} byes"));
    }
    let mut ties = BTreeSet::new();
    if let Some(n) = tournament.tie_breaks.iter().position(|tie| !ties.insert(*tie)) {
        return refuse(format!("tie_breaks[{n}]"), "this tie-break is listed twice".to_owned());
    }
    let scoring = &tournament.scoring;
    let sound = |number: &u32| *number <= MAX_ROUNDS;
    let per_point = scoring.per_point > 0 && sound(&scoring.per_point);
    if !scoring.worths().iter().all(sound) || scoring.win <= scoring.loss || !per_point {
        let message = format!("a win must be worth more than a loss, and nothing more than {MAX_ROUNDS} points");
        return refuse("scoring".to_owned(), message);
    }
    let swiss = |stage: &Stage| match stage.format {
        StageFormat::Swiss { rounds, .. } => rounds,
        _ => 1,
    };
    let rounds = tournament.stages.iter().map(swiss).sum();
    let plan = Plan { rounds, legs: 1, scoring: scoring.clone(), unplayed: tournament.unplayed };
    match Crosstable::new(plan, Vec::new(), Vec::new()) {
        Ok(_) => Ok(()),
        Err(problems) => {
            match problems.into_iter().find(|one| one.path.as_deref().is_some_and(|path| path.starts_with("plan"))) {
                Some(problem) => Err(problem.in_path("scoring").rule("protocol 12.1")),
                None => Ok(()),
            }
        }
    }
}

fn unknown_game(game: &Id) -> String {
    format!("the tournament has no game called '{game}'")
}
