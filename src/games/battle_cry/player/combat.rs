//! The sends: what is played to be ahead, and when it passes.

use super::{Plan, worth};
use crate::combat_value::{Part, evaluate};
use crate::effects::{Forced, forced};
use crate::engine::Events;
use crate::ledger::{HAND, HAND_LIMIT, Phase, Played};
use crate::legal;
use crate::orders::{ContinueBattle, Half, Order};
use crate::pack::{Effect, Trait};
use crate::shared::Side;
use crate::view::View;

/// What a play does, in tenths of a point of combat value where it is no lead.
#[derive(Clone)]
struct Candidate {
    order: Order,
    /// The change of the lead: at once, and by what it forces upon the enemy.
    gain: i32,
    forced: i32,
    /// What it brings besides, less what the card and the general are worth.
    beside: i32,
    /// Whether a general engages for it.
    engages: bool,
    whim: u64,
}

impl Candidate {
    /// What the play is worth where so much of a lead is missing: more than that counts for little.
    fn score(&self, gap: i32) -> i32 {
        let useful = self.gain.min(gap.max(0));
        let more = (self.gain - useful).clamp(0, 3);
        10 * useful + 3 * more + self.beside
    }
}

impl Plan<'_> {
    /// The file of a battle: first what the enemy's send needs, then the own send, or a pass.
    pub(super) fn fight(&mut self) {
        if !self.answer_send() {
            return;
        }
        let Some(battle) = &self.game.battle else { return };
        let (attacks, passed) = (battle.attacker == self.side, !battle.passes.is_empty());
        let alone = battle.before_combat && !attacks;
        let before = self.orders.len();
        if alone || battle.before_combat {
            self.play_before_combat();
        }
        if alone {
            return self.hand_over(before, false);
        }
        let last = self.is_last_day();
        let gap = self.gap();
        let mut draws = false;
        if !last {
            self.keep_generals_busy();
        } else if gap > 0 && self.can_close() {
            let spare = self.spare(gap);
            while self.gap() > -spare && self.play_best(|candidate| candidate.gain > 0) {}
        } else if gap > 0 && !self.give_up() {
            draws = self.draw();
        }
        // What costs nothing is done as long as the battle goes on anyway.
        let goes_on = self.orders.len() > before || (!passed && gap <= 0 && self.gains_beside() >= 12);
        if goes_on {
            self.engage_cavalry();
            while self.play_best(|candidate| candidate.beside >= 5 && candidate.gain >= 0 && !candidate.engages) {}
        }
        self.hand_over(before, draws);
    }

    /// Hands the send over, or passes where nothing has been played.
    fn hand_over(&mut self, before: usize, hold: bool) {
        if self.orders.len() > before {
            match hold {
                // By the letter a card is settled at once, and he simply goes on in his next file.
                true if crate::letter::is_by_card(&self.game) => {}
                true => self.orders.push(Order::Hold {}),
                false => self.orders.push(Order::Send {}),
            }
            return;
        }
        let continues = if self.gap() > 0 && self.is_last_day() { ContinueBattle::Yes } else { ContinueBattle::No };
        let words = [continues, ContinueBattle::No];
        if words.into_iter().any(|continues| self.may(&Order::Pass { continues }) && self.pass(continues)) {
            self.plan_after_battle();
        } else {
            // It may not pass yet (BC-3).
            while !self.may(&Order::Pass { continues: ContinueBattle::No })
                && self.play_best(|candidate| candidate.gain > 0 && candidate.engages)
                && self.game.battle.as_ref().is_some_and(|battle| battle.must_attack)
            {}
            self.orders.push(Order::Send {});
        }
    }

    /// The Union's resource and discards go with the pass that probably ends the last battle of the turn: nobody else
    /// acts in between (J, K).
    fn plan_after_battle(&mut self) {
        let Some(battle) = &self.game.battle else { return };
        let last = self.game.day == 0 && self.game.placed.keys().all(|theater| *theater == battle.theater);
        let goes_on = battle.passes.iter().any(|(_, word)| *word == ContinueBattle::Yes);
        let ends = !battle.before_combat && !goes_on && (!battle.passes.is_empty() || self.gap() > 0);
        let continues = matches!(self.orders.last(), Some(Order::Pass { continues: ContinueBattle::No }));
        // With open hands nothing is sealed: the enemy is asked first whether he goes on.
        if self.side != Side::Union || self.game.cards.open_handed || !(last && ends && continues) {
            return;
        }
        let events = &mut Events::discarding();
        self.rules.battle_over(&mut self.game, events);
        self.rules.after_battle(&mut self.game, events);
        if self.game.won.is_none() {
            self.game.phase = Phase::SecondResources;
            self.plan_turn();
        }
    }

    fn may(&self, order: &Order) -> bool {
        order.refused_in_combat(self.view()).is_empty()
    }

    fn pass(&mut self, continues: ContinueBattle) -> bool {
        let has = crate::battle::continuing_card(self.view()).is_some();
        if continues == ContinueBattle::Yes && !has {
            return false;
        }
        self.orders.push(Order::Pass { continues });
        true
    }

    /// Whether the battle is decided once both have passed.
    pub(super) fn is_last_day(&self) -> bool {
        self.game.day == 0 || self.game.day >= self.rules.days(&self.game)
    }

    /// How much of a lead is missing: the attacker needs one, the defender none (Winning a Battle).
    pub(super) fn gap(&self) -> i32 {
        let attacks = self.game.battle.as_ref().is_some_and(|battle| battle.attacker == self.side);
        i32::from(attacks) - worth::lead(self.view()) - self.forced
    }

    /// How far it goes beyond what is missing, so that the enemy's next card does not turn the battle again.
    fn spare(&self, gap: i32) -> i32 {
        let free = self.view().free_generals().count();
        match free {
            _ if self.game.count(self.side.other(), HAND) == 0 => 0,
            0 | 1 => 0,
            2 | 3 => 1,
            _ => (3 - gap).clamp(1, 2),
        }
    }

    /// Whether it can get ahead with what it holds, be it in several sends.
    fn can_close(&self) -> bool {
        let mut trial = self.clone();
        let mut cards = 0;
        while trial.gap() > 0 {
            // How many cards a send may have does not matter: the enemy, who is ahead, passes.
            trial.game.battle.iter_mut().for_each(|battle| battle.plays.clear());
            if !trial.play_best(|candidate| candidate.gain > 0) {
                return false;
            }
            cards += 1;
        }
        cards <= self.most_cards()
    }

    /// How many cards a battle is worth now.
    fn most_cards(&self) -> usize {
        let card = self.game.battle.as_ref().and_then(|battle| self.rules.pack.battle(&battle.id));
        let city = if card.is_some_and(|card| card.city) { 3 } else { 0 };
        if self.game.day > 0 { usize::MAX } else { 3 + city + self.own.known_cards(HAND).len().saturating_sub(6) }
    }

    /// On an earlier day at Gettysburg two generals fight with the best cards, so that two may disengage.
    fn keep_generals_busy(&mut self) {
        self.engage_cavalry();
        let view = self.view();
        let cavalry = |card: &str| view.is_cavalry(card);
        let busy = view.present().filter(|one| one.engaged && !cavalry(&one.card)).count();
        for _ in busy..2 {
            let mut found = self.candidates();
            found.retain(|candidate| candidate.engages && candidate.gain > 1);
            found.sort_by_key(|candidate| (-candidate.gain, -candidate.beside, candidate.whim));
            let _ = found.into_iter().any(|candidate| self.play(candidate));
        }
    }

    /// Cards that may be played before combat only.
    fn play_before_combat(&mut self) {
        let pack = self.rules.pack.clone();
        let side = self.side;
        let early = move |order: &Order| match order {
            Order::Special { card, half, .. } => {
                pack.part(side, card, *half).is_some_and(|part| part.has(Trait::BeforeCombat))
            }
            _ => false,
        };
        while self.play_best(|candidate| early(&candidate.order) && candidate.beside > 0) {}
    }

    /// A cavalry general engages to draw a card.
    fn engage_cavalry(&mut self) -> bool {
        let view = self.view();
        let free = view.present().filter(|one| !one.engaged).map(|one| one.card.clone());
        let cavalry = free.into_iter().find(|card| view.is_cavalry(card));
        cavalry.is_some_and(|general| self.give(Order::Engage { general }))
    }

    /// Draws what it can, to find what it needs. `true` if it did.
    fn draw(&mut self) -> bool {
        let before = self.orders.len();
        self.engage_cavalry();
        let draws = |candidate: &Candidate| candidate.gain >= 0 && candidate.beside > -4 && candidate.score(0) > -4;
        while self.play_best(|candidate| draws(candidate) && !candidate.engages) {}
        self.orders.len() > before
    }

    /// Where the battle is lost, a card that forbids further attacks costs nothing and draws for the next one (Crisis of
    /// Command, BC-1). `true` if one has been played.
    fn give_up(&mut self) -> bool {
        let view = self.view();
        if self.game.day > 0 || view.hand().len() > HAND_LIMIT / 2 {
            return false;
        }
        let gives_up = |order: &Order| match order {
            Order::Special { card, half, .. } => {
                let part = self.rules.pack.part(self.side, card, *half);
                part.is_some_and(|part| part.effects().contains(&Effect::NoMoreValues {}))
            }
            _ => false,
        };
        let found: Vec<Order> = view.hand().iter().flat_map(|card| legal::plays(view, card)).filter(gives_up).collect();
        found.into_iter().any(|order| self.give(order))
    }

    /// The most that a play brings besides combat value.
    fn gains_beside(&self) -> i32 {
        let found = self.candidates().into_iter().filter(|candidate| !candidate.engages && candidate.gain >= 0);
        found.map(|candidate| candidate.beside).max().unwrap_or(0)
    }

    /// Plays the best card of these, if the rules allow one.
    fn play_best(&mut self, wanted: impl Fn(&Candidate) -> bool) -> bool {
        let gap = self.gap();
        let mut found = self.candidates();
        found.retain(wanted);
        found.sort_by_key(|candidate| (-candidate.score(gap), candidate.whim));
        found.into_iter().any(|candidate| self.play(candidate))
    }

    fn play(&mut self, candidate: Candidate) -> bool {
        let played = self.give(candidate.order);
        self.forced += if played { candidate.forced } else { 0 };
        played
    }

    /// Every play, with the weakest general who can command it.
    fn candidates(&self) -> Vec<Candidate> {
        let view = self.view();
        let by_stars: Vec<Option<&str>> = (0..=3).map(|stars| weakest(view, stars)).collect();
        let engaged: Vec<&str> = view.present().filter(|one| one.engaged).map(|one| one.card.as_str()).collect();
        let rallied = best_of(view, &engaged);
        let of = |card: &&str| legal::plays(view, card);
        let mut found: Vec<Candidate> = Vec::new();
        for order in view.hand().iter().flat_map(of) {
            let part = match &order {
                Order::Attack { card, half, .. } | Order::Special { card, half, .. } => {
                    view.pack().part(self.side, card, *half)
                }
                _ => None,
            };
            let Some(part) = part else { continue };
            let sensible = match &order {
                Order::Attack { general, .. } => by_stars.get(usize::from(part.stars())) == Some(&Some(general)),
                Order::Special { general: Some(general), .. } if part.effects().contains(&Effect::Disengage {}) => {
                    rallied == Some(general.as_str())
                }
                Order::Special { half: Half::Frontal, .. } => false,
                _ => true,
            };
            found.extend(sensible.then(|| self.candidate(order, part)).flatten());
        }
        found
    }

    /// What a play does.
    fn candidate(&self, order: Order, part: Part<'_>) -> Option<Candidate> {
        let view = self.view();
        let battle = view.battle()?;
        let play = order.announced(view)?;
        let card = play.card.clone()?;
        let engages = part.stars() > 0;
        let mut table = battle.table.clone();
        table.extend(play.played(self.side, part.effects(), engages));
        let lead = |table: &[Played]| evaluate(view.pack(), table, view.is_at_city()).lead(self.side);
        let (before, after) = (worth::lead(view), lead(&table));
        let enemy = View { side: self.side.other(), own: None, ..view };
        let mut forced_gain = 0;
        let mut beside = 0;
        for effect in part.effects() {
            beside += worth::beside_value(view, effect);
            match forced(enemy, effect) {
                // He gives up what costs him least.
                Some(Forced::Cancel(from)) => {
                    let without = |card: &String| {
                        let mut table = table.clone();
                        if *effect == (Effect::EnemyWeakens {}) {
                            table.iter_mut().filter(|played| played.card == *card).for_each(|played| {
                                played.turned = Some(play.card.clone().unwrap_or_default());
                            });
                        }
                        let weakened = lead(&table) != after;
                        if let Some(last) = table.last_mut().filter(|_| !weakened) {
                            last.cancels.push(card.clone());
                        }
                        lead(&table)
                    };
                    forced_gain += from.iter().map(without).min().unwrap_or(after) - after;
                }
                Some(Forced::Attack) => {
                    forced_gain -= 1;
                    beside += 7;
                }
                _ => {}
            }
        }
        // The card is gone for anything else, and so is the general.
        let lost = worth::of_card(view, &card) - worth::of_part(view, part);
        let general = match (engages, view.free_generals().count()) {
            (false, _) => 0,
            (true, 1) => 8,
            (true, _) => 5,
        };
        beside -= lost.max(0) + 2 + general;
        let whim = self.whim(&card);
        Some(Candidate { order, gain: after - before + forced_gain, forced: forced_gain, beside, engages, whim })
    }
}

/// The free general with the fewest stars, but at least so many.
fn weakest(view: View<'_>, stars: u8) -> Option<&str> {
    let able = view.free_generals().filter(|card| view.stars(card) >= stars.max(1));
    able.min_by_key(|card| view.stars(card))
}

/// The general of these with the most stars, cavalry last.
pub(super) fn best_of<'v>(view: View<'_>, generals: &[&'v str]) -> Option<&'v str> {
    let cavalry = |card: &str| view.is_cavalry(card);
    generals.iter().copied().max_by_key(|card| (!cavalry(card), view.stars(card)))
}
