//! The matches of a tournament on its site: for each, the replay, the reports of all steps, and their text for the
//! search.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use serde_json::Value;
use sha2::{Digest, Sha256};
use tournament::state::{GameKey, TournamentState};

use super::labels::{by_side, game_file, game_short, name, plain_name};
use super::match_cache::MatchCacheEntry;
use crate::chain::match_files::form_of;
use crate::cli::folder::Folder;
use crate::cli::open_match::Match;
use crate::cli::ordered_parallel::parallel_in_order;
use crate::cli::progress::Progress;
use crate::cli::read_folder::{FolderEntry, read_yaml_files};
use crate::cli::site::files::{PreviousSite, Site};
use crate::cli::site::match_pages;
use crate::cli::site::match_paths::MatchPaths;
use crate::cli::site::report::{self, Step};
use crate::cli::tournament::folder::TournamentFolder;
use crate::cli::tournament::match_evidence::MatchEvidence;
use crate::cli::tournament::result::match_folders;
use crate::cli::tournament::verify::differs;
use crate::cli::{CommandResult, Failure, files};
use crate::document::kinds::TournamentGame;
use crate::document::{Bytes32, read};

/// A match as the site shows it.
#[derive(Clone, Debug)]
pub struct PublishedMatch {
    pub facts: MatchCacheEntry,
    /// The text of each step's report.
    pub steps: Vec<Step>,
    /// The charter and the newest state, for the page that verifies the tournament.
    pub charter: Value,
    pub state: Option<Value>,
}

/// The paths of the pages of a game's match.
fn place_of(season: &TournamentState<'_>, key: GameKey) -> MatchPaths {
    let players = by_side(season, key).map(|players| players.map(|id| name(&plain_name(season, &id))));
    let players = players.map(|[first, second]| format!("{first} – {second}")).unwrap_or_default();
    MatchPaths { folder: "games", file: game_file(key), called: format!("game {}", game_short(key)), players }
}

/// A match that was processed.
struct Made {
    key: GameKey,
    shown: PublishedMatch,
    /// The pages that were made; `None` if the existing pages are still current.
    pages: Option<Vec<(String, String)>>,
}

/// Every match in the tournament's folder that has begun, with its pages made or kept.
///
/// # Errors
/// A system error while reading. A match that cannot be shown is left out, and named in the second list.
pub fn all(
    folder: &TournamentFolder,
    season: &TournamentState<'_>,
    site: &mut Site<MatchCacheEntry>,
) -> Result<(BTreeMap<GameKey, PublishedMatch>, Vec<String>), Failure> {
    let begun: Vec<PathBuf> = match_folders(folder)?.into_iter().filter(|path| path.join("states").is_dir()).collect();
    let progress = Progress::new("drawing matches", begun.len());
    let earlier = site.earlier();
    let look = |n: usize| {
        let made = one(&begun[n], season, &earlier);
        progress.step();
        Ok((&begun[n], made))
    };
    let (mut shown, mut left, mut stopped): (BTreeMap<GameKey, PublishedMatch>, Vec<String>, CommandResult) =
        (BTreeMap::new(), Vec::new(), Ok(()));
    parallel_in_order(begun.len(), &look, |(path, made)| {
        let called = path.file_name().unwrap_or_default().to_string_lossy();
        match made {
            Ok(Some(made)) if stopped.is_ok() => {
                // If there are two folders for one game, the one with the match that its result names counts.
                let named = season.results.get(&made.key).and_then(|recorded| recorded.result.match_id);
                if !shown.contains_key(&made.key) || named == Some(made.shown.facts.match_id) {
                    stopped = add(site, &game_file(made.key), &made);
                    shown.insert(made.key, made.shown);
                }
            }
            Ok(Some(_)) => {}
            Ok(None) => left.push(format!("{called}: its charter names no game of this tournament")),
            Err(Failure::Negative(diagnostics) | Failure::Cannot(diagnostics)) => {
                let why = diagnostics.first().map(|one| one.problem.message.clone()).unwrap_or_default();
                left.push(format!("{called}: {why}"));
            }
        }
    })?;
    drop(progress);
    stopped?;
    Ok((shown, left))
}

/// Adds the pages of a match to the site, or keeps them.
fn add(site: &mut Site<MatchCacheEntry>, game: &str, made: &Made) -> CommandResult {
    let facts = made.shown.facts.clone();
    match &made.pages {
        None => site.keep(game, facts),
        Some(pages) => {
            pages.iter().try_for_each(|(path, text)| site.add(path, text))?;
            site.note(game, facts);
        }
    }
    Ok(())
}

fn one(
    path: &Path,
    season: &TournamentState<'_>,
    earlier: &PreviousSite<MatchCacheEntry>,
) -> Result<Option<Made>, Failure> {
    let whole = |listed: &FolderEntry<'_>, _: &mut Vec<u8>| {
        let bytes = files::read(&listed.path, files::MAX_BYTES)?;
        Ok((bytes.len(), bytes))
    };
    let raw = read_yaml_files(path, true, whole, || ())?.0.seen;
    let content = |name: &str| {
        let (_, bytes) = raw.iter().find(|(other, _)| other == name)?;
        read(name, bytes, form_of(bytes)).ok().map(|document| document.content)
    };
    let Some(charter) = content("charter.yaml") else {
        return Folder::read_cached(path)?.charter().map(|_| None);
    };
    let event: Option<TournamentGame> = serde_json::from_value(charter["event"].clone()).ok();
    let event = event.filter(|event| event.tournament == season.id);
    let Some(key) = event.map(|event| (event.round, event.board, event.leg)) else { return Ok(None) };
    let Ok(players) = season.players_of(key) else { return Ok(None) };
    let mut hash = Sha256::new();
    let mut part = |bytes: &[u8]| {
        hash.update((bytes.len() as u64).to_be_bytes());
        hash.update(bytes);
    };
    part(env!("ADJUTANT_BUILD").as_bytes());
    part(&season.id.0);
    part(&season.results.get(&key).map(|recorded| recorded.digest.0).unwrap_or_default());
    for player in players.iter().filter_map(|id| season.player(id)) {
        part(player.id.as_str().as_bytes());
        player.keys.iter().for_each(|key| part(&key.0));
    }
    for (name, bytes) in &raw {
        part(name.as_bytes());
        part(bytes);
    }
    let digest = Bytes32(hash.finalize().into());
    let place = place_of(season, key);
    let unchanged = earlier.unchanged(&place.file, &digest).and_then(|facts| {
        let text = earlier.bytes(&place.text())?;
        Some((facts, report::steps_of(&text)?))
    });
    let (facts, steps, pages) = match unchanged {
        Some((facts, steps)) => (facts, steps, None),
        None => {
            let (facts, steps, pages) = drawn(path, season, key, &place, digest)?;
            (facts, steps, Some(pages))
        }
    };
    let state = facts.state_file.as_deref().and_then(content);
    Ok(Some(Made { key, shown: PublishedMatch { facts, steps, charter, state }, pages }))
}

type Drawn = (MatchCacheEntry, Vec<Step>, Vec<(String, String)>);

/// Makes the pages of a match.
fn drawn(
    path: &Path,
    season: &TournamentState<'_>,
    key: GameKey,
    place: &MatchPaths,
    digest: Bytes32,
) -> Result<Drawn, Failure> {
    let folder = Folder::read_cached(path)?;
    let drawn = {
        let found = Match::open_to_read(&folder)?;
        let evidence = MatchEvidence::from_chain(&found.chain, &*found.game);
        let match_pages::MatchPages { steps, files } = match_pages::drawn(&found, place)?;
        let newest = found.chain.newest().map(|newest| newest.state);
        let rulings = found.chain.line.iter().filter_map(|step| {
            let ruling = step.state.typed.ruling.as_ref()?;
            Some(format!("step {}: {}", step.state.typed.step, ruling.reason))
        });
        let mut doubts: Vec<String> = found.doubt.iter().map(|file| format!("{file} does not verify")).collect();
        doubts.extend(evidence.unfit(season, key).into_iter().map(|problem| problem.message));
        if let Some(recorded) = season.results.get(&key).filter(|one| one.result.match_id == Some(evidence.match_id)) {
            doubts.extend(differs(&evidence, season, recorded).map(|problem| problem.message));
        }
        let facts = MatchCacheEntry {
            key: digest,
            files: files.iter().map(|(path, _)| path.clone()).collect(),
            match_id: found.chain.match_id,
            step: evidence.step,
            state: evidence.state,
            state_file: newest.map(|state| state.file.to_string()),
            outcome: evidence.is_over.then(|| evidence.words.clone()),
            doubts,
            rulings: rulings.collect(),
        };
        (facts, steps, files)
    };
    folder.free();
    Ok(drawn)
}
