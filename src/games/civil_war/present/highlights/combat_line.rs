//! A combat in one line: who attacks whom with what, who keeps the field, and the losses.

use crate::board::Hex;
use crate::report::Kind;

use super::super::combat_cost::{CombatCost, cost_so_far};
use super::super::vocabulary;
use super::{HighlightWriter, Narration, Site};
use crate::combat::{Combat, Stage};
use crate::events::Event;
use crate::events::combat::{Opening, Resolution};
use crate::pack::Side;
use crate::position::ledger::Piece;

/// A combat that is being described.
pub(super) struct CombatLine {
    /// The index of its moment; `None` as long as nothing is known about it in this step.
    at: Option<usize>,
    pub(super) side: Side,
    pub(super) hex: Hex,
    /// Who attacks whom, without a full stop.
    head: String,
    people: Vec<String>,
    /// The result: ` and wins the field`.
    verdict: String,
    /// The losses of both sides, once known.
    cost: Option<CombatCost>,
    /// Where the defenders went at last.
    fled: Option<Hex>,
    /// Strength points of a force that is overrun.
    overran: u32,
    /// Sentences on what else happened to those who fought.
    more: Vec<String>,
    /// It is to be resolved without dice.
    overrun: bool,
    /// It is not over when the step ends.
    pub(super) waits: bool,
}

/// Who attacks whom.
struct Sides<'p> {
    side: Side,
    hex: Hex,
    landing: bool,
    attackers: u32,
    leader: Option<&'p Piece>,
    defenders: u32,
    defending: Option<&'p Piece>,
}

impl CombatLine {
    /// One that began in an earlier step.
    pub(super) fn continued(teller: &HighlightWriter<'_>, combat: &Combat) -> CombatLine {
        let (side, hex, force) = (combat.side(), combat.hex, &combat.force);
        let mut people = teller.names(force.leaders());
        let mut bout = CombatLine::new(side, hex, String::new(), Vec::new());
        if let Stage::Fight(fight) = &combat.stage {
            people.extend(teller.names(&fight.defending_leaders));
            let sides = Sides {
                side,
                hex,
                landing: fight.works > 0,
                attackers: fight.attackers,
                leader: force.leader.as_ref(),
                defenders: fight.defenders,
                defending: fight.defending_leaders.first(),
            };
            bout.head = teller.head(&sides, ", continued");
            bout.cost = cost_so_far(teller.rules, combat);
        } else {
            bout.head = format!("Combat in {}, continued: {} attacks", teller.place(hex), vocabulary::side(side));
            bout.overrun = matches!(combat.stage, Stage::Overrun);
        }
        bout.people = people;
        bout
    }

    fn new(side: Side, hex: Hex, head: String, people: Vec<String>) -> CombatLine {
        let (verdict, cost) = (String::new(), None);
        let (fled, more) = (None, Vec::new());
        CombatLine {
            at: None,
            side,
            hex,
            head,
            people,
            verdict,
            cost,
            fled,
            overran: 0,
            more,
            overrun: false,
            waits: false,
        }
    }
}

impl HighlightWriter<'_> {
    fn head(&self, sides: &Sides<'_>, continued: &str) -> String {
        let under = |leader: Option<&Piece>| {
            leader.map_or(String::new(), |piece| format!(" under {}", self.name(&piece.leader)))
        };
        format!(
            "{} in {}{continued}: {}{} attacks with {} against {}{}",
            if sides.landing { "Landing" } else { "Combat" },
            self.place(sides.hex),
            vocabulary::side(sides.side),
            under(sides.leader),
            vocabulary::sp(sides.attackers),
            sides.defenders,
            under(sides.defending),
        )
    }

    /// A combat begins.
    pub(super) fn begin_combat(&mut self, opening: &Opening) {
        if let Some(on) = self.march.as_mut() {
            on.march.against = Some(opening.hex);
        }
        let ships = opening.ships.as_ref().and_then(|ships| ships.leader.as_ref());
        let fighters = opening.leader.iter().chain(&opening.others).chain(ships).chain(&opening.defending_leaders);
        let people = self.names(fighters);
        let sides = Sides {
            side: opening.side,
            hex: opening.hex,
            landing: opening.defence.is_some(),
            attackers: opening.attackers,
            leader: opening.leader.as_ref(),
            defenders: opening.defenders,
            defending: opening.defending_leaders.first(),
        };
        let head = self.head(&sides, "");
        let Narration { rulings, .. } = self.narration_of(Event::Combat(Box::new(opening.clone())));
        let mut bout = CombatLine::new(opening.side, opening.hex, head, people);
        bout.overrun = opening.resolution == Resolution::Overrun;
        self.scene = Some(Site::Hex(opening.hex));
        self.bout = Some(bout);
        self.update_combat(rulings, |_| {});
    }

    /// Adds to the current combat; returns whether there is one.
    pub(super) fn update_combat(&mut self, rulings: Vec<String>, change: impl FnOnce(&mut CombatLine)) -> bool {
        let Some(mut bout) = self.bout.take() else { return false };
        change(&mut bout);
        let (side, site) = (Some(bout.side), Some(Site::Hex(bout.hex)));
        let at = bout.at.unwrap_or_else(|| self.add_highlight(Kind::Combat, side, site, bout.people.clone(), ""));
        bout.at = Some(at);
        self.join(at, Vec::new(), rulings);
        self.show(&bout);
        self.bout = Some(bout);
        true
    }

    /// Whether the current combat is fought in a hex.
    pub(super) fn fights_in(&self, hex: Hex) -> bool {
        self.bout.as_ref().is_some_and(|bout| bout.hex == hex)
    }

    /// Updates the words of a combat in its moment.
    pub(super) fn show(&mut self, bout: &CombatLine) {
        let cost = bout.cost.as_ref().map_or(String::new(), CombatCost::words);
        let mut words = format!("{}{}.{cost}", bout.head, bout.verdict);
        if let Some(hex) = bout.fled {
            let force = bout.side.other().title();
            words.push_str(&format!(" The {force} force retreats to {}.", self.place(hex)));
        }
        for more in &bout.more {
            words.push_str(&format!(" {more}"));
        }
        if bout.waits {
            words.push_str(" It waits for a decision.");
        }
        let name = vocabulary::place_name(&self.rules.pack, bout.hex).filter(|name| !vocabulary::is_described(name));
        let name = name.map(|name| vocabulary::bare_name(&self.rules.pack, name).to_owned());
        if let Some(moment) = bout.at.and_then(|at| self.moments.get_mut(at)) {
            moment.words = words;
            moment.peak = name;
            moment.weight = bout.cost.as_ref().map_or(0, CombatCost::total) + bout.overran;
        }
    }

    /// Describes an event of a combat. Events that belong to no current combat are separate moments.
    pub(super) fn of_combat(&mut self, event: Event) {
        match event {
            Event::Combat(opening) => self.begin_combat(&opening),
            Event::CombatDice(_) | Event::MustRetreat { .. } => {
                let Narration { rulings, .. } = self.narration_of(event);
                self.update_combat(rulings, |_| {});
            }
            Event::Reroll { .. } => {
                self.update_combat(Vec::new(), |_| {});
            }
            Event::CombatResult(_) => {
                let Narration { rulings, .. } = self.narration_of(event);
                let cost = self.narrator.brief.cost.take();
                self.update_combat(rulings, |bout| bout.cost = cost);
            }
            Event::Overrun { side, hex, defenders, .. } => {
                let whole = self.bout.as_ref().is_some_and(|bout| bout.overrun && bout.hex == hex);
                self.scene = Some(Site::Hex(hex));
                if whole {
                    let (lost, enemy) = (vocabulary::sp(defenders), side.other().title());
                    self.update_combat(Vec::new(), |bout| {
                        bout.overrun = false;
                        bout.overran = defenders;
                        bout.verdict = format!(" and overruns the {enemy} force, which loses {lost}");
                    });
                } else {
                    let Narration { brief, .. } = self.narration_of(event);
                    let words = brief.unwrap_or_default();
                    self.add_highlight(Kind::Combat, Some(side), Some(Site::Hex(hex)), Vec::new(), words);
                }
            }
            Event::Hopeless { .. } => {
                let Narration { words, .. } = self.narration_of(event);
                self.update_combat(Vec::new(), |bout| bout.more.push(words));
            }
            Event::Advanced { side, hex, .. } => {
                let own = self.bout.as_ref().is_some_and(|bout| bout.side == side && bout.hex == hex);
                if own {
                    self.update_combat(Vec::new(), |bout| bout.verdict = " and wins".to_owned());
                }
            }
            Event::TurnedBack { side, .. } => {
                let own = self.bout.as_ref().is_some_and(|bout| bout.side == side);
                if own {
                    self.update_combat(Vec::new(), |bout| bout.verdict = " and is thrown back".to_owned());
                }
            }
            Event::Retreated { side, from, to } => {
                let Some(bout) = &self.bout else { return };
                if bout.side == side {
                    if bout.hex == from {
                        self.update_combat(Vec::new(), |bout| bout.verdict = " and is thrown back".to_owned());
                    }
                } else {
                    self.update_combat(Vec::new(), |bout| bout.fled = Some(to));
                }
            }
            Event::Destroyed { side, hex, sp, .. } => {
                let Narration { brief, .. } = self.narration_of(event);
                let words = brief.unwrap_or_default();
                let line = words.clone();
                let in_combat = self.update_combat(Vec::new(), |bout| {
                    if bout.side == side {
                        bout.verdict = " and is thrown back".to_owned();
                    }
                    if let Some(cost) = &mut bout.cost {
                        cost.destroyed(side, sp);
                    }
                    bout.more.push(line);
                });
                if !in_combat {
                    self.add_highlight(Kind::Combat, Some(side.other()), Some(Site::Hex(hex)), Vec::new(), words);
                }
            }
            Event::Lost { side, hex, .. } => match self.fights_in(hex) {
                true => {
                    self.update_combat(Vec::new(), |_| {});
                }
                false => {
                    self.scene = Some(Site::Hex(hex));
                    self.add_event(event, Kind::Other, Some(side), Some(Site::Hex(hex)), Vec::new());
                }
            },
            Event::Demoralized { hex, .. } if self.fights_in(hex) => {
                self.update_combat(Vec::new(), |_| {});
            }
            _ => {}
        }
    }
}
