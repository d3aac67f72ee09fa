//! Why a depot, fort or fortress is not built or destroyed (9.2, 14).

use serde::{Deserialize, Serialize};

use crate::board::Hex;

use crate::orders::Work;
use crate::pack::FortKind;

/// Why the rules forbid a `build` or `destroy` order. `nearest`: the nearest hex where a depot may be built.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, schemars::JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum WorksRefusal {
    // `build` with a depot.
    /// The hex has neither city nor stockade (9.2.7a).
    DepotNeedsCity { hex: Hex, nearest: Option<Hex> },
    /// Enemy strength points are there (9.2.7a).
    DepotEnemyThere { hex: Hex, nearest: Option<Hex> },
    /// The enemy controls the hex (9.2.7a).
    DepotEnemyControls { hex: Hex },
    /// Nobody controls the hex (9.2.7a).
    DepotNobodyControls { hex: Hex },
    /// A depot is there (9.2.7b).
    DepotAlreadyThere { hex: Hex, nearest: Option<Hex> },

    // `build` with a fort or fortress.
    /// A fortress is made of a fort, and none is there (CW-140).
    FortressNeedsFort { hex: Hex },
    /// The fort that is to be made a fortress is not the builder's (CW-140).
    FortToUpgradeNotOwn { hex: Hex },
    /// A fort or fortress is there (CW-140). `what`: that which the order builds.
    FortifiedAlready { hex: Hex, kind: FortKind, what: Work },
    /// No own strength points are there (CW-140).
    NobodyToFortify { hex: Hex },
    /// The hex is out of supply (9.1.5).
    FortifiedOutOfSupply { hex: Hex },

    // `destroy`.
    /// No own depot is there (9.2.8). `own`: where they are.
    NoDepotToDestroy { hex: Hex, own: Vec<Hex> },
    /// What was built there is a fort and not a fortress, or the other way about (CW-142).
    DestroyedOtherKind { hex: Hex, kind: FortKind },
    /// The fortification is printed on the map (CW-142).
    DestroyedPrinted { hex: Hex, kind: FortKind },
    /// Stockades stay (CW-142).
    DestroyedStockade { hex: Hex },
    /// The fortification is not the side's own (CW-142).
    DestroyedNotOwn { hex: Hex, kind: FortKind },
    /// Neither fort nor fortress is there (CW-142).
    NoFortToDestroy { hex: Hex },
    /// Leaders would have nothing to stand with once the depot is gone (6.2.10).
    DepotLeavesLeadersAlone { hex: Hex, leaders: u32 },
    /// More leaders would be there than stacking allows without the depot (CW-52).
    DepotLeavesTooManyLeaders { hex: Hex, leaders: u32, sp: u32 },
}
