//! Fast estimates of battles, without re-rolls: landings and attacks by the Combat Results Table, ships against ships
//! by the Naval one.

use crate::CivilWar;
use crate::board::Hex;
use crate::combat::{
    Assault, Support, added, additions, assess_with, attacker_takes_hex, harm, harm_ashore, harm_with_ships,
};
use crate::events::combat::Resolution;
use crate::movement::territory;
use crate::naval;
use crate::pack::{self, Fire, FortKind, NavalResult, Odds, Side, Size};
use crate::position::ledger::{Game, Hulls, Piece, is_naval};

/// The result of a fight, in thirty-sixths.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct FightEstimate {
    /// How often the attackers take the hex.
    pub won: i64,
    /// Strength points that they lose, and the enemy.
    pub lost: i64,
    pub foe_lost: i64,
    /// Ships that they lose.
    pub sunk: i64,
    /// How often they are demoralized, and the enemy.
    pub shaken: i64,
    pub foe_shaken: i64,
}

/// An attack on a hex that is thought of.
#[derive(Clone, Copy, Debug)]
pub struct Attack<'a> {
    pub side: Side,
    pub from: Hex,
    pub hex: Hex,
    pub sp: u32,
    /// Ships that support it, or that bring it ashore.
    pub hulls: Option<&'a Hulls>,
    /// The strength of the hex in its defence, in a landing.
    pub ashore: Option<u32>,
    /// The leaders who add their ratings.
    pub leaders: &'a [&'a Piece],
}

/// The result of an attack.
pub fn fight(rules: &CivilWar, game: &Game, attack: Attack<'_>) -> FightEstimate {
    let Attack { side, from, hex, sp, hulls, ashore, leaders } = attack;
    let enemy = side.other();
    let there = game.sp_at(hex, enemy);
    let landing = ashore.is_some();
    let shaken = game.demoralized_at(hex, enemy);
    let (attackers, defenders, resolution) = match ashore {
        Some(defenders) => {
            // The demoralized do not land, and the ground does not count (8.8.1a, 8.8.2g).
            let attackers = sp + hulls.map_or(0, |hulls| naval::strength(rules, hulls));
            let resolution = match Odds::of(attackers, defenders).shifted(-i8::from(shaken)) {
                pack::Attack::Hopeless => Resolution::Hopeless,
                pack::Attack::Column(letter) => Resolution::Column(letter),
                pack::Attack::Overrun => Resolution::Overrun,
            };
            (attackers, defenders, resolution)
        }
        None => {
            let support = hulls.map(|hulls| Support { hulls, landing: false });
            let demoralized = game.demoralized_at(from, side);
            let assessment = assess_with(rules, game, Assault { side, from, hex, sp, demoralized }, support);
            (assessment.attackers, assessment.defenders, assessment.resolution)
        }
    };
    let column = match resolution {
        Resolution::Overrun => {
            return FightEstimate { won: 36, foe_lost: 36 * i64::from(there), ..FightEstimate::default() };
        }
        Resolution::Hopeless => return FightEstimate { lost: 36 * i64::from(sp), ..FightEstimate::default() },
        Resolution::Column(letter) => letter,
    };
    let chief = game.ranking_leader(&rules.pack, hex, enemy).filter(|piece| !is_naval(&rules.pack, piece));
    let all: Vec<&Piece> = leaders.iter().copied().chain(&chief).collect();
    let [plus, minus] = additions(rules, side, &all, shaken).map(|list| added(&list));
    let sizes = [Size::of(attackers), Size::of(defenders)];
    let ships = hulls.filter(|_| !landing).map_or(0, Hulls::points);
    let firm = territory::fort(rules, game, hex)
        .is_some_and(|fort| fort.kind == FortKind::Fortress && fort.holder == Some(enemy));
    let crt = &rules.pack.charts.crt;
    let mut fought = FightEstimate::default();
    for die in 1..=6u8 {
        let blow = crt.result(column, Fire::Def, sizes[0], die + plus);
        let defender = match landing {
            true => harm_ashore(enemy, there, shaken, blow),
            false => harm(enemy, there, shaken, blow),
        };
        for other in 1..=6u8 {
            let back = crt.result(column, Fire::Att, sizes[1], other + minus);
            let attacker = match ships {
                0 => harm(side, sp, false, back),
                _ => harm_with_ships(side, sp, ships, false, back),
            };
            fought.lost += i64::from(attacker.sp_lost());
            fought.sunk += i64::from(attacker.ships);
            fought.foe_lost += i64::from(defender.sp_lost());
            fought.shaken += i64::from(attacker.demoralized);
            fought.foe_shaken += i64::from(defender.demoralized);
            fought.won += i64::from(attacker_takes_hex(&attacker, &defender, firm));
        }
    }
    fought
}

/// How ships fare against ships: thousandths.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Broadsides {
    /// How often nothing of the enemy is left, but something of the own force is.
    pub won: i64,
    /// Own ships that are hit, and enemy ships.
    pub lost: i64,
    pub foe_lost: i64,
}

/// One's own ships against the enemy's, round by round until one side has none. Ships of both sides are hit transports
/// first. `ratings`: what their naval leaders add, of one's own ships and of the enemy's.
pub fn broadsides(rules: &CivilWar, own: &Hulls, foe: &Hulls, ratings: [u32; 2]) -> Broadsides {
    let mut known = crate::sorted::SortedMap::new();
    let hits = |hulls: &Hulls, plus: u32| -> i64 {
        let Some(table) = rules.pack.charts.naval_combat.as_ref() else { return 0 };
        let strength = naval::strength(rules, hulls);
        (1..=6).filter(|die| table.ships(strength, die + plus) != NavalResult::None).count() as i64
    };
    round(&hits, ratings, own, foe, &mut known)
}

type Known = crate::sorted::SortedMap<(u32, u32), Broadsides>;

fn round(hits: &dyn Fn(&Hulls, u32) -> i64, plus: [u32; 2], own: &Hulls, foe: &Hulls, known: &mut Known) -> Broadsides {
    if own.is_empty() || foe.is_empty() {
        return Broadsides { won: i64::from(!own.is_empty()) * 1000, ..Broadsides::default() };
    }
    let key = (own.points(), foe.points());
    if let Some(found) = known.get(&key) {
        return *found;
    }
    let (mine, theirs) = (hits(own, plus[0]), hits(foe, plus[1]));
    let all = 36 - (6 - mine) * (6 - theirs);
    let mut found = Broadsides::default();
    if all > 0 {
        let (less, fewer) = (without_one(own), without_one(foe));
        let ways = [
            (mine * (6 - theirs), own, &fewer, 0, 1),
            ((6 - mine) * theirs, &less, foe, 1, 0),
            (mine * theirs, &less, &fewer, 1, 1),
        ];
        for (weight, own, foe, lost, foe_lost) in ways {
            if weight == 0 {
                continue;
            }
            let then = round(hits, plus, own, foe, known);
            found.won += then.won * weight;
            found.lost += (then.lost + lost * 1000) * weight;
            found.foe_lost += (then.foe_lost + foe_lost * 1000) * weight;
        }
        found = Broadsides { won: found.won / all, lost: found.lost / all, foe_lost: found.foe_lost / all };
    }
    known.insert(key, found);
    found
}

/// The ships with one of them hit, transports first.
fn without_one(hulls: &Hulls) -> Hulls {
    let mut left = hulls.clone();
    let kinds = left.kinds();
    if let Some(kind) = kinds.last() {
        left.remove(kind);
    }
    left
}
