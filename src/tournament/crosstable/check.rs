//! Checks the consistency of a table.

use std::collections::BTreeMap;

use adjutant_core::document::Problem;

use super::model::{Board, Format, How, Leg, Plan, Player, Round};

/// The maximum number of players, rounds and games of a board, and the maximum value of a result or a margin.
const MAX_PLAYERS: usize = 9_999;
const MAX_ROUNDS: usize = 999;
const MAX_LEGS: usize = 9;
const MAX_POINTS: u32 = 1_000;
const MAX_MARGIN: i64 = 1_000_000_000;

/// Every inconsistency, in the order of the table.
pub(super) fn problems(plan: &Plan, players: &[Player], rounds: &[Round]) -> Vec<Problem> {
    let mut found = Vec::new();
    check_plan(plan, rounds, &mut found);
    check_players(players, &mut found);
    for (index, round) in rounds.iter().enumerate() {
        let mut in_round = Vec::new();
        check_round(index as u32 + 1, round, players, &mut in_round);
        found.extend(in_round.into_iter().map(|problem: Problem| problem.under(&format!("rounds[{index}]"))));
    }
    found
}

fn check_plan(plan: &Plan, rounds: &[Round], found: &mut Vec<Problem>) {
    let scored = rounds.iter().filter(|round| round.format != Format::Knockout).count();
    if scored > plan.rounds as usize {
        let message = format!("{scored} rounds are played for points, but {} were announced", plan.rounds);
        found.push(Problem::new(message).in_path("plan.rounds"));
    }
    if plan.rounds as usize > MAX_ROUNDS || rounds.len() > MAX_ROUNDS {
        found.push(Problem::new(format!("a tournament has at most {MAX_ROUNDS} rounds")).in_path("plan.rounds"));
    }
    if !(1..=MAX_LEGS as u32).contains(&plan.legs) {
        found.push(Problem::new(format!("a board has from 1 to {MAX_LEGS} games")).in_path("plan.legs"));
    }
    let s = &plan.scoring;
    let named = [
        ("win", s.win),
        ("draw", s.draw),
        ("loss", s.loss),
        ("forfeit_win", s.forfeit_win),
        ("forfeit_loss", s.forfeit_loss),
        ("full_bye", s.full_bye),
        ("half_bye", s.half_bye),
        ("zero_bye", s.zero_bye),
        ("per_point", s.per_point),
    ];
    for (name, worth) in named {
        if worth > MAX_POINTS {
            let message = format!("a result can be worth at most {MAX_POINTS}, not {worth}");
            found.push(Problem::new(message).in_path(format!("plan.scoring.{name}")));
        }
    }
    if s.per_point == 0 {
        found.push(Problem::new("at least 1 makes a point").in_path("plan.scoring.per_point"));
    }
    if s.win <= s.loss || s.draw > s.win || s.loss > s.draw {
        let message = "a win must be worth more than a loss, and a draw neither more than a win nor less than a loss";
        found.push(Problem::new(message).in_path("plan.scoring"));
    }
}

fn check_players(players: &[Player], found: &mut Vec<Problem>) {
    if players.len() > MAX_PLAYERS {
        found.push(Problem::new(format!("a tournament has at most {MAX_PLAYERS} players")).in_path("players"));
    }
    let (mut ids, mut lots) = (BTreeMap::new(), BTreeMap::new());
    for (index, player) in players.iter().enumerate() {
        let mut add = |message: String, at: &str| {
            found.push(Problem::new(message).in_path(format!("players[{index}].{at}")));
        };
        if let Some(first) = ids.insert(&player.id, index) {
            add(format!("players[{first}] has the id {} too", player.id), "id");
        }
        if let Some(first) = lots.insert(player.lot, index) {
            add(format!("players[{first}] drew lot {} too", player.lot), "lot");
        }
        if player.enters == 0 {
            add("rounds are counted from 1".to_owned(), "enters");
        }
        if player.leaves.is_some_and(|leaves| leaves < player.enters) {
            add(format!("the last round of {} comes before his first", player.id), "leaves");
        }
    }
}

fn check_round(number: u32, round: &Round, players: &[Player], found: &mut Vec<Problem>) {
    let mut places: BTreeMap<usize, String> = BTreeMap::new();
    let mut take = |player: usize, at: String, found: &mut Vec<Problem>| {
        let Some(who) = players.get(player) else {
            found.push(Problem::new(format!("there is no player {player}")).in_path(at));
            return;
        };
        if let Some(first) = places.insert(player, at.clone()) {
            found.push(Problem::new(format!("{} is already in {first}", who.id)).in_path(at));
        }
    };
    for (index, board) in round.boards.iter().enumerate() {
        let at = format!("boards[{index}]");
        for seat in 0..2 {
            let player = board.pair[seat];
            take(player, format!("{at}.pair[{seat}]"), found);
            if let Some(who) = players.get(player) {
                let here = who.enters <= number && who.leaves.is_none_or(|leaves| number < leaves);
                if !here {
                    let message = format!("{} does not play in round {number}", who.id);
                    found.push(Problem::new(message).in_path(format!("{at}.pair[{seat}]")));
                }
            }
        }
        if board.legs.is_empty() || board.legs.len() > MAX_LEGS {
            let message = format!("a board has from 1 to {MAX_LEGS} games, not {}", board.legs.len());
            found.push(Problem::new(message).in_path(format!("{at}.legs")));
        }
        for (leg_index, leg) in board.legs.iter().enumerate() {
            check_leg(leg, board, &format!("{at}.legs[{leg_index}].result"), found);
        }
    }
    for (index, bye) in round.byes.iter().enumerate() {
        take(bye.player, format!("byes[{index}].player"), found);
    }
    if round.format == Format::Swiss {
        for (index, player) in players.iter().enumerate() {
            let here = player.enters <= number && player.leaves.is_none_or(|leaves| number < leaves);
            if here && !places.contains_key(&index) {
                let message = format!("{} has neither a board nor a bye in round {number}", player.id);
                found.push(Problem::new(message).in_path("boards"));
            }
        }
    }
}

fn check_leg(leg: &Leg, board: &Board, at: &str, found: &mut Vec<Problem>) {
    let Some(result) = leg.result else { return };
    let mut add = |message: String, key: &str| found.push(Problem::new(message).in_path(format!("{at}.{key}")));
    match result.winner {
        Some(winner) if !board.pair.contains(&winner) => {
            add(format!("player {winner} does not play here"), "winner");
        }
        Some(_) if result.how == How::DoubleForfeit => add("nobody wins a double forfeit".to_owned(), "winner"),
        None if result.how == How::Forfeit => add("a forfeit has a winner".to_owned(), "winner"),
        _ => {}
    }
    if !(-MAX_MARGIN..=MAX_MARGIN).contains(&result.margin) {
        add(format!("a margin is at most {MAX_MARGIN} points"), "margin");
    } else if result.winner.is_none() && result.margin != 0 {
        add("nobody won, so there is no margin".to_owned(), "margin");
    }
}
