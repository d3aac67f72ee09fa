//! The decisions of a match that is over, each compared with what might have been done.

use std::collections::BTreeMap;

use serde_json::{Value, json};

use crate::chain::adjudicate::Adjudication;
use crate::chain::hands::{self, HandOwner};
use crate::cli::open_match::Match;
use crate::cli::out::{Printout, Tone};
use crate::cli::practice::plan_words::{percent, plan_data, said, why};
use crate::cli::{Failure, own_hand, seat};
use crate::document::{Bytes32, Id};
use crate::engine::decision::Decision;
use crate::report::grammar::side_name;
use crate::session::search::{Origin, Secrets, Settings, Tried, compare};
use crate::session::{HandTracker, Plan, Request, Session};

/// How many plans a decision is compared with.
const CANDIDATES: usize = 8;
/// How many of the decisions that seem to have cost most are looked at again, for each side, and in how many times as many
/// futures.
const AGAIN: usize = 8;
const MORE: u32 = 10;
/// By how much another plan must be better to be told, in ten-thousandths.
const TELLING: i64 = 200;

/// A decision, and the best of what might have been done.
pub struct Decided {
    step: u64,
    when: String,
    /// What was done, and what might have been, in words.
    did: String,
    might: String,
    played: Tried,
    best: Tried,
}

impl Decided {
    /// What it cost, in ten-thousandths of a win.
    fn cost(&self) -> i64 {
        self.best.chance - self.played.chance
    }

    pub fn tell(&self, words: &mut Printout) {
        let (did, might) = (percent(self.played.chance), percent(self.best.chance));
        words.line(format!("- step {}, {}: {}: {did}", self.step, self.when, self.did));
        words.tone(Tone::Note, format!("  better, {might}{}: {}", why(&self.played, &self.best), self.might));
    }

    /// As data; chances in ten-thousandths.
    pub fn value(&self) -> Value {
        json!({"step": self.step, "when": self.when, "cost": self.cost(), "played": plan_data(&self.played),
               "better": plan_data(&self.best)})
    }
}

/// By side: how many decisions were looked at, and those that cost most, the costliest first.
pub type Costliest = BTreeMap<Id, (usize, Vec<Decided>)>;

/// A decision that can be looked at again: the table as its player saw it, and what he did.
struct Case {
    table: Box<dyn Session>,
    step: u64,
    plan: Plan,
    secrets: Secrets,
    cost: i64,
}

/// Looks at decisions one after the other, and at the costliest again.
pub struct Looks<'m> {
    sides: [Id; 2],
    futures: u32,
    /// The values behind commitments, by seat and id, as far as they were opened.
    openings: &'m [(&'m Id, &'m Id, &'m Value)],
    /// The hands of each seat after every state, and what it committed to, where the secrets are here.
    hands: BTreeMap<Id, (Vec<HandTracker>, HandOwner)>,
    has_hands: bool,
    cases: BTreeMap<Id, Vec<Case>>,
    looked_at: BTreeMap<Id, usize>,
    not_here: Vec<Id>,
}

/// The owner of a hand that was disclosed when the match was over (protocol 8.7).
fn disclosed(found: &Match<'_>, seat: &Id) -> Option<HandOwner> {
    let disclosure = found.chain.disclosures.iter().find(|one| one.typed.holder() == seat)?;
    let choices = disclosure.typed.choices.iter().map(|one| (one.step, one.id.clone(), one.choice.clone())).collect();
    Some(HandOwner { seat: seat.clone(), secret: disclosure.typed.secret, choices })
}

impl<'m> Looks<'m> {
    /// # Errors
    /// A key's passphrase is not given.
    pub fn new(
        found: &'m Match<'_>,
        openings: &'m [(&'m Id, &'m Id, &'m Value)],
        futures: u32,
    ) -> Result<Looks<'m>, Failure> {
        let newest = found.adjudication()?;
        let has_hands = own_hand::has_hands(&newest);
        let (mut hands, mut not_here) = (BTreeMap::new(), Vec::new());
        for entry in found.chain.seats.entries.iter().filter(|entry| entry.side.is_some() && has_hands && futures > 0) {
            let owner = own_hand::find_owner(&newest, entry, &seat::key)?.or_else(|| disclosed(found, &entry.seat));
            let followed =
                owner.and_then(|owner| Some((hands::follow(&found.chain, &*found.game, &owner).ok()?, owner)));
            match followed.filter(|(after, _)| after.len() == found.chain.line.len()) {
                Some(followed) => drop(hands.insert(entry.seat.clone(), followed)),
                None => not_here.push(entry.seat.clone()),
            }
        }
        let (cases, looked_at) = (BTreeMap::new(), BTreeMap::new());
        let sides = found.game.sides();
        Ok(Looks { sides, futures, openings, hands, has_hands, cases, looked_at, not_here })
    }

    /// Looks at what was decided in a step.
    pub fn look(&mut self, before: &Adjudication<'_, '_>, acts: &[(Id, Decision)], step: u64) {
        for (turn, (side, act)) in before.chain.line[before.at + 1].turns.iter().zip(acts) {
            let Some(case) = self.case(before, &turn.typed.seat, side, act, step) else { continue };
            let Some((played, best)) = self.compared(&case, side, self.futures) else { continue };
            *self.looked_at.entry(side.clone()).or_default() += 1;
            let cost = best.chance - played.chance;
            if best.origin != Origin::Played && cost > 0 {
                let costly = self.cases.entry(side.clone()).or_default();
                costly.push(Case { cost, ..case });
                costly.sort_by_key(|case| (std::cmp::Reverse(case.cost), case.step));
                costly.truncate(AGAIN);
            }
        }
    }

    /// A decision about orders or an answer, if everything that belongs to it is known.
    fn case(&self, before: &Adjudication<'_, '_>, seat: &Id, side: &Id, act: &Decision, step: u64) -> Option<Case> {
        let asked = before.table.awaiting().into_iter().find(|awaited| awaited.side == *side)?.want;
        if self.futures == 0 || !matches!(asked, Request::Orders(_) | Request::Answer { .. } | Request::Name { .. }) {
            return None;
        }
        let mut table = before.table.boxed_clone();
        let own = self.hands.get(seat);
        if self.has_hands {
            table.follow(side, own?.0[before.at].clone());
        }
        let value = |of: u64, id: &Id| {
            let chosen =
                own.and_then(|(_, owner)| owner.choices.iter().find(|(step, name, _)| *step == of && name == id));
            let opened =
                || self.openings.iter().find(|(by, name, _)| *by == seat && *name == id).map(|(_, _, value)| *value);
            chosen.map(|(_, _, value)| value).or_else(opened).cloned()
        };
        let mut choose = Vec::new();
        for (id, _) in &act.commit {
            choose.push((id.clone(), value(step, id)?));
        }
        let mut plan = Plan { act: act.clone(), choose, ..Plan::default() };
        plan.act.commit.iter_mut().for_each(|(_, digest)| *digest = Bytes32([0; 32]));
        let committed = table.choices().into_iter().filter(|id| table.commitment(side, id).is_some());
        let secrets: Secrets = committed
            .filter_map(|id| {
                let (_, _, value) = self.openings.iter().find(|(by, name, _)| *by == seat && **name == id)?;
                Some((id, (*value).clone()))
            })
            .collect();
        Some(Case { table, step, plan, secrets, cost: 0 })
    }

    /// What was played, and the best plan, after so many futures.
    fn compared(&self, case: &Case, side: &Id, futures: u32) -> Option<(Tried, Tried)> {
        let settings = Settings { candidates: CANDIDATES, ..Settings::new(futures, case.step) };
        let found = compare(&*case.table, &self.sides, side, &case.secrets, case.plan.clone(), settings)?;
        let played = found.tried.iter().find(|tried| tried.origin == Origin::Played)?.clone();
        Some((played, found.best().clone()))
    }

    /// Of each side the decisions that cost most, at most so many, with the number of those that were looked at; and why
    /// some were not.
    pub fn costliest(self, most: usize) -> (Costliest, Vec<String>) {
        let mut all = BTreeMap::new();
        for (side, looked_at) in &self.looked_at {
            let again = |case: &Case| {
                let (played, best) = self.compared(case, side, self.futures.saturating_mul(MORE))?;
                let clearly = best.origin != Origin::Played && best.chance - played.chance >= TELLING;
                let when = case.table.when().words;
                let told = |plan: &Plan| said(&*case.table, side, plan);
                let (did, might) = (told(&played.plan), told(&best.plan));
                // A difference in secret choices alone has no words.
                (clearly && did != might).then_some(Decided { step: case.step, when, did, might, played, best })
            };
            let mut costly: Vec<Decided> = self.cases.get(side).into_iter().flatten().filter_map(again).collect();
            costly.sort_by_key(|decided| (std::cmp::Reverse(decided.cost()), decided.step));
            costly.truncate(most);
            all.insert(side.clone(), (*looked_at, costly));
        }
        let reason = |seat: &Id| {
            let side = side_name(seat.as_str());
            format!(
                "the decisions of the {side} are not looked at, because its hand is not known: it is not disclosed, and its secrets are not on this machine."
            )
        };
        (all, self.not_here.iter().map(reason).collect())
    }
}
