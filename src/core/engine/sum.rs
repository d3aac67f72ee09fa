//! A sum with what it is made of, so that a reader can add it up.

use std::fmt::Display;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// Parts of a sum, each with its name in the game, in the order in which they are added: `[[hale, 4], [die, 5]]`.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Sum(pub Vec<(String, i64)>);

impl Sum {
    /// The same with a part more; one of 0 is left out.
    pub fn and(mut self, what: impl Display, points: i64) -> Sum {
        self.0.extend((points != 0).then(|| (what.to_string(), points)));
        self
    }

    /// What it comes to.
    pub fn total(&self) -> i64 {
        self.0.iter().map(|(_, points)| points).sum()
    }

    /// The calculation: `Hale 4 + die 5 = 9`.
    pub fn words(&self, name: impl Fn(&str) -> String) -> String {
        let parts: Vec<String> = self.0.iter().map(|(what, points)| format!("{} {points}", name(what))).collect();
        format!("{} = {}", parts.join(" + "), self.total())
    }
}
