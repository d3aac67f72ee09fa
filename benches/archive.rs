//! An archive of a thousand small matches: the time to add, query and verify them, compared with hashing all their
//! bytes in one thread, which is the lower bound for any verification.
//!
//! `cargo bench --bench archive`. `ADJUTANT_SITE=1` also writes the site. `ADJUTANT_MATCHES` sets the number of matches, `ADJUTANT_BIN=FILE` measures another
//! build of the program.

#[path = "../tests/support/crossroads_match.rs"]
mod crossroads_match;

use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Instant;

use sha2::{Digest, Sha256};

const PLAYERS: [&str; 8] = ["Ann", "Ben", "Cleo", "Dora", "Edgar", "Flora", "Gus", "Hetty"];

fn main() {
    let program = std::env::var_os("ADJUTANT_BIN").map_or(env!("CARGO_BIN_EXE_adjutant").into(), PathBuf::from);
    let count = std::env::var("ADJUTANT_MATCHES").ok().and_then(|count| count.parse().ok()).unwrap_or(1000);
    let place = tempfile::tempdir().expect("a folder");
    for n in 0..count {
        let pair = [PLAYERS[n as usize % 8], PLAYERS[(n as usize / 8 + n as usize + 1) % 8]];
        let pair = if pair[0] == pair[1] { [pair[0], "Ira"] } else { pair };
        crossroads_match::write_files(
            &place.path().join(format!("played/{n:04}")),
            &crossroads_match::play(n, pair, 8),
        );
    }
    let begun = Instant::now();
    let bytes = hashed(&place.path().join("played"));
    let floor = begun.elapsed().as_secs_f64();
    println!("{count} matches, {} KiB", bytes / 1024);
    println!("{:<44} {:>9} {:>8} {:>10}", "", "ms", "floor", "a match");
    line("hashing of all bytes, one thread", floor, floor, count);
    let run = |args: &[&str]| {
        let begun = Instant::now();
        let mut command = Command::new(&program);
        command.args(args).current_dir(place.path()).env("ADJUTANT_HOME", place.path().join("home"));
        let ran = command.output().expect("a run");
        assert!(ran.status.success(), "{args:?}: {}", String::from_utf8_lossy(&ran.stderr));
        line(&args.join(" "), begun.elapsed().as_secs_f64(), floor, count);
    };
    run(&["archive", "add", "played"]);
    run(&["archive", "add", "played/0000"]);
    run(&["archive", "find", "--player", "ann", "--won"]);
    run(&["archive", "find", "repulse", "hale"]);
    run(&["archive", "stats", "--by", "player"]);
    run(&["archive", "export", "--to", "json", "--out", "all.json"]);
    run(&["archive", "export", "--to", "csv", "--out", "tables"]);
    run(&["archive", "export", "--to", "jsonl", "--out", "tables"]);
    run(&["archive", "export", "--to", "parquet", "--out", "tables"]);
    run(&["archive", "verify"]);
    run(&["archive", "index", "--rebuild"]);
    let size = |path: &Path| std::fs::metadata(path).map_or(0, |about| about.len());
    let files = std::fs::read_dir(place.path().join("archive/matches")).expect("files");
    let packed: u64 = files.map(|file| size(&file.expect("a file").path())).sum();
    let all = std::fs::read_dir(place.path().join("tables")).expect("tables").map(|file| file.expect("a file").path());
    let mut tables = std::collections::BTreeMap::<String, u64>::new();
    for path in all {
        *tables.entry(path.extension().unwrap_or_default().display().to_string()).or_default() += size(&path) / 1024;
    }
    tables.into_iter().for_each(|(form, size)| println!("tables as {form} {size} KiB"));
    if std::env::var_os("ADJUTANT_SITE").is_some() {
        run(&["archive", "publish", "--out", "site"]);
    }
    println!("files {} KiB, index {} KiB", packed / 1024, size(&place.path().join("archive/index.sqlite")) / 1024);
}

fn line(what: &str, seconds: f64, floor: f64, count: u64) {
    println!("{what:<44} {:>9.0} {:>8.1} {:>7.2} ms", seconds * 1e3, seconds / floor, seconds * 1e3 / count as f64);
}

/// Hashes every file beneath a folder; how many bytes they have.
fn hashed(folder: &Path) -> u64 {
    let mut bytes = 0;
    for entry in std::fs::read_dir(folder).expect("a folder") {
        let path = entry.expect("an entry").path();
        if path.is_dir() {
            bytes += hashed(&path);
        } else {
            let read = std::fs::read(&path).expect("a file");
            std::hint::black_box(Sha256::digest(&read));
            bytes += read.len() as u64;
        }
    }
    bytes
}
