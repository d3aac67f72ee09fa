//! The report as data, and the things that can be asked for.

use serde::{Deserialize, Serialize};
use serde_json::Value;

use super::svg::Detail;
use crate::document::kinds::Roll;
use crate::document::{Id, Problem};

/// A piece of running text.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Span {
    /// Plain words. They may come from a player: writers must make them harmless.
    Plain(String),
    /// Emphasized words.
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
    /// A list with one line per point.
    List(Vec<Text>),
    /// A table: its header, then its rows.
    Table { header: Vec<String>, rows: Vec<Vec<String>> },
    /// A calculation that a reader can follow: for each step, what it is and its result.
    Audit { title: Text, lines: Vec<(String, Text)> },
    /// Text in columns.
    Preformatted(String),
    /// A map as text: its lines, each divided into runs of the same tint.
    Drawn(Vec<Vec<Run>>),
    /// A player's own words.
    Quote { by: String, text: String },
    /// What both sides have, side by side: the names of the sides; then for each row its name and how much each side
    /// has.
    Ledger { sides: [String; 2], rows: Vec<(String, [i64; 2])> },
    /// Rolls, each with the command that recomputes it.
    Dice(Vec<Die>),
}

/// Adjacent characters of a text map with the same tint.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Run {
    pub text: String,
    pub tint: Tint,
}

/// Which side a part of a map belongs to. Shown in color where a page has colors; the characters show it too.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Tint {
    /// Nobody's, or it does not matter.
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
    /// A text map without its colors.
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
    /// The faces, or the order of the cards.
    pub faces: Vec<u64>,
    /// The sum of the faces; `None` for a shuffle.
    pub total: Option<u64>,
    pub rule: String,
    /// The command that recomputes it, over several lines; `None` if the reveals are not known.
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
    /// The side that the report is for; `None`: only what the public may see.
    pub reader: Option<Id>,
}

/// Which part of the map is wanted, and how. If several fields ask for parts, their intersection.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct MapView {
    /// The maximum width in characters; a wider map is split into sections, none narrower than a hex or area.
    pub width: Option<usize>,
    /// The place at the centre.
    pub around: Option<String>,
    /// How many hexes or areas around that place; if absent, as many as fit.
    pub radius: Option<u32>,
    /// A region that the game has a name for, such as a theater.
    pub part: Option<String>,
    /// The first and last column of hexes.
    pub columns: Option<(i8, i8)>,
    /// The scale: how large a hex or area is drawn in text (if absent, as large as fits), and the detail of a picture
    /// (if absent, everything).
    pub scale: Option<Scale>,
    /// Whether to show only the neighborhood of what happened in the step.
    pub happened: bool,
}

impl MapView {
    /// The whole map on a page of this width in characters.
    pub fn within(width: usize) -> MapView {
        MapView { width: Some(width), ..MapView::default() }
    }

    /// The level of detail on a picture.
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
    /// A few characters per hex.
    Small,
    /// Every side drawn, a few characters inside.
    Medium,
    /// With number, name and units.
    Large,
}

/// What `show` can be asked for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Show {
    /// The map or a part of it.
    Map(MapView),
    /// A hex; in a game of areas, an area.
    Hex(String),
    /// Anything on the map that has a name, or an area by its number.
    Place(String),
    Stack(String),
    Leader(String),
    /// An army or a similar force of the game: its commander, its units.
    Army(String),
    /// The supply of whatever is in a hex, area or place.
    Supply(String),
    /// All ships, or those at a place or with a name.
    Fleet(Option<String>),
    /// A river or bay, from its mouth upstream.
    River(String),
    Track,
    Standing(Option<Id>),
}

/// What `legal --for` asks about.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct OptionsFor<'a> {
    /// A place, a person, a force or a card, by name, number or id.
    pub subject: &'a str,
    /// Only orders that reach this place, and all of them.
    pub to: Option<&'a str>,
    /// Every order that is found, not only a few of each kind.
    pub all: bool,
}

impl<'a> OptionsFor<'a> {
    /// A few orders of each kind of a subject.
    pub fn new(subject: &'a str) -> OptionsFor<'a> {
        OptionsFor { subject, ..OptionsFor::default() }
    }

    /// How many orders of a kind are given, where `few` are enough for a reader.
    pub fn most(&self, few: usize) -> usize {
        if self.all || self.to.is_some() { usize::MAX } else { few }
    }
}

/// What a person, or the units at a place, can do now, and at what cost.
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
    /// Examples of legal orders.
    pub orders: Vec<O>,
    /// How many more orders of the kind there are, and how to see them.
    pub more: Option<(usize, String)>,
    /// Why there is no legal order, if there is none.
    pub because: Vec<Problem>,
}

impl<O> Options<O> {
    /// Converts each order.
    pub fn map<P>(self, each: impl Fn(O) -> P) -> Options<P> {
        let Options { title, notes, offers } = self;
        let offers = offers.into_iter().map(|offer| {
            let Offer { what, cost, rule, orders, more, because } = offer;
            Offer { what, cost, rule, orders: orders.into_iter().map(&each).collect(), more, because }
        });
        Options { title, notes, offers: offers.collect() }
    }
}
