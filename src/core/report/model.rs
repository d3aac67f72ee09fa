//! The report as data, and what can be asked for.

use serde::{Deserialize, Serialize};
use serde_json::Value;

use super::svg::Detail;
use crate::document::kinds::Roll;
use crate::document::{Id, Problem};

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
    /// Text in columns.
    Preformatted(String),
    /// A map in text: its lines, each in runs of what belongs together.
    Drawn(Vec<Vec<Run>>),
    /// A player's own words.
    Quote { by: String, text: String },
    /// What both sides have, side by side: the names of the sides; then what it is, and how much each has.
    Ledger { sides: [String; 2], rows: Vec<(String, [i64; 2])> },
    /// Rolls, each with what recomputes it.
    Dice(Vec<Die>),
}

/// Characters of a map in text that stand beside each other and are alike.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Run {
    pub text: String,
    pub tint: Tint,
}

/// Whose a part of a map is. It is shown in colour where a page has any; the characters tell it too.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Tint {
    /// Nobody's, or no matter whose.
    #[default]
    None,
    /// Ground of the first side or of the second.
    Ground(Which),
    /// Forces of the first side or of the second.
    Force(Which),
}

/// The first of two sides or the second.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Which {
    First,
    Second,
}

impl Block {
    /// A map in text without its colours.
    pub fn lines(drawn: &[Vec<Run>]) -> Vec<String> {
        drawn.iter().map(|line| line.iter().map(|run| run.text.as_str()).collect()).collect()
    }
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
    /// How large a hex or area is drawn in text, as large as fits if none says; and how much of it on a picture, everything
    /// if none says.
    pub scale: Option<Scale>,
    /// Only the neighbourhood of what happened in the step.
    pub happened: bool,
}

impl MapView {
    /// The whole map on a page so many characters wide.
    pub fn within(width: usize) -> MapView {
        MapView { width: Some(width), ..MapView::default() }
    }

    /// How much of the map is on a picture of it.
    pub fn detail(&self) -> Detail {
        match self.scale {
            Some(Scale::Small) => Detail::Far,
            Some(Scale::Medium) => Detail::Middle,
            Some(Scale::Large) | None => Detail::Near,
        }
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
