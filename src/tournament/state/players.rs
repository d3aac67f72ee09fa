//! Entries, rosters and withdrawals (protocol 12.2).

use std::collections::BTreeSet;

use adjutant_core::document::Problem;
use adjutant_core::document::kinds::{Bytes32, Id};
use adjutant_core::trust::keys::check_public;

use super::apply::{Appealed, Player, TournamentState, unknown_player};
use crate::documents::Roster;
use crate::signed::{ParsedDocument, Typed};

/// Ids that no player has: they name those who run tournaments and matches.
const RESERVED: [&str; 2] = ["director", "adjudicator"];

impl TournamentState<'_> {
    /// Takes a document of a player.
    pub(super) fn take(&mut self, filed: &ParsedDocument) -> Result<(), Problem> {
        match &filed.typed {
            Typed::Entry(entry) => {
                check_public(&entry.key).map_err(|problem| problem.in_path("key"))?;
                filed.check_signature(&[entry.key])?;
                if RESERVED.contains(&entry.player.as_str()) {
                    let problem = Problem::new(format!("'{}' is no player's id", entry.player)).in_path("player");
                    return Err(problem.rule("protocol 12.2").advice("enter under another id"));
                }
                if self.entries.contains_key(&entry.player) {
                    let problem = Problem::new(format!("a player called '{}' has already entered", entry.player));
                    return Err(problem.in_path("player").rule("protocol 12.2").advice("enter under another id"));
                }
                let known = |other: &&(Bytes32, crate::documents::Entry)| other.1.key == entry.key;
                if let Some((_, other)) = self.entries.values().find(known) {
                    let problem = Problem::new(format!("'{}' has already entered with this key", other.player));
                    return Err(problem.in_path("key").rule("protocol 12.2").advice("each player needs his own key"));
                }
                if let Some(other) = self.players.iter().find(|player| player.keys.contains(&entry.key)) {
                    let problem = Problem::new(format!("'{}' signs with this key", other.id)).in_path("key");
                    return Err(problem.rule("protocol 12.2").advice("each player needs his own key"));
                }
                self.entry_order.push(entry.player.clone());
                self.entries.insert(entry.player.clone(), (filed.digest, entry.clone()));
                Ok(())
            }
            Typed::Withdrawal(withdrawal) => {
                match (self.player(&withdrawal.player), self.entries.get(&withdrawal.player)) {
                    // Who waits for a place has signed his entry alone.
                    (None, Some((_, entry))) => filed.check_signature(&[entry.key])?,
                    _ => self.signed_by_player(filed, &withdrawal.player)?,
                }
                self.withdraw(&withdrawal.player)
            }
            Typed::ByeRequest(request) => {
                self.signed_by_player(filed, &request.player)?;
                self.ask_for_bye(request)
            }
            Typed::Appeal(appeal) => {
                self.signed_by_player(filed, &appeal.player)?;
                if !self.known.contains_key(&appeal.of) {
                    let problem = Problem::new("the chain has no such document");
                    return Err(problem.in_path("of").rule("protocol 12.4"));
                }
                self.appeals.push(Appealed {
                    digest: filed.digest,
                    appeal: appeal.clone(),
                    taken: self.next,
                    decided: None,
                });
                Ok(())
            }
            _ => Err(Problem::new("players do not sign documents of this kind").rule("protocol 12.2")),
        }
    }

    fn signed_by_player(&self, filed: &ParsedDocument, id: &Id) -> Result<(), Problem> {
        let player = self.player(id).ok_or_else(|| unknown_player(id).in_path("player"))?;
        filed.check_signature(&player.keys[player.keys.len() - 1..])
    }

    /// Closes the entries, or adds late players.
    pub(super) fn close_entries(&mut self, roster: &Roster) -> Result<(), Problem> {
        let refuse = |path: String, message: String| Err(Problem::new(message).in_path(path).rule("protocol 12.2"));
        if roster.players.is_empty() {
            return refuse("players".to_owned(), "a roster must name players".to_owned());
        }
        let mut here = BTreeSet::new();
        for (n, listed) in roster.players.iter().enumerate() {
            let path = format!("players[{n}]");
            let Some((digest, entry)) = self.entries.get(&listed.player) else {
                return refuse(format!("{path}.player"), format!("'{}' has not entered", listed.player));
            };
            if *digest != listed.entry {
                return refuse(format!("{path}.entry"), format!("this is not the entry of '{}'", listed.player));
            }
            if self.player(&listed.player).is_some() || !here.insert(&listed.player) {
                return refuse(format!("{path}.player"), format!("'{}' is already on the roster", listed.player));
            }
            if self.left.contains(&listed.player) {
                return refuse(format!("{path}.player"), format!("'{}' has left, or was turned away", listed.player));
            }
            if listed.team.is_some() && self.tournament.teams.is_none() {
                return refuse(format!("{path}.team"), "this tournament has no teams".to_owned());
            }
            self.players.push(Player {
                id: listed.player.clone(),
                name: entry.name.clone(),
                keys: vec![entry.key],
                email: entry.email.clone(),
                entry: *digest,
                roster: self.rosters.len(),
                rating: listed.rating,
                enters: self.rounds.len() as u32 + 1,
                leaves: None,
                penalty: 0,
                team: listed.team.clone(),
            });
        }
        let active = self.active().count();
        if let Some(most) = self.tournament.most_players.filter(|most| active > *most as usize) {
            let message =
                format!("with this roster {active} players would play, and the tournament has room for {most}");
            return refuse("players".to_owned(), message);
        }
        self.keep_teams_apart();
        self.rosters.push(roster.players.iter().map(|listed| listed.entry).collect());
        Ok(())
    }

    /// Keeps players of one team apart, if the announcement does.
    fn keep_teams_apart(&mut self) {
        if self.tournament.teams.and_then(|teams| teams.apart) != Some(true) {
            return;
        }
        let of_team = |player: &Player| Some((player.id.clone(), player.team.clone()?));
        let members: Vec<(Id, Id)> = self.players.iter().filter_map(of_team).collect();
        for (n, (one, team)) in members.iter().enumerate() {
            for (other, _) in members[n + 1..].iter().filter(|(_, his)| his == team) {
                if !self.is_kept_apart(one, other) {
                    self.apart.push([one.clone(), other.clone()]);
                }
            }
        }
    }

    /// The entries that were taken and are on no roster, in the order in which they were taken: a waiting list.
    pub fn waiting_list(&self) -> Vec<&Id> {
        self.entry_order.iter().filter(|id| self.player(id).is_none() && !self.left.contains(*id)).collect()
    }

    /// Whether the newest roster left no room, so that those who have entered before it may be waiting for some.
    pub fn was_full(&self) -> bool {
        let Some(newest) = self.players.last().map(|player| player.enters) else { return false };
        let then = self.players.iter().filter(|player| player.leaves.is_none_or(|leaves| leaves > newest)).count();
        self.tournament.most_players.is_some_and(|most| then >= most as usize)
    }

    /// How many more players the tournament has room for; `None` if there is no limit.
    pub fn room(&self) -> Option<usize> {
        Some((self.tournament.most_players? as usize).saturating_sub(self.active().count()))
    }

    /// Gives a player who has lost his key another one.
    pub(super) fn replace_key(&mut self, id: &Id, key: Bytes32) -> Result<(), Problem> {
        let refuse = |message: String| Err(Problem::new(message).in_path("effect.key.key").rule("protocol 12.4"));
        check_public(&key).map_err(|problem| problem.in_path("effect.key.key"))?;
        if let Some((_, other)) = self.entries.values().find(|(_, other)| other.key == key && other.player != *id) {
            return refuse(format!("'{}' has already entered with this key", other.player));
        }
        if let Some(other) = self.players.iter().find(|player| player.keys.contains(&key)) {
            return refuse(format!("'{}' has signed with this key", other.id));
        }
        self.player_mut(id).ok_or_else(|| unknown_player(id).in_path("effect.key.player"))?.keys.push(key);
        Ok(())
    }
}
