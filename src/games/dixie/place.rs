//! The battle positions (3.0).

use std::fmt;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::side::Side;

/// A battle position, or the Reserve of the side in question. At Shiloh the Back is the USA's battleline, and the Front
/// is where the CSA's would be (3.21, DX-2).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Place {
    UsaLeft,
    UsaLeftCenter,
    UsaCenter,
    UsaRightCenter,
    UsaRight,
    CsaLeft,
    CsaLeftCenter,
    CsaCenter,
    CsaRightCenter,
    CsaRight,
    FrontLeft,
    FrontCenter,
    FrontRight,
    BackLeft,
    BackCenter,
    BackRight,
    #[default]
    Reserve,
}

use Place::*;

/// The positions of each kind of battlefield: the USA's line from its left to its right, then the positions opposite.
pub const THREE: [[Place; 3]; 2] = [[UsaLeft, UsaCenter, UsaRight], [CsaRight, CsaCenter, CsaLeft]];
/// The five columns (13.8).
pub const FIVE: [[Place; 5]; 2] = [
    [UsaLeft, UsaLeftCenter, UsaCenter, UsaRightCenter, UsaRight],
    [CsaRight, CsaRightCenter, CsaCenter, CsaLeftCenter, CsaLeft],
];
/// The lines of Shiloh (3.21).
pub const SHILOH: [[Place; 3]; 2] = [[BackLeft, BackCenter, BackRight], [FrontLeft, FrontCenter, FrontRight]];

/// The lines of every battlefield: three columns are among the five.
const LINES: [[&[Place]; 2]; 2] = [[&FIVE[0], &FIVE[1]], [&SHILOH[0], &SHILOH[1]]];

impl Place {
    /// The side in whose line it is, its index there, and both lines.
    fn line_and_index(self) -> Option<(Side, usize, [&'static [Place]; 2])> {
        let at = |(side, line): (Side, &[Place])| Some((side, line.iter().position(|place| *place == self)?));
        let within = |lines: [&'static [Place]; 2]| {
            let (side, n) = Side::BOTH.into_iter().zip(lines).find_map(at)?;
            Some((side, n, lines))
        };
        LINES.into_iter().find_map(within)
    }

    /// The side whose battleline it is in; at Shiloh, on whose side of the Centerline it is. `None` for the Reserve.
    pub fn line(self) -> Option<Side> {
        self.line_and_index().map(|(side, ..)| side)
    }

    /// The place across the Centerline (DX-1).
    pub fn opposite(self) -> Place {
        self.line_and_index().map_or(Reserve, |(side, n, lines)| lines[side.other().index()][n])
    }

    /// Whether it is at the end of its line (13.1).
    pub fn is_flank(self) -> bool {
        self.line_and_index().is_some_and(|(_, n, lines)| n == 0 || n + 1 == lines[0].len())
    }

    /// Whether it is between the ends of its line.
    pub fn is_center(self) -> bool {
        self != Reserve && !self.is_flank()
    }
}

impl fmt::Display for Place {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.serialize(f)
    }
}
