//! Berger tables, pools and knock-outs.

use std::collections::BTreeMap;

use tournament::crosstable::knockout::{AdvanceReason, Bracket, Next, Tie, Verdict, qualified, verdict};
use tournament::crosstable::round_robin::{pools, schedule, schedule_pools};
use tournament::crosstable::{Board, Crosstable, Format, How, LegResult, Round, standings};

use crate::support::{letter, pairs, plan, players, round};

fn numbered(count: usize, cycles: u32) -> Vec<String> {
    let players: Vec<usize> = (0..count).collect();
    let text = |round: &Round| {
        let board = |board: &Board| format!("{}-{}", board.pair[0] + 1, board.pair[1] + 1);
        round.boards.iter().map(board).collect::<Vec<_>>().join(" ")
    };
    schedule(&players, cycles, 1).iter().map(text).collect()
}

#[test]
fn the_tables_for_three_to_six_are_the_published_ones() {
    // FIDE handbook C.05, annex 1.
    let four = ["1-4 2-3", "4-3 1-2", "2-4 3-1"];
    let six = ["1-6 2-5 3-4", "6-4 5-3 1-2", "2-6 3-1 4-5", "6-5 1-4 2-3", "3-6 4-2 5-1"];
    assert_eq!(numbered(4, 1), four);
    assert_eq!(numbered(6, 1), six);
    // With three or five, who meets the last number is free.
    assert_eq!(numbered(3, 1), ["2-3", "1-2", "3-1"]);
    assert_eq!(numbered(5, 1), ["2-5 3-4", "5-3 1-2", "3-1 4-5", "1-4 2-3", "4-2 5-1"]);
    assert_eq!(numbered(2, 1), ["1-2"]);
    assert!(numbered(1, 1).iter().all(String::is_empty) && numbered(0, 3).is_empty());
}

#[test]
fn two_cycles_exchange_sides_and_the_last_two_rounds_of_the_first() {
    let twice = ["1-4 2-3", "2-4 3-1", "4-3 1-2", "4-1 3-2", "3-4 2-1", "4-2 1-3"];
    assert_eq!(numbered(4, 2), twice);
}

#[test]
fn everybody_meets_everybody_once_per_cycle_with_even_sides() {
    for count in 2..=17 {
        for cycles in 1..=2 {
            let players: Vec<usize> = (0..count).collect();
            let rounds = schedule(&players, cycles, 1);
            let mut met = BTreeMap::new();
            let mut sides = vec![Vec::new(); count];
            for board in rounds.iter().flat_map(|round| &round.boards) {
                *met.entry((board.pair[0].min(board.pair[1]), board.pair[0].max(board.pair[1]))).or_insert(0) += 1;
                board.pair.into_iter().enumerate().for_each(|(side, player)| sides[player].push(side));
            }
            assert_eq!(met.len(), count * (count - 1) / 2);
            assert!(met.values().all(|times| *times == cycles));
            for sides in sides {
                let second: usize = sides.iter().sum();
                assert!((2 * second).abs_diff(sides.len()) <= 1, "{count}, {cycles}: {sides:?}");
                assert!(
                    !sides.windows(3).any(|three| three[0] == three[1] && three[1] == three[2]),
                    "{count}: {sides:?}"
                );
            }
        }
    }
}

#[test]
fn pools_are_drawn_as_a_snake_moves() {
    let seeds: Vec<usize> = (1..=10).collect();
    assert_eq!(pools(&seeds, 3), [vec![1, 6, 7], vec![2, 5, 8], vec![3, 4, 9, 10]]);
    assert_eq!(pools(&seeds[..8], 4), [vec![1, 8], vec![2, 7], vec![3, 6], vec![4, 5]]);
    assert!(pools(&seeds, 0).is_empty());
}

#[test]
fn in_pools_each_pair_meets_twice() {
    let drawn = pools(&[0, 1, 2, 3, 4, 5, 6], 2);
    assert_eq!(drawn, [vec![0, 3, 4], vec![1, 2, 5, 6]]);
    let rounds = schedule_pools(&drawn, 2, 1);
    assert_eq!(rounds.len(), 6);
    let table = Crosstable::new(plan(6), players(7), rounds.clone()).unwrap();
    assert_eq!(table.rounds().len(), 6);
    let games: usize = rounds.iter().map(|round| round.boards.len()).sum();
    assert_eq!(games, 3 * 2 + 6 * 2);
    let of = |one: usize, other: usize| {
        rounds.iter().flat_map(|round| &round.boards).filter(move |board| board.pair == [one, other]).count()
    };
    assert_eq!((of(0, 3), of(3, 0), of(2, 6), of(6, 2), of(0, 1)), (1, 1, 1, 1, 0));
}

/// A bracket played out: the better seed always wins. The rounds as pairs of seeds, and the byes of the first.
fn played_out(count: usize) -> (Vec<String>, String, Option<usize>) {
    let bracket = Bracket::new((0..count).collect(), Tie::Lot);
    let (mut rounds, mut shown, mut byes) = (Vec::new(), Vec::new(), String::new());
    loop {
        let table = Crosstable::new(plan(0), players(count), rounds.clone()).unwrap();
        let mut next = match bracket.next(&table) {
            Next::Round(round) => round,
            Next::Over(winner) => return (shown, byes, winner),
            other => panic!("{other:?}"),
        };
        let of_board = |board: &Board| {
            let mut pair = board.pair;
            pair.sort_unstable();
            format!("{}-{}", pair[0] + 1, pair[1] + 1)
        };
        shown.push(next.boards.iter().map(of_board).collect::<Vec<_>>().join(" "));
        if rounds.is_empty() {
            byes = next.byes.iter().map(|bye| (bye.player + 1).to_string()).collect::<Vec<_>>().join(" ");
        } else {
            assert!(next.byes.is_empty());
        }
        for board in &mut next.boards {
            let winner = board.pair[0].min(board.pair[1]);
            board.legs[0].result = Some(LegResult { how: How::Played, winner: Some(winner), margin: 1 });
        }
        rounds.push(next);
    }
}

#[test]
fn brackets_of_five_to_sixteen_are_seeded() {
    let of = |count| {
        let (rounds, byes, winner) = played_out(count);
        assert_eq!(winner, Some(0), "{count}");
        (rounds, byes)
    };
    assert_eq!(of(5), (["4-5", "1-4 2-3", "1-2"].map(String::from).to_vec(), "1 3 2".to_owned()));
    assert_eq!(of(6), (["4-5 3-6", "1-4 2-3", "1-2"].map(String::from).to_vec(), "1 2".to_owned()));
    assert_eq!(of(7), (["4-5 3-6 2-7", "1-4 2-3", "1-2"].map(String::from).to_vec(), "1".to_owned()));
    assert_eq!(of(8), (["1-8 4-5 3-6 2-7", "1-4 2-3", "1-2"].map(String::from).to_vec(), String::new()));
    for count in 9..=16 {
        let (rounds, byes) = of(count);
        assert_eq!(byes.split_whitespace().count(), 16 - count, "{count}");
        // The byes go to the best seeds, and if the better always wins, the seeds of each round are the best so many.
        assert!(byes.split_whitespace().all(|seed| seed.parse::<usize>().unwrap() <= 16 - count));
        assert_eq!(rounds[1..], ["1-8 4-5 3-6 2-7", "1-4 2-3", "1-2"], "{count}");
    }
    assert_eq!(of(16).0[0], "1-16 8-9 5-12 4-13 3-14 6-11 7-10 2-15");
    assert_eq!(played_out(2).0, ["1-2"]);
    assert_eq!(played_out(1), (Vec::new(), String::new(), Some(0)));
    assert_eq!(played_out(0).2, None);
}

/// A board of two games with sides exchanged: for each game who won, and by how much.
fn two_games(results: [(Option<usize>, i64); 2]) -> Board {
    let mut board = Board::new([0, 1], 2);
    for (leg, (winner, margin)) in board.legs.iter_mut().zip(results) {
        leg.result = Some(LegResult { how: How::Played, winner, margin });
    }
    board
}

#[test]
fn a_board_is_decided_by_points_then_margin_then_lot_or_decider() {
    let table = Crosstable::new(plan(0), players(4), Vec::new()).unwrap();
    let of = |results, tie| verdict(&table, &two_games(results), tie);
    let through = |winner, by| Verdict::Advances { winner, by };
    assert_eq!(of([(Some(1), 1), (None, 0)], Tie::Lot), through(1, AdvanceReason::Points));
    // One win each: a won by 3, b by 5.
    assert_eq!(of([(Some(0), 3), (Some(1), 5)], Tie::Lot), through(1, AdvanceReason::Margin));
    assert_eq!(of([(Some(0), 3), (Some(1), 3)], Tie::Lot), through(0, AdvanceReason::Lot));
    let Verdict::NeedsDecider(leg) = of([(None, 0), (None, 0)], Tie::Decider) else { panic!() };
    // The lower lot, 1, is odd: it plays the first side.
    assert!(!leg.exchanged && leg.result.is_none());
    // With the decider won, it is over.
    let mut board = two_games([(None, 0), (None, 0)]);
    board.legs.push(leg);
    assert_eq!(verdict(&table, &board, Tie::Decider), Verdict::Running);
    board.legs[2].result = Some(LegResult { how: How::Adjudicated, winner: Some(1), margin: 0 });
    assert_eq!(verdict(&table, &board, Tie::Decider), through(1, AdvanceReason::Points));
    for leg in &mut board.legs {
        leg.result = Some(LegResult { how: How::DoubleForfeit, winner: None, margin: 0 });
    }
    assert_eq!(verdict(&table, &board, Tie::Decider), Verdict::Nobody);
}

#[test]
fn a_knock_out_waits_for_its_games_and_goes_on_without_who_left() {
    let bracket = Bracket::new(vec![0, 1, 2, 3], Tie::Lot);
    let with = |rounds: &[&str], change: &dyn Fn(&mut Vec<tournament::crosstable::Player>)| {
        let mut people = players(4);
        change(&mut people);
        let rounds = rounds.iter().map(|text| round(Format::Knockout, text)).collect();
        bracket.next(&Crosstable::new(plan(0), people, rounds).unwrap())
    };
    let nothing = |_: &mut Vec<_>| ();
    assert_eq!(with(&["ad. bc1"], &nothing), Next::Wait(vec![0]));
    assert_eq!(with(&["ab1 cd1"], &nothing), Next::Mismatch(0));
    assert_eq!(with(&["ad1 bc1", "ab0"], &nothing), Next::Over(Some(1)));
    // Both forfeit the semi-final: the other finalist has a bye, and has won.
    let Next::Round(next) = with(&["ad! bc1"], &nothing) else { panic!() };
    assert_eq!((pairs(&next), next.byes.len(), letter(next.byes[0].player)), (String::new(), 1, 'b'));
    // a won and withdrew before the final.
    let left = |people: &mut Vec<tournament::crosstable::Player>| people[0].leaves = Some(2);
    let Next::Round(next) = with(&["ad1 bc1"], &left) else { panic!() };
    assert_eq!(next.byes.len(), 1);
}

#[test]
fn the_first_of_a_swiss_go_on() {
    let mut people = players(6);
    people[2].leaves = Some(2);
    let table = Crosstable::new(plan(1), people, vec![round(Format::Swiss, "ab1 cd1 ef=")]).unwrap();
    // a and c won; c left. e and f drew; b and d lost.
    let first = qualified(&table, &standings(&table, &[]), 4);
    assert_eq!(first.iter().copied().map(letter).collect::<String>(), "aefb");
    let Next::Round(next) = Bracket::new(first, Tie::Lot).next(&table) else { panic!() };
    // 1–4 and 2–3: a had the first side, b the second, so they change; e had the first side, f the second.
    assert_eq!(pairs(&next), "ba fe");
}
