//! The documents of a match in memory, sorted by kind. File names are a convenience and decide nothing, except under
//! `packs/NAME/FILE`, where the file's name within its pack is part of the pack (protocol 1).

use std::collections::hash_map::Entry;
use std::collections::{BTreeMap, HashMap, HashSet};
use std::fmt;
use std::sync::{Arc, Mutex, OnceLock};

use serde::de::DeserializeOwned;
use serde_json::Value;
use sha2::{Digest, Sha256};

use crate::document::{
    Bytes32, Charter, Disclosure, Document, Form, Id, Kind, LazyBytes, Leave, PackFiles, Parsed, Problem, Queue,
    Receipt, Refusal, Turn, digest, parse, read,
};

pub use super::any_document::AnyDocument;
use super::lazy_document::LazyDocument;
pub use super::parsed_document::ParsedDocument;
use super::state_before::STATE_BEFORE;
use super::state_header::{StateHeader, peek_header};

impl ParsedDocument<StateHeader> {
    /// The same document without its potentially large parts. Accessing the content later reads it again.
    fn set_aside(self, bytes: LazyBytes) -> Self {
        let document = LazyDocument::later(&self.file, bytes, Form::State);
        let (awaiting, rolls) = (Vec::new(), Vec::new());
        let typed = StateHeader {
            awaiting,
            rolls,
            outcome: None,
            ruling: None,
            draws: None,
            opened: None,
            turns: self.typed.turns,
            signatures: self.typed.signatures,
            ..self.typed
        };
        ParsedDocument { document, typed, ..self }
    }
}

/// A state's file, read on first access: a verifier that has itself written the same bytes need not read them.
#[derive(Clone)]
pub struct StateFile {
    /// The file's name, for messages.
    pub file: String,
    pub(super) bytes: LazyBytes,
    glance: Glance,
    read: OnceLock<Result<ParsedDocument<StateHeader>, Problem>>,
    /// Set if only a little of the state is kept, because it does not count under the current charter.
    aside: OnceLock<()>,
}

/// What is known of a state before it is read.
#[derive(Clone)]
enum Glance {
    /// The header that the file seems to contain, without rolls, if it looks like this program's own writing. Proves
    /// nothing.
    Seems(Option<Arc<StateHeader>>),
    /// Everything is known: the file need not be read.
    Known,
}

impl fmt::Debug for StateFile {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("StateFile").field("file", &self.file).finish_non_exhaustive()
    }
}

impl StateFile {
    fn new(file: &str, bytes: LazyBytes) -> Self {
        let glance = Glance::Seems(bytes.bytes().and_then(|bytes| peek_header(bytes)).map(Arc::new));
        StateFile { file: file.to_owned(), bytes, glance, read: OnceLock::new(), aside: OnceLock::new() }
    }

    /// The same file under another name; it is read anew on first access, unless it is known that it cannot be read.
    pub(super) fn renamed(&self, file: String) -> Self {
        let glance = match &self.glance {
            Glance::Seems(head) => Glance::Seems(head.clone()),
            Glance::Known => return StateFile::new(&file, self.bytes.clone()),
        };
        let read = if self.fails() { self.read.clone() } else { OnceLock::new() };
        StateFile { file, bytes: self.bytes.clone(), glance, read, aside: OnceLock::new() }
    }

    /// The step and the parent that it seems to state, read if necessary; `None` if it cannot be read.
    pub(super) fn place(&self) -> Option<(u64, Bytes32)> {
        let head = self.peek_header().or_else(|| self.get().ok().map(|state| &state.typed))?;
        Some((head.step, head.parent))
    }

    /// A state whose content is already known, so that it is not read again.
    pub(super) fn known(state: ParsedDocument<StateHeader>, bytes: LazyBytes) -> Self {
        let file = state.file.clone();
        StateFile { file, bytes, glance: Glance::Known, read: Ok(state).into(), aside: OnceLock::new() }
    }

    /// The header that the file seems to contain, if it looks like this program's own writing. Proves nothing, and
    /// rolls may be missing.
    pub(super) fn peek_header(&self) -> Option<&StateHeader> {
        match &self.glance {
            Glance::Seems(head) => head.as_deref(),
            Glance::Known => self.if_read().map(|state| &state.typed),
        }
    }

    /// Whether reading it was tried and failed.
    pub fn fails(&self) -> bool {
        matches!(self.read.get(), Some(Err(_)))
    }

    /// The state.
    ///
    /// # Errors
    /// The file cannot be read as a state.
    pub fn get(&self) -> Result<&ParsedDocument<StateHeader>, &Problem> {
        self.read.get_or_init(|| self.parse()).as_ref()
    }

    /// Whether only a little of it is kept because it does not count.
    pub fn is_aside(&self) -> bool {
        self.aside.get().is_some()
    }

    /// The state, if it has been read successfully before.
    pub(super) fn if_read(&self) -> Option<&ParsedDocument<StateHeader>> {
        self.read.get()?.as_ref().ok()
    }

    /// The state. If this reads it for the first time and `counts` is false for it, only a little of it is kept: there
    /// may be many such states, and large ones.
    ///
    /// # Errors
    /// The file cannot be read as a state.
    pub(super) fn get_if(
        &self,
        counts: &dyn Fn(&AnyDocument<'_>) -> bool,
    ) -> Result<&ParsedDocument<StateHeader>, &Problem> {
        let read = || {
            let state = self.parse()?;
            if counts(&state.any()) {
                return Ok(state);
            }
            let _ = self.aside.set(());
            Ok(state.set_aside(self.bytes.clone()))
        };
        self.read.get_or_init(read).as_ref()
    }

    fn parse(&self) -> Result<ParsedDocument<StateHeader>, Problem> {
        let gone = || Problem::new("the file changed while the program was reading it").advice("run the command again");
        let document = read(&self.file, self.bytes.bytes().ok_or_else(gone)?, Form::State)?;
        match parse(&document)? {
            Parsed::State(_) => {}
            other => return Err(Problem::new(format!("this is a {}, not a state", other.kind().as_str()))),
        }
        parse_document(&self.file, document)
    }

    /// Sets the content without reading it; `content` writes to exactly the bytes of this file.
    pub(super) fn preset(&self, content: Value) {
        let document = Document::unplaced(&self.file, content);
        let Ok(typed) = crate::document::decode(&document) else { return };
        let digest = digest(&document.content);
        let document = LazyDocument::written(document, &self.file, self.bytes.clone(), Form::State);
        let _ = self.read.set(Ok(ParsedDocument { file: self.file.clone(), document, digest, typed }));
    }
}

pub(super) fn parse_document<T: DeserializeOwned>(
    file: &str,
    document: Document,
) -> Result<ParsedDocument<T>, Problem> {
    let typed = crate::document::decode(&document)?;
    Ok(ParsedDocument::of(file, document, typed))
}

/// A file of a match folder, parsed and ready to be sorted in.
#[derive(Clone, Debug)]
pub struct ParsedFile(Result<Sorted, (String, Problem)>);

#[derive(Clone, Debug)]
enum Sorted {
    /// A file of a pack: the pack's name, the file's name in it, and the content.
    Pack(String, String, Value),
    State(Box<StateFile>),
    Charter(Box<ParsedDocument<Charter>>),
    Turn(Box<ParsedDocument<Turn>>),
    Refusal(Box<ParsedDocument<Refusal>>),
    Disclosure(Box<ParsedDocument<Disclosure>>),
    Receipt(Box<ParsedDocument<Receipt>>),
    Leave(Box<ParsedDocument<Leave>>),
    Queue(Box<ParsedDocument<Queue>>),
}

impl ParsedFile {
    /// Parses one file. `name` is its path inside the folder, with `/` between its parts.
    pub fn of(name: &str, bytes: &Arc<Vec<u8>>) -> Self {
        ParsedFile(Sorted::of(name, bytes).map_err(|problem| (name.to_owned(), problem)))
    }

    /// The same bytes under another name. `None` if the name decides how they are read.
    pub fn renamed(&self, name: &str) -> Option<ParsedFile> {
        fn called<T: Clone>(one: &ParsedDocument<T>, name: &str) -> Box<ParsedDocument<T>> {
            Box::new(ParsedDocument { file: name.to_owned(), ..one.clone() })
        }
        Some(ParsedFile(Ok(match (self.0.as_ref().ok()?, pack_path(name)) {
            (Sorted::Pack(_, _, content), Some((pack, file))) => {
                Sorted::Pack(pack.to_owned(), file.to_owned(), content.clone())
            }
            (Sorted::Pack(..), None) | (_, Some(_)) => return None,
            (Sorted::State(one), None) => Sorted::State(Box::new(one.renamed(name.to_owned()))),
            (Sorted::Charter(one), None) => Sorted::Charter(called(one, name)),
            (Sorted::Turn(one), None) => Sorted::Turn(called(one, name)),
            (Sorted::Refusal(one), None) => Sorted::Refusal(called(one, name)),
            (Sorted::Disclosure(one), None) => Sorted::Disclosure(called(one, name)),
            (Sorted::Receipt(one), None) => Sorted::Receipt(called(one, name)),
            (Sorted::Leave(one), None) => Sorted::Leave(called(one, name)),
            (Sorted::Queue(one), None) => Sorted::Queue(called(one, name)),
        })))
    }
}

impl Sorted {
    fn of(name: &str, bytes: &Arc<Vec<u8>>) -> Result<Self, Problem> {
        if let Some((pack, file)) = pack_path(name) {
            let content = read(name, bytes, Form::Signed)?.content;
            return Ok(Sorted::Pack(pack.to_owned(), file.to_owned(), content));
        }
        let state = || Sorted::State(Box::new(StateFile::new(name, Arc::clone(bytes).into())));
        if looks_like(bytes, "state") {
            return Ok(state());
        }
        let document = read(name, bytes, form_of(bytes))?;
        Ok(match parse(&document)? {
            Parsed::Charter(typed) => Sorted::Charter(Box::new(ParsedDocument::of(name, document, typed))),
            Parsed::Turn(typed) => Sorted::Turn(Box::new(ParsedDocument::of(name, document, typed))),
            Parsed::Refusal(typed) => Sorted::Refusal(Box::new(ParsedDocument::of(name, document, typed))),
            Parsed::Disclosure(typed) => Sorted::Disclosure(Box::new(ParsedDocument::of(name, document, typed))),
            Parsed::Receipt(typed) => Sorted::Receipt(Box::new(ParsedDocument::of(name, document, typed))),
            Parsed::Leave(typed) => Sorted::Leave(Box::new(ParsedDocument::of(name, document, typed))),
            Parsed::Queue(typed) => Sorted::Queue(Box::new(ParsedDocument::of(name, document, typed))),
            Parsed::State(_) => state(),
        })
    }
}

/// The documents of one match, or of what is claimed to be one.
#[derive(Clone, Debug, Default)]
pub struct MatchFiles {
    pub charters: Vec<ParsedDocument<Charter>>,
    pub turns: Vec<ParsedDocument<Turn>>,
    pub states: Vec<StateFile>,
    pub refusals: Vec<ParsedDocument<Refusal>>,
    pub disclosures: Vec<ParsedDocument<Disclosure>>,
    pub receipts: Vec<ParsedDocument<Receipt>>,
    pub leaves: Vec<ParsedDocument<Leave>>,
    pub queues: Vec<ParsedDocument<Queue>>,
    /// Data packs by the name of their folder.
    pub packs: BTreeMap<String, PackFiles>,
    /// Files that cannot be read, in the order added, and why.
    pub unread: Vec<(String, Problem)>,
    /// Documents whose signatures have been found valid.
    pub(super) signature_cache: SignatureCache,
    /// The files of the states that were sorted in, to recognize copies.
    pub(super) copies: Copies,
}

/// Recognizes copies of files. Bytes are hashed only if another file has the same length and the same beginning, or if
/// only length and digest are known of a file of that length.
#[derive(Clone, Debug, Default)]
pub(super) struct Copies {
    seen: HashMap<(usize, Vec<u8>), Alike>,
    known: HashMap<u64, HashSet<[u8; 32]>>,
}

#[derive(Clone, Debug)]
enum Alike {
    One(Arc<Vec<u8>>),
    Several(HashSet<[u8; 32]>),
}

impl Copies {
    /// Notes a file by its length and SHA-256.
    pub(super) fn note(&mut self, (length, sha256): (u64, Bytes32)) {
        self.known.entry(length).or_default().insert(sha256.0);
    }

    /// Whether no file with these bytes was there before.
    pub(super) fn is_new(&mut self, bytes: &Arc<Vec<u8>>) -> bool {
        let hash = |bytes: &[u8]| -> [u8; 32] { Sha256::digest(bytes).into() };
        if self.known.get(&(bytes.len() as u64)).is_some_and(|known| known.contains(&hash(bytes))) {
            return false;
        }
        let start = bytes[..bytes.len().min(256)].to_vec();
        match self.seen.entry((bytes.len(), start)) {
            Entry::Vacant(entry) => {
                entry.insert(Alike::One(Arc::clone(bytes)));
                true
            }
            Entry::Occupied(mut entry) => match entry.get_mut() {
                Alike::One(other) if other == bytes => false,
                Alike::One(other) => {
                    let several = HashSet::from([hash(other), hash(bytes)]);
                    entry.insert(Alike::Several(several));
                    true
                }
                Alike::Several(known) => known.insert(hash(bytes)),
            },
        }
    }
}

/// A document that does not count, and why.
#[derive(Clone, Debug)]
pub struct BadDocument {
    pub file: String,
    pub kind: Option<Kind>,
    /// The step that it names.
    pub step: Option<u64>,
    pub seat: Option<Id>,
    pub problem: Problem,
}

/// Remembers which documents are validly signed, and what is wrong with the others: the answer never changes, and this
/// check is the most expensive part of building a chain. Clones share the memory.
#[derive(Clone, Debug, Default)]
pub(super) struct SignatureCache(Arc<Mutex<Checked>>);

#[derive(Debug, Default)]
struct Checked {
    valid: HashSet<[u8; 32]>,
    /// Keyed also by the file name, because the problem says where in the file it is.
    bad: HashMap<([u8; 32], String), BadDocument>,
}

impl SignatureCache {
    /// A key that stands for a document of a match together with all its signatures.
    pub(super) fn name(match_id: Bytes32, document: &AnyDocument<'_>) -> [u8; 32] {
        let mut hash = Sha256::new();
        let mut part = |bytes: &[u8]| {
            hash.update((bytes.len() as u64).to_be_bytes());
            hash.update(bytes);
        };
        part(&match_id.0);
        part(document.kind.as_str().as_bytes());
        part(&document.digest.0);
        for signature in document.signatures {
            part(signature.by.as_str().as_bytes());
            part(&signature.key.0);
            part(signature.sig.as_bytes());
        }
        hash.finalize().into()
    }

    pub(super) fn contains(&self, name: &[u8; 32]) -> bool {
        self.0.lock().is_ok_and(|checked| checked.valid.contains(name))
    }

    pub(super) fn insert(&self, name: [u8; 32]) {
        if let Ok(mut checked) = self.0.lock() {
            checked.valid.insert(name);
        }
    }

    /// What was found to be wrong with a document in a file, if it is known.
    pub(super) fn bad(&self, name: [u8; 32], file: &str) -> Option<BadDocument> {
        self.0.lock().ok()?.bad.get(&(name, file.to_owned())).cloned()
    }

    pub(super) fn insert_bad(&self, name: [u8; 32], bad: BadDocument) {
        if let Ok(mut checked) = self.0.lock() {
            checked.bad.insert((name, bad.file.clone()), bad);
        }
    }
}

impl MatchFiles {
    /// Sorts in one file. Pass every file of the match folder that ends in `.yaml`; `name` is its path inside the
    /// folder, with `/` between its parts. A second copy of the same bytes is ignored.
    pub fn add(&mut self, name: &str, bytes: &[u8]) {
        self.add_shared(name, &Arc::new(bytes.to_vec()));
    }

    /// Like [`MatchFiles::add`], for bytes that are shared.
    pub fn add_shared(&mut self, name: &str, bytes: &Arc<Vec<u8>>) {
        self.add_parsed(ParsedFile::of(name, bytes));
    }

    /// Like [`MatchFiles::add`], for a file that is already parsed.
    pub fn add_parsed(&mut self, file: ParsedFile) {
        fn keep<T>(list: &mut Vec<ParsedDocument<T>>, one: ParsedDocument<T>) {
            if !list.iter().any(|other| other.digest == one.digest && other.document.content == one.document.content) {
                list.push(one);
            }
        }
        match file.0 {
            Err((file, problem)) => self.unread.push((file, problem)),
            Ok(Sorted::Pack(pack, file, content)) => {
                self.packs.entry(pack).or_default().insert(&file, content);
            }
            Ok(Sorted::State(state)) => {
                self.add_state(*state);
            }
            Ok(Sorted::Charter(one)) => {
                keep(&mut self.charters, *one);
                self.reconsider_unused();
            }
            Ok(Sorted::Turn(one)) => keep(&mut self.turns, *one),
            Ok(Sorted::Refusal(one)) => keep(&mut self.refusals, *one),
            Ok(Sorted::Disclosure(one)) => keep(&mut self.disclosures, *one),
            Ok(Sorted::Receipt(one)) => keep(&mut self.receipts, *one),
            Ok(Sorted::Leave(one)) => keep(&mut self.leaves, *one),
            Ok(Sorted::Queue(one)) => keep(&mut self.queues, *one),
        }
    }

    /// Documents that did not count under one charter are reconsidered: they may count under another.
    pub(super) fn reconsider_unused(&mut self) {
        for state in self.states.iter_mut().filter(|state| state.is_aside()) {
            *state = StateFile::new(&state.file, state.bytes.clone());
        }
    }

    /// Sorts in a state, unless one with the same bytes is already here.
    pub fn add_state(&mut self, state: StateFile) {
        if state.bytes.bytes().is_none_or(|bytes| self.copies.is_new(bytes)) {
            self.states.push(state);
        }
    }

    /// Removes one file.
    pub fn remove(&mut self, name: &str) {
        self.charters.retain(|one| one.file != name);
        self.reconsider_unused();
        self.turns.retain(|one| one.file != name);
        self.states.retain(|one| one.file != name);
        self.copies = Copies::default();
        for bytes in self.states.iter().filter_map(|state| state.bytes.bytes()) {
            self.copies.is_new(bytes);
        }
        self.refusals.retain(|one| one.file != name);
        self.disclosures.retain(|one| one.file != name);
        self.receipts.retain(|one| one.file != name);
        self.leaves.retain(|one| one.file != name);
        self.queues.retain(|one| one.file != name);
        self.unread.retain(|(file, _)| file != name);
        if let Some((pack, file)) = pack_path(name)
            && let Some(files) = self.packs.get_mut(pack)
        {
            files.remove(file);
        }
    }

    /// Adds a pack that came with the program, as if it lay in the folder `name`.
    pub fn add_pack(&mut self, name: &str, files: PackFiles) {
        self.packs.insert(name.to_owned(), files);
    }

    /// The pack with a digest, wherever it lies.
    pub fn pack(&self, sha256: &Bytes32) -> Option<&PackFiles> {
        self.packs.values().find(|files| files.digest() == *sha256)
    }

    /// Whether the match has begun: whether it has any state, not counting the one of another match from which
    /// it starts.
    pub fn has_begun(&self) -> bool {
        let source = self.charters.iter().find_map(|charter| charter.typed.source());
        let Some(source) = source else { return !self.states.is_empty() };
        // It may have been changed, and is still no state of this match.
        let is_of_source = |state: &StateFile| state.get().is_ok_and(|state| state.typed.match_id == source);
        self.states.iter().any(|state| state.file != STATE_BEFORE && !is_of_source(state))
    }

    /// The states that can be read.
    pub fn read_states(&self) -> impl Iterator<Item = &ParsedDocument<StateHeader>> {
        self.states.iter().filter_map(|state| state.get().ok())
    }

    /// Every document that can be read: charters, turns, states, refusals, disclosures, receipts, leaves, queues, each
    /// kind in the order added.
    pub fn documents(&self) -> Vec<AnyDocument<'_>> {
        let states = self.read_states().map(ParsedDocument::<StateHeader>::any);
        self.charters_and_turns().chain(states).chain(self.documents_beside_line()).collect()
    }

    /// The same without the states.
    pub(super) fn documents_beside_states(&self) -> impl Iterator<Item = AnyDocument<'_>> {
        self.charters_and_turns().chain(self.documents_beside_line())
    }

    fn charters_and_turns(&self) -> impl Iterator<Item = AnyDocument<'_>> {
        let charters = self.charters.iter().map(ParsedDocument::<Charter>::any);
        charters.chain(self.turns.iter().map(ParsedDocument::<Turn>::any))
    }

    fn documents_beside_line(&self) -> impl Iterator<Item = AnyDocument<'_>> {
        let refusals = self.refusals.iter().map(ParsedDocument::<Refusal>::any);
        let disclosures = self.disclosures.iter().map(ParsedDocument::<Disclosure>::any);
        let receipts = self.receipts.iter().map(ParsedDocument::<Receipt>::any);
        let leaves = self.leaves.iter().map(ParsedDocument::<Leave>::any);
        let queues = self.queues.iter().map(ParsedDocument::<Queue>::any);
        refusals.chain(disclosures).chain(receipts).chain(leaves).chain(queues)
    }
}

/// The pack's and the file's name in `packs/NAME/FILE`, at the start of the path or anywhere in it.
pub(super) fn pack_path(name: &str) -> Option<(&str, &str)> {
    let rest = match name.strip_prefix("packs/") {
        Some(rest) => rest,
        None => name.split_once("/packs/")?.1,
    };
    rest.split_once('/').filter(|(pack, file)| !pack.is_empty() && !file.is_empty())
}

/// The size limits for reading a file, by what kind of document it seems to be.
pub fn form_of(bytes: &[u8]) -> Form {
    let long = ["state", "disclosure"].iter().any(|kind| looks_like(bytes, kind));
    if long { Form::State } else { Form::Signed }
}

/// Whether one of the first lines is exactly `kind: WORD`. This only decides how the file is read.
fn looks_like(bytes: &[u8], word: &str) -> bool {
    let head = &bytes[..bytes.len().min(4096)];
    head.split(|&byte| byte == b'\n').take(40).any(|line| {
        std::str::from_utf8(line)
            .ok()
            .and_then(|line| line.strip_prefix("kind:"))
            .is_some_and(|rest| rest.trim().trim_matches(['"', '\'']) == word)
    })
}
