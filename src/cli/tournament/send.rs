//! `tournament send`: mail the director what a player has signed, and those of his matches that are over.

use std::collections::BTreeMap;

use adjutant_mail::armor;
use adjutant_mail::bundle::File;
use adjutant_mail::compose::{Attachment, OutgoingMail, is_address};
use serde_json::json;
use tournament::chain::Chain;
use tournament::documents::Official;
use tournament::signed::ParsedDocument;
use tournament::state::{GameKey, TournamentState};

use super::folder::{TournamentArgs, TournamentFolder};
use super::mail::document_words;
use super::result::{game_named, match_folder, match_name};
use super::seats::{addressed, game_words};
use crate::chain::status::{Next, status};
use crate::cli::folder::Folder;
use crate::cli::mail::bundle;
use crate::cli::mail::send::{self, DeliveryArgs};
use crate::cli::open_match::Match;
use crate::cli::outcome_words::outcome_words;
use crate::cli::paths::Shown;
use crate::cli::{CommandResult, Failure, Format, files, home, out};
use crate::document::{Bytes32, Problem, harmless};

/// Mail the director what you have signed and he has not taken in yet, and your finished matches that have no result
/// yet.
///
/// The address is the one that the announcement gives, or --to. The director takes the mail in with `tournament take`.
#[derive(Debug, clap::Args)]
pub struct Args {
    #[command(flatten)]
    place: TournamentArgs,
    /// Report this game, over or not: ROUND/BOARD, or ROUND/BOARD/GAME. May be given several times.
    #[arg(long, value_name = "GAME")]
    game: Vec<String>,
    /// Write to this address instead of the director's.
    #[arg(long, value_name = "ADDRESS")]
    to: Option<String>,
    #[command(flatten)]
    how: DeliveryArgs,
}

pub fn run(args: Args, format: Format) -> CommandResult {
    let folder = TournamentFolder::read(&args.place.find()?)?;
    let chain = folder.chain()?;
    let season = folder.season_so_far(&chain)?;
    let director = &chain.tournament.director;
    let Some(to) = args.to.clone().or_else(|| director.email.clone()) else {
        let problem = Problem::new(format!("the announcement gives no mail address of {}", harmless(&director.name)));
        return Err(Failure::cannot(problem.advice("name it with --to name@example.org")));
    };
    if !is_address(&to) {
        return Err(Failure::cannot(Problem::new(format!("'{}' is not a mail address", harmless(&to)))));
    }
    let own = own_documents(&chain, &season)?;
    let named: Vec<GameKey> = args.game.iter().map(|game| game_named(game)).collect::<Result<_, _>>()?;
    let reports = reports(&folder, &season, &named)?;
    if own.is_empty() && reports.is_empty() {
        let words = "There is nothing to send: the director has taken in everything that you have signed, and all your finished \
                     matches have results.\n";
        return out::answer(format, || words.to_owned(), || json!({"ok": true, "mails": []}));
    }
    let letter = letter(&folder, &season, &own, reports, director, &to);
    let written = send::write_mail(&folder.path, "to-director.eml", &letter, Vec::new(), args.how)?;
    let words = || {
        let mut words = written.line();
        if !args.how.is_sent() {
            let again = folder.hint("send --send");
            words += &format!("Nothing is sent yet: open it in your mail program, or run\n  {again}\n");
        }
        words
    };
    out::answer(format, words, || json!({"ok": true, "mails": send::values(std::slice::from_ref(&written))}))
}

/// What was signed with a key on this machine and is not in any document of the chain yet.
fn own_documents<'d>(chain: &Chain<'d>, season: &TournamentState<'_>) -> Result<Vec<&'d ParsedDocument>, Failure> {
    let vault = home::vault()?;
    let mut keys: BTreeMap<Bytes32, bool> = BTreeMap::new();
    let mut own = Vec::new();
    for filed in chain.from_players.values().copied().filter(|filed| !season.has_taken(&filed.digest)) {
        for signature in filed.signatures() {
            let is_here = match keys.get(&signature.key) {
                Some(known) => *known,
                None => vault.name_of(&signature.key).map_err(Failure::cannot)?.is_some(),
            };
            keys.insert(signature.key, is_here);
            if is_here {
                own.push(filed);
            }
        }
    }
    own.sort_by_key(|filed| (filed.kind(), filed.digest));
    Ok(own)
}

/// A match and its status.
struct Report {
    key: GameKey,
    status: String,
    text: String,
}

/// The matches to report: those that are named, else those of this machine's player that are over.
fn reports(folder: &TournamentFolder, season: &TournamentState<'_>, named: &[GameKey]) -> Result<Vec<Report>, Failure> {
    let vault = home::vault()?;
    let mut reports = Vec::new();
    let all = if named.is_empty() { season.open_games() } else { named.to_vec() };
    for key in all {
        let path = match_folder(folder, key);
        if !path.join("charter.yaml").is_file() {
            if named.is_empty() {
                continue;
            }
            let problem = Problem::new(format!("there is no match of game {} here", game_words(key)));
            let advice = format!("put its folder at {}", path.shown());
            return Err(Failure::no(problem.advice(advice)));
        }
        let read = Folder::read_cached(&path)?;
        let charter = read.charter()?.typed.clone();
        let is_own = charter.seats.iter().any(|entry| vault.name_of(&entry.key).is_ok_and(|name| name.is_some()));
        let found = match Match::open_to_read(&read) {
            Ok(found) => found,
            Err(_) if named.is_empty() => continue,
            Err(failure) => return Err(failure),
        };
        let stands = match status(&found.chain).next {
            Next::Over(outcome) => outcome_words(&found.chain, &*found.game, &outcome),
            _ if named.is_empty() => continue,
            _ => format!("not over; it is at step {}", found.step()),
        };
        if named.is_empty() && !is_own {
            continue;
        }
        let bundled = bundle::all_files(&found)?;
        reports.push(Report { key, status: stands, text: bundle::armored(&found, None, &bundled)? });
    }
    Ok(reports)
}

fn letter(
    folder: &TournamentFolder,
    season: &TournamentState<'_>,
    own: &[&ParsedDocument],
    reports: Vec<Report>,
    director: &Official,
    to: &str,
) -> OutgoingMail {
    let title = harmless(&season.tournament.title).replace(['\n', '\r'], " ").replace("--", "-");
    let mut text = format!("For the director of '{title}':\n");
    for filed in own {
        text += &format!("  {}\n", document_words(filed, season).trim_start_matches(['0', ' ']));
    }
    for report in &reports {
        let stands = harmless(&report.status).into_owned();
        text += &format!("  the match of game {}: {stands}; attached\n", game_words(report.key));
    }
    text += "\nTake this mail in with `adjutant tournament take MAIL --folder FOLDER`.\n\n";
    let documents: Vec<File> = own
        .iter()
        .filter_map(|filed| {
            let bytes = files::read(&folder.path.join(&filed.file), files::MAX_BYTES).ok()?;
            Some(File::new(filed.file.clone(), bytes))
        })
        .collect();
    let headers =
        [("Tournament", format!("{} {title}", &season.id.to_string()[..8])), ("Files", documents.len().to_string())];
    if !documents.is_empty() {
        text += &armor::wrap_bundle(&headers, &documents);
    }
    let attachment = |report: Report| {
        let name = format!("{}.txt", match_name(report.key));
        Attachment { name, kind: "text/plain", bytes: report.text.into_bytes() }
    };
    let known = own.first().map_or(season.head, |filed| filed.digest);
    OutgoingMail {
        from: None,
        to: vec![addressed(&director.name, to)],
        subject: format!("{title}: to the director"),
        text,
        id: format!("{known}{}", reports_id(&reports)),
        thread: season.id.to_string(),
        answers: None,
        is_draft: false,
        date: chrono::Utc::now().timestamp(),
        attachments: reports.into_iter().map(attachment).collect(),
    }
}

/// An id that differs between mails with different reports.
fn reports_id(reports: &[Report]) -> String {
    reports.iter().map(|report| format!("{}{}{}", report.key.0, report.key.1, report.key.2)).collect()
}
