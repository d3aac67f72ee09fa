//! One imagined future: a plan, then sensible play on both sides.

use rand_chacha::ChaCha20Rng;
use rand_chacha::rand_core::{Rng, SeedableRng};
use serde_json::Value;

use super::Settings;
use crate::document::Id;
use crate::engine::choices::Opening;
use crate::engine::prospects::Sign;
use crate::session::plan::Plan;
use crate::session::self_play::{Player, SelfPlay};
use crate::session::{Request, Session, imagined};
use crate::sorted::SortedMap;

/// The values behind a side's own commitments, by id.
pub type Secrets = SortedMap<Id, Value>;

/// What futures are played from.
pub struct Futures<'t> {
    pub table: &'t dyn Session,
    pub sides: &'t [Id; 2],
    pub side: &'t Id,
    pub secrets: &'t Secrets,
    pub settings: Settings,
}

/// The end of a future.
pub struct Future {
    /// The winning chance, in ten-thousandths.
    pub chance: i64,
    /// The effect of each sign, by its words.
    pub signs: Vec<(&'static str, i64)>,
}

impl Futures<'_> {
    /// Plays the future with this number after a plan. Futures with the same number have the same hidden cards, and the
    /// same dice as long as the same is rolled.
    pub fn play(&self, plan: &Plan, number: u64) -> Future {
        let Futures { table, sides, side, settings, .. } = self;
        let mut random = random(settings.seed, number);
        let mut play = self.imagined(&mut random);
        let seeds = [random.next_u64(), random.next_u64()];
        let mut players = seeds.map(Player::sensible);
        self.know_secrets(&mut players, plan, &mut random);
        let mut plan = plan.clone();
        plan.commits_in_advance(1);
        let mut chance = table.winning_chance(side);
        let mut signs = table.signs(side);
        if play.step(sides, &[((*side).clone(), plan)]).is_err() {
            return Future { chance, signs: effects(&signs) };
        }
        let (mut last, mut turns) = (asked_for_orders(*table), 0);
        loop {
            // A card that cannot lie where it was imagined ends the future; it says nothing about the plan.
            let outcome = play.table.outcome();
            let impossible = outcome.as_ref().is_some_and(|outcome| outcome["how"] == "lied");
            if !impossible {
                chance = play.table.winning_chance(side);
                signs = play.table.signs(side);
            }
            let asked = asked_for_orders(&*play.table);
            if asked.is_some() && asked != last {
                turns += 1;
                last = asked;
            }
            let ends = outcome.is_some() || turns >= settings.turns || play.steps >= MOST;
            if ends || !next(&mut play, sides, &mut players) {
                return Future { chance, signs: effects(&signs) };
            }
        }
    }

    /// The table as it may be: the other side's hidden cards are imagined, and nothing is answered in advance.
    fn imagined(&self, random: &mut ChaCha20Rng) -> SelfPlay {
        let mut table = self.table.boxed_clone();
        let own = table.hand_tracker(self.side).cloned();
        table.end_advance();
        table.hurry();
        let mut play = SelfPlay::new(table, self.sides, random.next_u64());
        play.in_advance = false;
        if play.table.cards().is_some() {
            for side in self.sides {
                let mut hand = match &own {
                    Some(own) if side == self.side => own.clone(),
                    _ => imagined::hand(self.table, side, own.as_ref(), random),
                };
                hand.end_advance();
                play.table.follow(side, hand);
            }
        }
        play
    }

    /// Tells the players what they have committed to: the own values are known, those of the other side are guessed.
    fn know_secrets(&self, players: &mut [Player; 2], plan: &Plan, random: &mut ChaCha20Rng) {
        for (side, player) in self.sides.iter().zip(players) {
            let Player::Sensible(player) = player else { continue };
            let own = side == self.side;
            for id in self.table.choices() {
                if self.table.commitment(side, &id).is_none() {
                    continue;
                }
                let values = self.table.choice_values(side, &id);
                let guess = values.get((random.next_u64() % values.len().max(1) as u64) as usize);
                let value = self.secrets.get(&id).filter(|_| own).or(guess);
                value.into_iter().for_each(|value| player.remember(side, &id, value));
            }
            plan.choose.iter().filter(|_| own).for_each(|(id, value)| player.remember(side, id, value));
        }
    }
}

/// No future is longer than this, in steps.
const MOST: u64 = 60;

/// The side that is asked for orders, if one is.
fn asked_for_orders(table: &dyn Session) -> Option<Id> {
    table.awaiting().into_iter().find(|awaited| matches!(awaited.want, Request::Orders(_))).map(|awaited| awaited.side)
}

/// The random numbers of a future.
fn random(seed: u64, number: u64) -> ChaCha20Rng {
    let mut random = ChaCha20Rng::seed_from_u64(seed);
    random.set_stream(number + 1);
    random
}

fn effects(signs: &[Sign]) -> Vec<(&'static str, i64)> {
    signs.iter().map(|sign| (sign.what, sign.effect())).collect()
}

/// One more step; false if nobody can make one.
fn next(play: &mut SelfPlay, sides: &[Id; 2], players: &mut [Player; 2]) -> bool {
    let asked: Vec<Id> = play.table.awaiting().into_iter().map(|awaited| awaited.side).collect();
    let mut both = sides.iter().zip(players).filter(|(side, _)| asked.contains(side));
    let Some(plan) = both.find_map(|(side, player)| Some((side.clone(), play.plan(side, player)?))) else {
        return false;
    };
    play.step(sides, &[plan]).is_ok()
}

/// The openings of a side's choices and cards; one whose value is not known is forfeited.
pub fn openings(table: &dyn Session, side: &Id, ids: Vec<Id>, secrets: &mut Secrets) -> Vec<(Id, Opening)> {
    let own = table.hand_tracker(side);
    let of_cards = |id: &Id| {
        let own = own?;
        own.cards().laid.get(id).cloned().map(Value::String).or_else(|| own.chosen(id).cloned())
    };
    let mut opened = |id: &Id| secrets.remove(id).or_else(|| of_cards(id)).map_or(Opening::Forfeit, Opening::Choice);
    ids.iter().map(|id| (id.clone(), opened(id))).collect()
}
