//! The combat dice: the leaders' modifiers, and the table's results (7.1, 7.4, 7.7.3).

use crate::CivilWar;
use crate::events::combat::{Addition, AdditionCause, Cell, Harm};
use crate::pack::{CombatResult, Favours, Figure, Fire, Side, Size};
use crate::position::ledger::{Piece, counter, is_naval, side_of};

/// Whom a leader's rating is for: 0 the attacker, 1 the defender, as is `own`, the side that he is on (7.4.4, 7.4.5a).
pub fn favoured_side(own: usize, favours: Favours) -> usize {
    if favours == Favours::Enemy { 1 - own } else { own }
}

/// The sums of the attacker's and the defender's ratings, as die roll modifiers or re-rolls. Against a demoralized
/// force the attacker's are doubled, with a minimum of one, and the defender has none (7.7.3, CW-79). Limited to the
/// maximum for one side (7.4.7, 7.4.7a, CW-128).
pub fn effective_ratings(rules: &CivilWar, ratings: [u32; 2], defender_demoralized: bool) -> [u32; 2] {
    let most = u32::from(rules.pack.charts.max_addition);
    let counted = if defender_demoralized { [(2 * ratings[0]).max(1), 0] } else { ratings };
    counted.map(|points| points.min(most))
}

/// The modifiers of the attacker's and the defender's die for the leaders in command (7.4.2–7.4.4, 7.4.7), and against
/// a demoralized defender (7.7.3, CW-79).
pub fn additions(
    rules: &CivilWar,
    attacker: Side,
    leaders: &[&Piece],
    defender_demoralized: bool,
) -> [Vec<Addition>; 2] {
    let mut to = [Vec::new(), Vec::new()];
    let mut ratings = [0; 2];
    for &piece in leaders {
        let Some(printed) = counter(&rules.pack, piece).filter(|printed| printed.tactical > 0) else { continue };
        let own = usize::from(side_of(&rules.pack, piece) != Some(attacker));
        let tinted = printed.tactical_favours == Favours::Enemy;
        let die = favoured_side(own, printed.tactical_favours);
        ratings[die] += u32::from(printed.tactical);
        let void = defender_demoralized && die == 1;
        let doubled = defender_demoralized && die == 0;
        let rating = i8::try_from(printed.tactical).unwrap_or(i8::MAX);
        let points = match (void, doubled) {
            (true, _) => 0,
            (_, true) => rating.saturating_mul(2),
            _ => rating,
        };
        let because = if tinted { AdditionCause::Tinted } else { AdditionCause::Rating };
        let rule = match (defender_demoralized, tinted) {
            (true, _) => "7.7.3",
            (_, true) => "7.4.4",
            _ if is_naval(&rules.pack, piece) => "8.2.2",
            _ => "7.4.3",
        };
        let reconstructed = printed.source_of(Figure::Tactical).is_reconstructed();
        to[die].push(Addition {
            leader: Some(piece.clone()),
            rating: Some(printed.tactical),
            points,
            because,
            doubled,
            void,
            rule: rule.to_owned(),
            reconstructed,
        });
    }
    let plain = |points: i8, because, rule: &str| Addition {
        leader: None,
        rating: None,
        points,
        because,
        doubled: false,
        void: false,
        rule: rule.to_owned(),
        reconstructed: false,
    };
    for (list, counted) in to.iter_mut().zip(effective_ratings(rules, ratings, defender_demoralized)) {
        let listed = sum(list);
        let rest = i8::try_from(i64::from(counted) - i64::from(listed)).unwrap_or(i8::MIN);
        match rest {
            0 => {}
            1.. => list.push(plain(rest, AdditionCause::Minimum, "7.7.3")),
            _ => list.push(plain(rest, AdditionCause::Limit, "7.4.7")),
        }
    }
    to
}

fn sum(additions: &[Addition]) -> i16 {
    additions.iter().map(|addition| i16::from(addition.points)).sum()
}

/// The sum of the additions to a die, never below 0.
pub fn added(additions: &[Addition]) -> u8 {
    u8::try_from(sum(additions).max(0)).unwrap_or(u8::MAX)
}

/// Reads one cell of the Combat Results Table (7.1, CW-76).
pub fn table_result(rules: &CivilWar, side: Side, column: char, fire: Fire, size: Size, face: u8, added: u8) -> Cell {
    let crt = &rules.pack.charts.crt;
    let total = face.saturating_add(added);
    let source = crt.source_of(column, fire, size, total);
    Cell {
        side,
        fire,
        column,
        size,
        face,
        added,
        total,
        result: crt.result(column, fire, size, total),
        source: source.to_string(),
        reconstructed: source.is_reconstructed(),
    }
}

/// The effect of a result on a force: losses are limited to its strength (CW-80), and an eliminated force is not
/// demoralized.
pub fn harm(side: Side, had: u32, before: bool, result: CombatResult) -> Harm {
    let lost = u32::from(result.losses).min(had);
    let left = had - lost;
    Harm { side, had, lost, left, ships: 0, hex: 0, demoralized: result.demoralized && left > 0, before }
}

/// The effect of a result on a hex that is attacked from the sea: its strength points are lost first. One more loss
/// than it has of them, which represents the hex, its city and its fortification, eliminates it (8.8.6, 8.8.6a, 8.8.7).
pub fn harm_ashore(side: Side, sp: u32, before: bool, result: CombatResult) -> Harm {
    Harm { hex: 1, ..harm(side, sp + 1, before, result) }
}

/// The effect of a result on a ground force and the `ships` that support it: the first loss is a strength point, the
/// second a ship, the third a strength point (8.9.5). A lost ship counts as a loss in comparing who has lost more
/// (CW-253); the force is eliminated when it has no strength points left.
pub fn harm_with_ships(side: Side, sp: u32, ships: u32, before: bool, result: CombatResult) -> Harm {
    let losses = u32::from(result.losses);
    let sunk = (losses / 2).min(ships);
    let ground = (losses - losses / 2).min(sp);
    let left = sp - ground;
    let demoralized = result.demoralized && left > 0;
    Harm { side, had: sp, lost: ground + sunk, left, ships: sunk, hex: 0, demoralized, before }
}
