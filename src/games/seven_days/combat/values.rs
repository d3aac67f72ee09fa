//! The Attack Value and the Defense Value (10.4.2, 10.4.3), term by term.

use crate::sorted::SortedSet;

use crate::board::Area;
use crate::document::Id;

use crate::SevenDays;
use crate::events::{Term, TermKind};
use crate::pack::{Kind, Side, Water};
use crate::position::ledger::{Game, Train, Weather};

/// An assault, as needed to compute its values.
#[derive(Clone, Copy, Debug)]
pub struct AssaultForces<'a> {
    pub area: Area,
    /// The attacker.
    pub side: Side,
    /// The assaulting units.
    pub units: &'a SortedSet<Id>,
    pub point: &'a Id,
    /// Activated leaders who lend their Combat Rating.
    pub leaders: &'a SortedSet<Id>,
    pub mandatory: bool,
}

/// The sum of the terms.
pub fn sum(terms: &[Term]) -> i16 {
    terms.iter().map(|term| term.value).sum()
}

fn term(what: TermKind, value: i16, who: Vec<Id>) -> Option<Term> {
    (value != 0 || matches!(what, TermKind::Point | TermKind::Forward)).then_some(Term { what, value, who })
}

impl SevenDays {
    /// The terms of the Attack Value (10.4.2).
    pub fn attack_value(&self, game: &Game, assault: &AssaultForces<'_>) -> Vec<Term> {
        let point = self.unit(assault.point).map_or(0, |unit| i16::from(unit.factors.attack));
        let forced = |id: &Id| game.current.as_ref().is_some_and(|current| current.forced.contains(id));
        let (mut fresh, mut mounted, mut tired) = (Vec::new(), Vec::new(), Vec::new());
        for id in assault.units.iter().filter(|id| *id != assault.point) {
            let (Some(unit), Some(state)) = (self.unit(id), game.units.get(id)) else { continue };
            match (unit.kind, state.exhausted || unit.kind == Kind::Infantry && forced(id)) {
                (Kind::Infantry, false) => fresh.push(id.clone()),
                (Kind::Infantry, true) => tired.push(id.clone()),
                (Kind::Artillery | Kind::Cavalry, false) => mounted.push(id.clone()),
                (Kind::Artillery | Kind::Cavalry, true) => {}
            }
        }
        let combat = |id: &Id| match (self.pack.forces.leaders.get(id), game.leaders.get(id)) {
            (Some(leader), Some(state)) if !state.successor => i16::from(leader.combat),
            _ => 0,
        };
        let commands: SortedSet<&Id> = assault.units.iter().filter_map(|id| Some(&self.unit(id)?.command)).collect();
        let count = |ids: &[Id]| i16::try_from(ids.len()).unwrap_or(i16::MAX);
        let more = i16::try_from(commands.len().saturating_sub(1)).unwrap_or(i16::MAX);
        let gunboats = game.options.gunboats && assault.side == Side::Union && self.on_james(assault.area);
        [
            term(TermKind::Point, point, vec![assault.point.clone()]),
            term(TermKind::Rain, -i16::from(game.weather == Weather::Rain), Vec::new()),
            term(
                TermKind::Leaders,
                assault.leaders.iter().map(combat).sum(),
                assault.leaders.iter().cloned().collect(),
            ),
            term(TermKind::FreshInfantry, 2 * count(&fresh), fresh),
            term(TermKind::FreshOthers, count(&mounted), mounted),
            term(TermKind::ExhaustedInfantry, count(&tired), tired),
            term(TermKind::Commands, -more, Vec::new()),
            term(TermKind::InactiveArmyLeader, -i16::from(!self.army_active(game, assault.side)), Vec::new()),
            term(TermKind::Gunboats, i16::from(gunboats), Vec::new()),
        ]
        .into_iter()
        .flatten()
        .collect()
    }

    /// The terms of the Defense Value (10.4.3) with that Forward Unit.
    pub fn defense_value(&self, game: &Game, assault: &AssaultForces<'_>, forward: &Id) -> Vec<Term> {
        let side = assault.side.other();
        let factor = self.unit(forward).map_or(0, |unit| i16::from(unit.factors.defense));
        let others =
            game.units_at(&self.pack, assault.area, side).filter(|(id, state, _)| *id != forward && !state.exhausted);
        let fresh: Vec<Id> = others.map(|(id, ..)| id.clone()).collect();
        let crossed = |water: Water| {
            let entered = game.current.as_ref().map(|current| &current.entered);
            let over = |id: &Id| entered.and_then(|entered| entered.get(id)).is_some_and(|entry| entry.water == water);
            assault.mandatory && assault.units.iter().any(over)
        };
        let terrain = self.pack.map.area(assault.area).map_or(0, |area| i16::from(area.tem));
        let count = i16::try_from(fresh.len()).unwrap_or(i16::MAX);
        let guns = game.options.gunboats && side == Side::Union && self.gunboats_defend(game, assault.area);
        [
            term(TermKind::Forward, factor, vec![forward.clone()]),
            term(TermKind::FreshDefenders, count, fresh),
            term(TermKind::Terrain, terrain, Vec::new()),
            term(TermKind::MinorWater, i16::from(crossed(Water::Minor)), Vec::new()),
            term(TermKind::MajorWater, i16::from(crossed(Water::Major)), Vec::new()),
            term(TermKind::Entrenchment, self.works_value(game, assault), Vec::new()),
            term(TermKind::NoSupplyTrain, -i16::from(side == Side::Union && !self.train_at_landing(game)), Vec::new()),
            term(TermKind::Gunboats, i16::from(guns), Vec::new()),
        ]
        .into_iter()
        .flatten()
        .collect()
    }

    /// The value of the defender's entrenchment: 0 under the Siege Guns (16.2, SD-55).
    pub fn works_value(&self, game: &Game, assault: &AssaultForces<'_>) -> i16 {
        let works = game.works.get(&assault.area).filter(|works| works.side != assault.side);
        let under_siege = assault.side == Side::Union && self.siege_guns_affect(game, assault);
        works.filter(|_| !under_siege).map_or(0, |works| i16::from(works.level))
    }

    /// Whether the Siege Guns affect an assault: they are in the area, or in one that its units came from (SD-77).
    fn siege_guns_affect(&self, game: &Game, assault: &AssaultForces<'_>) -> bool {
        let Some(at) = game.siege_guns else { return false };
        let entered = game.current.as_ref().map(|current| &current.entered);
        let from = |id: &Id| entered.and_then(|entered| entered.get(id)).map(|entry| entry.from);
        at == assault.area || assault.units.iter().any(|id| from(id) == Some(at))
    }

    fn on_james(&self, area: Area) -> bool {
        self.pack.map.area(area).is_some_and(|area| area.james)
    }

    /// Whether the gunboats help to defend an area: on the James, and at White House Landing (15.6).
    fn gunboats_defend(&self, game: &Game, area: Area) -> bool {
        self.on_james(area) || self.scenario(game).is_some_and(|scenario| scenario.train == area)
    }

    /// Whether the Supply Train stands at one of the landings (10.4.3).
    pub fn train_at_landing(&self, game: &Game) -> bool {
        matches!(game.train, Train::At(_))
    }
}
