//! Combat by land (7.1–7.7): [`odds`] before any die, [`dice`] and the table, [`verdict`] on who must leave, and here
//! the procedure that joins them, step by step (7.1.3): a march leads to it (7.1.4), then strengths and column (7.1.8),
//! shifts (7.1.9), overrun (7.1.10), dice (7.1.12), results and the leaders' checks (7.1.16, 7.1.16a).

mod choice;
mod dice;
mod odds;
#[cfg(test)]
mod tests;
mod verdict;

use serde::{Deserialize, Serialize};

use crate::board::Hex;
use crate::engine::{Asked, Cx, Events, Input, Next};

use super::events::Event;
use super::leaders::{Cause, LeaderLoss};
use super::ledger::{Game, Piece, Place, by_command, is_cavalry};
use super::orders::{Answer, Question, Reroll};
use super::pack::{Fire, FortKind, Side, Size};
use super::retreat::{self, Retreat};
use super::{CivilWar, Frame, Reply, supply, territory};

pub use choice::reroll_by_standing;
pub use dice::{Addition, AdditionCause, Cell, Dice, Harm, Outcome, Throw};
pub use odds::{Assault, Assessment, Opening, Resolution, Shift, ShiftCause, assess, overruns};
pub use verdict::{Goes, Priority, Verdict, verdict};

/// A force attacks a hex from the one beside it, where its group still stands.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Combat {
    /// The attacking side: always the phasing one (7.1.8a).
    pub side: Side,
    /// The hex attacked.
    pub hex: Hex,
    /// The hex attacked from.
    pub from: Hex,
    /// The attacking group.
    pub group: u32,
    /// The attacking leader, if one leads.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub leader: Option<Piece>,
    /// Whether the attackers were in supply when activated (9.1).
    pub supplied: bool,
    /// How far the combat has come.
    #[serde(default)]
    pub stage: Stage,
}

/// How far a combat has come.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Stage {
    /// Strengths and odds are to be found.
    #[default]
    Begin,
    /// The defenders are overrun; their leaders are being checked (7.6.2).
    Overrun,
    /// The attackers have destroyed themselves; their leader is being checked (7.2.3).
    Hopeless,
    /// It is fought.
    Fight(Box<Fight>),
}

/// A combat that is fought, with all that was so when it began.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Fight {
    pub column: char,
    /// Strength points when it began.
    pub attackers: u32,
    pub defenders: u32,
    pub defender_demoralized: bool,
    pub defender_supplied: bool,
    /// Everybody who stood in the hex attacked, the ranking leader first.
    pub defending_leaders: Vec<Piece>,
    /// The faces that count now.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub attack_die: Option<u8>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub defence_die: Option<u8>,
    /// Options to roll again that the attacker has left (7.7.3).
    #[serde(default)]
    pub rerolls: u32,
    pub part: Part,
}

/// Which part of the fight comes next.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Part {
    AttackDie,
    DefenceDie,
    /// The attacker is asked whether to roll again.
    Choose,
    /// A die is rolled again.
    Again(Reroll),
    /// The defender retreats.
    Retreat,
    /// The leaders are checked.
    Checks,
}

/// How a combat ended, for the march that led to it.
#[derive(Clone, Debug, PartialEq)]
pub enum Ended {
    /// The defenders are overrun; the attackers stand in the hex and may go on (7.6).
    Overrun,
    /// It was fought; the march is over, and the combat has placed both forces.
    Fought,
}

impl Combat {
    /// A combat that begins.
    pub fn new(side: Side, hex: Hex, from: Hex, group: u32, leader: Option<Piece>, supplied: bool) -> Combat {
        Combat { side, hex, from, group, leader, supplied, stage: Stage::Begin }
    }

    /// The combat's next step.
    pub fn step(&mut self, rules: &CivilWar, cx: Cx<'_, CivilWar>, input: Input<CivilWar>) -> Next<CivilWar> {
        let Cx { game, events, .. } = cx;
        match std::mem::take(&mut self.stage) {
            Stage::Begin => self.open(rules, game, events),
            Stage::Overrun => {
                self.advance(rules, game, events, true);
                Next::Return(Reply::Combat(Ended::Overrun))
            }
            Stage::Hopeless => Next::Return(Reply::Combat(Ended::Fought)),
            Stage::Fight(mut fight) => {
                let next = self.fight(rules, game, events, &mut fight, input);
                self.stage = Stage::Fight(fight);
                next
            }
        }
    }

    /// Strengths, odds, shifts; and at once what needs no dice (7.1.8–7.1.10, 7.2, 7.6).
    fn open(&mut self, rules: &CivilWar, game: &mut Game, events: &mut Events) -> Next<CivilWar> {
        let (side, hex, from, enemy) = (self.side, self.hex, self.from, self.side.other());
        let Some(group) = game.groups.get(&self.group) else {
            return Next::Return(Reply::Combat(Ended::Fought));
        };
        let attacker_demoralized = group.demoralized;
        let assault = Assault { side, from, hex, sp: group.sp, demoralized: attacker_demoralized };
        let Assessment { attackers, defenders, defender_demoralized, odds, shifts, net, resolution } =
            assess(rules, game, assault);
        if attacker_demoralized && resolution != Resolution::Overrun {
            // A march does not lead here (7.7.3, CW-68); the force just stays where it is.
            self.rest(game);
            return Next::Return(Reply::Combat(Ended::Fought));
        }
        let defending_leaders = by_command(&rules.pack, game.leaders_at(&rules.pack, hex, enemy));
        let defender_supplied = supply::in_supply(rules, game, hex, enemy, Some(from));
        let opening = Opening {
            side,
            hex,
            from,
            leader: self.leader.clone(),
            attackers,
            attacker_size: Size::of(attackers),
            defenders,
            defender_size: Size::of(defenders),
            defending_leaders: defending_leaders.clone(),
            attacker_demoralized,
            defender_demoralized,
            attacker_supplied: self.supplied,
            defender_supplied,
            chart: odds.printed(),
            odds: odds::odds_words(rules, attackers, defenders),
            shifts,
            net,
            resolution,
        };
        events.emit("7.2", &Event::Combat(Box::new(opening)));
        match resolution {
            Resolution::Overrun => {
                let ratio = attackers.checked_div(defenders).unwrap_or(0);
                events.emit("7.6.2", &Event::Overrun { side, hex, from, attackers, defenders, ratio });
                destroy(game, hex, enemy);
                self.stage = Stage::Overrun;
                check(defending_leaders, Cause::Overrun)
            }
            Resolution::Hopeless => {
                events.emit("7.2.3", &Event::Hopeless { side, hex, from, attackers, defenders });
                lose(game, self.group, attackers);
                self.stage = Stage::Hopeless;
                check(self.leader.iter().cloned().collect(), Cause::Hopeless)
            }
            Resolution::Column(column) => {
                // Each option is doubled, and at least one (CW-79); without an army there is none to double.
                let rerolls = u32::from(defender_demoralized);
                self.stage = Stage::Fight(Box::new(Fight {
                    column,
                    attackers,
                    defenders,
                    defender_demoralized,
                    defender_supplied,
                    defending_leaders,
                    attack_die: None,
                    defence_die: None,
                    rerolls,
                    part: Part::AttackDie,
                }));
                Next::Again
            }
        }
    }

    /// The dice, then the table, then who leaves, then the leaders (7.1.11–7.1.13, 7.7, CW-37, CW-38).
    fn fight(
        &mut self,
        rules: &CivilWar,
        game: &mut Game,
        events: &mut Events,
        fight: &mut Fight,
        input: Input<CivilWar>,
    ) -> Next<CivilWar> {
        let side = self.side;
        match (fight.part, input) {
            (Part::AttackDie, Input::Faces(faces)) => {
                fight.attack_die = face(&faces);
                fight.part = Part::DefenceDie;
                Next::Again
            }
            (Part::AttackDie, _) => roll(format!("combat {side}"), "7.1.12"),
            (Part::DefenceDie, Input::Faces(faces)) => {
                fight.defence_die = face(&faces);
                events.emit("7.4", &Event::CombatDice(Box::new(self.dice(rules, fight))));
                fight.part = Part::Choose;
                Next::Again
            }
            (Part::DefenceDie, _) => roll(format!("combat {}", side.other()), "7.1.12"),
            (Part::Choose, Input::Answer(Answer::Reroll(Reroll::Pass))) => {
                events.emit("7.7.3", &Event::Reroll { side, die: Reroll::Pass, face: None });
                self.resolve(rules, game, events, fight)
            }
            (Part::Choose, Input::Answer(Answer::Reroll(die))) => {
                fight.part = Part::Again(die);
                Next::Again
            }
            (Part::Choose, _) if fight.rerolls > 0 => Next::Ask(Asked {
                side: side.id(),
                slug: "reroll",
                rule: "7.7.3",
                question: Question::Reroll {
                    side,
                    hex: self.hex,
                    own: fight.attack_die.unwrap_or(0),
                    enemy: fight.defence_die.unwrap_or(0),
                    left: fight.rerolls,
                },
            }),
            (Part::Choose, _) => self.resolve(rules, game, events, fight),
            (Part::Again(die), Input::Faces(faces)) => {
                let thrown = face(&faces);
                match die {
                    Reroll::Own => fight.attack_die = thrown,
                    Reroll::Enemy => fight.defence_die = thrown,
                    Reroll::Pass => {}
                }
                fight.rerolls = fight.rerolls.saturating_sub(1);
                events.emit("7.7.3", &Event::Reroll { side, die, face: thrown });
                fight.part = Part::Choose;
                Next::Again
            }
            (Part::Again(die), _) => {
                let whose = if die == Reroll::Enemy { side.other() } else { side };
                roll(format!("reroll {whose}"), "7.7.3")
            }
            (Part::Retreat, Input::Reply(Reply::Retreat(ended))) => {
                let cause = match ended {
                    retreat::Ended::To(_) => Cause::Combat,
                    retreat::Ended::Destroyed => Cause::NoRetreat,
                };
                self.advance(rules, game, events, false);
                self.check_all(fight, Cause::Combat, cause)
            }
            (Part::Retreat, _) => Next::Call(Frame::Retreat(Retreat::new(side.other(), self.hex, self.from))),
            (Part::Checks, _) => Next::Return(Reply::Combat(Ended::Fought)),
        }
    }

    /// The dice as thrown, with what is added to each.
    fn dice(&self, rules: &CivilWar, fight: &Fight) -> Dice {
        let [to_attack, to_defence] = self.additions(rules, fight);
        let throw = |side: Side, face: Option<u8>, additions: Vec<Addition>| {
            let (face, added) = (face.unwrap_or(0), dice::added(&additions));
            let total = face.saturating_add(added);
            Throw { side, purpose: format!("combat {side}"), face, additions, added, total }
        };
        Dice {
            hex: self.hex,
            attacker: throw(self.side, fight.attack_die, to_attack),
            defender: throw(self.side.other(), fight.defence_die, to_defence),
            rerolls: fight.rerolls,
        }
    }

    /// What leaders add: the one who leads the moving force and the ranking one of the hex attacked (7.4.1). Nobody is
    /// asked whether he will (7.4.1b).
    fn additions(&self, rules: &CivilWar, fight: &Fight) -> [Vec<Addition>; 2] {
        let ranking = [self.leader.as_ref(), fight.defending_leaders.first()];
        dice::additions(rules, self.side, ranking, fight.defender_demoralized)
    }

    /// What the table says for two faces, each read by the size of the force that rolls (7.1.16): nothing changes.
    fn outcome(&self, rules: &CivilWar, fight: &Fight, attack: u8, defence: u8, attacker_before: bool) -> Outcome {
        let (side, enemy, column) = (self.side, self.side.other(), fight.column);
        let [to_attack, to_defence] = self.additions(rules, fight).map(|additions| dice::added(&additions));
        let attacker_reads = dice::read(rules, side, column, Fire::Def, Size::of(fight.attackers), attack, to_attack);
        let defender_reads =
            dice::read(rules, enemy, column, Fire::Att, Size::of(fight.defenders), defence, to_defence);
        let attacker = dice::harm(side, fight.attackers, attacker_before, defender_reads.result);
        let defender = dice::harm(enemy, fight.defenders, fight.defender_demoralized, attacker_reads.result);
        Outcome { hex: self.hex, column, attacker_reads, defender_reads, attacker, defender }
    }

    /// Whether the defender is one who is never forced to leave: in a fortress, supplied, or on friendly ground at the
    /// map's edge (7.7.8, CW-9, CW-108).
    fn firm(&self, rules: &CivilWar, game: &Game, fight: &Fight) -> bool {
        let Some(data) = rules.pack.map.hex(self.hex) else { return false };
        let enemy = self.side.other();
        let fortress = data.fort.as_ref().is_some_and(|fort| fort.kind == FortKind::Fortress)
            && territory::fort_holder(rules, game, self.hex) == Some(enemy);
        let edge = data.map_edge && territory::is_friendly(rules, self.hex, enemy);
        edge || (fortress && fight.defender_supplied)
    }

    /// Reads the table, takes losses, lays markers, finds who must leave and sends him off (7.1.16a, 7.7.1, 7.7.2).
    fn resolve(&mut self, rules: &CivilWar, game: &mut Game, events: &mut Events, fight: &mut Fight) -> Next<CivilWar> {
        let (side, enemy, hex, from) = (self.side, self.side.other(), self.hex, self.from);
        let (attack, defence) = (fight.attack_die.unwrap_or(0), fight.defence_die.unwrap_or(0));
        let outcome = self.outcome(rules, fight, attack, defence, false);
        let (attacker, defender) = (outcome.attacker.clone(), outcome.defender.clone());
        events.emit("7.2.7", &Event::CombatResult(Box::new(outcome)));
        if attacker.lost > 0 {
            lose(game, self.group, attacker.lost);
            events.emit("7.7.1", &Event::Lost { side, hex, sp: attacker.lost, left: attacker.left });
        }
        if defender.lost > 0 {
            lose_in(game, hex, enemy, defender.lost);
            events.emit("7.7.1", &Event::Lost { side: enemy, hex, sp: defender.lost, left: defender.left });
        }
        let by_result = |side| Event::Demoralized { side, hex, because: "combat result".to_owned() };
        if attacker.demoralized && self.demoralize(game) {
            events.emit("7.7.2", &by_result(side));
        }
        if defender.demoralized && demoralize_in(game, hex, enemy) {
            events.emit("7.7.2", &by_result(enemy));
        }
        let Verdict { goes, priority } = verdict(&attacker, &defender, self.firm(rules, game, fight));
        let leaves = match goes {
            Goes::Attacker => Some(side),
            Goes::Defender => Some(enemy),
            Goes::Nobody => None,
        };
        if let Some(side) = leaves {
            let because = priority.words().to_owned();
            events.emit(priority.rule(), &Event::MustRetreat { side, from: hex, because });
        }
        // After the verdict, which it does not touch, and before the retreat, so that it spreads (9.1.3, CW-84).
        let unsupplied = |side| Event::Demoralized { side, hex, because: "out of supply".to_owned() };
        if !self.supplied && self.demoralize(game) {
            events.emit("9.1.3", &unsupplied(side));
        }
        if !fight.defender_supplied && demoralize_in(game, hex, enemy) {
            events.emit("9.1.3", &unsupplied(enemy));
        }
        match goes {
            Goes::Defender => {
                fight.part = Part::Retreat;
                Next::Again
            }
            Goes::Attacker => {
                let attackers = if retreat::may_return(rules, hex, from) {
                    self.rest(game);
                    events.emit("7.7.13", &Event::Retreated { side, from: hex, to: from });
                    retreat::spread(game, events, from, side);
                    game.tidy();
                    Cause::Combat
                } else {
                    let sp = game.groups.get(&self.group).map_or(0, |group| group.sp);
                    lose(game, self.group, sp);
                    let because = "it cannot retreat across a navigable river".to_owned();
                    events.emit("7.7.14", &Event::Destroyed { side, hex, sp, because });
                    Cause::NoRetreat
                };
                fight.part = Part::Checks;
                self.check_all(fight, attackers, Cause::Combat)
            }
            Goes::Nobody => {
                let cause = |harm: &Harm| if harm.left == 0 { Cause::Eliminated } else { Cause::Combat };
                if attacker.left > 0 {
                    self.advance(rules, game, events, false);
                }
                self.check_all(fight, cause(&attacker), cause(&defender))
            }
        }
    }

    /// One check for each leader who stood in the combat when it began: the attacker's first (CW-37, CW-38).
    fn check_all(&self, fight: &mut Fight, attacker: Cause, defender: Cause) -> Next<CivilWar> {
        fight.part = Part::Checks;
        let own = self.leader.iter().map(|piece| (piece.clone(), attacker));
        let theirs = fight.defending_leaders.iter().map(|piece| (piece.clone(), defender));
        let all: Vec<(Piece, Cause)> = own.chain(theirs).collect();
        if all.is_empty() { Next::Again } else { Next::Call(Frame::LeaderLoss(LeaderLoss::of(all))) }
    }

    /// The attackers enter the hex; after an overrun they are still on the march.
    fn advance(&self, rules: &CivilWar, game: &mut Game, events: &mut Events, marching: bool) {
        let (side, hex) = (self.side, self.hex);
        let Some(group) = game.groups.get_mut(&self.group) else { return };
        group.hex = hex;
        group.marching = marching;
        let sp = group.sp;
        if let Some(piece) = &self.leader
            && let Some(Place::Map { hex: at, .. }) = game.pieces.get_mut(piece)
        {
            *at = hex;
        }
        if marching {
            // The march enters the hex as any other.
            return;
        }
        events.emit("7.7.5", &Event::Advanced { side, hex, from: self.from, sp });
        let cavalry = self.leader.as_ref().is_some_and(|piece| is_cavalry(&rules.pack, piece));
        territory::enter(rules, game, events, hex, side, territory::Entering::led(cavalry));
        game.tidy();
    }

    /// The attackers stay in the hex that they came from.
    fn rest(&self, game: &mut Game) {
        if let Some(group) = game.groups.get_mut(&self.group) {
            group.marching = false;
        }
    }

    /// Demoralizes the attackers. Whether they were not.
    fn demoralize(&self, game: &mut Game) -> bool {
        game.groups.get_mut(&self.group).is_some_and(|group| !std::mem::replace(&mut group.demoralized, true))
    }
}

fn check(pieces: Vec<Piece>, cause: Cause) -> Next<CivilWar> {
    if pieces.is_empty() { Next::Again } else { Next::Call(Frame::LeaderLoss(LeaderLoss::new(pieces, cause))) }
}

fn roll(purpose: String, rule: &'static str) -> Next<CivilWar> {
    Next::Roll { purpose, rule, count: 1, sides: 6 }
}

fn face(faces: &[u64]) -> Option<u8> {
    faces.first().and_then(|&face| u8::try_from(face).ok())
}

/// Takes strength points off a group and counts them as lost.
pub(super) fn lose(game: &mut Game, number: u32, sp: u32) {
    let Some(group) = game.groups.get_mut(&number) else { return };
    let lost = sp.min(group.sp);
    let side = group.side;
    group.sp -= lost;
    if group.sp == 0 {
        game.groups.remove(&number);
    }
    game.side_mut(side).lost += i64::from(lost);
}

/// Takes strength points off what a side has in a hex, group by group.
pub(super) fn lose_in(game: &mut Game, hex: Hex, side: Side, sp: u32) {
    let groups: Vec<(u32, u32)> = game.groups_at(hex, side).map(|(number, group)| (number, group.sp)).collect();
    let mut left = sp;
    for (number, has) in groups {
        let lost = left.min(has);
        lose(game, number, lost);
        left -= lost;
    }
}

/// Destroys all strength points of a side in a hex, and says how many they were.
pub(super) fn destroy(game: &mut Game, hex: Hex, side: Side) -> u32 {
    let sp = game.sp_at(hex, side);
    lose_in(game, hex, side, sp);
    sp
}

/// Demoralizes what a side has in a hex. Whether any of it was not.
pub(super) fn demoralize_in(game: &mut Game, hex: Hex, side: Side) -> bool {
    let mut any = false;
    for group in game.groups.values_mut().filter(|group| group.hex == hex && group.side == side) {
        any |= !std::mem::replace(&mut group.demoralized, true);
    }
    any
}
