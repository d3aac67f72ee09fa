//! The state of a tournament, and how the documents of its chain change it.

use std::collections::{BTreeMap, BTreeSet};

use adjutant_core::document::Problem;
use adjutant_core::document::kinds::{Bytes32, Id};

use super::announcement::check_announcement;
use crate::chain::Chain;
use crate::documents::{Appeal, ByeRequest, Decision, Effect, GameResult, Kind, Round, Tournament};
use crate::signed::{ParsedDocument, Typed};

/// The most points that decisions can take from one player in total.
const MAX_PENALTY: u32 = 1_000_000;

/// A player of the tournament.
#[derive(Clone, Debug, PartialEq)]
pub struct Player {
    pub id: Id,
    pub name: String,
    /// Every key that he has signed with, newest last.
    pub keys: Vec<Bytes32>,
    pub email: Option<String>,
    /// The digest of his entry.
    pub entry: Bytes32,
    /// The index of the roster that lists him.
    pub roster: usize,
    pub rating: Option<u32>,
    /// The first round that he can be paired in.
    pub enters: u32,
    /// The first round that he can no longer be paired in.
    pub leaves: Option<u32>,
    /// Points that decisions have taken from him.
    pub penalty: u32,
    pub team: Option<Id>,
}

/// A result recorded in the chain.
#[derive(Clone, Debug, PartialEq)]
pub struct RecordedResult {
    pub digest: Bytes32,
    pub number: u64,
    pub result: GameResult,
}

/// An appeal, and the decision on it.
#[derive(Clone, Debug, PartialEq)]
pub struct Appealed {
    pub digest: Bytes32,
    pub appeal: Appeal,
    /// The number of the document that took it.
    pub taken: u64,
    /// The digest of the decision.
    pub decided: Option<Bytes32>,
}

/// A decision recorded in the chain.
#[derive(Clone, Debug, PartialEq)]
pub struct Decided {
    pub digest: Bytes32,
    pub number: u64,
    pub decision: Decision,
}

/// A problem with a document, and its file.
pub type WrongFile = Box<(String, Problem)>;

/// Which game: round, board and leg, each from 1.
pub type GameKey = (u32, u32, u32);

/// A tournament at one point of its chain.
#[derive(Clone, Debug)]
pub struct TournamentState<'d> {
    /// The digest of the announcement.
    pub id: Bytes32,
    pub tournament: &'d Tournament,
    /// The digest of the newest document.
    pub head: Bytes32,
    /// The number of the next document.
    pub next: u64,
    /// Entries that were taken, by player, whether or not a roster lists them.
    pub entries: BTreeMap<Id, (Bytes32, crate::documents::Entry)>,
    /// Their players, in the order in which the entries were taken.
    pub entry_order: Vec<Id>,
    /// Those of them who have left, or were turned away, before a roster listed them.
    pub left: BTreeSet<Id>,
    /// The players on the rosters, in order.
    pub players: Vec<Player>,
    /// The entries of each roster, from which the lots of its players are drawn.
    pub rosters: Vec<Vec<Bytes32>>,
    /// The seed of the draw of lots, once the first round has revealed it.
    pub seed: Option<Bytes32>,
    pub rounds: Vec<Round>,
    pub results: BTreeMap<GameKey, RecordedResult>,
    /// Results that have been replaced.
    pub superseded: Vec<RecordedResult>,
    pub decisions: Vec<Decided>,
    pub appeals: Vec<Appealed>,
    /// The byes that players have asked for, in the order in which their requests were taken.
    pub bye_requests: Vec<ByeRequest>,
    /// After which round the newest standings were published.
    pub published: u32,
    /// The time that decisions have granted to games, by round and board.
    pub extensions: BTreeMap<(u32, u32), String>,
    /// Players who do not meet in a Swiss.
    pub apart: Vec<[Id; 2]>,
    /// The players of each knock-out whose first round is paired, by the index of the stage: first seed first.
    pub(super) fields: BTreeMap<usize, Vec<usize>>,
    /// Every document of a player that was taken.
    pub(super) taken: BTreeSet<Bytes32>,
    /// Every document of the chain, by digest: what appeals and decisions may be about.
    pub(super) known: BTreeMap<Bytes32, Kind>,
}

impl<'d> TournamentState<'d> {
    /// The tournament with nothing but its announcement.
    ///
    /// # Errors
    /// The announcement is inconsistent.
    pub fn announced(chain: &Chain<'d>) -> Result<TournamentState<'d>, Problem> {
        check_announcement(chain.tournament).map_err(|problem| chain.announcement.place(problem))?;
        let id = chain.announcement.digest;
        Ok(TournamentState {
            id,
            tournament: chain.tournament,
            head: id,
            next: 1,
            entries: BTreeMap::new(),
            entry_order: Vec::new(),
            left: BTreeSet::new(),
            players: Vec::new(),
            rosters: Vec::new(),
            seed: None,
            rounds: Vec::new(),
            results: BTreeMap::new(),
            superseded: Vec::new(),
            decisions: Vec::new(),
            appeals: Vec::new(),
            bye_requests: Vec::new(),
            published: 0,
            extensions: BTreeMap::new(),
            apart: Vec::new(),
            fields: BTreeMap::new(),
            taken: BTreeSet::new(),
            known: BTreeMap::from([(id, Kind::Tournament)]),
        })
    }

    /// The tournament after the whole line of a chain.
    ///
    /// # Errors
    /// The first document that does not follow from those before it, with its file.
    pub fn of(chain: &Chain<'d>) -> Result<TournamentState<'d>, WrongFile> {
        let mut season = TournamentState::announced(chain)
            .map_err(|problem| Box::new((chain.announcement.file.clone(), problem)))?;
        for filed in &chain.line {
            season.apply(filed, &chain.from_players)?;
        }
        Ok(season)
    }

    /// Applies the next document of the chain, whose signature has been checked.
    ///
    /// # Errors
    /// It does not follow from the documents before it, or takes a document that is missing or invalid; with the file
    /// at fault.
    pub fn apply(
        &mut self,
        filed: &ParsedDocument,
        from_players: &BTreeMap<Bytes32, &ParsedDocument>,
    ) -> Result<(), WrongFile> {
        let Some(link) = filed.link() else { return Ok(()) };
        let at = |problem: Problem| Box::new((filed.file.clone(), filed.place(problem)));
        if link.number != self.next {
            let message =
                format!("this is document {} of the chain, and document {} comes next", link.number, self.next);
            return Err(at(Problem::new(message).in_path("number").rule("protocol 12.1")));
        }
        if link.parent != self.head {
            let problem = Problem::new("this document does not name the one before it");
            return Err(at(problem.in_path("parent").rule("protocol 12.1")));
        }
        for (n, digest) in link.takes.iter().enumerate() {
            let path = format!("takes[{n}]");
            let Some(taken) = from_players.get(digest) else {
                return Err(altered(from_players, digest).unwrap_or_else(|| {
                    let message = format!("the player's document {digest}, which this document takes, is missing");
                    let problem = Problem::new(message).in_path(path).rule("protocol 12.2");
                    at(problem.advice("restore it from a backup, or ask the director for it"))
                }));
            };
            if !self.taken.insert(*digest) {
                return Err(at(Problem::new("this document has already been taken")
                    .in_path(path)
                    .rule("protocol 12.2")));
            }
            self.take(taken).map_err(|problem| Box::new((taken.file.clone(), taken.place(problem))))?;
        }
        match &filed.typed {
            Typed::Roster(roster) => self.close_entries(roster),
            Typed::Round(round) => self.pair(round),
            Typed::Result(result) => self.record(filed.digest, result),
            Typed::Decision(decision) => self.decide(filed.digest, decision),
            Typed::Standings(standings) => self.publish(standings),
            Typed::Tournament(_) | Typed::Entry(_) | Typed::Withdrawal(_) | Typed::ByeRequest(_) | Typed::Appeal(_) => {
                Ok(())
            }
        }
        .map_err(at)?;
        self.known.insert(filed.digest, filed.kind());
        self.head = filed.digest;
        self.next += 1;
        Ok(())
    }

    /// Takes a document of a player if it is valid; otherwise nothing changes.
    ///
    /// # Errors
    /// It was taken before, or is invalid.
    pub fn try_take(&mut self, filed: &ParsedDocument) -> Result<(), Problem> {
        if self.taken.contains(&filed.digest) {
            return Err(Problem::new("this document has already been taken").rule("protocol 12.2"));
        }
        let mut after = self.clone();
        after.take(filed)?;
        after.taken.insert(filed.digest);
        *self = after;
        Ok(())
    }

    /// The player of an id.
    pub fn player(&self, id: &Id) -> Option<&Player> {
        self.players.iter().find(|player| player.id == *id)
    }

    pub(super) fn player_mut(&mut self, id: &Id) -> Option<&mut Player> {
        self.players.iter_mut().find(|player| player.id == *id)
    }

    /// The players on a roster who have not left.
    pub fn active(&self) -> impl Iterator<Item = &Player> {
        let next = self.rounds.len() as u32 + 1;
        self.players.iter().filter(move |player| player.leaves.is_none_or(|leaves| leaves > next))
    }

    /// Whether a document of a player was taken.
    pub fn has_taken(&self, digest: &Bytes32) -> bool {
        self.taken.contains(digest)
    }

    /// Checks that an official may sign documents about a game: not if he plays in it himself.
    ///
    /// # Errors
    /// The official plays in it.
    pub(super) fn no_party(&self, by: &Id, players: &[&Id]) -> Result<(), Problem> {
        let key = crate::chain::official_key(self.tournament, by);
        let plays = |id: &&&Id| self.player(id).is_some_and(|player| key.is_some_and(|key| player.keys.contains(&key)));
        match players.iter().find(plays) {
            None => Ok(()),
            Some(player) => {
                let message = format!("'{by}' plays in this game as {player}, and cannot judge it");
                let problem = Problem::new(message).in_path("by").rule("protocol 12.4");
                Err(problem.advice("a deputy or the director must sign it"))
            }
        }
    }

    pub(super) fn withdraw(&mut self, id: &Id) -> Result<(), Problem> {
        let next = self.rounds.len() as u32 + 1;
        if self.player(id).is_none() && self.entries.contains_key(id) {
            self.left.insert(id.clone());
            return Ok(());
        }
        let player = self.player_mut(id).ok_or_else(|| unknown_player(id))?;
        player.leaves = Some(player.leaves.map_or(next, |leaves| leaves.min(next)));
        Ok(())
    }

    /// Applies the effect of a decision.
    pub(super) fn carry_out(&mut self, effect: &Effect) -> Result<(), Problem> {
        match effect {
            Effect::Withdraw(player) => self.withdraw(player),
            Effect::Penalty { player, points } => {
                let player = self.player_mut(player).ok_or_else(|| unknown_player(player))?;
                let sum = player.penalty.checked_add(*points).filter(|sum| *sum <= MAX_PENALTY);
                let problem =
                    Problem::new(format!("a penalty can be at most {MAX_PENALTY} points")).rule("protocol 12.4");
                player.penalty = sum.ok_or_else(|| problem.in_path("effect.penalty.points"))?;
                Ok(())
            }
            Effect::Key { player, key } => self.replace_key(player, *key),
            Effect::Extend { round, board, until } => self.extend(*round, *board, until),
            Effect::Replace { round, board, leg } => match self.results.contains_key(&(*round, *board, *leg)) {
                true => Ok(()),
                false => Err(Problem::new("this game has no result to replace").rule("protocol 12.4")),
            },
            Effect::Apart(players) => self.keep_apart(players),
        }
    }
}

/// The entry that was altered after the chain took it, if one here has no valid signature: most likely the one with the digest
/// that is missing.
fn altered(from_players: &BTreeMap<Bytes32, &ParsedDocument>, digest: &Bytes32) -> Option<WrongFile> {
    from_players.values().find_map(|filed| {
        let Typed::Entry(entry) = &filed.typed else { return None };
        let problem = filed.check_signature(&[entry.key]).err()?;
        let message = format!(
            "this entry was altered after it was signed, and the document {digest} is missing, which the chain has taken"
        );
        let problem = Problem { message, ..problem }.rule("protocol 12.2");
        Some(Box::new((filed.file.clone(), problem.advice("restore it from a backup, or ask the director for it"))))
    })
}

/// The problem of an id that no player has.
pub(super) fn unknown_player(id: &Id) -> Problem {
    Problem::new(format!("no player of this tournament is called '{id}'")).rule("protocol 12.2")
}
