//! The data as optional rules of a match change them: untried leaders in the place of those whom the turn track lists
//! (21.10, CW-330), other leaders (22.2, CW-332), naval leaders of the Confederacy (22.4, CW-331).

use std::sync::Arc;

use super::optional_rules::Provisional;
use super::untried::Untried;
use super::{Branch, Counter, Entry, Favours, Leader, Pack, Scenario, Side, Source, TurnArrivals};
use crate::document::Id;
use crate::options::Options;
use crate::sorted::{SortedMap, SortedSet};

impl Pack {
    /// The data of a match of a scenario with these options.
    pub fn with_options(&self, scenario: &Id, options: Options) -> Pack {
        let mut pack = Pack { variant: options.of_pack(), ..self.clone() };
        if options.far_west {
            pack.join_far_west();
        }
        if options.modified_leaders
            && let Some(modified) = &self.modified
        {
            let leaders = modified.iter().map(|(id, leader)| (id.clone(), leader.clone()));
            Arc::make_mut(&mut pack.leaders).extend(leaders);
        }
        let Some(mut changed) = pack.scenarios.get(scenario).cloned() else { return pack };
        if options.csa_naval_leaders {
            pack.add_naval_leaders(&mut changed);
        }
        if options.untried_leaders {
            pack.make_untried(&mut changed);
        }
        Arc::make_mut(&mut pack.scenarios).insert(scenario.clone(), changed);
        pack
    }

    /// Both sheets become one board (2.1).
    pub fn join_far_west(&mut self) {
        let (charts, leaders) = (Arc::make_mut(&mut self.charts), Arc::make_mut(&mut self.leaders));
        self.map = Arc::new(self.far_west.joined(&self.map, charts, leaders));
    }

    /// Whether a scenario lasts until a naval leader of the Confederacy comes.
    pub fn naval_leaders_come(&self, scenario: &Scenario) -> bool {
        self.optional.naval_leaders.leaders.iter().any(|leader| due_turn(leader, scenario) <= scenario.last_turn)
    }

    /// The Confederacy's naval leaders come on their turns, or at the start of a scenario that begins later.
    fn add_naval_leaders(&mut self, scenario: &mut Scenario) {
        let listed = &self.optional.naval_leaders;
        for leader in &listed.leaders {
            let due = due_turn(leader, scenario);
            let known = self.leaders.contains_key(&leader.id);
            if due > scenario.last_turn || known && is_listed(scenario, &leader.id) {
                continue;
            }
            if !known {
                Arc::make_mut(&mut self.leaders).insert(leader.id.clone(), leader.clone());
            }
            arrivals_of(scenario, due, &listed.source).confederate.leaders.push(leader.id.clone());
        }
    }

    /// Puts an untried counter of the same rank and branch in the place of every leader whom the turn track brings in for
    /// the first time. They are numbered in the order in which they come, which says nothing of who they are.
    fn make_untried(&mut self, scenario: &mut Scenario) {
        let mut untried = Untried::default();
        let mut known: SortedSet<Id> = Side::BOTH
            .into_iter()
            .flat_map(|side| scenario.start(side).values())
            .flat_map(|own| &own.leaders)
            .cloned()
            .collect();
        known.extend(scenario.ships.iter().flat_map(|ships| ships.leaders.iter().cloned()));
        known.extend(scenario.killed.iter().chain(&scenario.removed).cloned());
        let mut known: SortedSet<Id> =
            known.iter().filter_map(|name| Some(self.named_counter(name)?.0.id.clone())).collect();
        let mut made: Vec<Leader> = Vec::new();
        let mut numbers = [0u8; 2];
        let mut turns: Vec<&mut TurnArrivals> = scenario.reinforcements.iter_mut().collect();
        turns.sort_by_key(|entry| entry.turn);
        for entry in turns {
            for (n, side) in Side::BOTH.into_iter().enumerate() {
                let arrivals = if side == Side::Union { &mut entry.union } else { &mut entry.confederate };
                for name in &mut arrivals.leaders {
                    let Some((leader, counter)) = self.named_counter(name) else { continue };
                    if !known.insert(leader.id.clone()) {
                        continue;
                    }
                    numbers[n] = numbers[n].saturating_add(1);
                    let key = (side, leader.branch, counter.rank);
                    let figures = self.optional.untried.figures(side, leader.branch);
                    let Some(one) = untried_leader(key, numbers[n], figures, &self.optional.untried.source) else {
                        continue;
                    };
                    untried.groups.entry(key).or_default().insert(leader.id.clone());
                    untried.counters.insert(one.id.clone());
                    *name = one.id.clone();
                    made.push(one);
                }
            }
        }
        let leaders = Arc::make_mut(&mut self.leaders);
        leaders.extend(made.into_iter().map(|one| (one.id.clone(), one)));
        self.untried = Arc::new(untried);
    }
}

/// The turn on which an added leader comes: not before a scenario begins.
fn due_turn(leader: &Leader, scenario: &Scenario) -> u8 {
    leader.enters.as_ref().map_or(scenario.first_turn, |entry| entry.turn).max(scenario.first_turn)
}

/// Whether a scenario names a leader anywhere.
pub(super) fn is_listed(scenario: &Scenario, leader: &Id) -> bool {
    let start = Side::BOTH.into_iter().flat_map(|side| scenario.start(side).values()).flat_map(|own| &own.leaders);
    let comes =
        scenario.reinforcements.iter().flat_map(|entry| entry.union.leaders.iter().chain(&entry.confederate.leaders));
    let other = scenario.ships.iter().flat_map(|ships| &ships.leaders).chain(&scenario.killed).chain(&scenario.removed);
    start
        .chain(comes)
        .chain(other)
        .any(|name| name == leader || name.as_str().rsplit_once('-').is_some_and(|(id, _)| id == leader.as_str()))
}

/// What comes on a turn of a scenario, with an entry for it if there was none.
fn arrivals_of<'a>(scenario: &'a mut Scenario, turn: u8, source: &Source) -> &'a mut TurnArrivals {
    let at = match scenario.reinforcements.iter().position(|entry| entry.turn == turn) {
        Some(at) => at,
        None => {
            let new = TurnArrivals {
                turn,
                union: Default::default(),
                confederate: Default::default(),
                source: source.clone(),
            };
            scenario.reinforcements.push(new);
            scenario.reinforcements.len() - 1
        }
    };
    &mut scenario.reinforcements[at]
}

/// Untried leaders are junior to all others of their rank: their seniority begins behind these.
const JUNIOR: u8 = 100;

/// The untried leader of a side with that number.
fn untried_leader(
    (side, branch, rank): (Side, Branch, u8),
    number: u8,
    figures: Provisional,
    source: &Source,
) -> Option<Leader> {
    let letter = if side == Side::Union { 'U' } else { 'C' };
    let id: Id = format!("untried_{}{number}", letter.to_ascii_lowercase()).parse().ok()?;
    let counter = Counter {
        rank,
        seniority: JUNIOR.saturating_add(number),
        initiative: figures.initiative,
        tactical: figures.tactical,
        tactical_favours: Favours::Own,
        command: figures.command,
        command_favours: Favours::Own,
        source: source.clone(),
        known: SortedMap::new(),
    };
    Some(Leader {
        id,
        name: format!("Untried {letter}{number}"),
        side,
        branch,
        source: Some(source.clone()),
        enters: None::<Entry>,
        additional: false,
        counters: vec![counter],
    })
}
