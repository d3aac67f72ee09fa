use serde_json::json;

use adjutant_core::document::inline::*;
use adjutant_core::document::{Form, read};

#[test]
fn what_stands_on_one_line_reads_back() {
    let value = json!({
        "move": {"leader": "mcdowell", "path": ["5106", "no"], "sp": -6, "5107": true},
        "text": "a: b, {c} # d \u{1b}[0m", "none": null, "empty": [{}, []], "v1.0": "v1.0",
    });
    let text = format!("value: {}\n", inline(&value));
    let read = read("x", text.as_bytes(), Form::Signed).unwrap();
    assert_eq!(read.content["value"], value, "{text}");
}
