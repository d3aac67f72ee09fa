//! Filing documents that arrived. The field `match` and the signature decide where they belong, never a name.

use std::collections::{BTreeMap, BTreeSet};
use std::fs::{self, File};
use std::path::{Path, PathBuf};

use adjutant_mail::bundle;
use adjutant_mail::repairs::Verdict;

use super::addresses::FOLDER;
use super::conflicts::CONFLICTS;
use super::match_folders::{self, MatchFolder};
use crate::chain::authorship::{Addressee, unauthorized};
use crate::chain::charter::{awaits_seats, check_form, check_terms, false_signatures, join, merge};
use crate::chain::match_files::AnyDocument;
use crate::chain::seats::Seats;
use crate::chain::timeline::{check_signatures_of, signed_documents};
use crate::chain::{MatchFiles, ParsedDocument};
use crate::cli::adjudicate::describe;
use crate::cli::folder::{Folder, games};
use crate::cli::open_match::{Outgoing, stem};
use crate::cli::{Failure, earlier_matches, escrow, files, home, paths, seat};
use crate::document::kinds::SeatEntry;
use crate::document::{Bytes32, Charter, Id, Kind, PackFiles, Problem, Value, write};

/// The maximum number of charters, of matches that nobody here plays, that are kept in one run.
const MAX_OFFERED: usize = 16;
/// The maximum number of leaves per seat and match; of queues as many, and one more for each document, of receipts four.
const MAX_LEAVES: usize = 100;
/// The folder under the root where such charters are kept.
pub const OFFERED: &str = "offered";

/// The matches under a folder; each is read when its first document arrives.
pub struct DocumentFiler {
    root: PathBuf,
    matches: Vec<Match>,
    offered: usize,
}

struct Match {
    found: MatchFolder,
    shelf: Option<FiledDocuments>,
    /// Whether anything new arrived for it.
    news: bool,
}

/// What is in a match folder.
#[derive(Default)]
struct FiledDocuments {
    /// Held as long as this program may write to the folder.
    lock: Option<File>,
    digests: BTreeSet<Bytes32>,
    /// The digests, each with the refusal that its document names, by kind, step and signer.
    places: BTreeMap<Place, Vec<(Bytes32, Option<Bytes32>)>>,
    /// Who may answer the turns and states that are here.
    addressees: BTreeMap<Bytes32, Addressee>,
}

type Place = (Kind, u64, String);

/// What happened to a document.
#[derive(Clone, Debug)]
pub enum FilingOutcome {
    /// It was filed now: a description, its path, and the seat that it came from.
    New { what: String, path: PathBuf, by: Option<String>, digest: Option<Bytes32> },
    /// It was here already.
    Known,
    /// It differs from what this seat signed earlier for this step, and is kept apart; whether that is news.
    Second { what: String, path: PathBuf, is_new: bool },
    /// Its signer may not write it, so it changes nothing, and is kept apart (protocol 9).
    Idle { what: String, why: String, path: PathBuf },
    /// A charter of a match that is not here.
    Offered { what: String, path: PathBuf },
}

impl DocumentFiler {
    /// The filer of one match folder, or of a folder with many.
    ///
    /// # Errors
    /// The folder cannot be read.
    pub fn at(root: &Path) -> Result<DocumentFiler, Failure> {
        DocumentFiler::among(root, match_folders::matches(root)?)
    }

    /// The filer of these matches; charters of unknown ones are kept in or beside the folder `root`.
    ///
    /// # Errors
    /// The folder cannot be read.
    pub fn among(root: &Path, found: Vec<MatchFolder>) -> Result<DocumentFiler, Failure> {
        let matches = found.into_iter().map(|found| Match { found, shelf: None, news: false }).collect();
        // Charters of unknown matches are kept beside a match folder, not in it.
        let within = root.join("charter.yaml").is_file();
        let above = paths::resolved(root).and_then(|root| root.parent().map(Path::to_owned));
        let root = if within { above.unwrap_or_else(|| root.to_owned()) } else { root.to_owned() };
        Ok(DocumentFiler { root, matches, offered: 0 })
    }

    /// A filer without matches.
    pub fn empty() -> DocumentFiler {
        DocumentFiler { root: PathBuf::new(), matches: Vec::new(), offered: 0 }
    }

    /// Whether a document in these bytes is valid.
    pub fn judge(&self, bytes: &[u8]) -> Verdict {
        if bytes.len() as u64 > files::MAX_BYTES {
            return Verdict::Unreadable("it is too large for a document of a match".to_owned());
        }
        let mut files = MatchFiles::default();
        files.add("mail", bytes);
        let documents = files.documents();
        let Some(document) = documents.first() else {
            let state = files.states.iter().find_map(|state| state.get().err().cloned());
            let problem = state.or_else(|| files.unread.first().map(|(_, problem)| problem.clone()));
            return Verdict::Unreadable(problem.map_or_else(String::new, |problem| in_line(&problem)));
        };
        if document.kind == Kind::Charter {
            let charter = &files.charters[0];
            let wrong = false_signatures(&charter.typed, charter.digest);
            let seat_of = |by: &Id| charter.typed.seats.iter().find(|entry| entry.seat == *by);
            let mut signed = charter.typed.signatures.iter();
            let stranger = signed.find(|one| seat_of(&one.by).is_none_or(|entry| entry.key != one.key));
            return match (wrong.first(), stranger) {
                (Some(seat), _) => Verdict::Wrong(format!("the signature of '{seat}' on this charter is not valid")),
                (None, Some(one)) => {
                    Verdict::Wrong(format!("'{}' has signed this charter but has no seat in it", one.by))
                }
                (None, None) => Verdict::Valid,
            };
        }
        match self.of(document) {
            None => {
                let id = document.match_id().map(|id| id.to_string());
                Verdict::Wrong(format!("it belongs to the match {}, which you do not have", short(id.as_deref())))
            }
            Some(at) if self.is_continued_state(at, document) => Verdict::Valid,
            Some(at) => match check_signatures_of(&self.matches[at].found.charter, document) {
                Ok(()) => Verdict::Valid,
                Err(problem) => Verdict::Wrong(in_line(&problem)),
            },
        }
    }

    fn of(&self, document: &AnyDocument<'_>) -> Option<usize> {
        (0..self.matches.len()).find(|at| self.is_of(*at, document))
    }

    fn is_of(&self, at: usize, document: &AnyDocument<'_>) -> bool {
        self.is_continued_state(at, document) || document.match_id() == Some(self.matches[at].found.charter.digest)
    }

    /// Whether a document is the state from which a match continues or begins.
    fn is_continued_state(&self, at: usize, document: &AnyDocument<'_>) -> bool {
        self.matches[at].found.charter.typed.source_state() == Some(document.digest)
    }

    /// Files a valid document. Returns its match and what happened to it.
    ///
    /// # Errors
    /// The match folder cannot be read or written.
    pub fn take(&mut self, bytes: &[u8]) -> Result<(Option<PathBuf>, FilingOutcome), Failure> {
        let mut files = MatchFiles::default();
        files.add("mail", bytes);
        if let Some(charter) = files.charters.pop() {
            return self.charter(&charter);
        }
        let documents = files.documents();
        let Some(document) = documents.first() else { return Ok((None, FilingOutcome::Known)) };
        // There may be several copies of a match here; each gets the document.
        let copies: Vec<usize> = (0..self.matches.len()).filter(|at| self.is_of(*at, document)).collect();
        let mut told = (None, FilingOutcome::Known);
        for at in copies {
            let taken = self.take_into(at, document, bytes)?;
            if told.0.is_none() || matches!(told.1, FilingOutcome::Known) {
                told = taken;
            }
        }
        Ok(told)
    }

    fn take_into(
        &mut self,
        at: usize,
        document: &AnyDocument<'_>,
        bytes: &[u8],
    ) -> Result<(Option<PathBuf>, FilingOutcome), Failure> {
        let one = &mut self.matches[at];
        let path = one.found.path.clone();
        let shelf = one.shelf.get_or_insert_with(FiledDocuments::default);
        if shelf.lock.is_none() {
            // Only one program at a time checks the folder and writes to it.
            let lock = locked(&path)?;
            *shelf = FiledDocuments {
                lock: Some(lock),
                ..FiledDocuments::of(&Folder::read_cached(&path)?, &one.found.charter)
            };
        }
        if shelf.digests.contains(&document.digest) {
            return Ok((Some(path), FilingOutcome::Known));
        }
        let content = &document.document.content;
        let charter = &one.found.charter.typed;
        if charter.source_state() == Some(document.digest) {
            let does = if charter.from.is_some() { "begins" } else { "continues" };
            let what = format!("The state from which '{}' {does}", charter.title);
            let before = path.join(earlier_matches::STATE_BEFORE);
            files::write(&before, bytes).map_err(|problem| Failure::cannot_in(&before, problem))?;
            shelf.digests.insert(document.digest);
            one.news = true;
            return Ok((Some(path), FilingOutcome::New { what, path: before, by: None, digest: None }));
        }
        // Each copy of a match checks the signature itself, and so does a match that continues from this very state.
        if let Err(problem) = check_signatures_of(&one.found.charter, document) {
            return Err(Failure::no(Problem::new(in_line(&problem))));
        }
        let signer = document.signer().unwrap_or_default().to_owned();
        let own = shelf.places.iter().filter(|((kind, _, by), _)| *kind == document.kind && *by == signer);
        let signed_so_far: usize = own.map(|(_, all)| all.len()).sum();
        let most = match document.kind {
            Kind::Receipt => MAX_LEAVES + shelf.digests.len() * 4,
            Kind::Leave => MAX_LEAVES,
            Kind::Queue => MAX_LEAVES + shelf.digests.len(),
            _ => usize::MAX,
        };
        if signed_so_far >= most {
            let problem = Problem::new(format!(
                "{signer} has signed too many documents of this kind for '{}'",
                one.found.charter.typed.title
            ));
            return Err(Failure::no(problem));
        }
        let said = format!("{} of '{}'", describe(content), one.found.charter.typed.title);
        let seats = Seats::of(&one.found.charter.typed);
        if let Some(fault) = unauthorized(&seats, document, &|digest| shelf.addressees.get(digest).cloned()) {
            let apart = apart(&path, "not-filed", &stem(content), document.digest);
            if apart.exists() {
                return Ok((Some(path), FilingOutcome::Known));
            }
            files::write(&apart, bytes).map_err(|problem| Failure::cannot_in(&apart, problem))?;
            return Ok((Some(path), FilingOutcome::Idle { what: said, why: fault.message, path: apart }));
        }
        shelf.note_addressee(document);
        let (text, replaced) = (String::from_utf8_lossy(bytes).into_owned(), document.refusal());
        let signed = matches!(document.kind, Kind::Turn | Kind::State);
        let others = shelf.places.entry(place_of(document)).or_default();
        let second = signed && others.iter().any(|(_, refusal)| *refusal == replaced);
        let folder = Folder::unread_at(&path);
        let outgoing = Outgoing::named(&folder, content, text);
        shelf.digests.insert(document.digest);
        if second {
            let path = apart(&path, CONFLICTS, outgoing.name.trim_end_matches(".yaml"), document.digest);
            let is_new = !path.exists();
            files::write(&path, bytes).map_err(|problem| Failure::cannot_in(&path, problem))?;
            return Ok((Some(one.found.path.clone()), FilingOutcome::Second { what: said, path, is_new }));
        }
        others.push((document.digest, replaced));
        one.news = true;
        let written = outgoing.write(&folder)?;
        let by = document.signer().map(str::to_owned);
        Ok((Some(path), FilingOutcome::New { what: said, path: written, by, digest: Some(document.digest) }))
    }

    /// Files a charter: adds signatures and seats that have joined since, and keeps the charter of an unknown match
    /// beside the others.
    fn charter(&mut self, came: &ParsedDocument<Charter>) -> Result<(Option<PathBuf>, FilingOutcome), Failure> {
        let title = &came.typed.title;
        // Another program may have signed or joined since.
        for one in &mut self.matches {
            if let Ok(Ok(now)) = files::read(&one.found.path.join("charter.yaml"), files::MAX_BYTES)
                .map(|bytes| match_folders::charter(&bytes))
            {
                one.found.charter = now;
            }
        }
        let same: Vec<usize> =
            (0..self.matches.len()).filter(|at| self.matches[*at].found.charter.digest == came.digest).collect();
        let mut told = None;
        for at in &same {
            let own = &self.matches[*at].found.charter;
            let merged = merge(&[own.document.content.clone(), came.document.content.clone()]).map_err(Failure::no)?;
            if merged == own.document.content {
                let known = (Some(self.matches[*at].found.path.clone()), FilingOutcome::Known);
                told = told.or(Some(known));
                continue;
            }
            let more = came.typed.signatures.iter().map(|one| &one.by);
            let more: Vec<&str> = more
                .filter(|seat| !own.typed.signatures.iter().any(|known| known.by == **seat))
                .map(|seat| seat.as_str())
                .collect();
            let said = format!("The charter of '{title}' with the signature of {}", more.join(" and "));
            let by = <[&str; 1]>::try_from(more.as_slice()).ok().map(|[only]| only.to_owned());
            told = Some(self.rewrite(*at, &merged, said, by)?);
        }
        if let Some(told) = told {
            return Ok(told);
        }
        // A match that starts from another has that one in its folder.
        let continues_it = |one: &&Match| {
            one.found.charter.typed.source() == Some(came.digest)
                && earlier_matches::find_within(&one.found.path, &came.digest).is_some()
        };
        if let Some(one) = self.matches.iter().find(continues_it) {
            return Ok((Some(one.found.path.clone()), FilingOutcome::Known));
        }
        let grown = |one: &Match| is_grown_from(&one.found.charter.typed, &came.typed);
        let copies: Vec<usize> = (0..self.matches.len()).filter(|at| grown(&self.matches[*at])).collect();
        let wrong = faults_of(&came.typed).into_iter().find(|problem| !awaits_seats(problem));
        if let Some(wrong) = wrong {
            return Err(Failure::no(Problem::new(format!("this charter cannot be used: {}", wrong.message))));
        }
        let mut told = None;
        for at in copies {
            let own = &self.matches[at].found.charter.typed.seats;
            let new = came.typed.seats.iter().filter(|entry| !own.contains(entry));
            let more: Vec<&str> = new.map(|entry| entry.seat.as_str()).collect();
            let said = joined_words(title, &more);
            let by = <[&str; 1]>::try_from(more.as_slice()).ok().map(|[only]| only.to_owned());
            told = Some(self.rewrite(at, &came.document.content, said, by)?);
        }
        if let Some(told) = told {
            return Ok(told);
        }
        // Two players who were invited at the same time have joined independently.
        for at in 0..self.matches.len() {
            let own = &self.matches[at].found.charter;
            let more = joined_other_copy(&own.typed, &came.typed);
            if more.is_empty() {
                continue;
            }
            let mut merged = own.document.content.clone();
            for entry in &more {
                merged = join(&merged, entry).map_err(Failure::no)?;
            }
            let names: Vec<&str> = more.iter().map(|entry| entry.seat.as_str()).collect();
            let said = joined_words(title, &names);
            let by = <[&str; 1]>::try_from(names.as_slice()).ok().map(|[only]| only.to_owned());
            told = Some(self.rewrite(at, &merged, said, by)?);
        }
        if let Some(told) = told {
            return Ok(told);
        }
        if let Some(one) = self.matches.iter().find(|one| is_grown_from(&came.typed, &one.found.charter.typed)) {
            return Ok((Some(one.found.path.clone()), FilingOutcome::Known));
        }
        if self.offered >= MAX_OFFERED || !faults_of(&came.typed).iter().all(awaits_seats) {
            let problem = Problem::new("nobody can join this charter, and it starts no match that is here");
            return Err(Failure::no(problem));
        }
        self.offered += 1;
        let name: String =
            title.to_lowercase().chars().map(|c| if c.is_ascii_alphanumeric() { c } else { '-' }).collect();
        let name = name.split('-').filter(|part| !part.is_empty()).take(6).collect::<Vec<_>>().join("-");
        let name: String = name.chars().take(40).collect();
        let folder = self.root.join(OFFERED).join(format!("{name}-{}", &came.digest.to_string()[..8]));
        let path = folder.join("charter.yaml");
        home::outside_a_match(&folder)?;
        let text = write(&came.document.content);
        files::write(&path, text.as_bytes()).map_err(|problem| Failure::cannot_in(&path, problem))?;
        let charter = match_folders::charter(text.as_bytes()).map_err(Failure::no)?;
        let found = MatchFolder { path: folder.clone(), charter };
        self.matches.push(Match { found, shelf: None, news: true });
        Ok((Some(folder), FilingOutcome::Offered { what: format!("The charter of '{title}'"), path }))
    }

    fn rewrite(
        &mut self,
        at: usize,
        content: &Value,
        what: String,
        by: Option<String>,
    ) -> Result<(Option<PathBuf>, FilingOutcome), Failure> {
        let folder = self.matches[at].found.path.clone();
        let path = folder.join("charter.yaml");
        let text = write(content);
        files::write(&path, text.as_bytes()).map_err(|problem| Failure::cannot_in(&path, problem))?;
        let one = &mut self.matches[at];
        one.found.charter = match_folders::charter(text.as_bytes()).map_err(Failure::no)?;
        one.news = true;
        Ok((Some(folder), FilingOutcome::New { what, path, by, digest: None }))
    }

    /// Files a file of a data pack once the pack is complete, in folders that need it because their charter pins it.
    ///
    /// # Errors
    /// The folder cannot be written.
    pub fn pack(
        &mut self,
        name: &str,
        parts: &[(String, Vec<u8>)],
    ) -> Result<Option<(PathBuf, FilingOutcome)>, Failure> {
        let mut pack = PackFiles::default();
        for (file, bytes) in parts {
            let Ok(document) = crate::document::read(file, bytes, crate::document::Form::Signed) else {
                return Ok(None);
            };
            pack.insert(file, document.content);
        }
        let digest = pack.digest();
        for one in &mut self.matches {
            let Some(pin) = one.found.charter.typed.packs.iter().find(|pin| pin.sha256 == digest) else { continue };
            let folder = one.found.path.join("packs").join(pin.name.as_str());
            if folder.is_dir() {
                return Ok(Some((one.found.path.clone(), FilingOutcome::Known)));
            }
            if !parts.iter().all(|(file, _)| bundle::is_name(file)) {
                return Ok(None);
            }
            for (file, bytes) in parts {
                let path = folder.join(file);
                files::write(&path, bytes).map_err(|problem| Failure::cannot_in(&path, problem))?;
            }
            one.news = true;
            return Ok(Some((
                one.found.path.clone(),
                FilingOutcome::New { what: format!("The data {name}"), path: folder, by: None, digest: None },
            )));
        }
        Ok(None)
    }

    /// Files a file that is encrypted to the adjudicator of a match (protocol 8.6). Its content decides which match it
    /// belongs to.
    ///
    /// # Errors
    /// No adjudicator who plays from here can open it, it does not fit his match, or the folder cannot be written.
    pub fn entrusted(&mut self, bytes: &[u8]) -> Result<(Option<PathBuf>, FilingOutcome), Failure> {
        let no = |said: &str| Failure::no(Problem::new(said).rule("protocol 8.6"));
        let vault = home::existing_vault().ok_or_else(|| no("it is encrypted to a key that is not on this machine"))?;
        let entry = |one: &Match| escrow::adjudicator(&one.found.charter.typed).cloned();
        let is_his = |own: &SeatEntry| {
            escrow::is_for(&own.key, bytes) && vault.name_of(&own.key).is_ok_and(|name| name.is_some())
        };
        let his = self.matches.iter().filter_map(entry).find(is_his);
        let his = his.ok_or_else(|| no("it is encrypted to a key that is not the adjudicator's in any match here"))?;
        let key = seat::key(&vault, &his)?;
        let one = escrow::decrypt(&key, bytes).map_err(Failure::no)?;
        let of = |here: &Match| here.found.charter.digest == *one.match_id() && entry(here).is_some();
        let places: Vec<usize> = (0..self.matches.len()).filter(|at| of(&self.matches[*at])).collect();
        if places.is_empty() {
            let said = "the match that it names is missing, or somebody has joined that match since";
            return Err(no(said));
        }
        let mut told = (None, FilingOutcome::Known);
        for at in places {
            let here = &mut self.matches[at];
            let place = here.found.path.clone();
            match escrow::file_in(&place, (&vault, &key), &one, bytes)? {
                escrow::EscrowFiling::Known => told.0 = told.0.or(Some(place)),
                escrow::EscrowFiling::Filed { what, path } => {
                    here.news = true;
                    let what = format!("{what} in '{}'", here.found.charter.typed.title);
                    told = (Some(place), FilingOutcome::New { what, path, by: None, digest: None });
                }
            }
        }
        Ok(told)
    }

    /// The folders of matches for which something new arrived.
    pub fn with_news(&self) -> impl Iterator<Item = &MatchFolder> {
        self.matches.iter().filter(|one| one.news).map(|one| &one.found)
    }

    /// Every match.
    pub fn all(&self) -> impl Iterator<Item = &MatchFolder> {
        self.matches.iter().map(|one| &one.found)
    }

    /// How many matches are known.
    pub fn count(&self) -> usize {
        self.matches.len()
    }
}

impl FiledDocuments {
    fn note_addressee(&mut self, document: &AnyDocument<'_>) {
        self.addressees.extend(Addressee::of(document).map(|addressee| (document.digest, addressee)));
    }

    /// The valid documents in a folder: one that is not signed correctly does not occupy anybody's place.
    fn of(folder: &Folder, charter: &ParsedDocument<Charter>) -> FiledDocuments {
        let mut shelf = FiledDocuments::default();
        // The answer to what is new goes on from this.
        if folder.keeps_record() {
            folder.prepare_states();
        }
        // The state from which the match continues is here too, and occupies nobody's place.
        let before = charter.typed.source_state();
        shelf.digests.extend(before.filter(|before| folder.files.documents().iter().any(|one| one.digest == *before)));
        for document in signed_documents(&folder.files, charter) {
            shelf.digests.insert(document.digest);
            shelf.note_addressee(&document);
            shelf.places.entry(place_of(&document)).or_default().push((document.digest, document.refusal()));
        }
        shelf
    }
}

/// Where a document is kept that is not filed: in a folder beside the mails of its match.
fn apart(folder: &Path, place: &str, stem: &str, digest: Bytes32) -> PathBuf {
    let name = format!("{}-{}.yaml", stem.replace('/', "-"), &digest.to_string()[..8]);
    folder.join(FOLDER).join(place).join(name)
}

fn place_of(document: &AnyDocument<'_>) -> Place {
    let signer = document.signer().unwrap_or_default().to_owned();
    (document.kind, document.step().unwrap_or_default(), signer)
}

/// The lock of a match folder.
fn locked(folder: &Path) -> Result<File, Failure> {
    let path = folder.join(FOLDER).join(".lock");
    let cannot = |error: std::io::Error| {
        Failure::cannot_in(&path, Problem::new(format!("the folder of mail cannot be written: {error}")))
    };
    fs::create_dir_all(folder.join(FOLDER)).map_err(cannot)?;
    let file = File::create(&path).map_err(cannot)?;
    file.lock().map_err(cannot)?;
    Ok(file)
}

/// Describes a charter with the seats that have joined since.
fn joined_words(title: &str, seats: &[&str]) -> String {
    let have = if seats.len() == 1 { "has" } else { "have" };
    format!("The charter of '{title}', which {} {have} joined", seats.join(" and "))
}

/// The terms of a charter, without the people who take part.
fn terms(charter: &Charter) -> Value {
    let mut content = serde_json::to_value(charter).unwrap_or_default();
    if let Value::Object(fields) = &mut content {
        fields.shift_remove("seats");
        fields.shift_remove("signatures");
    }
    content
}

/// Whether a charter is an unsigned later version of another, with more seats joined.
fn is_grown_from(before: &Charter, after: &Charter) -> bool {
    before.signatures.is_empty()
        && after.seats.len() > before.seats.len()
        // The first seat sets up the match. Others may have joined at the same time; their order is that of whoever
        // merged them.
        && after.seats.first() == before.seats.first().or(after.seats.first())
        && before.seats.iter().all(|entry| after.seats.contains(entry))
        && terms(before) == terms(after)
}

/// The seats that joined another copy of an unsigned charter while others joined this one.
fn joined_other_copy(own: &Charter, came: &Charter) -> Vec<SeatEntry> {
    let unsigned = own.signatures.is_empty() && came.signatures.is_empty();
    if !unsigned || own.seats.first() != came.seats.first() || own.seats.is_empty() || terms(own) != terms(came) {
        return Vec::new();
    }
    let new = |entry: &&SeatEntry| own.seats.iter().all(|known| known.seat != entry.seat && known.side != entry.side);
    came.seats.iter().filter(new).cloned().collect()
}

/// What is wrong with a charter by itself, and for its game, if that game and its data are here.
fn faults_of(charter: &Charter) -> Vec<Problem> {
    let mut faults = check_form(charter, &BTreeSet::new());
    if let Ok(game) = games().for_charter(charter, &MatchFiles::default()) {
        faults.extend(check_terms(charter, &*game));
    }
    faults
}

/// A problem as one clause.
fn in_line(problem: &Problem) -> String {
    let place = problem.mark.map(|mark| format!("line {}: ", mark.line)).unwrap_or_default();
    format!("{place}{}", problem.message)
}

fn short(id: Option<&str>) -> &str {
    id.and_then(|id| id.get(..8)).unwrap_or("that it names")
}
