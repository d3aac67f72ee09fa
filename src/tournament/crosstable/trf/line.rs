//! A player's line in a report file.

use adjutant_core::document::{Mark, Problem};

use crate::crosstable::model::ByeKind;

/// The columns of a player's line, from 0: where its rounds begin, and how wide each is.
pub(super) const ROUNDS_AT: usize = 89;
pub(super) const ROUND_WIDTH: usize = 10;

/// A player's line.
pub(super) struct Row {
    pub line: usize,
    pub number: usize,
    pub name: String,
    pub rating: Option<u32>,
    pub points: i64,
    pub cells: Vec<Option<Cell>>,
}

/// What a player did in a round, according to his line.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Cell {
    Bye(ByeKind),
    Game { opponent: usize, side: Option<usize>, result: char },
}

/// A problem at a place of the file, the column counted from 0.
pub(super) fn at(line: usize, column: usize, message: impl Into<String>) -> Problem {
    let place = |number: usize| u32::try_from(number).unwrap_or(u32::MAX);
    Problem::new(message).at(Mark { line: place(line), column: place(column + 1) })
}

/// A line of a player.
pub(super) fn player(line: usize, letters: &[char]) -> Result<Row, Problem> {
    let field = |from: usize, to: usize| -> String {
        let to = to.min(letters.len());
        letters.get(from.min(to)..to).unwrap_or_default().iter().collect::<String>().trim().to_owned()
    };
    if let Some(tab) = letters.iter().position(|letter| *letter == '\t') {
        let message = "this line has a tab, but its fields have fixed columns";
        let advice = "write blanks in place of tabs: the number in columns 5 to 8, the name from 15, the points in 81 to 84, the rounds from 92";
        return Err(at(line, tab, message).advice(advice));
    }
    if letters.len() < 84 {
        return Err(at(
            line,
            letters.len(),
            "a player's line has at least 84 characters, with his points in the last four",
        ));
    }
    let number = field(4, 8);
    let number = number.parse().ok().filter(|number| (1..=9_999).contains(number));
    let number = number.ok_or_else(|| at(line, 4, format!("'{}' is not a player's number", field(4, 8))))?;
    let rating = field(48, 52);
    let rating = if rating.is_empty() {
        None
    } else {
        Some(rating.parse().map_err(|_| at(line, 48, format!("'{rating}' is not a rating")))?)
    };
    // A rating of 0 means none.
    let rating = rating.filter(|rating| *rating > 0);
    let sum = field(80, 84);
    let points = points(&sum).ok_or_else(|| at(line, 80, format!("'{sum}' is not a number of points")))?;
    let mut cells = Vec::new();
    for from in (ROUNDS_AT + 2..letters.len()).step_by(ROUND_WIDTH) {
        cells.push(cell(line, from, &field(from, from + 4), &field(from + 5, from + 6), &field(from + 7, from + 8))?);
    }
    while cells.last().is_some_and(Option::is_none) {
        cells.pop();
    }
    Ok(Row { line, number, name: field(14, 47), rating, points, cells })
}

pub(super) fn cell(
    line: usize,
    from: usize,
    opponent: &str,
    side: &str,
    result: &str,
) -> Result<Option<Cell>, Problem> {
    let side_of = match side {
        "w" => Some(0),
        "b" => Some(1),
        "-" | "" => None,
        other => return Err(at(line, from + 5, format!("'{other}' is not a side; it is w, b or -"))),
    };
    let result = result.chars().next().unwrap_or(' ').to_ascii_uppercase();
    if matches!(opponent, "" | "0000" | "0") {
        let kind = match result {
            'U' | 'F' | '+' => ByeKind::Full,
            'H' | '=' => ByeKind::Half,
            'Z' | '-' => ByeKind::Zero,
            ' ' if opponent.is_empty() && side.is_empty() => return Ok(None),
            ' ' => ByeKind::Zero,
            other => return Err(at(line, from + 7, format!("'{other}' is not a bye; it is U, F, H or Z"))),
        };
        return Ok(Some(Cell::Bye(kind)));
    }
    let number: Option<usize> = opponent.parse().ok().filter(|number| *number > 0);
    let number = number.ok_or_else(|| at(line, from, format!("'{opponent}' is not an opponent's number")))?;
    if !matches!(result, '1' | '0' | '=' | 'W' | 'L' | 'D' | '+' | '-' | ' ') {
        return Err(at(line, from + 7, format!("'{result}' is not a result; it is 1, 0, =, W, L, D, + or -")));
    }
    if side_of.is_none() && !matches!(result, '+' | '-') {
        return Err(at(line, from + 5, "a game that was not forfeited has a side, w or b"));
    }
    Ok(Some(Cell::Game { opponent: number - 1, side: side_of, result }))
}

/// Points with at most one decimal, which may be negative, in tenths.
pub(super) fn points(text: &str) -> Option<i64> {
    match text.strip_prefix('-') {
        Some(less) => Some(-i64::from(tenths(less)?)),
        None => Some(i64::from(tenths(text)?)),
    }
}

/// Points with at most one decimal, in tenths.
pub(super) fn tenths(text: &str) -> Option<u32> {
    let (whole, part) = text.split_once('.').unwrap_or((text, "0"));
    let digits = |text: &str| !text.is_empty() && text.len() <= 4 && text.bytes().all(|digit| digit.is_ascii_digit());
    if !digits(whole) || !digits(part) || part.len() > 1 {
        return None;
    }
    Some(whole.parse::<u32>().ok()? * 10 + part.parse::<u32>().ok()?)
}
