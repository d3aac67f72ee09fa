//! Copies of a data pack that are not what the charter pins (protocol 1).

use crate::common;
use adjutant_core::chain::Games;
use adjutant_core::chain::dispute::{MatchCopy, dispute};
use adjutant_core::chain::verify::{Check, verify};
use adjutant_core::document::kinds::{PackPin, TrustMode};
use adjutant_core::document::{PackFiles, Value};
use common::{HEAD_TO_HEAD, Rig, games, id, new_match};
use serde_json::json;

fn ground() -> PackFiles {
    let files = [("map.yaml", json!({"hexes": {"5106": "Manassas"}})), ("units.yaml", json!({"count": 2}))];
    files.into_iter().map(|(name, content): (_, Value)| (name.to_owned(), content)).collect()
}

/// A match of the toy game that pins the pack, which comes with the program.
fn pinned() -> Rig {
    let mut games = games();
    games.add_pack("ground", ground());
    let mut new = new_match(TrustMode::HeadToHead, 1);
    new.packs = vec![PackPin { name: id("ground"), sha256: ground().digest() }];
    Rig::new(games, &new, HEAD_TO_HEAD)
}

const MAP: (&str, &str) = ("packs/ground/map.yaml", "hexes:\n  \"5106\": Manassas\n");
const OTHER_MAP: (&str, &str) = ("packs/ground/map.yaml", "hexes:\n  \"5106\": Centreville\n");
const UNITS: (&str, &str) = ("packs/ground/units.yaml", "count: 2\n");
const MORE: (&str, &str) = ("packs/ground/more.yaml", "a: 1\n");

/// What is wrong with a copy of the pack in the folder: the file, what is said of it, and what to do.
fn pack_failure(rig: &Rig, games: &Games, copy: &[(&str, &str)]) -> Option<(String, String, String)> {
    let mut files = rig.load();
    copy.iter().for_each(|(name, text)| files.add(name, text.as_bytes()));
    let failure = verify(&files, games).failure(Check::Documents).cloned()?;
    assert_eq!((failure.problem.rule.as_deref(), failure.seat), (Some("protocol 1"), None));
    Some((failure.file, failure.problem.message, failure.problem.advice.unwrap_or_default()))
}

#[test]
fn a_copy_that_differs_is_named_with_the_first_file_that_does() {
    let rig = pinned();
    rig.assert_verifies();
    assert_eq!(pack_failure(&rig, &rig.games, &[MAP, UNITS]), None);
    let cases: [(&[_], _, _); 3] = [
        (
            &[OTHER_MAP, UNITS],
            "packs/ground/map.yaml",
            "this is not the pack that the charter pins: `hexes.5106` is \"Centreville\" here, and \"Manassas\" in \
             that pack",
        ),
        (&[MAP], "packs/ground/units.yaml", "this file of the pack that the charter pins is missing"),
        (&[MAP, UNITS, MORE], "packs/ground/more.yaml", "the pack that the charter pins has no such file"),
    ];
    for (copy, file, message) in cases {
        let advice = "remove packs/ground: the program has the pack that the charter pins";
        assert_eq!(
            pack_failure(&rig, &rig.games, copy),
            Some((file.to_owned(), message.to_owned(), advice.to_owned()))
        );
    }
}

#[test]
fn without_a_good_copy_only_the_folder_is_named() {
    let rig = pinned();
    let (file, message, advice) = pack_failure(&rig, &games(), &[OTHER_MAP, UNITS]).expect("a failure");
    assert_eq!(file, "packs/ground");
    assert_eq!(message, "this copy of the pack is not the one that the charter pins");
    assert_eq!(advice, "ask for a good copy of the pack");
    // A pack of the program's that has the name and is another is no good copy either.
    let mut others = games();
    others.add_pack("ground", [("map.yaml".to_owned(), json!({}))].into_iter().collect());
    assert_eq!(pack_failure(&rig, &others, &[OTHER_MAP, UNITS]), Some((file, message, advice)));
    // What the charter does not pin is nobody's business.
    assert_eq!(pack_failure(&rig, &rig.games, &[("packs/other/map.yaml", "a: 1\n")]), None);
}

#[test]
fn in_a_dispute_the_good_copy_of_one_shows_what_the_other_has() {
    let rig = pinned();
    let set = |name: &str, copy: &[(&str, &str)]| {
        let mut files = rig.load();
        copy.iter().for_each(|(name, text)| files.add(name, text.as_bytes()));
        MatchCopy { name: name.to_owned(), files, loose: false }
    };
    let found = dispute(&[set("ann", &[MAP, UNITS]), set("ben", &[OTHER_MAP, UNITS])], &games()).expect("one match");
    let failure = found.failure.expect("a failure");
    assert_eq!(failure.file, "ben: packs/ground/map.yaml");
    assert!(failure.problem.message.contains("\"Centreville\" here, and \"Manassas\""), "{}", failure.problem);
}
