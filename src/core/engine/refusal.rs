//! Why an order is not carried out, as data. A game turns it into words only when somebody reads it, so that wording
//! can be corrected without changing any signed document.

use schemars::JsonSchema;
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::document::{Problem, from_word};

/// Why an order is not carried out, in the form in which a state lists it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Reason {
    /// What is wrong: the game's code for it.
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

/// The audience that the words of a refusal address.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Audience {
    /// The player who gave the order, as `you` and `your`.
    Owner,
    /// Every reader of a report.
    Everyone,
}

/// How the words of a refusal name the side that gave the order, and its enemy.
#[derive(Clone, Copy, Debug)]
pub struct Voice {
    /// The audience that they address.
    pub to: Audience,
    /// The side in a sentence: `the Union`.
    pub side: &'static str,
    /// The possessive: `the Union's`.
    pub own: &'static str,
    /// The other side: `the Confederacy`.
    pub enemy: &'static str,
}

impl Voice {
    /// Whether the words address the player who gave the order.
    pub fn is_owner(self) -> bool {
        self.to == Audience::Owner
    }

    /// `you`, or the side, as the subject of a sentence.
    pub fn you(self) -> &'static str {
        if self.is_owner() { "you" } else { self.side }
    }

    /// `you have`, `the Union has`.
    pub fn you_have(self) -> String {
        self.with_verb("have", "has")
    }

    /// `you do`, `the Union does`.
    pub fn you_do(self) -> String {
        self.with_verb("do", "does")
    }

    /// `you control`, `the Union controls`.
    pub fn you_control(self) -> String {
        self.with_verb("control", "controls")
    }

    fn with_verb(self, yours: &str, theirs: &str) -> String {
        format!("{} {}", self.you(), if self.is_owner() { yours } else { theirs })
    }

    /// `your`, `the Union's`.
    pub fn your(self) -> &'static str {
        if self.is_owner() { "your" } else { self.own }
    }

    /// `the enemy`, or the name of the other side.
    pub fn enemy(self) -> &'static str {
        if self.is_owner() { "the enemy" } else { self.enemy }
    }
}

/// The objections to something: each refusal with its rule.
pub type RefusalList<T> = Vec<(T, &'static str)>;

/// Adds refusals to such a list.
pub trait RefusalListExt<T> {
    /// Adds a refusal if `wrong` is true.
    fn when(&mut self, wrong: bool, refusal: T, rule: &'static str);
}

impl<T> RefusalListExt<T> for RefusalList<T> {
    fn when(&mut self, wrong: bool, refusal: T, rule: &'static str) {
        self.extend(wrong.then_some((refusal, rule)));
    }
}

/// A single refusal if `wrong` is true, or none.
pub fn only<T>(wrong: bool, refusal: T, rule: &'static str) -> RefusalList<T> {
    wrong.then_some((refusal, rule)).into_iter().collect()
}

/// Generates a game's enum `Refusal` from its chapters. Each chapter gets a variant and a conversion, words for the
/// player by way of `Refusal::to_owner` ([`refusal_words!`](crate::refusal_words)), and can be restored from what a
/// state recorded (`Refusal::of`).
#[macro_export]
macro_rules! join_refusals {
    ($game:ty, $side:ty: $($chapter:ident => $variant:ident),+ $(,)?) => {
        $(
            impl From<$chapter> for Refusal {
                fn from(refusal: $chapter) -> Refusal {
                    Refusal::$variant(refusal)
                }
            }
            impl $chapter {
                /// What is wrong and what to do about it, in words for the player of `side` who gave the order,
                /// together with the refusal itself as data. The rule and the place in the order are still to be added.
                pub fn problem(self, rules: &$game, side: $side) -> $crate::document::Problem {
                    Refusal::from(self).to_owner(rules, side)
                }
            }
        )+
        impl Refusal {
            /// The refusal that a reason was made from. `None` if the game has none with that code and those facts.
            pub fn of(reason: &$crate::engine::Reason) -> Option<Refusal> {
                $(
                    if let Some(known) = reason.refusal() {
                        return Some(Refusal::$variant(known));
                    }
                )+
                None
            }
        }
    };
}

/// Gives a game's enum `Refusal` its words, which `$words` makes for a given audience. Invoke it where the words are,
/// so that the refusals themselves know nothing of them.
#[macro_export]
macro_rules! refusal_words {
    ($game:ty, $side:ty, $words:path) => {
        impl Refusal {
            /// What is wrong and what to do about it, in words for the player of `side` who gave the order, together
            /// with the refusal itself as data.
            pub fn to_owner(&self, rules: &$game, side: $side) -> $crate::document::Problem {
                $words(rules, side, $crate::engine::Audience::Owner, self).refusing(self)
            }

            /// Refusals in words for the player of `side` who gave the order, each with its rule.
            pub fn to_problems(
                refused: impl IntoIterator<Item = (Refusal, &'static str)>,
                rules: &$game,
                side: $side,
            ) -> Vec<$crate::document::Problem> {
                refused.into_iter().map(|(refusal, rule)| refusal.to_owner(rules, side).rule(rule)).collect()
            }

            /// What is wrong, for every reader, as the end of a sentence.
            pub fn to_everyone(&self, rules: &$game, side: $side) -> String {
                $words(rules, side, $crate::engine::Audience::Everyone, self).message
            }
        }
    };
}

/// The code of a problem for which a game has no code.
pub const UNNAMED: &str = "refused";

impl Reason {
    /// The reason in a problem, without its words.
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

    /// The game's refusal that this reason was made from. `None` if the game has none with that code and those facts.
    pub fn refusal<T: DeserializeOwned>(&self) -> Option<T> {
        from_word(&self.code, self.facts.as_ref()).ok()
    }

    /// Fallback words for a reason that the game has no words for: its code, spelled as words.
    pub fn bare(&self) -> String {
        self.code.replace('_', " ")
    }
}

/// Why orders were not carried out, as the end of a sentence: the game's words for each reason, or else its code.
pub fn why(reasons: &[Reason], words: impl Fn(&Reason) -> Option<String>) -> String {
    let each = reasons.iter().map(|reason| words(reason).unwrap_or_else(|| reason.bare()));
    each.collect::<Vec<_>>().join("; ")
}

/// The reasons in several problems, without their words.
pub fn reasons(problems: &[Problem]) -> Vec<Reason> {
    problems.iter().map(Reason::of).collect()
}
