//! Gives the program a name for what it was built from: every source and data file, the locked dependencies, the
//! compiler and its settings. What one build found out is no word to another (`src/cli/record.rs`).

use std::path::{Path, PathBuf};
use std::process::Command;
use std::{env, fs};

use sha2::{Digest, Sha256};

/// What decides what the program answers.
const PARTS: [&str; 5] = ["Cargo.lock", "Cargo.toml", "build.rs", "scenarios", "src"];
/// The settings of the compiler that cargo passes on.
const SETTINGS: [&str; 6] = ["CARGO_ENCODED_RUSTFLAGS", "CARGO_PKG_VERSION", "DEBUG", "OPT_LEVEL", "PROFILE", "TARGET"];

fn main() {
    let mut hash = Sha256::new();
    let mut part = |bytes: &[u8]| {
        hash.update((bytes.len() as u64).to_be_bytes());
        hash.update(bytes);
    };
    for name in PARTS {
        println!("cargo:rerun-if-changed={name}");
        for path in files(Path::new(name)) {
            part(path.to_string_lossy().as_bytes());
            part(&fs::read(&path).unwrap_or_default());
        }
    }
    for name in SETTINGS {
        part(env::var(name).unwrap_or_default().as_bytes());
    }
    let compiler = Command::new(env::var_os("RUSTC").unwrap_or("rustc".into())).arg("-vV").output();
    part(&compiler.map(|ran| ran.stdout).unwrap_or_default());
    let digits: String = hash.finalize().iter().map(|byte| format!("{byte:02x}")).collect();
    println!("cargo:rustc-env=ADJUTANT_BUILD={digits}");
}

/// A file, or every file in a folder, in the order of names. Tests decide nothing that the program answers.
fn files(path: &Path) -> Vec<PathBuf> {
    let Ok(entries) = fs::read_dir(path) else { return vec![path.to_owned()] };
    let mut within: Vec<PathBuf> = entries.filter_map(|entry| Some(entry.ok()?.path())).collect();
    within.retain(|path| !path.ends_with("tests"));
    within.sort();
    within.iter().flat_map(|path| files(path)).collect()
}
