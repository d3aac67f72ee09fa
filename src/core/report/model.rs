//! The report as data, and what a ruleset must supply to fill it.

use serde::{Deserialize, Serialize};
use serde_json::Value;

use super::history::{Highlight, Past, Pieces, Tally, When};
use super::svg::Drawing;
use crate::document::kinds::Roll;
use crate::document::{Id, Problem};
use crate::engine::run::to_value;
use crate::engine::{Position, Ruleset};

/// A piece of running text.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Span {
    /// Words as they stand. May come from a player: a writer makes them harmless.
    Plain(String),
    /// Words that matter.
    Strong(String),
    /// A rule or ruling, by its number.
    Rule(String),
    /// A roll of this step, by its number.
    Roll(u64),
}

/// Running text.
pub type Text = Vec<Span>;

/// A part of a section.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Block {
    /// Prose.
    Paragraph(Text),
    /// Points, each a line.
    List(Vec<Text>),
    /// A table: its header, then its rows.
    Table { header: Vec<String>, rows: Vec<Vec<String>> },
    /// The steps of a calculation that a reader can follow: what, and what came of it.
    Audit { title: Text, lines: Vec<(String, Text)> },
    /// Text in columns, such as a map.
    Preformatted(String),
    /// A player's own words.
    Quote { by: String, text: String },
    /// What both sides have, side by side: the names of the sides; then what it is, and how much each has.
    Ledger { sides: [String; 2], rows: Vec<(String, [i64; 2])> },
    /// Rolls, each with what recomputes it.
    Dice(Vec<Die>),
}

/// A roll as a reader sees it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Die {
    /// Its number in the step.
    pub n: u64,
    pub purpose: String,
    /// `2d6`, or `shuffle of 12`.
    pub kind: String,
    /// What fell, or the order of the cards.
    pub faces: Vec<u64>,
    /// The sum of what fell; of a shuffle nothing.
    pub total: Option<u64>,
    pub rule: String,
    /// The command that recomputes it, over several lines; nothing if the reveals are not known.
    pub command: Option<String>,
}

/// A headed part of a report.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Section {
    pub heading: String,
    pub blocks: Vec<Block>,
}

/// A report: what a writer turns into text, Markdown or a page.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Report {
    pub title: String,
    /// One line under the title: date, step, players.
    pub subtitle: String,
    pub sections: Vec<Section>,
}

/// What a report of one step is made from, besides the positions before and after it.
#[derive(Clone, Debug, Default)]
pub struct StepFacts {
    pub step: u64,
    pub rolls: Vec<Roll>,
    pub events: Vec<Value>,
    /// The side whose eyes it is for; nobody in particular: what the public may see.
    pub reader: Option<Id>,
}

/// Which part of the map is wanted, and how. Of the parts that several fields ask for, what they have in common.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct MapView {
    /// How many characters a line may have; a map that is wider comes in sections, none narrower than a hex or area.
    pub width: Option<usize>,
    /// The place in the middle.
    pub around: Option<String>,
    /// How many hexes or areas around that place; as many as fit if none says.
    pub radius: Option<u32>,
    /// A part that the game has a name for, such as a theater.
    pub part: Option<String>,
    /// The first and the last column of hexes.
    pub columns: Option<(u8, u8)>,
    /// How large a hex or area is drawn; as large as fits if none says.
    pub scale: Option<Scale>,
    /// Only the neighbourhood of what happened in the step.
    pub happened: bool,
}

impl MapView {
    /// The whole map on a page so many characters wide.
    pub fn within(width: usize) -> MapView {
        MapView { width: Some(width), ..MapView::default() }
    }
}

/// How large a hex or area is drawn in text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Scale {
    /// A few characters.
    Small,
    /// Every side drawn, a few characters inside.
    Medium,
    /// With number, name and who is there.
    Large,
}

/// What `show` can be asked for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Show {
    /// The map or a part of it.
    Map(MapView),
    /// A hex; in a game of areas, an area.
    Hex(String),
    /// Whatever has a name on the map, or an area by its number.
    Place(String),
    Stack(String),
    Leader(String),
    /// An army or whatever else of that size the game has: who commands it, what it holds.
    Army(String),
    /// How what stands in a hex, area or place is supplied.
    Supply(String),
    /// All ships, or those that a name or place stands for.
    Fleet(Option<String>),
    /// A river or bay, from its mouth up.
    River(String),
    Track,
    Standing(Option<Id>),
}

/// What somebody, or what stands somewhere, can do now, and at what cost.
#[derive(Clone, Debug, PartialEq)]
pub struct Options<O> {
    /// Who or where.
    pub title: String,
    /// What must be known first, each with its rule.
    pub notes: Vec<(String, String)>,
    pub offers: Vec<Offer<O>>,
}

/// Orders of one kind.
#[derive(Clone, Debug, PartialEq)]
pub struct Offer<O> {
    /// What they do: `march with the army`.
    pub what: String,
    /// What each costs, in words: `3 command points`.
    pub cost: String,
    /// The rule that sets the cost.
    pub rule: String,
    /// Legal ones.
    pub orders: Vec<O>,
    /// How many more there are of the kind, and how to see them.
    pub more: Option<(usize, String)>,
    /// Why there is none, where there is none.
    pub because: Vec<Problem>,
}

impl<O> Options<O> {
    /// The same with each order as something else.
    pub fn map<P>(self, each: impl Fn(O) -> P) -> Options<P> {
        let Options { title, notes, offers } = self;
        let offers = offers.into_iter().map(|offer| {
            let Offer { what, cost, rule, orders, more, because } = offer;
            Offer { what, cost, rule, orders: orders.into_iter().map(&each).collect(), more, because }
        });
        Options { title, notes, offers: offers.collect() }
    }
}

/// What may come of an order.
#[derive(Clone, Debug)]
pub enum Reckoned<R: Ruleset> {
    /// No die decides: the position after it.
    Sure(Box<Position<R>>),
    /// For people, and as data.
    Chances(Vec<Block>, Value),
    /// The same, and the position in which the orders after it are looked at: as if it came out as the words say.
    Supposed(Box<Position<R>>, Vec<Block>, Value),
}

/// How a game tells its story. A ruleset that implements this can be reported, shown and drafted for.
pub trait Present: Ruleset {
    /// The game's own sections of the report of a step: situation, orders and what came of them, combats as audits,
    /// what was handed back, what is asked next. Title and subtitle are the caller's to complete.
    fn report(&self, before: &Position<Self>, after: &Position<Self>, facts: &StepFacts) -> Report;

    /// Part of a position, for a reader.
    ///
    /// # Errors
    /// If there is no such hex, area, place, stack or leader; the message names the nearest.
    fn show(&self, position: &Position<Self>, what: &Show) -> Result<Report, Problem>;

    /// The map, or a part of it, as a drawing; with what happened in the step that led there, if that is given.
    ///
    /// # Errors
    /// If the game draws none, or there is no such part.
    fn draw(
        &self,
        _position: &Position<Self>,
        _view: &MapView,
        _past: Option<Past<'_, Position<Self>>>,
    ) -> Result<Drawing, Problem> {
        Err(Problem::new("this game draws no map").advice("`show map` prints its map as text"))
    }

    /// The whole board of a match, as it stays from its first position to its last; what changes stands on it as empty
    /// layers, which [`Present::pieces`] fills.
    ///
    /// # Errors
    /// If the game draws none.
    fn board(&self, _position: &Position<Self>) -> Result<Drawing, Problem> {
        Err(Problem::new("this game draws no map"))
    }

    /// What stands on the board in a position, and what happened in the step that led there.
    fn pieces(&self, _position: &Position<Self>, _past: Option<Past<'_, Position<Self>>>) -> Pieces {
        Pieces::default()
    }

    /// The parts of the map that the game has names for, each with its id: `east`, `East`.
    fn parts(&self) -> Vec<(String, String)> {
        Vec::new()
    }

    /// When a position is.
    fn when(&self, _position: &Position<Self>) -> When {
        When::default()
    }

    /// What happened in a step, each in a line, in the order in which it happened.
    fn moments(&self, _before: &Position<Self>, _after: &Position<Self>, _facts: &StepFacts) -> Vec<Highlight> {
        Vec::new()
    }

    /// What is counted in a position; the same things, in the same order, in every position of a match.
    fn tallies(&self, _position: &Position<Self>) -> Vec<Tally> {
        Vec::new()
    }

    /// Whose dice a roll is, in the step that led to a position: the side that its purpose names, unless the game knows
    /// better.
    fn roller(&self, _position: &Position<Self>, roll: &Roll) -> Option<Id> {
        self.sides().into_iter().find(|side| roll.purpose.split([' ', '_']).any(|word| word == side.as_str()))
    }

    /// Comment lines for a drafted turn: what is asked and what may be spent; after the first empty line, example orders
    /// in YAML, each a legal one.
    fn draft_notes(&self, position: &Position<Self>, side: &Id) -> Vec<String>;

    /// What is asked now, in sentences that stand by themselves, with their rule: what may be spent, where to retreat.
    /// Nothing where the kind of question says it all.
    fn asked(&self, _position: &Position<Self>) -> Option<(String, String)> {
        None
    }

    /// What differs between two positions, a sentence each: what a ruling changes.
    fn changes(&self, before: &Position<Self>, after: &Position<Self>) -> Vec<String> {
        let found = super::differences(&to_value(before), &to_value(after));
        found.iter().map(super::Change::words).collect()
    }

    /// An outcome, as the end of a sentence: `drawn by agreement`.
    fn outcome_words(&self, outcome: &Value) -> String {
        super::sentence(outcome)
    }

    /// An order in words, as it would be carried out here.
    fn order_words(&self, _position: &Position<Self>, _side: &Id, order: &Self::Order) -> String {
        super::sentence(&to_value(order))
    }

    /// What an order has in common with others of which a few stand for all in a list.
    fn likeness(&self, order: &Self::Order) -> String {
        to_value(order).as_object().and_then(|order| order.keys().next().cloned()).unwrap_or_default()
    }

    /// An answer in words.
    fn answer_words(&self, _position: &Position<Self>, answer: &Self::Answer) -> String {
        super::sentence(&to_value(answer))
    }

    /// A secret choice in words.
    fn choice_words(&self, choice: &Value) -> String {
        super::sentence(choice)
    }

    /// The same of one that has been opened, where the report of the step is to tell it beside its player's name.
    fn opened_words(&self, _choice: &Value) -> Option<String> {
        None
    }

    /// Standing orders in words, a sentence each; none for those that say nothing.
    fn standing_words(&self, _standing: &Self::Standing) -> Vec<String> {
        Vec::new()
    }

    /// What legal orders come to, as far as it can be said before any die: what they use, what is left, what to beware
    /// of. Each is a sentence.
    fn prospect(&self, _position: &Position<Self>, _side: &Id, _orders: &[Self::Order]) -> Vec<String> {
        Vec::new()
    }

    /// What may come of an order, every throw reckoned, for people and as data. `None` where no die decides.
    ///
    /// # Errors
    /// Why it is illegal; or that more may come of it than can be reckoned.
    fn odds(
        &self,
        _position: &Position<Self>,
        _side: &Id,
        _order: &Self::Order,
    ) -> Result<Reckoned<Self>, Vec<Problem>> {
        Err(vec![Problem::new("this game calculates no odds")])
    }

    /// What is legal in orders and probably unwanted: each with the order that it is about (`orders[2]`) and its rule.
    fn warnings(&self, _position: &Position<Self>, _side: &Id, _orders: &[Self::Order]) -> Vec<Problem> {
        Vec::new()
    }

    /// Orders that become legal only once another, which must come first, is given; with what that is.
    fn later(&self, _position: &Position<Self>, _side: &Id) -> Option<(String, Vec<Self::Order>)> {
        None
    }

    /// The position as if the order had been given that must come first and says nothing of those after it, with what was
    /// supposed, for who only asks about the others.
    fn supposing(&self, _position: &Position<Self>, _side: &Id) -> Option<(Position<Self>, String)> {
        None
    }

    /// What a place, a person or a force of a side can do now, with the cost of each order; where nothing, why. With
    /// `to` only what comes to that place, and all of it.
    ///
    /// # Errors
    /// If there is no such thing; the advice names the nearest.
    fn options(
        &self,
        _position: &Position<Self>,
        _side: &Id,
        subject: &str,
        _to: Option<&str>,
    ) -> Result<Options<Self::Order>, Problem> {
        Err(Problem::new(format!("this game has no list of what '{subject}' can do")))
    }

    /// What a player writes by its name under a field, in the form that is signed, and what it is called: `Manassas` is
    /// `"5006"`. None where it stands so already, or it is not certain what is meant. Keys are asked for under the field
    /// that holds them.
    fn standard(&self, _game: &Self::Game, _field: &str, _written: &str) -> Option<(Value, String)> {
        None
    }

    /// What may be meant by a field that an order, an answer or a standing order of that name does not have.
    fn suggest_key(&self, _within: &str, _field: &str, _written: &Value) -> Option<String> {
        None
    }

    /// What may be meant by a text that is no order, answer or standing order as it stands: the value at a path that
    /// ends in the field of that name.
    fn suggest(&self, _game: &Self::Game, _field: &str, _written: &str) -> Option<String> {
        None
    }
}
