//! `receipt`: a signed statement of what arrived and when; and the answer to a seat that has lost its documents.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

use serde_json::{Value, json};

use super::MailArgs;
use super::arrival_log::ArrivalLog;
use super::timestamps;
use crate::chain::Chain;
use crate::chain::match_files::AnyDocument;
use crate::cli::folder::Folder;
use crate::cli::match_args::MatchFolderArgs;
use crate::cli::open_match::{Match, Outgoing, Signer};
use crate::cli::out::counted;
use crate::cli::paths::Shown;
use crate::cli::{CommandResult, Failure, Format, home, out, seat, wall_clock};
use crate::document::decode::MAX_IN_A_RECEIPT;
use crate::document::kinds::SeatEntry;
use crate::document::{Bytes32, Id, Kind};
use crate::trust::Vault;

/// Sign receipts for the clock: they say what came from the others, and when.
///
/// A receipt proves when your opponent's turn reached you, and shows him that it did. It decides nothing by itself. If
/// a player has restored a backup and asks which of his documents you have, this answers him; if your own secrets come
/// from a backup, it asks the others the same.
#[derive(Debug, clap::Args)]
pub struct Args {
    #[command(flatten)]
    place: MatchFolderArgs,
    /// The seat that signs [default: the one whose secrets are on this machine].
    #[arg(long)]
    seat: Option<String>,
    /// Keep an RFC 3161 timestamp beside the document that it stamps, as evidence for the clock; nothing is signed.
    #[arg(long, value_name = "FILE.tsr")]
    timestamp: Option<PathBuf>,
    /// The certificates of the authority that issued the timestamp, to check it with openssl.
    #[arg(long, value_name = "FILE.pem", requires = "timestamp")]
    ca: Option<PathBuf>,
    #[command(flatten)]
    outgoing: MailArgs,
}

pub fn run(args: Args, format: Format) -> CommandResult {
    let place = args.place.find()?;
    let folder = Folder::read_cached(&place)?;
    let found = Match::open_to_read(&folder)?;
    if let Some(token) = &args.timestamp {
        return timestamps::keep(&found, token, args.ca.as_deref(), format);
    }
    let vault = home::vault()?;
    let entry = seat::acting_seat(&vault, &found.chain.charter.typed, args.seat.as_deref())?;
    let signed = sign_due(&vault, &found, entry)?;
    args.outgoing.send(&place, Some(entry.seat.as_str()), format)?;
    let words = || match signed.as_slice() {
        [] => "There is no receipt to sign: everything that came has one.\n".to_owned(),
        signed => {
            let list: String =
                signed.iter().map(|one| format!("Signed: {}: {}\n", one.path.shown(), one.says)).collect();
            let next = if args.outgoing.is_wanted() { "" } else { "Next:\n  mail it with `adjutant mail`\n" };
            format!("{list}{next}")
        }
    };
    let value = || {
        let signed: Vec<Value> = signed.iter().map(|one| json!({"file": one.path, "says": one.says})).collect();
        json!({"ok": true, "receipts": signed})
    };
    out::answer(format, words, value)
}

/// A signed receipt, and what it says.
pub struct SignedReceipt {
    pub path: PathBuf,
    pub says: String,
}

/// Signs the receipts that are due from a seat.
///
/// # Errors
/// Its secrets are not here, or the folder cannot be written.
pub fn sign_due(vault: &Vault, found: &Match<'_>, entry: &SeatEntry) -> Result<Vec<SignedReceipt>, Failure> {
    let mut written = Vec::new();
    let contents = due(vault, found, entry)?;
    if contents.is_empty() {
        return Ok(written);
    }
    let mut signer = Signer::unlock_off_chain(vault, found, entry)?;
    // Each receipt lies in the folder before the next one looks for a free name.
    let folder = Folder::unread_at(&found.folder.path);
    for (content, says) in contents {
        let step = content["step"].as_u64().unwrap_or_default();
        let signed = signer.sign(&found.chain, Kind::Receipt, step, content)?;
        let outgoing = Outgoing::document(&folder, &signed.document().document);
        written.push(SignedReceipt { path: outgoing.write(&folder)?, says });
    }
    Ok(written)
}

/// The receipts that are due, unsigned, and what they say in words.
fn due(vault: &Vault, found: &Match<'_>, entry: &SeatEntry) -> Result<Vec<(Value, String)>, Failure> {
    let (chain, me) = (&found.chain, &entry.seat);
    let own = || chain.receipts.iter().filter(|one| one.typed.seat == *me);
    let mut contents = Vec::new();
    let newest = found.step();
    if let Some(number) = vault.question(&entry.seed.anchor).map_err(Failure::cannot)?
        && !own().any(|one| one.typed.asks == Some(number))
    {
        // Receipts are for the newest step that the log knows, or a later one; a state that is here could be anybody's.
        let known = vault.newest_step(&entry.seed.anchor).map_err(Failure::cannot)?;
        let mut content = content(chain, me, known.min(newest), &[], None);
        content["asks"] = json!(number);
        contents.push((content, "it asks the other seats which of your documents they have".to_owned()));
    }
    for other in chain.seats.entries.iter().filter(|other| other.seat != *me) {
        let Some(question) = chain.open_question(&other.seat) else { continue };
        let Some(number) = question.typed.asks else { continue };
        if own().any(|one| one.typed.answers == Some(number)) {
            continue;
        }
        let mut of = chain.signed_since(&other.seat, question.typed.step);
        of.truncate(MAX_IN_A_RECEIPT);
        let mut content = content(chain, me, newest, &of, None);
        content["answers"] = json!(number);
        let says = format!(
            "it answers {}, who has restored a backup: you have {} that it signed later",
            other.seat,
            counted(of.len(), "document")
        );
        contents.push((content, says));
    }
    for (came, documents) in unacknowledged(found, me) {
        let step = documents.iter().filter_map(AnyDocument::step).max().unwrap_or_default();
        let of: Vec<Bytes32> = documents.iter().map(|one| one.digest).collect();
        let when = came.as_ref().map(|came| format!(" on {}", wall_clock::shown(came))).unwrap_or_default();
        let says = format!("it confirms that {} came{when}", counted(of.len(), "document"));
        for of in of.chunks(MAX_IN_A_RECEIPT) {
            contents.push((content(chain, me, step, of, came.as_deref()), says.clone()));
        }
    }
    Ok(contents)
}

/// Documents of others that arrived and have no receipt from this seat, by time of arrival. Documents that did not
/// arrive by mail count if they are from the newest exchange.
fn unacknowledged<'f>(found: &'f Match<'_>, me: &Id) -> BTreeMap<Option<String>, Vec<AnyDocument<'f>>> {
    let chain = &found.chain;
    let came = ArrivalLog::open(&found.folder.path);
    let own = chain.receipts.iter().filter(|one| one.typed.seat == *me);
    let confirmed: BTreeSet<Bytes32> = own.flat_map(|one| one.typed.of.iter().copied()).collect();
    let mut by_time: BTreeMap<Option<String>, Vec<AnyDocument<'f>>> = BTreeMap::new();
    for document in found.folder.files.documents() {
        let counts = chain.turns.contains_key(&document.digest)
            || chain.states.contains_key(&document.digest)
            || chain.refusals.contains_key(&document.digest);
        if !counts || confirmed.contains(&document.digest) || document.signer() == Some(me.as_str()) {
            continue;
        }
        let new = document.step().is_some_and(|step| step >= found.step());
        match came.when(&document.digest) {
            Some(time) => by_time.entry(time.map(str::to_owned)).or_default().push(document),
            None if new => by_time.entry(None).or_default().push(document),
            None => {}
        }
    }
    by_time
}

fn content(chain: &Chain<'_>, seat: &Id, step: u64, of: &[Bytes32], came: Option<&str>) -> Value {
    let mut content = json!({
        "adjutant": 1, "kind": "receipt", "match": chain.match_id, "step": step, "seat": seat, "of": of,
        "written": wall_clock::now(),
    });
    if let Some(came) = came {
        content["came"] = json!(came);
    }
    content
}

/// Signs the receipts due from this machine's seat in a match, if it has one; returns one line for each.
///
/// # Errors
/// As [`sign_due`].
pub fn sign_in(path: &Path) -> Result<Vec<String>, Failure> {
    let folder = Folder::read_cached(path)?;
    if !folder.files.has_begun() {
        return Ok(Vec::new());
    }
    let found = Match::open_to_read(&folder)?;
    let Some(entry) = seat::user_seat(&found.chain.charter.typed) else { return Ok(Vec::new()) };
    let signed = sign_due(&home::vault()?, &found, entry)?;
    Ok(signed.iter().map(|one| format!("Signed: {}: {}", one.path.shown(), one.says)).collect())
}
