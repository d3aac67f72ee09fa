//! The standings of teams, which follow from those of their players (protocol 12.3).

use std::collections::BTreeMap;

use adjutant_core::document::kinds::Id;

use super::apply::TournamentState;
use crate::documents::{StandingsRow, TeamRow};

impl TournamentState<'_> {
    /// The standings of the teams by those of the players: of each team the best members count, as many as announced.
    /// Their points come first, then the lower sum of their places. Teams that are level in both share a place.
    pub fn team_rows(&self, rows: &[StandingsRow]) -> Vec<TeamRow> {
        let Some(rule) = self.tournament.teams else { return Vec::new() };
        let mut members: BTreeMap<&Id, Vec<&StandingsRow>> = BTreeMap::new();
        for row in rows {
            if let Some(team) = self.player(&row.player).and_then(|player| player.team.as_ref()) {
                members.entry(team).or_default().push(row);
            }
        }
        let counted = rule.counted.map_or(usize::MAX, |counted| counted as usize);
        let of_team = |(team, members): (&&Id, &Vec<&StandingsRow>)| {
            // The rows of the players are in order, so the best come first.
            let best = || members.iter().take(counted);
            TeamRow {
                rank: 0,
                team: (*team).clone(),
                points: best().map(|row| row.points).sum(),
                places: best().map(|row| row.rank).sum(),
            }
        };
        let mut teams: Vec<TeamRow> = members.iter().map(of_team).collect();
        let order = |row: &TeamRow| (std::cmp::Reverse(row.points), row.places);
        teams.sort_by_key(order);
        for at in 0..teams.len() {
            teams[at].rank = match at.checked_sub(1).map(|before| &teams[before]) {
                Some(before) if order(before) == order(&teams[at]) => before.rank,
                _ => at as u32 + 1,
            };
        }
        teams
    }
}
