//! The folders in which the system keeps a user's data and caches.
//!
//! | system | data | caches |
//! |---|---|---|
//! | Linux | `$XDG_DATA_HOME`, else `~/.local/share` | `$XDG_CACHE_HOME`, else `~/.cache` |
//! | Windows | `%APPDATA%` | `%LOCALAPPDATA%` |
//! | macOS | `~/Library/Application Support` | `~/Library/Caches` |
//!
//! The folders that Linux uses come first on every system if they are set or are there already: earlier versions of this
//! program knew no others.

use std::path::{Path, PathBuf};

use etcetera::base_strategy::{BaseStrategy, choose_native_strategy};

/// The name of this program's folder in each of them.
const NAME: &str = "adjutant";

/// What is kept.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Purpose {
    Data,
    Cache,
}

impl Purpose {
    /// The variable that names the folder, and the folder in the home folder without it.
    fn xdg(self) -> (&'static str, &'static [&'static str]) {
        match self {
            Purpose::Data => ("XDG_DATA_HOME", &[".local", "share"]),
            Purpose::Cache => ("XDG_CACHE_HOME", &[".cache"]),
        }
    }
}

/// This program's folder for a purpose; `None` if neither the environment nor the system names one.
pub fn of(purpose: Purpose) -> Option<PathBuf> {
    let native = choose_native_strategy().ok();
    let native = native.map(|native| match purpose {
        Purpose::Data => native.data_dir(),
        Purpose::Cache => native.cache_dir(),
    });
    let set = |name: &str| std::env::var_os(name).filter(|value| !value.is_empty()).map(PathBuf::from);
    choose(purpose, set, etcetera::home_dir().ok(), native, Path::is_dir)
}

/// The folder among those that the environment, the home folder and the system name. `is_there`: whether a folder exists.
fn choose(
    purpose: Purpose,
    set: impl Fn(&str) -> Option<PathBuf>,
    home: Option<PathBuf>,
    native: Option<PathBuf>,
    is_there: impl Fn(&Path) -> bool,
) -> Option<PathBuf> {
    let (variable, below) = purpose.xdg();
    if let Some(named) = set(variable) {
        return Some(named.join(NAME));
    }
    // An empty home folder would be the current folder.
    let absolute = |path: &PathBuf| path.is_absolute();
    let before = home.filter(absolute).map(|home| below.iter().fold(home, |path, part| path.join(part)).join(NAME));
    let native = native.filter(absolute).map(|folder| folder.join(NAME));
    before.clone().filter(|folder| is_there(folder)).or(native).or(before)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The folder for a purpose with these variables, this home folder, this native folder, and these folders there.
    fn chosen(purpose: Purpose, set: Option<&str>, home: &str, native: Option<&str>, there: &[&str]) -> Option<String> {
        let set = |name: &str| set.filter(|_| name.starts_with("XDG")).map(PathBuf::from);
        let is_there = |path: &Path| there.iter().any(|one| path == Path::new(one));
        let home = Some(home).filter(|home| *home != "none").map(PathBuf::from);
        let folder = choose(purpose, set, home, native.map(PathBuf::from), is_there)?;
        Some(folder.to_str().unwrap().to_owned())
    }

    #[test]
    #[cfg(unix)]
    fn the_systems_own_folder_is_used_unless_one_is_named_or_is_there_from_before() {
        use Purpose::{Cache, Data};
        let support = "/Users/ann/Library/Application Support";
        let here = |text: &str| Some(text.to_owned());
        for (purpose, set, home, native, there, expected) in [
            (Data, Some("/data"), "/home/ann", None, &[][..], here("/data/adjutant")),
            (Data, None, "/home/ann", None, &[], here("/home/ann/.local/share/adjutant")),
            (Cache, None, "/home/ann", None, &[], here("/home/ann/.cache/adjutant")),
            (Data, None, "/Users/ann", Some(support), &[], here("/Users/ann/Library/Application Support/adjutant")),
            // An earlier version has kept the secrets there.
            (
                Data,
                None,
                "/Users/ann",
                Some(support),
                &["/Users/ann/.local/share/adjutant"],
                here("/Users/ann/.local/share/adjutant"),
            ),
            (Data, None, "none", Some("/profile/AppData/Roaming"), &[], here("/profile/AppData/Roaming/adjutant")),
            (Cache, None, "none", Some("/profile/AppData/Local"), &[], here("/profile/AppData/Local/adjutant")),
            // A relative home folder would scatter secrets over current folders.
            (Data, None, "", Some(".local/share"), &[], None),
            (Data, None, "none", None, &[], None),
        ] {
            assert_eq!(chosen(purpose, set, home, native, there), expected, "{purpose:?} {set:?} {home} {native:?}");
        }
    }
}
