//! What a game supplies for a whole match, in addition to the report of each step: the board, its pieces, what happened
//! in one line each, and statistics over time.

use super::model::StepFacts;
use super::svg::{Layer, Point};
use crate::document::Id;

/// A step, for a picture of it: the position at its beginning, and what happened.
#[derive(Clone, Copy, Debug)]
pub struct Past<'a, P> {
    pub before: &'a P,
    pub facts: &'a StepFacts,
}

/// The changing part of a match's board: the layers that are empty on it, and where the step took place.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Pieces {
    /// The layers of [`Role::Position`](super::svg::Role) and [`Role::Step`](super::svg::Role), each with its class, in
    /// the board's order.
    pub layers: Vec<Layer>,
    /// The upper left and lower right corners of the part of the board that the step was about.
    pub focus: Option<(Point, Point)>,
}

/// The kind of a highlight, by which an index groups them.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Kind {
    /// A turn of the game begins.
    Turn,
    /// An order or a move.
    Order,
    /// A fight.
    Combat,
    /// A named leader was hurt, killed, promoted, or took command.
    Leader,
    /// A place changed hands.
    Control,
    /// Points were scored, or the match ended.
    Score,
    /// Anything else.
    Other,
}

impl Kind {
    /// The kind of that name.
    pub fn named(name: &str) -> Option<Kind> {
        use Kind::{Combat, Control, Leader, Order, Other, Score, Turn};
        [Turn, Order, Combat, Leader, Control, Score, Other].into_iter().find(|kind| kind.as_str() == name)
    }

    /// Its name in data: `combat`.
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

/// Something that happened in a step, in one line that is complete by itself.
#[derive(Clone, Debug, PartialEq)]
pub struct Highlight {
    pub kind: Kind,
    /// A sentence, or the heading of a turn.
    pub words: String,
    /// The acting side; in a combat, the attacker.
    pub side: Option<Id>,
    /// The region of the map, by its id in [`Present::parts`](super::Present::parts).
    pub part: Option<String>,
    /// The middle of the place on the board, in tenths of a pixel.
    pub at: Option<Point>,
    /// The names of the people who took part.
    pub people: Vec<String>,
    /// The rules and rulings that it is based on.
    pub rules: Vec<String>,
    /// Its name as a peak on the curve of the match: `Shiloh`; `None` for anything else.
    pub peak: Option<String>,
    /// Its weight among highlights of its kind: for a combat, the losses of both sides.
    pub weight: u32,
}

/// The time of a position in the game's own calendar.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct When {
    /// The number of the turn.
    pub turn: u64,
    /// The turn in words: `Turn 3, November 1861-February 1862`.
    pub name: String,
    /// The time in full: `Turn 3, November 1861-February 1862, pulse 4, the Union's half-pulse`.
    pub words: String,
}

/// A statistic of a position: one line per side on a chart of the match.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Tally {
    /// The title; the same in every position: `Strength points on the map`.
    pub title: &'static str,
    /// An explanation for readers who do not know the game, in one sentence.
    pub about: &'static str,
    /// The value for each side, in the game's order.
    pub values: [i64; 2],
    pub kind: TallyKind,
}

/// What a statistic means for a reader who does not know the game.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum TallyKind {
    /// Who is winning, as far as a number can tell: the curve of the match.
    Score,
    /// What each side has lost since the match began.
    Losses,
    #[default]
    Other,
}

/// A kind of thing that has a name and moves.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Follow {
    Leader,
    Army,
    Unit,
}

impl Follow {
    /// Its name in data: `leader`.
    pub fn as_str(self) -> &'static str {
        match self {
            Follow::Leader => "leader",
            Follow::Army => "army",
            Follow::Unit => "unit",
        }
    }
}

/// Where somebody or something is in a position.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Whereabouts {
    pub kind: Follow,
    /// The name; for a leader the same as in [`Highlight::people`].
    pub name: String,
    pub side: Id,
    /// The place on the board, in tenths of a pixel.
    pub at: Point,
    /// The place in words: `Manassas`.
    pub place: String,
}
