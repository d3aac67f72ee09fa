//! What `sign`, `adjudicate`, `refuse`, `rule` and the demo have in common: a match that verifies, secrets, files.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::{Arc, OnceLock};

use serde_json::Value;

use super::folder::Folder;
use super::{Diagnostic, Failure, escrow, files, invented_turn, out, own_hand, seat};
use crate::chain::adjudicate::Adjudication;
use crate::chain::compose::next_reveal;
use crate::chain::escrow::Escrow;
use crate::chain::hands::HandOwner;
use crate::chain::missing::MissingDocument;
use crate::chain::verify::{self, Proof};
use crate::chain::{Chain, NewDocument};
use crate::cli::paths::Shown;
use crate::document::kinds::SeatEntry;
use crate::document::{Bytes32, Id, Kind, Problem, write};
use crate::session::{Game, Session};
use crate::trust::{SeedChain, Signed, SigningKey, SigningLog, Vault};

/// A match folder with its documents arranged in a chain.
pub struct Match<'f> {
    pub folder: &'f Folder,
    pub chain: Chain<'f>,
    pub game: Arc<dyn Game>,
    /// The file that does not verify, if the match was opened for reading all the same.
    pub doubt: Option<String>,
    /// The table at the newest state, once it is known.
    table: OnceLock<Box<dyn Session>>,
}

impl<'f> Match<'f> {
    /// Arranges a folder's documents, whatever is wrong with them.
    ///
    /// # Errors
    /// There is no charter, or this build does not have its game.
    pub fn open(folder: &'f Folder) -> Result<Self, Failure> {
        folder.charter()?;
        let chain = folder.chain()?;
        Ok(Match { folder, game: folder.game()?, chain, doubt: None, table: OnceLock::new() })
    }

    /// Adds a document that this run has made; nothing is checked twice. A new state comes with its table, if that is
    /// available.
    ///
    /// # Errors
    /// It is not signed correctly.
    pub fn add_document(&mut self, made: &'f NewDocument, table: Option<Box<dyn Session>>) -> Result<(), Failure> {
        self.chain.append(made).map_err(Failure::no)?;
        let newest = self.chain.newest().map(|newest| newest.state.digest);
        if let NewDocument::State(state) = made {
            self.table = OnceLock::new();
            if let Some(table) = table.filter(|_| newest == Some(state.digest)) {
                let _ = self.table.set(table);
            }
        } else if !matches!(made, NewDocument::Turn(_)) {
            self.table = OnceLock::new();
        }
        Ok(())
    }

    /// The same for reading: if the match does not verify, prints a warning on standard error and continues.
    ///
    /// # Errors
    /// As [`Match::open`].
    pub fn open_to_read(folder: &'f Folder) -> Result<Self, Failure> {
        let mut found = Match::open(folder)?;
        if folder.files.has_begun() {
            let failures = folder.failures();
            if let Some(failure) = failures.iter().find(|failure| !excused(&found, failure, For::Look)) {
                found.doubt = Some(failure.file.to_string());
                super::out::warn(&format!(
                    "this match does not verify ({}), so do not rely on what follows; see `adjutant verify`",
                    failure.file
                ));
            }
        }
        Ok(found)
    }

    /// The same, but only if the match verifies: nobody should sign on top of a forgery.
    ///
    /// # Errors
    /// As [`Match::open`]; or the match does not verify: reports the first failure.
    pub fn open_verified(folder: &'f Folder) -> Result<Self, Failure> {
        Match::open_for(folder, For::Turn)
    }

    /// The same for answering turns and refusals: the newest state may be wrong if it was refused, because the answer
    /// replaces it.
    ///
    /// # Errors
    /// As [`Match::open_verified`].
    pub fn open_to_answer(folder: &'f Folder) -> Result<Self, Failure> {
        Match::open_for(folder, For::Answer)
    }

    fn open_for(folder: &'f Folder, what: For) -> Result<Self, Failure> {
        let found = Match::open(folder)?;
        if !folder.files.has_begun() {
            // Before the set-up there is only the charter to verify, and the set-up checks that itself.
            return Ok(found);
        }
        let failures = folder.failures();
        let mut diagnostics = found.unexcused_failures(&failures, what);
        if diagnostics.is_empty() {
            return Ok(found);
        }
        if failures.iter().all(|failure| failure.proof == Proof::Withheld) {
            let gaps = found.chain.missing_documents();
            if !gaps.is_empty() {
                return Err(lacking(&found.chain, &gaps));
            }
        }
        diagnostics.push(found.what_to_do(&failures).into());
        Err(Failure::Negative(diagnostics))
    }

    /// The failures that are not excused. A failure that is excused may hide others, so the rest is checked again
    /// without it.
    fn unexcused_failures(&self, failures: &[verify::Failure], what: For) -> Vec<Diagnostic> {
        let mut left: Vec<String> = Vec::new();
        let mut failures = failures.to_vec();
        while !failures.is_empty() {
            let wrong: Vec<&verify::Failure> = failures
                .iter()
                .filter(|failure| left.contains(&failure.file) || !excused(self, failure, what))
                .collect();
            if !wrong.is_empty() || left.len() > MAX_EXCUSED {
                let wrong = if wrong.is_empty() { failures.iter().collect() } else { wrong };
                return wrong.iter().map(|one| self.folder.printed(&one.file, one.problem.clone())).collect();
            }
            if left.is_empty() {
                left.extend(self.never_needed());
                if what == For::Answer {
                    left.extend(self.chain.open_refusals().iter().map(|refusal| refusal.file.clone()));
                }
            }
            left.extend(failures.iter().map(|failure| failure.file.clone()));
            let names: Vec<&str> = left.iter().map(String::as_str).collect();
            failures = self.folder.without(&names).verify().failures;
        }
        Vec::new()
    }

    /// The files of states that follow a state nobody has: there may be many, and they are left out together.
    fn never_needed(&self) -> Vec<String> {
        let orphans = self.chain.states.values().filter(|state| self.chain.has_missing_ancestor(state));
        orphans.map(|state| state.file.clone()).collect()
    }

    /// The same for a disclosure: the newest state must be what this seat computes itself; nothing else in the folder,
    /// whoever signed it, prevents the disclosure (protocol 8.7).
    ///
    /// # Errors
    /// As [`Match::open`]; or the line does not verify: reports the first failure.
    pub fn open_recomputed(folder: &'f Folder) -> Result<Self, Failure> {
        let found = Match::open(folder)?;
        // A match that holds as it is rests on its line alone.
        if folder.failures().is_empty() {
            return Ok(found);
        }
        let verdict = folder.without(&found.chain.unneeded_files()).verify();
        let wrong = verdict.failures.iter().filter(|failure| failure.proof != Proof::UnjustRefusal);
        let mut diagnostics: Vec<Diagnostic> =
            wrong.map(|failure| folder.printed(&failure.file, failure.problem.clone())).collect();
        if diagnostics.is_empty() {
            return Ok(found);
        }
        diagnostics.push(found.what_to_do(&verdict.failures).into());
        Err(Failure::Negative(diagnostics))
    }

    /// Advice for a match that does not verify.
    fn what_to_do(&self, failures: &[verify::Failure]) -> Problem {
        let mailed = failures.iter().any(|failure| self.folder.has_arrived(&failure.file));
        let kept = if mailed { " or kept" } else { "" };
        let nothing = |why: &str| Problem::new(format!("{why}, so nothing is signed{kept}"));
        if let Some(double) = failures.iter().find(|failure| failure.proof == Proof::DoubleDealing) {
            let mut problem = nothing("one seat signed two documents where only one is allowed");
            if let (Some(seat), Some(with)) = (&double.seat, &double.with) {
                let shown = |file: &str| self.folder.path_of(file).shown();
                problem.message += &format!(": '{seat}' signed {} and {}", shown(&double.file), shown(with));
            }
            return problem.rule("protocol 6").advice(
                "keep both files: the two signatures prove it to everyone; show them with `adjutant dispute COPIES`",
            );
        }
        if let Some(advice) = failures.iter().find_map(|failure| refusable(&self.chain, failure)) {
            return nothing("the newest state is wrong").rule("protocol 6").advice(match mailed {
                true => format!("put that file into states/; then {advice}"),
                false => advice,
            });
        }
        match mailed {
            true => nothing("with this file the match does not verify").advice(
                "ask its sender for the correct file; if he insists, compare your copies with `adjutant dispute COPIES`",
            ),
            false => nothing("the match does not verify")
                .advice("remove the files that do not belong to it, or compare copies of the match with `adjutant dispute COPIES`"),
        }
    }

    /// The newest state with its table.
    ///
    /// # Errors
    /// There is no state yet.
    pub fn adjudication(&self) -> Result<Adjudication<'_, 'f>, Failure> {
        if let (Some(table), Some(at)) = (self.table.get(), self.chain.line.len().checked_sub(1)) {
            return Ok(Adjudication { chain: &self.chain, game: &*self.game, at, table: table.boxed_clone() });
        }
        let adjudication = Adjudication::newest(&self.chain, &*self.game).map_err(|problem| {
            let advice = "when all have signed the charter, the first seat in it, or the adjudicator, runs \
                          `adjutant adjudicate`";
            Failure::no(if problem.advice.is_some() { problem.advice(advice) } else { problem })
        })?;
        let _ = self.table.set(adjudication.table.boxed_clone());
        Ok(adjudication)
    }

    /// The current step of the match.
    pub fn step(&self) -> u64 {
        self.chain.newest().map_or(0, |newest| newest.state.typed.step)
    }

    /// What the newest state asks of a seat, if anything.
    pub fn asked(&self, seat: &Id) -> Option<&'f Value> {
        let newest = self.chain.newest()?;
        let state = newest.state;
        state.typed.awaiting.iter().find(|entry| entry.get("seat").and_then(Value::as_str) == Some(seat.as_str()))
    }
}

/// A failure that only says what is missing.
fn lacking(chain: &Chain<'_>, gaps: &[MissingDocument]) -> Failure {
    let diagnostics = gaps.iter().map(|gap| {
        let mut problem = invented_turn::problem_of(chain, gap);
        if problem.message != gap.problem().message {
            return Diagnostic::from(problem);
        }
        let ask = problem.advice.unwrap_or_default();
        problem.advice = Some(format!("{ask} and put it into the match folder; until then the program signs nothing"));
        Diagnostic::from(problem)
    });
    Failure::Negative(diagnostics.collect())
}

/// Advice for a failure that can be cured by refusing the newest state; `None` for other failures.
pub fn refusable(chain: &Chain<'_>, failure: &verify::Failure) -> Option<String> {
    let newest = chain.newest()?.state;
    let wrong = newest.file == failure.file && failure.proof == Proof::FalseState;
    wrong.then(|| {
        let issuer = &newest.typed.responder;
        if let Some(refusal) = chain.open_refusals().first() {
            let by = &refusal.typed.seat;
            return format!(
                "'{by}' has refused it: wait for the state with which '{issuer}' answers (`adjutant adjudicate`)"
            );
        }
        format!(
            "refuse it with `adjutant refuse`; '{issuer}', who issued it, must then answer. If you are '{issuer}', issue a \
                 correct one after the others have refused it"
        )
    })
}

/// How many worthless files are excused individually.
const MAX_EXCUSED: usize = 200;

/// What a match is opened for.
#[derive(Clone, Copy, PartialEq, Eq)]
enum For {
    /// To look at it: everything missing is reported.
    Look,
    /// To sign a turn, which confirms that the newest state is right.
    Turn,
    /// To answer turns and refusals.
    Answer,
}

/// Whether a failure does not prevent signing: it concerns a turn that no state resolves and that its responder may
/// still refuse, or, when answering, a newest state that was refused and is to be replaced. A state that follows an
/// unknown one may be early or worthless: it does no harm to what follows the newest state, and the signing log keeps a
/// seat from signing twice.
fn excused(found: &Match<'_>, failure: &verify::Failure, what: For) -> bool {
    let newest = found.chain.newest().map(|newest| &newest.state.file);
    if newest == Some(&failure.file) && !found.chain.open_refusals().is_empty() && what != For::Turn {
        return true;
    }
    let mut states = found.chain.states.values().filter(|state| state.file == failure.file);
    if failure.proof == Proof::Withheld
        && what != For::Look
        && states.any(|state| found.chain.has_missing_ancestor(state))
    {
        return found.chain.newest().is_some();
    }
    let turn = found.chain.turns.values().find(|turn| turn.file == failure.file);
    let resolved = |digest| found.chain.line.iter().any(|step| step.state.typed.turns.contains(digest));
    failure.proof != Proof::DoubleDealing && turn.is_some_and(|turn| !resolved(&turn.digest))
}

/// A seat with its secrets unlocked.
pub struct Signer {
    pub entry: SeatEntry,
    pub key: SigningKey,
    pub seed: SeedChain,
    pub ledger: SigningLog,
    /// Whether copies of his documents were given, from which his log was recovered.
    pub recovered: bool,
}

impl Signer {
    /// Unlocks a seat's secrets and compares its signing log with the match.
    ///
    /// # Errors
    /// The secrets are not here; another run holds the lock; or the match has a document of this seat that the log does
    /// not have.
    pub fn unlock(vault: &Vault, found: &Match<'_>, entry: &SeatEntry, copies: &[Value]) -> Result<Self, Failure> {
        let key = seat::key(vault, entry)?;
        let seed = vault.seed(&key, &entry.seed.anchor).map_err(Failure::cannot)?;
        let mut ledger = vault.lock(&entry.seed.anchor).map_err(Failure::cannot)?;
        if !copies.is_empty() {
            ledger.adopt(&key.public(), &of_match(copies, &found.chain)).map_err(Failure::no)?;
        }
        if let Some(question) = ledger.question() {
            recover(found, entry, &key, &mut ledger, &question)?;
        }
        ledger.check_reveals(&found.chain.signed_by(&entry.seat)).map_err(|problem| {
            let advice =
                "get a copy of the match from another seat and run the command with --recover DIR, which takes your signed documents from that copy";
            Failure::no(problem.advice(advice))
        })?;
        Ok(Signer { entry: entry.clone(), key, seed, ledger, recovered: !copies.is_empty() })
    }

    /// Unlocks a seat's secrets for documents beside the chain: receipts, leaves and queues, which are proof against
    /// nobody.
    ///
    /// # Errors
    /// The secrets are not here, or another run holds the lock.
    pub fn unlock_off_chain(vault: &Vault, found: &Match<'_>, entry: &SeatEntry) -> Result<Self, Failure> {
        let key = seat::key(vault, entry)?;
        let seed = vault.seed(&key, &entry.seed.anchor).map_err(Failure::cannot)?;
        let mut ledger = vault.lock(&entry.seed.anchor).map_err(Failure::cannot)?;
        if ledger.question().is_some() {
            ledger.adopt(&key.public(), &own_documents(found)).map_err(Failure::no)?;
        }
        Ok(Signer { entry: entry.clone(), key, seed, ledger, recovered: false })
    }

    /// The reveal that is due from this seat.
    ///
    /// # Errors
    /// The seed belongs to another match or seat, or is used up.
    pub fn reveal(&self, chain: &Chain<'_>) -> Result<Bytes32, Failure> {
        next_reveal(chain, &self.entry.seat, &self.seed).map_err(Failure::no)
    }

    /// The owner of the seat's hand; `None` for a game without hands, and for a seat without one.
    ///
    /// # Errors
    /// The secret of the hand is not here.
    pub fn owner(&self, adjudication: &Adjudication<'_, '_>) -> Result<Option<HandOwner>, Failure> {
        own_hand::of_key(self.ledger.vault(), adjudication, &self.entry, &self.key)
    }

    /// What has been entrusted to the seat, if it is the adjudicator of a match with escrow (protocol 8.6).
    ///
    /// # Errors
    /// Its own records are damaged.
    pub fn escrow(&self, found: &Match<'_>) -> Result<Option<Escrow>, Failure> {
        let secrets = (self.ledger.vault(), &self.key);
        escrow::of_seat(&found.folder.path, found.chain.charter, &self.entry, secrets)
    }

    /// Signs a document, recording it in the log.
    ///
    /// # Errors
    /// The log does not allow it.
    pub fn sign(&mut self, chain: &Chain<'_>, kind: Kind, step: u64, content: Value) -> Result<Signed, Failure> {
        let void = |digest| chain.is_void(digest);
        self.ledger.sign(&self.key, kind, step, content, &void).map_err(Failure::no)
    }
}

/// Adds the documents of this seat that the others have named to a log restored from a backup; after that the seat may
/// sign again.
///
/// # Errors
/// Not all of them have answered, or a document that they named is not here.
fn recover(
    found: &Match<'_>,
    entry: &SeatEntry,
    key: &SigningKey,
    ledger: &mut SigningLog,
    question: &Bytes32,
) -> Result<(), Failure> {
    let recovery = found.chain.recovery(&entry.seat, question);
    ledger.adopt(&key.public(), &own_documents(found)).map_err(Failure::no)?;
    let names = |seats: &[Id]| seats.iter().map(Id::as_str).collect::<Vec<_>>().join(" and ");
    if recovery.is_complete() {
        if !recovery.unshown_by.is_empty() {
            out::warn(&format!(
                "{} names documents of yours that nobody has shown; the adjudicator does not have them, so they block nothing [protocol 4]",
                names(&recovery.unshown_by)
            ));
        }
        return ledger.allow_signing().map_err(Failure::cannot);
    }
    let problem = Problem::new(
        "your secrets come from a backup, and you may have signed something since it was made: signing a step twice would prove double dealing",
    );
    let advice = match (recovery.asked, recovery.silent.as_slice()) {
        (false, _) => {
            "ask the other seats which of your documents they have (`adjutant receipt`, then `adjutant mail`), and receive their answers"
                .to_owned()
        }
        (true, []) => format!(
            "{} of your own documents are missing, according to {}: ask for them and receive them; if they do not come, continue under a new charter (`adjutant match continue FOLDER --from DIR`)",
            recovery.absent.len(),
            names(&recovery.named_by)
        ),
        (true, silent) => format!(
            "wait for the answer of {}, who must receive all mail and then run `adjutant receipt`",
            names(silent)
        ),
    };
    Err(Failure::no(problem.rule("protocol 4").advice(advice)))
}

/// The documents of a match, from which a log takes its own.
fn own_documents(found: &Match<'_>) -> Vec<Value> {
    let all = found.folder.files.documents();
    let all: Vec<Value> = all.iter().map(|document| document.document.content.clone()).collect();
    of_match(&all, &found.chain)
}

/// Those of the documents that belong to a match.
fn of_match(documents: &[Value], chain: &Chain<'_>) -> Vec<Value> {
    let id = chain.match_id.to_string();
    let is_of = |one: &&Value| match one.get("match").and_then(Value::as_str) {
        Some(of) => of == id,
        None => crate::document::digest(one) == chain.match_id,
    };
    documents.iter().filter(is_of).cloned().collect()
}

/// Secrets of seats, each unlocked when something is first signed with it, and kept unlocked. The signing log is
/// compared with the match at that time; any later document of the seat was signed in this run.
pub struct Signers {
    seats: Vec<(SeatEntry, Vault)>,
    copies: Vec<Value>,
    unlocked: BTreeMap<Id, Signer>,
}

impl Signers {
    /// The secrets of several seats.
    pub fn new(seats: Vec<(SeatEntry, Vault)>) -> Self {
        Signers { seats, copies: Vec::new(), unlocked: BTreeMap::new() }
    }

    /// The secrets of one seat; `copies` of its documents are added to its log first.
    pub fn one(entry: &SeatEntry, vault: &Vault, copies: Vec<Value>) -> Self {
        Signers { copies, ..Signers::new(vec![(entry.clone(), vault.clone())]) }
    }

    /// The entry of a seat in the charter.
    ///
    /// # Errors
    /// The seat is not played from here.
    pub fn entry(&self, seat: &Id) -> Result<&SeatEntry, Failure> {
        self.place(seat).map(|(entry, _)| entry)
    }

    fn place(&self, seat: &Id) -> Result<&(SeatEntry, Vault), Failure> {
        let found = self.seats.iter().find(|(entry, _)| entry.seat == *seat);
        found.ok_or_else(|| Failure::no(Problem::new(format!("nobody plays {seat}"))))
    }

    /// The seat, unlocked.
    ///
    /// # Errors
    /// As [`Signer::unlock`].
    pub fn unlock(&mut self, found: &Match<'_>, seat: &Id) -> Result<&mut Signer, Failure> {
        let signer = match self.unlocked.remove(seat) {
            Some(signer) => signer,
            None => {
                let (entry, vault) = self.place(seat)?;
                Signer::unlock(vault, found, entry, &self.copies)?
            }
        };
        Ok(self.unlocked.entry(seat.clone()).or_insert(signer))
    }
}

/// A file to be written, with its name in the match folder.
#[derive(Clone, Debug, PartialEq)]
pub struct Outgoing {
    pub name: String,
    pub text: String,
}

impl Outgoing {
    /// A document under the name of its kind: `turns/0003-union.yaml`. If another document has that name, a number is
    /// added; only the content is trusted.
    pub fn document(folder: &Folder, content: &Value) -> Self {
        Outgoing::bytes(folder, &stem(content), write(content))
    }

    /// A document as it came by mail, byte for byte.
    pub fn named(folder: &Folder, content: &Value, text: String) -> Self {
        Outgoing::bytes(folder, &stem(content), text)
    }

    /// Text under a stem, to which a number, if needed, and `.yaml` are added.
    pub fn bytes(folder: &Folder, stem: &str, text: String) -> Self {
        let mut name = format!("{stem}.yaml");
        for number in 2.. {
            let taken = match folder.bytes(&name) {
                Some(there) => there != text.as_bytes(),
                None => is_taken(&folder.path.join(&name), text.as_bytes()),
            };
            if !taken {
                break;
            }
            name = format!("{stem}-{number}.yaml");
        }
        Outgoing { name, text }
    }

    /// Writes the file.
    ///
    /// # Errors
    /// A system error.
    pub fn write(&self, folder: &Folder) -> Result<PathBuf, Failure> {
        let path = folder.path.join(&self.name);
        files::write(&path, self.text.as_bytes()).map_err(|problem| Failure::cannot_in(&path, problem))?;
        Ok(path)
    }
}

/// Whether something other than this very file is at a path: another file, or a pipe, a folder, a dangling link.
fn is_taken(path: &Path, bytes: &[u8]) -> bool {
    path.symlink_metadata().is_ok() && !files::read(path, files::MAX_BYTES).is_ok_and(|there| there == bytes)
}

/// The path of a document without its extension.
pub fn stem(content: &Value) -> String {
    let text = |field: &str| content.get(field).and_then(Value::as_str).unwrap_or_default();
    let step = content.get("step").and_then(Value::as_u64).unwrap_or_default();
    match text("kind") {
        "state" => format!("states/{step:04}"),
        "turn" => format!("turns/{step:04}-{}", text("seat")),
        "refusal" => format!("refusals/{step:04}-{}", text("seat")),
        "receipt" => format!("receipts/{step:04}-{}", text("seat")),
        "leave" => format!("leaves/{}", text("seat")),
        "queue" => {
            format!("queues/{:04}-{}", content.get("number").and_then(Value::as_u64).unwrap_or_default(), text("seat"))
        }
        "disclosure" if !text("hand").is_empty() => format!("disclosures/{}-{}", text("hand"), text("seat")),
        "disclosure" => format!("disclosures/{}", text("seat")),
        other => other.to_owned(),
    }
}
