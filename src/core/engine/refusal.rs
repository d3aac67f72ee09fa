//! Why an order is not carried out, as data. A game makes words of it when somebody reads, so that a word can be mended
//! without a change of any signed document.

use schemars::JsonSchema;
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::document::{Problem, from_word};

/// Why an order is not carried out, as a state lists it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Reason {
    /// What is wrong, by the game's name for it.
    pub code: String,
    /// The rule that forbids it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub rule: Option<String>,
    /// Where in the order: `move.path[1]`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub at: Option<String>,
    /// What the code is about: hexes, leaders, numbers.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub facts: Option<Value>,
}

/// Whom the words of a refusal address.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Audience {
    /// The player who gave the order: `you`, `your`.
    Owner,
    /// Every reader of a report.
    Everyone,
}

/// The code of a problem for which a game has no name.
const UNNAMED: &str = "refused";

impl Reason {
    /// What a problem says, without its words.
    pub fn of(problem: &Problem) -> Reason {
        let refusal = problem.refusal.as_deref();
        let code = refusal.and_then(|refusal| refusal["code"].as_str()).unwrap_or(UNNAMED);
        Reason {
            code: code.to_owned(),
            rule: problem.rule.clone(),
            at: problem.path.clone(),
            facts: refusal.and_then(|refusal| refusal.get("facts")).cloned(),
        }
    }

    /// The game's refusal that this was made of. `None` if the game has none of that code and those facts.
    pub fn refusal<T: DeserializeOwned>(&self) -> Option<T> {
        from_word(&self.code, self.facts.as_ref()).ok()
    }

    /// The words for a reason that the game has no words for: its code, as words.
    pub fn bare(&self) -> String {
        self.code.replace('_', " ")
    }
}

/// What several problems say, without their words.
pub fn reasons(problems: &[Problem]) -> Vec<Reason> {
    problems.iter().map(Reason::of).collect()
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

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
}
