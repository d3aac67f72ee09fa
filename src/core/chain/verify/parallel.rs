//! Splits a match into two halves that two threads verify in parallel. The second half starts from the state in the
//! middle and assumes the headers before it; its findings count only once the first half has proven those headers.

use crate::chain::lazy_document::LazyDocument;
use crate::chain::match_files::{MatchFiles, ParsedDocument, StateFile};
use crate::chain::state_header::StateHeader;
use crate::chain::timeline::Step;
use crate::document::Form;

/// A match with fewer states is verified by one thread.
const FEWEST: usize = 64;

/// The first half of a match, as its files seem to describe it.
pub(super) struct AssumedFirstHalf<'f> {
    /// The headers of the states before the middle, from step 0 on. Each carries the digest that the next one names.
    pub heads: Vec<ParsedDocument<StateHeader>>,
    /// The state at which the first half ends and the second starts.
    pub middle: &'f StateFile,
}

impl<'f> AssumedFirstHalf<'f> {
    /// The first half of a match, measured by the bytes of its states; `None` if the match is short, or if that half
    /// has several states for one step.
    pub fn of(files: &'f MatchFiles) -> Option<Self> {
        let mut states: Vec<(&StateHeader, &StateFile)> =
            files.states.iter().filter_map(|file| Some((file.peek_header()?, file))).collect();
        if states.len() < FEWEST {
            return None;
        }
        states.sort_by_key(|(head, _)| head.step);
        // The first thread gets a little more, because the second also has to read the state in the middle.
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
            let document = LazyDocument::later(&file.file, file.bytes.clone(), Form::State);
            Some(ParsedDocument { file: file.file.clone(), document, digest: next.parent, typed: head.without_rolls() })
        });
        Some(AssumedFirstHalf { heads: heads.collect::<Option<_>>()?, middle: states[middle].1 })
    }

    /// Whether a line begins with exactly these states.
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
