//! *Battle Cry of Freedom*: the whole war as a game of cards. Sends are announced, answered and settled (BC-26), so that a
//! send is one mail. `docs/rulings/battle_cry.md` decides what the rulebook leaves open (BC-1 and following).

pub(crate) use adjutant_core::{document, engine, pack as shared, report, session, sorted, spelling};

pub mod battle;
pub mod case;
pub mod combat_value;
pub mod command_points;
pub mod draws;
pub mod effects;
mod entry;
pub mod events;
pub mod face_down_cards;
pub mod generals;
pub mod hand_check;
pub mod invariants;
pub mod ledger;
pub mod legal;
pub mod letter;
pub mod movement;
pub mod name_resolution;
pub mod options;
pub mod orders;
pub mod orders_begin;
pub mod pack;
pub mod phases;
pub mod placement;
pub mod player;
pub mod present;
pub mod reactions;
pub mod recovery;
pub mod resources;
pub mod sends;
pub mod sequence;
pub mod set_up;
pub mod settlement;
pub mod signs;
pub mod strategy_legal;
pub mod strategy_orders;
pub mod view;

pub use entry::GAME;

use std::sync::Arc;

use serde::{Deserialize, Serialize};
use serde_json::{Map, Value, json};

use crate::battle::Combat;
use crate::document::{Id, Problem};
use crate::engine::HandicapUnit;
use crate::engine::prospects::Sign;
use crate::engine::{
    CardActs, CardTable, Concealed, Decks, Events, Input, Next, OwnCards, OwnTurn, Position, Ruleset, StepContext,
    outcome,
};
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

    /// The procedures in progress at a position in which a side is asked for orders.
    pub fn stack_of(&self, game: &Game) -> Vec<Procedure> {
        let fight = game.battle.iter().map(|_| Procedure::Combat(Combat::Sends { asked: false }));
        [Procedure::Game(Stage::of(game))].into_iter().chain(fight).collect()
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
            order => order.refused_in_strategy(view),
        }
    }
}

impl Ruleset for BattleCry {
    const ID: &'static str = "battle_cry";
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
    fn setup(&self, scenario: &Id, options: &Map<String, Value>) -> Result<Position<Self>, Problem> {
        Ok(Position::new(set_up::record(&self.pack, scenario, options)?, Procedure::Game(Stage::SetUp {})))
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
    fn foresee(&self, game: &mut Game, later: &[Order]) {
        game.foreseen = later.first().and_then(Order::phase);
    }
    /// A block that was written before anybody knew what would be placed, and that names nothing of it; the move that
    /// follows it is made (BC-33).
    fn skip(&self, game: &Game, _: &Id, order: &Order) -> Option<Problem> {
        let Order::Block(policy) = order else { return None };
        let moves = game.phase == ledger::Phase::Movement && game.maneuver.passes == 1;
        let meant = game.placed.values().any(|placed| policy.contains_key(&placed.battle));
        let late = moves && !meant && game.maneuver.blocks.is_none();
        let refused = late.then(|| vec![(events::Refusal::NothingToBlock, "Blocking")])?;
        events::Refusal::to_problems(refused, self, Side::Confederate).into_iter().next()
    }
    fn phase_is_over(&self, game: &Game, side: &Id, _: &Id) -> Problem {
        let refused = vec![(events::Refusal::Overtaken { phase: game.phase }, "protocol 3")];
        let found = events::Refusal::to_problems(refused, self, Side::of(side)).into_iter().next();
        found.unwrap_or_default()
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
        if order.is_of_combat() {
            return Ok(order.carry_out(self, game, events, side));
        }
        order.carry_out_strategy(self, game, events, side);
        Ok(None)
    }
    fn answers(&self, position: &Position<Self>, question: &Question, own: Option<&OwnCards>) -> Vec<Answer> {
        legal::answers(self, position, question, own)
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
    fn legal(&self, position: &Position<Self>, side: &Id, own: Option<&OwnCards>) -> Vec<Order> {
        legal::orders(View { own, ..View::of(self, &position.game, Side::of(side)) })
    }
    fn signs(&self, position: &Position<Self>, side: &Id) -> Vec<Sign> {
        signs::signs(self, &position.game, Side::of(side))
    }
    /// Command cards are laid in theaters, and no others (C.1).
    fn may_lie(&self, game: &Game, side: &Id, card: &str, id: &Id) -> bool {
        let side = Side::of(side);
        let laid = game.laying.get(&side).into_iter().flat_map(|laid| laid.iter());
        let mut theaters =
            laid.filter(|(_, points)| points.card.as_deref() == Some(id.as_str())).map(|(theater, _)| *theater);
        options::command_points(side, card).map(|(theater, _)| theater) == theaters.next()
    }
    fn cards<'g>(&self, game: &'g Game) -> Option<&'g CardTable> {
        Some(&game.cards)
    }
    fn cards_mut<'g>(&self, game: &'g mut Game) -> Option<&'g mut CardTable> {
        Some(&mut game.cards)
    }
    fn decks(&self, game: &Game) -> Decks {
        self.scenario(game).map(|scenario| set_up::decks(&self.pack, scenario)).unwrap_or_default()
    }
    fn advance_questions(&self, game: &Game, side: &Id) -> Vec<&'static str> {
        if game.cards.open_handed {
            return Vec::new();
        }
        match game.battle {
            Some(_) if letter::is_by_card(game) => [&["special", "threatened"][..], &hand_check::IN_BATTLE].concat(),
            Some(_) => hand_check::IN_BATTLE.to_vec(),
            None => face_down_cards::advance_questions(game, Side::of(side)),
        }
    }
    fn advance_answer(&self, position: &Position<Self>, _: &Id, question: &Question, says: &Value) -> Option<Answer> {
        let _ = position;
        match face_down_cards::window(question) {
            Some(window) => face_down_cards::read(window, says),
            None => document::from_value(says).ok(),
        }
    }
    fn card_acts(&self, game: &Game, side: &Id, orders: &[Order], _: Option<&Answer>) -> CardActs {
        face_down_cards::card_acts(self, game, Side::of(side), orders)
    }
    /// Every file of a battle seals the same four answers, whatever is held, so that their number tells nothing.
    fn follows_in_advance(
        &self,
        game: &Game,
        side: &Id,
        _: &[Order],
        _: &[(Id, String)],
    ) -> Vec<(&'static str, Value)> {
        let usual = |window: &'static str| match window {
            "special" | "threatened" => Some((window, json!(Answer::Pass))),
            "failure" | "saved" => Some((window, json!(Answer::Accept))),
            "enemy_passes" => Some((window, json!(Answer::GoOn))),
            "continue" => Some((window, json!(Answer::No))),
            _ => None,
        };
        self.advance_questions(game, side).into_iter().filter_map(usual).collect()
    }
    fn refuse_advance(&self, game: &Game, side: &Id, window: &str, says: &Value) -> Option<Problem> {
        match game.battle {
            Some(_) => hand_check::advance_refused(window, says),
            None => face_down_cards::advance_refused(View::of(self, game, Side::of(side)), window, says),
        }
    }
    fn advance_by_id(&self, game: &Game, side: &Id, _: &str, says: &Value, own: &OwnCards) -> Result<Value, Problem> {
        Ok(name_resolution::advance_by_id(View { own: Some(own), ..View::of(self, game, Side::of(side)) }, says))
    }
    fn conceal(
        &self,
        game: &Game,
        side: &Id,
        (mut orders, mut answer): (Vec<Order>, Option<Answer>),
        own: &OwnCards,
    ) -> Concealed<Self> {
        let view = View { own: Some(own), ..View::of(self, game, Side::of(side)) };
        name_resolution::replace_names(view, &mut orders, answer.as_mut());
        face_down_cards::conceal(self, game, view.side, (orders, answer))
    }
    fn refuse_by_hand(&self, position: &Position<Self>, side: &Id, turn: &OwnTurn<'_, Self>) -> Vec<Problem> {
        let view = View::of(self, &position.game, Side::of(side));
        [hand_check::refused(view, turn), face_down_cards::refused_by_hand(view, turn)].concat()
    }
    fn is_claim_true(&self, _: &Game, side: &Id, claim: &Value, own: &OwnCards) -> bool {
        let of_combat = effects::is_claim_true(self, Side::of(side), claim, own);
        of_combat.unwrap_or_else(|| generals::is_claim_true(self, Side::of(side), claim, own))
    }
    fn recommend_orders(&self, position: &Position<Self>, side: &Id, own: Option<&OwnCards>, seed: u64) -> Vec<Order> {
        own.map_or_else(Vec::new, |own| player::orders(self, &position.game, Side::of(side), own, seed))
    }
    fn recommend_answer(
        &self,
        position: &Position<Self>,
        side: &Id,
        question: &Question,
        own: Option<&OwnCards>,
    ) -> Option<Answer> {
        player::answer(self, position, Side::of(side), question, own)
    }
    fn recommend_advance(&self, position: &Position<Self>, side: &Id, own: &OwnCards) -> Vec<(&'static str, Value)> {
        player::in_advance(self, position, Side::of(side), own)
    }
    fn invariants(&self, position: &Position<Self>) -> Vec<Problem> {
        invariants::broken(self, position)
    }
    fn handicap_unit(&self) -> Option<HandicapUnit> {
        Some(HandicapUnit::CARDS)
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
    fn case(&self, given: &Value) -> Result<Position<Self>, Problem> {
        case::position(self, given)
    }
    fn notation(&self, position: &Position<Self>) -> Value {
        case::notation(position)
    }
    fn case_parts(&self, generator: &mut schemars::SchemaGenerator) -> engine::case::parts::CaseParts {
        case::parts(generator)
    }
    fn usual_scenario(&self) -> &'static str {
        "campaign"
    }
}
