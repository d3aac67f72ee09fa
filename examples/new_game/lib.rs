//! A bare game to begin a new one from: copy this folder to `src/games/NAME`, and change it rule by rule. The rules are in
//! README.md; `src/games/crossroads` is the tutorial, and shows what a game may have besides: a map, secret choices,
//! questions, combats, cases.

pub(crate) use adjutant_core::{document, engine, report};

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value, json};

use crate::document::{Id, Problem, from_tagged};
use crate::engine::refusal::{Audience, Voice};
use crate::engine::{Input, Next, OwnCards, Position, Reason, Ruleset, StepContext, outcome};
use crate::report::grammar::plural;
use crate::report::text_builder::{Rolls, TextBuilder};
use crate::report::{EventText, Kind, OrderKind, Present};

adjutant_core::two_sides! {
    /// The two columns (1).
    Red: "red", "Red", "red column";
    Blue: "blue", "Blue", "blue column";
}

/// The river is so many miles away (1).
pub const RIVER: u8 = 12;
/// The most miles that a column may be ordered to march in a day (2).
pub const MARCH: u8 = 3;

/// The game. One with data of its own has its pack here.
#[derive(Clone, Debug, PartialEq)]
pub struct NewGame;

/// Everything on the table: how far the columns have marched, the red one's miles first, and whose day it is.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Game {
    pub miles: [u8; 2],
    pub active: Side,
}

/// A half-finished procedure. What dice decide is begun here, and goes on when they have been rolled.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
pub enum Procedure {
    /// The days, one after the other.
    Days {},
    /// A column marches so many miles (2).
    March { side: Side, miles: u8 },
}

/// An order.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
pub enum Order {
    /// March so many miles (2).
    March(u8),
}

/// What happens.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
#[schemars(tag = "event")]
pub enum Event {
    /// A column has marched, or straggles and stays where it is (2).
    Marched { side: Side, miles: u8, straggles: bool },
    /// A column is at the river (3).
    Arrived { side: Side },
}

/// What the rules hold against an order.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Refusal {
    /// The order is for no miles, or for too many (2).
    Miles { miles: u8 },
}

impl Refusal {
    /// What is wrong and what to do about it, to the player or to everybody.
    fn words(&self, voice: Voice) -> (String, String) {
        let Refusal::Miles { miles } = self;
        let said = format!("{} the order to march {}", voice.you_have(), plural((*miles).into(), "mile"));
        (said, format!("march from 1 to {MARCH} miles"))
    }
}

impl Ruleset for NewGame {
    const ID: &'static str = "new_game";
    const REVISION: u32 = 1;

    type Game = Game;
    type Procedure = Procedure;
    type Reply = ();
    type Order = Order;
    // Nobody is asked anything in the middle of a turn.
    type Question = ();
    type Answer = ();
    type Standing = ();

    fn sides(&self) -> [Id; 2] {
        Side::BOTH.map(Side::id)
    }
    fn setup(&self, _scenario: &Id, _options: &Map<String, Value>) -> Result<Position<Self>, Problem> {
        Ok(Position::new(Game { miles: [0, 0], active: Side::Red }, Procedure::Days {}))
    }
    fn step(&self, cx: StepContext<'_, Self>, procedure: &mut Procedure, input: Input<Self>) -> Next<Self> {
        let StepContext { game, events, .. } = cx;
        match (procedure, input) {
            (Procedure::Days {}, Input::Reply(())) => {
                let marched = game.active;
                if game.miles[marched.index()] >= RIVER {
                    events.emit("3", &Event::Arrived { side: marched });
                    return Next::Over(json!({"winner": marched, "how": "river"}));
                }
                game.active = marched.other();
                Next::Continue
            }
            (Procedure::Days {}, _) => Next::Orders { side: game.active.id() },
            (Procedure::March { side, miles }, Input::Faces(faces)) => {
                let rolled = faces.first().copied().unwrap_or_default();
                let straggles = rolled + u64::from(*miles) > 6;
                if !straggles {
                    game.miles[side.index()] += *miles;
                }
                events.emit("2", &Event::Marched { side: *side, miles: *miles, straggles });
                Next::Return(())
            }
            (Procedure::March { side, .. }, _) => {
                Next::Roll { purpose: format!("march {side}"), rule: "2", count: 1, sides: 6 }
            }
        }
    }
    fn begin(&self, _: StepContext<'_, Self>, side: &Id, order: &Order) -> Result<Option<Procedure>, Vec<Problem>> {
        let side = Side::named(side).map_err(|problem| vec![problem])?;
        let Order::March(miles) = *order;
        if (1..=MARCH).contains(&miles) {
            return Ok(Some(Procedure::March { side, miles }));
        }
        let refusal = Refusal::Miles { miles };
        let (words, advice) = refusal.words(side.voice(Audience::Owner));
        Err(vec![Problem::new(words).advice(advice).rule("2").refusing(&refusal)])
    }
    fn answers(&self, _: &Position<Self>, (): &(), _: Option<&OwnCards>) -> Vec<()> {
        vec![()]
    }
    fn standing_answer(&self, _: &Position<Self>, _: &Id, (): &(), (): &()) -> Option<()> {
        None
    }
    fn legal(&self, _: &Position<Self>, _: &Id, _: Option<&OwnCards>) -> Vec<Order> {
        (1..=MARCH).map(Order::March).collect()
    }
    fn worth(&self, position: &Position<Self>, side: &Id) -> i64 {
        let miles = |side: Side| i64::from(position.game.miles[side.index()]);
        Side::named(side).map_or(0, |side| miles(side) - miles(side.other()))
    }
    fn invariants(&self, position: &Position<Self>) -> Vec<Problem> {
        let gone_too_far = position.game.miles.iter().any(|miles| *miles >= RIVER + MARCH);
        gone_too_far.then(|| Problem::new("a column is across the river").in_path("game.miles")).into_iter().collect()
    }
    fn ends(&self) -> &'static [outcome::EndCondition] {
        &[("river", &["red", "blue"])]
    }
    fn usual_scenario(&self) -> &'static str {
        "race"
    }
}

impl Present for NewGame {
    fn event_text(&self, _: &Position<Self>, event: &Value, rolls: &mut Rolls) -> Option<EventText> {
        Some(match from_tagged("event", event).ok()? {
            Event::Marched { side, miles, straggles } => {
                let how = if straggles { "straggles" } else { "marches" };
                let words = format!("{} {how} on the way of {}.", side.opening(), plural(miles.into(), "mile"));
                let told = TextBuilder::words(words).roll(rolls.of(&format!("march {side}")));
                EventText::new(Kind::Order, told).of(side.id(), None)
            }
            Event::Arrived { side } => {
                let told = TextBuilder::words(format!("{} is at the river first.", side.opening()));
                EventText::new(Kind::Score, told).of(side.id(), None).first()
            }
        })
    }
    fn side_words(&self, side: &Id) -> String {
        Side::named(side).map_or_else(|_| side.to_string(), |side| side.in_words().to_owned())
    }
    fn reason_words(&self, side: &Id, reason: &Reason) -> Option<String> {
        Some(reason.refusal::<Refusal>()?.words(Side::named(side).ok()?.voice(Audience::Everyone)).0)
    }
    fn kinds(&self) -> &'static [OrderKind] {
        &[OrderKind { key: "march", title: "March", rule: "2" }]
    }
    fn order_words(&self, _: &Position<Self>, _: &Id, Order::March(miles): &Order) -> String {
        format!("march {}", plural((*miles).into(), "mile"))
    }
}
