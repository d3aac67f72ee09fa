//! Whatever is in a folder, verification answers, and the order of files changes nothing.

use crate::common;
use adjutant_core::chain::verify::verify;
use adjutant_core::chain::{Chain, MatchFiles, status};
use adjutant_core::document::kinds::TrustMode;
use common::{Rig, eventful};
use proptest::prelude::*;
use std::sync::OnceLock;

fn rig() -> &'static Rig {
    static PLAYED: OnceLock<Rig> = OnceLock::new();
    PLAYED.get_or_init(|| eventful(TrustMode::HeadToHead))
}

/// One thing done to one file.
#[derive(Clone, Debug)]
enum Harm {
    Cut(usize),
    Drop(usize, usize),
    Set(usize, u8),
    Repeat(usize),
    Gone,
    Copy,
}

fn harm() -> impl Strategy<Value = (usize, Harm)> {
    let what = prop_oneof![
        any::<usize>().prop_map(Harm::Cut),
        (any::<usize>(), 1usize..200).prop_map(|(at, count)| Harm::Drop(at, count)),
        (any::<usize>(), any::<u8>()).prop_map(|(at, byte)| Harm::Set(at, byte)),
        any::<usize>().prop_map(Harm::Repeat),
        Just(Harm::Gone),
        Just(Harm::Copy),
    ];
    (any::<usize>(), what)
}

fn apply_harm(files: &mut Vec<(String, Vec<u8>)>, file: usize, harm: &Harm) {
    if files.is_empty() {
        return;
    }
    let at = file % files.len();
    let bytes = &mut files[at].1;
    let place = |n: usize, bytes: &[u8]| n % (bytes.len() + 1);
    match harm {
        Harm::Cut(n) => bytes.truncate(place(*n, bytes)),
        Harm::Drop(n, count) => {
            let start = place(*n, bytes);
            bytes.drain(start..bytes.len().min(start + count));
        }
        Harm::Set(n, byte) => {
            let place = place(*n, bytes);
            if let Some(old) = bytes.get_mut(place) {
                *old = *byte;
            }
        }
        Harm::Repeat(n) => {
            let lines: Vec<Vec<u8>> = bytes.split_inclusive(|byte| *byte == b'\n').map(<[u8]>::to_vec).collect();
            let twice = n % lines.len().max(1);
            *bytes = lines.iter().enumerate().flat_map(|(k, line)| line.repeat(1 + usize::from(k == twice))).collect();
        }
        Harm::Gone => drop(files.remove(at)),
        Harm::Copy => {
            let copy = bytes.clone();
            files.push(("again.yaml".to_owned(), copy));
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 48, ..ProptestConfig::default() })]

    #[test]
    fn any_harm_is_answered(harms in prop::collection::vec(harm(), 1..6)) {
        let rig = rig();
        let mut files: Vec<(String, Vec<u8>)> =
            rig.files.iter().map(|(name, text)| (name.clone(), text.clone().into_bytes())).collect();
        for (file, harm) in &harms {
            apply_harm(&mut files, *file, harm);
        }
        let load = |files: &[(String, Vec<u8>)]| {
            let mut loaded = MatchFiles::default();
            files.iter().for_each(|(name, bytes)| loaded.add(name, bytes));
            loaded
        };
        let loaded = load(&files);
        let answer = verify(&loaded, &rig.games);
        for failure in &answer.failures {
            prop_assert!(!failure.problem.message.is_empty());
        }
        if let Ok(chain) = Chain::build(&loaded) {
            status::status(&chain);
        }
        files.reverse();
        let again = verify(&load(&files), &rig.games);
        let words = |answer: &adjutant_core::chain::verify::Verification| {
            answer.failures.iter().map(|failure| (failure.check, failure.step)).collect::<Vec<_>>()
        };
        if !harms.iter().any(|(_, harm)| matches!(harm, Harm::Copy)) {
            prop_assert_eq!(words(&answer), words(&again));
        }
    }
}
