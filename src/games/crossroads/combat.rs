//! Combat (5).

use serde::{Deserialize, Serialize};

use crate::board::Area;
use crate::document::Id;
use crate::engine::ruleset::Asked;
use crate::engine::sum::Sum;
use crate::engine::{Events, Input, Next};
use crate::orders::{Answer, Event, Game, Outcome, Posture, Question};
use crate::shared::Side;
use crate::{Context, Crossroads, STACK};

/// A combat under way.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Fight {
    /// The attacker.
    pub side: Side,
    pub units: Vec<Id>,
    pub area: Area,
    /// The defender is beaten, and what it does is open.
    pub beaten: bool,
}

impl Fight {
    /// One step of it.
    pub fn step(&mut self, rules: &Crossroads, cx: Context<'_>, input: Input<Crossroads>) -> Next<Crossroads> {
        let Context { game, events, .. } = cx;
        let Fight { side, area, .. } = *self;
        let (pack, enemy) = (&rules.pack, side.other());
        let defenders = game.field.units_in(pack, area, enemy);
        match input {
            Input::Faces(faces) => self.resolve(rules, game, events, &faces),
            Input::Answer(answer) => {
                for unit in &defenders {
                    match answer {
                        Answer::Stand {} => hit(game, events, enemy, unit),
                        Answer::Retreat(to) => go(game, events, (enemy, unit, to), "5.5"),
                    }
                }
                if game.field.units_in(pack, area, enemy).is_empty() {
                    self.units.iter().take(STACK).for_each(|unit| go(game, events, (side, unit, area), "5.6"));
                }
                Next::Return(false)
            }
            _ if self.beaten => {
                let room = |to: &Area| game.field.has_room(pack, *to, enemy, (defenders.len(), STACK));
                let question = Question { area, open: pack.adjacent(area).filter(room).collect() };
                Next::Ask(Asked { side: enemy.id(), slug: "beaten", rule: "5.5", question })
            }
            _ => Next::Roll { purpose: format!("combat {side}"), rule: "5.2", count: 2, sides: 6 },
        }
    }

    /// The dice have fallen (5.2, 5.3).
    fn resolve(&mut self, rules: &Crossroads, game: &mut Game, events: &mut Events, faces: &[u64]) -> Next<Crossroads> {
        let Fight { side, area, .. } = *self;
        let value = |units: &[Id], side, posture, n: usize| {
            let strength = |sum: Sum, unit: &Id| sum.and(unit, rules.pack.strength(unit));
            let posture = i64::from(game.postures.get(&side) == Some(&posture));
            let sum = units.iter().fold(Sum::default(), strength).and("posture", posture);
            sum.and("die", faces.get(n).map_or(0, |face| *face as i64))
        };
        let attack = value(&self.units, side, Posture::Assault, 0);
        let defenders = game.field.units_in(&rules.pack, area, side.other());
        let cover = rules.pack.areas.get(&area).map_or(0, |data| data.cover);
        let defense = value(&defenders, side.other(), Posture::Hold, 1).and("cover", cover);
        let (hurt, result) = match attack.total() - defense.total() {
            ..=-3 => (self.units.len(), Outcome::Repulse),
            -2..=0 => (1, Outcome::Stalemate),
            1.. => (0, Outcome::Success),
        };
        events.emit("5.3", &Event::Combat { side, area, attack, defense, result });
        self.units.iter().take(hurt).for_each(|unit| hit(game, events, side, unit));
        self.beaten = result == Outcome::Success;
        if self.beaten { Next::Continue } else { Next::Return(false) }
    }
}

/// A unit takes a hit (5.4).
fn hit(game: &mut Game, events: &mut Events, side: Side, unit: &Id) {
    let eliminated = game.field.hit(unit);
    events.emit("5.4", &Event::Hit { side, unit: unit.clone(), eliminated });
}

/// A unit goes to an area, by that rule.
pub fn go(game: &mut Game, events: &mut Events, (side, unit, to): (Side, &Id, Area), rule: &str) {
    if let Some(from) = game.field.enter(side, unit, to) {
        events.emit(rule, &Event::Moved { side, unit: unit.clone(), from, to });
    }
}
