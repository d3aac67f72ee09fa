//! What is printed in a hex and on a hexside (2.1).

use serde::{Deserialize, Serialize};

use super::{Port, Side, Source, Theater, Water};
use crate::document::Id;

/// The main terrain of a hex (2.1.2).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, schemars::JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Terrain {
    Clear,
    Forest,
    Swamp,
    /// Waterless ground, on the western sheet alone.
    Desert,
    /// Entered and left by road hexsides only (6.3).
    Mountain,
    /// Union ships only (6.3).
    AllSea,
}

/// What runs along or across a hexside (2.1.2, 6.3, 7.5). A hexside without an entry is open.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, schemars::JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum HexsideKind {
    /// An unnavigable river.
    River,
    NavigableRiver,
    /// A gap in a mountain hexside: the only way across it.
    Gap,
    /// A road into or out of a mountain hex: the only way in or out; a gap for combat.
    Road,
    /// Mountains without a gap: not to be crossed.
    Mountain,
    /// Not to be crossed by land.
    Impassable,
}

/// A city.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct City {
    pub name: String,
    /// Victory points; 0 for a town that only names a place where a depot can stand.
    pub vp: u8,
    /// The state that its dot lies in (2.1.14).
    pub state: Id,
    /// Whether it is a Confederate port.
    pub port: bool,
    /// What its Port Box prints (2.1, 9.4).
    #[serde(skip_serializing_if = "Option::is_none")]
    pub imports: Option<Port>,
    /// Where the points come from.
    pub source: Source,
}

/// A Confederate resource site: it counts for production, and not for supply (2.1.5, 3.5, 9.2.2a).
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Site {
    pub name: String,
    /// Victory points.
    pub vp: u8,
    /// The state that it lies in.
    pub state: Id,
}

/// The strength of a fortification (7.5).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, schemars::JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum FortKind {
    Stockade,
    Fort,
    Fortress,
}

/// A fortification printed on the map.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Fort {
    pub name: String,
    pub kind: FortKind,
    /// Who holds it at the start.
    pub owner: Side,
}

/// A hex as the map shows it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct HexData {
    /// The place that people know it by.
    pub name: String,
    /// Other places that lie in it.
    pub also: Vec<String>,
    pub terrain: Terrain,
    /// The states that it lies in; several in a border hex (2.1).
    pub states: Vec<Id>,
    pub theater: Theater,
    pub city: Option<City>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub site: Option<Site>,
    pub fort: Option<Fort>,
    /// The sea, the Chesapeake, Delaware Bay or one of the two sounds washes it, or the rules name it (2.1.11).
    pub coastal: bool,
    /// Adjacent to the map's edge on the land side, where a defender at home is never forced back (7.7, CW-9).
    pub map_edge: bool,
    /// On the northern edge, from where rails lead to the rest of the Union (9.2, CW-8).
    pub north_edge: bool,
    pub source: Source,
}

impl HexData {
    /// Its name in reports and messages: its city, or else the map's name for it.
    pub fn display_name(&self) -> &str {
        self.city.as_ref().map_or(self.name.as_str(), |city| city.name.as_str())
    }
}

/// A hexside that is not open ground.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Hexside {
    pub kind: HexsideKind,
    /// The river, range or pass.
    pub name: String,
    /// What water it is, where it is navigable.
    #[serde(skip_serializing_if = "Water::is_river")]
    pub water: Water,
    /// Ships that go on the ocean do not come here (8.3).
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub river_ships_only: bool,
    /// Whether it is navigable water that cannot be crossed by land (8.4).
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub impassable: bool,
    pub source: Source,
}

impl Hexside {
    /// Whether it cannot be crossed by land, because it is impassable or water (6.3, 8.4). Does not include mountains.
    pub fn is_barred(&self) -> bool {
        self.impassable || self.kind == HexsideKind::Impassable
    }
}
