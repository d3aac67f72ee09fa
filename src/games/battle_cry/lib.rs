//! *Battle Cry of Freedom*: the whole war as a game of cards. Sends are announced, answered and settled (BC-26), so that a
//! send is one mail. `docs/rulings/battle_cry.md` decides what the rulebook leaves open (BC-1 and following).

pub(crate) use adjutant_core::{document, engine, pack as shared, report, sorted};

pub mod battle;
pub mod combat_value;
pub mod draws;
pub mod effects;
pub mod events;
pub mod invariants;
pub mod ledger;
pub mod legal;
pub mod name_resolution;
pub mod options;
pub mod orders;
pub mod orders_begin;
pub mod pack;
pub mod present;
pub mod reactions;
pub mod sends;
pub mod sequence;
pub mod settlement;
pub mod view;

use std::sync::Arc;

use serde::{Deserialize, Serialize};
use serde_json::{Map, Value, json};

use crate::battle::Combat;
use crate::document::{Id, Problem};
use crate::engine::{CardTable, Decks, Events, Input, Next, OwnCards, Position, Ruleset, StepContext, outcome};
use crate::events::Event;
use crate::ledger::{Game, Won};
use crate::orders::{Answer, Order, Question, Standing};
use crate::pack::{PACK, Pack};
use crate::sequence::Stage;
use crate::settlement::Settlement;
use crate::shared::Side;
use crate::view::View;

/// The game, with the cards that it is played with.
#[derive(Clone, Debug, PartialEq)]
pub struct BattleCry {
    pub pack: Arc<Pack>,
}

/// A half-finished procedure.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
pub enum Procedure {
    /// The phases of the turns (Detailed Sequence of Play).
    Game(Stage),
    /// A battle (I).
    Combat(Combat),
    /// A send is settled (BC-26).
    Settle(Settlement),
}

/// What a procedure returns to its caller.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Reply {
    Done,
    /// A reaction has come to nothing.
    Beaten,
}

impl BattleCry {
    /// The game with the cards that the program ships.
    pub fn shipped() -> BattleCry {
        BattleCry::new(PACK.typed())
    }

    /// The game with those of a pack.
    pub fn new(pack: Pack) -> BattleCry {
        BattleCry { pack: Arc::new(pack) }
    }

    /// The end of the game, if it has come.
    fn ended(game: &Game, events: &mut Events) -> Option<Next<BattleCry>> {
        let Won { side: winner, how } = game.won.clone()?;
        events.emit("End of Game", &Event::Ended { winner, how });
        let winner = winner.map_or(json!("none"), |winner| json!(winner));
        Some(Next::Over(json!({"winner": winner, "how": how})))
    }

    /// Why a side cannot give an order.
    pub fn refused(&self, view: View<'_>, order: &Order) -> view::RefusalList {
        match order {
            order if order.is_of_combat() => order.refused_in_combat(view),
            Order::Pick { cards } => self.picks_refused(view, cards),
            _ => vec![(events::Refusal::WrongPhase { phase: view.game.phase }, "I")],
        }
    }
}

impl Ruleset for BattleCry {
    const ID: &'static str = "battle_cry";
    const REVISION: u32 = 1;

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
    fn setup(&self, scenario: &Id, options: &Map<String, Value>) -> Result<Position<Self>, Problem> {
        Ok(Position::new(options::set_up(&self.pack, scenario, options)?, Procedure::Game(Stage::SetUp {})))
    }
    fn step(&self, cx: StepContext<'_, Self>, procedure: &mut Procedure, input: Input<Self>) -> Next<Self> {
        let StepContext { game, standing, events } = cx;
        let inner = StepContext { game: &mut *game, standing, events: &mut *events };
        let next = match procedure {
            Procedure::Game(stage) => stage.step(self, inner, input),
            Procedure::Combat(combat) => combat.step(self, inner, input),
            Procedure::Settle(settlement) => settlement.step(self, inner, input),
        };
        BattleCry::ended(game, events).unwrap_or(next)
    }
    fn precede(&self, game: &Game, side: &Id, order: &Order) -> Option<Procedure> {
        let settles = order.is_answer() || *order == Order::Settle {};
        (!settles).then(|| self.settles_first(game, Side::of(side)))?
    }
    fn begin(&self, cx: StepContext<'_, Self>, side: &Id, order: &Order) -> Result<Option<Procedure>, Vec<Problem>> {
        let (side, StepContext { game, events, .. }) = (Side::of(side), cx);
        let refused = self.refused(View::of(self, game, side), order);
        if !refused.is_empty() {
            return Err(events::Refusal::to_problems(refused, self, side));
        }
        match order {
            Order::Pick { cards } => self.pick(game, events, side, cards),
            order => return Ok(order.carry_out(self, game, events, side)),
        }
        Ok(None)
    }
    fn answers(&self, position: &Position<Self>, question: &Question) -> Vec<Answer> {
        legal::answers(self, position, question, None)
    }
    fn answers_with(&self, position: &Position<Self>, _: &Id, question: &Question, own: &OwnCards) -> Vec<Answer> {
        legal::answers(self, position, question, Some(own))
    }
    fn admits(&self, position: &Position<Self>, question: &Question, answer: &Answer) -> bool {
        legal::admits(self, position, question, answer)
    }
    fn standing_answer(
        &self,
        position: &Position<Self>,
        side: &Id,
        standing: &Standing,
        question: &Question,
    ) -> Option<Answer> {
        legal::by_standing_order(View::of(self, &position.game, Side::of(side)), standing, question)
    }
    fn default_standing(&self) -> Option<Standing> {
        Some(Standing::default())
    }
    fn legal(&self, position: &Position<Self>, side: &Id) -> Vec<Order> {
        legal::orders(View::of(self, &position.game, Side::of(side)))
    }
    fn legal_with(&self, position: &Position<Self>, side: &Id, own: &OwnCards) -> Vec<Order> {
        legal::orders(View { own: Some(own), ..View::of(self, &position.game, Side::of(side)) })
    }
    fn cards<'g>(&self, game: &'g Game) -> Option<&'g CardTable> {
        Some(&game.cards)
    }
    fn cards_mut<'g>(&self, game: &'g mut Game) -> Option<&'g mut CardTable> {
        Some(&mut game.cards)
    }
    fn decks(&self, game: &Game) -> Decks {
        self.scenario(game).map(|scenario| options::decks(&self.pack, scenario)).unwrap_or_default()
    }
    fn advance_questions(&self, game: &Game, _: &Id) -> Vec<&'static str> {
        if game.battle.is_some() { vec!["failure", "saved", "enemy_passes", "continue"] } else { Vec::new() }
    }
    fn is_claim_true(&self, _: &Game, side: &Id, claim: &Value, own: &OwnCards) -> bool {
        claim.as_str() == Some(effects::NO_OTHERS) && effects::is_claim_true(self, Side::of(side), own)
    }
    fn invariants(&self, position: &Position<Self>) -> Vec<Problem> {
        invariants::broken(self, position)
    }
    fn ends(&self) -> &'static [outcome::EndCondition] {
        const EITHER: &[&str] = &["union", "confederate"];
        const ANY: &[&str] = &["union", "confederate", "none"];
        &[
            ("cities", &["union"]),
            ("election", &["union"]),
            ("decks_exhausted", &["confederate"]),
            ("deck_one", ANY),
            ("battle", EITHER),
        ]
    }
    fn usual_scenario(&self) -> &'static str {
        "campaign"
    }
}
