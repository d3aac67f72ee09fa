//! Reads a tournament report file into a table.

use adjutant_core::document::Problem;

use super::line::{Cell, ROUND_WIDTH, ROUNDS_AT, Row, at, player, tenths};
use super::{Heading, Report};
use crate::crosstable::model::{
    Board, Bye, ByeKind, Format, How, Leg, LegResult, Plan, Player, Round, Scoring, UnplayedRounds,
};
use crate::crosstable::player_card::PlayerCard;
use crate::crosstable::table::Crosstable;

/// Known lines that contain nothing the table needs.
const PASSED_OVER: [&str; 16] =
    ["062", "072", "082", "112", "122", "132", "152", "172", "182", "192", "202", "212", "222", "XXC", "###", "XXS"];

/// The report in a text. Points are stored in tenths. Players are in the order of their numbers; a player's id is `p`
/// and his number, his lot the number. If nobody plays in the last column, its byes are those of the round to come.
///
/// # Errors
/// Everything that is wrong, each with its line: a code that is unknown or not supported, an invalid field, a number
/// that is missing or occurs twice, a game on which the two players' lines disagree, points that differ from the sum of
/// the results.
pub fn read(text: &str) -> Result<Report, Vec<Problem>> {
    if !text.lines().any(|line| line.starts_with("001 ")) {
        let problem = Problem::new("this is not a FIDE report file (TRF): no line begins with 001");
        return Err(vec![
            problem.advice("a report file has one such line for each player; export the file from the pairing program"),
        ]);
    }
    let mut reader = Reader::default();
    for (index, line) in text.lines().enumerate() {
        reader.line(index + 1, line);
    }
    reader.finish()
}

struct Reader {
    heading: Heading,
    scoring: Scoring,
    full_bye: Option<u32>,
    rounds: Option<u32>,
    players: Vec<Row>,
    problems: Vec<Problem>,
}

impl Default for Reader {
    fn default() -> Self {
        let scoring = Scoring {
            win: 10,
            draw: 5,
            loss: 0,
            forfeit_win: 10,
            forfeit_loss: 0,
            full_bye: 10,
            half_bye: 5,
            zero_bye: 0,
            per_point: 10,
        };
        Reader {
            heading: Heading::default(),
            scoring,
            full_bye: None,
            rounds: None,
            players: Vec::new(),
            problems: Vec::new(),
        }
    }
}

impl Reader {
    fn line(&mut self, number: usize, line: &str) {
        if line.trim().is_empty() {
            return;
        }
        let letters: Vec<char> = line.chars().collect();
        let code: String = letters.iter().take(3).collect();
        let rest: String = letters.iter().skip(4).collect();
        let rest = rest.trim();
        if let Some(place) = self.heading.line(&code) {
            *place = rest.to_owned();
            return;
        }
        match code.as_str() {
            "001" => match player(number, &letters) {
                Ok(row) => self.players.push(row),
                Err(problem) => self.problems.push(problem),
            },
            "XXR" | "142" => match rest.parse() {
                Ok(rounds) => self.rounds = Some(rounds),
                Err(_) => self.problems.push(at(number, 4, format!("'{rest}' is not a number of rounds"))),
            },
            "BBW" | "BBD" | "BBL" | "BBZ" | "BBF" | "BBU" => match tenths(rest) {
                Some(worth) => self.worth(&code, worth),
                None => self.problems.push(at(number, 4, format!("'{rest}' is not a number with at most one decimal"))),
            },
            "013" | "310" | "320" => {
                self.problems.push(at(number, 0, "this is a team tournament, which this program does not support"))
            }
            "XXA" | "XXP" | "XXZ" | "162" | "240" | "250" | "260" => {
                let message = format!(
                    "lines with the code {code} change scoring or pairings in a way that this program does not support"
                );
                self.problems.push(at(number, 0, message));
            }
            other if PASSED_OVER.contains(&other) => {}
            other => self.problems.push(at(number, 0, format!("'{other}' is not a code of a FIDE report file"))),
        }
    }

    fn worth(&mut self, code: &str, worth: u32) {
        let scoring = &mut self.scoring;
        match code {
            "BBW" => (scoring.win, scoring.forfeit_win) = (worth, worth),
            "BBD" => (scoring.draw, scoring.half_bye) = (worth, worth),
            "BBL" => scoring.loss = worth,
            "BBZ" => scoring.zero_bye = worth,
            "BBF" => scoring.forfeit_loss = worth,
            _ => self.full_bye = Some(worth),
        }
    }

    fn finish(mut self) -> Result<Report, Vec<Problem>> {
        if !self.problems.is_empty() {
            return Err(self.problems);
        }
        self.scoring.full_bye = self.full_bye.unwrap_or(self.scoring.win);
        self.players.sort_by_key(|row| row.number);
        for (index, row) in self.players.iter().enumerate() {
            if row.number != index + 1 {
                let message =
                    format!("players must be numbered from 1 without gaps, but this is number {}", row.number);
                self.problems.push(at(row.line, 4, message));
                break;
            }
        }
        if !self.problems.is_empty() {
            return Err(self.problems);
        }
        let columns = self.players.iter().map(|row| row.cells.len()).max().unwrap_or(0);
        let mut rounds = Vec::new();
        for column in 0..columns {
            rounds.push(self.round(column));
        }
        let ahead =
            rounds.pop_if(|round| round.boards.is_empty() && round.byes.iter().all(|bye| bye.kind != ByeKind::Full));
        let absent = ahead.map(|round| round.byes).unwrap_or_default();
        // A player with an empty column has a bye without points, in rounds that were played.
        for round in &mut rounds {
            for player in 0..self.players.len() {
                let there = round.boards.iter().any(|board| board.pair.contains(&player))
                    || round.byes.iter().any(|bye| bye.player == player);
                if !there {
                    round.byes.push(Bye { player, kind: ByeKind::Zero });
                }
            }
            round.byes.sort_by_key(|bye| bye.player);
        }
        if !self.problems.is_empty() {
            return Err(self.problems);
        }
        self.report(rounds, absent)
    }

    fn report(self, rounds: Vec<Round>, absent: Vec<Bye>) -> Result<Report, Vec<Problem>> {
        let mut problems = Vec::new();
        let mut players = Vec::new();
        for row in &self.players {
            let Ok(id) = format!("p{}", row.number).parse() else { continue };
            let (name, rating, lot) = (row.name.clone(), row.rating, row.number as u32);
            players.push(Player { id, name, rating, enters: 1, leaves: None, lot, penalty: 0 });
        }
        let planned = self.rounds.unwrap_or(rounds.len() as u32);
        let plan =
            Plan { rounds: planned, legs: 1, scoring: self.scoring.clone(), unplayed: UnplayedRounds::default() };
        let table = Crosstable::new(plan, players, rounds)?;
        for (row, card) in self.players.iter().zip(PlayerCard::all(&table)) {
            let with_absence = absent.iter().filter(|bye| bye.player + 1 == row.number).map(|bye| match bye.kind {
                ByeKind::Half => self.scoring.half_bye,
                _ => self.scoring.zero_bye,
            });
            let ahead: u32 = with_absence.sum();
            let points = card.points();
            if row.points != points && row.points != points + i64::from(ahead) {
                let message = format!("the results add up to {}.{} points", points / 10, points % 10);
                problems.push(at(row.line, 80, message));
            }
        }
        if problems.is_empty() { Ok(Report { heading: self.heading, table, absent }) } else { Err(problems) }
    }

    /// The round of a column; each game is on the lines of both players.
    fn round(&mut self, column: usize) -> Round {
        let mut round = Round { format: Format::Swiss, boards: Vec::new(), byes: Vec::new() };
        for (player, row) in self.players.iter().enumerate() {
            let cell = row.cells.get(column).copied().flatten();
            let (opponent, side, result) = match cell {
                None => continue,
                Some(Cell::Bye(kind)) => {
                    round.byes.push(Bye { player, kind });
                    continue;
                }
                Some(Cell::Game { opponent, side, result }) => (opponent, side, result),
            };
            let column_at = ROUNDS_AT + 2 + column * ROUND_WIDTH;
            let Some(other) = self.players.get(opponent).filter(|_| opponent != player) else {
                self.problems.push(at(row.line, column_at, format!("there is no opponent {}", opponent + 1)));
                continue;
            };
            let told = other.cells.get(column).copied().flatten();
            let Some(Cell::Game { side: his_side, result: his, .. }) =
                told.filter(|told| matches!(told, Cell::Game { opponent: back, .. } if *back == player))
            else {
                let message = format!("line {} does not name {} as the opponent", other.line, player + 1);
                self.problems.push(at(row.line, column_at, message));
                continue;
            };
            if player > opponent {
                continue;
            }
            let seat = match (side, his_side) {
                (Some(side), Some(his)) if side == his => {
                    let message = format!("line {} has the same side", other.line);
                    self.problems.push(at(row.line, column_at + 5, message));
                    continue;
                }
                (Some(side), _) => side,
                (None, Some(his)) => 1 - his,
                (None, None) => 0,
            };
            let Some(result) = agreed(result, his, player, opponent) else {
                let message = format!("the result '{result}' does not fit '{his}' on line {}", other.line);
                self.problems.push(at(row.line, column_at + 7, message));
                continue;
            };
            let pair = if seat == 0 { [player, opponent] } else { [opponent, player] };
            round.boards.push(Board { pair, legs: vec![Leg { exchanged: false, result }] });
        }
        round
    }
}

/// The result that both players' entries for a game give together.
fn agreed(one: char, other: char, player: usize, opponent: usize) -> Option<Option<LegResult>> {
    let result = |how, winner| Some(Some(LegResult { how, winner, margin: 0 }));
    match (one, other) {
        (' ', ' ') => Some(None),
        ('1', '0') | ('W', 'L') => result(How::Played, Some(player)),
        ('0', '1') | ('L', 'W') => result(How::Played, Some(opponent)),
        ('=', '=') | ('D', 'D') => result(How::Played, None),
        ('+', '-') => result(How::Forfeit, Some(player)),
        ('-', '+') => result(How::Forfeit, Some(opponent)),
        ('-', '-') => result(How::DoubleForfeit, None),
        _ => None,
    }
}
