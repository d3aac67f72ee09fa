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

/// How the words of a refusal name the side that gave the order, and its enemy.
#[derive(Clone, Copy, Debug)]
pub struct Voice {
    /// Whom they address.
    pub to: Audience,
    /// The side in a sentence: `the Union`.
    pub side: &'static str,
    /// What is its own: `the Union's`.
    pub own: &'static str,
    /// The other side: `the Confederacy`.
    pub enemy: &'static str,
}

impl Voice {
    /// Whether the player is addressed who gave the order.
    pub fn is_owner(self) -> bool {
        self.to == Audience::Owner
    }

    /// `you`, or the side: the subject of a sentence.
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

    /// `the enemy`, or the other side by its name.
    pub fn enemy(self) -> &'static str {
        if self.is_owner() { "the enemy" } else { self.enemy }
    }
}

/// What the rules hold against something: each refusal with its rule.
pub type Refused<T> = Vec<(T, &'static str)>;

/// How such a list grows.
pub trait Objects<T> {
    /// Adds a refusal, if something is wrong.
    fn when(&mut self, wrong: bool, refusal: T, rule: &'static str);
}

impl<T> Objects<T> for Refused<T> {
    fn when(&mut self, wrong: bool, refusal: T, rule: &'static str) {
        self.extend(wrong.then_some((refusal, rule)));
    }
}

/// A single refusal, if something is wrong.
pub fn only<T>(wrong: bool, refusal: T, rule: &'static str) -> Refused<T> {
    wrong.then_some((refusal, rule)).into_iter().collect()
}

/// Joins the chapters of a game's refusals in its enum `Refusal`: each chapter becomes one of it, tells itself to the player
/// as `Refusal::to_owner` does ([`refusal_words!`](crate::refusal_words)), and is found again for what a state recorded
/// (`Refusal::of`).
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
                /// What is wrong, and what to do about it, in words to the player of `side` who gave the order; with the
                /// refusal itself as data. The rule and the place in the order are still to be added.
                pub fn problem(self, rules: &$game, side: $side) -> $crate::document::Problem {
                    Refusal::from(self).to_owner(rules, side)
                }
            }
        )+
        impl Refusal {
            /// The refusal that a reason was made of. `None` if the game has none of that code and those facts.
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

/// Gives a game's enum `Refusal` its words, which `$words` makes for whom they address. It stands where the words are, so
/// that what is refused knows nothing of them.
#[macro_export]
macro_rules! refusal_words {
    ($game:ty, $side:ty, $words:path) => {
        impl Refusal {
            /// What is wrong, and what to do about it, in words to the player of `side` who gave the order; with the
            /// refusal itself as data.
            pub fn to_owner(&self, rules: &$game, side: $side) -> $crate::document::Problem {
                $words(rules, side, $crate::engine::Audience::Owner, self).refusing(self)
            }

            /// Refusals in words to the player of `side` who gave the order, each with its rule.
            pub fn told(
                refused: impl IntoIterator<Item = (Refusal, &'static str)>,
                rules: &$game,
                side: $side,
            ) -> Vec<$crate::document::Problem> {
                refused.into_iter().map(|(refusal, rule)| refusal.to_owner(rules, side).rule(rule)).collect()
            }

            /// What is wrong, to everybody, as the end of a sentence.
            pub fn to_everyone(&self, rules: &$game, side: $side) -> String {
                $words(rules, side, $crate::engine::Audience::Everyone, self).message
            }
        }
    };
}

/// The code of a problem for which a game has no name.
pub const UNNAMED: &str = "refused";

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

/// Why orders were not carried out, as the end of a sentence: the words that a game has for each reason, or its code.
pub fn why(reasons: &[Reason], words: impl Fn(&Reason) -> Option<String>) -> String {
    let each = reasons.iter().map(|reason| words(reason).unwrap_or_else(|| reason.bare()));
    each.collect::<Vec<_>>().join("; ")
}

/// What several problems say, without their words.
pub fn reasons(problems: &[Problem]) -> Vec<Reason> {
    problems.iter().map(Reason::of).collect()
}
