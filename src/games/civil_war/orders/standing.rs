//! Standing orders: what is answered for a side while it is away from its desk.

use crate::sorted::SortedMap;

use adjutant_derive::sparse;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::board::Hex;
use crate::document::Id;

use super::Removing;
use crate::pack::Station;
use crate::position::ledger::Hull;

/// Standing orders: what is decided for a side while its player is away.
#[sparse]
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Standing {
    /// Where to retreat to: the first of these that is legal.
    pub retreat: Option<RetreatStanding>,
    /// How to use rerolls.
    pub rerolls: Option<RerollStanding>,
    /// How armies react, by army.
    pub reaction: SortedMap<Id, ReactionStanding>,
    /// Whether cavalry retreats before combat.
    pub screen: Option<ScreenStanding>,
    /// The depots that are used up for the defense, in this order (9.3.2a). Without it, the farthest one of the chain.
    pub depots: Vec<Hex>,
    /// What the fleet does.
    pub fleet: Option<FleetStanding>,
    /// By the option `variant_leaders`: whether leaders are removed after a defeat where the chart allows it (22.1).
    pub removals: Option<RemovalStanding>,
    /// By the option `may_decline_free`: the free reinforcement is declined whenever the side has one (21.2).
    pub decline_free: bool,
}

/// Whether leaders are removed after a defeat (22.1).
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
pub enum RemovalStanding {
    /// Each of them.
    Always,
    /// None of them.
    Never,
    /// These, and nobody else.
    Leaders(Vec<Id>),
}

impl RemovalStanding {
    /// What it answers for a leader.
    pub fn answer(&self, leader: &Id) -> Removing {
        let removed = match self {
            RemovalStanding::Always => true,
            RemovalStanding::Never => false,
            RemovalStanding::Leaders(leaders) => leaders.contains(leader),
        };
        if removed { Removing::Remove } else { Removing::Keep }
    }
}

/// What is decided for a side's ships while it is away.
#[sparse]
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct FleetStanding {
    /// The ships that take hits, in this order: ids, `river` and `ocean`. Ships that it does not name follow,
    /// transports before ironclads (8.10.5a).
    pub hits: Vec<Hull>,
    /// Where ships go that are fired at by a fortification built beside them: the first of these that is open
    /// (8.10.6a).
    pub flight: Vec<Station>,
    /// Naval command points spent against raiders in total, before the first raider's roll (3.4b).
    pub pursuit: Option<u32>,
}

/// What an army does when the enemy announces that he will enter its Reaction Radius (12.3). Every condition that is
/// given must hold; if one does not, `otherwise` applies, and if that is not given the army does not roll.
#[sparse(all_but(into))]
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct ReactionStanding {
    /// The enemy's moving force has at most this many strength points.
    pub when_enemy_sp_at_most: Option<u32>,
    /// The enemy's moving force has at least this many strength points.
    pub when_enemy_sp_at_least: Option<u32>,
    /// The hex that the enemy is about to enter is one of these.
    pub when_entering: Vec<Hex>,
    /// The army is in one of these hexes.
    pub when_in: Vec<Hex>,
    /// Where it goes.
    pub into: ReactInto,
    /// A part moves under this leader, as many strength points as he may move.
    pub leader: Option<Id>,
    /// This many strength points stay behind.
    pub leave_sp: Option<u32>,
    /// Leaders who stay behind.
    pub leave: Vec<Id>,
    /// What it does if a condition does not hold.
    pub otherwise: Option<Box<ReactionStanding>>,
}

/// Where a reacting army moves.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
pub enum ReactInto {
    /// Nowhere: it does not roll.
    #[default]
    Nowhere,
    /// Into the hex that the enemy has announced, to fight there as the defender; if it cannot, nowhere.
    Announced,
    /// To the legal hex that is nearest to this one and nearer than its own, of two equal ones the lower number; it
    /// does not enter the hex that the enemy has announced.
    Toward(Hex),
    /// To the first of these that is legal.
    First(Vec<Hex>),
}

/// Whether cavalry retreats before combat (7.1.7).
#[sparse(stand_in)]
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct ScreenStanding {
    /// It retreats before a force of at least this many strength points; `1`: always. Otherwise it stays.
    pub before_sp: u32,
    /// In these hexes it stays, whatever force comes.
    pub stand_in: Vec<Hex>,
}

/// Where to retreat to.
#[sparse]
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct RetreatStanding {
    /// For a retreat from a certain hex: the hexes to go to, in order of preference.
    pub from: SortedMap<Hex, Vec<Hex>>,
    /// Otherwise: the legal hex that is nearest to this one, of two equal ones the lower number.
    pub toward: Option<Hex>,
}

/// How to use rerolls.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum RerollStanding {
    /// Never.
    Never,
    /// Whatever has the best expected result (CW-114).
    Best,
}
