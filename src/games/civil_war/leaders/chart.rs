//! The promotion and casualty chart of the variant leader system (22.1, CW-302).

use adjutant_derive::sparse;
use serde::{Deserialize, Serialize};

use super::departures::leave;
use super::{Check, LeaderLoss, next_turn, promotion};
use crate::engine::{Asked, Events, Next};
use crate::events::combat::Outcome;
use crate::events::{Cause, Event, Fate};
use crate::orders::{Question, Removing};
use crate::pack::{ChartCell, ChartResult, CombatResult, PromoteIf, Side};
use crate::position::ledger::{Game, Piece, Place, by_command, is_naval, side_of};
use crate::{CivilWar, combat::WhoRetreats};

/// How a combat went for its two sides.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Battle {
    pub attacker: Stakes,
    pub defender: Stakes,
}

/// How it went for one of them.
#[sparse(lost, enemy_steps)]
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Stakes {
    pub side: Side,
    /// It retreated, or lost more than the enemy; otherwise it has won.
    pub lost: bool,
    /// The steps of the result that the enemy suffered: d and 1 are one, d1 two, d2 three.
    pub enemy_steps: u32,
}

impl Battle {
    /// How a combat went, by the table and by who must leave the hex.
    pub fn of(attacker: Side, outcome: &Outcome, who: WhoRetreats) -> Battle {
        let steps = |result: CombatResult| u32::from(result.losses) + u32::from(result.demoralized);
        let (own, theirs) = (outcome.attacker.lost, outcome.defender.lost);
        let stakes = |side, lost, result| Stakes { side, lost, enemy_steps: steps(result) };
        let (leaves, stays) = (who == WhoRetreats::Attacker, who == WhoRetreats::Defender);
        Battle {
            attacker: stakes(attacker, leaves || own > theirs, outcome.attacker_reads.result),
            defender: stakes(attacker.other(), stays || theirs > own, outcome.defender_reads.result),
        }
    }

    fn stakes(&self, side: Side) -> &Stakes {
        if self.attacker.side == side { &self.attacker } else { &self.defender }
    }
}

impl Check {
    /// Whether 1 is subtracted from his roll because his whole force was eliminated; on the water, his last ship.
    fn has_lost_force(&self, rules: &CivilWar, game: &Game) -> bool {
        matches!(self.cause, Cause::Overrun | Cause::Hopeless | Cause::Eliminated | Cause::NoRetreat)
            || self.cause == Cause::Afloat && self.is_without_ship(rules, game)
    }

    /// The chart's cell for his first roll.
    fn cell<'a>(&self, rules: &'a CivilWar) -> Option<&'a ChartCell> {
        rules.pack.optional.leader_chart.cell(self.total?, self.piece.rank, self.large_army)
    }

    /// Whether the chart's cell ends his war, because he is listed. A naval leader is not.
    fn is_terminated(&self, rules: &CivilWar, game: &Game, cell: &ChartCell) -> bool {
        cell.terminated && rules.pack.optional.leader_chart.terminates(&self.piece.leader, game.turn)
    }

    /// Whether his second roll is for the length of a serious wound.
    pub(super) fn is_seriously_wounded(&self, rules: &CivilWar, game: &Game) -> bool {
        let serious = |cell: &&ChartCell| cell.result == Some(ChartResult::SeriouslyWounded);
        game.options.variant_leaders
            && self.cell(rules).filter(serious).is_some_and(|cell| !self.is_terminated(rules, game, cell))
    }

    /// Looks up a roll on the chart: the first, or the second that its cell asks for. A capture does nothing to a naval
    /// leader (8.2.5).
    pub(super) fn apply_chart(&mut self, rules: &CivilWar, game: &Game, events: &mut Events, thrown: u32) {
        let chart = &rules.pack.optional.leader_chart;
        let lost = self.has_lost_force(rules, game);
        let again = self.total.map(|_| thrown);
        let first = *self.total.get_or_insert(if lost { thrown.saturating_sub(1) } else { thrown });
        let cell = self.cell(rules).cloned().unwrap_or_default();
        let naval = is_naval(&rules.pack, &self.piece);
        let fate = match (self.is_terminated(rules, game, &cell), cell.result, again) {
            (true, ..) => Fate::Terminated,
            (_, Some(ChartResult::SeriouslyWounded), None) => return,
            (_, Some(ChartResult::SeriouslyWounded), Some(second)) => {
                let turns = u8::try_from(second / 2).unwrap_or(u8::MAX);
                self.due = Some(game.turn.saturating_add(turns));
                Fate::SeriouslyWounded
            }
            (_, Some(ChartResult::Captured), _) if naval => Fate::Unhurt,
            (_, Some(ChartResult::Captured), _) => Fate::Captured,
            (_, Some(ChartResult::Killed), _) => Fate::Killed,
            (_, Some(ChartResult::Wounded), _) => Fate::Wounded,
            (_, None, None) if !cell.again.is_empty() => return,
            (_, None, Some(second)) => match cell.again.iter().any(|total| u32::from(*total) == second) {
                true => Fate::Killed,
                false => Fate::Wounded,
            },
            (_, None, None) => Fate::Unhurt,
        };
        let (fate, spared) = self.spared(rules, game, fate);
        self.fate = Some(fate);
        let Some(side) = side_of(&rules.pack, &self.piece) else { return };
        let event = Event::LeaderCheck {
            side,
            piece: self.piece.clone(),
            cause: self.cause,
            total: first,
            again,
            fate,
            due: match fate {
                Fate::Wounded => Some(next_turn(game)),
                Fate::SeriouslyWounded => self.due,
                Fate::Captured => release(game.turn, chart.captivity, chart.last_return),
                Fate::Unhurt | Fate::Killed | Fate::Terminated => None,
            },
            reconstructed: chart.source.is_reconstructed(),
            force_lost: lost,
            spared,
        };
        events.emit(if spared { "20.1" } else { "22.1" }, &event);
    }

    /// Whether his side lost the combat that he is checked for.
    fn lost(&self, rules: &CivilWar, battle: Option<&Battle>) -> bool {
        let side = side_of(&rules.pack, &self.piece);
        self.cause == Cause::Hopeless
            || matches!(self.cause, Cause::Combat | Cause::Eliminated | Cause::NoRetreat)
                && battle.zip(side).is_some_and(|(battle, side)| battle.stakes(side).lost)
    }

    /// Asks his owner whether he is removed.
    pub(super) fn ask_removal(&self, rules: &CivilWar, game: &Game) -> Next<CivilWar> {
        let side = side_of(&rules.pack, &self.piece).unwrap_or(Side::Union);
        let army = match game.pieces.get(&self.piece) {
            Some(Place::Map { .. }) => crate::leaders::army::commanded_by(rules, game, &self.piece).cloned(),
            _ => None,
        };
        let question = Question::Removal { side, piece: self.piece.clone(), army };
        Next::Ask(Asked { side: side.id(), slug: "removal", rule: "22.1", question })
    }
}

impl LeaderLoss {
    /// The number of the next check whose leader may be removed, and of whom this is not known yet: the chart allows it
    /// after a defeat to the owner of a general (5.3.3).
    pub(super) fn next_removal(&self, rules: &CivilWar, game: &Game) -> Option<usize> {
        if !game.options.variant_leaders {
            return None;
        }
        self.checks.iter().position(|check| {
            check.removing.is_none()
                && check.fate == Some(Fate::Unhurt)
                && check.cell(rules).is_some_and(|cell| cell.remove)
                && !is_naval(&rules.pack, &check.piece)
                && check.lost(rules, self.battle.as_ref())
        })
    }

    /// Makes leaders eligible whom the chart promotes after a combat that they survived unhurt and on the map, like 5.2.4
    /// to 5.2.6. What the enemy suffered in a combat that was lost promotes as many as it has steps, the most senior
    /// first. Naval leaders are not promoted (8.2.5).
    pub(super) fn promote_by_chart(&self, rules: &CivilWar, game: &mut Game, events: &mut Events, due: u8) {
        let rises = |check: &&Check| {
            check.cause == Cause::Combat
                && check.fate == Some(Fate::Unhurt)
                && check.removing != Some(Removing::Remove)
                && !is_naval(&rules.pack, &check.piece)
        };
        let mut by_result: Vec<Piece> = Vec::new();
        let mut earned: Vec<&Check> = Vec::new();
        for check in self.checks.iter().filter(rises) {
            let Some(cell) = check.cell(rules) else { continue };
            match cell.promote {
                Some(PromoteIf::Always) => earned.push(check),
                Some(PromoteIf::Win | PromoteIf::EnemyResult) if !check.lost(rules, self.battle.as_ref()) => {
                    earned.push(check);
                }
                Some(PromoteIf::EnemyResult) => by_result.push(check.piece.clone()),
                Some(PromoteIf::Win) | None => {}
            }
        }
        for side in Side::BOTH {
            let steps = self.battle.as_ref().map_or(0, |battle| battle.stakes(side).enemy_steps);
            let own = by_result.iter().filter(|piece| side_of(&rules.pack, piece) == Some(side)).cloned();
            let checks = by_command(&rules.pack, own.collect()).into_iter();
            let checks = checks.filter_map(|piece| self.checks.iter().find(|check| check.piece == piece));
            let able = checks.filter(|check| promotion(rules, game, &check.piece, check.commanding).is_some());
            earned.extend(able.take(steps as usize).collect::<Vec<_>>());
        }
        for check in &self.checks {
            if earned.contains(&check)
                && let Some(next) = promotion(rules, game, &check.piece, check.commanding)
                && let Some(side) = side_of(&rules.pack, &check.piece)
            {
                game.pieces.insert(next.clone(), Place::Track(due));
                events.emit("22.1", &Event::Eligible { side, piece: next, due, chart: true });
            }
        }
    }
}

/// The turn on which a captive returns by himself, if there is one.
pub fn release(captured: u8, captivity: u8, last: u8) -> Option<u8> {
    Some(captured.saturating_add(captivity)).filter(|due| *due <= last)
}

/// A leader is captured. If the enemy's side has lost one too, the first who was captured, both return next turn.
/// Returns whether there was nobody to exchange him for (22.3).
pub(super) fn capture(rules: &CivilWar, game: &mut Game, events: &mut Events, piece: &Piece) -> bool {
    let (since, due) = (game.turn, next_turn(game));
    leave(game, piece, Place::Captive(since));
    let Some(side) = side_of(&rules.pack, piece) else { return true };
    let captives = game.pieces.iter().filter_map(|(other, place)| match place {
        Place::Captive(since) if side_of(&rules.pack, other) == Some(side.other()) => Some((*since, other.clone())),
        _ => None,
    });
    let first = captives.min().map(|(_, other)| other);
    let Some(other) = first.filter(|_| due <= rules.pack.optional.leader_chart.last_return) else { return true };
    for freed in [piece, &other] {
        for (counter, place) in &mut game.pieces {
            if counter.leader == freed.leader && matches!(place, Place::Captive(_)) {
                *place = Place::Track(due);
            }
        }
    }
    events.emit("22.1", &Event::Exchanged { side, piece: piece.clone(), other, due });
    false
}

/// A leader is removed after a defeat, at no cost (22.1, 5.3.3).
pub(super) fn remove(rules: &CivilWar, game: &mut Game, events: &mut Events, piece: &Piece) {
    game.pieces.insert(piece.clone(), Place::Removed);
    if let Some(side) = side_of(&rules.pack, piece) {
        events.emit("22.1", &Event::SentAway { side, piece: piece.clone() });
    }
}
