//! Texas Rangers and Civilized Indians: strength points with rules of their own (2.3, 19.3, 19.4, CW-318, CW-319).

use crate::CivilWar;
use crate::board::Hex;
use crate::document::{Id, Problem};
use crate::legality::uncertainty::{Doubts, StrengthBound};
use crate::orders::Move;
use crate::pack::{HexData, Side, Unit};
use crate::position::ledger::{Game, Piece};
use crate::refusal::MoveRefusal;

/// The kinds of strength points that a `move` order takes, in the order in which they go: those that it names; otherwise
/// ordinary ones, and with a leader of such counters those too. One who leads Civilized Indians leads nobody else.
pub fn kinds(rules: &CivilWar, leader: Option<&Piece>, named: Option<Unit>) -> Vec<Option<Unit>> {
    if named.is_some() {
        return vec![named];
    }
    match leader.and_then(|piece| led_by(rules, piece)) {
        None => vec![None],
        Some(Unit::CivilizedIndian) => vec![Some(Unit::CivilizedIndian)],
        Some(unit) => vec![None, Some(unit)],
    }
}

/// The counters that a leader takes out of their home.
pub fn led_by(rules: &CivilWar, piece: &Piece) -> Option<Unit> {
    let all = &rules.pack.far_west.counters;
    all.iter().find(|(_, counter)| counter.with.contains(&piece.leader)).map(|(unit, _)| *unit)
}

/// The strength points of these kinds in a hex: all, and those that have not moved.
pub fn strength(game: &Game, hex: Hex, side: Side, kinds: &[Option<Unit>]) -> StrengthBound {
    let groups = game.groups_at(hex, side).filter(|(_, group)| kinds.contains(&group.unit));
    groups.fold(StrengthBound::NONE, |sum, (_, group)| StrengthBound {
        all: sum.all + group.sp,
        fresh: sum.fresh + if group.moved { 0 } else { group.sp },
    })
}

/// Counters in a hex that are of none of these kinds.
pub fn unit_besides(game: &Game, hex: Hex, side: Side, kinds: &[Option<Unit>]) -> Option<Unit> {
    let mut units = game.groups_at(hex, side).filter_map(|(_, group)| group.unit);
    units.find(|unit| !kinds.contains(&Some(*unit)))
}

/// The same, as orders name them.
pub fn others(game: &Game, hex: Hex, side: Side, kinds: &[Option<Unit>]) -> Option<Id> {
    unit_besides(game, hex, side, kinds).map(|unit| Id::known(unit.as_str()))
}

/// The ruling on what such counters do.
pub fn ruling(unit: Unit) -> &'static str {
    match unit {
        Unit::TexasRanger => "CW-318",
        Unit::CivilizedIndian => "CW-319",
    }
}

/// Which counters would go with so many strength points.
fn goes(game: &Game, hex: Hex, side: Side, sp: u32, kinds: &[Option<Unit>]) -> Option<Unit> {
    let mut left = sp;
    for kind in kinds {
        if left > 0 && kind.is_some() {
            return *kind;
        }
        left = left.saturating_sub(game.fresh_of(hex, side, *kind));
    }
    None
}

/// Whether counters may be in a hex without one of their leaders: all of it lies in their home, or on its border.
pub fn is_home(rules: &CivilWar, unit: Unit, hex: Hex) -> bool {
    let Some(counter) = rules.pack.far_west.counters.get(&unit) else { return false };
    rules.pack.map.hex(hex).is_some_and(|data| data.states.iter().any(|state| counter.home.contains(state)))
}

/// The first hex of a path that counters may not enter by themselves: outside their home, and for those who are outside
/// no nearer to it than the hex before (CW-334). Besides, for those who set out outside it, the nearest hex of their home.
fn leaves_home(rules: &CivilWar, unit: Unit, from: Hex, path: &[Hex]) -> Option<(Hex, Option<Hex>)> {
    let counter = rules.pack.far_west.counters.get(&unit)?;
    let at_home = |data: &HexData| data.states.iter().any(|state| counter.home.contains(state));
    let home: Vec<Hex> = rules.pack.map.hexes().filter(|(_, data)| at_home(data)).map(|(hex, _)| hex).collect();
    let away = |hex: Hex| home.iter().map(|there| there.distance(hex)).min().unwrap_or(0);
    let mut before = away(from);
    let left = path.iter().copied().find(|&hex| {
        let here = away(hex);
        let leaves = here > 0 && here >= before;
        before = here;
        leaves
    })?;
    let nearest = home.iter().copied().min_by_key(|there| (there.distance(from), *there));
    Some((left, nearest.filter(|_| away(from) > 0)))
}

/// Movement points of a force of such counters by itself, if they have their own.
pub fn movement(rules: &CivilWar, leader: Option<&Piece>, named: Option<Unit>) -> Option<u8> {
    let unit = named.filter(|_| leader.is_none())?;
    rules.pack.far_west.counters.get(&unit)?.movement
}

/// Counters do not leave their home without a leader of theirs (2.3, CW-318), and whoever leads Indians alone leads them
/// only (CW-319).
pub fn check(
    rules: &CivilWar,
    game: &Game,
    side: Side,
    order: &Move,
    (leader, from, sp): (Option<&Piece>, Hex, u32),
    doubts: &Doubts,
    problems: &mut Vec<Problem>,
) {
    let kinds = kinds(rules, leader, order.unit);
    let own = leader.and_then(|piece| led_by(rules, piece));
    if let (Some(unit), Some(led)) = (order.unit, own)
        && unit != led
        && led == Unit::CivilizedIndian
    {
        let refusal = leader.map(|piece| MoveRefusal::LeadsIndiansOnly { leader: piece.leader.clone() });
        problems.extend(refusal.map(|refusal| refusal.problem(rules, side).in_path("move.unit").rule("CW-319")));
    }
    if sp == 0 || doubts.hex(from) {
        return;
    }
    let Some(unit) = goes(game, from, side, sp, &kinds) else { return };
    if own == Some(unit) {
        return;
    }
    if let Some((hex, home)) = leaves_home(rules, unit, from, &order.path) {
        let (refusal, rule) = match unit {
            Unit::TexasRanger => (MoveRefusal::RangersLeaveTexas { hex, home }, "CW-318"),
            Unit::CivilizedIndian => (MoveRefusal::IndiansLeaveHome { hex, home }, "2.3"),
        };
        let rule = if home.is_some() { "CW-334" } else { rule };
        problems.push(refusal.problem(rules, side).in_path("move.path").rule(rule));
    }
}
