//! Extending a chain in the program that built it: documents made in this run are added, and nothing is checked twice.
//!
//! A folder that others may have written to is read again from the start, with [`Chain::build`].

use std::cell::{Cell, OnceCell};

use crate::document::{Form, Parsed, Problem, Refusal, Turn, parse, read};

use super::folder::{Any, Filed, filed};
use super::state_header::StateHead;
use super::timeline::{Chain, check_signed};

/// A document that was made in this run.
#[derive(Debug)]
pub enum Made {
    Turn(Box<Filed<Turn>>),
    State(Box<Filed<StateHead>>),
    Refusal(Box<Filed<Refusal>>),
}

impl Made {
    /// Reads the turn, state or refusal in a file.
    ///
    /// # Errors
    /// The file cannot be read, or holds something else.
    pub fn read(file: &str, bytes: &[u8]) -> Result<Made, Problem> {
        let document = read(file, bytes, Form::State)?;
        match parse(&document)? {
            Parsed::Turn(_) => filed(file, document).map(Box::new).map(Made::Turn),
            Parsed::State(_) => filed(file, document).map(Box::new).map(Made::State),
            Parsed::Refusal(_) => filed(file, document).map(Box::new).map(Made::Refusal),
            other => Err(Problem::new(format!("a {} is not added to a match under way", other.kind().as_str()))),
        }
    }

    fn any(&self) -> Any<'_> {
        match self {
            Made::Turn(turn) => turn.any(),
            Made::State(state) => state.any(),
            Made::Refusal(refusal) => refusal.any(),
        }
    }
}

/// Stores documents at fixed addresses, so that a chain can borrow them while more are added.
#[derive(Debug)]
pub struct Shelf {
    /// Each board has twice the capacity of the one before.
    boards: [OnceCell<Box<[OnceCell<Made>]>>; Shelf::BOARDS],
    kept: Cell<usize>,
}

impl Default for Shelf {
    fn default() -> Self {
        Shelf { boards: [const { OnceCell::new() }; Shelf::BOARDS], kept: Cell::new(0) }
    }
}

impl Shelf {
    const BOARDS: usize = 24;
    /// The capacity of the first board.
    const FIRST: usize = 64;

    /// Stores a document. `None` if the shelf is full, after about a thousand million documents.
    pub fn keep(&self, made: Made) -> Option<&Made> {
        let mut at = self.kept.get();
        let mut room = Shelf::FIRST;
        for board in &self.boards {
            if at < room {
                self.kept.set(self.kept.get() + 1);
                let places = board.get_or_init(|| std::iter::repeat_with(OnceCell::new).take(room).collect());
                return places.get(at).map(|place| place.get_or_init(|| made));
            }
            at -= room;
            room *= 2;
        }
        None
    }
}

impl<'f> Chain<'f> {
    /// Adds a document that was made after the chain was built. The chain is then as if the document had been there
    /// from the beginning.
    ///
    /// # Errors
    /// The document is not signed as it must be; the chain is unchanged.
    pub fn grow(&mut self, made: &'f Made) -> Result<(), Problem> {
        check_signed(&self.seats, self.match_id, &made.any())?;
        match made {
            Made::Turn(turn) => {
                self.keep_turn(turn);
                self.order_turns_to(&turn.typed.parent);
                // Whichever state a turn answers, it matters to the line only where a state resolves it.
                if self.states.values().any(|state| state.typed.turns.contains(&turn.digest)) {
                    self.walk_anew();
                }
            }
            Made::State(state) => {
                let head = &state.typed;
                let newest = self.newest().map_or(self.match_id, |newest| newest.state.digest);
                // Where no state stands on the newest, no state can stand on this one either.
                let plain = head.parent == newest
                    && self.states_on(&newest).is_empty()
                    && head.step == self.line.len() as u64
                    && self.states_on(&state.digest).is_empty()
                    && self.newest().is_none_or(|newest| newest.unknown.is_empty())
                    && head.turns.iter().all(|turn| self.turns.contains_key(turn));
                if plain && self.may_issue(state) {
                    self.push(state);
                } else {
                    self.keep_state(state);
                    self.order_states_on(&head.parent);
                    self.walk_anew();
                }
            }
            Made::Refusal(refusal) => {
                self.keep_refusal(refusal);
                self.order_refusals_of(&refusal.typed.of);
                if !self.turns.contains_key(&refusal.typed.of) {
                    self.walk_anew();
                }
            }
        }
        Ok(())
    }
}
