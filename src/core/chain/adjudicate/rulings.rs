//! Rulings of the adjudicator of a refereed match (protocol 6).

use serde_json::Value;

use super::{Adjudication, Parts, Resolved, awaiting, state};
use crate::document::Problem;
use crate::document::kinds::Ruling;
use crate::session::Session;

impl Adjudication<'_, '_> {
    /// The state that an adjudicator's ruling makes (protocol 6). No dice are rolled and no reveal is spent.
    ///
    /// # Errors
    /// The match is not refereed; the ruling's seat or step does not exist; its position is not one of this game; or a
    /// turn that it displaces must be refused first.
    pub fn rule(&self, ruling: &Ruling, received: Option<&str>, issued: &str) -> Result<Resolved, Problem> {
        let awaited = self.chain.awaited(&self.state().typed);
        let mut pending = self.chain.turns_to(&self.state().digest).iter();
        if let Some(turn) = pending.find(|turn| awaited.contains(&&turn.typed.seat) && !self.chain.is_void(turn.digest))
        {
            let message = format!("the turn of '{}' in {} is pending", turn.typed.seat, turn.file);
            return Err(Problem::new(message).rule("protocol 6").advice("refuse it first; its reveal is due again"));
        }
        self.check_undisclosed()?;
        self.preview_ruling(ruling, received, issued)
    }

    /// Checks that no hand has been disclosed for this state: after a disclosure no ruling may follow (protocol 8.7).
    /// An adjudicator who ruled before a disclosure reached him has signed nothing false, so verification does not
    /// check this.
    ///
    /// # Errors
    /// A hand has been disclosed.
    pub fn check_undisclosed(&self) -> Result<(), Problem> {
        let disclosed = self.chain.disclosures.iter().any(|one| one.typed.state == self.state().digest);
        if !disclosed {
            return Ok(());
        }
        let problem = Problem::new("a hand has been disclosed, so no ruling may follow").in_path("ruling");
        Err(problem.rule("protocol 8.7").advice("settle everything else in a new match"))
    }

    /// Like [`Adjudication::rule`], whatever turn it displaces: to preview a ruling before anything is signed.
    ///
    /// # Errors
    /// As [`Adjudication::rule`], except for a pending turn.
    pub fn preview_ruling(&self, ruling: &Ruling, received: Option<&str>, issued: &str) -> Result<Resolved, Problem> {
        let chain = self.chain;
        let adjudicator = chain.seats.adjudicator().ok_or_else(|| {
            let problem =
                Problem::new("only the adjudicator of a refereed match can issue a ruling").rule("protocol 6");
            problem.in_path("ruling").advice("head-to-head, propose a take-back, a draw, or a new charter")
        })?;
        let mut table = self.table.boxed_clone();
        let mut restored = None;
        let given = (&ruling.default, &ruling.outcome, &ruling.position, &ruling.take_back);
        match given {
            (Some(seat), None, None, None) => {
                let side = chain.seats.side_of(&*self.table, seat).ok_or_else(|| {
                    let problem = Problem::new(format!("'{seat}' plays no side")).in_path("ruling.default");
                    problem.rule("protocol 6").advice("name the seat whose side loses")
                })?;
                table.conclude("default", Some(side));
            }
            (None, Some(outcome), None, None) => {
                self.game.check_outcome(outcome).map_err(|problems| {
                    let problem = problems.into_iter().next().unwrap_or_default();
                    problem.under("ruling.outcome")
                })?;
                no_ruled_lie(outcome, "ruling.outcome")?;
                table.set_outcome(outcome.clone());
            }
            (None, None, Some(position), None) => {
                table = self.ruled_position(position)?;
            }
            (None, None, None, Some(back)) => {
                if back.to_step > self.at as u64 {
                    let problem = Problem::new(format!("there is no step {} yet", back.to_step));
                    return Err(problem.in_path("ruling.take_back.to_step").rule("protocol 6"));
                }
                let (old, awaiting) = self.restore(back.to_step)?;
                table = old;
                restored = Some(awaiting);
            }
            _ => {
                let problem = Problem::new("a ruling has exactly one of default, outcome, position and take_back");
                return Err(problem.in_path("ruling").rule("protocol 6"));
            }
        }
        let awaiting = match restored {
            Some(awaiting) => awaiting,
            None if table.outcome().is_some() => Vec::new(),
            None => awaiting(&chain.seats, &*table, adjudicator),
        };
        let parts = Parts { awaiting, ruling: Some(ruling.clone()), ..Parts::default() };
        let (next, parent) = (self.at as u64 + 1, self.state().digest);
        let content = state(chain, next, parent, adjudicator, &*table, parts, received, issued);
        Resolved::new(content, table)
    }

    /// The table of a position that a referee gives: hands, face-down cards and sides stay as they are.
    fn ruled_position(&self, position: &Value) -> Result<Box<dyn Session>, Problem> {
        let table = self.game.load(position).map_err(|mut problem| {
            problem.path = Some(format!("ruling.{}", problem.path.as_deref().unwrap_or("position")));
            problem
        })?;
        let wrong = |message: &str, field: &str, rule: &str| {
            Problem::new(message).in_path(format!("ruling.position{field}")).rule(rule)
        };
        if table.cards() != self.table.cards() {
            return Err(wrong("a ruling cannot change a hand, a pile or a face-down card", "", "protocol 8.2"));
        }
        let now = self.state().document.content.get("position");
        let begun = |position: Option<&Value>| position?.get("sides").cloned();
        if begun(Some(position)) != begun(now) {
            let problem = wrong("a ruling cannot change what a side has bid or begun with", "", "protocol 3");
            return Err(problem.advice("leave `sides` of the position as it is, or go back with `take_back`"));
        }
        let hangs = |table: &dyn Session| table.cards().is_some() || !table.choices().is_empty();
        if table.exchanged() != self.table.exchanged() && (hangs(&*table) || hangs(&*self.table)) {
            let message = "a ruling cannot exchange the sides where cards or secret choices belong to them";
            let advice = "leave the sides as they are, or go back to a step before the exchange with `take_back`";
            return Err(wrong(message, "", "protocol 3").advice(advice));
        }
        let turned_up = |position: Option<&Value>| position?.get("pending")?.get("turn_up").cloned();
        let asked = turned_up(Some(position));
        if asked.is_some() && asked != turned_up(now) {
            let message = "a ruling cannot reveal a card, nor ask for one to be revealed";
            return Err(wrong(message, ".pending", "protocol 8.2"));
        }
        if let Some(outcome) = table.outcome() {
            no_ruled_lie(&outcome, "ruling.position.outcome")?;
        }
        Ok(table)
    }
}

/// Checks that a referee's outcome does not state that a side lied about its cards. A lie shows by itself, in an
/// opening (protocol 8.4), and verification stops checking the hand of a side that has lost because of one.
fn no_ruled_lie(outcome: &Value, path: &str) -> Result<(), Problem> {
    if outcome.get("how").and_then(Value::as_str) != Some("lied") {
        return Ok(());
    }
    let problem = Problem::new("a ruling cannot say that a side has lied: only an opening or the audit can show that")
        .in_path(path);
    Err(problem.rule("protocol 6").advice("leave out `how: lied`, or rule a default"))
}
