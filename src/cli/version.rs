//! What `adjutant --version` says of this build.

use std::sync::LazyLock;

use crate::registry;

/// The version of the program.
pub const VERSION: &str = env!("CARGO_PKG_VERSION");
/// The commit that was built, with `+` if its files were changed; empty if the build did not know it.
const COMMIT: &str = env!("ADJUTANT_COMMIT");
/// The version of the protocol: what documents have in their field `adjutant`.
const PROTOCOL: u32 = 1;
/// Digits of the digest of the sources, the compiler and its settings: what it identifies, records of verified matches
/// are valid for.
const BUILD: &str = env!("ADJUTANT_BUILD");

/// Version, commit, build, protocol, and the revision of each game's rules.
pub fn long() -> &'static str {
    static LONG: LazyLock<String> = LazyLock::new(|| {
        let rules: Vec<String> = registry::GAMES.iter().map(|game| format!("{} {}", game.id, game.revision)).collect();
        let commit = if COMMIT.is_empty() { "not known to this build" } else { COMMIT };
        format!(
            "{VERSION}\ncommit    {commit}\nbuild     {}\nprotocol  {PROTOCOL}\nrules     {}",
            &BUILD[..16],
            rules.join(", ")
        )
    });
    &LONG
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_part_is_named() {
        let said = long();
        assert!(said.starts_with(&format!("{VERSION}\ncommit    ")), "{said}");
        for part in ["\nprotocol  1\n", "\nbuild     ", "civil_war ", "crossroads "] {
            assert!(said.contains(part), "{part}: {said}");
        }
        assert_eq!(said.lines().count(), 5);
    }
}
