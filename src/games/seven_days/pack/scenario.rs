//! The tracks, and the set-up of a scenario (3.3 to 3.5, 5).

use crate::sorted::{SortedMap, SortedSet};

use adjutant_derive::sparse;
use serde::{Deserialize, Deserializer, Serialize};

use super::{Side, Source};
use crate::board::Area;
use crate::document::{Id, distinct};

/// A box of the Game Turn Track (3.3).
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct TurnBox {
    /// The turn's number; 0 for the day that only an optional rule adds (5.1, 16.4).
    pub turn: u8,
    /// `June 26`.
    pub date: String,
    pub source: Source,
}

/// The file `charts.yaml`: the tracks, and how many markers there are.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Charts {
    about: String,
    pub turns: Vec<TurnBox>,
    /// The last space of the Impulses Track (3.4).
    pub last_impulse: u8,
    pub last_impulse_source: Source,
    /// How many entrenchments a side may have in play (11.0).
    pub entrenchments: SortedMap<Side, u8>,
    pub entrenchments_source: Source,
}

/// Who holds a bridge (15.4).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize, schemars::JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum BridgeState {
    Union,
    Confederate,
    Destroyed,
}

impl BridgeState {
    /// Held by a side.
    pub fn held_by(side: Side) -> BridgeState {
        match side {
            Side::Union => BridgeState::Union,
            Side::Confederate => BridgeState::Confederate,
        }
    }

    /// The side that holds it.
    pub fn holder(self) -> Option<Side> {
        match self {
            BridgeState::Union => Some(Side::Union),
            BridgeState::Confederate => Some(Side::Confederate),
            BridgeState::Destroyed => None,
        }
    }
}

/// A scenario's set-up (5.2).
#[sparse(optional, optional_source)]
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Scenario {
    pub id: Id,
    pub title: String,
    pub about: String,
    pub source: Source,
    pub first_turn: u8,
    pub last_turn: u8,
    /// Who holds the Advantage (5.1).
    pub advantage: Side,
    /// Units, by area.
    #[serde(deserialize_with = "places")]
    pub units: SortedMap<Area, SortedSet<Id>>,
    /// Leaders, by area.
    #[serde(deserialize_with = "places")]
    pub leaders: SortedMap<Area, SortedSet<Id>>,
    /// The level of each entrenchment, by area; it belongs to the side in the area.
    pub entrenchments: SortedMap<Area, u8>,
    /// Where the Supply Train stands.
    pub train: Area,
    /// Where it may go (6.2.2).
    pub train_to: Area,
    /// The city of Richmond.
    pub richmond: Area,
    /// Malvern Hill and Providence Church, which decide on the last day (14.3).
    pub malvern_hill: Area,
    pub providence_church: Area,
    /// Who holds which bridge (15.4).
    pub bridges: SortedMap<Id, BridgeState>,
    pub bridges_source: Source,
    /// Where units outside the set-up enter under the optional rules (16).
    pub optional: SortedMap<Id, Vec<Id>>,
    /// The source of `optional`, which the rulebook does not state.
    pub optional_source: Option<Source>,
}

/// Who is in which area; nobody twice in one area.
fn places<'de, D: Deserializer<'de>>(deserializer: D) -> Result<SortedMap<Area, SortedSet<Id>>, D::Error> {
    #[derive(Deserialize)]
    struct Set(#[serde(deserialize_with = "distinct")] SortedSet<Id>);
    let sets: SortedMap<Area, Set> = SortedMap::deserialize(deserializer)?;
    Ok(sets.into_iter().map(|(area, Set(ids))| (area, ids)).collect())
}
