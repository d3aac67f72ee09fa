//! What must hold of every pairing and every standing, over random tournaments.
//!
//! With `ADJUTANT_TOURNAMENTS` set to a folder, 1,000 tournaments are written there, with their standings, for
//! `tests/independent_verifier/standings.py`.

use std::collections::BTreeSet;
use std::fmt::Write as _;
use std::path::{Path, PathBuf};
use std::{env, fs, thread};

use tournament::crosstable::{
    Breach, ByeKind, Crosstable, Outcome, PlayerCard, TieBreak, Unpaired, UnplayedRounds, show_points, standings,
    swiss, trf,
};

use crate::random::{Chance, Season, play_out, season};

/// Every tie-break that a report file is enough for, in two orders.
const ORDERS: [&[TieBreak]; 2] = [
    &[
        TieBreak::DirectEncounter,
        TieBreak::BuchholzCut1,
        TieBreak::Buchholz,
        TieBreak::SonnebornBerger,
        TieBreak::Wins,
        TieBreak::GamesWon,
        TieBreak::SecondSideGames,
        TieBreak::SecondSideWins,
        TieBreak::Progressive,
        TieBreak::BuchholzCut2,
        TieBreak::BuchholzMedian,
    ],
    &[
        TieBreak::Wins,
        TieBreak::DirectEncounter,
        TieBreak::BuchholzMedian,
        TieBreak::BuchholzCut2,
        TieBreak::SecondSideGames,
        TieBreak::Progressive,
        TieBreak::SonnebornBerger,
        TieBreak::GamesWon,
        TieBreak::SecondSideWins,
        TieBreak::Buchholz,
        TieBreak::BuchholzCut1,
    ],
];

#[test]
fn every_round_keeps_the_rules() {
    for seed in 1..=60 {
        season(seed, |step| {
            let (before, number) = (&step.before, step.before.rounds().len() as u32 + 1);
            let Ok(draft) = &step.drafted else { return };
            let mut placed = BTreeSet::new();
            let cards = PlayerCard::all(before);
            for board in &draft.round.boards {
                let [one, other] = board.pair;
                assert!(placed.insert(one) && placed.insert(other), "{seed}: somebody plays twice");
                let met = cards[one].rounds.iter().any(|entry| entry.outcome == Outcome::Met(other));
                assert!(!met, "{seed}: a rematch");
            }
            for bye in &draft.round.byes {
                assert!(placed.insert(bye.player), "{seed}: a bye for somebody who plays");
                if bye.kind == ByeKind::Full {
                    let again =
                        cards[bye.player].rounds.iter().any(|entry| !entry.outcome.is_met() && entry.points > 1);
                    assert!(!again, "{seed}: a second bye");
                }
            }
            let here: BTreeSet<usize> = (0..cards.len()).filter(|player| before.is_here(*player, number)).collect();
            assert_eq!(placed, here, "{seed}: who is here has a board or a bye, and nobody else");
            let full = draft.round.byes.iter().filter(|bye| bye.kind == ByeKind::Full).count();
            assert_eq!(full, (here.len() - step.asked.len()) % 2);
            assert!(draft.breaches.iter().all(|breach| !breach.is_illegal()));
            // The same table gives the same round.
            if number == 3 {
                assert_eq!(swiss::pair(before, &step.asked).as_ref(), Ok(draft));
            }
        });
    }
}

#[test]
fn no_round_is_given_up_where_one_is_possible() {
    // Few players and as many rounds as there are opponents, so that many tournaments come to where nothing is left.
    let mut given_up = 0;
    for seed in 1..=150 {
        let players = 4 + (seed % 6) as usize;
        let tournament = Season::of(Chance::new(seed), players, players as u32);
        let table = play_out(tournament, |step| {
            let possible = could_pair(&step.before, &step.asked);
            match &step.drafted {
                Ok(_) => assert!(possible, "{seed}: a round that is not legal"),
                Err(Unpaired::NoLegalPairing(draft)) => {
                    given_up += 1;
                    assert!(draft.breaches.iter().any(|breach| breach.is_illegal()));
                    assert!(!possible, "{seed}: a round was possible");
                }
                Err(other) => assert_eq!(*other, Unpaired::TooFew),
            }
        });
        assert!(table.rounds().len() > 1);
    }
    assert!(given_up > 50, "{given_up}");
}

/// Whether anybody can be paired legally, found by trying everything.
fn could_pair(table: &Crosstable, asked: &[tournament::crosstable::Bye]) -> bool {
    let number = table.rounds().len() as u32 + 1;
    let cards = PlayerCard::all(table);
    let plays = |player: &usize| table.is_here(*player, number) && asked.iter().all(|bye| bye.player != *player);
    let left: Vec<usize> = (0..cards.len()).filter(plays).collect();
    fn search(left: &[usize], cards: &[PlayerCard], bye: bool) -> bool {
        let Some((&one, rest)) = left.split_first() else { return true };
        let can_rest = !cards[one].rounds.iter().any(|entry| !entry.outcome.is_met() && entry.points > 1);
        if bye && can_rest && search(rest, cards, false) {
            return true;
        }
        rest.iter().enumerate().any(|(at, &other)| {
            let met = cards[one].rounds.iter().any(|entry| entry.outcome == Outcome::Met(other));
            let rest: Vec<usize> = rest[..at].iter().chain(&rest[at + 1..]).copied().collect();
            !met && search(&rest, cards, bye)
        })
    }
    search(&left, &cards, left.len() % 2 == 1)
}

#[test]
fn breaches_are_what_the_sides_come_to() {
    let mut third = 0;
    for seed in 61..=100 {
        season(seed, |step| {
            let Ok(draft) = &step.drafted else { return };
            third += draft.breaches.iter().filter(|breach| matches!(breach, Breach::ThirdInARow(_))).count();
        });
    }
    // Sides count before points, so they give way to legality alone.
    assert_eq!(third, 0, "players had one side three times running");
}

#[test]
fn standings_list_everybody_once_and_in_order() {
    for seed in 101..=130 {
        let table = season(seed, |_| ());
        for order in ORDERS {
            let rows = standings(&table, order);
            let players: BTreeSet<usize> = rows.iter().map(|row| row.player).collect();
            assert_eq!((players.len(), rows.len()), (table.players().len(), table.players().len()));
            for (index, row) in rows.iter().enumerate() {
                let sharing: Vec<usize> =
                    rows.iter().enumerate().filter(|(_, other)| other.rank == row.rank).map(|(at, _)| at).collect();
                assert_eq!(sharing.len(), row.sharing as usize);
                assert_eq!(sharing[0] + 1, row.rank as usize, "{seed}: a place is that of the first who shares it");
                if index > 0 {
                    assert!(rows[index - 1].points >= row.points);
                }
            }
            // With lots at the end nobody shares a place.
            let with_lots: Vec<TieBreak> = order.iter().copied().chain([TieBreak::Lot]).collect();
            assert!(standings(&table, &with_lots).iter().all(|row| row.sharing == 1));
        }
    }
}

#[test]
fn a_report_file_read_again_is_the_same_tournament() {
    for seed in 131..=160 {
        let table = season(seed, |_| ());
        let text = written(&table, "Round trip", ORDERS[0]);
        let again = trf::read(&text).unwrap();
        let mut heading = again.heading.clone();
        heading.tie_breaks = ORDERS[0].to_vec();
        assert_eq!(trf::write(&trf::Report { heading, ..again.clone() }).unwrap(), text);
        let numbers = table.seeding();
        for (row, other) in standings(&again.table, ORDERS[1]).iter().zip(standings(&table, ORDERS[1])) {
            assert_eq!(row.rank, other.rank);
            assert_eq!(row.points, other.points * 5, "tenths of a point and halves");
            if row.sharing == 1 {
                assert_eq!(numbers[row.player], other.player);
            }
        }
    }
}

fn written(table: &Crosstable, name: &str, order: &[TieBreak]) -> String {
    let heading = trf::Heading { name: name.to_owned(), tie_breaks: order.to_vec(), ..trf::Heading::default() };
    trf::write(&trf::Report { heading, table: table.clone(), absent: Vec::new(), notes: trf::Notes::default() })
        .unwrap()
}

#[test]
fn tournaments_are_written_for_a_stranger() {
    let folder = env::var_os("ADJUTANT_TOURNAMENTS").map(PathBuf::from);
    let many: u64 = if folder.is_some() { 1_000 } else { 3 };
    // This takes longer than all other tests here together, so two threads share it.
    let (one, other) = (1..=many).partition::<Vec<u64>, _>(|seed| seed % 2 == 1);
    let folder = folder.as_deref();
    thread::scope(|scope| {
        for seeds in [one, other] {
            scope.spawn(move || write_seasons(seeds, folder));
        }
    });
}

fn write_seasons(seeds: Vec<u64>, folder: Option<&Path>) {
    for seed in seeds {
        let table = season(seed, |_| ());
        let order = ORDERS[seed as usize % 2];
        let text = written(&table, &format!("Random tournament {seed}"), order);
        let sheets =
            [UnplayedRounds::Fide2026, UnplayedRounds::Fide2023].map(|unplayed| sheet(&table, unplayed, order));
        assert!(text.lines().count() > sheets[0].lines().count());
        if let Some(folder) = folder {
            write(&folder.join(format!("{seed:04}.trf")), &text);
            write(&folder.join(format!("{seed:04}.2026.txt")), &sheets[0]);
            write(&folder.join(format!("{seed:04}.2023.txt")), &sheets[1]);
        }
    }
}

fn write(file: &Path, text: &str) {
    fs::create_dir_all(file.parent().unwrap()).unwrap();
    fs::write(file, text).unwrap();
}

/// Each player's number, place, points and tie-breaks.
fn sheet(table: &Crosstable, unplayed: UnplayedRounds, order: &[TieBreak]) -> String {
    let mut plan = table.plan().clone();
    plan.unplayed = unplayed;
    let table = Crosstable::new(plan, table.players().to_vec(), table.rounds().to_vec()).unwrap();
    let numbers = table.seeding();
    let names = order.iter().map(|tie_break| serde_json::to_value(tie_break).unwrap().as_str().unwrap().to_owned());
    let mut text = format!("number place points {}\n", names.collect::<Vec<_>>().join(" "));
    for row in standings(&table, order) {
        let number = numbers.iter().position(|player| *player == row.player).unwrap() + 1;
        let _ = write!(text, "{number} {} {}", row.rank, show_points(row.points, table.scoring()));
        for value in row.values {
            let shown = value.value.map_or("-".to_owned(), |number| value.tie_break.show(number, table.scoring()));
            let _ = write!(text, " {shown}");
        }
        text.push('\n');
    }
    text
}
