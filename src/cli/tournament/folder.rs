//! The folder of a tournament: finding it, reading its documents, and the place of each kind of file in it.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

use tournament::chain::{Chain, Documents, Fork};
use tournament::documents::Kind;
use tournament::signed::{ParsedDocument, Typed};
use tournament::state::TournamentState;

use super::tournament_vault::signed_after;
use crate::cli::match_args::check_name;
use crate::cli::paths::Shown;
use crate::cli::{Diagnostic, Failure, files, home, suggested_commands};
use crate::document::{Bytes32, Problem, Value};
use crate::report::grammar::capital;

/// The director's chain.
pub const DOCUMENTS: &str = "documents";
/// What players have signed.
pub const PLAYERS: &str = "players";
/// Entries with the same id, key or name as another, until the director decides.
pub const CLASHING: &str = "players/clashing";
/// Entries that the director has not accepted: they are kept, but not read.
pub const REJECTED: &str = "players/rejected";
/// The matches, each in a folder named for its game.
pub const MATCHES: &str = "matches";

/// The maximum number of documents in a tournament.
const MAX_FILES: usize = 20_000;

/// Which tournament a command is about.
#[derive(Clone, Debug, Default, clap::Args)]
pub struct TournamentOption {
    /// The tournament's folder [default: the current folder, or the nearest one above it with a tournament].
    #[arg(long, value_name = "DIR")]
    folder: Option<PathBuf>,
}

/// The tournament of a command that has no other arguments without a name.
#[derive(Clone, Debug, Default, clap::Args)]
pub struct TournamentArgs {
    /// The tournament's folder, as with --folder.
    #[arg(value_name = "FOLDER")]
    named: Option<PathBuf>,
    #[command(flatten)]
    place: TournamentOption,
}

impl TournamentOption {
    /// The place of a folder, which may or may not be named.
    pub fn at(folder: Option<PathBuf>) -> TournamentOption {
        TournamentOption { folder }
    }

    /// The same place, which is also named without `--folder`.
    ///
    /// # Errors
    /// Both name a folder, and the folders differ.
    pub fn and(self, named: PathBuf) -> Result<TournamentOption, Failure> {
        let real = |path: &Path| path.canonicalize().unwrap_or_else(|_| path.to_owned());
        match self.folder {
            Some(folder) if real(&folder) != real(&named) => {
                let problem = Problem::new(format!("two folders are named: {} and {}", named.shown(), folder.shown()));
                Err(Failure::cannot(problem.advice("name only one folder")))
            }
            _ => Ok(TournamentOption { folder: Some(named) }),
        }
    }

    /// The folder.
    ///
    /// # Errors
    /// No command could name the folder; or no folder is named, and neither the current folder nor any folder above it has a tournament.
    pub fn find(self) -> Result<PathBuf, Failure> {
        if let Some(folder) = self.folder {
            check_name(&folder)?;
            return match folder.is_dir() {
                true => Ok(folder),
                false => Err(Failure::cannot_in(folder, Problem::new("there is no such folder"))),
            };
        }
        let here = std::env::current_dir().unwrap_or_else(|_| PathBuf::from("."));
        let found = here.ancestors().find(|folder| folder.join(DOCUMENTS).is_dir());
        found.map(Path::to_owned).ok_or_else(|| {
            let problem = Problem::new("there is no tournament in this folder or in any folder above it");
            Failure::cannot(
                problem.advice("name the folder with --folder, or begin one with `adjutant tournament new FOLDER`"),
            )
        })
    }
}

impl TournamentArgs {
    /// The folder.
    ///
    /// # Errors
    /// As [`TournamentOption::find`]; or two folders are named.
    pub fn find(self) -> Result<PathBuf, Failure> {
        match (self.named, self.place) {
            (Some(named), TournamentOption { folder: Some(folder) }) if named != folder => {
                let shown = format!("two folders are named: {} and {}", named.shown(), folder.shown());
                Err(Failure::cannot(Problem::new(shown).advice("name only one folder")))
            }
            (Some(named), _) => TournamentOption { folder: Some(named) }.find(),
            (None, place) => place.find(),
        }
    }
}

/// The folder of a tournament, after reading.
pub struct TournamentFolder {
    pub path: PathBuf,
    pub documents: Documents,
    /// Clashing entries that the director accepts now.
    pub accepted: BTreeSet<Bytes32>,
}

impl TournamentFolder {
    /// Reads every document in a folder.
    ///
    /// # Errors
    /// The folder cannot be read, or holds more than any tournament does.
    pub fn read(path: &Path) -> Result<TournamentFolder, Failure> {
        let mut documents = Documents::default();
        let mut count = 0;
        for part in [DOCUMENTS, PLAYERS, CLASHING] {
            for file in yaml_files(&path.join(part))? {
                count += 1;
                if count > MAX_FILES {
                    let problem = Problem::new(format!("there are more than {MAX_FILES} documents here"));
                    return Err(Failure::cannot_in(
                        path.join(part),
                        problem.advice("keep each tournament in its own folder"),
                    ));
                }
                let name = format!("{part}/{}", file.file_name().unwrap_or_default().to_string_lossy());
                match files::read(&file, files::MAX_BYTES) {
                    Ok(bytes) => documents.add(&name, &bytes),
                    Err(Failure::Negative(diagnostics) | Failure::Cannot(diagnostics)) => {
                        documents.unread.extend(diagnostics.into_iter().map(|one| (name.clone(), one.problem)));
                    }
                }
            }
        }
        Ok(TournamentFolder { path: path.to_owned(), documents, accepted: BTreeSet::new() })
    }

    /// The chain.
    ///
    /// # Errors
    /// No chain begins with an announcement.
    pub fn chain(&self) -> Result<Chain<'_>, Failure> {
        Chain::build(&self.documents).map_err(|problem| {
            let mut announced = self.documents.read.values().filter(|filed| filed.kind() == Kind::Tournament);
            match (announced.next(), announced.next()) {
                // Nothing else holds if the announcement is not the one that the director has signed.
                (Some(one), None) if problem.mark.is_some() => {
                    let advice = "restore it from a backup, or take in a mail of the director";
                    let message = format!("the announcement was altered after it was signed: {}", problem.message);
                    Failure::Cannot(vec![self.printed(&one.file, Problem { message, ..problem }.advice(advice))])
                }
                _ => Failure::cannot_in(&self.path, problem),
            }
        })
    }

    /// The state of the tournament after the whole chain, for commands that continue it.
    ///
    /// # Errors
    /// A document in the chain is missing, unreadable, altered or does not follow, or somebody has signed two different
    /// continuations.
    pub fn season<'d>(&'d self, chain: &Chain<'d>) -> Result<TournamentState<'d>, Failure> {
        match self.damage(chain) {
            damage if damage.is_empty() => self.season_so_far(chain),
            damage => Err(Failure::Negative(damage)),
        }
    }

    /// The state of the tournament as far as the chain reaches, for commands that only read and report the damage
    /// separately.
    ///
    /// # Errors
    /// A document in the chain does not follow, or somebody has signed two different continuations.
    pub fn season_so_far<'d>(&'d self, chain: &Chain<'d>) -> Result<TournamentState<'d>, Failure> {
        if let Some(fork) = chain.forks.first() {
            return Err(Failure::no(fork_problem(fork)));
        }
        TournamentState::of(chain).map_err(|wrong| self.refused(&wrong.0, wrong.1))
    }

    /// The state of the tournament, for commands that pass it on: this also checks that no document signed by an
    /// official on this machine is missing.
    ///
    /// # Errors
    /// As [`TournamentFolder::season`]; or such a document is missing.
    pub fn complete_season<'d>(&'d self, chain: &Chain<'d>) -> Result<TournamentState<'d>, Failure> {
        let season = self.season(chain)?;
        match missing_end(chain)? {
            None => Ok(season),
            Some(problem) => Err(Failure::no_in(&self.path, problem)),
        }
    }

    /// The damage that cuts the chain short: first the overall result and what to do, then each document that does not
    /// count.
    pub fn damage(&self, chain: &Chain<'_>) -> Vec<Diagnostic> {
        let in_chain = |file: &&(String, Problem)| file.0.starts_with(DOCUMENTS);
        let broken = self.documents.unread.iter().chain(&chain.beside).filter(in_chain);
        let mut diagnostics: Vec<Diagnostic> =
            broken.map(|(file, problem)| self.printed(file, problem.clone())).collect();
        let missing = chain.line.len() + 1;
        // Documents that continue an overtaken document are undamaged, but do not count either.
        let mut off: BTreeSet<Bytes32> = chain.overtaken.iter().map(|fork| fork.digests[1]).collect();
        let mut behind = Vec::new();
        for (filed, link) in chain.orphans.iter().filter_map(|filed| Some((filed, filed.link()?))) {
            match off.contains(&link.parent) {
                true => drop(off.insert(filed.digest)),
                false => behind.push(link.number),
            }
        }
        let what = match (behind.iter().min(), behind.iter().max()) {
            (Some(first), Some(last)) if first == last => format!(
                "the chain is damaged: document {missing} is missing or was altered, so document {first} does not count"
            ),
            (Some(first), Some(last)) => format!(
                "the chain is damaged: document {missing} is missing or was altered, so documents {first} to {last} do not count"
            ),
            _ if diagnostics.is_empty() => return diagnostics,
            _ => "the chain is damaged: one of the files in its folder does not belong to it".to_owned(),
        };
        let place = suggested_commands::shell_quoted(&self.path);
        let advice = format!(
            "restore it from a backup, or take it in from a mail with `adjutant tournament take MAIL --folder {place}`; \
             `adjutant tournament verify {place}` lists everything that is wrong"
        );
        let problem = Problem::new(what).rule("protocol 12.1").advice(advice);
        diagnostics.insert(0, Diagnostic { problem, file: Some(self.path.join(DOCUMENTS)), text: None });
        diagnostics
    }

    /// A problem with a file of the folder, with its line.
    pub fn refused(&self, file: &str, problem: Problem) -> Failure {
        Failure::Negative(vec![self.printed(file, problem)])
    }

    /// The same, as one of several problems.
    pub fn printed(&self, file: &str, problem: Problem) -> Diagnostic {
        let path = self.path.join(file);
        let text = files::read(&path, files::MAX_BYTES).ok().filter(|_| problem.mark.is_some());
        let text = text.map(|bytes| String::from_utf8_lossy(&bytes).into_owned());
        Diagnostic { problem, file: Some(path), text }
    }

    /// A command for this tournament, ready to be pasted.
    pub fn hint(&self, command: &str) -> String {
        format!("adjutant tournament {command} --folder {}", suggested_commands::shell_quoted(&self.path))
    }
}

/// The problem that an official whose secrets are here has signed a document after the end of the chain that is here,
/// if he has.
///
/// # Errors
/// His log cannot be read.
pub fn missing_end(chain: &Chain<'_>) -> Result<Option<Problem>, Failure> {
    let Some(vault) = home::existing_vault() else { return Ok(None) };
    let lost = signed_after(&vault, &chain.announcement.digest, &chain.head())?;
    Ok(lost.map(|content| {
        let number = content.get("number").and_then(Value::as_u64).unwrap_or_default();
        let what = format!("the chain is damaged: you have signed document {number}, which is missing here");
        let advice =
            "restore it from a backup, or run the next command that signs: it first restores the document, and signs nothing else";
        Problem::new(what).rule("protocol 12.1").advice(advice)
    }))
}

/// The damage, one line each, for commands that report it separately.
pub fn damage_lines(damage: &[Diagnostic]) -> Vec<String> {
    let line = |(n, one): (usize, &Diagnostic)| {
        let file = one.file.as_ref().filter(|_| n > 0).map(|file| format!("{}: ", file.shown())).unwrap_or_default();
        match n {
            0 => sentence(&one.problem),
            _ => format!("{file}{}.", one.problem.message),
        }
    };
    damage.iter().enumerate().map(line).collect()
}

/// A problem as a sentence, and its advice as another.
pub fn sentence(problem: &Problem) -> String {
    let advice = problem.advice.as_ref().map(|advice| format!(" {}.", capital(advice))).unwrap_or_default();
    format!("{}.{advice}", capital(&problem.message))
}

/// The problem that somebody has signed two different continuations.
pub fn fork_problem(fork: &Fork) -> Problem {
    let message = format!(
        "'{}' has signed two different documents as document {} of the chain: {} and {}",
        fork.by, fork.number, fork.files[0], fork.files[1]
    );
    Problem::new(message).rule("protocol 12.1").advice("keep both: together they prove double dealing by their signer")
}

/// The file name of a document.
pub fn file_name(filed: &ParsedDocument) -> String {
    let kind = filed.kind().as_str();
    match filed.link() {
        Some(link) => format!("{DOCUMENTS}/{:04}-{kind}.yaml", link.number),
        None if filed.kind() == Kind::Tournament => format!("{DOCUMENTS}/0000-{kind}.yaml"),
        None if filed.kind() == Kind::Appeal => {
            let digest = filed.digest.to_string();
            format!("{PLAYERS}/{kind}-{}-{}.yaml", filed.signer(), digest.get(..8).unwrap_or_default())
        }
        None => match &filed.typed {
            Typed::ByeRequest(request) => {
                format!("{PLAYERS}/bye-request-{}-r{:02}.yaml", request.player, request.round)
            }
            _ => format!("{PLAYERS}/{kind}-{}.yaml", filed.signer()),
        },
    }
}

fn yaml_files(folder: &Path) -> Result<Vec<PathBuf>, Failure> {
    if !folder.is_dir() {
        return Ok(Vec::new());
    }
    let cannot =
        |error: std::io::Error| Failure::cannot_in(folder, Problem::new(format!("cannot read the folder: {error}")));
    let mut found = Vec::new();
    for entry in fs::read_dir(folder).map_err(cannot)? {
        let path = entry.map_err(cannot)?.path();
        if path.extension().is_some_and(|extension| extension == "yaml") {
            found.push(path);
        }
    }
    found.sort();
    Ok(found)
}
