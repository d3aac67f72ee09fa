//! Writes a table as a tournament report file.

use std::fmt::Write as _;

use adjutant_core::document::Problem;

use super::{Report, Version};
use crate::crosstable::acceleration::{accelerated_rounds, upper_half, virtual_points};
use crate::crosstable::model::{Apart, ByeKind, Format, How, Leg, Round, Scoring};
use crate::crosstable::standings::standings;
use crate::crosstable::table::Crosstable;

/// The text of a report.
///
/// # Errors
/// What the format cannot express: a scoring with fractions of a tenth, forfeits that are worth something other than
/// games, or half byes worth something other than draws; a rating or points of more than four digits; a board that
/// plays more games than a round has.
pub fn write(report: &Report) -> Result<String, Vec<Problem>> {
    write_as(report, Version::Trf16)
}

/// The text of a report in a version of the format.
///
/// # Errors
/// As [`write`]; and in TRF26, a forfeit that is worth something other than an absence.
pub fn write_as(report: &Report, version: Version) -> Result<String, Vec<Problem>> {
    let table = &report.table;
    let mut problems = limits(table);
    if version == Version::Trf26 && table.scoring().zero_bye != table.scoring().forfeit_loss {
        problems.push(Problem::new("in the file a forfeit is worth as much as an absence, but not in this scoring"));
    }
    let mut text = String::new();
    for (code, line) in report.heading.lines() {
        if !line.is_empty() {
            let _ = writeln!(text, "{code} {}", plain(line));
        }
    }
    let _ = writeln!(text, "062 {}", table.players().len());
    let scoring = table.scoring();
    text += &match version {
        Version::Trf16 => announced_as_extensions(table),
        Version::Trf26 => announced(table),
    };
    let order = table.seeding();
    let mut numbers = vec![0; order.len()];
    order.iter().enumerate().for_each(|(place, player)| numbers[*player] = place + 1);
    let rows = standings(table, &report.heading.tie_breaks);
    for &player in &order {
        let place = rows.iter().position(|row| row.player == player).unwrap_or(0);
        let points = tenths(rows[place].points, scoring);
        let rating = table.players()[player].rating.map(|rating| rating.to_string()).unwrap_or_default();
        let name = &table.players()[player].name;
        if rating.len() > 4 || points.len() > 4 {
            problems.push(Problem::new(format!("{name}: ratings and points have at most four digits in the file")));
        }
        let name: String = plain(name).chars().take(33).collect();
        let mut line = format!(
            "001 {:>4}      {name:<33} {rating:>4} {:27}{points:>4} {:>4}",
            numbers[player],
            "",
            rows[place].rank + rows[..place].iter().filter(|row| row.rank == rows[place].rank).count() as u32
        );
        for round in table.rounds().iter().filter(|round| round.format != Format::Knockout) {
            for leg in 0..table.plan().legs as usize {
                line.push_str(&cell(round, leg, player, &numbers, &mut problems));
            }
        }
        if !report.absent.is_empty() {
            let bye = report.absent.iter().find(|bye| bye.player == player);
            let column = bye.map_or("          ", |bye| bye_cell(bye.kind));
            (0..table.plan().legs).for_each(|_| line.push_str(column));
        }
        let _ = writeln!(text, "{}", line.trim_end());
    }
    // TRF16 has no place for penalties, so they have the line of TRF26 there too.
    for &player in order.iter().filter(|player| table.players()[**player].penalty > 0) {
        let less = tenths(-i64::from(table.players()[player].penalty), scoring);
        let _ = writeln!(text, "299 {less:>13}  000 {:>4}", numbers[player]);
    }
    if table.plan().legs == 1 {
        text += &swiss_rules(table, &numbers, version);
    }
    if problems.is_empty() { Ok(text) } else { Err(problems) }
}

/// The number of rounds, the first side and the scoring, as JaVaFo and bbpPairings read them.
fn announced_as_extensions(table: &Crosstable) -> String {
    let scoring = table.scoring();
    let mut text = format!("XXR {}\nXXC white1\n", table.plan().rounds * table.plan().legs);
    for (code, worth) in [
        ("BBW", scoring.win),
        ("BBD", scoring.draw),
        ("BBL", scoring.loss),
        ("BBZ", scoring.zero_bye),
        ("BBF", scoring.forfeit_loss),
        ("BBU", scoring.full_bye),
    ] {
        let _ = writeln!(text, "{code} {:>4}", tenths(i64::from(worth), scoring));
    }
    text
}

/// The same as TRF26 has it. A game without a result is worth nothing in the file's sums.
fn announced(table: &Crosstable) -> String {
    let scoring = table.scoring();
    let worths = [
        ('W', scoring.win),
        ('D', scoring.draw),
        ('L', scoring.loss),
        ('A', scoring.zero_bye),
        ('P', scoring.full_bye),
        ('X', 0),
    ];
    let worths = worths.map(|(letter, worth)| format!("{letter}{:>4}", tenths(i64::from(worth), scoring)));
    let rounds = table.plan().rounds * table.plan().legs;
    format!("142 {rounds}\n152 W\n162  {}\n182 Adjutant\n", worths.join("    "))
}

/// Points for the pairing alone, and who does not meet.
fn swiss_rules(table: &Crosstable, numbers: &[usize], version: Version) -> String {
    let (rules, scoring, rounds) = (table.swiss_rules(), table.scoring(), table.plan().rounds);
    let mut text = String::new();
    match version {
        Version::Trf26 => {
            // Players are numbered by their seeds, so the upper half has the first numbers.
            let half = upper_half(table).len();
            let baku = accelerated_rounds(table).into_iter().map(|(rounds, points)| (rounds, [1, half], points));
            let given = rules.given.iter().map(|one| (one.rounds, [numbers[one.player]; 2], one.points));
            for ([first, last], [from, to], points) in baku.chain(given) {
                let (points, last) = (tenths(points, scoring), last.min(999));
                let _ = writeln!(text, "250      {points:>4} {first:03} {last:03} {from:04} {to:04}");
            }
            for Apart { rounds: [first, last], pair } in &rules.apart {
                let [one, other] = pair.map(|player| numbers[player]);
                let last = (*last).min(rounds.max(*first)).min(999);
                let _ = writeln!(text, "260 {first:03} {last:03} {one:>4} {other:>4}");
            }
        }
        Version::Trf16 => {
            let by_round: Vec<Vec<i64>> = (1..=rounds).map(|round| virtual_points(table, round)).collect();
            let last = by_round.iter().rposition(|given| given.iter().any(|points| *points != 0));
            let given = last.map_or(&[][..], |last| &by_round[..=last]);
            let mut order: Vec<usize> = (0..numbers.len()).collect();
            order.sort_by_key(|player| numbers[*player]);
            for player in order.into_iter().filter(|player| given.iter().any(|points| points[*player] != 0)) {
                let points = given.iter().map(|points| format!(" {:>4}", tenths(points[player], scoring)));
                let _ = writeln!(text, "XXA {:>4}{}", numbers[player], points.collect::<String>());
            }
            for Apart { pair, .. } in &rules.apart {
                let _ = writeln!(text, "XXP {} {}", numbers[pair[0]], numbers[pair[1]]);
            }
        }
    }
    text
}

/// What a player did in a game of a round.
fn cell(round: &Round, leg: usize, player: usize, numbers: &[usize], problems: &mut Vec<Problem>) -> String {
    let Some(board) = round.boards.iter().find(|board| board.pair.contains(&player)) else {
        let bye = round.byes.iter().find(|bye| bye.player == player).map(|bye| bye.kind);
        let bye = bye.or((round.format == Format::Swiss).then_some(ByeKind::Zero));
        return bye.map_or("          ", bye_cell).to_owned();
    };
    let opponent = numbers[board.opponent(player)];
    let Some(game) = board.legs.get(leg) else {
        problems.push(Problem::new(format!("the board of {} has fewer games than its round", numbers[player])));
        return String::new();
    };
    let side = if game.side(board, player) == 0 { 'w' } else { 'b' };
    format!("  {opponent:>4} {side} {}", result(game, player))
}

fn bye_cell(kind: ByeKind) -> &'static str {
    match kind {
        ByeKind::Full => "  0000 - U",
        ByeKind::Half => "  0000 - H",
        ByeKind::Zero => "  0000 - Z",
    }
}

fn result(game: &Leg, player: usize) -> char {
    let Some(result) = game.result else { return ' ' };
    let won = result.winner == Some(player);
    match (result.how, result.winner) {
        (How::DoubleForfeit, _) => '-',
        (How::Forfeit, _) if won => '+',
        (How::Forfeit, _) => '-',
        (_, None) => '=',
        (_, Some(_)) if won => '1',
        (_, Some(_)) => '0',
    }
}

fn limits(table: &Crosstable) -> Vec<Problem> {
    let mut problems = Vec::new();
    let scoring = table.scoring();
    if scoring.worths().iter().any(|worth| worth * 10 % scoring.per_point != 0) {
        problems.push(Problem::new("points have one decimal in the file, and this scoring needs more"));
    }
    if scoring.forfeit_win != scoring.win || scoring.half_bye != scoring.draw {
        let message =
            "in the file a win by forfeit counts as a win and a half-point bye as a draw, but not in this scoring";
        problems.push(Problem::new(message));
    }
    let most = table.plan().legs as usize;
    let rounds = table.rounds().iter().filter(|round| round.format != Format::Knockout);
    if rounds.flat_map(|round| &round.boards).any(|board| board.legs.len() > most) {
        problems.push(Problem::new("a board plays more games than its round has columns in the file"));
    }
    problems
}

/// Points with one decimal.
fn tenths(points: i64, scoring: &Scoring) -> String {
    let tenths = points * 10 / i64::from(scoring.per_point);
    let sign = if tenths < 0 { "-" } else { "" };
    format!("{sign}{}.{}", tenths.abs() / 10, tenths.abs() % 10)
}

/// A text on a single line.
fn plain(text: &str) -> String {
    text.chars().map(|letter| if letter.is_control() { ' ' } else { letter }).collect::<String>().trim().to_owned()
}
