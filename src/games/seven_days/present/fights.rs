//! An assault: who assaults what, the values, the dice, the result and the losses. From it come a line of the summary and
//! of an index, and a card.

use crate::board::Area;
use crate::document::Id;
use crate::report::battle_card::{BattleCard, CardSide};
use crate::sorted::SortedSet;

use super::accounts::assault;
use super::event_groups::{Group, Item};
use super::{order_text, vocabulary};
use crate::SevenDays;
use crate::combat::assault::AssaultInProgress;
use crate::events::{Event, Fate, Term, TermKind};
use crate::pack::{Pack, Side};
use crate::position::ledger::{Game, Outcome};

/// An assault, as described by its events.
#[derive(Clone, Debug, PartialEq)]
pub struct Fight {
    pub area: Area,
    /// The attacker, if that is known.
    pub side: Option<Side>,
    /// Whether it began in an earlier step.
    pub is_continued: bool,
    units: SortedSet<Id>,
    defenders: SortedSet<Id>,
    /// What the Attack and the Defense Value are made of.
    terms: [Vec<Term>; 2],
    /// The attacker's dice and total, and the defender's.
    dice: Option<[([u8; 2], i16); 2]>,
    /// The result of the dice, if they were rolled in this step.
    pub thrown: Option<Outcome>,
    pub outcome: Option<Outcome>,
    /// The Casualty Points that the defender takes.
    points: u32,
    exhausted: SortedSet<Id>,
    eliminated: Vec<Id>,
    retreats: Vec<(Vec<Id>, Area)>,
    /// The leaders who were hit, and what happened to them.
    hit: Vec<(Id, &'static str)>,
    pub is_over: bool,
}

impl Fight {
    /// One that began in an earlier step, of which only the area is known.
    pub fn continued(area: Area) -> Fight {
        Fight {
            area,
            side: None,
            is_continued: true,
            units: SortedSet::new(),
            defenders: SortedSet::new(),
            terms: [Vec::new(), Vec::new()],
            dice: None,
            thrown: None,
            outcome: None,
            points: 0,
            exhausted: SortedSet::new(),
            eliminated: Vec::new(),
            retreats: Vec::new(),
            hit: Vec::new(),
            is_over: false,
        }
    }

    /// One that was in progress in a position.
    pub fn in_progress(rules: &SevenDays, game: &Game, fight: &AssaultInProgress) -> Fight {
        let defenders = game.units_at(&rules.pack, fight.area, fight.side.other()).map(|(id, ..)| id.clone());
        Fight {
            side: Some(fight.side),
            units: fight.units.clone(),
            defenders: defenders.collect(),
            ..Fight::continued(fight.area)
        }
    }

    /// The assault that an event begins, or one that must have begun before it.
    pub fn begun_by(event: &Event) -> Option<Fight> {
        match event {
            Event::Assault { area, side, units, defenders, .. } => Some(Fight {
                side: Some(*side),
                is_continued: false,
                units: units.clone(),
                defenders: defenders.clone(),
                ..Fight::continued(*area)
            }),
            Event::AssaultDice { area, .. } | Event::CasualtyPoints { area, .. } | Event::AssaultOver { area, .. } => {
                Some(Fight::continued(*area))
            }
            _ => None,
        }
    }

    /// Takes the latest event of the assault into account; returns whether the assault goes on.
    pub fn read(&mut self, group: &Group) -> bool {
        match &group.item {
            // The latest is the last one, with those who have joined it since.
            Item::Retreats { who, to, .. } => {
                let before = who.len() - 1;
                match self.retreats.last_mut().filter(|(known, at)| at == to && before > 0 && known.len() == before) {
                    Some((known, _)) => known.clone_from(who),
                    None => self.retreats.push((who.clone(), *to)),
                }
            }
            Item::Game(event) => self.event(event),
            _ => {}
        }
        !self.is_over
    }

    fn event(&mut self, event: &Event) {
        match event {
            Event::Values { attack, defense } => self.terms = [attack.clone(), defense.clone()],
            Event::AssaultDice { attack, defense, attack_total, defense_total, outcome, .. } => {
                self.dice = Some([(*attack, *attack_total), (*defense, *defense_total)]);
                (self.thrown, self.outcome) = (Some(*outcome), Some(*outcome));
            }
            Event::AssaultOver { outcome, .. } => (self.outcome, self.is_over) = (Some(*outcome), true),
            Event::CasualtyPoints { points, .. } => self.points = *points,
            Event::Exhausted { units } => self.exhausted.extend(units.iter().cloned()),
            Event::Eliminated { units, .. } => self.eliminated.extend(units.iter().cloned()),
            Event::LeaderCheck { leader, fate: Fate::Casualty, .. } => self.hit.push((leader.clone(), "wounded")),
            Event::LeaderCheck { leader, fate: Fate::Killed, .. } => self.hit.push((leader.clone(), "killed")),
            Event::LeaderEliminated { leader } => self.hit.push((leader.clone(), "eliminated")),
            _ => {}
        }
    }

    /// Whether its dice have been rolled in this step.
    pub fn is_rolled(&self) -> bool {
        self.dice.is_some()
    }

    /// The units that have become Exhausted and are still there.
    fn tired(&self) -> impl Iterator<Item = &Id> {
        self.exhausted.iter().filter(|id| !self.eliminated.contains(id))
    }

    /// How many units of both sides it has eliminated or exhausted.
    pub fn losses(&self) -> u32 {
        vocabulary::count(self.eliminated.iter().chain(self.tired()))
    }

    /// It in a line.
    pub fn words(&self, pack: &Pack) -> String {
        let place = vocabulary::place(pack, self.area);
        let head = match self.side.filter(|_| !self.is_continued) {
            Some(side) => {
                let units = vocabulary::plural(vocabulary::count(&self.units), "unit");
                format!("{} assaults {place} with {units}", vocabulary::side_cap(side))
            }
            None => format!("The assault on {place} continues"),
        };
        let totals =
            self.dice.map_or(String::new(), |[(_, attack), (_, defense)]| format!(" ({attack} against {defense})"));
        let mut text = match self.outcome {
            Some(outcome) => format!("{head}: {}{totals}.", order_text::outcome(outcome)),
            None => format!("{head}."),
        };
        if !self.eliminated.is_empty() {
            text.push_str(&format!(" Eliminated: {}.", vocabulary::units(pack, &self.eliminated)));
        }
        text.push_str(&self.retreat_words(pack));
        for (leader, how) in &self.hit {
            text.push_str(&format!(" {} is {how}.", vocabulary::leader(pack, leader)));
        }
        text + self.waiting_words()
    }

    /// Who retreated where.
    fn retreat_words(&self, pack: &Pack) -> String {
        let retreat = |(who, to): &(Vec<Id>, Area)| {
            let verb = if who.len() == 1 { "retreats" } else { "retreat" };
            let who = vocabulary::list(who.iter().map(|id| vocabulary::unit_or_leader(pack, id)), "and");
            format!(" {who} {verb} to {}.", vocabulary::place(pack, *to))
        };
        self.retreats.iter().map(retreat).collect()
    }

    fn waiting_words(&self) -> &'static str {
        if self.is_over { "" } else { " It waits for a decision." }
    }

    /// It as a card, if its attacker is known and its dice were rolled in this step.
    pub fn card(&self, pack: &Pack) -> Option<BattleCard> {
        let (attacker, dice) = (self.side?, self.dice?);
        let side = |n: usize, side: Side, units: &SortedSet<Id>, verb: &str| CardSide {
            side: side.id(),
            heading: format!("{} {verb}", vocabulary::side_cap(side).trim_start_matches("The ")),
            force: vec![vocabulary::units(pack, units)],
            dice: dice[n].0.map(u64::from).to_vec(),
            modifiers: self.terms[n].iter().map(|term| (term_words(pack, term), i64::from(term.value))).collect(),
            total: Some(i64::from(dice[n].1)),
            result: self.loss_words(pack, side, n == 1),
        };
        let [(_, attack), (_, defense)] = dice;
        let margin = match i32::from(attack) - i32::from(defense) {
            0 => "equal".to_owned(),
            more @ 1.. => format!("the attacker has {} more", more.unsigned_abs()),
            less => format!("the defender has {} more", less.unsigned_abs()),
        };
        let outcome = self.outcome.map(|outcome| format!("{}.", vocabulary::capital(&order_text::outcome(outcome))));
        Some(BattleCard {
            title: vocabulary::place(pack, self.area),
            table: vec![format!("Attack Total {attack}, Defense Total {defense}: {margin}")],
            at: None,
            sides: [side(0, attacker, &self.units, "attacks"), side(1, attacker.other(), &self.defenders, "defends")],
            outcome: outcome.unwrap_or_default() + &self.retreat_words(pack) + self.waiting_words(),
        })
    }

    /// The losses of a side; the defender's Casualty Points first.
    fn loss_words(&self, pack: &Pack, side: Side, defends: bool) -> String {
        let is_own = |id: &&Id| pack.forces.units.get(*id).is_some_and(|unit| unit.side == side);
        let mut parts = Vec::new();
        if defends && self.points > 0 {
            parts.push(format!("takes {}", order_text::points(self.points)));
        }
        let gone: SortedSet<&Id> = self.eliminated.iter().filter(is_own).collect();
        let tired: SortedSet<&Id> = self.tired().filter(is_own).collect();
        for (units, what) in [(gone, "eliminated"), (tired, "Exhausted")] {
            if !units.is_empty() {
                parts.push(format!("{what}: {}", vocabulary::units(pack, units)));
            }
        }
        for (leader, how) in self.hit.iter().filter(|(_, how)| *how != "eliminated") {
            if pack.forces.leaders.get(leader).is_some_and(|leader| leader.side == side) {
                parts.push(format!("{} is {how}", vocabulary::leader(pack, leader)));
            }
        }
        if parts.is_empty() { "no losses".to_owned() } else { parts.join("; ") }
    }
}

/// What a term counts, in as few words as a card has room for; the report has the full form.
fn term_words(pack: &Pack, term: &Term) -> String {
    match term.what {
        TermKind::Point => "Point Unit".to_owned(),
        TermKind::Forward => "Forward Unit".to_owned(),
        TermKind::Leaders => vocabulary::leaders(pack, &term.who),
        what => assault::kind(what).0.to_owned(),
    }
}
