use serde::{Deserialize, Serialize};
use serde_json::json;

use adjutant_core::document::Problem;
use adjutant_core::engine::refusal::*;

#[derive(Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
enum Refusal {
    NothingSpent,
    TooFar { needs: u32 },
}

#[test]
fn a_reason_keeps_code_rule_place_and_facts_and_no_words() {
    let problem = |refusal: Refusal| Problem::new("some words").rule("6.1").in_path("move.path").refusing(&refusal);
    let reason = Reason::of(&problem(Refusal::TooFar { needs: 5 }));
    let data = json!({"code": "too_far", "rule": "6.1", "at": "move.path", "facts": {"needs": 5}});
    assert_eq!(serde_json::to_value(&reason).unwrap(), data);
    assert_eq!(reason.refusal::<Refusal>(), Some(Refusal::TooFar { needs: 5 }));
    let reason = Reason::of(&problem(Refusal::NothingSpent));
    assert_eq!(reason.refusal::<Refusal>(), Some(Refusal::NothingSpent));
    let other = Reason { code: "of_another_game".to_owned(), ..reason };
    assert_eq!((other.refusal::<Refusal>(), other.bare().as_str()), (None, "of another game"));
    assert_eq!(Reason::of(&Problem::new("words alone")).code, UNNAMED);
}
