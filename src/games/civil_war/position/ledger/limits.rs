//! What no position may exceed, whoever writes it.

use crate::sorted::SortedMap;

use serde::de::Error;
use serde::{Deserialize, Deserializer};

use super::{Group, Ledger, Points, Squadron};
use crate::pack::Side;

/// No number of a position is larger, so that no sum overflows whatever somebody writes into one.
const LARGEST: u32 = 9_999;

/// A count.
pub(super) fn small<'de, D: Deserializer<'de>>(deserializer: D) -> Result<u32, D::Error> {
    match u32::deserialize(deserializer)? {
        number if number <= LARGEST => Ok(number),
        number => Err(D::Error::custom(format!("{number} is more than {LARGEST}, the largest number allowed here"))),
    }
}

/// A sum of points, which may be negative.
pub(super) fn total<'de, D: Deserializer<'de>>(deserializer: D) -> Result<i64, D::Error> {
    match i64::deserialize(deserializer)? {
        number if number.unsigned_abs() <= u64::from(LARGEST) => Ok(number),
        number => Err(D::Error::custom(format!("{number} is further from 0 than {LARGEST}, the most allowed here"))),
    }
}

/// Points by track.
pub(super) fn points<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Points, D::Error> {
    let points = Points::deserialize(deserializer)?;
    match points.iter().find(|(_, number)| **number > LARGEST) {
        None => Ok(points),
        Some((track, number)) => {
            Err(D::Error::custom(format!("{number} points of {} are more than {LARGEST}", track.as_str())))
        }
    }
}

/// What each side has: neither may be missing.
pub(super) fn both_sides<'de, D: Deserializer<'de>>(deserializer: D) -> Result<SortedMap<Side, Ledger>, D::Error> {
    let sides = SortedMap::deserialize(deserializer)?;
    match Side::BOTH.into_iter().find(|side| !sides.contains_key(side)) {
        None => Ok(sides),
        Some(side) => Err(D::Error::custom(format!("the {side} side is missing"))),
    }
}

/// Squadrons, whose numbers leave room for more.
pub(super) fn few_squadrons<'de, D: Deserializer<'de>>(deserializer: D) -> Result<SortedMap<u32, Squadron>, D::Error> {
    let squadrons = SortedMap::<u32, Squadron>::deserialize(deserializer)?;
    match squadrons.last_key_value() {
        Some((number, _)) if *number > 100 * LARGEST => {
            Err(D::Error::custom(format!("squadron numbers cannot be as high as {number}")))
        }
        _ => Ok(squadrons),
    }
}

/// Groups of strength points, whose numbers leave room for more.
pub(super) fn few_groups<'de, D: Deserializer<'de>>(deserializer: D) -> Result<SortedMap<u32, Group>, D::Error> {
    let groups = SortedMap::<u32, Group>::deserialize(deserializer)?;
    match groups.last_key_value() {
        Some((number, _)) if *number > 100 * LARGEST => {
            Err(D::Error::custom(format!("group numbers cannot be as high as {number}")))
        }
        _ => Ok(groups),
    }
}
