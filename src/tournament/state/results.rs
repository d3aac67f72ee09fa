//! Results of games, and the standings that follow from them (protocol 12.3).

use adjutant_core::document::Problem;
use adjutant_core::document::kinds::{Bytes32, Id};

use super::apply::{GameKey, RecordedResult, TournamentState};
use crate::crosstable::{How, area_rating};
use crate::documents::{Effect, GameResult, Round, Standings};

/// The largest possible margin of a game.
const MAX_MARGIN: u32 = 1_000_000_000;

impl TournamentState<'_> {
    /// Records the result of a game.
    pub(super) fn record(&mut self, digest: Bytes32, result: &GameResult) -> Result<(), Problem> {
        let key = (result.round, result.board, result.leg.unwrap_or(1));
        let players = self.players_of(key)?;
        self.no_party(&result.by, &[&players[0], &players[1]])?;
        if let Some(winner) = result.winner.as_ref().filter(|winner| !players.contains(winner)) {
            let message = format!("'{winner}' does not play on board {} of round {}", key.1, key.0);
            return Err(refused("winner", message));
        }
        self.check_how(result)?;
        if let Some(id) = result.match_id {
            let counted =
                self.results.iter().find(|(other, recorded)| **other != key && recorded.result.match_id == Some(id));
            if let Some((other, _)) = counted {
                let message = format!("this match already counts for board {} of round {}", other.1, other.0);
                return Err(refused("match", message));
            }
        }
        match (self.results.get(&key), result.supersedes) {
            (None, None) => {}
            (None, Some(_)) => return Err(refused("supersedes", "the game has no result to replace")),
            (Some(_), None) => {
                let problem = refused("", "this game already has a result");
                return Err(problem.advice(
                    "to replace it, sign a decision first: `adjutant tournament decide --reason WHY --replace GAME`",
                ));
            }
            (Some(earlier), Some(supersedes)) if earlier.digest != supersedes => {
                return Err(refused("supersedes", "this is not the current result"));
            }
            (Some(_), Some(_)) => self.replacement_is_ordered(key, result.decision)?,
        }
        let recorded = RecordedResult { digest, number: self.next, result: result.clone() };
        self.superseded.extend(self.results.insert(key, recorded));
        Ok(())
    }

    /// The two players of a game; the first plays the first side of the board's first game.
    ///
    /// # Errors
    /// There is no such game.
    pub fn players_of(&self, (round, board, leg): GameKey) -> Result<[Id; 2], Problem> {
        let paired = self.round(round).ok_or_else(|| refused("round", format!("round {round} is not paired")))?;
        let plan = paired.boards.iter().find(|plan| plan.board == board);
        let plan = plan.ok_or_else(|| refused("board", format!("round {round} has no board {board}")))?;
        let legs = self.scheduled(round).map_or(1, |scheduled| scheduled.legs);
        if leg == 0 || leg > legs {
            return Err(refused("leg", format!("a board of round {round} has {legs} games")));
        }
        let sides = self.sides_of(paired);
        match sides.map(|sides| sides.each_ref().map(|side| plan.sides.get(side).cloned())) {
            Some([Some(first), Some(second)]) => Ok([first, second]),
            _ => Err(refused("board", format!("board {board} of round {round} has only one player"))),
        }
    }

    /// The sides of a game, each with the player who plays it in that game.
    pub fn seats_of(&self, key: GameKey) -> Option<[(&Id, Id); 2]> {
        let [first, second] = self.sides_of(self.round(key.0)?)?;
        let [one, two] = self.players_of(key).ok()?;
        Some(if key.2.is_multiple_of(2) { [(first, two), (second, one)] } else { [(first, one), (second, two)] })
    }

    /// The round with this number, if it is paired.
    pub fn round(&self, round: u32) -> Option<&Round> {
        self.rounds.get(usize::try_from(round.checked_sub(1)?).ok()?)
    }

    /// The two sides of the game that a round plays.
    pub fn sides_of(&self, round: &Round) -> Option<&[Id; 2]> {
        self.tournament.games.iter().find(|game| game.id == round.game).map(|game| &game.sides)
    }

    /// Every game of the rounds so far, in order.
    pub fn games(&self) -> Vec<GameKey> {
        let of_round = |round: &Round| {
            let legs = self.scheduled(round.round).map_or(1, |scheduled| scheduled.legs);
            let boards = round.boards.iter().map(|plan| plan.board);
            let games = boards.flat_map(move |board| (1..=legs).map(move |leg| (board, leg)));
            games.map(|(board, leg)| (round.round, board, leg)).collect::<Vec<GameKey>>()
        };
        self.rounds.iter().flat_map(of_round).collect()
    }

    /// The games that have no result yet.
    pub fn open_games(&self) -> Vec<GameKey> {
        self.games().into_iter().filter(|key| !self.results.contains_key(key)).collect()
    }

    /// The games that were played or adjudicated, in order, for ratings; without forfeits.
    pub fn rated_games(&self) -> Vec<area_rating::Game> {
        let game = |(key, recorded): (&GameKey, &RecordedResult)| {
            let result = &recorded.result;
            let players = self.players_of(*key).ok().filter(|_| result.how.is_played())?;
            let [first, second] =
                if key.2.is_multiple_of(2) { [&players[1], &players[0]] } else { [&players[0], &players[1]] };
            let outcome = match &result.winner {
                None => area_rating::Outcome::Drawn,
                Some(winner) if winner == first => area_rating::Outcome::Won,
                Some(_) => area_rating::Outcome::Lost,
            };
            Some(area_rating::Game { players: [first.to_string(), second.to_string()], outcome })
        };
        self.results.iter().filter_map(game).collect()
    }

    /// The same by scenario: which side won, 0 the first and 1 the second, and by how much. Games in which the players
    /// bid for the sides are left out, since no document of the tournament says who played which, and games with a handicap.
    pub fn results_by_side(&self) -> Vec<(String, Option<usize>, i64)> {
        let game = |(key, recorded): (&GameKey, &RecordedResult)| {
            let result = &recorded.result;
            let players = self.players_of(*key).ok().filter(|_| result.how.is_played())?;
            let plan = self.game_of(self.round(key.0)?)?;
            let bids = plan.options.get("side_bids") == Some(&serde_json::Value::Bool(true));
            if bids || plan.options.contains_key("handicap") {
                return None;
            }
            let exchanged = key.2.is_multiple_of(2);
            let winner = result.winner.as_ref();
            let side = winner.map(|winner| usize::from((players[1] == *winner) != exchanged));
            Some((format!("{} {}", plan.ruleset.id, plan.scenario), side, result.margin.map_or(0, i64::from)))
        };
        self.results.iter().filter_map(game).collect()
    }

    fn check_how(&self, result: &GameResult) -> Result<(), Problem> {
        let proved = result.match_id.is_some() && result.state.is_some();
        let explained = result.reason.as_deref().is_some_and(|reason| !reason.trim().is_empty());
        match result.how {
            How::Played if !proved => {
                Err(refused("match", "the result of a played game must name its match and its last state"))
            }
            How::Forfeit if result.winner.is_none() => Err(refused("winner", "a forfeit needs a winner")),
            How::DoubleForfeit if result.winner.is_some() => {
                Err(refused("winner", "nobody wins where both players forfeit"))
            }
            How::Adjudicated | How::Forfeit | How::DoubleForfeit if !explained => {
                Err(refused("reason", "a result that no match proves needs a reason"))
            }
            _ if result.margin.is_some_and(|margin| margin > MAX_MARGIN) => {
                Err(refused("margin", format!("a margin is at most {MAX_MARGIN}")))
            }
            _ if result.winner.is_none() && result.margin.is_some_and(|margin| margin > 0) => {
                Err(refused("margin", "a drawn game has no margin"))
            }
            _ => Ok(()),
        }
    }

    /// Checks that a decision has ordered a result to be replaced, and has not been used for that before.
    fn replacement_is_ordered(&self, (round, board, leg): GameKey, decision: Option<Bytes32>) -> Result<(), Problem> {
        let wanted = Effect::Replace { round, board, leg };
        let ordered = self.decisions.iter().find(|decided| Some(decided.digest) == decision);
        if ordered.is_none_or(|decided| decided.decision.effect.as_ref() != Some(&wanted)) {
            let problem = refused("decision", "no decision orders this result to be replaced");
            return Err(problem.advice("sign one first: `adjutant tournament decide --reason WHY --replace GAME`"));
        }
        let used = self.results.values().chain(&self.superseded).any(|other| other.result.decision == decision);
        match used {
            true => Err(refused("decision", "this decision has already been carried out")),
            false => Ok(()),
        }
    }

    /// The games whose results decisions have ordered to be replaced, and that have not been replaced yet; each with
    /// the number of its decision.
    pub fn pending_replacements(&self) -> Vec<(GameKey, u64)> {
        let carried_out = |digest| {
            let mut all = self.results.values().chain(&self.superseded);
            all.any(|recorded| recorded.result.decision == Some(digest))
        };
        let pending = self.decisions.iter().filter_map(|decided| match decided.decision.effect {
            Some(Effect::Replace { round, board, leg }) if !carried_out(decided.digest) => {
                Some(((round, board, leg), decided.number))
            }
            _ => None,
        });
        pending.collect()
    }

    /// Checks that published standings are the ones that follow from the documents.
    pub(super) fn publish(&mut self, standings: &Standings) -> Result<(), Problem> {
        let now = self.rounds.len() as u32;
        if standings.after != now || now == 0 {
            return Err(refused("after", format!("{now} rounds have been paired")));
        }
        if let Some((round, board, _)) = self.open_games().first() {
            return Err(refused("after", format!("board {board} of round {round} has no result yet")));
        }
        let due = self.standings_rows()?;
        let differs = due.iter().zip(&standings.rows).position(|(due, row)| due != row);
        let differs =
            differs.or_else(|| (due.len() != standings.rows.len()).then(|| due.len().min(standings.rows.len())));
        match differs {
            None => {
                let teams = self.team_rows(&due);
                let differs =
                    (0..teams.len().max(standings.teams.len())).find(|n| teams.get(*n) != standings.teams.get(*n));
                if let Some(n) = differs {
                    let due = teams
                        .get(n)
                        .map_or("no team".to_owned(), |row| format!("{} with {} points", row.team, row.points));
                    return Err(refused(&format!("teams[{n}]"), format!("by the standings, {due} should be here")));
                }
                self.published = now;
                Ok(())
            }
            Some(n) => {
                let due =
                    due.get(n).map_or("nobody".to_owned(), |row| format!("{} with {} points", row.player, row.points));
                Err(refused(&format!("rows[{n}]"), format!("by the results, {due} should be here")))
            }
        }
    }
}

fn refused(path: &str, message: impl Into<String>) -> Problem {
    Problem::new(message).in_path(path).rule("protocol 12.3")
}
