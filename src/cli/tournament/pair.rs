//! `tournament pair`: the next round.

use std::collections::BTreeMap;

use chrono::{SecondsFormat, Utc};
use serde_json::{Map, Value, json};
use tournament::crosstable::ByeKind;
use tournament::documents::{BoardPlan, ByePlan, GamePlan, Kind};
use tournament::state::TournamentState;

use super::arrivals::{self, Arrivals};
use super::charters;
use super::folder::{TournamentArgs, TournamentFolder};
use super::issue_document::Signer;
use super::seats::game_words;
use crate::chain::clock::days_without_holidays;
use crate::cli::paths::Shown;
use crate::cli::{CommandResult, Diagnostic, Failure, Format, out, question, reason, seat};
use crate::document::{Id, Problem};
use crate::report::grammar::capital;

/// Pair the next round by the announced rules, sign it, and write a charter for each of its games.
///
/// First, withdrawals and requests for byes are taken into the chain, and byes are granted as announced. The pairings
/// follow from results, lots and byes alone, so anyone can recompute them.
#[derive(Debug, clap::Args)]
pub struct Args {
    #[command(flatten)]
    place: TournamentArgs,
    /// A player who gets a half-point bye in this round, even without a signed request. May be given several times.
    #[arg(long, value_name = "PLAYER")]
    half: Vec<String>,
    /// A player whose request for a bye you do not grant: he is paired. May be given several times.
    #[arg(long, value_name = "PLAYER")]
    deny: Vec<String>,
    /// A player who is absent from this round and gets no points. May be given several times.
    #[arg(long, value_name = "PLAYER")]
    absent: Vec<String>,
    /// A player who gets a full-point bye in this round because you say so. May be given several times.
    #[arg(long, value_name = "PLAYER", requires = "reason")]
    full: Vec<String>,
    /// Pair by hand: a board, as FIRST-SECOND; FIRST plays the game's first side. Give every board of the round; a
    /// player who is left over has the bye.
    #[arg(long, value_name = "FIRST-SECOND", requires = "reason")]
    board: Vec<String>,
    /// Why you pair by hand, or give a full-point bye. `tournament verify` lists it.
    #[arg(long, value_parser = reason::given)]
    reason: Option<String>,
    /// Sign the round without asking, although it leaves out what has arrived: late entries, appeals.
    #[arg(long, short)]
    yes: bool,
    /// Show the pairings, and sign nothing.
    #[arg(long)]
    preview: bool,
    #[command(flatten)]
    signer: Signer,
}

pub fn run(args: Args, format: Format) -> CommandResult {
    let folder = TournamentFolder::read(&args.place.find()?)?;
    let chain = folder.chain()?;
    let mut season = folder.season(&chain)?;
    let official = args.signer.official(&chain)?;
    official.restore_missing(&folder, &season)?;
    no_replacement_waits(&folder, &season)?;
    let ids = |names: &[String]| names.iter().map(|name| seat::id("player", name)).collect::<Result<Vec<Id>, _>>();
    let (mut half, absent, deny) = (ids(&args.half)?, ids(&args.absent)?, ids(&args.deny)?);
    let arrivals = Arrivals::of(&folder, &chain, &season)?;
    let (left_out, taken) = (arrivals.left_out(&chain), arrivals.taken_next());
    let untaken = arrivals.untaken_lines();
    // The tournament as it will be once pending documents are taken and the lots are drawn.
    let mut after = arrivals.after;
    if after.ended_early() && left_out.is_empty() {
        return Err(nobody_is_left(&folder, &after));
    }
    let first = after.seed.is_none();
    if first {
        after.seed = Some(official.vault(&season.id)?.seed(&official.key)?);
    }
    let asked = after.asked_byes();
    if let Some(unknown) = deny.iter().find(|id| asked.iter().all(|one| one.player != **id)) {
        let problem = Problem::new(format!("'{unknown}' has not asked for a bye in this round"));
        return Err(Failure::cannot(problem.advice("leave --deny out")));
    }
    let decided = |id: &Id| half.contains(id) || absent.contains(id) || deny.contains(id);
    let open: Vec<_> = asked.iter().filter(|one| !decided(&one.player)).collect();
    let undecided = open.iter().filter(|one| !one.is_granted).map(|one| {
        let player = &one.player;
        let problem = Problem::new(format!("{player} asks for a bye in this round, but {}", one.why_not));
        let advice = format!(
            "decide: --half {player} grants it, --deny {player} pairs him, --absent {player} gives him nothing"
        );
        problem.rule("protocol 12.3").advice(advice).into()
    });
    let undecided: Vec<Diagnostic> = undecided.collect();
    if !undecided.is_empty() {
        return Err(Failure::Negative(undecided));
    }
    let granted: Vec<Id> = open.iter().map(|one| one.player.clone()).collect();
    half.extend(granted);
    let full = ids(&args.full)?;
    if let Some(twice) = full.iter().find(|id| half.contains(id) || absent.contains(id)) {
        let problem = Problem::new(format!("'{twice}' cannot have two kinds of byes in one round"));
        return Err(Failure::cannot(problem.advice("name him once: with --full, --half or --absent")));
    }
    let away: Vec<Id> = absent.iter().chain(&full).cloned().collect();
    let paired = match args.board.is_empty() {
        true => after.next_round(&half, &away),
        false => after.next_round_by_hand(&half, &away),
    };
    let mut due = paired.map_err(Failure::no)?;
    for bye in due.byes.iter_mut().filter(|bye| full.contains(&bye.player)) {
        bye.kind = ByeKind::Full;
    }
    due.byes.sort_by_key(|bye| (bye.kind, bye.player.clone()));
    let asks = !left_out.is_empty() && !args.yes && !args.preview;
    if asks {
        let shown = arrivals::lines(&left_out);
        let asked = format!("{shown}Pair round {} without this? [y/N] ", due.round);
        if !question::is_interactive(format) || !question::ask(&asked) {
            return Err(arrivals::ask_first(&folder, &left_out, due.round as usize));
        }
    }
    let plan =
        after.planned_game(&due.game).cloned().ok_or_else(|| Failure::no(Problem::new("the round has no games")))?;
    if !args.board.is_empty() {
        by_hand(&args.board, &after, &full, &mut due)?;
    }
    let met = if args.board.is_empty() { Vec::new() } else { met_before(&after, &due.boards) };
    let again = second_byes(&after, &full);
    let boards: Vec<BoardPlan> =
        due.boards.iter().zip(1..).map(|(pair, board)| board_plan(&plan, board, pair)).collect();
    let mut fields = Map::new();
    let mut put = |name: &str, value: Value| drop(fields.insert(name.to_owned(), value));
    put("round", json!(due.round));
    if first {
        put("seed", json!(after.seed));
    }
    put("game", json!(due.game));
    put("boards", json!(boards));
    if !due.byes.is_empty() {
        put("byes", json!(due.byes));
    }
    if let Some(limit) = &chain.tournament.limit {
        let until = days_without_holidays(&plan.pace, Utc::now(), limit.days);
        put("until", json!(until.to_rfc3339_opts(SecondsFormat::Secs, true)));
    }
    if let Some(reason) = &args.reason {
        put("reason", json!(reason));
    }
    let written = match args.preview {
        true => Vec::new(),
        false => {
            official.issue(&folder, &chain, &mut season, Kind::Round, &fields)?;
            charters::write(&folder, &season, due.round)?
        }
    };
    let next = folder.hint("mail");
    let words = || {
        let mut words = format!(
            "Round {}: {} ({}), {}.\n",
            due.round,
            due.game,
            plan.scenario,
            out::counted(boards.len(), "board")
        );
        words += &lines(&plan, &boards, &due.byes);
        words += &met.iter().chain(&again).map(|line| format!("{line}\n")).collect::<String>();
        words += &taken.iter().map(|line| format!("{}.\n", capital(line))).collect::<String>();
        words += &untaken;
        if !asks {
            words += &arrivals::lines(&left_out);
        }
        words += &match args.preview {
            true => "Nothing is signed.\n".to_owned(),
            false => format!(
                "{} in {}.\nNext:\n  {next}\n",
                out::counted(written.len(), "charter"),
                folder.path.join(super::folder::MATCHES).shown()
            ),
        };
        words
    };
    out::answer(format, words, || {
        json!({"signed": !args.preview, "round": due.round, "game": due.game, "boards": boards, "byes": due.byes, "charters": written,
                   "met_before": met, "second_byes": again, "taken": taken, "left_out": left_out.iter().map(|one| one.what.clone()).collect::<Vec<_>>()})
    })
}

/// The refusal to pair a tournament that ends because fewer than two players are left.
fn nobody_is_left(folder: &TournamentFolder, after: &TournamentState<'_>) -> Failure {
    let left: Vec<String> = after.active().map(|player| player.id.to_string()).collect();
    let who = left.first().map_or_else(|| "nobody is left".to_owned(), |id| format!("only {id} is left"));
    let problem = Problem::new(format!(
        "{who} to be paired, so the tournament is over after round {} of {}",
        after.rounds.len(),
        after.schedule().len()
    ));
    let advice = format!("sign the final standings: `{}`", folder.hint("standings --sign"));
    Failure::no(problem.rule("protocol 12.3").advice(advice))
}

/// Checks that every result which a decision orders to be replaced has been replaced: pairings and standings depend on
/// it.
pub fn no_replacement_waits(folder: &TournamentFolder, season: &TournamentState<'_>) -> Result<(), Failure> {
    let Some((key, number)) = season.pending_replacements().into_iter().next() else { return Ok(()) };
    let game = game_words(key);
    let problem = Problem::new(format!(
        "document {number} orders the result of {game} to be replaced, and nobody has recorded the new one"
    ));
    let command = format!("result --game {game} --decision {number} --adjudicated WINNER --reason WHY");
    Err(Failure::no(problem.rule("protocol 12.4").advice(format!("record it: `{}`", folder.hint(&command)))))
}

/// The boards of a round, one line each.
pub fn lines(plan: &GamePlan, boards: &[BoardPlan], byes: &[ByePlan]) -> String {
    let player = |board: &BoardPlan, side: &Id| board.sides.get(side).map(ToString::to_string).unwrap_or_default();
    let mut lines = String::new();
    for board in boards {
        let [first, second] = plan.sides.each_ref().map(|side| format!("{} ({side})", player(board, side)));
        lines += &format!("  board {:>2}  {first} – {second}\n", board.board);
    }
    for bye in byes {
        let kind = match bye.kind {
            ByeKind::Full => "has the bye",
            ByeKind::Half => "has a half-point bye",
            ByeKind::Zero => "is absent",
        };
        lines += &format!("  {} {kind}\n", bye.player);
    }
    lines
}

fn board_plan(plan: &GamePlan, board: u32, pair: &[Id; 2]) -> BoardPlan {
    let sides: BTreeMap<Id, Id> = plan.sides.iter().cloned().zip(pair.iter().cloned()).collect();
    BoardPlan { board, sides }
}

/// The boards that the director pairs by hand.
fn by_hand(
    given: &[String],
    season: &TournamentState<'_>,
    full: &[Id],
    due: &mut tournament::state::NextRound,
) -> Result<(), Failure> {
    let mut boards = Vec::new();
    for text in given {
        let (first, second) = text.split_once(['-', ':']).ok_or_else(|| {
            let problem = Problem::new(format!("'{text}' is not a board"));
            Failure::cannot(problem.advice("write --board ann-bob"))
        })?;
        boards.push([seat::id("player", first)?, seat::id("player", second)?]);
    }
    let stays = |bye: &ByePlan| bye.kind != ByeKind::Full || full.contains(&bye.player);
    let away: Vec<Id> = due.byes.iter().filter(|bye| stays(bye)).map(|bye| bye.player.clone()).collect();
    let paired = |id: &Id| boards.iter().flatten().any(|player| player == id);
    let left: Vec<Id> =
        season.active().map(|player| player.id.clone()).filter(|id| !paired(id) && !away.contains(id)).collect();
    if left.len() > 1 {
        let names: Vec<&str> = left.iter().map(Id::as_str).collect();
        let problem = Problem::new(format!("not on any board: {}", names.join(", ")));
        return Err(Failure::cannot(
            problem.advice("give every board of the round; at most one player may be left over"),
        ));
    }
    due.byes.retain(stays);
    due.byes.extend(left.into_iter().map(|player| ByePlan { player, kind: ByeKind::Full }));
    due.boards = boards;
    Ok(())
}

/// Which of the players with a full-point bye by hand have had one before, in words.
fn second_byes(season: &TournamentState<'_>, full: &[Id]) -> Vec<String> {
    let had = |id: &Id| {
        let is_it = |bye: &ByePlan| bye.player == *id && bye.kind == ByeKind::Full;
        let rounds = season.rounds.iter().filter(|round| round.byes.iter().any(is_it));
        rounds.map(|round| round.round.to_string()).collect::<Vec<_>>()
    };
    let line = |id: &Id| {
        let rounds = had(id);
        let noun = if rounds.len() == 1 { "round" } else { "rounds" };
        (!rounds.is_empty())
            .then(|| format!("  {id} has had a full-point bye before, in {noun} {}.", rounds.join(", ")))
    };
    full.iter().filter_map(line).collect()
}

/// The boards whose players have met before or are kept apart, in words.
fn met_before(season: &TournamentState<'_>, boards: &[[Id; 2]]) -> Vec<String> {
    let met = |pair: &[Id; 2]| {
        let is_theirs = |board: &&BoardPlan| pair.iter().all(|id| board.sides.values().any(|player| player == id));
        let rounds = season.rounds.iter().filter(|round| round.boards.iter().any(|board| is_theirs(&board)));
        rounds.map(|round| round.round.to_string()).collect::<Vec<_>>()
    };
    let line = |pair: &[Id; 2]| {
        let rounds = met(pair);
        let noun = if rounds.len() == 1 { "round" } else { "rounds" };
        (!rounds.is_empty())
            .then(|| format!("  {} and {} have met before, in {noun} {}.", pair[0], pair[1], rounds.join(", ")))
    };
    let apart = |pair: &[Id; 2]| {
        let is_apart = season.is_kept_apart(&pair[0], &pair[1]);
        is_apart.then(|| format!("  {} and {} are kept apart by a decision or as a team.", pair[0], pair[1]))
    };
    boards.iter().flat_map(|pair| line(pair).into_iter().chain(apart(pair))).collect()
}
