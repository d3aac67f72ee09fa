use adjutant_core::document::from_value;
use civil_war::pack::HexRange;

#[test]
fn a_run_goes_down_one_column() {
    let run: HexRange = serde_json::from_str("\"4604-4606\"").expect("a run");
    assert_eq!(run.hexes().map(|hex| hex.to_string()).collect::<Vec<_>>(), ["4604", "4605", "4606"]);
    assert_eq!(serde_json::to_string(&run).expect("JSON"), "\"4604-4606\"");
    let one: HexRange = serde_json::from_str("\"5106\"").expect("a run");
    assert_eq!((one.hexes().count(), one.to_string()), (1, "5106".to_owned()));
    for wrong in ["4606-4604", "4604-4704", "4604-", "46"] {
        assert!(from_value::<HexRange>(serde_json::Value::from(wrong)).is_err(), "{wrong}");
    }
}
