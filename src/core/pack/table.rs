//! A miniatures table in data packs and positions: its ground, and its units at the start of a battle and now.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::board::table::{Ammunition, Arm, Footprint, GroundKind, Spot};
use crate::document::{Id, is_zero};

/// A piece of ground: its kind, and its corners, or the points along a road, fence or stream, in tenths of a base
/// width.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Ground {
    pub id: Id,
    pub name: String,
    pub kind: GroundKind,
    pub points: Vec<[i32; 2]>,
}

/// A part of a battle line, as its own side sees it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Wing {
    Left,
    Center,
    Right,
}

/// A unit at the start of a battle.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct UnitData {
    pub id: Id,
    pub name: String,
    pub brigade: String,
    pub kind: Arm,
    pub bases: u8,
    pub quality: String,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub commander: Option<String>,
    pub at: Spot,
    pub wing: Wing,
}

impl UnitData {
    /// The unit as the battle begins.
    pub fn fresh(&self) -> Unit {
        Unit { at: self.at, bases: self.bases, ..Unit::default() }
    }

    /// Whether it would overlap another unit.
    pub fn touches(&self, at: Spot, other: &UnitData, there: Spot) -> bool {
        Footprint::of(self.bases, at).overlaps(Footprint::of(other.bases, there))
    }
}

/// The current state of a unit. Its identity is in the battle's file.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Unit {
    pub at: Spot,
    /// Bases left; with none it is eliminated.
    pub bases: u8,
    /// Whether it has fired and carries a smoke marker.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub smoke: bool,
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub disorder: bool,
    #[serde(default, skip_serializing_if = "is_zero")]
    pub ammunition: Ammunition,
    /// What it has done in this turn.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub fired: bool,
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub moved: bool,
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub charged: bool,
    /// Whether it has left the table, with its bases.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub gone: bool,
}

impl Unit {
    /// Whether it is still in play.
    pub fn is_in_play(&self) -> bool {
        self.bases > 0 && !self.gone
    }
}

/// A unit from the battle's file, with its current state.
#[derive(Clone, Copy, Debug)]
pub struct BattleUnit<'v> {
    pub data: &'v UnitData,
    pub unit: &'v Unit,
}

impl BattleUnit<'_> {
    /// The bases that it has lost.
    pub fn lost(self) -> u32 {
        u32::from(self.data.bases.saturating_sub(self.unit.bases))
    }

    /// Whether it is in play and within a distance of a place.
    pub fn is_within(&self, at: Spot, within: u32) -> bool {
        self.unit.is_in_play() && self.unit.at.distance(at) <= within
    }
}

/// A selection of units: every list that is not empty must contain the unit.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, default)]
pub struct UnitSelector {
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub units: Vec<Id>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub brigades: Vec<String>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub kinds: Vec<Arm>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub wings: Vec<Wing>,
}

impl UnitSelector {
    /// Whether it selects a unit.
    pub fn names(&self, unit: &UnitData) -> bool {
        (self.units.is_empty() || self.units.contains(&unit.id))
            && (self.brigades.is_empty() || self.brigades.contains(&unit.brigade))
            && (self.kinds.is_empty() || self.kinds.contains(&unit.kind))
            && (self.wings.is_empty() || self.wings.contains(&unit.wing))
    }

    /// Whether it selects all units.
    pub fn is_all(&self) -> bool {
        *self == UnitSelector::default()
    }
}

/// What a side's victory condition requires.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
pub enum VictoryCondition {
    /// This many enemy bases are lost.
    Destroyed { bases: u16 },
    /// This many enemy units are gone.
    Gone { units: u16 },
    /// This many units are within a distance of a place, in tenths of a base width, and no enemy is.
    Held { at: Spot, within: u32, units: u16 },
    /// This many turns are over, counting both sides'.
    Turns { turns: u32 },
    /// The players judge it: the side claims it, and the other confirms.
    Agreed { words: String },
}

impl VictoryCondition {
    /// A side's progress and what it needs, given its units and the enemy's, the turns that have ended, and whether
    /// both players agree.
    pub fn progress(&self, [own, enemy]: [&[BattleUnit<'_>]; 2], turn: u32, agreed: bool) -> (u32, u32) {
        let count = |units: &[BattleUnit<'_>], fits: &dyn Fn(&BattleUnit<'_>) -> bool| {
            units.iter().filter(|force| fits(force)).count() as u32
        };
        match self {
            VictoryCondition::Destroyed { bases } => (enemy.iter().map(|force| force.lost()).sum(), (*bases).into()),
            VictoryCondition::Gone { units } => (count(enemy, &|force| !force.unit.is_in_play()), (*units).into()),
            VictoryCondition::Held { at, within, units } => {
                let there = |side| count(side, &|force| force.is_within(*at, *within));
                // Nobody holds a place while an enemy is there.
                (if there(enemy) > 0 { 0 } else { there(own) }, (*units).into())
            }
            VictoryCondition::Turns { turns } => (turn, *turns),
            VictoryCondition::Agreed { .. } => (agreed.into(), 1),
        }
    }
}
