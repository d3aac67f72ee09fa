use serde_json::{Value, json};

use seven_days::options::*;

#[test]
fn an_option_that_is_not_known_is_answered_with_those_that_are() {
    let read = |value: Value| Options::read(value.as_object().expect("a mapping")).expect_err("no such option");
    let wrong = read(json!({"wether": true}));
    assert_eq!(wrong.message, "there is no option `wether`");
    let advice = wrong.advice.expect("advice");
    assert!(advice.starts_with("did you mean `weather`?") && advice.contains("`jackson_sleeps`"), "{advice}");
    assert_eq!(read(json!({"weather": "yes"})).advice.as_deref(), Some("give it the value `true` or `false`"));
}
