//! What is known of a match from an earlier verification (`chain::verified`).

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use crate::common;
use adjutant_core::chain::verify::verify;
use adjutant_core::chain::{Chain, MatchFiles, Verified};
use adjutant_core::document::kinds::TrustMode;
use adjutant_core::document::{Bytes32, LazyBytes, PackFiles};
use common::{Rig, eventful};
use serde_json::json;
use sha2::{Digest, Sha256};

pub type Raw = Vec<(String, Arc<Vec<u8>>)>;

pub fn raw(rig: &Rig) -> Raw {
    rig.files.iter().map(|(name, text)| (name.clone(), Arc::new(text.clone().into_bytes()))).collect()
}

fn named(raw: &Raw) -> impl Iterator<Item = (&str, &Arc<Vec<u8>>)> {
    raw.iter().map(|(name, bytes)| (name.as_str(), bytes))
}

fn packs_of(known: &Verified, raw: &Raw, same: &dyn Fn(&str) -> bool) -> Option<BTreeMap<String, PackFiles>> {
    let sources: Vec<LazyBytes> = raw.iter().map(|(_, bytes)| Arc::clone(bytes).into()).collect();
    known.packs(raw.iter().map(|(name, _)| name.as_str()).zip(&sources), same)
}

pub fn known(rig: &Rig) -> Verified {
    let known = Verified::of(&rig.load(), &rig.verify()).expect("the match holds");
    // What is kept is what is read back.
    let again: Verified = serde_json::from_str(&serde_json::to_string(&known).unwrap()).unwrap();
    assert_eq!(again, known);
    again
}

pub fn recall(known: &Verified, raw: &Raw, same: &dyn Fn(&str) -> bool) -> Option<MatchFiles> {
    let packs = packs_of(known, raw, same)?;
    let sources: Vec<LazyBytes> = raw.iter().map(|(_, bytes)| Arc::clone(bytes).into()).collect();
    let print = |name: &str| {
        let (_, bytes) = raw.iter().find(|(other, _)| other == name).filter(|_| same(name))?;
        Some((bytes.len() as u64, Bytes32(Sha256::digest(bytes.as_slice()).into())))
    };
    MatchFiles::recall(&mut known.clone(), raw.iter().map(|(name, _)| name.as_str()).zip(&sources), packs, &print)
}

/// The names of the files whose step is later.
fn later(rig: &Rig, step: u64) -> BTreeSet<&str> {
    let is_later = |name: &str| {
        let number = name.split_once('/').and_then(|(_, file)| file.get(..4)).and_then(|digits| digits.parse().ok());
        number.is_some_and(|number: u64| number > step)
    };
    rig.files.iter().map(|(name, _)| name.as_str()).filter(|name| is_later(name)).collect()
}

#[test]
fn nothing_is_known_of_a_match_that_fails_or_does_not_read() {
    let rig = eventful(TrustMode::HeadToHead);
    let (files, verdict) = (rig.load(), rig.verify());
    assert!(Verified::of(&files, &verdict).is_some());
    let mut unread = files.clone();
    unread.add("turns/torn.yaml", b"kind: [");
    assert_eq!(unread.unread.len(), 1);
    assert!(Verified::of(&unread, &verdict).is_none());

    let mut torn = eventful(TrustMode::HeadToHead);
    let name = torn.files.iter().map(|(name, _)| name.clone()).find(|name| name.starts_with("turns/")).unwrap();
    torn.edit(&name, |text| text.replacen("sig: ", "sig: A", 1));
    assert!(!torn.verify().is_valid(false));
    assert!(Verified::of(&torn.load(), &torn.verify()).is_none());
}

#[test]
fn a_match_that_is_recalled_is_the_match_that_was_read() {
    for trust in [TrustMode::HeadToHead, TrustMode::Refereed] {
        let rig = eventful(trust);
        let recalled = recall(&known(&rig), &raw(&rig), &|_| true).expect("the very same files");
        let read = rig.load();
        let told = |files: &MatchFiles| -> Vec<_> {
            let told = |one: &adjutant_core::chain::match_files::AnyDocument<'_>| {
                (one.file.to_owned(), one.kind, one.digest, one.document.content.clone(), one.signatures.to_vec())
            };
            files.documents().iter().map(told).collect()
        };
        assert_eq!(told(&recalled), told(&read));
        assert!(recalled.packs.is_empty() && recalled.unread.is_empty());
        assert_eq!(verify(&recalled, &rig.games), verify(&read, &rig.games));
        let (one, other) = (Chain::build(&recalled).unwrap(), Chain::build(&read).unwrap());
        assert_eq!(format!("{:?}", one.missing_documents()), format!("{:?}", other.missing_documents()));
    }
}

#[test]
fn what_is_added_is_read_and_is_no_copy_of_what_is_known() {
    let rig = eventful(TrustMode::HeadToHead);
    let known = known(&rig);
    let whole = raw(&rig);
    for folder in ["turns/", "states/"] {
        let (_, bytes) = whole.iter().find(|(name, _)| name.starts_with(folder)).unwrap();
        let copy = (format!("{folder}copy.yaml"), Arc::clone(bytes));
        let is_known = |name: &str| !name.ends_with("copy.yaml");
        // A copy that comes later is passed over; one that comes first would be there twice.
        let mut twice = whole.clone();
        twice.push(copy.clone());
        let files = recall(&known, &twice, &is_known).expect("nothing is there twice");
        assert_eq!(files.documents().len(), rig.load().documents().len());
        twice.rotate_right(1);
        assert!(recall(&known, &twice, &is_known).is_none(), "{folder}");
    }
    let mut more = whole.clone();
    more.push(("turns/torn.yaml".to_owned(), Arc::new(b"kind: [".to_vec())));
    let files = recall(&known, &more, &|name| !name.ends_with("torn.yaml")).expect("nothing is there twice");
    assert_eq!(files.unread.len(), 1);
    // What has changed is read anew, and never taken for what is known of its name.
    let (at, changed) = (0..).zip(&whole).find(|(_, (name, _))| name.starts_with("states/")).unwrap();
    let text = String::from_utf8(changed.1.to_vec()).unwrap().replacen("\nstep: ", "\nstep: 7", 1);
    let mut altered = whole.clone();
    altered[at].1 = Arc::new(text.into_bytes());
    let name = changed.0.as_str();
    let files = recall(&known, &altered, &|other| other != name).expect("nothing is there twice");
    let steps: Vec<u64> =
        files.read_states().filter(|state| state.file == name).map(|state| state.typed.step).collect();
    assert_eq!(steps, [70]);
}

#[test]
fn packs_are_known_if_no_file_of_theirs_is_new() {
    let rig = eventful(TrustMode::HeadToHead);
    let mut whole = raw(&rig);
    whole.push(("packs/ground/map.yaml".to_owned(), Arc::new(b"a: 1\n".to_vec())));
    whole.push(("packs/ground/units.yaml".to_owned(), Arc::new(b"b: 2\n".to_vec())));
    let mut files = MatchFiles::default();
    named(&whole).for_each(|(name, bytes)| files.add_shared(name, bytes));
    let known = Verified::of(&files, &verify(&files, &rig.games)).expect("the match holds");

    let packs = packs_of(&known, &whole, &|_| true).expect("the very same files");
    let ground: PackFiles =
        [("map.yaml".to_owned(), json!({"a": 1})), ("units.yaml".to_owned(), json!({"b": 2}))].into_iter().collect();
    assert_eq!(packs, BTreeMap::from([("ground".to_owned(), ground.clone())]));
    assert_eq!(packs["ground"].digest(), ground.digest());
    let recalled = recall(&known, &whole, &|_| true).expect("the very same files");
    assert_eq!(recalled.packs, packs);
    assert!(recalled.unread.is_empty() && recalled.documents().len() == files.documents().len());

    assert!(packs_of(&known, &whole, &|name| !name.ends_with("units.yaml")).is_none());
    assert!(packs_of(&known, &whole, &|name| !name.ends_with("charter.yaml")).is_some());
    let mut other = whole.clone();
    other.push(("packs/other/map.yaml".to_owned(), Arc::new(b"a: 1\n".to_vec())));
    assert!(packs_of(&known, &other, &|_| true).is_none(), "nothing is known of that pack");
}

#[test]
fn what_follows_on_the_newest_known_state_is_verified_on_top_of_it() {
    let rig = eventful(TrustMode::HeadToHead);
    let last = rig.step();
    let whole = raw(&rig);
    for base in [0, last - 2, last - 1] {
        let added = later(&rig, base);
        let mut early = eventful(TrustMode::HeadToHead);
        early.files.retain(|(name, _)| !added.contains(name.as_str()));
        if !early.verify().is_valid(false) {
            continue;
        }
        let known = known(&early);
        let files = recall(&known, &whole, &|name| !added.contains(name)).expect("nothing is there twice");
        // A state that replaces a refused one does not follow the newest known state.
        assert!(known.is_base_of(&files, &added) || base < last - 2, "after {base}");
        if !known.is_base_of(&files, &added) {
            continue;
        }
        let verdict = known.verify_newest(&files, &rig.games, &()).expect("it holds");
        assert_eq!(verdict, rig.verify());
    }
    let known = known(&rig);
    assert!(known.is_base_of(&rig.load(), &BTreeSet::new()));
    // A turn that answers an older state, and a file that is neither a turn nor a state.
    let old = rig.files.iter().find(|(name, _)| name.starts_with("turns/")).expect("a turn");
    assert!(!known.is_base_of(&rig.load(), &BTreeSet::from([old.0.as_str()])));
    assert!(!known.is_base_of(&rig.load(), &BTreeSet::from(["states/0000.yaml"])));
    assert!(!known.is_base_of(&rig.load(), &BTreeSet::from(["refusals/0009.yaml"])));
}

/// Whatever a match was when it was verified, and whatever has come since, one document after the other: where what is
/// known is a base, the answer is that of a verification from scratch.
#[test]
fn documents_of_every_kind_that_come_later_are_verified_as_if_all_had_been_there() {
    let (mut refused, mut bases) = (0, 0);
    for trust in [TrustMode::HeadToHead, TrustMode::Refereed] {
        let mut rig = eventful(trust);
        let whole = rig.files.clone();
        for start in 0..whole.len() {
            rig.files = whole[..start].to_vec();
            if Chain::build(&rig.load()).is_err() || !rig.verify().is_valid(false) {
                continue;
            }
            let known = known(&rig);
            let ends: BTreeSet<usize> = [start + 1, start + 2, start + 3, whole.len()].into();
            for end in ends.into_iter().filter(|end| *end <= whole.len()) {
                rig.files = whole[..end].to_vec();
                let added: BTreeSet<&str> = whole[start..end].iter().map(|(name, _)| name.as_str()).collect();
                let files = recall(&known, &raw(&rig), &|name| !added.contains(name)).expect("nothing is twice");
                if !known.is_base_of(&files, &added) {
                    continue;
                }
                bases += 1;
                refused += usize::from(added.iter().any(|name| name.starts_with("refusals/")));
                let anew = rig.verify();
                let grown = known.verify_newest(&files, &rig.games, &());
                assert_eq!(grown, anew.is_valid(false).then_some(anew), "{trust:?}, {start} to {end}");
            }
        }
    }
    assert!(bases >= 20 && refused >= 3, "{bases}, {refused}");
}

#[test]
fn what_fails_on_top_of_what_is_known_does_not_hold() {
    let mut rig = common::at_orders();
    let known = known(&rig);
    let turn = rig.turn("bert", json!({"orders": [{"rest": {}}, {"done": {}}]}));
    assert!(known.is_base_of(&rig.load(), &BTreeSet::from([turn.as_str()])));
    let (seat, mut content) = rig.resolved("2026-11-21T09:00:00Z").unwrap();
    content["position"]["game"]["strength"]["north"] = json!(9);
    rig.sign_and_add("states/wrong.yaml", &seat, &content);
    assert!(known.verify_newest(&rig.load(), &rig.games, &()).is_none());
    rig.drop_file("states/wrong.yaml");
    let verdict = known.verify_newest(&rig.load(), &rig.games, &()).expect("it holds");
    assert_eq!(verdict, rig.verify());
}
