//! What players have sent, and what it waits for: documents that the next one of the chain takes, and those on which
//! somebody must decide first.

use tournament::chain::Chain;
use tournament::documents::Kind;
use tournament::signed::{ParsedDocument, Typed};
use tournament::state::TournamentState;

use super::clashing_entries::{EntryClash, clashes, waiting};
use super::folder::TournamentFolder;
use super::take::kind_words;
use crate::cli::{Diagnostic, Failure};
use crate::document::{Id, Problem, harmless};

/// Something that has arrived, in a clause, and the command for it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Arrival {
    pub what: String,
    pub command: String,
}

/// What has arrived in a tournament.
pub struct Arrivals<'d, 's> {
    /// Clashing entries, which wait for the director.
    pub clashes: Vec<EntryClash<'d>>,
    /// What the next document of the chain takes.
    pub come: Vec<&'d ParsedDocument>,
    /// What no document can take, with the reason.
    pub untaken: Vec<(&'d ParsedDocument, String)>,
    /// The tournament once everything that has come is taken.
    pub after: TournamentState<'s>,
}

impl<'d, 's> Arrivals<'d, 's> {
    /// What has arrived in a folder.
    ///
    /// # Errors
    /// A document that can be taken cannot be taken together with the others.
    pub fn of(
        folder: &TournamentFolder,
        chain: &Chain<'d>,
        season: &TournamentState<'s>,
    ) -> Result<Arrivals<'d, 's>, Failure> {
        let clashes = clashes(folder, chain, season);
        let come = waiting(folder, chain, season);
        let mut after = season.clone();
        for filed in &come {
            after.try_take(filed).map_err(|problem| folder.refused(&filed.file, filed.place(problem)))?;
        }
        let known = |filed: &&ParsedDocument| {
            let is_it = |other: &ParsedDocument| other.digest == filed.digest;
            season.has_taken(&filed.digest)
                || come.iter().any(|other| is_it(other))
                || clashes.iter().any(|clash| is_it(clash.filed))
        };
        let rest = chain.from_players.values().copied().filter(|filed| !known(filed));
        let untaken = rest.filter_map(|filed| {
            let why = after.clone().try_take(filed).err()?.message;
            Some((filed, why))
        });
        let untaken = untaken.collect();
        Ok(Arrivals { clashes, come, untaken, after })
    }

    /// What a round that is paired now leaves out: players who have entered and are on no roster, entries that clash, and
    /// appeals on which nobody has decided.
    pub fn left_out(&self, chain: &Chain<'_>) -> Vec<Arrival> {
        let mut left = Vec::new();
        for clash in &self.clashes {
            let which = clash.short();
            let what = format!(
                "entries clash: {} ({}); accept it with --entry {which}, or reject it",
                clash.words(),
                clash.filed.file
            );
            left.push(Arrival { what, command: format!("roster --reject {which}") });
        }
        // Where a roster left no room, those whom it left out wait for a place.
        let waits = self.after.was_full();
        let new = self.after.waiting_list().into_iter().filter_map(|id| Some((id, self.after.entries.get(id)?)));
        let new = new.filter(|(_, (digest, _))| waits || !was_considered(chain, digest));
        let mut new: Vec<_> = new.take(self.after.room().unwrap_or(usize::MAX)).collect();
        new.sort_by_key(|(id, _)| *id);
        let new: Vec<String> =
            new.into_iter().map(|(id, (_, entry))| format!("{} ({id})", harmless(&entry.name))).collect();
        let what = match new.as_slice() {
            [] => None,
            [one] => Some(format!("the entry of {one} has arrived and is on no roster")),
            [first, more @ ..] => Some(format!(
                "the entry of {first} has arrived, and so have those of {}; they are on no roster",
                more.join(", ")
            )),
        };
        left.extend(what.map(|what| Arrival { what, command: "roster".to_owned() }));
        for appealed in self.after.appeals.iter().filter(|appealed| appealed.decided.is_none()) {
            let (player, reason) = (&appealed.appeal.player, harmless(&appealed.appeal.reason));
            let what = format!("{player} has appealed, and nobody has decided: {reason}");
            left.push(Arrival { what, command: format!("decide --appeal {player} --reason \"…\"") });
        }
        left
    }

    /// What the next document of the chain takes without anybody's decision, each with what follows from it.
    pub fn taken_next(&self) -> Vec<String> {
        let of_player = |filed: &&&ParsedDocument| !matches!(filed.kind(), Kind::Entry | Kind::Appeal);
        let words = |filed: &&ParsedDocument| {
            let (kind, player) = (kind_words(filed), filed.signer());
            match &filed.typed {
                Typed::Withdrawal(one) if self.after.left.contains(&one.player) => {
                    format!("the {kind} of {player} has arrived: {player} no longer waits for a place")
                }
                Typed::Withdrawal(_) => format!("the {kind} of {player} has arrived: {player} plays no further round"),
                Typed::ByeRequest(one) => format!("the {kind} of {player} has arrived, for round {}", one.round),
                _ => format!("the {kind} of {player} has arrived"),
            }
        };
        self.come.iter().filter(of_player).map(words).collect()
    }

    /// What no document can take, one line each.
    pub fn untaken_lines(&self) -> String {
        let line = |(filed, why): &(&ParsedDocument, String)| {
            format!("The {} in {} cannot be taken: {why}.\n", kind_words(filed), filed.file)
        };
        self.untaken.iter().map(line).collect()
    }
}

/// Whether a roster was signed when or after the chain took this entry: then it was left out on purpose.
fn was_considered(chain: &Chain<'_>, entry: &crate::document::Bytes32) -> bool {
    let taken = chain.line.iter().position(|filed| filed.link().is_some_and(|link| link.takes.contains(entry)));
    let roster = chain.line.iter().rposition(|filed| filed.kind() == Kind::Roster);
    taken.is_some_and(|taken| roster.is_some_and(|roster| roster >= taken))
}

/// The largest field whose next round is tried out to see whether it can be paired.
const TRIED: usize = 100;

/// Why the next round cannot be paired as the documents stand, with what to do.
pub fn why_no_round(season: &TournamentState<'_>) -> Option<Problem> {
    if season.active().count() > TRIED {
        return None;
    }
    let asked: Vec<Id> = season.asked_byes().into_iter().map(|asked| asked.player).collect();
    season.next_round(&asked, &[]).err()
}

/// The refusal to pair a round that leaves out what has arrived.
pub fn ask_first(folder: &TournamentFolder, left: &[Arrival], round: usize) -> Failure {
    let one = |arrival: &Arrival| -> Diagnostic {
        let command = folder.hint(&arrival.command);
        let problem = Problem::new(arrival.what.clone()).rule("protocol 12.3");
        problem.advice(format!("first `{command}`; or pair round {round} without this, with --yes")).into()
    };
    Failure::Negative(left.iter().map(one).collect())
}

/// The same as lines of text.
pub fn lines(left: &[Arrival]) -> String {
    left.iter().map(|arrival| format!("Left out: {}.\n", arrival.what)).collect()
}
