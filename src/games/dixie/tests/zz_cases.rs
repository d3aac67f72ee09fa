//! temporary
use adjutant_core::document::read::{Form, read};
use adjutant_core::engine::case::Case;
use adjutant_core::session::Rules;
use dixie::Dixie;
#[test]
fn all() {
    let game = Rules(Dixie::shipped());
    let folder = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../tests/cases/dixie");
    let mut failures = Vec::new();
    for entry in std::fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        let name = path.file_name().unwrap().to_str().unwrap().to_owned();
        let bytes = std::fs::read(&path).unwrap();
        match read(&name, &bytes, Form::Draft).and_then(|document| Case::of_document(&document)) {
            Err(problem) => failures.push(format!("{name}: {problem}")),
            Ok(case) => match case.run(&game) {
                Ok(differences) => failures.extend(differences.iter().map(|found| format!("{name}: {found}"))),
                Err(problem) => failures.push(format!("{name}: {problem}")),
            },
        }
    }
    failures.sort();
    assert!(failures.is_empty(), "{}", failures.join("\n"));
}
