//! *Crossroads*, the teaching game: small, complete, and the tutorial of how a game is written
//! (`docs/architecture.md`). Its rules are in `docs/crossroads.md`.

pub(crate) use adjutant_core::{board, document, engine, pack as shared, report, session, sorted};

pub mod combat;
mod entry;
pub mod orders;
pub mod present;
pub mod sequence;

pub use entry::GAME;

use std::sync::Arc;

use schemars::SchemaGenerator;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value, json};

use crate::document::{Id, Problem};
use crate::engine::case::parts::{CaseParts, RollKind, SIDE, roll};
use crate::engine::prospects::Sign;
use crate::engine::standing_orders::Always;
use crate::engine::{HandicapUnit, Input, Next, OwnCards, Position, Ruleset, StepContext, outcome};
use crate::shared::areas::{AreaPack, Field};
use crate::shared::{Shipped, Side, find_scenario, read_options};
use crate::sorted::{SortedMap, SortedSet};
use orders::{Answer, Event, Game, Order, Posture, Question};
use sequence::Stage;

/// At most this many units of a side are in an area (1.3).
pub const STACK: usize = 2;

/// The pack that the program ships, and its digest; a test says what that has to be.
pub static PACK: Shipped<AreaPack> = Shipped::new(
    &[(AreaPack::FILE, include_str!("../../../scenarios/crossroads/game.yaml"))],
    "97521ff35cd07329f54afa298d12abc831bea877530ff17f600e011bdd6534cf",
    AreaPack::from_files,
);

/// The game, with the data that it is played with.
#[derive(Clone, Debug, PartialEq)]
pub struct Crossroads {
    pub pack: Arc<AreaPack>,
}

type Context<'a> = StepContext<'a, Crossroads>;

/// A half-finished procedure.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
pub enum Procedure {
    /// The rounds (2).
    Round(Stage),
    /// A combat (5).
    Combat(combat::Fight),
    /// A side has ended its orders (2.3).
    Done {},
}

/// What a charter may set.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Options {
    /// How many rounds are played, from 3 to 9.
    rounds: Option<u8>,
}

const ROLLS: [RollKind; 2] = [
    roll("initiative", "", "2.2", 2, "Who moves first, the Union's die first"),
    roll("combat", SIDE, "5.2", 2, "Both sides' dice in a combat, the attacker's first"),
];

impl Crossroads {
    /// The game with the data pack that the program ships.
    pub fn shipped() -> Crossroads {
        Crossroads::new(PACK.typed())
    }

    /// The game with a data pack.
    pub fn new(pack: AreaPack) -> Crossroads {
        Crossroads { pack: Arc::new(pack) }
    }
}

impl Ruleset for Crossroads {
    const ID: &'static str = "crossroads";
    const REVISION: u32 = 1;

    type Game = Game;
    type Procedure = Procedure;
    /// Whether the side's orders are over.
    type Reply = bool;
    type Order = Order;
    type Question = Question;
    type Answer = Answer;
    type Standing = Always<Answer>;

    fn sides(&self) -> [Id; 2] {
        Side::BOTH.map(Side::id)
    }
    fn setup(&self, scenario: &Id, options: &Map<String, Value>) -> Result<Position<Self>, Problem> {
        let scenario = find_scenario(&self.pack.scenarios, scenario)?;
        let Options { rounds } = read_options(options, "write a number from 3 to 9")?;
        let rounds = rounds.unwrap_or(scenario.rounds);
        if !(3..=9).contains(&rounds) {
            let problem = Problem::new(format!("no match lasts {rounds} rounds")).rule("2").in_path("options.rounds");
            return Err(problem.advice("write a number from 3 to 9"));
        }
        let field = Field::set_up(&self.pack, scenario);
        let game = Game { round: 1, rounds, field, postures: SortedMap::new(), acted: SortedSet::new() };
        Ok(Position::new(game, Procedure::Round(Stage::Postures)))
    }
    fn step(&self, cx: Context<'_>, procedure: &mut Procedure, input: Input<Self>) -> Next<Self> {
        match procedure {
            Procedure::Round(stage) => stage.step(self, cx, input),
            Procedure::Combat(fight) => fight.step(self, cx, input),
            Procedure::Done {} => Next::Return(true),
        }
    }
    fn begin(&self, cx: Context<'_>, side: &Id, order: &Order) -> Result<Option<Procedure>, Vec<Problem>> {
        order.begin(self, cx, Side::named(side).map_err(|problem| vec![problem])?)
    }
    fn legal(&self, position: &Position<Self>, side: &Id, _: Option<&OwnCards>) -> Vec<Order> {
        Side::named(side).map_or_else(|_| Vec::new(), |side| sequence::legal(self, &position.game, side))
    }
    fn answers(&self, _: &Position<Self>, question: &Question, _: Option<&OwnCards>) -> Vec<Answer> {
        std::iter::once(Answer::Stand {}).chain(question.open.iter().copied().map(Answer::Retreat)).collect()
    }
    fn standing_answer(&self, _: &Position<Self>, _: &Id, orders: &Always<Answer>, _: &Question) -> Option<Answer> {
        orders.always.clone()
    }
    fn standing_samples(&self, _: &Game, _: &Id) -> Vec<Always<Answer>> {
        vec![Always { always: Some(Answer::Stand {}) }]
    }
    fn choice_values(&self, _: &Game, _: &Id, _: &Id) -> Vec<Value> {
        [Posture::Hold, Posture::Assault, Posture::March].map(|posture| json!(posture)).into()
    }
    fn recommend_choice(&self, game: &Game, side: &Id, id: &Id, seed: u64) -> Value {
        self.choice_values(game, side, id).swap_remove(((seed ^ u64::from(game.round)) % 3) as usize)
    }
    fn worth(&self, position: &Position<Self>, side: &Id) -> i64 {
        Side::named(side).map_or(0, |side| position.game.field.worth(&self.pack, side))
    }
    fn signs(&self, position: &Position<Self>, side: &Id) -> Vec<Sign> {
        let Game { round, rounds, ref field, .. } = position.game;
        Side::named(side).map_or_else(|_| Vec::new(), |side| field.signs(&self.pack, side, i64::from(rounds - round)))
    }
    fn invariants(&self, position: &Position<Self>) -> Vec<Problem> {
        let Game { round, rounds, ref field, .. } = position.game;
        let late = Problem::new(format!("there is no round {round}")).in_path("game.round");
        field.broken(&self.pack, STACK).into_iter().chain((!(1..=rounds).contains(&round)).then_some(late)).collect()
    }
    fn handicap_unit(&self) -> Option<HandicapUnit> {
        Some(HandicapUnit::POINTS)
    }
    fn give_handicap(&self, game: &mut Game, side: &Id, points: u32) {
        game.field.handicap.insert(Side::of(side), i64::from(points));
    }
    fn ends(&self) -> &'static [outcome::EndCondition] {
        const EITHER: &[&str] = &["union", "confederate"];
        &[("more_points", EITHER), ("no_enemies_left", EITHER), ("equal_points", &["none"])]
    }
    fn usual_scenario(&self) -> &'static str {
        "meeting"
    }
    fn orders_of(&self, side: &Id) -> Vec<Procedure> {
        Side::named(side).map_or_else(|_| Vec::new(), |side| vec![Procedure::Round(Stage::Orders(side, true))])
    }
    fn case_parts(&self, generator: &mut SchemaGenerator) -> CaseParts {
        CaseParts::of_ledger::<Game, Event, Question>(generator, &ROLLS)
    }
}
