//! The lines of a report file that are not about one player: the number of rounds, what results are worth, who has the
//! first side, byes that are written apart, and adjustments.
//!
//! Codes of three digits are FIDE's, of TRF16 and of TRF26 (tournament report file, version 2026); `XX` and `BB` are
//! those of JaVaFo and bbpPairings. The fields of TRF26 have columns, but programs do not agree on them, so they are
//! read as words.

use adjutant_core::document::Problem;

use super::line::{at, points, tenths};
use super::reader::{ApartLine, ByeLine, GivenLine, Penalty, Reader};
use crate::crosstable::model::ByeKind;

/// Codes of lines that are read.
const READ: [&str; 19] = [
    "142", "152", "162", "240", "250", "260", "299", "XXR", "XXC", "XXS", "XXZ", "XXA", "XXP", "BBW", "BBD", "BBL",
    "BBZ", "BBF", "BBU",
];

/// Known lines that contain nothing the table needs: those for people, with legends of the columns among them, and
/// those of teams that mean something only beside the lines that list teams.
const PASSED_OVER: [&str; 17] = [
    "062", "072", "082", "112", "122", "132", "172", "182", "202", "212", "222", "352", "362", "801", "802", "###",
    "DDD",
];

impl Reader {
    /// A line with a code that is not 001; `rest` is what follows the code.
    pub(super) fn tag(&mut self, number: usize, code: &str, rest: &str) {
        if let Some(message) = unsupported(code, rest) {
            self.problems.push(at(number, 0, message));
            return;
        }
        let read = match code {
            "XXR" | "142" => self.number_of_rounds(rest),
            "XXC" | "152" => self.first_side_line(rest),
            "XXS" => self.scoring_by_name(rest),
            "162" => self.scoring_by_letter(rest),
            "BBW" | "BBD" | "BBL" | "BBZ" | "BBF" | "BBU" => match tenths(rest) {
                Some(worth) => {
                    self.worth(code, worth);
                    Ok(())
                }
                None => Err(format!("'{rest}' is not a number with at most one decimal")),
            },
            "240" => self.byes_line(number, rest),
            "XXZ" => self.absent_line(number, rest),
            "299" => self.adjustments(number, rest),
            "250" => self.given_line(number, rest),
            "XXA" => self.given_by_round(number, rest),
            "260" => self.apart_line(number, rest),
            "XXP" => self.apart_always(number, rest),
            "192" => {
                self.is_baku |= rest.contains("BAKU");
                Ok(())
            }
            _ => Ok(()),
        };
        if let Err(message) = read {
            self.problems.push(at(number, 4, message));
        }
    }

    fn number_of_rounds(&mut self, rest: &str) -> Result<(), String> {
        self.rounds = Some(rest.parse().map_err(|_| format!("'{rest}' is not a number of rounds"))?);
        Ok(())
    }

    /// Which side the first player has: `white1`, `black1`, `W` or `B`.
    fn first_side_line(&mut self, rest: &str) -> Result<(), String> {
        for word in rest.split_whitespace() {
            self.first_side = match word.to_ascii_lowercase().as_str() {
                "white1" | "w" => Some(0),
                "black1" | "b" => Some(1),
                "rank" => {
                    return Err(
                        "pairing by the column of ranks is not supported: number the players in their order".to_owned()
                    );
                }
                _ => return Err(format!("'{word}' is not a first side; it is white1, black1, W or B")),
            };
        }
        Ok(())
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

    /// TRF26: letters, each with what it is worth, such as `W 3.0   D 1.0   L 0.0`.
    fn scoring_by_letter(&mut self, rest: &str) -> Result<(), String> {
        let mut left = rest.trim_start();
        while let Some(letter) = left.chars().next() {
            let after = left[letter.len_utf8()..].trim_start();
            let (number, next) =
                after.split_at(after.find(|c: char| !c.is_ascii_digit() && c != '.').unwrap_or(after.len()));
            let worth = tenths(number).ok_or_else(|| {
                format!("after '{letter}' this line has no number of points with at most one decimal")
            })?;
            match letter.to_ascii_uppercase() {
                'W' => self.worth("BBW", worth),
                'D' => self.worth("BBD", worth),
                'L' => self.worth("BBL", worth),
                // Some programs write Z for an absence.
                'A' | 'Z' => (self.scoring.zero_bye, self.scoring.forfeit_loss) = (worth, worth),
                'P' => self.worth("BBU", worth),
                'X' => self.running = Some(worth),
                other => return Err(format!("'{other}' is not a result; it is W, D, L, A, P or X")),
            }
            left = next.trim_start();
        }
        Ok(())
    }

    /// JaVaFo: names, each with what it is worth, such as `W=3.0 D=1.0`.
    fn scoring_by_name(&mut self, rest: &str) -> Result<(), String> {
        for word in rest.split_whitespace() {
            let worth = word.split_once('=').and_then(|(name, worth)| Some((name, tenths(worth)?)));
            let (name, worth) = worth.ok_or_else(|| format!("'{word}' is not a score, such as W=3.0"))?;
            match name.to_ascii_uppercase().as_str() {
                "W" => self.worth("BBW", worth),
                "D" => self.worth("BBD", worth),
                "L" => self.worth("BBL", worth),
                "ZPB" => self.worth("BBZ", worth),
                "HPB" => self.scoring.half_bye = worth,
                "FPB" | "PAB" => self.worth("BBU", worth),
                "FW" => self.scoring.forfeit_win = worth,
                "FL" => self.worth("BBF", worth),
                "WW" | "BW" | "WD" | "BD" | "WL" | "BL" => {
                    return Err(format!("'{word}': results that are worth more with one side are not supported"));
                }
                _ => return Err(format!("'{name}' is not a result; it is W, D, L, ZPB, HPB, FPB, PAB, FW or FL")),
            }
        }
        Ok(())
    }

    /// TRF26: a kind of bye, a round and players, such as `H 003  26  47`.
    fn byes_line(&mut self, line: usize, rest: &str) -> Result<(), String> {
        let mut words = rest.split_whitespace();
        let kind = words.next().unwrap_or_default();
        let kind = match kind.to_ascii_uppercase().as_str() {
            "F" => ByeKind::Full,
            "H" => ByeKind::Half,
            "Z" => ByeKind::Zero,
            _ => return Err(format!("'{kind}' is not a bye; it is F, H or Z")),
        };
        let round = words.next().unwrap_or_default();
        let round = round.parse().ok().filter(|round| (1..=999).contains(round));
        let round = round.ok_or("this line names no round after the kind of bye")?;
        for word in words {
            let player = player_number(word)?;
            self.byes.push(ByeLine { line, kind, round: Some(round), player });
        }
        Ok(())
    }

    /// JaVaFo: the players who are absent from the next round.
    fn absent_line(&mut self, line: usize, rest: &str) -> Result<(), String> {
        for word in rest.split_whitespace() {
            let player = player_number(word)?;
            self.byes.push(ByeLine { line, kind: ByeKind::Zero, round: None, player });
        }
        Ok(())
    }

    /// TRF26: points for the pairing, the first and the last round, the first and the last player, such as
    /// `     2.0 001 003 0001 0090`; before the points, those of matches may stand, which only teams have.
    fn given_line(&mut self, line: usize, rest: &str) -> Result<(), String> {
        let mut words: Vec<&str> = rest.split_whitespace().collect();
        if words.len() == 6 && points(words[0]) == Some(0) {
            words.remove(0);
        }
        let [worth, first, last, from, to] = words[..] else {
            return Err(
                "this line has points, two rounds and two players, as 250      1.0 001 003 0001 0090".to_owned()
            );
        };
        let points = points(worth).ok_or_else(|| format!("'{worth}' is not a number of points"))?;
        let (rounds, players) = (rounds_between(Some(first), Some(last))?, [player_number(from)?, player_number(to)?]);
        self.given.push(GivenLine { line, rounds, players, points });
        Ok(())
    }

    /// JaVaFo: a player, and his points for the pairing in each round from the first.
    fn given_by_round(&mut self, line: usize, rest: &str) -> Result<(), String> {
        let mut words = rest.split_whitespace();
        let player = player_number(words.next().unwrap_or_default())?;
        for (worth, round) in words.zip(1..) {
            let points = points(worth).ok_or_else(|| format!("'{worth}' is not a number of points"))?;
            self.given.push(GivenLine { line, rounds: [round, round], players: [player; 2], points });
        }
        Ok(())
    }

    /// TRF26: the first and the last round in which players do not meet, and these players.
    fn apart_line(&mut self, line: usize, rest: &str) -> Result<(), String> {
        let mut words = rest.split_whitespace();
        let rounds = rounds_between(words.next(), words.next())?;
        self.keep_apart(line, rounds, words)
    }

    /// JaVaFo: players who do not meet.
    fn apart_always(&mut self, line: usize, rest: &str) -> Result<(), String> {
        self.keep_apart(line, [1, u32::MAX], rest.split_whitespace())
    }

    fn keep_apart<'t>(
        &mut self,
        line: usize,
        rounds: [u32; 2],
        words: impl Iterator<Item = &'t str>,
    ) -> Result<(), String> {
        let players: Vec<usize> = words.map(player_number).collect::<Result<_, _>>()?;
        if players.len() < 2 {
            return Err("this line names fewer than two players".to_owned());
        }
        self.apart.push(ApartLine { line, rounds, players });
        Ok(())
    }

    /// TRF26: points that players lose or win beside their results, such as ` -0.5 000   3`; a letter in the first
    /// place means that results themselves are worth something else.
    fn adjustments(&mut self, line: usize, rest: &str) -> Result<(), String> {
        let mut words = rest.split_whitespace().peekable();
        if let Some(kind) =
            words.next_if(|word| word.chars().all(|c| c.is_ascii_alphabetic() || matches!(c, '+' | '-')))
        {
            return Err(format!("results of the kind {kind} that are worth something else are not supported"));
        }
        let worth = words.next().unwrap_or_default();
        let points = points(worth).ok_or_else(|| format!("'{worth}' is not a number of points"))?;
        if points > 0 {
            return Err("points that are given beside the results are not supported, only penalties".to_owned());
        }
        // The round, 000 for all of them, may be left out; it changes nothing.
        let mut rest: Vec<&str> = words.collect();
        if rest.len() > 1 {
            rest.remove(0);
        }
        for word in rest {
            self.penalties.push(Penalty { line, player: player_number(word)?, points: -points });
        }
        Ok(())
    }
}

/// Why a line cannot be read at all.
fn unsupported(code: &str, rest: &str) -> Option<String> {
    match code {
        "192" if !rest.contains("TEAM") => None,
        "013" | "192" | "300" | "310" | "320" | "330" => {
            Some("this is a team tournament, which this program does not support".to_owned())
        }
        other if READ.contains(&other) || PASSED_OVER.contains(&other) || is_national_rating(other, rest) => None,
        other => Some(format!("'{other}' is not a code of a FIDE report file")),
    }
}

/// A number of a round, from 1.
fn round_number(word: Option<&str>) -> Result<u32, String> {
    let round = word.and_then(|word| word.parse().ok()).filter(|round| (1..=999).contains(round));
    round.ok_or_else(|| format!("'{}' is not a round", word.unwrap_or_default()))
}

/// The first and the last round of some.
fn rounds_between(first: Option<&str>, last: Option<&str>) -> Result<[u32; 2], String> {
    let rounds = [round_number(first)?, round_number(last)?];
    match rounds[0] <= rounds[1] {
        true => Ok(rounds),
        false => Err(format!("round {} does not come before round {}", rounds[0], rounds[1])),
    }
}

fn player_number(word: &str) -> Result<usize, String> {
    let number = word.parse().ok().filter(|number| (1..=9_999).contains(number));
    number.ok_or_else(|| format!("'{word}' is not a player's number"))
}

/// Whether a line is a national rating: the code of a federation in the place of 001.
fn is_national_rating(code: &str, rest: &str) -> bool {
    let number: String = rest.chars().take_while(|c| c.is_ascii_digit()).collect();
    code.len() == 3
        && code.bytes().all(|letter| letter.is_ascii_uppercase())
        && !code.starts_with("XX")
        && !code.starts_with("BB")
        && !number.is_empty()
}

/// Checks the players that such lines name.
pub(super) fn unknown(lines: impl Iterator<Item = (usize, usize)>, players: usize) -> Vec<Problem> {
    let unknown = lines.filter(|(_, player)| *player > players);
    unknown.map(|(line, player)| at(line, 4, format!("there is no player {player}"))).collect()
}
