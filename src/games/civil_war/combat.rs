//! Combat by land (7.1–7.7): [`odds`] before any die, [`dice`] and the table, [`outcome`] of both in a fight,
//! [`retreat_priority`] on who must leave the hex. This file has the procedure that connects them, step by step
//! (7.1.3): a march leads to it (7.1.4), then strengths and column (7.1.8), shifts (7.1.9), overrun (7.1.10), dice
//! (7.1.12), and in [`result`] losses, retreat and the leaders' checks (7.1.16, 7.1.16a). [`naval_support`] handles the
//! ships of a landing or a combined attack (8.8, 8.9), [`strength`] their contribution.

pub mod dice;
mod losses;
mod naval_support;
pub mod odds;
mod outcome;
mod reroll_choice;
pub mod reroll_game;
mod rerolls;
mod result;
pub mod retreat;
pub mod retreat_priority;
pub mod strength;

use adjutant_derive::sparse;
use serde::{Deserialize, Serialize};

use crate::board::Hex;
use crate::engine::{Events, Input, Next, StepContext};

use crate::combat::retreat::Retreat;
use crate::events::combat::{Opening, Resolution};
use crate::events::{Cause, Event};
use crate::leaders::LeaderLoss;
use crate::leaders::chart::Battle;
use crate::leaders::untried::{self, Identify, KnowsLeaders};
use crate::naval::attacking_ships::AttackingShips;
use crate::orders::{Answer, Reroll};
use crate::pack::{Side, Size};
use crate::position::force::Force;
use crate::position::ledger::{Game, Piece, by_command, highest};
use crate::{CivilWar, Procedure, Reply, leaders::army, leaders::reveal};

pub(super) use dice::{added, additions, effective_ratings, favoured_side, harm, harm_ashore, harm_with_ships};
pub use losses::{clear, demoralize_in, destroy, lose_in};
pub use odds::{Assault, Assessment, assess, assess_with, overruns};
pub use reroll_choice::reroll_by_standing;
pub(super) use reroll_choice::{attacker_takes_hex, worth};
pub(super) use reroll_game::RerollGame;
pub use retreat_priority::{RetreatDecision, WhoRetreats, decide_retreat};
pub use strength::Support;

/// A force attacks a hex from an adjacent one, where its group still is.
#[sparse(depot, afloat)]
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Combat {
    /// The attacker: always the phasing side (7.1.8a).
    pub force: Force,
    /// The hex attacked.
    pub hex: Hex,
    /// The hex attacked from.
    pub from: Hex,
    /// Whether the attackers were in supply when activated (9.1).
    pub supplied: bool,
    /// The depot that then was their source (9.2.5b).
    pub depot: Option<Hex>,
    /// The ships that attack with it, or that it comes ashore from (8.8, 8.9).
    pub afloat: Option<AttackingShips>,
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
#[sparse(all_but(
    column,
    attackers,
    defenders,
    defender_demoralized,
    defender_supplied,
    defending_leaders,
    rerolls,
    part
))]
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Fight {
    pub column: char,
    /// Strength points that count when it began, and what ships add.
    pub attackers: u32,
    /// The part of it that ships add (8.8.2e, 8.9.3b).
    pub ships: u32,
    /// Naval strength points of those ships, any of which may be lost (8.9.5).
    pub fleet: u32,
    /// The attackers' strength points that nobody commands: they share the force's fate (6.2.8c).
    pub uncommanded: u32,
    /// Strength points that defend; against a landing the hex, its city and its fortification too.
    pub defenders: u32,
    /// The part of these that is not strength points (8.8.2f).
    pub works: u32,
    pub defender_demoralized: bool,
    pub defender_supplied: bool,
    /// The depot that supplies the defenders.
    pub defender_depot: Option<Hex>,
    /// The commander of the defending army, the highest-ranking if there are several (6.2.9, 12.2.3).
    pub defending_commander: Option<Piece>,
    /// Whether an army defends, whoever commands it.
    pub army_defends: bool,
    /// Everybody in the attacked hex, the ranking leader first.
    pub defending_leaders: Vec<Piece>,
    /// The faces that count now.
    pub attack_die: Option<u8>,
    pub defence_die: Option<u8>,
    /// Options to roll again that the attacker has left (7.4.5, 7.7.3).
    #[serde(default)]
    pub rerolls: u32,
    /// The same of the defender.
    pub defender_rerolls: u32,
    /// How often it was passed in succession (7.4.6c).
    pub passes: u32,
    /// The option is the defender's (7.4.6b).
    pub defenders_turn: bool,
    /// Commanders of large armies in it, by the option `variant_leaders` (22.1).
    pub large_armies: Vec<Piece>,
    /// How it went, by the same option.
    pub battle: Option<Battle>,
    /// Neither side suffered any result, by the option `no_effect_spends_no_depot` (21.4).
    pub no_effect: bool,
    pub part: FightStep,
}

/// Which part of the fight comes next.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum FightStep {
    /// Untried leaders show who they are (21.10).
    Identify,
    AttackDie,
    DefenceDie,
    /// Both sides in turn are asked whether to roll again.
    Choose,
    /// A die is rolled again.
    Again(Reroll),
    /// The owner of ships that attack with a ground force chooses which is lost (8.9.5).
    Ship,
    /// The defender retreats.
    Retreat,
    /// The leaders are checked.
    Checks,
}

/// How a combat ended, for the march that led to it.
#[derive(Clone, Debug, PartialEq)]
pub enum Ended {
    /// The defenders are overrun; the attackers are in the hex and may continue (7.6).
    Overrun,
    /// It was fought; the march is over, and the combat has placed both forces.
    Fought,
}

impl Combat {
    /// A combat that begins.
    pub fn new(force: Force, hex: Hex, from: Hex, supplied: bool, depot: Option<Hex>) -> Combat {
        Combat { force, hex, from, supplied, depot, afloat: None, stage: Stage::Begin }
    }

    /// The same with ships in it: a landing, or a ground force that ships support (8.8, 8.9).
    pub fn with_ships(self, afloat: AttackingShips) -> Combat {
        Combat { afloat: Some(afloat), ..self }
    }

    /// The attacking side.
    pub fn side(&self) -> Side {
        self.force.side
    }

    /// The combat's next step.
    pub fn step(&mut self, rules: &CivilWar, cx: StepContext<'_, CivilWar>, input: Input<CivilWar>) -> Next<CivilWar> {
        let StepContext { game, events, standing } = cx;
        match std::mem::take(&mut self.stage) {
            Stage::Begin => {
                let wanted = standing.get(&self.side().other().id()).map(|standing| standing.depots.clone());
                self.open(rules, game, events, &wanted.unwrap_or_default())
            }
            Stage::Overrun => {
                self.advance(rules, game, events, !self.is_landing());
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

    /// Strengths, odds, shifts; and at once what needs no dice (7.1.8–7.1.10, 7.2, 7.6). `wanted`: the depots that the
    /// defender would rather use up.
    fn open(&mut self, rules: &CivilWar, game: &mut Game, events: &mut Events, wanted: &[Hex]) -> Next<CivilWar> {
        let (side, hex, from, enemy) = (self.side(), self.hex, self.from, self.side().other());
        let all = self.force.sp(game);
        if all == 0 {
            return Next::Return(Reply::Combat(Ended::Fought));
        }
        let attacker_demoralized = self.force.demoralized(game);
        let sp = army::attacking(rules, game, &self.force);
        let assault = Assault { side, from, hex, sp, demoralized: attacker_demoralized };
        let ships = self.ships(rules, game, sp);
        let fleet = ships.as_ref().map_or(0, |ships| ships.hulls.points());
        let support = ships.as_ref().map(|ships| Support { hulls: &ships.hulls, landing: self.is_landing() });
        let Assessment { attackers, defenders, defence, defender_demoralized, odds, shifts, net, resolution } =
            assess_with(rules, game, assault, support);
        if attacker_demoralized && resolution != Resolution::Overrun {
            // A march does not lead here (7.7.3, CW-68), nor a landing (8.8.1a); the force just stays where it is.
            self.force.end_movement(game);
            return Next::Return(Reply::Combat(Ended::Fought));
        }
        let defending_leaders = by_command(&rules.pack, game.leaders_at(&rules.pack, hex, enemy));
        let defending_armies = army::armies_at(rules, game, hex, enemy);
        let commanders = defending_armies.iter().filter_map(|army| army::commander(rules, game, army));
        let defending_commander = highest(&rules.pack, commanders);
        let supply = self.defenders_supply(rules, game, wanted);
        let uncommanded = all - sp;
        let army_defends = !defending_armies.is_empty();
        let opening = Opening {
            side,
            hex,
            from,
            leader: self.force.leader.clone(),
            others: self.force.others.clone(),
            armies: self.force.armies.clone(),
            attackers,
            ships,
            uncommanded,
            attacker_size: Size::of(attackers),
            defenders,
            defence,
            defender_size: Size::of(defenders),
            defending_leaders: defending_leaders.clone(),
            defending_armies,
            defending_commander: defending_commander.clone(),
            attacker_demoralized,
            defender_demoralized,
            attacker_supplied: self.supplied,
            defender_supplied: supply.is_some(),
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
                self.stage = Stage::Overrun;
                losses::destroy_overrun(rules, game, events, (hex, enemy), defending_leaders)
            }
            Resolution::Hopeless => {
                events.emit("7.2.3", &Event::Hopeless { side, hex, from, attackers, defenders });
                self.force.lose(game, all);
                self.stage = Stage::Hopeless;
                let leaders = self.force.leaders().map(|piece| (piece.clone(), Cause::Hopeless));
                LeaderLoss::procedure(self.admiral(game).into_iter().chain(leaders)).map_or(Next::Continue, Next::Call)
            }
            Resolution::Column(column) => {
                let everybody: Vec<Piece> = self.force.leaders().chain(&defending_leaders).cloned().collect();
                reveal::reveal(rules, game, events, &everybody);
                let mut fight = Fight {
                    column,
                    attackers,
                    ships: attackers - sp,
                    fleet,
                    uncommanded,
                    defenders,
                    works: defence.map_or(0, |defence| defence.works()),
                    defender_demoralized,
                    defender_supplied: supply.is_some(),
                    defender_depot: supply.and_then(|supply| supply.depot),
                    defending_commander,
                    army_defends,
                    defending_leaders,
                    attack_die: None,
                    defence_die: None,
                    rerolls: 0,
                    defender_rerolls: 0,
                    passes: 0,
                    defenders_turn: false,
                    large_armies: self.large_armies(rules, game, &everybody),
                    battle: None,
                    no_effect: false,
                    part: FightStep::AttackDie,
                };
                [fight.rerolls, fight.defender_rerolls] = self.options(rules, &fight);
                let everybody: Vec<Piece> =
                    self.admiral(game).map(|(piece, _)| piece).into_iter().chain(everybody).collect();
                let identify = Identify::of(rules, side, &everybody);
                if identify.is_some() {
                    fight.part = FightStep::Identify;
                }
                self.stage = Stage::Fight(Box::new(fight));
                identify.map_or(Next::Continue, |identify| Next::Call(Procedure::Identify(identify)))
            }
        }
    }

    /// Untried leaders have shown who they are: their own ratings count, and the highest commands (21.10).
    fn learn(&mut self, rules: &CivilWar, game: &Game, fight: &mut Fight) {
        self.force.learn(game);
        untried::reorder(rules, &mut self.force);
        if let Some(afloat) = &mut self.afloat {
            afloat.leader.learn(game);
        }
        fight.defending_leaders.learn(game);
        fight.defending_leaders = by_command(&rules.pack, std::mem::take(&mut fight.defending_leaders));
        let armies = army::armies_at(rules, game, self.hex, self.side().other());
        fight.defending_commander =
            highest(&rules.pack, armies.iter().filter_map(|army| army::commander(rules, game, army)));
        let everybody: Vec<Piece> = self.force.leaders().chain(&fight.defending_leaders).cloned().collect();
        fight.large_armies = self.large_armies(rules, game, &everybody);
        [fight.rerolls, fight.defender_rerolls] = self.options(rules, fight);
    }

    /// Those who command a large army when the combat begins (22.1, CW-302).
    fn large_armies(&self, rules: &CivilWar, game: &Game, leaders: &[Piece]) -> Vec<Piece> {
        let large = u32::from(rules.pack.optional.leader_chart.large_army);
        let commands =
            |piece: &&Piece| army::commanded_by(rules, game, piece).is_some_and(|army| army::sp(game, army) >= large);
        match game.options.variant_leaders {
            true => leaders.iter().filter(commands).cloned().collect(),
            false => Vec::new(),
        }
    }

    /// The dice, then the table, then who must leave, then the leaders (7.1.11–7.1.13, 7.7, CW-37, CW-38).
    fn fight(
        &mut self,
        rules: &CivilWar,
        game: &mut Game,
        events: &mut Events,
        fight: &mut Fight,
        input: Input<CivilWar>,
    ) -> Next<CivilWar> {
        let side = self.side();
        match (fight.part, input) {
            (FightStep::Identify, _) => {
                self.learn(rules, game, fight);
                fight.part = FightStep::AttackDie;
                Next::Continue
            }
            (FightStep::AttackDie, Input::Faces(faces)) => {
                fight.attack_die = face(&faces);
                fight.part = FightStep::DefenceDie;
                Next::Continue
            }
            (FightStep::AttackDie, _) => roll(format!("combat {side}"), "7.1.12"),
            (FightStep::DefenceDie, Input::Faces(faces)) => {
                fight.defence_die = face(&faces);
                events.emit("7.4", &Event::CombatDice(Box::new(self.dice(rules, fight))));
                fight.part = FightStep::Choose;
                Next::Continue
            }
            (FightStep::DefenceDie, _) => roll(format!("combat {}", side.other()), "7.1.12"),
            (FightStep::Choose, Input::Answer(Answer::Reroll(Reroll::Pass))) => {
                let chooser = self.chooser(fight);
                events.emit(self.reroll_rule(fight), &Event::Reroll { side: chooser, die: Reroll::Pass, face: None });
                fight.passes += 1;
                fight.defenders_turn = !fight.defenders_turn;
                Next::Continue
            }
            (FightStep::Choose, Input::Answer(Answer::Reroll(die))) => {
                fight.part = FightStep::Again(die);
                Next::Continue
            }
            (FightStep::Choose, _) => self.choose(rules, game, events, fight),
            (FightStep::Again(die), Input::Faces(faces)) => {
                let (thrown, chooser) = (face(&faces), self.chooser(fight));
                let own = (die == Reroll::Own) != fight.defenders_turn;
                *(if own { &mut fight.attack_die } else { &mut fight.defence_die }) = thrown;
                events.emit(self.reroll_rule(fight), &Event::Reroll { side: chooser, die, face: thrown });
                let options = if fight.defenders_turn { &mut fight.defender_rerolls } else { &mut fight.rerolls };
                *options = options.saturating_sub(1);
                fight.passes = 0;
                fight.defenders_turn = !fight.defenders_turn;
                fight.part = FightStep::Choose;
                Next::Continue
            }
            (FightStep::Again(die), _) => {
                let chooser = self.chooser(fight);
                let whose = if die == Reroll::Enemy { chooser.other() } else { chooser };
                roll(format!("reroll {whose}"), self.reroll_rule(fight))
            }
            (FightStep::Ship, Input::Answer(Answer::Hit(hull))) => {
                self.apply_losses(rules, game, events, fight, Some(&hull))
            }
            (FightStep::Ship, _) => self.ask_for_ship(rules, game),
            (FightStep::Retreat, Input::Reply(Reply::Retreat(ended))) => {
                let cause = match ended {
                    retreat::Ended::To(_) => Cause::Combat,
                    retreat::Ended::Destroyed => Cause::NoRetreat,
                };
                self.advance(rules, game, events, false);
                self.check_all(game, fight, Cause::Combat, cause)
            }
            (FightStep::Retreat, _) => {
                let entry = (!self.is_landing()).then_some(self.from);
                Next::Call(Procedure::Retreat(Retreat::new(side.other(), self.hex, entry)))
            }
            (FightStep::Checks, _) => {
                self.spend_depots(game, events, fight);
                Next::Return(Reply::Combat(Ended::Fought))
            }
        }
    }
}

fn roll(purpose: String, rule: &'static str) -> Next<CivilWar> {
    Next::Roll { purpose, rule, count: 1, sides: 6 }
}

fn face(faces: &[u64]) -> Option<u8> {
    faces.first().and_then(|&face| u8::try_from(face).ok())
}
