//! Exchange with chess programs: FIDE's tournament report file (TRF16, handbook C.04, annex 2), with the extra lines
//! that tell pairing programs the number of rounds and the scoring (`XXR`, `XXC`, `BBW` and so on, as JaVaFo and
//! bbpPairings read them); and TRF26, the version of 2026, for tournaments of single players.
//!
//! The first side of the game is white. A file has one game per round, so a round whose boards play two games takes two
//! columns. The format has neither margins nor adjudicated games, so both are lost, and so are the draw of lots and who
//! entered late or left early. In a file that is read, players are numbered by their seeds and have that number as
//! their lot (or one more, if the first player has the second side in the first round), and a player who was absent has
//! a bye without points [TN-8].

mod adjustments;
mod line;
mod read;
mod reader;
mod tags;
mod write;

use super::model::{Bye, ByeKind};
use super::table::Crosstable;
use super::tiebreak::TieBreak;

pub use adjustments::adjustments;
pub use read::read;
pub use write::{write, write_as};

/// A tournament report file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Report {
    /// Its heading.
    pub heading: Heading,
    /// The players and rounds. When written, players are numbered in seeding order.
    pub table: Crosstable,
    /// Who will miss the round after the last; they have a column of their own in the file. [`absent`] lists them for a
    /// pairing program.
    pub absent: Vec<Bye>,
    /// What a file that was read says beside the table; it is not written.
    pub notes: Notes,
}

/// What a file says beside the table.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Notes {
    /// How many rounds the tournament has, if the file says so.
    pub announced: Option<u32>,
    /// Players who were here before the last round and have no entry in it: they count as absent.
    pub empty: Vec<usize>,
    /// Byes of rounds after the next one, with the round.
    pub later: Vec<(u32, Bye)>,
    /// What was read as something else than it is in the file, each in a clause.
    pub adjustments: Vec<String>,
}

/// Which version of the format is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Version {
    /// TRF16, with the lines that JaVaFo and bbpPairings read.
    Trf16,
    /// TRF26, FIDE's version of 2026.
    Trf26,
}

/// All who will miss the next round: those who asked for a bye, have not entered yet or have left.
pub fn absent(table: &Crosstable, asked: &[Bye]) -> Vec<Bye> {
    let next = table.rounds().len() as u32 + 1;
    let gone = (0..table.players().len()).filter(|player| !table.is_here(*player, next));
    asked.iter().copied().chain(gone.map(|player| Bye { player, kind: ByeKind::Zero })).collect()
}

/// The heading above the players. Empty lines are left out.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Heading {
    /// The tournament's name (line 012).
    pub name: String,
    /// Where it is played (022).
    pub place: String,
    /// The federation (032).
    pub federation: String,
    /// When it begins (042) and ends (052).
    pub dates: [String; 2],
    /// Its kind (092).
    pub kind: String,
    /// The director (102).
    pub director: String,
    /// The order of tie-breaks behind the file's ranks; it is not itself in the file.
    pub tie_breaks: Vec<TieBreak>,
}

/// The lines of a heading, each with its number.
impl Heading {
    fn lines(&self) -> [(&'static str, &String); 7] {
        [
            ("012", &self.name),
            ("022", &self.place),
            ("032", &self.federation),
            ("042", &self.dates[0]),
            ("052", &self.dates[1]),
            ("092", &self.kind),
            ("102", &self.director),
        ]
    }
    fn line(&mut self, code: &str) -> Option<&mut String> {
        Some(match code {
            "012" => &mut self.name,
            "022" => &mut self.place,
            "032" => &mut self.federation,
            "042" => &mut self.dates[0],
            "052" => &mut self.dates[1],
            "092" => &mut self.kind,
            "102" => &mut self.director,
            _ => return None,
        })
    }
}
