//! *Birth of a Legend: Lee and the Seven Days*. There is one folder for each module of the rulebook, in the order of
//! the sequence of play: [`sequence`] and [`phases`] (5, 6, 8, 11, 13, 16.1), [`movement`] with regroups and bridges
//! (8, 9, 15), [`combat`] (10, 15.2), [`victory`] (14). [`position`] describes what is on the table (7), [`legality`]
//! checks orders in advance, [`projection`] follows them as far as they are certain, and [`orders::policy`] answers for a side
//! whose player is away.

pub(crate) use adjutant_core::{board, document, engine, pack as shared, report, session, sorted, spelling};

pub mod case;
pub mod combat;
mod entry;
pub mod events;
pub mod legal_answers;
pub mod legality;
pub mod movement;
pub mod options;
pub mod orders;
pub mod pack;
pub mod phases;
pub mod player;
pub mod position;
pub mod present;
pub mod projection;
pub mod refusal;
pub mod sequence;
pub mod signs;
pub mod victory;

use crate::sorted::SortedSet;
pub use entry::GAME;

use std::sync::Arc;

use serde::{Deserialize, Serialize};
use serde_json::{Map, Value, json};

use crate::document::{Id, Problem};
use crate::engine::HandicapUnit;
use crate::engine::prospects::Sign;
use crate::engine::{Forecast, Input, LaterOrder, Next, OwnCards, Position, Ruleset, StepContext};

use crate::engine::outcome;
use crate::shared::find_scenario;
use options::Options;
use orders::{Answer, Order, Question, Standing};
use pack::{Pack, Side};
use position::ledger::{Game, Phase};

/// The game, with the data that it is played with.
#[derive(Clone, Debug, PartialEq)]
pub struct SevenDays {
    pub pack: Arc<Pack>,
}

/// A half-finished procedure.
#[allow(clippy::large_enum_variant, reason = "few of them stand open at a time")]
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
pub enum Procedure {
    /// The turn (6.1).
    Turn(position::stage::Turn),
    /// A side's impulse (8).
    Impulse(phases::impulse::ImpulseProcedure),
    /// The beginning of an Assault Impulse (8.1.1).
    Activation(phases::impulse::Activation),
    /// A bridge is built (15.4.3).
    Build(movement::bridges::Build),
    /// Units marching (9).
    March(movement::March),
    /// An assault (10).
    Assault(Box<combat::assault::AssaultInProgress>),
    /// Units retreating (10.7).
    Retreat(combat::retreat::Retreat),
    /// Leaders who follow a retreat (10.7.3).
    Following(movement::leader_placement::LeaderRetreat),
    /// Leaders who are placed (9.6, 15.2).
    Placing(movement::leader_placement::LeaderPlacement),
    /// Leaders who may be hit (15.2).
    Checks(combat::leader_casualties::CasualtyRolls),
    /// Bridges are destroyed (15.4.1).
    Demolition(movement::bridges::Demolition),
    /// An Assault Impulse ends, with these bridges to destroy.
    Over { demolish: SortedSet<Id> },
    /// A turn waits.
    Wait {},
    /// An order that was carried out at once and ends its side's part of the phase.
    Done {},
}

/// What a procedure returns.
#[derive(Clone, Debug, PartialEq)]
pub enum Reply {
    /// It is over.
    Done,
    /// The turn waits.
    Waited,
    /// The Assault Impulse is over, with these bridges to destroy.
    Over(SortedSet<Id>),
    /// The impulse is over; the flag says whether the day is, too.
    Impulse(bool),
}

/// The sum of dice.
fn total(faces: &[u64]) -> u8 {
    u8::try_from(faces.iter().sum::<u64>()).unwrap_or(u8::MAX)
}

/// Two dice.
fn pair(faces: &[u64]) -> [u8; 2] {
    let face = |n: usize| faces.get(n).and_then(|face| u8::try_from(*face).ok()).unwrap_or(0);
    [face(0), face(1)]
}

impl SevenDays {
    /// The game with the data pack that the program ships.
    pub fn shipped() -> Self {
        SevenDays::new(Pack::shipped())
    }

    /// The game with a data pack.
    pub fn new(pack: Pack) -> Self {
        SevenDays { pack: Arc::new(pack) }
    }

    /// The side with this id.
    ///
    /// # Errors
    /// There is none.
    pub fn side(&self, id: &Id) -> Result<Side, Problem> {
        Side::named(id)
    }
}

impl Ruleset for SevenDays {
    const ID: &'static str = "seven_days";
    const OWN_SIDE_BIDS: bool = true;
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
        let found = find_scenario(&self.pack.scenarios, scenario)?;
        let options = Options::read(options)?;
        Ok(self.opening(self.set_up(found, options)))
    }

    fn case(&self, given: &Value) -> Result<Position<Self>, Problem> {
        case::position(self, given)
    }

    fn to_given(&self, position: &Position<Self>) -> Value {
        case::given(self, position)
    }

    fn normalized(&self, position: &Position<Self>) -> Position<Self> {
        case::normalized(position)
    }

    fn case_parts(&self, generator: &mut schemars::SchemaGenerator) -> crate::engine::case::parts::CaseParts {
        case::parts(generator)
    }

    fn notation(&self, position: &Position<Self>) -> Value {
        case::notation(self, position)
    }

    fn is_part_of_order(&self, game: &Game, procedure: &Procedure, input: &Input<Self>) -> bool {
        matches!(procedure, Procedure::Impulse(impulse) if impulse.is_ending(game, input))
    }

    fn step(&self, cx: StepContext<'_, Self>, procedure: &mut Procedure, input: Input<Self>) -> Next<Self> {
        match procedure {
            Procedure::Turn(turn) => turn.step(self, cx, input),
            Procedure::Impulse(impulse) => impulse.step(self, cx, input),
            Procedure::Activation(activation) => activation.step(self, cx, input),
            Procedure::Build(build) => build.step(self, cx, input),
            Procedure::March(march) => march.step(self, cx, input),
            Procedure::Assault(fight) => fight.step(self, cx, input),
            Procedure::Retreat(retreat) => retreat.step(self, cx, input),
            Procedure::Following(following) => following.step(self, cx, input),
            Procedure::Placing(placing) => placing.step(self, cx, input),
            Procedure::Checks(checks) => checks.step(self, cx, input),
            Procedure::Demolition(demolition) => demolition.step(self, cx, input),
            Procedure::Over { demolish } => Next::Return(Reply::Over(std::mem::take(demolish))),
            Procedure::Wait {} => Next::Return(Reply::Waited),
            Procedure::Done {} => Next::Return(Reply::Done),
        }
    }

    fn check_names(&self, game: &Game, side: &Id, order: &Order) -> Vec<Problem> {
        self.side(side)
            .map_or_else(|problem| vec![problem], |side| legality::unknown_names::check_names(self, game, side, order))
    }

    fn phase_is_over(&self, game: &Game, side: &Id, next: &Id) -> Problem {
        match (self.side(side), self.side(next)) {
            (Ok(side), Ok(_)) => legality::forecast::phase_is_over(self, game, side),
            (Err(problem), _) | (_, Err(problem)) => problem,
        }
    }

    fn skip(&self, game: &Game, side: &Id, order: &Order) -> Option<Problem> {
        let side = self.side(side).ok()?;
        Some(order.condition()?.fails(game, &self.pack, side)?.problem(self, side))
    }

    fn begin(&self, cx: StepContext<'_, Self>, side: &Id, order: &Order) -> Result<Option<Procedure>, Vec<Problem>> {
        let side = self.side(side).map_err(|problem| vec![problem])?;
        let StepContext { game, events, .. } = cx;
        match order {
            Order::Assault(order) => phases::impulse::begin(self, game, events, side, order),
            Order::Move(order) => movement::begin(self, game, events, side, order),
            Order::Attack(order) => combat::assault::begin(self, game, events, side, order),
            Order::End(order) => phases::impulse::end(self, game, side, order),
            Order::Regroup(order) => movement::regroup::begin(self, game, events, side, order),
            Order::Pass(_) => phases::impulse::pass(self, game, events, side),
            Order::Relocate(order) => phases::impulse::relocate(self, game, events, side, order),
            Order::Wait(_) => Ok(Some(Procedure::Wait {})),
            Order::Night(order) => phases::night::begin(self, game, events, side, order),
        }
    }

    fn plausible(&self, position: &Position<Self>, side: &Id, orders: &[LaterOrder<'_, Order>]) -> Forecast {
        match self.side(side) {
            Ok(side) => legality::forecast::forecast(self, position, side, orders),
            Err(problem) => Forecast { problems: vec![(0, problem)], undecided: Vec::new() },
        }
    }

    fn answers(&self, position: &Position<Self>, question: &Question, _: Option<&OwnCards>) -> Vec<Answer> {
        self.legal_answers(&position.game, question)
    }

    fn admits(&self, position: &Position<Self>, question: &Question, answer: &Answer) -> bool {
        self.is_legal(&position.game, question, answer)
    }

    fn refuse_answer(
        &self,
        position: &Position<Self>,
        question: &Question,
        answer: &Answer,
        _: Option<&OwnCards>,
    ) -> Problem {
        self.refusal(&position.game, question, answer)
    }

    fn standing_answer(
        &self,
        position: &Position<Self>,
        side: &Id,
        standing: &Standing,
        question: &Question,
    ) -> Option<Answer> {
        self.standing_order_answer(&position.game, self.side(side).ok()?, standing, question)
    }

    /// Everything that 9.4 and 10 leave to the defender has a default, so that the moving player's turn need not wait.
    fn default_standing(&self) -> Option<Standing> {
        Some(Standing::default())
    }

    fn check_standing(&self, _: &Game, side: &Id, standing: &Standing) -> Vec<Problem> {
        self.side(side).map_or_else(|problem| vec![problem], |side| self.unknown_in(side, standing))
    }

    fn standing_samples(&self, game: &Game, side: &Id) -> Vec<Standing> {
        self.side(side).map_or_else(|_| Vec::new(), |side| self.standing_samples(game, side))
    }

    fn choice_values(&self, _: &Game, _: &Id, _: &Id) -> Vec<Value> {
        phases::bids::values()
    }

    fn refuse_choice(&self, _: &Game, _: &Id, _: &Id, choice: &Value) -> Option<Problem> {
        Some(phases::bids::refuse(choice))
    }

    fn choice_schema(&self) -> Value {
        json!({
            "type": "object",
            "properties": {
                "side": {"enum": ["union", "confederate"]},
                "bid": {"type": "integer", "minimum": 0, "maximum": phases::bids::MAX_BID}
            },
            "required": ["side", "bid"],
            "additionalProperties": false
        })
    }

    fn default_choice(&self, _: &Game, side: &Id, _: &Id) -> Value {
        phases::bids::default(self.side(side).unwrap_or(Side::Union))
    }

    fn legal(&self, position: &Position<Self>, side: &Id, _: Option<&OwnCards>) -> Vec<Order> {
        self.side(side).map_or_else(|_| Vec::new(), |side| legality::legal::legal(self, position, side))
    }

    fn brief(&self, position: &Position<Self>, side: &Id) -> Value {
        let game = &position.game;
        let Ok(side) = self.side(side) else { return Value::Null };
        match game.phase {
            Phase::Night => json!({
                "phase": "night", "turn": game.turn, "replacement_points": phases::night::points(self, game, side, false),
                "advantage": game.has_advantage(side),
            }),
            _ => {
                let mut brief = json!({
                    "phase": "daylight", "turn": game.turn, "impulse": game.impulse,
                    "advantage": game.has_advantage(side),
                });
                if let (Some(current), Some(brief)) = (&game.current, brief.as_object_mut()) {
                    brief.insert("active_area".to_owned(), json!(current.area));
                    brief.insert("activated".to_owned(), json!(current.leaders));
                    brief.insert("must_assault".to_owned(), json!(self.mandatory(game)));
                }
                brief
            }
        }
    }

    fn recommend_orders(&self, position: &Position<Self>, side: &Id, _: Option<&OwnCards>, seed: u64) -> Vec<Order> {
        self.side(side).map_or_else(|_| Vec::new(), |side| player::orders(self, position, side, seed))
    }

    fn recommend_answer(
        &self,
        position: &Position<Self>,
        side: &Id,
        question: &Question,
        _: Option<&OwnCards>,
    ) -> Option<Answer> {
        player::answer(self, &position.game, self.side(side).ok()?, question)
    }

    fn recommend_choice(&self, _: &Game, _: &Id, _: &Id, seed: u64) -> Value {
        player::bid(seed)
    }

    fn exchanged(&self, game: &Game) -> bool {
        game.exchanged
    }

    fn signs(&self, position: &Position<Self>, side: &Id) -> Vec<Sign> {
        signs::signs(self, &position.game, Side::of(side))
    }
    fn invariants(&self, position: &Position<Self>) -> Vec<Problem> {
        position::invariants::broken(self, position)
    }

    fn handicap_unit(&self) -> Option<HandicapUnit> {
        Some(HandicapUnit { words: ("Replacement Point", "Replacement Points"), most: phases::bids::MAX_BID })
    }

    fn give_handicap(&self, game: &mut Game, side: &Id, points: u32) {
        if let Ok(side) = self.side(side) {
            *game.points.entry(side).or_insert(0) += points;
        }
    }

    fn ends(&self) -> &'static [outcome::EndCondition] {
        victory::ENDS
    }
}
