//! The combat dice: what leaders add to them, and what the table makes of them (7.1, 7.4, 7.7.3).

use serde::{Deserialize, Serialize};

use crate::board::Hex;
use crate::document::is_zero;

use crate::CivilWar;
use crate::pack::{CombatResult, Favours, Figure, Fire, Side, Size};
use crate::position::ledger::{Piece, counter, is_naval, side_of};

/// Why something is added to a die.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, schemars::JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum AdditionCause {
    /// The ranking leader's tactical rating, for his own side (7.4.3).
    Rating,
    /// His rating is tinted for the enemy, whose die it adds to (7.4.4).
    Tinted,
    /// Against a demoralized force at least 1 is added (7.7.3).
    Minimum,
    /// What exceeds the most that is added to a die (7.4.7).
    Limit,
}

/// Something that is added to a die, or would be.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, schemars::JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Addition {
    /// The leader whose rating it is.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub leader: Option<Piece>,
    /// The rating as printed on his counter.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub rating: Option<u8>,
    /// What it comes to on this die; negative for what exceeds the limit.
    pub points: i8,
    pub because: AdditionCause,
    /// Doubled, since the enemy is demoralized (7.7.3).
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub doubled: bool,
    /// Without effect, since a demoralized force rolls an unmodified die (7.7.3).
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub void: bool,
    pub rule: String,
    /// Whether the rating is our reconstruction.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub reconstructed: bool,
}

/// One side's combat die.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, schemars::JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Throw {
    pub side: Side,
    /// The purpose of the roll: `combat union`.
    pub purpose: String,
    pub face: u8,
    pub additions: Vec<Addition>,
    /// The sum of the additions, 0 to 6.
    pub added: u8,
    /// Face and additions.
    pub total: u8,
}

/// The combat dice as first rolled, and what is added to them (7.4).
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, schemars::JsonSchema)]
pub struct Dice {
    pub hex: Hex,
    pub attacker: Throw,
    pub defender: Throw,
    /// How many options to roll again the attacker has (7.4.5, 7.7.3), and the defender.
    pub rerolls: u32,
    #[serde(default, skip_serializing_if = "is_zero")]
    pub defender_rerolls: u32,
}

/// One cell of the Combat Results Table, as read.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, schemars::JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Cell {
    /// Who reads it.
    pub side: Side,
    /// `Def`: harm to the defender; `Att`: harm to the attacker.
    pub fire: Fire,
    pub column: char,
    /// The reader's own size when the combat began (CW-76).
    pub size: Size,
    /// The die that counts, and its total.
    pub face: u8,
    pub added: u8,
    pub total: u8,
    /// `-`, `d`, `1`, `d2` …
    pub result: CombatResult,
    /// Where the cell comes from, and whether it is our reconstruction.
    pub source: String,
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub reconstructed: bool,
}

/// What a combat does to one side.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, schemars::JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Harm {
    pub side: Side,
    /// Strength points before, lost, and left; of a hex that is landed on, one more than it has (8.8.6a).
    pub had: u32,
    pub lost: u32,
    pub left: u32,
    /// Of those lost: ships, in turn with strength points (8.9.5).
    #[serde(default, skip_serializing_if = "is_zero")]
    pub ships: u32,
    /// Of those that it had: what defends a hex against a landing besides strength points. It goes last (8.8.6).
    #[serde(default, skip_serializing_if = "is_zero")]
    pub hex: u32,
    /// Demoralized by this combat's result.
    pub demoralized: bool,
    /// Demoralized before it.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub before: bool,
}

impl Harm {
    /// Strength points lost.
    pub fn sp_lost(&self) -> u32 {
        (self.lost - self.ships).min(self.had - self.hex)
    }

    /// Whether what defends a hex besides strength points is gone too (8.8.6a).
    pub fn hex_lost(&self) -> bool {
        self.hex > 0 && self.left == 0
    }
}

/// What the table says, and what each side suffers (7.1, 7.7).
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, schemars::JsonSchema)]
pub struct Outcome {
    pub hex: Hex,
    pub column: char,
    /// The attacker's reading, under `Def`.
    pub attacker_reads: Cell,
    /// The defender's reading, under `Att`.
    pub defender_reads: Cell,
    /// What the attacker suffers.
    pub attacker: Harm,
    /// What the defender suffers.
    pub defender: Harm,
}

/// Whom a leader's rating is for: 0 the attacker, 1 the defender, as is `own`, the side that he is on (7.4.4, 7.4.5a).
pub fn favoured(own: usize, favours: Favours) -> usize {
    if favours == Favours::Enemy { 1 - own } else { own }
}

/// What the ratings for the attacker and for the defender come to in sum, on a die or in options to roll again. Against a
/// demoralized force the attacker's are doubled, one at least, and the defender has none (7.7.3, CW-79). No more than there
/// can be for one side (7.4.7, 7.4.7a, CW-128).
pub fn come_to(rules: &CivilWar, ratings: [u32; 2], defender_demoralized: bool) -> [u32; 2] {
    let most = u32::from(rules.pack.charts.max_addition);
    let counted = if defender_demoralized { [(2 * ratings[0]).max(1), 0] } else { ratings };
    counted.map(|points| points.min(most))
}

/// What is added to the attacker's and to the defender's die for the leaders in command (7.4.2–7.4.4, 7.4.7), and
/// against a demoralized defender (7.7.3, CW-79).
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
        let die = favoured(own, printed.tactical_favours);
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
    for (list, counted) in to.iter_mut().zip(come_to(rules, ratings, defender_demoralized)) {
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
pub fn read(rules: &CivilWar, side: Side, column: char, fire: Fire, size: Size, face: u8, added: u8) -> Cell {
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

/// What a result does to a force: losses stop at its strength (CW-80), and a force that is gone is not demoralized.
pub fn harm(side: Side, had: u32, before: bool, result: CombatResult) -> Harm {
    let lost = u32::from(result.losses).min(had);
    let left = had - lost;
    Harm { side, had, lost, left, ships: 0, hex: 0, demoralized: result.demoralized && left > 0, before }
}

/// What a result does to a hex that is landed on: its strength points are lost first, and it is eliminated by one loss
/// more than it has of them, which stands for the hex, its city and its fortification (8.8.6, 8.8.6a, 8.8.7).
pub fn harm_ashore(side: Side, sp: u32, before: bool, result: CombatResult) -> Harm {
    Harm { hex: 1, ..harm(side, sp + 1, before, result) }
}

/// What a result does to a ground force and the `ships` that support it: the first loss is a strength point, the second a
/// ship, the third a strength point (8.9.5). A ship lost counts as a loss when it comes to who has lost more (CW-253); the
/// force is eliminated without strength points.
pub fn harm_with_ships(side: Side, sp: u32, ships: u32, before: bool, result: CombatResult) -> Harm {
    let losses = u32::from(result.losses);
    let sunk = (losses / 2).min(ships);
    let ground = (losses - losses / 2).min(sp);
    let left = sp - ground;
    let demoralized = result.demoralized && left > 0;
    Harm { side, had: sp, lost: ground + sunk, left, ships: sunk, hex: 0, demoralized, before }
}
