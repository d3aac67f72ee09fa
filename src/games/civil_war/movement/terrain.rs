//! What terrain does to movement by land: what it costs to enter a hex, and where a force may go (6.1.3b, 6.3).

use crate::CivilWar;
use crate::board::Hex;
use crate::document::Problem;
use crate::pack::{Hexside, HexsideKind, Side, Terrain};
use crate::refusal::{MoveRefusal, TurnRefusal};

/// Movement points to enter a hex: 1, and 2 for a swamp (6.1.3b, 6.3.1).
pub fn entry_cost(rules: &CivilWar, hex: Hex) -> u32 {
    let terrain = rules.pack.map.hex(hex).map(|data| data.terrain);
    terrain.and_then(|terrain| rules.pack.charts.movement_cost(terrain)).map_or(1, u32::from)
}

/// Whether terrain allows a force to go by land from one hex to the next, in any kind of movement: into and out of
/// mountains by road (6.3.2), over ridges at gaps (6.3.2a), never into the sea (6.3.2b, 6.3.5).
///
/// # Errors
/// Why it does not. The problem has no path.
pub fn terrain_allows(rules: &CivilWar, from: Hex, to: Hex) -> Result<(), Problem> {
    let map = &rules.pack.map;
    // Ground is the same for both sides, and the words for it address nobody.
    let whoever = Side::Union;
    let (Some(_), Some(there)) = (map.hex(from), map.hex(to)) else {
        return Err(TurnRefusal::NoSuchHex { hex: to, near: None }.problem(rules, whoever).rule("6.1.3"));
    };
    if !from.adjacent(to) {
        return Err(MoveRefusal::StepNotAdjacent { from, to }.problem(rules, whoever).rule("6.1.3"));
    }
    if crossable(rules, from, to) {
        return Ok(());
    }
    let side = map.hexside(from, to);
    let refusal = match side.map(|side| side.kind) {
        _ if there.terrain == Terrain::AllSea => MoveRefusal::StepIntoSea { from, to },
        _ if side.is_some_and(Hexside::is_barred) => MoveRefusal::StepBarred { from, to },
        Some(HexsideKind::Mountain) => MoveRefusal::StepOverMountains { from, to },
        _ if there.terrain == Terrain::Mountain => MoveRefusal::StepWithoutRoadIn { from, to },
        _ => MoveRefusal::StepWithoutRoadOut { from, to },
    };
    Err(refusal.problem(rules, whoever).rule("6.3.2"))
}

/// Whether terrain lets a force go by land between two adjacent hexes: [`terrain_allows`] without the words.
pub fn crossable(rules: &CivilWar, from: Hex, to: Hex) -> bool {
    let map = &rules.pack.map;
    let terrain = |hex: Hex| map.hex(hex).map(|data| data.terrain);
    let side = map.hexside(from, to);
    match side.map(|side| side.kind) {
        _ if side.is_some_and(Hexside::is_barred) => false,
        Some(HexsideKind::Mountain) => false,
        Some(HexsideKind::Road) => true,
        _ => {
            terrain(to).is_some_and(|terrain| !matches!(terrain, Terrain::AllSea | Terrain::Mountain))
                && terrain(from) != Some(Terrain::Mountain)
        }
    }
}
