//! Ships: naval strength points on the map and off it (8.1, 10.4, 10.5).

use crate::sorted::{SortedMap, SortedSet};
use std::fmt;
use std::str::FromStr;

use adjutant_derive::sparse;
use serde::{Deserialize, Serialize};

use crate::document::{Id, is_zero};

use super::limits::small;
use super::{Game, Piece, Place};
use crate::pack::{Pack, ShipKind, Side, Station, Waters};

/// Naval strength points: ironclads and raiders by name, a point each, and transports by points (2.3, 8.1).
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, schemars::JsonSchema)]
#[serde(deny_unknown_fields, default)]
pub struct Hulls {
    /// Named counters.
    #[serde(skip_serializing_if = "SortedSet::is_empty")]
    pub ships: SortedSet<Id>,
    /// Points of river-going transports.
    #[serde(skip_serializing_if = "is_zero", deserialize_with = "small")]
    pub river: u32,
    /// Points of ocean-going transports.
    #[serde(skip_serializing_if = "is_zero", deserialize_with = "small")]
    pub ocean: u32,
}

impl Hulls {
    /// A single one.
    pub fn one(hull: &Hull) -> Hulls {
        let mut hulls = Hulls::default();
        hulls.add(hull);
        hulls
    }

    /// Naval strength points: a counter of an ironclad is one, as is each point of transports (8.1).
    pub fn points(&self) -> u32 {
        u32::try_from(self.ships.len()).unwrap_or(u32::MAX).saturating_add(self.transports())
    }

    /// Points of transports of both kinds.
    pub fn transports(&self) -> u32 {
        self.river.saturating_add(self.ocean)
    }

    /// Points of transports of one kind.
    pub fn of(&self, waters: Waters) -> u32 {
        match waters {
            Waters::River => self.river,
            Waters::Ocean => self.ocean,
        }
    }

    fn of_mut(&mut self, waters: Waters) -> &mut u32 {
        match waters {
            Waters::River => &mut self.river,
            Waters::Ocean => &mut self.ocean,
        }
    }

    /// Whether there is none.
    pub fn is_empty(&self) -> bool {
        self.points() == 0
    }

    /// Whether it contains all of those.
    pub fn has(&self, those: &Hulls) -> bool {
        self.ships.is_superset(&those.ships) && self.river >= those.river && self.ocean >= those.ocean
    }

    /// Each kind of loss that they can suffer, ironclads by name before transports.
    pub fn kinds(&self) -> Vec<Hull> {
        let transports = [Waters::River, Waters::Ocean].into_iter().filter(|waters| self.of(*waters) > 0);
        self.ships.iter().cloned().map(Hull::Ship).chain(transports.map(Hull::Transport)).collect()
    }

    /// One more.
    pub fn add(&mut self, hull: &Hull) {
        match hull {
            Hull::Ship(id) => {
                self.ships.insert(id.clone());
            }
            Hull::Transport(waters) => *self.of_mut(*waters) += 1,
        }
    }

    /// One less, if it is there.
    pub fn remove(&mut self, hull: &Hull) -> bool {
        match hull {
            Hull::Ship(id) => self.ships.remove(id),
            Hull::Transport(waters) => {
                let points = self.of_mut(*waters);
                let had = *points > 0;
                *points = points.saturating_sub(1);
                had
            }
        }
    }

    /// Adds all of those.
    pub fn join(&mut self, those: Hulls) {
        self.ships.extend(those.ships);
        self.river = self.river.saturating_add(those.river);
        self.ocean = self.ocean.saturating_add(those.ocean);
    }

    /// The intersection.
    pub fn intersection(&self, those: &Hulls) -> Hulls {
        Hulls {
            ships: self.ships.intersection(&those.ships).cloned().collect(),
            river: self.river.min(those.river),
            ocean: self.ocean.min(those.ocean),
        }
    }

    /// Those are gone.
    pub fn subtract(&mut self, those: &Hulls) {
        self.ships.retain(|id| !those.ships.contains(id));
        self.river = self.river.saturating_sub(those.river);
        self.ocean = self.ocean.saturating_sub(those.ocean);
    }

    /// Whether all of them can go where only ships of that kind can: a river-going one never on the sea (8.1).
    pub fn may_go(&self, pack: &Pack, to: impl Fn(Waters) -> bool) -> bool {
        let kinds = self.ships.iter().filter_map(|id| pack.charts.ships.get(id)).map(|ship| ship.waters);
        let transports = [Waters::River, Waters::Ocean].into_iter().filter(|waters| self.of(*waters) > 0);
        kinds.chain(transports).all(to)
    }

    /// Those of them that go on rivers.
    pub fn on_rivers(&self, pack: &Pack) -> Hulls {
        let goes = |id: &&Id| pack.charts.ships.get(*id).is_some_and(|ship| ship.waters == Waters::River);
        Hulls { ships: self.ships.iter().filter(goes).cloned().collect(), river: self.river, ocean: 0 }
    }

    /// Ironclads among them.
    pub fn ironclads<'a>(&'a self, pack: &'a Pack) -> impl Iterator<Item = &'a Id> {
        self.ships.iter().filter(|id| pack.charts.ships.get(*id).is_some_and(|ship| ship.kind == ShipKind::Ironclad))
    }
}

/// One naval strength point. Written as a ship's id, `river` or `ocean`.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub enum Hull {
    /// An ironclad or raider.
    Ship(Id),
    /// A point of transports.
    Transport(Waters),
}

impl fmt::Display for Hull {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Hull::Ship(id) => write!(f, "{id}"),
            Hull::Transport(Waters::River) => f.write_str("river"),
            Hull::Transport(Waters::Ocean) => f.write_str("ocean"),
        }
    }
}

impl FromStr for Hull {
    type Err = String;
    fn from_str(text: &str) -> Result<Hull, String> {
        Ok(match text {
            "river" => Hull::Transport(Waters::River),
            "ocean" => Hull::Transport(Waters::Ocean),
            id => Hull::Ship(id.parse::<Id>().map_err(|error| error.to_string())?),
        })
    }
}

impl TryFrom<String> for Hull {
    type Error = String;
    fn try_from(text: String) -> Result<Hull, String> {
        text.parse()
    }
}

impl From<Hull> for String {
    fn from(hull: Hull) -> String {
        hull.to_string()
    }
}

impl schemars::JsonSchema for Hull {
    fn schema_name() -> std::borrow::Cow<'static, str> {
        "Hull".into()
    }

    fn json_schema(_: &mut schemars::SchemaGenerator) -> schemars::Schema {
        schemars::json_schema!({
            "type": "string",
            "description": "A ship by its id, or `river` or `ocean` for a point of transports.",
            "pattern": "^[a-z0-9][a-z0-9_-]*$",
        })
    }
}

/// Ships of one side that are together and have done the same in this pulse.
#[sparse(moved, sailing)]
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Squadron {
    pub side: Side,
    /// On a river a hexside; otherwise a coastal hex, or while moving the sea (8.4).
    pub at: Station,
    pub hulls: Hulls,
    /// Activated for movement in this pulse (6.1.7, 8.3).
    pub moved: bool,
    /// Whether it is moving: it is separate from other ships there.
    pub sailing: bool,
}

impl Squadron {
    /// Whether another squadron is together with this one and alike in all but its ships.
    fn is_like(&self, other: &Squadron) -> bool {
        let Squadron { side, at, hulls: _, moved, sailing } = self;
        (side, at, moved, sailing) == (&other.side, &other.at, &other.moved, &other.sailing)
    }
}

/// A side's ships that are not on the map, and what its fleet has done.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, schemars::JsonSchema)]
#[serde(deny_unknown_fields, default)]
pub struct Navy {
    /// The Union's Naval Pool (10.4).
    #[serde(skip_serializing_if = "Hulls::is_empty")]
    pub pool: Hulls,
    /// On the Game-Turn Record Track, by turn: damaged Union ships (8.10), Confederate ships that wait to be bought
    /// (10.5).
    #[serde(skip_serializing_if = "SortedMap::is_empty")]
    pub due: SortedMap<u8, Hulls>,
    /// Confederate raiders in the At Sea Box (8.11).
    #[serde(skip_serializing_if = "SortedSet::is_empty")]
    pub at_sea: SortedSet<Id>,
    /// Sunk for the rest of the game.
    #[serde(skip_serializing_if = "Hulls::is_empty")]
    pub sunk: Hulls,
    /// Merchant ships that its raiders have sunk (3.4).
    #[serde(skip_serializing_if = "is_zero", deserialize_with = "small")]
    pub merchants: u32,
    /// Strength points that it has moved by sea this turn (8.6).
    #[serde(skip_serializing_if = "is_zero", deserialize_with = "small")]
    pub lifted: u32,
    /// Cities at which it has entered an ironclad this turn: one each (10.5).
    #[serde(skip_serializing_if = "SortedSet::is_empty")]
    pub yards: SortedSet<crate::board::Hex>,
}

impl Navy {
    /// Whether there is nothing to tell of it.
    pub fn is_empty(&self) -> bool {
        *self == Navy::default()
    }
}

/// All ships of some squadrons.
fn joined<'a>(squadrons: impl Iterator<Item = (u32, &'a Squadron)>) -> Hulls {
    squadrons.fold(Hulls::default(), |mut sum, (_, squadron)| {
        sum.join(squadron.hulls.clone());
        sum
    })
}

impl Game {
    /// The squadrons of a side at a station, moving or not.
    pub fn squadrons_at(&self, at: Station, side: Side) -> impl Iterator<Item = (u32, &Squadron)> {
        let here = move |squadron: &&Squadron| squadron.at == at && squadron.side == side;
        self.squadrons.iter().map(|(&number, squadron)| (number, squadron)).filter(move |(_, one)| here(one))
    }

    /// All naval strength points of a side at a station.
    pub fn hulls_at(&self, at: Station, side: Side) -> Hulls {
        joined(self.squadrons_at(at, side))
    }

    /// Those of them that have not moved.
    pub fn fresh_hulls_at(&self, at: Station, side: Side) -> Hulls {
        joined(self.squadrons_at(at, side).filter(|(_, squadron)| !squadron.moved))
    }

    /// The leaders of a side who are with its ships at a station, by id (8.2).
    pub fn afloat_at(&self, pack: &Pack, at: Station, side: Side) -> Vec<Piece> {
        let here = |(piece, place): (&Piece, &Place)| {
            let afloat = matches!(place, Place::Afloat { at: there, .. } if *there == at);
            (afloat && super::side_of(pack, piece) == Some(side)).then(|| piece.clone())
        };
        self.pieces.iter().filter_map(here).collect()
    }

    /// Puts ships on the map as a squadron of their own.
    pub fn add_squadron(&mut self, squadron: Squadron) -> u32 {
        let number = self.squadrons.last_key_value().map_or(1, |(&last, _)| last + 1);
        self.squadrons.insert(number, squadron);
        number
    }

    /// Joins squadrons at rest that are alike and together into the one with the lowest number, and forgets those that
    /// have no ship left, so that equal positions are written alike.
    pub(super) fn tidy_ships(&mut self) {
        let mut joined: SortedMap<u32, Squadron> = SortedMap::new();
        for (number, squadron) in std::mem::take(&mut self.squadrons) {
            if squadron.hulls.is_empty() {
                continue;
            }
            match joined.values_mut().find(|other| !squadron.sailing && squadron.is_like(other)) {
                Some(other) => other.hulls.join(squadron.hulls),
                None => {
                    joined.insert(number, squadron);
                }
            }
        }
        self.squadrons = joined;
    }
}
