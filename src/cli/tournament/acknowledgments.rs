//! Mails to those who have entered and are on no roster: that the entry has arrived, or their place on the waiting list.

use adjutant_mail::compose::{OutgoingMail, is_address};
use sha2::{Digest, Sha256};
use tournament::chain::Chain;
use tournament::documents::Entry;
use tournament::state::TournamentState;

use super::arrivals::Arrivals;
use super::folder::TournamentFolder;
use super::seats::addressed;
use crate::cli::Failure;
use crate::document::{Bytes32, harmless};

/// An entry that is on no roster.
pub struct WaitingEntry {
    digest: Bytes32,
    pub entry: Entry,
    /// Its place on the waiting list, from 1, if it is there because all places are taken.
    place: Option<usize>,
}

/// Everybody who has entered and is on no roster, in the order in which they get places. Entries that clash are not among them: the
/// director decides first.
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
        Some(WaitingEntry { digest: *digest, entry: entry.clone(), place: is_full.then_some(n + 1) })
    };
    Ok(after.waiting_list().into_iter().enumerate().filter_map(entry).collect())
}

impl WaitingEntry {
    /// What stands in the list of sent mails for what this mail says, so that it is sent again only when that changes.
    pub fn said(&self, season: &TournamentState<'_>) -> Bytes32 {
        let place = self.place.map_or("arrived".to_owned(), |place| format!("place {place}"));
        Bytes32(Sha256::digest(format!("of {}, the entry {}: {place}", season.id, self.digest)).into())
    }

    /// The mail; `None` if the entry has no address.
    pub fn letter(&self, season: &TournamentState<'_>) -> Option<OutgoingMail> {
        let address = self.entry.email.as_deref().filter(|address| is_address(address))?;
        let title = harmless(&season.tournament.title).replace(['\n', '\r'], " ").replace("--", "-");
        let stands = match (self.place, season.tournament.most_players) {
            (Some(place), Some(most)) => format!(
                "The tournament has room for {most} players. You are number {place} on the waiting list, and will play when a \
                 place becomes free."
            ),
            (_, Some(most)) => format!(
                "The tournament has room for {most} players, in the order of their entries. The roster will say who plays; it \
                 comes by mail."
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
