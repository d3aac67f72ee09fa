//! The content of a miniatures table.

use super::layout::Layout;
use super::lengths;
use crate::board::table::{Ammunition, Arm, Spot};
use crate::document::Id;
use crate::pack::table::{BattleUnit, Ground};
use crate::report::grammar::number;

/// A unit.
#[derive(Clone, Debug)]
pub struct TableUnit {
    /// Its id in orders.
    pub id: Id,
    /// Whether it belongs to the second side.
    pub second: bool,
    /// Its letter in text.
    pub letter: char,
    pub name: String,
    pub arm: Arm,
    pub at: Spot,
    /// Bases now, and at the start of the battle.
    pub bases: u8,
    pub began: u8,
    pub smoke: bool,
    pub disorder: bool,
    pub ammunition: Ammunition,
    /// Whether something stops it from acting in this phase.
    pub barred: bool,
    /// A full description in words.
    pub about: String,
}

/// The letters for the units of a side in text: capitals for the first side.
pub fn letters(second: bool) -> impl Iterator<Item = char> {
    let letters = if second { 'a'..='z' } else { 'A'..='Z' };
    letters.chain(std::iter::repeat('*'))
}

impl TableUnit {
    /// A unit of a side with its name and current state; `None` if it is gone.
    pub fn of(force: BattleUnit<'_>, letter: char, (second, whose): (bool, &str), barred: bool) -> Option<TableUnit> {
        let BattleUnit { data, unit } = force;
        let (name, began) = (data.name.clone(), number(data.bases, "base"));
        let about = format!(
            "{name}, {whose}: {} of {began}, {}, {}",
            unit.bases,
            lengths::state(unit),
            lengths::place_and_facing(unit.at)
        );
        unit.is_in_play().then_some(TableUnit {
            id: data.id.clone(),
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

    /// The prefix of its side's CSS classes.
    pub fn side(&self) -> &'static str {
        side(self.second)
    }
}

/// The prefix of a side's CSS classes.
pub fn side(second: bool) -> &'static str {
    if second { "second" } else { "first" }
}

/// Something that happened in a step: who did it, from where to where, and a description.
#[derive(Clone, Debug)]
pub struct StepAction {
    pub kind: StepActionKind,
    pub second: bool,
    pub from: [i32; 2],
    pub to: [i32; 2],
    pub about: String,
}

/// The kind of an action.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum StepActionKind {
    Move,
    Volley,
    Charge,
}

/// A table with everything on it. Lengths are tenths of a base width, from the lower left corner.
#[derive(Clone, Debug, Default)]
pub struct TableMap {
    pub title: String,
    pub subtitle: String,
    /// A full description in words.
    pub about: String,
    pub size: [i32; 2],
    pub ground: Vec<Ground>,
    /// The centres of patches of rough ground that were added later.
    pub placed: Vec<[i32; 2]>,
    pub units: Vec<TableUnit>,
    /// The names of the sides, and which of them has the upper edge.
    pub sides: [&'static str; 2],
    pub second_above: bool,
    /// Piles of cards by name, and how many cards each side has there.
    pub piles: Vec<(&'static str, [usize; 2])>,
    pub actions: Vec<StepAction>,
    /// Hits: the place, how many, and on whom.
    pub hits: Vec<([i32; 2], u32, String)>,
}

impl TableMap {
    /// The scale of its picture.
    pub fn layout(&self) -> Layout {
        Layout::of(self.size)
    }
}
