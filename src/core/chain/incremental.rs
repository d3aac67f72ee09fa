//! Extending a chain in the program that built it: documents made in this run are added, and nothing is checked twice.
//!
//! A folder that others may have written to is read again from the start, with [`Chain::build`].

use std::cell::{Cell, OnceCell};

use crate::document::{Form, Parsed, Problem, Refusal, Turn, parse, read};

use super::match_files::{AnyDocument, ParsedDocument, parse_document};
use super::state_header::StateHeader;
use super::timeline::{Chain, check_signed};

/// A document that was made in this run.
#[derive(Debug)]
pub enum NewDocument {
    Turn(Box<ParsedDocument<Turn>>),
    State(Box<ParsedDocument<StateHeader>>),
    Refusal(Box<ParsedDocument<Refusal>>),
}

impl NewDocument {
    /// Reads the turn, state or refusal in a file.
    ///
    /// # Errors
    /// The file cannot be read, or holds something else.
    pub fn read(file: &str, bytes: &[u8]) -> Result<NewDocument, Problem> {
        let document = read(file, bytes, Form::State)?;
        match parse(&document)? {
            Parsed::Turn(_) => parse_document(file, document).map(Box::new).map(NewDocument::Turn),
            Parsed::State(_) => parse_document(file, document).map(Box::new).map(NewDocument::State),
            Parsed::Refusal(_) => parse_document(file, document).map(Box::new).map(NewDocument::Refusal),
            other => Err(Problem::new(format!("a {} is not added to a match under way", other.kind().as_str()))),
        }
    }

    fn any(&self) -> AnyDocument<'_> {
        match self {
            NewDocument::Turn(turn) => turn.any(),
            NewDocument::State(state) => state.any(),
            NewDocument::Refusal(refusal) => refusal.any(),
        }
    }
}

/// Stores documents at fixed addresses, so that a chain can borrow them while more are added.
#[derive(Debug)]
pub struct DocumentArena {
    /// Each board has twice the capacity of the one before.
    boards: [OnceCell<Box<[OnceCell<NewDocument>]>>; DocumentArena::BOARDS],
    kept: Cell<usize>,
}

impl Default for DocumentArena {
    fn default() -> Self {
        DocumentArena { boards: [const { OnceCell::new() }; DocumentArena::BOARDS], kept: Cell::new(0) }
    }
}

impl DocumentArena {
    const BOARDS: usize = 24;
    /// The capacity of the first board.
    const FIRST: usize = 64;

    /// Stores a document. `None` if the shelf is full, after about a thousand million documents.
    pub fn keep(&self, made: NewDocument) -> Option<&NewDocument> {
        let mut at = self.kept.get();
        let mut room = DocumentArena::FIRST;
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
    pub fn append(&mut self, made: &'f NewDocument) -> Result<(), Problem> {
        check_signed(&self.seats, self.match_id, &made.any())?;
        match made {
            NewDocument::Turn(turn) => {
                self.keep_turn(turn);
                self.order_turns_to(&turn.typed.parent);
                // Whichever state a turn answers, it matters to the line only where a state resolves it.
                if self.states.values().any(|state| state.typed.turns.contains(&turn.digest)) {
                    self.rebuild_line();
                }
            }
            NewDocument::State(state) => {
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
                    self.rebuild_line();
                }
            }
            NewDocument::Refusal(refusal) => {
                self.keep_refusal(refusal);
                self.order_refusals_of(&refusal.typed.of);
                if !self.turns.contains_key(&refusal.typed.of) {
                    self.rebuild_line();
                }
            }
        }
        Ok(())
    }
}
