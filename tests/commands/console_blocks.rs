//! What the commands print, as the `console` blocks of `tests/cmd/` have it: `$ adjutant …`, then `? 1` if that is the
//! exit code, then what is printed. `ADJUTANT_BLESS=1 cargo test --test commands console_blocks::` writes the blocks
//! anew.

use std::path::Path;
use std::process::Command;

/// Stands in the blocks for the folder with the keys, which lies elsewhere every time.
const HOME: &str = "[HOME]";

#[test]
fn commands_answer_as_written() {
    let folder = tempfile::tempdir().unwrap();
    let home = folder.path().join("secrets");
    let cmd = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/cmd");
    let mut paths: Vec<_> = std::fs::read_dir(cmd).unwrap().map(|entry| entry.unwrap().path()).collect();
    paths.retain(|path| path.extension().is_some_and(|extension| extension == "md"));
    paths.sort();
    assert_eq!(paths.len(), 3, "{paths:?}");
    let mut differences = String::new();
    for path in paths {
        let written = std::fs::read_to_string(&path).unwrap();
        let answered = answer(&written, &home);
        if written != answered && std::env::var_os("ADJUTANT_BLESS").is_some() {
            std::fs::write(&path, answered).unwrap();
        } else {
            differences += &compare(&path, &written, &answered);
        }
    }
    assert!(
        differences.is_empty(),
        "{differences}\nADJUTANT_BLESS=1 cargo test --test commands console_blocks:: writes them anew"
    );
}

/// The page with every command of its blocks followed by what it prints now.
fn answer(page: &str, home: &Path) -> String {
    let mut answered = String::new();
    let mut inside = false;
    for line in page.lines() {
        let fence = line.starts_with("```");
        if inside && !fence {
            if let Some(command) = line.strip_prefix("$ ") {
                answered += &format!("{line}\n{}\n", run(command, home));
            }
            continue;
        }
        inside ^= fence;
        answered += &format!("{line}\n");
    }
    answered
}

/// The exit code of a command, unless it is 0, and what it prints, first to the standard output and then to the
/// standard error.
fn run(command: &str, home: &Path) -> String {
    let words = shlex::split(command).unwrap();
    assert_eq!(words[0], "adjutant", "{command}");
    let ran = Command::new(env!("CARGO_BIN_EXE_adjutant"))
        .args(&words[1..])
        .current_dir(env!("CARGO_MANIFEST_DIR"))
        .envs([("ADJUTANT_PASSPHRASE", "correct horse"), ("COLUMNS", "100")])
        .env("ADJUTANT_HOME", home)
        .output()
        .unwrap();
    let code = ran.status.code().expect("a command that ends by itself");
    let code = if code == 0 { String::new() } else { format!("? {code}\n") };
    let printed = [ran.stdout, ran.stderr].map(|bytes| String::from_utf8(bytes).unwrap()).concat();
    let printed: String = printed.lines().map(|line| format!("{}\n", line.trim_end())).collect();
    code + &printed.replace(home.to_str().unwrap(), HOME)
}

/// The first line in which two texts of a page differ, with both of them; empty if they are the same.
fn compare(path: &Path, written: &str, answered: &str) -> String {
    if written == answered {
        return String::new();
    }
    let same = written.lines().zip(answered.lines()).take_while(|(written, answered)| written == answered).count();
    let at = |text: &str| text.lines().nth(same).unwrap_or("(the end)").to_owned();
    format!("{}:{}\nwritten:  {}\nanswered: {}\n", path.display(), same + 1, at(written), at(answered))
}
