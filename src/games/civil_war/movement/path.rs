//! The path of a `move` order: hex by hex, and what drops off on it (6.1 to 6.5).

use crate::board::Hex;
use crate::document::Problem;

use super::passability::{may_open, may_pass, passable, step_cost};
use super::plan::Plan;
use crate::combat::{self, Assault};
use crate::legality::uncertainty::Doubts;
use crate::movement::reaction::reactor::force_without_army;
use crate::orders::Move;
use crate::pack::Side;
use crate::position::ledger::{Game, Piece, is_cavalry};
use crate::refusal::MoveRefusal;
use crate::{
    CivilWar, leaders::army, leaders::leader_limits, movement::entering, movement::reaction_radius,
    movement::territory, naval, supply,
};

/// Only cavalry spends an extra point to take rails and towns (11.2.2), in hexes of its path or where it starts, which
/// is all that it can do without a path; never a city of the enemy's own (11.2.3).
pub(super) fn check_conversion(
    rules: &CivilWar,
    game: &Game,
    side: Side,
    order: &Move,
    plan: &Plan,
    doubts: &Doubts,
    problems: &mut Vec<Problem>,
) {
    let cavalry = plan.sp > 0 && plan.leader.as_ref().is_some_and(|piece| is_cavalry(&rules.pack, piece));
    if !order.convert.is_empty() && !cavalry {
        let problem = MoveRefusal::ConvertWithoutCavalry.problem(rules, side);
        problems.push(problem.in_path("move.convert").rule("11.2.2"));
    }
    for (n, &hex) in order.convert.iter().enumerate() {
        let taken = entering::convertible(rules, game, hex, side);
        let problem = if hex != plan.from && !order.path.contains(&hex) {
            MoveRefusal::ConvertOffPath { hex }.problem(rules, side).rule("11.2.2")
        } else if order.convert[..n].contains(&hex) {
            MoveRefusal::ConvertTwice { hex }.problem(rules, side).rule("11.2.2")
        } else if let Err(problem) = taken
            && !doubts.hex(hex)
        {
            problem
        } else {
            continue;
        };
        problems.push(problem.in_path(format!("move.convert[{n}]")));
    }
}

/// Where strength points may drop off: in hexes on the path (6.2.4b). At the end of the march they stay anyway, and at
/// least one gets that far with their leader (CW-60); of an army group one of each of its armies, which would otherwise
/// be out of the game (12.1.3).
pub(super) fn check_drops(
    rules: &CivilWar,
    game: &Game,
    side: Side,
    order: &Move,
    plan: &Plan,
    problems: &mut Vec<Problem>,
) {
    let sp = plan.sp;
    let on_the_way = order.path.split_last().map_or(&[][..], |(_, way)| way);
    let mut left = sp;
    for (n, drop) in order.drop.iter().enumerate() {
        let path = format!("move.drop[{n}]");
        let mut refuse = |refusal: MoveRefusal| {
            problems.push(refusal.problem(rules, side).in_path(path.clone()).rule("6.2.4"));
        };
        let hex = drop.at;
        if !order.path.contains(&hex) {
            refuse(MoveRefusal::DropOffPath { hex });
        } else if !on_the_way.contains(&hex) {
            refuse(MoveRefusal::DropAtEnd { hex });
        } else if order.drop[..n].iter().any(|earlier| earlier.at == hex) {
            refuse(MoveRefusal::DropTwice { hex });
        } else if drop.sp == 0 && drop.leaders.is_empty() {
            refuse(MoveRefusal::DropNothing);
        } else if drop.sp >= left {
            refuse(MoveRefusal::DropTooMany { hex, sp: drop.sp, left });
        } else if drop.sp as usize + plan.armies.len() > left as usize && drop.sp > 0 {
            refuse(MoveRefusal::DropBaresArmy { hex, sp: drop.sp, left });
        }
        left = left.saturating_sub(drop.sp);
        for leader in &drop.leaders {
            let once = order.drop.iter().flat_map(|drop| &drop.leaders).filter(|other| *other == leader).count() == 1;
            if !once || !plan.others.iter().any(|piece| piece.leader == *leader) {
                refuse(MoveRefusal::DropWhoDoesNotGo { leader: leader.clone() });
            }
        }
        let there = leader_limits::leader_capacity(game, side, hex) as usize + drop.sp as usize;
        let company = game.leaders_at(&rules.pack, hex, side).len() + drop.leaders.len();
        if company > there && !drop.leaders.is_empty() && army::armies_at(rules, game, hex, side).is_empty() {
            refuse(MoveRefusal::DropCrowdsLeaders { hex, leaders: drop.leaders.len() as u32, sp: drop.sp });
        }
    }
}

/// The path, hex by hex: any path within the allowance (6.1.5, 6.1.5a); enemy ground only with a leader (6.5.1a,
/// 6.5.1b, 6.5.4), so that units without one go one step across its border if they are next to it and no further
/// (6.5.3, 6.5.3a); a leader alone never onto enemies, though onto enemy ground (6.2.12, 6.2.12b); demoralized units
/// onto enemies only by overrun (6.1.10a, 7.6.3a, CW-68); and nothing beyond a fight (6.1.6, 7.6.2b).
pub(super) fn check_path(
    rules: &CivilWar,
    game: &Game,
    side: Side,
    order: &Move,
    plan: &Plan,
    doubts: &Doubts,
    problems: &mut Vec<Problem>,
) {
    if order.path.is_empty() && order.convert == [plan.from] {
        return;
    }
    if order.path.is_empty() {
        problems.push(MoveRefusal::PathEmpty.problem(rules, side).in_path("move.path").rule("6.1.3"));
        return;
    }
    // Each is converted when it is reached for the first time.
    let mut convert = order.convert.clone();
    let mut converting = |hex: Hex| {
        let before = convert.len();
        convert.retain(|other| *other != hex);
        (before - convert.len()) as u32
    };
    let (mut at, mut spent, mut sp) = (plan.from, converting(plan.from), plan.sp);
    let begins_demoralized = sp > 0 && game.demoralized_at(plan.from, side) && !doubts.hex(plan.from);
    let mut demoralized = begins_demoralized;
    let least = if plan.sp > 0 { rules.pack.charts.allowances.unsupplied_loss.into() } else { 0 };
    let last = order.path.len() - 1;
    for (n, &hex) in order.path.iter().enumerate() {
        let path = format!("move.path[{n}]");
        if hex == at {
            let refusal = match n {
                0 => MoveRefusal::PathBeginsHere { hex },
                _ => MoveRefusal::PathRepeats { hex },
            };
            problems.push(refusal.problem(rules, side).in_path(path).rule("6.1.3"));
            continue;
        }
        let passed = match passable(rules, game, at, hex, side) {
            Err(_) if plan.sp == 0 && !at.adjacent(hex) && naval::ferried(rules, game, side, at, hex) => Ok(()),
            // A fortification holds while it is manned; else it may lose its supply, or have changed hands. Ships may
            // go.
            Err(problem) if may_pass(game, hex, side, &problem, doubts) => Ok(()),
            passed => passed,
        };
        if let Err(problem) = passed {
            problems.push(problem.in_path(path));
            if !at.adjacent(hex) {
                return;
            }
            at = hex;
            continue;
        }
        spent += step_cost(rules, game, plan.sp > 0, at, hex, side) + converting(hex);
        if spent > plan.allowance {
            let (has, supplied) = (plan.allowance, plan.supplied);
            let rule = match supplied {
                false => "9.1.2",
                true if plan.sp == 0 => "6.2.14",
                true => "6.1.3",
            };
            let refusal = MoveRefusal::TooFewMovementPoints { hex, needs: spent, has, at, supplied };
            problems.push(refusal.problem(rules, side).in_path(path).rule(rule));
            return;
        }
        if doubts.supply && spent + least > plan.allowance {
            doubts.note_doubt();
        }
        let enemies = game.sp_at(hex, side.other());
        // Neutral ground is open to everybody (6.5.1, 15.1).
        if plan.leader.is_none() && territory::is_enemy(rules, game, hex, side) {
            let problem = MoveRefusal::EnemyGroundWithoutLeader { hex }.problem(rules, side);
            problems.push(problem.in_path(path.clone()).rule(border_rule(rules, hex)));
        }
        let covering = || reaction_radius::armies_covering(rules, game, hex, side).into_iter().next();
        if doubts.hex(hex) {
            // It is not known who is there when the time comes.
        } else if plan.sp == 0 {
            let held = || supply::fort_in_force(rules, game, hex, side.other()) && !may_open(game, hex, side, doubts);
            let refused = if enemies > 0 {
                Some((MoveRefusal::LoneLeaderMeetsStrength { hex }, "6.2.12"))
            } else if held() {
                Some((MoveRefusal::LoneLeaderMeetsFort { hex }, "6.2.12"))
            } else if game.depots.get(&hex) == Some(&side.other()) {
                Some((MoveRefusal::LoneLeaderMeetsDepot { hex }, "6.2.12"))
            } else if game.sp_at(hex, side) == 0 {
                covering().map(|army| (MoveRefusal::LoneLeaderInZone { hex, army }, "6.2.12a"))
            } else {
                None
            };
            let refused = refused.map(|(refusal, rule)| refusal.problem(rules, side).in_path(path).rule(rule));
            problems.extend(refused);
        } else if begins_demoralized && let Some(army) = covering() {
            let problem = MoveRefusal::DemoralizedInZone { hex, army }.problem(rules, side);
            problems.push(problem.in_path(path).rule("7.7.3l"));
        } else if enemies > 0 {
            let attacking = attacking(rules, game, plan, sp);
            let certain = combat::overruns(rules, game, Assault { side, from: at, hex, sp: attacking, demoralized });
            if begins_demoralized && !certain {
                let problem = MoveRefusal::DemoralizedMeetsEnemy { hex, enemies }.problem(rules, side);
                problems.push(problem.in_path(path).rule("6.1.10"));
            }
            // An army may be gone when the time comes, by 21.9 also a force with a leader; cavalry stops the march as a
            // fight does.
            let perhaps_gone = !army::armies_at(rules, game, hex, side.other()).is_empty()
                || force_without_army(rules, game, hex, side.other()).is_some();
            if n < last && !certain && !perhaps_gone {
                let problem = MoveRefusal::PathBeyondFight { hex, enemies }.problem(rules, side);
                problems.push(problem.in_path(format!("move.path[{}]", n + 1)).rule("6.1.6"));
                return;
            }
        } else {
            demoralized |= game.demoralized_at(hex, side);
        }
        let dropped: u32 = order.drop.iter().filter(|drop| drop.at == hex).map(|drop| drop.sp).sum();
        sp = sp.saturating_sub(dropped).max(u32::from(plan.sp > 0));
        at = hex;
    }
    if plan.sp == 0 && order.stop.is_some() {
        problems.push(MoveRefusal::LoneLeaderStops.problem(rules, side).in_path("move.stop").rule("6.2.10"));
    }
    if plan.sp == 0
        && let Some(piece) = &plan.leader
    {
        let refused = lone_leader_s_end(rules, game, side, piece, (plan.from, at), doubts);
        problems.extend(refused.map(|problem| problem.in_path("move.path")));
    }
}

fn border_rule(rules: &CivilWar, hex: Hex) -> &'static str {
    let states = rules.pack.map.hex(hex).map_or(0, |data| data.states.len());
    if states > 1 { "6.5.4" } else { "6.5.1" }
}

/// Why a leader who goes from one hex to another alone may not end there: he must end with strength points or a depot,
/// and not with too many other leaders (6.2.10a, 6.2.11b, CW-52).
pub(super) fn lone_leader_s_end(
    rules: &CivilWar,
    game: &Game,
    side: Side,
    piece: &Piece,
    (from, end): (Hex, Hex),
    doubts: &Doubts,
) -> Option<Problem> {
    if doubts.hex(end) || naval::meets_ships(rules, game, piece, end) {
        return None;
    }
    let sp = leader_limits::leader_capacity(game, side, end);
    if sp == 0 {
        let near = game.groups.values().filter(|group| group.side == side).map(|group| group.hex);
        let near = near.filter(|&hex| hex == from || leader_limits::room_for_leader(rules, game, side, hex));
        let near = near.min_by_key(|&hex| (hex.distance(end), hex));
        let refusal = MoveRefusal::LoneLeaderEndsAlone { leader: piece.leader.clone(), hex: end, near };
        return Some(refusal.problem(rules, side).rule("6.2.10"));
    }
    if end != from && !leader_limits::room_for_leader(rules, game, side, end) {
        let leaders = game.leaders_at(&rules.pack, end, side).len() as u32;
        let refusal = MoveRefusal::LoneLeaderCrowds { hex: end, leaders, limit: sp };
        return Some(refusal.problem(rules, side).rule("CW-52"));
    }
    if doubts.joined(end) > 0 {
        doubts.note_doubt();
    }
    None
}

/// The strength points that would attack, of the `sp` that are left of a force: in an army, those that its leaders who
/// go along command (6.2.8).
pub fn attacking(rules: &CivilWar, game: &Game, plan: &Plan, sp: u32) -> u32 {
    if plan.armies.is_empty() {
        return sp;
    }
    let goes = |piece: &Piece| plan.leader.as_ref() == Some(piece) || plan.others.contains(piece);
    let commanded = plan.armies.iter().map(|id| army::commanded(rules, game, id, goes).min(army::sp(game, id)));
    sp.min(commanded.sum())
}
