//! Paths as people read them.

use std::path::{Path, PathBuf};

/// A path in words.
pub trait Shown {
    /// The path with one kind of separator, and without the prefix `\\?\` that Windows puts before a path that it has
    /// resolved.
    fn shown(&self) -> String;
}

impl Shown for Path {
    fn shown(&self) -> String {
        let text = dunce::simplified(self).display().to_string();
        if cfg!(windows) { text.replace('/', "\\") } else { text }
    }
}

/// A path without links and `..`, in a form that every program takes: on Windows without the prefix `\\?\`. `None`: there
/// is nothing there.
pub fn resolved(path: &Path) -> Option<PathBuf> {
    dunce::canonicalize(path).ok()
}

/// Devices of Windows: a file or a folder cannot have such a name, whatever its ending.
const DEVICES: [&str; 6] = ["con", "prn", "aux", "nul", "conin$", "conout$"];

/// Whether Windows keeps a file's name for a device, as it does `con`, `nul.txt` and `COM1`.
pub fn is_device(name: &str) -> bool {
    let stem = name.split(['.', ':']).next().unwrap_or_default().trim_end().to_lowercase();
    let port = stem.strip_prefix("com").or_else(|| stem.strip_prefix("lpt"));
    let is_port = |number: &str| {
        matches!(number.chars().next(), Some('0'..='9' | '¹' | '²' | '³')) && number.chars().count() == 1
    };
    DEVICES.contains(&stem.as_str()) || port.is_some_and(is_port)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_of_devices_are_told_from_others() {
        for name in ["con", "CON", "nul.txt", "Aux.tar.gz", "com1", "LPT9.yaml", "prn ", "com²", "con:x"] {
            assert!(is_device(name), "{name}");
        }
        for name in ["", "console", "0001-con", "com", "com10", "lpt", "aux2", "my con", "comx", ".con"] {
            assert!(!is_device(name), "{name}");
        }
    }

    #[test]
    fn a_path_is_shown_as_it_is_written() {
        let separator = if cfg!(windows) { "\\" } else { "/" };
        assert_eq!(Path::new("a/b c").shown(), format!("a{separator}b c"));
        assert_eq!(PathBuf::from("x").shown(), "x");
    }
}
