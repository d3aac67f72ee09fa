//! A combat as one thing: who fought whom with what, how it ended, and what it cost. The summary of a report, the index,
//! the cards and the map tell it from here.

use super::combat_cost::{CombatCost, cost_so_far};
use super::vocabulary;
use crate::CivilWar;
use crate::board::Hex;
use crate::combat::{Combat, Stage};
use crate::events::combat::{Defence, Dice, Opening, Outcome, Resolution};
use crate::events::{Event, Fate};
use crate::orders::Reroll;
use crate::pack::Side;
use crate::position::ledger::Piece;

/// What a combat is called that an overrun in the course of a retreat begins.
const OVERRUN: &str = "Overrun";

/// A combat, as far as it is fought in a step.
#[derive(Clone, Debug)]
pub struct Fight {
    pub side: Side,
    /// The hex attacked, and the hex attacked from.
    pub hex: Hex,
    pub from: Hex,
    /// How it began, if it began in this step.
    pub opening: Option<Box<Opening>>,
    /// Whether it began in an earlier step.
    pub is_continued: bool,
    /// `Combat`, `Landing` or `Overrun`.
    pub what: &'static str,
    /// The strengths of the attacker and of the defender; `None` if they are not known in this step.
    pub strengths: Option<[Strength; 2]>,
    /// The leaders of the attacker and of the defender, the highest first.
    pub leaders: [Vec<Piece>; 2],
    /// The column on which it is resolved, if it began earlier.
    pub column: Option<char>,
    /// The dice as first rolled.
    pub dice: Option<Box<Dice>>,
    /// The faces that count: the attacker's, the defender's.
    pub faces: [Option<u8>; 2],
    pub result: Option<Box<Outcome>>,
    pub cost: Option<CombatCost>,
    pub end: Option<End>,
    /// Where a force retreated to at last.
    pub retreat: Option<(Side, Hex)>,
    /// Forces that are destroyed: their strength points, and where.
    pub destroyed: Vec<(Side, u32, Hex)>,
    /// Leaders who are hurt in it.
    pub hurt: Vec<(Piece, Fate)>,
    /// Whether anything happens in it in this step.
    pub is_told: bool,
    /// If it is not over when the step ends: ` for a decision`, and which.
    pub waits: Option<String>,
}

/// What a side has in a combat.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Strength {
    /// Strength points.
    pub sp: u32,
    /// What ships add to the attacker; against a landing what hex, city and fortification are worth.
    pub more: u32,
}

impl Strength {
    /// Strength points alone.
    fn troops(sp: u32) -> Strength {
        Strength { sp, more: 0 }
    }

    /// The strength that counts, and the part of it that is no strength point.
    fn of(all: u32, more: u32) -> Strength {
        Strength { sp: all.saturating_sub(more), more }
    }

    /// All of it.
    pub fn total(self) -> u32 {
        self.sp + self.more
    }

    /// In words: `3 strength points and ships that add 4`.
    fn words(self, more: &str) -> String {
        let sp = if self.sp == 0 { "no strength points".to_owned() } else { vocabulary::sp(self.sp) };
        if self.more == 0 { sp } else { format!("{sp} and {more} {}", self.more) }
    }
}

/// How a combat ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum End {
    /// The attacker takes the hex.
    Won,
    ThrownBack,
    /// The defender is overrun and loses these strength points.
    Overrun(u32),
    /// The attackers destroy themselves, and lose these strength points.
    Hopeless(u32),
    /// Nobody leaves his hex.
    Failed,
}

impl Fight {
    fn new(side: Side, (hex, from): (Hex, Hex), what: &'static str, strengths: Option<[Strength; 2]>) -> Fight {
        Fight {
            side,
            hex,
            from,
            opening: None,
            is_continued: false,
            what,
            strengths,
            leaders: [Vec::new(), Vec::new()],
            column: None,
            dice: None,
            faces: [None, None],
            result: None,
            cost: None,
            end: None,
            retreat: None,
            destroyed: Vec::new(),
            hurt: Vec::new(),
            is_told: true,
            waits: None,
        }
    }

    /// One that an event begins: a combat, or an overrun in the course of a retreat.
    pub fn begun_by(event: &Event) -> Option<Fight> {
        match event {
            Event::Combat(opening) => {
                let what = if opening.defence.is_some() { "Landing" } else { "Combat" };
                let ships = opening.ships.as_ref().map_or(0, |ships| ships.strength);
                let works = opening.defence.map_or(0, Defence::works);
                let strengths = [Strength::of(opening.attackers, ships), Strength::of(opening.defenders, works)];
                let leaders = opening.leader.iter().chain(&opening.others).cloned().collect();
                let fight = Fight::new(opening.side, (opening.hex, opening.from), what, Some(strengths));
                let leaders = [leaders, opening.defending_leaders.clone()];
                Some(Fight { opening: Some(opening.clone()), leaders, ..fight })
            }
            Event::Overrun { side, hex, from, attackers, defenders, .. } => {
                Some(Fight::new(*side, (*hex, *from), OVERRUN, Some([*attackers, *defenders].map(Strength::troops))))
            }
            _ => None,
        }
    }

    /// One that began in an earlier step.
    pub fn continued(rules: &CivilWar, combat: &Combat) -> Fight {
        let force = &combat.force;
        let mut fight = Fight::new(force.side, (combat.hex, combat.from), "Combat", None);
        (fight.is_continued, fight.is_told) = (true, false);
        fight.leaders[0] = force.leaders().cloned().collect();
        if let Stage::Fight(stage) = &combat.stage {
            fight.what = if stage.works > 0 { "Landing" } else { "Combat" };
            fight.strengths =
                Some([Strength::of(stage.attackers, stage.ships), Strength::of(stage.defenders, stage.works)]);
            fight.leaders[1].clone_from(&stage.defending_leaders);
            fight.column = Some(stage.column);
            fight.faces = [stage.attack_die, stage.defence_die];
            fight.cost = cost_so_far(rules, combat);
        }
        fight
    }

    /// Takes in an event, if it belongs to the combat.
    pub fn read(&mut self, event: &Event) -> bool {
        let (at, beside, last) = (self.hex, self.from, self.retreat.map(|(_, hex)| hex));
        let here = |hex: &Hex| *hex == at || *hex == beside || Some(*hex) == last;
        match event {
            Event::Combat(_) => {}
            Event::MustRetreat { from: hex, .. } | Event::Lost { hex, .. } | Event::Demoralized { hex, .. }
                if here(hex) => {}
            Event::CombatDice(dice) if dice.hex == at => {
                self.faces = [Some(dice.attacker.face), Some(dice.defender.face)];
                self.dice = Some(dice.clone());
            }
            Event::Reroll { side, die, face } => {
                let whose = if *die == Reroll::Enemy { side.other() } else { *side };
                if face.is_some() {
                    self.faces[usize::from(whose != self.side)] = *face;
                }
            }
            Event::CombatResult(outcome) if outcome.hex == at => {
                self.faces = [Some(outcome.attacker_reads.face), Some(outcome.defender_reads.face)];
                self.cost = Some(CombatCost::of(outcome));
                self.result = Some(outcome.clone());
            }
            Event::Overrun { hex, defenders, .. } if *hex == self.hex => self.end = Some(End::Overrun(*defenders)),
            Event::Hopeless { attackers, .. } => self.end = Some(End::Hopeless(*attackers)),
            Event::Advanced { side, hex, .. } if *side == self.side && *hex == self.hex => self.end = Some(End::Won),
            Event::TurnedBack { side, .. } if *side == self.side => self.end = Some(End::ThrownBack),
            Event::Retreated { side, from, to } if here(from) => {
                if *side == self.side {
                    self.end = Some(End::ThrownBack);
                }
                self.retreat = Some((*side, *to));
            }
            Event::Destroyed { side, hex, sp, .. } if here(hex) => {
                if *side == self.side {
                    self.end = Some(End::ThrownBack);
                }
                self.cost.iter_mut().for_each(|cost| cost.destroyed(*side, *sp));
                self.destroyed.push((*side, *sp, *hex));
            }
            Event::LeaderCheck { piece, fate, .. } if *fate != Fate::Unhurt => self.hurt.push((piece.clone(), *fate)),
            _ => return false,
        }
        self.is_told = true;
        true
    }

    /// It is over, and if nobody had to leave his hex, the attack has failed.
    pub fn close(&mut self) {
        if self.end.is_none() && self.cost.is_some() {
            self.end = Some(End::Failed);
        }
    }

    /// Whether its defender is overrun, or is to be.
    pub fn is_overrun(&self) -> bool {
        let to_be = self.opening.as_ref().is_some_and(|opening| opening.resolution == Resolution::Overrun);
        to_be || self.what == OVERRUN
    }

    /// Strength points that both sides lose.
    pub fn losses(&self) -> u32 {
        let overrun = if let Some(End::Overrun(lost)) = self.end { lost } else { 0 };
        self.cost.as_ref().map_or(0, CombatCost::total) + overrun
    }

    /// The combat in sentences.
    pub fn words(&self, rules: &CivilWar) -> String {
        let cost = self.cost.as_ref().map_or(String::new(), CombatCost::words);
        let end = match self.end {
            None => String::new(),
            Some(End::Won) => " and wins".to_owned(),
            Some(End::ThrownBack) => " and is thrown back".to_owned(),
            Some(End::Overrun(lost)) => {
                let enemy = self.side.other().title();
                format!(" and overruns the {enemy} force, which loses {}", vocabulary::sp(lost))
            }
            Some(End::Hopeless(1)) => " and loses it in a hopeless attack".to_owned(),
            Some(End::Hopeless(_)) => " and loses them all in a hopeless attack".to_owned(),
            Some(End::Failed) => " and fails".to_owned(),
        };
        let mut words = format!("{}{end}.{cost}", self.head(rules));
        self.retreats(rules).iter().for_each(|more| words.push_str(&format!(" {more}")));
        if let Some(what) = &self.waits {
            words.push_str(&format!(" It waits{what}."));
        }
        words
    }

    /// Who attacks whom, without a full stop.
    fn head(&self, rules: &CivilWar) -> String {
        let under = |leaders: &[Piece]| {
            let name = leaders.first().map(|piece| vocabulary::leader_name(&rules.pack, &piece.leader));
            name.map_or(String::new(), |name| format!(" under {name}"))
        };
        let continued = if self.is_continued { ", continued" } else { "" };
        let place = vocabulary::place(&rules.pack, self.hex);
        let head = format!("{} in {place}{continued}: {}", self.what, vocabulary::side(self.side));
        let Some([attackers, defenders]) = self.strengths else { return format!("{head} attacks") };
        let [by, against] = self.leaders.each_ref().map(|leaders| under(leaders));
        let defending = match defenders.more {
            0 => defenders.sp.to_string(),
            _ => defenders.words("the hex's own defense of"),
        };
        format!("{head}{by} attacks with {} against {defending}{against}", attackers.words("ships that add"))
    }

    /// How it ends, a sentence each.
    pub fn outcome(&self, rules: &CivilWar) -> Vec<String> {
        let place = vocabulary::place(&rules.pack, self.hex);
        let end = match self.end {
            Some(End::Overrun(_)) => Some("The defenders are overrun.".to_owned()),
            Some(End::Hopeless(_)) => Some("The attackers are eliminated.".to_owned()),
            Some(End::Won) => Some(format!("{} takes {place}.", vocabulary::side_cap(self.side))),
            Some(End::Failed) => Some("The attack fails.".to_owned()),
            Some(End::ThrownBack) | None => None,
        };
        end.into_iter().chain(self.retreats(rules)).collect()
    }

    /// Who goes where, and who is destroyed.
    fn retreats(&self, rules: &CivilWar) -> Vec<String> {
        let place = |hex: Hex| vocabulary::place(&rules.pack, hex);
        let retreat = self.retreat.map(|(side, to)| format!("The {} force retreats to {}.", side.title(), place(to)));
        let destroyed = self.destroyed.iter().map(|(side, sp, hex)| {
            format!("A {} force of {} is destroyed in {}.", side.title(), vocabulary::sp(*sp), place(*hex))
        });
        retreat.into_iter().chain(destroyed).collect()
    }
}
