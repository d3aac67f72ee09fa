//! Pairings compared with those of bbpPairings, which pairs by the FIDE (Dutch) system: the same 1,000 random
//! tournaments, in each round the same history for both.
//!
//! `tests/data/tournament/bbppairings.txt` has a line for each tournament. Its left half is made again here. With
//! `ADJUTANT_BBPPAIRINGS` set to the program, all is made again; it is given each round as a TRF file.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::{env, fs};

use tournament::crosstable::{Board, Bye, ByeKind, Crosstable, Format, Outcome, PlayerCard, Round, trf};

use crate::random::{Step, season};

const TOURNAMENTS: u64 = 1_000;
/// Every so many are made again in a test that nobody asked to do all.
const SAMPLE: u64 = 20;

/// What is counted in a round, and summed over a tournament.
const COUNTS: [&str; 10] = [
    "rounds",        // that were paired
    "rematches",     // boards whose players had played each other
    "second byes",   // byes to who had one, or scored a win's points without playing
    "bye points",    // points of who got the bye
    "differences",   // of points, over all boards
    "floaters",      // boards whose players had different points
    "uneven",        // players who come to have one side three times more often
    "third",         // players who come to have one side three times running
    "side not due",  // players with an uneven history who get the side that they had more often
    "floated again", // players who float in the same direction as in the round before
];

type Counts = [u64; COUNTS.len()];

/// What is counted in a round that comes after a table.
fn count(before: &Crosstable, round: &Round) -> Counts {
    let cards = PlayerCard::all(before);
    let points: Vec<i64> = cards.iter().map(PlayerCard::points).collect();
    let sides: Vec<Vec<usize>> = (0..cards.len()).map(|player| sides(before, player)).collect();
    let last = before.rounds().len().wrapping_sub(1);
    let floated = |player: usize| -> i64 {
        let Some(entry) = cards[player].rounds.get(last) else { return 0 };
        match entry.outcome {
            Outcome::Met(other) => (cards[player].points_after(last) - cards[other].points_after(last)).signum(),
            _ => i64::from(entry.points > 0),
        }
    };
    let mut counts = [0; COUNTS.len()];
    counts[0] = 1;
    for board in &round.boards {
        let [one, other] = board.pair;
        let met = |entry: &tournament::crosstable::Entry| entry.outcome == Outcome::Met(other);
        counts[1] += u64::from(cards[one].rounds.iter().any(met));
        let difference = points[one] - points[other];
        counts[4] += difference.unsigned_abs();
        counts[5] += u64::from(difference != 0);
        for (player, up) in [(one, difference), (other, -difference)] {
            let side = board.legs[0].side(board, player);
            let mut next = sides[player].clone();
            let before = next.iter().filter(|had| **had == side).count() * 2;
            counts[8] += u64::from(before > next.len());
            next.push(side);
            let had = next.iter().filter(|had| **had == side).count();
            counts[6] += u64::from(had * 2 > next.len() + 2);
            counts[7] += u64::from(next.len() > 2 && next[next.len() - 3..].iter().all(|had| *had == side));
            counts[9] += u64::from(up != 0 && floated(player) == up.signum());
        }
    }
    for bye in round.byes.iter().filter(|bye| bye.kind == ByeKind::Full) {
        let win = i64::from(before.scoring().win);
        let unplayed = |entry: &tournament::crosstable::Entry| !entry.outcome.is_met() && entry.points >= win;
        counts[2] += u64::from(cards[bye.player].rounds.iter().any(unplayed));
        counts[3] += points[bye.player] as u64;
        counts[9] += u64::from(floated(bye.player) > 0);
    }
    counts
}

fn sides(table: &Crosstable, player: usize) -> Vec<usize> {
    let boards = table.rounds().iter().flat_map(|round| &round.boards).filter(|board| board.pair.contains(&player));
    let played = |board: &&Board| board.legs[0].result.is_some_and(|result| result.how.is_played());
    boards.filter(played).map(|board| board.legs[0].side(board, player)).collect()
}

fn add(sum: &mut Counts, counts: &Counts) {
    sum.iter_mut().zip(counts).for_each(|(sum, count)| *sum += count);
}

/// The counts of a tournament: ours, and theirs if the program is there, over the rounds that both could pair.
fn tournament(seed: u64, program: Option<&Path>) -> (String, Counts, Counts) {
    let (mut ours, mut theirs) = ([0; COUNTS.len()], [0; COUNTS.len()]);
    let (mut we_could_not, mut they_could_not) = (0, 0);
    let mut size = 0;
    season(seed, |step| {
        size = step.before.players().len();
        let their_round = program.map(|program| ask(program, seed, step));
        match (&step.drafted, &their_round) {
            (Err(_), _) => we_could_not += 1,
            (Ok(_), Some(None)) => they_could_not += 1,
            (Ok(draft), Some(Some(round))) => {
                add(&mut ours, &count(&step.before, &draft.round));
                add(&mut theirs, &count(&step.before, round));
            }
            (Ok(draft), None) => add(&mut ours, &count(&step.before, &draft.round)),
        }
    });
    let text = |counts: &Counts| counts.iter().map(u64::to_string).collect::<Vec<_>>().join(" ");
    let line = format!("{seed} {size} | {we_could_not} {} | {they_could_not} {}", text(&ours), text(&theirs));
    (line, ours, theirs)
}

/// The round that the program makes; nothing if it finds none.
fn ask(program: &Path, seed: u64, step: &Step) -> Option<Round> {
    let folder = env::temp_dir().join(format!("adjutant-peers-{}", std::process::id()));
    fs::create_dir_all(&folder).unwrap();
    let (input, output) = (folder.join(format!("{seed}.trf")), folder.join(format!("{seed}.pairs")));
    let absent = trf::absent(&step.before, &step.asked);
    let heading = trf::Heading { name: format!("Random tournament {seed}"), ..trf::Heading::default() };
    let report = trf::Report { heading, table: step.before.clone(), absent, notes: trf::Notes::default() };
    fs::write(&input, trf::write(&report).unwrap()).unwrap();
    let _ = fs::remove_file(&output);
    let done = Command::new(program).arg("--dutch").arg(&input).arg("-p").arg(&output).output().unwrap();
    if done.status.code() == Some(1) {
        return None;
    }
    assert!(done.status.success(), "{seed}: {}", String::from_utf8_lossy(&done.stderr));
    let order = step.before.seeding();
    let text = fs::read_to_string(&output).unwrap();
    let mut round = Round { format: Format::Swiss, boards: Vec::new(), byes: Vec::new() };
    for line in text.lines().skip(1) {
        let numbers: Vec<usize> = line.split_whitespace().map(|number| number.parse().unwrap()).collect();
        if numbers[1] == 0 {
            round.byes.push(Bye { player: order[numbers[0] - 1], kind: ByeKind::Full });
        } else {
            round.boards.push(Board::new([order[numbers[0] - 1], order[numbers[1] - 1]], 1));
        }
    }
    Some(round)
}

fn file() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/data/tournament/bbppairings.txt")
}

const HEAD: &str = "\
# Pairings of 1,000 random tournaments: this program's, and those of bbpPairings 6.0.0 (BieremaBoyzProgramming/bbpPairings on
# GitHub, commit 16a000f9811de322b0e835d5643198226165b5a9), which was given the same history in every round.
# seed, players | rounds that this program could not pair, and its counts | the same of bbpPairings, over the rounds of both
";

#[test]
fn pairings_are_those_that_were_compared_with_another_program() {
    let program = env::var_os("ADJUTANT_BBPPAIRINGS").map(PathBuf::from);
    let Some(program) = program else {
        let text = fs::read_to_string(file()).unwrap();
        let lines: Vec<&str> = text.lines().filter(|line| !line.starts_with('#')).collect();
        assert_eq!(lines.len() as u64, TOURNAMENTS);
        for line in lines.iter().step_by(SAMPLE as usize) {
            let halves: Vec<&str> = line.split(" | ").collect();
            // Rounds that the other could not pair are in no count, so such a tournament proves nothing here.
            if !halves[2].starts_with("0 ") {
                continue;
            }
            let seed: u64 = line.split(' ').next().unwrap().parse().unwrap();
            let again = tournament(seed, None).0;
            assert_eq!(again.split(" | ").take(2).collect::<Vec<_>>(), halves[..2], "tournament {seed}");
        }
        return;
    };
    let mut text = HEAD.to_owned();
    let _ = writeln!(text, "# counts: {}", COUNTS.join(", "));
    for seed in 1..=TOURNAMENTS {
        let _ = writeln!(text, "{}", tournament(seed, Some(&program)).0);
    }
    fs::write(file(), text).unwrap();
}

#[test]
fn the_table_in_the_documentation_is_the_sum_of_the_lines() {
    let text = fs::read_to_string(file()).unwrap();
    let mut sums = [[0u64; COUNTS.len() + 1]; 2];
    for line in text.lines().filter(|line| !line.starts_with('#')) {
        for (half, sum) in line.split(" | ").skip(1).zip(&mut sums) {
            for (number, sum) in half.split(' ').zip(sum) {
                *sum += number.parse::<u64>().unwrap();
            }
        }
    }
    let [ours, theirs] = sums;
    let page = fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/tournaments.md")).unwrap();
    let rows: BTreeMap<&str, (u64, u64)> = page
        .lines()
        .filter_map(|line| {
            let cells: Vec<&str> = line.split('|').map(str::trim).collect();
            let number = |cell: &str| cell.replace(',', "").parse().ok();
            (cells.len() == 5).then(|| Some((cells[1], (number(cells[2])?, number(cells[3])?)))).flatten()
        })
        .collect();
    let names = [
        "rounds without a legal pairing",
        "rounds that both paired",
        "rematches",
        "second byes",
        "half points of those who had the bye",
        "differences of points, in half points",
        "boards of different points",
        "players with one side three times more often",
        "players with one side three times running",
        "players who got the side that they had more often",
        "players who floated the same way again",
    ];
    for (index, name) in names.iter().enumerate() {
        assert_eq!(rows.get(name), Some(&(ours[index], theirs[index])), "{name}");
    }
}

#[test]
fn every_ruling_that_is_cited_stands_in_the_list() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let list = fs::read_to_string(root.join("../../docs/rulings/tournaments.md")).unwrap();
    let page = fs::read_to_string(root.join("../../docs/tournaments.md")).unwrap();
    let known = list.lines().filter(|line| line.starts_with("## TN-")).count();
    let mut texts = vec![page, list];
    let mut folders = vec![root.join("crosstable")];
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(folder).unwrap().flatten() {
            let path = entry.path();
            if path.is_dir() { folders.push(path) } else { texts.push(fs::read_to_string(path).unwrap()) }
        }
    }
    for text in texts {
        for cited in text.split("TN-").skip(1) {
            let digits: String = cited.chars().take_while(char::is_ascii_digit).collect();
            let number: usize = digits.parse().unwrap();
            assert!((1..=known).contains(&number), "TN-{number}");
        }
    }
}
