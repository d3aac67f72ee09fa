//! Lists without duplicates.

use crate::sorted::SortedSet;
use std::fmt;
use std::marker::PhantomData;

use serde::de::{Error, SeqAccess, Visitor};
use serde::{Deserialize, Deserializer, Serialize};

/// Reads a set from a list, and rejects a list with duplicates, because the writer must have meant something else. For
/// `#[serde(deserialize_with = "distinct")]`.
///
/// # Errors
/// An entry cannot be read, or is a duplicate; with the place of that entry.
pub fn distinct<'de, D, T>(deserializer: D) -> Result<SortedSet<T>, D::Error>
where
    D: Deserializer<'de>,
    T: Deserialize<'de> + Ord + Serialize,
{
    deserializer.deserialize_seq(Distinct(PhantomData))
}

struct Distinct<T>(PhantomData<T>);

impl<'de, T: Deserialize<'de> + Ord + Serialize> Visitor<'de> for Distinct<T> {
    type Value = SortedSet<T>;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a list without duplicates")
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut list: A) -> Result<SortedSet<T>, A::Error> {
        let mut set = SortedSet::new();
        while let Some(entry) = list.next_element::<T>()? {
            if set.contains(&entry) {
                let named = serde_json::to_value(&entry).map_err(A::Error::custom)?;
                return Err(A::Error::custom(format!("{} is listed twice", super::inline(&named))));
            }
            set.insert(entry);
        }
        Ok(set)
    }
}
