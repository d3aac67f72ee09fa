//! Reading every YAML file of a match folder on two threads; results are in the order of names.

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering};

use super::progress::Progress;
use super::{Failure, files};
use crate::document::{LazyBytes, Problem, harmless};

/// The maximum number of files read from one folder, and the maximum number of bytes in all of them.
const MAX_FILES: usize = 50_000;
const MAX_TOTAL: u64 = 1 << 30;
/// Folders inside a match folder that hold none of its documents.
const NOT_OURS: [&str; 4] = ["drafts", "earlier", "mail", "reports"];

/// Files with their names in a folder, made safe to print, in the order of names.
pub type NamedSources = Vec<(String, LazyBytes)>;

/// What is in a folder.
pub struct FolderContents<T> {
    /// The names of the files, made safe to print, and what `look` returned for each.
    pub seen: Vec<(String, T)>,
    /// The files that the system could not read, in the order of names.
    pub unread: Vec<(String, Problem)>,
}

/// A file to look into.
pub struct FolderEntry<'n> {
    /// Its name in the folder; not yet made safe to print.
    pub name: &'n str,
    pub path: PathBuf,
    /// Whether the folder lists it as a regular file; a link is not regular.
    pub regular: bool,
}

/// Looks into every YAML file in a folder: `look` gets the file and a buffer, and returns how many bytes there were.
/// With `kept`, where the contents stay in memory, a large number of files is checked against the size limit before any
/// is read. One of the threads runs `first` before it starts.
///
/// # Errors
/// The folder cannot be read, or holds more than any match does.
pub fn read_yaml_files<T: Send, F: Send>(
    path: &Path,
    kept: bool,
    look: impl Fn(&FolderEntry<'_>, &mut Vec<u8>) -> Result<(usize, T), Failure> + Sync,
    first: impl FnOnce() -> F + Send,
) -> Result<(FolderContents<T>, Option<F>), Failure> {
    let names = names(path)?;
    let too_much = || {
        let problem = Problem::new("the files in this folder total more than 1 GiB");
        Failure::cannot_in(path, problem.advice("name the folder of one match"))
    };
    // With this many files, their total size is checked before any is read.
    if kept && names.len() as u64 * files::MAX_BYTES > MAX_TOTAL {
        let length = |(name, _): &(String, bool)| fs::metadata(path.join(name)).map_or(0, |about| about.len());
        if names.iter().map(length).sum::<u64>() > MAX_TOTAL {
            return Err(too_much());
        }
    }
    let progress = Progress::new("reading", names.len());
    let (next, total) = (AtomicUsize::new(0), AtomicU64::new(0));
    let take = |(name, regular): &(String, bool), room: &mut Vec<u8>| {
        let listed = FolderEntry { name, path: path.join(name), regular: *regular };
        let (length, seen) = look(&listed, room)?;
        total.fetch_add(length as u64, Ordering::Relaxed);
        progress.step();
        Ok(seen)
    };
    let work = || {
        let (mut taken, mut room) = (Vec::new(), Vec::new());
        while total.load(Ordering::Relaxed) <= MAX_TOTAL {
            let at = next.fetch_add(1, Ordering::Relaxed);
            let Some(listed) = names.get(at) else { break };
            taken.push((at, take(listed, &mut room)));
        }
        taken
    };
    let (mut taken, made) = std::thread::scope(|scope| {
        let other = std::thread::Builder::new().spawn_scoped(scope, || (first(), work()));
        let mut taken = work();
        let (made, more) = other.ok().and_then(|other| other.join().ok()).unzip();
        taken.extend(more.into_iter().flatten());
        (taken, made)
    });
    if total.load(Ordering::Relaxed) > MAX_TOTAL {
        return Err(too_much());
    }
    taken.sort_by_key(|(at, _)| *at);
    let mut taken = taken.into_iter().peekable();
    let mut found = FolderContents { seen: Vec::with_capacity(names.len()), unread: Vec::new() };
    for (at, listed) in names.iter().enumerate() {
        let (name, _) = listed;
        // If a thread took a file but returned nothing, the file is read again.
        let one =
            taken.next_if(|(other, _)| *other == at).map_or_else(|| take(listed, &mut Vec::new()), |(_, one)| one);
        match one {
            Ok(seen) => found.seen.push((harmless(name).into_owned(), seen)),
            Err(Failure::Negative(diagnostics) | Failure::Cannot(diagnostics)) => {
                found.unread.extend(
                    diagnostics.into_iter().map(|diagnostics| (harmless(name).into_owned(), diagnostics.problem)),
                );
            }
        }
    }
    Ok((found, made))
}

fn names(path: &Path) -> Result<Vec<(String, bool)>, Failure> {
    let mut names = Vec::new();
    walk(path, "", 0, &mut names)
        .map_err(|error| Failure::cannot_in(path, Problem::new(format!("the folder cannot be read: {error}"))))?;
    if names.len() > MAX_FILES {
        let problem = Problem::new(format!("there are more than {MAX_FILES} YAML files in this folder"));
        return Err(Failure::cannot_in(path, problem.advice("name the folder of one match")));
    }
    names.sort();
    Ok(names)
}

/// The names of the YAML files in a folder, with their paths inside it, separated by `/`; and whether each is regular.
fn walk(folder: &Path, prefix: &str, depth: usize, names: &mut Vec<(String, bool)>) -> std::io::Result<()> {
    for entry in fs::read_dir(folder)? {
        let entry = entry?;
        // The program writes no names that are not Unicode.
        let Ok(name) = entry.file_name().into_string() else { continue };
        if name.starts_with('.') || names.len() > MAX_FILES {
            continue;
        }
        // Links to folders are not followed, which could lead to a cycle.
        let kind = entry.file_type()?;
        if kind.is_dir() {
            let skip = depth == 0 && NOT_OURS.contains(&name.as_str());
            if !skip && depth < 8 {
                walk(&entry.path(), &format!("{prefix}{name}/"), depth + 1, names)?;
            }
        } else if name.ends_with(".yaml") {
            names.push((format!("{prefix}{name}"), kind.is_file()));
        }
    }
    Ok(())
}
