use serde_json::json;

use adjutant_core::board::area::*;
use adjutant_core::sorted::SortedMap;

#[test]
fn an_area_is_a_number_in_a_list_and_as_a_key() {
    let areas: SortedMap<Area, Vec<Area>> = [(Area(6), vec![Area(7), Area(41)])].into();
    let written = json!(areas);
    assert_eq!(written, json!({"6": [7, 41]}));
    assert_eq!(serde_json::from_value::<SortedMap<Area, Vec<Area>>>(written).expect("areas"), areas);
    assert_eq!(serde_json::from_value::<Area>(json!("17")).expect("an area"), Area(17));
    for wrong in [json!(0), json!(-3), json!(256), json!("06"), json!(""), json!("six"), json!([6])] {
        assert!(serde_json::from_value::<Area>(wrong.clone()).is_err(), "{wrong}");
    }
}
