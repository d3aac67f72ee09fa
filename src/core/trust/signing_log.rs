//! The signing log: it keeps an honest player from signing twice (protocol 4 and 6).
//!
//! A crash, a second process or a restored backup could make a program sign two different documents for one step, which
//! would prove double dealing against an innocent player. So every signed document is written to disk, in a log beside
//! the seed, before it leaves the program; a document in the log is issued again instead of being signed anew; and
//! nothing is signed while the match contains documents of this seat that its log lacks.

use std::collections::BTreeSet;
use std::fs::{File, OpenOptions};
use std::path::{Path, PathBuf};
use std::time::Duration;

use serde_json::json;

use super::backup;
use super::journal::Journal;
use super::secret_files;
use super::signing_log_files::{
    Logged, LoggedFields, SignedDocument, anchors_in, bytes32, hidden_in, logged, opening_in, seats,
};
use super::vault::Vault;
use super::{SigningKey, commitments, keys, secret, seeds};
use crate::document::kinds::{Commit, Open};
use crate::document::{Bytes32, Id, Kind, Problem, Signature, Value, canonical, fits_as_written, from_value};

/// How often a lock that another process holds is tried; the pause between attempts follows.
const MAX_LOCK_TRIES: u32 = 100;
const BETWEEN_TRIES: Duration = Duration::from_millis(50);

/// The result of [`SigningLog::sign`].
#[derive(Clone, Debug, PartialEq)]
pub enum Signed {
    /// Signed now, and recorded in the log.
    Fresh(SignedDocument),
    /// Signed earlier for the same step: what was asked for now is not signed, and the earlier document stands.
    Reissued(SignedDocument),
}

impl Signed {
    /// The signed document, whenever it was signed.
    pub fn document(&self) -> &SignedDocument {
        match self {
            Signed::Fresh(document) | Signed::Reissued(document) => document,
        }
    }
}

/// The locked signing log of one seed. The lock is released when this is dropped.
pub struct SigningLog {
    vault: Vault,
    anchor: Bytes32,
    dir: PathBuf,
    _lock: File,
    journal: Journal,
    documents: Vec<Logged>,
    /// The text of the records, from which documents are read.
    text: Vec<u8>,
    /// The charter of the match, once it is signed.
    charter: Option<SignedDocument>,
    damaged: bool,
    /// Whether the log is known to contain everything that the chain contains of this seat.
    complete: bool,
    /// The number that identifies the question to the other seats, if the secrets come from a backup.
    restored: Option<Bytes32>,
}

impl std::fmt::Debug for SigningLog {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let count = self.documents.len();
        f.debug_struct("SigningLog").field("anchor", &self.anchor).field("documents", &count).finish_non_exhaustive()
    }
}

impl Vault {
    /// Locks the signing log of a seed. A second process that asks for the same lock waits a few seconds.
    ///
    /// # Errors
    /// The seed is not here; another process holds the lock for long; the log cannot be read.
    pub fn lock(&self, anchor: &Bytes32) -> Result<SigningLog, Problem> {
        self.seed_must_be_here(anchor)?;
        SigningLog::open(self.clone(), *anchor, self.seed_folder(anchor), MAX_LOCK_TRIES)
    }

    /// Like [`Vault::lock`], without waiting.
    ///
    /// # Errors
    /// As [`Vault::lock`]; at once if another process holds the lock.
    pub fn try_lock(&self, anchor: &Bytes32) -> Result<SigningLog, Problem> {
        self.seed_must_be_here(anchor)?;
        SigningLog::open(self.clone(), *anchor, self.seed_folder(anchor), 1)
    }
}

impl SigningLog {
    fn open(vault: Vault, anchor: Bytes32, dir: PathBuf, tries: u32) -> Result<SigningLog, Problem> {
        let lock = lock(&dir.join("lock"), tries)?;
        let (journal, reading) = Journal::open(dir.join("log"))?;
        let damaged = reading.damaged;
        let (text, documents, others) = logged(reading);
        let charter = documents.iter().find(|logged| logged.kind == Kind::Charter);
        let charter = charter.map(|charter| charter.read(&text)).transpose()?;
        let damaged = damaged || others > 0;
        let restored = backup::question(&dir)?;
        let complete = false;
        Ok(SigningLog {
            vault,
            anchor,
            dir,
            _lock: lock,
            journal,
            documents,
            text,
            charter,
            damaged,
            complete,
            restored,
        })
    }

    /// The number that identifies the question to the other seats, if the secrets come from a backup: nothing but that
    /// question is signed with them until the other seats have answered.
    pub fn question(&self) -> Option<Bytes32> {
        self.restored
    }

    /// Allows signing again: the others have answered, and the log contains everything that they named.
    ///
    /// # Errors
    /// The disk fails.
    pub fn allow_signing(&mut self) -> Result<(), Problem> {
        backup::clear(&self.dir)?;
        self.restored = None;
        Ok(())
    }

    /// Everything in the log, in the order signed.
    pub fn documents(&self) -> Vec<SignedDocument> {
        self.documents.iter().filter_map(|logged| logged.read(&self.text).ok()).collect()
    }

    /// The documents of one kind in the log for one step.
    pub fn signed(&self, kind: Kind, step: u64) -> Vec<SignedDocument> {
        let asked = self.documents.iter().filter(|logged| logged.kind == kind && logged.step == step);
        asked.filter_map(|logged| logged.read(&self.text).ok()).collect()
    }

    /// The match that this seed belongs to, once its charter is signed.
    pub fn match_id(&self) -> Option<Bytes32> {
        self.charter().map(|charter| charter.match_id)
    }

    fn charter(&self) -> Option<&SignedDocument> {
        self.charter.as_ref()
    }

    /// Records in memory what was just written to the log.
    fn take(&mut self, signed: &SignedDocument) {
        let start = self.text.len();
        self.text.extend(record(signed).to_string().into_bytes());
        self.documents.push(Logged::of(signed, start..self.text.len()));
        if signed.kind == Kind::Charter && self.charter.is_none() {
            self.charter = Some(signed.clone());
        }
    }

    /// Compares the log with the chain, which gives step, reveal and digest of every turn and state of this seat in the
    /// match folder. Turns and states can be signed only after this.
    ///
    /// # Errors
    /// The chain has one that the log lacks: the log comes from a backup, or the key was used elsewhere.
    pub fn check_reveals(&mut self, chain: &[(u64, Bytes32, Bytes32)]) -> Result<(), Problem> {
        self.complete = false;
        let logged: BTreeSet<Bytes32> = self.documents.iter().map(|logged| logged.digest).collect();
        for (step, reveal, digest) in chain {
            if !logged.contains(digest) {
                let shown = if self.documents.iter().any(|logged| logged.reveal() == Some(*reveal)) {
                    "another document with its reveal"
                } else {
                    "no such document"
                };
                return Err(Problem::new(format!(
                    "the match holds a document of this seat for step {step}, but the signing log has {shown}: the \
                     log was restored from a backup, or the key was used elsewhere"
                ))
                .rule("protocol 4")
                .advice("take this seat's signed documents from the other seats' copies into the log first"));
            }
        }
        self.complete = true;
        Ok(())
    }

    /// Adds this seat's own signed documents, from any copies of the match, to the log. Documents without a signature
    /// of `key` are skipped, so all documents of the match may be passed, and the charter should be among them. Returns
    /// how many were added.
    ///
    /// A damaged log is put aside, and a new one starts with what could be read.
    ///
    /// # Errors
    /// A signature that names this key is not valid, or a document belongs to another match; nothing is added then.
    pub fn adopt(&mut self, key: &Bytes32, documents: &[Value]) -> Result<usize, Problem> {
        let mut charter = self.charter().cloned();
        let mut taken: Vec<SignedDocument> = Vec::new();
        // The charter first: it says which match the others must belong to.
        let (charters, others): (Vec<_>, Vec<_>) =
            documents.iter().partition(|document| kind_of(document) == Some(Kind::Charter));
        for document in charters.into_iter().chain(others) {
            let Some(own) = own_signed(document, key)? else { continue };
            if own.kind == Kind::Charter {
                self.check_charter(&own.document, &own.digest, charter.as_ref(), key)?;
                charter.get_or_insert_with(|| own.clone());
            } else if charter.as_ref().is_none_or(|charter| charter.match_id != own.match_id) {
                return Err(self.other_match(&own.match_id));
            }
            let mut known = self.documents.iter().map(|logged| logged.digest).chain(taken.iter().map(|one| one.digest));
            if !known.any(|digest| digest == own.digest) {
                taken.push(own);
            }
        }
        if self.damaged {
            let mut records = Vec::new();
            for logged in &self.documents {
                records.push(record(&logged.read(&self.text)?));
            }
            records.extend(taken.iter().map(record));
            self.journal.replace(&records)?;
            self.damaged = false;
        } else {
            self.journal.append(&taken.iter().map(record).collect::<Vec<_>>())?;
        }
        taken.iter().for_each(|signed| self.take(signed));
        Ok(taken.len())
    }

    /// Signs a document, or returns what was signed earlier for the same step.
    ///
    /// `content` is the document; signatures that it already has are ignored. `void` says whether the chain refuses a
    /// document, given by digest, or makes it void (protocol 6). Two documents are for the same step if they have the
    /// same kind and step; refusals also have to refuse the same document.
    ///
    /// # Errors
    /// The document does not belong to this seat or this match; it is exactly the one that was refused; its reveal was
    /// not due; the log is damaged or was not compared with the chain ([`SigningLog::check_reveals`]); the disk fails.
    pub fn sign(
        &mut self,
        key: &SigningKey,
        kind: Kind,
        step: u64,
        content: Value,
        void: &dyn Fn(Bytes32) -> bool,
    ) -> Result<Signed, Problem> {
        if self.damaged {
            return Err(Problem::new(
                "the signing log of this seed is damaged, so it cannot tell what was signed before",
            )
            .rule("protocol 4")
            .advice("restore it from a backup, or take this seat's signed documents from the other seats' copies"));
        }
        if self.restored.is_some() && !matches!(kind, Kind::Receipt | Kind::Leave) {
            let problem = Problem::new(
                "these secrets were restored from a backup, and this seat may have signed something since it was made",
            )
            .rule("protocol 4");
            if kind == Kind::Charter && self.charter.is_none() {
                let advice =
                    "a seed serves one charter: start a new match, or take this seat again in an unsigned charter";
                return Err(problem.advice(advice));
            }
            return Err(problem
            .advice("ask the other seats which of your documents they have: `adjutant receipt`, then mail it and receive their answers"));
        }
        if matches!(kind, Kind::Turn | Kind::State) && !self.complete {
            return Err(Problem::new("the signing log was not checked against this seat's documents in the match")
                .rule("protocol 4"));
        }
        let mut content = content;
        if let Value::Object(fields) = &mut content {
            fields.shift_remove("signatures");
        }
        let digest = canonical::digest(&content);
        let (by, match_id) = self.check_content(&key.public(), kind, step, &content, &digest)?;

        let same_step = |logged: &&Logged| logged.kind == kind && logged.step == step && same_object(logged, &content);
        let earlier: Vec<&Logged> = self.documents.iter().filter(same_step).collect();
        if let Some(standing) = earlier.iter().find(|logged| kind == Kind::Charter || !void(logged.digest)) {
            return Ok(Signed::Reissued(standing.read(&self.text)?));
        }
        if earlier.iter().any(|logged| logged.digest == digest) {
            return Err(Problem::new(format!("this is the same {} that was refused", kind.as_str()))
                .rule("protocol 6")
                .advice("name the refusal's digest in `refusal`"));
        }
        if matches!(kind, Kind::Turn | Kind::State) {
            self.check_reveal(bytes32(&content, "reveal"), void)?;
        }

        let signature = Signature::new(by, key.public(), &key.sign(canonical::message(kind, digest).as_bytes()));
        let mut document = content;
        document["signatures"] = json!([signature]);
        // A document that nobody could read back is not signed, and nothing of it is kept.
        fits_as_written(&document, kind).map_err(|mut problem| {
            problem.message = format!("this {} cannot be sent: {}", kind.as_str(), problem.message);
            problem.advice.get_or_insert_with(|| "write less; nothing was signed".to_owned());
            problem
        })?;
        let signed = SignedDocument { kind, step, match_id, digest, document };
        self.journal.append(&[record(&signed)])?;
        self.take(&signed);
        Ok(Signed::Fresh(signed))
    }

    /// The seat that signs a document, and the match; an error if this seed is not for it.
    fn check_content(
        &self,
        key: &Bytes32,
        kind: Kind,
        step: u64,
        content: &Value,
        digest: &Bytes32,
    ) -> Result<(Id, Bytes32), Problem> {
        if kind_of(content) != Some(kind) || step_of(content) != step {
            return Err(
                Problem::new(format!("the document is not a {} for step {step}", kind.as_str())).rule("protocol 1")
            );
        }
        if kind == Kind::Charter {
            let by = self.check_charter(content, digest, self.charter(), key)?;
            if self.charter().is_none() {
                self.check_anchors(content, digest)?;
            }
            return Ok((by, *digest));
        }
        let match_id = bytes32(content, "match").ok_or_else(|| Problem::new("the document names no match"))?;
        let charter = self.charter().filter(|charter| charter.match_id == match_id);
        let charter = charter.ok_or_else(|| self.other_match(&match_id))?;
        let by = if kind == Kind::State { "responder" } else { "seat" };
        let by: Option<Id> = content.get(by).and_then(Value::as_str).and_then(|seat| seat.parse().ok());
        by.filter(|by| seat_of(&charter.document, key, &self.anchor).as_ref() == Some(by))
            .map(|by| (by, match_id))
            .ok_or_else(|| {
                Problem::new("the document is not this seat's to sign, or the key is not this seat's")
                    .rule("protocol 2")
                    .advice("check in the charter who plays which seat")
            })
    }

    /// Allows one charter per anchor, in which this key has a seat with this anchor.
    fn check_charter(
        &self,
        content: &Value,
        digest: &Bytes32,
        signed: Option<&SignedDocument>,
        key: &Bytes32,
    ) -> Result<Id, Problem> {
        if let Some(other) = signed.filter(|signed| signed.digest != *digest) {
            return Err(Problem::new(format!(
                "this seed is committed to another charter, that of the match {}",
                other.match_id
            ))
            .rule("protocol 4")
            .advice("draw a new seed for this charter"));
        }
        seat_of(content, key, &self.anchor).ok_or_else(|| {
            Problem::new(format!("no seat of the charter has this key together with the seed anchor {}", self.anchor))
                .rule("protocol 3")
        })
    }

    /// Checks that no anchor and no `hidden` appears twice, or in another charter.
    fn check_anchors(&self, charter: &Value, digest: &Bytes32) -> Result<(), Problem> {
        let anchors = anchors_in(charter);
        let known = self.vault.known_anchors()?;
        let hidden = hidden_in(charter);
        for (index, one) in hidden.iter().enumerate() {
            if hidden[..index].contains(one) || known.get(one).is_some_and(|other| other != digest) {
                let problem = Problem::new(format!("the secret of a hand, {one}, belongs to another seat or charter"));
                let advice = "its seat must join again: a secret that was disclosed cannot be used again";
                return Err(problem.rule("protocol 8.1").advice(advice));
            }
        }
        for (index, anchor) in anchors.iter().enumerate() {
            let complaint = if anchors[..index].contains(anchor) {
                "occurs twice in the charter"
            } else if known.get(anchor).is_some_and(|other| other != digest) {
                "is known from another charter"
            } else {
                continue;
            };
            return Err(Problem::new(format!("the seed anchor {anchor} {complaint}"))
                .rule("protocol 4")
                .advice("its seat must draw a new seed; anyone who knows the old seed knows the dice"));
        }
        Ok(())
    }

    /// Checks that a reveal is due: it follows one that this seat has shown, and no valid document has spent it.
    fn check_reveal(&self, reveal: Option<Bytes32>, void: &dyn Fn(Bytes32) -> bool) -> Result<(), Problem> {
        let Some(reveal) = reveal else { return Ok(()) };
        let spent = self.documents.iter().find(|logged| logged.reveal() == Some(reveal) && !void(logged.digest));
        if let Some(spent) = spent {
            return Err(Problem::new(format!(
                "the reveal {reveal} is already used in the {} for step {}",
                spent.kind.as_str(),
                spent.step
            ))
            .rule("protocol 4"));
        }
        let previous = seeds::step(&reveal);
        if previous != self.anchor && !self.documents.iter().any(|logged| logged.reveal() == Some(previous)) {
            return Err(Problem::new(format!("the reveal {reveal} is not due: the one before it was never signed"))
                .rule("protocol 4")
                .advice("if the log was restored from a backup, take this seat's signed documents into it first"));
        }
        Ok(())
    }

    fn other_match(&self, match_id: &Bytes32) -> Problem {
        match self.match_id() {
            Some(own) => Problem::new(format!("the document is for the match {match_id}, but this seed is for {own}")),
            None => Problem::new("the signing log does not have the charter of this match")
                .advice("sign the charter first, or take this seat's signed documents into the log"),
        }
        .rule("protocol 4")
    }

    /// Commits to a secret choice: draws a salt, stores choice and salt, and returns the entry for the turn's `commit`.
    ///
    /// # Errors
    /// The salts cannot be written.
    pub fn commit(
        &mut self,
        key: &SigningKey,
        match_id: &Bytes32,
        seat: &Id,
        id: &Id,
        choice: &Value,
    ) -> Result<Commit, Problem> {
        let salt = Bytes32(*secret::random32());
        self.commit_under(key, match_id, seat, (id, choice), &salt)
    }

    /// Like [`SigningLog::commit`], with a salt derived from the secret of a hand (protocol 8.4).
    ///
    /// # Errors
    /// As [`SigningLog::commit`].
    pub fn commit_under(
        &mut self,
        key: &SigningKey,
        match_id: &Bytes32,
        seat: &Id,
        (id, choice): (&Id, &Value),
        salt: &Bytes32,
    ) -> Result<Commit, Problem> {
        let digest = commitments::choice_digest(match_id, salt, id, seat, choice);
        let opening = zeroize::Zeroizing::new(json!({"id": id, "salt": salt, "choice": choice}).to_string());
        let wrapped = secret::wrap(key, &format!("choice {digest}"), opening.as_bytes());
        let (mut salts, reading) = Journal::open::<Value>(self.dir.join("salts"))?;
        let record = json!({"match": match_id, "id": id, "digest": digest, "opening": wrapped});
        if reading.damaged {
            // An opening that cannot be read is lost either way; the others are kept.
            salts.replace(&[reading.values(), vec![record]].concat())?;
        } else {
            salts.append(&[record])?;
        }
        Ok(Commit { id: id.clone(), digest })
    }

    /// The vault that contains the seed.
    pub fn vault(&self) -> &Vault {
        &self.vault
    }

    /// The opening of a choice that was committed to here, by its digest.
    ///
    /// # Errors
    /// Its salt is not here, belongs to another key, or is damaged.
    pub fn opening(&self, key: &SigningKey, digest: &Bytes32) -> Result<Open, Problem> {
        match opening_in(&self.dir, key, digest)? {
            Some(opening) => Ok(opening),
            None => self.vault.opening(key, digest),
        }
    }
}

fn lock(path: &Path, tries: u32) -> Result<File, Problem> {
    let mut options = OpenOptions::new();
    options.read(true).write(true).create(true).truncate(false);
    secret_files::owner_only(&mut options);
    let file = options.open(path).map_err(|error| secret_files::problem("open", path, &error))?;
    for attempt in 0..tries {
        if attempt > 0 {
            std::thread::sleep(BETWEEN_TRIES);
        }
        match file.try_lock() {
            Ok(()) => return Ok(file),
            Err(std::fs::TryLockError::WouldBlock) => {}
            Err(std::fs::TryLockError::Error(error)) => return Err(secret_files::problem("lock", path, &error)),
        }
    }
    Err(Problem::new("another run of adjutant is signing with this seed")
        .rule("protocol 4")
        .advice("wait until it ends, then try again"))
}

/// The seat that has both this key and this anchor in a charter.
fn seat_of(charter: &Value, key: &Bytes32, anchor: &Bytes32) -> Option<Id> {
    let seat = seats(charter).iter().find(|seat| {
        bytes32(seat, "key") == Some(*key) && seat.get("seed").and_then(|seed| bytes32(seed, "anchor")) == Some(*anchor)
    })?;
    seat.get("seat")?.as_str()?.parse().ok()
}

/// Whether two documents of one kind and step have the same object: for refusals what they refuse, for receipts what
/// they name, for leaves their time.
fn same_object(logged: &Logged, content: &Value) -> bool {
    let LoggedFields { of, from, pause, written, number, state, hand, asks, answers, .. } = &logged.document;
    let same = |said: &Option<Value>, field: &str| said.as_ref() == content.get(field);
    match logged.kind {
        Kind::Charter | Kind::Turn | Kind::State => true,
        Kind::Disclosure => same(state, "state") && same(hand, "hand"),
        Kind::Refusal => same(of, "of"),
        Kind::Receipt => same(of, "of") && same(asks, "asks") && same(answers, "answers"),
        Kind::Queue => same(number, "number"),
        Kind::Leave => same(from, "from") && same(pause, "pause") && (pause.is_none() || same(written, "written")),
    }
}

/// The document with only the signature of `key`, if it carries one, which must be valid.
fn own_signed(document: &Value, key: &Bytes32) -> Result<Option<SignedDocument>, Problem> {
    let signatures = document.get("signatures").and_then(Value::as_array).map_or(&[][..], Vec::as_slice);
    let Some(own) = signatures.iter().find(|signature| bytes32(signature, "key") == Some(*key)) else {
        return Ok(None);
    };
    let kind = kind_of(document).ok_or_else(|| Problem::new("the document has no kind").rule("protocol 1"))?;
    let digest = canonical::digest(document);
    let sig = own.get("sig").and_then(Value::as_str).unwrap_or_default();
    keys::verify(key, canonical::message(kind, digest).as_bytes(), sig)?;
    let match_id = if kind == Kind::Charter { Some(digest) } else { bytes32(document, "match") };
    let match_id = match_id.ok_or_else(|| Problem::new("the document names no match").rule("protocol 1"))?;
    let mut alone = document.clone();
    alone["signatures"] = json!([own]);
    Ok(Some(SignedDocument { kind, step: step_of(document), match_id, digest, document: alone }))
}

fn kind_of(document: &Value) -> Option<Kind> {
    from_value(document.get("kind")?).ok()
}

fn step_of(document: &Value) -> u64 {
    document.get("step").and_then(Value::as_u64).unwrap_or(0)
}

fn record(signed: &SignedDocument) -> Value {
    let SignedDocument { kind, step, match_id, digest, document } = signed;
    json!({"kind": kind, "step": step, "match": match_id, "digest": digest, "document": document})
}
