//! A pack in a folder: its files, and the file and line of each problem.

use crate::cli::paths::Shown;
use crate::sorted::SortedMap;
use std::fs;
use std::path::{Path, PathBuf};

use clap::builder::{PossibleValuesParser, TypedValueParser};

use crate::cli::out::Diagnostic;
use crate::cli::{Failure, files};
use crate::document::Form;
use crate::document::read::{self, Document};
use crate::document::{PackFiles, Problem, Value};
use crate::games::civil_war::atlas;
use crate::games::shared::exact;
use crate::registry::{self, DEFAULT_GAME};
use crate::report::grammar::list as list_of;
use crate::session::game_entry::PackData;

/// The folder of packs in the program's sources; each pack is under the id of its game.
const SCENARIOS: &str = "scenarios";
/// The maximum number of files in a pack, and the maximum number of bytes in all of them.
const MAX_FILES: usize = 500;
const MAX_TOTAL: u64 = 64 << 20;
/// The maximum number of problems reported at once.
const MAX_SHOWN: usize = 100;
/// The maximum depth of a pack's folders.
const MAX_DEPTH: usize = 3;

/// The pack in a folder: its files as a match stores them, by name. The sources that its map is compiled from are not
/// part of the pack.
///
/// # Errors
/// Reports every file that cannot be read or understood, with the line.
pub fn pack_in(folder: &Path) -> Result<PackFiles, Failure> {
    let cannot = |message: &str, advice: &str| {
        Err(Failure::cannot_in(folder, Problem::new(message.to_owned()).advice(advice.to_owned())))
    };
    let marks = || registry::packs().map(|pack| pack.mark).chain(["map.yaml"]);
    let where_it_is = format!("name the folder that contains {}", list_of(marks().map(str::to_owned), "or", ""));
    if !folder.exists() {
        return cannot("there is no such folder", "check the spelling of the path");
    }
    if !folder.is_dir() {
        return cannot("this is a file, not the folder of a data pack", &where_it_is);
    }
    if !marks().any(|mark| folder.join(mark).symlink_metadata().is_ok()) {
        return cannot("this folder has no data pack", &where_it_is);
    }
    let mut names = Vec::new();
    list(folder, "", 0, &mut names)?;
    if names.len() > MAX_FILES {
        return cannot(
            "there are too many YAML files in this folder for a pack",
            "name a folder that holds only the pack",
        );
    }
    names.sort();
    let mut pack = PackFiles::default();
    let mut wrong = Vec::new();
    let mut total = 0;
    for name in names {
        let path = folder.join(&name);
        let bytes = files::read(&path, files::MAX_BYTES)?;
        total += bytes.len() as u64;
        if total > MAX_TOTAL {
            return cannot(
                "the files of this folder are too large for a pack",
                "name a folder that holds only the pack",
            );
        }
        match read::read(&name, &bytes, Form::Pack) {
            Ok(document) => {
                pack.insert(name, document.content);
            }
            Err(problem) => wrong.push(quoting(path, problem, &bytes)),
        }
    }
    if wrong.is_empty() { Ok(pack) } else { Err(Failure::Negative(wrong)) }
}

/// The game whose pack a command reads.
#[derive(Clone, Copy, Debug, Default, clap::Args)]
pub struct GameOption {
    /// The game that the pack belongs to [default: recognized by its files].
    #[arg(long, value_name = "GAME", value_parser = games())]
    game: Option<&'static PackData>,
}

/// The parser for ids of games that have packs; it gives each game's data.
fn games() -> impl TypedValueParser<Value = &'static PackData> {
    PossibleValuesParser::new(registry::packs().map(|pack| pack.game))
        .try_map(|game| registry::pack_of(&game).ok_or("this build of the program does not include that game"))
}

impl GameOption {
    /// The game that a pack with these files is for.
    pub fn data(self, files: &PackFiles) -> &'static PackData {
        self.game.unwrap_or_else(|| registry::pack_for(files))
    }
}

/// Where a command reads a pack from.
pub enum PackSource {
    Folder(PathBuf),
    /// The program's own pack.
    BuiltIn(&'static PackData),
}

impl PackSource {
    /// The named folder; else the folder in the sources, if the command runs there; else the program's own pack.
    pub fn of(folder: Option<&Path>, of: GameOption) -> Self {
        let data = of.game.or_else(|| registry::pack_of(DEFAULT_GAME)).expect("the default game has a pack");
        let here = Path::new(SCENARIOS).join(data.game);
        match folder {
            Some(folder) => PackSource::Folder(folder.to_owned()),
            None if here.join(atlas::MAP).is_file() => PackSource::Folder(here),
            None => PackSource::BuiltIn(data),
        }
    }

    /// The game that the pack is for, as far as it is known before its files are read.
    pub fn data(&self, of: GameOption) -> &'static PackData {
        let told = || match self {
            PackSource::Folder(folder) => registry::pack_with(|name| folder.join(name).is_file()),
            PackSource::BuiltIn(data) => data,
        };
        of.game.unwrap_or_else(told)
    }

    /// Its files.
    ///
    /// # Errors
    /// As [`pack_in`].
    pub fn files(&self) -> Result<PackFiles, Failure> {
        match self {
            PackSource::Folder(folder) => pack_in(folder),
            PackSource::BuiltIn(data) => Ok((data.shipped)().clone()),
        }
    }

    /// Turns problems with the pack into a failure.
    pub fn refusal(&self, problems: impl IntoIterator<Item = Problem>) -> Failure {
        match self {
            PackSource::Folder(folder) => ProblemLocator::refusal(folder, problems),
            PackSource::BuiltIn(_) => Failure::Negative(problems.into_iter().map(Diagnostic::from).collect()),
        }
    }

    /// The name of the pack in messages.
    pub fn name(&self) -> String {
        match self {
            PackSource::Folder(folder) => folder.shown(),
            PackSource::BuiltIn(_) => "the program's own pack".to_owned(),
        }
    }
}

/// The names of the YAML files of a pack, with their paths inside it, separated by `/`.
fn list(folder: &Path, prefix: &str, depth: usize, names: &mut Vec<String>) -> Result<(), Failure> {
    let unread = |error| Failure::cannot_in(folder, Problem::new(format!("the folder cannot be read: {error}")));
    for entry in fs::read_dir(folder).map_err(unread)? {
        let entry = entry.map_err(unread)?;
        // Packs have no names that are not Unicode.
        let Ok(name) = entry.file_name().into_string() else { continue };
        if name.starts_with('.') || names.len() > MAX_FILES {
            continue;
        }
        if entry.path().is_dir() {
            let sources = depth == 0 && name == atlas::FOLDER;
            if !sources && depth < MAX_DEPTH {
                list(&entry.path(), &format!("{prefix}{name}/"), depth + 1, names)?;
            }
        } else if name.ends_with(".yaml") {
            names.push(format!("{prefix}{name}"));
        }
    }
    Ok(())
}

/// The files of a folder that have problems; each is read when it is first needed.
pub struct ProblemLocator {
    folder: PathBuf,
    files: SortedMap<String, Option<(Document, String)>>,
}

impl ProblemLocator {
    /// A placer for the files of a folder.
    pub fn new(folder: &Path) -> Self {
        ProblemLocator { folder: folder.to_owned(), files: SortedMap::new() }
    }

    /// A problem whose path begins with a file's name, turned into a problem with that file, at its line.
    pub fn printed(&mut self, mut problem: Problem) -> Diagnostic {
        let path = problem.path.take().unwrap_or_default();
        let (file, place) = path.split_once(':').unwrap_or((path.as_str(), ""));
        let told = self.folder.join(file);
        if file.is_empty() {
            return Diagnostic { problem, file: Some(told), text: None };
        }
        let known = self.files.entry(file.to_owned()).or_insert_with(|| {
            let bytes = files::read(&told, files::MAX_BYTES).ok()?;
            let text = String::from_utf8_lossy(&bytes).into_owned();
            // A file that cannot be parsed gives its problem a position already.
            let empty = || Document::unplaced(file, Value::Null);
            Some((read::read(file, &bytes, Form::Pack).unwrap_or_else(|_| empty()), text))
        });
        problem.path = Some(place.to_owned()).filter(|place| !place.is_empty());
        let Some((document, text)) = known else { return Diagnostic { problem, file: Some(told), text: None } };
        if problem.mark.is_none() {
            let asked = Problem { path: Some(exact(&document.content, place)), ..problem.clone() };
            problem.mark = document.place_of(&asked);
        }
        let text = problem.mark.map(|_| text.clone());
        Diagnostic { problem, file: Some(told), text }
    }

    /// The same for several.
    pub fn refusal(folder: &Path, problems: impl IntoIterator<Item = Problem>) -> Failure {
        let mut placer = ProblemLocator::new(folder);
        let mut problems = problems.into_iter();
        let mut told: Vec<Diagnostic> =
            problems.by_ref().take(MAX_SHOWN).map(|problem| placer.printed(problem)).collect();
        let rest = problems.count();
        if rest > 0 {
            told.push(Problem::new(format!("and {rest} more problems")).into());
        }
        Failure::Negative(told)
    }
}

/// A problem that has its position, with the line quoted.
fn quoting(path: PathBuf, problem: Problem, bytes: &[u8]) -> Diagnostic {
    let text = problem.mark.map(|_| String::from_utf8_lossy(bytes).into_owned());
    Diagnostic { problem, file: Some(path), text }
}
