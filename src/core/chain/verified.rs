//! What is known of a match that has been verified once: the content of its documents, that they are signed as they
//! must be, and that each state follows from the one before. With this knowledge and the very same bytes, nothing needs
//! to be verified again.
//!
//! Where the knowledge comes from, and whether the bytes are the same, is for the caller to make sure.

use serde::{Deserialize, Serialize};
use std::collections::{BTreeMap, BTreeSet};

use crate::document::{Bytes32, Disclosure, Form, LazyBytes, PackFiles, Refusal, Turn};

use super::games::Games;
use super::lazy_document::LazyDocument;
use super::match_files::{MatchFiles, ParsedDocument, SignatureCache, StateFile, pack_path};
use super::progress::ProgressObserver;
use super::state_header::StateHeader;
use super::timeline::Chain;
use super::verify::{self, Verification};

/// The length of a file, and the SHA-256 of its bytes.
pub type FileFingerprint = (u64, Bytes32);

/// What is known of the files of a match that was verified.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Verified {
    match_id: Bytes32,
    /// The newest state of the line.
    newest: Bytes32,
    /// The states of the line, each of which is known to follow from the one before.
    line: BTreeSet<Bytes32>,
    /// The digests of the packs in the folder, by pack name.
    packs: BTreeMap<String, Bytes32>,
    /// Turns and states, by file name.
    documents: BTreeMap<String, KnownDocument>,
}

/// The content of a turn or state, without the parts that are only compared as a whole.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
enum KnownDocument {
    Turn(Bytes32, Box<Turn>),
    State(Bytes32, Box<StateHeader>),
}

impl Verified {
    /// What is known of the files of a match after its verification: `None` unless the match holds and all of it was
    /// checked.
    pub fn of(files: &MatchFiles, verdict: &Verification) -> Option<Verified> {
        if !verdict.is_valid(false) || !files.unread.is_empty() {
            return None;
        }
        let chain = Chain::build(files).ok().filter(|chain| chain.bad.is_empty())?;
        let turns = files
            .turns
            .iter()
            .map(|turn| (turn.file.clone(), KnownDocument::Turn(turn.digest, Box::new(turn.typed.clone()))));
        let states = files
            .read_states()
            .map(|state| (state.file.clone(), KnownDocument::State(state.digest, Box::new(state.typed.clone()))));
        Some(Verified {
            match_id: chain.match_id,
            newest: chain.newest()?.state.digest,
            line: chain.line.iter().map(|step| step.state.digest).collect(),
            packs: files.packs.iter().map(|(name, pack)| (name.clone(), pack.digest())).collect(),
            documents: turns.chain(states).collect(),
        })
    }

    /// Whether the files beyond those already known can be verified on top of them: turns and states that follow the
    /// newest known state, refusals and disclosures for these or for the newest state, and documents outside the chain.
    /// `added` names the files that are not known.
    ///
    /// Whether a known turn had to name a refusal depends on the refusals and turns of its step and earlier steps, so
    /// anything added must come later.
    pub fn is_base_of(&self, files: &MatchFiles, added: &BTreeSet<&str>) -> bool {
        let is_added = |file: &str| added.contains(file);
        let Some(newest) = files.read_states().find(|state| state.digest == self.newest) else { return false };
        let is_later = |step: u64| step > newest.typed.step;
        let states: Vec<&ParsedDocument<StateHeader>> =
            files.read_states().filter(|state| is_added(&state.file)).collect();
        let turns: Vec<&ParsedDocument<Turn>> = files.turns.iter().filter(|turn| is_added(&turn.file)).collect();
        let ends: BTreeSet<Bytes32> = states.iter().map(|state| state.digest).chain([self.newest]).collect();
        let follows = |step: u64, parent: &Bytes32| is_later(step) && ends.contains(parent);
        let open = files.turns.iter().filter(|turn| follows(turn.typed.step, &turn.typed.parent));
        let refusable: BTreeSet<Bytes32> = open.map(|turn| turn.digest).chain(ends.iter().copied()).collect();
        let refusals: Vec<&Refusal> =
            files.refusals.iter().filter(|refusal| is_added(&refusal.file)).map(|refusal| &refusal.typed).collect();
        let disclosures: Vec<&Disclosure> =
            files.disclosures.iter().filter(|shown| is_added(&shown.file)).map(|shown| &shown.typed).collect();
        let receipts = files.receipts.iter().filter(|receipt| is_added(&receipt.file)).count();
        let queues = files.queues.iter().filter(|queue| is_added(&queue.file)).count();
        let leaves = files.leaves.iter().filter(|leave| is_added(&leave.file)).count();
        states.iter().all(|state| follows(state.typed.step, &state.typed.parent))
            && turns.iter().all(|turn| follows(turn.typed.step, &turn.typed.parent))
            && refusals.iter().all(|refusal| refusable.contains(&refusal.of))
            && disclosures.iter().all(|shown| ends.contains(&shown.state))
            && states.len() + turns.len() + refusals.len() + disclosures.len() + receipts + leaves + queues
                == added.len()
    }

    /// Verifies a match of which all but the newest part is known. Where the match holds, the answer is that of
    /// [`verify::verify`]; where it does not, call that to learn what fails.
    pub fn verify_newest(
        &self,
        files: &MatchFiles,
        games: &Games,
        observer: &dyn ProgressObserver,
    ) -> Option<Verification> {
        let verdict = verify::verify_on(files, games, &self.line, observer);
        verdict.is_valid(false).then_some(verdict)
    }

    /// The packs among the files of a match, none of which has been read yet. `same` lists the files whose bytes are
    /// known to be unchanged. `None` if a file that is not known belongs to a pack.
    pub fn packs<'a>(
        &self,
        files: impl IntoIterator<Item = (&'a str, &'a LazyBytes)>,
        same: &dyn Fn(&str) -> bool,
    ) -> Option<BTreeMap<String, PackFiles>> {
        let mut found: BTreeMap<String, PackFiles> = BTreeMap::new();
        for (name, bytes) in files {
            let Some((pack, file)) = pack_path(name) else { continue };
            if !same(name) {
                return None;
            }
            found.entry(pack.to_owned()).or_default().insert_later(file, name, bytes.clone());
        }
        for (name, pack) in &mut found {
            pack.is_known(*self.packs.get(name)?);
        }
        Some(found)
    }
}

impl MatchFiles {
    /// The files of a match, each with its name and bytes, in the order in which [`MatchFiles::add`] would receive
    /// them. `same` gives length and digest of those whose bytes are known to be unchanged; `packs` are those of
    /// [`Verified::packs`].
    ///
    /// `None` if an unknown file claims to be one of the known documents, or if a known document can no longer be
    /// restored.
    pub fn recall<'a>(
        known: &mut Verified,
        files: impl IntoIterator<Item = (&'a str, &'a LazyBytes)>,
        packs: BTreeMap<String, PackFiles>,
        same: &dyn Fn(&str) -> Option<FileFingerprint>,
    ) -> Option<MatchFiles> {
        let mut found = MatchFiles { packs, ..MatchFiles::default() };
        let is_state = |document: &&KnownDocument| matches!(document, KnownDocument::State(..));
        let states = known.documents.values().filter(is_state).count();
        // They are large: growing lists would move them again and again.
        found.states.reserve(states);
        found.turns.reserve(known.documents.len() - states);
        let mut is_more = false;
        for (name, bytes) in files {
            let print = same(name);
            is_more |= print.is_none();
            match known.documents.remove(name).filter(|_| print.is_some()) {
                Some(KnownDocument::Turn(digest, typed)) => {
                    let document = LazyDocument::later(name, bytes.clone(), Form::Signed);
                    let turn = ParsedDocument { file: name.to_owned(), document, digest, typed: *typed };
                    found.signature_cache.insert(SignatureCache::name(known.match_id, &turn.any()));
                    found.turns.push(turn);
                }
                Some(KnownDocument::State(digest, typed)) => {
                    let document = LazyDocument::later(name, bytes.clone(), Form::State);
                    let state = ParsedDocument { file: name.to_owned(), document, digest, typed: *typed };
                    // The state from which the match continues is signed for the earlier match.
                    if state.typed.match_id == known.match_id {
                        found.signature_cache.insert(SignatureCache::name(known.match_id, &state.any()));
                    }
                    print.into_iter().for_each(|print| found.copies.note(print));
                    found.states.push(StateFile::known(state, bytes.clone()));
                }
                None if pack_path(name).is_some() => {}
                None => found.add_shared(name, bytes.bytes()?),
            }
        }
        (!is_more || found.are_all_different()).then_some(found)
    }

    /// Whether every turn and state is here only once.
    fn are_all_different(&self) -> bool {
        let digests = || self.turns.iter().map(|turn| turn.digest).chain(self.read_states().map(|state| state.digest));
        digests().collect::<BTreeSet<_>>().len() == digests().count()
    }
}
