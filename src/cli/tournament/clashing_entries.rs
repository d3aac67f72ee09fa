//! Entries with the same id, key or name as another. The first one counts; the director decides about the others.

use std::collections::BTreeSet;

use sha2::{Digest, Sha256};
use tournament::chain::Chain;
use tournament::documents::{Entry, Kind};
use tournament::signed::{ParsedDocument, Typed};
use tournament::state::TournamentState;

use super::folder::{CLASHING, TournamentFolder};
use crate::document::{Bytes32, Id, Value, harmless};
use crate::report::clean;

/// What two entries have in common.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ClashKind {
    /// The id and the key: the same player has signed two entries.
    IdAndKey,
    Id,
    Key,
    /// The name; both may count, if they are two different people.
    Name,
}

/// An entry that clashes with an earlier one.
#[derive(Clone, Debug)]
pub struct EntryClash<'d> {
    pub filed: &'d ParsedDocument,
    pub entry: &'d Entry,
    pub same: ClashKind,
    /// The player of the other entry, and that entry's digest.
    pub other: Id,
    pub other_digest: Bytes32,
}

impl EntryClash<'_> {
    /// Whether only one of the two entries can count.
    pub fn is_exclusive(&self) -> bool {
        self.same != ClashKind::Name
    }

    /// The digest prefix by which the director names the entry.
    pub fn short(&self) -> String {
        short(&self.filed.digest)
    }

    /// What is wrong, in words.
    pub fn words(&self) -> String {
        clash_words(self.entry, self.same, &self.other)
    }
}

/// The beginning of a digest, which identifies an entry on the command line.
pub fn short(digest: &Bytes32) -> String {
    digest.to_string().chars().take(8).collect()
}

/// What is wrong with an entry, in words.
pub fn clash_words(entry: &Entry, same: ClashKind, other: &Id) -> String {
    let (player, name) = (&entry.player, harmless(&entry.name).into_owned());
    match same {
        ClashKind::IdAndKey => {
            format!("'{player}' has signed two entries with one key; this one has the name '{name}'")
        }
        ClashKind::Id => {
            format!("'{name}' enters as '{player}', but '{player}' has already entered with a different key")
        }
        ClashKind::Key => format!("'{name}' enters as '{player}' with the same key as '{other}'"),
        ClashKind::Name => format!("'{player}' enters under the same name as '{other}': '{name}'"),
    }
}

/// What two entries have in common, if anything.
pub fn same(entry: &Entry, other: &Entry) -> Option<ClashKind> {
    match (entry.player == other.player, entry.key == other.key) {
        (true, true) => Some(ClashKind::IdAndKey),
        (true, false) => Some(ClashKind::Id),
        (false, true) => Some(ClashKind::Key),
        (false, false) => (plain(&entry.name) == plain(&other.name)).then_some(ClashKind::Name),
    }
}

/// A name in the form used for comparison: without capitals, and with single spaces.
pub fn plain(name: &str) -> String {
    clean(name).to_lowercase().split_whitespace().collect::<Vec<_>>().join(" ")
}

/// The entries that clash. Entries count in this order: those already in the chain, those that the director accepts
/// now, those that came first, and last those that were set aside.
pub fn clashes<'d>(folder: &TournamentFolder, chain: &Chain<'d>, season: &TournamentState<'_>) -> Vec<EntryClash<'d>> {
    let entry = |filed: &'d ParsedDocument| match &filed.typed {
        Typed::Entry(entry) => Some((filed, entry)),
        _ => None,
    };
    let mut all: Vec<(&'d ParsedDocument, &'d Entry)> = chain
        .from_players
        .values()
        .copied()
        .filter_map(entry)
        .filter(|(filed, _)| has_valid_signature(filed))
        .collect();
    all.sort_by_key(|(filed, entry)| {
        let aside = filed.file.starts_with(CLASHING);
        let accepted = folder.accepted.contains(&filed.digest);
        (!season.has_taken(&filed.digest), !accepted, aside, entry.written.clone(), filed.digest)
    });
    let (mut counted, mut found): (Vec<(&'d ParsedDocument, &'d Entry)>, Vec<EntryClash<'d>>) =
        (Vec::new(), Vec::new());
    for (filed, entry) in all {
        let is_settled = season.has_taken(&filed.digest);
        let accepted = folder.accepted.contains(&filed.digest);
        let clash = counted.iter().filter(|_| !is_settled).find_map(|(before, other)| {
            // Two people with the same name may both play, if the director accepts either entry.
            let is_let_in = accepted || folder.accepted.contains(&before.digest);
            let same = same(entry, other).filter(|same| !(is_let_in && *same == ClashKind::Name))?;
            Some(EntryClash { filed, entry, same, other: other.player.clone(), other_digest: before.digest })
        });
        match clash {
            Some(clash) => found.push(clash),
            None => counted.push((filed, entry)),
        }
    }
    found
}

fn has_valid_signature(filed: &ParsedDocument) -> bool {
    match &filed.typed {
        Typed::Entry(entry) => filed.check_signature(&[entry.key]).is_ok(),
        _ => false,
    }
}

/// What players have signed and no document has taken yet, as far as the next document can take it. Entries that clash wait
/// for the director. Entries are in an order that nobody's own date steers (TN-18), everything else in that of its date.
pub fn waiting<'d>(
    folder: &TournamentFolder,
    chain: &Chain<'d>,
    season: &TournamentState<'_>,
) -> Vec<&'d ParsedDocument> {
    let clashing: BTreeSet<Bytes32> =
        clashes(folder, chain, season).into_iter().map(|clash| clash.filed.digest).collect();
    let mut waiting: Vec<&ParsedDocument> =
        chain.from_players.values().copied().filter(|filed| !season.has_taken(&filed.digest)).collect();
    let written =
        |filed: &ParsedDocument| filed.document.content.get("written").and_then(Value::as_str).map(str::to_owned);
    let drawn = |filed: &ParsedDocument| {
        let hash = Sha256::new().chain_update(b"adjutant/1 waiting\n").chain_update(season.head.0);
        Bytes32(hash.chain_update(filed.digest.0).finalize().into())
    };
    waiting.sort_by_key(|filed| match filed.kind() {
        Kind::Entry => (Kind::Entry, None, drawn(filed)),
        kind => (kind, written(filed), filed.digest),
    });
    let mut trial = season.clone();
    waiting.retain(|filed| !clashing.contains(&filed.digest) && trial.try_take(filed).is_ok());
    waiting
}
