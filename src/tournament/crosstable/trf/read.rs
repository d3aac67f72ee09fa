//! Reads a tournament report file into a table.

use adjutant_core::document::Problem;

use super::line::{Cell, ROUND_WIDTH, ROUNDS_AT, at, player};
use super::reader::Reader;
use super::tags::unknown;
use super::{Notes, Report};
use crate::crosstable::model::{
    Apart, Board, Bye, ByeKind, Format, GivenPoints, How, Leg, LegResult, Plan, Player, Round, SwissRules,
    UnplayedRounds,
};
use crate::crosstable::player_card::PlayerCard;
use crate::crosstable::table::Crosstable;

/// The report in a text. Points are stored in tenths. Players are in the order of their numbers; a player's id is `p`
/// and his number. The last columns, in which nobody meets anybody, are byes of the rounds to come.
///
/// # Errors
/// Everything that is wrong, each with its line: a code that is unknown or not supported, an invalid field, a number
/// that is missing or occurs twice, a game on which the two players' lines disagree, points that differ from the sum of
/// the results, a last round that is not paired completely.
pub fn read(text: &str) -> Result<Report, Vec<Problem>> {
    let lines: Vec<&str> = lines(text).collect();
    if !lines.iter().any(|line| line.starts_with("001")) {
        let problem = Problem::new("this is not a FIDE report file (TRF): no line begins with 001");
        return Err(vec![
            problem.advice("a report file has one such line for each player; export the file from the pairing program"),
        ]);
    }
    let mut reader = Reader::default();
    for (line, number) in lines.into_iter().zip(1..) {
        reader.line(number, line);
    }
    let adjustments = reader.read_otherwise(text);
    let mut report = reader.finish()?;
    report.notes.adjustments = adjustments;
    Ok(report)
}

/// The lines of a text, without the mark that some editors put at its start. FIDE's format ends lines with CR; most
/// programs end them with LF or CR LF.
fn lines(text: &str) -> impl Iterator<Item = &str> {
    let text = text.strip_prefix('\u{feff}').unwrap_or(text);
    text.split('\n').flat_map(|line| line.strip_suffix('\r').unwrap_or(line).split('\r'))
}

impl Reader {
    fn line(&mut self, number: usize, line: &str) {
        let line = line.trim_end();
        if line.is_empty() {
            return;
        }
        let letters: Vec<char> = line.chars().collect();
        let code: String = letters.iter().take(3).collect();
        let rest: String = letters.iter().skip(3).collect();
        let rest = rest.trim();
        if let Some(place) = self.heading.line(&code) {
            *place = rest.to_owned();
        } else if code == "001" {
            match player(number, &letters) {
                Ok(row) => self.players.push(row),
                Err(problem) => self.problems.push(problem),
            }
        } else {
            self.tag(number, &code, rest);
        }
    }

    fn finish(mut self) -> Result<Report, Vec<Problem>> {
        if !self.problems.is_empty() {
            return Err(self.problems);
        }
        self.scoring.full_bye = self.full_bye.unwrap_or(self.scoring.win);
        self.players.sort_by_key(|row| row.number);
        self.check_numbers();
        let named = self.byes.iter().map(|bye| (bye.line, bye.player));
        let named = named.chain(self.penalties.iter().map(|penalty| (penalty.line, penalty.player)));
        let named = named.chain(self.given.iter().flat_map(|one| one.players.map(|player| (one.line, player))));
        let named = named.chain(self.apart.iter().flat_map(|one| one.players.iter().map(|player| (one.line, *player))));
        let strangers = unknown(named, self.players.len());
        self.problems.extend(strangers);
        if !self.problems.is_empty() {
            return Err(self.problems);
        }
        self.place_byes();
        let columns = self.players.iter().map(|row| row.cells.len()).max().unwrap_or(0);
        let mut rounds: Vec<Round> = (0..columns).map(|column| self.round(column)).collect();
        if !self.problems.is_empty() {
            return Err(self.problems);
        }
        // Where nobody meets anybody and somebody has no entry, the column is that of a round to come.
        let everybody = self.players.len();
        let ahead = |round: &Round| round.boards.is_empty() && round.byes.len() < everybody;
        let played = rounds.iter().rposition(|round| !ahead(round)).map_or(0, |last| last + 1);
        let later = rounds.split_off(played);
        let mut notes = Notes { announced: self.rounds, ..Notes::default() };
        notes.later = later
            .iter()
            .zip(played as u32 + 1..)
            .skip(1)
            .flat_map(|(round, number)| round.byes.iter().map(move |bye| (number, *bye)))
            .collect();
        let mut absent = later.into_iter().next().map(|round| round.byes).unwrap_or_default();
        for bye in self.byes.iter().filter(|bye| bye.round.is_none()) {
            let player = bye.player - 1;
            if absent.iter().all(|other| other.player != player) {
                absent.push(Bye { player, kind: bye.kind });
            }
        }
        notes.empty = self.without_entry(&rounds);
        // A player with an empty column has a bye without points, in rounds that were played.
        for round in &mut rounds {
            for player in 0..self.players.len() {
                if !is_in(round, player) {
                    round.byes.push(Bye { player, kind: ByeKind::Zero });
                }
            }
            round.byes.sort_by_key(|bye| bye.player);
        }
        if !self.problems.is_empty() {
            return Err(self.problems);
        }
        self.report(rounds, absent, notes)
    }

    /// Every number from 1 occurs once.
    fn check_numbers(&mut self) {
        for pair in self.players.windows(2).filter(|pair| pair[0].number == pair[1].number) {
            let message = format!("line {} has a player with the number {} too", pair[0].line, pair[1].number);
            self.problems.push(at(pair[1].line, 4, message).advice("give each player a number of his own, from 1"));
        }
        if !self.problems.is_empty() {
            return;
        }
        if let Some((row, missing)) = self.players.iter().zip(1..).find(|(row, number)| row.number != *number) {
            let message = format!("there is no player {missing}, but a player {}", row.number);
            self.problems.push(at(row.line, 4, message).advice("number the players from 1 without gaps"));
        }
    }

    /// Puts byes that a line of their own gives into the columns of their rounds.
    fn place_byes(&mut self) {
        for bye in &self.byes {
            let Some(round) = bye.round else { continue };
            let row = &mut self.players[bye.player - 1];
            if row.cells.len() < round {
                row.cells.resize(round, None);
            }
            let cell = &mut row.cells[round - 1];
            match cell {
                None => *cell = Some(Cell::Bye(bye.kind)),
                Some(Cell::Bye(kind)) if *kind == bye.kind => {}
                Some(_) => {
                    let message =
                        format!("player {} has something else in round {round}, on line {}", bye.player, row.line);
                    self.problems.push(at(bye.line, 4, message));
                }
            }
        }
    }

    /// The players who were here before the last round and have no entry in it. If at least as many lack one as play,
    /// the round is not paired, and its games were entered ahead.
    fn without_entry(&mut self, rounds: &[Round]) -> Vec<usize> {
        let Some((last, before)) = rounds.split_last() else { return Vec::new() };
        let here = |player: &usize| before.last().is_none_or(|round| is_in(round, *player));
        let empty: Vec<usize> = (0..self.players.len()).filter(here).filter(|player| !is_in(last, *player)).collect();
        if empty.len() > 1 && empty.len() >= 2 * last.boards.len() {
            let numbers: Vec<String> = empty.iter().map(|player| (player + 1).to_string()).collect();
            let message = format!(
                "round {} is not paired: it has {}, and nothing for the players {}",
                rounds.len(),
                if last.boards.len() == 1 { "1 game".to_owned() } else { format!("{} games", last.boards.len()) },
                numbers.join(", ")
            );
            let advice = "enter the other games, with 0000 - Z for a player who is absent; this program cannot pair around games that were entered ahead";
            let column = ROUNDS_AT + 2 + before.len() * ROUND_WIDTH;
            self.problems.push(at(self.players[empty[0]].line, column, message).advice(advice));
        }
        empty
    }

    /// The side of the first player in the first round: as announced, else as the games of the first round have it,
    /// where the players of odd numbers have his side.
    fn side_of_first(&self, rounds: &[Round]) -> usize {
        self.first_side.unwrap_or_else(|| {
            let boards = rounds.first().map(|round| round.boards.as_slice()).unwrap_or_default();
            let first = boards.iter().min_by_key(|board| board.pair[0].min(board.pair[1]));
            first.map_or(0, |board| usize::from(board.pair[1] < board.pair[0]) ^ (board.pair[0].min(board.pair[1]) % 2))
        })
    }

    fn report(self, rounds: Vec<Round>, absent: Vec<Bye>, notes: Notes) -> Result<Report, Vec<Problem>> {
        let mut problems = Vec::new();
        let mut players = Vec::new();
        // Lots decide about sides by being odd or even.
        let lots_from = self.side_of_first(&rounds) as u32;
        for row in &self.players {
            let Ok(id) = format!("p{}", row.number).parse() else { continue };
            let (name, rating, lot) = (row.name.clone(), row.rating, row.number as u32 + lots_from);
            let penalties = self.penalties.iter().filter(|penalty| penalty.player == row.number);
            let penalty = penalties.map(|penalty| penalty.points as u32).sum();
            players.push(Player { id, name, rating, enters: 1, leaves: None, lot, penalty });
        }
        let planned = self.rounds.unwrap_or(rounds.len() as u32);
        let plan =
            Plan { rounds: planned, legs: 1, scoring: self.scoring.clone(), unplayed: UnplayedRounds::default() };
        let table = Crosstable::new(plan, players, rounds)?.with_swiss_rules(self.swiss_rules());
        for (row, card) in self.players.iter().zip(PlayerCard::all(&table)) {
            let worth = |kind| match kind {
                ByeKind::Full => self.scoring.full_bye,
                ByeKind::Half => self.scoring.half_bye,
                ByeKind::Zero => self.scoring.zero_bye,
            };
            // Some programs count byes that are entered ahead, and running games.
            let of_next = absent.iter().filter(|bye| bye.player + 1 == row.number).map(|bye| bye.kind);
            let of_later = notes.later.iter().filter(|(_, bye)| bye.player + 1 == row.number).map(|(_, bye)| bye.kind);
            let ahead: u32 = of_next.clone().map(worth).sum();
            let all_ahead: u32 = of_next.chain(of_later).map(worth).sum();
            let running =
                row.cells.iter().flatten().filter(|cell| matches!(cell, Cell::Game { result: ' ', .. })).count();
            let running = running as u32 * self.running.unwrap_or(self.scoring.draw);
            let points = card.points() - i64::from(table.players()[row.number - 1].penalty);
            let with =
                [0, ahead, all_ahead].map(|ahead| [0, running].map(|running| points + i64::from(ahead + running)));
            if !with.as_flattened().contains(&row.points) {
                let sign = if points < 0 { "-" } else { "" };
                let shown = points.abs();
                let message = format!("the results add up to {sign}{}.{} points", shown / 10, shown % 10);
                problems.push(at(row.line, 80, message));
            }
        }
        if problems.is_empty() { Ok(Report { heading: self.heading, table, absent, notes }) } else { Err(problems) }
    }

    /// Who is given points for the pairing, and who is kept apart. Lines that give points take the place of the named
    /// acceleration.
    fn swiss_rules(&self) -> SwissRules {
        let given = self.given.iter().flat_map(|one| {
            let [first, last] = one.players;
            (first..=last).map(|player| GivenPoints { rounds: one.rounds, player: player - 1, points: one.points })
        });
        let mut apart = Vec::new();
        for one in &self.apart {
            for (n, first) in one.players.iter().enumerate() {
                let others = one.players[n + 1..].iter().filter(|other| *other != first);
                apart.extend(others.map(|other| Apart { rounds: one.rounds, pair: [first - 1, other - 1] }));
            }
        }
        let accelerated = self.rounds.filter(|_| self.is_baku && self.given.is_empty());
        SwissRules { accelerated, given: given.collect(), apart }
    }

    /// What was read as something else than it is in the file.
    fn read_otherwise(&self, text: &str) -> Vec<String> {
        let mut said = Vec::new();
        let columns = lines(text).filter(|line| line.starts_with("001")).flat_map(|line| {
            let letters: Vec<char> = line.chars().skip(ROUNDS_AT).collect();
            letters.chunks(ROUND_WIDTH).filter_map(|cell| cell.get(ROUND_WIDTH - 1).copied()).collect::<Vec<char>>()
        });
        let columns: Vec<char> = columns.map(|letter| letter.to_ascii_uppercase()).collect();
        let mut count = |letters: &[char], per: usize, one: &str, several: &str| {
            let found = columns.iter().filter(|letter| letters.contains(letter)).count().div_ceil(per);
            match found {
                0 => {}
                1 => said.push(format!("1 {one}")),
                found => said.push(format!("{found} {several}")),
            }
        };
        count(
            &['F'],
            1,
            "full-point bye is read as one of the pairing",
            "full-point byes are read as those of the pairing",
        );
        count(
            &['W', 'D', 'L'],
            2,
            "game that is not rated counts as played",
            "games that are not rated count as played",
        );
        let lose = self.penalties.iter().filter(|penalty| penalty.points > 0).count();
        if lose > 0 {
            said.push(format!("line 299 takes points from {lose} {}", if lose == 1 { "player" } else { "players" }));
        }
        said
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

/// Whether a player has a board or a bye in a round.
fn is_in(round: &Round, player: usize) -> bool {
    round.boards.iter().any(|board| board.pair.contains(&player)) || round.byes.iter().any(|bye| bye.player == player)
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
