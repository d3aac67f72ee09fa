//! Retreats (7.7.13–7.7.19).

use adjutant_derive::sparse;
use serde::{Deserialize, Serialize};

use crate::board::Hex;
use crate::engine::{Asked, Events, Input, Next, StepContext};

use super::losses::{self, demoralize_in, destroy};
use super::odds::{Assault, overruns};
use crate::events::{Destruction, Event};
use crate::orders::{Answer, Question, Standing};
use crate::pack::Side;
use crate::position::ledger::{ArmyPlace, Game, Place};
use crate::{
    CivilWar, Reply, leaders::army, movement::cavalry, movement::entering, movement::passability,
    movement::reaction_radius, supply,
};

/// A defender retreats from a hex.
#[sparse(all_but(side, from))]
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Retreat {
    pub side: Side,
    pub from: Hex,
    /// The hex that the attacker came from; none if he came by water (CW-252).
    pub entry: Option<Hex>,
    /// The hex that its owner has chosen, while leaders found there are checked.
    pub to: Option<Hex>,
    /// Cavalry retreats before combat (7.1.7): never onto an enemy (CW-127).
    pub before_combat: bool,
}

/// How a retreat ended.
#[derive(Clone, Debug, PartialEq)]
pub enum Ended {
    To(Hex),
    Destroyed,
}

impl Retreat {
    /// A retreat that begins.
    pub fn new(side: Side, from: Hex, entry: Option<Hex>) -> Retreat {
        Retreat { side, from, entry, to: None, before_combat: false }
    }

    /// Cavalry's retreat before combat.
    pub fn before_combat(side: Side, from: Hex, entry: Hex) -> Retreat {
        Retreat { before_combat: true, ..Retreat::new(side, from, Some(entry)) }
    }

    /// The retreat's next step.
    pub fn step(&mut self, rules: &CivilWar, cx: StepContext<'_, CivilWar>, input: Input<CivilWar>) -> Next<CivilWar> {
        let StepContext { game, events, .. } = cx;
        let (side, from) = (self.side, self.from);
        match (self.to, input) {
            (None, Input::Answer(Answer::Retreat(to))) => {
                self.to = Some(to);
                self.overrun(rules, game, events, to)
            }
            (None, _) => {
                let options = match self.before_combat {
                    true => retreats_without_overrun(rules, game, side, from, self.entry),
                    false => options(rules, game, side, from, self.entry),
                };
                if options.is_empty() {
                    let sp = destroy(game, from, side);
                    let because = Destruction::NowhereToRetreat;
                    events.emit("7.7.15", &Event::Destroyed { side, hex: from, sp, because });
                    return Next::Return(Reply::Retreat(Ended::Destroyed));
                }
                let question = Question::Retreat { side, from, options };
                Next::Ask(Asked { side: side.id(), slug: "retreat", rule: "7.7.16", question })
            }
            (Some(to), _) => {
                self.move_force(rules, game, events, to);
                Next::Return(Reply::Retreat(Ended::To(to)))
            }
        }
    }

    /// Why the force cannot go to a hex that is not among its [`options`], and the rule.
    pub fn refusal_reason(&self, rules: &CivilWar, game: &Game, to: Hex) -> (String, &'static str) {
        let (side, from, entry) = (self.side, self.from, self.entry);
        if !to.adjacent(from) {
            return (format!("it is not adjacent to {from}"), "7.7.13");
        }
        if let Some(entry) = entry.filter(|&entry| to == entry || to.adjacent(entry)) {
            return (format!("the attacker came from {entry}, and it is too close to that hex"), "7.7.13");
        }
        if rules.pack.map.over_navigable(from, to) {
            return ("a navigable river lies between them".to_owned(), "7.7.14");
        }
        if let Err(problem) = passability::passable(rules, game, from, to, side) {
            return (problem.message, "7.7.13");
        }
        let (sp, demoralized) = (game.sp_at(from, side), game.demoralized_at(from, side));
        let enemies = game.sp_at(to, side.other());
        if enemies > 0 && !overruns(rules, game, Assault { side, from, hex: to, sp, demoralized }) {
            return (format!("the enemy is there, and {sp} against {enemies} is not an overrun"), "7.7.18");
        }
        if let Some(army) = reaction_radius::armies_covering(rules, game, to, side).first() {
            let near = army::army_name(rules, army);
            return (format!("it is in the reaction radius of {near}, and another hex is open"), "7.7.19");
        }
        ("the force can retreat to a vacant hex".to_owned(), "7.7.16")
    }

    /// Overruns the enemy in the hex, or displaces his leaders if they are alone there (7.7.18, CW-87).
    fn overrun(&self, rules: &CivilWar, game: &mut Game, events: &mut Events, to: Hex) -> Next<CivilWar> {
        let (side, from) = (self.side, self.from);
        let attackers = game.sp_at(from, side);
        losses::clear(rules, game, events, "7.7.18", (side, from, to), attackers)
    }

    /// The whole force goes, its leaders with it (7.7.17).
    fn move_force(&self, rules: &CivilWar, game: &mut Game, events: &mut Events, to: Hex) {
        let (side, from) = (self.side, self.from);
        let cavalry = cavalry::cavalry_leader(rules, game, from, side).is_some();
        for group in game.groups.values_mut().filter(|group| group.hex == from && group.side == side) {
            group.hex = to;
        }
        for piece in game.leaders_at(&rules.pack, from, side) {
            if let Some(Place::Map { hex, .. }) = game.pieces.get_mut(&piece) {
                *hex = to;
            }
        }
        for army in army::armies_at(rules, game, from, side) {
            game.armies.insert(army, ArmyPlace::At(to));
        }
        events.emit("7.7.13", &Event::Retreated { side, from, to });
        spread_demoralization(game, events, to, side);
        entering::enter(rules, game, events, to, side, entering::Entering::led(cavalry));
        army::update_membership(rules, game, events);
        game.tidy();
    }
}

/// The hexes that a defender may retreat to from `from`, which was attacked from `entry`: not `entry`, no hex adjacent
/// to it (any hex if it was attacked from the water, CW-252), and only those of the highest available priority (7.7.13,
/// 7.7.16, CW-86). Empty: the force is destroyed.
pub fn options(rules: &CivilWar, game: &Game, side: Side, from: Hex, entry: Option<Hex>) -> Vec<Hex> {
    let ways = retreats_without_overrun(rules, game, side, from, entry);
    if !ways.is_empty() {
        return ways;
    }
    let open = enterable(rules, game, side, from, entry);
    let (sp, demoralized) = (game.sp_at(from, side), game.demoralized_at(from, side));
    let weak = |to: &Hex| {
        let assault = Assault { side, from, hex: *to, sp, demoralized };
        game.sp_at(*to, side.other()) > 0 && overruns(rules, game, assault)
    };
    open.into_iter().filter(weak).collect()
}

/// The hexes that a force may go to without overrunning anybody: vacant and friendly ones; or if there are none, those
/// in the reaction radius of an enemy army (7.7.16a, 7.7.19), which does not react to it (7.7.19a).
pub fn retreats_without_overrun(rules: &CivilWar, game: &Game, side: Side, from: Hex, entry: Option<Hex>) -> Vec<Hex> {
    let open = enterable(rules, game, side, from, entry).into_iter().filter(|&to| is_vacant(rules, game, to, side));
    let (covered, free): (Vec<Hex>, Vec<Hex>) =
        open.partition(|&to| !reaction_radius::armies_covering(rules, game, to, side).is_empty());
    if free.is_empty() { covered } else { free }
}

/// The hexes opposite to `entry` that terrain and fortifications let a force retreat to (7.7.13, 7.7.14).
fn enterable(rules: &CivilWar, game: &Game, side: Side, from: Hex, entry: Option<Hex>) -> Vec<Hex> {
    let apart = |to: &Hex| entry.is_none_or(|entry| *to != entry && !to.adjacent(entry));
    let enterable = |&to: &Hex| {
        !rules.pack.map.over_navigable(from, to) && passability::passable(rules, game, from, to, side).is_ok()
    };
    let mut open: Vec<Hex> = rules.pack.map.neighbors(from).filter(apart).filter(enterable).collect();
    open.sort();
    open
}

/// Whether an attacker can go back to the hex that he came from: never across a navigable river (7.7.14, CW-85).
pub fn may_return(rules: &CivilWar, hex: Hex, to: Hex) -> bool {
    !rules.pack.map.over_navigable(hex, to)
}

/// Whether no enemy holds the hex: neither strength points nor a fortification in force (CW-86, CW-109).
fn is_vacant(rules: &CivilWar, game: &Game, hex: Hex, side: Side) -> bool {
    let enemy = side.other();
    game.sp_at(hex, enemy) == 0 && !supply::fort_in_force(rules, game, hex, enemy)
}

/// Demoralization spreads among a side's forces in a hex, whichever came in last (7.7.3, CW-66).
pub fn spread_demoralization(game: &mut Game, events: &mut Events, hex: Hex, side: Side) {
    if game.demoralized_at(hex, side) && demoralize_in(game, hex, side) {
        events.emit("7.7.3", &Event::Spread { side, hex });
    }
}

/// The hex that standing orders choose among the legal ones: the first that they list for a retreat from `from`, else
/// the one nearest to `toward`, of equals the lower number.
pub fn by_standing(standing: &Standing, from: Hex, options: &[Hex]) -> Option<Hex> {
    let retreat = standing.retreat.as_ref()?;
    let listed = retreat.from.get(&from).into_iter().flatten().find(|hex| options.contains(hex));
    listed.copied().or_else(|| {
        let toward = retreat.toward?;
        options.iter().copied().min_by_key(|hex| (hex.distance(toward), *hex))
    })
}
