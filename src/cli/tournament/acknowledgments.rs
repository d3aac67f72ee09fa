//! Mails to those who have entered and are on no roster: that the entry has arrived, or their place on the waiting list.

use adjutant_mail::compose::{OutgoingMail, is_address};
use sha2::{Digest, Sha256};
use tournament::chain::Chain;
use tournament::documents::{Effect, Entry};
use tournament::state::{Decided, TournamentState};

use super::arrivals::Arrivals;
use super::folder::TournamentFolder;
use super::seats::addressed;
use crate::cli::Failure;
use crate::document::{Bytes32, Id, harmless};

/// An entry that is on no roster.
pub struct WaitingEntry {
    digest: Bytes32,
    pub entry: Entry,
    stands: Standing,
}

/// What becomes of an entry.
enum Standing {
    Arrived,
    /// All places are taken: its place on the waiting list, from 1.
    Waits(usize),
    /// It is not accepted, for this reason.
    TurnedAway(String),
}

/// Everybody who has entered and is on no roster, in the order in which they get places, and those whose entries are not
/// accepted. Entries that clash are not among them: the director decides first.
///
/// # Errors
/// A document that has arrived cannot be taken together with the others.
pub fn waiting(
    folder: &TournamentFolder,
    chain: &Chain<'_>,
    season: &TournamentState<'_>,
) -> Result<Vec<WaitingEntry>, Failure> {
    let after = Arrivals::of(folder, chain, season)?.after;
    let is_full = !season.players.is_empty() && after.room().is_some();
    let entry = |(n, id): (usize, &_)| {
        let (digest, entry) = after.entries.get(id)?;
        let stands = if is_full { Standing::Waits(n + 1) } else { Standing::Arrived };
        Some(WaitingEntry { digest: *digest, entry: entry.clone(), stands })
    };
    let turned_away = |id: &Id| {
        let decides = |one: &&Decided| one.decision.effect == Some(Effect::Withdraw(id.clone()));
        let reason = after.decisions.iter().find(decides)?.decision.reason.clone();
        let (digest, entry) = after.entries.get(id)?;
        Some(WaitingEntry { digest: *digest, entry: entry.clone(), stands: Standing::TurnedAway(reason) })
    };
    let mut all: Vec<WaitingEntry> = after.waiting_list().into_iter().enumerate().filter_map(entry).collect();
    all.extend(after.left.iter().filter_map(turned_away));
    Ok(all)
}

impl WaitingEntry {
    /// What stands in the list of sent mails for what this mail says, so that it is sent again only when that changes.
    pub fn said(&self, season: &TournamentState<'_>) -> Bytes32 {
        let place = match &self.stands {
            Standing::Arrived => "arrived".to_owned(),
            Standing::Waits(place) => format!("place {place}"),
            Standing::TurnedAway(_) => "turned away".to_owned(),
        };
        Bytes32(Sha256::digest(format!("of {}, the entry {}: {place}", season.id, self.digest)).into())
    }

    /// The mail; `None` if the entry has no address.
    pub fn letter(&self, season: &TournamentState<'_>) -> Option<OutgoingMail> {
        let address = self.entry.email.as_deref().filter(|address| is_address(address))?;
        let title = harmless(&season.tournament.title).replace(['\n', '\r'], " ").replace("--", "-");
        let stands = match (&self.stands, season.tournament.most_players) {
            (Standing::TurnedAway(reason), _) => {
                format!("The director has decided that you do not play in this tournament: {}.", harmless(reason))
            }
            (Standing::Waits(place), Some(most)) => format!(
                "The tournament has room for {most} players. You are number {place} on the waiting list, and will play when a \
                 place becomes free. If you no longer want to wait, withdraw: `adjutant tournament withdraw`."
            ),
            (_, Some(most)) => format!(
                "The tournament has room for {most} players, in the order in which the director takes their entries into the \
                 chain; a draw decides between those that come together. The roster will say who plays; it comes by mail."
            ),
            _ => "The roster will say who plays; it comes by mail.".to_owned(),
        };
        Some(OutgoingMail {
            from: None,
            to: vec![addressed(&self.entry.name, address)],
            subject: format!("{title}: your entry"),
            text: format!(
                "{},\n\nyour entry in '{title}' as {} has arrived. Its digest is\n{}\n\n{stands}\n",
                harmless(&self.entry.name),
                self.entry.player,
                self.digest
            ),
            id: format!("{}{}", self.said(season), season.head),
            thread: season.id.to_string(),
            answers: None,
            is_draft: false,
            date: chrono::Utc::now().timestamp(),
            attachments: Vec::new(),
        })
    }
}
