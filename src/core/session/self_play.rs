//! Whole matches without documents: two players at one table, each of whom sees only his own cards. For tests, for
//! `practice` and for statistics; dice and draws follow from a seed.

use rand_chacha::ChaCha20Rng;
use rand_chacha::rand_core::{Rng, SeedableRng};
use serde_json::{Map, Value};

use crate::document::{Bytes32, Id, Problem};
use crate::engine::cards::Draw;
use crate::engine::decision::Decision;
use crate::engine::dice::{Dice, OpenedValue};
use crate::hidden::piles::Numbers;
use crate::sorted::SortedMap;

use super::cards::{HandTracker, secret_choices};
use super::plan::Plan;
use super::search::{Settings, StrongPlayer};
use super::{Adjudicated, EasyPlayer, Lie, RandomPlayer, Request, SensiblePlayer, Session};

/// A match in progress.
#[derive(Clone, Debug)]
pub struct SelfPlay {
    pub table: Box<dyn Session>,
    /// How many steps have been made.
    pub steps: u64,
    /// How many turns each side has sent, that is, how many mails.
    pub turns: SortedMap<Id, u64>,
    /// Whether sensible players answer in advance where the game allows it.
    pub in_advance: bool,
    /// Standing orders that a side gives with its orders, instead of those that the game advises.
    pub standing: SortedMap<Id, Map<String, Value>>,
    seed: u64,
}

impl Clone for Box<dyn Session> {
    fn clone(&self) -> Self {
        self.boxed_clone()
    }
}

/// Who plays a side.
#[derive(Clone, Debug)]
pub enum Player {
    Random(Box<RandomPlayer>),
    Sensible(SensiblePlayer),
    Easy(Box<EasyPlayer>),
    Strong(Box<StrongPlayer>),
}

impl Player {
    /// A player that does anything legal.
    pub fn random(seed: u64) -> Player {
        Player::Random(Box::new(RandomPlayer::new(seed)))
    }

    /// A player that plays sensibly and answers in advance where the game allows it, unless [`SelfPlay::in_advance`] is
    /// off.
    pub fn sensible(seed: u64) -> Player {
        Player::Sensible(SensiblePlayer::new(seed))
    }

    /// A player for beginners.
    pub fn easy(seed: u64) -> Player {
        Player::Easy(Box::new(EasyPlayer::new(seed)))
    }

    /// A player that searches.
    pub fn strong(settings: Settings, sides: &[Id; 2]) -> Player {
        Player::Strong(Box::new(StrongPlayer::new(settings, sides)))
    }

    /// What the player does at a table that knows his own cards.
    pub fn plan(&mut self, table: &dyn Session, side: &Id) -> Option<Plan> {
        match self {
            Player::Random(player) => player.plan(table, side),
            Player::Sensible(player) => player.plan(table, side),
            Player::Easy(player) => player.plan(table, side),
            Player::Strong(player) => player.plan(table, side),
        }
    }
}

/// The dice of one step: one stream for each roll and each draw.
struct StepDice<'t> {
    seed: u64,
    step: u64,
    rolls: u64,
    draws: SortedMap<Id, u64>,
    /// The side whose cards the resolving player may open: his own.
    opens: Option<&'t HandTracker>,
    responder: Option<Id>,
}

fn stream(seed: u64, step: u64, what: u64, n: u64) -> ChaCha20Rng {
    let mut key = [0; 32];
    for (at, word) in [seed, step, what].into_iter().enumerate() {
        key[at * 8..][..8].copy_from_slice(&word.to_be_bytes());
    }
    let mut stream = ChaCha20Rng::from_seed(key);
    stream.set_stream(n);
    stream
}

impl Dice for StepDice<'_> {
    fn roll(&mut self, _: &str, _: &str, count: usize, sides: u64) -> Option<Vec<u64>> {
        let mut words = stream(self.seed, self.step, 0, self.rolls);
        self.rolls += 1;
        Some((0..count).map(|_| 1 + words.next_u64() % sides).collect())
    }
    fn draw(&mut self, draw: &Draw) {
        *self.draws.entry(draw.side.clone()).or_default() += 1;
    }
    fn open(&mut self, side: &Id, id: &Id, _: &Bytes32) -> OpenedValue {
        if self.responder.as_ref() != Some(side) {
            return OpenedValue::ByOwner;
        }
        let own = self.opens.map(HandTracker::cards);
        let laid = own.and_then(|own| own.laid.get(id).cloned().map(Value::String));
        match laid.or_else(|| self.opens?.chosen(id).cloned()) {
            Some(choice) => OpenedValue::Choice(choice),
            None => OpenedValue::NotHere,
        }
    }
}

impl SelfPlay {
    /// A match at a table; if the game has hands, both are followed.
    pub fn new(mut table: Box<dyn Session>, sides: &[Id; 2], seed: u64) -> SelfPlay {
        if table.cards().is_some() {
            let decks = table.decks();
            for side in sides {
                table.follow(side, HandTracker::new(side, &decks));
            }
        }
        let (turns, standing) = (SortedMap::new(), SortedMap::new());
        SelfPlay { table, steps: 0, turns, in_advance: true, standing, seed }
    }

    /// The plan of a side, with its answers in advance.
    pub fn plan(&self, side: &Id, player: &mut Player) -> Option<Plan> {
        let mut plan = player.plan(&*self.table, side)?;
        // What it advises goes before what follows from the orders. It was thought out for sensible orders, and may not
        // fit others.
        if self.in_advance && !matches!(player, Player::Random(_) | Player::Easy(_)) {
            let mut answered = plan.clone();
            self.answer_in_advance(side, &mut answered);
            let fits = matches!(player, Player::Sensible(_)) || {
                let mut whole = answered.clone();
                whole.commits_in_advance(self.steps + 1);
                self.table.check(side, &whole.act).is_ok()
            };
            if fits {
                plan = answered;
            }
        }
        plan.commits_in_advance(self.steps + 1);
        if let Some(standing) = self.standing.get(side)
            && !plan.act.orders.is_empty()
        {
            plan.act.standing = Some(standing.clone());
        }
        Some(plan)
    }

    /// Adds the answers in advance that the game advises.
    fn answer_in_advance(&self, side: &Id, plan: &mut Plan) {
        for (window, says) in self.table.recommend_advance(side, &plan.act) {
            let Ok(id) = format!("{window}-{}", self.steps + 1).parse::<Id>() else { continue };
            plan.act.commit.push((id.clone(), Bytes32([0; 32])));
            plan.act.choices.push((id.clone(), says.clone()));
            plan.choose.push((id, says));
        }
        plan.divide(&*self.table, side);
    }

    /// The result of the next step with these plans, at a table in this position, even one that knows no hand; the side
    /// that does not move opens its commitments.
    ///
    /// # Errors
    /// A plan is not legal.
    pub fn resolved(
        &self,
        table: &dyn Session,
        sides: &[Id; 2],
        plans: &[(Id, Plan)],
    ) -> Result<Adjudicated, Vec<Problem>> {
        let responder = match plans {
            [(mover, _)] => sides.iter().find(|side| *side != mover).cloned(),
            _ => None,
        };
        let acts: Vec<(Id, Decision)> = plans.iter().map(|(side, plan)| (side.clone(), plan.act.clone())).collect();
        let opens = responder.as_ref().and_then(|side| self.table.hand_tracker(side));
        let (seed, step) = (self.seed, self.steps + 1);
        table.adjudicated(&acts, &mut StepDice { seed, step, rolls: 0, draws: SortedMap::new(), opens, responder })
    }

    /// Resolves plans, as the side that does not move would, and returns the events.
    ///
    /// # Errors
    /// A plan is not legal, or makes a false statement about a card.
    pub fn step(&mut self, sides: &[Id; 2], plans: &[(Id, Plan)]) -> Result<Vec<Value>, Vec<Problem>> {
        let (seed, step) = (self.seed, self.steps + 1);
        let (table, events) = self.resolved(&*self.table, sides, plans)?;
        let before = std::mem::replace(&mut self.table, table);
        self.steps += 1;
        for (n, side) in sides.iter().enumerate() {
            let Some(mut own) = self.table.hand_tracker(side).cloned() else { continue };
            let plan = plans.iter().find(|(mover, _)| mover == side);
            let secret = secret_choices(&events, side).committed;
            let of_cards = |(id, _): &&(Id, Value)| !secret.contains(id);
            let chosen = plan.iter().flat_map(|(_, plan)| &plan.choose).filter(of_cards);
            chosen.for_each(|(id, choice)| own.commit(id, choice));
            let mut d = 0;
            let mut next = || -> Option<Box<Numbers<'static>>> {
                let mut words = stream(seed, step, 1 + n as u64, d);
                d += 1;
                Some(Box::new(move |below| words.next_u64() % below.max(1)))
            };
            let claims = |claim: &Value, cards: &_| before.is_claim_true(side, claim, cards);
            own.follow(&events, &mut next, &claims).map_err(|(_, lie): (usize, Lie)| vec![lie.problem()])?;
            self.table.follow(side, own);
        }
        plans.iter().for_each(|(side, _)| *self.turns.entry(side.clone()).or_default() += 1);
        Ok(events)
    }

    /// Plays until the match is over, or until this many steps are made; `look` is called for every step.
    ///
    /// # Errors
    /// As [`SelfPlay::step`]: a fault of a player or of the game.
    pub fn run(
        &mut self,
        sides: &[Id; 2],
        players: &mut [Player; 2],
        most: u64,
        look: &mut dyn FnMut(&dyn Session, &[Value]),
    ) -> Result<Option<Value>, Vec<Problem>> {
        while self.table.outcome().is_none() && self.steps < most {
            let asked: Vec<Id> = self.table.awaiting().into_iter().map(|awaited| awaited.side).collect();
            let starts = self.table.awaiting().iter().all(|awaited| matches!(awaited.want, Request::Empty(_)));
            let mut plans = Vec::new();
            for (side, player) in sides.iter().zip(&mut *players) {
                if asked.contains(side)
                    && let Some(plan) = self.plan(side, player)
                {
                    plans.push((side.clone(), plan));
                    // Head-to-head one side at a time acts, except in the first round.
                    if !starts {
                        break;
                    }
                }
            }
            if plans.is_empty() {
                let asked = self.table.awaiting();
                return Err(vec![Problem::new(format!("nobody has a plan, and the match is not over: {asked:?}"))]);
            }
            let events = self.step(sides, &plans).map_err(|mut problems| {
                let shown = plans.iter().map(|(side, plan)| format!("{side}: {:?}", plan.act)).collect::<Vec<_>>();
                problems.push(Problem::new(format!("in step {}: {}", self.steps + 1, shown.join("; "))));
                problems
            })?;
            look(&*self.table, &events);
        }
        Ok(self.table.outcome())
    }
}
