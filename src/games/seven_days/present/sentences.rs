//! Events as sentences, each complete in itself: [`sequence`] has those of the turn and its impulses, [`field`] those
//! of the map, [`losses`] those of assaults. The [`narrator`](super::narrator) puts them together for a report, the
//! [`moments`](super::moments) for an index.

use crate::sorted::SortedSet;

use crate::board::Area;
use crate::document::Id;

use super::vocabulary;
use crate::SevenDays;
use crate::events::Event;
use crate::pack::{Pack, Side};
use crate::report::text_builder::{Notes, Rolls, TextBuilder};

mod field;
mod losses;
mod sequence;
pub mod values;

pub use sequence::victory;

/// A sentence on an event.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Sentence {
    /// What it is called among the lines of an assault.
    pub label: &'static str,
    pub say: TextBuilder,
}

impl Sentence {
    fn new(label: &'static str, say: TextBuilder) -> Sentence {
        Sentence { label, say }
    }
    fn plain(label: &'static str, words: impl Into<String>) -> Sentence {
        Sentence { label, say: TextBuilder::words(words) }
    }
}

/// Puts events into sentences.
#[derive(Clone, Debug)]
pub struct SentenceWriter<'a> {
    pub rules: &'a SevenDays,
    /// The turn being described.
    pub turn: u8,
    pub rolls: Rolls,
    pub notes: Notes,
}

impl<'a> SentenceWriter<'a> {
    /// A writer that mentions rolls, and marks what is based on reconstructions.
    pub fn new(rules: &'a SevenDays, turn: u8, rolls: Rolls) -> SentenceWriter<'a> {
        SentenceWriter { rules, turn, rolls, notes: Notes::default() }
    }

    /// A writer that does neither.
    pub fn quiet(rules: &'a SevenDays, turn: u8) -> SentenceWriter<'a> {
        SentenceWriter { rules, turn, rolls: Rolls::default(), notes: Notes::silent() }
    }

    fn pack(&self) -> &'a Pack {
        &self.rules.pack
    }

    fn place(&self, area: Area) -> String {
        vocabulary::place(self.pack(), area)
    }

    fn units<'i>(&self, ids: impl IntoIterator<Item = &'i Id>) -> String {
        vocabulary::units(self.pack(), ids)
    }

    fn leader(&self, id: &Id) -> String {
        vocabulary::leader(self.pack(), id)
    }

    fn leaders<'i>(&self, ids: impl IntoIterator<Item = &'i Id>) -> String {
        vocabulary::leaders(self.pack(), ids)
    }

    /// The sentence for an event; `None` for events that need others around them: the narrator and the index describe
    /// marches and the beginning of an assault.
    pub fn event(&mut self, event: &Event) -> Option<Sentence> {
        self.sequence(event).or_else(|| self.field(event)).or_else(|| self.losses(event))
    }

    /// Several retreat the same way.
    pub fn retreats(&self, who: &[Id], from: Area, to: Area) -> Sentence {
        let (leaders, units): (Vec<&Id>, Vec<&Id>) =
            who.iter().partition(|id| self.pack().forces.leaders.contains_key(*id) && self.rules.unit(id).is_none());
        let verb = if vocabulary::is_singular(&units, &leaders) { "retreats" } else { "retreat" };
        let company = vocabulary::units_and_leaders(self.pack(), units, leaders).unwrap_or_else(|| "Nobody".to_owned());
        Sentence::plain("Retreat", format!("{company} {verb} from {} to {}.", self.place(from), self.place(to)))
    }

    /// Areas that come under a side's control.
    pub fn taken(&self, areas: &[Area], side: Side) -> Sentence {
        let verb = if areas.len() == 1 { "comes" } else { "come" };
        let areas = vocabulary::places(self.pack(), areas);
        Sentence::plain("Control", format!("{areas} {verb} under {} control.", side.title()))
    }
}

/// The verb for one or several: `is` or `are`.
fn verb<T>(of: &SortedSet<T>, one: &'static str, several: &'static str) -> &'static str {
    if of.len() == 1 { one } else { several }
}

/// A modifier of a roll, as it stands behind it: `, modified by +1 to 4`.
fn modified(rolled: u8, modifier: i8) -> String {
    match modifier {
        0 => String::new(),
        modifier => format!(", modified by {modifier:+} to {}", i16::from(rolled) + i16::from(modifier)),
    }
}
