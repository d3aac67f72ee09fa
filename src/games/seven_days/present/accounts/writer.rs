//! What is known while events are put into words: the turn, the rolls, the notes on reconstructions.

use crate::SevenDays;
use crate::document::Id;
use crate::pack::{Pack, Source};
use crate::report::text_builder::{Notes, Rolls};

/// Puts events into words, one after the other.
#[derive(Clone, Debug)]
pub struct Writer<'a> {
    pub rules: &'a SevenDays,
    /// The turn being described.
    pub turn: u8,
    pub rolls: Rolls,
    pub notes: Notes,
    /// How the next event was decided, behind its sentence: `, by default`.
    pub decided: Option<&'static str>,
}

impl<'a> Writer<'a> {
    /// A writer that mentions rolls, and marks what is based on reconstructions.
    pub fn new(rules: &'a SevenDays, turn: u8, rolls: Rolls) -> Writer<'a> {
        Writer { rules, turn, rolls, notes: Notes::default(), decided: None }
    }

    /// A writer that does neither.
    pub fn quiet(rules: &'a SevenDays, turn: u8) -> Writer<'a> {
        Writer { rules, turn, rolls: Rolls::default(), notes: Notes::silent(), decided: None }
    }

    pub fn pack(&self) -> &'a Pack {
        &self.rules.pack
    }

    /// The mark of figures that rest on a reconstruction; nothing for others.
    pub fn dagger(&mut self, what: &str, source: Option<&Source>) -> String {
        match source.filter(|source| source.is_reconstructed()) {
            // The ruling; what it was made from stands in the pack.
            Some(source) => {
                let text = source.text();
                let ruling = text.split_once(':').map_or(text, |(ruling, _)| ruling);
                self.notes.mark(format!("{what} ({ruling})"))
            }
            None => String::new(),
        }
    }

    /// The mark of a leader's ratings.
    pub fn rated(&mut self, leader: &Id) -> String {
        let source = self.pack().forces.leaders.get(leader).map(|leader| &leader.ratings_source);
        self.dagger("the ratings of leaders", source)
    }
}
