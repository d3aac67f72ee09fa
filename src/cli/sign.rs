//! `sign`: a draft becomes a turn.

use std::path::PathBuf;

use serde_json::json;

use super::check::{find_draft, warning_words};
use super::confirm::ConfirmArgs;
use super::draft::must_be_asked;
use super::folder::Folder;
use super::mail::MailArgs;
use super::match_args::{DraftArgs, RecoverArgs};
use super::open_match::{Match, Outgoing, Signer};
use super::own_hand;
use super::prompts::{asked_words, consequences};
use super::turn_draft::Draft;
use super::{CommandResult, Failure, Format, escrow, home, out, seat, turn_draft};
use crate::chain::adjudicate::Adjudication;
use crate::cli::paths::Shown;
use crate::document::kinds::SeatEntry;
use crate::document::{Kind, Problem, Turn};
use crate::trust::{Signed, Vault};

/// Sign a turn: check the draft, add the reveal, commitments and openings, and write the signed file for you to mail.
///
/// A step is signed only once: if you run this again, you get the same file, so neither a crash nor a change of mind
/// makes you sign twice. Without a draft it signs an empty turn or the opening of a secret choice, if that is what is
/// asked.
#[derive(Debug, clap::Args)]
pub struct Args {
    #[command(flatten)]
    place: DraftArgs,
    /// The seat that signs [default: the one whose secrets are on this machine].
    #[arg(long)]
    seat: Option<String>,
    #[command(flatten)]
    recover: RecoverArgs,
    #[command(flatten)]
    consent: ConfirmArgs,
    #[command(flatten)]
    outgoing: MailArgs,
}

pub fn run(args: Args, format: Format) -> CommandResult {
    let (place, file) = args.place.find()?;
    let folder = Folder::read_cached(&place)?;
    let found = Match::open_verified(&folder)?;
    let vault = home::vault()?;
    let entry = turn_draft::seat_of(&vault, &found.chain.charter.typed, args.seat.as_deref(), file.as_deref())?;
    let mut adjudication = found.adjudication()?;
    must_be_asked(&found, entry)?;
    let draft = match find_draft(file.as_deref(), &folder, &found, entry) {
        Some(path) => Draft::read(&path)?.in_form(&*adjudication.table),
        None if signed_again(&found, &vault, entry)? => {
            return write_again((&found, entry), &vault, &args.recover, args.outgoing, format);
        }
        None => {
            let asked = found.asked(&entry.seat).cloned().unwrap_or_default();
            if asked.get("empty").is_none() && asked.get("open").is_none() {
                let problem = Problem::new(format!("there is no draft; your move: {}", asked_words(&asked, false)));
                return Err(Failure::cannot(problem.advice("write one with `adjutant draft`")));
            }
            Draft::empty()
        }
    };
    let draft = match own_hand::of_seat(&vault, &adjudication, entry, &seat::key)? {
        Some(owner) => {
            own_hand::show_own_cards(&mut adjudication, &owner);
            draft.concealed(&found, &adjudication, &owner)?
        }
        None => draft,
    };
    must_be_secret(&found, entry, &draft)?;
    let warnings = draft.warnings(&adjudication, entry);
    args.consent.ask_of(&draft, &found, &adjudication, entry, format)?;
    let mut signer = Signer::unlock(&vault, &found, entry, &args.recover.documents()?)?;
    let WrittenTurn { signed, text, made, entrusted, path } = write_turn(&found, &adjudication, &mut signer, &draft)?;
    args.outgoing.send(&place, Some(entry.seat.as_str()), format)?;
    let again = matches!(signed, Signed::Reissued(_));
    let words = || {
        let mut note = String::new();
        draft.understood.iter().for_each(|one| note += &format!("{}\n", one.words()));
        if again {
            note += "You have already signed this step: this is the same file";
            note += if draft.is_as_signed(&signed.document().document, &signer) {
                ".\n"
            } else {
                ", without what you have written since.\n"
            };
        }
        if let Some(turn) = &made {
            consequences(&found, &adjudication, turn).iter().for_each(|line| note += &format!("{line}\n"));
        }
        draft.in_advance(&adjudication, entry).iter().for_each(|line| note += &format!("{line}\n"));
        let beware: String = match again {
            true => String::new(),
            false => warnings.iter().map(|warning| warning_words(warning) + "\n").collect(),
        };
        let shown = path.shown();
        let next = match args.outgoing.is_wanted() {
            true => String::new(),
            false => format!("Next:\n  mail {shown} to everyone in the match at once\n"),
        };
        let next = match &entrusted {
            Some(path) if !next.is_empty() => {
                format!("{next}  and {} to the adjudicator alone; `adjutant mail` does both\n", path.shown())
            }
            _ => next,
        };
        format!("{text}\n{note}{beware}Signed: {shown}\n{next}")
    };
    out::answer(format, words, || {
        let document = signed.document();
        let told = json!({"file": path, "digest": document.digest, "again": again, "document": document.document});
        escrow::with_escrow_file(told, entrusted.as_deref())
    })
}

/// Whether the signing log has a turn for the step that is due.
fn signed_again(found: &Match<'_>, vault: &Vault, entry: &SeatEntry) -> Result<bool, Failure> {
    let ledger = vault.lock(&entry.seed.anchor).map_err(Failure::cannot)?;
    let signed = ledger.signed(Kind::Turn, found.step() + 1);
    Ok(signed.iter().any(|logged| !found.chain.is_void(logged.digest)))
}

/// Writes the turn that was signed before once more: its draft is gone, and its file may be.
fn write_again(
    (found, entry): (&Match<'_>, &SeatEntry),
    vault: &Vault,
    recover: &RecoverArgs,
    outgoing: MailArgs,
    format: Format,
) -> CommandResult {
    let mut signer = Signer::unlock(vault, found, entry, &recover.documents()?)?;
    let written = write_turn(found, &found.adjudication()?, &mut signer, &Draft::empty())?;
    let place = &found.folder.path;
    outgoing.send(place, Some(entry.seat.as_str()), format)?;
    let words = || {
        let shown = written.path.shown();
        let next = match outgoing.is_wanted() {
            true => String::new(),
            false => format!("Next:\n  mail {shown} to everyone in the match at once\n"),
        };
        format!("{}\nYou have already signed this step: this is the same file.\nSigned: {shown}\n{next}", written.text)
    };
    out::answer(format, words, || {
        let document = written.signed.document();
        let told =
            json!({"file": written.path, "digest": document.digest, "again": true, "document": document.document});
        escrow::with_escrow_file(told, written.entrusted.as_deref())
    })
}

/// Checks that the hand of a seat is still hidden: a seat that has disclosed it, and then finds that the match
/// continues, would play with open cards against hidden ones. It can still resign, or offer a draw.
pub fn must_be_secret(found: &Match<'_>, entry: &SeatEntry, draft: &Draft) -> CommandResult {
    let shown = found.chain.early_disclosures().into_iter().find(|shown| shown.typed.seat == entry.seat);
    let Some(shown) = shown.filter(|_| !draft.only_offers()) else { return Ok(()) };
    let message = format!(
        "the secret of your hand was disclosed in {}, and the match has continued since: everybody can foresee your draws, so the program signs nothing",
        shown.file
    );
    let advice = "agree on a draw (`offer: draw`) or a new match, or let the referee rule on the outcome; `offer: resign` ends it too";
    Err(Failure::no(Problem::new(message).rule("protocol 8.7").advice(advice)))
}

/// A signed turn in its match folder.
pub struct WrittenTurn {
    pub signed: Signed,
    /// The turn as it was written.
    pub text: String,
    /// The turn, read back.
    pub made: Option<Turn>,
    /// The file with its secret choices for the adjudicator, in a match with escrow.
    pub entrusted: Option<PathBuf>,
    pub path: PathBuf,
}

/// Signs a draft as [`turn`] does, and writes the turn into the match folder.
///
/// # Errors
/// As [`turn`]; or the folder cannot be written.
pub fn write_turn(
    found: &Match<'_>,
    adjudication: &Adjudication<'_, '_>,
    signer: &mut Signer,
    draft: &Draft,
) -> Result<WrittenTurn, Failure> {
    let signed = turn(found, adjudication, signer, draft)?;
    let outgoing = Outgoing::document(found.folder, &signed.document().document);
    let made = Draft::of_document(&signed.document().document);
    let entrusted = match &made {
        Some(turn) => {
            let secrets = (signer.ledger.vault(), &signer.key);
            escrow::entrust_choices(&found.folder.path, &found.chain, &signer.entry, secrets, turn)?
        }
        None => None,
    };
    let path = outgoing.write(found.folder)?;
    Ok(WrittenTurn { signed, text: outgoing.text, made, entrusted, path })
}

/// Signs a draft as the turn of a seat, or returns what the seat has already signed for this step.
///
/// # Errors
/// The draft has problems, or the log does not allow it.
pub fn turn(
    found: &Match<'_>,
    adjudication: &Adjudication<'_, '_>,
    signer: &mut Signer,
    draft: &Draft,
) -> Result<Signed, Failure> {
    let step = found.step() + 1;
    let standing =
        signer.ledger.signed(Kind::Turn, step).into_iter().find(|logged| !found.chain.is_void(logged.digest));
    if let Some(standing) = standing {
        return Ok(Signed::Reissued(standing.clone()));
    }
    let content = match signer.owner(adjudication)? {
        Some(owner) => {
            let mut adjudication = Adjudication { table: adjudication.table.boxed_clone(), ..*adjudication };
            own_hand::show_own_cards(&mut adjudication, &owner);
            draft.clone().concealed(found, &adjudication, &owner)?.complete(found, &adjudication, signer)?
        }
        None => draft.complete(found, adjudication, signer)?,
    };
    signer.sign(&found.chain, Kind::Turn, step, content)
}
