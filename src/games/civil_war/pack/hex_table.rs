//! The map by hex number: what is queried most often, found without a search.

use std::sync::Arc;

use super::Side;
use super::hexes::{HexData, Hexside};
use crate::board::Hex;

/// A small number for each hex that something is known about, in a table over all numbers that a hex can have.
#[derive(Clone, Debug, Default, PartialEq)]
pub(super) struct HexTable<T> {
    slots: Vec<u16>,
    /// What is known, by slot.
    values: Vec<T>,
}

/// No slot.
const NONE: u16 = u16::MAX;

impl<T: Default> HexTable<T> {
    /// What is known about a hex.
    pub fn get(&self, hex: Hex) -> Option<&T> {
        self.values.get(usize::from(*self.slots.get(hex.index())?))
    }

    /// The same, to fill in.
    pub fn get_mut(&mut self, hex: Hex) -> &mut T {
        if self.slots.is_empty() {
            self.slots = vec![NONE; Hex::INDICES];
        }
        let slot = &mut self.slots[hex.index()];
        if *slot == NONE {
            // There are fewer hexes than the slots that a number has room for.
            *slot = self.values.len() as u16;
            self.values.push(T::default());
        }
        &mut self.values[usize::from(*slot)]
    }
}

/// The data of one hex that are queried most often.
#[derive(Clone, Debug, Default, PartialEq)]
pub(super) struct HexLookup {
    pub data: Option<Arc<HexData>>,
    /// What lies along its sides, clockwise from the north.
    pub sides: [Option<Arc<Hexside>>; 6],
    /// The sides that rails cross.
    pub rails: [bool; 6],
    /// Rails run in it.
    pub rail: bool,
    /// Whose they are at the start.
    pub owner: Option<Side>,
}
