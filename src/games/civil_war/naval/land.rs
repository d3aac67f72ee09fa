//! Ships in the attack on a hex: landings (8.8) and attacks together with a ground force (8.9).

use serde::{Deserialize, Serialize};

use crate::board::Hex;
use crate::document::{Id, Problem};
use crate::engine::{Cx, Input, Next};

use super::order::{self, Plan};
use super::way::Guns;
use crate::legality::uncertainty::Doubts;
use crate::movement::{self, March};
use crate::orders;
use crate::pack::{Side, Station};
use crate::position::ledger::{Game, Piece, is_naval};
use crate::refusal::NavalRefusal;
use crate::{CivilWar, Frame, Reply, command::pay, leaders::army};

/// The ships in an attack on a hex: what makes a [`Combat`](crate::combat::Combat) a landing or a common attack.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Afloat {
    /// The squadron.
    pub fleet: u32,
    /// Where it lies.
    pub at: Station,
    /// The naval leader who commands it, and adds his rating (8.8¶12, 8.9.3b).
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub leader: Option<Piece>,
    /// The attackers come ashore from it (8.8); else they attack by land, and it fights with them (8.9).
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub landing: bool,
}

/// Why what ships carry may not land in a hex against the enemy (8.8.1): `sp` strength points, under a leader, a naval one
/// being enough (8.8.2), or one of the ground forces who commands the ships (8.8¶9). The limits of both are those of any
/// voyage (8.8¶11, 8.4.7).
pub(super) fn may_land(rules: &CivilWar, game: &Game, side: Side, plan: &Plan, sp: u32, hex: Hex) -> Vec<Problem> {
    let mut problems = Vec::new();
    let mut refuse = |path: &str, rule: &str, refusal: NavalRefusal| {
        problems.push(refusal.problem(rules, side).in_path(path).rule(rule));
    };
    if plan.leader.is_none() {
        refuse("sail.leader", "8.4.5a", NavalRefusal::LandingWithoutLeader { hex });
    }
    if sp == 0 {
        refuse("sail.load.sp", "8.8.1", NavalRefusal::LandingWithoutStrength { hex });
    }
    if plan.loaded.is_some_and(|from| game.demoralized_at(from, side)) {
        refuse("sail.land", "8.8.1a", NavalRefusal::LandingDemoralized { hex });
    }
    for piece in &plan.aboard {
        if let Some(army) = army::commanded_by(rules, game, piece) {
            let refusal = NavalRefusal::LandingByArmy { leader: piece.leader.clone(), army: army.clone() };
            refuse("sail.land", "8.8.1b", refusal);
        }
    }
    problems
}

/// A ground force that attacks a hex with ships: where their voyage leads (8.9).
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Attack {
    /// The hex attacked, where the march ends.
    pub target: Hex,
    /// The march.
    pub order: orders::Move,
}

/// An attack by ships and a ground force together (8.9.3): the ships have come there and fought; now the ground force is
/// activated, marches and fights, with them in support.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Together {
    pub side: Side,
    /// The march.
    pub order: orders::Move,
    /// The ships.
    pub afloat: Afloat,
    /// It is under way.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub begun: bool,
}

impl Together {
    /// An attack whose ships are there.
    pub fn new(side: Side, order: orders::Move, afloat: Afloat) -> Together {
        Together { side, order, afloat, begun: false }
    }

    /// The attack's next step: the ground force is paid for and sets out (8.9.3a, CW-256); then whether it has fought.
    pub fn step(&mut self, rules: &CivilWar, cx: Cx<'_, CivilWar>, input: Input<CivilWar>) -> Next<CivilWar> {
        let Cx { game, events, .. } = cx;
        if self.begun {
            return Next::Return(match input {
                Input::Reply(reply) => reply,
                _ => Reply::Done,
            });
        }
        self.begun = true;
        match movement::check(rules, game, self.side, &self.order, &Doubts::default()) {
            Ok(plan) => {
                let march = movement::set_out(rules, game, events, self.side, &self.order, plan);
                Next::Call(Frame::March(March { afloat: Some(self.afloat.clone()), ..march }))
            }
            // What the ships have met on their way cannot have changed it: the order was checked without that.
            Err(_) => Next::Return(Reply::Done),
        }
    }
}

/// Begins a `together` order of the phasing side: the ships sail (8.9.3).
///
/// # Errors
/// Every reason why the rules forbid it.
pub fn together(
    rules: &CivilWar,
    cx: Cx<'_, CivilWar>,
    side: Side,
    order: &orders::Together,
) -> Result<Option<Frame>, Vec<Problem>> {
    let Cx { game, events, .. } = cx;
    let (plan, target) = check_together(rules, game, side, order)?;
    let mut voyage = order::depart(rules, game, events, side, &order.sail, plan);
    voyage.attack = Some(Box::new(Attack { target, order: order.r#move.clone() }));
    Ok(Some(Frame::Voyage(voyage)))
}

/// Whether the rules allow a `together` order now: the voyage, and the march as it would be with the ships there.
///
/// # Errors
/// Every reason why they do not; paths begin with `together`.
pub fn check_together(
    rules: &CivilWar,
    game: &Game,
    side: Side,
    order: &orders::Together,
) -> Result<(Plan, Hex), Vec<Problem>> {
    let (sail, march) = (&order.sail, &order.r#move);
    let mut problems = Vec::new();
    let mut refuse = |path: &str, rule: &str, refusal: NavalRefusal| {
        problems.push(refusal.problem(rules, side).in_path(format!("together.{path}")).rule(rule));
    };
    for (field, there) in
        [("load", sail.load.is_some()), ("drop", !sail.drop.is_empty()), ("land", sail.land.is_some())]
    {
        if there {
            refuse(&format!("sail.{field}"), "8.9.2", NavalRefusal::TogetherCarriesNobody);
        }
    }
    let found = |id: &Option<Id>| game.on_hand(id.as_ref()?).map(|(piece, _)| piece.clone());
    let admiral = found(&sail.leader).filter(|piece| is_naval(&rules.pack, piece));
    if admiral.is_none() {
        refuse("sail.leader", "8.9.1", NavalRefusal::TogetherWithoutNavalLeader);
    }
    for (field, there) in [("sail.if", sail.condition.is_some()), ("move.if", march.condition.is_some())] {
        if there {
            refuse(field, "8.9", NavalRefusal::TogetherCondition);
        }
    }
    let general = found(&march.leader).filter(|piece| !is_naval(&rules.pack, piece));
    // An army has one: its commander.
    if general.is_none() && march.army.is_none() {
        refuse("move.leader", "8.9.1", NavalRefusal::TogetherWithoutGroundLeader);
    }
    let target = march.path.last().copied();
    if let Some(hex) = target.filter(|&hex| game.sp_at(hex, side.other()) == 0) {
        refuse("move.path", "8.9.1", NavalRefusal::TogetherNoEnemy { hex });
    }
    let Some(target) = target else {
        refuse("move.path", "8.9.2a", NavalRefusal::TogetherNoTarget);
        return Err(problems);
    };
    let under = |found: Vec<Problem>| found.into_iter().map(|problem| problem.under("together")).collect::<Vec<_>>();
    let guns = Guns::new(rules, game, side);
    let plan = match order::check_before(rules, game, side, sail, &guns, Some(target)) {
        Ok(plan) => plan,
        Err(found) => {
            problems.extend(under(found));
            return Err(problems);
        }
    };
    if !rules.pack.map.waterways().landings(plan.end()).contains(&target) {
        let problem = NavalRefusal::TogetherShipsElsewhere { at: plan.end(), target }.problem(rules, side);
        problems.push(problem.in_path("together.sail.to").rule("8.9.2a"));
    }
    // They stop at the first of its hexsides that they come to (8.9.3, CW-263).
    let before = plan.way.split_last().map_or(&[][..], |(_, before)| before);
    if let Some(&first) = before.iter().find(|at| at.borders(target)) {
        let refusal = NavalRefusal::TogetherPastTarget { first, end: plan.end(), target };
        problems.push(refusal.problem(rules, side).in_path("together.sail.to").rule("8.9.3"));
    }
    // As it would be with the ships there: what they meet on their way is gone, and they are paid for (CW-256).
    let mut then = game.clone();
    pay::spend(&mut then, side, &plan.paid);
    then.squadrons.retain(|_, squadron| squadron.side == side || !plan.way.contains(&squadron.at));
    match movement::check(rules, &then, side, march, &Doubts::default()) {
        Ok(found) => {
            if !order::beside(rules, found.from).any(|at| at == plan.from) {
                let problem = NavalRefusal::TogetherApart { hex: found.from }.problem(rules, side);
                problems.push(problem.in_path("together.sail").rule("8.9.1"));
            }
        }
        Err(found) => problems.extend(under(found)),
    }
    if problems.is_empty() { Ok((plan, target)) } else { Err(problems) }
}
