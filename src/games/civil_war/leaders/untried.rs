//! Untried leaders, who show who they are when combat occurs, by the option `untried_leaders` (21.10, CW-330).

use serde::{Deserialize, Serialize};

use super::army;
use crate::document::{Id, Problem};
use crate::engine::{Events, Input, Next, StepContext};
use crate::events::{Event, Succession};
use crate::pack::Side;
use crate::position::force::Force;
use crate::position::ledger::{Game, Piece, by_command, side_of};
use crate::refusal::MoveRefusal;
use crate::{CivilWar, Reply};

/// The untried leaders of a combat: for each side a die says how many of them show who they are, the highest first.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Identify {
    /// Those of each side who may still do so, in the order of their dice.
    pub sides: Vec<(Side, Vec<Piece>)>,
    /// How many of the first side's are still to do so; none before its die is rolled.
    pub left: Option<u32>,
}

impl Identify {
    /// The untried among the leaders of a combat, the attacker's first; `None` if there are none.
    pub fn of(rules: &CivilWar, attacker: Side, leaders: &[Piece]) -> Option<Identify> {
        let of_side = |side: Side| {
            let own = leaders.iter().filter(|piece| side_of(&rules.pack, piece) == Some(side));
            let untried = own.filter(|piece| rules.pack.untried.is_untried(&piece.leader));
            (side, by_command(&rules.pack, untried.cloned().collect()))
        };
        let sides = [attacker, attacker.other()].map(of_side);
        let sides: Vec<(Side, Vec<Piece>)> = sides.into_iter().filter(|(_, untried)| !untried.is_empty()).collect();
        (!sides.is_empty()).then_some(Identify { sides, left: None })
    }

    /// The next step.
    pub fn step(&mut self, rules: &CivilWar, cx: StepContext<'_, CivilWar>, input: Input<CivilWar>) -> Next<CivilWar> {
        let StepContext { game, events, .. } = cx;
        let Some((side, untried)) = self.sides.first_mut() else { return Next::Return(Reply::Done) };
        let (side, face) = (*side, first_face(&input));
        let Some(left) = self.left else {
            let Some(face) = face else {
                return Next::Roll { purpose: format!("untried {side}"), rule: "21.10", count: 1, sides: 6 };
            };
            let count = face.min(untried.len() as u32);
            untried.truncate(count as usize);
            if count > 0 {
                events.emit("21.10", &Event::UntriedRoll { side, face, leaders: untried.clone() });
            }
            self.left = Some(count);
            return Next::Continue;
        };
        let Some(piece) = untried.first().cloned().filter(|_| left > 0) else {
            self.sides.remove(0);
            self.left = None;
            return Next::Continue;
        };
        let may = candidates(rules, game, side, &piece);
        let drawn = match face {
            Some(face) => may.get(face.saturating_sub(1) as usize).cloned(),
            None if may.len() > 1 => {
                let purpose = format!("identity {}", piece.leader);
                return Next::Roll { purpose, rule: "21.10", count: 1, sides: may.len() as u64 };
            }
            None => may.first().cloned(),
        };
        untried.remove(0);
        self.left = Some(left - 1);
        if let Some(known) = drawn {
            identify(rules, game, events, (side, &piece), &known);
        }
        Next::Continue
    }
}

fn first_face(input: &Input<CivilWar>) -> Option<u32> {
    match input {
        Input::Faces(faces) => Some(faces.first().and_then(|face| u32::try_from(*face).ok()).unwrap_or(1)),
        _ => None,
    }
}

/// Those for whom an untried counter may stand: the leaders of its side, branch and rank who come untried, and of whom no
/// counter is in the game.
pub fn candidates(rules: &CivilWar, game: &Game, side: Side, piece: &Piece) -> Vec<Piece> {
    let Some(leader) = rules.pack.leaders.get(&piece.leader) else { return Vec::new() };
    let group = rules.pack.untried.group(side, leader.branch, piece.rank);
    let unknown = group.filter(|id| game.pieces.keys().all(|other| other.leader != **id));
    unknown.map(|id| Piece { leader: id.clone(), rank: piece.rank }).collect()
}

/// An untried leader is known from now on. He stays where he is; who commands his army may change by seniority (5.3.2).
fn identify(rules: &CivilWar, game: &mut Game, events: &mut Events, (side, piece): (Side, &Piece), known: &Piece) {
    let before = army::commanders(rules, game);
    let Some(place) = game.pieces.remove(piece) else { return };
    game.pieces.insert(known.clone(), place);
    game.identified.insert(piece.leader.clone(), known.leader.clone());
    events.emit("21.10", &Event::Identified { side, piece: piece.clone(), known: known.clone() });
    for (army, was) in before {
        if let Some(now) = army::commander(rules, game, &army)
            && was.as_ref() != Some(&now)
            && !(was.as_ref() == Some(piece) && now == *known)
        {
            let how = Succession::Senior;
            events.emit("5.3.2", &Event::TakesCommand { side, army, piece: now, how });
        }
    }
}

/// Why an order may not name a leader by the untried counter that he has been (CW-330).
pub fn who_he_is(rules: &CivilWar, game: &Game, side: Side, leader: &Id) -> Option<Problem> {
    let known = game.identified.get(leader)?.clone();
    let refusal = MoveRefusal::MoverIsKnown { leader: leader.clone(), known };
    Some(refusal.problem(rules, side).rule("21.10"))
}

/// What is in the middle of something when untried leaders show who they are, and names them.
pub trait KnowsLeaders {
    /// Names them by who they are.
    fn learn(&mut self, game: &Game);
}

impl KnowsLeaders for Piece {
    fn learn(&mut self, game: &Game) {
        if let Some(known) = game.identified.get(&self.leader) {
            self.leader = known.clone();
        }
    }
}

impl<T: KnowsLeaders> KnowsLeaders for Option<T> {
    fn learn(&mut self, game: &Game) {
        if let Some(one) = self {
            one.learn(game);
        }
    }
}

impl<T: KnowsLeaders> KnowsLeaders for Vec<T> {
    fn learn(&mut self, game: &Game) {
        for one in self {
            one.learn(game);
        }
    }
}

impl KnowsLeaders for Force {
    fn learn(&mut self, game: &Game) {
        self.leader.learn(game);
        self.others.learn(game);
    }
}

/// A force whose leaders have shown who they are: an army is commanded by the highest of them (5.3.1).
pub fn reorder(rules: &CivilWar, force: &mut Force) {
    if force.armies.is_empty() {
        return;
    }
    let leads = by_command(&rules.pack, force.leaders().cloned().collect());
    let Some(first) = leads.iter().find(|piece| army::may_command(rules, piece)).cloned() else { return };
    force.others = leads.into_iter().filter(|piece| *piece != first).collect();
    force.leader = Some(first);
}
