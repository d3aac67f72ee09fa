//! Confirmation of declarations by the other side, which may dispute them and play cards for their morale value; then
//! they are applied (LS-13, LS-14, Morale Value).

use adjutant_derive::sparse;
use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::document::{Id, from_value};
use crate::engine::ruleset::Asked;
use crate::engine::{Events, Input, Next, StepContext};
use crate::events::Event;
use crate::ledger::{DISCARD, Declaration, Fact, Game, HAND};
use crate::orders::{Amend, Answer, Dice, Dispute, Hit, MoralePlan, MoraleRule, Question, Spend};
use crate::sealed_hand::{NamedCard, named};
use crate::side::Side;
use crate::view::View;
use crate::{Longstreet, Procedure, Reply};

/// A settlement: first of the active side's declarations, then of the passive side's.
#[sparse]
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Confirmation {
    /// Whether the other side has accepted, or its disputes are over.
    pub heard: bool,
    /// Whether it has said which cards it plays for morale.
    pub morale: bool,
    /// Whether the active side's declarations are applied, so that the passive side's come next.
    pub applied: bool,
    /// Disputes that are still to be heard.
    pub disputes: Vec<Dispute>,
}

/// A fact that is disputed.
#[sparse(all_but(dispute))]
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct OpenDispute {
    pub dispute: Dispute,
    /// The declarer's answer, once the other side is asked whether it yields.
    pub insists: Option<String>,
    /// Whether he has corrected the fact.
    pub corrected: bool,
}

/// The hits in a side's declarations that are not applied yet.
pub fn hits(game: &Game, side: Side) -> Vec<Hit> {
    let of = |fact: &Fact| match &fact.what {
        Declaration::Volley { target: unit, hits, .. } | Declaration::Charge { target: unit, losses: hits, .. }
            if *hits > 0 =>
        {
            Some(Hit { fact: fact.n, unit: unit.clone(), hits: *hits })
        }
        _ => None,
    };
    game.unconfirmed(side).filter_map(of).collect()
}

impl Confirmation {
    /// One step of it.
    pub fn step(
        &mut self,
        rules: &Longstreet,
        cx: StepContext<'_, Longstreet>,
        input: Input<Longstreet>,
    ) -> Next<Longstreet> {
        let StepContext { game, events, .. } = cx;
        let declarer = if self.applied { game.side.other() } else { game.side };
        let other = declarer.other();
        match input {
            Input::Answer(answer) => self.apply_answer(rules, game, events, other, answer),
            _ if !self.disputes.is_empty() => {
                let dispute = self.disputes.remove(0);
                return Next::Call(Procedure::Heard(OpenDispute { dispute, insists: None, corrected: false }));
            }
            _ => {}
        }
        let facts: Vec<u32> = game.unconfirmed(declarer).map(|fact| fact.n).collect();
        if !self.disputes.is_empty() {
            return Next::Continue;
        }
        if !facts.is_empty() && !self.heard {
            let question = Question::Confirm { facts };
            return Next::Ask(Asked { side: other.id(), slug: "confirm", rule: "LS-13", question });
        }
        let hits = hits(game, declarer);
        if !self.applied && !self.morale && !hits.is_empty() && game.count(other, HAND) > 0 {
            let question = Question::Morale { hits };
            return Next::Ask(Asked { side: other.id(), slug: "morale", rule: "Morale Value", question });
        }
        facts.into_iter().for_each(|n| game.apply(events, n));
        if std::mem::replace(&mut self.applied, true) {
            return Next::Return(Reply::Done);
        }
        self.heard = false;
        Next::Continue
    }

    fn apply_answer(&mut self, rules: &Longstreet, game: &mut Game, events: &mut Events, side: Side, answer: Answer) {
        match answer {
            Answer::Accept { morale } => {
                let facts = game.unconfirmed(side.other()).map(|fact| fact.n).collect();
                events.emit("LS-13", &Event::Confirmed { side, facts });
                if let Some(spends) = morale {
                    self.morale = true;
                    play_morale(rules, game, events, side, &spends);
                }
                self.heard = true;
            }
            Answer::Dispute(disputes) => {
                let others = |n: &u32| !disputes.iter().any(|dispute| dispute.fact == *n);
                let facts: Vec<u32> = game.unconfirmed(side.other()).map(|fact| fact.n).filter(others).collect();
                if !facts.is_empty() {
                    events.emit("LS-13", &Event::Confirmed { side, facts });
                }
                for Dispute { fact, why } in disputes.clone() {
                    events.emit("LS-14", &Event::Disputed { side, fact, why });
                }
                self.disputes = disputes;
                self.heard = true;
            }
            Answer::Morale(spends) => {
                self.morale = true;
                play_morale(rules, game, events, side, &spends);
            }
            _ => self.morale = true,
        }
    }
}

/// Cards are played for their morale value, each against the hits of a fact (Morale Value).
fn play_morale(rules: &Longstreet, game: &mut Game, events: &mut Events, side: Side, spends: &[Spend]) {
    for Spend { card, fact } in spends {
        let Some(value) = View::of(rules, game, side).card(card).map(|card| card.morale) else { continue };
        let Some(unit) = hits(game, side.other()).into_iter().find(|hit| hit.fact == *fact).map(|hit| hit.unit) else {
            continue;
        };
        game.spend(events, "Morale Value", (side, card), DISCARD);
        if let Some(fact) = game.fact_mut(*fact) {
            fact.morale = fact.morale.saturating_add(value);
        }
        events.emit("Morale Value", &Event::Morale { side, card: card.clone(), value, fact: *fact, unit });
    }
}

/// Whether cards may be played for morale: each is in the hand, has a morale value, and there are hits left to remove
/// (Morale Value, LS-11); a card that removes nothing would be a discard (No Voluntary Discards).
pub fn admits_morale(view: View<'_>, spends: &[Spend]) -> bool {
    let hits = hits(view.game, view.side.other());
    let useful = |n: usize, spend: &Spend| {
        let before = spends[..n].iter().filter(|other| other.fact == spend.fact);
        let points = before.filter_map(|other| view.card(&other.card)).map(|card| u32::from(card.morale)).sum::<u32>();
        view.card(&spend.card).is_some_and(|card| card.morale > 0)
            && hits.iter().any(|hit| hit.fact == spend.fact && u32::from(hit.hits) > points)
    };
    view.discards_refused(spends.iter().map(|spend| &spend.card), "Morale Value").is_empty()
        && spends.iter().enumerate().all(|(n, spend)| useful(n, spend))
}

impl OpenDispute {
    /// One step of the procedure: the declarer and the other side are asked in turn, until one of them gives way
    /// (LS-14).
    pub fn step(&mut self, cx: StepContext<'_, Longstreet>, input: Input<Longstreet>) -> Next<Longstreet> {
        let StepContext { game, events, .. } = cx;
        let Dispute { fact, why } = self.dispute.clone();
        let Some(declarer) = game.fact(fact).map(|fact| fact.side) else { return Next::Return(Reply::Done) };
        let other = declarer.other();
        match (input, &self.insists) {
            (Input::Answer(Answer::Withdraw {}), None) => {
                game.undo(fact);
                events.emit("LS-14", &Event::Withdrawn { side: declarer, fact });
                return Next::Return(Reply::Done);
            }
            (Input::Answer(Answer::Amend(amend)), None) => {
                let (hits, own_losses) = correct(game, fact, &amend);
                events.emit("LS-14", &Event::Amended { side: declarer, fact, amend, hits, own_losses });
                (self.insists, self.corrected) = (Some(String::new()), true);
            }
            (Input::Answer(Answer::Insist { why }), None) => {
                events.emit("LS-14", &Event::Insists { side: declarer, fact, why: why.clone() });
                (self.insists, self.corrected) = (Some(why), false);
            }
            (Input::Answer(Answer::Yield {}), Some(_)) => {
                events.emit("LS-14", &Event::Yielded { side: other, fact });
                return Next::Return(Reply::Done);
            }
            (Input::Answer(Answer::Insist { why }), Some(_)) => {
                events.emit("LS-14", &Event::Disputed { side: other, fact, why: why.clone() });
                self.dispute.why = why;
                self.insists = None;
            }
            (_, None) => {
                let question = Question::Disputed { fact, why };
                return Next::Ask(Asked { side: declarer.id(), slug: "disputed", rule: "LS-14", question });
            }
            (_, Some(why)) => {
                let question = Question::Insisted { fact, why: why.clone(), corrected: self.corrected };
                return Next::Ask(Asked { side: other.id(), slug: "insisted", rule: "LS-14", question });
            }
        }
        Next::Continue
    }
}

/// Whether a fact can be corrected in this way: a volley or charge in its dice, to which none may be added; a charge
/// without dice in its losses; a move in where it ends (LS-14).
pub fn admits_amend(view: View<'_>, n: u32, amend: &Amend) -> bool {
    let Some(fact) = view.game.fact(n) else { return false };
    let Amend { count, hit_on, losses, own_losses, to } = amend;
    // Dice, losses, the charger's own, a place: whether each is corrected.
    let given = [count.is_some() || hit_on.is_some(), losses.is_some(), own_losses.is_some(), to.is_some()];
    let dice = |faces: &[u8]| {
        count.is_none_or(|count| (1..=faces.len()).contains(&usize::from(count)))
            && hit_on.is_none_or(|hit_on| (1..=6).contains(&hit_on))
    };
    match &fact.what {
        Declaration::Volley { faces, .. } => given == [true, false, false, false] && dice(faces),
        Declaration::Charge { dice: Some(_), faces, .. } => {
            matches!(given, [true, false, _, false] | [false, false, true, false]) && dice(faces)
        }
        Declaration::Charge { .. } => matches!(given, [false, true, _, false] | [false, false, true, false]),
        Declaration::Move { .. } => {
            given == [false, false, false, true] && to.is_some_and(|to| view.rules.is_on_table(view.game, to))
        }
        Declaration::Mark { .. } | Declaration::Claim { .. } => false,
    }
}

/// Corrects a fact; returns the resulting hits and the charger's own losses.
fn correct(game: &mut Game, n: u32, amend: &Amend) -> (u8, u8) {
    let Some(fact) = game.fact_mut(n) else { return (0, 0) };
    let recount = |dice: &mut Dice, faces: &mut Vec<u8>| {
        (dice.count, dice.hit_on) = (amend.count.unwrap_or(dice.count), amend.hit_on.unwrap_or(dice.hit_on));
        faces.truncate(usize::from(dice.count));
        dice.hits(faces)
    };
    match &mut fact.what {
        Declaration::Volley { dice, faces, hits, .. } => {
            *hits = recount(dice, faces);
            (*hits, 0)
        }
        Declaration::Charge { dice, faces, losses, own_losses, .. } => {
            *losses = match dice {
                Some(dice) => recount(dice, faces),
                None => amend.losses.unwrap_or(*losses),
            };
            *own_losses = amend.own_losses.unwrap_or(*own_losses);
            (*losses, *own_losses)
        }
        Declaration::Move { unit, to, .. } => {
            *to = amend.to.map_or(*to, |goal| goal.from(*to));
            let (unit, to): (Id, _) = (unit.clone(), *to);
            game.units.entry(unit).and_modify(|unit| unit.at = to);
            (0, 0)
        }
        Declaration::Mark { .. } | Declaration::Claim { .. } => (0, 0),
    }
}

/// Follows an answer in advance to the window `morale`: for every hit unit, the most hit first, the first entry that
/// fits. A card is opened when its turn comes to be played, and no sooner (LS-22).
///
/// # Errors
/// The card that must be opened first.
fn follow(view: View<'_>, hits: &[Hit], plan: &MoralePlan) -> Result<Vec<Spend>, &'static str> {
    let mut spent: Vec<(usize, u8)> = vec![(0, 0); plan.len()];
    let mut spends: Vec<Spend> = Vec::new();
    let mut hits: Vec<&Hit> = hits.iter().collect();
    hits.sort_by_key(|hit| (std::cmp::Reverse(hit.hits), hit.fact));
    let mut left = view.game.count(view.side, HAND);
    for hit in hits {
        let unit = view.rules.unit(view.game, &hit.unit).map(|(_, unit)| unit);
        let fits = |rule: &MoraleRule| hit.hits >= rule.from && unit.is_some_and(|unit| rule.on.names(unit));
        let Some(at) = plan.iter().position(fits) else { continue };
        let mut removed = 0;
        for name in &plan[at].spend {
            let (cards, points) = spent[at];
            let within = plan[at].cards.is_none_or(|most| cards < usize::from(most))
                && plan[at].points.is_none_or(|most| points < most);
            if !within || removed >= hit.hits || left == 0 {
                break;
            }
            let card = match named(view, name) {
                NamedCard::Open(card) => card,
                NamedCard::Sealed(part) => return Err(part),
                NamedCard::Nothing => continue,
            };
            let value = view.card(card).map_or(0, |card| card.morale);
            let mut more = spends.clone();
            more.push(Spend { card: card.to_owned(), fact: hit.fact });
            if admits_morale(view, &more) {
                spends = more;
                spent[at] = (cards + 1, points.saturating_add(value));
                removed = removed.saturating_add(value);
                left -= 1;
            }
        }
    }
    Ok(spends)
}

/// What an answer in advance to the window `morale` plays.
pub fn in_advance(view: View<'_>, hits: &[Hit], says: &Value) -> Option<Answer> {
    let spends = follow(view, hits, &from_value(says).ok()?).ok()?;
    Some(if spends.is_empty() { Answer::Pass {} } else { Answer::Morale(spends) })
}

/// The card that must be opened next to follow it.
pub fn next_part(view: View<'_>, hits: &[Hit], says: &Value) -> Option<&'static str> {
    follow(view, hits, &from_value(says).ok()?).err()
}
