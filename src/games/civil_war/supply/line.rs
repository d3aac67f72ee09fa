//! The parts of a supply line (9.2, 9.3).

use serde::{Deserialize, Serialize};

use crate::board::Hex;
use crate::pack::Station;

/// A line of supply, from the hex that it feeds to the source (9.2.1, 9.3.1).
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Line {
    /// The hex supplied.
    pub to: Hex,
    /// From there to the source, each beginning where the one before ends. None for a hex that the sea itself touches.
    pub segments: Vec<Segment>,
    pub source: Source,
}

/// One segment of a supply line.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
pub enum Segment {
    /// Over land to a railroad: the hexes entered, the last a rail hex (9.2.2).
    ToRail { path: Vec<Hex> },
    /// Along the railroad, from the rail hex where the line joins it: to one hex, or to all the cities that form its
    /// source, each hex after an adjacent one that leads to it (9.2.2, 9.3.4).
    Rail { hexes: Vec<Hex> },
    /// Over land to a depot: the hexes entered, the last one being the depot's; empty if the line is already in its hex
    /// (9.2.4, 9.3.2).
    ToDepot { depot: Hex, path: Vec<Hex> },
    /// Along rivers: the navigable hexsides, from that of the hex where the line is to that of the hex `to` with the
    /// rails or the depot that it leads to, or else to where it reaches the sea (9.3.5, 9.3.6, 9.3.8, 9.3.11).
    River { hexsides: Vec<Station>, to: Option<Hex> },
}

/// The source of a supply line.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
pub enum Source {
    /// Cities and the North, over rails (9.2.2, 9.2.3).
    Rail(Reached),
    /// The sea: the Union's, from a coastal hex (9.3.10, 9.3.12), or where a river comes out in this hex (9.3.11).
    Sea { at: Hex },
    /// A depot, which a combat uses up (9.2.5).
    Depot { at: Hex },
}

/// What a railroad connects with, from one of its hexes.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Reached {
    /// Victory points of the cities that count (9.2.2).
    pub points: u32,
    /// The hexes of those cities.
    pub cities: Vec<Hex>,
    /// The rail hexes from which it leads off the ground to more of them (CW-8).
    pub exits: Vec<Hex>,
    /// Whether it leads off the northern edge (9.2.3): the Union needs no more.
    pub north: bool,
}

impl Reached {
    /// Whether that is enough to supply a force (9.2.2, 9.2.2b, 9.2.3).
    pub fn suffices(&self, points: u32) -> bool {
        self.north || self.points >= points
    }
}

impl Line {
    /// The depots that it passes, and the one that is its source, in its order.
    pub fn depots(&self) -> Vec<Hex> {
        let depot = |segment: &Segment| match segment {
            Segment::ToDepot { depot, .. } => Some(*depot),
            _ => None,
        };
        self.segments.iter().filter_map(depot).collect()
    }

    /// The hexes that it goes over land to its first railroad or depot.
    pub fn overland(&self) -> &[Hex] {
        match self.segments.first() {
            Some(Segment::ToRail { path } | Segment::ToDepot { path, .. }) => path,
            _ => &[],
        }
    }
}
