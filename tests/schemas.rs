//! The schemas in `schemas/` are those of this build. `ADJUTANT_BLESS=1 cargo test --test schemas` rewrites them.

use std::path::Path;
use std::process::Command;

#[test]
fn the_schemas_are_not_stale() {
    for kind in ["charter", "turn"] {
        let made = Command::new(env!("CARGO_BIN_EXE_adjutant")).args(["schema", kind]).output().unwrap();
        assert!(made.status.success());
        let made = String::from_utf8(made.stdout).unwrap();
        let path = Path::new(env!("CARGO_MANIFEST_DIR")).join(format!("schemas/{kind}.json"));
        if std::env::var_os("ADJUTANT_BLESS").is_some() {
            std::fs::write(&path, &made).unwrap();
        }
        let kept = std::fs::read_to_string(&path).unwrap_or_default();
        assert!(kept == made, "schemas/{kind}.json is stale: run ADJUTANT_BLESS=1 cargo test --test schemas");
    }
}
