//! `tournament status`: every game, its clock, who is late, what waits for the director.

use serde_json::{Value, json};
use tournament::chain::Chain;
use tournament::season::{GameKey, Season};

use super::folder::{Named, TournamentFolder};
use super::issue::waiting;
use super::result::match_folder;
use crate::chain::status::{Next, status};
use crate::cli::folder::Folder;
use crate::cli::out::{self, Printout, Tone};
use crate::cli::{Answer, Failure, Format, clock};

/// Show how a tournament stands: every game without a result, whose move it is and since when, who is late, and what waits for
/// you as the director.
#[derive(Debug, clap::Args)]
pub struct Args {
    #[command(flatten)]
    place: Named,
    /// List the games that have a result too.
    #[arg(long)]
    all: bool,
}

/// A game, and how it stands.
struct Line {
    key: GameKey,
    players: String,
    stands: String,
    /// Whether it needs a look: somebody is late, or its time is up.
    urgent: bool,
    due: Option<String>,
}

pub fn run(args: Args, format: Format) -> Answer {
    let folder = TournamentFolder::read(&args.place.find()?)?;
    let chain = folder.chain()?;
    let season = folder.season(&chain)?;
    let mut lines: Vec<Line> = season.open_games().into_iter().map(|key| open_game(&folder, &season, key)).collect();
    // Those that need a look come first.
    lines.sort_by_key(|line| (!line.urgent, line.key));
    if args.all {
        lines.extend(season.results.iter().map(|(key, recorded)| finished(&season, *key, &recorded.result)));
    }
    let waits = waits(&folder, &chain, &season, &lines);
    let round = season.rounds.len();
    let title = format!(
        "{}: {}, {} of {}, head number {}",
        season.tournament.title,
        out::counted(season.players.len(), "player"),
        match round {
            0 => "no round".to_owned(),
            round => format!("round {round}"),
        },
        season.schedule().len(),
        season.next - 1
    );
    let words = || {
        let mut words = Printout::default();
        words.say(title);
        for line in &lines {
            let (round, board, leg) = line.key;
            let leg = if leg > 1 { format!("/{leg}") } else { String::new() };
            let said = format!("  {round}/{board}{leg}  {}: {}", line.players, line.stands);
            match line.urgent {
                true => words.tone(Tone::Beware, said),
                false => words.say(said),
            }
        }
        if !waits.is_empty() {
            words.say("For the director:");
            waits.iter().for_each(|line| words.tone(Tone::Beware, format!("  {line}")));
        }
        words
    };
    let value = || {
        let games: Vec<Value> = lines
            .iter()
            .map(|line| {
                json!({"round": line.key.0, "board": line.key.1, "game": line.key.2, "players": line.players,
                       "stands": line.stands, "urgent": line.urgent, "due": line.due})
            })
            .collect();
        json!({"title": season.tournament.title, "players": season.players.len(), "round": round,
               "rounds": season.schedule().len(), "number": season.next - 1, "head": season.head, "games": games,
               "next": waits})
    };
    out::answer(format, words, value)
}

/// The two players of a game by name, with their sides.
fn players(season: &Season<'_>, key: GameKey) -> String {
    let name = |id| season.player(id).map_or_else(|| id.to_string(), |player| player.name.clone());
    match season.players_of(key) {
        Ok([first, second]) if key.2.is_multiple_of(2) => format!("{} – {}", name(&second), name(&first)),
        Ok([first, second]) => format!("{} – {}", name(&first), name(&second)),
        Err(_) => String::new(),
    }
}

fn open_game(folder: &TournamentFolder, season: &Season<'_>, key: GameKey) -> Line {
    let until = season.until(key);
    let over_time = until.as_deref().is_some_and(|until| clock::now().as_str() > until);
    let late = if over_time { ", and its time is up" } else { "" };
    let stands = standing(folder, key);
    let (said, urgent, due) = match stands {
        Ok((said, urgent, due)) => (said, urgent, due),
        Err(Failure::No(told) | Failure::Cannot(told)) => {
            let why = told.first().map(|one| one.problem.message.clone()).unwrap_or_default();
            (format!("its match cannot be read: {why}"), true, None)
        }
    };
    Line {
        key,
        players: players(season, key),
        stands: format!("{said}{late}"),
        urgent: urgent || over_time,
        due: due.or(until),
    }
}

/// How the match of a game stands: in words, whether it needs a look, and by when an answer is due.
fn standing(folder: &TournamentFolder, key: GameKey) -> Result<(String, bool, Option<String>), Failure> {
    let path = match_folder(folder, key);
    if !path.join("charter.yaml").is_file() {
        return Ok(("there is no charter of it here".to_owned(), true, None));
    }
    let read = Folder::ask(&path)?;
    let charter = &read.charter()?.typed;
    let seats = charter.seats.len();
    if seats == 0 {
        return Ok(("nobody has joined yet".to_owned(), false, None));
    }
    let Ok(chain) = read.chain() else { return Ok((format!("{} joined", out::counted(seats, "seat")), false, None)) };
    let status = status(&chain);
    let now = clock::now();
    let late = status.due.as_deref().filter(|due| now.as_str() > *due);
    let since = status.since.as_deref().and_then(clock::ago).map(|ago| format!(", since {ago}")).unwrap_or_default();
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
        Next::Over(_) => return Ok(("over, and its result is not recorded".to_owned(), true, None)),
    };
    let late_words = late.map(|due| format!(", due {due}: late")).unwrap_or_default();
    Ok((format!("{said}{late_words}"), late.is_some(), status.due.clone()))
}

fn names<T: ToString>(all: impl Iterator<Item = T>) -> String {
    all.map(|one| one.to_string()).collect::<Vec<_>>().join(" and ")
}

fn finished(season: &Season<'_>, key: GameKey, result: &tournament::documents::GameResult) -> Line {
    let winner = result.winner.as_ref().map_or_else(|| "nobody wins".to_owned(), |winner| format!("{winner} wins"));
    let how = json!(result.how);
    let stands = format!("{winner} ({})", how.as_str().unwrap_or_default().replace('_', " "));
    Line { key, players: players(season, key), stands, urgent: false, due: None }
}

/// What waits for the director, each with the command for it.
fn waits(folder: &TournamentFolder, chain: &Chain<'_>, season: &Season<'_>, lines: &[Line]) -> Vec<String> {
    let mut waits = Vec::new();
    let mut wait = |what: String, command: &str| waits.push(format!("{what}: `{}`", folder.hint(command)));
    let come = waiting(chain, season);
    for filed in &come {
        let what = format!("{} of {} has come", filed.kind().as_str(), filed.signer());
        match filed.kind() {
            tournament::documents::Kind::Entry => wait(what, "roster"),
            tournament::documents::Kind::Appeal => {
                wait(what, &format!("decide --appeal {} --reason \"…\"", filed.signer()));
            }
            _ => wait(what, "pair"),
        }
    }
    for appealed in season.appeals.iter().filter(|appealed| appealed.decided.is_none()) {
        let player = &appealed.appeal.player;
        wait(
            format!("{player} has appealed: {}", appealed.appeal.reason),
            &format!("decide --appeal {player} --reason \"…\""),
        );
    }
    if lines.iter().any(|line| line.stands.starts_with("over,")) {
        wait("matches are over".to_owned(), "result");
    }
    for line in lines.iter().filter(|line| line.stands.ends_with("its time is up")) {
        let game = format!("{}/{}", line.key.0, line.key.1);
        wait(format!("the time of {game} is up"), &format!("result --game {game} --adjudicated WINNER --reason \"…\""));
    }
    if season.open_games().is_empty() {
        match () {
            () if season.players.is_empty() => {}
            () if season.standings_are_due() => wait("the round is complete".to_owned(), "standings --sign"),
            () if !season.is_over() => wait("a round is due".to_owned(), "pair"),
            () => {}
        }
    }
    waits
}
