//! Entries, rosters and withdrawals (protocol 12.2).

use std::collections::BTreeSet;

use adjutant_core::document::Problem;
use adjutant_core::document::kinds::{Bytes32, Id};
use adjutant_core::trust::keys::check_public;

use super::apply::{Appealed, Player, TournamentState, unknown_player};
use crate::documents::Roster;
use crate::signed::{ParsedDocument, Typed};

impl TournamentState<'_> {
    /// Takes a document of a player.
    pub(super) fn take(&mut self, filed: &ParsedDocument) -> Result<(), Problem> {
        match &filed.typed {
            Typed::Entry(entry) => {
                check_public(&entry.key).map_err(|problem| problem.in_path("key"))?;
                filed.check_signature(&[entry.key])?;
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
                self.entries.insert(entry.player.clone(), (filed.digest, entry.clone()));
                Ok(())
            }
            Typed::Withdrawal(withdrawal) => {
                self.signed_by_player(filed, &withdrawal.player)?;
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
            });
        }
        self.rosters.push(roster.players.iter().map(|listed| listed.entry).collect());
        Ok(())
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
