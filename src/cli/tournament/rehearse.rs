//! `tournament rehearse`: let the sensible player play the games of a tournament, to try out running one.

use std::path::{Path, PathBuf};

use serde_json::json;
use tournament::state::{GameKey, TournamentState};

use super::charters::new_match;
use super::folder::{TournamentFolder, TournamentOption};
use super::issue_document::{Official, Signer};
use super::result::{game_named, match_folder};
use crate::chain::DocumentArena;
use crate::chain::seats::ADJUDICATOR;
use crate::cli::folder::Folder;
use crate::cli::game_choice::ChosenGame;
use crate::cli::local_match::{LocalMatch, MatchTerms, Player, SeatPlayer, id};
use crate::cli::ordered_parallel::parallel_in_order;
use crate::cli::paths::Shown;
use crate::cli::progress::Progress;
use crate::cli::{CommandResult, Failure, Format, folder, home, out};
use crate::document::kinds::TrustMode;
use crate::document::{Id, Problem};
use crate::trust::{Vault, seeds};

/// Try out a tournament: play the games that nobody has begun, with the sensible player on both sides. All players'
/// secrets must be on this machine.
#[derive(Debug, clap::Args)]
pub struct Args {
    /// A folder that contains each player's secrets folder, named by his id.
    #[arg(long, value_name = "DIR")]
    secrets: PathBuf,
    /// Play only this game: ROUND/BOARD, or ROUND/BOARD/GAME. May be given several times.
    #[arg(long, value_name = "GAME")]
    game: Vec<String>,
    /// Leave this game out. May be given several times.
    #[arg(long, value_name = "GAME")]
    except: Vec<String>,
    /// Also play on in games that are not over, if the secrets of all their seats are on this machine.
    #[arg(long = "continue")]
    plays_on: bool,
    /// Stop each match after this many steps.
    #[arg(long, value_name = "STEPS")]
    steps: Option<u64>,
    #[command(flatten)]
    place: TournamentOption,
    #[command(flatten)]
    signer: Signer,
}

pub fn run(args: Args, format: Format) -> CommandResult {
    let folder = TournamentFolder::read(&args.place.clone().find()?)?;
    let chain = folder.chain()?;
    let season = folder.season(&chain)?;
    let official = args.signer.official(&chain)?;
    let games = |names: &[String]| names.iter().map(|name| game_named(name)).collect::<Result<Vec<GameKey>, _>>();
    let (wanted, except) = (games(&args.game)?, games(&args.except)?);
    if let Some(key) = wanted.iter().find(|key| !season.open_games().contains(key)) {
        let game = super::seats::game_words(*key);
        let problem = Problem::new(format!("{game} is not a game without a result"));
        return Err(Failure::cannot(problem.advice(format!("`{}` lists them", folder.hint("status")))));
    }
    let open = season.open_games().into_iter();
    let open: Vec<GameKey> = open
        .filter(|key| (wanted.is_empty() || wanted.contains(key)) && !except.contains(key))
        .filter(|key| args.plays_on || !has_begun(&folder, *key))
        .collect();
    for key in open.iter().filter(|key| !has_begun(&folder, **key)) {
        nobody_has_joined(&match_folder(&folder, *key))?;
    }
    let progress = Progress::open("playing");
    // The matches are independent; if one fails, the others continue.
    let played = |n: usize| Ok(play(&args, &folder, &season, &official, open[n], &progress));
    let mut failed = None;
    parallel_in_order(open.len(), &played, |played| failed = failed.take().or(played.err()))?;
    drop(progress);
    if let Some(failure) = failed {
        return Err(failure);
    }
    let next = folder.hint("result");
    let words = || match open.is_empty() {
        true => format!("Every game has already begun.\nNext:\n  {next}\n"),
        false => format!("{} played.\nNext:\n  {next}\n", out::counted(open.len(), "game")),
    };
    out::answer(format, words, || json!({"played": open.len(), "next": next}))
}

fn has_begun(folder: &TournamentFolder, key: GameKey) -> bool {
    match_folder(folder, key).join("states").is_dir()
}

/// Checks that nobody has joined a charter yet: players who have joined play their match themselves.
fn nobody_has_joined(place: &Path) -> CommandResult {
    if !place.join("charter.yaml").is_file() {
        return Ok(());
    }
    match Folder::read_cached(place)?.charter()?.typed.seats.is_empty() {
        true => Ok(()),
        false => {
            let problem = Problem::new("somebody has joined this match");
            Err(Failure::no_in(place, problem.advice("leave it out with --except, and let its players play it")))
        }
    }
}

/// Plays one game.
fn play(
    args: &Args,
    folder: &TournamentFolder,
    season: &TournamentState<'_>,
    official: &Official,
    key: GameKey,
    progress: &Progress,
) -> CommandResult {
    let path = match_folder(folder, key);
    let unknown = || Failure::no(Problem::new("this game is not paired"));
    let charter = new_match(season, key).ok_or_else(unknown)?;
    let plan = season.round(key.0).and_then(|round| season.game_of(round)).ok_or_else(unknown)?;
    let known = *folder::games().find(plan.ruleset.id.as_str()).map_err(Failure::cannot)?;
    let packs = known.shipped();
    let game = folder::games().game(known.id, known.revision, &packs).map_err(Failure::cannot)?;
    let played = ChosenGame { known, game, packs, scenario: plan.scenario.clone(), options: plan.options.clone() };
    let [first, second] = season.players_of(key).map_err(Failure::no)?;
    let players = if key.2.is_multiple_of(2) { [second, first] } else { [first, second] };
    let mut cast = Vec::new();
    for (side, player) in plan.sides.iter().zip(&players) {
        cast.push(seat_of(season, &args.secrets, player, side)?);
    }
    if plan.trust == TrustMode::Refereed {
        let vault = home::vault()?;
        let key = vault.name_of(&official.key.public()).map_err(Failure::cannot)?.unwrap_or_default();
        cast.push(SeatPlayer { seat: id(ADJUDICATOR)?, side: None, name: official.id.to_string(), vault, key });
    }
    if has_begun(folder, key) {
        let mut vaults: Vec<Vault> = cast.into_iter().map(|one| one.vault).collect();
        vaults.extend(home::existing_vault());
        let party = LocalMatch::resume_among(Folder::read(&path)?, &vaults)?.ok_or_else(|| {
            let problem = Problem::new("the secrets of a seat of this match are not on this machine");
            Failure::no_in(&path, problem.advice("leave it out with --except, and let its players play it"))
        })?;
        return play_on(args, &party, key, progress);
    }
    let terms = MatchTerms { charter, played: &played, length: seeds::DEFAULT_LENGTH, open: false };
    let party = LocalMatch::begin(&path, &terms, cast, false)?;
    play_on(args, &party, key, progress)
}

/// Plays a game from where it stands.
fn play_on(args: &Args, party: &LocalMatch, key: GameKey, progress: &Progress) -> CommandResult {
    let shelf = DocumentArena::default();
    let mut course = party.course(&shelf)?;
    if course.found.chain.newest().is_none() {
        course.answer(None)?;
    }
    // Each game has a sensible player with its own seed, so that the games of a pairing differ.
    let mut player = Player::Sensible(u64::from(key.0) * 1_000 + u64::from(key.1) * 10 + u64::from(key.2));
    while args.steps.is_none_or(|steps| course.found.step() < steps) {
        progress.step();
        if !course.exchange(&mut player)? {
            break;
        }
    }
    course.disclose()
}

/// A player's seat, with the key from his entry.
fn seat_of(season: &TournamentState<'_>, secrets: &Path, player: &Id, side: &Id) -> Result<SeatPlayer, Failure> {
    let entered = season.player(player);
    let vault = Vault::open(secrets.join(player.as_str())).map_err(Failure::cannot)?;
    let key = entered.and_then(|entered| vault.name_of(entered.keys.last()?).ok()?);
    let key = key.ok_or_else(|| {
        let problem = Problem::new(format!("the key of {player} is not in {}", vault.dir().shown()));
        Failure::cannot(problem.advice("with --secrets, name the folder that contains the players' secrets folders"))
    })?;
    let name = entered.map_or_else(|| player.to_string(), |entered| entered.name.clone());
    Ok(SeatPlayer { seat: side.clone(), side: Some(side.clone()), name, vault, key })
}
