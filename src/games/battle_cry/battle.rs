//! A battle: before combat, sends in turn, two passes, and what comes of it (I).

use serde::{Deserialize, Serialize};

use crate::combat_value::evaluate;
use crate::engine::ruleset::Asked;
use crate::engine::{Events, Input, Next, StepContext};
use crate::events::{DrawReason, Event, PointsReason};
use crate::ledger::{Battle, FOOT, Game, HAND, Victory};
use crate::orders::{Answer, ContinueBattle, Question};
use crate::pack::{BattleCard, Effect, Points, Theater, Trait};
use crate::shared::Side;
use crate::view::View;
use crate::{BattleCry, Reply};

/// The margin of a Major Victory (I.8).
pub const MAJOR: i32 = 4;

/// Where a battle stands.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
pub enum Combat {
    /// The defender may play before combat, if its deck has such a card (I.1).
    Before {},
    /// Sends in turn, the attacker's first (I.2). `asked`: the side that goes on has been asked whether it passes as well.
    Sends { asked: bool },
    /// Both have passed: Battle Continues may be played; `said` is what each side says to it.
    BothPassed { said: Vec<(Side, bool)> },
    /// The battle goes on: generals disengage, and arrive at Gettysburg, side by side.
    GoesOn { side: Side, reinforced: bool },
    /// It is over.
    Over {},
}

impl BattleCry {
    /// A battle begins: with this Battle Card, and the initiative as it is (Initiative).
    pub fn begin_battle(
        &self,
        game: &mut Game,
        events: &mut Events,
        card: &BattleCard,
        attacker: Side,
        offensive: bool,
    ) {
        let (id, theater) = (card.id.clone(), card.theater);
        let caps = game.effects.attack_caps.get(&theater).map(|cap| (Side::Union, *cap));
        events.emit("Initiative", &Event::BattleBegins { battle: id.clone(), theater, attacker, offensive });
        game.battle = Some(Battle {
            id,
            theater,
            attacker,
            active: attacker,
            table: Vec::new(),
            sent: None,
            plays: Vec::new(),
            before: None,
            passes: Vec::new(),
            attack_caps: caps.into_iter().collect(),
            no_more_values: Vec::new(),
            must_attack: false,
            before_combat: true,
            continued: Vec::new(),
            cards_sent: 0,
            acted: false,
            shaken: Vec::new(),
        });
    }
}

impl Combat {
    /// One step of it.
    pub fn step(
        &mut self,
        rules: &BattleCry,
        cx: StepContext<'_, BattleCry>,
        input: Input<BattleCry>,
    ) -> Next<BattleCry> {
        let StepContext { game, events, .. } = cx;
        let Some(battle) = &game.battle else { return Next::Return(Reply::Done) };
        let (attacker, active, passes) = (battle.attacker, battle.active, battle.passes.len());
        match (self.clone(), input) {
            (_, Input::Reply(Reply::Beaten)) => {
                return Next::Recall(Box::new(rules.beaten(game)));
            }
            (Combat::Before {}, _) => {
                let defender = attacker.other();
                *self = Combat::Sends { asked: false };
                if View::of(rules, game, defender).may_hold(|part| part.has(Trait::BeforeCombat)) {
                    game.battle.iter_mut().for_each(|battle| battle.active = defender);
                }
            }
            (Combat::Sends { .. }, Input::Answer(Answer::Pass)) => {
                // What he says to Battle Continues is asked when it matters.
                game.pass(events, active, ContinueBattle::Ask);
                *self = Combat::Sends { asked: false };
            }
            (Combat::Sends { asked: false }, Input::Answer(_)) => *self = Combat::Sends { asked: true },
            // Until it is answered nothing may change: what opens the answer repeats this step. Who owes an attack says by an
            // order that he has no card for it (BC-3).
            (Combat::Sends { asked: false }, _)
                if passes == 1 && is_sealed(game, "enemy_passes") && !View::of(rules, game, active).owes_attack() =>
            {
                return ask(Some(active), "enemy_passes", "I.4", Question::EnemyPasses {});
            }
            (Combat::Sends { .. }, _) if passes >= 2 => {
                *self = Combat::BothPassed { said: Vec::new() };
            }
            (Combat::Sends { asked }, _) => {
                if passes == 0 && asked {
                    *self = Combat::Sends { asked: false };
                }
                return Next::Orders { side: active.id() };
            }
            (Combat::BothPassed { said }, input) => return self.both_passed(rules, game, events, said, input),
            (Combat::GoesOn { side, reinforced }, input) => {
                return self.goes_on(rules, game, events, (side, reinforced), input);
            }
            (Combat::Over {}, _) => return Next::Return(Reply::Done),
        }
        Next::Continue
    }

    /// Both have passed: the battle is over, unless a day is left, or one of them plays Battle Continues; the attacker's
    /// card comes first (BC-30).
    fn both_passed(
        &mut self,
        rules: &BattleCry,
        game: &mut Game,
        events: &mut Events,
        mut said: Vec<(Side, bool)>,
        input: Input<BattleCry>,
    ) -> Next<BattleCry> {
        let days = rules.days(game);
        let Some(battle) = &game.battle else { return Next::Return(Reply::Done) };
        if game.day > 0 && game.day < days {
            game.day += 1;
            events.emit("Gettysburg", &Event::Day { day: game.day });
            *self = Combat::GoesOn { side: battle.attacker, reinforced: false };
            return Next::Continue;
        }
        let order = [battle.attacker, battle.attacker.other()];
        if let (Input::Answer(answer), Some(side)) = (&input, order.get(said.len())) {
            said.push((*side, *answer == Answer::Yes));
        }
        while let Some(side) = order.get(said.len()).copied() {
            let word =
                battle.passes.iter().find(|(other, _)| *other == side).map_or(ContinueBattle::No, |(_, word)| *word);
            let can = continuing_card(View::of(rules, game, side)).is_some();
            match word {
                ContinueBattle::Ask if can => {
                    *self = Combat::BothPassed { said };
                    let slug = if battle.shaken.contains(&side) { "continue_now" } else { "continue" };
                    return ask(Some(side), slug, "I.4", Question::Continue {});
                }
                word => said.push((side, can && word == ContinueBattle::Yes)),
            }
        }
        let continues = said.iter().find(|(_, yes)| *yes).map(|(side, _)| *side);
        let Some((side, card)) =
            continues.and_then(|side| Some((side, continuing_card(View::of(rules, game, side))?.to_owned())))
        else {
            rules.battle_over(game, events);
            *self = Combat::Over {};
            return Next::Continue;
        };
        game.cards.play(events, "I.4", &side.id(), &card, HAND);
        events.emit("I.4", &Event::Continues { side, card });
        if game.day > 0 {
            game.day += 1;
            events.emit("Gettysburg", &Event::Day { day: game.day });
        }
        let attacker = game.battle.as_mut().map(|battle| {
            battle.continued.push(side);
            battle.attacker
        });
        *self = Combat::GoesOn { side: attacker.unwrap_or(side), reinforced: false };
        Next::Continue
    }

    /// Each side disengages two generals and draws two cards, the attacker first; at Gettysburg generals arrive for
    /// those wounded on the day before. The initiative stays.
    fn goes_on(
        &mut self,
        rules: &BattleCry,
        game: &mut Game,
        events: &mut Events,
        (side, reinforced): (Side, bool),
        input: Input<BattleCry>,
    ) -> Next<BattleCry> {
        if !reinforced && generals_of_the_day(rules, game, events, side) {
            return Next::Continue;
        }
        let view = View::of(rules, game, side);
        let generals = match input {
            Input::Answer(Answer::Generals(generals)) => Some(generals),
            _ => None,
        };
        if !reinforced {
            let wounded = game.wounded.get(&side).copied().unwrap_or(0);
            let count = wounded.min(reinforcements(view).len() as u8).min(free_places(view));
            match generals {
                None if count > 0 => return ask(Some(side), "reinforce", "Gettysburg", Question::Reinforce { count }),
                arrive => {
                    let theater = game.battle.as_ref().map_or(Theater::East, |battle| battle.theater);
                    for general in arrive.into_iter().flatten() {
                        game.enter(events, "Gettysburg", side, &general, theater);
                    }
                }
            }
            game.wounded.insert(side, 0);
            *self = Combat::GoesOn { side, reinforced: true };
            return Next::Continue;
        }
        let count = view.present().filter(|one| one.engaged).count().min(2) as u8;
        match generals {
            None if count > 0 => return ask(Some(side), "disengage", "I.4", Question::Disengage { count }),
            free => {
                for general in free.into_iter().flatten() {
                    game.set_engaged(side, &general, false);
                    events.emit("Disengage", &Event::Disengaged { side, general });
                }
            }
        }
        game.draw_cards(events, "I.4", side, 2, DrawReason::NewDay);
        let Some(battle) = &mut game.battle else { return Next::Return(Reply::Done) };
        if side == battle.attacker {
            *self = Combat::GoesOn { side: side.other(), reinforced: false };
        } else {
            battle.passes.clear();
            battle.active = battle.attacker;
            *self = Combat::Sends { asked: false };
        }
        Next::Continue
    }
}

/// The generals of a later day are there from now on (Gettysburg, BC-49). `true` if any has come.
fn generals_of_the_day(rules: &BattleCry, game: &mut Game, events: &mut Events, side: Side) -> bool {
    let view = View::of(rules, game, side);
    let Some(own) = rules.scenario(game).map(|scenario| scenario.of(side)) else { return false };
    let waits = |general: &str| game.aside.get(&side).is_some_and(|cards| cards.iter().any(|card| card == general));
    let full = |general: &str| view.is_cavalry(general) && view.present().any(|one| view.is_cavalry(&one.card));
    let due = own.from_day.iter().find(|(general, day)| **day <= game.day && waits(general) && !full(general));
    let Some((general, theater)) = due.zip(game.battle.as_ref()).map(|(due, battle)| (due.0.clone(), battle.theater))
    else {
        return false;
    };
    game.enter(events, "Gettysburg", side, &general, theater);
    true
}

/// A question of a battle.
fn ask(side: Option<Side>, slug: &'static str, rule: &'static str, question: Question) -> Next<BattleCry> {
    Next::Ask(Asked { side: side.unwrap_or_default().id(), slug, rule, question })
}

/// Whether the side that goes on has sealed an answer in advance to this question.
fn is_sealed(game: &Game, slug: &str) -> bool {
    let side = game.battle.as_ref().map(|battle| battle.active.id());
    side.and_then(|side| Some(game.cards.of(&side)?.advance.contains_key(slug))).unwrap_or(false)
}

/// The card with which a side may go on after both have passed.
pub fn continuing_card(view: View<'_>) -> Option<&str> {
    let continues = |card: &&str| {
        let part = view.fitting(card, crate::orders::Half::Fitting, crate::events::Wanted::Special).ok();
        part.is_some_and(|(_, part)| part.effects().iter().any(|effect| matches!(effect, Effect::Continues { .. })))
    };
    view.hand().into_iter().find(continues)
}

/// The generals of a side who may arrive on a new day (Gettysburg).
pub fn reinforcements(view: View<'_>) -> Vec<&str> {
    let aside = view.game.aside.get(&view.side).map(Vec::as_slice).unwrap_or_default();
    let fits = |card: &&String| view.rules.is_reinforcement(view.game, view.side, card) && !view.is_cavalry(card);
    aside.iter().filter(fits).map(String::as_str).collect()
}

/// How many generals may still come within the limit of four (G.2).
fn free_places(view: View<'_>) -> u8 {
    FOOT.saturating_sub(view.present().filter(|one| !view.is_cavalry(&one.card)).count()) as u8
}

impl BattleCry {
    /// A battle ends: the attacker wins only with the higher value (Winning a Battle).
    pub fn battle_over(&self, game: &mut Game, events: &mut Events) {
        let Some(battle) = game.battle.clone() else { return };
        let Some(card) = self.pack.battle(&battle.id) else { return };
        let table = evaluate(&self.pack, &battle.table, card.city);
        let lead = table.lead(battle.attacker);
        let winner = if lead > 0 { battle.attacker } else { battle.attacker.other() };
        let margin = table.lead(winner);
        let major = margin >= MAJOR && !card.city;
        let [union, confederate] = Side::BOTH.map(|side| table.sum(side).as_sum());
        let id = card.id.clone();
        events.emit("Winning a Battle", &Event::BattleOver { battle: id, winner, union, confederate, margin, major });
        let generals = game.generals(winner, battle.theater).map(|one| one.card.clone()).collect();
        let (id, theater) = (card.id.clone(), battle.theater);
        game.victories.push(Victory { side: winner, battle: id, theater, major, generals });
        self.score(game, events, card, winner, major);
    }

    /// The command points of a battle, at once (I.8).
    fn score(&self, game: &mut Game, events: &mut Events, card: &BattleCard, winner: Side, major: bool) {
        if self.days(game) > 0 {
            return;
        }
        game.change_points(events, "I.8", card.points(winner), &PointsReason::Battle(card.id.clone()));
        if major {
            game.change_points(
                events,
                "I.8",
                Points::to(winner, [card.major, 0]),
                &PointsReason::Major(card.id.clone()),
            );
        }
    }
}
