//! Standing orders: what is decided for a side while its player is away. Where they say nothing, the default given at
//! each field applies, so that an enemy impulse need not wait; `ask` makes it wait.

use crate::sorted::{SortedMap, SortedSet};

use adjutant_derive::sparse;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::board::Area;
use crate::document::{Id, distinct};

/// Standing orders: what is decided for a side while its player is away.
#[sparse]
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Standing {
    /// How areas with an entry of their own are defended.
    #[schemars(with = "SortedMap<String, Defence>")]
    pub areas: SortedMap<Area, Defence>,
    /// How every other area is defended.
    pub elsewhere: Option<Defence>,
    /// At dawn, whether the Advantage makes an Inactive Army Leader Active; asked by default (12.1).
    pub rouse: Option<bool>,
    /// At dawn, whether the Supply Train is relocated; asked by default (6.2.2).
    pub train: Option<TrainStanding>,
    /// The areas whose entrenchments are removed in the End Phase; none by default (11.3).
    #[serde(deserialize_with = "distinct")]
    pub remove: SortedSet<Area>,
    /// The matters that are asked each time, whatever the default.
    #[serde(deserialize_with = "distinct")]
    pub ask: SortedSet<Matter>,
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

/// What happens to the Supply Train at the next dawns.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum TrainStanding {
    /// It stays where it is.
    Stay,
    /// It is relocated at the next dawn when this is allowed.
    Relocate,
}

/// How an area is defended.
#[sparse]
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Defence {
    /// Whether cavalry alone in the area screens; it does by default (9.4).
    pub screen: Option<Screening>,
    /// The Forward Unit: the first of these that is there. By default the one that makes the Defense Value highest; of
    /// equal ones infantry, then the one whose own factor is lowest.
    pub forward: Vec<Id>,
    /// Whether the Advantage is used for a Heroic Defense; it is not by default (12.1).
    pub heroic: Option<Use>,
    /// What losses are to protect; `hold` by default (10.6).
    pub losses: Option<Losses>,
    /// Whether units retreat voluntarily after an assault; none does by default (10.7.3).
    pub withdraw: Option<Withdrawal>,
    /// Where to retreat to, in order of preference; then, and by default, to the area nearest to Richmond, or for the
    /// Union to the Supply Train, and of equal ones to the lower number (10.7.2).
    pub retreat_to: Vec<Area>,
}

/// Whether cavalry screens.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Screening {
    /// It retreats.
    Always,
    /// It stays.
    Never,
}

/// When the Advantage is used for a Heroic Defense.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Use {
    Never,
    /// Whenever this is allowed.
    Always,
    /// If there are at least this many Casualty Points.
    AtLeast(u32),
}

/// What losses are to protect.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Losses {
    /// The area: units are Exhausted first, then retreat, and one stays as long as one can, even if others are
    /// eliminated for it.
    Hold,
    /// The units: they are Exhausted, then retreat, and none is eliminated that could retreat.
    Spare,
}

/// Which units retreat voluntarily after an assault.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Withdrawal {
    Nobody,
    /// The Exhausted units, if the assault has left the area Contested.
    Exhausted,
    /// All units, if the assault has left the area Contested.
    All,
}
