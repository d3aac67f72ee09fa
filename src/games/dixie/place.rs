//! The battle positions (3.0).

use std::fmt;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::side::Side;

/// A battle position, or the Reserve of the side that is spoken of. At Shiloh the Back is the USA's battleline, and the Front
/// stands where the CSA's would be (3.21, DX-2).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, JsonSchema)]
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
    Reserve,
}

use Place::*;

/// The places of each kind of battlefield: the USA's line from its left to its right, then what stands across.
pub const THREE: [[Place; 3]; 2] = [[UsaLeft, UsaCenter, UsaRight], [CsaRight, CsaCenter, CsaLeft]];
/// The five columns (13.8).
pub const FIVE: [[Place; 5]; 2] = [
    [UsaLeft, UsaLeftCenter, UsaCenter, UsaRightCenter, UsaRight],
    [CsaRight, CsaRightCenter, CsaCenter, CsaLeftCenter, CsaLeft],
];
/// The lines of Shiloh (3.21).
pub const SHILOH: [[Place; 3]; 2] = [[BackLeft, BackCenter, BackRight], [FrontLeft, FrontCenter, FrontRight]];

impl Place {
    /// Whose battleline it is in; at Shiloh, on whose side of the Centerline. Nothing for the Reserve.
    pub fn line(self) -> Option<Side> {
        match self {
            UsaLeft | UsaLeftCenter | UsaCenter | UsaRightCenter | UsaRight | BackLeft | BackCenter | BackRight => {
                Some(Side::Usa)
            }
            CsaLeft | CsaLeftCenter | CsaCenter | CsaRightCenter | CsaRight | FrontLeft | FrontCenter | FrontRight => {
                Some(Side::Csa)
            }
            Reserve => None,
        }
    }

    /// The place across the Centerline (DX-1).
    pub fn opposite(self) -> Place {
        match self {
            UsaLeft => CsaRight,
            UsaLeftCenter => CsaRightCenter,
            UsaCenter => CsaCenter,
            UsaRightCenter => CsaLeftCenter,
            UsaRight => CsaLeft,
            CsaLeft => UsaRight,
            CsaLeftCenter => UsaRightCenter,
            CsaCenter => UsaCenter,
            CsaRightCenter => UsaLeftCenter,
            CsaRight => UsaLeft,
            FrontLeft => BackLeft,
            FrontCenter => BackCenter,
            FrontRight => BackRight,
            BackLeft => FrontLeft,
            BackCenter => FrontCenter,
            BackRight => FrontRight,
            Reserve => Reserve,
        }
    }

    /// Whether it is at the end of its line (13.1).
    pub fn is_flank(self) -> bool {
        matches!(self, UsaLeft | UsaRight | CsaLeft | CsaRight | FrontLeft | FrontRight | BackLeft | BackRight)
    }

    /// The word that stands in documents.
    pub fn as_str(self) -> &'static str {
        match self {
            UsaLeft => "usa_left",
            UsaLeftCenter => "usa_left_center",
            UsaCenter => "usa_center",
            UsaRightCenter => "usa_right_center",
            UsaRight => "usa_right",
            CsaLeft => "csa_left",
            CsaLeftCenter => "csa_left_center",
            CsaCenter => "csa_center",
            CsaRightCenter => "csa_right_center",
            CsaRight => "csa_right",
            FrontLeft => "front_left",
            FrontCenter => "front_center",
            FrontRight => "front_right",
            BackLeft => "back_left",
            BackCenter => "back_center",
            BackRight => "back_right",
            Reserve => "reserve",
        }
    }
}

impl fmt::Display for Place {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())
    }
}
