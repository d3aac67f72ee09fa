//! Small tables for examples.

use tournament::crosstable::{
    Board, Bye, ByeKind, Crosstable, Format, How, Leg, LegResult, Plan, Player, Round, Scoring, UnplayedRounds,
};

/// Players `a`, `b`, … without ratings, whose lots are in that order.
pub fn players(count: usize) -> Vec<Player> {
    let player = |index: usize| {
        let name = char::from(b'a' + index as u8).to_string();
        Player {
            id: name.parse().unwrap(),
            name,
            rating: None,
            enters: 1,
            leaves: None,
            lot: index as u32 + 1,
            penalty: 0,
        }
    };
    (0..count).map(player).collect()
}

pub fn plan(rounds: u32) -> Plan {
    Plan { rounds, legs: 1, scoring: Scoring::default(), unplayed: UnplayedRounds::Fide2026 }
}

/// Rounds in short: `ab1 cd= ef0 gh+ ij- kl! mn. oU pH qZ`. The first named plays the first side; he wins (`1`), draws,
/// loses (`0`), wins by forfeit (`+`), loses so (`-`), both forfeit (`!`), or the game runs (`.`). A single letter has
/// a bye.
pub fn round(format: Format, text: &str) -> Round {
    let mut round = Round { format, boards: Vec::new(), byes: Vec::new() };
    for word in text.split_whitespace() {
        let letters: Vec<char> = word.chars().collect();
        let number = |at: usize| letters[at] as usize - 'a' as usize;
        if let [_, kind] = letters[..] {
            let kind = match kind {
                'U' => ByeKind::Full,
                'H' => ByeKind::Half,
                'Z' => ByeKind::Zero,
                other => panic!("no bye '{other}'"),
            };
            round.byes.push(Bye { player: number(0), kind });
            continue;
        }
        let pair = [number(0), number(1)];
        let (how, winner) = match letters[2] {
            '1' => (How::Played, Some(pair[0])),
            '0' => (How::Played, Some(pair[1])),
            '=' => (How::Played, None),
            '+' => (How::Forfeit, Some(pair[0])),
            '-' => (How::Forfeit, Some(pair[1])),
            '!' => (How::DoubleForfeit, None),
            '.' => {
                round.boards.push(Board::new(pair, 1));
                continue;
            }
            other => panic!("no result '{other}'"),
        };
        // A margin stands after the result: `ab1:12`.
        let margin = word.split_once(':').map_or(0, |(_, margin)| margin.parse().unwrap());
        let result = Some(LegResult { how, winner, margin });
        round.boards.push(Board { pair, legs: vec![Leg { exchanged: false, result }] });
    }
    round
}

/// A Swiss tournament of these players and rounds.
pub fn swiss(count: usize, rounds: &[&str]) -> Crosstable {
    table(Format::Swiss, count, rounds)
}

pub fn table(format: Format, count: usize, rounds: &[&str]) -> Crosstable {
    let played = rounds.iter().map(|text| round(format, text)).collect();
    Crosstable::new(plan(rounds.len() as u32), players(count), played).unwrap()
}

/// The letter of a player.
pub fn letter(player: usize) -> char {
    char::from(b'a' + player as u8)
}

/// The pairs of a round: `ab cd`.
pub fn pairs(round: &Round) -> String {
    let pairs: Vec<String> =
        round.boards.iter().map(|board| board.pair.map(letter).into_iter().collect::<String>()).collect();
    pairs.join(" ")
}
