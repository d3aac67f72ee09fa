//! *Longstreet*: the cards, hands and dice of a miniatures battle, by the rulebook's chapter on the basics of play.
//! Everything that belongs to other chapters the players declare for their table and confirm to each other.
//! `docs/rulings/longstreet.md` decides what the chapter leaves open (LS-1 and following).

pub(crate) use adjutant_core::{board, document, engine, pack as shared, report, session, sorted};

pub mod confirmation;
mod entry;
pub mod events;
pub mod forecast;
pub mod interrupts;
pub mod invariants;
pub mod ledger;
pub mod legal;
pub mod name_resolution;
pub mod options;
pub mod order_execution;
pub mod orders;
pub mod pack;
pub mod player;
pub mod present;
pub mod sealed_hand;
pub mod sequence;
pub mod side;
pub mod signs;
pub mod state_changes;
pub mod validation;
pub mod view;

pub use entry::GAME;

use std::sync::Arc;

use serde::{Deserialize, Serialize};
use serde_json::{Map, Value, json};

use crate::document::{Id, Problem};
use crate::engine::HandicapUnit;
use crate::engine::prospects::Sign;
use crate::engine::ruleset::{Forecast, LaterOrder};
use crate::engine::{
    CardTable, Concealed, Decks, Events, Input, Next, OwnCards, Pending, Position, Ruleset, StepContext, outcome,
};
use crate::events::Event;
use crate::interrupts::declared;
use crate::ledger::Game;
use crate::orders::{Answer, AskOrAccept, AskOrPass, Interrupted, Order, Question, Standing};
use crate::pack::{Battle, Moment, PACK, Pack};
use crate::sequence::Stage;
use crate::side::Side;
use crate::view::View;

/// The game, with the cards and battles that it is played with.
#[derive(Clone, Debug, PartialEq)]
pub struct Longstreet {
    pub pack: Arc<Pack>,
}

/// A half-finished procedure.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
pub enum Procedure {
    /// The turns (The Sequence of Play).
    Turn(Stage),
    /// An order is carried out.
    Carry(order_execution::OrderExecution),
    /// The passive side may interrupt (Interrupt).
    Window(interrupts::InterruptWindow),
    /// What was declared is confirmed and applied (LS-13).
    Settle(confirmation::Confirmation),
    /// A fact is disputed (LS-14).
    Heard(confirmation::OpenDispute),
}

/// What a procedure returns to its caller.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Reply {
    Done,
    /// The passive side has interrupted with this card.
    Interrupted(String),
    /// The side's turn is over, except for the status phase.
    End,
}

impl Longstreet {
    /// The game with the cards and battles that the program ships.
    pub fn shipped() -> Longstreet {
        Longstreet::new(PACK.typed())
    }

    /// The game with those of a pack.
    pub fn new(pack: Pack) -> Longstreet {
        Longstreet { pack: Arc::new(pack) }
    }

    /// The game reduced to the battle being fought and the cards of its year, so that each name refers to one thing.
    fn limited_to_battle(&self, game: &Game) -> Longstreet {
        let used = |cards: &[pack::Card]| cards.iter().filter(|card| card.in_use(game.year)).cloned().collect();
        let Pack { neutral, federal, confederate, decks, .. } = &*self.pack;
        let battles = self.battle(game).map(|battle| (game.battle.clone(), battle.clone())).into_iter().collect();
        let (neutral, federal, confederate) = (used(neutral), used(federal), used(confederate));
        Longstreet::new(Pack { neutral, federal, confederate, decks: decks.clone(), battles })
    }

    /// The battle that is fought.
    pub fn battle(&self, game: &Game) -> Option<&Battle> {
        self.pack.battles.get(&game.battle)
    }

    /// The end of the battle, if a side has won.
    fn ended(game: &Game, events: &mut Events) -> Option<Next<Longstreet>> {
        let ledger::BattleResult { side: winner, how, condition } = game.won.clone()?;
        let rule = if how == ledger::EndReason::NoCards { "Pass" } else { "The Sequence of Play" };
        events.emit(rule, &Event::Ended { winner, how, condition });
        Some(Next::Over(json!({"winner": winner, "how": how})))
    }
}

impl Ruleset for Longstreet {
    const ID: &'static str = "longstreet";
    const REVISION: u32 = 3;

    type Game = Game;
    type Procedure = Procedure;
    type Reply = Reply;
    type Order = Order;
    type Question = Question;
    type Answer = Answer;
    type Standing = Standing;

    fn sides(&self) -> [Id; 2] {
        Side::BOTH.map(Side::id)
    }
    fn as_played(&self, game: &Game) -> Self {
        self.limited_to_battle(game)
    }
    fn setup(&self, scenario: &Id, options: &Map<String, Value>) -> Result<Position<Self>, Problem> {
        let game = options::set_up(&self.pack, scenario, options)?;
        Ok(Position::new(game, Procedure::Turn(Stage::SetUp {})))
    }
    fn step(&self, cx: StepContext<'_, Self>, procedure: &mut Procedure, input: Input<Self>) -> Next<Self> {
        let StepContext { game, standing, events } = cx;
        let inner = StepContext { game: &mut *game, standing, events: &mut *events };
        let next = match procedure {
            Procedure::Turn(stage) => stage.step(self, inner, input),
            Procedure::Carry(carry) => carry.step(self, inner, input),
            Procedure::Window(window) => window.step(self, inner, input),
            Procedure::Settle(settle) => settle.step(self, inner, input),
            Procedure::Heard(heard) => heard.step(inner, input),
        };
        Longstreet::ended(game, events).unwrap_or(next)
    }
    fn begin(&self, cx: StepContext<'_, Self>, side: &Id, order: &Order) -> Result<Option<Procedure>, Vec<Problem>> {
        order.begin(self, cx, Side::of(side))
    }
    fn check_names(&self, game: &Game, side: &Id, order: &Order) -> Vec<Problem> {
        name_resolution::check_names(View::of(self, game, Side::of(side)), order)
    }
    fn refuse_answer(
        &self,
        position: &Position<Self>,
        question: &Question,
        answer: &Answer,
        _: Option<&OwnCards>,
    ) -> Problem {
        let view = View::of(self, &position.game, legal::asked(&position.game, question));
        let cards: Vec<&String> = match answer {
            Answer::Interrupt(play) => vec![&play.card],
            Answer::Morale(spends) | Answer::Accept { morale: Some(spends) } => {
                spends.iter().map(|spend| &spend.card).collect()
            }
            _ => Vec::new(),
        };
        let refused = match cards.into_iter().find(|card| !view.in_hand(card)) {
            Some(card) => Problem::new(format!("you do not hold {card}")),
            None => Problem::new("the rules do not allow this answer"),
        };
        let refused = refused.advice("`adjutant legal` lists the answers that you can give");
        match &position.pending {
            Some(Pending::Answer { rule, .. }) => refused.rule(rule.as_str()),
            _ => refused,
        }
    }
    fn plausible(&self, position: &Position<Self>, side: &Id, orders: &[LaterOrder<'_, Order>]) -> Forecast {
        forecast::forecast(self, position, Side::of(side), orders)
    }
    fn legal(&self, position: &Position<Self>, side: &Id, own: Option<&OwnCards>) -> Vec<Order> {
        legal::orders(self, &position.game, Side::of(side), own)
    }
    fn answers(&self, position: &Position<Self>, question: &Question, own: Option<&OwnCards>) -> Vec<Answer> {
        legal::answers(self, position, question, own)
    }
    fn admits(&self, position: &Position<Self>, question: &Question, answer: &Answer) -> bool {
        legal::allows(self, position, question, answer)
    }
    fn standing_answer(&self, _: &Position<Self>, _: &Id, own: &Standing, question: &Question) -> Option<Answer> {
        match question {
            Question::Interrupt { .. } => (own.interrupts == AskOrPass::Pass).then_some(Answer::Pass {}),
            Question::Morale { .. } => (own.morale == AskOrPass::Pass).then_some(Answer::Pass {}),
            Question::Confirm { .. } => (own.facts == AskOrAccept::Accept).then_some(Answer::Accept { morale: None }),
            Question::Disputed { .. } | Question::Insisted { .. } => None,
        }
    }
    fn standing_samples(&self, _: &Game, _: &Id) -> Vec<Standing> {
        let quiet = Standing { interrupts: AskOrPass::Pass, facts: AskOrAccept::Accept, ..Standing::default() };
        vec![
            Standing { morale: AskOrPass::Pass, ..quiet.clone() },
            Standing { interrupted: Interrupted::GoOn, ..quiet },
            Standing::default(),
        ]
    }
    fn may_be_imagined(&self, order: &Order) -> bool {
        !matches!(order, Order::Mark(_) | Order::Roll { .. } | Order::Claim { .. })
    }
    fn signs(&self, position: &Position<Self>, side: &Id) -> Vec<Sign> {
        signs::signs(self, &position.game, Side::of(side))
    }
    fn cards<'g>(&self, game: &'g Game) -> Option<&'g CardTable> {
        Some(&game.cards)
    }
    fn cards_mut<'g>(&self, game: &'g mut Game) -> Option<&'g mut CardTable> {
        Some(&mut game.cards)
    }
    fn decks(&self, game: &Game) -> Decks {
        options::decks(&self.pack, game)
    }
    fn conceal(
        &self,
        game: &Game,
        side: &Id,
        (orders, answer): (Vec<Order>, Option<Answer>),
        own: &OwnCards,
    ) -> Concealed<Self> {
        name_resolution::replace_titles_by_ids(
            View { rules: self, game, side: Side::of(side), own: Some(own) },
            orders,
            answer,
        )
    }
    fn advance_questions(&self, _: &Game, _: &Id) -> Vec<&'static str> {
        Moment::ALL.map(Moment::window).into_iter().chain(["morale", "confirm"]).collect()
    }
    fn advance_part_names(&self) -> &'static [&'static str] {
        &sealed_hand::PARTS
    }
    fn advance_part_count(&self, game: &Game, side: &Id) -> usize {
        game.count(Side::of(side), ledger::HAND)
    }
    fn advance_parts(&self, _: &Game, _: &Id, own: &OwnCards) -> Vec<(&'static str, Value)> {
        sealed_hand::parts(own)
    }
    fn next_part(&self, position: &Position<Self>, _: &Id, question: &Question, says: &Value) -> Option<&'static str> {
        let view = View::of(self, &position.game, legal::asked(&position.game, question));
        match question {
            Question::Interrupt { moment, action } => {
                interrupts::next_part(view, &declared(position, *moment, action.as_ref()), *moment, says)
            }
            Question::Morale { hits } => confirmation::next_part(view, hits, says),
            Question::Confirm { .. } | Question::Disputed { .. } | Question::Insisted { .. } => None,
        }
    }
    fn advance_answer(&self, position: &Position<Self>, _: &Id, question: &Question, says: &Value) -> Option<Answer> {
        let game = &position.game;
        let view = View::of(self, game, legal::asked(game, question));
        match question {
            Question::Confirm { .. } => (says.as_str() == Some("accept")).then_some(Answer::Accept { morale: None }),
            _ if says.as_str() == Some("pass") => Some(Answer::Pass {}),
            Question::Interrupt { moment, action } => {
                interrupts::in_advance(view, &declared(position, *moment, action.as_ref()), *moment, says)
            }
            Question::Morale { hits } => confirmation::in_advance(view, hits, says),
            Question::Disputed { .. } | Question::Insisted { .. } => None,
        }
    }
    fn refuse_advance(&self, game: &Game, side: &Id, window: &str, says: &Value) -> Option<Problem> {
        name_resolution::refuse_advance(View::of(self, game, Side::of(side)), window, says)
    }
    fn advance_by_id(
        &self,
        game: &Game,
        side: &Id,
        window: &str,
        says: &Value,
        own: &OwnCards,
    ) -> Result<Value, Problem> {
        name_resolution::advance_by_id(View { rules: self, game, side: Side::of(side), own: Some(own) }, window, says)
    }
    fn invariants(&self, position: &Position<Self>) -> Vec<Problem> {
        invariants::broken(self, position)
    }
    fn handicap_unit(&self) -> Option<HandicapUnit> {
        Some(HandicapUnit::CARDS)
    }
    fn ends(&self) -> &'static [outcome::EndCondition] {
        const EITHER: &[&str] = &["federal", "confederate"];
        &[("no_cards", EITHER), ("conditions", EITHER)]
    }
    fn usual_scenario(&self) -> &'static str {
        "brawners_farm"
    }
    fn orders_of(&self, _: &Id) -> Vec<Procedure> {
        vec![Procedure::Turn(Stage::Start {})]
    }
    fn recommend_orders(&self, position: &Position<Self>, side: &Id, own: Option<&OwnCards>, seed: u64) -> Vec<Order> {
        own.map_or_else(Vec::new, |own| player::orders(self, &position.game, Side::of(side), own, seed))
    }
    fn recommend_answer(
        &self,
        position: &Position<Self>,
        _: &Id,
        question: &Question,
        own: Option<&OwnCards>,
    ) -> Option<Answer> {
        player::answer(self, position, question, own)
    }
    fn recommend_advance(&self, position: &Position<Self>, side: &Id, own: &OwnCards) -> Vec<(&'static str, Value)> {
        player::in_advance(self, position, Side::of(side), own)
    }
    fn recommend_standing(&self, position: &Position<Self>, side: &Id) -> Option<Standing> {
        let now = position.standing.get(side).cloned().unwrap_or_default();
        // Orders that an interrupt forbids are dropped, and all others are carried out without another mail.
        let goes_on = now.interrupted == Interrupted::GoOn;
        (!goes_on).then_some(Standing { interrupted: Interrupted::GoOn, ..now })
    }
}
