//! A tiny game for testing the protocol: raids with dice, a question, a committed choice and an end.
//!
//! Each round both sides choose in secret how they stand (`bold` or `wary`); then first the north and then the south
//! gives orders. `raid` rolls dice, and each 5 or more takes a point of strength unless the defender falls back; `rest`
//! gains a point. The game ends after the number of rounds in the option `rounds` (default 3), or when a side has no
//! strength left. The option `exchange` lets the players exchange sides: when the first `choice` is revealed, or after
//! the first `round`. With the option `early`, a player who opens a round's choice may commit to the next round's
//! choice in the same turn.

use crate::sorted::SortedMap;
use std::sync::Arc;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value, json};

use crate::document::{Id, Problem, from_value};
use crate::engine::ruleset::Asked;
use crate::engine::standing_orders::Always;
use crate::engine::{Input, Next, OwnCards, Position, Ruleset, StepContext};
use crate::report::{Present, Report, Show, StepFacts};
use crate::session::Game;
use crate::session::Rules;

/// The game.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Toy;

/// What is on the table.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Ledger {
    pub round: u64,
    pub rounds: u64,
    pub strength: SortedMap<Id, u64>,
    #[serde(default, skip_serializing_if = "SortedMap::is_empty")]
    pub stance: SortedMap<Id, Value>,
    /// When the players will exchange sides.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub exchange: Option<When>,
    /// Whether they have exchanged sides.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub exchanged: bool,
    /// Whether a player who opens a round's choice may commit to the next round's in the same turn.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub early: bool,
}

/// When the players exchange sides.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum When {
    Choice,
    Round,
}

impl Ledger {
    /// Exchanges the sides, if it is time.
    fn exchange(&mut self, now: When) {
        if self.exchange == Some(now) {
            self.exchange = None;
            self.exchanged = !self.exchanged;
        }
    }
}

/// A procedure under way.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
pub enum Procedure {
    Round {
        stage: u8,
    },
    Raid {
        by: Id,
        dice: usize,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        hits: Option<u64>,
    },
    Done {},
}

/// An order.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
pub enum Order {
    Raid { dice: usize },
    Rest {},
    Done {},
}

/// Whether to stand and take losses.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Question {
    pub hits: u64,
}

/// An answer.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
pub enum Answer {
    Stand {},
    FallBack {},
}

#[derive(Serialize)]
#[serde(rename_all = "snake_case")]
enum Event {
    Round { round: u64 },
    Raided { by: Id, hits: u64, lost: u64 },
    Rested { side: Id },
}

fn side(name: &str) -> Id {
    match name.parse() {
        Ok(id) => id,
        Err(_) => unreachable!("written here, and an id"),
    }
}

impl Toy {
    /// The game, ready to be played.
    pub fn game() -> Arc<dyn Game> {
        Arc::new(Rules(Toy))
    }

    fn other(&self, by: &Id) -> Id {
        let [north, south] = self.sides();
        if *by == north { south } else { north }
    }

    fn round(&self, cx: StepContext<'_, Self>, stage: &mut u8, input: Input<Self>) -> Next<Self> {
        let [north, south] = self.sides();
        let id = side(&format!("stance-{}", cx.game.round));
        match (*stage, input) {
            (0, _) => {
                cx.events.emit("T1", &Event::Round { round: cx.game.round });
                *stage = 1;
                Next::Commit { id, rule: "T2" }
            }
            (1, _) => {
                *stage = 2;
                Next::Reveal { id, rule: "T2" }
            }
            (2, Input::Chosen(chosen)) => {
                cx.game.stance = chosen;
                cx.game.exchange(When::Choice);
                *stage = 3;
                Next::Continue
            }
            (3, Input::Reply(true)) => {
                *stage = 4;
                Next::Continue
            }
            (3, _) => Next::Orders { side: north },
            (4, Input::Reply(true)) => {
                *stage = 5;
                Next::Continue
            }
            (4, _) => Next::Orders { side: south },
            _ => {
                let beaten =
                    cx.game.strength.iter().find(|(_, strength)| **strength == 0).map(|(side, _)| side.clone());
                if beaten.is_some() || cx.game.round >= cx.game.rounds {
                    let left = |side: &Id| cx.game.strength.get(side).copied().unwrap_or(0);
                    let (one, two) = (left(&north), left(&south));
                    let winner = match one.cmp(&two) {
                        std::cmp::Ordering::Greater => json!(north),
                        std::cmp::Ordering::Less => json!(south),
                        std::cmp::Ordering::Equal => json!("none"),
                    };
                    return Next::Over(json!({"winner": winner}));
                }
                if cx.game.exchange == Some(When::Round) && *stage == 5 {
                    *stage = 6;
                    let problem = Problem::new("the round is over, and the sides are exchanged").rule("T6");
                    return Next::Dismiss(Box::new(problem.refusing(&"round_over")));
                }
                cx.game.exchange(When::Round);
                cx.game.round += 1;
                cx.game.stance.clear();
                *stage = 0;
                Next::Continue
            }
        }
    }
}

impl Ruleset for Toy {
    const ID: &'static str = "toy";
    const REVISION: u32 = 1;
    const TEAMS: bool = true;

    type Game = Ledger;
    type Procedure = Procedure;
    type Reply = bool;
    type Order = Order;
    type Question = Question;
    type Answer = Answer;
    type Standing = Always<Answer>;

    fn sides(&self) -> [Id; 2] {
        [side("north"), side("south")]
    }

    fn setup(&self, scenario: &Id, options: &Map<String, Value>) -> Result<Position<Self>, Problem> {
        if scenario.as_str() != "field" {
            return Err(Problem::new(format!("there is no scenario '{scenario}'")).advice("it has: field"));
        }
        let rounds = options.get("rounds").map_or(Some(3), Value::as_u64);
        let rounds = rounds.ok_or_else(|| Problem::new("`rounds` is a number").in_path("options.rounds"))?;
        let exchange = options.get("exchange").map(|when| {
            let read = When::deserialize(when);
            read.map_err(|_| Problem::new("`exchange` is choice or round").in_path("options.exchange"))
        });
        let early = options.get("early") == Some(&Value::Bool(true));
        let strength = self.sides().into_iter().map(|side| (side, 6)).collect();
        let exchange = exchange.transpose()?;
        let game = Ledger { round: 1, rounds, strength, stance: SortedMap::new(), exchange, exchanged: false, early };
        Ok(Position::new(game, Procedure::Round { stage: 0 }))
    }

    fn case(&self, given: &Value) -> Result<Position<Self>, Problem> {
        from_value(given)
    }

    fn notation(&self, position: &Position<Self>) -> Value {
        json!(position)
    }

    fn step(&self, cx: StepContext<'_, Self>, procedure: &mut Procedure, input: Input<Self>) -> Next<Self> {
        match (procedure, input) {
            (Procedure::Round { stage }, input) => self.round(cx, stage, input),
            (Procedure::Done {}, _) => Next::Return(true),
            (Procedure::Raid { hits, .. }, Input::Faces(faces)) => {
                let count = faces.iter().filter(|face| **face >= 5).count() as u64;
                *hits = Some(count);
                Next::Continue
            }
            (Procedure::Raid { by, dice, hits: None }, _) => {
                Next::Roll { purpose: format!("raid {by}"), rule: "T3", count: *dice, sides: 6 }
            }
            (Procedure::Raid { by, hits: Some(hits), .. }, Input::Answer(answer)) => {
                let lost = if answer == (Answer::Stand {}) { *hits } else { 1 };
                let target = self.other(by);
                let strength = cx.game.strength.entry(target).or_default();
                *strength = strength.saturating_sub(lost);
                cx.events.emit("T4", &Event::Raided { by: by.clone(), hits: *hits, lost });
                Next::Return(*strength == 0)
            }
            (Procedure::Raid { by, hits: Some(0), .. }, _) => {
                cx.events.emit("T3", &Event::Raided { by: by.clone(), hits: 0, lost: 0 });
                Next::Return(false)
            }
            (Procedure::Raid { by, hits: Some(hits), .. }, _) => {
                let side = self.other(by);
                Next::Ask(Asked { side, slug: "stand", rule: "T4", question: Question { hits: *hits } })
            }
        }
    }

    fn begin(&self, cx: StepContext<'_, Self>, side: &Id, order: &Order) -> Result<Option<Procedure>, Vec<Problem>> {
        let strength = cx.game.strength.entry(side.clone()).or_default();
        match order {
            Order::Raid { dice } if *dice == 0 || *dice as u64 > *strength => {
                let problem = Problem::new(format!("a raid of {dice} dice with {strength} strength points"));
                Err(vec![problem.in_path("raid.dice").rule("T3").advice(format!("roll from 1 to {strength}"))])
            }
            Order::Raid { dice } => Ok(Some(Procedure::Raid { by: side.clone(), dice: *dice, hits: None })),
            Order::Rest {} => {
                *strength += 1;
                cx.events.emit("T5", &Event::Rested { side: side.clone() });
                Ok(None)
            }
            Order::Done {} => Ok(Some(Procedure::Done {})),
        }
    }

    fn answers(&self, _: &Position<Self>, question: &Question, _: Option<&OwnCards>) -> Vec<Answer> {
        if question.hits == 1 { vec![Answer::Stand {}] } else { vec![Answer::Stand {}, Answer::FallBack {}] }
    }
    fn refuse_answer(&self, _: &Position<Self>, _: &Question, _: &Answer, _: Option<&OwnCards>) -> Problem {
        Problem::new("he cannot do that").rule("T4").advice("stand")
    }
    fn standing_answer(&self, _: &Position<Self>, _: &Id, standing: &Always<Answer>, _: &Question) -> Option<Answer> {
        standing.always.clone()
    }
    fn standing_samples(&self, _game: &Self::Game, _side: &Id) -> Vec<Always<Answer>> {
        vec![Always { always: Some(Answer::Stand {}) }, Always::default()]
    }
    fn choice_values(&self, _: &Ledger, _: &Id, _: &Id) -> Vec<Value> {
        vec![json!("bold"), json!("wary")]
    }
    fn early_choice(&self, game: &Ledger, _opened: &Id) -> Option<Id> {
        (game.early && game.round < game.rounds).then(|| side(&format!("stance-{}", game.round + 1)))
    }
    fn default_choice(&self, _: &Ledger, _: &Id, _: &Id) -> Value {
        json!("wary")
    }
    fn legal(&self, position: &Position<Self>, side: &Id, _: Option<&OwnCards>) -> Vec<Order> {
        let strength = position.game.strength.get(side).copied().unwrap_or(0);
        let raids = (1..=strength as usize).map(|dice| Order::Raid { dice });
        raids.chain([Order::Rest {}, Order::Done {}]).collect()
    }
    fn brief(&self, position: &Position<Self>, side: &Id) -> Value {
        json!({"strength": position.game.strength.get(side)})
    }
    fn exchanged(&self, game: &Ledger) -> bool {
        game.exchanged
    }
    fn invariants(&self, _: &Position<Self>) -> Vec<Problem> {
        Vec::new()
    }
    fn check_outcome(&self, outcome: &Value) -> Result<(), Vec<Problem>> {
        match outcome.get("winner").and_then(Value::as_str) {
            Some("north" | "south" | "none") => Ok(()),
            _ => Err(vec![Problem::new("an outcome names the winner").advice("write {winner: north}, south or none")]),
        }
    }
}

impl Present for Toy {
    fn report(&self, _: &Position<Self>, _: &Position<Self>, _: &StepFacts) -> Report {
        Report { title: "A raid".to_owned(), subtitle: String::new(), sections: Vec::new() }
    }
    fn show(&self, _: &Position<Self>, _: &Show) -> Result<Report, Problem> {
        Err(Problem::new("there is nothing to show"))
    }
    fn draft_notes(&self, _: &Position<Self>, _: &Id, _: Option<&OwnCards>) -> Vec<String> {
        Vec::new()
    }
}
