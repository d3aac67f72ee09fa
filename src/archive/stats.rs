//! Statistics over many matches: how often each side wins, how long matches last, who beat whom, and how the dice fell.

use std::cmp::Ordering;
use std::collections::BTreeMap;

use crate::fairness::{self, Verdict};
use crate::index::Row;
use crate::model::Seat;

/// The minimum number of dice for calling a side's dice in a match lucky or unlucky.
const MIN_DICE: u64 = 30;

/// Matches that have something in common.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Group {
    /// What they have in common: the game, the scenario.
    pub name: String,
    pub matches: u64,
    /// How often each side has won.
    pub wins: BTreeMap<String, u64>,
    pub draws: u64,
    /// Those that are not over.
    pub open: u64,
    /// The steps of those that are over.
    pub steps: u64,
}

/// The record of a person or a side.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Score {
    pub played: u64,
    pub won: u64,
    pub lost: u64,
    pub drawn: u64,
    pub open: u64,
    pub steps: u64,
}

/// Two players who have met.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Pair {
    /// In the order of their names.
    pub players: [String; 2],
    /// How often each has won.
    pub won: [u64; 2],
    pub drawn: u64,
    pub open: u64,
}

/// How dice of one size fell.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DiceStatistics {
    /// Whose; `None` for all of them.
    pub whose: Option<String>,
    pub sides: u64,
    pub faces: Vec<u64>,
    /// In thousandths, like the statistic.
    pub mean: Option<u64>,
    pub statistic: Option<u64>,
    /// How rare the statistic is with fair dice; `None` if it says nothing ([`fairness::test`]).
    pub rarity: Option<usize>,
    /// What it means among all tests of the same table.
    pub verdict: Verdict,
}

/// The dice of a side in a match that fell highest or lowest.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Extreme {
    pub id: String,
    pub title: String,
    pub name: String,
    pub side: String,
    pub dice: u64,
    pub sum: u64,
    /// In thousandths.
    pub mean: u64,
}

/// The seats with a side.
fn players(row: &Row) -> impl Iterator<Item = (&Seat, &String)> {
    row.seats.iter().filter_map(|seat| Some((seat, seat.side.as_ref()?)))
}

/// Groups matches by the result of a function, ordered by that.
pub fn groups(rows: &[Row], by: impl Fn(&Row) -> String) -> Vec<Group> {
    let mut groups: BTreeMap<String, Group> = BTreeMap::new();
    for row in rows {
        let name = by(row);
        let group = groups.entry(name.clone()).or_insert_with(|| Group { name, ..Group::default() });
        group.matches += 1;
        for (_, side) in players(row) {
            group.wins.entry(side.clone()).or_default();
        }
        let Some(result) = &row.result else {
            group.open += 1;
            continue;
        };
        group.steps += row.steps;
        match &result.winner {
            Some(side) => *group.wins.entry(side.clone()).or_default() += 1,
            None => group.draws += 1,
        }
    }
    groups.into_values().collect()
}

/// The record of each participant, grouped by what a function calls him.
pub fn scores(rows: &[Row], by: impl Fn(&Row, &Seat, &str) -> String) -> BTreeMap<String, Score> {
    let mut scores: BTreeMap<String, Score> = BTreeMap::new();
    for row in rows {
        for (seat, side) in players(row) {
            let score = scores.entry(by(row, seat, side)).or_default();
            score.played += 1;
            let counter = match &row.result {
                None => &mut score.open,
                Some(result) => {
                    score.steps += row.steps;
                    match &result.winner {
                        None => &mut score.drawn,
                        Some(winner) if winner == side => &mut score.won,
                        Some(_) => &mut score.lost,
                    }
                }
            };
            *counter += 1;
        }
    }
    scores
}

/// Who has met whom, by name; a person who played both sides of a match himself is left out.
pub fn pairs(rows: &[Row]) -> Vec<Pair> {
    let mut pairs: BTreeMap<[String; 2], Pair> = BTreeMap::new();
    for row in rows {
        let all: Vec<(&Seat, &String)> = players(row).collect();
        let [(one, first), (other, second)] = all.as_slice() else { continue };
        let (one, other) = match one.name.cmp(&other.name) {
            Ordering::Equal => continue,
            Ordering::Less => ((&one.name, *first), (&other.name, *second)),
            Ordering::Greater => ((&other.name, *second), (&one.name, *first)),
        };
        let names = [one.0.clone(), other.0.clone()];
        let pair = pairs.entry(names.clone()).or_insert(Pair { players: names, won: [0; 2], drawn: 0, open: 0 });
        match row.result.as_ref().map(|result| result.winner.as_ref()) {
            None => pair.open += 1,
            Some(None) => pair.drawn += 1,
            Some(Some(side)) if side == one.1 => pair.won[0] += 1,
            Some(Some(side)) if side == other.1 => pair.won[1] += 1,
            Some(Some(_)) => {}
        }
    }
    pairs.into_values().collect()
}

/// How many keys each player name has.
pub fn keys(rows: &[Row]) -> BTreeMap<String, usize> {
    let mut keys: BTreeMap<String, Vec<&String>> = BTreeMap::new();
    for (seat, _) in rows.iter().flat_map(players) {
        let known = keys.entry(seat.name.clone()).or_default();
        if !known.contains(&&seat.key) {
            known.push(&seat.key);
        }
    }
    keys.into_iter().map(|(name, keys)| (name, keys.len())).collect()
}

/// How many of these lines were tested.
pub fn tests(fell: &[DiceStatistics]) -> u64 {
    fell.iter().filter(|one| one.rarity.is_some()).count() as u64
}

/// Judges lines again as some of so many tests.
pub fn judge_among(fell: &mut [DiceStatistics], tests: u64) {
    fell.iter_mut().for_each(|one| one.verdict = fairness::verdict(one.rarity, tests));
}

/// How dice fell: all together by size, then grouped by a function of each match and side. The verdicts are corrected for
/// the number of lines.
pub fn dice(rows: &[Row], by: impl Fn(&Row, &str) -> Vec<String>) -> Vec<DiceStatistics> {
    let mut fell: BTreeMap<(u64, Option<String>), Vec<u64>> = BTreeMap::new();
    let mut count = |sides: u64, whose: Option<String>, faces: &[u64]| {
        let counts = fell.entry((sides, whose)).or_insert_with(|| vec![0; faces.len()]);
        counts.iter_mut().zip(faces).for_each(|(count, more)| *count += more);
    };
    for row in rows {
        for dice in &row.dice {
            count(dice.sides, None, &dice.faces);
            for whose in dice.side.iter().flat_map(|side| by(row, side)) {
                count(dice.sides, Some(whose), &dice.faces);
            }
        }
    }
    let judged = |((sides, whose), faces): ((u64, Option<String>), Vec<u64>)| {
        let (statistic, rarity) = fairness::test(&faces);
        DiceStatistics {
            whose,
            sides,
            mean: fairness::mean(&faces),
            statistic,
            rarity,
            verdict: Verdict::Unknown,
            faces,
        }
    };
    let mut fell: Vec<DiceStatistics> = fell.into_iter().map(judged).collect();
    let count = tests(&fell);
    judge_among(&mut fell, count);
    fell
}

/// The sides of matches with the highest and lowest mean of six-sided dice; sides with fewer than thirty dice are left
/// out.
pub fn extremes(rows: &[Row]) -> Option<[Extreme; 2]> {
    let mut all: Vec<Extreme> = Vec::new();
    for row in rows {
        for dice in row.dice.iter().filter(|dice| dice.sides == 6 && dice.total() >= MIN_DICE) {
            let Some(side) = &dice.side else { continue };
            let sum = dice.faces.iter().zip(1..).map(|(count, face)| count * face).sum();
            let name = players(row).find(|(_, other)| *other == side).map_or("", |(seat, _)| &seat.name);
            let mean = fairness::mean(&dice.faces).unwrap_or_default();
            let (id, title) = (row.id.clone(), row.title.clone());
            all.push(Extreme { id, title, name: name.to_owned(), side: side.clone(), dice: dice.total(), sum, mean });
        }
    }
    // Fractions are compared by cross-multiplication; of equal ones the first by match and side is taken.
    let order = |one: &&Extreme, other: &&Extreme| {
        let cross = |one: &Extreme, other: &Extreme| u128::from(one.sum) * u128::from(other.dice);
        cross(one, other).cmp(&cross(other, one)).then_with(|| (&other.id, &other.side).cmp(&(&one.id, &one.side)))
    };
    let lowest = |one: &&Extreme, other: &&Extreme| {
        let cross = |one: &Extreme, other: &Extreme| u128::from(one.sum) * u128::from(other.dice);
        cross(one, other).cmp(&cross(other, one)).then_with(|| (&one.id, &one.side).cmp(&(&other.id, &other.side)))
    };
    Some([all.iter().max_by(order)?.clone(), all.iter().min_by(lowest)?.clone()])
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model::{Dice, Outcome};

    fn row(id: &str, players: [(&str, &str); 2], winner: Option<Option<&str>>, steps: u64, faces: [u64; 6]) -> Row {
        let seat = |(name, side): (&str, &str)| Seat {
            seat: side.to_owned(),
            side: Some(side.to_owned()),
            name: name.to_owned(),
            key: format!("key of {name} in {id}"),
            fingerprint: String::new(),
        };
        let result = |winner: Option<&str>| Outcome { winner: winner.map(str::to_owned), ..Outcome::default() };
        let dice = Dice { side: Some("union".to_owned()), sides: 6, rolls: 1, faces: faces.to_vec() };
        Row {
            id: id.to_owned(),
            game: "a game".to_owned(),
            steps,
            result: winner.map(result),
            seats: players.map(seat).to_vec(),
            dice: vec![dice],
            ..Row::default()
        }
    }

    fn rows() -> Vec<Row> {
        vec![
            row("a", [("Ann", "union"), ("Bob", "csa")], Some(Some("union")), 10, [5, 5, 5, 5, 5, 5]),
            row("b", [("Bob", "union"), ("Ann", "csa")], Some(Some("union")), 15, [0, 0, 0, 0, 0, 30]),
            row("c", [("Ann", "union"), ("Bob", "csa")], Some(None), 20, [30, 0, 0, 0, 0, 0]),
            row("d", [("Ann", "union"), ("Cy", "csa")], None, 99, [0, 0, 0, 0, 0, 29]),
        ]
    }

    #[test]
    fn matches_are_counted_by_hand() {
        let groups = groups(&rows(), |row| row.game.clone());
        let [group] = groups.as_slice() else { panic!("one game") };
        assert_eq!((group.matches, group.draws, group.open, group.steps), (4, 1, 1, 45), "an open match has no length");
        assert_eq!(group.wins, BTreeMap::from([("csa".to_owned(), 0), ("union".to_owned(), 2)]));
    }

    #[test]
    fn who_beat_whom() {
        let pairs = pairs(&rows());
        let names = |pair: &Pair| pair.players.join(" and ");
        assert_eq!(pairs.iter().map(names).collect::<Vec<_>>(), ["Ann and Bob", "Ann and Cy"]);
        assert_eq!((pairs[0].won, pairs[0].drawn, pairs[0].open), ([1, 1], 1, 0));
        assert_eq!((pairs[1].won, pairs[1].open), ([0, 0], 1));
        let scores = scores(&rows(), |_, seat, _| seat.name.clone());
        let ann = Score { played: 4, won: 1, lost: 1, drawn: 1, open: 1, steps: 45 };
        assert_eq!(scores["Ann"], ann);
        assert_eq!(keys(&rows())["Bob"], 3, "the test gives a new key to each match");
        let alone = row("e", [("Ann", "union"), ("Ann", "csa")], Some(Some("union")), 3, [0; 6]);
        assert!(super::pairs(&[alone]).is_empty());
    }

    #[test]
    fn dice_are_counted_by_side_and_together() {
        let fell = dice(&rows(), |_, side| vec![side.to_owned()]);
        assert_eq!(fell.len(), 2);
        assert_eq!((fell[0].whose.as_deref(), fell[1].whose.as_deref()), (None, Some("union")));
        // 30 even dice, 30 and 29 sixes, 30 ones: 5+30, four times 5, 5+30+29.
        assert_eq!(fell[0].faces, [35, 5, 5, 5, 5, 64]);
        assert_eq!(fell[0].verdict, Verdict::OneInThousand);
    }

    /// Pseudo-random numbers, the same each time (splitmix64).
    struct Numbers(u64);

    impl Numbers {
        fn next(&mut self) -> u64 {
            self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
            let mut z = self.0;
            z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
            z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
            z ^ (z >> 31)
        }

        /// Six-sided dice of which `loaded` in a thousand show a six.
        fn faces(&mut self, dice: u64, loaded: u64) -> [u64; 6] {
            let mut faces = [0; 6];
            for _ in 0..dice {
                let number = self.next();
                let face = if number >> 32 & 1023 < loaded { 5 } else { (number % 6) as usize };
                faces[face] += 1;
            }
            faces
        }
    }

    /// An archive of sixty matches with players who have played four matches each.
    fn archive(numbers: &mut Numbers, loaded: u64) -> Vec<Row> {
        let one = |n: u64| {
            let players = [format!("player {}", n % 30), format!("player {}", (n * 7 + 1) % 30)];
            let mut one = row(
                &n.to_string(),
                [(&players[0], "union"), (&players[1], "csa")],
                None,
                10,
                numbers.faces(30 + n * 2, if n == 0 { loaded } else { 0 }),
            );
            let other = Dice { side: Some("csa".to_owned()), sides: 6, rolls: 1, faces: numbers.faces(90, 0).to_vec() };
            one.dice.push(other);
            one
        };
        (0..60).map(one).collect()
    }

    fn lines(rows: &[Row], verdict: Verdict) -> usize {
        // The finest table: a line for each side of each match.
        let fell = dice(rows, |row, side| vec![format!("{} {side}", row.id)]);
        fell.iter().filter(|one| one.verdict == verdict).count()
    }

    /// Of a thousand archives with fair dice at most ten have a suspicious line, though each has 121 lines.
    #[test]
    fn honest_archives_are_not_suspected() {
        let mut numbers = Numbers(50);
        let (mut suspicious, mut rare, mut uneven) = (0, 0, 0);
        for _ in 0..1000 {
            let rows = archive(&mut numbers, 0);
            suspicious += usize::from(lines(&rows, Verdict::OneInThousand) > 0);
            rare += usize::from(lines(&rows, Verdict::OneInHundred) > 0);
            uneven += usize::from(lines(&rows, Verdict::OneInTwenty) > 0);
        }
        assert!(
            suspicious <= 10 && rare <= 20 && uneven <= 70,
            "{suspicious} suspicious, {rare} rare, {uneven} uneven"
        );
    }

    #[test]
    fn loaded_dice_are_found_among_honest_ones() {
        // In the match of number 0, thirty dice, all of them sixes.
        let rows = archive(&mut Numbers(51), 1024);
        assert_eq!(lines(&rows, Verdict::OneInThousand), 1);
    }

    #[test]
    fn the_luckiest_and_the_unluckiest() {
        let [high, low] = extremes(&rows()).unwrap();
        assert_eq!((high.id.as_str(), high.name.as_str(), high.mean), ("b", "Bob", 6000), "29 dice are too few");
        assert_eq!((low.id.as_str(), low.mean), ("c", 1000));
        assert!(extremes(&[]).is_none());
    }
}
