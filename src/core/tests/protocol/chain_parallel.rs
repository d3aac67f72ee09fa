//! Two threads verify a long match, a half each (`chain::verify::parallel`); a state not written as the tool writes it
//! makes one thread read every state, and both ways give the same findings.

use std::sync::Mutex;

use adjutant_core::chain::ProgressObserver;
use adjutant_core::chain::verify::{Verification, verify, verify_with_progress};
use adjutant_core::document::kinds::TrustMode;
use adjutant_core::document::{Form, Value, read, write};
use serde_json::json;

use crate::common::{Rig, id};

/// A match of some eighty states, with a take-back from its end into its first half.
fn long() -> Rig {
    let mut rig = Rig::toy(TrustMode::HeadToHead, 40);
    rig.play("anna", json!({}));
    for round in 1..=13 {
        rig.choose(round, &[("anna", "bold"), ("bert", "wary")]);
        rig.play("bert", json!({"orders": [{"rest": {}}, {"done": {}}]}));
        rig.play("anna", json!({"orders": [{"done": {}}]}));
    }
    rig.play(&rig.asked()[0].0.clone(), json!({"take_back": {"to_step": 10}}));
    rig.play(&rig.asked()[0].0.clone(), json!({"take_back": {"to_step": 10}}));
    assert!(rig.step() > 70, "{}", rig.step());
    rig
}

/// What is found where one thread reads every state.
fn read_by_one(rig: &Rig) -> Verification {
    let mut files = rig.load();
    let first = "states/0000.yaml";
    files.remove(first);
    files.add(first, format!("# read me\n{}", rig.text(first)).as_bytes());
    verify(&files, &rig.games)
}

fn failures(found: &Verification) -> Vec<String> {
    let failures = found.failures.iter();
    failures.map(|one| format!("{:?} {} {:?} {:?} {:?}", one.check, one.file, one.step, one.seat, one.proof)).collect()
}

fn state(step: u64) -> String {
    format!("states/{step:04}.yaml")
}

/// Changes a state, and signs it again.
fn alter(rig: &mut Rig, step: u64, change: impl FnOnce(&mut Value)) {
    let text = rig.text(&state(step)).to_owned();
    let mut content = read("state", text.as_bytes(), Form::State).unwrap().content;
    content.as_object_mut().unwrap().shift_remove("signatures");
    change(&mut content);
    let seat = content["responder"].as_str().unwrap().to_owned();
    let signed = write(&rig.sign(&id(&seat), &content));
    rig.edit(&state(step), |_| signed);
}

#[test]
fn two_threads_prove_a_long_match() {
    let rig = long();
    let (two, one) = (rig.assert_verifies(), read_by_one(&rig));
    assert_eq!(two, one);
    assert_eq!(two.counts.adjudicated as u64, rig.step());
}

/// Protocol 9: wherever a state is false, the same is found.
#[test]
fn two_threads_find_what_one_finds() {
    let rig = long();
    let last = rig.step();
    let middle = (20..last).min_by_key(|step| step.abs_diff(last / 2)).unwrap();
    for step in [1, 9, middle - 2, middle - 1, middle, middle + 1, middle + 2, last - 2, last] {
        let mut altered = rig_of(&rig);
        alter(&mut altered, step, |state| state["position"]["game"]["strength"]["north"] = json!(99));
        let (two, one) = (altered.verify(), read_by_one(&altered));
        assert!(!two.is_valid(true), "step {step}");
        assert_eq!(failures(&two), failures(&one), "step {step}");
        assert_eq!(two.unchecked, one.unchecked, "step {step}");
    }
    // A head that says something else than the state that ought to be there, in the half that the second thread
    // supposes.
    for step in [5, middle - 3] {
        let mut altered = rig_of(&rig);
        alter(&mut altered, step, |state| state["issued"] = json!("2026-11-21T09:00:00Z"));
        assert_eq!(failures(&altered.verify()), failures(&read_by_one(&altered)), "step {step}");
        let mut altered = rig_of(&rig);
        alter(&mut altered, step, |state| state["awaiting"] = json!([]));
        assert_eq!(failures(&altered.verify()), failures(&read_by_one(&altered)), "step {step}");
    }
    // Every copy of a state is gone, in either half.
    for step in [7, last - 7] {
        let mut altered = rig_of(&rig);
        altered.drop_file(&state(step));
        assert_eq!(failures(&altered.verify()), failures(&read_by_one(&altered)), "step {step}");
    }
}

/// What was reported while a match was verified.
#[derive(Default)]
pub struct Reported(Mutex<Vec<(usize, usize)>>);

impl ProgressObserver for Reported {
    fn done(&self, n: usize, of: usize) {
        self.0.lock().unwrap().push((n, of));
    }
}

impl Reported {
    /// Never more is done than there is, and there is always the same.
    #[track_caller]
    pub fn is_of(&self, states: usize) {
        let reported = self.0.lock().unwrap();
        assert!(reported.len() > 5, "{reported:?}");
        assert!(reported.iter().all(|(n, of)| n <= of && *of == states), "{states}: {reported:?}");
    }
}

#[test]
fn no_more_states_are_done_than_there_are() {
    let rig = long();
    let files = rig.load();
    let reported = Reported::default();
    verify_with_progress(&files, &rig.games, &reported);
    reported.is_of(files.states.len());
}

/// The same match once more.
fn rig_of(rig: &Rig) -> Rig {
    let mut copy = Rig::toy(TrustMode::HeadToHead, 40);
    copy.files.clone_from(&rig.files);
    copy
}
