//! Areas: the numbered parts of a map that is not divided into hexes.

use std::borrow::Cow;
use std::fmt;
use std::str::FromStr;

use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde::{Deserialize, Deserializer, Serialize, Serializer};

/// An area, by the number printed in it, from 1. Written as a number; read from a number or its digits.
#[derive(Clone, Copy, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Area(pub u8);

/// The areas that share a boundary with `area`, by the list of pairs that do.
pub fn adjacent(pairs: &[(Area, Area)], area: Area) -> impl Iterator<Item = Area> + '_ {
    pairs.iter().filter_map(move |&(a, b)| match area {
        area if area == a => Some(b),
        area if area == b => Some(a),
        _ => None,
    })
}

impl fmt::Display for Area {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

impl fmt::Debug for Area {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.0)
    }
}

impl FromStr for Area {
    type Err = String;
    fn from_str(text: &str) -> Result<Self, String> {
        let plain = text.bytes().all(|c| c.is_ascii_digit()) && !text.starts_with('0');
        let number = text.parse::<u8>().ok().filter(|_| plain);
        number.map(Area).ok_or_else(|| "expected the number of an area, such as 6".to_owned())
    }
}

impl Serialize for Area {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_u8(self.0)
    }
}

impl<'de> Deserialize<'de> for Area {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct Number;
        impl serde::de::Visitor<'_> for Number {
            type Value = Area;
            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("the number of an area, such as 6")
            }
            fn visit_u64<E: serde::de::Error>(self, number: u64) -> Result<Area, E> {
                let area = u8::try_from(number).ok().filter(|number| *number > 0).map(Area);
                area.ok_or_else(|| E::invalid_value(serde::de::Unexpected::Unsigned(number), &self))
            }
            fn visit_i64<E: serde::de::Error>(self, number: i64) -> Result<Area, E> {
                let unsigned = u64::try_from(number);
                unsigned
                    .map_err(|_| E::invalid_value(serde::de::Unexpected::Signed(number), &self))
                    .and_then(|n| self.visit_u64(n))
            }
            fn visit_str<E: serde::de::Error>(self, text: &str) -> Result<Area, E> {
                text.parse().map_err(|_| E::invalid_value(serde::de::Unexpected::Str(text), &self))
            }
        }
        deserializer.deserialize_any(Number)
    }
}

impl JsonSchema for Area {
    fn schema_name() -> Cow<'static, str> {
        "Area".into()
    }
    fn json_schema(_: &mut SchemaGenerator) -> Schema {
        json_schema!({"description": "The number of an area, as on the map.", "type": "integer", "minimum": 1, "maximum": 255})
    }
}
