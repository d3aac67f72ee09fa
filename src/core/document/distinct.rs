//! Lists in which nothing may stand twice.

use crate::sorted::SortedSet;
use std::fmt;
use std::marker::PhantomData;

use serde::de::{Error, SeqAccess, Visitor};
use serde::{Deserialize, Deserializer, Serialize};

/// Reads a set from a list, and refuses a list that names something twice: who wrote that meant something else. For
/// `#[serde(deserialize_with = "distinct")]`.
///
/// # Errors
/// An entry does not read, or stands there twice; the place of that entry is told.
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::document::decode_at;
    use serde_json::json;

    #[derive(Debug, Default, PartialEq, Deserialize)]
    #[serde(default)]
    struct Order {
        #[serde(deserialize_with = "distinct")]
        areas: SortedSet<u8>,
        #[serde(deserialize_with = "distinct")]
        units: SortedSet<String>,
    }

    #[test]
    fn what_stands_twice_is_refused() {
        let read = |value| decode_at::<Order>(None, "order", &value);
        let good = read(json!({"areas": [3, 1, 2]})).expect("a set");
        assert_eq!((good.areas, good.units.len()), (SortedSet::from([1, 2, 3]), 0));
        assert_eq!(read(json!({"areas": [], "units": ["a"]})).expect("sets").units.len(), 1);
        let problem = read(json!({"areas": [3, 1, 3]})).expect_err("twice");
        assert!(problem.message.contains("3 is listed twice"), "{problem}");
        assert!(problem.path.as_deref().is_some_and(|path| path.starts_with("order.areas")), "{problem:?}");
        let problem = read(json!({"units": ["a", "a"]})).expect_err("twice");
        assert!(problem.message.contains("a is listed twice"), "{problem}");
        assert!(read(json!({"units": [3]})).is_err());
        let problem = read(json!({"units": 3})).expect_err("no list");
        assert!(problem.message.contains("a list without duplicates"), "{problem}");
    }
}
