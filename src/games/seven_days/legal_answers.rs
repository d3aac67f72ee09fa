//! Which answers are legal (under the rule of each question), and what is wrong with the others.

use crate::sorted::SortedSet;

use serde_json::json;

use crate::document::{Id, Problem};

use crate::SevenDays;
use crate::combat::losses::LossOption;
use crate::orders::{Answer, Losses, Question};
use crate::position::ledger::Game;

impl SevenDays {
    /// Legal answers: all of them, or, if there are very many, a sufficient selection.
    pub fn legal_answers(&self, game: &Game, question: &Question) -> Vec<Answer> {
        match question {
            Question::Rouse { .. } => [true, false].map(Answer::Rouse).to_vec(),
            Question::Train { .. } => [false, true].map(Answer::Train).to_vec(),
            Question::Screen { units, .. } => subsets(units).into_iter().map(Answer::Screen).collect(),
            Question::Forward { units, .. } => units.iter().cloned().map(Answer::Forward).collect(),
            Question::Heroic { .. } => [false, true].map(Answer::Heroic).to_vec(),
            Question::Losses { area, points, forward } => self.some_losses(game, *area, *points, forward),
            Question::Withdraw { units, .. } => subsets(units).into_iter().map(Answer::Withdraw).collect(),
            Question::Retreat { options, .. } => options.iter().copied().map(Answer::Retreat).collect(),
            Question::Follow { options, .. } => options.iter().copied().map(Answer::Follow).collect(),
            Question::Place { options, .. } => options.iter().copied().map(Answer::Place).collect(),
            Question::Hurt { leaders } => leaders.iter().cloned().map(Answer::Hurt).collect(),
            Question::Remove { areas } => subsets(areas).into_iter().map(Answer::Remove).collect(),
        }
    }

    /// Whether an answer is legal.
    pub fn is_legal(&self, game: &Game, question: &Question, answer: &Answer) -> bool {
        match (question, answer) {
            (Question::Screen { units, .. }, Answer::Screen(chosen))
            | (Question::Withdraw { units, .. }, Answer::Withdraw(chosen)) => {
                chosen.iter().all(|id| units.contains(id))
            }
            (Question::Remove { areas }, Answer::Remove(chosen)) => chosen.iter().all(|area| areas.contains(area)),
            (Question::Losses { area, points, forward }, Answer::Losses(losses)) => {
                let side = self.side_of(forward);
                side.is_some_and(|side| self.check_losses(game, (*area, side), *points, forward, losses).is_ok())
            }
            _ => self.legal_answers(game, question).contains(answer),
        }
    }

    /// What is wrong with an answer that is not legal.
    pub fn refusal(&self, game: &Game, question: &Question, answer: &Answer) -> Problem {
        if let (Question::Losses { area, points, forward }, Answer::Losses(losses)) = (question, answer) {
            let side = self.side_of(forward);
            let refused = side.map(|side| self.check_losses(game, (*area, side), *points, forward, losses));
            if let Some(Err(problem)) = refused {
                return problem;
            }
        }
        let (message, rule) = match question {
            Question::Rouse { .. } => ("the question is whether the Advantage makes the Army Leader Active", "12.1"),
            Question::Train { .. } => ("the question is whether the Supply Train is relocated", "6.2.2"),
            Question::Screen { .. } => ("the question is which of these units screen", "9.4"),
            Question::Forward { .. } => ("the question is which of these is the Forward Unit", "10.4"),
            Question::Heroic { .. } => ("the question is whether the Advantage is used for a Heroic Defense", "12.1"),
            Question::Losses { .. } => ("the question is how the Casualty Points are taken", "10.6"),
            Question::Withdraw { .. } => ("the question is which of these units retreat", "10.7.3"),
            Question::Retreat { .. } => ("the question is to which of these areas the unit retreats", "10.7.2"),
            Question::Follow { .. } => ("the question is whether the leader stays or goes, and where to", "10.7.3"),
            Question::Place { leader, .. } => {
                // A leader who is off the map returns to it (15.2).
                let rule = if game.leader_at(leader).is_some() { "9.6" } else { "15.2" };
                ("the question is in which of these areas the leader is placed", rule)
            }
            Question::Hurt { .. } => ("the question is which of these leaders makes the casualty roll", "15.2"),
            Question::Remove { .. } => ("the question is which of these entrenchments are removed", "11.3"),
        };
        let some: Vec<String> =
            self.legal_answers(game, question).iter().take(6).map(|a| json!(a).to_string()).collect();
        Problem::new(message).rule(rule).advice(format!("for example {}", some.join(", ")))
    }

    /// Ways to take Casualty Points: by what they protect, by which unit is hit first, and others that differ from
    /// these.
    fn some_losses(&self, game: &Game, area: crate::board::Area, points: u32, forward: &Id) -> Vec<Answer> {
        let Some(side) = self.side_of(forward) else { return Vec::new() };
        let at = (area, side);
        let mut found: Vec<Answer> = Vec::new();
        let mut add = |losses: Vec<crate::orders::Loss>| {
            let legal = self.check_losses(game, at, points, forward, &losses).is_ok();
            let answer = Answer::Losses(losses);
            if legal && !found.contains(&answer) {
                found.push(answer);
            }
        };
        add(self.losses_by(game, at, points, forward, Losses::Hold));
        add(self.losses_by(game, at, points, forward, Losses::Spare));
        let measures: [Measure<'_>; 5] = [
            &|_, fate| i64::from(fate.lost),
            &|_, fate| -i64::from(fate.lost),
            &|_, fate| i64::from(fate.stays),
            &|_, fate| i64::try_from(fate.losses.len()).unwrap_or(0),
            &|id, fate| if id == forward { -i64::from(fate.points) } else { 0 },
        ];
        for measure in measures {
            add(self.best_losses(game, at, points, forward, false, measure));
        }
        let ids: Vec<Id> = game.units_at(&self.pack, area, side).map(|(id, ..)| id.clone()).collect();
        for first in &ids {
            let measure = |id: &Id, fate: &LossOption| if id == first { -i64::from(fate.points) } else { 0 };
            add(self.best_losses(game, at, points, forward, false, &measure));
        }
        found
    }
}

/// The cost of a unit's fate, by what is to be protected.
type Measure<'a> = &'a dyn Fn(&Id, &LossOption) -> i64;

/// Subsets of these to choose from: all, none, each alone, all but each, and every set of at most three.
fn subsets<T: Clone + Ord>(items: &[T]) -> Vec<SortedSet<T>> {
    let all: SortedSet<T> = items.iter().cloned().collect();
    let mut sets = vec![SortedSet::new(), all.clone()];
    for item in items {
        sets.push(SortedSet::from([item.clone()]));
        sets.push(all.iter().filter(|other| *other != item).cloned().collect());
    }
    let mut found: Vec<SortedSet<T>> = Vec::new();
    for set in sets {
        if !found.contains(&set) {
            found.push(set);
        }
    }
    found
}
