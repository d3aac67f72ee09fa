//! What a game supplies for a whole match, besides the report of each step: the board, what stands on it, what happened
//! in a line each, and what is counted over time.

use super::model::StepFacts;
use super::svg::{Layer, Point};
use crate::document::Id;

/// A step for a picture of it: the position that it began with, and what happened.
#[derive(Clone, Copy, Debug)]
pub struct Past<'a, P> {
    pub before: &'a P,
    pub facts: &'a StepFacts,
}

/// What changes on the board of a match: the layers that stand empty on it, and where a step was felt.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Pieces {
    /// The layers of [`Role::Position`](super::svg::Role) and [`Role::Step`](super::svg::Role), each with its class, in the
    /// board's order.
    pub layers: Vec<Layer>,
    /// The upper left and the lower right corner of the part of the board that the step was about.
    pub focus: Option<(Point, Point)>,
}

/// What kind of thing happened, as an index groups it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Kind {
    /// A turn of the game begins.
    Turn,
    /// Somebody gave an order, or moved.
    Order,
    /// A fight.
    Combat,
    /// Somebody of a name was hurt, killed, promoted, or came to command.
    Leader,
    /// A place changed hands.
    Control,
    /// Points were scored, or the match ended.
    Score,
    /// Anything else.
    Other,
}

impl Kind {
    /// The word that stands for it in data: `combat`.
    pub fn as_str(self) -> &'static str {
        match self {
            Kind::Turn => "turn",
            Kind::Order => "order",
            Kind::Combat => "combat",
            Kind::Leader => "leader",
            Kind::Control => "control",
            Kind::Score => "score",
            Kind::Other => "other",
        }
    }
}

/// Something that happened in a step, in one line that stands by itself.
#[derive(Clone, Debug, PartialEq)]
pub struct Highlight {
    pub kind: Kind,
    /// A sentence, or the heading of a turn.
    pub words: String,
    /// Whose doing it was; of a combat, the attacker's.
    pub side: Option<Id>,
    /// The part of the map, by its id in [`Present::parts`](super::Present::parts).
    pub part: Option<String>,
    /// The middle of the place on the board, in tenths of a pixel.
    pub at: Option<Point>,
    /// The names of the people who took part.
    pub people: Vec<String>,
    /// The rules and rulings that it rests on.
    pub rules: Vec<String>,
    /// What a peak on the curve of the match is called: `Shiloh`; nothing for what is none.
    pub peak: Option<String>,
    /// How much it weighs among the others of its kind: of a combat the losses of both sides.
    pub weight: u32,
}

/// When a position is, on the game's own calendar.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct When {
    /// The number of the turn.
    pub turn: u64,
    /// The turn in words: `Turn 3, November 1861-February 1862`.
    pub name: String,
    /// In a few words: `Turn 3, November 1861-February 1862, pulse 4, the Union's half-pulse`.
    pub words: String,
}

/// Something that is counted, as it stands in a position: a line a side on a chart over the match.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Tally {
    /// What is counted; the same in every position: `Strength points on the map`.
    pub title: &'static str,
    /// What it is to a reader who does not know the game, in a sentence.
    pub about: &'static str,
    /// Of each side, in the game's order.
    pub values: [i64; 2],
    pub tells: Tells,
}

/// What a count tells a reader who does not know the game.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Tells {
    /// Who is winning, as far as anything that is counted does: the curve of the match.
    Score,
    /// What each side has lost since the match began.
    Losses,
    #[default]
    Other,
}

/// What kind of thing has a name and goes about.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Follow {
    Leader,
    Army,
    Unit,
}

impl Follow {
    /// The word that stands for it in data: `leader`.
    pub fn as_str(self) -> &'static str {
        match self {
            Follow::Leader => "leader",
            Follow::Army => "army",
            Follow::Unit => "unit",
        }
    }
}

/// Where somebody is in a position.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Whereabouts {
    pub kind: Follow,
    /// His name; of a leader the same as in [`Highlight::people`].
    pub name: String,
    pub side: Id,
    /// Where on the board, in tenths of a pixel.
    pub at: Point,
    /// The place in words: `Manassas`.
    pub place: String,
}
