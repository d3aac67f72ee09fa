//! Every YAML file of a match folder, read and looked into by two threads: the order of names decides, not that of the
//! reading.

use std::fs;
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering};

use super::progress::Progress;
use super::{Failure, files};
use crate::document::{Problem, harmless};

/// The most files, and bytes of all of them, that are read from one folder.
const MOST_FILES: usize = 50_000;
const MOST_TOTAL: u64 = 1 << 30;
/// Folders of a match that hold no documents of it.
const NOT_OURS: [&str; 4] = ["drafts", "earlier", "mail", "reports"];

/// Files with their names in a folder, in the order of these, as they may be printed.
pub type Raw = Vec<(String, Arc<Vec<u8>>)>;

/// What lies in a folder.
pub struct Gathered<T> {
    pub raw: Raw,
    /// What was seen in each of these files.
    pub seen: Vec<T>,
    /// The files that the system does not give, in the order of names.
    pub unread: Vec<(String, Problem)>,
}

/// Reads every YAML file in a folder, and looks into each. `first` is done by one of the threads before it reads.
///
/// # Errors
/// The folder cannot be read, or holds more than any match does.
pub fn gather<T: Send, F: Send>(
    path: &Path,
    look: impl Fn(&str, &Arc<Vec<u8>>) -> T + Sync,
    first: impl FnOnce() -> F + Send,
) -> Result<(Gathered<T>, Option<F>), Failure> {
    let names = names(path)?;
    let too_much = || {
        let problem = Problem::new("the files in this folder total more than 1 GiB");
        Failure::cannot_in(path, problem.advice("name the folder of one match"))
    };
    // So many are not read before it is known that they are not too much.
    if names.len() as u64 * files::MOST_BYTES > MOST_TOTAL {
        let length = |name: &String| fs::metadata(path.join(name)).map_or(0, |about| about.len());
        if names.iter().map(length).sum::<u64>() > MOST_TOTAL {
            return Err(too_much());
        }
    }
    let progress = Progress::new("reading", names.len());
    let (next, total) = (AtomicUsize::new(0), AtomicU64::new(0));
    let take = |name: &String| {
        let bytes = files::read(&path.join(name), files::MOST_BYTES)?;
        total.fetch_add(bytes.len() as u64, Ordering::Relaxed);
        let bytes = Arc::new(bytes);
        let seen = look(&harmless(name), &bytes);
        progress.step();
        Ok((bytes, seen))
    };
    let work = || {
        let mut taken = Vec::new();
        while total.load(Ordering::Relaxed) <= MOST_TOTAL {
            let at = next.fetch_add(1, Ordering::Relaxed);
            let Some(name) = names.get(at) else { break };
            taken.push((at, take(name)));
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
    if total.load(Ordering::Relaxed) > MOST_TOTAL {
        return Err(too_much());
    }
    taken.sort_by_key(|(at, _)| *at);
    let mut taken = taken.into_iter().peekable();
    let mut found = Gathered { raw: Vec::with_capacity(names.len()), seen: Vec::new(), unread: Vec::new() };
    for (at, name) in names.iter().enumerate() {
        // What a thread took and did not give is read again.
        let one = taken.next_if(|(other, _)| *other == at).map_or_else(|| take(name), |(_, one)| one);
        match one {
            Ok((bytes, seen)) => {
                found.raw.push((harmless(name).into_owned(), bytes));
                found.seen.push(seen);
            }
            Err(Failure::No(told) | Failure::Cannot(told)) => {
                found.unread.extend(told.into_iter().map(|told| (harmless(name).into_owned(), told.problem)));
            }
        }
    }
    Ok((found, made))
}

fn names(path: &Path) -> Result<Vec<String>, Failure> {
    let mut names = Vec::new();
    walk(path, "", 0, &mut names)
        .map_err(|error| Failure::cannot_in(path, Problem::new(format!("the folder cannot be read: {error}"))))?;
    if names.len() > MOST_FILES {
        let problem = Problem::new(format!("there are more than {MOST_FILES} YAML files in this folder"));
        return Err(Failure::cannot_in(path, problem.advice("name the folder of one match")));
    }
    names.sort();
    Ok(names)
}

/// The names of the YAML files in a folder, with their paths inside it, `/` between its parts.
fn walk(folder: &Path, prefix: &str, depth: usize, names: &mut Vec<String>) -> std::io::Result<()> {
    for entry in fs::read_dir(folder)? {
        let entry = entry?;
        // A name that is not Unicode is none that the program writes.
        let Ok(name) = entry.file_name().into_string() else { continue };
        if name.starts_with('.') || names.len() > MOST_FILES {
            continue;
        }
        // Links to folders are not followed, so that no folder is its own ancestor.
        if entry.file_type()?.is_dir() {
            let skip = depth == 0 && NOT_OURS.contains(&name.as_str());
            if !skip && depth < 8 {
                walk(&entry.path(), &format!("{prefix}{name}/"), depth + 1, names)?;
            }
        } else if name.ends_with(".yaml") {
            names.push(format!("{prefix}{name}"));
        }
    }
    Ok(())
}
