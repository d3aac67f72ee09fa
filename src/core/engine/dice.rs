//! Sources of dice. The rules ask for faces and never learn how they were made.

use std::collections::VecDeque;

use serde_json::Value;

use super::cards::Draw;
use crate::document::{Bytes32, Id};

/// A source of dice.
pub trait Dice {
    /// Rolls `count` dice of `sides` sides, for `purpose`, under `rule`. `None` if the source has no dice; the
    /// procedure then stops there.
    fn roll(&mut self, purpose: &str, rule: &str, count: usize, sides: u64) -> Option<Vec<u64>>;
    /// Records a hidden draw: only its owner learns which cards come (protocol 8.2).
    fn draw(&mut self, _draw: &Draw) {}
    /// The players exchange sides: what is drawn or opened from here on belongs to the other player (protocol 3).
    fn exchange_sides(&mut self) {}
    /// The value behind a side's commitment, where a rule needs it (protocol 8.4).
    fn open(&mut self, _side: &Id, _id: &Id, _digest: &Bytes32) -> OpenedValue {
        OpenedValue::NotHere
    }
    /// Whether orders of this side are only being tried out: then everything wrong with them is reported, and no order
    /// is skipped.
    fn tries(&self, _side: &Id) -> bool {
        false
    }
}

/// The value behind a commitment that a rule needs opened.
#[derive(Clone, Debug, PartialEq)]
pub enum OpenedValue {
    /// The choice; it matches its digest.
    Choice(Value),
    /// Its owner has to be asked to open it.
    ByOwner,
    /// It is not known here, because nothing is being resolved: the procedure stops, as it does without dice.
    NotHere,
}

/// A source without dice: everything before the first roll can be tried out with it.
#[derive(Clone, Copy, Debug, Default)]
pub struct NoDice;

impl Dice for NoDice {
    fn roll(&mut self, _: &str, _: &str, _: usize, _: u64) -> Option<Vec<u64>> {
        None
    }
}

/// One scripted roll of a case: its faces and, optionally, its purpose.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Scripted {
    pub purpose: Option<String>,
    pub faces: Vec<u64>,
}

/// A roll that the rules ask for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Due {
    pub purpose: String,
    pub rule: String,
    pub count: usize,
    pub sides: u64,
}

impl Due {
    /// The roll as text: purpose, rule, dice.
    fn described(&self) -> String {
        let Due { purpose, rule, count, sides } = self;
        let dice = if *count == 1 { "one die".to_owned() } else { format!("{count} dice") };
        format!("'{purpose}' [{rule}], {dice} of {sides} sides")
    }
}

/// The dice of a case file, in the order in which they are rolled.
#[derive(Clone, Debug, Default)]
pub struct ScriptedDice {
    left: VecDeque<Scripted>,
    /// How many entries of the script have been taken.
    taken: usize,
    /// Every roll made: purpose and faces.
    pub rolled: Vec<(String, Vec<u64>)>,
    /// The roll for which the script had no dice.
    pub due: Option<Due>,
    /// What did not match, with the index of the script's entry: another purpose, a face out of range, or no dice left.
    pub complaints: Vec<(usize, String)>,
}

impl ScriptedDice {
    /// Dice that fall as scripted.
    pub fn new(script: impl IntoIterator<Item = Scripted>) -> Self {
        ScriptedDice { left: script.into_iter().collect(), ..ScriptedDice::default() }
    }

    /// How many scripted rolls were never asked for.
    pub fn left(&self) -> usize {
        self.left.len()
    }

    /// How many entries of the script have been taken.
    pub fn taken(&self) -> usize {
        self.taken
    }

    /// The faces that the script has for a roll.
    ///
    /// # Errors
    /// What does not match.
    fn take(&mut self, due: &Due) -> Result<Vec<u64>, String> {
        let mut faces = Vec::new();
        while faces.len() < due.count {
            let Some(next) = self.left.pop_front() else {
                let more =
                    if faces.is_empty() { String::new() } else { format!(", of which the script gives {faces:?}") };
                return Err(format!("the dice have run out; the next roll is {}{more}", due.described()));
            };
            self.taken += 1;
            if let Some(wanted) = &next.purpose
                && *wanted != due.purpose
                && !due.purpose.starts_with(&format!("{wanted} "))
            {
                return Err(format!("the script has dice for '{wanted}', but the next roll is {}", due.described()));
            }
            faces.extend(next.faces);
        }
        if faces.len() > due.count || faces.iter().any(|&face| face < 1 || face > due.sides) {
            return Err(format!("the script gives {faces:?} for the roll {}", due.described()));
        }
        Ok(faces)
    }
}

impl Dice for ScriptedDice {
    fn roll(&mut self, purpose: &str, rule: &str, count: usize, sides: u64) -> Option<Vec<u64>> {
        let due = Due { purpose: purpose.to_owned(), rule: rule.to_owned(), count, sides };
        match self.take(&due) {
            Ok(faces) => {
                self.rolled.push((due.purpose, faces.clone()));
                Some(faces)
            }
            Err(complaint) => {
                self.complaints.push((self.taken.saturating_sub(1), complaint));
                self.due = Some(due);
                None
            }
        }
    }
}
