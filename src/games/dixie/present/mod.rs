//! Words: what happens in sentences, why an order is refused, orders and answers.

use crate::Dixie;
use crate::document::Problem;
use crate::engine::refusal::{Audience, Voice};
use crate::events::Refusal;
use crate::report::Present;
use crate::side::Side;

impl Refusal {
    /// What is wrong, and what to do about it, to the player of `side` who gave the order; with the refusal as data.
    pub fn to_owner(&self, rules: &Dixie, side: Side) -> Problem {
        let (words, advice) = self.words(rules, side.voice(Audience::Owner));
        Problem::new(words).advice(advice).refusing(self)
    }

    fn words(&self, _: &Dixie, _: Voice) -> (String, &'static str) {
        (format!("{self:?}"), "see the rules")
    }
}

impl Present for Dixie {}
