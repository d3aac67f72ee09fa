//! The output of the commands, as recorded in `tests/cmd/`. `TRYCMD=overwrite cargo test --test commands cmd::`
//! rewrites it.

#[test]
fn commands_answer_as_written() {
    let folder = tempfile::tempdir().unwrap();
    trycmd::TestCases::new()
        .case("tests/cmd/*.trycmd")
        .env("ADJUTANT_HOME", folder.path().join("secrets").to_str().unwrap())
        .env("ADJUTANT_PASSPHRASE", "correct horse")
        .env("COLUMNS", "100")
        .run();
}
