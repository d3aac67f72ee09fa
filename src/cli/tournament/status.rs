//! `tournament status`: every game, its clock, who is late, what waits for the director.

use serde_json::{Value, json};
use tournament::chain::Chain;
use tournament::documents::StandingsRow;
use tournament::state::{GameKey, TournamentState};

use super::arrivals::{Arrivals, why_no_round};
use super::folder::{PLAYERS, TournamentArgs, TournamentFolder, damage_lines, missing_end, sentence};
use super::mail::{ended_words, unsent};
use super::own_games::Reader;
use super::result::match_folder;
use super::seats::game_words;
use super::take::kind_words;
use crate::chain::status::{Next, status};
use crate::cli::folder::Folder;
use crate::cli::open_match::Match;
use crate::cli::out::{self, Printout, Tone};
use crate::cli::{CommandResult, Failure, Format, home, wall_clock};
use crate::document::harmless;

/// Show how a tournament stands: every game without a result, whose move it is and since when, who is late, what you
/// must do in your own games, and what the director must do.
#[derive(Debug, clap::Args)]
pub struct Args {
    #[command(flatten)]
    place: TournamentArgs,
    /// List the games that have a result too.
    #[arg(long)]
    all: bool,
}

/// A game and its status.
struct Line {
    key: GameKey,
    players: String,
    status: String,
    /// Whether it needs attention: somebody is late, or its time is up.
    urgent: bool,
    due: Option<String>,
}

pub fn run(args: Args, format: Format) -> CommandResult {
    let folder = TournamentFolder::read(&args.place.find()?)?;
    let chain = folder.chain()?;
    let season = folder.season_so_far(&chain)?;
    let mut wrong = damage_lines(&folder.damage(&chain));
    wrong.extend(missing_end(&chain)?.iter().map(sentence));
    let of_players = folder.documents.unread.iter().filter(|(file, _)| file.starts_with(PLAYERS));
    wrong.extend(of_players.map(|(file, problem)| format!("{file} cannot be read: {}.", problem.message)));
    let mut lines: Vec<Line> = season.open_games().into_iter().map(|key| open_game(&folder, &season, key)).collect();
    // Games that need attention come first.
    lines.sort_by_key(|line| (!line.urgent, line.key));
    if args.all {
        lines.extend(season.results.iter().map(|(key, recorded)| finished(&season, *key, &recorded.result)));
    }
    let waits = waits(&folder, &chain, &season, &lines)?;
    let (reader, is_official) = (Reader::of(&folder, &season), an_official_is_here(&chain));
    let round = season.rounds.len();
    let until = season.rounds.last().and_then(|round| round.until.clone()).filter(|_| !season.open_games().is_empty());
    let over = won(&season);
    let stands = match (season.players.len(), round) {
        (0, _) => "the entries are open".to_owned(),
        (players, 0) => format!("{}, no round of {}", out::counted(players, "player"), season.schedule().len()),
        (players, round) => {
            format!("{}, round {round} of {}", out::counted(players, "player"), season.schedule().len())
        }
    };
    let title = format!("{}: {stands}, newest document {}", season.tournament.title, season.next - 1);
    let waiting_list: Vec<String> = match season.tournament.most_players {
        // Who has withdrawn waits no longer.
        Some(_) if !season.players.is_empty() => {
            let after = Arrivals::of(&folder, &chain, &season)?.after;
            season.waiting_list().into_iter().filter(|id| !after.left.contains(*id)).map(ToString::to_string).collect()
        }
        _ => Vec::new(),
    };
    let words = || {
        let mut words = Printout::default();
        wrong.iter().for_each(|line| words.tone(Tone::Bad, line));
        words.line(title);
        over.iter().for_each(|line| words.tone(Tone::Good, line));
        if let Some(until) = &until {
            let is_past = wall_clock::now().as_str() > until.as_str();
            let said = format!("The games of round {round} must be over by {}", wall_clock::shown(until));
            match is_past {
                true => words.tone(Tone::Caution, format!("{said}: that time is up.")),
                false => words.line(format!("{said}.")),
            }
        }
        if !waiting_list.is_empty() {
            words.line(format!("On the waiting list, in this order: {}.", waiting_list.join(", ")));
        }
        for line in &lines {
            let said = format!("  {}  {}: {}", game_words(line.key), line.players, line.status);
            match line.urgent {
                true => words.tone(Tone::Caution, said),
                false => words.line(said),
            }
        }
        if let Some(reader) = &reader {
            let name = harmless(&reader.player.name);
            match reader.waits.as_slice() {
                [] => words.line(format!("Nothing waits for you, {name}.")),
                waits => {
                    words.line(format!("Waiting for you, {name}:"));
                    waits.iter().for_each(|line| words.tone(Tone::Caution, format!("  {line}")));
                }
            }
        }
        if !waits.is_empty() {
            words.line("Waiting for the director:");
            // A player cannot run the director's commands.
            let told = waits.iter().map(|line| if is_official { line } else { without_command(line) });
            told.for_each(|line| words.tone(Tone::Caution, format!("  {line}")));
        }
        words
    };
    let value = || {
        let games: Vec<Value> = lines
            .iter()
            .map(|line| {
                json!({"round": line.key.0, "board": line.key.1, "game": line.key.2, "players": line.players,
                       "stands": line.status, "urgent": line.urgent, "due": line.due})
            })
            .collect();
        json!({"title": season.tournament.title, "players": season.players.len(), "round": round,
               "rounds": season.schedule().len(), "number": season.next - 1, "head": season.head, "games": games,
               "waiting_list": waiting_list, "until": until, "damage": wrong, "won": over, "next": waits,
               "you": reader.as_ref().map(|reader| json!({"player": reader.player.id, "next": reader.waits}))})
    };
    out::answer(format, words, value)
}

/// The two players of a game by name, with their sides.
fn players(season: &TournamentState<'_>, key: GameKey) -> String {
    let name = |id| season.player(id).map_or_else(|| id.to_string(), |player| player.name.clone());
    match season.players_of(key) {
        Ok([first, second]) if key.2.is_multiple_of(2) => format!("{} – {}", name(&second), name(&first)),
        Ok([first, second]) => format!("{} – {}", name(&first), name(&second)),
        Err(_) => String::new(),
    }
}

fn open_game(folder: &TournamentFolder, season: &TournamentState<'_>, key: GameKey) -> Line {
    let until = season.deadline(key);
    let over_time = until.as_deref().is_some_and(|until| wall_clock::now().as_str() > until);
    let late = if over_time { ", and its time is up" } else { "" };
    let stands = standing(folder, key);
    let (said, urgent, due) = match stands {
        Ok((said, urgent, due)) => (said, urgent, due),
        Err(Failure::Negative(diagnostics) | Failure::Cannot(diagnostics)) => {
            let why = diagnostics.first().map(|one| one.problem.message.clone()).unwrap_or_default();
            (format!("its match cannot be used: {why}"), true, None)
        }
    };
    let given = season.extensions.get(&(key.0, key.1)).filter(|_| !over_time);
    let given = given.map(|until| format!(", until {}", wall_clock::shown(until))).unwrap_or_default();
    Line {
        key,
        players: players(season, key),
        status: format!("{said}{given}{late}"),
        urgent: urgent || over_time,
        due: due.or(until),
    }
}

/// The status of a game's match: in words, whether it needs attention, and the deadline of the answer.
fn standing(folder: &TournamentFolder, key: GameKey) -> Result<(String, bool, Option<String>), Failure> {
    let path = match_folder(folder, key);
    if !path.join("charter.yaml").is_file() {
        return Ok(("its charter is missing here".to_owned(), true, None));
    }
    let read = Folder::read_cached(&path)?;
    let charter = &read.charter()?.typed;
    let seats = charter.seats.len();
    if seats == 0 {
        return Ok(("nobody has joined yet".to_owned(), false, None));
    }
    let Ok(chain) = read.chain() else { return Ok((format!("{} joined", out::counted(seats, "seat")), false, None)) };
    if chain.newest().is_some() {
        // What was altered is named here, not only when the match is over.
        Match::open_verified(&read)?;
    }
    let status = status(&chain);
    let now = wall_clock::now();
    let late = status.due.as_deref().filter(|due| now.as_str() > *due);
    let since =
        status.since.as_deref().and_then(wall_clock::ago).map(|ago| format!(", asked {ago}")).unwrap_or_default();
    let step = status.step.map(|step| format!("step {step}, ")).unwrap_or_default();
    let said = match &status.next {
        Next::Signatures(seats) => format!("signatures of {} are missing", names(seats.iter())),
        Next::Charter(_) => "the charter was altered after it was signed".to_owned(),
        Next::SetUp(seat) => format!("{seat} sets it up"),
        Next::Turns(asked) => {
            let who = asked.iter().filter(|one| one.turn.is_none()).map(|one| one.name.clone());
            format!("{step}{} to move{since}", names(who))
        }
        Next::State { seat, .. } => format!("{step}{seat} answers{since}"),
        Next::Replacement { seat, .. } => format!("{step}{seat} replaces a refused state{since}"),
        Next::Over(_) => return Ok(("over, but its result is not recorded".to_owned(), true, None)),
    };
    let late_words = late.map(|due| format!(", due {}: late", wall_clock::shown(due))).unwrap_or_default();
    Ok((format!("{said}{late_words}"), late.is_some(), status.due.clone()))
}

fn names<T: ToString>(all: impl Iterator<Item = T>) -> String {
    all.map(|one| one.to_string()).collect::<Vec<_>>().join(" and ")
}

fn finished(season: &TournamentState<'_>, key: GameKey, result: &tournament::documents::GameResult) -> Line {
    let status = ended_words(result);
    Line { key, players: players(season, key), status, urgent: false, due: None }
}

/// The winner of the tournament, once it is over, in a sentence.
fn won(season: &TournamentState<'_>) -> Option<String> {
    let rows = season.standings_rows().ok().filter(|_| season.is_over())?;
    let name = |row: &StandingsRow| season.player(&row.player).map(|player| harmless(&player.name).into_owned());
    let first: Vec<String> = rows.iter().filter(|row| row.rank == 1).filter_map(name).collect();
    let over = match season.ended_early() {
        true => format!(
            "The tournament is over after round {} of {}, because fewer than two players are left",
            season.rounds.len(),
            season.schedule().len()
        ),
        false => "The tournament is over".to_owned(),
    };
    match first.as_slice() {
        [] => None,
        [one] => Some(format!("{over}: {one} has won it.")),
        several => Some(format!("{over}: {} share first place.", several.join(" and "))),
    }
}

/// What waits for the director, each with the command for it, if there is one that can be run now.
fn waits(
    folder: &TournamentFolder,
    chain: &Chain<'_>,
    season: &TournamentState<'_>,
    lines: &[Line],
) -> Result<Vec<String>, Failure> {
    let mut waits = Vec::new();
    let mut wait = |what: String, command: &str| waits.push(format!("{what}: `{}`", folder.hint(command)));
    let arrivals = Arrivals::of(folder, chain, season)?;
    let after = &arrivals.after;
    // On a board of two games each is named, as `result` wants it.
    let named = |key: GameKey| match season.scheduled(key.0) {
        Some(scheduled) if scheduled.legs > 1 => format!("{}/{}/{}", key.0, key.1, key.2),
        _ => game_words(key),
    };
    let left_out = arrivals.left_out(chain);
    for arrival in &left_out {
        wait(arrival.what.clone(), &arrival.command);
    }
    for key in season.open_games() {
        for player in season.players_of(key).into_iter().flatten() {
            let other = season.players_of(key).into_iter().flatten().find(|other| *other != player);
            if let (Some(other), false) = (other, after.active().any(|one| one.id == player)) {
                let game = named(key);
                let what = format!("{player} has left, and game {game} has no result");
                wait(what, &format!("result --game {game} --forfeit {other} --reason \"…\""));
            }
        }
    }
    for (key, number) in season.pending_replacements() {
        let game = named(key);
        wait(
            format!("document {number} orders the result of {game} to be replaced"),
            &format!("result --game {game} --decision {number} --adjudicated WINNER --reason \"…\""),
        );
    }
    if lines.iter().any(|line| line.status.starts_with("over,")) {
        wait("matches are over".to_owned(), "result");
    }
    for line in lines.iter().filter(|line| line.status.ends_with("its time is up")) {
        let game = named(line.key);
        wait(format!("the time of {game} is up"), &format!("result --game {game} --adjudicated WINNER --reason \"…\""));
    }
    if season.open_games().is_empty() && !season.players.is_empty() {
        let asked = after.asked_byes();
        for bye in asked.iter().filter(|bye| !bye.is_granted) {
            let player = &bye.player;
            let what = format!(
                "{player} asks for a bye in the next round, but {}; --half {player} grants it, --absent {player} gives him nothing",
                bye.why_not
            );
            wait(what, &format!("pair --deny {player}"));
        }
        let all_granted = asked.iter().all(|bye| bye.is_granted);
        let next_round = (!after.is_over()).then(|| why_no_round(after));
        match next_round {
            _ if !season.pending_replacements().is_empty() => {}
            _ if season.standings_are_due() => {
                wait(format!("round {} is complete", season.rounds.len()), "standings --sign");
            }
            None if !arrivals.come.is_empty() && !season.is_over() => {
                let what = "with what has arrived fewer than two players are left, so the tournament is over; the final standings take it";
                wait(what.to_owned(), "standings --sign");
            }
            None => wait("the tournament is over; publish its site".to_owned(), "publish --out SITE"),
            Some(None) if !left_out.is_empty() => waits.push("after that the next round can be paired".to_owned()),
            Some(None) if all_granted => wait("the next round can be paired".to_owned(), "pair"),
            Some(None) => {}
            Some(Some(problem)) => {
                let advice = problem.advice.map(|advice| format!("; {advice}")).unwrap_or_default();
                waits.push(format!("the next round cannot be paired: {}{advice}", problem.message));
            }
        }
    }
    for (filed, why) in &arrivals.untaken {
        let what = format!("the {} in {} cannot be taken: {why}", kind_words(filed), filed.file);
        waits.push(format!("{what}; tell its sender, then remove the file"));
    }
    let taken = arrivals.taken_next();
    waits.extend(taken.iter().map(|what| format!("{what}; the next document of the chain takes it")));
    let unsent = if an_official_is_here(chain) { unsent(folder, season)? } else { 0 };
    if unsent > 0 && !season.rounds.is_empty() {
        waits.push(format!("{} not been mailed the newest documents: `{}`", have(unsent), folder.hint("mail --send")));
    }
    Ok(waits)
}

/// What waits, without the command that follows it.
fn without_command(line: &str) -> &str {
    line.split_once(": `").map_or(line, |(what, _)| what)
}

/// Whether the director or a deputy works on this machine; a player's machine mails nobody.
fn an_official_is_here(chain: &Chain<'_>) -> bool {
    let Some(vault) = home::existing_vault() else { return false };
    let mut officials = std::iter::once(&chain.tournament.director).chain(chain.tournament.deputies.iter().flatten());
    officials.any(|official| vault.name_of(&official.key).is_ok_and(|name| name.is_some()))
}

fn have(players: usize) -> String {
    if players == 1 { "1 player has".to_owned() } else { format!("{players} players have") }
}
