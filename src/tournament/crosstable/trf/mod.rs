//! The exchange with chess programs: FIDE's tournament report file (TRF16, handbook C.04, annex 2), with the lines by which
//! pairing programs are told the number of rounds and the scoring (`XXR`, `XXC`, `BBW` and so on, as JaVaFo and bbpPairings read
//! them).
//!
//! The first side of the game is white. A file has one game in a round, so a round whose boards play two games takes two columns.
//! It knows neither margins nor that a game was adjudicated; both are lost, and so are the draw of lots and who entered late or
//! left early: in a file that is read, players are numbered as they were seeded and have that number as their lot, and who was
//! not there has a bye of no points [TN-8].

mod line;
mod read;
mod write;

use super::model::{Bye, ByeKind};
use super::table::Crosstable;
use super::tiebreak::TieBreak;

pub use read::read;
pub use write::write;

/// A tournament report file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Report {
    /// Its heading.
    pub heading: Heading,
    /// The players and rounds. Written, players are numbered in the order of their seeds.
    pub table: Crosstable,
    /// Who will miss the round after the last; in a file they stand in a column of their own. [`absent`] lists them for a pairing
    /// program.
    pub absent: Vec<Bye>,
}

/// All who will miss the next round: who asked for a bye, and who has not entered yet or has left.
pub fn absent(table: &Crosstable, asked: &[Bye]) -> Vec<Bye> {
    let next = table.rounds().len() as u32 + 1;
    let gone = (0..table.players().len()).filter(|player| !table.is_here(*player, next));
    asked.iter().copied().chain(gone.map(|player| Bye { player, kind: ByeKind::Zero })).collect()
}

/// What stands above the players. A line that is empty is left out.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Heading {
    /// The tournament's name (line 012).
    pub name: String,
    /// Where it is played (022).
    pub place: String,
    /// Of which federation it is (032).
    pub federation: String,
    /// When it begins (042) and ends (052).
    pub dates: [String; 2],
    /// Its kind (092).
    pub kind: String,
    /// The director (102).
    pub director: String,
    /// The order of tie-breaks by which the file's ranks are given; it is not itself in the file.
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
