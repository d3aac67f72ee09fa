//! `tournament verify`: verify the whole tournament from its documents and matches.

use std::collections::BTreeMap;
use std::path::PathBuf;

use serde_json::{Value, json};
use tournament::audit::audit;
use tournament::checkpoint;
use tournament::crosstable::How;
use tournament::state::{RecordedResult, TournamentState};

use super::carried_ratings::CarriedRatings;
use super::folder::{TournamentArgs, TournamentFolder};
use super::match_evidence::MatchEvidence;
use super::result::match_folders;
use crate::cli::ordered_parallel::parallel_in_order;
use crate::cli::out::{self, Printout, Tone, as_json};
use crate::cli::paths::Shown;
use crate::cli::progress::Progress;
use crate::cli::{CommandResult, Diagnostic, Failure, Format, files};
use crate::document::{Bytes32, Id, Problem};

/// Verify a tournament from its files alone.
///
/// Checks every signature and the chain, works out the draw of lots, every pairing and all standings again, and replays
/// every match that a result names. Lists first what rests on a person's word. Names the file of everything that fails.
#[derive(Debug, clap::Args)]
pub struct Args {
    #[command(flatten)]
    place: TournamentArgs,
    /// A checkpoint that you received earlier: the chain must begin with the documents that it covers. May be given
    /// several times.
    #[arg(long, value_name = "FILE")]
    checkpoint: Vec<PathBuf>,
    /// Check the documents only, not the matches.
    #[arg(long)]
    documents_only: bool,
    /// Also check that the ratings on the rosters are those with which these earlier tournaments have ended, the earliest first.
    #[arg(long, value_name = "SEASON")]
    ratings_from: Vec<PathBuf>,
}

pub fn run(args: Args, format: Format) -> CommandResult {
    let folder = TournamentFolder::read(&args.place.find()?)?;
    let chain = folder.chain()?;
    let (mut audit, season) = audit(&folder.documents, &chain);
    let leaves: Vec<Bytes32> =
        std::iter::once(chain.announcement.digest).chain(chain.line.iter().map(|filed| filed.digest)).collect();
    let director = chain.tournament.director.key;
    let mut covered = Vec::new();
    let mut problems: Vec<Diagnostic> = Vec::new();
    for path in &args.checkpoint {
        let note = String::from_utf8_lossy(&files::read(path, 64 * 1024)?).into_owned();
        match checkpoint::check(&note, &chain.announcement.digest, &leaves, &director) {
            Ok(size) => covered.push((path, size)),
            Err(problem) => problems.push(Diagnostic { problem, file: Some(path.clone()), text: None }),
        }
    }
    let carried = CarriedRatings::read(&args.ratings_from)?;
    if let Some(season) = season.as_ref().filter(|_| !args.ratings_from.is_empty()) {
        problems.extend(carried.differences(season, &args.ratings_from).into_iter().map(Diagnostic::from));
    }
    let mut matches = Matches::default();
    if let Some(season) = season.as_ref().filter(|_| !args.documents_only) {
        matches.replay(&folder, season)?;
        audit.words.append(&mut matches.words);
    }
    problems.extend(audit.failures.iter().map(|(file, problem)| folder.printed(file, problem.clone())));
    problems.append(&mut matches.problems);
    let holds = problems.is_empty();
    // What is missing proves nothing, and says nothing against the tournament.
    let incomplete = !holds && problems.len() == matches.missing;
    let title = one_line(&chain.tournament.title);
    let words = || {
        let mut words = Printout::default();
        if !audit.words.is_empty() {
            words.line("On a person's word:");
        }
        for word in &audit.words {
            words.tone(Tone::Caution, format!("  {} ({}): {}", word.by, word.file, one_line(&word.what)));
        }
        for (path, size) in &covered {
            words.tone(
                Tone::Good,
                format!("{} covers the first {size} documents, and they agree with those here.", path.shown()),
            );
        }
        if holds && !args.ratings_from.is_empty() {
            words.tone(
                Tone::Good,
                "The ratings on the rosters are those with which the earlier tournaments have ended.",
            );
        }
        let counted = [
            (audit.documents + 1, "document of the chain"),
            (audit.rounds, "round paired again"),
            (audit.standings, "table of standings worked out again"),
            (matches.replayed, "match replayed"),
        ];
        let counted = counted.map(|(count, noun)| counted_phrase(count, noun));
        match holds {
            true => words.tone(Tone::Good, format!("'{title}' verifies: every check passes.")),
            false if incomplete => {
                words.tone(
                    Tone::Bad,
                    format!(
                        "'{title}' could not be verified completely: {} not here. With `--documents-only` the program \
                         leaves the matches out.",
                        matches_are(matches.missing)
                    ),
                );
            }
            false => words.tone(Tone::Bad, format!("'{title}' does not verify.")),
        }
        words.line(format!("  {}", counted.join(", ")));
        words.line(format!("  ends with    document {}, {}", chain.line.len(), chain.head()));
        words
    };
    let value = || {
        let said: Vec<Value> =
            audit.words.iter().map(|word| json!({"by": word.by, "file": word.file, "what": word.what})).collect();
        let failures: Vec<Value> = problems.iter().map(as_json).collect();
        json!({"ok": holds, "tournament": chain.announcement.digest, "number": chain.line.len(), "head": chain.head(),
               "on_a_persons_word": said, "failures": failures, "documents": audit.documents + 1,
               "rounds": audit.rounds, "standings": audit.standings, "matches": matches.replayed})
    };
    out::answer(format, words, value)?;
    match (holds, format) {
        (true, _) => Ok(()),
        (false, Format::Json) => Err(Failure::Negative(Vec::new())),
        (false, Format::Text) => Err(Failure::Negative(problems)),
    }
}

/// `1 match is`, `2 matches are`.
fn matches_are(matches: usize) -> String {
    match matches {
        1 => "1 match is".to_owned(),
        matches => format!("{matches} matches are"),
    }
}

/// Somebody else's text on one line, so that it cannot imitate lines of this program.
fn one_line(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// `2 rounds paired again`: the first word of the phrase is put into the plural.
fn counted_phrase(count: usize, noun: &str) -> String {
    let (first, rest) = noun.split_once(' ').unwrap_or((noun, ""));
    match (count, first) {
        (1, _) => format!("1 {first} {rest}"),
        (_, "match") => format!("{count} matches {rest}"),
        _ => format!("{count} {first}s {rest}"),
    }
}

/// The matches that results name.
#[derive(Default)]
struct Matches {
    replayed: usize,
    /// How many of the problems are only that a match is not here.
    missing: usize,
    problems: Vec<Diagnostic>,
    words: Vec<tournament::audit::Attestation>,
}

impl Matches {
    /// Replays every match and compares it with the result that names it.
    fn replay(&mut self, folder: &TournamentFolder, season: &TournamentState<'_>) -> Result<(), Failure> {
        let mut found: BTreeMap<Bytes32, (PathBuf, MatchEvidence)> = BTreeMap::new();
        let places = match_folders(folder)?;
        let progress = Progress::new("verifying", places.len());
        let seen = |n: usize| Ok((places[n].clone(), MatchEvidence::of(&places[n])));
        parallel_in_order(places.len(), &seen, |(path, seen)| {
            progress.step();
            match seen {
                Ok(evidence) => drop(found.insert(evidence.match_id, (path, evidence))),
                Err(Failure::Negative(diagnostics) | Failure::Cannot(diagnostics)) => self.problems.extend(diagnostics),
            }
        })?;
        drop(progress);
        for (key, recorded) in &season.results {
            let Some(id) = recorded.result.match_id else { continue };
            let Some((path, evidence)) = found.get(&id) else {
                let (round, board, _) = key;
                let message = format!("the match of board {board} in round {round} is missing");
                let problem = Problem::new(message).rule("protocol 12.5");
                if let Some((path, other)) = found.values().find(|(_, other)| other.game(season) == Some(*key)) {
                    let message = format!(
                        "this is not the match that document {} names for board {board} in round {round}: its charter was altered, \
                         or it is another match",
                        recorded.number
                    );
                    let advice = format!("restore the charter of the match {id}; here is {}", other.match_id);
                    self.problems.push(Diagnostic {
                        problem: Problem::new(message).rule("protocol 12.5").advice(advice),
                        file: Some(path.join("charter.yaml")),
                        text: None,
                    });
                    self.problems.extend(other.failures.iter().map(|(file, problem)| Diagnostic {
                        problem: Problem { mark: None, ..problem.clone() },
                        file: Some(path.join(file)),
                        text: None,
                    }));
                    continue;
                }
                let advice = format!(
                    "ask the director or a player for the match {id}, and take it in with `adjutant tournament take MAIL`"
                );
                self.problems.push(problem.advice(advice).into());
                self.missing += 1;
                continue;
            };
            self.replayed += 1;
            let in_match = |file: &str, problem: &Problem| Diagnostic {
                problem: Problem { mark: None, ..problem.clone() },
                file: Some(path.join(file)),
                text: None,
            };
            self.problems.extend(evidence.failures.iter().map(|(file, problem)| in_match(file, problem)));
            self.problems.extend(evidence.unfit(season, *key).iter().map(|problem| in_match("charter.yaml", problem)));
            self.problems.extend(differs(evidence, season, recorded).map(|problem| in_match("", &problem)));
            self.words.extend(evidence.rulings.iter().map(|ruling| tournament::audit::Attestation {
                file: path.shown(),
                by: Id::known("adjudicator"),
                what: format!("a ruling, {ruling}"),
            }));
        }
        Ok(())
    }
}

/// How a match differs from the result that names it.
pub fn differs(evidence: &MatchEvidence, season: &TournamentState<'_>, recorded: &RecordedResult) -> Option<Problem> {
    let result = &recorded.result;
    let refuse = |message: String| Some(Problem::new(message).rule("protocol 12.3"));
    let number = recorded.number;
    if result.state.is_some() && result.state != evidence.state {
        return refuse(format!("the match does not end with the state that document {number} records"));
    }
    if result.how != How::Played {
        return None;
    }
    if !evidence.is_over {
        return refuse(format!("the match is not over, but document {number} records its result"));
    }
    let winner = evidence.winning_player(season);
    if winner != result.winner {
        let ended = |id: &Option<Id>| {
            id.as_ref().map_or_else(|| "this match is drawn".to_owned(), |id| format!("{id} wins this match"))
        };
        let recorded_as =
            |id: &Option<Id>| id.as_ref().map_or_else(|| "a draw".to_owned(), |id| format!("that {id} does"));
        return refuse(format!("{}, but document {number} records {}", ended(&winner), recorded_as(&result.winner)));
    }
    if winner.is_some() && result.margin.unwrap_or(0) != evidence.margin {
        return refuse(format!("the margin is {}, but document {number} records another", evidence.margin));
    }
    None
}
