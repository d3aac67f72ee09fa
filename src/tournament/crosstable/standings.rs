//! Standings: by points, then by the announced tie-breaks in order.

use super::direct_encounter;
use super::player_card::PlayerCard;
use super::table::Crosstable;
use super::tiebreak::{TieBreak, values};

/// A player's line in the standings.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Row {
    /// Who.
    pub player: usize,
    /// His place, from 1; players who cannot be separated share one.
    pub rank: u32,
    /// How many share it.
    pub sharing: u32,
    /// His points.
    pub points: i64,
    /// His value for each announced tie-break, in order.
    pub values: Vec<Value>,
    /// The criterion that put him behind the line above; `None` on the first line and on a shared place.
    pub behind_by: Option<Criterion>,
}

/// What orders two lines of the standings.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Criterion {
    /// Points.
    Points,
    /// A tie-break, by its place in the announced list.
    TieBreak(usize),
}

/// A player's value for a tie-break.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Value {
    /// Which.
    pub tie_break: TieBreak,
    /// The value. For a direct encounter: the place among those who were tied, `None` if nobody was. For a rating:
    /// `None` if he has none.
    pub value: Option<i64>,
}

/// The standings after the table's rounds that are played for points, best first. Every player has a line, even one who
/// has left. Players who are still tied after the last tie-break share a place, and are listed by lot.
pub fn standings(table: &Crosstable, tie_breaks: &[TieBreak]) -> Vec<Row> {
    let everybody: Vec<usize> = (0..table.players().len()).collect();
    standings_of(table, &everybody, tie_breaks)
}

/// The standings of some players only, such as a pool. All values are the same; places and direct encounters are among
/// these players.
pub fn standings_of(table: &Crosstable, players: &[usize], tie_breaks: &[TieBreak]) -> Vec<Row> {
    let cards = PlayerCard::all(table);
    let less = table.players().iter().map(|player| i64::from(player.penalty));
    let points: Vec<i64> = cards.iter().zip(less).map(|(card, penalty)| card.points() - penalty).collect();
    let mut columns: Vec<Vec<Option<i64>>> = tie_breaks.iter().map(|one| values(table, &cards, *one)).collect();

    // Each group with the criterion that put it behind the one above.
    let mut among = players.to_vec();
    among.retain(|player| *player < cards.len());
    among.sort_unstable();
    among.dedup();
    let mut groups = vec![(among, None)];
    groups = refine(groups, Criterion::Points, |group| by_key(group, |player| -points[player]));
    for (index, tie_break) in tie_breaks.iter().enumerate() {
        let criterion = Criterion::TieBreak(index);
        if *tie_break == TieBreak::DirectEncounter {
            let column = &mut columns[index];
            groups = refine(groups, criterion, |group| {
                let parts = direct_encounter::separate(table, &cards, group);
                let mut place = 1;
                for part in &parts {
                    part.iter().for_each(|&player| column[player] = Some(place));
                    place += part.len() as i64;
                }
                parts
            });
        } else {
            let column = &columns[index];
            let sign = if tie_break.is_place() { 1 } else { -1 };
            groups = refine(groups, criterion, |group| {
                by_key(group, |player| (column[player].is_none(), column[player].map(|value| sign * value)))
            });
        }
    }

    let mut rows = Vec::new();
    for (mut group, behind_by) in groups.into_iter().filter(|(group, _)| !group.is_empty()) {
        group.sort_by_key(|&player| table.players()[player].lot);
        let (rank, sharing) = (rows.len() as u32 + 1, group.len() as u32);
        for (place, &player) in group.iter().enumerate() {
            let value = |(column, tie_break): (&Vec<Option<i64>>, &TieBreak)| Value {
                tie_break: *tie_break,
                value: column[player],
            };
            let values = columns.iter().zip(tie_breaks).map(value).collect();
            let behind_by = if place == 0 { behind_by } else { None };
            rows.push(Row { player, rank, sharing, points: points[player], values, behind_by });
        }
    }
    rows
}

type Groups = Vec<(Vec<usize>, Option<Criterion>)>;

/// Splits each group of more than one player by a criterion.
fn refine(groups: Groups, criterion: Criterion, mut parts: impl FnMut(&[usize]) -> Vec<Vec<usize>>) -> Groups {
    let mut refined = Vec::new();
    for (group, behind_by) in groups {
        if group.len() < 2 {
            refined.push((group, behind_by));
            continue;
        }
        for (index, part) in parts(&group).into_iter().enumerate() {
            refined.push((part, if index == 0 { behind_by } else { Some(criterion) }));
        }
    }
    refined
}

/// Splits a group into parts with equal keys, smallest key first.
fn by_key<K: Ord>(group: &[usize], key: impl Fn(usize) -> K) -> Vec<Vec<usize>> {
    let mut order = group.to_vec();
    order.sort_by_key(|&player| key(player));
    order.chunk_by(|&one, &other| key(one) == key(other)).map(<[usize]>::to_vec).collect()
}
