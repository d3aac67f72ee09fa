//! The answers that standing orders give, and the default answers where they say nothing.

use crate::sorted::SortedSet;

use crate::board::Area;
use crate::document::{Id, Problem};

use crate::SevenDays;
use crate::combat::losses::LossOption;
use crate::orders::{
    Answer, Defence, Loss, Losses, Matter, Question, Screening, Standing, TrainStanding, Use, Withdrawal,
};
use crate::pack::{Kind, Side};
use crate::position::areas::unit;
use crate::position::ledger::Game;
use crate::refusal::{ImpulseRefusal, NameRefusal};

/// How an area is defended.
fn defence(standing: &Standing, area: Area) -> Defence {
    standing.areas.get(&area).or(standing.elsewhere.as_ref()).cloned().unwrap_or_default()
}

/// The matter of a question that `ask` can name; `None` for a question that is asked by default.
fn matter(question: &Question) -> Option<Matter> {
    Some(match question {
        Question::Rouse { .. } | Question::Train { .. } => return None,
        Question::Screen { .. } => Matter::Screen,
        Question::Forward { .. } => Matter::Forward,
        Question::Heroic { .. } => Matter::Heroic,
        Question::Losses { .. } => Matter::Losses,
        Question::Withdraw { .. } => Matter::Withdraw,
        Question::Retreat { .. } => Matter::Retreat,
        Question::Follow { .. } => Matter::Follow,
        Question::Place { .. } => Matter::Place,
        Question::Hurt { .. } => Matter::Hurt,
        Question::Remove { .. } => Matter::Remove,
    })
}

impl SevenDays {
    /// What a side's standing orders answer to a question; `None` if the player has to be asked.
    pub fn standing_order_answer(
        &self,
        game: &Game,
        side: Side,
        standing: &Standing,
        question: &Question,
    ) -> Option<Answer> {
        if matter(question).is_some_and(|matter| standing.ask.contains(&matter)) {
            return None;
        }
        Some(match question {
            Question::Rouse { .. } => Answer::Rouse(standing.rouse?),
            Question::Train { .. } => Answer::Train(standing.train? == TrainStanding::Relocate),
            Question::Screen { area, units } => match defence(standing, *area).screen.unwrap_or(Screening::Always) {
                Screening::Always => Answer::Screen(units.iter().cloned().collect()),
                Screening::Never => Answer::Screen(SortedSet::new()),
            },
            Question::Forward { area, units } => {
                let wanted = defence(standing, *area).forward.into_iter().find(|id| units.contains(id));
                Answer::Forward(wanted.or_else(|| self.best_forward(game, units))?)
            }
            Question::Heroic { area, points } => Answer::Heroic(match defence(standing, *area).heroic {
                None | Some(Use::Never) => false,
                Some(Use::Always) => true,
                Some(Use::AtLeast(least)) => *points >= least,
            }),
            Question::Losses { area, points, forward } => {
                let wanted = defence(standing, *area).losses.unwrap_or(Losses::Hold);
                Answer::Losses(self.losses_by(game, (*area, side), *points, forward, wanted))
            }
            Question::Withdraw { area, units } => {
                let contested = game.is_contested(&self.pack, *area);
                let tired = |id: &&Id| game.units.get(*id).is_some_and(|state| state.exhausted);
                Answer::Withdraw(match defence(standing, *area).withdraw {
                    Some(Withdrawal::All) if contested => units.iter().cloned().collect(),
                    Some(Withdrawal::Exhausted) if contested => units.iter().filter(tired).cloned().collect(),
                    _ => SortedSet::new(),
                })
            }
            Question::Retreat { from, options, .. } => {
                let wanted = defence(standing, *from).retreat_to.into_iter().find(|area| options.contains(area));
                Answer::Retreat(wanted.or_else(|| self.nearest_home(game, side, options))?)
            }
            Question::Follow { from, options, .. } => match options.contains(from) {
                true => Answer::Follow(*from),
                false => Answer::Follow(self.with_most(game, side, options)?),
            },
            Question::Place { options, .. } => Answer::Place(self.with_most(game, side, options)?),
            Question::Hurt { leaders } => Answer::Hurt(self.least_missed(leaders)?),
            Question::Remove { areas } => {
                Answer::Remove(standing.remove.iter().filter(|area| areas.contains(area)).copied().collect())
            }
        })
    }

    /// The unit that makes the Defense Value highest as the Forward Unit: its own factor counts, and if it is Fresh it
    /// no longer counts among the others, which costs 1. Of equal ones infantry, then the lowest factor, then the
    /// first.
    fn best_forward(&self, game: &Game, units: &[Id]) -> Option<Id> {
        let key = |id: &&Id| {
            let (counter, state) = (unit(&self.pack, id), game.units.get(*id));
            let factor = counter.map_or(0, |unit| i16::from(unit.factors.defense));
            let fresh = state.is_some_and(|state| !state.exhausted);
            let infantry = counter.is_some_and(|unit| unit.kind == Kind::Infantry);
            (factor - i16::from(fresh), infantry, -factor)
        };
        units.iter().rev().max_by_key(key).cloned()
    }

    /// Losses by what they should protect (10.6).
    pub fn losses_by(&self, game: &Game, at: (Area, Side), points: u32, forward: &Id, wanted: Losses) -> Vec<Loss> {
        let worth = |id: &Id| self.unit(id).map_or(1, |unit| i64::from(unit.factors.attack + unit.factors.defense));
        let measure = |id: &Id, fate: &LossOption| {
            let fresh = game.units.get(id).is_some_and(|state| !state.exhausted);
            let tires = if fresh && fate.points > 0 { worth(id) } else { 0 };
            let lost = if fate.lost { 40 + 4 * worth(id) } else { 0 };
            let leaves = if fate.stays || fate.lost { 0 } else { 12 + worth(id) };
            tires + lost + leaves
        };
        self.best_losses(game, at, points, forward, wanted == Losses::Hold, &measure)
    }

    /// The area nearest to a side's base; of equal ones the lowest number (13.3.1).
    pub(crate) fn nearest_home(&self, game: &Game, side: Side, options: &[Area]) -> Option<Area> {
        let distances = self.distances(game, self.source(game, side)?);
        options.iter().copied().min_by_key(|area| (distances.get(area).copied().unwrap_or(u32::MAX), *area))
    }

    /// The area with the most units of a side; of equal ones the lowest number.
    fn with_most(&self, game: &Game, side: Side, options: &[Area]) -> Option<Area> {
        options.iter().rev().copied().max_by_key(|area| game.count(&self.pack, *area, side))
    }

    /// The most dispensable leader: the lowest Combat Rating, an Army Leader last.
    fn least_missed(&self, leaders: &[Id]) -> Option<Id> {
        let key = |id: &&Id| self.pack.forces.leaders.get(*id).map(|leader| (leader.is_army(), leader.combat));
        leaders.iter().min_by_key(key).cloned()
    }

    /// Names in standing orders that the pack does not have, or that are the enemy's.
    pub fn unknown_in(&self, side: Side, standing: &Standing) -> Vec<Problem> {
        let mut problems = Vec::new();
        let entries = standing.areas.iter().map(|(area, entry)| (format!("areas.{area}"), entry));
        let elsewhere = standing.elsewhere.iter().map(|entry| ("elsewhere".to_owned(), entry));
        for area in standing.areas.keys() {
            problems.extend(self.unknown_area(*area).map(|problem| problem.in_path(format!("areas.{area}"))));
        }
        for (path, entry) in entries.chain(elsewhere) {
            for (n, id) in entry.forward.iter().enumerate() {
                let refusal = match self.unit(id) {
                    Some(unit) if unit.side == side => continue,
                    Some(_) => NameRefusal::EnemyCounter { id: id.clone() },
                    None => NameRefusal::NoSuchUnit { unit: id.clone() },
                };
                problems.push(refusal.problem(self, side).in_path(format!("{path}.forward[{n}]")));
            }
            for (n, area) in entry.retreat_to.iter().enumerate() {
                let problem = self.unknown_area(*area);
                problems.extend(problem.map(|problem| problem.in_path(format!("{path}.retreat_to[{n}]"))));
            }
        }
        for area in &standing.remove {
            problems.extend(self.unknown_area(*area).map(|problem| problem.in_path("remove")));
        }
        if side == Side::Confederate && standing.train.is_some() {
            problems.push(ImpulseRefusal::TrainIsUnions.problem(self, side).in_path("train").rule("6.2.2"));
        }
        problems
    }

    /// Examples of standing orders.
    pub fn standing_samples(&self, game: &Game, side: Side) -> Vec<Standing> {
        let everywhere = |defence: Defence| Standing { elsewhere: Some(defence), ..Standing::default() };
        let train = (side == Side::Union).then_some(TrainStanding::Relocate);
        let stays = (side == Side::Union).then_some(TrainStanding::Stay);
        let most = self.pack.map.areas.keys().copied().max_by_key(|area| game.count(&self.pack, *area, side));
        let home = self.source(game, side);
        vec![
            Standing { rouse: Some(true), train: stays, ..Standing::default() },
            Standing {
                areas: most
                    .into_iter()
                    .map(|area| (area, Defence { heroic: Some(Use::Always), ..Defence::default() }))
                    .collect(),
                ..Standing::default()
            },
            everywhere(Defence {
                screen: Some(Screening::Never),
                losses: Some(Losses::Spare),
                withdraw: Some(Withdrawal::Exhausted),
                retreat_to: home.into_iter().collect(),
                ..Defence::default()
            }),
            everywhere(Defence {
                heroic: Some(Use::AtLeast(3)),
                withdraw: Some(Withdrawal::All),
                ..Defence::default()
            }),
            Standing {
                rouse: Some(false),
                train,
                ask: [Matter::Losses, Matter::Heroic, Matter::Withdraw].into(),
                ..Standing::default()
            },
            Standing {
                ask: [
                    Matter::Screen,
                    Matter::Forward,
                    Matter::Retreat,
                    Matter::Follow,
                    Matter::Place,
                    Matter::Hurt,
                    Matter::Remove,
                ]
                .into(),
                ..Standing::default()
            },
            Standing::default(),
        ]
    }
}
