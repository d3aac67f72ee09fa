//! What there is on a table of miniatures.

use super::layout::Layout;
use super::lengths;
use crate::board::table::{Ammunition, Arm, Spot};
use crate::pack::table::{Force, Ground};
use crate::report::words::number;

/// A unit.
#[derive(Clone, Debug)]
pub struct Stand {
    /// It is of the second side.
    pub second: bool,
    /// What stands for it in text.
    pub letter: char,
    pub name: String,
    pub arm: Arm,
    pub at: Spot,
    /// Bases now, and when the battle began.
    pub bases: u8,
    pub began: u8,
    pub smoke: bool,
    pub disorder: bool,
    pub ammunition: Ammunition,
    /// Something stops it in this phase.
    pub barred: bool,
    /// All of it in words.
    pub about: String,
}

/// The letters that stand for the units of a side in text: capitals for the first.
pub fn letters(second: bool) -> impl Iterator<Item = char> {
    let letters = if second { 'a'..='z' } else { 'A'..='Z' };
    letters.chain(std::iter::repeat('*'))
}

impl Stand {
    /// A unit of a side that is called so, as it stands; none of one that is gone.
    pub fn of(force: Force<'_>, letter: char, (second, whose): (bool, &str), barred: bool) -> Option<Stand> {
        let Force { data, unit } = force;
        let (name, began) = (data.name.clone(), number(data.bases, "base"));
        let about = format!(
            "{name}, {whose}: {} of {began}, {}, {}",
            unit.bases,
            lengths::state(unit),
            lengths::stand(unit.at)
        );
        unit.is_there().then_some(Stand {
            second,
            letter,
            name,
            arm: data.kind,
            at: unit.at,
            bases: unit.bases,
            began: data.bases,
            smoke: unit.smoke,
            disorder: unit.disorder,
            ammunition: unit.ammunition,
            barred,
            about,
        })
    }

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
    pub ground: Vec<Ground>,
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
