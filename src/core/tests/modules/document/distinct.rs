use serde::Deserialize;
use serde_json::json;

use adjutant_core::document::decode_at;
use adjutant_core::document::distinct::*;
use adjutant_core::sorted::SortedSet;

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
