//! Match folders: finding one, and reading everything in it.

use std::borrow::Cow;
use std::collections::{BTreeMap, HashMap};
use std::fs;
use std::mem::ManuallyDrop;
use std::path::{Path, PathBuf};
use std::sync::{Arc, OnceLock};

use archive::packed;

use super::folder_cache::{self, FolderCache};
use super::progress::Progress;
use super::read_folder::{FolderEntry, NamedSources, read_yaml_files};
use super::{Diagnostic, Failure, files, mail};
use crate::chain::match_files::{ParsedDocument, ParsedFile, StateFile};
use crate::chain::timeline::the_charter;
use crate::chain::verify::{self, Verification};
use crate::chain::{Chain, Games, MatchFiles};
use crate::document::{Charter, LazyBytes, PackFiles, Problem, harmless, write};
use crate::session::Game;

/// Folders of a match into which players copy what arrives by mail.
pub const SUBFOLDERS: [&str; 3] = ["states", "turns", "refusals"];

/// A match folder that was read. Its large parts are never freed: the program ends soon after, and the system is
/// faster.
pub struct Folder {
    pub path: PathBuf,
    pub files: ManuallyDrop<MatchFiles>,
    raw: ManuallyDrop<NamedSources>,
    /// For a match that was packed into one file: the files of the matches that it continues, as in their folder.
    earlier: Option<packed::Files>,
    /// What is known about its files from an earlier run, and where that is kept.
    memory: ManuallyDrop<Option<FolderCache>>,
    /// The paths of files that came by mail and are not in the folder yet.
    came_from: BTreeMap<String, PathBuf>,
    /// The game, once it has been requested.
    game: OnceLock<Arc<dyn Game>>,
    /// Set once the whole match, as it is here, has verified.
    proven: OnceLock<()>,
    /// Whether it was read for a query, which verifies the match in any case.
    is_for_query: bool,
    /// What fails, once that is known.
    failures: OnceLock<Vec<verify::Failure>>,
}

/// The files that were read of several copies of a match, by their bytes.
#[derive(Default)]
pub struct SharedFiles(HashMap<Arc<Vec<u8>>, ParsedFile>);

impl Folder {
    /// A folder of which only the path is known; nothing is read.
    pub fn unread_at(path: &Path) -> Folder {
        Folder::empty(path)
    }

    fn empty(path: &Path) -> Folder {
        Folder {
            path: path.to_owned(),
            files: ManuallyDrop::default(),
            raw: ManuallyDrop::default(),
            earlier: None,
            memory: ManuallyDrop::new(None),
            came_from: BTreeMap::new(),
            game: OnceLock::new(),
            proven: OnceLock::new(),
            is_for_query: false,
            failures: OnceLock::new(),
        }
    }

    /// The same folder with one more file, which need not be on disk.
    pub fn with(&self, name: &str, bytes: &[u8]) -> Folder {
        let mut folder = Folder::empty(&self.path);
        for (name, bytes) in self.raw.iter() {
            folder.add_source(name, bytes.clone());
        }
        folder.add(name, bytes.to_vec());
        folder
    }

    /// Adds a file that came by mail and that will be stored in the folder under this name.
    pub fn arrive(&mut self, name: &str, path: &Path, bytes: Vec<u8>) {
        self.came_from.insert(name.to_owned(), path.to_owned());
        self.add(name, bytes);
    }

    /// Whether a file came by mail and is not in the folder yet.
    pub fn has_arrived(&self, name: &str) -> bool {
        self.came_from.contains_key(name)
    }

    /// Whether any file came by mail.
    pub fn has_arrivals(&self) -> bool {
        !self.came_from.is_empty()
    }

    /// The names of the files that came by mail.
    pub fn arrivals(&self) -> impl Iterator<Item = &str> {
        self.came_from.keys().map(String::as_str)
    }

    /// Frees the folder's memory, for runs that read many.
    pub fn free(self) {
        drop(ManuallyDrop::into_inner(self.files));
        drop(ManuallyDrop::into_inner(self.raw));
        drop(ManuallyDrop::into_inner(self.memory));
    }

    /// Every file that was read, with its bytes.
    pub fn raw(&self) -> impl Iterator<Item = (&str, &[u8])> {
        self.raw.iter().filter_map(|(name, bytes)| Some((name.as_str(), bytes.bytes()?.as_slice())))
    }

    /// The bytes of a file that was read, or that came by mail under this name.
    pub fn bytes(&self, name: &str) -> Option<&[u8]> {
        self.raw.iter().find(|(other, _)| other == name).and_then(|(_, bytes)| Some(bytes.bytes()?.as_slice()))
    }

    /// The name of a file with exactly these bytes, if there is one.
    pub fn named(&self, bytes: &[u8]) -> Option<&str> {
        self.raw.iter().find(|(_, known)| known.is(bytes)).map(|(name, _)| name.as_str())
    }

    /// The same folder without some of its files.
    pub fn without(&self, names: &[&str]) -> Folder {
        let mut folder = Folder::empty(&self.path);
        *folder.files = self.parse_again(names);
        folder.raw.extend(self.raw.iter().filter(|(name, _)| !names.contains(&name.as_str())).cloned());
        folder
    }

    /// The files without some of them, parsed again; a file that could not be read before is not tried again.
    fn parse_again(&self, without: &[&str]) -> MatchFiles {
        let mut files = MatchFiles::default();
        let unread: BTreeMap<&str, &Problem> =
            self.files.unread.iter().map(|(name, problem)| (name.as_str(), problem)).collect();
        let states: BTreeMap<&str, &StateFile> =
            self.files.states.iter().filter(|state| state.fails()).map(|state| (&*state.file, state)).collect();
        let mut named = BTreeMap::<&str, usize>::new();
        self.raw.iter().for_each(|(name, _)| *named.entry(name).or_default() += 1);
        for (name, bytes) in self.raw.iter().filter(|(name, _)| !without.contains(&name.as_str())) {
            let name = name.as_str();
            match (unread.get(name), states.get(name)) {
                (Some(&problem), _) if named[name] == 1 => files.unread.push((name.to_owned(), problem.clone())),
                (_, Some(&state)) if named[name] == 1 => files.add_state(state.clone()),
                _ => match bytes.bytes() {
                    Some(bytes) => files.add_shared(name, bytes),
                    None => files.unread.push((name.to_owned(), changed())),
                },
            }
        }
        files
    }

    /// Adds one more file.
    pub fn add(&mut self, name: &str, bytes: Vec<u8>) {
        self.add_source(name, Arc::new(bytes).into());
    }

    fn add_source(&mut self, name: &str, source: LazyBytes) {
        self.proven.take();
        self.failures.take();
        match source.bytes() {
            Some(bytes) => self.files.add_shared(name, bytes),
            None => self.files.unread.push((name.to_owned(), changed())),
        }
        self.raw.push((name.to_owned(), source));
    }

    /// Reads every document and pack in a folder.
    ///
    /// # Errors
    /// The folder cannot be read, or holds more than any match does. A file that cannot be parsed is no error here: it
    /// is in the list of unreadable files.
    pub fn read(path: &Path) -> Result<Folder, Failure> {
        if path.is_file() { Folder::unpack(path) } else { Folder::read_anew(path, false, None) }
    }

    /// The documents of one of several copies of a match. What an earlier copy with the same `shared` has, byte for
    /// byte, is not parsed or kept again.
    ///
    /// # Errors
    /// As [`Folder::read`].
    pub fn read_copy(path: &Path, shared: &mut SharedFiles) -> Result<MatchFiles, Failure> {
        let folder = Folder::read_anew(path, false, Some(shared))?;
        drop(ManuallyDrop::into_inner(folder.raw));
        Ok(ManuallyDrop::into_inner(folder.files))
    }

    /// Reads every file. `remember`: the result of a verification may be kept for later runs. `shared`: what was read
    /// of other copies of the match.
    fn read_anew(path: &Path, remember: bool, shared: Option<&mut SharedFiles>) -> Result<Folder, Failure> {
        let known = shared.as_deref();
        let look = |listed: &FolderEntry<'_>, _: &mut Vec<u8>| {
            let bytes = files::read(&listed.path, files::MAX_BYTES)?;
            let print = remember.then(|| folder_cache::fingerprint(&bytes));
            let name = harmless(listed.name);
            let alike = known.and_then(|known| known.0.get_key_value(&bytes));
            let (file, bytes) = match alike.and_then(|(bytes, file)| Some((file.renamed(&name)?, Arc::clone(bytes)))) {
                Some(alike) => alike,
                None => {
                    let bytes = Arc::new(bytes);
                    (ParsedFile::of(&name, &bytes), bytes)
                }
            };
            Ok((bytes.len(), (file, print, bytes)))
        };
        let (gathered, _) = read_yaml_files(path, true, look, || ())?;
        let mut folder = Folder { is_for_query: remember, ..Folder::empty(path) };
        let (mut prints, mut shared) = (Vec::new(), shared);
        for (name, (file, print, bytes)) in gathered.seen {
            if let Some(shared) = &mut shared {
                shared.0.entry(Arc::clone(&bytes)).or_insert_with(|| file.clone());
            }
            folder.files.add_parsed(file);
            folder.raw.push((name, bytes.into()));
            prints.extend(print);
        }
        if remember && gathered.unread.is_empty() {
            *folder.memory = FolderCache::of(path, &folder.raw, prints);
        }
        folder.note_unread(gathered.unread);
        Ok(folder)
    }

    /// The same for a query: every byte is read, but the results for unchanged files are taken from an earlier run.
    ///
    /// # Errors
    /// As [`Folder::read`].
    pub fn read_cached(path: &Path) -> Result<Folder, Failure> {
        if path.is_file() {
            return Folder::unpack(path);
        }
        if folder_cache::may_know(path)
            && let Some(folder) = Folder::recall(path)?
        {
            return Ok(folder);
        }
        Folder::read_anew(path, true, None)
    }

    /// The folder as an earlier run left it, if every file that was known then is unchanged. The bytes of those files
    /// are not kept: most are never needed.
    fn recall(path: &Path) -> Result<Option<Folder>, Failure> {
        let look = |listed: &FolderEntry<'_>, room: &mut Vec<u8>| {
            let linked;
            let bytes = match listed.regular {
                true => files::read_listed(room, &listed.path, files::MAX_BYTES)?,
                false => {
                    linked = files::read(&listed.path, files::MAX_BYTES)?;
                    &linked
                }
            };
            Ok((bytes.len(), (folder_cache::fingerprint(bytes), listed.path.clone())))
        };
        let (gathered, kept) = read_yaml_files(path, false, look, || folder_cache::kept(path))?;
        let Some(kept) = kept.flatten().filter(|_| gathered.unread.is_empty()) else { return Ok(None) };
        let Some((memory, raw, files)) = FolderCache::recall(gathered.seen, kept) else { return Ok(None) };
        let mut folder = Folder::empty(path);
        (*folder.files, *folder.raw, *folder.memory) = (files, raw, Some(memory));
        Ok(Some(folder))
    }

    /// Reads a match that was packed into one file.
    ///
    /// # Errors
    /// The file cannot be read, or is not an archive of a match.
    fn unpack(path: &Path) -> Result<Folder, Failure> {
        let bytes = files::read(path, packed::MAX_TOTAL)?;
        let unpacked = packed::unpack(&bytes).map_err(|refused| Failure::no_in(path, Problem::new(refused.0)))?;
        Ok(Folder::of_files(path, unpacked.files))
    }

    /// A folder of files that are not on disk, with their names in it.
    pub fn of_files(path: &Path, files: packed::Files) -> Folder {
        let mut folder = Folder::empty(path);
        let mut before = packed::Files::new();
        for (name, bytes) in files {
            match name.strip_prefix("earlier/") {
                Some(name) => before.push((name.to_owned(), bytes)),
                None => folder.add(&name, bytes),
            }
        }
        folder.earlier = Some(before);
        folder
    }

    /// For a match that was packed into one file: the files of the matches that it continues.
    pub fn packed_earlier(&self) -> Option<&packed::Files> {
        self.earlier.as_ref()
    }

    /// Frees its large parts, for callers that read many.
    pub fn close(self) {
        drop(ManuallyDrop::into_inner(self.files));
        drop(ManuallyDrop::into_inner(self.raw));
    }

    /// Notes the files that the system could not read, keeping the list of unreadable files in the order of names.
    fn note_unread(&mut self, unread: Vec<(String, Problem)>) {
        self.files.unread.extend(unread);
        self.files.unread.sort_by(|(one, _), (other, _)| one.cmp(other));
    }

    /// Verifies the match from scratch, or names what fails; shows its progress on a terminal.
    pub fn verify(&self) -> Verification {
        let progress = Progress::new("verifying", self.files.states.len());
        self.noted(verify::verify_with_progress(&self.unremembered(), games(), &progress))
    }

    /// Whether the whole match has verified: every state of its line follows from the one before.
    pub fn is_verified(&self) -> bool {
        self.proven.get().is_some()
    }

    fn noted(&self, verdict: Verification) -> Verification {
        if verdict.is_valid(false) {
            let _ = self.proven.set(());
        }
        verdict
    }

    /// The same together with the matches that it continues, the latest first.
    pub fn verify_with(&self, earlier: &[Folder]) -> Vec<Verification> {
        if earlier.is_empty() {
            return vec![self.verify()];
        }
        let all: Vec<Cow<'_, MatchFiles>> =
            std::iter::once(self).chain(earlier).map(|folder| folder.unremembered()).collect();
        let files: Vec<&MatchFiles> = all.iter().map(|files| &**files).collect();
        let progress = Progress::new("verifying", files.iter().map(|files| files.states.len()).sum());
        verify::verify_archive(&files, games(), &progress)
    }

    /// The files, all of them read in this run.
    fn unremembered(&self) -> Cow<'_, MatchFiles> {
        if self.memory.as_ref().is_none_or(|memory| memory.known.is_none()) {
            return Cow::Borrowed(&self.files);
        }
        Cow::Owned(self.parse_again(&[]))
    }

    /// What fails, as [`Folder::verify`] would find it, but without checking again what is known about unchanged files.
    pub fn failures(&self) -> Vec<verify::Failure> {
        self.failures.get_or_init(|| self.find_failures()).clone()
    }

    fn find_failures(&self) -> Vec<verify::Failure> {
        let Some(memory) = self.memory.as_ref() else { return self.verify().failures };
        if memory.is_verified() && !self.has_arrivals() {
            let _ = self.proven.set(());
            return Vec::new();
        }
        let progress = Progress::new("verifying", self.files.states.len());
        if let Some(verdict) = memory.verify_arrivals(&self.files, self.arrivals(), &progress) {
            self.remember(memory, &self.files, &self.noted(verdict));
            return Vec::new();
        }
        let files = self.unremembered();
        let verdict = self.noted(verify::verify_with_progress(&files, games(), &progress));
        self.remember(memory, &files, &verdict);
        verdict.failures
    }

    /// Remembers the result, unless a file came from elsewhere.
    fn remember(&self, memory: &FolderCache, files: &MatchFiles, verdict: &Verification) {
        if !self.has_arrivals() {
            memory.keep(files, verdict);
        }
    }

    /// The only charter.
    ///
    /// # Errors
    /// It cannot be read, or there are several.
    pub fn charter(&self) -> Result<&ParsedDocument<Charter>, Failure> {
        if let Some((name, problem)) = self.files.unread.iter().find(|(name, _)| name == "charter.yaml") {
            return Err(self.refused(name, problem.clone()));
        }
        match self.files.charters.as_slice() {
            [charter] => Ok(charter),
            [] => Err(Failure::no_in(&self.path, Problem::new("no charter in this folder can be read"))),
            [one, two, ..] => the_charter(&self.files).map_err(|_| {
                let problem = Problem::new(format!("this folder has two charters, {} and {}", one.file, two.file));
                Failure::no_in(&self.path, problem.advice("keep each match in its own folder"))
            }),
        }
    }

    /// The game of the version that the charter pins.
    ///
    /// # Errors
    /// This build does not have it, or its data is not here.
    pub fn game(&self) -> Result<Arc<dyn Game>, Failure> {
        let charter = self.charter()?;
        if let Some(game) = self.game.get() {
            return Ok(game.clone());
        }
        let game = games()
            .for_charter(&charter.typed, &self.files)
            .map_err(|problem| self.refused(&charter.file, charter.place(problem)))?;
        Ok(self.game.get_or_init(|| game).clone())
    }

    /// Writes the data that the charter pins to the folder, if it is missing and the program has it.
    ///
    /// # Errors
    /// The folder cannot be written.
    pub fn write_packs(&self) -> Result<(), Failure> {
        let charter = self.charter()?;
        for pin in charter.typed.packs.iter().filter(|pin| self.files.pack(&pin.sha256).is_none()) {
            let shipped = games().shipped_pack(pin.name.as_str());
            let Some(pack) = shipped.filter(|pack| pack.digest() == pin.sha256) else { continue };
            for (file, content) in pack.iter() {
                let path = self.path.join("packs").join(pin.name.as_str()).join(file);
                files::write(&path, write(content).as_bytes()).map_err(|problem| Failure::cannot_in(&path, problem))?;
            }
        }
        Ok(())
    }

    /// Makes the folders into which players copy what arrives by mail.
    ///
    /// # Errors
    /// The folder cannot be written.
    pub fn create_subfolders(path: &Path) -> Result<(), Failure> {
        for part in SUBFOLDERS {
            let part = path.join(part);
            fs::create_dir_all(&part)
                .map_err(|error| Failure::cannot_in(&part, Problem::new(format!("cannot make the folder: {error}"))))?;
        }
        Ok(())
    }

    /// Whether what is found out about the folder is kept for later queries.
    pub fn keeps_record(&self) -> bool {
        self.memory.is_some()
    }

    /// For a query about a match of which nothing is known: reads the states by verifying them, which is quicker than
    /// parsing each. The result is kept for the question of what fails, which comes later.
    pub fn prepare_states(&self) {
        if self.is_for_query
            && self.memory.as_ref().is_none_or(|memory| memory.known.is_none())
            && self.files.has_begun()
        {
            self.failures.get_or_init(|| self.find_failures());
        }
    }

    /// The chain of states.
    ///
    /// # Errors
    /// The chain is broken; the error says where.
    pub fn chain(&self) -> Result<Chain<'_>, Failure> {
        self.prepare_states();
        Chain::build(&self.files).map_err(|problem| Failure::no_in(&self.path, problem))
    }

    /// A problem with one of the folder's files, with the line quoted.
    pub fn refused(&self, name: &str, problem: Problem) -> Failure {
        Failure::Negative(vec![self.printed(name, problem)])
    }

    /// The path of a file: in the folder, or where it arrived by mail.
    pub fn path_of(&self, name: &str) -> PathBuf {
        self.came_from.get(name).cloned().unwrap_or_else(|| self.path.join(name))
    }

    /// The same, as one of several problems.
    pub fn printed(&self, name: &str, problem: Problem) -> Diagnostic {
        let path = self.path_of(name);
        let bytes = self.raw.iter().find(|(other, _)| other == name).and_then(|(_, bytes)| bytes.bytes());
        // A charter that nobody has signed yet is written by hand; a pack may be too.
        let own =
            |bytes: &Arc<Vec<u8>>| name == "charter.yaml" && !bytes.windows(11).any(|part| part == b"signatures:");
        let mailed = bytes.filter(|bytes| !name.contains("packs/") && !own(bytes));
        let problem = match mailed {
            Some(bytes) => mail::damaged(bytes, problem),
            None => problem,
        };
        let text = bytes.filter(|_| problem.mark.is_some()).map(|bytes| String::from_utf8_lossy(bytes).into_owned());
        Diagnostic { problem, file: Some(path), text }
    }
}

/// The problem of a file that has changed since it was read a moment ago.
fn changed() -> Problem {
    Problem::new("the file changed while the program was reading it").advice("run the command again")
}

/// Every game of this build.
pub fn games() -> &'static Games {
    crate::registry::shared()
}

/// What a new match pins for a game: its revision and the data that comes with the program.
pub struct Shipped {
    pub revision: u32,
    pub packs: BTreeMap<String, PackFiles>,
}

/// The revision and data of a game that come with the program.
///
/// # Errors
/// This build does not have the game.
pub fn shipped(ruleset: &str) -> Result<Shipped, Problem> {
    let known = games().find(ruleset)?;
    Ok(Shipped { revision: known.revision, packs: known.shipped() })
}
