//! The walk-throughs of the README and of docs/walkthrough.md: every `sh` block, one after the other, in an empty folder.

use std::path::Path;
use std::process::Command;

#[test]
fn the_walk_throughs_work_as_written() {
    let text = [include_str!("../../README.md"), include_str!("../../docs/walkthrough.md")].concat();
    let mut script = "set -euo pipefail\n".to_owned();
    let mut inside = false;
    for line in text.lines() {
        match line {
            "```sh" => inside = true,
            "```" => inside = false,
            line if inside => script += &format!("{line}\n"),
            _ => {}
        }
    }
    assert!(script.lines().count() > 45, "the walk-throughs are gone");
    let folder = tempfile::tempdir().unwrap();
    let program = Path::new(env!("CARGO_BIN_EXE_adjutant")).parent().unwrap();
    let path = format!("{}:{}", program.display(), std::env::var("PATH").unwrap_or_default());
    let ran = Command::new("bash")
        .args(["-c", &script])
        .current_dir(folder.path())
        .env("PATH", path)
        .env("HOME", folder.path())
        .env_remove("ADJUTANT_HOME")
        .env_remove("XDG_CACHE_HOME")
        .output()
        .unwrap();
    let (out, err) = (String::from_utf8_lossy(&ran.stdout), String::from_utf8_lossy(&ran.stderr));
    assert!(ran.status.success(), "{out}\n{err}");
    assert!(out.contains("verifies: every check passes"), "{out}");
}
