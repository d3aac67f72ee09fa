//! A player that searches: of several plans for a turn it takes the one after which it wins most often, as far as playing
//! on shows.
//!
//! The sensible player's plan is always among the candidates; the others are variations of it and plans of legal orders
//! drawn at random (`candidates`). Each is tried in the same imagined futures: the hidden cards of the other side are
//! dealt anew from what nobody has seen ([`imagined`](super::imagined)), dice and draws follow from the number of the
//! future, both sides go on sensibly for some turns, and the position then counts with its winning chance. The worse half
//! of the candidates is dropped, and the rest are tried in as many futures again, until one is left (sequential
//! halving). Whatever the seat does not know, it does not use; the same seed and number of futures give the same plan on
//! every machine.

mod candidates;
mod playout;

use crate::document::{Bytes32, Id};
use crate::engine::prospects::CERTAIN;
use crate::sorted::SortedMap;

use super::plan::Plan;
use super::{Request, Session};
pub use candidates::Origin;
pub use playout::Secrets;

/// How a search is done.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Settings {
    /// How many futures are played in all, those of all candidates counted.
    pub playouts: u32,
    /// After how many turns a future ends, the one that is planned counted: whenever the other side is asked for
    /// orders, a turn is over.
    pub turns: u32,
    /// How many candidates there are at most.
    pub candidates: usize,
    /// How many standard errors of its mean a plan must be better than the sensible player's, in quarters: luck in a
    /// few futures is no reason to prefer another plan.
    pub margin: i64,
    pub seed: u64,
}

impl Settings {
    /// The usual settings, for this many futures.
    pub fn new(playouts: u32, seed: u64) -> Settings {
        Settings { playouts, turns: 3, candidates: 16, margin: 4, seed }
    }
}

/// A plan that was tried.
#[derive(Clone, Debug)]
pub struct Tried {
    pub plan: Plan,
    pub origin: Origin,
    /// The winning chance with it, in ten-thousandths.
    pub chance: i64,
    /// In how many futures it was tried.
    pub futures: u32,
    /// What it brings on average, by the words of the signs: their effect in thousandths of log-odds at the end of a
    /// future.
    pub signs: SortedMap<&'static str, i64>,
}

/// The result of a search.
#[derive(Clone, Debug)]
pub struct Found {
    /// The winning chance before the plan, as the position shows it, in ten-thousandths.
    pub before: i64,
    /// The plans that were tried, the chosen one first, then in the order of their chances and of how far they came.
    pub tried: Vec<Tried>,
    /// Whether the search was stopped before it had played all its futures.
    pub stopped: bool,
}

impl Found {
    /// The chosen plan.
    pub fn best(&self) -> &Tried {
        &self.tried[0]
    }
}

/// A candidate with what its futures came to.
struct Trial {
    plan: Plan,
    origin: Origin,
    /// The winning chance at the end of each future, in order.
    chances: Vec<i64>,
    signs: SortedMap<&'static str, i64>,
}

impl Trial {
    fn add(&mut self, end: playout::Future) {
        self.chances.push(end.chance);
        for (what, effect) in end.signs {
            *self.signs.entry(what).or_default() += effect;
        }
    }

    fn mean(&self) -> i64 {
        self.chances.iter().sum::<i64>() / i64::try_from(self.chances.len().max(1)).unwrap_or(1)
    }

    /// Whether it is better than another plan by more than `margin` quarters of a standard error, in the futures in
    /// which both were tried.
    fn beats(&self, other: &Trial, margin: i64) -> bool {
        let pairs = self.chances.iter().zip(&other.chances).map(|(own, theirs)| i128::from(own - theirs));
        let (n, sum, squares) =
            pairs.fold((0i128, 0i128, 0i128), |(n, sum, squares), by| (n + 1, sum + by, squares + by * by));
        // The square of the standard error of the mean is (n·Σd² − (Σd)²) / n³.
        sum > 0 && 16 * sum * sum * n > i128::from(margin * margin) * (n * squares - sum * sum)
    }
}

/// Searches for the best plan of `side`, which must be asked for something; `None` if there is nothing to plan.
/// `secrets` are the values behind its own commitments. `goes_on` is told how many futures of how many are played, and
/// ends the search by returning false; there is a result even then.
pub fn search(
    table: &dyn Session,
    sides: &[Id; 2],
    side: &Id,
    secrets: &Secrets,
    settings: Settings,
    goes_on: &mut dyn FnMut(u32, u32) -> bool,
) -> Option<Found> {
    let sensible = table.recommend_plan(side, settings.seed)?;
    run(&playout::Futures { table, sides, side, secrets, settings }, (None, sensible), goes_on)
}

/// Compares what a side has done with what it might have done, in the same futures; `None` if nothing was asked of it.
pub fn compare(
    table: &dyn Session,
    sides: &[Id; 2],
    side: &Id,
    secrets: &Secrets,
    played: Plan,
    settings: Settings,
) -> Option<Found> {
    // Where the sensible player has no plan, what was done is compared with legal orders alone.
    let sensible = table.recommend_plan(side, settings.seed).unwrap_or_else(|| played.clone());
    run(&playout::Futures { table, sides, side, secrets, settings }, (Some(played), sensible), &mut |_, _| true)
}

/// Tries the candidates by sequential halving.
fn run(
    futures: &playout::Futures<'_>,
    (played, sensible): (Option<Plan>, Plan),
    goes_on: &mut dyn FnMut(u32, u32) -> bool,
) -> Option<Found> {
    let playout::Futures { table, side, settings, .. } = *futures;
    let asked = table.awaiting().into_iter().find(|awaited| awaited.side == *side)?.want;
    let before = table.winning_chance(side);
    let plans = match asked {
        Request::Orders(_) | Request::Answer { .. } | Request::Commit(_) | Request::Name { .. } => {
            candidates::of(table, side, (played, sensible), settings.candidates, settings.seed)
        }
        _ => vec![(Origin::Sensible, sensible)],
    };
    let trial = |(origin, plan)| Trial { plan, origin, chances: Vec::new(), signs: SortedMap::new() };
    let mut trials: Vec<Trial> = plans.into_iter().map(trial).collect();
    let mut dropped: Vec<Trial> = Vec::new();
    let mut stopped = false;
    let rounds = usize::BITS - (trials.len() - 1).leading_zeros();
    let mut done = 0;
    for _ in 0..rounds {
        let each = (settings.playouts / rounds / u32::try_from(trials.len()).unwrap_or(u32::MAX)).max(1);
        // Future by future: an interrupted search has tried all alike.
        'futures: for _ in 0..each {
            let mut ends = Vec::with_capacity(trials.len());
            for trial in &trials {
                if !goes_on(done, settings.playouts.max(done)) {
                    stopped = true;
                    break 'futures;
                }
                ends.push(futures.play(&trial.plan, trial.chances.len() as u64));
                done += 1;
            }
            trials.iter_mut().zip(ends).for_each(|(trial, end)| trial.add(end));
        }
        if stopped {
            break;
        }
        trials.sort_by_key(|trial| std::cmp::Reverse(trial.mean()));
        let keeps = trials.len().div_ceil(2);
        // The sensible plan stays, and what was played: the others have to be better than they.
        let (stay, drop): (Vec<Trial>, Vec<Trial>) =
            trials.split_off(keeps).into_iter().partition(|trial| trial.origin.is_measure());
        trials.extend(stay);
        dropped.splice(0..0, drop);
        if keeps == 1 && trials.iter().skip(1).all(|trial| trial.origin.is_measure()) {
            break;
        }
    }
    trials.sort_by_key(|trial| std::cmp::Reverse(trial.mean()));
    // What is not clearly better than a plan to measure by goes behind it.
    for measure in [Origin::Sensible, Origin::Played] {
        if let Some(at) = trials.iter().position(|trial| trial.origin == measure)
            && at > 0
            && !trials[0].beats(&trials[at], settings.margin)
        {
            let plan = trials.remove(at);
            trials.insert(0, plan);
        }
    }
    trials.append(&mut dropped);
    let tried = trials.into_iter().map(|trial| told(trial, before)).collect();
    Some(Found { before, tried, stopped })
}

/// A trial as it is told; one that was never tried has the chance of the position.
fn told(trial: Trial, before: i64) -> Tried {
    let futures = u32::try_from(trial.chances.len()).unwrap_or(u32::MAX);
    let chance = if futures == 0 { before } else { trial.mean().clamp(0, CERTAIN) };
    let share = |(what, sum): (&'static str, i64)| (what, sum / i64::from(futures.max(1)));
    let signs = trial.signs.into_iter().map(share).collect();
    Tried { plan: trial.plan, origin: trial.origin, chance, futures, signs }
}

/// A player that searches; the same seed and settings play the same match.
#[derive(Clone, Debug)]
pub struct StrongPlayer {
    settings: Settings,
    sides: [Id; 2],
    secrets: Secrets,
}

impl StrongPlayer {
    /// A player of one of these sides.
    pub fn new(settings: Settings, sides: &[Id; 2]) -> StrongPlayer {
        StrongPlayer { settings, sides: sides.clone(), secrets: Secrets::new() }
    }

    /// What `side` does now; `None` if nothing is asked of it. The plan passes `check`.
    pub fn plan(&mut self, table: &dyn Session, side: &Id) -> Option<Plan> {
        let want = table.awaiting().into_iter().find(|awaited| awaited.side == *side)?.want;
        let mut plan = match &want {
            Request::Open(_) | Request::Empty(_) => table.recommend_plan(side, self.settings.seed)?,
            _ => search(table, &self.sides, side, &self.secrets, self.settings, &mut |_, _| true)?.best().plan.clone(),
        };
        for (id, value) in &plan.choose {
            self.secrets.insert(id.clone(), value.clone());
        }
        if let Request::Open(ids) = want {
            plan.act.open.extend(playout::openings(table, side, ids, &mut self.secrets));
        }
        // A commitment whose digest the caller makes.
        plan.act.commit.iter_mut().for_each(|(_, digest)| *digest = Bytes32([0; 32]));
        Some(plan)
    }
}
