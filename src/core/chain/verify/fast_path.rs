//! The fast path of verification: compute every state that should be there, write it, and read only the files whose
//! bytes differ.
//!
//! Without this, verification would spend most of its time reading YAML. Nothing is decided here: a state whose bytes
//! equal what the writer produces holds exactly the content that was written.

use std::collections::BTreeSet;
use std::thread;

use crate::chain::adjudicate::{Adjudication, set_up};
use crate::chain::compose::with_refusal;
use crate::chain::games::Games;
use crate::chain::match_files::{MatchFiles, StateFile};
use crate::chain::progress::ProgressObserver;
use crate::chain::timeline::Chain;
use crate::document::canonical::content;
use crate::document::decode::is_time;
use crate::document::{Bytes32, Value, write};
use crate::session::{Game, Session};

use super::parallel::AssumedFirstHalf;

/// Reads the states of a match by writing them. Returns the digests of those that are as they should be, given the
/// turns and the state before; states in `known` are skipped.
pub fn prime(
    files: &MatchFiles,
    games: &Games,
    known: &BTreeSet<Bytes32>,
    observer: &dyn ProgressObserver,
) -> BTreeSet<Bytes32> {
    let Ok(chain) = Chain::without_states(files) else { return known.clone() };
    let Ok(game) = games.for_charter(&chain.charter.typed, files) else { return known.clone() };
    let supposed = if known.is_empty() { AssumedFirstHalf::of(files) } else { None };
    let mut first = Walk { chain, game: &*game, known, proven: known.clone(), table: None };
    let Some(supposed) = supposed else {
        first.advance_to(u64::MAX, &|done| observer.done(done, files.states.len()));
        return first.proven;
    };
    let middle = supposed.heads.len() as u64;
    // The second half takes as long as the first, whichever has more states.
    let half = |done: usize| observer.done(done * files.states.len() / (supposed.heads.len() + 1), files.states.len());
    let second = || {
        let mut chain = Chain::without_states(files).ok()?;
        supposed.heads.iter().for_each(|head| chain.push(head));
        chain.push(supposed.middle.get().ok()?);
        let mut walk = Walk { chain, game: &*game, known, proven: BTreeSet::new(), table: None };
        walk.advance_to(u64::MAX, &|_| ());
        Some(walk.proven)
    };
    // Two threads share the work; the result does not depend on which is faster.
    let second = thread::scope(|scope| {
        let other = thread::Builder::new().spawn_scoped(scope, second);
        first.advance_to(middle, &half);
        other.ok()?.join().ok()?
    });
    match second {
        Some(second) if supposed.begins(&first.chain.line) => first.proven.extend(second),
        _ => first.advance_to(u64::MAX, &|done| observer.done(done, files.states.len())),
    }
    first.proven
}

/// A walk along the states of a match.
struct Walk<'c, 'f> {
    /// The states up to the current one.
    chain: Chain<'f>,
    game: &'c dyn Game,
    known: &'c BTreeSet<Bytes32>,
    /// The states that are as they should be.
    proven: BTreeSet<Bytes32>,
    /// The table after the newest state, if it has been set up.
    table: Option<Box<dyn Session>>,
}

impl Walk<'_, '_> {
    /// Continues up to the state of step `last`, or to the first one that is not as it should be.
    fn advance_to(&mut self, last: u64, done: &dyn Fn(usize)) {
        while self.next_step() <= last && self.step().is_some() {
            done(self.chain.line.len());
        }
    }

    fn next_step(&self) -> u64 {
        self.chain.newest().map_or(0, |newest| newest.state.typed.step + 1)
    }

    /// Advances by one state; `None` if there is no next one, or none that is as it should be.
    fn step(&mut self) -> Option<()> {
        let files = self.chain.files;
        let parent = self.chain.newest().map_or(self.chain.match_id, |newest| newest.state.digest);
        // A refused state stands beside its replacement. Where both are as they should be, the full check decides.
        let mut candidates: Vec<&StateFile> = candidates(files, self.next_step(), &parent).collect();
        // Anybody can write many unsigned states; checking their signatures is quicker than adjudicating them.
        if candidates.len() > 1 {
            candidates.retain(|file| self.chain.has_signed(file));
        }
        let alone = candidates.len() == 1;
        if let [file] = candidates[..]
            && let Some(state) = file.if_read().filter(|state| self.known.contains(&state.digest))
        {
            self.chain.push(state);
            self.table = None;
            return Some(());
        }
        if self.table.is_none() && !self.chain.line.is_empty() && !candidates.is_empty() {
            self.table = Some(Adjudication::newest(&self.chain, self.game).ok()?.table);
        }
        let (chain, game, table) = (&self.chain, self.game, &mut self.table);
        let mut right = candidates.into_iter().filter_map(|file| {
            let table = if alone { table.take() } else { table.as_ref().map(|table| table.boxed_clone()) };
            Some((file, readjudicated(chain, game, table, file)?))
        });
        let (Some((file, next)), None) = (right.next(), right.next()) else { return None };
        drop(right);
        let state = file.get().ok()?;
        // What a turn must name after a replaced state depends on that state, which is not among these.
        if self.chain.newest().is_none_or(|newest| newest.state.typed.refusal.is_none()) {
            self.proven.insert(state.digest);
        }
        self.chain.push(state);
        self.table = Some(next);
        Some(())
    }
}

/// The table after a state, if the state correctly follows the newest state of the chain, whose table is given. Its
/// file then holds exactly what was written.
fn readjudicated<'f>(
    chain: &Chain<'f>,
    game: &dyn Game,
    table: Option<Box<dyn Session>>,
    file: &'f StateFile,
) -> Option<Box<dyn Session>> {
    let skim = file.peek_header()?;
    if !is_time(&skim.issued) || !skim.received.as_deref().is_none_or(is_time) {
        return None;
    }
    let made = match table {
        None => set_up(chain, game, &skim.issued).ok()?,
        Some(table) => {
            let adjudication = Adjudication { chain, game, at: chain.line.len() - 1, table };
            let turns: Option<Vec<_>> = skim.turns.iter().map(|digest| chain.turns.get(digest).copied()).collect();
            match (turns, skim.reveal) {
                (Some(turns), Some(reveal)) => {
                    adjudication.resolve(&turns, reveal, skim.received.as_deref(), &skim.issued).ok()?
                }
                // A ruling cannot be computed: it is read.
                _ => adjudication.readjudicate(file.get().ok()?).ok()?,
            }
        }
    };
    let made = with_refusal(made, skim.refusal, skim.spent);
    let mut whole = made.content;
    if let (Value::Object(fields), Ok(signatures)) = (&mut whole, serde_json::to_value(&skim.signatures)) {
        fields.insert("signatures".to_owned(), signatures);
    }
    if file.bytes.is(write(&whole).as_bytes()) {
        file.preset(whole);
    } else if !file.get().is_ok_and(|state| content(&state.document.content) == content(&whole)) {
        return None;
    }
    Some(made.table)
}

/// The files that claim to hold this step with this parent.
fn candidates<'f>(files: &'f MatchFiles, step: u64, parent: &Bytes32) -> impl Iterator<Item = &'f StateFile> {
    let fits =
        move |file: &&StateFile| file.peek_header().is_some_and(|skim| skim.step == step && skim.parent == *parent);
    files.states.iter().filter(fits)
}
