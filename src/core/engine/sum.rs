//! A sum that keeps its parts, so that a reader can add it up.

use std::fmt::Display;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// The parts of a sum, each with its name in the game, in order: `[[hale, 4], [die, 5]]`.
///
/// ```
/// use adjutant_core::engine::sum::Sum;
///
/// let attack = Sum::default().and("hale", 4).and("terrain", 0).and("die", 5);
/// assert_eq!(attack.total(), 9);
/// assert_eq!(attack.words(|part| part.to_uppercase()), "HALE 4 + DIE 5 = 9");
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Sum(pub Vec<(String, i64)>);

impl Sum {
    /// Adds a part; a part of 0 is left out.
    pub fn and(mut self, what: impl Display, points: i64) -> Sum {
        self.0.extend((points != 0).then(|| (what.to_string(), points)));
        self
    }

    /// The total.
    pub fn total(&self) -> i64 {
        self.0.iter().map(|(_, points)| points).sum()
    }

    /// The calculation: `Hale 4 + die 5 = 9`.
    pub fn words(&self, name: impl Fn(&str) -> String) -> String {
        let parts: Vec<String> = self.0.iter().map(|(what, points)| format!("{} {points}", name(what))).collect();
        format!("{} = {}", parts.join(" + "), self.total())
    }
}
