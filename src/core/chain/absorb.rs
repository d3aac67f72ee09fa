//! Merging several sets of documents of one match. What the sets share is kept, and later read and verified, only once.

use std::collections::HashMap;
use std::sync::Arc;

use crate::document::Bytes32;

use super::match_files::{MatchFiles, ParsedDocument, StateFile};

impl MatchFiles {
    /// Adds everything that another set holds and this one lacks; their names in messages begin with `prefix`. Returns,
    /// for each state file of the other set, where in this set the same state is.
    pub fn absorb(&mut self, prefix: &str, other: &MatchFiles) -> Vec<usize> {
        fn take<T: Clone>(own: &mut Vec<ParsedDocument<T>>, others: &[ParsedDocument<T>], prefix: &str) {
            for one in others {
                let same = |known: &&ParsedDocument<T>| known.digest == one.digest;
                if !own.iter().filter(same).any(|known| known.document.content == one.document.content) {
                    own.push(ParsedDocument { file: format!("{prefix}{}", one.file), ..one.clone() });
                }
            }
        }
        take(&mut self.charters, &other.charters, prefix);
        self.reconsider_unused();
        take(&mut self.turns, &other.turns, prefix);
        take(&mut self.refusals, &other.refusals, prefix);
        take(&mut self.disclosures, &other.disclosures, prefix);
        take(&mut self.receipts, &other.receipts, prefix);
        take(&mut self.leaves, &other.leaves, prefix);
        take(&mut self.queues, &other.queues, prefix);
        let mut index = StateIndex::default();
        self.states.iter().enumerate().for_each(|(at, state)| index.note(at, state));
        let mut places = Vec::with_capacity(other.states.len());
        for state in &other.states {
            let at = index.find(&self.states, state).unwrap_or_else(|| {
                let at = self.states.len();
                self.add_state(state.renamed(format!("{prefix}{}", state.file)));
                index.note(at, state);
                at
            });
            places.push(at);
        }
        for (name, files) in &other.packs {
            self.packs.insert(format!("{prefix}{name}"), files.clone());
        }
        self.unread.extend(other.unread.iter().map(|(file, problem)| (format!("{prefix}{file}"), problem.clone())));
        places
    }
}

/// Where each state of a set is, by its bytes and by the place in the chain that it seems to have.
#[derive(Default)]
struct StateIndex {
    by_bytes: HashMap<Arc<Vec<u8>>, usize>,
    by_place: HashMap<(u64, Bytes32), Vec<usize>>,
}

impl StateIndex {
    fn note(&mut self, at: usize, state: &StateFile) {
        if let Some(bytes) = state.bytes.bytes() {
            self.by_bytes.entry(Arc::clone(bytes)).or_insert(at);
        }
        if let Some(place) = state.place() {
            self.by_place.entry(place).or_default().push(at);
        }
    }

    /// The same state in the set. Files whose bytes differ are read only if they seem to have the same place.
    fn find(&self, states: &[StateFile], state: &StateFile) -> Option<usize> {
        if let Some(at) = state.bytes.bytes().and_then(|bytes| self.by_bytes.get(bytes)) {
            return Some(*at);
        }
        let same = |known: &StateFile| {
            matches!((known.get(), state.get()), (Ok(one), Ok(other))
                if one.digest == other.digest && one.document.content == other.document.content)
        };
        self.by_place.get(&state.place()?)?.iter().copied().find(|at| same(&states[*at]))
    }
}
