//! AREA ratings, and results by side for each scenario.
//!
//! AREA (Avalon Reliability, Experience and Ability) has rated wargamers since 1974. The formula is the one its
//! administrator, Glenn E. L. Petroski, published on 25 September 2001 for games of two players
//! (wolff.to/area/calcexp.html, as of 23 April 2008): everybody begins with 5000; after a game the winner takes from
//! the loser 100 points and a twentieth of the difference of their ratings, which is added if the loser had the higher
//! rating and subtracted if the winner had; at least 1 point and at most 200. After a draw the one with the higher
//! rating gives the other a twentieth of the difference, at most 200. A twentieth is rounded to the nearest whole
//! number, and a half away from zero, as the spreadsheet's `@round` does. So the sum of all ratings never changes
//! [TN-7].

/// The initial rating of a player.
pub const START: i64 = 5_000;
/// What equal players play for; and the most that a game can move.
const STAKE: i64 = 100;
const MAX_STAKE: i64 = 200;

/// How a game ended for the first of two players.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Outcome {
    /// He won.
    Won,
    /// Nobody won.
    Drawn,
    /// He lost.
    Lost,
}

/// What a game adds to the first player's rating and takes from the second's.
///
/// ```
/// use tournament::crosstable::area_rating::{Outcome, gain};
///
/// assert_eq!(gain(5_000, 5_000, Outcome::Won), 100);
/// assert_eq!(gain(5_400, 5_000, Outcome::Won), 80); // 400 / 20 = 20 less
/// assert_eq!(gain(5_400, 5_000, Outcome::Lost), -120); // the other gains 100 + 20
/// assert_eq!(gain(5_400, 5_000, Outcome::Drawn), -20);
/// ```
pub fn gain(first: i64, second: i64, outcome: Outcome) -> i64 {
    let difference = second.saturating_sub(first);
    match outcome {
        Outcome::Won => STAKE.saturating_add(twentieth(difference)).clamp(1, MAX_STAKE),
        Outcome::Lost => -STAKE.saturating_sub(twentieth(difference)).clamp(1, MAX_STAKE),
        Outcome::Drawn => twentieth(difference).clamp(-MAX_STAKE, MAX_STAKE),
    }
}

/// A twentieth, rounded to the nearest whole number, a half away from zero.
fn twentieth(number: i64) -> i64 {
    let rounded = (number.unsigned_abs() / 10).div_ceil(2).min(i64::MAX as u64) as i64;
    rounded * number.signum()
}

/// A game to be rated.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Game {
    /// The players, the one of the first side first.
    pub players: [String; 2],
    /// How it ended for the first.
    pub outcome: Outcome,
}

/// A player's rating.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PlayerRating {
    /// Who.
    pub player: String,
    /// His rating.
    pub rating: i64,
    /// How many of the games were his.
    pub games: u32,
}

/// The ratings after these games, applied in order; highest first, equal ones by name. A player who is not in `before`
/// starts with [`START`]. Forfeits should not be included: AREA rates games that were played.
pub fn rate(before: &[PlayerRating], games: &[Game]) -> Vec<PlayerRating> {
    let mut ratings = before.to_vec();
    for game in games.iter().filter(|game| game.players[0] != game.players[1]) {
        let at = game.players.each_ref().map(|name| {
            ratings.iter().position(|rated| rated.player == *name).unwrap_or_else(|| {
                ratings.push(PlayerRating { player: name.clone(), rating: START, games: 0 });
                ratings.len() - 1
            })
        });
        let gained = gain(ratings[at[0]].rating, ratings[at[1]].rating, game.outcome);
        ratings[at[0]].rating = ratings[at[0]].rating.saturating_add(gained);
        ratings[at[1]].rating = ratings[at[1]].rating.saturating_sub(gained);
        at.into_iter().for_each(|at| ratings[at].games = ratings[at].games.saturating_add(1));
    }
    ratings.sort_by(|one, other| (other.rating, &one.player).cmp(&(one.rating, &other.player)));
    ratings
}

/// The results of the sides in a scenario.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct SideRecord {
    /// Which scenario.
    pub scenario: String,
    /// Games that the first side won.
    pub first: u32,
    /// Games that nobody won.
    pub drawn: u32,
    /// Games that the second side won.
    pub second: u32,
    /// The first side's total margin over all games, in the game's own points.
    pub margin: i64,
}

/// Results by side and scenario, by name of the scenario. Each result is a scenario, who won (0 the first side, 1 the
/// second) and by how much.
pub fn by_side<'a>(results: impl IntoIterator<Item = (&'a str, Option<usize>, i64)>) -> Vec<SideRecord> {
    let mut table: Vec<SideRecord> = Vec::new();
    for (scenario, winner, margin) in results {
        let at = table.iter().position(|row| row.scenario == scenario).unwrap_or_else(|| {
            table.push(SideRecord { scenario: scenario.to_owned(), ..SideRecord::default() });
            table.len() - 1
        });
        let row = &mut table[at];
        match winner {
            Some(0) => (row.first, row.margin) = (row.first + 1, row.margin.saturating_add(margin)),
            Some(_) => (row.second, row.margin) = (row.second + 1, row.margin.saturating_sub(margin)),
            None => row.drawn += 1,
        }
    }
    table.sort_by(|one, other| one.scenario.cmp(&other.scenario));
    table
}
