//! The documents of a match in memory: what is added once, what is removed again, what another set adds.

use crate::common;
use adjutant_core::chain::MatchFiles;
use adjutant_core::chain::verify::verify;
use adjutant_core::document::kinds::TrustMode;
use adjutant_core::document::{Bytes32, PackFiles, write};
use common::{eventful, games};
use serde_json::json;

/// The names of all files of a set, one kind after the other.
fn names(files: &MatchFiles) -> Vec<String> {
    let mut names: Vec<String> = files.charters.iter().map(|one| one.file.clone()).collect();
    names.extend(files.turns.iter().map(|one| one.file.clone()));
    names.extend(files.states.iter().map(|one| one.file.clone()));
    names.extend(files.refusals.iter().map(|one| one.file.clone()));
    names.extend(files.disclosures.iter().map(|one| one.file.clone()));
    names.extend(files.unread.iter().map(|(file, _)| file.clone()));
    let packs = files.packs.iter();
    names.extend(packs.flat_map(|(pack, files)| files.names().map(move |file| format!("packs/{pack}/{file}"))));
    names
}

/// A match with a file of every kind, and two that do not read.
fn all_kinds() -> MatchFiles {
    let rig = eventful(TrustMode::HeadToHead);
    let mut files = rig.load();
    let none = Bytes32([0; 32]);
    let disclosure = json!({
        "adjutant": 1, "kind": "disclosure", "match": rig.match_id(), "seat": "bert", "state": none, "secret": none,
        "choices": [], "issued": "2026-11-20T20:00:00Z",
    });
    files.add("disclosure.yaml", write(&disclosure).as_bytes());
    assert_eq!(files.disclosures.len(), 1, "{:?}", files.unread);
    files.add("scribble.yaml", b"scribble");
    files.add("other.yaml", b"a: [");
    files.add("packs/field/map.yaml", b"about: field\n");
    files.add("packs/field/units.yaml", b"about: units\n");
    files
}

#[test]
fn what_is_left_out_is_one_file() {
    let files = all_kinds();
    let all = names(&files);
    for kind in ["charter.yaml", "turns/", "states/", "refusals/", "disclosure.yaml", "scribble.yaml", "packs/field/"] {
        let name = all.iter().find(|name| name.starts_with(kind)).unwrap_or_else(|| panic!("{kind}: {all:?}"));
        let mut less = files.clone();
        less.remove(name);
        let left: Vec<String> = all.iter().filter(|other| *other != name).cloned().collect();
        assert_eq!(names(&less), left, "without {name}");
    }
    let mut same = files.clone();
    same.remove("nothing.yaml");
    assert_eq!(names(&same), all);
}

#[test]
fn what_is_here_already_is_not_taken_in_again() {
    let files = all_kinds();
    let mut own = files.clone();
    own.absorb("bert: ", &files);
    let documents = |files: &MatchFiles| files.documents().len();
    assert_eq!(documents(&own), documents(&files), "{:?}", names(&own));
    assert_eq!(own.states.len(), files.states.len());

    // Mail has changed the line ends: other bytes, and the same documents.
    let rig = eventful(TrustMode::HeadToHead);
    let mut mailed = MatchFiles::default();
    rig.files.iter().for_each(|(name, text)| mailed.add(name, text.replace('\n', "\r\n").as_bytes()));
    let mut own = rig.load();
    own.absorb("bert: ", &mailed);
    assert_eq!(names(&own), names(&rig.load()));

    // A copy with another signature is another copy: one of the two may hold.
    let (name, text) = rig.files.iter().find(|(_, text)| text.contains("\nkind: turn\n")).unwrap();
    let (content, _) = text.split_once("\nsignatures:").unwrap();
    let unsigned = format!("{content}\nsignatures: []\n");
    let mut other = MatchFiles::default();
    other.add(name, unsigned.as_bytes());
    let mut own = rig.load();
    let before = own.turns.len();
    own.add("copy.yaml", unsigned.as_bytes());
    own.add("the-same-again.yaml", unsigned.as_bytes());
    assert_eq!(own.turns.len(), before + 1);
    let mut own = rig.load();
    own.absorb("bert: ", &other);
    let turns: Vec<&str> = own.turns.iter().map(|turn| turn.file.as_str()).collect();
    assert_eq!(turns.iter().filter(|file| file.ends_with(name.as_str())).count(), 2, "{turns:?}");
    assert!(turns.contains(&format!("bert: {name}").as_str()), "{turns:?}");
}

#[test]
fn a_file_of_a_pack_has_a_name_and_its_pack_has_one() {
    for (name, is_of_a_pack) in [
        ("packs/field/map.yaml", true),
        ("annas/packs/field/maps/map.yaml", true),
        ("packs//map.yaml", false),
        ("packs/field/", false),
        ("packs/map.yaml", false),
        ("mypacks/field/map.yaml", false),
    ] {
        let mut files = MatchFiles::default();
        files.add(name, b"about: field\n");
        assert_eq!((files.packs.len(), files.unread.len()), if is_of_a_pack { (1, 0) } else { (0, 1) }, "{name}");
    }
}

#[test]
fn a_pack_is_found_by_its_digest_wherever_it_lies() {
    let pack: PackFiles = [("map.yaml".to_owned(), json!({"about": "field"}))].into_iter().collect();
    let mut files = MatchFiles::default();
    assert!(files.pack(&pack.digest()).is_none());
    files.add_pack("elsewhere", pack.clone());
    assert_eq!(files.pack(&pack.digest()), Some(&pack));
}

/// Copies are passed over, and only copies: files that differ in their last byte alone are all kept.
#[test]
fn states_that_differ_in_one_byte_are_no_copies() {
    let mut files = MatchFiles::default();
    let state = |n: u8| format!("adjutant: 1\nkind: state\ncomment: \"{}\"\n# {n}\n", "x".repeat(1000));
    for round in 0..2 {
        for n in 0..5 {
            files.add(&format!("{round}-{n}.yaml"), state(n).as_bytes());
        }
    }
    assert_eq!(names(&files), ["0-0.yaml", "0-1.yaml", "0-2.yaml", "0-3.yaml", "0-4.yaml"]);
    // What was left out may come again.
    files.remove("0-3.yaml");
    files.add("again.yaml", state(3).as_bytes());
    files.add("more.yaml", state(4).as_bytes());
    assert_eq!(names(&files), ["0-0.yaml", "0-1.yaml", "0-2.yaml", "0-4.yaml", "again.yaml"]);
}

/// Of states that do not count under an altered charter little is kept; under the right one they count as ever.
#[test]
fn what_does_not_count_under_an_altered_charter_counts_under_the_right_one() {
    let rig = eventful(TrustMode::HeadToHead);
    let right = rig.text("charter.yaml");
    let altered = right.replacen("title: ", "title: Not ", 1);
    assert_ne!(altered, right);
    let with = |charters: &[&str]| {
        let mut files = MatchFiles::default();
        charters.iter().enumerate().for_each(|(n, text)| files.add(&format!("{n}.yaml"), text.as_bytes()));
        let rest = rig.files.iter().filter(|(name, _)| *name != "charter.yaml");
        rest.for_each(|(name, text)| files.add(name, text.as_bytes()));
        files
    };
    let mut files = with(&[&altered]);
    let wrong = verify(&files, &games());
    assert!(!wrong.is_valid(true));
    assert_eq!(verify(&files, &games()), wrong, "it is told again as it was");
    files.add("1.yaml", right.as_bytes());
    assert_eq!(verify(&files, &games()), verify(&with(&[&altered, right]), &games()));
    files.remove("0.yaml");
    assert!(verify(&files, &games()).is_valid(false));
    let mut files = with(&[&altered]);
    assert_eq!(verify(&files, &games()), wrong);
    files.remove("0.yaml");
    let mut only = MatchFiles::default();
    only.add("1.yaml", right.as_bytes());
    files.absorb("", &only);
    assert!(verify(&files, &games()).is_valid(false));
}
