//! The average result of a fight over all rolls and re-rolls, by the rules' own functions: odds, ratings, losses, who
//! leaves (7.2, 7.4, 7.7), with both sides choosing optimally (CW-114). It ignores everything that the fight alone does
//! not determine: blocked retreats, lack of supply, the leaders' checks.

use crate::sorted::SortedMap;
use std::cell::RefCell;

use crate::CivilWar;
use crate::combat::{RerollGame, attacker_takes_hex, effective_ratings, favoured_side, harm, worth};
use crate::pack::{Attack, CombatResult, Fire, Odds, Side, Size};
use crate::position::ledger::{Piece, counter};

/// What leaders do for one side in a fight.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct LeaderModifiers {
    /// Added to the own die, and to the enemy's (7.4.3, 7.4.4).
    pub own: i64,
    pub enemy: i64,
    /// Options to roll again, and such that they give to the enemy (7.4.5).
    pub again: i64,
    pub again_enemy: i64,
}

impl LeaderModifiers {
    /// The effect of these leaders: all of them modify the dice, except that an army's commander gives re-rolls instead
    /// (7.4.2, 7.4.5).
    pub fn of(rules: &CivilWar, commander: Option<&Piece>, others: &[&Piece]) -> LeaderModifiers {
        let mut lead = LeaderModifiers::default();
        for piece in others {
            let Some(counter) = counter(&rules.pack, piece) else { continue };
            let die = if favoured_side(0, counter.tactical_favours) == 0 { &mut lead.own } else { &mut lead.enemy };
            *die += i64::from(counter.tactical);
        }
        if let Some(counter) = commander.and_then(|piece| counter(&rules.pack, piece)) {
            let options =
                if favoured_side(0, counter.command_favours) == 0 { &mut lead.again } else { &mut lead.again_enemy };
            *options += i64::from(counter.command);
        }
        lead
    }
}

/// A fight that is thought of.
#[derive(Clone, Copy, Debug)]
pub struct Fight {
    pub attackers: u32,
    pub defenders: u32,
    /// Columns to the left for ground, river and fort, and what demoralization shifts.
    pub left: i64,
    pub attacker_lead: LeaderModifiers,
    pub defender_lead: LeaderModifiers,
    pub defender_demoralized: bool,
    /// The defender is never driven out (7.7.8).
    pub firm: bool,
}

/// The result, in thousandths.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct CombatEstimate {
    /// The attacker has the hex.
    pub wins: i64,
    /// Strength points lost.
    pub attacker_lost: i64,
    pub defender_lost: i64,
    /// Chances to be newly demoralized.
    pub attacker_shaken: i64,
    pub defender_shaken: i64,
    /// It is an overrun, which needs no dice.
    pub overrun: bool,
}

impl Fight {
    /// What it comes to.
    pub fn estimate(&self, rules: &CivilWar) -> CombatEstimate {
        let left = i8::try_from(self.left.clamp(-9, 9)).unwrap_or(0);
        let column = match Odds::of(self.attackers, self.defenders).shifted(left) {
            Attack::Hopeless => {
                return CombatEstimate { attacker_lost: i64::from(self.attackers) * 1000, ..CombatEstimate::default() };
            }
            Attack::Overrun => {
                let defender_lost = i64::from(self.defenders) * 1000;
                return CombatEstimate { wins: 1000, defender_lost, overrun: true, ..CombatEstimate::default() };
            }
            Attack::Column(column) => column,
        };
        let (a, d) = (self.attacker_lead, self.defender_lead);
        let to = |for_each: [i64; 2]| {
            let ratings = for_each.map(|points| u32::try_from(points).unwrap_or(0));
            effective_ratings(rules, ratings, self.defender_demoralized)
        };
        let added = to([a.own + d.enemy, d.own + a.enemy]).map(|added| u8::try_from(added).unwrap_or(u8::MAX));
        let options = to([a.again + d.again_enemy, d.again + a.again_enemy]);
        let row = |fire: Fire, sp: u32, added: u8| {
            let size = Size::of(sp);
            let read = |n: usize| rules.pack.charts.crt.result(column, fire, size, n as u8 + 1 + added);
            std::array::from_fn(read).map(|CombatResult { losses, demoralized }| (losses, demoralized))
        };
        let rows = [row(Fire::Att, self.defenders, added[1]), row(Fire::Def, self.attackers, added[0])];
        let throw = Throw {
            rows,
            // A strength matters only up to the most that the dice can remove.
            sp: [0, 1].map(|n| {
                let most = rows[n].iter().map(|(losses, _)| u32::from(*losses)).max().unwrap_or(0);
                [self.attackers, self.defenders][n].min(most + 1)
            }),
            options,
            defender_demoralized: self.defender_demoralized,
            firm: self.firm,
        };
        throw.cached_estimate()
    }
}

/// Everything that the dice of a fight depend on: the same for many fights, and independent of the charts.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Throw {
    /// For each face that counts, the attacker's losses and demoralization, and the defender's.
    rows: [[(u8, bool); 6]; 2],
    /// Strength points of each, as far as they matter.
    sp: [u32; 2],
    /// Options to roll again.
    options: [u32; 2],
    defender_demoralized: bool,
    firm: bool,
}

/// The number of estimates that are remembered: a match has a few thousand.
const MAX_REMEMBERED: usize = 20_000;

thread_local! {
    static KNOWN: RefCell<SortedMap<Throw, CombatEstimate>> = const { RefCell::new(SortedMap::new()) };
}

impl Throw {
    fn cached_estimate(&self) -> CombatEstimate {
        KNOWN.with(|known| {
            let mut known = known.borrow_mut();
            if let Some(toll) = known.get(self) {
                return *toll;
            }
            if known.len() >= MAX_REMEMBERED {
                known.clear();
            }
            let toll = self.estimate();
            known.insert(*self, toll);
            toll
        })
    }

    fn estimate(&self) -> CombatEstimate {
        let suffers = |n: usize, face: usize, before: bool| {
            let (losses, demoralized) = self.rows[n][face];
            // Which side it is makes no difference.
            harm(Side::BOTH[n], self.sp[n], before, CombatResult { losses, demoralized })
        };
        let mine: [_; 6] = std::array::from_fn(|face| suffers(0, face, false));
        let theirs: [_; 6] = std::array::from_fn(|face| suffers(1, face, self.defender_demoralized));
        let ends = std::array::from_fn(|attack: usize| {
            std::array::from_fn(|defence: usize| worth(&mine[defence], &theirs[attack], self.firm))
        });
        let duel = RerollGame::solve(ends, self.options);
        let mut sum = CombatEstimate::default();
        for (attack, row) in duel.ends_from_the_start().iter().enumerate() {
            for (defence, &often) in row.iter().enumerate() {
                let (attacker, defender) = (&mine[defence], &theirs[attack]);
                let often = i64::try_from(often).unwrap_or(0);
                sum.wins += often * i64::from(attacker_takes_hex(attacker, defender, self.firm));
                sum.attacker_lost += often * i64::from(attacker.lost);
                sum.defender_lost += often * i64::from(defender.lost);
                sum.attacker_shaken += often * i64::from(attacker.demoralized);
                sum.defender_shaken += often * i64::from(defender.demoralized && !defender.before);
            }
        }
        let all = i64::try_from(duel.throws()).unwrap_or(i64::MAX);
        let share = |part: i64| part * 1000 / all;
        CombatEstimate {
            wins: share(sum.wins),
            attacker_lost: share(sum.attacker_lost),
            defender_lost: share(sum.defender_lost),
            attacker_shaken: share(sum.attacker_shaken),
            defender_shaken: share(sum.defender_shaken),
            overrun: false,
        }
    }
}
