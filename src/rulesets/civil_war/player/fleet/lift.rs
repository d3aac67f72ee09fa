//! Movement by sea without ships (8.7): strength points to where ships wait for them, and to what has been won on the
//! coast.

use std::collections::BTreeSet;

use crate::board::Hex;
use crate::rulesets::civil_war::ledger::{Piece, initiative, is_naval};
use crate::rulesets::civil_war::movement;
use crate::rulesets::civil_war::naval::cargo::lift_left;
use crate::rulesets::civil_war::naval::order::{beside, open_to};
use crate::rulesets::civil_war::orders::{Order, Sea};
use crate::rulesets::civil_war::pack::Waters;
use crate::rulesets::civil_war::territory;

use super::super::Proposal;
use super::landing::plans;
use super::sea::{Crew, View};

/// Places from which strength points are taken, and to which, at most.
const FROM: usize = 4;
const TO: usize = 4;
/// A strength point ashore where it holds something, in hundredths of its worth.
const HOLDS: i64 = 25;

/// Movement by sea that is worth its commands.
pub fn propose(view: &View<'_>) -> Vec<Proposal> {
    let lift = lift_left(view.rules, view.game, view.side);
    if lift == 0 {
        return Vec::new();
    }
    let mut from: Vec<(u32, Hex)> =
        view.own.keys().map(|hex| (view.spare(*hex), *hex)).filter(|(sp, _)| *sp > 0).collect();
    from.retain(|(_, hex)| by_sea(view, *hex));
    from.sort_by_key(|(sp, hex)| (std::cmp::Reverse(*sp), *hex));
    from.truncate(FROM);
    if from.is_empty() {
        return Vec::new();
    }
    let mut goals = bases(view);
    goals.extend(lodgements(view));
    goals.sort_by_key(|goal| (std::cmp::Reverse(goal.each), goal.hex));
    goals.truncate(TO);
    let mut proposals = Vec::new();
    for goal in &goals {
        for &(spare, hex) in from.iter().filter(|(_, hex)| *hex != goal.hex) {
            proposals.extend(orders(view, hex, spare.min(lift), goal));
        }
    }
    proposals
}

/// A hex to which strength points are wanted: how many, and what each is good for there.
struct Goal {
    hex: Hex,
    wanted: u32,
    each: i64,
}

/// Whether strength points may set out from a hex by sea, as far as the ground says.
fn by_sea(view: &View<'_>, hex: Hex) -> bool {
    beside(view.rules, hex)
        .any(|at| view.rules.pack.map.waterways().admits(at, Waters::Ocean) && view.guns.danger(at) == 0)
}

/// Where ships and their leader wait for strength points to land with.
fn bases(view: &View<'_>) -> Vec<Goal> {
    let mut goals = Vec::new();
    for crew in view.crews().iter().filter(|crew| crew.waters == Waters::Ocean && crew.hulls.transports() > 0) {
        let hexes = match crew.ashore {
            Some(hex) => vec![hex],
            None => view.rules.pack.map.waterways().landings(crew.at),
        };
        for hex in hexes.into_iter().filter(|hex| open_to(view.rules, view.game, view.side, *hex)) {
            let most = crew.hulls.transports().min(if crew.naval { crew.most } else { crew.most / 2 });
            let have = view.spare(hex).min(most);
            let now = if have > 0 { first(view, crew, hex, have) } else { 0 };
            let then = first(view, crew, hex, most);
            if most > have && then > now {
                let wanted = most - have;
                goals.push(Goal { hex, wanted, each: (then - now) / 2 / i64::from(wanted) });
            }
        }
    }
    goals
}

fn first(view: &View<'_>, crew: &Crew, hex: Hex, sp: u32) -> i64 {
    plans(view, crew, hex, sp).first().map_or(0, |plan| plan.worth)
}

/// What has been won on the enemy's coast, and is held too weakly.
fn lodgements(view: &View<'_>) -> Vec<Goal> {
    let mut goals = Vec::new();
    for (&hex, &sp) in &view.own {
        if !territory::is_enemy(view.rules, view.game, hex, view.side) || !by_sea(view, hex) {
            continue;
        }
        let Some(data) = view.rules.pack.map.hex(hex) else { continue };
        let vp = data.city.as_ref().map_or(0, |city| i64::from(city.vp));
        let port = data.city.as_ref().and_then(|city| city.imports.as_ref()).map_or(0, |port| i64::from(port.points));
        let worth = 120 * vp + 15 * port + if data.fort.is_some() { 60 } else { 0 };
        let threat = view.threat(hex);
        if worth > 0 && threat > 0 && sp < threat + 1 {
            let wanted = (threat + 1 - sp).min(6);
            goals.push(Goal { hex, wanted, each: worth * HOLDS / 100 / i64::from(wanted) });
        }
    }
    goals
}

/// The orders that bring strength points from one hex to another: under each of the leaders there, and one by itself.
fn orders(view: &View<'_>, from: Hex, spare: u32, goal: &Goal) -> Vec<Proposal> {
    let sp = spare.min(goal.wanted);
    let one = Sea { from: Some(from), to: Some(goal.hex), ..Sea::default() };
    let mut proposals = vec![Proposal { order: Order::Sea(one.clone()), worth: goal.each, price: 1 }];
    let here: Vec<Piece> = view.game.leaders_at(&view.rules.pack, from, view.side);
    let mut seen = BTreeSet::new();
    for piece in
        here.iter().filter(|piece| !is_naval(&view.rules.pack, piece) && piece.rank <= 2 && view.may_board(piece))
    {
        let price = initiative(&view.rules.pack, piece);
        let sp = sp.min(movement::sp_limit(view.rules, piece));
        if sp < 2 || price > view.most || !seen.insert((price, sp)) {
            continue;
        }
        let order = Sea { leader: Some(piece.leader.clone()), sp: Some(sp), ..one.clone() };
        // He is of use there as well.
        proposals.push(Proposal { order: Order::Sea(order), worth: goal.each * i64::from(sp) + 10, price });
    }
    proposals
}
