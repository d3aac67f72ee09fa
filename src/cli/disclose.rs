//! `disclose`: a hand is shown when the match is over.

use serde_json::json;

use super::draft::must_be_asked;
use super::drafts::Draft;
use super::folder::Folder;
use super::hands;
use super::mail::AlsoMail;
use super::place::Named;
use super::play::{Match, Outgoing, Signer};
use super::{Answer, Failure, Format, home, out, seat, sign};
use crate::chain::hands::disclosure;
use crate::cli::clock;
use crate::cli::local_match::as_draft;
use crate::document::{Kind, Problem};
use crate::trust::SignedDocument;

/// Disclose your hand when the match is over, so that everybody can verify every draw, every play and every claim.
///
/// Signs the secret that your hand was drawn with, and what you laid face down that was never turned up. Before the match is
/// over this is refused; --surrender resigns, and you disclose once that is resolved.
#[derive(Debug, clap::Args)]
pub struct Args {
    #[command(flatten)]
    place: Named,
    /// The seat that discloses [default: the one whose secrets are on this machine].
    #[arg(long)]
    seat: Option<String>,
    /// Resign first, while the match still runs.
    #[arg(long)]
    surrender: bool,
    #[command(flatten)]
    outgoing: AlsoMail,
}

pub fn run(args: Args, format: Format) -> Answer {
    let place = args.place.find()?;
    let folder = Folder::ask(&place)?;
    let found = Match::open_worked_out(&folder)?;
    let stand = found.stand()?;
    let vault = home::vault()?;
    let entry = seat::mine(&vault, &found.chain.charter.typed, args.seat.as_deref())?;
    let is_over = stand.state().typed.outcome.is_some();
    if args.surrender && !is_over {
        let found = Match::open_verified(&folder)?;
        must_be_asked(&found, entry)?;
        let mut signer = Signer::unlock(&vault, &found, entry, &[])?;
        let draft: Draft = as_draft(&found, &entry.seat, json!({"offer": "resign"}))?;
        let signed = sign::turn(&found, &stand, &mut signer, &draft)?;
        let path = Outgoing::document(&folder, &signed.document().document).write(&folder)?;
        args.outgoing.send(&place, Some(entry.seat.as_str()), format)?;
        let words = || {
            let shown = path.display();
            format!("You resign: {shown}.\nNext:\n  mail it; when it is resolved, run `adjutant disclose` again\n")
        };
        return out::answer(format, words, || json!({"ok": true, "file": path, "resigned": true}));
    }
    let Some(owner) = hands::of_seat(&vault, &stand, entry, &seat::key)?.filter(|_| entry.hidden.is_some()) else {
        let problem = Problem::new(match (hands::has_hands(&stand), &entry.side) {
            (true, None) => "this seat has no hand",
            (true, Some(_)) => "hands are open in this match",
            (false, _) => "this game has no hands",
        });
        let advice = "there is nothing to disclose; `adjutant verify` already verifies the whole match";
        return Err(Failure::no(problem.rule("protocol 8.7").advice(advice)));
    };
    let mut signer = Signer::unlock(&vault, &found, entry, &[])?;
    let is_of_final = |signed: &SignedDocument| signed.document.get("state") == Some(&json!(stand.state().digest));
    let content = match signer.ledger.signed(Kind::Disclosure, 0).into_iter().find(is_of_final) {
        Some(signed) => signed.document,
        // A seat discloses only if its own working-out gives the final state: `open_worked_out` has worked it out.
        None => {
            let content = disclosure(&found.chain, &owner, &clock::now()).map_err(Failure::no)?;
            signer.sign(&found.chain, Kind::Disclosure, 0, content)?.document().document.clone()
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
        format!("'{}' discloses its hand: {}.\n{next}", entry.seat, path.display())
    };
    out::answer(format, words, || json!({"ok": true, "file": path, "document": content}))
}
