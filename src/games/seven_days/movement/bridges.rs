//! Bridges in the advanced game: who holds them, how they are destroyed and built (15.4).

use crate::sorted::SortedSet;

use serde::{Deserialize, Serialize};

use crate::board::Area;
use crate::document::{Id, Problem};
use crate::engine::{Events, Input, Next, StepContext};

use crate::events::{BridgeWork, Event};
use crate::options::is_false;
use crate::orders;
use crate::pack::{BridgeState, Side};
use crate::position::ledger::Game;
use crate::refusal::MoveRefusal;
use crate::{Reply, SevenDays};

/// An attempt to build a bridge (15.4.3).
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Build {
    pub side: Side,
    pub bridge: Id,
    #[serde(default, skip_serializing_if = "is_false")]
    pub engineers: bool,
}

/// Attempts to destroy bridges, one after the other (15.4.1).
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Demolition {
    pub side: Side,
    pub bridges: SortedSet<Id>,
}

impl SevenDays {
    /// The modifier from the two ends of a bridge (15.4.2, 15.4.3): 3 for each Free one, 2 for one that is Contested
    /// and controlled by the side, 1 for one that is Contested and controlled by the enemy.
    pub fn bridge_modifier(&self, game: &Game, side: Side, bridge: &Id) -> i8 {
        let end = |area: &Area| match (game.is_contested(&self.pack, *area), game.control(*area) == side) {
            (false, true) => 3,
            (true, true) => 2,
            (true, false) => 1,
            (false, false) => 0,
        };
        self.pack.map.bridge(bridge).map_or(0, |boundary| boundary.areas.iter().map(end).sum())
    }

    /// Gives a bridge to a side, if it exists and is not already the side's (15.4).
    pub fn hold_bridge(&self, game: &mut Game, events: &mut Events, bridge: &Id, side: Side) {
        let state = BridgeState::held_by(side);
        let known = game.bridges.get(bridge).copied();
        if game.options.bridges && known.is_some_and(|known| known != BridgeState::Destroyed && known != state) {
            game.bridges.insert(bridge.clone(), state);
            events.emit("15.4", &Event::Bridge { bridge: bridge.clone(), state });
        }
    }

    /// Gives a side every bridge between two areas that it controls (15.4).
    pub fn hold_bridges(&self, game: &mut Game, events: &mut Events) {
        if !game.options.bridges {
            return;
        }
        for boundary in &self.pack.map.boundaries {
            let [a, b] = boundary.areas.map(|area| game.control(area));
            if let Some(bridge) = boundary.bridge.as_ref().filter(|_| a == b) {
                self.hold_bridge(game, events, &bridge.id, a);
            }
        }
    }

    /// Whether a side may try to build a bridge from its Active Area (15.4.3).
    ///
    /// # Errors
    /// Why not.
    pub fn may_build(&self, game: &Game, side: Side, area: Area, build: &orders::Build) -> Result<(), Problem> {
        self.with_bridges(game, side)?;
        if let Some(problem) = self.unknown_bridge(&build.bridge) {
            return Err(problem);
        }
        let bridge = build.bridge.clone();
        let beside = self.pack.map.bridge(&build.bridge).is_some_and(|boundary| boundary.areas.contains(&area));
        let elsewhere = game.engineers.as_ref().filter(|at| build.engineers && **at != build.bridge);
        let (refusal, rule) = if !beside {
            (MoveRefusal::BridgeElsewhere { bridge, area }, "15.4.3")
        } else if game.bridges.get(&build.bridge) != Some(&BridgeState::Destroyed) {
            (MoveRefusal::BridgeStands { bridge }, "15.4.3")
        } else if game.control(area) != side {
            (MoveRefusal::BuildsInEnemyArea { area }, "15.4.3")
        } else if !self.reaches_base(game, area, side) {
            (MoveRefusal::NoPathToBase { area }, "15.4.3")
        } else if side == Side::Confederate && game.built {
            (MoveRefusal::HasBuiltBridge, "15.4.3")
        } else if build.engineers && side == Side::Confederate {
            (MoveRefusal::EngineersAreUnions, "15.4.4")
        } else if let Some(at) = elsewhere {
            (MoveRefusal::EngineersElsewhere { bridge: at.clone() }, "15.4.4")
        } else {
            return Ok(());
        };
        Err(refusal.problem(self, side).rule(rule))
    }

    /// Whether a path of areas controlled by a side leads from an area to the side's base (15.4.3).
    fn reaches_base(&self, game: &Game, area: Area, side: Side) -> bool {
        let Some(scenario) = self.scenario(game) else { return false };
        let bases = match side {
            Side::Confederate => vec![scenario.richmond],
            Side::Union => vec![scenario.train, scenario.train_to],
        };
        bases.into_iter().any(|base| self.is_connected(game, area, base, side))
    }

    /// Whether a side may try to destroy a bridge at the end of its impulse (15.4.1, SD-43): units were in
    /// the Active Area when it began, and need not be there still.
    ///
    /// # Errors
    /// Why not.
    pub fn may_demolish(&self, game: &Game, side: Side, bridge: &Id) -> Result<(), Problem> {
        self.with_bridges(game, side)?;
        if let Some(problem) = self.unknown_bridge(bridge) {
            return Err(problem);
        }
        let area = game.current.as_ref().and_then(|current| current.area).unwrap_or_default();
        let ends = self.pack.map.bridge(bridge).map(|boundary| boundary.areas).unwrap_or_default();
        let enemy_at = |end: &Area| game.control(*end) != side || game.has_units(&self.pack, *end, side.other());
        // Whoever was there when the impulse began, wherever he is now.
        let mut began = game.current.iter().flat_map(|current| &current.began);
        let refusal = if !ends.contains(&area) {
            MoveRefusal::BridgeElsewhere { bridge: bridge.clone(), area }
        } else if game.bridges.get(bridge).and_then(|state| state.holder()) != Some(side) {
            MoveRefusal::BridgeNotHeld { bridge: bridge.clone() }
        } else if !ends.iter().any(enemy_at) {
            MoveRefusal::NoEnemyAtBridge { bridge: bridge.clone() }
        } else if !began.any(|id| self.unit(id).is_some()) {
            MoveRefusal::NobodyAtBridge { area }
        } else {
            return Ok(());
        };
        Err(refusal.problem(self, side).rule("15.4.1"))
    }

    fn with_bridges(&self, game: &Game, side: Side) -> Result<(), Problem> {
        match game.options.bridges {
            true => Ok(()),
            false => Err(MoveRefusal::NoBridgeRules.problem(self, side).rule("15.4")),
        }
    }
}

impl Build {
    /// The attempt that an order makes.
    pub fn new(side: Side, order: &orders::Build) -> Build {
        Build { side, bridge: order.bridge.clone(), engineers: order.engineers }
    }

    pub fn step(
        &mut self,
        rules: &SevenDays,
        cx: StepContext<'_, SevenDays>,
        input: Input<SevenDays>,
    ) -> Next<SevenDays> {
        let StepContext { game, events, .. } = cx;
        let Input::Faces(faces) = input else {
            if self.engineers && game.engineers.is_none() {
                game.engineers = Some(self.bridge.clone());
                events.emit("15.4.4", &Event::Engineers { bridge: game.engineers.clone() });
            }
            return Next::Roll { purpose: format!("build {}", self.side), rule: "15.4.3", count: 1, sides: 6 };
        };
        let helped = self.side == Side::Union && game.engineers.as_ref() == Some(&self.bridge);
        let die = crate::total(&faces);
        let modifier = rules.bridge_modifier(game, self.side, &self.bridge) + i8::from(helped);
        let done = i16::from(die) + i16::from(modifier) >= 7;
        let (side, bridge, work) = (self.side, self.bridge.clone(), BridgeWork::Build);
        events.emit("15.4.3", &Event::BridgeWork { side, bridge, work, die, modifier, done });
        if done {
            let state = BridgeState::held_by(self.side);
            game.bridges.insert(self.bridge.clone(), state);
            game.built |= self.side == Side::Confederate;
            events.emit("15.4.3", &Event::Bridge { bridge: self.bridge.clone(), state });
            // Once it is built, by either side, the Engineers are done (15.4.4).
            if game.engineers.as_ref() == Some(&self.bridge) {
                game.engineers = None;
                events.emit("15.4.4", &Event::Engineers { bridge: None });
            }
        }
        Next::Return(Reply::Done)
    }
}

impl Demolition {
    /// Attempts on bridges, in the order of their ids.
    pub fn new(side: Side, bridges: SortedSet<Id>) -> Demolition {
        Demolition { side, bridges }
    }

    pub fn step(
        &mut self,
        rules: &SevenDays,
        cx: StepContext<'_, SevenDays>,
        input: Input<SevenDays>,
    ) -> Next<SevenDays> {
        let StepContext { game, events, .. } = cx;
        let Some(bridge) = self.bridges.first().cloned() else { return Next::Return(Reply::Done) };
        let Input::Faces(faces) = input else {
            return Next::Roll { purpose: format!("demolish {}", self.side), rule: "15.4.1", count: 1, sides: 6 };
        };
        self.bridges.remove(&bridge);
        let die = crate::total(&faces);
        let modifier = rules.bridge_modifier(game, self.side, &bridge);
        let done = i16::from(die) + i16::from(modifier) > 8;
        let (side, work) = (self.side, BridgeWork::Demolish);
        events.emit("15.4.2", &Event::BridgeWork { side, bridge: bridge.clone(), work, die, modifier, done });
        if done {
            game.bridges.insert(bridge.clone(), BridgeState::Destroyed);
            events.emit("15.4.1", &Event::Bridge { bridge, state: BridgeState::Destroyed });
        }
        Next::Continue
    }
}
