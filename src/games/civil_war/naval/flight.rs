//! Ships next to which a fortification is built (8.10.6a).

use crate::sorted::SortedSet;

use adjutant_derive::sparse;
use serde::{Deserialize, Serialize};

use crate::board::Hex;
use crate::engine::{Asked, Events, Input, Next, StepContext};

use super::battle::{self, Battle, Fire};
use super::control;
use crate::events::{Cause, Event};
use crate::leaders::LeaderLoss;
use crate::leaders::untried::KnowsLeaders;
use crate::orders::{Answer, Question};
use crate::pack::{Side, Station, StationKind};
use crate::position::ledger::{Game, Hull, Hulls, Piece, Place, Squadron};
use crate::{CivilWar, Procedure, Reply, supply};

/// Ships that lie under the guns of a fortification that has just been built: it fires, and they go, a hexside at a
/// time, until no enemy fortification reaches them. Ships that lie together go together (CW-246).
#[sparse(been, apart, aboard)]
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Flight {
    /// Whose ships they are.
    pub side: Side,
    /// The squadrons, by number, that have still to go.
    pub fleets: Vec<u32>,
    /// The fortification.
    pub fort: Hex,
    #[serde(default)]
    pub stage: Stage,
    /// Where the first of them has been: it does not go back there.
    pub been: Vec<Station>,
    /// Squadrons that were fired at together with others before they separated.
    pub apart: Vec<u32>,
    /// The leaders with it.
    pub aboard: Vec<Piece>,
}

/// How far the first squadron has come.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Stage {
    /// It is where it was.
    #[default]
    Lying,
    /// It goes.
    Going,
    /// It is out of reach, or gone; its leaders are being checked.
    Over,
}

impl Flight {
    /// The flight of ships next to a fortification that the other side has built; `None` if there are none.
    pub fn from(rules: &CivilWar, game: &mut Game, side: Side, fort: Hex) -> Option<Flight> {
        let own = game.squadrons.values().filter(|squadron| squadron.side == side && squadron.at.borders(fort));
        let stations: SortedSet<Station> = own.map(|squadron| squadron.at).collect();
        if stations.is_empty() || !supply::fort_in_force(rules, game, fort, side.other()) {
            return None;
        }
        let mut fleets = Vec::new();
        for at in stations {
            let numbers: Vec<u32> = game.squadrons_at(at, side).map(|(number, _)| number).collect();
            let moved = game.squadrons_at(at, side).any(|(_, squadron)| squadron.moved);
            let hulls = game.hulls_at(at, side);
            for number in numbers {
                game.squadrons.remove(&number);
            }
            fleets.push(game.add_squadron(Squadron { side, at, hulls, moved, sailing: true }));
        }
        Some(Flight {
            side,
            fleets,
            fort,
            stage: Stage::Lying,
            been: Vec::new(),
            apart: Vec::new(),
            aboard: Vec::new(),
        })
    }

    /// The flight's next step.
    pub fn step(&mut self, rules: &CivilWar, cx: StepContext<'_, CivilWar>, input: Input<CivilWar>) -> Next<CivilWar> {
        let StepContext { game, events, .. } = cx;
        if game.options.untried_leaders {
            self.aboard.learn(game);
        }
        let found = self.fleets.first().and_then(|number| Some((*number, game.squadrons.get(number)?.clone())));
        let Some((fleet, squadron)) = found else {
            game.tidy();
            return Next::Return(Reply::Done);
        };
        match self.stage {
            Stage::Lying => {
                self.stage = Stage::Going;
                self.been = vec![squadron.at];
                if self.apart.contains(&fleet) {
                    return Next::Continue;
                }
                self.aboard = game.afloat_at(&rules.pack, squadron.at, self.side);
                Next::Call(Procedure::Battle(Battle::new(self.side, fleet, squadron.at, vec![self.fort], Fire::Built)))
            }
            Stage::Going if squadron.hulls.is_empty() => self.over(),
            Stage::Going if self.may_stay(rules, game, squadron.at) => {
                let event = Event::Moored { side: self.side, hulls: squadron.hulls, at: squadron.at };
                events.emit("8.10.6a", &event);
                self.over()
            }
            Stage::Going => {
                let options = self.options(rules, game, squadron.at, &squadron.hulls);
                match (options.as_slice(), input) {
                    ([], _) => {
                        self.trapped(rules, game, events, fleet, &squadron);
                        Next::Continue
                    }
                    (options, Input::Answer(Answer::Flight(to))) if options.contains(&to) => {
                        self.move_squadron(rules, game, events, fleet, to)
                    }
                    ([to], _) => self.move_squadron(rules, game, events, fleet, *to),
                    _ => {
                        let question = Question::Flight { side: self.side, at: squadron.at, options };
                        Next::Ask(Asked { side: self.side.id(), slug: "flight", rule: "8.10.6a", question })
                    }
                }
            }
            Stage::Over => {
                let aboard = std::mem::take(&mut self.aboard);
                let still = |piece: &Piece| matches!(game.pieces.get(piece), Some(Place::Afloat { .. }));
                let checks = aboard.into_iter().filter(still).map(|piece| (piece, Cause::Afloat)).collect::<Vec<_>>();
                match LeaderLoss::procedure(checks) {
                    Some(procedure) => Next::Call(procedure),
                    None => {
                        self.halt(game, fleet);
                        Next::Continue
                    }
                }
            }
        }
    }

    fn over(&mut self) -> Next<CivilWar> {
        self.stage = Stage::Over;
        Next::Continue
    }

    /// The first squadron stops, and it is the next one's turn.
    fn halt(&mut self, game: &mut Game, fleet: u32) {
        if let Some(squadron) = game.squadrons.get_mut(&fleet) {
            squadron.sailing = false;
        }
        for place in game.pieces.values_mut() {
            if let (Place::Afloat { at, sailing, .. }, Some(squadron)) = (place, game.squadrons.get(&fleet))
                && *at == squadron.at
            {
                *sailing = false;
            }
        }
        self.fleets.remove(0);
        self.been.clear();
        self.stage = Stage::Lying;
    }

    /// Whether ships may stay at a station: no enemy fortification reaches it, and it is not the open sea (CW-226).
    fn may_stay(&self, rules: &CivilWar, game: &Game, at: Station) -> bool {
        rules.pack.map.waterways().station_kind(at) != Some(StationKind::Sea)
            && control::guns(rules, game, at, self.side).is_empty()
    }

    /// Where ships may go next: not where they have been, and only where a path leads out of the reach of every enemy
    /// fortification (8.10.6a, 8.4.3).
    fn options(&self, rules: &CivilWar, game: &Game, at: Station, hulls: &Hulls) -> Vec<Station> {
        let ways = rules.pack.map.waterways();
        let next = |from: Station| -> Vec<Station> {
            let steps = ways.steps(from).iter().filter(|step| {
                hulls.may_go(&rules.pack, |waters| step.by.admits(waters) && ways.admits(step.to, waters))
            });
            steps.map(|step| step.to).filter(|to| !self.been.contains(to)).collect()
        };
        let leads_out = |to: &Station| {
            let mut seen = SortedSet::from([at, *to]);
            let mut open = vec![*to];
            while let Some(here) = open.pop() {
                if self.may_stay(rules, game, here) {
                    return true;
                }
                open.extend(next(here).into_iter().filter(|to| seen.insert(*to)));
            }
            false
        };
        next(at).into_iter().filter(leads_out).collect()
    }

    /// Moves the first squadron to the next station, where it is fired at and meets whatever is there (8.10.8, 8.10.9).
    fn move_squadron(
        &mut self,
        rules: &CivilWar,
        game: &mut Game,
        events: &mut Events,
        fleet: u32,
        to: Station,
    ) -> Next<CivilWar> {
        let Some(squadron) = game.squadrons.get_mut(&fleet) else { return Next::Continue };
        let from = std::mem::replace(&mut squadron.at, to);
        let hulls = squadron.hulls.clone();
        for piece in &self.aboard {
            if let Some(Place::Afloat { at, sailing, .. }) = game.pieces.get_mut(piece) {
                (*at, *sailing) = (to, true);
            }
        }
        self.been.push(to);
        let (side, aboard) = (self.side, self.aboard.clone());
        events.emit("8.10.6a", &Event::Sailed { side, leader: None, hulls, from, way: vec![to], sp: 0, aboard });
        let forts = control::guns(rules, game, to, side);
        if forts.is_empty() && game.hulls_at(to, side.other()).is_empty() {
            return Next::Continue;
        }
        Next::Call(Procedure::Battle(Battle::new(side, fleet, to, forts, Fire::Passing)))
    }

    /// No path leads out. River and ocean ships that find none together look for separate ones; ships that find none at
    /// all are lost (8.4.3, CW-246).
    fn trapped(&mut self, rules: &CivilWar, game: &mut Game, events: &mut Events, fleet: u32, squadron: &Squadron) {
        let rivers = squadron.hulls.on_rivers(&rules.pack);
        if !rivers.is_empty() && rivers != squadron.hulls {
            if let Some(squadron) = game.squadrons.get_mut(&fleet) {
                squadron.hulls.subtract(&rivers);
            }
            let apart = game.add_squadron(Squadron { hulls: rivers, ..squadron.clone() });
            self.fleets.insert(1, apart);
            self.apart.push(apart);
            return;
        }
        for hull in squadron.hulls.kinds() {
            let count = match &hull {
                Hull::Ship(_) => 1,
                Hull::Transport(waters) => squadron.hulls.of(*waters),
            };
            for _ in 0..count {
                battle::remove_ship(game, events, &[fleet], &hull, true);
            }
        }
    }
}
