//! Where a roll comes from. The rules ask for faces; they never learn how they were made.

use std::collections::VecDeque;

/// A source of dice.
pub trait Dice {
    /// Rolls `count` dice of `sides` sides, for `purpose`, under `rule`. `None` where the source has none: the
    /// procedure stops there.
    fn roll(&mut self, purpose: &str, rule: &str, count: usize, sides: u64) -> Option<Vec<u64>>;
}

/// No dice at all: what comes before the first roll can be tried out with it.
#[derive(Clone, Copy, Debug, Default)]
pub struct NoDice;

impl Dice for NoDice {
    fn roll(&mut self, _: &str, _: &str, _: usize, _: u64) -> Option<Vec<u64>> {
        None
    }
}

/// One scripted roll of a case: its faces and, where the author cares, its purpose.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Scripted {
    pub purpose: Option<String>,
    pub faces: Vec<u64>,
}

/// The dice of a case file, in the order they are rolled.
#[derive(Clone, Debug, Default)]
pub struct ScriptedDice {
    left: VecDeque<Scripted>,
    /// Every roll made: purpose and faces.
    pub rolled: Vec<(String, Vec<u64>)>,
    /// What did not fit: a roll of another purpose, a face out of range, or no dice left.
    pub complaints: Vec<String>,
}

impl ScriptedDice {
    /// Dice that will fall as written.
    pub fn new(script: impl IntoIterator<Item = Scripted>) -> Self {
        ScriptedDice { left: script.into_iter().collect(), ..ScriptedDice::default() }
    }

    /// How many scripted rolls were never asked for.
    pub fn left(&self) -> usize {
        self.left.len()
    }
}

impl Dice for ScriptedDice {
    fn roll(&mut self, purpose: &str, _rule: &str, count: usize, sides: u64) -> Option<Vec<u64>> {
        let mut faces = Vec::new();
        while faces.len() < count {
            let Some(next) = self.left.pop_front() else {
                self.complaints.push(format!("no dice are left for the roll '{purpose}'"));
                return None;
            };
            if let Some(wanted) = &next.purpose
                && wanted != purpose
                && !purpose.starts_with(&format!("{wanted} "))
            {
                self.complaints.push(format!("the script has dice for '{wanted}', and the roll is '{purpose}'"));
                return None;
            }
            faces.extend(next.faces);
        }
        if faces.len() > count || faces.iter().any(|&face| face < 1 || face > sides) {
            self.complaints
                .push(format!("'{purpose}' takes {count} dice of {sides} sides; the script gives {faces:?}"));
            return None;
        }
        self.rolled.push((purpose.to_owned(), faces.clone()));
        Some(faces)
    }
}
