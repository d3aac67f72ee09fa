//! Which match a command is about: a folder, named with `--folder` or without.

use std::path::{Component, Path, PathBuf};

use archive::packed::ENDING;

use super::folder::Folder;
use super::paths::{Shown, is_device, resolved};
use super::{CommandResult, Failure, shell_quotes, suggested_commands};
use crate::document::{Problem, Value, lookalikes};

/// Which match a command is about.
#[derive(Clone, Debug, Default, clap::Args)]
pub struct FolderOption {
    /// The match folder [default: the current folder, or the nearest one above it with a charter.yaml].
    #[arg(long, value_name = "DIR", global = true)]
    folder: Option<PathBuf>,
}

/// Another copy of the match, for a signing log that lost some of its documents.
#[derive(Clone, Debug, Default, clap::Args)]
pub struct RecoverArgs {
    /// First copy your own signed documents from this copy of the match into the signing log.
    #[arg(long, value_name = "DIR")]
    recover: Option<PathBuf>,
}

impl RecoverArgs {
    /// Every signed document in that copy; empty if there is no copy.
    ///
    /// # Errors
    /// The folder cannot be read.
    pub fn documents(&self) -> Result<Vec<Value>, Failure> {
        let Some(path) = &self.recover else { return Ok(Vec::new()) };
        let folder = Folder::read(&find_at(path)?)?;
        Ok(folder.files.documents().iter().map(|document| document.document.content.clone()).collect())
    }
}

/// A match folder at the end of a command's arguments; [`FolderOption::and`] takes it in.
#[derive(Clone, Debug, Default, clap::Args)]
pub struct FolderArgument {
    /// The match folder, as with --folder.
    #[arg(value_name = "FOLDER")]
    pub named: Option<PathBuf>,
}

/// The place of a command that has no other arguments without a name.
#[derive(Clone, Debug, Default, clap::Args)]
pub struct MatchFolderArgs {
    #[command(flatten)]
    also: FolderArgument,
    #[command(flatten)]
    place: FolderOption,
}

/// The place of a command that looks at a draft.
#[derive(Clone, Debug, Default, clap::Args)]
pub struct DraftArgs {
    /// The draft [default: drafts/STEP-SEAT.yaml in the match folder; of a queue, drafts/queue.yaml].
    #[arg(value_name = "FILE")]
    file: Option<PathBuf>,
    #[command(flatten)]
    also: FolderArgument,
    #[command(flatten)]
    place: FolderOption,
}

/// The folder of a match that does not exist yet.
#[derive(Clone, Debug, clap::Args)]
pub struct NewFolderArgs {
    /// The folder to create.
    #[arg(value_name = "FOLDER", required_unless_present = "folder")]
    named: Option<PathBuf>,
    /// The folder to create, the same as FOLDER.
    #[arg(long, value_name = "DIR")]
    folder: Option<PathBuf>,
}

impl NewFolderArgs {
    /// The folder.
    ///
    /// # Errors
    /// Two folders are named, or no command could name it.
    pub fn path(self) -> Result<PathBuf, Failure> {
        let named = FolderOption { folder: self.folder }.and(self.named)?.folder;
        let path =
            named.ok_or_else(|| Failure::cannot(Problem::new("no folder is named").advice("name a new folder")))?;
        check_name(&path)?;
        suggested_commands::set_folder(&path);
        Ok(path)
    }
}

/// Checks that a new match is not put inside the folder of another, whose files it would be taken for.
///
/// # Errors
/// A folder above it is that of a match.
pub fn check_not_inside_match(folder: &Path) -> CommandResult {
    let whole = std::path::absolute(folder).unwrap_or_else(|_| folder.to_owned());
    match whole.ancestors().skip(1).find(|above| has_charter(above)) {
        None => Ok(()),
        Some(other) => {
            let problem = Problem::new(format!("the folder is inside that of another match, {}", other.shown()));
            Err(Failure::cannot_in(folder, problem.advice("name a folder outside of it")))
        }
    }
}

impl MatchFolderArgs {
    /// The place of a named folder.
    pub fn at(folder: PathBuf) -> MatchFolderArgs {
        MatchFolderArgs { also: FolderArgument::default(), place: FolderOption { folder: Some(folder) } }
    }

    /// The place, whichever way it is named.
    ///
    /// # Errors
    /// Two folders are named.
    pub fn place(self) -> Result<FolderOption, Failure> {
        self.place.and(self.also.named)
    }

    /// The match folder, or a match packed into one file, for a command that only reads.
    ///
    /// # Errors
    /// As [`FolderOption::find`]; or two folders are named.
    pub fn find_to_read(self) -> Result<PathBuf, Failure> {
        self.place()?.find_to_read()
    }

    /// The match folder.
    ///
    /// # Errors
    /// As [`FolderOption::find`]; or two folders are named.
    pub fn find(self) -> Result<PathBuf, Failure> {
        self.place()?.find()
    }
}

impl DraftArgs {
    /// The match folder, and the draft if one is named. A folder may come before the draft, after it or alone.
    ///
    /// # Errors
    /// As [`FolderOption::find`]; or two folders are named.
    pub fn find(self) -> Result<(PathBuf, Option<PathBuf>), Failure> {
        let (file, folder) = match (self.file, self.also.named) {
            (Some(first), None) if is_folder(&first) => (None, Some(first)),
            (Some(first), Some(second)) if is_folder(&first) && !is_folder(&second) => (Some(second), Some(first)),
            as_given => as_given,
        };
        let found = self.place.and(folder)?.find_with(file.as_deref())?;
        Ok((found, file))
    }
}

impl FolderOption {
    /// The place of a named folder.
    pub fn at(folder: PathBuf) -> FolderOption {
        FolderOption { folder: Some(folder) }
    }

    /// The place that `--folder` names, if it names one.
    pub fn named_folder(&self) -> Option<&Path> {
        self.folder.as_deref()
    }

    /// The same place, or the one that is named without `--folder`.
    ///
    /// # Errors
    /// Both name a folder, and the folders differ.
    pub fn and(self, named: Option<PathBuf>) -> Result<FolderOption, Failure> {
        match (self.folder, named) {
            (Some(folder), Some(named)) if !same(&folder, &named) => {
                let shown = |path: &Path| path.shown();
                let problem = Problem::new(format!("two folders are named: {} and {}", shown(&named), shown(&folder)));
                Err(Failure::cannot(problem.advice("name only one folder")))
            }
            (folder, named) => Ok(FolderOption { folder: folder.or(named) }),
        }
    }

    /// The same with an argument that is either a folder or something else, as `means` decides. An ambiguous argument
    /// is a folder if no other folder is named.
    ///
    /// # Errors
    /// As [`FolderOption::and`].
    pub fn or_other(
        self,
        first: Option<String>,
        second: Option<PathBuf>,
        means: impl Fn(&str) -> bool,
    ) -> Result<(FolderOption, Option<String>), Failure> {
        let folder = |text: &String| {
            let path = Path::new(text);
            let free = self.folder.as_ref().is_none_or(|folder| same(folder, path)) || !means(text);
            second.is_none() && (has_charter(path) || is_packed(path)) && free
        };
        match first {
            Some(first) if folder(&first) => Ok((self.and(Some(first.into()))?, None)),
            first => Ok((self.and(second)?, first)),
        }
    }

    /// The match folder; if none is named and none is here, the folder that contains a given file of the match.
    ///
    /// # Errors
    /// As [`FolderOption::find`].
    pub fn find_with(&self, file: Option<&Path>) -> Result<PathBuf, Failure> {
        let around = || file?.ancestors().skip(1).find(|folder| folder.join("charter.yaml").is_file());
        match (&self.folder, self.find(), around()) {
            (None, Err(_), Some(folder)) => {
                suggested_commands::set_folder(folder);
                Ok(folder.to_owned())
            }
            (_, found, _) => found,
        }
    }

    /// The same for a command that only reads: a match packed into one file is accepted too.
    ///
    /// # Errors
    /// As [`FolderOption::find`].
    pub fn find_to_read(&self) -> Result<PathBuf, Failure> {
        match &self.folder {
            Some(file) if is_packed(file) => {
                suggested_commands::set_folder(file);
                Ok(file.clone())
            }
            _ => self.find(),
        }
    }

    /// The match folder, which this run's advice then names.
    ///
    /// # Errors
    /// There is no such folder, or it has no charter.
    pub fn find(&self) -> Result<PathBuf, Failure> {
        if let Some(folder) = &self.folder {
            return find_at(folder).inspect(|folder| suggested_commands::set_folder(folder));
        }
        let here = std::env::current_dir().unwrap_or_else(|_| PathBuf::from("."));
        let above = here.ancestors().find(|folder| folder.join("charter.yaml").is_file());
        match above {
            Some(folder) if folder == here => Ok(PathBuf::from(".")),
            Some(folder) => Ok(folder.to_owned()),
            None => Err(Failure::cannot(
                Problem::new("there is no charter.yaml in this folder or in any folder above it").advice(
                    "go to the match folder, name it, or start a match with `adjutant match new FOLDER --title TITLE`",
                ),
            )),
        }
    }
}

/// Checks that the advice of this program can name a folder: on one line, and so that it can be pasted.
///
/// # Errors
/// Its path contains a line break, a tab or another control character.
pub fn check_name(folder: &Path) -> CommandResult {
    let shown = folder.shown();
    check_devices(folder)?;
    let Some(c) = shown.chars().find(|c| shell_quotes::is_unwritable(*c)) else { return Ok(()) };
    let what = match c {
        '\n' | '\r' => "a line break".to_owned(),
        '\t' => "a tab".to_owned(),
        c => lookalikes::unwritable(c),
    };
    let problem =
        Problem::new(format!("the path '{}' has {what} in it, which no command can name", shown.escape_debug()));
    let advice = match folder.exists() {
        true => "rename the folder so that its name has letters, digits, blanks and dashes only",
        false => "choose a name of letters, digits, blanks and dashes",
    };
    Err(Failure::cannot(problem.advice(advice)))
}

/// Checks that a folder can be copied to Windows, unless it is there already.
///
/// # Errors
/// A part of its path has the name of a device.
fn check_devices(folder: &Path) -> CommandResult {
    let parts = folder.components().filter_map(|part| match part {
        Component::Normal(name) => name.to_str(),
        _ => None,
    });
    let Some(name) = parts.into_iter().find(|name| is_device(name)) else { return Ok(()) };
    if !cfg!(windows) && folder.exists() {
        return Ok(());
    }
    let problem = Problem::new(format!("a folder cannot be named '{name}': Windows keeps this name for a device"));
    Err(Failure::cannot(
        problem.advice("choose another name, since a player with Windows could not unpack a copy of it"),
    ))
}

/// The match folder of this name.
///
/// # Errors
/// There is no such folder, it has no charter, or no command could name it.
pub fn find_at(folder: &Path) -> Result<PathBuf, Failure> {
    check_name(folder)?;
    // The path of a charter stands for its folder.
    let folder = folder_of(folder);
    let cannot = |message: &str, advice: &str| {
        Err(Failure::cannot_in(&folder, Problem::new(message.to_owned()).advice(advice.to_owned())))
    };
    if !folder.exists() {
        return cannot("there is no such folder", "check the spelling of the path");
    }
    if is_packed(&folder) {
        let advice =
            format!("unpack it first: `adjutant archive unpack {} FOLDER`", suggested_commands::shell_quoted(&folder));
        return cannot("this is a match in one file, and this command needs a folder", &advice);
    }
    if !folder.is_dir() {
        return cannot("this is a file, not a match folder", "name the folder that contains charter.yaml");
    }
    if !folder.join("charter.yaml").exists() {
        let advice = "name a match folder, or start a match with `adjutant match new FOLDER --title TITLE`";
        return cannot("this folder has no charter.yaml", advice);
    }
    Ok(folder)
}

/// Whether two paths name the same folder, which need not exist.
fn same(one: &Path, other: &Path) -> bool {
    let real = |path: &Path| {
        let path = folder_of(path);
        resolved(&path).or_else(|| std::path::absolute(&path).ok()).unwrap_or(path)
    };
    real(one) == real(other)
}

/// The folder of a match, given as the folder or as the charter file in it.
pub fn folder_of(path: &Path) -> PathBuf {
    if is_charter(path) { above(path) } else { path.to_owned() }
}

fn is_charter(path: &Path) -> bool {
    path.file_name().is_some_and(|name| name == "charter.yaml") && path.is_file()
}

fn above(path: &Path) -> PathBuf {
    match path.parent() {
        Some(parent) if parent != Path::new("") => parent.to_owned(),
        _ => PathBuf::from("."),
    }
}

/// Whether an argument cannot be a draft: it is a folder, or the charter that stands for one.
pub fn is_folder(path: &Path) -> bool {
    path.is_dir() || is_charter(path)
}

/// Whether an argument is a match folder.
pub fn has_charter(path: &Path) -> bool {
    is_charter(path) || path.join("charter.yaml").is_file()
}

/// Whether an argument is a match packed into one file.
pub fn is_packed(path: &Path) -> bool {
    path.to_string_lossy().ends_with(ENDING) && path.is_file()
}
