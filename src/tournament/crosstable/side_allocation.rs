//! Decides who plays the first side: by balance, then by lot.

use super::model::Board;
use super::table::Crosstable;

/// The sides that a player has had in the games that were played, in order: 0 the first, 1 the second.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct History(pub Vec<usize>);

/// How strongly a player is due a side.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum SidePreference {
    /// He has played no game.
    Nothing,
    /// His sides are even: he is due the one that he did not have last.
    Mild,
    /// He had one side once more often than the other.
    Strong,
    /// He had one side more often by two or more (this many), or the last two times.
    Absolute(usize),
}

impl History {
    /// The histories of all players. A forfeited game does not count; a game that is still running does [TN-5].
    pub fn all(table: &Crosstable) -> Vec<History> {
        let mut all = vec![History::default(); table.players().len()];
        for board in table.rounds().iter().flat_map(|round| &round.boards) {
            for leg in board.legs.iter().filter(|leg| leg.result.is_none_or(|result| result.how.is_played())) {
                for player in board.pair {
                    all[player].0.push(leg.side(board, player));
                }
            }
        }
        all
    }

    /// How many more games the player had with the first side than with the second.
    pub fn balance(&self) -> i64 {
        self.0.iter().map(|side| if *side == 0 { 1 } else { -1 }).sum()
    }

    /// Whether the last three were the same.
    pub fn third_in_a_row(&self) -> bool {
        matches!(self.0[..], [.., x, y, z] if x == y && y == z)
    }

    /// The side that the player is due, and how strongly.
    pub fn due(&self) -> (usize, SidePreference) {
        let balance = self.balance();
        let rarer = usize::from(balance > 0);
        match self.0[..] {
            [] => (0, SidePreference::Nothing),
            _ if balance.abs() > 1 => (rarer, SidePreference::Absolute(balance.unsigned_abs() as usize)),
            [.., x, y] if x == y => (1 - y, SidePreference::Absolute(balance.unsigned_abs() as usize)),
            _ if balance != 0 => (rarer, SidePreference::Strong),
            [.., last] => (1 - last, SidePreference::Mild),
        }
    }

    /// The history with the games of a board that is yet to be played.
    fn with(&self, board: &Board, player: usize) -> History {
        let mut next = self.clone();
        next.0.extend(board.legs.iter().map(|leg| leg.side(board, player)));
        next
    }
}

/// The effect of a board on the sides of its players.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct SideImbalance {
    /// How many times a side would be played three times more often than the other, or for the third time running.
    pub breaches: i64,
    /// How many players would not get the side that they are due.
    pub unmet: i64,
    /// How many of them are due it because they had one side more often.
    pub unmet_strongly: i64,
}

/// The effect of a board on its players.
pub(super) fn strain(histories: &[History], board: &Board) -> SideImbalance {
    let mut strain = SideImbalance { breaches: 0, unmet: 0, unmet_strongly: 0 };
    for player in board.pair {
        let next = histories[player].with(board, player);
        strain.breaches += i64::from(next.balance().abs() > 2) + i64::from(next.third_in_a_row());
        if board.legs.len() % 2 == 1 {
            let (side, due) = histories[player].due();
            let unmet = due > SidePreference::Nothing && board.legs[0].side(board, player) != side;
            strain.unmet += i64::from(unmet);
            strain.unmet_strongly += i64::from(unmet && due > SidePreference::Mild);
        }
    }
    strain
}

/// Which players of a board would play a side three times more often than the other, and which for the third time
/// running.
pub(super) fn strained(histories: &[History], board: &Board) -> (Vec<usize>, Vec<usize>) {
    let next = |player: usize| histories[player].with(board, player);
    let uneven = board.pair.into_iter().filter(|player| next(*player).balance().abs() > 2).collect();
    let third = board.pair.into_iter().filter(|player| next(*player).third_in_a_row()).collect();
    (uneven, third)
}

/// The pair, reordered so that the player of the first side comes first. `pair` has the higher-placed player first.
///
/// The criteria, in this order: as few breaches as possible; both get the side that they are due; the player who is due
/// it more strongly gets it; they exchange the sides of the latest of their games in which they had different ones; the
/// higher-placed player gets what he is due; the player with the lower lot plays the first side if that lot is odd, the
/// second if it is even.
pub(super) fn first_side(table: &Crosstable, histories: &[History], pair: [usize; 2]) -> [usize; 2] {
    let [higher, lower] = pair;
    let turned = [lower, higher];
    let legs = table.plan().legs;
    let strains = [pair, turned].map(|pair| strain(histories, &Board::new(pair, legs)));
    if strains[0].breaches != strains[1].breaches {
        return if strains[0].breaches < strains[1].breaches { pair } else { turned };
    }
    if legs % 2 == 1 {
        let dues = pair.map(|player| histories[player].due());
        let grant = |seat: usize| if dues[seat].0 == seat { pair } else { turned };
        let ((_, due_higher), (_, due_lower)) = (dues[0], dues[1]);
        if due_higher != due_lower {
            return grant(usize::from(due_lower > due_higher));
        }
        if due_higher > SidePreference::Nothing {
            if dues[0].0 != dues[1].0 {
                return grant(0);
            }
            let mut back = histories[higher].0.iter().rev().zip(histories[lower].0.iter().rev());
            return match back.find(|(one, other)| one != other) {
                Some((0, _)) => turned,
                Some(_) => pair,
                None => grant(0),
            };
        }
    }
    by_lot(table, pair)
}

/// By lot alone: the lower of the two lots plays the first side if it is odd, the second if it is even.
pub(super) fn by_lot(table: &Crosstable, pair: [usize; 2]) -> [usize; 2] {
    let lot = |player: usize| table.players().get(player).map_or(0, |player| player.lot);
    let low = if lot(pair[0]) < lot(pair[1]) { 0 } else { 1 };
    let (low, high) = (pair[low], pair[1 - low]);
    if lot(low) % 2 == 1 { [low, high] } else { [high, low] }
}
