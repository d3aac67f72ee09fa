//! Runs every case file in `tests/cases/`: one test a ruleset, every difference listed.

use std::path::{Path, PathBuf};

use adjutant::document::read::{Form, read};
use adjutant::engine::case::Case;
use adjutant::engine::table::{Game, Rules};
use adjutant::rulesets::civil_war::CivilWar;
use adjutant::rulesets::seven_days::SevenDays;

fn files(folder: &Path) -> Vec<PathBuf> {
    let mut files: Vec<PathBuf> = std::fs::read_dir(folder)
        .expect("the folder of cases")
        .map(|entry| entry.expect("a case file").path())
        .filter(|path| path.extension().is_some_and(|ending| ending == "yaml"))
        .collect();
    files.sort();
    files
}

#[test]
fn the_cases_of_the_civil_war_hold() {
    hold(&Rules(CivilWar::shipped()), "tests/cases/civil_war");
}

#[test]
fn the_cases_of_the_seven_days_hold() {
    hold(&Rules(SevenDays::shipped()), "tests/cases/seven_days");
}

fn hold(game: &dyn Game, folder: &str) {
    let files = files(&Path::new(env!("CARGO_MANIFEST_DIR")).join(folder));
    assert!(!files.is_empty(), "there are no cases");
    let mut failures = Vec::new();
    for path in &files {
        let name = path.file_name().and_then(|name| name.to_str()).expect("a plain file name");
        let bytes = std::fs::read(path).expect("a readable case");
        let case = read(name, &bytes, Form::Draft).and_then(|document| Case::read(&document.content));
        match case {
            Err(problem) => failures.push(format!("{name}: {problem}")),
            Ok(case) => {
                if !name.starts_with(&case.rule) {
                    failures.push(format!("{name}: is not named after its rule {}", case.rule));
                }
                failures.extend(case.run(game).into_iter().map(|found| format!("{name}: {found}")));
            }
        }
    }
    assert!(failures.is_empty(), "{} of {} cases differ:\n{}", failures.len(), files.len(), failures.join("\n"));
}
