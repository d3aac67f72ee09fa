//! The short way through a match: write every state that ought to be there, and read only those whose bytes differ.
//!
//! Reading YAML is what verification would otherwise spend its time on. Nothing here decides anything: a state whose
//! bytes are the very ones that the writer gives holds the content that was written.

use std::collections::BTreeSet;

use crate::chain::adjudicate::{Stand, set_up};
use crate::chain::compose::with_refusal;
use crate::chain::folder::{MatchFiles, StateFile};
use crate::chain::games::Games;
use crate::chain::progress::Watch;
use crate::chain::timeline::Chain;
use crate::document::canonical::content;
use crate::document::decode::is_time;
use crate::document::{Bytes32, Value, write};
use crate::engine::{Game, Session};

/// Reads the states of a match by writing them. Answers the digests of those that are what they ought to be, given
/// the turns and the state before. Those that are `known` to be are passed over.
pub(super) fn prime(
    files: &MatchFiles,
    games: &Games,
    known: &BTreeSet<Bytes32>,
    watch: &dyn Watch,
) -> BTreeSet<Bytes32> {
    let mut proven = known.clone();
    let Ok(mut chain) = Chain::without_states(files) else { return proven };
    let Ok(game) = games.for_charter(&chain.charter.typed, files) else { return proven };
    let mut table: Option<Box<dyn Session>> = None;
    loop {
        let (step, parent) = match chain.newest() {
            Some(newest) => (newest.state.typed.step + 1, newest.state.digest),
            None => (0, chain.match_id),
        };
        // A state that was refused stands beside the one that came of the refusal. Where both are as they ought to be,
        // the long way decides.
        let candidates: Vec<&StateFile> = candidates(files, step, &parent).collect();
        let alone = candidates.len() == 1;
        if let [file] = candidates[..]
            && let Some(state) = file.looked_into().filter(|state| known.contains(&state.digest))
        {
            chain.push(state);
            table = None;
            continue;
        }
        if table.is_none() && !chain.line.is_empty() && !candidates.is_empty() {
            let Ok(stand) = Stand::newest(&chain, &*game) else { return proven };
            table = Some(stand.table);
        }
        let mut right = candidates.into_iter().filter_map(|file| {
            let table = if alone { table.take() } else { table.as_ref().map(|table| table.boxed_clone()) };
            Some((file, made_anew(&chain, &*game, table, file)?))
        });
        let (Some((file, next)), None) = (right.next(), right.next()) else { return proven };
        drop(right);
        let Ok(state) = file.get() else { return proven };
        proven.insert(state.digest);
        chain.push(state);
        watch.done(chain.line.len(), files.states.len());
        table = Some(next);
    }
}

/// The table after a state, if the state is what it ought to be after the newest of the chain, whose table is given. Its
/// file then holds what was written.
fn made_anew<'f>(
    chain: &Chain<'f>,
    game: &dyn Game,
    table: Option<Box<dyn Session>>,
    file: &'f StateFile,
) -> Option<Box<dyn Session>> {
    let skim = file.skim.as_ref()?;
    if !is_time(&skim.issued) || !skim.received.as_deref().is_none_or(is_time) {
        return None;
    }
    let made = match table {
        None => set_up(chain, game, &skim.issued).ok()?,
        Some(table) => {
            let stand = Stand { chain, game, at: chain.line.len() - 1, table };
            let turns: Option<Vec<_>> = skim.turns.iter().map(|digest| chain.turns.get(digest).copied()).collect();
            match (turns, skim.reveal) {
                (Some(turns), Some(reveal)) => {
                    stand.resolve(&turns, reveal, skim.received.as_deref(), &skim.issued).ok()?
                }
                // A ruling: it is read.
                _ => stand.readjudicate(file.get().ok()?).ok()?,
            }
        }
    };
    let made = with_refusal(made, skim.refusal);
    let mut whole = made.content;
    if let (Value::Object(fields), Ok(signatures)) = (&mut whole, serde_json::to_value(&skim.signatures)) {
        fields.insert("signatures".to_owned(), signatures);
    }
    if write(&whole).as_bytes() == *file.bytes {
        file.preset(whole);
    } else if !file.get().is_ok_and(|state| content(&state.document.content) == content(&whole)) {
        return None;
    }
    Some(made.table)
}

/// The files that say they hold this step on this parent.
fn candidates<'f>(files: &'f MatchFiles, step: u64, parent: &Bytes32) -> impl Iterator<Item = &'f StateFile> {
    let fits =
        move |file: &&StateFile| file.skim.as_ref().is_some_and(|skim| skim.step == step && skim.parent == *parent);
    files.states.iter().filter(fits)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::chain::{Chain, adjudicate, charter, sign};
    use crate::document::kinds::{RulesetPin, SeatEntry, SeedPin, TrustMode};
    use crate::trust::{SeedChain, SigningKey};
    use zeroize::Zeroizing;

    #[test]
    fn states_that_the_tool_wrote_need_not_be_read() {
        let new = charter::NewMatch {
            title: "The shortest".to_owned(),
            date: "2026-11-20T18:00:00Z".to_owned(),
            ruleset: RulesetPin { id: "toy".parse().unwrap(), revision: 1 },
            packs: Vec::new(),
            scenario: "field".parse().unwrap(),
            options: serde_json::Map::new(),
            trust: TrustMode::HeadToHead,
            pace_days: 3,
            continues: None,
        };
        let mut text = charter::draft(&new);
        let keys = [1, 2].map(|n| SigningKey::from_seed(&[n; 32]));
        for (n, side) in ["north", "south"].into_iter().enumerate() {
            let seeds = SeedChain::new(Zeroizing::new([n as u8; 32]), 1024).unwrap();
            let seat = SeatEntry {
                seat: side.parse().unwrap(),
                side: Some(side.parse().unwrap()),
                name: side.to_owned(),
                key: keys[n].public(),
                seed: SeedPin { anchor: seeds.anchor(), length: 1024 },
            };
            text = charter::join(&text, &seat).unwrap();
        }
        for (key, side) in keys.iter().zip(["north", "south"]) {
            text = sign::seal(&text, &side.parse().unwrap(), key).unwrap();
        }
        let games = Games::of(&[]).with_toy();
        let mut files = MatchFiles::default();
        files.add("charter.yaml", write(&text).as_bytes());
        let zero = {
            let chain = Chain::build(&files).unwrap();
            let game = games.for_charter(&chain.charter.typed, &files).unwrap();
            let zero = adjudicate::state_zero(&chain, &*game, "2026-11-20T19:00:00Z").unwrap();
            sign::seal(&zero.content, &"north".parse().unwrap(), &keys[0]).unwrap()
        };
        let good = write(&zero);
        files.add("0.yaml", good.as_bytes());
        assert_eq!(prime(&files, &games, &BTreeSet::new(), &()), BTreeSet::from([crate::document::digest(&zero)]));
        assert!(files.states[0].get().unwrap().document.mark("step").is_none(), "it was written, not read");

        // A stranger's writing of the same is read, and as good.
        let mut files = MatchFiles::default();
        files.add("charter.yaml", write(&text).as_bytes());
        files.add("0.yaml", good.replace("turns: []", "turns:    []").as_bytes());
        assert_eq!(prime(&files, &games, &BTreeSet::new(), &()).len(), 1);
        assert!(files.states[0].get().unwrap().document.mark("step").is_some());

        // A time that is none is left to the reader, who refuses it.
        let mut files = MatchFiles::default();
        files.add("charter.yaml", write(&text).as_bytes());
        files.add("0.yaml", good.replace("2026-11-20T19:00:00Z", "yesterday").as_bytes());
        assert!(prime(&files, &games, &BTreeSet::new(), &()).is_empty());
        assert!(files.states[0].get().is_err());
    }
}
