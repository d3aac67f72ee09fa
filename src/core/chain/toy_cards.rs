//! A tiny card game for testing hidden hands: cards laid face down, attacks that reveal them, an answer in advance,
//! hidden discards, a claim, a random card, a search.
//!
//! Each side has twelve cards, two each of the values 1 to 6. Two are set aside unseen, four are drawn. Players give
//! orders in turn; `done` draws a card and ends a turn. The game ends after the number of turns in the option `turns`
//! (default 12).

use std::sync::Arc;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value, json};

use crate::document::{Id, Problem, from_value};
use crate::engine::cards::TABLE;
use crate::engine::ruleset::Asked;
use crate::engine::standing_orders::Always;
use crate::engine::{
    CardActs, CardTable, Concealed, Decks, Draw, Events, HandicapUnit, Input, Next, OwnCards, Position, Ruleset,
    StepContext,
};
use crate::report::{Present, Report, Show, StepFacts};
use crate::session::{Game, Rules};
use crate::sorted::SortedMap;

/// The game.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ToyCards;

/// What is on the table.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Ledger {
    pub turn: u64,
    pub turns: u64,
    pub points: SortedMap<Id, i64>,
    pub cards: CardTable,
    /// The cards on the table, by name or by the id under which they were laid.
    pub line: SortedMap<Id, Vec<String>>,
}

/// A procedure under way.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
pub enum Procedure {
    Begin {},
    Turn {},
    Attack {
        side: Id,
        with: String,
        on: String,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        parried: Option<i64>,
    },
    Gamble {
        side: Id,
        picked: bool,
        #[serde(default, skip_serializing_if = "std::ops::Not::not")]
        named: bool,
    },
    Search {
        side: Id,
        looked: bool,
        #[serde(default, skip_serializing_if = "std::ops::Not::not")]
        found: bool,
    },
    Done {
        side: Id,
    },
}

/// An order.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
pub enum Order {
    Lay { card: String },
    Attack { with: String, on: String },
    Shed { card: String },
    Recall { card: String },
    Vow { value: i64 },
    Gamble {},
    Search {},
    Reshuffle {},
    Done {},
}

/// What is asked of a side.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
pub enum Question {
    Parry { side: Id, against: i64 },
    Name { side: Id },
    Find { side: Id },
}

/// An answer.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
pub enum Answer {
    Pass {},
    Show { card: String },
}

#[derive(Serialize)]
#[serde(rename_all = "snake_case")]
enum Event {
    Fought { side: Id, attack: i64, defense: i64 },
    Scored { side: Id, points: i64 },
}

/// The value of a card: the digit in its name.
fn value(card: &str) -> i64 {
    card.chars().find_map(|c| c.to_digit(10)).map_or(0, i64::from)
}

impl ToyCards {
    /// The game, ready to be played.
    pub fn game() -> Arc<dyn Game> {
        Arc::new(Rules(ToyCards))
    }

    fn other(&self, by: &Id) -> Id {
        let [north, south] = self.sides();
        if *by == north { south } else { north }
    }

    fn mover(&self, game: &Ledger) -> Id {
        let [north, south] = self.sides();
        if game.turn % 2 == 1 { north } else { south }
    }

    /// The cards of a side that are not public.
    fn unseen(&self, game: &Ledger, side: &Id) -> Vec<String> {
        let decks = self.decks(game);
        let open = |card: &String| [TABLE, "lost"].iter().any(|pile| game.cards.open(side, pile).contains(card));
        let turned = |card: &String| {
            let laid = game.cards.of(side).into_iter().flat_map(|own| own.laid.values());
            laid.filter_map(|laid| laid.value().and_then(Value::as_str)).any(|other| other == card)
        };
        let all = decks.get(side).into_iter().flat_map(|piles| piles.values().flatten().cloned());
        all.filter(|card| !open(card) && !turned(card)).collect()
    }

    fn score(&self, game: &mut Ledger, events: &mut Events, side: &Id, points: i64) {
        *game.points.entry(side.clone()).or_default() += points;
        events.emit("C2", &Event::Scored { side: side.clone(), points });
    }

    fn lose(&self, game: &mut Ledger, events: &mut Events, side: &Id, card: &str) {
        game.cards.leave(events, "C3", side, card, "lost");
        game.line.entry(side.clone()).or_default().retain(|other| other != card);
    }
}

fn draw(side: &Id, pile: &str, count: usize, purpose: &str, rule: &str) -> Draw {
    Draw { side: side.clone(), pile: pile.to_owned(), count, purpose: purpose.to_owned(), rule: rule.to_owned() }
}

impl Ruleset for ToyCards {
    const ID: &'static str = "toy_cards";
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
        [Id::known("north"), Id::known("south")]
    }
    fn setup(&self, scenario: &Id, options: &Map<String, Value>) -> Result<Position<Self>, Problem> {
        if scenario.as_str() != "duel" {
            return Err(Problem::new(format!("there is no scenario '{scenario}'")).advice("it has: duel"));
        }
        let turns = options.get("turns").and_then(Value::as_u64).unwrap_or(12);
        let (points, line) = (SortedMap::new(), SortedMap::new());
        let mut game = Ledger { turn: 1, turns, points, cards: CardTable::default(), line };
        game.cards = CardTable::new(&self.decks(&game));
        self.sides().iter().for_each(|side| game.cards.make_face_up(side, "lost"));
        Ok(Position::new(game, Procedure::Begin {}))
    }
    fn case(&self, given: &Value) -> Result<Position<Self>, Problem> {
        from_value(given)
    }
    fn notation(&self, position: &Position<Self>) -> Value {
        json!(position)
    }
    fn cards<'g>(&self, game: &'g Ledger) -> Option<&'g CardTable> {
        Some(&game.cards)
    }
    fn cards_mut<'g>(&self, game: &'g mut Ledger) -> Option<&'g mut CardTable> {
        Some(&mut game.cards)
    }
    fn handicap_unit(&self) -> Option<HandicapUnit> {
        Some(HandicapUnit::CARDS)
    }
    fn decks(&self, _: &Ledger) -> Decks {
        let one = |side: &Id| {
            let letter = &side.as_str()[..1];
            let cards = (1..=6).flat_map(|n| ["a", "b"].map(|copy| format!("{letter}{n}{copy}"))).collect();
            (side.clone(), SortedMap::from([("set".to_owned(), cards)]))
        };
        self.sides().iter().map(one).collect()
    }

    fn step(&self, cx: StepContext<'_, Self>, procedure: &mut Procedure, input: Input<Self>) -> Next<Self> {
        let StepContext { game, events, .. } = cx;
        match (procedure, input) {
            (procedure @ Procedure::Begin {}, _) => {
                for side in self.sides() {
                    game.cards.shuffle(events, "C1", &side, &["set"], "set");
                    game.cards.deal(events, "C1", &side, ("set", 2), "aside");
                    game.cards.deal(events, "C1", &side, ("set", 10), "deck");
                    let count = 4 + game.cards.handicap(&side);
                    game.cards.draw(events, draw(&side, "deck", count, "first hand", "C1"), "hand");
                }
                *procedure = Procedure::Turn {};
                Next::Continue
            }
            (Procedure::Turn {}, Input::Reply(true)) => {
                game.turn += 1;
                if game.turn <= game.turns {
                    return Next::Continue;
                }
                let points = self.sides().map(|side| game.points.get(&side).copied().unwrap_or(0));
                let winner = match points[0].cmp(&points[1]) {
                    std::cmp::Ordering::Greater => "north",
                    std::cmp::Ordering::Less => "south",
                    std::cmp::Ordering::Equal => "none",
                };
                Next::Over(json!({"winner": winner, "how": "points"}))
            }
            (Procedure::Turn {}, _) => Next::Orders { side: self.mover(game) },
            (Procedure::Attack { side, with, on, parried }, input) => {
                let enemy = self.other(side);
                if let Some(id) = on.parse().ok().filter(|_| game.cards.is_face_down(&enemy, on)) {
                    return Next::TurnUp { side: enemy, ids: vec![id], rule: "C4" };
                }
                let face = |side: &Id, card: &str| game.cards.face(side, card).map_or(0, value);
                let (own, other) = (face(side, with), face(&enemy, on));
                match (input, *parried) {
                    (Input::Faces(faces), Some(parry)) => {
                        let die = |n: usize| faces.get(n).map_or(0, |face| *face as i64);
                        let (attack, defense) = (own + die(0), other + die(1) + parry);
                        events.emit("C4", &Event::Fought { side: side.clone(), attack, defense });
                        if attack >= defense {
                            self.lose(game, events, &enemy, on);
                            self.score(game, events, side, other);
                        }
                        if defense >= attack {
                            self.lose(game, events, side, with);
                            self.score(game, events, &enemy, own);
                        }
                        Next::Return(false)
                    }
                    (Input::Answer(answer), None) => {
                        *parried = Some(match answer {
                            Answer::Pass {} => 0,
                            Answer::Show { card } => {
                                game.cards.play(events, "C5", &enemy, &card, "hand");
                                game.cards.leave(events, "C5", &enemy, &card, "lost");
                                value(&card)
                            }
                        });
                        Next::Continue
                    }
                    (_, Some(_)) => Next::Roll { purpose: format!("attack {side}"), rule: "C4", count: 2, sides: 6 },
                    (_, None) => {
                        let question = Question::Parry { side: enemy.clone(), against: own };
                        Next::Ask(Asked { side: enemy, slug: "parry", rule: "C5", question })
                    }
                }
            }
            (Procedure::Gamble { named: true, .. }, _) => Next::Return(false),
            (Procedure::Gamble { side, picked, named }, input) => {
                if !*picked {
                    *picked = true;
                    game.cards.pick(events, draw(side, "hand", 1, "gamble", "C6"), "shown");
                }
                let Input::Answer(Answer::Show { card }) = input else {
                    let question = Question::Name { side: side.clone() };
                    return Next::Ask(Asked { side: side.clone(), slug: "name", rule: "C6", question });
                };
                game.cards.play(events, "C6", side, &card, "shown");
                game.cards.leave(events, "C6", side, &card, "lost");
                let side = side.clone();
                self.score(game, events, &side, value(&card));
                // Later orders may have relied on the card.
                *named = true;
                let problem = Problem::new("the hand is not what it was").rule("C6");
                Next::Dismiss(Box::new(problem.refusing(&"hand_changed")))
            }
            (Procedure::Search { found: true, .. }, _) => Next::Return(false),
            (Procedure::Search { side, looked, found }, input) => {
                if !*looked {
                    *looked = true;
                    let count = game.cards.count(side, "deck");
                    game.cards.peek(events, draw(side, "deck", count, "search", "C7"));
                }
                let Input::Answer(answer) = input else {
                    let question = Question::Find { side: side.clone() };
                    return Next::Ask(Asked { side: side.clone(), slug: "find", rule: "C7", question });
                };
                if let Answer::Show { card } = answer {
                    game.cards.play(events, "C7", side, &card, "deck");
                    game.cards.leave(events, "C7", side, &card, "hand");
                }
                game.cards.shuffle(events, "C7", side, &["deck"], "deck");
                *found = true;
                let problem = Problem::new("the hand is not what it was").rule("C7");
                Next::Dismiss(Box::new(problem.refusing(&"hand_changed")))
            }
            (Procedure::Done { side }, _) => {
                game.cards.draw(events, draw(side, "deck", 1, "end of turn", "C8"), "hand");
                Next::Return(true)
            }
        }
    }

    fn begin(&self, cx: StepContext<'_, Self>, side: &Id, order: &Order) -> Result<Option<Procedure>, Vec<Problem>> {
        let StepContext { game, events, .. } = cx;
        let refuse = |message: &str| Err(vec![Problem::new(message).rule("C9").refusing(&"not_possible")]);
        let own =
            |game: &Ledger, card: &str| game.line.get(side).is_some_and(|line| line.iter().any(|one| one == card));
        let hand = game.cards.count(side, "hand");
        match order {
            Order::Lay { .. } | Order::Shed { .. } | Order::Gamble {} if hand == 0 => {
                return refuse("the hand is empty");
            }
            Order::Lay { card } | Order::Shed { card } if CardTable::is_lay(card) == game.cards.open_handed => {
                return refuse("a card of the hand is laid face down, and by name where hands are open");
            }
            Order::Lay { card } | Order::Shed { card }
                if game.cards.open_handed && !self.unseen(game, side).contains(card) =>
            {
                return refuse("no such card can be in the hand");
            }
            Order::Lay { .. } if game.line.get(side).map_or(0, Vec::len) >= 3 => {
                return refuse("three cards lie there");
            }
            Order::Attack { with, .. } | Order::Recall { card: with } if !own(game, with) => {
                return refuse("no such card lies there");
            }
            Order::Attack { on, .. } if !game.line.get(&self.other(side)).is_some_and(|line| line.contains(on)) => {
                return refuse("no such card of the enemy's lies there");
            }
            Order::Lay { card } if game.cards.open_handed => {
                game.cards.play(events, "C3", side, card, "hand");
                game.line.entry(side.clone()).or_default().push(card.clone());
            }
            Order::Shed { card } if game.cards.open_handed => {
                game.cards.play(events, "C3", side, card, "hand");
                game.cards.leave(events, "C3", side, card, "pit");
            }
            Order::Lay { card } => {
                if let Ok(id) = card.parse() {
                    game.cards.lay(events, "C3", side, &id, "hand");
                    game.line.entry(side.clone()).or_default().push(card.clone());
                }
            }
            Order::Shed { card } => {
                if let Ok(id) = card.parse() {
                    game.cards.lay(events, "C3", side, &id, "hand");
                    game.cards.leave(events, "C3", side, card, "pit");
                }
            }
            Order::Recall { card } => {
                game.cards.leave(events, "C3", side, card, "hand");
                game.line.entry(side.clone()).or_default().retain(|other| other != card);
            }
            Order::Vow { value } => {
                game.cards.claim(events, "C10", side, json!({"none_of": value}));
                self.score(game, events, side, 1);
            }
            Order::Reshuffle {} => game.cards.shuffle(events, "C11", side, &["lost", "deck"], "deck"),
            Order::Attack { with, on } => {
                let (side, with, on) = (side.clone(), with.clone(), on.clone());
                return Ok(Some(Procedure::Attack { side, with, on, parried: None }));
            }
            Order::Gamble {} => return Ok(Some(Procedure::Gamble { side: side.clone(), picked: false, named: false })),
            Order::Search {} => return Ok(Some(Procedure::Search { side: side.clone(), looked: false, found: false })),
            Order::Done {} => return Ok(Some(Procedure::Done { side: side.clone() })),
        }
        Ok(None)
    }

    fn card_acts(&self, game: &Ledger, side: &Id, orders: &[Order], _: Option<&Answer>) -> CardActs {
        let mut acts = CardActs::default();
        for order in orders {
            match order {
                Order::Lay { card } | Order::Shed { card } => acts.lays.extend(card.parse().ok()),
                Order::Attack { with, .. } if game.cards.is_face_down(side, with) => {
                    acts.opens.extend(with.parse().ok().filter(|id| !acts.opens.contains(id)));
                }
                _ => {}
            }
        }
        acts.lays.retain(|id: &Id| CardTable::is_lay(id.as_str()));
        acts
    }
    fn conceal(
        &self,
        game: &Ledger,
        side: &Id,
        (mut orders, answer): (Vec<Order>, Option<Answer>),
        own: &OwnCards,
    ) -> Concealed<Self> {
        let mut ids = game.cards.next_ids(side, orders.len()).into_iter();
        let mut laid = Vec::new();
        for order in &mut orders {
            match order {
                Order::Lay { card } | Order::Shed { card } if !CardTable::is_lay(card) && !game.cards.open_handed => {
                    if let Some(id) = ids.next() {
                        laid.push((id.clone(), std::mem::replace(card, id.as_str().to_owned())));
                    }
                }
                Order::Attack { with: card, .. } | Order::Recall { card } => {
                    if let Some(id) = own.id_of(card) {
                        *card = id.as_str().to_owned();
                    }
                }
                _ => {}
            }
        }
        Concealed { orders, answer, laid }
    }
    fn advance_questions(&self, _: &Ledger, _: &Id) -> Vec<&'static str> {
        vec!["parry"]
    }
    fn is_claim_true(&self, _: &Ledger, _: &Id, claim: &Value, own: &OwnCards) -> bool {
        let none_of = claim.get("none_of").and_then(Value::as_i64).unwrap_or(0);
        !own.known_cards("hand").iter().any(|card| value(card) == none_of)
    }

    fn answers(&self, position: &Position<Self>, question: &Question, own: Option<&OwnCards>) -> Vec<Answer> {
        if let Some(own) = own {
            let of = |pile: &str| own.known_cards(pile).into_iter().map(|card| Answer::Show { card: card.to_owned() });
            return match question {
                Question::Parry { .. } => std::iter::once(Answer::Pass {}).chain(of("hand")).collect(),
                Question::Name { .. } => of("shown").collect(),
                Question::Find { .. } => std::iter::once(Answer::Pass {}).chain(of("deck")).collect(),
            };
        }
        let (Question::Parry { side, .. } | Question::Name { side } | Question::Find { side }) = question;
        let game = &position.game;
        let show = |card| Answer::Show { card };
        let cards = self.unseen(game, side).into_iter().map(show);
        match question {
            Question::Parry { .. } if game.cards.count(side, "hand") == 0 => vec![Answer::Pass {}],
            Question::Name { .. } => cards.collect(),
            Question::Parry { .. } | Question::Find { .. } => std::iter::once(Answer::Pass {}).chain(cards).collect(),
        }
    }
    fn advance_answer(&self, _: &Position<Self>, _: &Id, _: &Question, says: &Value) -> Option<Answer> {
        if says.as_str() == Some("pass") { Some(Answer::Pass {}) } else { from_value(says).ok() }
    }
    fn refuse_advance(&self, _: &Ledger, _: &Id, _: &str, says: &Value) -> Option<Problem> {
        if says.as_str() == Some("pass") { None } else { from_value::<Answer>(says).err() }
    }
    fn standing_answer(&self, _: &Position<Self>, _: &Id, standing: &Always<Answer>, _: &Question) -> Option<Answer> {
        standing.always.clone()
    }

    fn legal(&self, position: &Position<Self>, side: &Id, own: Option<&OwnCards>) -> Vec<Order> {
        let Some(own) = own else { return vec![Order::Done {}] };
        let game = &position.game;
        let mut orders = vec![Order::Done {}, Order::Search {}, Order::Reshuffle {}];
        let hand = own.known_cards("hand");
        let line = |side: &Id| game.line.get(side).cloned().unwrap_or_default();
        if !hand.is_empty() {
            orders.push(Order::Gamble {});
        }
        for card in hand.iter().map(|card| (*card).to_owned()) {
            if line(side).len() < 3 {
                orders.push(Order::Lay { card: card.clone() });
            }
            orders.push(Order::Shed { card });
        }
        orders.extend((1..=6).filter(|n| !hand.iter().any(|card| value(card) == *n)).map(|value| Order::Vow { value }));
        for with in line(side) {
            orders.push(Order::Recall { card: with.clone() });
            orders.extend(line(&self.other(side)).into_iter().map(|on| Order::Attack { with: with.clone(), on }));
        }
        orders
    }
    fn recommend_orders(&self, position: &Position<Self>, side: &Id, own: Option<&OwnCards>, seed: u64) -> Vec<Order> {
        let Some(own) = own else { return Vec::new() };
        let legal = self.legal(position, side, Some(own));
        let best = |order: &&Order| match order {
            Order::Attack { with, .. } => {
                own.laid.get(&Id::known("card")).map_or(3, |card| value(card)) + with.len() as i64
            }
            Order::Lay { card } => value(card),
            _ => 0,
        };
        let first = legal.iter().max_by_key(|order| (best(order), seed % 7)).cloned();
        first.into_iter().filter(|order| *order != Order::Done {}).chain([Order::Done {}]).collect()
    }
    fn recommend_advance(&self, _: &Position<Self>, _: &Id, own: &OwnCards) -> Vec<(&'static str, Value)> {
        let best = own.known_cards("hand").into_iter().max_by_key(|card| value(card));
        vec![("parry", best.map_or(json!("pass"), |card| json!({"show": {"card": card}})))]
    }
    fn invariants(&self, position: &Position<Self>) -> Vec<Problem> {
        let game = &position.game;
        let whole = |side: &Id| {
            let own = game.cards.of(side)?;
            let piles: usize =
                own.piles.iter().filter(|(name, _)| name.as_str() != TABLE).map(|(_, pile)| pile.count()).sum();
            let there = piles + game.line.get(side).map_or(0, Vec::len);
            (there != 12).then(|| Problem::new(format!("{side} has {there} cards")))
        };
        self.sides().iter().filter_map(whole).collect()
    }
    fn ends(&self) -> &'static [crate::engine::outcome::EndCondition] {
        &[("points", &["north", "south", "none"])]
    }
}

impl Present for ToyCards {
    fn report(&self, _: &Position<Self>, _: &Position<Self>, _: &StepFacts) -> Report {
        Report { title: "A duel".to_owned(), subtitle: String::new(), sections: Vec::new() }
    }
    fn show(&self, _: &Position<Self>, _: &Show) -> Result<Report, Problem> {
        Err(Problem::new("there is nothing to show"))
    }
    fn draft_notes(&self, _: &Position<Self>, _: &Id, _: Option<&OwnCards>) -> Vec<String> {
        Vec::new()
    }
}
