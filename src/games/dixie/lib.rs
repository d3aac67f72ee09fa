//! *Dixie*, the card wargame: First Bull Run, Shiloh and Gettysburg. The rules are Columbia Games' unified rules; what they leave
//! open is decided in `docs/rulings/dixie.md` (DX-1 and on).

pub(crate) use adjutant_core::{document, engine, pack as shared, report, sorted};

pub mod events;
pub mod ledger;
pub mod orders;
pub mod pack;
pub mod place;
pub mod present;
pub mod side;

use std::sync::Arc;

use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

use crate::document::{Id, Problem};
use crate::engine::{Cx, Input, Next, Position, Ruleset, outcome};
use crate::ledger::Game;
use crate::orders::{Answer, Order, Question, Standing};
use crate::pack::{PACK, Pack};
use crate::side::Side;

/// The game, with the cards that it is played with.
#[derive(Clone, Debug, PartialEq)]
pub struct Dixie {
    pub pack: Arc<Pack>,
}

/// A half-finished procedure.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
pub enum Frame {
    /// The Battle Turns (5.0).
    Battle {},
}

impl Dixie {
    /// The game with the cards that the program ships.
    pub fn shipped() -> Dixie {
        Dixie::new(PACK.typed())
    }

    /// The game with cards of a pack.
    pub fn new(pack: Pack) -> Dixie {
        Dixie { pack: Arc::new(pack) }
    }
}

impl Ruleset for Dixie {
    const ID: &'static str = "dixie";
    const REVISION: u32 = 1;

    type Game = Game;
    type Frame = Frame;
    type Reply = bool;
    type Order = Order;
    type Question = Question;
    type Answer = Answer;
    type Standing = Standing;

    fn sides(&self) -> [Id; 2] {
        Side::BOTH.map(Side::id)
    }
    fn setup(&self, _: &Id, _: &Map<String, Value>) -> Result<Position<Self>, Problem> {
        Err(Problem::new("not yet"))
    }
    fn step(&self, _: Cx<'_, Self>, _: &mut Frame, _: Input<Self>) -> Next<Self> {
        Next::Return(true)
    }
    fn begin(&self, _: Cx<'_, Self>, _: &Id, _: &Order) -> Result<Option<Frame>, Vec<Problem>> {
        Ok(None)
    }
    fn legal(&self, _: &Position<Self>, _: &Id) -> Vec<Order> {
        Vec::new()
    }
    fn answers(&self, _: &Position<Self>, _: &Question) -> Vec<Answer> {
        vec![Answer::Pass {}]
    }
    fn standing_answer(&self, _: &Position<Self>, _: &Id, _: &Standing, _: &Question) -> Option<Answer> {
        None
    }
    fn invariants(&self, _: &Position<Self>) -> Vec<Problem> {
        Vec::new()
    }
    fn ends(&self) -> &'static [outcome::End] {
        const EITHER: &[&str] = &["usa", "csa"];
        &[("occupation", EITHER), ("envelopment", EITHER), ("last_day", &["usa"]), ("stalemate", &["none"])]
    }
    fn usual_scenario(&self) -> &'static str {
        "first_bull_run"
    }
}
