//! Standing orders: what is answered for a side while it is away from its desk. What a side does not say is decided by
//! the default that each field names, so that an impulse of the enemy need not wait; `ask` makes it wait.

use std::collections::{BTreeMap, BTreeSet};

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::board::Area;
use crate::document::{Id, distinct};

/// What a side wants done while it is away from its desk.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Standing {
    /// How areas are defended that have an entry of their own.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    #[schemars(with = "BTreeMap<String, Defence>")]
    pub areas: BTreeMap<Area, Defence>,
    /// How every other area is defended.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub elsewhere: Option<Defence>,
    /// At dawn, whether the Advantage makes an Inactive Army Leader Active; asked unless told (12.1).
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub rouse: Option<bool>,
    /// At dawn, whether the Supply Train is relocated; asked unless told (6.2.2).
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub train: Option<TrainStanding>,
    /// The areas whose entrenchments go in the End Phase; none unless told (11.3).
    #[serde(default, deserialize_with = "distinct", skip_serializing_if = "BTreeSet::is_empty")]
    pub remove: BTreeSet<Area>,
    /// What is asked each time, whatever the default.
    #[serde(default, deserialize_with = "distinct", skip_serializing_if = "BTreeSet::is_empty")]
    pub ask: BTreeSet<Matter>,
}

/// A matter that may be asked each time.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Matter {
    Screen,
    Forward,
    Heroic,
    Losses,
    Withdraw,
    Retreat,
    Follow,
    Place,
    Hurt,
    Remove,
}

/// What becomes of the Supply Train at the next dawns.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum TrainStanding {
    /// It stays where it is.
    Stay,
    /// It is relocated at the next dawn at which it may be.
    Relocate,
}

/// How an area is defended.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Defence {
    /// Whether cavalry alone in the area retreats before those who enter; it does unless told (9.4).
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub screen: Option<Screening>,
    /// The Forward Unit: the first of these that is there. Unless told, the one that makes the Defence Value highest; of
    /// equal ones infantry, then the one whose own factor is lowest.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub forward: Vec<Id>,
    /// Whether the Advantage is used for a Heroic Defence; unless told it is kept (12.1).
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub heroic: Option<Use>,
    /// What losses are to spare; `hold` unless told (10.6).
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub losses: Option<Losses>,
    /// Whether units retreat of their own will after an assault; nobody does unless told (10.7.3).
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub withdraw: Option<Withdrawal>,
    /// Where to retreat to, the most wanted first; then, and unless told, to the area nearest to Richmond, or for the Union
    /// to the Supply Train, and of equal ones to the lower number (10.7.2).
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub retreat_to: Vec<Area>,
}

/// Whether cavalry retreats before those who enter.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Screening {
    /// It retreats.
    Always,
    /// It stands.
    Never,
}

/// When the Advantage is used for a Heroic Defence.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Use {
    Never,
    /// Whenever it may be.
    Always,
    /// Where the Casualty Points are at least so many.
    AtLeast(u32),
}

/// What losses are to spare.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Losses {
    /// The area: units are Exhausted first, then retreat, and one stays as long as one can, even if others are eliminated
    /// for it.
    Hold,
    /// The units: they are Exhausted, then retreat, and none is eliminated that could retreat.
    Spare,
}

/// Who retreats of his own will after an assault.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Withdrawal {
    Nobody,
    /// The Exhausted units, where the assault has left the area Contested.
    Exhausted,
    /// Everybody, where the assault has left the area Contested.
    All,
}
