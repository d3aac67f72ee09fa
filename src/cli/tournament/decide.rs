//! `tournament decide`: decisions of the director or a deputy, with their reasons.

use serde_json::{Map, json};
use tournament::documents::{Effect, Kind};
use tournament::state::{TournamentState, effect_words};

use super::clashing_entries::waiting;
use super::enter::document_named;
use super::folder::{TournamentFolder, TournamentOption};
use super::issue_document::Signer;
use super::result::game_named;
use crate::cli::{CommandResult, Failure, Format, out, reason, seat, wall_clock};
use crate::document::Problem;

/// Sign a decision, with its reason: on an appeal, a player, a game, or anything else that the rules leave to you.
#[derive(Debug, clap::Args)]
pub struct Args {
    /// Why.
    #[arg(long, value_parser = reason::given)]
    reason: String,
    /// What the decision is about: a game, such as 3/12, or the number of a document of the chain.
    #[arg(long, value_name = "WHAT", conflicts_with = "appeal")]
    on: Option<String>,
    /// The player whose appeal the decision answers: the oldest of his appeals that still waits for one.
    #[arg(long, value_name = "PLAYER")]
    appeal: Option<String>,
    /// This player plays no further rounds.
    #[arg(long, value_name = "PLAYER", group = "effect")]
    withdraw: Option<String>,
    /// This player loses points, in the units of the scoring: if 2 units make one point, 1 is half a point.
    #[arg(long, value_name = "PLAYER=POINTS", group = "effect")]
    penalty: Option<String>,
    /// This player signs with another key from now on.
    #[arg(long, value_name = "PLAYER=KEY", group = "effect")]
    key: Option<String>,
    /// This game gets this many more days, holidays not counted.
    #[arg(long, value_name = "GAME=DAYS", group = "effect")]
    extend: Option<String>,
    /// The result of this game is to be replaced; then sign the new one with `tournament result --decision`.
    #[arg(long, value_name = "GAME", group = "effect")]
    replace: Option<String>,
    /// No two of these players meet in a round of a Swiss from now on: ann,bob.
    #[arg(long, value_name = "PLAYERS", value_delimiter = ',', group = "effect")]
    apart: Vec<String>,
    #[command(flatten)]
    place: TournamentOption,
    #[command(flatten)]
    signer: Signer,
}

pub fn run(args: Args, format: Format) -> CommandResult {
    let folder = TournamentFolder::read(&args.place.clone().find()?)?;
    let chain = folder.chain()?;
    let mut season = folder.season(&chain)?;
    let official = args.signer.official(&chain)?;
    official.restore_missing(&folder, &season)?;
    let mut fields = Map::new();
    if let Some(on) = &args.on {
        fields.insert("on".to_owned(), json!(document_named(&folder, &chain, on)?));
    }
    if let Some(player) = &args.appeal {
        let player = seat::id("player", player)?;
        let mut after = season.clone();
        for filed in waiting(&folder, &chain, &season) {
            after.try_take(filed).map_err(|problem| folder.refused(&filed.file, filed.place(problem)))?;
        }
        let mut open = after.appeals.iter().filter(|one| one.decided.is_none() && one.appeal.player == player);
        let appeal = open.next().ok_or_else(|| {
            let problem = Problem::new(format!("no appeal by {player} is waiting for a decision"));
            Failure::cannot(problem.advice("take in new mail with `adjutant tournament take MAIL`"))
        })?;
        fields.insert("on".to_owned(), json!(appeal.digest));
    }
    fields.insert("reason".to_owned(), json!(args.reason));
    if let Some(effect) = effect(&args, &season)? {
        fields.insert("effect".to_owned(), json!(effect));
    }
    let before = season.clone();
    let filed = official.issue(&folder, &chain, &mut season, Kind::Decision, &fields)?;
    let number = season.next - 1;
    let answers = args.appeal.as_ref().map(|player| format!("it answers the appeal by {player}"));
    let does = effect(&args, &before)?.map(|effect| effect_words(&effect, &chain.tournament.scoring));
    let does: Vec<String> = answers.into_iter().chain(does).collect();
    let does = if does.is_empty() { String::new() } else { format!(": {}", does.join("; ")) };
    let replaced = args.replace.as_ref();
    let next = replaced.map(|game| folder.hint(&format!("result --game {game} --decision {number}")));
    let words = || {
        let next = next.as_ref().map(|next| format!("Next:\n  {next} …\n")).unwrap_or_default();
        format!("The decision is signed as document {number}{does}.\n{next}")
    };
    out::answer(format, words, || json!({"number": number, "digest": filed.digest, "next": next}))
}

/// The effect of the decision.
fn effect(args: &Args, season: &TournamentState<'_>) -> Result<Option<Effect>, Failure> {
    let wrong = |text: &str, form: &str| {
        let problem = Problem::new(format!("'{text}' is incomplete"));
        Failure::cannot(problem.advice(format!("write it as {form}")))
    };
    let pair = |text: &str, form: &'static str| {
        text.split_once('=').map(|(left, right)| (left.to_owned(), right.to_owned())).ok_or_else(|| wrong(text, form))
    };
    if let Some(player) = &args.withdraw {
        return Ok(Some(Effect::Withdraw(seat::id("player", player)?)));
    }
    if let Some(text) = &args.penalty {
        let (player, points) = pair(text, "ann=1")?;
        let points = points.parse().map_err(|_| wrong(text, "ann=1"))?;
        return Ok(Some(Effect::Penalty { player: seat::id("player", &player)?, points }));
    }
    if let Some(text) = &args.key {
        let (player, key) = pair(text, "ann=KEY, with the 64 digits that `adjutant keygen` shows")?;
        let key = key.parse().map_err(|_| wrong(text, "ann=KEY, with the 64 digits that `adjutant keygen` shows"))?;
        return Ok(Some(Effect::Key { player: seat::id("player", &player)?, key }));
    }
    if let Some(text) = &args.extend {
        let (game, days) = pair(text, "3/12=30")?;
        let days: u32 = days.parse().map_err(|_| wrong(text, "3/12=30"))?;
        let (round, board, _) = game_named(&game)?;
        let open = season.open_games().iter().any(|key| (key.0, key.1) == (round, board));
        if season.players_of((round, board, 1)).is_ok() && !open {
            let problem = Problem::new(format!("the game {round}/{board} has a result and needs no more time"));
            return Err(Failure::no(problem.rule("protocol 12.4")));
        }
        let pace = season.round(round).and_then(|paired| season.game_of(paired)).map(|plan| plan.pace.clone());
        let until =
            wall_clock::days_after(season.deadline((round, board, 1)).as_deref(), days, &pace.unwrap_or_default());
        return Ok(Some(Effect::Extend { round, board, until }));
    }
    if let Some(game) = &args.replace {
        let (round, board, leg) = game_named(game)?;
        return Ok(Some(Effect::Replace { round, board, leg }));
    }
    if !args.apart.is_empty() {
        let players = args.apart.iter().map(|name| seat::id("player", name)).collect::<Result<_, _>>()?;
        return Ok(Some(Effect::Apart(players)));
    }
    Ok(None)
}
