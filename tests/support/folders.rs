//! Temporary folders for tests.

use std::fs;
use std::path::Path;

/// Copies a folder with all beneath it.
pub fn copy_all(from: &Path, to: &Path) {
    fs::create_dir_all(to).unwrap();
    for entry in fs::read_dir(from).unwrap() {
        let path = entry.unwrap().path();
        let place = to.join(path.file_name().unwrap());
        match path.is_dir() {
            true => copy_all(&path, &place),
            false => drop(fs::copy(&path, &place).unwrap()),
        }
    }
}
