//! `tournament result`: record how games ended.

use std::path::PathBuf;

use serde_json::{Map, Value, json};
use tournament::crosstable::How;
use tournament::documents::Kind;
use tournament::state::{GameKey, TournamentState};

use super::folder::{DOCUMENTS, MATCHES, TournamentFolder, TournamentOption};
use super::issue_document::{Official, Signer};
use super::match_evidence::MatchEvidence;
use crate::cli::match_args::has_charter;
use crate::cli::paths::Shown;
use crate::cli::{CommandResult, Diagnostic, Failure, Format, out, reason, seat};
use crate::document::{Bytes32, Id, Problem};

/// Record results: those that finished matches prove, or the result of a game that no match decides.
///
/// Without a match and without --game, the program records every finished match in the tournament's folder.
#[derive(Debug, clap::Args)]
pub struct Args {
    /// Folders of matches that are over; the tournament's folder may come first, as with --folder.
    #[arg(value_name = "MATCH")]
    matches: Vec<PathBuf>,
    /// The game, if no finished match decides it: ROUND/BOARD, or ROUND/BOARD/GAME.
    #[arg(long, value_name = "GAME")]
    game: Option<String>,
    /// The player who wins because the other did not play or did not go on.
    #[arg(long, value_name = "WINNER", requires = "game", group = "how")]
    forfeit: Option<String>,
    /// Both players forfeit.
    #[arg(long, requires = "game", group = "how")]
    double_forfeit: bool,
    /// You decide: the player who wins, or `draw`.
    #[arg(long, value_name = "WINNER", requires = "game", group = "how")]
    adjudicated: Option<String>,
    /// How far the winner is ahead, in the game's own points.
    #[arg(long, requires = "game")]
    margin: Option<u32>,
    /// The reason; required for a result that no match proves.
    #[arg(long, requires = "game", value_parser = reason::given)]
    reason: Option<String>,
    /// The number of the decision that orders this result to replace another.
    #[arg(long, value_name = "NUMBER")]
    decision: Option<u64>,
    #[command(flatten)]
    place: TournamentOption,
    #[command(flatten)]
    signer: Signer,
}

/// Parses a game such as `3/12`, or `3/12/2` for its second game.
///
/// # Errors
/// It is not a valid game number.
pub fn game_named(text: &str) -> Result<GameKey, Failure> {
    let numbers: Vec<Option<u32>> =
        text.split('/').map(|part| part.parse().ok().filter(|number| *number > 0)).collect();
    match numbers.as_slice() {
        [Some(round), Some(board)] => Ok((*round, *board, 1)),
        [Some(round), Some(board), Some(leg)] => Ok((*round, *board, *leg)),
        _ => {
            let problem = Problem::new(format!("'{text}' is not a game of a tournament"));
            Err(Failure::cannot(problem.advice("write ROUND/BOARD, as 3/12, or ROUND/BOARD/GAME")))
        }
    }
}

/// A recorded result.
struct Recorded {
    key: GameKey,
    words: String,
    number: u64,
}

pub fn run(mut args: Args, format: Format) -> CommandResult {
    let is_season = |path: &PathBuf| path.join(DOCUMENTS).is_dir() && !has_charter(path);
    if args.matches.first().is_some_and(is_season) {
        let named = args.matches.remove(0);
        args.place = args.place.and(named)?;
    }
    if let (Some(game), Some(path)) = (&args.game, args.matches.first()) {
        let problem = Problem::new(format!("you name both the game {game} and the match {}", path.shown()));
        return Err(Failure::cannot(problem.advice("leave --game out: a match says which game it is")));
    }
    let folder = TournamentFolder::read(&args.place.clone().find()?)?;
    let chain = folder.chain()?;
    let mut season = folder.season(&chain)?;
    let official = args.signer.official(&chain)?;
    official.restore_missing(&folder, &season)?;
    let decision = args.decision.map(|number| decision_numbered(&season, number)).transpose()?;
    let mut recorded = Vec::new();
    let mut left: Vec<(PathBuf, Diagnostic)> = Vec::new();
    let mut issue = |season: &mut TournamentState<'_>, key: GameKey, fields: &Map<String, Value>, words: String| {
        let filed = official.issue(&folder, &chain, season, Kind::Result, fields)?;
        recorded.push(Recorded { key, words, number: filed.link().map_or(0, |link| link.number) });
        Ok::<_, Failure>(())
    };
    if let Some(game) = &args.game {
        let key = game_named(game)?;
        let legs = season.scheduled(key.0).map_or(1, |scheduled| scheduled.legs);
        if legs > 1 && game.matches('/').count() == 1 {
            let problem = Problem::new(format!("board {} of round {} has {legs} games", key.1, key.0));
            return Err(Failure::cannot(problem.advice(format!("name one: {game}/1 or {game}/2"))));
        }
        let (fields, words) = judged(&args, &folder, &season, key, decision)?;
        issue(&mut season, key, &fields, words)?;
    } else {
        let asked = !args.matches.is_empty();
        for path in if asked { args.matches.clone() } else { match_folders(&folder)? } {
            match proved(&path, &season, &official, decision, asked) {
                Ok(None) => {}
                Ok(Some((key, (fields, words)))) => issue(&mut season, key, &fields, words)?,
                // A problem with one match does not hide the others.
                Err(Failure::Negative(diagnostics) | Failure::Cannot(diagnostics)) => {
                    left.extend(diagnostics.into_iter().map(|one| (path.clone(), one)))
                }
            }
        }
    }
    let open = season.open_games();
    let next = match open.is_empty() {
        true => folder.hint("standings --sign"),
        false => folder.hint("status"),
    };
    let words = || {
        let mut lines: String = recorded
            .iter()
            .map(|one| {
                format!(
                    "Round {}, board {}, game {}: {} (document {})\n",
                    one.key.0, one.key.1, one.key.2, one.words, one.number
                )
            })
            .collect();
        for (path, one) in &left {
            lines += &format!("Not recorded, {}: {}.\n", path.shown(), one.problem.message);
        }
        if recorded.is_empty() && left.is_empty() {
            lines += "There is nothing to record: every finished match has its result.\n";
        }
        format!("{lines}{} without a result.\nNext:\n  {next}\n", out::counted(open.len(), "game"))
    };
    let value = || {
        let recorded: Vec<Value> = recorded
            .iter()
            .map(|one| json!({"round": one.key.0, "board": one.key.1, "game": one.key.2, "what": one.words, "number": one.number}))
            .collect();
        let left: Vec<Value> =
            left.iter().map(|(path, one)| json!({"match": path, "message": one.problem.message})).collect();
        json!({"ok": left.is_empty(), "recorded": recorded, "not_recorded": left, "open": open.len(), "next": next})
    };
    out::answer(format, words, value)?;
    if left.is_empty() { Ok(()) } else { Err(Failure::Negative(left.into_iter().map(|(_, one)| one).collect())) }
}

/// The digest of a decision, found by its number in the chain.
fn decision_numbered(season: &TournamentState<'_>, number: u64) -> Result<Bytes32, Failure> {
    season.decisions.iter().find(|decided| decided.number == number).map(|decided| decided.digest).ok_or_else(|| {
        let known: Vec<String> = season.decisions.iter().map(|decided| decided.number.to_string()).collect();
        let problem = Problem::new(format!("document {number} is not a decision"));
        Failure::cannot(problem.advice(match known.is_empty() {
            true => "sign one first: `adjutant tournament decide --reason WHY --replace GAME`".to_owned(),
            false => format!("the decisions are {}", known.join(", ")),
        }))
    })
}

/// The fields of a result, and the result in words.
type Named = (Map<String, Value>, String);

/// The result of a game whose match did not end by itself.
fn judged(
    args: &Args,
    folder: &TournamentFolder,
    season: &TournamentState<'_>,
    key: GameKey,
    decision: Option<Bytes32>,
) -> Result<Named, Failure> {
    let (how, winner) = match (&args.forfeit, &args.adjudicated) {
        (Some(winner), _) => (How::Forfeit, Some(seat::id("player", winner)?)),
        (_, Some(draw)) if draw == "draw" => (How::Adjudicated, None),
        (_, Some(winner)) => (How::Adjudicated, Some(seat::id("player", winner)?)),
        _ if args.double_forfeit => (How::DoubleForfeit, None),
        _ => {
            let problem = Problem::new("you do not say how the game ended");
            return Err(Failure::cannot(
                problem.advice("add --forfeit WINNER, --double-forfeit or --adjudicated WINNER"),
            ));
        }
    };
    let mut fields = common(key, how, winner.as_ref(), args.margin.unwrap_or(0), season, decision);
    // If a match was begun, the result names it, so that readers can look at it.
    let begun = match_folder(folder, key);
    if how == How::Adjudicated && begun.join("charter.yaml").is_file() {
        let evidence = MatchEvidence::of(&begun)?;
        let earlier = season.results.get(&key).and_then(|recorded| recorded.result.match_id);
        let doubt = match evidence.failures.first().map(|(_, problem)| problem.clone()) {
            None => evidence.unfit(season, key).into_iter().next(),
            failure => failure,
        };
        let doubt = match earlier {
            Some(earlier) if earlier != evidence.match_id => {
                Some(Problem::new("it is not the match that the earlier result names"))
            }
            _ => doubt,
        };
        if let Some(doubt) = doubt {
            let shown = begun.shown();
            out::warn(&format!(
                "the result does not use the match in {shown}: {}",
                crate::document::harmless(&doubt.message)
            ));
        } else if let Some(state) = evidence.state {
            fields.insert("match".to_owned(), json!(evidence.match_id));
            fields.insert("state".to_owned(), json!(state));
        }
    }
    if let Some(reason) = &args.reason {
        fields.insert("reason".to_owned(), json!(reason));
    }
    let words = match (how, &winner) {
        (How::Forfeit, Some(winner)) => format!("{winner} wins by forfeit"),
        (How::DoubleForfeit, _) => "both forfeit".to_owned(),
        (_, Some(winner)) => format!("{winner} wins by adjudication"),
        (_, None) => "drawn by adjudication".to_owned(),
    };
    Ok((fields, words))
}

/// The result that a match proves; `None` if the match is not over, or its result is recorded already and was not asked
/// for.
fn proved(
    path: &std::path::Path,
    season: &TournamentState<'_>,
    official: &Official,
    decision: Option<Bytes32>,
    asked: bool,
) -> Result<Option<(GameKey, Named)>, Failure> {
    let evidence = MatchEvidence::of(path)?;
    let refuse = |problem: Problem| Err(Failure::no_in(path, problem));
    let Some(key) = evidence.game(season) else {
        let problem = Problem::new("the charter does not say which game of this tournament it is").in_path("event");
        return refuse(problem.rule("protocol 12.3"));
    };
    // A match without a state is still being joined; one that has begun must verify, over or not.
    let holds = evidence.failures.is_empty() || evidence.state.is_none();
    if !asked && (season.results.contains_key(&key) || holds && !evidence.is_over) {
        return Ok(None);
    }
    if let Some((file, problem)) = evidence.failures.first() {
        return Err(Failure::no_in(path.join(file), problem.clone()));
    }
    if let Some(problem) = evidence.unfit(season, key).into_iter().next() {
        return refuse(problem);
    }
    if !evidence.is_over {
        let problem = Problem::new(format!("the match is not over: it is at step {}", evidence.step));
        return refuse(problem.advice("if its time is up, decide it with --game and --adjudicated"));
    }
    if let Ok(players) = season.players_of(key)
        && players
            .iter()
            .any(|player| season.player(player).is_some_and(|one| one.keys.contains(&official.key.public())))
    {
        let problem = Problem::new("you play in this game and cannot judge it").rule("protocol 12.4");
        return refuse(problem.advice("a deputy must record its result"));
    }
    let winner = evidence.winning_player(season);
    let mut fields = common(key, How::Played, winner.as_ref(), evidence.margin, season, decision);
    fields.insert("match".to_owned(), json!(evidence.match_id));
    fields.insert("state".to_owned(), json!(evidence.state));
    let words = match &winner {
        Some(winner) => format!("{winner} wins; {}", evidence.words),
        None => evidence.words.clone(),
    };
    Ok(Some((key, (fields, words))))
}

/// The fields that every result has.
fn common(
    key: GameKey,
    how: How,
    winner: Option<&Id>,
    margin: u32,
    season: &TournamentState<'_>,
    decision: Option<Bytes32>,
) -> Map<String, Value> {
    let mut fields = Map::new();
    let mut put = |name: &str, value: Value| drop(fields.insert(name.to_owned(), value));
    put("round", json!(key.0));
    put("board", json!(key.1));
    if key.2 > 1 {
        put("leg", json!(key.2));
    }
    put("how", json!(how));
    if let Some(winner) = winner {
        put("winner", json!(winner));
        if margin > 0 {
            put("margin", json!(margin));
        }
    }
    if let Some(decision) = decision {
        if let Some(earlier) = season.results.get(&key) {
            put("supersedes", json!(earlier.digest));
        }
        put("decision", json!(decision));
    }
    fields
}

/// The path of a game's match folder.
pub fn match_folder(folder: &TournamentFolder, key: GameKey) -> PathBuf {
    folder.path.join(MATCHES).join(match_name(key))
}

/// The name of a game in files and folders: `r03-b12`, or `r03-b12-g2`.
pub fn match_name((round, board, leg): GameKey) -> String {
    let leg = if leg > 1 { format!("-g{leg}") } else { String::new() };
    format!("r{round:02}-b{board:02}{leg}")
}

/// Every match in the tournament's folder, ordered by name.
///
/// # Errors
/// The folder cannot be read.
pub fn match_folders(folder: &TournamentFolder) -> Result<Vec<PathBuf>, Failure> {
    let place = folder.path.join(MATCHES);
    if !place.is_dir() {
        return Ok(Vec::new());
    }
    let cannot =
        |error: std::io::Error| Failure::cannot_in(&place, Problem::new(format!("cannot read the folder: {error}")));
    let mut found = Vec::new();
    for entry in std::fs::read_dir(&place).map_err(cannot)? {
        let path = entry.map_err(cannot)?.path();
        if path.join("charter.yaml").is_file() {
            found.push(path);
        }
    }
    found.sort();
    Ok(found)
}
