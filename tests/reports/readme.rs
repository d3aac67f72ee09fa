//! The walk-throughs of the README and of docs/walkthrough.md: every `sh` block, one after the other, in an empty folder.

use std::path::Path;
use std::process::Command;

/// The commands of this program in the blocks of one language, without their notes.
fn commands<'t>(text: &'t str, language: &str) -> Vec<&'t str> {
    let mut inside = false;
    let lines = text.lines().filter(|line| {
        match *line {
            "```" => inside = false,
            line if line.strip_prefix("```") == Some(language) => inside = true,
            _ => {}
        }
        inside && line.starts_with("adjutant ")
    });
    lines.map(|line| line.split("  #").next().unwrap_or_default().trim_end()).collect()
}

#[test]
fn the_walk_in_powershell_is_that_in_sh() {
    let text = include_str!("../../README.md");
    let walk = commands(text, "powershell");
    assert!(walk.len() > 5, "{walk:?}");
    assert_eq!(walk, commands(text, "sh"));
    // No character that PowerShell would act on.
    assert!(walk.iter().all(|line| !line.contains(['$', '`', '&', '|', ';', ',', '@', '#', '\'', '"'])), "{walk:?}");
}

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
