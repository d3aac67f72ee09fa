//! Assaults (10): who takes part, the dice, the result, losses, retreats, a Rout.

use crate::sorted::SortedSet;

use serde::{Deserialize, Serialize};

use crate::board::Area;
use crate::document::{Id, Problem};
use crate::engine::{Asked, Events, Input, Next, StepContext};

use crate::combat::leader_casualties::CasualtyRolls;
use crate::combat::retreat::Retreat;
use crate::combat::values::{AssaultForces, sum};
use crate::events::{AdvantageUse, Elimination, Event};
use crate::movement::leader_placement::{LeaderPlacement, LeaderRetreat, PlacementReason};
use crate::options::is_false;
use crate::orders::{Answer, Attack, Loss, Question};
use crate::pack::{Kind, Side};
use crate::phases::impulse::assault_under_way;
use crate::position::ledger::{Game, Impulse, Outcome};
use crate::refusal::{ImpulseRefusal, NameRefusal};
use crate::{Procedure, Reply, SevenDays};

/// An assault in progress.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct AssaultInProgress {
    pub area: Area,
    /// The attacker.
    pub side: Side,
    pub units: SortedSet<Id>,
    pub point: Id,
    /// Activated leaders who lend their Combat Rating.
    #[serde(default, skip_serializing_if = "SortedSet::is_empty")]
    pub leaders: SortedSet<Id>,
    /// Whether the assault was forced by entering the area (10.1).
    #[serde(default, skip_serializing_if = "is_false")]
    pub mandatory: bool,
    /// Whether the area was Contested when the impulse began.
    #[serde(default, skip_serializing_if = "is_false")]
    pub contested: bool,
    #[serde(default, skip_serializing_if = "is_false")]
    pub stay: bool,
    #[serde(default, skip_serializing_if = "is_false")]
    pub leave_works: bool,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub forward: Option<Id>,
    /// Leaders of both sides who were there when the dice were rolled (15.2).
    #[serde(default, skip_serializing_if = "SortedSet::is_empty")]
    pub present: SortedSet<Id>,
    /// Whether a defender was Fresh before the dice were rolled (10.3).
    #[serde(default, skip_serializing_if = "is_false")]
    pub fresh: bool,
    /// Whether the defender was entrenched and the entrenchment counted (10.5, 10.6.1).
    #[serde(default, skip_serializing_if = "is_false")]
    pub entrenched: bool,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub attack: Option<[u8; 2]>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub defense: Option<[u8; 2]>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub outcome: Option<Outcome>,
    /// Casualty Points that the defender has to take.
    #[serde(default, skip_serializing_if = "crate::document::is_zero")]
    pub points: u64,
    /// Defenders who have retreated.
    #[serde(default, skip_serializing_if = "SortedSet::is_empty")]
    pub fled: SortedSet<Id>,
    /// Bridges that the attackers crossed to get here (15.4).
    #[serde(default, skip_serializing_if = "SortedSet::is_empty")]
    pub bridges: SortedSet<Id>,
    pub stage: Stage,
}

/// What an assault does next.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Stage {
    Forward,
    Attack,
    Defense,
    Heroic,
    Result,
    /// The attacker has gone back, or the defender's losses have been taken: units retreat.
    Retreats,
    /// Units may retreat voluntarily.
    Withdraw,
    /// Leaders go with them.
    Leaders,
    /// The area changes hands; leaders left alone are placed.
    Settle,
    Checks,
    Over,
}

/// The units that must assault an area: all that entered it, if it was not Contested when the impulse began (10.1).
pub fn units_that_must_assault(rules: &SevenDays, game: &Game, area: Area) -> SortedSet<Id> {
    let Some(current) = &game.current else { return SortedSet::new() };
    if current.contested.contains(&area) || current.assaulted.contains_key(&area) {
        return SortedSet::new();
    }
    let here = |id: &&Id| game.units.get(*id).is_some_and(|state| state.at == area);
    let enemies = |side: Side| game.has_units(&rules.pack, area, side.other());
    let entered = current.entered.keys().filter(here);
    entered.filter(|id| rules.side_of(id).is_some_and(enemies)).cloned().collect()
}

/// The units that may assault an area: activated units that began in it or have entered it (10.0, 10.2, 10.3).
pub fn units_that_may_assault(rules: &SevenDays, game: &Game, side: Side, area: Area) -> SortedSet<Id> {
    let Some(current) = &game.current else { return SortedSet::new() };
    let able = |id: &&Id| {
        let entered = current.entered.contains_key(*id);
        // A unit that began in the Active Area and has come back may have spent the Movement Factors for the assault.
        rules.may_act(game, current, side, id).is_ok() && (entered || current.area == Some(area))
    };
    game.units_at(&rules.pack, area, side).map(|(id, ..)| id).filter(able).cloned().collect()
}

/// Whether a unit may be the Point Unit of an assault (9.3, SD-17).
pub fn may_be_point_unit(rules: &SevenDays, game: &Game, area: Area, id: &Id) -> Result<(), Problem> {
    let (Some(unit), Some(state)) = (rules.unit(id), game.units.get(id)) else {
        let side = rules.side_of(id).unwrap_or(Side::Union);
        return Err(NameRefusal::NoSuchUnit { unit: id.clone() }.problem(rules, side));
    };
    if state.exhausted {
        let refusal = ImpulseRefusal::PointUnitExhausted { unit: id.clone() };
        return Err(refusal.problem(rules, unit.side).rule("9.3"));
    }
    let began =
        game.current.as_ref().is_some_and(|current| current.area == Some(area) && current.contested.contains(&area));
    if unit.kind == Kind::Artillery && !began {
        let refusal = ImpulseRefusal::PointUnitArtillery { unit: id.clone() };
        return Err(refusal.problem(rules, unit.side).rule("9.3"));
    }
    Ok(())
}

/// Begins an assault.
///
/// # Errors
/// Every reason why it is not legal.
pub fn begin(
    rules: &SevenDays,
    game: &mut Game,
    events: &mut Events,
    side: Side,
    order: &Attack,
) -> Result<Option<Procedure>, Vec<Problem>> {
    let fight = check(rules, game, side, order)?;
    rules.mark_acting(game, events, &fight.units);
    Ok(Some(Procedure::Assault(Box::new(fight))))
}

/// The assault that an order begins.
///
/// # Errors
/// Every reason why it is not legal.
pub fn check(rules: &SevenDays, game: &Game, side: Side, order: &Attack) -> Result<AssaultInProgress, Vec<Problem>> {
    let current = assault_under_way(rules, game, side).map_err(|problem| vec![problem])?;
    let area = order.area;
    let at = |problem: Problem| problem.in_path("attack.area");
    if let Some(problem) = rules.unknown_area(area) {
        return Err(vec![at(problem)]);
    }
    if !game.has_units(&rules.pack, area, side.other()) {
        return Err(vec![at(ImpulseRefusal::NoEnemyThere { area }.problem(rules, side).rule("10.0"))]);
    }
    if current.assaulted.contains_key(&area) {
        return Err(vec![at(ImpulseRefusal::AlreadyAssaulted { area }.problem(rules, side).rule("9.1"))]);
    }
    let able = units_that_may_assault(rules, game, side, area);
    let bound = units_that_must_assault(rules, game, area);
    let units = if order.units.is_empty() {
        default_units(rules, game, &current, side, &able, &bound)
    } else {
        order.units.clone()
    };
    let mut problems = Vec::new();
    let mut now = current.clone();
    for id in &units {
        let refused = rules.may_act(game, &now, side, id);
        let here = game.units.get(id).is_some_and(|state| state.at == area);
        match refused {
            Err(problem) => problems.push(problem.in_path("attack.units")),
            Ok(()) if !here => {
                let problem = ImpulseRefusal::AttackerElsewhere { unit: id.clone(), area }.problem(rules, side);
                problems.push(problem.in_path("attack.units").rule("10.0"));
            }
            Ok(()) => rules.set_single_unit(&mut now, id),
        }
    }
    for id in bound.difference(&units) {
        let problem = ImpulseRefusal::MustAssault { unit: id.clone(), area }.problem(rules, side);
        problems.push(problem.in_path("attack.units").rule("10.1"));
    }
    let point = match &order.point {
        Some(point) if !units.contains(point) => {
            let problem = ImpulseRefusal::PointUnitNotAssaulting { unit: point.clone() }.problem(rules, side);
            problems.push(problem.in_path("attack.point").rule("10.2"));
            None
        }
        Some(point) => match may_be_point_unit(rules, game, area, point) {
            Ok(()) => Some(point.clone()),
            Err(problem) => {
                problems.push(problem.in_path("attack.point"));
                None
            }
        },
        None => {
            let best = default_point_unit(rules, game, area, &units);
            if best.is_none() && problems.is_empty() {
                let problem = ImpulseRefusal::NoPointUnit.problem(rules, side);
                problems.push(problem.in_path("attack").rule("10.2"));
            }
            best
        }
    };
    // A leader who was left alone is Inactive, wherever he was placed (9.6).
    let lends =
        |id: &&Id| game.leader_at(id) == Some(area) && game.leaders.get(*id).is_some_and(|state| !state.inactive);
    let lend: SortedSet<Id> = current.leaders.iter().filter(lends).cloned().collect();
    let successor = |id: &Id| game.leaders.get(id).is_some_and(|state| state.successor);
    for id in order.spare.iter().filter(|id| !lend.contains(*id)) {
        let problem = ImpulseRefusal::SparesOtherLeader { leader: id.clone(), area }.problem(rules, side);
        problems.push(problem.in_path("attack.spare").rule("10.4.2"));
    }
    let Some(point) = point.filter(|_| problems.is_empty()) else { return Err(problems) };
    Ok(AssaultInProgress {
        area,
        side,
        units,
        point,
        leaders: lend.difference(&order.spare).filter(|id| !successor(id)).cloned().collect(),
        mandatory: !bound.is_empty(),
        contested: current.contested.contains(&area),
        stay: order.stay,
        leave_works: order.leave_works,
        forward: None,
        present: SortedSet::new(),
        fresh: false,
        entrenched: false,
        attack: None,
        defense: None,
        outcome: None,
        points: 0,
        fled: SortedSet::new(),
        bridges: SortedSet::new(),
        stage: Stage::Forward,
    })
}

/// The default units of an assault: all that must take part, or else all that may; without a leader, the Independent
/// units and one more.
fn default_units(
    rules: &SevenDays,
    game: &Game,
    current: &crate::position::ledger::Impulse,
    side: Side,
    able: &SortedSet<Id>,
    bound: &SortedSet<Id>,
) -> SortedSet<Id> {
    if !bound.is_empty() {
        return bound.clone();
    }
    if current.single != crate::position::ledger::SingleUnit::Any {
        return able.clone();
    }
    let independent = |id: &&Id| rules.unit(id).is_some_and(|unit| rules.pack.forces.is_independent(unit));
    let (free, others): (Vec<&Id>, Vec<&Id>) = able.iter().partition(independent);
    let strength = |id: &&&Id| (!game.units[**id].exhausted, rules.unit(id).map_or(0, |unit| unit.factors.attack));
    let best = others.iter().rev().max_by_key(strength).copied();
    let _ = side;
    free.into_iter().chain(best).cloned().collect()
}

/// The default Point Unit: of those that may be it, the one with the highest Attack Factor, infantry first.
pub fn default_point_unit(rules: &SevenDays, game: &Game, area: Area, units: &SortedSet<Id>) -> Option<Id> {
    let fit = units.iter().filter(|id| may_be_point_unit(rules, game, area, id).is_ok());
    let factor =
        |id: &&Id| rules.unit(id).map_or((0, false), |unit| (unit.factors.attack, unit.kind == Kind::Infantry));
    fit.rev().max_by_key(factor).cloned()
}

impl AssaultInProgress {
    /// The two sides, in the form needed to compute the values.
    pub fn forces(&self) -> AssaultForces<'_> {
        let AssaultInProgress { area, side, units, point, leaders, mandatory, .. } = self;
        AssaultForces { area: *area, side: *side, units, point, leaders, mandatory: *mandatory }
    }

    pub fn step(
        &mut self,
        rules: &SevenDays,
        cx: StepContext<'_, SevenDays>,
        input: Input<SevenDays>,
    ) -> Next<SevenDays> {
        let StepContext { game, events, .. } = cx;
        let enemy = self.side.other();
        match (self.stage, input) {
            (Stage::Forward, Input::Answer(Answer::Forward(forward))) => {
                self.determine_values(rules, game, events, forward);
                Next::Continue
            }
            (Stage::Forward, _) => {
                let units: Vec<Id> = game.units_at(&rules.pack, self.area, enemy).map(|(id, ..)| id.clone()).collect();
                let question = Question::Forward { area: self.area, units };
                Next::Ask(Asked { side: enemy.id(), slug: "forward", rule: "10.4", question })
            }
            (Stage::Attack, Input::Faces(faces)) => {
                self.attack = Some(crate::pair(&faces));
                // The first roll of two dice in a Confederate impulse (6.3.1).
                if let Some(current) = game.current.as_mut().filter(|_| self.side == Side::Confederate) {
                    current.sunset = current.sunset.or(Some(crate::total(&faces)));
                }
                self.stage = Stage::Defense;
                Next::Continue
            }
            (Stage::Attack, _) => {
                Next::Roll { purpose: format!("assault {}", self.side), rule: "10.4.1", count: 2, sides: 6 }
            }
            (Stage::Defense, Input::Faces(faces)) => {
                self.defense = Some(crate::pair(&faces));
                self.compare(rules, game, events);
                Next::Continue
            }
            (Stage::Defense, _) => {
                Next::Roll { purpose: format!("assault {enemy}"), rule: "10.4.1", count: 2, sides: 6 }
            }
            (Stage::Heroic, Input::Answer(Answer::Heroic(yes))) => {
                if yes && rules.use_advantage(game, events, enemy, AdvantageUse::HeroicDefence).is_ok() {
                    self.outcome = Some(Outcome::Stalemate);
                    self.points = 0;
                }
                self.stage = Stage::Result;
                Next::Continue
            }
            (Stage::Heroic, _) => {
                let points = u32::try_from(self.points).unwrap_or(u32::MAX);
                let question = Question::Heroic { area: self.area, points };
                Next::Ask(Asked { side: enemy.id(), slug: "heroic", rule: "12.1", question })
            }
            (Stage::Result, Input::Answer(Answer::Losses(losses))) => self.take_losses(rules, game, events, &losses),
            (Stage::Result, _) => self.result(rules, game, events),
            (Stage::Retreats, _) => {
                // A Rout is decided before anybody retreats voluntarily (10.5).
                if self.outcome == Some(Outcome::Success) && self.is_rout(rules, game) {
                    self.outcome = Some(Outcome::Rout);
                }
                self.stage = Stage::Withdraw;
                Next::Continue
            }
            (Stage::Withdraw, Input::Answer(Answer::Withdraw(units))) => {
                self.stage = Stage::Leaders;
                self.fled.extend(units.iter().cloned());
                let units = units.into_iter().collect();
                Next::Call(Procedure::Retreat(Retreat { willing: true, ..Retreat::new(enemy, self.area, units) }))
            }
            (Stage::Withdraw, _) => {
                let defenders = game.units_at(&rules.pack, self.area, enemy).map(|(id, ..)| id);
                let units: Vec<Id> = defenders.filter(|id| rules.can_retreat(game, id, self.area)).cloned().collect();
                if units.is_empty() {
                    self.stage = Stage::Leaders;
                    return Next::Continue;
                }
                let question = Question::Withdraw { area: self.area, units };
                Next::Ask(Asked { side: enemy.id(), slug: "withdraw", rule: "10.7.3", question })
            }
            (Stage::Leaders, _) => self.leaders_follow(rules, game),
            (Stage::Settle, _) => {
                rules.update_control(game, events, self.area, !self.leave_works);
                self.stage = Stage::Checks;
                let leaders: SortedSet<Id> =
                    rules.stranded(game).into_iter().chain(self.orphans(rules, game)).collect();
                if leaders.is_empty() {
                    return Next::Continue;
                }
                Next::Call(Procedure::Placing(LeaderPlacement {
                    leaders: leaders.into_iter().collect(),
                    why: PlacementReason::Alone,
                }))
            }
            (Stage::Checks, _) => {
                self.conclude(rules, game, events);
                self.stage = Stage::Over;
                match (self.attack, self.defense) {
                    (Some(attack), Some(defense))
                        if game.options.leader_casualties
                            && attack.iter().sum::<u8>() == defense.iter().sum::<u8>() =>
                    {
                        Next::Call(Procedure::Checks(CasualtyRolls::new(self.side, &self.present, &self.leaders)))
                    }
                    _ => Next::Continue,
                }
            }
            (Stage::Over, _) => Next::Return(Reply::Done),
        }
    }

    /// The two sides meet: determines who fights and with which values (10.4).
    fn determine_values(&mut self, rules: &SevenDays, game: &Game, events: &mut Events, forward: Id) {
        let enemy = self.side.other();
        let defenders: SortedSet<Id> =
            game.units_at(&rules.pack, self.area, enemy).map(|(id, ..)| id.clone()).collect();
        self.fresh = game.has_fresh(&rules.pack, self.area, enemy);
        self.entrenched = rules.works_value(game, &self.forces()) > 0;
        self.present =
            Side::BOTH.iter().flat_map(|side| game.leaders_in(&rules.pack, self.area, *side)).cloned().collect();
        events.emit(
            "10.4",
            &Event::Assault {
                area: self.area,
                side: self.side,
                mandatory: self.mandatory,
                units: self.units.clone(),
                point: self.point.clone(),
                forward: forward.clone(),
                defenders,
            },
        );
        let attack = rules.attack_value(game, &self.forces());
        let defense = rules.defense_value(game, &self.forces(), &forward);
        events.emit("10.4.2", &Event::Values { attack, defense });
        let crossed = |id: &Id| {
            let entry = game.current.as_ref()?.entered.get(id)?;
            let boundary = rules.pack.map.boundary(entry.from, self.area)?;
            boundary.bridge.as_ref().map(|bridge| bridge.id.clone())
        };
        self.bridges = self.units.iter().filter_map(crossed).collect();
        self.forward = Some(forward);
        self.stage = Stage::Attack;
    }

    /// Compares the totals (10.4.4).
    fn compare(&mut self, rules: &SevenDays, game: &Game, events: &mut Events) {
        let (attack, defense) = (self.attack.unwrap_or_default(), self.defense.unwrap_or_default());
        let forward = self.forward.clone().unwrap_or_else(|| self.point.clone());
        let dice = |faces: [u8; 2]| faces.iter().map(|face| i16::from(*face)).sum::<i16>();
        let attack_total = sum(&rules.attack_value(game, &self.forces())) + dice(attack);
        let defense_total = sum(&rules.defense_value(game, &self.forces(), &forward)) + dice(defense);
        let outcome = match attack_total.cmp(&defense_total) {
            std::cmp::Ordering::Less => Outcome::Repulse,
            std::cmp::Ordering::Equal => Outcome::Stalemate,
            std::cmp::Ordering::Greater => Outcome::Success,
        };
        self.outcome = Some(outcome);
        let event = Event::AssaultDice { area: self.area, attack, defense, attack_total, defense_total, outcome };
        events.emit("10.4.4", &event);
        self.stage = Stage::Result;
        if outcome != Outcome::Success {
            return;
        }
        // An entrenchment absorbs one of the defender's points (10.6.1).
        let due = u32::try_from(attack_total - defense_total).unwrap_or(0);
        let points = due - u32::from(self.entrenched);
        let enemy = self.side.other();
        self.points = u64::from(points);
        let rout = rules.must_empty(game, self.area, enemy, points) && self.rout_allowed(rules, game);
        if game.has_advantage(enemy) && !rout {
            self.stage = Stage::Heroic;
        }
    }

    /// Whether emptying the area would be a Rout (10.5).
    fn rout_allowed(&self, rules: &SevenDays, game: &Game) -> bool {
        let works = game.works.get(&self.area).is_some_and(|works| works.side != self.side);
        let across = |id: &Id| {
            game.current.as_ref().and_then(|current| current.entered.get(id)).is_some_and(|entry| !entry.road)
        };
        !works && self.area != rules.richmond(game) && !self.units.iter().any(across)
    }

    fn is_rout(&self, rules: &SevenDays, game: &Game) -> bool {
        game.is_vacant(&rules.pack, self.area, self.side) && self.rout_allowed(rules, game)
    }

    /// Carries out the result (10.4.4, 13.1).
    fn result(&mut self, rules: &SevenDays, game: &mut Game, events: &mut Events) -> Next<SevenDays> {
        self.stage = Stage::Retreats;
        let enemy = self.side.other();
        let artillery = |id: &&Id| rules.unit(id).is_some_and(|unit| unit.kind == Kind::Artillery);
        let tired: Vec<Id> = std::iter::once(&self.point).chain(self.units.iter().filter(artillery)).cloned().collect();
        match self.outcome {
            Some(Outcome::Repulse) => {
                let exhausted = |id: &&Id| game.units.get(*id).is_some_and(|state| state.exhausted);
                let broken: SortedSet<Id> = self.units.iter().filter(exhausted).cloned().collect();
                rules.exhaust(game, events, &self.units, "10.4.4");
                rules.eliminate(game, events, &broken, Elimination::Repulsed, "10.4.4");
                // A reduced unit shares the fate of the unit that it replaces (15.5).
                self.units.extend(broken.iter().filter_map(|id| rules.unit(id)?.reduced.clone()));
                self.fall_back(rules, game, self.mandatory || !self.stay, self.mandatory)
            }
            Some(Outcome::Stalemate) => {
                rules.exhaust(game, events, &tired, "10.4.4");
                if let Some(forward) = self.forward.clone() {
                    match game.units.get(&forward).is_some_and(|state| state.exhausted) {
                        true => {
                            rules.eliminate(game, events, &SortedSet::from([forward]), Elimination::Stalemate, "10.4.4")
                        }
                        false => rules.exhaust(game, events, [&forward], "10.4.4"),
                    }
                }
                self.fall_back(rules, game, !self.contested, self.mandatory)
            }
            Some(Outcome::Success | Outcome::Rout) => {
                rules.exhaust(game, events, &tired, "10.4.4");
                let points = u32::try_from(self.points).unwrap_or(u32::MAX);
                let most = rules.most_points(game, self.area, enemy);
                let (spared, lost) = (u32::from(self.entrenched), points.saturating_sub(most));
                let event = Event::CasualtyPoints { area: self.area, points: points - lost, spared, lost };
                events.emit(if spared > 0 { "10.6.1" } else { "10.6" }, &event);
                let Some(forward) = self.forward.clone().filter(|_| points > 0) else { return Next::Continue };
                self.stage = Stage::Result;
                let question = Question::Losses { area: self.area, points: points - lost, forward };
                Next::Ask(Asked { side: enemy.id(), slug: "losses", rule: "10.6", question })
            }
            None => Next::Continue,
        }
    }

    /// The attackers that entered the area in this impulse go back to where they came from, if they must, or if they
    /// may and want to (10.4.4, 10.7, SD-95).
    fn fall_back(&mut self, rules: &SevenDays, game: &Game, go: bool, repulsed: bool) -> Next<SevenDays> {
        // A unit that began in the area stays, even if it has left the area and come back (10.4.4).
        let here = |current: &&Impulse| current.area == Some(self.area);
        let Some(current) = game.current.as_ref().filter(|current| go && !here(current)) else { return Next::Continue };
        let back = |id: &Id| {
            // A reduced unit goes to where the unit that it replaces came from.
            let from = current.entered.get(id).or_else(|| {
                let whole = rules.pack.forces.units.values().find(|unit| unit.reduced.as_ref() == Some(id))?;
                current.entered.get(&whole.id)
            });
            Some((id.clone(), from?.from))
        };
        let back: crate::sorted::SortedMap<Id, Area> =
            self.units.iter().filter(|id| game.units.contains_key(*id)).filter_map(back).collect();
        let units: Vec<Id> = back.keys().cloned().collect();
        if units.is_empty() {
            return Next::Continue;
        }
        // A unit that is not forced to go stays if its way back is closed (10.4.4).
        let willing = !repulsed;
        Next::Call(Procedure::Retreat(Retreat { back, repulsed, willing, ..Retreat::new(self.side, self.area, units) }))
    }

    /// The defender's losses (10.6).
    fn take_losses(
        &mut self,
        rules: &SevenDays,
        game: &mut Game,
        events: &mut Events,
        losses: &[Loss],
    ) -> Next<SevenDays> {
        self.stage = Stage::Retreats;
        let mut retreating = Vec::new();
        for loss in losses {
            match loss {
                Loss::Exhaust(unit) => rules.exhaust(game, events, [unit], "10.6"),
                Loss::Eliminate(unit) => {
                    rules.eliminate(game, events, &SortedSet::from([unit.clone()]), Elimination::Losses, "10.6");
                }
                Loss::Retreat(unit) => retreating.push(unit.clone()),
            }
        }
        self.fled.extend(retreating.iter().cloned());
        Next::Call(Procedure::Retreat(Retreat::new(self.side.other(), self.area, retreating)))
    }

    /// The leaders of units that have left: the defender's who may or must follow, the attacker's who are alone
    /// (10.7.3, SD-29).
    fn leaders_follow(&mut self, rules: &SevenDays, game: &Game) -> Next<SevenDays> {
        self.stage = Stage::Settle;
        let enemy = self.side.other();
        let places = |ids: &mut dyn Iterator<Item = &Id>| -> Vec<Area> {
            let places: SortedSet<Area> = ids.filter_map(|id| Some(game.units.get(id)?.at)).collect();
            places.into_iter().filter(|at| *at != self.area).collect()
        };
        let to = places(&mut self.fled.iter());
        let leaders: Vec<Id> = game.leaders_in(&rules.pack, self.area, enemy).cloned().collect();
        if !to.is_empty() && !leaders.is_empty() {
            // The attacker's are handled once these have gone.
            self.fled.clear();
            self.stage = Stage::Leaders;
            return Next::Call(Procedure::Following(LeaderRetreat { from: self.area, leaders, to }));
        }
        let own = game.has_units(&rules.pack, self.area, self.side);
        let back = places(&mut self.units.iter());
        let leaders: Vec<Id> = game.leaders_in(&rules.pack, self.area, self.side).cloned().collect();
        if own || back.is_empty() || leaders.is_empty() {
            return Next::Continue;
        }
        Next::Call(Procedure::Following(LeaderRetreat { from: self.area, leaders, to: back }))
    }

    /// Leaders of either side who have no unit left in the area, where both sides had units (9.6, SD-29).
    fn orphans(&self, rules: &SevenDays, game: &Game) -> Vec<Id> {
        let alone = Side::BOTH.into_iter().filter(|side| !game.has_units(&rules.pack, self.area, *side));
        alone.flat_map(|side| game.leaders_in(&rules.pack, self.area, side)).cloned().collect()
    }

    /// Whether a leader has activated some of the assaulting units: units of his command, or Independent ones (SD-31).
    fn led_by(&self, rules: &SevenDays, leader: &Id) -> bool {
        let command = rules.pack.forces.leaders.get(leader).and_then(|leader| leader.command.as_ref());
        let his = |id: &Id| {
            let unit = rules.unit(id);
            unit.is_some_and(|unit| Some(&unit.command) == command || rules.pack.forces.is_independent(unit))
        };
        self.units.iter().any(his)
    }

    /// Records the assault for the rest of the impulse.
    fn conclude(&self, rules: &SevenDays, game: &mut Game, events: &mut Events) {
        let outcome = self.outcome.unwrap_or(Outcome::Stalemate);
        let rule = if outcome == Outcome::Rout { "10.5" } else { "10.4.4" };
        events.emit(rule, &Event::AssaultOver { area: self.area, outcome });
        if outcome != Outcome::Repulse {
            // The bridges that they crossed are theirs (15.4, SD-44).
            for bridge in &self.bridges {
                rules.hold_bridge(game, events, bridge, self.side);
            }
        }
        let places: crate::sorted::SortedMap<Id, Area> = game
            .units
            .iter()
            .map(|(id, state)| (id.clone(), state.at))
            .chain(game.leaders.keys().filter_map(|id| Some((id.clone(), game.leader_at(id)?))))
            .collect();
        let at = |id: &Id| places.get(id).copied();
        let victors: SortedSet<Id> = match (outcome, &game.current) {
            (Outcome::Rout, Some(current)) => {
                current.leaders.iter().filter(|id| self.led_by(rules, id)).cloned().collect()
            }
            _ => SortedSet::new(),
        };
        let Some(current) = &mut game.current else { return };
        current.assaulted.insert(self.area, outcome);
        current.victors.extend(victors);
        let active = current.area == Some(self.area);
        // If the Active Area is emptied by a Rout, the units that did it may go on (10.3, SD-97).
        if !(active && outcome == Outcome::Rout) {
            current.done.extend(self.units.iter().cloned());
        }
        if active {
            current.contested_cost = if self.fresh { 2 } else { 1 };
            // Units that have already left it do not pay for it (9.2).
            for id in current.began.iter().filter(|id| at(id) == Some(self.area)).cloned().collect::<Vec<_>>() {
                let spent = current.spent.entry(id).or_insert(0);
                *spent = spent.saturating_add(current.contested_cost);
            }
        }
        for id in &self.units {
            current.entered.remove(id);
        }
    }
}
