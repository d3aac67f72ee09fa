//! A match in two halves, so that two threads can go along it: the second sets out from the state in the middle, over heads
//! that it supposes; what it finds counts once the first has proven these.

use crate::chain::content::Content;
use crate::chain::folder::{Filed, MatchFiles, StateFile};
use crate::chain::state_header::StateHead;
use crate::chain::timeline::Step;
use crate::document::Form;

/// A match of fewer states is gone along by one thread.
const FEWEST: usize = 64;

/// The first half of a match, as its states seem to be.
pub(super) struct Supposed<'f> {
    /// The states before the one in the middle, from step 0 on. Each has the digest that the next one names.
    pub heads: Vec<Filed<StateHead>>,
    /// The first half ends with this state, and the second starts from it.
    pub middle: &'f StateFile,
}

impl<'f> Supposed<'f> {
    /// The first half of a match, by the bytes of its states; `None` if the match is short, or states stand side by side
    /// in that half.
    pub fn of(files: &'f MatchFiles) -> Option<Self> {
        let mut states: Vec<(&StateHead, &StateFile)> =
            files.states.iter().filter_map(|file| Some((file.skim()?, file))).collect();
        if states.len() < FEWEST {
            return None;
        }
        states.sort_by_key(|(head, _)| head.step);
        // The first thread does a little more: the second has the state in the middle to read besides.
        let mut left = states.iter().map(|(_, file)| file.bytes.length()).sum::<usize>() * 8 / 15;
        let middle = states.iter().position(|(_, file)| {
            let passed = file.bytes.length() > left;
            left = left.saturating_sub(file.bytes.length());
            passed
        })?;
        if !states[..=middle].iter().zip(0..).all(|((head, _), step)| head.step == step) {
            return None;
        }
        let heads = states[..=middle].windows(2).map(|two| {
            let [(head, file), (next, _)] = two else { return None };
            let document = Content::later(&file.file, file.bytes.clone(), Form::State);
            Some(Filed { file: file.file.clone(), document, digest: next.parent, typed: head.without_rolls() })
        });
        Some(Supposed { heads: heads.collect::<Option<_>>()?, middle: states[middle].1 })
    }

    /// Whether a line begins with just these states.
    pub fn begins(&self, line: &[Step<'_>]) -> bool {
        let middle = self
            .middle
            .get()
            .is_ok_and(|state| line.get(self.heads.len()).is_some_and(|step| step.state.digest == state.digest));
        middle
            && self
                .heads
                .iter()
                .zip(line)
                .all(|(head, step)| head.digest == step.state.digest && head.typed == step.state.typed.without_rolls())
    }
}
