//! An assault in one line: who assaults what, the result, and the losses.

use crate::sorted::SortedSet;

use crate::board::Area;
use crate::document::Id;

use super::event_groups::Item;
use super::{order_text, vocabulary};
use crate::events::{Event, Fate};
use crate::pack::{Pack, Side};
use crate::position::ledger::Outcome;

/// An assault that is being described.
#[derive(Clone, Debug, PartialEq)]
pub struct AssaultHighlight {
    pub area: Area,
    /// The attacker; `None` if the assault began in an earlier step.
    pub side: Option<Side>,
    units: u32,
    /// The totals of both.
    totals: Option<(i16, i16)>,
    outcome: Option<Outcome>,
    eliminated: Vec<Id>,
    exhausted: SortedSet<Id>,
    retreats: Vec<(Vec<Id>, Area)>,
    /// What happened to leaders, one sentence each.
    leader_losses: Vec<String>,
    pub people: Vec<Id>,
    over: bool,
}

impl AssaultHighlight {
    /// One that began in an earlier step.
    pub fn continued(area: Area) -> AssaultHighlight {
        AssaultHighlight {
            area,
            side: None,
            units: 0,
            totals: None,
            outcome: None,
            eliminated: Vec::new(),
            exhausted: SortedSet::new(),
            retreats: Vec::new(),
            leader_losses: Vec::new(),
            people: Vec::new(),
            over: false,
        }
    }

    /// The assault that an event begins or continues.
    pub fn of(event: &Event) -> Option<AssaultHighlight> {
        match event {
            Event::Assault { area, side, units, .. } => {
                let units = u32::try_from(units.len()).unwrap_or(u32::MAX);
                Some(AssaultHighlight { side: Some(*side), units, ..AssaultHighlight::continued(*area) })
            }
            Event::AssaultDice { area, .. } | Event::CasualtyPoints { area, .. } | Event::AssaultOver { area, .. } => {
                Some(AssaultHighlight::continued(*area))
            }
            _ => None,
        }
    }

    /// Takes an event of the assault into account.
    pub fn record(&mut self, pack: &Pack, item: &Item) {
        match item {
            Item::Retreats { who, to, .. } => self.retreats.push((who.clone(), *to)),
            Item::Game(event) => self.event(pack, event),
            _ => {}
        }
    }

    fn event(&mut self, pack: &Pack, event: &Event) {
        match event {
            Event::AssaultDice { attack_total, defense_total, outcome, .. } => {
                self.totals = Some((*attack_total, *defense_total));
                self.outcome = Some(*outcome);
            }
            Event::AssaultOver { outcome, .. } => {
                self.outcome = Some(*outcome);
                self.over = true;
            }
            Event::Eliminated { units, .. } => self.eliminated.extend(units.iter().cloned()),
            Event::Exhausted { units } => self.exhausted.extend(units.iter().cloned()),
            Event::LeaderCheck { leader, fate: Fate::Casualty | Fate::Killed, .. } => {
                let hit =
                    if matches!(event, Event::LeaderCheck { fate: Fate::Killed, .. }) { "killed" } else { "wounded" };
                self.leader_losses.push(format!("{} is {hit}.", vocabulary::leader(pack, leader)));
                self.people.push(leader.clone());
            }
            Event::LeaderEliminated { leader } => {
                self.leader_losses.push(format!("{} is eliminated.", vocabulary::leader(pack, leader)));
                self.people.push(leader.clone());
            }
            _ => {}
        }
    }

    /// Whether it is decided.
    pub fn is_over(&self) -> bool {
        self.over
    }

    /// Whether its dice have been rolled, as far as is known.
    pub fn is_rolled(&self) -> bool {
        self.totals.is_some()
    }

    /// How many units of both sides it has eliminated or exhausted.
    pub fn losses(&self) -> u32 {
        let tired = self.exhausted.iter().filter(|id| !self.eliminated.contains(id));
        vocabulary::count(self.eliminated.iter().chain(tired))
    }

    /// The line.
    pub fn words(&self, pack: &Pack) -> String {
        let place = vocabulary::place(pack, self.area);
        let head = match self.side {
            Some(side) => {
                let units = vocabulary::plural(self.units, "unit");
                format!("{} assaults {place} with {units}", vocabulary::side_cap(side))
            }
            None => format!("The assault on {place} continues"),
        };
        let totals = self.totals.map_or(String::new(), |(attack, defense)| format!(" ({attack} against {defense})"));
        let mut text = match self.outcome {
            Some(outcome) => format!("{head}: {}{totals}.", order_text::outcome(outcome)),
            None => format!("{head}."),
        };
        if !self.eliminated.is_empty() {
            text.push_str(&format!(" Eliminated: {}.", vocabulary::units(pack, &self.eliminated)));
        }
        for (who, to) in &self.retreats {
            let retreat = if who.len() == 1 { "retreats" } else { "retreat" };
            let who = vocabulary::list(who.iter().map(|id| vocabulary::unit_or_leader(pack, id)), "and");
            text.push_str(&format!(" {who} {retreat} to {}.", vocabulary::place(pack, *to)));
        }
        for fate in &self.leader_losses {
            text.push_str(&format!(" {fate}"));
        }
        if !self.over {
            text.push_str(" It waits for a decision.");
        }
        text
    }
}
