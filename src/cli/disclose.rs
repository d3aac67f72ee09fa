//! `disclose`: show a hand when the match is over.

use serde_json::json;

use super::draft::must_be_asked;
use super::folder::Folder;
use super::mail::MailArgs;
use super::match_args::MatchFolderArgs;
use super::open_match::{Match, Outgoing, Signer};
use super::own_hand;
use super::turn_draft::Draft;
use super::{CommandResult, Failure, Format, escrow, home, out, seat, sign};
use crate::chain::hands::{HandOwner, disclosure, disclosure_by};
use crate::cli::local_match::as_draft;
use crate::cli::paths::Shown;
use crate::cli::wall_clock;
use crate::document::kinds::SeatEntry;
use crate::document::{Id, Kind, Problem, Value};
use crate::trust::SignedDocument;

/// Disclose your hand after the match, so that everybody can verify every draw, every play and every claim.
///
/// Signs the secret that your hand was drawn with, and the cards that you laid face down and never revealed. This is
/// refused while the match runs; with --surrender you resign, and disclose once the resignation is resolved. With
/// escrow, the adjudicator can disclose a hand for a seat that has not done so (--for).
#[derive(Debug, clap::Args)]
pub struct Args {
    #[command(flatten)]
    place: MatchFolderArgs,
    /// The seat that discloses [default: the one whose secrets are on this machine].
    #[arg(long)]
    seat: Option<String>,
    /// For the adjudicator of a match with escrow: disclose the hand of this seat, which has not done so itself.
    #[arg(long = "for", value_name = "SEAT", conflicts_with = "surrender")]
    instead: Option<String>,
    /// Resign first, if the match still runs.
    #[arg(long)]
    surrender: bool,
    #[command(flatten)]
    outgoing: MailArgs,
}

pub fn run(args: Args, format: Format) -> CommandResult {
    let place = args.place.find()?;
    let folder = Folder::read_cached(&place)?;
    let found = Match::open_recomputed(&folder)?;
    let adjudication = found.adjudication()?;
    let vault = home::vault()?;
    let entry = seat::acting_seat(&vault, &found.chain.charter.typed, args.seat.as_deref())?;
    let is_over = adjudication.state().typed.outcome.is_some();
    if args.surrender && !is_over {
        let found = Match::open_verified(&folder)?;
        must_be_asked(&found, entry)?;
        let mut signer = Signer::unlock(&vault, &found, entry, &[])?;
        let draft: Draft = as_draft(&found, &entry.seat, json!({"offer": "resign"}))?;
        let signed = sign::turn(&found, &adjudication, &mut signer, &draft)?;
        let path = Outgoing::document(&folder, &signed.document().document).write(&folder)?;
        args.outgoing.send(&place, Some(entry.seat.as_str()), format)?;
        let words = || {
            let shown = path.shown();
            format!("You resign: {shown}.\nNext:\n  mail it; when it is resolved, run `adjutant disclose` again\n")
        };
        return out::answer(format, words, || json!({"ok": true, "file": path, "resigned": true}));
    }
    let instead = args.instead.as_deref().map(|wanted| may_disclose_for(&found, entry, wanted)).transpose()?;
    let mut signer = None;
    let owner = match instead {
        None => own_hand::of_seat(&vault, &adjudication, entry, &seat::key)?.filter(|_| entry.hidden.is_some()),
        Some(other) => {
            let signer = signer.insert(Signer::unlock(&vault, &found, entry, &[])?);
            Some(entrusted(&found, signer, &other.seat)?)
        }
    };
    let Some(owner) = owner else {
        let nothing = "there is nothing to disclose; `adjutant verify` already verifies the whole match";
        let (said, advice) = match (own_hand::has_hands(&adjudication), &entry.side) {
            (true, None) if found.chain.seats.escrow => {
                ("the adjudicator has no hand", "disclose the hand of a seat that has not done so with --for SEAT")
            }
            (true, None) => ("this seat has no hand", nothing),
            (true, Some(_)) => ("hands are open in this match", nothing),
            (false, _) => ("this game has no hands", nothing),
        };
        return Err(Failure::no(Problem::new(said).rule("protocol 8.7").advice(advice)));
    };
    let mut signer = match signer {
        Some(signer) => signer,
        None => Signer::unlock(&vault, &found, entry, &[])?,
    };
    let is_this = |signed: &SignedDocument| {
        let hand = signed.document.get("hand").and_then(Value::as_str);
        hand == instead.map(|other| other.seat.as_str())
            && signed.document.get("state") == Some(&json!(adjudication.state().digest))
    };
    let content = match signer.ledger.signed(Kind::Disclosure, 0).into_iter().find(is_this) {
        Some(signed) => signed.document,
        // A seat discloses only if recomputing the match gives the same final state; `open_recomputed` has done that.
        None => {
            let (chain, now) = (&found.chain, wall_clock::now());
            let content = match instead {
                Some(_) => disclosure_by(chain, &entry.seat, &owner, &now).map_err(still_lacks),
                None => disclosure(chain, &owner, &now),
            };
            let content = content.map_err(Failure::no)?;
            signer.sign(chain, Kind::Disclosure, 0, content)?.document().document.clone()
        }
    };
    let path = Outgoing::document(&folder, &content).write(&folder)?;
    args.outgoing.send(&place, Some(entry.seat.as_str()), format)?;
    let words = || {
        let next = match args.outgoing.is_wanted() {
            true => "",
            false => {
                "Next:\n  mail it to everyone in the match; `adjutant verify` proves both hands once all have disclosed\n"
            }
        };
        let whose = match instead {
            Some(other) => format!("the hand of '{}'", other.seat),
            None => "its hand".to_owned(),
        };
        format!("'{}' discloses {whose}: {}.\n{next}", entry.seat, path.shown())
    };
    out::answer(format, words, || json!({"ok": true, "file": path, "document": content}))
}

/// The seat whose hand the adjudicator wants to disclose in its place, if he may (protocol 8.6).
///
/// # Errors
/// The match has no escrow or is not over, the user is not the adjudicator, or the seat has no hand or has disclosed
/// it.
fn may_disclose_for<'f>(found: &'f Match<'_>, me: &SeatEntry, wanted: &str) -> Result<&'f SeatEntry, Failure> {
    let no = |said: String, advice: &str| Err(Failure::no(Problem::new(said).rule("protocol 8.6").advice(advice)));
    let (chain, charter) = (&found.chain, &found.chain.charter.typed);
    let other = seat::by_name(charter, wanted)?;
    if escrow::adjudicator(charter).is_none_or(|own| own.seat != me.seat) {
        return no(
            format!("'{}' cannot disclose the hand of '{}'", me.seat, other.seat),
            "only the adjudicator can, in a match with escrow; leave --for out to disclose your own",
        );
    }
    if other.hidden.is_none() {
        return no(format!("'{}' has no hidden hand", other.seat), "name a seat that has one with --for SEAT");
    }
    if chain.newest().is_none_or(|newest| newest.state.typed.outcome.is_none()) {
        return no("the match is not over, so the hands stay hidden".to_owned(), "wait until it is over");
    }
    let own = chain.disclosures.iter().any(|one| one.typed.seat == other.seat);
    if own && !chain.owed_disclosures().contains(&&other.seat) {
        return no(format!("'{}' has disclosed its hand", other.seat), "`adjutant verify` checks the match with it");
    }
    Ok(other)
}

/// The secret that a seat has entrusted to the adjudicator.
///
/// # Errors
/// Its secret is not here.
fn entrusted(found: &Match<'_>, signer: &Signer, seat: &Id) -> Result<HandOwner, Failure> {
    let held = signer.escrow(found)?;
    held.and_then(|held| held.owner(seat)).ok_or_else(|| {
        let problem =
            Problem::new(format!("the secret of the hand of '{seat}' is not on this machine")).rule("protocol 8.6");
        Failure::no(problem.advice("it is in the secrets folder that you used when you signed the charter"))
    })
}

/// The same problem, addressed to the adjudicator.
fn still_lacks(problem: Problem) -> Problem {
    problem.advice(
        "find the mail with that seat's escrow file and receive it; without the file only the seat itself can disclose",
    )
}
