use serde_json::{Value, json};

use civil_war::atlas::yaml::*;

#[test]
fn what_is_written_reads_back() {
    let value = json!({
        "0512": {"name": "Harrison's Landing", "also": ["yes", "No", "a: b", "#1", "", " x", "5e3", "Ft. Pike (1930)"]},
        "n": [1, -2, true, null, "1", "é", "a, b", "{c}", "it's", "C\"D"],
    });
    let read: Value = serde_yaml::from_str(&flow(&value)).expect("YAML");
    assert_eq!(read, value);
}
