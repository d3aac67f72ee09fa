//! What there is on a table of miniatures.

use super::layout::Layout;

/// An arm of the service.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Arm {
    Foot,
    Horse,
    Guns,
}

/// What a unit has left to fire.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Left {
    Full,
    Low,
    Out,
}

/// A piece of ground: an area by its corners, or a line through points.
#[derive(Clone, Debug)]
pub struct Patch {
    pub name: String,
    /// What it is, a class that the style has: `woods`, `hill`, `crops`, `rough`, `town`; of a line `fence`, `road`, `stream`.
    pub kind: String,
    pub points: Vec<[i32; 2]>,
}

impl Patch {
    /// Whether it lies along a line, not over an area.
    pub fn is_line(&self) -> bool {
        matches!(self.kind.as_str(), "fence" | "road" | "stream")
    }
}

/// A unit.
#[derive(Clone, Debug)]
pub struct Stand {
    /// It is of the second side.
    pub second: bool,
    /// What stands for it in text.
    pub letter: char,
    pub name: String,
    pub arm: Arm,
    /// The middle of its front, and where it looks, in degrees from above, clockwise.
    pub at: [i32; 2],
    pub facing: u16,
    /// Bases now, and when the battle began.
    pub bases: u8,
    pub began: u8,
    pub smoke: bool,
    pub disorder: bool,
    pub ammunition: Left,
    /// Something stops it in this phase.
    pub barred: bool,
    /// All of it in words.
    pub about: String,
}

impl Stand {
    /// What the classes of its side begin with.
    pub fn side(&self) -> &'static str {
        side(self.second)
    }
}

/// What the classes of a side begin with.
pub fn side(second: bool) -> &'static str {
    if second { "second" } else { "first" }
}

/// Something that happened in a step: who did it, from where to where, and what it was in words.
#[derive(Clone, Debug)]
pub struct Deed {
    pub kind: DeedKind,
    pub second: bool,
    pub from: [i32; 2],
    pub to: [i32; 2],
    pub about: String,
}

/// What it was.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum DeedKind {
    Move,
    Volley,
    Charge,
}

/// A table with all that is on it. Lengths are tenths of a base width, from the lower left corner.
#[derive(Clone, Debug, Default)]
pub struct TableMap {
    pub title: String,
    pub subtitle: String,
    /// All of it in words.
    pub about: String,
    pub size: [i32; 2],
    pub ground: Vec<Patch>,
    /// Patches of rough ground that came later, about these places.
    pub placed: Vec<[i32; 2]>,
    pub units: Vec<Stand>,
    /// The names of the sides, and which of them has the edge above.
    pub sides: [&'static str; 2],
    pub second_above: bool,
    /// Piles of cards by their names, and how many cards each side has there.
    pub piles: Vec<(&'static str, [usize; 2])>,
    pub deeds: Vec<Deed>,
    /// Hits about a place, and on whom.
    pub hits: Vec<([i32; 2], u32, String)>,
}

impl TableMap {
    /// The scale of its picture.
    pub fn layout(&self) -> Layout {
        Layout::of(self.size)
    }
}
