//! Swiss pairings: players with equal points meet, and nobody meets the same opponent twice.

use super::acceleration::virtual_points;
use super::matching;
use super::model::{Apart, Board, Bye, ByeKind, Format};
use super::pairing::{Breach, PairedRound, Unpaired, round};
use super::player_card::{Outcome, PlayerCard};
use super::side_allocation::{self, History};
use super::table::Crosstable;

/// The number of criteria by which a pairing is judged.
const CRITERIA: usize = 10;

/// The next round: the best of all possible rounds by these criteria, in order:
///
/// 1. no two players meet who have already played each other or are kept apart, and nobody has a bye who already had one, or who scored
///    as many points as for a win without playing [TN-6];
/// 2. as few players as possible come to play one side three times more often than the other, or three times running
///    [TN-9];
/// 3. the bye goes to the lowest points;
/// 4. the points of opponents differ as little as possible, by the sum of the differences,
/// 5. and then by the sum of their squares;
/// 6. as few players as possible do not get the side that they are due,
/// 7. and as few of those who had one side more often;
/// 8. as few as possible meet a player with more points, or with fewer, if they did the same in the round before (a bye
///    counts as fewer),
/// 9. or in the round before that;
/// 10. among players of equal points the upper half meets the lower half in the order of seeds: the sum of the squared
///     distances from that order is minimal; those who meet players with fewer points come from the end of their group,
///     and their opponents from the top of theirs.
///
/// Of several best rounds, the first player by points and then by seed gets the highest opponent, then the next
/// remaining player, and so on. So the answer depends on the table alone.
///
/// In an accelerated round, the points of a player are those that he has scored and those that he is given for the
/// pairing.
///
/// `asked` are the byes of players who will miss the round; players who have not entered yet or have left get none.
///
/// # Errors
/// [`Unpaired`]: too few players, byes that nobody can have, or no round that satisfies the first criterion; then the
/// round that breaks it least often is part of the error.
pub fn pair(table: &Crosstable, asked: &[Bye]) -> Result<PairedRound, Unpaired> {
    let next = table.rounds().len() as u32 + 1;
    let mut misses = vec![false; table.players().len()];
    let mut bad = Vec::new();
    for (index, bye) in asked.iter().enumerate() {
        if bye.kind == ByeKind::Full || !table.is_here(bye.player, next) || misses[bye.player] {
            bad.push(index);
        } else {
            misses[bye.player] = true;
        }
    }
    if !bad.is_empty() {
        return Err(Unpaired::BadAbsence(bad));
    }
    let field = Field::new(table, |player| table.is_here(player, next) && !misses[player]);
    if field.players.len() < 2 {
        return Err(Unpaired::TooFew);
    }
    let draft = field.draft(asked);
    if draft.breaches.iter().any(|breach| breach.is_illegal()) {
        return Err(Unpaired::NoLegalPairing(Box::new(draft)));
    }
    Ok(draft)
}

/// The players to be paired, ordered by points and seed; with an odd number, the bye is one more place at the end.
struct Field<'a> {
    table: &'a Crosstable,
    players: Vec<usize>,
    points: Vec<i64>,
    /// For each place, its index in the group of equal points, and the size of the group.
    group: Vec<(i64, i64)>,
    met: Vec<Vec<usize>>,
    /// For each player, those from whom he is kept apart.
    apart: Vec<Vec<usize>>,
    had_bye: Vec<bool>,
    /// For the last round and the one before it: whether each player met fewer points (or had a bye), and more points.
    floats: [Vec<(bool, bool)>; 2],
    histories: Vec<History>,
}

impl<'a> Field<'a> {
    fn new(table: &'a Crosstable, plays: impl Fn(usize) -> bool) -> Self {
        let cards = PlayerCard::all(table);
        let given = virtual_points(table, table.rounds().len() as u32 + 1);
        let points: Vec<i64> = cards.iter().zip(&given).map(|(card, given)| card.points() + given).collect();
        let mut players: Vec<usize> = table.seeding().into_iter().filter(|player| plays(*player)).collect();
        players.sort_by_key(|player| -points[*player]);
        let group = players.iter().enumerate().map(|(place, player)| {
            let same = |other: &&usize| points[**other] == points[*player];
            let before = players[..place].iter().filter(same).count();
            (before as i64, players.iter().filter(same).count() as i64)
        });
        let met = cards.iter().map(|card| {
            let met = card.rounds.iter().filter(|entry| entry.outcome.is_met());
            met.filter_map(|entry| entry.outcome.opponent()).collect()
        });
        let mut apart = vec![Vec::new(); cards.len()];
        let next = table.rounds().len() as u32 + 1;
        for &Apart { rounds: [first, last], pair: [one, other] } in &table.swiss_rules().apart {
            if (first..=last).contains(&next) && one < cards.len() && other < cards.len() {
                apart[one].push(other);
                apart[other].push(one);
            }
        }
        let floats = [1, 2].map(|back| floats(table, &cards, back));
        Field {
            table,
            group: group.collect(),
            met: met.collect(),
            apart,
            had_bye: cards.iter().map(|card| had_bye(table, card)).collect(),
            floats,
            histories: History::all(table),
            players,
            points,
        }
    }

    fn draft(&self, asked: &[Bye]) -> PairedRound {
        let places = self.players.len() + self.players.len() % 2;
        let mates = matching::best(places, |one, other| self.cost(one.min(other), one.max(other)));
        let (mut pairs, mut byes, mut breaches) = (Vec::new(), Vec::new(), Vec::new());
        for (place, &player) in self.players.iter().enumerate() {
            let mate = mates[place];
            if mate == self.players.len() {
                byes.push(Bye { player, kind: ByeKind::Full });
                if self.had_bye[player] {
                    breaches.push(Breach::SecondBye(player));
                }
            } else if place < mate {
                let pair = side_allocation::first_side(self.table, &self.histories, [player, self.players[mate]]);
                if self.met[pair[0]].contains(&pair[1]) {
                    breaches.push(Breach::Rematch(pair));
                } else if self.apart[pair[0]].contains(&pair[1]) {
                    breaches.push(Breach::KeptApart(pair));
                }
                let board = Board::new(pair, self.table.plan().legs);
                let (uneven, third) = side_allocation::strained(&self.histories, &board);
                breaches.extend(uneven.into_iter().map(Breach::UnevenSides));
                breaches.extend(third.into_iter().map(Breach::ThirdInARow));
                pairs.push(pair);
            }
        }
        byes.extend(asked);
        PairedRound { round: round(self.table, Format::Swiss, pairs, byes), breaches }
    }

    /// The cost of a pair of places, the higher one first.
    fn cost(&self, high: usize, low: usize) -> matching::Cost<CRITERIA> {
        if low == self.players.len() { self.cost_of_bye(high) } else { self.cost_of_board(high, low) }
    }

    fn cost_of_bye(&self, place: usize) -> matching::Cost<CRITERIA> {
        let player = self.players[place];
        let (before, size) = self.group[place];
        let again = |back: usize| i64::from(self.floats[back][player].0);
        let from_the_end = size - 1 - before;
        let illegal = i64::from(self.had_bye[player]);
        [illegal, 0, self.points[player], 0, 0, 0, 0, again(0), again(1), from_the_end * from_the_end]
    }

    fn cost_of_board(&self, high: usize, low: usize) -> matching::Cost<CRITERIA> {
        let (one, other) = (self.players[high], self.players[low]);
        let illegal = i64::from(self.met[one].contains(&other) || self.apart[one].contains(&other));
        let pair = side_allocation::first_side(self.table, &self.histories, [one, other]);
        let strain = side_allocation::strain(&self.histories, &Board::new(pair, self.table.plan().legs));
        let difference = self.points[one] - self.points[other];
        let again = |back: usize| {
            let floats = &self.floats[back];
            if difference == 0 { 0 } else { i64::from(floats[one].0) + i64::from(floats[other].1) }
        };
        let ((before_one, size), (before_other, _)) = (self.group[high], self.group[low]);
        let order = if difference == 0 {
            let distance = before_other - before_one - size / 2;
            distance * distance
        } else {
            let from_the_end = size - 1 - before_one;
            from_the_end * from_the_end + before_other * before_other
        };
        [
            illegal,
            strain.breaches,
            0,
            difference,
            difference * difference,
            strain.unmet,
            strain.unmet_strongly,
            again(0),
            again(1),
            order,
        ]
    }
}

/// Whether a player has had a pairing bye, or scored as many points as for a win in a round without playing.
fn had_bye(table: &Crosstable, card: &PlayerCard) -> bool {
    let win = i64::from(table.scoring().win) * i64::from(table.plan().legs);
    card.rounds.iter().any(|entry| match entry.outcome {
        Outcome::Bye(ByeKind::Full) => true,
        Outcome::Bye(_) | Outcome::Forfeited { .. } => entry.points >= win,
        Outcome::Met(_) | Outcome::Free => false,
    })
}

/// For each player, whether he met fewer points, and whether he met more, `back` rounds ago.
fn floats(table: &Crosstable, cards: &[PlayerCard], back: usize) -> Vec<(bool, bool)> {
    let round = (table.rounds().len() + 1).saturating_sub(back);
    let given = virtual_points(table, round as u32);
    (0..cards.len()).map(|player| float(cards, &given, player, back)).collect()
}

/// Whether a player met fewer points, and whether he met more, `back` rounds ago. A bye, or points without a game,
/// count as fewer.
fn float(cards: &[PlayerCard], given: &[i64], player: usize, back: usize) -> (bool, bool) {
    let rounds = &cards[player].rounds;
    let Some(index) = rounds.len().checked_sub(back) else { return (false, false) };
    match rounds[index].outcome {
        Outcome::Met(opponent) => {
            let points = |player: usize| cards[player].points_after(index) + given[player];
            let (own, his) = (points(player), points(opponent));
            (own > his, own < his)
        }
        Outcome::Bye(_) | Outcome::Forfeited { .. } => (rounds[index].points > 0, false),
        Outcome::Free => (false, false),
    }
}
