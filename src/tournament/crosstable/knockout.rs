//! Knock-out: a seeded bracket whose winners advance.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::model::{Board, Bye, ByeKind, Format, Leg, Round};
use super::pairing::round;
use super::player_card::leg_points;
use super::side_allocation::{self, History};
use super::standings::Row;
use super::table::Crosstable;

/// Who may meet whom in which round: the top seeds meet as late as possible, and get the byes if there are any.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Bracket {
    /// The players, the first seed first.
    seeds: Vec<usize>,
    /// The tie-break between two players whose games of a board leave them level.
    tie: Tie,
}

/// The tie-break between two players who took the same number of points from a board, after the margins of its games.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Tie {
    /// The draw of lots: the lower lot advances.
    #[default]
    Lot,
    /// One more game, and another one if that is drawn.
    Decider,
}

/// The result of a knock-out board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// A game is still running.
    Running,
    /// This player advances.
    Advances {
        /// Who.
        winner: usize,
        /// Why.
        by: AdvanceReason,
    },
    /// Nobody advances: both forfeited all games.
    Nobody,
    /// One more game decides: this one.
    NeedsDecider(Leg),
}

/// Why a player advances.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum AdvanceReason {
    /// He took more points.
    Points,
    /// His margins of victory are larger.
    Margin,
    /// By lot.
    Lot,
    /// He was paired in the next round before the result that counted then was replaced.
    Paired,
}

/// What comes next in a knock-out.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Next {
    /// This round.
    Round(Round),
    /// On these boards of the last round, games are still running or deciders have to be played.
    Wait(Vec<usize>),
    /// It is over. Nobody has won if both finalists forfeited.
    Over(Option<usize>),
    /// The rounds of the table do not belong to this bracket: the index, in the table, of the first round that does
    /// not.
    Mismatch(usize),
}

impl Bracket {
    /// A bracket of players, the first seed first.
    pub fn new(seeds: Vec<usize>, tie: Tie) -> Bracket {
        Bracket { seeds, tie }
    }

    /// The players, the first seed first.
    pub fn seeds(&self) -> &[usize] {
        &self.seeds
    }

    /// The players in bracket order: the first meets the second, the third the fourth, then the winners of the first
    /// two pairs meet, and so on. `None` where a top seed has a bye.
    pub fn places(&self) -> Vec<Option<usize>> {
        let mut order = vec![0];
        while order.len() < self.seeds.len() {
            let size = order.len() * 2;
            order = order
                .into_iter()
                .enumerate()
                .flat_map(|(at, seed)| {
                    let pair = [seed, size - 1 - seed];
                    // In the upper half of each pair the better seed is listed first, in the lower half second.
                    if at % 2 == 0 { pair } else { [pair[1], pair[0]] }
                })
                .collect();
        }
        order.into_iter().map(|seed| self.seeds.get(seed).copied()).collect()
    }

    /// What comes next, given the knock-out rounds in the table.
    pub fn next(&self, table: &Crosstable) -> Next {
        let mut places = self.places();
        for (index, round) in table.rounds().iter().enumerate().filter(|(_, round)| round.format == Format::Knockout) {
            let mut through = Vec::new();
            let mut wait = Vec::new();
            let mut used = 0;
            for pair in places.chunks(2) {
                let (one, other) =
                    (present(table, pair[0], index), present(table, pair.get(1).copied().flatten(), index));
                let (Some(one), Some(other)) = (one, other) else {
                    through.push(one.or(other));
                    continue;
                };
                let found =
                    round.boards.iter().position(|board| board.pair.contains(&one) && board.pair.contains(&other));
                let Some(at) = found else { return Next::Mismatch(index) };
                used += 1;
                match advancement(table, index, &round.boards[at], self.tie) {
                    Verdict::Running | Verdict::NeedsDecider(_) => wait.push(at),
                    Verdict::Advances { winner, .. } => through.push(Some(winner)),
                    Verdict::Nobody => through.push(None),
                }
            }
            if used != round.boards.len() {
                return Next::Mismatch(index);
            }
            if !wait.is_empty() {
                return Next::Wait(wait);
            }
            places = through;
        }
        if places.len() <= 1 {
            return Next::Over(places.first().copied().flatten());
        }
        Next::Round(self.round(table, &places))
    }

    fn round(&self, table: &Crosstable, places: &[Option<usize>]) -> Round {
        let histories = History::all(table);
        let index = table.rounds().len();
        let seed = |player: &usize| self.seeds.iter().position(|other| other == player);
        let (mut pairs, mut byes) = (Vec::new(), Vec::new());
        for pair in places.chunks(2) {
            match (present(table, pair[0], index), present(table, pair.get(1).copied().flatten(), index)) {
                (Some(one), Some(other)) => {
                    let mut pair = [one, other];
                    pair.sort_by_key(seed);
                    pairs.push(side_allocation::first_side(table, &histories, pair));
                }
                (Some(player), None) | (None, Some(player)) => byes.push(Bye { player, kind: ByeKind::Full }),
                (None, None) => {}
            }
        }
        round(table, Format::Knockout, pairs, byes)
    }
}

/// A player who is still in the tournament in a round, given by its index in the table; a player who has withdrawn
/// leaves a bye.
fn present(table: &Crosstable, player: Option<usize>, round: usize) -> Option<usize> {
    player.filter(|player| table.is_here(*player, round as u32 + 1))
}

/// Who advances from a board of a round, given by its index in the table: as the board's games say, unless the next
/// round of the knock-out is already paired. Then it is the player in it, whatever has been decided about the board
/// since [TN-12].
pub fn advancement(table: &Crosstable, round: usize, board: &Board, tie: Tie) -> Verdict {
    let by_games = verdict(table, board, tie);
    let mut later = table.rounds().iter().skip(round + 1);
    let Some(next) = later.find(|round| round.format == Format::Knockout) else { return by_games };
    let stands = |player: &usize| {
        next.boards.iter().any(|board| board.pair.contains(player)) || next.byes.iter().any(|bye| bye.player == *player)
    };
    let mut paired = board.pair.into_iter().filter(stands);
    match (paired.next(), paired.next(), by_games) {
        (Some(winner), None, Verdict::Advances { winner: due, .. }) if due == winner => by_games,
        (Some(winner), None, _) => Verdict::Advances { winner, by: AdvanceReason::Paired },
        _ => by_games,
    }
}

/// The result of a knock-out board: by the points of its games, then by their margins, then by the tie rule [TN-11].
pub fn verdict(table: &Crosstable, board: &Board, tie: Tie) -> Verdict {
    if !board.is_over() {
        return Verdict::Running;
    }
    let results = || board.legs.iter().filter_map(|leg| leg.result);
    if results().all(|result| result.how == super::model::How::DoubleForfeit) {
        return Verdict::Nobody;
    }
    let points =
        board.pair.map(|player| board.legs.iter().map(|leg| leg_points(table.scoring(), leg, player)).sum::<i64>());
    let margins = board.pair.map(|player| {
        results().filter(|result| result.winner == Some(player)).map(|result| result.margin).sum::<i64>()
    });
    let better = |of: [i64; 2]| usize::from(of[1] > of[0]);
    if points[0] != points[1] {
        return Verdict::Advances { winner: board.pair[better(points)], by: AdvanceReason::Points };
    }
    if margins[0] != margins[1] {
        return Verdict::Advances { winner: board.pair[better(margins)], by: AdvanceReason::Margin };
    }
    match tie {
        Tie::Lot => {
            let lot = |player: &usize| table.players().get(*player).map(|player| player.lot);
            let winner = board.pair.into_iter().min_by_key(lot).unwrap_or(board.pair[0]);
            Verdict::Advances { winner, by: AdvanceReason::Lot }
        }
        Tie::Decider => {
            let exchanged = side_allocation::by_lot(table, board.pair) != board.pair;
            Verdict::NeedsDecider(Leg { exchanged, result: None })
        }
    }
}

/// The first `places` of the standings who are still in the tournament after the table's rounds: those who qualify for
/// a knock-out, first seed first. If players share the last qualifying place, the lower lot qualifies, as the standings
/// list them.
pub fn qualified(table: &Crosstable, standings: &[Row], places: usize) -> Vec<usize> {
    let next = table.rounds().len() as u32 + 1;
    standings.iter().map(|row| row.player).filter(|player| table.is_here(*player, next)).take(places).collect()
}
